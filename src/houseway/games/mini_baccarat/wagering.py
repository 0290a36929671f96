"""Wagers at Mini Baccarat: what may be placed, changed, moved or taken back, and when."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.mini_baccarat import state as v
from houseway.games.mini_baccarat.rules import BANKER, PAIR_WAGERS, PLAYER, Rules, cite
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, Play, held
from houseway.games.wagering import WagerRules, closing, lying, on_offer, orders
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Refused, Ruling

_OPPOSITE = {BANKER: PLAYER, PLAYER: BANKER}


def _new_spot(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    """Where a wager is placed, in the order of section 4 (Mini Baccarat 4.5, every round).

    Any number of patrons may be on an option (Mini Baccarat 4.4); pairs need no other wager, and
    are open as long as the rest (Mini Baccarat 9.4, 9.7).
    """
    return _doubled(play, patron, wager) or _both_hands(play, patron, wager) or (patron, 0, wager)


def _own(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    return lying(play, patron, wager, 0)


def _not_onto(play: Play, key: Key, onto: str) -> Refused | None:
    patron, _, wager = key
    return _doubled(play, patron, onto) or _both_hands(play, patron, onto, leaving=wager)


def _to_withdraw(
    play: Play, patron: str, wager: str, box: int
) -> list[tuple[Key, Clause]] | Refused:
    """Before betting closes, or whole and one way in a window of 12.4, 12.6 or 12.9."""
    if isinstance(key := lying(play, patron, wager, 0), Refused):
        return key
    if play.window == "withdrawal":
        return [(key, play.window_clause)]
    if play.window == "changes":
        return [(key, play.cite("12.6(a)(iv)"))]
    if play.stage == BETTING:
        return [(key, play.cite("4.6"))]
    return _after_the_first_card(play, patron, wager)


def _clause(play: Play, wager: str, kind: type[e.Event], by: Role) -> Clause:
    if not play.window:
        return play.rules.wagers[wager]
    if kind is e.WagerPlaced:
        return play.cite("12.6(a)(iii)")
    return play.cite("12.6(a)(i)" if kind is e.WagerMoved else "12.6(a)(ii)")


def _differential(play: Play, key: Key, amount: int, added: int, moved_from: str) -> Refused | None:
    """Mini Baccarat terms: Table Differential: between the two hands alone. Reading MB6: what
    widens it beyond its cap is refused, what narrows it is not."""
    cap = play.limits.differential or 0
    changes = {moved_from: -amount, key[2]: amount} if moved_from else {key[2]: added}
    now = play.layout.total(BANKER) - play.layout.total(PLAYER)
    then = now + changes.get(BANKER, 0) - changes.get(PLAYER, 0)
    if abs(then) <= cap or abs(then) <= abs(now):
        return None
    sentence = (
        f"the difference would be {dollar_text(abs(then))}; the sign allows {dollar_text(cap)}"
    )
    return Refused("differential_exceeded", play.cite("3.6"), sentence)


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands about one wager, with the limits and clauses of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        offered=_not_offered,
        locked=_locked,
        place=_new_spot,
        own=_own,
        move=_not_onto,
        withdraw=_to_withdraw,
        found_by=cite("3.4"),
        clause=_clause,
        differential=_differential,
    )
    return orders(wagers, PATRONS | STAFF, cite("4.1"), STAFF, cite("3.4"))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Mini Baccarat 6.2. A differential that withdrawals pushed over its cap is cut (MB6)."""
    ruling = closing(play, play.cite("6.2"), held(play))
    cap = play.limits.differential
    if isinstance(ruling, Refused) or cap is None or not play.layout.wagers:
        return ruling
    return accept(*_cut_to_differential(play, cap), *ruling.events)


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
            cuts.append(e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (play.cite("3.6"),)))
        else:
            cuts.append(e.WagerChanged(patron, wager, stake, stake - cut, box, play.cite("3.6")))
    return cuts


def approve_both_hands(play: Play, command: v.ApproveBothHands, by: Role) -> Ruling:
    if play.stage not in (BETTING, BETWEEN):
        why = "approval comes before the first card"
        return Refused("round_under_way", play.cite("4.5(b)"), why)
    if command.rounds < 1:
        return Refused("amount_not_positive", None, "an approval is for one round or more")
    return accept(v.BothHandsApproved(command.patron, command.rounds, play.cite("4.5(b)")))


# Reasons for a refusal


_named = on_offer("4.3")


def _not_offered(play: Play, wager: str, box: int) -> Refused | None:
    if wager not in PAIR_WAGERS or play.options.pairs != "none":
        return _named(play, wager, box)
    return Refused("wager_not_offered", play.cite("4.3(d)"), "pairs are not offered at this table")


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    if (play.stage == BETTING or play.window == "changes") and not play.no_bet:
        return None
    asked = f"{patron} on {wager}"
    if play.no_bet or (play.no_bet_next and play.stage == BETWEEN):
        why = f"{asked}: this is a no-bet coup"
        return Refused("no_bet_coup", play.cite("terms: No-Bet Coup"), why)
    if play.window == "withdrawal":
        only = f"{asked}: wagers may be withdrawn whole, and nothing else"
        return Refused("withdrawal_only", play.window_clause, only)
    if play.stage == BETWEEN:
        why = f"{asked}: betting has not been opened"
        return Refused("betting_not_open", play.cite("4.1"), why)
    return _after_the_first_card(play, patron, wager)


def _after_the_first_card(play: Play, patron: str, wager: str) -> Refused:
    closed = f"{patron} on {wager}: betting is closed, and nothing changes"
    return Refused("round_under_way", play.cite("4.6"), closed)


def _doubled(play: Play, patron: str, wager: str) -> Refused | None:
    if (patron, 0, wager) in play.layout.wagers:
        sentence = f"{patron} has a wager on {wager}: one on each option"
        return Refused("one_wager_per_option", play.cite("4.5(a)"), sentence)
    return None


def _both_hands(play: Play, patron: str, wager: str, *, leaving: str = "") -> Refused | None:
    other = _OPPOSITE.get(wager)
    if other is None or other == leaving or (patron, 0, other) not in play.layout.wagers:
        return None
    if patron in play.both_hands:
        return None
    sentence = f"{patron} has a wager on {other}; both hands need a supervisor's approval"
    return Refused("both_hands_not_approved", play.cite("4.5(b)"), sentence)


ORDERS: dict[type[c.Command], May] = {
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
    v.ApproveBothHands: May(SUPERVISORS, cite("4.5(b)"), approve_both_hands),
}
