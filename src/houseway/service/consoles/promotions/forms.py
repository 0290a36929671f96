"""The orders of the desk's pages: each a form, made into the order that it stands for.

People are typed by name on a page; the name goes into the register, its reference into the order.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from houseway.equipment.chips import BadAmount, dollars
from houseway.games.commands import Command
from houseway.promotion import claims_vocabulary as cv
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.state import Promotion, numbered
from houseway.records.termsfile import BadTerms, read_conditions
from houseway.rulebook.ruling import Refused
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.promotions import people, terms_form
from houseway.service.consoles.promotions.form_values import Filled, NotFilledIn
from houseway.service.errors import RuledOut
from houseway.store.register import REFERENCE, Person

if TYPE_CHECKING:
    from houseway.service.floor import Floor

MOST_LINES = 20_000  # of one file
_MEANS = ("cash", "crossed cheque", "electronic transfer")


class Asked(NamedTuple):
    """A form of the desk: at which promotion, by whom, with what filled in.

    `new` are those named on it, to be taken into the register when the order is given.
    """

    floor: Floor
    promotion: str
    account: Account
    filled: Filled
    new: list[Person]

    def person(self) -> str:
        """The reference of whoever was named."""
        said = self.filled
        if REFERENCE.fullmatch(said.text("reference")):
            return said.text("reference")
        if not said.text("name"):
            raise NotFilledIn("say who it is")
        return self.takes(
            Person(said.text("name"), said.text("address"), said.text("telephone"),
                   said.text("email"))
        )  # fmt: skip

    def takes(self, person: Person) -> str:
        self.new.append(person)
        return self.known(person.name)

    def known(self, name: str) -> str:
        """The reference of a name, or of a reference; nothing is taken in."""
        return name if REFERENCE.fullmatch(name) else self.floor.register.reference(name)


# Making each order


def _set(asked: Asked) -> Command:
    return v.SetConditions(terms_form.read(asked.filled, asked.known))


def _amend(asked: Asked) -> Command:
    filled = asked.filled
    approval = v.Approval(
        filled.text("approval_reference"), filled.text("approver"),
        filled.time_us("approved") or asked.floor.now_us(),
    )  # fmt: skip
    return v.AmendConditions(terms_form.read(filled, asked.known), approval)


def _set_from_text(asked: Asked) -> Command:
    try:
        found = read_conditions(asked.filled.whole("terms_file"))
    except BadTerms as wrong:
        raise NotFilledIn(str(wrong)) from wrong
    barred = tuple(map(asked.known, found.barred))
    return v.SetConditions(msgspec.structs.replace(found, barred=barred))


def _enter(asked: Asked) -> Command:
    filled = asked.filled
    wagered, tickets = filled.money("wagered"), filled.number("tickets", 1)
    return dv.EnterPatron(asked.person(), tickets, wagered, filled.all("meets"))


def _count(asked: Asked) -> Command:
    """What was played there, the house reads from its log."""
    return dv.CountPlay(asked.filled.text("table"), "", 0, ())


def _dispute(asked: Asked) -> Command:
    return cv.DisputeTerms(asked.person(), asked.filled.text("about"))


def _claim(asked: Asked) -> Command:
    filled, person = asked.filled, asked.person()
    parts = ((means, filled.money(means.replace(" ", "_"))) for means in _MEANS)
    paid = tuple(
        cv.Payment(means, amount, "" if means == "cash" else person)  # type: ignore[arg-type]
        for means, amount in parts
        if amount
    )
    cash = filled.text("take") == "cash instead"
    return cv.ClaimPrize(person, filled.text("prize"), cash_instead=cash, payments=paid)


def _refuse(asked: Asked) -> Command:
    """Name and address of a claim over $100 are kept first; the log has the receipt."""
    filled, number = asked.filled, asked.filled.number("claim")
    kept = ""
    if KIND.look(asked.floor, asked.promotion, lambda found, _: _to_be_kept(found, number)):
        by = people.reader(asked.account, f"refusal of claim {number} of {asked.promotion}")
        home = filled.text("address")
        kept = people.keep_claimant(asked.floor, asked.promotion, number, home, by)
    return cv.RefuseClaim(number, filled.text("reason"), kept)


def _to_be_kept(promotion: Promotion, number: int) -> bool:
    claim = numbered(promotion.claims, number, "claim")
    if isinstance(claim, Refused):
        raise RuledOut(claim)
    return claim.value > min(rules.claims.kept_above for rules in promotion.rules)


class Form(NamedTuple):
    """A form of the desk: what it makes, and the part of the desk that it belongs to."""

    part: str
    make: Callable[[Asked], Command]


Read = Callable[[Filled, str], Any]
TEXT: Read = Filled.text
NUMBER: Read = Filled.number
MONEY: Read = Filled.money
LINES: Read = Filled.lines
YES: Read = Filled.yes


def _plain(part: str, kind: Callable[..., Command], **fields: Read) -> Form:
    """A form whose fields are those of its order, by the same names."""

    def make(asked: Asked) -> Command:
        return kind(**{name: read(asked.filled, name) for name, read in fields.items()})

    return Form(part, make)


# fmt: off
FORMS: dict[str, Form] = {
    "set":          Form("terms", _set),
    "set-text":     Form("terms", _set_from_text),
    "amend":        Form("terms", _amend),
    "prescribe":    _plain("terms", v.PrescribeItems, items=LINES),
    "publish":      _plain("terms", v.PublishConditions, where=LINES),
    "file":         _plain("terms", v.FileMaterial, material=TEXT, refers=TEXT),
    "notify":       _plain("", v.NotifyAuthority, means=TEXT),
    "start":        _plain("", v.StartPromotion),
    "close":        _plain("", v.ClosePromotion),
    "enter":        Form("entries", _enter),
    "count":        Form("entries", _count),
    "seal":         _plain("entries", dv.SealEntries),
    "commit":       _plain("draw", dv.CommitSeed),
    "scrutineer":   _plain("draw", dv.NameScrutineer, person=TEXT),
    "dispense":     _plain("draw", dv.DispenseWithScrutineer, reason=TEXT),
    "second":       _plain("draw", dv.NameSecondPerson, person=TEXT),
    "share":        _plain("draw", dv.CommitShare, commitment=TEXT),
    "aside":        _plain("draw", dv.SetShareAside, reason=TEXT),
    "public":       _plain("draw", dv.RecordPublicValue, value=TEXT, source=TEXT),
    "confirm":      _plain("draw", dv.ConfirmPublicValue, value=TEXT),
    "reveal":       _plain("draw", dv.RevealShare, share=TEXT),
    "draw":         _plain("draw", dv.DrawWinners, word=TEXT),
    "ticket":       _plain("draw", dv.RecordTicket, ticket=NUMBER, witnesses=LINES),
    "redraw":       _plain("draw", dv.RedrawPrize, winner=NUMBER, reason=TEXT, ticket=NUMBER,
                           witnesses=LINES),
    "sign":         _plain("draw", dv.SignDraw),
    "results":      _plain("draw", dv.PublishResults, where=TEXT),
    "attempt":      _plain("winners", cv.NotifyWinner, winner=NUMBER, method=TEXT, detail=TEXT,
                           reached=YES),
    "offer":        _plain("winners", cv.OfferCash, winner=NUMBER, amount=MONEY),
    "claim":        Form("winners", _claim),
    "award":        _plain("winners", cv.AwardPrize, claim=NUMBER),
    "refuse":       Form("winners", _refuse),
    "tell":         _plain("winners", cv.TellReasons, claim=NUMBER, means=TEXT),
    "dispute":      Form("disputes", _dispute),
    "decide":       _plain("disputes", cv.DecideTermsDispute, dispute=NUMBER, decision=TEXT,
                           satisfied=YES),
    "advise":       _plain("disputes", cv.AdviseOfComplaint, dispute=NUMBER),
    "postpone":     _plain("disputes", v.PostponeFor, what=TEXT, reason=TEXT),
    "cancel":       _plain("disputes", v.CancelFor, what=TEXT, reason=TEXT),
    "validate":     _plain("disputes", v.ValidateIntegrity, how=TEXT),
    "inspectorate": _plain("disputes", v.NotifyInspectorate, means=TEXT),
}
# fmt: on


# A list out of a file


def listed(asked: Asked, body: bytes, source: str) -> dv.EnterList:
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


def _entrants(asked: Asked, lines: csv.DictReader[str]) -> Iterator[dv.Entrant]:
    for number, line in enumerate(lines, start=2):
        if number > MOST_LINES + 1:
            raise NotFilledIn(f"at most {MOST_LINES:,} lines of one file")
        try:
            yield _entrant(asked, {key: (text or "").strip() for key, text in line.items() if key})
        except (ValueError, BadAmount) as wrong:
            raise NotFilledIn(f"line {number}: {wrong}") from wrong


def _entrant(asked: Asked, line: dict[str, str]) -> dv.Entrant:
    name = line["person"]
    if not name:
        raise NotFilledIn("there is no name")
    reference = asked.takes(Person(name, line.get("address", "")))
    checked = tuple(filter(None, (each.strip() for each in line.get("checked", "").split(";"))))
    wagered = dollars(line.get("wagered") or "0")
    return dv.Entrant(reference, _tickets(line.get("tickets") or "1"), wagered, checked)


def _tickets(said: str) -> int:
    if not said.isdecimal():
        raise NotFilledIn(f"{said!r} is not a whole number of tickets")
    return int(said)
