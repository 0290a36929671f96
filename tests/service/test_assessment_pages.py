"""A table test from its setting to a result sheet that proves itself without the house."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from houseway.receipt_check import check
from houseway.service.settings import Settings
from houseway.training.drill import Drill
from houseway.training.generate import drill
from tests.service.conftest import Client, House

FORM = {
    "title": "Payouts in spring", "name": "spring", "document": "mini-baccarat", "seed": "s",
    "length": "2", "minutes": "30", "percent": "100", "attempts": "2", "hours": "0",
    "kind": "payout",
}  # fmt: skip


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        made = House(stack, Settings(folder=str(tmp_path_factory.mktemp("tests") / "house")))
        answer = made.as_("Dora").send("POST", "/tests", data=FORM, follow_redirects=False)
        assert answer.headers["location"] == "/tests/spring"
        yield made


def question(attempt: int, number: int) -> Drill:
    return drill("mini-baccarat", "payout", f"s/{attempt}-{number}")


def sit(client: Client, attempt: int, *, right: bool) -> str:
    """Sit the whole test; return the page after it."""
    shown = client.send("POST", "/tests/spring/begin").text
    for number in range(2):
        made = question(attempt, number)
        assert made.parts[0].asks in shown
        assert "Right:" not in shown
        given = {
            f"part-{at}": part.answer[0] if right else "0" for at, part in enumerate(made.parts)
        }
        shown = client.send("POST", "/tests/spring/sit", data={"number": str(number), **given}).text
    return shown


def test_a_sitting_is_marked_stored_and_proved(house: House) -> None:
    eli = house.as_("Eli")
    assert "not passed" in sit(eli, 1, right=False)
    assert "passed" in sit(eli, 2, right=True)
    sheet = eli.get("/tests/spring/sheets/Eli/1").text
    assert "0 of 2 questions" in sheet
    assert "Mini Baccarat 8.8" in sheet
    file = eli.get("/tests/spring/sheets/Eli/2/file").content
    found = check(file, house.floor.sealing.signing.key.public_key().public_bytes_raw())
    body = json.loads(found["event"]["body"])
    assert found["event"]["kind"] == "SittingFinished"
    assert (found["event"]["actor"], body["passed"], body["percent"]) == ("Eli", True, 100)

    again = eli.send("POST", "/tests/spring/begin").text
    assert "you have passed this test" in again

    assert "Result sheet of Eli, sitting 2" in house.as_("Dora").get("/tests/spring").text
    assert house.as_("Ivy").get("/tests/spring/sheets/Eli/2").status_code == 200


def test_others_do_not_see_a_result_nor_set_tests(house: House) -> None:
    rita = house.as_("Rita")
    assert "Result sheet" not in rita.get("/tests/spring").text
    assert rita.get("/tests/spring/sheets/Eli/1").status_code == 404
    assert rita.send("POST", "/tests", data={**FORM, "name": "own"}).status_code == 403


def test_nobody_brings_marks(house: House) -> None:
    mia = house.as_("Mia")
    mia.send("POST", "/tests/spring/begin")
    mia.send("POST", "/tests/spring/sit", data={"number": "0", "right": "9", "of": "9"})
    events = house.floor.log.read("assessment/spring")
    last = json.loads([each for each in events if each.kind == "QuestionAnswered"][-1].body)
    assert last["right"] == 0
    assert last["of"] == len(question(1, 0).parts)


def test_an_unknown_test_is_not_found(house: House) -> None:
    assert house.as_("Eli").get("/tests/autumn").status_code == 404
