"""At one table nobody acts under no name or another's, and nothing outgrows storage."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games.fields import CENTS_MOST, PATRON_MOST
from houseway.games.machine import OUT_OF_BOUNDS
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.store import codec
from houseway.table import table as tables
from houseway.table.money import TakeAwayChips
from houseway.table.people import AssignStaff
from houseway.table.table import Table
from tests.offices import opening_of


@pytest.fixture
def table() -> Table:
    found = Table()
    do(found, opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora")
    do(found, c.JoinTable("Ana"), Role.PATRON, "Ana")
    return found


def do(table: Table, command: c.Command, by: Role, actor: str) -> str:
    """Give a command and apply it; the code of the refusal, or nothing."""
    ruling = tables.decide(table, command, by, 0, actor)
    if isinstance(ruling, Refused):
        return ruling.code
    for event in ruling.events:
        tables.evolve(table, event)
    return ""


@pytest.mark.parametrize("name", ["", "Ben", "ana"])
def test_a_patron_acts_in_the_patrons_own_name(table: Table, name: str) -> None:
    """Under no name an excluded patron could play on, and two could share a purse."""
    assert do(table, AssignStaff("Eli", "dealer"), Role.GAMING_SUPERVISOR, "Dora") == ""

    assert do(table, c.BringChips(name, 100_00), Role.PATRON, "Ana") == "not_your_own"


def test_no_name_is_none_at_a_table_without_a_list_of_staff(table: Table) -> None:
    """An empty name is never valid, whoever gives the command."""
    assert do(table, c.BringChips("", 100_00), Role.PATRON, "Ana") == OUT_OF_BOUNDS


def test_nobody_has_no_name_whoever_enters_it(table: Table) -> None:
    """Staff cannot seat a patron without a name either."""
    assert do(table, c.JoinTable(""), Role.DEALER, "Eli") == OUT_OF_BOUNDS


@pytest.mark.parametrize("name", ["ana", "ANA", "AnA", "\uff21na", "A\u200bna"])
def test_names_that_look_alike_do_not_sit_at_one_table(table: Table, name: str) -> None:
    """Two who could be taken for each other would share what people see and say."""
    assert do(table, c.JoinTable(name), Role.DEALER, "Eli") in ("name_taken", OUT_OF_BOUNDS)


@pytest.mark.parametrize("name", ["dealer", "Director", "banker"])
def test_no_patron_is_called_like_a_role_or_a_hand(table: Table, name: str) -> None:
    """A table that waits for the dealer must not mean a patron."""
    assert do(table, c.JoinTable(name), Role.DEALER, "Eli") == "name_taken"
    assert do(table, c.PlaceWager(name, "player", 10_00), Role.DEALER, "Eli") == "name_taken"


def test_an_excluded_patron_does_not_come_back_as_somebody_alike(table: Table) -> None:
    """The exclusion is of the person, not of one way to write the name."""
    assert do(table, c.LogBreach("Ana", "hid a card"), Role.DEALER, "Eli") == ""
    assert do(table, c.ExcludePatron("Ana"), Role.GAMING_SHIFT_MANAGER, "Mia") == ""

    assert do(table, c.JoinTable("ANA"), Role.DEALER, "Eli") == "name_taken"


def test_no_repetition_brings_more_chips_than_can_be_stored(table: Table) -> None:
    """A patron has a limit at a table, so a snapshot can always be made."""
    brought = 0
    while do(table, c.BringChips("Ana", CENTS_MOST), Role.DEALER, "Eli") == "":
        brought += CENTS_MOST
        assert brought <= PATRON_MOST

    assert brought == PATRON_MOST == table.play.layout.chips["Ana"]
    assert codec.decode_state(codec.encode_state(table)) is not None
    assert do(table, TakeAwayChips("Ana", CENTS_MOST), Role.DEALER, "Eli") == ""


def test_a_patron_has_only_so_many_disputes_open(table: Table) -> None:
    """One who raises them without end fills neither the log nor every view of the staff."""
    codes = [do(table, c.RaiseDispute("Ana", "x" * 900), Role.PATRON, "Ana") for _ in range(12)]

    assert codes == [""] * 10 + ["too_many_disputes"] * 2
