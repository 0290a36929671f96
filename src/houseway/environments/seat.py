"""A table at which one program decides for its boxes, over the live engine.

Everything else is done by the table itself: the shoe is prepared, cards are dealt and wagers are
settled, with chance from one generator. The program sees the table as its patrons do (`table.view`)
and every action of it is judged by `decide`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from houseway.driving import PRACTICE, next_command
from houseway.games import commands as c
from houseway.games.base_commands import required_fields
from houseway.games.commands import Command
from houseway.games.events import RoundEnded
from houseway.games.felt import Spot
from houseway.games.game import Awaits, Game, Pick, Setup
from houseway.games.learning import Choice
from houseway.games.stages import no_round
from houseway.records.table_session import open_table
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.view import View, Viewer, view

PATRONS = ("Ana", "Ben", "Chen", "Dora", "Eli", "Fay", "Gus")
DEAL = "deal"
_STEPS = 2_000  # more commands than any round takes


class Area(NamedTuple):
    """A place on the layout where a patron of the program may put a wager."""

    patron: str
    spot: Spot


class Seat:
    """The boxes of one program at a table of its own.

    `unit`: the stake of one wager in cents. `staking`: whether the program chooses its wagers;
    otherwise one unit lies in each box before the cards are dealt.
    """

    def __init__(
        self, game: Game, setup: Setup, pick: Pick, *, boxes: int, unit: int, staking: bool
    ) -> None:
        self.game, self.pick, self.staking = game, pick, staking
        self.table = open_table(game, setup)
        self.play = self.table.play
        self._awaited: Awaits | None = None
        self.patrons = PATRONS[:boxes]
        self.areas = tuple(self._areas())
        self.unit = unit or self._least()
        self.stakes = self.areas if staking else ()
        self.final: View | None = None  # the table when the last round was settled
        self._ended = 0  # the number of the round that has ended; 0 while one goes on

    def _areas(self) -> Iterator[Area]:
        """One box for each patron, and what lies in front of all of them for the first."""
        for place, patron in enumerate(self.patrons):
            spots = self.game.spots(self.play, patron)
            boxes = sorted({spot.box for spot in spots if spot.box})
            if boxes and place >= len(boxes):
                raise ValueError(f"{len(self.patrons)} boxes: the table has {len(boxes)}")
            own = boxes[place] if boxes else 0
            for spot in spots:
                if spot.box == own or (not spot.box and not place):
                    yield Area(patron, spot)

    def _least(self) -> int:
        """The smallest stake that the sign allows on every area, in multiples and in chips."""
        least = max(area.spot.minimum for area in self.areas)
        multiple = self.play.limits.multiple or 1
        unit: int = self.play.chips.next_payable(-(-least // multiple) * multiple)
        return unit

    # Before the cards

    def open(self) -> None:
        """Collect the last round, prepare the cards if they need it, and open betting."""
        self.final, self._ended = None, 0
        for _ in range(_STEPS):
            awaited = self.awaited
            if awaited.what == "wagers":
                break
            self._go_on(awaited)
        if not self.staking:
            for area in self.areas:
                if area.spot.wager == self.game.learning.stake:
                    self.game.do(self.play, self._stake(area), Role.PATRON)
        self._awaited = None

    def _stake(self, area: Area) -> Command:
        """One unit more on an area."""
        patron, spot = area
        lies = self.play.layout.wagers.get((patron, spot.box, spot.wager), 0)
        if lies:
            return c.ChangeWager(patron, spot.wager, lies + self.unit, spot.box)
        return c.PlaceWager(patron, spot.wager, self.unit, spot.box)

    # The program's actions

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of all actions, in the order of their numbers."""
        choices = (choice.name for choice in self.game.learning.choices)
        areas = (self._name(area) for area in self.stakes)
        return (DEAL, *choices, *areas)

    def _name(self, area: Area) -> str:
        in_box = f", box {area.spot.box}" if area.spot.box and len(self.patrons) > 1 else ""
        return f"{area.spot.wager}{in_box}"

    @property
    def awaited(self) -> Awaits:
        """What must happen next, asked of the rules once while nothing happens."""
        if self._awaited is None:
            self._awaited = self.game.awaits(self.play)
        return self._awaited

    @property
    def asked(self) -> bool:
        """Whether a patron of the program has to choose."""
        return bool(self._offered(self.awaited))

    def _offered(self, awaited: Awaits) -> tuple[Choice, ...]:
        if awaited.who not in self.patrons:
            return ()
        every = self.game.learning.choices
        return tuple(each for each in every if each.find(awaited.choices, each.kind))

    @property
    def over(self) -> bool:
        return bool(self._ended)

    def legal(self) -> list[bool]:
        """Which actions the rules accept now."""
        if self.over:
            return [False] * len(self.actions)
        return [self.refused(number) is None for number in range(len(self.actions))]

    def refused(self, action: int) -> Refused | None:
        """Why an action is not accepted, with its clause; None where it is. Nothing changes."""
        awaited = self.awaited
        command = self._command(action, awaited)
        if command is None:
            return Refused("not_awaited", awaited.clause, awaited.sentence)
        by = Role.DEALER if action == 0 else Role.PATRON
        refused = self.game.verify(self.play, command, by)
        if refused is None and action == 0 and no_round(self.play):  # the call would begin no round
            return Refused("no_wagers", awaited.clause, "no wager is on the layout")
        if refused is not None and refused.clause is None:
            return Refused(refused.code, awaited.clause, refused.detail)
        return refused

    def take(self, action: int) -> None:
        """Take an action that the rules accept, and go on to the next one or to the end."""
        command = self._command(action, self.awaited)
        if command is None:
            raise ValueError(f"action {action} is not offered now")
        self._do(command, Role.DEALER if action == 0 else Role.PATRON)
        if action <= len(self.game.learning.choices):
            self._until_asked()

    def _command(self, action: int, awaited: Awaits) -> Command | None:
        """The command of an action. A choice that is not offered is asked of the rules too, so
        that its refusal names their clause."""
        choices = self.game.learning.choices
        if action == 0:
            return self._closing(awaited)
        if action > len(choices):
            return self._stake(self.stakes[action - 1 - len(choices)])
        choice = choices[action - 1]
        who = awaited.who if awaited.who in self.patrons else self.patrons[0]
        if found := choice.find(awaited.choices, choice.kind):
            return found if awaited.who in self.patrons else None
        return choice.kind(who) if required_fields(choice.kind) <= {"patron"} else None

    def _closing(self, awaited: Awaits) -> Command:
        if awaited.what == "wagers" and awaited.command is not None:
            return awaited.command
        return c.DealCard() if c.DealCard in awaited.commands else c.CallNoMoreBets()

    # What the table does by itself

    def _until_asked(self) -> None:
        for _ in range(_STEPS):
            awaited = self.awaited
            if self.over or self._offered(awaited) or self._has_no_wagers(awaited):
                return
            self._go_on(awaited)
        raise AssertionError("a round does not end")

    def _has_no_wagers(self, awaited: Awaits) -> bool:
        """Whether the call has given every wager back, so that the program wagers again."""
        return awaited.what == "wagers" and not self.play.layout.wagers

    def _go_on(self, awaited: Awaits) -> None:
        """The next command of the table itself that the rules accept."""
        for _ in range(_STEPS):
            if awaited.what == "wagers":
                command, by = self._closing(awaited), self.game.giver(self._closing(awaited), "")
            else:
                command, by = next_command(self.game, self.play, PRACTICE, self.pick, awaited)
            if self.game.can(self.play, command, by):
                return self._do(command, by)
        raise AssertionError(f"nobody can do what is awaited: {awaited.sentence}")

    def _do(self, command: Command, by: Role) -> None:
        ruling: Any = self.game.decide(self.play, command, by)
        for event in ruling.events:
            if isinstance(event, RoundEnded):
                self.final, self._ended = self._view(), event.round
            self.game.evolve(self.play, event)
            self._awaited = None

    # What the program sees

    def seen(self) -> View:
        """The table as the patron in turn may see it; after a round, as it was settled."""
        return self.final or self._view()

    def _view(self) -> View:
        awaited = self.awaited
        patron = awaited.who if awaited.who in self.patrons else self.patrons[0]
        return view(self.table, "1", 0, Viewer(Role.PATRON, patron=patron))

    @property
    def net_cents(self) -> int:
        """What the program's patrons have won in the round that is over; a loss is negative."""
        settled = self.play.layout.past.get(self._ended, ())
        lines = (each for each in settled if each.patron in self.patrons)
        return sum(line.paid + line.returned - line.stake for line in lines)
