"""Opening a table, guided: the document, the house's options, limits, chips, recorded or virtual.

The fields come from the game's own `Options`; what the document wants approved is among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, get_origin, get_type_hints

import msgspec
from msgspec.structs import fields, replace

from houseway.equipment.chips import STANDARD_CHIPS, dollar_text, money
from houseway.games import game, name_of, offered, short_name, slugs
from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.forms.at_table import option_values
from houseway.service.forms.fields import Field, choices_of
from houseway.service.forms.form_data import FormData, cents, day, label_of, whole
from houseway.service.forms.preview import after, try_out
from houseway.service.texts.text import Text
from houseway.table.approvals_vocabulary import Stamp
from houseway.table.equipment_vocabulary import KINDS, Equipment
from houseway.table.life import sign_lines
from houseway.table.table import Table
from houseway.table.view import Viewer
from houseway.table.vocabulary import OpenTable, TableOpened

RECORDED, VIRTUAL = "recorded", "virtual"
_OPTION, _EQUIPMENT = "option.", "equipment."


class DocumentChoice(NamedTuple):
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


def documents() -> list[DocumentChoice]:
    """The latest edition of every game, and editions of amendments by their ids."""
    found = (game(name) for name in dict.fromkeys((*slugs(), *map(short_name, offered()))))
    return [
        DocumentChoice(
            name_of(each), each.cite.title, each.cite.metadata.instrument,
            each.cite.metadata.casino, each.table.directed,
        )
        for each in found
    ]  # fmt: skip


# What is asked


def opening_fields(found: Game, data: FormData) -> list[Field]:
    limits = found.limits
    compulsory = found.table.instrument is not None and found.table.instrument.compulsory
    multiple = (money(limits.multiple),) if limits.multiple else ()
    chips = choices_of(map(dollar_text, STANDARD_CHIPS.denominations))
    asked = [
        Field("table", Text("Name of the table"), hint=Text("such as 7 or main-12")),
        Field("mode", Text("Table type"), choices=choices_of((RECORDED, VIRTUAL)), closed=True,
              value=(RECORDED,), hint=Text("recorded: real cards; virtual: the house deals")),
        *_options(found),
        Field("minimum", Text("Minimum"), "money", value=(money(limits.minimum),)),
        Field("maximum", Text("Maximum"), "money", value=(money(limits.maximum),)),
        Field("multiple", Text("Wagers in multiples of"), "money", required=False, value=multiple,
              hint=Text("empty for any amount")),
        Field("chips", Text("Chips in the float"), "names", choices=chips, closed=True,
              value=tuple(each.value for each in chips)),
        Field("published", Text("Date of publication"), "day", required=compulsory,
              hint=Text("the day on which the Authority made the document public")),
        Field("reference", Text("Reference of the publication"), required=compulsory),
        *_equipment_fields(found),
    ]  # fmt: skip
    return [each._replace(value=data.values.get(each.name, each.value)) for each in asked]


def _equipment_fields(found: Game) -> Iterator[Field]:
    for kind in KINDS if found.table.equipment else ():
        hint = Text("serial or box number; separate several with ;")
        yield Field(
            _EQUIPMENT + kind,
            Text("Identifier of the {kind}", kind=kind),
            required=False,
            hint=hint,
        )


def _options(found: Game) -> Iterator[Field]:
    for each in fields(found.options):
        name, label = _OPTION + each.name, Text(label_of(each.name))
        values, default = option_values(found.options, each.name), each.default
        if values:
            yield Field(name, label, choices=choices_of(values), closed=True, value=(str(default),))
        elif isinstance(default, tuple):
            choices = choices_of(dict.fromkeys((*default, *found.table.approvals)))
            yield Field(name, label, "names", False, choices, closed=True, value=default)
        else:
            yield Field(name, label, "number", value=(str(default),))


# What was filled in


def opening(table: Table, found: Game, data: FormData, viewer: Viewer, at_us: int) -> Opening:
    """What would follow, tried on a copy."""
    orders = (_open(found, data),)
    trial = try_out(table, orders[0], viewer, at_us)
    if trial.refused is not None:
        return Opening(orders, trial.refused)
    later = after(table, trial.events)
    stamp = next((each.stamp for each in trial.events if isinstance(each, TableOpened)), None)
    return Opening(orders, None, sign_lines(later), stamp, tuple(_approvals(later)))


def _approvals(table: Table) -> Iterator[tuple[str, Clause, bool]]:
    named = getattr(table.play.options, "approved", ())
    for subject, clause in table.game.table.approvals.items():
        yield subject, clause, subject in named


def _open(found: Game, data: FormData) -> OpenTable:
    limits = replace(
        found.limits,
        minimum=cents("Minimum", data.text("minimum")),
        maximum=cents("Maximum", data.text("maximum")),
        multiple=data.money("multiple"),
    )
    chips = tuple(sorted((cents("Chips", each) for each in data.all("chips")), reverse=True))
    options = dict(_option_values(found, data))
    return OpenTable(
        name_of(found), options, limits, chips, virtual=data.text("mode") == VIRTUAL,
        published=data.read("published", day) or "", reference=data.text("reference"),
        equipment=tuple(_equipment(data)),
    )  # fmt: skip


def _equipment(data: FormData) -> Iterator[Equipment]:
    for kind in KINDS:
        yield from (Equipment(kind, each) for each in data.lines(_EQUIPMENT + kind))


def _option_values(found: Game, data: FormData) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(found.options)
    for each in fields(found.options):
        text = data.text(_OPTION + each.name)
        if isinstance(each.default, tuple):
            yield each.name, list(data.all(_OPTION + each.name))
        elif text:
            listed_number = get_origin(hints[each.name]) is not None and text.isdecimal()
            number = isinstance(each.default, int) or listed_number
            yield each.name, whole(label_of(each.name), text) if number else text
