"""Two editions of four tournament games: each table, record and figure by its own edition.

The later editions are made up (`later_tournaments`). Every expected amount is worked out by hand.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import pytest

from houseway import games
from houseway.analysis import analyse
from houseway.analysis.simulate import simulate
from houseway.cli.settle import settle
from houseway.games.commands import Command
from houseway.games.events import WagerPaid
from houseway.games.game import Game, Setup
from houseway.games.tournament_blackjack.state import DeclareAbsent
from houseway.games.tournament_canberra_poker.state import CountHand
from houseway.games.tournament_pai_gow.state import ReportDieNotFlat
from houseway.games.tournament_roulette.state import RequireColourChips
from houseway.records.replaying import ruling_of
from houseway.records.session import Session
from houseway.rulebook.document import clause_row, document
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.service.draw.felts import plan_of
from houseway.store.sqlite import SqliteLog
from tests.games import later_tournaments as later
from tests.games.editions import MADE_UP as LATER
from tests.games.test_editions import elsewhere, install
from tests.offices import opening_of

__all__ = ["elsewhere"]
EARLIER = "2002-02-18"


class Case(NamedTuple):
    """A game in two editions: a round won in both, a round that they play differently.

    `ends` is what a table awaits, or announces, after the second round, in each edition. `command`
    is one that `by` may give in one edition only, after `before`.
    """

    game: Game
    place: str
    won: str
    paid: tuple[int, int]
    differs: str
    ends: tuple[str, str]
    before: str
    command: Command
    by: Role
    accepted: tuple[bool, bool]


SPIN = """spin the wheel clockwise and the ball anticlockwise
no more bets
the ball has made three turns"""
BOX = """Ana takes box 1
Ana wagers 10 on blackjack
no more bets"""
ANTE = """Ana wagers 10 on ante in box 1
the hands are dealt showing 7c"""
CUP = """Ana wagers 25 on hand in box 2
open the cup: 1-2-3"""

CASES = {
    "roulette": Case(
        later.ROULETTE,
        "ROULETTE",
        won=f"Ana wagers 10 on 17\n{SPIN}\nthe ball rests in 17",
        paid=(350_00, 360_00),
        differs="director: register ball 2 of 25 mm in acetal approved as B-2",
        ends=("ball_diameter", "open"),
        before="Ana joins",
        command=RequireColourChips("Ana"),
        by=Role.DEALER,
        accepted=(False, True),
    ),
    "blackjack": Case(
        later.BLACKJACK,
        "BLACKJACK",
        won=f"{BOX}\ndeal Th 8s 9c\nAna stands\ndeal Td",
        paid=(10_00, 20_00),
        differs=f"{BOX}\ndeal Th 7s 2c\nAna stands",
        ends=("draw", "must_draw"),
        before=f"{BOX}\ndeal Th 7s 4c\nend the interim settlement",
        command=DeclareAbsent("Ana"),
        by=Role.DEALER,
        accepted=(True, False),
    ),
    "poker": Case(
        later.POKER,
        "POKER",
        won=f"{ANTE}\nAna bets 20\nreveal dealer: As Kd 7c 4h 3s\nreveal box 1: Qd Qh 9d 9s 2d",
        paid=(40_00, 60_00),
        differs=f"{ANTE}\nAna bets 20\nreveal dealer: As Qd 7c 4h 3s",
        ends=("settle", "expose"),
        before=f"{ANTE}\nAna folds",
        command=CountHand(5, "box 1"),
        by=Role.GAMING_SUPERVISOR,
        accepted=(False, True),
    ),
    "pai gow": Case(
        later.PAI_GOW,
        "PAI_GOW",
        won=f"{CUP}\ndealer: Ana sets low 1-5 5-5 and high 4-6 4-4\n"
        "reveal the house hand 2-2 5-6 3-6 1-4",
        paid=(25_00, 50_00),
        differs=f"{CUP}\nAna sets low 2-2 1-1 and high 1-3 1-4\n"
        "reveal the house hand 5-5 4-6 3-6 2-6\nset the house hand\nsettle",
        ends=("box 2 pushes", "box 2 loses"),
        before="Ana wagers 25 on hand in box 2\nno more bets\nshake the cup",
        command=ReportDieNotFlat(),
        by=Role.DEALER,
        accepted=(True, False),
    ),
}


RECORD = """
document = "{document}"
[patrons]
Ana = 500

[[rounds]]
steps = \"\"\"
{steps}
\"\"\"
"""


@pytest.fixture(params=CASES.values(), ids=list(CASES))
def case(request: pytest.FixtureRequest, elsewhere: Path) -> Case:
    """One game with its later edition installed, as a plugin would be."""
    found: Case = request.param
    install(elsewhere, found.game.cite.id, f"tests.games.later_tournaments:{found.place}")
    return found


def editions(case: Case) -> tuple[str, str]:
    slug = case.game.slug
    return f"{slug}@{EARLIER}", f"{slug}@{LATER}"


def played(edition: str, steps: str) -> Session:
    """A table of an edition after some steps; the last of them may be refused."""
    game = games.game(edition)
    session = Session(game, Setup(game.options(), game.limits))
    session.prepare()
    for line in steps.splitlines():
        session.write(line)
    return session


def _end(session: Session) -> str:
    last = session.steps[-1]
    if last.refused:
        return last.refused.code
    said = [each.result for each in last.events if hasattr(each, "result")]
    return said[0] if said else session.game.awaits(session.play).what


def test_each_edition_pays_its_own_odds(case: Case) -> None:
    for edition, paid in zip(editions(case), case.paid, strict=True):
        session = played(edition, case.won)
        session.finish()
        lines = [each for step in session.steps for each in step.events]
        won = [each.paid for each in lines if isinstance(each, WagerPaid)]
        assert won[-1] == paid


def test_each_edition_reads_its_own_cell(case: Case) -> None:
    for edition, end in zip(editions(case), case.ends, strict=True):
        assert _end(played(edition, case.differs)) == end


def test_each_edition_asks_for_its_own_role(case: Case) -> None:
    for edition, accepted in zip(editions(case), case.accepted, strict=True):
        session = played(edition, case.before)
        refused = session.order(case.command, case.by)
        assert (refused is None) == accepted, refused
        assert accepted or (refused is not None and refused.code == "role_may_not")


def test_both_editions_in_one_log_replay_verify_and_show_their_own_words(
    case: Case, tmp_path: Path
) -> None:
    log = SqliteLog(tmp_path / "floor.db")
    runner, tables = Runner(log, lambda: 1_900_000_000_000_000), {}
    for edition in editions(case):
        stream = f"table/{edition.partition('@')[2]}"
        session = played(edition, case.won)
        session.finish()
        orders: list[tuple[Command, Role]] = [(opening_of(edition), Role.TOURNAMENT_DIRECTOR)]
        orders += [(step.command, step.by) for step in session.steps]
        for number, (command, by) in enumerate(orders):
            answer = runner.order(stream, Order(command, by, by.title(), f"{edition} {number}"))
            assert answer.refused is None, answer.refused
        tables[stream] = runner.table(stream)

    again = Runner(log, lambda: 0)
    assert {stream: again.table(stream) for stream in tables} == tables
    assert [table.play.rules for table in tables.values()] == [
        games.game(edition).rules for edition in editions(case)
    ]
    assert log.verify().problems == ()
    cell, words = later.WORDS[case.game.slug]
    clause = f"{case.game.cite.title} {cell}"
    shown = [
        ruling_of([each for each in log.read(stream) if each.kind == "WagerPaid"][-1])
        for stream in tables
    ]
    first = clause_row(clause, edition=editions(case)[0]).must
    assert [each.clauses[clause] for each in shown] == [first, words]
    log.close()


def test_a_record_is_settled_and_explained_by_the_edition_it_names(
    case: Case, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for edition in editions(case):
        file = tmp_path / "round.hwr"
        file.write_text(RECORD.format(document=edition, steps=case.won), encoding="utf-8")
        assert settle(file, explained=True) == 0
        number, _ = later.WORDS[case.game.slug]
        words = document(edition).clauses[number].must
        assert words in " ".join(capsys.readouterr().out.split())


def _edge(edition: str) -> Fraction:
    return analyse(edition).wagers[0].edge


def test_the_maths_and_the_simulation_follow_the_edition(case: Case) -> None:
    first, second = editions(case)
    assert _edge(second) != _edge(first)
    assert simulate(second, 200_000, seed=7).within
    if case.place == "ROULETTE":
        straight = {each.name: each.edge for each in analyse(second).wagers}["17"]
        assert straight == 0  # 36 to 1 in 37 pockets


def test_the_layout_shows_the_odds_of_the_edition(case: Case) -> None:
    drawn = [str(plan_of(edition, case.game.options())) for edition in editions(case)]
    assert drawn[0] != drawn[1]
