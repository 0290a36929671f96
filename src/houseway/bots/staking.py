"""What bots put down in one round: in turn, openly or on a form, by pass card if they must."""

from __future__ import annotations

from typing import NamedTuple

from houseway.bots.hall import DEALER, SUPERVISOR, Hall
from houseway.bots.strategies import STRATEGIES, Sight, staked
from houseway.bots.table import CannotRun, LiveTable, Stake
from houseway.rulebook.roles import Role
from houseway.tournament import form_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import Round
from houseway.tournament.rounds import ordered
from houseway.tournament.state import Session
from houseway.tournament.terms import Stage

STEP = 2  # stakes are even where they can be, so that half of one is a whole unit
SELDOM = 4  # of so many wagers one is undisclosed, where the conditions give any
LONG = 100_000  # rounds that are left where nobody can count them


class Seated(NamedTuple):
    """A table by the name that the session has for it, the table itself, who sits there by box,
    and how many chips they were issued."""

    name: str
    live: LiveTable
    persons: dict[int, str]
    issued: int

    def here(self, session: Session) -> list[int]:
        """Those who are still in."""
        return [each for each in self.persons if each in session.chips]


def round_at(session: Session, seated: Seated) -> Round:
    found = session.conduct.floors[seated.name].round
    if found is None:
        raise CannotRun(f"no round is open at table {seated.name}")
    return found


def stakes_of(
    hall: Hall, session: Session, stage: Stage, seated: Seated, clock: int
) -> list[Stake]:
    """Everybody in order, each seeing what those before have staked openly."""
    round, in_turn = round_at(session, seated), ordered(hall.tournament)
    found, seen = list[Stake](), dict[int, int]()
    for entry in round.order:
        if in_turn:
            hall.do(w.CallPatron(session.number, entry), DEALER, clock)
        if session.chips[entry] < round.minimum:  # a pass card in hand keeps somebody in
            own = Role.PATRON, seated.persons[entry]
            hall.do(w.PlayPassCard(session.number, entry), own, clock)
            continue
        sight = _sight(session, stage, seated, entry, seen)
        found.append(_stake(hall, session, seated, entry, sight, clock))
        if entry in round.stakes:
            seen[entry] = round.stakes[entry]
    return found


def _stake(
    hall: Hall, session: Session, seated: Seated, entry: int, sight: Sight, clock: int
) -> Stake:
    round, person = round_at(session, seated), seated.persons[entry]
    units = staked(STRATEGIES[hall.strategies[entry]], sight, hall.pick, STEP)
    wagers = seated.live.table.game.simulated.whole
    wager, own = wagers[hall.pick(len(wagers))], (Role.PATRON, person)
    if _has_a_form(hall, session, entry):
        units -= units % round.minimum
        hall.do(f.HandInForm(session.number, entry, wager, units), own, clock)
        hall.do(f.PassForm(session.number, entry), SUPERVISOR, clock)
    else:
        hall.do(w.PlaceStake(session.number, entry, units, wager), own, clock)
        units = round.stakes[entry]
    return Stake(person, seated.live.people[person], wager, units)


def _has_a_form(hall: Hall, session: Session, entry: int) -> bool:
    """Now and then, while the conditions give somebody one more."""
    most = hall.tournament.conditions.undisclosed
    used = session.conduct.forms_used.get(entry, 0)
    return used < most and hall.pick(SELDOM) == 0


def announce(hall: Hall, session: Session, seated: Seated, clock: int) -> None:
    """Every form is announced and placed before the first card."""
    for entry in list(round_at(session, seated).forms):
        hall.do(f.AnnounceForm(session.number, entry), SUPERVISOR, clock)
        hall.do(f.PlaceAnnounced(session.number, entry), DEALER, clock)


def _sight(
    session: Session, stage: Stage, seated: Seated, entry: int, seen: dict[int, int]
) -> Sight:
    round, chips = round_at(session, seated), session.chips
    others = sorted((each for each in round.order if each != entry), key=lambda e: -chips[e])
    left = stage.rounds - session.round[seated.name] if stage.rounds else LONG
    return Sight(
        chips[entry],
        tuple(chips[each] for each in others),
        round.minimum,
        round.maximum,
        left,
        max(1, stage.advance),
        seen.get(others[0], 0) if others else 0,
    )
