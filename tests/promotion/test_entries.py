"""Who may enter, until when, what play earns, and the list that is sealed."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.promotion import decide
from houseway.promotion.terms import EntryRule
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    CLOSE,
    DRAW,
    HOUR,
    SEED,
    START,
    TERMS,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
)

CLOSINGS = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.8.6")),
        ("three-card-baccarat", three_card("15.7.6")),
        ("casino-war", war("14.7.6")),
    ],
)


@CLOSINGS
def test_the_closing_time_is_the_last_for_an_entry(slug: str, clause: Clause) -> None:
    desk = Desk(slug).started()
    desk.do(dv.EnterPatron("ana"), at=CLOSE)
    late = desk.refused(dv.EnterPatron("ben"), at=CLOSE + 1)
    assert late == Refused("entries_closed", clause)
    assert "2026-03-07 20:00 UTC" in late.detail


@CLOSINGS
def test_the_list_is_sealed_after_closing_and_takes_nobody_any_more(
    slug: str, clause: Clause
) -> None:
    desk = Desk(slug).started().committed()
    desk.do(dv.EnterPatron("ana"), at=CLOSE)
    assert desk.refused(dv.SealEntries(), at=CLOSE) == Refused("entries_open", clause)
    desk.do(dv.SealEntries(), at=CLOSE + 1)
    for order in (dv.EnterPatron("ben"), dv.SealEntries()):
        assert desk.refused(order) == Refused("entries_sealed", clause)


def test_the_seal_is_the_hash_of_the_list_as_anybody_would_write_it() -> None:
    desk = Desk("casino-war").sealed(None, ("ana", 2), ("ben", 1))
    (sealed,) = [each for each in desk.facts if isinstance(each, dv.EntriesSealed)]
    assert sealed.digest == hashlib.sha256(b"ana 2\nben 1\n").hexdigest()
    assert (sealed.entries, sealed.tickets) == (2, 3)


def test_nobody_enters_before_the_start() -> None:
    desk = Desk("casino-war").ready()
    assert desk.refused(dv.EnterPatron("ana")) == Refused("not_at_this_time", war("14.7.3"))


def test_an_empty_list_is_not_sealed() -> None:
    desk = Desk("casino-war").started()
    expected = Refused("no_entries", war("14.7.6"))
    assert desk.refused(dv.SealEntries(), at=CLOSE + 1) == expected


def test_publishing_the_conditions_commits_to_the_seed() -> None:
    """Reading A-35: the house commits to its seed before anybody can enter, without being asked."""
    desk = Desk("seven-up-baccarat").ready()
    assert desk.promotion.draw.commitment == commitment_of(SEED)
    committed = [each for each in desk.facts if isinstance(each, dv.SeedCommitted)]
    assert [each.clauses for each in committed] == [(seven_up("16.8.1"),)]
    again = desk.refused(dv.CommitSeed("b" * 64))
    assert again == Refused("seed_committed", seven_up("16.8.1"))


@pytest.mark.parametrize(
    ("commitment", "code"),
    [
        ("", "seed_not_here"),
        ("5E" * 32, "not_a_hash"),
        ("5e" * 31, "not_a_hash"),
        ("xy" * 32, "not_a_hash"),
    ],
)
def test_a_commitment_is_a_hash(commitment: str, code: str) -> None:
    desk = Desk("casino-war")
    desk.do(v.SetConditions(complete()))
    order = v.PublishConditions(("website",), commitment)
    ruling = decide(desk.promotion, order, Role.PROMOTIONS, desk.now, "Pia")
    assert isinstance(ruling, Refused)
    assert ruling.code == code


@pytest.mark.parametrize(
    "order",
    [
        dv.EnterPatron("ana"),
        dv.EnterList((dv.Entrant("ana"),), "desk.csv"),
        dv.CountPlay("table/3", "casino-war", 9, ()),
    ],
)
def test_no_entry_is_taken_before_the_seed_is_committed_to(order: Command) -> None:
    """Reading A-35: a barrel that becomes an electronic draw takes nobody until it is published."""
    desk = Desk("casino-war").started(complete(method="barrel"))
    desk.do(v.AmendConditions(complete(), v.Approval("L-1", "the delegate", START)))
    assert desk.refused(order) == Refused("seed_not_committed", war("14.7.1"))
    desk.do(v.PublishConditions(("website",)))
    desk.do(order)


ELIGIBILITY: list[tuple[dict[str, Any], str, Clause]] = [
    ({"person": "ana", "meets": ("of age",)}, "not_eligible", war("14.7.3")),
    ({"person": "eli", "meets": ("of age", "member")}, "barred", war("14.7.3")),
    ({"person": "two words"}, "no_reference", war("14.7.3")),
    ({"person": ""}, "no_reference", war("14.7.3")),
    ({"person": "ana", "tickets": 0}, "tickets_impossible", war("14.7.3")),
    ({"person": "ana", "tickets": 1_000_001}, "tickets_impossible", war("14.7.3")),
    (
        {"person": "ana", "meets": ("of age", "member"), "wagered": 24_99},
        "wager_too_small",
        war("14.7.4"),
    ),
]


@pytest.mark.parametrize(("given", "code", "clause"), ELIGIBILITY)
def test_whoever_is_not_eligible_does_not_enter(
    given: dict[str, Any], code: str, clause: Clause
) -> None:
    terms = TERMS | {"wager": "at least $25"}
    conditions = complete(terms=terms, wager=25_00, criteria=("member", "of age"), barred=("eli",))
    desk = Desk("casino-war").started(conditions)
    assert desk.refused(dv.EnterPatron(**given)) == Refused(code, clause)
    desk.do(dv.EnterPatron("ana", wagered=25_00, meets=("of age", "member")))


def test_a_list_enters_whole_or_not_at_all() -> None:
    desk = Desk("casino-war").started(complete(barred=("eli",)))
    listed = (dv.Entrant("ana"), dv.Entrant("eli"))
    assert desk.refused(dv.EnterList(listed, "desk.csv")).code == "barred"
    assert desk.promotion.entries.tickets == 0
    assert desk.refused(dv.EnterList((), "desk.csv")).code == "no_entrants"


def test_a_dealer_enters_one_patron_and_no_list() -> None:
    """Casino War 14.7.3: whoever enters somebody has checked what the terms ask."""
    desk = Desk("casino-war").started()
    desk.do(dv.EnterPatron("ana"), by=Role.DEALER)
    refused = desk.refused(dv.EnterList((dv.Entrant("ben"),), "x"), by=Role.DEALER)
    assert refused == Refused("role_may_not", war("14.7.3"))


# From play

SUPER_SEVENS = EntryRule(document="seven-up-baccarat", event="WagerPaid", wager="super 7's")
TIES = EntryRule(
    document="seven-up-baccarat", event="WagerPaid", wager="tie", stake=50_00, tickets=3
)


def played(version: int, event: str, wager: str, stake: int, **changes: Any) -> dv.Played:
    whole: dict[str, Any] = {"version": version, "event": event, "wager": wager, "stake": stake}
    whole |= {"at_us": START + HOUR, "person": "ana"}
    return dv.Played(**(whole | changes))


PLAYS = (
    played(11, "WagerPaid", "super 7's", 5_00),  # one entry per Super 7's win
    played(12, "WagerPaid", "super 7's", 5_00, person="ben"),
    played(13, "WagerCollected", "super 7's", 5_00),  # lost
    played(14, "WagerPaid", "banker", 500_00),  # another wager
    played(15, "WagerPaid", "tie", 49_99),  # below the stake of its rule
    played(16, "WagerPaid", "tie", 50_00, person="ben"),  # three tickets
    played(17, "WagerPaid", "super 7's", 5_00, at_us=START - 1),  # before the start
    played(18, "WagerPaid", "super 7's", 5_00, at_us=CLOSE),  # the last moment
    played(19, "WagerPaid", "super 7's", 5_00, at_us=CLOSE + 1),  # too late
    played(20, "WagerPaid", "super 7's", 5_00, person="eli"),  # cannot enter
)


def counted(desk: Desk, up_to: int, document: str = "seven-up-baccarat") -> Any:
    return desk.ask(dv.CountPlay("table/3", document, up_to, PLAYS), at=CLOSE + HOUR)


def test_play_earns_what_the_rules_of_the_terms_say() -> None:
    """7-Up Baccarat 16.8.3 and 16.8.6: by event, wager, stake and time, and for whom it counts."""
    rules = (SUPER_SEVENS, TIES)
    desk = Desk("seven-up-baccarat").started(complete(entry_rules=rules, barred=("eli",)))
    (taken,) = counted(desk, 20)
    assert taken.rows == (("ana", 1), ("ben", 1), ("ben", 3), ("ana", 1))


def test_play_below_the_minimum_wager_of_the_terms_earns_nothing() -> None:
    """7-Up Baccarat 16.8.4: at least $50 on the wager itself."""
    terms = TERMS | {"wager": "at least $50"}
    conditions = complete(terms=terms, wager=50_00, entry_rules=(SUPER_SEVENS, TIES))
    (taken,) = counted(Desk("seven-up-baccarat").started(conditions), 20)
    assert taken.rows == (("ben", 3),)


def test_play_is_counted_once() -> None:
    desk = Desk("seven-up-baccarat").started(complete(entry_rules=(SUPER_SEVENS,)))
    (first,) = counted(desk, 11)
    (second,) = counted(desk, 12)
    assert (first.rows, second.rows) == ((("ana", 1),), (("ben", 1),))
    expected = Refused("counted_already", seven_up("16.8.3"))
    assert counted(desk, 12) == expected


def test_play_of_another_game_is_not_counted() -> None:
    desk = Desk("seven-up-baccarat").started(complete(entry_rules=(SUPER_SEVENS,)))
    assert counted(desk, 20, "casino-war") == Refused("not_its_game", seven_up("16.2"))


def test_tickets_are_numbered_in_the_order_of_entry() -> None:
    desk = Desk("casino-war").sealed(None, ("ana", 2), ("ben", 1), ("ana", 3))
    owners = [desk.promotion.entries.owner(ticket) for ticket in range(1, 7)]
    assert owners == ["ana", "ana", "ben", "ana", "ana", "ana"]


def test_an_amended_closing_time_holds() -> None:
    """7-Up Baccarat 16.10.1: what the Authority has approved is what is asked from then on."""
    desk = Desk("seven-up-baccarat").started()
    approval = v.Approval("L-1", "the delegate", START)
    desk.do(v.AmendConditions(complete(closes_us=CLOSE - HOUR), approval), at=START + HOUR)
    assert desk.refused(dv.EnterPatron("ana"), at=CLOSE).code == "entries_closed"
    assert DRAW > CLOSE
