"""The command line: each verb's module is imported only when it is used.

What the verbs are is told without the library that reads their arguments, which takes ten times as
long to import as all of this. `houseway.cli.app` is made when it is first asked for.
"""

from __future__ import annotations

import os
import sys
from functools import cache
from io import TextIOWrapper
from typing import TYPE_CHECKING, Any

from houseway.extras import explained
from houseway.version import __version__

if TYPE_CHECKING:
    from cyclopts import App

    app: App

_ABOUT = "Casino table games run exactly by their approved rules; every ruling names its clause."
# Verb, where it lives, what it does, an example of it.
_VERBS = (
    ("play", "play:play", "Deal a game in the terminal.", "play mini-baccarat"),
    ("serve", "serve:serve", "Open the house to browsers.", "serve --port 8080"),
    ("drill", "drill:drill", "Train payouts and rulings.", "drill mini-baccarat --kind payout"),
    ("people", "people:app", "Manage accounts.", "people reset Ana"),
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
    ("amend", "amend:app", "Check and compare amendments.", "amend check dragon-7.hwa"),
    ("leaflet", "games:print_leaflet", "Write a game's leaflet.", "leaflet mini-baccarat"),
    ("edge", "edge:edge", "Show what each wager costs.", "edge casino-war --wager initial"),
    (
        "simulate",
        "simulate:print_simulation",
        "Deal rounds by the million.",
        "simulate mini-baccarat --rounds 1e8",
    ),
    (
        "count",
        "edge:print_count",
        "Show what counting cards wins.",
        "count mini-baccarat banker --behind 14",
    ),
    (
        "session",
        "session:print_session",
        "Show what many rounds come to.",
        "session tournament-roulette --wager red --bankroll 200",
    ),
    (
        "spread",
        "session:print_spread",
        "Show chips of simple players.",
        "spread tournament-roulette --wager red --start 1000",
    ),
    ("plot", "plot:plot", "Draw the maths as pictures.", "plot mini-baccarat removal --out plots"),
    ("software", "software:app", "Check what is installed.", "software check house/floor.db"),
    (
        "conformance",
        "conformance:app",
        "Check other programs by the rules.",
        "conformance make kit",
    ),
    ("mcp", "mcp:serve_tools", "Offer tools to assistants.", "mcp"),
    ("rng", "rng:app", "Test the chance of live tables.", "rng test spins --count 100000"),
    ("soak", "soak:soak", "Check whole floors, simulated.", "soak --seeds 100 --workers 2"),
    ("roles", "roles:roles", "Show who may do what.", "roles mini-baccarat --order void"),
    ("verify", "log:verify", "Check that a log was not altered.", "verify floor.hwlog"),
    ("log", "log:app", "Show or export a log.", "log export floor.db --output floor.hwlog"),
    ("replay", "replay:replay", "Show rounds as they unfolded.", "replay floor.db table/1"),
    (
        "statement",
        "statement:print_statement",
        "Show what moved between accounts.",
        "statement floor.db table/1 --patron Ana",
    ),
    (
        "daily",
        "daily:print_daily",
        "Report drop, win and hold by day.",
        "daily floor.db --day 2026-12-31",
    ),
    ("seal", "seal:app", "Sign and check checkpoints of a log.", "seal floor.db --key house.key"),
    (
        "witness",
        "witness:app",
        "Check from outside that a log only grows.",
        "witness https://house.example --public house.key.pub --name ivy --folder ivy",
    ),
    (
        "receipt",
        "receipt:app",
        "Write or check the receipt of one ruling.",
        "receipt check 57.hwreceipt --public house.key.pub",
    ),
    (
        "anchor",
        "anchor:app",
        "Accept a log whose anchor is gone.",
        'anchor accept house --actor Mia --reason "disk replaced"',
    ),
    ("backup", "backup:backup", "Copy a house and check the copy.", "backup house /backup/monday"),
    (
        "restore",
        "backup:restore",
        "Make a house of a copy.",
        'restore /backup/monday house --actor Ana --reason "new disk"',
    ),
)
_WIDTH = max(len(verb) for verb, *_ in _VERBS)


@cache
def _app() -> App:
    from cyclopts import App

    from houseway.cli.shared import DEFAULTS

    made = App(name="houseway", help=_ABOUT, version=__version__, default_parameter=DEFAULTS)
    for verb, place, *_ in _VERBS:  # each docstring is its help
        made.command(f"houseway.cli.{place}", name=verb)
    made.register_install_completion_command()
    return made


def __getattr__(name: str) -> Any:
    if name == "app":
        return _app()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _verbs_told() -> str:
    lines = ["Usage: houseway COMMAND", "", _ABOUT, "", "Commands:"]
    for verb, _, does, example in sorted(_VERBS):
        lines.append(f"  {verb:{_WIDTH}}  {does}")
        lines.append(f"  {'':{_WIDTH}}  Example: houseway {example}")
    lines += [
        "",
        "houseway COMMAND --help describes a command, and --json prints data for programs.",
        "houseway --install-completion lets the shell complete commands and options.",
        "Exit status: 0 done, 1 refused or something differs, 2 cannot be read or understood.",
    ]
    return "\n".join(lines)


def main() -> None:
    """Run a verb; a reader that has seen enough (`| head`) is no error."""
    _write_anywhere(sys.stdout, sys.stderr)
    try:
        sys.exit(_answer(sys.argv[1:]))
    except ImportError as missing:
        verb = sys.argv[1]
        sentence = explained(missing, verb)
        if not sentence:
            raise
        print(f"houseway {verb}: {sentence}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except OSError as wrong:
        print(f"houseway {' '.join(sys.argv[1:2])}: {wrong}", file=sys.stderr)
        sys.exit(2)


def _write_anywhere(*streams: Any) -> None:
    """Files and pipes get UTF-8, and a terminal a ? for what its own encoding cannot show."""
    for each in streams:
        if isinstance(each, TextIOWrapper):
            each.reconfigure(encoding=None if each.isatty() else "utf-8", errors="replace")


def _answer(given: list[str]) -> Any:
    if given in ([], ["--help"], ["-h"]):
        print(_verbs_told(), flush=True)
        return 0
    if given == ["--version"]:
        print(__version__, flush=True)
        return 0
    _load_amendments()
    return _app()(given)


def _load_amendments() -> None:
    """Make the editions of HOUSEWAY_AMENDMENTS known to every verb."""
    if not os.environ.get("HOUSEWAY_AMENDMENTS"):
        return
    from datetime import date

    from houseway.amendments.document import BadAmendment
    from houseway.amendments.loading import load_named

    try:
        load_named(today=date.today().isoformat())
    except BadAmendment as wrong:
        print(f"houseway: {wrong}", file=sys.stderr)
        sys.exit(2)
