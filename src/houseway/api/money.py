"""Amounts that cannot be mistaken: dollars as text or `Decimal`, cents only when called cents."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from houseway.equipment.chips import BadAmount, dollar_text, dollars, money


@dataclass(frozen=True, order=True, init=False, repr=False)
class Money:
    """An exact amount of money, to the cent.

    Examples:
        >>> Money("12.50")
        Money('12.50')
        >>> Money(cents=1250) == Money("12.50")
        True
        >>> print(Money("1000") + Money("0.50"))
        $1,000.50

        A bare number is refused, because 25 could mean dollars or cents:

        >>> Money(25)
        Traceback (most recent call last):
        houseway.equipment.chips.BadAmount: 25 could mean dollars or cents: write "25" or cents=25
    """

    cents: int

    def __init__(self, amount: Amount = "0", *, cents: int | None = None) -> None:
        object.__setattr__(self, "cents", _cents(amount) if cents is None else cents)

    @property
    def dollars(self) -> Decimal:
        """The amount in dollars, exactly."""
        return Decimal(self.cents).scaleb(-2)

    def __add__(self, other: Money) -> Money:
        return Money(cents=self.cents + other.cents)

    def __sub__(self, other: Money) -> Money:
        return Money(cents=self.cents - other.cents)

    def __neg__(self) -> Money:
        return Money(cents=-self.cents)

    def __bool__(self) -> bool:
        return self.cents != 0

    def __str__(self) -> str:
        return dollar_text(self.cents)

    def __repr__(self) -> str:
        return f"Money({money(self.cents)!r})"


Amount: TypeAlias = "str | Decimal | Money"


def _cents(amount: Amount) -> int:
    if isinstance(amount, Money):
        return amount.cents
    if isinstance(amount, Decimal):
        return dollars(f"{amount:f}")
    if isinstance(amount, str):
        return dollars(amount)
    raise BadAmount(f'{amount!r} could mean dollars or cents: write "{amount}" or cents={amount}')
