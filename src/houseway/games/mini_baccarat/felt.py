"""What lies on the felt at Mini Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from houseway.games.felt import Felt, Hand, Spot, faces, kept, spot
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat.play import destination
from houseway.games.mini_baccarat.rules import BANKER, PLAYER
from houseway.games.mini_baccarat.state import BETWEEN, Play


def felt(play: Play, patron: str) -> Felt:
    """Mini Baccarat 2.2, 6.3: a card face down is seen by all when its hand is exposed."""
    if play.stage == BETWEEN:
        return Felt(kept(play.stock), result=play.result)
    hands = (_hand(play, PLAYER), _hand(play, BANKER), *kept(play.stock))
    return Felt(hands, result=play.result)


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    due = destination(play) if len(cards) == 2 else None
    total, note = play.rules.tableau.called(cards, draws=due is not None and due[0] == name)
    notes = (note, _pair(play, name), "no bet" if play.no_bet else "")
    return Hand(
        name, faces(cards), patron=play.handed.get(name, ""), total=total,
        note=", ".join(filter(None, notes)),
    )  # fmt: skip


def _pair(play: Play, name: str) -> str:
    first, second = (*play.hand(name)[:2], None, None)[:2]
    if play.options.pairs == "none" or first is None or second is None:
        return ""
    return rules.pair_kind(play.options.pairs, first, second) or ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Mini Baccarat 4.3: the boxes of the layout; pairs where they are offered."""
    offered = [
        wager
        for wager in play.rules.wagers
        if wager not in rules.PAIR_WAGERS or play.options.pairs != "none"
    ]
    return tuple(spot(play.limits, patron, wager) for wager in offered)
