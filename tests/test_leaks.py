"""A test that leaves something open is the one that fails."""

from __future__ import annotations

import asyncio
import logging
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.leaks import Leaks


class Holder:
    """Holds itself, so that nothing frees what it holds but a collection of garbage."""

    def __init__(self, held: Any) -> None:
        self.held, self.me = held, self


def a_file(folder: Path) -> Any:
    return (folder / "file").open("w", encoding="utf-8")


def a_socket(_folder: Path) -> Any:
    return socket.socket()


def a_process(_folder: Path) -> Any:
    return subprocess.Popen([sys.executable, "-S", "-c", "input()"], stdin=subprocess.PIPE)


def a_loop(_folder: Path) -> Any:
    return asyncio.new_event_loop()


@pytest.mark.parametrize("opened", [a_file, a_socket, a_process, a_loop])
def test_what_is_left_open_is_named(tmp_path: Path, opened: Callable[[Path], Any]) -> None:
    leaks = Leaks()
    Holder(opened(tmp_path))
    told = leaks.of_the_test()
    assert any("ResourceWarning" in each for each in told), told
    assert leaks.of_the_test() == []


def test_a_task_that_nobody_awaited_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    leaks = Leaks()
    monkeypatch.setattr(logging.getLogger("asyncio"), "handlers", [leaks])
    loop = asyncio.new_event_loop()
    leaks.open -= 1  # whatever else the test has closed
    Holder(loop.create_task(_for_ever()))
    loop.run_until_complete(asyncio.sleep(0))
    told = leaks.of_the_test()
    loop.close()
    assert any("destroyed" in each for each in told), told


async def _for_ever() -> None:
    await asyncio.get_running_loop().create_future()


def test_what_was_closed_or_is_still_held_is_no_leak(tmp_path: Path) -> None:
    leaks = Leaks()
    with a_file(tmp_path) as held:
        assert leaks.of_the_test() == []
    assert held.closed
    assert leaks.of_the_test() == []
