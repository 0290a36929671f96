"""What a Three Card Baccarat table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

import msgspec

from houseway.games import commands as c
from houseway.games import malfunction, preparing
from houseway.games.chance import plain_step, unseen_cards
from houseway.games.game import Awaits, Pick, dealers_step, named_hand
from houseway.games.three_card_baccarat import rules
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.play import (
    covered_hands,
    cutting_card_due,
    destination,
    may_handle,
)
from houseway.games.three_card_baccarat.rules import AREA_WAGERS, PLAYER, TIE
from houseway.games.three_card_baccarat.settle import tried
from houseway.games.three_card_baccarat.state import (
    BETTING,
    BETWEEN,
    SETTLED,
    Play,
    box_of,
    hand_name,
)
from houseway.games.tokens import StakeTokens
from houseway.rulebook.roles import Role

_WAGERING = (c.PlaceWager, StakeTokens, c.ChangeWager, c.MoveWager, c.WithdrawWager)


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if failed := malfunction.awaits(play, play.rules.malfunction):
        return failed
    if play.held:
        return Awaits(
            "decide", Role.GAMING_SUPERVISOR, play.cite("12.6"),
            f"rebuild and correct coup {play.held}, or void it",
            None, (v.RebuildHand, v.CorrectCoup, v.AuthoriseVoid),
        )  # fmt: skip
    if play.stage == SETTLED:
        return dealers_step(
            "collect", play.cite("1.1 coup"), "put the cards in the rack", c.CollectCards()
        )
    if cards := _awaits_cards(play):
        return cards
    if play.stage == BETWEEN:
        return dealers_step("open", play.cite("5.4"), "open betting", c.OpenBetting())
    if play.stage == BETTING and not (play.called and play.layout.wagers):
        deal = (c.CallNoMoreBets, c.DealCard) if play.layout.wagers else ()
        return Awaits(
            "wagers", Role.PATRON, play.cite("5.4"), "wagers may be placed until the first card",
            c.CallNoMoreBets() if play.layout.wagers else None, (*_WAGERING, *deal),
        )  # fmt: skip
    return _awaits_deal(play)


def _awaits_cards(play: Play) -> Awaits | None:
    """The next step of the preparation; the clause of the cut says whose turn it is."""
    cards = preparing.awaits(play, play.rules.shoe)
    if cards is None or cards.what != "cut":
        return cards
    if play.prep.declined or cards.who == Role.GAMING_SUPERVISOR:
        clause = play.cite("4.4")
    else:
        clause = play.cite("4.3.2") if play.round else play.cite("4.3.1")
    return msgspec.structs.replace(cards, clause=clause)


def _awaits_deal(play: Play) -> Awaits:
    if play.stage == BETTING and cutting_card_due(play):
        return dealers_step(
            "draw", play.cite("4.8"), "the cutting card comes out: announce the last coup",
            c.ReportCuttingCard(),
        )  # fmt: skip
    due = destination(play)
    if due:
        box, clause = due
        face_down = play.options.method == "B"
        seen = v.BurnExposedCard if play.stage == BETTING else v.PlayFaceUpCard
        return Awaits(
            "draw", Role.DEALER, clause, f"a card to {named_hand(hand_name(box))}",
            c.DealCard() if face_down else None, (c.DealCard, seen), to=hand_name(box),
        )  # fmt: skip
    if covered := covered_hands(play):
        return _awaits_showing(play, covered[0])
    return dealers_step(
        "settle", play.cite("9.10"), "declare the Banker hand, collect and pay", c.SettleWagers(),
        tried=tried(play),
    )  # fmt: skip


def _awaits_showing(play: Play, box: int) -> Awaits:
    name = hand_name(box)
    if entitled := may_handle(play, box) if box else []:
        return Awaits(
            "expose", entitled[0], play.cite("9.5"), f"{entitled[0]} looks and turns up {name}",
            None, (v.ExamineHand, v.RevealHand), to=name,
        )  # fmt: skip
    clause = play.cite("9.4") if box else play.cite("9.8")
    return Awaits(
        "expose", Role.DEALER, clause, f"the dealer turns up {name}", None, (v.RevealHand,), to=name
    )


# The facts and decisions that a practice table of Three Card Baccarat needs from outside.

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
