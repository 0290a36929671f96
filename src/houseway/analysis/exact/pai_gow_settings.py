"""What settings weigh: where the best one leaves House Way, and what the bank's readings move.

A reading is weighed without any other wording of it: wherever the text alone leaves a hand of the
bank's open, the bank is made to set it in each other way, so that whatever the reading might have
been, the edge lies between two figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from houseway.analysis.decisions import DecisionTable
from houseway.analysis.figures import decimal_text, percent_text
from houseway.analysis.four_tiles import KINDS, Kind, SettingsTable, TileSetting, by_house_way
from houseway.games.edition import citing
from houseway.games.tournament_pai_gow.rules import Rules

_PLACES = 6


def better_settings(rules: Rules, patrons: SettingsTable) -> DecisionTable:
    """The hands that the best setting sets otherwise, those that matter most first."""
    better: list[tuple[Fraction, Kind, TileSetting]] = []
    for kind in KINDS:
        house = patrons.gain(kind, patrons.house[kind])
        best = max(patrons.ways[kind], key=lambda way: patrons.gain(kind, way))
        more = patrons.gain(kind, best) - house
        if more > 0:
            better.append((more, kind, best))
    better.sort(key=lambda each: -each[0])
    rows = [
        (
            ", ".join(kind),
            str(patrons.house[kind]),
            str(best),
            decimal_text(more / patrons.dealt(kind), _PLACES),
        )
        for more, kind, best in better
    ]
    head = ("hand", "House Way", "best setting", "gains more")
    note = "low part | high part; gained on average for each unit staked when this hand is dealt"
    return DecisionTable("best setting", citing(rules)("9.1"), head, tuple(rows), (note,))


class Open(NamedTuple):
    """A hand of the bank's that hangs on readings, set in another way than as read.

    `moves` is how much the edge rises by it.
    """

    readings: str
    kind: Kind
    way: TileSetting
    moves: Fraction


def open_ways(rules: Rules, banks: SettingsTable) -> Iterator[Open]:
    """Every other way to set every hand that the text leaves open."""
    total = banks.total
    for kind, setting in by_house_way(rules).items():
        if not setting.readings:
            continue
        house = banks.house[kind]
        for way in _others(banks.ways[kind], house):
            moves = (banks.gain(kind, house) - banks.gain(kind, way)) / total
            yield Open(" ".join(sorted(setting.readings)), kind, way, moves)


def _others(ways: tuple[TileSetting, ...], house: TileSetting) -> Iterator[TileSetting]:
    """The ways that set tiles otherwise; where two tiles are alike, two marks set alike."""
    seen = {(house.low, house.high)}
    for way in ways:
        if (way.low, way.high) not in seen:
            seen.add((way.low, way.high))
            yield way


def readings_weighed(rules: Rules, banks: SettingsTable) -> DecisionTable:
    """For each reading the least and the greatest edge that any other would give."""
    as_read = -sum((banks.gain(kind, banks.house[kind]) for kind in KINDS), Fraction(0))
    edge = as_read / banks.total
    found = list(open_ways(rules, banks))
    names = sorted({each.readings for each in found})
    rows = [_weighed(banks, name, edge, [e for e in found if e.readings == name]) for name in names]
    rows.append(_weighed(banks, "all together", edge, found))
    head = ("reading", "kinds", "deals", "edge at least", "as read", "edge at most")
    note = "the bank alone sets otherwise; the patron keeps to House Way as read"
    return DecisionTable("readings", citing(rules)("10.1"), head, tuple(rows), (note,))


def _weighed(banks: SettingsTable, name: str, edge: Fraction, found: list[Open]) -> tuple[str, ...]:
    least = {each.kind: Fraction(0) for each in found}
    most = dict(least)
    for each in found:
        least[each.kind] = min(least[each.kind], each.moves)
        most[each.kind] = max(most[each.kind], each.moves)
    deals = sum(map(banks.dealt, least))
    edges = (edge + sum(least.values()), edge, edge + sum(most.values()))
    return (name, str(len(least)), f"{deals:,}", *map(percent_text, edges))


def open_settings(rules: Rules, banks: SettingsTable) -> DecisionTable:
    """Each such hand by itself, those that move the edge most first."""
    found = sorted(open_ways(rules, banks), key=lambda each: -abs(each.moves))
    rows = [
        (
            ", ".join(each.kind),
            each.readings,
            str(banks.house[each.kind]),
            str(each.way),
            percent_text(each.moves, _PLACES),
        )
        for each in found
    ]
    head = ("bank's hand", "reading", "as read", "otherwise", "moves the edge by")
    return DecisionTable("open hands", citing(rules)("10.1"), head, tuple(rows))
