"""The audit of what we depend on finds what it is there to find."""

from __future__ import annotations

import pytest

from tests import audit

HASH = "--hash=sha256:" + "a" * 64


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (f"anyio==4.16.0 \\\n    {HASH} \\\n    {HASH}\n", []),
        (f"anyio>=4 {HASH}\n", ["anyio>=4 is not pinned to one version"]),
        ("anyio==4.16.0\n", ["anyio==4.16.0 has no hash"]),
        (f"anyio==4.16.0 --hash=sha256:{'a' * 63} \n", ["anyio==4.16.0 has no hash"]),
        (f"--index-url file:///elsewhere {HASH}\n",
         ["--index-url is not pinned to one version", "--index-url names an address or an option"]),
        (f"anyio @ file:///elsewhere/anyio.whl {HASH}\n",
         ["anyio is not pinned to one version", "anyio names an address or an option"]),
    ],
)  # fmt: skip
def test_a_lock_pins_by_version_and_hash_and_names_no_address(text: str, told: list[str]) -> None:
    assert list(audit.lock_faults(text)) == told


def test_our_own_locks_are_whole() -> None:
    for name in audit.LOCKS:
        text = (audit.ROOT / name).read_text(encoding="utf-8")
        assert list(audit.lock_faults(text)) == [], name
        assert audit.pinned(text)
    scripts = (audit.ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert list(audit.script_faults(scripts)) == []


@pytest.mark.parametrize(
    ("name", "licence", "good"),
    [
        ("anyio", "MIT", True),
        ("apsw", "any-OSI", True),
        ("psycopg", "LGPL-3.0-only", True),
        ("another", "LGPL-3.0-only", False),
        ("another", "GPL-3.0 OR MIT", False),
        ("another", "", False),
        ("another", "Commercial", False),
    ],
)
def test_a_licence_is_one_that_somebody_has_said_yes_to(
    name: str, licence: str, good: bool
) -> None:
    assert audit.licensed(name, licence) is good
