"""Scenes: hasty people at consoles over a bad line, and what they meant.

Each ends by comparing the log with what was meant: all of it, or its beginning with everything else
in sight on the page.
"""

from __future__ import annotations

import random
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page, expect

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import find
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles.analyst import simulations
from houseway.store import codec
from houseway.store.log import Conflict
from houseway.tournament import session_vocabulary as s
from houseway.training.generate import drill
from houseway.training.progress import Progress
from tests.service import contest, coup
from tests.service.browser.bad_line import (
    HANDS,
    QUIET,
    Deed,
    Mode,
    Shake,
    another,
    does,
    keys,
    listed,
    presses,
    sentence,
    session_of,
)  # fmt: skip
from tests.service.browser.beside import finish, open_betting, prepare, say, table_with
from tests.service.browser.test_table_tests import fill
from tests.service.contest import NAME, STREAM
from tests.service.counted import counted_in_the_run
from tests.service.test_simulations import IDLE

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
        refused, *rest = listed(page)
        assert refused.startswith("10\u2665"), refused
        assert "".join(rest) in (
            after := "".join(typed[bad + 1 :]) + "Enter",
            after.removesuffix("Enter")[:0],
        )
        expect(page.locator("#refusal")).to_be_visible()
        does(page, [(0, "key", "Escape"), *keys(chance, [*"".join(cards[bad:]), "Enter"])])
        assert _cards(shake)[before:] == cards
        assert not listed(page), (listed(page), sentence(page))
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
    assert not listed(page), (listed(page), sentence(page))
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
    assert not listed(page), (listed(page), sentence(page))
    _shows_what_is_true(shake, page)


SPUN = {  # what is typed in one go after the wagers, what it records last, and the step after it
    "tournament-roulette": (["n", "Enter", "1", "7", "Enter"], "DollyPlaced", "pay: 17"),
    "tournament-pai-gow": (["n", "Enter", "2", "5", "6", "Enter"], "CupOpened", "Four tiles"),
}


def spun_in_one_go(shake: Shake) -> None:
    """Tournament American Roulette 5, Pai Gow 9: a call, a step and a number, each at its step."""
    chance, table = shake.chance, shake.table
    slug = chance.choice(list(SPUN))
    typed, recorded, following = SPUN[slug]
    table_with(shake.casino, table, slug, Ana=1_000_00)
    if slug == "tournament-roulette":
        say(
            shake.casino,
            table,
            "Ana wagers $10 on 17",
            "spin the wheel clockwise and the ball anticlockwise",
        )
    else:
        say(shake.casino, table, "Ana wagers $40 on hand in box 2")
    page = shake.page("Eli", f"/dealer/{table}", "#step")

    does(page, keys(chance, typed))

    assert not listed(page), (listed(page), sentence(page))
    assert shake.kinds()[-1] == recorded, shake.kinds()
    expect(page.locator("#step")).to_contain_text(following)
    _shows_what_is_true(shake, page)


def looked_up(shake: Shake) -> None:
    """Letters typed before the list of irregularities has come are looked for in it."""
    table = shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    say(shake.casino, table, "Ana wagers $25 on banker", "no more bets", "deal 9s")
    page = shake.page("Eli", f"/dealer/{table}", "#step")
    before = shake.kinds()

    into = shake.chance.random() < 0.5  # the first that is found is opened and filled in
    typed = [*"excess", "Enter", *"9h"] if into else [*"placed wrongly"]
    does(page, keys(shake.chance, ["i", *typed]))

    expect(page.locator("#find")).to_have_value("excess" if into else "placed wrongly")
    expect(page.locator("#orders details:visible")).to_have_count(1)
    if into:
        expect(page.locator("#order-ReportExcessCard input:visible")).to_have_value("9h")
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
        if meant.get(area) and chance.random() < 0.2:
            del meant[area]
            deeds.append((chance.randint(0, slowest), "click", "#take-back"))
            spot = f'.spot[data-wager="{area}"][role=button]'
            deeds.append((chance.randint(0, slowest), "click", spot))
            continue
        meant[area] = meant.get(area, 0) + chosen
        deeds.append(
            (chance.randint(0, slowest), "click", f'.spot[data-wager="{area}"][role=button]')
        )

    does(page, deeds)

    assert not listed(page), (listed(page), sentence(page))
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
    assert not listed(page), (listed(page), sentence(page))


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


def page_left_alone(shake: Shake) -> None:
    """Blackjack 10: on a page without news, what was done elsewhere comes with the refusal."""
    chance, table, runner = shake.chance, shake.table, shake.casino.server.floor.runner
    table_with(shake.casino, table, "tournament-blackjack", Ana=1_000_00)
    say(
        shake.casino, table, "Ana wagers $25 on blackjack in box 1", "no more bets", "deal 8h 9c 4s"
    )
    finish(shake.casino, table)
    page = shake.page("Ana", f"/play/{table}", "#decide")
    page.evaluate("() => window.line.hearNothing()")
    elsewhere: Any = runner.table(f"table/{table}")
    hit = next(each for each in elsewhere.game.awaits(elsewhere.play).choices if "Hit" in str(each))
    shake.casino.order(table, hit, Role.PATRON, "Ana")
    say(shake.casino, table, "deal 2d")
    before = shake.kinds()
    stand: Deed = (chance.randint(0, 200), "click", '#decide [data-order*="Stand"]')

    does(page, [stand, (chance.randint(30, 300), "again", "")])

    assert shake.kinds() == before
    assert "since you looked" in sentence(page).lower(), sentence(page)
    expect(page.locator("#decide")).to_contain_text("14")
    does(page, [(0, "key", "Escape"), stand])
    assert shake.kinds()[len(before) :].count("ChoiceMade") == 1, shake.kinds()[len(before) :]


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
    """Arrow keys and presses of "Next" add up, however quickly they are pressed."""
    chance, table = shake.chance, shake.table
    coup.open_table(shake.casino.server.floor.runner, table)
    coup.play(shake.casino.server.floor.runner, table)
    page = shake.page("Ivy", f"/inspect/tables/{table}/rounds/1/4", "#replay")
    ways: dict[tuple[str, str], int] = {
        ("key", "ArrowRight"): 1, ("key", "ArrowLeft"): -1,
        ("click", "#go-next"): 1, ("click", "#go-previous"): -1,
    }  # fmt: skip
    pressed = chance.choices(list(ways), weights=(3, 2, 3, 2), k=chance.randint(3, 8))
    step, slowest = 4, chance.choice((0, 20, 80, 200))
    for each in pressed:
        step = min(coup.STEPS, max(1, step + ways[each]))

    does(page, [(chance.randint(0, slowest), *each) for each in pressed])

    expect(page.locator("#replay")).to_have_attribute("data-step", str(step))


def news_in_pieces(shake: Shake) -> None:
    """However the news of a round come, in the end the page is as if it had just been opened."""
    chance, table, casino = shake.chance, shake.table, shake.casino
    ends: tuple[Mode | None, ...] = None, "breaks", "silent"
    end, at = chance.choice(ends), chance.choice((None, 0, 1, 2))  # None: while it is being opened
    relay, begun = shake.relay(), 0
    if end and at is None:
        relay.cut(end, after=chance.randint(1, 100))
    table_with(casino, table, "mini-baccarat", Ana=5_000_00)
    page = shake.page("Ana", f"/play/{table}", '.spot[data-wager="banker"]', relay)
    for number, line in enumerate((
        "Ana wagers $25 on banker", "Ana wagers $25 on tie", "no more bets", "deal 9s", "deal 8d",
        "deal Tc", "deal 9d", "finish", "open",
    )):  # fmt: skip
        if end and number == at:
            page.wait_for_function("() => window.line.begun > 0")
            begun = page.evaluate("() => window.line.begun")
            relay.cut(end, after=chance.randint(1, 600))
        if end and number == 6:
            page.wait_for_function(f"() => window.line.begun > {begun}")
        if line == "finish":
            finish(casino, table)
        elif line == "open":
            open_betting(casino, table)
        else:
            say(casino, table, line)
        page.wait_for_timeout(chance.choice((0, 0, 20, 120)))

    now = casino.screen("Ana")
    now.context.add_cookies(session_of(now.url, "Ana"))
    fresh = now.open(f"/play/{table}").evaluate(SHOWN)
    now.page.goto("about:blank")
    page.wait_for_function(
        f"(fresh) => JSON.stringify(({SHOWN})()) === JSON.stringify(fresh)", arg=fresh
    )


# What every live part of a page says, and where its presses belong.
SHOWN = """() => [...document.querySelectorAll(".live")].map((each) => [
  each.getAttribute("sse-swap"), each.innerText.replace(/\\s+/g, " ").trim(),
  [...each.querySelectorAll("[data-version]")].map((held) => held.dataset.version),
  [...each.querySelectorAll("[data-order]")].map((held) => held.dataset.order),
])"""


# The tournament director


def tables_counted(shake: Shake) -> None:
    """7-Up Baccarat 15: two tables are counted in haste, one of them by somebody else as well."""
    chance, floor = shake.chance, shake.casino.server.floor
    contest.take_in(floor)
    contest.to_be_counted(floor.runner)
    page = shake.page("Tom", f"/director/{NAME}/sessions", "form.count")
    seats = {"spring-1": (1, 3, 5, 7), "spring-2": (2, 4, 6, 8)}
    meant = {
        table: {entry: chance.randrange(0, 450, 5) for entry in seats[table]} for table in seats
    }
    other = dict.fromkeys(seats["spring-2"], 500)
    wrong = chance.random() < 0.4
    deeds: list[Deed] = []
    if wrong and chance.random() < 0.5:  # without news, and the right one after the refusal
        page.evaluate("() => { line.hearNothing(); localStorage.setItem('houseway-moment', '1'); }")
        does(page, _count(chance, "spring-1", meant["spring-1"], won=1))
        assert "were issued" in sentence(page)
        does(page, _count(chance, "spring-1", meant["spring-1"], once=True))
        assert _counts(shake) == {"spring-1": [meant["spring-1"]]}, sentence(page)
        page.evaluate("() => line.hear()")
    elif wrong:  # a count that does not add up, and at once the right one
        deeds += _count(chance, "spring-1", meant["spring-1"], won=1)
    for table in sorted(seats.keys() - _counts(shake).keys()):
        deeds += _count(chance, table, meant[table])
    beside = threading.Timer(chance.random() * 2, _counted_by_noa, [shake, other])
    if chance.random() < 0.4:
        beside.start()

    does(page, deeds)
    if beside.ident is not None:
        beside.join()

    counted = _counts(shake)
    if not wrong and beside.ident is None:
        assert counted == {table: [meant[table]] for table in seats}, (counted, sentence(page))
        assert not sentence(page)
        assert not listed(page)
    for table in seats.keys() - counted.keys():
        assert sentence(page) or listed(page), (table, counted)
        does(page, [(0, "key", "Escape"), *_count(chance, table, meant[table], once=True)])
    counted = _counts(shake)
    assert counted["spring-1"] == [meant["spring-1"]], (counted, sentence(page))
    assert counted["spring-2"] in ([meant["spring-2"]], [other]), (counted, meant, sentence(page))
    for table in seats:
        expect(page.locator(f"#table-1-{table} .tag")).to_have_text("\u2713 counted")
    for entry, chips in (counted["spring-1"][0] | counted["spring-2"][0]).items():
        name = re.compile(rf"\b{contest.ENTRANTS[entry - 1]}\b")
        place = page.locator(".at-one li", has_text=name)
        expect(place.locator(".figure")).to_have_text(str(chips))


def _count(
    chance: random.Random, table: str, counts: dict[int, int], won: int = 0, *, once: bool = False
) -> list[Deed]:
    form, slowest = f"form.count[data-order*='{table}']", chance.choice((0, 20, 60))
    deeds: list[Deed] = []
    typed = {f"[data-key='{entry}']": str(chips) for entry, chips in counts.items()}
    typed["[name=won]"] = str(2000 - sum(counts.values()) + won)
    for field, text in typed.items():
        deeds.append((chance.randint(0, slowest), "into", f"{form} {field}"))
        deeds += [(chance.randint(0, slowest), "key", each) for each in text]
    if chance.random() < 0.5:
        deeds.append((chance.randint(0, slowest), "key", "Enter"))
        return deeds if once else [*deeds, (chance.randint(30, 250), "key", "Enter")]
    deeds.append((chance.randint(0, slowest), "click", f"{form} button"))
    return deeds if once else [*deeds, (chance.randint(30, 250), "again", "")]


def _counted_by_noa(shake: Shake, counts: dict[int, int]) -> None:
    """Another director counts the second table, unless it has been counted by then."""
    runner = shake.casino.server.floor.runner
    command = s.CountTable(1, "spring-2", tuple(counts.items()), 2000 - sum(counts.values()))
    order = Order(command, contest.DIRECTOR, "Noa", "noa counts", runner.version(STREAM))
    if "spring-2" not in _counts(shake):
        with suppress(Conflict):  # in this very moment
            runner.order(STREAM, order)


def _counts(shake: Shake) -> dict[str, list[dict[int, int]]]:
    """Every final count in the log, by its table."""
    found: dict[str, list[dict[int, int]]] = {}
    for entry in shake.casino.server.floor.log.read(STREAM):
        event = msgspec.json.decode(entry.body)
        if entry.kind == "TableCounted" and event["final"]:
            found.setdefault(event["table"], []).append(dict(event["counts"]))
    return found


# The pit


def void_confirmed(shake: Shake) -> None:
    """Mini Baccarat 12.4: the ruling is seen, confirmed in haste, and given once."""
    chance, table = shake.chance, shake.table
    table_with(shake.casino, table, "mini-baccarat", Ana=1_000_00)
    say(shake.casino, table, "Ana wagers $25 on banker", "no more bets", "deal 8h")
    shake.casino.order(table, ReportPlacementError(), Role.GAMING_SUPERVISOR)
    page = shake.page("Dora", f"/pit/{table}/orders/AuthoriseVoid", ".confirm", shake.relay())
    before, gaps = len(shake.kinds()), _gaps(chance)
    beside = chance.random() < 0.3
    if beside:  # another supervisor has been quicker
        shake.casino.order(table, c.AuthoriseVoid(), Role.GAMING_SUPERVISOR, "Mia")

    presses(page, page.locator("button.confirm"), gaps)

    if beside:
        expect(page.get_by_text("Mia has just acted at this table").first).to_be_visible()
    else:
        expect(page.get_by_text("Done and on record")).to_be_visible()
    assert shake.kinds()[before:].count("RoundVoided") == 1, shake.kinds()[before:]


def sign_put_up(shake: Shake) -> None:
    """7-Up Baccarat 6.7: what follows is shown, however often it is asked; one sign goes up."""
    chance, table = shake.chance, shake.table
    shake.casino.open_table(table, "seven-up-baccarat")
    page = shake.page(
        "Dora", f"/pit/{table}/orders/PutUpSign", "text=Show what follows", shake.relay()
    )
    page.get_by_label("The sign is about").select_option("minimum")
    page.get_by_label("New minimum").fill("10")
    before = len(shake.kinds())

    presses(page, page.get_by_role("button", name="Show what follows"), _gaps(chance))
    expect(page.locator("button.confirm")).to_be_visible()
    assert len(shake.kinds()) == before
    another(page)
    presses(page, page.locator("button.confirm"), _gaps(chance))

    expect(page.get_by_text("Done and on record")).to_be_visible()
    assert shake.kinds()[before:].count("SignPutUp") == 1, shake.kinds()[before:]
    expect(page.locator("#limits .countdown")).to_have_count(1)


def table_opened(shake: Shake) -> None:
    """A table is previewed and opened in haste, once, as it was shown."""
    chance, table = shake.chance, shake.table
    page = shake.page("Dora", "/open-table/mini-baccarat", "text=Preview the sign", shake.relay())
    page.get_by_label("Name of the table").fill(table)
    page.get_by_label("Minimum").fill("10")
    page.get_by_label("Date of publication").fill("07/12/2017")
    page.get_by_label("Reference of the publication").fill("the register")
    presses(page, page.get_by_role("button", name="Preview the sign"), _gaps(chance))
    button = page.get_by_role("button", name=f"Open table {table}")
    expect(button).to_be_visible()
    assert not shake.kinds()
    another(page)
    presses(page, button, _gaps(chance))

    expect(page.get_by_role("heading", name=f"table {table}")).to_be_visible()
    assert shake.kinds().count("TableOpened") == 1, shake.kinds()
    assert page.locator(".refusal:visible").count() == 0


def _gaps(chance: random.Random) -> list[int]:
    """A single, double or triple click."""
    return [chance.randint(20, 250) for _ in range(chance.randint(0, 2))]


# Training and simulation


def drill_marked(shake: Shake) -> None:
    """An answer marked in haste is marked once, and its mark stays in sight."""
    chance, slug = shake.chance, "casino-war"
    progress = shake.casino.server.floor.desk.training
    page = shake.page("Eli", f"/train/{slug}?kind=payout", ".go", shake.relay())
    kind, _, seed = page.locator("[name=exact]").input_value().partition("/")
    before = progress.read("Eli", slug, Progress)
    fill(page, drill(find(slug), kind, seed))
    mark = page.get_by_role("button", name="Mark my answer")
    if chance.random() < 0.5:
        page.locator(".asked input").first.press("Enter")
        for gap in _gaps(chance):
            page.wait_for_timeout(gap)
            page.keyboard.press("Enter")
    else:
        presses(page, mark, _gaps(chance))

    expect(page.get_by_role("button", name="Next question")).to_be_visible()
    expect(page.locator(".marks .done").first).to_be_visible()
    after = progress.read("Eli", slug, Progress)
    assert (after.asked - before.asked, after.right - before.right) == (1, 1)
    another(page)
    presses(page, page.get_by_role("button", name="Next question"), _gaps(chance))
    expect(mark).to_be_visible()
    expect(page.locator(".drill-head")).to_contain_text("Question 2")
    assert progress.read("Eli", slug, Progress).asked == after.asked


def simulation_cancelled(shake: Shake) -> None:
    """Start and Cancel, both in haste: one simulation, and it is cancelled."""
    chance = shake.chance
    shelf = shake.casino.server.floor.analysing.simulations
    with counted_in_the_run(), pytest.MonkeyPatch.context() as patch:
        patch.setattr(simulations, "_COMMAND", IDLE)
        page = shake.page("Mia", "/analysis/casino-war/simulation", "text=Start", shake.relay())
        before = shelf.numbers()
        presses(page, page.get_by_role("button", name="Start"), _gaps(chance))
        cancel = page.locator("#cancel")
        expect(cancel).to_be_visible()
        another(page)
        presses(page, cancel, _gaps(chance))

        expect(page.locator("#state")).to_have_text("Cancelled")
        new = set(shelf.numbers()) - set(before)
        assert [shelf.read(each).state for each in new] == ["cancelled"]


# People who send a form


def account_added(shake: Shake) -> None:
    """A form pressed twice is handled once, and the password that is shown once is on the page."""
    name = f"Yin{shake.seed}{len(shake.again)}"
    page = shake.page("Chen", "/people", "#add", shake.relay())
    if shake.chance.random() < 0.5:  # both presses are sent, and the house tells them apart
        page.evaluate("() => localStorage.setItem('houseway-moment', '1')")
    page.locator("#add").get_by_label("Name").fill(name)
    presses(page, page.locator("#add button"), _gaps(shake.chance))
    expect(page.locator(".secret code")).to_be_visible()

    assert len(page.locator(".secret code").inner_text()) > 0
    named = [each for each in shake.casino.server.floor.desk.accounts.all() if each.name == name]
    assert len(named) == 1


OWN_HOUSE = {"stake-at-once", "tables-counted"}  # a contest of one name
SCENES: dict[str, Callable[[Shake], None]] = {
    each.__name__.replace("_", "-"): each
    for each in (
        cards_after_the_call, typed_without_a_line, announced_twice, spun_in_one_go, looked_up,
        chips_on_the_felt, left_in_the_middle, chips_bought, decision, page_left_alone,
        news_in_pieces, stake_at_once, arrows, tables_counted, void_confirmed, sign_put_up,
        table_opened, drill_marked, simulation_cancelled, account_added,
    )
}  # fmt: skip
