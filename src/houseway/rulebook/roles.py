"""The people of a gaming floor, as the documents name them, and who ranks above whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from houseway.rulebook.document import Clause


class Role(StrEnum):
    PATRON = "patron"
    DEALER = "dealer"
    GAMING_SUPERVISOR = "supervisor"
    ASSISTANT_GAMING_MANAGER = "assistant gaming manager"
    GAMING_MANAGER = "gaming manager"
    CASINO_DUTY_MANAGER = "casino duty manager"
    GAMING_SHIFT_MANAGER = "gaming shift manager"
    TOURNAMENT_DIRECTOR = "director"
    ASSISTANT_TO_DIRECTOR = "assistant to the director"
    SURVEILLANCE = "surveillance"
    INSPECTOR = "inspector"
    PROMOTIONS = "promotions"  # acts for the operator in promotional prizes

    __hash__ = str.__hash__  # an enumeration's own is slow, and every order asks for it


# Reading A-01: each of these may do what the ones before it may. Reading 3C-15 puts the casino
# duty manager level with the gaming manager unless the operator maps the office otherwise.
RANK: dict[Role, int] = {
    Role.DEALER: 1,
    Role.GAMING_SUPERVISOR: 2,
    Role.ASSISTANT_GAMING_MANAGER: 3,
    Role.GAMING_MANAGER: 4,
    Role.CASINO_DUTY_MANAGER: 4,
    Role.GAMING_SHIFT_MANAGER: 5,
}


def at_least(lowest: Role) -> frozenset[Role]:
    """That office and every one ranked with it or above it."""
    return frozenset(role for role, rank in RANK.items() if rank >= RANK[lowest])


PATRONS = frozenset({Role.PATRON})
DEALERS = frozenset({Role.DEALER})
SUPERVISORS = at_least(Role.GAMING_SUPERVISOR)
STAFF = at_least(Role.DEALER)
DIRECTORS = frozenset({Role.TOURNAMENT_DIRECTOR})
PROMOTERS = frozenset({Role.PROMOTIONS})
EVERYBODY = frozenset(Role)


def under_a_director(roles: frozenset[Role]) -> frozenset[Role]:
    """Reading G11: where a document is a Director's, what a casino supervisor decides is his."""
    if Role.TOURNAMENT_DIRECTOR in roles or roles.isdisjoint(SUPERVISORS):
        return roles
    return (roles - SUPERVISORS) | DIRECTORS


# What a name may look like, and when two names could be taken for each other.

RESERVED: Final = ("house", "houseway", "device", "nobody", "system")  # the house's own names
# A table waits for a role, a hand or a patron, so no patron has the name of a role or a hand.
PARTS: Final = (*Role, "player", "banker")

# Letters of other scripts, and digits, that look like a small Latin letter. Capitals are folded
# first, so a letter stands here if either of its forms looks alike.
# fmt: off
_LOOKS_LIKE: Final = {
    # Cyrillic
    "а": "a", "в": "b", "с": "c", "ԁ": "d", "е": "e", "ё": "ë", "һ": "h", "н": "h", "і": "i",
    "ї": "ï", "ј": "j", "к": "k", "ӏ": "l", "м": "m", "о": "o", "р": "p", "ԛ": "q", "ѕ": "s",
    "т": "t", "у": "y", "ү": "y", "ѵ": "v", "ԝ": "w", "х": "x", "г": "r", "п": "n", "ь": "b",
    "з": "3",
    # Greek
    "α": "a", "ά": "á", "β": "b", "ϲ": "c", "ε": "e", "έ": "é", "η": "n", "ι": "i", "ί": "í",
    "κ": "k", "μ": "m", "ν": "v", "ο": "o", "ό": "ó", "ρ": "p", "τ": "t", "υ": "y", "ύ": "ý",
    "χ": "x", "ω": "w", "γ": "y", "ζ": "z", "σ": "o",
    # Armenian
    "օ": "o", "ս": "u", "հ": "h", "ո": "n", "ց": "g", "զ": "q",
    # Latin letters and digits
    "ı": "i", "ȷ": "j", "ɑ": "a", "ɡ": "g", "ɩ": "i", "ʟ": "l", "ǀ": "l", "ƅ": "b",
    "0": "o", "1": "l",
    # Apostrophes and hyphens
    "’": "'", "‘": "'", "ʼ": "'", "ʹ": "'", "`": "'", "´": "'", "‐": "-", "‑": "-", "–": "-",
    "—": "-", "−": "-", "ー": "-",
}
# fmt: on
_SMALL: Final = str.maketrans(_LOOKS_LIKE)
_AS_WRITTEN: Final = str.maketrans(
    _LOOKS_LIKE
    | {each.upper(): like.upper() for each, like in _LOOKS_LIKE.items() if len(each.upper()) == 1}
    | {"0": "O", "1": "l", "I": "l", "|": "l"}
)
_PAIRS: Final = (("rn", "m"), ("vv", "w"))
_TOGETHER: Final = ({"CJK", "HIRAGANA", "KATAKANA"}, {"CJK", "HANGUL"}, {"CJK", "BOPOMOFO"})
_UNSEEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


@lru_cache(maxsize=20_000)
def name_fault(name: str) -> str | None:
    """What is wrong with a name, as the end of a sentence; None if nothing is."""
    if not name.strip():
        return "is empty"
    if name != " ".join(name.split()):
        return "has a space too many"
    if any(unicodedata.category(each) in _UNSEEN for each in name):
        return "has a character that cannot be seen"
    if unicodedata.normalize("NFKC", name) != name:
        return "has a character in a form that looks like another"
    if not any(unicodedata.category(each)[0] in "LN" for each in name):
        return "has no letter or digit"
    if not _one_script(name):
        return "mixes letters of several alphabets"
    if _is_reserved(name):
        return "is a name of the house itself"
    return None


def _one_script(name: str) -> bool:
    scripts = {_script(each) for each in name if unicodedata.category(each)[0] == "L"}
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)


def _script(letter: str) -> str:
    return unicodedata.name(letter, "NONE").partition(" ")[0].partition("-")[0]


def _is_reserved(name: str) -> bool:
    key = name_key(name)
    return any(key == each or key.startswith(f"{each} ") for each in map(name_key, RESERVED))


@lru_cache(maxsize=20_000)
def name_key(name: str) -> str:
    """What makes two names one: how the name looks, whatever its letters and their case."""
    return _joined(_visible(name).casefold().translate(_SMALL))


def _as_written(name: str) -> str:
    """How a name looks in its own capitals, in which `I` is like a small L."""
    return _joined(_visible(name).translate(_AS_WRITTEN))


def _visible(name: str) -> str:
    visible = "".join(each for each in name if unicodedata.category(each) not in _UNSEEN)
    return unicodedata.normalize("NFKC", visible)


def _joined(text: str) -> str:
    for pair, letter in _PAIRS:
        text = text.replace(pair, letter)
    return " ".join(unicodedata.normalize("NFC", text).split())


def is_part(name: str) -> bool:
    """Whether the rules use this name for a role or a hand."""
    return name_key(name) in _part_keys()


@cache
def _part_keys() -> frozenset[str]:
    return frozenset(map(name_key, PARTS))


def mistaken_for(name: str, others: Iterable[str]) -> str | None:
    """The other name among these that could be taken for this one, or None."""
    key, written = name_key(name), _as_written(name)
    for each in others:
        if each != name and (name_key(each) == key or _as_written(each) == written):
            return each
    return None


# Which actor is a person, and when two names belong to two different persons.

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
