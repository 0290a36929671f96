"""The one reader of TOML and JSON: what comes from outside is bounded before it is parsed.

A parser takes memory and time that a short text can multiply: 48 KB of TOML with one dotted key of
24,000 parts take 2.8 GB. So a text is looked through first, without its strings and comments, and
refused for what no file of ours has: too much of it, nesting without bottom, keys of many parts,
numbers of many digits. In JSON a name that stands twice is refused too, because readers differ in
which of the two they take.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from typing import Any, TypeVar

import msgspec

LONGEST = 10_000_000  # characters
DEEPEST = 32  # brackets and braces within each other
MOST_PARTS = 8  # of a dotted key
MOST_DIGITS = 40  # of a number
MOST_VALUES = 1_000_000  # keys, and members of lists

# None of these alternatives can fail once it has begun, so the time is linear.
_TOML_ASIDE = re.compile(
    r'"""[^"\\]*(?:(?:\\.?|"(?!""))[^"\\]*)*(?:"""|\Z)'
    r"|'''.*?(?:'''|\Z)"
    r'|"[^"\\\n]*(?:\\.?[^"\\\n]*)*"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*",
    re.DOTALL,
)
_JSON_ASIDE = re.compile(r'"[^"\\]*(?:\\.?[^"\\]*)*"?', re.DOTALL)
_DOTTED = re.compile(rf"(?<![\w-])[\w-]+(?:[ \t]*\.[ \t]*[\w-]+){{{MOST_PARTS}}}")
_NUMBER = re.compile(
    rf"(?<![\w.-])[+-]?(?:\d[\d_]{{{MOST_DIGITS}}}|0[xob][\da-fA-F_]{{{MOST_DIGITS}}})"
    r"|(?<=[\d.])[eE][+-]?\d{4}"
)
_BRACKET = re.compile(r"[\[\]{}]")
_VALUE = re.compile(r"[=,\[{]")
T = TypeVar("T")


class TooMuch(ValueError):
    """A text that is not parsed: the message says what there is too much of."""


def read_toml(text: str, parse_float: Callable[[str], Any] = float) -> dict[str, Any]:
    """A TOML text as plain values; raises `TooMuch` or `tomllib.TOMLDecodeError`."""
    check_toml(text)
    return tomllib.loads(text, parse_float=parse_float)


def toml_as(text: str, kind: type[T]) -> T:
    """A TOML text as a value of a type; raises a kind of `ValueError`."""
    check_toml(text)
    return msgspec.toml.decode(text, type=kind)


def json_as(text: str | bytes, kind: type[T]) -> T:
    """A JSON text as a value of a type; raises a kind of `ValueError`."""
    check_json(text)
    return msgspec.json.decode(text, type=kind)


def check_toml(text: str) -> None:
    """Raise `TooMuch` for a text that no parser of TOML should see."""
    _check_length(text)
    bare = _TOML_ASIDE.sub(lambda aside: "" if aside[0].startswith("#") else "_", text)
    _check(bare)
    if _DOTTED.search(bare):
        raise TooMuch(f"a dotted key has {MOST_PARTS} parts at most")


def check_json(text: str | bytes) -> None:
    """Raise `TooMuch` for a text that no parser of JSON should see; one that is no JSON passes."""
    _check_length(text)
    _check(_JSON_ASIDE.sub("_", text if isinstance(text, str) else text.decode(errors="replace")))
    try:
        json.loads(text, object_pairs_hook=_each_once)
    except TooMuch:
        raise
    except ValueError:  # the reader that wants it says what is wrong
        return


def _check_length(text: str | bytes) -> None:
    if len(text) > LONGEST:
        raise TooMuch(f"it has {len(text):,} characters; at most {LONGEST:,} are read")


def _check(bare: str) -> None:
    if _NUMBER.search(bare):
        raise TooMuch(f"a number has {MOST_DIGITS} digits and an exponent of three at most")
    if sum(1 for _ in _VALUE.finditer(bare)) > MOST_VALUES:
        raise TooMuch(f"it has {MOST_VALUES:,} values at most")
    depth = 0
    for bracket in _BRACKET.finditer(bare):
        depth += 1 if bracket[0] in "[{" else -1
        if depth > DEEPEST:
            raise TooMuch(f"it is nested too deeply: {DEEPEST} levels at most")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(each for each in names if names.count(each) > 1)
        raise TooMuch(f"{twice[:80]} stands there twice")
    return found
