"""The tables of Tournament Canberra Poker, held to the document and to independent definitions."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from random import Random

import msgspec
import pytest

from houseway.equipment.cards import DECK, Card, parse_cards, rank, suit
from houseway.equipment.chips import ChipSet
from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.limits import Limits
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_canberra_poker import rules
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.rules import RULES, Options, qualifies
from houseway.games.tournament_canberra_poker.settle import verdict
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

CITE = rules.cite
GAME = game("tournament-canberra-poker")

# Tournament Canberra Poker 2.6: the examples of the document, highest first, and the edges.
RANKED = """
    As Ks Qs Js Ts    royal flush
    Kh Qh Jh Th 9h    straight flush
    Jh Th 9h 8h 7h    straight flush
    6d 5d 4d 3d 2d    straight flush
    5c 4c 3c 2c Ac    straight flush
    As Ah Ad Ac 4s    four of a kind
    2s 2h 2d 2c As    four of a kind
    As Ah Ad 2c 2s    full house
    Ks Kh Kd Jc Js    full house
    2s 2h 2d Ac As    full house
    As Ks Qs Js 9s    flush
    Kd Jd 9d 7d 5d    flush
    7d 5d 4d 3d 2d    flush
    As Kh Qd Jc Ts    straight
    Kh Qc Jc Ts 9d    straight
    6s 5h 4d 3c 2s    straight
    5s 4h 3d 2c As    straight
    As Ah Ad 3c 2s    three of a kind
    Qs Qh Qd 8c 5s    three of a kind
    2s 2h 2d Ac Ks    three of a kind
    As Ah Kd Kc 2s    two pairs
    As Ah 8d 8c Ks    two pairs (Dead Man's Hand)
    Qs Qh 4d 4c Js    two pairs
    3s 3h 2d 2c As    two pairs
    As Ah 4d 3c 2s    one pair
    Ts Th Kd 6c 2s    one pair
    2s 2h Ad Kc Qs    one pair
    2s 2h 5d 4c 3s    one pair
    As Kh Qd Jc 9s    ace and king
    As Kh 4d 3c 2s    ace and king
    As Qh Jd Tc 9s    odd cards
    Qh Tc 7c 4d 3s    odd cards
    7s 5h 4d 3c 2s    odd cards
"""


def ranked() -> list[tuple[tuple[Card, ...], str]]:
    lines = [line.split(maxsplit=5) for line in RANKED.strip().splitlines()]
    return [(parse_cards(" ".join(line[:5])), line[5]) for line in lines]


def test_the_order_of_hands() -> None:
    """Tournament Canberra Poker 2.6, 2.7, 2.5: each hand beats every hand below it in the list."""
    hands = [RULES.hand_of(cards) for cards, _ in ranked()]
    assert hands == sorted(hands, reverse=True)
    assert len(set(hands)) == len(hands)
    assert [RULES.named(hand) for hand in hands] == [name for _, name in ranked()]


def test_ten_classes_in_the_order_of_the_document() -> None:
    """Tournament Canberra Poker 2.6: (a) is the highest, (j) the lowest."""
    assert list(rules.ORDER_OF_HANDS.values()) == [CITE(f"2.6({each})") for each in "abcdefghij"]


def plain_kind(cards: tuple[Card, ...]) -> tuple[int, list[int]]:
    """An independent ranking: the class from (j) = 0 to (a) = 9, then the ranks to compare."""
    order = "23456789TJQKA"
    values = sorted((order.index(rank(card)) for card in cards), reverse=True)
    groups = sorted(Counter(values).items(), key=lambda each: (-each[1], -each[0]))
    shape = "".join(str(count) for _, count in groups)
    compared = [value for value, _ in groups]
    flush = all(suit(card) == suit(cards[0]) for card in cards)
    wheel = values == [12, 3, 2, 1, 0]
    straight = shape == "11111" and (values[0] - values[4] == 4 or wheel)
    if wheel:
        compared = [3, 2, 1, 0, -1]
    if straight and flush:
        return (9 if compared[0] == 12 else 8), compared
    if straight or flush:
        return (4 if straight else 5), compared
    return {"41": 7, "32": 6, "311": 3, "221": 2, "2111": 1, "11111": 0}[shape], compared


def test_the_evaluator_agrees_with_another_one_on_twenty_thousand_pairs() -> None:
    """Tournament Canberra Poker 2.5, 2.6, 2.7: class first, then rank by rank, all five cards."""
    chance = Random(45)
    for _ in range(20_000):
        ten = chance.sample(DECK, 10)
        one, other = tuple(ten[:5]), tuple(ten[5:])
        mine, others = plain_kind(one), plain_kind(other)
        assert (RULES.hand_of(one) > RULES.hand_of(other)) == (mine > others)
        assert (RULES.hand_of(one) == RULES.hand_of(other)) == (mine == others)
        assert RULES.hand_of(one).strength == mine[0]


def test_suits_never_break_a_tie() -> None:
    """Tournament Canberra Poker 2.8: the same ranks in other suits are equal."""
    turned = str.maketrans("cdhs", "dhsc")
    for cards, _ in ranked():
        assert RULES.hand_of(cards) == RULES.hand_of(Card(card.translate(turned)) for card in cards)


def test_the_order_of_the_cards_in_a_hand_does_not_matter() -> None:
    """Tournament Canberra Poker 2.5: a hand is five cards."""
    chance = Random(2)
    for cards, _ in ranked():
        assert RULES.hand_of(cards) == RULES.hand_of(chance.sample(cards, 5))


@pytest.mark.parametrize(
    ("cards", "plays"),
    [
        ("As Kh 4d 3c 2s", True),
        ("As Qh Jd Tc 9s", False),
        ("Ks Qh Jd Tc 8s", False),
        ("2s 2h 3d 4c 5s", True),
        ("7s 5s 4s 3s 2s", True),
        ("5s 4h 3d 2c As", True),
    ],
)
def test_the_dealer_plays_with_ace_and_king_or_higher(cards: str, plays: bool) -> None:
    """Tournament Canberra Poker 9.2: both cards, or any pair or better."""
    assert qualifies(RULES.hand_of(parse_cards(cards))) is plays


@pytest.mark.parametrize(
    ("cards", "dead"),
    [
        ("As Ah 8d 8c Ks", True),
        ("As Ah 8d 8c 2s", True),
        ("As Ah Ad 8c 8s", False),
        ("As Ah 8d 8c 8s", False),
        ("As Ah 9d 9c 8s", False),
        ("Ks Kh 8d 8c As", False),
    ],
)
def test_the_dead_mans_hand(cards: str, dead: bool) -> None:
    """Tournament Canberra Poker terms: Dead Man's Hand: two aces, two eights, and neither."""
    assert rules.is_dead_mans_hand(RULES.hand_of(parse_cards(cards))) is dead


def test_the_odds_are_those_of_the_document() -> None:
    """Tournament Canberra Poker 8.1, 8.1 table ante, 8.1 table bet."""
    assert str(rules.RULES.ante_odds.odds) == "1 to 1"
    assert [(pays.case, str(pays.odds)) for pays in rules.RULES.bet_odds] == [
        ("odd cards", "1 to 1"),
        ("one pair", "1 to 1"),
        ("two pairs", "2 to 1"),
        ("three of a kind", "3 to 1"),
        ("straight", "4 to 1"),
        ("flush", "5 to 1"),
        ("full house", "7 to 1"),
        ("four of a kind", "20 to 1"),
        ("straight flush", "50 to 1"),
        ("royal flush", "250 to 1"),
    ]


def test_qualification_is_tried_before_equality() -> None:
    """Tournament Canberra Poker 9.3 before 9.6: equal hands below ace and king are not compared."""
    low = RULES.hand_of(parse_cards("Kh Qc 9d 5h 2c"))
    assert verdict(RULES, low, low) == ("is not compared", CITE("9.3"))
    high = RULES.hand_of(parse_cards("Ah Kc 9d 5h 2c"))
    assert verdict(RULES, high, high) == ("is equal", CITE("9.6"))


def refused(
    options: Options, limits: Limits = rules.RULES.limits, chips: ChipSet | None = None
) -> str:
    setup = Setup(options, limits, chips) if chips else Setup(options, limits)
    found = GAME.check_setup(setup)
    return f"{found.code} {found.clause}" if isinstance(found, Refused) else ""


def test_what_a_table_needs_before_it_opens() -> None:
    """Tournament Canberra Poker 1.1, 2.1, terms: Shoe, terms: Approved, 6.3(c), 8.2, 3.1."""
    title = CITE.title
    assert refused(Options()) == ""
    assert refused(Options(boxes=9)) == ""
    assert refused(Options(approved=())) == f"table_not_approved {title} 1.1"
    assert refused(Options(approved=("table",))) == f"cards_not_approved {title} 2.1"
    assert refused(Options(approved=("table", "cards"))) == f"shoe_not_approved {title} terms: Shoe"
    assert refused(Options(boxes=10)) == f"too_many_boxes {title} 6.3(c)"
    assert refused(Options(boxes=0)) == f"too_many_boxes {title} 6.3(c)"
    assert refused(Options(maximum_payout_dollars=0)) == f"no_maximum_payout {title} 8.2"
    fives = ChipSet((5_00, 25_00))
    odd = msgspec.structs.replace(rules.RULES.limits, maximum=99_00)
    assert refused(Options(), odd, fives) == f"limit_not_in_chips {title} 3.1"
    assert refused(Options(maximum_payout_dollars=501), chips=fives).endswith("8.2")


def test_nine_boxes_and_the_dealer_fit_the_deck() -> None:
    """Tournament Canberra Poker 6.3(c), 2.1: ten hands of five are fifty of fifty-two cards."""
    assert (
        (rules.RULES.most_boxes + 1) * rules.CARDS_IN_HAND <= len(DECK) == rules.RULES.cards_in_deck
    )
    assert len(DECK) < (rules.RULES.most_boxes + 2) * rules.CARDS_IN_HAND


def test_the_sign() -> None:
    """Tournament Canberra Poker 3.1, 3.2, 8.2: limits, multiple and maximum payout are shown."""
    shown = GAME.sign(GAME.begin(Setup(Options(), rules.RULES.limits)))
    assert [clause for _, clause in shown] == [CITE("3.1"), CITE("3.2"), CITE("8.2")]
    assert [text for text, _ in shown] == [
        "minimum $5, maximum $1,000 per box",
        "antes in multiples of $5",
        "maximum payout on a bet $5,000",
    ]


def test_who_may_decide() -> None:
    """Tournament Canberra Poker terms: Tournament Director, terms: Casino Supervisor,
    terms: Assistant to the Director, terms: Dealer: decisions are the Director's alone, the dealer
    runs the table, and the others may log."""
    director = rules.DIRECTOR
    decisions = ("InvalidateOutcome", "VoidWagers", "ExcludePatron", "DecideDispute",
                 "ExcludeFromRound", "VoidForCollusion", "RebuildHand", "DeclareHandLost",
                 "OrderDeckCheck", "ReplaceCards", "SetLimits", "SetMultiple")  # fmt: skip
    by_name = {order.__name__: may.roles for order, may in GAME.orders.items()}
    assert {name: by_name[name] for name in decisions} == dict.fromkeys(decisions, director)
    assert {"supervisor", "assistant to the director", "dealer"} <= by_name["LogBreach"]
    running = ("OpenBetting", "DealCard", "DealHands", "RevealHand", "CountHand", "SettleWagers")
    assert {by_name[name] for name in running} == {frozenset({"dealer"})}


def test_the_rule_set_stands_alone() -> None:
    """Tournament Canberra Poker instrument: approved in NI2002-45, and never mixed with another."""
    assert (CITE.metadata.instrument, CITE.metadata.made) == ("NI2002-45", "2002-02-18")
    clauses = {may.clause for may in GAME.orders.values()}
    assert all(CITE.number_of(clause) for clause in clauses)


def test_a_folded_hand_goes_to_the_rack_once_counted() -> None:
    """Tournament Canberra Poker 7.4: five cards, then the discard rack."""
    table = GAME.begin(Setup(Options(), rules.RULES.limits))
    GAME.do(table, TakeAsPrepared())
    GAME.do(table, c.OpenBetting())
    GAME.do(table, c.PlaceWager("Ana", rules.ANTE, 10_00), Role.PATRON)
    GAME.do(table, v.DealHands(Card("2c")))
    GAME.do(table, v.Fold("Ana"), Role.PATRON)
    assert (len(table.stock.layout), len(table.stock.rack)) == (10, 0)
    GAME.do(table, v.CountHand(5, "box 1"))
    assert (len(table.stock.layout), len(table.stock.rack)) == (5, 5)


def test_every_pair_of_classes_compares_by_class() -> None:
    """Tournament Canberra Poker 2.6: a hand of a higher class beats any of a lower one."""
    for (one, _), (other, _) in combinations(ranked(), 2):
        assert RULES.hand_of(one).strength >= RULES.hand_of(other).strength


def test_no_hand_is_rebuilt_or_lost_that_was_not_reported_in_the_rack() -> None:
    """Tournament Canberra Poker 11.6: nor one that has no name."""
    table = GAME.begin(Setup(Options(), rules.RULES.limits))
    for hand in ("", "box 1"):
        for order in (v.RebuildHand(hand, ()), v.DeclareHandLost(hand)):
            ruling = GAME.decide(table, order, Role.TOURNAMENT_DIRECTOR)
            assert ruling == Refused("no_hand_held", CITE("11.6"))
