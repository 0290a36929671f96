"""One table as SVG: the layout, and on it whatever the view says lies there."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

import msgspec

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text
from houseway.games import game
from houseway.games.felt import Hand
from houseway.games.game import Game
from houseway.games.limits import Limits
from houseway.service.draw import cards, chips, dice
from houseway.service.draw.felts import limits_of, plan_of
from houseway.service.draw.hands import awaited, hands
from houseway.service.draw.parts import part, plain, spread
from houseway.service.draw.people import people, seats_of
from houseway.service.draw.plan import Plan, Point, Press, Spot
from houseway.service.draw.settled import settlement
from houseway.service.draw.svg import at, el, group, path, rect, slug, text, title
from houseway.service.draw.wheel import wheel
from houseway.table.view import PlaceSeen, SettlementSeen, View, WagerSeen

_SPAN = re.compile(r"minimum (\S+), maximum (\S+)")
_SIGN_LINES = 4
_MOST_SIGN_LINES = 8  # with those of side wagers; more would reach the cards
FINE = {False: 15.4, True: 18.3}  # letters of 11 px on a screen 1280 wide, or 390 of a tall one
WON = "won"  # what became of a wager that was paid
_LETTER, _CLOSE = 0.55, 0.94  # how wide a letter of the sign is, of its height; set closer
_RESULT_LETTERS = 34
# What lies on a table is another drawing after every command: those of 250 tables in two shapes
# are in memory, and no more, or the memory of a house would grow for half an hour.
_TABLES = 512
_BOTH = 32  # drawings in memory: those of one table are asked for together
_CHIP_PARTS, _PEOPLE_PARTS = 16, 8  # at most, of one drawing
_LIGHT = (
    '<radialGradient id="hw-light-{0}" cx=".5" cy=".35" r=".75">'
    '<stop offset="0" class="light-in"/><stop offset="1" class="light-out"/></radialGradient>'
)


def table(view: View, *, interactive: bool = False, tall: bool = False) -> str:
    """The whole table. `interactive`: wagers can be pressed. `tall`: for a screen held upright.

    `both` gives the two of them, of which `felt.css` shows the one that fits the screen.
    """
    if not view.document:
        return _unopened(view)
    seen = _seen(view, interactive)
    return plain(_drawn(seen, _defined(seen), tall=tall))


def both(view: View, *, interactive: bool = False) -> str:
    """The table in both shapes, for a page that may be seen on a desk or on a phone.

    What cards and chips refer to is defined once, in the first: a name may be there once in a page.
    """
    return plain(both_in_parts(view, interactive=interactive))


def both_in_parts(view: View, *, interactive: bool = False) -> str:
    """The same with the marks of its parts, for a page that is sent only what changes."""
    if not view.document:
        return el("div", _unopened(view), _unopened(view), class_="felts")
    return _both(_seen(view, interactive))


class _Seen(NamedTuple):
    """Everything of a view that is drawn. Viewers who see the same share one drawing."""

    table: str
    title: str
    edition: str
    options: Any
    limits: bytes
    sign: tuple[tuple[str, str], ...]
    places: tuple[PlaceSeen, ...]
    awaited: str  # the place that the next card goes to
    hands: tuple[Hand, ...]
    result: str
    pocket: str
    dice: tuple[int, ...]
    round: int
    wagers: tuple[WagerSeen, ...]
    settlements: tuple[SettlementSeen, ...]
    chips: tuple[int, ...]
    interactive: bool


def _seen(view: View, interactive: bool) -> _Seen:
    rules, felt = game(view.edition), view.felt
    return _Seen(
        view.table, view.title, view.edition, _options(view, rules),
        msgspec.json.encode(view.limits or rules.limits), view.sign, view.places,
        view.next.to if view.next else "", felt.hands, felt.result, felt.pocket, felt.dice,
        view.round, view.wagers, view.settlements, view.chips, interactive,
    )  # fmt: skip


@lru_cache(maxsize=_BOTH)
def _both(seen: _Seen) -> str:
    shapes = (_drawn(seen, "" if tall else _defined(seen), tall=tall) for tall in (False, True))
    return el("div", *shapes, class_="felts")


def _defined(seen: _Seen) -> str:
    """Suits, and the chips that lie on this table."""
    used = frozenset(_denominations(seen, _held(seen)))
    return cards.symbols() + part("chip-symbols", _symbols(used))


@lru_cache(maxsize=256)
def _symbols(denominations: frozenset[int]) -> str:
    return chips.symbols(denominations)


def _held(seen: _Seen) -> ChipSet:
    return _chip_set(seen.chips) if seen.chips else STANDARD_CHIPS


@lru_cache(maxsize=64)
def _chip_set(denominations: tuple[int, ...]) -> ChipSet:
    return ChipSet(denominations)


class _Cloth(NamedTuple):
    """What a table is drawn on: the layout of an edition under its options, wide or tall."""

    edition: str
    options: Any
    tall: bool

    @property
    def plan(self) -> Plan:
        return plan_of(self.edition, self.options, tall=self.tall)

    @property
    def shape(self) -> str:
        return "tall" if self.tall else "wide"


def _drawn(seen: _Seen, defined: str, *, tall: bool) -> str:
    cloth = _Cloth(seen.edition, seen.options, tall)
    shape = cloth.shape
    key = f"{slug(seen.table)}-{shape}"
    return "".join((
        _head(cloth, seen.title, seen.table),
        el("defs", defined, _LIGHT.format(shape)),
        cloth.plan.ground,
        _spots(cloth, seen.limits, seen.interactive),
        part(f"{shape}-sign", _sign(cloth, seen.sign)),
        _people(cloth, seen.places),
        part(f"{shape}-awaited", awaited(seen.awaited, cloth.plan)),
        _hands(cloth, seen.hands, key),
        part(f"{shape}-result", _result(cloth, seen.result, key)),
        part(f"{shape}-winners", _winners(cloth, seen.settlements, seen.pocket or seen.result)),
        part(f"{shape}-chance", _wheel_and_dice(cloth, seen.pocket, seen.dice, seen.round, key)),
        _lying(cloth, seen.wagers, seen.settlements, _seats(seen), _held(seen)),
        "</svg>",
    ))  # fmt: skip


@lru_cache(maxsize=1_024)
def _head(cloth: _Cloth, named: str, table: str) -> str:
    """The tag of the drawing, with its title."""
    rules = game(cloth.edition)
    said = f"{named}, table {table}"
    plan = cloth.plan
    return el(
        "svg",
        title(said),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {plan.width} {plan.height}",
        class_=f"felt felt-{cloth.shape} {_house(rules)} {rules.slug}",
        role="group",
        aria_label=said,
        data_table=table,
    ).removesuffix("</svg>")


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
def _spots(cloth: _Cloth, limits: bytes, interactive: bool) -> str:
    """Every area for a wager, drawn once for each sign."""
    allowed = msgspec.json.decode(limits, type=Limits)
    plan = cloth.plan
    return group(
        *(_press(each, interactive) for each in plan.presses),
        *(_spot(each, _said(cloth.edition, allowed, each), interactive) for each in plan.spots),
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


def _denominations(seen: _Seen, held: ChipSet) -> set[int]:
    used = {chip for each in seen.wagers for chip, _ in chips.in_chips(each.amount, held)}
    return used | {chip for each in seen.settlements for chip, _ in each.chips}


def _seats(seen: _Seen) -> tuple[tuple[str, int], ...]:
    return tuple(seats_of(seen.places).items())


@lru_cache(maxsize=_TABLES)
def _lying(
    cloth: _Cloth,
    wagers: tuple[WagerSeen, ...],
    settlements: tuple[SettlementSeen, ...],
    seated: tuple[tuple[str, int], ...],
    held: ChipSet,
) -> str:
    """Stakes on their areas, then what became of those that are settled; some areas to a part.

    Everybody sees the same of it, so it is drawn once for all viewers.
    """
    numbers = _numbers(cloth)
    seats = dict(seated)
    taken: Counter[tuple[str, int]] = Counter()
    drawn = []
    all_seen: tuple[WagerSeen | SettlementSeen, ...] = (*wagers, *settlements)
    for before, seen in enumerate(all_seen):
        area = (seen.wager, seen.box)
        nth = taken[area]
        taken[area] += 1
        lies = _stack(cloth, seen, seats.get(seen.patron, 0), nth, before, held)
        drawn.append((numbers.get(area, 0), lies))
    return spread(f"{cloth.shape}-chips", min(len(numbers), _CHIP_PARTS) or 1, drawn)


@lru_cache(maxsize=256)
def _numbers(cloth: _Cloth) -> dict[tuple[str, int], int]:
    return {(each.wager, each.box): i for i, each in enumerate(cloth.plan.spots)}


@lru_cache(maxsize=8 * _TABLES)
def _stack(
    cloth: _Cloth, seen: WagerSeen | SettlementSeen, seat: int, nth: int, before: int, held: ChipSet
) -> str:
    (x, y), scale = _place(cloth, (seen.wager, seen.box), seat, nth, before)
    letters = FINE[cloth.tall] / scale
    if isinstance(seen, SettlementSeen):
        stake = chips.in_chips(seen.stake, held)
        return settlement(x, y, seen, stake, scale=scale, letters=letters)
    where = f" in box {seen.box}" if seen.box else ""
    said = f"{seen.patron}: {dollar_text(seen.amount)} on {seen.wager}{where}"
    made = chips.in_chips(seen.amount, held)
    stacked = chips.stack(0, 0, seen.amount, made, said, letters=letters, patron=seen.patron)
    return at(x, y, stacked, scale=scale)


def _place(
    cloth: _Cloth, area: tuple[str, int], seat: int, nth: int, before: int
) -> tuple[Point, float]:
    """Where chips lie: at the patron's own place of the area, or beside those already there."""
    plan = cloth.plan
    number = _numbers(cloth).get(area)
    if number is None:
        return (plan.spare[0] + 40 * before, plan.spare[1]), 1
    spot = plan.spots[number]
    own = spot.seats.get(seat)
    if own:
        return own, spot.scale
    (x, y), (dx, dy) = spot.chips, spot.step
    return (x + dx * nth * spot.scale, y + dy * nth * spot.scale), spot.scale


# What else lies there


@lru_cache(maxsize=2_048)
def _people(cloth: _Cloth, places: tuple[PlaceSeen, ...]) -> str:
    plates = enumerate(people(places, cloth.plan))
    return spread(f"{cloth.shape}-people", _PEOPLE_PARTS, plates)


@lru_cache(maxsize=_TABLES)
def _hands(cloth: _Cloth, lying: tuple[Hand, ...], key: str) -> str:
    """Each place with its hand, and at the end the hands that have no place of their own."""
    drawn: dict[str, str] = {}
    for name, hand in hands(lying, cloth.plan, key):
        drawn[name] = drawn.get(name, "") + hand
    places = [part(f"{key}-{slug(name)}", drawn.pop(name, "")) for name in cloth.plan.hands]
    return "".join((*places, part(f"{cloth.shape}-other-hands", *drawn.values())))


@lru_cache(maxsize=1_024)
def _sign(cloth: _Cloth, sign: tuple[tuple[str, str], ...]) -> str:
    """The sign with the limits: its first lines, and all of them for whoever asks."""
    x, y, width = cloth.plan.sign
    lines = _board_lines(cloth, sign)
    if not lines:
        return ""
    everything = "\n".join(f"{line} ({clause})" for line, clause in sign)
    pitch = FINE[cloth.tall] + 5
    return el(
        "g",
        title(everything),
        rect(x, y, width, 18 + pitch * len(lines), "sign-board", rx=8),
        *(_sign_line(cloth, y + 4 + pitch * (i + 1), line, i) for i, (line, _) in enumerate(lines)),
        class_="sign",
        data_clause="; ".join(dict.fromkeys(clause for _, clause in sign)),
    )


def _board_lines(cloth: _Cloth, sign: tuple[tuple[str, str], ...]) -> list[tuple[str, str]]:
    """The first lines of the sign, and those of side wagers, whose areas have the odds.

    A tall layout has no room for more lines, so some of the others give way.
    """
    most = _SIGN_LINES if cloth.tall else _MOST_SIGN_LINES
    sides = {each.clause for each in getattr(game(cloth.edition).rules, "side_wagers", ())}
    added = [(line.partition(", pays ")[0], clause) for line, clause in sign if clause in sides]
    plain = [line for line in sign if line[1] not in sides]
    return [*plain[: min(_SIGN_LINES, max(1, most - len(added)))], *added][:most]


def _sign_line(cloth: _Cloth, y: float, line: str, nth: int) -> str:
    """One line; where it is too long for the board, with fewer words, set closer, or cut short."""
    x, _, width = cloth.plan.sign
    letter, room = FINE[cloth.tall] * _LETTER, width - 16
    if len(line) * letter * _CLOSE > room:
        line = _SPAN.sub(r"\1 to \2", line)
    looks = "sign-line" + (" long" if len(line) * letter > room else "")
    shown = _short(line, int(room / (letter * _CLOSE)))
    return text(x + width / 2, y, shown, looks + " first" * (nth == 0))


def _short(line: str, letters: int) -> str:
    return line if len(line) <= letters else line[: letters - 1].rstrip(" ,") + "…"


@lru_cache(maxsize=_TABLES)
def _result(cloth: _Cloth, said: str, key: str) -> str:
    if not said:
        return ""
    x, y = cloth.plan.result
    shown = _short(said, _RESULT_LETTERS)
    wide = max(120.0, len(shown) * 11.5 + 40)
    return el(
        "g",
        title(said),
        rect(x - wide / 2, y - 22, wide, 44, "result-board", rx=22),
        text(x, y + 7, shown, "result-text"),
        class_="result landed",
        id=f"{key}-result-{slug(said)}",
        role="status",
    )


def _winners(cloth: _Cloth, settlements: tuple[SettlementSeen, ...], named: str) -> str:
    """The areas that have won: with a wager that was paid, or named by the result."""
    won = {(each.wager, each.box) for each in settlements if each.met == WON}
    numbers, spots = _numbers(cloth), cloth.plan.spots
    lit = {numbers[area] for area in (*won, (named, 0)) if area in numbers}
    return "".join(group(spots[each].shape, class_="winner landed") for each in sorted(lit))


def _dolly(pocket: str) -> str:
    return el(
        "g",
        title(f"the dolly on {pocket}"),
        path("M-9 16Q-3 8-4-2A8 8 0 1 1 4-2Q3 8 9 16z", "dolly-body"),
        class_="dolly landed",
    )


@lru_cache(maxsize=_TABLES)
def _wheel_and_dice(
    cloth: _Cloth, pocket: str, rolled: tuple[int, ...], round_: int, key: str
) -> str:
    plan, drawn = cloth.plan, ""
    if plan.wheel:
        x, y, radius = plan.wheel
        spun = wheel(pocket, key=f"{key}-spin-{round_ if pocket else 0}-{pocket}")
        drawn += at(x, y, spun, scale=radius / 100)
    if pocket in plan.dolly:
        drawn += at(*plan.dolly[pocket], _dolly(pocket))
    if plan.dice and rolled:
        drawn += at(*plan.dice, dice.roll(rolled))
    return drawn
