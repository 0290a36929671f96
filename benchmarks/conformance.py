"""The conformance kit: cases made and checked per CPU-second, and the size of a whole kit.

The kit of all games is written as a laboratory would write it, packed, with its answers. Then the
rules' own answers are checked against it, as those of a program would be. Every game is timed by
itself, because one core does all of it.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from time import process_time

from houseway.conformance.checking import check
from houseway.conformance.kit import ROUNDS, make_kit
from houseway.games import slugs


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    print(f"{'game':28}{'cases':>9}{'made/s':>9}{'checked/s':>11}{'MB':>7}")
    cases, making, checking, size = 0, 0.0, 0.0, 0
    with tempfile.TemporaryDirectory() as folder:
        for slug in slugs():
            place = Path(folder) / slug
            made, spent = _made(place, slug, rounds)
            compared = _checked(place)
            packed = sum(each.stat().st_size for each in place.iterdir())
            cases, size = cases + made, size + packed
            making, checking = making + spent, checking + compared
            print(_line(slug, made, spent, compared, packed))
    print(_line("all", cases, making, checking, size))
    print(f"{making:.0f} CPU-seconds to make the whole kit, {checking:.0f} to check it")


def _line(name: str, cases: int, making: float, checking: float, size: int) -> str:
    speeds = f"{cases / making:9,.0f}{cases / checking:11,.0f}"
    return f"{name:28}{cases:9,}{speeds}{size / 1e6:7.1f}"


def _made(place: Path, slug: str, rounds: int) -> tuple[int, float]:
    begun = process_time()
    manifest = make_kit(place, (slug,), rounds=rounds)
    return sum(manifest.games[0].cases.values()), process_time() - begun


def _checked(place: Path) -> float:
    """The CPU-seconds of a check; a program that differs would be looked at a second time."""
    begun = process_time()
    if not check(place, answers=place).conforms:
        raise SystemExit(f"{place}: the rules differ from themselves")
    return process_time() - begun


if __name__ == "__main__":
    main()
