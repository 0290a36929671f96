"""What the terms and conditions must say, what no prize may be, and where they can be read."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from houseway.equipment.chips import dollars
from houseway.promotion import vocabulary as v
from houseway.promotion.conditions import litres, missing
from houseway.promotion.terms import Conditions, Prize
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from tests.promotion.desk import (
    ALL,
    CASH_PRIZE,
    NOTHING_EXCLUDED,
    TERMS,
    Desk,
    complete,
    seven_up,
    three_card,
    war,
    without,
)

Three = tuple[Clause, Clause, Clause]

# Each term that must be there, left out in words or in the value that is computed with.
# fmt: off
REQUIRED: list[tuple[str, dict[str, Any], Three]] = [
    ("manner", {}, (seven_up("16.8.1"), three_card("15.7.1"), war("14.7.1"))),
    ("award", {}, (seven_up("16.8.2"), three_card("15.7.2"), war("14.7.2"))),
    ("award", {"draw_us": 0}, (seven_up("16.8.2"), three_card("15.7.2"), war("14.7.2"))),
    ("eligibility", {}, (seven_up("16.8.3"), three_card("15.7.3"), war("14.7.3"))),
    ("wager", {}, (seven_up("16.8.4"), three_card("15.7.4"), war("14.7.4"))),
    ("wager", {"wager": 25_00}, (seven_up("16.8.4"), three_card("15.7.4"), war("14.7.4"))),
    ("nature", {}, (seven_up("16.8.5"), three_card("15.7.5"), war("14.7.5"))),
    ("closing", {}, (seven_up("16.8.6"), three_card("15.7.6"), war("14.7.6"))),
    ("closing", {"closes_us": 0}, (seven_up("16.8.6"), three_card("15.7.6"), war("14.7.6"))),
    ("event", {}, (seven_up("16.8.7"), three_card("15.7.7"), war("14.7.7"))),
    ("event", {"starts_us": 0}, (seven_up("16.8.7"), three_card("15.7.7"), war("14.7.7"))),
    ("event", {"ends_us": 0}, (seven_up("16.8.7"), three_card("15.7.7"), war("14.7.7"))),
    ("claiming", {}, (seven_up("16.8.8"), three_card("15.7.8"), war("14.7.8"))),
    ("claiming", {"present": None}, (seven_up("16.8.8"), three_card("15.7.8"), war("14.7.8"))),
    ("notification", {}, (seven_up("16.8.9"), three_card("15.7.9"), war("14.7.9"))),
    ("publication", {}, (seven_up("16.8.10"), three_card("15.7.10"), war("14.7.10"))),
    ("prizes", {"prizes": ()}, (seven_up("16.8.11"), three_card("15.7.11"), war("14.7.11"))),
]

# Each detail that a prize of a kind asks for.
DETAILS: list[tuple[str, str, Three]] = [
    ("appliance", "make",
     (seven_up("16.8.11.1(i)"), three_card("15.7.11.1(i)"), war("14.7.11.1.1"))),
    ("appliance", "model",
     (seven_up("16.8.11.1(ii)"), three_card("15.7.11.1(ii)"), war("14.7.11.1.2"))),
    ("appliance", "accessories",
     (seven_up("16.8.11.1(iii)"), three_card("15.7.11.1(iii)"), war("14.7.11.1.3"))),
    ("vehicle", "make",
     (seven_up("16.8.11.2(i)"), three_card("15.7.11.2(i)"), war("14.7.11.2.1"))),
    ("vehicle", "model",
     (seven_up("16.8.11.2(ii)"), three_card("15.7.11.2(ii)"), war("14.7.11.2.2"))),
    ("vehicle", "accessories",
     (seven_up("16.8.11.2(iii)"), three_card("15.7.11.2(iii)"), war("14.7.11.2.3"))),
    ("vehicle", "on-road costs",
     (seven_up("16.8.11.2(iv)"), three_card("15.7.11.2(iv)"), war("14.7.11.2.4"))),
    ("travel", "persons",
     (seven_up("16.8.11.3(i)"), three_card("15.7.11.3(i)"), war("14.7.11.3.1"))),
    ("travel", "included",
     (seven_up("16.8.11.3(ii)"), three_card("15.7.11.3(ii)"), war("14.7.11.3.2"))),
    ("travel", "restrictions",
     (seven_up("16.8.11.3(iii)"), three_card("15.7.11.3(iii)"), war("14.7.11.3.3"))),
    ("travel", "spending money",
     (seven_up("16.8.11.3(iv)"), three_card("15.7.11.3(iv)"), war("14.7.11.3.4"))),
    ("real estate", "dwelling",
     (seven_up("16.8.11.4(i)"), three_card("15.7.11.4(i)"), war("14.7.11.4.1"))),
    ("real estate", "plans",
     (seven_up("16.8.11.4(ii)"), three_card("15.7.11.4(ii)"), war("14.7.11.4.2"))),
    ("real estate", "contract",
     (seven_up("16.8.11.4(iii)"), three_card("15.7.11.4(iii)"), war("14.7.11.4.3"))),
    ("real estate", "easements",
     (seven_up("16.8.11.4(iv)"), three_card("15.7.11.4(iv)"), war("14.7.11.4.4"))),
    ("real estate", "location",
     (seven_up("16.8.11.4(v)"), three_card("15.7.11.4(v)"), war("14.7.11.4.5"))),
    ("real estate", "included",
     (seven_up("16.8.11.4(vi)"), three_card("15.7.11.4(vi)"), war("14.7.11.4.6"))),
]
# fmt: on


def lacking(conditions: Conditions) -> list[Clause]:
    desk = Desk(*ALL)
    desk.do(v.SetConditions(conditions))
    return [each.clause for each in missing(desk.promotion)]


def test_nothing_is_missing_from_conditions_that_say_everything() -> None:
    """7-Up Baccarat 16.8, Three Card Baccarat 15.7 and Casino War 14.7: and more may be said."""
    assert lacking(complete(further={"Photographs": "winners may be asked for one"})) == []


@pytest.mark.parametrize(("key", "changes", "clauses"), REQUIRED)
def test_each_required_term_is_missed_under_its_own_clause(
    key: str, changes: dict[str, Any], clauses: Three
) -> None:
    terms = TERMS if changes else without(key)
    assert lacking(complete(**({"terms": terms} | changes))) == list(clauses)


@pytest.mark.parametrize("key", [key for key in TERMS if key != "wager"])
def test_only_the_wager_can_be_none(key: str) -> None:
    """7-Up Baccarat 16.8.4: a minimum wager is stated if there is one; the rest always applies."""
    assert len(lacking(complete(terms=TERMS | {key: " None "}))) == 3
    assert lacking(complete(terms=TERMS | {key: "none of them on a Sunday"})) == []


@pytest.mark.parametrize(
    "prize",
    [
        msgspec.structs.replace(CASH_PRIZE, value=0),
        msgspec.structs.replace(CASH_PRIZE, conditions=" "),
        msgspec.structs.replace(CASH_PRIZE, name=" "),
    ],
)
def test_a_prize_is_described_with_its_value_and_conditions(prize: Prize) -> None:
    """7-Up Baccarat 16.8.11, Three Card Baccarat 15.7.11, Casino War 14.7.11."""
    expected = [seven_up("16.8.11"), three_card("15.7.11"), war("14.7.11")]
    assert lacking(complete(prizes=(CASH_PRIZE, prize))) == expected


def prize_of(kind: str, **changes: Any) -> Prize:
    details = {detail: "as listed" for of, detail, _ in DETAILS if of == kind}
    whole: dict[str, Any] = {"name": "the prize", "kind": kind, "value": dollars(9_000)}
    whole |= {"conditions": "none", "contains": NOTHING_EXCLUDED}
    return Prize(**(whole | {"details": details} | changes))


@pytest.mark.parametrize(("kind", "detail", "clauses"), DETAILS)
def test_each_detail_of_a_kind_of_prize_is_missed_under_its_own_clause(
    kind: str, detail: str, clauses: Three
) -> None:
    """7-Up Baccarat 16.8.11.1, 16.8.11.2, 16.8.11.3 and 16.8.11.4; Three Card Baccarat 15.7.11.1,
    15.7.11.2, 15.7.11.3 and 15.7.11.4; Casino War 14.7.11.1, 14.7.11.2, 14.7.11.3 and 14.7.11.4."""
    whole = prize_of(kind)
    assert lacking(complete(prizes=(whole,))) == []
    details = {key: text for key, text in whole.details.items() if key != detail}
    assert lacking(complete(prizes=(prize_of(kind, details=details),))) == list(clauses)


def test_a_refusal_lists_every_missing_clause() -> None:
    """7-Up Baccarat 16.8: the headings that are missing are in the refusal."""
    desk = Desk("seven-up-baccarat")
    desk.do(v.SetConditions(complete(terms=without("manner"), closes_us=0)))
    for order in (v.PublishConditions(("website",)), v.NotifyAuthority("e-mail")):
        refused = desk.refused(order)
        assert refused == Refused("conditions_incomplete", seven_up("16.8"))
        assert "7-Up Baccarat 16.8.1)" in refused.detail
        assert "7-Up Baccarat 16.8.6)" in refused.detail
        assert refused.detail.count("7-Up Baccarat") == 2


HEADS = [
    ("three-card-baccarat", three_card("15.7"), three_card("15.7.1"), three_card("15.7.6")),
    ("casino-war", war("14.7"), war("14.7.1"), war("14.7.6")),
]


@pytest.mark.parametrize(("slug", "head", "manner", "closing"), HEADS)
def test_nothing_incomplete_is_published_or_sent_to_the_authority(
    slug: str, head: Clause, manner: Clause, closing: Clause
) -> None:
    """Three Card Baccarat 15.7 and Casino War 14.7: the refusal names each term that is missing."""
    desk = Desk(slug)
    desk.do(v.SetConditions(complete(terms=without("manner"), closes_us=0)))
    for order in (v.PublishConditions(("website",)), v.NotifyAuthority("e-mail")):
        refused = desk.refused(order)
        assert refused == Refused("conditions_incomplete", head)
        assert [each in refused.detail for each in (f"({manner})", f"({closing})")] == [True, True]
        assert refused.detail.count("(") == 2


# What no prize may be

# fmt: off
EXCLUDED: list[tuple[dict[str, Any], Three]] = [
    ({"includes": ("Tobacco",)}, (seven_up("16.6.1"), three_card("15.5.1"), war("14.5.1"))),
    ({"includes": ("a watch", "cigars")},
     (seven_up("16.6.1"), three_card("15.5.1"), war("14.5.1"))),
    ({"includes": ("firearm",)}, (seven_up("16.6.2"), three_card("15.5.2"), war("14.5.2"))),
    ({"includes": ("ammunition",)}, (seven_up("16.6.2"), three_card("15.5.2"), war("14.5.2"))),
    ({"includes": ("Imitation  firearm",)},
     (seven_up("16.6.2"), three_card("15.5.2"), war("14.5.2"))),
    ({"includes": ("prohibited weapon",)},
     (seven_up("16.6.3"), three_card("15.5.3"), war("14.5.3"))),
    ({"liquor_ml": 20_001}, (seven_up("16.6.4"), three_card("15.5.4"), war("14.5.4"))),
    ({"includes": ("cosmetic surgery",)},
     (seven_up("16.6.5"), three_card("15.5.5"), war("14.5.5"))),
    ({"name": "Cosmetic Surgery"}, (seven_up("16.6.5"), three_card("15.5.5"), war("14.5.5"))),
]
# fmt: on


@pytest.mark.parametrize(("changes", "clauses"), EXCLUDED)
def test_an_excluded_prize_is_refused_by_its_clause(
    changes: dict[str, Any], clauses: Three
) -> None:
    """7-Up Baccarat 16.6, Three Card Baccarat 15.5, Casino War 14.5: not even as part of one."""
    for slug, clause in zip(ALL, clauses, strict=True):
        desk = Desk(slug)
        desk.do(v.PrescribeItems(("cosmetic surgery",)))
        order = v.SetConditions(complete(prizes=(CASH_PRIZE, prize_of("goods", **changes))))
        assert desk.refused(order) == Refused("prize_prohibited", clause)


# Each question about a prize, in the order of the documents.
# fmt: off
QUESTIONS: list[tuple[str, Three]] = [
    ("tobacco", (seven_up("16.6.1"), three_card("15.5.1"), war("14.5.1"))),
    ("firearm", (seven_up("16.6.2"), three_card("15.5.2"), war("14.5.2"))),
    ("prohibited weapon", (seven_up("16.6.3"), three_card("15.5.3"), war("14.5.3"))),
    ("liquor", (seven_up("16.6.4"), three_card("15.5.4"), war("14.5.4"))),
    ("prescribed", (seven_up("16.6.5"), three_card("15.5.5"), war("14.5.5"))),
]
# fmt: on


@pytest.mark.parametrize("kind", ["goods", "appliance", "vehicle", "travel", "real estate"])
@pytest.mark.parametrize(("item", "clauses"), QUESTIONS)
def test_each_question_about_a_prize_must_be_answered_with_no(
    item: str, clauses: Three, kind: str
) -> None:
    """7-Up Baccarat 16.6, Three Card Baccarat 15.5, Casino War 14.5, whatever the words of the
    prize are (reading A-38)."""
    unanswered = {key: no for key, no in NOTHING_EXCLUDED.items() if key != item}
    for slug, clause in zip(ALL, clauses, strict=True):
        for answers, code in (
            (NOTHING_EXCLUDED | {item: True}, "prize_prohibited"),
            (unanswered, "prize_question_unanswered"),
        ):
            prize = prize_of(kind, name="Box of Cuban cigars", contains=answers)
            order = v.SetConditions(complete(prizes=(CASH_PRIZE, prize)))
            assert Desk(slug).refused(order) == Refused(code, clause)


def test_an_amendment_answers_the_questions_too() -> None:
    """7-Up Baccarat 16.6.1: also for a prize that is added after the start."""
    desk = Desk("seven-up-baccarat").started()
    prize = prize_of("goods", contains={})
    approval = v.Approval("L-114", "the delegate", complete().starts_us)
    order = v.AmendConditions(complete(prizes=(prize,)), approval)
    expected = Refused("prize_question_unanswered", seven_up("16.6.1"))
    assert desk.refused(order) == expected


@pytest.mark.parametrize("kind", ["cash", "slots dollars", "casino dollars"])
def test_money_is_not_asked_about(kind: str) -> None:
    """Reading A-38: it consists of nothing else."""
    desk = Desk(*ALL)
    desk.do(v.SetConditions(complete(prizes=(prize_of(kind, details={}, contains={}),))))


@pytest.mark.parametrize(
    "changes",
    [
        {"liquor_ml": 20_000, "includes": ("liquor",)},
        {"liquor_ml": 20_000, "count": 5},
        {"includes": ("a toy", "a tobacco tin of 1901")},
        {"includes": ("a cosmetic",)},
    ],
)
def test_what_is_not_excluded_can_be_won(changes: dict[str, Any]) -> None:
    """7-Up Baccarat 16.6.4: more than 20 litres is excluded, 20 are not, and each prize counts by
    itself (readings A-20 and A-25)."""
    desk = Desk(*ALL)
    desk.do(v.PrescribeItems(("cosmetic surgery",)))
    desk.do(v.SetConditions(complete(prizes=(prize_of("goods", **changes),))))


def test_liquor_is_measured() -> None:
    """7-Up Baccarat 16.6.4: nobody can tell whether unmeasured liquor is more than 20 litres."""
    order = v.SetConditions(complete(prizes=(prize_of("goods", includes=("liquor",)),)))
    expected = Refused("liquor_not_measured", seven_up("16.6.4"))
    assert Desk("seven-up-baccarat").refused(order) == expected


def test_the_list_of_prescribed_items_can_change_until_the_start() -> None:
    """7-Up Baccarat 16.6.5: what is prescribed later bars the publication."""
    desk = Desk("seven-up-baccarat")
    desk.do(v.SetConditions(complete(prizes=(prize_of("goods", name="a drone"),))))
    desk.do(v.PrescribeItems(("a drone",)))
    expected = Refused("prize_prohibited", seven_up("16.6.5"))
    assert desk.refused(v.PublishConditions(("website",))) == expected
    desk.do(v.PrescribeItems(()))
    desk.do(v.PublishConditions(("website",)))


@pytest.mark.parametrize(
    ("millilitres", "text"),
    [(20_000, "20 litres"), (20_001, "20.001 litres"), (4_500, "4.5 litres")],
)
def test_litres_are_written_exactly(millilitres: int, text: str) -> None:
    assert litres(millilitres) == text


@pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.4")),
        ("three-card-baccarat", three_card("15.3")),
        ("casino-war", war("14.3")),
    ],
)
@pytest.mark.parametrize("kind", ["slots dollars", "casino dollars", "cash"])
def test_dollars_of_the_house_have_no_cash_alternative(
    slug: str, clause: Clause, kind: str
) -> None:
    prize = prize_of(kind, details={}, cash_alternative=dollars(100))
    order = v.SetConditions(complete(prizes=(prize,)))
    assert Desk(slug).refused(order) == Refused("no_cash_alternative", clause)


@pytest.mark.parametrize(
    "change", [{"value": -1}, {"count": 0}, {"cash_alternative": -1}, {"liquor_ml": -1}]
)
def test_a_figure_below_nothing_is_refused(change: dict[str, int]) -> None:
    order = v.SetConditions(complete(prizes=(prize_of("goods", **change),)))
    expected = Refused("prize_impossible", war("14.7.11"))
    assert Desk("casino-war").refused(order) == expected


def test_start_closing_draw_and_end_follow_one_another() -> None:
    order = v.SetConditions(complete(draw_us=complete().closes_us - 1))
    expected = Refused("times_disordered", war("14.7.7"))
    assert Desk("casino-war").refused(order) == expected


# The register of promotions


def test_a_promotion_is_in_the_register_before_anything_is_awarded() -> None:
    """7-Up Baccarat 16.2, Three Card Baccarat 15.1, Casino War 14.1: by edition."""
    desk = Desk()
    assert desk.refused(v.SetConditions(complete())) == Refused("not_registered", None)
    (fact,) = desk.do(v.RegisterPromotion("Autumn draw", ALL))
    assert isinstance(fact, v.PromotionRegistered)
    assert {seven_up("16.2"), three_card("15.1"), war("14.1")} < set(fact.clauses)
    assert fact.editions == (seven_up.id, three_card.id, war.id)
    assert fact.contents == (seven_up.content_hash, three_card.content_hash, war.content_hash)
    again = desk.refused(v.RegisterPromotion("Autumn draw", ALL))
    assert again == Refused("registered", seven_up("16.2"))


@pytest.mark.parametrize(
    ("slug", "clause"),
    [
        ("seven-up-baccarat", seven_up("16.1.1 Promotional Prize(s)")),
        ("three-card-baccarat", three_card("1.1 Promotional Prize(s)")),
        ("casino-war", war("1.1 promotional prize(s)")),
    ],
)
def test_a_reward_without_chance_is_no_promotional_prize(slug: str, clause: Clause) -> None:
    reward = v.RegisterPromotion("Ten stamps", (slug,), award="collecting ten stamps")
    assert Desk().refused(reward) == Refused("not_by_chance", clause)
    (fact,) = Desk().do(v.RegisterPromotion("Wheel", (slug,), award="chance"))
    assert clause in fact.clauses  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("documents", "code"),
    [
        ((), "no_documents"),
        (("casino-war", "casino-war"), "no_documents"),
        (("mini-baccarat",), "no_promotions"),
        (("bridge",), "no_promotions"),
    ],
)
def test_a_promotion_belongs_to_games_whose_rules_have_one(
    documents: tuple[str, ...], code: str
) -> None:
    assert Desk().refused(v.RegisterPromotion("Autumn draw", documents)).code == code


def test_a_promotion_has_a_name() -> None:
    order = v.RegisterPromotion(" ", ("casino-war",))
    assert Desk().refused(order) == Refused("no_name", war("14.1"))


# Publication

# fmt: off
PUBLISHED = pytest.mark.parametrize(("slug", "clause"), [
    ("seven-up-baccarat", seven_up("16.7")), ("three-card-baccarat", three_card("15.6")),
    ("casino-war", war("14.6")),
])
# fmt: on


@PUBLISHED
def test_a_promotion_does_not_start_unpublished(slug: str, clause: Clause) -> None:
    desk = Desk(slug)
    desk.do(v.SetConditions(complete()))
    desk.do(v.NotifyAuthority("e-mail"))
    expected = Refused("conditions_not_published", clause)
    assert desk.refused(v.StartPromotion(), at=complete().starts_us) == expected
    assert desk.refused(v.PublishConditions((" ",))) == Refused("nowhere_available", clause)
    desk.do(v.PublishConditions(("brochure",)))
    desk.do(v.StartPromotion())


@PUBLISHED
def test_marketing_refers_to_the_terms(slug: str, clause: Clause) -> None:
    desk = Desk(slug)
    expected = Refused("terms_not_referred_to", clause)
    assert desk.refused(v.FileMaterial("poster")) == expected
    desk.do(v.FileMaterial("poster", "terms at the desk"))
    assert desk.promotion.materials == {"poster": "terms at the desk"}


def test_only_promotions_write_the_conditions() -> None:
    """Casino War 14.7: the operator details them, by the office that it has for it."""
    desk = Desk("casino-war")
    for role in Role:
        ruling = desk.ask(v.SetConditions(complete()), by=role)
        refused = ruling == Refused("role_may_not", war("14.7"))
        assert refused == (role != Role.PROMOTIONS)
