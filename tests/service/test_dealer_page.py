"""The dealer console over HTTP: who may have it, and what stands on it."""

from __future__ import annotations

from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.table.people_vocabulary import AssignStaff, RelieveDealer
from tests.service.conftest import House


def _give(house: House, command: object, by: Role, actor: str) -> None:
    key = f"{actor} {house.floor.runner.version('table/1')}"
    answer = house.floor.runner.order("table/1", Order(command, by, actor, key))
    assert answer.refused is None, answer.refused


def test_at_a_table_with_a_list_the_dealer_who_is_in_sees_the_next_step_as_the_own(
    house: House,
) -> None:
    house.open_table()
    _give(house, AssignStaff("Eli", Role.DEALER), Role.GAMING_SUPERVISOR, "Dora")
    assert house.as_("Eli").get("/api/tables/1").json()["next"]["mine"] is False

    _give(house, RelieveDealer("Eli"), Role.DEALER, "Eli")

    step = house.as_("Eli").get("/api/tables/1").json()["next"]
    assert step["mine"] is True
    assert step["command"] == {"type": "OpenBetting"}
