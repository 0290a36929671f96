"""A log with one tournament and one table that serves its first session, for every document.

Ana, Ben and Chen are seated at boxes 2, 4 and 5 of table 7 with 100 chips each. The conditions say
20 to 50. The clock ticks with each command.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import msgspec

from houseway.conducting import Reservations
from houseway.driving import Policy, next_command
from houseway.games import commands as c
from houseway.games import game
from houseway.games.commands import Command
from houseway.games.fields import Held
from houseway.games.game import Awaits, Pick
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.vocabulary import OpenTable
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.charge import simulated
from houseway.tournament.state import Seat, Session
from houseway.tournament.terms import Stage
from tests.offices import opening_of
from tests.tournament.desk import CANBERRA, DIRECTOR, FINAL, MANAGER, STAR, conditions

STREAM, TABLE = "tournament/spring", "table/7"
START = 1_780_000_000_000_000
MINUTE = 60_000_000
DEALER, PATRON, SUPERVISOR = Role.DEALER, Role.PATRON, Role.GAMING_SUPERVISOR
SLUGS = (
    "mini-baccarat", "seven-up-baccarat", "tournament-canberra-poker", "tournament-blackjack",
    "tournament-roulette", "tournament-mini-baccarat", "tournament-pai-gow",
)  # fmt: skip
MAIN = {
    "mini-baccarat": "player", "seven-up-baccarat": "player", "tournament-mini-baccarat": "player",
    "tournament-canberra-poker": "ante", "tournament-blackjack": "blackjack",
    "tournament-roulette": "red", "tournament-pai-gow": "hand",
}  # fmt: skip
OPTIONS: dict[str, dict[str, Any]] = {
    "mini-baccarat": {"use": "tournament", "settlement": "non-commission"},
    "seven-up-baccarat": {"use": "tournament"},
}
BOXES = {"Ana": 2, "Ben": 4, "Chen": 5}
PEOPLE = tuple(BOXES)
HEAT = Stage(name="heats", chips=100, minimum=20, maximum=50, rounds=20, advance=1)
_STAFF = (Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.GAMING_SUPERVISOR, Role.GAMING_MANAGER)
_NOBODY = ("ConfirmNoWager", "ConfirmNoAnte")


class Casino:
    def __init__(self, path: Path, slug: str, **changes: Any) -> None:
        self.slug, self.changes, self.chance = slug, changes, random.Random(7)
        self.log = SqliteLog(path / "floor.db")
        self.now, self.keys = START - 86_400_000_000, 0
        self.runner = Runner(self.log, lambda: self.now)
        Reservations(self.runner)

    # Commands

    def ask(self, stream: str, command: Command, by: Role, actor: str) -> Answer:
        self.keys += 1
        self.now += 1
        return self.runner.order(stream, Order(command, by, actor, f"key {self.keys}"))

    def do(self, command: Command, by: Role = DIRECTOR, actor: str = "Dora") -> Answer:
        answer = self.ask(STREAM, command, by, actor)
        assert answer.refused is None, answer.refused
        return answer

    def why(self, command: Command, by: Role = DIRECTOR, actor: str = "Dora") -> Refused:
        refused = self.ask(STREAM, command, by, actor).refused
        assert refused is not None, command
        return refused

    def at_table(self, command: Command, by: Role = DEALER, actor: str = "Eli") -> Answer:
        answer = self.ask(TABLE, command, by, actor)
        assert answer.refused is None, answer.refused
        return answer

    def why_not(self, command: Command, by: Role = DEALER, actor: str = "Eli") -> Refused:
        refused = self.ask(TABLE, command, by, actor).refused
        assert refused is not None, command
        return refused

    # States

    @property
    def session(self) -> Session:
        return self.runner.tournament(STREAM).sessions[-1]

    @property
    def play(self) -> Any:
        return self.runner.table(TABLE).play

    @property
    def chips(self) -> dict[str, Held]:
        """What everybody who is in holds, in units, as the tournament knows it."""
        t = self.runner.tournament(STREAM)
        return {t.entries[each].name: held for each, held in self.session.chips.items()}

    # Steps

    def published(self, stage: Stage = HEAT) -> Casino:
        changes = {"stages": (stage, FINAL), "starts_us": START, **self.changes}
        self.do(simulated(v.OpenTournament(self.slug, "Spring", "Dora", "L-1")), MANAGER, "Gita")
        self.do(v.DraftConditions(conditions(self.slug, **changes)))
        self.do(v.PublishConditions())
        if self.slug == CANBERRA:
            self.do(v.NotifyCommission("letter 7"))
            self.do(e.RecordCommissionApproval("GRC 12", hundredths=1000))
        elif self.slug != STAR:
            self.do(v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ines")
        self.do(e.OpenEntries())
        for name in PEOPLE:
            self.do(e.AcceptEntry(name, name, 2755, "form", "signed", copy_given=True))
        self.seat()
        return self

    def seat(self, stage: int = 1) -> None:
        self.do(s.PlanSession(stage, max(START, self.now)))
        number = len(self.runner.tournament(STREAM).sessions)
        players = self.session.players
        every = tuple(range(2, 9)) if self.slug == "tournament-pai-gow" else tuple(range(1, 8))
        fixed = tuple(s.FixedSeat(n, Seat("7", (2, 4, 5)[n - 1]), "test") for n in players)
        plan = s.TablePlan("7", every, len(players), "conducted")
        self.do(s.DraftBallot(number, "00" * 16, (plan,), fixed))
        self.do(s.PublishBallot(number))

    def opening(self, **changes: Any) -> OpenTable:
        """The command that opens table 7 as the conditions have it."""
        known = game(self.slug).limits
        sign = msgspec.structs.replace(known, minimum=20_00, maximum=50_00, lines={}, multiple=0)
        if self.slug == STAR:
            sign = msgspec.structs.replace(sign, differential=None)
        sign = msgspec.structs.replace(sign, **changes)
        return opening_of(self.slug, OPTIONS.get(self.slug, {}), sign, (100, 500, 2500))

    def opened(self, **changes: Any) -> None:
        command = self.opening(**changes)
        for by in (SUPERVISOR, DIRECTOR):
            if self.ask(TABLE, command, by, "Hana").refused is None:
                return
        raise AssertionError(self.why_not(command, SUPERVISOR, "Hana"))

    def started(self, stage: Stage = HEAT) -> Casino:
        """The session has begun and everybody has the chips that were issued."""
        self.published(stage)
        self.opened()
        self.start()
        return self

    def start(self) -> None:
        number = self.session.number
        for entry in self.session.players:
            self.do(s.CheckIn(number, entry), DEALER, "Eli")
        self.now = max(self.now, self.session.starts_us)
        self.do(s.StartSession(number))
        for name, issued in self.chips.items():
            self.at_table(c.BringChips(name, int(issued * 100)))
        self.prepare()

    def prepare(self) -> None:
        """Cards, tiles or the wheel are ready for the next round."""
        for _ in range(5_000):
            if game(self.slug).awaits(self.play).what == "open":
                return
            self.step()

    def step(self) -> None:
        """Do what the table awaits, in the first role that may."""
        known = game(self.slug)
        awaited, policy = known.awaits(self.play), Policy(self._choice, closes_one_in=1)
        command, by = next_command(known, self.play, policy, self.chance.randrange)
        if awaited.choices and awaited.who in BOXES:
            self.at_table(command, PATRON, awaited.who)
            return
        why = None
        for role in dict.fromkeys((by, *_STAFF)):
            why = self.ask(TABLE, command, role, f"staff {role}").refused
            if why is None:
                return
        raise AssertionError(why)

    def _choice(self, awaited: Awaits, _pick: Pick) -> c.Command:
        """The first that the rules allow."""
        known = game(self.slug)
        likely = (each for each in awaited.choices if known.can(self.play, each, PATRON))
        return next(likely, awaited.choices[0])

    def open(self) -> Casino:
        self.prepare()
        self.at_table(self.open_betting())
        return self

    def open_betting(self) -> Command:
        command = game(self.slug).awaits(self.play).command
        return command if command is not None else c.OpenBetting()

    @property
    def ordered(self) -> bool:
        rules = self.runner.tournament(STREAM).rules.wagering
        return rules.marker is not None and (
            rules.only_if_conditions_say is None or bool(self.changes.get("ordered"))
        )

    def entry(self, name: str) -> int:
        return PEOPLE.index(name) + 1

    def call(self, name: str) -> None:
        if self.ordered:
            self.do(w.CallPatron(self.session.number, self.entry(name)), DEALER, "Eli")

    def wager(self, name: str, units: int, wager: str = "", **more: Any) -> c.PlaceWager:
        box = {} if self.slug in ("mini-baccarat", "tournament-roulette") else {"box": BOXES[name]}
        return c.PlaceWager(name, wager or MAIN[self.slug], units * 100, **{**box, **more})

    def stake(self, name: str, units: int = 20, wager: str = "", **more: Any) -> Answer:
        return self.at_table(self.wager(name, units, wager, **more), PATRON, name)

    def staked(self, **units: int) -> Casino:
        """Everybody still in, in order, with the minimum unless said otherwise."""
        floor = self.session.conduct.floors["7"]
        assert floor.round is not None
        for entry in floor.round.order:
            name = PEOPLE[entry - 1]
            self.call(name)
            self.stake(name, units.get(name, 20))
        return self

    def finish(self) -> Casino:
        """Deal and settle to the end of the round."""
        before = self.play.round
        for _ in range(5_000):
            awaited = game(self.slug).awaits(self.play)
            if awaited.what == "open" and self.play.round == before and not self.play.layout.wagers:
                return self
            if awaited.what == "wagers":
                self.close()
            else:
                self.step()
        raise AssertionError("the round did not end")

    def close(self) -> None:
        command = game(self.slug).awaits(self.play).command or c.CallNoMoreBets()
        self.at_table(command)

    def coup(self, **units: int) -> Casino:
        return self.open().staked(**units).finish()
