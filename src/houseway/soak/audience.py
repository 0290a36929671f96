"""Those who look on at a served house, each under their own session: what they are told and shown.

Live changes in JSON tell every version once, whatever happens to the line; live pages are read as
well. Nothing that reaches anybody names what they may not know.
"""

from __future__ import annotations

import random
import re
import socket
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple

import msgspec

from houseway.games import game
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.live.sse import MISSED_AT_MOST, cursor_of
from houseway.soak import watch
from houseway.soak.auditor import Wrong
from houseway.soak.mirror import Mirror
from houseway.table.view import Viewer

# One client of a served house: plain HTTP on one line, its cookies, and a line that breaks.

HOST = "127.0.0.1"
PATIENCE = 30.0  # seconds without a byte; only a failure waits so long


class Lost(Exception):
    """No answer came: nobody knows yet whether the order was done."""


class WireAnswer(NamedTuple):
    """An answer as it came."""

    status: int
    body: bytes

    @property
    def content(self) -> Any:
        return msgspec.json.decode(self.body) if self.body else None


class Client:
    """Someone's session on a line of its own."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        self.port = port
        self.cookies = {} if cookies is None else cookies
        self._line: HTTPConnection | None = None

    def another(self) -> Client:
        """The same session on a second line."""
        return Client(self.port, self.cookies)

    def sign_in(self, name: str, password: str) -> None:
        self.get("/healthz")  # brings the token that every order must answer to
        told = self.post("/api/session", {"name": name, "password": password})
        if told.status != 200:
            raise RuntimeError(f"{name} cannot sign in: {told.body.decode()}")

    def get(self, path: str) -> WireAnswer:
        return self._asked("GET", path, b"")

    def post(self, path: str, content: Any) -> WireAnswer:
        return self._asked("POST", path, msgspec.json.encode(content))

    def send(self, path: str, body: bytes) -> WireAnswer:
        return self._asked("POST", path, body)

    def hang_up(self, path: str, body: bytes, sent: int) -> None:
        """Send so many bytes of a message and go, without waiting for what it meets."""
        line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            line.putrequest("POST", path)
            for name, value in self.headers(len(body)).items():
                line.putheader(name, value)
            line.endheaders(body[:sent])
        except (OSError, HTTPException) as broken:
            raise Lost(str(broken)) from broken
        finally:
            line.close()

    def headers(self, length: int = 0) -> dict[str, str]:
        cookies = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        token = next((value for name, value in self.cookies.items() if "csrf" in name), "")
        return {
            "content-type": "application/json",
            "content-length": str(length),
            "cookie": cookies,
            "x-csrftoken": token,
        }

    def _asked(self, method: str, path: str, body: bytes) -> WireAnswer:
        if self._line is None:
            self._line = HTTPConnection(HOST, self.port, timeout=PATIENCE)
        try:
            self._line.request(method, path, body, self.headers(len(body)))
            answer = self._line.getresponse()
            told = WireAnswer(answer.status, answer.read())
        except (OSError, HTTPException) as broken:
            self.close()
            raise Lost(repr(broken)) from broken
        for cookie in answer.headers.get_all("set-cookie", []):
            name, _, rest = cookie.partition("=")
            self.cookies[name] = rest.partition(";")[0]
        return told

    def close(self) -> None:
        if self._line is not None:
            self._line.close()
            self._line = None


class Clients(dict[str, Client]):
    """Everybody's client by name; each signs in when first wanted."""

    def __init__(self, port: int, password: str) -> None:
        super().__init__()
        self._port, self._password = port, password

    def __missing__(self, name: str) -> Client:
        client = self[name] = Client(self._port)
        client.sign_in(name, self._password)
        return client

    def close(self) -> None:
        for client in self.values():
            client.close()


# Those who look on: live streams of a served house, read in threads, checked by the player.

PAUSE = 0.02  # seconds before a house that does not answer is asked again


class Message(NamedTuple):
    """One message to someone, on one of their streams."""

    name: str
    listener: str
    event: str
    cursor: str
    body: str

    @property
    def of_page(self) -> bool:
        return self.event not in ("state", "change")


class Listener:
    """Someone with a live stream open, of what they were last told to look at."""

    def __init__(self, name: str, title: str, client: Client, heard: SimpleQueue[Message]) -> None:
        self.name, self.title = name, title
        self._client, self._heard = client, heard
        self._path = self._cursor = ""
        self.refused: list[str] = []  # answers that were no stream
        self._over = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._listen, name=title, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def look_at(self, path: str) -> None:
        """Another stream from now on, or the same."""
        if path != self._path:
            self._path = path
            self.cut()

    def cut(self) -> None:
        """Break the line; it is opened again."""
        line = self._socket
        if line is not None:
            with suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def stop(self) -> None:
        self._over.set()
        self.cut()
        self._thread.join(PATIENCE)

    def _listen(self) -> None:
        while not self._over.is_set():
            if self._path:
                with suppress(OSError, HTTPException):
                    self._one(self._path)
                self._socket = None
            self._over.wait(PAUSE)

    def _one(self, path: str) -> None:
        line = HTTPConnection(HOST, self._client.port, timeout=PATIENCE)
        headers = {**self._client.headers(), "last-event-id": self._cursor}
        try:
            line.request("GET", path, headers=headers)
            self._socket = line.sock
            if path != self._path:
                return  # told to look elsewhere before there was a line to cut
            answer = line.getresponse()
            if answer.status == 200:
                self._read(answer)
            else:
                self.refused.append(f"{answer.status} {answer.read()[:300].decode()}")
        finally:
            line.close()

    def _read(self, answer: HTTPResponse) -> None:
        fields: dict[str, list[str]] = {}
        while (line := answer.readline()) and not self._over.is_set():
            if line == b"\n" and fields:
                self._tell(fields)
                fields = {}
            name, _, value = line.decode().rstrip("\n").partition(": ")
            if name and value:
                fields.setdefault(name, []).append(value)

    def _tell(self, fields: dict[str, list[str]]) -> None:
        if "event" not in fields:
            return  # still here
        self._cursor = fields["id"][0]
        body, event = "\n".join(fields.get("data", [])), fields["event"][0]
        self._heard.put(Message(self.name, self.title, event, self._cursor, body))


def drained(heard: SimpleQueue[Message]) -> list[Message]:
    """Whatever has come by now."""
    found = []
    for _ in range(heard.qsize()):
        with suppress(Empty):
            found.append(heard.get_nowait())
    return found


LOOKING = ("Ana", "Ben", "Dora", "Jan", "Lena", "Max")  # at every table, tournament and promotion
PAGES = {"Ana": ("layout", "seat"), "Dora": ("dealer", "felt")}  # whose pages of tables are open
_PIECES = re.compile(r"[\w-]+")


class Audience:
    """Everybody who has a live stream open."""

    def __init__(
        self,
        mirror: Mirror,
        accounts: Mapping[str, Account],
        clients: Mapping[str, Client],
        looking: Sequence[str] = LOOKING,
    ) -> None:
        self.mirror = mirror
        self._viewers = {name: account.viewer for name, account in accounts.items()}
        self._heard: SimpleQueue[Message] = SimpleQueue()
        self._told: dict[tuple[str, str], int] = {}  # by listener and stream
        self.messages = 0
        changes = [Listener(name, f"{name} at", clients[name], self._heard) for name in looking]
        pages = [Listener(name, f"{name}'s page", clients[name], self._heard) for name in PAGES]
        self._changes, self._pages = changes, pages

    def come(self) -> None:
        for each in (*self._changes, *self._pages):
            each.start()

    def go(self) -> None:
        for each in (*self._changes, *self._pages):
            each.stop()

    def cut(self, chance: random.Random) -> None:
        """Someone's line breaks."""
        chance.choice((*self._changes, *self._pages)).cut()

    def follow(self, streams: list[str]) -> None:
        """Look at these from now on, once they have been opened."""
        there = sorted(each for each in streams if self.mirror.is_open(each))
        for each in self._changes:
            each.look_at(_changes_of(there))
        for each in self._pages:
            each.look_at(_page_of(there, PAGES[each.name]))

    def heard_so_far(self) -> None:
        """Hold everything that has come against the log."""
        found = drained(self._heard)
        if found:
            self.mirror.catch_up()
        for each in found:
            self.messages += 1
            if each.of_page:
                self._page(each)
            else:
                self._change(each)

    def settle(self, streams: list[str]) -> None:
        """Wait until everybody has been told all that has happened."""
        there = [each for each in streams if self.mirror.is_open(each)]
        until = time.monotonic() + PATIENCE
        late = [""]
        while late and time.monotonic() < until:
            time.sleep(0.05)
            self.heard_so_far()
            late = [
                f"{who.name} {stream}"
                for who in self._changes
                for stream in there
                if self._told.get((who.title, stream), 0) < self.mirror.version(stream)
            ]
        refused = [each for who in (*self._changes, *self._pages) for each in who.refused]
        if late or refused:
            raise Wrong(f"live streams: not told {late}, refused {refused}")

    def may_know(
        self, stream: str, viewer: Viewer, seen: dict[str, Any], text: str, asked: str = ""
    ) -> None:
        """Nothing in a text that shows a view is kept from its viewer; what they named is theirs.

        Tiles come in twos: the twin of one that lies open is no secret told.
        """
        named = words_in(asked)
        if "felt" in seen and game(seen["document"]).source == "tiles":
            named |= {card for hand in seen["felt"]["hands"] for card in hand["cards"]}
        self.mirror.nothing_told(stream, viewer, seen["version"], text, named)
        if stream.startswith("tournament/"):
            self.mirror.nothing_disclosed(stream, viewer, seen)

    def _change(self, message: Message) -> None:
        content, viewer = msgspec.json.decode(message.body), self._viewers[message.name]
        kind = content.get("kind", "table")
        stream = f"{kind}/{content.get('name') or content['table']}"
        self.told_once(message.listener, stream, content)
        self.mirror.hold_against(stream, viewer, content["view"])
        self.may_know(stream, viewer, content["view"], message.body)

    def told_once(self, listener: str, stream: str, content: dict[str, Any]) -> None:
        """Every version of a table is told; what is hushed elsewhere is never told twice."""
        before, now = self._told.get((listener, stream)), content["version"]
        self._told[listener, stream] = now
        if content["since"] is None:
            if before is not None and now - before <= MISSED_AT_MOST:
                raise Wrong(f"{listener} {stream}: {before + 1} to {now} were not told")
            return
        versions = [each["version"] for each in content["since"]]
        after = before or 0
        whole = list(range(after + 1, now + 1))
        if versions != (whole if stream.startswith("table/") else _within(versions, whole)):
            raise Wrong(f"{listener} {stream}: told {versions} after {before} at {now}")

    def _page(self, message: Message) -> None:
        table = message.event.partition(":")[2]
        if not table:
            return  # nothing changed on the page; it says only how far it has come
        stream = f"table/{table}"
        version = cursor_of(message.cursor)[stream]
        if self.mirror.state(stream).game.source != "tiles":
            viewer = self._viewers[message.name]
            self.mirror.nothing_told(stream, viewer, version, message.body)


def words_in(text: str) -> set[str]:
    return set(_PIECES.findall(text))


def _within(versions: list[int], whole: list[int]) -> list[int]:
    return sorted(set(versions) & set(whole))


def _changes_of(streams: list[str]) -> str:
    kinds: dict[str, list[str]] = {}
    for each in streams:
        kind, _, name = each.partition("/")
        kinds.setdefault(f"{kind}s", []).append(name)
    asked = "&".join(f"{kind}={','.join(names)}" for kind, names in kinds.items())
    return f"/api/events?{asked}" if asked else ""


def _page_of(streams: list[str], topics: tuple[str, ...]) -> str:
    tables = [each.partition("/")[2] for each in streams if each.startswith("table/")]
    asked = ",".join(f"{topic}:{table}" for table in tables for topic in topics)
    return f"/events?topics={asked}" if asked else ""


# What must hold of every answer of a served house: held against its log, and kept for later.

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
