"""Who may say which face something shows: the house at a virtual table, staff at a recorded one.

The guard stands before everything else in `table.decide` and looks at the types of a command's
fields, so it covers the commands of every game. A command that names a face which the log has not
assigned to that person's own place gets one and the same refusal, whatever it names: nobody can
choose a card, and nobody can find out a hidden one by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from houseway.equipment.tiles import face_fields, faces_of
from houseway.games.commands import Command
from houseway.games.felt import FACE_DOWN
from houseway.games.game import Awaits
from houseway.games.machine import Given
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.people import AskCorrection, ConfirmCorrection
from houseway.table.state import HOUSE, Table, correction, order_decoder

_WRAPS_ANOTHER = (AskCorrection, ConfirmCorrection)

# What is awaited of the house itself at a virtual table; the rest is for people to decide.
FACTS = (
    "draw", "burn", "expose", "look", "spin", "roll", "check", "cut", "cutting card", "deliver",
    "set",
)  # fmt: skip

HOUSE_DEALS = Refused(
    "house_deals", None, "at a virtual table the house brings every card, spin, roll and tile"
)
STAFF_REPORT = Refused(
    "staff_report", None, "staff or a device reports every card, spin, roll and tile of this table"
)


def awaits_house(awaited: Awaits) -> bool:
    """Whether a virtual table awaits a fact that the house brings, known already or not."""
    if awaited.choices or awaited.what not in FACTS:
        return False
    return awaited.command is None or any(faces_of(awaited.command))


def refusal(table: Table, command: Command, given: Given) -> Refused | None:
    """Why this person may not give a command about faces here, or None."""
    if table.play is None or given.actor == HOUSE:
        return None
    if not table.virtual:
        naming = _is_open_to(table, command, given) and _names_unassigned(table, command, given)
        return STAFF_REPORT if naming else None
    if _is_the_houses(table, command) or _names_unassigned(table, command, given):
        return HOUSE_DEALS
    return None


def _is_open_to(table: Table, command: Command, given: Given) -> bool:
    """Whether a patron gives a command that the rules take from patrons."""
    if given.by != Role.PATRON:
        return False
    may = table.game.orders.get(type(command))
    return may is not None and Role.PATRON in may.roles


def _is_the_houses(table: Table, command: Command) -> bool:
    """Whether the table awaits this kind of command from the house, faces or none.

    A wager that may still change before the first card is the patron's own.
    """
    if table.closed or command.group.name == "wagers":
        return False
    awaited = table.game.awaits(table.play)
    return awaits_house(awaited) and type(command) in awaited.commands


def _names_unassigned(table: Table, command: Command, given: Given) -> bool:
    if not face_fields(type(command)) and not isinstance(command, _WRAPS_ANOTHER):
        return False
    for each in _with_wrapped(table, command):
        named = Counter(faces_of(each))
        if named and not named <= _own_faces(table, each, given):
            return True
    return False


def _with_wrapped(table: Table, command: Command) -> Iterator[Command]:
    """The command, and one that it asks for or confirms."""
    yield command
    text = ""
    if isinstance(command, AskCorrection):
        text = command.order
    elif isinstance(command, ConfirmCorrection):
        found = correction(table, command.correction)
        text = found.order if found else ""
    if text:
        try:
            yield order_decoder(table.edition).decode(text)
        except msgspec.MsgspecError:
            return  # the ruling says that it cannot be read


def _own_faces(table: Table, command: Command, given: Given) -> Counter[str]:
    """The faces of a patron's own hand that the log has shown to that patron.

    Staff have no such place: anyone who named even open cards could lay them in another order.
    """
    whose = getattr(command, "patron", "")
    if given.by != Role.PATRON or not whose or whose != (given.actor or whose):
        return Counter()
    felt = table.game.felt(table.play, whose)
    return Counter(
        card
        for hand in felt.hands
        if hand.patron == whose
        for card in hand.cards
        if card != FACE_DOWN
    )
