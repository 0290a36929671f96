/* A citation opens on top of the page that shows it, so that nobody leaves a table to read a rule.
   Without scripts, with a modifier key or when the house does not answer it is an ordinary link. */

const CITED = "a.clause, a[href^='/clause?']";
const dialog = document.getElementById("clause");
dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });

async function show(address) {
  const answer = await fetch(address + (address.includes("?") ? "&" : "?") + "overlay=yes");
  if (!answer.ok) throw new Error(answer.statusText);
  const html = await answer.text();
  if (!html.includes('id="clause-title"')) throw new Error("no clause");
  dialog.lastElementChild.innerHTML = html;
  if (!dialog.open) dialog.showModal();
  dialog.scrollTop = 0;
}

document.addEventListener("click", (event) => {
  const link = event.target.closest && event.target.closest(CITED);
  const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || event.defaultPrevented) return;
  event.preventDefault();
  show(link.getAttribute("href")).catch(() => { location.href = link.href; });
});
