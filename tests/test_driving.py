"""One driver moves every table on: what is awaited, who gives it, and when wagers close."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import houseway
from houseway.driving import (
    PRACTICE,
    Deed,
    Policy,
    by_weight,
    first_accepted,
    next_command,
    with_care,
)
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.base_commands import RoundCommand
from houseway.games.game import Awaits, Pick, Setup
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

ROUNDS, STEPS = 4, 4_000


@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_played_by_what_it_awaits(slug: str) -> None:
    """Whoever is awaited gives it: no command of the driver is refused for its role."""
    found, chance = game(slug), random.Random(slug)
    play = found.begin(Setup(found.options(), found.limits))
    for _ in range(STEPS):
        command, by = next_command(found, play, PRACTICE, chance.randrange)
        refused = found.verify(play, command, by)
        assert refused is None or refused.code != "role_may_not", (command, by)
        if refused is None:
            found.do(play, command, by)
        if play.round > ROUNDS:
            return
    raise AssertionError(f"{slug}: {ROUNDS} rounds did not end")


def test_a_policy_chooses_for_the_person_who_is_awaited() -> None:
    """At Casino War a patron meets a tie by going to war or by surrender."""

    def last(awaited: Awaits, pick: Pick) -> c.Command:
        return awaited.choices[-1]

    found, chance = game("casino-war"), random.Random(3)
    play = found.begin(Setup(found.options(), found.limits))
    for _ in range(STEPS):
        awaited = found.awaits(play)
        command, by = next_command(found, play, Policy(last), chance.randrange)
        if awaited.choices:
            assert (command, by) == (awaited.choices[-1], Role.PATRON)
            return
        if found.can(play, command, by):
            found.do(play, command, by)
    raise AssertionError("nobody had a choice")


def test_wagers_are_closed_as_awaited_only_by_a_policy_that_closes_them() -> None:
    found = game("tournament-pai-gow")
    awaiting = Awaits("wagers", Role.DEALER, found.cite("6.1"), "no more bets", c.CallNoMoreBets())
    stub = _Stub(found.orders, awaiting)
    never = next_command(stub, None, PRACTICE, lambda below: 0)  # type: ignore[arg-type]
    at_once = next_command(stub, None, Policy(PRACTICE.choose, 1), lambda below: 1)  # type: ignore[arg-type]
    assert never == (c.JoinTable("Ana"), Role.PATRON)
    assert at_once == (c.CallNoMoreBets(), Role.DEALER)


class Dare(RoundCommand, frozen=True):
    sentence = "dare"
    weight = 0


class Rest(RoundCommand, frozen=True):
    sentence = "rest"
    cautious = True


class Go(RoundCommand, frozen=True):
    sentence = "go"


CLAUSE = game("casino-war").cite("5.1")


def choosing(*choices: c.Command) -> Awaits:
    return Awaits("choose", "Ana", CLAUSE, "", choices=choices)


def test_guests_choose_by_the_weights_that_commands_declare() -> None:
    every, chance = choosing(Dare(), Rest(), Go()), random.Random(1)
    assert {type(by_weight(every, chance.randrange)) for _ in range(50)} == {Rest, Go}
    assert by_weight(choosing(Dare()), lambda below: 0) == Dare()


def test_a_person_who_does_not_answer_risks_nothing_further() -> None:
    assert with_care(choosing(Go(), Rest(), Dare()), lambda below: 0) == Rest()
    assert with_care(choosing(Go(), Dare()), lambda below: 0) == Dare()


def test_the_first_deed_that_the_rules_accept_is_done() -> None:
    deeds = [Deed(kind(), Role.DEALER, "Eli") for kind in (Dare, Rest, Go)]

    def decide(deed: Deed) -> Ruling:
        refused = isinstance(deed.command, Dare)
        return Refused("not_next", None, "no") if refused else Accepted(())

    assert first_accepted(deeds, decide) == deeds[1]
    assert first_accepted(deeds[:1], decide) is None


ASKS_FOR_FACTS = (
    "driving/__init__.py",
    "fair.py",  # the house deals at a virtual table
    "cli/play.py",  # the example of a wager, for a person who plays
)


def test_nobody_else_moves_a_table_on() -> None:
    """A second driver would begin by asking a game for the facts of its next command."""
    source = Path(houseway.__file__).parent
    files = (
        each for each in source.rglob("*.py") if ".supply(" in each.read_text(encoding="utf-8")
    )
    others = {each.relative_to(source).as_posix() for each in files} - {*ASKS_FOR_FACTS}
    assert not [each for each in others if not each.startswith("games/")]


class _Stub:
    """A game that awaits one thing, and whose practice patrons only join."""

    def __init__(self, orders: object, awaited: Awaits) -> None:
        self.orders, self.awaited = orders, awaited

    def awaits(self, play: object) -> Awaits:
        return self.awaited

    def supply(self, play: object, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
        return c.JoinTable("Ana"), Role.PATRON

    def giver(self, command: c.Command, who: str) -> Role:
        return Role(who)
