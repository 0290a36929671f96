"""Many tables of Tournament Blackjack, each by one action at a time: one box, all its choices."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from houseway.analysis.kernels.cards import Bytes, Long, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.xoshiro import below
from houseway.analysis.kernels.steps.tournament_blackjack import (
    ACTIONS,
    ALIKE,
    ALL_FORMED,
    ANSWER,
    ASKED,
    BEFORE_INTERIM,
    BETTING,
    BUSTED,
    BY_BLACKJACK,
    BY_BUST,
    CHOOSE,
    COUNTS_AT,
    DEAL,
    DECLINE,
    DOUBLE,
    EQUAL,
    FORMED,
    HAND_AT,
    HAND_BYTES,
    HAS_ACE,
    HIGHER,
    HIT,
    IN_BETTING,
    INSURANCE_LOST,
    INSURANCE_WON,
    INSURE,
    INSURED,
    LOWER,
    LYING_AT,
    MUST_DRAW,
    NATURAL_EQUAL,
    NATURAL_WON,
    NO_EVEN_MONEY,
    NO_INSURANCE,
    NOT_ALIKE,
    NOT_FIRST,
    NOT_FIRST_OF_SPLIT,
    OPEN,
    PAID_EARLY,
    PAID_EVENLY,
    PASSED,
    SIZE,
    SPLIT,
    STAKED,
    STAND,
    STANDING,
    STOOD,
    SUM,
    TAKE_EVEN_MONEY,
    TURN,
    UP,
    StepRules,
)

ACE, TEN = 1, 10
whole: Any = np.int64  # a signed number, for a checker that knows only int


@njit(nogil=True)
def fill(
    facts: Bytes,
    mask: Bytes,
    gained: Long,
    over: Bytes,
    refused: Bytes,
    drawn: Bytes,
    rows: Bytes,
    left: Long,
    chance: Words,
    actions: Long,
    rules: StepRules,
) -> None:
    """One action at each table; a number below zero only shows the table."""
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    for table in range(len(rows)):
        row, out = rows[table], drawn[table if rules.log else 0]
        gained[table], over[table], refused[table] = 0, 0, 0
        if rules.log:
            out[0] = 0
        action = actions[table]
        if action >= 0:
            why = _refusal(row, action, rules)
            refused[table] = why
            if not why:
                if action == DEAL and (rules.device or left[table] <= rules.behind):
                    row[COUNTS_AT : COUNTS_AT + TEN] = rules.full
                    left[table] = rules.total
                gain, done, kept, a, b, c, d = _act(
                    row, out, left[table], action, rules, a, b, c, d
                )
                gained[table], left[table] = gain, kept
                over[table] = done
                if done:
                    row[ASKED] = BETTING
        _show(facts[table], mask[table], row, rules)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d


@inlined
def _at(row: Bytes) -> int:
    """Where the hand in turn begins."""
    at: int = HAND_AT + HAND_BYTES * whole(row[TURN])
    return at


@inlined
def _points(row: Bytes, at: int, most: int) -> int:
    """Tournament Blackjack 2.5: an ace counts eleven where that does not pass the most."""
    total: int = whole(row[at + SUM])
    return total + TEN if row[at + HAS_ACE] and total + TEN <= most else total


@inlined
def _refusal(row: Bytes, action: int, rules: StepRules) -> int:
    """Why the rules refuse an action, or zero."""
    asked = row[ASKED]
    if asked == BETTING:
        return 0 if action == DEAL else IN_BETTING
    if action == DEAL:
        return IN_BETTING
    at = _at(row)
    if asked == ANSWER:
        if action < DECLINE:
            return BEFORE_INTERIM
        natural = _points(row, at, rules.most) == rules.most
        return NO_EVEN_MONEY if action == TAKE_EVEN_MONEY and not natural else 0
    if action >= DECLINE:
        return NO_EVEN_MONEY if action == TAKE_EVEN_MONEY else NO_INSURANCE
    total = whole(row[at + SUM])
    soft = row[at + HAS_ACE] and total + TEN <= rules.most
    if action == STAND:
        return MUST_DRAW if not soft and total < rules.must_draw_below else 0
    if action == DOUBLE and row[at + SIZE] != 2:
        return NOT_FIRST_OF_SPLIT if row[FORMED] > 1 else NOT_FIRST
    if action == SPLIT:
        if row[at + SIZE] != 2 or not row[at + ALIKE]:
            return NOT_ALIKE
        return ALL_FORMED if row[FORMED] >= rules.split_hands else 0
    return 0


@inlined
def _draw(
    row: Bytes, out: Bytes, left: int, rules: StepRules, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, Word, Word, Word, Word]:
    """The value of the next card, and the cards left after it.

    Tournament Blackjack 14.6: once none is left, the discards are shuffled to complete the round.
    """
    if not left:
        for each in range(TEN):
            row[COUNTS_AT + each] = rules.full[each] - row[LYING_AT + each]
            left += whole(row[COUNTS_AT + each])
    draw, a, b, c, d = below(np.uint64(left), a, b, c, d)
    place, value, cards = whole(draw), 1, whole(0)
    for each in range(TEN - 1):  # without a branch: where the card lies cannot be foreseen
        cards += whole(row[COUNTS_AT + each])
        value += whole(place >= cards)
    row[COUNTS_AT + value - 1] -= np.uint8(1)
    row[LYING_AT + value - 1] += np.uint8(1)
    if rules.log:
        out[0] += np.uint8(1)
        out[out[0]] = value
    return value, left - 1, a, b, c, d


@inlined
def _lay(row: Bytes, at: int, value: int) -> None:
    """A card on a hand; whether two cards are alike is told by the first one's value."""
    row[at + ALIKE] = row[at + SIZE] == 1 and row[at + SUM] == value
    row[at + SUM] += np.uint8(value)
    row[at + HAS_ACE] |= np.uint8(value == ACE)
    row[at + SIZE] += np.uint8(1)


@inlined
def _empty(row: Bytes, at: int) -> None:
    for each in range(HAND_BYTES):
        row[at + each] = 0
    row[at + STAKED] = 1


@inlined
def _act(
    row: Bytes,
    out: Bytes,
    left: int,
    action: int,
    rules: StepRules,
    a: Word,
    b: Word,
    c: Word,
    d: Word,
) -> tuple[int, int, int, Word, Word, Word, Word]:
    """An action that is accepted: what the round has gained, whether it is over, cards left."""
    at = _at(row)
    if action == DEAL:
        row[FORMED], row[TURN], row[INSURED], at = 1, 0, 0, HAND_AT
        _empty(row, at)
        row[LYING_AT : LYING_AT + TEN] = 0
        value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        _lay(row, at, value)
        up, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        row[UP] = up
        value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        _lay(row, at, value)
        row[ASKED] = ANSWER if up == ACE else CHOOSE
        natural = _points(row, at, rules.most) == rules.most
        if up == ACE or not natural:
            return 0, 0, left, a, b, c, d
        if up != TEN:  # Tournament Blackjack 8.1(a)
            return rules.gains[PAID_EARLY], 1, left, a, b, c, d
        return _natural(row, out, left, rules, a, b, c, d)
    if row[ASKED] == ANSWER:
        row[ASKED], row[INSURED] = CHOOSE, action == INSURE
        if action == TAKE_EVEN_MONEY:
            return rules.gains[PAID_EVENLY], 1, left, a, b, c, d
        if _points(row, at, rules.most) < rules.most:
            return 0, 0, left, a, b, c, d
        return _natural(row, out, left, rules, a, b, c, d)
    if action == STAND:
        row[at + STANDING] = STOOD
    elif action == SPLIT:
        _split(row, at)
    else:
        value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        _lay(row, at, value)
        if action == DOUBLE:
            row[at + STAKED], row[at + STANDING] = 2, STOOD
        _finish(row, at, rules)
    return _go_on(row, out, left, rules, a, b, c, d)


@inlined
def _split(row: Bytes, at: int) -> None:
    """Tournament Blackjack 10.1: one card of the pair begins another hand."""
    value, formed = row[at + SUM] >> np.uint8(1), whole(row[FORMED])
    other = HAND_AT + HAND_BYTES * formed
    _empty(row, at)
    _empty(row, other)
    _lay(row, at, whole(value))
    _lay(row, other, whole(value))
    row[FORMED] += np.uint8(1)


@inlined
def _finish(row: Bytes, at: int, rules: StepRules) -> None:
    """Tournament Blackjack 9.2(a), 13.1(d): a hand of 21 is finished, a higher one has lost."""
    points = _points(row, at, rules.most)
    if points > rules.most:
        row[at + STANDING] = PASSED
    elif points == rules.most:
        row[at + STANDING] = STOOD


@inlined
def _go_on(
    row: Bytes, out: Bytes, left: int, rules: StepRules, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, int, Word, Word, Word, Word]:
    """On to the next hand with a choice (10.3), or to the dealer."""
    while row[TURN] < row[FORMED]:
        at = _at(row)
        if row[at + SIZE] == 1:
            aces = row[at + HAS_ACE]
            value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
            _lay(row, at, value)
            _finish(row, at, rules)
            if aces:  # Tournament Blackjack 10.4
                row[at + STANDING] = STOOD
        if row[at + STANDING] == OPEN:
            return 0, 0, left, a, b, c, d
        row[TURN] += np.uint8(1)
    return _dealer(row, out, left, rules, a, b, c, d)


@inlined
def _natural(
    row: Bytes, out: Bytes, left: int, rules: StepRules, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, int, Word, Word, Word, Word]:
    """A blackjack that waits for the dealer's second card, and no further one (12.1(b))."""
    second, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
    both = second + whole(row[UP]) == ACE + TEN
    gain = rules.gains[NATURAL_EQUAL] if both else rules.gains[NATURAL_WON]
    if row[INSURED]:
        gain += rules.gains[INSURANCE_WON] if second == TEN else rules.gains[INSURANCE_LOST]
    return gain, 1, left, a, b, c, d


@inlined
def _dealer(
    row: Bytes, out: Bytes, left: int, rules: StepRules, a: Word, b: Word, c: Word, d: Word
) -> tuple[int, int, int, Word, Word, Word, Word]:
    """Tournament Blackjack 12.1, 13.1: the dealer's cards, and what every hand comes to."""
    standing = False
    for hand in range(row[FORMED]):
        standing |= row[HAND_AT + HAND_BYTES * hand + STANDING] == STOOD
    gain, up = whole(0), whole(row[UP])
    total, ace, points, natural = up, up == ACE, 0, False
    if standing or row[INSURED]:
        value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        natural = (up == ACE and value == TEN) or (up == TEN and value == ACE)
        if row[INSURED]:
            gain += rules.gains[INSURANCE_WON] if value == TEN else rules.gains[INSURANCE_LOST]
        total += value
        ace |= value == ACE
    points = total + TEN if ace and total + TEN <= rules.most else total
    while standing and points < rules.dealer_stands:
        value, left, a, b, c, d = _draw(row, out, left, rules, a, b, c, d)
        total += value
        ace |= value == ACE
        points = total + TEN if ace and total + TEN <= rules.most else total
    for hand in range(row[FORMED]):
        at = HAND_AT + HAND_BYTES * hand
        case = BUSTED
        if row[at + STANDING] != PASSED:
            own = _points(row, at, rules.most)
            if natural:
                case = BY_BLACKJACK
            elif points > rules.most:
                case = BY_BUST
            else:
                case = HIGHER if own > points else LOWER if own < points else EQUAL
        gain += rules.gains[case] * whole(row[at + STAKED])
    return gain, 1, left, a, b, c, d


@inlined
def _show(facts: Bytes, mask: Bytes, row: Bytes, rules: StepRules) -> None:
    """What the patron may know and do: the facts of the choice, and the actions accepted."""
    asked = row[ASKED]
    for each in range(ACTIONS):
        mask[each] = 0
    for each in range(len(facts)):
        facts[each] = 0
    if asked == BETTING:
        mask[DEAL] = 1
        return
    at = _at(row)
    total, points = whole(row[at + SUM]), _points(row, at, rules.most)
    soft = points != total
    facts[0], facts[1], facts[2], facts[3] = asked, points, soft, row[UP]
    if asked == ANSWER:
        mask[DECLINE] = mask[INSURE] = 1
        mask[TAKE_EVEN_MONEY] = points == rules.most
        return
    mask[HIT] = 1
    mask[STAND] = soft or total >= rules.must_draw_below
    first = row[at + SIZE] == 2
    facts[5] = mask[DOUBLE] = first
    facts[4] = mask[SPLIT] = first and row[at + ALIKE] and row[FORMED] < rules.split_hands
