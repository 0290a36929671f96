"""What a name may look like, and when two names could be taken for each other.

Two names with one key cannot stand side by side: `Ana`, `ana`, a full-width `Ana` and an `Ana`
whose first letter is Cyrillic are one. A name is in one script, so that no letter of another
hides in it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from houseway.rulebook.roles import Role

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
