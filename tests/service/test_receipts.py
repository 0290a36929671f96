"""Receipts on the pages: each person gets those of their own, and each proves itself offline."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.receipt_check import check
from houseway.store.checkpoint import read_checkpoint
from houseway.store.seals import last_checkpoint
from houseway.store.witness import Witness, read_offered
from tests.service import coup
from tests.service.conftest import House

HTML = {"accept": "text/html"}
IVY = Ed25519PrivateKey.from_private_bytes(b"i" * 32)


@pytest.fixture
def played(house: House) -> House:
    """One coup over: Ana's wager on Banker is paid, Ben's on Tie lost."""
    coup.open_table(house.floor.runner, "1")
    coup.play(house.floor.runner, "1")
    return house


def public(house: House) -> bytes:
    return house.floor.sealing.signing.key.public_key().public_bytes_raw()


def versions(house: House, kind: str) -> list[int]:
    return [each.version for each in house.floor.log.read("table/1") if each.kind == kind]


def offered(house: House, name: str) -> list[int]:
    """The rulings that a person is offered receipts of."""
    page = house.as_(name).get("/receipts?table=1", headers=HTML)
    assert page.status_code == 200
    return [int(each) for each in re.findall(r'href="/receipts/1/(\d+)"', page.text)]


def test_a_patron_gets_the_receipt_of_an_own_ruling_with_nothing_of_others(played: House) -> None:
    (paid,) = versions(played, "WagerPaid")
    ana = played.as_("Ana")
    page = ana.get(f"/receipts/1/{paid}", headers=HTML)
    assert page.status_code == 200
    assert "Mini Baccarat 8.8(b)" in page.text
    assert "<svg" in page.text
    file = ana.get(f"/receipts/1/{paid}/file")
    assert file.headers["content-disposition"] == f'attachment; filename="1-{paid}.hwreceipt"'
    found = check(file.content, public(played))
    assert '"patron":"Ana"' in found["event"]["body"]
    assert "Ben" not in str(found)
    assert len(file.content) < 2_000


def test_everybody_is_offered_only_what_they_may_hold(played: House) -> None:
    (paid,), (lost,) = versions(played, "WagerPaid"), versions(played, "WagerCollected")
    (refused,) = versions(played, "OrderRefused")
    assert paid in offered(played, "Ana")
    assert not {lost, refused} & set(offered(played, "Ana"))
    assert {lost, refused} <= set(offered(played, "Ben"))
    assert paid not in offered(played, "Ben")
    assert {paid, lost} <= set(offered(played, "Dora"))
    assert refused not in offered(played, "Dora")
    assert {paid, lost, refused} <= set(offered(played, "Ivy"))


def test_what_is_not_offered_is_not_given_either(played: House) -> None:
    (lost,) = versions(played, "WagerCollected")
    for name in ("Ana", "Dora"):
        given = set(offered(played, name))
        client = played.as_(name)
        for version in range(played.floor.runner.version("table/1") + 2):
            status = client.get(f"/receipts/1/{version}/file").status_code
            assert status == (200 if version in given else 404), (name, version)
    assert played.as_("Eli").get(f"/receipts/1/{lost}").status_code == 403
    assert played.browser().get(f"/receipts/1/{lost}").status_code == 401


def test_an_event_without_a_checkpoint_gets_one_when_a_receipt_is_asked_for(played: House) -> None:
    (paid,) = versions(played, "WagerPaid")
    log = played.floor.log
    assert last_checkpoint(log) is None
    assert played.as_("Ana").get(f"/receipts/1/{paid}/file").status_code == 200
    first = last_checkpoint(log)
    assert first is not None
    assert played.as_("Ana").get(f"/receipts/1/{paid}/file").status_code == 200
    assert last_checkpoint(log) == first


def test_a_witness_outside_cosigns_and_receipts_show_it(played: House, tmp_path: Path) -> None:
    ivy = Witness(
        "inspectorate/ivy", IVY, played.floor.sealing.signing.key.public_key(), tmp_path / "ivy"
    )
    outside = played.browser()
    assert outside.get("/log/checkpoint").status_code == 404
    for _ in range(2):
        played.floor.sealing.signing.seal(played.floor.now_us())
        text = outside.get(f"/log/offer?old={ivy.size}").content
        offer = read_offered(text)
        assert outside.get("/log/checkpoint").text == str(offer.signed)
        signed = str(offer.signed.with_signatures(ivy.cosign(offer, 1_700_000_000))).encode()
        refused = outside.http.post("/log/cosignature", content=signed)
        (played.floor.settings.path / "witnesses").write_text(f"{ivy.verifier}\n", encoding="utf-8")
        taken = outside.http.post("/log/cosignature", content=signed)
        assert taken.status_code == 200, taken.text
    assert refused.status_code == 200  # listed by then
    (paid,) = versions(played, "WagerPaid")
    receipt = played.as_("Ana").get(f"/receipts/1/{paid}/file").content
    found = check(receipt, public(played), (str(ivy.verifier),))
    assert found["witnessed"] == {"inspectorate/ivy": 1_700_000_000}
    assert found["size"] == read_checkpoint(signed).checkpoint.size
    page = played.as_("Ana").get(f"/receipts/1/{paid}", headers=HTML).text
    assert "witnessed by inspectorate/ivy" in page


def test_a_cosignature_of_a_stranger_or_of_nonsense_is_refused(
    played: House, tmp_path: Path
) -> None:
    signing = played.floor.sealing.signing
    signing.seal(played.floor.now_us())
    eve = Witness("eve", IVY, signing.key.public_key(), tmp_path / "eve")
    outside = played.browser()
    offer = read_offered(outside.get("/log/offer").content)
    signed = str(offer.signed.with_signatures(eve.cosign(offer, 1_700_000_000))).encode()
    for content, status in ((signed, 403), (b"", 403), (b"\xff" * 100, 400), (b"x" * 20_000, 413)):
        assert outside.http.post("/log/cosignature", content=content).status_code == status
    for old in ("-1", "x", "9" * 30):
        assert outside.get(f"/log/offer?old={old}").status_code == 400
    assert outside.get("/log/offer?old=999999").status_code == 200
