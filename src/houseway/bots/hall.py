"""A tournament under way by bots: its state, its clock, its chance, and who gives the orders."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from houseway.bots.keeping import Keeper
from houseway.bots.table import CannotRun
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.records.tournamentfile import TournamentFile
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.tournament.tournament import Tournament, decide, evolve

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
        ruling = decide(self.tournament, command, by[0], at, by[1])
        if isinstance(ruling, Refused):
            raise CannotRun(f"{type(command).__name__}: {ruling}")
        self.orders += 1
        for event in ruling.events:
            evolve(self.tournament, event)
        if self.keeper:
            self.keeper.keep(STREAM, command, by[0], by[1], at, ruling.events)
        return ruling.events

    @property
    def director(self) -> Giver:
        return DIRECTOR[0], self.file.director or DIRECTOR[1]
