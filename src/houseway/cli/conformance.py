"""`houseway conformance`: make a kit of cases and answers, and check another program with it."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from houseway.cli.shared import Json, json_text, print_json
from houseway.conformance.cases import LEVELS, BadKit, Level
from houseway.conformance.checking import CheckReport, check
from houseway.conformance.files import ROUNDS, make_kit
from houseway.conformance.report import as_data, page, report_pdf, summary
from houseway.extras import installed, needs
from houseway.games import NoGame, find, slugs

app = App(
    name="conformance",
    help="""Make cases with the answers of the rules, and check another program with them.

    Example: houseway conformance make kit
    """,
)
Levels = Annotated[
    list[Level] | None,
    Parameter(name="--level", help=f"One of {', '.join(LEVELS)}; repeat it. Without it, all."),
]
Games = Annotated[
    list[str] | None,
    Parameter(name="--game", help="A game, such as mini-baccarat; repeat it. Without it, all."),
]


@app.command(name="make")
def make_cases(
    folder: Path,
    /,
    *,
    games: Games = None,
    levels: Levels = None,
    seed: str = "1",
    rounds: int = ROUNDS,
    workers: int | None = None,
    as_json: Json = False,
) -> int:
    """Write a kit: cases as JSON Lines, the answers in files of their own, and a manifest.

    Example: houseway conformance make kit --game mini-baccarat --rounds 1000

    Parameters
    ----------
    folder
        Where the kit is written; it is made if it is not there.
    seed
        The same seed gives the same kit.
    rounds
        How many rounds each level of each game has.
    workers
        Processes that share the work; without it, one for each processor.
    """
    if rounds < 1 or (workers is not None and workers < 1):
        return _cannot(f"{rounds} rounds, {workers} workers: at least 1")
    try:
        chosen = tuple(find(each).slug for each in games or slugs())
    except NoGame as wrong:
        return _cannot(str(wrong))
    told = None if as_json else lambda text: print(text, file=sys.stderr)
    manifest = make_kit(
        folder, chosen, levels=tuple(levels or LEVELS), seed=seed, rounds=rounds,
        progress=told or (lambda text: None), workers=workers or os.cpu_count() or 1,
    )  # fmt: skip
    if as_json:
        print_json(manifest)
    else:
        for each in manifest.games:
            clauses = f"{len(each.exercised)} enforced clauses exercised"
            print(f"{each.edition}: {sum(each.cases.values()):,} cases, {clauses}")
    return 0


@app.command(name="check")
def check_program(
    kit: Path,
    /,
    *,
    program: str = "",
    answers: Path | None = None,
    games: Games = None,
    levels: Levels = None,
    name: str = "",
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
    as_json: Json = False,
) -> int:
    """Compare another program's answers with a kit, and report by clause.

    Example: houseway conformance check kit --program "node adapter.mjs" --output report

    The exit status is 0 when the program conforms, 1 when something differs or is not answered.

    Parameters
    ----------
    kit
        The folder of a kit.
    program
        A command that reads a case a line and writes an answer a line.
    answers
        A folder of answers instead: GAME.LEVEL.answers.jsonl.
    name
        What the report calls the program.
    output
        A folder for report.html, report.json and, with the extra pdf, report.pdf.
    """
    if bool(program) == bool(answers):
        return _cannot("expected either --program or --answers")
    try:
        report = check(
            kit, program=program, answers=answers, games=tuple(games or ()),
            levels=tuple(levels or ()), name=name,
        )  # fmt: skip
    except BadKit as wrong:
        return _cannot(str(wrong))
    if output:
        _write(report, output)
    print(json_text(as_data(report)) if as_json else "\n".join(summary(report)))
    return 0 if report.conforms else 1


def _write(report: CheckReport, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.html").write_text(page(report), encoding="utf-8")
    (folder / "report.json").write_text(json_text(as_data(report)) + "\n", encoding="utf-8")
    if installed("typst"):
        (folder / "report.pdf").write_bytes(report_pdf(report))
    else:
        print(needs("typst", "report.pdf"), file=sys.stderr)


def _cannot(why: str) -> int:
    print(f"houseway conformance: {why}", file=sys.stderr)
    return 2
