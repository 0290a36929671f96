"""A round of Casino War dealt again on paper, in the true order of its cards: 11.6 and 11.12."""

from __future__ import annotations

import dataclasses
from collections import Counter

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.casino_war import settle
from houseway.games.casino_war import vocabulary as v
from houseway.games.casino_war.places import DEALER, box_of
from houseway.games.casino_war.play import destination, step
from houseway.games.casino_war.rules import EQUAL, INITIAL, WAR, cite
from houseway.games.casino_war.state import DEALING, Play
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.settling import laid_again, not_on_record
from houseway.games.shortfalls import Moved, with_shortfalls
from houseway.games.tokens import Tokens
from houseway.games.wagering import voided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling

Hands = dict[int, tuple[Card, ...]]
Lines = dict[Key, e.AnySettlement]
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
    hands, lines = _laid_again(play, command.cards)
    due: Counter[Card | None] = Counter(card for held in hands.values() for card in held)
    lying = Counter((*play.stock.layout, *_taken_back(play), *drawn))
    burned = tuple(card for card in (lying - due).elements() if card is not None)
    clause = play.cite("11.12") if len(command.cards) > due.total() else play.cite("11.6")
    return accept(*_corrections(play, hands, lines), v.RoundRebuilt(hands, drawn, burned, clause))


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


def _laid_again(play: Play, cards: tuple[Card, ...]) -> tuple[Hands, Lines]:
    """The hands as the engine lays the cards, and what it makes of every wager of the round.

    Each area is dealt a card, though its wager may have been voided since. A surrender of a hand
    that is tied stands (CW-22); a war without a tie is void.
    """
    done = {_key(line): line.stake for line in _decided(play)}
    areas = {(patron, box, INITIAL): 0 for box, patron in play.areas.items()}
    table = dataclasses.replace(
        play,
        hands={},
        rack_returned=True,
        layout=dataclasses.replace(play.layout, wagers={**areas, **play.layout.wagers, **done}),
        tokens=Tokens(
            staked={
                **play.tokens.staked,
                **{key: tokens.staked_in(play, play.round, key) for key in done},
            }
        ),
    )
    lines: Lines = {}
    laid_again(table, cards, lambda table: _due(table, play, lines), _lay)
    _due(table, play, lines)
    return {box: tuple(held) for box, held in table.hands.items()}, lines


def _lay(table: Play, to: str, card: Card | None) -> None:
    box = box_of(to)
    if box is not None and card is not None:
        table.hands.setdefault(box, []).append(card)


def _due(table: Play, play: Play, lines: Lines) -> tuple[str, Clause] | None:
    """Where the next card goes, once what the cards decide has been settled."""
    wagers = table.layout.wagers
    while not (due := destination(table)):
        if not wagers:
            return None
        for key, stake in [*wagers.items()]:
            tied = settle.standing(table, key[1]) == EQUAL
            if key[2] == WAR and not tied:
                lines[key] = voided(table, key, play.cite("11.6"))
                del wagers[key]
            elif key[2] == INITIAL and (not stake or (tied and key[1] in _surrendered(play))):
                del wagers[key]
        now = step(table)
        if now == "ties":
            settled = settle.settle_ties(table)
        elif now == "initials":
            settled = settle.settle_initials(table, settle.decided(table))
        else:
            settled = settle.settle_wars(table) if now == "final" else []
        if not settled:
            return destination(table)
        for line in settled:
            lines[_key(line)] = line
            del wagers[_key(line)]
    return due


def _key(line: e.AnySettlement) -> Key:
    return line.patron, line.box, line.wager


def _decided(play: Play) -> list[e.AnySettlement]:
    return [line for line in play.layout.settlements if isinstance(line, _DECIDED)]


def _surrendered(play: Play) -> set[int]:
    return {line.box for line in play.layout.settlements if play.cite("5.1.1.3") in line.clauses}


def _corrections(play: Play, hands: Hands, lines: Lines) -> list[e.Event]:
    """What the true order makes of wagers that were settled, and of wars (readings CW-22, CW-26).

    A settlement that it confirms stands. One that it makes otherwise is corrected; a wager that it
    leaves open lies on the layout again.
    """
    moved: list[Moved] = [
        line
        for key, line in lines.items()
        if key in play.layout.wagers and isinstance(line, e.WagerVoided)
    ]
    for before in _decided(play):
        after, box = lines.get(_key(before)), before.box
        tied = play.rules.compare(hands[box][0], hands[DEALER][0]) == EQUAL
        if before.wager == INITIAL and tied and box in _surrendered(play):
            continue
        if after is None:
            moved.append(e.SettlementUndone(before, play.cite("11.6")))
        elif after != before:
            moved.append(e.SettlementCorrected(play.round, before, after, 0, play.cite("11.6")))
    return with_shortfalls(play, moved)


ORDERS: dict[type[c.Command], May] = {v.RebuildRound: May(STAFF, cite("11.6"), rebuild_round)}
