// Answers the settle cases of roulette: one case a line in, one answer a line out.
//
// houseway conformance check kit --game tournament-roulette --level settle \
//     --program "node examples/conformance/adapter.mjs"

import { createInterface } from "node:readline";

const RED = new Set([1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36]);
const PAYS = { 1: 35, 2: 17, 3: 11, 4: 8, 6: 5, 12: 2, 18: 1 }; // by how many numbers are covered
const range = (first, last, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step);
const ALL = range(1, 36);
const NAMED = {
  red: ALL.filter((n) => RED.has(n)),
  black: ALL.filter((n) => !RED.has(n)),
  odd: ALL.filter((n) => n % 2),
  even: ALL.filter((n) => n % 2 === 0),
  low: range(1, 18),
  high: range(19, 36),
};

/** The numbers that a wager covers, from its name: "17", "17/20", "1-6", "column 2", "dozen 3". */
function covered(wager) {
  if (NAMED[wager]) return NAMED[wager];
  const [word, place] = wager.split(" ");
  if (word === "column") return range(Number(place), 36, 3);
  if (word === "dozen") return range(12 * place - 11, 12 * place);
  if (wager.includes("-")) return range(...wager.split("-").map(Number));
  return wager.split("/").map(Number);
}

function answer(line) {
  const { id, game, faces = [], wagers, limits } = JSON.parse(line);
  if (game !== "tournament-roulette" || faces.length !== 1) {
    return { id, skip: "not a spin with one result" };
  }
  const number = Number(faces[0]);
  const settled = wagers.map((each) => {
    const most = limits.personal[each.patron] ?? limits.maximum;
    const risk = Math.min(each.stake, most); // what is above the maximum is handed back
    const numbers = covered(each.wager);
    const wins = numbers.includes(number);
    const paid = wins ? risk * PAYS[numbers.length] : 0;
    const returned = wins ? each.stake : each.stake - risk;
    return { ...each, result: wins ? "won" : "lost", paid, returned };
  });
  return { id, wagers: settled };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(line)) + "\n");
});
