"""Drills as pages ask for them: the next one is made while the present one is being answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from markupsafe import Markup

from houseway.games import find
from houseway.randomness import new_seed
from houseway.service import draw
from houseway.service.texts.language import clear_when_language_changes
from houseway.table.view import View
from houseway.training.choosing import BOOK, Scope, choose
from houseway.training.drill import Drill
from houseway.training.generate import NoDrill, drill, kinds_of
from houseway.training.progress import Progress

KEPT = 64  # drills of all who train on this process
_FURTHER = 5  # seeds tried before a kind counts as impossible


class Asked(NamedTuple):
    """Which drill: a game, the kinds to choose among, a seed, and how many came before.

    `exact` names one drill by kind and seed, such as `payout/7`, where the schedule chose it.
    """

    slug: str
    kinds: tuple[str, ...]
    seed: str
    number: int
    exact: str = ""

    @property
    def kind(self) -> str:
        if self.exact:
            return self.exact.partition("/")[0]
        among = self.kinds or kinds_of(find(self.slug))
        return among[self.number % len(among)]

    @property
    def next(self) -> Asked:
        return self._replace(number=self.number + 1)


class QuestionPlan(NamedTuple):
    """A question that the schedule chooses: whose, of what, and which number the page gives it."""

    account: str
    scope: Scope
    number: int


class DrawnDrill(NamedTuple):
    """A drill with its table drawn, as a page shows it."""

    drill: Drill
    felt: Markup


class DrillDesk:
    """The drills of one process, the latest kept. Its functions block: call them in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Asked, DrawnDrill] = OrderedDict()
        self._planned: OrderedDict[tuple[str, Scope, int], str] = OrderedDict()
        self._lock = Lock()

    def ready(self, asked: Asked) -> DrawnDrill:
        """The drill that was made ahead, or one made now."""
        with self._lock:
            made = self._kept.get(asked)
        if made is None:
            made = _drawn(self._made(asked))
            self._keep(asked, made)
        return made

    def ahead(self, asked: Asked) -> None:
        """Make a drill before it is asked for."""
        with self._lock:
            if asked in self._kept:
                return
        self._keep(asked, _drawn(self._made(asked)))

    def forget_drawn(self) -> None:
        """Drop the drills made ahead: their tables were drawn in another language."""
        with self._lock:
            self._kept.clear()

    def planned(self, plan: QuestionPlan, progress: Progress, now_us: int) -> Asked:
        """The drill that the schedule chooses; the same until the trainee has answered it."""
        key = plan.account, plan.scope, progress.asked
        with self._lock:
            exact = self._planned.get(key)
        if exact is None:
            choice = choose(plan.scope, progress, now_us, new_seed()[:10])
            exact = f"{choice.kind}/{choice.seed}"
            with self._lock:
                self._planned[key] = exact
                while len(self._planned) > KEPT:
                    self._planned.popitem(last=False)
        return Asked(plan.scope.slug, plan.scope.kinds, "", plan.number, exact)

    def _made(self, asked: Asked) -> Drill:
        """A seed that gives nothing is passed over for one that does."""
        for further in range(_FURTHER):
            try:
                made = drill(asked.slug, asked.kind, _seed(asked, further))
            except NoDrill:
                continue
            BOOK.add(made)
            return made
        return drill(asked.slug, asked.kind, _seed(asked, _FURTHER))

    def _keep(self, asked: Asked, made: DrawnDrill) -> None:
        with self._lock:
            self._kept[asked] = made
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def felt_of(view: View | None) -> Markup:
    return Markup(draw.both(view)) if view else Markup("")  # noqa: S704 - escaped where drawn


def _drawn(made: Drill) -> DrawnDrill:
    return DrawnDrill(made, felt_of(made.before))


def _seed(asked: Asked, further: int) -> str:
    own = asked.exact.partition("/")[2] if asked.exact else f"{asked.seed}-{asked.number}"
    return own + (f"-{further}" if further else "")


def checked_kinds(slug: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds that the game has, each once, in its own order."""
    return tuple(each for each in kinds_of(find(slug)) if each in kinds)


DESK = DrillDesk()
clear_when_language_changes(DESK.forget_drawn)
