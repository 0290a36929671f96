"""Tournament American Roulette (Casino Canberra, 2002): every place on layout and race track."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction

from houseway.analysis.composition import Composition
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import Pay, WagerFigures
from houseway.analysis.rule_data import InForce
from houseway.equipment.wheel import POSITIONS, WHEEL, Piece, Position, neighbours_pieces
from houseway.games.edition import citing
from houseway.games.tournament_roulette.rules import RULES, Options, Rules, offered
from houseway.rulebook.document import Clause

ROUNDS_BY: str | None = None


class Data(InForce[Rules, Options], frozen=True):
    """With the pockets, the numbers of each place and the pieces of each wager of the race track.

    Pockets that no place covers, such as a second zero, may be put in to see what they would do.
    """

    pockets: tuple[int, ...]
    positions: Mapping[str, tuple[int, ...]]
    sections: Mapping[str, tuple[tuple[str, int], ...]]


def read(options: Options, rules: Rules = RULES) -> Data:
    positions = [each for each in POSITIONS.values() if offered(options, each)]
    return Data(
        rules,
        options,
        {"pockets": "pockets", "positions": "positions", "odds": "rules.odds"},
        pockets=WHEEL,
        positions={each.name: each.numbers for each in positions},
        sections=dict(_sections(rules)) if options.race_track == "used" else {},
    )


def _sections(rules: Rules) -> Iterator[tuple[str, tuple[tuple[str, int], ...]]]:
    """Tournament American Roulette 4.8: the pieces of each wager of the race track."""
    for section in rules.sections:
        yield section.name, _named(section.positions)
    for number in sorted(WHEEL):
        yield f"neighbours of {number}", _named(neighbours_pieces(number))


def _named(pieces: tuple[Piece, ...]) -> tuple[tuple[str, int], ...]:
    return tuple((piece.position.name, piece.units) for piece in pieces)


def analyse(data: Data, source: Composition | None, pay: Pay) -> tuple[WagerFigures, ...]:
    """Every spin weighs the same, so that the weights are numbers of pockets."""
    return of_counts(data, Counter(data.pockets), pay)


def of_counts(data: Data, spins: Mapping[int, int], pay: Pay) -> tuple[WagerFigures, ...]:
    """The figures of spins that were counted by their pockets."""
    layout = [_position(data, POSITIONS[name], spins, pay) for name in data.positions]
    track = [_section(data, name, spins, pay) for name in data.sections]
    return (*layout, *track)


def _position(data: Data, position: Position, spins: Mapping[int, int], pay: Pay) -> WagerFigures:
    offer = data.rules.wagers[position.kind]
    tally = Tally(position.name, offer.clause, pay)
    covered, line = data.positions[position.name], data.rules.odds[position.kind]
    won = sum(times for pocket, times in spins.items() if pocket in covered)
    tally.won(offer.name, won, line.odds, line.clause)
    tally.lost("any other number", sum(spins.values()) - won, citing(data.rules)("7.1"))
    return tally.figures()


def _section(data: Data, name: str, spins: Mapping[int, int], pay: Pay) -> WagerFigures:
    """Several pieces at once, as one wager of as many units as there are pieces."""
    units = sum(count for _, count in data.sections[name])
    gains = _gains(data, data.sections[name])
    by_gain: Counter[Fraction] = Counter()
    for pocket, times in spins.items():
        by_gain[gains[pocket]] += times
    tally = Tally(name, _clause(data.rules, name), pay)
    for gain in sorted(by_gain, reverse=True):
        told = f"{'+' if gain > 0 else ''}{gain} of {units} units"
        tally.gained(told, by_gain[gain], gain / units, citing(data.rules)("7.2"))
    return tally.figures()


def _gains(data: Data, pieces: tuple[tuple[str, int], ...]) -> dict[int, Fraction]:
    """What all pieces gain together in each pocket: a unit lost for each, and the winners paid."""
    gains = dict.fromkeys(data.pockets, Fraction(-sum(count for _, count in pieces)))
    for place, count in pieces:
        paid = (1 + data.rules.odds[POSITIONS[place].kind].odds.exact) * count
        for number in data.positions[place]:
            if number in gains:
                gains[number] += paid
    return gains


def _clause(rules: Rules, name: str) -> Clause:
    section = rules.section_named.get(name)
    return section.clause if section else rules.neighbours
