"""What lies on the felt at Three Card Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from houseway.games.felt import Felt, Hand, Spot, faces, spot
from houseway.games.three_card_baccarat import settle
from houseway.games.three_card_baccarat.rules import AREA_WAGERS, BANKER, PLAYER
from houseway.games.three_card_baccarat.state import (
    BETTING,
    DEALING,
    SETTLED,
    Play,
    hand_name,
    hands_shown,
)


def felt(play: Play, patron: str) -> Felt:
    """Three Card Baccarat 9.1: Method A lies open; under B a hand is seen when it is turned up.

    Anyone who looks at a hand (9.5) has it in the hand, not on record, until it is turned up.
    """
    if play.stage not in (DEALING, SETTLED):  # the hands on record are those of the last coup
        return Felt(seats=dict(play.seats))
    shown = set(hands_shown(play))
    hands = tuple(_hand(play, box, shown) for box in play.hands)
    result = ""
    if play.stage == SETTLED and BANKER in shown:
        result = settle.announcement(play).result
    return Felt(hands, result=result, seats=dict(play.seats))


def _hand(play: Play, box: int, shown: set[int]) -> Hand:
    sitting = next((who for who, seat in play.seats.items() if box and seat == box), "")
    total = play.rules.value_text(play.known(box)) if box in shown else ""
    return Hand(
        hand_name(box), faces(play.hands[box]), box, sitting, total, _note(play, box, shown)
    )


def _note(play: Play, box: int, shown: set[int]) -> str:
    if box == BANKER:
        return "" if play.marker is None else f"marker on {play.marker}"
    if box not in shown or BANKER not in shown:
        return ""
    return settle.verdict(play, PLAYER, box)[0]


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Three Card Baccarat 5.2: those of every area, then those of the common part."""
    in_areas = [
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.areas + 1)
        for wager in play.rules.wagers
        if wager in AREA_WAGERS
    ]
    common = [
        spot(play.limits, patron, wager) for wager in play.rules.wagers if wager not in AREA_WAGERS
    ]
    return (*in_areas, *common)
