"""Settled money as it stands, and the inspector's page that holds it against exact figures."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from html import unescape
from typing import Any

import pytest

from houseway.games import events as e
from houseway.games import latest
from houseway.games.house import OptionSet
from houseway.games.limits import Limits
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.settings import Settings
from houseway.table.vocabulary import TableOpened
from houseway.takings.till import Till
from tests.service import coup
from tests.service.conftest import HASH, House

SAYS = Clause("Mini Baccarat 8.8(a)")
WAITING = {"accept": "text/html", "hx-request": "true"}  # figures are waited for


def till(slug: str = "mini-baccarat", **options: Any) -> Till:
    found = Till()
    found.take(TableOpened(slug, latest(slug), "", options, Limits(), (5_00, 1_00)))
    return found


def opened(number: int) -> e.BettingOpened:
    return e.BettingOpened(number, SAYS)


def paid(wager: str, stake: int, amount: int, patron: str = "Ana") -> e.WagerPaid:
    return e.WagerPaid(patron, wager, 0, stake, amount, 0, stake, (SAYS,))


def collected(wager: str, stake: int, patron: str = "Ben") -> e.WagerCollected:
    return e.WagerCollected(patron, wager, 0, stake, 0, stake, 0, (SAYS,))


def sums(found: Till) -> dict[str, tuple[int, int, int]]:
    """By wager: rounds, cents at risk, cents gained."""
    return {
        element: (len(each.by_round), sum(each.by_round.values()), each.gained)
        for (_, element), each in found.takings().items()
    }


def fold(found: Till, *events: e.Event) -> Till:
    for event in events:
        found.take(event)
    return found


# What stands


def test_what_was_settled_is_added_up_by_wager() -> None:
    """Mini Baccarat 8.8(a): $10 won and $20 lost on Player, $5 lost on Tie."""
    found = fold(
        till(),
        opened(1), paid("player", 10_00, 10_00), collected("tie", 5_00),
        opened(2), collected("player", 20_00),
    )  # fmt: skip
    assert sums(found) == {"player": (2, 30_00, -10_00), "tie": (1, 5_00, -5_00)}


def test_only_what_the_cards_decided_counts() -> None:
    """A wager that was voided, taken back or forfeited says nothing about odds."""
    kept = ("Ana", "player", 0, 10_00)
    found = fold(
        till(),
        opened(1),
        e.WagerVoided(*kept, 0, 0, 10_00, (SAYS,)),
        e.WagerWithdrawn(*kept, 0, 0, 10_00, (SAYS,)),
        e.WagerForfeited(*kept, 0, 10_00, 0, (SAYS,)),
        e.WagerStoodOff(*kept, 0, 0, 10_00, (SAYS,)),
    )
    assert sums(found) == {"player": (1, 10_00, 0)}


def test_a_round_that_is_voided_later_counts_no_more() -> None:
    """Read between two rounds, and again when the first has been voided."""
    found = fold(till(), opened(1), paid("player", 10_00, 10_00), opened(2))
    assert sums(found) == {"player": (1, 10_00, 10_00)}
    fold(
        found,
        e.SettlementReversed(1, "Ana", "player", 0, 10_00, 10_00, 0, 0, (SAYS,)),
        e.RoundVoided(1, "a card was exposed", SAYS),
    )
    assert sums(found) == {}
    assert sums(fold(found, collected("player", 5_00))) == {"player": (1, 5_00, -5_00)}


def test_what_was_corrected_counts_as_corrected() -> None:
    before, after = paid("player", 10_00, 10_00), collected("player", 10_00, "Ana")
    found = fold(
        till(), opened(1), before, opened(2), e.SettlementCorrected(1, before, after, 0, SAYS)
    )
    assert sums(found) == {"player": (1, 10_00, -10_00)}


def test_what_was_undone_and_settled_again_counts_once() -> None:
    before = paid("player", 10_00, 10_00)
    found = fold(till(), opened(1), before, e.SettlementUndone(before, SAYS))
    assert sums(found) == {}
    assert sums(fold(found, paid("player", 10_00, 10_00))) == {"player": (1, 10_00, 10_00)}


def test_a_stake_above_the_maximum_is_left_out() -> None:
    """Mini Baccarat 3.5: only the maximum is at risk; noted when placed, or cited when settled."""
    noted = e.AboveMaximumNoted("Ana", "player", 1_000_00, Clause("Mini Baccarat 3.5"))
    cited = e.WagerPaid(
        "Ben", "player", 0, 2_000_00, 1_000_00, 0, 2_000_00, (SAYS, Clause("Mini Baccarat 3.5"))
    )
    found = fold(till(), opened(1), noted, paid("player", 2_000_00, 1_000_00), cited)
    assert (sums(found), found.left_out) == ({}, 2)
    fold(found, opened(2), paid("player", 10_00, 10_00))
    assert (sums(found), found.left_out) == ({"player": (1, 10_00, 10_00)}, 2)
    fold(found, e.SettlementCorrected(1, cited, collected("player", 2_000_00), 0, SAYS))
    assert (sums(found)["player"], found.left_out) == ((2, 2_010_00, -1_990_00), 1)
    fold(found, e.RoundVoided(1, "a card was exposed", SAYS))
    assert (sums(found), found.left_out) == ({"player": (1, 10_00, 10_00)}, 0)


def test_money_is_kept_under_the_options_in_force() -> None:
    """Mini Baccarat 8.1: without commission Banker is another wager than with it."""
    found = fold(
        till(),
        opened(1), paid("banker", 10_00, 9_50),
        OptionSet("burn", "unseen", SAYS), OptionSet("settlement", "non-commission", SAYS),
        opened(2), paid("banker", 10_00, 10_00),
    )  # fmt: skip
    gained = {options: each.gained for (options, _), each in found.takings().items()}
    assert gained == {(): 9_50, (("settlement", "non-commission"),): 10_00}
    wrong, right = paid("banker", 10_00, 9_50), collected("banker", 10_00, "Ana")
    fold(found, opened(3), e.SettlementCorrected(1, wrong, right, 0, SAYS))
    gained = {options: each.gained for (options, _), each in found.takings().items()}
    assert gained == {(): -10_00, (("settlement", "non-commission"),): 10_00}


# The page


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        found = House(stack, Settings(folder=str(tmp_path_factory.mktemp("drift") / "house")))
        coup.open_table(found.floor.runner, "1")
        for _ in range(3):
            coup.play(found.floor.runner, "1")
        yield found


def lines(text: str) -> dict[str, list[str]]:
    """The cells of each wager, without their markup."""
    body = re.findall(r"<tr[^>]*>\s*<th scope=\"row\">(.*?)</tr>", text, re.S)
    cells = [re.split(r"</t[hd]>", each) for each in body]
    plain = [[_plain(one) for one in row] for row in cells]
    return {row[0]: row[1:] for row in plain}


def _plain(cell: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", cell)).split())


def test_three_coups_worked_out_by_hand(house: House) -> None:
    """Mini Baccarat 8.8(b): three times Ana's $100 on Banker is paid $95, Ben's $20 on Tie lost.

    Banker costs 1.0579 % of $300, $3.17, and the patrons gained $285: $288.17 away, which is 1.79
    standard deviations of 0.927372 x $100 x root 3 = $160.63. The stitched bound for one chance in
    a thousand, of which the first wager has half, stands on its first epoch: 128 rounds of $81.92,
    the octave of the stake, with a deviation of $859.50. L = ln(2 x 1.645 x 3.1056 x 2000), 9.9250.
    The part for one round is 1.207107 x 0.989421 x $163.84 L / 3 = $647.38, and the limit is it
    plus the root of its square and 2.06066 x 859.50^2 L, 647.38 + 3940.57 = $4,587.95.
    Tie costs 14.3596 % of $60, $8.62.
    """
    answer = house.as_("Ivy").get("/inspect/drift", headers=WAITING)
    assert answer.status_code == 200
    found = lines(answer.text)
    assert found["banker"][:5] == ["within", "3", "$300", "+$285", "-$3.17 1.0579 %"]
    assert found["banker"][5:] == ["+$288.17", "± $4,587.95", "1.79", ""]
    assert found["tie"][:6] == ["within", "3", "$60", "-$60", "-$8.62 14.3596 %", "-$51.38"]
    assert "all within" in answer.text


class Handed:
    """A fold that was made by hand, in place of that of the log."""

    def __init__(self, made: Till) -> None:
        self._made = made

    def read(self, _stream: str, _slug: str, see: Callable[[Till], Any]) -> Any:
        return see(self._made)


def test_a_banker_that_never_loses_is_outside(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mini Baccarat 8.8(b): a hundred wins in a row, $20 paid at even money.

    The patrons have $2,000 where they should have lost $21.16. The standard deviation is 0.927372
    x $20 x 10 = $185.47, so that is 10.90 of them, and the bound is less than five.
    """
    made = till()
    for number in range(1, 101):
        fold(made, opened(number), paid("banker", 20_00, 20_00))
    monkeypatch.setattr(house.floor.analysing, "tills", Handed(made))
    answer = house.as_("Ivy").get("/inspect/drift/1", headers=WAITING)
    banker = lines(answer.text)["banker"]
    assert banker[:5] == ["OUTSIDE", "100", "$2,000", "+$2,000", "-$21.16 1.0579 %"]
    assert (banker[5], banker[7]) == ("+$2,021.16", "10.90")


def test_winnings_that_chips_round_up_are_expected(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading MB3: with nothing smaller than a dollar chip $10 on Banker wins $10, not $9.50.

    That is even money, and Banker wins as much more often as Player costs: 1.2351 % is expected
    for the patron, 12 cents.
    """
    made = fold(till(), opened(1), paid("banker", 10_00, 10_00))
    monkeypatch.setattr(house.floor.analysing, "tills", Handed(made))
    answer = house.as_("Ivy").get("/inspect/drift/1", headers=WAITING)
    assert lines(answer.text)["banker"][4] == "+$0.12 -1.2351 %"


def test_what_patrons_play_on_is_told_and_not_compared(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tournament Pai Gow 11.1: whether a hand wins depends on how it was set."""
    made = fold(till("tournament-pai-gow"), opened(1), paid("hand", 10_00, 10_00))
    monkeypatch.setattr(house.floor.analysing, "tills", Handed(made))
    answer = house.as_("Ivy").get("/inspect/drift/1", headers=WAITING)
    assert lines(answer.text)["hand"] == [
        "not compared", "1", "$10", "+$10", "the patron sets the tiles", "",
    ]  # fmt: skip


def test_a_table_has_a_page_of_its_own(house: House) -> None:
    ivy = house.as_("Ivy")
    answer = ivy.get("/inspect/drift/1?chance=1000000", headers=WAITING)
    assert set(lines(answer.text)) == {"banker", "tie"}
    assert "one in 1,000,000" in answer.text
    assert ivy.get("/inspect/drift/9").status_code == 404
    assert ivy.get("/inspect/drift/1?chance=7").json()["code"] == "no_such_chance"


def test_a_table_that_is_added_leaves_the_bounds_of_the_others(house: House) -> None:
    """The wagers of the floor share one chance in the order in which they were first settled.

    Tie is the second: 1/12 of the chance, L = ln(2 x 1.645 x 3.1056 x 12000) = 11.7168. Its
    deviation is 2.640872 for a unit; the first epoch has 128 rounds of $10.24, $305.95. The part
    for one round is 1.207107 x 8.143596 x $20.48 L / 3 = $786.28, and the root is $1,696.56.
    """
    ivy = house.as_("Ivy")

    def bounds(table: str) -> dict[str, str]:
        text = ivy.get(f"/inspect/drift/{table}", headers=WAITING).text
        return {wager: cells[6] for wager, cells in lines(text).items()}

    before = bounds("1")
    coup.open_table(house.floor.runner, "0")
    coup.play(house.floor.runner, "0")
    assert bounds("1") == before
    assert before["tie"] == "± $2,482.84"
    assert bounds("0")["tie"] > before["tie"]


def test_who_may_see_it(house: House) -> None:
    for name, status in (("Ivy", 200), ("Ana", 403), ("Eli", 403), ("Dora", 403), ("Chen", 403)):
        client = house.as_(name)
        assert client.get("/inspect/drift", headers=WAITING).status_code == status, name


def test_an_inspector_with_tables_assigned_sees_those_alone(house: House) -> None:
    house.floor.desk.create_hashed(Account("Uma", str(Role.INSPECTOR), ("2",)), HASH, None)
    client = house.as_("Uma")
    assert client.get("/inspect/drift/1", headers=WAITING).status_code == 403
    assert lines(client.get("/inspect/drift", headers=WAITING).text) == {}
