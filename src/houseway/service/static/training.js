/* Training by keyboard: a number chooses an answer of the question in hand. What is asked and how
   it was marked is read out, and chips add up to an amount. */
(() => {
  "use strict";

  const drill = () => document.getElementById("drill");

  function say() {
    const region = document.getElementById("said");
    if (region && drill()) region.textContent = drill().dataset.say || "";
  }

  function inHand() {
    const open = [...document.querySelectorAll(".asked")];
    const focused = document.activeElement && document.activeElement.closest(".asked");
    return focused || open.find((each) => !each.querySelector(":checked")) || open[0];
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
    if (event.target.matches("input:not([type=radio]):not([type=checkbox]), select, textarea")) return;
    const choices = inHand() ? [...inHand().querySelectorAll(".pick input")] : [];
    const chosen = choices[Number(event.key) - 1];
    if (!chosen) return;
    event.preventDefault();
    chosen.focus();
    chosen.checked = chosen.type === "radio" ? true : !chosen.checked;
  });

  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-chip]");
    if (!chip) return;
    const field = chip.closest(".asked").querySelector("input");
    const cents = Number(chip.dataset.chip);
    const now = /^\d+(\.\d{1,2})?$/.test(field.value) ? Math.round(Number(field.value) * 100) : 0;
    field.value = cents ? ((now + cents) / 100).toFixed(2).replace(/\.00$/, "") : "";
  });

  document.addEventListener("htmx:afterSettle", () => {
    say();
    const among = [".go[autofocus]", ".asked input, .asked select", "h1"];
    const first = drill() && among.map((each) => drill().querySelector(each)).find(Boolean);
    if (first) first.focus({ preventScroll: true });
    scrollTo(0, 0);
  });
  document.addEventListener("DOMContentLoaded", () => setTimeout(say, 100));
})();
