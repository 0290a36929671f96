"""Situations that every document rules on: who is in charge, and the conditions.

A situation is given a desk on which nothing has been drafted, and answers with a few words and a
clause. What is right under which document is typed in the tables of the tests, by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from houseway.tournament.conditions import not_cleared_for_play
from houseway.tournament.terms import Ties
from tests.tournament.desk import FINAL, HEATS, MANAGER, WORDS, Desk, conditions
from tests.tournament.told import SITUATIONS, Outcome, fact, of, situation

# Who is in charge


@situation("a supervisor opens the tournament")
def _(desk: Desk) -> Outcome:
    fresh = Desk(desk.slug, opened=False)
    return of(fresh.ask(v.OpenTournament(desk.slug, "Spring", "Dora"), Role.GAMING_SUPERVISOR))


@situation("the operator names nobody in charge")
def _(desk: Desk) -> Outcome:
    fresh = Desk(desk.slug, opened=False)
    return of(
        fresh.ask(simulated(v.OpenTournament(desk.slug, "Spring", "", "L-1")), MANAGER, "Gita")
    )


@situation("somebody in charge without a licence")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.NominateDirector("Eli"), MANAGER, "Gita"))


@situation("a director who was not nominated")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug)), actor="Ben"))


@situation("a director who was replaced gives an order")
def _(desk: Desk) -> Outcome:
    desk.do(v.NominateDirector("Eli", "L-2"), MANAGER, "Gita")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug))))


@situation("an assistant is named")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.NameAssistant("Eli", "counting")))


@situation("an assistant gives a director's order")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    desk.do(v.NameAssistant("Eli", "counting"))
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


@situation("an assistant gives an order that the conditions leave to assistants")
def _(desk: Desk) -> Outcome:
    desk.cleared(delegated=("CloseEntries",))
    desk.do(v.NameAssistant("Eli", "counting"))
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


@situation("one more person in the office gives a director's order")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    desk.do(v.NominateDirector("Eli"), MANAGER, "Gita")
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


# What the conditions lack


_LACKING: dict[str, dict[str, Any]] = {
    "start": {"starts_us": 0},
    "structure": {"stages": (msgspec.structs.replace(HEATS, rounds=0), FINAL)},
    "sessions": {"stages": (msgspec.structs.replace(HEATS, rounds=0), FINAL)},
    "tables": {"stages": (msgspec.structs.replace(HEATS, tables=0), FINAL)},
    "fee": {"fee": None, "commission": None},
    "commission": {"commission": None},
    "chips": {"stages": (msgspec.structs.replace(HEATS, chips=0), FINAL)},
    "limits": {"stages": (msgspec.structs.replace(HEATS, minimum=0), FINAL)},
    "numbers": {"most": None},
    "breakdown": {"breakdown": None},
    "perfect pairs": {"perfect_pairs": None},
    "level": {"ties": Ties(final="share")},
    "final tie": {"ties": Ties(session="rounds")},
    "points": {
        "stages": (msgspec.structs.replace(FINAL, points=(3, 1)),),
        "ties": Ties(session="share points", points="share"),
        "answers": {**WORDS, "progress": "none", "level": "none"},
    },
    "level points": {
        "stages": (msgspec.structs.replace(FINAL, points=(3, 1)),),
        "ties": Ties(points="share"),
        "answers": {
            **{key: said for key, said in WORDS.items() if "points" not in key},
            **dict.fromkeys(("progress", "level", "final tie"), "none"),
        },
    },
}


def _without(key: str) -> Callable[[Desk], Outcome]:
    """The conditions without one item, and everything else said."""

    def told(desk: Desk) -> Outcome:
        changes = dict(_LACKING.get(key, {}))
        if key not in ("points", "commission", "level points"):
            changes["answers"] = {name: said for name, said in WORDS.items() if name != key}
        desk.draft(**changes)
        return of(desk.ask(v.PublishConditions()))

    return told


for _key in (*WORDS, *_LACKING, "progress"):
    SITUATIONS[f"conditions without {_key}"] = _without(_key)


@situation("points are given, and the item says none")
def _(desk: Desk) -> Outcome:
    return _without("points")(desk)


@situation("people go on, and the item says none")
def _(desk: Desk) -> Outcome:
    desk.draft(answers={**WORDS, "progress": "none"})
    return of(desk.ask(v.PublishConditions()))


@situation("a statement that says none")
def _(desk: Desk) -> Outcome:
    desk.draft(answers={**WORDS, "statement": "none"})
    return of(desk.ask(v.PublishConditions()))


@situation("people drop out, and the item says none")
def _(desk: Desk) -> Outcome:
    desk.draft(answers={**WORDS, "elimination": "none"})
    return of(desk.ask(v.PublishConditions()))


@situation("conditions that lack everything")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.PublishConditions()))


# What happens to the conditions


@situation("the Inspector approves")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ines"))


@situation("the director approves")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(1, "INS 4")))


@situation("another version is approved")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(2, "INS 4"), Role.INSPECTOR, "Ines"))


@situation("play without approval")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    return of(not_cleared_for_play(desk.tournament))


@situation("play after approval")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(not_cleared_for_play(desk.tournament))


@situation("play after a change")
def _(desk: Desk) -> Outcome:
    desk.cleared().draft(least=3)
    return of(not_cleared_for_play(desk.tournament))


@situation("the conditions are published")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.PublishConditions()))


@situation("the Commission is notified")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.NotifyCommission("letter 7")))


@situation("the Commission is notified without proof")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.NotifyCommission(" ")))


@situation("entries open before publication")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(e.OpenEntries()))


@situation("entries open before notification")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    return of(desk.ask(e.OpenEntries()))


@situation("entries open")
def _(desk: Desk) -> Outcome:
    return fact_of_kind(desk, e.EntriesOpened, lambda: desk.cleared())


def fact_of_kind(desk: Desk, kind: type[Event], act: Callable[[], Any]) -> Outcome:
    """The fact of one kind among those that an act made."""
    seen: list[Event] = []
    before = desk.do

    def watching(*given: Any, **more: Any) -> tuple[Event, ...]:
        events = before(*given, **more)
        seen.extend(events)
        return events

    desk.do = watching  # type: ignore[method-assign]
    act()
    desk.do = before  # type: ignore[method-assign]
    return fact(next(each for each in seen if isinstance(each, kind)))


@situation("an entry after changed conditions")
def _(desk: Desk) -> Outcome:
    desk.cleared().draft(least=3)
    return of(desk.ask(desk.application("Ana")))


@situation("a change of the conditions once the first session has begun")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana", "Ben")
    desk.played(0, {"1": (1,), "2": (2,)})
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, least=3))))


@situation("a change of the fee once fees were paid")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, fee=3000))))


# What only some documents have


def _drafted_with(**changes: Any) -> Callable[[Desk], Outcome]:
    return lambda desk: of(desk.ask(v.DraftConditions(conditions(desk.slug, **changes))))


SITUATIONS["conditions with pass cards"] = _drafted_with(pass_cards=3)
SITUATIONS["conditions with undisclosed wagers"] = _drafted_with(undisclosed=1)
SITUATIONS["conditions that choose the order"] = _drafted_with(ordered=True)
SITUATIONS["conditions with Perfect Pairs"] = _drafted_with(perfect_pairs=True)
SITUATIONS["conditions with points"] = _drafted_with(
    stages=(msgspec.structs.replace(FINAL, points=(3, 1)),)
)
