"""`houseway roles`: who may give which order, by which clause, and where it takes two."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator
from typing import Annotated, NamedTuple

import msgspec
from cyclopts import Parameter
from rich.markup import escape
from rich.table import Table

from houseway.cli.games import find_game
from houseway.cli.shared import GameName, Json, console, plain_table, print_json
from houseway.games import game, slugs
from houseway.games.base_commands import (
    Command,
    IrregularityCommand,
    PeopleCommand,
    PreparingCommand,
    RoundCommand,
    SeatCommand,
    SettingCommand,
    WagerCommand,
)
from houseway.games.commands import DecideDispute, RecordReview
from houseway.games.game import Game
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import RANK, Role, at_least
from houseway.table.state import roles_at
from houseway.table.table import MACHINE

HEADS: dict[Role, str] = {
    Role.PATRON: "Pat",
    Role.DEALER: "Dlr",
    Role.GAMING_SUPERVISOR: "Sup",
    Role.ASSISTANT_GAMING_MANAGER: "AGM",
    Role.GAMING_MANAGER: "GM",
    Role.CASINO_DUTY_MANAGER: "CDM",
    Role.GAMING_SHIFT_MANAGER: "GSM",
    Role.TOURNAMENT_DIRECTOR: "Dir",
    Role.ASSISTANT_TO_DIRECTOR: "AsD",
    Role.SURVEILLANCE: "Srv",
    Role.INSPECTOR: "Ins",
    Role.PROMOTIONS: "Pro",
}
_WIDE = 140  # columns that a column a role needs
TABLE = "table"  # the name of a table's own orders, where games have theirs
DIRECTED = "table of 2002"  # and where the Tournament Director decides (reading G11)
TITLES = {
    TABLE: "Every table, whatever is played",
    DIRECTED: "A table of the sets of 2002, where the Tournament Director decides",
}

# The groups of commands, in the order of a round.
_OWN = "The table"  # of a table's own commands
_GROUPS = (
    SettingCommand, PreparingCommand, SeatCommand, WagerCommand, RoundCommand, IrregularityCommand,
    PeopleCommand,
)  # fmt: skip


class Line(msgspec.Struct, frozen=True):
    """One order of one game: who may give it, and the clause that says so."""

    game: str
    group: str
    order: str
    sentence: str
    clause: str
    may: tuple[Role, ...]


def roles(
    name: GameName = "",
    /,
    *,
    order: str = "",
    role: str = "",
    as_data: Json = False,
    as_csv: Annotated[bool, Parameter(name="--csv")] = False,
) -> int:
    """Show who may give which order, by which clause: of one game, or of all nine.

    Example: houseway roles mini-baccarat --order void

    Parameters
    ----------
    order
        Only the orders whose name or sentence has this text in it.
    role
        Only the orders that this role may give, such as "gaming manager".
    as_csv
        Print a table for a spreadsheet, a row an order and a column a role.
    """
    try:
        shown_games = (find_game(name).slug,) if name else slugs()
        office = _office(role) if role else None
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    shown = [line for line in matrix(shown_games) if _matches(line, order, office)]
    if as_data:
        print_json({"orders": shown})
    elif as_csv:
        _print_csv(shown)
    elif shown:
        _print_tables(shown, shown_games)
    else:
        print("no order matches")
    return 0


def matrix(named: Iterable[str]) -> Iterator[Line]:
    """Every order with who may give it: the table's own first, then each game's by group."""
    named = tuple(named)
    for name, of_table in _tables(named).items():
        for kind, own in MACHINE.commands.items():
            yield _line(name, _OWN, kind, roles_at(own, of_table), "")
    for slug in named:
        found = game(slug)
        for kind, may in sorted(found.orders.items(), key=lambda each: _place(each[0])):
            clause = found.cite.number_of(may.clause)
            yield _line(slug, kind.group.heading, kind, may.roles, clause)


def _place(kind: type[Command]) -> int:
    """Where the heading of a command stands; one that is not ours stands last."""
    headings = [each.group.heading for each in _GROUPS]
    return [*headings, kind.group.heading].index(kind.group.heading)


def _tables(named: tuple[str, ...]) -> dict[str, Game]:
    """The kinds of table among these games, each with a game that is played at it."""
    games = [game(slug) for slug in named]
    return {DIRECTED if each.table.directed else TABLE: each for each in reversed(games)}


def _line(
    slug: str, group: str, kind: type[Command], offices: frozenset[Role], clause: str
) -> Line:
    may = tuple(role for role in Role if role in offices)
    return Line(slug, group, kind.__name__, kind.sentence, clause, may)


def _office(text: str) -> Role:
    wanted = text.strip().lower()
    known: dict[str, Role] = {head.lower(): role for role, head in HEADS.items()}
    known.update({str(role): role for role in Role})
    if wanted not in known:
        offices = ", ".join(f"{role} ({HEADS[role]})" for role in Role)
        raise ValueError(f"{text} is not a role; the roles are: {offices}")
    return known[wanted]


def _matches(line: Line, text: str, office: Role | None) -> bool:
    wanted = text.lower()
    named = wanted in line.order.lower() or wanted in line.sentence.lower()
    return named and (office is None or office in line.may)


def _print_csv(shown: list[Line]) -> None:
    rows = csv.writer(sys.stdout, lineterminator="\n")
    rows.writerow(("game", "group", "order", "sentence", "clause", *Role))
    for line in shown:
        cells = ("yes" if role in line.may else "no" for role in Role)
        rows.writerow((line.game, line.group, line.order, line.sentence, line.clause, *cells))


def _print_tables(shown: list[Line], named: tuple[str, ...]) -> None:
    for slug in (*TITLES, *named):
        lines = [line for line in shown if line.game == slug]
        if lines:
            console.print(f"\n[bold]{escape(_title(slug))}[/]")
            console.print(_table(lines))
    if console.width >= _WIDE:
        legend = ", ".join(f"{head} {role}" for role, head in HEADS.items())
        console.print(f"\nx may, . may not. {legend}.")
    else:
        console.print("\nA plus is that role and all above it. A wider page has a column a role.")
    _print_two_persons(named, {line.order for line in shown})


def _title(slug: str) -> str:
    return TITLES[slug] if slug in TITLES else game(slug).cite.title


def _table(lines: list[Line]) -> Table:
    return _wide(lines) if console.width >= _WIDE else _narrow(lines)


def _narrow(lines: list[Line]) -> Table:
    """Who may, in words, where there is no room for a column a role."""
    table = plain_table("as a record writes it", "clause", "who may")
    group = ""
    for line in lines:
        if line.group != group:
            group = line.group
            table.add_row(f"[dim]{group}[/]")
        table.add_row(escape(line.sentence), escape(line.clause), in_words(line.may))
    return table


def _wide(lines: list[Line]) -> Table:
    table = Table(box=None, padding=(0, 1, 0, 0), header_style="dim", show_edge=False)
    for heading, width in (("order", 24), ("as a record writes it", 47), ("clause", 18)):
        table.add_column(heading, min_width=width, max_width=width, overflow="fold")
    for role in Role:
        table.add_column(HEADS[role], min_width=3, justify="center")
    group = ""
    for line in lines:
        if line.group != group:
            group = line.group
            table.add_row(f"[dim]{group}[/]")
        cells = ("x" if role in line.may else "[dim].[/]" for role in Role)
        table.add_row(line.order, escape(line.sentence), escape(line.clause), *cells)
    return table


def _print_two_persons(slugs: tuple[str, ...], orders: set[str]) -> None:
    rules = [rule for rule in _two_persons(slugs) if not orders.isdisjoint(rule.orders)]
    if rules:
        console.print("\n[bold]Where one person does not suffice[/]")
    for rule in rules:
        console.print(f"  {escape(rule.clause)}: {rule.what} ({', '.join(rule.orders)})")


class _Shared(NamedTuple):
    clause: Clause
    orders: tuple[str, ...]
    what: str


_REVIEWED = DecideDispute.__name__, RecordReview.__name__
_REVIEW = "who reviews ranks above a gaming supervisor, who decides first (reading A-02)"


def _two_persons(slugs: Iterable[str]) -> list[_Shared]:
    """The rules that one person alone cannot carry out."""
    rules: dict[_Shared, None] = {}
    for found in map(game, slugs):
        for rule, clause in filter(None, map(found.two_persons, found.orders)):
            rules[_Shared(clause, tuple(each.__name__ for each in rule.orders), rule.what)] = None
        if found.table.reviewer:
            rules[_Shared(found.table.reviewer, _REVIEWED, _REVIEW)] = None
    return list(rules)


_HEADING = ("| command | as a record writes it | who may | clause |", "| --- | --- | --- | --- |")


def page() -> str:
    """The page `docs/roles.md`: the same matrix, who may in words, and the rules of two persons."""
    lines = [
        "# Roles",
        "",
        "Generated by `make docs` from each game's own table of commands. `houseway roles` prints",
        "it with a column for each role. A plus means that role and all above it. Their order is",
        "dealer, supervisor, assistant gaming manager, gaming manager and casino duty manager,",
        "gaming shift manager. The other roles in a patron's row may enter the patron's command",
        "for the patron.",
        "",
        "A game checks the role; the log says with every command who held it. A table with a list",
        "of its staff accepts commands from nobody else (reading P-01). At every table, one person",
        "asks for the correction of a settlement and another person confirms it (reading P-02).",
        "The house, its devices and an actor without a name do not count as persons.",
        "",
        "## Commands that need two persons",
        "",
        "| clause | commands | who |",
        "| --- | --- | --- |",
    ]
    for rule in _two_persons(slugs()):
        lines.append(f"| {rule.clause} | {', '.join(rule.orders)} | {rule.what} |")
    slug = group = ""
    for line in matrix(slugs()):
        if line.game != slug:
            slug, group = line.game, ""
            lines += ["", f"## {_title(slug)}"]
        if line.group != group:
            group = line.group
            lines += ["", f"### {group}", "", *_HEADING]
        lines.append(f"| {line.order} | `{line.sentence}` | {in_words(line.may)} | {line.clause} |")
    return "\n".join(lines) + "\n"


def in_words(may: tuple[Role, ...]) -> str:
    """Who may, briefly: an office with all above it is told by the lowest of them."""
    if len(may) == len(Role):
        return "anybody"
    for lowest in RANK:
        ladder = at_least(lowest)
        if len(ladder) > 1 and ladder <= set(may):
            named = (f"{role}+" if role is lowest else role for role in may)
            return ", ".join(each for each in named if each not in ladder)
    return ", ".join(may)
