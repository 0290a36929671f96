"""How tables are called where people look: by their game, and in addresses by their own name."""

from __future__ import annotations

import pytest

from houseway.games.commands import JoinTable
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles.public.tables import cards
from houseway.service.demo.house import TABLES
from houseway.service.table_views import table_label
from houseway.table.view import Viewer
from tests.service.conftest import House


@pytest.mark.parametrize(
    ("table", "document", "shown"),
    [
        ("mini-1", "mini-baccarat", "1"),
        ("mini-1", "mini-baccarat@2017-12-06", "1"),
        ("tournament-mini-1", "tournament-mini-baccarat", "1"),
        ("7", "casino-war", "7"),
        ("high-1", "mini-baccarat", "High 1"),
        ("mini-war-1", "mini-baccarat", "Mini War 1"),
        ("mini", "mini-baccarat", ""),
        ("casino-war", "casino-war", ""),
        ("seven-up-baccarat-2", "seven-up-baccarat@2016-08-17", "2"),
        ("vip", "casino-war", "Vip"),
    ],
)
def test_words_of_the_game_are_not_said_twice(table: str, document: str, shown: str) -> None:
    assert table_label(table, document) == shown


def test_the_tables_of_a_demonstration_have_a_game_and_a_number() -> None:
    names = [f"{each.slug} {table_label(each.name, each.slug)}" for each in TABLES]
    assert all(name.rpartition(" ")[2].isdigit() for name in names)
    assert len(set(names)) == len(names)


def test_tables_are_listed_by_game_and_number_and_ones_own_first(house: House) -> None:
    house.open_table("war-1", "casino-war")
    for table in ("mini-10", "mini-2"):
        house.open_table(table)
    ana = Viewer(Role.PATRON, "Ana")
    assert [each.table for each in cards(house.floor, ana)] == ["war-1", "mini-2", "mini-10"]
    join = Order(JoinTable("Ana"), Role.DEALER, "Eli", "join")
    assert house.floor.runner.order("table/mini-10", join).refused is None
    assert [each.table for each in cards(house.floor, ana)] == ["mini-10", "war-1", "mini-2"]


def test_pages_for_people_name_a_table_alike(house: House) -> None:
    """Lobby, seat, watching, walls; the address keeps the name of the stream."""
    house.open_table("mini-4")
    ana = house.as_("Ana")
    for path in ("/", "/play/mini-4", "/tables/mini-4", "/watch/mini-4", "/wall", "/receipts"):
        assert "Mini Baccarat 4" in " ".join(ana.get(path).text.split()), path
    assert 'Mini Baccarat <span class="wall-table">4</span>' in ana.get("/wall/mini-4").text
    for path in ("/watch/none", "/wall/none"):
        assert ana.get(path).status_code == 404
