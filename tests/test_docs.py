"""The documents tell the truth: their examples work, their commands exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from houseway.records.hwr import read_record
from houseway.records.settlement import play_record

ROOT = Path(__file__).parent.parent
EXAMPLES = [
    (page.name, text)
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    for text in re.findall(r"```toml\n(.*?)```", page.read_text(), re.DOTALL)
]


@pytest.mark.parametrize(("page", "text"), EXAMPLES)
def test_every_record_in_the_documents_plays_as_it_says(page: str, text: str) -> None:
    assert play_record(read_record(text)).problems == []


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 3


def test_every_make_target_named_in_the_documents_exists() -> None:
    makefile = (ROOT / "Makefile").read_text()
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for named in re.findall(r"(?:^|`)make ([a-z-]+)", page.read_text(), re.MULTILINE):
            assert named in targets, f"{page.name}: make {named}"


def test_the_lock_names_versions_and_hashes_only() -> None:
    """No address and no path: the same lock works wherever packages come from."""
    lock = (ROOT / "requirements.lock").read_text()
    for line in lock.splitlines():
        assert re.fullmatch(
            r"[A-Za-z0-9._-]+==\S+( ; .+)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line
        )
