"""The dealer console over HTTP: who may have it, what stands on it, what a ruling would be."""

from __future__ import annotations

import html
import re
from typing import Any

import msgspec
import pytest

from houseway.driving import GUEST, next_command
from houseway.equipment.cards import Card
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.games.preparing import TakeAsPrepared
from houseway.games.tournament_blackjack import state as blackjack
from houseway.games.tournament_pai_gow import state as pai_gow
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.runner import Order
from houseway.service.consoles.dealer.pages import money, preparation
from houseway.service.consoles.dealer.step import step
from houseway.table.offers import offers
from houseway.table.people import AssignStaff, RelieveDealer
from houseway.table.state import Table
from houseway.table.table import decide, evolve
from houseway.table.view import Viewer, view
from tests.offices import opening_of
from tests.service.conftest import House

ELI = Viewer(Role.DEALER, name="Eli")


def _give(house: House, command: Any, by: Role = Role.DEALER, actor: str = "Eli") -> None:
    key = f"{actor} {house.floor.runner.version('table/1')}"
    answer = house.floor.runner.order("table/1", Order(command, by, actor, key))
    assert answer.refused is None, answer.refused


def _staffed(house: House) -> None:
    """Eli is on the list of table 1, and deals."""
    house.open_table()
    _give(house, AssignStaff("Eli", Role.DEALER), Role.GAMING_SUPERVISOR, "Dora")
    _give(house, RelieveDealer("Eli"))


def _settled(house: House) -> None:
    """Player 7 and Banker 9, with $100 of Ana's on banker, paid."""
    _give(house, c.OpenBetting())
    _give(house, c.PlaceWager("Ana", "banker", dollars(100)), Role.PATRON, "Ana")
    _give(house, c.CallNoMoreBets())
    for card in ("5h", "9c", "2d", "Kd"):
        _give(house, c.DealCard(Card(card)))
    _give(house, c.SettleWagers())


def test_at_a_table_with_a_list_the_dealer_who_is_in_sees_the_next_step_as_the_own(
    house: House,
) -> None:
    house.open_table()
    _give(house, AssignStaff("Eli", Role.DEALER), Role.GAMING_SUPERVISOR, "Dora")
    assert house.as_("Eli").get("/api/tables/1").json()["next"]["mine"] is False

    _give(house, RelieveDealer("Eli"))

    found = house.as_("Eli").get("/api/tables/1").json()["next"]
    assert found["mine"] is True
    assert found["command"] == {"type": "OpenBetting"}


def test_the_list_of_tables_says_that_betting_is_open(house: House) -> None:
    """In the words of the pit, and not those that the game has for the step."""
    house.open_table()
    assert "Betting is open" not in house.as_("Eli").get("/dealer").text
    _give(house, c.OpenBetting())
    assert "Betting is open" in house.as_("Eli").get("/dealer").text


@pytest.mark.parametrize("path", ["/dealer", "/dealer/1", "/dealer/1/orders/more"])
@pytest.mark.parametrize(("name", "status"), [("Eli", 200), ("Dora", 200), ("Ana", 403)])
def test_the_console_is_for_staff(house: House, path: str, name: str, status: int) -> None:
    house.open_table()
    assert house.as_(name).get(path).status_code == status


def test_what_is_not_there_is_not_found(house: House) -> None:
    house.open_table()
    eli = house.as_("Eli")
    assert eli.get("/dealer/2").status_code == 404
    assert eli.get("/dealer/1/orders/wishes").status_code == 404


def test_a_ruling_is_foreseen_and_nothing_is_done(house: House) -> None:
    """Mini Baccarat 12.4: an error of placement holds the round for the supervisor."""
    house.open_table()
    _settled(house)
    before = house.floor.runner.version("table/1")

    said = house.as_("Eli").send(
        "POST", "/dealer/1/ruling", data={"type": "ReportPlacementError"}
    ).text  # fmt: skip

    assert "Round held: round 1" in said
    assert "Waiting for the supervisor." in said
    assert _order(said) == {"type": "ReportPlacementError"}
    assert house.floor.runner.version("table/1") == before


def test_a_button_says_what_it_records_with_the_amount_as_people_write_it(house: House) -> None:
    """Mini Baccarat 4.1: a patron's chips, $1,250.50 and not as records have it."""
    house.open_table()
    asked = {"type": "BringChips", "patron": "Ana", "amount": "1250.50"}

    said = house.as_("Eli").send("POST", "/dealer/1/ruling", data=asked).text

    assert "Record: Ana brings $1,250.50" in said


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"type": "ReportExcessCard", "card": "1x"}, "is not a card"),
        ({"type": "RebuildRound"}, "Cards is not filled in"),
        ({"type": "Wish"}, "Wish is not a command of this game"),
    ],
)
def test_what_cannot_be_read_is_said(house: House, given: dict[str, str], wrong: str) -> None:
    house.open_table()
    answer = house.as_("Eli").send("POST", "/dealer/1/ruling", data=given)
    assert answer.status_code == 200
    assert wrong in html.unescape(answer.text)


def test_what_was_settled_is_put_right_by_two_with_a_reason(house: House) -> None:
    """Mini Baccarat 12.4, reading P-02: the dealer asks with a reason, a second person confirms."""
    _staffed(house)
    _settled(house)
    _give(house, ReportPlacementError())
    rebuild = {"type": "RebuildRound", "cards": "5h Kd 2d 9c"}
    eli = house.as_("Eli")

    first = eli.send("POST", "/dealer/1/ruling", data=rebuild).text
    assert "a second person must confirm it" in first
    assert 'name="reason"' in first
    assert "data-order" not in first

    second = eli.send("POST", "/dealer/1/ruling", data={**rebuild, "reason": "two cards swapped"})
    asked = _order(second.text)
    assert asked["type"] == "AskCorrection"
    assert asked["reason"] == "two cards swapped"
    assert eli.order(asked).status_code == 200


def _order(said: str) -> Any:
    found = re.search(r"data-order='([^']*)'", said)
    assert found, said
    return msgspec.json.decode(html.unescape(found[1]))


# What stands on it


def _table(slug: str, *orders: c.Command, **opening: Any) -> Table:
    table = Table()
    directed = slug.startswith("tournament-")
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    for command, office in ((opening_of(slug, **opening), by), *((x, Role.DEALER) for x in orders)):
        ruling = decide(table, command, office, 0, "Eli")
        assert isinstance(ruling, Accepted)
        for event in ruling.events:
            evolve(table, event)
    return table


def _step(table: Table) -> Any:
    return step(table, view(table, "1", 1, ELI), ELI, 0, offers(table, ELI))


# What each document asks for before play: worked out from the documents, in their order.
PREPARATIONS = """
    mini-baccarat             check shuffle cut cutting_card burn
    seven-up-baccarat         shuffle burn
    three-card-baccarat       check shuffle cut cutting_card burn
    casino-war                check shuffle cut cutting_card burn
    tournament-mini-baccarat  check shuffle cut cutting_card burn
    tournament-canberra-poker check shuffle cut
    tournament-pai-gow        check shuffle cut
    tournament-blackjack      check shuffle cut cutting_card
    tournament-roulette       check
"""


@pytest.mark.parametrize("line", PREPARATIONS.split("\n")[1:-1], ids=lambda line: line.split()[0])
def test_the_preparation_is_the_list_of_the_document(line: str) -> None:
    slug, *steps = line.split()
    found = preparation(_table(slug))
    assert [each.what.replace(" ", "_") for each in found] == steps
    assert [each.state for each in found] == ["now"] + ["to come"] * (len(steps) - 1)


def test_a_card_is_typed_for_the_hand_it_goes_to() -> None:
    """Casino War 7.1: a card face up to the box."""
    table = _table(
        "casino-war", TakeAsPrepared(), c.OpenBetting(),
        c.PlaceWager("Ana", "initial", dollars(20), 3), c.CallNoMoreBets(),
    )  # fmt: skip
    typed = _step(table).pad
    assert (typed.kind, typed.order, typed.field, typed.items) == (
        "cards", {"type": "DealCard"}, "card", 1
    )  # fmt: skip
    assert typed.to == "box 3"


def test_the_second_hand_of_a_split_pair_has_its_step() -> None:
    """Tournament Blackjack 10.2, 9.2(b) and 11.3: of split eights the second makes ten, which must
    draw and may be doubled."""
    table = _table(
        "tournament-blackjack", TakeAsPrepared(), c.OpenBetting(),
        c.PlaceWager("Ana", "blackjack", dollars(20), 3), c.CallNoMoreBets(),
        *(c.DealCard(Card(each)) for each in ("8s", "9d", "8h")), blackjack.SettleInterim(),
        blackjack.Split("Ana"),
        c.DealCard(Card("Ts")), blackjack.Stand("Ana"), c.DealCard(Card("2s")),
    )  # fmt: skip
    assert table.game.awaits(table.play).to == "box 3 hand 2"
    offered = {each.command["type"] for each in _step(table).choices}
    assert offered == {"Hit", "Double"}


def test_nothing_is_typed_that_the_rules_refuse() -> None:
    """Casino War 4.7, Mini Baccarat 5.3: the supervisor's cut, and cards burned face down."""
    pads = dict[str, object]()
    for slug in ("casino-war", "mini-baccarat", "tournament-mini-baccarat"):
        table = _table(slug)
        for _ in range(60):
            awaited = table.game.awaits(table.play)
            if awaited.what not in ("check", "shuffle", "cut", "cutting card", "burn"):
                break
            pads[f"{awaited.what} {awaited.who} {awaited.sentence}"] = _step(table).pad
            command, by = next_command(table.game, table.play, GUEST, lambda most: most // 2)
            ruling = decide(table, command, by, 1, "Eli")
            assert isinstance(ruling, Accepted), ruling
            for event in ruling.events:
                evolve(table, event)
    unseen = [pad for name, pad in pads.items() if "face down" in name]
    ours = [pad for name, pad in pads.items() if name.startswith("cut supervisor")]
    shown = [pad for name, pad in pads.items() if "face up" in name]
    assert unseen
    assert shown
    assert set(unseen) | set(ours) == {None}
    assert None not in shown


def test_no_card_is_typed_before_the_call() -> None:
    """Casino War 5.3, reading A-07: the console waits for the call, though no rule makes it."""
    placed = c.PlaceWager("Ana", "initial", dollars(20), 3)
    found = _step(_table("casino-war", TakeAsPrepared(), c.OpenBetting(), placed))
    assert found.pad is None
    assert found.main.command == {"type": "CallNoMoreBets"}
    assert found.main.key == "Enter n"


def test_no_order_of_a_patron_is_given_by_enter_alone() -> None:
    """Tournament Pai Gow 11.7: to concede is the patron's; Enter does not do it."""
    table = _table(
        "tournament-pai-gow", pai_gow.TakeTilesAsChecked(), pai_gow.ShuffleTiles(),
        pai_gow.StackTiles(), c.OpenBetting(), c.PlaceWager("Ana", "hand", dollars(40), 2),
        c.CallNoMoreBets(), pai_gow.ShakeCup(), pai_gow.OpenCup((2, 5, 6)),
        pai_gow.DeliverTiles(), pai_gow.RetrieveTiles(),
    )  # fmt: skip
    found = _step(table)
    assert found.main is None
    assert [(each.command["type"], each.key) for each in found.others] == [("ConcedeHand", "c")]
    assert (found.pad.kind, found.pad.items) == ("tiles", 4)
    assert found.pad.order == {"type": "SetHand", "patron": "Ana"}
    assert (found.pad.field, found.pad.halves) == ("low", "high")


@pytest.mark.parametrize(
    ("banker", "player", "side", "amount", "above"),
    [(100, 25, "banker", 75, True), (25, 50, "player", 25, False), (25, 25, "level", 0, False)],
)
def test_the_differential_is_shown_against_the_sign(
    banker: int, player: int, side: str, amount: int, above: bool
) -> None:
    table = _table(
        "mini-baccarat", TakeAsPrepared(), c.OpenBetting(),
        c.PlaceWager("Ana", "banker", dollars(banker)),
        c.PlaceWager("Ben", "player", dollars(player)),
    )  # fmt: skip
    table.play.limits = msgspec.structs.replace(table.play.limits, differential=dollars(50))
    found = money(table, view(table, "1", 1, ELI), ELI, 0).differential
    assert found is not None
    assert (found.side, found.amount, found.above) == (side, dollars(amount), above)
    assert found.limit == dollars(50)


@pytest.mark.parametrize(
    "slug",
    [
        "tournament-blackjack",
        "tournament-mini-baccarat",
        "tournament-canberra-poker",
    ],
)
def test_enter_never_records_that_a_patron_does_not_wager(slug: str) -> None:
    """It cannot be taken back, so it has a key of its own and not the one that moves on."""
    table = Table()
    for command, by in (
        (opening_of(slug), Role.TOURNAMENT_DIRECTOR),
        (TakeAsPrepared(), Role.DEALER),
        (c.JoinTable("Ana"), Role.PATRON),
        (c.OpenBetting(), Role.DEALER),
    ):
        ruling = decide(table, command, by, 0, "Ana" if by == Role.PATRON else "Eli")
        assert isinstance(ruling, Accepted), ruling
        for event in ruling.events:
            evolve(table, event)
    shown = view(table, "1", 1, ELI)

    found = step(table, shown, ELI, 0, offers(table, ELI))

    acts = [each for each in (found.main, *found.others) if each]
    refusing = [each.key for each in acts if each.kind.sits_out]
    assert refusing
    assert "Enter" not in " ".join(refusing)
