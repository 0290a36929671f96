"""A live table for bots: opened, dealt and settled by the same commands as any other.

Every card and choice comes from one source of numbers, so the same numbers repeat the table.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from houseway.conducting import UNIT
from houseway.driving import Policy, next_command
from houseway.games import commands as c
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.games.game import Awaits, Pick
from houseway.games.limits import Limits
from houseway.games.shoe_state import ShuffleDue
from houseway.records.tournamentfile import TournamentFile
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Order, request_of
from houseway.store import codec
from houseway.store.log import Append, Log
from houseway.table.opening import simulated
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import OpenTable
from houseway.tournament.tournament import Tournament
from houseway.tournament.tournament import decide as decide_event
from houseway.tournament.tournament import evolve as evolve_event
from houseway.version import __version__

# What bots do, written into a log as if people had done it, many orders in one append.

BATCH = 2_000  # orders


class Keeper:
    """A log that nobody else writes to while the bots play."""

    def __init__(self, log: Log, slug: str) -> None:
        self._log, self._edition = log, game(slug).cite.content_hash
        self._versions: Counter[str] = Counter()
        self._waiting: list[Append] = []

    def keep(
        self, stream: str, command: Command, by: Role, actor: str, at_us: int,
        events: tuple[Event, ...],
    ) -> None:  # fmt: skip
        """One order and the facts that it made; durable once its batch is full, or at the end."""
        version = self._versions[stream]
        order = Order(command, by, actor, f"{stream} {version}")
        self._waiting.append(
            Append(
                stream, version, order.key, request_of(order), tuple(map(codec.encode, events)),
                at_us, actor, by, self._edition, __version__,
            )
        )  # fmt: skip
        self._versions[stream] += len(events)
        if len(self._waiting) >= BATCH:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            self._log.append(self._waiting)
            self._waiting = []


STEPS = 5_000  # more commands than any round takes, with a new shoe before it
ACTOR = "bots"  # before the role: one bot in each role gives the commands of a table
CHIPS = tuple(UNIT * each for each in (1, 5, 25, 100, 500, 1000, 5000))
MOST = 10**9 * UNIT  # the limits are the tournament's; the sign of the table is wider
_ROLES = (Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.GAMING_SUPERVISOR)
_BUST_AT = 17  # a bot draws below it, as the dealer of blackjack must


class CannotRun(ValueError):
    """A tournament that cannot be tried out, and why."""


class Stake(NamedTuple):
    person: str
    box: int
    wager: str
    units: int


class LiveTable:
    """One table, and the numbers from which its facts come."""

    def __init__(
        self, slug: str, options: dict[str, object], pick: Pick, at_us: int,
        stream: str = "", keeper: Keeper | None = None,
    ) -> None:  # fmt: skip
        self.table, self.pick, self.at_us = Table(), pick, at_us
        self.stream, self.keeper = stream, keeper
        self.people: dict[str, int] = {}  # who sits here, and at which box
        self.shoes = 0  # dealt to their ends
        self.collected: tuple[str, ...] = ()  # who lost in the last round, as chips were taken
        opening = OpenTable(slug, dict(options), Limits(UNIT, MOST), CHIPS)
        self.do(simulated(opening), *_ROLES)

    @property
    def boxes(self) -> set[int]:
        """The boxes of the layout; none where wagers are not placed by box."""
        return {each.box for each in self.table.game.spots(self.table.play, "")} - {0}

    def do(self, command: c.Command, *roles: Role) -> None:
        """Give a command in the first role that may; raise CannotRun where none may."""
        why = list[Refused]()
        for by in roles:
            ruling = decide(self.table, command, by, self.at_us, f"{ACTOR} {by}")
            if not isinstance(ruling, Refused):
                self._happened(command, by, ruling.events)
                return
            why.append(ruling)
        why.sort(key=lambda each: each.code == "role_may_not")  # another reason says more
        raise CannotRun(f"{type(command).__name__}: {why[0]}")

    def _happened(self, command: c.Command, by: Role, events: tuple[Event, ...]) -> None:
        for event in events:
            evolve(self.table, event)
            self.shoes += isinstance(event, ShuffleDue)
        if self.keeper:
            self.keeper.keep(self.stream, command, by, f"{ACTOR} {by}", self.at_us, events)

    def sit(self, person: str, box: int, units: Held) -> None:
        """Seat a person at a box with so many chips."""
        self.people[person] = box
        if units:
            self.do(c.BringChips(person, int(units * UNIT)), *_ROLES)

    def leave(self, person: str) -> None:
        del self.people[person]
        if person in self.table.play.layout.idle_rounds:
            self.do(c.LeaveTable(person), Role.PATRON, Role.DEALER)

    def held(self, person: str) -> int:
        """What a person holds, in whole units."""
        units, part = divmod(self.table.play.layout.chips.get(person, 0), UNIT)
        if part:
            raise CannotRun(f"{person} was paid a part of a unit: choose another minimum")
        return int(units)

    def play(self, stakes: Iterable[Stake]) -> None:
        """One round with these stakes, to its end."""
        waiting = list(stakes)
        game, play = self.table.game, self.table.play
        before = play.round
        for _ in range(STEPS):
            awaited = game.awaits(play)
            if awaited.what == "open" and play.round > before:
                done = play.layout.past.get(play.round, ())
                self.collected = tuple(
                    dict.fromkeys(each.patron for each in done if each.collected)
                )
                return
            if awaited.what == "wagers" and awaited.who == Role.PATRON:
                self._wagers(awaited, waiting)
            else:
                command, by = next_command(
                    game, play, Policy(self._choice, closes_one_in=1), self.pick
                )
                self.do(command, by, *_ROLES)
        raise CannotRun(f"a round of {self.table.slug} did not end")

    def _wagers(self, awaited: Awaits, waiting: list[Stake]) -> None:
        staked = {each.person for each in waiting}
        for each in waiting:
            box = each.box if self.boxes else 0
            wager = c.PlaceWager(each.person, each.wager, each.units * UNIT, box)
            self.do(wager, Role.PATRON, Role.DEALER)
        waiting.clear()
        confirm: Any = next((kind for kind in awaited.commands if kind.sits_out), None)
        for person in self.people if confirm else ():
            if person not in staked and person in self.table.play.layout.idle_rounds:
                self.do(confirm(person), Role.DEALER)
        closing = self.table.game.awaits(self.table.play).command or c.CallNoMoreBets()
        self.do(closing, *_ROLES)

    def _choice(self, awaited: Awaits, pick: Pick) -> c.Command:
        """A plain decision: draw to 17, bet on every hand, have tiles set the way of the house."""
        for each in awaited.choices:
            if each.plain and self._may(each, awaited.who):
                return each
        draws = [each for each in awaited.choices if each.draws is not None]
        if draws:
            wanted = self._total(awaited.who) < _BUST_AT
            return next(each for each in draws if each.draws is wanted)
        likely = [each for each in awaited.choices if self._may(each, awaited.who)]
        return likely[pick(len(likely))] if likely else awaited.choices[0]

    def _may(self, command: c.Command, who: str) -> bool:
        by = self.table.game.giver(command, who)
        ruling = decide(self.table, command, by, self.at_us, ACTOR)
        return not isinstance(ruling, Refused)

    def _total(self, person: str) -> int:
        """What the dealer would call of the hand being played."""
        hands = self.table.game.felt(self.table.play, person).hands
        own = [each.total for each in hands if each.patron == person and each.total]
        digits = "".join(each for each in (own[-1] if own else "") if each.isdigit())
        return int(digits) if digits else _BUST_AT


# A tournament under way by bots: its state, its clock, its chance, and who gives the orders.

Giver = tuple[Role, str]
OPERATOR: Giver = (Role.GAMING_SHIFT_MANAGER, "Gita")
DIRECTOR: Giver = (Role.TOURNAMENT_DIRECTOR, "Dora")
INSPECTOR: Giver = (Role.INSPECTOR, "Ines")
SUPERVISOR: Giver = (Role.GAMING_SUPERVISOR, "Hana")
DEALER: Giver = (Role.DEALER, "Eli")
STREAM = "tournament/trial"  # where a trial is kept, if it is


@dataclass
class Hall:
    """The whole event. Every number of chance comes from the one seed."""

    file: TournamentFile
    seed: str
    tournament: Tournament = field(default_factory=Tournament)
    now_us: int = 0
    orders: int = 0
    rounds: int = 0
    play_offs: int = 0
    strategies: dict[int, str] = field(default_factory=dict)
    keeper: Keeper | None = None
    chance: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)  # noqa: S311  # a trial is to be repeated

    def pick(self, below: int) -> int:
        return int(self.chance.random() * below)

    def do(self, command: Command, by: Giver, at_us: int | None = None) -> tuple[Event, ...]:
        """Give an order that must be accepted; return what it brought about."""
        at = self.now_us if at_us is None else at_us
        ruling = decide_event(self.tournament, command, by[0], at, by[1])
        if isinstance(ruling, Refused):
            raise CannotRun(f"{type(command).__name__}: {ruling}")
        self.orders += 1
        for event in ruling.events:
            evolve_event(self.tournament, event)
        if self.keeper:
            self.keeper.keep(STREAM, command, by[0], by[1], at, ruling.events)
        return ruling.events

    @property
    def director(self) -> Giver:
        return DIRECTOR[0], self.file.director or DIRECTOR[1]
