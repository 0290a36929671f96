"""Arguments and output that many verbs share: games, logs, options of a table, JSON."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

_TAKES = "A game: its slug, title or the beginning of one, such as mini-baccarat."
_LOG = "A log: its file, the folder of its house, or postgresql://..."


def _default(value: Any) -> str | None:
    """The default that a help page shows: that of a flag or of an empty text says nothing."""
    return None if isinstance(value, bool) or value in (None, "", ()) else str(value)


DEFAULTS = Parameter(negative="", show_default=_default)  # of every verb

GameName = Annotated[str, Parameter(help=_TAKES)]
TableOptions = Annotated[
    list[str] | None,
    Parameter(
        name=["--option", "-o"],
        help="An option of the table as name=value; repeat it for several. houseway games NAME"
        " lists them.",
    ),
]
LogAddress = Annotated[str, Parameter(help=_LOG)]
LogOrExport = Annotated[str, Parameter(help=f"{_LOG}; or an exported log (.hwlog).")]
Stream = Annotated[str, Parameter(help="A stream of the log, such as table/1.")]
HouseFolder = Annotated[Path, Parameter(help="The folder of the house.")]
Database = Annotated[str, Parameter(help="The log, if it is not floor.db in the folder.")]
Json = Annotated[bool, Parameter(name="--json", help="Print JSON instead of text.")]


def page_width(elsewhere: int) -> int | None:
    """How wide a page is: None is as wide as the terminal, or as COLUMNS says."""
    return None if sys.stdout.isatty() or os.environ.get("COLUMNS") else elsewhere


def json_text(found: Any) -> str:
    """Something as JSON, for other programs."""
    return msgspec.json.format(msgspec.json.encode(found), indent=2).decode()


def print_json(found: Any) -> None:
    """Print something as JSON."""
    print(json_text(found))
