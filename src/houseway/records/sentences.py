"""Orders as sentences: `Ana wagers 25 on banker` is a command, and a command is that sentence."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import SequenceMatcher
from functools import cache, lru_cache
from typing import Any, NamedTuple

from houseway.equipment.cards import Card, parse_card
from houseway.equipment.chips import dollars, money
from houseway.equipment.tiles import dice_text, parse_dice, parse_tiles
from houseway.games.commands import Command

_PART = re.compile(r"\{(\w+)(?::(\w+))?\}|(\[)|(\])|([^{}\[\]]+)")
UNSEEN = "??"


class BadSentence(ValueError):
    """A line that is no command of the game, or has something in it that cannot be read."""


class NotAStep(BadSentence):
    """A line that is no command of the game; `nearest` is an example of the step most like it."""

    def __init__(self, line: str, nearest: str) -> None:
        hint = f"; did you mean {nearest!r}?" if nearest else ""
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
    "names": Form(r'(?:"[^"]+"|[^:"])+', _names, _print_names),
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


@lru_cache(64)
def _ordered(kinds: tuple[type[Command], ...]) -> list[Sentence]:
    """The sentences, those with the most words of their own first."""
    return sorted(map(sentence, kinds), key=lambda each: -each.literal)


def read(line: str, kinds: Iterable[type[Command]]) -> Command:
    """The command of a line among these kinds; the one with the most words of its own wins."""
    ordered = _ordered(tuple(kinds))
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
    """Return the step whose own words are most like those of a line, or an empty text.

    It is written with the names and amounts of the line. A command that is awaited comes before
    another as much alike, and so does one that a patron gives where the line begins with a patron's
    name.
    """
    names = tuple(patrons)
    own = line.startswith(names) if names else False
    spoken = line.removeprefix(next((each for each in names if line.startswith(each)), ""))
    words = [_USUAL.get(word, word) for word in re.findall(r"[a-z]+", spoken.lower())]
    expected = set(awaited)
    best, found = 0.0, ""
    for kind in dict.fromkeys((*expected, *kinds)):
        likeness = _likeness(words, kind)
        extra = _AWAITED * (kind in expected)
        extra += _BY_PATRON * (own and kind.sentence.startswith("{patron}"))
        if likeness >= _ALIKE and likeness + extra > best:
            best, found = likeness + extra, kind.sentence
    return _example(found, line, names)


_ALIKE = 0.6
_AWAITED = 0.1
_BY_PATRON = 0.2
_USUAL = {
    **dict.fromkeys(("bet", "bets", "lays", "places", "plays", "puts", "stakes"), "wagers"),
    **dict.fromkeys(("card", "dealt", "draw", "draws"), "deal"),
    **dict.fromkeys(("stay", "stays", "sticks"), "stands"),
    **dict.fromkeys(("cancels", "removes"), "withdraws"),
    "sits": "joins",
}


def _likeness(words: list[str], kind: type[Command]) -> float:
    """Return how well the words of a line match those of a sentence, long words counting more."""
    own = re.findall(r"[a-z]+", re.sub(r"\[[^\]]*\]|\{[^}]*\}", " ", kind.sentence.lower()))
    if not own or not words:
        return 0.0
    matched = sum(len(word) * max(_alike(word, each) for each in words) for word in own)
    return matched / sum(map(len, own))


def _alike(one: str, other: str) -> float:
    return SequenceMatcher(None, one, other).ratio()


_AMOUNT = re.compile(r"\$?\d[\d,]*(?:\.\d+)?(?!\w)")
_NUMBER = re.compile(r"\b\d+\b")
_CARD = re.compile(r"\b(?:10|[2-9TJQKA])[shdc]\b", re.IGNORECASE)
_BOX = re.compile(r"(?<=\bbox )\d+")
_WAGER = tuple(
    re.compile(rf"{before}(.+?)(?: in box \d+)?$")
    for before in (r"\bon ", r"\d (?=[a-z])", r"^\S+ [a-z]+ (?=[a-z])")
)
_BLANKS = {  # where the words of a blank are in a line, and what stands for them otherwise
    "money": (_AMOUNT, "25"),
    "card": (_CARD, "9h"),
    "number": (_NUMBER, "1"),
    "box": (_BOX, "1"),
}


def _example(sentence: str, line: str, patrons: tuple[str, ...]) -> str:
    """Return a sentence with its blanks filled from a line: `Ana wagers 100 on banker`."""
    kept = re.sub(r"\[([^\]]*)\]", lambda part: _wanted(part[1], line), sentence)
    return re.sub(r"\{(\w+)(?::(\w+))?\}", lambda each: _filled(each, line, patrons), kept)


def _wanted(part: str, line: str) -> str:
    """Return an optional part if the line has its first word, or what fills it."""
    own = re.findall(r"[a-z]+", re.sub(r"\{[^}]*\}", "", part))
    blank = re.search(r"\{\w+:(\w+)\}", part)
    pattern, _ = _BLANKS.get(blank[1] if blank else "", (None, ""))
    fits = own[0] in line.lower().split() if own else pattern and pattern.search(line)
    return part if fits else ""


def _filled(blank: re.Match[str], line: str, patrons: tuple[str, ...]) -> str:
    name, form = blank.groups()
    if name in ("patron", "person"):
        return _print_name(_named(line, patrons))
    if name == "wager":
        return next((found[1] for each in _WAGER if (found := each.search(line))), "WAGER")
    pattern, usual = _BLANKS.get("box" if name == "box" else form, (None, name.upper()))
    found = pattern.search(line) if pattern else None
    return found[0] if found else usual


def _named(line: str, patrons: tuple[str, ...]) -> str:
    """Return the patron whom a line begins with, else the name it begins with, else Ana."""
    spoken = line.replace('"', "")
    capital = re.match(r"[A-Z]\w*", spoken)
    usual = capital[0] if capital else "Ana"
    return next((each for each in patrons if spoken.startswith(each)), usual)


def write(command: Command) -> str:
    return sentence(type(command)).print(command)
