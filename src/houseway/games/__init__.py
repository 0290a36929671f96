"""The games: nine folders that fill the same blanks."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from houseway.games.game import Game

# Slug of the document to the folder that answers it.
FOLDERS = {
    "mini-baccarat": "mini_baccarat",
    "seven-up-baccarat": "seven_up_baccarat",
    "three-card-baccarat": "three_card_baccarat",
    "casino-war": "casino_war",
    "tournament-roulette": "tournament_roulette",
    "tournament-mini-baccarat": "tournament_mini_baccarat",
    "tournament-canberra-poker": "tournament_canberra_poker",
    "tournament-pai-gow": "tournament_pai_gow",
    "tournament-blackjack": "tournament_blackjack",
}


@cache
def game(slug: str) -> Game:
    """The game of a document's slug; only its own folder is imported."""
    module = import_module(f"houseway.games.{FOLDERS[slug]}")
    found: Game = module.GAME
    return found
