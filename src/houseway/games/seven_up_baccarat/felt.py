"""What lies on the felt at 7-Up Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from typing import Any

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.felt import Felt, Hand, Spot, faces, kept, spot
from houseway.games.layout import Key
from houseway.games.seven_up_baccarat.play import destination
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, Rules, count_name
from houseway.games.seven_up_baccarat.state import BETTING, BETWEEN, Play
from houseway.games.side_wagers.facts import Facts, Round, round_facts

# The cards on which each hand can be a natural: Player's with the printed seven (1.1 natural).
_INITIAL = {PLAYER: 1, BANKER: 2}
_INITIAL_CARDS = sum(_INITIAL.values())  # 8.2.1: no count is shown before all of them lie open


def felt(play: Play, patron: str) -> Felt:
    """7-Up Baccarat 8.2.1: a card face down is seen by all when the dealer exposes it."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        hands = (_hand(play, PLAYER), _hand(play, BANKER), *hands)
    return Felt(hands, result=play.result, seats=dict(play.places))


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    total, note = "", "no bet" if play.no_bet else ""
    if play.out >= _INITIAL_CARDS and None not in cards:
        known = play.known(name)
        total = count_name(_count(play, name, known))
        note = ", ".join(filter(None, (_said(play, name, known), note)))
    return Hand(name, faces(cards), total=total, note=note)


def _count(play: Play, name: str, known: list[Card]) -> int:
    rules = play.rules
    return rules.player_count(known) if name == PLAYER else rules.banker_count(known)


def _said(play: Play, name: str, known: list[Card]) -> str:
    if len(known) != _INITIAL[name]:
        return ""
    if _count(play, name, known) in play.rules.naturals:
        return "natural"
    due = destination(play) if play.announced else None
    return "to draw" if due and due[0] == name else ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """7-Up Baccarat 5.1: every spot of every playing area."""
    offered = [
        wager
        for wager in play.rules.spots
        if wager != SUPER_SEVENS or play.options.super_sevens == "offered"
    ]
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.areas + 1)
        for wager in offered
    )


# The facts of a coup of 7-Up Baccarat that a side wager may ask for.


def _blocks(rules: Rules, hands: Any) -> tuple[str, int] | None:
    """One card to Player, two to Banker (7-Up Baccarat 8.1), then those of 9.3 and 9.4."""
    if not hands[PLAYER]:
        return PLAYER, 1
    if not hands[BANKER]:
        return BANKER, 2
    due = rules.drawn_card(list(hands[PLAYER]), list(hands[BANKER]))
    return None if due is None else (due[0], 1)


def _natural(each: Round, hand: str) -> bool:
    rules, cards = each.rules, list(each.hands[hand])
    if hand == PLAYER:
        return len(cards) == 1 and rules.player_count(cards) in rules.naturals
    return len(cards) == 2 and rules.banker_count(cards) in rules.naturals


def _live(play: Play, key: Key) -> Round:
    return Round(play.rules, {PLAYER: play.known(PLAYER), BANKER: play.known(BANKER)})


FACTS = Facts(
    facts=round_facts(
        player=lambda each: each.rules.player_count(list(each.hands[PLAYER])),
        banker=lambda each: each.rules.banker_count(list(each.hands[BANKER])),
        natural=_natural,
        first_two=(BANKER,),
    ),
    hands=(PLAYER, BANKER, "all"),
    blocks=_blocks,
    value=lambda rules: rules.card_value,
    live=_live,
    betting=lambda play: (
        play.stage == BETTING
    ),  # 7-Up Baccarat 5.4: from the first card no wager is placed, moved or taken back.
    until="5.4",
    settles=frozenset({c.SettleWagers}),
)
