"""Every rule that needs two persons: one person in two offices, twice, or unnamed is not two."""

from __future__ import annotations

from itertools import product

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game
from houseway.games.commands import Command, RebuildRound, ReportLaterError
from houseway.games.machine import Given
from houseway.games.mini_baccarat.vocabulary import ReportPlacementError
from houseway.games.two_persons import TWO_PERSONS, TwoPersons
from houseway.rulebook.persons import Signature, another_person, is_person, same_person
from houseway.rulebook.roles import Role
from houseway.table import two_persons
from houseway.table.people_vocabulary import (
    AskCorrection,
    AssignStaff,
    ConfirmCorrection,
    StepSigned,
)
from houseway.table.table import evolve
from tests.roles.test_matrix import some
from tests.table.floor import Floor, as_json, played

PAIRS = [(rule, *pair) for rule in TWO_PERSONS for pair in rule.apart]
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


@pytest.mark.parametrize(
    ("rule", "first", "then"), PAIRS, ids=lambda each: getattr(each, "clause", each)
)
def test_the_second_step_takes_another_person(rule: TwoPersons, first: str, then: str) -> None:
    """By the clause of each rule, at a table without a list of staff."""
    floor = Floor(rule.game, staffed=False)
    evolve(floor.table, StepSigned(first, "Dora", Signature("Dora", Role.DEALER, 0)))
    step = command(rule.game, then)
    for name, office in product(SPELLINGS, Role):
        alone = two_persons.not_alone(floor.table, step, Given(office, name))
        assert alone, (name, office)
        assert (alone.code, alone.clause) == ("second_person_needed", floor.cite(rule.clause))
    for name in NOBODY:
        nobody = two_persons.not_alone(floor.table, step, Given(Role.DEALER, name))
        assert nobody, name
        assert nobody.code == "nobody_named"
    assert two_persons.not_alone(floor.table, step, Given(Role.DEALER, "Eli")) is None


def test_every_rule_of_two_persons_names_the_steps_or_is_a_review() -> None:
    """A rule without steps would be a sentence that nothing enforces."""
    without = {rule.orders for rule in TWO_PERSONS if not rule.apart}
    assert without == {("DecideDispute", "RecordReview")}


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
