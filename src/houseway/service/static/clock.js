/* Clocks by the house's time: what is left, how long ago, and the betting clock with its last call.

   <div data-now="1700000000000000" data-last-call="10">  the house's time when the page was made
   <span data-until="..." data-before="starts in {time}" data-then="may start">  a moment to come
   <span data-since="...">                                a moment that has passed
   `data-spelled`: in days, hours and minutes instead of figures that run. */

const { now: began, lastCall } = document.querySelector("[data-now]").dataset;
const LAST_CALL = Number(lastCall);
const ahead = Number(began) / 1000 - Date.now();
const left = (place) => Number(place.dataset.until) / 1000 - Date.now() - ahead;
const show = (place, text) => { if (place && place.textContent !== text) place.textContent = text; };

function spelled(milliseconds) {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  if (seconds < 60) return Houseway.text("{seconds} s", { seconds: seconds });
  const [days, hours, minutes] = [Math.floor(seconds / 86400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60];
  const parts = [
    days && Houseway.text("{days} d", { days: days }), hours && Houseway.text("{hours} h", { hours: hours }),
    minutes && Houseway.text("{minutes} min", { minutes: minutes }),
  ];
  return parts.filter(Boolean).slice(0, 2).join(" ");
}

function running(milliseconds) {
  const seconds = Math.ceil(milliseconds / 1000);
  if (seconds >= 86400) return spelled(milliseconds);
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(seconds / 3600);
  const rest = two(Math.floor(seconds / 60) % 60) + ":" + two(seconds % 60);
  return hours ? hours + ":" + rest : rest;
}

function betting(clock) {
  const open = "until" in clock.dataset;
  const now = open ? Math.max(0, left(clock)) : 0;
  const seconds = Math.ceil(now / 1000);
  const last = open && seconds <= LAST_CALL;
  clock.classList.toggle("open", open);
  clock.classList.toggle("last", last);
  show(clock.querySelector("[data-left]"), open ? String(seconds) : "");
  show(clock.querySelector("[data-call]"), last ? Houseway.text("Last call") : "");
  const ring = clock.querySelector(".ring-left");
  const whole = Math.max(Number(clock.dataset.seconds) * 1000, now) || 1;
  if (ring) ring.style.strokeDashoffset = String(100 - 100 * now / whole);
}

function tick() {
  document.querySelectorAll(".betting-clock").forEach(betting);
  for (const place of document.querySelectorAll("[data-until]:not(.betting-clock)")) {
    const now = left(place);
    const time = now > 0 && !("spelled" in place.dataset) ? running(now) : spelled(Math.abs(now));
    show(place, ((now > 0 ? place.dataset.before : place.dataset.then) || "{time}").replace("{time}", time));
    place.classList.toggle("up", now <= 0);
  }
  for (const place of document.querySelectorAll("[data-since]")) {
    const ago = Date.now() + ahead - Number(place.dataset.since) / 1000;
    show(place, Houseway.text("{time} ago", { time: spelled(ago) }));
  }
}

for (const shown of ["houseway:shown", "htmx:afterSwap"]) document.addEventListener(shown, tick);
setInterval(tick, 200);
tick();
