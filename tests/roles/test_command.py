"""`houseway roles` and its page tell what the games decide."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from houseway.cli.roles import (
    HEADS,
    in_words,
    matrix,
    page,
    roles,
)
from houseway.games import game, slugs
from houseway.games.game import Setup
from houseway.rulebook.roles import Role
from houseway.table.table import MACHINE
from tests.roles.expected import lines, offices

Shown = Callable[..., str]


@pytest.fixture
def shown(capsys: pytest.CaptureFixture[str]) -> Shown:
    """What the verb prints, given its options."""

    def run(*name: str, **options: Any) -> str:
        assert roles(*name, **options) == 0
        return capsys.readouterr().out

    return run


def test_the_matrix_has_every_order_of_every_game_once() -> None:
    told = [(line.game, line.order) for line in matrix(slugs())]
    orders = [(slug, kind.__name__) for slug in slugs() for kind in game(slug).orders]
    own = [
        (table, kind.__name__) for table in ("table", "table of 2002") for kind in MACHINE.commands
    ]
    assert sorted(told) == sorted([*orders, *own])


def test_every_order_belongs_to_a_group() -> None:
    for slug in slugs():
        assert all(kind.group.heading for kind in game(slug).orders)


def test_every_office_has_a_short_head_of_its_own() -> None:
    assert list(HEADS) == list(Role)
    assert len(set(HEADS.values())) == len(Role)


def test_the_csv_says_in_each_cell_what_was_typed_by_hand(shown: Shown) -> None:
    rows = csv.DictReader(io.StringIO(shown("casino-war", as_csv=True)))
    told = {row["order"]: {role for role in Role if row[role] == "yes"} for row in rows}
    for order, who_may in lines("casino-war"):
        assert told[order] == offices(who_may)


def test_the_table_marks_who_may_and_names_the_clause(shown: Shown) -> None:
    """7-Up Baccarat 4.5: only a Gaming Manager, or above, voids the device."""
    text = shown("seven-up-baccarat", order="VoidDevice")
    row = next(line for line in text.splitlines() if line.startswith("VoidDevice"))
    assert " ".join(row.split()[-13:]) == "4.5 . . . . x x x . . . . ."


def test_no_line_is_wider_than_140_columns(shown: Shown) -> None:
    assert max(len(line) for line in shown().splitlines()) <= 140


def test_an_office_sees_only_what_it_may_order(shown: Shown) -> None:
    """Casino War 3.8 and 13.11: an inspector orders a check of the cards, anybody disputes."""
    told = msgspec.json.decode(shown("casino-war", role="Ins", as_data=True))
    assert [line["order"] for line in told["orders"]] == ["OrderCheck", "RaiseDispute"]


def test_two_person_rules_are_named_beside_their_orders(shown: Shown) -> None:
    text = shown("mini-baccarat", order="ConfirmReplacement")
    assert "Mini Baccarat 2.3: two persons each confirm the check" in text


def test_nothing_found_is_said(shown: Shown) -> None:
    assert shown(order="no such order") == "no order matches\n"


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("bridge", {}, "bridge is not a game; the games are: mini-baccarat"),
        ("", {"role": "judge"}, "judge is not a role; the roles are: patron (Pat)"),
    ],
)
def test_a_wrong_name_is_answered_with_the_right_ones(
    name: str, options: dict[str, Any], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert roles(name, **options) == 2
    assert capsys.readouterr().err.startswith(said)


@pytest.mark.parametrize("slug", list(slugs()))
def test_a_two_person_rule_has_at_least_two_offices(slug: str) -> None:
    who_may = dict(lines(slug))
    for rule, _ in filter(None, map(game(slug).two_persons, game(slug).orders)):
        able = (offices(who_may[order.__name__]) for order in rule.orders)
        assert len(set().union(*able)) >= 2


@pytest.mark.parametrize(
    ("slug", "replace", "head", "rule"),
    [
        ("mini-baccarat", "ReplaceCards", "supervisor", "2.3"),
        ("tournament-mini-baccarat", "ReplaceCards", "director", "2.3"),
        ("tournament-canberra-poker", "ReplaceCards", "director", "2.3"),
        ("tournament-pai-gow", "ReplaceTiles", "director", "2.3"),
        ("tournament-blackjack", "ReplaceCards", "director", "2.4"),
    ],
)
def test_new_cards_or_tiles_are_not_played_before_both_have_checked_them(
    slug: str, replace: str, head: str, rule: str
) -> None:
    """By the rule named: after the dealer's check alone the betting stays closed by that rule."""
    found = game(slug)
    order = {kind.__name__: kind for kind in found.orders}
    play = found.begin(Setup(found.options(), found.limits))
    for command, by in found.ready(play):
        found.do(play, command, by)
    found.do(play, order[replace](), Role(head))
    for by in (Role.DEALER, Role(head)):
        refused = found.verify(play, order["OpenBetting"]())
        assert refused is not None
        assert refused.clause == found.cite(rule)
        found.do(play, order["ConfirmReplacement"](), by)
        again = found.verify(play, order["ConfirmReplacement"](), by)
        assert again is not None
        assert again.code == "nothing_to_check"
    after = found.verify(play, order["OpenBetting"]())
    assert after is None or after.clause != found.cite(rule)


def test_who_may_in_words() -> None:
    assert in_words((Role.DEALER,)) == "dealer"
    assert in_words(tuple(Role)) == "anybody"
    assert in_words((Role.GAMING_SHIFT_MANAGER, Role.INSPECTOR)) == (
        "gaming shift manager, inspector"
    )


@pytest.mark.parametrize(
    "typed",
    ["patron, dealer+", "supervisor+, inspector", "gaming manager+", "assistant gaming manager+"],
)
def test_an_office_with_all_above_it_is_told_by_the_lowest(typed: str) -> None:
    assert in_words(tuple(role for role in Role if role in offices(typed))) == typed


def test_the_page_has_a_row_for_every_order() -> None:
    rows = [row for row in page().splitlines() if row.startswith("| ") and "`" in row]
    assert len(rows) == len(list(matrix(slugs())))
