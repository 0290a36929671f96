"""Every figure by two roads: the analysis, and rounds that the test deals and judges itself.

A few cards are dealt in every order they can come, so that any remaining composition is tried; full
decks are compared with the counts of the suites that put every round through the live engine.
"""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import partial
from itertools import permutations, product
from math import comb, perm
from typing import Any

import pytest

from houseway.analysis import analyse
from houseway.analysis.composition import Composition, full, of_cards, of_ranks
from houseway.analysis.exact import three_card_baccarat as three_card
from houseway.equipment.cards import DECK, Card
from houseway.games import game, mini_baccarat, three_card_baccarat
from houseway.games.commands import PlaceWager
from tests.analysis import recount
from tests.analysis.recount import every_deal, hands_in_any_order, shares, spread_of, spreads_of
from tests.games.casino_war import test_every_round as war_suite
from tests.games.mini_baccarat import test_every_coup as mini_suite
from tests.games.seven_up_baccarat import test_every_round as seven_up_suite
from tests.games.three_card_baccarat import test_every_round as three_card_suite
from tests.games.tournament_mini_baccarat import test_every_round as tournament_suite
from tests.games.tournament_roulette import test_every_round as roulette_suite

MiniOptions = mini_baccarat.rules.Options
ThreeCardOptions = three_card_baccarat.rules.Options

# What is left of some shoe: many alike, all different, hardly any high cards, few more than needed.
LEFT = [
    "7s 7s 7h 7d 7c 9c 2d",
    "As 2s 3s 4s 5s 6s 8s",
    "Kh Kh Kd Ks Qh Jh 5c",
    "8h 8h 9d 9d Ac Ac 6s",
    "3c 4d 5h 6s 7c 7c",
]


def drawn_at_random(seed: int, number: int = 7) -> str:
    """Cards of two decks, drawn by a seed that a failure names."""
    return " ".join(random.Random(seed).sample(DECK * 2, number))


SAMPLES = [*LEFT, *(drawn_at_random(seed) for seed in range(3))]


def composition(cards: list[str]) -> Composition:
    return of_cards(Counter(map(Card, cards)))


@pytest.mark.share(3)
@pytest.mark.parametrize("left", SAMPLES)
@pytest.mark.parametrize(
    ("settlement", "pairs"), [("commission", "perfect"), ("non-commission", "canberra")]
)
def test_mini_baccarat_from_any_cards(left: str, settlement: str, pairs: str) -> None:
    """Mini Baccarat 6.2, 7.2 table, 7.3 table, 8.8, 8.9, 9.8, 10.6 and 11.2."""
    cards = left.split()
    options = MiniOptions(settlement=settlement, pairs=pairs)  # type: ignore[arg-type]
    found = analyse("mini-baccarat", options=options, composition=composition(cards))
    judged = partial(recount.mini_baccarat, commission=settlement == "commission", pairs=pairs)
    assert spreads_of(found) == every_deal(cards, 6, judged)


@pytest.mark.parametrize("left", SAMPLES)
def test_tournament_mini_baccarat_from_any_cards(left: str) -> None:
    """Tournament Mini-Baccarat 7.2 table, 7.3 table, 8.1, 8.2, 8.3 and 8.4."""
    cards = left.split()
    found = analyse("tournament-mini-baccarat", composition=composition(cards))
    assert spreads_of(found) == every_deal(cards, 6, recount.tournament_mini_baccarat)


@pytest.mark.parametrize("left", SAMPLES)
def test_seven_up_baccarat_from_any_cards(left: str) -> None:
    """7-Up Baccarat 9.3 Table 1, 9.4 Table 2, 10.5, 11.1.2 Table and 11.1.3 Table."""
    cards = left.split()
    found = analyse("seven-up-baccarat", composition=composition(cards))
    assert spreads_of(found) == every_deal(cards, 5, recount.seven_up_baccarat)


@pytest.mark.parametrize("left", SAMPLES)
@pytest.mark.parametrize("variant", ["standard", "even money"])
def test_three_card_baccarat_from_any_cards(left: str, variant: str) -> None:
    """Three Card Baccarat 5.1.1, 5.1.2, 5.1.3, 5.1.4, 7.2 Table, 11.1 and 11.2."""
    cards = left.split()
    options = ThreeCardOptions(variant=variant)  # type: ignore[arg-type]
    found = analyse("three-card-baccarat", options=options, composition=composition(cards))
    judged = partial(recount.three_card_baccarat, even_money=variant == "even money")
    assert spreads_of(found) == every_deal(cards, 6, judged, hands_in_any_order)


@pytest.mark.parametrize("left", SAMPLES)
def test_casino_war_from_any_cards(left: str) -> None:
    """Casino War 5.1.1.3, 8.1.2, 8.2.2, 10.1, 10.2 and 10.3."""
    cards = left.split()
    found = spreads_of(analyse("casino-war", composition=composition(cards)))
    for how, fights in (("go to war", True), ("surrender", False)):
        dealt = every_deal(cards, 4, partial(recount.casino_war, fights=fights))
        assert found[f"initial, {how}"] == dealt["initial"]
        assert found["tie"] == dealt["tie"]


@pytest.mark.parametrize("left", SAMPLES)
def test_the_best_choice_in_a_war_is_made_rank_by_rank(left: str) -> None:
    """Casino War 5.7: for each rank that ties, what war gains against what surrender loses."""
    cards = left.split()
    gained: Counter[str] = Counter()
    for deal in permutations(cards, 4):
        if deal[0][0] == deal[1][0]:
            gained[deal[0][0]] += int(2 * recount.casino_war(deal, fights=True)["initial"])
            gained[deal[0][0]] += 1  # what surrender would have lost, in halves
    fought = {rank for rank, more in gained.items() if more > 0}

    def judged(deal: tuple[str, ...]) -> recount.Gains:
        return recount.casino_war(deal, fights=deal[0][0] in fought)

    found = spreads_of(analyse("casino-war", composition=composition(cards)))
    assert found["initial, best choice"] == every_deal(cards, 4, judged)["initial"]


def test_ranks_alone_are_enough_where_suits_decide_nothing() -> None:
    """Casino War 3.2, Three Card Baccarat 3.4: the same figures from ranks as from cards."""
    cards = LEFT[2].split()
    by_rank = of_ranks(Counter(card[0] for card in cards))
    for slug in ("casino-war", "three-card-baccarat", "seven-up-baccarat", "mini-baccarat"):
        by_card = analyse(slug, composition=composition(cards))
        assert analyse(slug, composition=by_rank).wagers == by_card.wagers


def test_the_largest_source_is_still_counted_exactly() -> None:
    """Mini Baccarat 7.3 table: 400 decks weigh as many deals as there are orders of six cards."""
    found = analyse("mini-baccarat", decks=400)
    assert {wager.total for wager in found.wagers} == {perm(20_800, 6)}
    tie = found.wager("tie")
    assert abs(tie.hit_frequency - INFINITE_TIE) < Fraction(1, 10_000)


# A tie from a source that never runs out, by the drawing rules alone: chances in thirteenths.
def _infinite_tie() -> Fraction:
    chances = [Fraction(4 if value == 0 else 1, 13) for value in range(10)]
    two = [Fraction(0)] * 10
    for one, other in product(range(10), repeat=2):
        two[(one + other) % 10] += chances[one] * chances[other]
    tie = Fraction(0)
    for mine, theirs in product(range(10), repeat=2):
        chance = two[mine] * two[theirs]
        if mine >= 8 or theirs >= 8:
            tie += chance * (mine == theirs)
        elif mine >= 6:
            tie += chance * (chances[(mine - theirs) % 10] if theirs <= 5 else mine == theirs)
        else:
            tie += chance * sum(
                chances[third] * _then(mine, theirs, third, chances) for third in range(10)
            )
    return tie


def _then(mine: int, theirs: int, third: int, chances: list[Fraction]) -> Fraction:
    card = f"{'TA23456789'[third]}s"
    total = (mine + third) % 10
    if recount.banker_draws(theirs, card):
        return chances[(total - theirs) % 10]
    return Fraction(total == theirs)


INFINITE_TIE = _infinite_tie()


# Full decks, against the suites of the live engine


def test_eight_decks_of_mini_baccarat_as_the_engine_counts_them() -> None:
    """Mini Baccarat 2.1, 8.8 and 8.9: weights and all, 4,998,398,275,503,360 deals."""
    counted = mini_suite.counted_by_hand()
    tie, on_six = counted["tie", False], counted["banker", True]
    player, banker = counted["player", False], counted["banker", False]
    commission = weights("mini-baccarat", MiniOptions())
    assert commission["banker"] == {
        "banker": banker, "banker on 6": on_six, "tie": tie, "player": player,
    }  # fmt: skip
    assert commission["player"] == {"player": player, "tie": tie, "banker": banker + on_six}
    half = analyse("mini-baccarat", options=MiniOptions(settlement="non-commission"))
    total = player + banker + on_six + tie
    assert half.wager("banker").edge == Fraction(player - banker, total) - on_six * Fraction(
        1, 2 * total
    )


def weights(slug: str, options: Any = None) -> dict[str, dict[str, int]]:
    found = analyse(slug, options=options)
    return {
        wager.name: {each.name: each.weight for each in wager.outcomes} for wager in found.wagers
    }


def test_pairs_of_eight_decks_as_the_engine_counts_them() -> None:
    """Mini Baccarat 10.6 and 11.2: each card meets 7 of itself, 8 of its colour, 16 others."""
    perfect = weights("mini-baccarat", MiniOptions(pairs="perfect"))
    other = 416 * 415 - 416 * 31
    counted = {
        "perfect pair": 416 * 7, "coloured pair": 416 * 8, "mixed pair": 416 * 16, "no pair": other,
    }  # fmt: skip
    assert perfect["player pair"] == perfect["banker pair"] == counted
    canberra = weights("mini-baccarat", MiniOptions(pairs="canberra"))
    assert canberra["player pair"] == {"pair": 416 * 31, "no pair": other}


def test_eight_decks_of_tournament_mini_baccarat_as_the_engine_counts_them() -> None:
    """Tournament Mini-Baccarat 8.1: at even money Banker is the better side for the patron."""
    counts = tournament_suite.counted_by_hand()
    result = {
        name: sum(counts[name, cards] for cards in (4, 5, 6))
        for name in ("player", "banker", "tie")
    }
    found = weights("tournament-mini-baccarat")
    assert found == {"banker": result, "player": result, "tie": result}
    assert analyse("tournament-mini-baccarat").wager("banker").favours_patron


def test_six_decks_of_seven_up_as_the_engine_counts_them() -> None:
    """7-Up Baccarat 11.1.2 Table, 11.1.3 Table: what each wager nets over all deals."""
    counted, _ = seven_up_suite.totals_by_hand()
    found = analyse("seven-up-baccarat")
    for wager in found.wagers:
        net = Fraction(counted["net", wager.name], seven_up_suite.STAKE * counted["coups"])
        assert wager.total == counted["coups"]
        assert wager.edge == -net
    prizes = {"1": 0, "2": 20_00, "3": 50_00, "4": 170_00, "5": 700_00, "6": 7_000_00}
    for each in found.wager("super 7's").outcomes:
        assert each.weight == counted["sevens pay", prizes[each.name.split()[0]]]


@pytest.mark.share(1)
@pytest.mark.parametrize("decks", [6, 8])
@pytest.mark.parametrize("variant", ["standard", "even money"])
def test_three_card_baccarat_as_the_engine_settles_it(decks: int, variant: str) -> None:
    """Three Card Baccarat 7.2 Table, 11.1 and 11.2: 31 x 31 pairs of orders through the engine."""
    options = ThreeCardOptions(decks=decks, variant=variant)  # type: ignore[arg-type]
    found = analyse("three-card-baccarat", options=options)
    gains: dict[str, Counter[Fraction]] = {}
    for orders, ways in three_card_suite.ways_by_orders(decks).items():
        for wager, line in three_card_suite.settled(decks, variant)[orders].items():
            net = Fraction(line.paid - line.collected, three_card_suite.STAKE)
            gains.setdefault(wager, Counter())[net] += ways
    assert spreads_of(found) == {wager: shares(each) for wager, each in gains.items()}
    cards = 52 * decks
    assert found.wager("player").total == comb(cards, 3) * comb(cards - 3, 3)


@pytest.mark.parametrize("decks", [6, 8])
def test_each_of_the_31_orders_is_dealt_as_often_as_counted(decks: int) -> None:
    """Three Card Baccarat 7.2 Table: hands of each order out of 312 or 416 cards."""
    data = three_card.read(ThreeCardOptions(decks=decks))  # type: ignore[arg-type]
    rest = comb(52 * decks - 3, 3)  # Player's hand beside it, whatever it is
    counted: Counter[int] = Counter()
    for (order, _), ways in three_card_suite.ways_by_orders(decks).items():
        counted[order] += ways
    found = three_card.ways_by_order(data, full(decks))
    assert list(found) == list(range(1, 32))
    assert {order: ways * rest for order, ways in found.items()} == counted


def test_six_decks_of_casino_war_as_the_engine_settles_them() -> None:
    """Casino War 3.1, 8.1, 8.2, 10: both choices on every tie."""
    found = analyse("casino-war")

    def engine(outcomes: war_suite.Outcomes, *wagers: str) -> Counter[Fraction]:
        gains: Counter[Fraction] = Counter()
        for lines, ways in outcomes.items():
            gained = sum(gain for wager, _, gain in lines if wager in wagers)
            gains[Fraction(gained, war_suite.STAKE)] += ways
        return gains

    first, wars = war_suite.first_cards(), war_suite.wars()
    assert spread_of(found.wager("tie")) == shares(engine(first, "tie"))
    assert spread_of(found.wager("initial, surrender")) == shares(engine(first, "initial"))
    decided: Counter[Fraction] = Counter()
    for gain, ways in engine(first, "initial").items():
        if gain != Fraction(-1, 2):
            decided[gain] += ways * 310 * 309
    decided.update(engine(wars, "initial", "war"))
    assert spread_of(found.wager("initial, go to war")) == shares(decided)


def test_every_place_of_the_layout_as_the_engine_settles_it() -> None:
    """Tournament American Roulette 6.1 table: 157 positions and 37 pockets."""
    table = roulette_suite.Table()
    unit = roulette_suite.UNIT
    wagers = [PlaceWager("Ana", place, unit) for place in roulette_suite.LAYOUT]
    gains: dict[str, Counter[Fraction]] = {}
    for pocket in roulette_suite.POCKETS:
        for place, cents in table.round(wagers, pocket).items():
            gains.setdefault(place, Counter())[Fraction(cents, unit)] += 1
    found = spreads_of(analyse("tournament-roulette"))
    assert len(gains) == 157
    for place, counted in gains.items():
        assert found[place] == shares(counted)


def test_every_wager_of_the_race_track_as_its_pieces_say() -> None:
    """Tournament American Roulette 4.8(a), 4.8(b), 4.8(c), 4.8(d) and 4.8(e)."""
    found = spreads_of(analyse("tournament-roulette"))
    for section, (pieces, wins) in roulette_suite.NET_UNITS.items():
        counted: Counter[Fraction] = Counter()
        for units, numbers in wins.items():
            counted[Fraction(units, pieces)] += len(numbers.split())
        counted[Fraction(-1)] += 37 - counted.total()
        assert found[section] == shares(counted)
    five = {Fraction(31, 5): Fraction(5, 37), Fraction(-1): Fraction(32, 37)}
    for number in range(37):
        assert found[f"neighbours of {number}"] == five


def test_a_layout_without_the_corner_of_zero_or_the_race_track_lacks_them() -> None:
    """Tournament American Roulette 4.3(d), 4.8: what the table does not offer is not analysed."""
    options = game("tournament-roulette").options
    found = analyse(
        "tournament-roulette",
        options=options(zero_corner="withheld", race_track="unused"),
    )
    names = {wager.name for wager in found.wagers}
    assert len(names) == 156
    assert "0/1/2/3" not in names


def test_war_has_later_wagers_and_the_others_have_none() -> None:
    """Casino War 5.7: on 23 of 311 rounds a second unit is staked, and risk is told over both."""
    war = analyse("casino-war").wager("initial, go to war")
    assert war.average_stake == 1 + Fraction(23, 311)
    assert war.element_of_risk == war.edge / war.average_stake
    surrender = analyse("casino-war").wager("initial, surrender")
    assert surrender.element_of_risk == surrender.edge == Fraction(23, 622)
