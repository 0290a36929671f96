"""Compiled tables of every game, held to the live engine: same cards and actions, same answers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import pytest

from houseway.environments import environment_ids, optimum, value_of, value_of_stakes
from houseway.environments.many_tables import ManyTablesEnv
from houseway.environments.table import Seat, observe, space_of
from houseway.equipment.cards import DECK, RANKS, SUITS, Card, rank, suit
from houseway.equipment.tiles import LINES, Tile, name
from houseway.equipment.wheel import WHEEL
from houseway.games import game
from houseway.games.events import CardDealt
from houseway.games.felt import FACE_DOWN
from houseway.games.options import read_setup

POKER, PAI_GOW, WAR = "tournament-canberra-poker", "tournament-pai-gow", "casino-war"
ROULETTE, BLACKJACK = "tournament-roulette", "tournament-blackjack"
LINE_NAMES = [line.name for line in LINES]
POINTS = {**{str(number): number for number in range(2, 10)}, "A": 1}
GAMES = sorted(set(environment_ids().values()) - {BLACKJACK})

# The game, its options, and the stake in cents: the least, and one that meets the maximum soon.
CASES: list[tuple[str, dict[str, Any], int]] = [
    (WAR, {}, 0),
    (WAR, {"source": "device"}, 25_00),
    (POKER, {}, 0),
    (POKER, {}, 100_00),
    (PAI_GOW, {}, 0),
    ("mini-baccarat", {}, 0),
    ("mini-baccarat", {"pairs": "perfect", "settlement": "non-commission"}, 500_00),
    ("tournament-mini-baccarat", {}, 500_00),
    ("seven-up-baccarat", {}, 0),
    ("seven-up-baccarat", {}, 50_00),
    ("three-card-baccarat", {}, 500_00),
    (ROULETTE, {}, 0),
    (ROULETTE, {}, 500_00),
]  # fmt: skip


class Taken(NamedTuple):
    """One action at the live table, and what it brought."""

    action: int
    clause: str
    net_cents: int
    over: bool
    observed: list[int]
    mask: list[bool]


class WatchedSeat(Seat):
    """A seat that puts down the cards of a round in the order of the deal."""

    dealt: list[Card]

    def _do(self, command: Any, by: Any) -> None:
        ruling: Any = self.game.decide(self.play, command, by)
        dealt = (each.card for each in ruling.events if isinstance(each, CardDealt))
        self.dealt += [card for card in dealt if card is not None]
        super()._do(command, by)


class Live:
    """A live table whose whole rounds are put down, with the cards in the order of the deal."""

    def __init__(self, slug: str, options: dict[str, Any], unit: int, seed: int) -> None:
        found, self.chance = game(slug), np.random.default_rng(seed)
        setup, staking = read_setup(found, options), not found.learning.stake
        self.seat = WatchedSeat(found, setup, self._pick, boxes=1, unit=unit, staking=staking)
        self.seat.dealt = []
        self.space = space_of(self.seat)
        self.seat.open()

    def _pick(self, many: int) -> int:
        return int(self.chance.integers(many))

    def observed(self) -> list[int]:
        seen = observe(self.seat, self.space)
        found: list[int] = seen["stakes" if self.seat.staking else "facts"].tolist()
        return found

    def round(self) -> tuple[list[Taken], dict[str, tuple[str, ...]]]:
        """Actions at random, more of those that are accepted; the hands by name at the end."""
        taken, hands = list[Taken](), dict[str, tuple[str, ...]]()
        self.seat.dealt = []
        while not taken or not taken[-1].over:
            legal = np.array(self.seat.legal())
            weights = np.where(legal, 1.0, 0.4)
            weights[0] += legal[0] * 0.3 * len(legal)
            action = int(self.chance.choice(len(legal), p=weights / weights.sum()))
            refused = self.seat.refused(action)
            if refused is None:
                self.seat.take(action)
            hands |= self._hands()
            net, over = (self.seat.net_cents, True) if self.seat.over else (0, False)
            if over:
                self.seat.open()
            clause = str(refused.clause) if refused else ""
            taken.append(Taken(action, clause, net, over, self.observed(), self.seat.legal()))
        return taken, hands

    def _hands(self) -> dict[str, tuple[str, ...]]:
        felt = self.seat.seen().felt
        if felt.pocket:
            return {"pocket": (felt.pocket,)}
        return {each.name: each.cards for each in felt.hands if each.cards}


def codes(slug: str, hands: dict[str, tuple[str, ...]], order: list[Card]) -> list[int]:
    """The cards of a round in the order of the deal, as numbers of the compiled table."""
    if slug == ROULETTE:
        return [WHEEL.index(int(hands["pocket"][0]))]
    if slug == PAI_GOW:
        return [LINE_NAMES.index(name(Tile(tile))) for tile in _tiles(hands)]
    if slug == POKER:
        return [RANKS.index(rank(c)) * 4 + SUITS.index(suit(c)) for c in _poker(hands)]
    if slug == "seven-up-baccarat":
        return [POINTS.get(rank(card), 0) | 16 * (rank(card) == "7") for card in order]
    if slug in (WAR, "three-card-baccarat"):
        return [RANKS.index(rank(card)) for card in order]
    return [DECK.index(card) for card in order]


def _tiles(hands: dict[str, tuple[str, ...]]) -> list[str]:
    """The patron's four tiles and the house's; any if those were never shown."""
    own = hands["box 2"]
    return [*own, *(hands.get("house low") or own[:2]), *(hands.get("house high") or own[2:])]


def _poker(hands: dict[str, tuple[str, ...]]) -> list[Card]:
    dealer = [Card(card) for card in hands["dealer"]]
    [own] = [[Card(card) for card in cards] for each, cards in hands.items() if each != "dealer"]
    unseen = [card for card in DECK if card not in dealer + own]
    return own + [unseen.pop() if card == FACE_DOWN else card for card in dealer]


@pytest.mark.share(1)
@pytest.mark.parametrize(("slug", "options", "unit"), CASES)
def test_compiled_tables_do_what_the_live_engine_does(
    slug: str, options: dict[str, Any], unit: int
) -> None:
    """Any action, accepted or not: observations, accepted actions, cents, ends and clauses."""
    live = Live(slug, options, unit, seed=3)
    env = ManyTablesEnv(slug, 1, unit_cents=unit, given=True, **options)
    observed, infos = env.reset(seed=1)
    assert observed[0].tolist() == live.observed()
    assert infos["action_mask"][0].tolist() == live.seat.legal()
    nets, clauses, rounds = set(), set(), 25 if slug == ROULETTE else 60
    for _ in range(rounds):
        taken, hands = live.round()
        cards, used = codes(slug, hands, live.seat.dealt), 0
        for each in taken:
            env.drawn[0, :] = 0
            env.drawn[0, 1 : 1 + len(cards[used:])] = cards[used:]
            observed, _, over, _, infos = env.step(np.array([each.action]))
            used += 2 * (slug == WAR and not each.clause)  # the cards of one action
            assert env.clauses[infos["refused"][0]] == each.clause
            assert (infos["net_cents"][0], over[0]) == (each.net_cents, each.over)
            assert observed[0].tolist() == each.observed
            assert infos["action_mask"][0].tolist() == each.mask
            nets.add(each.net_cents)
            clauses.add(each.clause)
    assert len(nets) > 2
    assert len(clauses) > 1 or slug == ROULETTE


PLAYED: list[tuple[str, str, dict[str, Any]]] = [
    (WAR, "go to war", {}), (POKER, "bet", {}), (PAI_GOW, "House Way", {}),
    ("mini-baccarat", "banker", {}), ("mini-baccarat", "tie", {}),
    ("tournament-mini-baccarat", "player", {}), ("seven-up-baccarat", "banker", {}),
    ("three-card-baccarat", "player", {}), ("three-card-baccarat", "banker total 4", {}),
    (ROULETTE, "red", {}), (ROULETTE, "17", {}),
]  # fmt: skip
_ID = {slug: each for each, slug in environment_ids().items()}


def exact(slug: str, action: str) -> float:
    if not game(slug).learning.stake:
        return float(value_of_stakes({action: 1}, _ID[slug]))
    return float(value_of(dict.fromkeys(optimum(_ID[slug]).policy, action), _ID[slug]))


@pytest.mark.share(2)
@pytest.mark.parametrize(("slug", "action", "options"), PLAYED)
def test_long_play_agrees_with_the_exact_value(
    slug: str, action: str, options: dict[str, Any]
) -> None:
    """Within five standard errors of the value that the analysis counts."""
    tables = ManyTablesEnv(slug, 8_192, **options)
    number, gains = tables.actions.index(action), list[float]()
    _, infos = tables.reset(seed=9)
    while len(gains) < 400_000:
        mask = infos["action_mask"]
        before = np.zeros(8_192, np.int64) if not game(slug).learning.stake else mask[:, 0]
        actions = np.where(before, 0, number)
        if not game(slug).learning.stake:
            _, _, _, _, infos = tables.step(actions)
            actions = np.zeros(8_192, np.int64)
        _, rewards, over, _, infos = tables.step(actions)
        gains += rewards[over].tolist()
    error = float(np.std(gains)) / len(gains) ** 0.5
    assert abs(float(np.mean(gains)) - exact(slug, action)) < 5 * error + 1e-3


@pytest.mark.parametrize(
    ("slug", "most"), [(WAR, 4), ("mini-baccarat", 12), ("three-card-baccarat", 6)]
)
def test_a_shoe_is_dealt_down_to_its_cutting_card(slug: str, most: int) -> None:
    """New cards come only when the cutting card is out, and then at once or after a tie."""
    tables, behind, left = ManyTablesEnv(slug, 1, behind=60), 60, list[int]()
    _, infos = tables.reset(seed=2)
    for _ in range(600):
        _, _, over, _, infos = tables.step(np.flatnonzero(infos["action_mask"][0])[:1])
        left += [int(tables._left[0])] * int(over[0])
    fresh = [before for before, after in pairwise(left) if after > before]
    assert len(fresh) > 1
    assert max(fresh) <= behind + 1
    assert min(left) >= behind - most


@pytest.mark.share(1)
@pytest.mark.parametrize("slug", GAMES)
def test_one_seed_gives_one_trajectory(slug: str) -> None:
    def played(seed: int) -> list[Any]:
        tables = ManyTablesEnv(slug, 32)
        chance, told = np.random.default_rng(1), list[Any]()
        _, infos = tables.reset(seed=seed)
        for _ in range(40):
            mask = infos["action_mask"]
            actions = np.where(chance.random(32) < 0.4, mask[:, 0] * -1, 0)
            free = (chance.random(mask.shape) * mask).argmax(axis=1)
            observed, rewards, _, _, infos = tables.step(np.where(actions < 0, 0, free))
            told.append((observed.tolist(), rewards.tolist()))
        return told

    assert played(4) == played(4)
    assert played(4) != played(5)


@pytest.mark.share(2)
@pytest.mark.parametrize("name", sorted(environment_ids()))
def test_gymnasium_makes_every_game_by_name(name: str) -> None:
    tables, one = gymnasium.make_vec(name, num_envs=3), gymnasium.make(name).unwrapped
    assert isinstance(tables.unwrapped, ManyTablesEnv)
    assert tables.unwrapped.actions == one.actions  # type: ignore[attr-defined]
    observed, infos = tables.reset(seed=1)
    assert tables.observation_space.contains(observed)
    first = one.reset(seed=1)[1]["action_mask"].tolist()
    assert infos["action_mask"].tolist() == 3 * [first]
    actions = np.argmax(infos["action_mask"], axis=1)
    observed, rewards, over, cut, _ = tables.step(actions)
    assert tables.observation_space.contains(observed)
    assert [len(each) for each in (rewards, over, cut)] == [3, 3, 3]


def test_many_stakes_gain_what_each_of_them_gains_alone() -> None:
    """A table notes a few areas with a stake; with more of them it looks at every area."""
    tables = ManyTablesEnv(ROULETTE, 1, given=True)
    areas = range(1, len(tables.actions), 12)

    def net(actions: list[int]) -> int:
        tables.reset(seed=1)
        tables.drawn[0, 1] = WHEEL.index(17)
        for action in (*actions, 0):
            observed, _, over, _, infos = tables.step(np.array([action]))
        assert over[0]
        assert not observed.any()
        return int(infos["net_cents"][0])

    assert len(areas) > 12
    for many in (1, 5, 6, 7, len(areas)):
        chosen = list(areas)[:many]
        assert net(chosen) == sum(net([each]) for each in chosen)


def test_without_copies_the_arrays_are_those_of_the_environment() -> None:
    """They hold the same numbers as copies would, until the next step changes them."""
    own, copied = (ManyTablesEnv(ROULETTE, 4, copy=copy) for copy in (False, True))
    first, infos = own.reset(seed=1)
    kept, before = copied.reset(seed=1)
    masks = before["action_mask"].copy()
    second, _, _, _, later = own.step(np.array([1, 2, 3, 4]))
    expected, _, _, _, others = copied.step(np.array([1, 2, 3, 4]))
    assert np.shares_memory(first, second)
    assert np.shares_memory(infos["action_mask"], later["action_mask"])
    assert not kept.any()
    assert not np.shares_memory(before["action_mask"], others["action_mask"])
    assert (before["action_mask"] == masks).all()
    assert (second == expected).all()
    assert (later["action_mask"] == others["action_mask"]).all()


def test_a_unit_that_is_not_won_in_whole_chips_is_refused() -> None:
    """Mini Baccarat 9.3: a commission of 5 % on $1 is 5 cents, and no chip is worth that."""
    with pytest.raises(ValueError, match="whole chips"):
        ManyTablesEnv("mini-baccarat", 1, unit_cents=1_00)
