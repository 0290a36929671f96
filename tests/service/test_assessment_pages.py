"""A table test from its setting to a result sheet that proves itself without the house."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pypdf import PdfReader

from houseway.cli.receipt import check as check_file
from houseway.games import find
from houseway.paper.sheet import receipt_in
from houseway.receipt_check import ReceiptWrong, check
from houseway.service.settings import Settings
from houseway.training.drill import Drill
from houseway.training.generate import drill, kinds_of
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


def test_a_sitting_is_marked_stored_and_proved(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
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

    printed = eli.get("/tests/spring/sheets/Eli/2/pdf")
    assert printed.headers["content-type"] == "application/pdf"
    key = house.floor.sealing.signing.key.public_key().public_bytes_raw()
    assert check(receipt_in(printed.content), key)["event"] == found["event"]
    with pytest.raises(ReceiptWrong, match="0 receipts inside"):
        receipt_in(b"%PDF-1.7 with nothing in it")
    paper, public = tmp_path / "sheet.pdf", tmp_path / "house.key.pub"
    paper.write_bytes(printed.content)
    public.write_bytes(house.floor.sealing.signing.key.public_key().public_bytes(
        Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))  # fmt: skip
    assert check_file(paper, public=public) == 0
    assert "SittingFinished, assessment/spring" in capsys.readouterr().out
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(printed.content)).pages)
    for words in ("Payouts in spring", "Eli, dealer", "2 of 2 questions, 100 %", "passed"):
        assert words in " ".join(text.split())

    again = eli.send("POST", "/tests/spring/begin").text
    assert "you have passed this test" in again

    assert "Result sheet of Eli, attempt 2" in house.as_("Dora").get("/tests/spring").text
    assert house.as_("Ivy").get("/tests/spring/sheets/Eli/2").status_code == 200


def test_others_do_not_see_a_result_nor_set_tests(house: House) -> None:
    rita = house.as_("Rita")
    assert "Result sheet" not in rita.get("/tests/spring").text
    assert rita.get("/tests/spring/sheets/Eli/1").status_code == 404
    assert rita.get("/tests/spring/sheets/Eli/1/pdf").status_code == 404
    assert rita.send("POST", "/tests", data={**FORM, "name": "own"}).status_code == 403


def test_nobody_brings_marks(house: House) -> None:
    mia = house.as_("Mia")
    mia.send("POST", "/tests/spring/begin")
    mia.send("POST", "/tests/spring/sit", data={"number": "0", "right": "9", "of": "9"})
    events = house.floor.log.read("assessment/spring")
    last = json.loads([each for each in events if each.kind == "QuestionAnswered"][-1].body)
    assert last["right"] == 0
    assert last["of"] == len(question(1, 0).parts)


def test_a_withdrawn_test_is_sat_by_nobody_and_keeps_its_results(house: House) -> None:
    dora, eli = house.as_("Dora"), house.as_("Eli")
    dora.send("POST", "/tests", data={**FORM, "name": "old"})
    assert eli.send("POST", "/tests/old/withdraw", data={"reason": "no"}).status_code == 403
    eli.send("POST", "/tests/old/begin")
    eli.send("POST", "/tests/old/finish")
    shown = dora.send("POST", "/tests/old/withdraw", data={"reason": "The rules changed."}).text
    assert "Withdrawn: The rules changed." in shown
    assert "Result sheet of Eli, attempt 1" in shown
    assert "Start the test" not in eli.get("/tests/old").text
    assert "the test has been withdrawn" in eli.send("POST", "/tests/old/begin").text
    assert (
        "the test has been withdrawn"
        in dora.send("POST", "/tests/old/withdraw", data={"reason": "twice"}).text
    )


def test_a_test_names_its_kinds_even_if_none_is_chosen(house: House) -> None:
    """Another kind of drill in a later version does not change a test that was set."""
    without = {key: text for key, text in FORM.items() if key != "kind"}
    house.as_("Dora").send("POST", "/tests", data={**without, "name": "all"})
    entry = house.floor.log.read("assessment/all")[0]
    assert json.loads(entry.body)["kinds"] == list(kinds_of(find("mini-baccarat")))


def test_an_unknown_test_is_not_found(house: House) -> None:
    assert house.as_("Eli").get("/tests/autumn").status_code == 404
