"""`houseway serve`: a new house begins with one administrator, or with a demonstration."""

from __future__ import annotations

import asyncio
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from houseway.games import FOLDERS
from houseway.service import demo, pages
from houseway.service.access.accounts import OFFICES
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from tests.service.server import process


def people_of(folder: Path) -> list[tuple[str, str]]:
    floor = Floor(Settings(folder=str(folder)), pages.load())
    try:
        return [(each.name, each.office) for each in floor.desk.accounts.all()]
    finally:
        floor.close()


def test_an_empty_house_begins_with_an_administrator_told_once(tmp_path: Path) -> None:
    printed = []
    for _ in range(2):
        with process(tmp_path) as (running, _url):
            running.send_signal(signal.SIGINT)
            printed.append(running.communicate(timeout=20)[0].decode())
    assert re.search(r"administrator Admin, password \S{16} \(shown once\)", printed[0])
    assert "password" not in printed[1]
    assert people_of(tmp_path) == [("Admin", "administrator")]


def test_a_demonstration_has_every_game_and_somebody_for_every_console(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = Floor(Settings(folder=str(tmp_path)), pages.load())
    try:
        with ThreadPoolExecutor(1) as thread:  # a loop of its own, whatever runs in this thread
            thread.submit(asyncio.run, demo.seed(floor)).result()
        assert floor.tables() == sorted(FOLDERS)
        people = floor.desk.accounts.all()
    finally:
        floor.close()
    printed = capsys.readouterr().out
    assert {each.office for each in people} <= set(OFFICES)
    for account in people:
        assert re.search(rf"{account.office} +{account.name} +\S+", printed)
