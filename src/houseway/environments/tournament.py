"""A whole tournament as a PettingZoo environment, over the engine that conducts real ones.

Every entrant is an agent. Its actions are what it does when it is its turn to wager: a pass card,
or a stake on one of the wagers, openly or on a form that nobody else may read. Cards, counts,
eliminations, additional rounds and prizes follow by the rules. Choices inside a hand, such as to
draw, are those of plain bots.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from msgspec.structs import replace
from numpy.typing import NDArray
from pettingzoo import AECEnv

from houseway.bots.event import turns
from houseway.bots.staking import Turn
from houseway.bots.table import Hall
from houseway.driving import Deed
from houseway.games import find
from houseway.games.game import Game
from houseway.records.tournamentfile import TournamentFile, read_tournament, template
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.view import Viewer
from houseway.tournament.tournament import decide
from houseway.tournament.view import PlaceSeen, TableSeen, view

PASS_CARD = "pass card"  # noqa: S105  # no password
SHARES = (0, 4, 2, 1)  # of what is held: the minimum, a quarter, half, everything
_NAMES = ("minimum", "quarter", "half", "all")
_STEP = 2  # stakes are even, so that half of one is a whole unit
_MOST = 2**31 - 1
_OF_A_PLACE = 4  # chips, stake, whether a pass card was played, whether a form lies there

Observation = NDArray[np.int64]
Mask = NDArray[np.int8]


def short_tournament(
    game: str, *, entrants: int = 3, rounds: int = 5, pass_cards: int = 0, undisclosed: int = 0
) -> TournamentFile:
    """A final of one table by the document's template.

    Pass cards and undisclosed wagers are for documents that have them; they come with turns.
    """
    file = read_tournament(template(find(game)))
    stage = replace(file.conditions.stages[-1], rounds=rounds, tables=1)
    terms: dict[str, Any] = {"stages": (stage,)}
    if pass_cards or undisclosed:
        terms |= {"ordered": True, "pass_cards": pass_cards, "undisclosed": undisclosed}
    return replace(
        file,
        conditions=replace(file.conditions, **terms),
        bots=replace(file.bots, entrants=entrants),
    )


class TournamentEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One tournament by its conditions; the reward is the prize less the fees, in entry fees.

    An observation is what the agent may see: rounds played, minimum, maximum, its own pass cards,
    then for every entrant chips, open stake, whether a pass card was played and whether a form lies
    there. The info of the agent in turn has an `action_mask`. An action that the rules refuse
    changes nothing, and the info then has `refused`, the `clause` and a `detail` as well.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "houseway_tournament_v0",
        "render_modes": [],
        "is_parallelizable": False,
    }

    def __init__(self, file: TournamentFile) -> None:
        super().__init__()
        self.file, self.render_mode = file, None
        count = file.bots.entrants or file.conditions.most or 0
        self.possible_agents = [f"entrant_{number}" for number in range(1, count + 1)]
        slug = file.conditions.stages[-1].game or file.document
        self._wagers = find(slug).simulated.whole
        self.actions = tuple(_names(find(slug)))
        size = 4 + _OF_A_PLACE * count
        self._space = spaces.Box(0, _MOST, (size,), np.int64)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._space)
        self.action_spaces = {
            agent: spaces.Discrete(len(self.actions)) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> spaces.Box:
        return self._space

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a tournament: entries, ballot and seats are made from the seed."""
        chosen = np.random.default_rng(seed).integers(2**63) if seed is None else seed
        self.hall = Hall(self.file, f"learning/{chosen}")
        self._going = turns(self.hall)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn: Turn | None = next(self._going)
        self._select()

    def _select(self) -> None:
        if self._turn is not None:
            agent = self.agent_selection = self.possible_agents[self._turn.entry - 1]
            self.infos[agent] = {**self.infos[agent], "action_mask": self.action_mask()}

    def action_mask(self) -> Mask:
        """One for each action that the rules accept from the agent in turn, otherwise zero."""
        every = range(len(self.actions))
        return np.array([self._refused(self._deed(each)) is None for each in every], np.int8)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        deed = self._deed(int(action or 0))
        if refused := self._refused(deed):
            self.infos[agent] = {"refused": refused.code, "clause": str(refused.clause),
                                 "detail": refused.detail}  # fmt: skip
            self._select()
        else:
            self._go_on(deed)
        self._accumulate_rewards()

    def _go_on(self, deed: Deed) -> None:
        try:
            self._turn = self._going.send(deed)
        except StopIteration:
            self._turn = None
            self._end()
        self._select()

    def _end(self) -> None:
        """Prizes are paid: everybody is done."""
        tournament = self.hall.tournament
        fee = tournament.conditions.fee or 1
        for agent in self.agents:
            entry = self.possible_agents.index(agent) + 1
            award, paid = tournament.awards.get(entry), tournament.entries[entry].paid
            won = (award.amount if award else 0) - paid
            self.rewards[agent] = won / fee
            self.infos[agent] = {"net_cents": won, "place": tournament.places[entry][0]}
            self.terminations[agent] = True

    # What an action is

    def _deed(self, action: int) -> Deed:
        """The command of an action for the entrant whose turn it is."""
        turn = self._turn
        if turn is None:
            raise ValueError("the tournament is over")
        if not action:
            return turn.bots.pass_card(turn.entry)
        rest, share = divmod(action - 1, len(SHARES))
        undisclosed, wager = divmod(rest, len(self._wagers))
        units = self._units(turn, SHARES[share], undisclosed=bool(undisclosed))
        return turn.bots.stake(
            turn.entry, self._wagers[wager], units, undisclosed=bool(undisclosed)
        )  # fmt: skip

    def _units(self, turn: Turn, share: int, *, undisclosed: bool) -> int:
        """A share of what is held, within the limits; a form has multiples of the minimum."""
        held, round = int(turn.bots.session.chips[turn.entry]), turn.round
        units = held // share if share else round.minimum
        units = max(round.minimum, min(units, round.maximum))
        return units - units % (round.minimum if undisclosed else _STEP)

    def _refused(self, deed: Deed) -> Refused | None:
        """Why the rules of the tournament refuse what an entrant would do."""
        hall = self.hall
        ruling = decide(hall.tournament, deed.command, deed.by, hall.now_us, deed.actor)
        return ruling if isinstance(ruling, Refused) else None

    # What an agent sees

    def observe(self, agent: str) -> Observation:
        """What an agent may see: an undisclosed wager of another has no amount."""
        mine = self.possible_agents.index(agent) + 1
        numbers, table = np.zeros(self._space.shape, np.int64), None
        person = self.hall.tournament.entries[mine].person
        for session in view(self.hall.tournament, Viewer(Role.PATRON, patron=person)).sessions:
            for each in session.tables:
                if any(place.entry == mine for place in each.places):
                    table = each
        if table is not None:
            self._fill(numbers, table, mine)
        return numbers

    def _fill(self, numbers: Any, table: TableSeen, mine: int) -> None:
        round, forms = table.round, {form.entry for form in table.forms}
        numbers[0] = table.played
        if round is not None:
            numbers[1:3] = round.minimum, round.maximum
        for place in table.places:
            if place.entry == mine:
                numbers[3] = place.pass_cards
            first = 4 + _OF_A_PLACE * (place.entry - 1)
            numbers[first : first + _OF_A_PLACE] = _place(place, form=place.entry in forms)

    def render(self) -> None:
        """Nothing is drawn: the pages of the service show a tournament."""

    def close(self) -> None:
        """Nothing is held open."""


def _place(place: PlaceSeen, form: bool) -> tuple[int, ...]:
    return int(place.chips), place.stake or 0, int(place.passed), int(form)


def _names(game: Game) -> list[str]:
    """A pass card, then every share of every wager, openly and on a form."""
    stakes = [f"{share} on {wager}" for wager in game.simulated.whole for share in _NAMES]
    return [PASS_CARD, *stakes, *(f"undisclosed: {each}" for each in stakes)]
