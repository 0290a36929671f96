"""The language of conditions: small, closed and type-checked; nothing is ever evaluated as code.

    winner = banker and banker.cards = 3 and banker.total = 7
    margin in (4, 5) and not natural
    number in 1..18 or colour = red
    count(all, rank = 7) >= 2
    player.total + banker.total = 9

A condition compares facts, numbers and words with `=`, `!=`, `<`, `<=`, `>`, `>=` and `in`, and
joins comparisons with `and`, `or`, `not` and brackets. `+` and `-` work on numbers. `count(HAND,
TEST)` counts the cards of a hand by `rank`, `suit`, `colour` and `value`; `sum(HAND, value)` adds
their values; `count(TEST, TEST, ...)` counts the tests that hold. A word of several words stands in
single quotes: `'full house'`.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NamedTuple

from msgspec import Struct

from houseway.equipment.cards import Card, rank
from houseway.games.side_wagers.facts import (
    CARD,
    CARD_WORDS,
    FLAG,
    NUMBER,
    RANK,
    SUIT,
    VALUE,
    Fact,
    Facts,
    Kind,
    Round,
)

MOST_CHARACTERS = 2_000
MOST_DEPTH = 40
Values = Mapping[str, Any]


class BadCondition(ValueError):
    """A condition that cannot be read; the message says what is wrong and where."""


class Condition(Struct, frozen=True):
    """A condition that was read: its text, the facts it asks for, and the test on their values."""

    text: str
    facts: tuple[Fact, ...]
    holds: Callable[[Values], bool]

    def of(self, played: Round) -> bool:
        """Whether it holds for a round."""
        return self.holds({fact.name: fact.read(played) for fact in self.facts})


class _Part(NamedTuple):
    """A part of a condition: its kind, how its value is read, and the word it is, if it is one."""

    kind: Kind | None  # None: a word that is no fact, until something is compared with it
    value: Callable[[Values], Any]
    word: str = ""


_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+)(?!\w)|(?P<name>[A-Za-z]\w*(?:\.\w+)*)|'(?P<quoted>[^']*)'"
    r"|(?P<mark>\.\.|<=|>=|!=|==|[=<>()+,-]))"
)
_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "=": operator.eq,
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_EQUAL = ("=", "==", "!=")
_RESERVED = ("and", "or", "not", "in")
_SPELLED = {"10": "T", "ten": "T", "jack": "J", "queen": "Q", "king": "K", "ace": "A"}


def read_condition(text: str, facts: Facts) -> Condition:
    """Read a condition over the facts of a game, or raise `BadCondition`."""
    if len(text) > MOST_CHARACTERS:
        raise BadCondition(f"a condition has at most {MOST_CHARACTERS} characters")
    reader = _Reader(text, facts)
    part = reader.either()
    reader.ends()
    if part.kind != FLAG:
        raise BadCondition(f"{text!r} is {part.kind or 'a word'}, not a test: compare it")
    return Condition(text, tuple(reader.used.values()), part.value)


class _Reader:
    def __init__(self, text: str, facts: Facts, cards: bool = False) -> None:
        self.text, self.declared = text, facts
        self.known = facts.by_name
        self.tokens = list(_tokens(text))
        self.at = self.depth = 0
        self.used: dict[str, Fact] = {}
        self.card_names: set[str] | None = None  # inside count(HAND, ...): the attributes used

    # Tokens

    def peek(self) -> tuple[str, str]:
        return self.tokens[self.at] if self.at < len(self.tokens) else ("end", "")

    def take(self) -> tuple[str, str]:
        token = self.peek()
        self.at += 1
        return token

    def accepts(self, *marks: str) -> str:
        sort, text = self.peek()
        if sort in ("mark", "name") and text in marks:
            self.at += 1
            return text
        return ""

    def expects(self, mark: str) -> None:
        if not self.accepts(mark):
            raise BadCondition(f"expected {mark!r} {self.where()}")

    def where(self) -> str:
        sort, text = self.peek()
        return f"at the end of {self.text!r}" if sort == "end" else f"before {text!r}"

    def ends(self) -> None:
        if self.peek()[0] != "end":
            raise BadCondition(f"nothing was expected {self.where()} in {self.text!r}")

    # Grammar, from the loosest to the tightest

    def either(self) -> _Part:
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise BadCondition("the condition is nested too deeply")
        parts = [self.both()]
        while self.accepts("or"):
            parts.append(self.both())
        self.depth -= 1
        return parts[0] if len(parts) == 1 else self.joined("or", any, parts)

    def both(self) -> _Part:
        parts = [self.negated()]
        while self.accepts("and"):
            parts.append(self.negated())
        return parts[0] if len(parts) == 1 else self.joined("and", all, parts)

    def joined(self, word: str, how: Callable[[Any], bool], parts: list[_Part]) -> _Part:
        tests = [self.flag(part, f"{word!r} joins tests").value for part in parts]
        return _Part(FLAG, lambda values: how(test(values) for test in tests))

    def negated(self) -> _Part:
        turned = False
        while self.accepts("not"):
            turned = not turned
        part = self.comparison()
        if not turned:
            return part
        test = self.flag(part, "'not' is for a test").value
        return _Part(FLAG, lambda values: not test(values))

    def comparison(self) -> _Part:
        left = self.added()
        if mark := self.accepts(*_COMPARE):
            return self.compared(mark, left, self.added())
        turned = bool(self.peek() == ("name", "not") and self.accepts("not"))
        if self.accepts("in"):
            return self.among(left, turned)
        if turned:
            raise BadCondition(f"expected 'in' {self.where()}")
        return left if left.kind is not None else self.fact_or_refuse(left)

    def compared(self, mark: str, left: _Part, right: _Part) -> _Part:
        left, right = self.matched(left, right), self.matched(right, left)
        if left.kind != NUMBER and mark not in _EQUAL:
            raise BadCondition(f"{mark!r} compares numbers, and {left.kind} was given")
        one, other, how = left.value, right.value, _COMPARE[mark]
        return _Part(FLAG, lambda values: how(one(values), other(values)))

    def among(self, left: _Part, turned: bool) -> _Part:
        if self.accepts("("):
            choices = [self.choice(left)]
            while self.accepts(","):
                choices.append(self.choice(left))
            self.expects(")")
        else:
            choices = [self.choice(left)]
        members = frozenset(each for group in choices for each in group)
        left = self.fact_or_refuse(left) if left.kind is None else left
        value = left.value
        return _Part(FLAG, lambda values: (value(values) in members) != turned)

    def choice(self, left: _Part) -> Sequence[Any]:
        """One member of a list, or all of `1..18`."""
        part = self.matched(self.single(), left)
        first = part.value({})
        if not self.accepts(".."):
            return (first,)
        last = self.matched(self.single(), left).value({})
        if not isinstance(first, int) or not isinstance(last, int) or last < first:
            raise BadCondition(f"{first}..{last} is not a range of numbers")
        if last - first > 10_000:
            raise BadCondition(f"{first}..{last} has more than 10000 numbers")
        return range(first, last + 1)

    def single(self) -> _Part:
        sort, text = self.take()
        if sort == "number":
            return _Part(NUMBER, lambda values: int(text), text)
        if sort == "quoted" or (sort == "name" and text not in (*_RESERVED, *self.known)):
            return _Part(None, lambda values: text, text)
        raise BadCondition(f"a list has numbers and words, not {text!r}")

    def added(self) -> _Part:
        left = self.term()
        while mark := self.accepts("+", "-"):
            right = self.term()
            left = self.plus(left, right, operator.add if mark == "+" else operator.sub)
        return left

    def plus(self, left: _Part, right: _Part, how: Callable[[int, int], int]) -> _Part:
        for part in (left, right):
            if part.kind is None:
                self.fact_or_refuse(part)
            if part.kind != NUMBER:
                raise BadCondition(f"'+' and '-' are for numbers, and {part.kind} was given")
        one, other = left.value, right.value
        return _Part(NUMBER, lambda values: how(one(values), other(values)))

    def term(self) -> _Part:
        sort, text = self.take()
        if sort == "number":
            return _Part(NUMBER, lambda values: int(text), text)
        if sort == "quoted":
            return _Part(None, lambda values: text, text)
        if text == "(":
            inner = self.either()
            self.expects(")")
            return inner
        if sort != "name" or text in _RESERVED:
            self.at -= 1
            raise BadCondition(f"expected a fact, a number or a word {self.where()}")
        if text in ("count", "sum") and self.peek() == ("mark", "("):
            return self.counted() if text == "count" else self.summed()
        return self.named(text)

    # Names

    def named(self, name: str) -> _Part:
        if self.card_names is not None:
            return self.card_attribute(name)
        fact = self.known.get(name)
        if fact is None:
            return _Part(None, lambda values: name, name)
        self.used[name] = fact
        return _Part(fact.kind, lambda values: values[name])

    def card_attribute(self, name: str) -> _Part:
        if name == "value":
            assert_names(self).add(name)
            return _Part(NUMBER, lambda values: values["value"])
        if name in CARD_WORDS:
            assert_names(self).add(name)
            return _Part(CARD_WORDS[name][0], lambda values: values[name])
        return _Part(None, lambda values: name, name)

    def counted(self) -> _Part:
        began = self.at - 1
        self.expects("(")
        if self.peek()[1] in self.declared.hands and self.tokens[self.at + 1] == ("mark", ","):
            hand = self.take()[1]
            self.expects(",")
            return self.card_fact(hand, began, summed=False)
        tests = [self.flag(self.either(), "'count' counts tests").value]
        while self.accepts(","):
            tests.append(self.flag(self.either(), "'count' counts tests").value)
        self.expects(")")
        return _Part(NUMBER, lambda values: sum(map(bool, (test(values) for test in tests))))

    def summed(self) -> _Part:
        began = self.at - 1
        self.expects("(")
        sort, hand = self.take()
        if sort != "name" or hand not in self.declared.hands:
            raise BadCondition(f"'sum' adds cards of {_listed(self.declared.hands)}, not {hand!r}")
        self.expects(",")
        return self.card_fact(hand, began, summed=True)

    def card_fact(self, hand: str, began: int, *, summed: bool) -> _Part:
        """`count(HAND, TEST)` or `sum(HAND, value)`, as a fact of its own."""
        if self.card_names is not None:
            raise BadCondition("a count of cards cannot hold another one")
        self.card_names = set()
        inner, names = self.either_number() if summed else self.either(), self.card_names
        self.card_names = None
        self.expects(")")
        if not summed:
            self.flag(inner, "'count' counts the cards for which a test holds")
        elif inner.kind != NUMBER:
            raise BadCondition("'sum' adds the value of cards")
        fact = _card_fact(self.declared, hand, self.source(began), inner.value, names)
        self.used[fact.name] = fact
        return _Part(NUMBER, lambda values: values[fact.name])

    def either_number(self) -> _Part:
        return self.added()

    def source(self, began: int) -> str:
        return " ".join(text for _, text in self.tokens[began : self.at])

    # Kinds

    def flag(self, part: _Part, why: str) -> _Part:
        part = self.fact_or_refuse(part) if part.kind is None else part
        if part.kind != FLAG:
            raise BadCondition(f"{why}, and {part.kind} was given")
        return part

    def matched(self, part: _Part, other: _Part) -> _Part:
        """A word or number read as the kind of what it is compared with."""
        kind = other.kind
        if part.kind is None and kind == FLAG and part.word in ("yes", "no"):
            answer = part.word == "yes"
            return _Part(FLAG, lambda values: answer)
        if kind is not None and kind.words and part.word:
            return _Part(kind, _constant(self.word_of(part.word, kind)))
        if part.kind is None:
            self.fact_or_refuse(part)
        if part.kind is not None and part.kind.words and other.word:
            return part  # the other side is read as one of these words
        if kind is not None and part.kind != kind and not _same_words(part.kind, kind):
            raise BadCondition(f"{part.kind} cannot be compared with {kind}")
        return part

    def word_of(self, word: str, kind: Kind) -> str:
        spelled = word if word in kind.words else _SPELLED.get(word, word)
        if spelled not in kind.words:
            raise BadCondition(f"{word!r} is none of {_listed(kind.words)}")
        return spelled

    def fact_or_refuse(self, part: _Part) -> _Part:
        known = [*CARD_WORDS, "value"] if self.card_names is not None else list(self.known)
        near = get_close_matches(part.word, known, n=3, cutoff=0.5) or known
        raise BadCondition(f"{part.word!r} is not a fact of this game; try {_listed(near)}")


def assert_names(reader: _Reader) -> set[str]:
    names = reader.card_names
    if names is None:
        raise BadCondition("card attributes stand inside a count of cards")
    return names


def _constant(value: Any) -> Callable[[Values], Any]:
    return lambda values: value


def _same_words(one: Kind | None, other: Kind) -> bool:
    """Words of two facts can be compared when they have some in common."""
    return one is not None and bool(set(one.words) & set(other.words))


def _listed(names: Sequence[str]) -> str:
    few = list(names)[:12]
    return ", ".join(few) + (", ..." if len(names) > len(few) else "")


def _tokens(text: str) -> Sequence[tuple[str, str]]:
    found, at, text = [], 0, text.rstrip()
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise BadCondition(f"{text[at:].strip()[:12]!r} cannot be read in {text!r}")
        sort = str(token.lastgroup)
        found.append((sort, token[sort]))
        at = token.end()
    return found


def _card_fact(
    declared: Facts, hand: str, text: str, of_card: Callable[[Values], Any], names: set[str]
) -> Fact:
    worth: dict[tuple[int, Card], int] = {}  # by the rules, which a game keeps for good

    def of_one(rules: Any, card: Card) -> int:
        key = id(rules), card
        if key not in worth:
            values = declared.value(rules) if declared.value else {}
            worth[key] = int(of_card(_attributes(card, values)))
        return worth[key]

    def read(played: Round) -> int:
        rules, hands = played.rules, played.hands
        dealt = hands.values() if hand == ALL else (hands[hand],)
        return sum([of_one(rules, card) for cards in dealt for card in cards])

    by_rank, by_suit = "rank" in names, bool(names & {"suit", "colour"})
    by_suit_alone = SUIT if not names & {"rank", "value"} else CARD
    looked = [each for each in declared.hands if each != ALL] if hand == ALL else [hand]
    return Fact(
        text,
        NUMBER,
        read,
        level=by_suit_alone if by_suit else RANK if by_rank else VALUE,
        hands=dict.fromkeys(looked, 0),
        boxed=bool(set(looked) & set(declared.boxed)),
        named_suits="suit" in names,
        coloured="colour" in names,
    )


ALL = "all"  # the hand of all cards of the round


def _attributes(card: Card, values: Mapping[str, int]) -> Values:
    words = {name: read(card) for name, (_, read) in CARD_WORDS.items()}
    return {**words, "value": values.get(rank(card), 0)}
