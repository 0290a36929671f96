"""Practice at Tournament Mini-Baccarat: nobody is made to wager what they do not have."""

from functools import partial
from operator import mod

from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.tournament_mini_baccarat.rules import Options
from houseway.games.tournament_mini_baccarat.state import Play
from houseway.rulebook.roles import Role

GAME = game("tournament-mini-baccarat")
PICKS = range(12)


def betting_with(**chips: int) -> Play:
    table: Play = GAME.begin(Setup(Options(), GAME.limits))
    for command, by in GAME.ready(table):
        GAME.do(table, command, by)
    GAME.do(table, c.OpenBetting())
    for patron, amount in chips.items():
        GAME.do(table, c.BringChips(patron, amount))
    return table


def supplied(table: Play) -> list[tuple[c.Command, Role]]:
    """What may come next, however chance falls."""
    awaited = GAME.awaits(table)
    return [GAME.supply(table, awaited, partial(mod, number)) for number in PICKS]


def test_who_has_less_than_the_minimum_is_passed_over() -> None:
    """Tournament Mini-Baccarat 4.1."""
    wagers = [each for each, _ in supplied(betting_with(Ana=2_00))]
    assert {each.patron for each in wagers if isinstance(each, c.PlaceWager)} == {"Ben", "Chen"}


def test_where_nobody_has_the_minimum_the_director_ends_the_round() -> None:
    """Tournament Mini-Baccarat 4.1."""
    table = betting_with(Ana=2_00, Ben=2_00, Chen=4_00)
    ended = (
        c.InvalidateOutcome("impracticality", "nobody is left to wager"),
        Role.TOURNAMENT_DIRECTOR,
    )
    assert supplied(table) == [ended] * len(PICKS)
    assert GAME.limits.minimum > 4_00
