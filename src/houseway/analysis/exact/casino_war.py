"""Casino War (The Star, 2016): to go to war, to surrender, or whichever is better; and the tie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.composition import Composition, full
from houseway.analysis.exact.tally import LOSES, WINS, Tally
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.equipment.cards import RANKS
from houseway.games.casino_war.rules import (
    EQUAL,
    HIGHER,
    INITIAL,
    LOWER,
    RULES,
    TIE,
    WAR,
    WAR_ON_EQUAL,
    Options,
    Rules,
    cite,
)
from houseway.games.edition import citing
from houseway.rulebook.document import Clause

ROUNDS_BY: str | None = cite("5.10")
CARDS_OF_A_ROUND = 4
GO_TO_WAR, SURRENDER, BEST_CHOICE = "go to war", "surrender", "best choice"


Data = InForce[Rules, Options]


def read(options: Options, rules: Rules = RULES) -> Data:
    """The same whatever the options: they say where the cards come from, not what they do."""
    names = ("decks", "height", "first_cards", "additional_cards", "odds", "surrendered_share")
    return Data(rules, options, {each: f"rules.{each}" for each in names})


class War(NamedTuple):
    """The additional cards after one pair of equal first cards, in ordered ways."""

    tied: str
    ways: int  # of the first cards
    results: Mapping[str, int]


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    cards = source or full(data.rules.decks)
    cards.needs(CARDS_OF_A_ROUND)
    first = compared(data, cards.ranks)
    wars = list(wars_of(data, cards.ranks))
    return of_counts(data, first, wars, later_cards(cards.total), pay)


def of_counts(
    data: Data, first: Mapping[str, int], wars: list[War], later: int, pay: Pay
) -> tuple[WagerFigures, ...]:
    """The figures of rounds that were counted: by first cards, each weighing `later`, and wars."""
    plays: dict[str, Callable[[War], bool]] = {
        GO_TO_WAR: lambda war: True,
        SURRENDER: lambda war: False,
        BEST_CHOICE: lambda war: war_gain(data, war, pay) > surrender_gain(data, pay),
    }
    decided = {result: ways * later for result, ways in first.items()}
    initials = [initial(data, how, decided, wars, fights, pay) for how, fights in plays.items()]
    return (*initials, _tie(data, first, pay))


def later_cards(cards: int) -> int:
    """Ordered ways for two more cards to come, so that all rounds weigh alike."""
    return (cards - 2) * (cards - 3)


def compared(data: Data, ranks: Mapping[str, int]) -> dict[str, int]:
    """Ordered ways for a patron's card to be higher than, equal to or lower than the dealer's."""
    ways = {HIGHER: 0, EQUAL: 0, LOWER: 0}
    for mine, held in ranks.items():
        for dealers, others in ranks.items():
            difference = data.rules.height[mine] - data.rules.height[dealers]
            result = HIGHER if difference > 0 else LOWER if difference < 0 else EQUAL
            ways[result] += held * (others - (mine == dealers))
    return ways


def wars_of(data: Data, ranks: Mapping[str, int]) -> Iterator[War]:
    for mine in RANKS:
        for dealers in RANKS:
            if data.rules.height[mine] != data.rules.height[dealers]:
                continue
            left = dict(ranks)
            left[mine] -= 1
            ways = ranks[mine] * left[dealers]
            left[dealers] -= 1
            if ways > 0:
                yield War(mine, ways, compared(data, left))


def initial(
    data: Data,
    how: str,
    decided: Mapping[str, int],
    wars: list[War],
    fights: Callable[[War], bool],
    pay: Pay,
) -> WagerFigures:
    """An Initial Wager of one unit, with what follows on equal first cards."""
    tally = Tally(f"{INITIAL}, {how}", data.rules.wagers[INITIAL], pay)
    for result in (HIGHER, LOWER):
        _by_first_cards(tally, data, INITIAL, result, decided[result])
    fought = []
    for war in wars:
        if fights(war):
            fought.append(war.tied)
            for result, ways in war.results.items():
                _by_additional_cards(tally, data, result, war.ways * ways)
        else:
            gain = surrender_gain(data, pay)
            ways = war.ways * sum(war.results.values())
            tally.gained("surrender", ways, gain, citing(data.rules)("5.1.1.3"))
    return tally.figures(*_note(how, fought, wars))


def _by_first_cards(tally: Tally, data: Data, wager: str, result: str, weight: int) -> None:
    verdict, clauses = data.rules.first_cards[wager, result]
    if verdict == WINS:
        line = data.rules.odds[wager]
        tally.won(result, weight, line.odds, line.clause)
    elif verdict == LOSES:
        tally.lost(result, weight, clauses[0])
    else:
        tally.stood_off(result, weight, clauses[0])


def _by_additional_cards(tally: Tally, data: Data, result: str, weight: int) -> None:
    """Initial and War Wager together: two units at risk, named by the clause of the War Wager."""
    parts = _war_parts(data, result, tally.pay)
    gain = sum((gain for gain, _ in parts), Fraction(0))
    tally.gained(f"war, {result}", weight, gain, parts[0][1], staked=2)


def _war_parts(data: Data, result: str, pay: Pay) -> list[tuple[Fraction, Clause]]:
    """What War and Initial Wager gain by the additional cards, each with its clause."""
    parts = []
    for wager in (WAR, INITIAL):
        verdict, clauses = data.rules.additional_cards[wager, result]
        if verdict == WINS:
            line = data.rules.odds[WAR_ON_EQUAL if result == EQUAL else WAR]
            parts.append((pay.winnings(line.odds), line.clause))
        else:
            parts.append((Fraction(-1 if verdict == LOSES else 0), clauses[-1]))
    return parts


def war_gain(data: Data, war: War, pay: Pay) -> Fraction:
    """What a patron gains on average by going to war."""
    gained = Fraction(0)
    for result, ways in war.results.items():
        gained += ways * sum((gain for gain, _ in _war_parts(data, result, pay)), Fraction(0))
    return gained / sum(war.results.values())


def surrender_gain(data: Data, pay: Pay) -> Fraction:
    """Casino War 8.2.4.1: a share of the stake is paid back, and the stake collected (CW-08)."""
    return pay.returned(Fraction(1, data.rules.surrendered_share)) - 1


def _note(how: str, fought: list[str], wars: list[War]) -> tuple[str, ...]:
    if how != BEST_CHOICE:
        return ()
    given_up = [war.tied for war in wars if war.tied not in fought]
    if not given_up:
        return ("goes to war on every rank",)
    if not fought:
        return ("surrenders on every rank",)
    return (f"goes to war on {' '.join(fought)}, surrenders on {' '.join(given_up)}",)


def _tie(data: Data, first: Mapping[str, int], pay: Pay) -> WagerFigures:
    tally = Tally(TIE, data.rules.wagers[TIE], pay)
    for result in (EQUAL, HIGHER, LOWER):
        _by_first_cards(tally, data, TIE, result, first[result])
    return tally.figures()
