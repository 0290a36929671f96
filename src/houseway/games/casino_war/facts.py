"""The facts of a round of Casino War that a side wager may ask for.

`hand` is the patron's first card and `dealer` the dealer's; facts of `war` are about the additional
cards, and a wager that asks for them is settled when the round ends.
"""

from __future__ import annotations

from typing import Any

from houseway.equipment.cards import suit
from houseway.games import commands as c
from houseway.games.casino_war import settle
from houseway.games.casino_war.places import DEALER
from houseway.games.casino_war.rules import EQUAL, HIGHER, INITIAL, LOWER, WAR, Rules
from houseway.games.casino_war.state import BETTING, Play
from houseway.games.casino_war.vocabulary import GoToWar, RecordAbsence, RoundRebuilt, Surrender
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import (
    FLAG,
    RANK,
    SUIT,
    Fact,
    Facts,
    Round,
    Window,
    card_facts,
    one_of,
)
from houseway.rulebook.ruling import Refused

HAND, DEALERS = "hand", "dealer"
_BOTH = {HAND: 1, DEALERS: 1}
_RESULTS = (HIGHER, LOWER, EQUAL)


def _blocks(rules: Rules, hands: Any) -> tuple[str, int] | None:
    """One card each (Casino War 7.1); equal cards go to war (9.2), one more each."""
    for hand in (HAND, DEALERS):
        if not hands[hand]:
            return hand, 1
    if rules.compare(hands[HAND][0], hands[DEALERS][0]) != EQUAL:
        return None
    return next(((hand, 1) for hand in (HAND, DEALERS) if len(hands[hand]) == 1), None)


def _result(each: Round) -> str:
    result: str = each.rules.compare(each.hands[HAND][0], each.hands[DEALERS][0])
    return result


def _war(each: Round) -> bool:
    return len(each.hands[HAND]) == 2


def _war_result(each: Round) -> str:
    if not _war(each):
        return "none"
    result: str = each.rules.compare(each.hands[HAND][1], each.hands[DEALERS][1])
    return result


def _suited(each: Round) -> bool:
    return suit(each.hands[HAND][0]) == suit(each.hands[DEALERS][0])


def _live(play: Play, key: Key) -> Round:
    return Round(play.rules, {HAND: play.hand(key[1]), DEALERS: play.hand(DEALER)})


def _not_at_war(play: Play, key: Key) -> Refused | None:
    """Casino War 9.2: a box is at war from the patron's choice to the first additional card."""
    at_war, why = settle.boxes_with(play, WAR), ""
    if key[1] not in at_war:
        why = f"box {key[1]} is not at war"
    elif any(len(play.hand(each)) > 1 for each in (*at_war, DEALER)):
        why = "the additional cards are being dealt"
    return Refused("war_not_open", play.cite("9.2"), why) if why else None


_LATE: dict[str, Any] = {"hands": {HAND: 0, DEALERS: 0}, "boxed": True, "late": True}

FACTS = Facts(
    facts=(
        Fact("result", one_of(*_RESULTS), _result, RANK, _BOTH, boxed=True),
        Fact("tie", FLAG, lambda each: _result(each) == EQUAL, RANK, _BOTH, boxed=True),
        Fact("suited", FLAG, _suited, SUIT, _BOTH, boxed=True),
        *card_facts(HAND, HAND, 0, boxed=True),
        *card_facts(DEALERS, DEALERS, 0),
        Fact("war", FLAG, _war, RANK, **_LATE),
        Fact("war.result", one_of(*_RESULTS, "none"), _war_result, RANK, **_LATE),
    ),
    hands=(HAND, DEALERS, "all"),
    boxed=(HAND,),
    blocks=_blocks,
    live=_live,
    betting=lambda play: (
        play.stage == BETTING
    ),  # Casino War 5.3: wagers are placed before the first card.
    until="5.3",
    settles=frozenset({c.SettleWagers, GoToWar, Surrender, RecordAbsence}),
    reopens=frozenset({RoundRebuilt}),
    windows={"war": Window("war", _not_at_war)},
    needs=INITIAL,
    boxes=lambda play: play.options.areas,
    notes=("every tie goes to war",),
)
