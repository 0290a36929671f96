"""The command line: one module a verb, each imported only when it is used."""

from __future__ import annotations

import os
import sys

from cyclopts import App

from houseway import __version__

app = App(
    name="houseway",
    help="Casino table games run exactly by their approved rules; every ruling names its clause.",
    version=__version__,
)
# Verb, where it lives, what it does, an example of it.
_VERBS = (
    ("play", "play:play", "Deal a game in the terminal.", "play mini-baccarat"),
    ("serve", "serve:serve", "Open the house to browsers.", "serve --port 8080"),
    ("people", "people:app", "Reset a password.", "people reset Ana"),
    ("settle", "settle:settle", "Rule on a record.", "settle dispute.hwr --explain"),
    ("games", "games:games", "List games, wagers and odds.", "games mini-baccarat --sign"),
    ("fair", "fair:app", "Check a virtual table's deal.", "fair verify floor.db table/7"),
    (
        "tournament",
        "tournament:app",
        "Run a tournament.",
        "tournament show floor.db tournament/spring",
    ),
    ("promotion", "promotion:app", "Run promotional prizes.", "promotion due floor.db promotion/1"),
    ("draw", "draw:app", "Check a promotion's draw.", "draw verify autumn.hwdraw"),
    ("rules", "rules:app", "Look up the approved rules.", "rules mini-baccarat 7.3"),
    ("edge", "edge:edge", "Show what each wager costs.", "edge casino-war --wager initial"),
    (
        "simulate",
        "simulate:print_simulation",
        "Deal rounds by the million.",
        "simulate mini-baccarat --rounds 1e8",
    ),
    (
        "session",
        "session:print_session",
        "Show what many rounds come to.",
        "session tournament-roulette --wager red --bankroll 200",
    ),
    ("plot", "plot:plot", "Draw the maths as pictures.", "plot mini-baccarat removal --out plots"),
    ("soak", "soak:soak", "Check whole floors, simulated.", "soak --seeds 100 --workers 2"),
    ("roles", "roles:roles", "Show who may do what.", "roles mini-baccarat --order void"),
    ("verify", "verify:verify", "Check that a log was not altered.", "verify floor.hwlog"),
    ("log", "log:app", "Show or export a log.", "log export floor.db --output floor.hwlog"),
    ("replay", "replay:replay", "Show rounds as they unfolded.", "replay floor.db table/1"),
    (
        "statement",
        "statement:print_statement",
        "Show what moved between accounts.",
        "statement floor.db table/1 --patron Ana",
    ),
    ("seal", "seal:app", "Sign and check a log's heads.", "seal floor.db --key house.key"),
    ("backup", "backup:backup", "Copy a log and check the copy.", "backup floor.db monday.backup"),
    (
        "restore",
        "backup:restore",
        "Make a log of a copy.",
        'restore monday.backup floor.db --actor Ana --reason "new disk"',
    ),
)
for _verb, _place, _does, _example in _VERBS:
    app.command(f"houseway.cli.{_place}", name=_verb, help=f"{_does} Example: houseway {_example}")


def main() -> None:
    """Run a verb; a reader that has seen enough (`| head`) is no error."""
    try:
        sys.exit(app())
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
