"""Opening a table, guided: the document, the house's options, limits, chips, recorded or virtual.

The fields come from the game's own `Options`; what the document wants approved is among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, NamedTuple, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields, replace

from houseway.equipment.chips import STANDARD_CHIPS, dollar_text, money
from houseway.games import game, slugs
from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.consoles.pit.fields import (
    Field,
    Given,
    NotFilledIn,
    amount,
    day,
    option_values,
)
from houseway.table.approvals_vocabulary import EnterCommencement, Stamp
from houseway.table.life import sign_lines
from houseway.table.table import Table, decide, evolve
from houseway.table.view import Viewer
from houseway.table.vocabulary import OpenTable, TableOpened

RECORDED, VIRTUAL = "recorded", "virtual"
_OPTION = "option."


class Document(NamedTuple):
    """A document that a table can be opened under."""

    slug: str
    title: str
    instrument: str
    casino: str
    directed: Clause | None


class Opening(NamedTuple):
    """What opening would do: orders to give, the sign that would stand there, or why not."""

    orders: tuple[Command, ...]
    refused: Refused | None = None
    sign: tuple[tuple[str, Clause], ...] = ()
    stamp: Stamp | None = None
    approvals: tuple[tuple[str, Clause, bool], ...] = ()

    @property
    def encoded(self) -> str:
        return msgspec.json.encode(self.orders).decode()


def documents() -> list[Document]:
    found = (game(slug) for slug in slugs())
    return [
        Document(
            each.slug, each.cite.title, each.cite.metadata.instrument, each.cite.metadata.casino,
            each.table.directed,
        )
        for each in found
    ]  # fmt: skip


# What is asked


def opening_fields(found: Game, given: Given) -> list[Field]:
    limits = found.limits
    asked = [
        Field("table", "Name of the table", "text", "word", hint="such as 7 or main-12"),
        Field("mode", "The deal is", "select", "words", choices=(RECORDED, VIRTUAL),
              value=(RECORDED,), hint="reported from a real table, or dealt by the house"),
        *_options(found),
        Field("minimum", "Minimum", "money", "money", value=(money(limits.minimum),)),
        Field("maximum", "Maximum", "money", "money", value=(money(limits.maximum),)),
        _multiple(found),
        _chips(),
        Field("published", "Published or notified on", "day", "word", required=False,
              hint="when the document came out, if it is not on record yet"),
        Field("reference", "Where that can be looked up", "text", "words", required=False),
    ]  # fmt: skip
    return [each._replace(value=given.get(each.name, each.value)) for each in asked]


def _multiple(found: Game) -> Field:
    value = (money(found.limits.multiple),) if found.limits.multiple else ()
    return Field(
        "multiple", "Wagers in multiples of", "money", "money", required=False, value=value,
        hint="empty for any amount",
    )  # fmt: skip


def _chips() -> Field:
    kinds = tuple(map(dollar_text, STANDARD_CHIPS.denominations))
    return Field("chips", "Chips held", "people", "names", choices=kinds, value=kinds)


def _options(found: Game) -> Iterator[Field]:
    for each in fields(found.options):
        name, label = _OPTION + each.name, each.name.replace("_", " ").capitalize()
        literal = option_values(found.options, each.name)
        default = each.default
        if literal:
            yield Field(name, label, "select", "words", choices=literal, value=(str(default),))
        elif isinstance(default, tuple):
            choices = tuple(dict.fromkeys((*default, *found.table.approvals)))
            yield Field(
                name, label, "people", "names", required=False, choices=choices, value=default
            )
        else:
            yield Field(name, label, "number", "number", value=(str(default),))


# What was filled in


def opening(table: Table, found: Game, given: Given, viewer: Viewer, at_us: int) -> Opening:
    """What would come of it, tried on a copy."""
    orders = (*_commencement(found, given), _open(found, given))
    later = deepcopy(table)
    stamp = None
    for order in orders:
        ruling = decide(later, order, viewer.role, at_us, viewer.name)
        if isinstance(ruling, Refused):
            return Opening(orders, ruling)
        for event in ruling.events:
            evolve(later, event)
            stamp = event.stamp if isinstance(event, TableOpened) else stamp
    return Opening(orders, None, sign_lines(later), stamp, tuple(_approvals(later)))


def _approvals(table: Table) -> Iterator[tuple[str, Clause, bool]]:
    named = getattr(table.play.options, "approved", ())
    for subject, clause in table.game.table.approvals.items():
        yield subject, clause, subject in named


def _one(given: Given, name: str) -> str:
    return (given.get(name) or ("",))[0].strip()


def _commencement(found: Game, given: Given) -> Iterator[Command]:
    if _one(given, "published"):
        yield EnterCommencement(found.slug, day(_one(given, "published")), _one(given, "reference"))


def _open(found: Game, given: Given) -> OpenTable:
    limits = replace(
        found.limits,
        minimum=amount("Minimum", _one(given, "minimum")),
        maximum=amount("Maximum", _one(given, "maximum")),
        multiple=amount("Multiples", _one(given, "multiple") or "0"),
    )
    chips = tuple(sorted((amount("Chips", each) for each in given.get("chips", ())), reverse=True))
    options = dict(_option_values(found, given))
    return OpenTable(found.slug, options, limits, chips, virtual=_one(given, "mode") == VIRTUAL)


def _option_values(found: Game, given: Given) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(found.options)
    for each in fields(found.options):
        typed = given.get(_OPTION + each.name, ())
        if isinstance(each.default, tuple):
            yield each.name, list(typed)
        elif typed and typed[0].strip():
            whole = isinstance(each.default, int) or (
                get_origin(hints[each.name]) is not None and typed[0].isdecimal()
            )
            yield each.name, _whole(each.name, typed[0]) if whole else typed[0]


def _whole(name: str, text: str) -> int:
    if not text.strip().isdecimal() or len(text) > 9:
        raise NotFilledIn(f"{name}: {text} is not a whole number")
    return int(text)
