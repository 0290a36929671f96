"""Who goes on when few are left, places below the final, and positions never taken."""

from __future__ import annotations

import msgspec

from houseway.tournament import results_vocabulary as r
from tests.tournament.desk import FINAL, HEATS, MANAGER, STAR, WORDS, Desk

SLUG = "tournament-pai-gow"
NO_HEATS = {"stages": (FINAL,), "answers": {**WORDS, "progress": "none"}}


def test_only_those_who_are_left_go_on() -> None:
    """Tournament Pai Gow 17.13, reading TP26: two may go on, and one is left."""
    two = msgspec.structs.replace(HEATS, advance=2)
    desk = Desk(SLUG).cleared(stages=(two, FINAL)).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(2, 5), desk.out(3, 9)))
    desk.counted({1: 40})
    assert desk.confirm().advancing == (1,)


def test_where_nobody_is_left_those_out_last_play_on() -> None:
    """Tournament Pai Gow 17.21, readings TP18 and TP26: Ben and Chen went out last, one goes on."""
    desk = Desk(SLUG).cleared().enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(1, 5), desk.out(2, 9), desk.out(3, 9)))
    desk.counted({})
    refused = desk.refused(r.ConfirmSession(1))
    assert refused.code == "level_on_chips"
    assert "Ben (entry 2) and Chen (entry 3)" in refused.detail


def test_where_nobody_is_left_the_last_chips_decide_in_seven_up() -> None:
    """7-Up Baccarat 15.10.4, reading TP26: Chen had two chips left, Ben one."""
    desk = Desk(STAR).cleared().enter("Ana", "Ben", "Chen")
    outs = (desk.out(1, 5, chips=9), desk.out(2, 9, chips=1), desk.out(3, 9, chips=2))
    desk.played(0, {"1": (1, 2, 3)}, outs)
    desk.counted({})
    assert desk.confirm().advancing == (3,)


def test_places_below_the_final() -> None:
    """Tournament Pai Gow 17.19, reading TP25: the finalists, then chips over both tables, then the
    round of going out; those who are equal share."""
    desk = Desk(SLUG).cleared().enter("Ana", "Ben", "Chen", "Finn", "Gita", "Hana")
    outs = (desk.out(5, 4), desk.out(6, 4))
    desk.played(0, {"1": (1, 2, 5), "2": (3, 4, 6)}, outs)
    desk.counted({1: 90, 2: 30, 3: 80, 4: 70})
    desk.confirm()
    desk.played(1, {"1": (1, 3)})
    desk.counted({1: 10, 3: 50})
    desk.confirm()
    desk.awarded()
    assert desk.tournament.places == {
        3: (1, 1), 1: (2, 2), 4: (3, 3), 2: (4, 4), 5: (5, 6), 6: (5, 6),
    }  # fmt: skip


def test_a_position_never_taken_has_no_prize() -> None:
    """Tournament Pai Gow 17.8, reading TP27: three fees of 24.80 make 74.40, for two who played.

    Half is 37.20; the 20 % of the third place, 14.88, go to the first: 52.08, and 22.32.
    """
    desk = Desk(SLUG).cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(2, 0, "forfeited"),))
    desk.counted({1: 90, 3: 40})
    desk.confirm()
    assert desk.awarded() == {1: 5208, 3: 2232}
    assert desk.tournament.places[2] == (3, 3)


def test_a_repechage_brings_somebody_back() -> None:
    """Tournament Pai Gow 17.2(b), reading TP23: out of the heats, first in the repechage."""
    again = msgspec.structs.replace(HEATS, name="repechage", kind="repechage")
    desk = Desk(SLUG).cleared(stages=(HEATS, again, FINAL)).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 90, 2: 30})
    desk.confirm()
    assert desk.tournament.entries[2].status == "eliminated"
    desk.played(1, {"1": (2,)})
    desk.counted({2: 50})
    assert desk.confirm().advancing == (2,)
    assert desk.tournament.entries[2].status == "entered"


def test_positions_forfeited_at_the_same_time_share_the_last_places() -> None:
    """Tournament Pai Gow 17.8: neither of two who did not come stands above the other."""
    desk = Desk(SLUG).cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    gone = (desk.out(3, 0, "forfeited"), desk.out(2, 0, "forfeited"))
    desk.played(0, {"1": (1, 2, 3)}, gone)
    desk.counted({1: 90})
    desk.confirm()
    desk.awarded()
    assert desk.tournament.places == {1: (1, 1), 2: (2, 3), 3: (2, 3)}


def test_a_prize_is_paid_once() -> None:
    """Tournament Pai Gow 17.20: a second payment would take what is another's."""
    desk = Desk(SLUG).cleared(**NO_HEATS).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 90, 2: 40})
    desk.confirm()
    desk.awarded()
    desk.operator(r.PayPrize(1, "slip 1"))
    assert desk.refused(r.PayPrize(1, "slip 2"), MANAGER, "Gita").code == "prize_paid"
