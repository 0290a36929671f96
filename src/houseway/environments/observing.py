"""What a program observes: arrays of what a patron may see of the table, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.environments.seat import Seat
from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK
from houseway.equipment.wheel import WHEEL
from houseway.games.felt import FACE_DOWN, KEPT, Felt
from houseway.table.view import View

NO_FACE, FACE_DOWN_CODE, FIRST_FACE = 0, 1, 2
_FACES: dict[str, tuple[str, ...]] = {"cards": DECK, "tiles": PACK, "wheel": tuple(map(str, WHEEL))}
_MOST_CENTS = 10**12

Observation = dict[str, Any]


@cache
def codes(source: str) -> Mapping[str, int]:
    """The number of every face: 0 is an empty place, 1 a face that the patron may not know."""
    faces = dict.fromkeys(_FACES[source])
    return {FACE_DOWN: FACE_DOWN_CODE} | {face: at for at, face in enumerate(faces, FIRST_FACE)}


def space_of(seat: Seat) -> spaces.Dict:
    """The space of observations.

    `facts`: what `Learning.facts` names, all zero while nothing is to be chosen. `felt`: a row for
    each hand, the house's first, and a column for each card or tile. `turn`: the row of the hand in
    play, counted from one; zero for none. `stakes`: cents on each area that the program may use.
    """
    learning = seat.game.learning
    rows = learning.house + learning.hands * len(seat.patrons)
    highest = FIRST_FACE + len(codes(seat.game.source))
    return spaces.Dict({
        "facts": spaces.MultiDiscrete([fact.values for fact in learning.facts], dtype=np.int64),
        "felt": spaces.Box(NO_FACE, highest, (rows, learning.cards), np.uint8),
        "turn": spaces.Discrete(rows + 1),
        "stakes": spaces.Box(0, _MOST_CENTS, (len(seat.areas),), np.int64),
    })  # fmt: skip


def observe(seat: Seat, space: spaces.Dict) -> Observation:
    """What the patron in turn may see now."""
    seen, felt = seat.seen(), np.zeros(space["felt"].shape or (), np.uint8)
    rows = _rows(seen.felt)
    for at, row in enumerate(rows):
        felt[at, : len(row.cards)] = [codes(seat.game.source)[card] for card in row.cards]
    return {
        "facts": np.array(facts_of(seat, seen), np.int64),
        "felt": felt,
        "turn": np.int64(_turn(seat, rows)),
        "stakes": _stakes(seat, seen),
    }


def facts_of(seat: Seat, seen: View) -> tuple[int, ...]:
    """The facts on which a choice may rest; zeros while nothing is to be chosen."""
    learning = seat.game.learning
    if not seat.asked:
        return (0,) * len(learning.facts)
    awaited = seat.awaited
    found = learning.read(seat.play.rules, seen.felt, awaited.to, awaited.choices)
    return tuple(map(int, found))


class Row(NamedTuple):
    """A hand of the felt: its name, its box or 0 for the house, and its cards."""

    name: str
    box: int
    cards: tuple[str, ...]


def _rows(felt: Felt) -> list[Row]:
    """The hands that lie there, those of the house first, or the pocket of a wheel."""
    hands = sorted((each for each in felt.hands if each.name != KEPT), key=lambda each: each.box)
    if felt.pocket:
        return [Row("pocket", 0, (felt.pocket,))]
    return [Row(each.name, each.box, each.cards) for each in hands]


def _turn(seat: Seat, rows: list[Row]) -> int:
    """The row of the hand that is asked about, counted from one: named, or by the patron's box."""
    if not seat.asked:
        return 0
    awaited = seat.awaited
    boxes = [area.spot.box for area in seat.areas if area.patron == awaited.who]
    named = [at for at, row in enumerate(rows, 1) if row.name == awaited.to]
    return next(iter(named or [at for at, row in enumerate(rows, 1) if row.box in boxes]), 0)


def _stakes(seat: Seat, seen: View) -> NDArray[np.int64]:
    lies = {(each.patron, each.box, each.wager): each.amount for each in seen.wagers}
    return np.array(
        [lies.get((area.patron, area.spot.box, area.spot.wager), 0) for area in seat.areas],
        np.int64,
    )
