"""Opening a table from the pit: choose the document, fill in the form, look, confirm."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, NamedTuple, get_origin, get_type_hints

import msgspec
from litestar import get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from msgspec.structs import fields, replace

from houseway.equipment.chips import STANDARD_CHIPS, dollar_text, money
from houseway.games import game, name_of, offered, playable, short_name, slugs
from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.document import Clause
from houseway.rulebook.parsing import json_as
from houseway.rulebook.ruling import Refused
from houseway.runner import Order
from houseway.service.access.guards import only
from houseway.service.api.tables import may_see
from houseway.service.commands import decode
from houseway.service.consoles.page import page
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor, stream_of
from houseway.service.forms.at_table import option_values
from houseway.service.forms.fields import (
    Choice,
    Field,
    choices_of,
    option_help,
    option_label,
    value_choices,
)
from houseway.service.forms.form_data import FormData, NotFilledIn, cents, day, whole
from houseway.service.forms.pressed_once import press_of
from houseway.service.forms.preview import after, try_out
from houseway.service.texts.text import Text
from houseway.table.life import sign_lines
from houseway.table.table import Table
from houseway.table.view import Viewer
from houseway.table.vocabulary import KINDS, Equipment, OpenTable, Stamp, TableOpened

# Opening a table, guided: the document, the house's options, limits, chips, recorded or virtual.

RECORDED, VIRTUAL = "recorded", "virtual"
_OPTION, _EQUIPMENT = "option.", "equipment."


class DocumentChoice(NamedTuple):
    """A document that a table can be opened under."""

    slug: str
    title: str
    instrument: str
    casino: str
    directed: Clause | None


class FieldGroup(NamedTuple):
    """Fields of the form under one heading."""

    title: str
    fields: tuple[Field, ...]

    def filled(self, data: FormData) -> FieldGroup:
        """The group with what was filled in."""
        values = data.values
        found = (
            each._replace(value=values.get(each.name, () if values else each.value))
            for each in self.fields
        )
        return self._replace(fields=tuple(found))


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


def opening_fields(found: Game, data: FormData) -> list[FieldGroup]:
    """Everything that is asked, group by group, with what was filled in already."""
    asked = (
        FieldGroup(Text("The table"), _table_fields()),
        FieldGroup(Text("Limits and chips"), _limit_fields(found)),
        FieldGroup(Text("Options of the game"), tuple(_options(found))),
        FieldGroup(Text("Approvals and equipment"), (
            *_lists(found), *_publication_fields(found), *_equipment_fields(found),
        )),
    )  # fmt: skip
    return [group.filled(data) for group in asked if group.fields]


def _table_fields() -> tuple[Field, ...]:
    kinds = (Choice(RECORDED, Text("real cards")), Choice(VIRTUAL, Text("virtual")))
    return (
        Field("table", Text("Name of the table"), hint=Text("such as 7 or main-12")),
        Field("mode", Text("Table type"), choices=kinds, closed=True, value=(RECORDED,),
              hint=Text("real cards: a dealer records them; virtual: the house draws them")),
    )  # fmt: skip


def _limit_fields(found: Game) -> tuple[Field, ...]:
    limits = found.limits
    multiple = (_amount(limits.multiple),) if limits.multiple else ()
    chips = choices_of(map(dollar_text, STANDARD_CHIPS.denominations))
    return (
        Field("minimum", Text("Minimum wager, in dollars"), "money",
              value=(_amount(limits.minimum),)),
        Field("maximum", Text("Maximum wager, in dollars"), "money",
              value=(_amount(limits.maximum),)),
        Field("multiple", Text("In multiples of"), "money", required=False, value=multiple,
              hint=Text("empty for any amount")),
        Field("chips", Text("Chips in the float"), "names", choices=chips, closed=True,
              value=tuple(each.value for each in chips)),
    )  # fmt: skip


def _amount(cents: int) -> str:
    """Dollars as people type them: `5` or `2.50`."""
    return money(cents).removesuffix(".00")


def _publication_fields(found: Game) -> tuple[Field, ...]:
    compulsory = found.table.instrument is not None and found.table.instrument.compulsory
    return (
        Field("published", Text("Date of publication"), "day", required=compulsory,
              hint=Text("the day on which the Authority made these rules public")),
        Field("reference", Text("Reference of the publication"), required=compulsory,
              hint=Text("such as the number of its notice")),
    )  # fmt: skip


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
    """The options with one value each."""
    for each in fields(found.options):
        if isinstance(each.default, tuple):
            continue
        name, label, hint = _OPTION + each.name, option_label(each.name), option_help(each.name)
        values, default = option_values(found.options, each.name), (str(each.default),)
        choices = value_choices(each.name, values)
        if choices:
            yield Field(name, label, choices=choices, closed=True, value=default, hint=hint)
        else:
            yield Field(name, label, "number", value=default, hint=hint)


def _lists(found: Game) -> Iterator[Field]:
    """The options that are lists: what is approved, or at hand."""
    for each in fields(found.options):
        if isinstance(each.default, tuple):
            choices = choices_of(dict.fromkeys((*each.default, *found.table.approvals)))
            yield Field(
                _OPTION + each.name, option_label(each.name), "names", False, choices,
                closed=True, value=each.default, hint=option_help(each.name),
            )  # fmt: skip


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
            yield each.name, whole(option_label(each.name), text) if number else text


_MOST_ORDERS = 3


def _check(slug: str) -> None:
    if not playable(slug):
        raise Wrong(
            HTTPStatus.NOT_FOUND, "no_such_game", Text("{slug} is not in the rulebook", slug=slug)
        )


async def _page(request: Asking, slug: str, data: FormData, **more: Any) -> Template:
    found = game(slug)
    context = {"look": None, "problem": "", "name": "", **more}
    return await page(
        request, "pit/opening.html", document=found.cite, groups=opening_fields(found, data),
        directed=found.table.directed, **context,
    )  # fmt: skip


@get("/open-table", include_in_schema=False, guards=[only(*OFFICES)])
async def choose(request: Asking) -> Template:
    return await page(request, "pit/documents.html", documents=documents())


@get("/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)])
async def fill_in(request: Asking, slug: FromPath[str]) -> Template:
    _check(slug)
    return await _page(request, slug, FormData())


@post(
    "/open-table/{slug:str}", include_in_schema=False, guards=[only(*OFFICES)], status_code=200,
    repeatable=True,
)  # fmt: skip
async def look(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Template:
    """What would stand there; nothing is done."""
    _check(slug)
    data = await FormData.of(request)
    name = data.text("table")
    may_see(request.user, name)
    try:
        found = await floor.blocking(_look, floor, request, slug, data, name)
    except NotFilledIn as wrong:
        return await _page(request, slug, data, problem=wrong.problem.sentence)
    return await _page(request, slug, data, look=found, name=name)


def _look(floor: Floor, request: Asking, slug: str, data: FormData, name: str) -> Opening:
    def see(table: Table, _version: int) -> Opening:
        return opening(table, game(slug), data, request.user.viewer, floor.now_us())

    try:
        stream = stream_of(name)
    except Wrong as wrong:
        sentence = Text("a table's name has small letters, digits and hyphens, at most 40")
        raise NotFilledIn(sentence) from wrong
    return floor.runner.look(stream, see)


@post("/open-table/{slug:str}/confirm", include_in_schema=False, guards=[only(*OFFICES)])
async def confirm(request: Asking, floor: OpenFloor, slug: FromPath[str]) -> Redirect:
    """Open it as it was shown."""
    data = await FormData.of(request)
    table = data.text("table")
    may_see(request.user, table)
    for number, command in enumerate(_orders(data.raw("orders"))):
        order = Order(
            command, request.user.role, request.user.name,
            f"{press_of(request)} {number}",
        )  # fmt: skip
        async with floor.taking(request.user, f"table/{table}"):
            answer = await floor.order(table, order)
        if answer.refused:
            raise RuledOut(answer.refused)
    return Redirect(f"/pit/{table}", status_code=303)


def _orders(text: str) -> list[Command]:
    try:
        found = json_as(text, list[msgspec.Raw])
    except ValueError as wrong:
        raise decode.not_understood(wrong) from wrong
    return [decode.read_command("", each) for each in found[:_MOST_ORDERS]]


ROUTES = [choose, fill_in, look, confirm]
