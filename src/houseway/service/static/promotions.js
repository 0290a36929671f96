/* Promotions: details of the kind of prize chosen, printing, and a word when someone else has given an
   order meanwhile. */

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
for (const maker of document.querySelectorAll("[data-value-maker]")) {
  if (!window.crypto || !window.crypto.subtle) continue;
  maker.hidden = false;
  maker.querySelector("[data-make-value]").addEventListener("click", async () => {
    const value = crypto.getRandomValues(new Uint8Array(32));
    const hash = await crypto.subtle.digest("SHA-256", value);
    maker.querySelector("[data-value]").textContent = Houseway.hex(value);
    maker.querySelector("[data-made]").hidden = false;
    maker.closest("form").querySelector("[data-commitment]").value = Houseway.hex(new Uint8Array(hash));
  });
}

function moved() {
  const seen = document.querySelector("[data-seen]");
  const now = document.querySelector("[data-moved]");
  if (seen && now) now.hidden = now.dataset.moved === seen.dataset.seen;
}
moved();
document.addEventListener("houseway:shown", moved);
