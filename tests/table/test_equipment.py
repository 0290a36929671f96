"""Devices, shoes and sets of cards by their identifiers, and where sets are secured."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import malfunction as mv
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.preparing import TakeAsPrepared
from houseway.games.seven_up_baccarat.state import (
    DeckChecked,
    LoadFactoryCards,
    RecordDeckCheck,
)
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role, Signature
from houseway.rulebook.ruling import Refused
from houseway.table import vocabulary as v
from houseway.table.table import Table, decide, evolve
from houseway.table.vocabulary import Equipment, OpenTable

SEVEN_UP, THREE_CARD, WAR = "seven-up-baccarat", "three-card-baccarat", "casino-war"
STAR = (SEVEN_UP, THREE_CARD, WAR)
NOW = 1_800_000_000_000_000
DEVICE, SHOE = Equipment("shuffling device", "S-7"), Equipment("shoe", "H-7")
CARDS = Equipment("card set", "C-1")
BY = Signature("Dora", Role.GAMING_SUPERVISOR, NOW)

# Where the cards come from, which are checked, where they are secured, and the second device.
# fmt: off
CLAUSES = [
    (SEVEN_UP,   DEVICE, "2.3.1", "3.4", "3.5", "13.1.3"),
    (THREE_CARD, SHOE,   "2.3.1", "3.5", "3.6", "13.1.4"),
    (WAR,        SHOE,   "2.4.1", "3.3", "3.4", "12.1.4"),
]
# fmt: on
EACH = pytest.mark.parametrize(("slug", "source", "dealt", "check", "storage", "second"), CLAUSES)


class Desk:
    """A table at which a supervisor and a dealer give commands."""

    def __init__(self) -> None:
        self.table = Table()

    def ask(
        self, command: Command, by: Role = Role.GAMING_SUPERVISOR
    ) -> Refused | tuple[Event, ...]:
        ruling = decide(self.table, command, by, NOW, "Dora")
        if isinstance(ruling, Refused):
            return ruling
        for event in ruling.events:
            evolve(self.table, event)
        return ruling.events


def opening(slug: str, *equipment: Equipment) -> OpenTable:
    return OpenTable(slug, published="2016-08-19", reference="a website", equipment=equipment)


def opened(slug: str, *equipment: Equipment) -> Desk:
    desk = Desk()
    assert isinstance(desk.ask(opening(slug, *equipment)), tuple)
    return desk


@EACH
def test_a_table_opens_with_the_identifiers_of_its_source_and_its_cards(
    slug: str, source: Equipment, dealt: str, check: str, storage: str, second: str
) -> None:
    """7-Up Baccarat 2.3.1 and 3.4, Three Card Baccarat 2.3.1 and 3.5, Casino War 2.4.1 and 3.3: no
    word among the options stands for it."""
    cite = document(slug)
    other = SHOE if source == DEVICE else DEVICE
    unnamed = Equipment(source.kind, " ")
    for listed in ((), (CARDS,), (CARDS, other), (CARDS, unnamed)):
        refused = Desk().ask(opening(slug, *listed))
        assert refused == Refused("equipment_not_identified", cite(dealt)), listed
    without_cards = Desk().ask(opening(slug, source))
    assert without_cards == Refused("equipment_not_identified", cite(check))
    twice = Desk().ask(opening(slug, source, CARDS, Equipment("card set", source.identifier)))
    assert twice == Refused("registered_already", cite(dealt))
    table = opened(slug, source, CARDS).table
    assert table.equipment == {source.identifier: source.kind, "C-1": "card set"}


def test_a_document_without_such_a_clause_has_no_register() -> None:
    desk = Desk()
    order = OpenTable("mini-baccarat", published="2017-12-07", reference="NI2017-633")
    assert isinstance(desk.ask(order), tuple)
    for command in (v.RegisterEquipment("shoe", "H-1"), v.StoreCards("C-1", "the safe")):
        assert desk.ask(command) == Refused("no_register")


@EACH
def test_the_register_grows_and_shrinks(
    slug: str, source: Equipment, dealt: str, check: str, storage: str, second: str
) -> None:
    """7-Up Baccarat 2.3.1, Three Card Baccarat 2.3.1, Casino War 2.4.1."""
    desk, cite = opened(slug, source, CARDS), document(slug)
    assert desk.ask(v.RegisterEquipment("shoe", "H-9")) == (
        v.EquipmentRegistered("shoe", "H-9", BY, cite(dealt)),
    )
    twice = desk.ask(v.RegisterEquipment("card set", "H-9"))
    assert twice == Refused("registered_already", cite(dealt))
    assert desk.ask(v.RemoveEquipment("H-9")) == (v.EquipmentRemoved("H-9", BY, cite(dealt)),)
    assert desk.ask(v.RemoveEquipment("H-9")) == Refused("not_in_register", cite(dealt))
    assert desk.ask(v.RegisterEquipment("hat", "H-8")) == Refused("no_such_kind", cite(dealt))
    dealer = desk.ask(v.RegisterEquipment("shoe", "H-8"), Role.DEALER)
    assert dealer == Refused("role_may_not", cite(dealt))


def test_a_check_names_the_sets_in_use() -> None:
    """Three Card Baccarat 3.5 and Casino War 3.3: the identifiers of the decks are on record."""
    for slug, clause in ((THREE_CARD, "3.5"), (WAR, "3.3")):
        desk = opened(slug, SHOE, CARDS, Equipment("card set", "C-2"))
        desk.ask(v.StoreCards("C-2", "the safe", "seal 4711"))
        expected = e.CardsChecked(Role.DEALER, document(slug)(clause), ("C-1",))
        assert desk.ask(c.CheckCards(), Role.DEALER) == (expected,)


def test_a_check_by_a_device_names_the_device() -> None:
    """Casino War 3.3, Three Card Baccarat 3.5, 7-Up Baccarat 3.4: a device that is not in the
    register checks nothing."""
    seven_up = document(SEVEN_UP)
    for clause in (document(WAR)("3.3"), document(THREE_CARD)("3.5")):
        desk = opened(WAR if clause.startswith("Casino War") else THREE_CARD, SHOE, CARDS)
        unknown = desk.ask(c.CheckByDevice(), Role.DEALER)
        assert unknown == Refused("equipment_not_identified", clause)
        desk.ask(v.RegisterEquipment("deck-checking device", "D-3"))
        checked = e.CardsChecked("deck-checking device", clause, ("C-1", "D-3"))
        assert desk.ask(c.CheckByDevice(), Role.DEALER) == (checked,)
    desk = opened(SEVEN_UP, DEVICE, CARDS)
    by_hand = desk.ask(RecordDeckCheck("the dealer"), Role.DEALER)
    assert by_hand == (DeckChecked("the dealer", seven_up("3.4"), ("C-1",)),)
    desk.ask(v.RegisterEquipment("deck-checking device", "D-3"))
    by_device = desk.ask(RecordDeckCheck("a deck-checking device"), Role.DEALER)
    clause = seven_up("1.1 deck-checking device")
    assert by_device == (DeckChecked("a deck-checking device", clause, ("C-1", "D-3")),)


@EACH
def test_where_a_set_is_secured_is_on_record_with_who_and_when(
    slug: str, source: Equipment, dealt: str, check: str, storage: str, second: str
) -> None:
    """7-Up Baccarat 3.5, Three Card Baccarat 3.6, Casino War 3.4: until it is required."""
    desk, cite = opened(slug, source, CARDS), document(slug)
    stored = desk.ask(v.StoreCards("C-2", "the safe of pit 2", "seal 4711"))
    assert stored == (v.CardsStored("C-2", "the safe of pit 2", "seal 4711", BY, cite(storage)),)
    assert desk.table.stored["C-2"].by == BY
    again = desk.ask(v.StoreCards("C-2", "a drawer"))
    assert again == Refused("stored_already", cite(storage))
    wrong = desk.ask(v.StoreCards(source.identifier, "a drawer"))
    assert wrong == Refused("not_a_card_set", cite(storage))
    assert desk.ask(v.ReleaseCards("C-1")) == Refused("not_stored", cite(storage))
    assert desk.ask(v.ReleaseCards("C-2")) == (v.CardsReleased("C-2", BY, cite(storage)),)
    assert desk.table.stored == {}
    assert desk.table.equipment["C-2"] == "card set"


LOADED = {  # what comes before pre-shuffled cards are loaded, and the clause of their loading
    SEVEN_UP: ((), "1.1 casino pre-shuffled cards"),
    THREE_CARD: ((c.CheckCards(),), "3.6"),
    WAR: ((c.CheckCards(),), "3.4"),
}


def loading(slug: str, source: Equipment) -> Desk:
    desk = opened(slug, source, CARDS)
    for command in LOADED[slug][0]:
        assert isinstance(desk.ask(command, Role.DEALER), tuple)
    return desk


@pytest.mark.parametrize(("slug", "storage"), [(SEVEN_UP, "3.5"), (THREE_CARD, "3.6")])
def test_pre_shuffled_cards_come_out_of_secured_storage(slug: str, storage: str) -> None:
    """7-Up Baccarat 3.5, Three Card Baccarat 3.6: they "shall be secured" until they are required.

    A set is loaded once for each release.
    """
    desk, cite = loading(slug, DEVICE if slug == SEVEN_UP else SHOE), document(slug)
    load = c.LoadPreshuffledCards()
    unsecured = Refused("cards_not_secured", cite(storage))
    assert desk.ask(load, Role.DEALER) == unsecured
    assert desk.ask(v.StoreCards("C-2", "the safe of pit 2")) == unsecured
    desk.ask(v.StoreCards("C-2", "the safe of pit 2", "seal 4711"))
    assert desk.ask(load, Role.DEALER) == unsecured
    desk.ask(v.ReleaseCards("C-2"))

    loaded = e.CardsShuffled("pre-shuffled", cite(LOADED[slug][1]))
    assert desk.ask(load, Role.DEALER) == (loaded,)
    assert desk.table.released == set()


def test_factory_cards_are_secured_like_others() -> None:
    """7-Up Baccarat 3.5, 1.1 Angel pre-shuffled cards."""
    desk = loading(SEVEN_UP, DEVICE)
    refused = desk.ask(LoadFactoryCards(), Role.DEALER)
    assert refused == Refused("cards_not_secured", document(SEVEN_UP)("3.5"))


@pytest.mark.parametrize(
    "back", [v.StoreCards("C-2", "the safe", "a seal"), v.RemoveEquipment("C-2")]
)
def test_a_set_that_went_away_again_is_not_loaded(back: Command) -> None:
    desk = loading(SEVEN_UP, DEVICE)
    for command in (v.StoreCards("C-2", "the safe", "a seal"), v.ReleaseCards("C-2"), back):
        assert isinstance(desk.ask(command), tuple)
    refused = desk.ask(c.LoadPreshuffledCards(), Role.DEALER)
    assert refused == Refused("cards_not_secured", document(SEVEN_UP)("3.5"))


def test_casino_war_may_secure_its_cards_and_need_not() -> None:
    """Casino War 3.4: "may be checked, pre-shuffled and secured"."""
    desk = loading(WAR, SHOE)
    assert isinstance(desk.ask(v.StoreCards("C-2", "the safe")), tuple)
    assert isinstance(desk.ask(c.LoadPreshuffledCards(), Role.DEALER), tuple)


def test_cards_shuffled_at_the_table_come_from_no_storage() -> None:
    desk = loading(THREE_CARD, SHOE)
    assert isinstance(desk.ask(c.ShuffleCards(), Role.DEALER), tuple)


def test_cards_in_storage_are_not_checked() -> None:
    """Casino War 3.3 and 3.4: what is secured is not in use."""
    desk = opened(WAR, SHOE, CARDS)
    desk.ask(v.StoreCards("C-1", "the safe"))
    refused = desk.ask(c.CheckCards(), Role.DEALER)
    assert refused == Refused("equipment_not_identified", document(WAR)("3.3"))


def test_another_device_is_at_hand_only_if_the_register_has_it() -> None:
    """7-Up Baccarat 13.1.3: its identifier is known."""
    desk, cite = opened(SEVEN_UP, DEVICE, CARDS), document(SEVEN_UP)
    dealer, supervisor = Role.DEALER, Role.GAMING_SUPERVISOR
    for command, by in (
        (TakeAsPrepared(), dealer),
        (c.OpenBetting(), dealer),
        (c.PlaceWager("Ana", "banker", 10_00, 1), dealer),
        (c.DealCard(Card("9c")), dealer),
        (mv.ReportMalfunction(), dealer),
        (mv.AnswerMalfunction("no disadvantage"), supervisor),
    ):
        assert isinstance(desk.ask(command, by), tuple), command
    refused = desk.ask(mv.AnswerMalfunction("device at hand"))
    assert refused == Refused("device_not_in_register", cite("13.1.3"))
    desk.ask(v.RegisterEquipment("shuffling device", "S-8"))
    assert isinstance(desk.ask(mv.AnswerMalfunction("device at hand")), tuple)


# The wager of Ana, and the clause by which a second device must be known.
SECOND = {THREE_CARD: ("player", "13.1.4"), WAR: ("initial", "12.1.4")}


@pytest.mark.parametrize("slug", SECOND)
def test_a_second_device_must_be_in_the_register(slug: str) -> None:
    """Three Card Baccarat 13.1.4 and Casino War 12.1.4: its identifier is known."""
    wager, number = SECOND[slug]
    desk = Desk()
    desk.ask(replace(opening(slug, DEVICE, CARDS), options={"source": "device"}))
    for command in (
        TakeAsPrepared(),
        c.OpenBetting(),
        c.PlaceWager("Ana", wager, 10_00, 1),
        c.DealCard(Card("9c")),
        mv.ReportMalfunction(),
    ):
        assert isinstance(desk.ask(command, Role.DEALER), tuple), command
    assert isinstance(desk.ask(mv.AnswerMalfunction("no disadvantage")), tuple)
    refused = desk.ask(mv.AnswerMalfunction("device at hand"))
    assert refused == Refused("device_not_in_register", document(slug)(number))
    desk.ask(v.RegisterEquipment("shuffling device", "S-8"))
    assert isinstance(desk.ask(mv.AnswerMalfunction("device at hand")), tuple)


def test_a_log_from_before_the_register_goes_on_without_it() -> None:
    """A table that was opened without identifiers replays the same and names nothing."""
    desk = opened(WAR, SHOE, CARDS)
    desk.table.equipment.clear()
    checked = e.CardsChecked(Role.DEALER, document(WAR)("3.3"))
    assert desk.ask(c.CheckCards(), Role.DEALER) == (checked,)
