"""Counting cards: effects of removal, the best count, and shoes played by it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from houseway.analysis import CannotAnalyse, analyse, approved
from houseway.analysis.composition import full, of_ranks
from houseway.analysis.counting import as_data, best_tags, correlation, count, effects_on, page
from houseway.analysis.dealing import state_of
from houseway.analysis.exact.two_hands import cell_weights
from houseway.analysis.kernels import counted_shoes
from houseway.analysis.kernels import mini_baccarat as kernel
from houseway.analysis.kernels.counted_shoes import Betting
from houseway.analysis.kernels.loops.shoe import make_ready
from houseway.analysis.removal import effect_of_removal
from houseway.cli.edge import read_tags
from houseway.equipment.cards import DECK, RANKS, Card, rank
from houseway.games import game
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, RULES, Options
from tests.amendments import adopted, example

DRAGON_7 = "mini-baccarat@2030-01-01"
PUBLISHED = read_tags("4567=-1,89=2")
UNITS_PER_SHOE = Fraction(597, 1000)  # published, 14 cards behind the cutting card, from true 4


@pytest.fixture(scope="module", autouse=True)
def _dragon_7() -> Iterator[None]:
    with adopted(example("dragon-7")):
        yield


def test_the_best_count_of_dragon_7_is_the_published_one() -> None:
    """Published: tags -1 for 4 to 7 and 2 for 8 and 9, a bet from a true count of 4."""
    made = count(DRAGON_7, "dragon 7", shoes=0)
    assert made.tags == {**dict.fromkeys(RANKS, 0), **PUBLISHED}
    assert made.trigger == 4
    assert made.edge == Fraction(64613588827, 848912750595)


def test_the_published_win_per_shoe_is_reached() -> None:
    """Cards are burned by the first one, and one round follows the cutting card."""
    made = count(
        DRAGON_7, "dragon 7", tags=PUBLISHED, trigger=4, depths=(14,), after_cut=1, shoes=40_000,
        workers=2,
    )  # fmt: skip
    [shoe] = made.shoes
    assert abs(shoe.units - UNITS_PER_SHOE) < 3 * shoe.standard_error
    assert made.conventions[-1] == "rounds after the one that brings the cutting card out: 1"


def test_a_wager_on_values_has_the_same_edge_by_every_cell() -> None:
    """A second road: totals on two cards and the next two cards, instead of whole rounds."""
    side = game(DRAGON_7).rules.side_wagers[0]
    facts = game(DRAGON_7).facts
    assert facts is not None
    gains = counted_shoes.gains_of_a_side_wager(side, facts, game(DRAGON_7).rules)
    weights = list(cell_weights(full(8).by_value(RULES.card_value)))
    won = sum(int(gains.by_cell[cell]) * weight for cell, weight in weights)
    assert -Fraction(won, sum(weight for _, weight in weights)) == Fraction(
        64613588827, 848912750595
    )


def test_effects_of_values_are_those_of_whole_rounds() -> None:
    """Both roads for a few ranks of one deck; the effects of all cards together are zero."""
    data = approved(DRAGON_7, Options())
    found = effects_on(DRAGON_7, "dragon 7", Options(), data)
    assert sum(found.values()) == 0
    source = full(8)
    before = analyse(DRAGON_7, only="dragon 7").wagers[0].edge
    left = of_ranks({**source.ranks, "8": 31})
    after = analyse(DRAGON_7, composition=left, only="dragon 7").wagers[0].edge
    assert found["8"] == before - after


def test_shoes_are_dealt_as_the_rules_deal_them() -> None:
    """The same shoes by hand: burn, draw by the tableau, count, bet, stop at the cutting card."""
    made = approved(DRAGON_7, Options())
    tables = kernel.tables(made)
    facts, rules = game(DRAGON_7).facts, game(DRAGON_7).rules
    assert facts is not None
    gains = counted_shoes.gains_of_a_side_wager(rules.side_wagers[0], facts, rules)
    betting = Betting(PUBLISHED | {r: 0 for r in RANKS if r not in PUBLISHED}, 2, (14, 60), 1, 0)
    many = 40
    state = np.array(state_of(3, 0), np.uint64)
    found = counted_shoes.play(state, many, tables, gains, betting)

    words = tuple(map(np.uint64, state_of(3, 0)))
    stack, shoe = tables.cards.copy(), np.zeros(len(tables.cards) + 6, np.uint8)
    by_hand = np.zeros((2, 4), np.int64)
    for _ in range(many):
        words = tuple(map(np.uint64, make_ready(stack, shoe, tables.margin, *words)))
        cards = [DECK[each] for each in shoe[: len(stack)]]
        for depth, behind in enumerate(betting.behind):
            by_hand[depth] += _played(cards, betting, behind)
    assert found.depths.tolist() == by_hand.tolist()


def _played(cards: list[Card], betting: Betting, behind: int) -> np.ndarray:
    """Rounds, bets, units and units squared of one shoe."""
    at = 1 + RULES.shoe.burn_value[rank(cards[0])]
    running = betting.tags[rank(cards[0])]
    rounds = bets = units = 0
    more = True
    while more:
        last = False
        bet = running * 52 >= betting.trigger * (len(cards) - at)
        hands, used = _round(cards[at : at + 6])
        player, banker = (RULES.tableau.total(hand) for hand in hands)
        dragon = banker > player and banker == 7 and len(hands[1]) == 3
        rounds, bets = rounds + 1, bets + bet
        units += bet * (40 if dragon else -1)
        running += sum(betting.tags[rank(card)] for card in cards[at : at + used])
        last = len(cards) - at < behind  # the one more after a tie
        at += used
        out = len(cards) - at < behind
        more = not out or (not last and player == banker)
    return np.array([rounds, bets, units, units**2])


def _round(coming: list[Card]) -> tuple[tuple[list[Card], list[Card]], int]:
    hands = {PLAYER: [coming[0], coming[2]], BANKER: [coming[1], coming[3]]}
    used = 4
    while due := RULES.tableau.third_card(hands[PLAYER], hands[BANKER]):
        hands[due[0]].append(coming[used])
        used += 1
    return (hands[PLAYER], hands[BANKER]), used


def test_betting_every_round_meets_the_exact_edge() -> None:
    """From a true count that is always reached, a wager of the game costs what it costs."""
    made = count("mini-baccarat", "banker", trigger=-10_000, depths=(14,), shoes=3_000)
    [shoe] = made.shoes
    assert shoe.bets == shoe.rounds
    assert shoe.edge is not None
    assert abs(shoe.edge + made.edge) < 4 * shoe.standard_error / shoe.rounds


def test_effects_of_a_wager_of_the_game_are_those_of_removal() -> None:
    made = count("mini-baccarat", "tie", shoes=0)
    risen = effect_of_removal("mini-baccarat")
    assert made.effects == {name: -edges["tie"] for name, edges in risen.items()}


def test_any_number_of_workers_deals_the_same_shoes() -> None:
    one, two = (
        count("mini-baccarat", "tie", trigger=3, shoes=10_001, depths=(20,), workers=workers)
        for workers in (1, 2)
    )
    assert one == two


def test_effects_in_whole_numbers_are_their_own_tags() -> None:
    effects = {name: Fraction(tag, 7) for name, tag in PUBLISHED.items()}
    assert best_tags(effects, 2) == {**dict.fromkeys(RANKS, 0), **PUBLISHED}
    assert correlation(effects, PUBLISHED) == 1


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"wager": "tie", "shoes": -1}, "-1 shoes"),
        ({"wager": "tie", "level": 5}, "tags up to 5"),
        ({"wager": "tie", "tags": {"X": 1}}, "'X' is not a rank"),
        ({"wager": "tie", "tags": {"7": 1}}, "turn them"),
        ({"wager": "tie", "depths": (400,)}, "leave no shoe"),
        ({"wager": "red", "slug": "tournament-roulette"}, "not played with cards"),
        ({"wager": "super 7's", "slug": "seven-up-baccarat"}, "not dealt from a shoe"),
    ],
)
def test_what_cannot_be_counted_is_refused(asked: dict[str, object], why: str) -> None:
    given = {"slug": "mini-baccarat", **asked}
    with pytest.raises(CannotAnalyse, match=why):
        count(**given)  # type: ignore[arg-type]


def test_pairs_lose_by_any_card_alike_and_cannot_be_counted() -> None:
    """Mini Baccarat 11.2(a): every rank is as likely to pair."""
    with pytest.raises(CannotAnalyse, match="no count helps"):
        count("mini-baccarat", "player pair", options=Options(pairs="canberra"))


def test_the_page_and_the_data_say_the_same() -> None:
    made = count("mini-baccarat", "tie", trigger=3, depths=(20,), shoes=500)
    text, told = "\n".join(page(made, "Mini Baccarat")), as_data(made)
    assert "500 shoes, seed 1" in text
    assert told["tags"] == made.tags
    assert told["shoes"][0]["units"].startswith(f"{float(made.shoes[0].units):.4f}"[:5])


@pytest.mark.parametrize("text", ["4567", "4=x", "44=1", "1=2", "4=1,4=2"])
def test_a_tag_that_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not a tag|has two tags"):
        read_tags(text)
