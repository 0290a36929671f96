/* Clocks of a tournament, by the house's time, and the sum of a count while it is typed.

   <div data-now="1700000000000000">                        the house's time when the page was made
   <span data-until="..." data-before="..." data-then="...">  a moment, and what is said around it
   <form data-issued="300">                                 a count: what people hold and the table won */
(() => {
  "use strict";

  const head = document.querySelector("[data-now]");
  const ahead = head ? Number(head.dataset.now) / 1000 - Date.now() : 0;
  const two = (number) => String(number).padStart(2, "0");

  function said(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    const days = Math.floor(seconds / 86400);
    if (days) return days === 1 ? Houseway.text("1 day") : Houseway.text("{days} days", { days: days });
    const hours = Math.floor(seconds / 3600);
    const rest = two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
    return hours ? hours + ":" + rest : rest;
  }

  function tick() {
    const now = Date.now() + ahead;
    document.querySelectorAll(".clock[data-until]").forEach((place) => {
      const left = Number(place.dataset.until) / 1000 - now;
      const text = left > 0 ? (place.dataset.before || "{time}").replace("{time}", said(left)) : place.dataset.then;
      place.classList.toggle("up", left <= 0);
      if (place.textContent !== text) place.textContent = text;
    });
  }

  /* Whether a count adds up is for the rules to say; this only says it sooner. */
  function add(form) {
    const place = form.querySelector(".sum");
    const typed = [...form.elements].filter((field) => field.name && field.value !== "");
    if (!place || !typed.length) return;
    const together = typed.reduce((sum, field) => sum + Number(field.value), 0);
    const off = together - Number(form.dataset.issued);
    const figures = { sum: together, issued: form.dataset.issued };
    place.textContent = off === 0 ? Houseway.text("✓ adds up to the {issued} issued here", figures)
      : Houseway.text("✗ {sum} of the {issued} issued here", figures);
    place.classList.toggle("off", off !== 0);
  }

  document.addEventListener("input", (event) => {
    const form = event.target.closest("form[data-issued]");
    if (form) add(form);
  });
  /* What the house sends again has its own text there, beside the figures that are typed. */
  document.addEventListener("houseway:shown", () => {
    document.querySelectorAll("form[data-issued]").forEach(add);
  });
  if (head) {
    tick();
    setInterval(tick, 1000);
    document.addEventListener("htmx:afterSwap", tick);
  }
})();
