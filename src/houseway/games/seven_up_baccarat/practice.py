"""The facts and decisions that a practice table of 7-Up Baccarat needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import malfunction
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.seven_up_baccarat import irregularity_vocabulary as i
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import vocabulary as v
from houseway.games.seven_up_baccarat.rules import SUPER_SEVENS
from houseway.games.seven_up_baccarat.state import Play
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")
_FAVOURITE = {"Ana": rules.PLAYER, "Ben": rules.BANKER, "Chen": rules.BANKER}


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if failed := malfunction.supply(play, awaited, pick):
        return failed
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return _deciding(play)
    if awaited.what == "check":
        return _checking(play)
    if awaited.what == "expose":
        hidden = play.player.count(None) + play.banker.count(None)
        return v.ExposeCards(unseen_cards(play.stock, hidden, pick)), Role.DEALER
    return plain_step(play, awaited, pick)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.layout.wagers and pick(3) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    number = pick(len(PATRONS))
    patron, box = PATRONS[number], number + 1
    wager = (_FAVOURITE[patron], rules.TIE, SUPER_SEVENS)[pick(3)]
    if wager == SUPER_SEVENS and (
        not play.layout.wagers or SUPER_SEVENS not in play.limits.lines or play.restricted
    ):
        wager = _FAVOURITE[patron]
    if (patron, box, wager) in play.layout.wagers:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or play.limits.minimum
    least = play.limits.minimum_of(wager, patron)
    return c.PlaceWager(patron, wager, least + pick(4) * unit, box), Role.PATRON


def _deciding(play: Play) -> tuple[c.Command, Role]:
    if play.held_round:
        return c.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if play.owed:
        return v.Notify(*play.owed[0]), Role.GAMING_SUPERVISOR
    return v.ReduceWagers(), Role.DEALER


def _checking(play: Play) -> tuple[c.Command, Role]:
    if play.dropped:
        return v.ConfirmCollected(play.stock.cards), Role.GAMING_SUPERVISOR
    if play.card_check == "emptied":
        return i.VerifyDecks(), Role.DEALER
    return i.ReportCardsComplete(), Role.DEALER
