// Lets the npm package baccarat-engine deal and judge the settle cases of Mini Baccarat.
//
// npm install baccarat-engine@1.1.5
// houseway conformance check kit --game mini-baccarat --level settle \
//     --program "node examples/conformance/peers/baccarat_engine.mjs"
//
// The package knows no payouts, so only results are answered.

import { createInterface } from "node:readline";
import { createRequire } from "node:module";

const require = createRequire(process.cwd() + "/");
const { BaccaratGameEngine, BaccaratResultsEngine, Card } = require("baccarat-engine");

const SUITS = { c: "club", d: "diamond", h: "heart", s: "spade" };
const judge = new BaccaratResultsEngine();

const theirs = (card) => new Card(SUITS[card[1]], card[0] === "T" ? "10" : card[0]);
const ours = (card) => (card.value === "10" ? "T" : card.value) + card.suit[0];

/** The cards in the order in which they are dealt: two to each hand in turn, then third cards. */
function shoe({ player, banker }) {
  const order = [player[0], banker[0], player[1], banker[1], player[2], banker[2]];
  return order.filter(Boolean).map(theirs).reverse();
}

function answer(line) {
  const { id, hands, wagers } = JSON.parse(line);
  if (!hands?.player) return { id, skip: "no finished coup" };
  const engine = new BaccaratGameEngine();
  engine.shoe.cards = shoe({ player: hands.player.split(" "), banker: hands.banker.split(" ") });
  const dealt = engine.dealGame();
  const { outcome, pair } = judge.calculateGameResult(dealt);
  const settled = wagers.map(({ patron, wager, box = 0 }) => {
    const side = wager.split(" ")[0];
    const wins = wager.endsWith(" pair") ? pair === side || pair === "both" : side === outcome;
    const stands = outcome === "tie" && ["player", "banker"].includes(wager);
    return { patron, wager, box, result: wins ? "won" : stands ? "stood off" : "lost" };
  });
  const held = (cards) => cards.map(ours).join(" ");
  const both = { player: held(dealt.playerCards), banker: held(dealt.bankerCards) };
  return { id, result: outcome, hands: both, wagers: settled };
}

createInterface({ input: process.stdin }).on("line", (line) => {
  process.stdout.write(JSON.stringify(answer(line)) + "\n");
});
