"""Names and addresses: in no byte but for two offices, every reading written down; erasing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import msgspec
import pytest

from houseway.cli import app as command_line
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.records.drawfile import check
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.promotions.people import may_erase, may_read, reader
from houseway.service.errors import Wrong
from houseway.service.settings import Settings
from houseway.store.log import Entry
from houseway.store.open import read_log
from houseway.store.register import STREAM, Person
from houseway.table.view import Viewer
from tests.promotion.desk import DRAW, war
from tests.service import promoting as p
from tests.service.conftest import PEOPLE, Client, House

HTML = {"accept": "text/html"}
VALE = Person("Quirin Vale", "17 Lantern Court", "555 8301", "quirin@example.org")
SECRETS = (b"Quirin", b"Lantern", b"555 8301", b"quirin@")
READERS = ("Rita", "Ivy")
# What a route's parameter is filled with; a route with any other parameter is none of ours.
FILLED = {"name": p.NAME, "promotion": p.NAME, "claim": "1", "part": "winners", "table": "1"}
ENDLESS = ("/events", "/api/events")  # streams, whose views are looked at one by one below


@pytest.fixture(scope="module")
def settled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house where Quirin Vale has entered, won, claimed and disputed."""
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(tmp_path_factory.mktemp("people") / "house")))
        house.open_table("1", "casino-war")
        _settle(house)
        yield house


def _settle(house: House) -> None:
    floor = house.floor
    p.started(floor)
    reference = floor.register.enter(VALE.name, VALE)
    p.order(floor, dv.EnterPatron(reference))
    p.sealed(floor)
    p.revealed(floor)
    p.set_clock(floor, DRAW)
    p.order(floor, dv.DrawWinners())
    p.order(floor, dv.PublishResults("website"))
    p.order(floor, cv.NotifyWinner(1, "telephone", "the number on file", reached=True))
    p.order(floor, cv.ClaimPrize(reference, "cash prize"))
    p.order(floor, cv.DisputeTerms(reference, "the closing time"))


def reference_of(house: House) -> str:
    return house.floor.register.reference(VALE.name)


def readings(house: House) -> list[Entry]:
    return [each for each in house.floor.log.read(STREAM) if each.kind == "DetailsRead"]


def addresses(house: House) -> list[str]:
    """Every page and every answer of the API that can be asked for with what there is."""
    found = []
    for route in house.app.routes:
        path = re.sub(r"\{(\w+):\w+\}", lambda each: FILLED.get(each[1], "?"), route.path)
        if "GET" in getattr(route, "methods", ()) and "?" not in path and path not in ENDLESS:
            found.append(path)
    parts = ("", "/terms", "/entries", "/draw", "/winners", "/disputes")
    found += [f"/desk/{p.NAME}{part}" for part in parts]
    found += ["/desk/due?form=csv", "/desk/due?form=ics", f"/inspect/log?stream={p.STREAM}"]
    return sorted(set(found) - {"/desk/due"})


@pytest.mark.share(4)
@pytest.mark.parametrize("who", ["nobody", *PEOPLE])
def test_no_page_and_no_answer_has_a_name_or_an_address(settled: House, who: str) -> None:
    """But for the register's own pages, which are not among these."""
    client = settled.browser() if who == "nobody" else settled.as_(who)
    before = len(readings(settled))
    looked = 0
    for path in addresses(settled):
        answer = client.get(path)
        looked += answer.status_code == 200
        assert not any(secret in answer.content for secret in SECRETS), (who, path)
    assert looked >= 8
    assert len(readings(settled)) == before


@pytest.mark.parametrize("role", list(Role))
def test_no_view_and_no_live_change_has_a_name(settled: House, role: Role) -> None:
    seen = msgspec.json.encode(KIND.seen(settled.floor, p.NAME, Viewer(role, name="Somebody")))
    assert not any(secret in seen for secret in SECRETS)
    desk = role in {Role.PROMOTIONS, Role.INSPECTOR, Role.GAMING_MANAGER, Role.CASINO_DUTY_MANAGER,
                    Role.GAMING_SHIFT_MANAGER}  # fmt: skip
    assert (b'"claims":[{' in seen) == desk


def test_two_offices_read_a_name_and_it_is_written_down(settled: House) -> None:
    reference = reference_of(settled)
    for who, office in (("Rita", "promotions"), ("Ivy", "inspector")):
        page = settled.as_(who).get(f"/desk/register/{reference}?why=a+question", headers=HTML)
        assert all(secret in page.content for secret in SECRETS)
        last = readings(settled)[-1]
        assert (last.actor, last.role) == (who, office)
        body = msgspec.json.decode(last.body)
        assert body == {"references": [reference], "why": "a question"}
        assert f"{who}, {office}" in page.text
    shown = p.post(settled.as_("Rita"), f"/desk/register/{reference}/name", 200, why="winner 1")
    assert b"Quirin" in shown.content
    found = p.post(settled.as_("Ivy"), "/desk/register", 200, name=" quirin  VALE ", why="asked")
    assert b"Lantern" in found.content
    assert [each.actor for each in readings(settled)[-2:]] == ["Rita", "Ivy"]


@pytest.mark.parametrize("who", [each for each in PEOPLE if each not in READERS])
def test_no_other_office_comes_to_the_register(settled: House, who: str) -> None:
    client, reference = settled.as_(who), reference_of(settled)
    before = len(settled.floor.log.read(STREAM))
    assert client.get("/desk/register").status_code == 403
    assert client.get(f"/desk/register/{reference}").status_code == 403
    for path in (f"/desk/register/{reference}/name", f"/desk/register/{reference}/erase",
                 "/desk/register", "/desk/register/kept/" + "0" * 32):  # fmt: skip
        assert p.post(client, path, 403, why="why not", name=VALE.name).status_code == 403
    for path in (f"/api/register/{reference}/read", f"/api/register/{reference}/erase"):
        assert client.post(path, {"why": "why not"}).status_code == 403
    assert len(settled.floor.log.read(STREAM)) == before


def test_what_is_not_said_or_not_there_is_refused_and_not_written_down(settled: House) -> None:
    rita, reference = settled.as_("Rita"), reference_of(settled)
    before = len(settled.floor.log.read(STREAM))
    assert p.post(rita, "/desk/register", 422, name=VALE.name, why=" ").status_code == 422
    assert p.post(rita, f"/desk/register/{reference}/name", 422, why="").status_code == 422
    assert rita.get("/desk/register/ana").status_code == 404
    assert len(settled.floor.log.read(STREAM)) == before


# Erasing


def erase(client: Client, reference: str, status: int, why: str = "a request") -> str:
    answer = p.post(client, f"/desk/register/{reference}/erase", status, why=why)
    return p.said(answer) if status != 303 else answer.text


def test_nobody_is_erased_whom_a_promotion_must_still_reach(house: House) -> None:
    """Casino War 14.8, 14.10 and 14.11: while a draw, a prize, a claim or a dispute is open."""
    floor, rita = house.floor, house.as_("Rita")
    p.started(floor)
    reference = p.client_enters(floor, VALE.name, VALE.address)
    assert war("14.8") in erase(rita, reference, 422)
    p.sealed(floor)
    p.revealed(floor)
    p.set_clock(floor, DRAW)
    p.order(floor, dv.DrawWinners())
    assert "They have won cash prize" in erase(rita, reference, 422)
    p.order(floor, cv.ClaimPrize(reference, "cash prize"))
    p.order(floor, cv.AwardPrize(1))
    p.order(floor, cv.ClaimPrize(reference, "cash prize"))
    assert war("14.10") in erase(rita, reference, 422)
    other = floor.register.enter("Odo Brand", Person("Odo Brand", "3 Mill Lane"))
    p.order(floor, cv.DisputeTerms(other, "the closing time"))
    assert war("14.11") in erase(rita, other, 422)
    p.order(floor, cv.DecideTermsDispute(1, "it stands", satisfied=True))
    erase(rita, other, 303)
    assert not floor.register.knows(other)


def test_an_erased_person_is_gone_and_everything_still_verifies(house: House) -> None:
    floor, rita = house.floor, house.as_("Rita")
    p.drawn(floor)
    reference = floor.register.reference("Ana")
    p.order(floor, dv.PublishResults("website"))
    p.order(floor, cv.ClaimPrize(reference, "cash prize"))
    p.order(floor, cv.AwardPrize(1))
    file = rita.get(f"/promotions/{p.NAME}/draw").content
    heads = {name: head for name, head in floor.log.heads().items() if name != STREAM}
    assert "without a reason" in erase(rita, reference, 422, why=" ")
    assert "Erased." in erase(rita, reference, 303, why="request of 16/11/2026")
    assert rita.get(f"/desk/register/{reference}", headers=HTML).status_code == 404
    assert b"1 Wharf Road" not in (floor.settings.path / "register.db").read_bytes()
    after = {name: head for name, head in floor.log.heads().items() if name != STREAM}
    assert after == heads
    assert rita.get(f"/promotions/{p.NAME}/draw").content == file
    assert check(file).problems == ()
    assert floor.log.verify().problems == ()
    last = [each for each in floor.log.read(STREAM) if each.kind == "PersonErased"][-1]
    assert (last.actor, msgspec.json.decode(last.body)["reason"]) == (
        "Rita",
        "request of 16/11/2026",
    )
    page = rita.get("/desk/register", headers=HTML).text
    assert "request of 16/11/2026" in page


def test_a_refused_claimant_is_never_erased(house: House) -> None:
    """Casino War 14.10.1, reading A-24."""
    floor, rita = house.floor, house.as_("Rita")
    p.drawn(floor)
    p.give(rita, "claim", name=VALE.name, address=VALE.address, prize="cash prize")
    p.give(rita, "refuse", claim="1", reason="was not drawn")
    p.give(rita, "tell", claim="1", means="mail")
    reference = reference_of(house)
    assert war("14.10.1") in erase(rita, reference, 422)
    assert floor.register.knows(reference)


def test_somebody_is_erased_at_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "house"
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(folder)))
        _settle(house)
        reference = reference_of(house)
        p.order(house.floor, cv.AwardPrize(1))
        odo = house.floor.register.enter("Odo Brand", Person("Odo Brand", "3 Mill Lane"))

    def run(*words: str) -> tuple[int, str]:
        line = ["people", "erase", *words, "--actor", "Rita", "--folder", str(folder)]
        status = command_line(line, result_action="return_value", exit_on_error=False)
        told = capsys.readouterr()
        return status, told.out + told.err

    assert run(VALE.name, "--reason", "a request")[0] == 1  # the dispute is open
    assert run("Nobody At All", "--reason", "a request")[0] == 1
    assert run("Odo Brand", "--reason", " ")[0] == 1
    status, told = run("Odo Brand", "--reason", "a request")
    assert (status, odo in told) == (0, True)
    log = read_log(str(folder / "floor.db"))
    assert log.verify().problems == ()
    assert [each.kind for each in log.read(STREAM)] == ["PersonErased"]
    log.close()
    assert reference != odo
    assert b"3 Mill Lane" not in (folder / "register.db").read_bytes()


# Over the API


def order(client: Client, command: dict[str, object], key: str = "k1") -> tuple[int, str]:
    body = {"key": key, "expected_version": None, "command": command}
    answer = client.post(f"/api/promotions/{p.NAME}/commands", body)
    return answer.status_code, answer.json().get("code", "")


def test_orders_over_the_api_name_nobody(house: House) -> None:
    p.started(house.floor)
    rita = house.as_("Rita")
    reference = rita.post("/api/register", {"name": VALE.name, "address": VALE.address}).json()
    assert reference == {"reference": reference_of(house)}
    named: tuple[dict[str, object], ...] = (
        {"type": "EnterPatron", "person": VALE.name},
        {"type": "EnterList", "entrants": [{"person": "Quirin"}], "source": "desk"},
        {"type": "DisputeTerms", "person": VALE.name, "about": "the draw"},
        {"type": "ClaimPrize", "person": VALE.name, "prize": "cash prize"},
    )
    for command in named:
        assert order(rita, command) == (422, "not_a_reference")
    secret = {"commitment": "0" * 64}
    assert order(rita, {"type": "CommitSeed", **secret}) == (403, "house_commits")
    published: dict[str, object] = {"type": "PublishConditions", "where": ["website"], **secret}
    assert order(rita, published) == (403, "house_commits")
    assert order(rita, {"type": "DrawWinners", "seed": "0" * 64}) == (403, "house_draws")
    assert order(rita, {"type": "EnterPatron", "person": reference["reference"]}) == (200, "")
    assert b"Quirin" not in b"".join(each.body for each in house.floor.log.read(p.STREAM))


def test_an_order_over_the_api_is_answered_as_at_a_table(house: House) -> None:
    """Casino War 14.7.6: refused by its clause; the same key is done once."""
    p.started(house.floor)
    rita = house.as_("Rita")
    command = {"type": "EnterPatron", "person": reference_of(house), "tickets": 2}
    body = {"key": "k9", "expected_version": None, "command": command}
    path = f"/api/promotions/{p.NAME}/commands"
    first = rita.post(path, body).json()
    again = rita.post(path, body).json()
    assert (first["replayed"], again["replayed"]) == (False, True)
    assert (first["version"], again["version"]) == (7, 7)
    assert [each["kind"] for each in first["events"]] == ["EntriesTaken"]
    assert first["view"]["tickets"] == again["view"]["tickets"] == 2
    stale = rita.post(path, {**body, "key": "k10", "expected_version": 3})
    assert (stale.status_code, stale.json()["version"]) == (409, 7)
    refused = rita.post(path, {"key": "k11", "command": {"type": "SealEntries"}})
    assert refused.status_code == 422
    assert refused.json()["clause"] == war("14.7.6")
    assert house.as_("Ana").post(path, {**body, "key": "k12"}).status_code == 403
    assert house.as_("Chen").post(path, {**body, "key": "k13"}).status_code == 403


def test_what_the_api_shows_of_a_promotion(house: House) -> None:
    p.registered(house.floor)
    ana, rita = house.as_("Ana"), house.as_("Rita")
    assert ana.get("/api/promotions").json() == []
    assert ana.get(f"/api/promotions/{p.NAME}").status_code == 404
    assert rita.get(f"/api/promotions/{p.NAME}").json()["desk"]["missing"]
    assert ana.get(f"/api/promotions/{p.NAME}/due").status_code == 403
    due = rita.get(f"/api/promotions/{p.NAME}/due").json()
    assert due[0]["due"]["clause"] == war("14.7.1")


def test_details_over_the_api_are_read_kept_and_erased(house: House) -> None:
    """Casino War 14.10.1."""
    p.drawn(house.floor)
    rita, mia = house.as_("Rita"), house.as_("Mia")
    reference = rita.post("/api/register", {"name": VALE.name}).json()["reference"]
    assert rita.post("/api/register", {"name": "Odo", "kept": "x"}).status_code == 422
    assert house.as_("Ana").post("/api/register", {"name": "Odo"}).status_code == 403
    order(rita, {"type": "ClaimPrize", "person": reference, "prize": "cash prize"}, "claim")
    keep = f"/api/promotions/{p.NAME}/claims/1/keep"
    assert mia.post(keep, {}).status_code == 422
    kept = mia.post(keep, {"address": VALE.address}).json()["kept"]
    refuse = {"type": "RefuseClaim", "claim": 1, "reason": "was not drawn", "kept": kept}
    assert order(mia, refuse, "refuse") == (200, "")
    read = rita.post(f"/api/register/{reference}/read", {"why": "claim 1"}).json()
    assert (read["name"], read["address"]) == (VALE.name, VALE.address)
    erased = rita.post(f"/api/register/{reference}/erase", {"why": "a request"})
    assert (erased.status_code, erased.json()["code"]) == (422, "still_needed")
    p.order(house.floor, cv.TellReasons(1, "mail"))
    erased = rita.post(f"/api/register/{reference}/erase", {"why": "a request"})
    assert (erased.json()["code"], erased.json()["clause"]) == ("kept_by_rule", war("14.10.1"))
    odo = rita.post("/api/register", {"name": "Odo Brand"}).json()["reference"]
    assert rita.post(f"/api/register/{odo}/erase", {"why": "a request"}).status_code == 204
    assert rita.post(f"/api/register/{odo}/read", {"why": "is it gone"}).status_code == 404


def test_an_account_without_an_office_reads_nothing() -> None:
    chen = Account("Chen", "administrator")
    assert not may_read(chen)
    assert not may_erase(chen)
    assert not may_read(None)
    with pytest.raises(Wrong, match="reads no names"):
        reader(chen, "why not")
