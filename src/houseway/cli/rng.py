"""`houseway rng`: collect what the chance of live tables gives, and test it.

`test --json` prints confidence, limit, passed, and for each source its kinds, count and the tests,
each with p, passed and detail.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, NamedTuple

from cyclopts import App, Parameter

from houseway.cli.shared import Json, json_text
from houseway.rng.battery import CONFIDENCE, TESTS, Outcomes, Verdict, battery, limit
from houseway.rng.sources import SOURCES, collect, written

app = App(
    name="rng",
    help="""Collect and test the chance of live tables.

    Example: houseway rng test spins --count 100000
    """,
)
_FAILED = 1


class _Tested(NamedTuple):
    outcomes: Outcomes
    verdicts: tuple[Verdict, ...]


@app.command(name="collect")
def collect_outcomes(
    *,
    raw: bool = False,
    final: str | None = None,
    count: int = 1_000_000,
    output: Annotated[Path | None, Parameter(name=["--output", "-o"])] = None,
) -> int:
    """Write what a source gives, for a test of your own.

    Example: houseway rng collect --raw --count 10000000 --output raw.bin

    Raw bytes come as they are; final outcomes one to a line, counted from 0.

    Parameters
    ----------
    raw
        The bytes of the operating system's source.
    final
        What live tables make of it: picks, shuffles, spins, dice or draws.
    count
        How many bytes or outcomes; 0: until the reader has had enough.
    output
        A file; without it they go to standard output.
    """
    name = "raw" if raw else final or ""
    if name not in SOURCES or (raw and final) or count < 0:
        known = ", ".join(each for each in SOURCES if each != "raw")
        print(f"houseway rng: expected --raw, or --final with one of {known}", file=sys.stderr)
        return 2
    with nullcontext(sys.stdout.buffer) if output is None else output.open("wb") as place:
        for block in written(name, count):
            place.write(block)
    return 0


@app.command(name="test")
def run_battery(
    *sources: str,
    count: int = 100_000,
    as_json: Json = False,
) -> int:
    """Run the nine tests of the national standard on the sources, at 99 % confidence in all.

    Example: houseway rng test spins dice --count 1000000

    The exit status is 1 when a test fails. A good source fails one run in a hundred by chance: run
    it again.

    Parameters
    ----------
    sources
        raw, picks, shuffles, spins, dice, draws; without any, all of them.
    count
        How many outcomes of each.
    """
    if count < 1:
        print(f"houseway rng: {count} outcomes: at least 1", file=sys.stderr)
        return 2
    chosen = sources or tuple(SOURCES)
    unknown = [each for each in chosen if each not in SOURCES]
    if unknown:
        print(f"houseway rng: {unknown[0]} is none of {', '.join(SOURCES)}", file=sys.stderr)
        return 2
    try:
        made = [_tested(collect(each, count)) for each in chosen]
    except ValueError as wrong:
        print(f"houseway rng: {wrong}", file=sys.stderr)
        return 2
    least = limit(len(chosen) * len(TESTS))
    print(_json(made, least) if as_json else "\n".join(_page(made, least)))
    return 0 if _passed(made, least) else _FAILED


def _tested(outcomes: Outcomes) -> _Tested:
    return _Tested(outcomes, tuple(battery(outcomes)))


def _passed(made: list[_Tested], least: float) -> bool:
    return all(each.p >= least for tested in made for each in tested.verdicts)


def _page(made: list[_Tested], least: float) -> Iterator[str]:
    for outcomes, verdicts in made:
        yield f"{outcomes.source}: {len(outcomes.values):,} outcomes of {outcomes.kinds} kinds"
        for each in verdicts:
            said = "passed" if each.p >= least else "FAILED"
            yield f"  {each.test:18}{said:8}p {each.p:.6f}   {each.detail}"
    yield f"a test fails below p {least:.6f}: {CONFIDENCE:.0%} confidence in all of them together"


def _json(made: list[_Tested], least: float) -> str:
    data = {
        "confidence": CONFIDENCE,
        "limit": least,
        "passed": _passed(made, least),
        "sources": {
            outcomes.source: {
                "kinds": outcomes.kinds,
                "count": len(outcomes.values),
                "tests": {
                    each.test: {"p": each.p, "passed": each.p >= least, "detail": each.detail}
                    for each in verdicts
                },
            }
            for outcomes, verdicts in made
        },
    }
    return json_text(data)
