"""A round of Casino War dealt again on paper, in the true order of its cards: 11.6 and 11.12."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterable

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.casino_war import settle
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import DEALER
from houseway.games.casino_war.rules import EQUAL, INITIAL, WAR, cite
from houseway.games.casino_war.state import DEALING, Play
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.settling import not_on_record
from houseway.games.shortfalls import Moved, with_shortfalls
from houseway.games.tokens import Tokens
from houseway.rulebook.roles import STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

Hands = dict[int, tuple[Card, ...]]
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)


def rebuild_round(play: Play, command: v.RebuildRound, by: Role) -> Ruling:
    """Deal the same cards again, on paper, in the order they left the source.

    Choices already made by patrons whose hands are still tied stand (readings CW-03 and CW-22). The
    hands lie open until the layout is cleared.
    """
    if refused := _cannot_rebuild(play):
        return refused
    if None in command.cards:
        return Refused("card_not_named", play.cite("7.1"), "every card was dealt face up: name it")
    on_record = (card for held in play.hands.values() for card in held)
    drawn = not_on_record(play, on_record, command.cards, play.cite("11.6"))
    if isinstance(drawn, Refused):
        return drawn
    hands = replay(play, command.cards)
    due: Counter[Card | None] = Counter(card for held in hands.values() for card in held)
    lying = Counter((*play.stock.layout, *_taken_back(play), *drawn))
    burned = tuple(card for card in (lying - due).elements() if card is not None)
    still_tied = [box for box in play.areas if _ties(play, hands, box)]
    clause = play.cite("11.12") if len(command.cards) > due.total() else play.cite("11.6")
    moved = _settled_anew(play, hands, still_tied)
    return accept(*moved, v.RoundRebuilt(hands, drawn, burned, clause))


def _cannot_rebuild(play: Play) -> Refused | None:
    if not play.held_round:
        return Refused("round_not_held", play.cite("11.6"), "report the error first")
    if play.stage != DEALING:
        gone = "its cards are in the discard rack: it cannot be rebuilt, only voided"
        return Refused("cards_collected", play.cite("11.6"), gone)
    if play.refilled:
        mixed = "cards of this round went back into the shuffle: it can only be voided"
        return Refused("cards_reshuffled", play.cite("11.6"), mixed)
    return None


def _taken_back(play: Play) -> list[Card | None]:
    """Cards of the round that have gone to the rack."""
    return play.stock.rack[play.collected_from :] if play.collected_from >= 0 else []


def replay(play: Play, order: tuple[Card, ...]) -> Hands:
    """The hands as the order makes them: 7.1, then 9.2 for the wars that are already agreed."""
    places = [*play.areas, DEALER]
    hands: Hands = {box: (card,) for box, card in zip(places, order, strict=False)}
    rest = order[len(places) :]
    still_tied = [box for box in play.areas if _ties(play, hands, box)]
    chosen = _at_war(play, still_tied)
    undecided = set(still_tied) - set(chosen) - _surrendered(play)
    if rest and chosen and not undecided:
        for box, card in zip((*chosen, DEALER), rest, strict=False):
            hands[box] = (*hands[box], card)
    return hands


def _ties(play: Play, hands: Hands, box: int) -> bool:
    return (
        box in hands
        and DEALER in hands
        and play.rules.compare(hands[box][0], hands[DEALER][0]) == EQUAL
    )


def _at_war(play: Play, boxes: Iterable[int]) -> list[int]:
    settled = {
        line.box
        for line in play.layout.settlements
        if line.wager == WAR and isinstance(line, _DECIDED)
    }
    return [box for box in boxes if box in settled or box in settle.boxes_with(play, WAR)]


def _surrendered(play: Play) -> set[int]:
    return {line.box for line in play.layout.settlements if play.cite("5.1.1.3") in line.clauses}


# What was settled by the wrong order


def _settled_anew(play: Play, hands: Hands, still_tied: list[int]) -> list[e.Event]:
    """What the true order makes of wagers that were settled, and of wars (readings CW-22, CW-26).

    A settlement that it confirms stands, as does a surrender of a hand still tied. One that it
    makes otherwise is corrected; a wager that it leaves open lies on the layout again; a war
    without a tie is void.
    """
    done = _to_settle_anew(play, still_tied)
    right = _by_the_true_order(play, hands, done, still_tied)
    moved: list[Moved] = [
        _void(play, key, stake)
        for key, stake in play.layout.wagers.items()
        if key[2] == WAR and key[1] not in still_tied
    ]
    for key, before in done.items():
        after = right.get(key)
        if after is None:
            moved.append(e.SettlementUndone(before, play.cite("11.6")))
        elif after != before:
            moved.append(e.SettlementCorrected(play.round, before, after, 0, play.cite("11.6")))
    return with_shortfalls(play, moved)


def _to_settle_anew(play: Play, still_tied: list[int]) -> dict[Key, e.AnySettlement]:
    stands = _surrendered(play) & set(still_tied)
    return {
        (line.patron, line.box, line.wager): line
        for line in play.layout.settlements
        if isinstance(line, _DECIDED) and not (line.box in stands and line.wager == INITIAL)
    }


def _by_the_true_order(
    play: Play, hands: Hands, done: dict[Key, e.AnySettlement], still_tied: list[int]
) -> dict[Key, e.AnySettlement]:
    """How wagers that were settled would be settled by these hands, where they can be."""
    if not done:
        return {}
    again = _with_wagers_back(play, hands, done, still_tied)
    lines = [*settle.settle_ties(again), *settle.settle_initials(again, settle.decided(again))]
    if len(hands[DEALER]) > 1:
        lines += settle.settle_wars(again)
    right = {(line.patron, line.box, line.wager): line for line in lines}
    gone = {
        key: _void(play, key, line.stake)
        for key, line in done.items()
        if key[2] == WAR and key[1] not in still_tied
    }
    return right | gone


def _with_wagers_back(
    play: Play, hands: Hands, done: dict[Key, e.AnySettlement], still_tied: list[int]
) -> Play:
    """The table as it would be with these hands and every wager still on the layout."""
    wagers = {**play.layout.wagers, **{key: line.stake for key, line in done.items()}}
    staked = {key: tokens.staked_in(play, play.round, key) for key in done}
    there = {key: stake for key, stake in wagers.items() if key[2] != WAR or key[1] in still_tied}
    return dataclasses.replace(
        play,
        hands={box: list(held) for box, held in hands.items()},
        layout=dataclasses.replace(play.layout, wagers=there),
        tokens=Tokens(staked={**play.tokens.staked, **staked}),
    )


def _void(play: Play, key: Key, stake: int) -> e.WagerVoided:
    patron, box, wager = key
    return e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (play.cite("11.6"),))


ORDERS: dict[type[c.Command], May] = {v.RebuildRound: May(STAFF, cite("11.6"), rebuild_round)}
