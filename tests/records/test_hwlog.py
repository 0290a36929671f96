"""An exported log is read back as it was, and nobody alters it unseen."""

from __future__ import annotations

import hashlib
import io
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.records import hwlog
from houseway.records.hwlog import (
    BadHwlog,
    CutShort,
    is_hwlog,
    of_this_moment,
    read_hwlog,
    verify_hwlog,
    write_hwlog,
)
from houseway.store.chain import GENESIS, ChainCheck, chained
from houseway.store.log import Append, Entry, Head, NewEvent
from houseway.store.sqlite import SqliteLog
from tests.store.test_contract import append

BODIES = (b'{"type":"CardDealt","card":"As"}', b"\x00\xff", b'{"card": "As"}', b"[]")


def events_of(stream: str, first: int, *bodies: bytes, actor: str = "Ana") -> list[Entry]:
    events = tuple(NewEvent("CardDealt", 1, body) for body in bodies)
    asked = Append(stream, 0, "k", "asked", events, 7, actor, "dealer", "e" * 8, "0.1.0")
    return list(chained(asked, seqs=range(first, first + len(bodies)), prev=GENESIS))


def heads_of(entries: list[Entry]) -> dict[str, Head]:
    check = ChainCheck(contiguous=False)
    check.take(entries)
    return check.heads


def written(entries: list[Entry]) -> bytes:
    file = io.BytesIO()
    write_hwlog(entries, heads_of(entries), file, exported_us=1, whole=True)
    return file.getvalue()


def found(folder: Path, content: bytes) -> list[str]:
    """What a check says, whether it reports or refuses to read."""
    path = folder / "export.hwlog"
    path.write_bytes(content)
    try:
        return list(verify_hwlog(path).problems)
    except BadHwlog as refused:
        return [str(refused)]


def is_refused(content: bytes) -> bool:
    try:
        list(read_hwlog(io.BytesIO(content)))
    except BadHwlog:
        return True
    return False


ENTRIES = [*events_of("table/1", 1, *BODIES), *events_of("table/2", 5, b'{"a":1}')]
EXPORT = written(ENTRIES)


def sealed_again(lines: list[bytes]) -> bytes:
    """The lines with a last line whose hash is right, as somebody who knows the format would."""
    above = b"".join(lines[:-1])
    last = json.loads(lines[-1]) | {"sha256": hashlib.sha256(above).hexdigest()}
    return above + json.dumps(last, separators=(",", ":")).encode() + b"\n"


def test_what_is_read_back_is_what_was_exported() -> None:
    assert list(read_hwlog(io.BytesIO(EXPORT))) == ENTRIES


def test_an_export_is_sound(tmp_path: Path) -> None:
    (tmp_path / "export.hwlog").write_bytes(EXPORT)
    result = verify_hwlog(tmp_path / "export.hwlog")
    assert (result.events, result.streams, result.problems) == (5, 2, ())


def test_an_empty_log_can_be_exported_and_checked(tmp_path: Path) -> None:
    assert found(tmp_path, written([])) == []


def test_the_first_line_says_what_it_is_and_the_last_where_it_ends() -> None:
    first, *_, last = map(json.loads, EXPORT.splitlines())
    assert (first["hwlog"], first["exported_us"], first["whole"]) == (1, 1, True)
    assert first["streams"] == ["table/1", "table/2"]
    assert last["end"] == 5
    assert last["heads"]["table/1"] == {
        "version": 4, "seq": 4, "hash": ENTRIES[3].hash.hex(),
    }  # fmt: skip


def test_content_is_json_where_that_gives_the_same_bytes_else_base64() -> None:
    """A space after the colon would be lost: `{"card": "As"}` goes as bytes."""
    lines = [json.loads(line) for line in EXPORT.splitlines()[1:5]]
    assert lines[0]["body"] == {"type": "CardDealt", "card": "As"}
    assert lines[1]["body_base64"] == "AP8="
    assert lines[2]["body_base64"] == "eyJjYXJkIjogIkFzIn0="
    assert lines[3]["body"] == []


def test_the_hash_of_an_event_can_be_worked_out_from_its_line_alone() -> None:
    """As docs/records.md says it, with nothing of houseway."""
    line = json.loads(EXPORT.splitlines()[1])
    body = json.dumps(line["body"], separators=(",", ":")).encode()
    order = ("seq", "key", "stream", "version", "kind", "schema", "body", "at_us", "actor", "role",
             "edition", "engine")  # fmt: skip
    values = [body if name == "body" else line[name] for name in order]
    content = b""
    for value in [bytes.fromhex(line["prev"]), *values]:
        if isinstance(value, int):
            value = value.to_bytes(8, "big", signed=True)
        elif isinstance(value, str):
            value = value.encode()
        content += len(value).to_bytes(8, "big") + value
    assert hashlib.sha256(content).hexdigest() == line["hash"]


def test_no_bit_of_an_export_can_change_unseen(tmp_path: Path) -> None:
    """Every bit of every byte, one at a time: reported or refused, by the check and by reading."""
    for place in range(len(EXPORT)):
        for bit in range(8):
            changed = bytearray(EXPORT)
            changed[place] ^= 1 << bit
            assert is_refused(bytes(changed)), (place, bit)
        assert found(tmp_path, bytes(changed)), place


def test_a_cut_is_noticed_wherever_it_is(tmp_path: Path) -> None:
    for length in range(len(EXPORT)):
        assert found(tmp_path, EXPORT[:length]), length


def test_a_file_without_its_end_says_that_it_was_cut(tmp_path: Path) -> None:
    lines = EXPORT.splitlines(keepends=True)
    assert found(tmp_path, b"".join(lines[:4])) == [
        "line 5: the file ends after 3 events: it was cut"
    ]
    with pytest.raises(CutShort, match="line 2: the file ends within this line"):
        list(read_hwlog(io.BytesIO(b"".join(lines[:2])[:-9])))


def test_lines_removed_doubled_or_swapped_are_found_even_with_the_file_hashed_again(
    tmp_path: Path,
) -> None:
    lines = EXPORT.splitlines(keepends=True)
    for place in range(1, len(lines) - 1):
        assert found(tmp_path, sealed_again(lines[:place] + lines[place + 1 :])), place
        assert found(tmp_path, sealed_again(lines[:place] + lines[place:][:1] + lines[place:])), (
            place
        )
    for place in range(1, len(lines) - 2):
        swapped = list(lines)
        swapped[place], swapped[place + 1] = swapped[place + 1], swapped[place]
        assert found(tmp_path, sealed_again(swapped)), place


def test_a_changed_event_is_found_by_its_own_hash(tmp_path: Path) -> None:
    lines = [line.replace(b'"Ana"', b'"Ben"') for line in EXPORT.splitlines(keepends=True)]
    problems = found(tmp_path, sealed_again(lines))
    assert problems[0] == ("table/1 version 1 (sequence 1): its hash is not that of its content")
    assert len(problems) == 5


def test_a_head_that_is_not_that_of_the_events_is_found(tmp_path: Path) -> None:
    file = io.BytesIO()
    write_hwlog(ENTRIES[:3], heads_of(ENTRIES), file, exported_us=1, whole=True)
    assert sorted(found(tmp_path, file.getvalue())) == [
        "table/1: its kept head is not that of its events",
        "table/2: its kept head is not that of its events",
    ]


LINES = EXPORT.decode("utf-8").splitlines(keepends=True)
MALFORMED = [
    (1, "SQLite format 3\n", "no .hwlog"),
    (1, LINES[0].replace('"hwlog":1', '"hwlog":2'), "format 2; this software reads format 1"),
    (1, LINES[0].replace('"streams"', '"tables"'), "not as a line is written"),
    (2, "\n", "not as a line is written"),
    (2, LINES[1].replace(":", ": ", 1), "in other bytes"),
    (2, LINES[1].replace('"seq":1', '"seq":true'), "not as a line is written"),
    (2, LINES[1].replace('"seq":1', '"seq":9223372036854775808'), "not as a line is written"),
    (2, LINES[1].replace('{"seq"', '{"sum":1,"seq"'), "not as a line is written"),
    (2, LINES[1].replace('"prev":"00', '"prev":"zz'), "not as an event is written"),
    (3, LINES[2].replace("AP8=", "AP8"), "not as an event is written"),
    (3, LINES[2].replace(',"body_base64":"AP8="', ""), "it has no body"),
    (4, LINES[3].replace("eyJjYXJkIjogIkFzIn0=", "W10="), "in other bytes"),
    (5, LINES[4].replace("[]", "[" * 50_000 + "]" * 50_000), "nested too deeply"),
    (8, LINES[6] + "{}\n", "something follows the last line"),
]


@pytest.mark.parametrize(("number", "line", "says"), MALFORMED)
def test_a_malformed_line_is_refused_with_its_number(number: int, line: str, says: str) -> None:
    lines = list(LINES)
    lines[min(number, 7) - 1] = line
    with pytest.raises(BadHwlog, match=says) as refused:
        list(read_hwlog(io.BytesIO("".join(lines).encode())))
    assert refused.value.line == number
    assert str(refused.value).startswith(f"line {number}: ")


def test_a_line_that_is_too_long_is_neither_written_nor_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(hwlog, "LONGEST", 400)
    with pytest.raises(BadHwlog, match="bytes are too long; a line has 400 at most"):
        written(events_of("table/1", 1, b'"' + b"x" * 400 + b'"'))
    with pytest.raises(BadHwlog, match="line 2: it is longer than 400 bytes"):
        list(read_hwlog(io.BytesIO(EXPORT.splitlines(keepends=True)[0] + b"x" * 500)))


@pytest.mark.parametrize(("levels", "key"), [(64, "body"), (65, "body_base64")])
def test_content_deeper_than_64_levels_goes_as_bytes(levels: int, key: str) -> None:
    entries = events_of("table/1", 1, b"[" * levels + b"]" * levels)
    export = written(entries)
    assert key in json.loads(export.splitlines()[1])
    assert list(read_hwlog(io.BytesIO(export))) == entries


def test_wide_content_is_not_deep() -> None:
    body = b"[" + b",".join([b"[]"] * 500) + b"]"
    assert "body" in json.loads(written(events_of("table/1", 1, body)).splitlines()[1])


@given(st.lists(st.binary() | st.text().map(str.encode), max_size=4), st.text(), st.text())
def test_whatever_is_in_an_event_comes_back(bodies: list[bytes], stream: str, actor: str) -> None:
    entries = events_of(stream, 1, *bodies, actor=actor)
    assert list(read_hwlog(io.BytesIO(written(entries)))) == entries


def test_an_export_is_of_one_moment_whatever_is_appended_meanwhile(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "floor.db")
    log.append([append("table/1", 0, "a", b"one", b"two")])
    heads, entries = of_this_moment(log)
    log.append([append("table/1", 2, "b", b"three"), append("table/2", 0, "b", b"other")])
    assert [each.body for each in entries] == [b"one", b"two"]
    assert {name: head.version for name, head in heads.items()} == {"table/1": 2}
    heads, entries = of_this_moment(log, "table/2")
    assert [each.body for each in entries] == [b"other"]
    log.close()


def test_a_file_is_known_by_its_name_or_its_beginning(tmp_path: Path) -> None:
    (tmp_path / "export").write_bytes(EXPORT)
    (tmp_path / "other").write_bytes(b"SQLite format 3\0")
    assert is_hwlog(tmp_path / "export")
    assert is_hwlog(tmp_path / "missing.hwlog")
    assert not is_hwlog(tmp_path / "other")
    assert not is_hwlog(tmp_path / "missing")
