"""Every chip movement is a transfer between accounts that together are always nothing."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.events import SettlementReversed, SettlementUndone, WagerPaid, WagerPlaced
from houseway.rulebook.roles import Role
from houseway.table import statements
from houseway.table.money import BuyChips, ChipsTakenAway, OpenFloat, TakeAwayChips
from houseway.table.state import Table
from houseway.table.statements import (
    DIFFERENCE,
    DROP_BOX,
    MOVES,
    OUTSIDE,
    TRAY,
    Account,
    AccountLine,
    Ledger,
    Move,
    NotBalanced,
    patron,
    statement,
)
from houseway.table.vocabulary import CloseTable
from tests.games.test_shared import Floor
from tests.table.evening import Evening

ANA, INITIAL = patron("Ana"), Account("wager", "Ana", 1, "initial")
HOUR_US = 3_600_000_000


def evening() -> Evening:
    """Casino War: a float of $1,700; Ana buys $100, wins $25, then loses $100; Ben wins $25 from
    the pocket; Ana takes her $25 away, and the float is counted out $5 short."""
    told = Evening("casino-war")
    told.order(OpenFloat((10, 20, 40), ("Dora",)))
    told.order(BuyChips("Ana", 100_00), Role.DEALER)
    told.at_us = HOUR_US
    told.round("Kh 8c", c.PlaceWager("Ana", "initial", 25_00, 1))
    told.at_us = 2 * HOUR_US
    told.round(
        "7h Kd 8c",
        c.PlaceWager("Ana", "initial", 100_00, 1),
        c.PlaceWager("Ben", "initial", 25_00, 2),
    )
    told.at_us = 3 * HOUR_US
    assert told.order(TakeAwayChips("Ana", 25_00), Role.DEALER) is None
    for name in ("Ana", "Ben"):
        assert told.order(c.LeaveTable(name), Role.DEALER) is None
    assert told.order(CloseTable((10, 20, 29), ("Dora",))) is None  # $1,645, and $1,650 expected
    return told


def moved(ledger: Ledger) -> list[tuple[str, str, int]]:
    return [(str(each.out_of), str(each.into), each.amount) for each in ledger.transfers]


def test_a_whole_evening_as_transfers() -> None:
    """Casino War 1.1 float tray, worked by hand; 8.2: the dealer's far right comes first."""
    ben = "wager Ben: initial in box 2"
    ana = "wager Ana: initial in box 1"
    assert moved(evening().ledger) == [
        ("outside", "float tray", 1_700_00),
        ("outside", "drop box", 100_00),
        ("float tray", "patron Ana", 100_00),
        ("patron Ana", ana, 25_00),
        (ana, "patron Ana", 25_00),
        ("float tray", "patron Ana", 25_00),
        ("patron Ana", ana, 100_00),
        ("outside", "patron Ben", 25_00),
        ("patron Ben", ben, 25_00),
        (ben, "patron Ben", 25_00),
        ("float tray", "patron Ben", 25_00),
        ("patron Ben", "outside", 50_00),
        (ana, "float tray", 100_00),
        ("patron Ana", "outside", 25_00),
        ("float tray", "count difference", 5_00),
        ("float tray", "outside", 1_645_00),
    ]


def test_what_is_left_at_the_end_is_the_drop_box_and_the_difference() -> None:
    """1,700 in, 100 dropped, 25 to Ben's gain and 25 with Ana, 1,645 out: outside is -105."""
    balances = evening().ledger.balances
    held = {account: amount for account, amount in balances.items() if amount}
    assert held == {DROP_BOX: 100_00, DIFFERENCE: 5_00, OUTSIDE: -105_00}


def test_a_transfer_names_its_round_and_clauses() -> None:
    ledger = evening().ledger
    paid = next(each for each in ledger.transfers if each.event == "WagerPaid")
    assert (paid.round, paid.at_us, paid.into, paid.amount) == (1, HOUR_US, ANA, 25_00)
    assert paid.clauses
    assert all(clause.startswith("Casino War ") for clause in paid.clauses)


def test_a_reversal_gives_back_less_what_the_patron_cannot() -> None:
    """Reading G9: of $40 to be given back, $15 is not there."""
    told = Evening("casino-war")
    told.order(BuyChips("Ana", 25_00), Role.DEALER)
    clause = told.cite("11.6")
    told.take(SettlementReversed(1, "Ana", "initial", 1, 20_00, 40_00, 0, 15_00, (clause,)))
    last = told.ledger.transfers[-1]
    assert (last.out_of, last.into, last.amount, last.round) == (ANA, TRAY, 25_00, 1)
    assert told.ledger.balances[ANA] == 0


def test_a_settlement_taken_back_leaves_the_patron_with_nothing_below_nothing() -> None:
    """Reading G9: Ana was paid $25 on a stake of $25 and has staked $40 of the $50 elsewhere; of
    the $50 to be given back she has $10, and the house goes without $40."""
    told = Evening("casino-war")
    told.order(BuyChips("Ana", 25_00), Role.DEALER)
    told.order(c.OpenBetting(), Role.DEALER)
    told.order(c.PlaceWager("Ana", "initial", 25_00, 1), Role.PATRON)
    clause = told.cite("11.6")
    paid = WagerPaid("Ana", "initial", 1, 25_00, 25_00, 0, 25_00, (clause,))
    told.take(paid, WagerPlaced("Ana", "initial", 40_00, 2, clause))
    assert told.ledger.balances[ANA] == 10_00
    told.take(SettlementUndone(paid, clause, 40_00))
    assert told.ledger.balances[ANA] == 0
    assert told.ledger.balances[INITIAL] == 25_00
    assert told.ledger.balances[TRAY] == -65_00  # $25 of chips sold, $40 that nobody gives back


def test_chips_that_are_counted_never_come_from_outside(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Evening("casino-war")
    told.order(BuyChips("Ana", 100_00), Role.DEALER)
    wrong: dict[Any, Any] = {ChipsTakenAway: lambda event: iter([Move(ANA, DROP_BOX, 1_00)])}
    monkeypatch.setattr(statements, "MOVES", {**MOVES, **wrong})
    with pytest.raises(NotBalanced, match="Ana holds 9500"):
        told.order(TakeAwayChips("Ana", 5_00), Role.DEALER)


def test_a_movement_that_the_layout_does_not_know_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    told = Evening("casino-war")
    told.order(c.OpenBetting(), Role.DEALER)
    wrong: dict[Any, Any] = {WagerPlaced: lambda event: iter(())}
    monkeypatch.setattr(statements, "MOVES", {**MOVES, **wrong})
    with pytest.raises(NotBalanced, match="the layout holds"):
        told.order(c.PlaceWager("Ana", "initial", 25_00, 1), Role.PATRON)


@pytest.mark.parametrize("slug", slugs())
def test_over_random_play_all_accounts_together_are_always_nothing(slug: str) -> None:
    """With and without mishaps; the ledger holds itself against the layout after every event."""
    posted = 0
    for seed in (1, 2, 3):
        floor = Floor(slug, seed, mishaps=seed != 2)
        floor.run(6)
        ledger = Ledger()
        ledger.table = Table(
            slug=slug, edition=floor.game.cite.id, play=floor.game.begin(floor.setup)
        )
        for event in floor.events:
            for made in ledger.take(event):
                posted += 1
                assert made.amount > 0, made
                assert made.out_of != made.into, made
            assert sum(ledger.balances.values()) == 0, (seed, event)
        assert ledger.balances[TRAY] == floor.play.layout.float_tray
    assert posted


@pytest.mark.parametrize("slug", slugs())
def test_no_settlement_goes_past_the_ledger(slug: str) -> None:
    """What the patrons were paid and lost over random play is what the settlements say."""
    floor = Floor(slug, 7, mishaps=False)
    floor.run(6)
    ledger = Ledger()
    ledger.table = Table(slug=slug, edition=floor.game.cite.id, play=floor.game.begin(floor.setup))
    for event in floor.events:
        ledger.take(event)
    told = statement(ledger)
    paid = sum(getattr(event, "paid", 0) for event in floor.events)
    collected = sum(getattr(event, "collected", 0) for event in floor.events)
    assert (told.won, told.lost) == (paid, collected)
    assert paid + collected


# Statements


def test_the_statement_of_a_patron() -> None:
    """Ana bought $100, won $25, lost $100 and left with $25."""
    told = statement(evening().ledger, patron="Ana")
    assert told.accounts == (
        AccountLine("patron Ana", 0, 150_00, 150_00, 0),
        AccountLine("wager Ana: initial in box 1", 0, 125_00, 125_00, 0),
    )
    assert (told.won, told.lost, told.result) == (25_00, 100_00, 75_00)


def test_the_statement_of_a_patron_who_wagers_from_the_pocket() -> None:
    told = statement(evening().ledger, patron="Ben")
    assert told.accounts[0] == AccountLine("patron Ben", 0, 75_00, 75_00, 0)
    assert (told.won, told.lost, told.result) == (25_00, 0, -25_00)


def test_the_statement_of_a_shift_begins_where_the_one_before_it_ended() -> None:
    ledger = evening().ledger
    first = statement(ledger, to_us=2 * HOUR_US)
    second = statement(ledger, from_us=2 * HOUR_US)
    assert {each.account: each.after for each in first.accounts} == {
        "drop box": 100_00,
        "float tray": 1_575_00,
        "outside": -1_800_00,
        "patron Ana": 125_00,
        "wager Ana: initial in box 1": 0,
    }
    before = {each.account: each.before for each in second.accounts if each.before}
    after = {each.account: each.after for each in first.accounts if each.after}
    assert before == after
    assert (first.result, second.result) == (-25_00, 75_00)
    assert len(first.transfers) + len(second.transfers) == len(ledger.transfers)
    assert first.transfers + second.transfers == tuple(ledger.transfers)


def test_the_statement_of_the_table_adds_up_to_nothing() -> None:
    told = statement(evening().ledger)
    assert sum(each.after for each in told.accounts) == 0
    assert (told.won, told.lost, told.result) == (50_00, 100_00, 50_00)
