"""Amendment files on disk: one of them, or all that the environment names."""

from __future__ import annotations

import os
from pathlib import Path

from houseway import games
from houseway.amendments.document import LARGEST, BadAmendment, Problem
from houseway.amendments.reading import Amendment, adopt, read_amendment
from houseway.games.game import Game

VARIABLE = "HOUSEWAY_AMENDMENTS"  # files and folders of amendments, as PATH is written
SUFFIX = ".hwa"


def load(path: Path, today: str = "") -> Amendment:
    """Read one file and adopt its edition; `BadAmendment` names the line and reason of a fault.

    A slug means the edition only if it commences by `today`, a day such as 2030-01-01.
    """
    if path.stat().st_size > 4 * LARGEST:
        raise BadAmendment([Problem(0, f"{path} is too large for an amendment")])
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as wrong:
        raise BadAmendment([Problem(0, f"not a text in UTF-8: {wrong}")]) from wrong
    amendment = read_amendment(text)
    adopt(amendment, today)
    _LOADED[amendment.document.id] = amendment
    return amendment


def loaded() -> tuple[Amendment, ...]:
    """The amendments whose editions are known now, in the order of their ids."""
    known = (each for name, each in sorted(_LOADED.items()) if name in games.offered())
    return tuple(known)


_LOADED: dict[str, Amendment] = {}


def load_named(places: str | None = None, today: str = "") -> tuple[Amendment, ...]:
    """Load every file that HOUSEWAY_AMENDMENTS names; a folder stands for the files in it."""
    listed = os.environ.get(VARIABLE, "") if places is None else places
    found: list[Path] = []
    for place in filter(None, listed.split(os.pathsep)):
        path = Path(place)
        found += sorted(path.glob(f"*{SUFFIX}")) if path.is_dir() else [path]
    loaded = []
    for path in found:
        try:
            loaded.append(load(path, today))
        except BadAmendment as wrong:
            raise BadAmendment(
                [Problem(0, f"{path}: {each}") for each in wrong.problems]
            ) from wrong
    return tuple(loaded)


def edition(name: str) -> tuple[Game, Amendment | None]:
    """The game of an edition, a slug or an amendment file, with the amendment if it is a file."""
    if name.endswith(SUFFIX):
        amendment = load(Path(name))
        return amendment.game, amendment
    return games.game(name), None
