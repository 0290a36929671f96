/* The patron's console: chips from the tray onto the felt, by pointer or by keys.

   #seat-places names the areas; #seat-offers says in `data-spots` what each takes now, or why not,
   and in `data-repeat` the wagers of the last round that can be placed again. The rules are asked with every order; this
   only saves asking for what has been refused already. */
(() => {
  "use strict";

  const playing = document.querySelector("[data-playing]");
  const table = playing.dataset.playing;
  const layout = document.getElementById("layout");
  const takeBack = document.getElementById("take-back");
  const repeat = document.getElementById("repeat");
  const done = document.getElementById("done");
  const join = document.getElementById("tray-join");
  const getChips = document.getElementById("tray-chips");
  const zoom = document.getElementById("zoom");
  const chips = [...document.querySelectorAll("[data-chip]")];
  const title = document.title;
  let chip = 0;
  let spots = {};
  let current = "";  // the area that the Tab key reaches
  let learned = { version: 0, lies: {} };  // from the newest answer; news may be older

  const seat = () => document.getElementById("seat");
  const offered = () => document.getElementById("seat-offers").dataset;
  const key = (spot) => spot.dataset.wager + "|" + (spot.dataset.box || "0");
  const name = (spot) => spot.dataset.wager !== undefined ? key(spot) : spot.dataset.section || "n" + spot.dataset.neighbours;
  const money = (cents) => "$" + (cents / 100).toLocaleString("en-AU", { minimumFractionDigits: cents % 100 ? 2 : 0 });

  /* Areas as the rules now have them */

  /* Many areas have the same answer: an amount from the least to the most, or why not. */
  function unpacked() {
    const { answers, which, lies } = JSON.parse(offered().spots);
    const patron = seat().dataset.patron;
    const names = JSON.parse(document.getElementById("seat-places").dataset.places);
    const now = Number(seat().dataset.version) < learned.version ? learned.lies : lies;
    return Object.fromEntries(names.map((at, i) => {
      const [wager, box] = at.split("|");
      const offer = { command: { patron: patron, wager: wager, box: Number(box) }, lies: now[at] || 0 };
      const answer = answers[which[i]];
      if (answer.length === 2) offer.refused = { sentence: answer[0], clause: answer[1] };
      else [offer.least, offer.most, offer.step] = answer;
      return [at, offer];
    }));
  }

  function drawn() {
    return [...layout.querySelectorAll(".spot[role=button]")];
  }

  function mark(spot) {
    const said = spot.dataset.said || (spot.dataset.said = spot.getAttribute("aria-label"));
    if (spot.dataset.wager === undefined) return;
    const offer = spots[key(spot)];
    const refused = offer ? offer.refused : { sentence: Houseway.text("no wager is taken here"), clause: "" };
    let label = said;
    if (offer && offer.lies) label += "; " + Houseway.text("you have {amount} here", { amount: money(offer.lies) });
    if (refused) label += "; " + Houseway.text("not now: {reason}", { reason: refused.sentence }) + (refused.clause ? " (" + refused.clause + ")" : "");
    if (refused) spot.setAttribute("aria-disabled", "true");
    else spot.removeAttribute("aria-disabled");
    spot.setAttribute("aria-label", label);
    const words = spot.querySelector("title");
    if (words) words.textContent = label;
  }

  /* The patron's share of the deal: a random value for each root of the house's secrets, sent once. */

  let shared = "";
  let made = "";

  function share() {
    const form = document.getElementById("share");
    if (!form || !form.dataset.root) return;
    const { root, given } = form.dataset, field = form.elements.share;
    if (!given && (!field.value || made !== root)) {
      const bytes = crypto.getRandomValues(new Uint8Array(32));
      field.value = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
    }
    made = root;
    if (!("here" in form.dataset)) shared = "";
    if (!("here" in form.dataset) || given || shared === root || !field.validity.valid) return;
    shared = root;
    order(Houseway.text("Your share of the deal"), { ...JSON.parse(form.dataset.order), share: field.value });
  }

  /* One's own seat and chips look different from everybody else's. */
  function markOwn(patron) {
    for (const each of layout.querySelectorAll(".place")) each.classList.toggle("own", each.dataset.patron === patron);
    for (const each of layout.querySelectorAll("[data-of]")) each.classList.toggle("own", each.dataset.of === patron);
  }

  /* A box that has just been taken is not left under the tray of a phone. */
  let shownBox;

  function bringBox() {
    const tray = document.getElementById("tray");
    const spot = [...layout.querySelectorAll(".place.own")].find((spot) => spot.checkVisibility());
    if (!spot || spot.dataset.box === shownBox || !tray.checkVisibility()) return;
    shownBox = spot.dataset.box;
    scrollBy(0, Math.max(0, spot.getBoundingClientRect().bottom - tray.getBoundingClientRect().top));
  }

  function refresh() {
    const now = seat();
    if (!now) return;
    share();
    markOwn(now.dataset.patron);
    spots = unpacked();
    const all = drawn();
    all.forEach(mark);
    const reachable = all.find((spot) => name(spot) === current && spot.checkVisibility())
      || all.find((spot) => spot.checkVisibility() && !spot.hasAttribute("aria-disabled"))
      || all.find((spot) => spot.checkVisibility());
    all.forEach((spot) => { spot.tabIndex = spot === reachable ? 0 : -1; });
    const open = all.some((spot) => !spot.hasAttribute("aria-disabled") && spot.dataset.wager !== undefined);
    playing.classList.toggle("resting", !open);
    const again = JSON.parse(offered().repeat);
    repeat.disabled = !again.length;
    done.disabled = !offered().finish;
    playing.classList.toggle("joining", Boolean(offered().join || offered().chips));
    join.hidden = !offered().join;
    getChips.hidden = !offered().chips;
    done.textContent = offered().finished ? Houseway.text("Waiting") : Houseway.text("I'm done");
    bringBox();
    document.title = offered().turn ? Houseway.text("Your turn: {title}", { title: title }) : title;
  }

  /* Placing: what was pressed is complete at once; the amount follows from what lies when its turn
     has come. */

  const address = Houseway.tableAt(table);
  const give = (label, make) => Houseway.give({ label, address, make });
  const order = (label, command) => give(label, () => ({ command }));

  document.addEventListener("houseway:accepted", ({ detail: said }) => {
    if (!said.view.wagers) return; // of a contest
    const own = said.view.wagers.filter((each) => each.patron === seat().dataset.patron);
    learned = { version: said.version, lies: Object.fromEntries(own.map((each) => [each.wager + "|" + each.box, each.amount])) };
    for (const [at, offer] of Object.entries(spots)) offer.lies = learned.lies[at] || 0;
  });

  function amountFor(offer, by) {
    if (!offer.lies) return Math.max(Math.ceil(by / offer.step) * offer.step, offer.least);
    return Math.min(Math.max(offer.lies + by, offer.least), offer.most);
  }

  function placing(at, by) {
    const offer = spots[at];
    if (!offer) return { problem: { sentence: Houseway.text("No wager is taken here") } };
    if (offer.refused) return { problem: offer.refused };
    const amount = amountFor(offer, by);
    if (amount !== offer.lies) return { command: { ...offer.command, type: offer.lies ? "ChangeWager" : "PlaceWager", amount: amount } };
    const amounts = { most: money(offer.most), least: money(offer.least), amount: money(offer.lies) };
    const sentence = by > 0 ? Houseway.text("The most is {most} here: {amount} stays", amounts)
      : Houseway.text("The least is {least} here: {amount} stays", amounts);
    return { problem: { sentence } };
  }

  const named = (at) => at.replace("|0", "").replace("|", ", " + Houseway.text("box") + " ");

  function place(at, by) {
    const label = (by < 0 ? "\u2212" : "") + money(Math.abs(by)) + " " + named(at);
    give(label, () => placing(at, by));
  }

  function withdraw(at) {
    give(Houseway.text("Take back {wager}", { wager: named(at) }), () => {
      const offer = spots[at];
      if (!offer || !offer.lies) return { problem: { sentence: Houseway.text("You have no wager there") } };
      const { patron, wager, box } = offer.command;
      return { command: { type: "WithdrawWager", patron: patron, wager: wager, box: box } };
    });
  }

  function onTheTrack(spot, amount) {
    const patron = seat().dataset.patron;
    const command = spot.dataset.section !== undefined
      ? { type: "PlaySection", patron: patron, section: spot.dataset.section, amount: amount }
      : { type: "PlayNeighbours", patron: patron, number: Number(spot.dataset.neighbours), amount: amount };
    order(money(amount) + " " + (spot.dataset.section || spot.dataset.neighbours), command);
  }

  const taking = () => takeBack.getAttribute("aria-pressed") === "true";

  function takeNext(on) {
    takeBack.setAttribute("aria-pressed", String(on));
    playing.classList.toggle("taking-back", on);
  }

  function press(spot) {
    const back = taking();
    takeNext(false);
    if (spot.dataset.wager === undefined) onTheTrack(spot, chip);
    else if (back) withdraw(key(spot));
    else place(key(spot), chip);
  }

  /* Tray */

  function choose(button) {
    chip = Number(button.dataset.chip);
    chips.forEach((each) => {
      each.setAttribute("aria-checked", String(each === button));
      each.tabIndex = each === button ? 0 : -1;
    });
    takeNext(false);
    try { sessionStorage.setItem("chip", button.dataset.chip); } catch (full) { /* only a comfort */ }
  }

  function firstChip() {
    const kept = chips.find((each) => each.dataset.chip === sessionStorage.getItem("chip"));
    return kept || chips.find((each) => each.getAttribute("aria-checked") === "true");
  }

  chips.forEach((button) => button.addEventListener("click", () => choose(button)));
  takeBack.addEventListener("click", () => takeNext(!taking()));
  function tray(button, offer) {
    button.addEventListener("click", (event) => {
      const offers = offered()[offer] ? [JSON.parse(offered()[offer])].flat() : [];
      if (Houseway.isSamePress(event, button)) return;
      for (const command of offers) order(button.textContent, command);
    });
  }
  tray(join, "join");
  tray(getChips, "chips");
  tray(done, "finish");
  tray(repeat, "repeat");
  if (zoom) zoom.addEventListener("click", () => {
    zoom.setAttribute("aria-pressed", String(layout.classList.toggle("zoomed")));
  });

  /* Pointer and keys */

  /* A felt that is drawn again between finger down and finger up takes the press from its area: what
     lies under the finger then is what was meant. */
  const AREA = "#layout .spot[role=button]";
  function under(event) {
    const direct = event.target.closest(AREA);
    if (direct || !event.clientX || !event.target.closest("#layout")) return direct;
    const found = document.elementsFromPoint(event.clientX, event.clientY).map((each) => each.closest(AREA));
    return found.find((each) => each) || null;
  }

  playing.addEventListener("click", (event) => {
    const spot = under(event);
    if (spot) press(spot);
    const step = event.target.closest("[data-by]");
    if (!step) return;
    const { wager, box } = step.closest("[data-wager]").dataset;
    place(wager + "|" + box, Number(step.dataset.by) * chip);
  });

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const middle = (spot) => {
    const box = (spot.querySelector(".area, .track") || spot).getBoundingClientRect();
    return [box.left + box.width / 2, box.top + box.height / 2];
  };

  /* The nearest area in a direction; what lies aside counts as further away. */
  function towards(spot, [dx, dy]) {
    const [x, y] = middle(spot);
    let best = null;
    let least = Infinity;
    for (const other of drawn()) {
      if (other === spot || !other.checkVisibility()) continue;
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      const far = along + 3 * aside;
      if (along > 1 && far < least) [best, least] = [other, far];
    }
    return best;
  }

  function go(spot) {
    if (!spot) return;
    current = name(spot);
    drawn().forEach((each) => { each.tabIndex = each === spot ? 0 : -1; });
    spot.focus();
  }

  const KEYS = {
    Enter: press,
    " ": press,
    Delete: (spot) => withdraw(key(spot)),
    Backspace: (spot) => withdraw(key(spot)),
  };

  playing.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, select, textarea")) return;
    const spot = event.target.closest("#layout .spot[role=button]");
    const numbered = /^[1-9]$/.test(event.key) && chips[Number(event.key) - 1];
    const among = chips.indexOf(event.target);
    if (numbered) choose(numbered);
    else if (spot && ARROWS[event.key]) go(towards(spot, ARROWS[event.key]));
    else if (spot && KEYS[event.key]) KEYS[event.key](spot);
    else if (among >= 0 && ARROWS[event.key]) {
      const [dx, dy] = ARROWS[event.key];
      const next = chips[(among + dx + dy + chips.length) % chips.length];
      choose(next);
      next.focus();
    } else return;
    event.preventDefault();
  });

  layout.addEventListener("focusin", (event) => {
    const spot = event.target.closest(".spot[role=button]");
    if (spot) current = name(spot);
  });

  document.addEventListener("houseway:shown", refresh);
  addEventListener("resize", refresh);
  refresh();
  if (chips.length) choose(firstChip());
})();
