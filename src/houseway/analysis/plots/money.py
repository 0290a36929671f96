"""Plots of money: what sessions come to, how long bankrolls last, chips in a tournament."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd

from houseway.analysis.figures import percent_text
from houseway.analysis.plots.plot import (
    Axis,
    Bar,
    Bars,
    Legend,
    Line,
    Panel,
    Plot,
    Upright,
    step_of,
)
from houseway.analysis.sessions.chips import ChipSpread, PlayersChips, Ruin
from houseway.analysis.sessions.rounds import Distribution, Session, rounds_text
from houseway.analysis.table import Cell, Table
from houseway.equipment.chips import dollar_text
from houseway.games import game

_BARS = 44  # about as many as a session is shown in
_TAIL = Fraction(1, 2_000)  # of each end that is left out of the picture, and not of the table
_CURVE = 160  # points of a curve
_BEHIND, _EVEN, _AHEAD = 1, 2, 0  # series of bars


def session_plot(found: Session) -> Plot:
    """How likely each result of a session is, behind and ahead."""
    gain = found.gain
    sides = (
        f"behind {percent_text(found.behind, 2)}, even {percent_text(found.even, 2)}, ahead"
        f" {percent_text(found.ahead, 2)}"
    )
    return Plot(
        name=f"{found.game}-session",
        title=f"{game(found.game).cite.title}: {rounds_text(found.rounds)} of"
        f" {dollar_text(found.stake)} on {found.wager}",
        subtitle=f"{told_road(found)}. The patron ends {sides}; standard deviation"
        f" ${gain.standard_deviation()}.",
        panels=(_session_panel(found),),
        table=Table({"gain_cents": int, "chance": Fraction}, tuple(distribution_rows(gain))),
    )


def told_road(found: Session) -> str:
    """How the result is known, as a sentence without its end."""
    return f"{found.road.capitalize()}: {found.because}"


def _session_panel(found: Session) -> Panel:
    gain = found.gain
    low, high = gain.quantile(_TAIL), gain.quantile(1 - _TAIL)
    width, middle = _bin(gain, low, high)
    bins: dict[int, int] = {}
    for amount, weight in zip(gain.amounts, gain.weights, strict=True):
        at = (2 * (amount - middle) + width) // (2 * width) * width + middle
        bins[at] = bins.get(at, 0) + weight
    bars = tuple(
        Bar(
            at - width / 2,
            at + width / 2,
            float(Fraction(weight, gain.total)),
            _side(at),
            f"about {dollar_text(at)}: {percent_text(Fraction(weight, gain.total), 2)}",
        )
        for at, weight in bins.items()
        if low <= at <= high
    )
    return Panel(
        x=Axis("result of the session for the patron", "dollars", ticks=8),
        y=Axis(f"chance of a result, in steps of {dollar_text(width)}", "percent", low=0.0),
        layers=(
            Bars(bars),
            Upright(float(gain.mean), f"average {_cents(gain.mean)}"),
            Legend(tuple(_sides(bins, gain, width)), bars=True),
        ),
    )


def _sides(bins: dict[int, int], gain: Distribution, width: int) -> Iterator[tuple[int, str]]:
    """What the bars of each colour come to; where bars hold several results, what even means."""
    own = len(bins) == len(gain.amounts)
    about = "" if own else f" by {dollar_text(width // 2)} or more"
    even = "even" if own else f"within {dollar_text(width // 2)} of even"
    for side, name in ((_BEHIND, f"behind{about}"), (_EVEN, even), (_AHEAD, f"ahead{about}")):
        weight = sum(ways for at, ways in bins.items() if _side(at) == side)
        if weight:
            yield side, f"{name}: {percent_text(Fraction(weight, gain.total), 2)}"


def _side(at: int) -> int:
    return _BEHIND if at < 0 else _AHEAD if at > 0 else _EVEN


def _bin(gain: Distribution, low: int, high: int) -> tuple[int, int]:
    """The width of a bar in cents, and the middle of one.

    A width is round and a multiple of how far results lie apart; where every result has a bar of
    its own, the bars stand on the results.
    """
    apart = gcd(*(after - before for before, after in pairwise(gain.amounts))) or 1
    wanted = int(step_of(float(max(1, high - low)), _BARS)) or 1
    width = -(-wanted // apart) * apart
    return width, gain.amounts[0] % width if width == apart else 0


def _cents(amount: Fraction) -> str:
    return dollar_text(round(amount))


def distribution_rows(found: Distribution) -> Iterator[tuple[Cell, ...]]:
    for amount, weight in zip(found.amounts, found.weights, strict=True):
        yield amount, Fraction(weight, found.total)


def ruin_plot(found: Sequence[Ruin]) -> Plot:
    """The chance that a bankroll is gone by each round; a line for each bankroll."""
    one = found[0]
    goal = "" if one.goal is None else f" Who reaches {dollar_text(one.goal)} stops."
    lines = tuple(
        Line(
            tuple((float(n), float(share)) for n, share in enumerate((Fraction(0), *each.ruined))),
            series=at,
            name=f"{dollar_text(each.bankroll)}: {percent_text(each.chance, 1)}",
            steps=each.rounds <= _CURVE,
        )
        for at, each in enumerate(found)
    )
    return Plot(
        name=f"{one.game}-ruin",
        title=f"{game(one.game).cite.title}: how long a bankroll lasts at"
        f" {dollar_text(one.stake)} on {one.wager}",
        subtitle=f"{one.because.capitalize()}. Ruin is less than the {dollar_text(one.needed)} that"
        f" a round may need.{goal}",
        panels=(
            Panel(
                x=Axis("rounds played", "count", ticks=8),
                y=Axis("chance of ruin by then", "percent", low=0.0),
                layers=lines,
            ),
        ),
        table=Table(
            {"bankroll_cents": int, "round": int, "ruined": Fraction, "reached": Fraction},
            tuple(
                (each.bankroll, at, ruined, reached)
                for each in found
                for at, (ruined, reached) in enumerate(
                    zip(each.ruined, each.reached, strict=True), start=1
                )
            ),
        ),
    )


def spread_plot(found: ChipSpread) -> Plot:
    """How likely each player holds at least so many chips; a line for each way to play."""
    high = max(each.chips.quantile(1 - Fraction(1, 200)) for each in found.players)
    lines = tuple(
        Line(tuple(_curve(each, high)), series=at, steps=True)
        for at, each in enumerate(found.players)
    )
    ways = Legend(tuple((at, f"{each.way}: {each.how}") for at, each in enumerate(found.players)))
    return Plot(
        name=f"{found.game}-spread",
        title=f"{game(found.game).cite.title}: chips after {rounds_text(found.rounds)} on"
        f" {found.wager}",
        subtitle=f"{found.because.capitalize()}. From {dollar_text(found.start)} in chips, limits"
        f" {dollar_text(found.minimum)} to {dollar_text(found.maximum)}.",
        panels=(
            Panel(
                x=Axis("chips", "dollars", ticks=8, low=0.0),
                y=Axis("chance of holding at least so many", "percent", low=0.0, high=1.0),
                layers=(*lines, Upright(float(found.start), "start"), ways),
            ),
        ),
        table=Table(
            {"way": str, "chips_cents": int, "chance": Fraction},
            tuple(
                (each.way, *row) for each in found.players for row in distribution_rows(each.chips)
            ),
        ),
    )


def _curve(player: PlayersChips, high: int) -> Iterator[tuple[float, float]]:
    """From zero up to `high`, a step down after each amount."""
    held, left = player.chips, player.chips.total
    yield 0.0, 1.0
    for amount, weight in zip(held.amounts, held.weights, strict=True):
        if amount >= high:
            break
        left -= weight
        yield float(amount), float(Fraction(left, held.total))
    yield float(high), float(Fraction(left, held.total))
