"""Folds that are made from names: each name is a field of the event or of the table's state."""

from __future__ import annotations

import inspect
from operator import attrgetter
from typing import Any, get_type_hints

import pytest

from houseway.games import SHIPPED, game
from houseway.games.layout import Layout, adds, discards, files, sets, takes
from houseway.games.malfunction import Malfunction
from houseway.games.shoe_state import Preparation
from houseway.games.tournament_pai_gow.hands import Hand

MADE = {each.__qualname__ for each in (sets, takes, adds, discards, files)}
PARTS: dict[str, Any] = {
    "layout": Layout,
    "prep": Preparation,
    "malfunction": Malfunction,
    "bank": Hand,
}


def state_fields(play: type[Any], part: str) -> set[str]:
    return set(inspect.get_annotations(PARTS[part] if part else play))


@pytest.mark.parametrize("edition", SHIPPED)
def test_every_name_in_a_made_fold_is_a_field(edition: str) -> None:
    found, checked = game(edition), 0
    for event, fold in found.events.items():
        if fold.__qualname__.partition(".")[0] not in MADE:
            continue
        checked += 1
        names = inspect.getclosurevars(fold).nonlocals
        fields = get_type_hints(event)
        for read in (names.get("read"), names.get("key")):
            assert read is None or one_name(read) in fields, (event, read)
        where = one_name(names["reach"]) if names.get("reach") else ""
        if "pairs" not in names:
            part, _, name = where.rpartition(".")
            assert name in state_fields(found.play, part), (event, where)
        for name, value in names.get("pairs", ()):
            assert name in state_fields(found.play, where), (event, name)
            assert "takes" not in fold.__qualname__ or value in fields, (event, value)
    assert checked > 4


def one_name(reads: attrgetter[Any]) -> str:
    made_of: Any = reads.__reduce__()
    return str(made_of[1][0])
