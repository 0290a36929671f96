"""What section 13 of Casino War lets a casino supervisor do about people, results and disputes."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import devices, provisions
from houseway.games import events as e
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.rules import FRAUD, Rules, cite
from houseway.games.casino_war.state import BETTING, Play
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling


def invalidate(play: Play, command: c.InvalidateOutcome, by: Role) -> Ruling:
    """Casino War 13.4: the round from its first card until the next round's (reading A-15)."""
    number = play.round - 1 if play.stage == BETTING else play.round
    if number < 1:
        return Refused("no_round_yet", play.cite("13.4"), "no round has been played")
    if number in play.layout.voided:
        return Refused("round_already_void", play.cite("13.4"), f"round {number} is void already")
    said = command.cause.lower()
    fraud = said.startswith(FRAUD)
    if not fraud and not said.startswith(play.rules.disruptions):
        grounds = ", ".join((*play.rules.disruptions, FRAUD))
        return Refused("no_ground", play.cite("13.4"), f"{command.cause} is none of {grounds}")
    ground = play.cite("13.4.2") if fraud else play.cite("13.4.1")
    if said in (*play.rules.disruptions, FRAUD):
        return Refused("not_described", ground, f"{said}: say what happened, and by whom")
    if refused := _cannot_forfeit(play, command.withhold, fraud=fraud):
        return refused
    return accept(
        *void_events(
            play, number, command.cause, ground, play.cite("13.5"), withhold=command.withhold
        )
    )


def _cannot_forfeit(play: Play, withhold: tuple[str, ...], *, fraud: bool) -> Refused | None:
    """Casino War 13.5: forfeited is only the wager of someone whose fraud is on record."""
    if withhold and not fraud:
        return Refused("nobody_at_fault", play.cite("13.5"), "stakes are forfeited for fraud alone")
    for patron in withhold:
        if not play.layout.has_broken_rules(patron):
            missing = f"no act of {patron} is on record; log it first"
            return Refused("no_breach_logged", play.cite("13.5"), missing)
    return None


def advise_complaint(play: Play, command: v.AdviseComplaint, by: Role) -> Ruling:
    """Casino War 13.12: the operator's decision is final, and the advice still given (A-16)."""
    number = command.dispute
    if not 1 <= number <= len(play.layout.disputes):
        return Refused("no_such_dispute", play.cite("13.12"), f"there is no dispute {number}")
    if not play.layout.disputes[number - 1].decision:
        undecided = f"dispute {number} has not been decided yet"
        return Refused("dispute_undecided", play.cite("13.12"), undecided)
    return accept(e.ComplaintAdvised(number, play.cite("13.12")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """What every document lets the house do, as an edition says."""
    shared = provisions.orders(rules.provisions)
    del shared[c.VoidRound]  # reading CW-18: no clause voids a round at discretion
    review = shared[c.RecordReview]._replace(roles=rules.reviewers)
    sanctions = devices.orders(rules.devices, shared)
    return {**shared, **sanctions, c.RecordReview: review}


ORDERS: dict[type[c.Command], May] = {
    c.InvalidateOutcome: May(SUPERVISORS, cite("13.4"), invalidate),
    v.AdviseComplaint: May(SUPERVISORS, cite("13.12"), advise_complaint),
}
