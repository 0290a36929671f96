"""A result in the words that people at a table use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from houseway.service.texts.text import Listed, Term, Text, capital

COLOUR = "colour"  # announced of a number with its result, and no hand
WINNERS: Mapping[str, Term] = {
    "player": Term("Player wins"),
    "banker": Term("Banker wins"),
    "tie": Term("Tie"),
}
_RANKS = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}
_DEALERS = re.compile(r"dealer ([2-9TJQKA])(?: ([2-9TJQKA]))?")  # one card, or two after a war
_OF_BOX = re.compile(r"box (\d+) (wins|loses|pushes)")
_BOXES = (
    ("wins", Term("Win: {boxes}")),
    ("loses", Term("Lose: {boxes}")),
    ("pushes", Term("Push: {boxes}")),
)
_RANKED = re.compile(r"\b(baccarat|\d), order (\d+)")


def result_text(result: str, also: str = "") -> str:
    """`banker` as "Banker wins"; the order of a hand as its rank."""
    text = WINNERS.get(result) or capital(total_text(result))
    return Listed((text, also), " ") if also else text


def total_text(total: str) -> str:
    """What a hand counts: `baccarat, order 31` as "0 (rank 31)", `dealer T` as "dealer 10"; any
    other total as it is."""
    if found := _DEALERS.fullmatch(total):
        first, second = (_RANKS.get(each, each) for each in (found[1], found[2] or ""))
        return f"dealer {first}, {second} in the war" if second else f"dealer {first}"
    return _RANKED.sub(_rank, total)


def _rank(found: re.Match[str]) -> str:
    count, order = found.groups()
    return f"{0 if count == 'baccarat' else count} (rank {order})"


def own_result(result: str, boxes: Iterable[int]) -> str:
    """Of a result that tells of every box, the part about one's own; otherwise all of it."""
    own = tuple(f"box {box} " for box in boxes if box)
    of_box = [each for each in result.split(", ") if own and each.startswith(own)]
    return ", ".join(of_box) or result


def short_result(result: str) -> str:
    """A result that tells of every box, grouped: "Win: 2 · Lose: 3, 4". Otherwise ""."""
    told = [_OF_BOX.fullmatch(each) for each in result.split(", ")]
    found = [each.groups() for each in told if each]
    if len(found) < max(len(told), 2):
        return ""
    grouped = ((form, [box for box, met in found if met == verdict]) for verdict, form in _BOXES)
    return Listed(
        (form.with_values({"boxes": ", ".join(each)}) for form, each in grouped if each), " · "
    )


def announcement(result: str, totals: Mapping[str, str]) -> str:
    """What a dealer announces of a round with one result: "Announce: Banker wins 7 over 4"."""
    if result not in WINNERS:
        return ""
    won = WINNERS[result]
    loser = {"player": "banker", "banker": "player"}.get(result, "")
    counted = [totals.get(result, ""), totals.get(loser, "")]
    if loser and all(counted):
        return Text("Announce: {won} {more} over {less}", won=won, more=counted[0], less=counted[1])
    if result == "tie" and totals.get("player"):
        return Text("Announce: {won}, {count} each", won=won, count=totals["player"])
    return Text("Announce: {won}", won=won)
