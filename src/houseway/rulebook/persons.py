"""Which actor is a person, and when two names belong to two different persons.

Every rule that needs a second person asks `another_person`. A name in other letters (`DORA`, or
with a Cyrillic letter that looks the same) is the same person. The house, a device and an actor
without a name are no persons.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

from msgspec import Struct

from houseway.rulebook.document import Clause
from houseway.rulebook.names import name_key
from houseway.rulebook.roles import Role

HOUSE = "house"  # gives the commands whose facts come from a virtual table's secret
DEVICE = "device "  # before the name of an electronic shoe or wheel that reports a fact


def person_key(name: str) -> str:
    """What two spellings of one name have in common: how it looks, without accents."""
    parts = unicodedata.normalize("NFD", name_key(name))
    return "".join(each for each in parts if unicodedata.category(each) != "Mn")


def is_machine(actor: str) -> bool:
    """Whether the actor is the house itself or one of its devices."""
    return actor == HOUSE or actor.startswith(DEVICE)


def is_person(actor: str) -> bool:
    """Whether the actor has a name, and is neither the house nor a device."""
    key = person_key(actor)
    return bool(key) and not is_machine(key) and key != DEVICE.strip()


def same_person(one: str, other: str) -> bool:
    return person_key(one) == person_key(other)


def another_person(first: str, second: str) -> bool:
    """Whether both are persons, and two of them."""
    return is_person(first) and is_person(second) and not same_person(first, second)


class Signature(Struct, frozen=True):
    """Who stands for something, in which role, and since when."""

    person: str
    role: Role
    at_us: int

    def __str__(self) -> str:
        return f"{self.person or 'an unnamed person'} ({self.role})"


class Exclusion(Struct, frozen=True):
    """A person whom the house excludes from the casino: by whose order, why, and until when.

    `order` is its reference. `until_us` 0: until it is lifted, as it is once `lifted` is there.
    """

    person: str
    reason: str
    order: str
    by: Signature
    until_us: int = 0
    clause: Clause | None = None
    lifted: Signature | None = None

    def holds(self, at_us: int) -> bool:
        return self.lifted is None and not 0 < self.until_us <= at_us


Excluded = Mapping[str, Exclusion]  # by the keys of all names under which the person is known
NOBODY: Excluded = MappingProxyType({})
