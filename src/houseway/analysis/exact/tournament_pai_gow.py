"""Tournament Pai Gow (Casino Canberra, 2002): ways to set four tiles against the bank's House Way.

The patron knows four tiles and nothing of the bank's (9.3, 10.1). Tiles of one line are as good as
each other, so that 3,620 kinds of hand stand for 35,960 hands, and pairs of kinds for all
736,281,000 deals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from houseway.analysis import CannotAnalyse
from houseway.analysis.composition import Composition
from houseway.analysis.exact.tally import LOSES, STANDS_OFF, WINS, Tally
from houseway.analysis.figures import DecisionTable, Pay, WagerFigures, decimal_text, percent_text
from houseway.analysis.four_tiles import (
    KINDS,
    MARKS,
    Kind,
    Mark,
    Ranking,
    SettingsTable,
    TileSetting,
    by_house_way,
    house_way_marks,
    meet,
    ways_to_set,
)
from houseway.analysis.rule_data import InForce
from houseway.equipment.tiles import LINES
from houseway.games.edition import citing
from houseway.games.tournament_pai_gow.rules import HAND, LOSE, PUSH, RULES, WIN, Options, Rules
from houseway.rulebook.document import Clause

# What settings weigh: where the best one leaves House Way, and what the bank's readings move.

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


ROUNDS_BY: str | None = None
_LARGEST = 2**62  # what a sum over all deals may reach
HOUSE_WAY, BEST_SETTING = "House Way", "best setting"
COPY, ZERO = "copy", "zero against zero"

Verdicts = Mapping[str, tuple[str, Clause]]


class Data(InForce[Rules, Options], frozen=True):
    """With what tiles count and how hands are set.

    `ranked` is Appendix A and `singles` Appendix B, 1 the highest; `counts` what a tile may count.
    `house_way` has a mark for each kind of hand (`four_tiles`). `parts` says for whom a copy is and
    zero against zero.
    """

    tiles: Mapping[str, int]
    ranked: Mapping[str, int]
    counts: Mapping[str, tuple[int, ...]]
    singles: Mapping[str, int]
    house_way: Mapping[Kind, Mark]
    parts: Verdicts
    outcomes: Mapping[int, tuple[str, Clause]]

    @property
    def ranking(self) -> Ranking:
        return Ranking(self.ranked, self.counts, self.singles, self.rules.ranked)


_VERDICTS = {WIN: WINS, PUSH: STANDS_OFF, LOSE: LOSES}


def read(options: Options, rules: Rules = RULES) -> Data:
    """The same whatever the options: they say what is approved, not what it does."""
    cite = citing(rules)
    own = ("tiles", "ranked", "counts", "singles", "house_way", "parts", "outcomes")
    return Data(
        rules,
        options,
        {**{each: each for each in own}, "odds": "rules.odds"},
        tiles={line.name: len(line.pack) for line in LINES},
        ranked={each.name: each.rank for each in rules.ranked.values()},
        counts={line.name: line.values for line in LINES},
        singles={line.name: line.single_rank for line in LINES},
        house_way=house_way_marks(rules),
        parts={COPY: (LOSES, cite("11.5")), ZERO: (LOSES, cite("11.6"))},
        outcomes={won: (_VERDICTS[what], at) for won, (what, at) in rules.outcomes.items()},
    )


class Result(NamedTuple):
    """What both parts of a hand can come to together, and what that is worth."""

    low: str
    high: str
    verdict: str
    clause: Clause


def results(data: Data) -> tuple[Result, ...]:
    """In the order of the kernel: the low part won, lost, a copy, zero; the high part within."""
    found = []
    for low in ("won", "lost", COPY, ZERO):
        for high in ("won", "lost", COPY):
            won = [_is_won(data, part) for part in (low, high)]
            verdict, clause = data.outcomes[sum(won)]
            special = next((part for part in (low, high) if part in data.parts), None)
            found.append(Result(low, high, verdict, data.parts[special][1] if special else clause))
    return tuple(found)


def _is_won(data: Data, part: str) -> bool:
    """Tournament Pai Gow 11.5, 11.6: copies and zero against zero go to one side or the other."""
    if part not in data.parts:
        return part == "won"
    verdict = data.parts[part][0]
    if verdict == STANDS_OFF:
        raise CannotAnalyse(f"parts {part}: a part wins or loses, it does not stand off")
    return verdict == WINS


def gain_of(data: Data, verdict: str, pay: Pay) -> Fraction:
    if verdict == WINS:
        return pay.winnings(data.rules.odds[HAND].odds)
    return Fraction(-1 if verdict == LOSES else 0)


class Setting(NamedTuple):
    """A way to set every hand: by what its ways are worth, or by what they would gain."""

    name: str
    means: str
    best: Callable[[TileSetting, int], Any]


SETTINGS = (
    Setting(
        BEST_SETTING, "sets each hand for the greatest gain on average", lambda way, gain: gain
    ),
    Setting(
        "best high part",
        "makes the high part as good as can be, then the low part",
        lambda way, gain: way.values[::-1],
    ),
    Setting(
        "best low part",
        "makes the low part as good as can be, then the high part",
        lambda way, gain: way.values,
    ),
)


def table_of(data: Data, pay: Pay, *, patron_chooses: bool = True) -> SettingsTable:
    """The patron's ways against the bank's House Way; or House Way against the bank's ways."""
    import numpy as np

    wrong = [line for line, there in data.tiles.items() if not 0 <= there <= 2]
    if wrong:
        raise CannotAnalyse(
            f"tiles {wrong[0]}: there are two at most ({citing(data.rules)('2.1')})"
        )
    ways = ways_to_set(data.ranking)
    house = {kind: ways[kind][MARKS.index(data.house_way[kind])] for kind in KINDS}
    deals = meet(data.tiles, ways, house, patron_chooses=patron_chooses)
    worth = [gain_of(data, each.verdict, pay) for each in results(data)]
    scale = lcm(*(gain.denominator for gain in worth))
    units = [int(gain * scale) for gain in worth]
    if max(map(abs, units)) * int(deals.sum()) > _LARGEST:
        raise CannotAnalyse("odds too long a number to be counted")
    return SettingsTable(ways, house, deals, deals @ np.array(units, np.int64), scale)


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    if source is not None:
        raise CannotAnalyse("this game is not played with cards: what is left of them says nothing")
    table = table_of(data, pay)
    house = _figures(data, table, HOUSE_WAY, house_way_places(data), pay)
    others = [
        _figures(data, table, each.name, chosen_by(each, table), pay, each.means)
        for each in SETTINGS
    ]
    return (house, *others)


def names(data: Data) -> tuple[str, ...]:
    return tuple(f"{HAND}, {each}" for each in (HOUSE_WAY, *(each.name for each in SETTINGS)))


def house_way_places(data: Data) -> list[int]:
    """For each kind the place of the way in which House Way sets it."""
    return [MARKS.index(data.house_way[kind]) for kind in KINDS]


def chosen_by(setting: Setting, table: SettingsTable) -> list[int]:
    """For each kind the place of the way it is set in; of equals the first."""
    chosen = []
    for kind, gains in zip(KINDS, table.gains.tolist(), strict=True):
        ways = table.ways[kind]
        worth = [setting.best(way, gain) for way, gain in zip(ways, gains, strict=True)]
        chosen.append(worth.index(max(worth)))
    return chosen


def tables(data: Data, source: Composition | None, pay: Pay) -> tuple[DecisionTable, ...]:
    """Where another setting than House Way gains more, and what hangs on each reading."""
    patrons, banks = table_of(data, pay), table_of(data, pay, patron_chooses=False)
    return (
        better_settings(data.rules, patrons),
        readings_weighed(data.rules, banks),
        open_settings(data.rules, banks),
    )


def _figures(
    data: Data, table: SettingsTable, name: str, chosen: list[int], pay: Pay, *notes: str
) -> WagerFigures:
    import numpy as np

    deals = table.deals[np.arange(len(chosen)), chosen].sum(axis=0).tolist()
    return of_counts(data, name, deals, pay, *notes)


def of_counts(
    data: Data, setting: str, deals: Sequence[int], pay: Pay, *notes: str
) -> WagerFigures:
    """The hand set in one way, from numbers of deals in the order of `results`."""
    tally = Tally(f"{HAND}, {setting}", citing(data.rules)("7.1"), pay)
    for result, weight in zip(results(data), deals, strict=True):
        told = f"low {result.low}, high {result.high}"
        if result.verdict == WINS:
            line = data.rules.odds[HAND]
            tally.won(told, weight, line.odds, line.clause)
        else:
            gain = gain_of(data, result.verdict, pay)
            tally.gained(told, weight, gain, result.clause)
    return tally.figures(*notes)
