"""The guide to amendments, followed word for word."""

from __future__ import annotations

import contextlib
import io
import re
import runpy
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from houseway import games
from houseway.games.side_wagers.facts import Fact
from tests.cli.running import houseway

PAGE = Path(__file__).parents[2] / "docs" / "amend-a-game.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
EDITION = "mini-baccarat@2031-07-01"
FILE = "lucky-6.hwa"


@pytest.fixture
def _forgotten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.chdir(tmp_path)
    yield
    if EDITION in games.editions():
        games.withdraw(EDITION)


@pytest.mark.usefixtures("_forgotten")
def test_the_guide_works_as_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    first, fault, good, scenario, strict, compared, papers, used, python, printed, *_ = blocks
    Path(FILE).write_text(first[1], encoding="utf-8")
    _run(fault[1])
    line = Path(FILE).read_text(encoding="utf-8").splitlines()[17]
    assert "banker.totl" in line  # the line that the guide and the answer name
    Path(FILE).write_text(first[1].replace("banker.totl", "banker.total"), encoding="utf-8")
    _run(good[1])
    with Path(FILE).open("a", encoding="utf-8") as file:
        file.write(scenario[1])
    _run(strict[1])
    _run(compared[1])
    for command in papers[1].splitlines():
        assert houseway(*shlex.split(command.removeprefix("$ houseway "))).returncode == 0
    export, *others = used[1].splitlines()
    monkeypatch.setenv(*export.removeprefix("$ export ").split("=", 1))
    for command in others[:2]:
        assert houseway(*shlex.split(command.removeprefix("$ houseway "))).returncode == 0
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        Path("guide.py").write_text(python[1], encoding="utf-8")
        runpy.run_path("guide.py")
    assert _stripped(out.getvalue()) == _stripped(printed[1])


def _run(console: str) -> None:
    """Run the command of a block and compare what it prints."""
    command, _, expected = console.partition("\n")
    done = houseway(*shlex.split(command.removeprefix("$ houseway ")))
    assert _stripped(done.stdout + done.stderr) == _stripped(expected)


def _stripped(text: str) -> list[str]:
    return [line.rstrip() for line in text.strip().splitlines()]


def test_the_guide_names_every_sort_of_fact() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for slug in games.slugs():
        declared = games.game(slug).facts
        for fact in declared.facts if declared else ():
            assert _named(fact, page), f"{slug}: {fact.name}"


def _named(fact: Fact, page: str) -> bool:
    """By its own name, or by the name of the same fact of the other hand."""
    last = fact.name.rpartition(".")[2]
    return f"`{fact.name}`" in page or f".{last}`" in page
