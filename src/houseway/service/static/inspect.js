/* Inspection: a round stepped through by keys or played at a pace, and the log checked while one
   watches how far it has come. Without scripts every step is a link and the check is a form. */

let timer = 0;

function stop() {
  clearInterval(timer);
  timer = 0;
  label();
}

function label() {
  const button = document.getElementById("play");
  if (!button) return;
  button.textContent = timer ? Houseway.text("Stop") : Houseway.text("Play");
  button.setAttribute("aria-pressed", String(Boolean(timer)));
}

/* Keys and presses of "Next" add up to a step, however quickly they are pressed; a newer request takes the place of an older. */
let wanted = 0;
const steps = () => document.getElementById("replay").dataset;
const goTo = (step) => { wanted = step; document.getElementById("step-" + step).click(); };
function go(by) {
  const to = (wanted || Number(steps().step)) + by;
  if (to < 1 || to > Number(steps().steps)) return false;
  goTo(to);
  return true;
}

function play() {
  if (timer) return stop();
  if (!go(1)) goTo(1);
  timer = setInterval(() => { if (!go(1)) stop(); }, Number(document.getElementById("pace").value));
  label();
}

const typing = (target) => target.closest("input, select, textarea, [role=group].wide-table");
document.addEventListener("keydown", (event) => {
  if (!document.getElementById("replay") || typing(event.target)) return;
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by) {
    stop();
    if (go(by)) event.preventDefault();
  } else if (event.key === " " && !event.target.closest("button, a, summary")) {
    event.preventDefault();
    play();
  }
});
document.addEventListener("click", (event) => {
  const { by } = event.target.dataset;
  if (event.target.id === "play") play();
  else if (by && !event.ctrlKey && !event.metaKey) { event.preventDefault(); stop(); go(Number(by)); }
  else if (event.isTrusted && event.target.closest(".steps a")) { wanted = 0; stop(); }
});
document.addEventListener("change", (event) => {
  if (event.target.id === "pace" && timer) { stop(); play(); }
});
document.addEventListener("htmx:afterSettle", () => {
  const here = document.querySelector(".steps [aria-current]");
  if (here) here.parentElement.scrollIntoView({ block: "nearest", inline: "center" });
  label();
  if (wanted && steps().step === String(wanted)) wanted = 0;
});
for (const lost of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(lost, () => { wanted = 0; stop(); });

/* The check of the log: lines of JSON, each with what the page shows by then. */
async function check(form) {
  const button = form.querySelector("button");
  const verdict = document.getElementById("verdict");
  button.disabled = true;
  try {
    const body = new URLSearchParams(new FormData(form));
    const answer = await fetch(form.action, { method: "POST", headers: { accept: "application/x-ndjson" }, body });
    if (!answer.ok) return Houseway.tell(await answer.json());
    await follow(answer.body, (html) => { verdict.innerHTML = html; });
  } catch (lost) {
    verdict.replaceChildren();
    Houseway.tell({ sentence: Houseway.text("The house does not answer; the check was not finished") });
  } finally {
    button.disabled = false;
  }
}

async function follow(body, take) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let left = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const lines = (left + value).split("\n");
    left = lines.pop();
    lines.filter(Boolean).forEach((line) => take(JSON.parse(line)));
  }
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "check") return;
  event.preventDefault();
  check(event.target);
});
