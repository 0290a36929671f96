"""Wagers at 7-Up Baccarat: what may be placed, changed, moved or taken back, and when."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import tokens
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.permitted import (
    after_the_first_card,
    area_taken,
    combination,
    less,
    locked,
    not_in_chips,
    not_offered,
    returned,
    spot,
    super_sevens,
    wager_at,
    without_base,
    wrong_amount,
)
from houseway.games.seven_up_baccarat.rules import CASINO_SUPERVISORS, SUPER_SEVENS, TOKENS, cite
from houseway.games.seven_up_baccarat.settle import (
    area_excesses,
    hand_wagers,
    heavier_side,
    maximum,
    pro_rata,
    unit,
)
from houseway.games.seven_up_baccarat.state import BETTING, DEALING, SETTLED, Play
from houseway.games.tokens import NO_TOKENS, ExchangeVoucher, Pile, StakeTokens
from houseway.games.wagering import closing, withdrawn
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

# Placing, changing, moving, taking back


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager in chips, in the order of rules 5, 10 and 6."""
    patron, wager, amount = command.patron, command.wager, command.amount
    if refused := not_offered(play, wager) or locked(play, patron, wager):
        return refused
    key = spot(play, patron, wager, command.box)
    if type(key) is Refused:
        return key
    if key in play.layout.wagers:
        return Refused("wager_there", None, f"{patron} has a wager there: change it instead")
    return _placed(play, key, amount, NO_TOKENS)


def stake_tokens(play: Play, command: StakeTokens, by: Role) -> Ruling:
    """7-Up Baccarat 5.2: tokens alone, or beside the chips of a wager that lies there."""
    patron, wager, amount = command.patron, command.wager, command.amount
    if play.options.use == "tournament":
        only = f"{patron} wagers tournament chips here, and nothing else"
        return Refused("tournament_chips_only", play.cite("15.6.1"), only)
    if refused := not_offered(play, wager) or locked(play, patron, wager):
        return refused
    if isinstance(key := spot(play, patron, wager, command.box), Refused):
        return key
    pile = tokens.taken_from(play, play.rules.tokens, patron=patron, amount=amount)
    if isinstance(pile, Refused):
        return pile
    before = play.layout.wagers.get(key)
    if before is None:
        return _placed(play, key, amount, pile)
    if refused := wrong_amount(play, key, before + amount):
        return refused
    changed = e.WagerChanged(patron, wager, before, before + amount, key[1], play.cite("5.2"))
    return accept(changed, *tokens.stake_events(key, pile, play.rules.tokens))


def exchange_voucher(play: Play, command: ExchangeVoucher, by: Role) -> Ruling:
    """Tokens are neither staked nor paid at a table of a tournament, so none come to it."""
    if play.options.use == "tournament":
        only = "wagers are made and paid in tournament chips here"
        return Refused("tournament_chips_only", play.cite("15.6.8"), only)
    return tokens.exchange(play.rules.tokens, play, command, by)


def _placed(play: Play, key: Key, amount: int, pile: Pile) -> Ruling:
    patron, box, wager = key
    wagers = play.layout.wagers
    clause = combination(play, patron, wager, wagers)
    if type(clause) is Refused:
        return clause
    displaced = super_sevens(play, key, wagers) if wager == SUPER_SEVENS else None
    if type(displaced) is Refused:
        return displaced
    refused = (
        area_taken(play, key, wagers)
        or wrong_amount(play, key, amount)
        or tokens.short(play, patron=patron, needed=amount, pile=pile)
    )
    if refused:
        return refused
    made = e.WagerPlaced(patron, wager, amount, box, clause)
    if displaced is None and pile is NO_TOKENS:
        return Accepted((made,))
    gone = [returned(displaced, wagers, play.cite("10.4"))] if displaced else []
    return accept(*gone, made, *tokens.stake_events(key, pile, play.rules.tokens))


def _to_change(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    refused = not_offered(play, wager) or locked(play, patron, wager)
    return refused or wager_at(play, patron, wager, box)


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    if isinstance(key := _to_change(play, command.patron, command.wager, command.box), Refused):
        return key
    patron, box, wager = key
    before, amount = play.layout.wagers[key], command.amount
    changed = e.WagerChanged(patron, wager, before, amount, box, play.rules.wagers[wager])
    short = tokens.short(play, patron=patron, needed=amount - before)
    return wrong_amount(play, key, amount) or short or accept(changed)


def move_wager(play: Play, command: c.MoveWager, by: Role) -> Ruling:
    """From one spot of a playing area to another."""
    patron, wager, onto = command.patron, command.wager, command.onto
    if refused := not_offered(play, onto) or locked(play, patron, wager):
        return refused
    if isinstance(key := wager_at(play, patron, wager, command.box), Refused):
        return key
    target = (patron, key[1], onto)
    if target in play.layout.wagers:
        return Refused("wager_there", None, f"{patron} has a wager on {onto}: change it instead")
    stake = play.layout.wagers[key]
    others = {each: lies for each, lies in play.layout.wagers.items() if each != key}
    if isinstance(clause := combination(play, patron, onto, others), Refused):
        return clause
    displaced = super_sevens(play, target, others) if onto == SUPER_SEVENS else None
    if isinstance(displaced, Refused):
        return displaced
    if refused := area_taken(play, target, others) or wrong_amount(play, target, stake):
        return refused
    gone = [returned(displaced, others, play.cite("10.4"))] if displaced else []
    after = {key: lies for key, lies in others.items() if key != displaced} | {target: stake}
    moved = e.WagerMoved(patron, wager, onto, stake, key[1], clause)
    return accept(*gone, moved, *without_base(play, after))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """Before the first card, or whole and for good in the option of 12.1.1."""
    patron, wager = command.patron, command.wager
    if isinstance(key := wager_at(play, patron, wager, command.box), Refused):
        return key
    if play.window and patron in play.answered:
        kept = f"{patron} has chosen to keep the wagers"
        return Refused("answer_given", play.cite("12.1.1"), kept)
    if not play.window and play.stage != BETTING:
        return after_the_first_card(play, f"{patron}'s wager on {wager}")
    back = withdrawn(play, key, play.cite("12.1.1") if play.window else play.cite("5.3"))
    if play.window:
        return accept(back)  # reading 7U-04 (f): what rested on it stays
    return accept(back, *without_base(play, less(play.layout.wagers, key)))


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once the first card is out: valid as 6.3, 6.4 and 6.5 say."""
    patron, wager, amount = command.patron, command.wager, command.amount
    if play.stage == BETTING:
        return Refused("betting_open", play.cite("6.4"), "before the first card, change the wager")
    if play.stage != DEALING:
        ended = "the coup is settled: what was wagered and its result stand"
        return Refused("coup_stands", play.cite("6.5.1"), ended)
    if isinstance(key := wager_at(play, patron, wager, command.box), Refused):
        return key
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake must be positive")
    before = play.layout.wagers[key]
    refused = not_in_chips(play, amount) or tokens.short(
        play, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    least, most = play.limits.minimum_of(wager, patron), maximum(play.limits, patron, wager)
    if amount < least and play.options.use == "tournament":
        return _made_up(play, key, least)
    clause = (
        play.cite("6.4")
        if amount < least
        else play.cite("6.5")
        if amount > most
        else play.cite("5.3")
    )
    found = e.WagerChanged(patron, wager, before, amount, key[1], clause)
    if amount > most:
        return accept(found, e.AboveMaximumNoted(patron, wager, most, play.cite("6.5")))
    if heavier_side({**play.layout.wagers, key: amount}, play.limits):
        return accept(e.WagerChanged(patron, wager, before, amount, key[1], play.cite("6.3")))
    return accept(found)


def _made_up(play: Play, key: Key, least: int) -> Ruling:
    """7-Up Baccarat 15.2.1: 6.4 does not let it stand, and 15.6.14 has it made up."""
    patron, box, wager = key
    before = play.layout.wagers[key]
    made_up = e.WagerChanged(patron, wager, before, least, box, play.cite("15.2.1"))
    return tokens.short(play, patron=patron, needed=least - before) or accept(made_up)


def refuse_wager(play: Play, command: v.RefuseWager, by: Role) -> Ruling:
    """7-Up Baccarat 14.11: on reasonable grounds, before the first card."""
    if play.stage in (DEALING, SETTLED):
        late = "a wager is refused before the first card only"
        return Refused("coup_under_way", play.cite("14.11"), late)
    if not command.reason.strip():
        return Refused("no_reason_given", play.cite("14.11"), "a wager is refused with a reason")
    if isinstance(key := wager_at(play, command.patron, command.wager, command.box), Refused):
        return key
    wagers = play.layout.wagers
    back = returned(key, wagers, play.cite("14.11"))
    return accept(back, *without_base(play, less(wagers, key)))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """7-Up Baccarat 7.1: an announcement; the lock is the first card (reading A-07)."""
    return closing(play, play.cite("7.1"), call=e.NoMoreBetsCalled)


# Totals above the limits: 7-Up Baccarat 6.2


def over_the_limits(play: Play) -> Refused | None:
    """Why the first card must wait: an area or the differential is exceeded."""
    areas = area_excesses(play.layout.wagers, play.limits)
    if areas:
        box, most = areas[0]
        total = sum(hand_wagers(play.layout.wagers, box).values())
        over = f"box {box} has {dollar_text(total)}, and an area {dollar_text(most)} at most"
        return Refused("area_maximum_exceeded", play.cite("6.2"), over)
    side = heavier_side(play.layout.wagers, play.limits)
    if side:
        hand, most = side
        total = play.layout.total(hand)
        over = f"{hand} has {dollar_text(total)}; the differential allows {dollar_text(most)}"
        return Refused("differential_exceeded", play.cite("6.2"), over)
    return None


def reduce_wagers(play: Play, command: v.ReduceWagers, by: Role) -> Ruling:
    """Each area to its maximum, then the heavier side to the lighter plus the differential."""
    if play.stage in (DEALING, SETTLED):
        late = "after the first card wagers change only as 6.3 and 6.5 say"
        return Refused("coup_under_way", play.cite("6.3"), late)
    if not over_the_limits(play):
        return Refused("nothing_to_reduce", play.cite("6.2"), "no total is above the limits")
    before, step = play.layout.wagers, unit(play.limits, play.chips)
    after = dict(before)
    for box, most in area_excesses(after, play.limits):
        after |= pro_rata(hand_wagers(after, box), most, step)
    side = heavier_side(after, play.limits)
    if side:
        hand, most = side
        after |= pro_rata({key: n for key, n in after.items() if key[2] == hand}, most, step)
    cuts = [_cut(play, key, before[key], after[key]) for key in before if after[key] != before[key]]
    left = {key: stake for key, stake in after.items() if stake}
    return accept(*cuts, *without_base(play, left))


def _cut(play: Play, key: Key, before: int, after: int) -> e.Event:
    patron, box, wager = key
    if after:
        return e.WagerChanged(patron, wager, before, after, box, play.cite("6.2"))
    return e.WagerVoided(patron, wager, box, before, 0, 0, before, (play.cite("6.2"),))


_WAGERERS = PATRONS | STAFF

ORDERS: dict[type[c.Command], May] = {
    ExchangeVoucher: May(DEALERS, TOKENS.token, exchange_voucher),
    c.PlaceWager: May(_WAGERERS, cite("5.3"), place_wager),
    StakeTokens: May(_WAGERERS, cite("5.2"), stake_tokens),
    c.ChangeWager: May(_WAGERERS, cite("5.3"), change_wager),
    c.MoveWager: May(_WAGERERS, cite("5.3"), move_wager),
    c.WithdrawWager: May(_WAGERERS, cite("5.3"), withdraw_wager),
    c.FindWager: May(STAFF, cite("6.5"), find_wager),
    v.RefuseWager: May(CASINO_SUPERVISORS, cite("14.11"), refuse_wager),
    c.CallNoMoreBets: May(DEALERS, cite("7.1"), call_no_more_bets),
    v.ReduceWagers: May(DEALERS, cite("6.2"), reduce_wagers),
}
