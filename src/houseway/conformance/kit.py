"""A whole kit: the cases of several games and levels, with the clauses that they exercise."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

from houseway.conformance.cases import FORMAT, LEVELS, Level
from houseway.conformance.files import KitGame, Manifest, write_cases, write_manifest
from houseway.conformance.making import make, make_directed
from houseway.conformance.reach import clauses_in, enforced, reasons
from houseway.games import game
from houseway.games.game import Game
from houseway.version import __version__

ROUNDS = 5_000
Progress = Callable[[str], None]


def make_kit(
    folder: Path,
    games: tuple[str, ...],
    *,
    levels: tuple[Level, ...] = LEVELS,
    seed: str = "1",
    rounds: int = ROUNDS,
    progress: Progress = lambda text: None,
) -> Manifest:
    """Write a kit into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    made = []
    for slug in games:
        made.append(_make_game(folder, game(slug), levels, seed, rounds, progress))
    manifest = Manifest(FORMAT, __version__, seed, tuple(made))
    write_manifest(folder, manifest)
    return manifest


def _make_game(
    folder: Path, found: Game, levels: tuple[Level, ...], seed: str, rounds: int, progress: Progress
) -> KitGame:
    cited: set[str] = set()
    counts: dict[Level, int] = {}
    for level in levels:
        progress(f"{found.slug} {level}")
        counts[level] = 0
        seeded = make(found, level, seed=seed, numbers=range(1, rounds + 1))
        cases = chain(make_directed(found, level), seeded)
        for each in write_cases(folder, found.slug, level, cases):
            counts[level] += 1
            cited.update(clauses_in(each.answer))
    cite = found.cite
    exercised = tuple(number for number in enforced(cite) if cite(number) in cited)
    others = {n: why for n, why in reasons(cite).items() if n not in exercised}
    return KitGame(found.slug, cite.title, cite.id, cite.content_hash, counts, exercised, others)
