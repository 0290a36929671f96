"""Who sits where, who may stand and handle cards, and how many share an area."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.game import May, accept
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.cards import no_coup
from houseway.games.three_card_baccarat.rules import PLAYER, cite
from houseway.games.three_card_baccarat.state import Play, areas_in_play
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def take_seat(play: Play, command: v.TakeSeat, by: Role) -> Ruling:
    """Three Card Baccarat 2.1: each place has its playing area."""
    refused = _wrong_box(play, command.box, play.cite("2.1")) or _in_coup(play, play.cite("2.1"))
    if refused:
        return refused
    if command.patron in play.layout.excluded:
        return play.layout.barred(command.patron)
    if sitting := _sitting_at(play, command.box):
        return Refused("seat_taken", play.cite("2.1"), f"{sitting} sits at box {command.box}")
    return accept(v.SeatTaken(command.patron, command.box, play.cite("2.1")))


def approve_standing(play: Play, command: v.ApproveStandingPatron, by: Role) -> Ruling:
    """Three Card Baccarat 5.10: beforehand, by a Casino Duty Manager or above (3C-15)."""
    refused = _in_coup(play, play.cite("5.10"))
    return refused or accept(v.StandingPatronApproved(command.patron, play.cite("5.10")))


def restrict_area(play: Play, command: v.RestrictArea, by: Role) -> Ruling:
    """Three Card Baccarat 5.6: for wagers placed from now on."""
    if refused := _wrong_box(play, command.box, play.cite("5.6")):
        return refused
    if not 1 <= command.patrons <= play.rules.most_patrons:
        most = f"{command.patrons} patrons: one to three may wager in an area"
        return Refused("patrons_out_of_range", play.cite("5.6"), most)
    return accept(v.AreaRestricted(command.box, command.patrons, play.cite("5.6")))


def give_up_area(play: Play, command: v.GiveUpArea, by: Role) -> Ruling:
    """Three Card Baccarat 5.7: when nobody else can be seated; one's own seat is kept (3C-27)."""
    patron, box, onto = command.patron, command.box, command.onto
    if refused := _wrong_box(play, box, play.cite("5.7")) or _in_coup(play, play.cite("5.7")):
        return refused
    if onto in play.layout.excluded:
        return play.layout.barred(onto)
    if (patron, box, PLAYER) not in play.layout.wagers or play.seats.get(patron) == box:
        other = f"box {box} is not a further area in which {patron} wagers"
        return Refused("no_further_area", play.cite("5.7"), other)
    used = {*play.seats.values(), *areas_in_play(play)}
    if onto in play.seats or len(used) < play.options.areas or _sitting_at(play, box):
        room = f"{len(used)} of {play.options.areas} areas are in use, or {onto} has a seat"
        return Refused("seats_suffice", play.cite("5.7"), room)
    there = [key for key in play.layout.of(patron) if key[1] == box]
    returned = (voided(play, key, play.cite("5.7")) for key in there)
    given = v.AreaGivenUp(patron, box, onto, play.cite("5.7"))
    return accept(*returned, given, v.SeatTaken(onto, box, play.cite("5.7")))


def _wrong_box(play: Play, box: int, clause: Clause) -> Refused | None:
    if 1 <= box <= play.options.areas:
        return None
    return Refused("no_such_box", clause, f"the boxes are 1 to {play.options.areas}, not {box}")


def _in_coup(play: Play, clause: Clause) -> Refused | None:
    return None if no_coup(play) else Refused("round_under_way", clause, "a coup is in progress")


def _sitting_at(play: Play, box: int) -> str:
    return next((who for who, at in play.seats.items() if at == box), "")


ORDERS: dict[type[c.Command], May] = {
    v.TakeSeat: May(PATRONS | STAFF, cite("2.1"), take_seat),
    v.ApproveStandingPatron: May(rules.DUTY_MANAGER, cite("5.10"), approve_standing),
    v.RestrictArea: May(rules.CASINO_SUPERVISOR, cite("5.6"), restrict_area),
    v.GiveUpArea: May(rules.CASINO_SUPERVISOR, cite("5.7"), give_up_area),
}
