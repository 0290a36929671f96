"""The bill of materials has every package of the lock and every script, with hash and licence."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from cyclonedx.model.bom import Bom

from tests import sbom
from tests.audit import ROOT, pinned

HEX = {"SHA-256": 64, "SHA-512": 128}


@pytest.fixture(scope="module")
def bill() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(sbom.text())
    return found


def test_it_is_a_cyclonedx_document(bill: dict[str, Any]) -> None:
    """It can be read back by the library, and names its format and version."""
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    assert re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", bill["serialNumber"])
    reader: Any = Bom
    assert len(reader.from_json(data=bill).components) == len(bill["components"])


def test_every_pinned_package_is_in_it(bill: dict[str, Any]) -> None:
    lock = pinned((ROOT / "requirements.lock").read_text(encoding="utf-8"))
    listed = {
        each["name"]: each["version"]
        for each in bill["components"]
        if each["purl"].startswith("pkg:pypi/")
    }
    assert listed == lock


def test_every_script_is_in_it(bill: dict[str, Any]) -> None:
    lock = json.loads((ROOT / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    named = {place.removeprefix("node_modules/") for place in lock if place}
    listed = {each["name"] for each in bill["components"] if each["purl"].startswith("pkg:npm/")}
    assert listed == named


def test_every_component_has_hashes_and_a_licence(bill: dict[str, Any]) -> None:
    for each in bill["components"]:
        assert each["hashes"], each["name"]
        for found in each["hashes"]:
            assert re.fullmatch(rf"[0-9a-f]{{{HEX[found['alg']]}}}", found["content"])
        assert each["licenses"][0]["license"]["name"] != "unknown", each["name"]


def test_it_names_no_address_of_a_registry(bill: dict[str, Any]) -> None:
    assert "://" not in json.dumps(bill["components"])
