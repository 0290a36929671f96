"""Catalogues: what a message is in another language, and the pseudo-locale.

A catalogue is a file of GNU gettext, `<locale>.mo`, in the folder `texts` of the house. The
pseudo-locale `en-XA` has every message in brackets, with accents, and longer: what stands outside
brackets on a page of it could not be translated, and what does not fit would not fit in German.
"""

from __future__ import annotations

import re
from gettext import GNUTranslations
from pathlib import Path
from typing import Protocol

ENGLISH, PSEUDO = "en", "en-XA"
_KEPT = re.compile(r"(\{\w*\}|</?\w+>|%s|\s+)")  # parts and spaces
_ACCENTS = str.maketrans("acdeghilnorstuyACDEGHILNORSTUY", "åçðéĝĥîļñöŕšţûýÅÇÐÉĜĤÎĻÑÖŔŠŢÛÝ")
_LOCALE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*")


class Catalogue(Protocol):
    """Translations into one language."""

    locale: str

    def message(self, text: str) -> str | None:
        """The translation of a message; None: it stays as it is."""


class NoCatalogue(ValueError):
    """There is no catalogue of a language that was asked for."""


class Pseudo:
    """A language that nobody speaks, made from English by rule."""

    locale = PSEUDO

    def message(self, text: str) -> str | None:
        return f"⟦{''.join(_pseudo(each) for each in _KEPT.split(text))}⟧"


def _pseudo(text: str) -> str:
    """Vowels are doubled: a third to a half longer, as German is."""
    if _KEPT.fullmatch(text):
        return text
    return re.sub("[aeiouAEIOU]", lambda vowel: 2 * vowel[0], text).translate(_ACCENTS)


class Compiled:
    """A catalogue that a translator has written."""

    def __init__(self, locale: str, path: Path) -> None:
        self.locale = locale
        with path.open("rb") as file:
            self._translations = GNUTranslations(file)

    def message(self, text: str) -> str | None:
        found = self._translations.gettext(text)
        return None if found == text else found


def catalogue_of(locale: str, folder: Path) -> Catalogue | None:
    """The catalogue of a language for a house in a folder; None for English."""
    if locale == ENGLISH:
        return None
    if locale == PSEUDO:
        return Pseudo()
    path = folder / "texts" / f"{locale}.mo"
    if not _LOCALE.fullmatch(locale) or not path.is_file():
        raise NoCatalogue(f"there is no catalogue {path}: compile one, or choose {ENGLISH}")
    return Compiled(locale, path)
