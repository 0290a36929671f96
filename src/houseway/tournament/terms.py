"""The conditions of a tournament as values: stages, limits, prizes, and what happens on a tie."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct, field

from houseway.equipment.chips import dollar_text
from houseway.games import game, playable
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
from houseway.games.table_rules import BY_CONDITIONS, Item, TournamentRules
from houseway.rulebook.ruling import Refused

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


# What the conditions lack, and where they contradict the document: each with its clause.

WHOLE = 10_000  # a pool in hundredths of a per cent


def missing(rules: TournamentRules, conditions: Conditions) -> list[Item]:
    """The items that the conditions leave open, in the order of the document."""
    return [each for each in rules.conditions.items if not _answered(rules, conditions, each)]


def _answered(rules: TournamentRules, conditions: Conditions, item: Item) -> bool:
    words = conditions.answers.get(item.key, "").strip()
    if words.lower() == NONE:
        return item.may_be_none and not _wanted_anyway(conditions, item.key)
    figures = _FIGURES.get(item.key)
    if figures is None:
        return bool(words)
    if item.key == "fee" and rules.fees.commission and conditions.commission is None:
        return False
    return figures(conditions) and (bool(words) or not item.in_words)


def _wanted_anyway(conditions: Conditions, key: str) -> bool:
    """An item that does apply after all cannot be answered with "none"."""
    applies = _APPLIES.get(key)
    return applies is not None and applies(conditions)


def _every(conditions: Conditions, holds: Callable[[Stage], bool]) -> bool:
    return bool(conditions.stages) and all(map(holds, conditions.stages))


def _goes_on(conditions: Conditions) -> bool:
    return any(each.advance for each in conditions.stages)


def _has_points(conditions: Conditions) -> bool:
    return any(each.points for each in conditions.stages)


def _has_length(stage: Stage) -> bool:
    return bool(stage.rounds or stage.shoes or stage.minutes)


def _limits(stage: Stage) -> bool:
    return 0 < stage.minimum <= stage.maximum


# What answers an item in figures; what is not here is answered in words.
_FIGURES: dict[str, Callable[[Conditions], bool]] = {
    "start": lambda c: c.starts_us > 0,
    "structure": lambda c: _every(c, _has_length),
    "sessions": lambda c: _every(c, _has_length),
    "tables": lambda c: _every(c, lambda stage: stage.tables > 0),
    "progress": _goes_on,
    "points": _has_points,
    "repechage": lambda c: any(each.kind in ("repechage", "catch-up") for each in c.stages),
    "buy-back": lambda c: c.buy_back is not None,
    "fee": lambda c: c.fee is not None,
    "chips": lambda c: _every(c, lambda stage: stage.chips > 0),
    "numbers": lambda c: None not in (c.least, c.most),
    "groups": lambda c: bool(c.apart or c.answers.get("groups", "").strip()),
    "limits": lambda c: _every(c, _limits),
    "level": lambda c: bool(c.ties.session),
    "level points": lambda c: bool(c.ties.session),
    "final tie": lambda c: bool(c.ties.final),
    "points tie": lambda c: bool(c.ties.points),
    "breakdown": lambda c: c.breakdown is not None,
    "perfect pairs": lambda c: c.perfect_pairs is not None,
    "refuse any": lambda c: c.refuse_any,
    "criteria": lambda c: bool(c.criteria.strip()),
}

_APPLIES: dict[str, Callable[[Conditions], bool]] = {
    "progress": _goes_on,
    "points": _has_points,
    "repechage": _FIGURES["repechage"],
    "buy-back": _FIGURES["buy-back"],
    "elimination": _goes_on,
    "level": _goes_on,
    "level points": _has_points,
    "final tie": lambda c: not _has_points(c),
    "points tie": _has_points,
    "refuse any": _FIGURES["refuse any"],
    "criteria": _FIGURES["criteria"],
}


def contradiction(rules: TournamentRules, conditions: Conditions) -> Refused | None:
    """The first thing in a draft that the document does not allow; None where there is none."""
    return next(_contradictions(rules, conditions), None)


def _contradictions(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    yield from _money(rules, conditions)
    yield from _numbers(rules, conditions)
    yield from _stages(rules, conditions)
    yield from _sit_and_go(rules, conditions)
    yield from _breakdown(rules, conditions)
    yield from _ties(rules, conditions)
    yield from _not_of_this_document(rules, conditions)
    yield from _games(rules, conditions)


def _money(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    fee, commission = conditions.fee or 0, conditions.commission or 0
    if fee < 0 or commission < 0:
        yield Refused("not_an_amount", rules.fees.fee, "a fee may not be below zero")
    if commission and rules.fees.commission is None:
        kept = f"a commission of {dollar_text(commission)} would keep a part of the fees"
        yield Refused("no_commission", rules.fees.pool, kept)
    cap = most_commission(rules, fee)
    if commission > cap:
        over = f"{dollar_text(commission)} of {dollar_text(fee)} is over {dollar_text(cap)}"
        yield Refused("commission_over_cap", rules.fees.commission, over)


def most_commission(rules: TournamentRules, fee: int) -> int:
    """Reading TP4: the cap of the document on one fee, in whole cents, rounded down."""
    percent = rules.fees.cap_percent
    return fee if percent is None else fee * percent // 100


def _numbers(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    least, most = conditions.least, conditions.most
    if (least is not None and least < 1) or (most is not None and most < 1):
        yield Refused("not_a_number", rules.entry.number, "at least one entrant is counted")
    elif least is not None and most is not None and least > most:
        sentence = f"at least {least} and at most {most} entrants cannot be"
        yield Refused("least_over_most", rules.entry.number, sentence)


def _stages(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    clause = rules.ranking.advancing
    for stage in conditions.stages:
        lengths = (stage.rounds, stage.shoes, stage.minutes, stage.tables, stage.chips)
        others = (stage.minimum, stage.maximum, stage.advance, stage.buy_in, stage.sit_and_go)
        if min(*lengths, *others) < 0:
            yield Refused("not_a_number", clause, f"{stage.name}: no figure may be below zero")
        if rules.sessions.measure and stage.minutes:
            length = f"{stage.name}: a session is a number of rounds or shoes, not a time"
            yield Refused("not_a_session", rules.sessions.measure, length)
        if stage.carries_chips and not rules.sessions.may_carry:
            carried = f"{stage.name}: chips are allotted equally before each session, not carried"
            yield Refused("unequal_chips", rules.sessions.equal_chips or clause, carried)
        if stage.kind == "final" and stage.advance:
            yield Refused("after_the_final", clause, f"nobody advances from {stage.name}")
        if stage.maximum and stage.minimum > stage.maximum:
            limits = f"{stage.name}: minimum {stage.minimum} is over maximum {stage.maximum}"
            yield Refused("minimum_over_maximum", rules.wagering.minimum, limits)
        if stage.points and rules.ranking.points is None:
            yield Refused("no_points", clause, f"{stage.name}: this document has no points")


def _sit_and_go(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    """Reading TP31: the first stage alone fills as people enter, and a later one brings together
    those who go on, where one session is not the whole tournament."""
    clause, stages = rules.sessions.sit_and_go, conditions.stages
    if clause is None or not any(each.sit_and_go for each in stages):
        return
    first, *later = stages
    if any(each.sit_and_go for each in later):
        yield Refused("not_the_first_stage", clause, "only the first stage can be a sit-and-go")
    if first.overall:
        sentence = f"{first.name}: each session of a sit-and-go decides who goes on"
        yield Refused("one_session_overall", clause, sentence)
    if conditions.most is not None and first.sit_and_go > conditions.most:
        sentence = f"{first.sit_and_go} for a session never come: {conditions.most} may enter"
        yield Refused("session_never_full", clause, sentence)
    if not later and not first.points and conditions.most not in (None, first.sit_and_go):
        sentence = f"sessions of {first.sit_and_go} among {conditions.most} have no final"
        yield Refused("sessions_without_a_final", clause, sentence)


def _breakdown(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    found, clause = conditions.breakdown, rules.prizes.breakdown
    if found is None:
        return
    if bool(found.amounts) == bool(found.hundredths):
        yield Refused("amounts_or_shares", clause, "prizes are amounts or shares of the pool")
    elif min(found.amounts + found.hundredths) < 0:
        yield Refused("not_an_amount", clause, "a prize may not be below zero")
    elif found.hundredths and sum(found.hundredths) != WHOLE:
        whole = f"the shares are {percent_text(sum(found.hundredths))} of the pool, not 100 %"
        yield Refused("prizes_not_the_pool", rules.prizes.returned, whole)
    elif not 0 <= found.rest_to <= len(found.amounts):
        yield Refused("no_such_place", clause, f"place {found.rest_to} has no prize of its own")


def _ties(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    ties = conditions.ties
    chosen = (ties.session, ties.final, ties.points, ties.together)
    if any(chosen) and rules.ranking.level_by != BY_CONDITIONS:
        sentence = "what separates those who are level is in the rules, not in the conditions"
        yield Refused("rules_decide_ties", rules.ranking.level, sentence)
    elif _goes_on(conditions) and ties.session in ("share", "share points"):
        sentence = "a shared place does not say who advances to the next session"
        yield Refused("share_decides_nothing", rules.ranking.level, sentence)


def _not_of_this_document(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    """What only some documents have is not in the conditions of another."""
    wagering, entry = rules.wagering, rules.entry
    items = {each.key: each.clause for each in rules.conditions.items}
    asked = (
        (bool(conditions.pass_cards), wagering.pass_cards, "pass cards"),
        (bool(conditions.undisclosed), wagering.undisclosed, "undisclosed wagers"),
        (conditions.ordered, wagering.only_if_conditions_say, "a choice about the order"),
        (conditions.agreement, entry.agreement, "an agreement in writing"),
        (conditions.refuse_any, entry.refuse_any, "a general right to refuse"),
        (conditions.buy_back is not None, entry.buy_back, "buying back in"),
        (bool(conditions.guarantee), rules.fees.guarantee, "a guaranteed pool"),
        ("withdrawal" in conditions.refunds, entry.withdrawal, "withdrawal with a refund"),
        ("absence" in conditions.refunds, rules.fees.absence_refund, "a refund on absence"),
        (conditions.chips_in_cash, rules.sessions.early_end_agreed, "chips paid out in cash"),
        (conditions.perfect_pairs is not None, items.get("perfect pairs"), "Perfect Pairs"),
        (any(each.buy_in for each in conditions.stages), rules.sessions.buy_in, "a buy-in"),
        (any(each.prizes for each in conditions.stages), rules.ranking.points, "session prizes"),
        (any(e.sit_and_go for e in conditions.stages), rules.sessions.sit_and_go, "sit-and-go"),
        (
            any(each.limit_changes for each in conditions.stages),
            wagering.limit_changes or rules.conditions.wanted,
            "limits that change",
        ),
    )
    for wanted, clause, what in asked:
        if wanted and clause is None:
            sentence = f"this document has no {what}"
            yield Refused("not_of_this_document", rules.conditions.wanted, sentence)


def _games(rules: TournamentRules, conditions: Conditions) -> Iterator[Refused]:
    """Reading G1: one rule set a tournament; Mini Baccarat 15.3(a)(ii)(d) allows other games."""
    wanted = rules.conditions.wanted
    for name in {each.game for each in conditions.stages if each.game}:
        if not playable(name):
            yield Refused("no_such_game", wanted, f"there is no game {name}")
        elif rules.ranking.points is None and not wanted.startswith(game(name).cite.title + " "):
            other = f"a session of {game(name).cite.title} is under another rule set"
            yield Refused("another_game", wanted, other)


# The prizes by place, in cents: what the breakdown makes of a pool, to the last cent.


def at_places(conditions: Conditions, first: int, last: int) -> list[int]:
    """What the places weigh in the breakdown, in its own units; nothing beyond its last."""
    found = conditions.breakdown
    table = (found.amounts or found.hundredths) if found else ()
    return [table[place - 1] if place <= len(table) else 0 for place in range(first, last + 1)]


def prizes(breakdown: Breakdown, pool: int, players: int) -> list[int]:
    """The prize of each place that someone took.

    Reading TP19: shares are rounded down and what is left goes to the first place, and so does a
    prize for a place that nobody took, and what amounts leave that name no other place for it.
    """
    if breakdown.hundredths:
        table = [pool * share // WHOLE for share in breakdown.hundredths]
        table[0] += pool - sum(table)
    else:
        table = list(breakdown.amounts)
        rest_to = breakdown.rest_to or 1  # and no prize that was announced becomes less
        table[rest_to - 1] += max(0, pool - sum(table))
    taken = table[:players] + [0] * (players - len(table))
    if taken:
        taken[0] += sum(table[players:])
    return taken


def divided(amount: int, entries: Sequence[int]) -> dict[int, int]:
    """Equal shares; reading TP19: cents left over go one each in the order of entry numbers."""
    share, over = divmod(amount, len(entries))
    return {each: share + (place < over) for place, each in enumerate(sorted(entries))}
