/* On a phone a table that is too wide is shown row by row, each value beside its column's name.
   One whose columns are many belongs together, and is scrolled. */
const PHONE = window.matchMedia("(max-width: 40rem)");
const MOST_COLUMNS = 14;
function showRows() {
  for (const frame of document.querySelectorAll(".wide-table, .scroll")) {
    const table = frame.querySelector(":scope > table.rows");
    const columns = table && table.tHead ? [...table.tHead.rows[0].cells] : [];
    if (!columns.length || columns.length > MOST_COLUMNS) continue;
    table.classList.remove("by-row");
    if (!PHONE.matches || frame.scrollWidth <= frame.clientWidth + 1) continue;
    table.classList.add("by-row");
    for (const row of [...table.tBodies].flatMap((body) => [...body.rows])) {
      let column = 0;
      for (const cell of row.cells) {
        if (cell.colSpan === 1) cell.dataset.cell = columns[column]?.textContent || "";
        cell.toggleAttribute("data-blank", !cell.textContent.trim() && !cell.children.length);
        column += cell.colSpan;
      }
    }
  }
}
for (const shown of ["houseway:shown", "htmx:afterSwap", "toggle"]) document.addEventListener(shown, showRows, true);
showRows();
PHONE.addEventListener("change", showRows);
