"""Money in whole cents, and amounts in chips."""

import re
from fractions import Fraction
from functools import lru_cache
from heapq import heappop, heappush
from math import ceil, gcd
from typing import TypeAlias

import msgspec

Cents: TypeAlias = int
Chips: TypeAlias = tuple[tuple[Cents, int], ...]  # (denomination, count), largest first

_AMOUNT = re.compile(r"(-?)\$?([0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.([0-9]{1,2}))?")


class BadAmount(ValueError):
    """Not an amount of money, or not one that these chips can make."""


def dollars(amount: int | str) -> Cents:
    """Cents of a whole number of dollars, or of a text such as `12.50` or `$1,000`."""
    if isinstance(amount, int) and not isinstance(amount, bool):
        return amount * 100
    found = _AMOUNT.fullmatch(amount.strip()) if isinstance(amount, str) else None
    if found is None:
        raise BadAmount(
            f"{amount!r} is not an amount: expected whole dollars or a text with at most"
            " two decimals, such as 12.50"
        )
    sign, whole, part = found.groups()
    cents = int(whole.replace(",", "")) * 100 + int((part or "").ljust(2, "0"))
    return -cents if sign else cents


def money(cents: Cents) -> str:
    """The amount for records: `12.50`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}{whole}.{part:02}"


def dollar_text(cents: Cents) -> str:
    """The amount for people: `$12.50`, `$3`, `$1,000`."""
    whole, part = divmod(abs(cents), 100)
    return f"{'-' if cents < 0 else ''}${whole:,}" + (f".{part:02}" if part else "")


def chips_text(chips: Chips) -> str:
    """Chips for people: `2 x $25, 1 x $5`."""
    return ", ".join(f"{count} x {dollar_text(chip)}" for chip, count in chips) or "no chips"


class ChipSet(msgspec.Struct, frozen=True):
    """The denominations held at a table, kept largest first; as many of each as needed."""

    denominations: tuple[Cents, ...]

    def __post_init__(self) -> None:
        chips = tuple(sorted(set(self.denominations), reverse=True))
        if not chips or chips[-1] <= 0:
            raise BadAmount(f"{self.denominations} are not denominations: expected cents above 0")
        msgspec.structs.force_setattr(self, "denominations", chips)

    @property
    def smallest(self) -> Cents:
        """The smallest chip."""
        return self.denominations[-1]

    def payable(self, amount: Cents) -> bool:
        """Can this amount be made with these chips?"""
        left = amount % self.denominations[-1]
        if not left:
            return amount >= 0
        found = _least_payable(self.denominations).get(left)
        return found is not None and amount >= found

    def next_payable(self, amount: Cents | Fraction) -> Cents:
        """The smallest amount these chips can make that is not less (reading A-05).

        Each wager's winnings are rounded so, and never a stake or a refund: 7-Up Baccarat 5.7,
        Three Card Baccarat 5.11, Casino War 5.10.
        """
        if not amount % self.denominations[-1] and amount >= 0:
            return int(amount)
        floor = max(ceil(amount), 0)
        return min(
            least + max(0, -((least - floor) // self.smallest)) * self.smallest
            for least in _least_payable(self.denominations).values()
        )

    def pay(self, amount: Cents) -> Chips:
        """The amount in the fewest chips, the largest first and as many of those as possible."""
        if not self.payable(amount):
            raise BadAmount(f"{dollar_text(amount)} cannot be made with {self}")
        return _fewest_chips(amount, self.denominations)

    def __str__(self) -> str:
        return "chips of " + ", ".join(map(dollar_text, self.denominations))


@lru_cache(maxsize=64)
def _least_payable(denominations: tuple[Cents, ...]) -> dict[int, Cents]:
    """For each remainder by the smallest chip, the least payable amount that leaves it.

    Every payable amount is one of these plus some of the smallest chip.
    """
    smallest = denominations[-1]
    least: dict[int, Cents] = {}
    waiting = [0]
    while waiting:
        made = heappop(waiting)
        if made % smallest in least:
            continue
        least[made % smallest] = made
        for chip in denominations[:-1]:
            heappush(waiting, made + chip)
    return least


@lru_cache(maxsize=4096)
def _fewest_chips(amount: Cents, denominations: tuple[Cents, ...]) -> Chips:
    counts = _fewest(amount, denominations, below=amount // denominations[-1] + 1) or ()
    return tuple((chip, n) for chip, n in zip(denominations, counts, strict=True) if n)


def _fewest(amount: Cents, chips: tuple[Cents, ...], below: int) -> tuple[int, ...] | None:
    """Counts of each chip making the amount with fewer than `below` chips, the fewest possible.

    As many of the largest chip as fit are tried first, then one less each time, until even the
    next chip alone could no longer do it in fewer: at once for denominations that divide another.
    """
    if amount % gcd(*chips):
        return None
    largest, rest = chips[0], chips[1:]
    if not rest:
        return (amount // largest,)  # the caller has seen that these are fewer
    best = None
    for count in range(amount // largest, -1, -1):
        left = amount - count * largest
        if count - (-left // rest[0]) >= below:
            break
        found = _fewest(left, rest, below - count)
        if found is not None:
            best = (count, *found)
            below = sum(best)
    return best


# The 25c chip because 19 to 20 on $5 is $4.75; each divides the next, so the largest that fits is
# always right.
STANDARD_CHIPS = ChipSet((25, 50, 100, 5_00, 25_00, 100_00, 500_00, 1000_00))
