"""The facts and decisions that a practice table of Tournament Blackjack needs from outside."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games.chance import plain_step
from houseway.games.game import Awaits, Pick
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_blackjack import vocabulary as v
from houseway.games.tournament_blackjack.rules import BLACKJACK, PERFECT_PAIRS
from houseway.games.tournament_blackjack.state import FAULTY, SPENT, Play
from houseway.games.tournament_blackjack.wagering import without_wager
from houseway.rulebook.roles import Role

PATRONS = ("Ana", "Ben", "Chen", "Dora", "Eli")
AT_TABLE = 3


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """An order that moves the table on, with a card from the unseen ones or a plain decision."""
    if awaited.choices:
        chosen = awaited.choices[pick(len(awaited.choices))]
        return chosen, Role.TOURNAMENT_DIRECTOR if play.shoe == SPENT else Role.PATRON
    if awaited.what == "wagers":
        return _wagering(play, pick)
    if awaited.what == "decide":
        return _deciding(play)
    if awaited.what == "cut" and awaited.who not in set(Role) and pick(3):
        return c.CutCards(play.stock.source // 2, awaited.who), Role.DEALER
    behind = 0
    if awaited.what == "cutting card":
        least, most = play.rules.behind_cutting_card(play.options.decks)
        behind = least + pick(most - least)
    return plain_step(play, awaited, pick, behind=behind)


def _wagering(play: Play, pick: Pick) -> tuple[c.Command, Role]:
    """Everybody at the table wagers or is confirmed not to; then perhaps another patron comes."""
    regulars = [who for who in PATRONS if who not in play.layout.excluded][:AT_TABLE]
    missing = without_wager(play)
    staked = any(wager == BLACKJACK for _, _, wager in play.layout.wagers)
    new = [who for who in regulars if who not in play.layout.idle_rounds]
    if not missing and staked and (not new or pick(2)):
        return _side_wager(play, pick) or (c.CallNoMoreBets(), Role.DEALER)
    waiting = missing or new or regulars
    patron = waiting[pick(len(waiting))]
    if patron in missing and (patron not in regulars or (staked and pick(4) == 0)):
        return v.ConfirmNoWager(patron), Role.DEALER
    amount = _stake(play, patron, BLACKJACK, pick)
    if patron in play.layout.counted and play.layout.chips[patron] < amount:
        return c.BringChips(patron, amount), Role.DEALER
    return c.PlaceWager(patron, BLACKJACK, amount), Role.PATRON


def _side_wager(play: Play, pick: Pick) -> tuple[c.Command, Role] | None:
    if play.options.pairs == "none" or pick(2) == 0:
        return None
    for patron, box, wager in play.layout.wagers:
        amount = _stake(play, patron, PERFECT_PAIRS, pick)
        short = patron in play.layout.counted and play.layout.chips[patron] < amount
        if wager == BLACKJACK and (patron, box, PERFECT_PAIRS) not in play.layout.wagers:
            return None if short else (c.PlaceWager(patron, PERFECT_PAIRS, amount), Role.PATRON)
    return None


def _stake(play: Play, patron: str, wager: str, pick: Pick) -> int:
    unit = play.limits.multiple or 2_00
    steps = (play.limits.minimum_of(wager, patron) + unit - 1) // unit
    return (steps + pick(10)) * unit


def _deciding(play: Play) -> tuple[c.Command, Role]:
    if play.shoe == FAULTY:
        return v.ShuffleRemaining(), Role.DEALER
    return c.InvalidateOutcome(IMPRACTICAL, "no card is left"), Role.TOURNAMENT_DIRECTOR
