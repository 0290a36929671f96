"""Casino promotional tokens: vouchers exchanged for them, and where they are, beside the chips.

The layout counts a token like a chip of its value. Here stands how much of a patron's chips, and of
each stake, is in tokens: they are collected with a lost stake and otherwise come back as tokens,
unless the voucher makes them single use. Tokens are collected before chips, single-use ones first
(readings A-06 and A-34). Written once; each game says which of its clauses answers.
"""

from __future__ import annotations

from typing import NamedTuple, Protocol, runtime_checkable

from msgspec import Struct, field

from houseway.equipment.chips import ChipSet, dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import layout
from houseway.games.base_commands import WagerCommand
from houseway.games.fields import BoxNumber, Cents, OptionalText, PatronName, StoredCents, WagerName
from houseway.games.game import May, accept
from houseway.games.layout import Folds, Key, Layout
from houseway.games.limits import short_of_chips
from houseway.games.machine import Row, under
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling

SINGLE_USE = "single use"


class TokenRules(Struct, frozen=True):
    """Which clause answers each question about tokens in one document."""

    token: Clause  # what one is, and how a voucher is exchanged for it
    stake: Clause  # what a wager may be made of


class ExchangeVoucher(WagerCommand, frozen=True):
    """A promotional voucher for tokens. Enter "single use" if the voucher says so."""

    patron: PatronName
    amount: Cents
    condition: OptionalText = ""
    sentence = (
        "{patron} exchanges a voucher of {amount:money}[ with the condition {condition:words}]"
    )


class StakeTokens(WagerCommand, frozen=True):
    """Promotional tokens as a stake, alone or beside chips."""

    patron: PatronName
    wager: WagerName
    amount: Cents
    box: BoxNumber = 0
    sentence = "{patron} wagers {amount:money} in tokens on {wager:words}[ in box {box:number}]"
    title = "A patron wagers tokens"
    own_title = "Wager in tokens"
    entered_elsewhere = True


class TokensIssued(e.Event, frozen=True):
    patron: str
    amount: StoredCents
    single_use: bool
    clause: Clause


class TokensStaked(e.Event, frozen=True):
    """So much of a stake lies there in tokens of each kind."""

    patron: str
    wager: str
    box: int
    ordinary: StoredCents
    single_use: StoredCents
    clause: Clause


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

    def within(self, other: Pile) -> Pile:
        """What there is of each kind in both."""
        return Pile(min(self.ordinary, other.ordinary), min(self.single_use, other.single_use))

    def first(self, amount: int) -> Pile:
        """The tokens among the first `amount` cents, single-use ones before the others."""
        single_use = min(self.single_use, amount)
        return Pile(min(self.ordinary, amount - single_use), single_use)


NO_TOKENS = Pile()
# What became of a wager by its result; only that can turn out to have been wrong.
_DECIDED = (e.WagerPaid, e.WagerCollected, e.WagerStoodOff)


class Tokens(Struct):
    held: dict[str, Pile] = field(default_factory=dict)
    staked: dict[Key, Pile] = field(default_factory=dict)
    settled: dict[tuple[int, Key], tuple[Pile, Pile]] = field(default_factory=dict)  # staked, taken


@runtime_checkable
class HasTokens(Protocol):
    layout: Layout
    tokens: Tokens
    round: int


class HasChips(HasTokens, Protocol):
    chips: ChipSet


# What a game asks


def held(play: HasTokens, patron: str) -> Pile:
    return play.tokens.held.get(patron, NO_TOKENS)


def staked(play: HasTokens, key: Key) -> Pile:
    return play.tokens.staked.get(key, NO_TOKENS)


def staked_in(play: HasTokens, number: int, key: Key) -> Pile:
    """What lay there in tokens when a wager of a round was settled."""
    found = play.tokens.settled.get((number, key))
    return found[0] if found else NO_TOKENS


def taken_from(play: HasTokens, rules: TokenRules, *, patron: str, amount: int) -> Pile | Refused:
    """The tokens that a patron stakes, or why there are not so many."""
    has = held(play, patron)
    if 0 < amount <= has.total:
        return has.first(amount)
    sentence = f"{patron} holds {dollar_text(has.total)} in tokens"
    return Refused("not_enough_tokens", rules.stake, sentence)


def short(play: HasTokens, *, patron: str, needed: int, pile: Pile = NO_TOKENS) -> Refused | None:
    """Tokens count among a patron's chips, and can be staked as tokens only.

    `pile` is what of the amount needed comes in tokens.
    """
    if patron not in play.layout.counted:
        return None
    set_apart = held(play, patron).total - pile.total
    return short_of_chips(play.layout, patron=patron, needed=needed + set_apart)


def stake_events(key: Key, pile: Pile, rules: TokenRules) -> tuple[TokensStaked, ...]:
    """The fact that goes with a stake, if it is made of tokens or has some in it."""
    if not (pile.ordinary or pile.single_use):
        return ()
    patron, box, wager = key
    return (TokensStaked(patron, wager, box, pile.ordinary, pile.single_use, rules.token),)


def exchange(rules: TokenRules, play: HasChips, command: ExchangeVoucher, by: Role) -> Ruling:
    """For tokens of the same value, and on the voucher's own conditions."""
    if command.amount <= 0 or not play.chips.payable(command.amount):
        worth = f"{dollar_text(command.amount)} cannot be given in tokens"
        return Refused("amount_not_positive", rules.token, worth)
    if command.condition not in ("", SINGLE_USE):
        unmet = f"the condition {command.condition} cannot be kept at the table"
        return Refused("condition_unknown", rules.token, unmet)
    if command.patron in play.layout.excluded:
        return play.layout.barred(command.patron)
    single = command.condition == SINGLE_USE
    return accept(TokensIssued(command.patron, command.amount, single, rules.token))


def orders(rules: TokenRules) -> dict[type[c.Command], May]:
    """The exchange of a voucher, for a game's table of commands."""
    return under(rules, Row(ExchangeVoucher, DEALERS, rules.token, exchange))


# What each fact does


def _give(play: HasTokens, patron: str, pile: Pile) -> None:
    play.tokens.held[patron] = held(play, patron).plus(pile)


def _issued(play: HasTokens, event: TokensIssued) -> None:
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


def _staked(play: HasTokens, event: TokensStaked) -> None:
    key, pile = (event.patron, event.box, event.wager), Pile(event.ordinary, event.single_use)
    play.tokens.staked[key] = staked(play, key).plus(pile)
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
    if not play.tokens.staked:
        return
    key = (event.patron, event.box, event.wager)
    pile = play.tokens.staked.pop(key, None)
    if pile:
        taken = pile.first(event.collected)
        _give(play, event.patron, pile.less(taken))
        if isinstance(event, _DECIDED):
            _forget_earlier(play)
            play.tokens.settled[play.round, key] = (pile, taken)


def _forget_earlier(play: HasTokens) -> None:
    """Only the last rounds can turn out to have been wrong in a game that has tokens."""
    first, settled = play.round - layout.KEPT_ROUNDS, play.tokens.settled
    for at in [each for each in settled if each[0] < first]:
        del settled[at]


def _collect_again(play: HasTokens, number: int, key: Key, collected: int) -> None:
    """A settlement changed: what it took comes back, and what it now takes goes."""
    found = play.tokens.settled.get((number, key))
    if found:
        pile, before = found
        has = held(play, key[0]).plus(before)
        after = pile.first(max(0, collected)).within(has)
        play.tokens.settled[number, key] = (pile, after)
        play.tokens.held[key[0]] = has.less(after)


def _reversed(play: HasTokens, event: e.SettlementReversed) -> None:
    layout.EVOLVE[e.SettlementReversed](play, event)
    _collect_again(play, event.round, (event.patron, event.box, event.wager), 0)


def _corrected(play: HasTokens, event: e.SettlementCorrected) -> None:
    layout.EVOLVE[e.SettlementCorrected](play, event)
    after = event.after
    _collect_again(play, event.round, (after.patron, after.box, after.wager), after.collected)


def _undone(play: HasTokens, event: e.SettlementUndone) -> None:
    """The tokens lie there again; those staked elsewhere since are made good in chips."""
    layout.EVOLVE[e.SettlementUndone](play, event)
    done = event.settlement
    key = (done.patron, done.box, done.wager)
    found = play.tokens.settled.pop((play.round, key), None)
    if found:
        pile, taken = found
        again = pile.less(taken).within(held(play, done.patron))
        play.tokens.staked[key] = taken.plus(again)
        play.tokens.held[done.patron] = held(play, done.patron).less(again)


# The part of the game's evolve that moves tokens; it moves the chips as well.
EVOLVE: Folds = {
    e.ChipsBrought: _brought,
    TokensIssued: _issued,
    TokensStaked: _staked,
    e.WagerChanged: _changed,
    e.WagerMoved: _moved,
    **dict.fromkeys(e.RESULT_OF, _settled),
    e.SettlementReversed: _reversed,
    e.SettlementCorrected: _corrected,
    e.SettlementUndone: _undone,
}
