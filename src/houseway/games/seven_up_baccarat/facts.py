"""The facts of a coup of 7-Up Baccarat that a side wager may ask for.

The printed seven counts in Player's total and is no card that was dealt.
"""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
from houseway.games.layout import Key
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, Rules
from houseway.games.seven_up_baccarat.state import BETTING, Play
from houseway.games.side_wagers.baccarat import round_facts
from houseway.games.side_wagers.facts import Facts, Round


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
