"""What a sweep has judged so far, kept in `build/mutants.json`, so that it can go on from there."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.mutants.sources import ROOT

PATH = ROOT / "build" / "mutants.json"
SURVIVED, UNLOADABLE, ENDLESS = "survived", "cannot be loaded", "does not end"
PASSED_QUICK = "not caught by quick tests"  # not judged yet
TRIED_FIRST = 40  # tests that have caught the most so far
SECONDS_BETWEEN_WRITES = 5.0


class Record:
    """The outcome of each mutant by its key: the test that caught it, or one of four words."""

    def __init__(self, outcomes: dict[str, list[str]], path: Path | None) -> None:
        self._outcomes = outcomes  # a mutant's key to its kind and outcome
        self._path = path
        self._written = time.monotonic()
        self._caught = Counter(by for _, by in outcomes.values() if "::" in by)

    @classmethod
    def kept(cls, path: Path = PATH) -> Record:
        """The record of earlier runs."""
        there = path.is_file()
        return cls(json.loads(path.read_text(encoding="utf-8")) if there else {}, path)

    @classmethod
    def sample(cls) -> Record:
        """A record that knows nothing and is not written."""
        return cls({}, None)

    def outcome(self, key: str) -> str:
        """How the mutant ended, or nothing if it has not been tried."""
        return self._outcomes.get(key, ["", ""])[1]

    def due(self, key: str, *, again: bool) -> bool:
        """Whether a mutant is to be tried: not judged yet, or uncaught and asked for again."""
        outcome = self.outcome(key)
        return outcome == PASSED_QUICK or (outcome == SURVIVED if again else not outcome)

    def catchers(self, suite: Sequence[str]) -> tuple[str, ...]:
        """The tests of the suite that have caught the most, best first."""
        files = frozenset(suite)
        of_suite = [each for each in self._caught if each.partition("::")[0] in files]
        return tuple(sorted(of_suite, key=lambda each: -self._caught[each])[:TRIED_FIRST])

    def add(self, key: str, kind: str, outcome: str) -> None:
        self._outcomes[key] = [kind, outcome]
        if "::" in outcome:
            self._caught[outcome] += 1
        if time.monotonic() - self._written > SECONDS_BETWEEN_WRITES:
            self.write()

    def write(self) -> None:
        """Write the record whole, or leave the old one as it is."""
        if self._path is None:
            return
        self._path.parent.mkdir(exist_ok=True)
        fresh = self._path.with_suffix(".new")
        fresh.write_text(json.dumps(self._outcomes, indent=0), encoding="utf-8")
        fresh.replace(self._path)
        self._written = time.monotonic()
