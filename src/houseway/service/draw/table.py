"""One table as SVG: the layout, and on it whatever the view says lies there."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations
from math import inf
from typing import Any, NamedTuple

import msgspec

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text
from houseway.games import game
from houseway.games.felt import Hand
from houseway.games.game import Game
from houseway.games.limits import Limits
from houseway.service.draw import cards, chips, tiles
from houseway.service.draw.cards import awaited, hands
from houseway.service.draw.chips import half_of, people, seats_of, settlement, width_of
from houseway.service.draw.felts import limits_of, plan_of
from houseway.service.draw.parts import Drawn, Part, Pieces, in_pieces, marked, part, plain, spread
from houseway.service.draw.plan import Plan, Point, Press, Spot
from houseway.service.draw.svg import at, el, group, path, rect, slug, text, title
from houseway.service.draw.wheel import wheel
from houseway.service.result_text import result_text, short_result
from houseway.service.texts.language import engine_text, keep_drawn
from houseway.service.texts.text import Listed, Text, term
from houseway.table.view import PlaceSeen, SettlementSeen, View, WagerSeen

_SPAN = re.compile(r"minimum (\S+), maximum (\S+)")
_SIGN_LINES = 4
_MOST_SIGN_LINES = 8  # with those of side wagers; more would reach the cards
FINE = {False: 15.4, True: 19.7}  # letters of 11 px on a screen 1280 wide, or 360 of a tall one
WON = "won"  # what became of a wager that was paid
_LETTER, _CLOSE = 0.55, 0.94  # how wide a letter of the sign is, of its height; set closer
_RESULT_LETTERS, _RESULT_LETTERS_TALL = 34, 20
_EDGE = 28  # of the cloth, with its line
# What lies on a table is another drawing after every command: those of 250 tables in two shapes
# are in memory, and no more, or the memory of a house would grow for half an hour.
_TABLES = 512
_BOTH = 32  # drawings in memory: those of one table are asked for together
_TAGS_ABREAST = 2  # tags of one area that lie beside each other
_CHIP_PARTS, _PEOPLE_PARTS = 16, 8  # at most, of one drawing
_LIGHT = (
    '<radialGradient id="hw-light-{0}" cx=".5" cy=".35" r=".75">'
    '<stop offset="0" class="light-in"/><stop offset="1" class="light-out"/></radialGradient>'
)


def table(view: View, *, interactive: bool = False, tall: bool = False) -> str:
    """The whole table. `interactive`: wagers can be pressed. `tall`: for a screen held upright.

    `both` gives the two of them, of which `felt.css` shows the one that fits the screen.
    """
    seen = felt_seen(view, interactive=interactive)
    if isinstance(seen, str):
        return _unopened(seen)
    return plain(_drawn(seen, _defined(seen), tall=tall))


def both(view: View, *, interactive: bool = False) -> str:
    """The table in both shapes, for a page that may be seen on a desk or on a phone.

    What cards and chips refer to is defined once, in the first: a name may be there once in a page.
    """
    return plain(_both(felt_seen(view, interactive=interactive)))


def both_in_parts(view: View, *, interactive: bool = False) -> str:
    """The same with the marks of its parts, for a template of a live fragment."""
    return _marked(felt_seen(view, interactive=interactive))


class FeltSeen(NamedTuple):
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


def felt_seen(view: View, *, interactive: bool = False) -> FeltSeen | str:
    """What of a view is drawn; of a table that has not been opened its name alone."""
    if not view.document:
        return view.table
    rules, felt = game(view.edition), view.felt
    return FeltSeen(
        view.table, view.title, view.edition, _options(view, rules),
        msgspec.json.encode(view.limits or rules.limits), view.sign, view.places,
        view.next.to if view.next else "", felt.hands, felt.result, felt.pocket, felt.dice,
        view.round, view.wagers, view.settlements, view.chips, interactive,
    )  # fmt: skip


@keep_drawn(maxsize=_BOTH)
def felt_pieces(seen: FeltSeen | str) -> Pieces:
    """The table in both shapes, divided, for a page that is sent only what changes."""
    return in_pieces(_both(seen))


@keep_drawn(maxsize=_BOTH)
def _marked(seen: FeltSeen | str) -> str:
    return marked(felt_pieces(seen))


def _both(seen: FeltSeen | str) -> Iterator[Drawn]:
    yield '<div class="felts">'
    if isinstance(seen, str):
        yield from (_unopened(seen), _unopened(seen))
    else:
        yield from _drawn(seen, _defined(seen), tall=False)
        yield from _drawn(seen, (), tall=True)
    yield "</div>"


def _defined(seen: FeltSeen) -> tuple[Drawn, ...]:
    """Suits, and the chips that lie on this table."""
    used = frozenset(_denominations(seen, _held(seen)))
    return cards.symbols(), part("chip-symbols", _symbols(used))


@lru_cache(maxsize=256)
def _symbols(denominations: frozenset[int]) -> str:
    return chips.symbols(denominations)


def _held(seen: FeltSeen) -> ChipSet:
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


def _drawn(seen: FeltSeen, defined: tuple[Drawn, ...], *, tall: bool) -> Iterator[Drawn]:
    cloth = _Cloth(seen.edition, seen.options, tall)
    shape, plan = cloth.shape, cloth.plan
    key = f"{slug(seen.table)}-{shape}"
    yield _head(cloth, seen.title, seen.table)
    yield from defined
    yield _ground(cloth, seen.limits, seen.interactive)
    yield part(f"{shape}-sign", _sign(cloth, seen.sign))
    yield from _people(cloth, seen.places)
    yield part(f"{shape}-awaited", awaited(seen.awaited, plan))
    yield from _hands(cloth, seen.hands, key)
    yield part(f"{shape}-result", _result(cloth, seen.result, key))
    yield part(f"{shape}-winners", _winners(cloth, seen.settlements, seen.pocket or seen.result))
    yield part(f"{shape}-chance", _wheel_and_dice(cloth, seen.pocket, seen.dice, seen.round, key))
    yield from _lying(cloth, seen.wagers, seen.settlements, _seats(seen), _held(seen))
    yield "</svg>"


@keep_drawn(maxsize=256)
def _ground(cloth: _Cloth, limits: bytes, interactive: bool) -> str:
    """The end of the definitions, the cloth, and the areas on it: the same text for every drawing,
    which is therefore compared at once."""
    spots = _spots(cloth, msgspec.json.decode(limits, type=Limits), interactive)
    return f"{_LIGHT.format(cloth.shape)}</defs>{cloth.plan.ground}{spots}"


@keep_drawn(maxsize=1_024)
def _head(cloth: _Cloth, named: str, table: str) -> str:
    """The tag of the drawing with its title, and the beginning of its definitions."""
    rules = game(cloth.edition)
    said = Text("{game}, table {table}", game=named, table=table)
    plan = cloth.plan
    return (
        el(
            "svg",
            title(said),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {plan.width} {plan.height}",
            class_=f"felt felt-{cloth.shape} {_house(rules)} {rules.slug}",
            role="group",
            aria_label=said,
            data_table=table,
        ).removesuffix("</svg>")
        + "<defs>"
    )


def _unopened(table: str) -> str:
    return el(
        "svg",
        text(320, 60, Text("Table {table} has not been opened", table=table), "result-text"),
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


def _spots(cloth: _Cloth, limits: Limits, interactive: bool) -> str:
    """Every area for a wager."""
    plan = cloth.plan
    return group(
        *(_press(each, interactive) for each in plan.presses),
        *(_spot(each, _said(cloth.edition, limits, each), interactive) for each in plan.spots),
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
    amounts = Text("{least} to {most}", least=dollar_text(least), most=dollar_text(most))
    area = (
        Text("{wager}, box {box}", wager=spot.name, box=spot.box)
        if spot.box
        else Text("{wager}", wager=spot.name)
    )
    return Listed((Listed((area, spot.odds), ": "), amounts), "; ")


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


def _denominations(seen: FeltSeen, held: ChipSet) -> set[int]:
    used = {chip for each in seen.wagers for chip, _ in chips.in_chips(each.amount, held)}
    return used | {chip for each in seen.settlements for chip, _ in each.chips}


def _seats(seen: FeltSeen) -> tuple[tuple[str, int], ...]:
    return tuple(seats_of(seen.places).items())


@keep_drawn(maxsize=_TABLES)
def _lying(
    cloth: _Cloth,
    wagers: tuple[WagerSeen, ...],
    settlements: tuple[SettlementSeen, ...],
    seated: tuple[tuple[str, int], ...],
    held: ChipSet,
) -> tuple[Part, ...]:
    """Stakes on their areas, then what became of those that are settled; some areas to a part.

    Everybody sees the same of it, so it is drawn once for all viewers.
    """
    numbers = _numbers(cloth)
    seats = dict(seated)
    settled = Counter((each.wager, each.box) for each in settlements)
    crowded = _crowded(cloth, settlements, seats)
    taken: Counter[tuple[str, int]] = Counter()
    drawn = []
    all_seen: tuple[WagerSeen | SettlementSeen, ...] = (*wagers, *settlements)
    for before, seen in enumerate(all_seen):
        area = (seen.wager, seen.box)
        nth = taken[area]
        taken[area] += 1
        tags = settled[area] if before - len(wagers) in crowded else 0
        lies = _stack(cloth, seen, seats.get(seen.patron, 0), (nth, tags), before, held)
        drawn.append((numbers.get(area, 0), lies))
    return spread(f"{cloth.shape}-chips", min(len(numbers), _CHIP_PARTS) or 1, drawn)


@lru_cache(maxsize=256)
def _numbers(cloth: _Cloth) -> dict[tuple[str, int], int]:
    return {(each.wager, each.box): i for i, each in enumerate(cloth.plan.spots)}


@keep_drawn(maxsize=8 * _TABLES)
def _stack(
    cloth: _Cloth, seen: WagerSeen | SettlementSeen, seat: int, of_area: tuple[int, int],
    before: int, held: ChipSet,
) -> str:  # fmt: skip
    """One wager's chips, or its tag. `of_area`: which of the area's it is, and how many small tags
    lie there; 0: there is room for one with a figure."""
    nth, tags = of_area
    (x, y), scale = _place(cloth, (seen.wager, seen.box), seat, nth, before)
    letters = FINE[cloth.tall] / scale
    if isinstance(seen, SettlementSeen):
        stake = chips.in_chips(seen.stake, held)
        spot = _spot_of(cloth, seen)
        room = 0 if tags else spot.room if spot else inf
        if spot and tags and seat not in spot.seats:
            x, y = _beside(spot, nth, tags, 2 * half_of(letters, brief=True) * scale)
        return settlement(x, y, seen, stake, scale=scale, letters=letters, room=room)
    about = {
        "patron": seen.patron, "amount": dollar_text(seen.amount), "wager": term(seen.wager),
    }  # fmt: skip
    said = (
        Text("{patron}: {amount} on {wager} in box {box}", box=seen.box, **about)
        if seen.box
        else Text("{patron}: {amount} on {wager}", **about)
    )
    made = chips.in_chips(seen.amount, held)
    stacked = chips.stack(0, 0, seen.amount, made, said, letters=letters, patron=seen.patron)
    return at(x, y, stacked, scale=scale)


def _spot_of(cloth: _Cloth, seen: SettlementSeen) -> Spot | None:
    number = _numbers(cloth).get((seen.wager, seen.box))
    return None if number is None else cloth.plan.spots[number]


def _crowded(
    cloth: _Cloth, settlements: tuple[SettlementSeen, ...], seats: dict[str, int]
) -> set[int]:
    """The settlements whose tags, with figures, would meet another's."""
    taken: Counter[tuple[str, int]] = Counter()
    boxes = []
    for i, seen in enumerate(settlements):
        area = (seen.wager, seen.box)
        (x, y), _ = _place(cloth, area, seats.get(seen.patron, 0), taken[area], i)
        taken[area] += 1
        letters = FINE[cloth.tall]
        boxes.append((x, y, width_of(seen, letters) / 2, half_of(letters)))
    return {
        each
        for (i, (x, y, wide, high)), (j, (x2, y2, wide2, high2)) in combinations(
            enumerate(boxes), 2
        )
        if abs(x - x2) < wide + wide2 and abs(y - y2) < high + high2
        for each in (i, j)
    }


def _beside(spot: Spot, nth: int, shared: int, wide: float) -> Point:
    """Where one of several small tags lies: two and two, as the chips of the area go on."""
    (x, y), (dx, _) = spot.chips, spot.step
    across = min(shared, _TAGS_ABREAST) if dx else 1
    row, column = divmod(nth, across)
    rows = -(-shared // across)
    return x + (column - (across - 1) / 2) * wide, y + (row - (rows - 1) / 2) * wide


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


@keep_drawn(maxsize=2_048)
def _people(cloth: _Cloth, places: tuple[PlaceSeen, ...]) -> tuple[Part, ...]:
    plates = enumerate(people(places, cloth.plan))
    return spread(f"{cloth.shape}-people", _PEOPLE_PARTS, plates)


@keep_drawn(maxsize=_TABLES)
def _hands(cloth: _Cloth, lying: tuple[Hand, ...], key: str) -> tuple[Part, ...]:
    """Each place with its hand, and at the end the hands that have no place of their own."""
    drawn: dict[str, str] = {}
    for name, hand in hands(lying, cloth.plan, key):
        drawn[name] = drawn.get(name, "") + hand
    places = [part(f"{key}-{slug(name)}", drawn.pop(name, "")) for name in cloth.plan.hands]
    return (*places, part(f"{cloth.shape}-other-hands", *drawn.values()))


@keep_drawn(maxsize=1_024)
def _sign(cloth: _Cloth, sign: tuple[tuple[str, str], ...]) -> str:
    """The sign with the limits: its first lines, and all of them for anyone who asks."""
    x, y, width = cloth.plan.sign
    lines = _board_lines(cloth, sign)
    if not lines:
        return ""
    cited = (Listed((engine_text(line), f"({clause})"), " ") for line, clause in sign)
    everything = Listed(cited, "\n")
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
    return text(x + width / 2, y, engine_text(shown), looks + " first" * (nth == 0))


def _short(line: str, letters: int) -> str:
    return line if len(line) <= letters else line[: letters - 1].rstrip(" ,") + "…"


@keep_drawn(maxsize=_TABLES)
def _result(cloth: _Cloth, said: str, key: str) -> str:
    if not said:
        return ""
    x, y = cloth.plan.result
    shown = short_result(said) or _short(result_text(said), _RESULT_LETTERS)
    wide = max(120.0, len(shown) * (11.5 if cloth.tall else 12.2) + (28 if cloth.tall else 34))
    if cloth.tall:  # beside the sign; a longer one is at the boxes already, and above the felt
        if len(shown) > _RESULT_LETTERS_TALL:
            return ""
        x = min(x, cloth.plan.width - _EDGE - 8 - wide / 2)
    return el(
        "g",
        title(engine_text(said)),
        rect(x - wide / 2, y - 22, wide, 44, "result-board", rx=22),
        text(x, y + 7, engine_text(shown), "result-text"),
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
        title(Text("the dolly on {pocket}", pocket=pocket)),
        path("M-9 16Q-3 8-4-2A8 8 0 1 1 4-2Q3 8 9 16z", "dolly-body"),
        class_="dolly landed",
    )


@keep_drawn(maxsize=_TABLES)
def _wheel_and_dice(
    cloth: _Cloth, pocket: str, rolled: tuple[int, ...], round_: int, key: str
) -> str:
    plan, drawn = cloth.plan, ""
    if plan.wheel:
        x, y, radius = plan.wheel
        named = f"{key}-spin-{round_ if pocket else 0}-{pocket}"
        spun = wheel(pocket, key=named, along=cloth.tall)
        drawn += at(x, y, spun, scale=radius / 100)
    if pocket in plan.dolly:
        drawn += at(*plan.dolly[pocket], _dolly(pocket))
    if plan.dice and rolled:
        drawn += at(*plan.dice, tiles.roll(rolled))
    return drawn
