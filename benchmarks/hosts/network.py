"""Hosts that are network namespaces, joined by a bridge in a namespace of its own.

Nothing outside these namespaces is changed, and deleting them takes everything away. Needs root.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from subprocess import DEVNULL

PATIENCE = 60.0  # seconds for one command of `ip`
ADDRESSES = {
    "web1": "10.77.0.1",
    "web2": "10.77.0.2",
    "proxy": "10.77.0.5",
    "database": "10.77.0.10",
}
_SWITCH = "switch"


def _ip(*words: str, check: bool = True) -> None:
    subprocess.run(
        [shutil.which("ip") or "ip", *words], check=check, stderr=None if check else DEVNULL,
        timeout=PATIENCE,
    )  # fmt: skip


class Network:
    """The hosts by name; each can be cut off and joined again."""

    def __init__(self, number: int) -> None:
        self._number = number

    def space(self, host: str) -> str:
        return f"houseway-{self._number}-{host}"

    def on(self, host: str) -> list[str]:
        """The words that run a command on a host."""
        return ["ip", "netns", "exec", self.space(host)]

    def build(self) -> None:
        for host in (_SWITCH, *ADDRESSES):
            _ip("netns", "add", self.space(host))
            _ip("-n", self.space(host), "link", "set", "lo", "up")
        switch = self.space(_SWITCH)
        _ip("-n", switch, "link", "add", "bridge0", "type", "bridge")
        _ip("-n", switch, "link", "set", "bridge0", "up")
        for host, address in ADDRESSES.items():
            own = self.space(host)
            _ip("-n", own, "link", "add", "eth0", "type", "veth",
                "peer", "name", host, "netns", switch)  # fmt: skip
            _ip("-n", own, "addr", "add", f"{address}/24", "dev", "eth0")
            _ip("-n", own, "link", "set", "eth0", "up")
            _ip("-n", switch, "link", "set", host, "master", "bridge0", "up")

    def cut(self, host: str) -> None:
        """As if the cable were pulled: nothing comes through, and nobody is told."""
        _ip("-n", self.space(_SWITCH), "link", "set", host, "down")

    def mend(self, host: str) -> None:
        _ip("-n", self.space(_SWITCH), "link", "set", host, "up")

    def remove(self) -> None:
        for host in (_SWITCH, *ADDRESSES):
            _ip("netns", "del", self.space(host), check=False)


@contextmanager
def network() -> Iterator[Network]:
    found = Network(os.getpid())
    try:
        found.build()
        yield found
    finally:
        found.remove()
