"""A witness cosigns a log that only grows, and keeps the evidence of one that does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.store import checkpoint
from houseway.store.checkpoint import Checkpoint, NoteWrong, Signed, read_checkpoint
from houseway.store.log import TreeLog, every_entry
from houseway.store.merkle import Tree
from houseway.store.witness import Forked, Offered, Witness, Witnessed, read_offered
from tests.store.conftest import Opener
from tests.store.test_contract import append
from tests.store.test_head_seals import another_card, execute, forge, rechained
from tests.store.test_seals import KEY, OTHER, cut, without_seals

WITNESS = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
SECOND = Ed25519PrivateKey.from_private_bytes(b"x" * 32)
NOON = 1_700_000_000


def witness(folder: Path, key: Ed25519PrivateKey = WITNESS, name: str = "ivy") -> Witness:
    return Witness(name, key, KEY.public_key(), folder / name)


def grow(log: TreeLog, cards: int) -> None:
    head = log.heads().get("table/1")
    version = head.version if head else 0
    log.append([append("table/1", version, f"from {version}", *[b"card"] * cards)])


def offer(log: TreeLog, old: int, key: Ed25519PrivateKey = KEY) -> Offered:
    """What the house hands over, signed for the log as it stands."""
    tree = Tree(log)
    size = tree.extend()
    signed = checkpoint.sign(Checkpoint("houseway/test", size, tree.root(size)), key)
    return Offered(old, tree.consistency(old, size) if 0 < old <= size else [], signed)


def test_a_log_that_grows_is_cosigned(log: TreeLog, tmp_path: Path) -> None:
    """The witness comes back with nothing but its own folder."""
    for number, cards in enumerate((1, 3, 300, 7)):
        grow(log, cards)
        ivy = witness(tmp_path)
        offered = offer(log, ivy.size)
        signature = ivy.cosign(read_offered(str(offered).encode()), NOON + number)
        cosigned = offered.signed.with_signatures(signature)
        assert checkpoint.check_witness(cosigned, ivy.verifier) == NOON + number
        assert witness(tmp_path).size == offered.signed.checkpoint.size
    assert witness(tmp_path).cosign(offer(log, 311), NOON) is not None  # nothing new: once more
    assert [each.name for each in (tmp_path / "ivy").iterdir()] == ["cosigned.checkpoint"]


@pytest.mark.parametrize("more", [0, 50])
@pytest.mark.parametrize("change", [another_card, without_seals, cut])
def test_a_fork_or_a_log_that_shrank_is_refused_with_evidence(
    opener: Opener, tmp_path: Path, change: Callable[..., object], more: int
) -> None:
    """Even with the house's own key: two signed checkpoints cannot both be true."""
    log = opener()
    grow(log, 12)
    ivy = witness(tmp_path)
    ivy.cosign(offer(log, 0), NOON)
    execute(log, [("DELETE FROM tile", ())])
    entries = rechained(list(every_entry(log)), change)  # type: ignore[arg-type]
    forge(log, entries if change is not without_seals else entries[:-2], tmp_path)
    again = opener()
    if more:
        grow(again, more)
    with pytest.raises(Forked, match="was rewritten") as alarm:
        ivy.cosign(offer(again, 12), NOON)
    again.close()
    assert "evidence-0-" in str(alarm.value)
    kept = [read_checkpoint(path.read_bytes()) for path in (tmp_path / "ivy").glob("evidence-*")]
    assert len(kept) == 2
    for each in kept:
        checkpoint.check_house(each, KEY.public_key())
    assert witness(tmp_path).size == 12


def test_what_the_house_did_not_sign_is_no_evidence_of_anything(
    log: TreeLog, tmp_path: Path
) -> None:
    grow(log, 3)
    ivy = witness(tmp_path)
    with pytest.raises(NoteWrong, match="not signed with a key"):
        ivy.cosign(offer(log, 0, OTHER), NOON)
    ivy.cosign(offer(log, 0), NOON)
    grow(log, 3)
    with pytest.raises(NoteWrong, match="begins at 2 events, not at 3"):
        ivy.cosign(offer(log, 2), NOON)
    assert ivy.size == 3


@pytest.mark.parametrize("content", [b"", b"old x\n\n", b"old 1", b"old 01\n\n", b"\xff\n\n"])
def test_what_is_no_offer_is_refused(log: TreeLog, content: bytes) -> None:
    grow(log, 1)
    with pytest.raises(NoteWrong):
        read_offered(content + (str(offer(log, 0).signed).encode() if b"\n\n" in content else b""))


# The house's side


def cosigned(log: TreeLog, folder: Path, *witnesses: Witness) -> Signed:
    offered = offer(log, 0)
    signatures = [each.cosign(offer(log, each.size), NOON) for each in witnesses]
    return offered.signed.with_signatures(*signatures)


def test_the_house_takes_cosignatures_of_listed_witnesses_only(
    log: TreeLog, tmp_path: Path
) -> None:
    ivy, max_ = witness(tmp_path), witness(tmp_path, SECOND, "max")
    grow(log, 5)
    house = Witnessed(tmp_path, KEY.public_key())
    both = cosigned(log, tmp_path, ivy, max_)
    root = both.checkpoint.root
    with pytest.raises(NoteWrong, match="no witness that is listed"):
        house.accept(both, root)
    (tmp_path / "witnesses").write_text(f"# ours\n{ivy.verifier}\n", encoding="utf-8")
    assert house.accept(both, root) == ivy.verifier
    kept = house.newest(4)
    assert kept is not None
    assert [each.name for each in kept.note.signatures] == ["houseway/test", "ivy"]
    assert house.newest(5) is None
    (tmp_path / "witnesses").write_text(f"{ivy.verifier}\n{max_.verifier}\n", encoding="utf-8")
    house.accept(both, root)
    kept = house.newest(4)
    assert kept is not None
    assert sorted(each.name for each in kept.note.signatures) == ["houseway/test", "ivy", "max"]


def test_the_house_takes_no_cosignature_of_another_history(log: TreeLog, tmp_path: Path) -> None:
    ivy = witness(tmp_path)
    grow(log, 5)
    (tmp_path / "witnesses").write_text(f"{ivy.verifier}\n", encoding="utf-8")
    house = Witnessed(tmp_path, KEY.public_key())
    made = cosigned(log, tmp_path, ivy)
    with pytest.raises(NoteWrong, match="not one of this log"):
        house.accept(made, bytes(32))
    other = offer(log, 0, OTHER).signed
    with pytest.raises(NoteWrong, match="not signed with a key"):
        house.accept(other, other.checkpoint.root)
    wrong = checkpoint.cosign("another text\n", "ivy", WITNESS, NOON)
    with pytest.raises(NoteWrong, match="signature of ivy is wrong"):
        house.accept(made.with_signatures(wrong), made.checkpoint.root)
    assert house.newest(0) is None


def test_a_damaged_file_of_a_witness_counts_for_nothing(log: TreeLog, tmp_path: Path) -> None:
    ivy = witness(tmp_path)
    grow(log, 5)
    (tmp_path / "witnesses").write_text(f"{ivy.verifier}\n", encoding="utf-8")
    house = Witnessed(tmp_path, KEY.public_key())
    made = cosigned(log, tmp_path, ivy)
    house.accept(made, made.checkpoint.root)
    (path,) = (tmp_path / "witnessed").iterdir()
    path.write_text(path.read_text(encoding="utf-8").replace("\n5\n", "\n6\n"), encoding="utf-8")
    assert house.newest(0) is None
