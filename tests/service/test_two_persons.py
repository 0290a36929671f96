"""Where it takes two, one person stays one: in two browsers, under another office, by any name."""

from __future__ import annotations

import pytest

from houseway.games import game
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from tests.offices import opening_of
from tests.service.conftest import HASH, Client, House
from tests.service.coup import open_table, play, take

# Mini Baccarat 12.5: cards of an earlier round were changed over; that round alone is void.
LATER = '{"type":"ReportLaterError","round":1}'
ASK = {"type": "AskCorrection", "order": LATER, "reason": "two cards were changed over"}
CONFIRM = {"type": "ConfirmCorrection", "correction": 1}


@pytest.fixture
def settled(house: House) -> House:
    """A table where two coups are over; a supervisor has asked to put the first one right."""
    open_table(house.floor.runner, "1")
    play(house.floor.runner, "1")
    play(house.floor.runner, "1")
    house.floor.desk.create_hashed(Account("Gita", str(Role.GAMING_SUPERVISOR)), HASH, None)
    answer = house.as_("Dora").order(ASK, "ask")
    assert answer.status_code == 200, answer.text
    return house


def confirmed(client: Client, key: str = "yes") -> tuple[int, str]:
    answer = client.order(CONFIRM, key)
    return answer.status_code, answer.json().get("code", "")


def is_void(house: House) -> bool:
    return bool(house.floor.look("1", lambda table, _: 1 in table.play.layout.voided))


def test_nobody_confirms_what_they_asked_for(settled: House) -> None:
    """Mini Baccarat 12.5: reading P-02."""
    assert confirmed(settled.as_("Dora")) == (422, "second_person_needed")
    assert not is_void(settled)


def test_a_second_browser_is_no_second_person(settled: House) -> None:
    """Mini Baccarat 12.5: reading P-02; names are one person's whatever their letters."""
    client = settled.browser()
    assert client.sign_in("DORA").json()["name"] == "Dora"
    assert confirmed(client) == (422, "second_person_needed")
    assert not is_void(settled)


def test_another_office_is_no_second_person(settled: House) -> None:
    """Mini Baccarat 12.5: reading P-02; raised in between, Dora is still Dora."""
    settled.as_("Chen").send("PATCH", "/api/people/Dora", json={"office": "gaming manager"})
    assert confirmed(settled.as_("Dora")) == (422, "second_person_needed")
    assert not is_void(settled)


def test_the_name_of_another_in_the_order_is_no_second_person(settled: House) -> None:
    """An order says what, never who: who gives it is whoever has signed in."""
    for more in ({"actor": "Gita"}, {"by": "Gita"}, {"person": "Gita"}):
        answer = settled.as_("Dora").order({**CONFIRM, **more}, "as another")
        assert (answer.status_code, answer.json()["code"]) == (400, "not_understood")
    assert not is_void(settled)


def test_the_key_of_another_s_order_confirms_nothing(settled: House) -> None:
    """The same key from somebody else is another order, not an answer given again."""
    assert confirmed(settled.as_("Ana"), "ask") == (403, "role_may_not")
    assert not is_void(settled)


def test_a_second_person_confirms(settled: House) -> None:
    """Mini Baccarat 12.5: reading P-02."""
    assert confirmed(settled.as_("Gita"))[0] == 200
    assert is_void(settled)
    last = settled.floor.log.read("table/1")[-1]
    assert last.actor == "Gita"


@pytest.mark.parametrize("slug", ["mini-baccarat", "tournament-blackjack"])
def test_one_office_alone_does_not_check_what_was_replaced(house: House, slug: str) -> None:
    """Mini Baccarat 2.3, Tournament Blackjack 2.4: two offices confirm, each by its own account."""
    runner, directed = house.floor.runner, slug.startswith("tournament-")
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    house.floor.desk.create_hashed(Account("Gita", str(by)), HASH, None)
    take(runner, "1", opening_of(slug), by, "Gita")
    table = runner.table("table/1")
    for command, office in game(slug).ready(table.play):
        take(runner, "1", command, office, "Eli")
    gita = house.as_("Gita")
    assert gita.order({"type": "ReplaceCards", "cards": ["As"]}, "replace").status_code == 200
    first, again = (gita.order({"type": "ConfirmReplacement"}, key) for key in ("one", "two"))
    assert first.status_code == 200
    assert (again.status_code, again.json()["code"]) == (422, "nothing_to_check")
    assert table.play.replacements_unchecked == {"dealer"}
    assert house.as_("Eli").order({"type": "ConfirmReplacement"}, "dealer").status_code == 200
    assert not table.play.replacements_unchecked
