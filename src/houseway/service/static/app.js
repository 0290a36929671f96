/* What pages do by themselves: give orders to a table, and say what the rules answered.

   <button data-table="7" data-order='{"type":"CallNoMoreBets"}'>No more bets</button>
   <form data-table="7" data-order='{"type":"PlaceWager","patron":"Ana"}'>
     <input name="wager"> <input name="amount" data-as="money"> ...
   </form>

   Fields of a form join its order by their names: `data-as` is money (dollars typed, cents sent),
   number, list (separated by commas or blanks), yes (a box that is ticked), pair or part (one of
   several numbers under one name, each with its `data-key`); a field left empty is left out. `data-version` on the element or on an ancestor is the version its giver has seen;
   `data-loose` between them means that the order holds whatever others do meanwhile.
   `data-at="/api/tournaments/spring"` instead of `data-table` gives the order to something else.
   An order that is under way keeps its key: after a lost connection it is asked again, done once.
   The browser reads this before it draws anything: every press on an order is heard. */
(() => {
  "use strict";

  /* Dark unless the light theme was chosen in this browser; read before anything is drawn. */
  const root = document.documentElement;
  const THEME = "houseway-theme";
  if (localStorage.getItem(THEME) === "light") root.dataset.theme = "light";
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-theme-switch]");
    if (!button) return;
    const light = root.dataset.theme !== "light";
    if (light) root.dataset.theme = "light"; else delete root.dataset.theme;
    localStorage.setItem(THEME, light ? "light" : "dark");
    button.setAttribute("aria-pressed", String(light));
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
    if (!window.Idiomorph) return;
    window.Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, node) =>
      !KEPT.some((kept) => kept(name, node));
  });

  /* Of news that wait together the last counts: a slow device shows what is, not all that was.
     They also wait while someone presses, though not for ever: what was pressed must still be
     there at the release, and at the click that a touch sends a moment later. */
  const CLICK_MS = 50;
  const HELD_MS = 3000;
  const SOME_PARTS = "<!--parts-->"; // begins a message that has only the parts which changed
  const news = new Map();
  let cursor = ""; // the version of each table that the waiting news bring the page to
  let pressed = false;
  let landing = false;
  function paint() {
    if (pressed || landing) return;
    const due = [...news];
    news.clear();
    const first = due.filter(([place]) => place.querySelector(".felts"));
    put(first);
    announce(first);
    if (first.length && wait(first)) {
      for (const each of due) if (!first.includes(each)) news.set(...each);
      return;
    }
    const rest = due.filter((each) => !first.includes(each));
    put(rest);
    setVersions();
    announce(rest);
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
    Promise.allSettled(moving.map((each) => each.finished)).then(() => {
      landing = false;
      for (const [place] of felts) place.classList.remove("landing");
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
        for (const held of place.querySelectorAll("[data-version]")) held.dataset.version = version;
      }
    }
  }
  /* All of a fragment takes the place of what waits for it; parts of it join what waits. An empty
     text brings nothing but the version. */
  function take(place, text) {
    if (text && !text.startsWith(SOME_PARTS)) {
      news.set(place, { html: text, parts: new Map() });
      return;
    }
    const read = document.createElement("template");
    read.innerHTML = text;
    const waiting = news.get(place) || { html: null, parts: new Map() };
    for (const each of read.content.querySelectorAll("[data-part]")) waiting.parts.set(each.dataset.part, each);
    news.set(place, waiting);
  }
  function showIn(milliseconds) {
    clearTimeout(showIn.timer);
    showIn.timer = setTimeout(() => { pressed = false; paint(); }, milliseconds);
  }
  function press(event) {
    if (event.button !== 0) return;
    pressed = true;
    showIn(HELD_MS);
  }
  function release() { if (pressed) showIn(CLICK_MS); }
  document.addEventListener("htmx:sseBeforeMessage", (event) => {
    event.preventDefault();
    if (news.size === 0) setTimeout(paint);
    take(event.detail.elt, event.detail.data);
    cursor = event.detail.lastEventId;
  });
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("pointerup", release, true);
  document.addEventListener("pointercancel", release, true);
  window.addEventListener("blur", release);

  /* What a script says to people, in the language of the page: `Houseway.text("{many} left", { many: 3 })`. */
  const brought = document.querySelector("meta[name=texts]");
  const translations = brought ? JSON.parse(brought.content) : {};
  function text(message, values) {
    return (translations[message] || message).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  const WAITS = [300, 1000, 3000];
  const told = () => document.getElementById("told");
  const csrf = () => document.querySelector("meta[name=csrf]").content;

  function tell(problem) {
    const place = told();
    const ended = /[.!?]$/.test(problem.sentence) ? " " : ". ";
    place.textContent = problem.sentence[0].toUpperCase() + problem.sentence.slice(1) + ended;
    if (problem.clause) {
      const link = document.createElement("a");
      link.href = "/clause?cited=" + encodeURIComponent(problem.clause);
      link.textContent = problem.clause;
      place.append(link);
    }
    place.hidden = false;
    clearTimeout(tell.timer);
    tell.timer = setTimeout(() => { place.hidden = true; }, 8000);
  }

  const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

  async function ask(address, body) {
    for (let turn = 0; ; turn += 1) {
      try {
        const answer = await fetch(address, {
          method: "POST",
          headers: {
            "content-type": "application/json", "x-csrftoken": csrf(),
            "accept-language": document.documentElement.lang,
          },
          body: body,
        });
        if (answer.status !== 503 || turn >= WAITS.length) return answer;
      } catch (lost) {
        if (turn >= WAITS.length) throw lost;
      }
      await pause(WAITS[turn]);
    }
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  const tableAt = (table) => "/api/tables/" + encodeURIComponent(table);
  const order = (table, command, version) => orderAt(tableAt(table), command, version);

  /* Give an order; resolves to the answer, or to null when it was refused. */
  async function orderAt(address, command, version) {
    const body = JSON.stringify({
      key: newKey(), expected_version: version === undefined ? null : version, command: command,
    });
    let answer;
    try {
      answer = await ask(address + "/commands", body);
    } catch (lost) {
      tell({ sentence: Houseway.text("The house does not answer; your action may not be recorded") });
      return null;
    }
    const said = await answer.json();
    if (answer.ok) {
      document.dispatchEvent(new CustomEvent("houseway:ordered", { detail: said }));
      return said;
    }
    tell(said);
    document.dispatchEvent(new CustomEvent("houseway:refused", { detail: said }));
    return null;
  }

  const cents = (text) => {
    const match = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.replace(/,/g, "").trim());
    return match ? Number(match[1]) * 100 + Number((match[2] || "").padEnd(2, "0")) : text;
  };
  const READ = {
    money: (field) => cents(field.value),
    number: (field) => Number(field.value),
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

  function versionOf(element) {
    const holder = element.closest("[data-version], [data-loose]");
    return holder && !holder.hasAttribute("data-loose") ? Number(holder.dataset.version) : undefined;
  }

  /* A person who gives two orders, one after the other, need not wait for news of the first: it has moved
     the version on, and its giver knows that. The same key pressed twice is one press too many, and
     is refused as an order by someone who has not seen what has happened. */
  const OWN = 20;
  const own = []; // the newest orders: where, by which element, from which version to which
  let before = Promise.resolve();
  function inTurn(work) {
    before = before.then(work, work);
    return before;
  }
  async function giveNext(element, address, command, seen) {
    let version = seen;
    for (const each of own) {
      if (each.address === address && each.by !== element && each.from === version) version = each.to;
    }
    const said = await orderAt(address, command, version);
    if (said && version !== undefined) own.push({ address, by: element, from: version, to: said.version });
    if (own.length > OWN) own.shift();
    return said;
  }

  async function give(element, command) {
    const keys = element.matches("button") ? [element] : element.querySelectorAll("button");
    keys.forEach((key) => { key.disabled = true; });
    const address = element.dataset.at || tableAt(element.dataset.table);
    const seen = versionOf(element);
    const said = await inTurn(() => giveNext(element, address, command, seen));
    keys.forEach((key) => { key.disabled = false; });
    if (said && element.matches("form") && !element.hasAttribute("data-keep")) element.reset();
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-order]");
    if (button) give(button, JSON.parse(button.dataset.order));
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-order]")) return;
    event.preventDefault();
    give(event.target, filled(event.target));
  });

  /* Pages that htmx asked for and did not get. */
  document.addEventListener("htmx:responseError", (event) => {
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
  document.addEventListener("htmx:sseOpen", (event) => { source = event.detail.source; });
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
  document.addEventListener("htmx:sseOpen", () => document.body.classList.remove("lost"));

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
    clearTimeout(tell.timer);
  }

  window.Houseway = { order, orderAt, tell, text };
})();
