"""The tables of 7-Up Baccarat, cell by cell, and what a table needs before it opens."""

from __future__ import annotations

from fractions import Fraction

import msgspec
import pytest

from houseway.equipment.cards import DECK, parse_cards, rank
from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.limits import Limits, Line
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, TIE, Options, cite
from houseway.games.seven_up_baccarat.settle import whole_units
from houseway.rulebook.odds import to
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

GAME = game("seven-up-baccarat")


def test_the_value_of_every_card() -> None:
    """7-Up Baccarat 3.2, 3.2.1, 3.2.2, 3.2.3: by rank, whatever the suit."""
    values = dict(zip("23456789TJQKA", (2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 1), strict=True))
    assert {card: values[rank(card)] for card in DECK} == rules.RULES.value


@pytest.mark.parametrize(
    ("cards", "player", "banker"),
    [("8c", 5, 8), ("4c Ah Kd", 2, 5), ("7c 8d", 2, 5), ("Kc", 7, 0), ("3c", 0, 3), ("2c", 9, 2)],
)
def test_the_point_count(cards: str, player: int, banker: int) -> None:
    """7-Up Baccarat 1.1 point count, 3.3, 3.3.1, 3.3.2, 3.3.3: the right digit, and seven more
    for Player."""
    assert rules.RULES.player_count(list(parse_cards(cards))) == player
    assert rules.RULES.banker_count(list(parse_cards(cards))) == banker


def test_nought_is_called_baccarat() -> None:
    """7-Up Baccarat 1.1 baccarat."""
    assert [rules.count_name(count) for count in (0, 7)] == ["baccarat", "7"]


def test_table_1() -> None:
    """7-Up Baccarat 9.3 Table 1: draw to five, stand on six and seven, naturals draw nothing."""
    assert [rules.RULES.player_draws(count) for count in range(10)] == [True] * 6 + [False] * 4
    marks = [rules.RULES.player_action["Player", str(count)] for count in range(10)]
    assert "".join(marks) == "DDDDDD" + "SS" + "NN"


def test_table_2() -> None:
    """7-Up Baccarat 9.4 Table 2, from its short form: the drawn values on which a count draws."""
    draws = {
        **dict.fromkeys((0, 1, 2), range(10)),
        3: {0, 1, 2, 3, 4, 5, 6, 7, 9},
        4: range(2, 8),
        5: range(4, 8),
        6: range(6, 8),
        **dict.fromkeys((7, 8, 9), range(0)),
    }
    for count, values in draws.items():
        for value in range(10):
            card = next(each for each in DECK if rules.RULES.value[each] == value)
            assert rules.RULES.banker_draws(count, card) == (value in values), (count, value)


def test_table_2_without_a_card_says_what_9_5_says() -> None:
    """7-Up Baccarat 9.5: nought to five draw when Player stands."""
    assert [rules.RULES.banker_draws(count, None) for count in range(10)] == [True] * 6 + [
        False
    ] * 4


def test_the_odds_on_the_hands() -> None:
    """7-Up Baccarat 11.1.2 Table, line by line."""
    assert [(pays.case, str(pays.odds)) for pays in rules.RULES.hand_odds] == [
        ((BANKER, rules.SEVEN), "9 to 5"),
        ((BANKER, rules.NOT_SEVEN), "1 to 1"),
        ((PLAYER, rules.SEVEN), "1 to 2"),
        ((PLAYER, rules.NOT_SEVEN), "1 to 1"),
        ((TIE, rules.SEVEN), "9 to 1"),
        ((TIE, rules.NOT_SEVEN), "7 to 1"),
    ]


def test_the_odds_on_sevens() -> None:
    """7-Up Baccarat 11.1.3 Table, line by line; one seven, the printed one, is no line of it."""
    paid = {pays.case: pays.odds for pays in rules.RULES.super_sevens_odds}
    assert paid == {2: to(2, 1), 3: to(5, 1), 4: to(17, 1), 5: to(70, 1), 6: to(700, 1)}
    assert rules.RULES.hand_odds[BANKER, rules.SEVEN].odds.exact == Fraction(9, 5)


def test_six_decks_and_a_printed_seven_that_is_no_card() -> None:
    """7-Up Baccarat 3.1, 2.2.1, 2.3.2: 312 cards; the picture of a seven has no place in them."""
    table = GAME.begin(Setup(Options()))
    assert (table.stock.decks, table.stock.cards, table.stock.source) == (6, 312, 312)
    assert rules.RULES.sevens([]) == 1
    assert rules.RULES.player_count([]) == 7
    assert rules.RACK_HOLDS == 312


def refused(limits: Limits = rules.RULES.limits, **options: object) -> Refused | None:
    return GAME.check_setup(Setup(msgspec.structs.replace(Options(), **options), limits))


@pytest.mark.parametrize("areas", [2, 10, 0])
def test_the_layout_has_three_to_nine_areas(areas: int) -> None:
    """7-Up Baccarat 2.2.2; as many seats as areas, so never a tenth: 2.1."""
    assert refused(areas=areas) == Refused("wrong_number_of_areas", cite("2.2.2"))
    assert all(refused(areas=each) is None for each in range(3, 10))


def test_both_layouts_play_by_the_same_rules() -> None:
    """7-Up Baccarat 2.2: the drawing is stored and decides nothing."""
    assert refused(layout="A") is None
    assert refused(layout="B") is None
    assert GAME.wagers(Options(layout="A")) == GAME.wagers(Options(layout="B"))
    for diagram in ("A", "B"):
        assert msgspec.convert({"layout": diagram}, Options).layout == diagram
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"layout": "C"}, Options)


@pytest.mark.parametrize(
    ("missing", "clause"),
    [
        ("shuffling device", "2.3.1"),
        ("discard rack", "2.3.2"),
        ("float tray", "2.3.3"),
        ("drop box", "2.4"),
    ],
)
def test_a_table_needs_its_equipment(missing: str, clause: str) -> None:
    """7-Up Baccarat 2.3, 2.3.1, 2.3.2, 2.3.3, 2.4."""
    there = tuple(item for item in rules.EQUIPMENT if item != missing)
    assert refused(equipment=there) == Refused("equipment_missing", cite(clause))


def test_the_rack_holds_six_decks() -> None:
    """7-Up Baccarat 2.3.2."""
    assert refused(rack_holds=311) == Refused("rack_too_small", cite("2.3.2"))


def test_only_a_shuffling_device_deals() -> None:
    """7-Up Baccarat 3.6, 1.1 shuffling device: no shoe, and no multishuffler."""
    assert refused(source="shoe") == Refused("no_shuffling_device", cite("3.6"))
    multishuffler = Refused("no_shuffling_device", cite("1.1 shuffling device"))
    assert refused(source="multishuffler") == multishuffler


def test_the_sign_lists_wagers_of_this_game_only() -> None:
    """7-Up Baccarat 6.1."""
    limits = Limits(lines={"dragon": Line(1, 2)})
    assert refused(limits) == Refused("not_for_the_sign", cite("6.1"))


def test_the_sign() -> None:
    """7-Up Baccarat 6.1, 6.1.1, 10.1, 10.2.2, 1.1 table differential, 6.8: what stands on it."""
    limits = Limits(
        minimum=10_00,
        maximum=500_00,
        multiple=5_00,
        lines={SUPER_SEVENS: Line(5_00, 5_00), rules.PLAYING_AREA: Line(10_00, 900_00)},
        personal={"Ana": 2_000_00},
        differential=1_000_00,
    )
    table = GAME.begin(Setup(Options(), limits))
    table.restriction_sign = True
    assert dict(GAME.sign(table)) == {
        "minimum $10, maximum $500": cite("6.1"),
        "super 7's $5": cite("10.1"),
        "each playing area at most $900": cite("6.1"),
        "above the minimum in steps of $5": cite("6.1.1"),
        "table differential $1,000": cite("1.1 table differential"),
        "personal limits: Ana $10 to $2,000": cite("6.8"),
        "Super 7's only for patrons with a wager on Player, Banker or Tie": cite("10.2.2"),
    }


def test_who_counts_as_what() -> None:
    """7-Up Baccarat 1.1 Casino Supervisor, 1.1 Assistant Gaming Manager, 1.1 Gaming Manager,
    1.1 Gaming Supervisor: each office and those above it, and never a dealer or an inspector."""
    supervisors = {
        Role.GAMING_SUPERVISOR,
        Role.ASSISTANT_GAMING_MANAGER,
        Role.GAMING_MANAGER,
        Role.CASINO_DUTY_MANAGER,
        Role.GAMING_SHIFT_MANAGER,
    }
    assert supervisors == rules.CASINO_SUPERVISORS
    assert supervisors - {Role.GAMING_SUPERVISOR} == rules.ASSISTANT_GAMING_MANAGERS
    assert Role.ASSISTANT_GAMING_MANAGER not in rules.GAMING_MANAGERS


@pytest.mark.parametrize(
    "command",
    [
        c.PlaceWager("Ana", BANKER, 5_00, 1),
        c.SettleWagers(),
        c.AuthoriseVoid(),
        c.VoidWagers("Ana"),
        c.InvalidateOutcome("fire", "in the kitchen"),
    ],
)
def test_an_inspector_neither_places_nor_settles_nor_voids(command: c.Command) -> None:
    """7-Up Baccarat 1.1 inspector: told of what happened, and no hand in it."""
    refused = GAME.decide(GAME.begin(Setup(Options())), command, Role.INSPECTOR)
    assert isinstance(refused, Refused)
    assert refused.code == "role_may_not"


def test_a_unit_of_the_minimum_divides_neither_a_super_sevens_wager_nor_a_smaller_stake() -> None:
    """7-Up Baccarat 10.1, 15.6.14, reading 7U-21: the sign asks for $5 to $10 on Super 7's."""
    limits = Limits(10_00, 100_00, lines={SUPER_SEVENS: Line(5_00, 10_00)})
    stakes = {
        ("Ana", 1, BANKER): 25_00, ("Ana", 1, SUPER_SEVENS): 7_00, ("Ben", 2, BANKER): 6_00,
    }  # fmt: skip

    assert list(whole_units(stakes, limits).values()) == [20_00, 7_00, 6_00]
