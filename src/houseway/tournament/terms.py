"""The conditions of a tournament as values: stages, limits, prizes, and what happens on a tie."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct, field

from houseway.games.fields import (
    StoredCents,
    StoredCount,
    StoredHundredths,
    StoredLongText,
    StoredMinutes,
    StoredMoment,
    StoredNumber,
    StoredReference,
    StoredText,
    StoredUnits,
    StoredWord,
)

# What happens to people who are level, where the conditions choose (reading TP17): they play on, or
# they share what their places bring, or they share the points of their places.
TieMethod = Literal["", "rounds", "share", "share points"]
NONE = "none"  # the answer to an item that does not apply


class LimitChange(Struct, frozen=True):
    """From this round of the session on, other limits hold; announced beforehand."""

    round: StoredNumber
    minimum: StoredUnits
    maximum: StoredUnits


class Stage(Struct, frozen=True, kw_only=True):
    """One stage of the tournament (reading TP23): heats, a repechage, semi-finals, the final.

    Its length is in rounds, shoes or minutes (7-Up Baccarat 15.1.1 session). `advance` people go on
    from each table, or with `overall` from the stage, which is then one session. `points` are those
    of the first place, the second and so on, and `prizes` likewise in cents for every session of
    the stage. `game` is another authorised game, where the stage is played in one. `chips`,
    `minimum` and `maximum` are in whole units of tournament chips. `sit_and_go`: a session of the
    stage is played as soon as so many have entered (reading TP31); 0 where all enter before.
    """

    name: StoredText
    kind: Literal["heat", "repechage", "catch-up", "semi-final", "final"] = "heat"
    chips: StoredUnits = 0
    buy_in: StoredCents = 0  # cents for those chips, where the conditions have them bought
    minimum: StoredUnits = 0
    maximum: StoredUnits = 0
    tables: StoredCount = 1
    rounds: StoredCount = 0
    shoes: StoredCount = 0
    minutes: StoredMinutes = 0
    advance: StoredCount = 0
    overall: bool = False
    carries_chips: bool = False
    points: tuple[StoredCount, ...] = ()
    game: StoredWord = ""
    limit_changes: tuple[LimitChange, ...] = ()
    prizes: tuple[StoredCents, ...] = ()
    sit_and_go: StoredCount = 0


class Breakdown(Struct, frozen=True):
    """Prizes by place: amounts in cents, or hundredths of a per cent of the pool.

    `rest_to`: the place that receives what the amounts leave of the pool; 0 where they leave none.
    """

    amounts: tuple[StoredCents, ...] = ()
    hundredths: tuple[StoredHundredths, ...] = ()
    rest_to: StoredNumber = 0


def percent_text(hundredths: int) -> str:
    """Hundredths of a per cent for people: `62.50 %`."""
    return f"{hundredths // 100}.{hundredths % 100:02} %"


class BuyBack(Struct, frozen=True):
    """How often someone who is out may come back, and before which stage at the latest."""

    times: StoredCount
    before_stage: StoredCount


class Ties(Struct, frozen=True):
    """What the conditions choose for each kind of tie."""

    session: TieMethod = ""
    final: TieMethod = ""
    points: TieMethod = ""
    together: TieMethod = ""


class Conditions(Struct, frozen=True, kw_only=True):
    """What the conditions say. What is `None` or empty has not been said yet.

    `answers` are the items in words, by key; "none" is an answer where an item may have none.
    `apart` are people, by their identity, who may not share a table. `delegated` names the orders
    that the Director leaves to assistants. `refunds` names the cases in which a fee goes back.
    """

    title: StoredText = ""
    starts_us: StoredMoment = 0
    stages: tuple[Stage, ...] = ()
    fee: StoredCents | None = None
    commission: StoredCents | None = None
    least: StoredCount | None = None
    most: StoredCount | None = None
    breakdown: Breakdown | None = None
    buy_back: BuyBack | None = None
    ties: Ties = Ties()
    apart: tuple[tuple[StoredReference, ...], ...] = ()
    withdraw_until_us: StoredMoment = 0
    guarantee: StoredCents = 0
    guarantee_entries: StoredCount = 0
    agreement: bool = False
    refuse_any: bool = False
    criteria: StoredLongText = ""
    chips_in_cash: bool = False
    ordered: bool = False
    pass_cards: StoredCount = 0
    undisclosed: StoredCount = 0
    perfect_pairs: bool | None = None
    start_may_change: bool = False
    refunds: tuple[Literal["withdrawal", "absence"], ...] = ()
    delegated: tuple[StoredWord, ...] = ()
    answers: dict[StoredWord, StoredLongText] = field(default_factory=dict)
