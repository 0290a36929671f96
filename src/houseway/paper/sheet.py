"""A sheet of rows and columns on paper: a table's sign, a tournament's sheets, a statement."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from houseway.games.game import Game
from houseway.paper.typesetting import pdf


def sheet(
    title: str,
    columns: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    notes: Iterable[str] = (),
    figures: Collection[str] = (),
) -> bytes:
    """A sheet as PDF; `figures` are the columns of numbers, and `notes` stand below the rows."""
    content = {
        "title": title,
        "columns": list(columns),
        "rows": [list(row) for row in rows],
        "right": [at for at, name in enumerate(columns) if name in figures],
        "notes": list(notes),
    }
    return pdf("sheet", content)


def sign(game: Game, play: object) -> bytes:
    """The sign of a table, line by line with its clause."""
    lines = [(text, clause) for text, clause in game.sign(play)]
    about = f"{game.cite.metadata.casino}, edition {game.cite.edition}"
    return sheet(f"{game.cite.title}: sign of the table", ("line", "clause"), lines, notes=[about])
