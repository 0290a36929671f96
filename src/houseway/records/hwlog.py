"""`.hwlog`: the log as a file of lines that can be checked with nothing else at hand.

The first line says what the file is, each line after it is one event with every field the log
keeps, and the last line has the heads of the streams, the count, and the SHA-256 of all that stands
above it. Every line has exactly one way to be written, so any changed byte is found.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any, BinaryIO

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from houseway.store.chain import ChainCheck
from houseway.store.log import Entry, Head, Log, Verified, every_entry
from houseway.version import __version__

FORMAT = 1
LONGEST = 32 * 1024 * 1024  # bytes in a line
DEEPEST = 64  # levels of an event's content; a deeper one is written as bytes
MARK = b'{"hwlog":'  # how every such file begins
_END = b'{"end":'

Number = Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)]
_encode = msgspec.json.Encoder().encode


class BadHwlog(ValueError):
    """A file that is no log, or no longer one; `line` counts from 1."""

    def __init__(self, line: int, wrong: str) -> None:
        super().__init__(f"line {line}: {wrong}")
        self.line = line


class CutShort(BadHwlog):
    """What is there can be read, but the end is missing."""


class First(Struct, forbid_unknown_fields=True):
    """What the file is: its format, when and by which software it was made, and what it holds.

    `whole` says that these are all the streams of the log.
    """

    hwlog: int
    exported_us: Number
    engine: str
    whole: bool
    streams: list[str]


class EventLine(Struct, forbid_unknown_fields=True):
    """One event. Its content is JSON where that gives the same bytes again, else base64."""

    seq: Number
    key: str
    stream: str
    version: Number
    kind: str
    schema: Number
    at_us: Number
    actor: str
    role: str
    edition: str
    engine: str
    prev: str
    hash: str
    body: Raw | UnsetType = UNSET
    body_base64: str | UnsetType = UNSET


class Last(Struct, forbid_unknown_fields=True):
    """How many events there were, where each stream ends, and the hash of the lines above."""

    end: Number
    heads: dict[str, Head]
    sha256: str


_first = msgspec.json.Decoder(First).decode
_line = msgspec.json.Decoder(EventLine).decode
_last = msgspec.json.Decoder(Last).decode


def is_hwlog(path: Path) -> bool:
    """Whether a file is named or begins as one."""
    if path.suffix == ".hwlog" or not path.is_file():
        return path.suffix == ".hwlog"
    with path.open("rb") as file:
        return file.read(len(MARK)) == MARK


# Writing


def of_this_moment(
    log: Log, stream: str = "", ends: Mapping[str, int] | None = None
) -> tuple[dict[str, Head], Iterator[Entry]]:
    """The heads of a log and the events up to them, whatever is appended meanwhile.

    `ends` has the streams that are taken only up to a version.
    """
    heads = log.heads()
    if stream:
        heads = {stream: heads[stream]}
    for name, version in (ends or {}).items():
        if name in heads and version < heads[name].version:
            (last,) = log.read(name, after=version - 1, limit=1)
            heads[name] = Head(version, last.seq, last.hash.hex())
    if stream:
        return heads, iter(log.read(stream, limit=heads[stream].version))
    return heads, _up_to(heads, log)


def _up_to(heads: dict[str, Head], log: Log) -> Iterator[Entry]:
    last = max((head.seq for head in heads.values()), default=0)
    for entry in every_entry(log):
        if entry.seq > last:
            return
        if entry.stream in heads and entry.version <= heads[entry.stream].version:
            yield entry


def write_hwlog(
    entries: Iterable[Entry],
    heads: dict[str, Head],
    file: BinaryIO,
    *,
    exported_us: int,
    whole: bool,
) -> None:
    """Write events and where their streams end, as a file that can be checked."""
    above = hashlib.sha256()
    count = 0
    first = First(FORMAT, exported_us, __version__, whole, sorted(heads))
    for count, content in enumerate(_above(first, entries)):
        _short_enough(count + 1, content)
        above.update(content)
        file.write(content)
    ends = {name: heads[name] for name in sorted(heads)}
    last = _encode(Last(count, ends, above.hexdigest())) + b"\n"
    file.write(_short_enough(count + 2, last))


def _above(first: First, entries: Iterable[Entry]) -> Iterator[bytes]:
    yield _encode(first) + b"\n"
    for entry in entries:
        yield line_of(entry) + b"\n"


def _short_enough(number: int, content: bytes) -> bytes:
    if len(content) > LONGEST:
        raise BadHwlog(number, f"{len(content)} bytes are too long; a line has {LONGEST} at most")
    return content


def line_of(entry: Entry) -> bytes:
    """An event as its line, without the end of the line."""
    content = _content(entry.body)
    return _encode(
        EventLine(
            entry.seq, entry.key, entry.stream, entry.version, entry.kind, entry.schema,
            entry.at_us, entry.actor, entry.role, entry.edition, entry.engine,
            entry.prev.hex(), entry.hash.hex(),
            UNSET if content is None else content,
            b64encode(entry.body).decode() if content is None else UNSET,
        )
    )  # fmt: skip


def _content(body: bytes) -> Raw | None:
    """The content as JSON if that has the very same bytes, or None."""
    try:
        value = msgspec.json.decode(body)
        same = _encode(value) == body
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    shallow = body.count(b"[") + body.count(b"{") <= DEEPEST or _depth(value) <= DEEPEST
    return Raw(body) if same and shallow else None


def _depth(value: Any) -> int:
    level, deep = [value], 0
    while level:
        inner = [each for each in level if isinstance(each, list | dict)]
        level = [
            one for each in inner for one in (each.values() if isinstance(each, dict) else each)
        ]
        deep += bool(inner)
    return deep


# Reading


class _LogReader:
    """Reads a file line by line and follows its chain; `check` has what it met."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._above = hashlib.sha256()
        self.number = 0
        self.check = ChainCheck(contiguous=False)
        self.first = self._read_first()

    def entries(self) -> Iterator[Entry]:
        while content := self._next():
            if content.startswith(_END):
                self._compare(self._read_last(content))
                return
            self._above.update(content)
            entry = self._entry(content)
            self.check.take((entry,))
            yield entry
        events = self.check.events
        raise CutShort(self.number + 1, f"the file ends after {events} events: it was cut")

    def _compare(self, last: Last) -> None:
        """What the first and the last line say must be so."""
        problems = self.check.problems
        self.check.compare_heads(last.heads)
        if last.end != self.check.events:
            problems.append(f"the last line counts {last.end} events, not {self.check.events}")
        if last.sha256 != self._above.hexdigest():
            problems.append("the lines are not those that the last line was made for")
        if self.first.streams != sorted(last.heads):
            problems.append("the first and the last line name different streams")

    def _next(self) -> bytes:
        content = self._file.readline(LONGEST + 1)
        self.number += bool(content)
        if len(content) > LONGEST:
            raise BadHwlog(self.number, f"it is longer than {LONGEST} bytes")
        if content and not content.endswith(b"\n"):
            raise CutShort(self.number, "the file ends within this line: it was cut")
        return content

    def _read_first(self) -> First:
        content = self._next()
        if not content.startswith(MARK):
            raise BadHwlog(1, "this is no .hwlog: its first line does not say so")
        self._above.update(content)
        first: First = self._decoded(_first, content)
        if first.hwlog != FORMAT:
            raise BadHwlog(1, f"format {first.hwlog}; this software reads format {FORMAT}")
        self._exactly(content, _encode(first))
        return first

    def _read_last(self, content: bytes) -> Last:
        last: Last = self._decoded(_last, content)
        self._exactly(content, _encode(last))
        if self._next():
            raise BadHwlog(self.number, "something follows the last line")
        return last

    def _entry(self, content: bytes) -> Entry:
        line: EventLine = self._decoded(_line, content)
        try:
            entry = _entry_of(line)
        except ValueError as wrong:
            raise BadHwlog(self.number, f"not as an event is written: {wrong}") from wrong
        self._exactly(content, line_of(entry))
        return entry

    def _decoded(self, decode: Any, content: bytes) -> Any:
        try:
            return decode(content)
        except RecursionError as deep:
            raise BadHwlog(self.number, "it is nested too deeply") from deep
        except (msgspec.MsgspecError, UnicodeError) as wrong:
            raise BadHwlog(self.number, f"not as a line is written: {wrong}") from wrong

    def _exactly(self, content: bytes, expected: bytes) -> None:
        if content[:-1] != expected:
            raise BadHwlog(self.number, "it says what it says in other bytes than it should")


def _entry_of(line: EventLine) -> Entry:
    if isinstance(line.body, Raw):
        body = bytes(line.body)
    elif isinstance(line.body_base64, str):
        body = b64decode(line.body_base64, validate=True)
    else:
        raise ValueError("it has no body")
    return Entry(
        line.seq, line.key, line.stream, line.version, line.kind, line.schema, body, line.at_us,
        line.actor, line.role, line.edition, line.engine,
        bytes.fromhex(line.prev), bytes.fromhex(line.hash),
    )  # fmt: skip


def read_hwlog(file: BinaryIO) -> Iterator[Entry]:
    """The events of a file in order; raises `BadHwlog` where it is not, or not all, as exported.

    Only a reader who reaches the end knows that nothing is missing.
    """
    reader = _LogReader(file)
    for entry in reader.entries():
        _raise(reader)
        yield entry
    _raise(reader)


def _raise(reader: _LogReader) -> None:
    if reader.check.problems:
        raise BadHwlog(reader.number, reader.check.problems[0])


def verify_hwlog(path: Path) -> Verified:
    """Check every line, hash, chain, head and count; raises `BadHwlog` where it cannot be read."""
    with path.open("rb") as file:
        reader = _LogReader(file)
        problems = reader.check.problems
        try:
            for _ in reader.entries():
                pass
        except CutShort as cut:
            problems.append(str(cut))
    return Verified(reader.check.events, len(reader.check.heads), tuple(problems))
