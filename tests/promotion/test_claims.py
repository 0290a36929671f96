"""Winners told in time, paid as they choose; claims refused with reasons; disputes."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.promotion import vocabulary as cv
from houseway.promotion.claims import ADVICE
from houseway.promotion.terms import Prize
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    ALL,
    CASH_PRIZE,
    DRAW,
    HOUR,
    NOTHING_EXCLUDED,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
)

CAR = Prize(
    name="car", kind="vehicle", value=dollars(9_500), conditions="none",
    details={"make": "Arrow", "model": "S", "accessories": "mats", "on-road costs": "included"},
    contains=NOTHING_EXCLUDED,
)  # fmt: skip


def cash(cents: int) -> tuple[Prize, ...]:
    return (msgspec.structs.replace(CASH_PRIZE, value=cents),)


def won(slug: str | tuple[str, ...], *prizes: Prize) -> Desk:
    """Ana alone has entered, so Ana has won; nothing is worth more than $10,000 but in cash."""
    documents = (slug,) if isinstance(slug, str) else slug
    return Desk(*documents).drawn(complete(prizes=prizes or (CASH_PRIZE,)), ("ana", 1))


# Notification

METHODS: list[tuple[str, str, tuple[Clause, Clause, Clause]]] = [
    ("face-to-face", "Dora at the fountain",
     (seven_up("16.9.1"), three_card("15.8.1"), war("14.8.1"))),
    ("mail", "posted on 2026-03-08", (seven_up("16.9.2"), three_card("15.8.2"), war("14.8.2"))),
    ("telephone", "the number on file",
     (seven_up("16.9.3"), three_card("15.8.3"), war("14.8.3"))),
    ("e-mail", "the address on file",
     (seven_up("16.9.4"), three_card("15.8.4"), war("14.8.4"))),
]  # fmt: skip


@pytest.mark.parametrize(("method", "detail", "clauses"), METHODS)
def test_each_method_of_notification_counts_under_its_clause(
    method: str, detail: str, clauses: tuple[Clause, ...]
) -> None:
    desk = won(ALL)
    (fact,) = desk.do(cv.NotifyWinner(1, method, detail), at=DRAW + HOUR)
    assert fact.clauses == clauses  # type: ignore[attr-defined]
    (attempt,) = desk.promotion.winners[0].attempts
    assert (attempt.method, attempt.detail, attempt.reached) == (method, detail, False)
    assert attempt.by.at_us == DRAW + HOUR
    empty = desk.refused(cv.NotifyWinner(1, method, " "))
    assert empty == Refused("no_detail", clauses[0])


@pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.9")),
        ("three-card-baccarat", three_card("15.8")),
        ("casino-war", war("14.8")),
    ],
)
def test_any_other_method_is_no_attempt(slug: str, clause: Clause) -> None:
    desk = won(slug)
    refused = desk.refused(cv.NotifyWinner(1, "a banner", "over the door"))
    assert refused == Refused("method_not_counted", clause)
    assert desk.promotion.winners[0].attempts == []
    assert desk.refused(cv.NotifyWinner(2, "mail", "posted")).code == "no_such_winner"


@pytest.mark.parametrize(
    ("method", "detail"),
    [("e-mail", "ana@example.org"), ("telephone", "555-0101 22"), ("telephone", "55-50-10")],
)
def test_numbers_and_addresses_of_people_stay_out_of_the_log(method: str, detail: str) -> None:
    """Six digits look like a telephone number, five like an extension of the house."""
    desk = won("casino-war")
    assert desk.refused(cv.NotifyWinner(1, method, detail)).code == "personal_detail"
    desk.do(cv.NotifyWinner(1, "telephone", "from extension 55010"))


# How cash is paid

PAYMENTS = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.5")),
        ("three-card-baccarat", three_card("15.4")),
        ("casino-war", war("14.4")),
    ],
)
CHEQUE, TRANSFER = "crossed cheque", "electronic transfer"


def paid(*parts: tuple[Any, int, str]) -> tuple[cv.Payment, ...]:
    return tuple(cv.Payment(*part) for part in parts)


@PAYMENTS
def test_at_ten_thousand_dollars_nothing_need_be_chosen(slug: str, clause: Clause) -> None:
    """Reading A-20: greater than $10,000 is a cent more."""
    desk = won(slug, *cash(dollars("10,000.00")))
    desk.do(cv.ClaimPrize("ana", "cash prize"))


@PAYMENTS
def test_at_ten_thousand_dollars_a_cheque_is_not_forbidden(slug: str, clause: Clause) -> None:
    """Reading A-37: the clause gives a choice above the amount and forbids nothing below it."""
    value = dollars("10,000.00")
    desk = won(slug, *cash(value))
    to_ben = cv.ClaimPrize("ana", "cash prize", payments=paid((CHEQUE, value, "ben")))
    refused = desk.refused(to_ben)
    assert refused == Refused("paid_to_another", clause)
    assert refused.detail == "a crossed cheque goes to the winner, not to ben"
    desk.do(cv.ClaimPrize("ana", "cash prize", payments=paid((CHEQUE, value, "ana"))))


@PAYMENTS
@pytest.mark.parametrize(
    ("parts", "code"),
    [
        ((), "payment_not_chosen"),
        (paid(("cash", 1_000_000, "")), "parts_do_not_add_up"),
        (paid(("cash", 1_000_002, "")), "parts_do_not_add_up"),
        (paid(("cash", 1_000_002, ""), (CHEQUE, -1, "ana")), "payment_impossible"),
        (paid(("cash", 1_000_001, ""), (CHEQUE, 0, "ana")), "payment_impossible"),
        (paid((CHEQUE, 1_000_001, "ben")), "paid_to_another"),
        (paid((TRANSFER, 1_000_001, "")), "paid_to_another"),
        (paid(("cash", 1_000_001, "")), ""),
        (paid((CHEQUE, 1_000_001, "ana")), ""),
        (paid((TRANSFER, 1_000_001, "ana")), ""),
        (paid(("cash", 1, ""), (CHEQUE, 600_000, "ana"), (TRANSFER, 400_000, "ana")), ""),
    ],
)
def test_above_it_the_winner_chooses_and_is_paid_alone(
    slug: str, clause: Clause, parts: tuple[cv.Payment, ...], code: str
) -> None:
    prizes = cash(dollars("10,000.01"))
    desk = Desk(slug).known(complete(prizes=prizes), ("ana", 1), scrutineer="Eli")
    _overseen(desk)
    order = cv.ClaimPrize("ana", "cash prize", payments=parts)
    if code:
        assert desk.refused(order) == Refused(code, clause)
        return
    (fact,) = desk.do(order)
    assert clause in fact.clauses  # type: ignore[attr-defined]
    desk.do(cv.AwardPrize(1))
    assert desk.promotion.claims[0].payments == parts


def _overseen(desk: Desk) -> None:
    from houseway.promotion import draw_vocabulary as dv
    from tests.promotion.desk import SEED

    desk.do(dv.DrawWinners(SEED), at=DRAW)
    desk.do(dv.SignDraw(), actor="Eli")


# Cash instead

ALTERNATIVES = {
    "seven-up-baccarat": seven_up("16.4"),
    "three-card-baccarat": three_card("15.3"),
    "casino-war": war("14.3"),
}


@pytest.mark.parametrize("slug", ALL)
def test_the_cash_that_the_terms_state_can_be_taken(slug: str) -> None:
    desk = won(slug, msgspec.structs.replace(CAR, cash_alternative=dollars(8_000)))
    (fact,) = desk.do(cv.ClaimPrize("ana", "car", cash_instead=True))
    assert isinstance(fact, cv.PrizeClaimed)
    assert fact.value == dollars(8_000)
    assert ALTERNATIVES[slug] in fact.clauses


@pytest.mark.parametrize("slug", ALL)
def test_cash_is_not_taken_where_none_was_offered(slug: str) -> None:
    desk = won(slug, CAR)
    refused = desk.refused(cv.ClaimPrize("ana", "car", cash_instead=True))
    assert refused == Refused("no_cash_alternative", ALTERNATIVES[slug])
    desk.do(cv.ClaimPrize("ana", "car"))


@pytest.mark.parametrize("slug", ["seven-up-baccarat", "three-card-baccarat"])
def test_two_documents_offer_only_what_their_terms_state(slug: str) -> None:
    """7-Up Baccarat 16.4 and Three Card Baccarat 15.3: clearly stated in the terms."""
    desk = won(slug, CAR)
    refused = desk.refused(cv.OfferCash(1, dollars(8_000)))
    assert refused == Refused("not_in_terms", ALTERNATIVES[slug])
    assert refused.detail == "the terms state the cash alternative of car: none"
    stated = won(slug, msgspec.structs.replace(CAR, cash_alternative=dollars(8_000)))
    refused = stated.refused(cv.OfferCash(1, dollars(7_000)))
    assert refused == Refused("not_in_terms", ALTERNATIVES[slug])
    assert refused.detail == "the terms state the cash alternative of car: $8,000"


@pytest.mark.parametrize("amount", [0, -1])
def test_an_offer_of_cash_is_positive(amount: int) -> None:
    refused = won("casino-war", CAR).refused(cv.OfferCash(1, amount))
    assert refused == Refused("nothing_to_offer", war("14.3"))


def test_no_cash_is_offered_once_the_prize_is_awarded() -> None:
    desk = won("casino-war", CAR)
    desk.do(cv.ClaimPrize("ana", "car"))
    desk.do(cv.AwardPrize(1))
    refused = desk.refused(cv.OfferCash(1, dollars(8_000)))
    assert refused == Refused("nothing_to_offer", war("14.3"))


def test_casino_war_may_offer_cash_that_its_terms_do_not_state() -> None:
    """Casino War 14.3, reading A-26; together with another game it is the other's rule."""
    desk = won("casino-war", CAR)
    (fact,) = desk.do(cv.OfferCash(1, dollars(8_000)))
    assert fact.clauses == (war("14.3"),)  # type: ignore[attr-defined]
    (claimed,) = desk.do(cv.ClaimPrize("ana", "car", cash_instead=True))
    assert isinstance(claimed, cv.PrizeClaimed)
    assert claimed.value == dollars(8_000)
    both = won(("casino-war", "three-card-baccarat"), CAR)
    refused = both.refused(cv.OfferCash(1, dollars(8_000)))
    assert refused == Refused("not_in_terms", three_card("15.3"))


@pytest.mark.parametrize("kind", ["slots dollars", "casino dollars", "cash"])
def test_no_cash_is_offered_for_dollars_of_the_house(kind: Any) -> None:
    """Casino War 14.3: prizes of slots dollars or casino dollars are excepted."""
    desk = won("casino-war", msgspec.structs.replace(CASH_PRIZE, kind=kind))
    refused = desk.refused(cv.OfferCash(1, dollars(100)))
    assert refused == Refused("no_cash_alternative", war("14.3"))


def test_a_large_sum_taken_instead_is_paid_as_the_winner_chooses() -> None:
    """Casino War 14.4: cash taken instead of goods is paid like a cash prize."""
    prize = msgspec.structs.replace(CAR, cash_alternative=dollars("10,000.01"))
    desk = won("casino-war", prize)
    order = cv.ClaimPrize("ana", "car", cash_instead=True)
    assert desk.refused(order) == Refused("payment_not_chosen", war("14.4"))
    parts = paid(("cash", 1_000_001, ""))
    desk.do(msgspec.structs.replace(order, payments=parts))


def test_goods_are_not_paid_in_parts() -> None:
    order = cv.ClaimPrize("ana", "car", payments=paid(("cash", 1, "")))
    assert won("casino-war", CAR).refused(order) == Refused("not_cash", war("14.7.8"))


# Awarding and refusing


def test_a_winner_claims_once_and_is_awarded_once() -> None:
    """7-Up Baccarat 16.2: a prize is on record as awarded under its entry in the register."""
    desk = won("seven-up-baccarat")
    desk.do(cv.ClaimPrize("ana", "cash prize"))
    (fact,) = desk.do(cv.AwardPrize(1))
    assert fact.clauses == (seven_up("16.2"),)  # type: ignore[attr-defined]
    assert desk.promotion.winners[0].status == "awarded"
    assert desk.refused(cv.AwardPrize(1)).code == "claim_answered"
    desk.do(cv.ClaimPrize("ana", "cash prize"))
    assert desk.refused(cv.AwardPrize(2)) == Refused("not_a_winner", seven_up("16.8.1"))
    assert desk.refused(cv.AwardPrize(9)).code == "no_such_claim"


def test_whoever_was_not_drawn_is_heard_and_not_paid() -> None:
    desk = won("casino-war")
    (fact,) = desk.do(cv.ClaimPrize("ben", "cash prize"))
    assert isinstance(fact, cv.PrizeClaimed)
    assert fact.winner == 0
    assert desk.refused(cv.AwardPrize(1)) == Refused("not_a_winner", war("14.7.1"))
    other = desk.refused(cv.ClaimPrize("ben", "a yacht"))
    assert other == Refused("no_such_prize", war("14.7.8"))


REFUSALS = pytest.mark.parametrize(
    ("slug", "refusal", "kept"),
    [
        ("seven-up-baccarat", seven_up("16.11"), seven_up("16.11.1")),
        ("three-card-baccarat", three_card("15.10"), three_card("15.10.1")),
        ("casino-war", war("14.10"), war("14.10.1")),
    ],
)


@REFUSALS
def test_a_refused_patron_is_told_why(slug: str, refusal: Clause, kept: Clause) -> None:
    desk = won(slug)
    desk.do(cv.ClaimPrize("ana", "cash prize"))
    nothing = desk.refused(cv.TellReasons(1, "face-to-face"))
    assert nothing == Refused("nothing_to_tell", refusal)
    assert desk.refused(cv.RefuseClaim(1, " ", "receipt")) == Refused("no_reason", refusal)
    desk.refused_by_two(1, "is not of age", "receipt")
    assert desk.promotion.claims[0].told is None
    (fact,) = desk.do(cv.TellReasons(1, "face-to-face"))
    assert fact.clauses == (refusal,)  # type: ignore[attr-defined]
    assert desk.refused(cv.TellReasons(1, "mail")) == Refused("nothing_to_tell", refusal)


@REFUSALS
def test_claims_over_a_hundred_dollars_keep_name_and_address(
    slug: str, refusal: Clause, kept: Clause
) -> None:
    """Reading A-20: $100.00 is not over $100, and a cent more is."""
    small, large = won(slug, *cash(dollars("100.00"))), won(slug, *cash(dollars("100.01")))
    for desk in (small, large):
        desk.do(cv.ClaimPrize("ana", "cash prize"))
    (fact,) = small.refused_by_two(1, "is not of age")
    assert fact.clauses == (refusal,)  # type: ignore[attr-defined]
    expected = Refused("claimant_not_kept", kept)
    assert large.refused(cv.RefuseClaim(1, "is not of age")) == expected
    (fact,) = large.refused_by_two(1, "is not of age", "receipt")
    assert fact.clauses == (refusal, kept)  # type: ignore[attr-defined]
    claim = large.promotion.claims[0]
    assert (claim.reason, claim.kept, claim.status) == ("is not of age", "receipt", "refused")


# Disputes

DISPUTES = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.12")),
        ("three-card-baccarat", three_card("15.11")),
        ("casino-war", war("14.11")),
    ],
)


@DISPUTES
def test_the_decision_is_final_and_the_right_to_complain_is_told(slug: str, clause: Clause) -> None:
    desk = won(slug)
    desk.do(cv.DisputeTerms("ben", "the closing time"))
    assert desk.refused(cv.AdviseOfComplaint(1)) == Refused("not_decided", clause)
    assert desk.refused(cv.DecideTermsDispute(1, " ")) == Refused("no_decision", clause)
    desk.do(cv.DecideTermsDispute(1, "the clock at the desk counts"))
    again = desk.refused(cv.DecideTermsDispute(1, "another clock"))
    assert again == Refused("decision_final", clause)
    (fact,) = desk.do(cv.AdviseOfComplaint(1))
    assert isinstance(fact, cv.ComplaintRightAdvised)
    assert (fact.advice, fact.clauses) == (ADVICE, (clause,))
    assert "inspector under section 33 of the Gaming and Liquor Administration Act 2007" in ADVICE
    for order in (cv.DecideTermsDispute(2, "no"), cv.AdviseOfComplaint(2)):
        assert desk.refused(order).code == "no_such_dispute"
