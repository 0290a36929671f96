"""The facts and decisions that a practice table of Casino War needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import malfunction
from houseway.games.casino_war import cards
from houseway.games.casino_war.rules import INITIAL, TIE
from houseway.games.casino_war.state import BETTING, Play
from houseway.games.chance import PREPARING, plain_step
from houseway.games.game import Awaits, Pick
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if failed := malfunction.supply(play, awaited, pick):
        return failed
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return c.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if awaited.what not in PREPARING and play.stage == BETTING and cards.cutting_card_due(play):
        return c.ReportCuttingCard(), Role.DEALER
    behind = min(play.rules.usually_behind, play.stock.source)
    return plain_step(play, awaited, pick, behind=behind)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Each practice patron has a box, puts an Initial Wager there and sometimes a Tie Wager."""
    if play.layout.wagers and not play.called and pick(3) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    seat = pick(min(len(PATRONS), play.options.areas))
    patron, box = PATRONS[seat], seat + 1
    wager = TIE if (patron, box, INITIAL) in play.layout.wagers else INITIAL
    if (patron, box, wager) in play.layout.wagers and not play.called:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or 5_00
    least = play.limits.minimum_of(wager, patron)
    return c.PlaceWager(patron, wager, least + pick(10) * unit, box), Role.PATRON
