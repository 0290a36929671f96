"""A simulated floor: nothing is lost, made or shown; a copy that is broken is caught."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.games import settling
from houseway.games.events import WagerPaid
from houseway.games.game import Game
from houseway.rulebook.ruling import Ruling
from houseway.soak import watch
from houseway.soak.auditor import Wrong
from houseway.soak.disk import Disk, SimulatedLog
from houseway.soak.floor import Floor, RunReport
from houseway.store.batch import Streams
from houseway.table import view as table_view
from houseway.table.statements import NotBalanced
from houseway.tournament import view as tournament_view
from tests.scale import scaled

COMMANDS = scaled(3_000, 20_000)
SEEDS = range(1, scaled(1, 12) + 1)
ENOUGH = 12_000  # orders within which every broken copy below must be found out


@pytest.fixture(scope="module", params=SEEDS)
def told(request: pytest.FixtureRequest) -> tuple[Floor, RunReport]:
    disk = Disk()
    disk.often = 0.01  # so that few orders meet every kind of fault
    floor = Floor(request.param, disk=disk)
    return floor, floor.run(COMMANDS)


def test_nothing_goes_wrong_on_a_floor(told: tuple[Floor, RunReport]) -> None:
    """All is checked after every order while it runs; here, that much did happen."""
    floor, found = told
    assert found.commands >= COMMANDS
    assert found.accepted > COMMANDS // 4
    assert set(found.streams) == {"table", "tournament", "promotion"}
    assert sum(each.auditor.paid for each in tables(floor)) > 25
    assert sum(each.secrets.told for each in tables(floor)) > 5


def tables(floor: Floor) -> list[watch.TableWatch]:
    return [each for each in floor.watch.streams.values() if isinstance(each, watch.TableWatch)]


def test_every_kind_of_fault_was_met(told: tuple[Floor, RunReport]) -> None:
    met = told[1].faults
    assert {
        "killed before the commit", "killed after the commit", "disk full", "database restarted",
        "slow disk", "connection dropped", "doubled", "delayed", "conflict", "clock jumped",
    } <= met.keys()  # fmt: skip


def test_a_seed_gives_the_same_run_again() -> None:
    first, again = (Floor(5).run(1_500) for _ in range(2))
    assert first == again
    assert Floor(6).run(1_500).run != first.run


# Copies that are broken on purpose


def _payout_off_by_one_cent(broken: pytest.MonkeyPatch) -> None:
    right = settling.paid

    def paid(*given: Any) -> WagerPaid:
        line = right(*given)
        return msgspec.structs.replace(line, paid=line.paid + 1)

    broken.setattr(settling, "paid", paid)


def _an_event_dropped(broken: pytest.MonkeyPatch) -> None:
    """The disk acknowledges an append of several events and leaves one out."""
    right = Disk.keep

    def keep(disk: Disk, streams: Streams) -> None:
        if len(streams.entries) > 3:
            del streams.entries[1]
        right(disk, streams)

    broken.setattr(Disk, "keep", keep)


def _an_answered_order_lost(broken: pytest.MonkeyPatch) -> None:
    """Now and then the disk says yes and keeps nothing."""
    right = Disk.keep

    def keep(disk: Disk, streams: Streams) -> None:
        if len(disk.entries) % 97 != 96:
            right(disk, streams)

    broken.setattr(Disk, "keep", keep)


def _a_hand_shown_to_everybody(broken: pytest.MonkeyPatch) -> None:
    """Every viewer gets the view of the first patron."""

    def shown(table: Any, name: str, version: int, viewer: Any, results: Any = None) -> Any:
        return table_view.view(table, name, version, msgspec.structs.replace(viewer, patron="Ana"))

    broken.setattr(watch, "view", shown)


def _disclosed(tournament: Any, entry: int, form: Any, viewer: Any) -> tournament_view.FormSeen:
    """Whatever is written on an undisclosed form is in everybody's view."""
    return tournament_view.FormSeen(entry, form.on, form.amount)


def _no_look_at_the_office(broken: pytest.MonkeyPatch) -> None:
    right = Game.decide

    def decide(game: Game, play: Any, command: Any, by: Any) -> Ruling:
        may = game.orders.get(type(command))
        return may.decide(play, command, by) if may else right(game, play, command, by)

    broken.setattr(Game, "decide", decide)


def _keys_forgotten(broken: pytest.MonkeyPatch) -> None:
    """A message that comes twice is carried out twice."""
    right = Streams.__init__

    def begin(streams: Streams, at: Any, used: Any, *others: Any, **more: Any) -> None:
        right(streams, at, (), *others, **more)

    broken.setattr(Streams, "__init__", begin)
    broken.setattr(SimulatedLog, "receipt", lambda *_asked: None)


@pytest.mark.parametrize(
    "breaking",
    [
        _payout_off_by_one_cent, _an_event_dropped, _an_answered_order_lost,
        _a_hand_shown_to_everybody, _no_look_at_the_office, _keys_forgotten,
    ],
)  # fmt: skip
def test_a_broken_copy_is_caught(
    breaking: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    breaking(monkeypatch)
    with pytest.raises((Wrong, NotBalanced)):
        Floor(3).run(ENOUGH)


def test_a_wager_that_is_disclosed_too_early_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """7-Up Baccarat 15.8.2: the first tournament of a floor is played under that document."""
    monkeypatch.setattr(tournament_view, "_form", _disclosed)
    with pytest.raises(Wrong, match="undisclosed"):
        Floor(3, kinds={"tournament": 1}).run(ENOUGH)
