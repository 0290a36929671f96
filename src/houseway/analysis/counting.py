"""Counting cards: what each card that has gone does to a wager, and what a counter can win by it.

Effects of removal and the best count are exact. A patron who counts adds the tags of the cards as
they come (the running count), divides by the decks left in the shoe (the true count) and bets one
unit from a true count on, the trigger. What that wins per shoe is measured by dealing shoes.

Conventions: the count starts at zero with a full shoe; the burned card that is shown is counted,
those that go with it unseen are not; the cards left are those in the shoe, to the card; a round
counts while the cutting card is still in the shoe when it begins, with the rounds that the document
adds after a tie or that are asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

from msgspec import Struct

from houseway.analysis import CannotAnalyse, analyse, approved, check_wager
from houseway.analysis.compiled import kernel
from houseway.analysis.composition import full
from houseway.analysis.dealing import WORD, kernel_of, simulated, state_of
from houseway.analysis.exact.tally import less
from houseway.analysis.exact.two_hands import cell_weights
from houseway.analysis.figures import PLACES, decimal_text, percent_text, ratio, root_text
from houseway.analysis.removal import effect_of_removal
from houseway.analysis.report import aligned
from houseway.equipment.cards import RANKS
from houseway.games import game
from houseway.games.side_wagers.facts import VALUE
from houseway.games.side_wagers.wager import SideWager

CARDS_OF_A_DECK = 52
SHOES = 100_000
MOST_SHOES = 10**9
_CHUNK = 10_000  # shoes; another size would deal other shoes from the same seed
FARTHEST = 10  # the true count beyond which none is told apart
DEPTHS = (14, 26, 52, 78, 104)
_DECIMALS = 6

Tags = Mapping[str, int]


class ShoeResult(Struct, frozen=True):
    """Shoes with the cutting card at one place: averages of a shoe, in units of one bet."""

    behind: int
    rounds: Fraction
    bets: Fraction
    units: Fraction
    variance: Fraction  # of the units of one shoe
    shoes: int

    @property
    def standard_error(self) -> Fraction:
        """How far the average of so many shoes lies from the truth, as one standard deviation."""
        return Fraction(root_text(self.variance / self.shoes, _DECIMALS))

    @property
    def edge(self) -> Fraction | None:
        """What the patron wins of each unit bet; None where no bet was made."""
        return self.units / self.bets if self.bets else None


class AtCount(Struct, frozen=True):
    """The rounds that began at one whole true count, with what a unit in each would have won."""

    true_count: int
    share: Fraction
    gain: Fraction


class Count(Struct, frozen=True):
    """What counting does for one wager. `effects` are gains of the patron per card removed."""

    game: str
    edition: str
    wager: str
    edge: Fraction
    decks: int
    effects: dict[str, Fraction]
    tags: dict[str, int]
    correlation: Fraction  # of tags and effects, to six places; its square is what the count sees
    per_count: Fraction  # what the patron's expectation gains with each true count
    break_even: Fraction  # the true count at which the wager is fair
    trigger: int
    seed: int
    shoes: tuple[ShoeResult, ...] = ()
    by_count: tuple[AtCount, ...] = ()
    conventions: tuple[str, ...] = ()


def count(
    slug: str,
    wager: str,
    *,
    options: Any = None,
    tags: Tags | None = None,
    trigger: int | None = None,
    level: int = 2,
    depths: tuple[int, ...] = DEPTHS,
    after_cut: int | None = None,
    shoes: int = SHOES,
    seed: int = 1,
    workers: int = 1,
) -> Count:
    """Count cards against a wager: its exact effects, a count for it, and what shoes bring.

    Without `tags` the best whole ones up to `level` are used, and without a `trigger` the first
    whole true count at which they promise a gain. `after_cut` is how many rounds follow the one
    that brings the cutting card out; without it the document's own rule holds. `shoes` zero deals
    none.
    """
    _check(shoes, seed, level, depths)
    chosen = game(slug).options() if options is None else options
    check_wager(slug, wager, chosen)
    data = approved(slug, chosen)
    if data.decks is None:
        raise CannotAnalyse("this game is not played with cards, so nothing can be counted")
    effects = effects_on(slug, wager, chosen, data)
    if not any(effects.values()) or len(set(effects.values())) == 1:
        raise CannotAnalyse(f"every card does the same to {wager}: no count helps")
    used = best_tags(effects, level) if tags is None else _read_tags(tags)
    edge = analyse(slug, options=chosen, only=wager).wager(wager).edge
    gained = _per_count(effects, used, data.decks)
    even = edge / gained
    from_count = ceil(even) if trigger is None else trigger
    conventions: tuple[str, ...] = (
        "the running count starts at zero and counts the burned card that is shown",
        "the true count is the running count for each deck left in the shoe, to the card",
        f"one unit is bet in every round that begins at a true count of {from_count} or more",
    )
    played: tuple[ShoeResult, ...] = ()
    at_counts: tuple[AtCount, ...] = ()
    if shoes:
        table = _Shoes(slug, wager, chosen, data, used, from_count, depths, after_cut)
        played, at_counts = table.dealt(shoes, seed, workers)
        conventions += table.conventions
    return Count(
        game=game(slug).slug,
        edition=game(slug).cite.edition,
        wager=wager,
        edge=edge,
        decks=data.decks,
        effects=effects,
        tags=used,
        correlation=correlation(effects, used),
        per_count=gained,
        break_even=even,
        trigger=from_count,
        seed=seed,
        shoes=played,
        by_count=at_counts,
        conventions=conventions,
    )


def effects_on(slug: str, wager: str, options: Any, data: Any) -> dict[str, Fraction]:
    """By rank: what the patron's expectation gains once one card of the rank has gone."""
    side = _side_wager(slug, wager)
    facts = game(slug).facts
    if side is None or facts is None or not _on_values(slug, side):
        risen = effect_of_removal(slug, options=options, only=wager)
        return {name: -edges[wager] for name, edges in risen.items()}
    gains = kernel("counted_shoes").gains_of_a_side_wager(side, facts, data.rules)
    whole = full(data.decks)
    before = _expected(whole.by_value(data.rules.card_value), gains)
    after = {
        value: _expected(less(whole.by_value(data.rules.card_value), value), gains)
        for value in {each % 10 for each in data.rules.card_value.values()}
    }
    return {name: after[data.rules.card_value[name] % 10] - before for name in RANKS}


def _expected(counts: Sequence[int], gains: Any) -> Fraction:
    """The exact expectation of a wager on values, by every cell of the tableau."""
    by_cell, won, ways = gains.by_cell.tolist(), 0, 0
    for cell, weight in cell_weights(counts):
        won += by_cell[cell] * weight
        ways += weight
    return Fraction(won, ways * gains.parts)


def _side_wager(slug: str, wager: str) -> SideWager | None:
    sides = getattr(game(slug).rules, "side_wagers", ())
    return next((each for each in sides if each.name == wager), None)


def _on_values(slug: str, side: SideWager) -> bool:
    """Is it a wager on values of cards, in a game of Player and Banker from a shoe?"""
    return _from_a_shoe(slug) and all(fact.level == VALUE for fact in side.facts)


def _from_a_shoe(slug: str) -> bool:
    return simulated(slug) and kernel_of(slug).deal is kernel("two_hands").deal


def _check(shoes: int, seed: int, level: int, depths: tuple[int, ...]) -> None:
    if not 0 <= shoes <= MOST_SHOES:
        raise CannotAnalyse(f"{shoes:,} shoes: from 0 to {MOST_SHOES:,} can be dealt")
    if not 0 <= seed < WORD:
        raise CannotAnalyse(f"seed {seed}: expected a whole number of at most 64 bits")
    if not 1 <= level <= 4:
        raise CannotAnalyse(f"tags up to {level}: expected 1 to 4")
    if not depths or min(depths) < 0:
        raise CannotAnalyse("a depth is a number of cards behind the cutting card, zero or more")


def _read_tags(tags: Tags) -> dict[str, int]:
    unknown = [name for name in tags if name not in RANKS]
    if unknown:
        raise CannotAnalyse(f"{unknown[0]!r} is not a rank: expected one of {' '.join(RANKS)}")
    read = {name: tags.get(name, 0) for name in RANKS}
    if not any(read.values()):
        raise CannotAnalyse("every tag is zero: nothing would be counted")
    return read


# The best count


def best_tags(effects: Mapping[str, Fraction], level: int) -> dict[str, int]:
    """Whole tags up to `level` that follow the effects best and add up to zero over a deck.

    The effects themselves are the best linear count. Tags are the effects on some scale, each
    rounded down or up.
    """
    classes = sorted(set(effects.values()))
    held = [sum(each == value for value in effects.values()) for each in classes]
    most = max(map(abs, classes))
    best: tuple[Fraction, tuple[int, ...]] = (Fraction(-1), ())
    for scale in (
        Fraction(step, _STEPS) * level for step in range(_STEPS // level // 2, _STEPS + 1)
    ):
        for tags in product(*(_neighbours(each * scale / most, level) for each in classes)):
            if any(tags) and not sum(map(int.__mul__, tags, held)):
                best = max(best, (_squared(classes, tags, held), tags))
    if not best[1]:
        raise CannotAnalyse(f"no tags up to {level} add up to zero over a deck; try another level")
    found = dict(zip(classes, best[1], strict=True))
    return {name: found[effects[name]] if name in effects else 0 for name in RANKS}


_STEPS = 24  # scales that are tried


def _neighbours(number: Fraction, level: int) -> tuple[int, ...]:
    below = number.numerator // number.denominator
    near = {below, below + 1} if number.denominator > 1 else {below}
    return tuple(sorted(each for each in near if abs(each) <= level))


def _squared(classes: list[Fraction], tags: tuple[int, ...], held: list[int]) -> Fraction:
    """The square of the correlation, with the sign of the correlation."""
    rows, nothing = list(zip(classes, tags, held, strict=True)), Fraction(0)
    together = sum((effect * tag * many for effect, tag, many in rows), nothing)
    own = sum((effect * effect * many for effect, _, many in rows), nothing)
    of_tags = sum(tag * tag * many for _, tag, many in rows)
    return (1 if together > 0 else -1) * together * together / (own * of_tags)


def correlation(effects: Mapping[str, Fraction], tags: Tags) -> Fraction:
    """How well tags follow the effects: 1 is a perfect linear count."""
    names = list(effects)
    squared = _squared([effects[n] for n in names], tuple(tags[n] for n in names), [1] * len(names))
    root = Fraction(root_text(abs(squared), _DECIMALS))
    return root if squared >= 0 else -root


def _per_count(effects: Mapping[str, Fraction], tags: Tags, decks: int) -> Fraction:
    """What one true count adds to the expectation, by the line through the effects.

    With the tags of the gone cards adding up to c and n of N cards left, the patron's expectation
    has risen by about (N - 1) / n times the slope times c.
    """
    slope = sum((effects[n] * tags[n] for n in effects), Fraction(0))
    slope /= sum(tags[n] ** 2 for n in effects)
    if slope <= 0:
        raise CannotAnalyse("these tags rise with cards whose removal hurts the patron; turn them")
    return slope * (full(decks).total - 1) / CARDS_OF_A_DECK


# Shoes


class _Shoes:
    """A game, a wager and a way to bet, ready to be dealt shoe after shoe."""

    def __init__(
        self,
        slug: str,
        wager: str,
        options: Any,
        data: Any,
        tags: Tags,
        trigger: int,
        depths: tuple[int, ...],
        after_cut: int | None,
    ) -> None:
        if not _from_a_shoe(slug):
            raise CannotAnalyse(
                f"{game(slug).cite.title} is not dealt from a shoe that is counted down here;"
                " ask for zero shoes to see the effects and the count alone"
            )
        self.counted, module = kernel("counted_shoes"), kernel_of(slug)
        self.tables = module.tables(data)
        self.gains = self._gains(slug, wager, lambda counts: module.figures(data, counts))
        deepest = sorted(set(depths))
        if deepest[-1] >= len(self.tables.cards) - CARDS_OF_A_DECK:
            raise CannotAnalyse(
                f"{deepest[-1]} cards behind the cutting card leave no shoe to play"
            )
        self.betting = self.counted.Betting(
            tags=tags,
            trigger=trigger,
            behind=tuple(deepest),
            after_tie=1 if after_cut is None else 0,
            after_cut=after_cut or 0,
        )
        last = (
            "the round that brings the cutting card out is the last, and one more follows a tie"
            if after_cut is None
            else f"rounds after the one that brings the cutting card out: {after_cut}"
        )
        self.conventions = (last,)

    def _gains(self, slug: str, wager: str, figures: Any) -> Any:
        found, side = game(slug), _side_wager(slug, wager)
        if side is not None:
            return self.counted.gains_of_a_side_wager(side, found.facts, found.rules)
        return self.counted.gains_of_a_game(figures, wager)

    def dealt(
        self, shoes: int, seed: int, workers: int
    ) -> tuple[tuple[ShoeResult, ...], tuple[AtCount, ...]]:
        """Deal in chunks, each from a start of its own: any number of workers gives the same."""
        import numpy as np

        def chunk(number: int) -> Any:
            state = np.array(state_of(seed, number), np.uint64)
            many = min(_CHUNK, shoes - number * _CHUNK)
            return self.counted.play(state, many, self.tables, self.gains, self.betting)

        with ThreadPoolExecutor(workers) as pool:
            parts = list(pool.map(chunk, range(-(-shoes // _CHUNK))))
        depths = sum(part.depths for part in parts).tolist()
        by_count = sum(part.by_count for part in parts).tolist()
        results = [
            self._result(behind, row, shoes)
            for behind, row in zip(self.betting.behind, depths, strict=True)
        ]
        return tuple(results), tuple(self._at_counts(by_count))

    def _result(self, behind: int, row: list[int], shoes: int) -> ShoeResult:
        rounds, bets, units, squares = row
        parts = self.gains.parts
        mean = Fraction(units, shoes * parts)
        return ShoeResult(
            behind=behind,
            rounds=Fraction(rounds, shoes),
            bets=Fraction(bets, shoes),
            units=mean,
            variance=Fraction(squares, shoes * parts**2) - mean**2,
            shoes=shoes,
        )

    def _at_counts(self, rows: list[list[int]]) -> Iterator[AtCount]:
        every = sum(rounds for rounds, _ in rows)
        for place, (rounds, gained) in enumerate(rows):
            if rounds:
                gain = Fraction(gained, rounds * self.gains.parts)
                yield AtCount(place - FARTHEST, Fraction(rounds, every), gain)


# A count of cards as a page of text, and as data for programs.


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
