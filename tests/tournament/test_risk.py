"""What stakes can lose, worked out by hand: readings TP10 and RO8."""

from __future__ import annotations

import pytest

from houseway.games import game
from houseway.rulebook.ruling import Refused
from houseway.tournament import wager_vocabulary as w
from tests.tournament.hall import PATRON, Hall

EVERY_NUMBER = {str(number): 1 for number in range(37)}
# Roulette: a number pays 35, an even chance 1. Baccarat without commission: Banker on a six pays a
# half; with commission Banker pays 19 to 20. Pairs may lose whatever the hands do.
CASES: tuple[tuple[str, dict[str, int], dict[str, str], int], ...] = (
    ("tournament-roulette", {"red": 20}, {}, 20),
    ("tournament-roulette", EVERY_NUMBER, {}, 1),  # 36 lost, 35 won
    ("tournament-roulette", {"red": 20, "black": 20}, {}, 40),  # zero takes both
    ("tournament-roulette", {"red": 20, "black": 20, "0": 2}, {}, 2),  # red: 20 won, 22 lost
    ("tournament-roulette", {"red": 20, "black": 15}, {}, 35),
    ("mini-baccarat", {"player": 50, "banker": 50}, {"settlement": "non-commission"}, 25),
    ("mini-baccarat", {"player": 50, "banker": 50}, {"settlement": "commission"}, 2),  # 2.50
    ("mini-baccarat", {"player": 50, "tie": 5}, {}, 55),
    ("mini-baccarat", {"player": 10, "player pair": 5}, {}, 15),
    ("tournament-mini-baccarat", {"player": 20, "tie": 5}, {}, 25),
    ("tournament-canberra-poker", {"ante": 20}, {}, 20),
)  # fmt: skip


@pytest.mark.parametrize(("slug", "stakes", "options", "loses"), CASES)
def test_the_risk_is_the_largest_net_loss(
    slug: str, stakes: dict[str, int], options: dict[str, str], loses: int
) -> None:
    """Tournament American Roulette 12.13, Mini Baccarat 15.14."""
    played = game(slug)
    assert played.risk(played.rules, played.options(**options), stakes) == loses


def test_beside_a_table_the_risk_follows_from_the_wagers_named() -> None:
    """Tournament American Roulette 12.13, reading RO8: nobody types it."""
    here = Hall("tournament-roulette").ready().open()
    named = w.PlaceStake(1, 1, 37, wagers=tuple(EVERY_NUMBER.items()))
    events = here.do(named, PATRON, "id Ana")
    (advised,) = [each for each in events if isinstance(each, w.RiskAdvised)]
    assert (advised.risk, advised.minimum) == (1, 10)
    again = here.why(named, PATRON, "id Ana")
    assert (again.code, again.clause) == (
        "risk_below_minimum", "Tournament American Roulette 12.13",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (w.PlaceStake(1, 1, 20), "wagers_not_named"),
        (w.PlaceStake(1, 1, 20, "the moon"), "wager_not_offered"),
        (w.PlaceStake(1, 1, 20, wagers=(("red", 10),)), "wagers_do_not_add_up"),
        (w.PlaceStake(1, 1, 20, wagers=(("red", 10), ("red", 10))), "wagers_do_not_add_up"),
    ],
)
def test_wagers_are_named_where_others_can_offset_them(command: w.PlaceStake, code: str) -> None:
    """Tournament American Roulette 12.13."""
    here = Hall("tournament-roulette").ready().open()
    ruling = here.ask(command, PATRON, "id Ana")
    assert isinstance(ruling, Refused)
    assert ruling.code == code
