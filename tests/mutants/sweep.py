"""Change the rules in every place, one at a time, and run the tests that should notice.

    python -m tests.mutants.sweep                      every cell and every code mutant: hours
    python -m tests.mutants.sweep --sample 12 --seed 7 as many of them as this, drawn by the seed
    python -m tests.mutants.sweep mini_baccarat prizes only files whose path holds one of the words

A mutant is caught when a test of its suite fails, or when the changed file cannot be loaded at
all. Those that nothing catches must stand in `tests/mutants/survivors.tsv` with a reason.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from tests.mutants import forks
from tests.mutants.mutants import Mutant, cell_mutants, code_mutants
from tests.mutants.sources import ROOT, substitute

CELL, CODE = "cell", "code"
SECONDS = float(os.environ.get("HOUSEWAY_MUTANT_SECONDS", "180"))
RECORD = ROOT / "build" / "mutants.json"
SURVIVORS = ROOT / "tests" / "mutants" / "survivors.tsv"
GAMES = tuple(sorted(path.parent.name for path in (ROOT / "src/houseway/games").glob("*/rules.py")))
OF_GAMES = ("settle", "irregularities", "card_faults", "correcting", "wagering", "rebuilding")
SHARED = ("games/wagering", "games/limits", "games/shortfalls", "equipment/chips")
TOURNAMENT = ("ranking", "merit", "standing", "prizes", "prize_table", "counting", "playing_off")
PROMOTION = ("claims", "lottery", "draw")
ENUMERATIONS = (
    "every"  # in the names of tests that deal every round: last, where nothing else fails
)


class Job(NamedTuple):
    """A mutant, of which kind it is, and the tests that should notice."""

    kind: str
    mutant: Mutant
    suite: tuple[str, ...]


def jobs() -> Iterator[Job]:
    """Every mutant there is."""
    for game in GAMES:
        suite = _suite(f"tests/games/{game}")
        rules = f"src/houseway/games/{game}/rules.py"
        yield from (Job(CELL, each, suite) for each in cell_mutants(rules))
        for name in OF_GAMES:
            yield from _code(f"games/{game}/{name}", suite)
    played = tuple(
        test for game in GAMES for test in _suite(f"tests/games/{game}", enumerate_=False)
    )
    of_chips = ("tests/equipment/test_chips.py", "tests/games/test_limits.py")
    for name in SHARED:
        yield from _code(name, (*(each for each in of_chips if (ROOT / each).exists()), *played))
    for name in TOURNAMENT:
        yield from _code(f"tournament/{name}", _suite("tests/tournament"))
    for name in PROMOTION:
        yield from _code(f"promotion/{name}", _suite("tests/promotion"))


def _code(module: str, suite: tuple[str, ...]) -> Iterator[Job]:
    file = f"src/houseway/{module}.py"
    if (ROOT / file).exists():
        yield from (Job(CODE, each, suite) for each in code_mutants(file))


def _suite(folder: str, *, enumerate_: bool = True) -> tuple[str, ...]:
    """The files of tests in a folder: the quick ones first, the enumerations last or not at all."""
    found = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("test_*.py"))
    slow = [each for each in found if ENUMERATIONS in each or "random" in each]
    return (*(each for each in found if each not in slow), *(slow if enumerate_ else ()))


def caught(every: Iterable[Job]) -> Iterator[tuple[Job, bool]]:
    """Each mutant, and whether its tests noticed."""
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401  (imported once here, and not in every process)

    workers = int(os.environ.get("HOUSEWAY_WORKERS", "2"))
    for job, status in forks.run(every, _noticed, workers=workers, seconds=SECONDS):
        yield job, status != 0


def _noticed(job: Job) -> int:
    """In a process of its own: the exit status of the suite under the mutant."""
    import pytest

    text = job.mutant.text
    forks.silence()
    for name in [each for each in sys.modules if each.partition(".")[0] in ("houseway", "tests")]:
        del sys.modules[name]
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    substitute(job.mutant.file, text)
    options = ["-q", "-x", "-p", "no:cacheprovider", "--assert=plain"]
    return int(pytest.main([*options, *job.suite]))


def explained() -> dict[str, str]:
    """The mutants that may survive, each with the reason why no test can notice."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()[1:]
    return {name: reason for name, _, reason in (line.rpartition("\t") for line in lines)}


def main(words: Sequence[str]) -> int:
    asked = _arguments().parse_args(words)
    every = [each for each in jobs() if _wanted(each, asked.files)]
    if asked.sample:
        every = random.Random(asked.seed).sample(every, min(asked.sample, len(every)))
    made, survived = Counter[str](), list[Job]()
    for job, noticed in caught(every):
        made[job.kind] += 1
        if not noticed:
            survived.append(job)
            print(f"survived: {job.mutant.name}", flush=True)
    return _report(made, survived, whole=not (asked.files or asked.sample))


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.sweep")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    return parser


def _wanted(job: Job, words: Sequence[str]) -> bool:
    return not words or any(word in job.mutant.file for word in words)


def _report(made: Counter[str], survived: Sequence[Job], *, whole: bool) -> int:
    known = explained()
    unknown = [each for each in survived if each.mutant.name not in known]
    lost = Counter(each.kind for each in survived)
    for kind, many in made.items():
        print(f"{kind}: {many - lost[kind]} of {many} mutants caught")
    print(f"{len(unknown)} survived without a reason in {SURVIVORS.relative_to(ROOT)}")
    if whole:
        RECORD.parent.mkdir(exist_ok=True)
        record = {"made": made, "survived": [each.mutant.name for each in survived]}
        RECORD.write_text(json.dumps(record, indent=1))
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
