"""The check of every card or tile when gaming is over, owed until it is on record."""

from __future__ import annotations

from types import MappingProxyType

from houseway.games.base_commands import ClosingCommand
from houseway.games.events import Event
from houseway.games.fields import OptionalText
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import CLOSED, OPEN, Part, Table

part = Part()


class CheckCardsAfterGaming(ClosingCommand, frozen=True):
    """Say what was wrong; leave it empty if every card or tile is present and sound.

    `device` is the deck-checking device, where one did it.
    """

    found: OptionalText = ""
    device: OptionalText = ""
    sentence = "check the cards after gaming[ with device {device}][ and find {found:words}]"
    title = "Check after gaming"
    labels = MappingProxyType({
        "found": "What was wrong (empty if nothing)",
        "device": "Deck-checking device (if one was used)",
    })  # fmt: skip


class CardsCheckedAfterGaming(Event, frozen=True):
    by: str
    found: str
    device: str
    clause: Clause
    ends = (("second check", ""),)


def owed(table: Table) -> Clause | None:
    """The clause by which the second check is still owed: gaming is over and nobody made it.

    Cards that were shuffled by their maker need neither check (Mini Baccarat 2.5).
    """
    rules = table.game.table.second_check if table.closed else None
    if rules is None or table.checked_after or not table.play.round:
        return None
    prep = getattr(table.play, "prep", None)
    unchecked = prep is not None and prep.shuffled == "pre-shuffled" and not prep.checked
    return None if unchecked else rules.clause


def _clause(table: Table) -> Clause | None:
    rules = table.game.table.second_check
    return rules.clause if rules else None


@part.decides(CheckCardsAfterGaming, by=STAFF, slot=_clause, stages=(OPEN, CLOSED))
def _check(table: Table, command: CheckCardsAfterGaming, given: Given) -> Ruling:
    rules = table.game.table.second_check
    if rules is None:
        return Refused("no_second_check", None, "the document asks for no check after gaming")
    if not table.closed:
        return Refused("gaming_goes_on", rules.clause, "the second check is made after closing")
    if table.checked_after:
        sentence = f"{table.checked_after} made the second check already"
        return Refused("checked_already", rules.clause, sentence)
    if rules.dealer_only and (given.by != Role.DEALER or command.device):
        return Refused("dealer_checks", rules.clause, "the dealer checks each one")
    by = given.actor or given.by
    return Accepted((CardsCheckedAfterGaming(by, command.found, command.device, rules.clause),))


@part.folds(CardsCheckedAfterGaming)
def _checked(table: Table, event: CardsCheckedAfterGaming) -> None:
    table.checked_after = event.by
