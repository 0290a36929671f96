"""Arguments and output that many verbs share: games, logs, options of a table, JSON."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from houseway.equipment.chips import ChipSet, chips_text, money
from houseway.games import events as e
from houseway.records.session import Session, Step
from houseway.records.settlement import Report, RoundReport, open_wagers
from houseway.records.telling import cited, clauses_of, event_words
from houseway.rulebook.document import clause_row
from houseway.table.table import Table as LiveTable

_TAKES = "A game: its slug, title or the beginning of one, such as mini-baccarat."
_LOG = "A log: its file, the folder of its house, or postgresql://..."


def _default(value: Any) -> str | None:
    """The default that a help page shows: that of a flag or of an empty text says nothing."""
    return None if isinstance(value, bool) or value in (None, "", ()) else str(value)


DEFAULTS = Parameter(negative="", show_default=_default)  # of every verb

GameName = Annotated[str, Parameter(help=_TAKES)]
TableOptions = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-o"],
        help="An option of the table as name=value; repeat it for several. houseway games NAME"
        " lists them.",
    ),
]
LogAddress = Annotated[str, Parameter(help=_LOG)]
LogOrExport = Annotated[str, Parameter(help=f"{_LOG}; or an exported log (.hwlog).")]
Stream = Annotated[str, Parameter(help="A stream of the log, such as table/1.")]
HouseFolder = Annotated[Path, Parameter(help="The folder of the house.")]
Database = Annotated[str, Parameter(help="The log, if it is not floor.db in the folder.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON instead of text.")]


def page_width(elsewhere: int) -> int | None:
    """How wide a page is: None is as wide as the terminal, or as COLUMNS says."""
    return None if sys.stdout.isatty() or os.environ.get("COLUMNS") else elsewhere


def json_text(found: Any) -> str:
    """Something as JSON, for other programs."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def print_json(found: Any) -> None:
    """Print something as JSON."""
    print(json_text(found))


# Files that someone hands over: read whole, but never one without an end.

MOST = 10_000_000  # bytes


def bytes_of(path: Path, most: int = MOST) -> bytes:
    """The content of a file; one that is too large is an error like one that is not there."""
    if not path.exists():
        raise FileNotFoundError(f"there is no file {path}")
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise OSError(errno.EFBIG, f"it has more than {most:,} bytes", str(path))
    return content


def text_of(path: Path, encoding: str = "utf-8") -> str:
    return bytes_of(path).decode(encoding)


# Telling people what happened: steps with their clauses, settlements in money and in chips.

_WIDE = 140  # columns where nobody says how wide the page is
console = Console(highlight=False, width=page_width(_WIDE))
_STYLE = {"won": "bold green", "lost": "red", "void": "yellow", "withdrawn": "yellow"}


def print_settlement(report: Report) -> None:
    """Print a table for each round: every wager, what it was paid in money and chips, and why."""
    for told in report.rounds:
        print_round(told, report.session)
    for each in open_wagers(report.session.play):
        box = f" (box {each['box']})" if each["box"] else ""
        place = f"{each['patron']} has ${each['stake']} on {each['wager']}{box}"
        console.print(f"  not settled: {place}", markup=False)


def print_round(told: RoundReport, session: Session | LiveTable, hands: str = "") -> None:
    """Print one round; `hands` stands for the cards of the result, where more is known of them."""
    hands = hands or "   ".join(f"{name} {cards}" for name, cards in told.hands.items())
    console.print(f"\n[bold]Round {told.round}: {told.result or 'not finished'}[/]")
    if hands:
        console.print(f"  {hands}", markup=False)
    if not told.lines:
        if told.result:
            console.print("  No wagers were settled.")
        return
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    for heading in ("patron", "wager", "stake", "result", "paid", "in chips", "returned", "by"):
        table.add_column(
            heading, justify="right" if heading in ("stake", "paid", "returned") else "left"
        )
    title = session.game.cite.title
    for line in told.lines:
        place = f"{line.wager} (box {line.box})" if line.box else line.wager
        style = _STYLE.get(line.result, "")
        table.add_row(
            escape(line.patron), escape(place), money(line.stake),
            f"[{style}]{line.result}[/]" if style else line.result,
            money(line.paid), _in_chips(session, line.paid), money(line.returned),
            ", ".join(clause.removeprefix(f"{title} ") for clause in line.clauses),
        )  # fmt: skip
    console.print(table)


def plain_table(*headings: str) -> Table:
    """A table without lines that takes the width of the terminal."""
    return Table(*headings, box=None, padding=(0, 2, 0, 0), header_style="dim")


def print_table(table: Table) -> None:
    """Print a table without blanks at the ends of lines."""
    with console.capture() as printed:
        console.print(table)
    text = "\n".join(line.rstrip() for line in printed.get().splitlines())
    console.print(Text.from_ansi(text), soft_wrap=True)


def _in_chips(session: Session | LiveTable, amount: int) -> str:
    chips = session.play.chips
    if not chips.payable(amount):  # where a document pays in halves of its smallest chip
        chips = ChipSet((*chips.denominations, chips.smallest // 2))
    return chips_text(chips.pay(amount)) if amount else ""


def explain(session: Session) -> None:
    """The whole record, step by step, with the words of each clause when it first speaks."""
    told: set[str] = set()
    console.print(f"[bold]{session.game.cite.title}[/], edition {session.game.cite.edition}")
    for step in session.steps:
        explain_step(step, told, session.game.cite.id)


def explain_step(step: Step, told: set[str], edition: str) -> None:
    said = " [dim](goes without saying)[/]" if step.implied else ""
    console.print(f"\n[bold]{step.by}[/]: {escape(step.text)}{said}")
    for tried in step.tried:
        mark = "applies" if tried.applies else "set aside"
        console.print(f"    [dim]{tried.clause}: {escape(tried.verdict)} ({mark})[/]")
    if step.refused:
        console.print(f"  [red]refused[/] {step.refused.code}: {escape(str(step.refused))}")
        _words(step.refused.clause, told, edition)
    for event in step.events:
        print_event(event)
        for clause in clauses_of(event):
            _words(clause, told, edition)


def print_event(event: e.Event) -> None:
    console.print(
        f"  [cyan]{escape(event_words(event))}[/]  [dim]{escape(cited(clauses_of(event)))}[/]"
    )


def _words(clause: str | None, told: set[str], edition: str) -> None:
    if clause and clause not in told:
        told.add(clause)
        words = clause_row(clause, edition=edition).must
        console.print(f"      [dim]{escape(clause)}: {escape(words)}[/]")
