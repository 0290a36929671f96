"""A kit as a folder: a manifest, and for each game and level the cases and, apart, the answers."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

import msgspec
from msgspec import Struct

from houseway.conformance.cases import FORMAT, BadKit, Case, CaseAnswer, Level
from houseway.conformance.making import MadeCase

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
