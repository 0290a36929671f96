"""The facts and decisions that a practice table of Tournament Mini-Baccarat needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_mini_baccarat.state import Play
from houseway.games.tournament_mini_baccarat.wagering import (
    least_stake,
    lowest_free_box,
    outstanding,
)
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen")


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return c.AuthoriseVoid(), Role.TOURNAMENT_DIRECTOR
    if awaited.what == "expose":
        faces = unseen_cards(play.stock, play.hand(awaited.to).count(None), pick)
        patron = "" if awaited.who == Role.DEALER else awaited.who
        return c.RevealHand(awaited.to, faces, patron), Role.DEALER
    return plain_step(play, awaited, pick, behind=play.rules.shoe.behind[0] + 2)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table wagers; now and then another practice patron sits down."""
    owing = outstanding(play)
    placed = {patron for patron, _, _ in play.layout.wagers}
    away = [patron for patron in PATRONS if patron not in placed and not _barred(play, patron)]
    if not owing and play.layout.wagers and (not away or pick(3) == 0):
        return c.CallNoMoreBets(), Role.DEALER
    if not owing and not away:
        return c.InvalidateOutcome(IMPRACTICAL, "nobody is left to wager"), Role.TOURNAMENT_DIRECTOR
    patron = owing[0] if owing else away[pick(len(away))]
    offered = _affordable(play, patron)
    wager = offered[pick(len(offered))]
    least, unit = least_stake(play, patron, wager), play.limits.multiple or play.chips.smallest
    held = _held(play, patron)
    more = 9 if held is None else min(9, (held - least) // unit)
    return c.PlaceWager(patron, wager, least + pick(more + 1) * unit), Role.PATRON


def _barred(play: Play, patron: str) -> bool:
    """Out of the game, without a box or the chips, or with no wager in this round otherwise."""
    if patron in play.layout.idle_rounds:
        return patron not in outstanding(play)
    seated = patron not in play.layout.excluded and lowest_free_box(play)
    return not seated or not _affordable(play, patron)


def _held(play: Play, patron: str) -> int | None:
    """The chips of a patron whose chips are counted."""
    return play.layout.chips[patron] if patron in play.layout.counted else None


def _affordable(play: Play, patron: str) -> list[str]:
    held = _held(play, patron)
    return [w for w in play.rules.wagers if held is None or least_stake(play, patron, w) <= held]
