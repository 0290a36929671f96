/* The forms of the dealer console: a patron's wager as it is told, and orders that need facts, with
   what the rules would say before one is given. */
(() => {
  "use strict";

  const byId = (id) => document.getElementById(id);
  const all = (selector) => Array.from(document.querySelectorAll(selector));
  const table = byId("desk").dataset.desk;

  /* A patron's wager, as told: a beginning is enough where it names one thing */

  function whole(text, list) {
    const options = Array.from(byId(list).options, (each) => each.value);
    const low = text.trim().toLowerCase();
    const exact = options.find((each) => each.toLowerCase() === low);
    const begun = options.filter((each) => each.toLowerCase().startsWith(low));
    return exact || (begun.length === 1 ? begun[0] : text.trim());
  }

  function cents(text) {
    const match = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replace(/,/g, "").trim());
    return match ? Number(match[1]) * 100 + Number((match[2] || "").padEnd(2, "0")) : text;
  }

  function addChip(amount) {
    const field = byId("wager").elements.amount;
    const sum = amount ? Number(cents(field.value || "0")) + amount : 0;
    field.value = sum ? (sum % 100 ? (sum / 100).toFixed(2) : String(sum / 100)) : "";
  }

  async function wager(form) {
    const given = form.elements;
    const command = { type: given.type.value, patron: whole(given.patron.value, "people"), wager: whole(given.wager.value, "kinds") };
    if (given.box.value) command.box = Number(given.box.value);
    if (command.type !== "WithdrawWager") {
      command.amount = cents(given.amount.value);
      if (typeof command.amount !== "number") {
        Houseway.tell({ sentence: Houseway.text("Say the amount in dollars: 25 or 12.50") });
        given.amount.focus();
        return;
      }
    }
    if (!(await Houseway.order(table, command))) return;
    form.reset();
    given.patron.focus();
  }

  /* Lists of orders, and what the rules would say */

  async function open(list) {
    const answer = await fetch("/dealer/" + encodeURIComponent(table) + "/orders/" + list, { headers: { "hx-request": "true" } });
    if (!answer.ok) return;
    byId("orders-body").innerHTML = await answer.text();
    if (!byId("orders").open) byId("orders").showModal();
    const forms = all("#orders details");
    if (forms.length === 1) forms[0].open = true;
    const first = byId("find") || document.querySelector("#orders details[open] :is(input:not([type=hidden]), select, button), #orders summary");
    if (first) first.focus();
  }

  async function ruling(form) {
    const answer = await fetch("/dealer/" + encodeURIComponent(table) + "/ruling", {
      method: "POST",
      headers: { "hx-request": "true", "x-csrftoken": document.querySelector("meta[name=csrf]").content },
      body: new URLSearchParams(new FormData(form)),
    });
    const place = form.querySelector(".ruling");
    if (!answer.ok) { Houseway.tell(await answer.json()); return; }
    place.innerHTML = await answer.text();
    const next = place.querySelector("[data-confirm], input");
    if (next) next.focus();
  }

  document.addEventListener("submit", (event) => {
    if (event.target.id === "wager") { event.preventDefault(); wager(event.target); }
    else if (event.target.dataset.ruling) { event.preventDefault(); ruling(event.target); }
  });

  byId("orders").addEventListener("input", (event) => {
    if (event.target.id !== "find") return;
    const words = event.target.value.toLowerCase().split(/\s+/);
    for (const each of all("#orders details")) {
      const about = (each.querySelector("summary").textContent + " " + each.dataset.words).toLowerCase();
      each.hidden = !words.every((word) => about.includes(word));
    }
    for (const each of all("#orders .group")) each.hidden = !each.querySelector("details:not([hidden])");
    byId("none-found").hidden = Boolean(document.querySelector("#orders details:not([hidden])"));
  });

  byId("orders").addEventListener("keydown", (event) => {
    if (event.target.id !== "find" || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Escape") { byId("orders").close(); return; } // and does not only empty the field
    const found = all("#orders details").find((each) => !each.hidden);
    if (!found) return;
    found.open = true;
    const field = found.querySelector("input:not([type=hidden]), select, button");
    if (field) field.focus();
  });

  if (byId("wager")) {
    byId("wager").addEventListener("click", (event) => {
      const chip = event.target.closest("[data-chip]");
      if (chip) addChip(Number(chip.dataset.chip));
    });
  }

  window.DealerForms = { open };
})();
