"""What a round of Sic Bo adds to one with a single result: the dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from houseway.equipment.tiles import Dice, dice_text, total, why_not_dice
from houseway.games import events as e
from houseway.games.base_commands import Command, IrregularityCommand, RoundCommand
from houseway.games.chance import roll
from houseway.games.edition import Citing, citing
from houseway.games.felt import Felt
from houseway.games.fields import Pips
from houseway.games.game import May, accept
from houseway.games.layout import Folds, only_logged, takes
from houseway.games.one_result import CLOSED, OneResultPlay, ResultStep, not_at, show_result
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling
from sic_bo.rules import RULES, Rules, cite


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


class ShakeCancelled(e.Ruled, frozen=True): ...


@dataclass(slots=True)
class Play(OneResultPlay):
    result: Dice | None = None
    rules: ClassVar[Rules] = RULES
    cite: ClassVar[Citing] = citing(RULES)


def shake_dice(play: Play, command: ShakeDice, by: Role) -> Ruling:
    impossible = why_not_dice(command.dice)
    if impossible and play.stage == CLOSED:
        return Refused("dice_impossible", play.cite("1.2"), impossible)
    shown = DiceShown(command.dice, play.cite("4.3"))
    text = {"dice": dice_text(command.dice)}
    return show_result(play, shown, str(total(command.dice)), text)


def report_die_not_flat(play: Play, command: ReportDieNotFlat, by: Role) -> Ruling:
    """The wagers stay, and the dice are shaken again."""
    clause = play.cite("4.4")
    return not_at(play, CLOSED, clause) or accept(ShakeCancelled(clause))


ORDERS: dict[type[Command], May] = {
    ShakeDice: May(DEALERS, cite("4.3"), shake_dice),
    ReportDieNotFlat: May(STAFF, cite("4.4"), report_die_not_flat),
}
EVOLVE: Folds = {DiceShown: takes(result="dice"), ShakeCancelled: only_logged}
STEP = ResultStep(
    what="roll",
    to="dice",
    sentence="shake the dice",
    commands=tuple(ORDERS),
    draw=lambda pick: ShakeDice(roll(pick)),
)


def felt(play: Play, patron: str) -> Felt:
    dice = play.result
    return Felt(dice=dice, result=f"total {total(dice)}") if dice else Felt()
