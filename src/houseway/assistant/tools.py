"""What an assistant may ask: plain functions whose answers carry the clauses that they rest on.

They use the functions that the command line uses. None of them changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from houseway.analysis.figures import percent_text
from houseway.api.figures import edge as exact_edge
from houseway.api.figures import what_if as changed_figures
from houseway.games import find, slugs
from houseway.games.game import Game
from houseway.records.hwr import read_record
from houseway.records.settlement import play_record, report_json
from houseway.rulebook.browse import search_clauses
from houseway.rulebook.document import document
from houseway.rulebook.readings import readings_for

Answer = dict[str, Any]
MOST_MATCHES = 30


def games() -> Answer:
    """List the games that can be played, with their editions, wagers and odds."""
    listed = [_game(find(slug)) for slug in slugs()]
    return {"games": listed, "citations": _once(w["clause"] for g in listed for w in g["wagers"])}


def _game(found: Game) -> Answer:
    cite = found.cite
    lines = found.wagers(found.options())
    wagers = [
        {
            "wager": each.wager,
            "outcome": each.outcome,
            "odds": str(each.odds),
            "clause": each.clause,
        }
        for each in lines
    ]
    return {"game": found.slug, "title": cite.title, "edition": cite.id, "wagers": wagers}


def clause(game: str, number: str) -> Answer:
    """Look up one clause of a game's approved rules by its number, with the readings of it."""
    cite = document(game)
    cited, row = cite(number), cite.clauses[number]
    return {
        "clause": cited,
        "edition": cite.id,
        "heading": row.heading,
        "text": row.must,
        "readings": [f"{each.id}: {each.reading}" for each in readings_for(cited, edition=cite.id)],
        "citations": [cited],
    }


def search(words: str, game: str = "") -> Answer:
    """Search the rulebook for clauses that hold every word; in one game, or in all."""
    among = [document(game)] if game else None
    found = [
        {"clause": cite(row.number), "heading": row.heading, "text": row.must}
        for cite, row in search_clauses(words, among)[:MOST_MATCHES]
    ]
    return {"matches": found, "citations": _once(each["clause"] for each in found)}


def settle(record: str) -> Answer:
    """Settle the rounds of a record (.hwr): TOML with the game and its steps, in words."""
    report = report_json(play_record(read_record(record)))
    lines = [line for each in report["rounds"] for line in each["settlements"]]
    cited = [each for line in lines for each in line["clauses"]]
    return {**report, "citations": _once([*cited, report["next"]["clause"]])}


def edge(game: str, options: dict[str, Any] | None = None) -> Answer:
    """Compute the exact house edge of every wager of a game, under options of the table."""
    made = exact_edge(game, **(options or {}))
    wagers = [
        {
            "wager": each.name,
            "edge": str(each.edge),
            "percent": percent_text(each.edge),
            "clause": each.clause,
        }
        for each in made.wagers
    ]
    cited = _once(each.clause for each in made.wagers)
    return {"game": made.game, "edition": made.edition, "wagers": wagers, "citations": cited}


def what_if(game: str, tables: dict[str, Any], options: dict[str, Any] | None = None) -> Answer:
    """Compute the edges under changed rules: tables by name, each with its changed places.

    An example of tables: {"odds": {"tie": "9 to 1"}}.
    """
    made = changed_figures(game, tables, options=options)
    edges = {
        name: {"approved": _text(approved), "changed": _text(changed)}
        for name, (approved, changed) in made.edges.items()
    }
    cited = _once(each.clause for each in made.approved.wagers)
    return {"game": made.approved.game, "edges": edges, "citations": cited}


def _text(edge_or_none: Any) -> str | None:
    return None if edge_or_none is None else str(edge_or_none)


def _once(clauses: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(clauses))


TOOLS = (games, clause, search, settle, edge, what_if)
