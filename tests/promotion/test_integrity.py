"""A compromised promotion or draw: what stops, what goes on, and who is told at once."""

from __future__ import annotations

import pytest

from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.due import due
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import DRAW, HOUR, SEED, Desk, seven_up, three_card, war

EACH = pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.13")),
        ("three-card-baccarat", three_card("15.12")),
        ("casino-war", war("14.12")),
    ],
)
FOUND = "two tickets had one number"


@EACH
def test_a_postponed_draw_waits_until_it_is_validated(slug: str, clause: Clause) -> None:
    desk = Desk(slug).known()
    desk.do(v.PostponeFor("draw", FOUND), at=DRAW)
    refused = desk.refused(dv.DrawWinners(SEED))
    assert refused == Refused("postponed", clause)
    assert FOUND in refused.detail
    untold = desk.refused(v.ValidateIntegrity("counted anew"))
    assert untold == Refused("inspectorate_not_told", clause)
    desk.do(v.NotifyInspectorate("telephone"))
    assert desk.refused(v.ValidateIntegrity(" ")) == Refused("no_reason", clause)
    desk.do(v.ValidateIntegrity("counted anew"))
    desk.do(dv.DrawWinners(SEED))


@EACH
def test_the_inspectorate_is_owed_a_notification_from_that_moment(
    slug: str, clause: Clause
) -> None:
    desk = Desk(slug).sealed()
    assert desk.refused(v.NotifyInspectorate("telephone")) == Refused("nothing_owed", clause)
    desk.do(v.CancelFor("draw", FOUND), at=DRAW)
    (owed,) = [each for each in due(desk.promotion) if each.to == "the inspectorate"]
    assert (owed.by_us, owed.clause) == (DRAW, clause)
    assert owed.overdue(DRAW + 1)
    desk.do(v.NotifyInspectorate("telephone"), at=DRAW + HOUR)
    told = desk.promotion.compromises[0].notified
    assert told is not None
    assert told.at_us == DRAW + HOUR
    assert not [each for each in due(desk.promotion) if each.to == "the inspectorate"]


@EACH
def test_only_a_draw_is_cancelled(slug: str, clause: Clause) -> None:
    """Reading A-27: postponing reaches the promotion or the draw, cancelling the draw alone."""
    desk = Desk(slug).sealed()
    refused = desk.refused(v.CancelFor("promotion", FOUND))
    assert refused == Refused("only_the_draw", clause)
    desk.do(v.CancelFor("draw", FOUND))
    for order in (dv.DrawWinners(SEED), dv.SealEntries(), v.CancelFor("draw", FOUND)):
        assert desk.refused(order, at=DRAW).code in ("draw_cancelled", "entries_sealed")
    assert desk.refused(v.ValidateIntegrity("x")) == Refused("nothing_postponed", clause)


@EACH
def test_a_reason_is_given_for_what_can_be_postponed(slug: str, clause: Clause) -> None:
    desk = Desk(slug).started()
    assert desk.refused(v.PostponeFor("draw", " ")) == Refused("no_reason", clause)
    refused = desk.refused(v.PostponeFor("dinner", FOUND))
    assert refused == Refused("nothing_to_postpone", clause)


def test_a_postponed_draw_still_takes_entries_and_a_postponed_promotion_does_not() -> None:
    """7-Up Baccarat 16.13: the promotion and/or the draw."""
    draw = Desk("seven-up-baccarat").started()
    draw.do(v.PostponeFor("draw", FOUND))
    draw.do(dv.EnterPatron("ana"))
    promotion = Desk("seven-up-baccarat").started()
    promotion.do(v.PostponeFor("promotion", FOUND))
    expected = Refused("postponed", seven_up("16.13"))
    assert promotion.refused(dv.EnterPatron("ana")) == expected
    assert promotion.refused(dv.SealEntries()) == expected


def test_nothing_is_awarded_or_published_of_a_postponed_draw() -> None:
    """Three Card Baccarat 15.12: also where it comes out after the draw."""
    desk = Desk("three-card-baccarat").claimed()
    desk.do(v.PostponeFor("draw", FOUND))
    expected = Refused("postponed", three_card("15.12"))
    assert desk.refused(cv.AwardPrize(1)) == expected
    assert desk.refused(dv.PublishResults("website")) == expected
    desk.do(v.NotifyInspectorate("telephone"))
    desk.do(v.ValidateIntegrity("the list was compared"))
    desk.do(cv.AwardPrize(1))


def test_a_cancelled_draw_has_no_winners() -> None:
    """Casino War 14.12: what was drawn and not handed over is void."""
    desk = Desk("casino-war").drawn()
    desk.do(v.CancelFor("draw", FOUND))
    (winner,) = desk.promotion.winners
    assert winner.status == "void"
    (claimed,) = desk.do(cv.ClaimPrize(winner.person, "cash prize"))
    assert claimed.winner == 0  # type: ignore[attr-defined]
    assert desk.replayed() == desk.promotion
