"""Those who look on at a served house, each under their own session: what they are told and shown.

Live changes in JSON tell every version once, whatever happens to the line; live pages are read as
well. Nothing that reaches anybody names what they may not know.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Mapping, Sequence
from queue import SimpleQueue
from typing import Any

import msgspec

from houseway.games import game
from houseway.service.access.accounts import Account
from houseway.service.live.sse import MISSED_AT_MOST, cursor_of
from houseway.soak.auditor import Wrong
from houseway.soak.hearing import Listener, Message, drained
from houseway.soak.line import PATIENCE, Client
from houseway.soak.mirror import Mirror
from houseway.table.view import Viewer

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
