"""The floor: tables and people, two servers on one log, a network and a disk that fail.

Everything happens in one thread in an order that the seed alone decides, so a run that went wrong
goes wrong again by its number.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import tempfile
import weakref
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from houseway import fair
from houseway.driving import Deed
from houseway.equipment.seeds import links_of
from houseway.games import slugs
from houseway.rulebook.ruling import Refused
from houseway.runner import Answer, Order, Runner
from houseway.soak import watch
from houseway.soak.actors import TablePeople
from houseway.soak.auditor import Wrong
from houseway.soak.disk import SLOW, Disk, Killed
from houseway.soak.promotions import PromotionPeople
from houseway.soak.tournaments import TournamentPeople
from houseway.soak.watch import LogWatch
from houseway.store.log import Conflict, LogFailed
from houseway.virtual import House

SECOND_US = 1_000_000
BEGIN_US = 1_700_000_000 * SECOND_US
KINDS = {"table": 9, "tournament": 2, "promotion": 1}  # how many there are at a time
LIFE = 600  # events of a stream before another takes its place
LOST_PATIENCE = 80  # refusals in a row
SERVERS = 2
VIRTUAL = 0.4  # of the tables are dealt by the house itself


class SentOrder(NamedTuple):
    """A message on its way to the house."""

    stream: str
    order: Order


class RunReport(NamedTuple):
    """What a run did and found."""

    seed: int
    commands: int
    events: int
    streams: Counter[str]
    accepted: int
    faults: Counter[str]
    hostile: Counter[str]  # attacks by patrons, by their kind
    faces: int  # commands of the house at virtual tables that were dealt again from its secrets
    cited: Counter[str]  # clauses that rulings cited, by the sort of ruling
    judged: Counter[str]  # of these, those that a predicate has held against the log
    run: str  # a hash over every answer: equal runs are equal here


class Floor:
    """A casino of one seed."""

    def __init__(
        self,
        seed: int,
        *,
        kinds: Mapping[str, int] = KINDS,
        faults: bool = True,
        disk: Disk | None = None,
    ) -> None:
        self.seed = seed
        self.chance = random.Random(f"floor {seed}")  # noqa: S311  # it must come out the same again
        self.at_tables = TablePeople(self.chance, virtual=VIRTUAL)
        self.secrets = Path(tempfile.mkdtemp(prefix="houseway-soak-"))
        weakref.finalize(self, shutil.rmtree, self.secrets, ignore_errors=True)
        self.at_tournaments = TournamentPeople(self.chance)
        self.at_promotions = PromotionPeople(self.chance)
        self.disk = disk or Disk()
        self.disk.wait = self._disk_is_slow
        self.now_us = BEGIN_US
        self.with_faults = faults
        self.faults: Counter[str] = Counter()
        self.watch = LogWatch()
        self.servers = [self._server() for _ in range(SERVERS)]
        self.houses = [self._house(each) for each in self.servers]
        self.seeds: list[str] = []  # the last secret of every chain that the house ever had
        self.faces = 0  # commands of the house that were dealt again
        self.delayed: list[SentOrder] = []
        self.answered: dict[str, tuple[Any, ...]] = {}
        self.commands = self.accepted = self.seen = 0
        self.opened: Counter[str] = Counter()
        self.run_hash = hashlib.sha256()
        self.refused: Counter[str] = Counter()
        self.streams = [self._new(kind) for kind, many in kinds.items() for _ in range(many)]

    def run(self, commands: int, tick: Callable[[int], None] | None = None) -> RunReport:
        """So many orders, and everything held against the log once more at the end."""
        while self.commands < commands:
            self.step()
            if tick is not None and self.commands % 500 == 0:
                tick(self.commands)
        self._look_at_all()
        return RunReport(
            self.seed, self.commands, len(self.disk.entries), self.opened, self.accepted,
            self.faults, self.at_tables.hostile.tried, self.faces, *self.watch.citations(),
            self.run_hash.hexdigest(),
        )  # fmt: skip

    def step(self) -> None:
        """One order reaches the house, or something goes wrong."""
        self._time_passes()
        if self.with_faults and self.chance.random() < self.disk.often:
            self.disk.fault = self.chance.choice(self.disk.faults)
        if self.delayed and self.chance.random() < 0.1:
            self._deliver(self.delayed.pop(self.chance.randrange(len(self.delayed))))
            return
        if self._house_deals():
            return
        sent = self._somebody_acts()
        fate = self.chance.random() if self.with_faults else 1.0
        if fate < 0.02:
            self.faults["delayed"] += 1
            self.delayed.append(sent)
            return
        self._deliver(sent)
        if fate < 0.05:  # someone presses twice, or the answer was lost and they ask again
            self.faults["doubled" if fate < 0.035 else "connection dropped"] += 1
            self._deliver(sent)

    def _time_passes(self) -> None:
        self.now_us += self.chance.randrange(60 * SECOND_US)
        if self.with_faults and self.chance.random() < 0.002:
            self.faults["clock jumped"] += 1
            self.now_us += self.chance.choice((-3_600, -60, 600, 7_200, 86_400)) * SECOND_US

    def _disk_is_slow(self) -> None:
        self.faults[SLOW] += 1
        self.now_us += self.chance.randrange(600 * SECOND_US)

    def _house_deals(self) -> bool:
        """At one of the virtual tables the house does what is awaited of it, if anything is."""
        stream = self.chance.choice(self.streams)
        if not stream.startswith("table/") or not self._state(stream).virtual:
            return False
        for _ in range(10):
            server = self.chance.randrange(SERVERS)
            try:
                dealt = self.houses[server].step(stream)
            except Conflict:
                self.faults["conflict"] += 1
                return False
            except (Killed, LogFailed) as fault:
                self._fell(server, fault)
                continue
            self.commands += dealt
            self._follow()
            return dealt
        raise Wrong("the house met ten faults in a row")

    def _fell(self, server: int, fault: BaseException) -> None:
        self.faults[str(fault).rpartition(": ")[2]] += 1
        self._start_again(server)
        self.watch.nothing_lost(self.disk.streams)

    def _follow(self) -> None:
        self.watch.follow(self.disk.entries[self.seen :])
        self.seen = len(self.disk.entries)

    def _somebody_acts(self) -> SentOrder:
        at = self.chance.randrange(len(self.streams))
        stream = self.streams[at]
        if self._over(stream):
            kind = stream.partition("/")[0]
            stream = self.streams[at] = self._new(kind)
        return self._sent(stream, self._deed(stream))

    def _over(self, stream: str) -> bool:
        """Closed, or old, or nothing comes of it any more: something new takes its place."""
        state = self._state(stream)
        tired = self.refused[stream] > LOST_PATIENCE or self._versions(stream) > LIFE
        return tired or bool(state.closed) or bool(getattr(state, "cancelled", ""))

    def _state(self, stream: str) -> Any:
        return self._any_server().look(stream, lambda state, version: state)

    def _deed(self, stream: str) -> Deed:
        state, number = self._state(stream), int(stream.partition("/")[2])
        if stream.startswith("tournament/"):
            return self.at_tournaments.next(state, number, self.now_us)
        if stream.startswith("promotion/"):
            return self.at_promotions.next(state, number, self.now_us)
        if state.play is None:
            return self.at_tables.opening(list(slugs())[number % len(slugs())])
        if self.at_tables.waiting.get(stream):
            return self.at_tables.waiting[stream].pop(0)
        return self.at_tables.next(state, self.now_us)

    def _new(self, kind: str) -> str:
        self.opened[kind] += 1
        return f"{kind}/{self.opened[kind]}"

    def _versions(self, stream: str) -> int:
        return len(self.disk.streams.get(stream, ()))

    def _sent(self, stream: str, deed: Deed) -> SentOrder:
        key = f"{self.seed}-{self.commands}-{self.chance.getrandbits(32):08x}"
        expected = None
        if self.chance.random() < 0.03:  # someone acts on a screen that may be out of date
            expected = max(0, self._versions(stream) - self.chance.randrange(3))
        return SentOrder(stream, Order(deed.command, deed.by, deed.actor, key, expected))

    def _deliver(self, sent: SentOrder) -> None:
        """Until it is answered: anyone who hears nothing asks again with the same key."""
        self.commands += 1
        for _ in range(10):
            server = self.chance.randrange(SERVERS)
            try:
                answer = self.servers[server].order(*sent)
            except Conflict:
                self.faults["conflict"] += 1
                return
            except (Killed, LogFailed) as fault:
                self._fell(server, fault)
                continue
            self._note(sent, answer, server)
            return
        raise Wrong("an order met ten faults in a row")

    def _note(self, sent: SentOrder, answer: Answer, server: int) -> None:
        """Hold the answer against the log, and the log against everything."""
        self._as_before(sent, answer)
        self._follow()
        receipt = answer.receipt
        if not receipt.version:  # there is no such stream, and the refusal makes none
            self.refused[sent.stream] += 1
            return
        self.watch.receipts[sent.stream] = max(
            (receipt.version, receipt.head), self.watch.receipts.get(sent.stream, (0, ""))
        )
        state = self.servers[server].look(sent.stream, lambda state, version: state)
        if answer.refused is None:
            self.accepted += 1
            self.refused[sent.stream] = 0
            watch.office(sent.order, state)
            watch.bounded(sent.order)
        else:
            self.refused[sent.stream] += 1
            self._second_person(sent, answer.refused, state)
        self.watch.streams[sent.stream].look(state)
        self.run_hash.update(f"{receipt.seq} {receipt.head} {receipt.replayed}\n".encode())

    def _second_person(self, sent: SentOrder, refused: Refused, state: Any) -> None:
        deed = Deed(sent.order.command, sent.order.by, sent.order.actor)
        alone = refused.code == "second_person_needed" and not deed.actor.endswith(" Second")
        if alone and sent.stream.startswith("table/"):
            number = state.corrections_asked + 1
            self.at_tables.needs_two(sent.stream, deed, refused.detail, number)

    def _as_before(self, sent: SentOrder, answer: Answer) -> None:
        """The same message twice has one effect and one answer."""
        told = (answer.events, answer.refused, answer.receipt.version, answer.receipt.head)
        before = self.answered.setdefault(sent.order.key, told)
        if before != told:
            raise Wrong(f"{sent.order.key} was answered {before}, then {told}")

    def _look_at_all(self) -> None:
        self.watch.nothing_lost(self.disk.streams)
        problems = self.disk.open().verify().problems
        if problems:
            raise Wrong(problems[0])
        self._the_house_finishes()
        self._every_face_was_dealt()
        fresh = self._server()
        for stream, watched in self.watch.streams.items():
            watched.look(fresh.look(stream, lambda state, version: state), closely=True)

    def _the_house_finishes(self) -> None:
        """A table that was closed before the house came to it still owes its secret."""
        self.disk.fault = ""
        house = self._house(self._server())
        for stream in tuple(self.disk.streams):
            if stream.startswith("table/") and self._state(stream).closed:
                house.deal(stream)
        self._follow()

    def _every_face_was_dealt(self) -> None:
        """Every face at a virtual table comes from the numbers that were committed to.

        Here also those of secrets that are still in use: the floor made all of them.
        """
        chains = [pairwise(links_of(tip)) for tip in self.seeds]
        secrets = {following: link for chain in chains for link, following in chain}
        for stream, entries in self.disk.streams.items():
            if stream.startswith("table/") and b'"virtual":true' in entries[0].body:
                checker = fair._Checker(secrets)
                for group in fair._by_command(entries):
                    checker.take(group)
                checker.finish()
                self.faces += checker.dealt
                if checker.problems:
                    raise Wrong(f"{stream}: {checker.problems[0]}")

    def _house(self, server: Runner) -> House:
        return House(server, self.secrets, self._seed)

    def _seed(self) -> str:
        self.seeds.append(self.chance.randbytes(32).hex())
        return self.seeds[-1]

    def _server(self) -> Runner:
        """A process that has just started: it knows nothing but the disk."""
        return Runner(self.disk.open(), lambda: self.now_us)

    def _start_again(self, server: int) -> None:
        gone = range(SERVERS) if self.disk.one_process else (server,)
        for each in gone:
            self.servers[each] = self._server()
            self.houses[each] = self._house(self.servers[each])

    def _any_server(self) -> Runner:
        return self.servers[self.chance.randrange(SERVERS)]
