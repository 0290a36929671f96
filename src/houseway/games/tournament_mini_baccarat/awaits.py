"""What a Tournament Mini-Baccarat table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import preparing
from houseway.games.baccarat import BANKER, PLAYER, considered
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick, betting_sentence, dealers_step
from houseway.games.provisions import IMPRACTICAL
from houseway.games.tournament_mini_baccarat import state as v
from houseway.games.tournament_mini_baccarat.play import destination, exposer
from houseway.games.tournament_mini_baccarat.state import BETTING, BETWEEN, SETTLED, Play
from houseway.games.tournament_mini_baccarat.wagering import (
    least_stake,
    lowest_free_box,
    outstanding,
)
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Tried


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if play.held_round:
        return Awaits(
            "decide", Role.TOURNAMENT_DIRECTOR, play.cite("9.4"),
            f"rebuild round {play.held_round} from the order of its cards, or void it",
            None, (c.RebuildRound, c.AuthoriseVoid),
        )  # fmt: skip
    if play.stage == BETWEEN:
        return _awaits_between(play)
    if play.stage == BETTING:
        return _awaits_wagers(play)
    if play.stage == SETTLED:
        return dealers_step(
            "collect", play.cite("terms: Round of Play"), "put the cards in the rack",
            c.CollectCards(),
        )  # fmt: skip
    return _awaits_dealing(play)


def _awaits_between(play: Play) -> Awaits:
    if check := preparing.awaits_check(play, play.cite("2.3")):
        return check
    if cards := preparing.awaits(play, play.rules.shoe):
        return cards
    if play.seen_card_kept:
        return dealers_step(
            "open", play.cite("9.2"), "the card that was seen opens a round",
            v.BeginNonBettingRound(),
        )  # fmt: skip
    return dealers_step("open", play.cite("4.1"), "open betting", c.OpenBetting())


def _awaits_wagers(play: Play) -> Awaits:
    owing = outstanding(play)
    closing = c.CallNoMoreBets() if play.layout.wagers and not owing else None
    return Awaits(
        "wagers", Role.PATRON, play.cite("4.1"), betting_sentence(owing), closing,
        (c.PlaceWager, c.ChangeWager, c.MoveWager, c.WithdrawWager, v.ConfirmNoWager,
         c.CallNoMoreBets),
    )  # fmt: skip


def _awaits_dealing(play: Play) -> Awaits:
    due = destination(play)
    if due and play.carried:
        seen = play.stock.aside[0]
        named = seen is not None or play.options.deal == "face down"
        return Awaits(
            "draw", Role.DEALER, play.cite("9.3") if seen is None else play.cite("9.2"),
            f"the kept card goes to the {due[0]} hand",
            c.UseKeptCard() if named else None, (c.UseKeptCard,), to=due[0],
        )  # fmt: skip
    if due and not play.stock.source:
        return dealers_step(
            "draw", play.cite("9.6"), "the shoe is empty: the round is void", c.DealCard(),
            to=due[0],
        )  # fmt: skip
    if due:
        hand, clause = due
        return Awaits(
            "draw", Role.DEALER, clause, f"a card to the {hand} hand", None, (c.DealCard,),
            to=hand, tried=play.rules.tableau.tried(play),
        )  # fmt: skip
    for hand in (PLAYER, BANKER):
        if None in play.hand(hand):
            who = exposer(play, hand)
            return Awaits(
                "expose", who, play.cite("6.3"), f"{who} exposes the {hand} hand", None,
                (c.RevealHand, v.LetExpose), to=hand,
            )  # fmt: skip
    return dealers_step(
        "settle", play.cite("terms: Dealer"), "announce the result and settle", c.SettleWagers(),
        tried=(*play.rules.tableau.tried(play), *_outcomes(play)),
    )  # fmt: skip


def _outcomes(play: Play) -> tuple[Tried, ...]:
    """What each result would do to the wagers on the layout."""
    result = play.rules.tableau.winner(play.known(PLAYER), play.known(BANKER))
    return considered(play.rules.outcomes, {wager for _, _, wager in play.layout.wagers}, result)


# The facts and decisions that a practice table of Tournament Mini-Baccarat needs from outside.

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
