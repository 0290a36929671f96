"""`houseway drill`: questions about live tables in the terminal, each mark with its clause."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

from rich.markup import escape

from houseway.cli.games import find_game
from houseway.cli.shared import GameName, Json, print_json
from houseway.cli.tell import console
from houseway.equipment.chips import BadAmount
from houseway.games.game import Game
from houseway.randomness import new_seed
from houseway.rulebook.document import clause_row
from houseway.training.drill import Drill, Mark, Part, answer_text, mark
from houseway.training.generate import KINDS, NoDrill, drills, kinds_of
from houseway.training.second import record_of

LEAVES = ("q", "quit")


class _Left(Exception):
    """The person has had enough."""


def drill(
    name: GameName = "mini-baccarat",
    /,
    *,
    kind: list[str] | None = None,
    seed: str = "",
    count: int = 10,
    as_json: Json = False,
) -> int:
    """Train payouts, draws, next steps and irregularities; every mark names its clause.

    Example: houseway drill mini-baccarat --kind payout --seed 7 --count 5

    Parameters
    ----------
    kind
        What to train, such as payout or irregularity; repeat it for several. Without it, every
        kind of the game in turn.
    seed
        Any text; the same text gives the same questions again. Without it, a new one.
    count
        How many questions.
    """
    chosen = seed or new_seed()[:8]
    try:
        if count < 1:
            raise ValueError("--count must be positive")
        found = find_game(name)
        asked = drills(found, kinds=tuple(kind or ()), seed=chosen, count=count)
        if as_json:
            print_json({"game": found.cite.id, "seed": chosen, "drills": [_data(e) for e in asked]})
            return 0
        return _train(found, asked, chosen)
    except (ValueError, NoDrill) as wrong:
        print(wrong, file=sys.stderr)
        return 2


def _data(each: Drill) -> dict[str, Any]:
    return {
        "kind": each.kind,
        "seed": each.seed,
        "title": each.title,
        "situation": list(each.situation),
        "questions": [_question(part) for part in each.parts],
        "record": record_of(each) if each.session else "",
    }


def _question(part: Part) -> dict[str, Any]:
    return {
        "asks": part.asks,
        "form": part.form,
        "options": list(part.options),
        "answer": list(part.answer),
        "clauses": list(part.clauses),
    }


def _train(game: Game, asked: Iterator[Drill], seed: str) -> int:
    trained = ", ".join(f"{each} ({KINDS[each].trains})" for each in kinds_of(game))
    console.print(f"[bold]{game.cite.title}[/], seed {escape(seed)}", highlight=False)
    console.print(f"Kinds: {trained}. q leaves.", style="dim", highlight=False)
    marks: list[Mark] = []
    try:
        for number, each in enumerate(asked, 1):
            marks += _ask(number, each)
    except (_Left, EOFError, KeyboardInterrupt):
        console.print()
    right = sum(each.right for each in marks)
    console.print(f"{right} of {len(marks)} right.")
    return 0


def _ask(number: int, each: Drill) -> Iterator[Mark]:
    console.print(f"\n[bold]{number}. {escape(each.title)}[/]")
    for line in each.situation:
        console.print(f"   {escape(line)}", highlight=False)
    for part in each.parts:
        made = _answered(part)
        verdict = "[green]Right.[/]" if made.right else "[red]Wrong.[/]"
        said = escape(answer_text(part, part.answer))
        console.print(f"   {verdict} {said} ({'; '.join(made.clauses)})", highlight=False)
        if not made.right:
            for clause in made.clauses[:2]:
                console.print(f"   {clause}: {clause_row(clause).must}", style="dim")
        yield made


def _answered(part: Part) -> Mark:
    """Ask until the answer can be read."""
    console.print(f"   {escape(part.asks)}", highlight=False)
    for number, option in enumerate(part.options, 1):
        console.print(f"   {number:3}  {escape(option)}", highlight=False)
    while True:
        typed = console.input(f"   {_HOW[part.form]}: ").strip()
        if typed.lower() in LEAVES:
            raise _Left
        try:
            return mark(part, _read(part, typed))
        except (BadAmount, IndexError, ValueError) as wrong:
            console.print(f"   {escape(str(wrong))}", style="yellow")


_HOW = {
    "one": "The number of the option",
    "several": "The numbers of all that are right, or Enter for none",
    "order": "The numbers in order",
    "money": "Dollars, such as 12.50, or chips, such as 2x25 1x5",
}


def _read(part: Part, typed: str) -> tuple[str, ...]:
    if part.form == "money":
        return (typed,)
    numbers = [int(each) for each in typed.replace(",", " ").split()]
    if any(not 1 <= each <= len(part.options) for each in numbers):
        raise ValueError(f"type numbers from 1 to {len(part.options)}")
    if part.form == "one" and len(numbers) != 1:
        raise ValueError("type one number")
    return tuple(part.options[each - 1] for each in numbers)
