"""A round as it was settled: each wager, what became of it, and the clauses that say so."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from html import escape
from typing import TypeAlias

from houseway.equipment.chips import BadAmount, dollar_text, dollars, money
from houseway.records.settlement import RoundReport, WagerSettlement

# Amounts that cannot be mistaken: dollars as text or `Decimal`, cents only when called cents.


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


# Small pieces of HTML for notebooks.


def table(head: Sequence[str], rows: Iterable[Sequence[object]], caption: str = "") -> str:
    """An HTML table; every cell is plain text."""
    above = f"<caption>{escape(caption)}</caption>" if caption else ""
    first = "".join(f"<th>{escape(each)}</th>" for each in head)
    body = "".join(
        f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows
    )
    return f"<table>{above}<thead><tr>{first}</tr></thead><tbody>{body}</tbody></table>"


def points(title: str, items: Sequence[str]) -> str:
    """A titled list as HTML; nothing where there are no items."""
    listed = "".join(f"<li>{escape(each)}</li>" for each in items)
    return f"<p><b>{escape(title)}</b></p><ul>{listed}</ul>" if items else ""


def columns(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The same as plain text, in columns."""
    lines = [tuple(head), *(tuple(map(str, row)) for row in rows)]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return "\n".join(
        "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
        for line in lines
    )


_HEAD = ("patron", "wager", "stake", "result", "paid", "clauses")


@dataclass(frozen=True)
class Line:
    """One wager and what became of it: won, lost, stood off, void, withdrawn or forfeited.

    `paid` are the winnings, `returned` is what comes back of the stake.
    """

    patron: str
    wager: str
    box: int
    stake: Money
    result: str
    paid: Money
    returned: Money
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        cited = "; ".join(self.clauses)
        return f"{self.patron}: {self.stake} on {self.wager} {self.result}, {self.paid} ({cited})"


@dataclass(frozen=True)
class Round:
    """A round: its number, its result, the hands as they were announced, and every wager."""

    number: int
    result: str
    hands: dict[str, str]
    lines: tuple[Line, ...]
    void: bool = False

    def paid(self, patron: str) -> Money:
        """The winnings of a patron in this round."""
        return Money(cents=sum(each.paid.cents for each in self.lines if each.patron == patron))

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that decided a wager of this round."""
        return tuple(dict.fromkeys(clause for line in self.lines for clause in line.clauses))

    def _rows(self) -> list[tuple[object, ...]]:
        return [
            (each.patron, each.wager, each.stake, each.result, each.paid, "; ".join(each.clauses))
            for each in self.lines
        ]

    def _title(self) -> str:
        hands = ", ".join(f"{name} {hand}" for name, hand in self.hands.items())
        return f"Round {self.number}: {self.result or 'no result'}" + (f" ({hands})" * bool(hands))

    def __str__(self) -> str:
        return f"{self._title()}\n{columns(_HEAD, self._rows())}"

    def _repr_html_(self) -> str:
        return table(_HEAD, self._rows(), self._title())


def round_of(report: RoundReport) -> Round:
    lines = tuple(map(_line, report.lines))
    return Round(report.round, report.result, dict(report.hands), lines, report.void)


def _line(settled: WagerSettlement) -> Line:
    stake, paid, returned = (
        Money(cents=each) for each in (settled.stake, settled.paid, settled.returned)
    )
    return Line(
        settled.patron, settled.wager, settled.box, stake, settled.result, paid, returned,
        settled.clauses,
    )  # fmt: skip
