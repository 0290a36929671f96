"""Wagers at Tournament Pai Gow: one on the own box, until the dealer calls no more bets."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, PATRON_BOXES, Rules, cite
from houseway.games.tournament_pai_gow.state import BETTING, BETWEEN, Play
from houseway.games.wagering import (
    WagerRules,
    box_of_another,
    closing,
    directed,
    no_wager,
    not_betting,
    while_betting,
)
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    return _wrong_box(play, patron, box) or (patron, box, HAND)


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """The patron's wager; the box need not be named."""
    own = play.box_of(patron)
    return (patron, own, HAND) if own and box in (0, own) else no_wager(patron, HAND)


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    refused = _not_offered(play, wager, box)
    if not refused and play.stage in (BETWEEN, BETTING):
        refused = Refused(
            "betting_open", play.cite("5.3"), "while betting is open, change the wager"
        )
    return refused or _own(play, patron, wager, box)


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    if refused := not_betting(play, play.cite("7.1")):
        return refused
    if command.patron not in without_wager(play):
        unasked = f"{command.patron} has a wager or is not at the table"
        return Refused("no_wager_outstanding", play.cite("7.1"), unasked)
    return accept(e.NoWagerConfirmed(command.patron, play.cite("7.1")))


def without_wager(play: Play) -> list[str]:
    """Who is at the table and has neither placed a wager nor been confirmed as not betting."""
    done = play.not_betting
    return [who for who in play.layout.idle_rounds if who not in done and not play.box_of(who)]


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Pai Gow 7.4. The cup cannot be opened before it, so 7.1 is asked for here."""
    names = ", ".join(without_wager(play))
    silent = Refused("wager_outstanding", play.cite("7.1"), f"no wager and no word from {names}")
    return closing(play, play.cite("7.4"), silent if names else None)


# Reasons for a refusal


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager == HAND:
        return None
    return Refused("wager_not_offered", play.cite("7.2"), f"{wager} is not the wager on a {HAND}")


def _wrong_box(play: Play, patron: str, box: int) -> Refused | None:
    if box == HOUSE_BOX:
        return Refused("house_box", play.cite("7.3"), "box 1 is the house's")
    if box not in PATRON_BOXES:
        named = f"box {box}" if box else "no box"
        there = f"{named} was named; patrons have boxes 2 to 8"
        return Refused("no_such_box", play.cite("terms: Box"), there)
    clause = play.cite("17.15")  # one wager, in the own box, and none on another's
    if own := play.box_of(patron):
        return Refused("one_wager_per_patron", clause, f"{patron} has a wager in box {own}")
    if owner := box_of_another(play, patron, box):
        return Refused("box_taken", clause, f"box {box} is the box of {owner}")
    if (kept := play.boxes.get(patron, box)) != box:
        return Refused("not_your_box", clause, f"{patron} has box {kept}")
    return None


ORDERS: dict[type[c.Command], May] = {
    v.ConfirmNoWager: May(DEALERS, cite("7.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("7.4"), call_no_more_bets),
}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands on wagers that every document has, by the rules of an edition."""
    cite = citing(rules)
    by = {e.WagerPlaced: cite("7.2"), e.WagerChanged: cite("7.4")}
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("7.2"),
        offered=_not_offered,
        locked=while_betting("7.1", "7.4", "no more bets has been called", "betting_closed"),
        place=_new_spot,
        own=_own,
        # Until the call; 7.1 then asks for another wager, or the dealer's word that there is none.
        back=cite("7.4"),
        find=_to_find,
        clause=lambda play, wager, kind, role: by[kind],
        issue=cite("17.12"),
        issued_in=cite("terms: Tournament Chips"),
    )
    return directed(wagers, cite("7.1"), rules.officials, cite("5.3"), rules.operator)
