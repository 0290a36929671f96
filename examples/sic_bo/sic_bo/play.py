"""One round of Sic Bo: betting, the call, the dice, the settlement."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, ClassVar

from houseway.equipment.chips import STANDARD_CHIPS, ChipSet
from houseway.equipment.dice import Dice, dice_text, total, why_not_dice
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import layout
from houseway.games.base_commands import IrregularityCommand, RoundCommand
from houseway.games.chance import next_wager, roll
from houseway.games.edition import Citing, citing
from houseway.games.felt import Felt, Spot, spot
from houseway.games.fields import Pips
from houseway.games.game import Awaits, May, Pick, accept
from houseway.games.layout import Key, Layout, end_round
from houseway.games.limits import Limits
from houseway.games.machine import Part
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling
from sic_bo.rules import RULES, Options, Rules, cite

BETWEEN, BETTING, CLOSED, SHOWN = "between rounds", "betting", "no more bets", "the dice shown"


class ShakeDice(RoundCommand, frozen=True):
    """Shake the dice, uncover them and call what they show."""

    dice: tuple[Pips, Pips, Pips]
    sentence = "the dice show {dice:dice}"
    reported_by = "dice"


class ReportDieNotFlat(IrregularityCommand, frozen=True):
    sentence = "a die does not lie flat"


class DiceShown(e.Event, frozen=True):
    dice: Dice
    clause: Clause


class ShakeCancelled(e.Event, frozen=True):
    clause: Clause


@dataclass(slots=True)
class Play:
    """A table: its wagers, and the round under way or just over."""

    options: Options
    limits: Limits = RULES.limits
    chips: ChipSet = STANDARD_CHIPS
    layout: Layout = field(default_factory=Layout)
    notices: set[str] = field(default_factory=set)
    stage: str = BETWEEN
    round: int = 0
    dice: Dice | None = None
    rules: ClassVar[Rules] = RULES
    cite: ClassVar[Citing] = citing(RULES)


# Rulings


def not_at(play: Play, stage: str, clause: Clause) -> Refused | None:
    if play.stage == stage:
        return None
    return Refused("not_next", clause, f"the table is at: {play.stage}")


def open_betting(play: Play, command: c.OpenBetting, by: Role) -> Ruling:
    clause = play.cite("4.1")
    return not_at(play, BETWEEN, clause) or accept(e.BettingOpened(play.round + 1, clause))


def call_no_more_bets(play: Play, command: c.CallNoMoreBets, by: Role) -> Ruling:
    clause = play.cite("4.2")
    refused = not_at(play, BETTING, clause)
    if not refused and not play.layout.wagers:
        refused = Refused("no_wagers", clause, "no wager is on the layout")
    return refused or accept(e.BettingClosed(clause))


def shake_dice(play: Play, command: ShakeDice, by: Role) -> Ruling:
    refused, impossible = not_at(play, CLOSED, play.cite("4.3")), why_not_dice(command.dice)
    if not refused and impossible:
        refused = Refused("dice_impossible", play.cite("1.2"), impossible)
    shown = {"dice": dice_text(command.dice)}
    return refused or accept(
        DiceShown(command.dice, play.cite("4.3")),
        e.ResultAnnounced(str(total(command.dice)), shown, play.cite("4.3")),
    )


def report_die_not_flat(play: Play, command: ReportDieNotFlat, by: Role) -> Ruling:
    return not_at(play, CLOSED, play.cite("4.4")) or accept(ShakeCancelled(play.cite("4.4")))


def settle_wagers(play: Play, command: c.SettleWagers, by: Role) -> Ruling:
    refused = not_at(play, SHOWN, play.cite("4.5"))
    lines = (_settled(play, key, stake) for key, stake in play.layout.wagers.items())
    return refused or accept(*lines, e.RoundEnded(play.round, play.cite("4.5")))


def _settled(play: Play, key: Key, stake: int) -> e.Settlement:
    patron, box, wager = key
    line = play.rules.line_won(wager, play.dice) if play.dice else None
    if line is None:
        return e.WagerCollected(patron, wager, box, stake, 0, stake, 0, (play.cite("5.2"),))
    why = (play.rules.wagers[wager], line.clause)
    paid = line.odds.winnings(stake).numerator  # every line of 5.1 is so many to one
    return e.WagerPaid(patron, wager, box, stake, paid, 0, stake, why)


ORDERS: dict[type[c.Command], May] = {
    c.OpenBetting: May(DEALERS, cite("4.1"), open_betting),
    c.CallNoMoreBets: May(DEALERS, cite("4.2"), call_no_more_bets),
    ShakeDice: May(DEALERS, cite("4.3"), shake_dice),
    ReportDieNotFlat: May(STAFF, cite("4.4"), report_die_not_flat),
    c.SettleWagers: May(DEALERS, cite("4.5"), settle_wagers),
}

# What each event changes

PART: Part[Any, Any] = Part()


@PART.folds(e.BettingOpened)
def _opened(play: Play, event: e.BettingOpened) -> None:
    play.stage, play.round, play.dice = BETTING, event.round, None


@PART.folds(e.BettingClosed)
def _closed(play: Play, event: e.BettingClosed) -> None:
    play.stage = CLOSED


@PART.folds(DiceShown)
def _shown(play: Play, event: DiceShown) -> None:
    play.stage, play.dice = SHOWN, event.dice


@PART.folds(ShakeCancelled, e.ResultAnnounced)
def _only_logged(play: Play, event: e.Event) -> None:
    """The event is on record and changes nothing."""


@PART.folds(e.RoundEnded, e.RoundVoided)
def _over(play: Play, event: e.RoundEnded | e.RoundVoided) -> None:
    if isinstance(event, e.RoundVoided):
        layout.EVOLVE[e.RoundVoided](play, event)
    if play.stage != BETWEEN:
        counts = isinstance(event, e.RoundEnded)
        end_round(play.layout, number=event.round, counts=counts)
    play.stage = BETWEEN


# What comes next, and what is seen


def awaits(play: Play) -> Awaits:
    """What must happen next, by whom, and the clause that says so."""
    cite, dealer = play.cite, Role.DEALER
    if play.stage == BETWEEN:
        command: c.Command = c.OpenBetting()
        return Awaits("open", dealer, cite("4.1"), "open betting", command, (c.OpenBetting,))
    if play.stage == BETTING:
        call = c.CallNoMoreBets() if play.layout.wagers else None
        kinds = (c.PlaceWager, c.ChangeWager, c.WithdrawWager, c.CallNoMoreBets)
        return Awaits("wagers", Role.PATRON, cite("3.1"), "wagers may be placed", call, kinds)
    if play.stage == CLOSED:
        dice = (ShakeDice, ReportDieNotFlat, c.FindWager)
        return Awaits("roll", dealer, cite("4.3"), "shake the dice", None, dice, to="dice")
    command = c.SettleWagers()
    return Awaits("settle", dealer, cite("4.5"), "collect and pay", command, (c.SettleWagers,))


def supply(play: Play, awaited: Awaits, pick: Pick) -> tuple[c.Command, Role]:
    """The next command of a practice table, or the dice of the house at a virtual one."""
    if awaited.what == "roll":
        return ShakeDice(roll(pick)), Role.DEALER
    return next_wager(play, spots(play, ""), pick)


def felt(play: Play, patron: str) -> Felt:
    return Felt(dice=play.dice or (), result=f"total {total(play.dice)}" if play.dice else "")


def spots(play: Play, patron: str) -> tuple[Spot, ...]:
    return tuple(spot(play.limits, patron, wager) for wager in play.rules.wagers)
