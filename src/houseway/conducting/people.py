"""Who plays at a table that serves a session, and when the game there waits."""

from __future__ import annotations

from houseway.conducting.at import At
from houseway.games import commands as c
from houseway.games import events as e
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.table.money_vocabulary import ReturnChips
from houseway.tournament.standing import disputed
from houseway.tournament.state import RUNNING

# What does not let anybody play: those without a seat leave, or are made to.
_MAY_GO = (
    c.LeaveTable, c.WithdrawWager, c.RaiseDispute, c.VacateSeat, c.VoidWagers, c.ExcludePatron,
    c.ExcludeFromCasino, c.ReadmitPatron, c.LogBreach, c.LogDeviceBreach,
    c.RecordDetention, c.RecordHandover, ReturnChips,
)  # fmt: skip
# What goes on while the game waits: people leave, conduct is dealt with, disputes are decided.
_WHILE_WAITING = (*_MAY_GO, c.DecideDispute, c.AskReview, c.RecordReview)
_TAKES_PART = (e.PatronJoined, e.ChipsBrought, e.WagerPlaced, e.WagerChanged, e.WagerMoved)


def refusal(at: At) -> Refused | None:
    refusals = (_may_not_play(at, each) for each in _players(at))
    return _waits(at) or _directed_otherwise(at) or next(filter(None, refusals), None)


def _players(at: At) -> dict[str, None]:
    """Those who would play by this command: whom it names, and whom its events name."""
    named = [_named(at.order)]
    named += [each.patron for each in at.events if isinstance(each, _TAKES_PART)]
    return dict.fromkeys(filter(None, named))


def _named(order: Order) -> str:
    if isinstance(order.command, _MAY_GO):
        return ""
    named = str(getattr(order.command, "patron", ""))
    return named or (order.actor if order.by == Role.PATRON else "")


def _may_not_play(at: At, person: str) -> Refused | None:
    entry = at.served.persons.get(person)
    if entry is None:
        sentence = f"{at.stream} serves session {at.session.number} of {at.tournament.title} alone"
        detail = f"{sentence}; {person} has no seat there"
        return Refused("table_reserved", at.served.clause, detail)
    if at.session.phase != RUNNING or entry in at.players or _ends_what_was_begun(at, person):
        return None
    out = at.tournament.entries[entry]
    clause = out.out_by or at.rules.wagering.elimination
    detail = f"{at.tournament.who(entry)} plays no more in session {at.session.number}"
    status = "" if out.out_by is None else f": {out.status}"
    return Refused("out_of_session", clause, detail + status)


def _ends_what_was_begun(at: At, person: str) -> bool:
    """Whether a round that somebody left in the middle goes on: staff act for them, or they decide
    what is awaited of them, and stake nothing more."""
    if any(each.patron == person for each in at.events if isinstance(each, _TAKES_PART)):
        return False
    return at.order.by != Role.PATRON or at.table.game.awaits(at.table.play).who == person


def _directed_otherwise(at: At) -> Refused | None:
    """Reading TP15: a hand is played as the Director has directed it, and in no other way."""
    round, rules, kind = at.round, at.rules.sessions, type(at.order.command)
    if round is None or not round.directed or kind.__name__ == rules.out_of_time_by:
        return None
    awaited = at.table.game.awaits(at.table.play)
    entry = at.served.persons.get(awaited.who, 0)
    own = at.order.by == Role.PATRON and kind in awaited.commands
    if entry not in round.directed or not (own or kind in map(type, awaited.choices)):
        return None
    sentence = f"the hand of {at.tournament.who(entry)} is {round.directed[entry]}, as directed"
    return Refused("hand_directed", rules.out_of_time, sentence)


def _waits(at: At) -> Refused | None:
    """A break, or a dispute that is not decided: the game at the table goes no further."""
    kind = type(at.order.command)
    if kind not in at.table.game.orders or issubclass(kind, _WHILE_WAITING):
        return None
    until = at.session.conduct.break_until_us
    if at.at_us < until:
        left = (until - at.at_us) // 1_000_000
        breaks = at.rules.sessions.breaks
        return Refused("break", breaks, f"the break lasts {left} seconds more")
    return disputed(at.tournament, at.floor, at.name)
