"""The language of this process: a house is served in one.

Templates know theirs. Drawings are made apart from templates and kept for all viewers, so what is
kept is forgotten when the language changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import _lru_cache_wrapper, lru_cache
from typing import TypeVar

from houseway.service.texts.catalogue import Catalogue
from houseway.service.texts.engine import engine_sentences
from houseway.service.texts.text import Text, in_language

T = TypeVar("T")
_catalogue: Catalogue | None = None
_clear: list[Callable[[], None]] = []


def speak(catalogue: Catalogue | None) -> None:
    """Draw in the language of a catalogue from now on; without one, in English."""
    global _catalogue
    if catalogue is _catalogue:
        return
    _catalogue = catalogue
    forget_drawn()


def language() -> Catalogue | None:
    """The catalogue of this process; None: English."""
    return _catalogue


def forget_drawn() -> None:
    """Draw everything again when it is asked for."""
    for clear in _clear:
        clear()


def clear_when_language_changes(clear: Callable[[], None]) -> None:
    """Call `clear` whenever drawings are forgotten: it empties a store of drawings."""
    _clear.append(clear)


def shown(content: object) -> object:
    """Content as this house shows it: a text is looked up."""
    return content if _catalogue is None else in_language(content, _catalogue.message)


def engine_text(text: str) -> str:
    """A sentence or word of the engine as a text, found by its form; English stays as it is."""
    if _catalogue is None or isinstance(text, Text):
        return text
    return engine_sentences().find(text) or text


def said(sentence: str) -> str:
    """A sentence as this house says it: one of the engine is looked up by its form."""
    return str(shown(engine_text(sentence)))


def keep_drawn(
    maxsize: int | None = None,
) -> Callable[[Callable[..., T]], _lru_cache_wrapper[T]]:
    """As `lru_cache`, for what has words in it."""

    def keeping(draw: Callable[..., T]) -> _lru_cache_wrapper[T]:
        made = lru_cache(maxsize=maxsize)(draw)
        clear_when_language_changes(made.cache_clear)
        return made

    return keeping
