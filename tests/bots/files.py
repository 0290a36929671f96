"""Tournaments to be tried out, small enough for tests."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from houseway.records.tournamentfile import Bots, TournamentFile
from houseway.tournament.terms import Breakdown, LimitChange, Stage
from tests.tournament.desk import CANBERRA, STAR, conditions

SLUGS = (
    STAR, CANBERRA, "tournament-canberra-poker", "tournament-blackjack", "tournament-roulette",
    "tournament-mini-baccarat", "tournament-pai-gow",
)  # fmt: skip
IN_2026 = 1_780_000_000_000_000  # every document is in force then
HEATS = Stage(name="heats", chips=200, minimum=10, maximum=100, tables=3, rounds=5, advance=2)
FINAL = Stage(name="final", kind="final", chips=200, minimum=10, maximum=100, tables=2, rounds=5)


def file(slug: str, *stages: Stage, bots: Bots | None = None, **changes: Any) -> TournamentFile:
    said: dict[str, Any] = {"starts_us": IN_2026, "stages": stages or (HEATS, FINAL), "most": 60}
    terms = conditions(slug, **{**said, **changes})
    return TournamentFile(slug, "Trial", "Dora", "L-1", terms, bots or Bots(entrants=9, players=3))


def at_random(slug: str, seed: int) -> TournamentFile:
    """A format, a field and a breakdown out of one seed."""
    chance = random.Random(f"{slug} {seed}")
    people, places = chance.randint(2, 14), chance.randint(2, 5)
    tables = -(-people // places)
    advance = chance.randint(1, max(1, min(3, 6 // tables)))
    heats = replace(
        HEATS, tables=tables, advance=advance, overall=chance.random() < 0.3,
        chips=chance.choice((40, 100, 300)), rounds=chance.randint(2, 8),
        limit_changes=(LimitChange(3, 20, 100),) if chance.random() < 0.4 else (),
    )  # fmt: skip
    final = replace(FINAL, tables=tables * advance, rounds=chance.randint(1, 6))
    cut = chance.randint(5_001, 10_000)
    shares = Breakdown(hundredths=(cut, 10_000 - cut))
    fee = chance.randint(0, 99_99)
    kept = 0 if slug == STAR else chance.randint(0, fee // 10)
    strategies = tuple(chance.sample(("minimum", "behind", "leader", "all in", "random"), 3))
    bots = Bots(entrants=people, players=places, strategies=strategies)
    return file(slug, heats, final, bots=bots, fee=fee, commission=kept, least=1, breakdown=shares)
