"""Playing a table step by step: each step is a command and the ruling on it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, NamedTuple

from houseway.games.bounds import judged
from houseway.games.commands import Command, DealCard, JoinTable
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits, Game, Setup
from houseway.games.layout import earlier_round
from houseway.games.preparing import TakeAsPrepared
from houseway.records import sentences
from houseway.records.clock import is_time
from houseway.records.sentences import BadSentence
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling, Tried
from houseway.table.state import is_between_rounds

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
    """A table being played; every order goes through the same decide and evolve.

    A step may open the next round without saying so, unless `one_round` is set: then only a step
    that does nothing else, or `begin_round`, does. With `patrons`, a step may name only these and
    those who have joined.
    """

    usual: tuple[Role, ...] = (Role.DEALER,)  # who gives a step that names no office

    def __init__(
        self,
        game: Game,
        setup: Setup,
        *,
        one_round: bool = False,
        patrons: Iterable[str] | None = None,
    ) -> None:
        self.game = game
        self.setup = setup
        self.steps: list[Step] = []
        self.play: Any = self.remembering(game.begin(setup))
        self.one_round = one_round
        self.may_open = True
        self.patrons = None if patrons is None else set(patrons)
        self.actor = ""  # who gives the step that is being played, if the record names them
        self.kinds: tuple[type[Command], ...] = tuple(game.orders)

    def prepare(self, cards_left: int = 0) -> Refused | None:
        """Take the cards as prepared, for a record that does not tell how they were; so many of
        them are left to be dealt, or all."""
        for command, by in self.game.ready(self.play):
            if cards_left and isinstance(command, TakeAsPrepared):
                command = TakeAsPrepared(cards_left)
            refused = self.order(command, by, implied=True)
            if refused:
                return refused
        return None

    def begin_round(self) -> None:
        """The next step may open a round."""
        self.may_open = True

    def read(self, text: str) -> list[tuple[Command, Role]]:
        """The orders of a line: an office and a colon may stand before it; `deal` takes several."""
        by, self.actor, said = self.speaker(text.strip())
        words = said.split()
        if len(words) > 2 and words[0].lower() == "deal":
            each = [sentences.read(f"deal {word}", [DealCard]) for word in words[1:]]
        else:
            each = [self.read_sentence(sentences.quoted(said, self.patrons or ()))]
        return [(command, by or self._giver(command)) for command in each]

    def speaker(self, text: str) -> tuple[Role | None, str, str]:
        """Return the role that a line begins with, the person if one is named, and the rest."""
        name, colon, rest = text.partition(":")
        if colon and name.strip() in self.people:
            return self.people[name.strip()], name.strip(), rest.strip()
        by, said = split_office(text)
        return by, "", said

    @property
    def people(self) -> Mapping[str, Role]:
        """Return who may speak by name in this record, and in which role."""
        return dict.fromkeys(self.patrons or (), Role.PATRON)

    def read_sentence(self, text: str) -> Command:
        """Return the command of a sentence, or say what could be written instead."""
        try:
            command = sentences.read(text, self.kinds)
        except sentences.NotAStep as wrong:
            raise BadSentence(self._not_a_step(text)) from wrong
        self._check_patron(command)
        return command

    def _not_a_step(self, text: str) -> str:
        if is_time(text):
            begins = "say when the table begins, with begins = 2026-07-04T18:00:00"
            return f"{text!r} is a time, and this record has no clock: {begins}"
        name, colon, _ = text.partition(":")
        near = get_close_matches(name, self.people, n=1) if colon else []
        if near:
            return f"{name} is not in this record: did you mean {near[0]}?"
        awaited = self._awaited_kinds()
        nearest = sentences.nearest(text, self.kinds, awaited=awaited, patrons=self.patrons or ())
        hints = [f"did you mean {nearest!r}?"] if nearest else []
        if not nearest or self.awaited.command is None:  # otherwise it goes without saying
            hints.append(f"{self.next}.")
        hints.append(f"All steps: houseway games {self.game.slug} --steps")
        return f"{text!r} is not a step of this game; {' '.join(hints)}"

    @property
    def awaited(self) -> Awaits:
        """Return what must happen next."""
        return self.game.awaits(self.play)

    def _awaited_kinds(self) -> tuple[type[Command], ...]:
        chosen = tuple(type(each) for each in self.awaited.choices)
        return (*chosen, *self.awaited.commands)

    def _check_patron(self, command: Command) -> None:
        """A name that nobody here has is a slip of the pen, not another patron."""
        patron = getattr(command, "patron", "")
        if self.patrons is None or not patron or patron in self.patrons:
            return
        if isinstance(command, JoinTable):
            return
        near = get_close_matches(patron, sorted(self.patrons), n=1)
        meant = f"did you mean {near[0]}? " if near else ""
        joins = f"Others join with a step of their own: {patron} joins"
        raise BadSentence(f"{patron} is not in this record: {meant}{joins}")

    @property
    def is_between_rounds(self) -> bool:
        """Return whether the last round is over and no other has begun."""
        return is_between_rounds(self.play, self.awaited)

    @property
    def next(self) -> str:
        """Return what is awaited now, from whom, by which clause, as a sentence."""
        awaited = self.awaited
        who = f"the {awaited.who}" if awaited.who in _OFFICES else awaited.who
        return f"next: {awaited.sentence}, by {who} ({awaited.clause})"

    def _giver(self, command: Command) -> Role:
        """Who gives an order if the line does not say: the patron it begins with, or the usual."""
        roles = self.roles_of(type(command))
        if type(command).sentence.startswith("{patron}") and Role.PATRON in roles:
            return Role.PATRON
        return next((role for role in self.usual if role in roles), Role.DEALER)

    def roles_of(self, kind: type[Command]) -> frozenset[Role]:
        """The offices that may give a command."""
        return self.game.orders[kind].roles

    def giver(self, awaited: Awaits) -> Role:
        """The role in which the awaited command is given."""
        return self.game.giver(awaited.command, awaited.who) if awaited.command else Role.DEALER

    def write(self, text: str, *, line: int = 0) -> Refused | None:
        """Play a written line, with the steps that go without saying before each of its orders."""
        refused = None
        for command, by in self.read(text):
            actor, self.actor = self.actor, ""
            refused = self._without_saying(command, by, line)
            self.actor = actor
            refused = refused or self.order(command, by, line=line)
            if refused:
                break
        self.actor = ""
        return refused

    def _without_saying(self, command: Command, by: Role, line: int) -> Refused | None:
        """Take awaited steps that need no facts, if they are what makes the command possible.

        Where one of them is refused, that is why the command cannot be given.
        """
        for step, giver in self.steps_to(command, by):
            refused = self.order(step, giver, implied=True, line=line)
            if refused:
                return refused
        return None

    def steps_to(self, command: Command, by: Role) -> list[tuple[Command, Role]]:
        """The steps that go without saying before an order's time; none if it would not come."""
        if type(command) not in self.game.orders or self.game.can(self.play, command, by):
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
            events = self.game.do(ahead, awaited.command, giver)
            if not self.may_open and any(isinstance(each, RoundOpened) for each in events):
                return []
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
        ruling = self.rule(command, by)
        refused = ruling if isinstance(ruling, Refused) else None
        events = () if isinstance(ruling, Refused) else ruling.events
        for event in events:
            self.apply(event)
            if isinstance(event, RoundOpened):
                self.may_open = not self.one_round
        if events and self.patrons is not None and isinstance(command, JoinTable):
            self.patrons.add(command.patron)
        self.game.check(self.play)
        text = sentences.write(command)
        self.steps.append(Step(text, by, command, events, refused, tried, implied, line))
        return refused

    def rule(self, command: Command, by: Role) -> Ruling:
        """The ruling of the game."""
        return judged(command, lambda: self.game.decide(self.play, command, by))

    def remembering(self, play: Any) -> Any:
        """Return the state with the steps of this session to recall earlier rounds from."""
        steps = self.steps
        play.layout.recall = lambda number: earlier_round(
            (event for step in steps for event in step.events), number
        )
        return play

    def apply(self, event: Event) -> None:
        self.game.evolve(self.play, event)


def split_office(text: str) -> tuple[Role | None, str]:
    for role in _OFFICES if ":" in text else ():
        if text.lower().startswith(f"{role}:"):
            return role, text[len(role) + 1 :].strip()
    return None, text


__all__ = ["BadSentence", "Session", "Step"]
