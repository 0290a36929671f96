"""Look for accepted commands that leave no way out: `make ways STEPS=1000000`.

A walk gives commands at a table as the people of a soak run do: what is awaited, and now and then
anything else that the rules accept. After each step that was not awaited, a copy of the table is
asked for the way out: what is awaited is done, nothing else is said, until no round is under way;
then the closing time comes and the float is counted. A command that leaves no way out is reduced to
the fewest commands that lead there, and printed as a scenario.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from houseway.driving import PRACTICE, Deed, below, next_command
from houseway.equipment.seeds import root_of, secret_behind
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits, Pick
from houseway.games.layout import earlier_round
from houseway.records.sentences import write
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.soak.actors import PATRONS, STAFF, TablePeople
from houseway.table import people
from houseway.table.faces import awaits_house
from houseway.table.money import OpenFloat, in_tray
from houseway.table.rulings import owed
from houseway.table.secrets import (
    AbandonSecret,
    CommitSeed,
    RecordPublicValue,
    RevealSeed,
    StopDealing,
    awaits_public_value,
    spent,
)
from houseway.table.state import HOUSE, Table, round_under_way
from houseway.table.table import MACHINE, decide, evolve, roles_of
from houseway.table.vocabulary import CloseTable, PutUpSign, RegisterEquipment, ReleaseCards
from tests.amendments import EXAMPLES, adopted
from tests.soak.copying import copied, shape
from tests.soak.guided import Guided, at_table

SECOND_US = 1_000_000
BEGIN_US = 1_925_000_000 * SECOND_US  # in 2031, when amended editions are in force
LONGEST = 300  # commands of a way out: more than two rounds with a new shoe take
TRIES = 6  # rarely accepted commands thought of in one step
LIFE = 400  # commands given at one table
AGAIN = 0.02  # how often the way out of a known situation is asked for
SEED = "5e" * 32
RANK = (
    Role.DEALER, Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR, Role.ASSISTANT_GAMING_MANAGER,
    Role.GAMING_MANAGER, Role.CASINO_DUTY_MANAGER, Role.GAMING_SHIFT_MANAGER, Role.INSPECTOR,
)  # fmt: skip
_STAFFING = ("not_assigned", "not_dealing")  # refusals for who gives a command


class NoWayOut(Exception):
    """The state awaits something that nobody can truthfully give."""

    def __init__(self, refused: Refused | str, deed: Deed | None = None) -> None:
        asked = f"{type(deed.command).__name__} by {deed.by}: " if deed else ""
        super().__init__(f"{asked}{refused}")


class Step(NamedTuple):
    deed: Deed
    at_us: int


def choosing(accepted: Callable[[Deed], bool]) -> Callable[[Awaits, Pick], Command]:
    """The first choice that the rules accept from the person who chooses."""

    def choose(awaited: Awaits, pick: Pick) -> Command:
        first = pick(len(awaited.choices))
        among = (*awaited.choices[first:], *awaited.choices[:first])
        by = Role.PATRON if awaited.who not in set(Role) else Role(awaited.who)
        likely = (each for each in among if accepted(Deed(each, by, awaited.who)))
        return next(likely, among[0])

    return choose


@dataclass
class AtTable:
    """A table, its clock, and the commands that brought it here."""

    table: Table = field(default_factory=Table)
    now_us: int = BEGIN_US
    taken: list[Step] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    def ruling(self, deed: Deed) -> Any:
        return decide(self.table, deed.command, deed.by, self.now_us, deed.actor)

    def accepts(self, deed: Deed) -> bool:
        return not isinstance(self.ruling(deed), Refused)

    def give(self, deed: Deed) -> Refused | None:
        ruling = self.ruling(deed)
        if isinstance(ruling, Refused):
            return ruling
        for event in ruling.events:
            evolve(self.table, event)
        self.events += ruling.events
        self.table.play.layout.recall = lambda number: earlier_round(self.events, number)
        self.table.game.check(self.table.play)
        self.taken.append(Step(deed, self.now_us))
        return None

    @property
    def situation(self) -> Any:
        """What the way out hangs on: all states by their words, and the last command."""
        table, play = self.table, self.table.play
        last = type(self.taken[-1].deed.command) if self.taken else None
        return last, shape(table, table.money, play, play.layout)

    def copied(self) -> AtTable:
        here = AtTable(copied(self.table), self.now_us, events=list(self.events))
        here.table.play.layout.recall = lambda number: earlier_round(here.events, number)
        return here


# The way out of a table


def way_out(here: AtTable, pick: Pick) -> list[Deed]:
    """The commands that end the round and close the table; raises NoWayOut if there are none.

    `here` is a copy, and is closed afterwards.
    """
    begun = len(here.taken)
    finish(here, pick)
    close(here)
    return [step.deed for step in here.taken[begun:]]


def finish(here: AtTable, pick: Pick) -> None:
    """Do what is awaited until no round is under way and no wager lies on the layout."""
    for _ in range(LONGEST):
        if round_under_way(here.table) is None and not here.table.play.layout.wagers:
            return
        go_on(here, pick)
    raise NoWayOut("the round never ends")


def go_on(here: AtTable, pick: Pick) -> None:
    """Take the awaited step: the first of those thought of that is accepted."""
    first: tuple[Refused, Deed] | None = None
    judged = set[str]()  # refused for another reason than who gives them
    for deed in _next(here, pick):
        refused = here.give(deed)
        if refused is None:
            return
        first = first or (refused, deed)
        kind = type(deed.command).__name__
        if kind not in judged and _helped(here, deed, refused):
            return
        if refused.code not in ("role_may_not", *_STAFFING):
            judged.add(kind)
    raise NoWayOut(*(first or ("nobody is awaited",)))


def _next(here: AtTable, pick: Pick) -> Iterator[Deed]:
    """What may come next, the most natural first: the house, the game's own step, each role."""
    table = here.table
    yield from _house(table)
    if table.stopped:
        yield from _given_up(table)
        return
    awaited = table.game.awaits(table.play)
    policy = PRACTICE._replace(choose=choosing(here.accepts), closes_one_in=1)
    actor = HOUSE if table.virtual and awaits_house(awaited) else ""
    by = Role.DEALER if awaited.who not in set(Role) else Role(awaited.who)
    plain = [each() for each in awaited.commands if _is_plain(each)]
    if awaited.what == "wagers":  # nobody can be made to come, or to wager
        yield from _no_more_bets(table, awaited)
        yield from (deed for each in plain for deed in by_roles(table, each, by, actor))
        return
    command, by = next_command(table.game, table.play, policy, pick)
    yield from by_roles(table, command, by, actor)
    yield from (deed for each in plain for deed in by_roles(table, each, by, actor))


@cache
def _is_plain(kind: type[Command]) -> bool:
    """Whether a command needs no facts, and claims none: an irregularity is not invented."""
    claims = kind.__name__.startswith("Report") and kind.__name__ != "ReportCardsComplete"
    return not claims and not any(each.required for each in msgspec.structs.fields(kind))


def _house(table: Table) -> Iterator[Deed]:
    """A virtual table's secret: committed to, and revealed when it is spent."""
    if not table.virtual:
        return
    if not table.commitment:
        command: Command = CommitSeed(root_of(SEED))
    elif table.closed or spent(table):
        command = RevealSeed(secret_behind(SEED, table.commitment))
    elif awaits_public_value(table):
        reader = "Olga" if table.public_read and table.public_read[1].person != "Olga" else "Pia"
        yield from by_roles(table, RecordPublicValue("4 8 15"), Role.GAMING_SUPERVISOR, reader)
        return
    else:
        return
    yield from by_roles(table, command, Role.GAMING_SUPERVISOR, HOUSE)


def _given_up(table: Table) -> Iterator[Deed]:
    """Dealing has stopped: the round is void, and the secret that cannot be revealed given up."""
    reason, provisions = table.stopped, table.play.rules.provisions
    yield from by_roles(table, AbandonSecret(reason), Role.GAMING_SUPERVISOR)
    for person, box, wager in table.play.layout.wagers:
        yield from by_roles(table, c.WithdrawWager(person, wager, box), Role.PATRON)
    for ground in provisions.grounds:
        void = c.InvalidateOutcome(ground, reason)
        yield from by_roles(table, void, Role.GAMING_SUPERVISOR)


def _no_more_bets(table: Table, awaited: Awaits) -> Iterator[Deed]:
    """Everybody who is waited for has no wager, and the betting is closed."""
    command = awaited.command or c.CallNoMoreBets()
    yield from by_roles(table, command, table.game.giver(command, awaited.who))
    confirm: Any = next((kind for kind in awaited.commands if kind.sits_out), None)
    waiting = table.play.layout.idle_rounds if confirm else ()
    for person in (each for each in waiting if each not in getattr(table.play, confirm.sits_out)):
        yield from by_roles(table, confirm(person), Role.DEALER)


def by_roles(table: Table, command: Command, by: Role, actor: str = "") -> Iterator[Deed]:
    """The command in the natural role, then in each other that may give it, by two persons each."""
    named = str(getattr(command, "patron", ""))
    may = roles_of(table, type(command))
    for role in dict.fromkeys((by, *(each for each in RANK if each in may))):
        who = named or PATRONS[0] if role == Role.PATRON else STAFF.get(role, "Zoe")
        for person in (actor,) if actor else (who, f"{who} Second"):
            yield Deed(command, role, person)


def _helped(here: AtTable, deed: Deed, refused: Refused) -> bool:
    """Do what a refusal asks for first: another person, or one who works at this table."""
    if refused.code in _STAFFING:
        return _staff(here, deed)
    if refused.code == "equipment_not_identified":
        return _registered(here)
    if refused.code != "second_person_needed" or "correction" not in refused.detail:
        return False
    asked = people.AskCorrection(msgspec.json.encode(deed.command).decode(), "it was wrong")
    number = here.table.corrections_asked + 1
    second = by_roles(here.table, people.ConfirmCorrection(number), deed.by, f"{deed.actor} Second")
    return _staffed(here, deed._replace(command=asked)) is None and any(
        _staffed(here, each) is None for each in second
    )


def _staffed(here: AtTable, deed: Deed) -> Refused | None:
    """Give a command, after its giver was put on the list of the table's staff."""
    refused = here.give(deed)
    while refused and refused.code in _STAFFING and _staff(here, deed):
        refused = here.give(deed)
    return refused


def _staff(here: AtTable, deed: Deed) -> bool:
    """Put a person on the list of the table's staff, or have a dealer come in."""
    if here.table.staff.get(deed.actor) != deed.by:
        assign = people.AssignStaff(deed.actor, deed.by)
        asked = by_roles(here.table, assign, Role.GAMING_SUPERVISOR)
        return any(here.give(each) is None for each in asked)
    relieve = people.RelieveDealer(deed.actor)
    return here.give(Deed(relieve, deed.by, deed.actor)) is None


def _registered(here: AtTable) -> bool:
    """What lies at the table has an identifier, and is put into the register again."""
    table = here.table
    lying = (("card set", "C-1"), ("deck-checking device", "D-1"))
    commands = (
        *map(ReleaseCards, table.stored),
        *(RegisterEquipment(*each) for each in lying),
    )
    deeds = (deed for each in commands for deed in by_roles(table, each, Role.GAMING_MANAGER))
    return any(here.give(deed) is None for deed in deeds)


def close(here: AtTable) -> None:
    """The evening ends: what is owed is done, the sign has stood, the float is counted."""
    table = here.table
    for correction in [each.number for each in table.corrections if not each.outcome]:
        _by_somebody(here, people.DropCorrection(correction))
    while due := owed(table):
        told = people.RecordNotification(due[0].to, due[0].about, "telephone")
        _by_somebody(here, told)
    _by_somebody(here, PutUpSign("closing", effective_us=here.now_us))
    here.now_us += 3600 * SECOND_US
    left, counts = in_tray(table), []
    for chip in table.play.chips.denominations:
        counts.append(max(0, left) // chip)
        left = max(0, left) % chip
    counted = table.money.float_in is not None
    closing = CloseTable(tuple(counts), ("Eli", "Gita")) if counted else CloseTable()
    _by_somebody(here, closing)
    if table.commitment:
        _first(here, list(_house(table)))


def _by_somebody(here: AtTable, command: Command) -> None:
    in_charge = Role.TOURNAMENT_DIRECTOR if here.table.game.table.directed else RANK[1]
    _first(here, list(by_roles(here.table, command, in_charge)))


def _first(here: AtTable, deeds: list[Deed]) -> None:
    """Give the first of these that is accepted."""
    first: tuple[Refused, Deed] | None = None
    for deed in deeds:
        refused = here.give(deed)
        while refused and _helped(here, deed, refused):
            refused = here.give(deed)
        if refused is None:
            return
        first = first or (refused, deed)
    assert first
    raise NoWayOut(*first)


# Walks


class Found(NamedTuple):
    """A dead end: the commands that lead there and what is refused."""

    slug: str
    seed: str
    steps: list[Step]
    why: str

    @property
    def text(self) -> str:
        """The scenario, one sentence a line."""
        title = f"== {self.slug}: no way out ({self.seed})"
        lines = [f"    {each.deed.by} {each.deed.actor}: {_sentence(each)}" for each in self.steps]
        return "\n".join([title, *lines, f"=> {self.why}"])


def _sentence(step: Step) -> str:
    try:
        return write(step.deed.command)
    except (AttributeError, KeyError, TypeError, ValueError):
        return repr(step.deed.command)


@dataclass
class Report:
    """What a search has done; what was `given` is all that was accepted, ways out left aside."""

    steps: int = 0
    asked: int = 0  # how often a copy was asked for the way out
    given: Counter[str] = field(default_factory=Counter)  # commands, wagers and what was awaited
    found: list[Found] = field(default_factory=list)
    fewest: bool = True  # what was found is reduced to the fewest commands
    situations: set[Any] = field(default_factory=set)  # in which the way out was asked for

    def note(self, here: AtTable, since: int = 0) -> None:
        """Count the last commands, the wagers placed by them, and what the table awaits now."""
        for deed, _ in here.taken[since:]:
            self.given[type(deed.command).__name__] += 1
            if isinstance(deed.command, c.PlaceWager):
                self.given[f"on {deed.command.wager}"] += 1
        if not here.table.play.layout.idle_rounds:
            self.given["nobody at the table"] += 1
        self.given[f"awaits {here.table.game.awaits(here.table.play).what}"] += 1

    def is_new(self, here: Any, chance: random.Random) -> bool:
        """Whether to ask for the way out: where the situation is new, and now and then again."""
        known = len(self.situations)
        self.situations.add(here.situation)
        asks = len(self.situations) > known or chance.random() < AGAIN
        self.asked += asks
        return asks


def walk(slug: str, seed: str, steps: int, report: Report) -> None:
    """One table of a game after the other, until so many steps were taken or a dead end is met.

    Some tables stand under an amended edition with side wagers, where there is an example of one.
    """
    chance = random.Random(f"ways {slug} {seed}")  # it must come out the same again
    examples = sorted(EXAMPLES.glob("*.hwa"))
    texts = [text for text in map(Path.read_text, examples) if f'amends = "{slug}@' in text]
    with adopted(chance.choice(texts)) if texts else nullcontext() as amended:
        names = (slug, slug, slug, amended.document.id) if amended else (slug,)
        persons = TablePeople(chance, virtual=0.4)
        until = report.steps + steps
        while report.steps < until and not report.found:
            here = _opened(chance.choice(names), persons, report)
            _walk_at(here, persons, until, report)
    report.found[:] = [each._replace(slug=slug, seed=seed) for each in report.found]


def _walk_at(here: AtTable, persons: TablePeople, until: int, report: Report) -> None:
    chance, pick = persons.chance, below(persons.chance)
    for _ in range(LIFE):
        if report.steps >= until or here.table.closed:
            return
        report.steps += 1
        here.now_us += chance.randrange(60 * SECOND_US)
        taken = len(here.taken)
        strange = _step(here, persons, pick, report)
        report.note(here, taken)
        if not strange or here.table.closed or not report.is_new(here, chance):
            continue
        if why := no_way_out(here):
            opening, *others = here.taken
            if report.fewest:
                others = fewest(others, _again(opening), no_way_out)
                why = no_way_out(_again(opening)(others))
            report.found.append(Found("", "", [opening, *others], why))
            return


def _opened(name: str, persons: TablePeople, report: Report) -> AtTable:
    while True:
        here, chance = AtTable(), persons.chance
        if here.give(persons.opening(name)) is not None:
            continue
        if chance.random() < 0.5:
            counts = tuple(chance.randrange(3) for _ in here.table.play.chips.denominations)
            here.give(Deed(OpenFloat(counts, ("Eli", "Gita")), RANK[1], "Eli"))
        if chance.random() < 0.3:
            _staff(here, Deed(c.OpenBetting(), Role.DEALER, STAFF[Role.DEALER]))
        report.note(here)
        opening: Any = here.taken[0].deed.command
        report.given["virtual tables" if here.table.virtual else "recorded tables"] += 1
        report.given.update(f"{each}: {value}" for each, value in opening.options.items())
        return here


def _step(here: AtTable, persons: TablePeople, pick: Pick, report: Report) -> bool:
    """Give one command; true if it was accepted and is not what the way out does anyway."""
    if pick(3):
        try:
            go_on(here, pick)
        except NoWayOut:
            return True
        if here.table.game.awaits(here.table.play).what == "open" and pick(2):
            here.give(Deed(c.OpenBetting(), Role.DEALER, STAFF[Role.DEALER]))
            return True
        return False
    if here.table.game.awaits(here.table.play).what == "wagers" and not pick(4):
        return _wagered(here, persons.chance)
    if pick(3):
        return here.give(persons.next(here.table, here.now_us)) is None
    return _guided(here, persons.chance, report)


def _wagered(here: AtTable, chance: random.Random) -> bool:
    """Somebody wagers on any spot of the layout, side wagers among them."""
    person = chance.choice(PATRONS)
    spots = list(here.table.game.spots(here.table.play, person))
    if not spots:
        return False
    spot = chance.choice(spots)
    placed = c.PlaceWager(person, spot.wager, spot.minimum * chance.randrange(1, 4), spot.box)
    return here.give(Deed(placed, Role.PATRON, person)) is None


def _guided(here: AtTable, chance: random.Random, report: Report) -> bool:
    """Give a command that was rarely accepted so far, with facts that make sense."""
    table, guided = here.table, Guided(chance, report.given)
    names = at_table(table, here.now_us, chance, here.table.game.awaits(table.play).choices)
    houses = (CommitSeed, RevealSeed)
    kinds = [kind for kind in (*table.game.orders, *MACHINE.commands) if kind not in houses]
    for _ in range(TRIES):
        kind = guided.kind(kinds)
        command = guided.command(kind, names)
        if command is None:
            continue
        by = chance.choice(sorted(roles_of(table, kind)))
        house = HOUSE if kind is StopDealing else ""
        who = house or (getattr(command, "patron", "") if by == Role.PATRON else STAFF[by])
        deed = Deed(command, by, who or PATRONS[0])
        refused = here.give(deed)
        if refused is None or _helped(here, deed, refused):
            return True
    return False


def no_way_out(here: AtTable) -> str:
    """Why a copy of the table cannot be closed; "" where it can."""
    return asked(way_out, here)


def asked(way: Callable[[Any, Pick], Any], here: Any) -> str:
    """Why a copy of a state has no such way out; "" where it has."""
    try:
        way(here.copied(), below(random.Random(7)))
    except NoWayOut as why:
        return str(why)
    except Exception as wrong:  # a ruling that breaks leads nowhere either
        return f"broken: {type(wrong).__name__}: {wrong}"
    return ""


def _again(opening: Step) -> Callable[[list[Step]], AtTable]:
    def again(steps: list[Step]) -> AtTable:
        """The same commands at a new table, as far as they are accepted there."""
        here = AtTable()
        for deed, at_us in (opening, *steps):
            here.now_us = at_us
            here.give(deed)
        return here

    return again


def fewest(
    steps: list[Step], again: Callable[[list[Step]], Any], no_way: Callable[[Any], str]
) -> list[Step]:
    """As few of the commands as still lead to a state without a way out."""
    size = len(steps) // 2 or 1
    while size and steps:
        at = 0
        while at < len(steps):
            left = steps[:at] + steps[at + size :]
            if no_way(again(left)):
                steps = left
            else:
                at += size
        size //= 2
    return steps
