"""Tournaments to be tried out, small enough for tests."""

from __future__ import annotations

import random
from typing import Any

from msgspec.structs import replace

from houseway.records.tournamentfile import Bots, TournamentFile
from houseway.tournament.terms import Breakdown, BuyBack, LimitChange, Stage, Ties
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
    fee, cut = chance.randint(0, 99_99), chance.randint(5_001, 10_000)
    names = ("minimum", "behind", "leader", "all in", "random")
    bots = Bots(entrants=people, players=places, strategies=tuple(chance.sample(names, 3)))
    terms: dict[str, Any] = {
        "fee": fee,
        "commission": 0 if slug == STAR else chance.randint(0, fee // 10),
        "least": 1,
        "breakdown": Breakdown(hundredths=(cut, 10_000 - cut)),
        **(_of_the_star(chance) if slug == STAR else {}),
    }
    if slug == CANBERRA and chance.random() < 0.3:
        return _by_points(slug, chance, -(-people // places), bots, terms)
    stages = _knock_out(slug, chance, -(-people // places))
    if slug in (STAR, CANBERRA) and chance.random() < 0.5:
        terms["buy_back"] = BuyBack(chance.randint(1, 2), chance.randint(2, 3))
    return file(slug, *stages, bots=bots, **terms)


def _of_the_star(chance: random.Random) -> dict[str, Any]:
    """What only 7-Up Baccarat has: an order or none, pass cards, undisclosed wagers."""
    return {
        "ordered": chance.random() < 0.5,
        "pass_cards": chance.choice((0, 2)),
        "undisclosed": chance.choice((0, 3)),
    }


def _knock_out(slug: str, chance: random.Random, tables: int) -> list[Stage]:
    """Heats, perhaps a second chance, and a final with room for everybody who comes to it."""
    advance = chance.randint(1, max(1, min(3, 6 // tables)))
    heats = replace(
        HEATS, tables=tables, advance=advance, overall=chance.random() < 0.3,
        chips=chance.choice((40, 100, 300)), rounds=chance.randint(2, 8),
        buy_in=50_00 if slug == STAR and chance.random() < 0.3 else 0,
        limit_changes=(LimitChange(3, 20, 100),) if chance.random() < 0.4 else (),
    )  # fmt: skip
    second = replace(heats, name="second chance", kind="repechage", advance=1)
    carries = slug != STAR and chance.random() < 0.3
    room = tables * (advance + 1)
    final = replace(FINAL, tables=room, rounds=chance.randint(1, 6), carries_chips=carries)
    if slug == CANBERRA and chance.random() < 0.3:
        heats = replace(heats, tables=1, overall=False, sit_and_go=chance.randint(2, 5))
        return [heats, replace(final, tables=14)]
    return [heats, *((second,) if chance.random() < 0.3 else ()), final]


def _by_points(
    slug: str, chance: random.Random, tables: int, bots: Bots, terms: dict[str, Any]
) -> TournamentFile:
    """Two sessions in which everybody plays for points; equal points are shared or played off."""
    points = chance.choice(((9, 5, 2), (1,)))
    first = replace(HEATS, name="first", tables=tables, advance=0, points=points)
    last = replace(FINAL, name="last", tables=tables, points=points)
    method = chance.choice(("share", "rounds"))
    ties = Ties(session="share points", points=method)  # type: ignore[arg-type]
    return file(slug, first, last, bots=bots, **terms, ties=ties)
