"""What is owed next, to whom and by when; as CSV, as a calendar, and before the closing."""

from __future__ import annotations

import io

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.due import Due, due
from houseway.records.drawfile import calendar, write_csv
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    CASH_PRIZE,
    CLOSE,
    DAY,
    DRAW,
    END,
    HOUR,
    PUBLIC,
    PUBLIC_AT,
    SEED,
    START,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
)


def owed(desk: Desk) -> list[tuple[str, str, int, str]]:
    return [(each.what, each.to, each.by_us, each.clause) for each in due(desk.promotion)]


def test_before_the_start_the_authority_comes_first() -> None:
    """7-Up Baccarat 16.10 and 16.7; then nothing is owed until it starts."""
    desk = Desk("seven-up-baccarat")
    desk.do(v.SetConditions(complete()))
    assert owed(desk) == [
        ("give full details of the conditions", "the Authority", START - DAY, seven_up("16.10")),
        ("publish the conditions", "the public", START, seven_up("16.7")),
    ]
    desk.do(v.PublishConditions(("website",)))
    desk.do(v.NotifyAuthority("e-mail"))
    assert owed(desk) == []


def test_incomplete_conditions_are_owed_by_the_time_of_the_notice() -> None:
    """Casino War 14.7.1 and 14.9: by the start where no lead is asked for."""
    desk = Desk("casino-war")
    desk.do(v.SetConditions(complete(terms={}, prizes=(CASH_PRIZE,))))
    first = owed(desk)[0]
    assert first == ("complete the conditions: 10 missing", "promotions", START, war("14.7.1"))


def test_a_running_promotion_owes_scrutineer_seal_values_and_draw() -> None:
    """Three Card Baccarat 15.2, 15.7.1, 15.7.2 and 15.7.6."""
    prize = msgspec.structs.replace(CASH_PRIZE, value=dollars(12_000))
    desk = Desk("three-card-baccarat").started(complete(prizes=(prize,)))
    assert owed(desk) == [
        ("decide on a scrutineer", "promotions", PUBLIC_AT, three_card("15.2")),
        ("seal the entries", "promotions", PUBLIC_AT, three_card("15.7.6")),
        (f"record the public value ({PUBLIC.source})", "promotions", DRAW, three_card("15.7.1")),
        ("confirm the public value", "the second person", DRAW, three_card("15.7.1")),
        ("reveal the committed value", "the second person", DRAW, three_card("15.7.1")),
        ("draw the winners", "promotions", DRAW, three_card("15.7.2")),
    ]
    desk.do(dv.NameScrutineer("Eli"))
    assert owed(desk)[0] == (
        "commit to a value of your own", "Eli", PUBLIC_AT, three_card("15.7.1")
    )  # fmt: skip
    desk.do(dv.EnterPatron("ana"))
    desk.committed()
    desk.do(dv.SealEntries(), at=CLOSE + 1)
    desk.revealed()
    desk.do(dv.DrawWinners(SEED), at=DRAW)
    assert owed(desk) == [
        ("sign the draw", "Eli", DRAW, three_card("15.2")),
        ("notify winner 1", "the winner", DRAW + 48 * HOUR, three_card("15.8")),
        ("publish the results", "the public", END, three_card("15.7.10")),
    ]


@pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.9")),
        ("three-card-baccarat", three_card("15.8")),
        ("casino-war", war("14.8")),
    ],
)
def test_a_winner_is_notified_within_two_days(slug: str, clause: Clause) -> None:
    """Reading A-21: 48 hours from the draw; at the very end it is in time, after it overdue."""
    desk = Desk(slug).drawn()
    (first,) = [each for each in due(desk.promotion) if each.to == "the winner"]
    assert (first.by_us, first.clause) == (DRAW + 48 * HOUR, clause)
    assert not first.overdue(DRAW + 48 * HOUR)
    assert first.overdue(DRAW + 48 * HOUR + 1)
    desk.do(cv.NotifyWinner(1, "telephone", "the number on file"))
    (again,) = [each for each in due(desk.promotion) if each.to == "the winner"]
    assert again.what == "try to reach winner 1 again"
    assert not again.overdue(DRAW + 90 * DAY)
    desk.do(cv.NotifyWinner(1, "telephone", "the number on file", reached=True))
    assert not [each for each in due(desk.promotion) if each.to == "the winner"]


def test_whoever_must_be_present_need_not_be_notified() -> None:
    """7-Up Baccarat 16.9 speaks of entrants who are not required to be present."""
    desk = Desk("seven-up-baccarat").drawn(complete(present=True))
    assert not [each for each in due(desk.promotion) if each.to == "the winner"]


def test_claims_reasons_and_disputes_are_owed_to_the_patron() -> None:
    """7-Up Baccarat 16.8.8, 16.11 and 16.12."""
    desk = Desk("seven-up-baccarat").claimed()
    desk.do(dv.PublishResults("website"))
    assert owed(desk) == [("award or refuse claim 1", "the patron", 0, seven_up("16.8.8"))]
    desk.refused_by_two(1, "is not of age", "receipt")
    told_by = desk.now
    desk.do(cv.DisputeTerms("ana", "the age"))
    assert owed(desk) == [
        ("give the reasons for refusing claim 1", "the patron", told_by, seven_up("16.11")),
        ("decide dispute 1", "the patron", 0, seven_up("16.12")),
    ]
    desk.do(cv.TellReasons(1, "mail"))
    desk.do(cv.DecideTermsDispute(1, "it stands"), at=told_by + HOUR)
    advice = "advise of the right to complain in dispute 1"
    assert owed(desk) == [(advice, "the patron", told_by + HOUR, seven_up("16.12"))]
    desk.do(cv.AdviseOfComplaint(1))
    assert owed(desk) == []


REASONS = [("three-card-baccarat", three_card("15.10")), ("casino-war", war("14.10"))]


@pytest.mark.parametrize(("slug", "clause"), REASONS)
def test_the_reasons_of_a_refusal_are_owed_until_they_are_told(slug: str, clause: Clause) -> None:
    """Three Card Baccarat 15.10 and Casino War 14.10: from the moment of the refusal."""
    desk = Desk(slug).claimed()
    desk.refused_by_two(1, "is not of age", "receipt", at=DRAW + 2 * HOUR)
    tell = ("give the reasons for refusing claim 1", "the patron", DRAW + 2 * HOUR, clause)
    assert tell in owed(desk)
    desk.do(cv.TellReasons(1, "face-to-face"), at=DRAW + 3 * HOUR)
    assert tell not in owed(desk)
    told = desk.promotion.claims[0].told
    assert told is not None
    assert told.at_us == DRAW + 3 * HOUR


def test_a_satisfied_person_needs_no_advice() -> None:
    desk = Desk("casino-war").started()
    desk.do(cv.DisputeTerms("ana", "the age"))
    desk.do(cv.DecideTermsDispute(1, "as asked", satisfied=True))
    assert not [each for each in due(desk.promotion) if each.clause == war("14.11")]


def test_amended_conditions_are_published_at_once() -> None:
    """Casino War 14.6."""
    desk = Desk("casino-war").started()
    desk.do(v.AmendConditions(complete(one_prize_each=True), v.Approval("L-1", "delegate", START)),
            at=START + HOUR)  # fmt: skip
    expected = ("publish the amended conditions", "the public", START + HOUR, war("14.6"))
    assert expected in owed(desk)


def test_a_promotion_is_closed_when_nothing_is_owed() -> None:
    """Casino War 14.1: its status in the register; whoever could not be reached holds nothing."""
    desk = Desk("casino-war").drawn()
    assert desk.refused(v.ClosePromotion()) == Refused("still_owed", war("14.8"))
    desk.do(cv.NotifyWinner(1, "mail", "posted on 2026-03-08"))
    assert desk.refused(v.ClosePromotion()) == Refused("still_owed", war("14.7.10"))
    desk.do(dv.PublishResults("website"))
    early = desk.refused(v.ClosePromotion(), at=END - 1)
    assert early == Refused("prize_unclaimed", war("14.7.7"))
    desk.do(v.ClosePromotion(), at=END)
    assert desk.promotion.life == "over"
    refused = desk.refused(dv.EnterPatron("ana"))
    assert refused == Refused("promotion_closed", war("14.7.3"))


# Exports

LIST = (
    Due("notify winner 1", "the winner", DRAW, war("14.8")),
    Due("decide dispute 1; soon, please", "the patron", 0, war("14.11")),
)


def test_the_csv_says_what_is_overdue() -> None:
    file = io.StringIO()
    write_csv(LIST, DRAW + 1, file)
    assert file.getvalue() == (
        "overdue,by,what,to,clause\n"
        "OVERDUE,2026-03-07T21:00:00Z,notify winner 1,the winner,Casino War 14.8\n"
        ',,"decide dispute 1; soon, please",the patron,Casino War 14.11\n'
    )


def test_the_calendar_has_what_is_owed_by_a_time() -> None:
    text = calendar("promotion/1", LIST, DRAW)
    lines = text.split("\r\n")
    assert lines[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Houseway//Promotions//EN"]
    assert lines[-2:] == ["END:VCALENDAR", ""]
    assert text.count("BEGIN:VTODO") == 1
    assert "DUE:20260307T210000Z" in lines
    assert "SUMMARY:notify winner 1 (to the winner)" in lines
    assert "PRIORITY:5" in lines


def test_a_calendar_is_loud_escaped_and_folded() -> None:
    long = Due("tell, in full; " + "é" * 80, "the patron", DRAW, war("14.11"))
    text = calendar("promotion/1", (long,), DRAW + 1)
    assert "PRIORITY:1" in text
    assert "SUMMARY:OVERDUE: tell\\, in full\\; é" in text
    lines = text.split("\r\n")
    assert max(len(line.encode()) for line in lines) <= 75
    assert "é" * 80 in "".join(line.removeprefix(" ") for line in lines)
