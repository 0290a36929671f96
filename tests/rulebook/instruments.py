"""Texts with the shape of an approved instrument and none of its sentences, for any document."""

from __future__ import annotations

import re
from random import Random

from houseway.rulebook.document import Document, documents

_PLAIN = re.compile(r"(\d+(?:\.\d+)*)(?:#\d+)?(.*)")
FOOTER = "This is page 3 of 40 pages of the schedule"


def together(of: Document) -> list[Document]:
    """The documents that are rules of one instrument."""
    if not of.metadata.instrument.startswith("NI"):
        return [of]
    return [each for each in documents() if each.metadata.instrument == of.metadata.instrument]


def words_of(number: str) -> str:
    """The sentence that stands for a clause in these texts."""
    return f"Trial words “{number}” as we wrote them – see rule 3.1 and the {number} of a list;"


def instrument(of: Document, seed: int = 0, without: tuple[str, ...] = ()) -> str:
    """An instrument with all its documents, some clauses left out, laid out by chance."""
    chance, several = Random(seed), together(of)
    lines = ["## **A TRIAL INSTRUMENT**", "", f"1 Name of it: {of.title}", "", "2 Commencement", ""]
    lines += ["3 Revocation", "", "4 Approval", "", "CONTENTS", "", "1. Of tables.....\t2", ""]
    for each in several:
        lines += [each.title.upper(), ""] if len(several) > 1 else []
        lines += _document(each, chance, without)
    return "\n".join(lines)


def _document(of: Document, chance: Random, without: tuple[str, ...]) -> list[str]:
    lines = ["The words below have one meaning in all of these rules:", ""]
    section, dotted = "", chance.random() < 0.5
    for number in of.clauses:
        begun = _PLAIN.fullmatch(number)
        if number in without or not (begun or number.startswith(("terms: ", "Diagram"))):
            continue
        words = words_of(number)
        where, _, term = number.partition(" ")
        if begun and begun[1].split(".")[0] != section:
            section = begun[1].split(".")[0]
            lines += ["", f"{section}. A HEADING OF TRIAL", ""]
        if where in ("terms:", "Diagram"):
            lines += ["", term if where == "terms:" else f'{where} "{term}"', "", words]
        elif begun and term[:1].isalpha() and not _within(number):
            lines += ["", f"**“{term}”** {words}"]
        elif begun and not begun[2]:
            mark = chance.choice(("- ", "", "  - ", "**"))
            end = mark if mark == "**" else ""
            lines += ["", *_broken(f"{mark}{begun[1]}{end} {words}", chance)]
        elif begun and begun[2].startswith("(") and not term:
            letter = begun[2].split("#")[0].rpartition("(")[2][:-1]
            short = f"{letter}." if dotted and set(letter) <= set("ivx") else f"{letter})"
            lines += _broken(f"- {chance.choice((f'({letter})', short))} {words}", chance)
            if f"{begun[1]}{begun[2].split('(')[0]}" not in of.clauses:
                lines = _with_number(lines, begun[1])
    return lines


def _with_number(lines: list[str], number: str) -> list[str]:
    """Before the first letter of a clause that has no words of its own stands its number."""
    already = any(re.match(rf"\W*{re.escape(number)}\W*\s", each) for each in lines)
    return lines if already else [*lines[:-1], f"{number} {lines[-1].removeprefix('- ')}"]


def _within(number: str) -> bool:
    """A part of a clause without a number of its own: a closing line, a table, a bullet."""
    return bool(re.search(r" (opening|closing|second|bullet|para|table|Table)\b", number))


def _broken(line: str, chance: Random) -> list[str]:
    """A line broken in two, before a reference to another rule, or by the end of a page."""
    head, _, tail = line.partition(" see rule ")
    how = chance.randrange(4)
    if not tail or how < 2:
        return [line]
    return [f"{head} see rule", *(["", FOOTER, ""] if how == 3 else []), tail]
