"""A whole tournament as a PettingZoo environment: its interface, its refusals, and its secrets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from houseway.environments.tournament import PASS_CARD, TournamentEnv, short_tournament
from houseway.rulebook.document import clause_row
from tests.bots.files import SLUGS

STAR = "seven-up-baccarat"


def made(slug: str = STAR, **terms: int) -> TournamentEnv:
    return TournamentEnv(short_tournament(slug, **terms))


def plain(info: dict[str, Any]) -> dict[str, Any]:
    return {name: each for name, each in info.items() if name != "action_mask"}


def play(env: TournamentEnv, seed: int, wants: str = "") -> list[Any]:
    """A tournament at random, or by the action that is named wherever it is accepted."""
    chance, told = np.random.default_rng(seed), []
    env.reset(seed=seed)
    for agent in env.agent_iter(10_000):
        observation, reward, over, cut, info = env.last()
        action = None
        if not over and not cut:
            legal = np.flatnonzero(info["action_mask"])
            wanted = [each for each in legal if wants and wants in env.actions[each]]
            action = int(wanted[0] if wanted else chance.choice(legal))
        told.append((agent, observation.tolist(), reward, over, plain(info), action))
        env.step(action)
    return told


# An entrant who has no seat sees zeros.
@pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros")
@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_finds_nothing_wrong(slug: str) -> None:
    api_test(made(slug, rounds=3), num_cycles=60)


def test_one_seed_gives_one_tournament() -> None:
    seed_test(made, num_cycles=40)
    assert play(made(), 4) == play(made(), 4)
    assert play(made(), 4) != play(made(), 5)


@pytest.mark.parametrize("slug", SLUGS)
def test_prizes_are_what_was_paid_in_less_the_commission(slug: str) -> None:
    env = made(slug)
    ends = [info for _, _, _, over, info, _ in play(env, 2) if over]
    kept = sum(entry.commission for entry in env.hall.tournament.entries.values())
    assert len(ends) == 3
    assert sum(info["net_cents"] for info in ends) == -kept
    assert min(info["place"] for info in ends) == 1


def test_a_refused_action_changes_nothing_and_names_its_clause() -> None:
    """7-Up Baccarat 15: without pass cards in the conditions none can be played."""
    env = made()
    env.reset(seed=1)
    agent = env.agent_selection
    before, info = env.observe(agent), env.infos[agent]
    assert not info["action_mask"][env.actions.index(PASS_CARD)]
    env.step(env.actions.index(PASS_CARD))
    assert env.agent_selection == agent
    assert env.infos[agent]["refused"]
    assert clause_row(env.infos[agent]["clause"])
    assert env.observe(agent).tolist() == before.tolist()


def test_pass_cards_are_played() -> None:
    env = made(pass_cards=2)
    played = [action for *_, action in play(env, 3, wants=PASS_CARD) if action == 0]
    assert len(played) == 3 * 2


def test_others_do_not_see_an_undisclosed_wager() -> None:
    """Two tournaments that differ in one amount on a form look the same to the others."""
    seen = []
    for share in ("minimum", "half"):
        env = made(undisclosed=2)
        env.reset(seed=6)
        first = env.agent_selection
        action = next(at for at, name in enumerate(env.actions)
                      if name.startswith(f"undisclosed: {share}"))  # fmt: skip
        assert env.infos[first]["action_mask"][action]
        env.step(action)
        other = env.agent_selection
        assert other != first
        observation = env.observe(other).tolist()
        place = 4 + 4 * env.possible_agents.index(first)
        assert observation[place + 1] == 0
        assert observation[place + 3] == 1
        seen.append(observation)
    assert seen[0] == seen[1]
