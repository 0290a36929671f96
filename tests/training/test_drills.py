"""Drills: made by the live engine, the same for a seed, marked by clause, judged twice."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from houseway.equipment.chips import BadAmount, dollars
from houseway.games import find, slugs
from houseway.records import sentences
from houseway.rulebook.document import clause_row
from houseway.training.drill import Drill, Part, Walk, amount_of, mark
from houseway.training.generate import (
    BUSY,
    KINDS,
    NoDrill,
    Script,
    drill,
    drills,
    kinds_of,
    scripts,
)
from houseway.training.irregular import likely
from houseway.training.second import differences

EACH = [(slug, kind) for slug in slugs() for kind in kinds_of(find(slug))]
AT_TABLES = [(slug, kind) for slug, kind in EACH if KINDS[kind].ask]
IN_TOURNAMENTS = [(slug, kind) for slug, kind in EACH if KINDS[kind].ask_in]


def _can_be_asked(made: Drill) -> None:
    assert made.parts
    for part in made.parts:
        assert part.clauses
        assert all(clause_row(each).must for each in part.clauses)
        if part.form != "money":
            assert set(part.answer) <= set(part.options)
            assert len(set(part.options)) == len(part.options) > 1


@pytest.mark.parametrize(("slug", "kind"), AT_TABLES)
def test_every_kind_of_every_game_is_judged_alike_by_its_record(slug: str, kind: str) -> None:
    for seed in range(2):
        made = drill(slug, kind, seed)
        _can_be_asked(made)
        assert differences(made) == []


@pytest.mark.parametrize(("slug", "kind"), IN_TOURNAMENTS)
def test_every_kind_of_tournament_is_ruled_alike_from_its_stored_events(
    slug: str, kind: str
) -> None:
    made = drill(slug, kind, 1)
    _can_be_asked(made)
    assert differences(made) == []


def test_another_past_of_a_tournament_is_noticed() -> None:
    made = drill("tournament-roulette", "prizes", 1)
    other = drill("tournament-roulette", "prizes", 3)
    assert made.parts != other.parts
    assert differences(replace(made, scene=other.scene))


@pytest.mark.parametrize("slug", dict(IN_TOURNAMENTS))
def test_prizes_divide_the_whole_pool_by_the_shares_of_the_places(slug: str) -> None:
    """The figures stand in the situation: the pool, the shares, and who took which place."""
    for seed in range(2):
        made = drill(slug, "prizes", seed)
        pool = dollars(made.situation[0].removeprefix("the pool is "))
        shares = [Fraction(each) for each in re.findall(r"([0-9.]+) %", made.situation[1])]
        prizes = [dollars(part.answer[0]) for part in made.parts]
        assert sum(prizes) == pool
        if not any("together" in line for line in made.situation):
            assert prizes == [pool * share / 100 for share in shares]


@pytest.mark.parametrize("kind", KINDS)
def test_the_same_seed_asks_the_same(kind: str) -> None:
    slug = next(each for each in slugs() if kind in kinds_of(find(each)))
    assert _shown(drill(slug, kind, "again")) == _shown(drill(slug, kind, "again"))


def _shown(made: Drill) -> object:
    return made.situation, made.parts, made.ruling, made.before, made.after


def test_what_is_asked_does_not_lie_on_the_felt() -> None:
    made = drill("mini-baccarat", "total", 1)
    assert made.before is not None
    assert made.after is not None
    assert made.before.next is None
    assert not any(hand.total or hand.note for hand in made.before.felt.hands)
    assert any(hand.total for hand in made.after.felt.hands)


def test_commission_is_asked() -> None:
    """Mini Baccarat 8.8(b): a winning wager on banker pays 1 to 1 less 5 per cent."""
    paid = [
        part
        for made in drills("mini-baccarat", kinds=["fraction"], count=12)
        for part in made.parts
        if "Mini Baccarat 8.8(b)" in part.clauses
    ]
    assert paid
    for part in paid:
        stake = amount_of(part.asks.split("$")[1].split(" ")[0])
        assert amount_of(part.answer[0]) * 100 == stake * 95


@pytest.mark.parametrize("slug", slugs())
def test_a_busy_table_pays_several_patrons(slug: str) -> None:
    made = drill(slug, "crowd", 1)
    assert len(made.parts) >= 2
    staked = {line.split(" has ")[0] for line in made.situation if " has " in line}
    assert len(staked) >= BUSY


@pytest.mark.parametrize("slug", slugs())
def test_a_stake_above_the_maximum_is_paid_up_to_it(slug: str) -> None:
    """The answer is less than the whole stake would be paid, and never more than the maximum."""
    made = drill(slug, "cap", 1)
    assert made.session is not None
    odds = [line.odds.exact for line in find(slug).wagers(made.session.setup.options)]
    for part in made.parts:
        stake = dollars(part.asks.split("$")[1].split(" ")[0])
        paid = dollars(part.answer[0])
        assert stake > made.session.setup.limits.maximum
        assert paid <= made.session.setup.limits.maximum * max(odds)
        assert paid < stake * max(odds)


def test_the_maximum_payout_of_a_table_is_asked() -> None:
    """Tournament Canberra Poker 8.2: a flush pays 5 to 1, $1,000, but the table pays $500."""
    made = drill("tournament-canberra-poker", "cap", "script:a flush above the maximum payout")
    assert [part.answer for part in made.parts] == [("500.00",)]
    assert "Tournament Canberra Poker 8.2" in made.clauses


@pytest.mark.parametrize("script", scripts(), ids=lambda each: f"{each.game}: {each.name}")
def test_every_scripted_situation_is_judged_alike_by_its_record(script: Script) -> None:
    made = drill(script.game, script.kind, script.seed)
    _can_be_asked(made)
    assert differences(made) == []


@pytest.mark.parametrize("slug", slugs())
def test_every_command_that_is_thought_of_can_be_written_in_a_record(slug: str) -> None:
    game = find(slug)
    walk, reports = Walk(game, "words"), 0
    for _, _moment in zip(range(60), walk.moments(), strict=False):
        for kind in game.orders:
            command = likely(walk, kind)
            if command is not None:
                text = sentences.write(command)
                assert type(sentences.read(text, game.orders)) in game.orders, text
                reports += 1
    assert reports > 500


AMOUNT = Part("", "money", ("62.50",), ())


@pytest.mark.parametrize("given", ["62.50", "$62.50", "2x25 1x10 1x2.50", "1x50, 5x2.50"])
def test_a_payout_is_typed_or_built_from_chips(given: str) -> None:
    assert mark(AMOUNT, [given]).right


@pytest.mark.parametrize("given", ["62", "1x50", "0"])
def test_another_amount_is_wrong(given: str) -> None:
    assert not mark(AMOUNT, [given]).right


@pytest.mark.parametrize("given", ["many", "2x", "ax5"])
def test_what_is_no_amount_is_not_marked(given: str) -> None:
    with pytest.raises(BadAmount):
        mark(AMOUNT, [given])


def test_order_matters_only_where_it_is_asked() -> None:
    answer = ("one", "two")
    assert mark(Part("", "several", answer, ()), ["two", "one"]).right
    assert not mark(Part("", "order", answer, ()), ["two", "one"]).right


def test_a_kind_that_a_game_does_not_have_is_named() -> None:
    with pytest.raises(NoDrill, match="has no drill 'setting'"):
        drill("mini-baccarat", "setting", 1)
