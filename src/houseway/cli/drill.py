"""`houseway drill`: questions about live tables in the terminal, each mark with its clause."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import structs
from rich.markup import escape
from rich.table import Table

from houseway.cli.games import find_game
from houseway.cli.shared import GameName, Json, console, print_json
from houseway.equipment.chips import BadAmount
from houseway.extras import installed, needs
from houseway.games.game import Game
from houseway.randomness import new_seed
from houseway.rulebook.document import clause_row
from houseway.training.choosing import Scope, askable, choose
from houseway.training.drill import Drill, Mark, Part, answer_text, mark
from houseway.training.generate import KINDS, NoDrill, drills, kinds_of
from houseway.training.generate import drill as drill_of
from houseway.training.progress import Progress, day_of, read, sections, take, usual_path, write
from houseway.training.second import record_of

LEAVES = ("q", "quit")


class _Left(Exception):
    """The person has had enough."""


def drill(
    name: GameName = "mini-baccarat",
    /,
    *,
    kind: list[str] | None = None,
    clause: list[str] | None = None,
    seed: str = "",
    count: int = 10,
    limit: int = 0,
    file: Path | None = None,
    no_progress: bool = False,
    report: bool = False,
    as_json: Json = False,
) -> int:
    """Train payouts, draws, next steps and irregularities; every mark names its clause.

    What you got wrong comes again soon, what you know comes later. The progress is a file on this
    machine.

    Example: houseway drill mini-baccarat --kind payout --seed 7 --count 5

    Parameters
    ----------
    kind
        What to train, such as payout or irregularity; repeat it for several. Without it, every
        kind of the game.
    clause
        A clause to train, such as 8.8(b); repeat it for several.
    seed
        Any text; the same text gives the same questions again, in turn instead of by the schedule.
    count
        How many questions.
    limit
        Seconds for each question; a later answer is wrong. 0 is no limit.
    file
        Where the progress is stored, instead of the usual file.
    no_progress
        Read and store no progress.
    report
        Show the progress in this game, and ask nothing.
    """
    chosen = seed or new_seed()[:8]
    try:
        if count < 1 or limit < 0:
            raise ValueError("--count must be positive, and --limit not negative")
        found = find_game(name)
        scope = checked_scope(found, tuple(kind or ()), tuple(clause or ()))
        if as_json:
            asked = drills(found, kinds=scope.kinds, seed=chosen, count=count)
            print_json({"game": found.cite.id, "seed": chosen, "drills": [_data(e) for e in asked]})
            return 0
        trainee = _Trainee(scope, None if no_progress or not _can_learn() else file or usual_path())
        if report:
            show_progress(found, trainee.progress)
            return 0
        planned = trainee.path is not None and not seed
        asked = trainee.planned(chosen, count) if planned else _in_turn(scope, chosen, count)
        return _train(trainee, asked, chosen, limit)
    except (ValueError, NoDrill) as wrong:
        print(wrong, file=sys.stderr)
        return 2


def checked_scope(game: Game, kinds: tuple[str, ...], clauses: tuple[str, ...]) -> Scope:
    """What to train; raise where the game has no such kind or clause."""
    for each in kinds:
        if each not in kinds_of(game):
            raise NoDrill(f"{game.cite.title} has no drill {each!r}: {', '.join(kinds_of(game))}")
    for each in clauses:
        if each not in game.cite.clauses:
            raise ValueError(game.cite.no_such(each))
    return Scope(game.slug, kinds, clauses)


def _can_learn() -> bool:
    """Whether the scheduler is installed; training without it keeps no progress."""
    if installed("fsrs"):
        return True
    console.print(f"No progress is stored: {needs('fsrs', 'the schedule')}", style="yellow")
    return False


def _in_turn(scope: Scope, seed: str, count: int) -> Iterator[Drill]:
    if scope.clauses:
        raise ValueError("--clause needs the schedule: leave out --seed and --no-progress")
    return drills(scope.game, kinds=scope.kinds, seed=seed, count=count)


class _Trainee:
    """A person at a terminal, with the progress of the file; without a path, nothing is stored."""

    def __init__(self, scope: Scope, path: Path | None) -> None:
        self.scope, self.path = scope, path
        self._games = read(path) if path else {}
        self.progress = self._games.setdefault(scope.slug, Progress())

    def planned(self, fresh: str, count: int) -> Iterator[Drill]:
        """Drills as the schedule wants them; each is chosen after the one before was answered."""
        for number in range(count):
            choice = choose(self.scope, self.progress, now_us(), f"{fresh}-{number}")
            yield drill_of(self.scope.game, choice.kind, choice.seed)

    def take(self, made: Drill, marks: list[Mark], took_ms: int) -> None:
        if self.path and take(self.progress, made, marks, now_us(), took_ms):
            write(self.path, self._games)


def now_us() -> int:
    return time.time_ns() // 1_000


def show_progress(game: Game, progress: Progress) -> None:
    """Print what was learnt by section."""
    table = Table(title=f"{game.cite.title}: {progress.right} of {progress.asked} drills right")
    for name in ("section", ""):
        table.add_column(name)
    for name in ("clauses asked", "recall now"):
        table.add_column(name, justify="right")
    for each in sections(progress, game, askable(game.slug), now_us()):
        bar = "#" * round(each.recall * _BAR)
        asked = f"{each.met} of {len(each.clauses)}"
        table.add_row(
            f"{each.number} {each.heading}", f"{bar:.<{_BAR}}", asked, f"{each.recall:.0%}"
        )
    console.print(table)
    days = progress.days_in_a_row(day_of(now_us()))
    console.print(f"{progress.seconds:.0f} seconds for a drill on average. Best streak "
                  f"{progress.best_streak}, {_days(days)} in a row.")  # fmt: skip


_BAR = 20  # characters of a whole bar


def _days(count: int) -> str:
    return "1 day" if count == 1 else f"{count} days"


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


def _train(trainee: _Trainee, asked: Iterator[Drill], seed: str, limit: int) -> int:
    game = trainee.scope.game
    trained = ", ".join(f"{each} ({KINDS[each].trains})" for each in kinds_of(game))
    console.print(f"[bold]{game.cite.title}[/], seed {escape(seed)}", highlight=False)
    console.print(f"Kinds: {trained}. q leaves.", style="dim", highlight=False)
    marks: list[Mark] = []
    try:
        for number, each in enumerate(asked, 1):
            begun, own = time.monotonic(), list[Mark]()
            for made in _ask(number, each, limit):
                own.append(made)
                marks.append(made)
            trainee.take(each, own, round((time.monotonic() - begun) * 1_000))
    except (_Left, EOFError, KeyboardInterrupt):
        console.print()
    right = sum(each.right for each in marks)
    console.print(f"{right} of {len(marks)} right.")
    if trainee.path:
        streak = trainee.progress.streak
        console.print(f"{streak} drills in a row without a mistake; progress in {trainee.path}",
                      style="dim", highlight=False)  # fmt: skip
    return 0


def _ask(number: int, each: Drill, limit: int) -> Iterator[Mark]:
    console.print(f"\n[bold]{number}. {escape(each.title)}[/]")
    for line in each.situation:
        console.print(f"   {escape(line)}", highlight=False)
    for part in each.parts:
        begun = time.monotonic()
        made = _answered(part)
        if late := bool(limit) and time.monotonic() - begun > limit:
            made = structs.replace(made, right=False)
        verdict = "[green]Right.[/]" if made.right else "[red]Wrong.[/]"
        if late:
            verdict = f"[red]Too late: {limit} seconds are over.[/]"
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
