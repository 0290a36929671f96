"""The tables of Tournament Mini-Baccarat against its words, and what only code can show."""

from __future__ import annotations

import msgspec
import pytest

from houseway.equipment.cards import DECK, Card, parse_card
from houseway.equipment.chips import ChipSet, dollars
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.baccarat import account
from houseway.games.game import Setup
from houseway.games.house import GiveNotice, SetOption
from houseway.games.limits import Limits, Line
from houseway.games.shoe_state import ShuffleDue
from houseway.games.tournament_mini_baccarat import state as v
from houseway.games.tournament_mini_baccarat.rules import RULES, Options, cite
from houseway.games.tournament_mini_baccarat.state import Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

TABLEAU = RULES.tableau
GAME = game("tournament-mini-baccarat")
DIRECTOR = Role.TOURNAMENT_DIRECTOR


def table(*cards: str, wager: str = "banker", left_in_shoe: int = 416) -> Play:
    """A table with $10 of Ana's on a wager and these cards dealt from what is left in the shoe."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    play.stock.source, play.stock.rack = left_in_shoe, [None] * (416 - left_in_shoe)
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", wager, dollars(10)))
    GAME.do(play, c.CallNoMoreBets())
    for card in cards:
        GAME.do(play, c.DealCard(parse_card(card)))
    return play


# The tables


def test_player_draws_on_nought_to_five_and_stands_on_six_and_seven() -> None:
    """Tournament Mini-Baccarat 7.2, 7.2 table."""
    assert [TABLEAU.does_player_draw(total) for total in range(8)] == [True] * 6 + [False] * 2


BANKER_IN_WORDS = {  # what Banker draws against; "-" is no card
    0: "-0123456789",
    1: "-0123456789",
    2: "-0123456789",
    3: "-012345679",
    4: "-234567",
    5: "-4567",
    6: "67",
    7: "",
}


@pytest.mark.parametrize("total", range(8))
def test_banker_draws_as_the_words_say(total: int) -> None:
    """Tournament Mini-Baccarat 7.3, 7.3 table: all 88 cells."""
    value = {str(TABLEAU.value[card]): card for card in DECK}
    for column in "-0123456789":
        third = None if column == "-" else value[column]
        assert TABLEAU.does_banker_draw(total, third) == (column in BANKER_IN_WORDS[total])


def test_a_card_counts_its_number_an_ace_one_a_ten_or_picture_nothing() -> None:
    """Tournament Mini-Baccarat 2.4, 2.4(a), 2.4(b), 2.4(c), 2.6."""
    counts = dict(zip("A23456789TJQK", [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0], strict=True))
    assert {card: counts[card[0]] for card in DECK} == TABLEAU.value
    assert TABLEAU.total([Card("9h"), Card("8c"), Card("7d")]) == 4


@pytest.mark.parametrize("rank", "A23456789TJQK")
def test_the_shown_card_and_as_many_more_are_burned(rank: str) -> None:
    """Tournament Mini-Baccarat 5.4, 5.5: a ten or picture takes eleven in all, an ace two."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in (
        (c.CheckCards(), Role.DEALER),
        (c.ShuffleCards(), Role.DEALER),
        (c.CutCards(208), DIRECTOR),
        (c.PlaceCuttingCard(12), Role.DEALER),
        (c.BurnCard(Card(f"{rank}s")), Role.DEALER),
    ):
        GAME.do(play, command, by)
    while GAME.awaits(play).what == "burn":
        GAME.do(play, c.BurnCard())
    assert 416 - play.stock.source == 1 + {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(
        rank, ord(rank) - ord("0")
    )


def test_a_shoe_is_eight_decks() -> None:
    """Tournament Mini-Baccarat 2.1, terms: Shoe: 416 cards, eight of each."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    assert (play.stock.source, play.stock.decks) == (416, 8)


def test_three_wagers_are_offered_at_one_to_one_one_to_one_and_eight_to_one() -> None:
    """Tournament Mini-Baccarat 4.6, 8.1."""
    lines = [(line.wager, str(line.odds)) for line in GAME.wagers(Options())]
    assert lines == [("banker", "1 to 1"), ("player", "1 to 1"), ("tie", "8 to 1")]


# The document and the people


def test_the_rule_set_is_the_instrument_of_2002_and_no_other() -> None:
    """Tournament Mini-Baccarat instrument."""
    about = GAME.cite.metadata
    assert (about.instrument, about.edition) == ("NI2002-45", "2002-02-18")
    assert all(may.clause.startswith("Tournament Mini-Baccarat ") for may in GAME.orders.values())


def test_only_the_director_decides() -> None:
    """Tournament Mini-Baccarat terms: Tournament Director, terms: Casino Supervisor, terms:
    Assistant to the Director."""
    decisions = (
        c.AuthoriseVoid, v.VoidEarlierRound, v.LetExpose, c.ReplaceCards,
        c.InvalidateOutcome, c.VoidWagers, c.ExcludePatron, c.DecideDispute, SetOption,
    )  # fmt: skip
    for order in decisions:
        assert GAME.orders[order].roles == {DIRECTOR}, order


def test_the_dealer_alone_deals_and_settles() -> None:
    """Tournament Mini-Baccarat terms: Dealer."""
    play = table("2h", "9c", "Kd", "Ks")
    for role in Role:
        refused = GAME.verify(play, c.SettleWagers(), role)
        allowed = None if role == Role.DEALER else Refused("role_may_not", cite("terms: Dealer"))
        assert refused == allowed


def test_an_assistant_may_log_a_breach_and_report_an_error() -> None:
    """Tournament Mini-Baccarat terms: Assistant to the Director."""
    play = table("2h", "9c")
    assistant = Role.ASSISTANT_TO_DIRECTOR
    assert GAME.can(play, c.LogBreach("Ana", "a hidden chip"), assistant)
    assert GAME.can(play, v.ReportWrongSequence(), assistant)


@pytest.mark.parametrize(
    "order", [c.OrderShuffle, c.VacateSeat, c.LoadPreshuffledCards, GiveNotice]
)
def test_what_the_document_does_not_know_is_no_order_of_it(order: type[c.Command]) -> None:
    assert order not in GAME.orders


def test_the_two_hands_are_the_only_ones() -> None:
    """Tournament Mini-Baccarat terms: Player, terms: Banker, terms: Hand: two or three cards."""
    play = table("2h", "3c", "Kd", "Ks", "9h", "5d")
    (announced, _) = GAME.do(play, c.SettleWagers())
    assert isinstance(announced, e.ResultAnnounced)
    assert announced.hands == {"player": "2h Kd 9h", "banker": "3c Ks 5d"}


# The setup and the sign


@pytest.mark.parametrize(
    ("item", "clause"), [("table", "1.1"), ("cards", "2.1"), ("shoe", "terms: Approved")]
)
def test_what_is_not_approved_is_not_used(item: str, clause: str) -> None:
    """Tournament Mini-Baccarat 1.1, 2.1, terms: Approved."""
    approved = tuple(each for each in Options().approved if each != item)
    refused = GAME.check_setup(Setup(Options(approved=approved), GAME.limits))
    assert refused == Refused("not_approved", cite(clause))
    assert GAME.check_setup(Setup(Options(), GAME.limits)) is None


def test_the_sign_shows_minimum_maximum_and_multiple() -> None:
    """Tournament Mini-Baccarat 3.1, 3.2."""
    limits = Limits(5_00, 500_00, multiple=5_00, lines={"tie": Line(5_00, 50_00)})
    assert GAME.sign(GAME.begin(Setup(Options(), limits))) == (
        ("minimum $5, maximum $500 per player", cite("3.1")),
        ("tie: minimum $5, maximum $50", cite("3.1")),
        ("wagers in multiples of $5", cite("3.2")),
    )


def test_limits_that_the_document_does_not_know_or_chips_cannot_pay_are_refused() -> None:
    """Tournament Mini-Baccarat 3.1, 4.2."""
    for limits in (Limits(personal={"Ana": 5_00}), Limits(differential=100_00)):
        refused = GAME.check_setup(Setup(Options(), limits))
        assert refused == Refused("limit_unknown", cite("3.1"))
    fives = ChipSet((5_00, 25_00))
    for limits in (Limits(maximum=102_00), Limits(multiple=2_00)):
        refused = GAME.check_setup(Setup(Options(), limits, fives))
        assert refused == Refused("not_in_chips", cite("4.2"))


def test_a_layout_has_a_box() -> None:
    """Tournament Mini-Baccarat terms: Box."""
    refused = GAME.check_setup(Setup(Options(boxes=0), GAME.limits))
    assert refused == Refused("no_such_box", cite("terms: Box"))


def test_chips_are_only_issued_and_never_cashed_or_exchanged() -> None:
    """Tournament Mini-Baccarat terms: Tournament Chips: what was issued stays at the table."""
    play = table("2h", "9c", "Kd", "Ks")
    issued = c.BringChips("Ben", dollars(100))
    assert GAME.can(play, issued, DIRECTOR)
    for role in (Role.PATRON, Role.GAMING_SUPERVISOR, Role.GAMING_SHIFT_MANAGER):
        refused = GAME.verify(play, issued, role)
        assert refused == Refused("role_may_not", cite("terms: Tournament Chips"))
    GAME.do(play, issued)
    GAME.do(play, c.JoinTable("Ben"))
    GAME.do(play, c.LeaveTable("Ben"))
    assert play.layout.chips["Ben"] == dollars(100)


# A shoe that runs out


def test_a_shoe_that_runs_out_voids_the_round_and_the_next_needs_a_shuffle() -> None:
    """Tournament Mini-Baccarat 9.6, terms: Void, 5.1: every stake goes back."""
    play = table("2h", "3c", "Kd", "Ks", left_in_shoe=5)
    GAME.do(play, c.DealCard(Card("9h")))  # Banker three draws against a nine, and nothing is left
    awaited = GAME.awaits(play)
    assert (awaited.clause, awaited.command) == (cite("9.6"), c.DealCard())
    events = GAME.do(play, c.DealCard())
    assert events == (
        e.WagerVoided("Ana", "banker", 1, 10_00, 0, 0, 10_00, (cite("9.6"), cite("terms: Void"))),
        e.RoundVoided(1, "the shoe is empty", cite("9.6")),
    )
    assert play.layout.chips == {"Ana": 0}
    ended = GAME.do(play, c.CollectCards())
    assert ended[-1] == ShuffleDue(cite("5.1"))
    assert GAME.awaits(play).what == "shuffle"


def test_a_shuffle_after_the_cutting_card_is_due_by_its_own_clause() -> None:
    """Tournament Mini-Baccarat 5.6: the shoe is not empty, and yet spent."""
    play = table("2h", "9c", "Kd", "Ks")
    GAME.do(play, c.ReportCuttingCard())
    GAME.do(play, c.SettleWagers())
    assert GAME.do(play, c.CollectCards())[-1] == ShuffleDue(cite("5.6"))


def test_the_last_card_of_the_shoe_may_complete_a_round() -> None:
    """Tournament Mini-Baccarat 9.6: enough cards are enough, to the last one."""
    play = table("2h", "9c", "Kd", "Ks", left_in_shoe=4)
    assert play.stock.source == 0
    assert GAME.can(play, c.SettleWagers())


# Cards and commands that cannot be


def test_what_is_no_card_is_refused() -> None:
    play = table()
    assert GAME.decide(play, c.DealCard(Card("9x"))) == Refused("card_impossible")
    replaced = c.ReplaceCards((Card("9x"),))
    play = GAME.begin(Setup(Options(), GAME.limits))
    assert GAME.decide(play, replaced, DIRECTOR) == Refused("card_impossible")


def test_a_ninth_copy_is_neither_turned_up_nor_drawn_when_a_round_is_rebuilt() -> None:
    """Tournament Mini-Baccarat 2.1, 6.3, 9.4: there are eight of each."""
    play: Play = GAME.begin(Setup(Options(deal="face down"), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    play.stock.out[Card("8h")] = 7
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker", dollars(10)))
    GAME.do(play, c.CallNoMoreBets())
    for _ in range(4):
        GAME.do(play, c.DealCard())
    two, one = (Card("8h"), Card("8h")), (Card("8h"), Card("2h"))
    assert GAME.decide(play, c.RevealHand("player", two)) == Refused("card_impossible")
    assert GAME.can(play, c.RevealHand("player", one))
    GAME.do(play, v.ReportWrongSequence())
    assert GAME.decide(play, c.RebuildRound((*two, None, None))) == Refused("card_impossible")
    assert GAME.can(play, c.RebuildRound((*one, None, None)))


def test_a_cutting_card_among_cards_drawn_in_error_is_met_too() -> None:
    """Tournament Mini-Baccarat 5.6: also when an excess card or a rebuilt round passes it."""
    play = table("9h", "2c", "Kd", "Ks")
    play.prep.behind = play.stock.source
    (appeared, kept) = GAME.do(play, c.ReportExcessCard(Card("5d")))
    assert appeared == e.CuttingCardAppeared(cite("5.6"))
    assert kept == e.ExcessCardKept(Card("5d"), False, cite("9.2"))

    play = table("9h", "2c", "Kd", "Ks")
    play.prep.behind = play.stock.source - 1
    GAME.do(play, v.ReportWrongSequence())
    order = tuple(parse_card(card) for card in ("2c", "2h", "Kd", "Ks", "9h", "4d"))
    appeared = GAME.do(play, c.RebuildRound(order))[0]
    assert appeared == e.CuttingCardAppeared(cite("5.6"))


@pytest.mark.parametrize(
    ("record", "order", "turned", "drawn", "missing"),
    [
        ("2h 3h", "3h 2h", "", "", ""),
        ("2h 3h", "3h 2h 4h", "", "4h", ""),
        ("2h 3h", "3h 4h", "", "4h", "2h"),
        ("?? ??", "?? ??", "", "", ""),
        ("?? ??", "2h 3h", "2h 3h", "", ""),
        ("?? ??", "2h ?? ??", "", "2h", ""),
        ("?? ??", "2h 3h 4h", "2h 3h", "4h", ""),
        ("?? ??", "??", "", "", "??"),
        ("2h ??", "2h ?? ??", "", "??", ""),
    ],
)
def test_a_true_order_is_compared_with_the_record(
    record: str, order: str, turned: str, drawn: str, missing: str
) -> None:
    """Tournament Mini-Baccarat 9.4: which unseen cards it names, which it adds, which it lacks."""

    def cards(text: str) -> tuple[Card | None, ...]:
        return tuple(None if word == "??" else parse_card(word) for word in text.split())

    assert account(cards(record), cards(order)) == (cards(turned), cards(drawn), cards(missing))


def test_losing_wagers_are_collected_before_winning_ones_are_paid() -> None:
    """Tournament Mini-Baccarat 8.2, 8.4: one result decides them all."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    GAME.do(play, c.OpenBetting())
    GAME.do(play, c.PlaceWager("Ana", "banker", dollars(10)))
    GAME.do(play, c.PlaceWager("Ana", "tie", dollars(10)))
    GAME.do(play, c.CallNoMoreBets())
    for card in ("2h", "9c", "Kd", "Ks"):
        GAME.do(play, c.DealCard(parse_card(card)))
    _, lost, won = GAME.do(play, c.SettleWagers())
    assert isinstance(lost, e.WagerCollected)
    assert isinstance(won, e.WagerPaid)


def test_every_option_is_checked_when_it_is_set() -> None:
    """Tournament Mini-Baccarat 2.2, 6.3."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    refused = GAME.verify(play, SetOption("exposes", "anybody"), DIRECTOR)
    assert refused == Refused("option_unknown", cite("6.3"))
    assert GAME.verify(play, SetOption("boxes", "9"), DIRECTOR) == Refused("no_such_setting")
    GAME.do(play, SetOption("deal", "face down"), DIRECTOR)
    assert play.options == msgspec.structs.replace(Options(), deal="face down")
