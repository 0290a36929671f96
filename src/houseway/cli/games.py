"""`houseway games`: what can be played, with wagers, odds, options and the table's sign."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter
from rich.markup import escape

from houseway.cli.shared import (
    GameName,
    Json,
    TableOptions,
    console,
    plain_table,
    print_json,
    print_table,
)
from houseway.games import BrokenGame, NoGame, find, game, slugs
from houseway.games.game import Game, Setup
from houseway.games.options import options_of, read_setup
from houseway.paper.leaflet import leaflet, leaflet_data
from houseway.paper.sheet import sign as printed_sign
from houseway.records.session import table_steps
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role

_WHOLE = re.compile(r"-?[0-9]{1,40}")


def games(
    name: GameName = "",
    /,
    *,
    option: TableOptions = None,
    sign: bool = False,
    steps: bool = False,
    pdf: Path | None = None,
    as_data: Json = False,
) -> int:
    """List the games, or show one: its wagers with odds and clauses, its options, its sign.

    Example: houseway games mini-baccarat --option pairs=perfect --sign

    Parameters
    ----------
    sign
        Print what must stand on the sign of a table with these options.
    pdf
        Write the sign to this file as PDF.
    steps
        Print every step of the game and of its table as a record writes it, with who may take it.
    """
    if not name:
        listed = [{"game": slug, "title": game(slug).cite.title, "edition": game(slug).cite.edition}
                  for slug in slugs()]  # fmt: skip
        _print({"games": listed}, _list, as_data=as_data)
        return 0
    try:
        found = find_game(name)
        setup = setup_of(found, option or [])
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    if pdf is not None:
        pdf.write_bytes(printed_sign(found, found.begin(setup)))
    elif sign:
        _print(_sign(found, setup), _print_sign, as_data=as_data)
    elif steps:
        _print(_steps(found, setup), _print_steps, as_data=as_data)
    else:
        _print(_shown(found, setup), _print_game, as_data=as_data)
    return 0


def find_game(name: str) -> Game:
    """The game that a person means by a slug, an edition, a title or the beginning of one."""
    try:
        return find(name)
    except (NoGame, BrokenGame) as wrong:
        raise ValueError(str(wrong)) from wrong


def setup_of(found: Game, given: list[str]) -> Setup:
    """The table's set-up with options given as name=value."""
    plain: dict[str, Any] = {}
    defaults = msgspec.to_builtins(found.options())
    for each in given:
        key, equals, value = each.partition("=")
        if not equals:
            listed = ", ".join(defaults)
            raise ValueError(f"{each} is not an option; expected one of {listed} as name=value")
        plain[key] = typed(defaults.get(key), value)
    return read_setup(found, plain)


def typed(default: object, value: str) -> object:
    """A value given as text, of the sort that its default is."""
    if isinstance(default, bool):
        return value.lower() in ("yes", "true", "on")
    if isinstance(default, list | tuple):
        return [part.strip() for part in value.split(",") if part.strip()]
    return int(value) if isinstance(default, int) and _WHOLE.fullmatch(value) else value


def _shown(found: Game, setup: Setup) -> dict[str, Any]:
    return {
        "game": found.slug,
        "title": found.cite.title,
        "edition": found.cite.edition,
        "options": msgspec.to_builtins(setup.options),
        "values": {each.name: each.values for each in options_of(found) if each.values},
        "allowed": {each.name: each.allowed for each in options_of(found) if each.allowed},
        "wagers": [
            {
                "wager": line.wager,
                "outcome": line.outcome,
                "pays": str(line.odds),
                "clause": line.clause,
            }
            for line in found.wagers(setup.options)
        ],
    }


def _sign(found: Game, setup: Setup) -> dict[str, Any]:
    lines = found.sign(found.begin(setup))
    return {
        "game": found.slug,
        "title": found.cite.title,
        "sign": [{"text": text, "clause": clause} for text, clause in lines],
    }


def _steps(found: Game, setup: Setup) -> dict[str, Any]:
    return {
        "game": found.slug,
        "title": found.cite.title,
        "steps": [_step(kind.sentence, *may[:2]) for kind, may in found.orders.items()],
        "table": [_step(*step) for step in table_steps(found, setup)],
    }


def _step(text: str, roles: frozenset[Role], clause: Clause | None) -> dict[str, Any]:
    return {"step": text, "by": [role for role in Role if role in roles], "clause": clause or ""}


def _print(shown: dict[str, Any], page: Any, /, *, as_data: bool) -> None:
    if as_data:
        print_json(shown)
    else:
        page(shown)


def _list(shown: dict[str, Any]) -> None:
    games = plain_table("game", "title", "edition")
    for each in shown["games"]:
        games.add_row(each["game"], each["title"], each["edition"])
    print_table(games)
    console.print("\nhouseway games NAME shows the wagers and options of one.", style="dim")


def _print_game(shown: dict[str, Any]) -> None:
    console.print(f"[bold]{shown['title']}[/], edition {shown['edition']}\n")
    wagers = plain_table("wager", "outcome", "pays", "clause")
    for line in shown["wagers"]:
        outcome = "" if line["outcome"] == line["wager"] else line["outcome"]
        clause = line["clause"].removeprefix(f"{shown['title']} ")
        wagers.add_row(line["wager"], outcome, line["pays"], clause)
    print_table(wagers)
    console.print("\nOptions; change one with --option name=value")
    options = plain_table("option", "value", "allowed")
    for name, value in shown["options"].items():
        text = ", ".join(value) if isinstance(value, list | tuple) else str(value)
        options.add_row(name, text, shown["allowed"].get(name, ""))
    print_table(options)
    slug = shown["game"]
    console.print(
        f"\nhouseway play {slug} deals it, houseway games {slug} --steps lists what a record may"
        f" say, houseway rules {slug} CLAUSE shows a clause.",
        style="dim",
    )


def _print_steps(shown: dict[str, Any]) -> None:
    console.print(f"[bold]{shown['title']}[/]: what a record may say")
    print("{amount:money} is a blank to fill in; what stands in square brackets may be left out.")
    for line in shown["steps"]:
        _print_step(line)
    print("\nSteps of the table itself, in a record with a clock (begins = 2026-07-04T18:00:00)")
    for line in shown["table"]:
        _print_step(line)


def _print_step(line: dict[str, Any]) -> None:
    by = "anybody" if len(line["by"]) == len(Role) else ", ".join(line["by"])
    clause = f"; {line['clause']}" if line["clause"] else ""
    print(f"\n  {line['step']}\n      {by}{clause}")


def _print_sign(shown: dict[str, Any]) -> None:
    console.print(f"[bold]{shown['title']}[/]: what must stand on the sign\n")
    sign = plain_table("sign", "clause")
    for line in shown["sign"]:
        sign.add_row(escape(line["text"]), line["clause"])
    print_table(sign)


# `houseway leaflet`: one A4 page for patrons, with how to play, the odds and the house edge.

Output = Annotated[
    Path | None, Parameter(help="Where the PDF goes; without it a name after the game.")
]


def print_leaflet(
    name: GameName,
    /,
    *,
    output: Output = None,
    option: TableOptions = None,
    as_json: Json = False,
) -> int:
    """Write the leaflet of a game as PDF: how to play, the odds, the house edge of every wager.

    Example: houseway leaflet mini-baccarat --output mini-baccarat.pdf
    """
    try:
        found = find_game(name)
        write_leaflet(found, setup_of(found, option or []).options, output, as_json=as_json)
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway leaflet: {wrong}", file=sys.stderr)
        return 2
    return 0


def write_leaflet(found: Game, options: object, output: Path | None, *, as_json: bool) -> None:
    """Print what stands on a leaflet as data, or write it as PDF and say where."""
    if as_json:
        print_json(leaflet_data(found, options))
    else:
        write_pdf(leaflet(found, options), output or Path(f"{found.slug}-leaflet.pdf"))


def write_pdf(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    print(f"written: {path}")
