"""The file of a draw is enough to draw again, and not one byte of it can be changed unnoticed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.promotion import draw_vocabulary as dv
from houseway.promotion.terms import Redraw
from houseway.records.drawfile import (
    BadDrawFile,
    ChainedDrawFile,
    DrawFile,
    Drawn,
    PublicRecord,
    SecondValue,
    check,
    draw_file,
    written,
)
from houseway.records.drawfile import (
    Redraw as Fixed,
)
from tests.promotion.desk import CASH_PRIZE, CLOSE, DAY, DRAW, PUBLIC_AT, START, Desk, complete

PEOPLE = (("ana", 5), ("ben", 2), ("chen", 4))


def made(**changes: Any) -> ChainedDrawFile:
    """Two prizes, and the first drawn again because nobody claimed it."""
    prizes = (msgspec.structs.replace(CASH_PRIZE, count=2),)
    conditions = complete(prizes=prizes, redraw=Redraw(("unclaimed",), 24), **changes)
    desk = Desk("casino-war").drawn(conditions, *PEOPLE)
    desk.redrawn(1, "unclaimed", at=DRAW + 2 * DAY)
    file = draw_file("promotion/1", desk.promotion)
    assert isinstance(file, ChainedDrawFile)
    return file


FILE = made()


def forged(**changes: Any) -> bytes:
    """A file changed by somebody who also works its own SHA-256 out anew."""
    return written(msgspec.structs.replace(FILE, **changes))


@pytest.mark.parametrize("one_prize_each", [False, True])
def test_a_draw_comes_out_the_same_from_its_file(one_prize_each: bool) -> None:
    found = check(written(made(one_prize_each=one_prize_each)))
    assert (found.tickets, found.winners, found.problems) == (11, 3, ())


def test_any_changed_byte_is_noticed() -> None:
    body = written(FILE)
    for at in range(len(body)):
        for change in (1, 32):  # another digit or letter, and the other case
            changed = body[:at] + bytes([body[at] ^ change]) + body[at + 1 :]
            assert _noticed(changed), f"byte {at}: {body[at - 20 : at + 20]!r}"


def test_a_missing_or_added_byte_is_noticed() -> None:
    body = written(FILE)
    assert _noticed(body[:-1])
    assert _noticed(body + b" ")
    assert _noticed(body.replace(b",", b", ", 1))


def _noticed(body: bytes) -> bool:
    try:
        return bool(check(body).problems)
    except BadDrawFile:
        return True


def second(**changes: Any) -> SecondValue:
    return msgspec.structs.replace(FILE.second, **changes)


def public(**changes: Any) -> PublicRecord:
    return msgspec.structs.replace(FILE.public, **changes)


def again(**changes: Any) -> tuple[Fixed, ...]:
    """What decided the prize that was drawn again, otherwise than it was."""
    return (msgspec.structs.replace(FILE.redraws[0], **changes),)


def known(**changes: Any) -> tuple[Fixed, ...]:
    return again(public=msgspec.structs.replace(FILE.redraws[0].public, **changes))


FIRST = FILE.winners[0]
OTHER = next(each for each in range(1, 12) if each not in {w.ticket for w in FILE.winners})
FORGERIES: list[tuple[dict[str, Any], str]] = [
    ({"entries": (("ana", 5), ("ben", 3), ("chen", 4))}, "the list of entries is not the one"),
    ({"entries": (("ben", 2), ("ana", 5), ("chen", 4))}, "the list of entries is not the one"),
    ({"entries": (("ana", 5), ("ben", 0), ("chen", 4))}, "an entry without a ticket"),
    ({"entries": ()}, "an entry without a ticket"),
    ({"seed": "00" * 32}, "the seed is not the one committed to"),
    ({"seed": ""}, "there is no seed"),
    ({"digest": "0" * 64}, "the list of entries is not the one"),
    ({"commitment": "0" * 64}, "the seed is not the one committed to"),
    ({"second": second(value="00" * 32)}, "Sam's value is not the one committed to"),
    ({"second": second(value="")}, "there is no value of a second person"),
    ({"public": public(value="1 2 3 4 5 6")}, "was drawn, not ticket"),
    ({"committed_us": START + 9 * DAY}, "the seed was not committed to before the first entry"),
    ({"committed_us": 0}, "the seed was not committed to before the first entry"),
    ({"second": second(committed_us=CLOSE + 2)}, "did not commit to a value before the list was"),
    ({"second": second(committed_us=PUBLIC_AT)}, "did not commit to a value before the public"),
    ({"second": second(committed_us=0)}, "did not commit to a value before the public"),
    ({"sealed_us": PUBLIC_AT}, "the list was not sealed before the public value was known"),
    ({"public": public(recorded_us=CLOSE)}, "was not recorded and then confirmed after"),
    ({"public": public(confirmed_us=0)}, "was not recorded and then confirmed after"),
    ({"public": public(confirmed_by="Pia")}, "not recorded by one person and confirmed by the"),
    ({"public": public(recorded_by="Sam")}, "not recorded by one person and confirmed by the"),
    ({"second": second(revealed_us=CLOSE)}, "was not revealed between the public value and the"),
    ({"entries": (("ana", 2**64),)}, "there are more tickets than a list can have"),
    ({"winners": FILE.winners[1:]}, "was drawn, not ticket"),
    ({"winners": FILE.winners[:1]}, "only 1 of 2 prizes were drawn"),
    ({"winners": ()}, "only 0 of 2 prizes were drawn"),
    (
        {"winners": (msgspec.structs.replace(FIRST, ticket=OTHER), *FILE.winners[1:])},
        "was drawn, not ticket",
    ),
    (
        {"winners": (msgspec.structs.replace(FIRST, person="eli"), *FILE.winners[1:])},
        "was drawn, not ticket",
    ),
    (
        {"winners": (msgspec.structs.replace(FIRST, unit=1), *FILE.winners[1:])},
        "prize 0 is drawn next, not prize 1",
    ),
    (
        {"winners": (*FILE.winners[:2], msgspec.structs.replace(FILE.winners[2], instead_of=9))},
        "nobody numbered 9 had prize 0 before",
    ),
    (
        {"one_prize_each": True, "winners": FILE.winners * 4, "redraws": FILE.redraws * 4},
        "there was no ticket left to draw",
    ),
    ({"redraws": ()}, "winner 3: nothing was fixed to draw again with"),
    ({"redraws": again(seed="00" * 32)}, "winner 3: the seed is not the one that follows"),
    ({"redraws": again(seed="")}, "winner 3: nothing was fixed to draw again with"),
    ({"redraws": again(reason="absent")}, "winner 3: what was fixed is for another redraw"),
    ({"redraws": again(drawn_by="Pia")}, "winner 3: one person alone drew again"),
    ({"redraws": known(recorded_by="Sam")}, "winner 3: one person alone drew again"),
    ({"redraws": known(confirmed_by="Pia")}, "winner 3: one person alone drew again"),
    ({"redraws": known(at_us=DRAW)}, "known before the reason was recorded"),
    ({"redraws": known(value="1 2 3")}, "winner 3: ticket"),
    ({"redraws": again(drawn_us=DRAW)}, "drawn before the public value was confirmed"),
]


@pytest.mark.parametrize(("changes", "problem"), FORGERIES)
def test_a_forged_file_does_not_come_out(changes: dict[str, Any], problem: str) -> None:
    found = check(forged(**changes))
    assert any(problem in each for each in found.problems), found.problems


def test_a_file_has_the_digest_and_commitment_that_were_published() -> None:
    """Whoever forges list and seed together has other hashes than the published ones."""
    found = check(written(FILE))
    assert (found.digest, found.commitment) == (FILE.digest, FILE.commitment)


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{}", b"[]", b'{"format":"houseway draw 2"}', b'{"format":"draw 9"}', b"\xff",
        b'{"format":"houseway draw 1","promotion":"\xff"}', b'{"promotion":"\xc3\x28"}',
        b"[" * 100_000, b'{"a":' * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_file_of_a_draw_is_said(body: bytes) -> None:
    with pytest.raises(BadDrawFile, match="not the file of a draw"):
        check(body)


def test_there_is_no_file_before_the_draw() -> None:
    with pytest.raises(BadDrawFile, match="has not been made"):
        draw_file("promotion/1", Desk("casino-war").sealed().promotion)


def barrel() -> DrawFile:
    desk = Desk("casino-war").sealed(complete(method="barrel"), *PEOPLE)
    desk.do(dv.RecordTicket(6, ("Dora",)), at=DRAW)
    file = draw_file("promotion/1", desk.promotion)
    assert isinstance(file, DrawFile)
    return file


@pytest.mark.parametrize(
    ("drawn", "problem"),
    [
        (Drawn(1, 0, 6, "ben"), ""),
        (Drawn(1, 0, 5, "ben"), "was not ben's"),
        (Drawn(1, 0, 12, "chen"), "was not in the draw"),
    ],
)
def test_what_witnesses_told_is_checked_as_far_as_it_can_be(drawn: Drawn, problem: str) -> None:
    found = check(written(msgspec.structs.replace(barrel(), winners=(drawn,))))
    assert len(found.problems) == bool(problem)
    assert all(problem in each for each in found.problems)
