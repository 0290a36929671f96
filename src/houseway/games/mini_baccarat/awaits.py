"""What a Mini Baccarat table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import preparing
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick, dealers_step
from houseway.games.mini_baccarat import rules
from houseway.games.mini_baccarat import state as v
from houseway.games.mini_baccarat.play import destination
from houseway.games.mini_baccarat.rules import BANKER, PLAYER
from houseway.games.mini_baccarat.settle import considered
from houseway.games.mini_baccarat.state import BETTING, BETWEEN, SETTLED, Play
from houseway.rulebook.roles import Role


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if play.held_round:
        return _awaits_ruling(play)
    if play.window:
        return _awaits_window(play)
    if play.stage == BETWEEN:
        return _awaits_between(play)
    if play.stage == BETTING:
        return Awaits(
            "wagers", Role.PATRON, play.cite("4.1"), "wagers may be placed until no more bets",
            c.CallNoMoreBets() if play.layout.wagers else None,
            (c.PlaceWager, c.ChangeWager, c.MoveWager, c.WithdrawWager, c.CallNoMoreBets),
        )  # fmt: skip
    if play.stage == SETTLED:
        return dealers_step(
            "collect", play.cite("terms: Round of Play"), "put the cards in the rack",
            c.CollectCards(),
        )  # fmt: skip
    return _awaits_dealing(play)


def _awaits_ruling(play: Play) -> Awaits:
    return Awaits(
        "decide", Role.GAMING_SUPERVISOR, play.cite("12.4"),
        f"rebuild round {play.held_round} from the order of its cards, or void it",
        None, (c.RebuildRound, c.AuthoriseVoid),
    )  # fmt: skip


def _awaits_window(play: Play) -> Awaits:
    if play.window == "changes":
        return Awaits(
            "wagers", Role.GAMING_SUPERVISOR, play.window_clause,
            "wagers may be changed until the supervisor ends it",
            None, (v.EndChanges, c.PlaceWager, c.ChangeWager, c.MoveWager, c.WithdrawWager),
        )  # fmt: skip
    for patron, _, wager in play.layout.wagers:
        if patron not in play.kept:
            return Awaits(
                "choose", patron, play.window_clause, f"{patron} keeps or withdraws wagers",
                None, (c.KeepWagers, c.WithdrawWager, v.ResumeRound),
                choices=(c.KeepWagers(patron), c.WithdrawWager(patron, wager)),
            )  # fmt: skip
    return dealers_step(
        "resume", play.window_clause, "everyone has answered: the round resumes", v.ResumeRound()
    )


def _awaits_between(play: Play) -> Awaits:
    if check := preparing.awaits_check(play, play.cite("2.3")):
        return check
    if cards := preparing.awaits(play, play.rules.shoe):
        return cards
    if play.no_bet_next:
        return dealers_step(
            "no-bet coup", play.cite("12.2"), "the exposed card opens a no-bet coup",
            v.DirectNoBetCoup(),
        )  # fmt: skip
    return dealers_step("open", play.cite("4.1"), "open betting", c.OpenBetting())


def _awaits_dealing(play: Play) -> Awaits:
    shoe = play.rules.shoe
    burning = shoe.may_burn(play) and preparing.step(play, shoe) == "burn"
    if burning and (burn := preparing.awaits(play, shoe)):
        return burn
    if not play.player and play.stock.aside:
        seen = play.stock.aside[0]
        clause = play.cite("12.3") if seen is None else play.cite("12.2")
        named = seen is not None or play.options.deal == "face down"
        return Awaits(
            "draw", Role.DEALER, clause, "the kept card is the first card of this round",
            c.UseKeptCard() if named else None, (c.UseKeptCard,), to=PLAYER,
        )  # fmt: skip
    due = destination(play)
    if due:
        hand, clause = due
        return Awaits(
            "draw", Role.DEALER, clause, f"a card to the {hand} hand", None, (c.DealCard,),
            to=hand, tried=play.rules.tableau.tried(play),
        )  # fmt: skip
    for hand in (PLAYER, BANKER):
        if None in play.hand(hand):
            who = play.handed.get(hand, Role.DEALER)
            clause = play.cite("7.4") if len(play.hand(hand)) == 3 else play.cite("6.3")
            return Awaits(
                "expose", who, clause, f"{who} exposes the {hand} hand", None,
                (c.RevealHand, v.DeliverHand), to=hand,
            )  # fmt: skip
    if not play.pairs_settled:
        return dealers_step(
            "settle", play.cite("9.9"), "settle the pairs before any further card", v.SettlePairs(),
            to="pairs",
        )  # fmt: skip
    return dealers_step(
        "settle", play.cite("8.4"), "announce the result and settle", c.SettleWagers(),
        tried=(*play.rules.tableau.tried(play), *considered(play)),
    )  # fmt: skip


# The facts and decisions that a practice table of Mini Baccarat needs from outside.

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
