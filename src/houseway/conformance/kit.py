"""A whole kit: the cases of several games and levels, with the clauses that they exercise."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from houseway.conformance.cases import FORMAT, LEVELS, Level
from houseway.conformance.files import KitGame, Manifest, write_cases, write_manifest
from houseway.conformance.making import make, make_directed
from houseway.conformance.reach import Cited, enforced, reasons
from houseway.conformance.stream_cases import ROUNDS_EACH, has_level
from houseway.games import game
from houseway.version import __version__

ROUNDS = 5_000
Progress = Callable[[str], None]


class _Job(NamedTuple):
    """The cases of one level of a game, which no other job needs."""

    folder: Path
    game: str
    level: Level
    seed: str
    cases: int


class _Made(NamedTuple):
    cases: int
    cited: frozenset[str]


def make_kit(
    folder: Path,
    games: tuple[str, ...],
    *,
    levels: tuple[Level, ...] = LEVELS,
    seed: str = "1",
    rounds: int = ROUNDS,
    progress: Progress = lambda text: None,
    workers: int = 1,
) -> Manifest:
    """Write a kit into a folder, which is made if it is not there.

    `workers` processes share the levels of the games; the kit is the same for any number of them.
    """
    folder.mkdir(parents=True, exist_ok=True)
    jobs = [
        _Job(folder, slug, level, seed, cases_for(level, rounds))
        for slug in games
        for level in levels
        if has_level(game(slug), level)
    ]
    made = dict(zip(jobs, _done(jobs, workers, progress), strict=True))
    found = tuple(
        _kit_game(slug, {job.level: each for job, each in made.items() if job.game == slug})
        for slug in games
    )
    manifest = Manifest(FORMAT, __version__, seed, found)
    write_manifest(folder, manifest)
    return manifest


def cases_for(level: Level, rounds: int) -> int:
    """How many seeded cases a level has: one a round, or fewer of whole streams."""
    return max(1, rounds // ROUNDS_EACH.get(level, 1))


def _done(jobs: list[_Job], workers: int, progress: Progress) -> Iterator[_Made]:
    if workers == 1 or len(jobs) == 1:
        for job in jobs:
            progress(f"{job.game} {job.level}")
            yield _make(job)
        return
    with ProcessPoolExecutor(min(workers, len(jobs))) as pool:
        for job, made in zip(jobs, pool.map(_make, jobs), strict=True):
            progress(f"{job.game} {job.level}")
            yield made


def _make(job: _Job) -> _Made:
    found, level, count, cited = game(job.game), job.level, 0, Cited()
    seeded = make(found, level, seed=job.seed, numbers=range(1, job.cases + 1))
    cases = chain(make_directed(found, level), seeded)
    with _collecting_seldom():
        for each in write_cases(job.folder, found.slug, level, cases):
            count += 1
            cited.add(each.answer)
    return _Made(count, cited.clauses)


@contextmanager
def _collecting_seldom() -> Iterator[None]:
    """Look for cycles of values seldom: cases have none, and looking takes a twentieth of the time
    of making them."""
    before = gc.get_threshold()
    gc.set_threshold(50_000, *before[1:])
    try:
        yield
    finally:
        gc.set_threshold(*before)


def _kit_game(slug: str, made: dict[Level, _Made]) -> KitGame:
    found, cite = game(slug), game(slug).cite
    cited = frozenset().union(*(each.cited for each in made.values()))
    counts = {level: each.cases for level, each in made.items()}
    exercised = tuple(number for number in enforced(cite) if cite(number) in cited)
    others = {n: why for n, why in reasons(cite).items() if n not in exercised}
    return KitGame(found.slug, cite.title, cite.id, cite.content_hash, counts, exercised, others)
