"""Where the events of a log come from: a live log, or an exported file."""

from __future__ import annotations

from pathlib import Path

from houseway.records.hwlog import BadHwlog, is_hwlog, read_hwlog
from houseway.records.replaying import NoSuchStream
from houseway.store.log import Entry, LogError
from houseway.store.open import read_log

CANNOT_READ = (LogError, BadHwlog, OSError)  # what a verb answers with status 2


def hwlog_at(address: str) -> Path | None:
    """The exported file of an address, or None if it is that of a log."""
    path = Path(address)
    return path if is_hwlog(path) else None


def stream_at(address: str, stream: str) -> list[Entry]:
    """The events of one stream, from a log or from an exported file."""
    file = hwlog_at(address)
    if file is not None:
        return _stream_in(file, stream)
    log = read_log(address)
    try:
        entries = log.read(stream)
        if not entries:
            raise NoSuchStream(stream, sorted(log.heads()))
        return entries
    finally:
        log.close()


def _stream_in(file: Path, stream: str) -> list[Entry]:
    names: set[str] = set()
    found = []
    with file.open("rb") as lines:
        for entry in read_hwlog(lines):
            names.add(entry.stream)
            if entry.stream == stream:
                found.append(entry)
    if not found:
        raise NoSuchStream(stream, sorted(names))
    return found
