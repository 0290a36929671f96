"""What a line `=> ...` of an evening asks for, held against the table as it is."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from houseway.equipment.chips import dollars, money
from houseway.games import events as e
from houseway.table import alerts
from houseway.table.life import sign_lines
from houseway.table.money import in_tray
from houseway.table.rulings import owed
from houseway.table.statements import DROP_BOX as _DROP_BOX
from houseway.table.statements import statement
from tests.scenarios.telling import Said

if TYPE_CHECKING:
    from tests.scenarios.evening import Told

_WAGER = re.compile(
    r"(?P<patron>\S+) (?P<wager>.+?)(?: in box (?P<box>\d+))?"
    r" (?P<result>won|lost|stood off|void|withdrawn|forfeited) (?P<amount>[\d.,]+)"
)
_STATEMENT = re.compile(r"(?P<who>\S+) won (?P<won>[\d.,]+) lost (?P<lost>[\d.,]+)")


def check(told: Told, said: Said) -> None:
    word, _, rest = said.text.partition(" ")
    asked = _ASKED.get(word)
    if asked:
        asked(told, rest, said.clauses)
    else:
        _wager(told, said.text, said.clauses)


def _same(found: int, text: str) -> None:
    assert found == dollars(text), f"it is {money(found)}"


def _float(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    _same(in_tray(told.table), rest)


def _drop_box(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    _same(told.ledger().balances[_DROP_BOX], rest.removeprefix("box "))


def _holds(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    """`chips Ana 475, Ben 80`: what each has in hand, without what lies on the layout."""
    for part in rest.split(", "):
        patron, amount = part.split()
        _same(told.table.play.layout.chips[patron], amount)


def _next(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    awaited = told.table.game.awaits(told.table.play)
    found = f"{awaited.what} {awaited.to}".strip()
    assert rest in (awaited.what, found), f"next is {found}: {awaited.sentence}"
    if clauses:
        assert (awaited.clause,) == tuple(map(told.cite, clauses)), awaited.clause


def _owed(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    """`owed surveillance: a malfunction`, one line for each; `owed nothing`."""
    found = {f"{each.to}: {each.about}": each.clause for each in owed(told.table)}
    if rest == "nothing":
        assert not found, found
        return
    assert rest in found, f"owed are {found}"
    assert not clauses or found[rest] == told.cite(clauses[0]), found[rest]


def _sign(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    """A line that must stand on the sign; `sign without ...`: one that must not."""
    lines = dict(sign_lines(told.table))
    absent = rest.removeprefix("without ")
    if absent != rest:
        assert not any(absent in line for line in lines), lines
        return
    assert rest in lines, lines
    assert not clauses or lines[rest] == told.cite(clauses[0]), lines[rest]


def _second_check(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    assert rest in ("check owed", "check done"), rest
    found = alerts.owed(told.table)
    assert found == (told.cite(clauses[0]) if rest == "check owed" else None), found


def _statement(told: Told, rest: str, clauses: tuple[str, ...]) -> None:
    """`statement Ana won 120 lost 50`; of the `table`, everybody's."""
    found = _STATEMENT.fullmatch(rest)
    assert found, rest
    who = "" if found["who"] == "table" else found["who"]
    made = statement(told.ledger(), patron=who)
    _same(made.won, found["won"])
    _same(made.lost, found["lost"])


def _wager(told: Told, text: str, clauses: tuple[str, ...]) -> None:
    """`Ana tie lost 5`: what became of the wager in the newest settlement of it."""
    match = _WAGER.fullmatch(text)
    assert match, "not an expectation"
    key = (match["patron"], match["wager"], int(match["box"] or 0))
    found = None
    for event, _ in told.events():
        if isinstance(event, e.Settlement) and (event.patron, event.wager, event.box) == key:
            found = event
    assert found, f"no wager {key} was settled"
    result = e.RESULT_OF[type(found)]
    assert result == match["result"], found
    moved = {"won": found.paid, "lost": found.collected}.get(result, found.returned)
    _same(found.collected if result == "forfeited" else moved, match["amount"])
    spoke = [told.cite.number_of(each) for each in found.clauses]
    assert set(clauses) <= set(spoke), spoke


_ASKED: dict[str, Callable[[Told, str, tuple[str, ...]], None]] = {
    "float": _float,
    "drop": _drop_box,
    "chips": _holds,
    "next": _next,
    "owed": _owed,
    "sign": _sign,
    "second": _second_check,
    "statement": _statement,
}
