"""Rounds that have left a table are ruled on from the log; a long table opens like a short one."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.layout import KEPT_ROUNDS
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store import codec
from houseway.store.anchor import LogAltered
from houseway.store.chain import digest
from houseway.store.log import Entry, Log
from houseway.table.people import AskCorrection, ConfirmCorrection
from tests.offices import opening_of
from tests.store.conftest import Opener
from tests.store.test_runner import TABLE, Clock, opened, play_on, runner_on

BANKER_WINS = "2h 6c 3d Ks 9h"  # Player 4, Banker 6
LATER = KEPT_ROUNDS + 3  # rounds that Ben plays after Ana's
SUPERVISOR = Role.GAMING_SUPERVISOR


class House:
    """A mini-baccarat table where Ana has won her hundred on Banker long ago."""

    def __init__(self, log: Log) -> None:
        self.runner, self.keys = runner_on(log), 0
        self.did(opening_of("mini-baccarat"), SUPERVISOR, "Dora")
        self.did(TakeAsPrepared(), Role.DEALER, "Eli")
        for name in ("Ana", "Ben"):
            self.did(c.BringChips(name, 500_00), Role.DEALER, "Eli")
        self.coup("Ana", 100_00)
        for _ in range(LATER):
            self.coup("Ben", 20_00)

    def give(self, command: c.Command, by: Role, actor: str) -> Answer:
        self.keys += 1
        return self.runner.order(TABLE, Order(command, by, actor, f"key {self.keys}"))

    def did(self, command: c.Command, by: Role, actor: str) -> None:
        answer = self.give(command, by, actor)
        assert answer.refused is None, answer.refused

    def coup(self, patron: str, cents: int) -> None:
        self.did(c.OpenBetting(), Role.DEALER, "Eli")
        self.did(c.PlaceWager(patron, "banker", cents), Role.PATRON, patron)
        self.did(c.CallNoMoreBets(), Role.DEALER, "Eli")
        for card in BANKER_WINS.split():
            self.did(c.DealCard(Card(card)), Role.DEALER, "Eli")
        self.did(c.SettleWagers(), Role.DEALER, "Eli")
        self.did(c.CollectCards(), Role.DEALER, "Eli")

    def void_the_first(self) -> Answer:
        """Dora asks for the correction and Finn confirms it."""
        order = msgspec.json.encode(c.ReportLaterError(1)).decode()
        asked = self.give(AskCorrection(order, "the third card was misread"), SUPERVISOR, "Dora")
        if asked.refused:
            return asked
        number = self.runner.table(TABLE).corrections_asked
        return self.give(ConfirmCorrection(number), SUPERVISOR, "Finn")

    @property
    def chips(self) -> dict[str, int]:
        return dict(self.runner.table(TABLE).play.layout.chips)


def test_an_error_found_much_later_voids_that_round_alone(log: Log) -> None:
    """Mini Baccarat 8.8(b): 95 for a hundred. 12.5: only that round is void, later ones stand."""
    house = House(log)
    won = LATER * 19_00
    assert house.chips == {"Ana": 595_00, "Ben": 500_00 + won}
    assert 1 not in house.runner.table(TABLE).play.layout.past

    assert house.void_the_first().refused is None

    assert house.chips == {"Ana": 500_00, "Ben": 500_00 + won}
    again = house.void_the_first().refused
    assert again is not None
    assert again.code == "round_already_void"
    assert runner_on(log).table(TABLE) == house.runner.table(TABLE)


def test_a_round_is_recalled_by_a_house_that_starts_again(log: Log) -> None:
    house = House(log)
    house.runner = runner_on(log)
    assert house.void_the_first().refused is None
    assert house.chips["Ana"] == 500_00


def test_an_index_without_the_round_hides_nothing(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The index only says where to look first."""
    house = House(log)
    monkeypatch.setattr(log, "recall", lambda _stream, _number: [])
    assert house.void_the_first().refused is None
    assert house.chips["Ana"] == 500_00


def test_an_altered_round_is_not_ruled_on(log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(log)
    read = log.read

    def altered(stream: str, **where: Any) -> list[Entry]:
        return [
            msgspec.structs.replace(each, body=each.body.replace(b"9500", b"1"))
            if each.kind == "WagerPaid" and b"Ana" in each.body
            else each
            for each in read(stream, **where)
        ]

    monkeypatch.setattr(log, "read", altered)
    with pytest.raises(LogAltered):
        house.void_the_first()


# Opening


class Counted:
    """How many events a log was asked for, and the most at once."""

    def __init__(self, log: Log, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events = self.most = 0
        read = log.read

        def counting(stream: str, **where: Any) -> list[Entry]:
            found = read(stream, **where)
            self.events += len(found)
            self.most = max(self.most, len(found))
            return found

        monkeypatch.setattr(log, "read", counting)


def test_a_table_opens_from_its_snapshot_and_the_events_since(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.runner.SNAPSHOT_EVERY", 50)
    runner = runner_on(log)
    opened(runner)
    play_on(runner, 30, seed=3)
    assert runner.version(TABLE) > 300
    count = Counted(log, monkeypatch)
    assert runner_on(log).table(TABLE) == runner.table(TABLE)
    assert count.events < 2 * 50


def test_a_table_without_a_snapshot_is_read_in_pages_and_has_one_afterwards(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a snapshot of another shape was left behind by earlier software."""
    runner = runner_on(log)
    opened(runner)
    play_on(runner, 30, seed=3)
    assert log.load_snapshot(TABLE) is None
    monkeypatch.setattr("houseway.runner.SNAPSHOT_EVERY", 100)
    monkeypatch.setattr("houseway.runner._READ_AT_ONCE", 40)
    count = Counted(log, monkeypatch)
    assert runner_on(log).table(TABLE) == runner.table(TABLE)
    assert count.most == 40
    kept = log.load_snapshot(TABLE)
    assert kept is not None
    assert kept[0] == runner.version(TABLE)


def test_a_page_that_does_not_follow_the_one_before_is_not_applied(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner = runner_on(log)
    opened(runner)
    play_on(runner, 5, seed=3)
    read, second = log.read, log.read(TABLE)[40]

    def swapped(stream: str, **where: Any) -> list[Entry]:
        """A first event of the second page that is whole in itself and follows nothing."""
        found = read(stream, **where)
        if found and found[0].version == second.version:
            other = msgspec.structs.replace(found[0], prev=bytes(32))
            found[0] = msgspec.structs.replace(other, hash=digest(other))
        return found

    monkeypatch.setattr(log, "read", swapped)
    monkeypatch.setattr("houseway.runner._READ_AT_ONCE", 40)
    with pytest.raises(LogAltered):
        Runner(log, Clock()).table(TABLE)


def test_a_snapshot_of_another_shape_is_not_read(opener: Opener) -> None:
    log = opener()
    runner = runner_on(log)
    opened(runner)
    body = codec.encode_state(runner.table(TABLE))
    assert codec.decode_state(body) == runner.table(TABLE)
    shape, *rest = msgspec.msgpack.decode(body)
    assert codec.decode_state(msgspec.msgpack.encode((shape - 1, *rest))) is None
    log.close()
