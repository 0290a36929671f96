"""When the Authority must have the conditions, and what it takes to change them."""

from __future__ import annotations

import msgspec
import pytest

from houseway.promotion import vocabulary as v
from houseway.promotion.due import authority_notified_by_us
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    ALL,
    CASH_PRIZE,
    DAY,
    HOUR,
    START,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
    without,
)

# How long before the start the Authority was notified, and whether that is enough.
# fmt: off
NOTICES: list[tuple[tuple[str, ...], int, Clause | None]] = [
    (("seven-up-baccarat",),               24 * HOUR,     None),
    (("seven-up-baccarat",),               24 * HOUR - 1, seven_up("16.10")),
    (("three-card-baccarat",),             24 * HOUR,     None),
    (("three-card-baccarat",),             24 * HOUR - 1, three_card("15.9")),
    (("casino-war",),                      1,             None),
    (("casino-war",),                      0,             war("14.9")),
    (("casino-war", "seven-up-baccarat"),  24 * HOUR,     None),
    (("casino-war", "seven-up-baccarat"),  24 * HOUR - 1, seven_up("16.10")),
    (("casino-war", "three-card-baccarat"), HOUR,         three_card("15.9")),
]
# fmt: on


@pytest.mark.parametrize(("documents", "before", "clause"), NOTICES)
def test_the_authority_is_notified_in_time(
    documents: tuple[str, ...], before: int, clause: Clause | None
) -> None:
    """Reading A-22: 24 hours in two documents, before the start in the third, the strictest of
    several."""
    desk = Desk(*documents)
    desk.do(v.SetConditions(complete()))
    desk.do(v.PublishConditions(("website",)))
    desk.do(v.NotifyAuthority("e-mail"), at=START - before)
    if clause is None:
        (fact,) = desk.do(v.StartPromotion(), at=START)
        assert isinstance(fact, v.PromotionStarted)
        return
    refused = desk.refused(v.StartPromotion(), at=START)
    assert refused == Refused("notice_too_short", clause)


def test_the_refusal_says_the_earliest_start() -> None:
    """7-Up Baccarat 16.10: notified on Sunday at noon, it starts on Monday at noon or later."""
    desk = Desk("seven-up-baccarat").ready()
    desk.do(v.NotifyAuthority("e-mail"), at=START - 22 * HOUR)
    refused = desk.refused(v.StartPromotion(), at=START)
    assert "the earliest start is 2026-03-02 12:00 UTC" in refused.detail
    assert desk.refused(v.StartPromotion(), at=START + 2 * HOUR - 1).code == "notice_too_short"
    desk.do(v.StartPromotion(), at=START + 2 * HOUR)


def test_notified_a_day_late_it_starts_a_day_late() -> None:
    """Three Card Baccarat 15.9: notified at the stated start, on Monday at ten, it starts on
    Tuesday at ten."""
    desk = Desk("three-card-baccarat").ready()
    desk.do(v.NotifyAuthority("e-mail"), at=START)
    refused = desk.refused(v.StartPromotion(), at=START + DAY - 1)
    assert refused == Refused("notice_too_short", three_card("15.9"))
    assert "the earliest start is 2026-03-03 10:00 UTC" in refused.detail
    desk.do(v.StartPromotion(), at=START + DAY)


def test_a_promotion_of_which_the_authority_knows_nothing_does_not_start() -> None:
    """Casino War 14.9."""
    desk = Desk("casino-war")
    desk.do(v.SetConditions(complete()))
    desk.do(v.PublishConditions(("website",)))
    expected = Refused("authority_not_notified", war("14.9"))
    assert desk.refused(v.StartPromotion(), at=START) == expected


def test_a_change_before_the_start_starts_the_clock_again() -> None:
    """7-Up Baccarat 16.10, reading A-23: changed details are new details."""
    desk = Desk("seven-up-baccarat").ready()
    desk.do(v.SetConditions(complete(one_prize_each=True)), at=START - HOUR)
    desk.do(v.PublishConditions(("website",)))
    expected = Refused("authority_not_notified", seven_up("16.10"))
    assert desk.refused(v.StartPromotion(), at=START) == expected
    desk.do(v.NotifyAuthority("e-mail"), at=START)
    assert desk.refused(v.StartPromotion(), at=START + DAY - 1).code == "notice_too_short"
    desk.do(v.StartPromotion(), at=START + DAY)


def test_it_does_not_start_before_the_time_that_its_terms_state() -> None:
    """Three Card Baccarat 15.7.7: place, date and time are those of the conditions."""
    desk = Desk("three-card-baccarat").ready()
    expected = Refused("before_its_time", three_card("15.7.7"))
    assert desk.refused(v.StartPromotion(), at=START - 1) == expected
    desk.do(v.StartPromotion(), at=START)


def test_the_latest_notice_is_told_beforehand() -> None:
    """Casino War 14.9 alone allows the very start; 7-Up Baccarat 16.10 wants a day."""
    alone = Desk("casino-war")
    alone.do(v.SetConditions(complete()))
    both = Desk("casino-war", "seven-up-baccarat")
    both.do(v.SetConditions(complete()))
    assert authority_notified_by_us(alone.promotion) == START
    assert authority_notified_by_us(both.promotion) == START - DAY


# After the start

APPROVAL = v.Approval("L-2026/114", "the Authority's delegate", START + HOUR)

# fmt: off
AMENDMENTS = pytest.mark.parametrize(("slug", "clause"), [
    ("seven-up-baccarat", seven_up("16.10.1")), ("three-card-baccarat", three_card("15.9.1")),
    ("casino-war", war("14.9.1")),
])
# fmt: on


@AMENDMENTS
def test_conditions_are_locked_once_it_has_started(slug: str, clause: Clause) -> None:
    desk = Desk(slug).started()
    order = v.SetConditions(complete(one_prize_each=True))
    assert desk.refused(order) == Refused("conditions_locked", clause)


@AMENDMENTS
@pytest.mark.parametrize(
    "approval",
    [
        None,
        msgspec.structs.replace(APPROVAL, reference=" "),
        msgspec.structs.replace(APPROVAL, approver=""),
        msgspec.structs.replace(APPROVAL, at_us=START + 2 * HOUR + 1),
    ],
)
def test_an_amendment_needs_the_approval_on_record(
    slug: str, clause: Clause, approval: v.Approval | None
) -> None:
    desk = Desk(slug).started()
    order = v.AmendConditions(complete(one_prize_each=True), approval)
    assert desk.refused(order, at=START + 2 * HOUR) == Refused("not_approved", clause)


@AMENDMENTS
def test_both_versions_are_kept(slug: str, clause: Clause) -> None:
    desk = Desk(slug).started()
    changed = complete(one_prize_each=True)
    (fact,) = desk.do(v.AmendConditions(changed, APPROVAL), at=START + 2 * HOUR)
    assert fact.clauses == (clause,)  # type: ignore[attr-defined]
    first, second = desk.promotion.versions
    assert (first.conditions, first.approval) == (complete(), None)
    assert (second.conditions, second.approval) == (changed, APPROVAL)


def test_an_amendment_is_complete_and_has_no_excluded_prize() -> None:
    """7-Up Baccarat 16.8 and 16.6.1 hold for amended conditions as well."""
    desk = Desk("seven-up-baccarat").started()
    short = v.AmendConditions(complete(terms=without("manner")), APPROVAL)
    expected = Refused("conditions_incomplete", seven_up("16.8"))
    assert desk.refused(short, at=START + 2 * HOUR) == expected
    cigars = msgspec.structs.replace(CASH_PRIZE, includes=("cigars",))
    barred = v.AmendConditions(complete(prizes=(cigars,)), APPROVAL)
    assert desk.refused(barred) == Refused("prize_prohibited", seven_up("16.6.1"))


def test_what_was_drawn_is_not_amended() -> None:
    """7-Up Baccarat 16.10.1: the winners were drawn under the conditions as they stood."""
    desk = Desk(*ALL).drawn()
    order = v.AmendConditions(complete(), APPROVAL)
    assert desk.refused(order) == Refused("draw_made", seven_up("16.10.1"))
