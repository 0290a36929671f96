"""The last results below a patron's felt, where the document lets patrons see them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from houseway.equipment.wheel import colour
from houseway.rulebook.document import Clause
from houseway.service.result_text import result_text
from houseway.service.table_views import TableViews
from houseway.service.texts.text import Term, Text, term, texts
from houseway.table.results import VOID, Result
from houseway.table.table import Table
from houseway.table.view import Viewer

BEADS = 72  # twelve columns of six
NUMBERS = 24
LINES = 6
_SHOWN = {"roads": BEADS, "numbers": NUMBERS}
_LETTERS = texts({"player": "P", "banker": "B", "tie": "T"})


class Bead(NamedTuple):
    """One result: what is written on it, its looks, and what it says in full."""

    label: str
    looks: str
    said: str


class LastResults(NamedTuple):
    """The latest results, oldest first, or the clause that keeps them from patrons."""

    board: str
    beads: tuple[Bead, ...] = ()
    withheld: Clause | None = None


def recent(floor: TableViews, table: str, viewer: Viewer) -> Mapping[str, Any]:
    def see(found: Table, version: int) -> LastResults:
        board = found.game.board
        withheld = found.game.table.results_withheld(found.play.options)
        if withheld and not viewer.staff:
            return LastResults(board, withheld=withheld)
        latest = floor.results(found, table, version).latest(_SHOWN.get(board, LINES))
        return LastResults(board, tuple(_beads(latest, board)))

    return {"recent": floor.look(table, see)}


def _beads(latest: tuple[Result, ...], board: str) -> Iterator[Bead]:
    for each in latest:
        if each.line == VOID:
            yield Bead("–", "void", Text("round {round}: void", round=each.round))
        elif board == "roads":
            looks = each.result if each.result in _LETTERS else "other"
            yield Bead(_LETTERS.get(each.result, "?"), looks, _full(each.round, term(each.result)))
        elif board == "numbers":
            number = each.result.split()[0]
            looks = colour(int(number)) if number.isdigit() else "other"
            yield Bead(number, looks, _full(each.round, _colour(number, looks)))
        else:
            text = result_text(each.result)
            yield Bead(text, "other", _full(each.round, text))


def _colour(number: str, looks: str) -> Term:
    return Term("{number} {colour}", number=number, colour=term(looks))


def _full(number: int, result: str) -> Text:
    return Text("round {round}: {result}", round=number, result=result)
