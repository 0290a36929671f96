"""`houseway anchor`: accept a log whose anchor or store key is gone."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from cyclopts import App

from houseway.service.settings import Settings
from houseway.store.backup import By
from houseway.store.backup import accept as accept_log
from houseway.store.log import LogError

ROLE = "administrator"
app = App(
    name="anchor",
    help="""Accept a log whose anchor, the file that remembers its end, is gone.

    Example: houseway anchor accept house --actor Mia --reason "disk replaced"
    """,
    version_flags=[],
)


@app.command
def accept(
    house: Path, /, *, actor: str, reason: str, database: str = "", new_key: bool = False
) -> int:
    """Accept a log as it stands when its anchor is missing or was set back.

    Example: houseway anchor accept house --actor Mia --reason "disk of the anchor replaced"

    Events may be missing at the end of the log. Compare it with the newest checkpoint that others
    hold first: houseway verify --checkpoint. Who accepted it and why becomes an event of the log.

    Parameters
    ----------
    house
        The folder of the house, which must not be open.
    actor
        The supervisor who accepts it.
    reason
        Why, for the log.
    database
        The log, if it is not floor.db in the folder.
    new_key
        Make a new store key where the old one is lost; accounts are then taken as they stand.
    """
    settings = Settings(folder=str(house), database=database)
    by = By(actor, ROLE, reason, time.time_ns() // 1_000)
    try:
        receipt = accept_log(settings.log_address, house, by, new_key=new_key)
    except (LogError, OSError) as wrong:
        print(wrong, file=sys.stderr)
        return 2
    print(f"The log is accepted as it stands. Receipt: {receipt.head}")
    return 0
