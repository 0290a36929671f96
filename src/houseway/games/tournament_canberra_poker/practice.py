"""The facts and decisions that a practice table of Tournament Canberra Poker needs from outside."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.limits import short_of_chips
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.play import without_ante
from houseway.games.tournament_canberra_poker.rules import ANTE, CARDS_IN_HAND
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
        return v.PickUpCards(awaited.who, _hand(play, awaited.to, pick)), Role.DEALER
    if awaited.what == "choose":
        return awaited.choices[pick(len(awaited.choices))], Role.PATRON
    if awaited.what == "check":
        return _check(play, awaited)
    if awaited.what == "expose":
        return v.RevealHand(awaited.to, _hand(play, awaited.to, pick)), Role.DEALER
    return plain_step(play, awaited, pick)


def _hand(play: Play, hand: str, pick: Pick) -> tuple[Card, ...]:
    hidden = play.hands[hand].count(None)
    return (*play.known(hand), *unseen_cards(play.stock, hidden, pick))


def _antes(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table antes, or now and then sits a round out; then the dealer deals."""
    placed, missing = set(play.antes().values()), without_ante(play)
    full = len(placed) == play.options.boxes
    if missing:
        able = _can_ante(play, missing[0]) and not full
        if able and (not placed or pick(6)):
            return _ante(play, missing[0], pick), Role.PATRON
        return v.ConfirmNoAnte(missing[0]), Role.DEALER
    absent = [who for who in PATRONS if who not in placed and _can_ante(play, who)]
    if absent and not full and (not placed or pick(2)):
        return _ante(play, absent[pick(len(absent))], pick), Role.PATRON
    if placed:
        return c.DealCard(), Role.DEALER
    newcomer = _welcome(play)[0]
    return c.BringChips(newcomer, 100 * _least(play, newcomer)), Role.DEALER


def _least(play: Play, patron: str) -> int:
    """The lowest ante on the multiples of the sign."""
    unit = play.limits.multiple or 1_00
    return -(-play.limits.minimum_of(ANTE, patron) // unit) * unit


def _can_ante(play: Play, patron: str) -> bool:
    broke = short_of_chips(play.layout, patron=patron, needed=_least(play, patron))
    return patron not in play.layout.excluded and not broke


def _welcome(play: Play) -> list[str]:
    return [who for who in (*PATRONS, "Dora", "Eli") if who not in play.layout.excluded]


def _ante(play: Play, patron: str, pick: Pick) -> c.Command:
    least = _least(play, patron)
    amount = least + pick(4) * (play.limits.multiple or 1_00)
    short = short_of_chips(play.layout, patron=patron, needed=amount)
    return c.PlaceWager(patron, ANTE, least if short else amount)


def _ruling(awaited: Awaits, pick: Pick) -> c.Command:
    kind = awaited.commands[pick(len(awaited.commands))]
    if kind in (v.RebuildHand, v.DeclareHandLost, c.VoidWagers):
        return kind(awaited.to)
    if kind is c.InvalidateOutcome:
        return kind(IMPRACTICAL, "the deck is not whole")
    return kind()


def _check(play: Play, awaited: Awaits) -> tuple[c.Command, Role]:
    if v.CountHand in awaited.commands:
        return v.CountHand(CARDS_IN_HAND, awaited.to), Role.DEALER
    if v.RecordDeckCheck in awaited.commands:
        return v.RecordDeckCheck(play.rules.cards_in_deck), Role.DEALER
    return awaited.commands[0](), Role(awaited.who)
