"""Tournament Pai Gow: its tables against the document, and what a table may and may not do."""

from __future__ import annotations

from copy import deepcopy

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.equipment.tiles import LINES, PACK, Tile, parse_tile
from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.tournament_pai_gow import rules
from houseway.games.tournament_pai_gow import state as v
from houseway.games.tournament_pai_gow.hands import TilesNotConserved
from houseway.games.tournament_pai_gow.house_way import by_house_way, house_way
from houseway.games.tournament_pai_gow.rules import RULES, Options, cite
from houseway.games.tournament_pai_gow.settle import compare
from houseway.games.tournament_pai_gow.state import Play
from houseway.rulebook.readings import reading
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused

GAME = game("tournament-pai-gow")
DOCUMENT = "Tournament Pai Gow"

# The settings of reading PG27. Nine is 3-6, Eight 2-6, Seven 2-5, Five 1-4, Gee Jun 1-2; where a
# hand has both tiles of a mixed pair the second is 4-5, 3-5, 3-4, 2-3 or 2-4.
HANDS = """
    low part            high part            decided by
    Teen Foo            Teen Nine            [10.2(a)]
    Day Foo             Day Nine             [10.2(a)]
    Mooy Tit            Yun Foo              [10.2(b)]
    Mooy Seven          Yun Foo              [10.2(b)]
    Teen Five           Chong GeeJun         [10.2(c)]
    Day Five            Look GeeJun          [10.2(c)]
    Tit GeeJun          Gor Five             [10.2(d)]
    Bon Five            Chong GeeJun         [10.2(d)]
    Bon GeeJun          Gor Five             [10.2(d)]
    Yun Nine            Ping Eight           [10.2(e)]
    Chong Tit           Look GeeJun          [10.2(f)]
    Bon Nine            Teen Eight           [10.2(g)]
    Bon Nine            Day Yun              [10.2(g)]
    Look Five           Chong Foo            [10.2(h)]
    Bon Eight           Yun Nine             [10.2(i)]
    Yun Yun             Teen Teen            [10.1(a)]
    Teen Teen           GeeJun GeeJun        [10.1(a)]
    Gor GeeJun          Teen Teen            [10.1(a)]
    Teen Nine           Yun Yun              [10.1(a)]
    Teen Look           Teen Eight           [10.1(a), 10.1(a)(i)]
    Five Five           Teen Teen            [10.1(a)]
    Foo Look            Teen Teen            [10.1(a)]
    Mooy Nine           Teen Nine            [10.1(a), 10.1(a)(ii)]
    Ping Nine           Mooy Nine            [10.1(a), 10.1(a)(ii)]
    Teen Foo            Nine Nine            [10.1(a)]
    Yun Nine            Yun Foo              [10.1(a), 10.1(a)(iii)]
    Ping Eight          Foo Eight            [10.1(a), 10.1(a)(iii)]
    Teen Tit            Eight Eight          [10.1(a)]
    Mooy Tit            Teen Tit             [10.1(a), 10.1(a)(iv)]
    Mooy Ping           Seven Seven          [10.1(a)]
    Look Five           GeeJun GeeJun        [10.1(a)]
    Ping Nine           Bon Bon              [10.1(a)]
    Tit Five            Teen Eight           [10.1(b)]
    Foo Eight           Teen Nine            [10.1(b)]
    Tit Look            Teen Seven           [10.1(b)]
    Yun Foo             Teen Eight           [10.1(b)]
    Day Eight           Teen Nine            [10.1(b)]
    Day Mooy            Teen Tit             [10.1(b)]
    Gor Foo             Day Nine             [10.1(b)]
    Mooy Five           Teen Nine            [10.1(b)]
    Gor Mooy            Teen Bon             [10.1(c), 10.1(c) second lead-in]
    Gor Eight           Yun Tit         [10.1(c), 10.1(c)(ii), 10.1(c) second lead-in, 10.1(c)(iii)]
    Yun Nine            Mooy Eight           [10.1(c), 10.1(c) second lead-in, 10.1(c)(iii)]
    Chong Ping          Mooy Tit             [10.1(c), 10.1(c) second lead-in, 10.1(c)(iii)]
    Foo Look            Ping Nine            [10.1(c)]
    Ping Eight          Mooy Nine            [10.1(c), 10.1(c) second lead-in, 10.1(c)(ii)#2]
    Look Seven          Gor Five             [10.1(c), 10.1(c)(i)]
    Mooy Ping           Teen Chong           [10.1(c), 10.1(c)(i)]
    Tit Five            Look Seven      [10.1(c), 10.1(c)(ii), 10.1(c) second lead-in, 10.1(c)(i)#2]
    Nine Five           Bon Foo              [10.1(c)]
"""

_MIXED = {
    "Nine": ("3-6", "4-5"),
    "Eight": ("2-6", "3-5"),
    "Seven": ("2-5", "3-4"),
    "Five": ("1-4", "2-3"),
    "GeeJun": ("1-2", "2-4"),
}


def _rows() -> list[tuple[list[str], list[str], list[str]]]:
    rows = []
    for line in HANDS.strip().splitlines()[1:]:
        tiles, _, clauses = line.strip().rstrip("]").partition("[")
        words = tiles.split()
        rows.append((words[:2], words[2:], [each.strip() for each in clauses.split(",")]))
    return rows


def _tiles(words: list[str], before: list[str]) -> tuple[Tile, ...]:
    found = []
    for place, word in enumerate(words):
        second = (before + words[:place]).count(word)
        found.append(parse_tile(_MIXED[word][second] if word in _MIXED else word))
    return tuple(found)


@pytest.mark.parametrize(
    ("low", "high", "clause"),
    [
        ("Teen Bon", "Teen Look", "10.1(a)(i)"),  # 6 and 8
        ("Day Bon", "Day Look", "10.1(a)(i)"),
        ("Eight Nine", "Eight Foo", "10.1(a)(iii)"),  # 7 and 9
        ("Yun Mooy", "Yun Ping", "10.1(a)(iii)"),  # 8 and 8
    ],
)
def test_a_pair_is_split_for_just_what_the_rule_asks(low: str, high: str, clause: str) -> None:
    """Tournament Pai Gow 10.1(a)(i): 6 - 8 or higher; 10.1(a)(iii): 7 - 9, 8 - 8 or higher."""
    test_house_way_sets_the_test_hands(low.split(), high.split(), ["10.1(a)", clause])


@pytest.mark.parametrize(("low", "high", "clauses"), _rows(), ids=lambda each: " ".join(each))
def test_house_way_sets_the_test_hands(low: list[str], high: list[str], clauses: list[str]) -> None:
    """Tournament Pai Gow 10.1, 10.2: reading PG27, row by row, with the clauses that decide."""
    wanted = _tiles(low, []), _tiles(high, low)
    found = house_way(RULES, (*wanted[0], *wanted[1]))

    assert (_words(found.low), _words(found.high)) == (_words(wanted[0]), _words(wanted[1]))
    assert found.clauses == tuple(cite(each) for each in clauses)
    assert {each.clause for each in found.tried if each.applies} == set(found.clauses)


def _words(tiles: tuple[Tile, ...]) -> list[str]:
    """The tiles of a part by their line: either tile of a mixed pair will do."""
    return sorted(line.name for tile in tiles for line in LINES if tile in line.tiles)


@pytest.mark.parametrize(
    ("low", "high", "right"),
    [
        ("6-6 1-5", "6-6 3-3", True),  # two eights with Teen on top: either may be called high
        ("6-6 3-3", "6-6 1-5", True),
        ("3-3 1-5", "6-6 6-6", False),  # the pair is split for them: 10.1(a)(i)
        ("5-5 4-5", "6-6 3-6", True),  # either nine may go with Teen
        ("5-5 3-6", "6-6 4-5", True),
    ],
)
def test_a_setting_is_by_house_way_if_no_rule_can_tell_it_from_that(
    low: str, high: str, right: bool
) -> None:
    """Tournament Pai Gow 13.9: only a real departure is reset."""
    assert by_house_way(RULES, _parts(low), _parts(high)) is right


def test_the_table_of_test_hands_is_whole() -> None:
    """Tournament Pai Gow 10.1: as many rows as reading PG27 has."""
    table = reading("PG27").table
    assert table is not None
    assert len(_rows()) == len(table) - 1 == 50


def test_the_ranked_combinations_are_the_22_lines_of_appendix_a() -> None:
    """Tournament Pai Gow 3.1, Appendix A: sixteen pairs, then Wongs, Gongs and High Nines."""
    names = {found.rank: found.name for found in RULES.ranked.values()}

    assert [names[rank] for rank in sorted(names)] == [
        "pair of Gee Jun", "pair of Teen", "pair of Day", "pair of Yun", "pair of Gor",
        "pair of Mooy", "pair of Chong", "pair of Bon", "pair of Foo", "pair of Ping",
        "pair of Tit", "pair of Look", "pair of Chop Gow", "pair of Chop Bot",
        "pair of Chop Chit", "pair of Chop Ng",
        "Teen Wong", "Day Wong", "Teen Gong", "Day Gong", "Teen High Nine", "Day High Nine",
    ]  # fmt: skip


# Two tiles, and the combination they make or what they count.
COMBINATIONS = """
    6-6 3-6   Teen Wong         1-1 4-5   Day Wong
    6-6 4-4   Teen Gong         6-6 2-6   Teen Gong        1-1 3-5   Day Gong
    6-6 1-6   Teen High Nine    1-1 2-5   Day High Nine    1-1 3-4   Day High Nine
    3-6 4-5   pair of Chop Gow  1-2 2-4   pair of Gee Jun  4-4 2-6   6
    1-6 2-5   4                 3-3 1-5   2                1-3 2-2   8
    5-5 4-6   0                 6-6 1-1   4                6-6 5-6   3
    1-2 3-6   5                 2-4 3-3   9                1-2 1-4   8
"""


def test_what_makes_a_combination_and_what_only_counts() -> None:
    """Tournament Pai Gow 3.1, 4.1, 4.2, terms: Point, terms: Point Count: readings PG1 to PG3."""
    cells = [cell for line in COMBINATIONS.strip().splitlines() for cell in _cells(line)]
    assert len(cells) == 20
    for a, b, wanted in cells:
        assert RULES.worth((parse_tile(a), parse_tile(b))) == wanted


def _cells(line: str) -> list[tuple[str, str, str]]:
    words = [word for word in line.split("  ") if word.strip()]
    pairs = [word.split() for word in words]
    return [(pairs[n][0], pairs[n][1], " ".join(pairs[n + 1])) for n in range(0, len(pairs), 2)]


def test_single_tiles_rank_from_teen_to_gee_jun() -> None:
    """Tournament Pai Gow 3.2, Appendix B: between equal counts the higher tile decides."""
    order = (
        "6-6", "1-1", "4-4", "1-3", "5-5", "3-3", "2-2", "5-6",
        "4-6", "1-6", "1-5", "3-6", "2-6", "2-5", "1-4", "1-2",
    )  # fmt: skip

    ranks = [next(line.single_rank for line in LINES if tile in line.tiles) for tile in order]

    assert ranks == list(range(1, 17))


def test_two_high_parts_of_zero_are_compared_by_their_highest_tile() -> None:
    """Tournament Pai Gow 11.2, 11.5: 11.6 is for low parts alone (reading PG15)."""
    gor, mooy = (Tile("1-3"), Tile("1-5")), (Tile("5-5"), Tile("4-6"))

    assert compare(RULES, gor, mooy, "high") == (True, cite("11.2"))
    assert compare(RULES, mooy, gor, "high") == (False, cite("11.2"))
    assert compare(RULES, gor, gor, "high") == (False, cite("11.5"))
    assert compare(RULES, gor, mooy, "low") == (False, cite("11.6"))


def test_the_dice_are_counted_from_the_chung() -> None:
    """Tournament Pai Gow 8.4, terms: Chung: reading PG10's list, box 1 on 9 and 17."""
    boxes = {total: rules.first_box(total) for total in range(3, 19)}

    assert boxes == {
        3: 3, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8, 9: 1, 10: 2,
        11: 3, 12: 4, 13: 5, 14: 6, 15: 7, 16: 8, 17: 1, 18: 2,
    }  # fmt: skip
    assert rules.anticlockwise(7) == (7, 8, 1, 2, 3, 4, 5, 6)


def test_chong_ranking_three_or_better() -> None:
    """Tournament Pai Gow 10.1(b), 10.1(c): reading PG4."""
    good = ("3-3 1-6", "5-5 1-2", "6-6 5-6", "5-6 2-6", "2-2 1-6", "6-6 1-6")
    counts = {each: RULES.value(*_parts(each)) >= RULES.low_part for each in good}
    # 5-5 with 1-2 counts 6, 5-6 with 2-6 counts 9, 2-2 with 1-6 only 1.
    assert counts == {
        "3-3 1-6": True, "5-5 1-2": True, "6-6 5-6": True, "5-6 2-6": True,
        "2-2 1-6": False, "6-6 1-6": True,
    }  # fmt: skip
    assert RULES.value(*_parts("2-2 3-6")) < RULES.low_part  # 3 with Bon
    assert RULES.value(*_parts("1-6 1-5")) < RULES.low_part  # 3 with Tit


def _parts(text: str) -> tuple[Tile, Tile]:
    a, b = text.split()
    return Tile(a), Tile(b)


# The table


def table(**options: object) -> Play:
    setup = Setup(msgspec.convert(options, Options), GAME.limits)
    play: Play = GAME.begin(setup)
    GAME.do(play, v.CheckTiles())
    return play


def after(*orders: c.Command) -> Play:
    """A table on which these orders have been given, by whoever may give them."""
    play = table()
    for order in orders:
        roles = GAME.orders[type(order)].roles
        by = next(role for role in (Role.DEALER, Role.PATRON, *Role) if role in roles)
        GAME.do(play, order, by)
    return play


STACKED = (v.ShuffleTiles(), v.StackTiles())
STAKED = (*STACKED, c.OpenBetting(), c.PlaceWager("Ana", "hand", dollars(25), 2))
CALLED = (*STAKED, c.CallNoMoreBets())
OPENED = (*CALLED, v.ShakeCup(), v.OpenCup((1, 1, 1)))
OUT = (*OPENED, v.DeliverTiles(), v.RetrieveTiles())
WINNING = v.SetHand("Ana", (Tile("1-5"), Tile("5-5")), (Tile("4-6"), Tile("4-4")))

# What is asked too early or too late, and how it is refused.
TOO_EARLY = {
    "stacking before the shuffle": ((), v.StackTiles(), "not_next", "8.2"),
    "betting before the stacks": ((v.ShuffleTiles(),), c.OpenBetting(), "tiles_not_ready", "8.2"),
    "betting before the shuffle": ((), c.OpenBetting(), "tiles_not_ready", "8.1"),
    "a wager before betting": (
        STACKED, c.PlaceWager("Ana", "hand", dollars(25), 2), "betting_not_open", "7.1"),
    "the cup before the call": (
        (*STAKED, v.ShakeCup()), v.OpenCup((1, 1, 1)), "betting_open", "7.4"),
    "the cup before it is shaken": (CALLED, v.OpenCup((1, 1, 1)), "cup_not_shaken", "8.3"),
    "the cup during a reshuffle": (
        (*CALLED, v.ShakeCup(), v.OrderReshuffle("tracking")),
        v.OpenCup((1, 1, 1)), "tiles_not_ready", "8.1"),
    "a seven on a die": (
        (*CALLED, v.ShakeCup()), v.OpenCup((1, 1, 7)), "dice_impossible", "2.1"),
    "delivery before the cup": (CALLED, v.DeliverTiles(), "cup_not_opened", "8.5"),
    "setting before the empty boxes are cleared": (
        (*OPENED, v.DeliverTiles()), WINNING, "empty_boxes_first", "8.5"),
    "a wager found while betting is open": (
        STAKED, c.FindWager("Ana", "hand", dollars(10)), "betting_open", "5.3"),
    "a shuffle while the tiles are out": (OUT, v.ShuffleTiles(), "round_under_way", "8.1"),
    "settling before the hands are set": (OUT, c.SettleWagers(), "hands_outstanding", "9.1"),
    "collecting before settling": (
        OUT, v.CollectTiles(), "round_not_settled", "terms: Round of Play"),
    "betting in a round": (OUT, c.OpenBetting(), "round_under_way", "7.1"),
    "clearing empty boxes of a round that is void": (
        (*OPENED, v.DeliverTiles(), c.InvalidateOutcome("fire", "at table 3"), v.CollectTiles()),
        v.RetrieveTiles(), "nothing_to_retrieve", "8.5"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("before", "order", "code", "clause"), TOO_EARLY.values(), ids=list(TOO_EARLY)
)
def test_nothing_is_done_out_of_order(
    before: tuple[c.Command, ...], order: c.Command, code: str, clause: str
) -> None:
    """Tournament Pai Gow 2.1, 5.3, 7.1, 7.4, 8.1, 8.2, 8.3, 8.5, 9.3 and terms: Round of Play."""
    play = after(*before)
    untouched = deepcopy(play)
    roles = GAME.orders[type(order)].roles
    by = Role.DEALER if Role.DEALER in roles else Role.PATRON

    assert GAME.decide(play, order, by) == Refused(code, cite(clause))
    assert play == untouched


def test_the_first_stack_goes_where_the_dice_say_and_the_rest_anticlockwise() -> None:
    """Tournament Pai Gow 8.4, 8.5: a total of 17 begins with the house's box, 18 with box 2."""
    play = after(*CALLED, v.ShakeCup(), v.OpenCup((6, 6, 6)))

    [delivered] = GAME.do(play, v.DeliverTiles())
    [retrieved] = GAME.do(play, v.RetrieveTiles())

    assert delivered == v.TilesDelivered((2, 3, 4, 5, 6, 7, 8, 1), (3, 4, 5, 6, 7, 8), cite("8.5"))
    assert retrieved == v.TilesRetrieved((3, 4, 5, 6, 7, 8), cite("8.5"))
    assert all(play.tiles.hands[box].known == [] for box in rules.BOXES)


def test_seven_patrons_leave_nothing_to_retrieve() -> None:
    """Tournament Pai Gow 8.5, terms: Box: eight boxes, seven of them for patrons."""
    staked = [c.PlaceWager(f"P{box}", "hand", dollars(5), box) for box in range(2, 9)]
    play = after(
        *STACKED, c.OpenBetting(), *staked, c.CallNoMoreBets(),
        v.ShakeCup(), v.OpenCup((1, 1, 1)), v.DeliverTiles(),
    )  # fmt: skip

    assert GAME.awaits(play).what == "set"


def test_a_patron_is_offered_the_divisions_house_way_and_the_concession() -> None:
    """Tournament Pai Gow 9.1, 9.2, 11.7: three divisions once the tiles are on record."""
    play = after(*OUT)
    assert GAME.awaits(play).choices == ()

    GAME.do(play, v.LookAtTiles("Ana", tuple(map(Tile, ("1-5", "5-5", "4-6", "4-4")))))
    awaited = GAME.awaits(play)

    assert [type(each) for each in awaited.choices] == [
        v.SetHand, v.SetHand, v.SetHand, v.AskHouseWay, v.ConcedeHand
    ]  # fmt: skip
    assert all(GAME.can(play, each, Role.PATRON) for each in awaited.choices)


def test_two_tiles_alike_leave_two_divisions_and_a_mixed_pair_three() -> None:
    """Tournament Pai Gow 9.1: the tiles of a mixed pair can be told apart, two Teens cannot."""
    for tiles, ways in (("6-6 6-6 4-6 4-4", 2), ("6-6 6-6 4-4 4-4", 2), ("3-6 4-5 4-6 4-4", 3)):
        play = after(*OUT)
        GAME.do(play, v.LookAtTiles("Ana", tuple(map(Tile, tiles.split()))))
        kinds = [type(each) for each in GAME.awaits(play).choices]
        assert kinds.count(v.SetHand) == ways


def test_a_void_hand_or_a_played_one_is_the_whole_choice() -> None:
    """Tournament Pai Gow 13.8: two choices, both legal, and no other way to go on."""
    play = after(*OUT, v.ReportExposedTiles(2, (Tile("6-6"), Tile("6-6"))))

    awaited = GAME.awaits(play)

    assert (awaited.what, awaited.who, awaited.clause) == ("choose", "Ana", cite("13.8"))
    assert awaited.choices == (v.CallHandVoid("Ana"), v.PlayHand("Ana"))
    assert all(GAME.can(play, each, Role.PATRON) for each in awaited.choices)
    refused = GAME.decide(play, v.ConcedeHand("Ana"), Role.PATRON)
    assert refused == Refused("choice_outstanding", cite("13.8"))


@pytest.mark.parametrize(
    ("missing", "clause"),
    [("table", "1.1"), ("tiles", "2.1"), ("dice", "2.1"), ("dice cup", "terms: Dice Cup")],
)
def test_nothing_unapproved_is_used(missing: str, clause: str) -> None:
    """Tournament Pai Gow 1.1, 2.1, terms: Approved, terms: Dice Cup: an Inspector's approval."""
    approved = tuple(each for each in rules.RULES.approvals if each != missing)

    refused = GAME.check_setup(Setup(Options(approved=approved), GAME.limits))

    assert refused == Refused("not_approved", cite(clause))
    assert GAME.check_setup(Setup(Options(), GAME.limits)) is None


def test_the_sign_and_the_one_wager() -> None:
    """Tournament Pai Gow 5.1, 5.2, 11.8: limits for each box, multiples, even money."""
    play = table()

    assert GAME.sign(play) == (
        ("minimum $5, maximum $1,000 for each box", cite("5.1")),
        ("wagers in multiples of $5", cite("5.2")),
    )
    [line] = GAME.wagers(Options())
    assert (line.wager, str(line.odds), line.clause) == ("hand", "1 to 1", cite("11.8"))


def test_the_house_banks_and_nobody_else_can() -> None:
    """Tournament Pai Gow 6.1: no order makes a patron the bank, and box 1 takes no wager (7.3)."""
    play = after(*STACKED, c.OpenBetting())

    ruling = GAME.decide(play, c.PlaceWager("Ana", "hand", dollars(5), 1), Role.PATRON)

    assert ruling == Refused("house_box", cite("7.3"))
    assert not [each for each in GAME.orders if "bank" in each.__name__.lower()]


def test_tiles_are_conserved() -> None:
    """Tournament Pai Gow 2.1, terms: Tile: 32 tiles, each of them once."""
    play = after(*OUT)
    GAME.check(play)
    assert len(PACK) == rules.TILES == 32

    lost = deepcopy(play)
    lost.tiles.hands[2].tiles.pop()
    with pytest.raises(TilesNotConserved):
        GAME.check(lost)

    doubled = deepcopy(play)
    for box in (2, 3):
        doubled.tiles.see(box, (Tile("1-2"),))
    with pytest.raises(TilesNotConserved, match="2 of 1-2 are on record"):
        GAME.check(doubled)

    unrecorded = deepcopy(play)
    unrecorded.tiles.hands[2].tiles[0] = Tile("1-2")
    with pytest.raises(TilesNotConserved, match="the hands hold"):
        GAME.check(unrecorded)


def test_every_decision_is_the_directors() -> None:
    """Tournament Pai Gow terms: Casino Supervisor, terms: Tournament Director: reading G11."""
    deciding = [
        kind for kind, may in GAME.orders.items() if Role.TOURNAMENT_DIRECTOR in may.roles
        and Role.DEALER not in may.roles
    ]  # fmt: skip

    assert {kind.__name__ for kind in deciding} >= {
        "ReplaceTiles", "OrderReshuffle", "DirectHouseWay", "DisplayConcededHand", "RestoreHand",
        "ExcludeFromRound", "VoidForCollusion", "InvalidateOutcome", "VoidWagers",
        "ExcludePatron", "DecideDispute", "SetLimits",
    }  # fmt: skip
    assert all(Role.GAMING_SUPERVISOR not in GAME.orders[kind].roles for kind in deciding)


@pytest.mark.parametrize("orders", [OUT, OUT[:-1]], ids=["retrieved", "not yet retrieved"])
def test_a_rebuilt_round_leaves_the_tiles_of_empty_boxes_out_of_it(
    orders: tuple[c.Command, ...],
) -> None:
    """Tournament Pai Gow 8.5, 13.11: nobody staked on boxes 3 to 8, and the house has box 1."""
    play = after(*orders)
    GAME.do(play, v.RebuildRound((2, 4, 5, 6, 7, 8, 1, 3)))

    retrieved = {box: hand.retrieved for box, hand in play.tiles.hands.items()}
    assert retrieved == {box: box >= 3 for box in range(1, 9)}


def test_replaying_the_events_gives_the_same_table() -> None:
    """The state is a fold of its events, rebuilt rounds and restored hands included."""
    play = table()
    replayed: Play = GAME.begin(Setup(Options(), GAME.limits))
    events = list(GAME.do(replayed, v.CheckTiles()))
    orders = (*OUT, WINNING, v.RebuildRound((2, 4, 5, 6, 7, 8, 1, 3)), v.ConcedeHand("Ana"))
    for order in orders:
        roles = GAME.orders[type(order)].roles
        ruling = GAME.decide(play, order, Role.DEALER if Role.DEALER in roles else Role.PATRON)
        assert isinstance(ruling, Accepted), ruling
        for event in ruling.events:
            GAME.evolve(play, event)
            events.append(event)
    again: Play = GAME.begin(Setup(Options(), GAME.limits))
    for event in events:
        GAME.evolve(again, event)

    assert again == play
