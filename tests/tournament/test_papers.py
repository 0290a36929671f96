"""What is printed and told: conditions, receipts, the working of places and prizes, next steps."""

from __future__ import annotations

import msgspec
import pytest

from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import merit, prizes
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.awaits import awaits
from houseway.tournament.charge import printed
from houseway.tournament.money import receipt
from houseway.tournament.terms import BuyBack, LimitChange
from tests.tournament.desk import CANBERRA, FINAL, HEATS, MANAGER, STAR, START, WORDS, Desk

NO_HEATS = {"stages": (FINAL,), "answers": {**WORDS, "progress": "none", "level": "none"}}
POKER = document("tournament-canberra-poker")
STARS = document("seven-up-baccarat")


def test_the_conditions_are_printed_item_by_item() -> None:
    """Tournament Canberra Poker 15.2(c), 15.2(e), 15.2(h): each item by its clause."""
    desk = Desk("tournament-canberra-poker")
    desk.draft()
    said = {clause: text for clause, _, text in printed(desk.tournament)}
    assert said[POKER("15.2(c)")] == "entry fee $27.55; commission $2.75 of it"
    assert said[POKER("15.2(b)")] == (
        "heats: 20 rounds at 2 tables, 1 advances from each table; final: 20 rounds at 1 table"
    )
    assert said[POKER("15.2(e)")] == "2 to 8 entrants; the form at the desk"
    assert said[POKER("15.2(h)")] == (
        "place 1: 50.00 %; place 2: 30.00 %; place 3: 20.00 %; paid in cash at the cage"
    )


def test_a_session_is_bounded_by_a_clock_or_by_coups() -> None:
    """7-Up Baccarat 15.1.1 session, 15.4.2(e): minutes will do, and neither will not."""
    desk = Desk(STAR)
    by_clock = msgspec.structs.replace(FINAL, rounds=0, minutes=30)
    desk.draft(stages=(by_clock,))
    said = {clause: text for clause, _, text in printed(desk.tournament)}
    assert said[STARS("15.4.2(e)")] == "final: 30 minutes at 1 table"
    desk.draft(stages=(msgspec.structs.replace(by_clock, minutes=0),))
    refused = desk.refused(v.PublishConditions())
    assert (refused.code, refused.clause) == ("conditions_incomplete", STARS("15.4.2(e)"))


@pytest.mark.parametrize("slug", [STAR, CANBERRA, "tournament-canberra-poker"])
def test_what_is_answered_in_figures_is_printed_in_words(slug: str) -> None:
    """7-Up Baccarat 15.4.2, Mini Baccarat 15.3, Tournament Canberra Poker 15.2: none is blank."""
    desk = Desk(slug)
    desk.draft()
    assert all(text for _, _, text in printed(desk.tournament))


def test_the_start_and_what_separates_the_level_are_in_print() -> None:
    """Mini Baccarat 15.3(a)(i), 15.3(a)(viii)(B), 15.3(a)(xi)(A), 15.3(a)(ii)(f), 15.3(a)(vii).

    The start of the tests is 20,000 days after 1 January 1970: 54 years with 13 leap days are
    19,723 days, and 277 more lead to 4 October of the leap year 2024.
    """
    desk = Desk(CANBERRA)
    rising = msgspec.structs.replace(HEATS, limit_changes=(LimitChange(4, 20, 80),))
    words = {key: said for key, said in WORDS.items() if key != "buy-back"}
    desk.draft(stages=(rising, FINAL), buy_back=BuyBack(1, 2), answers=words)
    said = {clause: text for clause, _, text in printed(desk.tournament)}
    cite = document(CANBERRA)
    assert said[cite("15.3(a)(i)")] == "04/10/2024 00:00 UTC; at the desk; anybody of age"
    assert said[cite("15.3(a)(viii)(B)")] == "they play additional rounds"
    assert said[cite("15.3(a)(xi)(A)")] == "they share what their places bring"
    once = "1 times for a new fee, before stage 2 at the latest"
    assert said[cite("15.3(a)(ii)(f)")] == once
    limits = "heats: 10 to 50; 20 to 80 from round 4; final: 10 to 50"
    assert said[cite("15.3(a)(vii)")] == limits


def test_what_only_one_document_gives_is_in_print() -> None:
    """7-Up Baccarat 15.4.2(b), 15.4.2(f), 15.4.2(i), 15.4.2(j), 15.4.2(h)(ii), 15.4.2(h)(iii)."""
    desk = Desk(STAR)
    words = {key: said for key, said in WORDS.items() if key not in ("refuse any", "criteria")}
    bought = msgspec.structs.replace(FINAL, buy_in=1000)
    desk.draft(
        stages=(bought,), ordered=True, pass_cards=2, undisclosed=1, guarantee=10_000,
        guarantee_entries=3, withdraw_until_us=START, refuse_any=True, criteria="members",
        answers=words,
    )  # fmt: skip
    said = {clause: text for clause, _, text in printed(desk.tournament)}
    assert said[STARS("15.4.2(b)")] == "final: 100 chips each for $10"
    order = "wagers in order; pass cards: 2 each; undisclosed wagers: 1 each; by lot"
    assert said[STARS("15.4.2(f)")] == order
    until = "withdrawal without penalty until 04/10/2024 00:00 UTC"
    assert said[STARS("15.4.2(i)")] == f"2 to 8 entrants; {until}; the form at the desk"
    assert said[STARS("15.4.2(j)")].endswith(
        "$100 guaranteed on 3 entries; paid in cash at the cage"
    )
    assert said[STARS("15.4.2(h)(ii)")] == "any application may be refused"
    assert said[STARS("15.4.2(h)(iii)")] == "members"


def test_what_is_missing_is_printed_as_a_blank() -> None:
    """7-Up Baccarat 15.4.2, 15.4.2(j): an item that is open has no text."""
    desk = Desk(STAR)
    desk.draft(breakdown=None)
    said = {clause: text for clause, _, text in printed(desk.tournament)}
    assert said[STARS("15.4.2(j)")] == ""
    assert said[STARS("15.4.2(d)")] == "heats: 10 to 50; final: 10 to 50"


def test_an_entrant_has_a_receipt() -> None:
    """Tournament Canberra Poker 12.1: what was paid, what of it is kept, what goes to the pool."""
    desk = Desk("tournament-canberra-poker").cleared().enter("Ana")
    given = receipt(desk.tournament, 1)
    assert (given.name, given.paid, given.commission, given.to_the_pool) == ("Ana", 2755, 275, 2480)
    assert given.clause == POKER("15.2(c)")


def test_the_working_of_places_is_shown() -> None:
    """7-Up Baccarat 15.10.2, 15.10.4: chips first, then those who went out, each with figures."""
    desk = Desk(STAR).cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    outs = (desk.out(2, 7, chips=4, stake=30, order=1), desk.out(3, 7, chips=0, stake=40, order=2))
    session = desk.played(0, {"1": (1, 2, 3)}, outs)
    desk.counted({1: 200})
    lines = [(each.clause, each.verdict) for each in merit.working(desk.tournament, session)]
    assert lines == [
        (STARS("15.10.2"), "place 1: Ana (entry 1), 200 chips"),
        (
            STARS("15.10.4"),
            "place 2: Ben (entry 2), out in round 7 with 4 chips left, wager 30, chips removed 1.",
        ),
        (
            STARS("15.10.4"),
            "place 3: Chen (entry 3), out in round 7 with 0 chips left, wager 40, chips removed 2.",
        ),
    ]


def test_the_working_of_prizes_is_shown() -> None:
    """Tournament Canberra Poker 15.20, 15.22: 3 x 24.80 = 74.40; 22.32 + 14.88 = 37.20 for two."""
    desk = Desk("tournament-canberra-poker").cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(2, 7), desk.out(3, 7)))
    desk.counted({1: 200})
    desk.confirm()
    lines = [(each.clause, each.verdict) for each in prizes.working(desk.tournament)]
    assert lines == [
        (POKER("15.20"), "the pool is $74.40"),
        (POKER("15.19"), "place 1: Ana (entry 1) $37.20"),
        (
            POKER("15.22"),
            "places 2 to 3 add up to $37.20, divided equally: "
            "Ben (entry 2) $18.60, Chen (entry 3) $18.60",
        ),
    ]


def test_goods_that_fall_to_two_are_decided_by_the_director() -> None:
    """7-Up Baccarat 15.3.1: goods go with a place; reading TP19 has a tie decided."""
    desk = Desk(CANBERRA).cleared(**NO_HEATS).enter("Ana", "Ben")
    desk.operator(e.AddToPool(goods="a watch", place=2))
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 90, 2: 90})
    desk.confirm()
    assert desk.refused(r.AwardPrizes()).code == "goods_undecided"
    desk.do(r.AwardPrizes({2: 1}))
    assert desk.tournament.awards[1].goods == ("a watch",)
    assert desk.tournament.awards[2].goods == ()


def steps(desk: Desk) -> list[str]:
    return [each.what for each in awaits(desk.tournament)]


def test_a_tournament_says_what_it_waits_for() -> None:
    """Mini Baccarat 15.2, 15.3, 15.20, 15.21: from the first draft to the last prize."""
    desk = Desk(CANBERRA)
    assert set(steps(desk)) == {"complete"}
    desk.draft(**NO_HEATS)
    assert steps(desk) == ["publish", "notify", "approve", "open"]
    desk.do(v.PublishConditions())
    desk.do(v.NotifyCommission("letter 7"))
    desk.do(e.RecordCommissionApproval("GRC 12", hundredths=1000))
    assert steps(desk) == ["open"]
    desk.do(e.OpenEntries())
    desk.enter("Ana", "Ben")
    assert steps(desk) == ["close"]
    desk.do(e.CloseEntries())
    assert steps(desk) == ["plan"]
    desk.played(0, {"1": (1, 2)})
    assert steps(desk) == ["count"]
    desk.do(r.RecordCounts(1, {1: 90, 2: 80}), Role.DEALER, "Eli")
    assert steps(desk) == ["confirm"]
    desk.do(r.ConfirmCounts(1))
    assert steps(desk) == ["confirm"]
    desk.confirm()
    assert steps(desk) == ["award"]
    desk.awarded()
    assert steps(desk) == ["pay", "pay"]
    desk.do(r.PayPrize(1, "slip 1"), MANAGER, "Gita")
    desk.do(r.PayPrize(2, "slip 2"), MANAGER, "Gita")
    assert steps(desk) == ["end"]
    desk.do(r.CloseTournament())
    assert steps(desk) == []


def test_entries_are_not_closed_with_too_few_by_the_step_that_is_offered() -> None:
    """Mini Baccarat 15.4, 15.23: the least is two; at closing with nobody the fees go back."""
    desk = Desk(CANBERRA).cleared(**NO_HEATS)
    assert steps(desk) == ["enter"]
    desk.enter("Ana")
    assert steps(desk) == ["enter"]
    desk.do(e.CloseEntries())
    assert steps(desk) == ["plan", "cancel"]
    desk.operator(e.CancelTournament("too few"))
    assert not any(desk.tournament.accounts.values())


def test_a_tournament_that_nobody_entered_is_called_off() -> None:
    """Mini Baccarat 15.23: nothing can be planned, and the refusal says what can be done."""
    desk = Desk(CANBERRA).cleared(**NO_HEATS)
    desk.do(e.CloseEntries())
    assert steps(desk) == ["cancel"]
    assert "cancel the tournament" in desk.refused(s.PlanSession(1, START)).detail
    desk.operator(e.CancelTournament("nobody came"))
    assert steps(desk) == []


def test_those_who_are_level_are_to_be_separated() -> None:
    """Tournament Canberra Poker 15.21: two level on the prizes of the final."""
    desk = Desk("tournament-canberra-poker").cleared(**NO_HEATS).enter("Ana", "Ben")
    desk.do(e.CloseEntries())
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 90, 2: 90})
    (step,) = awaits(desk.tournament)
    assert (step.what, step.clause) == ("separate", POKER("15.21"))
