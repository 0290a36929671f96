"""A count of cards as a page of text, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from houseway.analysis.counting import FARTHEST, Count, ShoeResult
from houseway.analysis.figures import PLACES, decimal_text, percent_text, ratio, root_text
from houseway.analysis.report import aligned


def page(made: Count, title: str) -> Iterator[str]:
    """Effects of removal, the count, when to bet, and what shoes bring."""
    yield f"{title}, edition {made.edition}: counting against {made.wager}, {made.decks} decks"
    yield f"house edge {percent_text(made.edge)}"
    yield ""
    rows = [("card", "effect", "tag")]
    rows += [
        (name, percent_text(effect, 5), f"{made.tags[name]:+d}" if made.tags[name] else "0")
        for name, effect in made.effects.items()
    ]
    for row in aligned(rows):
        yield f"  {row}"
    yield "effect: what the patron's expectation gains when one such card has gone"
    yield (
        f"correlation {decimal_text(made.correlation, 4)}; each true count adds"
        f" {percent_text(made.per_count)}; fair at a true count of"
        f" {decimal_text(made.break_even, 2)}; bet from {made.trigger}"
    )
    if made.shoes:
        yield ""
        yield from _shoes(made)
    for convention in made.conventions:
        yield f"  {convention}"


def _shoes(made: Count) -> Iterator[str]:
    yield f"{made.shoes[0].shoes:,} shoes, seed {made.seed}; averages of a shoe"
    rows = [("behind", "rounds", "bets", "units won", "sd", "standard error", "gain per bet")]
    rows += [
        (
            str(each.behind),
            decimal_text(each.rounds, 2),
            decimal_text(each.bets, 3),
            decimal_text(each.units, 4),
            root_text(each.variance, 3),
            decimal_text(each.standard_error, 4),
            "" if each.edge is None else percent_text(each.edge, 2),
        )
        for each in made.shoes
    ]
    for row in aligned(rows):
        yield f"  {row}"
    yield ""
    counts = [("true count", "share of rounds", "gain of a unit")]
    counts += [
        (_true(each.true_count), percent_text(each.share, 2), percent_text(each.gain, 2))
        for each in made.by_count
    ]
    for row in aligned(counts):
        yield f"  {row}"


def _true(count: int) -> str:
    """A whole true count; the last of either side stands for those beyond it too."""
    if abs(count) < FARTHEST:
        return f"{count:+d}" if count else "0"
    return f"{count:+d} and {'more' if count > 0 else 'less'}"


def as_data(made: Count) -> dict[str, Any]:
    """The count for programs: exact figures as `n/d`, measured ones as decimals."""
    return {
        "game": made.game,
        "edition": made.edition,
        "wager": made.wager,
        "edge": ratio(made.edge),
        "decks": made.decks,
        "effects": {name: ratio(each) for name, each in made.effects.items()},
        "tags": made.tags,
        "correlation": decimal_text(made.correlation, 6),
        "per_count": ratio(made.per_count),
        "break_even": ratio(made.break_even),
        "trigger": made.trigger,
        "seed": made.seed,
        "conventions": list(made.conventions),
        "shoes": [_shoe_data(each) for each in made.shoes],
        "by_count": [
            {
                "true_count": each.true_count,
                "share": decimal_text(each.share, PLACES),
                "gain": decimal_text(each.gain, PLACES),
            }
            for each in made.by_count
        ],
    }


def _shoe_data(each: ShoeResult) -> dict[str, Any]:
    return {
        "behind": each.behind,
        "shoes": each.shoes,
        "rounds": decimal_text(each.rounds, PLACES),
        "bets": decimal_text(each.bets, PLACES),
        "units": decimal_text(each.units, PLACES),
        "sd": root_text(each.variance, PLACES),
        "standard_error": decimal_text(each.standard_error, PLACES),
        "edge": None if each.edge is None else decimal_text(each.edge, PLACES),
    }
