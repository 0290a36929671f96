"""Everything that the analysis pages of one service share."""

from __future__ import annotations

from houseway.analysis.markdown import COUNTED, SOLVED
from houseway.service.consoles.analyst.counting import LONGEST_SECONDS, Counting
from houseway.service.consoles.analyst.questions import Answer, Question
from houseway.service.consoles.analyst.simulations import Following, Shelf
from houseway.service.live.hub import Hub
from houseway.service.settings import Settings
from houseway.service.storage.projections import Folds
from houseway.store.log import Log
from houseway.takings.till import Till

SLOW = frozenset((*COUNTED, *SOLVED))  # games that take seconds, which nobody else waits for


class Analysing:
    """Figures as they are counted, simulations as they are dealt, and the settled money."""

    def __init__(self, settings: Settings, log: Log, hub: Hub) -> None:
        self._quick, self._slow = Counting(), Counting()
        self.simulations = Shelf(settings.path)
        self.following = Following(self.simulations, hub)
        self.tills = Folds(log, Till, Till.take)
        hub.at_stop += [self._quick.close, self._slow.close]

    async def ask(self, asked: Question, patience: float = LONGEST_SECONDS) -> Answer:
        """The answer of the counting process that does the game: see `Counting.ask`."""
        return await self._counting(asked).ask(asked, patience)

    def known(self, asked: Question) -> Answer | None:
        """The answer if it has been counted; nothing is begun."""
        return self._counting(asked).known(asked)

    def before(self, asked: Question) -> int | None:
        """How many questions are answered before this one: see `Counting.before`."""
        return self._counting(asked).before(asked)

    def _counting(self, asked: Question) -> Counting:
        return self._slow if asked.game in SLOW else self._quick

    def close(self) -> None:
        self.following.stop()
        self.simulations.close()
        self._quick.close()
        self._slow.close()
