"""What the money settled on each wager is held against, and why some of it is not.

A wager that is decided by the cards alone has its own figures. At Casino War the patron chooses
after equal first cards, so the Initial Wager is held against two things that no choice changes: the
first cards, where equal ones count as zero, and the war of those who went to it. What a patron
earns who draws, sets, bets or folds by the cards depends on how that patron plays; it is told and
not compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

import msgspec

from houseway.analysis.drift import Settled
from houseway.analysis.exact.casino_war import GO_TO_WAR, SURRENDER
from houseway.analysis.figures import Analysis, Outcome, WagerFigures
from houseway.analysis.rounding import CannotStake, InChips
from houseway.equipment.chips import ChipSet
from houseway.games import events as e
from houseway.games import game
from houseway.games.casino_war.rules import EQUAL, INITIAL, TIE, WAR
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager
from houseway.games.tournament_blackjack.rules import PERFECT_PAIRS

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
