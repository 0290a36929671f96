"""Section 14 of 7-Up Baccarat: prohibited devices, invalid outcomes, conduct, disputes, seats."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import devices, provisions
from houseway.games.game import May, accept
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat.permitted import without_base
from houseway.games.seven_up_baccarat.rules import (
    CASINO_SUPERVISORS,
    cite,
)
from houseway.games.seven_up_baccarat.state import BETTING, Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


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


ORDERS: dict[type[c.Command], May] = {
    c.VoidWagers: May(CASINO_SUPERVISORS, cite("14.3"), void_wagers),
    i.LogConduct: May(CASINO_SUPERVISORS, cite("14.3"), log_conduct),
}
