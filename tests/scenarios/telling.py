"""An evening as text: the lines of a file, read into clock times, orders and expectations.

    == A Saturday evening of Casino War
    document  casino-war
    day       2026-07-04                    where the table stands, ten hours east of Greenwich
    options   layout=B                      the house's options, the limits of the sign, the chips
    limits    minimum=10, maximum=500
    chips     100 25 5
    supervisor  Dora, Eli                   who holds which office this evening
    patron      Ana, Ben

    20:15                                   the clock goes on to this time
      Dora: raise the minimum at once to 25 [5.6.2]     who gives the order, and the order as a
      Ana wagers 10 on ante in box 1                    sentence; a patron's own needs no colon
      Ben wagers 10 on ante in box 2
      -> refused wager_below_minimum [5.6.8]            the order before must be refused so
      Chen: no more bets; deal 9h 3c                    several orders, one after the other
      => float 3,200                                    what must hold now
    # 50 in, 25 out: a comment, for the arithmetic

A clause in brackets after orders must have spoken in what the last of them brought about; after an
expectation it must be the one that is named there.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from houseway.equipment.chips import dollars
from houseway.games.limits import Line
from houseway.records.hwr import without_comment
from houseway.rulebook.roles import Role

_CLOCK = re.compile(r"(\d\d):(\d\d)")
_BRACKET = re.compile(r"(.*?)\s*\[([^\[\]]+)\]")
_HEADINGS = ("document", "day", "options", "limits", "chips")


class Said(NamedTuple):
    """One line of the evening: `kind` is clock, order, refusal or expectation."""

    line: int
    kind: str
    text: str
    clauses: tuple[str, ...] = ()
    actor: str = ""


class Evening:
    """A text as it was read, before anything of it has happened."""

    def __init__(self, text: str) -> None:
        self.title = ""
        self.headings: dict[str, str] = {}
        self.offices: dict[str, Role] = {}
        self.lines: list[Said] = []
        for number, raw in enumerate(text.splitlines(), start=1):
            line = without_comment(raw).strip()
            if line:
                self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        office = next((role for role in Role if line.startswith(f"{role}  ")), None)
        word, _, rest = line.partition(" ")
        if line.startswith("=="):
            self.title = line[2:].strip()
        elif word in _HEADINGS and not self.lines:
            self.headings[word] = rest.strip()
        elif office and not self.lines:
            names = line[len(office) :].split(",")
            self.offices |= {name.strip(): office for name in names}
        else:
            self.lines += self._said(number, line)

    def _said(self, number: int, line: str) -> list[Said]:
        if _CLOCK.fullmatch(line):
            return [Said(number, "clock", line)]
        text, clauses = bracketed(line)
        for mark, kind in (("->", "refusal"), ("=>", "expectation")):
            if text.startswith(mark):
                return [Said(number, kind, text[2:].strip(), clauses)]
        actor, text = self._actor(number, text)
        orders = [each.strip() for each in text.split(";")]
        return [
            Said(number, "order", each, clauses if at == len(orders) else (), actor)
            for at, each in enumerate(orders, start=1)
        ]

    def _actor(self, number: int, text: str) -> tuple[str, str]:
        """`Dora: ...` is Dora's order; a sentence that begins with a patron is the patron's own."""
        name, colon, rest = text.partition(": ")
        if colon and name in self.offices:
            return name, rest
        first = text.split()[0]
        if self.offices.get(first) != Role.PATRON:
            raise ValueError(f"line {number}: {text!r} does not say who")
        return first, text

    def limits(self) -> tuple[dict[str, int], dict[str, Line]]:
        """The sign's own numbers, and the lines of single wagers written `tie=5-100`."""
        plain: dict[str, int] = {}
        lines: dict[str, Line] = {}
        for key, value in _pairs(self.headings.get("limits", "")):
            low, dash, high = value.partition("-")
            if dash:
                lines[key] = Line(dollars(low), dollars(high))
            else:
                plain[key] = dollars(value)
        return plain, lines

    def options(self) -> dict[str, object]:
        return {key: _value(value) for key, value in _pairs(self.headings.get("options", ""))}


def bracketed(text: str) -> tuple[str, tuple[str, ...]]:
    """A line without the clauses at its end, and those."""
    found = _BRACKET.fullmatch(text)
    if found is None:
        return text, ()
    return found[1], tuple(each.strip() for each in found[2].split(","))


def _pairs(text: str) -> list[tuple[str, str]]:
    parts = [each.partition("=") for each in text.split(",") if each.strip()]
    return [(key.strip(), value.strip()) for key, _, value in parts]


def _value(text: str) -> object:
    if text in ("yes", "no"):
        return text == "yes"
    if "+" in text:
        return text.split("+")
    return int(text) if text.isdigit() else text
