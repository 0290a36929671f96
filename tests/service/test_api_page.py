"""The page "Using the API with curl and httpx": its commands, run against a served house."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.access.tokens import AccessToken
from houseway.service.settings import HOUR_US, Settings
from tests.offices import opening_of
from tests.service.conftest import HASH
from tests.service.server import Serving, serving
from tests.waiting import PATIENCE

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed")


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Serving]:
    """The house of the page: the table mini-1 before a round, and Eli, who deals there."""
    with serving(Settings(folder=str(tmp_path / "house"))) as house:
        house.floor.desk.create_hashed(Account("Eli", str(Role.DEALER)), HASH, None)
        for key, command, by in (
            ("open", opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR),
            ("ready", TakeAsPrepared(), Role.DEALER),
        ):
            order = Order(command, by, "Dora", key)
            assert house.floor.runner.order("table/mini-1", order).refused is None
        yield house


def environment(served: Serving) -> dict[str, str]:
    now = served.floor.now_us()
    made = AccessToken("", "eli", "script", "dealer", (), True, now, now + HOUR_US)
    text = served.floor.desk.tokens.store.create(made)
    assert text is not None
    return os.environ | {"HOUSE": served.url, "TOKEN": text}


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def test_every_command_of_the_page_is_answered_as_it_says(served: Serving, tmp_path: Path) -> None:
    found = environment(served)
    answers: list[Any] = []
    for block in blocks("bash")[1:]:  # the first sets what the test has set
        for command in re.split(r"\n(?=curl)", block):
            done = subprocess.run(
                ["bash", "-ec", command], env=found, cwd=tmp_path, capture_output=True,
                encoding="utf-8", check=True, timeout=PATIENCE,
            )  # fmt: skip
            answers += [json.loads(done.stdout)] if command.startswith("curl") else []
    me, tables, table, offers, done, stale, refused = answers
    assert (me["name"], me["office"], me["token"]) == ("Eli", "dealer", "script")
    assert [each["table"] for each in tables] == ["mini-1"]
    assert table["version"] == tables[0]["version"]
    assert "OpenBetting" in json.dumps(offers)
    assert (done["version"], done["replayed"]) == (table["version"] + 1, False)
    assert done["events"][0]["clause"].startswith("Mini Baccarat")
    assert (stale["code"], stale["version"]) == ("stale_version", done["version"])
    assert refused["clause"].startswith("Mini Baccarat")
    assert served.floor.log.read("table/mini-1")[-1].key == "Eli/script open-3"


def test_the_python_of_the_page_follows_a_table(served: Serving, tmp_path: Path) -> None:
    (code,) = blocks("python")
    (tmp_path / "follow.py").write_text(code, encoding="utf-8")
    program = subprocess.Popen(
        [sys.executable, "-u", "follow.py"], env=environment(served), cwd=tmp_path,
        encoding="utf-8", stdout=subprocess.PIPE,
    )  # fmt: skip
    assert program.stdout is not None
    try:
        assert program.stdout.readline().endswith("[]\n")
        order = Order(served.floor.look("mini-1", _betting), Role.DEALER, "Eli", "k")
        assert served.floor.rule("table/mini-1", order).refused is None
        assert "BettingOpened" in program.stdout.readline()
        served.floor.desk._end_all("Eli")
        assert program.stdout.read() == ""  # the stream has ended, and the program with it
        assert program.wait(PATIENCE) == 0
    finally:
        program.kill()
        program.communicate()


def _betting(table: Any, _version: int) -> Any:
    return next(each for each in table.game.orders if each.__name__ == "OpenBetting")()


def test_following_takes_ten_lines() -> None:
    (code,) = blocks("python")
    assert len([line for line in code.splitlines() if line]) <= 10
