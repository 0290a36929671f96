"""`houseway serve`: a new house begins with one administrator."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from tests.service.server import process


def people_of(folder: Path) -> list[tuple[str, str]]:
    floor = Floor(Settings(folder=str(folder)), registry.load())
    try:
        return [(each.name, each.office) for each in floor.desk.accounts.all()]
    finally:
        floor.close()


def test_an_empty_house_begins_with_an_administrator_told_once(tmp_path: Path) -> None:
    printed = []
    for _ in range(2):
        with process(tmp_path) as (running, _url):
            running.send_signal(signal.SIGINT)
            printed.append(running.communicate(timeout=60)[0].decode())
    assert re.search(r"administrator Admin, password \S{16} \(shown once; ", printed[0])
    assert "password" not in printed[1]
    assert people_of(tmp_path) == [("Admin", "administrator")]
