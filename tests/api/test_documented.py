"""What the API's own documentation shows is what happens."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import houseway
from houseway import api

MODULES = [each.name for each in iter_modules(api.__path__, "houseway.api.")]
EXAMPLES = {"figures", "files", "rounds", "rulebook", "table", "training"}


@pytest.mark.parametrize("name", MODULES)
def test_every_example_is_true(name: str) -> None:
    found = doctest.testmod(import_module(name))
    assert found.failed == 0
    assert bool(found.attempted) == (name.rpartition(".")[2] in EXAMPLES)


@pytest.mark.parametrize("name", houseway.__all__)
def test_every_name_is_there_and_documented(name: str) -> None:
    assert getattr(houseway, name).__doc__


def test_another_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(AttributeError, match=r"houseway has no Tabel; it offers .*Table"):
        getattr(houseway, "Tabel")  # noqa: B009


def test_importing_houseway_imports_nothing_else_of_it() -> None:
    code = "import sys, houseway; print(*(each for each in sys.modules if 'houseway' in each))"
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    assert set(told.stdout.split()) == {"houseway", "houseway.version"}


def test_the_page_about_python_runs_and_prints_what_it_shows(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """README is run with the installed package: `tests/packaging/test_wheel.py`."""
    text = (Path(__file__).parents[2] / "docs" / "python.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    shown = 0
    for code, printed in re.findall(r"```python\n(.*?)```(?:\s*```\n(.*?)```)?", text, re.DOTALL):
        exec(code, names)  # noqa: S102 - our own page
        told = capsys.readouterr().out
        assert not printed or told == printed
        shown += bool(printed)
    assert shown >= 5
