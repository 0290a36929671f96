"""The house makes checkpoints of its log by itself, and when a shift ends."""

from __future__ import annotations

from houseway.service.background.self_check import KEY
from houseway.store.house_key import public_path, read_public_key
from houseway.store.log import Log
from houseway.store.seals import STREAM, Seal, last_seal, signature_problems
from tests.service.conftest import House


def newest(log: Log) -> Seal:
    found = last_seal(log)
    assert isinstance(found, Seal)
    return found


def end_shift(house: House, name: str) -> int:
    client = house.as_(name)
    token = client.http.cookies["__Host-csrf"]
    data = {"_csrf_token": token, "confirmed": "yes"}
    return client.send("POST", "/shift", data=data, follow_redirects=False).status_code


def test_a_shift_that_ends_has_its_checkpoint_in_the_name_of_who_ended_it(house: House) -> None:
    house.open_table()
    assert end_shift(house, "Dora") == 303
    last = newest(house.floor.log)
    assert (last.actor, last.role) == ("Dora", "supervisor")
    assert last.upto == last.size == house.floor.log.heads()[STREAM].seq - 1
    page = house.as_("Ivy").get("/shift").text
    assert "Dora" in page
    assert "End the shift" not in page


def test_the_end_of_a_shift_is_confirmed_first_and_reported_afterwards(house: House) -> None:
    house.open_table()
    dora = house.as_("Dora")
    data = {"_csrf_token": dora.http.cookies["__Host-csrf"]}
    before = house.floor.log.heads().get(STREAM)
    asked = dora.send("POST", "/shift", data=data)
    assert "End the shift?" in asked.text
    assert house.floor.log.heads().get(STREAM) == before
    ended = dora.send("POST", "/shift", data=data | {"confirmed": "yes"}, follow_redirects=True)
    number = newest(house.floor.log).number
    assert f"The shift has ended. Checkpoint {number} is signed." in ended.text


def test_the_checkpoint_verifies_with_the_public_half_of_the_house_key(house: House) -> None:
    house.open_table()
    end_shift(house, "Dora")
    public = read_public_key(public_path(house.floor.settings.path / KEY))
    assert signature_problems(house.floor.log, public) == []


def test_nobody_else_ends_a_shift(house: House) -> None:
    before = house.floor.log.heads().get(STREAM)
    assert [end_shift(house, name) for name in ("Ana", "Eli", "Ivy", "Chen")] == [403] * 4
    assert house.floor.log.heads().get(STREAM) == before


def test_the_house_signs_by_itself_once_and_not_again_within_the_minute(house: House) -> None:
    house.open_table()
    house.floor.sealing.look()
    first = newest(house.floor.log)
    house.open_table("2")
    house.floor.sealing.look()
    assert last_seal(house.floor.log) == first


def test_a_process_that_does_not_lead_leaves_signing_to_the_one_that_does(house: House) -> None:
    house.open_table()
    house.floor.leads = False
    house.floor.sealing.look()
    assert last_seal(house.floor.log) is None
