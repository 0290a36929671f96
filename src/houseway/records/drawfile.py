"""The file of a draw (`.hwdraw`): list, seed and result in one, so that anybody can draw again.

One JSON object of canonical bytes. People are references, so the file can be given to anybody. Its
last field is the SHA-256 of all before it. The digest of the list and the commitment to the seed
are those that were published before the draw, and are compared with what was published.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, Literal

import msgspec
from msgspec import Struct

from houseway.promotion.entries import rows
from houseway.promotion.lottery import Stream, Tickets, commitment_of, digest_of, is_digest
from houseway.promotion.state import Promotion
from houseway.promotion.terms import ELECTRONIC

FORMAT: Final = "houseway draw 1"


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


class DrawFile(Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that decided the draw. Times are microseconds since 1970."""

    format: Literal["houseway draw 1"]
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


class Checked(Struct, frozen=True):
    """What drawing again has found; no problems means that it comes out the same."""

    tickets: int
    winners: int
    digest: str
    commitment: str
    problems: tuple[str, ...]


def draw_file(stream: str, promotion: Promotion) -> DrawFile:
    """The file of a draw that was made."""
    draw, conditions = promotion.draw, promotion.conditions
    if draw.sealed is None or draw.completed is None:
        raise BadDrawFile(f"the draw of {promotion.name} has not been made")
    return DrawFile(
        FORMAT, stream, promotion.name, promotion.editions, conditions.method,
        conditions.one_prize_each, tuple(prize.name for prize in conditions.units),
        tuple(rows(promotion.entries)), draw.digest, draw.sealed.at_us, draw.commitment,
        draw.committed.at_us if draw.committed else 0, draw.seed, draw.word, draw.scrutineer,
        draw.completed.at_us,
        tuple(
            Drawn(each.number, each.unit, each.ticket, each.person, each.instead_of, each.reason)
            for each in promotion.winners
        ),
    )  # fmt: skip


def written(file: DrawFile) -> bytes:
    """The bytes of a file, its own SHA-256 last."""
    bare = msgspec.structs.replace(file, sha256="")
    digest = hashlib.sha256(msgspec.json.encode(bare)).hexdigest()
    return msgspec.json.encode(msgspec.structs.replace(file, sha256=digest)) + b"\n"


def check(body: bytes) -> Checked:
    """Draw everything again with nothing but the bytes of a file."""
    try:
        file = msgspec.json.decode(body, type=DrawFile)
    except msgspec.MsgspecError as wrong:
        raise BadDrawFile(f"this is not the file of a draw: {wrong}") from wrong
    problems = tuple(_problems(file, body))
    tickets = sum(count for _, count in file.entries)
    return Checked(tickets, len(file.winners), file.digest, file.commitment, problems)


def _problems(file: DrawFile, body: bytes) -> Iterator[str]:
    if written(file) != body:
        yield "the bytes are not those that were written: something was changed"
    if any(count < 1 for _, count in file.entries) or not file.entries:
        yield "there is an entry without a ticket"
        return
    if digest_of(file.entries) != file.digest:
        yield f"the list of entries is not the one sealed as {file.digest}"
    if file.method != ELECTRONIC:
        yield from _told(file)
    elif not (is_digest(file.seed) and is_digest(file.digest)):
        yield "there is no seed, or no digest, to draw with"
    else:
        if commitment_of(file.seed) != file.commitment:
            yield f"the seed is not the one committed to as {file.commitment}"
        yield from _differences(file)


def _tickets(file: DrawFile) -> Tickets:
    people = [person for person, _ in file.entries]
    ends = list(accumulate(count for _, count in file.entries))
    return Tickets(people, ends, one_each=file.one_prize_each)


def _differences(file: DrawFile) -> Iterator[str]:
    """Every prize in its order, then whatever was drawn again, each with the stream's next."""
    tickets = _tickets(file)
    stream = Stream(file.seed, file.digest, file.word)
    firsts = 0
    for number, told in enumerate(file.winners, start=1):
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


def _again(file: DrawFile, number: int, told: Drawn) -> Iterator[str]:
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
