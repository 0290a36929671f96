"""Money is exact, and an amount is paid in the fewest chips that make it."""

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.chips import (
    STANDARD_CHIPS,
    BadAmount,
    ChipSet,
    chips_text,
    dollar_text,
    dollars,
    money,
)

ONE_DOLLAR_SMALLEST = ChipSet((dollars(1), dollars(5), dollars(25), dollars(100)))
ODD_SETS = st.sets(st.integers(1, 30), min_size=1, max_size=4).map(lambda s: ChipSet(tuple(s)))


def fewest_by_trial(chips: ChipSet, up_to: int) -> dict[int, int]:
    """Each payable amount and its fewest chips, built up one chip at a time."""
    fewest = {0: 0}
    for amount in range(1, up_to + 1):
        counts = [fewest[amount - c] + 1 for c in chips.denominations if amount - c in fewest]
        if counts:
            fewest[amount] = min(counts)
    return fewest


@pytest.mark.parametrize(
    ("amount", "cents"),
    [(50, 5000), ("12.50", 1250), ("12.5", 1250), ("0.05", 5), ("$1,000", 100000), ("-3", -300)],
)
def test_dollars_are_read_to_the_cent(amount: int | str, cents: int) -> None:
    assert dollars(amount) == cents


@pytest.mark.parametrize(
    "amount", ["12.505", "12.", ".5", "1e3", "1,00", "", "ten", 12.5, True, None]
)
def test_fractions_of_a_cent_floats_and_words_are_no_amounts(amount: str) -> None:
    with pytest.raises(BadAmount, match="is not an amount"):
        dollars(amount)


def test_records_get_two_decimals_and_people_a_dollar_sign() -> None:
    amounts = [money(cents) for cents in (1250, 300, 5, 0, -1250)]
    assert amounts == ["12.50", "3.00", "0.05", "0.00", "-12.50"]
    assert [dollar_text(cents) for cents in (1250, 300, 5, 0, -1250, 1000000)] == [
        "$12.50",
        "$3",
        "$0.05",
        "$0",
        "-$12.50",
        "$10,000",
    ]


@given(st.integers(-(10**9), 10**9))
def test_an_amount_written_is_the_amount_read(cents: int) -> None:
    assert dollars(money(cents)) == dollars(dollar_text(cents)) == cents


def test_half_of_five_dollars_is_paid_three_with_dollar_chips() -> None:
    """7-Up Baccarat 5.7 and Casino War 5.10: up to the next amount payable in chips."""
    assert ONE_DOLLAR_SMALLEST.next_payable(Fraction(dollars(5), 2)) == dollars(3)


def test_nineteen_to_twenty_on_25_is_paid_24_with_dollar_chips() -> None:
    """Three Card Baccarat 5.11: 23.75 cannot be made with $1 chips."""
    assert ONE_DOLLAR_SMALLEST.next_payable(Fraction(dollars(25) * 19, 20)) == dollars(24)


def test_the_standard_chips_pay_nineteen_to_twenty_on_five_dollars() -> None:
    """Mini Baccarat 8.8(b): 95 per cent of $5 is $4.75."""
    assert STANDARD_CHIPS.next_payable(Fraction(dollars(5) * 19, 20)) == dollars("4.75")


def test_a_part_of_a_cent_is_never_rounded_down() -> None:
    """Reading A-05."""
    barely_more = dollars(25) + Fraction(1, 400)

    assert STANDARD_CHIPS.next_payable(barely_more) == dollars("25.25")


def test_an_amount_is_paid_with_the_largest_chips_first() -> None:
    paid = STANDARD_CHIPS.pay(dollars("1283.75"))

    assert chips_text(paid) == (
        "1 x $1,000, 2 x $100, 3 x $25, 1 x $5, 3 x $1, 1 x $0.50, 1 x $0.25"
    )


def test_the_largest_chip_first_is_not_always_the_fewest() -> None:
    """$8 is two $4 chips, not $5 and three $1."""
    chips = ChipSet((dollars(1), dollars(4), dollars(5)))

    assert chips.pay(dollars(8)) == ((dollars(4), 2),)


def test_between_chips_that_do_not_divide_the_next_amount_is_exact() -> None:
    """With $3 and $5 chips, $1, $2, $4 and $7 cannot be made."""
    chips = ChipSet((dollars(3), dollars(5)))

    assert [n for n in range(1, 12) if not chips.payable(dollars(n))] == [1, 2, 4, 7]
    assert chips.next_payable(dollars(6) + 1) == dollars(8)
    assert chips.pay(dollars(11)) == ((dollars(5), 1), (dollars(3), 2))


def test_what_cannot_be_made_is_not_paid() -> None:
    with pytest.raises(BadAmount, match=r"\$2\.50 cannot be made with chips of \$100, \$25"):
        ONE_DOLLAR_SMALLEST.pay(dollars("2.50"))


def test_nothing_is_paid_with_no_chips() -> None:
    assert STANDARD_CHIPS.pay(0) == ()
    assert chips_text(()) == "no chips"
    assert STANDARD_CHIPS.next_payable(0) == 0


def test_a_debt_is_not_payable() -> None:
    assert not STANDARD_CHIPS.payable(-25)


@pytest.mark.parametrize("denominations", [(), (0, 100), (-5,)])
def test_denominations_are_above_zero(denominations: tuple[int, ...]) -> None:
    with pytest.raises(BadAmount, match="expected cents above 0"):
        ChipSet(denominations)


def test_the_order_denominations_are_named_in_does_not_matter() -> None:
    assert ChipSet((100, 500, 100)) == ChipSet((500, 100))


@given(chips=ODD_SETS, amount=st.integers(0, 300))
def test_any_chips_pay_in_the_fewest(chips: ChipSet, amount: int) -> None:
    fewest = fewest_by_trial(chips, 300)

    assert chips.payable(amount) == (amount in fewest)
    if amount in fewest:
        paid = chips.pay(amount)
        assert sum(chip * count for chip, count in paid) == amount
        assert sum(count for _, count in paid) == fewest[amount]
        assert list(paid) == sorted(paid, reverse=True)


@given(chips=ODD_SETS, cents=st.fractions(0, 200, max_denominator=40))
def test_any_chips_find_the_next_payable_amount(chips: ChipSet, cents: Fraction) -> None:
    payable = fewest_by_trial(chips, 1200)

    assert chips.next_payable(cents) == min(amount for amount in payable if amount >= cents)


@given(st.integers(0, 10**8))
def test_the_standard_chips_pay_every_quarter_of_a_dollar(quarters: int) -> None:
    paid = STANDARD_CHIPS.pay(quarters * 25)

    assert sum(chip * count for chip, count in paid) == quarters * 25


def test_every_pair_of_standard_chips_divides() -> None:
    chips = STANDARD_CHIPS.denominations

    assert all(max(a, b) % min(a, b) == 0 for a, b in product(chips, chips))


def test_of_equally_few_chips_the_larger_are_paid() -> None:
    """Six is four and two, or twice three."""
    assert ChipSet((4, 3, 2)).pay(6) == ((4, 1), (2, 1))
