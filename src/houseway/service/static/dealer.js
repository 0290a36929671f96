/* The dealer's keys. What is awaited stands in #step (data-pad: what is typed for it); buttons with
   data-key are pressed by their key. Every key is an intention of its own in the queue of the page:
   its turn comes at the step that the answer before has brought. A complete entry is held for a
   moment and may be taken back; then it is given. */

const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
const WHEEL = 36; // the highest number of a wheel
const { all, byId } = Houseway;
const desk = byId("desk");
const table = desk.dataset.desk;
const address = Houseway.tableAt(table);
const state = { entered: [], half: "", note: "", focus: "", act: { key: "" } };

const step = () => byId("step");
const version = () => Number(step().dataset.version);
const pad = () => (step().dataset.pad ? JSON.parse(step().dataset.pad) : null);

/* What has been typed, shown */

const cardText = (code) => (code[0] === "T" ? "10" : code[0]) + (SIGNS[code.slice(1).toUpperCase()] || "");
const itemText = (kind, code) => (kind === "cards" ? cardText(code) : code);

function span(text, name) {
  const made = document.createElement("span");
  made.textContent = text;
  made.className = name;
  return made;
}

function looks(kind, code) {
  return "slot filled" + (kind === "cards" && /[hd]$/.test(code) ? " red" : "");
}

function show(note = "") {
  state.note = note;
  draw();
}

function draw() {
  const wanted = pad();
  const [first, ...ahead] = Houseway.waiting();
  const held = first && first.now && first;
  byId("entry").hidden = !wanted && !held;
  byId("take-back").disabled = !(held || state.entered.length || state.half || ahead.length || Houseway.stopped());
  for (const each of all("[data-pad-of]")) each.hidden = !wanted || each.dataset.padOf !== padName(wanted);
  const place = byId("typed");
  place.replaceChildren();
  const kind = held ? held.kind : wanted && wanted.kind;
  const codes = held ? held.codes : state.entered;
  for (const code of codes) place.append(span(itemText(kind, code), looks(kind, code)), " ");
  if (wanted && !held) {
    if (state.half) place.append(span(halfText(kind), "slot half"), " ");
    const left = wanted.items - codes.length - (state.half ? 1 : 0);
    for (let slot = 0; slot < left; slot += 1) place.append(span("", "slot"), " ");
  }
  byId("goes-to").textContent = goes(held || wanted);
  const typed = ahead.map((each) => each.label).join(" ");
  byId("hint").textContent = state.note || (held && Houseway.text("Held. Backspace takes it back; Enter gives it at once."))
    || (typed && Houseway.text("Typed ahead: {keys}", { keys: typed })) || asks(wanted, kind);
}

const goes = (wanted) => (wanted ? wanted.to[0].toUpperCase() + wanted.to.slice(1) : "");
const halfText = (kind) => (kind === "cards" ? cardText(state.half) : state.half) + (kind === "number" ? "" : " …");
const padName = (wanted) => (wanted.kind === "number" && wanted.highest === 36 ? "wheel" : wanted.kind);
const kindNow = () => (pad() || { kind: "" }).kind;

function asks(wanted, kind) {
  if (!wanted) return "";
  if (kind === "cards") return state.half ? Houseway.text("Now the suit: S H D C") : Houseway.text("Rank, then suit: A 2–9 T J Q K, then S H D C");
  if (kind === "tiles" && wanted.halves) return Houseway.text("Two dots a tile: 5 6 is the tile 5-6. First two that go together, then the other two");
  if (kind === "tiles") return Houseway.text("Two dots a tile: 5 6 is the tile 5-6");
  if (kind === "dice") return Houseway.text("Three dice: 1 to 6 each");
  if (wanted.highest === WHEEL) return Houseway.text("The number, 0 to 36; Enter after 1, 2 or 3 alone");
  const place = wanted.asks || Houseway.text("A number");
  if (wanted.highest && wanted.highest < 10) return Houseway.text("{place}: one figure", { place: place });
  if (!wanted.highest) return Houseway.text("{place}, then Enter", { place: place });
  return Houseway.text("{place} ({lowest}–{highest}), then Enter", { place: place, lowest: wanted.lowest, highest: wanted.highest });
}

/* Typing: every kind of item takes a key, or not; the last key of an entry makes its command. */

const PART = {}; // taken, and nothing to give yet
function note(sentence) {
  show(sentence);
  return PART;
}
function half(text) {
  state.half = text;
  show();
  return PART;
}

const ITEM = {
  cards(key, wanted) {
    if (!state.half) return "23456789TJQKA".includes(key) ? half(key) : null;
    if (!SIGNS[key]) return note(Houseway.text("After {rank} comes a suit: S H D C", { rank: cardText(state.half) }));
    return enter(state.half + key.toLowerCase(), wanted);
  },
  tiles(key, wanted) {
    if (!"123456".includes(key)) return null;
    if (!state.half) return half(key);
    const code = [state.half, key].sort().join("-");
    if (document.querySelector('[data-tile="' + code + '"]')) return enter(code, wanted);
    state.half = "";
    return note(Houseway.text("There is no tile {tile}", { tile: code }));
  },
  dice: (key, wanted) => ("123456".includes(key) ? enter(key, wanted) : null),
  number(key, wanted) {
    if (key === "Enter" && state.half) return enterNumber(state.half, wanted);
    if (/^[0-9]{2}$/.test(key)) return enterNumber(key, wanted); // the pad of a wheel
    if (!/^[0-9]$/.test(key)) return null;
    const text = state.half + key;
    const short = wanted.highest && wanted.highest <= WHEEL; // it is whole without Enter
    return short && (Number(text) * 10 > wanted.highest || text.length > 1) ? enterNumber(text, wanted) : half(text);
  },
};

function enterNumber(text, wanted) {
  const outside = wanted.highest && (Number(text) > wanted.highest || Number(text) < wanted.lowest);
  if (!outside) return enter(String(Number(text)), wanted);
  state.half = "";
  return note(Houseway.text("{number} is not from {lowest} to {highest}", { number: text, lowest: wanted.lowest, highest: wanted.highest }));
}

function enter(code, wanted) {
  const codes = [...state.entered, code];
  const whole = codes.length === wanted.items;
  Object.assign(state, { half: "", entered: whole ? [] : codes });
  if (!whole) return note();
  const value = wanted.kind === "number" || wanted.kind === "dice" ? codes.map(Number) : wanted.known.concat(codes);
  const command = { ...wanted.order, [wanted.field]: wanted.many ? value : value[0] };
  if (wanted.halves) Object.assign(command, { [wanted.field]: value.slice(0, value.length / 2), [wanted.halves]: value.slice(value.length / 2) });
  const label = codes.map((each) => itemText(wanted.kind, each)).join(" ") + " \u2192 " + goes(wanted);
  show();
  return { command, label, codes, kind: wanted.kind, to: wanted.to, hold: Number(byId("hold").value) };
}

/* Nothing has been sent yet: the last thing typed is taken back. */
function takeBack() {
  if (Houseway.stopped()) Houseway.drop();
  else {
    const last = Houseway.takeBack();
    if (last && last.codes) state.entered = last.codes.slice(0, -1);
    else if (!last && state.half) state.half = state.half.slice(0, -1);
    else if (!last && !state.entered.pop()) return false;
  }
  show(Houseway.text("Taken back"));
  return true;
}

/* The table has changed on the screen. */
function changed() {
  const now = pad();
  const same = JSON.stringify(now) === changed.pad;
  changed.pad = JSON.stringify(now);
  const begun = [...state.entered, state.half].filter(Boolean);
  if (!same && begun.length) {
    Object.assign(state, { entered: [], half: "" });
    Houseway.halt({ sentence: Houseway.text("The step has changed while something was typed for it") }, begun.flatMap(keysOf).map((key) => intention(key)));
  }
  tick();
  keepFocus();
  show();
}

new MutationObserver(changed).observe(byId("live-dealer-" + table), { childList: true, subtree: true, attributes: true });
document.addEventListener("houseway:shown", () => { tick(); keepFocus(); });
document.addEventListener("houseway:accepted", () => { byId("orders").close(); changed(); });
document.addEventListener("houseway:queue", () => { if (Houseway.stopped()) state.act = { key: "" }; draw(); });

/* Focus stays: on what had it, or on the step once that has gone. */
document.addEventListener("focusin", (event) => { state.focus = event.target.id; });

function keepFocus() {
  if (byId("orders").open || (document.activeElement && document.activeElement !== document.body)) return;
  const had = state.focus && byId(state.focus);
  if (had && had.disabled) return; // its command is under way
  const target = had && had.offsetParent ? had : step();
  target.focus({ preventScroll: true });
}

/* Payouts, ticked off one by one */

const ticked = () => new Set(JSON.parse(sessionStorage.getItem("paid " + table) || "[]"));

function tick() {
  const done = ticked();
  for (const box of all("[data-tick]")) box.checked = done.has(box.dataset.tick);
}

function tickNext() {
  const box = all("[data-tick]").find((each) => !each.checked);
  if (!box) return;
  box.checked = true;
  keepTicks();
  box.closest("li").scrollIntoView({ block: "nearest" });
}

function keepTicks() {
  sessionStorage.setItem("paid " + table, JSON.stringify(all("[data-tick]").filter((each) => each.checked).map((each) => each.dataset.tick)));
}

document.addEventListener("change", (event) => { if (event.target.matches("[data-tick]")) keepTicks(); });

/* Keys */

const LISTS = { I: "irregularity", M: "more", R: "relief" };

const isLoose = () => step().hasAttribute("data-loose");
const shown = () => (isLoose() ? undefined : version());

/* What a key does at the step that is awaited when its turn has come. What waited behind another is
   for the state that the answer to this one has brought, whatever others have done meanwhile. */
function act(key, pressed, behind) {
  if (key === "Enter" && behind && behind.last.codes && pressed.version <= behind.last.version) return PART; // given already
  const item = pad() && ITEM[pad().kind];
  const fits = !behind || !behind.kind || behind.kind === kindNow();
  const made = fits && ((item && item(key, pad())) || press(key, pressed));
  if (made && !made.command) return made;
  if (made) {
    const seen = behind && !isLoose() ? Houseway.reached(address, version()) : shown();
    return { ...made, version: seen, remake: () => ({ command: made.command, version: shown() }) };
  }
  if (!behind) return note(Houseway.text("Nothing at this step is done by {key}", { key }));
  const sentence = byId("sentence").textContent.trim();
  return { problem: { sentence: Houseway.text("{keys} does not fit what is awaited now: {sentence}", { keys: key, sentence }) } };
}

/* Keys of the console itself wait for no order: what is typed after them is for a field. */
function own(key) {
  if (key === " ") tickNext();
  else if (key === "U") undo();
  else if (LISTS[key]) DealerForms.open(LISTS[key]);
  else if (key === "W" && byId("wager")) byId("wager").elements.patron.focus();
  else return false;
  return true;
}

/* A key that has just done something does nothing more at the same step, nor so soon that the next
   step cannot have been meant. */
function press(key, pressed) {
  const button = all("button[data-key]").find((each) => each.dataset.key.toUpperCase().split(" ").includes(key.toUpperCase()));
  if (!button) return null;
  const before = state.act;
  state.act = { key, ...pressed };
  const soon = pressed.at - before.at < Houseway.moment() || pressed.version === before.version;
  return key === before.key && soon ? PART : { command: JSON.parse(button.dataset.order), label: Houseway.labelOf(button) };
}

desk.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (!button) return;
  if (event.detail && button.closest(".pad")) step().focus({ preventScroll: true }); // Enter is for the entry
  if (button.dataset.type) keysOf(button.dataset.type).forEach((key) => take(key, event.timeStamp));
  else if (button.dataset.number) take(button.dataset.number.padStart(2, "0"), event.timeStamp);
  else if (button.dataset.list) button.dataset.list === "correction" ? undo() : DealerForms.open(button.dataset.list);
  else if (button.dataset.does === "back") takeBack();
});

const keysOf = (text) => (text === "Enter" ? [text] : Array.from(text.replace("-", "")));

const NEW = { at: NaN, version: NaN }; // like no press before
const intention = (key, pressed = NEW, behind = null) => ({
  label: key, address, barrier: true, make: () => act(key, pressed, behind), remake: () => act(key, NEW, null),
});

function take(key, at) {
  if (own(key) || (key === "Enter" && Houseway.hurry())) return;
  const last = Houseway.waiting().at(-1);
  const pressed = { at, version: version() };
  Houseway.give(intention(key, pressed, last && { last, kind: kindNow() }));
}

const undo = () => { if (!takeBack()) DealerForms.open("correction"); };

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || byId("orders").open) return;
  const at = event.target;
  if (at.matches("input:not([type=checkbox]), select, textarea")) {
    if (event.key === "Escape") { at.blur(); keepFocus(); step().focus({ preventScroll: true }); }
    return;
  }
  if (event.key === "Escape" || event.key === "Backspace") { takeBack(); event.preventDefault(); return; }
  const native = at.matches("button, a, summary, input") && (event.key === "Enter" || event.key === " ");
  if (native || !known(event.key)) return;
  if (event.key.length === 1 && byId("keys").value === "off") return;
  event.preventDefault();
  take(event.key.length === 1 ? event.key.toUpperCase() : event.key, event.timeStamp);
});

const known = (key) => key === "Enter" || (key.length === 1 && /[a-z0-9 ]/i.test(key));

/* The next key is for the step, not for the button that opened the dialog. */
byId("orders").addEventListener("close", () => {
  byId("orders-body").replaceChildren();
  step().focus({ preventScroll: true });
});

/* What a dealer prefers is kept on this machine. */
for (const field of all("[data-kept-as]")) {
  const { keptAs } = field.dataset;
  field.value = localStorage.getItem(keptAs) || field.value;
  field.addEventListener("change", () => localStorage.setItem(keptAs, field.value));
}

changed();
