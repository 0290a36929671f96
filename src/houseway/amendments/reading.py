"""Read an amendment file: its document, its rules, its side wagers, and the game they make."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from msgspec import Struct

from houseway import games
from houseway.amendments import rounds
from houseway.amendments.changes import changed_fields, side_wagers
from houseway.amendments.document import (
    BadAmendment,
    Problem,
    Written,
    amended_document,
    renumbered,
)
from houseway.coverage import ledger
from houseway.games import NoGame
from houseway.games.edition import amended
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager
from houseway.rulebook.document import Document, UnknownClause
from houseway.rulebook.shown import shown_clauses
from houseway.table.days import day_number

_KEYS = (
    "amends", "edition", "instrument", "made", "commences", "commencement", "add", "replace",
    "strike", "renumber", "change", "side_wager", "scenario",
)  # fmt: skip
_SCENARIO = ("name", "record")


class Scenario(Struct, frozen=True):
    """A record in the text form of `.hwr`, without its heading; `line` is where it begins."""

    name: str
    record: str
    line: int


class Amendment(Struct, frozen=True):
    """An amendment that was read: what it amends, and the game of the edition that it makes."""

    before: Game
    game: Game
    clauses: tuple[str, ...]  # the numbers of clauses that it adds or replaces
    scenarios: tuple[Scenario, ...]
    written: Written

    @property
    def document(self) -> Document:
        return self.game.cite

    @property
    def side_wagers(self) -> tuple[SideWager, ...]:
        own: tuple[SideWager, ...] = self.game.rules.side_wagers
        return own


def read_amendment(text: str) -> Amendment:
    """Read and check a file, or raise `BadAmendment` with the line and reason of every problem."""
    written = Written(text)
    content = written.content
    written.known((), content, _KEYS)
    before = _amended_game(written)
    _check_day(written, "edition", before.cite.edition)
    _check_day(written, "commences", "")
    cite = amended_document(before.cite, written)
    written.finish()
    _check_struck(written, before.cite)
    fields = changed_fields(written, before, cite)
    sides = side_wagers(written, before, cite)
    scenarios = _scenarios(written)
    written.finish()
    game = _game(written, before, cite, fields, sides)
    rounds.check_deal(written, game)
    written.finish()
    rounds.check(written, game, sides)
    written.finish()
    named = [*content.get("replace", []), *content.get("add", [])]
    return Amendment(before, game, tuple(each["number"] for each in named), scenarios, written)


def adopt(amendment: Amendment, today: str = "") -> Game:
    """Let every part of Houseway find the edition by its id, while the program runs.

    From the day on which it commences its slug means it too; without `today` it never does.
    """
    commences = amendment.document.metadata.commences
    games.offer(amendment.game, pending=not today or today < commences)
    return amendment.game


def _amended_game(written: Written) -> Game:
    name = written.text_of((), written.content, "amends")
    try:
        return games.game(name)
    except NoGame as wrong:
        written.bad(("amends",), str(wrong))
        raise BadAmendment(written.problems) from wrong


def _check_day(written: Written, name: str, after: str) -> None:
    day = written.text_of((), written.content, name)
    if day_number(day) is None:
        written.bad((name,), f"{name} is a day such as 2030-01-01")
    elif day <= after:
        written.bad((name,), f"{name} {day} is not after the edition {after} that it amends")


def _check_struck(written: Written, cite: Document) -> None:
    """A clause can go if its document lists it as shown only and no ruling has ever cited it."""
    shown = {each.number for each in shown_clauses(cite)} - ledger.numbers(cite)
    for number in written.texts((), written.content, "strike"):
        if number not in shown:
            written.bad(("strike",), f"the game rules by clause {number}: replace or renumber it")


def _scenarios(written: Written) -> tuple[Scenario, ...]:
    found = []
    for path, given in written.tables((), written.content, "scenario"):
        written.known(path, given, _SCENARIO)
        name = written.text_of(path, given, "name")
        record = given.get("record")
        if not isinstance(record, str):
            written.bad(path, "a scenario needs a record: its rounds as a .hwr file has them")
            continue
        found.append(Scenario(name, record, written.line((*path, "record"))))
    return tuple(found)


def _game(
    written: Written,
    before: Game,
    cite: Document,
    fields: dict[str, Any],
    sides: tuple[SideWager, ...],
) -> Game:
    earlier: tuple[SideWager, ...] = getattr(before.rules, "side_wagers", ())
    try:
        rules = amended(
            before.rules, cite, renumbered(written), **fields, side_wagers=(*earlier, *sides)
        )
        made: Game = import_module(before.module).game_of(rules)
    except UnknownClause as wrong:
        reason = f"the rules still cite a clause that is gone: {wrong}"
        raise BadAmendment([Problem(written.line(("strike",)), reason)]) from wrong
    except (ValueError, KeyError) as wrong:
        line = written.line(("change",))
        reason = f"the changed rules do not work: {wrong}"
        raise BadAmendment([Problem(line, reason)]) from wrong
    return made
