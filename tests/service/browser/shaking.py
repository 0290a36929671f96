"""Hasty people at consoles over a bad line, both made from a seed, and what they meant.

The line delays what a page sends and is sent, loses answers that the house has given, brings live
messages apart and late, and breaks off. A person presses keys and buttons some milliseconds
apart, whatever the page shows by then. Each scene ends by comparing the log with what was meant:
all of it, or its beginning with everything else in sight on the page.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from playwright.sync_api import Page, expect

from houseway.equipment.cards import Card
from houseway.store import codec
from tests.service import contest, coup
from tests.service.browser.beside import finish, open_betting, prepare, say, table_with
from tests.service.browser.conftest import Casino, late, session_cookies
from tests.service.contest import NAME

# In the page, before its own scripts: `line` says in milliseconds how late what is. What is asked
# and answered keeps its order, as it does on one connection.
LINE = """(() => {
  const plan = PLAN;
  let state = plan.seed;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const span = ([least, most]) => least + random() * (most - least);
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const real = window.fetch.bind(window);
  window.line = { away: false, open: [] };
  window.fetch = async (input, init) => {
    if (window.line.away) { await wait(5); throw new TypeError("no line"); }
    const lost = init && init.method === "POST" && random() < plan.lost;
    await wait(span(plan.ask));
    const answer = await real(input, init);
    await wait(span(plan.answer));
    if (lost || window.line.away) throw new TypeError("the answer was lost");
    return answer;
  };
  const Source = window.EventSource;
  const drop = (source) => {
    source.close();
    if (source.onerror) source.onerror(new Event("error"));
  };
  window.EventSource = class extends Source {
    constructor(...given) {
      super(...given);
      this.last = 0;
      window.line.open.push(this);
      if (random() < plan.breaks) setTimeout(() => drop(this), span([50, 400]));
    }
    addEventListener(type, work) {
      super.addEventListener(type, (event) => {
        const now = performance.now();
        this.last = Math.max(this.last, now + span(plan.news));
        setTimeout(() => { if (!window.line.away) work(event); }, this.last - now);
      });
    }
  };
  window.line.leave = () => { window.line.away = true; window.line.open.forEach(drop); };
  window.line.come = () => { window.line.away = false; window.dispatchEvent(new Event("online")); };
})();
(() => {
  localStorage.setItem("houseway-moment", "4000"); // however busy the machine is
  localStorage.setItem("hold", "0");
})();"""

# What a person does: [milliseconds before it, what, with what].
HANDS = """async (deeds) => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const click = async (element) => {
    const box = element.getBoundingClientRect();
    const at = { bubbles: true, cancelable: true, button: 0, detail: 1,
      clientX: box.left + box.width / 2, clientY: box.top + box.height / 2 };
    const under = () => document.elementFromPoint(at.clientX, at.clientY) || element;
    under().dispatchEvent(new PointerEvent("pointerdown", at));
    await wait(15);
    const target = under();
    target.dispatchEvent(new PointerEvent("pointerup", at));
    target.closest("button, a, [role=button]") && !target.closest("button:disabled") &&
      target.dispatchEvent(new MouseEvent("click", at));
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const seen = (selector) => all(selector).find((each) => each.checkVisibility());
  let last = null;
  for (const [gap, what, on] of deeds) {
    await wait(gap);
    if (what === "key") {
      const target = document.activeElement || document.body;
      const press = new KeyboardEvent("keydown", { key: on, bubbles: true, cancelable: true });
      const taken = !target.dispatchEvent(press);
      if (!taken && target.matches("input") && on.length === 1) {
        target.value += on;
        target.dispatchEvent(new Event("input", { bubbles: true }));
      }
    } else if (what === "click") {
      last = seen(on);
      last.scrollIntoView({ block: "center" });
      await click(last);
    } else if (what === "again") {
      await click(last);
    } else if (what === "line") {
      window.line[on]();
    }
  }
}"""
EDITION = "mini-baccarat@2017-12-06"
QUIET = "() => !Houseway.waiting().length && !document.body.classList.contains('lost')"

Deed = tuple[int, str, str]


class Shake(NamedTuple):
    """One scene: a house, a seed, and the name of a table that no other scene has."""

    casino: Casino
    seed: int
    scene: str
    again: str = ""  # what sets its table apart from the same scene of the same seed

    @property
    def table(self) -> str:
        return f"{self.scene}-{self.seed}{self.again}"

    @property
    def chance(self) -> random.Random:
        return random.Random(f"{self.scene} {self.seed}")

    def line(self) -> str:
        """A quick line, a slow one, or one of which an end is late; some lose answers or break."""
        chance = self.chance
        late = [0, 5], [0, 60], [150, 250], [0, 300]
        plan = {
            "seed": self.seed + 1, "ask": chance.choice(late), "answer": chance.choice(late),
            "news": chance.choice(late), "lost": chance.choice((0, 0, 0.2)),
            "breaks": chance.choice((0, 0, 0.5)),
        }  # fmt: skip
        return LINE.replace("PLAN", json.dumps(plan))

    def page(self, name: str, path: str, ready: str) -> Page:
        """A person's page over this line, once it shows what it is waited for."""
        screen = self.casino.screen(name)
        screen.context.add_init_script(self.line())
        screen.complaints = _Unheard()
        screen.context.add_cookies(_session(screen.url, name))
        page = screen.open(path)
        expect(page.locator(ready).first).to_be_visible()
        page.wait_for_function("() => window.Houseway && document.readyState === 'complete'")
        return page

    def kinds(self) -> list[str]:
        log = self.casino.server.floor.log
        return [entry.kind for entry in log.read(f"table/{self.table}")]


_session = cache(session_cookies)  # a house takes only so many sign-ins a minute


_OF_THE_LINE = "Failed to load resource", "net::ERR_", "[object Event]", "htmx:"


class _Unheard(list[str]):
    """A browser complains of every line that breaks and every refusal, which are meant here."""

    def append(self, complaint: str) -> None:
        if not complaint.startswith(_OF_THE_LINE):
            super().append(complaint)


def does(page: Page, deeds: list[Deed]) -> None:
    """Press all of it, and wait until the page has the answers to what it has asked."""
    page.evaluate(HANDS, deeds)
    page.wait_for_function(QUIET)
    page.wait_for_function("() => !document.querySelector('.landing')")


def keys(chance: random.Random, typed: list[str]) -> list[Deed]:
    """Keys at one pace: all at once, as a quick hand has it, or as a slow one."""
    slowest = chance.choice((0, 20, 80, 200))
    return [(chance.randint(0, slowest), "key", each) for each in typed]


# The dealer


def cards_after_the_call(shake: Shake) -> None:
    """Mini Baccarat 5.2, 7.1: the call and four cards in one go; one of them may be gone."""
    chance, table = shake.chance, shake.table
    bad = chance.choice((None, None, 0, 1, 2, 3))
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    if bad is not None:
        _without_tens_of_hearts(shake)
    say(shake.casino, table, "Ana wagers $25 on banker")
    cards = [rank + suit for rank, suit in zip("9823", chance.choices("SDC", k=4), strict=True)]
    typed = list(cards)
    if bad is not None:
        typed[bad] = "TH"
    page = shake.page("Eli", f"/dealer/{table}", ".stakes tbody tr")
    before = len(_cards(shake))

    does(page, keys(chance, ["n", *"".join(typed), "Enter"]))

    if bad is None:
        assert _cards(shake)[before:] == cards, _cards(shake)[before:]
    else:
        assert _cards(shake)[before:] == cards[:bad]
        refused, *rest = _listed(page)
        assert refused.startswith("10\u2665"), refused
        assert "".join(rest) in (
            after := "".join(typed[bad + 1 :]) + "Enter",
            after.removesuffix("Enter")[:0],
        )
        expect(page.locator("#refusal")).to_be_visible()
        does(page, [(0, "key", "Escape"), *keys(chance, [*"".join(cards[bad:]), "Enter"])])
        assert _cards(shake)[before:] == cards
        assert not _listed(page), (_listed(page), _sentence(page))
    _shows_what_is_true(shake, page)


def _without_tens_of_hearts(shake: Shake) -> None:
    """All eight have been dealt: six in a tie at nothing, and two."""
    for cards in ("deal Th Th Th Th Th Th", "deal Th Th 9d 8d"):
        say(shake.casino, shake.table, "Ana wagers $25 on banker", "no more bets", cards)
        finish(shake.casino, shake.table)
        open_betting(shake.casino, shake.table)


def typed_without_a_line(shake: Shake) -> None:
    """What is typed while the line is away is asked when it is back, each card in its place."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    say(shake.casino, table, "Ana wagers $25 on banker", "no more bets")
    page = shake.page("Eli", f"/dealer/{table}", "#step")
    cards = [rank + suit for rank, suit in zip("9823", chance.choices("SDC", k=4), strict=True)]
    typed = keys(chance, [*"".join(cards), "Enter"])
    away, back = sorted(chance.sample(range(len(typed) + 1), k=2))
    typed.insert(back, (chance.randint(0, 900), "line", "come"))
    typed.insert(away, (0, "line", "leave"))

    does(page, typed)

    assert _cards(shake) == cards, (_cards(shake), cards)
    assert not _listed(page), (_listed(page), _sentence(page))
    _shows_what_is_true(shake, page)


def announced_twice(shake: Shake) -> None:
    """Mini Baccarat 8: Enter pressed twice settles, and does not collect the cards as well."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    say(shake.casino, table, "Ana wagers $25 on banker", "no more bets", "deal 9s 8d Tc 9d")
    page = shake.page("Eli", f"/dealer/{table}", "#main-act")
    second = "key" if chance.random() < 0.5 else "again"
    first: Deed = (0, "key", "Enter") if second == "key" else (0, "click", "#main-act")

    does(page, [first, (chance.randint(30, 250), second, "Enter")])

    assert _step(shake) == "collect", shake.kinds()
    assert not _listed(page), (_listed(page), _sentence(page))
    _shows_what_is_true(shake, page)


def looked_up(shake: Shake) -> None:
    """Letters typed before the list of irregularities has come are looked for in it."""
    table = shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    say(shake.casino, table, "Ana wagers $25 on banker", "no more bets", "deal 9s")
    page = shake.page("Eli", f"/dealer/{table}", "#step")
    before = shake.kinds()

    does(page, keys(shake.chance, ["i", *"placed wrongly"]))

    expect(page.locator("#find")).to_have_value("placed wrongly")
    expect(page.locator("#orders details:visible")).to_have_count(1)
    assert shake.kinds() == before


def _cards(shake: Shake) -> list[str]:
    found = shake.casino.server.floor.log.read(f"table/{shake.table}")
    events = (
        codec.decode("mini-baccarat@2017-12-06", each) for each in found if each.kind == "CardDealt"
    )
    return [str(Card(each.card)).upper() for each in events]  # type: ignore[attr-defined]


def _step(shake: Shake) -> str:
    table: Any = shake.casino.server.floor.runner.table(f"table/{shake.table}")
    return str(table.game.awaits(table.play).what)


def _sentence(page: Page) -> str:
    return page.locator("#refusal, #told").first.inner_text()


def _listed(page: Page) -> list[str]:
    return page.locator("#outbox li").all_inner_texts()


def _shows_what_is_true(shake: Shake, page: Page) -> None:
    """The step on the page is the one that the table awaits."""
    table: Any = shake.casino.server.floor.runner.table(f"table/{shake.table}")
    version = shake.casino.server.floor.runner.version(f"table/{shake.table}")
    expect(page.locator("#step")).to_have_attribute("data-version", str(version))
    assert table.game.awaits(table.play).what


# The patron


def chips_on_the_felt(shake: Shake) -> None:
    """Every press has the chip that was chosen when it was made."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=5_000_00)
    page = shake.page("Ana", f"/play/{table}", '.spot[data-wager="banker"]')
    amounts = [
        int(each)
        for each in page.locator("[data-chip]").evaluate_all(
            "all => all.map(each => each.dataset.chip)"
        )
    ]
    meant: dict[str, int] = {}
    deeds: list[Deed] = []
    slowest = chance.choice((0, 30, 130, 250))
    chosen = 0
    for _ in range(chance.randint(3, 9)):
        if not chosen or chance.random() < 0.4:
            chosen = chance.choice([each for each in amounts if each >= 25_00][:2])
            deeds.append((chance.randint(0, slowest), "click", f'[data-chip="{chosen}"]'))
        area = chance.choice(("banker", "tie"))
        meant[area] = meant.get(area, 0) + chosen
        deeds.append(
            (chance.randint(0, slowest), "click", f'.spot[data-wager="{area}"][role=button]')
        )

    does(page, deeds)

    assert not _listed(page), (_listed(page), _sentence(page))
    assert _wagers(shake) == meant, (_wagers(shake), meant, deeds)


def left_in_the_middle(shake: Shake) -> None:
    """A page that is opened again asks once more for what it had sent, and names the rest."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=5_000_00)
    spot = '.spot[data-wager="banker"][role=button]'
    page = shake.page("Ana", f"/play/{table}", spot)
    chip = page.locator('[data-chip][aria-checked="true"]')
    worth = int(chip.get_attribute("data-chip") or 0)
    presses = chance.randint(2, 4)
    page.evaluate(HANDS, [(chance.randint(0, 200), "click", spot) for _ in range(presses)])

    page.reload()
    page.wait_for_function("() => window.Houseway && document.readyState === 'complete'")
    page.wait_for_function(QUIET)

    named = page.locator("#told").inner_text().count("banker")
    done = _wagers(shake).get("banker", 0) // worth
    assert done + named == presses, (done, named, presses)


def chips_bought(shake: Shake) -> None:
    """A double or triple click on practice chips brings them once."""
    chance, table = shake.chance, shake.table
    shake.casino.open_table(table, "casino-war", practice=1_000_00)
    prepare(shake.casino, table)
    page = shake.page("Ana", f"/play/{table}", "#join")
    page.locator("#join").click()
    expect(page.locator("#bring")).to_be_visible()
    gaps = [chance.randint(60, 200) for _ in range(chance.randint(1, 2))]

    does(page, [(0, "click", "#bring button"), *((gap, "again", "") for gap in gaps)])

    assert shake.kinds().count("ChipsBrought") == 1, shake.kinds()
    assert not _listed(page), (_listed(page), _sentence(page))


def decision(shake: Shake) -> None:
    """Tournament Blackjack 10: Hit twice draws once; Stand without a line is not forgotten."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "tournament-blackjack", Ana=1_000_00)
    say(
        shake.casino, table, "Ana wagers $25 on blackjack in box 1", "no more bets", "deal Th 9c 5s"
    )
    finish(shake.casino, table)
    page = shake.page("Ana", f"/play/{table}", "#decide")
    before = shake.kinds()
    choice = '#decide [data-order*="{}"]'.format
    if chance.random() < 0.5:
        pressed = "Hit"
        deeds: list[Deed] = [(0, "click", choice("Hit")), (chance.randint(60, 300), "again", "")]
    else:
        pressed = "Stand"
        come = (chance.randint(200, 900), "line", "come")
        deeds = [(0, "line", "leave"), (20, "click", choice("Stand")), come]

    does(page, deeds)

    new = shake.kinds()[len(before) :]
    assert new == ["ChoiceMade"], (pressed, new)
    offered = page.locator("#decide [data-order]").evaluate_all(
        "all => all.map(each => JSON.parse(each.dataset.order).type)"
    )
    held: Any = shake.casino.server.floor.runner.table(f"table/{table}")
    asked = {type(each).__name__ for each in held.game.awaits(held.play).commands}
    assert set(offered) <= asked, (offered, asked)


def _wagers(shake: Shake) -> dict[str, int]:
    table: Any = shake.casino.server.floor.runner.table(f"table/{shake.table}")
    return {wager: stake for (_, _, wager), stake in table.play.layout.of("Ana").items()}


# The entrant and the inspector


def stake_at_once(shake: Shake) -> None:
    """7-Up Baccarat 15.8: a quick stake pressed twice is one stake."""
    contest.sealed_round(shake.casino.server.floor.runner)
    page = shake.page("Ana", f"/tournaments/{NAME}", ".quick-stakes button")
    gap = shake.chance.randint(40, 250)

    does(page, [(0, "click", ".quick-stakes button"), (gap, "again", "")])

    kinds = [each.kind for each in shake.casino.server.floor.log.read(f"tournament/{NAME}")]
    assert kinds.count("StakePlaced") == 1, kinds[-5:]
    assert "OrderRefused" not in kinds


def arrows(shake: Shake) -> None:
    """Arrow keys add up, however quickly they are pressed."""
    chance, table = shake.chance, shake.table
    coup.open_table(shake.casino.server.floor.runner, table)
    coup.play(shake.casino.server.floor.runner, table)
    page = shake.page("Ivy", f"/inspect/tables/{table}/rounds/1/4", "#replay")
    pressed = chance.choices(("ArrowRight", "ArrowLeft"), weights=(3, 2), k=chance.randint(3, 8))
    step = 4
    for each in pressed:
        step = min(coup.STEPS, max(1, step + (1 if each == "ArrowRight" else -1)))

    does(page, keys(chance, pressed))

    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))


# People who send a form


def account_added(shake: Shake) -> None:
    """A form pressed twice is handled once, and the password that is shown once is on the page."""
    name = f"Yin{shake.seed}"
    page = shake.page("Chen", "/people", "#add")
    page.locator("#add").get_by_label("Name").fill(name)
    gaps = [0, *(shake.chance.randint(20, 400) for _ in range(shake.chance.randint(1, 2)))]
    with late(page, "**/people"):
        page.evaluate(
            "(gaps) => gaps.forEach((gap) => setTimeout(() => "
            "document.querySelector('#add button').click(), gap))", gaps
        )  # fmt: skip
        expect(page.locator(".secret code")).to_be_visible()

    assert len(page.locator(".secret code").inner_text()) > 0
    named = [each for each in shake.casino.server.floor.desk.accounts.all() if each.name == name]
    assert len(named) == 1


OWN_HOUSE = "stake-at-once"  # a contest of one name
SCENES: dict[str, Callable[[Shake], None]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        cards_after_the_call, typed_without_a_line, announced_twice, looked_up,
        chips_on_the_felt, left_in_the_middle, chips_bought, decision,
        stake_at_once, arrows, account_added,
    )
}  # fmt: skip
