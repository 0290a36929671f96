"""The tables of Tournament Blackjack against the document, and what the table knows of itself."""

from __future__ import annotations

from itertools import combinations_with_replacement, product

import msgspec
import pytest
from msgspec.structs import replace

from houseway.equipment.cards import DECK, RANKS, Card, parse_cards, rank
from houseway.equipment.chips import ChipSet
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Setup
from houseway.games.house import SetLimits
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack import GAME, rules
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import Options, Standing, cite
from houseway.games.tournament_blackjack.state import Play
from houseway.rulebook.document import document
from houseway.rulebook.odds import to
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused


def table(**options: object) -> Play:
    play: Play = GAME.begin(Setup(Options(**options), rules.RULES.limits))  # type: ignore[arg-type]
    GAME.do(play, TakeAsPrepared())
    return play


def dealt(cards: str, *wagers: tuple[str, str], **options: object) -> Play:
    """A table on which these cards have come, all wagers of ten dollars."""
    play = table(**options)
    GAME.do(play, c.OpenBetting())
    for patron, wager in wagers:
        GAME.do(play, c.PlaceWager(patron, wager, 10_00), Role.PATRON)
    GAME.do(play, c.CallNoMoreBets())
    for card in parse_cards(cards):
        GAME.do(play, c.DealCard(card))
    return play


ANA = ("Ana", "blackjack")


# The document and its options


def test_the_rule_set_is_its_own_part_of_the_instrument() -> None:
    """Tournament Blackjack instrument: NI2002-45, and no clause of another document."""
    assert GAME.cite.metadata.instrument == document("tournament-roulette").metadata.instrument
    assert "2002" in GAME.cite.metadata.instrument
    assert "45" in GAME.cite.metadata.instrument
    assert GAME.cite.edition == "2002-02-18"
    cited = {may.clause for may in GAME.orders.values()}
    assert all(GAME.cite.number_of(clause) for clause in cited)


@pytest.mark.parametrize(
    ("subject", "number"),
    [("table", "1.1"), ("cards", "2.1"), ("shoe", "terms: Shoe"), ("shuffle", "2.3(b)")],
)
def test_a_table_without_an_approval_is_not_set_up(subject: str, number: str) -> None:
    """Tournament Blackjack terms: Approved, 1.1, 2.1, terms: Shoe and 2.3(b)."""
    held = tuple(each for each in Options().approved if each != subject)
    refused = GAME.check_setup(Setup(Options(approved=held), rules.RULES.limits))
    assert refused == Refused("not_approved", cite(number))
    assert GAME.check_setup(Setup(Options(), rules.RULES.limits)) is None


@pytest.mark.parametrize("decks", [5, 6, 7, 8])
def test_the_shoe_holds_five_to_eight_decks(decks: int) -> None:
    """Tournament Blackjack 2.1: 260 to 416 cards, and no other number is an option (2.3(a))."""
    assert table(decks=decks).stock.source == decks * 52
    assert rules.RULES.decks == (5, 6, 7, 8)


@pytest.mark.parametrize(("decks", "most"), [(5, 156), (6, 182), (7, 208), (8, 234)])
def test_the_cutting_card_lies_up_to_half_the_decks_and_half_a_deck_deep(
    decks: int, most: int
) -> None:
    """Tournament Blackjack 5.3 and 5.3 closing line: 52 to 26 for each deck and 26 more."""
    assert rules.RULES.behind_cutting_card(decks) == (52, most)
    play: Play = GAME.begin(Setup(Options(decks=decks), rules.RULES.limits))  # type: ignore[arg-type]
    GAME.do(play, c.CheckCards())
    GAME.do(play, c.ShuffleCards())
    GAME.do(play, c.CutCards(100), Role.GAMING_SUPERVISOR)
    misplaced = Refused("cutting_card_misplaced", cite("5.3"))
    assert GAME.decide(play, c.PlaceCuttingCard(51)) == misplaced
    assert GAME.decide(play, c.PlaceCuttingCard(most + 1)) == misplaced
    assert isinstance(GAME.decide(play, c.PlaceCuttingCard(52)), Accepted)
    assert isinstance(GAME.decide(play, c.PlaceCuttingCard(most)), Accepted)


def test_the_failed_shoe_is_dealt_to_about_one_deck_from_the_back() -> None:
    """Tournament Blackjack 20.3(a): one deck, half a deck more or less."""
    assert rules.RULES.behind_in_faulty_shoe == (26, 78)


# Values and totals


@pytest.mark.parametrize("face", RANKS)
def test_each_rank_counts_as_the_document_says(face: str) -> None:
    """Tournament Blackjack 2.5, 2.5(a), 2.5(b) and 2.5(c)."""
    written = {"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {str(n): n for n in range(2, 10)}
    assert rules.RULES.card_value[face] == written[face]


@pytest.mark.parametrize(
    ("cards", "points", "soft"),
    [
        ("As", 11, True),
        ("As Ah", 12, True),
        ("As Ah Ad", 13, True),
        ("As 9h", 20, True),
        ("As 9h Ad", 21, True),
        ("As 9h Ad Ac", 12, False),
        ("As Kh", 21, True),
        ("As Kh 5d", 16, False),
        ("Ts 6h", 16, False),
        ("Ts 6h 6d", 22, False),
        ("As 5h 5d", 21, True),
    ],
)
def test_the_best_total_up_to_21(cards: str, points: int, soft: bool) -> None:
    """Tournament Blackjack terms: Hard Total and terms: Soft Total."""
    assert rules.RULES.total(parse_cards(cards)) == rules.Total(points, soft)


def test_a_table_is_played_with_five_to_eight_decks() -> None:
    """Tournament Blackjack 2.3(a)."""
    for decks in (5, 6, 7, 8):
        assert msgspec.convert({"decks": decks}, rules.Options).decks == decks
    for decks in (4, 9):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({"decks": decks}, rules.Options)


def test_a_blackjack_is_an_ace_and_any_ten_as_first_two_cards() -> None:
    """Tournament Blackjack terms: Blackjack."""
    for first, second in product(DECK, DECK):
        names = {rank(first), rank(second)}
        assert rules.RULES.is_blackjack([first, second]) == (
            "A" in names and bool(names & set("TJQK"))
        )
    assert not rules.RULES.is_blackjack(parse_cards("As 5h 5d"))
    assert not rules.RULES.is_blackjack(parse_cards("As Ah Th"))
    assert not rules.RULES.is_blackjack(parse_cards("As Th 5d"))
    assert not rules.RULES.is_blackjack(parse_cards("As"))


# The choices on every two cards

VALUES = "A23456789T"


@pytest.mark.parametrize(
    ("first", "second"),
    [pair for pair in combinations_with_replacement(VALUES, 2) if set(pair) != {"A", "T"}],
)
def test_what_may_be_chosen_on_two_cards(first: str, second: str) -> None:
    """Tournament Blackjack 9.1(a), 9.1(b), 9.1(c) and 9.1(d): each exactly when it may be."""
    play = dealt(f"{first}s 9c {second}h", ANA)
    GAME.do(play, v.SettleInterim())
    hard = sum({"A": 1, "T": 10}.get(each) or int(each) for each in (first, second))
    offered: list[c.Command] = [v.Hit("Ana")]
    if hard >= 12 or "A" in (first, second):
        offered.append(v.Stand("Ana"))
    offered.append(v.Double("Ana"))
    if first == second:
        offered.append(v.Split("Ana"))
    assert list(GAME.awaits(play).choices) == offered
    for order in (v.Hit("Ana"), v.Stand("Ana"), v.Double("Ana"), v.Split("Ana")):
        assert GAME.can(play, order, Role.PATRON) == (order in offered)


def test_the_first_choices_wait_for_the_pairs_and_the_interim_settlement() -> None:
    """Tournament Blackjack 18.14: after the perfect pairs go on with rule 9; 8.1 comes between."""
    play = dealt("8s 9c 7h", ANA, ("Ana", "perfect pairs"), pairs="perfect")
    pairs_first = Refused("pairs_first", cite("18.14"))
    assert GAME.decide(play, v.Hit("Ana"), Role.PATRON) == pairs_first
    interim = GAME.decide(play, v.SettleInterim())
    assert interim == Refused("no_interim_now", cite("8.1"))
    GAME.do(play, v.SettlePerfectPairs())
    assert GAME.decide(play, v.Hit("Ana"), Role.PATRON) == Refused(
        "initial_deal_first", cite("8.1")
    )
    GAME.do(play, v.SettleInterim())
    assert GAME.awaits(play).clause == cite("9.1")
    assert GAME.can(play, v.Hit("Ana"), Role.PATRON)


def test_the_initial_deal_is_two_cards_for_each_box_and_one_for_the_dealer() -> None:
    """Tournament Blackjack terms: Initial Deal: only then does the interim settlement come."""
    play = dealt("8s 9h 9c 7h", ANA, ("Ben", "blackjack"))
    assert GAME.decide(play, v.SettleInterim()) == Refused("no_interim_now", cite("8.1"))
    GAME.do(play, c.DealCard(Card("2d")))
    assert GAME.awaits(play).clause == cite("8.1")
    assert [len(hand.cards) for hand in play.hands] == [2, 2]
    assert len(play.dealer) == 1


# Settlement


def test_insurance_is_paid_after_the_main_stakes() -> None:
    """Tournament Blackjack 7.5(b): on completion of rule 13, for every box."""
    play = dealt("Ts 9h Ac 7h 9d", ANA, ("Ben", "blackjack"))
    GAME.do(play, v.Insure("Ana"), Role.PATRON)
    GAME.do(play, v.SettleInterim())
    GAME.do(play, v.Stand("Ana"), Role.PATRON)
    GAME.do(play, v.Stand("Ben"), Role.PATRON)
    GAME.do(play, c.DealCard(Card("Kc")))
    GAME.do(play, c.SettleWagers())
    order = [(line.patron, line.wager) for line in play.layout.settlements]
    assert order == [ANA, ("Ben", "blackjack"), ("Ana", "insurance")]


def test_losing_perfect_pairs_are_collected_before_winning_ones_are_paid() -> None:
    """Tournament Blackjack 18.12, 18.12(a) and 18.12(b)."""
    side = [("Ana", "perfect pairs"), ("Ben", "blackjack"), ("Ben", "perfect pairs")]
    play = dealt("8s 9h 9c 8h 2d", ANA, *side, pairs="perfect")
    GAME.do(play, v.SettlePerfectPairs())
    kinds = [(line.patron, type(line)) for line in play.layout.settlements]
    assert kinds == [("Ben", e.WagerCollected), ("Ana", e.WagerPaid)]


def test_the_odds_are_those_of_the_document() -> None:
    """Tournament Blackjack 7.4, 8.1(a), 8.1(b), 13.2(a), 13.2(b) and 18.13."""
    lines = {
        (line.wager, line.outcome): (line.odds, GAME.cite.number_of(line.clause))
        for line in GAME.wagers(Options(pairs="perfect"))
    }
    assert lines == {
        ("blackjack", "blackjack"): (to(3, 2), "13.2(a)"),
        ("blackjack", "other hand"): (to(1, 1), "13.2(b)"),
        ("blackjack", "even money"): (to(1, 1), "8.1(b)"),
        ("insurance", "dealer blackjack"): (to(2, 1), "7.4"),
        ("perfect pairs", "mixed pair"): (to(6, 1), "18.13(a)"),
        ("perfect pairs", "coloured pair"): (to(12, 1), "18.13(b)"),
        ("perfect pairs", "perfect pair"): (to(25, 1), "18.13(c)"),
    }
    assert rules.RULES.interim_odds["blackjack"].odds == to(3, 2)


@pytest.mark.parametrize(
    ("patron", "dealer", "verdict", "number"),
    [
        (Standing(12), Standing(26), "wins", "13.1(a)"),
        (Standing(20), Standing(19), "wins", "13.1(b)"),
        (Standing(21, blackjack=True), Standing(21), "wins", "13.1(c)"),
        (Standing(22), Standing(26), "loses", "13.1(d)"),
        (Standing(18), Standing(19), "loses", "13.1(e)"),
        (Standing(21), Standing(21, blackjack=True), "loses", "13.1(f)"),
        (Standing(19), Standing(19), "stands off", "13.1(g)"),
        (Standing(21, blackjack=True), Standing(21, blackjack=True), "stands off", "13.1(g)"),
    ],
)
def test_each_line_of_the_final_settlement(
    patron: Standing, dealer: Standing, verdict: str, number: str
) -> None:
    """Tournament Blackjack 13.1: one case for each line, at its edge."""
    assert rules.RULES.outcome(patron, dealer) == (verdict, cite(number))


def test_the_result_is_settled_once_everything_has_come_and_not_before() -> None:
    """Tournament Blackjack 13.1: neither during the choices nor twice."""
    play = dealt("Ts 9c 7h", ANA)
    GAME.do(play, v.SettleInterim())
    assert GAME.decide(play, c.SettleWagers()) == Refused("round_not_complete", cite("13.1"))
    GAME.do(play, v.Stand("Ana"), Role.PATRON)
    assert GAME.decide(play, c.SettleWagers()) == Refused("round_not_complete", cite("13.1"))
    GAME.do(play, c.DealCard(Card("8c")))
    GAME.do(play, c.SettleWagers())
    assert GAME.decide(play, c.SettleWagers()) == Refused("no_round_under_way", cite("13.1"))


def test_the_dealer_alone_settles_and_collects() -> None:
    """Tournament Blackjack terms: Dealer, and terms: Round of Play for its end."""
    play = dealt("Ts 9c 7h", ANA)
    collected = GAME.decide(play, c.CollectCards())
    assert collected == Refused("round_not_settled", cite("terms: Round of Play"))
    GAME.do(play, v.SettleInterim())
    GAME.do(play, v.Stand("Ana"), Role.PATRON)
    GAME.do(play, c.DealCard(Card("8c")))
    refused = GAME.decide(play, c.SettleWagers(), Role.TOURNAMENT_DIRECTOR)
    assert refused == Refused("role_may_not", cite("terms: Dealer"))
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    assert play.stock.rack == list(parse_cards("Ts 9c 7h 8c"))


# The sign and the set-up


def test_the_sign_shows_limits_multiples_decks_and_shuffle() -> None:
    """Tournament Blackjack 3.1, 3.2, 2.3(a), 2.3(b), and 18.8 where perfect pairs are offered."""
    shown = {GAME.cite.number_of(clause): text for text, clause in GAME.sign(table())}
    assert shown == {
        "3.1": "each box: minimum $5, maximum $1,000",
        "3.2": "wagers in multiples of $5",
        "2.3(a)": "6 decks",
        "2.3(b)": "manual shuffle",
    }
    play = table(pairs="perfect")
    GAME.do(
        play,
        SetLimits(5_00, 50_00, "perfect pairs"),
        Role.TOURNAMENT_DIRECTOR,
    )
    shown = {GAME.cite.number_of(clause): text for text, clause in GAME.sign(play)}
    assert shown["18.8"] == "perfect pairs: minimum $5, maximum $50"


def test_half_of_every_good_stake_is_in_whole_cents() -> None:
    """Tournament Blackjack 13.2(a) and 7.3: odd amounts would make half-cents."""
    odd = Refused("half_not_in_cents", cite("13.2(a)"))
    assert GAME.check_setup(Setup(Options(), replace(rules.RULES.limits, multiple=25))) == odd
    assert GAME.check_setup(Setup(Options(), replace(rules.RULES.limits, maximum=101_25))) == odd
    free = replace(rules.RULES.limits, multiple=0)
    assert GAME.check_setup(Setup(Options(), free, ChipSet((25, 1_00)))) == odd
    assert GAME.check_setup(Setup(Options(), free, ChipSet((50, 1_00)))) is None
