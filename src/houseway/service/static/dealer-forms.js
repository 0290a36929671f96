/* The lists of the dealer console: commands that need facts, with what the rules would say before one
   is given. */

const { all, byId } = Houseway;
const table = byId("desk").dataset.desk;

/* Lists of orders, and what the rules would say */

/* The dialog has the keys at once; what is typed before its list has come is looked for in it. */
const FEW = 7; // forms that need no search
let early = null; // Enter, and what was typed after it, before the list has come
let opening = 0;
async function open(list) {
  const find = byId("find");
  const turn = opening += 1;
  Object.assign(find, { value: "", disabled: false });
  find.parentElement.hidden = false;
  early = [];
  byId("orders-body").textContent = Houseway.text("Asking the house…");
  if (!byId("orders").open) byId("orders").showModal();
  find.focus();
  const answer = await fetch("/dealer/" + encodeURIComponent(table) + "/orders/" + list, { headers: { "hx-request": "true" } }).catch(() => null);
  if (turn !== opening || !byId("orders").open) return;
  if (!answer || !answer.ok) { byId("orders-body").textContent = Houseway.text("The house does not answer. Close this and open it again."); return; }
  byId("orders-body").innerHTML = await answer.text();
  htmx.process(byId("orders-body"));
  const forms = all("#orders details");
  find.dispatchEvent(new Event("input", { bubbles: true }));
  find.parentElement.hidden = forms.length < FEW && !find.value;
  if (forms.length === 1) forms[0].open = true;
  const first = document.querySelector("#orders details[open] :is(input:not([type=hidden]), select, button), #orders summary");
  const typed = early;
  early = null;
  typed.forEach(typeKey);
  if (!typed.length && find.parentElement.hidden && first) first.focus();
}

function typeKey(key) {
  const field = document.activeElement;
  if (key !== "Enter") {
    field.value += key;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  } else if (field.matches("#orders details[open] input")) field.form.requestSubmit();
  else openFirst();
}

function openFirst() {
  if (document.activeElement.matches("#orders details[open] button")) return document.activeElement.click();
  const match = all("#orders details").find((each) => !each.hidden);
  if (!match) return;
  match.open = true;
  const field = match.querySelector("input:not([type=hidden]), select, button");
  if (field) field.focus();
}

document.addEventListener("htmx:afterSwap", (event) => {
  const next = event.target.matches(".ruling") && event.target.querySelector("[data-confirm], input");
  if (next) next.focus();
});

byId("find").addEventListener("keydown", (event) => {
  const waits = early && event.key.length === 1 && early.length;
  if (event.key !== "Enter" && event.key !== "Escape" && !waits) return;
  event.preventDefault();
  if (event.key === "Escape") byId("orders").close(); // and does not only empty the field
  else if (early) early.push(event.key);
  else openFirst();
});

window.DealerForms = { open };
