/* The sum of a count while it is typed: <form data-issued="300">, what people hold and the table won. */

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
