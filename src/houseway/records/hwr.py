"""Reading `.hwr` records: TOML, one table and its rounds. Nothing is half-read."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal
from typing import Any

import msgspec
from msgspec import Struct, field

from houseway.equipment.chips import BadAmount, ChipSet, dollars
from houseway.games import FOLDERS, game
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits, Line
from houseway.rulebook.document import UnknownClause, UnknownDocument, document

LARGEST = 10_000_000
_KEYS = {
    "houseway",
    "document",
    "table",
    "prepared",
    "options",
    "limits",
    "chips",
    "patrons",
    "rounds",
}
_LIMITS = {"minimum", "maximum", "multiple", "differential", "lines", "personal"}
_ROUND = {"steps", "result", "expect"}


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
    line: int
    steps: tuple[WrittenStep, ...]
    result: str = ""
    expect: tuple[Expect, ...] = ()


class Record(Struct, frozen=True):
    game: Game
    setup: Setup
    table: str
    prepared: bool
    patrons: dict[str, int]
    rounds: tuple[WrittenRound, ...] = field(default=())


def read_record(text: str) -> Record:
    """A whole record, or `BadRecord`."""
    if len(text) > LARGEST:
        raise BadRecord(0, f"the record has {len(text)} characters; at most {LARGEST} are read")
    try:
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as wrong:
        found = re.search(r"line (\d+)", str(wrong))
        raise BadRecord(int(found[1]) if found else 0, f"not TOML: {wrong}") from wrong
    except RecursionError as deep:
        raise BadRecord(0, "the record is nested too deeply") from deep
    return _Reader(text).record(content)


def without_comment(line: str) -> str:
    """A line up to its comment, which begins after a space: clause 11.3#2 has none."""
    return re.split(r"(?:^|\s)#", line)[0].strip()


class _Reader:
    """Knows the text, so that every complaint can name its line."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()

    def line_of(self, key: str) -> int:
        """The first line that sets a key or opens a table of that name."""
        pattern = re.compile(rf'\s*(\[+[^\]]*\b{re.escape(key)}"?\]|"?{re.escape(key)}"?\s*=)')
        return next((n for n, line in enumerate(self.lines, 1) if pattern.match(line)), 0)

    def bad(self, key: str, sentence: str) -> BadRecord:
        return BadRecord(self.line_of(key), sentence)

    def record(self, content: dict[str, Any]) -> Record:
        self._known(content, _KEYS, "a record")
        found = self._game(content.get("document"))
        options = self._options(found, self._table("options", content))
        limits = self._limits(found, self._table("limits", content))
        setup = Setup(options, limits, self._chips(content))
        refused = found.check_setup(setup)
        if refused:
            raise self.bad("options", str(refused))
        return Record(
            found,
            setup,
            str(content.get("table", "")),
            self._yes_or_no(content.get("prepared", True)),
            {who: self._amount(who, held) for who, held in self._table("patrons", content).items()},
            self._rounds(found, self._tables("rounds", content)),
        )

    def _table(self, key: str, given: dict[str, Any]) -> dict[str, Any]:
        """A table of TOML under a key; an empty one where there is none."""
        found = given.get(key, {})
        if not isinstance(found, dict):
            raise self.bad(key, f"{key} is a table, opened by a line [{key}]")
        return found

    def _tables(self, key: str, given: dict[str, Any]) -> list[dict[str, Any]]:
        """Tables of TOML under a key, one after the other."""
        found = given.get(key, [])
        if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
            raise self.bad(key, f"{key} are tables, each opened by a line [[{key}]]")
        return found

    def _known(self, given: dict[str, Any], known: set[str], what: str) -> None:
        for key in given:
            if key not in known:
                expected = ", ".join(sorted(known))
                raise self.bad(key, f"{key} is not a part of {what}; expected: {expected}")

    def _yes_or_no(self, given: object) -> bool:
        if not isinstance(given, bool):
            raise self.bad("prepared", "prepared is true or false")
        return given

    def _game(self, name: object) -> Game:
        if not isinstance(name, str):
            raise self.bad("document", 'document is missing; expected: document = "mini-baccarat"')
        try:
            edition = document(name)
        except UnknownDocument as wrong:
            raise self.bad("document", str(wrong)) from wrong
        if edition.slug not in FOLDERS:
            known = ", ".join(FOLDERS)
            raise self.bad("document", f"{edition.title} cannot be played yet; games: {known}")
        found = game(edition.slug)
        if found.cite.id != edition.id:
            raise self.bad("document", f"{edition.id} is not playable; {found.cite.id} is")
        return found

    def _options(self, found: Game, given: dict[str, Any]) -> Any:
        try:
            return msgspec.convert(given, found.options)
        except msgspec.ValidationError as wrong:
            key = re.search(r"\$\.(\w+)|field `(\w+)`", str(wrong))
            name = (key[1] or key[2]) if key else "options"
            raise self.bad(name, f"options: {wrong}") from wrong

    def _limits(self, found: Game, given: dict[str, Any]) -> Limits:
        self._known(given, _LIMITS, "the limits")
        changes: dict[str, Any] = {
            key: self._amount(key, given[key])
            for key in ("minimum", "maximum", "multiple", "differential")
            if key in given
        }
        lines = self._table("lines", given)
        changes["lines"] = {wager: self._line(wager, lines) for wager in lines}
        changes["personal"] = {
            who: self._amount(who, most) for who, most in self._table("personal", given).items()
        }
        return msgspec.structs.replace(found.limits, **changes)

    def _line(self, wager: str, lines: dict[str, Any]) -> Line:
        """The minimum and the maximum of one wager."""
        line = self._table(wager, lines)
        if set(line) != {"minimum", "maximum"}:
            raise self.bad(wager, f"the line of {wager} has a minimum and a maximum")
        return Line(*(self._amount(key, line[key]) for key in ("minimum", "maximum")))

    def _chips(self, content: dict[str, Any]) -> ChipSet:
        given = content.get("chips")
        if given is None:
            return Setup(None).chips
        if not isinstance(given, list):
            raise self.bad("chips", "chips is a list of amounts: chips = [1, 5, 25]")
        try:
            return ChipSet(tuple(self._amount("chips", each) for each in given))
        except BadAmount as wrong:
            raise self.bad("chips", str(wrong)) from wrong

    def _amount(self, key: str, given: object) -> int:
        if isinstance(given, bool) or not isinstance(given, int | Decimal):
            raise self.bad(key, f"{key} is an amount such as 25 or 12.50, not {given!r}")
        try:
            return dollars(str(given))
        except BadAmount as wrong:
            raise self.bad(key, str(wrong)) from wrong

    def _rounds(self, found: Game, given: list[dict[str, Any]]) -> tuple[WrittenRound, ...]:
        places = [n for n, line in enumerate(self.lines, 1) if re.match(r"\s*steps\s*=", line)]
        rounds = []
        for place, each in zip(places, given, strict=False):
            self._known(each, _ROUND, "a round")
            steps = self._steps(each.get("steps", ""), place)
            expect = self._expect(self._tables("expect", each))
            self._clauses(found, (clause for line in expect for clause in line.clauses))
            rounds.append(WrittenRound(place, steps, str(each.get("result", "")), expect))
        if len(rounds) != len(given):
            raise self.bad("rounds", 'every round has its steps: steps = """ ... """')
        return tuple(rounds)

    def _clauses(self, found: Game, numbers: Iterable[str]) -> None:
        """A record names clauses of its own document."""
        for number in numbers:
            try:
                found.cite(number)
            except UnknownClause as wrong:
                raise self.bad("clauses", str(wrong)) from wrong

    def _steps(self, text: object, place: int) -> tuple[WrittenStep, ...]:
        if not isinstance(text, str):
            raise BadRecord(place, 'steps is a text, one step a line: steps = """ ... """')
        opens = (
            self.lines[place - 1].rstrip().endswith(('"""', "'''"))
        )  # TOML drops the line end after it
        first = place + 1 if opens else place
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

    def _expect(self, given: list[dict[str, Any]]) -> tuple[Expect, ...]:
        plain = [
            {key: Decimal(each[key]) if isinstance(each[key], int) and key != "box" else each[key]
             for key in each}
            for each in given
        ]  # fmt: skip
        try:
            lines = msgspec.convert(plain, tuple[Expect, ...])
        except msgspec.ValidationError as wrong:
            raise self.bad("expect", f"expect: {wrong}") from wrong
        for line in lines:
            for name in ("stake", "paid", "returned"):
                if getattr(line, name) is not None:
                    self._amount(name, getattr(line, name))
        return lines
