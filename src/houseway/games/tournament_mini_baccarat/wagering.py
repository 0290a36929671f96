"""Wagers at Tournament Mini-Baccarat: one box for each patron, and a wager from everybody."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.baccarat import BANKER, PLAYER
from houseway.games.game import May, accept
from houseway.games.limits import refuse_amount, remarks, short_of_chips
from houseway.games.tournament_mini_baccarat import rules
from houseway.games.tournament_mini_baccarat import vocabulary as v
from houseway.games.tournament_mini_baccarat.rules import OFFICIALS, REPORTERS, cite
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, DEALING, Play
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Refused, Ruling

_OPPOSITE = {BANKER: PLAYER, PLAYER: BANKER}


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager, in the order of sections 4 and 3.

    A first wager takes its box for the patron: the one named, or the lowest that is free.
    """
    patron, wager, amount = command.patron, command.wager, command.amount
    refused = _not_offered(wager) or _locked(play, patron, wager)
    if refused:
        return refused
    box = command.box or play.boxes.get(patron) or lowest_free_box(play)
    refused = (
        _not_the_patrons(play, patron, box)
        or _area_taken(play, patron, box, wager)
        or _both_hands(play, patron, box, wager, leaving="")
        or _amount(play, patron, wager, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount)
    )
    if refused:
        return refused
    placed = e.WagerPlaced(patron, wager, amount, box, rules.WAGERS[wager])
    told = _remarks(play, patron, wager, amount)
    if patron in play.boxes:
        return accept(placed, *told)
    return accept(v.BoxTaken(patron, box, cite("terms: Box")), placed, *told)


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, wager, amount = command.patron, command.wager, command.amount
    box, before = _own(play, patron, command.box, wager)
    refused = _not_offered(wager) or _locked(play, patron, wager)
    if refused:
        return refused
    if not before:
        return _no_wager(patron, wager)
    refused = _amount(play, patron, wager, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    changed = e.WagerChanged(patron, wager, before, amount, box, rules.WAGERS[wager])
    return accept(changed, *_remarks(play, patron, wager, amount))


def move_wager(play: Play, command: c.MoveWager, by: Role) -> Ruling:
    """From one area of the patron's box to another."""
    patron, wager, onto = command.patron, command.wager, command.onto
    box, amount = _own(play, patron, command.box, wager)
    refused = _not_offered(onto) or _locked(play, patron, wager)
    if refused:
        return refused
    if not amount:
        return _no_wager(patron, wager)
    refused = (
        _area_taken(play, patron, box, onto)
        or _both_hands(play, patron, box, onto, leaving=wager)
        or _amount(play, patron, onto, amount)
    )
    if refused:
        return refused
    moved = e.WagerMoved(patron, wager, onto, amount, box, rules.WAGERS[onto])
    return accept(moved, *_remarks(play, patron, onto, amount))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """Only while betting is open; the duty to wager remains."""
    patron, wager = command.patron, command.wager
    refused = _locked(play, patron, wager)
    if refused:
        return refused
    box, stake = _own(play, patron, command.box, wager)
    if not stake:
        return _no_wager(patron, wager)
    return accept(e.WagerWithdrawn(patron, wager, box, stake, 0, 0, stake, (cite("4.5"),)))


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once betting has closed is the wager, as far as the limits allow.

    Readings G5 to G7: after the advice a stake below the minimum is handed back; above the maximum
    or off the multiples only the good part is at risk, and settlement hands back the rest.
    """
    patron, wager, amount = command.patron, command.wager, command.amount
    if play.stage == BETTING:
        return Refused("betting_open", cite("4.2"), "while betting is open, change the wager")
    if play.stage != DEALING:
        return Refused("no_round_under_way", cite("4.2"), f"the table is at: {play.stage}")
    box, before = _own(play, patron, command.box, wager)
    if not before:
        return _no_wager(patron, wager)
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = _not_in_chips(play, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    found = e.WagerChanged(patron, wager, before, amount, box, cite("4.2"))
    if amount < play.limits.minimum_of(wager, patron) and patron in play.layout.advised:
        back = e.WagerVoided(patron, wager, box, amount, 0, 0, amount, (cite("3.3"),))
        return accept(found, back)
    return accept(found, *_remarks(play, patron, wager, amount))


# Everybody wagers


def outstanding(play: Play) -> list[str]:
    """Who at the table still owes a wager for this round (Tournament Mini-Baccarat 4.1).

    Not who cannot afford one or has no box to put it on, whose absence was confirmed, or whose
    wager was voided (TP13).
    """
    done = {patron for patron, _, _ in play.layout.wagers} | play.not_wagering
    done |= {line.patron for line in play.layout.settlements if type(line) is e.WagerVoided}
    return [
        patron
        for patron in play.layout.idle_rounds
        if patron not in done
        and (patron in play.boxes or lowest_free_box(play))
        and (patron not in play.layout.counted or play.layout.chips[patron] >= _least(play, patron))
    ]


def _least(play: Play, patron: str) -> int:
    return min(least_stake(play, patron, wager) for wager in rules.WAGERS)


def least_stake(play: Play, patron: str, wager: str) -> int:
    """The smallest stake that is neither below the patron's minimum nor off the multiple."""
    minimum, unit = play.limits.minimum_of(wager, patron), play.limits.multiple or 1
    return -(-minimum // unit) * unit


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    """Reading TP14: no stake is made up for a patron; that there is none is confirmed and kept."""
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("4.1"), f"the table is at: {play.stage}")
    if command.patron not in outstanding(play):
        return Refused("owes_no_wager", cite("4.1"), f"no wager is awaited from {command.patron}")
    return accept(v.NoWagerConfirmed(command.patron, cite("4.1")))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Mini-Baccarat 6.2, once everybody has wagered (4.1)."""
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("6.2"), f"the table is at: {play.stage}")
    owing = outstanding(play)
    if owing:
        sentence = f"a wager is awaited from {', '.join(owing)}"
        return Refused("wagers_outstanding", cite("4.1"), sentence)
    if not play.layout.wagers:
        return Refused("no_wagers", cite("4.1"), "no wager is on the layout")
    return accept(e.BettingClosed(cite("6.2")))


def issue_chips(play: Play, command: c.BringChips, by: Role) -> Ruling:
    """Tournament chips come from the officials and serve nothing but the tournament."""
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips issued are more than nothing")
    refused = _not_in_chips(play, command.amount)
    if refused:
        return refused
    return accept(e.ChipsBrought(command.patron, command.amount, cite("terms: Tournament Chips")))


# Boxes


def lowest_free_box(play: Play) -> int:
    """The lowest number that nobody has, or 0."""
    taken = set(play.boxes.values())
    return next((box for box in range(1, play.options.boxes + 1) if box not in taken), 0)


def _own(play: Play, patron: str, named: int, wager: str) -> tuple[int, int]:
    """The box meant and the stake of this patron there, 0 if there is none."""
    box = named or play.boxes.get(patron, 0)
    return box, play.layout.wagers.get((patron, box, wager), 0)


def _not_the_patrons(play: Play, patron: str, box: int) -> Refused | None:
    """Reading TM6: a box is one number with three areas, and belongs to one patron."""
    if not 1 <= box <= play.options.boxes:
        numbers = f"1 to {play.options.boxes}"
        what = f"box {box} is none of {numbers}" if box else f"boxes {numbers} are all taken"
        return Refused("no_such_box", cite("terms: Box"), what)
    owner = next((who for who, number in play.boxes.items() if number == box), patron)
    if owner != patron:
        return Refused("box_of_another", cite("4.3"), f"box {box} belongs to {owner}")
    own = play.boxes.get(patron, box)
    if own != box:
        return Refused("second_box", cite("4.4"), f"{patron} has box {own}")
    return None


# Reasons for a refusal


def _not_offered(wager: str) -> Refused | None:
    if wager in rules.WAGERS:
        return None
    offered = ", ".join(rules.WAGERS)
    return Refused("wager_not_offered", cite("4.6"), f"{wager} is none of {offered}")


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    if play.stage == BETTING:
        return None
    asked = f"{patron}'s wager on {wager}"
    if play.non_betting or (play.seen_card_kept and play.stage == BETWEEN):
        return Refused("non_betting_round", cite("9.2"), f"{asked}: this is a non-betting round")
    if play.stage == BETWEEN:
        return Refused("betting_not_open", cite("4.1"), f"{asked}: betting has not been opened")
    return Refused("round_under_way", cite("4.5"), f"{asked} cannot change: betting is closed")


def _no_wager(patron: str, wager: str) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no wager on {wager} there")


def _area_taken(play: Play, patron: str, box: int, wager: str) -> Refused | None:
    if (patron, box, wager) not in play.layout.wagers:
        return None
    sentence = f"{patron} has a wager on {wager}: one in each area of the box"
    return Refused("one_wager_per_area", cite("4.6"), sentence)


def _both_hands(play: Play, patron: str, box: int, wager: str, *, leaving: str) -> Refused | None:
    other = _OPPOSITE.get(wager)
    if other is None or other == leaving or (patron, box, other) not in play.layout.wagers:
        return None
    return Refused("both_hands", cite("4.7"), f"{patron} has a wager on {other}; never on both")


def _amount(play: Play, patron: str, wager: str, amount: int) -> Refused | None:
    return refuse_amount(
        play.layout, play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount
    ) or _not_in_chips(play, amount)


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    return Refused(
        "not_in_chips", cite("4.2"), f"{dollar_text(amount)} cannot be made with {play.chips}"
    )


def _remarks(play: Play, patron: str, wager: str, amount: int) -> tuple[e.Event, ...]:
    return remarks(play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount)


# A patron acts in person; the dealer may enter it. A supervisor has no power here (reading G11).
_WAGERERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    c.PlaceWager: May(_WAGERERS, cite("4.1"), place_wager),
    c.ChangeWager: May(_WAGERERS, cite("4.1"), change_wager),
    c.MoveWager: May(_WAGERERS, cite("4.1"), move_wager),
    c.WithdrawWager: May(_WAGERERS, cite("4.1"), withdraw_wager),
    c.FindWager: May(REPORTERS, cite("4.2"), find_wager),
    v.ConfirmNoWager: May(DEALERS, cite("4.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
    c.BringChips: May(OFFICIALS, cite("terms: Tournament Chips"), issue_chips),
}
