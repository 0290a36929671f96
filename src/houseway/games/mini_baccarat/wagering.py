"""Wagers at Mini Baccarat: what may be placed, changed, moved or taken back, and when."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import judge_amount, outside, remarks, short_of_chips
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat import vocabulary as v
from houseway.games.mini_baccarat.rules import BANKER, PLAYER, cite
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

_OPPOSITE = {BANKER: PLAYER, PLAYER: BANKER}
_PLAIN = rules.WAGERS.keys() - rules.PAIR_WAGERS.keys()


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager, in the order of sections 4 and 3 (Mini Baccarat 4.5, every round).

    Any number of patrons may be on an option (Mini Baccarat 4.4); pairs need no other wager, and
    are open as long as the rest (Mini Baccarat 9.4, 9.7).
    """
    patron, wager, amount = command.patron, command.wager, command.amount
    refused = (
        None
        if _plain(play, patron, wager)
        else (
            _not_offered(play, wager)
            or _locked(play, patron, wager)
            or _doubled(play, patron, wager)
            or _both_hands(play, patron, wager)
        )
    )
    if refused:
        return refused
    remarked = _amount(play, patron, wager, amount)
    if isinstance(remarked, Refused):
        return remarked
    if play.limits.differential is not None or patron in play.layout.counted:
        refused = _differential(play, {wager: amount}) or short_of_chips(
            play.layout, patron=patron, needed=amount
        )
        if refused:
            return refused
    clause = cite("12.6(a)(iii)") if play.window else rules.WAGERS[wager]
    placed = e.WagerPlaced(patron, wager, amount, 0, clause)
    return Accepted((placed, *remarked) if remarked else (placed,))


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, wager, amount = command.patron, command.wager, command.amount
    refused = _not_offered(play, wager) or _locked(play, patron, wager)
    if refused:
        return refused
    before = play.layout.wagers.get((patron, 0, wager))
    if before is None:
        return _no_wager(patron, wager)
    remarked = _amount(play, patron, wager, amount)
    if isinstance(remarked, Refused):
        return remarked
    refused = _differential(play, {wager: amount - before}) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    clause = cite("12.6(a)(ii)") if play.window else rules.WAGERS[wager]
    return accept(e.WagerChanged(patron, wager, before, amount, 0, clause), *remarked)


def move_wager(play: Play, command: c.MoveWager, by: Role) -> Ruling:
    patron, wager, onto = command.patron, command.wager, command.onto
    refused = _not_offered(play, onto) or _locked(play, patron, wager)
    if refused:
        return refused
    amount = play.layout.wagers.get((patron, 0, wager))
    if amount is None:
        return _no_wager(patron, wager)
    refused = _doubled(play, patron, onto) or _both_hands(play, patron, onto, leaving=wager)
    if refused:
        return refused
    remarked = _amount(play, patron, onto, amount)
    if isinstance(remarked, Refused):
        return remarked
    refused = _differential(play, {wager: -amount, onto: amount})
    if refused:
        return refused
    clause = cite("12.6(a)(i)") if play.window else rules.WAGERS[onto]
    return accept(e.WagerMoved(patron, wager, onto, amount, 0, clause), *remarked)


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """Before betting closes, or whole and one way in a window of 12.4, 12.6 or 12.9."""
    patron, wager = command.patron, command.wager
    stake = play.layout.wagers.get((patron, 0, wager))
    if stake is None:
        return _no_wager(patron, wager)
    if play.window == "withdrawal":
        clause = play.window_clause
    elif play.window == "changes":
        clause = cite("12.6(a)(iv)")
    elif play.stage == BETTING:
        clause = cite("4.6")
    else:
        return _after_the_first_card(patron, wager)
    return accept(e.WagerWithdrawn(patron, wager, 0, stake, 0, 0, stake, (clause,)))


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once betting has closed: good as far as the limits allow.

    Readings G5 to G7: after the advice a stake below the minimum is handed back; above the maximum
    or off the multiples only the good part is at risk, and settlement hands back the rest.
    """
    patron, wager, amount = command.patron, command.wager, command.amount
    if play.stage != DEALING:
        return Refused("betting_open", cite("3.4"), "while betting is open, change the wager")
    before = play.layout.wagers.get((patron, 0, wager))
    if before is None:
        return _no_wager(patron, wager)
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = _not_in_chips(play, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    clause = outside(
        play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount
    ) or cite("4.2")
    found = e.WagerChanged(patron, wager, before, amount, 0, clause)
    if amount < play.limits.minimum_of(wager, patron) and patron in play.layout.advised:
        back = e.WagerVoided(patron, wager, 0, amount, 0, 0, amount, (cite("3.4"),))
        return accept(found, back)
    return accept(found, *_remarks(play, patron, wager, amount))


_CALL = cite("6.2")


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Mini Baccarat 6.2. A differential that withdrawals pushed over its cap is cut (MB6)."""
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("6.2"), f"the table is at: {play.stage}")
    if play.held_round:
        return Refused("round_held", cite("12.4"), f"round {play.held_round} awaits a ruling")
    if not play.layout.wagers:
        sentence = "no wager is on the layout: a round without wagers is a no-bet coup"
        return Refused("no_wagers", cite("4.7"), sentence)
    closed = e.BettingClosed(_CALL)
    if play.limits.differential is None:
        return Accepted((closed,))
    return accept(*_cut_to_differential(play, play.limits.differential), closed)


def _cut_to_differential(play: Play, cap: int) -> list[e.Event]:
    totals = {hand: play.layout.total(hand) for hand in (BANKER, PLAYER)}
    heavier = max(totals, key=lambda hand: totals[hand])
    excess = totals[heavier] - totals[_OPPOSITE[heavier]] - cap
    cuts: list[e.Event] = []
    for (patron, box, wager), stake in reversed(play.layout.wagers.items()):
        if excess <= 0:
            break
        if wager != heavier:
            continue
        cut = min(stake, excess)
        excess -= cut
        if cut == stake:
            cuts.append(e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (cite("3.6"),)))
        else:
            cuts.append(e.WagerChanged(patron, wager, stake, stake - cut, box, cite("3.6")))
    return cuts


def approve_both_hands(play: Play, command: v.ApproveBothHands, by: Role) -> Ruling:
    if play.stage not in (BETTING, BETWEEN):
        return Refused("round_under_way", cite("4.5(b)"), "approval comes before the first card")
    if command.rounds < 1:
        return Refused("amount_not_positive", None, "an approval is for one round or more")
    return accept(v.BothHandsApproved(command.patron, command.rounds, cite("4.5(b)")))


# Reasons for a refusal


def _plain(play: Play, patron: str, wager: str) -> bool:
    """The common case: a first wager on a hand or the tie, nothing on the other hand."""
    wagers = play.layout.wagers
    return (
        play.stage == BETTING
        and wager in _PLAIN
        and (patron, 0, wager) not in wagers
        and (patron, 0, _OPPOSITE.get(wager)) not in wagers
    )


def _not_offered(play: Play, wager: str) -> Refused | None:
    if wager in rules.WAGERS and (wager not in rules.PAIR_WAGERS or play.options.pairs != "none"):
        return None
    if wager not in rules.WAGERS:
        offered = ", ".join(rules.WAGERS)
        return Refused("wager_not_offered", cite("4.3"), f"{wager} is none of {offered}")
    return Refused("wager_not_offered", cite("4.3(d)"), "pairs are not offered at this table")


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    if (play.stage == BETTING or play.window == "changes") and not play.no_bet:
        return None
    asked = f"{patron} on {wager}"
    if play.no_bet or (play.no_bet_next and play.stage == BETWEEN):
        return Refused("no_bet_coup", cite("terms: No-Bet Coup"), f"{asked}: this is a no-bet coup")
    if play.window == "withdrawal":
        only = f"{asked}: wagers may be withdrawn whole, and nothing else"
        return Refused("withdrawal_only", play.window_clause, only)
    if play.stage == BETWEEN:
        return Refused("betting_not_open", cite("4.1"), f"{asked}: betting has not been opened")
    return _after_the_first_card(patron, wager)


def _after_the_first_card(patron: str, wager: str) -> Refused:
    closed = f"{patron} on {wager}: betting is closed, and nothing changes"
    return Refused("round_under_way", cite("4.6"), closed)


def _no_wager(patron: str, wager: str) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no wager on {wager}")


def _doubled(play: Play, patron: str, wager: str) -> Refused | None:
    if (patron, 0, wager) in play.layout.wagers:
        sentence = f"{patron} has a wager on {wager}: one on each option"
        return Refused("one_wager_per_option", cite("4.5(a)"), sentence)
    return None


def _both_hands(play: Play, patron: str, wager: str, *, leaving: str = "") -> Refused | None:
    other = _OPPOSITE.get(wager)
    if other is None or other == leaving or (patron, 0, other) not in play.layout.wagers:
        return None
    if patron in play.both_hands:
        return None
    sentence = f"{patron} has a wager on {other}; both hands need a supervisor's approval"
    return Refused("both_hands_not_approved", cite("4.5(b)"), sentence)


def _amount(play: Play, patron: str, wager: str, amount: int) -> Refused | tuple[e.Event, ...]:
    judged = judge_amount(play.layout, play.limits, rules.LIMIT_RULES, patron, wager, amount)
    if play.chips.payable(amount) or isinstance(judged, Refused):
        return judged
    return _not_in_chips(play, amount) or judged


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", cite("4.2"), sentence)


def _differential(play: Play, added: dict[str, int]) -> Refused | None:
    """Mini Baccarat terms: Table Differential: between the two hands alone. Reading MB6: what
    widens it beyond its cap is refused, what narrows it is not."""
    cap = play.limits.differential
    if cap is None or not added.keys() & _OPPOSITE.keys():
        return None
    now = play.layout.total(BANKER) - play.layout.total(PLAYER)
    then = now + added.get(BANKER, 0) - added.get(PLAYER, 0)
    if abs(then) <= cap or abs(then) <= abs(now):
        return None
    sentence = (
        f"the difference would be {dollar_text(abs(then))}; the sign allows {dollar_text(cap)}"
    )
    return Refused("differential_exceeded", cite("3.6"), sentence)


def _remarks(play: Play, patron: str, wager: str, amount: int) -> tuple[e.Event, ...]:
    return remarks(play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount)


_WAGERERS = PATRONS | STAFF
_OPPORTUNITY: Clause = cite("4.1")

ORDERS: dict[type[c.Command], May] = {
    c.PlaceWager: May(_WAGERERS, _OPPORTUNITY, place_wager),
    c.ChangeWager: May(_WAGERERS, _OPPORTUNITY, change_wager),
    c.MoveWager: May(_WAGERERS, _OPPORTUNITY, move_wager),
    c.WithdrawWager: May(_WAGERERS, _OPPORTUNITY, withdraw_wager),
    c.FindWager: May(STAFF, cite("3.4"), find_wager),
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
    v.ApproveBothHands: May(SUPERVISORS, cite("4.5(b)"), approve_both_hands),
}
