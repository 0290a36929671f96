"""Playing an evening that is told as text: a real runner and log, a clock that the text sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from houseway.equipment.chips import dollars
from houseway.equipment.tiles import faces_of
from houseway.games import game
from houseway.games.commands import Command, DealCard
from houseway.games.events import Event
from houseway.records import sentences
from houseway.records.session import read_table_step
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.store import codec
from houseway.store.log import every_entry
from houseway.store.sqlite import SqliteLog
from houseway.table.days import DAY_US, MINUTE_US, day_number
from houseway.table.state import Table
from houseway.table.statements import Ledger
from houseway.table.table import MACHINE
from houseway.table.vocabulary import OpenTable
from tests.offices import opening_of
from tests.scenarios import expectations
from tests.scenarios.telling import Evening, Said

STREAM = "table/1"
EAST = 600  # minutes: where both casinos stand


class Told:
    """An evening while it happens."""

    def __init__(self, evening: Evening, folder: Path) -> None:
        self.evening = evening
        self.path = folder / "evening.db"
        self.log = SqliteLog(self.path)
        self.now = self._midnight = _day(evening)
        self.runner = Runner(self.log, lambda: self.now)
        self.number = 0
        self.answer: Answer | None = None
        self.spoke: set[str] = set()

    @property
    def table(self) -> Table:
        return self.runner.table(STREAM)

    @property
    def cite(self) -> Any:
        return game(self.evening.headings["document"]).cite

    def happen(self) -> None:
        """Everything that the text says, in its order; a wrong line is named by its number."""
        awaiting: Said | None = None  # an order that was refused, and nothing yet said so
        for said in self.evening.lines:
            if awaiting and said.kind != "refusal":
                raise AssertionError(f"line {awaiting.line}: {self._refused()}")
            try:
                awaiting = self._take(said, awaiting)
            except (AssertionError, sentences.BadSentence) as wrong:
                raise AssertionError(f"line {said.line}: {said.text}: {wrong}") from wrong
        assert awaiting is None, f"line {awaiting.line}: {self._refused()}"

    def _take(self, said: Said, awaiting: Said | None) -> Said | None:
        if said.kind == "clock":
            self._clock(said.text)
        elif said.kind == "refusal":
            assert awaiting, "the order before it was accepted"
            self._check_refusal(said)
        elif said.kind == "expectation":
            expectations.check(self, said)
        else:
            self._order(said)
            return said if self._refused() else None
        return None

    def _clock(self, text: str) -> None:
        """On to that time of the day; past midnight when the clock would otherwise go back."""
        hour, minute = map(int, text.split(":"))
        at = self._midnight + (hour * 60 + minute) * MINUTE_US
        if at < self.now:
            self._midnight += DAY_US
            at += DAY_US
        self.now = at

    def moment(self, hour: int, minute: int) -> int:
        """The next time at which a clock shows this."""
        at = self._midnight + (hour * 60 + minute) * MINUTE_US
        return at if at >= self.now else at + DAY_US

    def _order(self, said: Said) -> None:
        for command in self._commands(said.text):
            self.number += 1
            tried = game_trail(self.table)
            by, actor = self._entered_by(said.actor, command)
            order = Order(command, by, actor, f"order {self.number}")
            self.answer = self.runner.order(STREAM, order)
            if self.answer.refused:
                return
            self.spoke = tried | {each for event in self.answer.events for each in cited(event)}
            if self.table.play is not None:
                self.table.game.check(self.table.play)
        for number in said.clauses:
            named = sorted(self.cite.number_of(each) for each in self.spoke)
            assert self.cite(number) in self.spoke, f"{number} did not speak, but {named}"

    def _entered_by(self, actor: str, command: Command) -> tuple[Role, str]:
        """What a patron says about cards or tiles is entered by the dealer."""
        by = self.evening.offices[actor]
        if by != Role.PATRON or not any(faces_of(command)):
            return by, actor
        dealers = (name for name, role in self.evening.offices.items() if role == Role.DEALER)
        return Role.DEALER, self.table.dealer or next(dealers)

    def _commands(self, text: str) -> list[Command]:
        """The orders of a sentence: `deal` takes several cards, a few orders say more than most."""
        words = text.split()
        if words[0] == "deal" and len(words) > 2:
            return [sentences.read(f"deal {word}", [DealCard]) for word in words[1:]]
        kinds = {*MACHINE.commands, *game(self.evening.headings["document"]).orders}
        command = read_table_step(text, kinds, self.moment, EAST) or sentences.read(text, kinds)
        return [self._opening(command) if isinstance(command, OpenTable) else command]

    def _opening(self, command: OpenTable) -> OpenTable:
        plain, lines = self.evening.limits()
        chips = tuple(dollars(each) for each in self.evening.headings["chips"].split())
        known = game(command.document).limits
        limits = msgspec.structs.replace(known, **plain, lines={**known.lines, **lines})
        return opening_of(command.document, self.evening.options(), limits, chips)

    def _refused(self) -> Refused | None:
        return self.answer.refused if self.answer else None

    def _check_refusal(self, said: Said) -> None:
        refused = self._refused()
        assert refused is not None
        number = self.cite.number_of(refused.clause) if refused.clause else ""
        asked = (said.text.removeprefix("refused ").strip(), ",".join(said.clauses))
        assert (refused.code, number) == asked, f"{refused} ({refused.code})"
        assert refused.detail

    # What must hold when the evening is over

    def events(self) -> Iterator[tuple[Event, int]]:
        slug = ""
        for entry in every_entry(self.log):
            event = codec.decode(slug, entry)
            slug = slug or getattr(event, "document", "")
            yield event, entry.at_us

    def ledger(self) -> Ledger:
        """Folded anew from the log; it holds itself against the layout at every event."""
        ledger = Ledger()
        for event, at_us in self.events():
            ledger.take(event, at_us)
        return ledger

    def end(self) -> None:
        """The chain holds, and the log alone gives the same table and balanced accounts."""
        played = self.table
        self.log.close()
        self.log = SqliteLog(self.path)
        verified = self.log.verify()
        assert not verified.problems, verified.problems
        again = Runner(self.log, lambda: self.now).table(STREAM)
        assert again == played
        ledger = self.ledger()
        assert ledger.table == played
        ledger.check()


def _day(evening: Evening) -> int:
    number = day_number(evening.headings["day"])
    assert number is not None, evening.headings["day"]
    return number * DAY_US - EAST * MINUTE_US


def game_trail(table: Table) -> set[str]:
    """The clauses of rules that are being applied to get to what is awaited now."""
    if table.play is None:
        return set()
    return {each.clause for each in table.game.awaits(table.play).tried if each.applies}


def cited(event: Event) -> set[str]:
    """Every clause that a fact names."""
    spoke = {*getattr(event, "clauses", ()), getattr(event, "clause", None)}
    for part in ("after", "settlement", "stamp"):
        spoke |= {*getattr(getattr(event, part, None), "clauses", ())}
    return {each for each in spoke if each}
