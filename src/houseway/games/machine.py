"""One machine for the commands and events of games, tables, tournaments and promotions.

`decide` asks in this order: does the command exist here, is this the stage for it, may this role
give it, are its values within their bounds, what does its judge say. `evolve` applies an event by
the fold declared for it. Roles and clause stand above the judge, an event above its fold.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from houseway.games.bounds import judged
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import NOBODY, Excluded, Signature, person_key
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling


class Given(NamedTuple):
    """How a command was given: in which role, by whom, when, and whom the house excludes then."""

    by: Role
    actor: str = ""
    at_us: int = 0
    excluded: Excluded = NOBODY

    @property
    def signature(self) -> Signature:
        return Signature(self.actor, self.by, self.at_us)


State = TypeVar("State")
Rules = TypeVar("Rules")
C = TypeVar("C", bound=Command)
Judge = Callable[[State, C, Given], Ruling]
Fold = Callable[[Any, Any], None]
FoldFunction = TypeVar("FoldFunction", bound=Fold)
Slot = Callable[[Rules], Clause | None]  # finds a clause in the rules of a document


_IN_A_SLOT = Clause("")
_NO_ENTRIES: Mapping[int, Any] = MappingProxyType({})


def no_clause(rules: Any) -> Clause | None:
    return None


class May(NamedTuple):
    """Who may give a command, by which clause, and the function that judges it.

    A game cites its `clause`; above the games `slot` finds it in the rules of the document.
    `stages`: when the command is judged at all. `operator`: roles that act for the casino operator
    may give it too. `undo`: the person who gave it may take it back while nothing rests on it.
    """

    roles: frozenset[Role]
    clause: Clause  # empty where there is a slot
    decide: Callable[[Any, Any, Any], Ruling]  # a game's judge gets the role, others all of `Given`
    slot: Slot[Any] = no_clause
    stages: tuple[str, ...] = ()
    operator: bool = False
    undo: bool = False


class Row(NamedTuple):
    """One command that several games share; without a clause a document does not have it."""

    kind: type[Command]
    roles: frozenset[Role]
    clause: Clause | None
    judge: Callable[[Any, Any, Any, Role], Ruling]  # the rules, the play, the command, the role


def under(rules: Any, *rows: Row) -> dict[type[Command], May]:
    """The shared commands of a game under its rules, which are each judge's first argument."""
    return {
        row.kind: May(row.roles, row.clause, partial(row.judge, rules))
        for row in rows
        if row.clause is not None
    }


@dataclass
class Part(Generic[State, Rules]):
    """The commands and events that one module answers for."""

    usual: ClassVar[tuple[str, ...]] = ()  # the stages in which most of its commands are judged
    commands: dict[type[Command], May] = field(default_factory=dict)
    events: dict[type[Event], Fold] = field(default_factory=dict)

    def decides(
        self,
        kind: type[C],
        *,
        by: frozenset[Role],
        slot: Slot[Rules] = no_clause,
        stages: tuple[str, ...] = (),
        operator: bool = False,
        undo: bool = False,
    ) -> Callable[[Judge[State, C]], Judge[State, C]]:
        """Declare who may give a command, above the function that judges it."""

        def declare(judge: Judge[State, C]) -> Judge[State, C]:
            when = stages or self.usual
            self.commands[kind] = May(by, _IN_A_SLOT, judge, slot, when, operator, undo)
            return judge

        return declare

    def folds(self, *kinds: type[Event]) -> Callable[[FoldFunction], FoldFunction]:
        """Declare which events a function applies."""

        def declare(fold: FoldFunction) -> FoldFunction:
            self.events.update(dict.fromkeys(kinds, fold))
            return fold

        return declare


@dataclass(frozen=True)
class Machine:
    """Commands with their judges, events with their folds, and the checks before a judge.

    `not_now` answers for the stage and `may_not` for the role; each returns the refusal or None.
    """

    name: str  # as in "X is not an order of a tournament"
    unknown: str  # the code of that refusal
    not_now: Callable[[Any, Command, May], Refused | None]
    may_not: Callable[[Any, Command, May, Given], Refused | None]
    parts: tuple[Part[Any, Any], ...]
    otherwise: May | None = None  # for commands that are not its own, and not unknown either
    commands: dict[type[Command], May] = field(init=False, default_factory=dict)
    events: dict[type[Event], Fold] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        for part in self.parts:
            self.commands.update(part.commands)
            self.events.update(part.events)

    def refusal(self, state: Any, command: Command, given: Given) -> Refused | None:
        """Why a command is not judged at all: it is unknown, out of stage or not theirs to give."""
        may = self.commands.get(type(command), self.otherwise)
        if may is None:
            none = f"{type(command).__name__} is not an order of {self.name}"
            return Refused(self.unknown, None, none)
        return self.not_now(state, command, may) or self.may_not(state, command, may, given)

    def judge(self, state: Any, command: Command, given: Given) -> Ruling:
        """The ruling on a command whose stage and role are right."""
        may = self.commands[type(command)]
        return judged(command, lambda: may.decide(state, command, given))

    def decide(self, state: Any, command: Command, given: Given) -> Ruling:
        return self.refusal(state, command, given) or self.judge(state, command, given)

    def evolve(self, state: Any, event: Event) -> None:
        self.events[type(event)](state, event)


def admitted(ruling: Ruling, given: Given, entries: Mapping[int, Any] = _NO_ENTRIES) -> Ruling:
    """The ruling, unless a person takes part by it whom the house excludes from the casino.

    `entries` are those of a tournament, whose events name a person by the number of the entry.
    """
    for event in ruling.events if isinstance(ruling, Accepted) and given.excluded else ():
        for named in event.admits:
            for name in _names(getattr(event, named), entries):
                found = given.excluded.get(person_key(name))
                if found and found.holds(given.at_us):
                    sentence = f"{name} is excluded from the casino"
                    return Refused("excluded_from_casino", found.clause, sentence)
    return ruling


def _names(value: Any, entries: Mapping[int, Any]) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    if isinstance(value, int):
        entry = entries.get(value)
        return (entry.person, entry.name) if entry else ()
    return tuple(name for name, *_ in value)


def role_may_not(
    kind: type[Command], by: Role, roles: frozenset[Role], clause: Clause | None
) -> Refused:
    sentence = f"{kind.title}: the role must be {role_names(roles)}, not {by}"
    return Refused("role_may_not", clause, sentence)


def role_names(roles: frozenset[Role]) -> str:
    return " or ".join(role for role in Role if role in roles)
