"""The forms of the promotions desk, and the command that each makes.

People are typed by name on a page; the name goes into the register, its reference into the command.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec

from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.state import Promotion, numbered
from houseway.records.termsfile import BadTerms, read_conditions
from houseway.rulebook.ruling import Refused
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.promotions import people, terms_form
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.forms import form as forms
from houseway.service.forms.fields import Kind, declared, what_of
from houseway.service.forms.form import Labels
from houseway.service.forms.form_data import FormData, NotFilledIn, cents, whole
from houseway.store.register import REFERENCE, Person

MOST_LINES = 20_000  # of one file
_MEANS = ("cash", "crossed cheque", "electronic transfer")


class DeskRequest(NamedTuple):
    """A form of the desk: at which promotion, by whom, with what filled in.

    `new` are those named on it, to be taken into the register when the order is given.
    """

    floor: Floor
    promotion: str
    account: Account
    data: FormData
    new: list[Person]

    def person(self) -> str:
        """The reference of the person who was named."""
        data = self.data
        if REFERENCE.fullmatch(data.text("reference")):
            return data.text("reference")
        if not data.text("name"):
            raise NotFilledIn("say who it is")
        return self.takes(
            Person(data.text("name"), data.text("address"), data.text("telephone"),
                   data.text("email"))
        )  # fmt: skip

    def takes(self, person: Person) -> str:
        self.new.append(person)
        return self.known(person.name)

    def known(self, name: str) -> str:
        """The reference of a name, or of a reference; nothing is taken in."""
        return name if REFERENCE.fullmatch(name) else self.floor.register.reference(name)


# Making each command


def _set(asked: DeskRequest) -> Command:
    return v.SetConditions(terms_form.read(asked.data, asked.known))


def _amend(asked: DeskRequest) -> Command:
    data = asked.data
    approval = v.Approval(
        data.text("approval_reference"), data.text("approver"),
        data.time_us("approved") or asked.floor.now_us(),
    )  # fmt: skip
    return v.AmendConditions(terms_form.read(data, asked.known), approval)


def _set_from_text(asked: DeskRequest) -> Command:
    try:
        found = read_conditions(asked.data.raw("terms_file"))
    except BadTerms as wrong:
        raise NotFilledIn(str(wrong)) from wrong
    barred = tuple(map(asked.known, found.barred))
    return v.SetConditions(msgspec.structs.replace(found, barred=barred))


def _enter(asked: DeskRequest) -> Command:
    data = asked.data
    wagered, tickets = data.money("wagered"), data.number("tickets", 1)
    return dv.EnterPatron(asked.person(), tickets, wagered, data.all("meets"))


def _count(asked: DeskRequest) -> Command:
    """What was played there, the house reads from its log."""
    return dv.CountPlay(asked.data.text("table"), "", 0, ())


def _dispute(asked: DeskRequest) -> Command:
    return cv.DisputeTerms(asked.person(), asked.data.text("about"))


def _claim(asked: DeskRequest) -> Command:
    data, person = asked.data, asked.person()
    parts = ((means, data.money(means.replace(" ", "_"))) for means in _MEANS)
    paid = tuple(
        cv.Payment(means, amount, "" if means == "cash" else person)  # type: ignore[arg-type]
        for means, amount in parts
        if amount
    )
    cash = data.text("take") == "cash instead"
    return cv.ClaimPrize(person, data.text("prize"), cash_instead=cash, payments=paid)


def _refuse(asked: DeskRequest) -> Command:
    """Name and address of a claim over $100 are kept first; the log has the receipt."""
    data, number = asked.data, asked.data.number("claim")
    kept = ""
    if KIND.look(asked.floor, asked.promotion, lambda found, _: _to_be_kept(found, number)):
        by = people.reader(asked.account, f"refusal of claim {number} of {asked.promotion}")
        home = data.text("address")
        kept = people.keep_claimant(asked.floor, asked.promotion, number, home, by)
    return cv.RefuseClaim(number, data.text("reason"), kept)


def _to_be_kept(promotion: Promotion, number: int) -> bool:
    claim = numbered(promotion.claims, number, "claim")
    if isinstance(claim, Refused):
        raise RuledOut(claim)
    return claim.value > min(rules.claims.kept_above for rules in promotion.rules)


class DeskForm(NamedTuple):
    """A form of the desk: the command it makes, and the part of the desk that it belongs to."""

    part: str
    make: Callable[[DeskRequest], Command]


class AtDesk(NamedTuple):
    """A promotion's desk: people type everything but what the house draws and computes."""

    labels: Labels = MappingProxyType({})
    chips: tuple[int, ...] = ()
    moments: Kind = "time"

    def supplied(self, kind: type[Command]) -> Mapping[str, Any]:
        fields = declared(kind).items()
        return {
            name: each.default
            for name, (each, hint) in fields
            if what_of(hint) == "hex" and not each.required
        }

    def requires(self, _kind: type[Command], _name: str) -> bool:
        return False

    def choices(self, _kind: type[Command], _name: str, _data: FormData) -> None:
        """The templates of the desk write their own."""

    def standing(self, _kind: type[Command], _name: str) -> tuple[str, ...]:
        return ()

    def nothing(self, _kind: type[Command], _name: str) -> str:
        return ""


def _plain(part: str, kind: type[Command]) -> DeskForm:
    """A form whose fields are those that its command declares."""

    def make(asked: DeskRequest) -> Command:
        place, data = AtDesk(), asked.data
        form = forms.make(place, kind, data)
        return forms.read(place, form, data, asked.floor.now_us())

    return DeskForm(part, make)


# fmt: off
FORMS: dict[str, DeskForm] = {
    "set":          DeskForm("terms", _set),
    "set-text":     DeskForm("terms", _set_from_text),
    "amend":        DeskForm("terms", _amend),
    "prescribe":    _plain("terms", v.PrescribeItems),
    "publish":      _plain("terms", v.PublishConditions),
    "file":         _plain("terms", v.FileMaterial),
    "notify":       _plain("", v.NotifyAuthority),
    "start":        _plain("", v.StartPromotion),
    "close":        _plain("", v.ClosePromotion),
    "enter":        DeskForm("entries", _enter),
    "count":        DeskForm("entries", _count),
    "seal":         _plain("entries", dv.SealEntries),
    "commit":       _plain("draw", dv.CommitSeed),
    "scrutineer":   _plain("draw", dv.NameScrutineer),
    "dispense":     _plain("draw", dv.DispenseWithScrutineer),
    "second":       _plain("draw", dv.NameSecondPerson),
    "share":        _plain("draw", dv.CommitShare),
    "aside":        _plain("draw", dv.SetShareAside),
    "public":       _plain("draw", dv.RecordPublicValue),
    "confirm":      _plain("draw", dv.ConfirmPublicValue),
    "reveal":       _plain("draw", dv.RevealShare),
    "draw":         _plain("draw", dv.DrawWinners),
    "ticket":       _plain("draw", dv.RecordTicket),
    "redraw":       _plain("draw", dv.RedrawPrize),
    "sign":         _plain("draw", dv.SignDraw),
    "results":      _plain("draw", dv.PublishResults),
    "attempt":      _plain("winners", cv.NotifyWinner),
    "offer":        _plain("winners", cv.OfferCash),
    "claim":        DeskForm("winners", _claim),
    "award":        _plain("winners", cv.AwardPrize),
    "refuse":       DeskForm("winners", _refuse),
    "tell":         _plain("winners", cv.TellReasons),
    "dispute":      DeskForm("disputes", _dispute),
    "decide":       _plain("disputes", cv.DecideTermsDispute),
    "advise":       _plain("disputes", cv.AdviseOfComplaint),
    "postpone":     _plain("disputes", v.PostponeFor),
    "cancel":       _plain("disputes", v.CancelFor),
    "validate":     _plain("disputes", v.ValidateIntegrity),
    "inspectorate": _plain("disputes", v.NotifyInspectorate),
}
# fmt: on


# A list out of a file


def listed(asked: DeskRequest, body: bytes, source: str) -> dv.EnterList:
    """A CSV with the columns person, address, tickets, wagered and checked (divided by ;)."""
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise NotFilledIn("the file is not text in UTF-8") from wrong
    lines = csv.DictReader(io.StringIO(text, newline=""))
    if "person" not in (lines.fieldnames or ()):
        raise NotFilledIn("the file has no column person; its first line names the columns")
    try:
        return dv.EnterList(tuple(_entrants(asked, lines)), source)
    except csv.Error as wrong:
        raise NotFilledIn(f"line {lines.line_num}: {wrong}") from wrong


def _entrants(asked: DeskRequest, lines: csv.DictReader[str]) -> Iterator[dv.Entrant]:
    for number, line in enumerate(lines, start=2):
        if number > MOST_LINES + 1:
            raise NotFilledIn(f"at most {MOST_LINES:,} lines of one file")
        try:
            yield _entrant(asked, {key: (text or "").strip() for key, text in line.items() if key})
        except (Wrong, ValueError) as wrong:
            raise NotFilledIn(f"line {number}: {wrong}") from wrong


def _entrant(asked: DeskRequest, line: dict[str, str]) -> dv.Entrant:
    name = line["person"]
    if not name:
        raise NotFilledIn("there is no name")
    reference = asked.takes(Person(name, line.get("address", "")))
    checked = tuple(filter(None, (each.strip() for each in line.get("checked", "").split(";"))))
    tickets = whole("tickets", line.get("tickets") or "1")
    return dv.Entrant(reference, tickets, cents("wagered", line.get("wagered") or "0"), checked)
