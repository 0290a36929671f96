"""The house's register of persons excluded from the casino, as an aggregate of its own.

It holds at every table, session, desk and promotion of the house: the runner gives its state to
each ruling, and enters what a table orders in the same append.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from msgspec.structs import replace

from houseway.games.base_commands import Command, PeopleCommand
from houseway.games.events import CasinoExclusionRecorded, Event
from houseway.games.fields import Moment, PersonName, Text, Word
from houseway.games.machine import Given, Machine, May, Part, role_may_not
from houseway.rulebook.roles import (
    NOBODY,
    RANK,
    SUPERVISORS,
    Excluded,
    Exclusion,
    Role,
    Signature,
    is_person,
    person_key,
)
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.vocabulary import OrderRefused

STREAM = "exclusions/house"


class ExcludePerson(PeopleCommand, frozen=True):
    """Exclude a person from the casino. Without a time it holds until it is lifted."""

    person: PersonName
    reason: Text
    order: Word
    until_us: Moment = 0
    also: tuple[PersonName, ...] = ()  # other names and numbers under which the person is known
    sentence = "exclude {person} from the casino by order {order:words}: {reason:words}"
    title = "Exclude a person from the casino"
    console = "own page"


class LiftExclusion(PeopleCommand, frozen=True):
    person: PersonName
    reason: Text
    sentence = "lift the exclusion of {person}: {reason:words}"
    console = "own page"


class ExclusionOrdered(Event, frozen=True):
    exclusion: Exclusion
    also: tuple[str, ...] = ()


class ExclusionLifted(Event, frozen=True):
    person: str
    reason: str
    by: Signature


@dataclass
class Exclusions:
    """`people` is replaced at every change and never altered: rulings read it without a lock."""

    people: Excluded = field(default_factory=dict)
    edition: str = ""
    refusals: int = 0

    def listed(self) -> list[Exclusion]:
        """Every exclusion once, the latest first."""
        found = {id(each): each for each in self.people.values()}.values()
        return sorted(found, key=lambda each: -each.by.at_us)

    def put(self, exclusion: Exclusion, names: Iterable[str]) -> None:
        self.people = {**self.people, **dict.fromkeys(map(person_key, names), exclusion)}


part: Part[Exclusions, None] = Part()


@part.decides(ExcludePerson, by=SUPERVISORS)
def _exclude(state: Exclusions, command: ExcludePerson, given: Given) -> Ruling:
    if not is_person(command.person) or not command.reason.strip() or not command.order.strip():
        return Refused("nobody_named", None, "name the person, the reason and the order")
    if command.until_us and command.until_us <= given.at_us:
        return Refused("time_impossible", None, "an exclusion ends in the future")
    ordered = Exclusion(
        command.person, command.reason, command.order, given.signature, command.until_us
    )
    return _ordered(state, ordered, command.also)


def _ordered(state: Exclusions, ordered: Exclusion, also: tuple[str, ...]) -> Ruling:
    found = state.people.get(person_key(ordered.person))
    if found and found.holds(ordered.by.at_us):
        return Refused("already_excluded", None, f"{found.person} is excluded from the casino")
    return Accepted((ExclusionOrdered(ordered, also),))


def entered(
    state: Exclusions, events: Iterable[Event], by: Signature,
    known_as: Callable[[str], tuple[str, ...]],
) -> tuple[Event, ...]:  # fmt: skip
    """What the register adds to the events of a table that has ordered an exclusion."""
    for event in events:
        if isinstance(event, CasinoExclusionRecorded):
            why = f"ordered at a table by {event.clause}"
            ordered = Exclusion(event.patron, why, event.order, by, clause=event.clause)
            ruling = _ordered(state, ordered, known_as(event.patron))
            return () if isinstance(ruling, Refused) else ruling.events
    return ()


@part.decides(LiftExclusion, by=SUPERVISORS)
def _lift(state: Exclusions, command: LiftExclusion, given: Given) -> Ruling:
    """By the role that ordered it or one above."""
    found = state.people.get(person_key(command.person))
    if found is None or not found.holds(given.at_us):
        return Refused("not_excluded", None, f"{command.person} is not excluded from the casino")
    if not command.reason.strip():
        return Refused("no_reason", found.clause, "say why the exclusion is lifted")
    if RANK[given.by] < RANK[found.by.role]:
        higher = f"a {found.by.role} excluded {found.person}, and a {given.by} ranks below"
        return Refused("office_too_low", found.clause, higher)
    return Accepted((ExclusionLifted(found.person, command.reason, given.signature),))


@part.folds(ExclusionOrdered)
def _was_ordered(state: Exclusions, event: ExclusionOrdered) -> None:
    state.put(event.exclusion, (event.exclusion.person, *event.also))


@part.folds(ExclusionLifted)
def _was_lifted(state: Exclusions, event: ExclusionLifted) -> None:
    found = state.people[person_key(event.person)]
    names = [name for name, each in state.people.items() if each is found]
    state.put(replace(found, lifted=event.by), names)


@part.folds(OrderRefused)
def _refused(state: Exclusions, event: OrderRefused) -> None:
    state.refusals += 1


def _at_any_time(state: Exclusions, command: Command, may: May) -> Refused | None:
    return None


def _may_not(state: Exclusions, command: Command, may: May, given: Given) -> Refused | None:
    if given.by in may.roles:
        return None
    return role_may_not(type(command), given.by, may.roles, None)


MACHINE = Machine("a register", "order_not_of_a_register", _at_any_time, _may_not, (part,))


def decide(
    state: Exclusions, command: Command, by: Role, at_us: int = 0, actor: str = "",
    excluded: Excluded = NOBODY,
) -> Ruling:  # fmt: skip
    return MACHINE.decide(state, command, Given(by, actor, at_us, excluded))


def evolve(state: Exclusions, event: Event) -> Exclusions:
    MACHINE.evolve(state, event)
    return state
