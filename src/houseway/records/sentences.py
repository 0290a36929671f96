"""Orders as sentences: `Ana wagers 25 on banker` is a command, and a command is that sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from functools import cache
from typing import Any, NamedTuple

from houseway.equipment.cards import Card, parse_card
from houseway.equipment.chips import dollars, money
from houseway.equipment.dice import dice_text, parse_dice
from houseway.equipment.tiles import parse_tiles
from houseway.games.commands import Command

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}|(\[)|(\])|([^{}\[\]]+)")
UNSEEN = "??"


class BadSentence(ValueError):
    """A line that is no command of the game, or has something in it that cannot be read."""


class NotAStep(BadSentence):
    """A line that is no command of the game; `nearest` is the sentence most like it, if any is."""

    def __init__(self, line: str, nearest: str) -> None:
        hint = f'; write it like this: "{nearest}"' if nearest else ""
        super().__init__(f"{line!r} is not a step of this game{hint}")
        self.nearest = nearest


class Form(NamedTuple):
    """How a field is written: what it looks like, how it is read, how it is printed."""

    pattern: str
    read: Callable[[str], Any]
    print: Callable[[Any], str]


def _cards(text: str) -> tuple[Card | None, ...]:
    words = text.replace(",", " ").split()
    return tuple(None if word == UNSEEN else parse_card(word) for word in words)


def _name(text: str) -> str:
    """A name; one with spaces in it stands in quotation marks."""
    return text[1:-1] if text.startswith('"') else text


def _print_name(name: object) -> str:
    text = str(name)
    return f'"{text}"' if re.search(r"\s", text) else text


def _names(text: str) -> tuple[str, ...]:
    return tuple(_name(each) for each in re.split(r",\s*|\s+and\s+", text))


def _print_names(names: tuple[str, ...]) -> str:
    return ", ".join(map(_print_name, names))


def quoted(line: str, names: Iterable[str]) -> str:
    """The line with quotation marks around those of the names that have spaces in them."""
    for name in sorted(names, key=len, reverse=True):
        if re.search(r"\s", name):
            line = re.sub(rf'(?<!["\w]){re.escape(name)}(?!["\w])', f'"{name}"', line)
    return line


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(int(word) for word in text.replace(",", " ").split())


def _print_numbers(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _print_cards(cards: tuple[Card | None, ...]) -> str:
    return " ".join(card or UNSEEN for card in cards)


FORMS = {
    None: Form(r'"[^"]+"|[^\s:"]+', _name, _print_name),
    "money": Form(r"-?\$?[\d.,]+", dollars, money),
    "card": Form(r"\S+", parse_card, str),
    "cards": Form(r".+?", _cards, _print_cards),
    "number": Form(r"-?\d+", int, str),
    "numbers": Form(r"[\d ,]+?", _numbers, _print_numbers),
    "tiles": Form(r".+?", parse_tiles, " ".join),
    "dice": Form(r"\d[\d ,-]*", parse_dice, dice_text),
    "words": Form(r".+?", str, str),
    "names": Form(r".+", _names, _print_names),
}


class Sentence:
    """The pattern of one kind of command."""

    def __init__(self, kind: type[Command]) -> None:
        self.kind = kind
        self.forms: dict[str, Form] = {}
        self.literal = 0
        pattern = ""
        for match in _PART.finditer(kind.sentence):
            name, form, opening, _, text = match.groups()
            if name:
                self.forms[name] = FORMS[form]
                pattern += f"(?P<{name}>{FORMS[form].pattern})"
            elif text:
                self.literal += len(text.strip())
                pattern += re.escape(text)
            else:
                pattern += "(?:" if opening else ")?"
        self.pattern = re.compile(pattern, re.IGNORECASE)

    def read(self, line: str) -> Command | None:
        """The command of a line, or None if the line is another sentence."""
        match = self.pattern.fullmatch(line)
        if match is None:
            return None
        given = {name: text for name, text in match.groupdict().items() if text is not None}
        try:
            return self.kind(**{name: self.forms[name].read(text) for name, text in given.items()})
        except ValueError as wrong:
            raise BadSentence(f"{line!r}: {wrong}") from wrong

    def print(self, command: Command) -> str:
        """The sentence of a command; parts with nothing in them are left out."""
        template = re.sub(r"\[([^\]]*)\]", lambda part: self._optional(command, part[1]),
                          self.kind.sentence)  # fmt: skip
        return self._filled(command, template)

    def _optional(self, command: Command, part: str) -> str:
        names = re.findall(r"\{(\w+)", part)
        return part if all(getattr(command, name) for name in names) else ""

    def _filled(self, command: Command, template: str) -> str:
        return re.sub(
            r"\{(\w+)(?::\w+)?\}",
            lambda field: self.forms[field[1]].print(getattr(command, field[1])),
            template,
        )


@cache
def sentence(kind: type[Command]) -> Sentence:
    return Sentence(kind)


def read(line: str, kinds: Iterable[type[Command]]) -> Command:
    """The command of a line among these kinds; the one with the most words of its own wins."""
    ordered = sorted(map(sentence, kinds), key=lambda each: -each.literal)
    for each in ordered:
        command = each.read(line)
        if command is not None:
            return command
    raise NotAStep(line, nearest(line, (each.kind for each in ordered)))


def nearest(
    line: str,
    kinds: Iterable[type[Command]],
    *,
    awaited: Iterable[type[Command]] = (),
    patrons: Iterable[str] = (),
) -> str:
    """Return the sentence whose own words are most like those of a line, or an empty text.

    A command that is awaited comes before another as much alike, and so does one that a patron
    gives where the line begins with a patron's name.
    """
    names = tuple(patrons)
    own = line.startswith(names) if names else False
    spoken = line.removeprefix(next((each for each in names if line.startswith(each)), ""))
    words = [_USUAL.get(word, word) for word in re.findall(r"[a-z]+", spoken.lower())]
    expected = set(awaited)
    best, text = 0.0, ""
    for kind in dict.fromkeys((*expected, *kinds)):
        likeness = _likeness(words, kind)
        extra = _AWAITED * (kind in expected)
        extra += _BY_PATRON * (own and kind.sentence.startswith("{patron}"))
        if likeness >= _ALIKE and likeness + extra > best:
            best, text = likeness + extra, kind.sentence
    return _readable(text)


_ALIKE = 0.6
_AWAITED = 0.1
_BY_PATRON = 0.2
_USUAL = {"bet": "wagers", "bets": "wagers", "puts": "wagers", "stakes": "wagers", "draws": "deal"}


def _likeness(words: list[str], kind: type[Command]) -> float:
    """Return how well the words of a line match those of a sentence, long words counting more."""
    own = re.findall(r"[a-z]+", re.sub(r"\[[^\]]*\]|\{[^}]*\}", " ", kind.sentence.lower()))
    if not own or not words:
        return 0.0
    matched = sum(len(word) * max(_alike(word, each) for each in words) for word in own)
    return matched / sum(map(len, own))


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


def _readable(sentence: str) -> str:
    """Return a sentence with its blanks as words: `PATRON stands [in box BOX]`."""
    blanks = re.sub(r"\{(\w+)(?::\w+)?\}", lambda blank: blank[1].upper(), sentence)
    return re.sub(r"\[\s+", " [", blanks)


def write(command: Command) -> str:
    return sentence(type(command)).print(command)
