"""The log keeps who decided, in which office, when and by which edition; the facts say what."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.games import game
from houseway.games.commands import Command
from houseway.records import sentences
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.log import Entry
from houseway.store.sqlite import SqliteLog
from tests.offices import opening_of

TABLE = "table/1"
NOW_US = 1_785_000_000_000_000  # in 2026: both documents are in force
STEP_US = 60_000_000
PEOPLE = {"Dora": Role.GAMING_SUPERVISOR, "Eli": Role.GAMING_SUPERVISOR, "Chen": Role.DEALER}

SANCTIONS = """
    Dora: log a prohibited device with Ana as patron: a camera in a ring
    Dora: exclude Ana
    Dora: exclude Ana from the casino by order 79/12
    Dora: Ana is detained
    Eli: Ana is handed over to a police officer, Sergeant Hall
"""
EVENINGS = {
    "three-card-baccarat": """
        Chen: check the cards and find nothing missing
        Chen: shuffle
        Dora: cut at 100
        Chen: place the cutting card 52 from the back
        Dora: order a shuffle because four kings came in a row
        Dora: set method to B
    """ + SANCTIONS,
    "casino-war": """
        Chen: check the cards and find nothing missing
        Chen: shuffle
        Dora: cut at 100
        Chen: place the cutting card 78 from the back
        Dora: order a shuffle because four kings came in a row
        Dora: order a check of the cards
        Eli: check the cards and find the two of clubs missing
        Chen: a card is missing
        Dora: notify surveillance
    """ + SANCTIONS,
}  # fmt: skip

# The clause, the fact, who brought it about at which step, and what else stands in it.
FACTS: list[tuple[str, str, str, str, int, dict[str, Any]]] = [
    ("three-card-baccarat", "3.5", "CardsChecked", "Chen", 1,
     {"by": "dealer", "finding": "nothing missing"}),
    ("three-card-baccarat", "4.5", "CardsCut", "Dora", 3, {"by": "supervisor"}),
    ("three-card-baccarat", "4.1.3", "ShuffleOrdered", "Dora", 5,
     {"reason": "four kings came in a row"}),
    ("three-card-baccarat", "9.1", "OptionSet", "Dora", 6, {"option": "method", "value": "B"}),
    ("three-card-baccarat", "14.1", "BreachLogged", "Dora", 7,
     {"person": "Ana", "what": "prohibited device: a camera in a ring"}),
    ("three-card-baccarat", "14.3.2", "PatronExcluded", "Dora", 8, {"patron": "Ana"}),
    ("three-card-baccarat", "14.3.3", "CasinoExclusionRecorded", "Dora", 9,
     {"patron": "Ana", "order": "79/12"}),
    ("three-card-baccarat", "14.3.4", "DetentionRecorded", "Dora", 10, {"person": "Ana"}),
    ("three-card-baccarat", "14.3.4", "HandoverRecorded", "Eli", 11,
     {"person": "Ana", "to": "a police officer, Sergeant Hall"}),
    ("casino-war", "3.3", "CardsChecked", "Chen", 1,
     {"by": "dealer", "finding": "nothing missing"}),
    ("casino-war", "4.5", "CardsCut", "Dora", 3, {"by": "supervisor"}),
    ("casino-war", "4.1.4", "ShuffleOrdered", "Dora", 5, {"reason": "four kings came in a row"}),
    ("casino-war", "3.8", "CheckOrdered", "Dora", 6, {}),
    ("casino-war", "3.8", "CardsChecked", "Eli", 7,
     {"by": "supervisor", "finding": "the two of clubs missing"}),
    ("casino-war", "11.17.4", "NotificationSent", "Dora", 9, {"office": "surveillance"}),
    ("casino-war", "13.1", "BreachLogged", "Dora", 10,
     {"person": "Ana", "what": "prohibited device: a camera in a ring"}),
    ("casino-war", "13.3.2", "PatronExcluded", "Dora", 11, {"patron": "Ana"}),
    ("casino-war", "13.3.3", "CasinoExclusionRecorded", "Dora", 12,
     {"patron": "Ana", "order": "79/12"}),
    ("casino-war", "13.3.4", "DetentionRecorded", "Dora", 13, {"person": "Ana"}),
    ("casino-war", "13.3.4", "HandoverRecorded", "Eli", 14,
     {"person": "Ana", "to": "a police officer, Sergeant Hall"}),
]  # fmt: skip


def evening(path: Path, slug: str) -> list[Entry]:
    """What the log holds of an evening that goes on one minute with every step."""
    log = SqliteLog(path / "floor.db")
    clock = count(NOW_US, STEP_US)
    runner = Runner(log, lambda: next(clock))
    lines = [line.strip().split(": ", 1) for line in EVENINGS[slug].splitlines() if line.strip()]
    orders: list[tuple[str, Command]] = [("Dora", opening_of(slug))]
    orders += [(who, sentences.read(text, game(slug).orders)) for who, text in lines]
    for number, (who, command) in enumerate(orders):
        answer = runner.order(TABLE, Order(command, PEOPLE[who], who, f"key {number}"))
        assert answer.refused is None, (command, answer.refused)
    entries = log.read(TABLE)
    log.close()
    return entries


@pytest.mark.parametrize(
    ("slug", "number", "kind", "who", "step", "facts"), FACTS,
    ids=[f"{slug}-{number}-{kind}" for slug, number, kind, *_ in FACTS],
)  # fmt: skip
def test_a_decision_is_on_record_with_who_made_it_and_when(
    tmp_path: Path, slug: str, number: str, kind: str, who: str, step: int, facts: dict[str, Any]
) -> None:
    """Three Card Baccarat 3.5, 4.1.3, 4.5, 9.1, 14.1 and 14.3.2 to 14.3.4; Casino War 3.3, 3.8,
    4.1.4, 4.5, 11.17.4, 13.1 and 13.3.2 to 13.3.4."""
    clause = document(slug)(number)
    at_us = NOW_US + step * STEP_US
    (entry,) = [
        each
        for each in evening(tmp_path, slug)
        if each.kind == kind and each.at_us == at_us and clause in each.body.decode()
    ]
    assert (entry.actor, entry.role) == (who, PEOPLE[who])
    assert facts.items() <= msgspec.json.decode(entry.body).items()


@pytest.mark.parametrize("slug", EVENINGS)
def test_every_fact_keeps_the_edition_that_it_was_ruled_under(tmp_path: Path, slug: str) -> None:
    """Three Card Baccarat Order (1) and Casino War Order (1)."""
    entries = evening(tmp_path, slug)

    assert entries
    assert {each.edition for each in entries} == {document(slug).content_hash}
