"""No refusal tells a hidden face: every command that names one is answered alike.

Every command of every game, with every card or tile that lies hidden from the person who sends it,
is asked of a table in play, and the answers are compared with those for a face that lies nowhere.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from houseway.equipment.cards import DECK
from houseway.equipment.tiles import PACK, face_fields
from houseway.games import slugs
from houseway.games.commands import Command, forms_of
from houseway.games.machine import fault_of
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.table.people import AskCorrection
from houseway.table.state import Table
from houseway.table.table import MACHINE, decide
from houseway.table.vocabulary import OrderRefused
from tests.fields import fields_of
from tests.table.virtual import VirtualTable

LOOKS = 12  # moments of play at which the table is asked
PATRONS = ("Ana", "Ben", "Chen")
Answer = tuple[str, str | None, str, tuple[str, ...]]


def answer(ruling: Ruling) -> Answer:
    """All that a client sees: the refusal, and the kinds of events by which the version grows.

    A refusal is stored as one event of its own.
    """
    if isinstance(ruling, Refused):
        return ruling.code, ruling.clause, ruling.detail, (OrderRefused.__name__,)
    return "accepted", None, "", tuple(type(event).__name__ for event in ruling.events)


def faces_at(slug: str) -> tuple[str, ...]:
    return tuple(map(str, PACK if slug == "tournament-pai-gow" else DECK))


def shown_to(table: Table, role: Role, patron: str) -> set[str]:
    """What the sender may know: then an answer about it gives nothing away."""
    viewer = patron if role == Role.PATRON else ""
    return {card for hand in table.game.felt(table.play, viewer).hands for card in hand.cards}


def naming(kind: type[Command], patron: str, face: str, others: tuple[str, ...]) -> Command | None:
    """A command of this kind that names a face in every place that takes one."""
    forms, given = forms_of(kind), dict[str, Any]()
    for field in fields_of(kind):
        form = forms.get(field.name, "")
        if form == "card":
            given[field.name] = face
        elif form == "cards":
            given[field.name] = (face, *others[:4])
        elif form == "tiles":
            given[field.name] = (face, *others[: 1 if field.name in ("low", "high") else 3])
        elif field.name == "patron":
            given[field.name] = patron
        elif field.required:
            given[field.name] = _plain(field.type)
    if None in given.values():
        return None
    return kind(**given)


def _plain(annotation: Any) -> Any:
    plain = getattr(annotation, "__origin__", annotation)
    return {int: 1, str: "banker"}.get(plain)


def senders() -> Iterator[tuple[Role, str]]:
    yield from ((Role.PATRON, name) for name in PATRONS)
    yield Role.DEALER, "Eli"
    yield Role.TOURNAMENT_DIRECTOR, "Hana"
    yield Role.GAMING_SUPERVISOR, "Dora"


def wrapped(command: Command) -> Command:
    return AskCorrection(msgspec.json.encode(command).decode(), "a reason")


def asked(table: Table, kinds: list[type[Command]]) -> Iterator[tuple[Any, str, Answer]]:
    """Who asked what about which hidden face, and the answer."""
    pack = faces_at(table.slug)
    for role, name in senders():
        hidden = [face for face in pack if face not in shown_to(table, role, name)]
        for kind in kinds:
            patron = name if role == Role.PATRON else PATRONS[0]
            for face in hidden:
                command = naming(kind, patron, face, ("2c", "2c", "3c", "4c"))
                if command is None or fault_of(command):
                    continue
                yield (role, name, kind), face, answer(decide(table, command, role, actor=name))
                if kind in table.game.orders and role != Role.PATRON:
                    inside = decide(table, wrapped(command), role, actor=name)
                    yield (role, name, kind, "wrapped"), face, answer(inside)


def differences(table: Table, kinds: list[type[Command]]) -> dict[Any, set[Answer]]:
    answers: dict[Any, set[Answer]] = defaultdict(set)
    for who, _face, said in asked(table, kinds):
        answers[who].add(said)
    return {who: all_ for who, all_ in answers.items() if len(all_) > 1}


@pytest.mark.parametrize("slug", list(slugs()))
def test_every_hidden_face_is_answered_alike_at_a_virtual_table(slug: str) -> None:
    floor, chance = VirtualTable(slug), random.Random(slug)
    kinds = [kind for kind in (*floor.table.game.orders, *MACHINE.commands) if face_fields(kind)]
    assert kinds
    for _ in range(LOOKS):
        for _ in range(chance.randrange(1, 8)):
            floor.step()
        assert differences(floor.table, [chance.choice(kinds), chance.choice(kinds)]) == {}


@pytest.mark.parametrize("slug", list(slugs()))
def test_a_patron_is_answered_alike_at_a_recorded_table_too(slug: str) -> None:
    """The same table, as if its cards were real: staff report them, patrons name none."""
    floor, chance = VirtualTable(slug), random.Random(slug)
    open_to_patrons = [
        kind
        for kind, may in floor.table.game.orders.items()
        if face_fields(kind) and Role.PATRON in may.roles
    ]
    for _ in range(LOOKS):
        for _ in range(chance.randrange(1, 8)):
            floor.step()
        floor.table.virtual = False
        found = differences(floor.table, open_to_patrons)
        floor.table.virtual = True
        assert {who: said for who, said in found.items() if who[0] == Role.PATRON} == {}
