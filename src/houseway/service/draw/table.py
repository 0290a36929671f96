"""One table as SVG: the layout, and on it whatever the view says lies there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

import msgspec

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text
from houseway.games import game
from houseway.games.game import Game
from houseway.games.limits import Limits
from houseway.service.draw import cards, chips, dice
from houseway.service.draw.felts import limits_of, plan_of
from houseway.service.draw.hands import awaited, hands
from houseway.service.draw.people import people, seats_of
from houseway.service.draw.plan import Plan, Point, Press, Spot
from houseway.service.draw.settled import settlement
from houseway.service.draw.svg import at, el, group, path, rect, slug, text, title
from houseway.service.draw.wheel import wheel
from houseway.table.view import View

_SIGN_LINES = 4
_LETTER, _SMALL_LETTER = 6.8, 5.9  # how wide a letter of the sign is, on average
_RESULT_LETTERS = 34
_LIGHT = (
    '<radialGradient id="hw-light-{0}" cx=".5" cy=".35" r=".75">'
    '<stop offset="0" class="light-in"/><stop offset="1" class="light-out"/></radialGradient>'
)


def table(view: View, *, interactive: bool = False, tall: bool = False) -> str:
    """The whole table. `interactive`: wagers can be pressed. `tall`: for a screen held upright.

    `both` gives the two of them, of which `felt.css` shows the one that fits the screen.
    """
    return _drawn(view, _defined(view), interactive=interactive, tall=tall)


def both(view: View, *, interactive: bool = False) -> str:
    """The table in both shapes, for a page that may be seen on a desk or on a phone.

    What cards and chips refer to is defined once, in the first: a name may be there once in a page.
    """
    shapes = (
        _drawn(view, "" if tall else _defined(view), interactive=interactive, tall=tall)
        for tall in (False, True)
    )
    return el("div", *shapes, class_="felts")


def _defined(view: View) -> str:
    """Suits, and the chips that lie on this table."""
    return cards.symbols() + chips.symbols(_denominations(view, _held(view)))


def _held(view: View) -> ChipSet:
    return ChipSet(view.chips) if view.chips else STANDARD_CHIPS


def _drawn(view: View, defined: str, *, interactive: bool, tall: bool) -> str:
    if not view.document:
        return _unopened(view)
    rules = game(view.edition)
    options = _options(view, rules)
    plan = plan_of(view.edition, options, tall=tall)
    limits = view.limits or rules.limits
    shape = "tall" if tall else "wide"
    key = f"{slug(view.table)}-{shape}"
    lying = "".join(_chips(view, plan, _held(view)))
    return el(
        "svg",
        title(f"{view.title}, table {view.table}"),
        el("defs", defined, _LIGHT.format(shape)),
        plan.ground,
        _spots(view.edition, options, msgspec.json.encode(limits), interactive, tall),
        _sign(view, plan),
        people(view.places, plan),
        awaited(view.next.to if view.next else "", plan),
        hands(view.felt.hands, plan, key),
        _result(view, plan),
        _wheel_and_dice(view, plan, key),
        lying,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {plan.width} {plan.height}",
        class_=f"felt felt-{shape} {_house(rules)} {view.document}",
        role="group",
        aria_label=f"{view.title}, table {view.table}, round {view.round}",
        data_table=view.table,
        data_version=view.version,
    )


def _unopened(view: View) -> str:
    return el(
        "svg",
        text(320, 60, f"Table {view.table} has not been opened", "result-text"),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 640 100",
        class_="felt felt-unopened",
        role="group",
    )


def _options(view: View, rules: Game) -> Any:
    """The options as the game types them; a view that came as plain data is converted."""
    if view.options is None:
        return rules.options()
    return msgspec.convert(view.options, rules.options)


def _house(rules: Game) -> str:
    return "canberra" if "Canberra" in rules.cite.metadata.casino else "star"


# Wagers


@lru_cache(maxsize=256)
def _spots(edition: str, options: Any, limits: bytes, interactive: bool, tall: bool) -> str:
    """Every area for a wager, drawn once for each sign."""
    allowed = msgspec.json.decode(limits, type=Limits)
    plan = plan_of(edition, options, tall=tall)
    return group(
        *(_press(each, interactive) for each in plan.presses),
        *(_spot(each, _said(edition, allowed, each), interactive) for each in plan.spots),
        plan.over,
        class_="spots",
    )


def _press(press: Press, interactive: bool) -> str:
    return el(
        "g",
        title(press.said),
        press.shape,
        class_="spot",
        role="button" if interactive else None,
        tabindex=0 if interactive else None,
        aria_label=press.said if interactive else None,
        **{f"data_{press.what}": press.value},
    )


def _said(edition: str, limits: Limits, spot: Spot) -> str:
    least, most = limits_of(edition, limits, spot.wager)
    where = f", box {spot.box}" if spot.box else ""
    return f"{spot.name}{where}: {spot.odds}; {dollar_text(least)} to {dollar_text(most)}"


def _spot(spot: Spot, said: str, interactive: bool) -> str:
    return el(
        "g",
        title(said),
        spot.shape,
        class_="spot",
        data_wager=spot.wager,
        data_box=spot.box,
        role="button" if interactive else None,
        tabindex=0 if interactive else None,
        aria_label=said if interactive else None,
    )


def _denominations(view: View, held: ChipSet) -> set[int]:
    used = {each for seen in view.wagers for each, _ in chips.in_chips(seen.amount, held)}
    return used | {each for seen in view.settlements for each, _ in seen.chips}


def _chips(view: View, plan: Plan, held: ChipSet) -> Iterator[str]:
    """Stakes on their areas, then what became of those that are settled."""
    spots = {(each.wager, each.box): each for each in plan.spots}
    seats = seats_of(view.places)
    taken: Counter[tuple[str, int]] = Counter()

    def place(patron: str, wager: str, box: int) -> tuple[Point, float]:
        key = (wager, box)
        spot = spots.get(key)
        nth = taken[key]
        taken[key] += 1
        if spot is None:
            return (plan.spare[0] + 40 * (sum(taken.values()) - 1), plan.spare[1]), 1
        own = spot.seats.get(seats.get(patron, 0))
        if own:
            return own, spot.scale
        (x, y), (dx, dy) = spot.chips, spot.step
        return (x + dx * nth * spot.scale, y + dy * nth * spot.scale), spot.scale

    for seen in view.wagers:
        (x, y), scale = place(seen.patron, seen.wager, seen.box)
        where = f" in box {seen.box}" if seen.box else ""
        said = f"{seen.patron}: {dollar_text(seen.amount)} on {seen.wager}{where}"
        stacked = chips.stack(0, 0, seen.amount, chips.in_chips(seen.amount, held), said)
        yield at(x, y, stacked, scale=scale)
    for done in view.settlements:
        (x, y), scale = place(done.patron, done.wager, done.box)
        yield settlement(x, y, done, scale=scale)


# What else lies there


def _sign(view: View, plan: Plan) -> str:
    """The sign with the limits: its first lines, and all of them for whoever asks."""
    x, y, width = plan.sign
    lines = view.sign[:_SIGN_LINES]
    if not lines:
        return ""
    everything = "\n".join(f"{line} ({clause})" for line, clause in view.sign)
    return el(
        "g",
        title(everything),
        rect(x, y, width, 20 + 18 * len(lines), "sign-board", rx=8),
        *(_sign_line(x, y + 23 + 18 * i, width, line, i) for i, (line, _) in enumerate(lines)),
        class_="sign",
        data_clause="; ".join(dict.fromkeys(clause for _, clause in view.sign)),
    )


def _sign_line(x: float, y: float, width: float, line: str, nth: int) -> str:
    """One line, in smaller letters or cut short where it is too long for the board."""
    room = width - 16
    looks = "sign-line" + (" long" if len(line) * _LETTER > room else "")
    return text(
        x + width / 2, y, _short(line, int(room / _SMALL_LETTER)), looks + " first" * (nth == 0)
    )


def _short(line: str, letters: int) -> str:
    return line if len(line) <= letters else line[: letters - 1].rstrip(" ,") + "…"


def _result(view: View, plan: Plan) -> str:
    said = view.felt.result
    if not said:
        return ""
    x, y = plan.result
    shown = _short(said, _RESULT_LETTERS)
    wide = max(120.0, len(shown) * 11.5 + 40)
    return el(
        "g",
        title(said),
        rect(x - wide / 2, y - 22, wide, 44, "result-board", rx=22),
        text(x, y + 7, shown, "result-text"),
        class_="result",
        role="status",
    )


def _dolly(pocket: str) -> str:
    return el(
        "g",
        title(f"the dolly on {pocket}"),
        path("M-9 16Q-3 8-4-2A8 8 0 1 1 4-2Q3 8 9 16z", "dolly-body"),
        class_="dolly",
    )


def _wheel_and_dice(view: View, plan: Plan, key: str) -> str:
    drawn = ""
    if plan.wheel:
        x, y, radius = plan.wheel
        spun = wheel(view.felt.pocket, key=f"{key}-spin-{view.round}-{view.felt.pocket}")
        drawn += at(x, y, spun, scale=radius / 100)
    if view.felt.pocket in plan.dolly:
        drawn += at(*plan.dolly[view.felt.pocket], _dolly(view.felt.pocket))
    if plan.dice and view.felt.dice:
        drawn += at(*plan.dice, dice.roll(view.felt.dice))
    return drawn
