"""Numbers, odds, cells, roles and clauses of an edition changed by their names in its `Rules`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from houseway.amendments.document import Written
from houseway.equipment.chips import BadAmount, dollars
from houseway.games.edition import values_of
from houseway.games.fields import CENTS_MOST
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits, Line
from houseway.games.options import BadOption, read_options
from houseway.games.side_wagers.facts import Facts
from houseway.games.side_wagers.language import BadCondition, read_condition
from houseway.games.side_wagers.wager import SideRow, SideWager
from houseway.records.hwr import Path
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Odds, Pays, Paytable, parse_odds
from houseway.rulebook.roles import Role, at_least

_FIXED = ("cite", "renumbered", "side_wagers")  # fields that other parts of the file decide
MOST_ODDS = 1_000_000  # to 1
_MOST_NUMBER = 10_000  # of decks, boxes, minutes and the like
_MOST_DECKS = 20
_VERDICTS = ("wins", "loses", "stands off")


class CannotChange(ValueError):
    """A change that cannot be made; `path` is where in the table of changes it stands."""

    def __init__(self, path: Path, reason: str) -> None:
        super().__init__(reason)
        self.path = path


class Change(NamedTuple):
    """One cell that the file changes: its name, and what it was and is, as text."""

    name: str
    was: str
    now: str


def changed_fields(written: Written, game: Game, cite: Document) -> dict[str, Any]:
    """The fields of the rules that `[change]` gives another value."""
    given = written.content.get("change", {})
    if not isinstance(given, dict):
        written.bad(("change",), "change must be a table of names of the rules")
        return {}
    fields: dict[str, Any] = {}
    for name, value in given.items():
        try:
            fields[name] = _field(game, cite, name, value)
        except CannotChange as wrong:
            written.bad(("change", *wrong.path), str(wrong))
    return fields


def _field(game: Game, cite: Document, name: str, value: Any) -> Any:
    rules = game.rules
    names = [each for each in rules.__struct_fields__ if each not in _FIXED]
    if name not in names:
        raise CannotChange((name,), _unknown(name, names, "is not a name of these rules"))
    if name == "roles":
        return {**rules.roles, **_roles(game, value)}
    if name == "options":
        return {**rules.options, **_options(game, value)}
    return _Changer(cite).changed((name,), getattr(rules, name), value)


def _unknown(name: str, names: list[str], what: str) -> str:
    near = get_close_matches(name, names, n=3, cutoff=0.5) or names[:12]
    return f"{name} {what}; expected {', '.join(near)}"


def _options(game: Game, given: Any) -> dict[str, tuple[Any, ...]]:
    """What is left of each option: a usual value, or a list of values with the usual one first."""
    names, usual = list(game.options.__struct_fields__), game.options()
    left = {}
    for name, value in _table(("options",), given).items():
        here: Path = ("options", name)
        if name not in names:
            raise CannotChange(here, _unknown(name, names, "is not an option of this game"))
        values = values_of(game.options, name)
        if values:
            left[name] = _values_left(here, values, value)
        else:
            left[name] = (_usual(here, getattr(usual, name), value),)
    _check_setup(game, left)
    return left


def _values_left(path: Path, values: tuple[Any, ...], given: Any) -> tuple[Any, ...]:
    listed = given if isinstance(given, list) else [given]
    for each in listed:
        _one_of(path, each, values)
    if not listed or len(set(listed)) < len(listed):
        raise CannotChange(path, f"{path[-1]} is a list of different values, the usual one first")
    others = () if isinstance(given, list) else tuple(each for each in values if each != given)
    return (*listed, *others)


def _usual(path: Path, held: Any, given: Any) -> Any:
    if isinstance(held, tuple):
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            raise CannotChange(path, f"{path[-1]} is a list such as {_sample(held)}")
        return tuple(given)
    if isinstance(held, bool):
        return _of_type(path, given, bool, f"{path[-1]} is true or false")
    return _of_type(path, given, type(held), f"{path[-1]} is {_sort_of(held)}")


def _sort_of(held: Any) -> str:
    return "a whole number" if isinstance(held, int) else "a text"


def _check_setup(game: Game, left: dict[str, tuple[Any, ...]]) -> None:
    """The usual values together must be such as the document allows."""
    for name, (value, *_) in left.items():
        try:
            read_options(game, {name: value})
        except BadOption as wrong:
            raise CannotChange(("options", name), str(wrong)) from wrong
    usual = replace(game.options(), **{name: values[0] for name, values in left.items()})
    if refused := game.check_setup(Setup(usual, game.limits)):
        raise CannotChange(("options", *list(left)[:1]), f"no table could be opened: {refused}")


def _roles(game: Game, given: Any) -> dict[Any, frozenset[Role]]:
    kinds = {kind.__name__: kind for kind in game.orders}
    if not isinstance(given, dict):
        raise CannotChange(("roles",), 'roles is a table such as ApproveBothHands = "manager"')
    roles = {}
    for name, value in given.items():
        if name not in kinds:
            reason = _unknown(name, list(kinds), "is not a command of this game")
            raise CannotChange(("roles", name), reason)
        listed = value if isinstance(value, list) else [value]
        unknown = [each for each in listed if each not in list(Role)]
        if unknown or not listed:
            reason = _unknown(str(unknown or value), [*map(str, Role)], "is not a role")
            raise CannotChange(("roles", name), reason)
        named = [Role(each) for each in listed]
        roles[kinds[name]] = frozenset(named) if isinstance(value, list) else at_least(named[0])
    return roles


class _Changer:
    """Fills a value of the rules otherwise; each sort of value says what may stand in it."""

    def __init__(self, cite: Document) -> None:
        self.cite = cite

    def changed(self, path: Path, held: Any, given: Any) -> Any:
        if isinstance(held, Paytable):
            return self._paytable(path, held, given)
        if isinstance(held, Pays):
            return held._replace(odds=_odds(path, given))
        if isinstance(held, Mapping):
            return self._mapping(path, held, given)
        if isinstance(held, Struct):
            return self._struct(path, held, given)
        if isinstance(held, tuple) and held and held[0] in _VERDICTS:
            return (_one_of(path, given, _VERDICTS), *held[1:])
        return self._plain(path, held, given)

    def _plain(self, path: Path, held: Any, given: Any) -> Any:
        name = " ".join(map(str, path))
        if isinstance(held, bool):
            return _of_type(path, given, bool, f"{name} is true or false")
        if isinstance(held, int) or held is None:
            return _number(path, held, _of_type(path, given, int, f"{name} is a whole number"))
        if isinstance(held, tuple | frozenset):
            return self._listed(path, held, given)
        if isinstance(held, str) and held.startswith(f"{self.cite.title} "):
            return self._clause(path, given)
        if isinstance(held, str):
            return _of_type(path, given, str, f"{name} is a text")
        raise CannotChange(path, f"{name} cannot be changed in a file")

    def _clause(self, path: Path, given: Any) -> Any:
        if given not in self.cite.clauses:
            raise CannotChange(path, self.cite.no_such(str(given)))
        return self.cite(given)

    def _struct(self, path: Path, held: Struct, given: Any) -> Any:
        names, changes = list(held.__struct_fields__), {}
        for name, value in _table(path, given).items():
            if name not in names:
                reason = _unknown(name, names, f"is not a part of {path[-1]}")
                raise CannotChange((*path, name), reason)
            before = getattr(held, name)
            if isinstance(held, Limits) and not isinstance(before, Mapping):
                changes[name] = _cents((*path, name), value)
            else:
                changes[name] = self.changed((*path, name), before, value)
        made = replace(held, **changes)
        if isinstance(made, Limits) and not 0 < made.minimum <= made.maximum:
            raise CannotChange(path, "the minimum must be positive and at most the maximum")
        return made

    def _paytable(self, path: Path, held: Paytable[Any], given: Any) -> Paytable[Any]:
        odds = {}
        cases = [_words(line.case) for line in held]
        for case, value in _table(path, given).items():
            if case not in cases:
                reason = _unknown(case, cases, f"is not a line of {path[-1]}")
                raise CannotChange((*path, case), reason)
            odds[case] = _odds((*path, case), value)
        return Paytable(*(
            line._replace(odds=odds.get(_words(line.case), line.odds)) for line in held
        ))  # fmt: skip

    def _mapping(self, path: Path, held: Mapping[Any, Any], given: Any) -> Mapping[Any, Any]:
        keys = {_words(key): key for key in held}
        marks = sorted({each for each in held.values() if isinstance(each, str)})
        filled = dict(held)
        for place, value in _table(path, given).items():
            if place not in keys:
                reason = _unknown(place, list(keys), f"is not a cell of {path[-1]}")
                raise CannotChange((*path, place), reason)
            before, here = held[keys[place]], (*path, place)
            marked = isinstance(before, str) and not before.startswith(f"{self.cite.title} ")
            filled[keys[place]] = (
                _one_of(here, value, marks) if marked else self.changed(here, before, value)
            )
        return filled

    def _listed(self, path: Path, held: Any, given: Any) -> Any:
        sort = type(next(iter(held), 0))
        if not isinstance(given, list) or not all(type(each) is sort for each in given):
            reason = f"{' '.join(map(str, path))} is a list such as {_sample(held)}"
            raise CannotChange(path, reason)
        return type(held)(given)


def _sample(held: Any) -> str:
    return str(sorted(held)) if all(isinstance(each, int | str) for each in held) else str(held)


def _words(key: Any) -> str:
    return " ".join(map(str, key)) if isinstance(key, tuple) else str(key)


def _table(path: Path, given: Any) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    raise CannotChange(path, f"{path[-1]} is a table: name the cell that changes")


def _of_type(path: Path, given: Any, kind: type, reason: str) -> Any:
    if type(given) is not kind:
        raise CannotChange(path, f"{reason}, not {given!r}")
    return given


def _one_of(path: Path, given: Any, known: Any) -> Any:
    if given not in known:
        raise CannotChange(
            path, f"{path[-1]} is one of {', '.join(map(str, known))}, not {given!r}"
        )
    return given


def odds_of(text: str) -> Odds:
    """Odds as a file has them; `ValueError` for what no table could pay."""
    odds = parse_odds(text)
    if odds.exact > MOST_ODDS:
        raise ValueError(f"odds are at most {MOST_ODDS:,} to 1")
    return odds


def _odds(path: Path, given: Any) -> Any:
    try:
        return odds_of(str(given))
    except ValueError as wrong:
        raise CannotChange(path, str(wrong)) from wrong


def _number(path: Path, held: int | None, given: int) -> int:
    """A number that is positive today stays so; no number is beyond what a table could have."""
    least = 1 if held else 0
    most = _MOST_DECKS if path[-1] == "decks" else _MOST_NUMBER
    if not least <= given <= most:
        raise CannotChange(path, f"{path[-1]} is a number from {least} to {most:,}, not {given}")
    return given


def _cents(path: Path, given: Any) -> int:
    """Dollars, as a sign has them."""
    try:
        return dollars(given if isinstance(given, str) else str(given))
    except BadAmount as wrong:
        raise CannotChange(path, str(wrong)) from wrong


# The side wagers of an amendment file: read, type-checked, and held against every round.

_WAGER = ("name", "title", "area", "window", "needs", "clause", "loses", "limits", "order", "rows")
_ROW = ("name", "when", "pays", "clause")
_NAME = re.compile(r"[a-z][a-z0-9' -]{0,39}")
PUSH = "push"  # what a row pays when the stake stands off
BETTING = "betting"  # the window in which the game's own wagers are placed


def side_wagers(written: Written, game: Game, cite: Document) -> tuple[SideWager, ...]:
    """The side wagers that the file adds to a game; what is wrong with them is noted."""
    given = [*written.tables((), written.content, "side_wager")]
    if given and game.facts is None:
        written.bad(("side_wager",), f"{game.cite.title} has no facts for side wagers")
        return ()
    reader = _Reader(written, game, cite)
    return tuple(wager for path, each in given if (wager := reader.wager(path, each)))


class _Reader:
    def __init__(self, written: Written, game: Game, cite: Document) -> None:
        self.written, self.game, self.cite = written, game, cite
        self.facts: Facts | None = game.facts
        self.names = {line.wager for line in game.wagers(game.options())}

    def wager(self, path: Path, given: dict[str, Any]) -> SideWager | None:
        before = len(self.written.problems)
        self.written.known(path, given, _WAGER)
        name = self._name(path, given)
        boxed = self._boxed(path, given)
        clause, loses = (self._clause(path, given, each) for each in ("clause", "loses"))
        window = self._window(path, given)
        rows = tuple(self._rows(path, given))
        made = SideWager(
            name=name,
            title=self.written.optional(path, given, "title") or name.title(),
            rows=rows,
            clause=clause,
            loses=loses,
            boxed=boxed,
            needs=self._needs(path, given, boxed),
            line=self._line(path, given),
            window=window,
        )
        if len(self.written.problems) > before:
            return None
        self._own_hand(path, made)
        self._known_early(path, made)
        return made

    def _name(self, path: Path, given: dict[str, Any]) -> str:
        name = self.written.text_of(path, given, "name")
        if name and not _NAME.fullmatch(name):
            why = "small letters, digits and spaces, 40 at most"
            self.written.bad((*path, "name"), f"the name {name!r} must be {why}")
        if name in self.names:
            self.written.bad((*path, "name"), f"the game has a wager called {name} already")
        self.names.add(name)
        return name

    def _boxed(self, path: Path, given: dict[str, Any]) -> bool:
        hands = bool(self.facts and self.facts.boxed)
        area = given.get("area", "box" if hands else "table")
        if area not in ("box", "table"):
            self.written.bad((*path, "area"), 'area is "table" or "box"')
        if area == "box" and not hands:
            self.written.bad((*path, "area"), f"{self.game.cite.title} has no hand in a box")
        return bool(area == "box")

    def _window(self, path: Path, given: dict[str, Any]) -> str:
        """The later moment at which the wager is placed; nothing for that of the game's wagers."""
        window = given.get("window", BETTING)
        known = [BETTING, *(self.facts.windows if self.facts else ())]
        if window not in known:
            words = " or ".join(f'"{each}"' for each in known)
            why = f"window is {words}: {self.game.cite.title} has no other moment for side wagers"
            self.written.bad((*path, "window"), why)
            return ""
        return "" if window == BETTING else str(window)

    def _clause(self, path: Path, given: dict[str, Any], name: str) -> Clause:
        number = self.written.text_of(path, given, name)
        if number and number not in self.cite.clauses:
            self.written.bad((*path, name), self.cite.no_such(number))
            return Clause("")
        return self.cite(number) if number else Clause("")

    def _needs(self, path: Path, given: dict[str, Any], boxed: bool) -> tuple[str, ...]:
        needs = self.written.texts(path, given, "needs")
        own = {line.wager for line in self.game.wagers(self.game.options())}
        for need in needs:
            if need not in own:
                known = ", ".join(sorted(own))
                self.written.bad((*path, "needs"), f"{need} is not a wager of the game: {known}")
        base = self.facts.needs if boxed and self.facts else ""
        return tuple(dict.fromkeys([*([base] if base else []), *needs]))

    def _line(self, path: Path, given: dict[str, Any]) -> Line | None:
        if "limits" not in given:
            return None
        sign = given["limits"]
        try:
            least, most = (dollars(str(each)) for each in sign)
        except (BadAmount, TypeError, ValueError):
            self.written.bad((*path, "limits"), "limits are the least and the most: [5, 200]")
            return None
        if not 0 < least <= most <= CENTS_MOST:
            self.written.bad((*path, "limits"), f"{sign[0]} to {sign[1]} are not limits")
        return Line(least, most)

    def _rows(self, path: Path, given: dict[str, Any]) -> list[SideRow]:
        rows, names = [], set[str]()
        for place, each in self.written.tables(path, given, "rows"):
            self.written.known(place, each, _ROW)
            row = self._row(place, each)
            if row is not None and row.name in names:
                self.written.bad(place, f"two rows are called {row.name}")
            if row is not None:
                names.add(row.name)
                rows.append(row)
        if not given.get("rows"):
            self.written.bad(path, "a side wager needs rows: when it wins, and what it pays")
        return rows

    def _row(self, path: Path, given: dict[str, Any]) -> SideRow | None:
        text = self.written.text_of(path, given, "when")
        odds = self._odds(path, given)
        clause = self._clause(path, given, "clause")
        if not text or self.facts is None:
            return None
        try:
            when = read_condition(text, self.facts)
        except BadCondition as wrong:
            self.written.bad((*path, "when"), str(wrong))
            return None
        return SideRow(self.written.optional(path, given, "name") or text, when, odds, clause)

    def _odds(self, path: Path, given: dict[str, Any]) -> Odds | None:
        pays = self.written.text_of(path, given, "pays")
        if not pays or pays == PUSH:
            return None
        try:
            return odds_of(pays)
        except ValueError as wrong:
            self.written.bad((*path, "pays"), f"{wrong}, or {PUSH}")
            return None

    def _known_early(self, path: Path, wager: SideWager) -> None:
        """What lies on the table when a wager is placed cannot decide it."""
        for place, row in enumerate(wager.rows if wager.window else ()):
            for fact in row.when.facts:
                if not fact.late:
                    why = f'{fact.name} is known when the window "{wager.window}" opens'
                    self.written.bad((*path, "rows", place), why)

    def _own_hand(self, path: Path, wager: SideWager) -> None:
        """A wager in the middle of the layout cannot ask for the hand of a box."""
        if wager.boxed:
            return
        for place, row in enumerate(wager.rows):
            for fact in row.when.facts:
                if fact.boxed:
                    why = f'{fact.name} is a fact of a box: the wager needs area = "box"'
                    self.written.bad((*path, "rows", place), why)
