"""Situations of those who are level, play on, go out together, withdraw or are put out late.

What is right under which document is typed in the tables of the tests, by hand. The heats of the
tests give 100 chips, a round is from 10 to 50, and one goes on from each table.
"""

from __future__ import annotations

from typing import Any

from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.tournament import results_vocabulary as r
from houseway.tournament.terms import Stage, Ties
from tests.tournament.desk import FINAL, WORDS, Desk
from tests.tournament.told import Outcome, fact, of, situation

NO_HEATS = {"stages": (FINAL,), "answers": {**WORDS, "progress": "none", "level": "none"}}


def _level(desk: Desk, chips: int = 60, **changes: Any) -> Desk:
    """Ana and Ben, at table 1, are level for the one place to go on; Chen and Finn are not."""
    desk.cleared(**changes).enter("Ana", "Ben", "Chen", "Finn")
    desk.played(0, {"1": (1, 2), "2": (3, 4)})
    emptied = (r.Emptied(2, 20), r.Emptied(1, 20)) if not chips else ()
    desk.counted({1: chips, 2: chips, 3: 80, 4: 70}, emptied=emptied)
    return desk


def _chips(desk: Desk) -> Outcome:
    ordered = desk.do(r.OrderAdditionalRounds(1, (1, 2)))[-1]
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    return fact(ordered, f"{dict(ordered.chips)}")


@situation("chips of two who play on, level on sixty")
def _(desk: Desk) -> Outcome:
    return _chips(_level(desk))


@situation("chips of two who play on, level on five")
def _(desk: Desk) -> Outcome:
    return _chips(_level(desk, 5))


@situation("two who play on fall to five each")
def _(desk: Desk) -> Outcome:
    """The minimum is 10: neither can stake again."""
    _level(desk).do(r.OrderAdditionalRounds(1, (1, 2)))
    order = r.RecordAdditionalRound(1, {1: 5, 2: 5})
    ruling = desk.ask(order, Role.DEALER, "Eli")
    if not isinstance(ruling, Accepted):
        return of(ruling)
    counted = desk.do(order, Role.DEALER, "Eli")[-1]
    assert isinstance(counted, r.AdditionalRoundCounted)
    return fact(counted, f"still {counted.still} with {dict(counted.chips)}")


@situation("two fall to five each, last wagers 30 and 40")
def _(desk: Desk) -> Outcome:
    """Ben staked 40 and Ana 30: the smaller wager is out first, so Ben goes on."""
    _level(desk).do(r.OrderAdditionalRounds(1, (1, 2)))
    emptied = (r.Emptied(1, 30), r.Emptied(2, 40))
    counted = desk.do(r.RecordAdditionalRound(1, {1: 5, 2: 5}, emptied), Role.DEALER, "Eli")[-1]
    assert isinstance(counted, r.AdditionalRoundCounted)
    return fact(counted, f"still {counted.still}, {list(desk.confirm().advancing)} go on")


@situation("two fall to five each, last wagers equal")
def _(desk: Desk) -> Outcome:
    """The chips of Ben were taken before those of Ana: he is out first."""
    _level(desk).do(r.OrderAdditionalRounds(1, (1, 2)))
    emptied = (r.Emptied(2, 30), r.Emptied(1, 30))
    counted = desk.do(r.RecordAdditionalRound(1, {1: 5, 2: 5}, emptied), Role.DEALER, "Eli")[-1]
    return fact(counted, f"{list(desk.confirm().advancing)} go on")


@situation("all are out, one place to go on")
def _(desk: Desk) -> Outcome:
    """Nobody is left at table 1; what they had left was 3 of Ana's and 2 of Ben's."""
    desk.cleared().enter("Ana", "Ben", "Chen", "Finn")
    outs = (desk.out(1, 9, chips=3, stake=10, order=1), desk.out(2, 9, chips=2, stake=20, order=2))
    desk.played(0, {"1": (1, 2), "2": (3, 4)}, outs)
    desk.counted({3: 80, 4: 70})
    ruling = desk.ask(r.ConfirmSession(1))
    if isinstance(ruling, Accepted):
        done = desk.confirm()
        return fact(done, f"{list(done.advancing)} go on")
    ordered = desk.do(r.OrderAdditionalRounds(1, (1, 2)))[-1]
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    desk.do(r.RecordAdditionalRound(1, {1: 90, 2: 120}), Role.DEALER, "Eli")
    done = desk.confirm()
    return fact(ordered, f"{dict(ordered.chips)}, then {list(done.advancing)} go on")


@situation("the last one left at a table is put out")
def _(desk: Desk) -> Outcome:
    """Ben went out in round 9, Ana is put out in round 10: one place is open, and it is Ben's."""
    desk.cleared().enter("Ana", "Ben", "Chen", "Finn")
    how = "excluded" if desk.tournament.rules.wagering.exclusion else "disqualified"
    outs = (desk.out(2, 9, chips=3), desk.out(1, 10, how))
    desk.played(0, {"1": (1, 2), "2": (3, 4)}, outs)
    desk.counted({3: 80, 4: 70})
    done = desk.confirm()
    return fact(done, f"{list(done.advancing)} go on")


@situation("level on nothing in the final")
def _(desk: Desk) -> Outcome:
    """Three fees: 74.40 with commission (20 and 30 % are 37.20, 18.60 each); 82.65 without.

    Ben's last wager was 20, and Chen's 10: where wagers decide he is second.
    """
    desk.cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 0, 3: 0}, emptied=(r.Emptied(2, 20), r.Emptied(3, 10)))
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    second = next(each for each in events if isinstance(each, r.PrizeAwarded) and each.entry == 2)
    return fact(second, f"{amounts[1]} {amounts[2]} {amounts[3]}")


@situation("two out at once play on by choice")
def _(desk: Desk) -> Outcome:
    """Ben and Chen went out in round 7, with 100 chips each again; Chen has more afterwards."""
    desk.cleared(**NO_HEATS, ties=Ties(final="share", together="rounds"))
    desk.enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(2, 7), desk.out(3, 7)))
    desk.counted({1: 200})
    ordered = desk.do(r.OrderAdditionalRounds(1, (2, 3)))[-1]
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    desk.do(r.RecordAdditionalRound(1, {2: 80, 3: 110}), Role.DEALER, "Eli")
    done = desk.confirm()
    places = {each.entry: each.first for each in done.placings}
    return fact(ordered, f"{dict(ordered.chips)}, places {places[2]} and {places[3]}")


def _points_played_for(desk: Desk) -> Desk:
    """A session for 5, 3 and 1 points: Ana has 90, Ben and Chen have 60 each."""
    stage = Stage(
        name="final", kind="final", chips=100, minimum=10, maximum=50, rounds=5, points=(5, 3, 1)
    )
    words = {key: said for key, said in WORDS.items() if "points" not in key}
    words |= dict.fromkeys(("progress", "level", "final tie"), "none")
    ties = Ties(session="rounds", points="share")
    desk.cleared(stages=(stage,), ties=ties, answers=words).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 60})
    return desk


@situation("level for 3 and 1 points, which are played for")
def _(desk: Desk) -> Outcome:
    return of(_points_played_for(desk).ask(r.ConfirmSession(1)))


@situation("points are played for")
def _(desk: Desk) -> Outcome:
    ordered = _points_played_for(desk).do(r.OrderAdditionalRounds(1, (2, 3)))[-1]
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    desk.do(r.RecordAdditionalRound(1, {2: 40, 3: 70}), Role.DEALER, "Eli")
    done = desk.confirm()
    points = {each.entry: each.points[0] for each in done.placings}
    return fact(ordered, f"{dict(ordered.chips)}, points {points}")


@situation("level behind the one who goes on, with a prize for the third")
def _(desk: Desk) -> Outcome:
    """Three prizes; one goes on from each of two tables. At table 1 Ben and Chen are level behind
    Ana, on places 3 and 4 of the tournament, for Ivo at table 2 dropped out with less."""
    desk.cleared().enter("Ana", "Ben", "Chen", "Finn", "Ivo")
    desk.played(0, {"1": (1, 2, 3), "2": (4, 5)})
    desk.counted({1: 90, 2: 60, 3: 60, 4: 80, 5: 50})
    return of(desk.ask(r.ConfirmSession(1, share=True)))


@situation("level behind one who drops out with more, on places 4 and 5")
def _(desk: Desk) -> Outcome:
    """Ivo drops out at table 2 with 70: the third prize is his, and none is left for the level."""
    desk.cleared().enter("Ana", "Ben", "Chen", "Finn", "Ivo")
    desk.played(0, {"1": (1, 2, 3), "2": (4, 5)})
    desk.counted({1: 90, 2: 60, 3: 60, 4: 80, 5: 70})
    return of(desk.ask(r.ConfirmSession(1, share=True)))


@situation("level on five of at least ten in the final")
def _(desk: Desk) -> Outcome:
    """A play-off gives 100 chips again; elsewhere neither can stake, and they share (TP28)."""
    desk.cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 5, 3: 5})
    return of(desk.ask(r.ConfirmSession(1)))
