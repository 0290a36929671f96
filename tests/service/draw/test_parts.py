"""Cards, tiles, dice, chips and the wheel, each drawn from its data."""

from __future__ import annotations

import pytest

from houseway.equipment.cards import DECK
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.tiles import PACK
from houseway.equipment.wheel import REDS
from houseway.games.felt import FACE_DOWN
from houseway.games.mini_baccarat.rules import cite
from houseway.service.draw import cards, chips, tiles, wheel
from houseway.service.draw.svg import NotAllowedInline, el, safe, slug
from houseway.table.view import SettlementSeen
from tests.service.draw.svg_read import having, read, texts, titles


def test_an_element_escapes_what_it_is_given() -> None:
    drawn = el("g", el("title", safe('<Ana & "Ben">')), data_patron='"><script>')

    root = read(drawn)

    assert root.get("data-patron") == '"><script>'
    assert titles(root) == ['<Ana & "Ben">']


def test_signs_that_xml_cannot_hold_are_left_out() -> None:
    assert safe("A\x00n\x0ba\ud800") == "Ana"


@pytest.mark.parametrize("name", ["style", "onclick", "onload"])
def test_looks_and_behaviour_are_never_inline(name: str) -> None:
    with pytest.raises(NotAllowedInline):
        el("g", **{name: "anything"})


def test_a_name_becomes_an_id_without_spaces_or_signs() -> None:
    assert slug("box 3 high") == "box-3-high"
    assert slug("super 7's") == "super-7-s"


def test_every_card_shows_its_rank_and_its_suit_twice() -> None:
    for code in DECK:
        root = read(cards.card(code))
        rank = "10" if code[0] == "T" else code[0]
        assert texts(root) == [rank]
        assert [each.get("href") for each in root.iter("use")] == [f"#hw-suit-{code[1]}"] * 2


def test_the_four_suits_differ_in_shape() -> None:
    assert len(set(cards.SUITS.values())) == 4
    assert {each.get("id") for each in read(f"<g>{cards.symbols()}</g>").iter("symbol")} == {
        "hw-suit-c", "hw-suit-d", "hw-suit-h", "hw-suit-s",
    }  # fmt: skip


def test_a_card_face_down_tells_nothing() -> None:
    root = read(cards.card(FACE_DOWN))

    assert texts(root) == []
    assert titles(root) == ["a card face down"]
    assert having(root, "data-card") == []


def test_what_is_no_card_and_no_tile_is_not_drawn() -> None:
    with pytest.raises(ValueError, match="'1x' is not a card"):
        cards.card("1x")
    with pytest.raises(ValueError, match="'7-7' is not a tile"):
        tiles.tile("7-7")


def test_every_tile_has_as_many_dots_as_its_halves_say() -> None:
    """Tournament Pai Gow 2.1: 32 tiles. Eleven lines are two alike: 21 different faces."""
    faces = {code: tiles.tile(code) for code in PACK}

    assert len(PACK) == 32
    assert len(set(faces.values())) == 21
    for code, drawn in faces.items():
        upper, lower = int(code[0]), int(code[2])
        heights = [float(each.get("cy", "")) for each in read(drawn).iter("circle")]
        assert sum(y < tiles.HALF for y in heights) == upper
        assert sum(y > tiles.HALF for y in heights) == lower


def test_a_tile_face_down_has_no_dot() -> None:
    assert list(read(tiles.tile(FACE_DOWN)).iter("circle")) == []


@pytest.mark.parametrize("shown", [1, 2, 3, 4, 5, 6])
def test_a_die_has_as_many_dots_as_it_shows(shown: int) -> None:
    assert len(list(read(tiles.die(shown)).iter("circle"))) == shown


def test_a_stack_is_made_of_the_tables_chips() -> None:
    """$275 in chips of $100 and $25 is two and three."""
    made = chips.in_chips(275_00, STANDARD_CHIPS)
    root = read(chips.stack(0, 0, 275_00, made, "Ana: $275 on banker"))

    assert [each.get("href") for each in root.iter("use")] == (
        ["#hw-chip-10000"] * 2 + ["#hw-chip-2500"] * 3
    )
    assert texts(root) == ["275"]
    assert titles(root) == ["Ana: $275 on banker"]


def test_a_tall_stack_is_cut_but_its_figure_is_not() -> None:
    """Nine chips of $1,000: six are drawn."""
    root = read(chips.stack(0, 0, 9_000_00, ((1_000_00, 9),), ""))

    assert len(list(root.iter("use"))) == 6
    assert texts(root) == ["9,000"]


def test_an_amount_that_no_chips_make_is_shown_all_the_same() -> None:
    made = chips.in_chips(3_00, ChipSet((5_00,)))

    assert made == ((0, 1),)
    assert texts(read(chips.stack(0, 0, 3_00, made, ""))) == ["3"]


# Tournament American Roulette Appendix A, reading RO1: clockwise from zero.
ORDER = """
    0 32 15 19 4 21 2 25 17 34 6 27 13 36 11 30 8 23 10
    5 24 16 33 1 20 14 31 9 22 18 29 7 28 12 35 3 26
"""


def test_the_wheel_has_37_pockets_in_the_order_of_the_document() -> None:
    """Tournament American Roulette 2.1, Appendix A: 0 is green, the others red and black."""
    pockets = having(read(wheel.wheel()), "data-pocket")

    assert [each.get("data-pocket") for each in pockets] == ORDER.split()
    colours = [each.find("path").get("class") for each in pockets]  # type: ignore[union-attr]
    assert colours[0] == "green"
    assert colours[1::2] == ["red"] * 18
    assert colours[2::2] == ["black"] * 18
    assert len(REDS) == 18


def test_the_ball_lies_in_its_pocket() -> None:
    """17 is the eighth pocket after zero: 8 x 360 / 37 degrees."""
    root = read(wheel.wheel("17", key="spin-12"))

    ball = root.find(".//*[@class='ball-at']")
    assert root.get("id") == "spin-12"
    assert ball is not None
    assert ball.get("transform") == "rotate(77.84)"
    assert root.get("aria-label") == "the ball in 17, black"


def test_before_a_result_there_is_no_ball() -> None:
    assert read(wheel.wheel()).find(".//*[@class='ball']") is None


def settlement(met: str, paid: int = 0, collected: int = 0) -> SettlementSeen:
    return SettlementSeen(
        "Ana", "banker", 2, 25_00, met, paid, collected, 25_00 - collected,
        ((25_00, 1),) if paid else (), (cite("8.4(a)"), cite("8.8(b)")),
    )  # fmt: skip


def test_a_settlement_tells_its_clauses_and_what_was_paid() -> None:
    root = read(chips.settlement(10, 10, settlement("won", paid=25_00), ((25_00, 1),)))

    assert root.get("data-clause") == "Mini Baccarat 8.4(a); Mini Baccarat 8.8(b)"
    assert titles(root)[0] == (
        "Ana: $25 on banker in box 2 won, paid $25 (1 x $25), returned $25."
        " Mini Baccarat 8.4(a), Mini Baccarat 8.8(b)"
    )
    assert "+$25" in texts(root)


def test_every_outcome_has_a_word_and_a_shape_of_its_own() -> None:
    assert len({word for word, _ in chips.MARKS.values()}) == 6
    assert len({shape for _, shape in chips.MARKS.values()}) == 6
    root = read(chips.settlement(0, 0, settlement("lost", collected=25_00), ((25_00, 1),)))
    assert texts(root) == ["25", "−$25"]
    assert root.get("class") == "settled landed lost"
