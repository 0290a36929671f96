"""Old seals: a history that was hashed again, with right heads and a right anchor, is detected."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw
import psycopg
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from houseway.store import head_seals as seals
from houseway.store.anchor import Anchor
from houseway.store.batch import Command
from houseway.store.chain import GENESIS, digest
from houseway.store.head_seals import HeadSeal
from houseway.store.house_key import fingerprint
from houseway.store.log import Entry, Log, every_entry
from houseway.store.postgres import PostgresLog
from houseway.store.seals import signature_problems as verify_seals
from houseway.store.sqlite import SqliteLog
from tests.store.conftest import STORE_KEY, Opener
from tests.store.old_seals import seal_heads
from tests.store.test_contract import append

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
PUBLIC = KEY.public_key()
NOON = 1_700_000_000_000_000
HOUR = 3_600_000_000


def evening(log: Log) -> list[str]:
    """Two tables, four events each; a seal after the second and after the last. The receipts."""
    receipts = []
    for number in range(4):
        for table in (1, 2):
            log.append([append(f"table/{table}", number, f"k{number}", b"card %d" % number)])
        if number % 2:
            receipts.append(seal_heads(log, KEY, NOON + number * HOUR).head)
    return receipts


def test_an_untouched_log_fits_its_seals(log: Log) -> None:
    receipts = evening(log)
    assert verify_seals(log, PUBLIC, receipts=receipts) == []
    assert verify_seals(list(every_entry(log)), PUBLIC, receipts=receipts) == []
    assert log.verify().problems == ()


def test_a_seal_lists_every_head_its_number_and_the_seal_before(log: Log) -> None:
    first, second = evening(log)
    one, two = map(seals.decode, log.read("seals"))
    heads = {entry.stream: entry for entry in every_entry(log) if entry.version == 2}
    assert (one.number, one.previous, one.at_us, one.actor) == (1, "0" * 64, NOON + HOUR, "Ana")
    assert one.heads.keys() == {"table/1", "table/2"}
    assert one.heads["table/1"].version == 2
    assert one.heads["table/1"].seq == heads["table/1"].seq
    assert one.heads["table/1"].hash == heads["table/1"].hash.hex()
    assert (two.number, two.previous) == (2, first)
    assert two.heads.keys() == {"seals", "table/1", "table/2"}
    assert two.heads["seals"].hash == first
    assert log.read("seals")[1].hash.hex() == second


def test_what_comes_after_a_seal_does_not_disturb_it(log: Log) -> None:
    evening(log)
    log.append([append("table/1", 4, "later", b"more")])
    log.append([append("table/3", 0, "new", b"more")])
    assert verify_seals(log, PUBLIC) == []


def test_a_log_without_a_seal_proves_nothing(log: Log) -> None:
    log.append([append("table/1", 0, "a", b"one")])
    assert verify_seals(log, PUBLIC) == ["the log has no seal"]


# Forging: everything a writer of the database can do, done right


def rechained(entries: list[Entry], change: Callable[[Entry], Entry | None]) -> list[Entry]:
    """The log as a forger leaves it: events changed or dropped, every hash after them made anew."""
    heads: dict[str, tuple[int, bytes]] = {}
    forged: list[Entry] = []
    for entry in entries:
        changed = change(entry)
        if changed is None:
            continue
        version, prev = heads.get(entry.stream, (0, GENESIS))
        bare = replace(changed, version=version + 1, prev=prev, seq=len(forged) + 1)
        forged.append(replace(bare, hash=digest(bare)))
        heads[entry.stream] = forged[-1].version, forged[-1].hash
    return forged


def execute(log: Log, statements: list[tuple[str, tuple[Any, ...]]]) -> None:
    """Behind the log's back, on either engine."""
    if isinstance(log, SqliteLog):
        with apsw.Connection(str(log.path)) as db:
            for text, given in statements:
                db.execute(text, given)
        return
    assert isinstance(log, PostgresLog)
    with psycopg.connect(log.url) as server:
        for text, given in statements:
            server.execute(text.replace("?", "%s").encode(), given)


def forge(log: Log, entries: list[Entry], folder: Path) -> None:
    """Put these events in the place of all others, with right heads, receipts, tail and anchor:
    the forger has the store key."""
    names = Entry.__struct_fields__
    places = ", ".join("?" * len(names))
    insert = f"INSERT INTO event ({', '.join(names)}) VALUES ({places})"  # noqa: S608
    work: list[tuple[str, tuple[Any, ...]]] = [
        ("DELETE FROM event", ()),
        ("DELETE FROM stream", ()),
    ]
    work += [(insert, tuple(getattr(entry, name) for name in names)) for entry in entries]
    last = {entry.stream: entry for entry in entries}
    work += [
        ("INSERT INTO stream VALUES (?, ?, ?, ?)", (name, head.version, head.seq, head.hash))
        for name, head in last.items()
    ]
    work.append(("DELETE FROM command", ()))
    told = {(entry.stream, entry.key): entry for entry in entries}
    receipts = [
        Command(*name, "asked", end.version, end.seq, end.hash) for name, end in told.items()
    ]
    work += [
        (
            "INSERT INTO command VALUES (?, ?, ?, ?, ?, ?, ?)",
            (*each[:6], STORE_KEY.of_receipt(each)),
        )
        for each in receipts
    ]
    end = (entries[-1].seq, entries[-1].hash)
    work.append(
        ("UPDATE tail SET seq = ?, head = ?, before_seq = ?, before_head = ?", (*end, *end))
    )
    execute(log, work)
    log.close()
    name = "floor.db.anchor" if isinstance(log, SqliteLog) else "floor.anchor"
    anchor = Anchor(folder / name)
    anchor.write(entries[-1].seq, entries[-1].hash.hex())
    anchor.close()


def forged(opener: Opener, folder: Path, change: Callable[[Entry], Entry | None]) -> Log:
    log = opener()
    evening(log)
    forge(log, rechained(list(every_entry(log)), change), folder)
    return opener()


def another_card(entry: Entry) -> Entry:
    """The third card of table 1 was another one."""
    changed = (entry.stream, entry.version) == ("table/1", 3)
    return replace(entry, body=b"another card") if changed else entry


def test_a_tail_hashed_anew_is_found_out_by_the_last_seal(opener: Opener, tmp_path: Path) -> None:
    """The chain, the heads and the anchor of the forged log are all right."""
    log = forged(opener, tmp_path, another_card)
    assert log.read("table/1")[2].body == b"another card"
    assert log.verify().problems == ()
    assert verify_seals(log, PUBLIC) == [
        "seal 2: table/1 version 4 is not the event that was sealed"
    ]
    assert verify_seals(list(every_entry(log)), PUBLIC) == verify_seals(log, PUBLIC)
    log.close()


def test_a_sealed_event_taken_out_is_found_out(opener: Opener, tmp_path: Path) -> None:
    """Without the last card of table 2 the seal's own sequence number is another as well."""
    log = forged(
        opener,
        tmp_path,
        lambda entry: None if (entry.stream, entry.version) == ("table/2", 4) else entry,
    )
    assert log.verify().problems == ()
    assert verify_seals(log, PUBLIC) == ["seal 2: table/2 version 4 is no longer there"]
    log.close()


def resealed(entry: Entry, key: Ed25519PrivateKey | None) -> Entry:
    """The second seal with the first heads in it; signed with another key, or not at all."""
    if (entry.stream, entry.version) != ("seals", 2):
        return entry
    told = seals.decode(entry)
    told = replace(told, heads={**told.heads, "table/1": told.heads["table/2"]})
    if key:
        told = replace(told, key=fingerprint(key.public_key()), signature="")
        told = replace(told, signature=key.sign(seals._signed(told)).hex())
    return replace(entry, body=seals._encode(told))


def test_a_seal_rewritten_to_fit_has_a_wrong_signature(opener: Opener, tmp_path: Path) -> None:
    log = forged(opener, tmp_path, lambda entry: resealed(entry, None))
    assert log.verify().problems == ()
    assert verify_seals(log, PUBLIC) == ["seal 2: its signature is wrong"]
    log.close()


def test_a_seal_signed_by_somebody_else_is_not_ours(opener: Opener, tmp_path: Path) -> None:
    log = forged(opener, tmp_path, lambda entry: resealed(entry, OTHER))
    (problem,) = verify_seals(log, PUBLIC)
    signer = fingerprint(OTHER.public_key())
    assert problem == f"seal 2: signed with key {signer}, which is not among those given"
    log.close()


def test_a_first_seal_taken_out_leaves_a_gap(opener: Opener, tmp_path: Path) -> None:
    log = forged(
        opener,
        tmp_path,
        lambda entry: None if (entry.stream, entry.version) == ("seals", 1) else entry,
    )
    assert log.verify().problems == ()
    assert verify_seals(log, PUBLIC)[:2] == [
        "seal 2: stands in place 1",
        "seal 2: does not follow the seal before it",
    ]
    log.close()


def test_a_last_seal_taken_out_is_known_by_its_receipt_only(log: Log) -> None:
    """Nothing in what is left points at it: that is what the receipts are handed out for."""
    first, second = evening(log)
    left = [each for each in every_entry(log) if (each.stream, each.version) != ("seals", 2)]
    assert verify_seals(left, PUBLIC, receipts=[first]) == []
    assert verify_seals(left, PUBLIC, receipts=[first, second]) == [
        f"no seal has the hash {second}"
    ]


@pytest.mark.parametrize(("name", "value"), [("actor", "Ben"), ("role", "patron"), ("at_us", NOON)])
def test_the_event_of_a_seal_tells_what_was_signed(log: Log, name: str, value: Any) -> None:
    evening(log)
    entries = [
        replace(each, **{name: value}) if (each.stream, each.version) == ("seals", 2) else each
        for each in every_entry(log)
    ]
    assert verify_seals(entries, PUBLIC) == [
        "seal 2: its event tells another time or person than was signed"
    ]


def test_no_byte_of_a_seal_can_change_unseen(log: Log) -> None:
    evening(log)
    entries = list(every_entry(log))
    place = max(index for index, entry in enumerate(entries) if entry.stream == "seals")
    sealed = entries[place]
    for index in range(len(sealed.body)):
        body = bytearray(sealed.body)
        body[index] ^= 1
        entries[place] = replace(sealed, body=bytes(body))
        assert verify_seals(entries, PUBLIC), index


def test_nothing_can_be_hidden_beside_a_seal(log: Log) -> None:
    """A space more is signed for all the same, but it is not how seals are written."""
    evening(log)
    entries = [
        replace(each, body=each.body + b" ")
        if (each.stream, each.version) == ("seals", 2)
        else each
        for each in every_entry(log)
    ]
    assert verify_seals(entries, PUBLIC) == ["seals version 2: is not in the bytes of a seal"]


def test_what_is_no_seal_in_their_stream_is_a_problem(log: Log) -> None:
    evening(log)
    log.append([append("seals", 2, "x", b"{}")])
    assert verify_seals(log, PUBLIC) == ["seals version 3: CardDealt 1 is not a seal"]


def test_a_seal_is_written_in_one_way_only() -> None:
    """The bytes that are signed, to be made again by anybody: keys sorted, no spaces."""
    told = HeadSeal(1, 5, "Ana", "house", "0" * 64, {}, "k")
    zeros = b"0" * 64
    assert seals._signed(told) == (
        b'houseway seal 1\n{"actor":"Ana","at_us":5,"heads":{},"key":"k","number":1,'
        b'"previous":"' + zeros + b'","role":"house","signature":""}'
    )
