"""Only the house introduces a face at a virtual table; at a recorded one patrons name none."""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from houseway.equipment.cards import DECK, Card
from houseway.equipment.tiles import PACK, face_fields, faces_of
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.commands import Command, forms_of
from houseway.games.fields import kinds_of as fields_of
from houseway.games.machine import fault_of
from houseway.games.mini_baccarat import state as mini
from houseway.games.tournament_canberra_poker import state as poker
from houseway.games.tournament_pai_gow import state as pai_gow
from houseway.games.tournament_roulette import state as roulette
from houseway.rulebook.roles import Role, Signature
from houseway.rulebook.ruling import Accepted, Refused
from houseway.soak.actors import Inventor
from houseway.table.faces import HOUSE_DEALS, STAFF_REPORT
from houseway.table.people import AskCorrection, ConfirmCorrection, CorrectionAsked
from houseway.table.state import Table
from houseway.table.table import MACHINE, decide, evolve
from tests.offices import decider, opening_of
from tests.table.virtual import VirtualTable, opened

GAMES = list(slugs())
NAMING_FORMS = {"card", "cards", "tiles", "dice"}


def kinds_of(slug: str) -> list[type[Command]]:
    return [*game(slug).orders, *MACHINE.commands]


@pytest.mark.parametrize("slug", GAMES)
def test_every_field_written_as_a_face_is_one_by_its_type(slug: str) -> None:
    """The guard reads types: a card, tile or roll in a sentence is one in the type as well."""
    for kind in kinds_of(slug):
        written = {name for name, form in forms_of(kind).items() if form in NAMING_FORMS}
        assert written <= set(face_fields(kind)), kind


def test_the_number_of_a_spin_and_the_boxes_of_stacks_are_faces() -> None:
    assert face_fields(roulette.ReportResult) == ("number",)
    assert face_fields(pai_gow.RebuildRound) == ("boxes",)
    assert face_fields(roulette.DollyPlaced) == ("on",)
    assert not face_fields(roulette.PlayNeighbours)


def naming(slug: str, count: int) -> Iterator[Command]:
    """Invented commands of a game and of the table itself that name at least one face."""
    inventor = Inventor(random.Random(slug))
    kinds = [kind for kind in kinds_of(slug) if face_fields(kind)]
    made = 0
    while made < count:
        command = inventor.order(kinds, ("Ana", "Ben", "player", "1"))
        if any(faces_of(command)):
            made += 1
            yield command


def test_no_role_changes_the_cards_the_odds_or_a_result_and_favours_are_logged() -> None:
    """Tournament Canberra Poker 14.7(b): each command with a card, in each role, at each moment;
    no command holds odds."""
    floor, nine = VirtualTable("tournament-canberra-poker"), Card("9h")
    named: list[Command] = [
        c.BurnCard(nine), c.ReplaceCards((nine,)), c.DealCard(nine), poker.DealHands(nine),
        poker.PickUpCards("Una", (nine,)), poker.RevealHand("Una", (nine,)),
        poker.ReportExposedCard("Una", nine), poker.RebuildHand("Una", (nine,)),
    ]  # fmt: skip
    kinds = {kind: fields_of(kind).values() for kind in kinds_of("tournament-canberra-poker")}
    assert {k for k, fields in kinds.items() if any(each.what == "card" for each in fields)} == {
        type(each) for each in named
    }
    assert not [k for k, fields in kinds.items() if any("odds" in each.what for each in fields)]
    for _ in range(60):
        floor.step()
        for by in Role:
            for command in named:
                ruling = decide(floor.table, command, by, actor="Una")
                assert isinstance(ruling, Refused), (by, command)
                assert ruling.code in ("house_deals", "role_may_not"), ruling
    breach = c.LogBreach("Eli", "showed Ana a card", "14.7(b)")
    logged = decide(floor.table, breach, Role.TOURNAMENT_DIRECTOR, actor="Dora")
    assert isinstance(logged, Accepted)


@pytest.mark.parametrize("slug", GAMES)
def test_nobody_but_the_house_names_a_face_at_a_virtual_table(slug: str) -> None:
    """Whatever the command, the face, the office and the moment: one answer."""
    floor = VirtualTable(slug)
    commands = naming(slug, 4_000)
    chance = random.Random(1)
    for _ in range(200):
        floor.step()
        for _ in range(20):
            by = chance.choice(list(Role))
            command = next(commands)
            mine = set(faces_of(command)) <= floor.own_faces(command, by)
            ruling = decide(floor.table, command, by, actor=floor.actor(command, by))
            assert mine or ruling == HOUSE_DEALS, (command, by, ruling)


@pytest.mark.parametrize("slug", GAMES)
def test_a_face_inside_a_correction_is_refused_in_the_same_words(slug: str) -> None:
    """A command that asks for another one is looked into: RebuildRound of a paid round, say."""
    table = VirtualTable(slug).after(rounds=1)
    for command in naming(slug, 200):
        if type(command) not in table.game.orders or fault_of(command):
            continue
        wrapped = AskCorrection(msgspec.json.encode(command).decode(), "the cards lay wrongly")
        for by in (Role.DEALER, Role.GAMING_SUPERVISOR, Role.GAMING_MANAGER):
            assert decide(table, wrapped, by, actor="Dora") == HOUSE_DEALS, command


def test_a_correction_asked_for_earlier_is_looked_into_when_it_is_confirmed() -> None:
    """As a log of an earlier version may have one waiting."""
    table = VirtualTable("mini-baccarat").after(rounds=1)
    order = '{"type":"RebuildRound","cards":["9h","8h","2c","2d"]}'
    signed = Signature("Dora", Role.GAMING_SUPERVISOR, 0)
    evolve(table, CorrectionAsked(1, order, "wrong", signed))

    ruling = decide(table, ConfirmCorrection(1), Role.GAMING_MANAGER, actor="Mia")

    assert ruling == HOUSE_DEALS


def test_staff_do_not_lay_the_open_cards_of_a_virtual_round_in_another_order() -> None:
    """Mini Baccarat 12.4 rebuilds what a hand misplaced; the house misplaces nothing."""
    floor = VirtualTable("mini-baccarat").until("settle")
    play = floor.table.play
    held = decide(floor.table, mini.ReportPlacementError(), Role.GAMING_SUPERVISOR, actor="Dora")
    for event in held.events if isinstance(held, Accepted) else ():
        evolve(floor.table, event)
    cards = (*play.banker, *play.player)

    ruling = decide(floor.table, c.RebuildRound(cards), Role.GAMING_SUPERVISOR, actor="Dora")

    assert ruling == HOUSE_DEALS


def test_a_patron_picks_up_no_cards_of_her_own_choice() -> None:
    """While another patron decides: a royal flush, and five cards that name a hidden one twice."""
    floor = VirtualTable("tournament-canberra-poker").until("choose")
    royal = tuple(Card(f"{rank}h") for rank in "AKQJT")
    answers = {
        decide(floor.table, poker.PickUpCards(who, cards), Role.PATRON, actor=who)
        for who in ("Ana", "Ben", "Chen")
        for cards in (royal, *((card, DECK[0], DECK[0], DECK[1], DECK[2]) for card in DECK))
    }
    assert answers == {HOUSE_DEALS}


def test_a_patron_sets_the_tiles_that_the_house_showed_to_her_and_no_others() -> None:
    """Tournament Pai Gow 9.1: the patron divides the own four tiles."""
    floor = VirtualTable("tournament-pai-gow").until("set", offered=True)
    awaited = floor.table.game.awaits(floor.table.play)
    own = awaited.choices[0]
    assert isinstance(own, pai_gow.SetHand)
    patron, other = own.patron, next(who for who in ("Ana", "Ben") if who != own.patron)
    assert isinstance(decide(floor.table, own, Role.PATRON, actor=patron), Accepted)
    for low in PACK:
        wrong = pai_gow.SetHand(patron, (low, low), own.high)
        if {low} - set(own.low):
            assert decide(floor.table, wrong, Role.PATRON, actor=patron) == HOUSE_DEALS
    for by, actor in ((Role.PATRON, other), (Role.DEALER, "Eli"), (Role.TOURNAMENT_DIRECTOR, "T")):
        assert decide(floor.table, own, by, actor=actor) == HOUSE_DEALS


def test_a_patron_names_no_face_at_a_recorded_table_either() -> None:
    """Staff or a device reports what lies there; a patron sets tiles that are on record."""
    table = opened("tournament-pai-gow", virtual=False)
    for command in (
        pai_gow.LookAtTiles("Ana", PACK[:4]),
        pai_gow.SetHand("Ana", PACK[:2], PACK[2:4]),
        pai_gow.AskHouseWay("Ana", PACK[:4]),
    ):
        assert decide(table, command, Role.PATRON, actor="Ana") == STAFF_REPORT
        ruling = decide(table, command, Role.DEALER, actor="Eli")
        assert isinstance(ruling, Refused)
        assert ruling.code != "staff_report"


def test_a_command_without_a_face_is_left_to_the_rules() -> None:
    table = VirtualTable("mini-baccarat").until("wagers").table
    ruling = decide(table, c.PlaceWager("Ana", "player", 25_00), Role.PATRON, actor="Ana")
    assert isinstance(ruling, Accepted)


@pytest.mark.parametrize("slug", GAMES)
def test_a_virtual_table_opens_with_nothing_dealt(slug: str) -> None:
    ruling = decide(Table(), opening_of(slug, virtual=True), decider(slug), actor="Dora")
    assert isinstance(ruling, Accepted)
    assert not any(face for event in ruling.events for face in faces_of(event))
