"""What a Casino War table awaits next, from whom, and the clause that says so."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.games import malfunction, preparing
from houseway.games.casino_war import play as cards
from houseway.games.casino_war import settle
from houseway.games.casino_war import state as v
from houseway.games.casino_war.play import (
    Step,
    choosing,
    destination,
    kept_card_usable,
    step,
    war_choice,
)
from houseway.games.casino_war.rules import DEALER, INITIAL, TIE
from houseway.games.casino_war.state import BETTING, BETWEEN, SETTLED, Play
from houseway.games.chance import PREPARING, plain_step
from houseway.games.game import Awaits, Pick, dealers_step, named_hand
from houseway.games.tokens import StakeTokens
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Tried


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    if failed := malfunction.awaits(play, play.rules.malfunction):
        return failed
    if play.held_round:
        return _awaits_ruling(play)
    if play.check_due or play.to_notify:
        return _awaits_check(play)
    if play.stage == SETTLED:
        return _awaits_collection(play)
    if preparing.step(play, play.rules.shoe) != "ready" and (prepared := cards.awaits(play)):
        return prepared
    if play.stage == BETWEEN:
        return dealers_step("open", play.cite("5.3"), "open betting", c.OpenBetting())
    if play.stage == BETTING and not (play.called and play.layout.wagers):
        return _awaits_wagers(play)
    return _awaits_round(play)


def _awaits_wagers(play: Play) -> Awaits:
    """Wagers, the call, or the first card, which needs no call (reading A-07)."""
    first = () if play.device else (c.ReportCuttingCard,)
    return Awaits(
        "wagers", Role.PATRON, play.cite("5.3"), "wagers may be placed until the first card",
        c.CallNoMoreBets() if play.layout.wagers and not play.called else None,
        (c.PlaceWager, StakeTokens, c.ChangeWager, c.WithdrawWager, c.CallNoMoreBets,
         c.DealCard, c.UseKeptCard, *first),
    )  # fmt: skip


def _awaits_ruling(play: Play) -> Awaits:
    return Awaits(
        "decide", Role.GAMING_SUPERVISOR, play.cite("11.6"),
        f"rebuild round {play.held_round} from the order of its cards, or void it",
        None, (v.RebuildRound, v.DeclareMisdeal, c.AuthoriseVoid, v.FindNoError),
    )  # fmt: skip


def _awaits_check(play: Play) -> Awaits:
    if play.check_due:
        return Awaits(
            "check", Role.DEALER, play.check_due, "check and verify the cards",
            None, (c.CheckCards, c.CheckByDevice),
        )  # fmt: skip
    office = play.to_notify[0]
    return dealers_step(
        "notify", play.cite("11.17.4"), f"notify {' and '.join(play.to_notify)}",
        v.SendNotification(office),
    )  # fmt: skip


def _awaits_collection(play: Play) -> Awaits:
    return dealers_step("collect", play.cite("10.4"), "put the cards in the rack", c.CollectCards())


def _awaits_round(play: Play) -> Awaits:
    if due := destination(play):
        return _awaits_card(play, *due)
    now = step(play)
    # What is settled at each of these steps, by which clause.
    settled: dict[Step, tuple[str, Clause]] = {
        "ties": ("settle Tie Wagers, from the dealer's right", play.cite("8.1")),
        "initials": (
            "settle won and lost Initial Wagers, from the dealer's right",
            play.cite("8.2"),
        ),
        "final": ("settle the wars", play.cite("5.1.2")),
    }
    if now in settled:
        sentence, clause = settled[now]
        boxes = settle.decided(play) if now == "initials" else ()
        looked = (Tried(clause, f"now due: {sentence}"), *settle.tried(play, boxes))
        return dealers_step("settle", clause, sentence, c.SettleWagers(), to=now, tried=looked)
    if now == "return":
        return Awaits(
            "return", Role.DEALER, play.cite("7.2"), "return the discard rack to the device",
            c.ReturnRack(), (c.ReturnRack, v.ReportReturnMissed),
        )  # fmt: skip
    return _awaits_choice(play) if now == "choose" else _awaits_collection(play)


def _awaits_card(play: Play, to: str, clause: Clause) -> Awaits:
    if kept_card_usable(play):
        seen = play.stock.aside[0]
        return Awaits(
            "draw", Role.DEALER, play.kept_by or clause, f"the kept card goes to {named_hand(to)}",
            c.UseKeptCard() if seen else None, (c.UseKeptCard,), to=to,
        )  # fmt: skip
    if play.stage == BETTING and cards.cutting_card_due(play):
        return dealers_step(
            "shuffle", play.cite("4.1.2"), "the cutting card comes first: shuffle",
            c.ReportCuttingCard(),
        )  # fmt: skip
    if not play.stock.source:
        return dealers_step(
            "shuffle", play.cite("11.7"), "no card is left: the rack finishes the round",
            v.RefillFromRack(),
        )  # fmt: skip
    return Awaits(
        "draw",
        Role.DEALER,
        clause,
        f"a card face up to {named_hand(to)}",
        None,
        (c.DealCard,),
        to=to,
    )


def _awaits_choice(play: Play) -> Awaits:
    box = choosing(play)[0]
    patron = play.areas[box]
    choices: tuple[c.Command, ...] = (v.Surrender(patron, box),)
    war = war_choice(play, patron, box)
    if war:
        choices = (war, *choices)
    rank = play.hand(DEALER)[0][0]
    return Awaits(
        "choose", patron, play.cite("8.2.4"), f"{patron} in box {box} has {rank} against {rank}:"
        " war or surrender", None, (v.GoToWar, v.Surrender, v.RecordAbsence),
        choices=choices,
        tried=(
            *settle.tried(play, (box,)), Tried(play.cite("8.2.4"), f"box {box} is next to choose"),
        ),
    )  # fmt: skip


# The facts and decisions that a practice table of Casino War needs from outside.

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
