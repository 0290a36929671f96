"""Situations around a session: seats, lateness, breaks, starting times, counts, its end."""

from __future__ import annotations

import msgspec

from houseway.rulebook.ruling import Accepted
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.awaits import awaits
from houseway.tournament.money import pool
from houseway.tournament.state import Seat
from houseway.tournament.terms import LimitChange
from tests.tournament.desk import HEATS, START, Desk, conditions
from tests.tournament.hall import DEALER, MINUTE, PATRON, SEED, Hall
from tests.tournament.told import Outcome, of, situation

OTHER = "ff" * 16


def hall(desk: Desk) -> Hall:
    """The same document, with tables."""
    return Hall(desk.slug)


def _tables(here: Hall, *players: int) -> tuple[s.TablePlan, ...]:
    return tuple(
        s.TablePlan(str(at), here.every_box(), count) for at, count in enumerate(players, 1)
    )


# Seats


@situation("the seats are drawn")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    return of(here.ask(s.DraftBallot(1, SEED, _tables(here, 3))))


@situation("the seats are chosen by the one in charge")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    seats = tuple((entry, Seat("1", entry + 1)) for entry in (1, 2, 3))
    return of(here.ask(s.AllotSeats(1, _tables(here, 3), seats, "in order of entry")))


@situation("the seats are drawn once more without a reason")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    here.do(s.DraftBallot(1, SEED, _tables(here, 3)))
    return of(here.ask(s.DraftBallot(1, OTHER, _tables(here, 3))))


@situation("a fixed seat without a reason")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    fixed = (s.FixedSeat(1, Seat("1", 2), ""),)
    return of(here.ask(s.DraftBallot(1, SEED, _tables(here, 3), fixed)))


@situation("two fixed at one seat")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    fixed = tuple(s.FixedSeat(entry, Seat("1", 2), "a wheelchair") for entry in (1, 2))
    return of(here.ask(s.DraftBallot(1, SEED, _tables(here, 3), fixed)))


@situation("three to sit at two places")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    return of(here.ask(s.DraftBallot(1, SEED, _tables(here, 2))))


@situation("a box that no table has")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    plan = s.TablePlan("1", (2, 3, 99), 3)
    return of(here.ask(s.DraftBallot(1, SEED, (plan,))))


@situation("a table that serves another session")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat().begin()
    here.enter("Finn")
    here.do(s.PlanSession(1, START))
    return of(here.ask(s.DraftBallot(2, SEED, _tables(here, 1))))


@situation("two who are kept apart, at two tables")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan(apart=(("id Ana", "id Ben"),))
    drafted = here.do(s.DraftBallot(1, SEED, _tables(here, 2, 1)))[-1]
    assert isinstance(drafted, s.SeatsDrafted)
    seats = dict(drafted.seats)
    apart = seats[1].table != seats[2].table
    return f"apart: {apart}", str(drafted.clause)


@situation("two who are kept apart, at one table")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan(apart=(("id Ana", "id Ben"),))
    return of(here.ask(s.DraftBallot(1, SEED, _tables(here, 3))))


@situation("a table closes, and who sat there is drawn anew")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan()
    fixed = tuple(
        s.FixedSeat(entry, Seat(table, 2 + at), "for this test")
        for at, (entry, table) in enumerate(((1, "1"), (2, "1"), (3, "2")))
    )
    here.do(s.DraftBallot(1, SEED, _tables(here, 3, 1), fixed))
    here.do(s.PublishBallot(1))
    here.begin()
    redrawn = here.do(s.RedrawTable(1, "2", SEED, "the shoe is broken"))[-1]
    assert isinstance(redrawn, s.TableRedrawn)
    seat = here.session.seats[3]
    taken = {here.session.seats[entry].box for entry in (1, 2)}
    held = here.session.chips[3]
    return f"table {seat.table}, free box: {seat.box not in taken}, {held}", str(redrawn.clause)


# Time


@situation("somebody takes the seat in time")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.now = START - 1
    return of(here.ask(s.CheckIn(1, 1), DEALER, "Eli"))


@situation("somebody takes the seat at the starting time, before the session begins")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.now = START
    return of(here.ask(s.CheckIn(1, 1), DEALER, "Eli"))


@situation("somebody is not there when the session begins")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    before = pool(here.tournament)
    here.begin(absent=(3,))
    entry, chips = here.tournament.entries[3], here.session.chips.get(3, 0)
    kept = pool(here.tournament) == before
    clause = entry.out_by or here.tournament.rules.sessions.late
    return f"{entry.status}, holds {chips}, fee stays: {kept}", str(clause)


@situation("a reserve sits down where somebody was not there")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    ruling = here.ask(e.ListReserve("id Jun", "Jun"))
    if not isinstance(ruling, Accepted):
        return of(ruling)
    here.do(e.ListReserve("id Jun", "Jun"))
    here.begin(absent=(3,))
    admitted = here.do(e.AdmitReserve(4, 3, 2755, "signed"))[0]
    assert isinstance(admitted, e.ReserveAdmitted)
    here.open()
    return f"box {here.session.seats[4].box}, {here.session.chips[4]}", str(admitted.clause)


@situation("the session begins before its time")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.now = START - 1
    return of(here.ask(s.StartSession(1)))


@situation("the session begins after the conditions have changed")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.draft(stages=(HEATS,))
    here.now = START
    return of(here.ask(s.StartSession(1)))


@situation("the start is changed an hour before")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    here.now = START - 60 * MINUTE
    ruling = here.ask(s.ChangeStart(1, START + 60 * MINUTE))
    return of(ruling)


@situation("the start is changed when it has come")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan(start_may_change=True).seat()
    here.now = START
    return of(here.ask(s.ChangeStart(1, START + 60 * MINUTE)))


@situation("the start is changed five minutes before")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan(start_may_change=True).seat()
    here.now = START - 5 * MINUTE
    changed = here.do(s.ChangeStart(1, START + 60 * MINUTE))[-1]
    assert isinstance(changed, s.StartChanged)
    return f"{changed.notice_minutes} minutes, short: {changed.short}", str(changed.clause)


def _moved(desk: Desk) -> Hall:
    """The start of a session with entries 1, 2 and 3 is an hour later, and nobody knows yet."""
    here = hall(desk).plan(start_may_change=True).seat()
    here.now = START - 60 * MINUTE
    here.do(s.ChangeStart(1, START + 60 * MINUTE))
    return here


def _to_tell(here: Hall) -> Outcome:
    found = [each for each in awaits(here.tournament) if each.what == "tell"]
    steps = [(each.who, each.session, each.entries) for each in found]
    return f"to tell: {steps}", str(found[0].clause if found else "")


@situation("the start is changed and nobody has been told")
def _(desk: Desk) -> Outcome:
    return _to_tell(_moved(desk))


@situation("the start is changed and two of three know it")
def _(desk: Desk) -> Outcome:
    here = _moved(desk)
    here.do(s.ConfirmTold(1, (1,)), PATRON, here.tournament.entries[1].person)
    here.do(s.ConfirmTold(1, (3,)), DEALER, "Eli")
    return _to_tell(here)


@situation("the start is changed and all have been told")
def _(desk: Desk) -> Outcome:
    here = _moved(desk)
    here.do(s.ConfirmTold(1, (1, 2, 3)), DEALER, "Eli")
    return _to_tell(here)


@situation("the start is changed and changed again")
def _(desk: Desk) -> Outcome:
    here = _moved(desk)
    here.do(s.ConfirmTold(1, (1, 2, 3)), DEALER, "Eli")
    here.do(s.ChangeStart(1, START + 90 * MINUTE))
    return _to_tell(here)


@situation("somebody says for another that the new start is known")
def _(desk: Desk) -> Outcome:
    return of(_moved(desk).ask(s.ConfirmTold(1, (2,)), PATRON, "Ana"))


@situation("all are told of a start that was not changed")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat()
    return of(here.ask(s.ConfirmTold(1, (1,)), DEALER, "Eli"))


# Chips by denomination: 30 of 10 and 6 of 100 are brought, 300 of them issued


def _brought(desk: Desk, tens: int, hundreds: int) -> Hall:
    """Play is over with nothing won; so many of each have come back."""
    here = hall(desk).ready(stage=msgspec.structs.replace(HEATS, rounds=1))
    for value, quantity in ((10, 30), (100, 6)):
        here.do(s.BringInventory(1, "1", value, quantity), DEALER, "Eli")
    here.played({1: 100, 2: 100, 3: 100})
    here.do(s.EndTable(1, "1"), DEALER, "Eli")
    for value, quantity in ((10, tens), (100, hundreds)):
        here.do(s.ReturnInventory(1, "1", value, quantity), DEALER, "Eli")
    return here


@situation("the last count with all chips back")
def _(desk: Desk) -> Outcome:
    here = _brought(desk, 30, 6)
    counted, *_ = here.do(here.counts({1: 100, 2: 100, 3: 100}), DEALER, "Eli")
    assert isinstance(counted, s.TableCounted)
    return f"missing {counted.missing}", str(counted.clause)


@situation("the last count where two tens did not come back")
def _(desk: Desk) -> Outcome:
    here = _brought(desk, 28, 6)
    counted, *_ = here.do(here.counts({1: 100, 2: 80, 3: 100}, won=0), DEALER, "Eli")
    assert isinstance(counted, s.TableCounted)
    return f"missing {counted.missing}", str(counted.clause)


@situation("the last count names a hundred where ten tens are missing")
def _(desk: Desk) -> Outcome:
    here = _brought(desk, 20, 6)
    counts = here.counts({1: 100, 2: 0, 3: 100}, won=0, missing=((100, 1),))
    return of(here.ask(counts, DEALER, "Eli"))


@situation("more chips come back than were brought")
def _(desk: Desk) -> Outcome:
    return of(_brought(desk, 30, 6).ask(s.ReturnInventory(1, "1", 100, 7), DEALER, "Eli"))


@situation("chips come back while play goes on")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(s.BringInventory(1, "1", 10, 30), DEALER, "Eli")
    return of(here.ask(s.ReturnInventory(1, "1", 10, 30), DEALER, "Eli"))


def _two_tens_missing(desk: Desk) -> Hall:
    here = _brought(desk, 28, 6)
    here.do(here.counts({1: 100, 2: 80, 3: 100}, won=0), DEALER, "Eli")
    return here


def _to_report(here: Hall) -> Outcome:
    found = [each for each in awaits(here.tournament) if each.what == "report"]
    sentences = "; ".join(f"{each.who}: {each.sentence.split(':')[1]}" for each in found)
    return sentences or "nothing to report", str(found[0].clause if found else "")


@situation("the one in charge has not been told of two missing tens")
def _(desk: Desk) -> Outcome:
    return _to_report(_two_tens_missing(desk))


@situation("the one in charge has been told of two missing tens")
def _(desk: Desk) -> Outcome:
    here = _two_tens_missing(desk)
    here.do(s.ReportMissingChips(1))
    return _to_report(here)


@situation("missing chips are reported where none are missing")
def _(desk: Desk) -> Outcome:
    return of(_brought(desk, 30, 6).ask(s.ReportMissingChips(1)))


@situation("a break of ten minutes")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.CallBreak(1, 10)))


@situation("a break of no length")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.CallBreak(1, 0)))


@situation("a break during a round")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().open().ask(s.CallBreak(1, 10)))


@situation("a round during a break")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(s.CallBreak(1, 10))
    here.now = START + 10 * MINUTE - 1
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("a round after a break of stated length")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    here.do(s.CallBreak(1, 10))
    here.now = START + 10 * MINUTE
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("a direction about the pace")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.GiveDirection(1, "wager within half a minute")))


@situation("half a minute for a wager is announced")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.SetTimeLimit(1, 30)))


# Limits


def _rising(desk: Desk) -> Hall:
    return hall(desk).ready(
        stage=msgspec.structs.replace(HEATS, limit_changes=(LimitChange(2, 20, 80),))
    )


@situation("limits that the conditions do not have are announced")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.AnnounceLimits(1, 2, 20, 80)))


@situation("limits of the conditions that were not announced")
def _(desk: Desk) -> Outcome:
    here = _rising(desk).played({1: 100, 2: 100, 3: 100})
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("limits of the conditions that were announced")
def _(desk: Desk) -> Outcome:
    here = _rising(desk)
    announced = here.do(s.AnnounceLimits(1, 2, 20, 80))[-1]
    assert isinstance(announced, s.LimitsAnnounced)
    here.played({1: 100, 2: 100, 3: 100}).open()
    return f"{here.round.minimum} to {here.round.maximum}", str(announced.clause)


# Counts and the end


@situation("a count that adds up")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10).close()
    return of(here.ask(here.counts({1: 110, 2: 90, 3: 90}), DEALER, "Eli"))


@situation("a count of ten chips too many")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10).close()
    return of(here.ask(here.counts({1: 110, 2: 90, 3: 90}, won=0), DEALER, "Eli"))


@situation("a count without ten chips that are known to be missing")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10).close()
    counts = here.counts({1: 100, 2: 90, 3: 90}, won=10, missing=((5, 2),))
    counted = here.do(counts, DEALER, "Eli")[-1]
    assert isinstance(counted, s.TableCounted)
    return f"{here.floor.missing} missing", str(counted.clause)


@situation("a count that leaves somebody out")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().open().staked(10, 10, 10).close()
    return of(here.ask(here.counts({1: 110, 2: 90}), DEALER, "Eli"))


@situation("a count by staff where the table is conducted")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat(mode="conducted").begin().open().staked(10, 10, 10).close()
    return of(here.ask(here.counts({1: 110, 2: 90, 3: 90}), DEALER, "Eli"))


@situation("a count from the log of a conducted table")
def _(desk: Desk) -> Outcome:
    here = hall(desk).plan().seat(mode="conducted").begin().open().staked(10, 10, 10).close()
    return of(here.ask(here.counts({1: 110, 2: 90, 3: 90}, source="table"), DEALER, "Eli"))


@situation("staff report somebody out who holds the minimum")
def _(desk: Desk) -> Outcome:
    return of(hall(desk).ready().ask(s.RecordElimination(1, 1, 4, 10), DEALER, "Eli"))


@situation("staff report somebody out with nine chips")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready()
    out = here.do(s.RecordElimination(1, 1, 4, 9), DEALER, "Eli")[-1]
    assert isinstance(out, s.PlayerOut)
    return f"{out.out.how} after round {out.out.round} with {out.out.chips}", str(out.clause)


@situation("a table is ended with rounds to play")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 100, 2: 100, 3: 100})
    return of(here.ask(s.EndTable(1, "1"), DEALER, "Eli"))


@situation("one round too many")
def _(desk: Desk) -> Outcome:
    short = msgspec.structs.replace(HEATS, rounds=1)
    here = hall(desk).ready(stage=short).played({1: 100, 2: 100, 3: 100})
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("a void round does not count")
def _(desk: Desk) -> Outcome:
    short = msgspec.structs.replace(HEATS, rounds=1)
    here = hall(desk).ready(stage=short).open().staked(10, 10, 10)
    here.do(w.DeclareRoundVoid(1, "1", "a card was exposed"))
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("the clock runs out in a round, which is finished")
def _(desk: Desk) -> Outcome:
    timed = msgspec.structs.replace(HEATS, rounds=0, minutes=30)
    here = hall(desk).ready(stage=timed).open().staked(10, 10, 10).close()
    here.now = START + 30 * MINUTE
    here.do(here.counts({1: 100, 2: 100, 3: 100}), DEALER, "Eli")
    return of(here.ask(w.OpenRound(1, "1"), DEALER, "Eli"))


@situation("a session of thirty minutes is drafted")
def _(desk: Desk) -> Outcome:
    timed = msgspec.structs.replace(HEATS, rounds=0, minutes=30)
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, stages=(timed,)))))


@situation("the last table is ended and counted")
def _(desk: Desk) -> Outcome:
    short = msgspec.structs.replace(HEATS, rounds=1)
    here = hall(desk).ready(stage=short).played({1: 120, 2: 90, 3: 90})
    here.do(s.EndTable(1, "1"), DEALER, "Eli")
    recorded = here.do(here.counts({1: 120, 2: 90, 3: 90}), DEALER, "Eli")[-1]
    session = here.session
    return f"{type(recorded).__name__} {session.phase}", str(getattr(recorded, "clause", ""))


@situation("a session is concluded early with the leader certain")
def _(desk: Desk) -> Outcome:
    here = hall(desk).ready().played({1: 120, 2: 90, 3: 90})
    return of(here.ask(s.ConcludeEarly(1, "1", (1,))))
