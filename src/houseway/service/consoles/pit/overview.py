"""All tables at a glance: what each waits for and since when, the money on it, and its alerts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from houseway.games.base_commands import (
    ApprovalCommand,
    ClosingCommand,
    DisputeCommand,
    IrregularityCommand,
    MoneyCommand,
    PeopleCommand,
    RoundCommand,
    SettingCommand,
    WagerCommand,
)
from houseway.games.base_commands import Command as Command
from houseway.games.commands import RaiseDispute, required_fields
from houseway.records.sentences import write
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Signature
from houseway.service.commands.decode import kind_named, kinds, kinds_by_name
from houseway.service.floor import Floor, stream_of
from houseway.service.forms.at_table import form_at
from houseway.service.forms.form_data import FormData
from houseway.service.forms.preview import try_out
from houseway.service.texts.text import Text
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.days import MINUTE_US
from houseway.table.life import sign_lines
from houseway.table.money import in_tray
from houseway.table.offers import Fact, Offer, Refusal, offers
from houseway.table.people import ConfirmCorrection, DropCorrection
from houseway.table.secrets import AbandonSecret, NamePublicValue, RecordPublicValue
from houseway.table.state import Alert, Correction, Table, order_decoder
from houseway.table.view import Viewer

# What can be done at a table, sorted for the console, with the reason for what is not possible.

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


KEPT = 12  # acknowledged alerts that stay listed
OPEN, RESOLVED, FOR_OTHERS, ACKNOWLEDGED = "open", "resolved", "for others", "acknowledged"
GROUPS = (OPEN, RESOLVED, FOR_OTHERS, ACKNOWLEDGED)
_IN_CHARGE = frozenset(map(str, SUPERVISORS | DIRECTORS))


class SignSeen(NamedTuple):
    """A sign that stands: since when, and from which moment it may take effect."""

    subject: str
    text: str
    minimum: int
    at_us: int
    ripe_us: int
    author: str
    clause: Clause | None


class AlertSeen(NamedTuple):
    """An alert with its number, and why the viewer may not acknowledge it."""

    table: str
    number: int
    alert: Alert
    refused: Refusal | None
    directed: bool = False  # at this table a director decides

    @property
    def order(self) -> dict[str, object]:
        return {"type": AcknowledgeAlert.__name__, "alert": self.number}

    @property
    def group(self) -> str:
        """Where it is listed: the viewer's own open ones stand on top, the rest is folded."""
        if self.alert.acknowledged is not None:
            return ACKNOWLEDGED
        if self.refused is not None:
            return FOR_OTHERS
        return RESOLVED if self.alert.over else OPEN


class Glance(NamedTuple):
    """A table on the overview."""

    table: str
    slug: str
    title: str
    casino: str
    open: bool
    virtual: bool
    directed: bool
    stage: str
    round: int
    handle: int  # on the layout
    float: int | None  # what the tray should hold; None: nobody counted it in
    net: int  # what the layout has won or lost
    dealer: str
    patrons: int
    limits: str
    awaited: str
    who: str
    clause: Clause | None
    in_charge: bool  # it is awaited from a person in charge
    since_us: int  # the last action at the table
    signs: tuple[SignSeen, ...]
    alerts: tuple[AlertSeen, ...]

    @property
    def open_alerts(self) -> int:
        return sum(each.group == OPEN for each in self.alerts)


def glances(floor: Floor, viewer: Viewer) -> list[Glance]:
    """Every table that has been opened; those that wait for a person in charge first."""
    found = [floor.runner.look(f"table/{name}", _see(floor, name, viewer))
             for name in floor.tables()]  # fmt: skip
    seen = [each for each in found if each is not None]
    return sorted(seen, key=lambda each: (not each.open, not each.in_charge, each.table))


def _see(floor: Floor, name: str, viewer: Viewer) -> Callable[[Table, int], Glance | None]:
    def see(table: Table, version: int) -> Glance | None:
        if table.play is None:
            return None
        return glance(table, name, viewer, last_action_us(floor, name, version))

    return see


def last_action_us(floor: Floor, name: str, version: int) -> int:
    """When the last event of a table was recorded."""

    def read() -> int:
        return floor.log.read(stream_of(name), after=version - 1, limit=1)[0].at_us

    return floor.kept_times.get((name, version), read)


def glance(table: Table, name: str, viewer: Viewer, since_us: int) -> Glance:
    play, game = table.play, table.game
    awaited = None if table.closed else game.awaits(play)
    lines = sign_lines(table)
    return Glance(
        name, table.slug, game.cite.title, game.cite.metadata.casino, not table.closed,
        table.virtual, game.table.directed is not None, play.stage, play.round,
        sum(play.layout.wagers.values()),
        None if table.money.float_in is None else in_tray(table), play.layout.float_tray,
        table.dealer, len(play.layout.idle_rounds), lines[0][0] if lines else "",
        awaited.sentence if awaited else "", awaited.who if awaited else "",
        awaited.clause if awaited else None,
        awaited is not None and awaited.who in _IN_CHARGE, since_us,
        tuple(signs(table)), tuple(alerts(table, name, viewer)),
    )  # fmt: skip


def signs(table: Table) -> Iterator[SignSeen]:
    """Reading A-08: a sign stands its full time, and the time that it states must have come."""
    stands_us = table.game.table.notice_minutes * MINUTE_US
    for each in table.signs.values():
        ripe_us = max(each.at_us + stands_us, each.effective_us)
        yield SignSeen(
            each.subject, each.text, each.minimum, each.at_us, ripe_us, each.author, each.clause
        )


def alerts(table: Table, name: str, viewer: Viewer) -> Iterator[AlertSeen]:
    """Those to be acknowledged, newest first, and then the last ones that were.

    Who may acknowledge one alert of a table may acknowledge them all, so `decide` is asked once.
    """
    newest = table.alerts[::-1]
    waiting = [each for each in newest if each.acknowledged is None]
    if waiting:
        refused = ask(table, viewer, 0, AcknowledgeAlert(waiting[0].number))
        directed = table.game.table.directed is not None
        yield from (AlertSeen(name, each.number, each, refused, directed) for each in waiting)
    for each in [each for each in newest if each.acknowledged is not None][:KEPT]:
        yield AlertSeen(name, each.number, each, None)
