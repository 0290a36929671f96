"""Which odds, irregularity clauses and next steps some drill asks, with the seed that asks each.

`asked.tsv` names for each of them a kind and a seed; a test makes those drills again. What nothing
asks stands in `unasked.tsv` with the reason. `python -m houseway.training.coverage` looks for seeds
of what is in neither.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from inspect import getsource
from typing import NamedTuple

from houseway.games import events as e
from houseway.games import find, slugs
from houseway.games.game import Game, Setup, WagerLine
from houseway.training.asking import Scene, settlements
from houseway.training.drill import Drill
from houseway.training.generate import NoDrill, drill, kinds_of
from houseway.training.irregular import is_irregular
from houseway.training.walk import every_option

ODDS, IRREGULARITY, STEP = "odds", "irregularity", "step"
KINDS_FOR = {
    ODDS: ("payout",),
    IRREGULARITY: ("irregularity", "refusal", "provision", "payout", "returned", "next"),
    STEP: ("next", "irregularity", "provision"),
}


class Wanted(NamedTuple):
    """Something that a drill should ask: odds of a wager, a clause, or a next step."""

    slug: str
    sort: str
    what: str


class Asked(NamedTuple):
    """The drill that asks it."""

    kind: str
    seed: str


def wanted(game: Game) -> list[Wanted]:
    """Everything that the drills of a game should ask."""
    found = [Wanted(game.slug, ODDS, row_text(game, line)) for line in rows(game)]
    found += [
        Wanted(game.slug, IRREGULARITY, number)
        for number in game.cite.clauses
        if is_irregular(game, game.cite(number))
    ]
    found += [Wanted(game.slug, STEP, each) for each in steps(game)]
    return list(dict.fromkeys(found))


def rows(game: Game) -> Iterator[WagerLine]:
    """Every row of odds, by any option of the house."""
    listed = (line for options in every_option(game) for line in game.wagers(options))
    yield from {row_text(game, line): line for line in listed}.values()


def row_text(game: Game, line: WagerLine) -> str:
    return f"{line.wager}: {line.outcome} {line.odds} ({game.cite.number_of(line.clause)})"


def steps(game: Game) -> Iterator[str]:
    """The next steps that the game's own module names: one word and a clause."""
    tree = ast.parse(getsource(import_module(f"{game.module}.awaits")))
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = getattr(call.func, "id", "")
        if name in ("Awaits", "dealers_step") and isinstance(call.args[0], ast.Constant):
            clause = call.args[2 if name == "Awaits" else 1]
            if number := _number(clause):
                yield f"{call.args[0].value!s} ({number})"


def _number(node: ast.expr) -> str:
    """The clause number of `play.cite("8.4")`; empty for any other expression."""
    if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
        return str(node.args[0].value) if getattr(node.func, "attr", "") == "cite" else ""
    return ""


def asks(made: Drill, game: Game) -> Iterator[Wanted]:
    """What a drill asks of what is wanted."""
    title = f"{game.cite.title} "
    for clause in made.clauses:
        yield Wanted(game.slug, IRREGULARITY, clause.removeprefix(title))
    if not isinstance(made.scene, Scene) or made.session is None:
        return
    for part in made.parts:
        if part.subject == "step":
            awaited = made.session.awaited
            number = awaited.clause.removeprefix(title)
            yield Wanted(game.slug, STEP, f"{awaited.what} ({number})")
    if made.kind in ("payout", "fraction"):
        for event in settlements(made.scene.moment):
            yield from _rows_paid(game, made.session.setup, event)


def _rows_paid(game: Game, setup: Setup, event: e.Settlement) -> Iterator[Wanted]:
    for line in game.wagers(setup.options):
        same = game.priced_as(event.wager) == line.wager and line.clause in event.clauses
        exact = line.odds.cents(event.stake)[0]
        if same and event.paid in (exact, setup.chips.next_payable(exact)):
            yield Wanted(game.slug, ODDS, row_text(game, line))


# The two lists


def _table(name: str) -> list[list[str]]:
    text = (files("houseway.training") / name).read_text(encoding="utf-8")
    return [line.split("\t") for line in text.splitlines()[1:]]


def asked() -> dict[Wanted, Asked]:
    """What some drill asks, with that drill."""
    return {Wanted(*row[:3]): Asked(*row[3:]) for row in _table("asked.tsv")}


def unasked() -> dict[Wanted, str]:
    """What no drill asks, with the reason."""
    return {Wanted(*row[:3]): row[3] for row in _table("unasked.tsv")}


def page() -> str:
    """The page about it for the documentation."""
    lines = [
        "# What drills ask",
        "",
        "Generated by `make docs`. For each row of odds, irregularity clause and next step, a",
        "drill is named by kind and seed (`training/asked.tsv`), and a test makes it again.",
        "",
        "| game | odds | irregularity clauses | next steps |",
        "| --- | --- | --- | --- |",
    ]
    known, total = asked(), [0] * 6
    for game in map(find, slugs()):
        counts = [_counted(game, sort, known) for sort in (ODDS, IRREGULARITY, STEP)]
        total = [one + other for one, other in zip(total, sum(counts, ()), strict=True)]
        shown = " | ".join(f"{done} of {every}" for done, every in counts)
        lines.append(f"| {game.cite.title} | {shown} |")
    pairs = zip(total[::2], total[1::2], strict=True)
    shown = " | ".join(f"{done} of {every}" for done, every in pairs)
    lines += [f"| **all nine** | {shown} |", "", "## What no drill asks", ""]
    lines += ["| game | what | reason |", "| --- | --- | --- |"]
    for each, reason in unasked().items():
        lines.append(f"| {find(each.slug).cite.title} | {each.sort} {each.what} | {reason} |")
    return "\n".join(lines) + "\n"


def _counted(game: Game, sort: str, known: dict[Wanted, Asked]) -> tuple[int, ...]:
    every = [each for each in wanted(game) if each.sort == sort]
    return sum(each in known for each in every), len(every)


def look(game: Game, missing: set[Wanted], seeds: range) -> Iterator[tuple[Wanted, Asked]]:
    """Drills that ask what is missing."""
    for seed in seeds:
        for kind in _kinds_for(game, missing):
            try:
                made = drill(game, kind, seed)
            except NoDrill:
                continue
            for each in asks(made, game):
                if each in missing:
                    missing.discard(each)
                    yield each, Asked(kind, str(seed))


def _kinds_for(game: Game, missing: set[Wanted]) -> list[str]:
    sorts = {each.sort for each in missing}
    kinds = dict.fromkeys(kind for sort in KINDS_FOR if sort in sorts for kind in KINDS_FOR[sort])
    return [kind for kind in kinds if kind in kinds_of(game)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("games", nargs="*", default=slugs())
    given = parser.parse_args()
    known = asked()
    for game in map(find, given.games):
        missing = {each for each in wanted(game) if each not in known and each not in unasked()}
        seeds = range(given.first, given.first + given.seeds)
        for each, found in look(game, missing, seeds):
            sys.stdout.write("\t".join((*each, *found)) + "\n")
            sys.stdout.flush()
        for each in sorted(missing):
            sys.stdout.write("\t".join((*each, "?")) + "\n")


if __name__ == "__main__":
    main()
