"""Receipts of single rulings: who may have which, and the checkpoint that proves it."""

from __future__ import annotations

from http import HTTPStatus
from typing import NamedTuple

from houseway.records.replaying import REFUSED, is_open, is_own, ruling_of
from houseway.records.telling import Told, facts_of, kind_words, tell
from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.errors import Wrong
from houseway.service.floor import Floor, stream_of
from houseway.service.texts.text import Text
from houseway.store.checkpoint import Signed
from houseway.store.log import Entry
from houseway.store.receipt import Ruling, make_receipt, place_of
from houseway.store.seals import last_checkpoint

LOOKED_AT = 2_000  # events of a table, the newest
SHOWN = 50
_INSPECTORS = frozenset({str(Role.INSPECTOR), str(Role.SURVEILLANCE)})


class Made(NamedTuple):
    """A receipt, what it is about, and the checkpoint it is under."""

    ruling: Ruling
    told: Told
    content: bytes
    signed: Signed
    place: int

    @property
    def title(self) -> str:
        return kind_words(self.ruling.entry.kind)

    @property
    def facts(self) -> list[tuple[str, str]]:
        return facts_of(self.told.event) if self.told.event else []

    @property
    def witnesses(self) -> list[str]:
        return [each.name for each in self.signed.note.signatures[1:]]


def may_hold(account: Account, entry: Entry) -> bool:
    """A patron may hold receipts of rulings about nobody else; staff of rulings made openly."""
    if account.office == Role.PATRON:
        return is_own(entry, account.name)
    if account.office in _INSPECTORS:
        return is_open(entry) or entry.kind == REFUSED
    return is_open(entry)


def recent(floor: Floor, account: Account, table: str) -> list[tuple[Entry, Told]]:
    """The newest rulings of a table that an account may hold a receipt of. Blocks."""
    stream = stream_of(table)
    slug = floor.look(table, lambda found, _version: found.slug)
    head = floor.log.heads()[stream].version
    entries = floor.log.read(stream, after=max(0, head - LOOKED_AT))
    mine = [entry for entry in reversed(entries) if may_hold(account, entry)]
    return [(entry, tell(slug, entry)) for entry in mine[:SHOWN]]


def make(floor: Floor, account: Account, table: str, version: int) -> Made:
    """The receipt of one ruling; a checkpoint is made if none covers it yet. Blocks."""
    slug = floor.look(table, lambda found, _version: found.slug)
    found = floor.log.read(stream_of(table), after=version - 1, limit=1) if version > 0 else []
    if not found or not may_hold(account, found[0]):
        sentence = Text(
            "there is no ruling {version} at table {table} that you can get a receipt for",
            version=version,
            table=table,
        )
        raise Wrong(HTTPStatus.NOT_FOUND, "no_such_ruling", sentence)
    return prove(floor, found[0], slug)


def prove(floor: Floor, entry: Entry, edition: str = "") -> Made:
    """The receipt of an event of the log, for a person who may have it. Blocks."""
    ruling, signing = ruling_of(entry), floor.sealing.signing
    signed = _covering(floor, entry)
    place = place_of(entry, signing.tree, signed)
    content = make_receipt(ruling, place, signed, signing.key)
    return Made(ruling, tell(edition, entry), content, signed, place.index)


def _covering(floor: Floor, entry: Entry) -> Signed:
    """A checkpoint over an event: cosigned if there is one, else the newest, else one made now."""
    signing = floor.sealing.signing
    index = signing.tree.index_of(entry.seq)
    cosigned = floor.sealing.witnessed.newest(index) if index is not None else None
    newest = cosigned or last_checkpoint(floor.log)
    covered = newest is not None and index is not None and index < newest.checkpoint.size
    if newest is not None and covered and newest.by(signing.key.public_key()):
        return newest
    signing.seal(floor.now_us())
    made = last_checkpoint(floor.log)
    if made is None:
        raise Wrong(
            HTTPStatus.SERVICE_UNAVAILABLE, "no_checkpoint", Text("no checkpoint could be made")
        )
    return made
