"""What lies on the felt at 7-Up Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games.felt import Felt, Hand, Spot, faces, kept, spot
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat.play import destination
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER
from houseway.games.seven_up_baccarat.state import BETWEEN, Play

_COUNT = {PLAYER: rules.player_count, BANKER: rules.banker_count}
# The cards on which each hand can be a natural: Player's with the printed seven (1.1 natural).
_INITIAL = {PLAYER: 1, BANKER: 2}


def felt(play: Play, patron: str) -> Felt:
    """7-Up Baccarat 8.2.1: a card face down is seen by all when the dealer exposes it."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        hands = (_hand(play, PLAYER), _hand(play, BANKER), *hands)
    return Felt(hands, result=play.result, seats=dict(play.places))


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    total, note = "", "no bet" if play.no_bet else ""
    if cards and None not in cards:
        known = play.known(name)
        total = rules.count_name(_COUNT[name](known))
        note = ", ".join(filter(None, (_said(play, name, known), note)))
    return Hand(name, faces(cards), total=total, note=note)


def _said(play: Play, name: str, known: list[Card]) -> str:
    if len(known) != _INITIAL[name]:
        return ""
    if _COUNT[name](known) in rules.NATURAL:
        return "natural"
    due = destination(play) if play.announced else None
    return "to draw" if due and due[0] == name else ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """7-Up Baccarat 5.1: every spot of every playing area."""
    offered = [
        wager
        for wager in rules.SPOTS
        if wager != rules.SUPER_SEVENS or play.options.super_sevens == "offered"
    ]
    return tuple(
        spot(play.limits, patron, wager, box)
        for box in range(1, play.options.areas + 1)
        for wager in offered
    )
