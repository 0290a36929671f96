"""Limits and chips at all nine games: the limits that count are those of the patron who wagers."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.equipment.chips import STANDARD_CHIPS
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, slugs
from houseway.games.game import Setup
from houseway.games.layout import Layout
from houseway.games.limits import LimitRules, Limits, Line, at_risk, handed_back, judge_amount
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from tests.games.test_shared import LIMIT_CODES, Floor, limit_clauses

GAMES = list(slugs())
PATRON = {  # the wager that every patron has at each game, the box it lies in
    "seven-up-baccarat": ("banker", 1),
    "three-card-baccarat": ("player", 1),
    "casino-war": ("initial", 1),
    "mini-baccarat": ("banker", 0),
    "tournament-canberra-poker": ("ante", 1),
    "tournament-blackjack": ("blackjack", 1),
    "tournament-roulette": ("red", 0),
    "tournament-mini-baccarat": ("banker", 1),
    "tournament-pai-gow": ("hand", 2),
}
# A minimum of $10, from which Ana keeps or has one of her own.
OWN = {
    "protected": {"protected": {"Ana": 5_00}},
    "personal": {"personal": {"Ana": 500_00}, "personal_minimums": {"Ana": 5_00}},
}


def wagered(slug: str, own: str, amount: int) -> Floor:
    """Ana has wagered, and betting is over; her minimum is $5, and that of the table $10."""
    floor = Floor(slug, 0, mishaps=False)
    found = game(slug)
    limits = msgspec.structs.replace(found.limits, minimum=10_00, multiple=0, **OWN[own])
    floor.setup = Setup(found.options(), limits)
    floor.play = found.begin(floor.setup)
    wager, box = PATRON[slug]
    while floor.game.awaits(floor.play).what != "wagers":
        floor.go_on()
    assert floor.order(c.PlaceWager("Ana", wager, amount, box), Role.PATRON)
    while not closed(floor):
        awaited = floor.game.awaits(floor.play)
        if awaited.what == "wagers":
            for kind in (c.CallNoMoreBets, c.DealCard):
                if kind in floor.game.orders and floor.order(kind(), Role.DEALER):
                    break
            else:
                floor.go_on()
        else:
            floor.go_on()
    return floor


def closed(floor: Floor) -> bool:
    wager, box = PATRON[floor.game.slug]
    ruling = floor.game.decide(floor.play, c.FindWager("Ana", wager, 7_00, box), Role.DEALER)
    early = ("betting_open", "antes_open")
    return not (isinstance(ruling, Refused) and ruling.code in early)


def find(floor: Floor, amount: int) -> Accepted | Refused:
    wager, box = PATRON[floor.game.slug]
    return floor.game.decide(floor.play, c.FindWager("Ana", wager, amount, box), Role.DEALER)


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("slug", GAMES)
def test_a_stake_within_the_patrons_own_minimum_is_placed_without_a_word(
    slug: str, own: str
) -> None:
    """Reading A-29 and the clauses on raised minimums: $5 is enough from Ana, at a table of $10."""
    floor = wagered(slug, own, 5_00)

    assert not [each for each in floor.events if isinstance(each, e.BelowMinimumAdvised)]


@pytest.mark.parametrize("amount", [5_00, 6_00, "maximum"])
@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("slug", GAMES)
def test_a_stake_found_within_the_patrons_own_limits_breaks_none(
    slug: str, own: str, amount: int | str
) -> None:
    """A found stake cites a limit only if it lies outside the limit of the patron who made it.

    The minimum and the maximum themselves are within the limits.
    """
    floor = wagered(slug, own, 20_00)
    floor.play.layout.advised.add("Ana")
    wager, _ = PATRON[slug]
    most = floor.play.limits.maximum_of("Ana", wager)

    ruling = find(floor, most if isinstance(amount, str) else amount)

    if slug == "casino-war":
        assert isinstance(ruling, Refused)
        assert (ruling.code, ruling.clause) == ("wager_locked", floor.game.cite("5.4"))
        return
    assert isinstance(ruling, Accepted)
    assert len(ruling.events) == 1
    assert cited(ruling.events[0]) not in limit_clauses(slug)


@pytest.mark.parametrize("own", OWN)
def test_casino_war_settles_a_protected_stake_without_the_clauses_on_limits(own: str) -> None:
    """Casino War 6.5.1, 6.6: $5 is Ana's minimum, so neither 6.2 nor 11.18.1 speaks."""
    floor = wagered("casino-war", own, 5_00)
    while not floor.play.layout.past:
        floor.go_on()

    lines = [each for each in floor.events if isinstance(each, e.Settlement)]
    assert lines
    cite = floor.game.cite
    assert not {cite("6.2"), cite("11.18.1")} & {each for line in lines for each in line.clauses}


@pytest.mark.parametrize("slug", GAMES)
def test_a_stake_that_no_chips_make_is_not_found(slug: str) -> None:
    """Stakes are chips on the layout: $6.01 cannot lie there where no chip is below 25 cents."""
    ruling = find(wagered(slug, "protected", 20_00), 6_01)

    assert isinstance(ruling, Refused)
    assert ruling.code == "not_in_chips"
    assert ruling.clause is not None


# Sets of 2002: players add no chips "other than in accordance with these rules".
ISSUED = {
    "tournament-canberra-poker": "15.12",
    "tournament-blackjack": "19.12",
    "tournament-roulette": "12.12",
    "tournament-mini-baccarat": "terms: Tournament Chips",
    "tournament-pai-gow": "17.12",
}


def issued(slug: str, amount: int) -> Accepted | Refused:
    found = game(slug)
    play: Any = found.begin(Setup(found.options(), found.limits))
    return found.decide(play, c.BringChips("Ana", amount), Role.DEALER)


@pytest.mark.parametrize("slug", ISSUED)
def test_tournament_chips_come_by_issue(slug: str) -> None:
    clause = game(slug).cite(ISSUED[slug])
    assert issued(slug, 100_00) == Accepted((e.ChipsBrought("Ana", 100_00, clause),))
    assert game(slug).orders[c.BringChips].clause == clause


@pytest.mark.parametrize("slug", ISSUED)
def test_tournament_chips_are_not_issued_in_cents(slug: str) -> None:
    """Terms: Tournament Chips; $1.01 cannot be issued in chips that have no cent."""
    ruling = issued(slug, 1_01)

    assert isinstance(ruling, Refused)
    term = game(slug).cite(CHIPS_ARE[slug])
    assert (ruling.code, ruling.clause) == ("not_in_chips", term)


CHIPS_ARE = dict.fromkeys(ISSUED, "terms: Tournament Chips") | {"tournament-mini-baccarat": "4.2"}


@pytest.mark.parametrize("slug", ISSUED)
def test_no_chips_at_all_are_no_issue(slug: str) -> None:
    ruling = issued(slug, 0)

    assert isinstance(ruling, Refused)
    assert ruling.code == "amount_not_positive"


@pytest.mark.parametrize("slug", GAMES)
def test_the_limits_of_a_new_table_can_be_wagered_in_chips(slug: str) -> None:
    """Stakes are chips on the layout: a limit that no chips make could never be reached."""
    limits = game(slug).limits
    lines = (Line(limits.minimum, limits.maximum), *limits.lines.values())
    amounts = [amount for line in lines for amount in (line.minimum, line.maximum)]
    assert all(map(STANDARD_CHIPS.payable, amounts))
    assert STANDARD_CHIPS.payable(limits.multiple) or not limits.multiple


@pytest.mark.parametrize(
    ("slug", "clause"),
    [("tournament-roulette", "3.4"), ("tournament-blackjack", "3.4"), ("mini-baccarat", "3.5")],
)
def test_a_stake_found_above_the_maximum_is_changed_by_the_clause_on_the_maximum(
    slug: str, clause: str
) -> None:
    changed = _found_above_the_maximum(slug)
    assert changed.clause == game(slug).cite(clause)


def test_at_tournament_mini_baccarat_what_is_found_is_the_wager() -> None:
    """Tournament Mini-Baccarat 4.2: a wager is the chips in the box; 3.4 only limits the risk."""
    assert _found_above_the_maximum("tournament-mini-baccarat").clause == game(
        "tournament-mini-baccarat"
    ).cite("4.2")


def _found_above_the_maximum(slug: str) -> e.WagerChanged:
    floor = wagered(slug, "protected", 20_00)
    ruling = find(floor, floor.play.limits.maximum + 5_00)
    assert isinstance(ruling, Accepted)
    (changed,) = [each for each in ruling.events if isinstance(each, e.WagerChanged)]
    return changed


# Limits of a patron's own that are narrower than those of the table (reading A-29).


def staked(slug: str, amount: int, **own: dict[str, int]) -> Accepted | Refused:
    """Ana stakes at a table of $10 to $1,000 where she has limits of her own."""
    floor = Floor(slug, 0, mishaps=False)
    found = game(slug)
    limits = msgspec.structs.replace(
        found.limits, minimum=10_00, maximum=1_000_00, multiple=0, lines={}, **own
    )
    floor.setup = Setup(found.options(), limits)
    floor.play = found.begin(floor.setup)
    while floor.game.awaits(floor.play).what != "wagers":
        floor.go_on()
    if slug == "tournament-mini-baccarat":
        assert floor.order(c.BringChips("Ana", 500_00), Role.DEALER)
    wager, box = PATRON[slug]
    return found.decide(floor.play, c.PlaceWager("Ana", wager, amount, box), Role.PATRON)


STAR = {"seven-up-baccarat": "6.1", "three-card-baccarat": "6.1", "casino-war": "6.1"}


@pytest.mark.parametrize("amount", [5_00, 2_000_00])
@pytest.mark.parametrize("slug", STAR)
def test_a_stake_is_refused_by_the_clause_that_permits_the_range(slug: str, amount: int) -> None:
    """7-Up Baccarat 6.1: the clauses after it speak of a stake found after the first card."""
    ruling = staked(slug, amount)

    assert isinstance(ruling, Refused)
    assert ruling.clause == game(slug).cite(STAR[slug])


ADVISED = {
    "mini-baccarat": "3.4", "tournament-canberra-poker": "3.3", "tournament-blackjack": "3.3",
    "tournament-roulette": "3.3", "tournament-mini-baccarat": "3.3", "tournament-pai-gow": "5.3",
}  # fmt: skip


@pytest.mark.parametrize(
    ("multiple", "amount", "off_the_steps"),
    [(10_00, 5_00, False), (15_00, 5_00, False), (5_00, 5_00, False), (5_00, 8_00, True)],
)
@pytest.mark.parametrize("slug", ADVISED)
def test_the_first_stake_below_the_minimum_is_accepted_where_no_step_lies_below_it(
    slug: str, multiple: int, amount: int, off_the_steps: bool
) -> None:
    """Mini Baccarat 3.4 beside 3.3, and the same clauses of 2002 (readings G5 and G7)."""
    rules = game(slug).rules.limit_rules
    limits = Limits(10_00, 1_000_00, multiple)
    layout = Layout()

    first = judge_amount(layout, limits, rules, "Ana", "banker", amount)
    layout.advised.add("Ana")
    second = judge_amount(layout, limits, rules, "Ana", "banker", amount)

    assert isinstance(second, Refused)
    if off_the_steps:
        assert first == second == Refused("wager_not_a_multiple", rules.multiples)
    else:
        clause = game(slug).cite(ADVISED[slug])
        assert first == (e.BelowMinimumAdvised("Ana", "banker", 10_00, clause),)
        assert second == Refused("wager_below_minimum", clause)
    assert at_risk(limits, rules, "Ana", "banker", amount) == amount


def remarked(ruling: Accepted | Refused) -> str:
    """At which end a stake lies outside the limits, whether it is refused or accepted so."""
    if isinstance(ruling, Refused):
        return LIMIT_CODES[ruling.code]
    kinds = {e.BelowMinimumAdvised: "minimum", e.AboveMaximumNoted: "maximum"}
    (end,) = {kinds.get(type(each), "") for each in ruling.events} - {""} or {""}
    return end


@pytest.mark.parametrize(("amount", "end"), [(15_00, "minimum"), (20_00, ""), (25_00, "")])
@pytest.mark.parametrize("slug", GAMES)
def test_a_minimum_of_the_patrons_own_may_be_above_the_tables(
    slug: str, amount: int, end: str
) -> None:
    assert remarked(staked(slug, amount, personal_minimums={"Ana": 20_00})) == end


@pytest.mark.parametrize(("amount", "end"), [(45_00, ""), (50_00, ""), (75_00, "maximum")])
@pytest.mark.parametrize("slug", GAMES)
def test_a_maximum_of_the_patrons_own_may_be_below_the_tables(
    slug: str, amount: int, end: str
) -> None:
    assert remarked(staked(slug, amount, personal={"Ana": 50_00})) == end


# What is at risk, in words: multiples above the minimum (reading A-28), or of the unit (G7).

WAR, MINI = game("casino-war").cite, game("mini-baccarat").cite
FROM_MINIMUM = LimitRules(WAR("6.2"), WAR("6.3"), WAR("6.1"), multiples_from="minimum")
FROM_ZERO = LimitRules(MINI("3.4"), MINI("3.5"), MINI("3.3"))


@pytest.mark.parametrize(
    ("rules", "limits", "stake", "risk", "clause"),
    [
        (FROM_MINIMUM, Limits(5_00, 100_00, 10_00), 15_00, 15_00, None),  # 5 and one ten
        (FROM_MINIMUM, Limits(5_00, 100_00, 10_00), 20_00, 15_00, "multiples"),
        (FROM_MINIMUM, Limits(5_00, 100_00, 10_00), 5_00, 5_00, None),
        (FROM_ZERO, Limits(5_00, 100_00, 10_00), 20_00, 20_00, None),
        (FROM_ZERO, Limits(5_00, 100_00, 10_00), 25_00, 20_00, "multiples"),
        (FROM_ZERO, Limits(5_00, 100_00, 15_00), 100_00, 90_00, "multiples"),  # not above it
        (FROM_ZERO, Limits(5_00, 100_00, 0), 100_00, 100_00, None),
        (FROM_ZERO, Limits(5_00, 100_00, 0), 101_00, 100_00, "above_maximum"),
        (FROM_ZERO, Limits(5_00, 100_00, 0, personal={"Ana": 50_00}), 75_00, 50_00,
         "above_maximum"),
        (FROM_ZERO, Limits(5_00, 100_00, 0, personal={"Ben": 50_00}), 75_00, 75_00, None),
        (FROM_ZERO, Limits(5_00, 100_00, 0, {"tie": Line(5_00, 20_00)}), 75_00, 75_00, None),
        (FROM_ZERO, Limits(5_00, 100_00, 0, {"banker": Line(5_00, 20_00)}), 75_00, 20_00,
         "above_maximum"),
    ],
)  # fmt: skip
def test_how_much_of_anas_stake_is_at_risk(
    rules: LimitRules, limits: Limits, stake: int, risk: int, clause: str | None
) -> None:
    assert at_risk(limits, rules, "Ana", "banker", stake) == risk
    cited = handed_back(limits, rules, patron="Ana", wager="banker", stake=stake)
    assert cited == ((getattr(rules, clause),) if clause else ())


def test_multiples_count_from_the_minimum_that_a_protected_patron_keeps() -> None:
    """Casino War 6.1, 6.5.1: Ana keeps $5 at a table of $10 that counts in tens above it."""
    limits = Limits(10_00, 100_00, 10_00, protected={"Ana": 5_00})
    layout = Layout()

    good = judge_amount(layout, limits, FROM_MINIMUM, "Ana", "initial", 15_00)
    odd = judge_amount(layout, limits, FROM_MINIMUM, "Ana", "initial", 20_00)

    assert good == ()
    assert isinstance(odd, Refused)
    assert odd.code == "wager_not_a_multiple"
    assert judge_amount(layout, limits, FROM_MINIMUM, "Ben", "initial", 20_00) == ()


def test_a_protected_minimum_never_exceeds_the_one_on_the_sign() -> None:
    """A patron who keeps $10 from before a rise is not held to it once the sign says $5."""
    limits = Limits(minimum=5_00, protected={"Ana": 10_00})

    assert limits.minimum_of("banker", "Ana") == 5_00


def cited(event: Any) -> Any:
    return event.clause
