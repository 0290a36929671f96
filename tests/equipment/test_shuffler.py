"""The shuffling device: uniform draws, discards that sit out, no card made or lost."""

from collections import Counter
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.cards import DECK, parse_card, parse_cards, why_not_decks
from houseway.equipment.shuffler import Pick, Shuffler, clear_coup, return_discards
from houseway.equipment.stock import CardsNotConserved, Stock


def at(index: int) -> Pick:
    return lambda count: index


first = at(0)


def last(count: int) -> int:
    return count - 1


def device_with(layout: str = "", rack: str = "") -> Stock:
    stock = Stock.loaded(6, "device")
    for card in parse_cards(rack):
        stock.draw(card, to="rack")
    for card in parse_cards(layout):
        stock.draw(card)
    return stock


def test_six_decks_are_loaded() -> None:
    """7-Up Baccarat 3.1: 312 cards."""
    shuffler = Shuffler()

    assert len(shuffler.inside) == 312
    assert why_not_decks(shuffler.inside, 6) is None


def test_each_card_inside_is_drawn_by_exactly_one_pick() -> None:
    """7-Up Baccarat 4.1: each draw is uniform over the cards inside (reading A-33)."""
    drawn = Counter(Shuffler().draw(at(index)) for index in range(312))

    assert drawn == dict.fromkeys(DECK, 6)


def test_the_pick_is_asked_for_the_cards_then_inside() -> None:
    """Reading A-33."""
    asked: list[int] = []

    def pick(count: int) -> int:
        asked.append(count)
        return 0

    shuffler = Shuffler()
    for _ in range(3):
        shuffler.draw(pick)

    assert asked == [312, 311, 310]


@pytest.mark.parametrize("wrong", [-1, 312])
def test_a_pick_outside_the_device_is_an_error(wrong: int) -> None:
    with pytest.raises(ValueError, match=f"picked card {wrong} of 312"):
        Shuffler().draw(at(wrong))


def test_a_card_set_aside_comes_first() -> None:
    """7-Up Baccarat 12.2: it is the first card of the next coup (reading A-33)."""
    shuffler = Shuffler()
    error = shuffler.draw(last)
    assert error is not None
    shuffler.set_aside(error)
    shuffler.clear_coup()

    assert shuffler.draw(first) == error
    assert shuffler.stock.aside == []


def test_an_empty_device_deals_nothing() -> None:
    """Casino War 11.7: there may be too few cards to finish."""
    shuffler = Shuffler(deck_count=1)
    for _ in DECK:
        shuffler.draw(first)

    assert shuffler.draw(first) is None


def test_the_rack_goes_into_the_device_before_the_layout_goes_into_the_rack() -> None:
    """7-Up Baccarat 8.4 (reading 7U-03)."""
    stock = device_with(layout="8h 3c Kd", rack="2s")

    clear_coup(stock)

    assert (stock.layout, stock.rack) == ([], ["8h", "3c", "Kd"])
    assert stock.source == 312 - 3
    assert stock.out.get(parse_card("2s")) == 0


def test_the_cards_of_a_coup_sit_out_the_next_coup_and_then_may_come_again() -> None:
    """7-Up Baccarat 8.4 (reading 7U-03): the burn card comes back after the first coup."""
    shuffler = Shuffler()
    burned = shuffler.draw(last, to="rack")
    coups = []
    for _ in range(3):
        coups.append([shuffler.draw(last) for _ in range(4)])
        shuffler.clear_coup()
        assert shuffler.stock.rack == coups[-1]
        assert len(shuffler.inside) == 312 - 4

    # The cards returned last lie last in the device, where `last` finds them.
    assert burned in coups[1]
    assert coups[2] == coups[0][::-1]


def test_in_casino_war_the_rack_returns_while_the_layout_stays() -> None:
    """Casino War 7.2: after the initial deal, so that war cards can include it (CW-13)."""
    stock = device_with(layout="8h 8d", rack="2s 3s 4s")

    return_discards(stock)

    assert (stock.layout, stock.rack) == (["8h", "8d"], [])
    assert stock.source == 312 - 2


def test_discards_returned_can_be_drawn_in_the_same_round() -> None:
    """Casino War 7.2 (reading CW-13)."""
    shuffler = Shuffler()
    burned = shuffler.draw(last, to="rack")
    shuffler.draw(first)

    shuffler.return_discards()

    assert shuffler.draw(last) == burned


def test_a_card_lost_from_the_device_is_noticed() -> None:
    """Reading A-19."""
    shuffler = Shuffler()
    shuffler.inside.pop()

    with pytest.raises(CardsNotConserved, match="311 cards are in the device, 312 should be"):
        shuffler.check()


STEPS: dict[str, Callable[[Shuffler], object]] = {
    "clear the coup": Shuffler.clear_coup,
    "return the discards": Shuffler.return_discards,
    "collect": lambda shuffler: shuffler.stock.collect(),
}


@given(st.lists(st.integers(0, 51) | st.sampled_from(sorted(STEPS)), max_size=80))
def test_the_device_and_the_table_always_hold_full_decks(steps: list[int | str]) -> None:
    """7-Up Baccarat 3.1 (reading A-19)."""
    shuffler = Shuffler(deck_count=1)
    for step in steps:
        if isinstance(step, str):
            STEPS[step](shuffler)
        else:
            shuffler.draw(at(step % max(1, len(shuffler.inside))))
        outside = shuffler.stock.layout + shuffler.stock.rack
        assert why_not_decks([*shuffler.inside, *filter(None, outside)], 1) is None
