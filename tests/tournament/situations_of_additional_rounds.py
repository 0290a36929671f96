"""Situations of additional rounds on record at a table, and of who leaves at its edges.

What is right under which document is typed in the tables of the tests, by hand. Ana, Ben and Chen
sit at boxes 2, 4 and 5 with 100 chips each; a round is from 10 to 50, and one goes on.
"""

from __future__ import annotations

from typing import Any

from houseway.rulebook.ruling import Accepted
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import Seat
from houseway.tournament.terms import Breakdown, Stage
from tests.tournament.desk import START, Desk
from tests.tournament.hall import DEALER, PATRON, SEED, Hall
from tests.tournament.situations_of_ties import NO_HEATS
from tests.tournament.told import Outcome, fact, of, situation


def hall(desk: Desk) -> Hall:
    return Hall(desk.slug)


def _played_off(desk: Desk, counts: dict[int, int]) -> Hall:
    """Ana, Ben and Chen at boxes 2, 4 and 5; one coup of 10 each, the marker at box 2, or none."""
    short = Stage(name="heats", chips=100, minimum=10, maximum=50, tables=1, rounds=1, advance=1)
    here = hall(desk).ready(stage=short, **_ordered(desk)).played(counts)
    here.do(s.EndTable(1, "1"), DEALER, "Eli")
    here.do(here.counts(counts), DEALER, "Eli")
    here.do(r.ConfirmCounts(1))
    return here


def _ordered(desk: Desk) -> dict[str, Any]:
    return {"ordered": True} if desk.slug == "seven-up-baccarat" else {}


@situation("the marker in additional rounds between boxes 2 and 4")
def _(desk: Desk) -> Outcome:
    """It lay at box 2 in the session: it goes on to box 4, or a play-off begins at box 2."""
    here = _played_off(desk, {1: 110, 2: 110, 3: 90})
    ordered = here.do(r.OrderAdditionalRounds(1, (1, 2), "1"))[-1]
    boxes = list[str]()
    for _ in range(3):
        here.open().staked(10, 10).close()
        boxes.append(str(here.floor.marker))
        here.do(r.RecordAdditionalRound(1, dict.fromkeys((1, 2), 100)), DEALER, "Eli")
    return " ".join(boxes), of(Accepted((ordered,)))[1]


@situation("somebody who is not level wagers in an additional round")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 90, 2: 110, 3: 110})
    here.do(r.OrderAdditionalRounds(1, (2, 3), "1"))
    here.open()
    return of(here.ask(w.PlaceStake(1, 1, 10), PATRON, "id Ana"))


@situation("the table is ended while two play on")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 90, 2: 110, 3: 110})
    here.do(r.OrderAdditionalRounds(1, (2, 3), "1"))
    return of(here.ask(s.EndTable(1, "1"), DEALER, "Eli"))


@situation("an additional round is counted that was not opened")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 90, 2: 110, 3: 110})
    here.do(r.OrderAdditionalRounds(1, (2, 3), "1"))
    return of(here.ask(r.RecordAdditionalRound(1, {2: 100, 3: 120}), DEALER, "Eli"))


@situation("an additional round decides")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 90, 2: 110, 3: 110})
    here.do(r.OrderAdditionalRounds(1, (2, 3), "1"))
    here.open().staked(10, 20).close()
    held = here.session.chips
    after = {2: held[2] - 10, 3: held[3] - 20}
    counted = here.do(r.RecordAdditionalRound(1, after), DEALER, "Eli")[-1]
    assert isinstance(counted, r.AdditionalRoundCounted)
    done = here.do(r.ConfirmSession(1))[-1]
    assert isinstance(done, r.SessionConfirmed)
    return f"{dict(counted.counts)}, {list(done.advancing)} go on", str(counted.clause)


@situation("one of three who play on is put out")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 100, 2: 100, 3: 100})
    here.do(r.OrderAdditionalRounds(1, (1, 2, 3), "1"))
    here.open()
    facts = here.do(w.Disqualify(1, 2, "contravention", "touched the cards"))
    counted = facts[-1]
    assert isinstance(counted, r.AdditionalRoundCounted)
    here.staked(10, 20)
    here.close()
    held = here.session.chips
    here.do(r.RecordAdditionalRound(1, {1: held[1] - 10, 3: held[3] - 20}), DEALER, "Eli")
    done = here.do(r.ConfirmSession(1))[-1]
    assert isinstance(done, r.SessionConfirmed)
    places = {each.entry: each.first for each in done.placings}
    return f"still {counted.still}, places {places}", of(Accepted(facts[:1]))[1]


@situation("one of two who play on is put out")
def _(desk: Desk) -> Outcome:
    here = _played_off(desk, {1: 90, 2: 110, 3: 110})
    here.do(r.OrderAdditionalRounds(1, (2, 3), "1"))
    out = here.do(w.Disqualify(1, 2, "contravention", "touched the cards"))[0]
    done = here.do(r.ConfirmSession(1))[-1]
    assert isinstance(done, r.SessionConfirmed)
    places = {each.entry: each.first for each in done.placings}
    return f"{list(done.advancing)} go on, places {places}", str(getattr(out, "clause", ""))


def _two_tables(desk: Desk) -> Hall:
    """Ana (box 2) and Ben (4) at table 1, Chen (5) at table 2; one goes on overall; all level."""
    overall = Stage(
        name="heats", chips=100, minimum=10, maximum=50, tables=2, rounds=1, advance=1, overall=True
    )
    here = hall(desk).plan(stage=overall, **_ordered(desk))
    places = ((1, "1", 2), (2, "1", 4), (3, "2", 5))
    fixed = tuple(s.FixedSeat(n, Seat(t, box), "for this test") for n, t, box in places)
    tables = (s.TablePlan("1", here.every_box(), 2), s.TablePlan("2", here.every_box(), 1))
    here.do(s.DraftBallot(1, SEED, tables, fixed))
    here.do(s.PublishBallot(1))
    here.begin()
    for table, counts in (("1", ((1, 100), (2, 90))), ("2", ((3, 100),))):
        here.do(s.EndTable(1, table), DEALER, "Eli")
        won = 100 * len(counts) - sum(chips for _, chips in counts)
        here.do(s.CountTable(1, table, counts, won), DEALER, "Eli")
    here.do(r.ConfirmCounts(1))
    return here


@situation("no ballot for the level at two tables")
def _(desk: Desk) -> Outcome:
    return of(_two_tables(desk).ask(r.OrderAdditionalRounds(1, (1, 3), "1")))


@situation("the level are brought to one table")
def _(desk: Desk) -> Outcome:
    here = _two_tables(desk)
    ordered = here.do(r.OrderAdditionalRounds(1, (1, 3), "2", SEED))[-1]
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    tables = {seat.table for _, seat in ordered.seats}
    boxes = {seat.box for _, seat in ordered.seats}
    here.do(w.OpenRound(1, "2"), DEALER, "Eli")
    first = here.session.conduct.floors["2"].marker
    lowest = first == min(boxes) if first else True
    assert (tables, len(boxes)) == ({"2"}, 2)
    return f"lowest box is first: {lowest}", str(ordered.clause)


# Leaving, and being put out, at the edges


@situation("a substitute during a round")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open()
    return of(here.ask(e.ApproveSubstitute(1, "id Jun", "Jun", "ill")))


@situation("a table is ended with a dispute open")
def _(desk: Desk) -> Outcome:
    short = Stage(name="heats", chips=100, minimum=10, maximum=50, tables=1, rounds=1, advance=1)
    here = hall(desk).ready(stage=short).played({1: 100, 2: 100, 3: 100})
    here.do(w.DisputeRound(1, 1, "I was paid too little"), PATRON, "id Ana")
    return of(here.ask(s.EndTable(1, "1"), DEALER, "Eli"))


@situation("somebody who withdrew is not dealt in")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.do(e.WithdrawEntry(3))
    for entry in (1, 2):
        here.do(s.CheckIn(1, entry), DEALER, "Eli")
    here.now = START
    here.do(s.StartSession(1))
    gone = here.tournament.entries[3]
    return f"{gone.status}, in: {3 in here.session.chips}", str(gone.out_by)


@situation("a reserve takes the seat of somebody who withdrew")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    ruling = here.ask(e.ListReserve("id Jun", "Jun"))
    if not isinstance(ruling, Accepted):
        return of(ruling)
    here.do(e.ListReserve("id Jun", "Jun"))
    here.do(e.WithdrawEntry(3))
    return of(here.ask(e.AdmitReserve(4, 3, 2755, "signed")))


@situation("somebody is put out when the session has been counted")
def _(desk: Desk) -> Outcome:
    """Ben held most, so that Chen goes on in his stead."""
    here = _played_off(desk, {1: 90, 2: 120, 3: 110})
    out = here.do(w.Disqualify(1, 2, "contravention", "marked cards were found"))[-1]
    done = here.do(r.ConfirmSession(1))[-1]
    assert isinstance(out, s.PlayerOut)
    assert isinstance(done, r.SessionConfirmed)
    return f"{out.out.how}, {list(done.advancing)} go on", str(out.clause)


@situation("prizes of more than the pool")
def _(desk: Desk) -> Outcome:
    """Fixed prizes of 60.00 and 40.00, the rest to the first: two fees do not pay for them."""
    prizes = Breakdown(amounts=(0, 6000, 4000), rest_to=1)
    desk.cleared(**NO_HEATS, breakdown=prizes).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 50})
    desk.confirm()
    return of(desk.ask(r.AwardPrizes()))


@situation("a prize for somebody who was put out")
def _(desk: Desk) -> Outcome:
    """Ana wins, Ben is put out in round 8, Chen goes out in round 7. Three fees with commission are
    74.40: 37.20, 22.32, 14.88. Without it 82.65: 41.33, 24.79, 16.53, and what Ben does not get
    is the first's: 57.86."""
    desk.cleared(**NO_HEATS).enter("Ana", "Ben", "Chen")
    how = "excluded" if desk.tournament.rules.wagering.exclusion else "disqualified"
    desk.played(0, {"1": (1, 2, 3)}, (desk.out(3, 7, chips=3), desk.out(2, 8, how)))
    desk.counted({1: 150})
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    places = {each.entry: each for each in events if isinstance(each, r.PlaceAwarded)}
    told = " ".join(f"{places[each].first}:{amounts.get(each, 0)}" for each in (1, 2, 3))
    return fact(places[2], told)


@situation("a second session of a stage that goes on overall")
def _(desk: Desk) -> Outcome:
    overall = Stage(
        name="heats", chips=100, minimum=10, maximum=50, tables=1, rounds=1, advance=1, overall=True
    )
    here = hall(desk).plan(stage=overall)
    here.enter("Finn")
    return of(here.ask(s.PlanSession(1, START)))


@situation("goods for a place that nobody took")
def _(desk: Desk) -> Outcome:
    """A hamper goes with place 3, and two took part: it is the first's."""
    desk.cleared(**NO_HEATS).enter("Ana", "Ben")
    desk.operator(e.AddToPool(goods="a hamper", place=3))
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 90, 2: 150})
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    prizes = {each.entry: each for each in events if isinstance(each, r.PrizeAwarded)}
    return fact(prizes[2], f"{prizes[2].goods} {prizes[1].goods}")
