"""`houseway spread`: chips of simple players in a tournament, after so many rounds.

With `--json`: game, wager, start, rounds, minimum, maximum, players, because, ways. Each of `ways`
has how, out, mean, sd, at_least_start, quantiles, best_of (quantiles of the most that any of so
many players holds) and chips (amount, chance). Amounts are dollars as text, chances decimals.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from houseway.analysis import check_wager
from houseway.analysis.figures import PLACES, decimal_text, percent_text
from houseway.analysis.sessions import (
    CannotPlay,
    ChipSpread,
    Distribution,
    PlayersChips,
    chip_spread,
)
from houseway.analysis.sessions.rounds import rounds_text
from houseway.cli.games import find_game, setup_of
from houseway.cli.session import amounts_told
from houseway.cli.shared import GameName, Json, TableOptions, json_text
from houseway.cli.simulate import whole_number
from houseway.equipment.chips import dollar_text, dollars, money
from houseway.games import name_of

QUANTILES = tuple(Fraction(n, 100) for n in (5, 25, 50, 75, 95))
MOST_PLAYERS = 1_000


def print_spread(
    name: GameName,
    /,
    *,
    wager: str,
    start: str = "1000",
    rounds: str = "20",
    minimum: str = "25",
    maximum: str = "500",
    players: int = 6,
    option: TableOptions = None,
    as_json: Json = False,
) -> int:
    """Print what players of a tournament hold who each know one simple way to play.

    Example: houseway spread tournament-roulette --wager red --start 1000 --rounds 20

    Steady stakes the minimum; half stakes half of what is held; last stakes the minimum, and in
    the last round all that it may.

    Parameters
    ----------
    wager
        A wager as houseway edge names it, such as red or banker.
    start
        The chips of every player in dollars.
    rounds
        How many rounds are played.
    minimum
        The least stake in dollars; half and last stake whole multiples of it.
    maximum
        The most that may be staked in dollars.
    players
        How many play in the same way, each at a table of his own: what the best of them holds.
    """
    try:
        found = find_game(name)
        if not 1 <= players <= MOST_PLAYERS:
            raise CannotPlay(f"{players} players: expected 1 to {MOST_PLAYERS:,}")
        options = setup_of(found, option or []).options
        check_wager(name_of(found), wager, options)
        made = chip_spread(
            name_of(found),
            wager,
            start=dollars(start),
            rounds=whole_number(rounds, "rounds"),
            minimum=dollars(minimum),
            maximum=dollars(maximum),
            options=options,
        )
        text = (
            _json(made, players) if as_json else "\n".join(_page(made, players, found.cite.title))
        )
    except (ValueError, LookupError) as wrong:
        print(f"houseway spread: {wrong}", file=sys.stderr)
        return 2
    print(text)
    return 0


def _out(made: ChipSpread, player: PlayersChips) -> Fraction:
    """How likely too few chips are left for another wager."""
    return player.chips.below(made.minimum)


def _page(made: ChipSpread, players: int, title: str) -> Iterator[str]:
    limits = f"{dollar_text(made.minimum)} to {dollar_text(made.maximum)}"
    yield f"{title}: {dollar_text(made.start)} in chips, {rounds_text(made.rounds)} on {made.wager}"
    yield f"limits {limits}; {made.because}"
    for player in made.players:
        chips, best = player.chips, player.best_of(players)
        yield ""
        yield f"{player.way}: {player.how}"
        yield (
            f"  out {percent_text(_out(made, player))}   at least the start"
            f" {percent_text(chips.at_least(made.start))}   on average"
            f" {dollar_text(round(chips.mean))}"
        )
        rows = [("of 100 players so many hold at most", f"the best of {players}")]
        for share in QUANTILES:
            held = f"{int(share * 100):>4}{dollar_text(chips.quantile(share)):>31}"
            rows.append((held, dollar_text(best.quantile(share))))
        yield from (f"  {left:<35}   {right:>15}" for left, right in rows)


def _json(made: ChipSpread, players: int) -> str:
    told: dict[str, Any] = {
        "game": made.game,
        "wager": made.wager,
        "start": money(made.start),
        "rounds": made.rounds,
        "minimum": money(made.minimum),
        "maximum": money(made.maximum),
        "players": players,
        "because": made.because,
        "ways": {each.way: _way(made, each, players) for each in made.players},
    }
    return json_text(told)


def _way(made: ChipSpread, player: PlayersChips, players: int) -> dict[str, Any]:
    chips = player.chips
    return {
        "how": player.how,
        "out": decimal_text(_out(made, player), PLACES),
        "mean": decimal_text(chips.mean / 100, PLACES),
        "sd": chips.standard_deviation(PLACES),
        "at_least_start": decimal_text(chips.at_least(made.start), PLACES),
        "quantiles": _quantiles(chips),
        "best_of": _quantiles(player.best_of(players)),
        "chips": amounts_told(chips),
    }


def _quantiles(found: Distribution) -> dict[str, str]:
    return {decimal_text(each, 2): money(found.quantile(each)) for each in QUANTILES}
