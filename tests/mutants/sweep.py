"""Change the rules in every place, one at a time, and run the tests that should notice.

    python -m tests.mutants.sweep                       every mutant that has not been judged yet
    python -m tests.mutants.sweep --kind cell           only cells of tables; `code`: only code
    python -m tests.mutants.sweep mini_baccarat prizes  only files whose path holds one of the words
    python -m tests.mutants.sweep --quick               leave out the tests that take long
    python -m tests.mutants.sweep --survivors           judge again what nothing has caught
    python -m tests.mutants.sweep --wider               rounds, choices and tables instead
    python -m tests.mutants.sweep --sample 4 --seed 7   as many as this, drawn by the seed, not kept
    python -m tests.mutants.sweep --sample 4 --note     and note in `caught.tsv` what caught them

A mutant is caught when a test of its suite fails, when the changed file cannot be loaded, or when
the tests no longer end. Those that nothing catches must stand in `tests/mutants/survivors.tsv` with
a reason. What has been judged is kept in `build/mutants.json`, and the next run continues there.
A sample first tries the test that `tests/mutants/caught.tsv` names. A mutant that is not there, or
that its test no longer catches, is judged by the whole suite.
"""

from __future__ import annotations

import argparse
import ast
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from tests.mutants import forks
from tests.mutants.mutants import Mutant, cell_mutants, code_mutants
from tests.mutants.patching import Functions, loaded_functions, patch
from tests.mutants.reach import Reach, statement_lines, trace
from tests.mutants.record import ENDLESS, PASSED_QUICK, SURVIVED, UNLOADABLE, Record
from tests.mutants.sources import GAMES, ROOT, forget_modules, of_game, preload, substitute

if TYPE_CHECKING:
    import pytest

CELL, CODE = "cell", "code"
SECONDS = float(os.environ.get("HOUSEWAY_MUTANT_SECONDS", "180"))
SURVIVORS = ROOT / "tests" / "mutants" / "survivors.tsv"
CAUGHT = ROOT / "tests" / "mutants" / "caught.tsv"
CAUGHT_HEADER = "mutant\tnumber\ttest"
OF_GAMES = (
    "settle", "irregularities", "card_faults", "correcting", "wagering", "rebuilding", "permitted",
)  # fmt: skip
OF_ALL_GAMES = (
    "tests/games/test_breach_loggers.py", "tests/games/test_limits.py", "tests/table/test_life.py",
    "tests/tournament/test_risk.py",
)  # fmt: skip
SHARED = ("games/wagering", "games/limits", "games/shortfalls", "equipment/chips")
TOURNAMENT = ("ranking", "merit", "standing", "prizes", "prize_table", "counting", "playing_off")
PROMOTION = ("claims", "lottery", "draw")
WIDER = ("play", "choices", "rules")  # of games
TABLE = ("life", "signs", "rulings", "two_persons", "equipment", "people")
CONDUCTING = ("binding", "by_hand", "people", "rounds", "setting", "stakes")
OPTIONS = ("-q", "-x", "-p", "no:cacheprovider", "--assert=plain", "--tb=no")
LAST = 10**6  # the rank of a test that has caught nothing yet
SLOW = ("every", "random", "mishaps")  # in the names of files of tests that take long: tried last


class Job(NamedTuple):
    """A mutant, of which kind it is, the tests that should notice, and which of them to try first.

    `number` tells mutants apart that have the same name.
    """

    kind: str
    mutant: Mutant
    suite: tuple[str, ...]
    number: int = 0
    first: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        return f"{self.mutant.name}\t{self.number}"


def jobs(*, wider: bool = False) -> Iterator[Job]:
    """Every mutant there is: the cells of all games first, then the code."""
    counted = Counter[str]()
    for job in wider_jobs() if wider else _unnumbered():
        yield job._replace(number=counted[job.mutant.name])
        counted[job.mutant.name] += 1


def _unnumbered() -> Iterator[Job]:
    for game in GAMES:
        rules = f"src/houseway/games/{game}/rules.py"
        suite = _suite(f"tests/games/{game}", *OF_ALL_GAMES)
        yield from (Job(CELL, each, suite) for each in cell_mutants(rules))
    for game in GAMES:
        for name in OF_GAMES:
            yield from _code(f"games/{game}/{name}", _suite(f"tests/games/{game}", *OF_ALL_GAMES))
    for name in PROMOTION:
        yield from _code(f"promotion/{name}", _suite("tests/promotion"))
    for name in TOURNAMENT:
        yield from _code(
            f"tournament/{name}", _suite("tests/tournament", *_suite("tests/conducting"))
        )
    played = (each for game in GAMES for each in _suite(f"tests/games/{game}") if not _slow(each))
    shared = (
        "tests/equipment/test_chips.py", "tests/examples/test_sic_bo.py", *OF_ALL_GAMES, *played,
    )  # fmt: skip
    for name in SHARED:
        yield from _code(name, shared)


def wider_jobs() -> Iterator[Job]:
    """The code beside: rounds, choices, what a table adds, and tournaments at its tables."""
    for game in GAMES:
        for name in WIDER:
            yield from _code(f"games/{game}/{name}", _suite(f"tests/games/{game}", *OF_ALL_GAMES))
    for name in TABLE:
        yield from _code(f"table/{name}", _suite("tests/table"))
    for name in CONDUCTING:
        yield from _code(f"conducting/{name}", _suite("tests/conducting"))


def _code(module: str, suite: tuple[str, ...]) -> Iterator[Job]:
    file = f"src/houseway/{module}.py"
    if (ROOT / file).exists():
        yield from (Job(CODE, each, suite) for each in code_mutants(file))


def _suite(folder: str, *more: str) -> tuple[str, ...]:
    """The files of tests in a folder and more, the slow ones last."""
    files = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / folder).rglob("test_*.py"))
    return tuple(sorted((*files, *more), key=_slow))


def _slow(test: str) -> bool:
    return any(word in test.partition("::")[0] for word in SLOW)


# Judging


def judge(
    due: Sequence[Job], judged: Judged, *, quick: bool = False, by_catchers: bool = False
) -> None:
    """Judge cells in processes that load the changed file, code in processes that have loaded it.

    The quick tests come first for all. What they do not catch is judged by all tests, in processes
    that load the changed file: a function may have been called, and its answer kept, before its
    code was changed.
    """
    import pytest  # noqa: F401  (imported once here, and not in every process)
    from hypothesis import HealthCheck, settings

    settings.register_profile("mutants", deadline=None, suppress_health_check=list(HealthCheck))
    settings.load_profile("mutants")  # a busy machine catches no mutant
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.environ.pop("HOUSEWAY_LEDGER", None)  # a mutant's run is no evidence
    preload()
    if by_catchers:
        judge_by_catchers(due, judged)
        due = [each for each in due if not judged.record.outcome(each.key)]
    _judge_loading([each for each in due if each.kind == CELL], judged, quick=True)
    code = [each for each in due if each.kind == CODE]
    for suite in dict.fromkeys(each.suite for each in code):
        _judge_loaded(suite, [each for each in code if each.suite == suite], judged)
    if not quick:
        uncaught = [each for each in due if judged.record.outcome(each.key) == PASSED_QUICK]
        _judge_loading(uncaught, judged, quick=False)


def judge_by_catchers(due: Sequence[Job], judged: Judged) -> None:
    """Judge mutants by the one test that caught them before; the others stay due."""
    known = caught_before()
    named = [each._replace(suite=(known[each.key],)) for each in due if each.key in known]
    for job, _status, test in _run(named, judged, partial(_loading, False)):
        if test:
            judged(job, test)


def _judge_loading(due: Sequence[Job], judged: Judged, *, quick: bool) -> None:
    """Judge mutants in processes that load the changed file."""
    for job, status, text in _run(due, judged, partial(_loading, quick)):
        if status:
            judged(job, text or (ENDLESS if status == forks.OUT_OF_TIME else UNLOADABLE))
        else:
            judged(job, PASSED_QUICK if quick else SURVIVED)


def _run(due: Iterable[Job], judged: Judged, work: forks.Work[Job]) -> Iterator[forks.Ended[Job]]:
    workers = int(os.environ.get("HOUSEWAY_WORKERS", "2"))
    ordered = (each._replace(first=judged.record.catchers(each.suite)) for each in due)
    for ended in forks.run(ordered, work, workers=workers, seconds=SECONDS):
        if ended.status == forks.FAILED:
            raise RuntimeError(f"could not be judged: {ended.job.mutant.name}")
        yield ended


def _loading(quick: bool, job: Job) -> tuple[int, str]:
    """In a process of its own: the exit status of the suite under the mutant, and what failed.

    The files of tests are loaded one at a time, those that have caught the most first.
    """
    import pytest

    text, watch = job.mutant.text, _Watch(job.first)
    forks.silence()
    forget_modules(job.mutant.file)
    substitute(job.mutant.file, text)
    likely = dict.fromkeys(each.partition("::")[0] for each in job.first)
    files = dict.fromkeys((*likely, *job.suite))
    for file in sorted(files, key=lambda each: (_slow(each), each in OF_ALL_GAMES)):
        if quick and _slow(file):
            continue
        status = int(pytest.main([*OPTIONS, file], plugins=[watch]))
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return status, watch.failed
    return 0, ""


def _judge_loaded(suite: tuple[str, ...], due: Sequence[Job], judged: Judged) -> None:
    """Load the quick tests once, and judge each mutant in a process forked from there."""
    import pytest

    loop = _Loop(due, judged)
    quick = [each for each in suite if not _slow(each)]
    status = pytest.main(["-s", "-qq", *OPTIONS, *quick], plugins=[loop])
    if not loop.ran:
        raise RuntimeError(f"the tests cannot be loaded ({status}): {' '.join(quick)}")


class _Watch:
    """A plugin of pytest: run the likely tests first, and note the one that fails."""

    def __init__(self, first: tuple[str, ...]) -> None:
        self.failed = ""
        self._rank = {test: at for at, test in enumerate(first)}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items.sort(key=self.rank)

    def rank(self, item: pytest.Item) -> int:
        """The place of a test in the order of those that have caught the most."""
        return self._rank.get(item.nodeid, LAST)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid


class _Loop:
    """A plugin of pytest: in place of running the tests once, run them for each mutant."""

    def __init__(self, due: Sequence[Job], judged: Judged) -> None:
        self._due, self._judged, self.ran = due, judged, False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.ran = True
        reach = trace(session.items, {each.mutant.file for each in self._due})
        work = partial(_patched, session, loaded_functions(), reach)
        for job, status, text in _run(self._due, self._judged, work):
            endless = status == forks.OUT_OF_TIME
            self._judged(job, text or (ENDLESS if endless else PASSED_QUICK))
        return True


def _patched(
    session: pytest.Session, functions: Functions, reach: Reach, job: Job
) -> tuple[int, str]:
    """In a process of its own: the quick test that fails once the loaded functions are changed."""
    forks.silence()
    watch, mutant = _Watch(job.first), job.mutant
    if not patch(functions, mutant.file, mutant.text):
        return 0, ""
    session.config.pluginmanager.register(watch)
    tests = reach.of(mutant.file, statement_lines(ast.parse(mutant.text), mutant.line))
    items = sorted(
        (each for each in session.items if each.nodeid in tests),
        key=lambda each: (watch.rank(each), reach.seconds[each.nodeid]),
    )
    for item in items:
        # A test that now takes much longer does not end.
        signal.setitimer(signal.ITIMER_PROF, 5 + 5 * reach.seconds[item.nodeid])
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
        if watch.failed:
            return 1, watch.failed
    return 0, ""


class Judged:
    """Take note of each mutant that has been judged."""

    def __init__(self, record: Record) -> None:
        self.record = record

    def __call__(self, job: Job, outcome: str) -> None:
        self.record.add(job.key, job.kind, outcome)
        if outcome == SURVIVED:
            print(f"survived: {job.mutant.name}", flush=True)


def explained() -> dict[str, str]:
    """The mutants that may survive, each with the reason why no test can notice."""
    lines = SURVIVORS.read_text(encoding="utf-8").splitlines()[1:]
    return {name: reason for name, _, reason in (line.rpartition("\t") for line in lines)}


def caught_before() -> dict[str, str]:
    """The test that caught a mutant, by the key of the mutant."""
    lines = CAUGHT.read_text(encoding="utf-8").splitlines()[1:]
    return {key: test for key, _, test in (line.rpartition("\t") for line in lines)}


def note(due: Iterable[Job], record: Record) -> None:
    """Write down which tests caught these mutants, and keep no others."""
    caught = {each.key: record.outcome(each.key) for each in due}
    rows = sorted(f"{key}\t{test}" for key, test in caught.items() if "::" in test)
    CAUGHT.write_text("\n".join([CAUGHT_HEADER, *rows, ""]), encoding="utf-8")


# The command


def main(words: Sequence[str]) -> int:
    asked = _arguments().parse_args(words)
    record = Record.sample() if asked.sample else Record.kept()
    every = [each for each in jobs(wider=asked.wider) if _wanted(each, asked)]
    due = [each for each in every if record.due(each.key, again=asked.survivors)]
    if asked.sample:
        due = sample(due, asked.sample, asked.seed)
    judge(due, Judged(record), quick=asked.quick, by_catchers=asked.sample and not asked.note)
    record.write()
    if asked.note:
        note(due, record)
    return _report(due if asked.sample else every, record)


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants.sweep")
    parser.add_argument("files", nargs="*")
    parser.add_argument("--kind", choices=(CELL, CODE))
    parser.add_argument("--of-games", action="store_true", help="not what all games share")
    parser.add_argument("--quick", action="store_true", help="without the tests that take long")
    parser.add_argument("--survivors", action="store_true")
    parser.add_argument("--wider", action="store_true", help="rounds, choices and tables instead")
    parser.add_argument("--sample", type=int, default=0, help="so many of each kind")
    parser.add_argument("--note", action="store_true", help="note which tests caught the sample")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def sample(due: Iterable[Job], many: int, seed: int) -> list[Job]:
    """So many mutants of each kind."""
    drawn = sorted(due, key=lambda each: _drawn(seed, each.key))
    return [each for kind in (CELL, CODE) for each in [d for d in drawn if d.kind == kind][:many]]


def _drawn(seed: int, key: str) -> bytes:
    """The place of a mutant in a draw; the others keep theirs when code is added elsewhere."""
    return sha256(f"{seed}\t{key}".encode()).digest()


def _wanted(job: Job, asked: argparse.Namespace) -> bool:
    named = not asked.files or any(word in job.mutant.file for word in asked.files)
    return (
        named
        and asked.kind in (None, job.kind)
        and (not asked.of_games or of_game(job.mutant.file))
    )


def _report(every: Sequence[Job], record: Record) -> int:
    known = explained()
    survived = [each for each in every if record.outcome(each.key) == SURVIVED]
    for kind in (CELL, CODE):
        of_kind = [each for each in every if each.kind == kind]
        judged = [each for each in of_kind if record.outcome(each.key) not in ("", PASSED_QUICK)]
        caught = len(judged) - sum(each.kind == kind for each in survived)
        if of_kind:
            print(f"{kind}: {caught} of {len(judged)} mutants caught; {len(of_kind)} there are")
    unknown = [each for each in survived if each.mutant.name not in known]
    print(f"{len(unknown)} survived without a reason in {SURVIVORS.relative_to(ROOT)}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
