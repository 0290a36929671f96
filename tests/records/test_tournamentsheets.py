"""The sheets of a tournament, and the board that everybody sees."""

from __future__ import annotations

import csv
import io
from html.parser import HTMLParser

import msgspec

from houseway.records.tournamentsheets import SHEETS, Sheet, as_csv, as_html, in_a_cell, seating
from houseway.rulebook.roles import Role
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament.leaderboard import Board, board, places_text
from tests.tournament.desk import CANBERRA, FINAL, HEATS, NAMES, START
from tests.tournament.hall import SEED, Hall

BLACKJACK = "tournament-blackjack"


def playing() -> Hall:
    """Ana, Ben and Chen with 100 chips each at table 1, boxes 2, 4 and 5."""
    return Hall(BLACKJACK).ready()


def finished() -> Hall:
    """Two heats at one table each; Chen wins the final, Ana and Ben share what follows."""
    here = Hall(BLACKJACK)
    here.cleared(stages=(msgspec.structs.replace(FINAL, rounds=1),))
    here.enter(*NAMES[:3])
    here.do(s.PlanSession(1, START))
    here.seat().begin()
    here.do(s.EndTable(1, "1"), Role.DEALER, "Eli")
    here.do(r.RecordCounts(1, {1: 40, 2: 50, 3: 90}), Role.DEALER, "Eli")
    here.do(r.ConfirmCounts(1))
    here.do(r.ConfirmSession(1))
    here.do(r.AwardPrizes())
    return here


def test_the_board_of_a_session_under_way() -> None:
    """Tournament Blackjack 19.19: three fees of $27.55 less $2.75 are $74.40 in the pool, of which
    half is $37.20, three tenths $22.32, a fifth $14.88."""
    seen = board(playing().tournament)
    assert (seen.stage, seen.session, seen.phase, seen.tables) == ("heats", 1, "running", 1)
    assert (seen.pool, seen.prizes) == (7440, (3720, 2232, 1488))
    ana = seen.rows[0]
    assert (ana.entry, ana.name, ana.chips, ana.table, ana.box) == (1, "Ana", 100, "1", 2)
    assert {(each.first, each.last) for each in seen.rows} == {(1, 3)}
    assert seen.clock is not None
    assert (seen.clock.rounds, seen.clock.played) == (20, 0)
    assert (seen.clock.minimum, seen.clock.maximum, seen.clock.ends_us) == (10, 50, 0)


def test_the_board_follows_the_chips() -> None:
    """Tournament Blackjack 19.19: after a round Ben leads, and Ana and Chen share the rest."""
    here = playing().played({1: 90, 2: 110, 3: 90})
    rows = board(here.tournament).rows
    assert [(each.name, places_text(each.first, each.last), each.chips) for each in rows] == [
        ("Ben", "1", 110), ("Ana", "2-3", 90), ("Chen", "2-3", 90),
    ]  # fmt: skip


def test_a_board_by_the_clock_says_when_it_ends() -> None:
    """Tournament Blackjack 19.17: forty minutes from the start, and ten more for a break."""
    stage = msgspec.structs.replace(HEATS, rounds=0, minutes=40)
    here = Hall(BLACKJACK).ready(stage=stage)
    here.do(s.CallBreak(1, 10))
    clock = board(here.tournament).clock
    assert clock is not None
    assert clock.ends_us == START + 50 * 60_000_000
    assert clock.break_until_us == START + 10 * 60_000_000


def test_seats_are_shown_once_they_are_published() -> None:
    """Tournament Blackjack 19.6: a draft is for those who make it."""
    here = Hall(BLACKJACK).plan()
    plan = s.TablePlan("1", (1, 2, 3), 3)
    here.do(s.DraftBallot(1, SEED, (plan,)))
    assert seating(here.tournament).notes == ("no seats are published",)
    assert {each.table for each in board(here.tournament).rows} == {""}
    draft = seating(here.tournament, drafts=True)
    assert (len(draft.rows), draft.notes) == (3, ("a draft, not published",))
    here.do(s.PublishBallot(1))
    assert seating(here.tournament).rows == draft.rows
    assert seating(here.tournament, 2).rows == ()


def test_before_anything_has_happened_every_sheet_is_empty_and_says_so() -> None:
    """Mini Baccarat 15.3: the conditions have all their items, and no answers yet."""
    here = Hall(CANBERRA)
    seen = board(here.tournament)
    assert (seen.session, seen.rows, seen.prizes, seen.clock) == (0, (), (), None)
    for name, make in SHEETS.items():
        sheet = make(here.tournament)
        assert sheet.rows == () or name == "conditions"
    blank = SHEETS["conditions"](here.tournament)
    assert blank.notes == (f"{len(blank.rows)} items are not answered yet",)


def test_results_and_prizes() -> None:
    """Tournament Blackjack 19.20: Chen $37.20, Ben $22.32, Ana $14.88; nothing is left over."""
    tournament = finished().tournament
    assert [row[:4] for row in SHEETS["results"](tournament).rows] == [
        ("1", "3", "Chen", "37.20"), ("2", "2", "Ben", "22.32"), ("3", "1", "Ana", "14.88"),
    ]  # fmt: skip
    prizes = SHEETS["prizes"](tournament)
    assert "prizes awarded: $74.40" in prizes.notes
    assert "prizes paid: $0" in prizes.notes
    places = [row[:6] for row in SHEETS["sessions"](tournament).rows]
    assert places[0] == ("1", "1", "1", "3", "Chen", "90")


def test_the_board_is_data_for_any_screen() -> None:
    """What is written can be read again, and is the same."""
    seen = board(finished().tournament)
    assert msgspec.json.decode(msgspec.json.encode(seen), type=Board) == seen


# Written


ODD = Sheet(
    "Spring <b>",
    ("place", "name"),
    (("1", '=HYPERLINK("x")'), ("2", "Ana, <i>Maria</i>"), ("3", "O'Hara\x1b[31m")),
    ("a & b",),
    ("place",),
)


def test_csv_is_read_back_and_a_formula_is_text() -> None:
    """What a spreadsheet would run is marked, and a comma is no new column."""
    rows = list(csv.reader(io.StringIO(as_csv(ODD))))
    assert rows[0] == ["place", "name"]
    assert rows[1] == ["1", '\'=HYPERLINK("x")']
    assert rows[2] == ["2", "Ana, <i>Maria</i>"]
    assert [in_a_cell(text) for text in ("-5", "@x", "+1", "5")] == ["'-5", "'@x", "'+1", "5"]


class Read(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data.strip())


def test_a_page_is_escaped_and_needs_nothing_else() -> None:
    """No name makes a tag, and nothing is fetched."""
    page = as_html(ODD)
    read = Read()
    read.feed(page)
    assert {"i", "b", "script", "link", "img"} & set(read.tags) == set()
    assert "Spring <b>" in read.text
    assert "Ana, <i>Maria</i>" in read.text
    assert "\x1b" not in page
    assert (read.tags.count("th"), read.tags.count("td")) == (2, 6)
