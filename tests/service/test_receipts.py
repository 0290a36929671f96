"""Receipts on the pages: each person gets those of their own, and each proves itself offline."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from http.server import HTTPServer
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from houseway.cli.witness import listening
from houseway.receipt_check import (
    ReceiptWrong,
    check,
    check_promises,
    check_under,
    read_policy,
)
from houseway.records.hwlog import of_this_moment, write_hwlog
from houseway.service.settings import Settings
from houseway.store.checkpoint import Signed, read_checkpoint, sign, witness_verifier
from houseway.store.house_key import write_public
from houseway.store.seals import last_checkpoint
from houseway.store.witness import Offered, Witness, offer, read_offered
from tests.service import coup
from tests.service.conftest import OPEN, House

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


# Promises that answers carry


def promised(house: House, key: str = "k1") -> list[str]:
    """An accepted answer and a refused one."""
    eli = house.as_("Eli")
    answers = eli.order(OPEN, key=key), eli.order(OPEN, key=f"{key} again")
    assert [each.status_code for each in answers] == [200, 422]
    return [each.json()["promise"] for each in answers]


def exported(house: House, path: Path) -> str:
    heads, entries = of_this_moment(house.floor.log)
    with path.open("wb") as file:
        write_hwlog(entries, heads, file, exported_us=0, whole=True)
    return path.read_text(encoding="utf-8")


def test_every_answer_carries_a_promise_that_the_log_keeps(house: House, tmp_path: Path) -> None:
    """Refusals are on record too."""
    house.open_table()
    answers = promised(house)
    log = exported(house, tmp_path / "floor.hwlog")
    assert check_promises("".join(answers), public(house), log) == 2


def test_a_house_that_puts_its_folder_back_is_convicted_by_an_answer(tmp_path: Path) -> None:
    """The log is whole both times, and so is each promise: together they cannot be true."""
    folder, told = tmp_path / "house", []
    with ExitStack() as stack:
        House(stack, Settings(folder=str(folder))).open_table()
    copy = shutil.copytree(folder, tmp_path / "copy")
    for key in ("first", "second"):
        shutil.rmtree(folder)
        shutil.copytree(copy, folder)
        with ExitStack() as stack:
            house = House(stack, Settings(folder=str(folder)))
            told.append("".join(promised(house, key)))
            log = exported(house, tmp_path / f"{key}.hwlog")
            assert house.floor.log.verify().problems == ()
            key_of_house = public(house)

    assert check_promises(told[1], key_of_house, log) == 2
    for other in (told[1], log):
        with pytest.raises(ReceiptWrong, match="this convicts the house: it promised table/1"):
            check_promises(told[0], key_of_house, other)


@pytest.mark.parametrize("line", range(6))
def test_a_promise_that_was_altered_does_not_hold(house: House, line: int) -> None:
    house.open_table()
    lines = promised(house)[0].splitlines(keepends=True)
    assert check_promises("".join(lines), public(house)) == 1
    old = lines[line][0]
    lines[line] = ("8" if old == "9" else "9") + lines[line][1:]
    with pytest.raises(ValueError, match=r"wrong|not promises"):
        check_promises("".join(lines), public(house))


# A quorum of witnesses


NAMES = ("ivy", "lab", "uni")


@pytest.fixture
def witnesses(played: House, tmp_path: Path) -> Iterator[list[HTTPServer]]:
    """Three witnesses that listen, listed by the house with their addresses."""
    house, servers, lines = played.floor.sealing.signing.key.public_key(), [], ["quorum 2\n"]
    for name in NAMES:
        own = Witness(name, Ed25519PrivateKey.generate(), house, tmp_path / name)
        servers.append(listening(own, "127.0.0.1", 0))
        lines.append(f"{own.verifier} http://127.0.0.1:{servers[-1].server_port}\n")
        threading.Thread(target=servers[-1].serve_forever, daemon=True).start()
    (played.floor.settings.path / "witnesses").write_text("".join(lines), encoding="utf-8")
    yield servers
    for server in servers:
        stop(server)


def stop(server: HTTPServer) -> None:
    server.shutdown()  # also where it was stopped before
    server.server_close()


def receipt_and_key(house: House) -> tuple[bytes, str]:
    """Ana's receipt, and the file of the public key as the house hands it out."""
    (paid,) = versions(house, "WagerPaid")
    receipt = house.as_("Ana").get(f"/receipts/1/{paid}/file").content
    sealing = house.floor.sealing
    write_public(house.floor.settings.path / "house.key", sealing.signing.key,
                 sealing.witnessed.policy())  # fmt: skip
    return receipt, (house.floor.settings.path / "house.key.pub").read_text(encoding="ascii")


def test_checkpoints_are_pushed_and_a_receipt_has_its_quorum(
    played: House, witnesses: list[HTTPServer], tmp_path: Path
) -> None:
    """Once the house has named witnesses, two of three must have cosigned."""
    played.floor.sealing.signing.seal(played.floor.now_us())
    for server in witnesses[1:]:
        stop(server)
    played.floor.sealing.push()
    alone, pem = receipt_and_key(played)
    assert check(alone, public(played))["size"] > 0
    with pytest.raises(ReceiptWrong, match=r"1 of the witnesses .* its quorum is 2"):
        check_under(alone, pem)

    listed = (played.floor.settings.path / "witnesses").read_text(encoding="utf-8")
    house = played.floor.sealing.signing.key.public_key()
    own = Witness("lab", Ed25519PrivateKey.generate(), house, tmp_path / "lab again")
    again = listening(own, "127.0.0.1", 0)
    threading.Thread(target=again.serve_forever, daemon=True).start()
    lines = listed.splitlines()
    lines[2] = f"{own.verifier} http://127.0.0.1:{again.server_port}"
    text = "".join(f"{line}\n" for line in lines)
    (played.floor.settings.path / "witnesses").write_text(text, encoding="utf-8")
    played.floor.sealing.push()
    stop(again)
    receipt, pem = receipt_and_key(played)
    assert set(check_under(receipt, pem)["witnessed"]) == {"ivy", "lab"}


def test_each_new_checkpoint_goes_to_all_and_receipts_stay_whole(
    played: House, witnesses: list[HTTPServer]
) -> None:
    """A witness that lost what it knew of the house says its size, and is asked from there."""
    for _ in range(3):
        played.floor.sealing.signing.seal(played.floor.now_us())
        played.floor.sealing.push()
        receipt, pem = receipt_and_key(played)
        assert set(check_under(receipt, pem)["witnessed"]) == set(NAMES)
        shutil.rmtree(played.floor.settings.path / "witnessed")  # the house forgets their sizes
    assert len(witnesses) == len(NAMES)


def test_a_witness_does_not_cosign_a_second_history(played: House, tmp_path: Path) -> None:
    signing = played.floor.sealing.signing
    own = Witness("ivy", IVY, signing.key.public_key(), tmp_path / "ivy")
    signing.seal(played.floor.now_us())
    offered = offer(signing.tree, 0, signed_of(played))
    assert own.answer(str(offered).encode(), 1_700_000_000)[0] == 200
    other = sign(offered.signed.checkpoint._replace(root=bytes(32)), signing.key)
    forked = Offered(own.size, [], other)
    status, text = own.answer(str(forked).encode(), 1_700_000_001)
    assert (status, "two histories" in text) == (422, True)
    assert own.answer(b"nonsense", 1)[0] == 403
    assert own.answer(str(offered).encode(), 1)[0] == 409


def signed_of(house: House) -> Signed:
    signed = last_checkpoint(house.floor.log)
    assert signed is not None
    return signed


BELOW = {
    "quorum of none": "quorum 1\n", "too large": "{a}quorum 2\n", "no number": "{a}",
    "nobody needed": "{a}quorum 0\n", "twice": "{a}quorum 1\nquorum 1\n",
    "one name, two keys": "{a}{b}quorum 2\n",
}  # fmt: skip


@pytest.mark.parametrize("below", BELOW)
def test_a_quorum_that_means_nothing_is_refused(below: str) -> None:
    keys = (Ed25519PrivateKey.generate().public_key() for _ in "ab")
    a, b = (f"witness {witness_verifier('ivy', key)}\n" for key in keys)
    with pytest.raises(ValueError, match="below the public key"):
        read_policy(f"-----END PUBLIC KEY-----\n{BELOW[below].format(a=a, b=b)}")
