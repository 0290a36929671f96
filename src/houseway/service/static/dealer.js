/* The dealer's keys. What is awaited stands in #step (data-pad: what is typed for it); buttons with
   data-key are pressed by their key. A complete entry is held for a moment and may be taken back;
   then it is given. Keys typed meanwhile wait for the answer, which brings the next step. The first
   that has no place there stops all that was typed: nothing moves up into the place of another. */
(() => {
  "use strict";

  const SIGNS = { S: "♠", H: "♥", D: "♦", C: "♣" };
  const WHEEL = 36; // the highest number of a wheel
  const byId = (id) => document.getElementById(id);
  const desk = byId("desk");
  const table = desk.dataset.desk;
  const all = (selector) => Array.from(document.querySelectorAll(selector));

  const state = { entered: [], half: "", held: null, timer: 0, ahead: [], focus: "", act: { key: "", at: 0 } };

  const step = () => byId("step");
  const version = () => Number(step().dataset.version);
  const pad = () => (step().dataset.pad ? JSON.parse(step().dataset.pad) : null);
  const remembered = (name, other) => { try { return localStorage.getItem(name) || other; } catch (no) { return other; } };
  const remember = (name, value) => { try { localStorage.setItem(name, value); } catch (no) { /* private */ } };

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

  function show(note) {
    const wanted = pad();
    byId("entry").hidden = !wanted && !state.held;
    byId("take-back").disabled = !(state.held || state.entered.length || state.half || state.ahead.length || Houseway.stopped());
    for (const each of all("[data-pad-of]")) each.hidden = !wanted || each.dataset.padOf !== padName(wanted);
    const place = byId("typed");
    place.replaceChildren();
    const kind = state.held ? state.held.kind : wanted && wanted.kind;
    const codes = state.held ? state.held.codes : state.entered;
    for (const code of codes) place.append(span(itemText(kind, code), looks(kind, code)), " ");
    if (wanted && !state.held) {
      if (state.half) place.append(span(halfText(kind), "slot half"), " ");
      const left = wanted.items - codes.length - (state.half ? 1 : 0);
      for (let slot = 0; slot < left; slot += 1) place.append(span("", "slot"), " ");
    }
    byId("goes-to").textContent = goes(state.held || wanted);
    hint(note || held() || waiting() || asks(wanted, kind));
  }

  const goes = (wanted) => (wanted ? wanted.to[0].toUpperCase() + wanted.to.slice(1) : "");
  const halfText = (kind) => (kind === "cards" ? cardText(state.half) : state.half) + (kind === "number" ? "" : " …");
  const padName = (wanted) => (wanted.kind === "number" && wanted.highest === 36 ? "wheel" : wanted.kind);
  const held = () => (state.held ? Houseway.text("Held. Backspace takes it back; Enter gives it at once.") : "");
  const waiting = () => (state.ahead.length ? Houseway.text("Typed ahead: {keys}", { keys: aheadText() }) : "");
  const aheadText = () => state.ahead.map((each) => each.key).join(" ");
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

  function hint(text) {
    byId("hint").textContent = text;
  }

  /* Typing */

  const ITEM = {
    cards(key) {
      if (!state.half) {
        if (!"23456789TJQKA".includes(key)) return false;
        state.half = key;
        return true;
      }
      if (!SIGNS[key]) { show(Houseway.text("After {rank} comes a suit: S H D C", { rank: cardText(state.half) })); return true; }
      enter(state.half + key.toLowerCase());
      return true;
    },
    tiles(key) {
      if (!"123456".includes(key)) return false;
      if (!state.half) { state.half = key; return true; }
      const code = [state.half, key].sort().join("-");
      state.half = "";
      if (document.querySelector('[data-tile="' + code + '"]')) enter(code);
      else show(Houseway.text("There is no tile {tile}", { tile: code }));
      return true;
    },
    dice(key) {
      if (!"123456".includes(key)) return false;
      enter(key);
      return true;
    },
    number(key, wanted) {
      if (key === "Enter" && state.half) { enterNumber(state.half, wanted); return true; }
      if (!/^[0-9]$/.test(key)) return false;
      state.half += key;
      const value = Number(state.half);
      const short = wanted.highest && wanted.highest <= WHEEL; // it is whole without Enter
      if (short && (value * 10 > wanted.highest || state.half.length > 1)) enterNumber(state.half, wanted);
      return true;
    },
  };

  function enterNumber(text, wanted) {
    state.half = "";
    const outside = wanted.highest && (Number(text) > wanted.highest || Number(text) < wanted.lowest);
    if (outside) show(Houseway.text("{number} is not from {lowest} to {highest}", { number: text, lowest: wanted.lowest, highest: wanted.highest }));
    else enter(String(Number(text)));
  }

  function typed(key) {
    const wanted = pad();
    if (!wanted || !ITEM[wanted.kind]) return false;
    const noted = byId("hint").textContent;
    if (!ITEM[wanted.kind](key, wanted)) return false;
    if (!state.held && byId("hint").textContent === noted) show();
    return true;
  }

  function enter(code) {
    const wanted = pad();
    state.half = "";
    state.entered.push(code);
    if (state.entered.length < wanted.items) { show(); return; }
    hold(wanted, state.entered);
    state.entered = [];
  }

  function hold(wanted, codes) {
    const value = wanted.kind === "number" || wanted.kind === "dice" ? codes.map(Number) : wanted.known.concat(codes);
    const command = Object.assign({}, wanted.order, { [wanted.field]: wanted.many ? value : value[0] });
    if (wanted.halves) Object.assign(command, { [wanted.field]: value.slice(0, value.length / 2), [wanted.halves]: value.slice(value.length / 2) });
    const seen = step().hasAttribute("data-loose") ? undefined : version();
    state.held = { command: command, version: seen, codes: codes.slice(), kind: wanted.kind, to: wanted.to };
    const wait = Number(byId("hold").value);
    if (wait) state.timer = setTimeout(give, wait);
    show();
  }

  function give() {
    const entry = state.held;
    if (!entry) return;
    clearTimeout(state.timer);
    state.held = null;
    const label = entry.codes.map((code) => itemText(entry.kind, code)).join(" ") + " \u2192 " + goes(entry);
    const now = () => (step().hasAttribute("data-loose") ? undefined : version());
    Houseway.give({
      label, address: Houseway.tableAt(table), barrier: true, show: true, make: () => ({ command: entry.command, version: entry.version }),
      remake: () => ({ command: entry.command, version: now() }),
    });
    show();
  }

  /* Nothing has been acted on yet: the last thing typed is taken back. */
  function takeBack() {
    clearTimeout(state.timer);
    if (Houseway.stopped()) Houseway.release();
    else if (state.ahead.length) takeBackAhead();
    else if (state.held) { state.entered = state.held.codes.slice(0, -1); state.held = null; }
    else if (state.half) state.half = state.half.length > 1 ? state.half.slice(0, -1) : "";
    else if (state.entered.length) state.entered.pop();
    else return false;
    show(Houseway.text("Taken back"));
    return true;
  }

  /* A card or tile that was typed ahead goes as a whole. */
  function takeBackAhead() {
    const last = state.ahead.pop();
    const rest = state.ahead.filter((each) => each.kind === "tiles").length;
    const before = state.ahead.at(-1);
    const card = before && /^[SHDC]$/.test(last.key) && /^[2-9TJQKA]$/.test(before.key);
    if (card || (last.kind === "tiles" && rest % 2)) state.ahead.pop();
  }

  /* What was typed ahead, one key after the other, at the step that the answer before has brought */

  function next() {
    while (state.ahead.length && !Houseway.busy() && !Houseway.stopped()) {
      const first = state.ahead.shift();
      const fits = state.held || !first.kind || first.kind === kindNow();
      if (fits && act(first.key)) continue;
      state.ahead.unshift(first);
      return halt();
    }
    show();
  }

  function halt() {
    const sentence = byId("sentence").textContent.trim();
    Houseway.halt({ sentence: Houseway.text("{keys} does not fit what is awaited now: {sentence}", { keys: state.ahead[0].key, sentence }) }, typedItems());
    show();
  }

  /* Everything typed that has not been given, as it is listed and typed again. */
  function typedItems() {
    const keys = [...state.entered, state.half].join("").replace(/-/g, "").toUpperCase();
    const items = [...keys, ...state.ahead.map((each) => each.key)];
    Object.assign(state, { ahead: [], entered: [], half: "" });
    return items.map(item);
  }
  const item = (key) => ({ label: key, again: () => take(key) });

  document.addEventListener("houseway:accepted", () => {
    byId("refusal").hidden = true;
    if (byId("orders").open) byId("orders").close();
    changed();
    queueMicrotask(next); // once the queue has gone on
  });

  document.addEventListener("houseway:refused", (event) => {
    const { problem, refused } = event.detail;
    const place = byId("refusal");
    place.textContent = Houseway.text("Refused: {sentence}", { sentence: problem.sentence }) + " ";
    if (problem.clause) place.append(span(problem.clause, "clause"));
    place.hidden = false;
    byId("told").hidden = true;
    const items = Houseway.stopped().items;
    const typed = typedItems();
    if (typed.length && !items.length) items.push({ label: refused.label, again: refused.again });
    items.push(...typed);
    changed();
  });
  document.addEventListener("houseway:released", () => { byId("refusal").hidden = true; show(); });

  /* The table has changed on the screen. */
  function changed() {
    const now = pad();
    const same = JSON.stringify(now) === changed.pad;
    changed.pad = JSON.stringify(now);
    if (!same) { state.entered = []; state.half = ""; }
    tick();
    keepFocus();
    show();
  }

  new MutationObserver(changed).observe(byId("live-dealer-" + table), { childList: true, subtree: true, attributes: true });
  document.addEventListener("houseway:shown", () => { tick(); keepFocus(); });

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

  /* Whether a key is taken by what is awaited now. */
  function act(key) {
    if (state.held) {
      if (key !== "Enter") state.ahead.unshift({ key: key, kind: state.held.kind });
      give();
      return true;
    }
    if (!key.startsWith("number:")) return typed(key) || press(key);
    if (kindNow() === "number") enterNumber(key.slice(7), pad());
    return kindNow() === "number";
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

  function press(key) {
    const button = all("button[data-key]").find((each) => each.dataset.key.toUpperCase().split(" ").includes(key.toUpperCase()));
    if (!button) return false;
    state.act = { key, at: performance.now(), version: version() };
    Houseway.press(button, JSON.parse(button.dataset.order), { barrier: true, show: true });
    return true;
  }

  /* A key that has just done something does nothing more at the same step, nor so soon that the next
     step cannot have been meant. */
  function isSamePress(key) {
    const soon = performance.now() - state.act.at < Houseway.MOMENT;
    const again = key === state.act.key && (soon || (Houseway.busy() && state.act.version === version()));
    state.act = again ? { ...state.act, at: performance.now() } : { key: "", at: 0 };
    return again;
  }

  desk.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    if (event.detail && button.closest(".pad")) step().focus({ preventScroll: true }); // Enter is for the entry
    if (button.dataset.type) for (const key of keysOf(button.dataset.type)) take(key);
    else if (button.dataset.number) { state.half = ""; if (!Houseway.isSamePress(event, button)) take("number:" + button.dataset.number); }
    else if (button.dataset.list) button.dataset.list === "correction" ? undo() : DealerForms.open(button.dataset.list);
    else if (button.dataset.does === "back") takeBack();
  });

  const keysOf = (text) => (text === "Enter" ? [text] : Array.from(text));

  function take(key) {
    const stopped = Houseway.stopped();
    if (own(key) || isSamePress(key)) return;
    if (stopped) {
      Houseway.halt(null, [...stopped.items, item(key)]);
    } else if (Houseway.busy() || state.ahead.length) {
      state.ahead.push({ key: key, kind: kindNow() });
      show();
    } else if (!act(key)) show(Houseway.text("Nothing at this step is done by {key}", { key }));
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
    if (event.key.length === 1 && !byId("keys").checked) return;
    event.preventDefault();
    take(event.key.length === 1 ? event.key.toUpperCase() : event.key);
  });

  const known = (key) => key === "Enter" || (key.length === 1 && /[a-z0-9 ]/i.test(key));

  /* The next key is for the step, not for the button that opened the dialog. */
  byId("orders").addEventListener("close", () => {
    byId("orders-body").replaceChildren();
    step().focus({ preventScroll: true });
  });

  /* What a dealer prefers is kept on this machine. */
  byId("hold").value = remembered("hold", "1200");
  byId("hold").addEventListener("change", (event) => remember("hold", event.target.value));
  byId("moment").value = remembered("houseway-moment", "400");
  byId("moment").addEventListener("change", (event) => { remember("houseway-moment", event.target.value); location.reload(); });
  byId("keys").checked = remembered("keys", "on") === "on";
  byId("keys").addEventListener("change", (event) => remember("keys", event.target.checked ? "on" : "off"));

  changed();
})();
