"""A kit as a folder: a manifest, and for each game and level the cases and, apart, the answers."""

from __future__ import annotations

import gc
import gzip
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import chain
from pathlib import Path
from typing import NamedTuple, TypeVar

import msgspec
from msgspec import Struct

from houseway.conformance.cases import FORMAT, LEVELS, BadKit, Case, CaseAnswer, Level
from houseway.conformance.making import MadeCase, make, make_directed
from houseway.conformance.stream_cases import ROUNDS_EACH, has_level
from houseway.coverage import ledger
from houseway.games import game
from houseway.rulebook.document import Document
from houseway.version import __version__

MANIFEST = "manifest.json"
LONGEST_LINE = 10_000_000  # bytes
PACKED_AT_ONCE = 100_000  # bytes
_Kind = TypeVar("_Kind")


class KitGame(Struct, frozen=True):
    """One game of a kit: its edition, and how many cases each level has.

    `exercised` are the enforced clauses that an answer cites; `unreachable` those that no case can
    make speak, each with the reason.
    """

    game: str
    title: str
    edition: str
    hash: str
    cases: dict[Level, int]
    exercised: tuple[str, ...] = ()
    unreachable: dict[str, str] = {}


class Manifest(Struct, frozen=True):
    """What a kit consists of, and what it was made from."""

    format: int
    houseway: str
    seed: str
    games: tuple[KitGame, ...]


def cases_path(folder: Path, slug: str, level: Level) -> Path:
    return folder / f"{slug}.{level}.cases.jsonl.gz"


def answers_path(folder: Path, slug: str, level: Level) -> Path:
    return folder / f"{slug}.{level}.answers.jsonl.gz"


def file_hash(path: Path) -> str:
    """The SHA-256 of a file of a kit, or `BadKit`."""
    try:
        return sha256(path.read_bytes()).hexdigest()
    except FileNotFoundError as wrong:
        raise BadKit(f"{path} is not there") from wrong


def write_manifest(folder: Path, manifest: Manifest) -> None:
    text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
    (folder / MANIFEST).write_bytes(text + b"\n")


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a kit, or `BadKit`."""
    try:
        manifest = msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)
    except FileNotFoundError as wrong:
        raise BadKit(f"{folder} is no kit: it has no {MANIFEST}") from wrong
    except msgspec.MsgspecError as wrong:
        raise BadKit(f"{folder / MANIFEST}: {wrong}") from wrong
    if manifest.format != FORMAT:
        raise BadKit(f"{folder}: format {manifest.format}; this version reads format {FORMAT}")
    return manifest


def write_cases(
    folder: Path, slug: str, level: Level, made: Iterable[MadeCase]
) -> Iterator[MadeCase]:
    """Write cases and answers while they are made, and pass them on."""
    append = msgspec.json.Encoder().encode_into
    with (
        _packed(cases_path(folder, slug, level)) as cases,
        _packed(answers_path(folder, slug, level)) as answers,
    ):
        for each in made:
            append(each.case, cases.lines, -1)
            append(each.answer, answers.lines, -1)
            cases.end_line()
            answers.end_line()
            yield each


class _Packed:
    """A packed file of lines, the same whenever it is written; many lines are packed at once."""

    def __init__(self, file: gzip.GzipFile) -> None:
        self.lines, self._file = bytearray(), file

    def end_line(self) -> None:
        self.lines += b"\n"
        if len(self.lines) > PACKED_AT_ONCE:
            self.flush()

    def flush(self) -> None:
        self._file.write(self.lines)
        self.lines.clear()


@contextmanager
def _packed(path: Path) -> Iterator[_Packed]:
    with gzip.GzipFile(path, "wb", compresslevel=2, mtime=0) as file:
        packed = _Packed(file)
        yield packed
        packed.flush()


def read_cases(folder: Path, slug: str, level: Level) -> Iterator[Case]:
    return _read(cases_path(folder, slug, level), Case)


def read_answers(path: Path) -> Iterator[CaseAnswer]:
    """The answers of a kit."""
    return _read(path, CaseAnswer)


def lines_of(path: Path) -> Iterator[bytes]:
    """The lines of a file, unpacked if it is packed; empty lines are left out."""
    with path.open("rb") as plain:
        packed = plain.peek(2)[:2] == b"\x1f\x8b"
        file = gzip.GzipFile(fileobj=plain) if packed else plain
        while line := file.readline(LONGEST_LINE):
            if line.strip():
                yield line


def _read(path: Path, kind: type[_Kind]) -> Iterator[_Kind]:
    decode, number = msgspec.json.Decoder(kind).decode, 0
    try:
        for line in lines_of(path):
            number += 1
            yield decode(line)
    except msgspec.MsgspecError as wrong:
        raise BadKit(f"{path}, line {number}: {wrong}") from wrong
    except FileNotFoundError as wrong:
        raise BadKit(f"{path} is not there") from wrong
    except (EOFError, gzip.BadGzipFile) as wrong:
        raise BadKit(f"{path}: {wrong}") from wrong


# A whole kit: the cases of several games and levels, with the clauses that they exercise.

# Which enforced clauses the cases of a kit exercise, and why the others cannot speak in one.

ENFORCED = "enforce"
_SILENT = "No ruling cites it: it acts through values and orders that other clauses answer with."


class Cited:
    """The clauses that answers cite. Most steps cite the same few together, so these are counted
    once and taken apart at the end."""

    def __init__(self) -> None:
        self._together: set[tuple[str, ...]] = set()

    def add(self, answer: CaseAnswer) -> None:
        add = self._together.add
        for wager in answer.wagers:
            add(wager.clauses)
        for entry in answer.entries:
            add(entry.clauses)
        for step in answer.steps:
            add(step.clauses)
            add(step.why)
            add((step.clause, step.next_clause))

    @property
    def clauses(self) -> frozenset[str]:
        return frozenset(clause for each in self._together for clause in each if clause)


def enforced(cite: Document) -> tuple[str, ...]:
    """The numbers of the clauses that the engine enforces."""
    return tuple(n for n, row in cite.clauses.items() if row.treatment == ENFORCED)


def reasons(cite: Document) -> dict[str, str]:
    """The enforced clauses that no answer of a kit can cite, each with the reason."""
    found = dict(listed(cite.slug))
    for number in enforced(cite):
        if cite(number) in _silent():
            found.setdefault(number, _SILENT)
    return found


@cache
def listed(slug: str) -> dict[str, str]:
    """The reasons that are written down, by the number of the clause."""
    text = (files(__package__) / "unreachable.tsv").read_text(encoding="utf-8")
    rows = (line.split("\t") for line in text.splitlines()[1:])
    return {number: why for each, number, why in rows if each == slug}


@cache
def _silent() -> frozenset[str]:
    """The clauses that break a test when they are broken, and that no test hears speak."""
    evidence: dict[str, set[str]] = {}
    for each in ledger.entries():
        evidence.setdefault(each.clause, set()).add(each.by)
    return frozenset(
        clause
        for clause, ways in evidence.items()
        if ledger.BROKEN in ways and not ways & {ledger.SPOKE, ledger.CONDUCTED}
    )


ROUNDS = 5_000
Progress = Callable[[str], None]


class _Job(NamedTuple):
    """The cases of one level of a game, which no other job needs."""

    folder: Path
    game: str
    level: Level
    seed: str
    cases: int


class _Made(NamedTuple):
    cases: int
    cited: frozenset[str]


def make_kit(
    folder: Path,
    games: tuple[str, ...],
    *,
    levels: tuple[Level, ...] = LEVELS,
    seed: str = "1",
    rounds: int = ROUNDS,
    progress: Progress = lambda text: None,
    workers: int = 1,
) -> Manifest:
    """Write a kit into a folder, which is made if it is not there.

    `workers` processes share the levels of the games; the kit is the same for any number of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        _Job(folder, slug, level, seed, cases_for(level, rounds))
        for slug in games
        for level in levels
        if has_level(game(slug), level)
    ]
    made = dict(zip(jobs, _done(jobs, workers, progress), strict=True))
    found = tuple(
        _kit_game(slug, {job.level: each for job, each in made.items() if job.game == slug})
        for slug in games
    )
    manifest = Manifest(FORMAT, __version__, seed, found)
    write_manifest(folder, manifest)
    return manifest


def cases_for(level: Level, rounds: int) -> int:
    """How many seeded cases a level has: one a round, or fewer of whole streams."""
    return max(1, rounds // ROUNDS_EACH.get(level, 1))


def _done(jobs: list[_Job], workers: int, progress: Progress) -> Iterator[_Made]:
    if workers == 1 or len(jobs) == 1:
        for job in jobs:
            progress(f"{job.game} {job.level}")
            yield _make(job)
        return
    with ProcessPoolExecutor(min(workers, len(jobs))) as pool:
        for job, made in zip(jobs, pool.map(_make, jobs), strict=True):
            progress(f"{job.game} {job.level}")
            yield made


def _make(job: _Job) -> _Made:
    found, level, count, cited = game(job.game), job.level, 0, Cited()
    seeded = make(found, level, seed=job.seed, numbers=range(1, job.cases + 1))
    cases = chain(make_directed(found, level), seeded)
    with _collecting_seldom():
        for each in write_cases(job.folder, found.slug, level, cases):
            count += 1
            cited.add(each.answer)
    return _Made(count, cited.clauses)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look for cycles of values seldom: cases have none, and looking takes a twentieth of the time
    of making them."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _kit_game(slug: str, made: dict[Level, _Made]) -> KitGame:
    found, cite = game(slug), game(slug).cite
    cited = frozenset().union(*(each.cited for each in made.values()))
    counts = {level: each.cases for level, each in made.items()}
    exercised = tuple(number for number in enforced(cite) if cite(number) in cited)
    others = {n: why for n, why in reasons(cite).items() if n not in exercised}
    return KitGame(found.slug, cite.title, cite.id, cite.content_hash, counts, exercised, others)
