"""People of promotions: taken into the register, read by few, erased when nothing needs them."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from itertools import islice
from typing import NamedTuple

import msgspec

from houseway.promotion.state import Promotion, numbered, still_needed
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.inspector.search import newest_first
from houseway.service.errors import RuledOut, Wrong
from houseway.service.floor import Floor
from houseway.service.texts.text import Text, texts
from houseway.store.log import Entry
from houseway.store.register import (
    ERASERS,
    READERS,
    REFERENCE,
    STREAM,
    KeptByRule,
    NoReason,
    NotForThisOffice,
    NotThere,
    Person,
    Reader,
    RegisterError,
)

SHOWN = 60  # of the latest lines of the record
_CODES = {NotForThisOffice: "office_may_not", NotThere: "nobody_there", NoReason: "no_reason"}


def may_read(account: Account | None) -> bool:
    return account is not None and account.role in READERS


def may_erase(account: Account | None) -> bool:
    return account is not None and account.role in ERASERS


def reader(account: Account, why: str) -> Reader:
    if account.role is None:
        raise Wrong(HTTPStatus.FORBIDDEN, "office_may_not", Text("an administrator reads no names"))
    return Reader(account.name, account.role, why)


def refused(wrong: RegisterError) -> Wrong:
    """What the register refuses, in the one shape of errors."""
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if isinstance(wrong, NotForThisOffice):
        status = HTTPStatus.FORBIDDEN
    elif isinstance(wrong, NotThere):
        status = HTTPStatus.NOT_FOUND
    return Wrong(status, _CODES.get(type(wrong), "register_refuses"), str(wrong))


def kept_is_ours() -> Wrong:
    sentence = Text("which clause has details kept is for the house to say")
    return Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "not_yours_to_say", sentence)


def enter(floor: Floor, person: Person) -> str:
    """Take someone in and give the reference. Blocks."""
    try:
        return floor.register.enter(person.name, person)
    except RegisterError as wrong:
        raise refused(wrong) from wrong


def enter_all(floor: Floor, found: Iterable[Person]) -> None:
    for person in found:
        enter(floor, person)


def details(floor: Floor, reference: str, by: Reader) -> Person:
    """Who someone is; that it was asked for is in the log. Blocks."""
    try:
        return floor.register.look(reference, by)
    except RegisterError as wrong:
        raise refused(wrong) from wrong


def kept(floor: Floor, receipt: str, by: Reader) -> Person:
    """A claimant as name and address were kept under a receipt. Blocks."""
    try:
        return floor.register.kept(receipt, by)
    except RegisterError as wrong:
        raise refused(wrong) from wrong


class PromotionPart(NamedTuple):
    """What someone has to do with a promotion."""

    promotion: str
    name: str
    words: str


def part_in(floor: Floor, reference: str) -> list[PromotionPart]:
    """The promotions that someone takes part in. Blocks."""
    found = (_part_of(floor, name, reference) for name in KIND.names(floor))
    return [each for each in found if each is not None]


def _part_of(floor: Floor, name: str, reference: str) -> PromotionPart | None:
    return floor.runner.look(KIND.stream(name), lambda each, _: _part(each, name, reference))


def _part(promotion: Promotion, name: str, reference: str) -> PromotionPart | None:
    counts = {
        "entered": promotion.entries.people.count(reference),
        "won": sum(each.person == reference for each in promotion.winners),
        "claimed": sum(each.person == reference for each in promotion.claims),
        "disputed": sum(each.person == reference for each in promotion.disputes),
    }
    words = ", ".join(f"{what} {many}" for what, many in counts.items() if many)
    return PromotionPart(name, promotion.name, words) if words else None


def keep_claimant(floor: Floor, promotion: str, claim: int, home: str, by: Reader) -> str:
    """Keep name and address of a claimant for good; the receipt goes into the refusal. Blocks.

    `home` is the address, where the register does not have it yet.
    """

    def whose(found: Promotion, _version: int) -> tuple[str, Clause]:
        asked = numbered(found.claims, claim, "claim")
        if isinstance(asked, Refused):
            raise RuledOut(asked)
        return asked.person, found.rules[0].claims.kept

    reference, clause = KIND.look(floor, promotion, whose)
    try:
        return floor.register.keep(reference, clause, by, home)
    except RegisterError as wrong:
        raise refused(wrong) from wrong


def erase(floor: Floor, reference: str, by: Reader) -> None:
    """Erase name and address, unless a rule or an open promotion still needs them. Blocks."""
    if not REFERENCE.fullmatch(reference):
        raise Wrong(
            HTTPStatus.NOT_FOUND, "nobody_there", Text("that is no reference of the register")
        )
    for name in KIND.names(floor):
        needed = floor.runner.look(KIND.stream(name), lambda each, _: still_needed(each, reference))
        if needed:
            raise RuledOut(needed)
    try:
        floor.register.erase(reference, by)
    except KeptByRule as kept:
        raise RuledOut(Refused("kept_by_rule", kept.clause, str(kept))) from kept
    except RegisterError as wrong:
        raise refused(wrong) from wrong


# The record of the register


class ReadingLine(NamedTuple):
    """Someone read, kept or erased: who, in which office, whose, and why."""

    at_us: int
    actor: str
    office: str
    what: str
    references: tuple[str, ...]
    why: str


_WORDS = texts({"DetailsRead": "read", "DetailsKept": "kept for good", "PersonErased": "erased"})


def record(floor: Floor, reference: str = "") -> list[ReadingLine]:
    """The latest lines, newest first; of one person, where a reference is given. Blocks."""
    lines = map(_line, newest_first(floor.log, STREAM))
    wanted = (each for each in lines if not reference or reference in each.references)
    return list(islice(wanted, SHOWN))


def _line(entry: Entry) -> ReadingLine:
    body = msgspec.json.decode(entry.body)
    whose = body.get("references") or [body.get("reference", "")]
    why = body.get("why") or body.get("reason") or body.get("clause", "")
    what = _WORDS.get(entry.kind, entry.kind)
    return ReadingLine(entry.at_us, entry.actor, entry.role, what, tuple(whose), why)
