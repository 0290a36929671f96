"""What lies on the felt at Casino War, and where a patron can put a wager."""

from __future__ import annotations

from collections import Counter

from houseway.equipment.cards import name as card_name
from houseway.games.casino_war import settle
from houseway.games.casino_war.places import DEALER, place_name
from houseway.games.casino_war.rules import INITIAL, TIE
from houseway.games.casino_war.state import BETTING, BETWEEN, Play
from houseway.games.felt import Felt, Hand, Spot, kept, spot


def felt(play: Play, patron: str) -> Felt:
    """Casino War 7.1: every card is dealt face up. Hands in the rack are off the felt (8.2.3)."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        lying = _lying(play)
        hands = (*(_hand(play, box) for box in sorted(lying, key=_dealer_last)), *hands)
    return Felt(hands, seats=dict(play.places))


def _lying(play: Play) -> list[int]:
    """The boxes whose cards are still on the layout: the dealer's, those at stake, then the rest.

    Two hands can hold the same card of different decks; one that is at stake is never collected,
    nor is one that went to war before the round is over.
    """
    left, found = Counter(play.stock.layout), []
    at_stake = set(settle.boxes_with(play, INITIAL))
    for box in sorted(play.hands, key=lambda box: _claim(play, box, at_stake)):
        cards = Counter(play.hands[box])
        if cards and cards <= left:
            left -= cards
            found.append(box)
    return found


def _claim(play: Play, box: int, at_stake: set[int]) -> tuple[bool, bool, int]:
    return box != DEALER and box not in at_stake, len(play.hands[box]) < 2, box


def _dealer_last(box: int) -> tuple[bool, int]:
    return box == DEALER, box


def _hand(play: Play, box: int) -> Hand:
    cards = play.hands[box]
    called = card_name(cards[-1]).partition(" of ")[0]
    return Hand(
        place_name(box), tuple(cards), box, play.areas.get(box, "") if box else "", called,
        _note(play, box),
    )  # fmt: skip


def _note(play: Play, box: int) -> str:
    dealers = play.hand(DEALER)
    if box == DEALER or not dealers:
        return ""
    if len(play.hand(box)) == 2 == len(dealers):
        return f"{settle.standing_in_war(play, box)} in the war"
    return settle.standing(play, box)


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Casino War 5.1: the Initial and the Tie Wager of every playing area."""
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.areas + 1)
        for wager in (INITIAL, TIE)
    )
