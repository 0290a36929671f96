"""No answer tells an undisclosed wager: whatever Ben has written, all others are answered alike.

Halls that differ in nothing but Ben's form are asked the same: every command of a tournament, by
everybody who may not know what the form says. The answers, the events that would be appended and
the views afterwards are compared.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from itertools import product
from types import NoneType
from typing import Annotated, Any, Literal, NamedTuple, get_args, get_origin, get_type_hints

import msgspec
import pytest

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.machine import Given, May, fault_of
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.view import Viewer
from houseway.table.vocabulary import OrderRefused
from houseway.tournament import session_vocabulary as s
from houseway.tournament import undisclosed
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.leaderboard import board
from houseway.tournament.shown import shown
from houseway.tournament.state import Tournament
from houseway.tournament.tournament import MACHINE, decide, evolve
from tests.tournament.desk import conditions
from tests.tournament.hall import PATRON, SEED
from tests.tournament.play.star import Star

BEN = 2
Wager = tuple[str, int]
IN_ORDER: tuple[Wager, ...] = (("banker", 10), ("player", 20), ("tie", 50), ("banker", 50))
FAULTY: tuple[Wager, ...] = (("", 0), ("banker", 0), ("", 20), ("banker", 9), ("player", 60))
VERSION = 7


# States of play before the disclosure


def handed_in(on: str, amount: int, **changes: Any) -> Star:
    here = Star().ready(**changes).open()
    here.call(1)
    here.stake(1, 10)
    here.call(BEN)
    assert isinstance(here.hand_in(BEN, on, amount), Accepted)
    return here


def returned(on: str, amount: int) -> Star:
    here = handed_in(on, amount)
    here.supervise(f.ReturnForm(1, BEN, "it cannot be read"))
    return here


def examined(on: str, amount: int, **changes: Any) -> Star:
    here = handed_in(on, amount, **changes)
    assert isinstance(here.supervise(f.PassForm(1, BEN)), Accepted)
    return here


def beside_a_stake(on: str, amount: int) -> Star:
    here = examined(on, amount)
    assert isinstance(here.stake(BEN, 30), Accepted)
    return here


def in_turn(on: str, amount: int) -> Star:
    """Where the conditions have an order of wagering, the next has been called."""
    here = examined(on, amount, ordered=True)
    assert isinstance(here.call(3), Accepted)
    return here


def announcing(on: str, amount: int) -> Star:
    """Chen's form, too, has been handed in, and is announced first."""
    here = examined(on, amount)
    here.hand_in(3, "banker", 20)
    here.supervise(f.PassForm(1, 3))
    here.close()
    assert isinstance(here.supervise(f.AnnounceForm(1, 3)), Accepted)
    return here


def disputed(on: str, amount: int) -> Star:
    here = announcing(on, amount)
    here.try_(w.DisputeRound(1, 1, "my stake was not placed"), 1)
    return here


def voided(on: str, amount: int) -> Star:
    """Void before the announcement: what was written is never disclosed."""
    here = announcing(on, amount)
    here.do(w.DeclareRoundVoid(1, "1", "the lights went out"))
    return here


def disqualified(on: str, amount: int) -> Star:
    here = examined(on, amount)
    here.do(w.Disqualify(1, BEN, "contravention", "he was asked twice"))
    return here


STATES: list[tuple[Callable[[str, int], Star], tuple[Wager, ...]]] = [
    (handed_in, (*IN_ORDER, *FAULTY)),
    (returned, (*IN_ORDER, *FAULTY)),
    (examined, IN_ORDER),
    (beside_a_stake, IN_ORDER),
    (in_turn, IN_ORDER),
    (announcing, IN_ORDER),
    (disputed, IN_ORDER),
    (voided, IN_ORDER),
    (disqualified, IN_ORDER),
]


# Every command, with every guess


def senders() -> Iterator[tuple[Role, str]]:
    """Everybody but Ben and the supervisors, who read his form."""
    yield from ((PATRON, name) for name in ("id Ana", "id Chen", "a stranger"))
    for role in Role:
        if role not in SUPERVISORS and role != PATRON:
            yield role, "Dora"  # the nominated director, where the role is hers


GUESSES: dict[str, tuple[Any, ...]] = {
    "session": (1,),
    "table": ("1",),
    "entry": (1, BEN, 3),
    "of": (BEN, 3),
    "on": ("banker", "player", ""),
    "amount": (0, 10, 20, 50),
    "pays": ((1, 1),),
    "seed": (SEED,),
    "conditions": (conditions("seven-up-baccarat"),),
}


def values(name: str, annotation: Any) -> tuple[Any, ...]:
    """What a field is filled with: guesses at the hidden wager, or any value of its type."""
    return GUESSES.get(name) or (plain(annotation),)


def plain(annotation: Any) -> Any:
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return plain(parts[0])
    if origin is Literal:
        return parts[0]
    if NoneType in parts:
        return None
    return {int: 1, str: "a reason", bool: False, tuple: (), dict: {}}.get(origin or annotation)


def commands() -> Iterator[Command]:
    for kind in MACHINE.commands:
        hints = get_type_hints(kind, include_extras=True)
        fields = [each for each in msgspec.structs.fields(kind) if _guessed(each)]
        filled = [values(each.name, hints[each.name]) for each in fields]
        for chosen in product(*filled):
            yield kind(**dict(zip((each.name for each in fields), chosen, strict=True)))
    for lost in (10, 20, 30, 50, 60):
        yield s.CountTable(1, "1", ((1, 100), (BEN, 100 - lost), (3, 100)), lost)


def _guessed(field: msgspec.structs.FieldInfo) -> bool:
    return field.required or field.name in GUESSES


COMMANDS = list(commands())


# What is compared


class Answer(NamedTuple):
    """All that a sender learns: the refusal in full, the events, by how much the version grows."""

    refusal: tuple[str, str | None, str] | None
    events: tuple[Event, ...]
    appended: tuple[str, ...]

    @property
    def version(self) -> int:
        return VERSION + len(self.appended)


def answer(ruling: Ruling) -> Answer:
    """A refusal is appended, too: the log has it as one event."""
    if isinstance(ruling, Refused):
        refusal = (ruling.code, ruling.clause, ruling.detail)
        return Answer(refusal, (), (OrderRefused.__name__,))
    return Answer(None, ruling.events, tuple(type(each).__name__ for each in ruling.events))


def answers(here: Star) -> list[Answer]:
    return [
        answer(decide(here.tournament, command, role, here.now, actor))
        for (role, actor), command in product(senders(), COMMANDS)
    ]


def screens(tournament: Tournament, version: int) -> list[bytes]:
    """Everything that those who may not know are shown."""
    viewers = [Viewer(role, actor if role == PATRON else "", actor) for role, actor in senders()]
    seen = [shown(tournament, "spring", version, each) for each in viewers]
    return [msgspec.json.encode(each) for each in (*seen, board(tournament))]


def after(here: Star, given: list[Answer]) -> list[list[bytes]]:
    """The screens now, and after one accepted command of each kind."""
    found, kinds = [screens(here.tournament, VERSION)], set[tuple[str, ...]]()
    for each in given:
        if each.events and each.appended not in kinds:
            kinds.add(each.appended)
            later = copy.deepcopy(here.tournament)
            for event in each.events:
                evolve(later, event)
            found.append(screens(later, each.version))
    return found


def differences(state: Callable[[str, int], Star], wagers: tuple[Wager, ...]) -> list[str]:
    """Which commands, by whom, are not answered alike for every one of these wagers."""
    asked = list(product(senders(), COMMANDS))
    halls = [state(*wager) for wager in wagers]
    all_answers = [answers(here) for here in halls]
    found = [
        f"{who} {command}: {given}"
        for (who, command), *given in zip(asked, *all_answers, strict=True)
        if any(each != given[0] for each in given[1:])
    ]
    shown_after = [after(here, given) for here, given in zip(halls, all_answers, strict=True)]
    return found + [f"screens for {w}" for w, s in zip(wagers, shown_after, strict=True)
                    if s != shown_after[0]]  # fmt: skip


@pytest.mark.parametrize(
    ("state", "wagers"), STATES, ids=lambda each: getattr(each, "__name__", "")
)
def test_every_undisclosed_wager_is_answered_alike(
    state: Callable[[str, int], Star], wagers: tuple[Wager, ...]
) -> None:
    """7-Up Baccarat 15.8.2.1, 15.8.2.6: the supervisor and its owner know, the others when it is
    announced."""
    assert differences(state, wagers) == []


def test_every_command_of_a_tournament_is_asked() -> None:
    """With values that its fields allow: one out of bounds would be refused for that alone."""
    assert {type(each) for each in COMMANDS if fault_of(each) is None} == set(MACHINE.commands)


def test_another_patron_does_not_learn_that_there_is_a_form_before_its_indicator_lies() -> None:
    """7-Up Baccarat 15.8.2.4: its indicator tells the table that there is one."""
    here = handed_in("banker", 20)
    without = returned("banker", 20)
    for actor in ("id Ana", "id Chen"):
        for command in COMMANDS:
            one = answer(decide(here.tournament, command, PATRON, here.now, actor))
            other = answer(decide(without.tournament, command, PATRON, without.now, actor))
            assert one == other, command


# The comparison itself is tried on rules that do tell


def _telling(tournament: Tournament, command: f.AskForForm, given: Given) -> Ruling:
    """Refuse in a sentence that holds the amount."""
    round = tournament.sessions[0].conduct.floors["1"].round
    amount = round.forms[BEN].amount if round and BEN in round.forms else 0
    return Refused("form_sealed", None, f"{amount} is not disclosed yet")


def _appending(tournament: Tournament, command: f.AskForForm, given: Given) -> Ruling:
    """Append one event more for a high wager."""
    round = tournament.sessions[0].conduct.floors["1"].round
    high = bool(round and BEN in round.forms and round.forms[BEN].amount > 20)
    rules = undisclosed._rules(tournament)
    assert not isinstance(rules, Refused)
    event = f.FormShown(1, "1", 1, 3, rules.shown)
    return Accepted((event,) * (1 + high))


@pytest.mark.parametrize("leak", [_telling, _appending])
def test_an_answer_that_depends_on_the_wager_is_noticed(
    leak: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = MACHINE.commands[f.AskForForm]
    commands: dict[Any, May] = MACHINE.commands
    monkeypatch.setitem(commands, f.AskForForm, own._replace(decide=leak))
    assert any("AskForForm" in each for each in differences(examined, IN_ORDER))
