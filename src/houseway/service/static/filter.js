/* Shows of a long list what is typed.

   <label class="finder" hidden>Find <input type="search" data-filter=".list li"></label>
   The label is shown once the script runs; a heading whose whole list is hidden is hidden with it.
   `data-words` on an item are what is looked at; `data-none` names what is shown where none is left. */

function filter(field) {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const lists = new Set();
  const all = [...document.querySelectorAll(field.dataset.filter)];
  for (const each of all) {
    const text = (each.dataset.words || each.textContent).toLowerCase();
    each.hidden = !words.every((word) => text.includes(word));
    lists.add(each.parentElement);
  }
  for (const list of lists) {
    const none = !all.some((each) => each.parentElement === list && !each.hidden);
    list.hidden = none;
    const heading = list.previousElementSibling;
    if (heading && heading.matches("h3")) heading.hidden = none;
  }
  const none = field.dataset.none && document.querySelector(field.dataset.none);
  if (none) none.hidden = all.some((each) => !each.hidden);
}

function show() {
  for (const label of document.querySelectorAll(".finder")) label.hidden = false;
  for (const field of document.querySelectorAll("[data-filter]")) if (field.value) filter(field);
}
show();
document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(event.target); });
document.addEventListener("houseway:shown", show);
