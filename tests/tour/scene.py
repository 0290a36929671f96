"""The house of the tour: a table of each game in the middle of a round, and what is pictured there.

The cards, the clock and every random number are fixed, so that the same pages show the same thing
on every run.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from houseway.games import slugs
from houseway.games.commands import PlaceWager
from houseway.rulebook.roles import Role
from houseway.service.consoles.analyst.simulations import SimulationRequest
from tests.amendments import adopted, example
from tests.service import contest, coup, promoting
from tests.service.browser.beside import finish, open_betting, say, table_with
from tests.service.browser.conftest import Casino

NOON_US = 1_790_000_000 * 1_000_000
FELT = ".felt-wide"
FILMED = "coup"  # the table of the animation
chance = Random()


class Picture(NamedTuple):
    """A page as one person sees it; `phone` adds a second picture of the same page."""

    name: str
    who: str
    where: str
    phone: bool = False
    screen: bool = False  # a phone shows the first screen only: its bottom bar covers a long page
    only: str = ""  # the part that is pictured, or the whole page


class Shown(NamedTuple):
    """Wagers at a table of one game, and the dealer's entries up to the moment of the picture."""

    wagers: tuple[tuple[str, str, int, int], ...]
    lines: tuple[str, ...]


# fmt: off
GAMES = {
    "mini-baccarat": Shown(
        (("Ana", "banker", 100, 0), ("Ben", "player", 50, 0), ("Ben", "tie", 10, 0)),
        ("no more bets", "deal 2h 9c Kd Kh")),
    "seven-up-baccarat": Shown(
        (("Ana", "player", 50, 1), ("Ben", "banker", 100, 2)), ("no more bets", "deal 7d 2s Qc")),
    "three-card-baccarat": Shown(
        (("Ana", "player", 50, 1), ("Ben", "player", 100, 2)),
        ("no more bets", "deal 9h Kh 2c 4c Qh 2d 5d 2h 2s")),
    "casino-war": Shown(
        (("Ana", "initial", 50, 1), ("Ben", "initial", 100, 2)),
        ("no more bets", "deal Qh 9c 9d")),
    "tournament-roulette": Shown(
        (("Ana", "17", 25, 0), ("Ana", "black", 50, 0), ("Ben", "dozen 2", 100, 0)),
        ("spin the wheel clockwise and the ball anticlockwise", "no more bets",
         "the ball has made three turns", "the ball rests in 17")),
    "tournament-mini-baccarat": Shown(
        (("Ana", "player", 50, 1), ("Ben", "banker", 100, 2)),
        ("no more bets", "deal 9h 2c Kd 3h")),
    "tournament-canberra-poker": Shown(
        (("Ana", "ante", 50, 1), ("Ben", "ante", 25, 2)), ("the hands are dealt showing 2c",)),
    "tournament-pai-gow": Shown(
        (("Ana", "hand", 50, 2), ("Ben", "hand", 25, 3)),
        ("open the cup: 1-2-3", "Ana looks at 1-5 5-5 4-6 4-4")),
    "tournament-blackjack": Shown(
        (("Ana", "blackjack", 50, 1), ("Ben", "blackjack", 25, 2)),
        ("no more bets", "deal Th Ah 7c 9d Kd")),
}
# After the first: a banker of two cards, two players, a tie, a banker, two players, a banker.
COUPS = (
    "2h 9c Kd Kh", "9h 2c Kd 3h", "8h 2c Kd 3h", "9s 9c Kd Kh", "2h 8c Kd Kh", "9d 3c Ks 4h",
    "8d 4c Ks 2h", "3h 9c Kd Kh",
)
PHONE = True
PICTURES = (
    Picture("landing", "", "/", PHONE, screen=True),
    Picture("sign-in", "", "/sign-in", PHONE),
    Picture("tables", "Ana", "/", PHONE),
    Picture("table", "Ana", "/tables/mini-baccarat", PHONE),
    Picture("patron", "Ana", "/play/tournament-blackjack", PHONE, screen=True),
    Picture("dealer", "Eli", "/dealer/mini-baccarat", PHONE),
    Picture("training", "Eli", "/train/mini-baccarat?seed=tour&kind=payout", PHONE, screen=True),
    Picture("pit", "Dora", "/pit", PHONE),
    Picture("pit-table", "Dora", "/pit/1"),
    Picture("inspector", "Ivy", f"/inspect/tables/1/rounds/1/{coup.SETTLED}"),
    Picture("rulebook", "Ivy", "/rules/mini-baccarat/8.8%28b%29", PHONE),
    Picture("wall", "Ivy", "/wall/1"),
    Picture("wall-three-card", "Ivy", "/wall/three-card-baccarat"),
    Picture("wall-withheld", "Ivy", "/wall/tournament-roulette"),
    Picture("people", "Chen", "/people"),
    Picture("director", "Tom", "/director/spring/sessions"),
    Picture("tournament", "Ana", "/tournaments/spring", PHONE),
    Picture("leaderboard", "Ivy", "/wall/tournaments/spring"),
    Picture("analysis", "Ivy", "/analysis/mini-baccarat"),
    Picture("what-if", "Ivy", "/analysis/mini-baccarat/what-if?decks=6&odds:odds:tie=9+to+1"),
    Picture("simulation", "Ivy", "/analysis/simulations/1"),
    Picture("drift", "Ivy", "/inspect/drift/1"),
    Picture("promotions-desk", "Rita", "/desk/autumn"),
    Picture("promotion-winners", "Rita", "/desk/autumn/winners"),
    Picture("promotion", "", "/promotions/autumn"),
    *(Picture(slug, "Ana", f"/tables/{slug}", only=FELT) for slug in GAMES),
)
# An amended table has a house of its own: it would be listed on the other pages.
AMENDED = Picture("amended", "Ana", "/tables/dragon")
ALL_PICTURES = (*PICTURES, AMENDED)
PEOPLE = tuple(dict.fromkeys(each.who for each in PICTURES if each.who))
# Player draws a third card and loses by 4 to 6; the tie loses. One frame of the animation a line.
FILM = (
    "Ana wagers 100 on banker", "Ben wagers 50 on player", "Ben wagers 10 on tie", "no more bets",
    "deal 2h", "deal 6c", "deal 3d", "deal Ks", "deal 9h",
)
# fmt: on


@contextmanager
def fixed_chance() -> Iterator[None]:
    """Take every random number of this process from one seeded generator."""
    with (
        patch.object(secrets, "token_bytes", lambda count=32: chance.randbytes(count)),
        patch.object(secrets, "token_hex", lambda count=32: chance.randbytes(count).hex()),
        patch.object(secrets, "token_urlsafe", lambda count=32: chance.randbytes(count).hex()),
        patch.object(secrets, "randbelow", lambda below: chance.randrange(below)),
    ):
        yield


def with_key(folder: str) -> str:
    """Put a fixed key into the register, so that the same people have the same references."""
    key = Path(folder) / "register.key"
    key.write_bytes(bytes(range(32)))
    key.chmod(0o600)
    return folder


def furnish(casino: Casino) -> None:
    """Open a table of each game at its moment, a table with a history, and the events."""
    chance.seed(1)
    runner = casino.server.floor.runner
    runner.now_us = casino.server.floor.now_us = lambda: NOON_US
    coup.open_table(runner, "1")
    coup.play(runner, "1")
    for cards in COUPS:
        open_betting(casino, "1")
        casino.order("1", PlaceWager("Ana", "banker", 100_00), Role.PATRON, "Ana")
        say(casino, "1", "no more bets", f"deal {cards}")
        finish(casino, "1")
        say(casino, "1", "collect the cards")
    for slug in slugs():
        shown = GAMES[slug]
        table_with(casino, slug, slug, Ana=1_000_00, Ben=1_000_00)
        for patron, wager, amount, box in shown.wagers:
            order = PlaceWager(patron, wager, amount * 100, box)
            casino.order(slug, order, Role.PATRON, patron)
        say(casino, slug, *shown.lines)
        finish(casino, slug)
    contest.take_in(casino.server.floor)
    contest.heats(runner)
    promoting.furnish(casino.server.floor)
    simulate(casino)


@contextmanager
def amended_table(casino: Casino) -> Iterator[None]:
    """Banker beats 6 with three cards that make 7: Dragon 7 pays 40 to 1, and Panda 8 loses."""
    chance.seed(1)
    runner = casino.server.floor.runner
    runner.now_us = casino.server.floor.now_us = lambda: NOON_US
    text = example("dragon-7-and-panda-8").replace("2030-05-01", "2025-01-01")
    with adopted(text) as amendment:
        table_with(casino, "dragon", amendment.document.id, Ana=500_00, Ben=500_00)
        say(casino, "dragon", "Ana wagers 10 on dragon 7", "Ana wagers 50 on banker",
            "Ben wagers 25 on player", "Ben wagers 5 on panda 8", "no more bets",
            "deal 6h 2c Kd 3s 2d")  # fmt: skip
        finish(casino, "dragon")
        yield


def simulate(casino: Casino) -> None:
    """Deal ten million rounds, to the last one."""
    shelf = casino.server.floor.analysing.simulations
    number = shelf.submit(SimulationRequest("mini-baccarat", 10_000_000, 1, (), "Ivy", NOON_US))
    for _ in range(1_200):
        if shelf.read(number).over:
            return
        time.sleep(0.1)
    raise SystemExit("the simulation did not finish within two minutes")


def film(casino: Casino) -> Iterator[None]:
    """Play the coup of the animation, and stop after every step that changes the felt."""
    table_with(casino, FILMED, "mini-baccarat", Ana=1_000_00, Ben=1_000_00)
    yield
    for line in FILM:
        say(casino, FILMED, line)
        yield
    finish(casino, FILMED)
    yield
