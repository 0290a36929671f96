"""The page of drop, win and hold, for managers and inspectors."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.house_time import HouseTime
from houseway.service.settings import Settings
from tests.service import coup
from tests.service.conftest import HASH, House
from tests.service.test_drift import WAITING, lines


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        folder = str(tmp_path_factory.mktemp("daily") / "house")
        made = House(stack, Settings(folder=folder, time_zone="Australia/Sydney"))
        for table in ("1", "2"):
            coup.open_table(made.floor.runner, table)
            coup.play(made.floor.runner, table)
        coup.play(made.floor.runner, "2")
        yield made


def test_tables_and_their_total_worked_out_by_hand(house: House) -> None:
    """Mini Baccarat 8.8(b): each coup pays $95 on Banker's $100 and collects $20 from Tie.

    Of each, $1.06 and $2.87 are expected. Patrons brought their chips, so nothing was dropped.
    """
    answer = house.as_("Mia").get("/daily", headers=WAITING)
    assert answer.status_code == 200
    found = lines(answer.text)
    table = found["Table 2 Mini Baccarat"]
    assert table[:7] == ["2", "$0", "$240", "-$150", "no drop", "-$150", "$7.86"]
    assert found["All tables"][:4] == ["3", "$0", "$360", "-$225"]
    today = HouseTime("Australia/Sydney").date(house.floor.now_us())
    day = "/".join(reversed(str(today).split("-")))
    assert f"hold of {day}, Australia/Sydney" in answer.text
    assert "OUTSIDE" not in answer.text


def test_files_have_the_same_lines(house: House) -> None:
    ivy = house.as_("Ivy")
    answer = ivy.get("/daily/file?form=csv", headers=WAITING)
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert [(row["table"], row["win"]) for row in rows] == [
        ("1", "-75.00"), ("2", "-150.00"), ("", "-225.00"),
    ]  # fmt: skip
    data = ivy.get("/daily/file?form=json", headers=WAITING).json()
    assert data["time_zone"] == "Australia/Sydney"
    assert [each["win"] for each in data["days"]] == [-75_00, -150_00, -225_00]


def test_a_day_without_money_and_what_is_no_day(house: House) -> None:
    mia = house.as_("Mia")
    assert "No money moved" in mia.get("/daily?day=2020-02-29", headers=WAITING).text
    assert mia.get("/daily?day=2020-02-30").json()["code"] == "no_such_day"
    assert mia.get("/daily/file?form=xls").json()["code"] == "no_such_form"


def test_who_may_see_it(house: House) -> None:
    for name, status in (("Ivy", 200), ("Mia", 200), ("Ana", 403), ("Eli", 403), ("Dora", 403)):
        assert house.as_(name).get("/daily", headers=WAITING).status_code == status, name


def test_an_inspector_with_tables_assigned_sees_those_alone(house: House) -> None:
    house.floor.desk.create_hashed(Account("Uma", str(Role.INSPECTOR), ("1",)), HASH, None)
    found = lines(house.as_("Uma").get("/daily", headers=WAITING).text)
    assert set(found) == {"Table 1 Mini Baccarat", "All tables"}
