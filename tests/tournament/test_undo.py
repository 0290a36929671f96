"""One's own last action is taken back as a new fact, while nothing rests on it."""

from __future__ import annotations

import copy
from collections.abc import Callable

import pytest

from houseway.rulebook.roles import Role
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from houseway.tournament.state import Tournament
from tests.tournament.desk import DIRECTOR, FINAL, MANAGER, WORDS, Desk

SLUG = "tournament-blackjack"
NO_HEATS = {"stages": (FINAL,), "answers": {**WORDS, "progress": "none"}}


def undo(desk: Desk, by: Role = DIRECTOR, actor: str = "Dora") -> None:
    desk.do(v.UndoLast("by mistake"), by, actor)


def seen(tournament: Tournament) -> Tournament:
    """The tournament but for what is only remembered, so that two can be compared."""
    kept = copy.deepcopy(tournament)
    kept.actions, kept.acting, kept.before, kept.registered = {}, "", None, 0
    kept.accounts = {name: amount for name, amount in kept.accounts.items() if amount}
    return kept


def _ready(desk: Desk) -> Desk:
    desk.cleared(**NO_HEATS).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    return desk


def _counted(desk: Desk) -> Desk:
    _ready(desk).counted({1: 150, 2: 90})
    return desk


def _confirmed(desk: Desk) -> Desk:
    _counted(desk).confirm()
    return desk


ACTIONS: dict[str, tuple[Callable[[Desk], object], Callable[[Desk], object], Role, str]] = {
    "conditions": (lambda d: d.cleared(), lambda d: d.draft(least=3), DIRECTOR, "Dora"),
    "an entry": (lambda d: d.cleared(), lambda d: d.enter("Ana"), DIRECTOR, "Dora"),
    "a reserve": (
        lambda d: d.cleared(), lambda d: d.do(e.ListReserve("id", "Eli")), DIRECTOR, "Dora",
    ),
    "a substitute": (
        lambda d: d.cleared().enter("Ana"),
        lambda d: d.do(e.ApproveSubstitute(1, "id Eli", "Eli", "ill")), DIRECTOR, "Dora",
    ),
    "cash added": (
        lambda d: d.cleared(), lambda d: d.operator(e.AddToPool(500)), MANAGER, "Gita",
    ),
    "goods added": (
        lambda d: d.cleared(),
        lambda d: d.operator(e.AddToPool(goods="a car", place=1)), MANAGER, "Gita",
    ),
    "counts": (
        _ready, lambda d: d.do(r.RecordCounts(1, {1: 150, 2: 90}), Role.DEALER, "Eli"),
        Role.DEALER, "Eli",
    ),
    "places": (_counted, lambda d: d.confirm(), DIRECTOR, "Dora"),
    "prizes": (_confirmed, lambda d: d.awarded(), DIRECTOR, "Dora"),
}  # fmt: skip


@pytest.mark.parametrize("name", ACTIONS)
def test_an_action_taken_back_leaves_everything_as_it_was(name: str) -> None:
    """And it can be taken back once only."""
    given, act, by, actor = ACTIONS[name]
    desk = Desk(SLUG)
    given(desk)
    before = seen(desk.tournament)

    act(desk)
    assert seen(desk.tournament) != before
    undo(desk, by, actor)

    assert seen(desk.tournament) == before
    assert desk.ask(v.UndoLast("again"), by, actor).code == "nothing_to_undo"  # type: ignore[union-attr]


def _rests(desk: Desk, by: Role = DIRECTOR, actor: str = "Dora") -> str:
    return desk.refused(v.UndoLast("by mistake"), by, actor).code


def test_conditions_that_were_published_stay() -> None:
    desk = Desk(SLUG)
    desk.draft()
    desk.operator(v.PublishConditions())
    assert _rests(desk) == "something_rests_on_it"


def test_an_entry_that_plays_stays() -> None:
    desk = Desk(SLUG).cleared().enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    assert _rests(desk) == "something_rests_on_it"


def test_counts_that_were_confirmed_stay() -> None:
    desk = _counted(Desk(SLUG))
    assert _rests(desk, Role.DEALER, "Eli") == "something_rests_on_it"


def test_places_stay_once_the_next_session_is_planned() -> None:
    desk = Desk(SLUG).cleared().enter("Ana", "Ben")
    desk.played(0, {"1": (1,), "2": (2,)})
    desk.counted({1: 50, 2: 60})
    desk.confirm()
    desk.played(1, {"1": (1, 2)})
    assert _rests(desk) == "something_rests_on_it"


def test_prizes_stay_once_one_is_paid() -> None:
    desk = _confirmed(Desk(SLUG))
    desk.awarded()
    desk.operator(r.PayPrize(1, "slip"))
    assert _rests(desk) == "something_rests_on_it"


def test_nobody_takes_back_what_somebody_else_did() -> None:
    desk = Desk(SLUG).cleared()
    desk.do(desk.application("Ana"), Role.GAMING_SUPERVISOR, "Finn")
    assert _rests(desk, Role.GAMING_SUPERVISOR, "Chen") == "nothing_to_undo"
    undo(desk, Role.GAMING_SUPERVISOR, "Finn")
    assert not desk.tournament.entries


def test_what_is_taken_back_has_a_reason() -> None:
    desk = Desk(SLUG).cleared().enter("Ana")
    assert desk.refused(v.UndoLast(" ")).code == "no_reason"


def test_the_number_of_an_entry_taken_back_is_not_given_again() -> None:
    desk = Desk(SLUG).cleared().enter("Ana")
    undo(desk)
    desk.enter("Ben")
    assert list(desk.tournament.entries) == [2]
