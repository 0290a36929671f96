/* What lies on the felt tells about itself when it is touched: a settlement its sentence and its
   clauses, the sign all of its lines. */

let shown = null;

function put(box, target) {
  const place = target.getBoundingClientRect();
  const below = place.bottom + 8;
  box.showPopover();
  const own = box.getBoundingClientRect();
  const top = below + own.height < innerHeight ? below : Math.max(8, place.top - own.height - 8);
  const left = Math.min(Math.max(8, place.left + place.width / 2 - own.width / 2), innerWidth - own.width - 8);
  box.style.top = top + "px";
  box.style.left = left + "px";
}

function tell(target) {
  if (shown) shown.remove();
  shown = document.createElement("div");
  shown.className = "said-of";
  shown.popover = "auto";
  shown.setAttribute("role", "status");
  const words = document.createElement("p");
  words.textContent = target.querySelector("title").textContent;
  shown.append(words);
  for (const clause of (target.dataset.clause || "").split("; ").filter(Boolean)) shown.append(Houseway.clauseLink(clause), " ");
  document.body.append(shown);
  put(shown, target);
}

const telling = (event) => event.target.closest(".felt .settled, .felt .sign");
for (const pressed of ["click", "keydown"]) document.addEventListener(pressed, (event) => {
  const target = (pressed === "click" || event.key === "Enter") && telling(event);
  if (target) tell(target);
});
