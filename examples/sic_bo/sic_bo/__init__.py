"""Sic Bo, a game in a package of its own: what Houseway asks of a game."""

from __future__ import annotations

from houseway.games import one_result
from houseway.games.game import Game
from sic_bo import play
from sic_bo.rules import RULES, Rules


def game_of(rules: Rules) -> Game:
    """Make the game of an edition."""
    return one_result.game_of(
        rules,
        play.Play,
        module=__name__,
        step=play.STEP,
        judges=play,
        events=play.EVOLVE,
        felt=play.felt,
    )


GAME = game_of(RULES)
