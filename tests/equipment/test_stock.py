"""No card is made or lost, and none comes that cannot come."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from houseway.equipment.cards import DECK, Card, parse_card, parse_cards
from houseway.equipment.stock import CardsNotConserved, Place, Stock


def stock_with(layout: str = "", rack: str = "", decks: int = 8) -> Stock:
    stock = Stock.loaded(decks)
    for card in parse_cards(rack):
        stock.draw(card, to="rack")
    for card in parse_cards(layout):
        stock.draw(card)
    return stock


def test_a_new_stock_holds_all_cards_in_the_source() -> None:
    """Mini Baccarat 2.1: eight decks are 416 cards."""
    stock = Stock.loaded(decks=8)

    assert (stock.cards, stock.source) == (416, 416)
    assert (stock.layout, stock.rack, stock.aside) == ([], [], [])


def test_a_ninth_eight_of_hearts_cannot_come() -> None:
    """Reading A-19."""
    stock = stock_with("8h " * 8)

    assert stock.why_not(parse_card("8h")) == "all 8 copies of 8h have left the shoe"
    assert stock.why_not(parse_card("8d")) is None
    assert stock.why_not(None) is None


def test_a_single_deck_has_each_card_once() -> None:
    assert stock_with("As", decks=1).why_not(parse_card("As")) == "As has already left the shoe"


def test_what_is_no_card_cannot_come() -> None:
    assert Stock.loaded(1).why_not(Card("1x")) == "'1x' is not a card"


def test_nothing_comes_from_an_empty_source() -> None:
    stock = Stock.loaded(1, source_name="device")
    for _ in DECK:
        stock.draw(None)

    assert stock.why_not(parse_card("As")) == "the device is empty"
    assert stock.why_not(None) == "the device is empty"
    assert stock.why_not_known(parse_card("As")) is None


def test_a_card_burned_unseen_counts_as_no_known_card() -> None:
    """Mini Baccarat 5.5(a): the first card goes to the rack unseen."""
    stock = Stock.loaded(decks=8)

    stock.draw(None, to="rack")

    assert (stock.source, stock.rack, stock.out) == (415, [None], {})


def test_the_first_unseen_card_on_the_layout_is_turned_up() -> None:
    stock = stock_with("8h")
    stock.draw(None)
    stock.draw(None)

    stock.identify(parse_card("Kd"))

    assert stock.layout == ["8h", "Kd", None]
    assert stock.out == {"8h": 1, "Kd": 1}


def test_several_unseen_cards_are_turned_up_in_the_order_they_lie() -> None:
    stock = stock_with("8h")
    stock.draw(None)
    stock.draw(parse_card("2s"))
    stock.draw(None)
    stock.draw(None)

    stock.identify_each(parse_cards("Kd Kd"))

    assert stock.layout == ["8h", "Kd", "2s", "Kd", None]
    assert stock.out == {"8h": 1, "2s": 1, "Kd": 2}


def test_an_unseen_card_can_be_turned_up_by_its_place() -> None:
    stock = Stock.loaded(decks=8)
    stock.draw(None, to="aside")

    stock.identify_at("aside", 0, parse_card("Kd"))

    assert stock.aside == ["Kd"]
    assert stock.out == {"Kd": 1}


def test_the_layout_is_collected_in_order_behind_the_rack() -> None:
    stock = stock_with(layout="8h 3c Kd", rack="2s")

    stock.collect()

    assert stock.layout == []
    assert stock.rack == ["2s", "8h", "3c", "Kd"]


def test_a_collected_round_can_be_laid_out_again() -> None:
    """Mini Baccarat 12.4: a round may be rebuilt from its cards."""
    stock = stock_with(layout="8h 3c Kd", rack="2s")
    before = stock.copy()
    stock.collect()

    stock.take_back(3)

    assert stock == before


def test_one_card_can_go_to_the_rack_before_the_others() -> None:
    stock = stock_with("8h 3c Kd")

    stock.discard(parse_card("3c"))

    assert (stock.layout, stock.rack) == (["8h", "Kd"], ["3c"])


def test_cards_set_aside_come_back_first_in_first_out() -> None:
    """7-Up Baccarat 12.2: a card drawn in error is the first card of the next coup."""
    stock = stock_with("8h 3c Kd")
    stock.set_aside(parse_card("3c"))
    stock.set_aside(parse_card("8h"))
    stock.collect()

    assert stock.bring_back() == "3c"
    assert stock.bring_back() == "8h"
    assert (stock.layout, stock.aside) == (["3c", "8h"], [])


def test_cards_returned_to_the_device_may_come_again() -> None:
    """7-Up Baccarat 8.4: the rack goes back into the device."""
    stock = stock_with(rack="8h 8h", layout="8h", decks=3)
    assert stock.why_not(parse_card("8h")) is not None

    stock.return_rack()

    assert (stock.source, stock.out) == (155, {"8h": 1})
    assert stock.why_not(parse_card("8h")) is None


def test_a_reload_brings_every_card_home() -> None:
    stock = stock_with(layout="8h 3c", rack="2s")
    stock.draw(None, to="aside")

    stock.reload()

    assert stock == Stock.loaded(decks=8)


def test_a_copy_lives_its_own_life() -> None:
    stock = stock_with(layout="8h", rack="2s")
    before = stock.copy()

    stock.draw(parse_card("Kd"))
    stock.collect()
    stock.reload()

    assert before == stock_with(layout="8h", rack="2s")


def test_a_card_out_of_nowhere_is_noticed() -> None:
    """Reading A-19: source, rack, layout and cards set aside make the full decks."""
    stock = Stock.loaded(decks=8)
    stock.layout.append(parse_card("8h"))

    with pytest.raises(CardsNotConserved, match="source 416, layout 1, rack 0, aside 0"):
        stock.check()


def test_a_draw_from_an_empty_source_is_noticed() -> None:
    stock = Stock.loaded(decks=1)
    for _ in range(53):
        stock.draw(None)

    with pytest.raises(CardsNotConserved, match="source -1"):
        stock.check()


def test_a_copy_too_many_is_noticed() -> None:
    stock = stock_with("8h 8h", decks=1)

    with pytest.raises(CardsNotConserved, match="2 copies of 8h are out of 1"):
        stock.check()


@given(st.lists(st.sampled_from(DECK), max_size=120))
def test_why_not_refuses_exactly_the_copies_too_many(cards: list[Card]) -> None:
    stock = Stock.loaded(decks=2)
    accepted: Counter[Card] = Counter()
    for card in cards:
        assert (stock.why_not(card) is None) == (accepted[card] < 2)
        if accepted[card] < 2:
            stock.draw(card)
            accepted[card] += 1
        stock.check()


class AnyTable(RuleBasedStateMachine):
    """Whatever is done at a table, every card stays somewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.stock = Stock.loaded(decks=1)

    @rule(card=st.none() | st.sampled_from(DECK[:9]), to=st.sampled_from(["layout", "rack"]))
    def draw(self, card: Card | None, to: Place) -> None:
        if self.stock.why_not(card) is None:
            self.stock.draw(card, to)

    @precondition(lambda self: None in self.stock.layout)
    @rule(card=st.sampled_from(DECK[:9]))
    def identify(self, card: Card) -> None:
        if self.stock.why_not_known(card) is None:
            self.stock.identify(card)

    @precondition(lambda self: self.stock.layout)
    @rule()
    def set_aside(self) -> None:
        self.stock.set_aside(self.stock.layout[-1])

    @precondition(lambda self: self.stock.layout)
    @rule()
    def discard(self) -> None:
        self.stock.discard(self.stock.layout[0])

    @precondition(lambda self: self.stock.aside)
    @rule()
    def bring_back(self) -> None:
        self.stock.bring_back()

    @rule()
    def collect(self) -> None:
        self.stock.collect()

    @rule()
    def return_rack(self) -> None:
        self.stock.return_rack()

    @invariant()
    def every_card_is_somewhere(self) -> None:
        stock = self.stock
        stock.check()
        seen = Counter(card for card in stock.layout + stock.rack + stock.aside if card)
        assert +Counter(stock.out) == seen


TestAnyTable = AnyTable.TestCase
