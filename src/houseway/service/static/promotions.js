/* Promotions: clocks that count down, details of the kind of prize chosen, printing, and a word when
   someone else has given an order meanwhile.

   <span data-until="1790000000000000"></span> counts to that moment; `data-now` around it is the
   house's own time, so that a browser whose clock is wrong counts right. */
(() => {
  "use strict";

  const holder = document.querySelector("[data-now]");
  const ahead = holder ? Number(holder.dataset.now) / 1000 - Date.now() : 0;

  function spell(milliseconds) {
    const minutes = Math.floor(Math.abs(milliseconds) / 60000);
    const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24, minutes % 60];
    const parts = [
      days && Houseway.text("{days} d", { days: days }), hours && Houseway.text("{hours} h", { hours: hours }),
      rest && Houseway.text("{minutes} min", { minutes: rest }),
    ];
    return parts.filter(Boolean).slice(0, 2).join(" ") || Houseway.text("less than 1 min");
  }

  function count() {
    for (const place of document.querySelectorAll("[data-until]")) {
      const left = Number(place.dataset.until) / 1000 - (Date.now() + ahead);
      const text = left >= 0 ? Houseway.text("in {time}", { time: spell(left) }) : Houseway.text("{time} ago", { time: spell(left) });
      if (place.textContent !== text) place.textContent = text;
    }
  }
  count();
  setInterval(count, 5000);

  document.addEventListener("change", (event) => {
    if (!event.target.matches("select[data-kind]")) return;
    for (const details of event.target.closest("fieldset").querySelectorAll("[data-of]")) {
      details.hidden = details.dataset.of !== event.target.value;
    }
  });

  for (const button of document.querySelectorAll("[data-print]")) {
    button.hidden = false;
    button.addEventListener("click", () => window.print());
  }

  // A secret value for the draw is made here and its hash alone is sent. Without a secure
  // connection a browser cannot hash: then the button stays hidden.
  function hex(bytes) {
    return Array.from(bytes, (each) => each.toString(16).padStart(2, "0")).join("");
  }
  for (const maker of document.querySelectorAll("[data-value-maker]")) {
    if (!window.crypto || !window.crypto.subtle) continue;
    maker.hidden = false;
    maker.querySelector("[data-make-value]").addEventListener("click", async () => {
      const value = window.crypto.getRandomValues(new Uint8Array(32));
      const hash = new Uint8Array(await window.crypto.subtle.digest("SHA-256", value));
      maker.querySelector("[data-value]").textContent = hex(value);
      maker.querySelector("[data-made]").hidden = false;
      maker.closest("form").querySelector("[data-commitment]").value = hex(hash);
    });
  }

  function moved() {
    const seen = document.querySelector("[data-seen]");
    const now = document.querySelector("[data-moved]");
    if (seen && now) now.hidden = now.dataset.moved === seen.dataset.seen;
  }
  moved();
  document.addEventListener("houseway:shown", () => { moved(); count(); });
})();
