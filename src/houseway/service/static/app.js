/* What pages do by themselves: give orders to a table, and say what the rules answered.

   <button data-table="7" data-order='{"type":"CallNoMoreBets"}'>No more bets</button>
   <form data-table="7" data-order='{"type":"PlaceWager","patron":"Ana"}'>
     <input name="wager"> <input name="amount" data-as="money"> ...
   </form>

   Fields of a form join its order by their names: `data-as` is money (dollars typed, cents sent),
   number, list (separated by commas or blanks), begun (completed from its list where one option
   begins so), yes (a box that is ticked), pair or part (one of
   several numbers under one name, each with its `data-key`); a field left empty is left out.
   `data-version` on the element or on an ancestor is the version its giver has seen; `data-loose`
   between them means that the command holds whatever others do meanwhile. `data-next` on a form puts
   the cursor back into its first field; `data-chip` on a button adds to the amount beside it.
   `data-at="/api/tournaments/spring"` instead of `data-table` gives the command to something else.
   `data-show` on the page names the fragment that the answer to a command brings at once, if the
   command was drawn for a version or the page has `data-always`.

   Whatever is pressed has the effect it would have had if pressed slowly and once, or a sentence
   that stays says why not. The browser reads this before it draws anything: every press is heard. */
(() => {
  "use strict";

  /* Dark unless the light theme was chosen in this browser; read before anything is drawn. */
  const root = document.documentElement;
  const THEME = "houseway-theme";
  root.dataset.theme = localStorage.getItem(THEME) || "dark";
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-switch]");
    if (!button) return;
    root.dataset.theme = root.dataset.theme === "light" ? "dark" : "light";
    localStorage.setItem(THEME, root.dataset.theme);
    button.setAttribute("aria-pressed", String(root.dataset.theme === "light"));
  });
  document.addEventListener("DOMContentLoaded", () => {
    const button = document.querySelector("[data-theme-switch]");
    if (button) button.setAttribute("aria-pressed", String(root.dataset.theme === "light"));
    for (const current of document.querySelectorAll("nav [aria-current]")) {
      // On a phone the strip is wider than the screen.
      const strip = current.closest("ul, nav");
      strip.scrollLeft = current.offsetLeft - strip.offsetLeft - (strip.clientWidth - current.offsetWidth) / 2;
    }
  });

  /* What someone has opened, typed or chosen stays so when the house sends a piece of the page
     again. Where no option is marked, the first is what nobody has chosen. */
  const opened = (name, node) => name === "open" && node.matches("details");
  const typed = (name, node) =>
    name === "value" && node.matches("input, textarea") && node.value !== node.defaultValue;
  const ticked = (name, node) => name === "checked" && node.checked !== node.defaultChecked;
  const chosen = (name, node) => {
    const list = name === "selected" && node.closest("select");
    if (!list) return false;
    const marked = [...list.options].some((option) => option.defaultSelected);
    return marked ? node.selected !== node.defaultSelected : list.selectedIndex > 0;
  };
  const KEPT = [opened, typed, ticked, chosen];
  document.addEventListener("DOMContentLoaded", () => {
    askKept();
    if (!window.Idiomorph) return;
    Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) => !KEPT.some((kept) => kept(name, node));
    htmx.createEventSource = openStream;
  });

  /* Of news that wait together the last counts: a slow device shows what is, not all that was.
     They also wait while someone presses, though not for ever: what was pressed must still be
     there at the release, and at the click that a touch sends a moment later. */
  const CLICK_MS = 50;
  const HELD_MS = 3000;
  const SOME_PARTS = "<!--parts-->"; // begins a message that has only the parts which changed
  const MARK = /^<!--(\d+)-->/; // the version of a fragment, before it
  const LANDED_MS = 1500; // nobody waits longer for a card on the screen; a ball takes its time
  const news = new Map();
  let newest = new WeakMap(); // the version of each piece of the page: nothing older takes its place
  let cursor = ""; // the version of each table that the waiting news bring the page to
  let painting = 0;
  let pressed = false;
  const afterPress = [];
  let landing = false;
  function paint() {
    painting = 0;
    if (pressed || landing) return;
    const first = [...news].filter(([place]) => hasFelt(place));
    first.forEach(([place]) => news.delete(place));
    put(first);
    announce(first);
    if (first.length && wait(first)) return;
    const rest = [...news].filter(feltHasCome);
    rest.forEach(([place]) => news.delete(place));
    put(rest);
    setVersions();
    announce(rest);
  }
  const hasFelt = (place) => place.querySelector(".felts");
  /* No result is told before the felt has shown it, in whatever order the two come. */
  function feltHasCome([place, { version }]) {
    const { stream } = place.dataset;
    const at = Number((cursor.split(";").find((each) => each.startsWith(stream + "=")) || "=0").split("=")[1]);
    const felts = [...document.querySelectorAll('.live[data-stream="' + stream + '"]')].filter(hasFelt);
    return version <= at || felts.every((each) => version <= (newest.get(each) || 0));
  }
  function announce(due) {
    for (const [place] of due) if (place.isConnected) htmx.trigger(place, "houseway:shown");
  }
  /* Words about a card or a ball wait until it has landed. Without motion there is no wait. */
  const LANDS = ["hw-deal", "hw-ball"];
  function wait(felts) {
    const moving = felts.flatMap(([place]) => place.getAnimations({ subtree: true }))
      .filter((each) => LANDS.includes(each.animationName) && each.playState !== "finished");
    if (!moving.length) return false;
    landing = true;
    for (const [place] of felts) place.classList.add("landing");
    document.body.classList.add("behind"); // decisions belong to what the felt has shown before
    const landed = Promise.allSettled(moving.map((each) => each.finished));
    const ball = moving.some((each) => each.animationName === "hw-ball");
    Promise.race(ball ? [landed] : [landed, pause(LANDED_MS)]).then(() => {
      landing = false;
      for (const [place] of felts) place.classList.remove("landing");
      document.body.classList.remove("behind");
      paint();
    });
    return true;
  }
  function put(due) {
    for (const [place, { html, parts }] of due) {
      if (!place.isConnected) continue;
      if (html !== null) {
        const how = { swapStyle: place.getAttribute("hx-swap"), swapDelay: 0, settleDelay: 0 };
        htmx.swap(place, html, how, { contextElement: place });
      }
      for (const [name, element] of parts) replacePart(place, name, element);
    }
  }
  function replacePart(place, name, element) {
    const before = place.querySelector('[data-part="' + name + '"]');
    if (!before) return;
    Idiomorph.morph(before, element, { morphStyle: "outerHTML" });
    htmx.process(place.querySelector('[data-part="' + name + '"]'));
  }
  /* What a page shows holds for the version that the news brought, changed or not. */
  function setVersions() {
    for (const each of cursor.split(";")) {
      const [stream, version] = each.split("=");
      for (const place of document.querySelectorAll('.live[data-stream="' + stream + '"]')) {
        for (const held of place.querySelectorAll("[data-version]")) {
          held.dataset.version = Math.max(version, held.dataset.version);
        }
      }
    }
  }
  /* All of a fragment takes the place of what waits for it; parts of it join what waits. An empty
     text brings nothing but the version. */
  function take(place, message) {
    const version = Number((MARK.exec(message) || [0, 0])[1]);
    if (version < (newest.get(place) || 0)) return; // an answer has brought what is newer
    newest.set(place, version);
    const text = message.replace(MARK, "");
    if (text && !text.startsWith(SOME_PARTS)) {
      news.set(place, { html: text, parts: new Map(), version: version });
      return;
    }
    const read = document.createElement("template");
    read.innerHTML = text;
    const waiting = { ...(news.get(place) || { html: null, parts: new Map() }), version: version };
    for (const each of read.content.querySelectorAll("[data-part]")) waiting.parts.set(each.dataset.part, each);
    news.set(place, waiting);
  }
  /* What an answer brings is shown before anything else that its giver presses is looked at. */
  async function showAnswer(shown) {
    const places = Object.keys(shown || {}).map((name) => document.querySelector('[sse-swap="' + name + '"]'));
    Object.values(shown || {}).forEach((text, i) => { if (places[i]) take(places[i], text); });
    while (pressed) await new Promise((done) => { afterPress.push(done); });
    const due = [...news].filter(([place]) => places.includes(place));
    due.forEach(([place]) => news.delete(place));
    put(due);
    announce(due);
  }
  function showIn(milliseconds) {
    clearTimeout(showIn.timer);
    showIn.timer = setTimeout(() => { pressed = false; paint(); afterPress.splice(0).forEach((done) => done()); }, milliseconds);
  }
  function fingerDown(event) {
    if (event.button !== 0) return;
    pressed = true;
    showIn(HELD_MS);
  }
  function fingerUp() { if (pressed) showIn(CLICK_MS); }
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    event.preventDefault();
    heard = performance.now();
    painting = painting || setTimeout(paint);
    take(event.detail.elt, event.detail.data);
    cursor = event.detail.lastEventId;
  });
  document.addEventListener("pointerdown", fingerDown, true);
  for (const released of ["pointerup", "pointercancel", "blur"]) window.addEventListener(released, fingerUp, true);

  /* What a script says to people, in the language of the page: `Houseway.text("{many} left", { many: 3 })`. */
  const brought = document.querySelector("meta[name=texts]");
  const translations = brought ? JSON.parse(brought.content) : {};
  function text(message, values) {
    return (translations[message] || message).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  const byId = (id) => document.getElementById(id);
  const all = (selector) => [...document.querySelectorAll(selector)];
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const randomHex = (bytes) => hex(crypto.getRandomValues(new Uint8Array(bytes)));
  const money = (cents) => "$" + (cents / 100).toLocaleString("en-AU", { minimumFractionDigits: cents % 100 ? 2 : 0 });
  const clauseLink = (clause) => Object.assign(document.createElement("a"), {
    href: "/clause?cited=" + encodeURIComponent(clause), textContent: clause, className: "clause",
  });
  const told = () => byId("refusal") || byId("told");
  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  /* A sentence stays until something else has been done. */
  function tell(problem) {
    const place = told();
    const ended = /[.!?]$/.test(problem.sentence) ? " " : ". ";
    place.textContent = problem.sentence[0].toUpperCase() + problem.sentence.slice(1) + ended;
    if (problem.clause) place.append(clauseLink(problem.clause));
    place.hidden = false;
  }

  /* Presses

     A press becomes an intention at once: `label` says it to people; `make` returns its command, with
     the version it was drawn for, when its turn has come; or a `problem`; or nothing, where it was
     only a part of one. A page has one queue of them. The first that cannot be given stops the
     queue: it and what was pressed after it stay in sight until they are given again or taken back.
     What is not answered keeps its key, also over a reload, and is asked again when the line is
     back. With `hold` a command waits so long, or for the next press, and can be taken back. */
  const moment = () => Number(localStorage.getItem("houseway-moment") || 400); // a second press of the same
  const NEAR = 24; // pixels
  const ANSWER_MS = 10000;
  const SLOW_MS = 700; // what takes longer is shown as waiting
  const WAITS = [300, 1000, 3000, 5000];
  const KEPT_OUTBOX = "houseway-outbox";
  const queue = [];
  let running = false;
  let stopped = null; // the intentions that were not given
  let lineBack = () => {};

  const tableAt = (table) => "/api/tables/" + encodeURIComponent(table);
  const person = () => (document.querySelector("meta[name=person]") || { content: "" }).content;

  const newKey = () => randomHex(16);

  /* The key of a button as it was drawn: in two tabs, or after a reload, it is the same press. */
  function keyOf(text, version) {
    if (!version) return newKey();
    let sum = 0n;
    for (const each of text) sum = (sum * 1099511628211n + BigInt(each.codePointAt(0))) % 2n ** 128n;
    return version + "-" + sum.toString(16);
  }

  /* Resolves to the answer, or to null where it was not given. */
  const give = (intention) => new Promise((done) => {
    hurry();
    (stopped || queue).push({ ...intention, done });
    if (stopped) done(null);
    run();
    drawOutbox();
  });
  const giveAgain = ({ remake, make, ...intention }) =>
    give({ ...intention, make: remake || make, key: undefined, body: undefined });

  async function run() {
    if (running) return;
    running = true;
    while (queue.length) {
      const next = queue[0];
      if (!next.body && !await hasCommand(next)) continue;
      const answer = await asked(next);
      if (answer) await showAnswer(answer.body.shown);
      if (answer && !answer.ok) { stop(answer.body, next); continue; }
      queue.shift();
      if (answer) accepted(next, answer.body);
      else next.done(null);
      drawOutbox();
    }
    running = false;
  }

  async function hasCommand(next) {
    const made = next.make();
    if (made.problem) { stop(made.problem, next); return false; }
    Object.assign(next, made);
    if (made.hold !== undefined) await held(next);
    if (queue[0] !== next) return false; // taken back
    if (next.command) next.body = bodyOf(next);
    else queue.shift().done(null);
    drawOutbox();
    return Boolean(next.body);
  }

  const held = (next) => new Promise((done) => {
    next.now = done;
    if (next.hold) setTimeout(done, next.hold);
    if (queue.length > 1) done();
    drawOutbox();
  }).then(() => { next.now = null; });

  /* Whether there was something held, which is given at once. */
  function hurry() {
    const held = queue.length && queue[0].now;
    if (held) held();
    return Boolean(held);
  }

  /* The last thing pressed, unless it has been sent. */
  function takeBack() {
    const last = queue.at(-1);
    if (!last || last.body) return null;
    queue.pop().done(null);
    if (last.now) last.now();
    drawOutbox();
    return last;
  }

  function bodyOf(intention) {
    const body = { key: intention.key || newKey(), expected_version: followed(intention), command: intention.command };
    const page = document.querySelector("[data-show]");
    if (page && (intention.version !== undefined || "always" in page.dataset)) body.show = [page.dataset.show];
    return JSON.stringify(body);
  }

  /* A person who presses twice need not wait for news of the first: it has moved the version on, and
     its giver knows that. */
  const OWN = 20;
  const own = []; // the newest commands: where, from which version, to which
  function followed({ address, version }) {
    let seen = version;
    for (const each of own) if (each.address === address && each.from === seen) seen = each.to;
    return seen === undefined ? null : seen;
  }

  function accepted(intention, answer) {
    const from = intention.version === undefined ? answer.version - answer.events.length : intention.version;
    own.push({ address: intention.address, from: from, to: answer.version });
    if (own.length > OWN) own.shift();
    if (!stopped) told().hidden = true;
    document.dispatchEvent(new CustomEvent("houseway:accepted", { detail: answer }));
    intention.done(answer);
  }

  /* Nothing that was pressed before the refusal could be seen moves up into its place. */
  function stop(problem, refused) {
    const items = queue.splice(0);
    items.forEach((each) => each.done(null));
    halt(problem, items.length > 1 || refused.barrier ? items : []);
    if (!stopped.length) setTimeout(() => { if (stopped && !stopped.length) release(); }, moment());
  }

  /* What waits behind a command on its way is not given either. */
  function halt(problem, items) {
    const behind = queue.splice(1);
    behind.forEach((each) => each.done(null));
    tell(problem);
    stopped = [...items, ...behind];
    drawOutbox();
  }

  function release() {
    const items = stopped;
    stopped = null;
    drawOutbox();
    return items;
  }
  function drop() {
    release();
    told().hidden = true;
  }

  async function asked(intention) {
    const slow = setTimeout(() => { intention.slow = true; drawOutbox(); }, SLOW_MS);
    try {
      for (let turn = 0; !intention.withdrawn; turn += 1) {
        try {
          const answer = await fetch(intention.address + "/commands", {
            method: "POST", body: intention.body, signal: AbortSignal.timeout(ANSWER_MS),
            headers: {
              "content-type": "application/json", "x-csrftoken": document.querySelector("meta[name=csrf]").content,
              "accept-language": document.documentElement.lang,
            },
          });
          if (answer.status !== 503) {
            const body = await answer.json();
            /* What the house signed with it convicts a house that goes back on its log. */
            localStorage.promises = ((localStorage.promises || "") + (body.promise || "")).slice(-25e3);
            return { ok: answer.ok, body: body };
          }
        } catch (lost) { /* asked again */ }
        intention.unanswered = turn > 0;
        drawOutbox();
        await Promise.race([pause(WAITS[Math.min(turn, WAITS.length - 1)]), new Promise((back) => { lineBack = back; })]);
      }
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /* What has been sent is asked again by the next page of the same person; what has not is named. */
  let unsent = []; // by the page before
  function keepOutbox() {
    const sent = queue.filter((each) => each.body).map(({ address, body, label }) => ({ address, body, label }));
    const rest = [...unsent, ...[...(stopped || []), ...queue.filter((each) => !each.body)].map((each) => each.label)];
    try { sessionStorage.setItem(KEPT_OUTBOX, JSON.stringify({ person: person(), sent, rest })); } catch (full) { /* private */ }
  }
  async function askKept() {
    const kept = JSON.parse(sessionStorage.getItem(KEPT_OUTBOX) || "null");
    if (!kept || kept.person !== person()) return;
    unsent = kept.rest;
    const again = ({ body, ...rest }) => give({ ...rest, body, make: () => ({ command: JSON.parse(body).command }) });
    await Promise.all(kept.sent.map(again));
    if (unsent.length) tell({ sentence: Houseway.text("Not given when the page was left: {what}", { what: unsent.join("; ") }) });
    unsent = [];
    keepOutbox();
  }

  /* What waits and what was not given, in sight. */
  function drawOutbox() {
    keepOutbox();
    const items = stopped || (queue.some((each) => each.slow) ? queue : []);
    const lost = !stopped && queue.some((each) => each.unanswered);
    document.body.classList.toggle("giving", queue.some((each) => each.version !== undefined));
    byId("outbox").hidden = !items.length;
    byId("outbox").dataset.state = stopped ? "stopped" : lost ? "lost" : "waiting";
    byId("outbox-items").replaceChildren(...items.map((each) => Object.assign(document.createElement("li"), { textContent: each.label })));
    document.dispatchEvent(new CustomEvent("houseway:queue"));
  }
  const OUTBOX = {
    told: drop,
    "outbox-drop": drop,
    "outbox-again": () => { told().hidden = true; release().forEach(giveAgain); },
    "outbox-withdraw": () => {
      queue.splice(1).forEach((each) => each.done(null));
      queue[0].withdrawn = true;
      tell({ sentence: Houseway.text("It is not known whether the house recorded this: {what}", { what: queue[0].label }) });
      lineBack();
    },
  };
  document.addEventListener("click", (event) => { if (OUTBOX[event.target.id]) OUTBOX[event.target.id](); });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !document.querySelector("dialog[open]")) drop();
  });

  const cents = (text) => {
    const match = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replace(/,/g, "").trim());
    return match ? Number(match[1]) * 100 + Number((match[2] || "").padEnd(2, "0")) : text;
  };
  function begun(text, options) {
    const found = options.map((each) => each.value).filter((each) => each.toLowerCase().startsWith(text));
    return found.find((each) => each.toLowerCase() === text) || (found.length === 1 && found[0]);
  }
  const READ = {
    money: (field) => cents(field.value),
    number: (field) => Number(field.value),
    begun: (field) => begun(field.value.trim().toLowerCase(), [...field.list.options]) || field.value.trim(),
    list: (field) => field.value.split(/[\s,]+/).filter(Boolean),
    yes: (field) => field.checked,
    pair: (field, before) => [...(before || []), [Number(field.dataset.key), Number(field.value)]],
    part: (field, before) => ({ ...before, [field.dataset.key]: Number(field.value) }),
  };

  function filled(form) {
    const command = JSON.parse(form.dataset.order);
    for (const field of form.elements) {
      if (!field.name || field.disabled || (field.type === "radio" && !field.checked)) continue;
      if (field.value === "" && field.type !== "checkbox") continue;
      const read = READ[field.dataset.as];
      command[field.name] = read ? read(field, command[field.name]) : field.value;
    }
    return command;
  }

  /* The second press of a double click, or of Enter, is the first once more, even where the button of
     the next step or page has come under the finger. Only what adds up may be pressed so quickly. */
  const ONCE = "button[data-order], button[data-number], button[hx-post], .tray-orders button:not([aria-pressed]), form button:not([type=button])";
  const KEPT_PRESS = "houseway-press";
  const NEVER = { at: 0 };
  let last = JSON.parse(sessionStorage.getItem(KEPT_PRESS)) || NEVER;
  let pressedNow = null; // the button itself
  const forget = () => { last = NEVER; pressedNow = null; };
  const isNear = ({ detail, clientX, clientY }) =>
    (detail ? Math.hypot(clientX - last.x, clientY - last.y) < NEAR : last.byKey);
  function isSamePress(event, button) {
    const at = performance.timeOrigin + event.timeStamp;
    const now = { at, byKey: !event.detail, x: event.clientX, y: event.clientY, order: button.dataset.order };
    const same = isNear(event) || button === pressedNow || (now.order && now.order === last.order);
    const again = same && at - last.at < moment();
    last = now;
    pressedNow = button;
    sessionStorage.setItem(KEPT_PRESS, JSON.stringify(last));
    return again;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest(ONCE);
    if (!button && !isNear(event)) forget(); // something else was pressed between
    if (!button || !isSamePress(event, button)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  document.addEventListener("keydown", (event) => { if (!["Enter", " "].includes(event.key)) forget(); }, true);

  /* Give the command of a button or form, unless the very same is under way. */
  async function press(element, command, more = {}) {
    const address = element.dataset.at || tableAt(element.dataset.table);
    const holder = element.closest("[data-version], [data-loose]");
    const version = holder && !holder.hasAttribute("data-loose") ? Number(holder.dataset.version) : undefined;
    const shown = element.closest("[data-version]") || document.querySelector(".live [data-version]");
    const at = shown && Number(shown.dataset.version);
    const drawn = JSON.stringify([address, at, command]);
    if (queue.some((each) => each.drawn === drawn)) return;
    const buttons = element.matches("button") ? [element] : [...element.querySelectorAll("button")];
    buttons.forEach((each) => { each.disabled = true; });
    const now = () => Number((holder.isConnected ? holder : document.querySelector(".live [data-version]")).dataset.version);
    const answer = await give({
      label: labelOf(element), ...more, address, drawn, make: () => ({ command, version }),
      remake: () => ({ command, version: version === undefined ? version : now() }),
      key: keyOf(drawn, at),
    });
    if (answer && version !== undefined && holder.closest(".live")) await shownAt(holder, answer.version);
    buttons.forEach((each) => { each.disabled = false; });
    if (answer && element.matches("form") && !element.hasAttribute("data-keep")) element.reset();
    if (answer && element.hasAttribute("data-next")) element.elements[0].focus();
  }
  /* What has been given rests until the page shows what came of it. */
  async function shownAt(holder, version) {
    while (holder.isConnected && Number(holder.dataset.version) < version) {
      await new Promise((done) => { document.addEventListener("houseway:shown", done, { once: true }); });
    }
  }
  const labelOf = (element) => {
    const button = element.matches("form") ? element.querySelector("button") || element : element;
    const typed = [...(element.elements || [])].filter((each) => each.matches("input:not([type=hidden])")).map((each) => each.value);
    return [button.getAttribute("aria-label") || button.textContent, ...typed].join(" ").replace(/\s+/g, " ").trim();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-order]");
    if (button) press(button, JSON.parse(button.dataset.order));
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-order]")) return;
    event.preventDefault();
    press(event.target, filled(event.target));
  });
  /* Chips beside an amount add up to it. */
  document.addEventListener("click", (event) => {
    const chip = event.target.closest("[data-chip]");
    const holder = chip && chip.closest("form, .asked");
    if (!holder) return;
    const field = holder.querySelector("[data-as=money]") || holder.querySelector("input");
    const sum = Number(chip.dataset.chip) && Number(cents(field.value || "0")) + Number(chip.dataset.chip);
    field.value = sum ? (sum / 100).toFixed(2).replace(".00", "") : "";
  });

  /* Pages that htmx asked for and did not get. */
  for (const failed of ["htmx:responseError", "htmx:sendError"]) document.addEventListener(failed, (event) => {
    try {
      tell(JSON.parse(event.detail.xhr.responseText));
    } catch (other) {
      tell({ sentence: Houseway.text("The house does not answer") });
    }
  });
  /* A tab that nobody looks at lets its stream go, and is sent the state as it is when it is shown
     again. The extension opens a stream again when it hears that one has failed. */
  const HIDDEN_MS = 60000;
  let source = null;
  let paused = false;
  document.addEventListener("htmx:sseOpen", () => {
    heard = performance.now();
    document.body.classList.remove("lost");
    newest = new WeakMap(); // what comes first is all as it is now
    lineBack();
  });
  window.addEventListener("online", () => lineBack());
  /* A line that misses two heartbeats of the house is opened again, also while it is being opened. */
  function openStream(address) {
    heard = performance.now();
    source = new EventSource(address);
    return source;
  }
  const silentMs = () => 1000 * (1 + 2 * byId("main").dataset.heartbeat);
  let heard = 0;
  setInterval(() => {
    if (!source || paused || source.readyState === EventSource.CLOSED) return;
    if (document.visibilityState === "hidden" || performance.now() - heard < silentMs()) return;
    source.close();
    source.onerror();
  }, 1000);
  document.addEventListener("visibilitychange", () => {
    clearTimeout(pauseStream.timer);
    if (document.visibilityState === "hidden") pauseStream.timer = setTimeout(pauseStream, HIDDEN_MS);
    else if (paused) source.onerror();
  });
  function pauseStream() {
    if (!source || source.readyState === EventSource.CLOSED) return;
    source.close();
    paused = true;
  }
  document.addEventListener("htmx:sseError", () => {
    if (paused) { paused = false; return; }
    document.body.dataset.lost = Houseway.text("Connection lost: shown as last known");
    document.body.classList.add("lost");
    if (document.querySelector("form[action='/sign-out']")) askWhetherSignedIn();
  });
  /* A live page whose session is over says so, and how to go on. */
  async function askWhetherSignedIn() {
    try {
      const answer = await fetch("/api/session");
      if (answer.status !== 401) return;
    } catch (lost) {
      return;
    }
    tell({ sentence: Houseway.text("Your session has ended.") });
    const link = document.createElement("a");
    link.href = "/sign-in?ended=yes&then=" + encodeURIComponent(location.pathname);
    link.textContent = Houseway.text("Sign in again");
    told().append(link);
  }

  window.Houseway = {
    all, byId, cents, clauseLink, drop, give, halt, hex, hurry, moment, money, randomHex, tableAt, takeBack, tell, text,
    waiting: () => queue, stopped: () => stopped, labelOf,
    reached: (address, version) => (own.findLast((each) => each.address === address) || { to: version }).to,
  };
})();
