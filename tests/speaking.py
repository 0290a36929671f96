"""Record which clauses speak in which passing test, and hold the ledger of them to the truth.

A clause speaks when it is in an event, a refusal, a next step, a rule that was tried and applied, a
sign, or a list of what is missing. With HOUSEWAY_LEDGER set, every value of these classes is
looked at when it is made. `check` fails a whole run whose clauses are not those of the ledger in
`src/houseway/coverage/ledger.tsv`; `write` brings the ledger up to date with the tests that ran;
`voices` writes build/voices.tsv, which lists every way in which each clause spoke, to choose the
evidence for a duty from. Without the variable nothing is changed and nothing is recorded.

A clause has a voice: `event WagerPaid`, `refusal below_minimum`, `next draw`, `view sign`. A row of
the rulebook that states several duties names for each one the voice, or the test, that shows it.
"""

from __future__ import annotations

import os
import sys
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable, Iterator
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from itertools import chain
from operator import attrgetter
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import msgspec
import pytest

MODE = os.environ.get("HOUSEWAY_LEDGER", "")
SUITES = (
    "tests/games/", "tests/table/", "tests/tournament/", "tests/promotion/", "tests/records/",
    "tests/roles/", "tests/rulebook/", "tests/scenarios/", "tests/conducting/",
)  # fmt: skip
OUTPUTS = {
    "houseway.rulebook.ruling": ("Accepted", "Refused", "Tried"),
    "houseway.games.game": ("Awaits",),
    "houseway.table.view": ("View",),
    "houseway.tournament.awaits": ("Step",),
    "houseway.tournament.shown": ("ConditionsSeen", "PrizeSeen"),
    "houseway.promotion.conditions": ("Missing",),
    "houseway.promotion.due": ("Due",),
}
CONDUCTING = "houseway.conducting"
TESTS_KEPT = 2  # of each clause
TESTS_LISTED = 6  # of each voice in build/voices.tsv
VOICES_PATH = Path("build") / "voices.tsv"
SPOKE, CONDUCTED = "spoke", "conducted"
Spoken = dict[tuple[str, str], list[tuple[int, str]]]


class Voices:
    """What has been heard in the test that runs, and the tests kept for each clause."""

    def __init__(self) -> None:
        self.citations: frozenset[str] = frozenset()
        self.wanted: frozenset[tuple[str, str]] = frozenset()  # the evidence that duties name
        self.heard: set[tuple[str, str]] = set()
        self.conducted = False
        self.listening = False  # only to tests whose clauses the ledger lists
        self.spoken: Spoken = defaultdict(list)
        self.run: set[str] = set()
        self.problems: list[str] = []

    def begin(self, test: str) -> None:
        self.heard, self.conducted = set(), False
        self.listening = bool(MODE) and test.startswith(SUITES)

    def hear(self, made: Any) -> None:
        """Note every full citation inside a ruling, a step, a sign or a list."""
        if self.listening:
            for voice, parts in _voices_of(made):
                self._note(voice, parts)

    def _note(self, voice: str, parts: Iterable[Any]) -> None:
        for part in parts:
            kind = type(part)
            if kind is str:
                if part in self.citations:
                    self.heard.add((part, voice))
            elif inside := _READERS[kind]:
                self._note(voice, inside(part))

    def keep(self, test: str) -> None:
        """Keep what was heard: the test has passed."""
        clauses = {clause for clause, _ in self.heard}
        spoken = {(clause, SPOKE) for clause in clauses}
        if self.conducted:
            spoken |= {(clause, CONDUCTED) for clause in clauses}
        if MODE == "voices":
            spoken |= self.heard
        else:
            named = {(clause, f"test {test}") for clause in clauses}
            spoken |= self.wanted & (self.heard | named)
        for each in spoken:
            add(self.spoken, each, [(len(clauses), test)])


Reader = Callable[[Any], Iterable[Any]]


class _Readers(dict[type[Any], Reader | None]):
    """How to read the parts of a value of each class; None for one in which nothing is cited."""

    def __missing__(self, kind: type[Any]) -> Reader | None:
        self[kind] = _reader(kind)
        return self[kind]


def _reader(kind: type[Any]) -> Reader | None:
    if issubclass(kind, str):  # a name of its own kind, which can be a citation all the same
        return lambda part: (str(part),)
    if issubclass(kind, msgspec.Struct):
        names = kind.__struct_fields__
        return attrgetter(*names) if len(names) > 1 else lambda part: _fields(part, names)
    return iter if issubclass(kind, tuple | list) else None


def _fields(part: Any, names: tuple[str, ...]) -> Iterable[Any]:
    return [getattr(part, name) for name in names]


class _EventVoices(dict[type[Any], str]):
    def __missing__(self, kind: type[Any]) -> str:
        self[kind] = f"event {kind.__name__}"
        return self[kind]


_READERS, _EVENTS = _Readers(), _EventVoices()


def _voices_of(made: Any) -> Iterable[tuple[str, Iterable[Any]]]:
    """Each part of a value that can cite a clause, with the name of its voice."""
    match type(made).__name__:
        case "Tried":
            return (("tried", (made.clause,)),)
        case "Accepted":
            return [(_EVENTS[type(each)], (each,)) for each in made.events]
        case "Awaits":
            return ((f"next {made.what}", (made.clause, *chain.from_iterable(made.tried))),)
        case "Refused":
            return ((f"refusal {made.code}", (made.clause,)),)
        case "Step":
            return ((f"step {made.what}", (made.clause,)),)
        case "Missing" | "Due" as kind:
            return ((kind.lower(), (made.clause,)),)
        case "View":
            return [(f"view {name}", (getattr(made, name),)) for name in made.__struct_fields__]
        case "ConditionsSeen":
            return (("view conditions", (made,)),)
        case "PrizeSeen":
            return (("view prizes", (made,)),)
    return ()


def add(spoken: Spoken, of: tuple[str, str], tests: Iterable[tuple[int, str]]) -> None:
    """Keep the tests in which the fewest clauses speak: they say most about this one."""
    many = TESTS_LISTED if MODE == "voices" else TESTS_KEPT
    spoken[of] = sorted({*spoken[of], *tests})[:many]


VOICES = Voices()


# Listening


class _Listening(Loader):
    """Load a module as its own loader does, then listen to its classes."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        self._loader.exec_module(module)
        for name in OUTPUTS.get(module.__name__, ()):
            setattr(module, name, _listened(getattr(module, name)))
        if module.__name__.startswith(CONDUCTING):
            _notice_conducting(module)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)


class _Finder(MetaPathFinder):
    def find_spec(self, name: str, path: Any, target: Any = None) -> ModuleSpec | None:
        if name not in OUTPUTS and not name.startswith(CONDUCTING):
            return None
        for finder in sys.meta_path:
            spec = None if finder is self else finder.find_spec(name, path, target)
            if spec and spec.loader:
                spec.loader = _Listening(spec.loader)
                return spec
        return None


def _listened(kind: type[Any]) -> type[Any]:
    """The class, or one like it, whose every new value is heard."""
    if issubclass(kind, msgspec.Struct):
        return msgspec.defstruct(
            kind.__name__, [], bases=(kind,), module=kind.__module__,
            namespace={"__post_init__": lambda made: VOICES.hear(made)},
        )  # fmt: skip
    if issubclass(kind, tuple):  # a rule that was tried
        plain = kind.__new__
        setattr(kind, "__new__", _tried(plain))  # noqa: B010
        return kind
    start = kind.__init__

    def begin(self: Any, *given: Any, **named: Any) -> None:
        start(self, *given, **named)
        VOICES.hear(self)

    setattr(kind, "__init__", begin)  # noqa: B010
    return kind


def _tried(plain: Callable[..., Any]) -> Callable[..., Any]:
    def make(kind: type[Any], *given: Any, **named: Any) -> Any:
        made = plain(kind, *given, **named)
        if VOICES.listening and getattr(made, "applies", True):
            VOICES.hear(made)
        return made

    return make


def _notice_conducting(module: ModuleType) -> None:
    """Every function of the module marks the test as one at a conducted table."""
    for name, value in list(vars(module).items()):
        if isinstance(value, FunctionType) and value.__module__ == module.__name__:
            setattr(module, name, _marking(value))
        elif isinstance(value, type) and value.__module__ == module.__name__:
            for inner, method in list(vars(value).items()):
                if isinstance(method, FunctionType) and not inner.startswith("__"):
                    setattr(value, inner, _marking(method))


def _marking(function: FunctionType) -> Callable[..., Any]:
    def marked(*given: Any, **named: Any) -> Any:
        VOICES.conducted = True
        return function(*given, **named)

    marked.__wrapped__ = function  # type: ignore[attr-defined]
    return marked


def listen() -> None:
    """Begin to listen; must come before the first import of the package."""
    if not MODE:
        return
    imported = [name for name in OUTPUTS if name in sys.modules]
    if imported:
        raise RuntimeError(f"imported before the ledger could listen: {', '.join(imported)}")
    sys.meta_path.insert(0, _Finder())
    from houseway.rulebook import documents
    from houseway.rulebook.duties import duties

    VOICES.citations = frozenset(each(n) for each in documents() for n in each.clauses)
    VOICES.wanted = frozenset(
        (each(number), duty.evidence)
        for each in documents()
        for number, listed in duties(each).items()
        for duty in listed
        if duty.speaks
    )


# The hooks of pytest


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    VOICES.begin(item.nodeid)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if MODE and report.when == "call" and report.nodeid.startswith(SUITES):
        VOICES.run.add(report.nodeid)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if VOICES.listening and report.when == "call" and report.passed:
        VOICES.keep(item.nodeid)
    return report


def take_over(output: dict[str, Any]) -> None:
    """A worker of a parallel run is done: take over what it has heard."""
    for clause, by, tests in output.get("spoken", ()):
        add(VOICES.spoken, (clause, by), [(many, test) for many, test in tests])


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if hasattr(config, "workeroutput"):
        config.workeroutput["spoken"] = [
            (clause, by, tests) for (clause, by), tests in VOICES.spoken.items()
        ]
    elif MODE == "write":
        _write()
    elif MODE == "voices":
        _write_voices()
    elif MODE == "check" and _whole(session) and not session.testsfailed:
        VOICES.problems = list(_problems())
        if VOICES.problems:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for problem in VOICES.problems:
        terminalreporter.write_line(problem, red=True)


def _whole(session: pytest.Session) -> bool:
    """Nothing was chosen or left out but the tests at a browser."""
    options = session.config.option
    chosen = options.keyword or options.markexpr or options.lf or options.deselect
    return not chosen and session.config.args == session.config.getini("testpaths")


# The ledger


def _problems() -> Iterator[str]:
    """What is wrong in the ledger, judged by a whole run."""
    from houseway.coverage.ledger import entries

    listed = {(each.clause, each.by): each.tests for each in entries() if each.by != "broken"}
    for clause, by in sorted(listed.keys() - VOICES.spoken.keys()):
        yield f"ledger: {clause} is listed as {by}, and no passing test made it speak"
    for clause, by in sorted(VOICES.spoken.keys() - listed.keys()):
        [(_, test), *_] = VOICES.spoken[clause, by]
        yield f"ledger: {clause} ({by}) is not listed, and spoke in {test}: run make ledger"
    for (clause, _), tests in sorted(listed.items()):
        for test in tests:
            if test not in VOICES.run:
                yield f"ledger: {clause} names {test}, which did not run: run make ledger"


def _write_voices() -> None:
    """List every voice of every clause, with the tests in which fewest others speak."""
    rows = sorted(
        (clause, by, *(test for _, test in tests)) for (clause, by), tests in VOICES.spoken.items()
    )
    VOICES_PATH.parent.mkdir(exist_ok=True)
    VOICES_PATH.write_text("".join("\t".join(row) + "\n" for row in rows), encoding="utf-8")


def _write() -> None:
    """Replace what the tests that ran have said; the rest stays as it is."""
    from houseway.coverage.ledger import Entry, entries, write

    files = {test.partition("::")[0] for test in VOICES.run}
    listed = entries()
    found = {
        (each.clause, each.by): [
            test
            for test in each.tests
            if (file := test.partition("::")[0]) not in files and Path(file).exists()
        ]
        for each in listed
        if each.by in (SPOKE, CONDUCTED) or (each.clause, each.by) in VOICES.wanted
    }
    for of, tests in VOICES.spoken.items():
        found[of] = [*(test for _, test in tests), *found.get(of, ())][:TESTS_KEPT]
    write(
        [
            *(Entry(clause, by, tuple(tests)) for (clause, by), tests in found.items() if tests),
            *(each for each in listed if each.by == "broken"),
        ]
    )


listen()
