/* The result of a round: its words, and in large figures what the patron won or lost. Both stay until
   the next result. */

const stage = document.getElementById("stage");
const SIGNS = { won: "+", lost: "\u2212", even: "" };

function showResult() {
  const found = document.getElementById("seat-result");
  if (!found) return;
  const { round, won } = found.dataset;
  const now = found.dataset.result;
  if (!now && won === undefined) return stage.classList.add("past");
  const result = now || (stage.dataset.round === round ? stage.dataset.result : "");
  const cents = Number(won || 0);
  const how = won === undefined ? "none" : cents > 0 ? "won" : cents < 0 ? "lost" : "even";
  const told = [round, result, won].join(" ");
  if (stage.dataset.told === told) return;
  stage.dataset.told = told;
  stage.dataset.round = round;
  stage.dataset.result = result;
  stage.className = "stage shown " + how;
  const words = document.createElement("span");
  words.className = "stage-words";
  words.textContent = result ? result[0].toUpperCase() + result.slice(1) : Houseway.text("Round {round}", { round: round });
  const figure = document.createElement("strong");
  figure.className = "stage-figure";
  figure.textContent = how === "none" ? "" : SIGNS[how] + Houseway.money(Math.abs(cents));
  stage.replaceChildren(words, figure);
}

/* The patron's cards of a round stay beside its result, also where the dealer has collected them. */
const last = document.getElementById("last-hand");
let held = { round: "", hands: null };

function keepHand() {
  const found = document.getElementById("seat-result");
  const hands = document.getElementById("own-hands");
  const round = found ? found.dataset.round : "";
  if (hands) held = { round: round, hands: hands.cloneNode(true) };
  const shown = !hands && document.getElementById("outcome") && held.round === round;
  if (!shown) return last.replaceChildren();
  if (last.firstElementChild === held.hands) return;
  held.hands.removeAttribute("id");
  last.replaceChildren(held.hands);
}

/* Sound is off until the patron turns it on; its script comes then. */
const sound = document.getElementById("sound");

function setSound(on) {
  sound.setAttribute("aria-pressed", String(on));
  sound.textContent = on ? Houseway.text("Sound on") : Houseway.text("Sound off");
  if (on && !document.querySelector("[data-sound]")) {
    const script = Object.assign(document.createElement("script"), { src: sound.dataset.src, type: "module" });
    script.dataset.sound = "";
    document.head.append(script);
  }
}

sound.addEventListener("click", () => {
  const on = sound.getAttribute("aria-pressed") !== "true";
  localStorage.setItem("houseway-sound", on ? "on" : "off");
  setSound(on);
});
setSound(localStorage.getItem("houseway-sound") === "on");
for (const each of [showResult, keepHand]) document.addEventListener("houseway:shown", each);
showResult();
