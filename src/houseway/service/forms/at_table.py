"""Forms at a table: what can be chosen there now, for dealer, pit and patron alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints
from typing import Literal as Listed

from houseway.equipment.chips import money
from houseway.games.commands import Command, LogBreach
from houseway.games.house import GiveNotice, SetLimits, SetOption
from houseway.games.layout import HasRound
from houseway.games.malfunction import QUESTIONS, AnswerMalfunction
from houseway.rulebook.shown import conduct
from houseway.service.forms import form
from houseway.service.forms.fields import Kind, choices_of, option_choices, value_choices
from houseway.service.forms.form import Choices, Form, Labels
from houseway.service.forms.form_data import FormData
from houseway.service.texts.text import Text, texts
from houseway.table.life import CLOSING, MINIMUM, personal_sign
from houseway.table.offers import Offer
from houseway.table.people import ASSIGNED, AssignStaff, ReleaseStaff
from houseway.table.state import Table
from houseway.table.vocabulary import (
    EASTERN_STANDARD,
    KINDS,
    CloseTable,
    PutUpSign,
    RecordApproval,
    RegisterEquipment,
    ReleaseCards,
    RemoveEquipment,
    TakeDownSign,
)

LAST_ROUNDS = 12  # that are suggested
_SUGGESTED = frozenset({"patron", "person", "persons", "to", "about"})  # others may be named too
LABELS: Labels = texts({
    "counted_by": "Counted by (names)",
    "counts": "Chips",
    "float_out": "Chips counted out",
    "gives": "Chips given",
    "gets": "Chips received",
    "effective_us": "Takes effect in (minutes)",
    "to": "Who was notified",
    "about": "About what",
    "office": "Role",
    "means": "By what means",
    "reference": "Reference or slip number",
    "ground": "Ground in the rules",
    "what": "What happened",
    "persons": "Who acted (for fraud)",
    "withhold": "Stakes withheld from",
    "opens": "Opens at",
    "closes": "Closes at",
})  # fmt: skip
_NOTHING: Mapping[str | tuple[type[Command], str], Text] = texts({
    "dispute": "no dispute has been raised",
    "correction": "no correction waits",
    (TakeDownSign, "subject"): "no sign is up",
    (PutUpSign, "subject"): "the document asks for no sign",
    (RecordApproval, "subject"): "this document requires no approvals",
    "dealer": "nobody is at this table as dealer",
    "person": "nobody is on the list of this table",
    "alert": "no alert is open",
    "answer": "no malfunction has been reported",
    "hand": "no hand has been dealt",
})  # fmt: skip


def _signs(table: Table) -> tuple[str, ...]:
    """The subjects of a sign at this table."""
    rules = table.game.table
    subjects = [CLOSING] if rules.close else []
    subjects += [MINIMUM] if rules.raising else []
    subjects += [each.subject for each in rules.changes]
    if rules.personal_sign:
        subjects += [personal_sign(each) for each in table.play.layout.idle_rounds]
    return tuple(dict.fromkeys(subjects))


def _settings(table: Table) -> tuple[str, ...]:
    options = table.play.options.__struct_fields__
    return (*options, "limits", "multiple", "differential", "personal limit")


def _answers(table: Table) -> tuple[str, ...]:
    state = getattr(table.play, "malfunction", None)
    return QUESTIONS.get(state.phase, ()) if state else ()


def _nothing_else(_table: Table) -> tuple[str, ...]:
    """Only what the offer lists."""
    return ()


_CLOSED: Mapping[str | tuple[type[Command], str], Callable[[Table], tuple[str, ...]]] = {
    (PutUpSign, "subject"): _signs,
    (TakeDownSign, "subject"): lambda table: tuple(table.signs),
    (GiveNotice, "subject"): _settings,
    (RecordApproval, "subject"): lambda table: tuple(table.game.table.approvals),
    (AnswerMalfunction, "answer"): _answers,
    (LogBreach, "category"): lambda table: tuple(conduct(table.game.cite)),
    (RegisterEquipment, "kind"): lambda table: KINDS,
    (RemoveEquipment, "identifier"): lambda table: tuple(table.equipment),
    (ReleaseCards, "identifier"): lambda table: tuple(table.stored),
    (AssignStaff, "office"): lambda table: tuple(sorted(ASSIGNED)),
    (ReleaseStaff, "person"): lambda table: tuple(table.staff),
    **dict.fromkeys(("dispute", "correction", "alert", "hand", "option"), _nothing_else),
}


class TablePlace(NamedTuple):
    """A table, and the offer of a command there to one viewer."""

    table: Table
    offer: Offer
    labels: Labels = LABELS
    moments: Kind = "minutes"

    @property
    def chips(self) -> tuple[int, ...]:
        return self.table.play.chips.denominations if self.table.play is not None else ()

    def supplied(self, kind: type[Command]) -> Mapping[str, Any]:
        values = {name: each for name, each in self.offer.command.items() if name != "type"}
        if "document" in kind.__struct_fields__:
            values["document"] = self.table.slug
        if "minutes_east" in kind.__struct_fields__:
            values["minutes_east"] = EASTERN_STANDARD
        if kind is CloseTable and self.table.money.float_in is None:
            values |= {"float_out": (), "counted_by": ()}
        return values

    def requires(self, kind: type[Command], _name: str) -> bool:
        return kind is CloseTable

    def choices(self, kind: type[Command], name: str, data: FormData) -> Choices | None:
        if (kind, name) == (SetOption, "value"):
            option = data.text("option")
            values = option_values(self.table.game.options, option)
            return Choices(value_choices(option, values)) if values else None
        if name == "round":
            return Choices(choices_of(_last_rounds(self.table.play)), closed=False)
        if name == "dealer" and (self.table.staffed or self._dealers):
            return Choices(choices_of(self._dealers))
        if kind.listed.get(name):
            return Choices(choices_of(kind.listed[name]))
        listed = next((each.choices for each in self.offer.facts if each.name == name), ())
        own = _CLOSED.get((kind, name)) or (None if listed else _CLOSED.get(name))
        if own is _settings:
            return Choices(option_choices(own(self.table)))
        if own is not None:
            return Choices(choices_of(own(self.table)))
        if (kind, name) == (SetOption, "option"):
            return Choices(option_choices(listed))
        return Choices(choices_of(listed), name not in _SUGGESTED) if listed else None

    @property
    def _dealers(self) -> tuple[str, ...]:
        return tuple(who for who, role in self.table.staff.items() if role == "dealer")

    def standing(self, kind: type[Command], name: str) -> tuple[str, ...]:
        """The full notice of a sign; the limits in force."""
        if (kind, name) == (PutUpSign, "effective_us"):
            return (str(self.table.game.table.notice_minutes),)
        if kind is SetLimits and name in ("minimum", "maximum"):
            return (money(getattr(self.table.play.limits, name)),)
        return ()

    def nothing(self, kind: type[Command], name: str) -> str:
        return _NOTHING.get((kind, name)) or _NOTHING.get(name) or ""


def _last_rounds(play: HasRound) -> list[int]:
    """Rounds that are over, the latest first."""
    last = play.round if play.round in play.layout.past else play.round - 1
    return list(range(last, max(0, last - LAST_ROUNDS), -1))


def option_values(options: type[Any], name: str) -> tuple[str, ...]:
    """The values of an option, where the document lists them."""
    hint = get_type_hints(options).get(name)
    return tuple(map(str, get_args(hint))) if get_origin(hint) is Listed else ()


def form_at(table: Table, offer: Offer, kind: type[Command], data: FormData) -> Form:
    """The form of a command at a table."""
    return form.make(TablePlace(table, offer), kind, data, offer.clause)
