"""What changes between two editions: clauses, cells, odds, edges, roles, signs, scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.amendments.checking import ScenarioResult, play_scenario
from houseway.amendments.reading import Amendment, Scenario
from houseway.analysis import analyse, approved
from houseway.analysis.exact.side_wagers import TooMany
from houseway.analysis.figures import Analysis, ratio
from houseway.analysis.report import (
    ClauseDifference,
    Comparison,
    Moved,
    clause_differences,
    side_by_side,
)
from houseway.analysis.rule_data import Difference, differences
from houseway.games.game import Game, Setup
from houseway.games.options import Option, options_of
from houseway.rulebook.odds import Paytable
from houseway.rulebook.roles import Role


class CommandDifference(NamedTuple):
    """A command that other roles may give, or by another clause; nothing where one lacks it."""

    command: str
    was: str | None
    now: str | None


class SignDifference(NamedTuple):
    """A line that stands on the sign of one edition only: the sign and leaflets are reprinted."""

    was: str | None
    now: str | None


class Compared(Struct, frozen=True):
    """Two editions of one game side by side."""

    before: Game
    after: Game
    clauses: tuple[ClauseDifference, ...]
    figures: Comparison
    commands: tuple[CommandDifference, ...]
    sign: tuple[SignDifference, ...]
    odds: tuple[Difference, ...]
    options: tuple[Difference, ...]
    scenarios: tuple[str, ...]  # scenarios that come out differently

    @property
    def next_steps(self) -> tuple[Difference, ...]:
        """Cells of the tables that say what happens next, such as who draws."""
        return tuple(each for each in self.figures.cells if not _is_odds(each))

    @property
    def settled_differently(self) -> tuple[Moved, ...]:
        """Outcomes that are settled otherwise, or that only one edition has."""
        return tuple(each for each in self.figures.moved if each.settled_otherwise)


def compare(before: Game, after: Game, scenarios: tuple[Scenario, ...] = ()) -> Compared:
    """Compare two editions of a game, both known to Houseway by their ids."""
    if before.slug != after.slug:
        raise ValueError(f"{before.slug} and {after.slug} are different games")
    return Compared(
        before,
        after,
        clause_differences(before.cite, after.cite),
        Comparison(_figures(before), _figures(after), differences(_data(before), _data(after))),
        _commands(before, after),
        _sign(before, after),
        _odds(before, after),
        _options(before, after),
        tuple(_affected(before, after, scenarios)),
    )


def compare_amendment(amendment: Amendment) -> Compared:
    """Compare an amendment, once adopted, with the edition that it amends."""
    return compare(amendment.before, amendment.game, amendment.scenarios)


def _data(game: Game) -> Any:
    return approved(game.cite.id, game.options())


def _figures(game: Game) -> Analysis:
    try:
        return analyse(game.cite.id)
    except TooMany as wrong:
        raise ValueError(str(wrong)) from wrong


def _is_odds(cell: Difference) -> bool:
    return " to " in (cell.was or cell.now or "")


def _commands(before: Game, after: Game) -> tuple[CommandDifference, ...]:
    was, now = (_may(each) for each in (before, after))
    return tuple(
        CommandDifference(name, was.get(name), now.get(name))
        for name in dict.fromkeys([*was, *now])
        if was.get(name) != now.get(name)
    )


def _may(game: Game) -> dict[str, str]:
    return {
        kind.__name__: f"{_roles(may.roles)} ({may.clause})" for kind, may in game.orders.items()
    }


def _roles(roles: frozenset[Role]) -> str:
    return ", ".join(role for role in Role if role in roles)


def _sign(before: Game, after: Game) -> tuple[SignDifference, ...]:
    was, now = (_signed(each) for each in (before, after))
    gone = [SignDifference(line, None) for line in was if line not in now]
    return (*gone, *(SignDifference(None, line) for line in now if line not in was))


def _signed(game: Game) -> list[str]:
    table = game.begin(Setup(game.options(), game.limits))
    return [f"{text} ({clause})" for text, clause in game.sign(table)]


def _odds(before: Game, after: Game) -> tuple[Difference, ...]:
    """Every line of odds that differs, under any option."""
    was, now = (dict(_paid(each)) for each in (before, after))
    return tuple(
        Difference("odds", place, was.get(place), now.get(place))
        for place in dict.fromkeys([*was, *now])
        if was.get(place) != now.get(place)
    )


def _options(before: Game, after: Game) -> tuple[Difference, ...]:
    """What the house may choose at a table, where an edition leaves other values or another one."""
    was, now = (
        {each.name: _option_text(each) for each in options_of(game)} for game in (before, after)
    )
    return tuple(
        Difference("option", name, was[name], now[name]) for name in was if was[name] != now[name]
    )


def _option_text(option: Option) -> str:
    others = [str(each) for each in option.values if each != option.default]
    return " or ".join([f"{option.default} (usual)", *others])


def _paid(game: Game) -> Iterator[tuple[str, str]]:
    for name in game.rules.__struct_fields__:
        yield from _lines(name, getattr(game.rules, name))
    for side in game.rules.side_wagers:
        for row in side.rows:
            yield f"{side.name}: {row.name}", str(row.odds or "push")


def _lines(name: str, held: Any) -> Iterator[tuple[str, str]]:
    if isinstance(held, Paytable):
        yield from ((f"{name} {line.case}", str(line.odds)) for line in held)
    elif isinstance(held, Mapping):
        for key, value in held.items():
            if isinstance(value, Paytable):
                yield from _lines(f"{name} {key}", value)


def _affected(before: Game, after: Game, scenarios: tuple[Scenario, ...]) -> Iterator[str]:
    for scenario in scenarios:
        was, now = (play_scenario(game, scenario) for game in (before, after))
        if _outcome(was) != _outcome(now):
            yield scenario.name


def _outcome(result: ScenarioResult) -> tuple[str, ...]:
    return result.problems


def changed_lines(compared: Compared) -> Iterator[tuple[str, list[str]]]:
    """What changes, by subject; a subject without lines has no change."""
    yield "clauses", [_clause_line(each) for each in compared.clauses]
    yield "odds", [_cell_line(each) for each in compared.odds]
    yield "next steps", [_cell_line(each) for each in compared.next_steps]
    yield "house options", [_cell_line(each) for each in compared.options]
    yield "outcomes settled differently", list(_moved_lines(compared))
    yield "roles and commands", [_command_line(each) for each in compared.commands]
    yield "sign and leaflets to reprint", [_sign_line(each) for each in compared.sign]
    yield "scenarios affected", list(compared.scenarios)


def page(compared: Compared) -> Iterator[str]:
    """The comparison as lines of text."""
    yield f"{compared.before.cite.id} and {compared.after.cite.id}"
    for title, lines in changed_lines(compared):
        yield f"{title}: {len(lines) or 'no change'}"
        yield from (f"  {line}" for line in lines)
    yield "house edges"
    editions = (each.cite.edition for each in (compared.before, compared.after))
    yield from side_by_side(
        Comparison(compared.figures.approved, compared.figures.changed, ()), *editions
    )


def _clause_line(each: ClauseDifference) -> str:
    if each.was is None:
        return f"{each.number} added: {each.now}"
    return f"{each.number} struck" if each.now is None else f"{each.number} replaced: {each.now}"


def _cell_line(each: Difference) -> str:
    place = f"{each.table} {each.place}".strip().removeprefix("odds ").removeprefix("option ")
    return f"{place}: {each.was or 'none'} becomes {each.now or 'none'}"


def _moved_lines(compared: Compared) -> Iterator[str]:
    for each in compared.settled_differently:
        was, now = (("not offered" if side is None else f"gains {side[0]}")
                    for side in (each.was, each.now))  # fmt: skip
        yield f"{each.wager}, {each.outcome}: {was} becomes {now}"


def _command_line(each: CommandDifference) -> str:
    return f"{each.command}: {each.was or 'not there'} becomes {each.now or 'not there'}"


def _sign_line(each: SignDifference) -> str:
    return f"remove: {each.was}" if each.now is None else f"add: {each.now}"


def as_data(compared: Compared) -> dict[str, Any]:
    """The comparison for programs."""
    edges = compared.figures.edges.items()
    return {
        "before": compared.before.cite.id,
        "after": compared.after.cite.id,
        "clauses": [each._asdict() for each in compared.clauses],
        "odds": [each._asdict() for each in compared.odds],
        "next_steps": [each._asdict() for each in compared.next_steps],
        "options": [each._asdict() for each in compared.options],
        "outcomes": [_moved_data(each) for each in compared.settled_differently],
        "commands": [each._asdict() for each in compared.commands],
        "sign": [each._asdict() for each in compared.sign],
        "scenarios": list(compared.scenarios),
        "edges": {
            name: [None if each is None else ratio(each) for each in both] for name, both in edges
        },
    }


def _moved_data(each: Moved) -> dict[str, Any]:
    was, now = (None if side is None else str(side[0]) for side in (each.was, each.now))
    return {"wager": each.wager, "outcome": each.outcome, "was": was, "now": now}
