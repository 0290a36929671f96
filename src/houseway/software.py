"""What this software is, byte for byte: a digest of every file that decides or shows something.

Code, rule documents, templates and scripts of the package count, and whatever of the house's
configuration is handed in. The first house on a log puts its software on record; from then on
anything else is an alteration until someone approves it by name.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from houseway.store.journal import Journal
from houseway.store.log import Log
from houseway.version import __version__

STREAM = "software"
_PASSED_OVER = ("__pycache__", ".ready")


class Manifest(Struct, frozen=True):
    """`files` by their names in the package; `digest` is that of all of them together."""

    version: str
    digest: str
    files: dict[str, str]


class SoftwareApproved(Struct, frozen=True):
    """From now on this is the software of the house; `reason` says why it changed."""

    manifest: Manifest
    reason: str


class SoftwareVerified(Struct, frozen=True):
    """It is what was approved. `occasion`: started, restarted, daily or asked; restarted is said
    where the house before had gone down without being closed."""

    digest: str
    occasion: str


class SoftwareAltered(Struct, frozen=True):
    """It is not. The files are named."""

    digest: str
    occasion: str
    changed: tuple[str, ...]
    missing: tuple[str, ...]
    added: tuple[str, ...]


class SoftwareStopped(Struct, frozen=True):
    """The house was closed as it should be."""


Finding = SoftwareVerified | SoftwareAltered


def manifest(
    root: Path | None = None, configuration: Mapping[str, bytes] | None = None
) -> Manifest:
    """The software as it lies on the disk now."""
    place = root or Path(str(files("houseway")))
    found = {
        each.relative_to(place).as_posix(): _sha256(each.read_bytes()) for each in _every(place)
    }
    given = {
        f"configuration: {name}": _sha256(body) for name, body in (configuration or {}).items()
    }
    both = dict(sorted((found | given).items()))
    lines = "".join(f"{digest} {name}\n" for name, digest in both.items())
    return Manifest(__version__, _sha256(lines.encode()), both)


def _every(place: Path) -> Iterator[Path]:
    for each in sorted(place.rglob("*")):
        if each.is_file() and not any(part in _PASSED_OVER for part in each.parts):
            yield each


def _sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def compared(approved: Manifest, found: Manifest, occasion: str) -> Finding:
    """What is found against what was approved, file by file."""
    before, now = approved.files, found.files
    changed = tuple(name for name in now if name in before and before[name] != now[name])
    missing = tuple(name for name in before if name not in now)
    added = tuple(name for name in now if name not in before)
    if not (changed or missing or added):
        return SoftwareVerified(found.digest, occasion)
    return SoftwareAltered(found.digest, occasion, changed, missing, added)


class SoftwareRecord:
    """The record of a house's software in its log."""

    def __init__(self, log: Log, journal: Journal) -> None:
        self._log, self._journal = log, journal

    def approved(self) -> Manifest | None:
        """What was approved last; None before a house was opened on this log."""
        for entry in reversed(self._log.read(STREAM)):
            if entry.kind == SoftwareApproved.__name__:
                return msgspec.json.decode(entry.body, type=SoftwareApproved).manifest
        return None

    def approve(self, found: Manifest, *, actor: str, office: str, reason: str) -> None:
        fact = SoftwareApproved(found, reason)
        self._journal.record(fact, actor=actor, office=office)

    def went_down(self) -> bool:
        """Whether the last house on this log was open and has not been closed."""
        for entry in reversed(self._log.read(STREAM)):
            if entry.kind != SoftwareApproved.__name__:
                return entry.kind != SoftwareStopped.__name__
        return False

    def stop(self, *, actor: str, office: str) -> None:
        self._journal.record(SoftwareStopped(), actor=actor, office=office)

    def check(self, found: Manifest, occasion: str, *, actor: str, office: str) -> Finding:
        """Compare and put the finding on record; the first software of a log becomes its own."""
        approved = self.approved()
        if approved is None:
            self.approve(found, actor=actor, office=office, reason="the first on this log")
            approved = found
        finding = compared(approved, found, occasion)
        self._journal.record(finding, actor=actor, office=office)
        return finding


def told(finding: Finding) -> str:
    """The finding in one sentence."""
    if isinstance(finding, SoftwareVerified):
        return f"the software is what was approved ({finding.digest[:16]})"
    parts = [
        f"{what}: {', '.join(names)}"
        for what, names in (
            ("changed", finding.changed), ("missing", finding.missing), ("added", finding.added),
        )
        if names
    ]  # fmt: skip
    return f"the software is not what was approved; {'; '.join(parts)}"
