"""Wagers: placed, changed, moved, taken back and found, written once for every document.

Each game says where a wager lies, until when and by which clause: its `WagerRules`. The order of
the checks is the same everywhere: first the place, then the amount, then the chips held.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.game import May
from houseway.games.house import ANTES, BETTING, DEALING, at_rest
from houseway.games.layout import Key
from houseway.games.limits import LimitRules, Limits, judge_amount, outside, remarks, short_of_chips
from houseway.games.tokens import StakeTokens, TokenRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# The wager of a patron, by its name and its box (0: not named), or why it may not be touched.
Where = Callable[[Any, str, str, int], Key | Refused]
Events = tuple[e.Event, ...]


def _of_the_rules(play: Any, wager: str, kind: type[e.Event], by: Role) -> Clause:
    clause: Clause = play.rules.wagers[wager]
    return clause


def lying(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
    """The wager of a patron that lies there."""
    key = patron, box, wager
    return key if key in play.layout.wagers else no_wager(patron, wager)


def no_wager(patron: str, wager: str) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no wager on {wager} there")


def on_offer(clause: str) -> Callable[[Any, str, int], Refused | None]:
    """Why a wager that the rules do not name is not placed."""

    def offered(play: Any, wager: str, box: int) -> Refused | None:
        if wager in play.rules.wagers:
            return None
        known = ", ".join(play.rules.wagers)
        return Refused("wager_not_offered", play.cite(clause), f"{wager} is none of {known}")

    return offered


def while_betting(
    opened: str, closed: str, late: str, code: str = "round_under_way"
) -> Callable[[Any, str, str], Refused | None]:
    """Why nothing is placed or changed now: before betting is opened, and once it is `late`."""

    def locked(play: Any, patron: str, wager: str) -> Refused | None:
        if play.stage in (BETTING, ANTES):
            return None
        if at_rest(play):
            why = f"{patron} on {wager}: betting has not been opened"
            return Refused("betting_not_open", play.cite(opened), why)
        return Refused(code, play.cite(closed), f"{patron} on {wager}: {late}")

    return locked


class WagerRules(Struct, frozen=True, kw_only=True):
    """What one document says about wagers.

    `offered` says why there is no such wager here, and `locked` why nothing is placed or changed
    now; both come before everything else. `place` names the spot of a new wager, `own`, `find` and
    `move` the wager that lies there. A wager goes back by the clause `back` while it may change;
    `withdraw` lists what goes back where that is more. `clause` is the one a stake is placed or
    changed by.
    `differential` judges what a stake does to the difference that the sign allows, given what is
    added to the wager or from which wager the stake is moved. `besides` is what else a stake must
    keep to. `sign` gives the limits of one wager where they are not those of the sign.
    """

    limits: LimitRules
    chips: Clause  # a stake is made of chips on the layout
    place: Where
    find: Where | None = None
    offered: Callable[[Any, str, int], Refused | None] | None = None
    locked: Callable[[Any, str, str], Refused | None] | None = None
    own: Where = lying
    clause: Callable[[Any, str, type[e.Event], Role], Clause] = _of_the_rules
    back: Clause | None = None
    withdraw: Callable[[Any, str, str, int], list[tuple[Key, Clause]] | Refused] | None = None
    move: Callable[[Any, Key, str], Refused | None] | None = None
    found: Clause | None = None  # what lies there is the wager, whatever the limits say of it
    found_by: Clause | None = None  # by which it is looked into once the cards are dealt
    halves: Clause | None = None  # half of a stake must be in whole cents
    issue: Clause | None = None  # tournament chips come by issue alone
    issued_in: Clause | None = None
    tokens: TokenRules | None = None
    token_spot: Where | None = None
    sign: Callable[[Any, str], Limits] | None = None
    besides: Callable[[Any, Key, int], Refused | None] | None = None
    differential: Callable[[Any, Key, int, int, str], Refused | None] | None = None
    seats: Clause | None = None  # a first wager takes its box
    advise: Callable[[Any, Key, int, int], Events] | None = None  # beside the remarks on limits
    handed_back: Callable[[Any, Key, int], Iterable[e.Event]] | None = None

    # The commands

    def place_wager(self, play: Any, command: c.PlaceWager, by: Role) -> Ruling:
        amount = command.amount
        key = self._unless_barred(self.place, play, command.patron, command.wager, command.box)
        if type(key) is Refused:
            return key
        remarked = self.judge(play, key, amount, amount)
        if type(remarked) is Refused:
            return remarked
        patron, box, wager = key
        placed = e.WagerPlaced(
            patron, wager, amount, box, self.clause(play, wager, e.WagerPlaced, by)
        )
        seated: Events = ()
        if self.seats is not None and patron not in play.boxes:
            seated = (e.BoxTaken(patron, box, self.seats),)
        return Accepted((*seated, placed, *remarked) if seated or remarked else (placed,))

    def short(self, play: Any, patron: str, needed: int) -> Refused | None:
        """Tokens count among a patron's chips, and can be staked as tokens only."""
        if self.tokens is None:
            return short_of_chips(play.layout, patron=patron, needed=needed)
        return tokens.short(play, patron=patron, needed=needed)

    def _unless_barred(
        self, where: Where, play: Any, patron: str, wager: str, box: int, onto: str = ""
    ) -> Key | Refused:
        """The spot, unless there is no such wager or nothing may change."""
        if self.offered is not None and (refused := self.offered(play, onto or wager, box)):
            return refused
        if self.locked is not None and (refused := self.locked(play, patron, wager)):
            return refused
        return where(play, patron, wager, box)

    def change_wager(self, play: Any, command: c.ChangeWager, by: Role) -> Ruling:
        key = self._unless_barred(self.own, play, command.patron, command.wager, command.box)
        if isinstance(key, Refused):
            return key
        patron, box, wager = key
        before, amount = play.layout.wagers[key], command.amount
        if isinstance(remarked := self.judge(play, key, amount, amount - before), Refused):
            return remarked
        clause = self.clause(play, wager, e.WagerChanged, by)
        return Accepted((e.WagerChanged(patron, wager, before, amount, box, clause), *remarked))

    def move_wager(self, play: Any, command: c.MoveWager, by: Role) -> Ruling:
        """From one spot to another of the same box."""
        patron, wager, onto = command.patron, command.wager, command.onto
        if self.move is None:
            return Refused("order_not_of_this_game", None, "no wager is moved here")
        key = self._unless_barred(self.own, play, patron, wager, command.box, onto)
        if isinstance(key, Refused):
            return key
        if refused := self.move(play, key, onto):
            return refused
        amount, target = play.layout.wagers[key], (patron, key[1], onto)
        remarked = self.judge(play, target, amount, 0, moved_from=wager)
        if isinstance(remarked, Refused):
            return remarked
        clause = self.clause(play, onto, e.WagerMoved, by)
        return Accepted((e.WagerMoved(patron, wager, onto, amount, key[1], clause), *remarked))

    def withdraw_wager(self, play: Any, command: c.WithdrawWager, by: Role) -> Ruling:
        """Whole, and with it what cannot lie there without it."""
        where = play, command.patron, command.wager, command.box
        if self.withdraw is None:
            key = self._unless_barred(self.own, *where)
            back = self.back or self.chips
            return key if isinstance(key, Refused) else Accepted((withdrawn(play, key, back),))
        if isinstance(gone := self.withdraw(*where), Refused):
            return gone
        return Accepted(tuple(withdrawn(play, key, clause) for key, clause in gone))

    def find_wager(self, play: Any, command: c.FindWager, by: Role) -> Ruling:
        """What really lies there once betting has closed: good as far as the limits allow.

        Readings G5 to G7: after the advice a stake below the minimum is handed back; above the
        maximum or off the multiples only the good part is at risk, and settlement hands back the
        rest.
        """
        if isinstance(key := self.findable(play, command), Refused):
            return key
        patron, box, wager = key
        before, amount, limits = play.layout.wagers[key], command.amount, self._limits(play, wager)
        broken = outside(limits, self.limits, patron=patron, wager=wager, amount=amount)
        clause = self.found or broken or self.chips
        lies = e.WagerChanged(patron, wager, before, amount, box, clause)
        if amount < limits.minimum_of(wager, patron) and patron in play.layout.advised:
            if self.handed_back:
                return Accepted((lies, *self.handed_back(play, key, amount)))
            return Accepted((lies, handed_back(key, amount, self.limits.below_minimum)))
        return Accepted((lies, *self.remarks(play, key, amount, amount - before)))

    def findable(self, play: Any, command: c.FindWager) -> Key | Refused:
        """The wager to be looked into: a stake there is positive, in chips, and the patron's."""
        if self.found_by and play.stage != DEALING:
            why = "while betting is open, change the wager"
            return Refused("betting_open", self.found_by, why)
        find = self.find or self.own
        if isinstance(key := find(play, command.patron, command.wager, command.box), Refused):
            return key
        if command.amount <= 0:
            return Refused("amount_not_positive", None, "a stake must be positive")
        added = command.amount - play.layout.wagers[key]
        return self.not_in_chips(play, command.amount) or self.short(play, key[0], added) or key

    def issue_chips(self, play: Any, command: c.BringChips, by: Role) -> Ruling:
        """By issue, in the table's own chips, never from the patron."""
        if command.amount <= 0:
            return Refused("amount_not_positive", None, "an issue of chips must be positive")
        if not play.chips.payable(command.amount):
            return not_made(play, command.amount, self.issued_in or self.chips)
        issued = e.ChipsBrought(command.patron, command.amount, self.issue or self.chips)
        return Accepted((issued,))

    def stake_tokens(self, play: Any, command: StakeTokens, by: Role) -> Ruling:
        """Tokens alone, or beside the chips of a wager that lies there."""
        spot, rules = self.token_spot or self.place, self.tokens
        key = self._unless_barred(spot, play, command.patron, command.wager, command.box)
        if isinstance(key, Refused) or rules is None:
            return key if isinstance(key, Refused) else _no_tokens(command.patron)
        patron, box, wager = key
        pile = tokens.taken_from(play, rules, patron=patron, amount=command.amount)
        if isinstance(pile, Refused):
            return pile
        before = play.layout.wagers.get(key, 0)
        total = before + command.amount
        if isinstance(remarked := self.judge(play, key, total, 0), Refused):
            return remarked
        staked = tokens.stake_events(key, pile, rules)
        if before:
            more = e.WagerChanged(patron, wager, before, total, box, rules.stake)
            return Accepted((more, *staked))
        clause = self.clause(play, wager, e.WagerPlaced, by)
        return Accepted((e.WagerPlaced(patron, wager, total, box, clause), *staked))

    # What a stake must keep to

    def judge(
        self, play: Any, key: Key, amount: int, added: int, moved_from: str = ""
    ) -> Refused | Events:
        """Why a stake may not lie there, or what the patron is told of it."""
        patron, _, wager = key
        layout, limits = play.layout, play.limits if self.sign is None else self.sign(play, wager)
        judged = judge_amount(layout, limits, self.limits, patron, wager, amount)
        if type(judged) is Refused:
            return judged
        odd = amount % play.chips.denominations[-1] or (self.halves and amount % 2)
        if odd and (refused := self.not_in_chips(play, amount)):
            return refused
        if self.besides is not None and (refused := self.besides(play, key, amount)):
            return refused
        if limits.differential is not None and self.differential is not None:  # noqa: SIM102
            if refused := self.differential(play, key, amount, added, moved_from):
                return refused
        if patron in layout.counted and (refused := self.short(play, patron, added)):
            return refused
        return judged if self.advise is None else (*judged, *self.advise(play, key, amount, added))

    def _limits(self, play: Any, wager: str) -> Limits:
        limits: Limits = play.limits if self.sign is None else self.sign(play, wager)
        return limits

    def not_in_chips(self, play: Any, amount: int) -> Refused | None:
        if not play.chips.payable(amount):
            return not_made(play, amount, self.chips)
        if self.halves and amount % 2:
            half = f"half of {dollar_text(amount)} is not in whole cents"
            return Refused("half_not_in_cents", self.halves, half)
        return None

    def remarks(self, play: Any, key: Key, amount: int, added: int) -> Events:
        """What the patron is told about a stake that is accepted."""
        patron, _, wager = key
        limits = self._limits(play, wager)
        told = remarks(limits, self.limits, patron=patron, wager=wager, amount=amount)
        return told if self.advise is None else (*told, *self.advise(play, key, amount, added))


def orders(
    rules: WagerRules,
    wagerers: frozenset[Role],
    clause: Clause,
    finders: frozenset[Role],
    found: Clause,
    find: Callable[[Any, Any, c.FindWager, Role], Ruling] = WagerRules.find_wager,
) -> dict[type[c.Command], May]:
    """The commands on wagers, for a game's table: who may give them, and by which clause."""
    table: dict[type[c.Command], May] = {
        c.PlaceWager: May(wagerers, clause, rules.place_wager),
        c.ChangeWager: May(wagerers, clause, rules.change_wager),
    }
    if rules.move:
        table[c.MoveWager] = May(wagerers, clause, rules.move_wager)
    table[c.WithdrawWager] = May(wagerers, clause, rules.withdraw_wager)
    table[c.FindWager] = May(finders, found, partial(find, rules))
    if rules.tokens:
        table |= tokens.orders(rules.tokens)
        table[StakeTokens] = May(wagerers, rules.chips, rules.stake_tokens)
    return table


def directed(
    rules: WagerRules,
    clause: Clause,
    finders: frozenset[Role],
    found: Clause,
    issuers: frozenset[Role],
) -> dict[type[c.Command], May]:
    """The commands on wagers where a Director decides: tournament chips come by issue alone.

    A patron acts in person; the dealer may enter it. A supervisor has no power (reading G11).
    """
    issue = May(issuers | DEALERS, rules.issue or rules.chips, rules.issue_chips)
    return {c.BringChips: issue, **orders(rules, PATRONS | DEALERS, clause, finders, found)}


def on_areas(
    *,
    limits: LimitRules,
    chips: Clause,
    offered: Callable[[Any], Mapping[str, Clause]],
    locked: Callable[[Any], Refused | None],
    found: Callable[[Any], Refused | None],
) -> WagerRules:
    """The rules for a layout whose areas everybody shares: one wager of a patron on each area.

    `offered` are its areas, each with the clause of its wager. `locked` says why no wager may be
    placed, changed or taken back now, and `found` why what lies there is not looked into.
    """

    def area(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
        if wager in offered(play) and not box:
            return patron, 0, wager
        known = ", ".join(offered(play))
        return Refused("wager_not_offered", chips, f"{wager} is none of {known}")

    def free(play: Any, patron: str, wager: str, box: int) -> Key | Refused:
        key = area(play, patron, wager, box)
        if isinstance(key, Refused) or key not in play.layout.wagers:
            return key
        there = f"{patron} has a wager on {wager}: change that"
        return Refused("one_wager_per_area", chips, there)

    return WagerRules(
        limits=limits,
        chips=chips,
        locked=lambda play, patron, wager: locked(play),
        place=free,
        find=lambda play, patron, wager, box: found(play) or lying(play, patron, wager, box),
        clause=lambda play, wager, kind, by: offered(play)[wager],
    )


def not_betting(play: Any, clause: Clause) -> Refused | None:
    if play.stage == BETTING:
        return None
    return Refused("betting_not_open", clause, f"the table is at: {play.stage}")


def closing(
    play: Any,
    clause: Clause,
    refused: Refused | None = None,
    *,
    call: type[Any] = e.BettingClosed,
    number: int = 0,
) -> Ruling:
    """End betting: no round begins without a wager. `refused` says who has still to wager."""
    if refused := not_betting(play, clause) or refused:
        return refused
    if not play.layout.wagers:
        return Accepted((e.NoRoundBegun(number or play.round, clause),))
    return Accepted((call(clause),))


def box_of_another(play: Any, patron: str, box: int) -> str:
    """Who else has a box."""
    return next((who for who, at in play.boxes.items() if at == box and who != patron), "")


def not_made(play: Any, amount: int, clause: Clause) -> Refused:
    why = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", clause, why)


def _no_tokens(patron: str) -> Refused:
    return Refused("not_enough_tokens", None, f"{patron} holds no tokens")


def withdrawn(play: Any, key: Key, clause: Clause) -> e.WagerWithdrawn:
    patron, box, wager = key
    stake = play.layout.wagers[key]
    return e.WagerWithdrawn(patron, wager, box, stake, 0, 0, stake, (clause,))


def handed_back(key: Key, amount: int, clause: Clause) -> e.WagerVoided:
    """A stake that is found below the minimum after the advice."""
    patron, box, wager = key
    return e.WagerVoided(patron, wager, box, amount, 0, 0, amount, (clause,))


def voided(play: Any, key: Key, *clauses: Clause) -> e.WagerVoided:
    patron, box, wager = key
    stake = play.layout.wagers[key]
    return e.WagerVoided(patron, wager, box, stake, 0, 0, stake, clauses)
