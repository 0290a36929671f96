"""Side wagers counted exactly: every round by the facts that their conditions ask for.

Rounds are dealt by the game's own blocks of cards, with cards told apart no further than the facts
do: by value, by rank, or by suit as well. Suits are counted after ranks, because cards of a rank
are equally likely to be of any suit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, product
from math import factorial, perm, prod
from typing import Any, NamedTuple

from houseway.analysis.composition import BadComposition, Composition, full
from houseway.analysis.exact.tally import Tally
from houseway.analysis.figures import Pay, WagerFigures
from houseway.equipment.cards import RANKS, SUITS, Card, rank
from houseway.games.side_wagers.facts import SUIT, VALUE, Fact, Facts, Round
from houseway.games.side_wagers.wager import SideWager

Hands = dict[str, tuple[Card, ...]]  # by rank; a suit that is not asked for stands for any
Key = tuple[Any, ...]
MOST_ROUNDS = 4_000_000


class TooMany(ValueError):
    """The facts tell apart more rounds than can be counted; the message says which facts."""


class Joint(NamedTuple):
    """How often each combination of the values of some facts comes."""

    names: tuple[str, ...]
    weights: Mapping[Key, int]

    def rows(self) -> Iterator[tuple[dict[str, Any], int]]:
        for values, weight in self.weights.items():
            yield dict(zip(self.names, values, strict=True)), weight


def figures(
    facts: Facts,
    wagers: Sequence[SideWager],
    rules: Any,
    source: Composition | None,
    pay: Pay,
) -> tuple[WagerFigures, ...]:
    """The exact figures of each side wager."""
    return tuple(_figures(facts, each, rules, source, pay) for each in wagers)


def _figures(
    facts: Facts, wager: SideWager, rules: Any, source: Composition | None, pay: Pay
) -> WagerFigures:
    tally = Tally(wager.name, wager.clause, pay)
    for values, weight in joint_of(facts, wager, rules, source).rows():
        row = wager.row_for(values)
        if row is None:
            tally.lost("loses", weight, wager.loses)
        elif row.odds is None:
            tally.stood_off(row.name, weight, row.clause)
        else:
            tally.won(row.name, weight, row.odds, row.clause)
    return tally.figures(*facts.notes)


def joint_of(facts: Facts, wager: SideWager, rules: Any, source: Composition | None) -> Joint:
    """Count the rounds in which a wager can be placed by the values of its facts."""
    if not wager.window:
        return joint(facts, wager.facts, rules, source)
    opens = facts.by_name[facts.windows[wager.window].opens]
    others = tuple(each for each in wager.facts if each.name != opens.name)
    counted = joint(facts, (opens, *others), rules, source)
    return Joint(
        counted.names, {values: many for values, many in counted.weights.items() if values[0]}
    )


def joint(facts: Facts, asked: Sequence[Fact], rules: Any, source: Composition | None) -> Joint:
    """Count the rounds by the values of the facts asked for; the rules keep what was counted."""
    counted: dict[Key, Joint] = rules.__dict__.setdefault("side_wager_counts", {})
    key = (*(fact.name for fact in asked), _source_key(source))
    if key not in counted:
        counted[key] = _counted(facts, asked, rules, source)
    return counted[key]


def _source_key(source: Composition | None) -> Key:
    if source is None:
        return ()
    return (*source.ranks.values(), *(source.cards or {}).values())


def _counted(facts: Facts, asked: Sequence[Fact], rules: Any, source: Composition | None) -> Joint:
    names = tuple(fact.name for fact in asked)
    if facts.numbers:
        rounds = (Round(rules, number=number) for number in facts.numbers)
        return Joint(names, Counter(tuple(f.read(each) for f in asked) for each in rounds))
    if source is None:
        raise BadComposition("a side wager on cards is counted from a source of cards")
    return Joint(names, _Count(facts, asked, rules, source).weights())


# Rounds that are alike: how many cards, the values of facts of ranks, the ranks of suits asked for.
_Leaf = tuple[int, Key, tuple[tuple[str, ...], ...]]


class _Count:
    def __init__(
        self, facts: Facts, asked: Sequence[Fact], rules: Any, source: Composition
    ) -> None:
        self.facts, self.asked, self.rules, self.source = facts, asked, rules, source
        self.by_rank = [fact for fact in asked if fact.level < SUIT]
        self.by_suit = [fact for fact in asked if fact.level >= SUIT]
        self.whole = max((fact.level for fact in self.by_suit), default=0) > SUIT
        self.needed = _looked_at(asked)
        self.suited = _looked_at(self.by_suit)
        self.ordered = {hand for fact in asked if fact.ordered for hand in fact.hands}
        self.classes = {_ANY_SUIT[name]: held for name, held in self._classes().items()}
        self.left = dict(self.classes)
        self.blocks = facts.blocks
        self.readers = [_read_once(fact) for fact in self.by_rank]
        self.leaves: defaultdict[_Leaf, int] = defaultdict(int)
        self.reached = 0

    def _classes(self) -> dict[str, int]:
        """A rank for each class of cards that the facts tell apart, with how many there are."""
        ranks = {name: held for name, held in self.source.ranks.items() if held}
        level = max((fact.level for fact in self.asked), default=VALUE)
        if level > VALUE or self.facts.value is None:
            return ranks
        value, classes = self.facts.value(self.rules), dict[int, str]()
        held: dict[str, int] = {}
        for name in ranks:
            first = classes.setdefault(value[name], name)
            held[first] = held.get(first, 0) + ranks[name]
        return held

    def weights(self) -> dict[Key, int]:
        self._deal({hand: () for hand in self.facts.hands if hand != "all"}, 1)
        most = max(dealt for dealt, _, _ in self.leaves)
        total: Counter[Key] = Counter()
        cards = self.source.total
        self.source.needs(most)
        expanded = {ranks: self._expanded(ranks) for ranks in {each[2] for each in self.leaves}}
        for (dealt, by_rank, ranks), weight in self.leaves.items():
            rest = weight * perm(cards - dealt, most - dealt)
            for by_suit, part, of in expanded[ranks]:
                total[self._in_order(by_rank, by_suit)] += rest * part // of
        return dict(total)

    def _in_order(self, by_rank: Key, by_suit: Key) -> Key:
        ranked, suited = iter(by_rank), iter(by_suit)
        return tuple(next(ranked if fact.level < SUIT else suited) for fact in self.asked)

    # Ranks

    def _deal(self, hands: Hands, weight: int) -> None:
        block = self._next(hands)
        if block is None:
            self._reach(hands, weight)
            return
        hand, count = block
        held, left = hands[hand], self.left
        for drawn, ways in self._drawn(hand, count):
            for card in drawn:
                left[card] -= 1
            hands[hand] = held + drawn
            self._deal(hands, weight * ways)
            for card in drawn:
                left[card] += 1
        hands[hand] = held

    def _next(self, hands: Hands) -> tuple[str, int] | None:
        """Which hand gets cards next; None once no fact looks at what is still to come."""
        if self.blocks is None or all(
            0 < most <= len(hands[hand]) for hand, most in self.needed.items()
        ):
            return None
        if self.facts.fixed:  # a hand that no fact looks at counts as dealt
            skipped = tuple(self.classes)[:1]
            hands = {h: held if h in self.needed else skipped for h, held in hands.items()}
        return self.blocks(self.rules, hands)

    def _drawn(self, hand: str, count: int) -> list[tuple[tuple[Card, ...], int]]:
        """The cards that may come next, with in how many ways each of them can."""
        left = self.left
        if count == 1:
            return [((card,), held) for card, held in left.items() if held > 0]
        if hand in self.ordered:
            drawn = [(each, _ways(left, each)) for each in product(left, repeat=count)]
        else:
            drawn = [
                (each, _ways(left, each) * _orders(each))
                for each in combinations_with_replacement(left, count)
            ]
        return [(each, ways) for each, ways in drawn if ways]

    def _reach(self, hands: Hands, weight: int) -> None:
        self.reached += 1
        if self.reached > MOST_ROUNDS:
            names = ", ".join(fact.name for fact in self.asked)
            raise TooMany(f"{names} together tell apart more rounds than can be counted exactly")
        played = Round(self.rules, hands)
        values = tuple([read(played) for read in self.readers])
        suited: tuple[tuple[str, ...], ...] = ()
        if self.by_suit:
            suited = tuple(
                tuple(rank(card) for card in hands[hand][: most or None])
                for hand, most in self.suited.items()
            )
            suited = suited if self.whole else _pattern(suited)
        dealt = sum(map(len, hands.values()))
        self.leaves[dealt, values, suited] += weight

    # Suits

    def _expanded(self, suited: tuple[tuple[str, ...], ...]) -> list[tuple[Key, int, int]]:
        """What facts of suits say of cards of these ranks, each in so many of so many ways."""
        if not self.by_suit:
            return [((), 1, 1)]
        decks, left = divmod(self.source.total, 52)
        if left or self.source != full(decks):
            raise BadComposition("a side wager on suits is counted from whole decks only")
        ranks = [name for hand in suited for name in hand]
        of = prod(perm(4 * decks, held) for held in Counter(ranks).values())
        found: Counter[Key] = Counter()
        for suits, times in self._assigned(len(ranks)):
            cards = [Card(name + suit) for name, suit in zip(ranks, suits, strict=True)]
            ways = prod(perm(decks, held) for held in Counter(cards).values())
            if ways:
                found[self._read(suited, cards)] += ways * times
        return [(values, ways, of) for values, ways in found.items()]

    def _read(self, suited: tuple[tuple[str, ...], ...], cards: list[Card]) -> Key:
        hands, at = dict[str, list[Card]](), 0
        for hand, held in zip(self.suited, suited, strict=True):
            hands[hand] = cards[at : at + len(held)]
            at += len(held)
        for hand in self.facts.hands:
            if hand != "all":
                hands.setdefault(hand, [])
        played = Round(self.rules, hands)
        return tuple(fact.read(played) for fact in self.by_suit)

    def _assigned(self, count: int) -> Iterator[tuple[Sequence[str], int]]:
        """Suits for so many cards, each with how many others are like it."""
        if not count:
            yield (), 1
        elif any(fact.named_suits for fact in self.by_suit):
            yield from ((suits, 1) for suits in product(SUITS, repeat=count))
        elif any(fact.coloured for fact in self.by_suit):
            yield from (((SUITS[0], *rest), 4) for rest in product(SUITS, repeat=count - 1))
        else:
            yield from ((suits, perm(4, len(set(suits)))) for suits in _first_come(count))


def _first_come(count: int) -> Iterator[tuple[str, ...]]:
    """Suits in which each new one is the first that has not come yet."""

    def longer(begun: tuple[str, ...], used: int) -> Iterator[tuple[str, ...]]:
        if len(begun) == count:
            yield begun
            return
        for place in range(min(used + 1, 4)):
            yield from longer((*begun, SUITS[place]), max(used, place + 1))

    return longer((), 0)


def _looked_at(facts: Sequence[Fact]) -> dict[str, int]:
    """The hands that facts look at, with how many cards of each; 0: all of them."""
    looked: dict[str, int] = {}
    for fact in facts:
        for hand, most in fact.hands.items():
            before = looked.get(hand, most)
            looked[hand] = max(before, most) if before and most else 0
    return looked


def _ways(left: Mapping[Card, int], drawn: Sequence[Card]) -> int:
    """In how many ways cards of these classes come in this order."""
    return prod(perm(left[card], held) if left[card] >= held else 0
                for card, held in Counter(drawn).items())  # fmt: skip


def _orders(drawn: Sequence[Card]) -> int:
    return factorial(len(drawn)) // prod(map(factorial, Counter(drawn).values()))


def _read_once(fact: Fact) -> Callable[[Round], Any]:
    """The reader of a fact that asks for the same cards of its hands only once."""
    cache: dict[Key, Any] = {}
    looked, read = tuple(fact.hands), fact.read

    def reader(played: Round) -> Any:
        hands = played.hands
        key = tuple([hands[hand] for hand in looked])
        value = cache.get(key)
        if value is None:
            value = cache[key] = read(played)
        return value

    return reader if len(looked) == 1 else read


_ANY_SUIT = {name: Card(name + SUITS[0]) for name in RANKS}


def _pattern(hands: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The hands with ranks named in the order they first come: which are equal, and no more."""
    names: dict[str, str] = {}
    return tuple(
        tuple(names.setdefault(name, RANKS[len(names)]) for name in hand) for hand in hands
    )
