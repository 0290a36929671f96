"""Whose order is taken: the list of a table's staff, the dealer who is in, and the Director."""

from __future__ import annotations

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.seven_up_baccarat.state import OrderCardCheck
from houseway.records import sentences
from houseway.rulebook.roles import Role, Signature
from houseway.table.people import (
    AskCorrection,
    AssignStaff,
    ConfirmCorrection,
    DealerRelieved,
    DropCorrection,
    MakeAnnouncement,
    RecordNotification,
    ReleaseStaff,
    RelieveDealer,
)
from houseway.table.table import MACHINE
from houseway.table.vocabulary import CloseTable, PutUpSign
from tests.table.floor import Floor, as_json

DEALER_TERM = dict.fromkeys(slugs(), "terms: Dealer") | {
    "seven-up-baccarat": "1.1 dealer",
    "three-card-baccarat": "1.1 dealer",
    "casino-war": "1.1 dealer",
}


ORDERS = [
    AssignStaff("Chen", "dealer"),
    ReleaseStaff("Chen"),
    RelieveDealer("Gita"),
    MakeAnnouncement("last coup"),
    RecordNotification("the Commission", "the review of dispute 1", "letter"),
    RecordNotification("inspector", "the cards"),
    AskCorrection(as_json(c.SettleWagers()), "paid at 1 to 1, not at 19 to 20"),
    ConfirmCorrection(1),
    DropCorrection(2),
]


@pytest.mark.parametrize("order", ORDERS, ids=lambda order: type(order).__name__)
def test_an_order_is_its_sentence(order: c.Command) -> None:
    """What a person types is the order, and the order is what was typed."""
    assert sentences.read(sentences.write(order), MACHINE.commands) == order


def test_a_table_without_a_list_takes_every_office_as_it_comes() -> None:
    """Reading P-01: a record that names nobody goes on."""
    floor = Floor("mini-baccarat", staffed=False)
    floor.did("", c.OpenBetting(), Role.DEALER)
    floor.did("Ben", c.PlaceWager("Ana", "banker", 10_00))


def test_staff_who_are_not_on_the_list_give_no_orders() -> None:
    """Mini Baccarat terms: Casino Operator: each decision is made by a person known to hold it."""
    floor = Floor("mini-baccarat", staffed=False)
    floor.did("Dora", AssignStaff("Dora", "supervisor"))
    assert floor.refused("Eli", PutUpSign("closing", 0)) == ("not_assigned", "")
    assert floor.refused("Chen", c.OpenBetting()) == ("not_assigned", "")
    assert floor.refused("", PutUpSign("closing", 0), Role.GAMING_SUPERVISOR)[0] == "not_assigned"
    assert floor.refused("Dora", c.OpenBetting(), Role.DEALER) == ("not_assigned", "")
    floor.did("Dora", PutUpSign("closing", 0))


def test_the_list_outlives_its_last_person() -> None:
    """Reading P-01: from the first assignment on; a list that is empty lets nobody in."""
    floor = Floor("mini-baccarat", staffed=False)
    floor.did("Dora", AssignStaff("Dora", "supervisor"))
    floor.did("Dora", ReleaseStaff("Dora"))
    assert floor.refused("Dora", PutUpSign("closing", 0)) == ("not_assigned", "")
    floor.did("Eli", AssignStaff("Dora", "supervisor"))
    floor.did("Dora", PutUpSign("closing", 0))


def test_nobody_puts_themselves_on_a_list_that_has_people_on_it() -> None:
    """Reading P-01."""
    floor = Floor("casino-war", staffed=False)
    floor.did("Dora", AssignStaff("Chen", "dealer"))
    assert floor.refused("Dora", AssignStaff("Dora", "supervisor")) == ("own_assignment", "")
    floor.did("Eli", AssignStaff("Dora", "supervisor"))
    assert floor.table.staff == {"Chen": Role.DEALER, "Dora": Role.GAMING_SUPERVISOR}


@pytest.mark.parametrize(
    ("person", "office", "code"),
    [
        ("Ines", "inspector", "no_such_office"),  # belongs to no table
        ("Ana", "patron", "no_such_office"),
        ("Ana", "king", "no_such_office"),
        ("", "dealer", "nobody_named"),
        ("house", "dealer", "nobody_named"),
        ("device shoe-4", "dealer", "nobody_named"),
    ],
)
def test_only_people_in_offices_of_a_table_are_assigned(
    person: str, office: str, code: str
) -> None:
    """7-Up Baccarat 1.1 inspector; Casino War 1.1 inspector: an outside role, at every table."""
    floor = Floor("seven-up-baccarat", staffed=False)
    assert floor.refused("Dora", AssignStaff(person, office)) == (code, "")


def test_an_inspector_stands_on_no_list_and_is_heard_at_every_table() -> None:
    """7-Up Baccarat 3.9 and 1.1 inspector: an inspector may order a check of the cards."""
    floor = Floor("seven-up-baccarat")
    floor.did("Ines", OrderCardCheck())
    assert floor.table.play.card_check == "ordered"


@pytest.mark.parametrize("slug", slugs())
def test_one_dealer_is_in_at_a_time_and_the_hand_over_is_on_record(slug: str) -> None:
    """Mini Baccarat terms: Dealer; Tournament Blackjack terms: Dealer; Tournament Canberra Poker
    terms: Dealer; Tournament American Roulette terms: Dealer; Tournament Mini-Baccarat terms:
    Dealer; Tournament Pai Gow terms: Dealer; 7-Up Baccarat 1.1 dealer; Casino War 1.1 dealer;
    Three Card Baccarat 1.1 dealer."""
    floor, term = Floor(slug), DEALER_TERM[slug]
    floor.at_us = 90
    call = c.RaiseDispute("Ana", "the dealer was rude")
    assert floor.refused("Gita", call) == ("not_dealing", term)
    (relieved,) = floor.did("Gita", RelieveDealer("Gita"))
    by = Signature("Gita", Role.DEALER, 90)
    assert relieved == DealerRelieved("Chen", "Gita", by, floor.cite(term))
    assert floor.refused("Chen", call) == ("not_dealing", term)
    floor.did("Gita", call)


def test_a_dealer_who_is_in_is_relieved_before_leaving_a_round() -> None:
    """Mini Baccarat terms: Dealer: a round under way is never without its dealer."""
    floor = Floor("mini-baccarat")
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "banker", 10_00))
    assert floor.refused("Dora", ReleaseStaff("Chen")) == ("dealer_in", "terms: Dealer")
    assert floor.refused("Dora", AssignStaff("Chen", "supervisor"))[0] == "dealer_in"
    assert floor.refused("Dora", RelieveDealer("Ben")) == ("not_assigned", "terms: Dealer")
    assert floor.refused("Dora", RelieveDealer("Chen")) == ("dealer_in", "terms: Dealer")
    floor.did("Dora", RelieveDealer("Gita"))
    floor.did("Dora", ReleaseStaff("Chen"))
    assert floor.refused("Chen", c.CallNoMoreBets()) == ("not_assigned", "")


def test_between_rounds_the_dealer_may_go_and_nobody_deals() -> None:
    """Mini Baccarat terms: Dealer."""
    floor = Floor("mini-baccarat")
    floor.did("Dora", ReleaseStaff("Chen"))
    assert floor.table.dealer == ""
    assert floor.refused("Gita", c.OpenBetting()) == ("not_dealing", "terms: Dealer")


def test_a_patron_orders_in_the_patrons_own_name_and_staff_may_enter_it() -> None:
    """Reading P-01; Mini Baccarat 4.1: a wager is the participant's own."""
    floor = Floor("mini-baccarat")
    floor.did("Chen", c.OpenBetting())
    wager = c.PlaceWager("Ana", "banker", 10_00)
    assert floor.refused("Ben", wager) == ("not_your_own", "")
    floor.did("Ana", wager)
    assert floor.refused("Ben", c.WithdrawWager("Ana", "banker")) == ("not_your_own", "")
    floor.did("Chen", c.WithdrawWager("Ana", "banker"))


def test_the_house_and_its_devices_report_facts_at_a_table_with_a_list() -> None:
    """Reading P-01: an electronic shoe has no place on a list of people."""
    floor = Floor("mini-baccarat")
    floor.did("house", c.OpenBetting(), Role.DEALER)
    floor.did("Ana", c.PlaceWager("Ana", "banker", 10_00))
    floor.did("device shoe-4", c.CallNoMoreBets(), Role.DEALER)
    floor.did("device shoe-4", c.DealCard(Card("2h")), Role.DEALER)
    dispute = c.RaiseDispute("Ana", "a card was seen")
    floor.did("Ana", dispute)
    for machine in ("house", "device shoe-4"):
        decided = floor.refused(machine, c.DecideDispute(1, "no"), Role.GAMING_SHIFT_MANAGER)
        assert decided == ("person_decides", "")


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug.startswith("tournament-")])
def test_at_the_tables_of_2002_the_director_decides(slug: str) -> None:
    """Tournament Blackjack terms: Tournament Director; Tournament Canberra Poker terms: Tournament
    Director; Tournament American Roulette terms: Tournament Director; Tournament Mini-Baccarat
    terms: Tournament Director; Tournament Pai Gow terms: Tournament Director: reading G11."""
    floor = Floor(slug)
    director = ("role_may_not", "terms: Tournament Director")
    assert floor.refused("Dora", CloseTable()) == director
    assert floor.refused("Dora", PutUpSign("closing", 0)) == director
    floor.did("Hana", PutUpSign("closing", 0))
    floor.did("Hana", CloseTable())
