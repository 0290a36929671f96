"""Wagers at Tournament Pai Gow: one on the own box, until the dealer calls no more bets."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import outside, refuse_amount, remarks, short_of_chips
from houseway.games.tournament_pai_gow import rules
from houseway.games.tournament_pai_gow import vocabulary as v
from houseway.games.tournament_pai_gow.rules import HAND, HOUSE_BOX, OFFICIALS, cite
from houseway.games.tournament_pai_gow.state import BETTING, BETWEEN, Play
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Refused, Ruling


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager, in the order of sections 7 and 5."""
    patron, box, amount = command.patron, command.box, command.amount
    refused = (
        _not_offered(command.wager)
        or _wrong_box(play, patron, box)
        or _locked(play, patron)
        or _amount(play, patron, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount)
    )
    if refused:
        return refused
    placed = e.WagerPlaced(patron, HAND, amount, box, cite("7.2"))
    return accept(placed, *_remarks(play, patron, amount))


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, amount = command.patron, command.amount
    refused = _not_offered(command.wager) or _locked(play, patron)
    if refused:
        return refused
    found = _own_wager(play, patron, command.box)
    if isinstance(found, Refused):
        return found
    box, before = found
    refused = _amount(play, patron, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    changed = e.WagerChanged(patron, HAND, before, amount, box, cite("7.4"))
    return accept(changed, *_remarks(play, patron, amount))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """Until the call; 7.1 then asks for another wager, or the dealer's word that there is none."""
    refused = _not_offered(command.wager) or _locked(play, command.patron)
    if refused:
        return refused
    found = _own_wager(play, command.patron, command.box)
    if isinstance(found, Refused):
        return found
    box, stake = found
    why = (cite("7.4"),)
    return accept(e.WagerWithdrawn(command.patron, HAND, box, stake, 0, 0, stake, why))


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once betting has closed: good as far as the limits allow.

    Readings G5 to G7: after the advice a stake below the minimum is handed back; above the maximum
    or off the multiples only the good part is at risk, and settlement hands back the rest.
    """
    patron, amount = command.patron, command.amount
    refused = _not_offered(command.wager)
    if refused:
        return refused
    if play.stage in (BETWEEN, BETTING):
        return Refused("betting_open", cite("5.3"), "while betting is open, change the wager")
    found = _own_wager(play, patron, command.box)
    if isinstance(found, Refused):
        return found
    box, before = found
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = _not_in_chips(play, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    clause = outside(
        play.limits, rules.LIMIT_RULES, patron=patron, wager=HAND, amount=amount
    ) or cite("7.2")
    lies = e.WagerChanged(patron, HAND, before, amount, box, clause)
    if amount < play.limits.minimum_of(HAND, patron) and patron in play.layout.advised:
        back = e.WagerVoided(patron, HAND, box, amount, 0, 0, amount, (cite("5.3"),))
        return accept(lies, back)
    return accept(lies, *_remarks(play, patron, amount))


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("7.1"), f"the table is at: {play.stage}")
    if command.patron not in without_wager(play):
        unasked = f"{command.patron} has a wager or is not at the table"
        return Refused("no_wager_outstanding", cite("7.1"), unasked)
    return accept(v.NoWagerConfirmed(command.patron, cite("7.1")))


def without_wager(play: Play) -> list[str]:
    """Who is at the table and has neither placed a wager nor been confirmed as not betting."""
    staked = set(play.holders.values())
    return [who for who in play.layout.idle_rounds if who not in staked | play.not_betting]


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Pai Gow 7.4. The cup cannot be opened before it, so 7.1 is asked for here."""
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("7.4"), f"the table is at: {play.stage}")
    waiting = without_wager(play)
    if waiting:
        names = ", ".join(waiting)
        return Refused("wager_outstanding", cite("7.1"), f"no wager and no word from {names}")
    if not play.layout.wagers:
        return Refused("no_wagers", cite("7.1"), "no wager is on the layout")
    return accept(e.BettingClosed(cite("7.4")))


# Reasons for a refusal


def _not_offered(wager: str) -> Refused | None:
    if wager == HAND:
        return None
    return Refused("wager_not_offered", cite("7.2"), f"{wager} is not the wager on a {HAND}")


def _wrong_box(play: Play, patron: str, box: int) -> Refused | None:
    if box == HOUSE_BOX:
        return Refused("house_box", cite("7.3"), "box 1 is the house's")
    clause = cite("terms: Box")
    if box not in rules.PATRON_BOXES:
        named = f"box {box}" if box else "no box"
        return Refused("no_such_box", clause, f"{named} was named; patrons have boxes 2 to 8")
    own = play.box_of(patron)
    if own:
        return Refused("one_wager_per_patron", clause, f"{patron} has a wager in box {own}")
    owner = next((who for who, number in play.boxes.items() if number == box), patron)
    if owner != patron:
        return Refused("box_taken", clause, f"box {box} is the box of {owner}")
    kept = play.boxes.get(patron, box)
    if kept != box:
        return Refused("not_your_box", clause, f"{patron} has box {kept}")
    return None


def _locked(play: Play, patron: str) -> Refused | None:
    if play.stage == BETTING:
        return None
    if play.stage == BETWEEN:
        return Refused("betting_not_open", cite("7.1"), "betting has not been opened")
    late = f"no more bets has been called: nothing of {patron} is placed or changed"
    return Refused("betting_closed", cite("7.4"), late)


def _own_wager(play: Play, patron: str, box: int) -> tuple[int, int] | Refused:
    """The patron's box and stake; the box need not be named."""
    own = play.box_of(patron)
    if not own or box not in (0, own):
        return Refused("no_wager_there", None, f"{patron} has no wager there")
    return own, play.layout.wagers[patron, own, HAND]


def _amount(play: Play, patron: str, amount: int) -> Refused | None:
    return refuse_amount(
        play.layout, play.limits, rules.LIMIT_RULES, patron=patron, wager=HAND, amount=amount
    ) or _not_in_chips(play, amount)


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", cite("7.2"), sentence)


def _remarks(play: Play, patron: str, amount: int) -> tuple[e.Event, ...]:
    return remarks(play.limits, rules.LIMIT_RULES, patron=patron, wager=HAND, amount=amount)


def issue_chips(play: Play, command: c.BringChips, by: Role) -> Ruling:
    """Tournament Pai Gow 17.12: by issue, in the table's own chips, never from the patron."""
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips issued are more than nothing")
    if not play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be made with tournament {play.chips}"
        return Refused("not_in_chips", cite("terms: Tournament Chips"), sentence)
    return accept(e.ChipsBrought(command.patron, command.amount, cite("17.12")))


# A patron acts in person; the dealer may enter it. A supervisor has no power here (reading G11).
_WAGERERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    c.BringChips: May(DEALERS | rules.DIRECTOR, cite("17.12"), issue_chips),
    c.PlaceWager: May(_WAGERERS, cite("7.1"), place_wager),
    c.ChangeWager: May(_WAGERERS, cite("7.1"), change_wager),
    c.WithdrawWager: May(_WAGERERS, cite("7.1"), withdraw_wager),
    c.FindWager: May(OFFICIALS, cite("5.3"), find_wager),
    v.ConfirmNoWager: May(DEALERS, cite("7.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("7.4"), call_no_more_bets),
}
