"""What can be done at a table, sorted for the console, with the reason for what is not possible.

Every entry is an offer of the table (`table/offers.py`), and every reason is `decide`'s own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.games.base_commands import (
    ApprovalCommand,
    ClosingCommand,
    Command,
    DisputeCommand,
    IrregularityCommand,
    MoneyCommand,
    PeopleCommand,
    RoundCommand,
    SettingCommand,
    WagerCommand,
)
from houseway.games.commands import RaiseDispute, required_fields
from houseway.records.sentences import write
from houseway.rulebook.document import Clause
from houseway.rulebook.persons import Signature
from houseway.service.commands.decode import kind_named, kinds, kinds_by_name
from houseway.service.forms.at_table import form_at
from houseway.service.forms.form_data import FormData
from houseway.service.forms.preview import try_out
from houseway.service.texts.text import Text
from houseway.table.offers import Fact, Offer, Refusal, offers
from houseway.table.people_vocabulary import ConfirmCorrection, DropCorrection
from houseway.table.secrets_vocabulary import (
    AbandonSecret,
    NamePublicValue,
    RecordPublicValue,
)
from houseway.table.state import Correction, order_decoder
from houseway.table.table import Table
from houseway.table.view import Viewer

NOW = Text("Next step")
SECTIONS = (
    NOW,
    *(
        Text(each.group.section)
        for each in (
            IrregularityCommand, DisputeCommand, SettingCommand, MoneyCommand, PeopleCommand,
            RoundCommand, WagerCommand, ApprovalCommand, ClosingCommand,
        )
    ),
)  # fmt: skip
# Refusals that no fact of the order would turn.
_WHATEVER = frozenset(
    {
        "no_raise", "no_hours", "no_drop_box", "chips_are_issued", "no_second_check", "no_float",
        "float_open", "round_opened", "role_may_not",
        "gaming_goes_on", "round_not_held", "no_window", "no_round_yet", "round_under_way",
    }
)  # fmt: skip


_OF_VIRTUAL_TABLES = (AbandonSecret, NamePublicValue, RecordPublicValue)


class Action(NamedTuple):
    """One order: where its form is, or why it is not possible now.

    `sure` is false where the reason may go away with the facts that the form asks for.
    """

    order: str
    title: str
    clause: Clause | None
    refused: Refusal | None = None
    sure: bool = True


class CaseAction(NamedTuple):
    """One thing that can be done about a dispute, a correction or an alert, or why not."""

    order: str
    title: str
    number: int
    refused: Refusal | None = None


class CorrectionSeen(NamedTuple):
    number: int
    sentence: str
    reason: str
    asked: Signature
    outcome: str
    by: Signature | None
    steps: tuple[CaseAction, ...]


def given_here(table: Table, viewer: Viewer, at_us: int) -> Iterator[Offer]:
    """Orders that have a form in the pit."""
    return _entered(table, viewer, at_us, ("listed", "in place"))


def offered(table: Table, viewer: Viewer, at_us: int) -> Iterator[Offer]:
    """Those that are listed by section."""
    return _entered(table, viewer, at_us, ("listed",))


def _entered(table: Table, viewer: Viewer, at_us: int, where: tuple[str, ...]) -> Iterator[Offer]:
    kinds = kinds_by_name(table.edition)
    return (each for each in offers(table, viewer, at_us) if kinds[each.order].console in where)


def doings(table: Table, viewer: Viewer, at_us: int) -> dict[str, list[Action]]:
    """Everything by section, what can be done first."""
    found: dict[str, list[Action]] = {each: [] for each in SECTIONS}
    for offer in offered(table, viewer, at_us):
        kind = kind_named(table.edition, offer.order)
        if kind in _OF_VIRTUAL_TABLES and not table.virtual:
            continue
        group = kind.group
        section = NOW if offer.group == "next step" else group.section
        found.setdefault(section, []).append(_doing(table, viewer, at_us, offer))
    for listed in found.values():
        listed.sort(key=lambda each: each.refused is not None and each.sure)
    return {section: listed for section, listed in found.items() if listed}


def _doing(table: Table, viewer: Viewer, at_us: int, offer: Offer) -> Action:
    kind = kind_named(table.edition, offer.order)
    refused, sure = offer.refused, True
    if refused is None and table.play is not None and offer.facts:
        missing = form_at(table, offer, kind, FormData()).missing
        if missing:
            refused = Refusal("nothing_to_choose", None, missing)
        else:
            refused, sure = _as_it_stands(table, viewer, at_us, offer, kind)
    return Action(offer.order, Text(kind.title), offer.clause, refused, sure)


def _as_it_stands(
    table: Table, viewer: Viewer, at_us: int, offer: Offer, kind: type[Command]
) -> tuple[Refusal | None, bool]:
    """What `decide` says before the facts are known, and whether it says so whatever they are."""
    needed = [each for each in offer.facts if each.required]
    trial = {each.name: _any(table, each) for each in needed}
    unnamed = required_fields(kind) - trial.keys()
    if unnamed or None in trial.values():
        return None, False
    refused = ask(table, viewer, at_us, kind(**trial))
    if refused is not None and refused.code in _WHATEVER:
        return refused, True
    return (None if needed else refused), False


def _any(table: Table, fact: Fact) -> Any:
    """Something that could stand there; None where nothing in particular could."""
    plain: dict[str, Any] = {
        "word": "any", "words": "any", "names": ("any",), "number": 1,
        "money": table.play.limits.maximum,
        "numbers": (1, *([0] * (len(table.play.chips.denominations) - 1))),
    }  # fmt: skip
    chosen = fact.choices[0] if fact.choices else None
    if chosen is not None:
        return int(chosen) if fact.form == "number" else chosen
    return plain.get(fact.form)


def ask(table: Table, viewer: Viewer, at_us: int, command: Command) -> Refusal | None:
    """Why the viewer may not, in `decide`'s words."""
    refused = try_out(table, command, viewer, at_us).refused
    return Refusal(refused.code, refused.clause, refused.detail) if refused else None


# Disputes and corrections, one by one


def dispute_steps(table: Table, viewer: Viewer, at_us: int, number: int) -> tuple[CaseAction, ...]:
    """What can be done about a dispute, asked of `decide` with words that stand for any."""
    mine = {each.order for each in offered(table, viewer, at_us)}
    found = []
    for kind in kinds(table.edition):
        if not issubclass(kind, DisputeCommand) or kind is RaiseDispute:
            continue
        trial = kind(**_any_words(kind, number))
        refused = ask(table, viewer, at_us, trial)
        if kind.__name__ in mine or refused is not None:
            found.append(CaseAction(kind.__name__, Text(kind.title), number, refused))
    return tuple(found)


def _any_words(kind: type[Command], dispute: int) -> Mapping[str, str | int]:
    words = ("decision", "outcome")
    named = {name: "any" for name in words if name in kind.__struct_fields__}
    return {"dispute": dispute, **named}


def corrections(table: Table, viewer: Viewer, at_us: int) -> tuple[CorrectionSeen, ...]:
    """Newest first; anyone who asked sees why someone else must confirm."""
    seen = [_correction(table, viewer, at_us, each.number, each) for each in table.corrections]
    return tuple(reversed(seen))


def _correction(
    table: Table, viewer: Viewer, at_us: int, number: int, each: Correction
) -> CorrectionSeen:
    sentence = _sentence(table.edition, each.order)
    steps = () if each.outcome else tuple(
        CaseAction(type(command).__name__, title, number, ask(table, viewer, at_us, command))
        for command, title in (
            (ConfirmCorrection(number), Text("Look and confirm")),
            (DropCorrection(number), Text("Drop")),
        )
    )  # fmt: skip
    return CorrectionSeen(number, sentence, each.reason, each.asked, each.outcome, each.by, steps)


def _sentence(edition: str, order: str) -> str:
    try:
        return write(order_decoder(edition).decode(order))
    except msgspec.MsgspecError:
        return order
