"""A served house as its log tells of it, followed beside the house and held against its answers."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from houseway.equipment.cards import DECK
from houseway.equipment.cards import name as card_name
from houseway.rulebook.roles import Role
from houseway.service.aggregates.promotions import KIND as PROMOTION
from houseway.service.aggregates.tournaments import KIND as TOURNAMENT
from houseway.soak.auditor import Wrong
from houseway.soak.watch import DeskWatch, LogWatch, TableWatch
from houseway.store import codec
from houseway.store.log import Entry, Log
from houseway.table.results import Results
from houseway.table.view import Viewer, view
from houseway.table.vocabulary import OrderRefused
from houseway.tournament.tournament import Tournament

WATCHED = ("table/", "tournament/", "promotion/")
# Who is shown no undisclosed wager but the own.
_SEALED_FROM = frozenset(
    {Role.PATRON, Role.DEALER, Role.TOURNAMENT_DIRECTOR, Role.INSPECTOR, Role.PROMOTIONS}
)
_NAMED_WHEN_OPENED = {"table": "slug", "tournament": "slug", "promotion": "documents"}
_KINDS = {"tournament": TOURNAMENT, "promotion": PROMOTION}


class Done(NamedTuple):
    """What the log has under one key: where its facts end, how many, and why it was refused."""

    version: int
    head: str
    facts: int
    refused: str


class ServedTable(TableWatch):
    """One table, with what its displays show and what was hidden at each version."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.results = Results()
        self.hidden: dict[int, dict[str, tuple[str, tuple[str, ...]]]] = {}

    def take(self, entry: Entry) -> None:
        super().take(entry)
        self.results.apply(codec.decode(self.ledger.table.edition, entry))
        if self.secrets.of:
            self.hidden[entry.version] = dict(self.secrets.of)

    def kept_from(self, viewer: Viewer, version: int) -> set[str]:
        """Faces that this viewer might not know when the table was at a version."""
        hands = self.hidden.get(version, {}).values()
        return {face for patron, faces in hands if patron != viewer.patron for face in faces}


class Mirror(LogWatch):
    """Every stream of the log, each followed; and what was done under every key."""

    def __init__(self, log: Log) -> None:
        super().__init__()
        self.log = log
        self.seen = self.events = 0
        self.done: dict[tuple[str, str], Done] = {}

    def catch_up(self) -> None:
        """Whatever the house has appended since."""
        while entries := self.log.read_all(after=self.seen):
            self.follow(entries)
            self.seen = entries[-1].seq
            self.events += len(entries)

    def follow(self, entries: list[Entry]) -> None:
        """People, seals and the register are of the chain as well; nobody plays there."""
        self.chain.take(entries)
        if self.chain.problems:
            raise Wrong(f"the chain is broken: {self.chain.problems[0]}")
        for entry in entries:
            if entry.stream.startswith(WATCHED):
                self._watched(entry.stream).take(entry)
                self._note(entry)

    def _watched(self, stream: str) -> TableWatch | DeskWatch:
        if stream not in self.streams and stream.startswith("table/"):
            self.streams[stream] = ServedTable(stream)
        return super()._watched(stream)

    def _note(self, entry: Entry) -> None:
        """An order's facts stand together: a second time under the same key would be a gap."""
        before = self.done.get((entry.stream, entry.key))
        if before is not None and before.version != entry.version - 1:
            raise Wrong(f"{entry.stream}: {entry.key} was done twice")
        refused = ""
        if entry.kind == OrderRefused.__name__:
            refused = msgspec.json.decode(entry.body)["code"]
        facts = before.facts + 1 if before else 1
        self.done[entry.stream, entry.key] = Done(entry.version, entry.hash.hex(), facts, refused)

    # The state of a stream

    def version(self, stream: str) -> int:
        found = self.chain.heads.get(stream)
        return found.version if found else 0

    def state(self, stream: str) -> Any:
        found = self._watched(stream)
        return found.ledger.table if isinstance(found, TableWatch) else found.state

    def is_open(self, stream: str) -> bool:
        """Whether there is something to look at."""
        named = _NAMED_WHEN_OPENED[stream.partition("/")[0]]
        return bool(self.version(stream) and getattr(self.state(stream), named))

    def same_as_the_log(self) -> None:
        """Everything that was read from the log is there still."""
        for stream, head in self.chain.heads.items():
            kept = self.log.read(stream, after=head.version - 1, limit=1)
            if [each.hash.hex() for each in kept] != [head.hash]:
                raise Wrong(f"{stream}: version {head.version} was there and is lost")

    # What may be shown

    def expected(self, stream: str, viewer: Viewer) -> Any:
        """What the viewer must be shown of a stream as it is now, as it comes out of JSON."""
        kind, _, name = stream.partition("/")
        found, version = self._watched(stream), self.version(stream)
        if isinstance(found, ServedTable):
            seen: Any = view(found.ledger.table, name, version, viewer, found.results)
        else:
            seen = _KINDS[kind].view(self.state(stream), name, version, viewer)
        return msgspec.json.decode(msgspec.json.encode(seen))

    def hold_against(self, stream: str, viewer: Viewer, seen: dict[str, Any]) -> None:
        """A view as it was served is that of the log, where the log has not gone on since."""
        if seen["version"] == self.version(stream) and seen != self.expected(stream, viewer):
            raise Wrong(f"{stream}: {viewer} was served another view than the log's")

    def nothing_told(
        self, stream: str, viewer: Viewer, version: int, text: str, named: Iterable[str] = ()
    ) -> None:
        """No byte names a face to someone who may not know it, but for those they named."""
        table = self.streams.get(stream)
        if not isinstance(table, ServedTable):
            return
        for face in table.kept_from(viewer, version).difference(named):
            words = [face, card_name(face)] if face in DECK else [face]  # type: ignore[arg-type]
            if any(re.search(rf"\b{re.escape(each)}\b", text) for each in words):
                raise Wrong(f"{stream} version {version}: {viewer} was told {face}: {text[:2000]}")

    def nothing_disclosed(self, stream: str, viewer: Viewer, seen: dict[str, Any]) -> None:
        """An undisclosed wager is its owner's and a supervisor's until it is announced."""
        state = self.state(stream)
        if not isinstance(state, Tournament) or viewer.role not in _SEALED_FROM:
            return
        sealed = {
            (session.number, entry)
            for session in state.sessions
            for floor in session.conduct.floors.values()
            for entry, form in (floor.round.forms if floor.round else {}).items()
            if not form.announced and state.entries[entry].person != viewer.patron
        }
        for session in seen["sessions"]:
            for table in session["tables"]:
                for form in table["forms"]:
                    told = form["on"] is not None or form["amount"] is not None
                    if told and (session["number"], form["entry"]) in sealed:
                        raise Wrong(f"{stream}: {viewer} was served an undisclosed wager")

    def look_closely(self) -> None:
        """Books, ledger and views of every stream, once more."""
        for stream, found in self.streams.items():
            found.look(self.state(stream), closely=True)
        problems = self.log.verify().problems
        if problems:
            raise Wrong(problems[0])
