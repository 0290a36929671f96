"""What bots put down in one round: in turn, openly or on a form, by pass card if they must."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import NamedTuple

from houseway.bots.table import DEALER, SUPERVISOR, CannotRun, Hall, LiveTable, Stake
from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople, next_in_round
from houseway.games.fields import Held
from houseway.games.game import Pick
from houseway.rulebook.roles import Role
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.rounds import to_play
from houseway.tournament.state import Round, Session
from houseway.tournament.terms import Stage

# How a bot stakes: what it sees before its turn, and what it would put down.

LAST_ROUNDS = 5  # in which a bot that is behind begins to chase
TENTH = 10


class Sight(NamedTuple):
    """What everybody at the table can see when it is one's turn.

    `others` are the chips of the others who are still in, most first; `go_on` is how many places
    are worth having; `leader` is what the richest of the others has staked in this round, 0 where
    that has not been yet.
    """

    chips: int
    others: tuple[int, ...]
    minimum: int
    maximum: int
    rounds_left: int
    go_on: int
    leader: int = 0

    @property
    def to_beat(self) -> int:
        """The chips in the last place that goes on or wins; 0 where there is none."""
        return self.others[self.go_on - 1] if 0 < self.go_on <= len(self.others) else 0

    @property
    def behind(self) -> int:
        """How many chips are missing to be level with that place."""
        return max(0, self.to_beat - self.chips)


Strategy = Callable[[Sight, Pick], int]


def flat_minimum(sight: Sight, pick: Pick) -> int:
    """Always the minimum, and hope that others fall."""
    return sight.minimum


def proportion(sight: Sight, pick: Pick) -> int:
    """A tenth of what is held."""
    return sight.chips // TENTH


def all_in_when_behind(sight: Sight, pick: Pick) -> int:
    """The minimum until the last rounds; then what is missing, and everything in the last two."""
    if not sight.behind or sight.rounds_left > LAST_ROUNDS:
        return sight.minimum
    return sight.chips if sight.rounds_left <= 2 else sight.behind + sight.minimum


def follow_leader(sight: Sight, pick: Pick) -> int:
    """What the richest of the others has staked; a tenth where that has not been yet."""
    return sight.leader or sight.chips // TENTH


def all_in(sight: Sight, pick: Pick) -> int:
    """As much as may be staked, always."""
    return sight.chips


def at_random(sight: Sight, pick: Pick) -> int:
    """Anything from the minimum to a third of what is held."""
    return sight.minimum + pick(max(1, sight.chips // 3))


STRATEGIES: dict[str, Strategy] = {
    "minimum": flat_minimum,
    "proportion": proportion,
    "behind": all_in_when_behind,
    "leader": follow_leader,
    "all in": all_in,
    "random": at_random,
}


def staked(strategy: Strategy, sight: Sight, pick: Pick, step: int) -> int:
    """What a strategy puts down: within the limits and what is held, in whole steps if it can."""
    most = min(sight.maximum, sight.chips)
    wanted = max(sight.minimum, min(strategy(sight, pick), most))
    return max(sight.minimum, wanted - wanted % step)


STEP = 2  # stakes are even where they can be, so that half of one is a whole unit
SELDOM = 4  # of so many wagers one is undisclosed, where the conditions give any
LONG = 100_000  # rounds that are left where nobody can count them


class Seated(NamedTuple):
    """A table by the name that the session has for it, the table itself, who sits there by box,
    and how many chips they were issued."""

    name: str
    live: LiveTable
    persons: dict[int, str]
    issued: Held

    def here(self, session: Session) -> list[int]:
        """Those who are still in."""
        return [each for each in self.persons if each in session.chips]


class Bots:
    """The bots at one table of a session: what they put down in one round.

    `asked` is the entrant whose turn it is to wager; 0: nobody.
    """

    def __init__(self, hall: Hall, session: Session, stage: Stage, seated: Seated) -> None:
        self.hall, self.session, self.stage, self.seated = hall, session, stage, seated
        self.chosen: dict[int, str] = {}  # entry to the wager staked on
        self.asked = 0

    @property
    def people(self) -> SessionPeople:
        return SessionPeople(DEALER[1], SUPERVISOR[1], self._ask)

    def _ask(self, round: Round, entry: int) -> Deed | None:
        """Wait for an entrant, no matter who wagers for them."""
        self.asked = entry
        return None

    def wager(self, round: Round, entry: int) -> Deed:
        """Everybody sees what those before have staked openly."""
        if self.session.chips[entry] < round.minimum:  # a pass card keeps an entrant in
            return self.pass_card(entry)
        hall, sight = self.hall, self._sight(round, entry)
        units = staked(STRATEGIES[hall.strategies[entry]], sight, hall.pick, STEP)
        wagers = self.seated.live.table.game.simulated.whole
        wager = wagers[hall.pick(len(wagers))]
        if _has_a_form(hall, self.session, entry):
            return self.stake(entry, wager, units - units % round.minimum, undisclosed=True)
        return self.stake(entry, wager, units)

    def stake(self, entry: int, wager: str, units: int, *, undisclosed: bool = False) -> Deed:
        """So many units on a wager, openly or on a form."""
        number, person = self.session.number, self.seated.persons[entry]
        if undisclosed:
            return Deed(f.HandInForm(number, entry, wager, units), Role.PATRON, person)
        return Deed(w.PlaceStake(number, entry, units, wager), Role.PATRON, person)

    def pass_card(self, entry: int) -> Deed:
        """Stake nothing in this round."""
        person = self.seated.persons[entry]
        return Deed(w.PlayPassCard(self.session.number, entry), Role.PATRON, person)

    def stakes(self, round: Round) -> list[Stake]:
        """What lies on the table once betting has closed."""
        persons, boxes = self.seated.persons, self.seated.live.people
        return [
            Stake(persons[entry], boxes[persons[entry]], wager, round.staked[entry])
            for entry, wager in self.chosen.items()
        ]

    def _sight(self, round: Round, entry: int) -> Sight:
        chips, stage = self.session.chips, self.stage
        others = sorted((each for each in round.order if each != entry), key=lambda e: -chips[e])
        left = stage.rounds - self.session.round[self.seated.name] if stage.rounds else LONG
        return Sight(
            int(chips[entry]),
            tuple(int(chips[each]) for each in others),
            round.minimum,
            round.maximum,
            left,
            max(1, stage.advance),
            round.stakes.get(others[0], 0) if others else 0,
        )


def _has_a_form(hall: Hall, session: Session, entry: int) -> bool:
    """Return whether an entrant uses a form: at times, while the conditions allow one more."""
    most = hall.tournament.conditions.undisclosed
    used = session.conduct.forms_used.get(entry, 0)
    return used < most and hall.pick(SELDOM) == 0


# One table of a session by bots: rounds opened, stakes made in turn, cards dealt, all counted.

SECOND_US, MINUTE_US = 1_000_000, 60_000_000
ROUNDS = 100_000  # more than any session has
LONG_SHOES = 500  # more rounds than a shoe has
ADDITIONAL = 500  # more rounds than chance needs to part those who are level


class Turn(NamedTuple):
    """An entrant who is to wager now, at a table of bots."""

    bots: Bots
    round: Round
    entry: int


Turns = Generator[Turn, Deed, None]  # each is answered with what the entrant does


def play_table(hall: Hall, session: Session, stage: Stage, seated: Seated) -> Turns:
    """All rounds of a session at one table, and its count."""
    floor, clock = session.conduct.floors[seated.name], hall.now_us
    for _ in range(ROUNDS):
        if floor.ended or not to_play(hall.tournament, session, seated.name, clock):
            break
        if len(seated.here(session)) < 2 and floor.kept_rounds:
            break
        yield from _round(hall, session, stage, seated, clock)
        clock += MINUTE_US  # a round is taken to last a minute
    if not floor.ended:
        hall.do(s.EndTable(session.number, seated.name), DEALER, clock)
    hall.do(_count(session, seated), DEALER, clock)


def _round(hall: Hall, session: Session, stage: Stage, seated: Seated, clock: int) -> Turns:
    number, table = session.number, seated.name
    before = seated.here(session)
    hall.do(w.OpenRound(number, table), DEALER, clock)
    for entry in before:
        if entry not in session.chips:
            seated.live.leave(seated.persons[entry])
    floor = session.conduct.floors[table]
    if floor.round is None:
        return
    bots, round = Bots(hall, session, stage, seated), floor.round
    yield from _betting(hall, bots, round, clock)
    stakes = bots.stakes(round)
    shoes, seated.live.at_us = seated.live.shoes, clock + SECOND_US
    if stakes:
        seated.live.play(stakes)
    hall.rounds += 1
    hall.do(_count(session, seated), DEALER, clock + 2 * SECOND_US)
    for _ in range(seated.live.shoes - shoes):
        hall.do(s.ReportShoe(number, table), DEALER, clock)
    if stage.shoes and session.round[table] > LONG_SHOES and not seated.live.shoes:
        raise CannotRun(f"{seated.live.table.slug} has no shoe: play it in rounds or minutes")


def _betting(hall: Hall, bots: Bots, round: Round, clock: int) -> Turns:
    """Everything up to the cards; those who are to wager are asked."""
    while True:
        bots.asked = 0
        table = bots.seated.name
        deed = next_in_round(hall.tournament, bots.session, round, table, bots.people)
        if deed is None and bots.asked:
            deed = yield Turn(bots, round, bots.asked)
            if isinstance(deed.command, w.PlaceStake | f.HandInForm):
                bots.chosen[bots.asked] = deed.command.on
        if deed is None:
            return
        hall.do(deed.command, deed[1:], clock)


def _count(session: Session, seated: Seated) -> s.CountTable:
    """What the table itself says that everybody holds."""
    persons, live = seated.persons, seated.live
    counts = tuple((each, live.held(persons[each])) for each in seated.here(session))
    won = seated.issued - sum(held for _, held in counts)
    numbers = {persons[each]: each for each, held in counts if not held}
    emptied = tuple(numbers[each] for each in live.collected if each in numbers)
    return s.CountTable(session.number, seated.name, counts, won, "table", emptied)


def play_off(
    hall: Hall, session: Session, stage: Stage, live: LiveTable, entries: tuple[int, ...]
) -> None:
    """Additional rounds among those who are level, until nothing is left to be separated."""
    persons = {each: hall.tournament.entries[each].person for each in entries}
    for box, entry in enumerate(entries, hall.tournament.rules.sessions.boxes[0]):
        live.sit(persons[entry], box, session.chips[entry])
    for _ in range(ADDITIONAL):
        playing = list(session.playing_on)
        for entry in entries:
            if entry not in playing and persons[entry] in live.people:
                live.leave(persons[entry])
        if not playing:
            return
        for entry in playing:  # an entrant who could not play on has been issued chips again
            given = session.chips[entry] - live.held(persons[entry])
            live.sit(persons[entry], live.people[persons[entry]], given)
        hall.do(_additional(hall, session, stage, live, playing), DEALER)
    raise CannotRun(f"additional rounds of session {session.number} did not end")


def _additional(
    hall: Hall, session: Session, stage: Stage, live: LiveTable, playing: list[int]
) -> r.RecordAdditionalRound:
    """One such round, with the last wagers in the order in which they were collected."""
    persons = {each: hall.tournament.entries[each].person for each in playing}
    wagers = live.table.game.simulated.whole
    stakes = {
        each: Stake(person, live.people[person], wagers[hall.pick(len(wagers))],
                    _at_risk(hall, live.held(person), stage))
        for each, person in persons.items()
    }  # fmt: skip
    live.play(stakes.values())
    hall.rounds += 1
    taken = {person: place for place, person in enumerate(live.collected)}
    order = sorted(playing, key=lambda each: taken.get(persons[each], -1))
    last = tuple(r.Emptied(each, stakes[each].units) for each in order)
    counts: dict[int, Held] = {each: live.held(persons[each]) for each in playing}
    return r.RecordAdditionalRound(session.number, counts, last)


def _at_risk(hall: Hall, held: int, stage: Stage) -> int:
    """Anything that may be staked, so that people part soon."""
    most = min(held, stage.maximum)
    units = stage.minimum + hall.pick(most - stage.minimum + 1)
    return max(stage.minimum, units - units % STEP)
