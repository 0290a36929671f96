"""What bots put down in one round: in turn, openly or on a form, by pass card if they must."""

from __future__ import annotations

from typing import NamedTuple

from houseway.bots.hall import DEALER, SUPERVISOR, Hall
from houseway.bots.strategies import STRATEGIES, Sight, staked
from houseway.bots.table import LiveTable, Stake
from houseway.driving import Deed
from houseway.driving.tournaments import SessionPeople
from houseway.games.fields import Held
from houseway.rulebook.roles import Role
from houseway.tournament import form_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.conduct import Round
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
