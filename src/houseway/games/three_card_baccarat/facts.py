"""The facts of a coup of Three Card Baccarat that a side wager may ask for.

Each playing area has a Player hand of its own; the Banker hand is everybody's.
"""

from __future__ import annotations

from typing import Any

from houseway.games import commands as c
from houseway.games.baccarat import TIE
from houseway.games.layout import Key
from houseway.games.side_wagers.facts import NUMBER, RANK, Fact, Facts, Round, round_facts
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat.state import BETTING, Play

PLAYER, BANKER = "player", "banker"
_EACH = 3  # Three Card Baccarat 8.1: three cards to each hand


def _blocks(rules: Any, hands: Any) -> tuple[str, int] | None:
    return next(((hand, _EACH) for hand in (PLAYER, BANKER) if not hands[hand]), None)


def _winner(each: Round) -> str:
    """Three Card Baccarat 7.2: by the order of the hands, in which 1 is the highest."""
    player, banker = (each.rules.order_of(each.hands[hand]) for hand in (PLAYER, BANKER))
    if player == banker:
        return TIE
    return PLAYER if player < banker else BANKER


def _pictures(hand: str, *, boxed: bool) -> Fact:
    def read(each: Round) -> int:
        count: int = each.rules.pictures(each.hands[hand])
        return count

    return Fact(f"{hand}.pictures", NUMBER, read, RANK, {hand: 0}, boxed=boxed)


def _points(hand: str) -> Any:
    return lambda each: each.rules.points(each.hands[hand])


def _live(play: Play, key: Key) -> Round:
    hands = {BANKER: play.known(rules.BANKER)}
    if key[1]:
        hands[PLAYER] = play.known(key[1])
    return Round(play.rules, hands)


FACTS = Facts(
    facts=(
        *(
            fact
            for fact in round_facts(
                player=_points(PLAYER),
                banker=_points(BANKER),
                natural=lambda each, hand: False,
                first_two=(),
                winner_of=_winner,
                boxed=True,
            )
            if not fact.name.endswith(("natural", ".cards"))
        ),
        _pictures(PLAYER, boxed=True),
        _pictures(BANKER, boxed=False),
    ),
    hands=(PLAYER, BANKER, "all"),
    boxed=(PLAYER,),
    blocks=_blocks,
    fixed=True,
    value=lambda rules: rules.card_value,
    live=_live,
    betting=lambda play: (
        play.stage == BETTING
    ),  # Three Card Baccarat 5.4: wagers are placed before the first card.
    until="5.4",
    settles=frozenset({c.SettleWagers}),
    needs=rules.PLAYER,
    boxes=lambda play: play.options.areas,
)
