"""Two editions of one document at once: each table is played by the edition it was opened under.

The later edition is made up (`later_mini_baccarat`) and comes from another package, as a plugin.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from houseway import games
from houseway.analysis import analyse
from houseway.analysis.simulate import simulate
from houseway.cli.settle import settle
from houseway.equipment.cards import parse_card
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games.events import WagerPaid
from houseway.games.mini_baccarat.vocabulary import ApproveBothHands
from houseway.games.preparing import TakeAsPrepared
from houseway.records.hwr import BadRecord, read_record
from houseway.records.rulings import ruling_of
from houseway.records.telling import edition_in, tell_all
from houseway.rulebook.document import adopt, clause_row, document, document_cited
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.service.consoles.inspector.replay import clause_told
from houseway.service.draw.felts import plan_of
from houseway.service.live.render import clause_address
from houseway.store import codec
from houseway.store.sqlite import SqliteLog
from houseway.table.vocabulary import OpenTable
from tests.games.later_mini_baccarat import EDITION as LATER
from tests.games.later_mini_baccarat import GAME, TIE, WORDS
from tests.games.later_mini_baccarat import cite as later_cite

FIRST = "mini-baccarat@2017-12-06"
OLD, NEW = "table/old", "table/new"
CACHES = (games.editions, games.slugs, games.game, clause_address)


def install(folder: Path, name: str, value: str) -> None:
    """Put a package on the path that offers one game."""
    about = folder / "later_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: later-games\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[houseway.games]\n{name} = {value}\n")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path where packages can be installed; what they offer is gone afterwards."""
    monkeypatch.setattr(sys.modules[adopt.__module__], "_ADOPTED", {})
    monkeypatch.syspath_prepend(tmp_path)
    for each in CACHES:
        each.cache_clear()
    yield tmp_path
    monkeypatch.undo()
    for each in CACHES:
        each.cache_clear()


@pytest.fixture
def two_editions(elsewhere: Path) -> None:
    install(elsewhere, LATER, "tests.games.later_mini_baccarat:GAME")


class House:
    """Two tables of one log, and what is ordered at both of them."""

    def __init__(self, path: Path) -> None:
        self.log = SqliteLog(path)
        self.runner = Runner(self.log, lambda: 1_900_000_000_000_000)
        self.keys = 0
        for stream, edition in ((OLD, FIRST), (NEW, LATER)):
            self.order(stream, OpenTable(edition), Role.GAMING_SUPERVISOR, "Dora")
            self.order(stream, TakeAsPrepared(), Role.DEALER, "Chen")
            self.order(stream, c.BringChips("Ana", dollars(500)), Role.DEALER, "Chen")

    def order(self, stream: str, command: c.Command, by: Role, actor: str) -> Answer:
        self.keys += 1
        return self.runner.order(stream, Order(command, by, actor, f"key {self.keys}"))

    def play(self, stream: str, wager: str, cards: str) -> list[Any]:
        """Deal a round with $10 of Ana's on a wager, and return what settled it."""
        self.order(stream, c.OpenBetting(), Role.DEALER, "Chen")
        self.order(stream, c.PlaceWager("Ana", wager, dollars(10)), Role.PATRON, "Ana")
        self.order(stream, c.CallNoMoreBets(), Role.DEALER, "Chen")
        for card in cards.split():
            self.order(stream, c.DealCard(parse_card(card)), Role.DEALER, "Chen")
        answer = self.order(stream, c.SettleWagers(), Role.DEALER, "Chen")
        assert answer.refused is None, answer.refused
        return list(answer.events)


@pytest.fixture
def house(two_editions: None, tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "floor.db")
    yield found
    found.log.close()


def test_a_bare_slug_means_the_latest_edition_that_has_a_game(two_editions: None) -> None:
    assert games.latest("mini-baccarat") == LATER
    assert games.game("mini-baccarat") is games.game(LATER) is GAME
    assert games.game(FIRST).cite.id == FIRST
    assert games.slugs().count("mini-baccarat") == 1


def test_every_table_settles_by_its_own_odds(house: House) -> None:
    """Mini Baccarat 8.8(c): a tie pays eight to one, and nine to one in the later edition."""
    paid = {}
    for stream in (OLD, NEW):
        won = next(e for e in house.play(stream, "tie", "9h 9c Kd Ks") if isinstance(e, WagerPaid))
        paid[stream] = won.paid

    assert paid == {OLD: dollars(80), NEW: dollars(90)}


def test_every_table_draws_by_its_own_table(house: House) -> None:
    """Mini Baccarat 7.3 table: Banker stands on six where Player stood; later, Banker draws."""
    awaited = {}
    for stream in (OLD, NEW):
        house.order(stream, c.OpenBetting(), Role.DEALER, "Chen")
        house.order(stream, c.PlaceWager("Ana", "tie", dollars(10)), Role.PATRON, "Ana")
        house.order(stream, c.CallNoMoreBets(), Role.DEALER, "Chen")
        for card in ["7h", "6c", "Kd", "Ks"]:
            house.order(stream, c.DealCard(parse_card(card)), Role.DEALER, "Chen")
        table = house.runner.table(stream)
        awaited[stream] = table.game.awaits(table.play).what

    assert awaited == {OLD: "settle", NEW: "draw"}


def test_every_table_asks_for_its_own_role(house: House) -> None:
    """Mini Baccarat 4.5(b): a supervisor approves both hands; later, a gaming manager."""
    answers = {
        stream: house.order(stream, ApproveBothHands("Ana"), Role.GAMING_SUPERVISOR, "Dora")
        for stream in (OLD, NEW)
    }

    assert answers[OLD].refused is None
    refused = answers[NEW].refused
    assert refused is not None
    assert (refused.code, refused.clause) == ("role_may_not", "Mini Baccarat 4.5(b)")


def test_two_editions_in_one_log_replay_and_verify(house: House) -> None:
    """Each event is stamped with its own edition, and a cold start gives the same tables."""
    for stream in (OLD, NEW):
        house.play(stream, "tie", "9h 9c Kd Ks")
    played = {stream: house.runner.table(stream) for stream in (OLD, NEW)}

    again = Runner(house.log, lambda: 0)

    assert {stream: again.table(stream) for stream in (OLD, NEW)} == played
    assert type(again.table(NEW).play) is GAME.play
    assert house.log.verify().problems == ()
    stamps = {stream: {each.edition for each in house.log.read(stream)} for stream in (OLD, NEW)}
    assert stamps == {OLD: {document(FIRST).content_hash}, NEW: {later_cite.content_hash}}


def test_a_snapshot_brings_back_the_edition(house: House) -> None:
    house.play(NEW, "tie", "9h 9c Kd Ks")
    table = house.runner.table(NEW)

    again = codec.decode_state(codec.encode_state(table))

    assert again == table
    assert again is not None
    assert again.game is GAME


def test_a_past_ruling_shows_the_words_of_its_own_edition(house: House) -> None:
    """In receipts, in the inspector's replay, and where a citation leads."""
    texts = {}
    for stream in (OLD, NEW):
        house.play(stream, "tie", "9h 9c Kd Ks")
        entries = house.log.read(stream)
        paid = next(each for each in entries if each.kind == "WagerPaid")
        shown = clause_told(f"Mini Baccarat {TIE}", edition_in(entries))
        assert shown is not None
        texts[stream] = ruling_of(paid).clauses[f"Mini Baccarat {TIE}"], shown.row.must
        assert tell_all(entries)[-1].event is not None

    eight = "Winning TIE stake pays 8 to 1."
    assert texts == {OLD: (eight, eight), NEW: (WORDS[TIE], WORDS[TIE])}


def test_a_citation_leads_to_the_edition_that_was_cited(two_editions: None) -> None:
    games.game(LATER)
    clause = f"Mini Baccarat {TIE}"

    assert document_cited(clause).id == LATER
    assert document_cited(clause, edition=FIRST).id == FIRST
    assert clause_row(clause, edition=LATER).must == WORDS[TIE]
    assert clause_address(clause, FIRST) == f"/rules/{FIRST}/8.8%28c%29"
    assert clause_address(clause, LATER) == "/rules/mini-baccarat/8.8%28c%29"
    assert clause_address("Casino War 5.4", FIRST) == "/rules/casino-war/5.4"


RECORD = """
document = "{document}"
[patrons]
Ana = 500

[[rounds]]
steps = \"\"\"
Ana wagers 10 on tie
deal 9h 9c Kd Ks
\"\"\"
expect = [{{ patron = "Ana", wager = "tie", result = "won", paid = {paid} }}]
"""


@pytest.mark.parametrize(
    ("name", "paid", "words"),
    [
        (FIRST, 80, "Winning TIE stake pays 8 to 1."),
        (LATER, 90, WORDS[TIE]),
        ("mini-baccarat", 90, WORDS[TIE]),
    ],
)
def test_a_record_is_settled_by_the_edition_it_names(
    name: str,
    paid: int,
    words: str,
    two_editions: None,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "dispute.hwr"
    file.write_text(RECORD.format(document=name, paid=paid))

    assert settle(file, explained=True) == 0

    assert words in " ".join(capsys.readouterr().out.split())


def test_an_edition_in_the_rulebook_without_a_game_changes_nothing(elsewhere: Path) -> None:
    """The catalogue may be ahead of the games: the latest edition with a game is played."""
    adopt(later_cite)
    text = RECORD.format(document="mini-baccarat", paid=80)

    assert document("mini-baccarat").id == LATER
    assert read_record(text).game.cite.id == FIRST
    with pytest.raises(BadRecord, match=f"line 2: {LATER} has no game; {FIRST} has one"):
        read_record(RECORD.format(document=LATER, paid=80))


def test_the_maths_follows_the_edition(two_editions: None) -> None:
    """The exact edge of a tie moves with its odds, and a simulation of each stays within reach."""
    edges: dict[str, Fraction] = {}
    for edition in (FIRST, LATER):
        found = analyse(edition)
        assert f"{found.game}@{found.edition}" == edition
        edges[edition] = next(each.edge for each in found.wagers if each.name == "tie")
        assert simulate(edition, 200_000, seed=7).within

    assert edges[LATER] < edges[FIRST]


def test_a_layout_is_drawn_with_the_odds_of_the_edition(two_editions: None) -> None:
    spots = {
        edition: next(
            str(spot) for spot in plan_of(edition, GAME.options()).spots if spot.wager == "tie"
        )
        for edition in (FIRST, LATER)
    }

    assert "8 to 1" in spots[FIRST]
    assert "9 to 1" in spots[LATER]


# Games from other packages


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (LATER, "no_such_package:GAME", "ModuleNotFoundError: No module named 'no_such_package'"),
        (LATER, "tests.games.later_mini_baccarat:RULES", "RULES is not a Game"),
        ("mini-baccarat@2031-01-01", "tests.games.later_mini_baccarat:GAME", f"cite {LATER}"),
        (FIRST, "tests.games.later_mini_baccarat:GAME", "that edition already has a game"),
        ("later", "tests.games.later_mini_baccarat:GAME", "its name is not an edition"),
    ],
)
def test_a_game_that_cannot_be_used_says_why_in_a_sentence(
    name: str, value: str, why: str, elsewhere: Path
) -> None:
    install(elsewhere, name, value)

    with pytest.raises(games.BrokenGame, match=why) as broken:
        games.game(name if "@" in name else "mini-baccarat")

    assert str(broken.value).startswith(f"the package later-games offers the game {name}, but ")
    assert "\n" not in str(broken.value)


def test_no_plugin_is_imported_before_its_game_is_played(elsewhere: Path) -> None:
    install(elsewhere, LATER, "unused_package:GAME")

    assert games.game(FIRST).cite.id == FIRST
    assert "unused_package" not in sys.modules
