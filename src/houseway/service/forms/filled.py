"""A form with what was filled in: the command it makes, and what would follow from it."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from houseway.games.commands import Command
from houseway.service.forms.form import Form, Place, read
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.forms.preview import Preview, preview
from houseway.table.view import Viewer


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
