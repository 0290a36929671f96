"""`houseway serve`: what it checks before it opens, and who can sign in to a new house."""

from __future__ import annotations

import re
import socket
from pathlib import Path

import pytest

from houseway.cli import serve as verb
from houseway.service.access.sessions import hash_of
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.live import render
from houseway.service.settings import Settings
from tests.cli.running import houseway
from tests.service.server import free_port


def people_of(folder: Path) -> list[tuple[str, str]]:
    floor = Floor(Settings(folder=str(folder)), registry.load())
    try:
        return [(each.name, each.office) for each in floor.desk.accounts.all()]
    finally:
        floor.close()


def test_an_empty_house_begins_with_an_administrator_told_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verb, "_run", lambda *_: "")
    command = ("serve", "--port", 0, "--folder", tmp_path, "--no-demo")
    first, again = (houseway(*command).stdout for _ in range(2))
    assert re.search(r"administrator Admin, password \S{16} \(shown once; ", first)
    assert "password" not in again
    assert people_of(tmp_path) == [("Admin", "administrator")]


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_cannot_be_is_refused(tmp_path: Path, port: str) -> None:
    answer = houseway("serve", "--port", port, "--folder", tmp_path / "house")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert f"{port} is not a port: choose one from 1 to 65535" in answer.stderr


def test_where_the_port_is_taken_nothing_is_created_and_no_password_lost(tmp_path: Path) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        answer = houseway("serve", "--port", port, "--folder", tmp_path / "house")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "in use; choose another with --port" in answer.stderr
    assert not (tmp_path / "house").exists()


def test_a_folder_that_cannot_be_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    answer = houseway("serve", "--port", free_port(), "--folder", tmp_path / "file" / "house")
    assert answer.returncode == 2
    assert answer.stderr.startswith("the house cannot open: ")
    assert "Traceback" not in answer.stderr


def test_a_house_without_its_pages_scripts_does_not_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "PAGE_SCRIPTS", ("vendor/not-there.js",))
    answer = houseway("serve", "--port", free_port(), "--folder", tmp_path / "house")
    assert (answer.returncode, answer.stdout) == (2, "")
    assert "this installation lacks vendor/not-there.js" in answer.stderr
    assert not (tmp_path / "house").exists()


def test_each_start_of_a_demonstration_has_a_link_of_its_own_and_no_other_house_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only the hash of its secret reaches the settings, which worker processes inherit."""
    opened: list[tuple[str, str]] = []

    def run(settings: Settings, _listening: object, _workers: int, link: str) -> str:
        opened.append((settings.entry, link))
        return ""

    monkeypatch.setattr(verb, "_run", run)
    for folder, more in (
        ("demo", ()),
        ("demo", ()),
        ("demo", ("--no-demo",)),
        ("a", ("--no-demo",)),
    ):
        answer = houseway("serve", "--port", 0, "--folder", tmp_path / folder, *more)
        assert (answer.returncode, answer.stderr) == (0, "")
    (first, second), closed = opened[:2], opened[2:]
    assert all(hash_of(link.removeprefix("/demo/")) == entry for entry, link in opened[:2])
    assert first != second
    assert closed == [("", ""), ("", "")]


@pytest.mark.parametrize(
    ("asked", "processors", "workers", "drawing"),
    [
        (None, 1, 1, 0),  # it would only take the processor from the server
        (None, 2, 1, 1),
        (None, 2, 2, 1),
        (None, 8, 2, 2),
        (None, 64, 1, 4),
        (0, 8, 1, 0),
        (6, 2, 1, 6),
    ],
)
def test_a_worker_has_a_drawing_process_for_every_two_processors(
    monkeypatch: pytest.MonkeyPatch, asked: int | None, processors: int, workers: int, drawing: int
) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    assert verb._drawing(asked, workers) == drawing
