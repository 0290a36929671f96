/* Counts signs down to the moment they may take effect, and how long a table has waited, by the
   house's clock.

   <div data-now="1700000000000000">            the house's time when the page was made, in microseconds
   <span data-until="..." data-then="...">      a moment, and what is said once it has come
   <span data-since="...">                      a moment: how long ago it was */
(() => {
  "use strict";

  const head = document.querySelector("[data-now]");
  if (!head) return;
  const ahead = Number(head.dataset.now) / 1000 - Date.now();

  function said(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const rest = two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
    return hours ? hours + ":" + rest : rest;
  }

  function tick() {
    const now = Date.now() + ahead;
    document.querySelectorAll("[data-until]").forEach((place) => {
      const left = Number(place.dataset.until) / 1000 - now;
      const text = left > 0 ? Houseway.text("takes effect in {time}", { time: said(left) }) : "✓ " + place.dataset.then;
      place.classList.toggle("ripe", left <= 0);
      if (place.textContent !== text) place.textContent = text;
    });
  }

  const shownSince = (seconds) => {
    if (seconds < 60) return Houseway.text("{seconds} s ago", { seconds: Math.max(0, seconds) });
    if (seconds < 3600) return Houseway.text("{minutes} min ago", { minutes: Math.floor(seconds / 60) });
    if (seconds >= 48 * 3600) return Houseway.text("{days} days ago", { days: Math.floor(seconds / 86400) });
    return Houseway.text("{hours} h {minutes} min ago", { hours: Math.floor(seconds / 3600), minutes: Math.floor(seconds / 60) % 60 });
  };
  function count() {
    const now = Date.now() + ahead;
    document.querySelectorAll("[data-since]").forEach((place) => {
      const text = shownSince(Math.floor((now - Number(place.dataset.since) / 1000) / 1000));
      if (place.textContent !== text) place.textContent = text;
    });
  }

  tick();
  count();
  setInterval(() => { tick(); count(); }, 1000);
  document.addEventListener("htmx:afterSwap", () => { tick(); count(); });
})();
