"""A promotion told as text: conditions, then orders at their times, and what must hold.

    == A cash draw
    document    seven-up-baccarat
    also        casino-war                        further documents that it covers
    conditions  autumn                            TOML, indented, as `records/termsfile.py` has it
      present = false
    promotions  Pia                               who holds which office
    inspector   Ines

    2026-03-01 09:00
      Pia: register Autumn draw under seven-up-baccarat [16.2]
      Pia: set the conditions autumn
      -> refused conditions_incomplete [16.8]     the order before must be refused so
      => missing 16.8.11.2(iv)                    what must hold now

A clause in brackets after an order must be among those that the facts of the order name. The house
adds its seed to `draw the winners`; `commit to the value` and `reveal the value` are the second
person's.
"""

from __future__ import annotations

import re
import textwrap
from typing import NamedTuple

from houseway.records.hwr import without_comment
from houseway.rulebook.roles import Role

_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d")
_BRACKET = re.compile(r"(.*?)\s*\[([^\[\]]+)\]")


class Said(NamedTuple):
    line: int
    kind: str  # time, order, refusal, expectation
    text: str
    clauses: tuple[str, ...] = ()
    actor: str = ""


class Scenario:
    """A text as it was read, before anything of it has happened."""

    def __init__(self, text: str) -> None:
        self.title = ""
        self.documents: list[str] = []
        self.offices: dict[str, Role] = {}
        self.conditions: dict[str, str] = {}
        self.lines: list[Said] = []
        blocks = re.split(r"(?m)^conditions +(\S+)\n((?:(?:[ \t].*)?\n)+)", text)
        for name, body in zip(blocks[1::3], blocks[2::3], strict=True):
            self.conditions[name] = textwrap.dedent(body)
        kept = re.sub(r"(?m)^conditions +\S+\n((?:(?:[ \t].*)?\n)+)", _blank, text)
        for number, raw in enumerate(kept.splitlines(), start=1):
            line = without_comment(raw).strip()
            if line:
                self._read(number, line)

    def _read(self, number: int, line: str) -> None:
        word, _, rest = line.partition(" ")
        if line.startswith("=="):
            self.title = line[2:].strip()
        elif word in ("document", "also"):
            self.documents.append(rest.strip())
        elif not self.lines and (office := _office(line)):
            names = line[len(office) :].split(",")
            self.offices |= {name.strip(): office for name in names}
        else:
            self.lines.append(self._said(number, line))

    def _said(self, number: int, line: str) -> Said:
        if _TIME.fullmatch(line):
            return Said(number, "time", line)
        found = _BRACKET.fullmatch(line)
        text = found[1] if found else line
        clauses = tuple(each.strip() for each in found[2].split(",")) if found else ()
        for mark, kind in (("->", "refusal"), ("=>", "expectation")):
            if text.startswith(mark):
                return Said(number, kind, text[2:].strip(), clauses)
        actor, colon, order = text.partition(": ")
        if not colon or actor not in self.offices:
            raise ValueError(f"line {number}: {text!r} does not say who")
        return Said(number, "order", order, clauses, actor)


def _office(line: str) -> Role | None:
    return next((role for role in Role if line.startswith(f"{role}  ")), None)


def _blank(found: re.Match[str]) -> str:
    """Nothing in place of a block, on as many lines."""
    return "\n" * found[0].count("\n")
