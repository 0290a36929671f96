"""Disputes by person, and corrections by two: who decided what, when, and who may not."""

from __future__ import annotations

import msgspec
import pytest

from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.commands import ReportLaterError
from houseway.games.events import RoundVoided, SettlementReversed
from houseway.rulebook.roles import Role, Signature
from houseway.store import codec
from houseway.table.people import (
    AskCorrection,
    ConfirmCorrection,
    CorrectionConfirmed,
    DropCorrection,
    RecordNotification,
    RelieveDealer,
)
from houseway.table.vocabulary import CloseTable
from tests.table.floor import Floor, as_json, played

REVIEW = {"casino-war": "13.11", "seven-up-baccarat": "14.12", "three-card-baccarat": "14.13"}
SENT_OUT = {
    "mini-baccarat": ("the Commission", "14.4"),
    "tournament-canberra-poker": ("inspector", "14.6"),
    "tournament-blackjack": ("inspector", "16.6"),
    "tournament-roulette": ("inspector", "10.6"),
    "tournament-mini-baccarat": ("inspector", "11.6"),
    "tournament-pai-gow": ("inspector", "16.6"),
}


def disputed(floor: Floor) -> None:
    floor.did("Ana", c.RaiseDispute("Ana", "my wager was paid short"))


@pytest.mark.parametrize("slug", list(REVIEW))
def test_a_dispute_is_reviewed_by_another_person_of_higher_rank(slug: str) -> None:
    """7-Up Baccarat 14.12, Casino War 13.11 and Three Card Baccarat 14.13: reading A-02."""
    floor, number = Floor(slug), REVIEW[slug]
    disputed(floor)
    floor.at_us = 10
    floor.did("Finn", c.DecideDispute(1, "paid in full"))
    floor.did("Ana", c.AskReview(1))
    review = c.RecordReview(1, "as decided")
    assert floor.refused("Finn", review) == ("decided_by_same", number)
    floor.table.staff["Gus"] = Role.ASSISTANT_GAMING_MANAGER
    assert floor.refused("Gus", review, Role.ASSISTANT_GAMING_MANAGER) == (
        "reviewer_not_higher", number,
    )  # fmt: skip
    floor.table.staff["Gus"] = Role.GAMING_MANAGER
    floor.at_us = 20
    floor.did("Gus", review, Role.GAMING_MANAGER)
    steps = floor.table.disputes[1]
    assert steps["raised"] == Signature("Ana", Role.PATRON, 0)
    assert steps["decided"] == Signature("Finn", Role.ASSISTANT_GAMING_MANAGER, 10)
    assert steps["reviewed"] == Signature("Gus", Role.GAMING_MANAGER, 20)


@pytest.mark.parametrize("slug", list(REVIEW))
def test_whom_nobody_outranks_does_not_decide_first(slug: str) -> None:
    """7-Up Baccarat 14.12, Casino War 13.11 and Three Card Baccarat 14.13: a first decision by the
    highest office could never be reviewed (reading A-02)."""
    floor, highest = Floor(slug), Role.GAMING_SHIFT_MANAGER
    floor.table.staff["Gus"] = highest
    disputed(floor)
    first = floor.refused("Gus", c.DecideDispute(1, "no"), highest)
    assert first == ("nobody_to_review", REVIEW[slug])
    floor.did("Dora", c.DecideDispute(1, "no"))
    floor.did("Ana", c.AskReview(1))
    floor.did("Gus", c.RecordReview(1, "no"), highest)


EXCLUDED = {"casino-war": "13.3", "seven-up-baccarat": "14.3", "three-card-baccarat": "14.3"}


@pytest.mark.parametrize("slug", list(EXCLUDED))
def test_an_exclusion_is_lifted_by_the_office_that_decided_it_or_one_above(slug: str) -> None:
    """Casino War 13.3.2, 7-Up Baccarat 14.3.2, Three Card Baccarat 14.3.2: until it is lifted."""
    floor, number = Floor(slug), f"{EXCLUDED[slug]}.2"
    breach(floor)
    floor.did("Ben", c.JoinTable("Ben"))
    back = c.ReadmitPatron("Ben")
    assert floor.refused("Finn", back) == ("not_excluded", number)
    floor.did("Finn", c.ExcludePatron("Ben"))
    assert "Ben" not in floor.table.play.layout.idle_rounds  # the seat is free
    assert floor.refused("Ben", c.JoinTable("Ben")) == ("patron_excluded", number)
    assert floor.refused("Dora", c.ExcludePatron("Ben")) == ("already_excluded", number)
    assert floor.refused("Dora", back) == ("office_too_low", number)
    floor.did("Finn", back)
    floor.did("Ben", c.JoinTable("Ben"))


@pytest.mark.parametrize("slug", list(EXCLUDED))
def test_no_table_lifts_an_exclusion_from_the_casino(slug: str) -> None:
    """Casino War 13.3.3, 7-Up Baccarat 14.3.3, Three Card Baccarat 14.3.3: an order made under the
    Act is not the table's to lift, whoever had put the person out of the game before."""
    floor, number = Floor(slug), f"{EXCLUDED[slug]}.3"
    breach(floor)
    floor.did("Finn", c.ExcludePatron("Ben"))
    (order,) = [each for each in game(slug).orders if each.__name__ == "ExcludeFromCasino"]
    floor.did("Dora", order(patron="Ben", order="EX-12"))
    assert floor.refused("Finn", c.ReadmitPatron("Ben")) == ("excluded_from_casino", number)
    assert floor.refused("Finn", c.ExcludePatron("Ben")) == ("already_excluded", number)


def breach(floor: Floor) -> None:
    """Ben used a prohibited device, and that is on record."""
    floor.did("Dora", c.LogDeviceBreach("Ben", "a device that records cards", "patron"))


def test_whoever_rose_in_rank_still_does_not_review_themselves() -> None:
    """Casino War 13.11: another person, whatever office the first one holds by now."""
    floor = Floor("casino-war")
    disputed(floor)
    floor.did("Dora", c.DecideDispute(1, "no"))
    floor.did("Ana", c.AskReview(1))
    floor.table.staff["Dora"] = Role.GAMING_MANAGER
    again = floor.refused("Dora", c.RecordReview(1, "no"), Role.GAMING_MANAGER)
    assert again == ("decided_by_same", "13.11")
    floor.did("Finn", c.RecordReview(1, "yes"))


def test_a_decision_needs_a_name_and_a_review_another_one() -> None:
    """7-Up Baccarat 14.12: without a list of staff too, two names are needed to tell two people."""
    floor = Floor("seven-up-baccarat", staffed=False)
    disputed(floor)
    nameless = floor.refused("", c.DecideDispute(1, "no"), Role.GAMING_SUPERVISOR)
    assert nameless == ("person_decides", "")
    floor.did("Dora", c.DecideDispute(1, "no"))
    floor.did("Ana", c.AskReview(1))
    unnamed = floor.refused("", c.RecordReview(1, "no"), Role.GAMING_MANAGER)
    assert unnamed == ("person_decides", "")
    for same in ("Dora", "DORA", "D\u043era"):  # the last one with a Cyrillic o
        again = floor.refused(same, c.RecordReview(1, "no"), Role.GAMING_MANAGER)
        assert again == ("decided_by_same", "14.12")


@pytest.mark.parametrize("slug", slugs())
def test_a_patron_asks_for_the_review_of_no_dispute_but_their_own(slug: str) -> None:
    """Casino War 13.11 and its like: a review is on request of the complainant; staff may enter
    the request for the complainant."""
    floor = Floor(slug, staffed=False)
    disputed(floor)
    office = Role.GAMING_SHIFT_MANAGER if slug == "mini-baccarat" else None
    floor.did(floor.chief, c.DecideDispute(1, "no"), office)
    assert floor.refused("Ben", c.AskReview(1))[0] == "not_your_own"
    assert floor.refused("", c.AskReview(1), Role.PATRON)[0] == "not_your_own"
    floor.did("Ana", c.AskReview(1))


@pytest.mark.parametrize("slug", ["seven-up-baccarat", "three-card-baccarat", "casino-war"])
def test_who_advised_of_the_right_to_complain_is_on_record(slug: str) -> None:
    """7-Up Baccarat 14.13, Three Card Baccarat 14.14, Casino War 13.12: with the decision."""
    floor = Floor(slug)
    disputed(floor)
    floor.at_us = 30
    floor.did("Eli", c.DecideDispute(1, "no"))
    assert floor.table.disputes[1]["advised"] == Signature("Eli", Role.GAMING_SUPERVISOR, 30)


@pytest.mark.parametrize("slug", list(SENT_OUT))
def test_a_review_outside_the_house_has_no_outcome_before_it_was_sent_there(slug: str) -> None:
    """Mini Baccarat 14.4, Tournament Canberra Poker 14.6, Tournament Blackjack 16.6, Tournament
    American Roulette 10.6, Tournament Mini-Baccarat 11.6, Tournament Pai Gow 16.6: reading G16."""
    floor, (to, number) = Floor(slug), SENT_OUT[slug]
    office = Role.GAMING_SHIFT_MANAGER if slug == "mini-baccarat" else Role.TOURNAMENT_DIRECTOR
    floor.table.staff["Hana"] = office
    disputed(floor)
    floor.did("Hana", c.DecideDispute(1, "no"), office)
    floor.at_us = 40
    floor.did("Ana", c.AskReview(1))
    review = c.RecordReview(1, "the decision stands")
    assert floor.refused("Ines", review) == ("notification_owed", number)
    (owed,) = floor.table.notifications
    assert (owed.to, owed.about, owed.due_us) == (to, "the review of dispute 1", 40)
    floor.at_us = 50
    floor.did("Hana", RecordNotification(to, "the review of dispute 1", "letter"), office)
    assert owed.means == "letter"
    assert owed.sent == Signature("Hana", office, 50)
    floor.did("Ines", review)


@pytest.mark.parametrize("slug", slugs())
def test_a_dispute_outlives_the_evening_of_its_table(slug: str) -> None:
    """Reading P-03: raised and decided after closing; nothing is played any more."""
    floor = Floor(slug)
    floor.did(floor.chief, CloseTable())
    disputed(floor)
    assert floor.table.play.layout.disputes[0].patron == "Ana"
    assert floor.refused("Ana", c.JoinTable("Ana")) == ("table_not_open", "")


# Corrections

NATURAL = "2h 9c Kd Ks"  # Player 2 and King, Banker 9 and King: Banker 9 to 2, no third card


def two_rounds() -> Floor:
    """Ana wins $19 on $20 at 19 to 20 in round 1; round 2 is over as well."""
    floor = Floor("mini-baccarat")
    floor.did("Chen", c.BringChips("Ana", 100_00))
    played(floor, cards=NATURAL, wager=("banker", 20_00))
    played(floor, cards=NATURAL, wager=("player", 10_00))
    return floor


LATER = ReportLaterError(1)
ASK = AskCorrection(as_json(LATER), "the second and third card were changed over")


def test_what_was_settled_is_put_right_by_two() -> None:
    """Mini Baccarat 12.5: the earlier round alone is void; reading P-02."""
    floor = two_rounds()
    assert floor.table.play.layout.chips["Ana"] == 100_00 + 19_00 - 10_00
    assert floor.refused("Chen", LATER) == ("second_person_needed", "12.5")
    floor.at_us = 60
    floor.did("Chen", ASK)
    assert floor.table.play.layout.chips["Ana"] == 109_00
    floor.at_us = 70
    confirmed, *facts = floor.did("Dora", ConfirmCorrection(1))
    dora = Signature("Dora", Role.GAMING_SUPERVISOR, 70)
    assert confirmed == CorrectionConfirmed(1, dora)
    (back,) = [fact for fact in facts if isinstance(fact, SettlementReversed)]
    assert (back.round, back.patron, back.wager, back.paid) == (1, "Ana", "banker", 19_00)
    assert [fact.round for fact in facts if isinstance(fact, RoundVoided)] == [1]
    assert floor.table.play.layout.chips["Ana"] == 100_00 - 10_00
    (kept,) = floor.table.corrections
    assert kept.asked == Signature("Chen", Role.DEALER, 60)
    assert (kept.reason, kept.outcome, kept.by) == (ASK.reason, "confirmed", dora)


def test_nobody_is_their_own_second_person() -> None:
    """Mini Baccarat 12.5: reading P-02."""
    floor = two_rounds()
    floor.did("Dora", ASK)
    assert floor.refused("Dora", ConfirmCorrection(1)) == ("second_person_needed", "")
    for machine in ("house", "device shoe-4"):
        alone = floor.refused(machine, ConfirmCorrection(1), Role.GAMING_SUPERVISOR)
        assert alone == ("second_person_needed", "")
    floor.did("Chen", ConfirmCorrection(1))
    assert 1 in floor.table.play.layout.voided


def test_one_of_the_two_decides_at_the_table() -> None:
    """Mini Baccarat 12.5: two dealers are not enough; reading P-02."""
    floor = two_rounds()
    floor.did("Chen", ASK)
    floor.did("Dora", RelieveDealer("Gita"))
    assert floor.refused("Gita", ConfirmCorrection(1)) == ("decider_needed", "")
    assert 1 not in floor.table.play.layout.voided
    floor.did("Eli", ConfirmCorrection(1))


def test_a_correction_is_answered_once_and_judged_as_things_are_then() -> None:
    """Mini Baccarat 12.5: a round is void once; reading P-02."""
    floor = two_rounds()
    floor.did("Chen", ASK)
    floor.did("Chen", ASK)
    floor.did("Dora", ConfirmCorrection(1))
    assert floor.refused("Dora", ConfirmCorrection(1)) == ("correction_over", "")
    assert floor.refused("Dora", ConfirmCorrection(2)) == ("round_already_void", "12.5")
    assert floor.refused("Dora", ConfirmCorrection(3)) == ("no_such_correction", "")
    assert floor.refused("Chen", DropCorrection(2)) == ("role_may_not", "")
    floor.did("Dora", DropCorrection(2))
    assert floor.table.corrections[1].outcome == "dropped"
    assert floor.refused("Eli", ConfirmCorrection(2)) == ("correction_over", "")


@pytest.mark.parametrize(
    ("order", "reason", "code"),
    [
        (as_json(LATER), "  ", "no_reason"),
        ("{}", "wrong", "order_unreadable"),
        ('{"type":"CloseTable"}', "wrong", "order_unreadable"),
        ("not json", "wrong", "order_unreadable"),
        (as_json(c.OpenBetting()), "wrong", "not_a_correction"),
        (as_json(ReportLaterError(9)), "wrong", "no_such_round"),
        (as_json(c.InvalidateOutcome("fire", "wrong")), "wrong", "role_may_not"),
    ],
)
def test_what_is_asked_must_be_a_correction_that_the_game_would_take(
    order: str, reason: str, code: str
) -> None:
    """Reading P-02: with a reason, from somebody whose office may give the order itself."""
    floor = two_rounds()
    assert floor.refused("Chen", AskCorrection(order, reason))[0] == code
    assert floor.table.corrections == []


def test_a_void_of_the_round_under_way_is_no_correction() -> None:
    """Mini Baccarat 14.3: decided by the office the clause has, alone."""
    floor = two_rounds()
    floor.table.staff["Hana"] = Role.GAMING_SHIFT_MANAGER
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "banker", 10_00))
    floor.did(
        "Hana",
        c.InvalidateOutcome("impracticality", "a fire alarm"),
        Role.GAMING_SHIFT_MANAGER,
    )


def test_a_table_does_not_close_over_a_correction_that_waits() -> None:
    """Reading P-03; Mini Baccarat 13.2."""
    floor = two_rounds()
    floor.did("Ana", c.LeaveTable("Ana"))
    floor.did("Chen", ASK)
    assert floor.refused("Dora", CloseTable()) == ("correction_open", "")
    floor.did("Dora", DropCorrection(1))
    floor.did("Dora", CloseTable())


def test_who_decided_is_in_a_snapshot_as_it_is_in_the_log() -> None:
    """What a restart reads is what was there: list, dealer, disputes, corrections."""
    floor = two_rounds()
    disputed(floor)
    floor.did("Chen", ASK)
    again = codec.decode_state(codec.encode_state(floor.table))
    assert again is not None
    assert msgspec.to_builtins(again.staff) == msgspec.to_builtins(floor.table.staff)
    assert (again.dealer, again.disputes) == ("Chen", floor.table.disputes)
    assert again.corrections == floor.table.corrections
