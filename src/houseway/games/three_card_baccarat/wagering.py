"""Wagers at Three Card Baccarat: what may be placed, changed, moved or taken back, and when."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.limits import refuse_amount
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import (
    AREA_WAGERS,
    PLAYER,
    THREE_PICTURES,
    TIE,
    WAGERS,
    cite,
)
from houseway.games.three_card_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.games.tokens import StakeTokens
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PATRONS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager, in the order of sections 5 and 6."""
    patron, wager, amount, box = command.patron, command.wager, command.amount, command.box
    refused = (
        _not_offered(play, wager, box)
        or _locked(play, cite("5.4"))
        or _there_already(play, patron, wager, box)
        or _not_in_area(play, patron, wager, box)
        or _amount(play, patron, wager, amount)
        or tokens.short(play, patron=patron, needed=amount)
    )
    return refused or accept(e.WagerPlaced(patron, wager, amount, box, WAGERS[wager]))


def stake_tokens(play: Play, command: StakeTokens, by: Role) -> Ruling:
    """Three Card Baccarat 5.3: tokens alone, or beside the chips of a wager that lies there."""
    patron, wager, amount, box = command.patron, command.wager, command.amount, command.box
    key = (patron, box, wager)
    before = play.layout.wagers.get(key, 0)
    refused = _not_offered(play, wager, box) or _locked(play, cite("5.4"))
    if not refused and not before:
        refused = _not_in_area(play, patron, wager, box)
    if refused:
        return refused
    pile = tokens.taken_from(play, rules.TOKENS, patron=patron, amount=amount)
    if isinstance(pile, Refused):
        return pile
    refused = _amount(play, patron, wager, before + amount)
    if refused:
        return refused
    staked = tokens.stake_events(key, pile, rules.TOKENS)
    if before:
        more = e.WagerChanged(patron, wager, before, before + amount, box, cite("5.3"))
        return accept(more, *staked)
    return accept(e.WagerPlaced(patron, wager, amount, box, WAGERS[wager]), *staked)


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, wager, amount, box = command.patron, command.wager, command.amount, command.box
    refused = _not_offered(play, wager, box) or _locked(play, cite("5.5"))
    if refused:
        return refused
    before = play.layout.wagers.get((patron, box, wager))
    if before is None:
        return _no_wager(patron, wager)
    refused = _amount(play, patron, wager, amount) or tokens.short(
        play, patron=patron, needed=amount - before
    )
    return refused or accept(e.WagerChanged(patron, wager, before, amount, box, WAGERS[wager]))


def move_wager(play: Play, command: c.MoveWager, by: Role) -> Ruling:
    """Onto another spot of the same area or of the common part of the layout."""
    patron, wager, onto, box = command.patron, command.wager, command.onto, command.box
    refused = _not_offered(play, onto, box) or _locked(play, cite("5.5"))
    if refused:
        return refused
    amount = play.layout.wagers.get((patron, box, wager))
    if amount is None:
        return _no_wager(patron, wager)
    if wager == PLAYER:
        alone = f"a {onto} wager needs {patron}'s Player wager in box {box}"
        return Refused("tie_without_player", cite("5.2.2"), alone)
    refused = _there_already(play, patron, onto, box) or _amount(play, patron, onto, amount)
    return refused or accept(e.WagerMoved(patron, wager, onto, amount, box, WAGERS[onto]))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """Before the first card; a Tie goes back with the Player wager it needs (3C-04)."""
    refused = _locked(play, cite("5.5"))
    if refused:
        return refused
    key = (command.patron, command.box, command.wager)
    if key not in play.layout.wagers:
        return _no_wager(command.patron, command.wager)
    return accept(
        *(
            e.WagerWithdrawn(patron, wager, box, stake, 0, 0, stake, (clause,))
            for (patron, box, wager), stake, clause in with_tie(play, key, cite("5.5"))
        )
    )


def with_tie(play: Play, key: Key, clause: Clause) -> Iterator[tuple[Key, int, Clause]]:
    """A wager that leaves the layout, and the Tie that cannot stay without it."""
    patron, box, wager = key
    yield key, play.layout.wagers[key], clause
    tie = (patron, box, TIE)
    if wager == PLAYER and tie in play.layout.wagers:
        yield tie, play.layout.wagers[tie], cite("5.2.2")


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there after the first card, by its position on the layout (5.12).

    Three Card Baccarat 6.2: below the minimum it is valid. 6.3: above the maximum, only the
    maximum is at risk, and settlement hands back the rest.
    """
    patron, wager, amount, box = command.patron, command.wager, command.amount, command.box
    if play.stage != DEALING:
        return Refused("betting_open", cite("6.3"), "while betting is open, change the wager")
    before = play.layout.wagers.get((patron, box, wager))
    if before is None:
        return _no_wager(patron, wager)
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = _not_in_chips(play, amount) or tokens.short(
        play, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    maximum = play.limits.maximum_of(patron, wager)
    if amount > maximum:
        found = e.WagerChanged(patron, wager, before, amount, box, cite("6.3"))
        return accept(found, e.AboveMaximumNoted(patron, wager, maximum, cite("6.3")))
    below = amount < play.limits.minimum_of(wager, patron)
    clause = cite("6.2") if below else cite("5.12")
    return accept(e.WagerChanged(patron, wager, before, amount, box, clause))


def refuse_wager(play: Play, command: v.RefuseWager, by: Role) -> Ruling:
    """Three Card Baccarat 14.12: on reasonable grounds, before the first card (3C-21)."""
    refused = _locked(play, cite("14.12"))
    if refused:
        return refused
    if not command.reason.strip():
        return Refused("no_ground_given", cite("14.12"), "a refusal needs reasonable grounds")
    key = (command.patron, command.box, command.wager)
    if key not in play.layout.wagers:
        return _no_wager(command.patron, command.wager)
    patron, box, wager = key
    ground = v.WagerRefused(patron, wager, box, command.reason, cite("14.12"))
    return accept(
        ground,
        *(
            e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (clause,))
            for (patron, box, wager), stake, clause in with_tie(play, key, cite("14.12"))
        ),
    )


# Reasons for a refusal


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager not in WAGERS:
        offered = f"{PLAYER}, {TIE}, {THREE_PICTURES}, banker total 0 to 9"
        return Refused("wager_not_offered", cite("5.1"), f"{wager} is none of {offered}")
    if wager in AREA_WAGERS and not 1 <= box <= play.options.areas:
        areas = f"{wager} lies in one of the boxes 1 to {play.options.areas}, not in {box}"
        return Refused("no_such_box", cite("5.4"), areas)
    if wager not in AREA_WAGERS and box:
        return Refused("no_such_box", cite("5.4"), f"{wager} lies in no box")
    return None


def _locked(play: Play, clause: Clause) -> Refused | None:
    if play.stage == BETTING:
        return None
    if play.stage == BETWEEN:
        return Refused("betting_not_open", cite("5.4"), "betting has not been opened")
    return Refused("round_under_way", clause, "the first card of the coup is out")


def _no_wager(patron: str, wager: str) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no wager on {wager} there")


def _there_already(play: Play, patron: str, wager: str, box: int) -> Refused | None:
    if (patron, box, wager) not in play.layout.wagers:
        return None
    clause = cite("5.9") if wager == THREE_PICTURES else None
    sentence = f"{patron} has a wager on {wager} there: change it instead"
    return Refused("one_wager_there", clause, sentence)


def _not_in_area(play: Play, patron: str, wager: str, box: int) -> Refused | None:
    """Three Card Baccarat 5.2.2, 5.6 and 5.7, for wagers on a Player hand."""
    if wager == TIE and (patron, box, PLAYER) not in play.layout.wagers:
        alone = f"a tie wager needs {patron}'s Player wager in box {box}"
        return Refused("tie_without_player", cite("5.2.2"), alone)
    if wager != PLAYER:
        return None
    given_to = play.given_up.get(box, {}).get(patron)
    if given_to:
        gone = f"{patron} gave box {box} up to {given_to}"
        return Refused("area_given_up", cite("5.7"), gone)
    most = play.most_patrons.get(box, rules.MOST_PATRONS)
    there = sum((at, kind) == (box, PLAYER) for _, at, kind in play.layout.wagers)
    if there >= most:
        full = f"{there} patrons wager in box {box}, and {most} may"
        return Refused("area_full", cite("5.6"), full)
    return None


def _amount(play: Play, patron: str, wager: str, amount: int) -> Refused | None:
    return refuse_amount(
        play.layout, play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount
    ) or _not_in_chips(play, amount)


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", cite("5.3"), sentence)


_WAGERERS = PATRONS | STAFF

ORDERS: dict[type[c.Command], May] = {
    **tokens.orders(rules.TOKENS),
    c.PlaceWager: May(_WAGERERS, cite("5.2"), place_wager),
    StakeTokens: May(_WAGERERS, cite("5.3"), stake_tokens),
    c.ChangeWager: May(_WAGERERS, cite("5.2"), change_wager),
    c.MoveWager: May(_WAGERERS, cite("5.2"), move_wager),
    c.WithdrawWager: May(_WAGERERS, cite("5.2"), withdraw_wager),
    c.FindWager: May(STAFF, cite("6.3"), find_wager),
    v.RefuseWager: May(rules.CASINO_SUPERVISOR, cite("14.12"), refuse_wager),
}
