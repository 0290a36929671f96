"""`houseway promotion` and `houseway draw` on a real log, from the terms to the last claim."""

from __future__ import annotations

import json
import stat
from pathlib import Path
from typing import Any

import pytest

from houseway.cli import app, promotion_desk
from houseway.cli import promotion as verbs
from houseway.equipment.cards import Card
from houseway.equipment.seeds import commitment_of, links_of
from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.journal import Journal
from houseway.store.open import open_log, read_log
from houseway.store.register import STREAM, Reader, open_register
from tests.offices import opening_of
from tests.promotion.desk import (
    CLOSE,
    DAY,
    DRAW,
    HOUR,
    MINUTE,
    NUMBERS,
    PUBLIC_AT,
    SHARE,
    START,
    TERMS,
    war,
)

ELI = ("--actor", "Eli", "--office", "inspector")
GUS = ("--actor", "Gus", "--office", "gaming-manager")

PRIZES = """
[[prize]]
name = "purse"
kind = "cash"
value = "500"
conditions = "none"
[[entry]]
document = "casino-war"
event = "WagerPaid"
wager = "initial"
"""
TEXT = (
    """
starts = 2026-03-02T10:00:00Z
closes = 2026-03-07T20:00:00Z
draw = 2026-03-07T21:00:00Z
ends = 2026-03-21T21:00:00Z
present = false
public = {source = "the state lottery of that evening", at = 2026-03-07T20:30:00Z}
[terms]
"""
    + "\n".join(f'{key} = "{text}"' for key, text in TERMS.items())
    + PRIZES
)


class House:
    """A folder with a log, and a clock that the test sets."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.folder, self._capsys = folder, capsys
        self.now = START - 2 * DAY
        self.log = str(folder / "floor.db")

    def run(self, verb: str, *words: str, status: int = 0) -> str:
        """What a verb prints, on either stream, once its status is the expected one."""
        line = ["promotion", verb, self.log, "promotion/1", *words]
        found = app(line, result_action="return_value", exit_on_error=False)
        told = self._capsys.readouterr()
        assert found == status, told.out + told.err
        return told.out + told.err

    def told(self) -> str:
        """What was printed since the last verb."""
        return self._capsys.readouterr().out

    def data(self, verb: str, *words: str, status: int = 0) -> Any:
        return json.loads(self.run(verb, *words, "--json", status=status))

    def verify(self, *words: str) -> tuple[int, str]:
        line = ["draw", "verify", *words]
        found = app(line, result_action="return_value", exit_on_error=False)
        told = self._capsys.readouterr()
        return found, told.out + told.err

    def file(self, name: str, text: str) -> str:
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return str(path)

    def new(self, text: str = TEXT) -> None:
        terms = self.file("autumn.toml", text)
        self.run("new", "Autumn", "--game", "casino-war", "--terms", terms, "--actor", "Pia")

    def started(self) -> None:
        self.new()
        self.run("publish-conditions", "--where", "desk")
        self.run("notify-authority", "--means", "e-mail")
        self.now = START
        self.run("start-promotion", "--actor", "Gus")

    def sealed(self) -> str:
        """Eli, the second person, has committed to a value, and the list is sealed."""
        self.now = CLOSE + MINUTE
        self.run("order", "name Eli as second person", "--actor", "Gus")
        self.run("order", f"commit to the value behind {commitment_of(SHARE)}", *ELI)
        return self.run("seal")

    def draw(self, name: str) -> str:
        """Everything that decides the draw comes in, and the winners are drawn into a file."""
        self.now = PUBLIC_AT
        read = f"record the public value {NUMBERS} as read in the evening news"
        self.run("order", read, "--actor", "Pia")
        self.run("order", f"confirm the public value {NUMBERS}", *ELI)
        self.run("order", f"reveal the value {SHARE}", *ELI)
        self.now = DRAW
        file = str(self.folder / name)
        self.run("draw", "--output", file, "--actor", "Pia")
        return file

    @property
    def seed(self) -> str:
        """The house's seed, as whoever reads the house's files would work it out."""
        (path,) = (self.folder / "secrets").iterdir()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        return list(links_of(path.read_text(encoding="ascii")))[-2]


@pytest.fixture
def house(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> House:
    found = House(tmp_path, capsys)
    for module in (promotion_desk, promotion_desk, verbs):
        monkeypatch.setattr(module, "now_us", lambda: found.now)
    return found


def test_from_the_terms_to_the_last_claim(house: House) -> None:
    """Casino War 14.7, 14.9, 14.10.1: on a log, with names in the register alone."""
    house.started()
    desk = house.file("desk.csv", "person,address,tickets\nAna,1 Wharf Road,2\nBen,,1\n")
    house.run("enter", "--file", desk)
    house.run("enter", "--person", "Chen", "--tickets", "3")
    assert "list of entries: " in house.sealed()
    file = house.draw("autumn.hwdraw")
    (winner,) = house.data("winners")["winners"]
    assert winner["name"] in ("Ana", "Ben", "Chen")
    assert winner["person"] != winner["name"]
    house.run("order", "notify winner 1 by mail at posted on Sunday", "--actor", "Pia")
    house.run("order", "publish the results by website")
    house.run("claim", "--person", winner["name"], "--prize", "purse")
    house.run("claim", "--award", "1")
    house.run("claim", "--person", "Dora", "--prize", "purse")
    refuse = ("claim", "--refuse", "2", "--reason", "was not drawn", "--person", "Dora")
    assert "Casino War 14.10.1" in house.run(*refuse, status=1)
    house.run(*refuse, "--home", "2 Hill Street")
    house.run("order", "tell the reasons of claim 2 by mail")
    house.run("order", "close the promotion")
    assert "Autumn: over" in house.run("report")
    status, told = house.verify(file)
    assert (status, told.splitlines()[-1]) == (0, "the draw comes out the same")
    assert _bytes_of(house.log).count(b"Wharf Road") == 0
    assert _bytes_of(house.log).count(b"Hill Street") == 0


def _bytes_of(address: str) -> bytes:
    log = read_log(address)
    try:
        assert not log.verify().problems
        return b"".join(entry.body for entry in log.read("promotion/1"))
    finally:
        log.close()


def test_an_erased_person_leaves_the_chain_whole(house: House) -> None:
    house.started()
    house.run("enter", "--person", "Ana", "--home", "1 Wharf Road")
    log = open_log(house.log)
    register = open_register(house.log, house.folder, Journal(log, STREAM, lambda: house.now))
    reference = register.reference("Ana")
    register.erase(reference, Reader("Pia", Role.PROMOTIONS, "a request"))
    register.close()
    log.close()
    assert reference.encode() in _bytes_of(house.log)


def test_names_are_for_promotions_and_inspectors(house: House) -> None:
    house.started()
    house.run("enter", "--person", "Ana")
    house.sealed()
    house.draw("autumn.hwdraw")
    assert ", Ana, drawn" in house.run("winners", "--office", "inspector", "--actor", "Ivy")
    assert "Ana" not in house.run("winners", "--office", "dealer")
    log = open_log(house.log)
    (read,) = log.read(STREAM)
    assert (read.kind, read.actor, read.role) == ("DetailsRead", "Ivy", "inspector")
    told = house.run("winners", "--office", "inspector", "--actor", "Ivy")
    assert "names are read in its console" in told
    assert "Ana" not in told
    log.close()


def test_what_is_missing_is_named_by_clause(house: House) -> None:
    """Casino War 14.7.1: the check names it, and nothing goes to the Authority meanwhile."""
    house.new(TEXT.replace('manner = "an electronic draw among all tickets"\n', ""))
    (lack,) = house.data("check", status=1)["missing"]
    assert lack == {"clause": war("14.7.1"), "what": "how the prize is awarded"}
    refused = house.data("notify-authority", "--means", "e-mail", status=1)
    assert (refused["refused"], refused["clause"]) == ("conditions_incomplete", war("14.7"))
    house.run("change", "--terms", house.file("autumn.toml", TEXT))
    assert house.run("check") == "nothing is missing\n"
    assert "MISSING" not in house.run("terms")


def test_a_change_after_the_start_needs_its_reference(house: House) -> None:
    """Casino War 14.9.1."""
    house.started()
    terms = house.file("later.toml", TEXT.replace("03-21", "03-28"))
    assert "Casino War 14.9.1" in house.run("change", "--terms", terms, status=1)
    approved = ("--reference", "L-114", "--approver", "the delegate")
    house.run("change", "--terms", terms, *approved)
    assert house.data("terms")["version"] == 2


def test_the_due_list_is_loud_and_exported(house: House) -> None:
    """Casino War 14.9: notice before the start."""
    house.new()
    house.now = START + HOUR
    told = house.run("due", status=1)
    assert "OVERDUE  2026-03-02 10:00 UTC" in told
    assert "[Casino War 14.9]" in told
    assert house.run("due", "--csv", status=1).startswith("overdue,by,what,to,clause\nOVERDUE,")
    assert "DUE:20260302T100000Z\r\n" in house.run("due", "--ics", status=1)
    assert all(each["overdue"] for each in house.data("due", status=1)["due"])


ROUND = (
    (TakeAsPrepared(), Role.DEALER),
    (c.OpenBetting(), Role.DEALER),
    (c.PlaceWager("Ana", "initial", 25_00, 1), Role.PATRON),
    (c.CallNoMoreBets(), Role.DEALER),
    (c.DealCard(Card("Kh")), Role.DEALER),
    (c.DealCard(Card("8c")), Role.DEALER),
)


def test_play_at_a_table_of_the_same_log_earns_its_tickets(house: House) -> None:
    """Casino War 14.7.3: one ticket for a winning Initial Wager; king beats eight."""
    house.started()
    log = open_log(house.log)
    runner = Runner(log, lambda: house.now)
    opened = opening_of("casino-war")
    for number, (order, role) in enumerate(((opened, Role.GAMING_SUPERVISOR), *ROUND)):
        answer = runner.order("table/1", Order(order, role, "Dora", f"key {number}"))
        assert answer.refused is None, str(answer.refused)
    settle = runner.table("table/1").game.awaits(runner.table("table/1").play).command
    assert settle is not None
    runner.order("table/1", Order(settle, Role.DEALER, "Dora", "settle"))
    log.close()
    (fact,) = house.data("enter", "--table", "table/1")["events"]
    ((person, tickets),) = fact["rows"]
    register = open_register(house.log, house.folder, None)
    assert (person, tickets) == (register.reference("Ana"), 1)
    register.close()
    assert "counted" in house.run("enter", "--table", "table/1", status=1)
    assert "no table" in house.run("enter", "--table", "table/9", status=2)


def test_a_barrel_is_drawn_ticket_by_ticket(house: House) -> None:
    house.new(TEXT.replace("present = false", 'present = false\nmethod = "barrel"'))
    house.run("publish-conditions", "--where", "desk")
    house.run("notify-authority", "--means", "e-mail")
    house.now = START
    house.run("start-promotion")
    house.run("enter", "--person", "Ana")
    house.now = DRAW
    house.run("seal")
    file = str(house.folder / "barrel.hwdraw")
    house.run("draw", "--ticket", "1", "--output", file, status=1)
    house.run("draw", "--actor", "Pia", "--ticket", "1", "--witness", "Eli", "--output", file)
    assert house.verify(file)[0] == 0


def test_a_changed_file_or_another_publication_does_not_verify(house: House) -> None:
    house.started()
    house.run("enter", "--person", "Ana", "--tickets", "5")
    house.sealed()
    file = Path(house.draw("autumn.hwdraw"))
    assert house.verify(str(file), "--public", NUMBERS, "--share", commitment_of(SHARE))[0] == 0
    status, told = house.verify(str(file), "--public", "1 2 3")
    assert (status, "the public value is not the one that was published" in told) == (1, True)
    assert house.verify(str(file), "--share", "0" * 64)[0] == 1
    status, told = house.verify(str(file), "--digest", "0" * 64)
    assert (status, "not the one that was published as 000" in told) == (1, True)
    file.write_bytes(file.read_bytes().replace(b'"ticket":', b'"ticket":1', 1))
    status, told = house.verify(str(file), "--json")
    assert status == 1
    assert "something was changed" in told
    assert house.verify(str(house.folder / "nowhere"))[0] == 2


@pytest.mark.parametrize(
    ("verb", "words", "said"),
    [
        ("report", (), "there is no log"),
        ("order", ("dance",), "is not a step"),
        ("new", ("Autumn", "--game", "casino-war", "--terms", "nowhere.toml"), "nowhere.toml"),
        ("claim", ("--person", "Ana", "--prize", "x", "--pay", "gold=3"), "gold is none of"),
    ],
)
def test_what_cannot_be_done_is_said(
    house: House, verb: str, words: tuple[str, ...], said: str
) -> None:
    assert said in house.run(verb, *words, status=2)


def test_a_stream_of_another_kind_is_refused(house: House) -> None:
    line = ["promotion", "report", house.log, "table/1"]
    assert app(line, result_action="return_value", exit_on_error=False) == 2


def test_every_sentence_is_listed(house: House) -> None:
    told = house.run("order", " ")
    assert "seal the entries" in told.splitlines()


def test_whoever_a_sentence_names_is_in_the_log_by_reference(house: House) -> None:
    house.started()
    house.run("order", "enter Ana with 2 tickets")
    house.run("order", "dispute for Ben: the closing time")
    body = _bytes_of(house.log)
    assert b'"Ana"' not in body
    assert b'"Ben"' not in body
    register = open_register(house.log, house.folder, None)
    for name in ("Ana", "Ben"):
        assert register.reference(name).encode() in body
        assert register.knows(register.reference(name))
    house.run("order", f"dispute for {register.reference('Ana')}: the draw")
    register.close()


def test_whoever_cannot_enter_is_in_the_log_by_reference(house: House) -> None:
    """Casino War 14.7.3: barred by name in the file, and refused by whoever enters them."""
    house.new('barred = ["Ben"]\n' + TEXT)
    house.run("publish-conditions", "--where", "desk")
    house.run("notify-authority", "--means", "e-mail")
    house.now = START
    house.run("start-promotion")
    assert "Casino War 14.7.3" in house.run("enter", "--person", "Ben", status=1)
    assert b"Ben" not in _bytes_of(house.log)


def test_a_refused_publication_leaves_no_seed_behind(house: House) -> None:
    house.new(TEXT.replace('manner = "an electronic draw among all tickets"\n', ""))
    house.run("publish-conditions", "--where", "desk", status=1)
    assert not (house.folder / "secrets").exists()


def test_the_seed_is_never_printed_or_stored_before_the_draw(house: House) -> None:
    """Reading A-35: refused draws at every stage neither show, burn nor change it."""
    house.started()
    printed = house.run("enter", "--person", "Ana", "--tickets", "9")
    file = str(house.folder / "autumn.hwdraw")
    seed = house.seed
    printed += house.run("draw", "--output", file, status=1)
    house.sealed()
    printed += house.run("draw", "--output", file, "--json", status=1)
    printed += house.run("draw", "--output", file, "--word", seed[:8], status=1)
    printed += house.run("report") + house.run("report", "--json")
    assert seed not in printed
    assert seed.encode() not in _bytes_of(house.log)
    house.draw("autumn.hwdraw")
    assert seed.encode() in _bytes_of(house.log)
    assert house.verify(file)[0] == 0


def test_a_seed_that_was_swapped_on_the_disk_stops_the_draw_once(house: House) -> None:
    """Casino War 14.12: compromised, postponed, and the inspectorate is owed a notification."""
    house.started()
    house.run("enter", "--person", "Ana")
    house.sealed()
    (path,) = (house.folder / "secrets").iterdir()
    genuine = path.read_text(encoding="utf-8")
    path.write_text("00" * 32, encoding="utf-8")
    file = house.draw("autumn.hwdraw")
    assert not Path(file).exists()
    told = house.run("draw", "--output", file, "--actor", "Pia", status=1)
    assert "the draw is postponed" in told
    assert "does not match the published commitment" in told
    assert _bytes_of(house.log).count(b'"remedy":"postponed"') == 1
    house.now = DRAW + 1
    assert "report that the draw was postponed" in house.run("due", status=1)
    path.write_text(genuine, encoding="utf-8")
    house.run("order", "notify the inspectorate by telephone")
    house.run("order", "validate the integrity: the file was restored from the keys", *GUS)
    house.run("draw", "--output", file, "--actor", "Pia")
    assert house.verify(file)[0] == 0


def test_a_missing_seed_is_a_refusal_that_says_what_to_do(house: House) -> None:
    house.started()
    house.run("enter", "--person", "Ana")
    house.sealed()
    (path,) = (house.folder / "secrets").iterdir()
    path.rename(house.folder / "moved")
    house.now = PUBLIC_AT
    with pytest.raises(AssertionError, match="restore it from the copy of the keys"):
        house.draw("autumn.hwdraw")


def test_an_early_reveal_is_refused_and_not_stored(house: House) -> None:
    """Reading A-35: the second person's value stays theirs until it is due."""
    house.started()
    house.run("enter", "--person", "Ana")
    house.sealed()
    house.run("order", f"reveal the value {SHARE}", *ELI, status=1)
    assert SHARE.encode() not in _bytes_of(house.log)


def test_a_second_person_makes_a_value_on_a_machine_of_their_own(house: House) -> None:
    assert app(["draw", "share"], result_action="return_value", exit_on_error=False) == 0
    secret, handed_in = (line.split()[-1] for line in house.told().splitlines())
    assert commitment_of(secret) == handed_in


@pytest.mark.parametrize("body", [b"\xff", b'{"format":"houseway draw 2","name":"\xc3("}', b""])
def test_any_bytes_are_answered_without_a_traceback(house: House, body: bytes) -> None:
    path = house.folder / "odd.hwdraw"
    path.write_bytes(body)
    status, told = house.verify(str(path))
    assert (status, "this is not the file of a draw" in told) == (2, True)


def test_numbers_of_people_do_not_come_into_the_log_with_a_refusal(house: House) -> None:
    house.started()
    house.run("enter", "--person", "Ana")
    house.sealed()
    house.draw("a.hwdraw")
    house.run("order", "notify winner 1 by e-mail at ana@example.org", status=1)
    assert b"example.org" not in _bytes_of(house.log)


def test_the_log_tells_a_promotion_in_words(house: House) -> None:
    """Casino War 14.1, 14.7 and 14.9: each fact by its name, money as money, times as times."""
    house.started()
    house.run("enter", "--person", "Ana", "--tickets", "3")
    line = ["log", "show", house.log, "promotion/1"]
    assert app(line, result_action="return_value", exit_on_error=False) == 0
    told = house.told().splitlines()
    assert "promotion registered: name Autumn, documents casino-war" in told[1]
    assert "name purse, kind cash, value $500" in told[2]
    assert "starts 02/03/2026 10:00:00" in told[2]
    assert "seed committed: commitment " in told[4]
    assert "authority notified: version 1, means e-mail" in told[5]
    assert told[5].endswith("Casino War 14.9")
    assert "entries taken: first 1" in told[7]
    assert " 3, source staff" in told[7]
    assert not any('{"' in line for line in told)
