"""The nine layouts: every wager has its area and every hand its place, as the documents ask."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

from houseway.equipment.wheel import POSITIONS
from houseway.games import game, slugs
from houseway.games.game import Setup
from houseway.service.draw.felts import limits_of, plan_of
from houseway.service.draw.felts.tournament_roulette import runs, zone_of
from houseway.service.draw.plan import Plan
from tests.service.draw.svg_read import read, texts

# Each game with options that change its layout; the first are those it has by default.
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((slug, {}) for slug in slugs()),
    *(("seven-up-baccarat", {"areas": n, "layout": d}) for n in range(3, 10) for d in "AB"),
    ("seven-up-baccarat", {"super_sevens": "not offered"}),
    ("three-card-baccarat", {"layout": "B"}),
    ("three-card-baccarat", {"variant": "even money", "areas": 9}),
    ("casino-war", {"areas": 1}),
    ("casino-war", {"areas": 20}),
    ("mini-baccarat", {"pairs": "perfect"}),
    ("mini-baccarat", {"pairs": "canberra", "settlement": "non-commission", "seats": 9}),
    ("tournament-mini-baccarat", {"boxes": 9}),
    ("tournament-blackjack", {"pairs": "perfect"}),
    ("tournament-canberra-poker", {"boxes": 9}),
    ("tournament-roulette", {"zero_corner": "withheld", "race_track": "unused"}),
]
BOTH = [pytest.param(*each, tall, id=f"{each[0]} {each[1]} {'tall' if tall else 'wide'}")
        for each in OPTIONS for tall in (False, True)]  # fmt: skip


def plan(slug: str, chosen: dict[str, Any], *, tall: bool = False) -> Plan:
    return plan_of(slug, game(slug).options(**chosen), tall=tall)


def areas(found: Plan) -> list[tuple[str, int]]:
    return [(spot.wager, spot.box) for spot in found.spots]


@pytest.mark.parametrize(("slug", "chosen", "tall"), BOTH)
def test_every_spot_and_every_wager_of_the_game_has_one_area(
    slug: str, chosen: dict[str, Any], tall: bool
) -> None:
    rules = game(slug)
    options = rules.options(**chosen)
    offered = rules.spots(rules.begin(Setup(options, rules.limits)), "Ana")

    drawn = areas(plan(slug, chosen, tall=tall))

    assert {(spot.wager, spot.box) for spot in offered} <= set(drawn)
    assert len(set(drawn)) == len(drawn)
    if slug != "tournament-roulette":  # whose lines name kinds of wager, not positions
        assert {line.wager for line in rules.wagers(options)} <= {wager for wager, _ in drawn}


@pytest.mark.parametrize(("slug", "chosen", "tall"), BOTH)
def test_everything_lies_on_the_cloth(slug: str, chosen: dict[str, Any], tall: bool) -> None:
    found = plan(slug, chosen, tall=tall)

    places = [spot.chips for spot in found.spots]
    places += [point for spot in found.spots for point in spot.seats.values()]
    places += [(place.x, place.y) for place in found.hands.values()]
    places += [(place.x + place.width, place.y) for place in found.hands.values()]
    places += [*found.seats.values(), found.result, found.sign[:2]]

    assert [each for each in places if not 20 < each[0] < found.width - 20] == []
    assert [each for each in places if not 20 < each[1] < found.height - 20] == []


@pytest.mark.parametrize(("slug", "chosen", "tall"), BOTH)
def test_no_name_lies_on_that_of_a_neighbour(slug: str, chosen: dict[str, Any], tall: bool) -> None:
    found = plan(slug, chosen, tall=tall)
    assert found.plate_width() >= 60
    assert [
        (one, other)
        for one, other in combinations(found.seats.values(), 2)
        if abs(one[0] - other[0]) < found.plate_width() and abs(one[1] - other[1]) < 24
    ] == []


# What wagers by choice, and hands, each game's documents name for one box and for the table.
NAMES = """
    casino-war                 initial war tie                              box   dealer
    seven-up-baccarat          player banker tie super-7's                  -     player banker
    three-card-baccarat        player tie                                   box   banker
    mini-baccarat              -                                            -     player banker
    tournament-mini-baccarat   player banker tie                            -     player banker
    tournament-blackjack       blackjack insurance hand-2 hand-3 hand-4     box   dealer
    tournament-canberra-poker  ante bet                                     box   dealer
    tournament-pai-gow         hand                                         box   house house-high
    tournament-roulette        -                                            -     -
"""
ROWS = [line.split() for line in NAMES.strip().splitlines()]


@pytest.mark.parametrize("row", ROWS, ids=[row[0] for row in ROWS])
def test_a_box_has_an_area_for_each_of_its_wagers_and_each_hand_a_place(row: list[str]) -> None:
    """Casino War 2.2.1.1, 2.2.1.2, 2.3.1, 2.3.2; Tournament Blackjack 7.2, 10.2."""
    at = row.index("box") if "box" in row else row.index("-", 1 if row[1] != "-" else 2)
    wagers = [each.replace("-", " ") for each in row[1:at] if each != "-"]
    hands = [each.replace("-", " ") for each in row[at + 1 :] if each != "-"]
    for tall in (False, True):
        found = plan(row[0], {}, tall=tall)
        in_box_two = {wager for wager, box in areas(found) if box == 2}
        assert in_box_two == set(wagers)
        assert set(hands) <= set(found.hands)
        assert ("box 2" in found.hands) == (row[at] == "box")


@pytest.mark.parametrize("count", range(3, 10))
def test_seven_up_has_a_spot_of_each_kind_for_every_playing_area(count: int) -> None:
    """7-Up Baccarat 2.2, 2.2.2, 2.2.3, 2.2.4, Diagram A and Diagram B: 3 to 9 areas."""
    for diagram in "AB":
        found = plan("seven-up-baccarat", {"areas": count, "layout": diagram})
        for wager in ("player", "banker", "tie", "super 7's"):
            assert sorted(box for each, box in areas(found) if each == wager) == list(
                range(1, count + 1)
            )
        assert texts(read(found.ground)).count("7's") == count
    one, other = (plan("seven-up-baccarat", {"areas": count, "layout": each}) for each in "AB")
    assert one.ground != other.ground


def test_the_seven_is_printed_on_the_cloth_before_players_cards() -> None:
    """7-Up Baccarat 2.2.1: a fixed seven of no suit, and the dealt cards lie beside it."""
    found = plan("seven-up-baccarat", {})
    ground = read(found.ground)

    printed = [each for each in ground.iter("g") if each.get("class") == "printed"]
    assert len(printed) == 1
    assert texts(printed[0]) == ["7"]
    assert list(printed[0].iter("use")) == []
    moved = next(each for each in ground.iter("g") if printed[0] in list(each))
    left = float(moved.get("transform", "").split("(")[1].split()[0])
    assert found.hands["player"].x > left + 64


def test_casino_war_prints_its_two_spots_for_every_area() -> None:
    """Casino War 2.2, 2.2.1, 2.2.1.1, 2.2.1.2, Diagram A: Bet / War, and Tie."""
    lettering = texts(read(plan("casino-war", {"areas": 5}).ground))

    assert (lettering.count("BET / WAR"), lettering.count("TIE")) == (5, 5)


@pytest.mark.parametrize("tall", [False, True])
@pytest.mark.parametrize(("source", "label"), [("shoe", "SHOE"), ("device", "DEVICE")])
def test_the_cards_of_casino_war_come_from_the_dealers_left(
    source: str, label: str, tall: bool
) -> None:
    """Casino War 3.6: the shoe or device stands there. The dealer faces whoever looks at it."""
    found = plan("casino-war", {"source": source}, tall=tall)
    (shoe,) = [each for each in read(found.ground).iter("g") if each.get("class") == "shoe-at"]

    assert texts(shoe) == [label]
    (lettering,) = shoe.iter("text")
    dealers = found.hands["dealer"]
    assert float(lettering.get("x", "0")) > dealers.x + dealers.width
    assert float(lettering.get("x", "0")) < found.width - 40


def test_the_chung_marks_the_box_of_the_house() -> None:
    """Tournament Pai Gow terms: Chung: the bank's marker lies there, and nowhere else."""
    for tall in (False, True):
        ground = read(plan("tournament-pai-gow", {}, tall=tall).ground)
        (chung,) = [each for each in ground.iter("text") if each.text == "CHUNG"]
        (house,) = [each for each in ground.iter("text") if (each.text or "").startswith("HOUSE")]
        assert abs(float(chung.get("x", "0")) - float(house.get("x", "0"))) < 200
        assert abs(float(chung.get("y", "0")) - float(house.get("y", "0"))) < 160


@pytest.mark.parametrize("diagram", ["A", "B"])
def test_three_card_baccarat_has_ten_totals_and_three_pictures_in_common(diagram: str) -> None:
    """Three Card Baccarat 2.2, Diagram A, Diagram B: the four kinds of wager, totals 0 to 9."""
    found = plan("three-card-baccarat", {"layout": diagram})

    common = [wager for wager, box in areas(found) if box == 0]
    assert common == ["three picture cards", *(f"banker total {n}" for n in range(10))]
    lettering = texts(read(found.ground))
    assert [each for each in lettering if each in "0123456789"][-10:] == list("0123456789")


def test_the_marker_button_has_a_place_on_every_total() -> None:
    """Three Card Baccarat 1.1 marker button, 9.9: on one of the totals 0 to 9."""
    markers = plan("three-card-baccarat", {}).markers

    assert list(markers) == [f"marker on {n}" for n in range(10)]
    assert len(set(markers.values())) == 10


def test_pairs_are_printed_only_where_they_are_offered() -> None:
    """Mini Baccarat 8.2; Tournament Blackjack 18.1."""
    assert {wager for wager, _ in areas(plan("mini-baccarat", {}))} == {"player", "banker", "tie"}
    blackjack = {wager for wager, _ in areas(plan("tournament-blackjack", {}))}
    assert "perfect pairs" not in blackjack


def test_boxes_run_from_the_dealers_left_and_at_pai_gow_the_other_way() -> None:
    """Facing the dealer, the dealer's left is the right. Tournament Pai Gow terms: Box (PG12)."""
    war = plan("casino-war", {}).seats
    assert [box for box, _ in sorted(war.items(), key=lambda each: -each[1][0])] == list(
        range(1, 8)
    )
    pai_gow = plan("tournament-pai-gow", {}).seats
    assert [box for box, _ in sorted(pai_gow.items(), key=lambda each: each[1][0])] == list(
        range(2, 9)
    )


# Roulette


def chips_at(found: Plan) -> dict[str, tuple[float, float]]:
    return {spot.wager: spot.chips for spot in found.spots}


@pytest.mark.parametrize("tall", [False, True])
def test_all_157_positions_have_places_of_their_own(tall: bool) -> None:
    """Tournament American Roulette 4.3, Appendix B, reading RO2."""
    places = chips_at(plan("tournament-roulette", {}, tall=tall))

    assert places.keys() == POSITIONS.keys()
    assert len(places) == 157
    assert len({(round(x), round(y)) for x, y in places.values()}) == 157


SIDES = ("x", "y", "width", "height")


@pytest.mark.parametrize("tall", [False, True])
def test_a_combination_lies_between_its_numbers(tall: bool) -> None:
    """Tournament American Roulette 4.3(b), 4.3(d): on the line of two, on the corner of four."""
    laid = plan("tournament-roulette", {}, tall=tall)
    at = chips_at(laid)
    shapes = {each.wager: read(each.shape) for each in laid.spots}

    def field(name: str) -> tuple[float, float]:
        x, y, wide, high = (float(shapes[name].get(each, "")) for each in SIDES)
        return x + wide / 2, y + high / 2

    def middle(*names: str) -> tuple[float, float]:
        xs, ys = zip(*(field(name) for name in names), strict=True)
        return pytest.approx(sum(xs) / len(xs)), pytest.approx(sum(ys) / len(ys))  # type: ignore[return-value]

    assert at["17/20"] == middle("17", "20")
    assert at["17/18"] == middle("17", "18")
    assert at["17/18/20/21"] == middle("17", "18", "20", "21")
    assert at["16/17/18"] != middle("16", "17", "18")  # a street lies beside its row


def test_the_tall_layout_has_zero_on_top_and_twelve_rows_of_three() -> None:
    """Tournament American Roulette Appendix B."""
    at = chips_at(plan("tournament-roulette", {}, tall=True))

    assert at["0"][1] < at["1"][1] < at["4"][1] < at["34"][1] < at["column 1"][1]
    assert at["1"][1] == at["2"][1] == at["3"][1]
    assert at["1"][0] < at["2"][0] < at["3"][0]


def test_the_zero_corner_is_left_out_where_it_is_withheld() -> None:
    """Tournament American Roulette 4.3(d), reading RO3."""
    found = plan("tournament-roulette", {"zero_corner": "withheld"})

    assert ("0/1/2/3", 0) not in areas(found)
    assert len(found.spots) == 156


# Sections clockwise: zero game, voisins, orphans, tier, orphans, voisins. Between 26 and 22 lie
# nine pockets of voisins on one side of the zero game and five on the other.
def test_the_race_track_is_parted_as_the_sections_are() -> None:
    """Tournament American Roulette 4.8, Appendix C, reading RO4."""
    assert runs() == [
        ("zero game", -4, 3),  # 12 35 3 26 0 32 15
        ("voisins de zero", 3, 8),  # 19 4 21 2 25
        ("orphans", 8, 11),  # 17 34 6
        ("tier", 11, 23),  # 27 to 33
        ("orphans", 23, 28),  # 1 20 14 31 9
        ("voisins de zero", 28, 33),  # 22 18 29 7 28
    ]
    assert (zone_of(0), zone_of(22), zone_of(17), zone_of(5)) == (
        "zero game", "voisins de zero", "orphans", "tier",
    )  # fmt: skip


def test_the_race_track_offers_four_sections_and_every_numbers_neighbours() -> None:
    """Tournament American Roulette 4.8(a) to 4.8(e)."""
    presses = plan("tournament-roulette", {}).presses

    assert [each.value for each in presses if each.what == "section"] == [
        "zero game", "voisins de zero", "orphans", "tier",
    ]  # fmt: skip
    assert len([each for each in presses if each.what == "neighbours"]) == 37
    said = {each.value: each.said for each in presses}
    assert said["0"] == "0 and its neighbours: 3, 26, 0, 32, 15, one piece each"
    assert said["voisins de zero"] == (
        "voisins de zero (serie 0/2/3), 9 pieces:"
        " 0/2/3 x 2, 25/26/28/29 x 2, 4/7, 12/15, 18/21, 19/22, 32/35"
    )


def test_a_table_without_a_race_track_shows_none() -> None:
    """Tournament American Roulette terms: Race Track: drawn when the table has one."""
    assert plan("tournament-roulette", {"race_track": "unused"}).presses == ()


def test_the_sign_of_a_position_is_the_games_own() -> None:
    """Tournament American Roulette 3.1: straight up $5 to $1,000 by default."""
    limits = game("tournament-roulette").limits
    assert limits_of("tournament-roulette", limits, "17") == (5_00, 1_000_00)

    seven_up = game("seven-up-baccarat").limits
    assert limits_of("seven-up-baccarat", seven_up, "super 7's") == (5_00, 100_00)
