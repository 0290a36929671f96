"""The felt as a learning program draws it: what lies there, nothing else, and real pixels."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from houseway.environments import TableEnv, environment_ids
from houseway.environments.table import WIDTH
from houseway.equipment.cards import DECK

POKER, ROULETTE = "tournament-canberra-poker", "tournament-roulette"
CARD_FACE, BLUE_BAIZE, GREEN_BAIZE = (255, 253, 246), (18, 70, 121), (13, 92, 63)
CHIP_OF_FIVE = (176, 27, 46)


def made(game: str, mode: str, **options: Any) -> TableEnv:
    env = TableEnv(game, render_mode=mode, **options)
    env.reset(seed=3)
    return env


def cards_in(svg: str) -> list[str]:
    return re.findall(r'data-card="([^"]+)"', svg)


def like(picture: NDArray[np.uint8], colour: tuple[int, int, int]) -> int:
    """How many pixels have nearly this colour."""
    distance = np.abs(picture.astype(int) - np.array(colour)).max(axis=2)
    return int((distance < 12).sum())


def test_the_drawing_has_the_cards_that_the_patron_may_see() -> None:
    """Tournament Canberra Poker 6.2, 7.1: five cards of the patron, one of the dealer's."""
    env = made(POKER, "svg")
    assert cards_in(env.render()) == []
    observation, *_ = env.step(env.actions.index("deal"))
    visible = sorted(DECK[code - 2] for code in observation["felt"].ravel() if code >= 2)
    before = env.render()
    assert len(visible) == 6
    assert sorted(cards_in(before)) == visible
    assert before.count("a card face down") == 4
    env.step(env.actions.index("bet"))
    after = cards_in(env.render())
    assert len(after) == 10
    assert set(visible) < set(after)


def test_tiles_of_the_house_are_drawn_face_down() -> None:
    """Tournament Pai Gow 9.3: they are revealed once the patron's hand is set."""
    env = made("tournament-pai-gow", "svg")
    env.step(0)
    before = env.render()
    env.step(env.actions.index("House Way"))
    assert before.count("a tile face down") == 4
    assert env.render().count("a tile face down") == 0


def test_a_wager_is_drawn_where_it_lies() -> None:
    env = made(ROULETTE, "svg")
    env.step(env.actions.index("17"))
    assert "Ana: $5 on 17" in env.render()


@pytest.mark.share(2)
@pytest.mark.parametrize("game", sorted(environment_ids().values()))
def test_pixels_show_the_felt(game: str) -> None:
    """Most of a picture is the cloth of the game, blue in Canberra; chips lie on it."""
    env = made(game, "rgb_array")
    first = env.render()
    assert first.shape == (WIDTH * 9 // 16, WIDTH, 3)
    assert first.dtype == np.uint8
    blue, green = (
        int(((first[..., at] > first[..., 0]) & (first[..., at] == first.max(axis=2))).sum())
        for at in (2, 1)
    )
    assert max(blue, green) > first.size / 3 / 2
    env.step(int(np.flatnonzero(env.action_mask())[-1]))
    assert (env.render() != first).any()


def test_pixels_show_cards_and_chips() -> None:
    """A card of 64 by 90 covers some thousand pixels of its own colour; a chip some hundred."""
    env = made("tournament-blackjack", "rgb_array")
    before = env.render()
    env.step(0)
    after = env.render()
    assert like(before, CARD_FACE) < 500
    assert like(after, CARD_FACE) > 3 * 2_000
    assert like(before, CHIP_OF_FIVE) > 200
    assert like(after, BLUE_BAIZE) > 10_000 > like(after, GREEN_BAIZE)


_ALONE = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"litestar", "jinja2", "markupsafe", "apsw", "cryptography"}:
            raise ModuleNotFoundError(name, name=name)
sys.meta_path.insert(0, Missing())
from houseway.environments import TableEnv
env = TableEnv("casino-war", render_mode="rgb_array")
env.reset(seed=1)
print(*env.render().shape)
"""


def test_a_picture_needs_nothing_that_serving_needs() -> None:
    """The extra `rl` brings no web framework, no templates and no log."""
    ran = subprocess.run(
        [sys.executable, "-c", _ALONE], capture_output=True, encoding="utf-8", check=True
    )
    assert ran.stdout.split() == ["720", "1280", "3"]


def test_one_table_gives_one_picture() -> None:
    one, other = (made("casino-war", "rgb_array").render() for _ in range(2))
    assert (one == other).all()
