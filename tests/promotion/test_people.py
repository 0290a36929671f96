"""Whom a promotion must still be able to reach: nobody's details are erased before."""

from __future__ import annotations

from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.state import Promotion, runs_of, still_needed
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import DRAW, END, HOUR, Desk, seven_up

NEEDED = "still_needed"


def test_whoever_is_in_a_draw_that_is_still_to_be_made() -> None:
    """7-Up Baccarat 16.9: a winner must be notified, and anybody in the list may win."""
    desk = Desk("seven-up-baccarat").sealed(None, ("ana", 1))
    assert still_needed(desk.promotion, "ana") == Refused(NEEDED, seven_up("16.9"))
    assert still_needed(desk.promotion, "ben") is None
    desk.do(v.CancelFor("draw", "a ticket twice"))
    assert still_needed(desk.promotion, "ana") is None


def test_whoever_has_won_until_it_is_handed_over_or_the_promotion_closed() -> None:
    """7-Up Baccarat 16.9."""
    desk = Desk("seven-up-baccarat").drawn(None, ("ana", 1), ("ben", 1))
    (won,) = desk.promotion.winners
    other = ({"ana", "ben"} - {won.person}).pop()
    assert still_needed(desk.promotion, won.person) == Refused(NEEDED, seven_up("16.9"))
    assert still_needed(desk.promotion, other) is None
    desk.do(cv.NotifyWinner(1, "mail", "posted on Sunday"), at=DRAW + HOUR)
    desk.do(dv.PublishResults("website"))
    desk.do(v.ClosePromotion(), at=END)
    assert still_needed(desk.promotion, won.person) is None


def test_whoever_claims_until_the_answer_was_told() -> None:
    """7-Up Baccarat 16.11: a patron who is refused is told why."""
    desk = Desk("seven-up-baccarat").claimed()
    assert still_needed(desk.promotion, "ana") == Refused(NEEDED, seven_up("16.9"))
    desk.do(cv.AwardPrize(1))
    assert still_needed(desk.promotion, "ana") is None
    desk.do(cv.ClaimPrize("ben", "cash prize"))
    assert still_needed(desk.promotion, "ben") == Refused(NEEDED, seven_up("16.11"))
    desk.refused_by_two(2, "was not drawn", "receipt")
    assert still_needed(desk.promotion, "ben") == Refused(NEEDED, seven_up("16.11"))
    desk.do(cv.TellReasons(2, "mail"))
    assert still_needed(desk.promotion, "ben") is None


def test_whoever_disputes_until_satisfied_or_advised() -> None:
    """7-Up Baccarat 16.12: told of the right to complain to an inspector."""
    desk = Desk("seven-up-baccarat").started()
    for person in ("ana", "ben"):
        desk.do(cv.DisputeTerms(person, "the age"))
    desk.do(cv.DecideTermsDispute(1, "as asked", satisfied=True))
    desk.do(cv.DecideTermsDispute(2, "it stands"))
    assert still_needed(desk.promotion, "ana") is None
    assert still_needed(desk.promotion, "ben") == Refused(NEEDED, seven_up("16.12"))
    desk.do(cv.AdviseOfComplaint(2))
    assert still_needed(desk.promotion, "ben") is None


def test_the_tickets_of_one_person_lie_where_they_were_entered() -> None:
    desk = Desk("seven-up-baccarat").sealed(None, ("ana", 3), ("ben", 1), ("ana", 2), ("ana", 1))
    assert list(runs_of(desk.promotion.entries, "ana")) == [(1, 3), (5, 6), (7, 7)]
    assert list(runs_of(desk.promotion.entries, "ben")) == [(4, 4)]
    assert list(runs_of(desk.promotion.entries, "chen")) == []


def test_a_promotion_that_was_never_registered_needs_nobody() -> None:
    assert still_needed(Promotion(), "ana") is None
