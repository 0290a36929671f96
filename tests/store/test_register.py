"""Names and addresses apart from the log, on both engines."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import msgspec
import pytest

from houseway.promotion import draw_vocabulary as dv
from houseway.rulebook.roles import Role
from houseway.store.journal import Journal
from houseway.store.log import Entry
from houseway.store.register import (
    STREAM,
    KeptByRule,
    NoReason,
    NotForThisOffice,
    NotRecorded,
    NotThere,
    Person,
    PostgresRegister,
    Reader,
    Register,
    RegisterError,
    SqliteRegister,
    open_register,
)
from houseway.store.sqlite import SqliteLog
from tests.promotion.desk import Desk, war
from tests.store.postgres import Server

_numbers = count()
ANA = Person("Ana", "1 Wharf Road", "555 0101", "ana@example.org")
KEY = bytes(range(32))


PIA = Reader("Pia", Role.PROMOTIONS, "to notify a winner")
IVY = Reader("Ivy", Role.INSPECTOR, "an inspection")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[SqliteLog]:
    opened = SqliteLog(tmp_path / "floor.db")
    yield opened
    opened.close()


@pytest.fixture(params=["sqlite", "postgres"])
def register(request: pytest.FixtureRequest, tmp_path: Path, log: SqliteLog) -> Iterator[Register]:
    journal = Journal(log, STREAM, lambda: 7)
    if request.param == "sqlite":
        opened = Register(SqliteRegister(tmp_path / "register.db"), KEY, journal)
    else:
        server: Server = request.getfixturevalue("postgres")
        database = PostgresRegister(server.new_database(f"people{next(_numbers)}"))
        opened = Register(database, KEY, journal)
    yield opened
    opened.close()


def told(log: SqliteLog) -> list[tuple[str, str, str, dict[str, object]]]:
    """What the log says of the register: kind, who, in which office, and the rest."""

    def line(entry: Entry) -> tuple[str, str, str, dict[str, object]]:
        return entry.kind, entry.actor, entry.role, msgspec.json.decode(entry.body)

    return [line(entry) for entry in log.read(STREAM)]


def test_a_person_is_found_by_reference_and_the_newest_details_hold(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    assert register.look(reference, PIA) == ANA
    assert register.enter(" ANA ", Person("Ana", "2 Hill Street")) == reference
    moved = Person("Ana", "2 Hill Street", "555 0101", "ana@example.org")
    assert register.look(reference, IVY) == moved


def test_only_promotions_and_inspectors_read(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    for role in set(Role) - {Role.PROMOTIONS, Role.INSPECTOR}:
        with pytest.raises(NotForThisOffice, match=str(role)):
            register.look(reference, Reader("Eli", role, "why not"))
        with pytest.raises(NotForThisOffice):
            register.erase(reference, Reader("Eli", role, "why not"))


def test_whoever_was_erased_is_gone(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    register.erase(reference, PIA)
    with pytest.raises(NotThere):
        register.look(reference, IVY)
    with pytest.raises(NotThere):
        register.erase(reference, PIA)


def test_details_of_a_refused_claim_are_never_erased(register: Register) -> None:
    """Casino War 14.10.1, reading A-24: names and addresses are retained."""
    reference = register.enter("Ana", ANA)
    receipt = register.keep(reference, war("14.10.1"), PIA)
    assert len(receipt) == 32
    with pytest.raises(KeptByRule, match=r"Casino War 14\.10\.1"):
        register.erase(reference, PIA)
    register.enter("Ana", Person("Ana", "2 Hill Street"))
    assert register.look(reference, PIA).kept == war("14.10.1")


@pytest.mark.parametrize("person", [Person("Ana"), Person("Ana", " "), Person(" ", "1 Wharf Road")])
def test_name_and_address_are_both_there_to_be_kept(register: Register, person: Person) -> None:
    """Casino War 14.10.1: the names and addresses of the claimants."""
    reference = register.enter("Ana", person)
    with pytest.raises(RegisterError, match="name and address"):
        register.keep(reference, war("14.10.1"), PIA)


def test_kept_details_stay_as_they_were_whatever_is_entered_later(register: Register) -> None:
    """Casino War 14.10.1, reading A-24: what was retained is neither overwritten nor emptied."""
    reference = register.enter("Ana", ANA)
    receipt = register.keep(reference, war("14.10.1"), PIA)
    register.enter("Ana", Person("Ana", "2 Hill Street"))
    kept = register.kept(receipt, IVY)
    assert (kept.name, kept.address, kept.kept) == ("Ana", "1 Wharf Road", war("14.10.1"))
    with pytest.raises(NotForThisOffice):
        register.kept(receipt, Reader("Eli", Role.DEALER, "why not"))
    with pytest.raises(NotThere):
        register.kept("0" * 32, IVY)


def test_an_address_can_be_said_when_details_are_kept(register: Register) -> None:
    """Casino War 14.10.1: a manager refuses a claim, keeps the details, and reads none."""
    gus = Reader("Gus", Role.GAMING_MANAGER, "refusal of claim 1")
    reference = register.enter("Ana", Person("Ana"))
    receipt = register.keep(reference, war("14.10.1"), gus, "3 Mill Lane")
    assert register.kept(receipt, IVY).address == "3 Mill Lane"
    with pytest.raises(NotForThisOffice):
        register.look(reference, gus)


def test_what_is_not_said_again_stays(register: Register) -> None:
    reference = register.enter("Ana", ANA)
    register.enter("Ana", Person("Ana"))
    assert register.look(reference, PIA) == ANA


# Reading is written down


def test_every_reading_is_in_the_log_before_it_is_answered(
    register: Register, log: SqliteLog
) -> None:
    ana, ben = register.enter("Ana", ANA), register.enter("Ben", Person("Ben", "2 Hill Street"))
    register.look(ana, PIA)
    register.look_all((ben, ana, ben), IVY)
    assert told(log) == [
        ("DetailsRead", "Pia", "promotions", {"references": [ana], "why": "to notify a winner"}),
        ("DetailsRead", "Ivy", "inspector", {"references": [ben, ana], "why": "an inspection"}),
    ]
    said = b"".join(entry.body for entry in log.read(STREAM))
    assert not any(word in said for word in (b"Ana", b"Ben", b"Wharf", b"Hill"))


def test_keeping_and_erasing_are_in_the_log(register: Register, log: SqliteLog) -> None:
    ana, ben = register.enter("Ana", ANA), register.enter("Ben", ANA)
    register.keep(ana, war("14.10.1"), PIA)
    register.erase(ben, PIA._replace(why="request of 16/11/2026"))
    assert told(log) == [
        ("DetailsKept", "Pia", "promotions", {"reference": ana, "clause": war("14.10.1")}),
        (
            "PersonErased",
            "Pia",
            "promotions",
            {"reference": ben, "reason": "request of 16/11/2026"},
        ),
    ]


def test_what_is_refused_is_neither_read_nor_written_down(
    register: Register, log: SqliteLog
) -> None:
    reference = register.enter("Ana", ANA)
    with pytest.raises(NotForThisOffice):
        register.look(reference, Reader("Eli", Role.DEALER, "why not"))
    with pytest.raises(NotForThisOffice):
        register.erase(reference, IVY)
    with pytest.raises(NoReason):
        register.erase(reference, PIA._replace(why=" "))
    assert register.look_all((), PIA) == {}
    assert told(log) == []


def test_where_nothing_can_be_written_down_nothing_is_read(tmp_path: Path) -> None:
    register = Register(SqliteRegister(tmp_path / "register.db"), KEY, None)
    reference = register.enter("Ana", ANA)
    for read in (register.look, register.erase):
        with pytest.raises(NotRecorded):
            read(reference, PIA)
    assert register.knows(reference)
    register.close()


def test_a_reference_needs_the_key(tmp_path: Path) -> None:
    one = Register(SqliteRegister(tmp_path / "one.db"), KEY, None)
    other = Register(SqliteRegister(tmp_path / "two.db"), bytes(32), None)
    assert one.reference("Ana") == one.reference("ana")
    assert one.reference("Ana") != one.reference("Ann")
    assert one.reference("Ana") != other.reference("Ana")
    with pytest.raises(RegisterError, match="nothing"):
        one.reference(" ")
    with pytest.raises(RegisterError, match="31 bytes"):
        Register(SqliteRegister(tmp_path / "three.db"), bytes(31), None)
    one.close()
    other.close()


def test_the_key_is_made_once_beside_the_log_and_read_by_its_owner_alone(tmp_path: Path) -> None:
    first = open_register(str(tmp_path / "floor.db"), tmp_path, None)
    reference = first.enter("Ana", ANA)
    first.close()
    again = open_register(str(tmp_path / "floor.db"), tmp_path, None)
    assert again.reference("Ana") == reference
    assert again.knows(reference)
    again.close()
    for name in ("register.key", "register.db"):
        assert stat.S_IMODE((tmp_path / name).stat().st_mode) == 0o600


def test_a_key_of_somebody_who_was_first_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another worker makes the key between the look and the link: there is one key, and no rest."""
    monkeypatch.setattr(Path, "exists", lambda path: path.name != "register.key")
    (tmp_path / "register.key").write_bytes(KEY)
    late = open_register(str(tmp_path / "floor.db"), tmp_path, None)
    plain = Register(SqliteRegister(tmp_path / "other.db"), KEY, None)
    assert late.reference("Ana") == plain.reference("Ana")
    assert not list(tmp_path.glob("register.key.*"))
    late.close()
    plain.close()


def test_a_lost_connection_is_made_anew(postgres: Server) -> None:
    database = PostgresRegister(postgres.new_database(f"people{next(_numbers)}"))
    register = Register(database, KEY, None)
    database.close()
    reference = register.enter("Ana", ANA)
    assert register.knows(reference)
    register.close()


def test_what_was_erased_is_not_left_in_the_file(tmp_path: Path, log: SqliteLog) -> None:
    journal = Journal(log, STREAM, lambda: 7)
    register = Register(SqliteRegister(tmp_path / "register.db"), KEY, journal)
    reference = register.enter("Ana", Person("Ana", "1 Wharf Road"))
    assert b"1 Wharf Road" in (tmp_path / "register.db").read_bytes()
    register.erase(reference, PIA)
    register.close()
    assert b"1 Wharf Road" not in (tmp_path / "register.db").read_bytes()


def test_no_name_is_in_what_the_log_holds(tmp_path: Path) -> None:
    register = Register(SqliteRegister(tmp_path / "register.db"), KEY, None)
    reference = register.enter("Ana", ANA)
    desk = Desk("casino-war").started()
    desk.do(dv.EnterPatron(reference))
    said = b"".join(map(msgspec.json.encode, desk.facts))
    assert reference.encode() in said
    assert b"Wharf" not in said
    assert b'"Ana"' not in said
    register.close()
