"""The verbs of `houseway tournament` about entrants: who comes in, leaves, or comes instead."""

from __future__ import annotations

import sys
from pathlib import Path

from houseway.cli.files import text_of
from houseway.cli.shared import LogAddress, print_json
from houseway.cli.tournament_desk import (
    TournamentDesk,
    TournamentHow,
    TournamentStream,
    app,
    given,
    now_us,
)
from houseway.equipment.chips import dollars
from houseway.games.machine import Given
from houseway.records.entrylist import read_entries
from houseway.records.telling import printable
from houseway.rulebook.ruling import Refused
from houseway.tournament import entry_vocabulary as e
from houseway.tournament.entry_list import judged, of_line


@app.command
def enter(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    person: str = "",
    name: str = "",
    paid: str = "",
    form: str = "",
    agreement: str = "",
    copy_given: bool = False,
    file: Path | None = None,
    how: TournamentHow | None = None,
) -> int:
    """Enter a person, or all on a list; if a line is wrong, nobody is entered.

    Example: houseway tournament enter floor.db tournament/spring --person "licence 4711"
    --name Ana --paid 27.50 --actor Dora

    Example: houseway tournament enter floor.db tournament/spring --file entries.csv --actor Dora

    Parameters
    ----------
    person
        Who it is, by a document of identity.
    name
        What is called out.
    paid
        The fee that was paid, in dollars.
    form
        The reference of the completed entry form.
    agreement
        The reference of the agreement in writing.
    copy_given
        The entrant was given the conditions.
    file
        A CSV with the columns person, name and paid, and where the document asks for them form,
        agreement, eligible and copy_given.
    """

    def work(desk: TournamentDesk) -> int:
        if file is not None:
            return _listed(desk, file)
        plain = e.AcceptEntry(person, name, dollars(paid), form, agreement, copy_given=copy_given)
        return desk.order(plain)

    return given(address, stream, how, work)


def _listed(desk: TournamentDesk, file: Path) -> int:
    """Every wrong line is told; nobody is entered until none is."""
    found = read_entries(text_of(file, "utf-8-sig"))
    wrong = list(found.wrong)
    by = Given(desk.office, desk.how.actor, now_us())
    for line in judged(desk.tournament, found.entries, by) if desk.tournament.slug else ():
        if isinstance(line.ruling, Refused):
            at = found.lines[line.number - 1]
            wrong.append((at, str(of_line(line._replace(number=at), line.ruling))))
    if not wrong:
        return desk.order(e.AcceptEntries(tuple(found.entries), file.name))
    if desk.how.as_data:
        print_json({"wrong": [{"line": at, "detail": why} for at, why in sorted(wrong)]})
    for _, why in sorted(wrong) if not desk.how.as_data else ():
        print(printable(why), file=sys.stderr)
    if not desk.how.as_data:
        print(f"{file}: {len(wrong)} lines are wrong; nobody was entered", file=sys.stderr)
    return 1
