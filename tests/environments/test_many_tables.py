"""Compiled tables of blackjack, held to the live engine: same cards, same actions, same answers."""

from __future__ import annotations

from collections import deque

import gymnasium
import numpy as np
import pytest

from houseway.analysis import CannotAnalyse, analyse
from houseway.environments.many_tables import ManyTablesEnv
from houseway.environments.table import Seat, facts_of
from houseway.equipment.cards import DECK
from houseway.games import game
from houseway.games.options import read_setup

SLUG = "tournament-blackjack"


class Mirror:
    """A live table that is dealt the cards which a compiled one drew."""

    def __init__(self) -> None:
        self.game, self.values = game(SLUG), deque[int]()
        setup = read_setup(self.game, {"shuffle": "automated"})
        self.seat = Seat(self.game, setup, self._pick, boxes=1, unit=5_00, staking=False)
        self.seat.open()

    def _pick(self, many: int) -> int:
        """The place of the next card drawn among the unseen ones, in the order of the deck."""
        if not self.values:
            return 0
        stock, place, value = self.seat.play.stock, 0, self.values.popleft()
        assert many == stock.cards - sum(stock.out.values())
        for card in DECK:
            unseen = stock.decks - stock.out.get(card, 0)
            if unseen and self.game.rules.value[card] == value:
                return place
            place += unseen
        raise AssertionError("no such card is left")

    def step(self, action: int, drawn: list[int]) -> tuple[str, int, bool]:
        """The clause of a refusal, cents won, and whether the round is over."""
        if refused := self.seat.refused(action):
            return str(refused.clause), 0, False
        self.values.extend(drawn)
        self.seat.take(action)
        assert not self.values
        net, over = (self.seat.net_cents, True) if self.seat.over else (0, False)
        if over:
            self.seat.open()
        return "", net, over


@pytest.mark.parametrize("seed", [1, 2])
def test_compiled_tables_do_what_the_live_engine_does(seed: int) -> None:
    """Any action, accepted or not: facts, accepted actions, cents, ends and clauses agree."""
    many, chance = 16, np.random.default_rng(seed)
    tables = ManyTablesEnv(SLUG, many, log=True, shuffle="automated")
    mirrors = [Mirror() for _ in range(many)]
    facts, infos = tables.reset(seed=seed)
    wins, clauses = set(), set()
    for _ in range(50):
        legal = infos["action_mask"]
        weights = np.where(legal, 1.0, 0.1)
        actions = np.array([chance.choice(8, p=row / row.sum()) for row in weights])
        facts, _, over, _, infos = tables.step(actions)
        for at, mirror in enumerate(mirrors):
            number, *cards = tables.drawn[at].tolist()
            clause, net, ended = mirror.step(int(actions[at]), cards[:number])
            assert tables.clauses[infos["refused"][at]] == clause
            assert (infos["net_cents"][at], over[at]) == (net, ended)
            assert tuple(facts[at].tolist()) == facts_of(mirror.seat, mirror.seat.seen())
            assert infos["action_mask"][at].tolist() == mirror.seat.legal()
            wins.add(net)
            clauses.add(clause)
    assert len(wins) > 8
    assert len(clauses) > 6


def played(tables: ManyTablesEnv, rounds: int) -> tuple[float, int]:
    """Rounds played as the dealer must play, insurance and even money declined: their mean gain."""
    facts, _ = tables.reset(seed=5)
    gained, done = 0.0, 0
    while done < rounds:
        asked, points = facts[:, 0], facts[:, 1]
        hand = np.where(points >= 17, 1, 2)
        actions = np.where(asked == 0, 0, np.where(asked == 1, 5, hand))
        facts, rewards, over, _, _ = tables.step(actions)
        gained, done = gained + float(rewards.sum()), done + int(over.sum())
    return gained / done, done


def test_long_play_agrees_with_the_exact_edge() -> None:
    """Within five standard errors, from an automated shoe. A round's gain spreads about 1.0."""
    mean, rounds = played(ManyTablesEnv(SLUG, 4_096, shuffle="automated"), 1_000_000)
    exact = -analyse(SLUG).wager("blackjack, mimic the dealer").edge
    assert abs(mean - float(exact)) < 5 / rounds**0.5


def test_a_shoe_is_dealt_down_to_its_cutting_card() -> None:
    """Tournament Blackjack 5.4(a): no round begins with the cutting card."""
    tables, seen = ManyTablesEnv(SLUG, 1, behind=100, log=True), list[int]()
    tables.reset(seed=3)
    left = 0
    for _ in range(300):
        facts, _, _, _, _ = tables.step(np.array([0]))
        while facts[0, 0]:
            drawn = int(tables.drawn[0, 0])
            left = 312 - drawn if left <= 100 else left - drawn
            action = 5 if facts[0, 0] == 1 else 1 if facts[0, 1] >= 12 else 2
            facts, _, _, _, _ = tables.step(np.array([action]))
        drawn = int(tables.drawn[0, 0])
        left = 312 - drawn if left <= 100 else left - drawn
        seen.append(left)
    assert min(seen) > 60
    assert min(seen) <= 100
    assert max(seen) > 300


def test_one_seed_gives_one_trajectory() -> None:
    one, other = (played(ManyTablesEnv(SLUG, 64), 2_000) for _ in range(2))
    assert one == other


def test_gymnasium_makes_it_by_name() -> None:
    tables = gymnasium.make_vec("houseway/Blackjack-v0", num_envs=3, shuffle="automated")
    assert isinstance(tables.unwrapped, ManyTablesEnv)
    facts, infos = tables.reset(seed=1)
    assert tables.observation_space.contains(facts)
    assert infos["action_mask"].tolist() == 3 * [[1, 0, 0, 0, 0, 0, 0, 0]]
    facts, rewards, over, cut, _ = tables.step(np.zeros(3, np.int64))
    assert tables.observation_space.contains(facts)
    assert [len(each) for each in (rewards, over, cut)] == [3, 3, 3]


def test_a_unit_that_cannot_be_halved_is_refused() -> None:
    with pytest.raises(ValueError, match="whole cents"):
        ManyTablesEnv(SLUG, 1, unit_cents=5_01)


def test_too_few_cards_behind_the_cutting_card_are_refused() -> None:
    """Tournament Blackjack 5.3: one deck from the back, at least."""
    with pytest.raises(CannotAnalyse, match="52 to "):
        ManyTablesEnv(SLUG, 1, behind=20)
