"""Simulated people at one table of a demonstration: patrons, and staff where nobody is on duty.

What they do next follows from the table and from who is there. They keep no real person waiting and
decide for nobody who is at the screen. Every command is asked of `decide` first, so that the log of
a demonstration is not full of refusals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.driving import ABSENT, GUEST, Deed, first_accepted, next_command
from houseway.driving.tournaments import count_of
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.felt import Spot
from houseway.games.game import Awaits, Pick
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.betting import LAST_CALL_SECONDS, BettingTimes
from houseway.table.faces import awaits_house
from houseway.table.secrets import ContributeShare
from houseway.table.table import Table, decide
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament.awaits import Step, awaits
from houseway.tournament.progress import eligible, stage_due
from houseway.tournament.standing import players_at
from houseway.tournament.state import Session, Tournament

ACTOR = "simulated"  # before the role, in the log
SECOND_US = 1_000_000
BETTING_SECONDS = 12  # of the betting clock of a table of the demonstration
RESULT_US = 8_200_000  # a result stays on the felt, five seconds of it after the ball has landed
AWAY_US = 20 * SECOND_US  # after which a person who has closed the screen is taken out
GONE_US = 60 * SECOND_US  # after which a choice is made for a person who has left the screen
LONGEST_US = 180 * SECOND_US  # or who has not chosen for so long
DECIDE_US = 90 * SECOND_US  # after which a simulated supervisor rules, if nobody is on duty
SOON_US = 6 * SECOND_US  # or already then, if a dealer waits for a round that we held
SEEN_US = 120 * SECOND_US  # after which a simulated person in charge acknowledges an alert
DISPUTE_US = 240 * SECOND_US  # and decides a dispute
TROUBLE_US = 360 * SECOND_US  # between two irregularities or disputes at one table
ISSUED = 1_000_00  # chips for a person at a tournament's table
FIRST_TROUBLE_US = 60 * SECOND_US

_CLAIMS = (
    "the wager was on the layout before the call",
    "the last payment was short by one chip",
    "the call of no more bets came too early",
)
_DECISION = "the record of the round was shown; the settlement stands"
_NEXT_ROUND = ("collect", "open", "shuffle", "check")  # awaited once a round is over
_IN_CHARGE = (Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR)


class Guest(NamedTuple):
    """A simulated patron: where they like to sit, and how many minimums they stake."""

    name: str
    seat: int
    stakes: int


class Present(NamedTuple):
    """The persons who are at this table's screens now."""

    dealer: bool = False
    supervisor: bool = False
    patrons: frozenset[str] = frozenset()
    dealer_about: bool = False  # a dealer has a page of any table open


@dataclass
class Sitting:
    """What is remembered of a table between two looks; a restart forgets it."""

    guests: tuple[Guest, ...]
    pick: Pick
    since_us: int = 0  # since when the table has awaited the same
    at: tuple[int, str, str] = (0, "", "")
    passing: set[str] = field(default_factory=set)  # guests who leave this round out
    asked: set[str] = field(default_factory=set)  # who has said not to wager in this round
    trouble_us: int = 0  # when the next irregularity or dispute is due
    scripted: int = 0  # the round that a scripted irregularity held last
    alerts_us: int = 0  # since when an alert has waited for a simulated person in charge
    disputed_us: int = 0  # since when a dispute of a guest has been open
    away: dict[str, int] = field(default_factory=dict)  # since when a person's screen is closed
    settled: tuple[int, int] = (0, 0)  # the round, and how many of its wagers are settled
    settled_us: int = 0  # since when that is so

    def look(self, table: Table, now_us: int) -> Awaits:
        """What is awaited, and for how long it has been."""
        awaited = table.game.awaits(table.play)
        at = (table.play.round, awaited.what, awaited.who)
        if at != self.at:
            if at[0] != self.at[0]:
                self.asked = set()
                self.passing = {each.name for each in self.guests[1:] if self.pick(6) == 0}
            self.at, self.since_us = at, now_us
        self.trouble_us = self.trouble_us or now_us + FIRST_TROUBLE_US
        settled = (table.play.round, _count_settled(table))
        if settled != self.settled:
            self.settled, self.settled_us = settled, now_us
        return awaited

    def shows_result(self, now_us: int) -> bool:
        """Whether a result has come too lately for the next round."""
        return self.settled[1] > 0 and now_us - self.settled_us < RESULT_US

    def waited(self, now_us: int) -> int:
        return now_us - self.since_us


def _count_settled(table: Table) -> int:
    layout = table.play.layout
    return len(layout.settlements or layout.past.get(table.play.round, ()))


def next_deed(
    table: Table, sitting: Sitting, present: Present, now_us: int, times: BettingTimes
) -> Deed | None:
    """The next command of a simulated person, or None while a real one or the house is awaited."""
    if table.closed or (table.virtual and not table.commitment):
        return None
    awaited = sitting.look(table, now_us)
    return first_accepted(
        _deeds(table, sitting, present, awaited, now_us, times),
        lambda deed: decide(table, deed.command, deed.by, now_us, deed.actor),
    )


def _deeds(
    table: Table, sitting: Sitting, present: Present, awaited: Awaits, now_us: int,
    times: BettingTimes,
) -> Iterator[Deed]:  # fmt: skip
    """What could be done, the likeliest first."""
    yield from _acknowledging(table, sitting, present, now_us)
    yield from _disputes(table, sitting, present, now_us)
    yield from _issuing(table, present)
    yield from _removing(table, sitting, present, now_us)
    if table.virtual and awaits_house(awaited):
        return
    if awaited.choices:
        yield from _choosing(table, sitting, present, awaited, now_us)
    elif awaited.what == "wagers" and awaited.who == Role.PATRON:
        yield from _betting(table, sitting, present, awaited, now_us, times)
    else:
        yield from _troubles(table, sitting, present, awaited, now_us)
        if awaited.what == "open":
            yield from _arriving(table, sitting)
            yield from _leaving(table, sitting)
        if awaited.what in _NEXT_ROUND and sitting.shows_result(now_us):
            return
        yield from _staff(table, sitting, present, awaited, now_us)


# Patrons


def _choosing(
    table: Table, sitting: Sitting, present: Present, awaited: Awaits, now_us: int
) -> Iterator[Deed]:
    """A guest chooses; a person is waited for, and after a long while answered for with care."""
    if awaited.who in {each.name for each in sitting.guests}:
        yield Deed(*next_command(table.game, table.play, GUEST, sitting.pick), awaited.who)
        return
    if awaited.who in set(Role):
        yield from _staff(table, sitting, present, awaited, now_us)
        return
    patience = LONGEST_US if awaited.who in present.patrons else GONE_US
    if sitting.waited(now_us) >= patience:
        careful = next_command(table.game, table.play, ABSENT, sitting.pick)
        yield Deed(*careful, _actor(Role.DEALER))


def _betting(
    table: Table, sitting: Sitting, present: Present, awaited: Awaits, now_us: int,
    times: BettingTimes,
) -> Iterator[Deed]:  # fmt: skip
    """Guests wager; the dealer closes betting by the clock, or once nobody needs more time."""
    due_us = times.until_us(table.betting_seconds or BETTING_SECONDS)
    staked = {patron for patron, _, _ in table.play.layout.wagers}
    if not staked:
        yield from _arriving(table, sitting)
    for guest in sitting.guests:
        if _is_here(table, guest.name) and guest.name not in staked | sitting.passing:
            yield from _wager(table, sitting, guest)
    if sitting.pick(3) == 0 and now_us < due_us - LAST_CALL_SECONDS * SECOND_US:
        some = [each for each in sitting.guests if each.name in staked]
        if some:
            yield from _wager(table, sitting, some[sitting.pick(len(some))])
    if _all_done(table, sitting, present, staked):
        due_us = now_us
    if not present.dealer and now_us >= due_us:
        for name in sitting.away:
            if name not in staked:  # no round counts against a person who is not there
                yield from _by_staff(c.LeaveTable(name))
        yield from _closing(table, sitting, awaited, staked)


def _all_done(table: Table, sitting: Sitting, present: Present, staked: set[str]) -> bool:
    """Whether a person is here, and every person here has finished betting, as have the guests."""
    people = present.patrons & set(table.play.layout.idle_rounds)
    waiting = {each.name for each in sitting.guests if _is_here(table, each.name)}
    return bool(people) and people <= table.finished and waiting <= staked | sitting.passing


def _wager(table: Table, sitting: Sitting, guest: Guest) -> Iterator[Deed]:
    """Somewhere at the guest's own place, mostly on one of the usual wagers."""
    spots = list(table.game.spots(table.play, guest.name))
    own = [each for each in spots if each.box in (0, guest.seat)] or spots
    usual = [each for each in own if each.wager in table.game.simulated.usual]
    among = usual if usual and sitting.pick(5) else own
    for _ in range(4):
        if among:
            spot = among[sitting.pick(len(among))]
            amount = _stake(table, sitting, guest, spot)
            yield Deed(
                c.PlaceWager(guest.name, spot.wager, amount, spot.box), Role.PATRON, guest.name
            )


def _stake(table: Table, sitting: Sitting, guest: Guest, spot: Spot) -> int:
    """A few minimums, in whole multiples, never more than the guest holds or the sign allows."""
    play = table.play
    unit: int = spot.step or play.limits.multiple or play.chips.smallest
    least = -(-spot.minimum // unit) * unit
    wanted = least * (1 + sitting.pick(guest.stakes))
    held: int = play.layout.chips.get(guest.name, wanted)
    most = min(spot.maximum, held) // unit * unit
    return max(least, min(wanted, most))


def _arriving(table: Table, sitting: Sitting) -> Iterator[Deed]:
    """Guests come to the table and buy chips, and more when those are nearly gone."""
    least = table.play.limits.minimum
    for guest in sitting.guests:
        if not _is_here(table, guest.name):
            if guest == sitting.guests[0] or sitting.pick(4) == 0:
                yield Deed(c.JoinTable(guest.name), Role.PATRON, guest.name)
        elif table.virtual and table.commitment and guest.name not in table.shares:
            share = "".join(f"{sitting.pick(256):02x}" for _ in range(32))
            yield Deed(ContributeShare(guest.name, share, table.root), Role.PATRON, guest.name)
        elif table.play.layout.chips.get(guest.name, 0) < 4 * least:
            yield from _by_staff(c.BringChips(guest.name, 40 * least * guest.stakes))


def _issuing(table: Table, present: Present) -> Iterator[Deed]:
    """Chips for a person who has come to a table where patrons bring none of their own."""
    if present.dealer or Role.PATRON in table.game.orders[c.BringChips].roles:
        return
    for name in sorted(present.patrons & set(table.play.layout.idle_rounds)):
        if table.play.layout.chips.get(name, 0) < table.play.limits.minimum:
            yield from _by_staff(c.BringChips(name, ISSUED))


def _removing(table: Table, sitting: Sitting, present: Present, now_us: int) -> Iterator[Deed]:
    """The dealer takes out a person whose screen has been closed, once nothing of theirs lies
    there, so that nobody waits for them and no round counts against them."""
    guests = {each.name for each in sitting.guests}
    absent = set(table.play.layout.idle_rounds) - guests - present.patrons
    sitting.away = {name: sitting.away.get(name, now_us) for name in sorted(absent)}
    if present.dealer:
        return
    for name, since_us in sitting.away.items():
        if now_us - since_us >= AWAY_US:
            yield from _by_staff(c.LeaveTable(name))


def _leaving(table: Table, sitting: Sitting) -> Iterator[Deed]:
    """Now and then a guest goes home for a while; the first one stays."""
    for guest in sitting.guests[1:]:
        if _is_here(table, guest.name) and sitting.pick(80) == 0:
            yield Deed(c.LeaveTable(guest.name), Role.PATRON, guest.name)


def _is_here(table: Table, name: str) -> bool:
    return name in table.play.layout.idle_rounds


# Staff


def _staff(
    table: Table, sitting: Sitting, present: Present, awaited: Awaits, now_us: int
) -> Iterator[Deed]:
    """What is awaited of staff, unless a real person in that role is on duty."""
    command, by = next_command(table.game, table.play, GUEST, sitting.pick)
    if by == Role.DEALER:
        if not present.dealer:
            yield Deed(command, by, _actor(by))
        return
    if present.supervisor and awaited.what == "decide":
        return
    patience = 0
    if awaited.what == "decide":
        ours = sitting.scripted == table.play.round and present.dealer_about
        patience = SOON_US if ours else DECIDE_US
    if sitting.waited(now_us) >= patience:
        yield Deed(command, by, _actor(by))


def _closing(table: Table, sitting: Sitting, awaited: Awaits, staked: set[str]) -> Iterator[Deed]:
    """No more bets; where that has to wait for those without a wager, they are asked first."""
    if not staked:
        return
    yield from _by_staff(awaited.command or c.CallNoMoreBets())
    sits_out: list[Any] = [each for each in awaited.commands if each.sits_out]
    for kind in sits_out:
        for patron in table.play.layout.idle_rounds:
            if patron not in staked | sitting.asked:
                sitting.asked.add(patron)
                yield from _by_staff(kind(patron))


def _by_staff(command: c.Command) -> Iterator[Deed]:
    for by in (Role.DEALER, *_IN_CHARGE):
        yield Deed(command, by, _actor(by))


def _actor(by: Role) -> str:
    return f"{ACTOR} {by}"


# Something to do for a supervisor


def _troubles(
    table: Table, sitting: Sitting, present: Present, awaited: Awaits, now_us: int
) -> Iterator[Deed]:
    """Now and then, where cards are real, two of them are found to lie wrongly."""
    nobody_deals = not present.dealer and not present.dealer_about
    handled = not table.virtual and awaited.what == "settle" and nobody_deals
    rehearsed = [each for each in table.game.orders if each.rehearsed]
    if handled and rehearsed and now_us >= sitting.trouble_us:
        sitting.trouble_us = now_us + TROUBLE_US
        sitting.scripted = table.play.round
        yield Deed(rehearsed[0](), Role.DEALER, _actor(Role.DEALER))


def _acknowledging(table: Table, sitting: Sitting, present: Present, now_us: int) -> Iterator[Deed]:
    """Alerts are acknowledged one by one: resolved ones, and all where nobody is on duty."""
    waiting = [
        each.number
        for each in table.alerts
        if each.acknowledged is None and (each.over or not present.supervisor)
    ]
    if not waiting:
        sitting.alerts_us = 0
        return
    sitting.alerts_us = sitting.alerts_us or now_us
    if now_us >= sitting.alerts_us + SEEN_US:
        sitting.alerts_us = 0
        for by in _IN_CHARGE:
            yield Deed(AcknowledgeAlert(waiting[0]), by, _actor(by))


def _disputes(table: Table, sitting: Sitting, present: Present, now_us: int) -> Iterator[Deed]:
    """Now and then a guest disputes; who is on duty decides, and otherwise in the end we do."""
    mine = {guest.name for guest in sitting.guests}
    unanswered = [
        number
        for number, each in enumerate(table.play.layout.disputes, 1)
        if not each.decision and each.patron in mine
    ]
    if unanswered:
        sitting.disputed_us = sitting.disputed_us or now_us
        if not present.supervisor and now_us >= sitting.disputed_us + DISPUTE_US:
            yield from _by_staff(c.DecideDispute(unanswered[0], _DECISION))
        return
    sitting.disputed_us = 0
    if table.virtual and sitting.at[1] == "open" and now_us >= sitting.trouble_us:
        sitting.trouble_us = now_us + TROUBLE_US * (1 + sitting.pick(4))
        here = [each.name for each in sitting.guests if _is_here(table, each.name)]
        if here:
            claim, patron = _CLAIMS[sitting.pick(len(_CLAIMS))], here[sitting.pick(len(here))]
            yield Deed(c.RaiseDispute(patron, claim), Role.PATRON, patron)


# What a simulated director does with a tournament of the demonstration: the step that it awaits.

SIMULATED = f"{ACTOR} director"
DEALER, CAGE = f"{ACTOR} dealer", f"{ACTOR} cage"
BOXES = tuple(range(1, 10))


def next_of_director(tournament: Tournament, at_us: int, pick: Pick) -> Deed | None:
    """The next step of a tournament that is not play at a table, with who does it."""
    steps = awaits(tournament)
    if not steps or steps[0].what not in _STEPS:
        return None
    command = _STEPS[steps[0].what](tournament, steps[0], at_us, pick)
    if isinstance(command, s.CheckIn | s.CountTable | r.RecordCounts):
        return Deed(command, Role.DEALER, DEALER)
    if isinstance(command, r.PayPrize):
        return Deed(command, Role.GAMING_MANAGER, CAGE)
    return Deed(command, Role.TOURNAMENT_DIRECTOR, SIMULATED)


def _session(tournament: Tournament, step: Step) -> Session:
    return tournament.sessions[step.session - 1]


def _plan(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.PlanSession((stage_due(tournament) or 0) + 1, at_us)


def _draw(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    session = _session(tournament, step)
    stage, name = tournament.stage_of(session), tournament.conditions.stages[session.stage].name
    players = len(session.players or eligible(tournament, session.stage))
    plans = tuple(
        s.TablePlan(f"{name}-{table}", BOXES, -(-players // stage.tables))
        for table in range(1, stage.tables + 1)
    )
    return s.DraftBallot(session.number, new_seed(), plans)


def _publish(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.PublishBallot(step.session)


def _start(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    """Everybody is checked in before the session starts."""
    session = _session(tournament, step)
    waiting = [each for each in session.seats if each not in session.conduct.present]
    if waiting:
        return s.CheckIn(session.number, waiting[0])
    return s.StartSession(session.number)


def _count(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    session = _session(tournament, step)
    for table, floor in session.conduct.floors.items():
        if not floor.counted:
            held = {each: session.chips[each] for each in players_at(session, table)}
            return count_of(tournament, session, table, held)
    return r.RecordCounts(session.number, dict(session.chips))


def _confirm(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    if step.clause == tournament.rules.ranking.count:
        return r.ConfirmCounts(step.session)
    return r.ConfirmSession(step.session, share=True)


def _separate(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    """Those who are level play on at their table, where each of them stakes."""
    table = _session(tournament, step).seats[step.entries[0]].table
    return r.OrderAdditionalRounds(step.session, step.entries, table, new_seed())


def _award(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.AwardSessionPrizes(step.session) if step.session else r.AwardPrizes()


def _pay(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.PayPrize(step.entries[0], f"receipt {step.entries[0]}")


def _end(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return r.CloseTournament()


def _tell(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.ConfirmTold(step.session, step.entries)


def _report(tournament: Tournament, step: Step, at_us: int, pick: Pick) -> Command:
    return s.ReportMissingChips(step.session)


_STEPS: dict[str, Callable[[Tournament, Step, int, Pick], Command]] = {
    "plan": _plan, "draw": _draw, "publish": _publish, "start": _start, "count": _count,
    "confirm": _confirm, "separate": _separate, "award": _award, "pay": _pay, "end": _end,
    "tell": _tell, "report": _report,
}  # fmt: skip
