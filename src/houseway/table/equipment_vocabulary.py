"""The commands and events of the equipment register, and of card sets that are secured."""

from __future__ import annotations

from typing import Literal, get_args

from msgspec import Struct

from houseway.games.base_commands import SettingCommand
from houseway.games.events import Event
from houseway.games.fields import OptionalText, Reference, StoredReference, Text, Word
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature

EquipmentKind = Literal["shuffling device", "shoe", "deck-checking device", "card set"]
KINDS: tuple[EquipmentKind, ...] = get_args(EquipmentKind)


class Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    """One thing with its identifier, such as a serial number or the number on a box of cards."""

    kind: EquipmentKind
    identifier: StoredReference


class RegisterEquipment(SettingCommand, frozen=True):
    """Enter a device, a shoe or a set of cards into the register of this table."""

    kind: Word
    identifier: Reference
    sentence = "register {identifier} as {kind:words}"
    title = "Register equipment"


class RemoveEquipment(SettingCommand, frozen=True):
    """Take a device, a shoe or a set of cards off the register when it has left the table."""

    identifier: Reference
    sentence = "remove {identifier} from the register"
    title = "Remove equipment"


class StoreCards(SettingCommand, frozen=True):
    """Secure a set of cards until it is required: where it lies, and how it is secured."""

    identifier: Reference
    place: Text
    secured: OptionalText = ""
    sentence = "store {identifier} in {place:words}[ secured by {secured:words}]"
    title = "Store a set of cards"


class ReleaseCards(SettingCommand, frozen=True):
    """Take a set of cards out of its storage, to be used at the table."""

    identifier: Reference
    sentence = "release {identifier} from storage"
    title = "Release a set of cards"


class EquipmentRegistered(Event, frozen=True):
    kind: str
    identifier: str
    by: Signature
    clause: Clause


class EquipmentRemoved(Event, frozen=True):
    identifier: str
    by: Signature
    clause: Clause


class CardsStored(Event, frozen=True):
    """`by` says who secured the set, and when."""

    identifier: str
    place: str
    secured: str
    by: Signature
    clause: Clause


class CardsReleased(Event, frozen=True):
    identifier: str
    by: Signature
    clause: Clause
