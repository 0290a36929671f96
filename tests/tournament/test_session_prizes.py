"""Prizes at the end of a session, and the games that a tournament is played in."""

from __future__ import annotations

import msgspec
import pytest

from houseway.records.tournamentsheets import SHEETS
from houseway.rulebook.roles import Role
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from tests.conducting.casino import SLUGS
from tests.tournament.desk import FINAL, HEATS, Desk, conditions

DAILY = msgspec.structs.replace(HEATS, prizes=(30_00, 10_00), advance=3)


def counted(first: int, second: int, third: int) -> Desk:
    """Two fees of $24.80 reach the pool from each of four entrants: $99.20."""
    desk = Desk("mini-baccarat").cleared(stages=(DAILY, FINAL))
    desk.enter("Ana", "Ben", "Chen", "Dora")
    desk.played(0, {"1": (1, 2, 3, 4)})
    desk.counted({1: first, 2: second, 3: third, 4: 1})
    return desk


def played() -> Desk:
    """Ben and Chen are level below the minimum, and cannot play on."""
    desk = counted(300, 9, 9)
    desk.confirm(share=True)
    return desk


def test_a_prize_of_a_session_is_played_off_where_the_conditions_say_so() -> None:
    """Mini Baccarat 15.3(a)(viii)(B): the second gets $10 and the third nothing, so that additional
    rounds decide between Ben and Chen."""
    desk = counted(300, 200, 200)
    why = desk.refused(r.ConfirmSession(1, share=True))
    assert (why.code, why.clause) == ("level_on_chips", "Mini Baccarat 15.3(a)(viii)(B)")
    desk.do(r.OrderAdditionalRounds(1, (2, 3)))
    desk.do(r.RecordAdditionalRound(1, {2: 150, 3: 250}), Role.DEALER, "Eli")
    desk.confirm()
    events = desk.do(r.AwardSessionPrizes(1))
    assert {each.entry: each.amount for each in events} == {1: 30_00, 3: 10_00}  # type: ignore[attr-defined]


def test_prizes_of_a_session_are_awarded_and_paid_beside_the_others() -> None:
    """Mini Baccarat 15.3(a)(ii)(d), 15.21: Ana wins 30 in the heat; Ben and Chen share 10; the
    final divides the other 59.20."""
    desk = played()
    pool = desk.tournament.accounts["prize pool"]
    events = desk.do(r.AwardSessionPrizes(1))
    found = {each.entry: each.amount for each in events}  # type: ignore[attr-defined]
    assert found == {1: 30_00, 2: 5_00, 3: 5_00}
    assert {each.clause for each in events} == {"Mini Baccarat 15.3(a)(ii)(d)"}  # type: ignore[attr-defined]
    assert desk.refused(r.AwardSessionPrizes(1)).code == "prizes_awarded"
    desk.operator(r.PayPrize(1, "slip 1", session=1))
    sheet = SHEETS["prizes"](desk.tournament)
    assert [(row[-1], *row[:4]) for row in sheet.rows] == [
        ("session 1", "1", "1", "Ana", "30.00"),
        ("session 1", "2-3", "2", "Ben", "5.00"),
        ("session 1", "2-3", "3", "Chen", "5.00"),
    ]
    assert {"prizes awarded: $40", "prizes paid: $30"} <= set(sheet.notes)
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 300, 2: 200, 3: 100})
    desk.confirm()
    awarded = desk.awarded()
    assert sum(awarded.values()) == pool - 40_00
    assert awarded[1] == (pool - 40_00) // 2
    for entry in awarded:
        desk.operator(r.PayPrize(entry, "slip"))
    assert desk.refused(r.CloseTournament()).code == "pool_not_returned"
    for entry in (2, 3):
        desk.operator(r.PayPrize(entry, "slip", session=1))
    desk.do(r.CloseTournament())
    assert desk.tournament.accounts["prize pool"] == 0


def test_prizes_of_the_tournament_wait_for_those_of_its_sessions() -> None:
    """Mini Baccarat 15.3(a)(ii)(d): and no tournament is cancelled after its first prize."""
    desk = played()
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 300, 2: 200, 3: 100})
    desk.confirm()
    why = desk.refused(r.AwardPrizes())
    assert (why.code, why.clause) == ("session_prizes_open", "Mini Baccarat 15.3(a)(ii)(d)")


@pytest.mark.parametrize("slug", [each for each in SLUGS if each != "mini-baccarat"])
def test_other_documents_have_no_prizes_for_a_session(slug: str) -> None:
    desk = Desk(slug)
    why = desk.refused(v.DraftConditions(conditions(slug, stages=(DAILY, FINAL))))
    assert why.code == "not_of_this_document"
    assert why.detail == "this document has no session prizes"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_tournament_is_played_under_one_rule_set(slug: str) -> None:
    """Reading G1, the instrument of the 2002 sets, 7-Up Baccarat 15.1.1 tournament: only Mini
    Baccarat 15.3(a)(ii)(d) has sessions of other authorised games."""
    desk, wanted = Desk(slug), []
    for name in ("casino-war", "no-such-game", slug):
        stages = (msgspec.structs.replace(HEATS, game=name), FINAL)
        ruling = desk.ask(v.DraftConditions(conditions(slug, stages=stages)))
        wanted.append(getattr(ruling, "code", "drafted"))
    other = "drafted" if slug == "mini-baccarat" else "another_game"
    assert wanted == [other, "no_such_game", "drafted"]
