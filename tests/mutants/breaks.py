"""The breaks of `tests/breaks.tsv`: each changes one place of the rules and turns one test red.

A clause that decides without speaking (what a card counts, what a word means) is proved so. A row
has the clauses, a file, the text that stands there once, the text put in its place, and the test
that must fail. `\\n` in a text is a new line.

    python -m tests.mutants.breaks              try every row; write the ledger
    python -m tests.mutants.breaks "War 3.2"    only the rows whose clauses hold these words
    python -m tests.mutants.breaks --sample 3   as many rows as this
"""

from __future__ import annotations

import argparse
import os
import random
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from houseway.coverage.ledger import BROKEN, Entry, entries, write
from tests.mutants import forks
from tests.mutants.sources import ROOT, forget_modules, preload, substitute

PATH = ROOT / "tests" / "breaks.tsv"
HEADER = ("clauses", "file", "old", "new", "test")
WORKERS, SECONDS = int(os.environ.get("HOUSEWAY_WORKERS", "2")), 300
GREEN, RED, UNLOADABLE = 0, 1, 71  # exit statuses: pytest's own two, and ours


class Break(NamedTuple):
    """One change of one file, and the test that notices."""

    clauses: tuple[str, ...]
    file: str
    old: str
    new: str
    test: str

    @property
    def broken(self) -> str:
        """The text of the file with the change; raises where it cannot be made."""
        text = (ROOT / self.file).read_text(encoding="utf-8")
        if text.count(self.old) != 1:
            times = text.count(self.old)
            raise ValueError(f"{self.file}: {self.old!r} stands there {times} times, not once")
        return text.replace(self.old, self.new)


def breaks() -> tuple[Break, ...]:
    """Every row of the table."""
    head, *lines = PATH.read_text(encoding="utf-8").splitlines()
    if tuple(head.split("\t")) != HEADER:
        raise ValueError(f"{PATH.name}: the first line must be {HEADER}")
    return tuple(map(_read, lines))


def _read(line: str) -> Break:
    clauses, file, old, new, test = line.split("\t")
    return Break(tuple(clauses.split(" | ")), file, _text(old), _text(new), test)


def _text(cell: str) -> str:
    return cell.replace("\\n", "\n")


def problems(rows: Sequence[Break]) -> Iterator[tuple[Break, str]]:
    """The rows that prove nothing, and why."""
    import hypothesis  # noqa: F401
    import pytest  # noqa: F401  (imported once here, and not in every process)

    preload()
    fit = []
    for one in rows:
        try:
            one.broken  # noqa: B018
            fit.append(one)
        except (OSError, ValueError) as impossible:
            yield one, str(impossible)
    for one, status, _ in forks.run(fit, _tried, workers=WORKERS, seconds=SECONDS):
        if status != RED:
            outcomes = {
                GREEN: f"{one.test} stays green",
                UNLOADABLE: "the games cannot be loaded, which shows nothing about the clause",
                forks.OUT_OF_TIME: f"{one.test} does not end",
            }
            yield one, outcomes.get(status, f"{one.test} has exit status {status}")


def _tried(one: Break) -> tuple[int, str]:
    """In a process of its own: the exit status of the test under the break, and no text."""
    import pytest

    text = one.broken
    forks.silence()
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("HOUSEWAY_LEDGER", None)  # a mutant's run is no evidence
    forget_modules(one.file)
    substitute(one.file, text)
    if not _games_load():
        return UNLOADABLE, ""
    return int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", one.test])), ""


def _games_load() -> bool:
    from houseway.games import editions, game

    try:
        return all(map(game, editions()))
    except Exception:
        return False


def main(words: Sequence[str]) -> int:
    asked = _arguments().parse_args(words)
    every = breaks()
    rows = [each for each in every if any(asked.words in clause for clause in each.clauses)]
    if asked.sample:
        rows = random.Random(asked.seed).sample(rows, asked.sample)
    bad = {}
    for one, why in problems(rows):
        bad[one] = why
        print(f"{' | '.join(one.clauses)}: {why}", flush=True)
    print(f"{len(rows)} breaks, {len(bad)} prove nothing")
    if len(rows) == len(every):
        proved = [each for each in every if each not in bad]
        write([*(each for each in entries() if each.by != BROKEN), *ledger_of(proved)])
    return 1 if bad else 0


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.breaks")
    parser.add_argument("words", nargs="?", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    return parser


def ledger_of(rows: Sequence[Break]) -> Iterator[Entry]:
    """The lines of the ledger that these rows are worth."""
    tests: dict[str, list[str]] = {}
    for each in rows:
        for clause in each.clauses:
            tests.setdefault(clause, []).append(each.test)
    yield from (Entry(clause, BROKEN, tuple(sorted(set(of)))) for clause, of in tests.items())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
