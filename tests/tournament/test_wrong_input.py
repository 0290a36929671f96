"""Wrong input under every document: refused with clause and figures, and nothing changes."""

from __future__ import annotations

import copy

import pytest

from houseway.games.commands import Command
from houseway.rulebook.document import document
from houseway.rulebook.ruling import Refused
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import Seat
from houseway.tournament.terms import Breakdown
from tests.tournament.desk import conditions
from tests.tournament.hall import DEALER, SEED, Hall

# Which clause refuses: the commission, the whole pool, the ballot, and a count against the issue.
CLAUSES = """
    seven-up-baccarat          15.3.2  15.3.2  15.5.4  15.5.9
    mini-baccarat              15.22   15.21   15.7    15.20
    tournament-canberra-poker  12.1    15.20   15.6    15.19
    tournament-blackjack       17.1    19.20   19.6    19.19
    tournament-roulette        11.1    12.18   12.6    12.17
    tournament-mini-baccarat   12.1    13.20   13.6    13.19
    tournament-pai-gow         14.1    17.20   17.6    17.19
"""
ROWS = [line.split() for line in CLAUSES.strip().splitlines()]


def refused(here: Hall, command: Command, **by: str) -> Refused:
    """Refused, and the tournament is what it was."""
    before = copy.deepcopy(here.tournament)
    ruling = here.ask(command, **by)  # type: ignore[arg-type]
    assert isinstance(ruling, Refused), ruling
    assert here.tournament == before
    return ruling


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_commission_over_what_may_be_kept(row: list[str]) -> None:
    """7-Up Baccarat 15.3.2: none; Mini Baccarat 15.22: 10 % of one fee of $27.55 is $2.75; the
    others, such as Tournament Canberra Poker 12.1, at most $2.75 of it."""
    slug, clause = row[0], document(row[0])(row[1])
    here = Hall(slug)
    if slug == "mini-baccarat":
        here.draft(commission=276)
        for order in (
            v.PublishConditions(), v.NotifyCommission("letter 7"),
            e.RecordCommissionApproval("GRC 12", hundredths=1000),
        ):  # fmt: skip
            here.do(order)
        found = refused(here, e.OpenEntries())
        assert found.detail == "$2.76 would be kept of $27.55; 10.00 % of the fees is approved"
    else:
        found = refused(here, v.DraftConditions(conditions(slug, commission=276)))
        assert "$2.76" in found.detail
    assert found.clause == clause


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
@pytest.mark.parametrize(("shares", "told"), [((5000, 5001), "100.01 %"), ((9999,), "99.99 %")])
def test_prizes_that_are_not_the_whole_pool(
    row: list[str], shares: tuple[int, ...], told: str
) -> None:
    """7-Up Baccarat 15.3.2, Mini Baccarat 15.21, Tournament Canberra Poker 15.20, Tournament
    Blackjack 19.20, Tournament American Roulette 12.18, Tournament Mini-Baccarat 13.20, Tournament
    Pai Gow 17.20: all of it, and no more."""
    slug, here = row[0], Hall(row[0])
    wrong = v.DraftConditions(conditions(slug, breakdown=Breakdown(hundredths=shares)))
    found = refused(here, wrong)
    assert (found.code, found.clause) == ("prizes_not_the_pool", document(slug)(row[2]))
    assert found.detail == f"the shares are {told} of the pool, not 100 %"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_seat_that_is_taken(row: list[str]) -> None:
    """7-Up Baccarat 15.5.4, Mini Baccarat 15.7, Tournament Canberra Poker 15.6, Tournament
    Blackjack 19.6, Tournament American Roulette 12.6, Tournament Mini-Baccarat 13.6, Tournament Pai
    Gow 17.6: one box for one player."""
    here = Hall(row[0]).plan()
    fixed = tuple(s.FixedSeat(each, Seat("1", 4), "a wheelchair") for each in (1, 2))
    plan = s.TablePlan("1", here.every_box(), 3)
    found = refused(here, s.DraftBallot(1, SEED, (plan,), fixed))
    assert (found.code, found.clause) == ("seat_taken", document(row[0])(row[3]))
    assert found.detail == "box 4 of table 1 is not free for entry 2"


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_a_count_that_does_not_add_up(row: list[str]) -> None:
    """7-Up Baccarat 15.5.9, Mini Baccarat 15.20, Tournament Canberra Poker 15.19, Tournament
    Blackjack 19.19, Tournament American Roulette 12.17, Tournament Mini-Baccarat 13.19, Tournament
    Pai Gow 17.19: 300 were issued; 100, 100 and 90 held and 20 won make 310."""
    here = Hall(row[0]).ready()
    order = s.CountTable(1, "1", ((1, 100), (2, 100), (3, 90)), 20)
    found = refused(here, order, by=DEALER, actor="Eli")
    assert (found.code, found.clause) == ("count_does_not_add_up", document(row[0])(row[4]))
    expected = "290 held, 20 won by the table and 0 missing make 310; 300 were issued"
    assert found.detail == expected


@pytest.mark.parametrize("slug", [row[0] for row in ROWS])
def test_an_entrant_whom_nobody_knows(slug: str) -> None:
    """Whatever is asked of entry 9, of three there is none."""
    here = Hall(slug).ready()
    for order in (e.WithdrawEntry(9), e.RefundFee(9, "why"), w.DisputeRound(1, 9, "mine")):
        found = refused(here, order)
        assert found.code == "no_such_entry"
        assert found.detail == "there is no entry 9 among the 3"
