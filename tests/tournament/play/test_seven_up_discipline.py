"""7-Up Baccarat: absence, disqualification, buy-in, allotments, the early end of a session."""

from __future__ import annotations

import msgspec
import pytest

from houseway.rulebook.document import document
from houseway.rulebook.ruling import Accepted, Refused
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.money import pool
from tests.tournament.desk import FINAL, HEATS, STAR, conditions
from tests.tournament.hall import DEALER
from tests.tournament.play.star import Star
from tests.tournament.told import of

DOCUMENT = "7-Up Baccarat"
star = document("seven-up-baccarat")


# Absence


def test_three_times_the_minimum_and_not_a_fourth_time() -> None:
    """7-Up Baccarat 15.5.6.1: Chen never took the seat; 100, 90, 80, 70."""
    here = Star()
    here.plan(pass_cards=0).seat().begin(absent=(3,))
    for held in (90, 80, 70):
        here.open()
        here.do(w.DeductMinimum(1, 3))
        assert here.session.chips[3] == held
        here.stake(1, 10)
        here.stake(2, 10)
        here.close().settled(100, 100, held)
    here.open()
    assert of(here.ask(w.DeductMinimum(1, 3))) == ("deducted_enough", star("15.5.6.1"))


def test_an_absent_player_is_not_put_up_for_disqualification_by_the_program() -> None:
    """7-Up Baccarat 15.5.6, reading 7U-20: the Manager chooses."""
    here = Star()
    here.plan().seat().begin(absent=(3,))
    here.open()
    assert of(here.nothing(3)) == ("NoStakeConfirmed", star("15.5.6"))
    assert here.session.conduct.due == {}


def test_a_cancelled_position_keeps_the_value_of_the_chips_and_the_fee_stays() -> None:
    """7-Up Baccarat 15.5.6.2, reading 7U-22."""
    here = Star().ready().played({1: 150, 2: 100, 3: 100})
    before = pool(here.tournament)
    out = here.do(w.Disqualify(1, 1, "absence", "left the casino"))[-1]
    assert isinstance(out, s.PlayerOut)
    assert (out.kept, str(out.clause)) == (150, star("15.5.6.2"))
    assert here.tournament.entries[1].kept_chips == 150
    assert pool(here.tournament) == before


# Disqualification


@pytest.mark.parametrize(
    ("cause", "clause", "kept"),
    [
        ("absence", "15.5.6.2", 150),
        ("contravention", "15.5.7", 0),
        ("enlarging", "15.6.5", 150),
        ("hiding", "15.6.7", 0),
        ("any breach", "15.11.4", 0),
    ],
)
def test_what_somebody_disqualified_keeps(cause: w.Cause, clause: str, kept: int) -> None:
    """7-Up Baccarat 15.5.6.2, 15.6.5: the value is kept; 7-Up Baccarat 15.5.7,
    15.6.7, 15.11.4: nothing."""
    here = Star().ready().played({1: 150, 2: 100, 3: 100})
    out = here.do(w.Disqualify(1, 1, cause, "seen by two dealers"))[-1]
    assert isinstance(out, s.PlayerOut)
    assert (str(out.clause), out.kept, out.out.how) == (star(clause), kept, "disqualified")
    assert 1 not in here.session.chips


@pytest.mark.parametrize(
    ("cause", "clause"), [("contravention", "15.5.7"), ("any breach", "15.11.4")]
)
def test_nobody_is_disqualified_without_the_facts(cause: w.Cause, clause: str) -> None:
    """7-Up Baccarat 15.5.7, 15.11.4: what was found is on record beside the clause."""
    here = Star().ready()
    assert of(here.ask(w.Disqualify(1, 1, cause, " "))) == ("no_facts", star(clause))
    out = here.do(w.Disqualify(1, 1, cause, "swore at the dealer"))[-1]
    assert isinstance(out, s.PlayerOut)
    assert (out.facts, str(out.clause)) == ("swore at the dealer", star(clause))


def test_no_wager_by_somebody_present_leaves_no_choice() -> None:
    """7-Up Baccarat 15.6.4: no further coup before the disqualification is confirmed."""
    here = Star().ready().open()
    here.nothing(1)
    here.stake(2, 10)
    here.stake(3, 10)
    here.close().settled(100, 100, 100)
    assert of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli")) == (
        "disqualification_due",
        star("15.6.4"),
    )
    out = here.do(w.Disqualify(1, 1, "no wager", "no wager in the first coup"))[-1]
    assert isinstance(out, s.PlayerOut)
    assert (out.kept, str(out.clause)) == (0, star("15.6.4"))
    here.open()


def test_who_has_wagered_is_not_disqualified_for_no_wager() -> None:
    """7-Up Baccarat 15.6.4."""
    here = Star().ready()
    asked = here.ask(w.Disqualify(1, 1, "no wager", "a mistake"))
    assert of(asked) == ("has_wagered", star("15.6.4"))


def test_hiding_chips_leaves_no_choice() -> None:
    """7-Up Baccarat 15.6.7."""
    here = Star().ready()
    here.do(w.LogInfringement(1, 1, "hiding chips", "in the pocket"), DEALER, "Eli")
    asked = here.ask(w.OpenRound(1, "1"), DEALER, "Eli")
    assert of(asked) == ("disqualification_due", star("15.6.7"))


# Buy-in, allotments, the early end


def test_without_the_buy_in_somebody_is_eliminated_and_the_fee_stays() -> None:
    """7-Up Baccarat 15.6.3."""
    here = Star()
    here.plan(stage=msgspec.structs.replace(HEATS, buy_in=5000)).seat()
    before = pool(here.tournament)
    for entry in (1, 2):
        here.do(s.PayBuyIn(1, entry, 5000), DEALER, "Eli")
    here.begin()
    out = here.session.outs[-1]
    assert (out.entry, out.how, str(out.clause)) == (3, "eliminated", star("15.6.3"))
    assert pool(here.tournament) == before
    assert here.tournament.accounts["buy-ins"] == 10_000


def test_another_amount_is_no_buy_in() -> None:
    """7-Up Baccarat 15.6.3: the prescribed one."""
    here = Star()
    here.plan(stage=msgspec.structs.replace(HEATS, buy_in=5000)).seat()
    asked = here.ask(s.PayBuyIn(1, 1, 4900), DEALER, "Eli")
    assert of(asked) == ("not_the_buy_in", star("15.6.3"))


def test_everybody_starts_a_session_with_the_same() -> None:
    """7-Up Baccarat 15.6.2."""
    assert Star().ready().session.chips == {1: 100, 2: 100, 3: 100}


def test_chips_carried_on_would_not_be_equal() -> None:
    """7-Up Baccarat 15.6.2: conditions that no session could start under are not drafted."""
    final = msgspec.structs.replace(FINAL, carries_chips=True)
    asked = Star().ask(v.DraftConditions(conditions(STAR, stages=(HEATS, final))))
    assert of(asked) == ("unequal_chips", star("15.6.2"))


def test_an_early_end_names_the_leaders_and_nobody_level_with_them() -> None:
    """7-Up Baccarat 15.5.5.1: one goes on; Ben is not the leader, and a tie is not certain."""
    here = Star().ready().played({1: 120, 2: 90, 3: 90})
    assert of(here.ask(s.ConcludeEarly(1, "1", (2,)))) == ("not_determined", star("15.5.5.1"))
    level = Star().ready().played({1: 120, 2: 120, 3: 90})
    assert of(level.ask(s.ConcludeEarly(1, "1", (1,)))) == ("not_determined", star("15.5.5.1"))


def test_an_early_end_takes_everybodys_agreement_where_chips_are_cash() -> None:
    """7-Up Baccarat 15.5.5.2."""
    here = Star().ready(chips_in_cash=True).played({1: 120, 2: 90, 3: 90})
    asked = here.ask(s.ConcludeEarly(1, "1", (1,), (1, 2)))
    assert of(asked) == ("not_agreed", star("15.5.5.2"))
    assert isinstance(here.ask(s.ConcludeEarly(1, "1", (1,), (1, 2, 3))), Accepted)


def test_those_out_together_are_known_by_the_order_of_collection() -> None:
    """7-Up Baccarat 15.10.4: residual chips, last stake and whose were collected first."""
    here = Star().ready(pass_cards=0).open().staked(10, 20, 10).close()
    here.do(here.counts({1: 0, 2: 0, 3: 100}, (2, 1)), DEALER, "Eli")
    here.open()
    outs = {
        each.entry: (each.round, each.chips, each.stake, each.order) for each in here.session.outs
    }
    assert outs == {1: (1, 0, 10, 2), 2: (1, 0, 20, 1)}


def test_a_refusal_says_the_figures() -> None:
    """7-Up Baccarat 15.5.9: 300 were issued."""
    here = Star().ready().open().staked(10, 10, 10).close()
    refused = here.why(here.counts({1: 110, 2: 90, 3: 90}, won=0), DEALER, "Eli")
    assert isinstance(refused, Refused)
    assert refused.detail == "290 held, 0 won by the table and 0 missing make 290; 300 were issued"


def test_the_last_coup_does_not_end_the_session_before_a_disqualification() -> None:
    """7-Up Baccarat 15.6.4: no wager in the last coup, and no way round the consequence."""
    here = Star()
    last = msgspec.structs.replace(HEATS, rounds=1)
    here.ready(stage=last).open()
    here.stake(1, 10)
    here.stake(2, 10)
    here.nothing(3)
    here.close()
    here.settled(110, 90, 100)
    refused = here.why(s.EndTable(1, "1"), DEALER, "Eli")
    assert (refused.code, refused.clause) == ("disqualification_due", star("15.6.4"))
    here.do(w.Disqualify(1, 3, "no wager", "nothing was staked"))
    here.do(s.EndTable(1, "1"), DEALER, "Eli")
