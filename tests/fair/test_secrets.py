"""Secrets, shares, a public value, and a house that cannot go on."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import fair
from houseway.equipment.seeds import SharedStream, commitment_of, mix_of
from houseway.games import commands as c
from houseway.rulebook.roles import STAFF, Role
from houseway.store.log import Entry, LogFailed
from houseway.table.secrets import (
    AbandonSecret,
    ContributeShare,
    NamePublicValue,
    RecordPublicValue,
)
from houseway.virtual import MISSING, WRONG, HouseStopped
from tests.fair.floor import SEED, TABLE, Floor

SHARE = "a1" * 32
MINI = "mini-baccarat"


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[Floor]:
    made = Floor(tmp_path, MINI)
    yield made
    made.log.close()


def kinds(floor: Floor) -> list[str]:
    return [entry.kind for entry in floor.entries]


def secret_file(floor: Floor) -> Path:
    (kept,) = (floor.path / "secrets").iterdir()
    return kept


# The secret is checked whenever it is read


@pytest.mark.parametrize(
    ("content", "reason"),
    [("00" * 32, WRONG), ("not hex", WRONG), ("", WRONG), (None, MISSING)],
)
def test_a_secret_that_was_swapped_or_lost_stops_the_table_once(
    floor: Floor, content: str | None, reason: str
) -> None:
    """The house compares its file with the published hash after a restart, deals nothing from
    another one, says so once, and waits for a supervisor."""
    floor.play(1)
    floor.until("draw")
    if content is None:
        secret_file(floor).unlink()
    else:
        secret_file(floor).write_text(content, encoding="utf-8")
    dealt = kinds(floor).count("CardDealt")

    floor.house = floor.new_house()
    with pytest.raises(HouseStopped, match=reason):
        floor.house.step(TABLE)
    for _ in range(50):
        assert floor.house.deal(TABLE) == 0
        floor.person()

    assert kinds(floor).count("DealingStopped") == 1
    assert kinds(floor).count("CardDealt") == dealt
    assert [each.text for each in floor.table.alerts if each.kind == "dealing"] == [
        f"dealing has stopped: {reason}"
    ]
    assert not any(SEED.encode() in entry.body for entry in floor.entries)
    assert f"dealing has stopped: {reason}" in fair.check(floor.entries).problems


def test_a_supervisor_voids_the_round_and_the_house_takes_a_new_secret(floor: Floor) -> None:
    floor.play(1)
    floor.until("draw")
    secret_file(floor).unlink()
    floor.house = floor.new_house()
    with pytest.raises(HouseStopped):
        floor.house.step(TABLE)

    refused = floor.give(c.PlaceWager("Ana", "player", 25_00), Role.PATRON, "Ana").refused
    assert refused is not None
    assert refused.code == "dealing_stopped"
    abandon = AbandonSecret("the disk was exchanged")
    refused = floor.give(abandon, Role.GAMING_SUPERVISOR, "Dora").refused
    assert refused is not None
    assert refused.code == "wagers_at_stake"
    void = c.InvalidateOutcome("impracticality", "the secret is lost")
    alone = floor.give(void, Role.GAMING_SHIFT_MANAGER, "Mia").refused
    assert alone is not None
    assert alone.code == "second_person_needed"
    assert floor.void(void, Role.GAMING_SHIFT_MANAGER, "Mia", "Max") == ""
    assert floor.give(abandon, Role.GAMING_SUPERVISOR, "Dora").refused is None
    floor.play(3)

    assert floor.table.stopped == ""
    assert all(each.over for each in floor.table.alerts if each.kind == "dealing")
    assert any("was abandoned" in each for each in fair.check(floor.entries).problems)


def test_what_the_rules_refuse_of_the_house_is_not_stored(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A refused fact is our own mistake: no card of it comes into the log, and the table stops."""
    floor.until("draw")
    wrong = c.DealCard(floor.table.play.stock and None), Role.PATRON
    monkeypatch.setattr(fair, "house_order", lambda *_: wrong)

    with pytest.raises(HouseStopped, match="the rules refused DealCard"):
        floor.house.step(TABLE)

    assert kinds(floor)[-1] == "DealingStopped"
    assert "OrderRefused" not in kinds(floor)


def test_a_write_that_fails_loses_no_number(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """The numbers used are read from the log again, whatever became of the command."""
    floor.until("draw")
    append = floor.log.append

    def failing(batch: object) -> list[object]:
        raise LogFailed("no space")

    for _ in range(3):
        monkeypatch.setattr(floor.log, "append", failing)
        with pytest.raises(LogFailed):
            floor.house.step(TABLE)
        monkeypatch.setattr(floor.log, "append", append)
        floor.house.step(TABLE)
    floor.play(2)
    floor.finish()

    assert fair.check(floor.entries).problems == ()


def test_a_key_says_which_numbers_were_taken(floor: Floor) -> None:
    floor.play(1)
    found = [fair.taken(entry) for entry in floor.entries]
    used = 0
    for each in dict.fromkeys(found):
        if each is not None:
            assert each.first == used
            used += each.numbers
    assert used >= 4


# Shares


def test_a_share_takes_effect_when_the_next_round_opens(floor: Floor) -> None:
    """Nobody changes the numbers of a round that has begun."""
    floor.until("wagers")
    floor.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
    before = floor.table.mix

    assert floor.share("Ana", SHARE) == ""

    assert floor.table.mix == before
    floor.play(floor.table.play.round)
    floor.until("wagers")
    assert floor.table.shares_in_effect == {"Ana": SHARE}
    assert floor.table.mix == mix_of(floor.table.commitment, "", {"Ana": SHARE}) != before
    floor.play(floor.table.play.round)
    floor.finish()
    assert fair.check(floor.entries).problems == ()


def test_a_share_is_given_once_for_a_root_by_its_patron_and_by_nobody_else(floor: Floor) -> None:
    floor.until("open")
    root = floor.table.root
    assert floor.share("Ana", SHARE) == "not_at_table"
    floor.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
    anas = ContributeShare("Ana", SHARE, root)
    others = [(role, "Eli") for role in sorted(STAFF)]
    for role, name in [*others, (Role.PATRON, "Ben"), (Role.PATRON, ""), (Role.DEALER, "Ana")]:
        refused = floor.give(anas, role, name).refused
        assert refused is not None
        assert refused.code == ("not_your_own" if role == Role.PATRON else "role_may_not")
    for wrong in ("", "a1", "A1" * 32, "zz" * 32):
        assert floor.share("Ana", wrong) == "not_a_share"
    assert floor.share("Ana", SHARE, "ab" * 32) == "another_root"
    assert floor.share("Ana", SHARE) == ""
    assert floor.share("Ana", "b2" * 32) == "share_given"
    floor.give(c.LeaveTable("Ana"), Role.PATRON, "Ana")
    floor.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
    assert floor.share("Ana", "b2" * 32) == "share_given"
    assert floor.table.shares == {"Ana": SHARE}


def test_a_stranger_works_the_first_number_out_with_the_standard_library() -> None:
    commitment = commitment_of(SEED)
    array = json.dumps([commitment, "", [["Ana", SHARE]]], separators=(",", ":"))
    mix = hashlib.sha256(array.encode()).digest()
    block = hmac.new(bytes.fromhex(SEED), bytes(8) + mix + bytes(4), hashlib.sha256).hexdigest()

    stream = SharedStream(SEED, mix_of(commitment, "", {"Ana": SHARE}))

    assert stream.pick(37) == int(block, 16) % 37
    assert stream.used == 1


# A public value


def test_a_named_public_value_is_recorded_before_anything_is_dealt(floor: Floor) -> None:
    """Named before the commitment, it fixes the shares too: nobody who comes later adds any."""
    source = "the beacon's pulse of 20:00"
    floor.give(NamePublicValue(source), Role.GAMING_SUPERVISOR, "Dora")
    floor.house.deal(TABLE)
    assert floor.table.source == source
    refused = floor.give(c.OpenBetting(), Role.DEALER, "Eli").refused
    assert refused is not None
    assert refused.code == "public_value_awaited"
    assert floor.house.deal(TABLE) == 0

    for value, reader in (("9f3c", "Dora"), ("0000", "Dora"), ("9f3c", "Mia"), ("9f3c", "Mia")):
        read = floor.give(RecordPublicValue(value), Role.GAMING_SUPERVISOR, reader)
        assert read.refused is None
        assert floor.table.public_value == ""  # nobody's word counts alone, said twice or not
    floor.give(RecordPublicValue("9f3c"), Role.GAMING_SUPERVISOR, "Dora")
    again = floor.give(RecordPublicValue("0000"), Role.GAMING_SUPERVISOR, "Dora").refused
    assert again is not None
    assert again.code == "public_value_recorded"
    floor.until("wagers")
    floor.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
    assert floor.share("Ana", SHARE) == ""
    floor.play(floor.table.play.round + 1)

    assert floor.table.mix == mix_of(floor.table.commitment, "9f3c", {})
    floor.finish()
    found = fair.check(floor.entries)
    assert found.problems == ()
    assert any("trusted because Mia and Dora read the same" in each for each in found.remarks)
    assert any(
        "Mia (supervisor) read 9f3c, Dora (supervisor) 0000" in each for each in found.remarks
    )


def test_no_public_value_is_recorded_that_was_not_named_before(floor: Floor) -> None:
    floor.house.deal(TABLE)
    floor.give(NamePublicValue("the beacon"), Role.GAMING_SUPERVISOR, "Dora")
    refused = floor.give(RecordPublicValue("9f3c"), Role.GAMING_SUPERVISOR, "Dora").refused
    assert refused is not None
    assert refused.code == "no_public_value"


def entry_of(floor: Floor, kind: str) -> Entry:
    return next(entry for entry in floor.entries if entry.kind == kind)


def test_a_new_commitment_names_its_scheme(floor: Floor) -> None:
    floor.house.deal(TABLE)
    assert b'"scheme":3' in entry_of(floor, "SeedCommitted").body
