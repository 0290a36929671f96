"""The facts and decisions that a practice table of Mini Baccarat needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import unseen_card, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat import vocabulary as v
from houseway.games.mini_baccarat.state import Play
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return c.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "cut" and awaited.who == Role.GAMING_SUPERVISOR:
        return c.CutCards(play.stock.source // 2), Role.GAMING_SUPERVISOR
    return _handling(play, awaited, pick), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.window == "changes":
        return v.EndChanges(), Role.GAMING_SUPERVISOR
    if play.layout.wagers and pick(3) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    offered = [
        w for w in play.rules.wagers if play.options.pairs != "none" or w not in rules.PAIR_WAGERS
    ]
    patron, wager = PATRONS[pick(len(PATRONS))], offered[pick(len(offered))]
    if (patron, 0, wager) in play.layout.wagers:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or 1_00
    steps = (play.limits.minimum_of(wager, patron) + unit - 1) // unit
    return c.PlaceWager(patron, wager, (steps + pick(10)) * unit), Role.PATRON


def _handling(play: Play, awaited: Awaits, pick: Pick) -> c.Command:
    if awaited.what == "cut":
        return c.DeclineCut(awaited.who)
    if awaited.what == "cutting card":
        return c.PlaceCuttingCard(play.rules.shoe.behind[0] + 2)
    if awaited.what == "burn":
        return c.BurnCard(unseen_card(play.stock, pick))
    if awaited.what == "expose":
        hidden = play.hand(awaited.to).count(None)
        cards = unseen_cards(play.stock, hidden, pick)
        return c.RevealHand(awaited.to, cards, play.handed.get(awaited.to, ""))
    card = None if play.options.deal == "face down" else unseen_card(play.stock, pick)
    return c.UseKeptCard(card) if c.UseKeptCard in awaited.commands else c.DealCard(card)
