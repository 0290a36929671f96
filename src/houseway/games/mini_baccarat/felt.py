"""What lies on the felt at Mini Baccarat, and where a patron can put a wager."""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
from houseway.games.felt import Felt, Hand, Spot, faces, kept, spot
from houseway.games.layout import Key
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat.play import destination
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, Rules
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, Play, RoundRebuilt
from houseway.games.side_wagers.facts import Facts, Round, round_facts


def felt(play: Play, patron: str) -> Felt:
    """Mini Baccarat 2.2, 6.3: a card face down is seen by all when its hand is exposed."""
    if play.stage == BETWEEN:
        return Felt(kept(play.stock), result=play.result)
    hands = (_hand(play, PLAYER), _hand(play, BANKER), *kept(play.stock))
    return Felt(hands, result=play.result)


def _hand(play: Play, name: str) -> Hand:
    cards = play.hand(name)
    due = destination(play) if len(cards) == 2 else None
    total, note = play.rules.tableau.called(cards, draws=due is not None and due[0] == name)
    notes = (note, _pair(play, name), "no bet" if play.no_bet else "")
    return Hand(
        name, faces(cards), patron=play.handed.get(name, ""), total=total,
        note=", ".join(filter(None, notes)),
    )  # fmt: skip


def _pair(play: Play, name: str) -> str:
    first, second = (*play.hand(name)[:2], None, None)[:2]
    if play.options.pairs == "none" or first is None or second is None:
        return ""
    return rules.pair_kind(play.options.pairs, first, second) or ""


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    """Mini Baccarat 4.3: the boxes of the layout; pairs where they are offered."""
    offered = [
        wager
        for wager in play.rules.wagers
        if wager not in rules.PAIR_WAGERS or play.options.pairs != "none"
    ]
    return tuple(spot(play.limits, patron, wager) for wager in offered)


# The facts of a coup of Mini Baccarat that a side wager may ask for.


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
