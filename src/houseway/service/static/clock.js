/* The betting clock: the seconds left, as a ring where there is one, and the last call. The house says
   when betting ends; the clock of this device is set by the time at which the page was made. */
(() => {
  "use strict";

  const page = document.querySelector("[data-now]");
  const LAST_CALL = Number(page.dataset.lastCall);
  const ahead = Number(page.dataset.now) / 1000 - Date.now();

  const show = (place, text) => { if (place && place.textContent !== text) place.textContent = text; };

  function tick() {
    for (const clock of document.querySelectorAll(".betting-clock")) {
      const open = "until" in clock.dataset;
      const left = open ? Math.max(0, Number(clock.dataset.until) / 1000 - Date.now() - ahead) : 0;
      const seconds = Math.ceil(left / 1000);
      const last = open && seconds <= LAST_CALL;
      clock.classList.toggle("open", open);
      clock.classList.toggle("last", last);
      show(clock.querySelector("[data-left]"), open ? String(seconds) : "");
      show(clock.querySelector("[data-call]"), last ? Houseway.text("Last call") : "");
      const ring = clock.querySelector(".ring-left");
      const whole = Math.max(Number(clock.dataset.seconds) * 1000, left) || 1;
      if (ring) ring.style.strokeDashoffset = String(100 - 100 * left / whole);
    }
  }

  document.addEventListener("houseway:shown", tick);
  setInterval(tick, 200);
  tick();
})();
