"""Files from outside, altered at random from a seed: each is read, or refused in words.

Whatever a reader is given it answers with a value or with its own complaint, never with another
exception; what is without end or without bottom is refused before it is taken in. A seed that
fails is in the name of the test.
"""

from __future__ import annotations

import io
import os
import random
import re
import tomllib
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from houseway.amendments.document import BadAmendment, Written
from houseway.analysis.composition import BadComposition, read_composition
from houseway.analysis.report import read_what_if
from houseway.analysis.rule_data import BadChange
from houseway.cli.shared import bytes_of
from houseway.records import termsfile
from houseway.records.drawfile import BadDrawFile, check
from houseway.records.hwlog import BadHwlog, read_hwlog
from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import play_record
from houseway.records.termsfile import read_conditions
from houseway.records.tournamentfile import read_entries, read_tournament
from houseway.rulebook.parsing import LONGEST, TooMuch, check_json, check_toml
from tests.records.test_hwlog import BODIES, events_of, written

ROOT = Path(__file__).parents[1]
SEEDS = range(40) if os.environ.get("HOUSEWAY_FULL") == "1" else range(2)
TIMES = 60  # alterations from each seed
RECORDS = sorted(ROOT.glob("games/*/*.hwr"))

TERMS = """
starts = 2026-03-01T10:00:00+10:00
present = true
criteria = ["member"]
[terms]
[[prize]]
name = "car"
value = 25000
count = 1
[[entry]]
document = "casino-war"
event = "war"
tickets = 2
"""
TOURNAMENT = """
document = "tournament-blackjack"
title = "Spring"
director = "Dora"
fee = 100
starts = 2026-03-01T10:00:00+10:00
[[stage]]
name = "heat"
"""
ENTRIES = 'person,name,paid,eligible\nana,"Ana, of Perth",100,yes\nben,Ben,100.50,no\n'
DRAW = (
    '{"promotion":"1","prizes":[],"entries":[["a",2],["b",1]],"digest":"","commitment":"",'
    '"seed":"","method":"electronic","winners":[]}'
)
WORDS = (
    '"', "'", "[", "]", "{", "}", "=", "\n", "\0", "#", "\\", '"""', "-1", "9" * 400, "1e999",
    "nan", "inf", "true", "2026-13-41", "\ufeff", "\u202e", "\ud7ff", "../", "%s", "{{7*7}}",
    "<script>", ",", ";", "\r", "\t", "0x", "1_0", "[[", "]]", "a.b.c = 1",
)  # fmt: skip


class Reader(NamedTuple):
    """A reader, something that it reads, and the complaints that are its own."""

    name: str
    sample: str
    read: Callable[[str], Any]
    complaints: tuple[type[Exception], ...]


def as_bytes(read: Callable[[bytes], Any]) -> Callable[[str], Any]:
    return lambda text: read(text.encode("utf-8", "surrogatepass"))


READERS = (
    Reader("composition", 'decks = 8\nremoved = "As Kd"\n', read_composition, (BadComposition,)),
    Reader(
        "what-if", 'game = "mini-baccarat"\n[change.odds]\nbanker = "1 to 1"\n', read_what_if,
        (BadChange,),
    ),
    Reader("terms", TERMS, read_conditions, (termsfile.BadTerms,)),
    Reader("tournament", TOURNAMENT, read_tournament, (termsfile.BadTerms,)),
    Reader("entries", ENTRIES, read_entries, (ValueError,)),
    Reader("draw", DRAW, as_bytes(check), (BadDrawFile,)),
)  # fmt: skip


def altered(text: str, chance: random.Random) -> str:
    """One to four small changes, of the kinds that accidents and enemies make."""
    for _ in range(chance.randint(1, 4)):
        a, b = sorted(chance.randrange(len(text) + 1) for _ in range(2))
        b = min(b, a + chance.choice((1, 3, 20, 400)))
        text = chance.choice(
            (
                text[:a] + text[b:],
                text[:a] + chance.choice(WORDS) + text[a:],
                text[:a] + chance.choice(WORDS) + text[b:],
                text[:b] + text[a:b] * chance.choice((1, 2, 50)) + text[b:],
                text[:a] + "".join(chance.sample(text[a:b], b - a)) + text[b:],
                text[:b],
            )
        )
    return text


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_an_altered_file_is_read_or_refused_in_words(reader: Reader, seed: int) -> None:
    chance = random.Random(f"{reader.name} {seed}")
    refused = []
    for _ in range(TIMES * 3):
        text = altered(reader.sample, chance)
        try:
            reader.read(text)
        except reader.complaints as wrong:
            refused.append(str(wrong))
    assert len(refused) > TIMES / 4  # the alterations reach the reader's judgement
    assert all(refused)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("path", RECORDS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_altered_record_is_ruled_on_or_refused_in_words(path: Path, seed: int) -> None:
    """Read and played: the engine itself meets what cannot be."""
    text, chance = path.read_text(encoding="utf-8"), random.Random(f"{path.name} {seed}")
    refused = []
    for _ in range(TIMES // 3):
        try:
            play_record(read_record(altered(text, chance)))
        except BadRecord as wrong:
            refused.append(str(wrong))
    assert refused
    assert all(refused)


@pytest.mark.parametrize("seed", SEEDS)
def test_an_altered_log_is_never_read_to_its_end(seed: int) -> None:
    """Not one alteration of a log passes, and none breaks the reader."""
    whole = written([*events_of("table/1", 1, *BODIES), *events_of("table/2", 5, *BODIES)])
    chance = random.Random(seed)
    for _ in range(TIMES * 3):
        content = altered(whole.decode("latin-1"), chance).encode("latin-1", "replace")
        if content != whole:
            with pytest.raises(BadHwlog):
                list(read_hwlog(io.BytesIO(content)))


# Without bottom, without end


@pytest.mark.parametrize("reader", READERS, ids=lambda reader: reader.name)
def test_what_is_nested_without_bottom_is_refused(reader: Reader) -> None:
    deep = "[" * 30_000 + "]" * 30_000
    text = f'{{"x": {deep}}}' if reader.name == "draw" else f"a = {deep}"
    with pytest.raises(reader.complaints):
        reader.read(text)


def test_a_record_without_bottom_or_end_is_refused() -> None:
    with pytest.raises(BadRecord, match="nested too deeply"):
        read_record("a = " + "[" * 30_000)
    with pytest.raises(BadRecord, match="at most"):
        read_record("#" * (LONGEST + 1))


def test_a_file_is_not_taken_in_beyond_its_limit(tmp_path: Path) -> None:
    """A file of many gigabytes, most of it a hole: it is refused after the first bytes of it."""
    path = tmp_path / "endless.hwr"
    with path.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(OSError, match="more than 10,000,000 bytes"):
        bytes_of(path)


# Small texts of which a parser would make something large

SIZE = 48_000  # bytes: what a page may send
MOST_MEMORY = 24 * 1024 * 1024  # bytes
TOML_READERS = (
    *(each for each in READERS if each.name not in ("draw", "entries")),
    Reader("record", "", read_record, (BadRecord,)),
    Reader("amendment", "", Written, (BadAmendment,)),
)
BOMBS = {
    "a dotted key": ".".join(["a"] * (SIZE // 2)) + " = 1",
    "a dotted key with spaces": " . ".join(["a"] * (SIZE // 4)) + " = 1",
    "a dotted key of texts": ".".join(['"a"'] * (SIZE // 4)) + " = 1",
    "a dotted key within braces": "x = {" + ".".join(["a"] * (SIZE // 2)) + " = 1}",
    "a dotted header": "[" + ".".join(["a"] * (SIZE // 2)) + "]",
    "dotted keys after texts": "x = '''#'''\n" + ".".join(["a"] * (SIZE // 2)) + " = 1",
    "a number of many digits": "a = " + "9" * SIZE,
    "a hexadecimal number": "a = 0x" + "f" * SIZE,
    "a number with underscores": "a = " + "1_" * (SIZE // 2) + "1",
    "an exponent": "fee = 1e999999999",
    "lists in lists": "a = " + "[" * SIZE,
    "tables in tables": "a = " + "{a=" * (SIZE // 3),
}
CLOSERS = ('"""', "'''", '"', "'", "\\", "#", "\n", "a", ".", "[", "]", "{", "}", " ", "=")


@pytest.mark.parametrize("reader", TOML_READERS, ids=lambda reader: reader.name)
@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_text_never_becomes_something_large(reader: Reader, bomb: str) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(reader.complaints, match="at most"):
            reader.read(BOMBS[bomb])
        assert tracemalloc.get_traced_memory()[1] < MOST_MEMORY
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_dotted_key_is_found_behind_whatever_stands_before_it(seed: int) -> None:
    """The parser is asked what it reads there: a key is refused exactly where it would see one."""
    chance = random.Random(f"dotted {seed}")
    refused = 0
    for _ in range(TIMES * 10):
        start = "".join(chance.choice(CLOSERS) for _ in range(chance.randrange(12)))
        text = f"{start}\na.a.a.a.a.a.a.a.a.a = 1\n"
        try:
            check_toml(text)
        except TooMuch:
            refused += 1
        else:
            assert "a" * 10 not in _parts_seen(text)
    assert refused > TIMES


def _parts_seen(text: str) -> str:
    """The parts of the last key of a text that tomllib reads; nothing where it reads none."""
    try:
        found: Any = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return ""
    parts = ""
    while isinstance(found, dict) and found:
        name, found = list(found.items())[-1]
        parts += name
    return parts


@pytest.mark.parametrize(
    "body",
    [
        b'{"key": "a", "key": "b"}', b'{"a": {"x": 1, "x": 1}}', b'{"key": 1, "\\u006bey": 2}',
        b"[" * 24_000, b'{"a":' * 8_000, b'{"a": %b}' % (b"9" * SIZE), b'{"a": 1e999999}',
    ],
)  # fmt: skip
def test_json_that_readers_would_take_differently_or_not_at_all_is_refused(body: bytes) -> None:
    with pytest.raises(TooMuch):
        check_json(body)


def test_no_other_module_parses_toml() -> None:
    """So nothing that comes from outside is parsed without having been looked through."""
    sources = Path(__file__).parents[2] / "src" / "houseway"
    parsing = re.compile(r"^import tomllib|\btoml\.decode\(", re.MULTILINE)
    found = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if parsing.search(path.read_text(encoding="utf-8"))
    }
    assert found == {"rulebook/parsing.py"}
