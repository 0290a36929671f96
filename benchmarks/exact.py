"""Print how long an exact analysis takes once the game is imported, in CPU-milliseconds.

Every turn has another composition, so that nothing is remembered from the turn before; figures are
medians. The games that are counted by compiled kernels are timed in new processes, imports and all,
once what was compiled is on disk. Pai Gow and Canberra Poker take turns with plain C++ programs
that count every deal (`native/exact_*.cpp`), if there is a compiler; with `--native`, only these.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import process_time

from benchmarks.kernels import COMPILER, NATIVE, settings_of_pai_gow
from houseway.analysis import analyse, analysed
from houseway.analysis.composition import Composition, of_cards
from houseway.analysis.exact import mini_baccarat, tournament_canberra_poker
from houseway.analysis.exact.two_hands import DrawingRule, final_totals
from houseway.analysis.figures import EXACTLY
from houseway.analysis.five_cards import classes_of, values_of
from houseway.analysis.kernels.five_cards import key_of
from houseway.equipment.cards import DECK
from houseway.games.mini_baccarat.rules import Options
from houseway.games.tournament_canberra_poker.rules import Options as PokerOptions

TURNS = 41
PROCESSES = 5
# Games counted over all deals with NumPy or compiled kernels, and the CPU-seconds they may take.
COMPILED = {"tournament-canberra-poker": 8, "tournament-pai-gow": 5, "tournament-blackjack": 10}
LEFT = 200


def main() -> None:
    if sys.argv[1:] == ["--native"]:
        _beside_native()
        return
    shuffled = random.Random(1)
    left = [_left(shuffled) for _ in range(TURNS)]
    print(f"{'exact analysis of ' + str(LEFT) + ' cards of eight decks':56}{'CPU ms':>8}")
    data = mini_baccarat.read(Options())
    drawing = DrawingRule(data.rules.naturals, data.rules.player_draws, data.rules.banker_draws)
    _print("baccarat, 10 values", [_timed(_totals, each, data, drawing) for each in left])
    pairs = Options(pairs="perfect")
    _print("Mini Baccarat with pairs, 13 ranks", [_timed(_figures, each, pairs) for each in left])
    for slug in analysed():
        if slug in COMPILED:
            continue
        source = None if slug == "tournament-roulette" else left
        turns = [_timed(_game, slug, source[at] if source else None) for at in range(TURNS)]
        _print(f"{slug}, every wager", turns)

    print(f"\n{'every deal, every way to play: CPU s':56}{'process':>8}{'again':>8}{'goal':>8}")
    for slug, goal in COMPILED.items():
        whole, again = zip(*[_new_process(slug) for _ in range(PROCESSES + 1)][1:], strict=True)
        print(f"{slug:56}{median(whole):8.2f}{median(again):8.2f}{goal:8}")
    if shutil.which(COMPILER[0]):
        _beside_native()


def _beside_native() -> None:
    """Games in turns with a plain count of the same deals; figures are medians."""
    with tempfile.TemporaryDirectory() as folder:
        for slug, facts in (("pai-gow", settings_of_pai_gow), ("canberra-poker", _worths_of_poker)):
            program = Path(folder) / slug
            source = NATIVE / f"exact_{slug.replace('-', '_')}.cpp"
            subprocess.run([*COMPILER, source, "-o", program], check=True)
            _in_turns(f"tournament-{slug}", [program, facts(Path(folder))])


def _in_turns(slug: str, command: list[Path]) -> None:
    native, own = [], []
    for _ in range(PROCESSES):
        done = subprocess.run(command, capture_output=True, encoding="utf-8", check=True)
        native.append(float(done.stdout.split()[0]))
        own.append(_new_process(slug)[0])
    ratio = median(own) / median(native)
    print(f"{'plain C++ count of ' + slug:56}{median(native):8.2f}{ratio:8.2f} x")


def _worths_of_poker(folder: Path) -> Path:
    """What each hand of five cards is worth, with which the dealer plays, and what a bet wins."""
    data = tournament_canberra_poker.read(PokerOptions())
    gains = tournament_canberra_poker.gains_of(data, EXACTLY)
    classes, scale = classes_of(data.order), gains.scale
    lines = [(len(classes), *(g * scale for g in (gains.not_playing, gains.lose, gains.fold)))]
    plays = data.rules.qualifies
    lines += [(int(plays(h)), gains.win[h.kind] * scale) for h in classes]
    lines += [(int(suit), key_of(ranks), at) for (suit, ranks), at in values_of(classes).items()]
    file = folder / "worths"
    file.write_text("\n".join(" ".join(map(str, line)) for line in lines), encoding="utf-8")
    return file


def spent_on(slug: str, source: Path | None = None) -> float:
    """CPU-seconds of a process that analyses one game, with the software of another checkout."""
    own = dict(os.environ) if source is None else {**os.environ, "PYTHONPATH": str(source / "src")}
    code = f"from houseway.analysis import analyse; analyse({slug!r})"
    code += "; from time import process_time; print(process_time())"
    words = [sys.executable, "-c", code]
    return float(subprocess.run(words, env=own, capture_output=True, check=True).stdout)


def _new_process(slug: str) -> tuple[float, float]:
    """CPU-seconds of a process that analyses one game, and of counting it all once more."""
    code = (
        "from time import process_time; from houseway.analysis import analyse, five_cards;"
        "from houseway.analysis.blackjack.best import solve;"
        f"analyse({slug!r}); whole = process_time(); five_cards.forget(); solve.cache_clear();"
        f"analyse({slug!r}); print(whole, process_time() - whole)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True
    )
    whole, again = map(float, done.stdout.split())
    return whole, again


def _left(shuffled: random.Random) -> Composition:
    return of_cards(Counter(shuffled.sample(DECK * 8, LEFT)))


def _totals(left: Composition, data: mini_baccarat.Data, drawing: DrawingRule) -> None:
    final_totals(left.by_value(data.rules.card_value), drawing)


def _figures(left: Composition, options: Options) -> None:
    found = analyse("mini-baccarat", options=options, composition=left)
    for wager in found.wagers:
        wager.standard_deviation()


def _game(slug: str, left: Composition | None) -> None:
    analyse(slug, composition=left)


def _timed(act: Callable[..., None], *given: object) -> float:
    start = process_time()
    act(*given)
    return (process_time() - start) * 1000


def _print(name: str, turns: list[float]) -> None:
    print(f"{name:56}{median(turns):8.2f}")


if __name__ == "__main__":
    main()
