"""What lies on the felt at Tournament Blackjack, and where a patron can put a wager."""

from __future__ import annotations

from houseway.games.felt import Felt, Spot, kept, notes_of, spot
from houseway.games.felt import Hand as Seen
from houseway.games.tournament_blackjack import settle
from houseway.games.tournament_blackjack.play import turn
from houseway.games.tournament_blackjack.rules import BLACKJACK, DEALER, MOST, PERFECT_PAIRS
from houseway.games.tournament_blackjack.state import BETTING, DEALING, SETTLED, Hand, Play


def felt(play: Play, patron: str) -> Felt:
    """Tournament Blackjack 6.1: every card is dealt face up, so all see the same."""
    hands = tuple(_hand(play, hand) for hand in play.hands)
    if play.dealer:
        hands = (*hands, _dealer(play))
    notes = notes_of("sitting out", play.sitting_out) | notes_of("absent", play.absent)
    result = (
        settle.result(play, settle.dealer_standing(play))
        if play.stage == SETTLED and play.hands
        else ""
    )
    return Felt(
        (*hands, *kept(play.stock)), result=result, seats=dict(play.boxes), notes=notes
    )  # fmt: skip


def _hand(play: Play, hand: Hand) -> Seen:
    if not hand.cards:
        return Seen(hand.name, (), hand.box, hand.patron)
    total = str(play.rules.total(hand.cards))
    if settle.standing(play, hand).blackjack:
        total = BLACKJACK
    return Seen(hand.name, tuple(hand.cards), hand.box, hand.patron, total, _note(play, hand))


def _note(play: Play, hand: Hand) -> str:
    said = ["split"] if hand.split else []
    said += ["doubled"] if hand.doubled else []
    if settle.standing(play, hand).points > MOST:
        said.append("bust")
    elif hand.stood:
        said.append("stands")
    elif play.stage == DEALING and play.interim_over and hand is turn(play):
        said.append("to play")
    return ", ".join(said)


def _dealer(play: Play) -> Seen:
    standing = settle.dealer_standing(play)
    total = BLACKJACK if standing.blackjack else str(play.rules.total(play.dealer))
    note = "bust" if standing.points > MOST else ""
    return Seen(DEALER, tuple(play.dealer), total=total, note=note)


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Tournament Blackjack 4.1, 18.1: every box, with its place for the pairs where offered."""
    offered = (BLACKJACK,) if play.options.pairs == "none" else (BLACKJACK, PERFECT_PAIRS)
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.seats + 1)
        for wager in offered
    )
