"""The facts of a coup of Mini Baccarat that a side wager may ask for."""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
from houseway.games.layout import Key
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, Rules
from houseway.games.mini_baccarat.state import BETTING, Play
from houseway.games.mini_baccarat.vocabulary import RoundRebuilt
from houseway.games.side_wagers.baccarat import round_facts
from houseway.games.side_wagers.facts import Facts, Round


def _blocks(rules: Rules, hands: Any) -> tuple[str, int] | None:
    """Two cards each (Mini Baccarat 6.2), then third cards by the tableau (7.2, 7.3)."""
    for hand in (PLAYER, BANKER):
        if not hands[hand]:
            return hand, 2
    due = rules.tableau.third_card(hands[PLAYER], hands[BANKER])
    return None if due is None else (due[0], 1)


def _live(play: Play, key: Key) -> Round:
    player, banker = play.open_hands()
    return Round(play.rules, {PLAYER: player, BANKER: banker})


FACTS = Facts(
    facts=round_facts(
        player=lambda each: each.rules.tableau.total(each.hands[PLAYER]),
        banker=lambda each: each.rules.tableau.total(each.hands[BANKER]),
        natural=lambda each, hand: (
            len(each.hands[hand]) == 2
            and each.rules.tableau.total(each.hands[hand]) in each.rules.naturals
        ),
        first_two=(PLAYER, BANKER),
    ),
    hands=(PLAYER, BANKER, "all"),
    blocks=_blocks,
    value=lambda rules: rules.card_value,
    live=_live,
    betting=lambda play: (
        (play.stage == BETTING or play.window == "changes") and not play.no_bet
    ),  # Mini Baccarat 4.6: nothing changes once betting is closed.
    until="4.6",
    settles=frozenset({c.SettleWagers}),
    reopens=frozenset({RoundRebuilt}),
)
