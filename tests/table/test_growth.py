"""A table does not grow with its rounds: what is over leaves the state, and the log has it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from houseway.driving import PRACTICE, next_command
from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.events import AnySettlement, BreachLogged, Event
from houseway.games.layout import KEPT_ROUNDS, NotRecalled, earlier_round
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.store import codec
from houseway.table.alerts import ACKNOWLEDGED_LISTED, LISTED, AcknowledgeAlert, AlertAcknowledged
from houseway.table.money import PracticeChipsTaken
from houseway.table.people import (
    AskCorrection,
    ConfirmCorrection,
    DropCorrection,
    RecordNotification,
)
from houseway.table.rulings import SENT_LISTED
from houseway.table.table import ANSWERED_LISTED, Table, decide, evolve
from tests.offices import decider, opening_of
from tests.table.floor import Floor, as_json, played

EARLY, LATE = range(20, 50), range(140, 170)  # rounds
BANKER_WINS = "2h 6c 3d Ks 9h"


class Played:
    """A table that practice patrons play on."""

    def __init__(self, slug: str) -> None:
        self.table, self.events = Table(), list[Event]()
        self.chance = random.Random(slug)
        self._take(opening_of(slug), decider(slug), "Dora")

    def _take(self, command: c.Command, by: Role, actor: str) -> None:
        ruling = decide(self.table, command, by, 1_700_000_000_000_000, actor)
        if not isinstance(ruling, Refused):
            for event in ruling.events:
                evolve(self.table, event)
            self.events += ruling.events

    def rounds(self, last: int) -> Iterator[int]:
        """Every round up to the last, just after it has ended."""
        while self.table.play.round <= last:
            before = list(self.table.play.layout.past)
            command, by = next_command(
                self.table.game, self.table.play, PRACTICE, self.chance.randrange
            )
            self._take(command, by, f"the {by}")
            if list(self.table.play.layout.past) != before:
                yield self.table.play.round


def leaves(value: Any) -> int:
    """How many values a state has in it."""
    if isinstance(value, Mapping):
        return sum(1 + leaves(each) for each in value.values())
    if isinstance(value, list | tuple):
        return sum(map(leaves, value))
    return 1


def size(table: Table) -> int:
    return leaves(msgspec.msgpack.decode(codec.encode_state(table), strict=False))


@pytest.mark.parametrize("slug", slugs())
def test_a_table_is_as_large_after_many_rounds_as_after_a_few(slug: str) -> None:
    """Cards in the rack and wagers differ from round to round; nothing adds up over 120 of them."""
    house = Played(slug)
    sizes = {number: size(house.table) for number in house.rounds(LATE[-1])}
    few = max(sizes[number] for number in EARLY if number in sizes)
    many = max(sizes[number] for number in LATE if number in sizes)
    assert many < 1.5 * few


@pytest.mark.parametrize("slug", slugs())
def test_a_round_that_has_left_is_recalled_as_it_was(slug: str) -> None:
    house = Played(slug)
    settled: dict[int, tuple[AnySettlement, ...]] = {}
    for _ in house.rounds(KEPT_ROUNDS + 4):
        settled |= house.table.play.layout.past
    assert len(house.table.play.layout.past) == KEPT_ROUNDS
    assert len(settled) > KEPT_ROUNDS
    for number, lines in settled.items():
        assert tuple(earlier_round(house.events, number).settlements) == lines


def test_a_ruling_on_a_round_that_nothing_recalls_is_our_own_mistake() -> None:
    """Mini Baccarat 12.5: never a void that gives nothing back."""
    floor = Floor("mini-baccarat")
    for _ in range(KEPT_ROUNDS + 2):
        played(floor, cards=BANKER_WINS, wager=("banker", 100_00))
    with pytest.raises(NotRecalled):
        floor.ruling("Dora", c.ReportLaterError(1))


# What people do is listed as long as it waits for an answer


def test_answered_corrections_leave_and_those_that_wait_stay() -> None:
    floor = Floor("mini-baccarat")
    for _ in range(2):
        played(floor, cards=BANKER_WINS, wager=("banker", 100_00))
    asked = AskCorrection(as_json(c.ReportLaterError(1)), "the third card was misread")
    floor.did("Dora", asked)
    for number in range(2, ANSWERED_LISTED + 4):
        floor.did("Dora", asked)
        floor.did("Eli", DropCorrection(number))
    numbers = [each.number for each in floor.table.corrections]
    assert numbers == [1, *range(4, ANSWERED_LISTED + 4)]
    assert floor.refused("Eli", DropCorrection(2)) == ("correction_over", "")
    assert floor.refused("Eli", ConfirmCorrection(2)) == ("correction_over", "")
    assert floor.refused("Eli", DropCorrection(999)) == ("no_such_correction", "")
    floor.did("Eli", ConfirmCorrection(1))
    assert 1 in floor.table.play.layout.voided


def test_acknowledged_alerts_leave_and_those_that_wait_stay() -> None:
    floor = Floor("casino-war")
    for number in range(1, ACKNOWLEDGED_LISTED + 4):
        floor.did("Ana", c.RaiseDispute("Ana", f"claim {number}"))
        floor.did("Dora", c.DecideDispute(number, "no"))
        if number > 1:
            floor.did("Dora", AcknowledgeAlert(number))
    numbers = [each.number for each in floor.table.alerts]
    assert numbers == [1, *range(4, ACKNOWLEDGED_LISTED + 4)]
    assert floor.refused("Dora", AcknowledgeAlert(2)) == ("alert_not_listed", "")
    assert floor.refused("Dora", AcknowledgeAlert(999)) == ("no_such_alert", "")
    floor.did("Dora", AcknowledgeAlert(1))


def test_alerts_that_nobody_acknowledges_have_a_limit() -> None:
    floor = Floor("casino-war")
    for number in range(1, LISTED + 3):
        floor.did("Ana", c.RaiseDispute("Ana", "claim"))
        floor.did("Dora", c.DecideDispute(number, "no"))
    assert [each.number for each in floor.table.alerts] == list(range(3, LISTED + 3))
    (by,) = {each.by for each in floor.did("Dora", AcknowledgeAlert(3))}  # type: ignore[attr-defined]
    evolve(floor.table, AlertAcknowledged(1, by))  # as an old log may have it
    assert len(floor.table.alerts) == LISTED


def test_sent_notifications_leave_and_those_that_are_owed_stay() -> None:
    floor = Floor("mini-baccarat")
    for number in range(SENT_LISTED + 3):
        floor.did("Dora", RecordNotification("Commission", f"event {number}", "letter"))
    assert len(floor.table.notifications) == SENT_LISTED
    assert floor.table.notifications[0].about == "event 3"


def test_a_person_who_breaks_rules_again_and_again_is_remembered_once() -> None:
    floor = Floor("mini-baccarat")
    clause = floor.cite("4.1")
    for number in range(10):
        evolve(floor.table, BreachLogged("Ana", f"breach {number}", clause))
    assert floor.table.play.layout.breaches == {"Ana"}
    assert floor.table.play.layout.has_broken_rules("Ana")


def test_practice_chips_of_an_earlier_day_are_forgotten() -> None:
    floor = Floor("mini-baccarat")
    for name, day in (("Ana", 1), ("Ben", 1), ("Ana", 2)):
        evolve(floor.table, PracticeChipsTaken(name, 10_00, day))
    assert floor.table.practised == {"Ana": (2, 10_00)}
