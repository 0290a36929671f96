"""The search for commands that leave no way out: nothing at the tables, and every planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from houseway.conducting import people
from houseway.driving import Deed
from houseway.driving.chance import below
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.casino_war.rules import WAR
from houseway.games.tournament_pai_gow import vocabulary as pai_gow
from houseway.games.tournament_roulette import vocabulary as roulette
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table import life, state
from houseway.tournament import wager_vocabulary as w
from tests.conducting.casino import SLUGS
from tests.scale import scaled
from tests.soak.conducted_ways import DIRECTOR, AtSession, causes, evening, started, way_out
from tests.soak.conducted_ways import _go_on as go_on
from tests.soak.ways import Report, walk

STEPS = scaled(150, 1_000_000)
SESSIONS = scaled(1, 10_000)


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", list(slugs()))
def test_a_table_can_always_be_finished_closed_and_counted(slug: str) -> None:
    """Casino War 13.8, 7-Up Baccarat 14.8, Three Card Baccarat 14.9, Mini Baccarat 13.2."""
    report = Report()
    walk(slug, "test", STEPS, report)
    assert not report.found, report.found[0].text


@pytest.mark.share(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_a_conducted_session_can_always_be_ended(slug: str) -> None:
    """Reading TP30: the round at the table and the round of the record end together."""
    report = Report()
    for number in range(SESSIONS):
        evening(slug, f"test {number}", report)
        assert not report.found, report.found[0].text


def betting(slug: str) -> AtSession:
    """A session in which one player has wagered, or two where people wager in turn."""
    here, pick = started(slug, 0), below(random.Random(1))
    while here.round is None or not here.round.stakes:
        go_on(here, pick)
    return here


def disqualified(here: AtSession) -> Refused | None:
    """The first who has wagered is put out on the record."""
    assert here.round is not None
    entry, cause = next(iter(here.round.stakes)), causes(here.tournament)[-1]
    command = w.Disqualify(1, entry, cause, "advice to another player")
    return here.give(Deed(command, Role.TOURNAMENT_DIRECTOR, DIRECTOR))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_round_is_finished_though_a_player_in_it_is_out(slug: str) -> None:
    """Reading TP21: the hand is played by staff, and in the next round nobody waits for it."""
    here = betting(slug)
    assert disqualified(here) is None
    way_out(here, below(random.Random(1)))


# Faults, planted one at a time

Broken = Callable[[Any], bool]
FAULTS: dict[str, tuple[str, type[c.Command], Broken]] = {
    "a tie cannot be settled": (
        "seven-up-baccarat", c.SettleWagers, lambda play: play.layout.total("tie") > 0),
    "every second coup keeps its cards": (
        "three-card-baccarat", c.CollectCards, lambda play: play.round % 2 == 0),
    "a war is not settled": (
        "casino-war", c.SettleWagers, lambda play: play.layout.total(WAR) > 0),
    "the ball never rests after a second spin": (
        "tournament-roulette", roulette.ReportResult, lambda play: play.round > 1),
    "no fifth card is dealt": (
        "tournament-mini-baccarat", c.DealCard,
        lambda play: len(play.player) + len(play.banker) == 4),
    "an ante of three patrons is not settled": (
        "tournament-canberra-poker", c.SettleWagers, lambda play: len(play.antes()) == 3),
    "the cup stays closed over two hands": (
        "tournament-pai-gow", pai_gow.OpenCup, lambda play: len(play.layout.wagers) == 2),
    "two boxes are not settled": (
        "tournament-blackjack", c.SettleWagers, lambda play: len(play.layout.wagers) == 2),
}  # fmt: skip


@pytest.mark.share(4)
@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_fault_is_found(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    slug, kind, broken = FAULTS[fault]
    found = game(slug)
    for judges in found._judges.values():
        if kind in judges:
            monkeypatch.setitem(judges, kind, _refusing(judges[kind], broken))
    assert _is_found(slug)


def _refusing(judge: Any, broken: Broken) -> Callable[..., Any]:
    def judged(play: Any, command: c.Command, by: Role) -> Any:
        return Refused("planted", None) if broken(play) else judge(play, command, by)

    return judged


def _is_found(slug: str) -> bool:
    report = Report(fewest=False)
    walk(slug, "d", 3_000, report)
    return bool(report.found)


def test_a_table_that_does_not_close_over_a_breach_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        life, "owed_first",
        lambda table: Refused("planted", None) if table.play.layout.breaches else None,
    )  # fmt: skip
    assert _is_found("tournament-roulette")


def test_betting_that_locks_the_table_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(state, "no_round", lambda play: play.stage == "between rounds")
    judges: dict[Any, Any] = game("mini-baccarat")._judges[Role.DEALER]
    judge = _refusing(judges[c.CallNoMoreBets], lambda play: not play.layout.wagers)
    monkeypatch.setitem(judges, c.CallNoMoreBets, judge)
    assert _is_found("mini-baccarat")


def test_a_record_and_a_table_that_disagree_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record puts a player out, and the table waits for that player for ever."""
    monkeypatch.setattr(people, "_ends_what_was_begun", lambda at, person: False)
    here = betting("tournament-pai-gow")
    assert disqualified(here) is None
    report = Report(fewest=False)
    evening("tournament-pai-gow", "1", report)
    assert report.found
