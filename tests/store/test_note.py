"""Signed notes and checkpoints, in the formats that other programs read."""

from __future__ import annotations

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.store import checkpoint
from houseway.store.checkpoint import (
    Checkpoint,
    Note,
    NoteWrong,
    read_checkpoint,
    read_note,
    read_verifier,
)

HOUSE = Ed25519PrivateKey.from_private_bytes(b"h" * 32)
WITNESS = Ed25519PrivateKey.from_private_bytes(b"w" * 32)
ORIGIN = "houseway/test"
NOON = 1_700_000_000

# The published example of the Go checksum database's notes.
PETER = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW"
SAYING = (
    "If you think cryptography is the answer to your problem,\n"
    "then you don't know what your problem is.\n\n"
    "\u2014 PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgK"
    "vqfqdngotpRZb6KE6RyyBwJnAM=\n"
)


def signed() -> checkpoint.Signed:
    made = checkpoint.sign(Checkpoint(ORIGIN, 20_852_163, bytes(range(32))), HOUSE)
    return made.with_signatures(checkpoint.cosign(made.note.text, "witness/ivy", WITNESS, NOON))


def test_a_note_of_another_program_verifies() -> None:
    found = read_note(SAYING.encode())
    assert checkpoint.check(found, read_verifier(PETER)) == 0
    assert str(found) == SAYING
    assert str(read_verifier(PETER)) == PETER


def test_a_checkpoint_is_three_lines_and_its_signatures() -> None:
    text = str(signed())
    assert text.splitlines()[:4] == [
        ORIGIN, "20852163", "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "",
    ]  # fmt: skip
    assert [line.split()[1] for line in text.splitlines()[4:]] == [ORIGIN, "witness/ivy"]
    again = read_checkpoint(text.encode())
    assert again == signed()
    checkpoint.check_house(again, HOUSE.public_key())
    verifier = checkpoint.witness_verifier("witness/ivy", WITNESS.public_key())
    assert checkpoint.check_witness(again, verifier) == NOON
    assert read_verifier(str(verifier)) == verifier


def test_what_a_witness_signs_is_the_published_message() -> None:
    """C2SP tlog-cosignature: a header, the time, and the note without its signatures."""
    made = signed()
    own = made.note.signatures[1].content
    assert int.from_bytes(own[:8], "big") == NOON
    message = f"cosignature/v1\ntime {NOON}\n{made.note.text}".encode()
    WITNESS.public_key().verify(own[8:], message)


def test_another_key_or_name_does_not_verify() -> None:
    made = signed()
    with pytest.raises(NoteWrong, match="not signed with a key"):
        checkpoint.check_house(made, WITNESS.public_key())
    for name, key in (("witness/eve", WITNESS), ("witness/ivy", HOUSE)):
        with pytest.raises(NoteWrong, match="not signed by"):
            checkpoint.check_witness(made, checkpoint.witness_verifier(name, key.public_key()))


def test_no_bit_of_a_checkpoint_can_change() -> None:
    """Every bit flipped: the text is no checkpoint any more, or a signature is wrong or missing."""
    text = str(signed()).encode()
    verifier = checkpoint.witness_verifier("witness/ivy", WITNESS.public_key())
    for place in range(len(text) * 8):
        changed = bytearray(text)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises(NoteWrong):
            _checked(bytes(changed), verifier)


def _checked(text: bytes, verifier: checkpoint.Verifier) -> None:
    found = read_checkpoint(text)
    checkpoint.check_house(found, HOUSE.public_key())
    checkpoint.check_witness(found, verifier)


@pytest.mark.parametrize(
    "text",
    [
        "", "\n\n", f"{ORIGIN}\n7\n", "a\n1\nAAAA\n\n\u2014 a AAAA\n", SAYING,
        "a b\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n\u2014 a AAAAAAAA\n",
        "a\n01\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n\u2014 a AAAAAAAA\n",
        "a\n-1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n\u2014 a AAAAAAAA\n",
        "a\n\u0661\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n\u2014 a AAAAAAAA\n",
        "a\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\nmore\n\n\u2014 a AAAAAAAA\n",
        "a\n1\nAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=\n\n" + "\u2014 a AAAAAAAA\n" * 40,
        "x" * 20_000,
    ],
)  # fmt: skip
def test_what_is_no_checkpoint_is_refused(text: str) -> None:
    with pytest.raises(NoteWrong):
        read_checkpoint(text.encode())
    with pytest.raises(NoteWrong):
        read_checkpoint(text.encode() + b"\xff")


@pytest.mark.parametrize("text", ["", "a", "a+b", "a+00000000+AAAA", PETER.replace("c74f", "c74e")])
def test_what_is_no_verifier_key_is_refused(text: str) -> None:
    with pytest.raises(NoteWrong):
        read_verifier(text)


def test_a_signature_of_the_same_key_replaces_the_older_one() -> None:
    made = signed()
    newer = checkpoint.cosign(made.note.text, "witness/ivy", WITNESS, NOON + 60)
    again = made.with_signatures(newer)
    assert len(again.note.signatures) == 2
    verifier = checkpoint.witness_verifier("witness/ivy", WITNESS.public_key())
    assert checkpoint.check_witness(again, verifier) == NOON + 60
    assert Note(again.note.text, again.note.signatures) == again.note
