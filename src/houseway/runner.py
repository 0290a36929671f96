"""Load, decide, append, publish: one life of one order, for service and command line alike."""

from __future__ import annotations

import copy
import hashlib
import logging
import random
import threading
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, Protocol, TypeVar

import msgspec

from houseway.aggregates import aggregate
from houseway.games import game, playable
from houseway.games.commands import Command
from houseway.games.events import CasinoExclusionRecorded, Event, RoundOpened
from houseway.games.layout import KEPT_ROUNDS
from houseway.promotion.promotion import Promotion
from houseway.rulebook.roles import Excluded, Role, Signature
from houseway.rulebook.ruling import Refused, Ruling
from houseway.store import codec
from houseway.store.anchor import LogAltered
from houseway.store.chain import slice_problems
from houseway.store.log import Append, Appended, Conflict, Entry, Log, LogError, pages_of
from houseway.table import exclusions
from houseway.table.table import Table
from houseway.table.vocabulary import OrderRefused
from houseway.tournament.tournament import Tournament
from houseway.version import __version__

TRIES = 60  # how often an order is decided again when another process was first
_PAGE = 64  # events that are read back at first to answer a key that was used before
SNAPSHOT_EVERY = 1_000  # events
_READ_AT_ONCE = 1_000  # events, so that a long table takes no more memory than a short one
_OF_A_ROUND = 64  # events that are read at once to recall a round
Seen = TypeVar("Seen")
Done = TypeVar("Done")
# Work that yields what it has to append, and is sent the receipts.
Storing = Generator[list[Append], list[Appended], Done]
_logger = logging.getLogger("houseway.runner")


class Answer(NamedTuple):
    """What an order met: facts or a refusal, and the log's receipt for it.

    `at_us` is when its events were stored; 0 where nothing was, or it was answered before.
    """

    events: tuple[Event, ...]
    refused: Refused | None
    receipt: Appended
    at_us: int = 0


class Order(NamedTuple):
    """An order with everything the shell adds: who, in which office, and the command's own key.

    `expected`: the version of the table that its giver had seen; at any other it is a conflict.
    `complete` adds what only the house knows (a drawn card, a secret seed). It is called with the
    state and its version under the stream's lock, must have no side effects, and its result is
    what `decide` judges. A refusal stores `command` as the client sent it, never the completed one.
    """

    command: Command
    by: Role
    actor: str
    key: str
    expected: int | None = None
    complete: Callable[[Any, int], Command] | None = None


class NotTaken(Exception):
    """The rules refused a command of the house's own: nothing was appended."""

    def __init__(self, order: Order, refused: Refused) -> None:
        super().__init__(f"{type(order.command).__name__}: {refused.code}")
        self.refused = refused


class _Warm:
    """A table or tournament in memory, its version, and the lock that keeps orders in turn.

    `changed_at` is the version of the newest event that was no refusal, as far as it is known.
    """

    def __init__(self, stream: str) -> None:
        self.kind = aggregate(stream)
        self.state: Any = self.kind.begin()
        self.version = self.changed_at = 0
        self.lock = threading.RLock()

    def is_at(self, version: int, event: Event) -> None:
        """An event of this version has been applied."""
        self.version = version
        if not isinstance(event, OrderRefused):
            self.changed_at = version

    def follows(self, expected: int | None) -> int:
        """The version that an append follows whose giver has seen that one.

        Refusals change nothing: who saw what was there before them has seen everything.
        """
        seen_all = expected is None or self.changed_at <= expected <= self.version
        return self.version if seen_all else expected  # type: ignore[return-value]


_Named = tuple[str, _Warm]
_Step = tuple[str, _Warm, Order, tuple[Event, ...]]
Listener = Callable[[str, int, tuple[Event, ...]], None]
Follower = Callable[[str, int, Event, int], None]  # stream, version, event, and when it happened
Guard = Callable[[str, Any, Order], Refused | None]  # given the stream, its state and the command


class Binding(Protocol):
    """Streams that are bound to another: what happens in one is judged by the other as well.

    The events of both are stored together or not at all. A stream that binds is never bound.
    """

    def binder(self, stream: str) -> str:
        """The stream that binds this one now, or ""."""

    def forbids(
        self, binder: Any, stream: str, state: Any, order: Order, at_us: int
    ) -> Refused | None:
        """Why the binding stream refuses a command, whatever its own stream would say."""

    def learned(
        self, binder: Any, stream: str, state: Any, order: Order, events: tuple[Event, ...],
        at_us: int,
    ) -> Refused | Learned:  # fmt: skip
        """What the binding stream's state makes of the events, or why they may not happen."""


class Learned(NamedTuple):
    """Commands that the binding stream learns from, and the function that rules on them."""

    commands: tuple[Command, ...] = ()
    decide: Callable[[Any, Command, Role, int, str], Ruling] | None = None


def stored(log: Log, work: Storing[Done]) -> Done:
    """Do such work by itself, appending whenever it yields. Blocks."""
    try:
        appends = next(work)
        while True:
            try:
                receipts = log.append(appends)
            except BaseException as failure:
                appends = work.throw(failure)
            else:
                appends = work.send(receipts)
    except StopIteration as ended:
        done: Done = ended.value
        return done


class Runner:
    """Aggregates by their streams; warm ones in memory, cold ones read from the log when asked."""

    def __init__(self, log: Log, now_us: Callable[[], int]) -> None:
        self.log = log
        self.now_us = now_us
        self.listeners: list[Listener] = []
        # Called for each event that is applied, under the lock of its stream.
        self.followers: list[Follower] = []
        self.guards: list[Guard] = []
        self.binding: Binding | None = None
        # Further names of a person in the log: those of the register of promotions.
        self.known_as: Callable[[str], tuple[str, ...]] = lambda name: ()
        self._warm: dict[str, _Warm] = {}
        self._register_read = False
        self._heard: dict[str, int] | None = None  # where streams ended; None: nobody listens
        self._guard = threading.Lock()
        self._thread = threading.local()

    def table(self, stream: str) -> Table:
        """The table as the log has it now."""
        found: Table = self._state(stream)
        return found

    def tournament(self, stream: str) -> Tournament:
        """The tournament as the log has it now."""
        found: Tournament = self._state(stream)
        return found

    def promotion(self, stream: str) -> Promotion:
        """The promotion as the log has it now."""
        found: Promotion = self._state(stream)
        return found

    def _state(self, stream: str) -> Any:
        state: Any = self.look(stream, lambda state, _version: state)
        return state

    def look(self, stream: str, see: Callable[[Any, int], Seen]) -> Seen:
        """What a function sees of the state and its version while nobody changes it."""
        warm = self._found(stream)
        try:
            with warm.lock:
                if not warm.version or getattr(self._thread, "known", "") != stream:
                    self._catch_up(stream, warm)
                return see(warm.state, warm.version)
        finally:
            self._forget_if_none(stream, warm)

    @contextmanager
    def as_known(self, stream: str) -> Iterator[None]:
        """Within it, this thread looks at a stream as it is in memory, without asking the log.

        For several looks after one that has caught up, or after an own command.
        """
        before = getattr(self._thread, "known", "")
        self._thread.known = stream
        try:
            yield
        finally:
            self._thread.known = before

    @contextmanager
    def unchanged(self, stream: str) -> Iterator[None]:
        """Within it, nobody changes a stream here: several looks at it see the same state."""
        warm = self._found(stream)
        try:
            with warm.lock, self.as_known(stream):
                self._catch_up(stream, warm)
                yield
        finally:
            self._forget_if_none(stream, warm)

    def version(self, stream: str) -> int:
        return self.look(stream, lambda _state, version: version)

    def order(self, stream: str, order: Order) -> Answer:
        """Rule on an order, make the answer durable, apply it, and notify the listeners."""
        return stored(self.log, self.ordering(stream, order))

    def ordering(self, stream: str, order: Order) -> Storing[Answer]:
        """The same as work whose appends are left to the caller, who may have several of them.

        The stream is locked from the first step to the last, by the thread that takes them.
        """
        warm = self._found(stream)
        try:
            return (yield from self._tried(stream, warm, order))
        finally:
            self._forget_if_none(stream, warm)

    def hold(self, stream: str) -> threading.RLock | None:
        """Lock a stream for this thread, to be released by the caller.

        None where that would have to wait: it is locked by another thread, not yet in memory, or
        bound to another stream.
        """
        warm = self._warm.get(stream)
        if warm is None or not warm.version or (self.binding and self.binding.binder(stream)):
            return None
        return warm.lock if warm.lock.acquire(blocking=False) else None

    def heard(self, stream: str, version: int) -> None:
        """Another process, or this one, has appended to a shared log; from the one who listens."""
        if self._heard is not None:
            self._heard[stream] = max(version, self._heard.get(stream, 0))

    def listens(self, *, listens: bool) -> None:
        """From now on this process hears of every append to a shared log, or does not."""
        self._heard = {} if listens else None

    def _tried(self, stream: str, warm: _Warm, order: Order) -> Storing[Answer]:
        """Rule on what is in memory at first, if it seems current: the append shows whether it is.

        An append names the version that it follows and its key. One that was ruled on too early is
        a conflict, and one whose key was used before is answered as before. What stores nothing
        shows nothing, and is ruled on again with what the log has.
        """
        with warm.lock:
            for attempt in range(TRIES):
                trusting = not attempt and self._seems_current(stream, warm, order)
                if trusting:
                    self._let_remember(stream, warm)
                else:
                    self._catch_up(stream, warm)
                    before = self.log.receipt(stream, order.key, request_of(order))
                    if before:
                        return self._as_before(stream, before, order.key)
                try:
                    answer = yield from self._decided(stream, warm, order)
                except Conflict:
                    if order.expected is not None and not trusting:
                        raise
                    _wait(attempt)
                else:
                    if answer.events or answer.refused or not trusting:
                        return answer
        raise LogError(f"{stream} is written by others all the time: nothing was stored")

    def _seems_current(self, stream: str, warm: _Warm, order: Order) -> bool:
        """Whether a command may be ruled on without asking the log first."""
        if not warm.version or order.expected not in (None, warm.version):
            return False
        end, heard = self.log.known_end(stream), self._heard  # another thread may stop listening
        if end is None and heard is not None:
            end = heard.get(stream)
            return end is not None and end <= warm.version
        return end == warm.version

    def bring(self, stream: str, make: Callable[[Any, int], Order | None]) -> Answer | None:
        """Choose a command of the house and append it, in one step under the stream's lock.

        `make` chooses it from the state and its version, or returns None to do nothing; it is
        called again if another process was first. A refusal is raised and never stored.
        """
        warm = self._found(stream)
        with warm.lock:
            for _ in range(TRIES):
                self._catch_up(stream, warm)
                order = make(warm.state, warm.version)
                if order is None:
                    return None
                try:
                    return stored(self.log, self._decided(stream, warm, order, own=True))
                except Conflict as conflict:
                    last = conflict
            raise last

    def _decided(
        self, stream: str, warm: _Warm, order: Order, *, own: bool = False
    ) -> Storing[Answer]:
        name = self.binding.binder(stream) if self.binding else ""
        if not name:
            return (yield from self._ruled(stream, warm, order, None, own=own))
        other = self._found(name)
        with other.lock:  # a stream is locked before the one that binds it, never after
            self._catch_up(name, other)
            return (yield from self._ruled(stream, warm, order, (name, other), own=own))

    def _ruled(
        self, stream: str, warm: _Warm, order: Order, binder: _Named | None, *, own: bool
    ) -> Storing[Answer]:
        at_us = self.now_us()
        command = order.command
        if order.complete is not None:
            command = order.complete(warm.state, warm.version)
        warm.kind.learn(command)
        ruling = (
            self._forbidden(stream, warm, order)
            or self._bound(stream, warm, order, binder, at_us)
            or warm.kind.decide(warm.state, command, order.by, at_us, order.actor, self.excluded())
        )
        bound: tuple[Event, ...] = ()
        if binder and not isinstance(ruling, Refused):
            learned = self._learn(binder[1], stream, warm, order, ruling.events, at_us)
            ruling, bound = (learned, ()) if isinstance(learned, Refused) else (ruling, learned)
        refused = ruling if isinstance(ruling, Refused) else None
        if refused and own:
            raise NotTaken(order, refused)
        if refused and warm.version == 0 and not order.expected:
            # There is no such stream, and a refusal makes none.
            return Answer((), refused, Appended(stream, 0, 0, ""))
        events = (_refusal(order, refused),) if refused else ruling.events  # type: ignore[union-attr]
        if not events:  # nothing to store, and nothing that could be done twice
            return Answer((), None, self._standing(stream, warm))
        steps = [(stream, warm, order, events)]
        if binder and bound:
            steps.append((*binder, _beside(stream, warm, order), bound))
        with self._register(steps, order, at_us):
            receipt = yield from self._stored(steps, at_us)
        if receipt.replayed:  # this very order was answered before: the log knows what it met
            return self._as_before(stream, receipt, order.key)
        return Answer(() if refused else events, refused, receipt, at_us)

    def excluded(self) -> Excluded:
        """The persons whom the house excludes, as the log has it now."""
        register = self._found(exclusions.STREAM)
        end, heard = self.log.known_end(exclusions.STREAM), self._heard
        if end is None and heard is not None:
            end = heard.get(exclusions.STREAM)
        if end is None and self._register_read and not self.log.shared:
            end = register.version  # nothing was appended to it since
        if end is None or end > register.version:
            with register.lock:
                self._catch_up(exclusions.STREAM, register)
            self._register_read = True
            self.heard(exclusions.STREAM, register.version)
        people: Excluded = register.state.people
        return people

    @contextmanager
    def _register(self, steps: list[_Step], order: Order, at_us: int) -> Iterator[None]:
        """Within it, an exclusion from the casino is appended to the house's register as well.

        The register is locked last of all streams.
        """
        stream, warm, _, events = steps[0]
        if not any(isinstance(event, CasinoExclusionRecorded) for event in events):
            yield
            return
        register = self._found(exclusions.STREAM)
        with register.lock:
            self._catch_up(exclusions.STREAM, register)
            by = Signature(order.actor, order.by, at_us)
            added = exclusions.entered(register.state, events, by, self.known_as)
            if added:
                beside = _beside(stream, warm, order)
                steps.append((exclusions.STREAM, register, beside, added))
            yield

    def _bound(
        self, stream: str, warm: _Warm, order: Order, binder: _Named | None, at_us: int
    ) -> Refused | None:
        if binder is None or self.binding is None:
            return None
        return self.binding.forbids(binder[1].state, stream, warm.state, order, at_us)

    def _learn(
        self, binder: _Warm, stream: str, warm: _Warm, order: Order, events: tuple[Event, ...],
        at_us: int,
    ) -> Refused | tuple[Event, ...]:  # fmt: skip
        """What the binding stream adds to the events, or why it refuses them; nothing is applied.

        Each command is judged against the state that the one before it leaves behind.
        """
        if self.binding is None:
            return ()
        learned = self.binding.learned(binder.state, stream, warm.state, order, events, at_us)
        if isinstance(learned, Refused) or not learned.commands or learned.decide is None:
            return learned if isinstance(learned, Refused) else ()
        state = binder.state if len(learned.commands) == 1 else copy.deepcopy(binder.state)
        found = list[Event]()
        for command in learned.commands:
            ruling = learned.decide(state, command, order.by, at_us, order.actor)
            if isinstance(ruling, Refused):
                return ruling
            found += ruling.events
            if state is not binder.state:
                for event in ruling.events:
                    binder.kind.evolve(state, event)
        return tuple(found)

    def _stored(self, steps: list[_Step], at_us: int) -> Storing[Appended]:
        """Append all of it in one transaction, apply it, and tell those who listen.

        Events are applied before they are stored: what cannot be applied, or makes or loses a
        chip, a card or a cent, never reaches the log.
        """
        appends = [self._append(*step, at_us) for step in steps]
        versions = [warm.version for _, warm, _, _ in steps]
        current = [a.expected == at for a, at in zip(appends, versions, strict=True)]
        try:
            for (_, warm, _, events), now in zip(steps, current, strict=True):
                if now:
                    self._apply(warm, events)
            receipts = yield appends
        except BaseException:
            self._drop(steps, current)
            raise
        if receipts[0].replayed:
            self._drop(steps, current)
            for name, warm, _, _ in steps:
                self._catch_up(name, warm)
            return receipts[0]
        for receipt, (name, warm, _, events) in zip(receipts, steps, strict=True):
            for version, event in enumerate(events, receipt.version - len(events) + 1):
                warm.is_at(version, event)
                self._follow(name, version, event, at_us)
            self._tell(name, warm, events)
        return receipts[0]

    def _drop(self, steps: list[_Step], current: list[bool]) -> None:
        for (name, warm, _, _), now in zip(steps, current, strict=True):
            if now:
                self._begin_anew(name, warm)

    def _apply(self, warm: _Warm, events: tuple[Event, ...]) -> None:
        for event in events:
            warm.kind.evolve(warm.state, event)
        warm.kind.check(warm.state)

    def _begin_anew(self, stream: str, warm: _Warm) -> None:
        """What is in memory may be ahead of the log: the log decides."""
        warm.state, warm.version, warm.changed_at = warm.kind.begin(), 0, 0
        with suppress(LogError):  # without a snapshot the log is read from its first event
            self._from_snapshot(stream, warm)

    def _forbidden(self, stream: str, warm: _Warm, order: Order) -> Refused | None:
        for guard in self.guards:
            refused = guard(stream, warm.state, order)
            if refused:
                return refused
        return None

    def _append(
        self, stream: str, warm: _Warm, order: Order, events: tuple[Event, ...], at_us: int
    ) -> Append:
        named = warm.state.edition or getattr(order.command, "document", "")
        edition = game(named).cite.content_hash if playable(named) else ""
        return Append(
            stream, warm.follows(order.expected), order.key, request_of(order),
            tuple(map(codec.encode, events)), at_us, order.actor, order.by, edition, __version__,
        )  # fmt: skip

    def _standing(self, stream: str, warm: _Warm) -> Appended:
        head = self.log.heads().get(stream)
        return Appended(stream, warm.version, head.seq if head else 0, head.hash if head else "")

    def _as_before(self, stream: str, receipt: Appended, key: str) -> Answer:
        entries = self._stored_under(stream, receipt, key)
        warm = self._found(stream)
        events = tuple(warm.kind.decode(warm.state.edition, each) for each in entries)
        first = events[0] if events else None
        if isinstance(first, OrderRefused):
            return Answer((), Refused(first.code, first.clause, first.detail), receipt)
        return Answer(events, None, receipt)

    def _stored_under(self, stream: str, receipt: Appended, key: str) -> list[Entry]:
        """The events of a key, read back from the last of them without the rest of the stream."""
        page = _PAGE
        while True:
            after = max(0, receipt.version - page)
            entries = self.log.read(stream, after=after, limit=receipt.version - after)
            if not after or entries[0].key != key:
                return [each for each in entries if each.key == key]
            page *= 4

    def _tell(self, stream: str, warm: _Warm, events: tuple[Event, ...]) -> None:
        keep, before = warm.kind.keep, warm.version - len(events)
        if keep and warm.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
            self._save_snapshot(stream, warm, keep)
        for listener in self.listeners:
            listener(stream, warm.version, events)

    def _follow(self, stream: str, version: int, event: Event, at_us: int) -> None:
        for follower in self.followers:
            follower(stream, version, event, at_us)

    def _save_snapshot(self, stream: str, warm: _Warm, keep: Callable[[Any], bytes]) -> None:
        """A snapshot only saves time: where it fails, what was stored stays stored."""
        try:
            self.log.save_snapshot(stream, warm.version, keep(warm.state))
        except Exception:
            _logger.exception("%s: no snapshot could be saved at version %d", stream, warm.version)

    def _found(self, stream: str) -> _Warm:
        with self._guard:
            found = self._warm.get(stream)
            if found is None:
                found = self._warm[stream] = _Warm(stream)
                self._from_snapshot(stream, found)
            return found

    def _forget_if_none(self, stream: str, warm: _Warm) -> None:
        """Names that nobody has opened take no memory, however many are asked for."""
        if warm.version == 0:
            with self._guard:
                if self._warm.get(stream) is warm:
                    del self._warm[stream]

    def _from_snapshot(self, stream: str, warm: _Warm) -> None:
        """Start from the newest snapshot if it can be read; the log decides from there on."""
        recall = warm.kind.recall
        kept = self.log.load_snapshot(stream) if recall else None
        if recall is None or kept is None:
            return
        state = recall(kept[1])
        if state is not None:
            warm.state, warm.version, warm.changed_at = state, kept[0], kept[0]

    def _catch_up(self, stream: str, warm: _Warm) -> None:
        """Apply what the log has beyond what is in memory: a cold one, or another's orders.

        What was altered in the database is not applied. Nothing is read where the log knows that
        there is nothing more.
        """
        if not warm.version or self.log.known_end(stream) != warm.version:
            self._read_on(stream, warm)
        self._let_remember(stream, warm)

    def _let_remember(self, stream: str, warm: _Warm) -> None:
        if warm.kind.remember:
            warm.kind.remember(warm.state, lambda number: self._round(stream, warm, number))

    def _read_on(self, stream: str, warm: _Warm) -> None:
        before = warm.version
        for entry in self._following(stream, before, _READ_AT_ONCE):
            event = warm.kind.decode(warm.state.edition, entry)
            warm.kind.evolve(warm.state, event)
            warm.is_at(entry.version, event)
            self._follow(stream, entry.version, event, entry.at_us)
        if warm.kind.keep and warm.version - before > SNAPSHOT_EVERY:
            self._save_snapshot(stream, warm, warm.kind.keep)

    def _following(self, stream: str, after: int, at_once: int) -> Iterator[Entry]:
        """The events of a stream behind a version, checked, a page at a time."""
        before: list[Entry] = []
        for entries in pages_of(self.log, stream, after=after, page=at_once):
            problems = slice_problems([*before, *entries], after=after - len(before))
            if problems:
                raise LogAltered(f"the log was altered: {problems[0]}; see houseway verify")
            yield from entries
            before, after = entries[-1:], entries[-1].version

    def _round(self, stream: str, warm: _Warm, number: int) -> Iterator[Event]:
        """The events of an earlier round, and of those after it while it could be put right.

        The index of rounds says where to begin and is trusted for nothing else: where it names no
        such round, the stream is read from its start.
        """
        opening = self.log.recall(stream, number)
        after = opening[0].version - 1 if opening else 0
        for entry in self._following(stream, after, _OF_A_ROUND):
            event = warm.kind.decode(warm.state.edition if entry.version > 1 else "", entry)
            if isinstance(event, RoundOpened) and event.round > number + KEPT_ROUNDS:
                return
            yield event


def _beside(stream: str, warm: _Warm, order: Order) -> Order:
    """The command under a key of its own, for the stream that binds the one it was given in."""
    key = f"{stream} {warm.version} {order.key}"
    return order._replace(key=hashlib.sha256(key.encode()).hexdigest(), expected=None)


def _wait(attempt: int) -> None:
    """Before an order is decided again: at once at first, then a random while, so that writers who
    contend do not meet again and again."""
    if attempt > 1:
        time.sleep(random.uniform(0, min(0.05, 0.001 * 2**attempt)))  # noqa: S311


def request_of(order: Order) -> str:
    """What was asked, so that one key cannot serve two orders."""
    asked = msgspec.json.encode((type(order.command).__name__, order.command, order.by))
    return hashlib.sha256(asked).hexdigest()


def _refusal(order: Order, refused: Refused) -> OrderRefused:
    """Store the refused command as the client sent it, but for personal data and secrets."""
    stored = msgspec.structs.replace(order.command, **dict.fromkeys(order.command.hidden, ""))
    asked = "" if refused.private else msgspec.json.encode(stored).decode()
    return OrderRefused(asked, refused.code, refused.clause, refused.detail)
