"""What must hold of every answer of a served house: held against its log, and kept for later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.soak import watch
from houseway.soak.audience import Audience, words_in
from houseway.soak.auditor import Wrong
from houseway.soak.line import WireAnswer
from houseway.soak.mirror import Mirror

# Refusals that say the question was wrong; nothing is kept of them.
_UNASKED = {"key_reused", "not_a_reference", "cannot_count", "seed_not_here"}


class Sent(NamedTuple):
    """A message to the house: who gives which order, and its bytes."""

    stream: str
    name: str
    order: Order
    body: bytes

    @property
    def path(self) -> str:
        kind, _, name = self.stream.partition("/")
        return f"/api/{kind}s/{name}/commands"

    @property
    def key(self) -> tuple[str, str]:
        """Under which the log has it: every asker's keys are their own."""
        return self.stream, f"{self.name} {self.order.key}"


class Answers:
    """Every answer that anybody had."""

    def __init__(self, mirror: Mirror, audience: Audience, accounts: Mapping[str, Account]) -> None:
        self.mirror, self.audience, self.accounts = mirror, audience, accounts
        self.answered: dict[tuple[str, str], tuple[Any, ...]] = {}
        self.statuses: Counter[int] = Counter()
        self.refused: Counter[str] = Counter()  # in a row, by stream
        self.accepted = 0

    def note(self, sent: Sent, told: WireAnswer) -> None:
        self.statuses[told.status] += 1
        if told.status >= 500 or told.status in (401, 429):
            raise Wrong(f"{sent.path} {sent.body!r} was answered {told.status} {told.body!r}")
        self.mirror.catch_up()
        if told.status == 200:
            self._accepted(sent, told)
        else:
            self._refused(sent, told)
        self.audience.heard_so_far()
        if sent.stream in self.mirror.streams:
            self.mirror.streams[sent.stream].look(self.mirror.state(sent.stream))

    def _accepted(self, sent: Sent, told: WireAnswer) -> None:
        content, viewer = told.content, self.accounts[sent.name].viewer
        done = self.mirror.done.get(sent.key)
        receipt = (content["version"], content["head"], len(content["events"]), "")
        if done is None or tuple(done) != receipt:
            raise Wrong(f"{sent.key} was answered {receipt}, the log has {done}")
        self._as_before(sent, receipt)
        if not content["replayed"]:
            self.accepted += 1
            self.refused[sent.stream] = 0
            watch.office(sent.order, self.mirror.state(sent.stream))
        seen = content["view"]
        self.mirror.hold_against(sent.stream, viewer, seen)
        self.audience.may_know(sent.stream, viewer, seen, told.body.decode(), sent.body.decode())

    def _refused(self, sent: Sent, told: WireAnswer) -> None:
        code, done = told.content["code"], self.mirror.done.get(sent.key)
        if code == "role_may_not" or (told.status == 422 and code not in _UNASKED):
            if done is None or done.refused != code:  # a refusal is an answer, and is kept
                raise Wrong(f"{sent.key} was refused for {code}, the log has {done}")
            self._as_before(sent, (code,))
        elif done is not None and sent.key not in self.answered:
            raise Wrong(f"{sent.key} was answered {told.status} {code}, and was done: {done}")
        self.refused[sent.stream] += 1
        viewer = self.accounts[sent.name].viewer
        version = self.mirror.version(sent.stream)
        self.mirror.nothing_told(
            sent.stream, viewer, version, told.body.decode(), words_in(sent.body.decode())
        )

    def _as_before(self, sent: Sent, told: tuple[Any, ...]) -> None:
        """The same message twice has one effect and one answer."""
        before = self.answered.setdefault(sent.key, told)
        if before != told:
            raise Wrong(f"{sent.key} was answered {before}, then {told}")

    def every_one_is_kept(self) -> None:
        self.mirror.catch_up()
        self.mirror.same_as_the_log()
        for key, told in self.answered.items():
            done = self.mirror.done.get(key)
            if done is None or (len(told) > 1 and tuple(done) != told):
                raise Wrong(f"{key} was answered {told} and is lost: {done}")
