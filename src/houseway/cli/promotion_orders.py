"""What is typed at the desk of a promotion made into orders: names go into the register, references
into the order."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import msgspec

from houseway.cli.files import text_of
from houseway.cli.promotion_desk import PromotionDesk
from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.promotion import claims_vocabulary as cv
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion.terms import Conditions
from houseway.records.termsfile import read_conditions
from houseway.store.register import REFERENCE, Person


def by_reference(desk: PromotionDesk, command: Command) -> Command:
    """A patron named in a sentence, by the register's reference; a scrutineer is staff."""
    if not isinstance(command, dv.EnterPatron | cv.ClaimPrize | cv.DisputeTerms):
        return command
    if REFERENCE.fullmatch(command.person):
        return command
    reference = desk.register.enter(command.person, Person(command.person))
    return msgspec.structs.replace(command, person=reference)


def conditions_in(desk: PromotionDesk, terms: Path) -> Conditions:
    """The terms of a file; anyone who cannot enter is named in the log by reference."""
    found = read_conditions(text_of(terms))
    barred = (
        each if REFERENCE.fullmatch(each) else desk.register.reference(each)
        for each in found.barred
    )
    return msgspec.structs.replace(found, barred=tuple(barred))


def listed(desk: PromotionDesk, file: Path) -> tuple[dv.Entrant, ...]:
    lines = csv.DictReader(io.StringIO(text_of(file, "utf-8-sig"), newline=""))
    try:
        return tuple(_entrant(desk, line) for line in lines)
    except csv.Error as wrong:
        raise ValueError(f"line {lines.line_num}: {wrong}") from wrong


def _entrant(desk: PromotionDesk, line: dict[str, str]) -> dv.Entrant:
    if "person" not in line:
        raise ValueError("the file has no column person")
    name = line["person"]
    reference = desk.register.enter(name, Person(name, line.get("address", "")))
    checked = tuple(each.strip() for each in line.get("checked", "").split(";") if each.strip())
    wagered = dollars(line.get("wagered") or "0")
    return dv.Entrant(reference, int(line.get("tickets") or 1), wagered, checked)


def payment(text: str, payee: str) -> cv.Payment:
    means, _, amount = text.partition("=")
    if means not in ("cash", "crossed cheque", "electronic transfer"):
        raise ValueError(f"{means} is none of cash, crossed cheque, electronic transfer")
    return cv.Payment(means, dollars(amount), "" if means == "cash" else payee)  # type: ignore[arg-type]


def refusal(desk: PromotionDesk, number: int, reason: str, person: Person) -> cv.RefuseClaim:
    """Name and address go into the register first, and stay there; the log has the receipt."""
    kept = ""
    if person.name and person.address and desk.promotion.documents:
        reference = desk.register.enter(person.name, person)
        clause = desk.promotion.rules[0].claims.kept
        kept = desk.register.keep(reference, clause, desk.reader("a refused claim"))
    return cv.RefuseClaim(number, reason, kept)
