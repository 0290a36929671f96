"""Money that has moved already and must move otherwise: nobody's chips go below nothing.

For games with promotional tokens, which are counted among a patron's chips and pay no debt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from houseway.games import events as e
from houseway.games.layout import Layout
from houseway.games.tokens import EVOLVE, HasTokens, Tokens, held
from houseway.rulebook.document import Clause

Moved = e.AnySettlement | e.SettlementUndone | e.SettlementCorrected


class _Account(Struct):
    """Where chips and tokens would be."""

    layout: Layout
    tokens: Tokens
    round: int


def with_shortfalls(play: HasTokens, events: Iterable[Moved]) -> list[e.Event]:
    """What one decision moves, gains before losses, with what a patron cannot give back.

    Counted chips never go below nothing (reading G9), and tokens are no chips.
    """
    account = _copied(play)
    moved: list[e.Event] = []
    for event in sorted(events, key=_gain, reverse=True):
        EVOLVE[type(event)](account, event)
        patron = _line(event).patron
        short = held(account, patron).total - account.layout.chips[patron]
        if short > 0 and patron in account.layout.counted:
            account.layout.chips[patron] += short
            event = replace(event, shortfall=short)
        moved.append(event)
    return moved


def corrections(
    play: HasTokens,
    number: int,
    pairs: Iterable[tuple[e.AnySettlement, e.AnySettlement]],
    clause: Clause,
) -> list[e.Event]:
    """Settlements of a round made otherwise: each as it was, and as it should have been."""
    return with_shortfalls(
        play,
        (
            e.SettlementCorrected(number, before, after, 0, clause)
            for before, after in pairs
            if after != before
        ),
    )


def _copied(play: HasTokens) -> _Account:
    whole, tokens = play.layout, play.tokens
    account = dataclasses.replace(
        whole,
        wagers=dict(whole.wagers),
        chips=dict(whole.chips),
        settlements=list(whole.settlements),
        past=dict(whole.past),
    )
    copied = Tokens(dict(tokens.held), dict(tokens.staked), dict(tokens.settled))
    return _Account(account, copied, play.round)


def _line(event: Moved) -> e.AnySettlement:
    if isinstance(event, e.SettlementUndone):
        return event.settlement
    return event.after if isinstance(event, e.SettlementCorrected) else event


def _gain(event: Moved) -> int:
    """What the patron gets by it, or less than nothing for what must be given back."""
    line = _line(event)
    gets = line.returned + line.paid
    if isinstance(event, e.SettlementUndone):
        return -gets
    if isinstance(event, e.SettlementCorrected):
        return gets - event.before.returned - event.before.paid
    return gets
