"""The people of the floor against a real server: over HTTP, with everything that can break a line.

Each has an account and a session; orders go to the API's own addresses. Messages are doubled,
delayed, sent from two clients at once, cut off half way or before their answer came; the house is
killed (-9) with orders under way and opened again. Its log is read beside it, and everything that
it answers or tells live is held against that. A seed decides who tries what; when things happen is
up to the machine, so two runs of one seed are alike and not the same.
"""

from __future__ import annotations

import random
import secrets
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from houseway.driving import Deed
from houseway.games import slugs
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as draws
from houseway.promotion.vocabulary import PublishConditions
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.soak.actors import PATRONS, STAFF, TablePeople
from houseway.soak.audience import (
    LOOKING,
    Answers,
    Audience,
    Client,
    Clients,
    Lost,
    Sent,
    WireAnswer,
)
from houseway.soak.auditor import Wrong
from houseway.soak.house import Clock, House, furnish
from houseway.soak.mirror import Mirror
from houseway.soak.promotions import PromotionPeople
from houseway.soak.tournaments import ENTRANTS, TournamentPeople
from houseway.store.log import Log
from houseway.store.open import read_log

KINDS = {"table": 9, "tournament": 2, "promotion": 1}  # how many there are at a time
LIFE = 400  # events of a stream before another takes its place
LOST_PATIENCE = 60  # refusals in a row
SECOND_US = 1_000_000
TRIES = 2_000  # how often an order without an answer is sent again
AT_ONCE = 4  # orders under way when the house is killed
ENTRANT = "Entrant-{}"
PEOPLE: dict[str, str] = {
    **{name: str(Role.PATRON) for name in PATRONS},
    **{name: str(role) for role, name in STAFF.items()},
    **{ENTRANT.format(number): str(Role.PATRON) for number in range(1, ENTRANTS + 1)},
    "Olga": ADMINISTRATOR,
}
_REGISTERED = ("ana", "ben", "chen", "dora", "eli")  # who enter a promotion


class Served(Protocol):
    """A house that answers at a port, and can go down."""

    port: int
    clock: Clock

    def kill(self) -> None: ...

    def open(self) -> None: ...


class Found(NamedTuple):
    """What a run did and found."""

    seed: int
    orders: int
    accepted: int
    events: int
    messages: int  # told live
    statuses: Counter[int]
    faults: Counter[str]


def run_served(seed: int, orders: int, kill_every: int) -> Found:
    """A house in a folder that goes away, served by a process that is killed every so many orders;
    0: never."""
    password = secrets.token_urlsafe(24)
    with tempfile.TemporaryDirectory(prefix="houseway-soak-") as folder:
        house = House(Path(folder))
        furnish(house.settings, PEOPLE, password)
        house.open()
        try:
            with closing(read_log(house.settings.log_address)) as log:
                return ServedFloor(seed, house, log, password, kill_every=kill_every).run(orders)
        finally:
            house.close()


class ServedFloor:
    """Everybody at one served house."""

    def __init__(
        self, seed: int, house: Served, log: Log, password: str, *,
        kinds: Mapping[str, int] = KINDS, games: Sequence[str] = tuple(slugs()),
        looking: Sequence[str] = LOOKING, kill_every: int = 0,
    ) -> None:  # fmt: skip
        self.seed, self.house = seed, house
        self.games, self.kill_every = games, kill_every
        self.chance = random.Random(f"served {seed}")  # noqa: S311  # who tries what, and no card
        self.at_tables = TablePeople(self.chance)
        self.at_tournaments = TournamentPeople(self.chance, ENTRANT)
        self.at_promotions = PromotionPeople(self.chance)
        self.mirror = Mirror(log)
        self.accounts = {name: Account(name, office) for name, office in PEOPLE.items()}
        self.clients = Clients(house.port, password)
        self.references = {name: self._registered(name) for name in _REGISTERED}
        self.faults: Counter[str] = Counter()
        self.opened: Counter[str] = Counter()
        self.delayed: list[Sent] = []
        self.orders = 0
        self.streams = [self._new(kind) for kind, many in kinds.items() for _ in range(many)]
        self.audience = Audience(self.mirror, self.accounts, self.clients, looking)
        self.answers = Answers(self.mirror, self.audience, self.accounts)
        self.audience.come()

    def _registered(self, name: str) -> str:
        desk = self.clients[STAFF[Role.PROMOTIONS]]
        told = desk.post("/api/register", {"name": name, "address": "1 High Street"})
        reference: str = told.content["reference"]
        return reference

    def run(self, orders: int) -> Found:
        """So many orders, and everything held against the log once more at the end."""
        try:
            while self.orders < orders:
                self.step()
            self.mirror.catch_up()
            self.audience.follow(self.streams)
            self.audience.settle(self.streams)
            self.answers.every_one_is_kept()
            self.mirror.look_closely()
        finally:
            self.close()
        return Found(
            self.seed, self.orders, self.answers.accepted, self.mirror.events,
            self.audience.messages, self.answers.statuses, self.faults,
        )  # fmt: skip

    def close(self) -> None:
        self.audience.go()
        self.clients.close()

    def step(self) -> None:
        """Someone acts, and the line does what it likes."""
        self._time_passes()
        self.audience.follow(self.streams)
        if self.kill_every and self.orders >= self.kill_every * (self.faults["killed"] + 1):
            self._killed_meanwhile()
            return
        if self.delayed and self.chance.random() < 0.2:
            self._deliver(self.delayed.pop(self.chance.randrange(len(self.delayed))))
            return
        sent, fate = self._somebody_acts(), self.chance.random()
        met = next((each for each, until in _FATES if fate < until), None)
        if met is None:
            self._deliver(sent)
        else:
            self.faults[met.__name__.strip("_").replace("_", " ")] += 1
            met(self, sent)
        if self.chance.random() < 0.01:
            self.faults["a live stream cut"] += 1
            self.audience.cut(self.chance)

    def _time_passes(self) -> None:
        by = self.chance.randrange(60 * SECOND_US)
        if self.chance.random() < 0.002:
            self.faults["the clock jumped"] += 1
            by += self.chance.choice((-3_600, -60, 600, 7_200, 86_400)) * SECOND_US
        self.house.clock.put_on(by)

    # What someone does

    def _somebody_acts(self) -> Sent:
        at = self.chance.randrange(len(self.streams))
        stream = self.streams[at]
        state = self.mirror.state(stream)
        tired = self.answers.refused[stream] > LOST_PATIENCE or self.mirror.version(stream) > LIFE
        if tired or state.closed or getattr(state, "cancelled", ""):
            stream = self.streams[at] = self._new(stream.partition("/")[0])
        return self._message(stream, self._deed(stream))

    def _new(self, kind: str) -> str:
        self.opened[kind] += 1
        return f"{kind}/{self.opened[kind]}"

    def _deed(self, stream: str) -> Deed:
        state, number = self.mirror.state(stream), int(stream.partition("/")[2])
        now = self.house.clock.now_us()
        if stream.startswith("tournament/"):
            return self.at_tournaments.next(state, number, now)
        if stream.startswith("promotion/"):
            return self.at_promotions.next(state, number, now)
        if state.play is None:
            return self.at_tables.opening(self.games[number % len(self.games)])
        return self.at_tables.next(state, now)

    def _message(self, stream: str, deed: Deed) -> Sent:
        known = self.accounts.get(deed.actor)
        fallback = PATRONS[0] if deed.by == Role.PATRON else STAFF[deed.by]
        name = deed.actor if known and known.office == deed.by else fallback
        if self.chance.random() < 0.005:
            name = "Olga"  # an administrator gives no orders
        key = f"{self.seed}-{self.orders}-{self.chance.getrandbits(32):08x}"
        expected = None
        if self.chance.random() < 0.03:  # someone acts on a screen that may be out of date
            expected = max(0, self.mirror.version(stream) - self.chance.randrange(3))
        command = self._without_the_houses(deed.command)
        asked = {"key": key, "command": command, "expected_version": expected}
        order = Order(command, deed.by, name, key, expected)
        self.clients[name]  # signs in now, while the house is up
        return Sent(stream, name, order, msgspec.json.encode(asked))

    def _without_the_houses(self, command: Command) -> Command:
        """What the house alone brings is left out, mostly; people are named by reference."""
        if self.chance.random() < 0.02:
            return command
        changes: dict[str, Any] = {}
        if isinstance(getattr(command, "seed", None), str):
            changes["seed"] = ""
        if isinstance(command, draws.CommitSeed | PublishConditions):
            changes["commitment"] = ""
        if isinstance(command, draws.EnterPatron):
            changes["person"] = self.references.get(command.person, command.person)
        return msgspec.structs.replace(command, **changes) if changes else command

    # What the line does

    def _deliver(self, sent: Sent) -> None:
        """Until it is answered: anyone who hears nothing asks again with the same key."""
        self.orders += 1
        self.answers.note(sent, self._answer(self.clients[sent.name], sent))

    def _answer(self, client: Client, sent: Sent) -> WireAnswer:
        for _ in range(TRIES):
            try:
                return client.send(sent.path, sent.body)
            except Lost:
                time.sleep(0.05)
        raise Wrong(f"{sent.order.key} had no answer")

    def _doubled(self, sent: Sent) -> None:
        self._deliver(sent)
        self._deliver(sent)

    def _delayed(self, sent: Sent) -> None:
        self.delayed.append(sent)

    def _from_two_clients_at_once(self, sent: Sent) -> None:
        self.orders += 1
        self._all_noted([sent, sent])

    def _two_orders_at_once(self, sent: Sent) -> None:
        self.orders += 2
        self._all_noted([sent, self._message(sent.stream, self._deed(sent.stream))])

    def _cut_off_before_the_answer(self, sent: Sent) -> None:
        self._hung_up(sent, len(sent.body))

    def _cut_off_half_way(self, sent: Sent) -> None:
        self._hung_up(sent, self.chance.randrange(len(sent.body)))

    def _hung_up(self, sent: Sent, many: int) -> None:
        try:
            self.clients[sent.name].hang_up(sent.path, sent.body, many)
        except Lost:
            self.faults["the line was down"] += 1
        self.delayed.append(sent)  # asked again later, with the same key

    def _key_used_for_another(self, sent: Sent) -> None:
        self._deliver(sent)
        if sent.key not in self.mirror.done:
            return
        other = self._message(sent.stream, self._deed(sent.stream))
        if other.order.command == sent.order.command:
            return
        body = msgspec.json.encode({"key": sent.order.key, "command": other.order.command})
        told = self._answer(self.clients[sent.name], sent._replace(body=body))
        self.answers.statuses[told.status] += 1
        before = self.mirror.done[sent.key]
        self.mirror.catch_up()
        if told.status == 200 or self.mirror.done[sent.key] != before:
            raise Wrong(f"{sent.order.key} served two orders: {told.body!r}")

    def _all_noted(self, sent: list[Sent]) -> None:
        told: dict[int, WireAnswer] = {}

        def ask(number: int, each: Sent) -> None:
            client = self.clients[each.name].another()
            told[number] = self._answer(client, each)
            client.close()

        threads = [threading.Thread(target=ask, args=each) for each in enumerate(sent)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number, each in enumerate(sent):
            self.answers.note(each, told[number])

    def _killed_meanwhile(self) -> None:
        """The house goes down with orders under way; each is asked again until it is answered."""
        self.faults["killed"] += 1
        under_way = [self._somebody_acts() for _ in range(AT_ONCE)]
        self.orders += AT_ONCE
        after = self.chance.random() * 0.03  # seconds: before, while or after they are carried out
        fall = threading.Thread(target=self._fall, args=(after,))
        fall.start()
        self._all_noted(under_way)
        fall.join()
        self.answers.every_one_is_kept()

    def _fall(self, after: float) -> None:
        time.sleep(after)
        self.house.kill()
        self.house.open()


_FATES: tuple[tuple[Callable[[ServedFloor, Sent], None], float], ...] = (
    (ServedFloor._doubled, 0.03),
    (ServedFloor._delayed, 0.05),
    (ServedFloor._from_two_clients_at_once, 0.08),
    (ServedFloor._two_orders_at_once, 0.11),
    (ServedFloor._cut_off_before_the_answer, 0.13),
    (ServedFloor._cut_off_half_way, 0.15),
    (ServedFloor._key_used_for_another, 0.17),
)
