"""Antes at Tournament Canberra Poker: who may place one, in which box, and until when."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import outside, refuse_amount, remarks, short_of_chips
from houseway.games.tournament_canberra_poker import rules
from houseway.games.tournament_canberra_poker import vocabulary as v
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, PATRON_OR_DEALER, cite
from houseway.games.tournament_canberra_poker.settle import good_ante
from houseway.games.tournament_canberra_poker.state import ANTES, BETWEEN, Play, hand_in
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """Accept or refuse an ante, in the order of sections 4 and 3.

    A box that is not named is the patron's own, or else the first that is free.
    """
    patron, amount = command.patron, command.amount
    refused = _not_offered(command.wager) or _locked(play) or _one_box(play, patron)
    if refused:
        return refused
    box = command.box or _free_box(play, patron)
    refused = (
        _wrong_box(play, patron, box)
        or _amount(play, patron, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount)
    )
    if refused:
        return refused
    return accept(
        e.WagerPlaced(patron, ANTE, amount, box, cite("4.1")), *_told(play, patron, amount, amount)
    )


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    patron, amount = command.patron, command.amount
    refused = _not_offered(command.wager) or _locked(play)
    if refused:
        return refused
    box = _box_of(play, patron)
    if not box or command.box not in (0, box):
        return _no_ante(patron)
    before = play.layout.wagers[patron, box, ANTE]
    refused = _amount(play, patron, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    return accept(
        e.WagerChanged(patron, ANTE, before, amount, box, cite("4.1")),
        *_told(play, patron, amount, amount - before),
    )


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    patron = command.patron
    refused = _not_offered(command.wager) or _locked(play)
    if refused:
        return refused
    box = _box_of(play, patron)
    if not box or command.box not in (0, box):
        return _no_ante(patron)
    stake = play.layout.wagers[patron, box, ANTE]
    return accept(e.WagerWithdrawn(patron, ANTE, box, stake, 0, 0, stake, (cite("4.4"),)))


def confirm_no_ante(play: Play, command: v.ConfirmNoAnte, by: Role) -> Ruling:
    """Reading TP14: somebody at the table sits the round out, and the log tells the Director."""
    patron = command.patron
    if play.stage != ANTES:
        return Refused("antes_not_open", cite("4.1"), f"the table is at: {play.stage}")
    if patron not in play.layout.idle_rounds:
        return Refused("not_at_table", cite("4.1"), f"{patron} is not at the table")
    if _box_of(play, patron):
        return Refused("ante_placed", cite("4.1"), f"{patron} has placed an ante")
    return accept(v.NoAnteConfirmed(patron, cite("4.1")))


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What the ante really is, found after the first card and before the bet.

    Readings G5 to G7: after the advice an ante below the minimum is handed back, and its hand has
    none (11.7); above the maximum or off the multiples only the good part is at risk.
    """
    patron, amount = command.patron, command.amount
    refused = _not_offered(command.wager)
    if refused:
        return refused
    if play.stage == ANTES:
        return Refused("antes_open", cite("3.3"), "until the first card, change the ante")
    box = _box_of(play, patron)
    if not box or command.box not in (0, box):
        return _no_ante(patron)
    if (patron, box, BET) in play.layout.wagers:
        return Refused("bet_placed", cite("7.2"), f"{patron} has bet twice the ante already")
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    before = play.layout.wagers[patron, box, ANTE]
    refused = _not_in_chips(play, amount, cite("4.2")) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    clause = outside(
        play.limits, rules.LIMIT_RULES, patron=patron, wager=ANTE, amount=amount
    ) or cite("4.2")
    found = e.WagerChanged(patron, ANTE, before, amount, box, clause)
    if amount < play.limits.minimum_of(ANTE, patron) and patron in play.layout.advised:
        back = e.WagerVoided(patron, ANTE, box, amount, 0, 0, amount, (cite("3.3"),))
        return accept(found, back, v.HandVoided(hand_in(box), cite("11.7")))
    return accept(found, *_told(play, patron, amount, amount - before))


# Reasons for a refusal, and what the patron is told


def _not_offered(wager: str) -> Refused | None:
    if wager == ANTE:
        return None
    if wager == BET:
        return Refused("bet_comes_later", cite("7.1"), "a bet comes after the dealer's last card")
    return Refused("wager_not_offered", cite("4.1"), f"{wager} is not offered: there is the ante")


def _locked(play: Play) -> Refused | None:
    if play.stage == ANTES:
        return None
    if play.stage == BETWEEN:
        return Refused("betting_not_open", cite("4.1"), "betting has not been opened")
    return Refused("round_under_way", cite("4.4"), "from the first card no ante changes")


def _one_box(play: Play, patron: str) -> Refused | None:
    box = _box_of(play, patron)
    if not box:
        return None
    return Refused("one_box_per_patron", cite("4.3"), f"{patron} has an ante in box {box}")


def _wrong_box(play: Play, patron: str, box: int) -> Refused | None:
    """A box is kept, from round to round, by the patron who has it (4.3, terms: Box)."""
    if not 1 <= box <= play.options.boxes:
        there = f"the layout has boxes 1 to {play.options.boxes}"
        return Refused("no_such_box", cite("terms: Box"), there)
    owner = next((who for who, number in play.boxes.items() if number == box), patron)
    if owner != patron:
        return Refused("box_taken", cite("4.3"), f"box {box} is the box of {owner}")
    own = play.boxes.get(patron, box)
    if own != box:
        return Refused("one_box_per_patron", cite("4.3"), f"{patron} has box {own}")
    return None


def _free_box(play: Play, patron: str) -> int:
    if patron in play.boxes:
        return play.boxes[patron]
    taken = play.boxes.values()
    free = (box for box in range(1, play.options.boxes + 1) if box not in taken)
    return next(free, play.options.boxes + 1)


def _box_of(play: Play, patron: str) -> int:
    """The box with this patron's ante, or 0."""
    return next((box for box, who in play.antes().items() if who == patron), 0)


def _no_ante(patron: str) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no ante there")


def _amount(play: Play, patron: str, amount: int) -> Refused | None:
    """The limits first; then Tournament Canberra Poker 4.2, terms: Tournament Chips."""
    return refuse_amount(
        play.layout, play.limits, rules.LIMIT_RULES, patron=patron, wager=ANTE, amount=amount
    ) or _not_in_chips(play, amount, cite("4.2"))


def _not_in_chips(play: Play, amount: int, clause: Clause) -> Refused | None:
    if play.chips.payable(amount):
        return None
    sentence = f"{dollar_text(amount)} cannot be made with tournament {play.chips}"
    return Refused("not_in_chips", clause, sentence)


def _told(play: Play, patron: str, ante: int, added: int) -> tuple[e.Event, ...]:
    """Advice about the limits, and that the chips left will not cover a bet (reading CP5)."""
    advice = remarks(play.limits, rules.LIMIT_RULES, patron=patron, wager=ANTE, amount=ante)
    needed = added + rules.ANTES_IN_BET * good_ante(play, patron, ante)
    if short_of_chips(play.layout, patron=patron, needed=needed):
        return (*advice, v.OnlyFoldAdvised(patron, cite("7.2")))
    return advice


def issue_chips(play: Play, command: c.BringChips, by: Role) -> Ruling:
    """Tournament Canberra Poker 15.12: chips come by issue, never from the patron."""
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips issued are more than nothing")
    refused = _not_in_chips(play, command.amount, cite("terms: Tournament Chips"))
    return refused or accept(e.ChipsBrought(command.patron, command.amount, cite("15.12")))


ORDERS: dict[type[c.Command], May] = {
    c.BringChips: May(DEALERS | rules.DIRECTOR, cite("15.12"), issue_chips),
    c.PlaceWager: May(PATRON_OR_DEALER, cite("4.1"), place_wager),
    c.ChangeWager: May(PATRON_OR_DEALER, cite("4.1"), change_wager),
    c.WithdrawWager: May(PATRON_OR_DEALER, cite("4.1"), withdraw_wager),
    v.ConfirmNoAnte: May(DEALERS, cite("4.1"), confirm_no_ante),
    c.FindWager: May(rules.REPORTERS, cite("3.3"), find_wager),
}
