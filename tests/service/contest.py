"""A tournament for tests of the service, prepared through the runner, and who runs it."""

from __future__ import annotations

from typing import Any

from houseway.games.commands import Command
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.service.access.accounts import Account
from houseway.service.floor import Floor
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import Seat
from tests.service.conftest import HASH
from tests.tournament.desk import FINAL, STAR, conditions

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
    give(runner, v.OpenTournament(slug, "Spring", "Tom", "L-1"), MANAGER, "Noa")
    give(runner, v.DraftConditions(conditions(slug, **changes)))
    give(runner, v.PublishConditions())
    if slug == POKER:
        give(runner, v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ivy")
    give(runner, e.OpenEntries())


def enter(runner: Runner, *names: str) -> None:
    for name in names:
        give(runner, e.AcceptEntry(name, name, 2755, f"form {name}", "signed", copy_given=True))


def sealed_round(runner: Runner) -> None:
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
    for entry in (1, 2):
        give(runner, s.CheckIn(1, entry), Role.DEALER, "Eli")
    give(runner, s.StartSession(1))
    give(runner, w.OpenRound(1, "1"), Role.DEALER, "Eli")
