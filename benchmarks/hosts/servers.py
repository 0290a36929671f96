"""The programs on the hosts: PostgreSQL, `houseway serve` on each web host, and HAProxy."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from tests.store.postgres import Server

from benchmarks.hosts.network import ADDRESSES, Network

PORT, PROXY_PORT = 8000, 8080
PATIENCE = 180.0  # seconds until a server answers; only a failure waits so long
PROXY = f"http://{ADDRESSES['proxy']}:{PROXY_PORT}"
HAPROXY = """
defaults
    mode http
    timeout connect 1s
    timeout client 1h
    timeout server 1h
    option redispatch
    retries 2
frontend house
    bind {proxy}:{proxy_port}
    default_backend hosts
backend hosts
    balance roundrobin
    option httpchk GET /readyz
    http-request set-header X-Forwarded-For %[src]
    default-server check inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions
    server web1 {web1}:{port}
    server web2 {web2}:{port}
"""


class Database(Server):
    """PostgreSQL on the database host, for every host of the network."""

    address = ADDRESSES["database"]

    def __init__(self, folder: Path, net: Network) -> None:
        super().__init__(folder, durable=True)
        self.port, self.where = 5432, net.on("database")

    def create(self) -> None:
        super().create()
        with (self.folder / "data" / "pg_hba.conf").open("a", encoding="utf-8") as rules:
            rules.write("host all all 10.77.0.0/24 trust\n")


def url_of(host: str) -> str:
    return f"http://{ADDRESSES[host]}:{PORT}"


class Web:
    """`houseway serve` on one host; all hosts share the folder of the house."""

    def __init__(self, net: Network, host: str, folder: Path, database: str) -> None:
        self.host, self._net, self._folder, self._database = host, net, folder, database
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, workers: int) -> None:
        words = [
            *self._net.on(self.host), sys.executable, "-m", "houseway", "serve",
            "--host", ADDRESSES[self.host], "--port", str(PORT), "--workers", str(workers),
            "--folder", str(self._folder), "--database", self._database,
            "--no-demo", "--plain-cookies", "--orders-per-minute", "0",
        ]  # fmt: skip
        self._process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True,
            env={**os.environ, "FORWARDED_ALLOW_IPS": ADDRESSES["proxy"]},
        )  # fmt: skip
        wait_for(url_of(self.host))

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End every process of this host's server; killed, where it does not go by itself."""
        if self._process is None:
            return
        for each in (how, signal.SIGKILL):
            try:
                os.killpg(self._process.pid, each)
                self._process.wait(20)
            except ProcessLookupError:
                break
            except subprocess.TimeoutExpired:
                continue
            break
        self._process = None

    @property
    def cpu_seconds(self) -> float:
        """What its processes have had of the processor."""
        if self._process is None:
            return 0.0
        ticks = 0
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                words = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
            except OSError:
                continue
            if int(words[3]) == self._process.pid:  # of its session
                ticks += int(words[11]) + int(words[12])
        return ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def proxy(net: Network, folder: Path) -> Iterator[None]:
    """HAProxy before both web hosts."""
    file = folder / "haproxy.cfg"
    file.write_text(HAPROXY.format(port=PORT, proxy_port=PROXY_PORT, **ADDRESSES), encoding="utf-8")
    running = subprocess.Popen([*net.on("proxy"), "haproxy", "-db", "-f", str(file)])
    try:
        wait_for(PROXY)
        yield
    finally:
        running.terminate()
        running.wait(20)


def wait_for(url: str) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        try:
            if httpx.get(f"{url}/readyz", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.1)
    raise TimeoutError(f"{url} does not answer")
