"""The pictures of `docs/tour.md`, made anew: `make tour`.

A house with a clock that stands and cards that are given gives the same pictures every time: a
table of each game in the middle of what it does, and a page of every console.
"""

from __future__ import annotations

import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, expect, sync_playwright

from houseway.games import game, slugs
from houseway.games.commands import PlaceWager
from houseway.rulebook.roles import Role
from houseway.service.consoles.analyst.simulations import SimulationRequest
from houseway.service.settings import Settings
from tests.service import contest, coup, promoting
from tests.service.browser.beside import finish, open_betting, say, table_with
from tests.service.browser.conftest import ARGUMENTS, WIDE, Casino
from tests.service.server import serving

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = DOCS / "tour"
NOON_US = 1_790_000_000 * 1_000_000
MOST_BYTES = 4_000_000
WIDE_GAME = 0.5  # of a page of 1280: 640


class Shown(NamedTuple):
    """Wagers at a table of one game, and what the dealer says up to the moment of the picture."""

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
CONSOLES = (
    # picture, who, where
    ("sign-in", "", "/sign-in"),
    ("tables", "Ana", "/"),
    ("table", "Ana", "/tables/mini-baccarat"),
    ("patron", "Ana", "/play/tournament-blackjack"),
    ("dealer", "Eli", "/dealer/mini-baccarat"),
    ("pit", "Dora", "/pit"),
    ("pit-table", "Dora", "/pit/1"),
    ("inspector", "Ivy", f"/inspect/tables/1/rounds/1/{coup.SETTLED}"),
    ("rulebook", "Ivy", "/rules/mini-baccarat/8.8%28b%29"),
    ("wall", "Ivy", "/wall/1"),
    ("wall-three-card", "Ivy", "/wall/three-card-baccarat"),
    ("wall-withheld", "Ivy", "/wall/tournament-roulette"),
    ("people", "Chen", "/people"),
    ("director", "Tom", "/director/spring/sessions"),
    ("tournament", "Ana", "/tournaments/spring"),
    ("leaderboard", "Ivy", "/wall/tournaments/spring"),
    ("analysis", "Ivy", "/analysis/mini-baccarat"),
    ("what-if", "Ivy", "/analysis/mini-baccarat/what-if?decks=6&odds:odds:tie=9+to+1"),
    ("simulation", "Ivy", "/analysis/simulations/1"),
    ("drift", "Ivy", "/inspect/drift/1"),
    ("promotions-desk", "Rita", "/desk/autumn"),
    ("promotion-winners", "Rita", "/desk/autumn/winners"),
    ("promotion", "", "/promotions/autumn"),
)
# fmt: on


def furnish(casino: Casino) -> None:
    """A table of each game at its moment, and one where a few coups have been played."""
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


def simulate(casino: Casino) -> None:
    """Twenty million rounds, dealt to their end before the first picture is taken."""
    shelf = casino.server.floor.analysing.simulations
    number = shelf.submit(SimulationRequest("mini-baccarat", 20_000_000, 1, (), "Ivy", NOON_US))
    for _ in range(1_200):
        if shelf.read(number).over:
            return
        time.sleep(0.1)
    raise SystemExit("the simulation does not come to an end")


def picture(page: Page, name: str, at: str = "") -> None:
    page.wait_for_load_state("load")
    expect(page.get_by_text("are being read")).to_have_count(0, timeout=60_000)
    expect(page.locator(".counting")).to_have_count(0, timeout=60_000)
    path = PICTURES / f"{name}.png"
    (page.locator(at) if at else page).screenshot(path=path, animations="disabled")


def take(casino: Casino, chromium: Browser) -> None:
    screens = {}
    for name, who, where in CONSOLES:
        if who not in screens:
            screens[who] = casino.screen(who or "nobody")
            if who:
                screens[who].sign_in()
        picture(screens[who].open(where), name)
    small = chromium.new_context(
        viewport={"width": WIDE[0], "height": WIDE[1]}, device_scale_factor=WIDE_GAME,
        reduced_motion="reduce", storage_state=screens["Ana"].context.storage_state(),
    )  # fmt: skip
    page = small.new_page()
    for slug in slugs():
        page.goto(f"{casino.server.url}/tables/{slug}")
        picture(page, slug, ".felt-wide")
    small.close()


WORDS = {
    "sign-in": "Signing in", "tables": "The tables at a glance", "table": "A table, watched",
    "patron": "A patron's decision", "dealer": "The dealer's console",
    "pit": "The pit: every table at a glance", "pit-table": "A table of the pit in depth",
    "inspector": "The inspector: a settlement, replayed", "rulebook": "A clause of the rulebook",
    "wall": "A wall screen", "wall-three-card": "A wall screen of Three Card Baccarat",
    "wall-withheld": "A wall screen where the document keeps results from patrons",
    "people": "The administrator",
    "director": "The tournament director's console", "tournament": "An entrant's seat and turn",
    "leaderboard": "A tournament on the wall",
    "analysis": "Figures of a game", "what-if": "What if a tie paid nine to one",
    "simulation": "A simulation within its bounds", "drift": "Settled money against expectation",
    "promotions-desk": "The promotions desk: where a draw stands, and what is owed",
    "promotion-winners": "Winners, attempts to notify, claims",
    "promotion": "A promotion for everybody: results, and how to check the draw",
}  # fmt: skip


def written() -> str:
    lines = ["# A tour", "", "Made by `make tour`; the cards are given, the clock stands.", ""]
    for name, _, _ in CONSOLES:
        lines += [f"## {WORDS[name]}", "", f"![{WORDS[name]}](tour/{name}.png)", ""]
    lines += ["## The nine tables", ""]
    for slug in slugs():
        title = game(slug).cite.title
        lines += [f"{title}:", "", f"![{title}](tour/{slug}.png)", ""]
    return "\n".join(lines[:-1]) + "\n"


def with_key(folder: str) -> str:
    """A folder where the register has its key, so that the same people have the same references."""
    (Path(folder) / "register.key").write_bytes(bytes(range(32)))
    return folder


def main() -> None:
    PICTURES.mkdir(exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Settings(folder=with_key(folder))) as server,
        sync_playwright() as playwright,
    ):
        chromium = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        casino = Casino(server, chromium)
        furnish(casino)
        take(casino, chromium)
        chromium.close()
    (DOCS / "tour.md").write_text(written(), encoding="utf-8")
    weight = sum(each.stat().st_size for each in PICTURES.glob("*.png"))
    if weight > MOST_BYTES:
        raise SystemExit(f"{weight} bytes of pictures are more than {MOST_BYTES}")


if __name__ == "__main__":
    main()
