"""The search for commands that leave no way out: nothing at the tables, and every planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from houseway.conducting import tables as people
from houseway.driving import Deed, below
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.casino_war import state as war
from houseway.games.casino_war.rules import WAR
from houseway.games.side_wagers.judging import _Beside
from houseway.games.tournament_pai_gow import state as pai_gow
from houseway.games.tournament_roulette import state as roulette
from houseway.promotion import due
from houseway.promotion import promotion as promotions
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as pv
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.soak.actors import TablePeople
from houseway.table import life, state
from houseway.table.secrets import StopDealing
from houseway.table.state import HOUSE
from houseway.tournament import awaits
from houseway.tournament import results_vocabulary as r
from houseway.tournament import tournament as tournaments
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.entry_vocabulary import CancelTournament
from tests.amendments import adopted, example
from tests.conducting.casino import SLUGS
from tests.scale import scaled
from tests.soak.conducted_ways import DIRECTOR, AtSession, causes, evening, started, way_out
from tests.soak.conducted_ways import _go_on as go_on
from tests.soak.event_ways import EVENTS, event_walk
from tests.soak.search import NEVER, accepted, commands_of, search, tables, totals
from tests.soak.short_rounds import WAGERS, short_rounds
from tests.soak.ways import AtTable, Report, no_way_out, walk
from tests.soak.ways import go_on as go_on_at

STEPS = scaled(150, 1_000_000)
SESSIONS = scaled(1, 10_000)
EVENINGS = scaled(12, 1_000)


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


@pytest.mark.parametrize("what", EVENTS)
def test_a_whole_event_can_always_be_ended(what: str) -> None:
    """Readings TP19, TP20, A-27: prizes paid and the pool empty, or every fee back."""
    report = Report()
    for number in range(EVENINGS):
        event_walk(what, number, "test", report)
        assert not report.found, report.found[0].text


@pytest.mark.parametrize("slug", WAGERS)
def test_every_situation_of_a_short_round_has_a_way_out(slug: str) -> None:
    """Casino War 13.8, Mini Baccarat 13.2, American Roulette: breadth first, no step by chance."""
    report = Report()
    short_rounds(slug, scaled(3_000, 1_000_000), report)
    assert not report.found, report.found[0].text
    assert report.asked > 50


def opened(slug: str) -> AtTable:
    """A table that has been opened, with nothing done yet."""
    here, people = AtTable(), TablePeople(random.Random(1))
    while here.give(people.opening(slug)) is not None:
        pass
    return here


@pytest.mark.parametrize("slug", ["casino-war", "tournament-pai-gow"])
def test_a_copy_shares_nothing_that_the_way_out_changes(slug: str) -> None:
    """The walk goes on where it was: asking for the way out leaves no trace."""
    here = opened(slug)
    for _ in range(40):
        go_on_at(here, below(random.Random(2)))
        before = deepcopy(here.table)
        assert no_way_out(here) == ""
        assert here.table == before


# What was found and mended


def test_two_cards_missing_in_one_check_are_notified_together() -> None:
    """Casino War 11.17.4: one message after both findings answers for both."""
    here = opened("casino-war")
    for command, by in (
        (war.ReportForeignCard(), Role.GAMING_MANAGER), (c.CheckCards(), Role.DEALER),
        (war.ReportMissingCard(), Role.GAMING_MANAGER),
    ):  # fmt: skip
        assert here.give(Deed(command, by, "Gita")) is None
    assert no_way_out(here) == ""


def test_wagers_are_taken_back_where_dealing_stopped_before_the_first_card() -> None:
    """Three Card Baccarat 5.5: a patron withdraws until the first card; nothing is voided."""
    here, people = AtTable(), TablePeople(random.Random(1), virtual=1.0)
    while here.give(people.opening("three-card-baccarat")) is not None:
        pass
    while here.table.game.awaits(here.table.play).what != "open":
        go_on_at(here, below(random.Random(2)))
    placed = c.PlaceWager("Ana", "player", here.table.play.limits.minimum, 1)
    for deed in (
        Deed(c.OpenBetting(), Role.DEALER, "Dora"), Deed(placed, Role.PATRON, "Ana"),
        Deed(StopDealing("the device is silent"), Role.GAMING_SUPERVISOR, HOUSE),
    ):  # fmt: skip
        assert here.give(deed) is None
    assert no_way_out(here) == ""


def test_a_spin_with_a_side_wager_is_struck_out() -> None:
    """Tournament American Roulette 10.1: a side wager goes back like any other."""
    with adopted(example("roulette-edges")) as amended:
        here = opened(amended.document.id)
        while here.table.game.awaits(here.table.play).what != "wagers":
            go_on_at(here, below(random.Random(2)))
            here.give(Deed(c.OpenBetting(), Role.DEALER, "Dora"))
        placed = c.PlaceWager("Ana", "first and last", here.table.play.limits.minimum)
        assert here.give(Deed(placed, Role.PATRON, "Ana")) is None
        struck = c.InvalidateOutcome("fire", "smoke in the pit")
        assert here.give(Deed(struck, Role.TOURNAMENT_DIRECTOR, "Jan")) is None
        assert here.table.play.layout.wagers == {}


def test_every_excused_command_is_one_of_a_table() -> None:
    """What a search need not accept is named, with its reason, and is a command that exists."""
    kinds = {kind.__name__ for slug in slugs() for kind in commands_of(slug)}
    assert set(NEVER) <= kinds
    assert all(NEVER.values())


def test_a_search_that_was_cut_goes_on(tmp_path: Path) -> None:
    """A block that has a row is not run again; the totals count every row once."""
    rows = tmp_path / "ways.tsv"
    for steps in (1, 2):
        wanted = [tables("casino-war", f"cut.{number}", 40) for number in range(steps)]
        assert search(iter(wanted), rows) == 0
    assert [line.split(" blocks")[0] for line in totals(rows)] == ["tables of casino-war: 2"]
    assert len(rows.read_text(encoding="utf-8").splitlines()) == 3
    assert accepted(rows, "tables of casino-war")["OpenTable"] >= 2


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
    walk(slug, "d", 60_000, report)
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


def test_a_side_wager_that_is_never_settled_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_Beside, "_settled", lambda self, play, live: [])
    assert _is_found("mini-baccarat")


def _refuse(kind: type[c.Command], broken: Callable[[Any, Any], bool]) -> Callable[..., None]:
    """A command of an event that is refused in some states."""

    def plant(patch: pytest.MonkeyPatch) -> None:
        machines: Any = (tournaments.MACHINE, promotions.MACHINE)
        for machine in machines:
            if (may := machine.commands.get(kind)) is not None:
                refusing = _refusing_event(may.decide, broken)
                commands: dict[Any, Any] = machine.commands
                patch.setitem(commands, kind, may._replace(decide=refusing))

    return plant


def _refusing_event(judge: Any, broken: Callable[[Any, Any], bool]) -> Callable[..., Any]:
    def judged(state: Any, command: Any, given: Any) -> Any:
        return Refused("planted", None) if broken(state, command) else judge(state, command, given)

    return judged


def _keeps_a_fee(patch: pytest.MonkeyPatch) -> None:
    may = tournaments.MACHINE.commands[CancelTournament]

    def judged(state: Any, command: Any, given: Any) -> Any:
        ruling = may.decide(state, command, given)
        return ruling if isinstance(ruling, Refused) else Accepted(ruling.events[:-1])

    commands: dict[Any, Any] = tournaments.MACHINE.commands
    patch.setitem(commands, CancelTournament, may._replace(decide=judged))


def _owes_no_scrutineer(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(due, "undecided", lambda promotion: None)


def _never_says_that_nobody_is_left(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(awaits, "nobody_placed", lambda tournament: False)


EVENT_FAULTS: dict[str, tuple[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "the second place is never paid": (
        "tournaments", _refuse(r.PayPrize, lambda t, command: t.places[command.entry][0] == 2
                               if command.entry in t.places else False)),
    "the counts of a final are not confirmed": (
        "tournaments", _refuse(r.ConfirmCounts, lambda t, command: command.session == 2)),
    "a cancellation keeps a fee": ("tournaments", _keeps_a_fee),
    "prizes are awaited for nobody": ("tournaments", _never_says_that_nobody_is_left),
    "a second claim is not awarded": (
        "promotions", _refuse(cv.AwardPrize, lambda p, command: command.claim == 2)),
    "a postponed draw stays postponed": (
        "promotions", _refuse(pv.ValidateIntegrity, lambda p, command: bool(p.draw.sealed))),
    "nobody is told to name a scrutineer": ("promotions", _owes_no_scrutineer),
}  # fmt: skip


@pytest.mark.parametrize("fault", EVENT_FAULTS)
def test_a_fault_planted_in_an_event_is_found(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    what, plant = EVENT_FAULTS[fault]
    plant(monkeypatch)
    report = Report(fewest=False)
    for number in range(100):
        event_walk(what, number, "a", report)
        if report.found:
            return
    raise AssertionError(f"not found in {report.steps} steps")


def test_a_record_and_a_table_that_disagree_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The record puts a player out, and the table waits for that player for ever."""
    monkeypatch.setattr(people, "_ends_what_was_begun", lambda at, person: False)
    here = betting("tournament-pai-gow")
    assert disqualified(here) is None
    report = Report(fewest=False)
    for number in range(20):
        evening("tournament-pai-gow", str(number), report)
        if report.found:
            return
    raise AssertionError(f"not found in {report.steps} steps")
