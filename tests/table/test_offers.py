"""What is offered was asked of `decide`, and is what happens when it is done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.games import game, slugs
from houseway.games.commands import Command, PlaceWager
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table.offers import Offer, Refusal, offers
from houseway.table.state import Notification, Table, roles_at
from houseway.table.table import MACHINE, decide
from houseway.table.view import Viewer
from tests.games.test_shared import Floor
from tests.table.tables import ANYBODY, DEALER, patron, table

GAMES = list(slugs())
STEPS = 120
EVERY = 4  # steps from one look at the offers to the next
NAMES = ("Ana", "Ben", "Dora")
OFFICES = (Role.DEALER, Role.GAMING_MANAGER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR)


def floors(slug: str) -> Iterator[tuple[Floor, Table]]:
    """Tables of a game every few steps of random play, one of them with mishaps."""
    for seed in (0, 1):
        floor = Floor(slug, seed, mishaps=seed == 1)
        found = Table(slug=slug, edition=floor.game.cite.id, play=floor.play)
        for step in range(STEPS):
            if floor.mishaps and floor.random.random() < 0.15:
                floor.order(*floor.absurd())
            floor.go_on()
            if step % EVERY == 0:
                yield floor, found


def command_of(found: Table, offer: Offer, **changes: Any) -> Command:
    """The order of an offer as a service would read it from what was sent."""
    kinds = {kind.__name__: kind for kind in (*found.game.orders, *MACHINE.commands)}
    return msgspec.convert({**offer.command, **changes}, kinds[offer.order])


def refusal(found: Table, command: Command, by: Role) -> Refusal | None:
    ruling = decide(found, command, by)
    if isinstance(ruling, Accepted):
        return None
    return Refusal(ruling.code, ruling.clause, ruling.detail)


@pytest.mark.parametrize("slug", GAMES)
def test_offers_to_patrons_never_lie(slug: str) -> None:
    """Every amount offered is accepted, and every refusal is the one that `decide` gives."""
    accepted = refused = 0
    for floor, found in floors(slug):
        for offer in offers(found, patron(floor.random.choice(NAMES))):
            if not offer.asked:
                continue
            if offer.refused:
                refused += 1
                command = command_of(found, offer)
                assert refusal(found, command, Role.PATRON) == offer.refused, floor.told()
                continue
            accepted += 1
            for amount in amounts(floor, offer):
                changes = {"amount": amount} if offer.maximum else {}
                command = command_of(found, offer, **changes)
                assert refusal(found, command, Role.PATRON) is None, (offer, floor.told())
    assert min(accepted, refused) > 50


def amounts(floor: Floor, offer: Offer) -> tuple[int, ...]:
    """The least, the most and one between them, in the steps of the offer."""
    if not offer.maximum:
        return (0,)
    steps = (offer.maximum - offer.minimum) // offer.multiple
    between = offer.minimum + floor.pick(steps + 1) * offer.multiple
    return offer.minimum, between, offer.maximum


@pytest.mark.parametrize("slug", GAMES)
def test_offers_to_staff_never_lie(slug: str) -> None:
    ready = 0
    for floor, found in floors(slug):
        for office in OFFICES:
            for offer in offers(found, Viewer(office)):
                if offer.asked:
                    ready += 1
                    command = command_of(found, offer)
                    assert refusal(found, command, office) == offer.refused, floor.told()
                else:
                    assert offer.facts
                    assert offer.refused is None
    assert ready > 100


@pytest.mark.parametrize("slug", GAMES)
def test_every_order_that_an_office_may_give_is_offered_and_no_other(slug: str) -> None:
    found = table(slug, "")
    for office in (*OFFICES, Role.GAMING_SUPERVISOR, Role.SURVEILLANCE):
        given = {offer.order for offer in offers(found, Viewer(office))}
        may = {kind.__name__ for kind, may in found.game.orders.items() if office in may.roles}
        own = {
            kind.__name__
            for kind, own in MACHINE.commands.items()
            if "open" in own.stages and office in roles_at(own, found.game)
        }
        assert given == may | own


@pytest.mark.parametrize("slug", GAMES)
def test_no_lawful_wager_is_missing_from_the_offers(slug: str) -> None:
    """Whatever wager random play places was offered a moment before."""
    placed = 0
    floor = Floor(slug, 5, mishaps=False)
    found = Table(slug=slug, edition=floor.game.cite.id, play=floor.play)
    for _ in range(STEPS):
        before = {
            name: {(o.wager, o.box) for o in offers(found, patron(name)) if not o.refused}
            for name in ("Ana", "Ben", "Chen")
        }
        given = len(floor.given)
        floor.go_on()
        for command in floor.given[given:]:
            if isinstance(command, PlaceWager) and command.patron in before:
                placed += 1
                spots = before[command.patron]
                box = {at for wager, at in spots if wager == command.wager}
                assert command.box in box if command.box else box
    assert placed


# By hand


def offered(found: Table, viewer: Viewer, order: str, **where: Any) -> Offer:
    (offer,) = [
        each
        for each in offers(found, viewer)
        if each.order == order and all(getattr(each, key) == to for key, to in where.items())
    ]
    return offer


def test_a_wager_is_offered_between_the_limits_of_the_sign() -> None:
    """Mini Baccarat 3.1 and 3.3: $10 to $500 in multiples of $5."""
    limits = "limits minimum=10 maximum=500 multiple=5\n"
    found = table("mini-baccarat", limits + "Ben wagers 25 on tie")

    offer = offered(found, patron("Ana"), "PlaceWager", wager="banker")
    assert (offer.minimum, offer.maximum, offer.multiple) == (1000, 50000, 500)
    assert offer.command == {
        "type": "PlaceWager", "patron": "Ana", "wager": "banker", "amount": 1000, "box": 0
    }  # fmt: skip


def test_chips_held_are_the_most_that_is_offered() -> None:
    """Ana holds $62.50: twelve fives and half a one; at $4 she is refused the least wager."""
    found = table("mini-baccarat", "patrons Ana=62.50 Ben=4\n Chen wagers 25 on tie")

    assert offered(found, patron("Ana"), "PlaceWager", wager="player").maximum == 6000
    refused = offered(found, patron("Ben"), "PlaceWager", wager="player").refused
    assert refused is not None
    assert refused.code == "not_enough_chips"


def test_a_wager_that_lies_there_is_changed_or_withdrawn() -> None:
    found = table("mini-baccarat", "Ana wagers 25 on tie")

    assert offered(found, patron("Ana"), "ChangeWager", wager="tie").refused is None
    assert offered(found, patron("Ana"), "WithdrawWager").command["wager"] == "tie"
    assert offered(found, patron("Ana"), "PlaceWager", wager="player").refused is None


def test_after_the_call_the_refusal_names_its_clause() -> None:
    """Mini Baccarat 4.6: no wager after no more bets."""
    found = table("mini-baccarat", "Ana wagers 25 on tie\n no more bets")

    refused = offered(found, patron("Ben"), "PlaceWager", wager="player").refused
    asked = decide(found, PlaceWager("Ben", "player", 5_00), Role.PATRON)
    assert isinstance(asked, Refused)
    assert refused == Refusal(asked.code, asked.clause, asked.detail)
    assert refused.clause == game("mini-baccarat").cite("4.6")


def test_a_tie_wager_waits_for_the_wager_it_needs() -> None:
    """Casino War 5.1.3: the Tie Wager goes with an Initial Wager on the same area."""
    found = table("casino-war", "Ana wagers 25 on initial in box 2")

    assert offered(found, patron("Ana"), "PlaceWager", wager="tie", box=2).refused is None
    alone = offered(found, patron("Ana"), "PlaceWager", wager="tie", box=3).refused
    assert alone is not None
    taken = offered(found, patron("Ben"), "PlaceWager", wager="initial", box=2).refused
    assert taken is not None


def test_the_choices_of_a_turn_are_ready() -> None:
    """Casino War 8.2.4: equal cards; war or surrender."""
    found = table("casino-war", "Ana wagers 25 on initial in box 1\n deal Kh Kd")

    ready = [o for o in offers(found, patron("Ana")) if o.group == "next step" and not o.facts]
    assert {offer.order for offer in ready} == {"GoToWar", "Surrender"}
    assert all(offer.command["box"] == 1 and offer.refused is None for offer in ready)
    assert not [o for o in offers(found, patron("Ben")) if o.order == "GoToWar" and not o.facts]


def test_facts_that_an_order_needs_are_asked_for() -> None:
    """Mini Baccarat 14.2: a breach is logged with the person and what was done."""
    found = table("mini-baccarat", "patrons Ana Ben")

    offer = offered(found, DEALER, "LogBreach")
    assert (offer.group, offer.asked) == ("provisions", False)
    person, category, what = offer.facts
    assert (category.name, category.required) == ("category", False)
    assert (person.name, person.form, person.choices) == ("person", "word", ("Ana", "Ben"))
    assert (what.name, what.form, what.required) == ("what", "words", True)


def test_what_is_owed_can_be_picked_from_a_list() -> None:
    found, clause = table("mini-baccarat", ""), game("mini-baccarat").cite("14.4")
    found.notifications.append(Notification("Commission", "the review of dispute 1", 90, clause))

    facts = {fact.name: fact for fact in offered(found, DEALER, "RecordNotification").facts}
    assert facts["to"].choices == ("Commission",)
    assert facts["about"].choices == ("the review of dispute 1",)
    assert not facts["means"].required


GROUPS = {
    "OpenBetting": "next step",
    "CallNoMoreBets": "calls",
    "ReportExcessCard": "irregularities",
    "JoinTable": "people",
    "PlaceWager": "wagers",
    "LogBreach": "provisions",
}


def test_orders_come_in_groups() -> None:
    found = table("mini-baccarat", "")

    groups = {offer.order: offer.group for offer in offers(found, DEALER)}
    assert {order: groups[order] for order in GROUPS} == GROUPS
    manager = {offer.order: offer.group for offer in offers(found, Viewer(Role.GAMING_MANAGER))}
    assert manager["SetLimits"] == manager["CloseTable"] == "house settings"


def test_a_passer_by_has_nothing_to_offer() -> None:
    assert offers(table("mini-baccarat", ""), ANYBODY) == ()


def test_before_a_table_is_opened_it_is_opened() -> None:
    assert offers(Table(), DEALER) == ()
    for office in (Role.GAMING_MANAGER, Role.TOURNAMENT_DIRECTOR):
        assert "OpenTable" in {offer.order for offer in offers(Table(), Viewer(office))}


def test_after_a_table_has_closed_disputes_go_on() -> None:
    """Mini Baccarat 14.4."""
    closed = table("mini-baccarat", "patrons Ana")
    closed.closed = True

    for_ana = {offer.order for offer in offers(closed, patron("Ana"))}
    assert "RaiseDispute" in for_ana
    assert not for_ana & {"PlaceWager", "JoinTable"}
    for_manager = {offer.order for offer in offers(closed, Viewer(Role.GAMING_SHIFT_MANAGER))}
    assert "DecideDispute" in for_manager
    assert not for_manager & {"OpenTable", "CloseTable", "SetLimits"}


def test_a_dealer_who_is_not_in_is_told_so() -> None:
    """A table with a list of its staff takes a dealer's orders from the dealer who is in."""
    found = table("mini-baccarat", "")
    found.staffed, found.staff, found.dealer = True, {"Chen": Role.DEALER}, "Chen"

    assert offered(found, Viewer(Role.DEALER, name="Chen"), "OpenBetting").refused is None
    refused = offered(found, Viewer(Role.DEALER, name="Dora"), "OpenBetting").refused
    assert refused is not None
    assert refused.code == "not_assigned"


@pytest.mark.parametrize(
    "slug",
    ["seven-up-baccarat", "three-card-baccarat", "casino-war", "tournament-mini-baccarat",
     "tournament-canberra-poker", "tournament-blackjack"],
)  # fmt: skip
def test_while_betting_is_closed_each_wager_is_asked_about_once(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The documents ask whether betting is open before they look at the box."""
    found = table(slug, "patrons Ana Ben")
    found.play.stage = "settled"
    asked = []

    def counted(at: Table, command: Command, *given: Any) -> Any:
        asked.extend([command] if isinstance(command, PlaceWager) else [])
        return decide(at, command, *given)

    monkeypatch.setattr("houseway.table.offers.decide", counted)
    spots = [each for each in offers(found, patron("Ana")) if each.order == "PlaceWager"]

    assert len(asked) == len({each.wager for each in spots}) < len(spots)
    assert all(each.refused for each in spots)
