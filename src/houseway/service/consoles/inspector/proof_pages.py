"""The inspector's proof that nothing was altered, and files of the log to take away."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from litestar import get, post
from litestar.params import FromQuery, URLEncodedBody
from litestar.response import Stream, Template

from houseway.records.exporting import Format
from houseway.service.api.tables import may_see
from houseway.service.consoles.inspector import files
from houseway.service.consoles.inspector.pages import GUARDS
from houseway.service.consoles.inspector.search import time_of
from houseway.service.consoles.page import page
from houseway.service.errors import Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.texts.text import Text
from houseway.store import seals
from houseway.store.chain import ChainCheck
from houseway.store.house_key import fingerprint, public_key
from houseway.store.log import Entry, Head, Log, Watch
from houseway.store.open import read_log
from houseway.store.sealing import unsealed

# Proof that nothing was altered: every hash and chain checked on demand, and the seals.

_one = threading.Lock()  # a check reads the whole log: one at a time in each process


class Verdict(NamedTuple):
    """What a check found. `key` is the fingerprint of the key that the seals were checked with."""

    events: int
    streams: int
    problems: tuple[str, ...]
    last_seq: int
    head: str  # the hash of the last event of all
    heads: dict[str, Head]
    seals: int
    unsealed: int
    key: str = ""


class Checking:
    """One check of the whole log; `done` counts the events looked at while it goes on."""

    def __init__(self, address: str, keys: tuple[Ed25519PublicKey, ...] = ()) -> None:
        self._address, self._keys = address, keys
        self._check: ChainCheck | None = None
        self.total = 0

    @property
    def done(self) -> int:
        return self._check.events if self._check else 0

    def run(self) -> Verdict:
        """Check everything. Blocks: call it in a thread."""
        if not _one.acquire(blocking=False):
            sentence = Text("the log is being checked already; try again when that is done")
            raise Wrong(HTTPStatus.TOO_MANY_REQUESTS, "check_under_way", sentence)
        try:
            with closing(read_log(self._address)) as log:
                return self._verdict(log)
        finally:
            _one.release()

    def _verdict(self, log: Log) -> Verdict:
        self.total = sum(head.version for head in log.heads().values())
        watch: Watch = self._watched
        found = log.verify(watch)
        check = self._check or ChainCheck(contiguous=False)
        heads = check.heads
        last = max(heads.values(), key=lambda head: head.seq, default=Head(0, 0, ""))
        of_seals = seals.signature_problems(log, *self._keys) if self._keys else []
        return Verdict(
            found.events, found.streams, (*found.problems, *of_seals), last.seq, last.hash,
            dict(sorted(heads.items())), *self._sealed(log),
            fingerprint(self._keys[0]) if self._keys else "",
        )  # fmt: skip

    def _watched(self, check: ChainCheck) -> None:
        self._check = check

    @staticmethod
    def _sealed(log: Log) -> tuple[int, int]:
        """How many seals there are, and how many events came after the last."""
        entries = seals.seals_of(log)
        last = seal_of(entries[-1]) if entries else None
        return len(entries), unsealed(last, log)


def seal_of(entry: Entry) -> seals.AnySeal | None:
    """The seal of an entry; None where it cannot be read, which the check says."""
    try:
        return seals.decode(entry)
    except seals.SealError:
        return None


def keys_of(pem: str) -> tuple[Ed25519PublicKey, ...]:
    """The public key that someone pasted; nothing is no key."""
    if not pem.strip():
        return ()
    try:
        return (public_key(pem.strip().encode() + b"\n", "what was pasted"),)
    except seals.SealError as wrong:
        raise Wrong(HTTPStatus.BAD_REQUEST, "not_a_key", str(wrong)) from wrong


_TICK_SECONDS = 0.2  # how often a script is told how far the check has come


# Proof


class CheckForm(msgspec.Struct, frozen=True):
    key: str = ""


async def _proof(request: Asking, floor: Floor, **context: Any) -> Template:
    entries = await floor.blocking(floor.log.read, seals.STREAM)
    sealed = [(entry, seal_of(entry)) for entry in reversed(entries)]
    heads = await floor.blocking(floor.log.heads)
    given = {
        "verdict": None, "problem": None, "checking": None, "sealed": sealed, "heads": heads,
        "software": floor.self_check.last, **context,
    }  # fmt: skip
    return await page(request, "inspect/proof.html", tab="proof", **given)


@get("/inspect/proof", include_in_schema=False, guards=GUARDS)
async def proof_page(request: Asking, floor: OpenFloor) -> Template:
    return await _proof(request, floor)


@post("/inspect/proof", include_in_schema=False, guards=GUARDS, status_code=200, repeatable=True)
async def check(
    request: Asking, floor: OpenFloor, data: URLEncodedBody[CheckForm]
) -> Template | Stream:
    """Check the whole log; a script is told how far it has come while it goes on."""
    by_script = "application/x-ndjson" in request.headers.get("accept", "")
    try:
        checking = Checking(floor.settings.log_address, keys_of(data.key))
        if by_script:
            return Stream(_checked(floor, checking), media_type="application/x-ndjson")
        verdict = await floor.blocking(checking.run)
    except Wrong as wrong:
        if by_script:
            raise
        shown = await _proof(request, floor, problem=wrong.problem)
        shown.status_code = wrong.status
        return shown
    return await _proof(request, floor, verdict=verdict)


async def _checked(floor: Floor, checking: Checking) -> AsyncIterator[bytes]:
    """Lines of JSON: how far the check has come as HTML, and at the end what it found."""
    template = floor.renderer.environment.get_template("inspect/verdict.html")

    def line(**context: Any) -> bytes:
        shown = {"verdict": None, "problem": None, "checking": None, **context}
        return msgspec.json.encode(template.render(shown)) + b"\n"

    running = asyncio.ensure_future(floor.blocking(checking.run))
    while not running.done():
        yield line(checking=checking)
        await asyncio.wait([running], timeout=_TICK_SECONDS)
    try:
        yield line(verdict=running.result())
    except Wrong as wrong:
        yield line(problem=wrong.problem)


@post("/inspect/software", include_in_schema=False, guards=GUARDS, status_code=200)
async def check_software(request: Asking, floor: OpenFloor) -> Template:
    """Hash every file of the software now, and put what is found on record."""
    await floor.blocking(floor.self_check.asked, request.user)
    return await _proof(request, floor)


# Files


@get("/inspect/files", include_in_schema=False, guards=GUARDS)
async def file_list(request: Asking, floor: OpenFloor) -> Template:
    every = await floor.blocking(floor.tables)
    seen = [each for each in every if request.user.assigned_to(each)]
    return await page(
        request, "inspect/files.html", tab="files", tables=seen, forms=files.forms(),
        whole=not request.user.tables,
    )  # fmt: skip


@get("/inspect/files/log", include_in_schema=False, guards=GUARDS)
async def log_file(
    request: Asking, floor: OpenFloor, form: FromQuery[Format] = "hwlog", table: FromQuery[str] = ""
) -> Stream:
    if table:
        may_see(request.user, table)
        await floor.blocking(floor.look, table, lambda _found, _version: None)
    elif request.user.tables:
        sentence = Text("{name} is not assigned to every table", name=request.user.name)
        raise Wrong(HTTPStatus.FORBIDDEN, "not_assigned", sentence)
    if form not in files.forms():
        sentence = Text("Parquet needs the package arro3-io, which is not installed here")
        raise Wrong(HTTPStatus.NOT_IMPLEMENTED, "no_parquet", sentence)
    return await files.log_file(floor, form, table)


@get("/inspect/files/statement", include_in_schema=False, guards=GUARDS)
async def statement_file(
    request: Asking,
    floor: OpenFloor,
    table: FromQuery[str],
    patron: FromQuery[str] = "",
    since: FromQuery[str] = "",
    until: FromQuery[str] = "",
) -> Stream:
    may_see(request.user, table)
    times = (
        time_of(since, zone=floor.time.zone),
        time_of(until, end=True, zone=floor.time.zone),
    )
    return await files.statement_file(floor, table, patron.strip(), *times)


ROUTES = [proof_page, check, check_software, file_list, log_file, statement_file]
