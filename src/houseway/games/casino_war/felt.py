"""What lies on the felt at Casino War, and where a patron can put a wager."""

from __future__ import annotations

from collections import Counter
from typing import Any

from houseway.equipment.cards import RANKS, Card, rank, suit
from houseway.equipment.cards import name as card_name
from houseway.games import commands as c
from houseway.games.casino_war import settle
from houseway.games.casino_war import state as v
from houseway.games.casino_war.rules import (
    DEALER,
    EQUAL,
    HIGHER,
    INITIAL,
    LOWER,
    TIE,
    WAR,
    Rules,
    place_name,
)
from houseway.games.casino_war.state import (
    BETTING,
    BETWEEN,
    GoToWar,
    Play,
    RecordAbsence,
    RoundRebuilt,
    Surrender,
)
from houseway.games.felt import Choice, Felt, FeltFact, Hand, Learning, Offered, Spot, kept, spot
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


def felt(play: Play, patron: str) -> Felt:
    """Casino War 7.1: every card is dealt face up. Hands in the rack are off the felt (8.2.3)."""
    hands = kept(play.stock)
    if play.stage != BETWEEN:
        lying = _lying(play)
        hands = (*(_hand(play, box) for box in sorted(lying, key=_dealer_last)), *hands)
    return Felt(hands, seats=dict(play.places))


def _lying(play: Play) -> list[int]:
    """The boxes whose cards are still on the layout: the dealer's, those at stake, then the rest.

    Two hands can hold the same card of different decks; one that is at stake is never collected,
    nor is one that went to war before the round is over.
    """
    left, found = Counter(play.stock.layout), []
    at_stake = set(settle.boxes_with(play, INITIAL))
    for box in sorted(play.hands, key=lambda box: _claim(play, box, at_stake)):
        cards = Counter(play.hands[box])
        if cards and cards <= left:
            left -= cards
            found.append(box)
    return found


def _claim(play: Play, box: int, at_stake: set[int]) -> tuple[bool, bool, int]:
    return box != DEALER and box not in at_stake, len(play.hands[box]) < 2, box


def _dealer_last(box: int) -> tuple[bool, int]:
    return box == DEALER, box


def _hand(play: Play, box: int) -> Hand:
    cards = play.hands[box]
    called = card_name(cards[-1]).partition(" of ")[0]
    return Hand(
        place_name(box), tuple(cards), box, play.areas.get(box, "") if box else "", called,
        _note(play, box),
    )  # fmt: skip


def _note(play: Play, box: int) -> str:
    dealers = play.hand(DEALER)
    if box == DEALER or not dealers:
        return ""
    if len(play.hand(box)) == 2 == len(dealers):
        return f"{settle.standing_in_war(play, box)} in the war"
    return settle.standing(play, box)


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Casino War 5.1: the Initial and the Tie Wager of every playing area."""
    return tuple(
        spot(play.limits, patron, wager, box, like="" if play.stage == BETTING else wager)
        for box in range(1, play.options.areas + 1)
        for wager in (INITIAL, TIE)
    )


# The facts of a round of Casino War that a side wager may ask for.

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


# What a program that learns Casino War is shown and may choose.

GO_TO_WAR, SURRENDER = "go to war", "surrender"
LOWEST = 2


def facts_of(tied: str) -> tuple[int, ...]:
    """A rank as a number: a two is 2, an ace 14."""
    return (LOWEST + RANKS.index(tied),)


def read(rules: object, felt: Felt, hand: str, offered: Offered) -> tuple[int, ...]:
    """The rank on which the patron has tied with the dealer (Casino War 8.2.4)."""
    dealer = next(each for each in felt.hands if each.name == place_name(DEALER))
    return facts_of(rank(Card(dealer.cards[0])))


LEARNING = Learning(
    stake=INITIAL,
    choices=(Choice(GO_TO_WAR, v.GoToWar), Choice(SURRENDER, v.Surrender)),
    facts=(FeltFact("tied rank", LOWEST + len(RANKS)),),
    read=read,
    house=1,
    cards=2,
)
