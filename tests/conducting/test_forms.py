"""Pass cards, undisclosed wagers and a void spin at Houseway tables that serve a tournament.

Ana, Ben and Chen are at boxes 2, 4 and 5 with 100 chips each; the conditions say 20 to 50.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.tournament_roulette import state as roulette
from houseway.table.money import ReturnChips
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import ANNOUNCING, BETTING, PLAYING, Round
from tests.conducting.casino import DEALER, PATRON, SUPERVISOR, Casino

STAR, ROULETTE = "seven-up-baccarat", "tournament-roulette"
Enter = Callable[..., Casino]


@pytest.fixture
def enter(tmp_path: Path) -> Iterator[Enter]:
    entered = list[Casino]()

    def casino(slug: str, **changes: object) -> Casino:
        entered.append(Casino(tmp_path, slug, **changes))
        return entered[-1].started().open()

    yield casino
    for each in entered:
        each.log.close()


def round_at(casino: Casino) -> Round:
    found = casino.session.conduct.floors["7"].round
    assert found is not None
    return found


def held_at_the_table(casino: Casino) -> dict[str, int]:
    return {name: cents // 100 for name, cents in casino.play.layout.chips.items()}


# Pass cards: 7-Up Baccarat 15.6.4, 15.7.1


def test_a_pass_card_is_played_in_place_of_a_wager(enter: Enter) -> None:
    """7-Up Baccarat 15.6.4, 15.7.1: the coup is dealt without Chen, who keeps 100 chips."""
    casino = enter(STAR, pass_cards=1)
    for name in ("Ana", "Ben"):
        casino.stake(name)
    waiting = casino.why_not(c.CallNoMoreBets())
    assert (waiting.code, waiting.detail) == (
        "wagers_outstanding", "Chen (entry 3) has staked nothing yet",
    )  # fmt: skip
    casino.do(w.PlayPassCard(1, 3), PATRON, "Chen")
    late = casino.why_not(casino.wager("Chen", 20), PATRON, "Chen")
    assert (late.code, late.clause) == ("out_of_this_round", "7-Up Baccarat 15.1.1 pass card")

    casino.finish()
    assert casino.chips["Chen"] == 100
    assert casino.chips == held_at_the_table(casino)


def test_who_has_played_every_pass_card_wagers(enter: Enter) -> None:
    """7-Up Baccarat 15.7.1: one was given to everybody."""
    casino = enter(STAR, pass_cards=1)
    for name in ("Ana", "Ben"):
        casino.stake(name)
    casino.do(w.PlayPassCard(1, 3), PATRON, "Chen")
    casino.finish().open()

    none = casino.why(w.PlayPassCard(1, 3), PATRON, "Chen")
    assert (none.code, none.clause) == ("no_pass_card", "7-Up Baccarat 15.7.1")


def test_who_has_wagered_at_the_table_plays_no_pass_card(enter: Enter) -> None:
    """7-Up Baccarat 15.7.1: "in lieu of a wager"."""
    casino = enter(STAR, pass_cards=1)
    casino.stake("Chen")
    assert casino.why(w.PlayPassCard(1, 3), PATRON, "Chen").code == "has_staked"
    casino.at_table(c.WithdrawWager("Chen", "player", 5), PATRON, "Chen")
    casino.do(w.PlayPassCard(1, 3), PATRON, "Chen")


def test_a_coup_is_counted_in_which_the_minimum_was_deducted(enter: Enter) -> None:
    """7-Up Baccarat 15.5.6.1, 15.11.3: Ana is away; her 20 chips go back from the table by hand."""
    casino = enter(STAR)
    casino.do(w.DeductMinimum(1, 1))
    for name in ("Ben", "Chen"):
        casino.stake(name)
    casino.finish()
    assert (casino.chips["Ana"], held_at_the_table(casino)["Ana"]) == (80, 100)
    casino.at_table(ReturnChips("Ana", 20_00))
    casino.open()


# Undisclosed wagers: 7-Up Baccarat 15.8.2


def handed_in(enter: Enter) -> Casino:
    """Ana and Ben have wagered 20 each; Chen's form says 30 on banker, and betting is over."""
    casino = enter(STAR, undisclosed=2)
    for name in ("Ana", "Ben"):
        casino.stake(name)
    casino.do(f.HandInForm(1, 3, "banker", 30), PATRON, "Chen")
    casino.do(f.PassForm(1, 3), SUPERVISOR, "Hana")
    casino.at_table(c.CallNoMoreBets())
    assert round_at(casino).phase == ANNOUNCING
    return casino


def test_no_card_is_drawn_before_an_undisclosed_wager_is_placed(enter: Enter) -> None:
    """7-Up Baccarat 15.8.2, 15.8.2.6: announced after no more bets and before the first card."""
    casino = handed_in(enter)
    hidden = casino.why_not(casino.wager("Chen", 30, "banker"), PATRON, "Chen")
    assert (hidden.code, hidden.clause) == ("round_not_betting", "7-Up Baccarat 15.8.2.7")
    for announced in (False, True):
        if announced:
            casino.do(f.AnnounceForm(1, 3), SUPERVISOR, "Hana")
        early = casino.why_not(c.DealCard(Card("9c")))
        assert (early.code, early.clause) == ("round_under_way", "7-Up Baccarat 15.8.2")


def test_the_announced_wager_is_placed_and_no_other(enter: Enter) -> None:
    """7-Up Baccarat 15.8.2.6, 15.8.2.7: nobody increases, withdraws or removes a wager now."""
    casino = handed_in(enter)
    casino.do(f.AnnounceForm(1, 3), SUPERVISOR, "Hana")
    forbidden = {
        "Chen": (casino.wager("Chen", 20, "banker"), casino.wager("Chen", 30, "player")),
        "Ana": (c.ChangeWager("Ana", "player", 40_00, 2), c.WithdrawWager("Ana", "player", 2)),
    }
    for name, commands in forbidden.items():
        for command in commands:
            why = casino.why_not(command, PATRON, name)
            assert (why.code, why.clause) == ("round_not_betting", "7-Up Baccarat 15.8.2.7")

    casino.stake("Chen", 30, "banker")
    assert round_at(casino).phase == PLAYING
    assert round_at(casino).staked[3] == 30
    casino.finish()
    assert casino.chips == held_at_the_table(casino)
    assert casino.chips["Chen"] != 100 or casino.chips["Ana"] == 100  # a tie returns both


def test_the_first_card_waits_for_a_form_that_was_handed_in(enter: Enter) -> None:
    """7-Up Baccarat 15.8.2.6: without the call no wager is announced, and no card is drawn."""
    casino = enter(STAR, undisclosed=2).staked()
    casino.do(f.HandInForm(1, 3, "player", 30), PATRON, "Chen")
    casino.do(f.PassForm(1, 3), SUPERVISOR, "Hana")
    early = casino.why_not(c.DealCard(Card("9c")))
    assert (early.code, early.clause) == ("round_under_way", "7-Up Baccarat 15.8.2")


FAULTY = [
    ("dragon", "7-Up Baccarat 5.1"),  # no such wager
    ("banker", "7-Up Baccarat 5.6.6"),  # beside one's own player, without a Gaming Manager
]


@pytest.mark.parametrize(("on", "clause"), FAULTY)
def test_a_form_is_examined_as_its_wager_will_be(enter: Enter, on: str, clause: str) -> None:
    """7-Up Baccarat 15.8.2.5: in accordance with the rules; a faulty form is returned."""
    casino = enter(STAR, undisclosed=2).staked()
    casino.do(f.HandInForm(1, 3, on, 30), PATRON, "Chen")
    why = casino.why(f.PassForm(1, 3), SUPERVISOR, "Hana")
    assert why.code == "form_faulty"
    assert clause in (why.clause, f"{why.clause}.6")
    casino.do(f.ReturnForm(1, 3, "it is not allowed"), SUPERVISOR, "Hana")
    casino.finish()
    assert casino.chips == held_at_the_table(casino)


def test_what_the_table_does_not_offer_is_found_before_no_more_bets(enter: Enter) -> None:
    """7-Up Baccarat 15.8.2.5, 10.1: the sign of table 7 has no amount of a Super 7's wager."""
    casino = enter(STAR, undisclosed=2).staked()
    casino.do(f.HandInForm(1, 3, "super 7's", 30), PATRON, "Chen")
    casino.do(f.PassForm(1, 3), SUPERVISOR, "Hana")
    why = casino.why_not(c.CallNoMoreBets())
    assert (why.code, why.clause) == ("form_not_examined", "7-Up Baccarat 15.8.2.5")
    casino.do(f.ReturnForm(1, 3, "not offered"), SUPERVISOR, "Hana")
    casino.finish()
    assert casino.chips == held_at_the_table(casino)


@pytest.mark.parametrize("announced", [False, True])
def test_whose_form_it_is_may_be_disqualified(enter: Enter, announced: bool) -> None:
    """7-Up Baccarat 15.8.2, 15.6.7: the form goes with its writer, and the coup is dealt."""
    casino = handed_in(enter)
    if announced:
        casino.do(f.AnnounceForm(1, 3), SUPERVISOR, "Hana")
    casino.do(w.Disqualify(1, 3, "any breach", "advice to Ana"))
    assert round_at(casino).phase == PLAYING
    casino.finish()
    assert {name: casino.chips[name] for name in ("Ana", "Ben")} == {
        name: held_at_the_table(casino)[name] for name in ("Ana", "Ben")
    }


def test_a_round_in_which_every_wager_is_on_a_form(enter: Enter) -> None:
    """7-Up Baccarat 15.8.2.6: nothing lies open, so the record closes the betting."""
    casino = enter(STAR, undisclosed=2, pass_cards=1)
    for entry, name in ((1, "Ana"), (2, "Ben")):
        casino.do(w.PlayPassCard(1, entry), PATRON, name)
    casino.do(f.HandInForm(1, 3, "banker", 30), PATRON, "Chen")
    casino.do(f.PassForm(1, 3), SUPERVISOR, "Hana")
    assert "close the betting on the record" in casino.why_not(c.CallNoMoreBets()).detail
    casino.do(w.CloseBetting(1, "7"), DEALER, "Eli")
    casino.do(f.AnnounceForm(1, 3), SUPERVISOR, "Hana")
    casino.stake("Chen", 30, "banker")
    casino.at_table(c.CallNoMoreBets())
    casino.finish()
    assert casino.chips == held_at_the_table(casino)


def test_the_tournament_is_not_told_by_hand_what_the_table_shows(enter: Enter) -> None:
    casino = handed_in(enter)
    casino.do(f.AnnounceForm(1, 3), SUPERVISOR, "Hana")
    why = casino.why(f.PlaceAnnounced(1, 3), DEALER, "Eli")
    assert why.detail == "table 7 is in Houseway: enter the wager that was announced there"


# A void spin: Tournament American Roulette 9, reading RO6


def spun(enter: Enter) -> Casino:
    casino = enter(ROULETTE).staked()
    casino.at_table(roulette.SpinBall("clockwise", "anticlockwise"))
    casino.at_table(c.CallNoMoreBets())
    assert round_at(casino).phase == PLAYING
    return casino


def test_betting_closes_with_the_call_in_the_tournament_too(enter: Enter) -> None:
    """Tournament American Roulette 4.4: nothing is placed after "NO MORE BETS"."""
    late = spun(enter).why_not(c.PlaceWager("Ana", "black", 20_00), PATRON, "Ana")
    assert late.clause == "Tournament American Roulette 4.4"


def test_after_a_void_spin_people_wager_again_in_the_same_round(enter: Enter) -> None:
    """Tournament American Roulette 9.1 to 9.5, reading RO6: stakes are released until the call."""
    casino = spun(enter)
    casino.at_table(roulette.ReportVoidSpin("ball out of the wheel"))
    casino.at_table(c.ChangeWager("Ana", "red", 50_00), PATRON, "Ana")

    assert round_at(casino).phase == BETTING
    assert (round_at(casino).number, round_at(casino).stakes[1]) == (1, 50)
    casino.finish()
    assert casino.session.round == {"7": 1}
    assert casino.chips["Ana"] in (50, 150)
    assert casino.chips == held_at_the_table(casino)


def test_what_was_taken_back_after_a_void_spin_is_wagered_again(enter: Enter) -> None:
    """Tournament American Roulette 12.13: every round is compulsory, also on the second spin."""
    casino = spun(enter)
    casino.at_table(roulette.ReportVoidSpin("ball out of the wheel"))
    casino.at_table(c.WithdrawWager("Ana", "red"), PATRON, "Ana")
    casino.at_table(roulette.SpinBall("anticlockwise", "clockwise"))
    why = casino.why_not(c.CallNoMoreBets())

    assert why.detail == "Ana (entry 1) has staked nothing yet"
    casino.stake("Ana")
    casino.finish()
    assert casino.chips == held_at_the_table(casino)
