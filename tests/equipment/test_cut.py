"""Who is offered the cut."""

from houseway.equipment.cards import cut_offers


def test_the_cut_is_offered_clockwise_from_the_first_seat() -> None:
    """Three Card Baccarat 4.4."""
    assert cut_offers([1, 2, 4, 7], first=4) == (4, 7, 1, 2)


def test_an_empty_first_seat_passes_the_cut_to_the_next() -> None:
    """Three Card Baccarat 4.3.2 (reading 3C-06)."""
    assert cut_offers([2, 5, 7], first=1) == (2, 5, 7)
    assert cut_offers([2, 5, 7], first=6) == (7, 2, 5)
