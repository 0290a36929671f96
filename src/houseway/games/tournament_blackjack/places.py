"""The boxes along a Tournament Blackjack table, and the order in which the cut is offered."""

from __future__ import annotations

from typing import Any

from houseway.equipment.cut import cut_offers


def cut_order(play: Any) -> tuple[str, ...]:
    """Tournament Blackjack 5.2(d): clockwise from the patron who is first offered the cut.

    Patrons who have no box yet come last, in the order in which they came to the table.
    """
    present = tuple(play.layout.idle_rounds)
    at = {box: patron for patron, box in play.boxes.items()}
    first = _first_box(play)
    clockwise = [at[box] for box in cut_offers(at, first)]
    others = [patron for patron in present if patron not in play.boxes]
    if play.cutting_card_on is None and present[:1] == tuple(others[:1]):
        return (*others[:1], *clockwise, *others[1:])
    return (*clockwise, *others)


def _first_box(play: Any) -> int:
    """The box from which the offer starts: Tournament Blackjack 5.2(a) to 5.2(c)."""
    if play.cutting_card_on is None:
        first = next(iter(play.layout.idle_rounds), "")
        box: int = play.boxes.get(first, 1)
        return box
    return play.cutting_card_on or max(play.boxes.values(), default=1)
