"""Names and addresses apart from the log, on both engines."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from houseway.promotion import draw_vocabulary as dv
from houseway.rulebook.roles import Role
from houseway.store.register import (
    KeptByRule,
    NotForThisOffice,
    NotThere,
    Person,
    PostgresRegister,
    Register,
    RegisterError,
    SqliteRegister,
    open_register,
)
from tests.promotion.desk import Desk, war
from tests.store.postgres import Server

_numbers = count()
ANA = Person("Ana", "1 Wharf Road", "555 0101", "ana@example.org")
KEY = bytes(range(32))


@pytest.fixture(params=["sqlite", "postgres"])
def register(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Register]:
    if request.param == "sqlite":
        opened = Register(SqliteRegister(tmp_path / "register.db"), KEY)
    else:
        server: Server = request.getfixturevalue("postgres")
        opened = Register(PostgresRegister(server.new_database(f"people{next(_numbers)}")), KEY)
    yield opened
    opened.close()


def test_a_person_is_found_by_reference_and_the_newest_details_hold(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    assert register.look(reference, Role.PROMOTIONS) == ANA
    moved = Person("Ana", "2 Hill Street")
    assert register.enter(" ANA ", moved) == reference
    assert register.look(reference, Role.INSPECTOR) == moved


def test_only_promotions_and_inspectors_read(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    for role in set(Role) - {Role.PROMOTIONS, Role.INSPECTOR}:
        with pytest.raises(NotForThisOffice, match=str(role)):
            register.look(reference, role)
        with pytest.raises(NotForThisOffice):
            register.erase(reference, role)


def test_whoever_was_erased_is_gone(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    register.erase(reference, Role.PROMOTIONS)
    with pytest.raises(NotThere):
        register.look(reference, Role.INSPECTOR)
    with pytest.raises(NotThere):
        register.erase(reference, Role.PROMOTIONS)


def test_details_of_a_refused_claim_are_never_erased(register: Register) -> None:
    """Casino War 14.10.1, reading A-24: names and addresses are retained."""
    reference = register.enter("Ana", ANA)
    receipt = register.keep(reference, war("14.10.1"), Role.PROMOTIONS)
    assert len(receipt) == 32
    with pytest.raises(KeptByRule, match=r"Casino War 14\.10\.1"):
        register.erase(reference, Role.PROMOTIONS)
    register.enter("Ana", Person("Ana", "2 Hill Street"))
    assert register.look(reference, Role.PROMOTIONS).kept == war("14.10.1")


@pytest.mark.parametrize("person", [Person("Ana"), Person("Ana", " "), Person(" ", "1 Wharf Road")])
def test_name_and_address_are_both_there_to_be_kept(register: Register, person: Person) -> None:
    """Casino War 14.10.1: the names and addresses of the claimants."""
    reference = register.enter("Ana", person)
    with pytest.raises(RegisterError, match="name and address"):
        register.keep(reference, war("14.10.1"), Role.PROMOTIONS)


def test_a_reference_needs_the_key(tmp_path: Path) -> None:
    one = Register(SqliteRegister(tmp_path / "one.db"), KEY)
    other = Register(SqliteRegister(tmp_path / "two.db"), bytes(32))
    assert one.reference("Ana") == one.reference("ana")
    assert one.reference("Ana") != one.reference("Ann")
    assert one.reference("Ana") != other.reference("Ana")
    with pytest.raises(RegisterError, match="nothing"):
        one.reference(" ")
    with pytest.raises(RegisterError, match="31 bytes"):
        Register(SqliteRegister(tmp_path / "three.db"), bytes(31))
    one.close()
    other.close()


def test_the_key_is_made_once_beside_the_log_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    first = open_register(str(tmp_path / "floor.db"), tmp_path)
    reference = first.enter("Ana", ANA)
    first.close()
    again = open_register(str(tmp_path / "floor.db"), tmp_path)
    assert again.look(reference, Role.PROMOTIONS) == ANA
    again.close()
    for name in ("register.key", "register.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_what_was_erased_is_not_left_in_the_file(tmp_path: Path) -> None:
    register = Register(SqliteRegister(tmp_path / "register.db"), KEY)
    reference = register.enter("Ana", Person("Ana", "1 Wharf Road"))
    assert b"1 Wharf Road" in (tmp_path / "register.db").read_bytes()
    register.erase(reference, Role.PROMOTIONS)
    register.close()
    assert b"1 Wharf Road" not in (tmp_path / "register.db").read_bytes()


def test_no_name_is_in_what_the_log_holds(tmp_path: Path) -> None:
    import msgspec

    register = Register(SqliteRegister(tmp_path / "register.db"), KEY)
    reference = register.enter("Ana", ANA)
    desk = Desk("casino-war").started()
    desk.do(dv.EnterPatron(reference))
    said = b"".join(map(msgspec.json.encode, desk.facts))
    assert reference.encode() in said
    assert b"Wharf" not in said
    assert b'"Ana"' not in said
    register.close()
