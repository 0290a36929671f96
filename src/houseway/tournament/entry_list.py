"""A list of entries: every line is judged after the ones before it, and all come in or none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import deepcopy
from typing import NamedTuple

from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry, money
from houseway.tournament import entry_vocabulary as v
from houseway.tournament.state import Part, Tournament

part = Part()

_EVOLVE = {**entry.part.events, **money.part.events}


class JudgedEntry(NamedTuple):
    """One line of a list, counted from 1, and the ruling on it."""

    number: int
    application: v.AcceptEntry
    ruling: Ruling


def judged(
    tournament: Tournament, entries: Sequence[v.AcceptEntry], given: Given
) -> Iterator[JudgedEntry]:
    """Each line as it would be ruled on after those before it that are in order."""
    trial = deepcopy(tournament)
    for number, application in enumerate(entries, 1):
        ruling = entry.accept(trial, application, given)
        yield JudgedEntry(number, application, ruling)
        if isinstance(ruling, Accepted):
            for event in ruling.events:
                _EVOLVE[type(event)](trial, event)


@part.decides(v.AcceptEntries, by=entry.DESK, slot=lambda rules: rules.entry.one_only, undo=True)
def _accept_all(tournament: Tournament, command: v.AcceptEntries, given: Given) -> Ruling:
    clause = tournament.rules.entry.one_only
    if not command.entries:
        return Refused("empty_list", clause, f"{command.source} names nobody")
    facts: list[Event] = []
    for line in judged(tournament, command.entries, given):
        if isinstance(line.ruling, Refused):
            return of_line(line, line.ruling)
        facts += line.ruling.events
    return Accepted(tuple(facts))


def of_line(line: JudgedEntry, refused: Refused) -> Refused:
    """A refusal that says which line of the list it is about."""
    who = f"line {line.number} ({line.application.name or 'no name'})"
    return Refused(refused.code, refused.clause, f"{who}: {refused.detail}")
