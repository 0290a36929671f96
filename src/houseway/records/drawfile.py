"""The file of a draw (`.hwdraw`): list, values and result in one, so that anybody can draw again.

One JSON object of canonical bytes. People are references, so the file can be given to anybody. Its
last field is the SHA-256 of all before it. The digest of the list and the commitments are those
that were published before the draw, and are compared with what was published. `houseway draw 1` is
the file of a barrel and of draws of scheme 1, `houseway draw 2` that of scheme 2, and `houseway
draw 3` that of scheme 3, in which each redraw has a secret and a public value of its own.
"""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from typing import Literal, NamedTuple, TextIO

import msgspec
from msgspec import Struct

from houseway.equipment.seeds import commitment_of, is_digest
from houseway.games.events import Event
from houseway.promotion.draw_vocabulary import Played
from houseway.promotion.due import Due
from houseway.promotion.entries import rows
from houseway.promotion.lottery import (
    Stream,
    Tickets,
    digest_of,
    mixed_with_shares,
    mixed_with_word,
)
from houseway.promotion.state import CHAINED, Again, Promotion, Public, SetAside
from houseway.promotion.terms import ELECTRONIC
from houseway.rulebook.roles import another_person, same_person
from houseway.store import codec
from houseway.store.log import Entry
from houseway.table.vocabulary import TableOpened

MOST_TICKETS = 2**63  # in all: more is no list of entries


class BadDrawFile(ValueError):
    """Not the file of a draw."""


class Drawn(Struct, frozen=True, forbid_unknown_fields=True):
    """One winner, in the order of the draw; `unit` counts the prizes from 0."""

    winner: int
    unit: int
    ticket: int
    person: str
    instead_of: int = 0
    reason: str = ""


class DrawFile(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="houseway draw 1"
):
    """Everything that decided a draw of scheme 1 or a barrel. Times are microseconds since 1970."""

    promotion: str
    name: str
    editions: tuple[str, ...]
    method: Literal["electronic", "barrel", "chance"]
    one_prize_each: bool
    prizes: tuple[str, ...]
    entries: tuple[tuple[str, int], ...]
    digest: str
    sealed_us: int
    commitment: str
    committed_us: int
    seed: str
    word: str
    scrutineer: str
    drawn_us: int
    winners: tuple[Drawn, ...]
    sha256: str = ""

    @property
    def mixed(self) -> bytes:
        return mixed_with_word(self.digest, self.word)


class SecondValue(Struct, frozen=True, forbid_unknown_fields=True):
    """The value of the scrutineer or the second person: committed to, then revealed."""

    person: str
    commitment: str
    committed_us: int
    value: str
    revealed_us: int


class PublicRecord(Struct, frozen=True, forbid_unknown_fields=True):
    """The public value: what the conditions name, and what was read where."""

    source: str
    at_us: int
    value: str
    read_in: str
    recorded_by: str
    recorded_us: int
    confirmed_by: str
    confirmed_us: int


class SharedDrawFile(
    Struct, frozen=True, forbid_unknown_fields=True, tag_field="format", tag="houseway draw 2"
):
    """Everything that decided a draw of scheme 2. Times are microseconds since 1970."""

    promotion: str
    name: str
    editions: tuple[str, ...]
    one_prize_each: bool
    prizes: tuple[str, ...]
    commitment: str
    committed_us: int
    first_entry_us: int
    entries: tuple[tuple[str, int], ...]
    digest: str
    sealed_us: int
    second: SecondValue
    public: PublicRecord
    set_aside: tuple[SetAside, ...]
    scrutineer: str
    seed: str
    drawn_us: int
    winners: tuple[Drawn, ...]
    sha256: str = ""

    @property
    def mixed(self) -> bytes:
        return mixed_with_shares(self.digest, share=self.second.value, public=self.public.value)


class Redraw(Struct, frozen=True, forbid_unknown_fields=True):
    """What decided a prize that was drawn again: fixed after the reason was on record."""

    instead_of: int
    reason: str
    asked_by: str
    asked_us: int
    seed: str
    public: PublicRecord
    drawn_by: str
    drawn_us: int


class ChainedDrawFile(SharedDrawFile, frozen=True, tag="houseway draw 3"):
    """Everything that decided a draw of scheme 3: the seed of each redraw proves the one before."""

    redraws: tuple[Redraw, ...] = ()


AnyDrawFile = DrawFile | SharedDrawFile | ChainedDrawFile


class Checked(Struct, frozen=True):
    """What drawing again has found; no problems means that it comes out the same."""

    tickets: int
    winners: int
    digest: str
    commitment: str
    problems: tuple[str, ...]
    share: str = ""
    public: str = ""


# Writing


def draw_file(stream: str, promotion: Promotion) -> AnyDrawFile:
    """The file of a draw that was made."""
    draw, conditions = promotion.draw, promotion.conditions
    if draw.sealed is None or draw.completed is None:
        raise BadDrawFile(f"the draw of {promotion.name} has not been made")
    prizes = tuple(prize.name for prize in conditions.units)
    if promotion.shared:
        return _shared_file(stream, promotion, prizes)
    return DrawFile(
        stream, promotion.name, promotion.editions, conditions.method,
        conditions.one_prize_each, prizes, tuple(rows(promotion.entries)), draw.digest,
        draw.sealed.at_us, draw.commitment, draw.committed.at_us if draw.committed else 0,
        draw.seed, draw.word, draw.scrutineer, draw.completed.at_us, _winners(promotion),
    )  # fmt: skip


def _shared_file(stream: str, promotion: Promotion, prizes: tuple[str, ...]) -> SharedDrawFile:
    draw, entries = promotion.draw, promotion.entries
    signed = (draw.committed, entries.first, draw.sealed, draw.completed)
    committed_us, first_us, sealed_us, drawn_us = (each.at_us if each else 0 for each in signed)
    file = SharedDrawFile(
        stream, promotion.name, promotion.editions, promotion.conditions.one_prize_each, prizes,
        draw.commitment, committed_us, first_us, tuple(rows(entries)), draw.digest, sealed_us,
        _second(promotion), _public(promotion, draw.public, promotion.conditions.public.at_us),
        tuple(draw.set_aside), draw.scrutineer, draw.seed, drawn_us, _winners(promotion),
    )  # fmt: skip
    if promotion.scheme < CHAINED:
        return file
    redraws = tuple(_redraw(promotion, each) for each in draw.again if each.drawn)
    return ChainedDrawFile(**msgspec.structs.asdict(file), redraws=redraws)


def _redraw(promotion: Promotion, again: Again) -> Redraw:
    drawn = again.drawn or again.asked
    return Redraw(
        again.winner, again.reason, again.asked.person, again.asked.at_us, again.seed,
        _public(promotion, again.public, again.at_us), drawn.person, drawn.at_us,
    )  # fmt: skip


def _second(promotion: Promotion) -> SecondValue:
    draw, share = promotion.draw, promotion.draw.share
    committed_us = share.committed.at_us if share.committed else 0
    revealed_us = share.revealed.at_us if share.revealed else 0
    return SecondValue(draw.second_person, share.commitment, committed_us, share.value, revealed_us)


def _public(promotion: Promotion, found: Public, at_us: int) -> PublicRecord:
    recorded, confirmed = found.recorded, found.confirmed
    return PublicRecord(
        promotion.conditions.public.source, at_us, found.value, found.source,
        recorded.person if recorded else "", recorded.at_us if recorded else 0,
        confirmed.person if confirmed else "", confirmed.at_us if confirmed else 0,
    )  # fmt: skip


def _winners(promotion: Promotion) -> tuple[Drawn, ...]:
    return tuple(
        Drawn(each.number, each.unit, each.ticket, each.person, each.instead_of, each.reason)
        for each in promotion.winners
    )


def written(file: AnyDrawFile) -> bytes:
    """The bytes of a file, its own SHA-256 last."""
    bare = msgspec.structs.replace(file, sha256="")
    digest = hashlib.sha256(msgspec.json.encode(bare)).hexdigest()
    return msgspec.json.encode(msgspec.structs.replace(file, sha256=digest)) + b"\n"


# Checking


def check(body: bytes) -> Checked:
    """Draw everything again with nothing but the bytes of a file."""
    try:
        file = msgspec.json.decode(body, type=AnyDrawFile)
    except (ValueError, RecursionError) as wrong:  # UTF-8 and msgspec raise kinds of ValueError
        raise BadDrawFile(f"this is not the file of a draw: {wrong}") from wrong
    problems = tuple(_problems(file, body))
    tickets = sum(count for _, count in file.entries)
    found = Checked(tickets, len(file.winners), file.digest, file.commitment, problems)
    if isinstance(file, DrawFile):
        return found
    return msgspec.structs.replace(found, share=file.second.commitment, public=file.public.value)


def _problems(file: AnyDrawFile, body: bytes) -> Iterator[str]:
    if written(file) != body:
        yield "the bytes are not those that were written: something was changed"
    if any(count < 1 for _, count in file.entries) or not file.entries:
        yield "there is an entry without a ticket"
        return
    if sum(count for _, count in file.entries) > MOST_TICKETS:
        yield "there are more tickets than a list can have"
        return
    if digest_of(file.entries) != file.digest:
        yield f"the list of entries is not the one sealed as {file.digest}"
    if isinstance(file, DrawFile) and file.method != ELECTRONIC:
        yield from _told(file)
    elif not (is_digest(file.seed) and is_digest(file.digest)):
        yield "there is no seed, or no digest, to draw with"
    else:
        if commitment_of(file.seed) != file.commitment:
            yield f"the seed is not the one committed to as {file.commitment}"
        yield from _outside(file)


def _outside(file: AnyDrawFile) -> Iterator[str]:
    """In scheme 2 what comes from outside the house is checked before the winners are."""
    if isinstance(file, SharedDrawFile):
        yield from _disorder(file)
        second = file.second
        if not is_digest(second.value):
            yield "there is no value of a second person to draw with"
            return
        if commitment_of(second.value) != second.commitment:
            yield f"{second.person}'s value is not the one committed to as {second.commitment}"
    yield from _differences(file)


def _disorder(file: SharedDrawFile) -> Iterator[str]:
    """Each value was fixed before the next one was known (reading A-35)."""
    second, public = file.second, file.public
    if not file.committed_us or file.committed_us > file.first_entry_us:
        yield "the seed was not committed to before the first entry"
    if not second.committed_us or second.committed_us >= public.at_us:
        yield f"{second.person} did not commit to a value before the public value was known"
    elif second.committed_us > file.sealed_us and not file.set_aside:
        yield f"{second.person} did not commit to a value before the list was sealed"
    if not file.first_entry_us <= file.sealed_us < public.at_us:
        yield "the list was not sealed before the public value was known"
    if not (public.value and public.at_us <= public.recorded_us <= public.confirmed_us):
        yield "the public value was not recorded and then confirmed after it was known"
    two = another_person(public.recorded_by, second.person)
    if not (two and same_person(public.confirmed_by, second.person)):
        yield "the public value was not recorded by one person and confirmed by the second"
    if not public.confirmed_us <= second.revealed_us <= file.drawn_us:
        yield f"{second.person}'s value was not revealed between the public value and the draw"


def _tickets(file: AnyDrawFile) -> Tickets:
    people = [person for person, _ in file.entries]
    ends = list(accumulate(count for _, count in file.entries))
    return Tickets(people, ends, one_each=file.one_prize_each)


def _differences(file: AnyDrawFile) -> Iterator[str]:
    """Every prize in its order, then whatever was drawn again, each with the stream's next."""
    tickets = _tickets(file)
    stream, seed = Stream(file.seed, file.mixed), file.seed
    redraws = iter(file.redraws) if isinstance(file, ChainedDrawFile) else None
    firsts = 0
    for number, told in enumerate(file.winners, start=1):
        if told.instead_of and redraws is not None and isinstance(file, SharedDrawFile):
            fresh = next(redraws, None)
            if fresh is None or not is_digest(fresh.seed):
                yield f"winner {number}: nothing was fixed to draw again with"
                return
            yield from _not_fresh(file, number, told, fresh)
            if commitment_of(fresh.seed) != seed:
                yield f"winner {number}: the seed is not the one that follows {seed}"
            public, seed = fresh.public.value, fresh.seed
            mixed = mixed_with_shares(file.digest, share=file.second.value, public=public)
            stream = Stream(seed, mixed)
        if not tickets.left:
            yield f"winner {number}: there was no ticket left to draw"
            return
        ticket = tickets.draw(stream)
        if (told.winner, told.ticket, told.person) != (number, ticket, tickets.owner(ticket)):
            yield (
                f"winner {number}: ticket {ticket} of {tickets.owner(ticket)} was drawn,"
                f" not ticket {told.ticket} of {told.person}"
            )
        tickets.take_out(ticket)
        if told.instead_of:
            yield from _again(file, number, told)
        elif told.unit != firsts or number != firsts + 1:
            yield f"winner {number}: prize {firsts} is drawn next, not prize {told.unit}"
        firsts += not told.instead_of
    if firsts < len(file.prizes) and tickets.left:
        yield f"only {firsts} of {len(file.prizes)} prizes were drawn"


def _not_fresh(file: SharedDrawFile, number: int, told: Drawn, fresh: Redraw) -> Iterator[str]:
    """Two persons drew again, with a value that nobody knew when the reason was recorded."""
    public = fresh.public
    if (fresh.instead_of, fresh.reason) != (told.instead_of, told.reason):
        yield f"winner {number}: what was fixed is for another redraw"
    if not fresh.asked_us < public.at_us <= public.recorded_us <= public.confirmed_us:
        yield f"winner {number}: the public value was known before the reason was recorded"
    second = file.second.person
    two = another_person(public.recorded_by, second) and same_person(public.confirmed_by, second)
    if not (two and another_person(fresh.asked_by, fresh.drawn_by)):
        yield f"winner {number}: one person alone drew again or read the public value"
    if not public.confirmed_us <= fresh.drawn_us:
        yield f"winner {number}: it was drawn before the public value was confirmed"


def _again(file: AnyDrawFile, number: int, told: Drawn) -> Iterator[str]:
    earlier = file.winners[: number - 1]
    if not any((each.winner, each.unit) == (told.instead_of, told.unit) for each in earlier):
        yield f"winner {number}: nobody numbered {told.instead_of} had prize {told.unit} before"


def _told(file: DrawFile) -> Iterator[str]:
    """What witnesses told cannot be computed; but each ticket was in the draw and its owner's."""
    tickets = _tickets(file)
    for told in file.winners:
        if not tickets.holds(told.ticket):
            yield f"winner {told.winner}: ticket {told.ticket} was not in the draw"
        elif tickets.owner(told.ticket) != told.person:
            yield f"winner {told.winner}: ticket {told.ticket} was not {told.person}'s"
        else:
            tickets.take_out(told.ticket)


# What a promotion owes, as CSV for a desk and as iCalendar for a diary.

COLUMNS = ("overdue", "by", "what", "to", "clause")
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_FOLD = 74  # octets of a line, before the one that says it goes on


def moment(at_us: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at_us)


def row(due: Due, now_us: int) -> tuple[str, ...]:
    by = moment(due.by_us).strftime("%Y-%m-%dT%H:%M:%SZ") if due.by_us else ""
    return ("OVERDUE" if due.overdue(now_us) else "", by, due.what, due.to, due.clause)


def write_csv(found: Iterable[Due], now_us: int, to: TextIO) -> None:
    rows = csv.writer(to, lineterminator="\n")
    rows.writerow(COLUMNS)
    rows.writerows(row(each, now_us) for each in found)


def calendar(stream: str, found: Iterable[Due], now_us: int) -> str:
    """One to-do for each thing owed by a time, as RFC 5545 writes them; what has no time is left
    out, for a diary has no place for it."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Houseway//Promotions//EN"]
    for each in found:
        if each.by_us:
            lines += _todo(stream, each, now_us)
    lines.append("END:VCALENDAR")
    return "".join(folded + "\r\n" for line in lines for folded in _folded(line))


def _todo(stream: str, due: Due, now_us: int) -> list[str]:
    key = hashlib.sha256(f"{stream}\n{due.what}\n{due.by_us}".encode()).hexdigest()[:32]
    overdue = "OVERDUE: " if due.overdue(now_us) else ""
    return [
        "BEGIN:VTODO",
        f"UID:{key}@houseway",
        f"DTSTAMP:{_utc(now_us)}",
        f"DUE:{_utc(due.by_us)}",
        f"SUMMARY:{_text(f'{overdue}{due.what} (to {due.to})')}",
        f"DESCRIPTION:{_text(f'{stream}: {due.clause}')}",
        f"PRIORITY:{1 if overdue else 5}",
        "END:VTODO",
    ]


def _utc(at_us: int) -> str:
    return moment(at_us).strftime("%Y%m%dT%H%M%SZ")


def _text(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\n", "\\n")


def _folded(line: str) -> Iterator[str]:
    """A line of at most 75 octets; what is longer goes on behind a space."""
    start, body = "", line
    while body:
        part = body
        while len((start + part).encode()) > _FOLD + 1:
            part = part[:-1]
        yield start + part
        start, body = " ", body[len(part) :]


# What happened at a table, as a promotion counts it: who, what, on which wager, for how much.


class Counted(NamedTuple):
    """The plays of a table, the document it is played under, and how far its log was read."""

    document: str
    up_to: int
    plays: tuple[Played, ...]


def plays_of(entries: Iterable[Entry], reference: Callable[[str], str]) -> Counted:
    """Every fact of a table with a patron in it; `reference` gives the register's for a name."""
    found: list[Played] = []
    slug, up_to = "", 0
    for entry, event in _facts(entries):
        up_to = entry.version
        slug = event.document if isinstance(event, TableOpened) else slug
        patron = getattr(event, "patron", "")
        if patron:
            wager, stake = getattr(event, "wager", ""), getattr(event, "stake", 0)
            kind = type(event).__name__
            found.append(Played(up_to, entry.at_us, kind, reference(patron), wager, stake))
    return Counted(slug, up_to, tuple(found))


def _facts(entries: Iterable[Entry]) -> Iterator[tuple[Entry, Event]]:
    edition = ""
    for entry in entries:
        event = codec.decode(edition, entry)
        edition = event.edition if isinstance(event, TableOpened) else edition
        yield entry, event
