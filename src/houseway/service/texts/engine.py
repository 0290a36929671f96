"""Sentences and words of the engine in other languages: steps, refusals, alerts, duties, names.

They come finished and in English, because the log stores them and programs read them. A page in
another language finds the form of a sentence, such as `{patron} has no hand in play`, and shows the
translation of that form. `engine.txt` lists the forms and `engine_words.txt` the words; `make
texts` writes both from the source (`engine_source.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from houseway.service.texts.text import Listed, Term, capital, term

LIST = Path(__file__).with_name("engine.txt")
WORDS = Path(__file__).with_name("engine_words.txt")
VALUE = re.compile(r"\{\w+\}")
# Values that are names of people and tables, or what people have typed: never translated.
_TYPED = frozenset(
    {"actor", "claim", "claimed", "patron", "person", "reason", "second_person", "table"}
)
_BETWEEN = (", ", "; ", " and ", " or ")
# What values are made of: places, spans, and who or what a wager is of.
PHRASES = (
    "box {box} hand {hand}", "box {box} {part}", "box {box}", "notify {offices}",
    "personal limit of {patron}",
    "chips of {chips}", "{chips} chips", "{rounds} rounds", "{shoes} shoes", "{litres} litres",
    "{amount} on {wager}", "{minimum} to {maximum}", "{minimum} and {maximum}",
    "{name} (entry {number})", "{person} ({role})",
)  # fmt: skip
_LOWER = re.compile(r"\b[a-z]{2,}")


class _Form(NamedTuple):
    """A form, and its longest text outside values: most sentences lack it, and need no pattern."""

    literal: str
    pattern: re.Pattern[str]
    form: str


class EngineSentences:
    """Finds the form of a finished sentence, and the words among its values."""

    def __init__(self, forms: Iterable[str], words: Iterable[str] = ()) -> None:
        longest = sorted(forms, key=lambda form: len(VALUE.sub("", form)), reverse=True)
        self._words = frozenset(words)
        self._whole = {form for form in longest if not VALUE.search(form)}
        self._forms = [_form(form) for form in longest if VALUE.search(form)]
        self._phrases = [_form(form) for form in PHRASES]
        self.find = lru_cache(maxsize=4_096)(self.match)

    def match(self, text: str) -> Term | None:
        """A sentence or a word as a term with its values, or None if it is not the engine's.

        `find` remembers what it has found; this is for those who do so themselves.
        """
        found = self._text(text)
        if found is None and text[:1].isupper():
            found = self._text(text[:1].lower() + text[1:])
            return found.finished(capital) if found else None
        return found

    def _text(self, text: str) -> Term | None:
        return self._word(text) or (self._form(text, self._forms) if " " in text else None)

    def _word(self, text: str) -> Term | None:
        if text in self._words or text in self._whole:
            return Term(text)
        counted = term(text)
        return counted if counted.message in self._words and counted == text else None

    def _form(self, text: str, forms: list[_Form]) -> Term | None:
        for literal, pattern, form in forms:
            if literal in text and (match := pattern.fullmatch(text)):
                values = match.groupdict()
                return Term(form, **{name: self._value(name, values[name]) for name in values})
        return None

    def _value(self, name: str, value: str) -> str:
        """A value of a sentence: a word or a sentence of the engine, a list of them, or data."""
        if name.rstrip("0123456789") in _TYPED:
            return value
        return self._word(value) or self._listed(value) or self._phrase(value) or value

    def _listed(self, value: str) -> Listed | None:
        """A list: every part is the engine's, or data without a word of it."""
        for between in _BETWEEN:
            parts = value.split(between)
            found = [self._word(each) or self._phrase(each) for each in parts]
            pairs = [*zip(found, parts, strict=True)]
            whole = all(known or not _LOWER.search(each) for known, each in pairs)
            if whole and any(found) and len(parts) > 1:
                return Listed((known or each for known, each in pairs), between)
        return None

    def _phrase(self, text: str) -> Term | None:
        return self._form(text, self._forms) or self._form(text, self._phrases)


def _form(form: str) -> _Form:
    parts = VALUE.split(form)
    names = [name.strip("{}") for name in VALUE.findall(form)]
    values = (f"(?P<{name}>.+?)" for name in names)
    pattern = re.compile("".join(re.escape(part) + next(values, "") for part in parts))
    return _Form(max(parts, key=len), pattern, form)


@lru_cache(maxsize=1)
def engine_sentences() -> EngineSentences:
    """The sentences and words of this engine."""
    words = WORDS.read_text(encoding="utf-8").splitlines()
    return EngineSentences(LIST.read_text(encoding="utf-8").splitlines(), words)
