"""The receipt of one ruling: small, complete, checked offline by one file, and wrong in no bit."""

from __future__ import annotations

import subprocess
import sys
import tracemalloc
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from msgspec.structs import replace

from houseway import receipt_check
from houseway.receipt_check import MAGIC, PURPOSE, ReceiptWrong, check, from_text
from houseway.records.replaying import is_open, is_own, ruling_of
from houseway.rulebook.document import document
from houseway.store import checkpoint, merkle
from houseway.store.chain import digest
from houseway.store.checkpoint import Checkpoint, Signed
from houseway.store.house_key import open_key
from houseway.store.log import Entry, TreeLog
from houseway.store.merkle import Tree
from houseway.store.receipt import Place, Ruling, make_receipt, place_of, qr_code, qr_text
from tests.store.test_contract import append

KEY = Ed25519PrivateKey.from_private_bytes(b"k" * 32)
PUBLIC = KEY.public_key().public_bytes_raw()
WITNESS = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
VKEY = str(checkpoint.witness_verifier("inspectorate.example/ivy", WITNESS.public_key()))
TEN_MILLION = 10_000_000
NOON = 1_700_000_000
LONGEST = 2_000  # bytes

PAID = (
    b'{"type":"WagerPaid","patron":"Chen","wager":"hand","box":7,"stake":2000,"paid":2000,'
    b'"collected":0,"returned":2000,"clauses":["Tournament Pai Gow 11.1","Tournament Pai Gow 11.1'
    b'(b)","Tournament Pai Gow 11.1(a)","Tournament Pai Gow 11.8"]}'
)


def entry(body: bytes = PAID, kind: str = "WagerPaid", **changed: object) -> Entry:
    fields: dict[str, object] = {
        "seq": 7_654_321, "key": "0192f3c4-5a6b-7c8d-9e0f-112233445566", "version": 81_234,
        "stream": "table/pai-gow-1", "kind": kind, "schema": 1, "body": body,
        "at_us": NOON * 1_000_000, "actor": "Eli", "role": "dealer", "engine": "0.1.0",
        "edition": document("tournament-pai-gow").content_hash, "prev": bytes(range(32)),
        "hash": b"", **changed,
    }  # fmt: skip
    bare = Entry(**fields)  # type: ignore[arg-type]
    return Entry(**{**fields, "hash": digest(bare)})  # type: ignore[arg-type]


def synthetic(own: Entry, index: int) -> tuple[Place, Signed]:
    """A tree of ten million leaves that is stored nowhere: only our leaf and its path are real."""

    def node(level: int, number: int) -> bytes:
        if index >> level != number:
            return sha256(b"%d %d" % (level, number)).digest()
        if level == 0:
            return merkle.leaf_hash(own.hash)
        return merkle.node_hash(node(level - 1, 2 * number), node(level - 1, 2 * number + 1))

    proof = merkle.inclusion(index, TEN_MILLION, node)
    root = merkle.root(TEN_MILLION, node)
    made = checkpoint.sign(Checkpoint("houseway/0123456789abcdef", TEN_MILLION, root), KEY)
    cosigned = checkpoint.cosign(made.note.text, "inspectorate.example/ivy", WITNESS, NOON)
    return Place(index, proof), made.with_signatures(cosigned)


def receipt(own: Entry | None = None) -> bytes:
    own = own or entry()
    return make_receipt(ruling_of(own), *synthetic(own, 7_654_320), KEY)


def test_a_receipt_holds_at_ten_million_events_within_two_kilobytes() -> None:
    """The event, the text of four clauses, 24 hashes, the checkpoint, house and witness."""
    made = receipt()
    assert len(made) <= LONGEST
    found = check(made, PUBLIC, (VKEY,))
    assert found["event"]["body"].encode() == PAID
    assert found["edition"] == document("tournament-pai-gow").id
    rows = document("tournament-pai-gow").clauses
    assert found["clauses"]["Tournament Pai Gow 11.8"] == rows["11.8"].must
    assert (found["index"], found["size"]) == (7_654_320, TEN_MILLION)
    assert found["witnessed"] == {"inspectorate.example/ivy": NOON}


@pytest.mark.parametrize("index", [0, 1, 8_388_607, 8_388_608, 9_999_999])
def test_a_receipt_of_any_place_in_the_tree_holds_and_fits(index: int) -> None:
    own = entry()
    made = make_receipt(ruling_of(own), *synthetic(own, index), KEY)
    assert len(made) <= LONGEST
    assert check(made, PUBLIC)["index"] == index


def test_one_qr_code_holds_the_whole_receipt() -> None:
    code = qr_code(receipt())
    assert (code.mode, code.error) == ("alphanumeric", "L")
    assert int(code.version) <= 36
    assert from_text(qr_text(receipt()).encode() + b"\n") == receipt()
    for length in range(200, 206):
        assert from_text(qr_text(receipt()[:length]).encode()) == receipt()[:length]


def test_no_bit_of_a_receipt_can_change() -> None:
    made = receipt()
    for place in range(len(made) * 8):
        changed = bytearray(made)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises(ReceiptWrong):
            check(bytes(changed), PUBLIC, (VKEY,))


def test_no_byte_can_be_cut_off_or_added() -> None:
    made = receipt()
    for changed in (b"", made[:-1], made[1:], made + b"\0", made[:100], made * 2, made[:6]):
        with pytest.raises(ReceiptWrong):
            check(changed, PUBLIC)


def test_a_receipt_that_the_house_signs_wrongly_does_not_hold() -> None:
    """The house's last signature is not believed: event, proof and checkpoint are checked too."""
    own = entry()
    place, signed = synthetic(own, 5)
    other = entry(PAID.replace(b"2000", b"9000"))
    size = signed.checkpoint._replace(size=TEN_MILLION - 1)
    false = [
        (ruling_of(other), place, signed),
        (ruling_of(own), replace(place, index=6), signed),
        (ruling_of(own), replace(place, proof=place.proof[:-1]), signed),
        (ruling_of(own), place, signed._replace(checkpoint=size)),
    ]
    for ruling, where, under in false:
        with pytest.raises(ReceiptWrong):
            check(make_receipt(ruling, where, under, KEY), PUBLIC)


@pytest.mark.parametrize("content", [b" " * 60_000_000, b"[" * 60_000, b"9" * 60_000])
def test_a_receipt_never_becomes_something_large(content: bytes) -> None:
    """Signed by the house itself: 64 KB are unpacked at the most, and what they say is refused."""
    packed = zlib.compress(content, 9)
    bare = MAGIC + len(packed).to_bytes(2, "big") + packed + bytes(200)
    tracemalloc.start()
    try:
        with pytest.raises(ReceiptWrong):
            check(bare + KEY.sign(PURPOSE + bare), PUBLIC)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000 + len(packed) * 4
    finally:
        tracemalloc.stop()


def test_a_receipt_of_another_house_or_witness_does_not_hold() -> None:
    with pytest.raises(ReceiptWrong, match="signature of the receipt"):
        check(receipt(), WITNESS.public_key().public_bytes_raw())
    for name, key in (("inspectorate.example/ivy", KEY), ("eve", WITNESS)):
        vkey = str(checkpoint.witness_verifier(name, key.public_key()))
        with pytest.raises(ReceiptWrong, match="witness"):
            check(receipt(), PUBLIC, (vkey,))


def test_plain_python_judges_signatures_as_the_library_does() -> None:
    for number in range(20):
        message = b"message %d" % number
        signature = KEY.sign(message)
        assert receipt_check.ed25519_holds(PUBLIC, message, signature)
        assert not receipt_check.ed25519_holds(PUBLIC, message + b"!", signature)
        changed = bytearray(signature)
        changed[number * 3] ^= 1
        assert not receipt_check.ed25519_holds(PUBLIC, message, bytes(changed))
    high = (int.from_bytes(signature[32:], "little") + receipt_check._L).to_bytes(32, "little")
    assert not receipt_check.ed25519_holds(PUBLIC, message, signature[:32] + high)


def test_the_checker_is_one_file_of_at_most_300_lines_that_needs_nothing_else(
    tmp_path: Path,
) -> None:
    """Copied alone, in a Python without any package: no houseway and no cryptography."""
    source = Path(receipt_check.__file__)
    assert len(source.read_text(encoding="utf-8").splitlines()) <= 300
    (tmp_path / "check.py").write_text(source.read_text(encoding="utf-8"), encoding="utf-8")
    key = open_key(tmp_path / "house.key")
    own = entry()
    place, signed = synthetic(own, 5)
    signed = checkpoint.sign(signed.checkpoint, key)
    (tmp_path / "a.hwreceipt").write_bytes(make_receipt(ruling_of(own), place, signed, key))
    (tmp_path / "qr.txt").write_text(
        qr_text((tmp_path / "a.hwreceipt").read_bytes()), encoding="utf-8"
    )
    run: list[str | Path] = [sys.executable, "-I", "-S", tmp_path / "check.py"]
    public: list[str | Path] = ["--public", tmp_path / "house.key.pub"]
    for name in ("a.hwreceipt", "qr.txt"):
        done = subprocess.run(
            [*run, tmp_path / name, *public], capture_output=True, encoding="utf-8"
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "WagerPaid, table/pai-gow-1 version 81234" in done.stdout
        assert "Tournament Pai Gow 11.8: " in done.stdout
    content = bytearray((tmp_path / "a.hwreceipt").read_bytes())
    content[50] ^= 1
    (tmp_path / "a.hwreceipt").write_bytes(content)
    done = subprocess.run(
        [*run, tmp_path / "a.hwreceipt", *public], capture_output=True, encoding="utf-8"
    )
    assert done.returncode == 1
    assert "does not hold" in done.stdout
    missing = [*run, tmp_path / "none", *public]
    assert subprocess.run(missing, capture_output=True).returncode == 2


def test_a_receipt_of_a_log_is_proved_before_it_is_given(log: TreeLog) -> None:
    log.append([append("table/1", 0, "a", *[PAID] * 300)])
    tree = Tree(log)
    size = tree.extend()
    signed = checkpoint.sign(Checkpoint("houseway/x", size, tree.root(size)), KEY)
    for version in (1, 256, 300):
        (own,) = log.read("table/1", after=version - 1, limit=1)
        ruling = Ruling(own, {}, "")
        found = check(make_receipt(ruling, place_of(own, tree, signed), signed, KEY), PUBLIC)
        assert found["event"]["version"] == version


# Who may hold one

REFUSAL = (
    b'{"type":"OrderRefused","order":"{}","code":"late","clause":"Casino War 5.1","detail":"x"}'
)
CORRECTED = PAID.replace(b'"box":7', b'"box":7,"by":"Dora"')
# fmt: off
HOLDERS = [
    # entry                                              Chen   pit    because
    (entry(),                                            True,  True),   # the patron's own wager
    (entry(PAID.replace(b"Chen", b"Ben")),               False, True),   # another's
    (entry(role="patron", actor="Ben"),                  False, True),   # names who brought it on
    (entry(role="patron", actor="Chen"),                 True,  True),   # the patron did
    (entry(CORRECTED),                                   False, True),   # a field that names others
    (entry(PAID.replace(b"clauses", b"klauses")),        False, False),  # no ruling: no clause
    (entry(REFUSAL, "OrderRefused", role="patron", actor="Chen"), True, False),   # own refusal
    (entry(REFUSAL, "OrderRefused", role="patron", actor="Ben"), False, False),  # another's
    (entry(PAID, "CardsPickedUp"),                       True,  False),  # hidden from the pit
]
# fmt: on


@pytest.mark.parametrize(("own", "patron", "pit"), HOLDERS)
def test_who_may_hold_a_receipt(own: Entry, patron: bool, pit: bool) -> None:
    assert is_own(own, "Chen") is patron
    assert is_open(own) is pit
