"""A file to begin a tournament's conditions with: example figures, and every item to be written."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from houseway.equipment.chips import money
from houseway.games.game import Game
from houseway.games.tournament_rules import BY_CONDITIONS, TournamentRules
from houseway.records.tournamentfile import read_tournament
from houseway.tournament.completeness import missing, most_commission
from houseway.tournament.terms import NONE

FEE = 110_00  # an example, as every figure here is
_STAGES = """
[[stage]]
name = "heats"
chips = 1000
minimum = 10
maximum = 500
tables = 2
rounds = 20
advance = 3

[[stage]]
name = "final"
kind = "final"
chips = 1000
minimum = 10
maximum = 500
tables = 1
rounds = 20
"""
_BOTS = """
[bots]  # for: houseway tournament run FILE --bots
entrants = 14
strategies = ["minimum", "proportion", "behind", "leader"]
"""


def template(game: Game) -> str:
    """The file for one document. What has to be said in words is left open, so that a check of the
    file names it."""
    rules = game.tournament
    if rules is None:
        raise ValueError(f"{game.cite.title} has no tournaments")
    figures = "\n".join(_figures(game, rules))
    plain = f"{figures}\n{_STAGES}"
    return f"{figures}\n\n[answers]\n{_answers(rules, plain)}\n{_STAGES}{_BOTS}"


def _figures(game: Game, rules: TournamentRules) -> Iterator[str]:
    yield f"# A tournament under {game.cite.title}, edition {game.cite.edition}."
    yield "# The figures are examples. Amounts are dollars, chips are whole units."
    yield f'document = "{game.slug}"'
    yield 'title = "Spring"'
    yield 'director = "Dora"'
    if rules.direction.licence:
        yield f'licence = "L-1"  # {rules.direction.licence}'
    instrument = game.table.instrument
    if instrument and instrument.compulsory:
        yield f"published = {game.cite.metadata.made}  # {instrument.commencement}"
        yield 'reference = "where that can be looked up"'
    yield "starts = 2027-03-06T19:00:00+10:00"
    yield f'fee = "{money(FEE)}"  # {rules.fees.fee}'
    yield from _commission(rules)
    yield f"least = 4  # {rules.entry.number}"
    yield "most = 14"
    yield f'percent = ["50", "30", "20"]  # by place, together 100: {rules.prizes.returned}'
    if any(item.key == "perfect pairs" for item in rules.conditions.items):
        yield "perfect_pairs = false"
    if rules.ranking.level_by == BY_CONDITIONS:
        yield f'ties = {{ session = "rounds", final = "share" }}  # {rules.ranking.level}'


def _commission(rules: TournamentRules) -> Iterator[str]:
    clause = rules.fees.commission
    if clause is None:
        return
    most = min(most_commission(rules, FEE), FEE // 10)
    yield f'commission = "{money(most)}"  # of the fee: {clause}'


def _answers(rules: TournamentRules, plain: str) -> str:
    """Every item that figures alone do not answer: "none" where it does not apply, else blank."""
    conditions = read_tournament(plain).conditions
    lines = []
    for item in missing(rules, conditions):
        none = replace(conditions, answers={item.key: NONE})
        still = {each.key for each in missing(rules, none)}
        said = "" if item.key in still else NONE
        key = item.key if item.key.isalnum() else f'"{item.key}"'
        lines.append(f'{key} = "{said}"  # {item.clause}: {item.asks}')
    return "\n".join(lines)
