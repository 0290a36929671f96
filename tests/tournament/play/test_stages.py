"""Who is in which session: heats, a second chance, the final, points over sessions, buying back."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.games.table_rules import TournamentRules
from houseway.rulebook.ruling import Accepted
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.progress import eligible
from houseway.tournament.terms import BuyBack, Stage, Ties
from tests.tournament.desk import CANBERRA, FINAL, HEATS, NAMES, START, WORDS
from tests.tournament.hall import DEALER, MINUTE, Hall
from tests.tournament.told import of

HEAT = msgspec.structs.replace(HEATS, rounds=1, advance=1)
TIES = Ties(session="rounds", final="share", points="share")
POINTS = {
    "progress": "none",
    "points": "3 for the first, 1 for the second",
    "level points": "the points are shared",
    "points tie": "the prizes are shared",
}
SECOND = msgspec.structs.replace(HEAT, name="second chance", kind="repechage")


def hall(*stages: Stage, people: int = 4, said: dict[str, str] = WORDS, **changes: Any) -> Hall:
    here = Hall(CANBERRA)
    here.cleared(stages=stages, answers={**WORDS, **said}, **changes)
    here.enter(*NAMES[:people])
    return here


def play(here: Hall, stage: int, players: tuple[int, ...], counts: dict[int, int]) -> None:
    """One session of one round at one table, counted and confirmed."""
    here.do(s.PlanSession(stage, START, players))
    number = here.session.number
    here.seat(tuple(range(1, len(here.session.players) + 1)))
    for entry in here.session.players:
        here.now = START - 1
        here.do(s.CheckIn(number, entry), DEALER, "Eli")
    here.now = START
    here.do(s.StartSession(number))
    here.do(s.EndTable(number, "1"), DEALER, "Eli")
    order = msgspec.structs.replace(here.counts(counts), session=number)
    here.do(order, DEALER, "Eli")
    here.do(r.ConfirmCounts(number))
    here.do(r.ConfirmSession(number))


def test_two_heats_then_the_winners_of_both() -> None:
    """Mini Baccarat 15.3(a)(ii)(a), 15.3(a)(ii)(c): one goes on from each."""
    here = hall(HEAT, FINAL)
    assert eligible(here.tournament, 0) == {1, 2, 3, 4}
    play(here, 1, (1, 2), {1: 120, 2: 80})
    assert eligible(here.tournament, 0) == {3, 4}
    play(here, 1, (3, 4), {3: 80, 4: 120})
    assert eligible(here.tournament, 1) == {1, 4}


def test_a_second_chance_for_those_who_did_not_go_on() -> None:
    """Mini Baccarat 15.3(a)(ii)(e): Ben and Chen; Ben wins it, so Ana, Dora and Ben go on."""
    here = hall(HEAT, SECOND, FINAL, said={"repechage": "who did not go on"})
    play(here, 1, (1, 2), {1: 120, 2: 80})
    play(here, 1, (3, 4), {3: 80, 4: 120})
    assert eligible(here.tournament, 1) == {2, 3}
    play(here, 2, (), {2: 120, 3: 80})
    assert eligible(here.tournament, 2) == {1, 2, 4}


def test_points_over_sessions_of_different_games_and_nobody_drops_out() -> None:
    """Mini Baccarat 15.3(a)(ii)(d): everybody is in every session."""
    first = Stage(name="one", chips=100, minimum=10, maximum=50, rounds=1, points=(3, 1))
    other = msgspec.structs.replace(first, name="two", game="tournament-roulette")
    here = hall(first, other, people=2, said=POINTS, ties=TIES)
    play(here, 1, (), {1: 120, 2: 80})
    assert eligible(here.tournament, 1) == {1, 2}
    play(here, 2, (), {1: 110, 2: 90})
    assert [each.points for each in here.tournament.sessions] == [{1: (3, 1), 2: (1, 1)}] * 2


def test_who_bought_back_in_and_then_goes_on_has_no_heat_left() -> None:
    """Mini Baccarat 15.3(a)(ii)(f), 15.6: Ben pays again and wins; the final is what he has."""
    terms = BuyBack(times=1, before_stage=2)
    here = hall(HEAT, FINAL, people=3, buy_back=terms, said={"buy-back": "once"})
    play(here, 1, (1, 2), {1: 120, 2: 80})
    here.do(e.BuyBackIn(2, 2755))
    play(here, 1, (2, 3), {2: 120, 3: 80})
    assert eligible(here.tournament, 0) == set()
    assert eligible(here.tournament, 1) == {1, 2}


def test_each_fee_is_good_for_one_time_of_not_going_on() -> None:
    """Mini Baccarat 15.3(a)(ii)(f), 15.6: Ben pays again, plays another heat, and is out then."""
    terms = BuyBack(times=1, before_stage=2)
    here = hall(HEAT, FINAL, people=3, buy_back=terms, said={"buy-back": "once"})
    play(here, 1, (1, 2), {1: 120, 2: 80})
    assert eligible(here.tournament, 0) == {3}
    here.do(e.BuyBackIn(2, 2755))
    assert eligible(here.tournament, 0) == {2, 3}
    play(here, 1, (2, 3), {2: 80, 3: 120})
    assert eligible(here.tournament, 0) == set()


@pytest.mark.parametrize("players", [(2,), (9,), (1, 1)])
def test_nobody_plays_a_stage_who_has_not_got_there(players: tuple[int, ...]) -> None:
    """Mini Baccarat 15.3(a)(ii)(c): Ben lost his heat; there is no entry 9; Ana once."""
    here = hall(HEAT, FINAL, people=2)
    play(here, 1, (), {1: 120, 2: 80})
    told = of(here.ask(s.PlanSession(2, START, players)))[0]
    assert told == {2: "not_for_this_stage", 9: "no_such_entry", 1: "no_players"}[players[0]]


def test_no_session_before_the_tournament_starts() -> None:
    """Mini Baccarat 15.9: the published start is the earliest."""
    here = hall(HEAT, FINAL)
    assert of(here.ask(s.PlanSession(1, START - 1)))[0] == "before_the_start"
    assert isinstance(here.ask(s.PlanSession(1, START)), Accepted)


def test_chips_are_carried_on_where_the_conditions_say_so() -> None:
    """Mini Baccarat 15.3(a)(iv), reading TP9: 120 of the heat are 120 in the final."""
    final = msgspec.structs.replace(FINAL, carries_chips=True)
    here = hall(msgspec.structs.replace(HEAT, advance=2), final, people=3)
    play(here, 1, (), {1: 120, 2: 100, 3: 80})
    here.do(s.PlanSession(2, START))
    here.seat((1, 2))
    here.now = START - 1
    for entry in (1, 2):
        here.do(s.CheckIn(2, entry), DEALER, "Eli")
    here.now = START
    here.do(s.StartSession(2))
    assert here.session.chips == {1: 120, 2: 100}


def test_every_document_seats_people_at_boxes_that_it_has() -> None:
    """Tournament Pai Gow 7.3, reading PG12: box 1 is the bank's."""
    here = Hall("tournament-pai-gow").plan()
    rules: TournamentRules = here.tournament.rules
    assert rules.sessions.boxes == (2, 8)
    bank = s.TablePlan("1", (1, 2, 3), 3)
    asked = here.ask(s.DraftBallot(1, "00" * 16, (bank,)))
    assert of(asked) == ("no_such_box", "Tournament Pai Gow 17.7")


def test_a_break_lengthens_a_session_by_the_clock() -> None:
    """Tournament Blackjack 19.17: thirty minutes of play are over after forty with a break of ten,
    and after thirty-five when play is resumed five minutes early."""
    for resumed, over in ((0, 40), (5, 35)):
        here = Hall("tournament-blackjack")
        here.ready(stage=msgspec.structs.replace(HEATS, rounds=0, minutes=30))
        here.do(s.CallBreak(1, 10))
        if resumed:
            here.now = START + resumed * MINUTE
            here.do(s.ResumePlay(1))
        here.now = START + over * MINUTE - 1
        assert isinstance(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"), Accepted)
        here.now = START + over * MINUTE
        assert of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))[0] == "session_finished"
