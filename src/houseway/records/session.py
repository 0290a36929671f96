"""Playing a table step by step: each step is a command and the ruling on it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, NamedTuple

import msgspec

from houseway.equipment.chips import STANDARD_CHIPS, dollars, money
from houseway.games.commands import BringChips, Command, DealCard, JoinTable
from houseway.games.events import Event, RoundOpened
from houseway.games.game import Awaits, Game, Setup
from houseway.games.layout import earlier_round
from houseway.games.limits import Limits
from houseway.games.machine import judged
from houseway.games.preparing import TakeAsPrepared
from houseway.records import sentences
from houseway.records.hwr import without_comment
from houseway.records.sentences import BadSentence
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role, Signature
from houseway.rulebook.ruling import Refused, Ruling, Tried
from houseway.table import table as tables
from houseway.table.days import DAY_US, MINUTE_US
from houseway.table.opening import stamp
from houseway.table.people import ASSIGNED, AskCorrection, DealerRelieved, StaffAssigned
from houseway.table.state import OPEN, is_between_rounds, roles_at
from houseway.table.table import MACHINE, Table
from houseway.table.vocabulary import PutUpSign, SetHours, TableOpened

# The clock of a record of a table, set by lines such as `18:10` and `after 20 minutes`.

_TIME_OF_DAY = re.compile(r"(?:at )?(\d\d?):(\d\d)")
_LATER = re.compile(r"after (\d+) (minute|hour)s?")
_UNITS = {"minute": MINUTE_US, "hour": 60 * MINUTE_US}

Moment = Callable[[int, int], int]  # the next time at which a clock shows this hour and minute


def is_time(text: str) -> bool:
    """Return whether a line sets the clock."""
    return bool(_TIME_OF_DAY.fullmatch(text) or _LATER.fullmatch(text))


class Clock:
    """A clock that a text sets: it only goes forward, past midnight if need be."""

    def __init__(self, begins_us: int) -> None:
        self.now_us = begins_us

    def moment(self, hour: int, minute: int) -> int:
        """Return the next time at which the clock shows this."""
        if hour > 23 or minute > 59:
            shown = f"{hour:02}:{minute:02}"
            raise BadSentence(f"{shown!r} is not a time of day: write 00:00 to 23:59")
        at_us = self.now_us - self.now_us % DAY_US + (hour * 60 + minute) * MINUTE_US
        return at_us if at_us >= self.now_us else at_us + DAY_US

    def read(self, text: str) -> bool:
        """Set the clock if the line says a time, and return whether it does."""
        if match := _TIME_OF_DAY.fullmatch(text):
            self.now_us = self.moment(int(match[1]), int(match[2]))
        elif match := _LATER.fullmatch(text):
            self.now_us += int(match[1]) * _UNITS[match[2]]
        return match is not None


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


# A record of a whole table: a clock, people by name, and the table's own steps.

_SIGN = re.compile(
    r"put up a sign about (?:the )?(?P<subject>.+?)(?: stating \$?(?P<minimum>[\d.,]+))?"
    r"(?: saying (?P<text>.+?))? from (?P<hour>\d\d?):(?P<minute>\d\d)"
)
_HOURS = re.compile(r"set the hours of gaming from (\d\d?):(\d\d) until (\d\d?):(\d\d)")
_CORRECTION = re.compile(r"ask for a correction because (.+), by: (.+)")
_WRITTEN = {
    PutUpSign: (
        "put up a sign about {subject}[ stating {minimum:money}][ saying {text:words}]"
        " from {hour}:{minute}"
    ),
    SetHours: "set the hours of gaming from {hour}:{minute} until {hour}:{minute}",
    AskCorrection: "ask for a correction because {reason:words}, by: {step}",
}


class TableStep(NamedTuple):
    """A step of the table itself, as a record writes it, with who may take it and by which
    clause."""

    text: str
    roles: frozenset[Role]
    clause: Clause | None


def table_steps(game: Game, setup: Setup) -> list[TableStep]:
    """Return the steps of a table itself, whatever is played at it."""
    table = open_table(game, setup)
    return [
        TableStep(_WRITTEN.get(kind, kind.sentence), roles_at(own, game), own.slot(table))
        for kind, own in MACHINE.commands.items()
        if OPEN in own.stages
    ]


def read_table_step(
    text: str, kinds: Iterable[type[Command]], moment: Moment, minutes_east: int
) -> Command | None:
    """A step that says a time of day or another step, or None if it is a plain sentence."""
    if found := _SIGN.fullmatch(text):
        at_us = moment(int(found["hour"]), int(found["minute"]))
        minimum = dollars(found["minimum"]) if found["minimum"] else 0
        return PutUpSign(found["subject"], at_us, found["text"] or "", minimum)
    if found := _HOURS.fullmatch(text):
        opens, closes = (int(found[at]) * 60 + int(found[at + 1]) for at in (1, 3))
        return SetHours(opens, closes, minutes_east)
    if found := _CORRECTION.fullmatch(text):
        corrected = msgspec.json.encode(sentences.read(found[2], kinds)).decode()
        return AskCorrection(corrected, found[1])
    return None


class TableSession(Session):
    """A table opened under its edition, with the people of the record."""

    usual = (Role.DEALER, Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR)

    def __init__(
        self,
        game: Game,
        setup: Setup,
        begins_us: int,
        staff: Mapping[str, Role],
        patrons: Iterable[str] | None = None,
    ) -> None:
        super().__init__(game, setup, one_round=True, patrons=patrons)
        self.clock = Clock(begins_us)
        self.staff = staff
        self.table = open_table(game, setup)
        for event in _on_duty(staff, game.table.dealer, begins_us):
            self.apply(event)
        self.play = self.remembering(self.table.play)
        self.kinds = (*MACHINE.commands, *game.orders)

    def write(self, text: str, *, line: int = 0) -> Refused | None:
        """A step, or the time of day at which the next one happened."""
        return None if self.clock.read(text) else super().write(text, line=line)

    def speaker(self, text: str) -> tuple[Role | None, str, str]:
        """Return who speaks by name, or the person of the record who has the role."""
        by, name, rest = super().speaker(text)
        return by, name or self._holder(by), rest

    @property
    def people(self) -> Mapping[str, Role]:
        return {**super().people, **self.staff}

    @property
    def awaited(self) -> Awaits:
        return _CLOSED if self.table.closed else super().awaited

    @property
    def next(self) -> str:
        return _CLOSED.sentence if self.table.closed else super().next

    def _holder(self, role: Role | None) -> str:
        """Return the dealer who is in, or the first person listed in the role."""
        if role == Role.DEALER and self.table.dealer:
            return self.table.dealer
        return next((name for name, held in self.staff.items() if held == role), "")

    def read_sentence(self, text: str) -> Command:
        found = read_table_step(text, self.kinds, self.clock.moment, 0)
        return found or super().read_sentence(text)

    def rule(self, command: Command, by: Role) -> Ruling:
        actor = self.actor or self._actor(command, by)
        return tables.decide(self.table, command, by, self.clock.now_us, actor)

    def _actor(self, command: Command, by: Role) -> str:
        return getattr(command, "patron", "") if by == Role.PATRON else self._holder(by)

    def apply(self, event: Event) -> None:
        tables.evolve(self.table, event)

    def roles_of(self, kind: type[Command]) -> frozenset[Role]:
        own = MACHINE.commands.get(kind)
        return roles_at(own, self.game) if own else super().roles_of(kind)


_CLOSED = Awaits("closed", "", Clause(""), "the table is closed: nothing comes next")


def _on_duty(staff: Mapping[str, Role], clause: Clause | None, at_us: int) -> Iterator[Event]:
    """Yield the events that put the people of the record on the table's list; the first dealer
    listed deals."""
    by = Signature("", Role.GAMING_SUPERVISOR, at_us)
    for name, role in staff.items():
        if role in ASSIGNED:
            yield StaffAssigned(name, role, by)
    dealer = next((name for name, role in staff.items() if role == Role.DEALER), "")
    if dealer:
        yield DealerRelieved("", dealer, by, clause)


def open_table(game: Game, setup: Setup) -> Table:
    """Return a table of this game, opened under its edition with no staff and no patrons."""
    options = msgspec.to_builtins(setup.options)
    opened = TableOpened(
        game.slug, game.cite.id, game.cite.content_hash, options, setup.limits,
        setup.chips.denominations, virtual=False, stamp=stamp(game, None),
    )  # fmt: skip
    return tables.evolve(Table(), opened)


# Writing a session as a record (`.hwr`) that plays through to the same end.


def write_record(session: Session, *, name: str = "") -> str:
    """The record of a session: what was said, round by round, and what became of each refusal."""
    game, setup = session.game, session.setup
    parts = [
        *_head(game, name),
        *_chips(setup),
        *_table("options", _changed(game, setup)),
        *_limits(game.limits, setup.limits),
        *_rounds(session),
    ]
    return "\n".join(parts) + "\n"


def _head(game: Game, name: str) -> Iterator[str]:
    yield f"document = {json.dumps(game.cite.id)}"
    if name:
        yield f"table = {json.dumps(name)}"


def _chips(setup: Setup) -> Iterator[str]:
    if setup.chips != STANDARD_CHIPS:
        yield f"chips = [{', '.join(money(each) for each in setup.chips.denominations)}]"


def _changed(game: Game, setup: Setup) -> dict[str, Any]:
    """The options other than the game's own."""
    chosen, usual = msgspec.to_builtins(setup.options), msgspec.to_builtins(game.options())
    return {name: value for name, value in chosen.items() if value != usual[name]}


def _table(name: str, values: Mapping[str, Any]) -> Iterator[str]:
    if values:
        yield f"\n[{name}]"
    for key, value in values.items():
        yield f"{key} = {_quoted(value)}"


def _quoted(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _limits(usual: Limits, chosen: Limits) -> Iterator[str]:
    amounts = {
        name: getattr(chosen, name)
        for name in ("minimum", "maximum", "multiple", "differential")
        if getattr(chosen, name) != getattr(usual, name)
    }
    if amounts:
        yield "\n[limits]"
    for name, amount in amounts.items():
        yield f"{name} = {money(amount)}"
    for wager, line in chosen.lines.items():  # a record without them has none
        yield f"\n[limits.lines.{_quoted(wager)}]"
        yield f"minimum = {money(line.minimum)}\nmaximum = {money(line.maximum)}"
    if chosen.personal:
        yield "\n[limits.personal]"
    for patron, maximum in chosen.personal.items():
        yield f"{_quoted(patron)} = {money(maximum)}"


def _rounds(session: Session) -> Iterator[str]:
    for steps in _by_round(session.steps):
        lines = [line for step in steps for line in _step(session, step)]
        if lines:
            yield '\n[[rounds]]\nsteps = """'
            yield from map(_escaped, lines)
            yield '"""'
    if not session.is_between_rounds:
        yield f"next = {json.dumps(session.awaited.what)}"


def _escaped(line: str) -> str:
    if without_comment(line) != line.strip():
        raise ValueError(f"a record cannot hold this step, because # begins a comment: {line}")
    return line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')


def _by_round(steps: Iterable[Step]) -> Iterator[list[Step]]:
    """The steps, a new list with each round that is opened and said something of before."""
    current: list[Step] = []
    for step in steps:
        if any(isinstance(event, RoundOpened) for event in step.events) and current:
            yield current
            current = []
        current.append(step)
    yield current


def _step(session: Session, step: Step) -> Iterator[str]:
    if step.implied and not isinstance(step.command, JoinTable | BringChips):
        return
    usual = session.read(step.text)[0][1]
    yield step.text if usual == step.by else f"{step.by}: {step.text}"
    if step.refused:
        number = session.game.cite.number_of(step.refused.clause) if step.refused.clause else ""
        yield f"  -> refused {step.refused.code}" + (f" [{number}]" if number else "")
