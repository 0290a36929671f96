"""The instrument's own words, clause by clause, as a house has loaded them from its copy.

The text is the house's: no part of it is in this package. A plain text is cut at the clause numbers
of the document, which decide what a number at the beginning of a line is: the longest rising row of
numbers holds, so that a reference at the beginning of a line cuts nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from houseway.rulebook.document import Document, document_cited, documents

LARGEST = 2_000_000  # bytes of a text: the longest instrument known has 90,000
_MARKUP = re.compile(r"</?[a-z]+ ?/?>|\*\*|^[#>\s]+|\\(?=[$*_#])")
_ITEM = re.compile(r"^[-•*·]\s+")
_NUMBER = re.compile(r"(\d+(?:\.\d+)*)\.?(?:\s+|$)")
_LETTER = re.compile(r"(?:\(?([a-zA-Z]{1,4})\)|([ivx]{1,4})\.\s)\s*")
_DRAWN = re.compile(r"(diagram|appendix) \W?(\w)\b", re.IGNORECASE)
_CONTENTS = re.compile(r"[\t.]\s*\d+$|^(table of )?contents$|^.{0,60} index$", re.IGNORECASE)
_BEFORE = re.compile(r"^\d.{0,40}$|([.;:,)-]|\b(and|or))$")  # a line after which a clause may begin
_FOOTER = re.compile(r"(this is )?page \d+( of \d+)?\b.*|\d{1,3}", re.IGNORECASE)
_QUOTES = str.maketrans({"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-"})
_FIGURES = re.compile(r"\d+(\.\d+)*(#\d+)?")
_PART = re.compile(r"(opening|closing|second|bullet|para|table)\b", re.IGNORECASE)
_AGAIN = re.compile(r"#\d+")  # the second clause of one number


class UnreadableText(ValueError):
    """The file is not a text of the document; the message says why."""


class ApprovedText(Struct, frozen=True):
    """`words` by clause number. A clause without a number of its own, such as a closing line, has
    the words of the clause it stands in. `unknown`: line and number of what the document lacks."""

    edition: str
    words: dict[str, str]
    missing: tuple[str, ...]
    unknown: tuple[tuple[int, str], ...]


class _Line(NamedTuple):
    """`plain`: with simple quotation marks; `starts`: it is a paragraph or an item of a list."""

    at: int
    text: str
    plain: str
    starts: bool


class _Mark(NamedTuple):
    """Where a clause begins: the line, and what follows its number there."""

    number: str
    at: int
    rest: str


def decoded(content: bytes) -> str:
    """The text of a file in UTF-8; one in another encoding is refused, as it would be misread."""
    if len(content) > LARGEST:
        raise UnreadableText(f"it has {len(content):,} bytes, and {LARGEST:,} is the most")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        sentence = f"it is not UTF-8 (byte {wrong.start + 1}): save it as plain text in UTF-8"
        raise UnreadableText(sentence) from wrong
    if "\0" in text:
        raise UnreadableText("it is not plain text: save it as plain text in UTF-8")
    return text


def read(of: Document, text: str) -> ApprovedText:
    """Cut the text of an instrument at the clauses of one document."""
    if of.title not in text and of.title.upper() not in text:
        raise UnreadableText(f"it does not name {of.title}")
    preamble, lines = _part(of, list(_lines(text)))
    numbers, unknown = _numbered(of, lines)
    if not numbers:
        raise UnreadableText(f"0 of the {len(of.clauses)} clauses of {of.title} are in it")
    letters, strange = _lettered(of, lines, numbers)
    marks = [*numbers, *letters, *_headings(lines, numbers), *_terms(of, lines, numbers)]
    marks.sort(key=lambda mark: (mark.at, -len(mark.rest)))
    own: dict[str, str] = {}
    for mark, end in zip(marks, [*(each.at for each in marks[1:]), len(lines)], strict=True):
        own[mark.number] = _joined([mark.rest, *(each.text for each in lines[mark.at + 1 : end])])
    begun = marks[0].at if marks else 0
    note = [each.text for each in lines[:begun] if _is_sentence(each.text) and each not in preamble]
    cut = {number: _words(of, number, own, preamble, note) for number in of.clauses}
    missing = tuple(n for n, each in cut.items() if not each and not _DRAWN.match(n))
    if len(missing) * 2 > len(cut):
        found = len(cut) - len(missing)
        raise UnreadableText(f"{found} of the {len(cut)} clauses of {of.title} are in it")
    kept = {number: each for number, each in cut.items() if each}
    return ApprovedText(of.id, kept, missing, tuple(sorted({*unknown, *strange})))


def _lines(text: str) -> Iterator[_Line]:
    blank = True
    for at, line in enumerate(text.splitlines()):
        bare = _MARKUP.sub("", line.strip())
        content = _ITEM.sub("", bare).strip()
        if not content or _FOOTER.fullmatch(content):
            blank = True
            continue
        yield _Line(at + 1, content, content.translate(_QUOTES), blank or content != bare)
        blank = False


def _part(of: Document, lines: list[_Line]) -> tuple[list[_Line], list[_Line]]:
    """What stands before the rules, and the lines of this document in an instrument of several."""
    together = [each for each in documents() if each.metadata.instrument == of.metadata.instrument]
    begins = {each.title: at for each in together if (at := _begins(each.title, lines)) is not None}
    start = begins.get(of.title, 0) if len(begins) > 1 else 0
    later = (at for at in begins.values() if len(begins) > 1 and at > start)
    ended = (at for at, line in enumerate(lines) if _CONTENTS.search(line.plain))
    return lines[: next(ended, 0)], lines[start : min(later, default=len(lines))]


def _begins(title: str, lines: Sequence[_Line]) -> int | None:
    named = re.compile(rf"(terms used in )?{re.escape(title)}( rules| index)?", re.IGNORECASE)
    return next((at for at, line in enumerate(lines) if named.fullmatch(line.plain)), None)


def _numbered(of: Document, lines: Sequence[_Line]) -> tuple[list[_Mark], list[tuple[int, str]]]:
    """The numbers that begin clauses, and those that the document does not have."""
    order: dict[str, int] = {}  # of a number with letters alone, the order of its first part
    for at, clause in enumerate(of.clauses):
        if base := _base(clause):
            order.setdefault(base, at)
    found, unknown = [], []
    for at, line in enumerate(lines):
        match = _NUMBER.match(line.plain)
        if match is None or "." not in match[1] or _CONTENTS.search(line.plain):
            continue
        number, rest = match[1], line.text[match.end() :]
        begins = line.starts and (at == 0 or _BEFORE.search(lines[at - 1].plain))
        if not (begins or rest[:1].isupper() or rest[:1] in '("'):
            continue  # a reference to another rule, where a line or a page was broken
        places = [each for each in order if _plain(each) == number]
        found.append([(order[each], _Mark(each, at, rest)) for each in places])
        unknown += [] if places else [(line.at, number)]
    return _rising(found), unknown


def _lettered(
    of: Document, lines: Sequence[_Line], numbers: Sequence[_Mark]
) -> tuple[list[_Mark], list[tuple[int, str]]]:
    """Within each numbered clause, the letters that begin a part of it, and those of no part."""
    order = {number: at for at, number in enumerate(of.clauses)}
    marks: list[_Mark] = []
    unknown = []
    for mark, end in zip(numbers, [*(each.at for each in numbers[1:]), len(lines)], strict=True):
        parts: dict[str, list[str]] = {}
        for each in of.clauses:
            last = _plain(each).rpartition("(")[2]
            if _base(each) == mark.number and last.endswith(")"):
                parts.setdefault(last[:-1], []).append(each)
        found = []
        for at in range(mark.at, end):
            rest = mark.rest if at == mark.at else lines[at].text
            while match := _LETTER.match(rest):
                letter = match[1] or match[2]
                rest, wanted = rest[match.end() :], parts.get(letter, ())
                found.append([(order[each], _Mark(each, at, rest)) for each in wanted])
                if parts and not wanted:
                    unknown.append((lines[at].at, f"{mark.number}({letter})"))
        marks += _rising(found)
    return marks, unknown


def _headings(lines: Sequence[_Line], numbers: Sequence[_Mark]) -> Iterator[_Mark]:
    """The heading of each section, with titles above it: the clause before ends there."""
    last = -1
    for mark in numbers:
        section = mark.number.partition(".")[0]
        for at in range(mark.at - 1, last, -1):
            match = _NUMBER.match(lines[at].plain)
            if match and match[1] == section:
                yield _Mark(section, at, "")
                while at - 1 > last and lines[at - 1].plain.isupper():
                    at -= 1
                yield _Mark(f"above {section}", at, "")
                break
        last = mark.at


def _terms(of: Document, lines: Sequence[_Line], numbers: Sequence[_Mark]) -> Iterator[_Mark]:
    """The entries of a dictionary, and drawings: a line that begins with the name of one."""
    last, end = numbers[-1], len(lines)
    spans = {mark.number: (mark, until.at) for mark, until in pairwise(numbers)}
    spans |= {last.number: (last, end), "Diagram": (last, end), "Appendix": (last, end)}
    spans["terms:"] = _Mark("", 0, lines[0].text), numbers[0].at
    for number in of.clauses:
        where, _, term = number.partition(" ")
        mark, until = spans.get(where, (last, 0))
        name = number if _DRAWN.match(number) else term.translate(_QUOTES)
        for at in range(mark.at, until):
            text = mark.rest if at == mark.at else lines[at].text
            if _names(text.translate(_QUOTES).casefold(), name.casefold()):
                yield _Mark(number, at, text)
                break


def _names(line: str, name: str) -> bool:
    drawn, asked = _DRAWN.match(line), _DRAWN.fullmatch(name)
    if drawn and asked:
        return drawn.groups() == asked.groups()
    bare = line.lstrip("\"'")
    rest = bare.removeprefix(name)
    if rest == bare:
        return False
    return rest[:1] in "\"'" if bare != line else not rest.strip(".:")


def _words(
    of: Document, number: str, own: Mapping[str, str], preamble: Sequence[_Line], note: list[str]
) -> str:
    """Its own, or for what has no number the words of the clause it stands in."""
    if number in own:
        return own[number]
    base, _, rest = number.partition(" ")
    if rest == "note":
        return _joined(note)
    if not _base(number) and base in ("Order", "instrument"):
        return _joined(_item(preamble, rest))
    if not (_base(number) and _PART.match(rest)):
        return ""
    return "\n".join(text for each, text in own.items() if _plain(each).startswith(base))


def _item(preamble: Sequence[_Line], number: str) -> Iterator[str]:
    """The lines of the preamble under that number; all of them where it has none."""
    taking = not number.isdigit()
    for line in preamble:
        match = _NUMBER.match(line.plain)
        if number.isdigit() and match:
            taking = match[1] == number
        if taking:
            yield line.text


def _rising(found: Iterable[Sequence[tuple[int, _Mark]]]) -> list[_Mark]:
    """The longest row of marks in the order of the document; of equals the earliest stays."""
    ends: list[int] = []
    rows: list[tuple[_Mark, ...]] = []
    for choices in found:
        for order, mark in sorted(choices, key=lambda each: -each[0]):
            at = bisect_left(ends, order)
            if at < len(ends) and ends[at] == order:
                continue
            row = (*(rows[at - 1] if at else ()), mark)
            ends[at : at + 1], rows[at : at + 1] = [order], [row]
    return list(rows[-1]) if rows else []


def _is_sentence(line: str) -> bool:
    return line.endswith((".", ")", ":")) and len(line.split()) > 5


def _plain(number: str) -> str:
    return _AGAIN.sub("", number)


def _base(number: str) -> str:
    """The figures of a clause number: 16.2 of 16.2(c)#2, 11.3#2 of 11.3#2(a)."""
    match = _FIGURES.match(number)
    return match[0] if match else ""


def _joined(lines: Iterable[str]) -> str:
    """Sentences that were broken over lines in one piece, the rows of a table each on its own."""
    text = ""
    for line in filter(None, lines):
        text += ("\n" if line.startswith("|") or "\t" in line else " ") + line
    return text.strip()


class Held(NamedTuple):
    """What a house holds of an edition; `text` is None where its file is not what was loaded."""

    edition: str
    text: ApprovedText | None


_HELD: dict[str, Held] = {}


def hold(texts: Iterable[Held]) -> None:
    """From now on these are what this process shows, and no other."""
    _HELD.clear()
    _HELD.update({each.edition: each for each in texts})


def held(of: Document) -> Held | None:
    return _HELD.get(of.id)


def words(of: Document, number: str) -> str:
    """The instrument's words for a clause; empty where the house has not loaded them."""
    found = _HELD.get(of.id)
    return found.text.words.get(number, "") if found and found.text else ""


def cited(clause: str, edition: str = "") -> str:
    """The instrument's words for a full citation, made under this edition."""
    try:
        of = document_cited(clause, edition=edition)
        return words(of, of.number_of(clause))
    except LookupError:
        return ""
