"""The facts and decisions that a practice table of Tournament Canberra Poker needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import unseen_card, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.play import without_ante
from houseway.games.tournament_canberra_poker.rules import ANTE, CARDS_IN_DECK, CARDS_IN_HAND
from houseway.games.tournament_canberra_poker.state import Play
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with cards from the unseen ones or a plain decision."""
    if awaited.what == "wagers":
        return _antes(play, pick)
    if awaited.what == "decide":
        return _ruling(awaited, pick), Role.TOURNAMENT_DIRECTOR
    if awaited.what == "look":
        return v.PickUpCards(awaited.who, _hand(play, awaited.to, pick)), Role.PATRON
    if awaited.what == "choose":
        return awaited.choices[pick(len(awaited.choices))], Role.PATRON
    if awaited.what == "check":
        return _check(awaited)
    if awaited.what == "cut":
        return c.CutCards(play.stock.source // 2), Role.DEALER
    if awaited.what == "expose":
        return v.RevealHand(awaited.to, _hand(play, awaited.to, pick)), Role.DEALER
    return c.DealCard(unseen_card(play.stock, pick)), Role.DEALER


def _hand(play: Play, hand: str, pick: Pick) -> tuple:  # type: ignore[type-arg]
    hidden = play.hands[hand].count(None)
    return (*play.known(hand), *unseen_cards(play.stock, hidden, pick))


def _antes(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table antes, or now and then sits a round out; then the dealer deals."""
    missing = without_ante(play)
    if missing and play.layout.wagers and pick(6) == 0:
        return v.ConfirmNoAnte(missing[0]), Role.DEALER
    placed = set(play.antes().values())
    absent = [patron for patron in PATRONS if patron not in placed | play.layout.excluded]
    free = len(placed) < play.options.boxes
    if not free or (not missing and placed and (not absent or pick(2) == 0)):
        return c.DealCard(), Role.DEALER
    unit = play.limits.multiple or 1_00
    steps = -(-play.limits.minimum_of(ANTE) // unit)
    who = missing[0] if missing else absent[pick(len(absent))]
    return c.PlaceWager(who, ANTE, (steps + pick(4)) * unit), Role.PATRON


def _ruling(awaited: Awaits, pick: Pick) -> c.Command:
    kind = awaited.commands[pick(len(awaited.commands))]
    if kind in (v.RebuildHand, v.DeclareHandLost, c.VoidWagers):
        return kind(awaited.to)
    return c.VoidRound("it cannot go on") if kind is c.VoidRound else kind()


def _check(awaited: Awaits) -> tuple[c.Command, Role]:
    if v.CountHand in awaited.commands:
        return v.CountHand(CARDS_IN_HAND, awaited.to), Role.DEALER
    if v.RecordDeckCheck in awaited.commands:
        return v.RecordDeckCheck(CARDS_IN_DECK), Role.DEALER
    return awaited.commands[0](), Role(awaited.who)
