"""The table of OWASP ASVS names every requirement once, and only tests and files that exist."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs/asvs.md").read_text(encoding="utf-8")
ROW = re.compile(
    r"^\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", re.MULTILINE
)
ROWS = ROW.findall(PAGE)
STATES = {"met", "not applicable", "**not met**"}
REQUIREMENTS = 253  # of levels 1 and 2 in version 5.0.0


def test_every_requirement_has_one_row() -> None:
    assert len(ROWS) == len({number for number, *_ in ROWS}) == REQUIREMENTS
    assert {state for *_, state, _ in ROWS} == STATES


def test_the_page_counts_its_own_rows() -> None:
    states = Counter(state for *_, state, _ in ROWS)
    counted = [states["met"], states["not applicable"], states["**not met**"]]
    said = re.search(r"\*\*(\d+) are met, (\d+) do not apply, (\d+) are not met", PAGE)
    assert said is not None
    assert list(map(int, said.groups())) == counted


@pytest.mark.parametrize("shown", sorted(set(re.findall(r"`((?:tests|src|docs)/[^`]+)`", PAGE))))
def test_what_a_row_names_exists(shown: str) -> None:
    path, _, function = shown.partition("::")
    assert (ROOT / path).exists()
    if function:
        tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
        assert function in {each.name for each in tree.body if isinstance(each, ast.FunctionDef)}
