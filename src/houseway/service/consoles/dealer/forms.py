"""The lists of forms on the dealer's console, and the ruling that each would bring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.games.commands import ChangeWager, Command, PlaceWager, WithdrawWager
from houseway.service.commands.decode import kind_named, kinds_by_name
from houseway.service.forms.at_table import TablePlace, form_at
from houseway.service.forms.form import Form, read
from houseway.service.forms.form_data import FormData, NotFilledIn
from houseway.service.forms.preview import Preview, preview
from houseway.table.offers import Offer, offers
from houseway.table.people_vocabulary import AskCorrection, ConfirmCorrection, RelieveDealer
from houseway.table.table import Table
from houseway.table.view import Viewer, tagged

IRREGULARITY, MORE, RELIEF, CORRECTION = "irregularity", "more", "relief", "correction"
LISTS = (IRREGULARITY, MORE, RELIEF, CORRECTION)
# What a dealer looks for most stands first; groups that are not named follow.
_GROUPS = ("people", "money", "wagers", "next step", "calls")
_ON_THE_LAYOUT = (PlaceWager, ChangeWager, WithdrawWager)


class OfferedForm(NamedTuple):
    """A form, and the offer that says whether its command is taken now."""

    offer: Offer
    form: Form


class Ruling(NamedTuple):
    """The preview of a form; `command` is what its button gives, `problem` what cannot be read."""

    version: int
    preview: Preview | None = None
    command: Mapping[str, Any] | None = None
    problem: str = ""

    @property
    def by_two(self) -> bool:
        """A second person must confirm it, and a reason is asked for."""
        return self.preview is not None and self.preview.by_two is not None


def forms(table: Table, viewer: Viewer, at_us: int, which: str) -> tuple[OfferedForm, ...]:
    """The forms of one list by group; in each, those of commands that are taken now first."""
    kinds = kinds_by_name(table.edition)
    listed = [
        OfferedForm(each, form_at(table, each, kinds[each.order], FormData()))
        for each in offers(table, viewer, at_us)
        if _listed(each, kinds[each.order], which)
    ]
    return tuple(sorted(listed, key=_place))


def _place(each: OfferedForm) -> tuple[int, str, bool]:
    group = each.offer.group
    known = _GROUPS.index(group) if group in _GROUPS else len(_GROUPS)
    return known, group, each.offer.refused is not None


def _listed(offer: Offer, kind: type[Command], which: str) -> bool:
    if which == RELIEF:
        return kind is RelieveDealer
    irregular = offer.group == "irregularities"
    if which == MORE:
        on_the_step = offer.group == "next step" and not offer.facts
        elsewhere = bool(kind.call) or kind in _ON_THE_LAYOUT
        return not irregular and not on_the_step and not elsewhere
    return irregular or (which == CORRECTION and kind is ConfirmCorrection)


def ruling(table: Table, version: int, viewer: Viewer, at_us: int, data: FormData) -> Ruling:
    """What would follow from a form if it were given now."""
    try:
        command = _command(table, viewer, at_us, data)
    except NotFilledIn as wrong:
        return Ruling(version, problem=wrong.problem.sentence)
    result = preview(table, command, viewer, at_us)
    if result.by_two is None and result.refused is None:
        return Ruling(version, result, tagged(command))
    reason = data.text("reason") if result.by_two else ""
    return Ruling(version, result, _correction(command, reason) if reason else None)


def _command(table: Table, viewer: Viewer, at_us: int, data: FormData) -> Command:
    name = data.text("type")
    offer = next((each for each in offers(table, viewer, at_us) if each.order == name), None)
    if offer is None:
        raise NotFilledIn(f"{name} is not a command of this game that you may give")
    kind = kind_named(table.edition, name)
    return read(TablePlace(table, offer), form_at(table, offer, kind, data), data, at_us)


def _correction(command: Command, reason: str) -> Mapping[str, Any]:
    return tagged(AskCorrection(order=msgspec.json.encode(command).decode(), reason=reason))
