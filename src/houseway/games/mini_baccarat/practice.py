"""The facts and decisions that a practice table of Mini Baccarat needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat import vocabulary as v
from houseway.games.mini_baccarat.state import Play
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return c.AuthoriseVoid(), Role.GAMING_SUPERVISOR
    if awaited.what == "expose":
        faces = unseen_cards(play.stock, play.hand(awaited.to).count(None), pick)
        return c.RevealHand(awaited.to, faces, play.handed.get(awaited.to, "")), Role.DEALER
    return plain_step(play, awaited, pick, behind=play.rules.shoe.behind[0] + 2)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    if play.window == "changes":
        return v.EndChanges(), Role.GAMING_SUPERVISOR
    if play.layout.wagers and pick(3) == 0:
        return c.CallNoMoreBets(), Role.DEALER
    offered = [
        w for w in play.rules.wagers if play.options.pairs != "none" or w not in rules.PAIR_WAGERS
    ]
    patron, wager = PATRONS[pick(len(PATRONS))], offered[pick(len(offered))]
    if (patron, 0, wager) in play.layout.wagers:
        return c.CallNoMoreBets(), Role.DEALER
    unit = play.limits.multiple or 1_00
    steps = (play.limits.minimum_of(wager, patron) + unit - 1) // unit
    return c.PlaceWager(patron, wager, (steps + pick(10)) * unit), Role.PATRON
