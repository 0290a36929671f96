"""The petition for an amendment: what a regulator needs to approve it, in one document.

Summary, rules with worked examples, dealing procedures, remedies for misdeals and malfunctions,
true odds, payout odds and house edge of every wager, the layout, and what changes.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from houseway.amendments.checking import Checked, check
from houseway.amendments.comparing import Compared, changed_lines, compare_amendment
from houseway.amendments.reading import Amendment, Scenario
from houseway.analysis.figures import Outcome, WagerFigures, decimal_text, percent_text, ratio
from houseway.analysis.markdown import alike
from houseway.games.base_commands import IrregularityCommand
from houseway.games.game import Game, Setup
from houseway.paper.typesetting import pdf
from houseway.rulebook.browse import sections
from houseway.rulebook.document import ClauseRow
from houseway.rulebook.parsing import read_toml
from houseway.rulebook.roles import Role
from houseway.rulebook.shown import in_words

_PROCEDURES = re.compile(r"shuffle|deal|\bcards?\b|dice|tiles|wheel|splitting|doubling|bank", re.I)
_REMEDIES = re.compile(r"irregularit|malfunction|collusion|automated", re.I)
_ELSEWHERE = re.compile(r"tournament play|promotional|diagram|instrument|^order$", re.I)


class Part(NamedTuple):
    """Sections of the document that belong together, such as those on remedies."""

    heading: str
    rows: list[dict[str, str]]


def petition(amendment: Amendment, *, layout: str = "") -> bytes:
    """The petition as PDF. `layout` is a drawing (SVG) of the amended table."""
    return pdf("petition", petition_data(amendment, layout=bool(layout)), layout=layout)


def petition_data(amendment: Amendment, *, layout: bool = False) -> dict[str, Any]:
    """What the petition says, as plain data. The amendment must have been adopted."""
    checked, compared = check(amendment), compare_amendment(amendment)
    game, parts = amendment.game, _parts(amendment)
    wagers = list(alike(compared.figures.changed.wagers))
    return {
        "heading": f"Petition to amend {game.cite.title}",
        "summary": list(_summary(amendment, checked)),
        "wagers": [_edge_line(name, each) for name, each in wagers],
        "uncounted": list(checked.uncounted),
        "rules": _as_data(parts["rules"]),
        "examples": [_example(each) for each in amendment.scenarios],
        "procedures": _as_data(parts["procedures"]),
        "remedies": _as_data(parts["remedies"]),
        "commands": [list(each) for each in _commands(game)],
        "side_wagers": [
            f"{each.title}: whenever a round is void, its stake is returned as the others are;"
            " it is settled with them and by the same cards."
            for each in amendment.side_wagers
        ],
        "odds": [_odds_table(name, each) for name, each in wagers],
        "sign": [[text, clause] for text, clause in _sign(game)],
        "layout": layout,
        "layout_text": f"Layout of {game.cite.title} with the areas of every wager on offer",
        "changes": [{"heading": title, "lines": lines} for title, lines in changed_lines(compared)],
        "edges": [list(each) for each in _edges(compared)],
        "editions": [amendment.before.cite.edition, game.cite.edition],
    }


# Summary


def _summary(amendment: Amendment, checked: Checked) -> Iterator[list[str]]:
    about, before = amendment.document.metadata, amendment.before.cite
    yield ["Game", about.title]
    yield ["Casino", about.casino]
    yield ["Authority", f"{about.authority}, under the {about.act}"]
    yield ["Instrument", about.instrument]
    yield ["Amends", f"{before.metadata.instrument}, edition {before.edition}"]
    yield ["Commences", about.commencement or about.commences]
    yield ["Clauses added or replaced", ", ".join(amendment.clauses) or "none"]
    added = [each.title for each in amendment.side_wagers]
    yield ["Wagers added", ", ".join(added) or "none"]
    passed = sum(each.passed for each in checked.scenarios)
    yield ["Worked examples", f"{passed} of {len(checked.scenarios)} come out as stated"]
    yield ["Clauses that no example covers", ", ".join(checked.open_clauses) or "none"]
    yield ["SHA-256 of the amended rules", amendment.document.content_hash]


# Rules, procedures and remedies


def _parts(amendment: Amendment) -> dict[str, list[Part]]:
    found: dict[str, list[Part]] = {"rules": [], "procedures": [], "remedies": []}
    new = set(amendment.clauses)
    for section in sections(amendment.document):
        rows = [_clause(amendment.game, row, new) for row in section.rows]
        part = Part(section.heading.capitalize(), rows)
        if _REMEDIES.search(section.heading):
            found["remedies"].append(part)
        elif _ELSEWHERE.search(section.heading) and not new & {row.number for row in section.rows}:
            continue
        elif _PROCEDURES.search(section.heading):
            found["procedures"].append(part)
        else:
            found["rules"].append(part)
    return found


def _clause(game: Game, row: ClauseRow, new: set[str]) -> dict[str, str]:
    mark = "new" if row.number in new else ""
    return {"number": row.number, "text": in_words(game.cite, row), "mark": mark}


def _as_data(parts: Iterable[Part]) -> list[dict[str, Any]]:
    return [part._asdict() for part in parts]


def _commands(game: Game) -> Iterator[tuple[str, str, str]]:
    """Every report of an irregularity: what it is called, who may give it, by which clause."""
    for kind, may in game.orders.items():
        if issubclass(kind, IrregularityCommand):
            roles = ", ".join(role for role in Role if role in may.roles)
            yield kind.title, roles, may.clause


def _example(scenario: Scenario) -> dict[str, Any]:
    """The rounds of a scenario: what is done, and what must come of it."""
    record = read_toml(scenario.record)
    rounds = []
    for each in record.get("rounds", []):
        steps = [line.strip() for line in str(each.get("steps", "")).splitlines() if line.strip()]
        rounds.append({"steps": steps, "results": [*map(_result, each.get("expect", []))]})
    return {"name": scenario.name, "rounds": rounds}


def _result(expected: dict[str, Any]) -> str:
    paid = f", paid {expected['paid']}" if "paid" in expected else ""
    clauses = ", ".join(map(str, expected.get("clauses", [])))
    by = f" ({clauses})" if clauses else ""
    who, wager = expected.get("patron", ""), expected.get("wager", "")
    return f"{who}, {wager}: {expected.get('result', '')}{paid}{by}"


# Figures


def _edge_line(name: str, wager: WagerFigures) -> list[str]:
    pays = dict.fromkeys(str(each.odds) for each in wager.outcomes if each.odds is not None)
    return [name, "; ".join(pays), percent_text(wager.edge), ratio(wager.edge)]


def _odds_table(name: str, wager: WagerFigures) -> dict[str, Any]:
    return {
        "name": name,
        "clause": wager.clause,
        "edge": percent_text(wager.edge),
        "exact": ratio(wager.edge),
        "rows": [_odds_row(wager, each) for each in wager.outcomes if each.weight],
        "notes": list(wager.notes),
    }


def _odds_row(wager: WagerFigures, outcome: Outcome) -> list[str]:
    chance = wager.probability(outcome)
    return [
        outcome.name,
        decimal_text(chance, 6),
        true_odds(chance),
        "" if outcome.odds is None else str(outcome.odds),
        decimal_text(wager.contribution(outcome), 6),
    ]


def true_odds(chance: Fraction) -> str:
    """The odds at which a wager on this would be fair, as `n to 1`, to two places."""
    return f"{decimal_text((1 - chance) / chance, 2)} to 1"


def _edges(compared: Compared) -> Iterator[tuple[str, str, str]]:
    for name, (before, after) in compared.figures.edges.items():
        was, now = ("not offered" if each is None else percent_text(each)
                    for each in (before, after))  # fmt: skip
        yield name, was, now


def _sign(game: Game) -> tuple[tuple[str, str], ...]:
    return tuple(
        (text, str(clause))
        for text, clause in game.sign(game.begin(Setup(game.options(), game.limits)))
    )
