"""What staff of 7-Up Baccarat let patrons do: share areas, back both hands."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.loading import no_coup_under_way
from houseway.games.seven_up_baccarat.permitted import has_base, returned
from houseway.games.seven_up_baccarat.rules import INSPECTOR, SUPER_SEVENS, SURVEILLANCE, cite
from houseway.games.seven_up_baccarat.state import BETTING, Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling

UNTIL_REVOKED = "until revoked"


def permit_patrons(play: Play, command: v.PermitPatrons, by: Role) -> Ruling:
    """7-Up Baccarat 5.5: one patron on an area, up to three by permission."""
    if not 1 <= command.box <= play.options.areas:
        return Refused("no_such_box", play.cite("2.2.2"), f"there is no box {command.box}")
    if not 1 <= command.patrons <= play.rules.patrons_per_area:
        most = f"{command.patrons} patrons: up to {play.rules.patrons_per_area} may share an area"
        return Refused("too_many_patrons", play.cite("5.5"), most)
    return accept(v.PatronsPermitted(command.patrons, command.box, play.cite("5.5")))


def approve_combination(play: Play, command: v.ApproveCombination, by: Role) -> Ruling:
    """7-Up Baccarat 5.6.6 and 5.6.7: it names the patron, for a coup or until revoked (7U-10)."""
    clauses = {rules.BOTH_HANDS: play.cite("5.6.6"), rules.BOTH_HANDS_AND_TIE: play.cite("5.6.7")}
    clause = clauses.get(command.combination)
    if clause is None:
        known = " or ".join(clauses)
        return Refused("no_such_combination", play.cite("5.6"), f"approved are {known}")
    if command.scope not in ("", UNTIL_REVOKED):
        scope = f"an approval is for this coup or {UNTIL_REVOKED}"
        return Refused("no_such_scope", clause, scope)
    if not no_coup_under_way(play):
        return Refused("coup_under_way", clause, "an approval comes before the first card")
    standing = command.scope == UNTIL_REVOKED
    return accept(v.CombinationApproved(command.patron, command.combination, standing, clause))


def revoke_combination(play: Play, command: v.RevokeCombination, by: Role) -> Ruling:
    """From the next wager on: what lies there was approved when it was placed."""
    if command.patron not in play.approvals:
        return Refused("nothing_approved", play.cite("5.6.6"), f"{command.patron} has no approval")
    return accept(v.CombinationRevoked(command.patron, play.cite("5.6.6")))


# Who may place Super 7's: 7-Up Baccarat 10.2


def put_up_sign(play: Play, command: v.PutUpRestrictionSign, by: Role) -> Ruling:
    return accept(v.RestrictionSignPutUp(play.cite("10.2.2")))


def restrict_super_sevens(play: Play, command: v.RestrictSuperSevens, by: Role) -> Ruling:
    """Only for patrons with a wager of their own; others' wagers not yet locked go back."""
    if play.restricted:
        return Refused("restricted_already", play.cite("10.2"), "the restriction is on")
    if not no_coup_under_way(play):
        return Refused("coup_under_way", play.cite("10.2"), "it begins before a first card")
    for office in (SURVEILLANCE, INSPECTOR):
        if (office, "the restriction") not in play.notified:
            missing = f"{office} has not been notified"
            return Refused("notification_owed", play.cite("10.2.1"), missing)
    if not play.restriction_sign:
        return Refused("no_sign", play.cite("10.2.2"), "no sign about the restriction is up")
    wagers = play.layout.wagers if play.stage == BETTING else {}
    gone: list[e.Event] = [
        returned(key, wagers, play.cite("10.2"))
        for key in wagers
        if key[2] == SUPER_SEVENS and not has_base(key[0], wagers)
    ]
    return accept(v.SuperSevensRestricted(play.cite("10.2")), *gone)


def lift_restriction(play: Play, command: v.LiftRestriction, by: Role) -> Ruling:
    """The sign comes down with it; a new restriction needs new notifications."""
    if not play.restricted:
        return Refused("not_restricted", play.cite("10.2"), "no restriction is on")
    return accept(v.RestrictionLifted(play.cite("10.2")))


ORDERS: dict[type[c.Command], May] = {
    v.PermitPatrons: May(rules.CASINO_SUPERVISORS, cite("5.5"), permit_patrons),
    v.ApproveCombination: May(rules.GAMING_MANAGERS, cite("5.6.6"), approve_combination),
    v.RevokeCombination: May(rules.GAMING_MANAGERS, cite("5.6.6"), revoke_combination),
    v.PutUpRestrictionSign: May(rules.CASINO_SUPERVISORS, cite("10.2.2"), put_up_sign),
    v.RestrictSuperSevens: May(rules.GAMING_MANAGERS, cite("10.2"), restrict_super_sevens),
    v.LiftRestriction: May(rules.GAMING_MANAGERS, cite("10.2"), lift_restriction),
}
