"""Money that has moved already and must move otherwise: nobody's chips go below nothing.

Promotional tokens, where a game has them, are counted among a patron's chips and pay no debt.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from houseway.games import events as e
from houseway.games.layout import HasRound, Layout
from houseway.games.tokens import EVOLVE, HasTokens, Tokens, held
from houseway.rulebook.document import Clause

Moved = e.Settlement | e.SettlementReversed | e.SettlementUndone | e.SettlementCorrected


class _Account(Struct):
    """Where chips and tokens would be."""

    layout: Layout
    tokens: Tokens
    round: int


def with_shortfalls(play: HasRound, events: Iterable[Moved]) -> list[e.Event]:
    """What one decision moves, gains before losses, with what a patron cannot give back.

    Counted chips never go below nothing (reading G9), and tokens are no chips. What a patron gets
    by a later correction of the same wager first makes up for what was not given back then.
    """
    account = _copied(play)
    moved: list[e.Event] = []
    for event in sorted(events, key=lambda each: _gain(each) < 0):
        event = _made_up_for(account.layout, event)
        EVOLVE[type(event)](account, event)
        patron = _patron(event)
        short = held(account, patron).total - account.layout.chips[patron]
        if short > 0 and patron in account.layout.counted:
            account.layout.chips[patron] += short
            event = replace(event, shortfall=short)
        moved.append(event)
    return moved


def _made_up_for(layout: Layout, event: Moved) -> Moved:
    """The event with as much of an earlier shortfall taken off as the patron gets by it."""
    if not isinstance(event, e.SettlementReversed | e.SettlementCorrected):
        return event
    line = event.after if isinstance(event, e.SettlementCorrected) else event
    owed = layout.short_in(event.round, (line.patron, line.box, line.wager))
    recovered = min(owed, max(_gain(event), 0))
    return replace(event, shortfall=-recovered) if recovered else event


def corrections(
    play: HasRound,
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


def _copied(play: HasRound) -> _Account:
    whole = play.layout
    tokens = play.tokens if isinstance(play, HasTokens) else Tokens()
    account = dataclasses.replace(
        whole,
        wagers=dict(whole.wagers),
        chips=dict(whole.chips),
        settlements=list(whole.settlements),
        past=dict(whole.past),
        short=dict(whole.short),
    )
    copied = Tokens(dict(tokens.held), dict(tokens.staked), dict(tokens.settled))
    return _Account(account, copied, play.round)


def _patron(event: Moved) -> str:
    if isinstance(event, e.SettlementUndone):
        return event.settlement.patron
    return event.after.patron if isinstance(event, e.SettlementCorrected) else event.patron


def _gain(event: Moved) -> int:
    """What the patron gets by it, or less than nothing for what must be given back."""
    if isinstance(event, e.SettlementReversed):
        return event.collected - event.paid
    if isinstance(event, e.SettlementUndone):
        return -_got(event.settlement)
    if isinstance(event, e.SettlementCorrected):
        return _got(event.after) - _got(event.before)
    return _got(event)


def _got(line: e.Settlement) -> int:
    return line.returned + line.paid
