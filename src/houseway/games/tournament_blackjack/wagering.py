"""Wagers at Tournament Blackjack: boxes, what may be placed or changed, and when betting closes."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import outside, refuse_amount, remarks, short_of_chips
from houseway.games.tournament_blackjack import rules
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import (
    BLACKJACK,
    DIRECTOR,
    INSURANCE,
    PERFECT_PAIRS,
    cite,
)
from houseway.games.tournament_blackjack.state import BETTING, BETWEEN, DEALING, Play
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Refused, Ruling

CLAUSE_OF = {BLACKJACK: cite("4.2"), PERFECT_PAIRS: cite("18.7")}


# Boxes


def take_box(play: Play, command: v.TakeBox, by: Role) -> Ruling:
    patron, clause = command.patron, cite("terms: Box")
    if play.stage not in (BETWEEN, BETTING):
        return Refused("round_under_way", clause, "boxes are taken before the first card")
    if patron in play.layout.excluded:
        return Refused("patron_excluded", cite("16.3(b)"), f"{patron} is excluded from this game")
    if patron in play.boxes:
        return Refused("box_of_another", clause, f"{patron} has box {play.boxes[patron]}")
    box = _box(play, patron, command.box)
    if isinstance(box, Refused):
        return box
    joined = () if patron in play.layout.idle_rounds else (e.PatronJoined(patron, cite("4.1")),)
    return accept(*joined, v.BoxTaken(patron, box, clause))


def _box(play: Play, patron: str, asked: int) -> int | Refused:
    """The patron's own box; for one who has none the box asked for, or the first free one."""
    clause = cite("terms: Box")
    own = play.boxes.get(patron)
    if own:
        if asked in (0, own):
            return own
        return Refused("box_of_another", clause, f"{patron} plays in box {own}, not {asked}")
    taken = {*play.boxes.values(), *(box for _, box, _ in play.layout.wagers)}
    free = [box for box in range(1, play.options.seats + 1) if box not in taken]
    if asked in free:
        return asked
    if asked == 0 and free:
        return free[0]
    if 1 <= asked <= play.options.seats:
        return Refused("box_of_another", clause, f"box {asked} is another patron's")
    return Refused("no_such_box", clause, f"{patron} has no box: {len(free)} boxes are free")


# Placing and changing


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse a wager, in the order of sections 4 and 3."""
    patron, wager, amount = command.patron, command.wager, command.amount
    refused = _not_offered(play, wager) or _locked(play, patron, wager)
    if refused:
        return refused
    box = _box(play, patron, command.box)
    if isinstance(box, Refused):
        return box
    if (patron, box, wager) in play.layout.wagers:
        sentence = f"{patron} has a wager on {wager}: change that"
        return Refused("one_wager_per_box", cite("terms: Box"), sentence)
    refused = _amount(play, patron, wager, amount)
    refused = refused or short_of_chips(play.layout, patron=patron, needed=amount)
    if refused:
        return refused
    seated = () if patron in play.boxes else (v.BoxTaken(patron, box, cite("terms: Box")),)
    placed = e.WagerPlaced(patron, wager, amount, box, CLAUSE_OF[wager])
    return accept(*seated, placed, *_remarks(play, patron, wager, amount))


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, wager, amount = command.patron, command.wager, command.amount
    found = _own_wager(play, patron, wager, command.box)
    if isinstance(found, Refused):
        return found
    box, before = found
    refused = (
        _locked(play, patron, wager)
        or _amount(play, patron, wager, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount - before)
    )
    if refused:
        return refused
    changed = e.WagerChanged(patron, wager, before, amount, box, CLAUSE_OF[wager])
    return accept(changed, *_remarks(play, patron, wager, amount))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    """While betting is open; afterwards rule 4.3 leaves every wager where it lies."""
    found = _own_wager(play, command.patron, command.wager, command.box)
    if isinstance(found, Refused):
        return found
    refused = _locked(play, command.patron, command.wager)
    if refused:
        return refused
    box, stake = found
    why = (cite("4.3"),)
    return accept(
        e.WagerWithdrawn(command.patron, command.wager, box, stake, 0, 0, stake, why)
    )  # fmt: skip


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once betting has closed: good as far as the limits allow.

    Readings G5 to G7. A stake on which a choice has been made is no longer looked into.
    """
    patron, wager, amount = command.patron, command.wager, command.amount
    if play.stage != DEALING:
        return Refused("betting_open", cite("3.3"), "while betting is open, change the wager")
    found = _own_wager(play, patron, wager, command.box)
    if isinstance(found, Refused):
        return found
    box, before = found
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = (
        _chosen_on(play, patron, box)
        or _not_in_chips(play, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount - before)
    )
    if refused:
        return refused
    clause = (
        outside(play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount)
        or CLAUSE_OF[wager]
    )
    changed = e.WagerChanged(patron, wager, before, amount, box, clause)
    if amount < play.limits.minimum_of(wager, patron) and patron in play.layout.advised:
        return accept(changed, *_handed_back(play, patron, box, wager, amount))
    return accept(changed, *_remarks(play, patron, wager, amount))


def _chosen_on(play: Play, patron: str, box: int) -> Refused | None:
    hands = [hand for hand in play.hands if hand.box == box]
    insured = (patron, box, INSURANCE) in play.layout.wagers
    if len(hands) == 1 and not hands[0].added and not insured:
        return None
    sentence = f"{patron} has split, doubled or insured on it"
    return Refused("choice_made_on_it", cite("4.3"), sentence)


def _handed_back(
    play: Play, patron: str, box: int, wager: str, amount: int
) -> list[e.WagerVoided]:  # fmt: skip
    """Reading BJ11: with the blackjack stake the side stake goes back as well."""
    why = (rules.LIMIT_RULES.below_minimum,)
    back = [e.WagerVoided(patron, wager, box, amount, 0, 0, amount, why)]
    side = play.layout.wagers.get((patron, box, PERFECT_PAIRS))
    if wager == BLACKJACK and side:
        alone = (cite("18.9"),)
        back.append(e.WagerVoided(patron, PERFECT_PAIRS, box, side, 0, 0, side, alone))
    return back


# Closing


def confirm_no_wager(play: Play, command: v.ConfirmNoWager, by: Role) -> Ruling:
    patron, clause = command.patron, cite("4.1")
    if play.stage != BETTING:
        return Refused("betting_not_open", clause, f"the table is at: {play.stage}")
    if patron not in play.layout.idle_rounds:
        return Refused("not_at_table", clause, f"{patron} is not at the table")
    if patron in _staked(play):
        return Refused("wager_placed", clause, f"{patron} has a wager on {BLACKJACK}")
    return accept(v.NoWagerConfirmed(patron, clause))


def without_wager(play: Play) -> list[str]:
    """Who at the table has neither a blackjack wager nor been confirmed to place none."""
    settled = _staked(play) | play.sitting_out
    return [patron for patron in play.layout.idle_rounds if patron not in settled]


def _staked(play: Play) -> set[str]:
    return {patron for patron, _, wager in play.layout.wagers if wager == BLACKJACK}


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    """Tournament Blackjack 6.2. A perfect pairs wager that stands alone goes back (18.9)."""
    if play.stage != BETTING:
        return Refused("betting_not_open", cite("6.2"), f"the table is at: {play.stage}")
    staked = _staked(play)
    if not staked:
        return Refused("no_wagers", cite("4.1"), f"nobody has a wager on {BLACKJACK}")
    missing = without_wager(play)
    if missing:
        names = ", ".join(missing)
        return Refused("wager_missing", cite("4.1"), f"no wager by {names}, and none confirmed")
    alone = [
        e.WagerVoided(patron, wager, box, stake, 0, 0, stake, (cite("18.9"),))
        for (patron, box, wager), stake in play.layout.wagers.items()
        if patron not in staked
    ]
    return accept(*alone, e.BettingClosed(cite("6.2")))


# Reasons for a refusal


def _not_offered(play: Play, wager: str) -> Refused | None:
    if wager == BLACKJACK or (wager == PERFECT_PAIRS and play.options.pairs == "perfect"):
        return None
    if wager == PERFECT_PAIRS:
        sentence = "perfect pairs are not offered in this tournament"
        return Refused("wager_not_offered", cite("18.1"), sentence)
    sentence = f"{wager} is not placed before the first card; {BLACKJACK} is"
    return Refused("wager_not_offered", cite("4.2"), sentence)


def _locked(play: Play, patron: str, wager: str) -> Refused | None:
    if play.stage == BETTING:
        return None
    if play.stage == BETWEEN:
        sentence = f"betting has not been opened: {patron} on {wager}"
        return Refused("betting_not_open", cite("4.1"), sentence)
    sentence = f"betting is closed, and {patron} cannot change or add to {wager}"
    return Refused("round_under_way", cite("4.3"), sentence)


def _own_wager(play: Play, patron: str, wager: str, asked: int) -> tuple[int, int] | Refused:
    box = play.boxes.get(patron, asked)
    if asked not in (0, box):
        sentence = f"{patron} plays in box {box}, not {asked}"
        return Refused("box_of_another", cite("terms: Box"), sentence)
    stake = play.layout.wagers.get((patron, box, wager))
    if stake is None or wager not in CLAUSE_OF:
        return Refused("no_wager_there", None, f"{patron} has no wager on {wager}")
    return box, stake


def _amount(play: Play, patron: str, wager: str, amount: int) -> Refused | None:
    return refuse_amount(
        play.layout, play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount
    ) or _not_in_chips(play, amount)


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if not play.chips.payable(amount):
        sentence = f"{dollar_text(amount)} cannot be made with {play.chips}"
        return Refused("not_in_chips", cite("4.2"), sentence)
    if amount % 2:
        sentence = f"half of {dollar_text(amount)} is not in whole cents"
        return Refused("half_not_in_cents", cite("13.2(a)"), sentence)
    return None


def _remarks(play: Play, patron: str, wager: str, amount: int) -> tuple[e.Event, ...]:
    return remarks(play.limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount)


def issue_chips(play: Play, command: c.BringChips, by: Role) -> Ruling:
    """Tournament Blackjack 19.12: by issue, in the table's own chips, never from the patron."""
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips issued are more than nothing")
    if not play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be made with tournament {play.chips}"
        return Refused("not_in_chips", cite("terms: Tournament Chips"), sentence)
    return accept(e.ChipsBrought(command.patron, command.amount, cite("19.12")))


# A patron acts in person; the dealer may enter it. A supervisor has no power here (reading G11).
_WAGERERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    v.TakeBox: May(PATRONS | rules.REPORTERS, cite("terms: Box"), take_box),
    c.BringChips: May(DEALERS | DIRECTOR, cite("19.12"), issue_chips),
    c.PlaceWager: May(_WAGERERS, cite("4.1"), place_wager),
    c.ChangeWager: May(_WAGERERS, cite("4.1"), change_wager),
    c.WithdrawWager: May(_WAGERERS, cite("4.1"), withdraw_wager),
    c.FindWager: May(rules.REPORTERS, cite("3.3"), find_wager),
    v.ConfirmNoWager: May(DEALERS, cite("4.1"), confirm_no_wager),
    c.CallNoMoreBets: May(DEALERS, cite("6.2"), call_no_more_bets),
}
