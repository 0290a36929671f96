"""Predicates of the clauses on limits: below, above, multiples, differentials, personal limits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from houseway.soak.clauses.facts import Body, Facts, Key, key_of

# One clause cited by one event, with what a predicate may ask about it.

Event = tuple[str, Body]  # kind and content


class Cited(NamedTuple):
    """An event of a batch that one command made, and the facts before that event."""

    facts: Facts
    kind: str
    body: Body
    batch: Sequence[Event]
    earlier: Sequence[Event] = ()  # of the same round

    @property
    def key(self) -> Key:
        return key_of(self.body)

    @property
    def patron(self) -> str:
        return str(self.body["patron"])

    @property
    def wager(self) -> str:
        return str(self.body["wager"])

    @property
    def stake(self) -> int:
        return int(self.body["stake"])

    @property
    def box(self) -> str:
        return f"box {self.body['box']}"

    @property
    def wins(self) -> bool:
        return self.kind == "WagerPaid"

    @property
    def loses(self) -> bool:
        return self.kind == "WagerCollected"

    @property
    def stands(self) -> bool:
        return self.kind == "WagerStoodOff"

    @property
    def returned_whole(self) -> bool:
        """A stake that goes back untouched, or the reversal of what was paid or collected."""
        if self.kind == "SettlementReversed":
            return True
        return bool(self.body["returned"] == self.stake and not self.body["paid"])

    def elsewhere(self, number: str) -> bool:
        """Another event of this round, not a settlement, cites the same clause."""
        return any(
            number in numbers(self.facts, body) and kind not in _SETTLEMENTS
            for kind, body in (*self.batch, *self.earlier)
        )


Predicate = Callable[[Cited], bool | None]  # None: the log does not say enough
_SETTLEMENTS = frozenset({
    "WagerPaid", "WagerCollected", "WagerStoodOff", "WagerVoided", "WagerWithdrawn",
    "WagerForfeited", "SettlementReversed", "SettlementCorrected", "SettlementUndone",
})  # fmt: skip


def numbers(facts: Facts, body: Body) -> list[str]:
    """The clause numbers that an event cites, without the title of the document."""
    cited = body.get("clauses") or [body.get("clause")]
    return [TITLES[facts.slug].sub("", each) for each in cited if each]


class _Title:
    def __init__(self, title: str) -> None:
        self.start = f"{title} "

    def sub(self, _: str, cited: str) -> str:
        return cited.removeprefix(self.start)


TITLES = {
    slug: _Title(title)
    for slug, title in {
        "seven-up-baccarat": "7-Up Baccarat",
        "three-card-baccarat": "Three Card Baccarat",
        "casino-war": "Casino War",
        "mini-baccarat": "Mini Baccarat",
        "tournament-canberra-poker": "Tournament Canberra Poker",
        "tournament-blackjack": "Tournament Blackjack",
        "tournament-roulette": "Tournament American Roulette",
        "tournament-mini-baccarat": "Tournament Mini-Baccarat",
        "tournament-pai-gow": "Tournament Pai Gow",
    }.items()
}


# What was at risk and what that pays


def at_risk(cited: Cited) -> int | None:
    """The part of a stake that can be won or lost; None where it depends on other wagers."""
    facts, stake = cited.facts, cited.stake
    if cited.wager in ("war", "insurance", "bet"):
        return stake
    if facts.slug == "seven-up-baccarat" and facts.line("playing area"):
        return None
    added = facts.added.get(cited.key, 0)
    wager = "blackjack" if cited.wager.startswith("hand ") else cited.wager
    risk = good(facts, cited.patron, wager, stake - added) + added
    return _whole_units(facts, cited.patron, wager, risk)


def _whole_units(facts: Facts, patron: str, wager: str, risk: int) -> int:
    """7-Up Baccarat 15.6.14: in a tournament a stake is good to the last whole minimum."""
    unit = facts.minimum(patron, wager)
    tournament = facts.slug == "seven-up-baccarat" and facts.options.get("use") == "tournament"
    return risk - risk % unit if tournament and wager != "super 7's" and risk > unit else risk


def good(facts: Facts, patron: str, wager: str, stake: int) -> int:
    """Whole multiples, where a document counts them from zero, and no more than the maximum."""
    unit = facts.limits.get("multiple", 0)
    if unit and facts.slug not in COUNTED_FROM_MINIMUM and stake > facts.minimum(patron, wager):
        stake -= stake % unit
    return min(stake, facts.maximum(patron, wager))


COUNTED_FROM_MINIMUM = frozenset({"seven-up-baccarat", "three-card-baccarat", "casino-war"})


def exact(cited: Cited, odds: Fraction) -> Fraction | None:
    risk = at_risk(cited)
    return None if risk is None else risk * odds


def pays(cited: Cited, odds: Fraction | int) -> bool | None:
    """Whether what was paid is what these odds give, rounded up to what the chips can pay."""
    due = exact(cited, Fraction(odds))
    if due is None:
        return None
    return bool(cited.body["paid"] in (due, next_payable(due, cited.facts.chips)))


def rounded(cited: Cited, odds: Fraction) -> bool | None:
    """Whether these odds give an amount that the chips of the table cannot pay."""
    due = exact(cited, odds)
    if due is None:
        return None
    return bool(cited.body["paid"] == next_payable(due, cited.facts.chips) != due)


def next_payable(amount: Fraction, chips: tuple[int, ...]) -> int:
    """The least amount of these chips that is not below; counted up chip by chip."""
    ceiling, smallest = -(-amount.numerator // amount.denominator), min(chips)
    if all(chip % smallest == 0 for chip in chips):
        return -(-ceiling // smallest) * smallest
    reached, least = {0}, -1
    while least < 0:
        reached = {made + chip for made in reached for chip in chips}
        least = min((made for made in reached if made >= ceiling), default=-1)
    return least


BELOW = {  # the clauses that speak of a stake under the minimum
    "seven-up-baccarat": ("6.4", "6.7.4"), "three-card-baccarat": ("6.2", "6.5.4"),
    "casino-war": ("6.2", "11.18.1", "6.5.4"), "mini-baccarat": ("3.4",),
    "tournament-pai-gow": ("5.3",), "tournament-canberra-poker": ("3.3",),
    "tournament-blackjack": ("3.3",), "tournament-mini-baccarat": ("3.3",),
    "tournament-roulette": ("3.3",),
}  # fmt: skip
ABOVE = {
    "seven-up-baccarat": ("6.5",), "three-card-baccarat": ("6.3",),
    "casino-war": ("6.3", "11.18.2"), "mini-baccarat": ("3.5",),
    "tournament-pai-gow": ("5.4",), "tournament-canberra-poker": ("3.4",),
    "tournament-blackjack": ("3.4",), "tournament-mini-baccarat": ("3.4",),
    "tournament-roulette": ("3.4",),
}  # fmt: skip
MULTIPLES = {
    "seven-up-baccarat": ("6.1.1",), "three-card-baccarat": ("6.1",), "casino-war": ("6.1",),
    "mini-baccarat": ("3.3",), "tournament-pai-gow": ("5.2",),
    "tournament-canberra-poker": ("3.2",), "tournament-blackjack": ("3.2",),
    "tournament-mini-baccarat": ("3.2",), "tournament-roulette": ("3.2",),
}  # fmt: skip
NEWCOMERS = {"6.7.4", "6.5.4"}
PERMITTED = {"seven-up-baccarat": "6.1", "three-card-baccarat": "6.1", "casino-war": "6.1"}


def _stake(cited: Cited) -> int:
    """A stake as it was wagered: what was added by doubling has no limit of its own."""
    amount: int = cited.body["stake" if "stake" in cited.body else "amount"]
    return amount - cited.facts.added.get(cited.key, 0)


def _wager(cited: Cited) -> str:
    return "blackjack" if cited.wager.startswith("hand ") else cited.wager


def below(cited: Cited) -> bool:
    """The stake is under the minimum that holds for this very patron."""
    return _stake(cited) < cited.facts.minimum(cited.patron, _wager(cited))


def above(cited: Cited) -> bool | None:
    """Over the patron's maximum, or in an area that holds more than it may."""
    if _stake(cited) > cited.facts.maximum(cited.patron, _wager(cited)):
        return True
    area = cited.facts.line("playing area")
    return False if area is None else area_total(cited.facts, cited.body["box"]) > area["maximum"]


def left_over(facts: Facts, patron: str, wager: str, amount: int) -> int:
    unit: int = facts.limits.get("multiple", 0)
    if not unit:
        return 0
    if facts.slug in COUNTED_FROM_MINIMUM:
        least = facts.minimum(patron, wager)
        return (amount - least) % unit if amount > least else 0
    return 0 if amount < facts.minimum(patron, wager) <= unit else amount % unit


def not_whole(cited: Cited) -> bool:
    return left_over(cited.facts, cited.patron, _wager(cited), _stake(cited)) != 0


def area_total(facts: Facts, box: int) -> int:
    return sum(
        stake for (_, at, wager), stake in facts.wagers.items()
        if at == box and wager in ("player", "banker")
    )  # fmt: skip


def cut_back(cited: Cited) -> bool | None:
    """A stake was cut because a differential or an area's maximum was exceeded.

    Events of one cut come together, so the totals are those before the first of them.
    """
    if cited.kind not in ("WagerChanged", "WagerVoided"):
        return None
    facts = cited.facts
    before = dict(facts.wagers)
    for kind, body in cited.batch:
        if kind == "WagerChanged" and body.get("clause") == cited.body.get("clause"):
            before[body["patron"], body["box"], body["wager"]] = body["before"]
        elif kind == "WagerVoided":
            before[body["patron"], body["box"], body["wager"]] = body["stake"]
    area, cap = facts.line("playing area"), facts.limits.get("differential")
    sides = [
        sum(each for (_, _, on), each in before.items() if on == hand)
        for hand in ("player", "banker")
    ]
    boxes = {box for _, box, _ in before}
    over = area is not None and any(
        sum(v for (_, at, on), v in before.items() if at == box and on in ("player", "banker"))
        > area["maximum"]
        for box in boxes
    )
    return over or (cap is not None and abs(sides[0] - sides[1]) > cap)


def table(slug: str) -> dict[str, Predicate]:
    found: dict[str, Predicate] = {}
    found |= dict.fromkeys(BELOW[slug], below)
    found |= dict.fromkeys(ABOVE[slug], above)
    found |= dict.fromkeys(MULTIPLES[slug], not_whole)
    return found


def advised(cited: Cited) -> bool:
    """An advice about a minimum names the one that holds for the patron, and the stake is under it.

    The stake is the one that the same command placed or changed.
    """
    facts, body = cited.facts, cited.body
    if body["minimum"] != facts.minimum(body["patron"], body["wager"]):
        return False
    return any(amount < body["minimum"] for amount in _amounts(cited))


def noted(cited: Cited) -> bool:
    facts, body = cited.facts, cited.body
    if body["maximum"] != facts.maximum(body["patron"], body["wager"]):
        return False
    return any(amount > body["maximum"] for amount in _amounts(cited))


def _amounts(cited: Cited) -> list[int]:
    body = cited.body
    return [
        each["amount"] for kind, each in cited.batch
        if kind in ("WagerPlaced", "WagerChanged")
        and (each["patron"], each["wager"]) == (body["patron"], body["wager"])
    ]  # fmt: skip
