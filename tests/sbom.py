"""The bill of materials in the CycloneDX format: `make sbom` writes build/sbom.json.

Every package of the lock and every script of the pages, with its version, its hashes and its
licence. Hashes are those of the locks; licences are what the installed packages say of themselves.
"""

from __future__ import annotations

import base64
import json
import re
import sys
import warnings
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import Any

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import DisjunctiveLicense
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from houseway.version import __version__
from tests.audit import ROOT, plain, requirements

BUILD = ROOT / "build" / "sbom.json"
_PIN = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)")
_SHA256 = re.compile(r"--hash=sha256:([0-9a-f]{64})\b")


def packages(lock: str) -> Iterator[Component]:
    """One component for each package of a lock."""
    installed = {plain(each.name): each for each in distributions()}
    for line in requirements(lock):
        pin = _PIN.match(line)
        if pin is None:
            raise ValueError(f"not pinned: {line[:60]}")
        name, version = plain(pin[1]), pin[2]
        hashes = [
            HashType(alg=HashAlgorithm.SHA_256, content=each) for each in _SHA256.findall(line)
        ]
        yield _component("pypi", name, version, hashes, licence_of(installed.get(name)))


def scripts(lock: str) -> Iterator[Component]:
    """One component for each script that pages load, from the lock of their packages."""
    for place, each in json.loads(lock)["packages"].items():
        name = place.removeprefix("node_modules/")
        if name:
            digest = base64.b64decode(each["integrity"].removeprefix("sha512-")).hex()
            hashes = [HashType(alg=HashAlgorithm.SHA_512, content=digest)]
            yield _component("npm", name, each["version"], hashes, each.get("license") or "0BSD")


def _component(
    kind: str, name: str, version: str, hashes: list[HashType], licence: str
) -> Component:
    return Component(
        name=name, version=version, type=ComponentType.LIBRARY, hashes=hashes,
        bom_ref=f"{kind}:{name}@{version}", purl=PackageURL(kind, None, name, version),
        licenses=[DisjunctiveLicense(name=licence)],
    )  # fmt: skip


def licence_of(package: Distribution | None) -> str:
    """What a package says its licence is; one for another platform is not installed here."""
    if package is None:
        return "not installed on this platform"
    said: Any = package.metadata
    named: str = said.get("License-Expression") or ""
    classified = [
        each.rpartition(" :: ")[2]
        for each in said.get_all("Classifier") or []
        if each.startswith("License :: ")
    ]
    return named or ", ".join(classified) or (said.get("License") or "unknown").splitlines()[0]


def bill(root: Path = ROOT) -> Bom:
    made = Bom()
    made.metadata.component = Component(
        name="houseway", version=__version__, type=ComponentType.APPLICATION, bom_ref="houseway"
    )
    for each in (
        *packages((root / "requirements.lock").read_text(encoding="utf-8")),
        *scripts((root / "package-lock.json").read_text(encoding="utf-8")),
    ):
        made.components.add(each)
    made.register_dependency(made.metadata.component, made.components)
    return made


def text() -> str:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # about edges between dependencies
        written: str = make_outputter(
            bill(), OutputFormat.JSON, SchemaVersion.V1_6
        ).output_as_string(indent=2)
    return written


def main() -> None:
    BUILD.parent.mkdir(exist_ok=True)
    BUILD.write_text(text() + "\n", encoding="utf-8")
    sys.stdout.write(f"{len(bill().components)} components in {BUILD.relative_to(ROOT)}\n")


if __name__ == "__main__":
    main()
