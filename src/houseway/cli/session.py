"""`houseway session`: what many rounds of one wager come to; how long a bankroll lasts.

With `--json`: game, wager, stake, rounds, road, because, mean, sd, behind, even, ahead, quantiles
(share to amount) and gains (amount, chance); with `--bankroll` also ruin (bankroll, needed, goal,
chance, reached, by_round). Amounts are dollars as text, chances decimals.
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
    Ruin,
    Session,
    chip_spread,
    dealt_session,
    independent,
    risk_of_ruin,
    session,
)
from houseway.analysis.sessions.rounds import rounds_text
from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, Json, TableOptions, json_text
from houseway.cli.simulate import whole_number
from houseway.equipment.chips import STANDARD_CHIPS, ChipSet, dollar_text, dollars, money
from houseway.games import name_of

QUANTILES = tuple(Fraction(n, 100) for n in (1, 5, 25, 50, 75, 95, 99))


def print_session(
    name: GameName,
    /,
    *,
    wager: str,
    stake: str = "10",
    rounds: str = "60",
    bankroll: str | None = None,
    goal: str | None = None,
    fresh: bool = False,
    sessions: str = "1e5",
    seed: int = 1,
    option: TableOptions = None,
    chips: str | None = None,
    as_json: Json = False,
) -> int:
    """Print what a session comes to: behind, even, ahead, and how far; how long a bankroll lasts.

    Example: houseway session tournament-roulette --wager red --stake 10 --rounds 60 --bankroll 200

    Where one round tells nothing of the next the result is exact. Rounds of one shoe are dealt, or
    with --fresh computed as if each came from a full, freshly shuffled source.

    Parameters
    ----------
    wager
        A wager as houseway edge names it, such as banker or "initial, go to war".
    stake
        The stake of every round in dollars.
    rounds
        How many rounds a session has.
    bankroll
        What the patron brings in dollars: how likely it is gone by each round.
    goal
        With a bankroll: stop when so many dollars are held.
    fresh
        Take every round as the first from a freshly shuffled source, which makes the result exact.
    sessions
        How many sessions are dealt where rounds depend on each other.
    seed
        The same seed deals the same sessions.
    chips
        The table's chips in dollars, such as 1,5,25; without it the standard ones.
    """
    try:
        found = find_game(name)
        asked: dict[str, Any] = {
            "stake": dollars(stake),
            "rounds": whole_number(rounds, "rounds"),
            "options": setup_of(found, option or []).options,
            "chips": _chips(chips),
        }
        check_wager(name_of(found), wager, asked["options"])
        if independent(name_of(found)) or fresh:
            made = session(name_of(found), wager, **asked)
        else:
            many = whole_number(sessions, "sessions")
            made = dealt_session(name_of(found), wager, **asked, sessions=many, seed=seed)
        ruin = _ruin(made, bankroll, goal, asked)
        text = _json(made, ruin) if as_json else "\n".join(_page(made, ruin, found.cite.title))
    except (ValueError, LookupError) as wrong:
        print(f"houseway session: {wrong}", file=sys.stderr)
        return 2
    print(text)
    return 0


def _chips(text: str | None) -> ChipSet:
    return ChipSet(tuple(map(dollars, text.split(",")))) if text else STANDARD_CHIPS


def _ruin(
    made: Session, bankroll: str | None, goal: str | None, asked: dict[str, Any]
) -> Ruin | None:
    if bankroll is None:
        if goal is not None:
            raise CannotPlay("a goal is for a bankroll: give that too")
        return None
    if made.road == "dealt":
        raise CannotPlay(
            "rounds of one shoe depend on each other: --fresh takes each from a freshly shuffled"
            " source, and computes what becomes of a bankroll"
        )
    return risk_of_ruin(
        made.game,
        made.wager,
        **asked,
        bankroll=dollars(bankroll),
        goal=None if goal is None else dollars(goal),
    )


def _page(made: Session, ruin: Ruin | None, title: str) -> Iterator[str]:
    gain = made.gain
    yield f"{title}: {rounds_text(made.rounds)} of {dollar_text(made.stake)} on {made.wager}"
    yield f"{made.road}: {made.because}"
    yield ""
    sides = {"behind": made.behind, "even": made.even, "ahead": made.ahead}
    yield "  " + "   ".join(f"{side} {percent_text(share)}" for side, share in sides.items())
    spread = gain.standard_deviation()
    yield f"  average {dollar_text(round(gain.mean))}   standard deviation ${spread}"
    yield f"  at worst {dollar_text(gain.amounts[0])}   at best {dollar_text(gain.amounts[-1])}"
    yield ""
    yield "  of 100 sessions so many end at or below"
    for share in QUANTILES:
        yield f"  {int(share * 100):>15}   {dollar_text(gain.quantile(share)):>21}"
    if ruin is not None:
        yield from _ruin_lines(ruin)


def _ruin_lines(ruin: Ruin) -> Iterator[str]:
    yield ""
    least = dollar_text(ruin.needed)
    yield f"  {dollar_text(ruin.bankroll)}: ruin (less than {least} left) by round"
    for at in _rounds_shown(ruin.rounds):
        reached = "" if ruin.goal is None else f"   goal {percent_text(ruin.reached[at - 1])}"
        yield f"  {at:>12,}   {percent_text(ruin.ruined[at - 1]):>10}{reached}"


def _rounds_shown(rounds: int) -> list[int]:
    """Some ten rounds, evenly, and the last."""
    step = max(1, rounds // 10)
    return [*range(step, rounds, step), rounds]


def _json(made: Session, ruin: Ruin | None) -> str:
    gain = made.gain
    told: dict[str, Any] = {
        "game": made.game,
        "wager": made.wager,
        "stake": money(made.stake),
        "rounds": made.rounds,
        "road": made.road,
        "because": made.because,
        "mean": decimal_text(gain.mean / 100, PLACES),
        "sd": gain.standard_deviation(PLACES),
        "behind": decimal_text(made.behind, PLACES),
        "even": decimal_text(made.even, PLACES),
        "ahead": decimal_text(made.ahead, PLACES),
        "quantiles": {decimal_text(each, 2): money(gain.quantile(each)) for each in QUANTILES},
        "gains": amounts_told(gain),
    }
    if ruin is not None:
        told["ruin"] = {
            "bankroll": money(ruin.bankroll),
            "needed": money(ruin.needed),
            "goal": None if ruin.goal is None else money(ruin.goal),
            "chance": decimal_text(ruin.chance, PLACES),
            "reached": decimal_text(ruin.reached[-1], PLACES),
            "by_round": [decimal_text(each, PLACES) for each in ruin.ruined],
        }
    return json_text(told)


def amounts_told(found: Distribution) -> list[dict[str, str]]:
    """Every amount with its chance."""
    return [
        {"amount": money(amount), "chance": decimal_text(Fraction(weight, found.total), PLACES)}
        for amount, weight in zip(found.amounts, found.weights, strict=True)
    ]


# `houseway spread`: chips of simple players in a tournament, after so many rounds.

CHIP_QUANTILES = tuple(Fraction(n, 100) for n in (5, 25, 50, 75, 95))
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
            _spread_json(made, players)
            if as_json
            else "\n".join(_spread_page(made, players, found.cite.title))
        )
    except (ValueError, LookupError) as wrong:
        print(f"houseway spread: {wrong}", file=sys.stderr)
        return 2
    print(text)
    return 0


def _out(made: ChipSpread, player: PlayersChips) -> Fraction:
    """How likely too few chips are left for another wager."""
    return player.chips.below(made.minimum)


def _spread_page(made: ChipSpread, players: int, title: str) -> Iterator[str]:
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
        for share in CHIP_QUANTILES:
            held = f"{int(share * 100):>4}{dollar_text(chips.quantile(share)):>31}"
            rows.append((held, dollar_text(best.quantile(share))))
        yield from (f"  {left:<35}   {right:>15}" for left, right in rows)


def _spread_json(made: ChipSpread, players: int) -> str:
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
    return {decimal_text(each, 2): money(found.quantile(each)) for each in CHIP_QUANTILES}
