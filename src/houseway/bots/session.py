"""One table of a session by bots: rounds opened, stakes made in turn, cards dealt, all counted."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from houseway.bots.hall import DEALER, Hall
from houseway.bots.staking import STEP, Bots, Seated
from houseway.bots.table import CannotRun, LiveTable, Stake
from houseway.driving import Deed
from houseway.driving.tournaments import next_in_round
from houseway.games.fields import Held
from houseway.tournament import form_vocabulary as f
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import Round
from houseway.tournament.ending import to_play
from houseway.tournament.state import Session
from houseway.tournament.terms import Stage

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
