"""The tables of Three Card Baccarat cell by cell, and what the table keeps: cards, marker, sign."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import msgspec
import pytest

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK, Card, parse_cards
from houseway.equipment.chips import ChipSet
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games import malfunction as m
from houseway.games.chance import unseen_card
from houseway.games.game import Setup, accept
from houseway.games.house import GrantPersonalLimit, SetLimits, SetMultiple
from houseway.games.preparing import TakeAsPrepared
from houseway.games.shoe_state import ShuffleDue
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import Options, cite
from houseway.games.three_card_baccarat.state import Play
from houseway.records.session import Session
from houseway.rulebook.odds import to
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

GAME = game("three-card-baccarat")


def table(*, prepared: bool = True, **options: Any) -> Play:
    play: Play = GAME.begin(Setup(Options(**options), GAME.limits))
    if prepared:
        GAME.do(play, TakeAsPrepared())
    return play


def deal(play: Play, text: str) -> tuple[e.Event, ...]:
    """Cards face up, one after another; the events of the last."""
    events: tuple[e.Event, ...] = ()
    for card in parse_cards(text):
        events = GAME.do(play, c.DealCard(card))
    return events


def bet(play: Play, wager: str = "banker total 0", box: int = 0) -> None:
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", wager, 10_00, box))


# The order of hands, as the approved table describes it: one hand for each of its rows.
ROWS = """
     1  K Q J   0
     2  K Q 9   9       3  K 5 4   9       4  2 3 4   9
     5  K J 8   8       6  Q 9 9   8       7  A 3 4   8
     8  J J 7   7       9  K T 7   7      10  9 9 9   7
    11  Q J 6   6      12  K A 5   6      13  2 2 2   6
    14  K K 5   5      15  K 8 7   5      16  9 8 8   5
    17  K Q 4   4      18  J 2 2   4      19  8 8 8   4
    20  Q Q 3   3      21  K A 2   3      22  T T 3   3
    23  K J 2   2      24  K A A   2      25  9 8 5   2
    26  K Q A   1      27  K T A   1      28  7 7 7   1
    29  K Q T   0      30  K 9 A   0      31  T T T   0
"""


def rows() -> list[tuple[int, list[Card], int]]:
    words = ROWS.split()
    return [
        (int(words[at]), [Card(rank + "h") for rank in words[at + 1 : at + 4]], int(words[at + 4]))
        for at in range(0, len(words), 5)
    ]


@pytest.mark.parametrize(("order", "hand", "count"), rows())
def test_each_row_of_the_order_of_hands(order: int, hand: list[Card], count: int) -> None:
    """Three Card Baccarat 7.2 Table: order, picture cards and point count of all 31 rows."""
    assert rules.RULES.order_of(hand) == order
    assert rules.RULES.points(hand) == count


def test_the_table_has_31_rows_and_one_formula_gives_them() -> None:
    """Three Card Baccarat 7.1, 7.2: three pictures, then by points, then by picture cards."""
    assert sorted(rules.RULES.orders.values()) == list(range(1, 32))
    for (pictures, points), order in rules.RULES.orders.items():
        assert order == (1 if pictures == 3 else 2 + 3 * (9 - points) + (2 - pictures))


def test_a_table_with_a_gap_or_a_double_does_not_load() -> None:
    with pytest.raises(ValueError, match="do not run from 1 to 2"):
        rules.read_orders(cite("7.2 Table"), "order pictures points\n1 3 0\n3 2 9")
    with pytest.raises(ValueError, match="two rows are the same hand"):
        rules.read_orders(cite("7.2 Table"), "order pictures points\n1 3 0\n2 3 0")


VALUES = "A1 22 33 44 55 66 77 88 99 T0 J0 Q0 K0"
BURNS = "A1 22 33 44 55 66 77 88 99 T10 J10 Q10 K10"


@pytest.mark.parametrize("suit", "cdhs")
def test_card_values(suit: str) -> None:
    """Three Card Baccarat 3.2.1, 3.2.2, 3.2.3: the same in every suit (Three Card Baccarat 3.4)."""
    for word in VALUES.split():
        assert rules.RULES.value[Card(word[0] + suit)] == int(word[1:])


def test_values_for_the_burn_differ() -> None:
    """Three Card Baccarat 4.12: tens and pictures burn ten, an ace one."""
    assert {word[0]: int(word[1:]) for word in BURNS.split()} == rules.RULES.shoe.burn_value


def test_picture_cards_are_kings_queens_and_jacks() -> None:
    """Three Card Baccarat 1.1 picture card."""
    assert {card for card in DECK if rules.RULES.pictures([card])} == {
        Card(rank + suit) for rank in "KQJ" for suit in "cdhs"
    }


def test_odds_of_both_games() -> None:
    """Three Card Baccarat 11.1.1 to 11.1.4, 11.2.1 to 11.2.4: every line."""
    standard, even = rules.RULES.odds[rules.STANDARD], rules.RULES.odds[rules.EVEN_MONEY]
    assert standard["player"].odds == to(19, 20)
    assert "player on 6" not in standard
    assert (even["player"].odds, even["player on 6"].odds) == (to(1, 1), to(1, 2))
    for odds in (standard, even):
        assert odds["banker total"].odds == to(8, 1)
        assert odds["tie"].odds == to(21, 1)
        assert odds["three picture cards"].odds == to(70, 1)


@pytest.mark.parametrize(("decks", "cards"), [(6, 312), (8, 416)])
def test_a_table_holds_six_or_eight_decks(decks: int, cards: int) -> None:
    """Three Card Baccarat 3.1: 312 or 416 cards, no jokers."""
    play = table(decks=decks)
    assert play.stock.source == cards
    play.stock.check()
    assert "Xx" in (play.stock.why_not(Card("Xx")) or "")
    assert msgspec.convert({"decks": decks}, Options).decks == decks
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"decks": 7}, Options)


# Cards


def test_burned_cards_lie_in_the_rack_out_of_play() -> None:
    """Three Card Baccarat 4.11.3, 1.1 burn: the shown card and as many more as it says."""
    play = table(prepared=False, source="device", decks=6)
    for order in (c.CheckCards(), c.ShuffleCards(), c.BurnCard(Card("3h"))):
        GAME.do(play, order)
    for _ in range(3):
        GAME.do(play, c.BurnCard())
    assert play.stock.rack == ["3h", None, None, None]
    assert play.stock.source == 308
    assert GAME.awaits(play).what == "open"


def test_a_riffle_that_was_asked_for_comes_before_the_cut() -> None:
    """Three Card Baccarat 4.2: compulsory on request, with no approval."""
    play = table(prepared=False)
    GAME.do(play, c.LoadPreshuffledCards())
    GAME.do(play, c.AskRiffle("Ana"), Role.PATRON)
    cut = c.CutCards(100)
    refused = GAME.verify(play, cut, Role.GAMING_SUPERVISOR)
    assert refused == Refused("not_next", cite("4.5"))
    GAME.do(play, c.RiffleCards())
    assert GAME.can(play, cut, Role.GAMING_SUPERVISOR)


def prepared_shoe(burn: str, more: int) -> Play:
    play = table(prepared=False, decks=6)
    GAME.do(play, c.CheckCards())
    GAME.do(play, c.ShuffleCards())
    GAME.do(play, c.CutCards(100), Role.GAMING_SUPERVISOR)
    GAME.do(play, c.PlaceCuttingCard(52))
    GAME.do(play, c.BurnCard(Card(burn)))
    for _ in range(more):
        GAME.do(play, c.BurnCard())
    return play


def run_out(play: Play, chance: random.Random, until: int) -> None:
    """Deal coups of six cards until no more than so many are left, or the cutting card is due."""
    while play.stock.source - 6 >= until:
        bet(play, "player", 1)
        while play.stage != "settled":
            awaited = GAME.awaits(play)
            if awaited.command is not None:
                GAME.do(play, awaited.command)
            else:
                GAME.do(play, c.DealCard(unseen_card(play.stock, chance.randrange)))
        GAME.do(play, c.CollectCards())


def test_the_house_puts_the_cutting_card_one_deck_from_the_back() -> None:
    """Three Card Baccarat 4.6, reading 3C-13: exactly 52 cards where nobody says otherwise."""
    play = table(prepared=False)
    while (awaited := GAME.awaits(play)).what != "cutting card":
        GAME.do(play, *next_command(GAME, play, PRACTICE, lambda below: 0))

    command, by = next_command(GAME, play, PRACTICE, lambda below: 0)

    assert (command, by) == (c.PlaceCuttingCard(52), Role.DEALER)
    assert awaited.clause == cite("4.6")


def test_the_cutting_card_within_a_coup_comes_by_count() -> None:
    """Three Card Baccarat 4.7: set aside, the coup completed, then a shuffle (4.1.2)."""
    play = prepared_shoe("2h", 2)  # 309 left: 257 to the cutting card, five into a coup
    run_out(play, random.Random(1), 52 + 5)
    bet(play, "player", 1)
    chance = random.Random(2)
    for _ in range(5):
        events = GAME.do(play, c.DealCard(unseen_card(play.stock, chance.randrange)))
        assert [type(event) for event in events][-1] is e.CardDealt
    events = GAME.do(play, c.DealCard(unseen_card(play.stock, chance.randrange)))
    assert events[0] == e.CuttingCardAppeared(cite("4.7"))
    GAME.do(play, c.SettleWagers())
    assert GAME.do(play, c.CollectCards())[-1] == ShuffleDue(cite("4.1.2"))


def test_the_cutting_card_before_a_coup_announces_the_last() -> None:
    """Three Card Baccarat 4.8: one more coup, and wagers are open until its first card."""
    play = prepared_shoe("Ah", 1)  # 310 left: 258 to the cutting card, 43 coups
    run_out(play, random.Random(3), 52)
    bet(play, "player", 1)
    GAME.do(play, c.CallNoMoreBets())
    deal_first = c.DealCard(unseen_card(play.stock, random.Random(4).randrange))
    assert GAME.verify(play, deal_first) == Refused("cutting_card_first", cite("4.8"))
    awaited = GAME.awaits(play)
    assert awaited.command == c.ReportCuttingCard()
    assert v.LastCoupAnnounced(cite("4.8")) in GAME.do(play, awaited.command)
    GAME.do(play, c.PlaceWager("Ben", "banker total 0", 10_00))
    GAME.do(play, deal_first)
    assert play.last_coup


@pytest.mark.parametrize("source", ["shoe", "device"])
def test_too_few_cards_void_the_coup(source: str) -> None:
    """Three Card Baccarat 12.7, 1.1 void: in a shoe, and in a device as well (reading 3C-11)."""
    play = table(source=source, decks=6)
    bet(play)
    while play.stock.source > 2:  # cards that came out unseen, as after a run of exposed ones
        play.stock.draw(None, to="rack")
    deal(play, "Kh Kd")
    events = GAME.do(play, c.DealCard(Card("Kc")))
    clauses = (cite("12.7"), cite("1.1 void"))
    assert e.WagerVoided("Ana", "banker total 0", 0, 10_00, 0, 0, 10_00, clauses) in events
    assert play.round in play.layout.voided
    assert GAME.awaits(play).what == "collect"


def test_an_empty_shoe_voids_a_coup_at_its_first_card() -> None:
    """Three Card Baccarat 12.7: stakes go back though nothing was dealt."""
    play = table(decks=6)
    bet(play)
    while play.stock.source:
        play.stock.draw(None, to="rack")
    GAME.do(play, c.ReportCuttingCard())
    GAME.do(play, c.DealCard(Card("Kh")))
    assert play.round in play.layout.voided
    assert not play.layout.wagers


def test_cards_are_replaced_as_unfit_or_at_the_end_of_a_shoe() -> None:
    """Three Card Baccarat 3.10, 3.9: which of the two is on record."""
    play = table()
    bet(play)
    deal(play, "Kh Kd Kc")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    replace = c.ReplaceCards()
    supervisor = Role.GAMING_SUPERVISOR
    ruling = GAME.decide(play, replace, supervisor)
    assert ruling == accept(e.CardsReplaced((), cite("3.10")))
    GAME.evolve(play, ShuffleDue(cite("4.1.2")))
    assert GAME.do(play, replace, supervisor) == (e.CardsReplaced((), cite("3.9")),)


def test_an_exposed_card_lies_behind_the_cutting_card() -> None:
    """Three Card Baccarat 4.8, 12.8: the cutting card comes out first."""
    play = prepared_shoe("Ah", 1)
    run_out(play, random.Random(5), 52)
    card = unseen_card(play.stock, random.Random(6).randrange)
    burn = v.BurnExposedCard(card)
    assert GAME.verify(play, burn) == Refused("cutting_card_first", cite("4.8"))
    GAME.do(play, c.ReportCuttingCard())
    GAME.do(play, burn)
    assert play.stock.source == 51


def test_a_shuffle_in_the_midst_of_a_coup_leaves_the_layout_alone() -> None:
    """Three Card Baccarat 13.5.3: what was in the device is shuffled, not what lies dealt."""
    play = table(source="device", decks=6)
    bet(play)
    deal(play, "Kh Kd")
    GAME.do(play, m.ReportMalfunction())
    supervisor = Role.GAMING_SUPERVISOR
    for order in (m.AnswerMalfunction("no disadvantage"), m.AnswerMalfunction("no device at hand"),
                  m.CloseOffer()):  # fmt: skip
        GAME.do(play, order, supervisor)
    GAME.do(play, m.TransferCards(310))
    GAME.do(play, c.ShuffleCards())
    assert (play.stock.source, play.stock.layout) == (310, ["Kh", "Kd"])
    GAME.do(play, c.CutCards(100), supervisor)
    GAME.do(play, c.PlaceCuttingCard(52))
    assert GAME.awaits(play).to == "banker"
    assert play.stock.source_name == "card shoe"


def test_discards_of_a_device_sit_out_one_coup() -> None:
    """Three Card Baccarat 1.1 shuffling device, reading 3C-08: rack to device, layout to rack."""
    play = table(source="device", decks=6)
    for expected in (309, 309):  # the second time the three cards of the first went back
        bet(play)
        deal(play, "Kh Kd Kc")
        GAME.do(play, c.SettleWagers())
        GAME.do(play, c.CollectCards())
        assert play.stock.source == expected
        assert len(play.stock.rack) == 3


def test_discards_of_a_shoe_stay_in_the_rack() -> None:
    """Three Card Baccarat 1.1 card shoe, 2.3.2: it does not shuffle; the rack keeps them."""
    play = table(decks=6)
    for expected in (309, 306):
        bet(play)
        deal(play, "Kh Kd Kc")
        GAME.do(play, c.SettleWagers())
        GAME.do(play, c.CollectCards())
        assert play.stock.source == expected


def test_a_misdeal_keeps_every_card() -> None:
    """Three Card Baccarat 12.1: cards out and not on record go to the rack with the others."""
    play = table(decks=6)
    bet(play)
    deal(play, "Kh Kd")
    GAME.do(play, v.DeclareMisdeal("two at once", (Card("4h"), None)))
    GAME.do(play, c.CollectCards())
    assert play.stock.rack == ["Kh", "Kd", "4h", None]
    GAME.check(play)


def test_hands_counted_otherwise_keep_every_card() -> None:
    """Three Card Baccarat 12.4, 12.5: surplus cards left the source, missing ones never did."""
    play = table(method="B", decks=6)
    GAME.do(play, v.TakeSeat("Ana", 1))
    bet(play, "player", 1)
    for _ in range(6):
        GAME.do(play, c.DealCard())
    GAME.do(play, v.ExamineHand("Ana", 1))
    assert play.stock.source == 306
    GAME.do(play, v.ReportHandWithoutWager(3, 3))
    assert (play.stock.source, play.stock.rack) == (303, [None] * 3)
    GAME.do(play, v.ReportHandCount(1, 2))
    assert play.stock.source == 304
    GAME.check(play)


def test_cards_are_looked_at_once_all_are_dealt() -> None:
    """Three Card Baccarat 9.3: nobody examines a hand of one card."""
    play = table(method="B")
    GAME.do(play, v.TakeSeat("Ana", 1))
    bet(play, "player", 1)
    GAME.do(play, c.DealCard())
    refused = GAME.verify(play, v.ExamineHand("Ana", 1), Role.PATRON)
    assert refused == Refused("deal_first", cite("8.1"))


# The layout, the marker, the sign


def test_the_marker_lies_on_bankers_total_until_the_coup_is_cleared() -> None:
    """Three Card Baccarat 9.9, 1.1 marker button, 2.3.3: nought for three picture cards."""
    play = table()
    for hand, total in (("2h 3d 4c", 9), ("Kh Qd Jc", 0)):
        bet(play)
        assert play.marker is None
        deal(play, hand)
        GAME.do(play, c.SettleWagers())
        assert play.marker == total
        GAME.do(play, c.CollectCards())
        assert play.marker is None


def handled(*lines: str) -> Session:
    """A coup of Method B in which Ana, the only patron, has looked at her cards."""
    session = Session(GAME, Setup(Options(method="B"), GAME.limits))
    session.prepare()
    for line in ("Ana sits at box 1", "Ana wagers 10 on player in box 1", *lines,
                 "Ana looks at the hand in box 1"):  # fmt: skip
        assert session.write(line) is None, line
    return session


@pytest.mark.parametrize(
    "wrong",
    [v.ReportBankerCount, partial(v.ReportHandCount, 1), partial(v.ReportHandWithoutWager, 2)],
)
def test_no_more_cards_have_come_out_than_there_were(wrong: Any) -> None:
    """Three Card Baccarat 12.2, 12.4, 12.5: a hand may hold every card that is left, not more."""
    play = handled().play
    own = 0 if getattr(wrong, "func", wrong) is v.ReportHandWithoutWager else 3

    assert GAME.can(play, wrong(own + play.stock.source))
    assert GAME.verify(play, wrong(own + play.stock.source + 1)) == Refused("card_impossible", None)


def test_open_cards_may_be_all_that_a_hand_has() -> None:
    """Three Card Baccarat 12.2, 12.9: two of three lie open, played as they were found."""
    play = handled(
        "deal", "the next card is face up: 9h", "deal", "the next card is face up: 2c"
    ).play
    assert [play.hands[rules.BANKER].count(None), len(play.hands[rules.BANKER])] == [1, 3]

    assert GAME.can(play, v.ReportBankerCount(2))
    assert GAME.verify(play, v.ReportBankerCount(1)) == Refused("cards_on_record", cite("12.2"))


def test_a_hand_is_rebuilt_with_the_last_copy_of_a_card() -> None:
    """Three Card Baccarat 3.1, 12.6: six decks have six kings of clubs."""
    play = table(decks=6)
    bet(play, "player", 1)
    deal(play, "Kc Kc Kc Kc Kc 2h")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, v.ReportError())

    assert GAME.can(play, v.RebuildHand("banker", parse_cards("Kc Kc Kc")))


def test_a_corrected_coup_moves_the_marker() -> None:
    """Three Card Baccarat 12.6, 9.9: the marker shows the total as corrected."""
    play = table()
    bet(play)
    deal(play, "2h 3d 4c")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, v.ReportError())
    GAME.do(play, v.RebuildHand("banker", parse_cards("2h 3d Kc")))
    GAME.do(play, v.CorrectCoup())
    assert play.marker == 5


def test_what_a_patron_cannot_give_back_is_on_record() -> None:
    """Three Card Baccarat 12.6: a balance never goes below nothing."""
    play = table()
    GAME.do(play, c.BringChips("Ana", 10_00))
    bet(play)
    deal(play, "Kh Kd Kc")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker total 1", 85_00))
    GAME.do(play, v.ReportError())
    GAME.do(play, v.RebuildHand("banker", parse_cards("Kh Kd 2c")))
    (corrected,) = (
        each for each in GAME.do(play, v.CorrectCoup()) if isinstance(each, e.SettlementCorrected)
    )
    assert corrected.shortfall == 90_00 - 5_00  # 80 won and 10 staked, and 5 is all that is held
    assert play.layout.chips["Ana"] == 0
    GAME.check(play)


@pytest.mark.parametrize(("staked", "left"), [(85_00, 5_00), (90_00, 0)])
def test_a_second_correction_first_makes_up_for_what_was_not_given_back(
    staked: int, left: int
) -> None:
    """Three Card Baccarat 12.6, reading G9: the first word was right after all, and nobody gains by
    two corrections. Ana brought 10, won 80 and has staked most or all of it."""
    play = table()
    GAME.do(play, c.BringChips("Ana", 10_00))
    bet(play)
    deal(play, "Kh Kd Kc")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker total 1", staked))
    for cards in ("Kh Kd 2c", "Kh Kd Kc"):
        GAME.do(play, v.ReportError())
        GAME.do(play, v.RebuildHand("banker", parse_cards(cards)))
        events = GAME.do(play, v.CorrectCoup())
    (corrected,) = (each for each in events if isinstance(each, e.SettlementCorrected))
    assert corrected.shortfall == -staked
    assert play.layout.chips["Ana"] == left
    assert not any(play.layout.short.values())
    GAME.check(play)


def test_a_refusal_of_a_wager_states_its_ground() -> None:
    """Three Card Baccarat 14.12: reasonable grounds, in words."""
    play = table()
    bet(play)
    silent = v.RefuseWager("Ana", "banker total 0", " ")
    refused = GAME.verify(play, silent, Role.GAMING_SUPERVISOR)
    assert refused == Refused("no_ground_given", cite("14.12"))


def test_losers_are_collected_then_winners_paid_then_stand_offs_declared() -> None:
    """Three Card Baccarat 9.10: in that order, from the far right (reading 3C-20)."""
    play = table()
    GAME.do(play, c.OpenBetting())
    for box in (1, 2, 3, 4):
        GAME.do(play, c.PlaceWager("Ana", "player", 10_00, box))
    deal(play, "9h 2h 7h 2c 7d  Kh 2d Kd 3c Kc  Qh 2s Qd 4c Qc")  # orders 2, 13, 8, 4; Banker 8
    events = GAME.do(play, c.SettleWagers())
    lines = [(type(each).__name__, each.box) for each in events if isinstance(each, e.Settlement)]
    assert lines == [
        ("WagerCollected", 2),
        ("WagerPaid", 4),
        ("WagerPaid", 1),
        ("WagerStoodOff", 3),
    ]


def test_even_money_must_show_its_odds() -> None:
    """Three Card Baccarat 2.4: a sign with the odds, while the variant is in play."""
    told = [
        text for text, clause in GAME.sign(table(variant="even money")) if clause == cite("2.4")
    ]
    assert "player pays 1 to 1" in told
    assert "player on 6 pays 1 to 2" in told
    assert all(clause != cite("2.4") for _, clause in GAME.sign(table()))


def test_the_sign_shows_limits_and_method() -> None:
    """Three Card Baccarat 6.1, 6.6, 9.1, 2.2: what stands at the table."""
    play = table(method="B", layout="B")
    GAME.do(play, v.TakeSeat("Ana", 1))
    GAME.do(play, GrantPersonalLimit("Ana", 5_000_00), Role.GAMING_SUPERVISOR)
    GAME.do(play, SetMultiple(5_00), Role.GAMING_SUPERVISOR)
    GAME.do(play, SetLimits(5_00, 50_00, "three picture cards"), Role.GAMING_SUPERVISOR)
    told = dict(GAME.sign(play))
    assert told == {
        "minimum $5, maximum $1,000": cite("6.1"),
        "three picture cards: minimum $5, maximum $50": cite("6.1"),
        "above the minimum in steps of $5": cite("6.1"),
        "Ana: $5 to $5,000": cite("6.6"),
        "Method B, layout of diagram B": cite("9.1"),
    }


@pytest.mark.parametrize(
    ("missing", "clause"),
    [
        ("card shoe", "2.3.1"),
        ("discard rack", "2.3.2"),
        ("marker button", "2.3.3"),
        ("float tray", "2.3.4"),
        ("drop box", "2.3"),
    ],
)
def test_a_table_without_its_equipment_is_not_set_up(missing: str, clause: str) -> None:
    """Three Card Baccarat 2.2#2, 2.3.1 to 2.3.4, 2.3."""
    kept = tuple(item for item in Options().equipment if item != missing)
    refused = GAME.check_setup(Setup(Options(equipment=kept), GAME.limits))
    assert refused == Refused("equipment_missing", cite(clause))


def test_a_casino_supervisor_is_a_gaming_supervisor_or_above() -> None:
    """Three Card Baccarat 1.1 casino supervisor, 1.1 gaming supervisor: never a dealer (A-01)."""
    play = table()
    order = v.RestrictArea(1, 2)
    ranks = [role for role in Role if GAME.can(play, order, role)]
    assert ranks == [
        Role.GAMING_SUPERVISOR,
        Role.ASSISTANT_GAMING_MANAGER,
        Role.GAMING_MANAGER,
        Role.CASINO_DUTY_MANAGER,
        Role.GAMING_SHIFT_MANAGER,
    ]


def test_a_table_deals_from_one_source() -> None:
    """Three Card Baccarat 2.3.1, 3.7: the one that is set up is the one that must be there."""
    only_shoe = tuple(item for item in Options().equipment if item != "shuffling device")
    assert GAME.check_setup(Setup(Options(equipment=only_shoe), GAME.limits)) is None
    refused = GAME.check_setup(Setup(Options(source="device", equipment=only_shoe), GAME.limits))
    assert refused == Refused("equipment_missing", cite("2.3.1"))
    shuffles_only = (*only_shoe, "multishuffler")  # it does not deal
    multishuffler = Setup(Options(source="device", equipment=shuffles_only), GAME.limits)
    assert GAME.check_setup(multishuffler) == Refused("equipment_missing", cite("2.3.1"))
    assert GAME.check_setup(Setup(Options(areas=0), GAME.limits)) == Refused(
        "no_playing_areas", cite("2.1")
    )


def test_the_float_tray_holds_what_was_lost_less_what_was_paid() -> None:
    """Three Card Baccarat 1.1 float tray: collected in, paid out, nothing made or lost."""
    play = table()
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker total 0", 10_00))
    GAME.do(play, c.PlaceWager("Ben", "banker total 9", 25_00))
    deal(play, "2h 3d 4c")
    GAME.do(play, c.SettleWagers())
    assert play.layout.float_tray == 10_00 - 200_00


def test_each_wager_is_rounded_up_by_itself() -> None:
    """Three Card Baccarat 5.11, reading A-05: two of $25 with $1 chips are 24 each, not 47.50."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits, ChipSet((1_00, 5_00, 25_00))))
    GAME.do(play, TakeAsPrepared())
    GAME.do(play, c.OpenBetting())
    for box in (1, 2):
        GAME.do(play, c.PlaceWager("Ana", "player", 25_00, box))
    deal(play, "9h 9d 2c Kh Kd 2d Qh Qd 2s")
    paid = [each.paid for each in GAME.do(play, c.SettleWagers()) if isinstance(each, e.WagerPaid)]
    assert paid == [24_00, 24_00]


def test_limits_changed_before_an_error_is_reported_do_not_reach_back() -> None:
    """Three Card Baccarat 12.6, 6.3: a coup is corrected by the limits it was played under."""
    play = table()
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "player", 1_000_00, 1))
    deal(play, "2h 9d Kh Kd Qh Qd")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    GAME.do(play, SetLimits(5_00, 100_00), Role.GAMING_SUPERVISOR)
    GAME.do(play, v.ReportError())
    GAME.do(play, v.RebuildHand("banker", parse_cards("8d Kd Qd")))
    events = GAME.do(play, v.CorrectCoup())
    assert not any(isinstance(each, e.SettlementCorrected) for each in events)
    assert play.layout.float_tray == 1_000_00
