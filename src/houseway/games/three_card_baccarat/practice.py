"""The facts and decisions that a practice table of Three Card Baccarat needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import malfunction
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.play import may_handle
from houseway.games.three_card_baccarat.rules import AREA_WAGERS, PLAYER, TIE
from houseway.games.three_card_baccarat.state import Play, box_of
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if failed := malfunction.supply(play, awaited, pick):
        return failed
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return v.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if awaited.what == "expose":
        box = box_of(awaited.to)
        faces = unseen_cards(play.stock, play.hands[box].count(None), pick)
        entitled = may_handle(play, box) if box else []
        return v.RevealHand(awaited.to, faces, entitled[0] if entitled else ""), Role.DEALER
    return plain_step(play, awaited, pick, behind=play.rules.usually_behind)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Three patrons who sit down, wager at random and let the dealer call."""
    patron = PATRONS[pick(len(PATRONS))]
    free = [box for box in range(1, play.options.areas + 1) if box not in play.seats.values()]
    if patron not in play.seats and patron not in play.layout.excluded and free:
        return v.TakeSeat(patron, free[pick(len(free))]), Role.PATRON
    if play.layout.wagers and pick(4) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    wager = (PLAYER, PLAYER, PLAYER, TIE, rules.THREE_PICTURES, rules.TOTALS[pick(10)])[pick(6)]
    box = 0
    if wager in AREA_WAGERS:
        box = play.seats.get(patron, 1) if pick(3) else 1 + pick(play.options.areas)
    if wager == TIE and (patron, box, PLAYER) not in play.layout.wagers:
        wager = PLAYER
    if (patron, box, wager) in play.layout.wagers:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or 5_00
    amount = play.limits.minimum_of(wager, patron) + pick(10) * unit
    return c.PlaceWager(patron, wager, amount, box), Role.PATRON
