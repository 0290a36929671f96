"""Tournament Pai Gow by a table: how to set each kind of four tiles."""

from __future__ import annotations

from fractions import Fraction

from houseway.analysis.exact.tournament_pai_gow import Data, table_of
from houseway.analysis.figures import Pay
from houseway.analysis.four_tiles import KINDS, MARKS, Kind, SettingsTable
from houseway.analysis.policies import Facts, Policy, chosen
from houseway.equipment.tiles import LINES
from houseway.games.tournament_pai_gow.felt import CONCEDE, HOUSE_WAY, SETTINGS

_MARKS = dict(zip(SETTINGS, MARKS, strict=True))
_CHOICES = dict.fromkeys((*SETTINGS, HOUSE_WAY, CONCEDE))
_NAMES = tuple(line.name for line in LINES)


def value_of(data: Data, policy: Policy, pay: Pay) -> Fraction:
    table, gained = table_of(data, pay), Fraction(0)
    for kind in KINDS:
        gained += _gain(table, kind, chosen(policy, _facts(kind), _CHOICES))
    return gained / table.total


def best(data: Data, pay: Pay) -> dict[Facts, str]:
    table = table_of(data, pay)
    return {
        _facts(kind): max(SETTINGS, key=lambda choice: _gain(table, kind, choice)) for kind in KINDS
    }


def _gain(table: SettingsTable, kind: Kind, choice: str) -> Fraction:
    """What all deals with this hand gain together. Tournament Pai Gow 11.7: a hand that is conceded
    loses its wager."""
    if choice == CONCEDE:
        return Fraction(-table.dealt(kind))
    if choice == HOUSE_WAY:
        return table.gain(kind, table.house[kind])
    return table.gain(kind, table.ways[kind][MARKS.index(_MARKS[choice])])


def _facts(kind: Kind) -> Facts:
    return tuple(_NAMES.index(line) for line in kind)
