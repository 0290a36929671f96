"""Playing a table step by step: each step is an order, and the ruling it met."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, NamedTuple

from houseway.games.commands import Command, DealCard
from houseway.games.events import Event
from houseway.games.game import Awaits, Game, Setup
from houseway.records import sentences
from houseway.records.sentences import BadSentence
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Tried

_AHEAD = 20  # more steps than ever go without saying between two orders
_NEW_ROUND = ("open", "wagers", "shuffle", "check", "no-bet coup")
_OFFICES = sorted(Role, key=len, reverse=True)


class Step(NamedTuple):
    """One order and what became of it. `implied` steps need no facts and were not written."""

    text: str
    by: Role
    command: Command
    events: tuple[Event, ...]
    refused: Refused | None
    tried: tuple[Tried, ...]
    implied: bool
    line: int


class Session:
    """A table being played; every order goes through the same decide and evolve."""

    def __init__(self, game: Game, setup: Setup) -> None:
        self.game = game
        self.setup = setup
        self.play: Any = game.begin(setup)
        self.steps: list[Step] = []

    def prepare(self) -> None:
        """Take the cards as prepared, for a record that does not tell how they were."""
        for command, by in self.game.ready(self.play):
            self.order(command, by, implied=True)

    def read(self, text: str) -> list[tuple[Command, Role]]:
        """The orders of a line: an office and a colon may stand before it; `deal` takes several."""
        by, said = _office(text.strip())
        words = said.split()
        if len(words) > 2 and words[0].lower() == "deal":
            each = [sentences.read(f"deal {word}", [DealCard]) for word in words[1:]]
        else:
            each = [sentences.read(said, self.game.orders)]
        return [(command, by or self._giver(command)) for command in each]

    def _giver(self, command: Command) -> Role:
        """Who gives an order if the line does not say: the patron it begins with, or the dealer."""
        roles = self.game.orders[type(command)].roles
        own = type(command).sentence.startswith("{patron}") and Role.PATRON in roles
        return Role.PATRON if own else Role.DEALER

    def giver(self, awaited: Awaits) -> Role:
        """Who gives the awaited order: the office that is awaited, or the dealer for a patron."""
        roles = self.game.orders[type(awaited.command)].roles if awaited.command else ()
        return next((role for role in Role if role == awaited.who and role in roles), Role.DEALER)

    def write(self, text: str, *, line: int = 0) -> Refused | None:
        """Play a written line, with the steps that go without saying before each of its orders."""
        for command, by in self.read(text):
            self._without_saying(command, by, line)
            refused = self.order(command, by, line=line)
            if refused:
                return refused
        return None

    def _without_saying(self, command: Command, by: Role, line: int) -> None:
        """Take awaited steps that need no facts, if they are what makes the order possible."""
        for step, giver in self._steps_to(command, by):
            self.order(step, giver, implied=True, line=line)

    def _steps_to(self, command: Command, by: Role) -> list[tuple[Command, Role]]:
        """The steps that go without saying before an order's time; none if it would not come."""
        if self.game.can(self.play, command, by):
            return []
        ahead = deepcopy(self.play)
        steps: list[tuple[Command, Role]] = []
        while len(steps) < _AHEAD:
            awaited = self.game.awaits(ahead)
            if type(command) in awaited.commands:
                return steps
            giver = self.giver(awaited)
            if awaited.command is None or self.game.verify(ahead, awaited.command, giver):
                return []
            self.game.do(ahead, awaited.command, giver)
            steps.append((awaited.command, giver))
        return []

    def finish(self, *, line: int = 0) -> None:
        """End the round if nothing but steps that need no facts stand in the way."""
        number = self.play.round
        for _ in range(20):
            awaited = self.game.awaits(self.play)
            if awaited.command is None or awaited.what in _NEW_ROUND:
                return
            self.order(awaited.command, self.giver(awaited), implied=True, line=line)
            if self.play.round != number:
                return

    def order(
        self, command: Command, by: Role, *, implied: bool = False, line: int = 0
    ) -> Refused | None:
        """Rule on one order and, if accepted, apply it and check that nothing was made or lost."""
        tried = self.game.awaits(self.play).tried
        ruling = self.game.decide(self.play, command, by)
        refused = ruling if isinstance(ruling, Refused) else None
        events = () if isinstance(ruling, Refused) else ruling.events
        for event in events:
            self.game.evolve(self.play, event)
        self.game.check(self.play)
        text = sentences.write(command)
        self.steps.append(Step(text, by, command, events, refused, tried, implied, line))
        return refused


def _office(text: str) -> tuple[Role | None, str]:
    for role in _OFFICES:
        if text.lower().startswith(f"{role}:"):
            return role, text[len(role) + 1 :].strip()
    return None, text


__all__ = ["BadSentence", "Session", "Step"]
