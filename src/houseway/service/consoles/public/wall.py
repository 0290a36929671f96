"""The wall screen: what a table has shown, beside its sign; for anybody who walks past.

It shows what any patron may see and nothing more, no matter who has signed in. Where a document
keeps a list of past results from patrons (reading G15) the screen says so, with the clause.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

from litestar import get
from litestar.params import FromPath, FromQuery
from litestar.response import Template
from markupsafe import Markup

from houseway.games.game import Game, WagerLine
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.service.consoles.page import Link, page
from houseway.service.consoles.patron.status import public_line
from houseway.service.draw import boards, small
from houseway.service.draw.svg import hand
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.live.fragments import Fragment
from houseway.service.result_text import COLOUR, WINNERS, result_text
from houseway.service.table_views import listed_by, named_table, named_tables
from houseway.service.texts.text import Text
from houseway.table.betting import LAST_CALL_SECONDS, takes_wagers
from houseway.table.life import sign_lines
from houseway.table.results import Result, Results
from houseway.table.table import Table
from houseway.table.view import Viewer

ROWS = 9  # rounds in the list
MOST_TABLES = 12  # on one screen
_BEADS, _COLUMNS = 12, 20  # columns of the roads: few, so that they are seen from across the room
_MOST_NAMES = 6  # that share a line; of more only the first and the last are named
_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")
_TILE = re.compile(r"\b[1-6]-[1-6]\b")
_FIRST = ("player", "banker", "dealer", "house")  # hands of the house, before those of the boxes


Drawn = Callable[[Callable[[], Markup]], Markup]


class HandShown(NamedTuple):
    """A hand of the latest round: drawn, and what else was announced of it."""

    name: str
    drawing: Markup
    note: str


class RoundShown(NamedTuple):
    """A round in the list. `mark` is void, corrected or nothing."""

    round: int
    said: str
    mark: str
    winner: str  # player, banker, tie or nothing


class WallContents(NamedTuple):
    """Everything on the wall beside the table's own view. `listed`: the latest rounds that the
    board does not show already."""

    withheld: Clause | None
    board: Markup
    listed: tuple[RoundShown, ...]
    rounds: tuple[RoundShown, ...]
    hands: tuple[HandShown, ...]
    limits: tuple[tuple[str, Clause], ...]
    odds: tuple[tuple[str, str], ...]


def shown(
    table: Table, results: Results, drawn: Drawn = lambda draw: draw(), name: str = "table"
) -> WallContents:
    """What the wall shows of a table; of its results nothing where they are withheld.

    `drawn` may keep the board, which changes only with a result. `name`: of the table.
    """
    withheld: Clause | None = table.game.table.results_withheld(table.play.options)
    latest = () if withheld else results.latest(ROWS)
    rounds = tuple(_round(each) for each in reversed(latest))
    return WallContents(
        withheld,
        Markup() if withheld else drawn(lambda: board(table.game, results, name)),
        tuple(each for each in rounds if each.mark or not table.game.board),
        rounds,
        _hands(latest[-1]) if latest else (),
        limits_shown(sign_lines(table)),
        odds_shown(table.game.wagers(table.play.options)),
    )


def board(game: Game, results: Results, name: str) -> Markup:
    """The roads of a baccarat game, the numbers of a wheel; nothing for other games."""
    if game.board == "roads":
        played = boards.coups(results.rounds.values())
        return _drawn(boards.baccarat(played, beads=_BEADS, columns=_COLUMNS, key=name))
    if game.board == "numbers":
        return _drawn(boards.roulette(results.rounds.values(), tall=True, key=name))
    return Markup()


def _drawn(svg: str) -> Markup:
    return Markup(svg)  # noqa: S704 - escaped where it is drawn


def _round(result: Result) -> RoundShown:
    said = result_text(result.result, result.hands.get(COLOUR, ""))
    winner = result.result if result.result in WINNERS else ""
    if result.voided:
        return RoundShown(result.round, said, "void", "")
    return RoundShown(result.round, said, "corrected" if result.corrected else "", winner)


def _hands(result: Result) -> tuple[HandShown, ...]:
    named = sorted(result.hands.items(), key=lambda hand: _place(hand[0]))
    return tuple(_hand(name, text) for name, text in named if name != COLOUR)


def _place(name: str) -> tuple[int, str]:
    return (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)


def _hand(name: str, text: str) -> HandShown:
    cards, tiles = _CARD.findall(text), _TILE.findall(text)
    lying = cards or tiles
    drawing = small.row(lying, f"{name}: {text}", tiled=bool(tiles)) if lying else ""
    rest = " ".join(_TILE.sub("", _CARD.sub("", text)).split()).strip(" ,")
    return HandShown(hand(name), _drawn(drawing), rest)


# The sign


def limits_shown(lines: Iterable[tuple[str, Clause]]) -> tuple[tuple[str, Clause], ...]:
    """The lines of the sign; those that say the same of several wagers in one."""
    found: list[tuple[str, Clause]] = []
    for (said, clause), same in groupby(lines, key=_said_of):
        names = [text.removesuffix(said) for text, _ in same]
        found.append((f"{_together(names)}{said}" if len(names) > 1 else names[0] + said, clause))
    return tuple(found)


def _said_of(line: tuple[str, Clause]) -> tuple[str, Clause]:
    """What a line says of the wager that it names before a colon."""
    text, clause = line
    _, colon, rest = text.partition(":")
    return (colon + rest if "minimum" in rest else text), clause


def odds_shown(lines: Iterable[WagerLine]) -> tuple[tuple[str, str], ...]:
    """Wagers and what they pay; neighbours that pay the same share a line."""
    return tuple(
        (_together(_without_exceptions(dict.fromkeys(_name(each) for each in same))), odds)
        for odds, same in groupby(lines, key=lambda line: str(line.odds))
    )


def _name(line: WagerLine) -> str:
    """A wager by its outcome where it has several; how many positions it has says nothing here."""
    return line.wager if line.outcome.endswith("positions") else line.outcome


def _without_exceptions(names: Iterable[str]) -> list[str]:
    """What pays the same as the wager itself (banker on 6, say) needs no word of its own."""
    kept: list[str] = []
    for name in names:
        if not any(name.startswith(f"{each} on ") for each in kept):
            kept.append(name)
    return kept


def _together(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMES:
        return Text("{first} to {last}", first=names[0], last=names[-1])
    return ", ".join(names)


# Pages


class WallChoice(NamedTuple):
    """A table to choose from."""

    table: str
    slug: str
    title: str
    casino: str
    open: bool
    withheld: Clause | None


def _named(table: Table, _version: int, *, name: str) -> WallChoice | None:
    if table.play is None:
        return None
    cite, withheld = table.game.cite, table.game.table.results_withheld(table.play.options)
    return WallChoice(
        name, table.slug, cite.title, cite.metadata.casino, not table.closed, withheld
    )


def _picker(floor: Floor, _table: str, _viewer: Viewer) -> Mapping[str, Any]:
    found = (
        floor.runner.look(stream_of(name), partial(_named, name=name)) for name in floor.tables()
    )
    return {
        "tables": sorted(
            (each for each in found if each is not None),
            key=lambda each: listed_by(each.title, each.table, each.slug),
        ),
        "tournaments": TOURNAMENT.every(floor, Viewer(Role.PATRON)),
        "emblem": lambda slug: _drawn(small.emblem(slug)),
        "suits": _drawn(small.suits()),
    }


def _wall(floor: Floor, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> Mapping[str, Any]:
        results = floor.results(found, table, version)
        drawn = partial(floor.board, table, (found.edition, results.changes))
        step = floor.seen(found, table, version, viewer).next
        return {
            "shown": shown(found, results, drawn, table),
            "phase": public_line(step, takes_wagers(found), found.game.source),
            "clock": floor.betting_clock(table, found, version),
        }

    return {**floor.look(table, see), "suits": _drawn(small.suits())}


@get("/wall", include_in_schema=False)
async def wall_screens(
    request: Asking, floor: OpenFloor, tables: FromQuery[list[str] | None] = None
) -> Template:
    """The screens to choose from, or several tables on one screen: `/wall?tables=1,2`."""
    chosen = [name for each in tables or () for name in each.split(",") if name]
    if chosen:
        return await _screen(request, floor, list(dict.fromkeys(chosen))[:MOST_TABLES])
    named = await floor.blocking(lambda: named_tables(floor, floor.tables()))
    return await page(request, "wall/picker.html", topics=["walls"], tables=named, most=MOST_TABLES)


@get("/wall/{table:str}", include_in_schema=False)
async def wall(request: Asking, floor: OpenFloor, table: FromPath[str]) -> Template:
    return await _screen(request, floor, [table])


async def _screen(request: Asking, floor: Floor, tables: list[str]) -> Template:
    named = [await floor.blocking(named_table, floor, each) for each in tables]
    return await page(
        request, "wall/page.html", topics=[f"wall:{each}" for each in tables], tables=tables,
        slug=named[0].slug, now_us=floor.now_us(),
        name=named[0].title if len(tables) == 1 else Text("{many} tables", many=len(tables)),
        across=next(each for each in (1, 2, 3, 4) if each * each >= len(tables)),
        last_call=LAST_CALL_SECONDS,
    )  # fmt: skip


ROUTES = [wall_screens, wall]
NAVIGATION = [Link(Text("Wall screens"), "/wall", order=40, public=True)]
FRAGMENTS = [
    Fragment("walls", "wall/choices.html", more=_picker, whole_floor=True, public=True),
    Fragment(
        "wall", "wall/screen.html", more=_wall, public=True, apart=True,
        made_of=("shown", "phase", "clock"),
        reads=("edition", "title", "open", "stage", "round", "notices", "virtual", "commitment"),
    ),
]  # fmt: skip
