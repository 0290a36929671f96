"""A tenth game from a package of its own: nothing of Houseway knows it by name.

Sic Bo is exposed by an entry point, as if `examples/sic_bo` had been installed. It is played,
settled from a record, analysed, drawn, and dealt at a served virtual table from a committed secret.
Payouts and edges are worked out by hand from its document: 216 rolls, of which 6 are triples.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType

import pytest

from houseway import fair, games
from houseway.analysis import analyse
from houseway.cli.edge import edge
from houseway.cli.play import play
from houseway.cli.rules import _spoken_in_play as spoken
from houseway.cli.rules import app as rules_app
from houseway.cli.settle import settle
from houseway.games import commands as c
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.limits import Limits
from houseway.rulebook.document import ClauseRow, document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Runner
from houseway.service.draw.felts import plan_of
from houseway.service.settings import Settings
from tests.games.test_editions import elsewhere
from tests.service.conftest import House
from tests.service.test_dealing import STREAM, kinds, play_until_revealed, virtual_table

__all__ = ["elsewhere"]
EXAMPLE = Path(__file__).parents[2] / "examples" / "sic_bo"
EDITION = "sic-bo@2026-01-01"


@pytest.fixture(autouse=True)
def installed(elsewhere: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The package on the path, with the entry point that its pyproject.toml declares."""
    declared = f'"{EDITION}" = "sic_bo:GAME"'
    assert declared in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    about = elsewhere / "houseway_sic_bo-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: houseway-sic-bo\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        f"[houseway.games]\n{EDITION} = sic_bo:GAME\n", encoding="utf-8"
    )
    monkeypatch.syspath_prepend(EXAMPLE)
    plan_of.cache_clear()
    yield
    plan_of.cache_clear()


RECORD = """
document = "sic-bo"
[patrons]
Ana = 500

[[rounds]]
steps = \"\"\"
Ana wagers 10 on {wager}
no more bets
a die does not lie flat
the dice show {dice}
\"\"\"
expect = [{{ patron = "Ana", wager = "{wager}", result = "{result}", paid = {paid} }}]
"""


@pytest.mark.parametrize(
    ("wager", "dice", "paid"),
    [
        ("big", "4-5-2", 10),  # 11
        ("big", "4-4-4", 0),  # 12, but a triple
        ("small", "4-5-2", 0),
        ("small", "1-2-1", 10),  # 4
        ("single 5", "5-1-2", 10),
        ("single 5", "5-5-2", 20),
        ("single 5", "5-5-5", 30),
        ("single 5", "1-2-3", 0),
        ("triple 3", "3-3-3", 1800),
        ("triple 3", "4-4-4", 0),
        ("any triple", "4-4-4", 300),
        ("total 4", "1-1-2", 600),
        ("total 17", "6-6-5", 600),
        ("total 9", "3-3-3", 60),  # triples included
        ("total 9", "3-3-4", 0),
    ],
)
def test_a_record_is_settled_by_hand_worked_payouts(
    wager: str, dice: str, paid: int, tmp_path: Path
) -> None:
    file = tmp_path / "round.hwr"
    result = "won" if paid else "lost"
    file.write_text(
        RECORD.format(wager=wager, dice=dice, paid=paid, result=result), encoding="utf-8"
    )

    assert settle(file) == 0


# Rolls that win, of 216, and what they pay to one, counted by hand.
EDGES = {
    "big": (105, 1),
    "small": (105, 1),
    "triple 6": (1, 180),
    "any triple": (6, 30),
    "total 4": (3, 60),
    "total 5": (6, 30),
    "total 6": (10, 18),
    "total 7": (15, 12),
    "total 8": (21, 8),
    "total 9": (25, 6),
    "total 10": (27, 6),
    "total 17": (3, 60),
}


def test_the_exact_edges_are_the_published_ones() -> None:
    found = {each.name: each.edge for each in analyse("sic-bo").wagers}

    for wager, (ways, pays) in EDGES.items():
        assert found[wager] == 1 - Fraction(ways * (pays + 1), 216), wager
    assert found["single 3"] == Fraction(125 - 75 - 2 * 15 - 3, 216)  # 7.87 %


def test_it_is_played_and_analysed_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert play("sic-bo", auto=True, rounds=2) == 0
    assert edge("sic-bo", wager="big") == 0

    told = capsys.readouterr().out
    assert "Round 2: " in told
    assert "house edge 2.7778 %" in told


def test_the_package_is_small() -> None:
    """The shared parts give a game with one result all that is not its own."""
    files = (EXAMPLE / "sic_bo").glob("*.py")

    assert sum(len(each.read_text(encoding="utf-8").splitlines()) for each in files) < 300


@pytest.mark.parametrize(
    ("command", "by", "code", "clause"),
    [
        (c.PlaceWager("Ana", "big", 5_00), Role.PATRON, "wager_below_minimum", "2.2"),
        (c.PlaceWager("Ana", "big", 505_00), Role.PATRON, "wager_above_maximum", "2.3"),
        (c.PlaceWager("Ana", "big", 12_00), Role.PATRON, "wager_not_a_multiple", "2.4"),
        (c.PlaceWager("Ana", "red", 10_00), Role.PATRON, "wager_not_offered", "3.1"),
        (c.SettleWagers(), Role.DEALER, "not_next", "4.5"),
        (c.OpenBetting(), Role.DEALER, "not_next", "4.1"),
        (c.OpenBetting(), Role.PATRON, "role_may_not", "4.1"),
    ],
)
def test_the_shared_round_refuses_by_its_clauses(
    command: c.Command, by: Role, code: str, clause: str
) -> None:
    sic_bo = games.game(EDITION)
    table = sic_bo.begin(Setup(sic_bo.options(), Limits(10_00, 500_00, 5_00)))
    sic_bo.do(table, c.OpenBetting())
    refused = sic_bo.decide(table, command, by)

    assert isinstance(refused, Refused)
    assert (refused.code, refused.clause) == (code, f"Sic Bo {clause}")


def test_wagers_are_locked_after_the_call_and_go_back_when_the_round_is_void() -> None:
    """Sic Bo 3.2 and 6.2."""
    sic_bo = games.game(EDITION)
    table = sic_bo.begin(Setup(sic_bo.options(), sic_bo.limits))
    place = c.PlaceWager("Ana", "big", 10_00)
    for command, by in (
        (c.BringChips("Ana", 50_00), Role.DEALER),
        (c.OpenBetting(), Role.DEALER),
        (place, Role.PATRON),
        (c.CallNoMoreBets(), Role.DEALER),
    ):
        sic_bo.do(table, command, by)

    late = sic_bo.decide(table, c.WithdrawWager("Ana", "big"), Role.PATRON)
    assert isinstance(late, Refused)
    assert late.clause == "Sic Bo 3.2"
    sic_bo.do(
        table,
        c.InvalidateOutcome("impracticality", "the shaker broke"),
        Role.GAMING_SUPERVISOR,
    )
    assert (table.layout.chips["Ana"], table.layout.wagers, table.stage) == (
        50_00, {}, "between rounds",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("closed", "command", "outcome"),
    [
        (False, c.PlaceWager("Ben", "big", 10_00), "Sic Bo 3.3(a)"),
        (False, c.PlaceWager("Ana", "small", 10_00), "Sic Bo 3.3(b)"),
        (False, c.PlaceWager("Ana", "big", 10_00), "one_wager_per_area"),
        (False, c.PlaceWager("Ana", "small", 10_00, 1), "wager_not_offered"),  # has no boxes
        (False, c.ChangeWager("Ana", "big", 15_00), "Sic Bo 3.3(a)"),
        (False, c.ChangeWager("Ana", "small", 15_00), "no_wager_there"),
        (False, c.ChangeWager("Ben", "big", 15_00), "no_wager_there"),
        (False, c.FindWager("Ana", "big", 15_00), "not_next"),
        (True, c.PlaceWager("Ben", "big", 10_00), "not_next"),
        (True, c.ChangeWager("Ana", "big", 15_00), "not_next"),
        (True, c.FindWager("Ana", "big", 15_00), "Sic Bo 3.1"),
        (True, c.FindWager("Ben", "big", 15_00), "no_wager_there"),
    ],
)
def test_a_patron_has_one_wager_on_each_area(
    closed: bool, command: c.Command, outcome: str
) -> None:
    """Ana has $10 on big. Wagers change before the call (3.2), and are looked into after it."""
    sic_bo = games.game(EDITION)
    table = sic_bo.begin(Setup(sic_bo.options(), Limits(10_00, 500_00, 5_00)))
    sic_bo.do(table, c.OpenBetting())
    sic_bo.do(table, c.PlaceWager("Ana", "big", 10_00))
    if closed:
        sic_bo.do(table, c.CallNoMoreBets())

    ruling = sic_bo.decide(table, command, Role.DEALER)

    assert (ruling.code if isinstance(ruling, Refused) else ruling.events[0].clause) == outcome


def test_no_wager_is_moved_where_the_rules_do_not_provide_for_it() -> None:
    assert c.MoveWager not in games.game(EDITION).orders


def test_its_document_is_in_the_rulebook() -> None:
    assert document("sic-bo").clauses["5.1(e)"].must == "Any triple pays 30 to 1."


def test_it_is_drawn_with_its_odds_and_dice() -> None:
    spots = {
        each.wager: each.odds for each in plan_of(EDITION, games.game(EDITION).options()).spots
    }

    assert len(spots) == 29
    assert spots["any triple"] == "pays 30 to 1"
    assert (
        spots["single 2"] == "pays 1 to 1 for one die, 2 to 1 for two dice, 3 to 1 for three dice"
    )


def test_a_served_virtual_table_rolls_from_committed_secrets(tmp_path: Path) -> None:
    """Each roll has a secret of its own, which is revealed once the round is settled."""
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(tmp_path / "house")))
        floor = virtual_table(house, "sic-bo")
        play_until_revealed(floor, 2)

        dealt = fair.check(floor.log.read(STREAM))
        assert dealt.problems == ()
        assert dealt.dealt == kinds(floor).count("DiceShown") == 2
        assert floor.log.verify().problems == ()
        assert Runner(floor.log, lambda: 0).table(STREAM) == floor.runner.table(STREAM)
        for name, page in (("Ana", "/play/1"), ("Eli", "/dealer/1"), ("Dora", "/pit/1")):
            shown = house.as_(name).http.get(page)
            assert shown.status_code == 200
            assert 'data-wager="any triple"' in shown.text
        for name, page in (("Ivy", "/inspect/tables/1"), ("Ana", "/"), ("Ana", "/fair/1")):
            shown = house.as_(name).http.get(page)
            assert (shown.status_code, "Sic Bo" in shown.text) == (200, True), page


def test_clauses_of_an_outside_game_are_checked_and_looked_up_as_ours(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule that acts shows its code and where it spoke; one that nothing answers is reported."""
    cite = game(EDITION).cite
    spoken.cache_clear()
    assert run_rules("check") == 0
    capsys.readouterr()
    assert run_rules("sic-bo", "5.1(a)", "--json") == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["status"] == "spoke"
    assert any("commands played" in each for each in shown["spoke"])

    sung = ClauseRow("9.9", "SONG", "enforce", "The dealer sings after every triple.")
    rows = MappingProxyType({**cite.clauses, "9.9": sung})
    monkeypatch.setitem(cite._library._rows, cite.metadata.id, rows)
    spoken.cache_clear()
    assert run_rules("check") == 1
    assert "9.9: no test is evidence for it" in capsys.readouterr().out
    spoken.cache_clear()


def run_rules(*words: str) -> int:
    status = rules_app(words, result_action="return_value", exit_on_error=False)
    assert isinstance(status, int)
    return status
