"""The public facts of a round that a side wager may ask for, declared by each game.

A fact is read from a `Round`: the cards of each hand, or the number that a wheel shows. The live
table and the exact figures read the same facts. `level` and `hands` say what a fact depends on, so
that a count needs to tell apart no more cards than the facts in use do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.cards import RANKS, SUITS, Card, colour, rank, suit
from houseway.games.baccarat import BANKER, PLAYER, TIE, winner
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.layout import Key
from houseway.rulebook.ruling import Refused

# What of its cards a fact depends on. SUIT: on their suits and on which ranks are equal.
VALUE, RANK, SUIT, CARD = range(4)

NO_CARD = "none"  # the rank or suit of a card that was not dealt
SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
COLOURS = ("red", "black")


class Kind(Struct, frozen=True):
    """What a fact or an expression is: a number, yes or no, or one of some words."""

    name: str
    words: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}" if self.words else self.name


NUMBER, FLAG = Kind("a number"), Kind("yes or no")


def one_of(*words: str) -> Kind:
    return Kind("a word", words)


RANK_WORDS = one_of(*RANKS, NO_CARD)
SUIT_WORDS = one_of(*SUIT_NAMES.values(), NO_CARD)
COLOUR_WORDS = one_of(*COLOURS, NO_CARD)


class Round(NamedTuple):
    """One round as the facts see it: the rules it was played by, its hands, the number shown."""

    rules: Any
    hands: Mapping[str, Sequence[Card]] = {}
    number: int = 0


class Fact(Struct, frozen=True):
    """One named fact.

    `hands` are the hands that it looks at, with how many cards of each (0: all). `ordered`: it
    tells the cards of a hand apart by their order. `boxed`: it belongs to the hand of a box.
    `late`: it is known only when the round ends.
    """

    name: str
    kind: Kind
    read: Callable[[Round], Any]
    level: int = VALUE
    hands: Mapping[str, int] = {}
    ordered: bool = False
    boxed: bool = False
    late: bool = False
    coloured: bool = False  # it tells red from black
    named_suits: bool = False  # it tells one suit from another, not only equal from unequal


class Window(NamedTuple):
    """A later moment at which some side wagers are placed, in rounds where a flag holds.

    `opens` names the flag; `closed` says why a wager may not be placed or changed now.
    """

    opens: str
    closed: Callable[[Any, Key], Refused | None]


Blocks = Callable[[Any, Mapping[str, Sequence[Card]]], tuple[str, int] | None]


class Facts(Struct, frozen=True, kw_only=True):
    """What one game declares: its facts, how its cards come, and when wagers are open and settled.

    `blocks` says which hand gets how many cards next, given the rules and the hands so far; None
    once the round is complete. `value` gives what each rank counts, by the rules. `live` reads a
    table's round for a wager; `betting` says whether side wagers may change now, by the clause
    `until`. `settles` are the
    commands by which side wagers are settled, and `reopens` events after which they are settled
    again. `windows` are later moments for side wagers, by name. `needs` is the wager without which
    a box has no hand.
    """

    facts: tuple[Fact, ...]
    live: Callable[[Any, Key], Round]
    betting: Callable[[Any], bool]
    until: str
    settles: frozenset[type[Command]]
    reopens: frozenset[type[Event]] = frozenset()
    hands: tuple[str, ...] = ()
    boxed: tuple[str, ...] = ()  # the hands that each box has of its own
    blocks: Blocks | None = None
    fixed: bool = False  # every hand gets its cards whatever the others hold
    value: Callable[[Any], Mapping[str, int]] | None = None
    numbers: tuple[int, ...] = ()  # the results of a wheel, equally likely
    windows: Mapping[str, Window] = {}
    needs: str = ""
    boxes: Callable[[Any], int] | None = None  # how many boxes a table has
    notes: tuple[str, ...] = ()  # conventions of the exact figures

    @property
    def by_name(self) -> dict[str, Fact]:
        return {each.name: each for each in self.facts}

    def closed(self, play: Any) -> Refused | None:
        """Why no side wager may change now."""
        if self.betting(play):
            return None
        clause = play.cite(self.until)
        return Refused("betting_not_open", clause, f"the table is at: {play.stage}")


# Facts of cards that several games have


def card_facts(name: str, hand: str, at: int, *, boxed: bool = False) -> tuple[Fact, ...]:
    """Rank, suit and colour of one card of a hand, such as `player.third`."""

    def card(each: Round) -> Card | None:
        held = each.hands[hand]
        return held[at] if at < len(held) else None

    def rank_of(each: Round) -> str:
        dealt = card(each)
        return NO_CARD if dealt is None else rank(dealt)

    def suit_of(each: Round) -> str:
        dealt = card(each)
        return NO_CARD if dealt is None else SUIT_NAMES[suit(dealt)]

    def colour_of(each: Round) -> str:
        dealt = card(each)
        return NO_CARD if dealt is None else colour(dealt)

    where: dict[str, Any] = {"hands": {hand: at + 1}, "ordered": at < 2, "boxed": boxed}
    return (
        Fact(f"{name}.rank", RANK_WORDS, rank_of, RANK, **where),
        Fact(f"{name}.suit", SUIT_WORDS, suit_of, SUIT, named_suits=True, **where),
        Fact(f"{name}.colour", COLOUR_WORDS, colour_of, SUIT, coloured=True, **where),
    )


PAIR_KINDS = one_of("none", "mixed", "coloured", "perfect")


def pair_kind(first: Card, second: Card) -> str:
    """`mixed`: two colours; `coloured`: two suits of one colour; `perfect`: one suit."""
    if rank(first) != rank(second):
        return "none"
    if suit(first) == suit(second):
        return "perfect"
    return "coloured" if colour(first) == colour(second) else "mixed"


def first_two_facts(hand: str, *, boxed: bool = False) -> tuple[Fact, ...]:
    """What the first two cards of a hand are to each other."""
    where: dict[str, Any] = {"hands": {hand: 2}, "boxed": boxed}
    return (
        Fact(f"{hand}.pair", FLAG, lambda r: _alike(r.hands[hand][:2], rank), RANK, **where),
        Fact(f"{hand}.suited", FLAG, lambda r: _alike(r.hands[hand][:2], suit), SUIT, **where),
        Fact(
            f"{hand}.pair_kind", PAIR_KINDS, lambda r: pair_kind(*r.hands[hand][:2]), SUIT,
            coloured=True, **where,
        ),
    )  # fmt: skip


def whole_hand_facts(hand: str, *, boxed: bool = False) -> tuple[Fact, ...]:
    """How many cards a hand has, how many are of one rank, and whether all are of one suit."""
    where: dict[str, Any] = {"hands": {hand: 0}, "boxed": boxed}
    return (
        Fact(f"{hand}.cards", NUMBER, lambda r: len(r.hands[hand]), VALUE, **where),
        Fact(f"{hand}.alike", NUMBER, lambda r: most_alike(r.hands[hand]), RANK, **where),
        Fact(f"{hand}.flush", FLAG, lambda r: _alike(r.hands[hand], suit), SUIT, **where),
    )


def _alike(cards: Sequence[Card], of: Callable[[Card], str]) -> bool:
    return len({of(card) for card in cards}) == 1


def most_alike(cards: Sequence[Card]) -> int:
    """How many cards of the rank that is there most often."""
    ranks = [rank(card) for card in cards]
    return max((ranks.count(each) for each in ranks), default=0)


CARD_WORDS = {
    "rank": (one_of(*RANKS), rank),
    "suit": (one_of(*(SUIT_NAMES[each] for each in SUITS)), lambda card: SUIT_NAMES[suit(card)]),
    "colour": (one_of(*COLOURS), colour),
}


# The facts that games of Player and Banker share.

_BOTH = {PLAYER: 0, BANKER: 0}
_PLACES = ("first", "second", "third")


def round_facts(
    *,
    player: Callable[[Round], int],
    banker: Callable[[Round], int],
    natural: Callable[[Round, str], bool],
    first_two: tuple[str, ...],
    winner_of: Callable[[Round], str] | None = None,
    boxed: bool = False,
) -> tuple[Fact, ...]:
    """Totals, naturals, margin and winner of two hands, and the cards of each.

    `first_two` are the hands that begin with two dealt cards, which can be a pair. `boxed`: each
    box has a Player hand of its own.
    """
    won = winner_of or (lambda each: winner(player(each), banker(each)))
    both: dict[str, Any] = {"hands": _BOTH, "boxed": boxed}
    totals = {PLAYER: player, BANKER: banker}
    facts = [
        Fact("winner", one_of(PLAYER, BANKER, TIE), won, VALUE, **both),
        Fact("margin", NUMBER, lambda each: abs(player(each) - banker(each)), VALUE, **both),
        Fact("cards", NUMBER, lambda each: sum(map(len, each.hands.values())), VALUE, **both),
        Fact("sevens", NUMBER, _sevens, RANK, **both),
        Fact("natural", FLAG, lambda each: any(natural(each, h) for h in totals), VALUE, **both),
    ]
    for hand, total in totals.items():
        own = boxed and hand == PLAYER
        facts += _hand(hand, total, natural, own=own, pair=hand in first_two)
    return tuple(facts)


def _hand(
    hand: str,
    total: Callable[[Round], int],
    natural: Callable[[Round, str], bool],
    *,
    own: bool,
    pair: bool,
) -> list[Fact]:
    facts = [
        Fact(f"{hand}.total", NUMBER, total, VALUE, {hand: 0}, boxed=own),
        Fact(
            f"{hand}.natural", FLAG, lambda each: natural(each, hand), VALUE, {hand: 0}, boxed=own
        ),
        *whole_hand_facts(hand, boxed=own),
    ]
    if pair:
        facts += first_two_facts(hand, boxed=own)
    for at, place in enumerate(_PLACES):
        facts += card_facts(f"{hand}.{place}", hand, at, boxed=own)
    return facts


def _sevens(each: Round) -> int:
    return sum(rank(card) == "7" for hand in each.hands.values() for card in hand)
