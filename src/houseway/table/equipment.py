"""The register of a table's equipment by identifier, and where sets of cards are secured.

The register begins with the opening of the table. From then on every check of the cards names the
sets in use and the device that made it, and another shuffling device is at hand only if the
register has it. Where the document says that pre-shuffled cards shall be secured, they are loaded
after a release from storage only. A table without a register (an old log, a record of past rounds)
names nothing.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.games.commands import Command
from houseway.games.events import DECK_CHECKER, CardsShuffled, Event
from houseway.games.game import Game
from houseway.games.machine import Given
from houseway.games.malfunction import DEVICE, AnswerMalfunction
from houseway.games.table_rules import EquipmentRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import vocabulary as v
from houseway.table.state import Part, Table
from houseway.table.vocabulary import OpenTable

part = Part()

SHUFFLER, SHOE, CHECKER, CARDS = "shuffling device", "shoe", DECK_CHECKER, "card set"


def not_identified(found: Game, options: Any, command: OpenTable, at_us: int) -> Refused | None:
    """The refusal of a table whose dealing source or cards have no identifier.

    Where no clock is known (`at_us` 0) no real table is opened.
    """
    rules = found.table.equipment
    if rules is None or not at_us:
        return None
    kinds = {each.kind for each in command.equipment if each.identifier.strip()}
    source = SHOE if options.source == "shoe" else SHUFFLER
    for kind, clause in ((source, rules.source), (CARDS, rules.check)):
        if kind not in kinds:
            sentence = f"enter the identifier of the {kind} that is used at the table"
            return Refused("equipment_not_identified", clause, sentence)
    identifiers = [each.identifier for each in command.equipment]
    if len(set(identifiers)) < len(identifiers):
        sentence = "two things at the table have the same identifier: enter each with its own"
        return Refused("registered_already", rules.source, sentence)
    return None


def in_use(table: Table) -> tuple[str, ...]:
    """The sets of cards at the table that are not in storage."""
    return tuple(each for each in of_kind(table, CARDS) if each not in table.stored)


def of_kind(table: Table, kind: str) -> tuple[str, ...]:
    return tuple(identifier for identifier, each in table.equipment.items() if each == kind)


def no_second_device(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Refused | None:
    """Another device is at hand only if the register has its identifier."""
    if not isinstance(command, AnswerMalfunction) or command.answer != DEVICE:
        return None
    rules = table.game.table.equipment
    if rules is None or not table.equipment or len(of_kind(table, SHUFFLER)) > 1:
        return None
    sentence = f"no other {SHUFFLER} is in the register: register the one that is at hand"
    return Refused("device_not_in_register", rules.second, sentence)


def not_secured(table: Table, command: Command, given: Given, accepted: Accepted) -> Refused | None:
    """Pre-shuffled cards are loaded out of their storage where the document secures them."""
    if not table.equipment or table.released:
        return None
    rules = table.game.table.equipment
    if rules is None or not rules.secured or not any(map(loads_preshuffled, accepted.events)):
        return None
    sentence = "no set of cards was released from storage: store it secured, then release it"
    return Refused("cards_not_secured", rules.storage, sentence)


def loads_preshuffled(event: Event) -> bool:
    return isinstance(event, CardsShuffled) and event.kind.endswith("pre-shuffled")


def named(table: Table, command: Command, given: Given, accepted: Accepted) -> Ruling:
    """The ruling on a check, with the identifiers of what was checked and of what checked it."""
    rules = table.game.table.equipment if table.equipment else None
    if rules is None:
        return accepted
    checks = [each for each in accepted.events if hasattr(each, "identifiers")]
    if not checks:
        return accepted
    by_device = any(each.by_device for each in checks)
    for kind, found in ((CARDS, in_use(table)), (CHECKER, of_kind(table, CHECKER))):
        if not found and (kind == CARDS or by_device):
            sentence = f"no {kind} in use is in the register: register the one that is used"
            return Refused("equipment_not_identified", rules.check, sentence)
    identifiers = (*in_use(table), *(of_kind(table, CHECKER) if by_device else ()))
    return Accepted(tuple(
        replace(each, identifiers=identifiers) if each in checks else each
        for each in accepted.events
    ))  # fmt: skip


# Commands


def _rules(table: Table) -> EquipmentRules | Refused:
    rules = table.game.table.equipment
    return rules or Refused("no_register", None, "this document asks for no register of equipment")


def _source(table: Table) -> Clause | None:
    rules = table.game.table.equipment
    return rules.source if rules else None


def _storage(table: Table) -> Clause | None:
    rules = table.game.table.equipment
    return rules.storage if rules else None


@part.decides(v.RegisterEquipment, by=SUPERVISORS, slot=_source)
def _register(table: Table, command: v.RegisterEquipment, given: Given) -> Ruling:
    rules = _rules(table)
    if isinstance(rules, Refused):
        return rules
    if command.kind not in v.KINDS:
        kinds = ", ".join(v.KINDS)
        return Refused("no_such_kind", rules.source, f"{command.kind} is none of {kinds}")
    if command.identifier in table.equipment:
        known = f"{command.identifier} is a {table.equipment[command.identifier]} in the register"
        return Refused("registered_already", rules.source, known)
    registered = v.EquipmentRegistered(
        command.kind, command.identifier, given.signature, rules.source
    )
    return Accepted((registered,))


@part.decides(v.RemoveEquipment, by=SUPERVISORS, slot=_source)
def _remove(table: Table, command: v.RemoveEquipment, given: Given) -> Ruling:
    rules = _rules(table)
    if isinstance(rules, Refused):
        return rules
    if command.identifier not in table.equipment:
        return _unknown(command.identifier, rules.source)
    return Accepted((v.EquipmentRemoved(command.identifier, given.signature, rules.source),))


def _unknown(identifier: str, clause: Clause) -> Refused:
    return Refused("not_in_register", clause, f"{identifier} is not in the register of this table")


@part.decides(v.StoreCards, by=STAFF, slot=_storage)
def _store(table: Table, command: v.StoreCards, given: Given) -> Ruling:
    """A set that is not in the register is entered with its storage."""
    rules = _rules(table)
    if isinstance(rules, Refused):
        return rules
    kind = table.equipment.get(command.identifier, CARDS)
    if kind != CARDS:
        wrong = f"{command.identifier} is a {kind}, not a {CARDS}"
        return Refused("not_a_card_set", rules.storage, wrong)
    if command.identifier in table.stored:
        place = table.stored[command.identifier].place
        return Refused("stored_already", rules.storage, f"{command.identifier} lies in {place}")
    if rules.secured and not command.secured.strip():
        how = f"enter how {command.identifier} is secured, such as the number of its seal"
        return Refused("cards_not_secured", rules.storage, how)
    stored = v.CardsStored(
        command.identifier, command.place, command.secured, given.signature, rules.storage
    )
    return Accepted((stored,))


@part.decides(v.ReleaseCards, by=STAFF, slot=_storage)
def _release(table: Table, command: v.ReleaseCards, given: Given) -> Ruling:
    rules = _rules(table)
    if isinstance(rules, Refused):
        return rules
    if command.identifier not in table.stored:
        sentence = f"{command.identifier} is not in storage"
        return Refused("not_stored", rules.storage, sentence)
    return Accepted((v.CardsReleased(command.identifier, given.signature, rules.storage),))


@part.folds(v.EquipmentRegistered)
def _registered(table: Table, event: v.EquipmentRegistered) -> None:
    table.equipment[event.identifier] = event.kind


@part.folds(v.EquipmentRemoved)
def _removed(table: Table, event: v.EquipmentRemoved) -> None:
    table.equipment.pop(event.identifier, None)
    table.stored.pop(event.identifier, None)
    table.released.discard(event.identifier)


@part.folds(v.CardsStored)
def _stored(table: Table, event: v.CardsStored) -> None:
    table.equipment.setdefault(event.identifier, CARDS)
    table.stored[event.identifier] = event
    table.released.discard(event.identifier)


@part.folds(v.CardsReleased)
def _released(table: Table, event: v.CardsReleased) -> None:
    table.stored.pop(event.identifier, None)
    table.released.add(event.identifier)
