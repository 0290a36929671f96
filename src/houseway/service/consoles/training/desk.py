"""Drills as pages ask for them: the next one is made while the present one is being answered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import NamedTuple

from markupsafe import Markup

from houseway.games import find
from houseway.service import draw
from houseway.table.view import View
from houseway.training.drill import Drill
from houseway.training.generate import NoDrill, drill, kinds_of

KEPT = 64  # drills of all who train on this process


class Asked(NamedTuple):
    """Which drill: a game, the kinds to choose among, a seed, and how many came before."""

    slug: str
    kinds: tuple[str, ...]
    seed: str
    number: int

    @property
    def kind(self) -> str:
        among = self.kinds or kinds_of(find(self.slug))
        return among[self.number % len(among)]

    @property
    def next(self) -> Asked:
        return self._replace(number=self.number + 1)


class DrawnDrill(NamedTuple):
    """A drill with its table drawn, as a page shows it."""

    drill: Drill
    felt: Markup


class DrillDesk:
    """The drills of one process, the latest kept. Its functions block: call them in a thread."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Asked, DrawnDrill] = OrderedDict()
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

    def _made(self, asked: Asked) -> Drill:
        """A seed that gives nothing is passed over for one that does."""
        for further in range(5):
            try:
                return drill(asked.slug, asked.kind, _seed(asked, further))
            except NoDrill:
                continue
        return drill(asked.slug, asked.kind, _seed(asked, 5))

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
    return f"{asked.seed}-{asked.number}" + (f"-{further}" if further else "")


def checked_kinds(slug: str, kinds: Sequence[str]) -> tuple[str, ...]:
    """The kinds that the game has, each once, in its own order."""
    return tuple(each for each in kinds_of(find(slug)) if each in kinds)


DESK = DrillDesk()
