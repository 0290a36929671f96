"""What lies on the felt at 7-Up Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games.felt import Felt, Hand, Spot, faces, kept, spot
from houseway.games.seven_up_baccarat.play import destination
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, count_name
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play

# The cards on which each hand can be a natural: Player's with the printed seven (1.1 natural).
_INITIAL = {PLAYER: 1, BANKER: 2}
_INITIAL_CARDS = sum(_INITIAL.values())  # 8.2.1: no count is shown before all of them lie open


def felt(play: Play, patron: str) -> Felt:
    """7-Up Baccarat 8.2.1: a card face down is seen by all when the dealer exposes it."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        hands = (_hand(play, PLAYER), _hand(play, BANKER), *hands)
    return Felt(hands, result=play.result, seats=dict(play.places))


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    total, note = "", "no bet" if play.no_bet else ""
    if play.out >= _INITIAL_CARDS and None not in cards:
        known = play.known(name)
        total = count_name(_count(play, name, known))
        note = ", ".join(filter(None, (_said(play, name, known), note)))
    return Hand(name, faces(cards), total=total, note=note)


def _count(play: Play, name: str, known: list[Card]) -> int:
    rules = play.rules
    return rules.player_count(known) if name == PLAYER else rules.banker_count(known)


def _said(play: Play, name: str, known: list[Card]) -> str:
    if len(known) != _INITIAL[name]:
        return ""
    if _count(play, name, known) in play.rules.naturals:
        return "natural"
    due = destination(play) if play.announced else None
    return "to draw" if due and due[0] == name else ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """7-Up Baccarat 5.1: every spot of every playing area."""
    offered = [
        wager
        for wager in play.rules.spots
        if wager != SUPER_SEVENS or play.options.super_sevens == "offered"
    ]
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.areas + 1)
        for wager in offered
    )
