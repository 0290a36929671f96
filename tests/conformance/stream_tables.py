"""Every single change of the figures by which a document rules tables, tournaments, promotions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, get_args
from unittest import mock

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from houseway.conformance.cases import Level
from houseway.games import game
from houseway.games.table_rules import (
    ADDITIONAL_ROUNDS,
    BY_CONDITIONS,
    LEFTOVERS,
    PLAY_OFF,
    SHARE,
)
from houseway.promotion.state import Promotion
from houseway.rulebook.document import Clause
from houseway.table.state import Table
from houseway.tournament.state import Tournament

# Words of a cell, by the name of its field, and what may stand there.
WORDS = {
    "level_by": (ADDITIONAL_ROUNDS, PLAY_OFF, BY_CONDITIONS),
    "together_by": (SHARE, LEFTOVERS),
    "late_when": ("at commencement", "at the starting time", "by measure"),
}


class StreamMutant(NamedTuple):
    """The rules of a document for tables, tournaments or promotions, with one figure changed."""

    place: str
    rules: Any


def rules_of(slug: str, level: Level) -> Any:
    found = game(slug)
    return {"table": found.table, "tournament": found.tournament}.get(level, found.promotion)


def stream_mutants(slug: str, level: Level) -> Iterator[StreamMutant]:
    for place, rules in _changed(rules_of(slug, level)):
        yield StreamMutant(place, rules)


def _changed(held: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """A value with one of its figures changed; clauses, texts and functions stay as they are."""
    if isinstance(held, Struct):
        for each in msgspec.structs.fields(type(held)):
            if each.type is not Clause and Clause not in get_args(each.type):
                inner = getattr(held, each.name)
                for place, new in _changed(inner, each.name):
                    yield f"{each.name} {place}".strip(), replace(held, **{each.name: new})
    elif isinstance(held, bool):
        yield f"{held} to {not held}", not held
    elif isinstance(held, int):
        yield from ((f"{held} to {new}", new) for new in (held + 1, held - 1) if new >= 0)
    elif isinstance(held, str):
        yield from ((f"to {new}", new) for new in WORDS.get(name, ()) if new != held)
    elif isinstance(held, frozenset):
        yield from ((f"without {each}", held - {each}) for each in sorted(held))
    elif isinstance(held, tuple):
        for at, value in enumerate(held):
            for place, new in _changed(value):
                yield f"{at} {place}", (*held[:at], new, *held[at + 1 :])
    elif isinstance(held, Mapping):
        for key, value in held.items():
            yield from ((f"{key} {p}", {**held, key: new}) for p, new in _changed(value))


@contextmanager
def ruled_by(slug: str, level: Level, rules: Any) -> Iterator[None]:
    """Let tables, tournaments or promotions be ruled by other rules for a while."""
    if level == "promotion":
        with mock.patch.object(Promotion, "rules", property(lambda promotion: [rules])):
            yield
        return
    kind = Table if level == "table" else Tournament
    other = replace(game(slug), **{level: rules})
    with mock.patch.object(kind, "game", property(lambda stream: other)):
        yield
