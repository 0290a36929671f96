"""Drift: money settled at a table against what the rules lead one to expect, with bounds that hold.

For each wager the gains of the patrons are compared with the exact expectation of their stakes. The
page is watched all the time, so the bound holds at all times together: a wager that is paid right
ever leaves it with at most the stated chance, however long the table runs, however few the rounds
and however lopsided the odds. It is the stitched bound of Howard, Ramdas, McAuliffe and Sekhon
(Annals of Statistics 49, 2021), theorem 1, for gains of known variance, none of which is further
than a known amount from its mean. No bell curve is assumed.

Stakes on one wager in one round share its cards, so they are taken as one stake: exact where they
are decided together, careful where they are not. The figures are those of a full, freshly shuffled
source; patrons who choose their stakes by the cards that have gone are what drift may show.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from decimal import ROUND_CEILING, Context, Decimal
from fractions import Fraction
from typing import NamedTuple

import msgspec
from msgspec import Struct, field

from houseway.analysis.exact.casino_war import GO_TO_WAR, SURRENDER
from houseway.analysis.figures import (
    Analysis,
    CannotStake,
    InChips,
    Outcome,
    WagerFigures,
    root_text,
)
from houseway.equipment.chips import ChipSet
from houseway.games import events as e
from houseway.games import game
from houseway.games.casino_war.rules import EQUAL, INITIAL, TIE, WAR
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager
from houseway.games.tournament_blackjack.rules import PERFECT_PAIRS

ONE_IN_A_THOUSAND = Fraction(1, 1000)
_DIGITS = Context(prec=50)


class Settled(NamedTuple):
    """What one wager of one round came to, in cents: at risk, and gained by the patron."""

    round: int
    wager: str
    risk: int
    gain: int


class Takings(Struct):
    """Everything settled on one wager, added up. What was settled can be taken off again."""

    by_round: dict[int, int] = field(default_factory=dict)  # cents at risk
    by_stake: Counter[int] = field(default_factory=Counter)  # how many wagers of so many cents
    squares: int = 0  # of what was at risk in each round, summed
    gained: int = 0

    def add(self, line: Settled) -> None:
        if line.risk <= 0:
            raise ValueError(f"round {line.round}, {line.wager}: nothing was at risk")
        self._count(line, 1)

    def take_off(self, line: Settled) -> None:
        """Undo what `add` did with the same line."""
        self._count(line, -1)

    def _count(self, line: Settled, times: int) -> None:
        before = self.by_round.pop(line.round, 0)
        after = before + times * line.risk
        if after:
            self.by_round[line.round] = after
        self.squares += after * after - before * before
        self.by_stake[line.risk] += times
        if not self.by_stake[line.risk]:
            del self.by_stake[line.risk]
        self.gained += times * line.gain


class Drift(Struct, frozen=True):
    """One wager at one table. Amounts are cents, from the patrons' side.

    `limit` is how far `gained` may lie from `expected`, to the next whole cent above.
    """

    wager: str
    rounds: int
    staked: int
    gained: int
    expected: Fraction
    variance: Fraction
    limit: int

    @property
    def away(self) -> Fraction:
        """How far the patrons are above what was expected; below zero: behind it."""
        return self.gained - self.expected

    @property
    def within(self) -> bool:
        return abs(self.away) <= self.limit

    def deviations(self, places: int = 2) -> str:
        """How many standard deviations away, as a decimal; for a look, not for a judgement."""
        if not self.variance:
            return "0"
        squared = self.away**2 / self.variance
        return f"{'-' if self.away < 0 else ''}{root_text(squared, places)}"


def drift(
    analysis: Analysis, settled: Iterable[Settled], chance: Fraction = ONE_IN_A_THOUSAND
) -> tuple[Drift, ...]:
    """Every wager that was settled, against its figures.

    `chance` is how often at most a wager that is paid right would be found outside its limit. The
    patrons' way to play must be the analysed one: name `initial, go to war`, not `initial`.
    """
    if not 0 < chance < 1:
        raise ValueError(f"a chance of {chance}: expected one between zero and one")
    taken: dict[str, Takings] = {}
    for line in settled:
        taken.setdefault(line.wager, Takings()).add(line)
    return tuple(compared(analysis.wager(name), takings, chance) for name, takings in taken.items())


def compared(
    wager: WagerFigures,
    takings: Takings,
    chance: Fraction = ONE_IN_A_THOUSAND,
    at_stake: Callable[[int], WagerFigures] | None = None,
) -> Drift:
    """What was settled on one wager against its figures.

    `at_stake` gives the figures of a stake, where winnings are rounded up to chips; then the
    expectation is that of every stake, and the limit that of the stake that spreads furthest.
    """
    figures = {stake: at_stake(stake) if at_stake else wager for stake in takings.by_stake}
    expected = sum(
        (-figures[stake].edge * stake * many for stake, many in takings.by_stake.items()),
        Fraction(0),
    )
    of_a_unit = max((each.variance for each in figures.values()), default=Fraction(0))
    variance = of_a_unit * takings.squares
    farthest = max(map(_farthest, figures.values()), default=Fraction(0))
    stakes = takings.by_round.values()
    return Drift(
        wager=wager.name,
        rounds=len(takings.by_round),
        staked=sum(takings.by_round.values()),
        gained=takings.gained,
        expected=expected,
        variance=variance,
        limit=anytime_limit(
            variance,
            of_a_unit=of_a_unit,
            farthest=farthest,
            stakes=(min(stakes, default=1), max(stakes, default=1)),
            chance=chance,
        ),
    )


def _farthest(wager: WagerFigures) -> Fraction:
    """How far from its mean one unit can come out."""
    return max(abs(each.pays + wager.edge) for each in wager.outcomes if each.weight)


def share_of_chance(chance: Fraction, place: int) -> Fraction:
    """The share of a floor's chance of any false alarm that one of its wagers has.

    Wagers are numbered from 1 in the order in which they were first settled. The place of a wager
    never changes, and the shares of all places add up to the chance, however many there will be:
    places 2^j to 2^(j + 1) - 1 have 1 / ((j + 1) (j + 2)) of it together.
    """
    octave = place.bit_length() - 1
    return chance / ((1 << octave) * (octave + 1) * (octave + 2))


def bernstein_limit(variance: Fraction, farthest: Fraction, chance: Fraction) -> int:
    """The least whole distance that a sum passes, on either side, with at most this chance.

    A sum of independent parts with this variance, each within `farthest` of its mean, is further
    than t away with a chance of at most 2 exp(-t^2 / (2 variance + 2 farthest t / 3)).
    """
    log = _DIGITS.ln(_decimal(2 / chance))
    part = _DIGITS.divide(_DIGITS.multiply(_decimal(farthest), log), Decimal(3))
    inside = _DIGITS.add(
        _DIGITS.multiply(part, part),
        _DIGITS.multiply(Decimal(2), _DIGITS.multiply(_decimal(variance), log)),
    )
    limit = _DIGITS.add(part, _DIGITS.sqrt(inside))
    return int(limit.to_integral_value(rounding=ROUND_CEILING))


# The constants of the stitched bound: epochs in which the variance doubles, and how the chance is
# shared among them, 1 / (zeta(1.4) (k + 1)^1.4) for the k-th; upper ends of their last places.
_EPOCH_POWER = Decimal("1.4")
_EPOCH_SUM = Decimal("3.1056")  # zeta(1.4)
_OCTAVE_SUM = Decimal("1.6450")  # zeta(2)
_ROOT_TWO = _DIGITS.sqrt(Decimal(2))
_SPREAD = (_ROOT_TWO + 1 / _ROOT_TWO + 2) / 2  # k1 squared
_LEAP = (_ROOT_TWO + 1) / 2  # k2
_FIRST_EPOCH = 128  # rounds of the smallest stakes; before that the bound stays as it is


def anytime_limit(
    variance: Fraction,
    *,
    of_a_unit: Fraction,
    farthest: Fraction,
    stakes: tuple[int, int],
    chance: Fraction,
) -> int:
    """The least whole distance that a sum ever passes, on either side, with at most this chance.

    `of_a_unit` is the variance of one cent staked, `farthest` how far from its mean it can come
    out, and `stakes` are the smallest and the greatest stake of a round so far. The bound needs
    both in advance, so the chance is shared among all ranges from one power of two to another
    that hold the first stake: a range of i + 1 octaves, of which there are i + 1, has the share
    1 / (zeta(2) (i + 1)^3).
    """
    low, high = (each.bit_length() - 1 for each in stakes)
    first = _decimal(of_a_unit * _FIRST_EPOCH * 4**low)
    spread = max(_decimal(variance), first)
    if not spread:
        return 0
    epoch = _DIGITS.divide(_DIGITS.ln(spread / first), _DIGITS.ln(Decimal(2)))
    shared = 2 * _OCTAVE_SUM * (high - low + 1) ** 3 * _EPOCH_SUM / _decimal(chance)
    log = _DIGITS.ln(shared) + _EPOCH_POWER * _DIGITS.ln(epoch + 1)
    leap = _LEAP * _decimal(farthest * 2 ** (high + 1)) / 3 * log
    limit = leap + _DIGITS.sqrt(leap * leap + _SPREAD * spread * log)
    return int(limit.to_integral_value(rounding=ROUND_CEILING))


def _decimal(number: Fraction) -> Decimal:
    return _DIGITS.divide(Decimal(number.numerator), Decimal(number.denominator))


# What the money settled on each wager is held against, and why some of it is not.

CASINO_WAR = "casino-war"
FIRST_CARDS = "initial, by the first cards"
WENT_TO_WAR = "initial with war, by the additional cards"
SURRENDERED = "initial, surrendered"

# By game: why a wager that the patron plays on is not compared.
PLAYED_ON = {
    "tournament-canberra-poker": "the patron bets or folds after looking at the hand",
    "tournament-pai-gow": "the patron sets the tiles",
    "tournament-blackjack": "the patron draws, doubles, splits and insures by the cards",
}
_NOBODY_CHOOSES = frozenset({PERFECT_PAIRS})  # of the wagers of those games
_HALF = "a surrendered wager gives up half of the stake, whatever the cards"


def why_not(name: str, element: str) -> str:
    """Why settled money is told and not compared; nothing where it is compared."""
    if element == SURRENDERED:
        return _HALF
    for side in getattr(game(name).rules, "side_wagers", ()):
        if side.name == element:
            return _assumed(game(name), side)
    return "" if element in _NOBODY_CHOOSES else PLAYED_ON.get(game(name).slug, "")


def _assumed(found: Game, side: SideWager) -> str:
    """What the figures of a side wager assume of the patron's choices; nothing where they do not.

    At Casino War a wager on the first cards is decided before any choice, and one that is placed
    at war after it.
    """
    notes = () if found.facts is None else found.facts.notes
    early = found.slug == CASINO_WAR and (not side.late or bool(side.window))
    return f"the figures assume that {notes[0]}" if notes and not early else ""


def elements(name: str, number: int, settled: Iterable[e.AnySettlement]) -> list[Settled]:
    """The settlements of one round as what they are compared by."""
    parts = _ELEMENTS.get(game(name).slug, _by_wager)
    return list(parts(number, list(settled)))


def _by_wager(number: int, lines: list[e.AnySettlement]) -> Iterator[Settled]:
    for line in lines:
        yield Settled(number, line.wager, line.stake, gain(line))


def gain(line: e.AnySettlement) -> int:
    """What the odds gave the patron. A single-use token that a winner gives up is no loss by odds:
    that is what its voucher says."""
    return line.paid if isinstance(line, e.WagerPaid) else line.paid - line.collected


def _of_casino_war(number: int, lines: list[e.AnySettlement]) -> Iterator[Settled]:
    wars = {(line.patron, line.box): line for line in lines if line.wager == WAR}
    for line in lines:
        war = wars.get((line.patron, line.box))
        if line.wager == WAR:
            continue
        if line.wager != INITIAL:
            yield Settled(number, line.wager, line.stake, gain(line))
        elif war is not None:
            yield Settled(number, FIRST_CARDS, line.stake, 0)
            yield Settled(number, WENT_TO_WAR, line.stake, gain(line) + gain(war))
        elif isinstance(line, e.WagerCollected) and -gain(line) < line.stake:
            yield Settled(number, FIRST_CARDS, line.stake, 0)
            yield Settled(number, SURRENDERED, line.stake, gain(line))
        else:
            yield Settled(number, FIRST_CARDS, line.stake, gain(line))


_ELEMENTS = {CASINO_WAR: _of_casino_war}


def expected(analysis: Analysis) -> dict[str, WagerFigures]:
    """By element: the figures that settled money is held against."""
    name = f"{analysis.game}@{analysis.edition}"
    if analysis.game == CASINO_WAR:
        return {
            FIRST_CARDS: _first_cards(analysis.wager(f"{INITIAL}, {SURRENDER}")),
            WENT_TO_WAR: _war(analysis.wager(f"{INITIAL}, {GO_TO_WAR}")),
            TIE: analysis.wager(TIE),
            **_sides(name, analysis),
        }
    return {each.name: each for each in analysis.wagers if not why_not(name, each.name)}


def _sides(name: str, analysis: Analysis) -> dict[str, WagerFigures]:
    """The side wagers that are compared."""
    names = [each.name for each in getattr(game(name).rules, "side_wagers", ())]
    return {each: analysis.wager(each) for each in names if not why_not(name, each)}


def _first_cards(surrender: WagerFigures) -> WagerFigures:
    """The Initial Wager of someone who gets the stake back on equal first cards."""

    def counted(outcome: Outcome) -> Outcome:
        if outcome.name != SURRENDER:
            return outcome
        return msgspec.structs.replace(outcome, name=EQUAL, pays=Fraction(0))

    outcomes = tuple(map(counted, surrender.outcomes))
    return msgspec.structs.replace(surrender, name=FIRST_CARDS, outcomes=outcomes)


def _war(at_war: WagerFigures) -> WagerFigures:
    """Both wagers of someone who is at war. All ranks are alike here: whichever two cards were
    equal, the same ways are left for the additional cards to be higher, equal or lower."""
    outcomes = tuple(each for each in at_war.outcomes if each.staked > 1)
    return msgspec.structs.replace(at_war, name=WENT_TO_WAR, outcomes=outcomes)


def in_chips(wager: WagerFigures, stake: int, chips: ChipSet) -> WagerFigures:
    """The figures of one stake, its winnings rounded up to chips as the table pays them."""
    try:
        pay = InChips(stake, chips)
    except CannotStake:
        return wager

    def paid(outcome: Outcome) -> Outcome:
        if outcome.odds is None:
            return outcome
        return msgspec.structs.replace(outcome, pays=pay.winnings(outcome.odds))

    return msgspec.structs.replace(wager, outcomes=tuple(map(paid, wager.outcomes)))
