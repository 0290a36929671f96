"""A tournament for tests of the service, prepared through the runner, and who runs it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.service.access.accounts import Account
from houseway.service.floor import Floor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.charge import simulated
from houseway.tournament.state import Seat
from houseway.tournament.terms import Stage
from tests.service.conftest import HASH
from tests.tournament.desk import CANBERRA, FINAL, STAR, conditions

NAME = "spring"
STREAM = f"tournament/{NAME}"
POKER = "tournament-canberra-poker"
DIRECTOR, MANAGER = Role.TOURNAMENT_DIRECTOR, Role.GAMING_SHIFT_MANAGER
PEOPLE = {"Tom": DIRECTOR, "Noa": MANAGER}  # beside those of every house
SEED = "00112233445566778899aabbccddeeff"


def take_in(floor: Floor) -> None:
    """Accounts for the director and for whoever acts for the operator."""
    for name, office in PEOPLE.items():
        floor.desk.create_hashed(Account(name, str(office)), HASH, None)


def give(runner: Runner, command: Command, by: Role = DIRECTOR, actor: str = "Tom") -> None:
    """An order that must be taken."""
    key = f"{actor} {runner.version(STREAM)} {type(command).__name__}"
    answer = runner.order(STREAM, Order(command, by, actor, key))
    assert answer.refused is None, answer.refused


def opened(runner: Runner, slug: str = POKER, **changes: Any) -> None:
    """Conditions complete, published, approved where an Inspector approves; the entries open."""
    give(runner, simulated(v.OpenTournament(slug, "Spring", "Tom", "L-1")), MANAGER, "Noa")
    give(runner, v.DraftConditions(conditions(slug, **changes)))
    give(runner, v.PublishConditions())
    if slug == POKER:
        give(runner, v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ivy")
    elif slug == CANBERRA:
        give(runner, v.NotifyCommission("letter 7"))
        give(runner, e.RecordCommissionApproval("GRC 12", hundredths=1000))
    give(runner, e.OpenEntries())


def enter(runner: Runner, *names: str) -> None:
    for name in names:
        give(runner, e.AcceptEntry(name, name, 2755, f"form {name}", "signed", copy_given=True))


def sealed_round(runner: Runner, absent: tuple[int, ...] = ()) -> None:
    """7-Up Baccarat: Ana and Ben at one table, one undisclosed wager each, betting open."""
    opened(runner, STAR, stages=(FINAL,), undisclosed=1, pass_cards=1, most=8)
    enter(runner, "Ana", "Ben")
    give(runner, e.CloseEntries())
    give(runner, s.PlanSession(1, runner.now_us()))
    plan = s.TablePlan("1", tuple(range(1, 10)), 2)
    fixed = tuple(
        s.FixedSeat(entry, Seat("1", box), "for this test") for entry, box in ((1, 2), (2, 4))
    )
    give(runner, s.DraftBallot(1, SEED, (plan,), fixed))
    give(runner, s.PublishBallot(1))
    for entry in {1, 2} - set(absent):
        give(runner, s.CheckIn(1, entry), Role.DEALER, "Eli")
    give(runner, s.StartSession(1))
    give(runner, w.OpenRound(1, "1"), Role.DEALER, "Eli")


HEATS = Stage(name="heats", chips=500, minimum=10, maximum=200, tables=2, rounds=20, advance=2)
ENTRANTS = ("Ana", "Ben", "Chen", "Dora", "Eli", "Finn", "Gita", "Hana")
# What everybody holds after a round, by entry; each table has won what is missing of its 2000.
COUNTED = {1: 620, 2: 455, 3: 500, 4: 710, 5: 380, 6: 505, 7: 540, 8: 260}


def heats(runner: Runner) -> None:
    """7-Up Baccarat: eight at two tables after a round, the next one open, Ana called to wager."""
    _round_played(runner, HEATS)
    table = runner.tournament(STREAM).sessions[0].seats[1].table
    give(runner, w.OpenRound(1, table), Role.DEALER, "Eli")
    _up_to(runner, table, 1)


def to_be_counted(runner: Runner) -> None:
    """The same eight after a round; their session is over at both tables."""
    _round_played(runner, replace(HEATS, rounds=1))
    for table in ("spring-1", "spring-2"):
        give(runner, s.EndTable(1, table))


def _round_played(runner: Runner, stage: Stage) -> None:
    opened(
        runner, STAR, stages=(stage, FINAL), ordered=True, pass_cards=2, undisclosed=1, most=16,
        starts_us=runner.now_us(), fee=110_00,
    )  # fmt: skip
    for name in ENTRANTS:
        give(runner, e.AcceptEntry(name, name, 110_00, f"form {name}", copy_given=True))
    give(runner, e.CloseEntries())
    give(runner, s.PlanSession(1, runner.now_us()))
    tables = ("spring-1", "spring-2")
    seats = {entry: Seat(tables[(entry + 1) % 2], entry) for entry in COUNTED}
    fixed = tuple(s.FixedSeat(entry, seat, "as drawn") for entry, seat in seats.items())
    plans = tuple(s.TablePlan(each, tuple(range(1, 10)), 4) for each in tables)
    give(runner, s.DraftBallot(1, SEED, plans, fixed))
    give(runner, s.PublishBallot(1))
    for entry in seats:
        give(runner, s.CheckIn(1, entry), Role.DEALER, "Eli")
    give(runner, s.StartSession(1))
    for table in tables:
        _a_round(runner, table)


def _a_round(runner: Runner, table: str) -> None:
    """Everybody there stakes in turn, and is counted."""
    give(runner, w.OpenRound(1, table), Role.DEALER, "Eli")
    _up_to(runner, table, 0)
    give(runner, w.CloseBetting(1, table), Role.DEALER, "Eli")
    here = [e for e, seat in runner.tournament(STREAM).sessions[0].seats.items()
            if seat.table == table]  # fmt: skip
    counts = tuple((entry, COUNTED[entry]) for entry in here)
    won = 2000 - sum(chips for _, chips in counts)
    give(runner, s.CountTable(1, table, counts, won), Role.DEALER, "Eli")


def _up_to(runner: Runner, table: str, entry: int) -> None:
    """Everybody is called and stakes twenty, up to an entrant who has only been called."""
    round = runner.tournament(STREAM).sessions[0].conduct.floors[table].round
    assert round is not None
    for each in round.order:
        give(runner, w.CallPatron(1, each), Role.DEALER, "Eli")
        if each == entry:
            return
        give(runner, w.PlaceStake(1, each, 20), Role.DEALER, "Eli")
