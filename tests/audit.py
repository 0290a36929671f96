"""What we depend on, audited: `make audit`. Nothing here needs a network.

Every dependency is pinned by version and by hash, and names no address; what is installed is what
the lock says, byte for byte as its makers packed it; every licence is one that we may use; the
scripts of the pages are those of their packages. Known weaknesses are another matter: they are
published after a lock is made, so `make audit` asks pip-audit too, where that can be reached.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
from collections.abc import Iterable, Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path

from hatch_build import FOLDER, SCRIPTS

ROOT = Path(__file__).parents[1]
LOCKS = (
    "requirements.lock", "serve.lock", "node.lock", "benchmarks/requirements.lock",
    "website/website.lock",
)  # fmt: skip
VENDOR = ROOT / FOLDER
OURS = {"houseway", "pip", "uv", "setuptools", "wheel"}  # what sets up, and what is set up
# Words of licences that we may use; and those that are used unchanged, beside us, never within.
FREE = ("mit", "bsd", "apache", "isc", "0bsd", "zlib", "cc0", "psf", "python", "any-osi")
BESIDE = {
    "psycopg": "lgpl", "psycopg-binary": "lgpl", "hypothesis": "mpl", "certifi": "mpl",
    "pathspec": "mpl",
}  # fmt: skip
_PIN = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")


def plain(name: str) -> str:
    """What makes two names of packages the same."""
    return re.sub(r"[-_.]+", "-", name).lower()


# The lock


def requirements(text: str) -> Iterator[str]:
    """Each requirement of a lock on one line, without comments."""
    joined = re.sub(r"\\\n\s*", " ", text)
    for line in joined.splitlines():
        if line.strip() and not line.lstrip().startswith("#"):
            yield line.strip()


def lock_faults(text: str) -> Iterator[str]:
    """What a lock lacks: a version, a hash; or what it must not have: an address."""
    for each in requirements(text):
        name = each.split()[0]
        if not _PIN.match(each):
            yield f"{name} is not pinned to one version"
        if not re.search(r"--hash=sha256:[0-9a-f]{64}\b", each):
            yield f"{name} has no hash"
        if "://" in each or each.startswith("-"):
            yield f"{name} names an address or an option"


def pinned(text: str) -> dict[str, str]:
    found = (_PIN.match(each) for each in requirements(text))
    return {plain(pin[1]): pin[2] for pin in found if pin}


# What is installed


def installed_faults(installed: Iterable[Distribution], lock: dict[str, str]) -> Iterator[str]:
    """What is there and not in the lock, or in another version, or altered since it was packed."""
    for each in installed:
        name = plain(each.name)
        if name in OURS:
            continue
        if name not in lock:
            yield f"{name} {each.version} is installed and not in the lock"
        elif lock[name] != each.version:
            yield f"{name} {each.version} is installed, and the lock says {lock[name]}"
        yield from (f"{name}: {path} was altered" for path in altered(each))
        if not licensed(name, licence_of(each)):
            yield f"{name}: nobody has said that {licence_of(each)!r} may be used"


def altered(found: Distribution) -> Iterator[str]:
    """Files that are no longer what the package's own record says; what tools make is not in it."""
    for file in found.files or ():
        path = Path(str(file.locate()))
        if file.hash is None or file.hash.mode != "sha256" or not path.is_file():
            continue
        digest = hashlib.sha256(path.read_bytes()).digest()
        if base64.urlsafe_b64encode(digest).rstrip(b"=").decode() != file.hash.value:
            yield str(file)


def licence_of(found: Distribution) -> str:
    metadata = found.metadata
    classified = [each for each in metadata.get_all("Classifier") or [] if "License ::" in each]
    named = [metadata[each] for each in ("License-Expression", "License") if each in metadata]
    told = [*named[:1], "; ".join(classified), *named[1:]]
    return next((each.strip().splitlines()[0] for each in told if each.strip()), "")


def licensed(name: str, licence: str) -> bool:
    words = licence.lower()
    beside = BESIDE.get(name)
    if beside:
        return beside in words or "mozilla" in words
    return any(word in words for word in FREE) and "gpl" not in words


# The scripts of the pages


def script_faults(lock: str) -> Iterator[str]:
    packages = json.loads(lock)["packages"]
    for name, each in packages.items():
        if name and not str(each.get("integrity", "")).startswith("sha512-"):
            yield f"{name} has no hash in package-lock.json"
        if "resolved" in each:
            yield f"{name} names an address in package-lock.json"


def vendor_faults() -> Iterator[str]:
    for ours, theirs in SCRIPTS.items():
        source = ROOT / "build/scripts/node_modules" / theirs
        both = source.exists() and (VENDOR / ours).exists()
        if both and source.read_bytes() != (VENDOR / ours).read_bytes():
            yield f"{ours} is not the script of its package"


def faults() -> Iterator[str]:
    for name in LOCKS:
        lock = (ROOT / name).read_text(encoding="utf-8")
        yield from (f"{name}: {each}" for each in lock_faults(lock))
    lock = (ROOT / LOCKS[0]).read_text(encoding="utf-8")
    yield from installed_faults(distributions(), pinned(lock))
    yield from script_faults((ROOT / "package-lock.json").read_text(encoding="utf-8"))
    yield from vendor_faults()


def main() -> int:
    found = list(faults())
    for each in found:
        print(each, file=sys.stderr)  # noqa: T201
    if not found:
        locked = pinned((ROOT / LOCKS[0]).read_text(encoding="utf-8"))
        print(f"{len(locked)} packages: pinned, unaltered, licensed")  # noqa: T201
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
