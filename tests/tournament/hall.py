"""A hall with tables for tests: sessions seated, rounds opened, chips checked each time."""

from __future__ import annotations

from typing import Any, Self

import msgspec

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import money, standing
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.state import Floor, Round, Seat, Session
from houseway.tournament.terms import Stage
from houseway.tournament.tournament import decide, evolve
from tests.tournament.desk import DAY, DIRECTOR, FINAL, HEATS, NAMES, START, Desk

DEALER, SUPERVISOR, PATRON = Role.DEALER, Role.GAMING_SUPERVISOR, Role.PATRON
SEED = "00112233445566778899aabbccddeeff"
PAI_GOW = "tournament-pai-gow"
MINUTE = 60_000_000


class Hall(Desk):
    """A desk with a clock, `now`, and one table named `1` unless said otherwise."""

    def __init__(self, slug: str, *, opened: bool = True) -> None:
        self.now = START - DAY
        super().__init__(slug, opened=opened)

    def ask(
        self, command: Command, by: Role = DIRECTOR, actor: str = "Dora", at_us: int = 0
    ) -> Ruling:
        return decide(self.tournament, command, by, self.now, actor)

    def do(
        self, command: Command, by: Role = DIRECTOR, actor: str = "Dora", at_us: int = 0
    ) -> tuple[Event, ...]:
        ruling = self.ask(command, by, actor)
        assert isinstance(ruling, Accepted), ruling
        for event in ruling.events:
            evolve(self.tournament, event)
        money.check(self.tournament)
        standing.check(self.tournament)
        return ruling.events

    @property
    def session(self) -> Session:
        return self.tournament.sessions[-1]

    @property
    def floor(self) -> Floor:
        return self.session.conduct.floors["1"]

    @property
    def round(self) -> Round:
        assert self.floor.round is not None
        return self.floor.round

    def plan(
        self, count: int = 3, boxes: tuple[int, ...] = (), stage: Stage = HEATS, **changes: Any
    ) -> Self:
        """Conditions with that stage and a final, so many entrants, and a session planned."""
        self.cleared(stages=(stage, FINAL), **changes)
        self.enter(*NAMES[:count])
        self.do(s.PlanSession(1, START))
        return self

    def seat(self, boxes: tuple[int, ...] = (2, 4, 5), mode: s.Mode = "counted") -> Self:
        """Everybody at table 1, at these boxes in the order of entry."""
        players = self.session.players
        fixed = tuple(
            s.FixedSeat(entry, Seat("1", box), "for this test")
            for entry, box in zip(players, boxes, strict=True)
        )
        plan = s.TablePlan("1", self.every_box(), len(players), mode)
        number = self.session.number
        self.do(s.DraftBallot(number, SEED, (plan,), fixed))
        self.do(s.PublishBallot(number))
        return self

    def every_box(self) -> tuple[int, ...]:
        return tuple(range(2, 9)) if self.slug == PAI_GOW else tuple(range(1, 10))

    def begin(self, absent: tuple[int, ...] = ()) -> Self:
        for entry in self.session.players:
            if entry not in absent:
                self.do(s.CheckIn(self.session.number, entry), DEALER, "Eli")
        self.now = START
        self.do(s.StartSession(self.session.number))
        return self

    def ready(self, stage: Stage = HEATS, **changes: Any) -> Self:
        """Entries 1, 2 and 3 seated at boxes 2, 4 and 5, with 100 chips each; 10 to 50 a round."""
        return self.plan(stage=stage, **changes).seat().begin()

    def open(self) -> Self:
        self.do(w.OpenRound(1, "1"), DEALER, "Eli")
        return self

    def call(self, entry: int) -> Ruling:
        ruling = self.ask(w.CallPatron(1, entry), DEALER, "Eli")
        if isinstance(ruling, Accepted):
            self.do(w.CallPatron(1, entry), DEALER, "Eli")
        return ruling

    def stake(self, entry: int, amount: int, **more: Any) -> Ruling:
        """What the patron asks; done where it is accepted."""
        person = self.tournament.entries[entry].person
        on = {"mini-baccarat": "player", "tournament-roulette": "red"}.get(self.slug, "")
        order = msgspec.structs.replace(w.PlaceStake(1, entry, amount, on), **more)
        ruling = self.ask(order, PATRON, person)
        if isinstance(ruling, Accepted):
            self.do(order, PATRON, person)
        return ruling

    def staked(self, *amounts: int) -> Self:
        """Everybody in order, called first where there is an order."""
        for entry, amount in zip(self.round.order, amounts, strict=True):
            self.call(entry)
            assert isinstance(self.stake(entry, amount), Accepted)
        return self

    def close(self) -> Self:
        self.do(w.CloseBetting(1, "1"), DEALER, "Eli")
        return self

    def counts(self, counts: dict[int, int], collected: tuple[int, ...] = (), **more: Any) -> Any:
        """The order that counts table 1, with what the table must have won."""
        issued = standing.issued_at(self.tournament, self.session, "1")
        won = issued - sum(counts.values()) - self.floor.missing
        plain = s.CountTable(1, "1", tuple(counts.items()), won, collected=collected)
        return msgspec.structs.replace(plain, **more)

    def played(self, counts: dict[int, int], collected: tuple[int, ...] = ()) -> Self:  # type: ignore[override]
        """A round with the minimum from everybody, after which they hold this."""
        self.open().staked(*[10] * len(self.round.order)).close()
        self.do(self.counts(counts, collected), DEALER, "Eli")
        return self

    def why(self, command: Command, by: Role = DIRECTOR, actor: str = "Dora") -> Refused:
        ruling = self.ask(command, by, actor)
        assert isinstance(ruling, Refused), ruling
        return ruling
