"""Cases of a whole table, tournament or promotion: seeded ones, and directed ones with steps.

A directed case says which conditions differ from the plain ones and how far simulated people take
the tournament or promotion. Its steps follow, each a JSON object: the command, and `by` whom.
"""

from __future__ import annotations

import random
from typing import Any, Protocol

import msgspec

from houseway.conformance.cases import Level, kinds_of
from houseway.conformance.playing import DirectedCase, NotPlayed, Stream, setup_by
from houseway.conformance.tournaments import GIVERS, START_US, Entrants
from houseway.driving import Deed
from houseway.games.commands import Command
from houseway.games.events import RoundOpened
from houseway.games.game import Game
from houseway.games.machine import fault_of
from houseway.promotion import vocabulary as v
from houseway.promotion.state import NEW, OVER, Promotion
from houseway.promotion.terms import Conditions
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.soak.actors import STAFF, Inventor, TablePeople
from houseway.soak.promotions import HOUR_US, PromotionPeople
from houseway.table.opening import simulated
from houseway.table.state import Table, is_between_rounds
from houseway.table.vocabulary import OpenTable

# Simulated people of a promotion case: the desk, a scrutineer, those who enter and claim.

DESK = (Role.PROMOTIONS, STAFF[Role.PROMOTIONS])


class Promoters:
    """Everybody in one promotion. `changes` are conditions that differ from the usual ones."""

    def __init__(
        self, found: Game, chance: random.Random, changes: dict[str, Any] | None = None
    ) -> None:
        self.game, self.changes = found, changes
        self.now_us = START_US
        self.people = PromotionPeople(chance)
        self.people.inventor = Inventor(chance, texts=())
        self.chance = chance

    def next(self, promotion: Promotion, /) -> Deed | None:
        if promotion.life == NEW:
            return Deed(v.RegisterPromotion("Autumn draw", (self.game.slug,)), *DESK)
        if promotion.life == OVER:
            return None
        if self.changes is not None and not promotion.version:
            return Deed(v.SetConditions(self._changed()), *DESK)
        self.now_us += self.chance.choice((0, 1, 12)) * HOUR_US
        deed = self.people.next(promotion, 0, self.now_us)
        while fault_of(deed.command):  # it could not be written down
            deed = self.people.next(promotion, 0, self.now_us)
        return deed

    def _changed(self) -> Conditions:
        plain = msgspec.to_builtins(self.people.conditions(self.now_us))
        terms = {**plain["terms"], **(self.changes or {}).get("terms", {})}
        return msgspec.convert(plain | (self.changes or {}) | {"terms": terms}, Conditions)

    def invent(self, promotion: Promotion, /) -> Deed | None:
        """What is invented is part of what people do next."""
        return None


STEPS = {"table": 50, "tournament": 200, "promotion": 60}  # a case is cut off after so many
STUCK = 6  # or when so many plain steps in a row are refused
ROUNDS_EACH = {"table": 50, "tournament": 10, "promotion": 50}  # of a kit, for one such case
MINUTE_US = 60_000_000
PLAY, DRAFTS = "play", "every draft"  # in place of a step: a round; drafts of the conditions
_INVENTED = 10  # before one step of so many another one is tried that need not be right


class People(Protocol):
    """Simulated people who take a stream on, step by step, at the time on their clock."""

    now_us: int

    def next(self, state: Any, /) -> Deed | None: ...

    def invent(self, state: Any, /) -> Deed | None: ...


class _AtTable:
    """The people of a whole table; what they invent is part of what they do next."""

    def __init__(self, found: Game, chance: random.Random) -> None:
        self.game, self.chance = found, chance
        self.now_us = START_US
        self.people = TablePeople(chance)
        self.people.inventor = Inventor(chance, texts=())

    def next(self, table: Table, /) -> Deed | None:
        self.now_us += self.chance.choice((0, 0, 0, 1, 5, 20)) * MINUTE_US
        if table.play is None:
            return self.people.opening(self.game.slug)
        if table.closed:
            return None
        known = kinds_of(self.game.cite.id, "table")
        try:
            deed = self.people.next(table, self.now_us)
            while type(deed.command) not in known or fault_of(deed.command):
                deed = self.people.next(table, self.now_us)  # that one could not be written down
        except (ValueError, LookupError, AssertionError, TypeError):  # a state of no practice table
            return None
        return deed

    def invent(self, table: Table, /) -> Deed | None:
        return None


def has_level(found: Game, level: Level) -> bool:
    """Whether the document of a game has anything to say at a level."""
    if level == "tournament":
        return found.tournament is not None
    return level != "promotion" or found.promotion is not None


def people_of(found: Game, level: Level, chance: random.Random) -> People:
    if level == "tournament":
        return Entrants(found, chance)
    return Promoters(found, chance) if level == "promotion" else _AtTable(found, chance)


def seeded_stream(found: Game, level: Level, chance: random.Random) -> Stream:
    """A stream by simulated people, to its end or as far as it comes."""
    stream, people, refused = Stream(found, level), people_of(found, level, chance), 0
    for number in range(STEPS[level]):
        if number and chance.randrange(_INVENTED) == 0:
            _invent(stream, people)
        deed = people.next(stream.state)
        if deed is None or refused == STUCK:
            break
        ruling = stream.give(deed, people.now_us)
        stuck = level == "tournament" and isinstance(ruling, Refused)  # others do anything
        refused = refused + 1 if stuck else 0
    return stream


def _invent(stream: Stream, people: People) -> None:
    deed = people.invent(stream.state)
    if deed is not None and not fault_of(deed.command):
        stream.give(deed, people.now_us)


def directed_stream(found: Game, case: DirectedCase) -> Stream:
    """A directed case of a stream, played."""
    stream, chance = Stream(found, case.level), random.Random(case.why)  # noqa: S311 - a test
    people: People
    if case.level == "table":
        people = _AtTable(found, chance)
        setup = setup_by(found, case)
        opened = simulated(OpenTable(found.slug, case.options, setup.limits))
        in_charge = Role.TOURNAMENT_DIRECTOR if found.table.directed else Role.GAMING_SUPERVISOR
        if case.until != "open":
            stream.give(Deed(opened, in_charge, STAFF[in_charge]), people.now_us)
            for command, by in found.ready(stream.state.play) if case.prepared else ():
                stream.give(Deed(command, by, STAFF[by]), people.now_us)
    elif case.level == "tournament":
        people = Entrants(found, chance, case.conditions, case.entrants)
        _take_on(stream, people, case)
    else:
        people = Promoters(found, chance, case.conditions)
        _take_on(stream, people, case)
    for text in case.steps:
        if text in (PLAY, DRAFTS):
            _together(stream, people)
            continue
        deed, wait = _step(found, case.level, text)
        people.now_us += wait * MINUTE_US
        stream.give(deed, people.now_us)
    return stream


def _together(stream: Stream, people: People) -> None:
    """Several steps at once: a round at a table, or every draft of a tournament's conditions."""
    if isinstance(people, _AtTable):
        _play_round(stream, people)
    elif isinstance(people, Entrants):
        for deed in people.every_draft():
            stream.give(deed, people.now_us)


def _play_round(stream: Stream, people: _AtTable) -> None:
    """A whole round by simulated people, until the next one may be opened."""
    begun = False
    for _ in range(STEPS["table"]):
        ruling = stream.give(people.people.go_on(stream.state), people.now_us)
        if not isinstance(ruling, Refused):
            begun = begun or any(isinstance(each, RoundOpened) for each in ruling)
        table = stream.state
        if begun and is_between_rounds(table.play, table.game.awaits(table.play)):
            return


def _take_on(stream: Stream, people: People, case: DirectedCase) -> None:
    """Let the people act until what the case waits for is awaited, or to the end without one."""
    for _ in range(STEPS[case.level]):
        awaited = stream.answers[-1].next if stream.answers else "open"
        begun = bool(stream.state.version)  # of its conditions
        if awaited == case.until and begun:
            return
        deed = people.next(stream.state)
        if deed is None:
            break
        stream.give(deed, people.now_us)
    if case.until:
        raise NotPlayed(f"{case.game}: {case.why}: {case.until} is never awaited")


def _step(found: Game, level: Level, text: str) -> tuple[Deed, int]:
    """A step as it is written, and how many minutes pass before it."""
    wager = next(iter(found.simulated.whole), "")
    said = text.replace("{game}", found.slug).replace("{wager}", wager)
    fields: dict[str, Any] = msgspec.json.decode(said)
    by, actor, wait = Role(fields.pop("by")), fields.pop("actor", ""), fields.pop("wait", 0)
    kinds = {each.__name__: each for each in kinds_of(found.cite.id, level)}
    kind = kinds.get(fields["type"])
    if kind is None:
        raise NotPlayed(f"{found.slug}: {fields['type']} is no command of a {level}")
    command: Command = msgspec.convert(fields, kind, str_keys=True)
    usual = GIVERS[by][1] if level == "tournament" and by in GIVERS else STAFF.get(by, "Ana")
    return Deed(command, by, actor or usual), wait
