"""Casino promotional tokens: where they are, beside the chips (7-Up Baccarat 5.2, reading A-06).

The layout counts a token like a chip of its value. Here stands how much of a patron's chips, and of
each stake, is in tokens: they are collected with a lost stake and otherwise come back as tokens,
unless the voucher makes them single use. Tokens are collected before chips, single-use ones first
(reading 7U-32).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from msgspec import Struct, field

from houseway.games import events as e
from houseway.games import layout
from houseway.games.layout import Key, Layout
from houseway.games.seven_up_baccarat import vocabulary as v


class Pile(NamedTuple):
    """Tokens of the two kinds, in cents."""

    ordinary: int = 0
    single_use: int = 0

    @property
    def total(self) -> int:
        return self.ordinary + self.single_use

    def plus(self, other: Pile) -> Pile:
        return Pile(self.ordinary + other.ordinary, self.single_use + other.single_use)

    def less(self, other: Pile) -> Pile:
        """Never below nothing: what was owed in tokens is then made good in chips."""
        return Pile(
            max(0, self.ordinary - other.ordinary), max(0, self.single_use - other.single_use)
        )

    def first(self, amount: int) -> Pile:
        """The tokens among the first `amount` cents, single-use ones before the others."""
        single_use = min(self.single_use, amount)
        return Pile(min(self.ordinary, amount - single_use), single_use)


class Tokens(Struct):
    held: dict[str, Pile] = field(default_factory=dict)
    staked: dict[Key, Pile] = field(default_factory=dict)
    settled: dict[tuple[int, Key], tuple[Pile, Pile]] = field(default_factory=dict)  # staked, taken


class HasTokens(Protocol):
    layout: Layout
    tokens: Tokens
    round: int


def held(play: HasTokens, patron: str) -> Pile:
    return play.tokens.held.get(patron, Pile())


def _give(play: HasTokens, patron: str, pile: Pile) -> None:
    play.tokens.held[patron] = held(play, patron).plus(pile)


def _issued(play: HasTokens, event: v.TokensIssued) -> None:
    account = play.layout
    account.chips[event.patron] = account.chips.get(event.patron, 0) + event.amount
    account.brought += event.amount
    _give(play, event.patron, Pile(0, event.amount) if event.single_use else Pile(event.amount))


def _brought(play: HasTokens, event: e.ChipsBrought) -> None:
    """Chips are counted from now on, and the tokens in hand with them."""
    account, new = play.layout, event.patron not in play.layout.counted
    layout.EVOLVE[e.ChipsBrought](play, event)
    if new:
        tokens = held(play, event.patron).total
        account.chips[event.patron] += tokens
        account.brought += tokens


def _staked(play: HasTokens, event: v.TokensStaked) -> None:
    key, pile = (event.patron, event.box, event.wager), Pile(event.ordinary, event.single_use)
    play.tokens.staked[key] = play.tokens.staked.get(key, Pile()).plus(pile)
    play.tokens.held[event.patron] = held(play, event.patron).less(pile)


def _changed(play: HasTokens, event: e.WagerChanged) -> None:
    """Chips come back before tokens."""
    layout.EVOLVE[e.WagerChanged](play, event)
    key = (event.patron, event.box, event.wager)
    pile = play.tokens.staked.get(key)
    if pile and pile.total > event.amount:
        play.tokens.staked[key] = kept = pile.first(event.amount)
        _give(play, event.patron, pile.less(kept))


def _moved(play: HasTokens, event: e.WagerMoved) -> None:
    layout.EVOLVE[e.WagerMoved](play, event)
    pile = play.tokens.staked.pop((event.patron, event.box, event.wager), None)
    if pile:
        play.tokens.staked[event.patron, event.box, event.onto] = pile


def _settled(play: HasTokens, event: e.Settlement) -> None:
    layout.EVOLVE[type(event)](play, event)
    key = (event.patron, event.box, event.wager)
    pile = play.tokens.staked.pop(key, None)
    if pile:
        taken = pile.first(event.collected)
        play.tokens.settled[play.round, key] = (pile, taken)
        _give(play, event.patron, pile.less(taken))


def _collect_again(play: HasTokens, number: int, key: Key, collected: int) -> None:
    """A settlement changed: what it took comes back, and what it now takes goes."""
    found = play.tokens.settled.get((number, key))
    if found:
        pile, before = found
        after = pile.first(max(0, collected))
        play.tokens.settled[number, key] = (pile, after)
        play.tokens.held[key[0]] = held(play, key[0]).plus(before).less(after)


def _reversed(play: HasTokens, event: e.SettlementReversed) -> None:
    layout.EVOLVE[e.SettlementReversed](play, event)
    _collect_again(play, event.round, (event.patron, event.box, event.wager), 0)


def _corrected(play: HasTokens, event: e.SettlementCorrected) -> None:
    layout.EVOLVE[e.SettlementCorrected](play, event)
    after = event.after
    _collect_again(play, event.round, (after.patron, after.box, after.wager), after.collected)


def _undone(play: HasTokens, event: e.SettlementUndone) -> None:
    layout.EVOLVE[e.SettlementUndone](play, event)
    done = event.settlement
    key = (done.patron, done.box, done.wager)
    found = play.tokens.settled.pop((play.round, key), None)
    if found:
        pile, taken = found
        play.tokens.staked[key] = pile
        play.tokens.held[done.patron] = held(play, done.patron).less(pile.less(taken))


# The part of the game's evolve that moves tokens; it moves the chips as well.
EVOLVE: dict[type[e.Event], Callable[[Any, Any], None]] = {
    e.ChipsBrought: _brought,
    v.TokensIssued: _issued,
    v.TokensStaked: _staked,
    e.WagerChanged: _changed,
    e.WagerMoved: _moved,
    **dict.fromkeys(e.RESULT_OF, _settled),
    e.SettlementReversed: _reversed,
    e.SettlementCorrected: _corrected,
    e.SettlementUndone: _undone,
}
