"""Section 14 of 7-Up Baccarat: prohibited devices, invalid outcomes, conduct, disputes, seats."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import devices, provisions
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.provisions import void_events
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat.irregularities import on_layout
from houseway.games.seven_up_baccarat.permitted import without_base
from houseway.games.seven_up_baccarat.rules import (
    ASSISTANT_GAMING_MANAGERS,
    CASINO_SUPERVISORS,
    FRAUD,
    Rules,
    cite,
)
from houseway.games.seven_up_baccarat.state import BETTING, DEALING, Play
from houseway.games.shortfalls import corrections
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling


def log_conduct(play: Play, command: i.LogConduct, by: Role) -> Ruling:
    clause = play.rules.conduct.get(command.rule)
    if clause is None:
        known = ", ".join(play.rules.conduct)
        return Refused("no_such_rule", None, f"{command.rule} is none of {known}")
    return accept(i.ConductLogged(command.person, command.what, clause))


# Sanctions: 7-Up Baccarat 14.3


def void_wagers(play: Play, command: c.VoidWagers, by: Role) -> Ruling:
    """Unsettled wagers only (reading A-14); before the first card others may rest on them."""
    refused = devices.no_device(play.rules.devices, play, command.patron)
    ruling = refused or provisions.void_wagers(play.rules.provisions, play, command, by)
    if isinstance(ruling, Refused) or play.stage != BETTING:
        return ruling
    wagers = play.layout.wagers
    left = {key: stake for key, stake in wagers.items() if key[0] != command.patron}
    return accept(*ruling.events, *without_base(play, left))


# Invalid outcomes: 7-Up Baccarat 14.4 and 14.5


def invalidate(play: Play, command: c.InvalidateOutcome, by: Role) -> Ruling:
    """One coup, from its first card to the next one's; stakes go back, but a fraudster's may not.

    Reading A-15: what was settled already is settled again.
    """
    cause = command.cause.lower()
    fraud = cause.startswith(FRAUD)
    if not fraud and not cause.startswith(play.rules.disruptions):
        grounds = f"the grounds are {', '.join(play.rules.disruptions)} or {FRAUD}"
        return Refused("no_such_ground", play.cite("14.4"), grounds)
    ground = play.cite("14.4.2") if fraud else play.cite("14.4.1")
    if cause in play.rules.disruptions or (fraud and not _names_who_did_what(cause)):
        return Refused("not_described", ground, f"{command.cause}: say what happened, and by whom")
    for patron in command.withhold:
        if not fraud or patron not in command.cause.split():
            named = f"{patron} is not named as having acted fraudulently"
            return Refused("nothing_to_forfeit", play.cite("14.5"), named)
    number = play.round if on_layout(play) else play.last.round if play.last else 0
    if not number:
        why = "no coup is between its first card and the next"
        return Refused("no_coup", play.cite("14.4"), why)
    if number in play.layout.voided:
        return Refused("round_already_void", play.cite("14.4"), f"coup {number} is void already")
    clauses = (ground, play.cite("14.5"))
    if play.stage == DEALING and play.out:
        return accept(
            *void_events(play, number, command.cause, *clauses, withhold=command.withhold)
        )
    done = play.layout.past.get(number, play.layout.settlements)
    decided = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)
    pairs: list[tuple[e.AnySettlement, e.AnySettlement]] = []
    for line in done:
        if isinstance(line, decided):
            pairs.append((line, _struck_out(play, line, forfeited=line.patron in command.withhold)))
    fixed = corrections(play, number, pairs, ground)
    return accept(*fixed, e.RoundVoided(number, command.cause, ground))


def _names_who_did_what(cause: str) -> bool:
    """7-Up Baccarat 14.4.2: "fraud by Ben with a marked card" has the person and the act."""
    match cause.split():
        case [_, "by", _, _, *_]:
            return True
    return False


def _struck_out(play: Play, line: e.Settlement, *, forfeited: bool) -> e.AnySettlement:
    stake = (line.patron, line.wager, line.box, line.stake, 0)
    if forfeited:
        return e.WagerForfeited(*stake, line.stake, 0, (play.cite("14.4.2"), play.cite("14.5")))
    return e.WagerVoided(*stake, 0, line.stake, (play.cite("14.5"),))


# Disputes: 7-Up Baccarat 14.12 and 14.13


def decide_dispute(play: Play, command: c.DecideDispute, by: Role) -> Ruling:
    ruling = provisions.decide_dispute(play.rules.provisions, play, command, by)
    return _advised(play, ruling, command.dispute)


def record_review(play: Play, command: c.RecordReview, by: Role) -> Ruling:
    ruling = provisions.record_review(play.rules.provisions, play, command, by)
    return _advised(play, ruling, command.dispute)


def _advised(play: Play, ruling: Ruling, dispute: int) -> Ruling:
    """With every decision the person is told of the right to complain to an inspector."""
    if not isinstance(ruling, Accepted):
        return ruling
    return accept(*ruling.events, e.ComplaintAdvised(dispute, play.cite("14.13")))


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """What every document lets the house do, as an edition says."""
    shared = provisions.orders(rules.provisions)
    del shared[c.VoidRound]
    return shared | devices.orders(rules.devices, shared)


ORDERS: dict[type[c.Command], May] = {
    c.VoidWagers: May(CASINO_SUPERVISORS, cite("14.3"), void_wagers),
    c.DecideDispute: May(CASINO_SUPERVISORS, cite("14.12"), decide_dispute),
    # Reading A-02: reviewed by someone of a higher rank than the one who decides first.
    c.RecordReview: May(ASSISTANT_GAMING_MANAGERS, cite("14.12"), record_review),
    i.LogConduct: May(CASINO_SUPERVISORS, cite("14.3"), log_conduct),
    c.InvalidateOutcome: May(CASINO_SUPERVISORS, cite("14.4"), invalidate),
}
