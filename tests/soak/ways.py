"""Look for accepted commands that leave no way out: `make ways STEPS=1000000`.

A walk gives commands at a table as the people of a soak run do: what is awaited, and now and then
anything else that the rules accept. After each step that was not awaited, a copy of the table is
asked for the way out: what is awaited is done, nothing else is said, until no round is under way;
then the closing time comes and the float is counted. A command that leaves no way out is reduced to
the fewest commands that lead there, and printed as a scenario.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import msgspec

from houseway.driving import PRACTICE, Deed, next_command
from houseway.driving.chance import below
from houseway.equipment.seeds import root_of, secret_behind
from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Awaits, Pick
from houseway.games.layout import earlier_round
from houseway.records.sentences import write
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.soak.actors import PATRONS, STAFF, TablePeople
from houseway.table import people_vocabulary as people
from houseway.table.faces import awaits_house
from houseway.table.money import in_tray
from houseway.table.money_vocabulary import OpenFloat
from houseway.table.notifications import owed
from houseway.table.secrets import spent
from houseway.table.secrets_vocabulary import CommitSeed, RevealSeed
from houseway.table.state import HOUSE, Table, round_under_way
from houseway.table.table import decide, evolve, roles_of
from houseway.table.vocabulary import CloseTable, PutUpSign

SECOND_US = 1_000_000
BEGIN_US = 1_700_000_000 * SECOND_US
LONGEST = 300  # commands of a way out: more than two rounds with a new shoe take
LIFE = 400  # commands given at one table
SEED = "5e" * 32
RANK = (
    Role.DEALER, Role.GAMING_SUPERVISOR, Role.TOURNAMENT_DIRECTOR, Role.ASSISTANT_GAMING_MANAGER,
    Role.GAMING_MANAGER, Role.CASINO_DUTY_MANAGER, Role.GAMING_SHIFT_MANAGER, Role.INSPECTOR,
)  # fmt: skip


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

    def copied(self) -> AtTable:
        here = AtTable(deepcopy(self.table), self.now_us, events=list(self.events))
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
    for deed in _next(here, pick):
        refused = here.give(deed)
        if refused is None:
            return
        first = first or (refused, deed)
        if _helped(here, deed, refused):
            return
    raise NoWayOut(*(first or ("nobody is awaited",)))


def _next(here: AtTable, pick: Pick) -> Iterator[Deed]:
    """What may come next, the most natural first: the house, the game's own step, each role."""
    table = here.table
    yield from _house(table)
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


def _is_plain(kind: type[Command]) -> bool:
    """Whether a command needs no facts, and claims none: an irregularity is not invented."""
    claims = kind.__name__.startswith("Report") and kind.__name__ != "ReportCardsComplete"
    return not claims and not any(each.required for each in msgspec.structs.fields(kind))


def _house(table: Table) -> Iterator[Deed]:
    """A virtual table's secret: committed to, and revealed when it is spent."""
    if not table.virtual:
        return
    if not table.commitment:
        yield Deed(CommitSeed(root_of(SEED)), Role.GAMING_SUPERVISOR, HOUSE)
    elif table.closed or spent(table):
        yield Deed(RevealSeed(secret_behind(SEED, table.commitment)), Role.GAMING_SUPERVISOR, HOUSE)


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
    if refused.code in ("not_assigned", "not_dealing"):
        return _staff(here, deed)
    if refused.code != "second_person_needed" or "correction" not in refused.detail:
        return False
    asked = people.AskCorrection(msgspec.json.encode(deed.command).decode(), "it was wrong")
    number = here.table.corrections_asked + 1
    second = by_roles(here.table, people.ConfirmCorrection(number), deed.by, f"{deed.actor} Second")
    return here.give(deed._replace(command=asked)) is None and any(
        here.give(each) is None for each in second
    )


def _staff(here: AtTable, deed: Deed) -> bool:
    """Put a person on the list of the table's staff, or have a dealer come in."""
    table, supervisor = here.table, Deed(c.JoinTable(""), Role.GAMING_SUPERVISOR, "Yan")
    if table.staff.get(deed.actor) != deed.by:
        assign = people.AssignStaff(deed.actor, deed.by)
        return here.give(supervisor._replace(command=assign)) is None
    relieve = people.RelieveDealer(deed.actor)
    return here.give(Deed(relieve, deed.by, deed.actor)) is None


def close(here: AtTable) -> None:
    """The evening ends: what is owed is done, the sign has stood, the float is counted."""
    table = here.table
    for correction in [each.number for each in table.corrections if not each.outcome]:
        _by_somebody(here, people.DropCorrection(correction))
    for each in owed(table):
        _by_somebody(here, people.RecordNotification(each.to, each.about, "telephone"))
    _by_somebody(here, PutUpSign("closing", effective_us=here.now_us))
    here.now_us += 3600 * SECOND_US
    left, counts = in_tray(table), []
    for chip in table.play.chips.denominations:
        counts.append(max(0, left) // chip)
        left = max(0, left) % chip
    counted = table.money.float_in is not None
    closing = CloseTable(tuple(counts), ("Eli", "Gita")) if counted else CloseTable()
    _by_somebody(here, closing)
    for deed in _house(table) if table.commitment else ():
        if refused := here.give(deed):
            raise NoWayOut(refused, deed)


def _by_somebody(here: AtTable, command: Command) -> None:
    first: tuple[Refused, Deed] | None = None
    in_charge = Role.TOURNAMENT_DIRECTOR if here.table.game.table.directed else RANK[1]
    deeds = list(by_roles(here.table, command, in_charge))
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
    steps: int = 0
    asked: int = 0  # how often a copy was asked for the way out
    kinds: Counter[str] = field(default_factory=Counter)  # of the commands that were accepted
    found: list[Found] = field(default_factory=list)
    fewest: bool = True  # what was found is reduced to the fewest commands


def walk(slug: str, seed: str, steps: int, report: Report) -> None:
    """One table of a game after the other, until so many steps were taken or a dead end is met."""
    chance = random.Random(f"ways {slug} {seed}")  # it must come out the same again
    pick = below(chance)
    persons = TablePeople(chance, virtual=0.4)
    done = 0
    while done < steps and not report.found:
        here = _opened(slug, persons)
        for _ in range(LIFE):
            if done >= steps or here.table.closed:
                break
            done += 1
            report.steps += 1
            here.now_us += chance.randrange(60 * SECOND_US)
            if not _step(here, persons, pick, report):
                continue
            report.asked += 1
            if why := no_way_out(here):
                opening, *others = here.taken
                if report.fewest:
                    others = fewest(others, _again(opening), no_way_out)
                report.found.append(Found(slug, seed, [opening, *others], why))
                return


def _opened(slug: str, persons: TablePeople) -> AtTable:
    while True:
        here, chance = AtTable(), persons.chance
        if here.give(persons.opening(slug)) is not None:
            continue
        if chance.random() < 0.5:
            counts = tuple(chance.randrange(3) for _ in here.table.play.chips.denominations)
            here.give(Deed(OpenFloat(counts, ("Eli", "Gita")), RANK[1], "Eli"))
        if chance.random() < 0.3:
            _staff(here, Deed(c.OpenBetting(), Role.DEALER, STAFF[Role.DEALER]))
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
    deed = persons.next(here.table, here.now_us)
    if here.give(deed) is not None:
        return False
    report.kinds[type(deed.command).__name__] += 1
    return not here.table.closed


def no_way_out(here: AtTable) -> str:
    """Why a copy of the table cannot be closed; "" where it can."""
    try:
        way_out(here.copied(), below(random.Random(7)))
    except NoWayOut as why:
        return str(why)
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


def main() -> int:
    from tests.soak import conducted_ways  # it walks by what is here

    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--steps", type=int, default=1_000_000, help="at each game")
    parser.add_argument("--sessions", type=int, help="conducted, of each game that has tournaments")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--games", nargs="*", default=list(slugs()))
    chosen = parser.parse_args()
    sessions = chosen.steps // 1_000 if chosen.sessions is None else chosen.sessions
    reports = []
    for slug in chosen.games:
        report = Report()
        walk(slug, chosen.seed, chosen.steps, report)
        reports.append(report)
        _tell(f"{slug}, tables", report)
    for slug in filter(conducted_ways.SLUGS.__contains__, chosen.games):
        report = Report()
        for number in range(sessions):
            if not report.found:
                conducted_ways.evening(slug, f"{chosen.seed} {number}", report)
        reports.append(report)
        _tell(f"{slug}, {sessions} sessions", report)
    return any(each.found for each in reports)


def _tell(what: str, report: Report) -> None:
    kinds = len(report.kinds)
    walked = f"{report.steps:,} steps, {report.asked:,} ways out asked for, {kinds} kinds of"
    found = f"commands beside the awaited ones, {len(report.found)} dead ends"
    print(f"{what}: {walked} {found}", flush=True)
    for each in report.found:
        print(each.text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
