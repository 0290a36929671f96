"""The simulation's kernels against plain C++ loops of the same games, per CPU-second.

`python -m benchmarks.kernels [ROUNDS]` compiles the loops of `native/` (g++ -O3 -march=native) and
runs them in turns with the kernels: loop, kernel, loop, so that a machine that slows down slows
both. A turn's ratio is the kernel against the mean of the two loops around it; printed are medians.
Then two threads against one; a new process until it has dealt a million coups, with the machine
code kept from before and without; and how long it takes to start, beside `import numpy`.

The loop of Canberra Poker knows the six simple ways to play, the kernel also the best one. The loop
of Pai Gow gets the settings of all hands as a file. The loop of blackjack has its strategy written
down for six decks; both deal to one box without insurance.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from itertools import combinations
from pathlib import Path
from statistics import median
from time import process_time

from houseway.analysis.dealing import Dealing, chunks_dealt, manners, prepare
from houseway.analysis.exact import tournament_pai_gow
from houseway.analysis.kernels import tournament_pai_gow as pai_gow
from houseway.games.tournament_pai_gow.rules import Options

NATIVE = Path(__file__).parent / "native"
COMPILER = ("g++", "-O3", "-march=native", "-std=c++17")
GAMES = {  # rounds a turn, times the rounds asked for
    "mini-baccarat": 1,
    "seven-up-baccarat": 1,
    "casino-war": 2,
    "tournament-roulette": 20,
    "three-card-baccarat": 1,
    "tournament-canberra-poker": 1,
    "tournament-pai-gow": 1,
    "tournament-blackjack": 1,
}
TURNS = 7
ROUNDS = 4_000_000
A_MILLION = "from houseway.analysis.simulate import simulate; simulate('mini-baccarat', 10**6)"
STARTS = {  # what a new process does, in turns
    "import numpy": ("-c", "import numpy"),
    "import houseway": ("-c", "import houseway"),
    "houseway --help": ("-m", "houseway", "--help"),
    "exact Mini Baccarat": ("-c", "from houseway.analysis import analyse as a; a('mini-baccarat')"),
    "exact Pai Gow": ("-c", "from houseway.analysis import analyse as a; a('tournament-pai-gow')"),
}


def main() -> None:
    rounds = int(float(sys.argv[1])) if len(sys.argv) > 1 else ROUNDS
    print(f"load before: {os.getloadavg()[0]:.1f}")
    print(f"{'game':26}{'kernel M/s':>12}{'C++ M/s':>12}{'ratio':>8}")
    with tempfile.TemporaryDirectory() as folder:
        for slug, times in GAMES.items():
            _compare(slug, rounds * times, Path(folder))
    _threads(rounds)
    for name, cache in (("warm", None), ("cold", "new")):
        print(f"new process to 1,000,000 coups, cache {name}: {_new_process(cache):.2f} CPU s")
    _starts()
    print(f"load after: {os.getloadavg()[0]:.1f}")


def _compare(slug: str, rounds: int, folder: Path) -> None:
    source = NATIVE / f"{slug.replace('-', '_')}.cpp"
    program = folder / source.stem
    subprocess.run([*COMPILER, source, "-o", program], check=True)
    given = [settings_of_pai_gow(folder)] if slug == "tournament-pai-gow" else []
    dealing = _prepared(slug)
    _kernel(dealing, 10_000, 1)
    turns = [_turn(dealing, [program, str(rounds), "1", *given], rounds) for _ in range(TURNS)]
    kernel, native, ratio = (median(column) for column in zip(*turns, strict=True))
    print(f"{slug:26}{kernel / 1e6:12.1f}{native / 1e6:12.1f}{ratio:8.2f}", flush=True)


def _prepared(slug: str) -> Dealing:
    """As the loop deals: in the usual manner; at blackjack one box, by the best play by totals."""
    if slug != "tournament-blackjack":
        return prepare(slug)
    return prepare(slug, manner=manners(slug)(boxes=("best by totals",), insurance=False))


def settings_of_pai_gow(folder: Path) -> Path:
    """Every hand of four tiles, and what both parts are worth in each way to set it."""
    made = pai_gow.tables(tournament_pai_gow.read(Options()))
    lines = [str(made.zeros)]
    for hand in combinations(range(32), 4):
        first, second, third, fourth = (int(made.tiles[tile]) for tile in hand)
        one, other = made.two[first * 16 + second], made.two[third * 16 + fourth]
        packed = int(made.parts[made.kind[int(one) * 256 + int(other)]])
        parts = [packed >> 8 * place & 255 for place in range(2 * len(pai_gow.WAYS))]
        lines.append(" ".join(map(str, (*hand, *parts))))
    file = folder / "settings"
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


def _turn(dealing: Dealing, command: list[Path | str], rounds: int) -> tuple[float, float, float]:
    before, kernel, after = _loop(command), _kernel(dealing, rounds, 1), _loop(command)
    native = (before + after) / 2
    return kernel, native, kernel / native


def _loop(command: list[Path | str]) -> float:
    told = subprocess.run(command, check=True, capture_output=True, encoding="utf-8")
    return float(told.stdout.split()[0])


def _kernel(dealing: Dealing, rounds: int, workers: int) -> float:
    """Rounds per CPU-second of all threads."""
    begun = process_time()
    dealt = sum(dealing.rounds(counts) for counts in chunks_dealt(dealing, rounds, 1, workers))
    return dealt / (process_time() - begun)


def _threads(rounds: int) -> None:
    turns, dealing = [], prepare("mini-baccarat")
    for _ in range(TURNS):
        one = _kernel(dealing, rounds, 1)
        two = _kernel(dealing, rounds, 2)
        turns.append(two / ((one + _kernel(dealing, rounds, 1)) / 2))
    print(f"two threads against one, per CPU-second: {median(turns):.2f}")


def _new_process(cache: str | None) -> float:
    """CPU seconds of a Python that imports, compiles or finds what was compiled, and deals."""
    spent = []
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            given = {**os.environ, "NUMBA_CACHE_DIR": folder} if cache else dict(os.environ)
            spent.append(_spent(("-c", A_MILLION), given))
    return median(spent)


def _starts() -> None:
    turns = [[_spent(does, dict(os.environ)) for does in STARTS.values()] for _ in range(TURNS)]
    medians = [median(column) for column in zip(*turns, strict=True)]
    for name, spent in zip(STARTS, medians, strict=True):
        print(f"{name:26}{spent:8.3f} CPU s{spent / medians[0]:8.2f} x import numpy")


def _spent(does: tuple[str, ...], given: dict[str, str]) -> float:
    """CPU seconds of a new Python."""
    begun = os.times()
    command = [sys.executable, *does]
    subprocess.run(command, check=True, env=given, stdout=subprocess.DEVNULL)
    ended = os.times()
    return ended.children_user - begun.children_user + ended.children_system - begun.children_system


if __name__ == "__main__":
    main()
