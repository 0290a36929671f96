"""A command as a form: one field for each value it declares, and the command read back."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol

import msgspec

from houseway.games.commands import Command
from houseway.rulebook.document import Clause
from houseway.service.forms.fields import (
    HINTS,
    Choice,
    Field,
    Kind,
    declared,
    field_kinds,
    is_literal,
    literal_values,
    value_of,
)
from houseway.service.forms.form_data import FormData, NotFilledIn, label_of
from houseway.service.forms.preview import Preview, preview
from houseway.service.texts.text import Term, Text
from houseway.table.days import MINUTE_US
from houseway.table.view import Viewer

Labels = Mapping[str, str]  # by the name of a field


class Choices(NamedTuple):
    """What can be chosen for a field now; `closed`: nothing else."""

    listed: tuple[Choice, ...]
    closed: bool = True


class Place(Protocol):
    """Where a command would be given: a table, a tournament or a promotion as it stands now."""

    @property
    def labels(self) -> Labels: ...

    @property
    def chips(self) -> tuple[int, ...]:
        """The denominations in which chips are counted there."""

    @property
    def moments(self) -> Kind:
        """How a moment is asked for: as a time, or in minutes from now."""

    def supplied(self, kind: type[Command]) -> Mapping[str, Any]:
        """The values that nobody types."""

    def choices(self, kind: type[Command], name: str, data: FormData) -> Choices | None: ...

    def standing(self, kind: type[Command], name: str) -> tuple[str, ...]:
        """The value that a field shows before it is filled in."""

    def requires(self, kind: type[Command], name: str) -> bool:
        """Whether an optional value is needed there."""

    def nothing(self, kind: type[Command], name: str) -> str:
        """Why a field has no choices now."""


class Form(NamedTuple):
    """A command to fill in; `missing` says why it cannot be filled in now."""

    kind: type[Command]
    about: str
    fields: tuple[Field, ...]
    clause: Clause | None = None
    missing: str = ""

    @property
    def command(self) -> str:
        return self.kind.__name__

    @property
    def title(self) -> str:
        return Text(self.kind.title)

    @property
    def own_title(self) -> str:
        """What the patron who gives it calls it."""
        return Text(self.kind.own_title)


def make(place: Place, kind: type[Command], data: FormData, clause: Clause | None = None) -> Form:
    """The form of a command, with the values that were filled in already."""
    supplied = place.supplied(kind)
    found = tuple(
        _field(place, kind, name, data)
        for name, of_kind in field_kinds(kind).items()
        if name not in supplied and of_kind
    )
    missing = next(filter(None, (_nothing(place, kind, each) for each in found)), "")
    return Form(kind, about(kind), found, clause, missing)


@cache
def about(kind: type[Command]) -> Text:
    """What a command is for: the beginning of its own description."""
    return Text(" ".join((kind.__doc__ or "").replace("`", "").split("\n\n")[0].split()))


@cache
def _label(message: str) -> Text:
    """The label of a field; there is one for each field that a command declares."""
    return Text(message)


def _field(place: Place, kind: type[Command], name: str, data: FormData) -> Field:
    info, hint = declared(kind)[name]
    of_kind = field_kinds(kind)[name] or "text"
    if of_kind == "time":
        of_kind = place.moments
    listed = place.choices(kind, name, data) or Choices(literal_values(hint), is_literal(hint))
    label = _label(kind.labels.get(name) or place.labels.get(name) or label_of(name))
    value = (
        data.values.get(name, ()) or place.standing(kind, name) or ("yes",) * (info.default is True)
    )
    if of_kind == "chip counts":
        value = tuple(data.text(f"{name}.{index}") for index in range(len(place.chips)))
    hint_text = "" if listed.closed else HINTS.get(of_kind, "")
    required = info.required or place.requires(kind, name)
    return Field(
        name, label, of_kind, required, *listed, chips=place.chips, value=value, hint=hint_text
    )


def _nothing(place: Place, kind: type[Command], field: Field) -> str:
    if not field.closed or field.choices or not field.required:
        return ""
    return place.nothing(kind, field.name) or Text(
        "nothing to choose for: {field}", field=Term(field.label)
    )


def read(place: Place, form: Form, data: FormData, at_us: int) -> Command:
    """The command of a form; raises NotFilledIn for a value that is missing or cannot be read."""
    values = dict(place.supplied(form.kind))
    for field in form.fields:
        value = value_of(field, data)
        if value is not None:
            minutes = field.kind == "minutes"
            values[field.name] = at_us + value * MINUTE_US if minutes else value
        elif field.required:
            raise NotFilledIn(Text("{field} is not filled in", field=Term(field.label)))
    return built(form.kind, values)


def built(kind: type[Command], values: Mapping[str, Any]) -> Command:
    """A command of these values, held to its declared limits."""
    try:
        return msgspec.json.decode(msgspec.json.encode(kind(**values)), type=kind)
    except (TypeError, msgspec.MsgspecError) as wrong:
        raise NotFilledIn(str(wrong)) from wrong


# A form with what was filled in: the command it makes, and what would follow from it.


class FilledForm(NamedTuple):
    """`problem`: what cannot be read. Without a preview the result is drawn when it is given."""

    form: Form
    version: int = 0
    command: Command | None = None
    preview: Preview | None = None
    problem: str = ""

    @property
    def encoded(self) -> str:
        """The command as the confirmation sends it back."""
        return msgspec.json.encode(self.command).decode() if self.command else ""


def fill_in(
    place: Place, form: Form, data: FormData, state: Any, version: int, viewer: Viewer, at_us: int
) -> FilledForm:
    """Read a form and preview its command; a seed is drawn later, so that it has no preview."""
    try:
        command = read(place, form, data, at_us)
    except NotFilledIn as wrong:
        return FilledForm(form, version, problem=str(wrong))
    if "seed" in command.__struct_fields__:
        return FilledForm(form, version, command)
    return FilledForm(form, version, command, preview(state, command, viewer, at_us))
