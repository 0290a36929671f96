"""The side wagers of an amendment file: read, type-checked, and held against every round."""

from __future__ import annotations

import re
from typing import Any

from houseway.amendments.changes import odds_of
from houseway.amendments.written import Written
from houseway.equipment.chips import BadAmount, dollars
from houseway.games.fields import CENTS_MOST
from houseway.games.game import Game
from houseway.games.limits import Line
from houseway.games.side_wagers.facts import Facts
from houseway.games.side_wagers.language import BadCondition, read_condition
from houseway.games.side_wagers.wager import SideRow, SideWager
from houseway.records.toml_lines import Path
from houseway.rulebook.document import Clause, Document
from houseway.rulebook.odds import Odds

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
