"""Figures as the analysis pages show them: text for templates, every number rounded once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from houseway.analysis.figures import (
    Analysis,
    Outcome,
    WagerFigures,
    decimal_text,
    percent_text,
    ratio,
)
from houseway.analysis.report import Comparison, combinations, plain
from houseway.rulebook.document import Clause
from houseway.service.texts.text import Listed, Text, term

_PLACES = 6
_LONG = 40  # letters of a fraction that is still shown in full
_NAMED = 3  # wagers with the same figures that are named before the rest is counted


class Row(NamedTuple):
    """One outcome."""

    name: str
    combinations: str
    probability: str
    pays: str
    odds: str
    back: str  # what it adds to the patron's return
    clause: Clause


class ReturnPart(NamedTuple):
    """What a clause adds to the patron's return."""

    clause: Clause
    back: str
    loses: bool
    share: int  # of the greatest part, in hundredths


class FiguresTable(NamedTuple):
    """Wagers with one and the same table."""

    title: str
    names: tuple[str, ...]
    clause: Clause
    edge: str
    exact: str
    favours_patron: bool
    rows: tuple[Row, ...]
    total: str
    back: str
    parts: tuple[ReturnPart, ...]
    notes: tuple[str, ...]
    element_of_risk: str
    average_stake: str
    hit_frequency: str
    deviation: str


def shown(wagers: Iterable[WagerFigures]) -> list[FiguresTable]:
    """Every wager; those that follow each other with the same outcomes share a table."""
    groups = groupby(wagers, key=lambda each: each.outcomes)
    return [_shown(list(group)) for _, group in groups]


def _shown(alike: list[WagerFigures]) -> FiguresTable:
    first = alike[0]
    names = tuple(each.name for each in alike)
    exact = ratio(first.edge)
    later, by_round = first.has_later_wagers, first.by_round
    return FiguresTable(
        title=titled(names),
        names=names,
        clause=first.clause,
        edge=percent_text(first.edge),
        exact=exact if len(exact) <= _LONG else "",
        favours_patron=first.favours_patron,
        rows=tuple(_row(first, each) for each in first.outcomes),
        total=combinations(first.total),
        back=decimal_text(-first.edge, _PLACES),
        parts=tuple(_parts(first)),
        notes=first.notes,
        element_of_risk=percent_text(first.element_of_risk) if later else "",
        average_stake=decimal_text(first.average_stake, _PLACES) if later else "",
        hit_frequency=percent_text(first.hit_frequency) if by_round else "",
        deviation=first.standard_deviation(_PLACES) if by_round else "",
    )


def titled(names: tuple[str, ...]) -> str:
    terms = [Listed(map(term, each.split(", "))) for each in names]
    if len(names) <= _NAMED:
        return Listed(terms)
    shown = Listed(terms[:_NAMED])
    return Text("{names} and {many} more", names=shown, many=len(names) - _NAMED)


def _row(wager: WagerFigures, outcome: Outcome) -> Row:
    return Row(
        term(outcome.name),
        combinations(outcome.weight),
        decimal_text(wager.probability(outcome), _PLACES),
        plain(outcome.pays),
        "" if outcome.odds is None else str(outcome.odds),
        decimal_text(wager.contribution(outcome), _PLACES),
        outcome.clause,
    )


def _parts(wager: WagerFigures) -> Iterator[ReturnPart]:
    by_clause = wager.by_clause()
    greatest = max(map(abs, by_clause.values())) or 1
    for clause, part in by_clause.items():
        yield ReturnPart(
            clause, decimal_text(part, _PLACES), part < 0, int(100 * abs(part) / greatest)
        )


class Range(NamedTuple):
    """The wagers of a game that cost a patron least and most."""

    least: FiguresTable
    most: FiguresTable


def range_of(wagers: Iterable[WagerFigures]) -> Range:
    """The first wager with the lowest house edge, and the first with the highest."""
    every = list(wagers)
    least = min(every, key=lambda each: each.edge)
    most = max(every, key=lambda each: each.edge)
    return Range(_alike(every, least), _alike(every, most))


def _alike(every: Iterable[WagerFigures], one: WagerFigures) -> FiguresTable:
    return _shown([each for each in every if each.outcomes == one.outcomes])


class Headline(NamedTuple):
    """A wager, or several alike, in the way to play that costs least."""

    wager: str
    way: str
    edge: str
    favours_patron: bool


def headlines(analysis: Analysis) -> list[Headline]:
    best: dict[str, WagerFigures] = {}
    for each in analysis.wagers:
        wager = each.name.partition(", ")[0]
        if wager not in best or each.edge < best[wager].edge:
            best[wager] = each
    alike: dict[Fraction, list[str]] = {}
    for wager, each in best.items():
        alike.setdefault(each.edge, []).append(wager)
    return [_headline(edge, names, best) for edge, names in alike.items()]


def _headline(edge: Fraction, names: list[str], best: dict[str, WagerFigures]) -> Headline:
    ways = dict.fromkeys(best[name].name.partition(", ")[2] for name in names)
    every = len(names) == len(best) and len(names) > _NAMED
    title = Text("every wager, {many} of them", many=len(names)) if every else titled(tuple(names))
    return Headline(title, ", ".join(filter(None, ways)), percent_text(edge), edge < 0)


# Two analyses side by side


class EdgeChange(NamedTuple):
    """A wager under approved and under changed rules; empty where one does not offer it."""

    title: str
    was: str
    now: str
    difference: str
    rises: bool
    favours_patron: bool
    rows: tuple[tuple[str, str, str, str, str], ...]  # outcome; pays and probability of either


def moved(comparison: Comparison) -> list[EdgeChange]:
    was = {each.name: each for each in comparison.approved.wagers}
    now = {each.name: each for each in comparison.changed.wagers}

    def pair(name: str) -> tuple[WagerFigures | None, WagerFigures | None]:
        return was.get(name), now.get(name)

    def key(name: str) -> tuple[object, object]:
        before, after = pair(name)
        return before and before.outcomes, after and after.outcomes

    names = dict.fromkeys([*was, *now])
    return [
        _moved(titled(alike), *pair(alike[0]))
        for alike in (tuple(group) for _, group in groupby(names, key=key))
    ]


def _moved(title: str, was: WagerFigures | None, now: WagerFigures | None) -> EdgeChange:
    change = now.edge - was.edge if was and now else Fraction(0)
    known = dict.fromkeys(each.name for wager in (was, now) if wager for each in wager.outcomes)
    return EdgeChange(
        title,
        percent_text(was.edge) if was else "",
        percent_text(now.edge) if now else "",
        f"{'+' if change > 0 else ''}{percent_text(change)}" if change else "",
        change > 0,
        now is not None and now.favours_patron,
        tuple((name, *_case(was, name), *_case(now, name)) for name in known),
    )


def _case(wager: WagerFigures | None, name: str) -> tuple[str, str]:
    for each in wager.outcomes if wager else ():
        if each.name == name and wager:
            return plain(each.pays), decimal_text(wager.probability(each), _PLACES)
    return "", ""
