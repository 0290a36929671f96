"""Whose faces are whose to know: a record made from the events alone, to hold views against.

What a patron picked up or looked at is that patron's secret until the rules lay it open.
"""

from __future__ import annotations

from collections import Counter

from houseway.games.events import Event, ResultAnnounced, RoundOpened
from houseway.games.tournament_canberra_poker import vocabulary as poker
from houseway.games.tournament_pai_gow import vocabulary as pai_gow
from houseway.games.tournament_pai_gow.rules import HOUSE_BOX
from houseway.table.view import Viewer


class Secrets:
    """The faces that lie hidden at one table, by hand or box."""

    def __init__(self) -> None:
        self.of: dict[str, tuple[str, tuple[str, ...]]] = {}  # hand to patron and faces
        self.told = 0

    def apply(self, event: Event, holders: dict[int, str]) -> None:
        """`holders`: who had each box before the event."""
        if isinstance(event, RoundOpened):
            self.of = {}
        elif isinstance(event, poker.CardsPickedUp) and event.cards:
            self._add(event.hand, event.patron, event.cards)
        elif isinstance(event, poker.HandRevealed):
            self.of.pop(event.hand, None)
        elif isinstance(event, pai_gow.TilesSeen) and event.box != HOUSE_BOX:
            self._add(f"box {event.box}", holders[event.box], event.tiles)
        elif isinstance(event, pai_gow.HandSet) and event.box != HOUSE_BOX:
            self._add(f"box {event.box}", holders[event.box], (*event.low, *event.high))
        elif isinstance(event, ResultAnnounced):
            for hand in event.hands:
                self.of.pop(hand, None)

    def _add(self, hand: str, patron: str, faces: tuple[str, ...]) -> None:
        self.of[hand] = (patron, faces)
        self.told += 1

    def kept_from(self, viewer: Viewer) -> Counter[str]:
        """Faces that this viewer may not know. A patron's own are no secret to the patron."""
        return Counter(
            face for patron, faces in self.of.values() if viewer.patron != patron for face in faces
        )
