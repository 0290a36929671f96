"""One table as a Gymnasium environment, whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from io import BytesIO
from typing import Any, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.api.drawing import printed, still
from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK
from houseway.equipment.chips import dollar_text
from houseway.equipment.tiles import PACK
from houseway.equipment.wheel import WHEEL
from houseway.extras import explaining
from houseway.games import commands as c
from houseway.games import find
from houseway.games.base_commands import required_fields
from houseway.games.commands import Command
from houseway.games.events import RoundEnded
from houseway.games.felt import FACE_DOWN, KEPT, Choice, Felt, Spot
from houseway.games.game import Awaits, Game, Pick, Setup
from houseway.games.house import no_round
from houseway.games.options import read_setup
from houseway.paper.typesetting import png
from houseway.records.session import open_table
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.view import View, Viewer, view

# A table at which one program decides for its boxes, over the live engine.

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


# What a program observes: arrays of what a patron may see of the table, and nothing else.

NO_FACE, FACE_DOWN_CODE, FIRST_FACE = 0, 1, 2
_FACES: dict[str, tuple[str, ...]] = {"cards": DECK, "tiles": PACK, "wheel": tuple(map(str, WHEEL))}
_MOST_CENTS = 10**12

Observation = dict[str, Any]


@cache
def codes(source: str) -> Mapping[str, int]:
    """The number of every face: 0 is an empty place, 1 a face that the patron may not know."""
    faces = dict.fromkeys(_FACES[source])
    return {FACE_DOWN: FACE_DOWN_CODE} | {face: at for at, face in enumerate(faces, FIRST_FACE)}


def space_of(seat: Seat) -> spaces.Dict:
    """The space of observations.

    `facts`: what `Learning.facts` names, all zero while nothing is to be chosen. `felt`: a row for
    each hand, the house's first, and a column for each card or tile. `turn`: the row of the hand in
    play, counted from one; zero for none. `stakes`: cents on each area that the program may use.
    """
    learning = seat.game.learning
    rows = learning.house + learning.hands * len(seat.patrons)
    highest = FIRST_FACE + len(codes(seat.game.source))
    return spaces.Dict({
        "facts": spaces.MultiDiscrete([fact.values for fact in learning.facts], dtype=np.int64),
        "felt": spaces.Box(NO_FACE, highest, (rows, learning.cards), np.uint8),
        "turn": spaces.Discrete(rows + 1),
        "stakes": spaces.Box(0, _MOST_CENTS, (len(seat.areas),), np.int64),
    })  # fmt: skip


def observe(seat: Seat, space: spaces.Dict) -> Observation:
    """What the patron in turn may see now."""
    seen, felt = seat.seen(), np.zeros(space["felt"].shape or (), np.uint8)
    rows = _rows(seen.felt)
    for at, row in enumerate(rows):
        felt[at, : len(row.cards)] = [codes(seat.game.source)[card] for card in row.cards]
    return {
        "facts": np.array(facts_of(seat, seen), np.int64),
        "felt": felt,
        "turn": np.int64(_turn(seat, rows)),
        "stakes": _stakes(seat, seen),
    }


def facts_of(seat: Seat, seen: View) -> tuple[int, ...]:
    """The facts on which a choice may rest; zeros while nothing is to be chosen."""
    learning = seat.game.learning
    if not seat.asked:
        return (0,) * len(learning.facts)
    awaited = seat.awaited
    found = learning.read(seat.play.rules, seen.felt, awaited.to, awaited.choices)
    return tuple(map(int, found))


class Row(NamedTuple):
    """A hand of the felt: its name, its box or 0 for the house, and its cards."""

    name: str
    box: int
    cards: tuple[str, ...]


def _rows(felt: Felt) -> list[Row]:
    """The hands that lie there, those of the house first, or the pocket of a wheel."""
    hands = sorted((each for each in felt.hands if each.name != KEPT), key=lambda each: each.box)
    if felt.pocket:
        return [Row("pocket", 0, (felt.pocket,))]
    return [Row(each.name, each.box, each.cards) for each in hands]


def _turn(seat: Seat, rows: list[Row]) -> int:
    """The row of the hand that is asked about, counted from one: named, or by the patron's box."""
    if not seat.asked:
        return 0
    awaited = seat.awaited
    boxes = [area.spot.box for area in seat.areas if area.patron == awaited.who]
    named = [at for at, row in enumerate(rows, 1) if row.name == awaited.to]
    return next(iter(named or [at for at, row in enumerate(rows, 1) if row.box in boxes]), 0)


def _stakes(seat: Seat, seen: View) -> NDArray[np.int64]:
    lies = {(each.patron, each.box, each.wager): each.amount for each in seen.wagers}
    return np.array(
        [lies.get((area.patron, area.spot.box, area.spot.wager), 0) for area in seat.areas],
        np.int64,
    )


# The felt of a learning program: as text, as an SVG drawing, or as the pixels of that drawing.

MODES = ("ansi", "svg", "rgb_array")
WIDTH = 1280  # pixels; a felt is 16 wide and 9 high


def render(seat: Seat, mode: str | None) -> Any:
    seen = seat.seen()
    if mode == "ansi":
        return "\n".join(_lines(seen))
    if mode == "svg":
        return still(seen)
    return _pixels(still(seen)) if mode == "rgb_array" else None


def _lines(seen: View) -> list[str]:
    """The hands, the wagers, what became of them, and what is awaited."""
    felt = seen.felt
    lines = [f"{seen.title}, round {seen.round}"]
    for hand in felt.hands:
        said = ", ".join(filter(None, (hand.total, hand.note)))
        lines.append(f"{hand.name}: {' '.join(hand.cards)}" + (f" ({said})" if said else ""))
    if felt.pocket:
        lines.append(f"pocket {felt.pocket}")
    if felt.dice:
        lines.append(f"dice {' '.join(map(str, felt.dice))}")
    lines += [f"{w.patron}: {dollar_text(w.amount)} on {w.wager}" for w in seen.wagers]
    lines += [
        f"{each.patron}: {each.wager} {each.met}, paid {dollar_text(each.paid)}"
        for each in seen.settlements
    ]
    if seen.next is not None:
        lines.append(f"next: {seen.next.sentence} ({seen.next.clause})")
    return lines


def _pixels(svg: str) -> NDArray[np.uint8]:
    with explaining():
        from PIL import Image

    picture = Image.open(BytesIO(png(printed(svg), width=WIDTH)))
    return np.asarray(picture.convert("RGB"), np.uint8)


Step = tuple[Observation, float, bool, bool, dict[str, Any]]


class TableEnv(gymnasium.Env[Observation, np.int64]):
    """Rounds of one game by its approved rules, judged by the engine that runs live tables.

    An episode is a number of `rounds`. Each begins with the wagers: the action `deal` closes them.
    Where the game has something to decide, one unit lies in each of the program's `boxes`; where
    it has not, every area of the layout is an action that stakes one `unit` there (`staking`).
    The house's options are given by name, as for `houseway.Table`.

    The reward is what a round has won or lost, in units; `info["net_cents"]` has it in cents. An
    action that the rules refuse changes nothing, has the reward 0, and `info` has `refused`, the
    `clause` and a `detail`. `reset` with a seed begins with new cards; without one the table goes
    on with the cards it has.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(MODES),
        "render_fps": 1,
    }

    def __init__(
        self,
        game: str,
        *,
        boxes: int = 1,
        rounds: int = 1,
        unit_cents: int = 0,
        staking: bool | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in MODES:
            raise ValueError(f"{render_mode} is no render mode; these are: {', '.join(MODES)}")
        self.game, self.render_mode, self.rounds = find(game), render_mode, rounds
        self._setup = read_setup(self.game, options)
        self._boxes, self._unit_cents = boxes, unit_cents
        self._staking = not self.game.learning.stake if staking is None else staking
        self.seat = self._new_seat()
        self.actions = self.seat.actions
        self.action_space = spaces.Discrete(len(self.actions))
        self.observation_space = self._space = space_of(self.seat)
        self._left = 0

    def _new_seat(self) -> Seat:
        return Seat(
            self.game, self._setup, self._pick, boxes=self._boxes, unit=self._unit_cents,
            staking=self._staking,
        )  # fmt: skip

    def _pick(self, many: int) -> int:
        return int(self.np_random.integers(many))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin an episode; with a seed, at a new table with new cards."""
        super().reset(seed=seed)
        if seed is not None or not self.seat.over:
            self.seat = self._new_seat()
        self.seat.open()
        self._left = self.rounds
        return observe(self.seat, self._space), self._info()

    def step(self, action: np.int64 | int) -> Step:
        """Take an action; a refused one changes nothing."""
        if not self._left:
            raise gymnasium.error.ResetNeeded("the episode is over: call reset() first")
        if refused := self.seat.refused(int(action)):
            answer = {"refused": refused.code, "clause": str(refused.clause),
                      "detail": refused.detail}  # fmt: skip
            return observe(self.seat, self._space), 0.0, False, False, self._info() | answer
        self.seat.take(int(action))
        if not self.seat.over:
            return observe(self.seat, self._space), 0.0, False, False, self._info()
        return self._ended()

    def _ended(self) -> Step:
        """A round is over; the next one of the episode begins."""
        net_cents, self._left = self.seat.net_cents, self._left - 1
        settled = observe(self.seat, self._space), self._info()
        if self._left:
            self.seat.open()
            settled = observe(self.seat, self._space), self._info()
        observation, info = settled
        info["net_cents"] = net_cents
        return observation, net_cents / self.seat.unit, not self._left, False, info

    def action_mask(self) -> np.ndarray[Any, np.dtype[np.int8]]:
        """One for each action that the rules accept now, otherwise zero."""
        return np.array(self.seat.legal(), np.int8)

    def _info(self) -> dict[str, Any]:
        awaited = self.seat.awaited
        return {
            "action_mask": self.action_mask(),
            "net_cents": 0,
            "unit_cents": self.seat.unit,
            "awaits": awaited.sentence,
            "awaits_clause": str(awaited.clause),
        }

    def render(self) -> Any:
        """The felt as the patron in turn may see it, in the render mode of the environment."""
        return render(self.seat, self.render_mode)
