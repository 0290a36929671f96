"""What a text says about the conditions, piece by piece, until they are drafted.

conditions start 14:00
conditions fee 27.55 of which 2.75
conditions entrants 3 to 8
conditions stage heats: 100 chips, 10 to 50, 2 tables, 3 rounds, 1 from each table
conditions stage final (final): 100 chips, 10 to 50, 4 rounds, 20 to 80 from round 3
conditions prizes 50 %, 30 %, 20 %
conditions ties session rounds, final share
conditions answer groups: none
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from houseway.equipment.chips import dollars
from houseway.tournament.terms import Breakdown, BuyBack, Conditions, LimitChange, Stage, Ties

Moment = Callable[[str], int]  # what a time of the day is on the clock of the text


def said(conditions: Conditions, text: str, moment: Moment) -> Conditions:
    """The conditions with one more thing said."""
    for pattern, change in _SAYINGS:
        found = re.fullmatch(pattern, text)
        if found:
            return msgspec.structs.replace(conditions, **change(conditions, found, moment))
    raise AssertionError(f"conditions do not say {text!r}")


def _stage(conditions: Conditions, found: re.Match[str], moment: Moment) -> dict[str, Any]:
    """A stage of the same name is said anew, any other comes last."""
    facts: dict[str, Any] = {"name": found["name"], "kind": found["kind"] or "heat"}
    for part in found["parts"].split(", "):
        facts |= _part(part, facts)
    stage = Stage(**facts)
    known = [each.name for each in conditions.stages]
    if stage.name not in known:
        return {"stages": (*conditions.stages, stage)}
    at = known.index(stage.name)
    return {"stages": (*conditions.stages[:at], stage, *conditions.stages[at + 1 :])}


def _part(text: str, facts: dict[str, Any]) -> dict[str, Any]:
    for pattern, read in _PARTS:
        found = re.fullmatch(pattern, text)
        if found:
            return read(found, facts)
    raise AssertionError(f"a stage has no {text!r}")


def _change(found: re.Match[str], facts: dict[str, Any]) -> dict[str, Any]:
    change = LimitChange(int(found[3]), int(found[1]), int(found[2]))
    return {"limit_changes": (*facts.get("limit_changes", ()), change)}


_PARTS: tuple[tuple[str, Callable[[re.Match[str], dict[str, Any]], dict[str, Any]]], ...] = (
    (r"(\d+) chips", lambda found, facts: {"chips": int(found[1])}),
    (r"bought for (\S+)", lambda found, facts: {"buy_in": dollars(found[1])}),
    (
        r"(\d+) to (\d+)",
        lambda found, facts: {"minimum": int(found[1]), "maximum": int(found[2])},
    ),
    (r"(\d+) to (\d+) from round (\d+)", _change),
    (r"(\d+) tables?", lambda found, facts: {"tables": int(found[1])}),
    (r"(\d+) rounds?", lambda found, facts: {"rounds": int(found[1])}),
    (r"(\d+) shoes?", lambda found, facts: {"shoes": int(found[1])}),
    (r"(\d+) minutes", lambda found, facts: {"minutes": int(found[1])}),
    (r"(\d+) from each table", lambda found, facts: {"advance": int(found[1])}),
    (r"(\d+) overall", lambda found, facts: {"advance": int(found[1]), "overall": True}),
    (r"sit-and-go of (\d+)", lambda found, facts: {"sit_and_go": int(found[1])}),
    (r"chips carried", lambda found, facts: {"carries_chips": True}),
    (r"points ([\d ]+)", lambda found, facts: {"points": tuple(map(int, found[1].split()))}),
)


def _prizes(conditions: Conditions, found: re.Match[str], moment: Moment) -> dict[str, Any]:
    parts = found[1].split(", ")
    if parts[0].endswith(" %"):
        shares = [dollars(each.removesuffix(" %")) for each in parts]
        return {"breakdown": Breakdown(hundredths=tuple(shares))}
    rest = int(parts.pop().removeprefix("the rest to ")) if "rest" in parts[-1] else 0
    return {"breakdown": Breakdown(amounts=tuple(map(dollars, parts)), rest_to=rest)}


def _ties(conditions: Conditions, found: re.Match[str], moment: Moment) -> dict[str, Any]:
    pairs = (each.split(" ", 1) for each in found[1].split(", "))
    return {"ties": msgspec.convert(dict(pairs), Ties)}


_Change = Callable[[Conditions, re.Match[str], Moment], dict[str, Any]]
_SAYINGS: tuple[tuple[str, _Change], ...] = (
    (r"start (\d\d:\d\d)", lambda c, found, moment: {"starts_us": moment(found[1])}),
    (
        r"fee (\S+) of which (\S+)",
        lambda c, found, moment: {"fee": dollars(found[1]), "commission": dollars(found[2])},
    ),
    (r"fee (\S+)", lambda c, found, moment: {"fee": dollars(found[1])}),
    (
        r"entrants (\d+) to (\d+)",
        lambda c, found, moment: {"least": int(found[1]), "most": int(found[2])},
    ),
    (r"stage (?P<name>[\w -]+?)(?: \((?P<kind>[\w-]+)\))?: (?P<parts>.+)", _stage),
    (r"prizes (.+)", _prizes),
    (r"ties (.+)", _ties),
    (r"no ties", lambda c, found, moment: {"ties": Ties()}),
    (
        r"answer ([\w -]+): (.+)",
        lambda c, found, moment: {"answers": {**c.answers, found[1]: found[2]}},
    ),
    (
        r"buy-back (\d+) before stage (\d+)",
        lambda c, found, moment: {"buy_back": BuyBack(int(found[1]), int(found[2]))},
    ),
    (r"apart (.+)", lambda c, found, moment: {"apart": (*c.apart, tuple(found[1].split(", ")))}),
    (
        r"withdrawal refunded until (\d\d:\d\d)",
        lambda c, found, moment: {
            "withdraw_until_us": moment(found[1]), "refunds": (*c.refunds, "withdrawal"),
        },
    ),
    (r"absence refunded", lambda c, found, moment: {"refunds": (*c.refunds, "absence")}),
    (
        r"guarantee (\S+) on (\d+) entries",
        lambda c, found, moment: {
            "guarantee": dollars(found[1]), "guarantee_entries": int(found[2]),
        },
    ),
    (r"agreement in writing", lambda c, found, moment: {"agreement": True}),
    (r"any application may be refused", lambda c, found, moment: {"refuse_any": True}),
    (r"criteria (.+)", lambda c, found, moment: {"criteria": found[1]}),
    (r"chips in cash", lambda c, found, moment: {"chips_in_cash": True}),
    (r"order of wagering", lambda c, found, moment: {"ordered": True}),
    (r"(\d+) pass cards?", lambda c, found, moment: {"pass_cards": int(found[1])}),
    (r"(\d+) undisclosed wagers?", lambda c, found, moment: {"undisclosed": int(found[1])}),
    (r"no Perfect Pairs", lambda c, found, moment: {"perfect_pairs": False}),
    (r"start may change", lambda c, found, moment: {"start_may_change": True}),
    (
        r"left to assistants (.+)",
        lambda c, found, moment: {"delegated": tuple(found[1].split(", "))},
    ),
)  # fmt: skip
