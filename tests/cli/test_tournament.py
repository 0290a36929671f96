"""`houseway tournament` on a real log, from the first draft to the last prize."""

from __future__ import annotations

import hashlib
import json
import random
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway.bots.table import Keeper, LiveTable, Stake
from houseway.cli import app, tournament_desk, tournament_sessions
from houseway.cli.fair import verify
from houseway.fair import check_ballots
from houseway.games import game, slugs
from houseway.store.open import read_log
from houseway.store.sqlite import SqliteLog

DAY = 86_400_000_000
START = 1_772_445_600_000_000  # 2026-03-02T10:00:00Z
TEXT = """
document = "tournament-blackjack"
title = "Spring"
director = "Dora"
starts = 2026-03-02T10:00:00Z
fee = "27.55"
commission = "2.75"
least = 2
most = 8
percent = ["50", "30", "20"]
perfect_pairs = false
[answers]
groups = "none"
[[stage]]
name = "heats"
chips = 1000
minimum = 10
maximum = 500
tables = 2
rounds = 20
advance = 1
[[stage]]
name = "final"
kind = "final"
chips = 1000
minimum = 10
maximum = 500
rounds = 20
"""
ENTRIES = """person,name,paid
id Ana,Ana,27.55
id Ben,Ben,27.55
id Chen,Chen,27.55
id Eli,Eli,$27.55
"""
SEATS = ("1=1:1=drawn by hand", "2=1:2=drawn by hand", "3=2:1=drawn by hand", "4=2:2=drawn by hand")


class House:
    """A folder with a log, and a clock that the test sets."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.now = START - DAY
        self.log = str(folder / "floor.db")

    def call(self, *words: str, status: int = 0) -> str:
        """What a verb prints, on either stream, once its status is the expected one."""
        line = ["tournament", *words]
        found = app(line, result_action="return_value", exit_on_error=False)
        told = self._capsys.readouterr()
        assert found == status, told.out + told.err
        return told.out + told.err

    def run(self, verb: str, *words: str, status: int = 0, by: str = "Dora") -> str:
        return self.call(verb, self.log, "tournament/spring", *words, "--actor", by, status=status)

    def look(self, verb: str, *words: str, status: int = 0) -> str:
        return self.call(verb, self.log, "tournament/spring", *words, status=status)

    def data(self, verb: str, *words: str, status: int = 0) -> Any:
        return json.loads(self.look(verb, *words, "--json", status=status))

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def version(self) -> int:
        log = read_log(self.log)
        try:
            return len(log.read("tournament/spring"))
        finally:
            log.close()

    def drafted(self, text: str = TEXT) -> House:
        file = self.file("spring.toml", text)
        self.run("new", file, by="Gita")
        self.run("draft", file)
        return self

    def entered(self) -> House:
        self.drafted()
        self.run("approve", "--reference", "INS-4", by="Ines")
        self.run("publish")
        self.run("open-entries")
        self.run("enter", "--file", self.file("entries.csv", ENTRIES))
        return self

    def session(self, stage: int, *counts: str, fixed: tuple[str, ...] = ()) -> None:
        """Planned, seated, started, ended and counted; its places confirmed."""
        number = str(stage)
        self.run("plan", number, "--starts", "2026-03-02T10:00:00Z")
        more = [word for each in fixed for word in ("--fixed", each)]
        self.run("draw", number, "--players", "2", *more)
        self.run("publish", "--session", number)
        self.now = START - 1
        self.run("seat", number, "--everybody", by="Eli")
        self.now = START
        self.run("start-session", "--session", number)
        self.run("end", number)
        words = [word for each in counts for word in ("--chips", each)]
        self.run("count", number, *words, by="Eli")
        self.run("rank", number, "--confirm")

    def played(self) -> House:
        """Ana and Eli win their heats; Eli wins the final."""
        self.entered()
        self.run("close-entries")
        self.session(1, "1=1200", "2=800", "3=900", "4=1100", fixed=SEATS)
        self.session(2, "1=700", "4=1300")
        return self


@pytest.fixture
def house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> House:
    found = House(tmp_path, capsys)
    for module in (tournament_desk, tournament_desk, tournament_sessions):
        monkeypatch.setattr(module, "now_us", lambda: found.now)
    return found


def test_a_whole_tournament_from_the_command_line(house: House) -> None:
    """Tournament Blackjack 17.1, 19.2, 19.3, 19.19, 19.20: four fees of $27.55, of each $2.75 kept,
    make a pool of $99.20: half of it $49.60, three tenths $29.76, a fifth $19.84."""
    house.played()
    working = house.look("prizes")
    assert "the pool is $99.20" in working
    house.run("prizes", "--award")
    house.run("pay", "--everybody", "--reference", "slip", by="Gita")
    house.run("close-tournament")
    lines = house.look("report", "prizes", "--csv").splitlines()
    assert [line.split(",")[:4] for line in lines[1:]] == [
        ["1", "4", "Eli", "49.60"], ["2", "1", "Ana", "29.76"], ["3", "3", "Chen", "19.84"],
    ]  # fmt: skip
    results = house.look("report", "results", "--csv").splitlines()
    assert results[4] == "4,2,Ben,,"
    told = house.look("log", "--after", "1")
    assert "tournament closed: prizes $99.20, commission $11" in told
    assert "Gita (gaming shift manager)" in told


def test_what_comes_next_is_said_with_its_clause(house: House) -> None:
    """Tournament Blackjack 19.3: no session starts without the Inspector's approval."""
    house.drafted()
    told = house.look("show")
    assert "version 1 has no Inspector's approval" in told
    assert "[Tournament Blackjack 19.3]" in told
    data = house.data("show")
    assert data["board"]["document"] == "Tournament Blackjack"
    assert [each["what"] for each in data["next"]][:2] == ["publish", "approve"]


def test_a_draft_over_the_cap_is_refused_with_its_figures(house: House) -> None:
    """Tournament Blackjack 17.1: ten per cent of $27.55 is $2.75, rounded down."""
    house.drafted()
    before = house.version()
    wrong = house.file("over.toml", TEXT.replace('"2.75"', '"2.76"'))
    told = house.run("draft", wrong, status=1)
    assert told == "Refused: $2.76 of $27.55 is over $2.75 (Tournament Blackjack 17.1)\n"
    assert house.data("show")["board"]["title"] == "Spring"
    assert house.version() == before + 1  # the refusal is on record, and nothing else


def test_prizes_over_the_whole_pool_are_refused(house: House) -> None:
    """Tournament Blackjack 19.20: all of the pool is returned, no more and no less."""
    house.drafted()
    wrong = house.file("over.toml", TEXT.replace('"20"]', '"21"]'))
    told = house.run("draft", wrong, status=1)
    assert "the shares are 101.00 % of the pool, not 100 %" in told
    assert "(Tournament Blackjack 19.20)" in told


def test_a_list_comes_in_whole_or_not_at_all(house: House) -> None:
    """Tournament Blackjack 19.5, 19.2(c): every wrong line is told, and nobody is entered."""
    house.entered()
    wrong = house.file("more.csv", (
        "person,name,paid\n"
        "id Finn,Finn,27.55\n"
        "id Ana,Anna,27.55\n"
        "id Hana,Hana,20\n"
        "id Ivo,,27.55\n"
        "id Jun,Jun,much\n"
    ))  # fmt: skip
    told = house.run("enter", "--file", wrong, status=1)
    assert "line 3 (Anna): id Ana has entry 1; nobody enters twice" in told
    assert "line 4 (Hana): the entry fee is $27.55, not $20 (Tournament Blackjack 19.2(c))" in told
    assert "line 5: person and name are both to be written" in told
    assert "line 6: paid: 'much' is not an amount" in told
    assert "4 lines are wrong; nobody was entered" in told
    assert len(house.look("report", "entries", "--csv").splitlines()) == 5


def test_a_list_is_taken_back_as_one_action(house: House) -> None:
    """Tournament Blackjack 19.2(c): the fees of all of them go out of the pool again."""
    house.entered()
    told = house.run("undo-last", "--reason", "yesterday's list")
    assert "action undone: order AcceptEntries" in told
    assert house.data("show")["board"]["pool"] == 0


def test_wrong_words_on_the_line_change_nothing(house: House) -> None:
    """What cannot be read is no order: status 2, and nothing in the log."""
    house.entered()
    before = house.version()
    told = house.run("count", "1", "--chips", "3-120", status=2)
    assert "3-120 is not a count, such as 3=120" in told
    told = house.run("count", "1", "--chips", "3=1", "--chips", "3=2", status=2)
    assert "3 is named twice" in told
    told = house.run("plan", "1", "--starts", "tomorrow", status=2)
    assert "tomorrow is not a time such as 2026-09-05T19:00:00+10:00" in told
    told = house.run("order", '{"type": "Dance"}', status=2)
    assert "Dance is no order of a tournament" in told
    told = house.call("show", house.log, "tournament/none", status=2)
    assert "there is no tournament/none in this log" in told
    told = house.call("show", house.log, "table/1", status=2)
    assert "its name begins with tournament/" in told
    assert house.version() == before


def test_a_seat_that_is_taken_and_somebody_unknown(house: House) -> None:
    """Tournament Blackjack 19.6: one box, one player; refused with who and where."""
    house.entered()
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    taken = ("--fixed", "1=1:1=chair", "--fixed", "2=1:1=chair")
    told = house.run("draw", "1", *taken, status=1)
    assert "box 1 of table 1 is not free for entry 2 (Tournament Blackjack 19.6)" in told
    told = house.run("withdraw-entry", "--entry", "9", status=1)
    assert "there is no entry 9 among the 4" in told


def test_a_count_that_does_not_add_up(house: House) -> None:
    """Tournament Blackjack 19.19: 2,000 were issued at the table; 1,500 and 300 make 1,800."""
    house.entered()
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    house.run("draw", "1", "--players", "2", *(w for f in SEATS for w in ("--fixed", f)))
    house.run("publish", "--session", "1")
    house.now = START - 1
    house.run("seat", "1", "--everybody", by="Eli")
    house.now = START
    house.run("start-session", "--session", "1")
    counts = ("--chips", "1=800", "--chips", "2=700")
    told = house.run("count", "1", "--table", "1", *counts, status=2)
    assert "--won says what the table itself has won" in told
    told = house.run("count", "1", "--table", "1", "--won", "300", *counts, status=1)
    assert "1500 held, 300 won by the table and 0 missing make 1800; 2000 were issued" in told
    house.run("count", "1", "--table", "1", "--won", "500", *counts)
    rows = {each["entry"]: each["chips"] for each in house.data("report")["rows"]}
    assert rows == {1: 800, 2: 700, 3: 1000, 4: 1000}


def test_a_table_in_houseway_is_counted_from_its_log(house: House) -> None:
    """Tournament Blackjack 19.19: whatever the cards brought, what Ana and Ben hold and what the
    table has won are the 2,000 that were issued; and staff do not count it themselves."""
    house.entered()
    house.run("withdraw-entry", "--entry", "3")
    house.run("withdraw-entry", "--entry", "4")
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    house.run("draw", "1", "--table", "7", "--conducted")
    house.run("publish", "--session", "1")
    house.now = START - 1
    house.run("seat", "1", "--everybody", by="Eli")
    house.now = START
    house.run("start-session", "--session", "1")
    with closing(SqliteLog(Path(house.log))) as log:
        keeper = Keeper(log, "tournament-blackjack")
        live = LiveTable(
            "tournament-blackjack", {}, random.Random(1).randrange, START + 1, "table/7", keeper
        )
        for person, box in (("id Ana", 1), ("id Ben", 2)):
            live.sit(person, box, 1000)
        live.play([Stake("id Ana", 1, "blackjack", 100), Stake("id Ben", 2, "blackjack", 50)])
        keeper.flush()
    house.now = START + 2
    house.run("count", "1", "--table", "7", by="Eli")
    rows = {each["entry"]: each["chips"] for each in house.data("report")["rows"]}
    assert rows == {1: live.held("id Ana"), 2: live.held("id Ben")}
    assert rows[1] != 1000
    counts = ("--chips", f"1={rows[1]}", "--chips", f"2={rows[2]}")
    told = house.run("order", json.dumps({
        "type": "CountTable", "session": 1, "table": "7", "counts": [[1, rows[1]], [2, rows[2]]],
        "won": 2000 - rows[1] - rows[2],
    }), status=1)  # fmt: skip
    assert "table 7 is conducted: counts come from table" in told
    house.run("end", "1")
    told = house.run("count", "1", *counts, by="Eli")
    assert "counts recorded" in told


def test_the_ballot_can_be_worked_out_again(house: House) -> None:
    """Tournament Blackjack 19.6: the seats follow from the seed on record."""
    house.entered()
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    house.run("draw", "1", "--players", "2")
    found = house.data("ballot", "1")
    assert (found["drawn"], found["same"], len(found["seed"])) == (1, True, 64)


def test_a_ballot_is_drawn_from_a_root_published_before_the_entries(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each seed is the one whose hash is published; the check names who drew again, and why."""
    house.entered()
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    house.run("draw", "1", "--players", "2")
    house.run("draw", "1", "--players", "2", "--reason", "the printer failed")
    capsys.readouterr()

    assert verify(house.log, "tournament/spring") == 0
    told = capsys.readouterr().out
    assert "2 ballots drawn again from 1 published root" in told
    assert "drawn again by Dora (director), 1 results known: the printer failed" in told

    with closing(read_log(house.log)) as log:
        entries = log.read("tournament/spring")
    root = json.loads(entries[0].body)["root"]
    seeds = [json.loads(each.body)["seed"] for each in entries if each.kind == "SeatsDrafted"]
    for before, seed in pairwise([root, *seeds]):
        assert hashlib.sha256(bytes.fromhex(seed)).hexdigest() == before
    forged = [
        replace(each, body=each.body.replace(seeds[1].encode(), b"ab" * 32)) for each in entries
    ]
    problems = check_ballots(forged).problems
    assert any("a seed of another chain" in each for each in problems)
    assert any("do not follow from the seed" in each for each in problems)
    unpublished = [replace(each, body=each.body.replace(root.encode(), b"")) for each in entries]
    remarks = check_ballots(unpublished).remarks
    assert "2 of 2 ballots were drawn without a root published before" in remarks


def test_nobody_brings_a_seed_and_a_refused_ballot_stores_none(house: House) -> None:
    """Tournament Blackjack 19.6: whoever could choose or see a seed could try many."""
    house.entered()
    house.run("plan", "1", "--starts", "2026-03-02T10:00:00Z")
    draft = {"type": "DraftBallot", "session": 1, "seed": "00" * 16, "tables": []}
    told = house.run("order", json.dumps(draft), status=2)
    assert "leave the seed empty" in told
    house.run("draw", "9", "--players", "2", status=1)
    log = read_log(house.log)
    (refused,) = [each for each in log.read("tournament/spring") if each.kind == "OrderRefused"]
    log.close()
    assert b'\\"seed\\":\\"\\"' in refused.body


def test_any_order_as_json(house: House) -> None:
    """Tournament Blackjack 19.10: an order that has no verb of its own."""
    house.entered()
    body = {"type": "ApproveSubstitute", "entry": 2, "person": "id Gus", "name": "Gus",
            "reason": "ill"}  # fmt: skip
    told = house.run("order", json.dumps(body))
    assert "substitute approved: entry 2, person id Gus, name Gus" in told
    assert "CallBreak: session, minutes" in house.look("order")


def test_answers_as_data_have_one_shape(house: House) -> None:
    """A refusal is an answer: its code, its clause and a sentence."""
    house.entered()
    found = json.loads(house.run("withdraw-entry", "--entry", "9", "--json", status=1))
    assert found["refused"] == "no_such_entry"
    assert set(found) == {"refused", "clause", "detail", "events", "version"}
    several = json.loads(house.run("seat", "1", "1", "2", "--json", status=1, by="Eli"))
    assert several["refused"] == "no_such_session"


@pytest.mark.parametrize("slug", [each for each in slugs() if game(each).tournament])
def test_a_template_asks_for_words_and_for_nothing_else(house: House, slug: str) -> None:
    """Once the blanks of a template are filled in, nothing is missing under its document."""
    text = house.call("template", slug)
    path = house.file("template.toml", text)
    blanks = text.count('= ""')
    found = json.loads(house.call("check", path, "--json", status=1 if blanks else 0))
    assert len(found["missing"]) == blanks
    assert found["contradiction"] is None
    filled = house.file("filled.toml", text.replace('= ""', '= "as the house decides"'))
    assert "nothing is missing" in house.call("check", filled)


def test_a_template_is_not_written_over_a_file(house: House) -> None:
    """Somebody's conditions are not lost by a second call."""
    path = house.file("mine.toml", "mine")
    told = house.call("template", "mini-baccarat", "--output", path, status=2)
    assert "exists" in told
    assert (house.folder / "mine.toml").read_text(encoding="utf-8") == "mine"
    told = house.call("template", "casino-war", status=2)
    assert "Casino War has no tournaments" in told
