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
from houseway.games.limits import Limits, Line
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from tests.games.test_shared import Floor, limit_clauses

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


@pytest.mark.parametrize("own", OWN)
@pytest.mark.parametrize("slug", GAMES)
def test_a_stake_found_within_the_patrons_own_minimum_breaks_no_limit(slug: str, own: str) -> None:
    """A found stake cites a limit only if it lies outside the limit of the patron who made it."""
    floor = wagered(slug, own, 20_00)
    floor.play.layout.advised.add("Ana")

    ruling = find(floor, 6_00)

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


@pytest.mark.parametrize("slug", [slug for slug in GAMES if "tournament" in slug])
def test_tournament_chips_are_not_issued_in_cents(slug: str) -> None:
    """Terms: Tournament Chips; $1.01 cannot be issued in chips that have no cent."""
    found = game(slug)
    play: Any = found.begin(Setup(found.options(), found.limits))

    ruling = found.decide(play, c.BringChips("Ana", 1_01), Role.DEALER)

    assert isinstance(ruling, Refused)
    assert ruling.code == "not_in_chips"


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


def test_a_protected_minimum_never_exceeds_the_one_on_the_sign() -> None:
    """A patron who keeps $10 from before a rise is not held to it once the sign says $5."""
    limits = Limits(minimum=5_00, protected={"Ana": 10_00})

    assert limits.minimum_of("banker", "Ana") == 5_00


def cited(event: Any) -> Any:
    return event.clause
