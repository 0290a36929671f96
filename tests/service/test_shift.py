"""The house seals its log by itself, and when a shift ends."""

from __future__ import annotations

from houseway.service.sealing import KEY
from houseway.store.seals import STREAM, last_seal, public_path, read_public_key, verify_seals
from tests.service.conftest import House


def end_shift(house: House, name: str) -> int:
    client = house.as_(name)
    token = client.http.cookies["__Host-csrf"]
    return client.send(
        "POST", "/shift", data={"_csrf_token": token}, follow_redirects=False
    ).status_code


def test_a_shift_that_ends_is_sealed_in_the_name_of_whoever_ended_it(house: House) -> None:
    house.open_table()
    assert end_shift(house, "Dora") == 303
    last = last_seal(house.floor.log)
    assert last is not None
    assert (last.actor, last.role) == ("Dora", "supervisor")
    assert last.heads["table/1"].version == 2
    page = house.as_("Ivy").get("/shift").text
    assert "Dora" in page
    assert "End the shift" not in page


def test_the_seal_verifies_with_the_public_half_of_the_house_key(house: House) -> None:
    house.open_table()
    end_shift(house, "Dora")
    public = read_public_key(public_path(house.floor.settings.path / KEY))
    assert verify_seals(house.floor.log, public) == []


def test_nobody_else_ends_a_shift(house: House) -> None:
    before = house.floor.log.heads().get(STREAM)
    assert [end_shift(house, name) for name in ("Ana", "Eli", "Ivy", "Chen")] == [403] * 4
    assert house.floor.log.heads().get(STREAM) == before


def test_the_house_seals_by_itself_once_and_not_again_within_the_hour(house: House) -> None:
    house.open_table()
    house.floor.sealing.look()
    first = last_seal(house.floor.log)
    assert first is not None
    assert first.heads["table/1"].version == 2
    house.open_table("2")
    house.floor.sealing.look()
    assert last_seal(house.floor.log) == first


def test_a_process_that_does_not_lead_leaves_sealing_to_the_one_that_does(house: House) -> None:
    house.open_table()
    house.floor.leads = False
    house.floor.sealing.look()
    assert last_seal(house.floor.log) is None
