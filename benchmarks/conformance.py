"""The conformance kit: cases made and checked per CPU-second, and the size of a whole kit.

The kit of all games is written as a laboratory would write it, packed, with its answers. Then the
rules' own answers are checked against it, as those of a program would be. Every game is timed by
itself, because one core does all of it. Cases of one round are timed apart from those of a whole
table, tournament or promotion, which are much longer.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import process_time
from typing import NamedTuple

from houseway.conformance.cases import ROUND_LEVELS, STREAM_LEVELS, Level
from houseway.conformance.checking import check
from houseway.conformance.files import ROUNDS, make_kit
from houseway.games import slugs


class Timed(NamedTuple):
    """Cases, the CPU-seconds of making and of checking them, and the bytes of their files."""

    cases: int
    making: float
    checking: float
    size: int


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'game':28}{'cases':>9}{'made/s':>9}{'checked/s':>11}{'MB':>7}")
    with tempfile.TemporaryDirectory() as folder:
        one = _timed(Path(folder) / "rounds", "rounds", ROUND_LEVELS, rounds)
        whole = _timed(Path(folder) / "streams", "streams", STREAM_LEVELS, rounds)
    every = _sum([one, whole])
    print(_line("all", every))
    print(f"{every.making:.0f} CPU-seconds to make the whole kit, {every.checking:.0f} to check it")


def _timed(folder: Path, name: str, levels: tuple[Level, ...], rounds: int) -> Timed:
    timed = []
    for slug in slugs():
        timed.append(_game(folder / slug, slug, levels, rounds))
        print(_line(f"{slug}, {name}"[:28], timed[-1]), flush=True)
    print(_line(f"all {name}", _sum(timed)))
    return _sum(timed)


def _sum(timed: list[Timed]) -> Timed:
    return Timed(*map(sum, zip(*timed, strict=True)))


def _line(name: str, timed: Timed) -> str:
    speeds = f"{timed.cases / timed.making:9,.0f}{timed.cases / timed.checking:11,.0f}"
    return f"{name:28}{timed.cases:9,}{speeds}{timed.size / 1e6:7.1f}"


def _game(place: Path, slug: str, levels: tuple[Level, ...], rounds: int) -> Timed:
    begun = process_time()
    manifest = make_kit(place, (slug,), levels=levels, rounds=rounds)
    made = process_time()
    if not check(place, answers=place).conforms:
        raise SystemExit(f"{place}: the rules differ from themselves")
    checked = process_time()
    size = sum(each.stat().st_size for each in place.iterdir())
    return Timed(sum(manifest.games[0].cases.values()), made - begun, checked - made, size)


if __name__ == "__main__":
    main()
