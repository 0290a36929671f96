/* Training by keyboard: a number chooses an answer of the question in hand. What is asked and how
   it was marked is read out, and chips add up to an amount. */

const drill = () => document.getElementById("drill");

function say() {
  const region = document.getElementById("said");
  if (region && drill()) region.textContent = drill().dataset.say || "";
}

function inHand() {
  const open = [...document.querySelectorAll(".asked")];
  const focused = document.activeElement && document.activeElement.closest(".asked");
  return focused || open.find((each) => !each.querySelector(":checked")) || open[0];
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !/^[1-9]$/.test(event.key)) return;
  if (event.target.matches("input:not([type=radio]):not([type=checkbox]), select, textarea")) return;
  const choices = inHand() ? [...inHand().querySelectorAll(".pick input")] : [];
  const chosen = choices[Number(event.key) - 1];
  if (!chosen) return;
  event.preventDefault();
  chosen.focus();
  chosen.checked = chosen.type === "radio" ? true : !chosen.checked;
});

// Once the last choice is made, the button that marks comes into sight.
document.addEventListener("change", (event) => {
  const form = event.target.matches(".asked input[type=radio]") && event.target.form;
  if (form && form.checkValidity()) form.querySelector(".go").scrollIntoView({ block: "nearest" });
});

// A time limit: the clock runs down, the last ten seconds are announced, and then it is marked.
let ticking = 0;

function time() {
  clearInterval(ticking);
  const clock = document.querySelector(".clock[data-seconds]");
  if (!clock) return;
  const seconds = Number(clock.dataset.seconds);
  const ends = performance.now() + seconds * 1000;
  const tick = () => {
    const left = Math.max(0, (ends - performance.now()) / 1000);
    clock.querySelector(".left").textContent = `${Math.ceil(left)} seconds`;
    clock.querySelector("i").style.inlineSize = `${(left / seconds) * 100}%`;
    if (Math.ceil(left) === 10 && seconds > 10) document.getElementById("said").textContent = "10 seconds left";
    if (left > 0) return;
    clearInterval(ticking);
    const form = drill().querySelector("form[method=post]");
    if (!form) return;
    form.noValidate = true;
    form.requestSubmit();
  };
  ticking = setInterval(tick, 250);
  tick();
}

document.addEventListener("htmx:afterSettle", () => {
  say();
  time();
  const among = [".go[autofocus]", ".asked input, .asked select", "h1"];
  const first = drill() && among.map((each) => drill().querySelector(each)).find(Boolean);
  if (first) first.focus({ preventScroll: true });
  scrollTo(0, 0);
});
setTimeout(say, 100);
time();
