"""Two editions of one document at once: each table is played by the edition it was opened under.

The later editions are made up (`editions`) and come from another package, as plugins. Every test
of the first part runs for each of them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from fractions import Fraction
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from houseway import games
from houseway.analysis import analyse
from houseway.analysis.simulate import simulate
from houseway.cli.settle import settle
from houseway.equipment.cards import parse_cards
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games.edition import amended
from houseway.games.events import WagerCollected, WagerPaid, WagerStoodOff
from houseway.games.game import Awaits
from houseway.games.house import SetMultiple
from houseway.games.preparing import TakeAsPrepared
from houseway.records.hwr import BadRecord, read_record
from houseway.records.replaying import ruling_of
from houseway.records.telling import edition_in, tell_all
from houseway.rulebook.document import UnknownClause, adopt, clause_row, document, document_cited
from houseway.rulebook.roles import Role, at_least
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.service.consoles.inspector.replay import clause_told
from houseway.service.draw.felts import plan_of
from houseway.service.live.render import clause_address
from houseway.store import codec
from houseway.store.sqlite import SqliteLog
from tests.games.editions import FILES, Later, later_document
from tests.games.editions.mini_baccarat import GAME, LATER
from tests.games.editions.mini_baccarat import cite as later_cite
from tests.offices import opening_of

FIRST, EDITION, TIE = LATER.first, GAME.cite.id, LATER.clause
OLD, NEW = "table/old", "table/new"
CACHES = (games.editions, games.slugs, games.game, clause_address)
LATERS = {each: import_module(f"tests.games.editions.{each}").LATER for each in FILES}
SETTLED = (WagerPaid, WagerCollected, WagerStoodOff)


def install(folder: Path, name: str, value: str) -> None:
    """Put a package on the path that offers one game."""
    about = folder / "later_games-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: later-games\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        f"[houseway.games]\n{name} = {value}\n", encoding="utf-8"
    )


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


@pytest.fixture(params=FILES)
def later(request: pytest.FixtureRequest, elsewhere: Path) -> Later:
    found: Later = LATERS[request.param]
    install(elsewhere, found.game.cite.id, f"tests.games.editions.{request.param}:GAME")
    return found


@pytest.fixture
def two_editions(elsewhere: Path) -> None:
    install(elsewhere, EDITION, "tests.games.editions.mini_baccarat:GAME")


class House:
    """Two tables of one log, and what is ordered at both of them."""

    def __init__(self, path: Path, later: Later) -> None:
        self.log = SqliteLog(path)
        self.runner = Runner(self.log, lambda: 1_900_000_000_000_000)
        self.keys = 0
        for stream, edition in ((OLD, later.first), (NEW, later.game.cite.id)):
            opened = opening_of(edition)
            directed = games.game(edition).table.directed
            by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
            assert self.order(stream, opened, by, "Dora").refused is None
            self.order(stream, TakeAsPrepared(), Role.DEALER, "Chen")
            self.order(stream, c.BringChips("Ana", dollars(500)), Role.DEALER, "Chen")

    def order(self, stream: str, command: c.Command, by: Role, actor: str) -> Answer:
        self.keys += 1
        return self.runner.order(stream, Order(command, by, actor, f"key {self.keys}"))

    def deal(self, stream: str, command: c.Command) -> list[Any]:
        answer = self.order(stream, command, Role.DEALER, "Chen")
        assert answer.refused is None, answer.refused
        return list(answer.events)

    def play(self, stream: str, wagers: tuple[tuple[str, int], ...], text: str) -> list[Any]:
        """Deal a round with $10 of Ana's on each wager, as far as the cards go; return its events.

        It ends with the first settlement.
        """
        self.deal(stream, c.OpenBetting())
        for wager, box in wagers:
            placed = c.PlaceWager("Ana", wager, dollars(10), box)
            assert self.order(stream, placed, Role.PATRON, "Ana").refused is None
        self.deal(stream, c.CallNoMoreBets())
        cards, events = list(parse_cards(text)), list[Any]()
        while not any(isinstance(each, SETTLED) for each in events):
            awaited = self.awaits(stream)
            if awaited.what == "draw" and not cards:
                break
            drawn = awaited.what == "draw"
            command = c.DealCard(cards.pop(0)) if drawn else awaited.command
            assert command is not None, awaited
            events += self.deal(stream, command)
        return events

    def awaits(self, stream: str) -> Awaits:
        table = self.runner.table(stream)
        found: Awaits = table.game.awaits(table.play)
        return found


@pytest.fixture
def house(later: Later, tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path / "floor.db", later)
    yield found
    found.log.close()


def test_a_bare_slug_means_the_latest_edition_that_has_a_game(later: Later) -> None:
    slug, edition = later.game.slug, later.game.cite.id
    assert games.latest(slug) == edition
    assert games.game(slug) is games.game(edition) is later.game
    assert games.game(later.first).cite.id == later.first
    assert games.slugs().count(slug) == 1


def test_every_table_settles_by_its_own_odds(house: House, later: Later) -> None:
    paid = [
        next(each.paid for each in house.play(stream, later.wagers, later.cards) if _won(each))
        for stream in (OLD, NEW)
    ]

    assert paid == [dollars(each) for each in later.paid]


def _won(event: Any) -> bool:
    return isinstance(event, WagerPaid)


def test_every_table_is_ruled_by_its_own_tables(house: House, later: Later) -> None:
    then = []
    for stream in (OLD, NEW):
        events = house.play(stream, later.wagers[:1], later.other_cards)
        settled = [type(each).__name__ for each in events if isinstance(each, SETTLED)]
        then.append(settled[0] if settled else house.awaits(stream).what)

    assert tuple(then) == later.then


def test_every_table_asks_for_its_own_role(house: House, later: Later) -> None:
    """The refusal cites the same number, and its text is that of the table's own edition."""
    answers = [house.order(stream, later.command, later.by, "Dora") for stream in (OLD, NEW)]
    refused = next(each.refused for each in answers if each.refused)
    clause = later.game.orders[type(later.command)].clause

    assert tuple(each.refused is None for each in answers) == later.accepted
    assert (refused.code, refused.clause) == ("role_may_not", clause)
    words = [clause_row(clause, edition=each).must for each in (later.first, later.game.cite.id)]
    assert words[0] != words[1]


def test_two_editions_in_one_log_replay_and_verify(house: House, later: Later) -> None:
    """Each event is stamped with its own edition, and a cold start gives the same tables."""
    for stream in (OLD, NEW):
        house.play(stream, later.wagers, later.cards)
    played = {stream: house.runner.table(stream) for stream in (OLD, NEW)}

    again = Runner(house.log, lambda: 0)

    assert {stream: again.table(stream) for stream in (OLD, NEW)} == played
    assert type(again.table(NEW).play) is later.game.play
    assert house.log.verify().problems == ()
    stamps = {stream: {each.edition for each in house.log.read(stream)} for stream in (OLD, NEW)}
    first, second = document(later.first), later.game.cite
    assert stamps == {OLD: {first.content_hash}, NEW: {second.content_hash}}


def test_a_snapshot_brings_back_the_edition(house: House, later: Later) -> None:
    house.play(NEW, later.wagers, later.cards)
    table = house.runner.table(NEW)

    again = codec.decode_state(codec.encode_state(table))

    assert again == table
    assert again is not None
    assert again.game is later.game
    assert again.play.rules is later.game.rules


def test_a_past_ruling_shows_the_words_of_its_own_edition(house: House, later: Later) -> None:
    """In receipts, in the inspector's replay, and where a citation leads."""
    clause, words = later.game.cite(later.clause), []
    for stream in (OLD, NEW):
        house.play(stream, later.wagers, later.cards)
        entries = house.log.read(stream)
        paid = next(each for each in entries if each.kind == "WagerPaid")
        shown = clause_told(clause, edition_in(entries))
        assert shown is not None
        assert ruling_of(paid).clauses[clause] == shown.row.must
        words.append(shown.row.must)
        assert tell_all(entries)[-1].event is not None

    assert tuple(words) == later.words


def test_what_an_edition_leaves_unchanged_is_cited_from_its_own_document(later: Later) -> None:
    """A clause that goes by another number there is cited by that number, in code and tables."""
    first, kind = games.game(later.first), type(later.command)
    number = first.cite.number_of(first.orders[kind].clause)
    renumbered = {number: f"{number} bis"}
    moved = later_document(first.cite, {}, renumbered)

    rules = amended(first.rules, moved, renumbered)
    folder = import_module(first.module)

    refused = folder.game_of(rules).decide(None, later.command, Role.SURVEILLANCE)
    assert refused == Refused("role_may_not", moved(f"{number} bis"))
    with pytest.raises(UnknownClause, match=f"no clause {re.escape(number)}"):
        folder.game_of(amended(first.rules, moved))


def test_the_maths_follows_the_edition(later: Later) -> None:
    """The exact edge of the wager moves with its odds, and a simulation of each is within reach."""
    edges: dict[str, Fraction] = {}
    for edition in (later.first, later.game.cite.id):
        found = analyse(edition)
        assert f"{found.game}@{found.edition}" == edition
        edges[edition] = next(each.edge for each in found.wagers if each.name == later.wager)
        assert simulate(edition, 200_000, seed=7).within

    assert edges[later.game.cite.id] < edges[later.first]


def test_the_layout_and_the_list_of_wagers_show_the_odds_of_the_edition(later: Later) -> None:
    for edition, shown, other in zip(
        (later.first, later.game.cite.id), later.odds, reversed(later.odds), strict=True
    ):
        game = games.game(edition)
        spots = [
            each for each in plan_of(edition, game.options()).spots if later.wager == each.wager
        ]
        assert spots
        assert all(shown in str(each) and other not in str(each) for each in spots)
        offered = {
            str(each.odds) for each in game.wagers(game.options()) if each.wager == later.wager
        }
        assert shown in offered
        assert other not in offered


def test_an_amended_value_names_its_own_clauses_alone(later: Later) -> None:
    """The fields that did not change are the same, and each that did is in the file."""
    before, after = games.game(later.first).rules, later.game.rules
    same = {
        name
        for name in before.__struct_fields__
        if getattr(before, name) is getattr(after, name)
        or getattr(before, name) == getattr(after, name)
    }
    assert {"limits", "limit_rules", "wagers"} <= same
    assert not {"cite", "roles"} & same


# Citations and records, with Mini Baccarat


def test_a_citation_leads_to_the_edition_that_was_cited(two_editions: None) -> None:
    games.game(EDITION)
    clause = f"Mini Baccarat {TIE}"

    assert document_cited(clause).id == EDITION
    assert document_cited(clause, edition=FIRST).id == FIRST
    assert clause_row(clause, edition=EDITION).must == LATER.words[1]
    assert clause_address(clause, FIRST) == f"/rules/{FIRST}/8.8%28c%29"
    assert clause_address(clause, EDITION) == "/rules/mini-baccarat/8.8%28c%29"
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
        (EDITION, 90, LATER.words[1]),
        ("mini-baccarat", 90, LATER.words[1]),
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
    file.write_text(RECORD.format(document=name, paid=paid), encoding="utf-8")

    assert settle(file, explained=True) == 0

    assert words in " ".join(capsys.readouterr().out.split())


def test_an_edition_in_the_rulebook_without_a_game_changes_nothing(elsewhere: Path) -> None:
    """The catalogue may be ahead of the games: the latest edition with a game is played."""
    adopt(later_cite)
    text = RECORD.format(document="mini-baccarat", paid=80)

    assert document("mini-baccarat").id == EDITION
    assert read_record(text).game.cite.id == FIRST
    with pytest.raises(BadRecord, match=f"line 2: {EDITION} has no game; {FIRST} has one"):
        read_record(RECORD.format(document=EDITION, paid=80))


# Games from other packages


@pytest.mark.parametrize(
    ("name", "value", "why"),
    [
        (EDITION, "no_such_package:GAME", "ModuleNotFoundError: No module named 'no_such_package'"),
        (EDITION, "tests.games.editions.mini_baccarat:WORDS", "WORDS is not a Game"),
        ("mini-baccarat@2031-01-01", "tests.games.editions.mini_baccarat:GAME", f"cite {EDITION}"),
        (FIRST, "tests.games.editions.mini_baccarat:GAME", "that edition already has a game"),
        ("later", "tests.games.editions.mini_baccarat:GAME", "its name is not an edition"),
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
    install(elsewhere, EDITION, "unused_package:GAME")

    assert games.game(FIRST).cite.id == FIRST
    assert "unused_package" not in sys.modules


@pytest.mark.parametrize("slug", games.SHIPPED)
def test_the_operator_of_an_edition_sets_its_tables(slug: str) -> None:
    """Who sets the multiple is read from the rules of the edition."""
    approved = games.game(slug)
    name = "operator" if hasattr(approved.rules, "operator") else "supervisors"
    others = at_least(Role.CASINO_DUTY_MANAGER)
    made = import_module(approved.module).game_of(replace(approved.rules, **{name: others}))

    assert made.orders[SetMultiple].roles == others != approved.orders[SetMultiple].roles
