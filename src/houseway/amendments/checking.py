"""Check an amendment: its scenarios are played, and a new clause is open until one covers it."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from houseway.amendments.reading import Amendment, Scenario, adopt
from houseway.amendments.rounds import source_of
from houseway.analysis.exact import side_wagers
from houseway.analysis.exact.side_wagers import TooMany
from houseway.analysis.figures import EXACTLY, WagerFigures, percent_text, ratio
from houseway.games.game import Game
from houseway.games.side_wagers.wager import SideWager
from houseway.records.hwr import BadRecord, read_record
from houseway.records.settlement import Report, play_record


class ScenarioResult(Struct, frozen=True):
    """A scenario that was played: what differs from what it expects, and the clauses that spoke."""

    name: str
    line: int
    problems: tuple[str, ...]
    clauses: frozenset[str] = frozenset()

    @property
    def passed(self) -> bool:
        return not self.problems


class Checked(Struct, frozen=True):
    """What a check found; `open_clauses` are new clauses that no passing scenario covers."""

    amendment: Amendment
    scenarios: tuple[ScenarioResult, ...]
    open_clauses: tuple[str, ...]
    figures: tuple[WagerFigures, ...]
    uncounted: tuple[str, ...]  # side wagers whose facts are too many for an exact count

    @property
    def passed(self) -> bool:
        return all(each.passed for each in self.scenarios)


def check(amendment: Amendment) -> Checked:
    """Play the scenarios of a file and count its side wagers."""
    game = adopt(amendment)
    results = tuple(play_scenario(game, each) for each in amendment.scenarios)
    spoke = frozenset[str]().union(*(each.clauses for each in results if each.passed))
    waiting = tuple(
        number
        for number in amendment.clauses
        if game.cite(number) not in spoke and game.cite.clauses[number].treatment != "define"
    )
    figures, missing = [], []
    for wager in amendment.side_wagers:
        try:
            figures.append(exact_figures(game, wager))
        except TooMany:
            missing.append(wager.name)
    return Checked(amendment, results, waiting, tuple(figures), tuple(missing))


def exact_figures(game: Game, wager: SideWager) -> WagerFigures:
    """The exact figures of one side wager, from a full source."""
    if game.facts is None:
        raise TooMany(f"{game.cite.title} has no facts to count")
    [found] = side_wagers.figures(game.facts, (wager,), game.rules, source_of(game), EXACTLY)
    return found


def play_scenario(game: Game, scenario: Scenario) -> ScenarioResult:
    """Play one scenario under an edition; what is wrong is named by its line in the file."""
    try:
        report = play_record(read_record(_heading(game) + scenario.record))
    except BadRecord as wrong:
        return ScenarioResult(scenario.name, scenario.line, (_placed(scenario, str(wrong)),))
    problems = tuple(_placed(scenario, each) for each in report.problems)
    return ScenarioResult(scenario.name, scenario.line, problems, frozenset(_spoken(report)))


def _heading(game: Game) -> str:
    return f'houseway = 1\ndocument = "{game.cite.id}"\n'


_HEADING_LINES = 2
_LINE = re.compile(r"line (\d+): ")


def _placed(scenario: Scenario, problem: str) -> str:
    """A problem by its line in the amendment: the record begins below the line of its key."""
    return _LINE.sub(
        lambda match: f"line {scenario.line + int(match[1]) - _HEADING_LINES}: ", problem, count=1
    )


def _spoken(report: Report) -> set[str]:
    """The clauses that a played record's rulings cite."""
    spoke: set[str] = set()
    for step in report.session.steps:
        if step.refused and step.refused.clause:
            spoke.add(step.refused.clause)
        for event in step.events:
            clause: str = getattr(event, "clause", "")
            spoke |= {clause, *getattr(event, "clauses", ())} - {""}
    return spoke


def page(checked: Checked) -> list[str]:
    """The check as lines of text."""
    amendment, metadata = checked.amendment, checked.amendment.document.metadata
    lines = [
        f"{metadata.id} amends {amendment.before.cite.id}: {metadata.instrument},"
        f" from {metadata.commences}",
    ]
    for wager in checked.figures:
        rows = ", ".join(f"{each.name} {each.odds}" for each in wager.outcomes if each.odds)
        lines.append(f"  {wager.name}: {rows}")
        lines.append(f"    house edge {ratio(wager.edge)} = {percent_text(wager.edge)}")
    lines += [f"  {name}: too many rounds for an exact edge" for name in checked.uncounted]
    passed = sum(each.passed for each in checked.scenarios)
    lines.append(f"scenarios: {passed} of {len(checked.scenarios)} passed")
    for result in checked.scenarios:
        lines += [f"  {result.name}: {problem}" for problem in result.problems]
    total = len(amendment.clauses)
    covered = total - len(checked.open_clauses)
    lines.append(f"clauses added or replaced: {total}, covered by a scenario: {covered}")
    lines += [f"  open: {number}" for number in checked.open_clauses]
    return lines


def as_data(checked: Checked) -> dict[str, Any]:
    """The check for programs."""
    metadata = checked.amendment.document.metadata
    return {
        "edition": metadata.id,
        "amends": checked.amendment.before.cite.id,
        "instrument": metadata.instrument,
        "commences": metadata.commences,
        "edges": {each.name: ratio(each.edge) for each in checked.figures},
        "uncounted": list(checked.uncounted),
        "scenarios": [
            {"name": each.name, "line": each.line, "problems": list(each.problems)}
            for each in checked.scenarios
        ],
        "open": list(checked.open_clauses),
    }
