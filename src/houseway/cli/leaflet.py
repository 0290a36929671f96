"""`houseway leaflet`: one A4 page for patrons, with how to play, the odds and the house edge.

With `--json` it prints what stands on the page: heading, subtitle, how (sentence, clause), wagers
(name, pays, wins, edge), edge-note and notice.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, Json, TableOptions, print_json
from houseway.games.game import Game
from houseway.paper.leaflet import leaflet, leaflet_data

Output = Annotated[
    Path | None, Parameter(help="Where the PDF goes; without it a name after the game.")
]


def print_leaflet(
    name: GameName,
    /,
    *,
    output: Output = None,
    option: TableOptions = None,
    as_json: Json = False,
) -> int:
    """Write the leaflet of a game as PDF: how to play, the odds, the house edge of every wager.

    Example: houseway leaflet mini-baccarat --output mini-baccarat.pdf
    """
    try:
        found = find_game(name)
        write_leaflet(found, setup_of(found, option or []).options, output, as_json=as_json)
    except (ValueError, LookupError, OSError) as wrong:
        print(f"houseway leaflet: {wrong}", file=sys.stderr)
        return 2
    return 0


def write_leaflet(found: Game, options: object, output: Path | None, *, as_json: bool) -> None:
    """Print what stands on a leaflet as data, or write it as PDF and say where."""
    if as_json:
        print_json(leaflet_data(found, options))
    else:
        write_pdf(leaflet(found, options), output or Path(f"{found.slug}-leaflet.pdf"))


def write_pdf(content: bytes, path: Path) -> None:
    path.write_bytes(content)
    print(f"written: {path}")
