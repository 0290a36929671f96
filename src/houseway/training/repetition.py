"""Spaced repetition: when a skill is asked again, by the published scheduler FSRS.

The scheduler's own card is made for each review and given up after it. What is stored is `Memory`,
so that a file does not depend on how the package writes its cards.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import IntEnum
from functools import cache
from typing import TYPE_CHECKING

from msgspec import Struct

from houseway.extras import explaining

if TYPE_CHECKING:
    import fsrs

_SECOND_US = 1_000_000


class Rating(IntEnum):
    """How an answer was; the numbers are the scheduler's. Nobody rates an own answer as easy."""

    AGAIN = 1
    HARD = 2
    GOOD = 3


class Memory(Struct, array_like=True, frozen=True):
    """What the scheduler knows of one skill. `due_us` 0: never asked."""

    state: int = 1
    step: int | None = 0
    stability: float | None = None
    difficulty: float | None = None
    due_us: int = 0
    asked_us: int = 0


@cache
def _scheduler() -> fsrs.Scheduler:
    with explaining():
        import fsrs

    return fsrs.Scheduler(enable_fuzzing=False)  # the same answers give the same schedule


def _card(memory: Memory) -> fsrs.Card:
    import fsrs

    return fsrs.Card(
        card_id=1, state=fsrs.State(memory.state), step=memory.step, stability=memory.stability,
        difficulty=memory.difficulty, due=_time(memory.due_us),
        last_review=_time(memory.asked_us) if memory.asked_us else None,
    )  # fmt: skip


def _time(at_us: int) -> datetime:
    return datetime.fromtimestamp(at_us // _SECOND_US, UTC)


def _us(at: datetime) -> int:
    return int(at.timestamp()) * _SECOND_US


def reviewed(memory: Memory, rating: Rating, at_us: int) -> Memory:
    """The memory after one more answer."""
    scheduler = _scheduler()
    import fsrs

    card, _ = scheduler.review_card(_card(memory), fsrs.Rating(rating), _time(at_us))
    return Memory(
        card.state.value, card.step, card.stability, card.difficulty, _us(card.due),
        at_us // _SECOND_US * _SECOND_US,
    )  # fmt: skip


def recall(memory: Memory, at_us: int) -> float:
    """The chance that an answer now would be right, 0 to 1."""
    if not memory.asked_us:
        return 0.0
    return float(_scheduler().get_card_retrievability(_card(memory), _time(at_us)))
