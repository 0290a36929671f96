"""Spaced repetition: what was wrong comes again soon, what was right later, and progress counts."""

from __future__ import annotations

from datetime import UTC, date, datetime

import msgspec
import pytest

from houseway.games import find, slugs
from houseway.training.choosing import Scope, SeedBook, askable, choose, due
from houseway.training.drill import Drill
from houseway.training.generate import drill
from houseway.training.progress import (
    RECENT,
    SLOW_MS,
    Memory,
    Progress,
    Rating,
    Skill,
    number_of,
    outcomes,
    recall,
    reviewed,
    sections,
    take,
)

MINUTE_US, DAY_US = 60_000_000, 86_400_000_000
MONDAY_US = int(datetime(2026, 3, 2, 12, tzinfo=UTC).timestamp()) * 1_000_000
SCOPE = Scope("mini-baccarat", ("payout",))


def answer(
    progress: Progress, made: Drill, *, right: bool, at_us: int = MONDAY_US, took_ms: int = 0
) -> bool:
    """Answer every part as the engine does, or every part wrongly."""
    wrong = [("0.01",) if part.form == "money" else () for part in made.parts]
    said = [part.answer for part in made.parts] if right else wrong
    return take(progress, made, made.mark(said), at_us, took_ms)


def test_a_wrong_answer_comes_again_before_a_right_one() -> None:
    wrong, right = Progress(), Progress()
    made = drill("mini-baccarat", "payout", 1)
    answer(wrong, made, right=False)
    answer(right, made, right=True)
    for key, learnt in wrong.skills.items():
        assert learnt.memory.due_us < right.skills[key].memory.due_us
        assert (learnt.right, learnt.wrong) == (0, 1)


def test_intervals_grow_with_each_right_answer_in_time() -> None:
    memory, at_us, waits = Memory(), MONDAY_US, list[int]()
    for _ in range(6):
        memory = reviewed(memory, Rating.GOOD, at_us)
        waits.append(memory.due_us - at_us)
        at_us = memory.due_us
    assert waits == sorted(waits)
    assert waits[-1] > 30 * DAY_US


def test_recall_fades_until_the_clause_is_due() -> None:
    """The scheduler asks again when nine of ten answers would still be right."""
    memory = Memory()
    for _ in range(3):
        memory = reviewed(memory, Rating.GOOD, max(memory.due_us, MONDAY_US))
    at_once, when_due = recall(memory, memory.asked_us), recall(memory, memory.due_us)
    assert at_once == 1.0
    assert when_due == pytest.approx(0.9, abs=0.02)
    assert recall(memory, memory.due_us + 300 * DAY_US) < when_due
    assert recall(Memory(), MONDAY_US) == 0.0


def test_a_slow_right_answer_comes_again_sooner() -> None:
    quick, slow = Progress(), Progress()
    made = drill("mini-baccarat", "payout", 1)
    answer(quick, made, right=True, took_ms=2_000)
    answer(slow, made, right=True, took_ms=SLOW_MS * len(made.parts) + 1)
    key = next(iter(quick.skills))
    assert slow.skills[key].memory.due_us < quick.skills[key].memory.due_us


def test_a_clause_is_known_only_if_every_part_that_names_it_is_right() -> None:
    made = drill("mini-baccarat", "irregularity", 2)
    said = [part.answer for part in made.parts]
    marks = made.mark([(), *said[1:]])
    assert not marks[0].right
    for skill, known in outcomes(made, marks).items():
        clause = find(made.edition).cite(skill.clause)
        named = [each for each in marks if clause in each.clauses]
        assert known == all(each.right for each in named)


def test_what_is_due_is_asked_in_another_situation() -> None:
    progress, book = Progress(), SeedBook()
    made = drill("mini-baccarat", "payout", 1)
    answer(progress, made, right=False)
    later = MONDAY_US + 2 * MINUTE_US
    assert set(due(SCOPE, progress, later)) == set(outcomes(made, made.mark(
        [part.answer for part in made.parts])))  # fmt: skip
    choice = choose(SCOPE, progress, later, "new", book)
    assert choice.skill in due(SCOPE, progress, later)
    again = drill("mini-baccarat", choice.kind, choice.seed)
    assert again.name != made.name
    assert choice.skill is not None
    assert choice.skill.clause in [number_of(again.edition, each) for each in again.clauses]


def test_what_is_most_likely_forgotten_comes_first() -> None:
    progress = Progress()
    old, new = Skill("payout", "8.8(a)"), Skill("payout", "8.8(b)")
    made = drill("mini-baccarat", "payout", 1)
    answer(progress, made, right=False)
    learnt = progress.skills.popitem()[1]
    longer_ago = msgspec.convert(msgspec.to_builtins(learnt), type(learnt))
    longer_ago.memory = reviewed(Memory(), Rating.AGAIN, MONDAY_US - 9 * DAY_US)
    progress.skills = {new.key: learnt, old.key: longer_ago}
    assert choose(SCOPE, progress, MONDAY_US + DAY_US, "x", SeedBook()).skill == old


def test_without_anything_due_new_clauses_and_little_trained_kinds_are_asked() -> None:
    progress, book = Progress(), SeedBook()
    scope = Scope("casino-war", ("payout", "next"))
    kinds = set()
    for number in range(8):
        choice = choose(scope, progress, MONDAY_US, f"n{number}", book)
        kinds.add(choice.kind)
        answer(progress, drill("casino-war", choice.kind, choice.seed), right=True)
    assert kinds == {"payout", "next"}
    assert progress.asked == 8


def test_a_course_of_some_clauses_asks_only_those() -> None:
    progress, scope = Progress(), Scope("casino-war", (), ("8.2.2",))
    for number in range(4):
        choice = choose(scope, progress, MONDAY_US, f"c{number}", SeedBook())
        made = drill("casino-war", choice.kind, choice.seed)
        assert "Casino War 8.2.2" in made.clauses
        answer(progress, made, right=True)


def test_the_same_drill_counts_once() -> None:
    progress = Progress()
    made = drill("mini-baccarat", "payout", 1)
    assert answer(progress, made, right=True)
    before = msgspec.json.encode(progress)
    assert not answer(progress, made, right=True)
    assert msgspec.json.encode(progress) == before


def test_streaks_days_and_speed_are_counted() -> None:
    progress = Progress()
    drills = [drill("mini-baccarat", "payout", seed) for seed in range(5)]
    for made, right in zip(drills, (True, True, False, True, True), strict=True):
        answer(progress, made, right=right, took_ms=4_000)
    assert (progress.streak, progress.best_streak) == (2, 2)
    assert (progress.asked, progress.right, progress.seconds) == (5, 4, 4.0)
    for day, made in enumerate((drill("mini-baccarat", "next", s) for s in range(3)), 1):
        answer(progress, made, right=True, at_us=MONDAY_US + day * DAY_US)
    assert progress.days_in_a_row(date(2026, 3, 5)) == 4
    assert progress.days_in_a_row(date(2026, 3, 6)) == 4
    assert progress.days_in_a_row(date(2026, 3, 7)) == 0
    assert progress.days["2026-03-02"].right == 4
    assert len(progress.recent) <= RECENT


def test_progress_is_shown_by_section_and_clause() -> None:
    progress = Progress()
    made = drill("mini-baccarat", "payout", 1)
    answer(progress, made, right=True)
    game = find("mini-baccarat")
    found = sections(progress, game, askable("mini-baccarat"), MONDAY_US)
    numbers = [each.number for section in found for each in section.clauses]
    assert set(numbers) >= askable("mini-baccarat")
    assert len(numbers) == len(set(numbers))
    asked = {each.number for section in found for each in section.clauses if each.asked}
    assert asked == {number_of(made.edition, each) for each in made.clauses}
    for section in found:
        assert section.heading
        assert 0 <= section.recall <= 1
        assert section.met == sum(each.asked > 0 for each in section.clauses)


@pytest.mark.parametrize("slug", slugs())
def test_every_clause_that_can_be_asked_is_of_the_document(slug: str) -> None:
    assert askable(slug) <= find(slug).cite.clauses.keys()
    assert askable(slug)


def test_progress_survives_being_stored() -> None:
    progress = Progress()
    answer(progress, drill("mini-baccarat", "payout", 1), right=False, took_ms=900)
    again = msgspec.json.decode(msgspec.json.encode(progress), type=Progress)
    assert again == progress
