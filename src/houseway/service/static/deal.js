/* Checks every secret that a table reveals: it follows the one before, the patron's own copy of the
   share is in every mix since it was sent, and the cards of a shoe follow from secret and mix. */
(() => {
  "use strict";
  const mark = document.getElementById("deal-check");
  const table = document.querySelector("[data-playing]").dataset.playing, SIZE = 2n ** 256n;
  const DECK = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((rank) => rank + suit));
  const bytes = (text) => Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hex = (found) => Array.from(new Uint8Array(found), (byte) => byte.toString(16).padStart(2, "0")).join("");
  const sha = (found) => crypto.subtle.digest("SHA-256", found);
  async function number(key, mix, index, below) {
    const message = new DataView(new ArrayBuffer(44));
    new Uint8Array(message.buffer).set(mix, 8);
    message.setBigUint64(0, BigInt(index));
    for (let attempt = 0; ; message.setUint32(40, attempt += 1)) {
      const found = BigInt("0x" + hex(await crypto.subtle.sign("HMAC", key, message)));
      if (found < SIZE - SIZE % BigInt(below)) return Number(found % BigInt(below));
    }
  }
  async function wrong(each, own, patron, kept) {
    if (each.commitment !== kept.last || hex(await sha(bytes(each.seed))) !== each.commitment) return Houseway.text("a secret does not fit its published hash");
    const key = await crypto.subtle.importKey("raw", bytes(each.seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const left = DECK.flatMap((card) => Array(each.decks).fill(card)), mixes = [];
    for (const [value, shares] of each.mixes) {
      const mine = shares.find(([name]) => name === patron);
      if (own && mine ? mine[1] !== own : kept.mixed) return Houseway.text("your share is not in the mix");
      kept.mixed = kept.mixed || Boolean(own && mine);
      mixes.push(new Uint8Array(await sha(new TextEncoder().encode(JSON.stringify([each.commitment, value, shares])))));
    }
    for (const [mix, first, count, shown] of each.facts) for (const [at, card] of each.decks && count === shown.length ? shown.entries() : []) {
      const place = await number(key, mixes[mix], first + at, left.length);
      if (left[place] !== card) return Houseway.text("{card} does not follow from the secret", { card });
      kept.cards += left.splice(place, 1).length;
    }
    return "";
  }
  async function look() {
    const { root, commitment, order } = document.getElementById("share")?.dataset || {};
    if ((mark.hidden = !root)) return;
    const patron = JSON.parse(order).patron, place = "deal " + table + " " + patron, before = JSON.parse(localStorage.getItem(place) || "{}");
    const kept = before.root === root ? before : { root, last: commitment, secrets: 0, cards: 0, mixed: false, wrong: "" };
    if (commitment !== kept.last && !kept.wrong) {
      const reply = await fetch("/fair/" + encodeURIComponent(table) + "/revealed?after=" + kept.last);
      if (reply.status === 404) kept.wrong = Houseway.text("a published hash is gone");
      for (const each of reply.ok ? await reply.json() : []) {
        kept.wrong = kept.wrong || await wrong(each, localStorage.getItem("share " + root + " " + patron), patron, kept);
        [kept.last, kept.secrets] = [each.seed, kept.secrets + 1];
      }
    }
    localStorage.setItem(place, JSON.stringify(kept));
    mark.classList.toggle("refusal", Boolean(kept.wrong));
    mark.lastElementChild.textContent = kept.wrong || (kept.secrets ? Houseway.text("checked by this browser (secrets: {secrets}, cards: {cards})", kept)
      : Houseway.text("this browser checks it when a secret is revealed"));
  }
  let looking = Promise.resolve();
  if (crypto.subtle) document.addEventListener("houseway:shown", () => {
    const form = document.getElementById("share");
    if (form && !form.dataset.given && form.elements.share.value) localStorage.setItem("share " + form.dataset.root + " " + JSON.parse(form.dataset.order).patron, form.elements.share.value);
    looking = looking.then(look).catch(() => undefined);
  });
})();
