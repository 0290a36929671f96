"""Every order by every role, allowed or refused as the hand-typed tables say: cell by cell."""

from __future__ import annotations

from typing import Any, get_args, get_origin

import msgspec
import pytest

from houseway.games import game, slugs
from houseway.games.commands import (
    BringChips,
    CheckCards,
    Command,
    CutCards,
    JoinTable,
    ShuffleCards,
)
from houseway.games.game import Setup
from houseway.games.mini_baccarat.state import DirectNoBetCoup
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import UNOPENED
from houseway.table.table import MACHINE, Table, decide, evolve
from houseway.table.vocabulary import OpenTable
from tests.fields import fields_of
from tests.offices import decider
from tests.roles.expected import DIRECTED, TABLE, lines, offices

CELLS = [(slug, order, who_may) for slug in slugs() for order, who_may in lines(slug)]


def fresh(slug: str) -> Any:
    """A table on which nothing has happened yet."""
    found = game(slug)
    return found.begin(Setup(found.options(), found.limits))


def some(kind: type[Command]) -> Command:
    """An order with the least that it needs; where it can name a patron it names Ana."""
    facts: dict[str, Any] = {}
    for field in fields_of(kind):
        if field.name == "patron":
            facts["patron"] = "Ana"
        elif field.name == "card":
            facts["card"] = "As"
        elif field.required:
            facts[field.name] = _some_value(field.type)
    return kind(**facts)


_SOME = {int: 1, str: "1", bool: False}


def _some_value(annotation: Any) -> Any:
    if get_origin(annotation) is tuple:
        inner = [each for each in get_args(annotation) if each is not ...]
        return () if ... in get_args(annotation) else tuple(_some_value(each) for each in inner)
    plain = getattr(annotation, "__origin__", annotation)
    return _some_value(plain) if plain is not annotation else _SOME[plain]


def may_not(ruling: Ruling) -> bool:
    return isinstance(ruling, Refused) and ruling.code == "role_may_not"


def kind_of(slug: str, order: str) -> type[Command]:
    return next(kind for kind in game(slug).orders if kind.__name__ == order)


@pytest.mark.parametrize("slug", slugs())
def test_every_order_has_exactly_one_line_and_every_line_an_order(slug: str) -> None:
    assert sorted(order for order, _ in lines(slug)) == sorted(
        kind.__name__ for kind in game(slug).orders
    )


@pytest.mark.parametrize(("slug", "order", "who_may"), CELLS)
def test_exactly_those_may_give_the_order_who_are_named(
    slug: str, order: str, who_may: str
) -> None:
    play, command = fresh(slug), some(kind_of(slug, order))
    refused = {role for role in Role if may_not(game(slug).decide(play, command, role))}
    assert set(Role) - refused == offices(who_may)


@pytest.mark.parametrize(("slug", "order", "who_may"), CELLS)
def test_who_may_not_is_told_the_clause_of_the_game(slug: str, order: str, who_may: str) -> None:
    play, found = fresh(slug), game(slug)
    command = some(kind_of(slug, order))
    told = [found.decide(play, command, role) for role in set(Role) - offices(who_may)]
    clauses = {each.clause for each in told if isinstance(each, Refused)}
    assert all(clause and clause.startswith(found.cite.title) for clause in clauses)
    assert len(clauses) == bool(told)


@pytest.mark.parametrize("name", [TABLE, DIRECTED])
def test_a_tables_own_orders_have_exactly_one_line_each(name: str) -> None:
    assert sorted(order for order, _ in lines(name)) == sorted(
        kind.__name__ for kind in MACHINE.commands
    )


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("order", [order for order, _ in lines(TABLE)])
def test_exactly_those_may_give_a_tables_own_order_who_are_named(slug: str, order: str) -> None:
    """Reading G11: the sets of 2002 have a table of their own."""
    kind = next(kind for kind in MACHINE.commands if kind.__name__ == order)
    command = some(kind)
    if "document" in kind.__struct_fields__:
        command = msgspec.structs.replace(command, document=slug)
    table = Table() if UNOPENED in MACHINE.commands[kind].stages else opened(slug)
    refused = {role for role in Role if may_not(decide(table, command, role))}
    name = DIRECTED if slug.startswith("tournament-") else TABLE
    assert set(Role) - refused == offices(dict(lines(name))[order])


def opened(slug: str) -> Table:
    ruling = decide(Table(), OpenTable(slug), decider(slug))
    assert isinstance(ruling, Accepted)
    table = Table()
    for event in ruling.events:
        table = evolve(table, event)
    return table


def test_a_dealer_cuts_for_a_patron_but_never_in_a_patrons_place() -> None:
    """Mini Baccarat 5.3: where nobody will cut, a supervisor does."""
    found, play = game("mini-baccarat"), fresh("mini-baccarat")
    found.do(play, CheckCards(), Role.DEALER)
    found.do(play, ShuffleCards(), Role.DEALER)
    assert may_not(found.decide(play, CutCards(100), Role.DEALER))
    assert isinstance(found.decide(play, CutCards(100), Role.GAMING_SUPERVISOR), Accepted)
    found.do(play, JoinTable("Ana"), Role.DEALER)
    assert isinstance(found.decide(play, CutCards(100, "Ana"), Role.DEALER), Accepted)


def test_a_dealer_directs_no_no_bet_coup_of_the_patrons_wish() -> None:
    """Mini Baccarat 4.8: only a supervisor does, also with nobody at the table."""
    found, play = game("mini-baccarat"), fresh("mini-baccarat")
    found.do(play, TakeAsPrepared(), Role.DEALER)
    assert may_not(found.decide(play, DirectNoBetCoup(), Role.DEALER))
    assert isinstance(found.decide(play, DirectNoBetCoup(), Role.GAMING_SUPERVISOR), Accepted)


@pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("tournament-roulette", "Tournament American Roulette 12.12"),
        ("tournament-canberra-poker", "Tournament Canberra Poker 15.12"),
        ("tournament-pai-gow", "Tournament Pai Gow 17.12"),
        ("tournament-blackjack", "Tournament Blackjack 19.12"),
    ],
)
def test_a_patron_adds_no_chips_to_a_tournament_they_are_issued(slug: str, clause: str) -> None:
    """Chips come by issue alone.

    Tournament American Roulette 12.12; Tournament Canberra Poker 15.12; Tournament Pai Gow 17.12;
    Tournament Blackjack 19.12.
    """
    found, play = game(slug), fresh(slug)
    asked = found.decide(play, BringChips("Ana", 50_000), Role.PATRON)
    assert isinstance(asked, Refused)
    assert (asked.code, asked.clause) == ("role_may_not", clause)
    found.do(play, BringChips("Ana", 50_000), Role.TOURNAMENT_DIRECTOR)
    assert play.layout.chips["Ana"] == 50_000
    nothing = found.decide(play, BringChips("Ana", 0), Role.DEALER)
    assert isinstance(nothing, Refused)
    assert nothing.code == "amount_not_positive"


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug.startswith("tournament-")])
def test_an_assistant_to_the_director_reports_logs_and_seats_and_decides_nothing(slug: str) -> None:
    """Reading TP2; Tournament Blackjack terms: Assistant to the Director, Tournament Pai Gow
    terms: Assistant to the Director."""
    orders = game(slug).orders.items()
    may = {kind.__name__ for kind, may in orders if Role.ASSISTANT_TO_DIRECTOR in may.roles}
    watching = {"JoinTable", "LeaveTable", "TakeBox", "LogBreach", "RaiseDispute", "FindWager"}
    reports = {name for name in may if name.startswith("Report")}
    assert {"JoinTable", "LogBreach", "FindWager"} <= may
    assert may - watching - reports <= {"TakeTilesAsChecked", "ExposeTiles"}
