"""The result of a session: so many rounds of one wager at one stake."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from houseway.analysis import analyse
from houseway.analysis.figures import WagerFigures, percent_text
from houseway.analysis.rng import state_of
from houseway.analysis.sessions.distribution import Distribution, distribution
from houseway.analysis.sessions.stakes import CannotPlay, pay_of, stakes, whole_cents
from houseway.analysis.sessions.sums import sum_of
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.games import game

if TYPE_CHECKING:
    from houseway.analysis.convergence import Long

AS_IF_FRESH = "as if every round came from a full, freshly shuffled source"
Road = Literal["exact", "fresh", "dealt"]
MOST_SESSIONS = 10_000_000
_TOGETHER = 2_000  # sessions dealt before their gains are added up


class Session(Struct, frozen=True):
    """What so many rounds gain. `road` is how that is known, `because` says it in words.

    exact: a sum of rounds that tell nothing of each other. fresh: the same sum for a game whose
    rounds do, as if each were the first. dealt: so many sessions dealt by the kernels, shoe and
    all. The gain is the patron's, in cents; of dealt sessions the weights are sessions.
    """

    game: str
    wager: str
    stake: int
    rounds: int
    road: Road
    because: str
    gain: Distribution

    @property
    def ahead(self) -> Fraction:
        return self.gain.above(0)

    @property
    def even(self) -> Fraction:
        return self.gain.chance(0)

    @property
    def behind(self) -> Fraction:
        return self.gain.below(0)

    def __repr__(self) -> str:
        ends = (("ahead", self.ahead), ("even", self.even), ("behind", self.behind))
        chances = ", ".join(f"{name} {percent_text(chance)}" for name, chance in ends)
        return f"<Session of {self.rounds:,} rounds, {self.wager} of {self.game}: {chances}>"

    def _repr_svg_(self) -> str:
        from houseway.analysis.plots import session_plot

        return session_plot(self).svg()


def independent(slug: str) -> bool:
    """Does one round of this game tell nothing of the next?"""
    return bool(game(slug).fresh)


def why(slug: str) -> str:
    """Why rounds of this game may be added up."""
    return game(slug).fresh or AS_IF_FRESH


def session(
    slug: str,
    wager: str,
    *,
    stake: int,
    rounds: int,
    options: Any = None,
    chips: ChipSet = STANDARD_CHIPS,
) -> Session:
    """The result of a session by adding up the exact outcomes of its rounds."""
    asked = stakes(slug, wager, stake, options=options, chips=chips)
    road: Road = "exact" if independent(slug) else "fresh"
    return Session(
        slug, wager, stake, rounds, road, why(slug), distribution(*sum_of(asked.gains, rounds))
    )


def dealt_session(
    slug: str,
    wager: str,
    *,
    stake: int,
    rounds: int,
    sessions: int = 100_000,
    seed: int = 1,
    options: Any = None,
    chips: ChipSet = STANDARD_CHIPS,
) -> Session:
    """So many sessions dealt, each from a source of its own, freshly made ready."""
    if not 1 <= sessions <= MOST_SESSIONS:
        raise CannotPlay(f"{sessions:,} sessions: from 1 to {MOST_SESSIONS:,} can be dealt")
    chosen = game(slug).options() if options is None else options
    figures = analyse(slug, options=chosen, pay=pay_of(slug, stake, chips)).wager(wager)
    dealt = _Dealt(slug, chosen, figures, stake)
    gains: dict[int, int] = {}
    for first in range(0, sessions, _TOGETHER):
        for gain in dealt.gains(range(first, min(first + _TOGETHER, sessions)), rounds, seed):
            gains[gain] = gains.get(gain, 0) + 1
    dealt.check()
    because = f"{sessions:,} sessions from seed {seed}, each from a fresh source"
    return Session(slug, wager, stake, rounds, "dealt", because, distribution(gains))


class _Dealt:
    """Sessions dealt by a game's kernel, and what each case of it gains."""

    def __init__(self, slug: str, options: Any, paid: WagerFigures, stake: int) -> None:
        from houseway.analysis.dealing import prepare

        self._dealing = prepare(slug, options)
        self._paid = {each.name: each.pays for each in paid.outcomes}
        self._wager, self._stake = paid.name, stake
        self._gain: dict[int, int] = {}
        self._exactly: dict[int, Fraction] = {}
        self._all: Long | None = None

    def gains(self, numbers: range, rounds: int, seed: int) -> list[int]:
        """What each of these sessions gains, in cents."""
        import numpy as np

        counts = np.array(
            [
                self._dealing.deal(np.array(state_of(seed, number), np.uint64), rounds)
                for number in numbers
            ]
        )
        together = counts.sum(axis=0)
        self._all = together if self._all is None else self._all + together
        by_case = np.zeros(len(together), np.int64)
        for case in np.flatnonzero(together).tolist():
            by_case[case] = self._gain_of(case, len(together))
        found: list[int] = (counts @ by_case).tolist()
        return found

    def _gain_of(self, case: int, cases: int) -> int:
        """What a round of one case gains, hand by hand, as it is paid; of another box, nothing."""
        import numpy as np

        if case not in self._gain:
            one = np.zeros(cases, np.int64)
            one[case] = 1
            figures = self._figures(one)
            hands = [each for each in figures.outcomes if each.weight] if figures else []
            if figures and figures.total != 1:
                raise CannotPlay(f"the kernel does not tell single rounds of {self._wager} apart")
            if any(each.name not in self._paid for each in hands):
                raise CannotPlay(f"what {self._wager} gains depends on more than the round itself")
            self._exactly[case] = sum((each.pays * each.weight for each in hands), Fraction(0))
            self._gain[case] = sum(
                whole_cents(self._paid[each.name], self._stake) * each.weight for each in hands
            )
        return self._gain[case]

    def _figures(self, counts: Long) -> WagerFigures | None:
        """What these rounds say of the wager; nothing where it was not wagered in any of them."""
        for each in self._dealing.figures(counts):
            if each.name == self._wager and each.total:
                return each
        return None

    def check(self) -> None:
        """Raise unless the rounds, case by case, come to what the kernel's own figures say."""
        figures = None if self._all is None else self._figures(self._all)
        if self._all is None or figures is None:
            raise CannotPlay(f"{self._wager} was not wagered in any round dealt")
        gained = sum(
            (pays * int(self._all[case]) for case, pays in self._exactly.items()), Fraction(0)
        )
        if gained != -figures.edge * figures.total:
            raise CannotPlay(f"what {self._wager} gains depends on more than the round itself")
