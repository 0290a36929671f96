"""Situations that every document rules on: counts, places, points and prizes.

A situation is given a desk on which nothing has been drafted, and answers with a few words and a
clause. What is right under which document is typed in the tables of the tests, by hand.
"""

from __future__ import annotations

from typing import Any

import msgspec

from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from houseway.tournament.terms import Breakdown, Stage, Ties
from tests.tournament.desk import FINAL, WORDS, Desk, conditions
from tests.tournament.told import Outcome, fact, of, situation

# Counts and places


def _four(desk: Desk, **changes: Any) -> Desk:
    desk.cleared(**changes).enter("Ana", "Ben", "Chen", "Finn")
    return desk


def finished(desk: Desk) -> Desk:
    """Ana and Ben in a final that Ana won, 150 to 90."""
    desk.cleared(stages=(FINAL,), **_no_heats(desk)).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 150, 2: 90})
    desk.confirm()
    return desk


def _no_heats(desk: Desk) -> dict[str, Any]:
    return {"answers": {**WORDS, "progress": "none", "level": "none"}}


@situation("counts that leave somebody out")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70}), Role.DEALER, "Eli"))


@situation("a count of somebody who is out")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)}, (desk.out(1, 2),))
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli"))


@situation("a count that the record of the table denies")
def _(desk: Desk) -> Outcome:
    session = _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    session.modes, session.chips = {"1": "conducted"}, {1: 55, 2: 60, 3: 70, 4: 80}
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli"))


@situation("a dealer confirms the counts")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.do(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli")
    return of(desk.ask(r.ConfirmCounts(1), Role.DEALER, "Eli"))


@situation("one goes on from each table")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 50, 2: 60, 3: 80, 4: 70})
    done = desk.confirm()
    return fact(done, f"{list(done.advancing)} go on")


@situation("level for the one place to go on")
def _(desk: Desk) -> Outcome:
    """7-Up Baccarat 15.1.1 tie: equal chips at the end of a session."""
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 60, 2: 60, 3: 80, 4: 70})
    return of(desk.ask(r.ConfirmSession(1, share=True)))


@situation("level for the one place until the second round")
def _(desk: Desk) -> Outcome:
    """After 50 and 50 they go on; 70 beats 40."""
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 60, 2: 60, 3: 80, 4: 70})
    desk.do(r.OrderAdditionalRounds(1, (2, 1)))
    first = desk.do(r.RecordAdditionalRound(1, {1: 50, 2: 50}), Role.DEALER, "Eli")[-1]
    assert isinstance(first, r.AdditionalRoundCounted)
    assert first.still == (1, 2)
    second = desk.do(r.RecordAdditionalRound(1, {1: 40, 2: 70}), Role.DEALER, "Eli")[-1]
    return fact(second, f"{list(desk.confirm().advancing)} go on")


@situation("level on places on which nothing hangs")
def _(desk: Desk) -> Outcome:
    _nothing_hangs(desk)
    return of(desk.ask(r.ConfirmSession(1)))


@situation("level on places on which nothing hangs, shared by decision")
def _(desk: Desk) -> Outcome:
    _nothing_hangs(desk)
    done = desk.confirm(share=True)
    places = {each.entry: (each.first, each.last) for each in done.placings}
    return fact(done, f"{places[2]} {places[3]}")


def _nothing_hangs(desk: Desk) -> None:
    """One table, one goes on: Ana has most, Ben and Chen are level behind her; one prize."""
    _four(desk, breakdown=Breakdown(hundredths=(10_000,))).played(0, {"1": (1, 2, 3, 4)})
    desk.counted({1: 90, 2: 60, 3: 60, 4: 10})


@situation("level on the first two prizes at the end of the final")
def _(desk: Desk) -> Outcome:
    _level_final(desk)
    return of(desk.ask(r.ConfirmSession(1)))


def _level_final(desk: Desk, **changes: Any) -> None:
    desk.cleared(stages=(FINAL,), **_no_heats(desk), **changes).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 90, 3: 10})


@situation("level on the first two prizes, which are shared")
def _(desk: Desk) -> Outcome:
    """The pool is 3 x 24.80 = 74.40: half and three tenths of it are 59.52, or 29.76 each."""
    _level_final(desk)
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    shared = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(shared, f"{amounts[1]} {amounts[2]} {amounts[3]}")


@situation("level on two prizes, which are played for")
def _(desk: Desk) -> Outcome:
    _level_final(desk, ties=Ties(session="rounds", final="rounds"))
    return of(desk.ask(r.OrderAdditionalRounds(1, (1, 2))))


@situation("all who play on for a prize fall below the minimum at once")
def _(desk: Desk) -> Outcome:
    """The minimum is 10: with 5 and 5 left they share places 1 and 2."""
    _level_final(desk)
    desk.do(r.OrderAdditionalRounds(1, (1, 2)))
    desk.do(r.RecordAdditionalRound(1, {1: 5, 2: 5}), Role.DEALER, "Eli")
    desk.confirm(share=True)
    events = desk.do(r.AwardPrizes())
    shared = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(shared, f"places {shared.first} to {shared.last}: {shared.amount}")


def _together(desk: Desk) -> tuple[Event, ...]:
    """Ana wins; Ben and Chen go out in round 7, Finn in round 3.

    The pool is 4 x 24.80 = 99.20 (4 x 27.55 = 110.20 without commission). Ben: 4 chips left, Chen
    none, Ben staked 30 and Chen 40, Ben's chips were collected first.
    """
    desk.cleared(stages=(FINAL,), **_no_heats(desk)).enter("Ana", "Ben", "Chen", "Finn")
    outs = (
        desk.out(4, 3, chips=9, stake=10, order=1),
        desk.out(2, 7, chips=4, stake=30, order=1),
        desk.out(3, 7, chips=0, stake=40, order=2),
    )
    desk.played(0, {"1": (1, 2, 3, 4)}, outs)
    desk.counted({1: 200})
    desk.confirm()
    return desk.do(r.AwardPrizes())


@situation("two go out in one round with prizes at stake")
def _(desk: Desk) -> Outcome:
    events = _together(desk)
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    second = next(each for each in events if isinstance(each, r.PrizeAwarded) and each.entry == 2)
    return fact(second, f"{amounts[1]} {amounts[2]} {amounts[3]}")


def _two_out(desk: Desk, one: tuple[int, int, int], other: tuple[int, int, int]) -> Outcome:
    """Ben and Chen go out in round 7 with so many chips left, such a wager, removed in order."""
    _four(desk, **{"stages": (FINAL,), **_no_heats(desk)})
    outs = tuple(
        desk.out(entry, 7, chips=left, stake=stake, order=order)
        for entry, (left, stake, order) in ((2, one), (3, other))
    )
    desk.played(0, {"1": (1, 2, 3, 4)}, outs)
    desk.counted({1: 200, 4: 50})
    done = desk.confirm()
    places = {each.entry: each for each in done.placings}
    return fact(places[2], f"{places[2].first} {places[3].first}")


@situation("two out in one coup: more chips left stands higher")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (3, 10, 1), (2, 40, 2))


@situation("two out in one coup, chips left equal: the smaller wager is out first")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (0, 30, 2), (0, 20, 1))


@situation("two out in one coup, wagers equal: the one whose chips went first is out first")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (0, 30, 2), (0, 30, 1))


@situation("level with nothing at the end")
def _(desk: Desk) -> Outcome:
    """7-Up Baccarat 15.1.1 play-off: none at zero; Ben staked 40, Chen 30, who was out first."""
    _four(desk, **{"stages": (FINAL,), **_no_heats(desk)}).played(0, {"1": (1, 2, 3, 4)})
    emptied = (r.Emptied(2, 40), r.Emptied(3, 30))
    desk.counted({1: 200, 2: 0, 3: 0, 4: 50}, emptied=emptied)
    done = desk.confirm()
    places = {each.entry: each for each in done.placings}
    return fact(places[2], f"{places[2].first} {places[3].first}")


@situation("level with nothing, and nobody says what they wagered")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2, 3, 4)})
    return of(desk.ask(r.RecordCounts(1, {1: 9, 2: 0, 3: 0, 4: 5}), Role.DEALER, "Eli"))


# Points


def for_points(desk: Desk, **changes: Any) -> Desk:
    """Two sessions for points 5, 3, 1; nobody goes on, all play both."""
    one = msgspec.structs.replace(FINAL, name="first", kind="heat", points=(5, 3, 1))
    two = msgspec.structs.replace(FINAL, name="second", points=(5, 3, 1))
    stages: tuple[Stage, ...] = (one, two)
    answers = {
        **{key: said for key, said in WORDS.items() if "points" not in key},
        "progress": "none", "level": "none", "final tie": "none",
    }  # fmt: skip
    ties = changes.pop("ties", Ties(session="share points", points="share"))
    desk.cleared(stages=stages, ties=ties, answers=answers, **changes)
    return desk.enter("Ana", "Ben", "Chen")


@situation("points of equal chips are added and divided")
def _(desk: Desk) -> Outcome:
    """Ben and Chen level behind Ana: 3 + 1 = 4 points, 2 each."""
    for_points(desk).played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 60})
    done = desk.confirm()
    told = " ".join(f"{each.points[0]}/{each.points[1]}" for each in done.placings)
    return fact(done.placings[1], told)


@situation("points over two sessions decide")
def _(desk: Desk) -> Outcome:
    """Ana 5 + 1 = 6, Ben 3 + 5 = 8, Chen 1 + 3 = 4."""
    for_points(desk).played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 50})
    desk.confirm()
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 10, 2: 60, 3: 50})
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    places = {each.entry: each for each in events if isinstance(each, r.PlaceAwarded)}
    return fact(places[1], " ".join(str(places[each].first) for each in (1, 2, 3)))


def _equal_points(desk: Desk, method: str) -> Desk:
    """Ana 5 + 3, Ben 3 + 5: eight each."""
    for_points(desk, ties=Ties(session="share points", points=method))  # type: ignore[arg-type]
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 50})
    desk.confirm()
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 60, 2: 90, 3: 50})
    desk.confirm()
    return desk


@situation("equal points, and the conditions share the prizes")
def _(desk: Desk) -> Outcome:
    """59.52 for the first two places, 29.76 each."""
    events = _equal_points(desk, "share").do(r.AwardPrizes())
    shared = [each for each in events if isinstance(each, r.PrizeAwarded)]
    return fact(shared[0], " ".join(str(each.amount) for each in shared))


@situation("equal points, and the conditions have them play on")
def _(desk: Desk) -> Outcome:
    return of(_equal_points(desk, "rounds").ask(r.AwardPrizes()))


@situation("equal points, and an additional round decides")
def _(desk: Desk) -> Outcome:
    _equal_points(desk, "rounds").do(r.OrderAdditionalRounds(2, (1, 2)))
    desk.do(r.RecordAdditionalRound(2, {1: 20, 2: 30}), Role.DEALER, "Eli")
    events = desk.do(r.AwardPrizes())
    first = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(first, f"entry {first.entry} first with {first.amount}")


@situation("conditions that choose what separates the level")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, ties=Ties(session="rounds")))))


@situation("a shared place that would decide who goes on")
def _(desk: Desk) -> Outcome:
    ties = Ties(session="share", final="share")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, ties=ties))))


# Prizes


@situation("a prize table over 100 %")
def _(desk: Desk) -> Outcome:
    table = Breakdown(hundredths=(5000, 3000, 2001))
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, breakdown=table))))


@situation("the pool is awarded")
def _(desk: Desk) -> Outcome:
    """Two fees of 24.80 make 49.60: 24.80, 14.88, and 9.92 for a third who is not there.

    What nobody takes goes to the first: 34.72. Without commission 55.10: 27.55, 16.53, 11.02,
    so 38.57 to the first.
    """
    events = finished(desk).do(r.AwardPrizes())
    prizes = [each for each in events if isinstance(each, r.PrizeAwarded)]
    return fact(prizes[0], " ".join(str(each.amount) for each in prizes))


@situation("amounts that are not the pool")
def _(desk: Desk) -> Outcome:
    """Two fees of 24.80, or of 27.55 without commission, do not pay 80 and 20."""
    changes = {"breakdown": Breakdown(amounts=(8000, 2000), rest_to=1), **_no_heats(desk)}
    desk.cleared(stages=(FINAL,), **changes).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 150, 2: 90})
    desk.confirm()
    short = of(desk.ask(r.AwardPrizes()))
    desk.operator(e.AddToPool(10_000 - desk.tournament.accounts["prize pool"]))
    prizes = [each for each in desk.do(r.AwardPrizes()) if isinstance(each, r.PrizeAwarded)]
    assert [each.amount for each in prizes] == [8000, 2000]
    return short


@situation("closing with a prize unpaid")
def _(desk: Desk) -> Outcome:
    finished(desk).awarded()
    desk.operator(r.PayPrize(1, "slip 1"))
    return of(desk.ask(r.CloseTournament()))


@situation("closing with all paid")
def _(desk: Desk) -> Outcome:
    finished(desk).awarded()
    for entry in (1, 2):
        desk.operator(r.PayPrize(entry, f"slip {entry}"))
    closed = desk.do(r.CloseTournament())[-1]
    assert isinstance(closed, r.TournamentClosed)
    return fact(closed, f"prizes {closed.prizes}, commission {closed.commission}")


@situation("prizes before the places are confirmed")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    return of(desk.ask(r.AwardPrizes()))
