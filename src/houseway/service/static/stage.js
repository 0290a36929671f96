/* The betting clock and the result of a round.

   The clock is a ring with the seconds left, and the last call. The house says when betting ends; the
   clock of this device is set by the time at which the page was made. The result and what it brought
   stay until the next result. */
(() => {
  "use strict";

  const playing = document.querySelector("[data-playing]");
  const LAST_CALL = Number(playing.dataset.lastCall);
  const TICK_MS = 200;
  const ahead = Number(playing.dataset.now) / 1000 - Date.now();

  function tick() {
    const clock = playing.querySelector(".betting-clock");
    if (!clock) return;
    const open = "until" in clock.dataset;
    const left = open ? Math.max(0, Number(clock.dataset.until) / 1000 - Date.now() - ahead) : 0;
    const seconds = Math.ceil(left / 1000);
    const last = open && seconds <= LAST_CALL;
    clock.classList.toggle("open", open);
    clock.classList.toggle("last", last);
    show(clock.querySelector("[data-left]"), open ? String(seconds) : "");
    show(clock.querySelector("[data-call]"), last ? "Last call" : "");
    const whole = Math.max(Number(clock.dataset.seconds) * 1000, left) || 1;
    clock.querySelector(".ring-left").style.strokeDashoffset = String(100 - 100 * left / whole);
  }

  function show(place, text) {
    if (place.textContent !== text) place.textContent = text;
  }

  /* The result: its words, and in large figures what the patron won or lost. */

  const stage = document.getElementById("stage");
  const SIGNS = { won: "+", lost: "\u2212", even: "" };

  function dollars(cents) {
    const shown = Math.abs(cents) / 100;
    return "$" + shown.toLocaleString("en-AU", { minimumFractionDigits: cents % 100 ? 2 : 0 });
  }

  function showResult() {
    const found = document.getElementById("seat-result");
    if (!found) return;
    const { round, result, won } = found.dataset;
    if (!result && won === undefined) {
      if (stage.dataset.round && stage.dataset.round !== round) stage.classList.add("past");
      return;
    }
    const cents = Number(won || 0);
    const how = won === undefined ? "none" : cents > 0 ? "won" : cents < 0 ? "lost" : "even";
    const told = [round, result, won].join(" ");
    if (stage.dataset.told === told) return;
    stage.dataset.told = told;
    stage.dataset.round = round;
    stage.className = "stage shown " + how;
    const words = document.createElement("span");
    words.className = "stage-words";
    words.textContent = result ? result[0].toUpperCase() + result.slice(1) : "Round " + round;
    const figure = document.createElement("strong");
    figure.className = "stage-figure";
    figure.textContent = how === "none" ? "" : SIGNS[how] + dollars(cents);
    stage.replaceChildren(words, figure);
  }

  document.addEventListener("houseway:shown", showResult);
  document.addEventListener("houseway:shown", tick);
  setInterval(tick, TICK_MS);
  tick();
  showResult();
})();
