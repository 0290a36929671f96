"""Byte-level fuzz of the file readers: each input is read, or refused by the reader's own error.

The readers are called in this process, so that a million inputs take minutes. Inputs are valid
files with bytes changed, removed, doubled and put in from one another.
"""

from __future__ import annotations

import io
import os
import random
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.records.drawfile import BadDrawFile
from houseway.records.drawfile import check as check_draw
from houseway.records.hwlog import BadHwlog, read_hwlog
from houseway.records.hwr import BadRecord, read_record
from houseway.records.termsfile import BadTerms, read_conditions
from houseway.records.tournamentfile import read_entries, read_tournament
from houseway.store.backup import read_manifest
from houseway.store.checkpoint import read_checkpoint
from houseway.store.log import LogError
from tests.records.test_hostile_files import DRAW, ENTRIES, TERMS, TOURNAMENT
from tests.records.test_hwlog import BODIES, events_of, written
from tests.scale import scaled

TOTAL = int(os.environ.get("HOUSEWAY_FUZZ", "0")) or scaled(4_000, 1_000_000)
SEED = int(os.environ.get("HOUSEWAY_SEED", "1"))
RECORDS = sorted(Path(__file__).parents[1].glob("games/*/*.hwr"))
CHECKPOINT = (
    b"house.example/log\n42\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n\n"
    b"\xe2\x80\x94 house.example AAAAAAAA\n"
)
MANIFEST = (
    b'{"log":"floor.db","bytes":4096,"sha256":"ab","events":3,"heads":{},"made_us":1,"hash":"cd"}'
)
BYTES = (
    b"\x00", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xe2\x80\xa8", b'"', b"\\",
    b"[", b"{", b"]", b"}", b"=", b"\n", b"\r", b",", b"-", b"9" * 40, b"1e400", b"nan",
    b"\\ud800", b"\\u0000", b"'''",
)  # fmt: skip


class Reader(NamedTuple):
    """A reader, the files it reads, and the errors that are its own."""

    name: str
    samples: tuple[bytes, ...]
    read: Callable[[bytes], Any]
    errors: tuple[type[Exception], ...]
    share: int  # of a hundred inputs


def as_text(read: Callable[[str], Any]) -> Callable[[bytes], Any]:
    """Readers of text get what decodes; the rest is refused where files are opened."""
    return lambda content: read(content.decode("utf-8", "strict"))


def log_of(content: bytes) -> Any:
    return list(read_hwlog(io.BytesIO(content)))


@pytest.fixture(scope="module")
def readers(tmp_path_factory: pytest.TempPathFactory) -> tuple[Reader, ...]:
    place = tmp_path_factory.mktemp("manifests") / "copy.json"

    def manifest(content: bytes) -> Any:
        place.write_bytes(content)
        return read_manifest(place)

    words = (BadTerms, UnicodeDecodeError)
    records = tuple(path.read_bytes() for path in RECORDS)
    log = written([*events_of("table/1", 1, *BODIES), *events_of("table/2", 5, *BODIES)])
    return (
        Reader("record", records, as_text(read_record), (BadRecord, UnicodeDecodeError), 20),
        Reader("log", (log,), log_of, (BadHwlog,), 20),
        Reader("terms", (TERMS.encode(),), as_text(read_conditions), words, 15),
        Reader(
            "tournament", (TOURNAMENT.encode(),), as_text(read_tournament),
            words, 15,
        ),
        Reader("entries", (ENTRIES.encode(),), as_text(read_entries), (ValueError,), 10),
        Reader("draw", (DRAW.encode(),), check_draw, (BadDrawFile,), 10),
        Reader("checkpoint", (CHECKPOINT,), read_checkpoint, (LogError,), 8),
        Reader("manifest", (MANIFEST,), manifest, (LogError,), 2),
    )  # fmt: skip


def mutated(content: bytes, chance: random.Random) -> bytes:
    """One to three changes of single bytes or short runs."""
    made = bytearray(content)
    for _ in range(chance.randint(1, 3)):
        at = chance.randrange(len(made) + 1)
        how = chance.random()
        if how < 0.3 and at < len(made):
            made[at] ^= 1 << chance.randrange(8)
        elif how < 0.5:
            made[at:at] = chance.choice(BYTES)
        elif how < 0.65:
            del made[at : at + chance.choice((1, 2, 16, 200))]
        elif how < 0.8:
            made[at : at + chance.choice((1, 4, 30))] = chance.choice(BYTES)
        elif how < 0.9:
            other = chance.randrange(len(made) + 1)
            made[at:at] = made[other : other + 60]
        else:
            made[at : at + 1] = bytes((chance.randrange(256),))
    return bytes(made)


def test_every_mutated_file_is_read_or_refused_in_words(readers: tuple[Reader, ...]) -> None:
    """No other exception: no traceback reaches whoever opens a file."""
    chance = random.Random(f"files {SEED}")
    refused = dict.fromkeys((reader.name for reader in readers), 0)
    for reader in readers:
        for number in range(TOTAL * reader.share // 100):
            content = mutated(chance.choice(reader.samples), chance)
            try:
                reader.read(content)
            except reader.errors:
                refused[reader.name] += 1
            except Exception as wrong:
                pytest.fail(
                    f"{reader.name} {number} (seed {SEED}): {wrong!r} for {content[:2_000]!r}"
                )
    sys.stdout.write(f"{TOTAL:,} inputs, refused: {refused}\n")
    assert all(refused.values())
