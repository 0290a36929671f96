"""Which page each picture of `docs/tour` was taken of: `docs/tour/manifest.json`."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from tests.tour.scene import ALL_PICTURES, FILMED

FOLDER = Path(__file__).parents[2] / "docs" / "tour"
MANIFEST = FOLDER / "manifest.json"
FILM = f"{FILMED}.webp"
FILES = (
    *(f"{each.name}.png" for each in ALL_PICTURES),
    *(f"{each.name}-phone.png" for each in ALL_PICTURES if each.phone),
    FILM,
)


def recorded() -> dict[str, dict[str, str]]:
    """Return the manifest: `pages`, their fingerprints, and `files`, the digests of pictures."""
    if not MANIFEST.exists():
        return {"pages": {}, "files": {}}
    found: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text("utf-8"))
    return found


def write(pages: dict[str, str]) -> None:
    """Write the manifest, and remove pictures that are no longer taken."""
    for path in (*FOLDER.glob("*.png"), *FOLDER.glob("*.webp")):
        if path.name not in FILES:
            path.unlink()
    text = json.dumps({"pages": pages, "files": digests()}, indent=1, sort_keys=True)
    MANIFEST.write_text(text + "\n", "utf-8")


def digests() -> dict[str, str]:
    """Return a digest of every picture that is there."""
    paths = (*FOLDER.glob("*.png"), *FOLDER.glob("*.webp"))
    return {each.name: hashlib.sha256(each.read_bytes()).hexdigest()[:16] for each in paths}


def stale(now: dict[str, str], then: dict[str, str]) -> list[str]:
    """Return the names of the pages that differ from those that were pictured."""
    return sorted(name for name in now.keys() | then.keys() if now.get(name) != then.get(name))
