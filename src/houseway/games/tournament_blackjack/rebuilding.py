"""An error of placement found in its own round: the hands are rebuilt (Tournament Blackjack 14.4).

The cards are laid again by the rules in the order in which they left the shoe, with the choices
that stand (reading BJ21). It is the engine itself that lays them, on a copy of the table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from typing import Any

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.tournament_blackjack import choices, rules
from houseway.games.tournament_blackjack import play as playing
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.irregularities import declare_absent
from houseway.games.tournament_blackjack.play import (
    destination,
    drawn_wrongly,
    interim_due,
    pairs_due,
    turn,
)
from houseway.games.tournament_blackjack.rules import INSURANCE, PERFECT_PAIRS, cite
from houseway.games.tournament_blackjack.state import DEALING, EVOLVE, SETTLED, Chosen, Play
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

Decided = e.WagerPaid | e.WagerCollected | e.WagerStoodOff


def rebuild_round(play: Play, command: c.RebuildRound, by: Role) -> Ruling:
    """Lay the same cards again by the rules, in the order they left the shoe (reading BJ21)."""
    clause = play.cite("14.4")
    if play.stage not in (DEALING, SETTLED) or not play.card_out:
        return Refused("no_round_under_way", clause, "no round with cards out is under way")
    if refused := _not_rebuildable(play) or _left_out(play, command.cards):
        return refused
    table = deepcopy(play)
    events: list[e.Event] = []
    for event in _taken_back(play):
        _apply(table, events, event)
    wrong = _lay_again(table, events, play, list(command.cards))
    return wrong or accept(*events)


def _not_rebuildable(play: Play) -> Refused | None:
    if play.round in play.layout.voided:
        return Refused("round_already_void", play.cite("14.4"), f"round {play.round} is void")
    settled = {(line.patron, line.box, line.wager) for line in _decided(play)}
    if all(
        (play.live(hand) or hand.key in settled) and hand.patron not in play.layout.excluded
        for hand in play.hands
    ):
        return None
    sentence = "a stake was voided or its owner excluded: the Director may void the round"
    return Refused("stake_voided", play.cite("14.4"), sentence)


def _decided(play: Play) -> list[Decided]:
    """The stakes of the round that have won, lost or stood off so far."""
    return [line for line in play.layout.settlements if isinstance(line, Decided)]


def _left_out(play: Play, cards: tuple[Card | None, ...]) -> Refused | None:
    lost = Counter([*play.stock.layout, *play.stock.aside]) - Counter(cards)
    if not lost:
        return None
    named = " ".join(card or "an unseen card" for card in lost.elements())
    sentence = f"{named}: on record for this round and not in the order given"
    return Refused("card_left_out", play.cite("14.4"), sentence)


def _taken_back(play: Play) -> list[e.Event]:
    """Payments, added stakes and cards of the round, back to where they were before it."""
    clause = play.cite("14.4")
    undone = _decided(play)
    stakes = dict(play.layout.wagers)
    stakes |= {(line.patron, line.box, line.wager): line.stake for line in undone}
    added = {hand.key: hand.added for hand in play.hands}
    events: list[e.Event] = [e.SettlementUndone(line, clause) for line in reversed(undone)]
    for key, stake in stakes.items():
        patron, box, wager = key
        if wager == INSURANCE or wager in play.rules.split_hands:
            events.append(e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (clause,)))
        elif added.get(key):
            before = stake - added[key]
            events.append(e.WagerChanged(patron, wager, stake, before, box, clause))
    return [*events, v.RoundTakenBack(clause)]


def _apply(table: Play, events: list[e.Event], *new: e.Event) -> None:
    for event in new:
        EVOLVE[type(event)](table, event)
        events.append(event)


def _lay_again(
    table: Play, events: list[e.Event], before: Play, cards: list[Card | None]
) -> Refused | None:
    """Deal the cards on paper, with the choices that stand; cards left over are held (14.2)."""
    chosen = list(before.chosen)
    while order := _next_order(table, before, cards, chosen):
        if isinstance(ruling := _DECIDES[type(order)](table, order, Role.DEALER), Refused):
            return ruling
        _apply(table, events, *ruling.events)
    for card in cards:
        if impossible := drawn_wrongly(table, card):
            return impossible
        _apply(table, events, v.CardHeld(card, table.cite("14.2")))
    return None


def _next_order(
    table: Play, before: Play, cards: list[Card | None], chosen: list[Chosen]
) -> c.Command | None:
    """The next card, step or choice on record; None where the round must wait for a new one."""
    if pairs_due(table):
        open_before = any(wager == PERFECT_PAIRS for _, _, wager in before.layout.wagers)
        return None if open_before else v.SettlePerfectPairs()
    if interim_due(table):
        return _interim_again(table, before) or (v.SettleInterim() if before.interim_over else None)
    if destination(table):
        return c.DealCard(cards.pop(0)) if cards else None
    hand = turn(table) if table.interim_over else None
    if hand is None:
        return None
    for each in chosen:
        if (each.hand, each.cards) == (hand.name, tuple(hand.cards)):
            chosen.remove(each)
            return CHOICES[each.choice](hand.patron)
    return v.DeclareAbsent(hand.patron) if hand.patron in before.absent else None


def _interim_again(table: Play, before: Play) -> c.Command | None:
    """Insurance and even money that were taken, where the cards still allow them."""
    done = _decided(before)
    wanted: list[c.Command] = [
        v.Insure(patron, stake)
        for (patron, _, wager), stake in before.layout.wagers.items()
        if wager == INSURANCE
    ]
    wanted += [v.Insure(line.patron, line.stake) for line in done if line.wager == INSURANCE]
    wanted += [
        v.TakeEvenMoney(line.patron) for line in done if table.cite("8.1(b)") in line.clauses
    ]
    for order in wanted:
        ruling = _DECIDES[type(order)](table, order, Role.DEALER)
        if not isinstance(ruling, Refused):
            return order
    return None


CHOICES: dict[str, Callable[[str], c.Command]] = {
    "hit": v.Hit, "stand": v.Stand, "double": v.Double, "split": v.Split,
}  # fmt: skip
_DECIDES: dict[type[c.Command], Any] = {
    **{kind: may.decide for kind, may in (playing.ORDERS | choices.ORDERS).items()},
    v.DeclareAbsent: declare_absent,
}

ORDERS: dict[type[c.Command], May] = {
    c.RebuildRound: May(DEALERS | rules.DIRECTOR, cite("14.4"), rebuild_round)
}
