"""Predicates of the clauses on limits: below, above, multiples, differentials, personal limits."""

from __future__ import annotations

from houseway.soak.clauses.cited import COUNTED_FROM_MINIMUM, Cited, Predicate
from houseway.soak.clauses.facts import Facts

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
