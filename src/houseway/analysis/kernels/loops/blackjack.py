"""Rounds of Tournament Blackjack: several boxes, splits to four hands, shoe or device.

A hand is a number that the next card turns into another. Numbers below OPEN are finished hands:
their points, PASSED, or the dealer's BLACKJACK; with any other number a card is drawn. The dealer's
hand goes by the same table. A round adds one to one case for each of its boxes.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from houseway.analysis.kernels.blackjack import (
    BLACKJACK,
    BOTH,
    CODES,
    DOUBLED,
    EARLY,
    EVEN_MONEY,
    HAND,
    HANDS,
    INSURED,
    KINDS,
    NATURAL,
    OPEN,
    PAIRS,
    PASSED,
    SORTS,
    SPLIT,
    WON,
    CardSource,
    Numbers,
    Play,
)
from houseway.analysis.kernels.blackjack_chain import FINISHED, OTHER
from houseway.analysis.kernels.cards import Bytes, Long, Shorts, Word, Words
from houseway.analysis.kernels.loops.inlined import inlined
from houseway.analysis.kernels.loops.shoe import make_ready
from houseway.analysis.kernels.loops.xoshiro import FOUR, NONE, ONE, THREE, TWO, four_below, shuffle

CARD, EIGHT = np.uint64(KINDS - 1), np.uint64(8)
PLENTY = np.uint64(64)  # no hand and its dealer's take more cards


@njit(nogil=True)
def fill(
    counts: Long,
    stack: Bytes,
    shoe: Bytes,
    hands: Numbers,
    formed: Bytes,
    ends: Numbers,
    chance: Words,
    rounds: int,
    source: CardSource,
    play: Play,
) -> None:
    """So many rounds by box and case, shoe after shoe, or each from a device that holds all."""
    many = len(stack)
    if source.device:
        shoe[:many] = stack
        deal_shoe(
            counts, shoe, hands, formed, ends, many, 0, 1, rounds, source.device, chance, play
        )
        return
    done = 0
    while done < rounds:
        a, b, c, d = make_ready(
            stack, shoe, source.margin, chance[0], chance[1], chance[2], chance[3]
        )
        chance[0], chance[1], chance[2], chance[3] = a, b, c, d
        done += deal_shoe(
            counts, shoe, hands, formed, ends, many, many, many - source.behind, rounds - done,
            source.device, chance, play,
        )  # fmt: skip


@njit(cache=True, nogil=True)
def deal_shoe(
    counts: Long,
    shoe: Bytes,
    hands: Numbers,
    formed: Bytes,
    ends: Numbers,
    many: int,
    ordered: int,
    cutting: int,
    most: int,
    device: bool,
    chance: Words,
    play: Play,
) -> int:
    """Rounds until the cutting card is out, so many at most; how many.

    The first `ordered` cards are in their order. No round begins with the cutting card, which lies
    before the card `cutting` (5.4(a)); the round that brings it out is finished (5.4(a)#2).
    """
    boxes, ace, single = np.uint64(len(play.ways)), np.uint64(play.ace), len(play.ways) == 1
    at, ready, out = np.uint64(0), np.uint64(ordered), np.uint64(cutting)
    done = 0
    while at < out and done < most:
        if single and ready > PLENTY:
            at, usual = _usual(
                counts, shoe, ends, at, min(out, ready - PLENTY), most - done, play.chain,
                play.offered, play.pairs,
            )  # fmt: skip
            done += usual
            if at >= out or done == most:
                break
        begun, second = at, at + boxes + ONE
        at = second + boxes
        while ready < at:
            ready = _more(shoe, many, begun, ready, device, chance)
        up = np.uint64(shoe[begun + boxes]) & CARD
        waiting, standing, insured = False, False, False
        for box in range(len(play.ways)):
            slot = np.uint64(box)
            one = np.uint64(shoe[begun + slot]) & CARD
            other = np.uint64(shoe[second + slot]) & CARD
            place = np.uint64(play.ways[slot]) + (up << EIGHT | one << FOUR | other)
            cell = np.uint64(play.firsts[place])
            first = slot * np.uint64(HANDS)
            formed[slot] = 1
            if cell & np.uint64(NATURAL):
                end = EARLY
                if not play.early[up]:
                    end = EVEN_MONEY if play.even_money and up == ace else WON
                waiting |= end == WON
                insured |= end != EVEN_MONEY
                hands[first] = NATURAL | end
                continue
            insured = True
            if cell & np.uint64(SPLIT):
                at, ready, standing = _split(
                    shoe, many, begun, at, ready, device, chance, play, up, slot, one, hands,
                    formed, standing,
                )  # fmt: skip
                continue
            hand, at, ready = _drawn(
                cell & np.uint64(HAND), shoe, many, begun, at, ready, device, chance, play.nexts
            )
            hands[first] = hand | cell & np.uint64(DOUBLED)
            standing |= hand != np.uint64(PASSED)
        insured &= play.insures and up == ace
        dealer, ten = np.uint64(play.dealers[up]), False
        if standing or waiting or insured:
            if at == ready:
                ready = _more(shoe, many, begun, ready, device, chance)
            kind = np.uint64(shoe[at]) & CARD
            ten = kind == np.uint64(play.ten)
            dealer = np.uint64(play.nexts[dealer << FOUR | kind])
            at += ONE
        if standing:
            dealer, at, ready = _drawn(
                dealer, shoe, many, begun, at, ready, device, chance, play.nexts
            )
        _settle(counts, shoe, begun, hands, formed, dealer, insured, ten, play)
        done += 1
        if device:
            at, ready = np.uint64(0), np.uint64(0)
    return done


@njit(cache=True, nogil=True)
def _usual(
    counts: Long,
    shoe: Bytes,
    ends: Numbers,
    at: Word,
    out: Word,
    most: int,
    chain: Shorts,
    offered: bool,
    pairs: Bytes,
) -> tuple[Word, int]:
    """Rounds of one box as long as the chain settles them; none begins with the card `out`.

    Returns the next card of the shoe, and how many rounds there were. Hardly anything branches on a
    card: each one writes down where and how its round may have ended, and the next one writes over
    that if the round goes on.
    """
    first, state, number = at, NONE, NONE
    while at < out or state >= np.uint64(FINISHED * KINDS):
        state = np.uint64(chain[state | np.uint64(shoe[at]) & CARD])
        at += ONE
        if state == np.uint64(OTHER * KINDS):
            at -= THREE
            break
        ends[number << ONE] = at
        ends[number << ONE | ONE] = state
        number += np.uint64(state < np.uint64(FINISHED * KINDS))
    if number > np.uint64(most):
        number = np.uint64(most)
        at = np.uint64(ends[(number - ONE) << ONE])
    for each in range(number):
        place = np.uint64(each) << ONE
        case = np.uint64(ends[place | ONE]) >> FOUR
        if offered:
            cards = np.uint64(shoe[first]) << EIGHT | np.uint64(shoe[first + TWO])
            case += np.uint64(pairs[cards]) * np.uint64(SORTS)
            first = np.uint64(ends[place])
        counts[case] += 1
    return at, int(number)


@inlined
def _settle(
    counts: Long,
    shoe: Bytes,
    begun: Word,
    hands: Numbers,
    formed: Bytes,
    dealer: Word,
    insured: bool,
    ten: bool,
    play: Play,
) -> None:
    """One more in the case of every box."""
    second = begun + np.uint64(len(play.ways)) + ONE
    for box in range(len(play.ways)):
        slot = np.uint64(box)
        case = _case(hands, slot, formed[slot], dealer, play.met, play.splits)
        block = slot * np.uint64(INSURED * PAIRS)
        if insured and case != np.uint64(EVEN_MONEY):
            block += np.uint64(PAIRS) if ten else np.uint64(2 * PAIRS)
        if play.offered:
            cards = np.uint64(shoe[begun + slot]) << EIGHT | np.uint64(shoe[second + slot])
            block += np.uint64(play.pairs[cards])
        counts[block * np.uint64(SORTS) + case] += 1


@inlined
def _drawn(
    hand: Word,
    shoe: Bytes,
    many: int,
    begun: Word,
    at: Word,
    ready: Word,
    device: bool,
    chance: Words,
    nexts: Shorts,
) -> tuple[Word, Word, Word]:
    """A hand drawn to its end, the next card of the shoe, and how many are in their order."""
    while hand >= np.uint64(OPEN):
        if at == ready:
            ready = _more(shoe, many, begun, ready, device, chance)
        hand = np.uint64(nexts[hand << FOUR | np.uint64(shoe[at]) & CARD])
        at += ONE
    return hand, at, ready


@njit(cache=True, nogil=True)
def _split(
    shoe: Bytes,
    many: int,
    begun: Word,
    at: Word,
    ready: Word,
    device: bool,
    chance: Words,
    play: Play,
    up: Word,
    slot: Word,
    one: Word,
    hands: Numbers,
    formed: Bytes,
    standing: bool,
) -> tuple[Word, Word, bool]:
    """The hands of a split box, one finished before the next gets its card (10.3).

    A second card of the pair's kind makes another hand as long as there may be more (10.2).
    """
    number, to_come, made = np.uint64(2), 2, np.uint64(0)
    while to_come:
        if at == ready:
            ready = _more(shoe, many, begun, ready, device, chance)
        other = np.uint64(shoe[at]) & CARD
        at += ONE
        if other == one and number < np.uint64(play.most[one]):
            number += ONE
            to_come += 1
            continue
        place = np.uint64(play.ways[slot]) + (up << EIGHT | one << FOUR | other)
        cell = np.uint64(play.seconds[place])
        hand, at, ready = _drawn(
            cell & np.uint64(HAND), shoe, many, begun, at, ready, device, chance, play.nexts
        )
        hands[slot * np.uint64(HANDS) + made] = hand | cell & np.uint64(DOUBLED)
        standing |= hand != np.uint64(PASSED)
        made += ONE
        to_come -= 1
    formed[slot] = made
    return at, ready, standing


@inlined
def _case(
    hands: Numbers, slot: Word, formed: np.uint8, dealer: Word, met: Bytes, splits: Shorts
) -> Word:
    """What a box came to."""
    first = slot * np.uint64(HANDS)
    hand = np.uint64(hands[first])
    if hand & np.uint64(NATURAL):
        end = hand & np.uint64(HAND)
        both = end == np.uint64(WON) and dealer == np.uint64(BLACKJACK)
        return np.uint64(BOTH) if both else end
    if formed == 1:
        return _code(hand, dealer, met)
    place = np.uint64(0)
    for each in range(HANDS):
        code = np.uint64(CODES)
        if each < formed:
            code = _code(np.uint64(hands[first + np.uint64(each)]), dealer, met)
        place = place * np.uint64(CODES + 1) + code
    return np.uint64(splits[place])


@inlined
def _code(hand: Word, dealer: Word, met: Bytes) -> Word:
    """What a hand met, and whether it was doubled; of a hand that passed the dealer's is no
    matter."""
    finished = hand & np.uint64(OPEN - 1)
    found = np.uint64(met[finished << np.uint64(5) | dealer & np.uint64(OPEN - 1)])
    return found << ONE | hand >> np.uint64(16)


@njit(cache=True, nogil=True)
def _more(shoe: Bytes, many: int, begun: Word, ready: Word, device: bool, chance: Words) -> Word:
    """More cards in their order: four of the device, or the discards once the shoe is empty (14.6).

    The cards of the round lie on the table and stay out.
    """
    a, b, c, d = chance[0], chance[1], chance[2], chance[3]
    if device:
        left = np.uint64(many) - ready
        first, second, third, fourth, a, b, c, d = four_below(left, a, b, c, d)
        for draw in (first, second, third, fourth):
            shoe[ready], shoe[ready + draw] = shoe[ready + draw], shoe[ready]
            ready += ONE
    else:
        empty = ready
        for place in range(begun):
            shoe[ready] = shoe[place]
            ready += ONE
        a, b, c, d = shuffle(shoe[empty:ready], a, b, c, d)
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d
    return ready
