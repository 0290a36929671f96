"""Every rule that needs two persons: one person in two offices, twice, or unnamed is not two."""

from __future__ import annotations

from itertools import product

import pytest

from houseway.amendments.reading import read_amendment
from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.games.commands import Command, RebuildRound, ReportLaterError
from houseway.games.machine import Given
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.rulebook.roles import Role, Signature, another_person, is_person, same_person
from houseway.rulebook.ruling import Accepted
from houseway.table import people
from houseway.table.people import (
    AskCorrection,
    AssignStaff,
    ConfirmCorrection,
    StepSigned,
)
from houseway.table.table import evolve
from tests.roles.test_matrix import some
from tests.table.floor import Floor, as_json, played

# What the documents have two persons do: the clause, the first step and the one of another person.
STEPS = """
    mini-baccarat              2.3  ConfirmReplacement  ConfirmReplacement
    mini-baccarat              4.7  AskNoBetCoup        DirectNoBetCoup
    mini-baccarat              4.7  AgreeNoBetCoup      DirectNoBetCoup
    mini-baccarat              5.2  AskRiffle           ApproveRiffle
    mini-baccarat              5.2  ApproveRiffle       RiffleCards
    seven-up-baccarat          4.3  ReportDroppedCards  ConfirmCollected
    seven-up-baccarat          7.4  AgreeNoBetCoup      PermitNoBetCoups
    casino-war                 4.2  AskRiffle           ApproveRiffle
    casino-war                 4.2  ApproveRiffle       RiffleCards
    tournament-roulette        2.3  ApproveBallChange   ChangeBall
    tournament-mini-baccarat   2.3  ConfirmReplacement  ConfirmReplacement
    tournament-canberra-poker  2.3  ConfirmReplacement  ConfirmReplacement
    tournament-canberra-poker  2.4  OrderDeckCheck      RecordDeckCheck
    tournament-pai-gow         2.3  ConfirmReplacement  ConfirmReplacement
    tournament-blackjack       2.4  ConfirmReplacement  ConfirmReplacement
"""
PAIRS = [tuple(line.split()) for line in STEPS.strip().splitlines()]
SPELLINGS = ("Dora", "DORA", " Dora ", "D\u043era", "Do\u200bra", "\uff24ora")
NOBODY = ("", " ", "\u200b", "house", "House", "device shoe-4", "device")
NATURAL = "2h 9c Kd Ks"


@pytest.mark.parametrize("name", SPELLINGS)
def test_another_spelling_is_the_same_person(name: str) -> None:
    """Other case, spaces, a Cyrillic letter, an invisible or a wide one: still Dora."""
    assert same_person("Dora", name)
    assert not another_person("Dora", name)
    assert another_person("Eli", name)


@pytest.mark.parametrize("name", NOBODY)
def test_the_house_a_device_and_an_unnamed_actor_are_no_persons(name: str) -> None:
    """Nobody confirms what a person did by being no person at all."""
    assert not is_person(name)
    assert not another_person("Dora", name)
    assert not another_person(name, "Dora")


def command(slug: str, name: str) -> Command:
    """The command of that name, entered by staff for no patron in particular."""
    (kind,) = [each for each in game(slug).orders if each.__name__ == name]
    found = some(kind)
    return type(found)(**{**_fields(found), "patron": ""}) if hasattr(found, "patron") else found


def _fields(found: Command) -> dict[str, object]:
    return {name: getattr(found, name) for name in found.__struct_fields__}


@pytest.mark.parametrize(("slug", "number", "first", "then"), PAIRS)
def test_the_second_step_takes_another_person(
    slug: str, number: str, first: str, then: str
) -> None:
    """By the clause of each rule, at a table without a list of staff."""
    floor = Floor(slug, staffed=False)
    evolve(floor.table, StepSigned(first, "Dora", Signature("Dora", Role.DEALER, 0)))
    step = command(slug, then)
    for name, office in product(SPELLINGS, Role):
        alone = people.not_alone(floor.table, step, Given(office, name), Accepted(()))
        assert alone, (name, office)
        assert (alone.code, alone.clause) == ("second_person_needed", floor.cite(number))
    for name in NOBODY:
        nobody = people.not_alone(floor.table, step, Given(Role.DEALER, name), Accepted(()))
        assert nobody, name
        assert nobody.code == "nobody_named"
    assert people.not_alone(floor.table, step, Given(Role.DEALER, "Eli"), Accepted(())) is None


def test_no_other_step_takes_two_persons() -> None:
    """A rule that a document does not have would stop its table."""
    found = {
        (slug, first.__name__, then.__name__)
        for slug in slugs()
        for rule, _ in filter(None, map(game(slug).two_persons, game(slug).orders))
        for first, then in rule.apart
    }
    assert found == {(slug, first, then) for slug, _, first, then in PAIRS}


def test_a_renumbered_edition_cites_its_own_clause() -> None:
    """Mini Baccarat 2.3 as 2.9 of another edition: the check is confirmed by its clause."""
    amendment = read_amendment(
        """
amends = "mini-baccarat@2017-12-06"
edition = "2031-01-01"
instrument = "Example instrument 2 of 2030"
commences = "2031-01-01"
renumber = { "2.3" = "2.9" }
"""
    )
    rule, clause = amendment.game.two_persons(c.ConfirmReplacement) or (None, None)
    assert rule
    assert clause == "Mini Baccarat 2.9"


# Whole tables without a list of staff


def test_dora_alone_does_not_void_a_settled_round() -> None:
    """Mini Baccarat 12.5, reading P-02: also at a table that has no list of staff."""
    floor = Floor("mini-baccarat", staffed=False)
    played(floor, cards=NATURAL, wager=("banker", 20_00))
    played(floor, cards=NATURAL, wager=("player", 10_00))
    later = ReportLaterError(1)
    assert floor.refused("Chen", later) == ("second_person_needed", "12.5")
    assert floor.refused("", later, Role.DEALER) == ("second_person_needed", "12.5")
    ask = AskCorrection(as_json(later), "two cards were changed over")
    assert floor.refused("", ask, Role.GAMING_SUPERVISOR)[0] == "nobody_named"
    floor.did("Dora", ask)
    for name, office in product((*SPELLINGS, *NOBODY), (Role.DEALER, Role.GAMING_MANAGER)):
        alone = floor.refused(name, ConfirmCorrection(1), office)
        assert alone == ("second_person_needed", "")
    assert 1 not in floor.table.play.layout.voided
    floor.did("Chen", ConfirmCorrection(1))
    assert 1 in floor.table.play.layout.voided


def test_dora_alone_does_not_put_the_cards_of_a_paid_round_in_another_order() -> None:
    """Mini Baccarat 12.3, reading P-02: what was paid changes hands by two persons."""
    floor = Floor("mini-baccarat", staffed=False)
    floor.did("Chen", c.BringChips("Ana", 100_00))
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "player", 20_00))
    floor.did("Chen", c.CallNoMoreBets())
    for card in NATURAL.split():
        floor.did("Chen", c.DealCard(Card(card)))
    floor.did("Chen", c.SettleWagers())
    floor.did("Dora", ReportPlacementError())
    assert floor.table.play.layout.chips["Ana"] == 80_00
    other = RebuildRound(tuple(Card(card) for card in ["9c", "2h", "Ks", "Kd"]))
    for name, office in product((*SPELLINGS, *NOBODY), (Role.DEALER, Role.GAMING_SUPERVISOR)):
        assert floor.refused(name, other, office)[0] == "second_person_needed"
    assert floor.table.play.layout.chips["Ana"] == 80_00
    floor.did("Dora", AskCorrection(as_json(other), "the first two cards were changed over"))
    floor.did("Chen", ConfirmCorrection(1))
    floor.did("Chen", c.SettleWagers())
    assert floor.table.play.layout.chips["Ana"] == 120_00


def test_nobody_joins_a_list_of_staff_by_another_spelling_of_their_own_name() -> None:
    """Reading P-01: nobody is put on a list that has people on it by their own word."""
    floor = Floor("mini-baccarat")
    for name in SPELLINGS:
        code, _ = floor.refused("Dora", AssignStaff(name, Role.DEALER))
        assert code in ("own_assignment", "out_of_bounds")  # the latter is no name at all
