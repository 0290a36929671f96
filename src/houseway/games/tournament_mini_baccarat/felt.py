"""What lies on the felt at Tournament Mini-Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from houseway.games.baccarat import BANKER, PLAYER
from houseway.games.felt import Felt, Hand, Spot, faces, kept, notes_of, spot
from houseway.games.tournament_mini_baccarat.play import destination
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, Play


def felt(play: Play, patron: str) -> Felt:
    """Tournament Mini-Baccarat 2.2, 6.3: face down until the hand is exposed, then seen by all."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        hands = (_hand(play, PLAYER), _hand(play, BANKER), *hands)
    return Felt(
        hands,
        result=play.result,
        seats=dict(play.boxes),
        notes=notes_of("no wager this round", play.not_wagering),
    )


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    due = destination(play) if len(cards) == 2 else None
    total, note = play.rules.tableau.called(cards, draws=due is not None and due[0] == name)
    notes = (note, "no bet" if play.non_betting else "")
    return Hand(name, faces(cards), total=total, note=", ".join(filter(None, notes)))


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Tournament Mini-Baccarat 4.3: the three areas of every box."""
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.boxes + 1)
        for wager in play.rules.wagers
    )
