"""Signed checkpoints: no history that does not begin with what was signed is signed or opened."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from houseway.store import seals
from houseway.store.checkpoint import read_checkpoint
from houseway.store.checkpoint_record import Record
from houseway.store.house_key import SealError
from houseway.store.log import Conflict, Entry, LogError, TreeLog, every_entry
from houseway.store.merkle import Tree
from houseway.store.seals import Seal, Sealing, last_checkpoint, signature_problems
from houseway.store.tree_check import TreeCheck, outside_problems
from tests.store.conftest import Opener
from tests.store.old_seals import seal_heads
from tests.store.test_contract import append
from tests.store.test_head_seals import another_card, execute, forge, rechained

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
OTHER = Ed25519PrivateKey.from_private_bytes(b"o" * 32)
PUBLIC = KEY.public_key()
NOON = 1_700_000_000_000_000
HOUR = 3_600_000_000
RECORD = "house.checkpoint"


def sealing(log: TreeLog, folder: Path, key: Ed25519PrivateKey = KEY) -> Sealing:
    return Sealing(log, key, Record(folder / RECORD))


def evening(log: TreeLog, folder: Path) -> list[str]:
    """Two tables, four events each; a seal after the second and after the last. The receipts."""
    house, receipts = sealing(log, folder), []
    house.begin_record()
    for number in range(4):
        for table in (1, 2):
            log.append([append(f"table/{table}", number, f"k{number}", b"card %d" % number)])
        if number % 2:
            receipts.append(house.seal(NOON + number * HOUR, actor="Ana").head)
    return receipts


def checkpoint_file(folder: Path) -> bytes:
    """The newest checkpoint, as an inspector took it away."""
    return (folder / RECORD).read_bytes()


def test_an_untouched_log_fits_its_checkpoints(log: TreeLog, tmp_path: Path) -> None:
    receipts = evening(log, tmp_path)
    entries = list(every_entry(log))
    assert signature_problems(log, PUBLIC, receipts=receipts) == []
    assert signature_problems(entries, PUBLIC, receipts=receipts) == []
    assert log.verify().problems == ()
    tree = TreeCheck(entries)
    tree.take(entries)
    assert tree.problems() == []
    kept = read_checkpoint(checkpoint_file(tmp_path)).checkpoint
    assert outside_problems(log, [kept]) == outside_problems(entries, [kept]) == []
    sealing(log, tmp_path).check()


def test_a_seal_holds_a_checkpoint_that_others_can_read(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    first, second = map(seals.decode, log.read("seals"))
    assert isinstance(first, Seal)
    assert isinstance(second, Seal)
    assert (first.number, first.actor, first.at_us) == (1, "Ana", NOON + HOUR)
    assert (first.size, second.size) == (4, 9)
    origin, size, *_ = second.checkpoint.splitlines()
    assert (origin, size) == (first.checkpoint.splitlines()[0], "9")
    assert origin.startswith("houseway/")
    assert second.checkpoint.encode() == checkpoint_file(tmp_path)


def test_the_record_is_written_before_a_checkpoint_is_published(
    log: TreeLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the process dies in between, the record is ahead of the log, and the house opens."""
    evening(log, tmp_path)
    log.append([append("table/1", 4, "later", b"more")])

    def dies(_batch: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(log, "append", dies)
        with pytest.raises(KeyboardInterrupt):
            sealing(log, tmp_path).seal(NOON)
    assert read_checkpoint(checkpoint_file(tmp_path)).checkpoint.size == 11
    sealing(log, tmp_path).check()
    sealing(log, tmp_path).seal(NOON)


# Forging: everything a writer of the database can do, done right


Change = Callable[[Entry], Entry | None]


def without_seals(entry: Entry) -> Entry | None:
    changed = another_card(entry)
    return None if entry.stream == "seals" else changed


def cut(entry: Entry) -> Entry | None:
    return None if entry.seq > 7 else entry


def forged(opener: Opener, folder: Path, change: Change, tiles: str) -> TreeLog:
    """A log that was rewritten with right hashes, heads, receipts and anchor; its tree `kept` as it
    was, `dropped`, or made again to fit."""
    log = opener()
    evening(log, folder)
    if tiles != "kept":
        execute(log, [("DELETE FROM tile", ())])
    forge(log, rechained(list(every_entry(log)), change), folder)
    again = opener()
    if tiles == "made again":
        Tree(again).extend()
    return again


FORGERIES = [
    # what was done                              the house says
    (another_card, "dropped", "the first 9 events are not those that were signed for"),
    (another_card, "made again", "the first 9 events are not those that were signed for"),
    (another_card, "kept", "table/1 is not the history that was signed for"),
    (without_seals, "dropped", "9 events were signed for, the log has 8"),
    (without_seals, "made again", "9 events were signed for, the log has 8"),
    (cut, "dropped", "9 events were signed for, the log has 7"),
    (cut, "kept", "missing in the log"),
]


@pytest.mark.parametrize(("change", "tiles", "says"), FORGERIES)
def test_a_rewritten_history_is_not_opened(
    opener: Opener, tmp_path: Path, change: Change, tiles: str, says: str
) -> None:
    """The chain, the heads, the receipts and the anchor of the forged log are all right."""
    log = forged(opener, tmp_path, change, tiles)
    with pytest.raises(LogError, match=says):
        sealing(log, tmp_path).check()
    log.close()


@pytest.mark.parametrize("change", [another_card, without_seals, cut])
@pytest.mark.parametrize("tiles", ["dropped", "made again"])
def test_a_rewritten_history_is_not_signed(
    opener: Opener, tmp_path: Path, change: Change, tiles: str
) -> None:
    log = forged(opener, tmp_path, change, tiles)
    before = checkpoint_file(tmp_path)
    for number in range(20):  # also once it is as long as the genuine one
        with pytest.raises(SealError, match="signed for"):
            sealing(log, tmp_path).seal(NOON)
        log.append([append("table/9", number, f"more {number}", b"more")])
    assert checkpoint_file(tmp_path) == before
    assert [each for each in log.read("seals") if each.at_us == NOON] == []
    log.close()


@pytest.mark.parametrize("change", [another_card, without_seals, cut])
@pytest.mark.parametrize("tiles", ["kept", "dropped", "made again"])
def test_a_checkpoint_outside_detects_rewrite_truncation_and_fork(
    opener: Opener, tmp_path: Path, change: Change, tiles: str
) -> None:
    """With one checkpoint in other hands no key and no other file is needed."""
    log = forged(opener, tmp_path, change, tiles)
    kept = read_checkpoint(checkpoint_file(tmp_path)).checkpoint
    assert outside_problems(log, [kept])
    assert outside_problems(list(every_entry(log)), [kept])
    for number in range(20):  # a fork: it goes on elsewhere, and becomes longer
        log.append([append("table/9", number, f"more {number}", b"more")])
    assert outside_problems(log, [kept]) == [
        "the checkpoint of 9 events: the first 9 events are not those that were signed"
    ]
    log.close()


@pytest.mark.parametrize("tiles", ["kept", "dropped"])
def test_verify_detects_a_rewrite_by_the_checkpoints_of_the_log(
    opener: Opener, tmp_path: Path, tiles: str
) -> None:
    log = forged(opener, tmp_path, another_card, tiles)
    problems = log.verify().problems
    assert "seal 2: the first 9 events are not those that were signed" in problems
    assert any("Merkle tree" in each for each in problems) == (tiles == "kept")
    log.close()


# The record


def test_a_missing_record_stops_the_house(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    (tmp_path / RECORD).unlink()
    with pytest.raises(SealError, match=r"house.checkpoint is missing, but the log has a checkpoi"):
        sealing(log, tmp_path).check()
    with pytest.raises(SealError, match="is missing"):
        sealing(log, tmp_path).seal(NOON)


@pytest.mark.parametrize("content", [b"", b"\0" * 200, b"houseway/x\n7\n"])
def test_an_empty_or_damaged_record_stops_the_house(
    log: TreeLog, tmp_path: Path, content: bytes
) -> None:
    evening(log, tmp_path)
    (tmp_path / RECORD).write_bytes(content)
    with pytest.raises(SealError, match="is empty or damaged"):
        sealing(log, tmp_path).check()


def test_a_record_that_was_rolled_back_stops_the_house(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    older = checkpoint_file(tmp_path)
    log.append([append("table/1", 4, "later", b"more")])
    sealing(log, tmp_path).seal(NOON)
    (tmp_path / RECORD).write_bytes(older)
    with pytest.raises(SealError, match=r"rolled back to 9 events; .* checkpoint of 11"):
        sealing(log, tmp_path).check()


def test_a_record_of_another_key_stops_the_house(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    with pytest.raises(SealError, match="signed with another key"):
        sealing(log, tmp_path, OTHER).check()


def test_a_copy_elsewhere_shows_that_the_record_was_rolled_back(
    log: TreeLog, tmp_path: Path
) -> None:
    copy = tmp_path / "elsewhere"
    house = Sealing(log, KEY, Record(tmp_path / RECORD, copy))
    house.begin_record()
    older = checkpoint_file(tmp_path)
    log.append([append("table/1", 0, "a", b"card")])
    house.seal(NOON)
    assert copy.read_bytes() == checkpoint_file(tmp_path)
    for content in (older, None):
        (tmp_path / RECORD).unlink()
        if content:
            (tmp_path / RECORD).write_bytes(content)
        with pytest.raises(SealError, match=r"removed or rolled back: .*elsewhere"):
            house.check()


def test_the_record_is_begun_again_knowingly_and_that_is_logged(
    log: TreeLog, tmp_path: Path
) -> None:
    evening(log, tmp_path)
    (tmp_path / RECORD).unlink()
    sealing(log, tmp_path).seal(NOON, actor="Dora", begin="the disk was replaced")
    last = seals.last_seal(log)
    assert isinstance(last, Seal)
    assert (last.actor, last.reason) == ("Dora", "the disk was replaced")
    sealing(log, tmp_path).check()
    assert signature_problems(log, PUBLIC) == []


def test_a_house_whose_key_is_not_new_does_not_sign_a_log_without_seals(
    log: TreeLog, tmp_path: Path
) -> None:
    """Without record and seals it cannot know what it signed before."""
    log.append([append("table/1", 0, "a", b"card")])
    with pytest.raises(SealError, match="is missing, and the log has no seal"):
        sealing(log, tmp_path).check()


# Older logs


def test_a_log_with_old_seals_goes_on_with_checkpoints(log: TreeLog, tmp_path: Path) -> None:
    log.append([append("table/1", 0, "a", b"card")])
    seal_heads(log, KEY, NOON)
    house = sealing(log, tmp_path)
    house.check()
    house.seal(NOON + HOUR)
    assert signature_problems(log, PUBLIC) == []
    assert [each.covers for each in map(seals.decode, log.read("seals"))] == [
        "1 streams", "2 events",
    ]  # fmt: skip
    assert log.verify().problems == ()


def test_a_log_whose_old_seals_are_wrong_is_not_signed(opener: Opener, tmp_path: Path) -> None:
    log = opener()
    log.append([append("table/1", 0, "a", b"card", b"another", b"third")])
    seal_heads(log, KEY, NOON)
    forge(log, rechained(list(every_entry(log)), another_card), tmp_path)
    again = opener()
    with pytest.raises(SealError, match="is not the event that was sealed"):
        sealing(again, tmp_path).check()
    again.close()


# Seals by themselves


def test_no_byte_of_a_seal_can_change_unseen(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    entries = list(every_entry(log))
    place = max(index for index, entry in enumerate(entries) if entry.stream == "seals")
    sealed = entries[place]
    for index in range(len(sealed.body)):
        body = bytearray(sealed.body)
        body[index] ^= 1
        entries[place] = replace(sealed, body=bytes(body))
        tree = TreeCheck(entries)
        tree.take(entries)
        changed = signature_problems(entries, PUBLIC) + tree.problems()
        assert changed or seals.decode(entries[place]) != seals.decode(sealed), index


def test_a_seal_of_another_key_is_not_ours(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    problems = signature_problems(log, OTHER.public_key())
    assert problems == [
        f"seal {number}: the checkpoint of {size} events is not signed with a key that was given"
        for number, size in ((1, 4), (2, 9))
    ]


def test_another_key_than_before_must_be_meant(log: TreeLog, tmp_path: Path) -> None:
    """A mistyped path makes a new key; it must not sign by accident."""
    evening(log, tmp_path)
    with pytest.raises(SealError, match="signed with another key"):
        sealing(log, tmp_path, OTHER).seal(NOON)
    with pytest.raises(SealError, match="signed with another key"):
        sealing(log, tmp_path, OTHER).seal(NOON, old_key=OTHER)
    assert signature_problems(log, PUBLIC) == []


def test_a_change_of_key_is_signed_by_the_old_one(log: TreeLog, tmp_path: Path) -> None:
    """Who trusts the old key sees which checkpoint began under the new one, and none after it."""
    evening(log, tmp_path)
    sealing(log, tmp_path, OTHER).seal(NOON, old_key=KEY)
    changed = last_checkpoint(log)
    assert changed is not None
    assert changed.by(PUBLIC)
    assert changed.by(OTHER.public_key())
    assert signature_problems(log, PUBLIC) == []
    sealing(log, tmp_path, OTHER).seal(NOON + 1)
    assert signature_problems(log, PUBLIC, OTHER.public_key()) == []
    assert len(signature_problems(log, PUBLIC)) == 1


def test_a_last_seal_taken_out_is_known_by_its_receipt(log: TreeLog, tmp_path: Path) -> None:
    first, second = evening(log, tmp_path)
    left = [each for each in every_entry(log) if (each.stream, each.version) != ("seals", 2)]
    assert signature_problems(left, PUBLIC, receipts=[first]) == []
    assert signature_problems(left, PUBLIC, receipts=[first, second]) == [
        f"no seal has the hash {second}"
    ]


def test_of_two_seals_at_once_one_is_a_conflict(
    log: TreeLog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening(log, tmp_path)
    before = log.heads()
    house = sealing(log, tmp_path)
    house.seal(NOON)
    monkeypatch.setattr(log, "heads", lambda: before)
    monkeypatch.setattr(seals, "last_checkpoint", lambda _log: None)
    with pytest.raises(Conflict):
        house.seal(NOON + 1)


# Tiles


TAMPERED = [
    "UPDATE tile SET hashes = ? WHERE level = 0",
    "UPDATE tile SET first = first + 1",
    "UPDATE tile SET last = last + 1",
    "UPDATE tile SET number = number + 1",
    "UPDATE tile SET level = level + 1",
    "INSERT INTO tile VALUES (1, 0, 1, 9, ?)",
    "INSERT INTO tile VALUES (0, 1, 1, 9, ?)",
]


@pytest.mark.parametrize("statement", TAMPERED)
def test_no_column_of_a_tile_can_change_unseen(
    log: TreeLog, tmp_path: Path, statement: str
) -> None:
    """Tiles are derived from the events; `verify` works them out again."""
    evening(log, tmp_path)
    given = (bytes(32),) if "?" in statement else ()
    execute(log, [(statement, given)])
    assert any("Merkle tree" in each for each in log.verify().problems)


def test_tiles_that_were_removed_are_made_again(log: TreeLog, tmp_path: Path) -> None:
    evening(log, tmp_path)
    execute(log, [("DELETE FROM tile", ())])
    assert log.verify().problems == ()
    sealing(log, tmp_path).check()
    sealing(log, tmp_path).seal(NOON)
    assert log.verify().problems == ()
