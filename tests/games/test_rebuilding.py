"""A round is rebuilt by the deal of its own edition, as the engine would lay the cards."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game, mini_baccarat, seven_up_baccarat, tournament_mini_baccarat
from houseway.games.game import Game, Setup
from houseway.games.seven_up_baccarat import state as i
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted

MAKERS: dict[str, Any] = {
    "mini-baccarat": mini_baccarat.game_of,
    "tournament-mini-baccarat": tournament_mini_baccarat.game_of,
    "seven-up-baccarat": seven_up_baccarat.game_of,
}


def other_edition(slug: str) -> Game:
    """An edition that begins its initial deal with the second card."""
    rules = game(slug).rules
    first, *others = rules.initial_deal
    made: Game = MAKERS[slug](replace(rules, initial_deal=(*others, first)))
    return made


def held(found: Game, cards: list[Card]) -> Any:
    """A round whose cards lie in the wrong order, held for rebuilding."""
    play: Any = found.begin(Setup(found.options(), found.limits))
    play.round = play.held_round = 1
    play.stage = "dealing"
    play.player, play.banker = [*cards[:2]], [*cards[2:]]
    for card in cards:
        play.stock.draw(card)
    return play


def rebuilt(found: Game, texts: str) -> tuple[str, str]:
    cards = [Card(each) for each in texts.split()]
    kind = next(each for each in (c.RebuildRound, i.RebuildCoup) if each in found.orders)
    by = Role.TOURNAMENT_DIRECTOR if found.table.directed else Role.DEALER
    ruling = found.decide(held(found, cards), kind(tuple(cards)), by)
    assert isinstance(ruling, Accepted), ruling
    (event,) = (each for each in ruling.events if hasattr(each, "banker"))
    return " ".join(event.player), " ".join(event.banker)


# The cards in the order in which they left the shoe, then both hands as the deal makes them.
DEALS = """
    mini-baccarat             2h 9c Kd Ks      2h Kd      9c Ks      9c Ks      2h Kd
    mini-baccarat             2h 3c Kd Ks 8d   2h Kd 8d   3c Ks      3c Ks 8d   2h Kd
    tournament-mini-baccarat  2h 9c Kd Ks      2h Kd      9c Ks      9c Ks      2h Kd
    seven-up-baccarat         2h 9c Kd         9c         2h Kd      2h         9c Kd
"""


@pytest.mark.parametrize("line", DEALS.strip().splitlines(), ids=str.strip)
def test_a_round_is_rebuilt_in_the_order_of_its_edition(line: str) -> None:
    """Mini Baccarat 12.4, 6.2; Tournament Mini-Baccarat 9.4, 6.2; 7-Up Baccarat 12.1.1, 7.3."""
    slug, cards, player, banker, other_player, other_banker = filter(None, line.split("  "))
    assert rebuilt(game(slug.strip()), cards) == (player.strip(), banker.strip())
    again = rebuilt(other_edition(slug.strip()), cards)
    assert again == (other_player.strip(), other_banker.strip())
