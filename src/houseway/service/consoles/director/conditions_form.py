"""The conditions as a form: figures by stage, prizes, and an answer in words to every item.

What the form does not ask about (limits that change, people kept apart, what is left to assistants)
stays as it was; it can be drafted over the API.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from houseway.equipment.chips import money
from houseway.games.tournament_rules import BY_CONDITIONS, Item
from houseway.records.telling import time_text
from houseway.service.consoles.director.forms import Given, NotFilledIn, at_time, cents, whole
from houseway.tournament.completeness import missing
from houseway.tournament.state import Tournament
from houseway.tournament.terms import Breakdown, BuyBack, Conditions, Stage, Ties

KINDS = ("heat", "repechage", "catch-up", "semi-final", "final")
TIES = (("", ""), ("rounds", "they play on"), ("share", "they share the prizes"))
_FIGURES = ("chips", "minimum", "maximum", "tables", "rounds", "shoes", "minutes", "advance")
_MORE_STAGES = 2  # blank lines after those that there are
_MOST_STAGES = 12
_PLACES = 20


class Asked(NamedTuple):
    """An item of the document with what the draft answers to it in words."""

    item: Item
    words: str
    missing: bool


class Sheet(NamedTuple):
    """The form, as the conditions stand."""

    conditions: Conditions
    starts: str
    stages: tuple[Stage | None, ...]
    fee: str
    commission: str
    prizes: str
    in_shares: bool
    items: tuple[Asked, ...]
    ties: bool  # the conditions choose what becomes of those who are level
    star: bool  # pass cards and undisclosed wagers are there to be given
    ordered: bool  # the conditions say whether there is an order of wagering
    buy_back: bool


def sheet(tournament: Tournament) -> Sheet:
    """Everything that the form shows."""
    said, rules = tournament.conditions, tournament.rules
    lacking = {each.key for each in missing(rules, said)}
    shares = said.breakdown.hundredths if said.breakdown else ()
    return Sheet(
        said,
        time_text(said.starts_us)[:16] if said.starts_us else "",
        (*said.stages, *([None] * _MORE_STAGES)),
        "" if said.fee is None else money(said.fee),
        "" if said.commission is None else money(said.commission),
        _prizes(said.breakdown),
        bool(shares) or said.breakdown is None,
        tuple(
            Asked(each, said.answers.get(each.key, ""), each.key in lacking)
            for each in rules.conditions.items
        ),
        rules.ranking.level_by == BY_CONDITIONS,
        rules.wagering.pass_cards is not None,
        rules.wagering.only_if_conditions_say is not None,
        rules.entry.buy_back is not None,
    )


def _prizes(found: Breakdown | None) -> str:
    if found is None:
        return ""
    if found.hundredths:
        return ", ".join(f"{each // 100}.{each % 100:02}" for each in found.hundredths)
    return ", ".join(map(money, found.amounts))


# What was filled in


def drafted(now: Conditions, given: Given) -> Conditions:
    """The conditions of a form over those that stand; raises NotFilledIn."""
    text = _Text(given)
    answers = {name[7:]: text(name) for name in given if name.startswith("answer.")}
    kept = {key: words for key, words in now.answers.items() if key not in answers}
    wanted = replace(
        now,
        title=text("title"),
        starts_us=at_time("Starts", text("starts")) if text("starts") else 0,
        stages=tuple(_stages(now, given)),
        fee=text.maybe("fee", cents),
        commission=text.maybe("commission", cents),
        least=text.maybe("least", whole),
        most=text.maybe("most", whole),
        breakdown=_breakdown(text),
        ties=_ties(now, text) if "tie_session" in given else now.ties,
        pass_cards=text.maybe("pass_cards", whole) or 0,
        undisclosed=text.maybe("undisclosed", whole) or 0,
        ordered=bool(text("ordered")),
        agreement=bool(text("agreement")),
        buy_back=_buy_back(text),
        answers={**kept, **{key: words for key, words in answers.items() if words}},
    )
    try:
        return msgspec.convert(msgspec.to_builtins(wanted), Conditions)
    except msgspec.ValidationError as wrong:
        raise NotFilledIn(str(wrong)) from wrong


class _Text:
    """The first of what was filled in under a name, without blanks around it."""

    def __init__(self, given: Given) -> None:
        self.given = given

    def __call__(self, name: str) -> str:
        return (self.given.get(name) or ("",))[0].strip()

    def maybe(self, name: str, read: Any) -> int | None:
        words = self(name)
        found: int | None = read(name.replace("_", " ").capitalize(), words) if words else None
        return found


def _stages(now: Conditions, given: Given) -> Iterator[Stage]:
    text = _Text(given)
    for at in range(_MOST_STAGES):
        name = text(f"stage.{at}.name")
        if not name:
            continue
        before = now.stages[at] if at < len(now.stages) else Stage(name=name)
        figures = {
            each: whole(f"{name}, {each}", text(f"stage.{at}.{each}") or "0") for each in _FIGURES
        }
        kind: Any = text(f"stage.{at}.kind") or "heat"
        overall = bool(text(f"stage.{at}.overall"))
        yield replace(before, name=name, kind=kind, overall=overall, **figures)


def _breakdown(text: _Text) -> Breakdown | None:
    """`50, 30, 20` as shares in per cent, or amounts with the rest to the first place."""
    words = [each.strip() for each in text("prizes").split(",") if each.strip()]
    if not words:
        return None
    if len(words) > _PLACES:
        raise NotFilledIn(f"Prizes: at most {_PLACES} places")
    figures = tuple(cents("Prizes", each.removesuffix("%").strip()) for each in words)
    if text("in_shares"):  # a per cent with two places is so many hundredths
        return Breakdown(hundredths=figures)
    return Breakdown(amounts=figures, rest_to=1)


def _ties(now: Conditions, text: _Text) -> Ties:
    session: Any = text("tie_session")
    final: Any = text("tie_final")
    return replace(now.ties, session=session, final=final)


def _buy_back(text: _Text) -> BuyBack | None:
    times = text.maybe("buy_back_times", whole)
    return BuyBack(times, text.maybe("buy_back_before", whole) or 1) if times else None
