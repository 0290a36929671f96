"""Section 14 of 7-Up Baccarat: prohibited devices, invalid outcomes, conduct, disputes, seats."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import devices, provisions
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat.permitted import without_base
from houseway.games.seven_up_baccarat.rules import (
    ASSISTANT_GAMING_MANAGERS,
    CASINO_SUPERVISORS,
    Rules,
    cite,
)
from houseway.games.seven_up_baccarat.state import BETTING, Play
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
    return shared | devices.orders(rules.devices, shared)


ORDERS: dict[type[c.Command], May] = {
    c.VoidWagers: May(CASINO_SUPERVISORS, cite("14.3"), void_wagers),
    c.DecideDispute: May(CASINO_SUPERVISORS, cite("14.12"), decide_dispute),
    # Reading A-02: reviewed by someone of a higher rank than the one who decides first.
    c.RecordReview: May(ASSISTANT_GAMING_MANAGERS, cite("14.12"), record_review),
    i.LogConduct: May(CASINO_SUPERVISORS, cite("14.3"), log_conduct),
}
