"""Conditions held against every round that can happen: none may always or never apply."""

from __future__ import annotations

from typing import Any

from houseway.amendments.document import Written
from houseway.analysis.composition import Composition, full
from houseway.analysis.exact import side_wagers
from houseway.analysis.exact.side_wagers import Joint, TooMany
from houseway.equipment.cards import SUITS, Card
from houseway.games.game import Game
from houseway.games.side_wagers.facts import Facts
from houseway.games.side_wagers.wager import SideRow, SideWager
from houseway.records.hwr import Path

FIRST = "first"  # the order in which rows apply: the first of them


def check(written: Written, game: Game, sides: tuple[SideWager, ...]) -> None:
    """Note rows that always or never apply, and rows that overlap without an order."""
    given = written.content.get("side_wager", [])
    for place, wager in enumerate(sides):
        path: Path = ("side_wager", place)
        order = given[place].get("order", "")
        if order not in ("", FIRST):
            written.bad((*path, "order"), f'order is "{FIRST}": the first row that applies decides')
        counted = counted_rounds(game, wager)
        if counted is not None:
            _check_rows(written, path, wager, counted, ordered=order == FIRST)


def check_deal(written: Written, game: Game) -> None:
    """Note changed tables that leave a round without an answer to what comes next."""
    facts = game.facts
    if "change" not in written.content or facts is None or facts.fixed or facts.value is None:
        return
    cards = {value: Card(rank + SUITS[0]) for rank, value in facts.value(game.rules).items()}
    try:
        _deal(game, facts, {hand: () for hand in facts.hands if hand != "all"}, cards)
    except (KeyError, ValueError) as wrong:
        why = f"the changed tables do not say what follows: there is no cell for {wrong}"
        written.bad(("change",), why)


def _deal(
    game: Game, facts: Facts, hands: dict[str, tuple[Card, ...]], cards: dict[int, Card]
) -> None:
    """Deal a hand of each total: cards that count nothing, and one of each value."""
    block = facts.blocks(game.rules, hands) if facts.blocks else None
    if block is None:
        return
    hand, count = block
    nothing = cards[min(cards)]
    for card in cards.values():
        drawn = (*hands[hand], *(nothing,) * (count - 1), card)
        _deal(game, facts, {**hands, hand: drawn}, cards)


def counted_rounds(game: Game, wager: SideWager) -> Joint | None:
    """How often each combination of the wager's facts comes; None where they are too many."""
    if game.facts is None:
        return None
    try:
        return side_wagers.joint_of(game.facts, wager, game.rules, source_of(game))
    except TooMany:
        return None


def source_of(game: Game) -> Composition | None:
    """A full source of cards, as the game's own options have it; None for a wheel."""
    if game.facts is None or game.facts.numbers:
        return None
    held: Any = getattr(game.rules, "decks", None)
    options: Any = game.options()
    return full(held if isinstance(held, int) else options.decks)


def _check_rows(
    written: Written, path: Path, wager: SideWager, counted: Joint, *, ordered: bool
) -> None:
    applies: list[list[bool]] = [
        [row.when.holds(values) for row in wager.rows]
        for values, weight in counted.rows()
        if weight
    ]
    for at, row in enumerate(wager.rows):
        here = (*path, "rows", at)
        hits = [each[at] for each in applies]
        if not any(hits):
            written.bad(here, f"{row.when.text!r} is never true")
        elif all(hits):
            written.bad(here, f"{row.when.text!r} is always true")
        elif ordered and not any(each[at] and not any(each[:at]) for each in applies):
            written.bad(here, f"{row.when.text!r} never decides: an earlier row always does")
        elif not ordered and (other := _overlap(wager, applies, at)):
            why = f'it overlaps with {other.when.text!r}; give the wager order = "{FIRST}"'
            written.bad(here, f"{row.when.text!r}: {why}")


def _overlap(wager: SideWager, applies: list[list[bool]], at: int) -> SideRow | None:
    """An earlier row that applies together with this one."""
    for other in range(at):
        if any(each[other] and each[at] for each in applies):
            return wager.rows[other]
    return None
