"""A kit checked against a program: every game and level that is asked for, and one report."""

from __future__ import annotations

import shlex
import subprocess
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.conformance.cases import (
    LEVELS,
    ROUND_LEVELS,
    BadKit,
    Case,
    CaseAnswer,
    GivenStep,
    Level,
    command_of,
)
from houseway.conformance.comparing import (
    NO_CLAUSE,
    ClauseCount,
    Comparison,
    ProgramAnswer,
    compare,
    parts,
)
from houseway.conformance.files import (
    LONGEST_LINE,
    KitGame,
    Manifest,
    answers_path,
    cases_path,
    file_hash,
    lines_of,
    read_answers,
    read_cases,
    read_manifest,
)
from houseway.games import game
from houseway.games.game import Game
from houseway.records import sentences
from houseway.rulebook.roles import Role

# What the differing cases of a clause have in common, as a sentence a person can check.

FEWEST = 5  # differences from which a pattern is looked for

Facts = dict[str, str]
Compared = tuple[Case, CaseAnswer, ProgramAnswer | None]


class _Counts:
    """How often a clause was asked for and differed, by each plain fact of the case."""

    def __init__(self) -> None:
        self.asked: Counter[tuple[str, str]] = Counter()
        self.differed: Counter[tuple[str, str]] = Counter()
        self.total = self.wrong = 0

    def add(self, facts: Facts, *, differs: bool) -> None:
        self.total += 1
        self.wrong += differs
        self.asked.update(facts.items())
        if differs:
            self.differed.update(facts.items())

    def describe(self, count: ClauseCount) -> None:
        """Write down the fact that all differing cases share and fewest of the others do."""
        if self.wrong == self.total:
            count.pattern = f"It differs in all {self.total} cases."
            return
        shared = [
            (self.asked[fact], *fact)
            for fact, times in self.differed.items()
            if times == self.wrong and self.asked[fact] < self.total
        ]
        if not shared:
            return
        asked, name, value = min(shared)
        count.exact = asked == self.wrong
        if count.exact:
            others = f"{asked} cases; the other {self.total - asked} agree"
            count.pattern = f"It differs exactly where {name} is {value} ({others})."
        else:
            such = f"in {self.wrong} of {asked} such cases"
            count.pattern = f"It differs only where {name} is {value}: {such}."


def find_patterns(into: Comparison, answers: Iterable[Compared]) -> None:
    """Look at all cases again and describe the differences of each clause."""
    wanted = {each.clause: _Counts() for each in into.differing if each.differed >= FEWEST}
    for case, rules, program in answers:
        if program is None or program.skip:
            continue
        facts = facts_of(case, rules)
        for part in parts(rules, program):
            if part.program is None:
                continue
            for clause in part.clauses or (NO_CLAUSE,):
                if clause in wanted:
                    wanted[clause].add(facts, differs=part.differs)
    for clause, counts in wanted.items():
        counts.describe(into.clauses[clause])


def facts_of(case: Case, rules: CaseAnswer) -> Facts:
    """Plain facts about a case: the house's options, the hands, the result."""
    found = {f"the option {name}": str(value) for name, value in _options(case).items()}
    found |= {
        f"the number of cards of the {name} hand": str(len(cards.split()))
        for name, cards in rules.hands.items()
    }
    return found | {"the result": rules.result.split()[0] if rules.result else "none"}


def _options(case: Case) -> dict[str, Any]:
    return {name: value for name, value in case.options.items() if isinstance(value, str | int)}


# Where the answers of another program come from: a file, a folder of files, or a pipe.

_DECODER = msgspec.json.Decoder(ProgramAnswer)
AHEAD_WAIT = 10  # seconds that a program may take to end once its input has ended


def from_folder(folder: Path, slug: str, level: Level) -> Iterator[ProgramAnswer]:
    """The answers in a folder: SLUG.LEVEL.answers.jsonl, packed with gzip or not."""
    for ending in ("answers.jsonl", "answers.jsonl.gz"):
        path = folder / f"{slug}.{level}.{ending}"
        if path.is_file():
            return _answers(path.name, lines_of(path))
    raise BadKit(f"{folder} has no answers for {slug} {level}: {slug}.{level}.answers.jsonl")


def _answers(where: str, lines: Iterator[bytes]) -> Iterator[ProgramAnswer]:
    for number, line in enumerate(lines, 1):
        try:
            yield _DECODER.decode(line)
        except msgspec.MsgspecError as wrong:
            raise BadKit(f"{where}, answer {number}: {wrong}") from wrong


@contextmanager
def from_program(
    command: str, kit: Path, slug: str, level: Level
) -> Iterator[Iterator[ProgramAnswer]]:
    """The answers of a program that is given the cases over a pipe."""
    try:
        running = subprocess.Popen(  # noqa: S603 - the program that the caller wants to check
            shlex.split(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
    except OSError as wrong:
        raise BadKit(f"{command}: {wrong}") from wrong
    if running.stdin is None or running.stdout is None:
        raise BadKit(f"{command}: it has no input or no output")
    feeding = threading.Thread(
        target=_feed, args=(running.stdin, cases_path(kit, slug, level)), daemon=True
    )
    feeding.start()
    try:
        yield _answers(command, _lines(running.stdout))
    finally:
        _end(running, feeding)


def _feed(place: IO[bytes], path: Path) -> None:
    """Write all cases; a program that has ended reads no more."""
    with suppress(BrokenPipeError, ValueError):
        for line in lines_of(path):
            place.write(line)
    with suppress(BrokenPipeError, ValueError):
        place.close()


def _lines(place: IO[bytes]) -> Iterator[bytes]:
    while line := place.readline(LONGEST_LINE):
        if line.strip():
            yield line


def _end(running: subprocess.Popen[bytes], feeding: threading.Thread) -> None:
    if running.stdout:
        running.stdout.close()
    try:
        running.wait(timeout=AHEAD_WAIT)
    except subprocess.TimeoutExpired:
        running.kill()
        running.wait()
    feeding.join(timeout=AHEAD_WAIT)


Pair = tuple[CaseAnswer, ProgramAnswer | None]


def paired(rules: Iterator[CaseAnswer], program: Iterator[ProgramAnswer]) -> Iterator[Pair]:
    """The answers of both sides case by case; those of a program may come in another order."""
    early: dict[str, ProgramAnswer] = {}
    for each in rules:
        while each.id not in early:
            other = next(program, None)
            if other is None:
                break
            early[other.id] = other
        yield each, early.pop(each.id, None)


# A case in words: the table, then each step as a record writes it.

LATEST = 8  # steps of a whole table, tournament or promotion that are told


def in_words(case: Case, until: int = 0) -> str:
    """What happens in a case, as sentences that a record (`.hwr`) could have.

    Of a whole table, tournament or promotion the latest steps are told, up to the step `until`.
    """
    found = game(case.edition)
    if case.level not in ROUND_LEVELS:
        return _latest(found, case, until or len(case.steps))
    chosen = [f"{name} {value}" for name, value in case.options.items() if isinstance(value, str)]
    told = "; ".join(_step(found, case, each) for each in case.steps)
    return f"The table: {', '.join(chosen) or 'as the rules set it'}. Steps: {told}."


def _latest(found: Game, case: Case, until: int) -> str:
    first = max(0, until - LATEST)
    told = "; ".join(_step(found, case, each) for each in case.steps[first:until])
    return f"Steps {first + 1} to {until} of {len(case.steps)}: {told}."


def _step(found: Game, case: Case, step: GivenStep) -> str:
    role, text = Role(step.role), sentences.write(command_of(found, step, case.level))
    return text if role in (Role.DEALER, Role.PATRON) else f"{role}: {text}"


Source = Callable[[str, Level], AbstractContextManager[Iterator[ProgramAnswer]]]


class CheckReport(Struct, frozen=True):
    """What a program was compared with, and what came of it."""

    program: str
    houseway: str
    seed: str
    comparisons: tuple[Comparison, ...]

    @property
    def conforms(self) -> bool:
        return bool(self.comparisons) and all(each.conforms for each in self.comparisons)


def check(
    kit: Path,
    *,
    program: str = "",
    answers: Path | None = None,
    games: tuple[str, ...] = (),
    levels: tuple[Level, ...] = (),
    name: str = "",
) -> CheckReport:
    """Compare the answers of a program, or those in a folder, with a kit."""
    manifest = read_manifest(kit)
    source = _source(kit, program, answers)
    found = tuple(
        _compared(kit, each, level, source)
        for each in _chosen(manifest, games)
        for level in levels or LEVELS
        if level in each.cases
    )
    title = name or program or str(answers)
    return CheckReport(title, manifest.houseway, manifest.seed, found)


def _source(kit: Path, program: str, answers: Path | None) -> Source:
    if program:
        return lambda slug, level: from_program(program, kit, slug, level)
    if answers is None:
        raise BadKit("say where the answers come from: a program or a folder")
    return lambda slug, level: nullcontext(from_folder(answers, slug, level))


def _chosen(manifest: Manifest, games: tuple[str, ...]) -> tuple[KitGame, ...]:
    known = [each.game for each in manifest.games]
    for name in games:
        if name not in known:
            raise BadKit(f"the kit has no {name}; it has {', '.join(known)}")
    return tuple(each for each in manifest.games if not games or each.game in games)


def _compared(kit: Path, kit_game: KitGame, level: Level, source: Source) -> Comparison:
    slug = kit_game.game
    file = cases_path(kit, slug, level)
    into = Comparison(slug, kit_game.edition, kit_game.hash, level, file.name, file_hash(file))
    held: dict[str, ProgramAnswer] = {}
    with source(slug, level) as program:
        differing = compare(into, _holding(_pairs(kit, slug, level, program), held))
    if differing:
        cases, rules = read_cases(kit, slug, level), _rules(kit, slug, level)
        again = ((c, r, held.get(r.id)) for c, r in zip(cases, rules, strict=True))
        find_patterns(into, _with_stories(into, again))
    return into


def _with_stories(into: Comparison, cases: Iterator[Compared]) -> Iterator[Compared]:
    """Put the examples of the report into words as their cases go by."""
    wanted = [(clause, at, each) for clause in into.differing
              for at, each in enumerate(clause.examples)]  # fmt: skip
    for case, rules, program in cases:
        for clause, at, each in wanted:
            if each.case == case.id:
                clause.examples[at] = replace(each, story=in_words(case, each.step))
        yield case, rules, program


def _rules(kit: Path, slug: str, level: Level) -> Iterator[CaseAnswer]:
    return read_answers(answers_path(kit, slug, level))


def _pairs(kit: Path, slug: str, level: Level, program: Iterator[ProgramAnswer]) -> Iterator[Pair]:
    return paired(_rules(kit, slug, level), program)


def _holding(pairs: Iterator[Pair], held: dict[str, ProgramAnswer]) -> Iterator[Pair]:
    """Remember what the program answered, for a second look at what differs."""
    for rules, program in pairs:
        if program is not None:
            held[rules.id] = program
        yield rules, program
