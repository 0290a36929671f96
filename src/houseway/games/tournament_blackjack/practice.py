"""The facts and decisions that a practice table of Tournament Blackjack needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import unseen_card
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import BLACKJACK, PERFECT_PAIRS
from houseway.games.tournament_blackjack.state import FAULTY, SPENT, Play
from houseway.games.tournament_blackjack.wagering import without_wager
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.choices:
        chosen = awaited.choices[pick(len(awaited.choices))]
        return chosen, Role.TOURNAMENT_DIRECTOR if play.shoe == SPENT else Role.PATRON
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return _deciding(play)
    if awaited.what == "check":
        return awaited.commands[0](), Role(awaited.who)
    if awaited.what == "cut" and awaited.who == Role.GAMING_SUPERVISOR:
        return c.CutCards(play.stock.source // 2), Role.GAMING_SUPERVISOR
    return _handling(play, awaited, pick), Role.DEALER


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table wagers, and those who cannot are confirmed to place nothing."""
    missing = without_wager(play) or [who for who in PATRONS if who not in play.layout.idle_rounds]
    staked = [key for key in play.layout.wagers if key[2] == BLACKJACK]
    if staked and (not missing or (not without_wager(play) and pick(2) == 0)):
        return _side_wager(play, pick) or (c.CallNoMoreBets(), Role.DEALER)
    patron = missing[pick(len(missing))] if missing else PATRONS[pick(len(PATRONS))]
    if patron not in PATRONS:
        return v.ConfirmNoWager(patron), Role.DEALER
    if pick(4) == 0 and patron in play.layout.idle_rounds and staked:
        return v.ConfirmNoWager(patron), Role.DEALER
    return c.PlaceWager(patron, BLACKJACK, _stake(play, BLACKJACK, pick)), Role.PATRON


def _side_wager(play: Play, pick: Pick) -> tuple[c.Command, Role] | None:
    if play.options.pairs == "none" or pick(2) == 0:
        return None
    for patron, box, wager in play.layout.wagers:
        if wager == BLACKJACK and (patron, box, PERFECT_PAIRS) not in play.layout.wagers:
            order = c.PlaceWager(patron, PERFECT_PAIRS, _stake(play, PERFECT_PAIRS, pick))
            return order, Role.PATRON
    return None


def _stake(play: Play, wager: str, pick: Pick) -> int:
    unit = play.limits.multiple or 2_00
    steps = (play.limits.minimum_of(wager) + unit - 1) // unit
    return (steps + pick(10)) * unit


def _deciding(play: Play) -> tuple[c.Command, Role]:
    if play.shoe == FAULTY:
        return v.ShuffleRemaining(), Role.DEALER
    return c.VoidRound("no card is left"), Role.TOURNAMENT_DIRECTOR


def _handling(play: Play, awaited: Awaits, pick: Pick) -> c.Command:
    if awaited.what == "cut":
        if pick(3) == 0:
            return c.DeclineCut(awaited.who)
        return c.CutCards(play.stock.source // 2, awaited.who)
    if awaited.what == "cutting card":
        least, most = rules.behind_cutting_card(play.options.decks)
        return c.PlaceCuttingCard(least + pick(most - least))
    card = unseen_card(play.stock, pick)
    return v.UseHeldCard(card) if v.UseHeldCard in awaited.commands else c.DealCard(card)
