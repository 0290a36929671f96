"""Who is offered the cut of the cards."""

from collections.abc import Iterable


def cut_offers(seats: Iterable[int], first: int) -> tuple[int, ...]:
    """Who is offered the cut: clockwise from seat `first`, an empty seat passed over.

    Seats are numbered clockwise. Who comes first is each document's own rule (reading 3C-06).
    """
    return tuple(sorted(seats, key=lambda seat: (seat < first, seat)))
