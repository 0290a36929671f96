"""Three dice in a cup. Whether a die lies flat is reported from outside."""

import re
from collections.abc import Sequence
from typing import Annotated, TypeAlias

from houseway.equipment.faces import FACE

Dice: TypeAlias = Annotated[tuple[int, int, int], FACE]

_ROLL = re.compile(r"\s*[-,]?\s*".join(["([0-9])"] * 3))


class BadDice(ValueError):
    """Not a roll of three dice."""


def why_not_dice(values: Sequence[int]) -> str | None:
    """Why these cannot be a roll: Tournament Pai Gow 2.1, three dice; None when they can."""
    if len(values) != 3:
        return f"three dice are rolled, not {len(values)}"
    wrong = [value for value in values if not 1 <= value <= 6]
    return f"a die shows 1 to 6, not {wrong[0]}" if wrong else None


def parse_dice(text: str) -> Dice:
    """Read a roll such as `2-5-6`, in the order given."""
    found = _ROLL.fullmatch(text.strip())
    if found is None:
        raise BadDice(f"{text!r} is not a roll: expected three dice, such as 2-5-6")
    first, second, third = map(int, found.groups())
    reason = why_not_dice((first, second, third))
    if reason:
        raise BadDice(f"{text!r} is not a roll: {reason}")
    return first, second, third


def total(dice: Dice) -> int:
    """The sum of the three, 3 to 18."""
    return sum(dice)


def dice_text(dice: Dice) -> str:
    """The roll as `parse_dice` reads it."""
    return "-".join(map(str, dice))
