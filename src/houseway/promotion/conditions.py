"""The terms and conditions: what is missing, what no prize may be, when they are published."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from houseway.equipment.chips import dollar_text
from houseway.games import game, playable
from houseway.games import table_rules as r
from houseway.games.machine import Given
from houseway.games.table_rules import PromotionRules
from houseway.promotion import vocabulary as v
from houseway.promotion.shares import known_already, seed_committed
from houseway.promotion.state import (
    CHAINED,
    NEW,
    OPERATORS,
    PREPARING,
    Part,
    Promotion,
    Version,
    time_text,
)
from houseway.promotion.terms import NONE, Conditions, Prize
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

# The words by which a prize may say that it consists of or includes an excluded item.
EXCLUDED_WORDS: dict[r.Excluded, tuple[str, ...]] = {
    r.TOBACCO: ("tobacco", "cigar", "cigars", "cigarette", "cigarettes", "snuff"),
    r.FIREARM: ("firearm", "ammunition", "imitation firearm"),
    r.WEAPON: ("prohibited weapon",),
}
_BY_CHANCE = ("draw", "chance")


class Missing(Struct, frozen=True):
    """Something that the conditions do not say, and the clause that asks for it."""

    clause: Clause
    what: str


# What is missing


def missing(promotion: Promotion) -> tuple[Missing, ...]:
    """Everything that the conditions still lack, document by document."""
    conditions = promotion.conditions
    return tuple(
        each
        for rules in promotion.rules
        for each in (*lacking(conditions, rules), *_no_public_value(promotion, rules))
    )


def _no_public_value(promotion: Promotion, rules: PromotionRules) -> Iterator[Missing]:
    """Reading A-35: an electronic draw mixes in a public value, and nobody may waive it."""
    if promotion.shared and not promotion.conditions.public.named:
        what = "the public value that is mixed into the draw: its source and its moment"
        yield Missing(rules.terms["manner"], what)


def lacking(conditions: Conditions, rules: PromotionRules) -> Iterator[Missing]:
    """What one document asks for and the conditions do not say, in the document's order."""
    for key, clause in rules.terms.items():
        if not _answered(conditions, key):
            yield Missing(clause, r.TERMS[key])
    for prize in conditions.prizes:
        kind = rules.kinds.get(prize.kind)
        for key, clause in kind.details.items() if kind else ():
            if not prize.details.get(key, "").strip():
                yield Missing(clause, f"{key} of {prize.name}")


def _answered(conditions: Conditions, key: str) -> bool:
    """A term is answered in words, and where it is computed with also as a value."""
    said = conditions.terms.get(key, "").strip().lower()
    if key == "prizes":
        return bool(conditions.prizes) and all(map(_described, conditions.prizes))
    if key == "wager":
        return bool(said) and (said == NONE) == (conditions.wager == 0)
    values = {
        "award": conditions.draw_us,
        "closing": conditions.closes_us,
        "event": conditions.starts_us and conditions.ends_us,
        "claiming": conditions.present is not None,
    }
    return bool(said) and said != NONE and bool(values.get(key, True))


def _described(prize: Prize) -> bool:
    return bool(prize.name.strip() and prize.value > 0 and prize.conditions.strip())


def incomplete(promotion: Promotion) -> Refused | None:
    """The refusal of whatever needs the whole of the conditions; it lists all that is missing."""
    found = missing(promotion)
    if not found:
        return None
    clause = promotion.rules[0].conditions
    listed = "; ".join(f"{each.what} ({each.clause})" for each in found)
    return Refused("conditions_incomplete", clause, f"the conditions do not say: {listed}")


# What no prize may be


def prohibited(prize: Prize, rules: PromotionRules, prescribed: tuple[str, ...]) -> Refused | None:
    """The refusal of a prize that consists of or includes an excluded item (reading A-25)."""
    items, includes = rules.excluded.items, {_plain(each) for each in prize.includes}
    for item, words in EXCLUDED_WORDS.items():
        if found := includes.intersection(words):
            return _excluded(f"{prize.name} includes {min(found)}", items[item])
    if r.LIQUOR in includes and not prize.liquor_ml:
        sentence = f"{prize.name} includes liquor and does not say how much"
        return Refused("liquor_not_measured", items[r.LIQUOR], sentence)
    most = rules.excluded.liquor_above_ml
    if prize.liquor_ml > most:
        liquor = litres(prize.liquor_ml)
        sentence = f"{prize.name} has {liquor} of liquor, more than {litres(most)}"
        return _excluded(sentence, items[r.LIQUOR])
    barred = {_plain(each) for each in prescribed}
    if found := barred & (includes | {_plain(prize.name)}):
        sentence = f"{prize.name} is or includes {min(found)}, which is prescribed"
        return _excluded(sentence, items[r.PRESCRIBED])
    return None


def answered_otherwise(prize: Prize, rules: PromotionRules) -> Refused | None:
    """The refusal of a prize unless each question about excluded items is answered with no.

    Money consists of nothing else and is not asked about (reading A-38).
    """
    if prize.is_money:
        return None
    questions = questions_of(rules)
    for item, clause in rules.excluded.items.items():
        answer = prize.contains.get(item)
        if answer is None:
            item_text = questions[item]
            sentence = f"answer yes or no: does {prize.name} consist of or include {item_text}?"
            return Refused("prize_question_unanswered", clause, sentence)
        if answer:
            return _excluded(f"{prize.name} consists of or includes {questions[item]}", clause)
    return None


def questions_of(rules: PromotionRules) -> dict[r.Excluded, str]:
    """What is asked about a prize, by excluded item: does it consist of or include ...?"""
    return {
        r.TOBACCO: "tobacco in any form",
        r.FIREARM: "a firearm, ammunition or an imitation firearm",
        r.WEAPON: "a prohibited weapon",
        r.LIQUOR: f"more than {litres(rules.excluded.liquor_above_ml)} of liquor",
        r.PRESCRIBED: "an item or service prescribed by the regulations",
    }


def litres(millilitres: int) -> str:
    whole, part = divmod(millilitres, 1000)
    return f"{whole}" + (f".{part:03}".rstrip("0") if part else "") + " litres"


def _plain(text: str) -> str:
    return " ".join(text.lower().split())


def _excluded(sentence: str, clause: Clause) -> Refused:
    return Refused("prize_prohibited", clause, sentence)


def unfit(promotion: Promotion, conditions: Conditions) -> Refused | None:
    """The refusal of conditions that no words can complete."""
    for prize in conditions.prizes:
        for rules in promotion.rules:
            refused = prohibited(prize, rules, promotion.prescribed)
            refused = refused or answered_otherwise(prize, rules) or _no_cash(prize, rules)
            if refused:
                return refused
        if prize.value < 0 or prize.count < 1 or prize.cash_alternative < 0 or prize.liquor_ml < 0:
            clause = promotion.rules[0].terms["prizes"]
            return Refused("prize_impossible", clause, f"{prize.name} has a figure below zero")
    return _disordered(promotion, conditions) or _known_too_soon(promotion, conditions)


def _no_cash(prize: Prize, rules: PromotionRules) -> Refused | None:
    """Slots dollars and casino dollars are exchanged for nothing, and cash needs no alternative."""
    if prize.cash_alternative and prize.is_money:
        sentence = f"{prize.name} consists of {prize.kind}: no cash alternative is given"
        return Refused("no_cash_alternative", rules.cash_alternative.clause, sentence)
    return None


def _disordered(promotion: Promotion, conditions: Conditions) -> Refused | None:
    """Start, closing of entries, public value, draw and end follow one another, where said."""
    times = (
        conditions.starts_us, conditions.closes_us, conditions.public.at_us, conditions.draw_us,
        conditions.ends_us,
    )  # fmt: skip
    said = [at for at in times if at]
    if said == sorted(said):
        return None
    listed = ", ".join(map(time_text, said))
    sentence = f"start, closing, public value, draw and end do not follow one another: {listed}"
    return Refused("times_disordered", promotion.rules[0].terms["event"], sentence)


def _known_too_soon(promotion: Promotion, conditions: Conditions) -> Refused | None:
    """Between the closing time and the public value there is time to seal the list."""
    if conditions.public.at_us != conditions.closes_us or not conditions.closes_us:
        return None
    sentence = "the public value must become known after entries close, so that the list is sealed"
    return Refused("public_value_too_early", promotion.rules[0].terms["manner"], sentence)


# Orders


@part.decides(v.RegisterPromotion, by=OPERATORS, slot=lambda rules: rules.offer, stages=(NEW,))
def _register(promotion: Promotion, command: v.RegisterPromotion, given: Given) -> Ruling:
    """Only what is won by a draw or another element of chance, in games whose rules have it."""
    if not command.documents or len(set(command.documents)) != len(command.documents):
        return Refused("no_documents", None, "a promotion names the documents of its games, once")
    for slug in command.documents:
        if not playable(slug) or game(slug).promotion is None:
            return Refused("no_promotions", None, f"{slug} is no document with promotional prizes")
    games = [game(slug) for slug in command.documents]
    rules = [each.promotion for each in games if each.promotion is not None]
    if command.award not in _BY_CHANCE:
        sentence = f"a reward by {command.award} does not depend on chance: no promotional prize"
        return Refused("not_by_chance", rules[0].prize, sentence)
    if not command.name.strip():
        return Refused("no_name", rules[0].offer, "the register requires a name")
    clauses = tuple(clause for each in rules for clause in (each.offer, each.prize))
    cited = [each.cite for each in games]
    return Accepted((
        v.PromotionRegistered(
            command.name, tuple(each.slug for each in cited), tuple(each.id for each in cited),
            tuple(each.content_hash for each in cited), command.award, given.signature, clauses,
            CHAINED,
        ),
    ))  # fmt: skip


@part.decides(
    v.PrescribeItems,
    by=OPERATORS,
    slot=lambda rules: rules.excluded.items[r.PRESCRIBED],
    stages=(PREPARING,),
)
def _prescribe(promotion: Promotion, command: v.PrescribeItems, given: Given) -> Ruling:
    clauses = promotion.clauses(lambda rules: rules.excluded.items[r.PRESCRIBED])
    return Accepted((v.ItemsPrescribed(command.items, given.signature, clauses),))


@part.decides(v.SetConditions, by=PROMOTERS, slot=lambda rules: rules.conditions)
def _set(promotion: Promotion, command: v.SetConditions, given: Given) -> Ruling:
    """Before the commencement only; a new version must go to the Authority again (reading A-23)."""
    if promotion.started:
        clause = promotion.rules[0].authority.amendment
        since = f"the promotion started at {time_text(promotion.started.at_us)}"
        sentence = f"{since}: only what the Authority approves changes its conditions"
        return Refused("conditions_locked", clause, sentence)
    refused = unfit(promotion, command.conditions)
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.conditions)
    version = promotion.version + 1
    return Accepted((v.ConditionsSet(version, command.conditions, given.signature, clauses),))


@part.decides(v.PublishConditions, by=PROMOTERS, slot=lambda rules: rules.published)
def _publish(promotion: Promotion, command: v.PublishConditions, given: Given) -> Ruling:
    where = tuple(each.strip() for each in command.where if each.strip())
    if not where:
        clause = promotion.rules[0].published
        return Refused("nowhere_available", clause, "say where the conditions can be read")
    refused = incomplete(promotion) or unfit(promotion, promotion.conditions)
    refused = refused or _named_too_late(promotion, given.at_us)
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.published)
    published = v.ConditionsPublished(promotion.version, where, given.signature, clauses)
    if not promotion.shared or promotion.draw.commitment:
        return Accepted((published,))
    committed = seed_committed(promotion, command.commitment, given)
    return committed if isinstance(committed, Refused) else Accepted((published, committed))


def _named_too_late(promotion: Promotion, at_us: int) -> Refused | None:
    """A public value is named, in published conditions, before it is known."""
    before = promotion.versions[promotion.published - 1].conditions if promotion.published else None
    if before and before.public == promotion.conditions.public:
        return None
    return known_already(promotion, at_us)


@part.decides(v.FileMaterial, by=PROMOTERS, slot=lambda rules: rules.published)
def _file(promotion: Promotion, command: v.FileMaterial, given: Given) -> Ruling:
    if not command.refers.strip():
        sentence = f"{command.material} makes no reference to the terms and conditions"
        return Refused("terms_not_referred_to", promotion.rules[0].published, sentence)
    clauses = promotion.clauses(lambda rules: rules.published)
    filed = v.MaterialFiled(command.material, command.refers, given.signature, clauses)
    return Accepted((filed,))


def unpublished(promotion: Promotion) -> Refused | None:
    """The refusal of whatever needs the conditions, as they stand, to be readily available."""
    if promotion.version and promotion.published == promotion.version:
        return None
    sentence = f"version {promotion.version} of the conditions is not published"
    return Refused("conditions_not_published", promotion.rules[0].published, sentence)


def cash_text(prize: Prize) -> str:
    """The option of cash, as the terms state it."""
    if prize.cash_alternative:
        return f"or {dollar_text(prize.cash_alternative)} in cash instead"
    return "no cash alternative"


# Facts


@part.folds(v.PromotionRegistered)
def _registered(promotion: Promotion, event: v.PromotionRegistered) -> None:
    promotion.name, promotion.award = event.name, event.award
    promotion.documents, promotion.editions = event.documents, event.editions
    promotion.registered, promotion.scheme = event.by, event.scheme


@part.folds(v.ItemsPrescribed)
def _prescribed(promotion: Promotion, event: v.ItemsPrescribed) -> None:
    promotion.prescribed = event.items


@part.folds(v.ConditionsSet)
def _conditions_set(promotion: Promotion, event: v.ConditionsSet) -> None:
    promotion.versions.append(Version(event.conditions, event.by))


@part.folds(v.ConditionsPublished)
def _published(promotion: Promotion, event: v.ConditionsPublished) -> None:
    promotion.published, promotion.published_where = event.version, event.where


@part.folds(v.MaterialFiled)
def _filed(promotion: Promotion, event: v.MaterialFiled) -> None:
    promotion.materials[event.material] = event.refers
