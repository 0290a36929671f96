"""A house that was stopped at any write of its first start is whole after the next one.

It may be stopped by Ctrl+C, by a kill, or by a power cut, which loses what was not synced. Here a
share of the writes is cut at, and every one of a key, a record or a lock of an empty house; with
HOUSEWAY_FULL=1 every write, which takes seven minutes of processor time.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from houseway.cli import serve as verb
from houseway.cli.first_people import first_people
from houseway.service.access.accounts import ADMINISTRATOR
from houseway.service.access.people import People
from houseway.service.aggregates.promotions import KIND as PROMOTIONS
from houseway.service.aggregates.tournaments import KIND as TOURNAMENTS
from houseway.service.consoles import registry
from houseway.service.demo import promotion, tournament
from houseway.service.demo.house import PEOPLE, TABLES
from houseway.service.floor import Floor, stream_of
from houseway.service.settings import Settings
from houseway.service.verification import verified
from houseway.store.log import Entry
from tests.service.cuts import Cut, Cuts, Interrupted, watched

FULL = os.environ.get("HOUSEWAY_FULL") == "1"
# So many writes lie between two cuts, of a demonstration and of an empty house.
EVERY, EVERY_EMPTY = (1, 1) if FULL else (397, 67)
OPENED = (*(stream_of(each.name) for each in TABLES), PROMOTIONS.stream(promotion.NAME))
SPRING = TOURNAMENTS.stream(tournament.NAME)
NAMES = {"Ana", "Ben", "Chen", "Dora", "Eli", "Ivy", "Mia", "Noa", "Rita", "Sam", "Tom"}


def start(folder: Path, *, demo: bool) -> None:
    """What `houseway serve` does before it opens, the first checkpoint and the last."""
    asyncio.run(first_people(Settings(folder=str(folder), demo=demo)))
    with opened(folder) as floor:
        floor.sealing.look()
        floor.sealing.closed()


@contextmanager
def opened(folder: Path) -> Iterator[Floor]:
    with closing(Floor(Settings(folder=str(folder)), registry.load())) as floor:
        yield floor


def kinds(entries: list[Entry]) -> list[str]:
    return [each.kind for each in entries]


def cuts_of(folder: Path, wanted: Callable[[int, str], bool], *, demo: bool) -> list[Cut]:
    disk = Cuts(folder, wanted)
    with watched(disk):
        start(folder, demo=demo)
    assert disk.cuts
    return disk.cuts


def check_opens(folder: Path) -> None:
    """A third start finds nothing to do, and nothing looks altered."""
    before = verified(str(folder / "floor.db"), folder=folder)
    assert before.problems == ()
    start(folder, demo=True)
    assert verified(str(folder / "floor.db"), folder=folder) == before


def check_demonstration(folder: Path, uncut: dict[str, list[str]]) -> None:
    with opened(folder) as floor:
        accounts = floor.desk.accounts.all()
        assert {each.name for each in accounts} == NAMES
        assert {each.name: each.office for each in accounts} == {
            each.name: str(each.office) for each in PEOPLE
        }
        assert {each: kinds(floor.log.read(each)) for each in OPENED} == uncut
        spring = floor.runner.tournament(SPRING)
        assert set(spring.directors) == {tournament.DIRECTOR}
        assert all(at > tournament.PLAYED for at in spring.sessions[0].round.values())
        assert len(spring.entries) == len(tournament.ENTRANTS)
    check_opens(folder)


@pytest.fixture(scope="module")
def uncut(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What opens each table and the promotion of a house that nobody stopped."""
    folder = tmp_path_factory.mktemp("uncut") / "house"
    start(folder, demo=True)
    with opened(folder) as floor:
        return {each: kinds(floor.log.read(each)) for each in OPENED}


def test_a_demonstration_is_finished_by_the_next_start(
    tmp_path: Path, uncut: dict[str, list[str]]
) -> None:
    for cut in cuts_of(tmp_path / "house", lambda number, _: number % EVERY == 0, demo=True):
        folder = cut.lay_out(tmp_path / "next")
        try:
            start(folder, demo=True)
            check_demonstration(folder, uncut)
        except Exception as failure:
            raise AssertionError(str(cut)) from failure


def test_an_empty_house_is_finished_by_the_next_start(tmp_path: Path) -> None:
    def wanted(number: int, what: str) -> bool:
        return number % EVERY_EMPTY == 0 or ".db" not in what

    for cut in cuts_of(tmp_path / "house", wanted, demo=False):
        folder = cut.lay_out(tmp_path / "next")
        try:
            start(folder, demo=False)
            with opened(folder) as floor:
                (admin,) = floor.desk.accounts.all()
                assert admin.office == ADMINISTRATOR
            check_opens(folder)
        except Exception as failure:
            raise AssertionError(str(cut)) from failure


def test_no_account_is_stored_before_its_password_was_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown: list[bool] = []
    store = People.store_password

    def storing(people: People, name: str, password_hash: str) -> str:
        shown.append(", password " in capsys.readouterr().out)
        return store(people, name, password_hash)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(People, "store_password", storing)
        start(tmp_path, demo=False)
    assert shown == [True]


@pytest.fixture
def house_only(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """`houseway serve` ends before it serves. A shell may have let its jobs ignore Ctrl+C."""
    monkeypatch.setattr(verb, "_run", lambda *_: "")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("house_only")
def test_ctrl_c_while_the_first_administrator_is_asked_for_ends_the_start_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def typing(prompt: str) -> str:
        os.kill(os.getpid(), signal.SIGINT)
        raise AssertionError(f"still asking: {prompt}")

    monkeypatch.setattr("builtins.input", typing)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert verb.serve(port=0, folder=tmp_path / "house", demo=False) == 130


@pytest.mark.usefixtures("house_only")
@pytest.mark.parametrize("demo", [True, False], ids=["demonstration", "empty"])
def test_ctrl_c_ends_the_first_start_in_a_sentence(
    tmp_path: Path,
    uncut: dict[str, list[str]],
    capsys: pytest.CaptureFixture[str],
    *,
    demo: bool,
) -> None:
    disk = Interrupted(tmp_path / "house")
    with watched(disk):
        verb.serve(port=0, folder=disk.folder, demo=demo)
    for write in range(1, disk.writes, EVERY if demo else EVERY_EMPTY):
        folder = tmp_path / f"house {write}"
        interrupted = Interrupted(folder, write)
        capsys.readouterr()
        with watched(interrupted):
            status = verb.serve(port=0, folder=folder, demo=demo)
        if interrupted.writes < write:
            continue  # secrets differ in length, so one house writes a little less than another
        assert status == 130
        assert "stopped before the house was open" in capsys.readouterr().err
        start(folder, demo=demo)
        if demo:
            check_demonstration(folder, uncut)
        else:
            check_opens(folder)
