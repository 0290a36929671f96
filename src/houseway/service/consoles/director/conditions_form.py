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
from houseway.games.table_rules import BY_CONDITIONS, Item
from houseway.service.forms.form_data import FormData, NotFilledIn, cents, whole
from houseway.service.house_time import HouseTime
from houseway.service.texts.text import Text
from houseway.tournament.charge import further
from houseway.tournament.state import Tournament
from houseway.tournament.terms import Breakdown, BuyBack, Conditions, Stage, Ties, missing

KINDS = ("heat", "repechage", "catch-up", "semi-final", "final")
TIES = (
    ("", ""),
    ("rounds", Text("they play on")),
    ("share", Text("they share the prizes")),
)
_FIGURES = (
    "chips", "minimum", "maximum", "tables", "rounds", "shoes", "minutes", "advance", "sit_and_go"
)  # fmt: skip
_MORE_STAGES = 2  # blank lines after those that there are
_MOST_STAGES = 12
_PLACES = 20


class ItemAnswer(NamedTuple):
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
    items: tuple[ItemAnswer, ...]
    further: list[tuple[str, str]]  # items that the document does not ask for
    ties: bool  # the conditions choose what becomes of those who are level
    star: bool  # pass cards and undisclosed wagers are there to be given
    ordered: bool  # the conditions say whether there is an order of wagering
    buy_back: bool
    sit_and_go: bool


def sheet(tournament: Tournament, house: HouseTime) -> Sheet:
    """Everything that the form shows."""
    said, rules = tournament.conditions, tournament.rules
    lacking = {each.key for each in missing(rules, said)}
    shares = said.breakdown.hundredths if said.breakdown else ()
    return Sheet(
        said,
        house.field(said.starts_us),
        (*said.stages, *([None] * _MORE_STAGES)),
        "" if said.fee is None else money(said.fee),
        "" if said.commission is None else money(said.commission),
        _prizes(said.breakdown),
        bool(shares) or said.breakdown is None,
        tuple(
            ItemAnswer(each, said.answers.get(each.key, ""), each.key in lacking)
            for each in rules.conditions.items
        ),
        further(rules.conditions, said),
        rules.ranking.level_by == BY_CONDITIONS,
        rules.wagering.pass_cards is not None,
        rules.wagering.only_if_conditions_say is not None,
        rules.entry.buy_back is not None,
        rules.sessions.sit_and_go is not None,
    )


def _prizes(found: Breakdown | None) -> str:
    if found is None:
        return ""
    if found.hundredths:
        return ", ".join(f"{each // 100}.{each % 100:02}" for each in found.hundredths)
    return ", ".join(map(money, found.amounts))


# What was filled in


def drafted(now: Conditions, data: FormData) -> Conditions:
    """The conditions of a form over those that stand; raises NotFilledIn."""
    text = data.text
    answers = {name[7:]: text(name) for name in data.values if name.startswith("answer.")}
    if text("further") and text("further_says"):
        answers[text("further")] = text("further_says")
    others = {key: words for key, words in now.answers.items() if key not in answers}
    wanted = replace(
        now,
        title=text("title"),
        starts_us=data.time_us("starts"),
        stages=tuple(_stages(now, data)),
        fee=data.read("fee", cents),
        commission=data.read("commission", cents),
        least=data.read("least", whole),
        most=data.read("most", whole),
        breakdown=_breakdown(data),
        ties=_ties(now, data) if "tie_session" in data else now.ties,
        pass_cards=data.number("pass_cards"),
        undisclosed=data.number("undisclosed"),
        ordered=data.yes("ordered"),
        agreement=data.yes("agreement"),
        buy_back=_buy_back(data),
        answers={**others, **{key: words for key, words in answers.items() if words}},
    )
    try:
        return msgspec.convert(msgspec.to_builtins(wanted), Conditions)
    except msgspec.ValidationError as wrong:
        raise NotFilledIn(str(wrong)) from wrong


def _stages(now: Conditions, data: FormData) -> Iterator[Stage]:
    for number in range(_MOST_STAGES):
        at = f"stage.{number}."
        name = data.text(f"{at}name")
        if not name:
            continue
        before = now.stages[number] if number < len(now.stages) else Stage(name=name)
        figures = {
            each: data.read(f"{at}{each}", whole, f"{name}, {each}") or 0 for each in _FIGURES
        }
        kind: Any = data.text(f"{at}kind") or "heat"
        yield replace(before, name=name, kind=kind, overall=data.yes(f"{at}overall"), **figures)


def _breakdown(data: FormData) -> Breakdown | None:
    """`50, 30, 20` as shares in per cent, or amounts with the rest to the first place."""
    words = [each.strip() for each in data.text("prizes").split(",") if each.strip()]
    if not words:
        return None
    if len(words) > _PLACES:
        raise NotFilledIn(f"Prizes: at most {_PLACES} places")
    figures = tuple(cents("Prizes", each.removesuffix("%").strip()) for each in words)
    if data.yes("in_shares"):  # a per cent with two places is so many hundredths
        return Breakdown(hundredths=figures)
    return Breakdown(amounts=figures, rest_to=1)


def _ties(now: Conditions, data: FormData) -> Ties:
    session: Any = data.text("tie_session")
    final: Any = data.text("tie_final")
    return replace(now.ties, session=session, final=final)


def _buy_back(data: FormData) -> BuyBack | None:
    times = data.number("buy_back_times")
    return BuyBack(times, data.number("buy_back_before", 1)) if times else None
