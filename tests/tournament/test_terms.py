"""The terms of a tournament: its chips, its tables, the operator's own money."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import Card
from houseway.equipment.chips import ChipSet, dollars
from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.mini_baccarat.state import AskNoBetCoup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tokens import ExchangeVoucher, StakeTokens
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.runner import Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.money import BuyChips, TakeAwayChips
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import COMMISSION, POOL
from tests.offices import opening_of
from tests.tournament.desk import CANBERRA, FINAL, HEATS, STAR, START, Desk
from tests.tournament.hall import DEALER
from tests.tournament.play.star import Star

stars, canberra = document(STAR), document(CANBERRA)


def at_table(slug: str, use: str = "tournament") -> Any:
    """A table of the game with Ana and Ben at it, ready for a round, in fives and ones."""
    found = game(slug)
    play = found.begin(Setup(found.options(use=use), found.limits, ChipSet((500, 100))))
    found.do(play, TakeAsPrepared(), Role.DEALER)
    for name in ("Ana", "Ben"):
        found.do(play, c.JoinTable(name), Role.PATRON)
        found.do(play, c.BringChips(name, dollars(20)), Role.DEALER)
    return play


def answer(play: Any, slug: str, command: c.Command, by: Role) -> tuple[str, str]:
    ruling = game(slug).decide(play, command, by)
    if isinstance(ruling, Refused):
        return ruling.code, str(ruling.clause or "")
    return type(ruling.events[0]).__name__, str(getattr(ruling.events[0], "clause", ""))


# The chips


@pytest.mark.parametrize(
    "slug", ["tournament-blackjack", "tournament-roulette", "tournament-pai-gow"]
)
def test_tournament_chips_are_of_the_tables_own_kinds(slug: str) -> None:
    """Tournament Blackjack terms: Tournament Chips, Tournament American Roulette terms: Tournament
    Chips, Tournament Pai Gow terms: Tournament Chips: a cent is no chip of the tournament."""
    found = game(slug)
    play = found.begin(Setup(found.options(), found.limits))
    refused = found.decide(play, c.BringChips("Ana", 1), Role.TOURNAMENT_DIRECTOR)
    wanted = document(slug)("terms: Tournament Chips")
    assert isinstance(refused, Refused)
    assert (refused.code, refused.clause) == ("not_in_chips", wanted)


def test_nothing_but_tournament_chips_is_staked_or_comes_to_the_table() -> None:
    """7-Up Baccarat 15.6.1, 15.6.8: no tokens and no vouchers; both are good in open play."""
    for use, exchanged in (("tournament", False), ("open play", True)):
        play = at_table(STAR, use)
        told = answer(play, STAR, ExchangeVoucher("Ana", dollars(10)), Role.DEALER)
        refused = ("tournament_chips_only", stars("15.6.8"))
        assert (told == refused) is not exchanged
    play = at_table(STAR)
    told = answer(play, STAR, StakeTokens("Ana", "banker", dollars(10), 1), Role.PATRON)
    assert told == ("tournament_chips_only", stars("15.6.1"))


@pytest.mark.parametrize(
    ("slug", "clause", "chips"),
    [
        (STAR, stars("15.1.1 tournament chips"), (500, 100)),
        (CANBERRA, canberra("terms: Tournament Chips"), (500, 100, 25)),
    ],
)
def test_tournament_chips_are_not_bought_and_not_redeemed(
    slug: str, clause: str, chips: tuple[int, ...], tmp_path: Path
) -> None:
    """7-Up Baccarat 15.1.1 tournament chips, Mini Baccarat terms: Tournament Chips: they come by
    issue, and are worth no money; at a table in open play chips are taken away as ever."""
    log = SqliteLog(tmp_path / "floor.db")
    runner = Runner(log, lambda: 1_780_000_000_000_000)
    for use in ("tournament", "open play"):
        orders = (
            (opening_of(slug, {"use": use}, game(slug).limits, chips), Role.GAMING_SUPERVISOR),
            (c.JoinTable("Ana"), Role.PATRON),
            (c.BringChips("Ana", dollars(20)), Role.DEALER),
        )
        for number, (command, by) in enumerate(orders):
            told = runner.order(f"table/{use}", Order(command, by, "Eli", f"{use} {number}"))
            assert told.refused is None, told.refused
        asked: tuple[tuple[c.Command, Role], ...] = (
            (c.BringChips("Ana", dollars(5)), Role.PATRON),
            (BuyChips("Ana", dollars(5)), Role.DEALER),
            (TakeAwayChips("Ana", dollars(5)), Role.DEALER),
        )
        for order, by in asked:
            told = runner.order(f"table/{use}", Order(order, by, "Ana", f"{use} {order}"))
            code = told.refused.code if told.refused else ""
            assert (code == "chips_are_issued") is (use == "tournament"), told.refused
            if use == "tournament" and told.refused:
                assert told.refused.clause == clause
    log.close()


# The rules of the game, and those of the tournament before them


def test_a_wager_below_the_minimum_is_made_up_and_does_not_stand() -> None:
    """7-Up Baccarat 15.2.1: 6.4 lets it stand in open play; a tournament has 15.6.14 instead."""
    for use, left, clause in (("tournament", 500, "15.2.1"), ("open play", 300, "6.4")):
        play, found = at_table(STAR, use), game(STAR)
        found.do(play, c.OpenBetting(), Role.DEALER)
        found.do(play, c.PlaceWager("Ana", "banker", 500, 1), Role.PATRON)
        found.do(play, c.DealCard(Card("9h")), Role.DEALER)
        told = found.do(play, c.FindWager("Ana", "banker", 300, 1), Role.DEALER)
        assert play.layout.wagers["Ana", 1, "banker"] == left
        assert getattr(told[0], "clause", "") == stars(clause)


def test_a_table_of_a_tournament_has_no_differential() -> None:
    """7-Up Baccarat 15.2.1: 6.3 does not hold there (reading 7U-18)."""
    found = game(STAR)
    limits = msgspec.structs.replace(found.limits, differential=dollars(500))
    refused = found.check_setup(Setup(found.options(use="tournament"), limits))
    assert refused == Refused("no_differential", stars("15.2.1"))
    assert found.check_setup(Setup(found.options(), limits)) is None


def test_no_coup_goes_without_wagers_by_request() -> None:
    """Mini Baccarat 15.1: 4.7 gives way to the duty to wager; in open play it may be asked for."""
    asked = AskNoBetCoup("Ana")
    told = answer(at_table(CANBERRA), CANBERRA, asked, Role.PATRON)
    assert told == ("wagers_compulsory", canberra("15.1"))
    told = answer(at_table(CANBERRA, "open play"), CANBERRA, asked, Role.PATRON)
    assert told == ("NoBetCoupAsked", canberra("4.7(a)"))


# The operator's own money


def test_the_commission_is_an_account_of_its_own() -> None:
    """Mini Baccarat terms: Tournament Commission: 2.75 of each 27.55, and no part of the pool."""
    desk = Desk(CANBERRA).cleared().enter("Ana", "Ben")
    accounts = desk.tournament.accounts
    assert (accounts[COMMISSION], accounts[POOL]) == (550, 4960)
    desk.operator(e.CancelTournament("flood"))
    assert (accounts[COMMISSION], accounts[POOL]) == (0, 0)


def test_a_buy_in_is_money_turned_into_chips_before_a_session() -> None:
    """7-Up Baccarat 15.1.1 buy-in: into an account that is not the prize pool."""
    here = Star()
    stage = msgspec.structs.replace(HEATS, buy_in=5000)
    here.plan(stage=stage).seat()
    bought = here.do(s.PayBuyIn(1, 1, 5000), DEALER, "Eli")[-1]
    assert isinstance(bought, s.BoughtIn)
    assert bought.clause == stars("15.1.1 buy-in")
    accounts = here.tournament.accounts
    assert (accounts["buy-ins"], accounts[POOL]) == (5000, 3 * 2755)


def test_the_chips_go_back_and_the_score_stays() -> None:
    """7-Up Baccarat 15.6.9: at the end of a session they are the operator's, counted or not."""
    desk = Desk(STAR).cleared().enter("Ana", "Ben")
    desk.played(0, {"1": (1,), "2": (2,)})
    desk.do(r.RecordCounts(1, {1: 150, 2: 60}), Role.DEALER, "Eli")
    confirmed = desk.do(r.ConfirmCounts(1))[-1]
    assert isinstance(confirmed, r.CountsConfirmed)
    assert confirmed.returned == stars("15.6.9")
    assert desk.tournament.sessions[0].chips == {1: 150, 2: 60}


def test_no_tables_are_designated() -> None:
    """7-Up Baccarat 15.5.1: the tables of a session are named."""
    here = Star().plan()
    refused = here.why(s.DraftBallot(1, "00" * 16, ()))
    assert (refused.code, refused.clause) == ("no_tables", stars("15.5.1"))


# Undisclosed wagers


def test_the_coup_waits_for_every_step_of_an_undisclosed_wager() -> None:
    """7-Up Baccarat 15.8.2: announced and not yet placed, so that no result can be counted."""
    here = Star().ready().open()
    here.hand_in(1, "banker", 20)
    here.supervise(f.PassForm(1, 1))
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    here.supervise(f.AnnounceForm(1, 1))
    counts = here.counts({1: 120, 2: 90, 3: 90})
    refused = here.why(counts, DEALER, "Eli")
    assert (refused.code, refused.clause) == ("round_under_way", stars("15.8.2"))
    here.try_(f.PlaceAnnounced(1, 1), 1)
    assert isinstance(here.ask(counts, DEALER, "Eli"), Accepted)


def test_a_form_is_sealed_until_it_is_announced() -> None:
    """7-Up Baccarat 15.1.1 undisclosed wager: from no more bets on, and from nobody before."""
    here = Star().ready().open()
    here.hand_in(1, "banker", 20)
    asked = f.AskForForm(1, 2, 1)
    unseen = here.why(asked, DEALER, "Eli")
    assert unseen.code == "no_form"  # without an indicator nobody knows that there is one
    here.supervise(f.PassForm(1, 1))
    sealed = here.why(asked, DEALER, "Eli")
    assert (sealed.code, sealed.clause) == ("form_sealed", stars("15.1.1 undisclosed wager"))


def test_the_marker_lies_at_the_first_occupied_box() -> None:
    """7-Up Baccarat 15.1.1 marker: it says who wagers first, and moves box by box."""
    here = Star().ready(ordered=True)
    first = here.do(w.OpenRound(1, "1"), DEALER, "Eli")[-1]
    assert getattr(first, "marked", None) == stars("15.1.1 marker")
    assert here.floor.marker == 2


def test_a_coup_in_which_all_pass_moves_the_marker_too() -> None:
    """7-Up Baccarat 15.9.2: box by box with every coup, a pass card being played in it."""
    here = Star().ready(ordered=True).open()
    for entry in here.round.order:
        here.call(entry)
        here.try_(w.PlayPassCard(1, entry), entry)
    here.close()
    here.settled(100, 100, 100)
    here.open()
    assert here.floor.marker == 4


def test_a_guarantee_that_was_earned_stays_good() -> None:
    """7-Up Baccarat 15.3.3, 15.4.2(i): three entries guarantee 100.00; one goes back in time.

    Three fees are 82.65, and 17.35 are added; when 27.55 leave the pool they are added again.
    """
    desk = Desk(STAR)
    terms = {"guarantee": 10_000, "guarantee_entries": 3, "withdraw_until_us": START}
    desk.cleared(**terms, refunds=("withdrawal",)).enter("Ana", "Ben", "Chen")
    desk.do(e.CloseEntries())
    assert desk.tournament.accounts[POOL] == 10_000
    facts = desk.do(e.WithdrawEntry(3))
    added = facts[-1]
    assert isinstance(added, e.PoolAdded)
    assert (added.amount, added.clause) == (2755, stars("15.3.3"))
    assert desk.tournament.accounts[POOL] == 10_000
    assert desk.tournament.accounts["operator"] == -1735 - 2755


def test_a_final_is_not_concluded_early() -> None:
    """7-Up Baccarat 15.5.5.1: nobody goes on from it, so nobody is determined."""
    here = Star()
    final = msgspec.structs.replace(HEATS, kind="final", advance=0)
    here.plan(stage=final).seat().begin().played({1: 120, 2: 90, 3: 90})
    refused = here.why(s.ConcludeEarly(1, "1", ()))
    assert (refused.code, refused.clause) == ("not_determined", stars("15.5.5.1"))


def test_a_tournament_without_fees_is_awarded_once_and_closed() -> None:
    """Tournament Blackjack 19.2(c), 19.19, 19.20: places and no prizes, and nothing left over."""
    desk = Desk("tournament-blackjack")
    desk.cleared(fee=0, commission=0, stages=(FINAL,)).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 150, 2: 90})
    desk.confirm()
    facts = desk.do(r.AwardPrizes())
    assert not any(isinstance(each, r.PrizeAwarded) for each in facts)
    assert desk.tournament.places == {1: (1, 1), 2: (2, 2)}
    assert desk.refused(r.AwardPrizes()).code == "prizes_awarded"
    desk.do(r.CloseTournament())
    assert desk.tournament.life == "over"
