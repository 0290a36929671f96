"""Rounds at a table that serves a session: opened, closed, void, counted."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy

from houseway.conducting.at import At
from houseway.conducting.tables import in_units
from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.fields import as_halves
from houseway.games.machine import Given
from houseway.games.shoe_state import ShuffleDue
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.table import decide, evolve
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import ANNOUNCING, BETTING, PLAYING, Round
from houseway.tournament.standing import in_session, issued_at
from houseway.tournament.state import RUNNING
from houseway.tournament.tournament import learn
from houseway.tournament.undisclosed import announced_wager

_MOVES_CHIPS = (
    e.Settlement, e.SettlementReversed, e.SettlementUndone, e.SettlementCorrected, e.RoundEnded,
)  # fmt: skip


def opened(at: At) -> Refused | list[Command]:
    """Betting opens with a round of the session; a round without wagers only needs a session."""
    if at.happens(e.BettingOpened):
        return _nobody_left(at) or [w.OpenRound(at.session.number, at.name)]
    if at.happens(e.RoundOpened):
        session = in_session(at.tournament, at.session.number, RUNNING)
        return session if isinstance(session, Refused) else []
    return []


def _nobody_left(at: At) -> Refused | None:
    """Nobody can stake the minimum: the round that finds so begins no betting."""
    given = Given(at.order.by, at.order.actor, at.at_us)
    ruling = learn(at.tournament, w.OpenRound(at.session.number, at.name), given)
    if isinstance(ruling, Refused) or any(isinstance(x, w.RoundBegun) for x in ruling.events):
        return None
    sentence = f"nobody at table {at.name} can stake the minimum: open the round on the record"
    return Refused("nobody_left", at.rules.wagering.elimination, sentence)


def confirmed(at: At) -> list[Command]:
    """That someone stakes nothing is confirmed once, at the table."""
    round, number = at.round, at.session.number
    if round is None or round.phase != BETTING:
        return []
    people = [each.patron for each in at.events if isinstance(each, e.NoWagerConfirmed)]
    entries = [at.served.persons.get(each, 0) for each in people]
    waiting = set(at.players) - round.nothing  # who is out, and still there, makes no wager anyway
    return [w.ConfirmNoStake(number, entry) for entry in entries if entry in waiting]


def closed(at: At) -> Refused | list[Command]:
    """No more bets, or the first card without that call."""
    round, forms = at.round, at.rules.wagering.undisclosed
    if round is not None and at.happens(e.NoRoundBegun):
        return _without_wagers(at, round)
    if round is None or not at.happens(e.BettingClosed, e.NoMoreBetsCalled):
        return []
    left = [entry for entry, form in round.forms.items() if not form.placed]
    if left and forms and at.happens(e.BettingClosed):
        first = "" if round.phase == ANNOUNCING else "call no more bets: "
        sentence = f"the undisclosed wager of {at.tournament.who(left[0])} is announced and placed"
        return Refused("round_under_way", forms.steps, f"{first}{sentence} first")
    if round.phase != BETTING:
        return []
    if refused := _form_not_placed(at, round):
        return refused
    return _void_stake_lies(at, round) or [w.CloseBetting(at.session.number, at.name)]


def _form_not_placed(at: At, round: Round) -> Refused | None:
    """Examine the forms as the layout now lies: after the call nothing can be changed any more.

    What a form says, the answer does not: it is the same whatever is wrong with it.
    """
    forms = at.rules.wagering.undisclosed
    if forms is None or not round.forms:
        return None
    table = deepcopy(at.table)
    for entry, form in round.forms.items():
        person, box = at.person(entry), at.session.seats[entry].box
        command = announced_wager(table.play, person, box, form)
        ruling = decide(table, command, Role.PATRON, at.at_us, person)
        if isinstance(ruling, Refused):
            sentence = f"examine the form of {at.tournament.who(entry)} again, and return it"
            return Refused("form_not_examined", forms.examined, sentence)
        for event in ruling.events:
            evolve(table, event)
    return None


def _without_wagers(at: At, round: Round) -> Refused | list[Command]:
    """No more bets over an empty layout: the round of the record does not take place either."""
    waiting = [entry for entry in round.order if not round.settled(entry)]
    if waiting:
        sentence = f"{at.tournament.who(waiting[0])} has staked nothing yet"
        return Refused("wagers_outstanding", at.rules.wagering.minimum, sentence)
    if round.forms:
        sentence = "every wager is on a form: close the betting on the record of the tournament"
        return Refused("round_under_way", at.rules.wagering.minimum, sentence)
    return [w.DeclareRoundVoid(at.session.number, at.name, "nobody wagered")]


def _void_stake_lies(at: At, round: Round) -> Refused | None:
    for entry in round.nothing:
        if at.table.play.layout.of(at.person(entry)):
            sentence = f"the stake of {at.tournament.who(entry)} is void and goes back first"
            return Refused("void_stake_lies", at.rules.wagering.out_of_turn, sentence)
    return None


def waited_for(at: At) -> list[Command]:
    """The clock of a decision begins when the table comes to wait for a player (reading TP15)."""
    round, game = at.round, at.table.game
    if round is None or round.phase != PLAYING or not round.decision_seconds:
        return []
    before, now = game.awaits(at.table.play), game.awaits(at.after)
    entry = at.served.persons.get(now.who, 0)
    mine = before.who != now.who or getattr(at.order.command, "patron", "") == now.who
    decides = bool(now.choices) or now.what in ("choose", "set")
    if entry not in at.players or not decides or not mine:
        return []
    return [w.AwaitDecision(at.session.number, entry)]


def excluded(at: At) -> list[Command]:
    """Reading TP21: from the game is from the rest of the tournament."""
    people = [each.patron for each in at.events if isinstance(each, e.PatronExcluded)]
    entries = [at.served.persons.get(each, 0) for each in people]
    return [
        w.Disqualify(at.session.number, entry, "contravention", "excluded at the table")
        for entry in entries
        if entry in at.players and at.session.phase == RUNNING
    ]


def counted(at: At) -> Iterator[Command]:
    """After a round everybody holds what the table says; also where an earlier one is corrected."""
    if not at.happens(*_MOVES_CHIPS) or at.session.phase != RUNNING:
        return
    ended, layout = at.happens(e.RoundEnded), at.after.layout
    if at.round is not None and ended:
        void = at.round.phase == BETTING or at.after.round in layout.voided
        yield _void(at) if void else _count(at)
    elif at.round is None and not layout.wagers and _differ(at):
        yield _count(at)
    over = at.happens(ShuffleDue) and (at.round is None or ended)
    if over and at.tournament.stage_of(at.session).shoes:
        yield s.ReportShoe(at.session.number, at.name)


def _void(at: At) -> Command:
    stays = at.rules.wagering.marker_stays
    ends = [each for each in at.events if isinstance(each, e.RoundEnded)]
    misdeal = stays is not None and any(each.clause == stays for each in ends)
    reason = "misdeal at the table" if misdeal else "void at the table"
    return w.DeclareRoundVoid(at.session.number, at.name, reason, misdeal)


def _differ(at: At) -> bool:
    chips = at.after.layout.chips
    return any(chips.get(at.person(each), 0) != at.issued(each) for each in at.players)


def _count(at: At) -> Command:
    layout, number = at.after.layout, at.session.number
    counts = {each: in_units(layout.chips.get(at.person(each), 0)) for each in at.players}
    for each in at.round.absent if at.round else ():
        if each in counts:  # the minimum was deducted on the record; the chip goes back by hand
            counts[each] = at.session.chips[each]
    taken = _collected(at)
    if at.floor.among:
        staked = at.round.staked if at.round else {}
        last = tuple(r.Emptied(each, staked.get(each, 0)) for each in taken)
        return r.RecordAdditionalRound(number, counts, last)
    issued = issued_at(at.tournament, at.session, at.name)
    won = as_halves(issued - sum(counts.values()) - at.floor.missing)
    empty = tuple(each for each in taken if not counts[each])
    return s.CountTable(number, at.name, tuple(counts.items()), won, "table", empty)


def _collected(at: At) -> list[int]:
    """Players in the order in which their last chips of the round were collected."""
    last = dict[int, int]()
    for place, line in enumerate(at.after.layout.past.get(at.after.round, ())):
        entry = at.served.persons.get(line.patron, 0)
        if line.collected and entry in at.players:
            last[entry] = place
    return sorted(last, key=lambda each: last[each])
