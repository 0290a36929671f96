"""The inspector over HTTP: who may, what the search finds, what is held back, files, the check."""

from __future__ import annotations

import csv
import io
import json
import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.games.tournament_pai_gow import state as pai_gow
from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.background import self_check
from houseway.service.consoles.inspector.replay import round_held
from houseway.service.consoles.inspector.search import EventLine, newest_first, runs, time_of
from houseway.service.draw.small import card_marks
from houseway.service.errors import Wrong
from houseway.software import Manifest, manifest
from houseway.store import house_key
from houseway.store.log import Entry, Verified
from tests.service import coup
from tests.service.conftest import HASH, House
from tests.service.test_dealer_page import _table

HTML = {"accept": "text/html"}
PAGES = ("", "/log", "/tables/1", "/tables/1/rounds/1/1", "/notifications", "/proof", "/files")


@pytest.fixture
def played(house: House) -> House:
    """One coup over, worked out by hand."""
    coup.open_table(house.floor.runner, "1")
    coup.play(house.floor.runner, "1")
    return house


def rows(text: str) -> list[str]:
    """The lines of the log on a page, without their markup."""
    body = re.search(r'<table class="rows events">.*?<tbody>(.*)</tbody>', text, re.S)
    found = re.findall(r"<tr.*?</tr>", body[1], re.S) if body else []
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in found]


def found(house: House, query: str) -> list[str]:
    answer = house.as_("Ivy").get(f"/inspect/log?{query}", headers=HTML)
    assert answer.status_code == 200, answer.text
    return rows(answer.text)


# Who may


@pytest.mark.parametrize("page", PAGES)
def test_only_an_inspector_and_surveillance_inspect(played: House, page: str) -> None:
    account = Account("Sam", str(Role.SURVEILLANCE))
    played.floor.desk.create_hashed(account, HASH, None)
    for name, status in (("Ivy", 200), ("Sam", 200), ("Ana", 403), ("Dora", 403), ("Chen", 403)):
        assert played.as_(name).get(f"/inspect{page}", headers=HTML).status_code == status, name


@pytest.mark.parametrize("page", PAGES)
def test_no_page_of_inspection_gives_an_order(played: House, page: str) -> None:
    assert "data-order" not in played.as_("Ivy").get(f"/inspect{page}", headers=HTML).text


def test_an_order_of_an_inspector_is_refused(played: House) -> None:
    """Mini Baccarat 4.1: opening betting is the dealer's."""
    answer = played.as_("Ivy").order({"type": "OpenBetting"})
    assert (answer.status_code, answer.json()["code"]) == (403, "role_may_not")


def test_an_inspector_with_tables_assigned_reaches_those_alone(played: House) -> None:
    coup.open_table(played.floor.runner, "2")
    played.floor.desk.create_hashed(Account("Uma", str(Role.INSPECTOR), ("2",)), HASH, None)
    client = played.as_("Uma")
    for path in ("tables/1", "tables/1/rounds/1/1", "files/log?table=1", "files/log"):
        assert client.get(f"/inspect/{path}").status_code == 403, path
    tables = {each.split()[2] for each in rows(client.get("/inspect/log", headers=HTML).text)}
    assert tables == {"2"}


# Searching


def test_the_log_is_told_newest_first(played: House) -> None:
    versions = [int(each.split()[3]) for each in found(played, "table=1")]
    assert versions == list(range(15, 0, -1))


@pytest.mark.parametrize(
    ("query", "events"),
    [
        ("table=1&kind=order+refused", [5]),
        ("table=1&kind=Action+refused", [5]),
        ("table=1&kind=OrderRefused&clause=4.3", [5]),
        ("table=1&clause=8.6%28b%29", [13]),
        ("table=1&clause=Mini+Baccarat+8.6%28b%29", [13]),
        ("table=1&clause=8.6", [13]),
        ("table=1&patron=Ben", [13, 6, 5]),
        ("table=1&actor=ana", [4]),
        ("table=1&number=1&actor=Eli&kind=card+dealt", [11, 10, 9, 8]),
        ("table=1&number=2", []),
        ("kind=TableOpened", [1]),
        ("table=1&until=01/01/2020", []),
        ("table=1&since=01/01/2020&kind=betting+opened", [3]),
    ],
)
def test_what_is_asked_for_is_found(played: House, query: str, events: list[int]) -> None:
    assert [int(each.split()[3]) for each in found(played, query)] == events


def test_a_refusal_is_told_with_what_was_asked_and_why(played: House) -> None:
    (line,) = found(played, "kind=OrderRefused")
    assert "asked Ben wagers $20 on dragon" in line
    assert "code wager_not_offered" in line
    assert "Mini Baccarat 4.3" in line


def test_sign_ins_are_in_the_log(played: House) -> None:
    lines = found(played, "table=people&kind=SignedIn")
    assert "Signed in name Ivy" in lines[0]


@pytest.mark.parametrize(
    "query", ["since=2026-12-31", "until=31/13/2026", "table=1&number=one", "number=3"]
)
def test_what_cannot_be_understood_is_said_on_the_page(played: House, query: str) -> None:
    text = played.as_("Ivy").get(f"/inspect/log?{query}", headers=HTML).text
    assert 'class="refusal" role="alert"' in text


def test_a_day_alone_is_meant_to_its_end() -> None:
    day = 24 * 3_600_000_000
    assert time_of("02/01/1970") == day
    assert time_of("02/01/1970", end=True) == 2 * day
    assert time_of("02/01/1970 06:30", end=True) == day + 390 * 60_000_000
    with pytest.raises(Wrong, match="not a time"):
        time_of("30/02/2026")


def test_a_page_goes_on_where_the_one_before_ended(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.consoles.inspector.search.PAGE", 4)
    client, seen, path = played.as_("Ivy"), [], "/inspect/log?table=1"
    for _ in range(10):
        text = client.get(path, headers=HTML).text
        seen += [int(each.split()[3]) for each in rows(text)]
        older = re.search(r'href="(/inspect/log\?[^"]+)" rel="next"', text)
        if older is None:
            break
        path = older[1].replace("&amp;", "&")
    assert seen == list(range(15, 0, -1))


def test_looking_back_meets_every_event_once(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("houseway.service.consoles.inspector.search._WINDOW", 4)
    log = played.floor.log
    everything = log.read_all(limit=1_000)
    assert list(newest_first(log)) == everything[::-1]
    assert [each.version for each in newest_first(log, "table/1", before=6)] == [5, 4, 3, 2, 1]
    assert list(newest_first(log, "table/1", before=1)) == []


# What is held back


def test_facts_of_a_round_under_way_are_told_when_it_is_over(house: House) -> None:
    runner = house.floor.runner
    coup.open_table(runner, "1")
    coup.begin(runner, "1")
    dealt = found(house, "table=1&kind=card+dealt")
    assert len(dealt) == 4
    assert all("hidden until the round ends" in each for each in dealt)
    assert not any(card in each for each in dealt for card in coup.CARDS.split())
    assert "Ana" in found(house, "table=1&kind=wager+placed&actor=Ana")[0]

    answer = house.as_("Ivy").get("/inspect/tables/1/rounds/1/6", headers=HTML)
    assert answer.status_code == 409
    assert "under way" in answer.text
    assert b'"card":' not in house.as_("Ivy").get("/inspect/files/log?table=1").content

    coup.end(runner, "1")
    assert "card 8♠" in found(house, "table=1&kind=card+dealt")[0]
    assert house.as_("Ivy").get("/inspect/tables/1/rounds/1/6").status_code == 200


def test_a_void_round_is_listed_before_its_cards_are_collected(house: House) -> None:
    """Mini Baccarat 12.4: what the supervisor has decided is on record at once."""
    runner = house.floor.runner
    coup.open_table(runner, "1")
    coup.begin(runner, "1")
    coup.take(runner, "1", ReportPlacementError(), Role.DEALER, "Eli")
    assert "in progress" in house.as_("Ivy").get("/inspect/tables/1", headers=HTML).text

    coup.take(runner, "1", c.AuthoriseVoid(), Role.GAMING_SUPERVISOR, "Dora")

    listed = house.as_("Ivy").get("/inspect/tables/1?void=yes", headers=HTML).text
    assert "Replay 1" in listed
    assert "in progress" not in listed
    assert house.as_("Ivy").get("/inspect/tables/1/rounds/1/6").status_code == 200


def test_tiles_taken_back_before_the_hands_are_set_end_no_round() -> None:
    """Tournament Pai Gow 8.5: the tiles of empty boxes are collected, unseen, during the round."""
    table = _table(
        "tournament-pai-gow", pai_gow.TakeTilesAsChecked(), pai_gow.ShuffleTiles(),
        pai_gow.StackTiles(), c.OpenBetting(), c.PlaceWager("Ana", "hand", dollars(40), 2),
        c.CallNoMoreBets(), pai_gow.ShakeCup(), pai_gow.OpenCup((2, 5, 6)),
        pai_gow.DeliverTiles(),
    )  # fmt: skip
    assert table.game.awaits(table.play).what == "collect"
    assert round_held(table) == 1


# Replay


def test_a_step_shows_the_table_as_it_was_then_and_not_as_it_is_now(played: House) -> None:
    """Mini Baccarat 6.2: after the first two cards each hand has one."""
    coup.take(played.floor.runner, "1", c.OpenBetting(), Role.DEALER, "Eli")
    text = played.as_("Ivy").get("/inspect/tables/1/rounds/1/7", headers=HTML).text
    assert 'data-version="9"' in text
    assert "two of hearts" in text
    assert "king of diamonds" in text
    assert "five of clubs" not in text
    assert "Settled so far" not in text


def test_an_event_of_the_log_leads_to_its_step(played: House) -> None:
    answer = played.as_("Ivy").get("/inspect/tables/1/at/13", follow_redirects=False)
    assert answer.headers["location"] == f"/inspect/tables/1/rounds/1/{coup.SETTLED}"
    before = played.as_("Ivy").get("/inspect/tables/1/at/2", headers=HTML)
    assert before.status_code == 404
    assert "before the first round" in before.text


@pytest.mark.parametrize("path", ["1/0", "1/12", "2/1", "99/1"])
def test_there_is_no_step_beyond_the_round(played: House, path: str) -> None:
    assert played.as_("Ivy").get(f"/inspect/tables/1/rounds/{path}").status_code == 404


# Files


def test_a_log_taken_away_can_be_checked(played: House, tmp_path: Path) -> None:
    answer = played.as_("Ivy").get("/inspect/files/log?form=hwlog&table=1")
    assert answer.headers["content-type"].startswith("application/x-ndjson")
    name = re.fullmatch(
        r'attachment; filename="(table-1-\d{8}-\d{6}\.hwlog)"',
        answer.headers["content-disposition"],
    )
    assert name
    file = tmp_path / name[1]
    file.write_bytes(answer.content)
    assert verify_hwlog(file) == Verified(15, 1, ())


def test_the_whole_log_ends_before_rounds_under_way(played: House, tmp_path: Path) -> None:
    coup.begin(played.floor.runner, "1")
    file = tmp_path / "house.hwlog"
    file.write_bytes(played.as_("Ivy").get("/inspect/files/log").content)
    assert verify_hwlog(file).problems == ()
    with file.open("rb") as lines:
        entries = list(read_hwlog(lines))
    assert [each.version for each in entries if each.stream == "table/1"] == list(range(1, 16))
    assert "people" in {each.stream for each in entries}


def test_the_log_as_rows(played: House) -> None:
    answer = played.as_("Ivy").get("/inspect/files/log?form=csv&table=1")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    told = list(csv.DictReader(io.StringIO(answer.text)))
    assert [each["version"] for each in told] == [str(n) for n in range(1, 16)]
    assert told[3]["actor"] == "Ana"
    lines = played.as_("Ivy").get("/inspect/files/log?form=jsonl&table=1").text.splitlines()
    assert [json.loads(each)["version"] for each in lines] == list(range(1, 16))


def test_the_log_as_parquet_where_that_can_be_written(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = played.as_("Ivy")
    if find_spec("arro3"):
        answer = client.get("/inspect/files/log?form=parquet&table=1")
        assert answer.headers["content-type"] == "application/vnd.apache.parquet"
        assert (answer.content[:4], answer.content[-4:]) == (b"PAR1", b"PAR1")
    monkeypatch.setattr("houseway.service.consoles.inspector.files.installed", lambda _name: False)
    assert client.get("/inspect/files/log?form=parquet").json()["code"] == "no_parquet"
    assert "Parquet" not in client.get("/inspect/files", headers=HTML).text


def test_a_statement_tells_every_movement(played: House) -> None:
    """Mini Baccarat 8.8(b): $100 on Banker is paid $95; 8.6(b): $20 on Tie goes to the house."""
    client = played.as_("Ivy")
    answer = client.get("/inspect/files/statement?table=1")
    assert "statement-table-1-" in answer.headers["content-disposition"]
    told = [
        (each["out_of"], each["into"], each["amount"])
        for each in csv.DictReader(io.StringIO(answer.text))
    ]
    assert ("float tray", "patron Ana", "95.00") in told
    assert ("wager Ben: tie", "float tray", "20.00") in told
    of_ana = client.get("/inspect/files/statement?table=1&patron=Ana").text
    assert "Ana" in of_ana
    assert "Ben" not in of_ana


@pytest.mark.parametrize("path", ["log?table=9", "statement?table=9", "log?table=../1"])
def test_there_is_no_file_of_no_table(played: House, path: str) -> None:
    assert played.as_("Ivy").get(f"/inspect/files/{path}").status_code == 404


# Proof


def check(house: House, key: str = "") -> list[str]:
    headers = {"accept": "application/x-ndjson"}
    answer = house.as_("Ivy").send("POST", "/inspect/proof", data={"key": key}, headers=headers)
    assert answer.status_code == 200, answer.text
    return [json.loads(each) for each in answer.text.splitlines()]


def test_a_script_is_told_how_far_the_check_has_come(played: House) -> None:
    lines = check(played)
    assert all('<progress aria-label="Events checked"' in each for each in lines[:-1])
    assert "Intact: nothing was altered" in lines[-1]


def test_without_a_script_the_verdict_is_on_the_page(played: House) -> None:
    answer = played.as_("Ivy").send("POST", "/inspect/proof", data={}, headers=HTML)
    assert "Intact: nothing was altered" in answer.text
    last = max(played.floor.log.heads().values(), key=lambda head: head.seq)
    assert last.hash in answer.text


def test_checkpoints_are_checked_with_the_key_that_an_inspector_keeps(
    played: House, tmp_path: Path
) -> None:
    house = played.floor.settings.path
    key = house_key.open_key(house / "house.key")
    receipt = played.floor.sealing.signing.seal(played.floor.now_us())
    own = (house / "house.key.pub").read_text(encoding="utf-8")
    verdict = check(played, own)[-1]
    assert "Intact" in verdict
    assert house_key.fingerprint(key.public_key()) in verdict
    assert receipt.head in played.as_("Ivy").get("/inspect/proof", headers=HTML).text

    house_key.open_key(tmp_path / "other.key")
    other = (tmp_path / "other.key.pub").read_text(encoding="utf-8")
    assert "not signed with a key that was given" in check(played, other)[-1]


def test_what_is_no_key_is_refused(played: House) -> None:
    headers = {"accept": "application/x-ndjson"}
    answer = played.as_("Ivy").send("POST", "/inspect/proof", data={"key": "x"}, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (400, "not_a_key")


def test_the_software_is_checked_when_the_inspector_asks(
    played: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = played.as_("Ivy").send("POST", "/inspect/software", data={}, headers=HTML)
    assert "As approved" in answer.text
    right = manifest

    def altered(**given: Any) -> Manifest:
        found = right(**given)
        return msgspec.structs.replace(found, files={**found.files, "fair.py": "00" * 32})

    monkeypatch.setattr(self_check, "manifest", altered)
    answer = played.as_("Ivy").send("POST", "/inspect/software", data={}, headers=HTML)
    assert "Differs from the approved software" in answer.text
    assert "<dt>Changed</dt><dd>fair.py</dd>" in answer.text
    last = played.floor.log.read("software")[-1]
    assert (last.kind, last.actor, last.role) == ("SoftwareAltered", "Ivy", "inspector")
    assert played.as_("Ana").send("POST", "/inspect/software", data={}).status_code == 403


def test_rounds_are_filtered_by_void_patron_and_amount_and_jumped_to(played: House) -> None:
    """The one round of the coup is not void; it has Ana's wagers."""
    ivy = played.as_("Ivy")
    listed = "/inspect/tables/1/rounds/1"

    def rounds(query: str) -> str:
        return ivy.get(f"/inspect/tables/1?{query}", headers={"accept": "text/html"}).text

    assert listed in rounds("")
    assert listed in rounds("patron=ANA&sort=most+staked")
    for nothing in ("void=yes", "patron=Zoe", "staked=9,999,999"):
        assert listed not in rounds(nothing)
        assert "No matches in the last 1 rounds." in rounds(nothing)
    answer = ivy.get("/inspect/tables/1?number=1", follow_redirects=False)
    assert answer.headers["location"] == "/inspect/tables/1/rounds/1/1"


def test_cards_are_written_with_their_suits() -> None:
    assert card_marks("Td 3c <b>").striptags() == "10♦ 3♣ <b>"
    assert 'class="suit red"' in card_marks("Td")
    assert "&lt;b&gt;" in card_marks("<b>")


def test_refusals_that_were_repeated_are_folded_into_the_newest() -> None:
    def line(seq: int, *, refused: bool, code: str = "betting_closed") -> EventLine:
        entry = Entry(seq, "", "table/1", seq, "", 1, b"", 0, "Ana", "patron", "", "", b"", b"")
        return EventLine(entry, "1", "action refused", (("code", code),), (), refused=refused)

    lines = [line(9, refused=True), line(8, refused=True), line(7, refused=False),
             line(6, refused=False), line(5, refused=True, code="no_chips")]  # fmt: skip
    assert [(each.line.entry.seq, len(each.earlier)) for each in runs(lines)] == [
        (9, 1), (7, 0), (6, 0), (5, 0),
    ]  # fmt: skip
