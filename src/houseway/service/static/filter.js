/* Shows of a long list what is typed.

   <label hidden>Find <input type="search" data-filter=".list li"></label>
   The label is shown once the script runs; a heading whose whole list is hidden is hidden with it. */
(() => {
  "use strict";

  function filter(field) {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    const lists = new Set();
    for (const each of document.querySelectorAll(field.dataset.filter)) {
      const text = each.textContent.toLowerCase();
      each.hidden = !words.every((word) => text.includes(word));
      lists.add(each.parentElement);
    }
    for (const list of lists) {
      const none = ![...list.children].some((each) => !each.hidden);
      list.hidden = none;
      const heading = list.previousElementSibling;
      if (heading && heading.matches("h3")) heading.hidden = none;
    }
  }

  const fields = () => document.querySelectorAll("[data-filter]");
  function show() {
    for (const field of fields()) { field.closest("label").hidden = false; if (field.value) filter(field); }
  }
  show();
  document.addEventListener("input", (event) => { if (event.target.matches("[data-filter]")) filter(event.target); });
  document.addEventListener("houseway:shown", show);
})();
