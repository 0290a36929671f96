"""The progress of a person who trains without an account: one file on the person's machine."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from houseway.training.progress import Progress

NAME = "training.json"


class BadProgressFile(ValueError):
    """A file that is no progress, or cannot be read or written."""


def usual_path() -> Path:
    """The file in the folder where programs of this person store their state."""
    if sys.platform == "win32":
        root = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    else:
        root = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(root) / "houseway" / NAME


def read(path: Path) -> dict[str, Progress]:
    """The progress by game; empty where there is no file yet."""
    try:
        content = path.read_bytes()
        return msgspec.json.decode(content, type=dict[str, Progress])
    except FileNotFoundError:
        return {}
    except (OSError, msgspec.DecodeError) as wrong:
        sentence = f"{path} cannot be read as progress: {wrong}. Name another file with --file"
        raise BadProgressFile(sentence) from wrong


def write(path: Path, progress: dict[str, Progress]) -> None:
    """Replace the file in one step, so that a crash leaves the old or the new one."""
    new = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(msgspec.json.encode(progress))
        new.replace(path)
    except OSError as wrong:
        raise BadProgressFile(f"{path} cannot be written: {wrong}") from wrong
