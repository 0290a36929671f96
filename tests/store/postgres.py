"""A PostgreSQL server of the tests' own, on the loopback, in a folder that goes away."""

from __future__ import annotations

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import LiteralString

import psycopg
from psycopg.sql import SQL, Identifier

from tests.waiting import wait_until


def binaries() -> Path:
    """Where the server's programs are; Debian keeps them out of the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if not folders:
        raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
    return folders[0]


class Server:
    """One server: started, stopped, killed and started again as a test needs."""

    address = "127.0.0.1"
    where: Sequence[str] = ()  # words that run a command where the server is

    def __init__(self, folder: Path, *, durable: bool, options: str = "") -> None:
        self.folder, self.durable, self.options = folder, durable, options
        self.port = _free_port()
        self._numbers = count(1)
        self.bin = binaries()

    @property
    def url(self) -> str:
        return self.database("postgres")

    def database(self, name: str) -> str:
        return f"postgresql://postgres@{self.address}:{self.port}/{name}"

    def run(self, *words: str) -> None:
        """As the user that owns the folder: the server refuses to run as root."""
        switch = ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"]
        prefix = [*self.where, *(switch if os.geteuid() == 0 else [])]
        subprocess.run([*prefix, *words], check=True, capture_output=True)

    def create(self) -> None:
        data = self.folder / "data"
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        words = ("-D", str(data), "-U", "postgres", "--auth=trust", "--no-sync")
        self.run(str(self.bin / "initdb"), *words, "--encoding=UTF8", "--no-locale")

    def start(self) -> None:
        options = f"-p {self.port} -c listen_addresses={self.address} -c unix_socket_directories=''"
        options += "" if self.durable else " -c fsync=off"
        options += f" {self.options}"
        log = str(self.folder / "log")
        data = str(self.folder / "data")
        self.run(str(self.bin / "pg_ctl"), "-D", data, "-l", log, "-o", options, "-w", "start")

    def stop(self, how: str = "fast") -> None:
        self.run(str(self.bin / "pg_ctl"), "-D", str(self.folder / "data"), "-m", how, "stop")

    def kill(self) -> None:
        """Kill (-9) the server's first process; the others notice and go."""
        pid = int(
            (self.folder / "data" / "postmaster.pid").read_text(encoding="utf-8").splitlines()[0]
        )
        os.kill(pid, signal.SIGKILL)

    def start_again(self) -> None:
        """After a kill, once what is left of the old server has let go of its memory."""
        wait_until("the server to start again", self._starts)

    def _starts(self) -> bool:
        with suppress(subprocess.CalledProcessError):
            self.start()
            return True
        return False

    def kill_backend(self, name: str) -> None:
        """Kill (-9) one connection's process; the server drops all others and recovers."""
        with psycopg.connect(self.url, autocommit=True) as db:
            row = db.execute(
                "SELECT pid FROM pg_stat_activity WHERE datname = %s LIMIT 1", (name,)
            ).fetchone()
        if row:
            os.kill(row[0], signal.SIGKILL)

    def new_database(self, name: str, *, encoding: LiteralString = "UTF8") -> str:
        """The address of an empty database, whose name begins with the given one."""
        name = f"{name}_{next(self._numbers)}"
        made = SQL(f"CREATE DATABASE {{}} ENCODING '{encoding}' TEMPLATE template0")
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(made.format(Identifier(name)))
        return self.database(name)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@cache
def shared() -> Server:
    """One server for all tests of a process that do not stop it. It ends with the process."""
    whole_run = ExitStack()
    atexit.register(whole_run.close)
    return whole_run.enter_context(running(durable=False))


@contextmanager
def running(*, durable: bool = True, options: str = "") -> Iterator[Server]:
    """A server; one that is not durable spares a disk that nobody will fail."""
    folder = Path(tempfile.mkdtemp(prefix="houseway-postgres-"))
    server = Server(folder, durable=durable, options=options)
    try:
        server.create()
        server.start()
        yield server
    finally:
        try:
            server.stop("immediate")
        finally:
            shutil.rmtree(folder, ignore_errors=True)
