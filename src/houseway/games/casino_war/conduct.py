"""What section 13 of Casino War lets a casino supervisor do about people, results and disputes."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.rules import cite
from houseway.games.casino_war.state import Play
from houseway.games.game import May, accept
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling


def advise_complaint(play: Play, command: v.AdviseComplaint, by: Role) -> Ruling:
    """Casino War 13.12: the operator's decision is final, and the advice still given (A-16)."""
    number = command.dispute
    if not 1 <= number <= len(play.layout.disputes):
        return Refused("no_such_dispute", play.cite("13.12"), f"there is no dispute {number}")
    if not play.layout.disputes[number - 1].decision:
        undecided = f"dispute {number} has not been decided yet"
        return Refused("dispute_undecided", play.cite("13.12"), undecided)
    return accept(e.ComplaintAdvised(number, play.cite("13.12")))


ORDERS: dict[type[c.Command], May] = {
    v.AdviseComplaint: May(SUPERVISORS, cite("13.12"), advise_complaint),
}
