"""Every game as a Gymnasium environment: its interface, its refusals, and what it may not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from houseway.environments import TableEnv, environment_ids
from houseway.environments.table import FACE_DOWN_CODE, FIRST_FACE
from houseway.rulebook.document import clause_row

IDS = sorted(environment_ids())
BLACKJACK, POKER = "houseway/Blackjack-v0", "houseway/CanberraPoker-v0"
PAI_GOW, ROULETTE = "houseway/PaiGow-v0", "houseway/Roulette-v0"


def made(name: str, **options: Any) -> TableEnv:
    env = gymnasium.make(name, **options).unwrapped
    assert isinstance(env, TableEnv)
    return env


def wandering(env: TableEnv, seed: int, steps: int) -> Iterator[tuple[int, Any]]:
    """Actions at random among those that are accepted, and what each of them gave."""
    chance = np.random.default_rng(seed)
    observation, info = env.reset(seed=seed)
    assert env.observation_space.contains(observation)
    yield -1, (observation, 0.0, False, False, info)
    for _ in range(steps):
        action = int(chance.choice(np.flatnonzero(info["action_mask"])))
        observation, reward, over, cut, info = env.step(action)
        assert env.observation_space.contains(observation)
        yield action, (observation, reward, over, cut, info)
        if over:
            observation, info = env.reset()
            yield -1, (observation, 0.0, False, False, info)


def plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: plain(each) for name, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


def test_the_nine_games_have_names() -> None:
    assert set(IDS) >= {
        BLACKJACK, POKER, PAI_GOW, ROULETTE, "houseway/CasinoWar-v0", "houseway/MiniBaccarat-v0",
        "houseway/TournamentMiniBaccarat-v0", "houseway/SevenUpBaccarat-v0",
        "houseway/ThreeCardBaccarat-v0",
    }  # fmt: skip


@pytest.mark.share(3)
@pytest.mark.parametrize("name", IDS)
def test_gymnasium_finds_nothing_wrong(name: str) -> None:
    check_env(made(name))


@pytest.mark.share(3)
@pytest.mark.parametrize("name", IDS)
def test_one_seed_gives_one_trajectory(name: str) -> None:
    one, other = (list(map(plain, wandering(made(name), 7, 60))) for _ in range(2))
    assert one == other
    assert one != list(map(plain, wandering(made(name), 8, 60)))


def test_the_facts_of_every_decision_are_in_their_space() -> None:
    """Casino War comes to a decision in one round of thirteen."""
    env, asked = made("houseway/CasinoWar-v0"), 0
    for _, (observation, _, over, _, _) in wandering(env, 1, 150):
        asked += not over and observation["facts"].any()
    assert asked > 3


@pytest.mark.parametrize("name", IDS)
def test_a_refused_action_changes_nothing_and_names_its_clause(name: str) -> None:
    """Every action that is masked at any moment of some rounds is tried there."""
    env, refusals = made(name), 0
    for _, (before, _, over, _, info) in wandering(env, 3, 25):
        if over:
            continue
        for action in np.flatnonzero(info["action_mask"] == 0)[:20]:
            after, reward, over_now, _, answer = env.step(int(action))
            assert plain(after) == plain(before)
            assert (reward, over_now) == (0.0, False)
            assert plain(answer["action_mask"]) == plain(info["action_mask"])
            assert answer["refused"]
            assert clause_row(answer["clause"])  # raises where there is no such clause
            refusals += 1
    assert refusals or name == ROULETTE  # a wheel is spun without a wager, too


@pytest.mark.parametrize("name", IDS)
def test_every_round_ends(name: str) -> None:
    """A round is dealt again only after the one before has ended."""
    steps = [(action, over) for action, (_, _, over, _, _) in wandering(made(name), 6, 120)]
    deals, ends = sum(action == 0 for action, _ in steps), sum(over for _, over in steps)
    assert ends
    assert 0 <= deals - ends <= 1


def test_an_action_after_the_end_asks_for_a_reset() -> None:
    env = made(ROULETTE)
    env.reset(seed=1)
    env.step(1)
    *_, over, _, _ = env.step(0)
    assert over
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(0)


@pytest.mark.parametrize("name", IDS)
def test_rewards_are_what_the_float_tray_lost(name: str) -> None:
    """Chips are conserved: what the patrons win in a round is what leaves the tray."""
    env, before = made(name, rounds=1), 0
    for _, (_, reward, over, _, info) in wandering(env, 11, 80):
        tray = env.seat.play.layout.float_tray
        if over:
            assert info["net_cents"] == before - tray
            assert reward * info["unit_cents"] == pytest.approx(info["net_cents"], abs=1e-6)
            before = tray


def test_every_choice_of_blackjack_comes_up() -> None:
    """Tournament Blackjack 7 to 11: insurance, even money, splits and doubles, in three boxes."""
    env, taken = made(BLACKJACK, boxes=3), Counter[str]()
    for action, _ in wandering(env, 2, 6_000):
        taken.update([env.actions[action]] if action >= 0 else [])
        if len(taken) == len(env.actions):
            break
    assert set(taken) == set(env.actions)


def test_a_shoe_is_dealt_to_its_cutting_card() -> None:
    """Tournament Blackjack 5.4(a): the round that brings the cutting card out is the last one."""
    env = made(BLACKJACK, shuffle="manual")
    left = []
    for _, (_, _, over, _, _) in wandering(env, 5, 400):
        if over:
            left.append(env.seat.play.stock.source)
    fresh = [later > earlier for earlier, later in pairwise(left)]
    assert any(fresh)
    assert len(fresh) > 20 * sum(fresh)


def test_an_automated_shoe_deals_each_round_from_all_cards() -> None:
    env = made(BLACKJACK, shuffle="automated")
    for _, (_, _, over, _, _) in wandering(env, 5, 60):
        if over:
            assert env.seat.play.stock.source == 6 * 52


@pytest.mark.parametrize("name", ["houseway/CasinoWar-v0", BLACKJACK, POKER, PAI_GOW])
def test_turn_says_which_hand_is_asked_about(name: str) -> None:
    """Of two boxes both come to their turns, and the row in turn lies open."""
    env, turns = made(name, boxes=2), set[int]()
    for _, (observation, _, over, _, _) in wandering(env, 1, 150):
        if not over and env.seat.asked:
            turns.add(turn := int(observation["turn"]))
            assert (observation["felt"][turn - 1] >= FIRST_FACE).any()
    assert len(turns) > 1
    assert min(turns) > 1


def test_a_poker_patron_sees_six_cards() -> None:
    """Tournament Canberra Poker 6.2 and 7.1: five of the patron's own, one of the dealer's. A hand
    that was folded is off the felt."""
    env, asked = made(POKER, boxes=2), 0
    for _, (observation, _, over, _, _) in wandering(env, 4, 60):
        if over or not observation["turn"]:
            continue
        felt, own = observation["felt"], int(observation["turn"]) - 1
        for row, cards in enumerate(felt):
            faces = int((cards >= FIRST_FACE).sum())
            assert faces == (5 if row == own else 1 if row == 0 else 0)
            hidden = int((cards == FACE_DOWN_CODE).sum())
            assert hidden == 5 - faces or (row and hidden == faces == 0)
        asked += 1
    assert asked > 10


def test_a_pai_gow_patron_sees_four_tiles() -> None:
    """Tournament Pai Gow 9.3: the house's tiles are revealed once the hand is set."""
    env, asked = made(PAI_GOW), 0
    for _, (observation, _, over, _, _) in wandering(env, 4, 40):
        if not over and observation["turn"]:
            faces = (observation["felt"] >= FIRST_FACE).sum(axis=1)
            assert sorted(faces.tolist()) == [0, 0, 0, 4]
            asked += 1
    assert asked > 10


def test_the_felt_has_no_card_that_is_not_on_the_table() -> None:
    env, asked = made(BLACKJACK), 0
    for _, (observation, _, over, _, _) in wandering(env, 9, 100):
        play = env.seat.play
        lying = [*play.dealer, *(card for hand in play.hands for card in hand.cards)]
        if not over:
            assert int((observation["felt"] >= FIRST_FACE).sum()) == len(lying)
            asked += bool(lying)
    assert asked > 20


def test_stakes_are_placed_one_unit_at_a_time() -> None:
    env = made(ROULETTE, unit_cents=10_00)
    env.reset(seed=3)
    red = env.actions.index("red")
    for units in (1, 2):
        observation, reward, over, _, _ = env.step(red)
        assert observation["stakes"].sum() == units * 10_00
        assert (reward, over) == (0.0, False)
    _, reward, over, _, info = env.step(0)
    assert over
    assert (reward, info["net_cents"]) in ((2.0, 20_00), (-2.0, -20_00), (-1.0, -10_00))


def test_an_episode_can_have_several_rounds() -> None:
    env = made("houseway/CasinoWar-v0", rounds=3)
    ends = [over for _, (_, _, over, _, _) in wandering(env, 1, 12)]
    assert True in ends
    assert ends.index(True) >= 3


@pytest.mark.parametrize("name", IDS)
def test_render_draws_the_felt(name: str) -> None:
    for mode, begins in (("ansi", ""), ("svg", "<svg")):
        env = made(name, render_mode=mode)
        env.reset(seed=1)
        drawn = env.render()
        assert drawn.startswith(begins)
        assert env.game.cite.title in drawn


def test_a_wrong_render_mode_is_refused() -> None:
    with pytest.raises(ValueError, match="ansi, svg"):
        TableEnv("tournament-blackjack", render_mode="smoke")


def test_more_boxes_than_the_table_has_are_refused() -> None:
    with pytest.raises(ValueError, match="the table has 2"):
        made(BLACKJACK, boxes=3, seats=2)
