"""Run a house on two web hosts and a database host behind a proxy, and break them one by one.

    make hosts                       what is lost, who is signed out, and how long people waited
    make hosts ARGS="--workers"      orders a second with one worker and with two

The hosts are network namespaces of this machine, so this needs root and `ip`. Everything is taken
away at the end.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import httpx
from tests.offices import opening_of
from tests.service.conftest import HASH

from benchmarks.hosts.network import Network, network
from benchmarks.hosts.patrons import Patron
from benchmarks.hosts.servers import PROXY, Database, Web, proxy, url_of
from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings

TABLES, AT_A_TABLE = 4, 2
PHASE_SECONDS = 8.0
TURN_SECONDS, TURNS = 10.0, 3
RUN_SECONDS = 1_500  # after which the whole run is stopped


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", action="store_true", help="measure one worker against two")
    parser.add_argument("--inside", default="", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # and everything is taken away
    if asked.inside:
        return inside(Network(int(asked.inside)), workers=asked.workers)
    if os.geteuid() != 0 or not shutil.which("ip") or not shutil.which("haproxy"):
        print("this needs root, and ip and haproxy: apt-get install iproute2 haproxy")
        return 2
    with network() as net:
        words = [
            *net.on("proxy"),
            sys.executable,
            "-m",
            "benchmarks.hosts",
            "--inside",
            str(os.getpid()),
        ]
        words += ["--workers"] if asked.workers else []
        return subprocess.run(words, check=False, timeout=RUN_SECONDS).returncode


class House:
    """One house on the hosts of a network, with patrons at its tables."""

    def __init__(self, net: Network, folder: Path, database: Database) -> None:
        self.net, self.folder, self.database = net, folder, database
        self.url = database.new_database("house")
        self.settings = Settings(
            folder=str(folder), database=self.url, secure_cookies=False, demo=False
        )
        self.webs = [Web(net, host, folder, self.url) for host in ("web1", "web2")]
        self.tokens = self._furnish()

    def _furnish(self) -> dict[tuple[str, str], str]:
        """Open tables with betting under way; return the sessions of their patrons."""
        floor = Floor(self.settings, registry.load())
        tokens = {}
        for number in range(1, TABLES + 1):
            stream = f"table/{number}"
            names = [f"Ana{number}", f"Ben{number}"][:AT_A_TABLE]
            wagers = [(c.PlaceWager(each, "banker", 20_00), Role.PATRON, each) for each in names]
            steps = [
                (opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora"),
                (TakeAsPrepared(), Role.DEALER, "Eli"), (c.OpenBetting(), Role.DEALER, "Eli"),
                *wagers,
            ]  # fmt: skip
            for place, (command, by, actor) in enumerate(steps):
                answer = floor.runner.order(stream, Order(command, by, actor, f"step {place}"))
                assert answer.refused is None, answer.refused
            for name in names:
                account = Account(name, Role.PATRON)
                floor.desk.create_hashed(account, HASH, None)
                tokens[str(number), name] = floor.desk.sessions.begin(account)
        floor.close()
        return tokens

    def patrons(self, url: str, turn: str = "") -> list[Patron]:
        """Everybody with their session; the keys of different turns differ."""
        csrf = httpx.get(f"{url}/healthz").cookies["csrf"]
        return [
            Patron(name, table, {"houseway": token, "csrf": csrf}, [url], turn)
            for (table, name), token in self.tokens.items()
        ]

    def problems(self, patrons: list[Patron]) -> list[str]:
        """Orders that were answered and are not in the log once, and what else is wrong."""
        floor = Floor(self.settings, registry.load())
        found = list(floor.log.verify().problems)
        for patron in patrons:
            entries = floor.log.read(f"table/{patron.table}")
            own = f"{patron.person} "  # the service puts the name before a key
            keys = [each.key.removeprefix(own) for each in entries if each.actor == patron.person]
            found += [f"{key} is lost" for key in set(patron.tally.answered) - set(keys)]
            found += [f"{key} was done twice" for key in set(keys) if keys.count(key) > 1]
            found += patron.tally.wrong
        floor.close()
        return found


def inside(net: Network, *, workers: bool) -> int:
    """On the proxy's host, from which every other can be reached."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="houseway-hosts-")))
        house = stack.enter_context(_house(net, folder))
        return _measure(house) if workers else _break(house, stack, folder)


@contextmanager
def _house(net: Network, folder: Path) -> Iterator[House]:
    folder.chmod(0o755)  # the database's own user passes through
    for name, mode in (("database", 0o700), ("house", 0o700)):
        (folder / name).mkdir(mode=mode)
    database = Database(folder / "database", net)
    database.create()
    database.start()
    house = None
    try:
        house = House(net, folder / "house", database)
        yield house
    finally:
        for web in house.webs if house else ():
            web.stop()
        database.stop("immediate")


# What breaks


def _break(house: House, stack: ExitStack, folder: Path) -> int:
    for web in house.webs:
        web.start(workers=2)
    stack.enter_context(proxy(house.net, folder))
    patrons = house.patrons(PROXY)
    for each in patrons:
        each.start()
    one, two = house.webs
    print(f"{'':44}{'orders':>8}{'longest wait s':>16}")
    _phase(patrons, "both hosts", lambda: None)
    _phase(patrons, "the first host is cut off", lambda: house.net.cut(one.host))
    _phase(patrons, "it is back", lambda: house.net.mend(one.host))
    _phase(patrons, "the database is restarted", lambda: _restart(house.database))
    _phase(patrons, "the database crashes and starts again", lambda: _crash(house.database))
    _phase(patrons, "the second host's processes are killed", lambda: two.stop(signal.SIGKILL))
    _phase(patrons, "they are started again", lambda: two.start(workers=2))
    _phase(patrons, "patrons move from host to host", lambda: _move(patrons))
    for each in patrons:
        each.done.set()
    for each in patrons:
        each.join(150)
    return _report(house, patrons)


def _phase(patrons: list[Patron], name: str, happens: Callable[[], object]) -> None:
    before = sum(len(each.tally.answered) for each in patrons)
    for each in patrons:
        each.tally.longest = 0.0
    happens()
    time.sleep(PHASE_SECONDS)
    orders = sum(len(each.tally.answered) for each in patrons) - before
    longest = max(each.tally.longest for each in patrons)
    print(f"{name:44}{orders:8,}{longest:16.1f}", flush=True)


def _restart(database: Database) -> None:
    database.stop("fast")
    database.start()


def _crash(database: Database) -> None:
    database.stop("immediate")
    database.start_again()


def _move(patrons: list[Patron]) -> None:
    """Every order goes to the other host than the one before it."""
    for each in patrons:
        each.urls = [url_of("web1"), url_of("web2")]


def _report(house: House, patrons: list[Patron]) -> int:
    orders = sum(len(each.tally.answered) for each in patrons)
    signed_out = sum(each.tally.signed_out for each in patrons)
    for url in (PROXY, url_of("web1"), url_of("web2")):
        for each in patrons:
            each.urls = [url]
            signed_out += each.ask("GET") != 200
    problems = house.problems(patrons)
    print(f"{orders:,} orders answered, {len(problems)} problems, {signed_out} signed out")
    for problem in problems[:20]:
        print(f"  {problem}")
    return 1 if problems or signed_out else 0


# One worker and two


def _measure(house: House) -> int:
    """Turns of one host with one worker and with two, the other host left out."""
    web, rates, costs = house.webs[0], dict[int, list[float]](), dict[int, list[float]]()
    problems: list[str] = []
    for turn in range(TURNS):
        for workers in (1, 2):
            web.start(workers)
            patrons = house.patrons(url_of(web.host), f"{turn} with {workers} ")
            orders, seconds, cpu = _turn(web, patrons)
            rates.setdefault(workers, []).append(orders / seconds)
            costs.setdefault(workers, []).append(cpu / orders)
            web.stop()
            problems += [each for patron in patrons for each in patron.tally.wrong]
    print(f"{'workers':>8}{'orders/s':>10}{'CPU ms an order':>18}")
    for workers, found in rates.items():
        print(f"{workers:8}{median(found):10.0f}{median(costs[workers]) * 1_000:18.2f}")
    return 1 if problems else 0


def _turn(web: Web, patrons: list[Patron]) -> tuple[int, float, float]:
    for each in patrons:
        each.start()
    time.sleep(2)  # until every process has its tables
    before, began = sum(len(each.tally.answered) for each in patrons), time.monotonic()
    cpu = web.cpu_seconds
    time.sleep(TURN_SECONDS)
    orders = sum(len(each.tally.answered) for each in patrons) - before
    seconds, cpu = time.monotonic() - began, web.cpu_seconds - cpu
    for each in patrons:
        each.done.set()
    for each in patrons:
        each.join(150)
    return orders, seconds, cpu


if __name__ == "__main__":
    raise SystemExit(main())
