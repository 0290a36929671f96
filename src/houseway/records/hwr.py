"""Reading `.hwr` records: TOML, one table and its rounds. Nothing is half-read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct, field

from houseway.equipment.chips import BadAmount, ChipSet, dollars
from houseway.games import NoGame, game, latest
from houseway.games.events import RESULT_OF
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits, Line
from houseway.games.options import BadOption, either, read_options
from houseway.rulebook.document import UnknownClause, UnknownDocument, document
from houseway.rulebook.parsing import read_toml
from houseway.rulebook.roles import Role

# Line numbers of a TOML text: where each key and table stands, for messages that name the line.

Path = tuple[str | int, ...]

_HEADER = re.compile(r"\s*(\[\[?)\s*(.+?)\s*\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")
_LONGEST_LINE = 10_000
_LONG = ('"""', "'''")


def line_numbers(text: str) -> dict[Path, int]:
    """The line of every key and table by its path: `("rounds", 0, "steps")` is line 12, say."""
    lines: dict[Path, int] = {}
    table: Path = ()
    counts: dict[Path, int] = {}
    for number, line in _outside_long_strings(text):
        if len(line) > _LONGEST_LINE:  # of a key or a header
            continue
        header, key = _HEADER.match(line), _KEY.match(line)
        if header:
            table = _table(header[1], _parts(header[2]), counts)
            _note(lines, table, number)
        elif key:
            _note(lines, (*table, *_parts(key[1])), number)
    return lines


def _note(lines: dict[Path, int], path: Path, number: int) -> None:
    """A table may be opened only by one further down: it stands where that one does."""
    for length in range(1, len(path) + 1):
        lines.setdefault(path[:length], number)


def _outside_long_strings(text: str) -> Iterator[tuple[int, str]]:
    """The numbered lines that can hold a key or a header."""
    closing = ""
    for number, line in enumerate(text.splitlines(), 1):
        if closing:
            closing = "" if closing in line else closing
            continue
        if line.lstrip().startswith("#"):
            continue
        yield number, line
        closing = next((mark for mark in _LONG if line.count(mark) % 2), "")


def _parts(key: str) -> tuple[str, ...]:
    return tuple(double or single or bare for double, single, bare in _PART.findall(key))


def _table(opening: str, parts: tuple[str, ...], counts: dict[Path, int]) -> Path:
    """The path of a header; tables of an array are counted from zero."""
    path: Path = ()
    for at, part in enumerate(parts, 1):
        path = (*path, part)
        if at == len(parts) and opening == "[[":
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = (*path, counts[path])
    return path


_KEYS = {
    "houseway",
    "document",
    "table",
    "prepared",
    "cards_left",
    "begins",
    "staff",
    "options",
    "limits",
    "chips",
    "patrons",
    "rounds",
}
_LIMITS = {"minimum", "maximum", "multiple", "differential", "lines", "personal"}
_ROUND = {"steps", "result", "expect", "next", "chips", "tokens"}
_AMOUNTS = ("stake", "paid", "returned")
_EXPECT: dict[str, tuple[str, Any]] = {  # each part with an example of it, and its kind in TOML
    "patron": ('"Ana"', str),
    "wager": ('"banker"', str),
    "result": ('"won"', str),
    "box": ("1", int),
    **dict.fromkeys(_AMOUNTS, ("12.50", int | Decimal)),
    "clauses": ('["8.9(b)"]', list),
}


class BadRecord(ValueError):
    """A record that cannot be read; the message says where and what was expected."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(f"line {line}: {sentence}" if line else sentence)
        self.line = line


class Expect(Struct, frozen=True, forbid_unknown_fields=True):
    """What a record says became of one wager; what it leaves out is not compared."""

    patron: str
    wager: str
    result: str
    box: int = 0
    stake: Decimal | None = None
    paid: Decimal | None = None
    returned: Decimal | None = None
    clauses: tuple[str, ...] = ()


class WrittenStep(Struct, frozen=True):
    """A line of a round; `refused` is the code and clause by which it must be refused, if any."""

    line: int
    text: str
    refused: tuple[str, str] | None = None


class WrittenRound(Struct, frozen=True):
    """The steps of a round and what must come of them; `next` is what is awaited at its end."""

    line: int
    steps: tuple[WrittenStep, ...]
    result: str = ""
    expect: tuple[Expect, ...] = ()
    next: str = ""
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}


class Record(Struct, frozen=True):
    """A record as it is written. With a time at which it begins it is one of a whole table, with
    a clock and people; without, of the game alone."""

    game: Game
    setup: Setup
    table: str
    prepared: bool
    patrons: dict[str, int]
    rounds: tuple[WrittenRound, ...] = field(default=())
    cards_left: int = 0
    begins_us: int = 0
    staff: dict[str, Role] = field(default_factory=dict)


def read_record(text: str) -> Record:
    """A whole record, or `BadRecord`."""
    try:
        content = read_toml(text, parse_float=Decimal)
    except ValueError as wrong:
        found = re.search(r"line (\d+)", str(wrong))
        raise BadRecord(int(found[1]) if found else 0, f"not TOML: {wrong}") from wrong
    return _Reader(text).record(content)


def without_comment(line: str) -> str:
    """A line up to its comment, which begins after a space: clause 11.3#2 has none."""
    return re.split(r"(?:^|\s)#", line)[0].strip()


class _Reader:
    """Knows the text, so that every message can name its line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self.places = line_numbers(text)

    def bad(self, path: Path, sentence: str) -> BadRecord:
        """The complaint about a value, with its line or that of the table it belongs to."""
        known = (path[:length] for length in range(len(path), 0, -1))
        return BadRecord(
            next((self.places[each] for each in known if each in self.places), 0), sentence
        )

    def record(self, content: dict[str, Any]) -> Record:
        self._known((), content, _KEYS, "a record")
        found = self._game(content.get("document"))
        options = self._options(found, self._table((), "options", content))
        limits = self._limits(found, self._table((), "limits", content))
        setup = Setup(options, limits, self._chips(content))
        refused = found.check_setup(setup)
        if refused:
            raise self.bad(("options",), str(refused))
        return Record(
            found,
            setup,
            str(content.get("table", "")),
            self._yes_or_no(content.get("prepared", True)),
            self._amounts(("patrons",), self._table((), "patrons", content)),
            self._rounds(found, self._tables((), "rounds", content)),
            self._count(("cards_left",), content.get("cards_left", 0)),
            self._begins(content.get("begins")),
            self._staff(content),
        )

    def _table(self, path: Path, key: str, given: dict[str, Any]) -> dict[str, Any]:
        """A table of TOML under a key; an empty one where there is none."""
        found = given.get(key, {})
        if not isinstance(found, dict):
            raise self.bad((*path, key), f"{key} is a table, opened by a line [{key}]")
        return found

    def _tables(self, path: Path, key: str, given: dict[str, Any]) -> list[dict[str, Any]]:
        """Tables of TOML under a key, one after the other."""
        found = given.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise self.bad((*path, key), f"{key} are tables, each opened by a line [[{key}]]")
        return found

    def _known(self, path: Path, given: dict[str, Any], known: set[str], what: str) -> None:
        for key in given:
            if key not in known:
                expected = ", ".join(sorted(known))
                sentence = f"{key} is not a part of {what}; expected: {expected}"
                raise self.bad((*path, key), sentence)

    def _yes_or_no(self, given: object) -> bool:
        if not isinstance(given, bool):
            raise self.bad(("prepared",), "prepared is true or false")
        return given

    def _count(self, path: Path, given: object) -> int:
        if isinstance(given, bool) or not isinstance(given, int) or given < 0:
            raise self.bad(path, f"{path[-1]} is a whole number such as 40, not {given!r}")
        return given

    def _begins(self, given: object) -> int:
        """The time at which the table's clock starts, in microseconds; 0: there is no clock."""
        if given is None:
            return 0
        if not isinstance(given, datetime):
            sentence = f"begins is a day and a time such as 2026-07-04T18:00:00, not {given!r}"
            raise self.bad(("begins",), sentence)
        return int(given.replace(tzinfo=UTC).timestamp()) * 1_000_000

    def _staff(self, content: dict[str, Any]) -> dict[str, Role]:
        staff = self._table((), "staff", content)
        if staff and "begins" not in content:
            sentence = "staff have names where a table has a clock: begins = 2026-07-04T18:00:00"
            raise self.bad(("staff",), sentence)
        return {name: self._role(name, role) for name, role in staff.items()}

    def _role(self, name: str, given: object) -> Role:
        if not isinstance(given, str) or given not in tuple(Role):
            raise self.bad(("staff", name), f"{name} is {either(tuple(Role))}, not {given!r}")
        return Role(given)

    def _game(self, name: object) -> Game:
        path = ("document",)
        if not isinstance(name, str):
            raise self.bad(path, 'document is missing; expected: document = "mini-baccarat"')
        try:
            return game(name if "@" in name else latest(document(name).slug))
        except (UnknownDocument, NoGame) as wrong:
            raise self.bad(path, str(wrong)) from wrong

    def _options(self, found: Game, given: dict[str, Any]) -> Any:
        try:
            return read_options(found, given)
        except BadOption as wrong:
            raise self.bad(("options", wrong.name), str(wrong)) from wrong

    def _limits(self, found: Game, given: dict[str, Any]) -> Limits:
        path = ("limits",)
        self._known(path, given, _LIMITS, "the limits")
        changes: dict[str, Any] = {
            key: self._amount((*path, key), given[key])
            for key in ("minimum", "maximum", "multiple", "differential")
            if key in given
        }
        lines = self._table(path, "lines", given)
        changes["lines"] = {wager: self._line(wager, lines) for wager in lines}
        personal = self._table(path, "personal", given)
        changes["personal"] = self._amounts((*path, "personal"), personal)
        return msgspec.structs.replace(found.limits, **changes)

    def _line(self, wager: str, lines: dict[str, Any]) -> Line:
        """The minimum and the maximum of one wager."""
        path = ("limits", "lines", wager)
        line = self._table(path[:2], wager, lines)
        if set(line) != {"minimum", "maximum"}:
            raise self.bad(path, f"the line of {wager} has a minimum and a maximum")
        return Line(*(self._amount((*path, key), line[key]) for key in ("minimum", "maximum")))

    def _chips(self, content: dict[str, Any]) -> ChipSet:
        given = content.get("chips")
        path = ("chips",)
        if given is None:
            return Setup(None).chips
        if not isinstance(given, list):
            raise self.bad(path, "chips is a list of amounts: chips = [1, 5, 25]")
        try:
            return ChipSet(tuple(self._amount(path, each) for each in given))
        except BadAmount as wrong:
            raise self.bad(path, str(wrong)) from wrong

    def _amounts(self, path: Path, given: dict[str, Any]) -> dict[str, int]:
        return {name: self._amount((*path, name), held) for name, held in given.items()}

    def _amount(self, path: Path, given: object) -> int:
        if isinstance(given, bool) or not isinstance(given, int | Decimal):
            raise self.bad(path, f"{path[-1]} is an amount such as 25 or 12.50, not {given!r}")
        if not Decimal(given).is_finite() or given < 0:
            raise self.bad(path, f"{path[-1]} is an amount of zero or more, not {given}")
        try:
            return dollars(str(given))
        except BadAmount as wrong:
            raise self.bad(path, str(wrong)) from wrong

    def _rounds(self, found: Game, given: list[dict[str, Any]]) -> tuple[WrittenRound, ...]:
        return tuple(self._round(found, number, each) for number, each in enumerate(given))

    def _round(self, found: Game, number: int, given: dict[str, Any]) -> WrittenRound:
        path = ("rounds", number)
        self._known(path, given, _ROUND, "a round")
        if "steps" not in given:
            raise self.bad(path, 'every round has its steps: steps = """ ... """')
        place = self.places.get((*path, "steps"), 1)  # not found where TOML is written oddly
        expect = tuple(
            self._expect(found, (*path, "expect", at), each)
            for at, each in enumerate(self._tables(path, "expect", given))
        )
        return WrittenRound(
            place, self._steps(given["steps"], place), self._text(path, "result", given), expect,
            self._text(path, "next", given),
            self._amounts((*path, "chips"), self._table(path, "chips", given)),
            self._amounts((*path, "tokens"), self._table(path, "tokens", given)),
        )  # fmt: skip

    def _text(self, path: Path, key: str, given: dict[str, Any]) -> str:
        text = given.get(key, "")
        if not isinstance(text, str):
            raise self.bad((*path, key), f"{key} is a text in quotation marks, not {text!r}")
        return text

    def _steps(self, text: object, place: int) -> tuple[WrittenStep, ...]:
        if not isinstance(text, str):
            raise BadRecord(place, 'steps is a text, one step a line: steps = """ ... """')
        opens = self.lines[place - 1].rstrip().endswith(('"""', "'''"))
        first = place + 1 if opens else place  # TOML drops the line end after the marks
        steps: list[WrittenStep] = []
        for number, raw in enumerate(text.splitlines(), first):
            said = without_comment(raw)
            if said.startswith("->"):
                steps.append(self._refusal(steps, said, number))
            elif said:
                steps.append(WrittenStep(number, said))
        return tuple(steps)

    def _refusal(self, steps: list[WrittenStep], said: str, number: int) -> WrittenStep:
        """`-> refused CODE [CLAUSE]` under a step: it must be refused so."""
        found = re.fullmatch(r"->\s*refused\s+(\w+)(?:\s+\[(.+)\])?", said)
        if found is None or not steps:
            raise BadRecord(number, "expected under a step: -> refused CODE [CLAUSE]")
        before = steps.pop()
        return WrittenStep(before.line, before.text, (found[1], found[2] or ""))

    def _expect(self, found: Game, path: Path, given: dict[str, Any]) -> Expect:
        for name in _AMOUNTS:
            if name in given:
                self._amount((*path, name), given[name])
        plain = {key: Decimal(value) if key in _AMOUNTS else value for key, value in given.items()}
        try:
            expect = msgspec.convert(plain, Expect)
        except msgspec.ValidationError as wrong:
            raise self._bad_expect(path, given) or self.bad(path, f"expect: {wrong}") from wrong
        if expect.result not in _RESULTS:
            sentence = f"result is {either(_RESULTS)}, not {expect.result!r}"
            raise self.bad((*path, "result"), sentence)
        for number in expect.clauses:
            self._clause(found, (*path, "clauses"), number)
        return expect

    def _bad_expect(self, path: Path, given: dict[str, Any]) -> BadRecord | None:
        """The complaint about the first part of an expectation that is unknown, absent or wrong."""
        for name in given:
            if name not in _EXPECT:
                known = ", ".join(_EXPECT)
                return self.bad((*path, name), f"{name} is not a part of expect; expected: {known}")
        for name, (example, kind) in _EXPECT.items():
            value = given.get(name)
            if value is None and name in ("patron", "wager", "result"):
                return self.bad(path, f"expect has a {name}: {name} = {example}")
            if value is not None and (type(value) is bool or not isinstance(value, kind)):
                return self.bad(
                    (*path, name), f"{name} is written {name} = {example}, not {value!r}"
                )
        return None

    def _clause(self, found: Game, path: Path, number: str) -> None:
        """A record names clauses of its own document."""
        try:
            found.cite(number)
        except UnknownClause as wrong:
            raise self.bad(path, str(wrong)) from wrong


_RESULTS = tuple(dict.fromkeys(RESULT_OF.values()))
