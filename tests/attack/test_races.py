"""Commands at the same moment: one effect each, chips counted right, and the deal still checks."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.attack.client import Client, Reply
from tests.attack.house import House, serving
from tests.attack.play import awaiting, drive, new_table
from tests.cli.running import houseway
from tests.scale import scaled
from tests.waiting import wait_until

AT_ONCE = 16


def together(work: Callable[[int], Reply], many: int = AT_ONCE) -> list[Reply]:
    """The same work from many threads that begin at one moment."""
    barrier, replies = threading.Barrier(many), list[Reply]()

    def run(number: int) -> None:
        barrier.wait()
        replies.append(work(number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(many)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return replies


def roulette(house: House, chips: int) -> str:
    table = new_table(house, "tournament-roulette")
    drive(house, table, awaiting("wagers"))
    house.done("Tom", table, "BringChips", patron="Ana", amount=chips)
    return table


def chips(house: House, table: str) -> tuple[int, int]:
    """What Ana holds, and what of hers lies on the layout."""
    view: Any = house.view("Eli", table)
    held = next(each["chips"] for each in view["places"] if each["patron"] == "Ana")
    return held, sum(each["amount"] for each in view["wagers"] if each["patron"] == "Ana")


def test_the_same_chips_are_not_spent_twice(house: House) -> None:
    table = roulette(house, 10_00)
    ana = house.as_("Ana")
    replies = together(
        lambda number: ana.again().command(
            table, f"spend {number}", "PlaceWager", patron="Ana", wager=str(number), amount=10_00
        )
    )
    assert Counter(reply.status == 200 for reply in replies)[True] == 1
    assert chips(house, table) == (0, 10_00)


def test_one_key_sent_at_once_has_one_effect(house: House) -> None:
    table = roulette(house, 100_00)
    ana = house.as_("Ana")
    replies = together(
        lambda _: ana.again().command(
            table, "one key", "PlaceWager", patron="Ana", wager="17", amount=10_00
        )
    )
    assert {reply.status for reply in replies} == {200}
    assert len({reply.json["version"] for reply in replies}) == 1
    assert chips(house, table) == (90_00, 10_00)


def test_signing_out_during_a_command_leaves_it_whole(house: House) -> None:
    """A command is carried out or refused; afterwards the session is gone for good."""
    table = roulette(house, 100_00)
    mallory = house.browser()
    assert mallory.sign_in("Ana", house.passwords["Ana"]).status == 200

    def work(number: int) -> Reply:
        client = mallory.again()
        if number == 3:
            return client.ask("DELETE", "/api/session")
        return client.command(
            table, f"out {number}", "PlaceWager", patron="Ana", wager=str(number), amount=5_00
        )

    replies = together(work, 8)
    assert {reply.status for reply in replies} <= {200, 401, 403}
    held, staked = chips(house, table)
    assert held + staked == 100_00
    assert Client(house.port, dict(mallory.cookies)).get("/api/session").status == 401


def test_voiding_while_the_house_deals_keeps_the_deal_checkable(house: House) -> None:
    """A director voids at random moments of the deal, from another connection."""
    table = new_table(house, "tournament-canberra-poker")
    for number in range(scaled(2, 40)):
        drive(house, table, awaiting("wagers"))
        house.give("Tom", table, "BringChips", patron="Ana", amount=100_00)
        house.done("Ana", table, "PlaceWager", patron="Ana", wager="ante", amount=10_00, box=1)

        def work(who: int, number: int = number) -> Reply:
            if who:
                return house.as_("Eli").again().command(table, f"deal {number} {who}", "DealCard")
            return (
                house.as_("Tom")
                .again()
                .command(
                    table,
                    f"void {number}",
                    "InvalidateOutcome",
                    ground="fire",
                    what="in the kitchen",
                    withhold=[],
                )
            )

        assert all(reply.status < 500 for reply in together(work, 4))
        house.give(
            "Tom", table, "InvalidateOutcome", ground="fire", what="in the kitchen", withhold=[]
        )
        drive(house, table, awaiting("open", "shuffle", "wagers", "choose", "look"))
        house.give(
            "Tom", table, "InvalidateOutcome", ground="fire", what="in the kitchen", withhold=[]
        )
    checked = houseway("fair", "verify", house.log_address, f"table/{table}")
    assert checked.returncode == 0, checked.stdout + checked.stderr


@pytest.fixture(scope="module")
def house_with_workers() -> Iterator[House]:
    """Two processes that serve on PostgreSQL. The last test that uses it kills it."""
    with serving("postgres", "--workers", "2", processors=1) as opened:
        yield opened


def test_two_workers_take_commands_without_a_false_conflict(house_with_workers: House) -> None:
    """On PostgreSQL two processes serve; a command without an expected version never conflicts."""
    house = house_with_workers
    table = roulette(house, 1_000_00)
    ana = house.as_("Ana")
    replies = together(
        lambda number: ana.again().command(
            table, f"worker {number}", "PlaceWager", patron="Ana", wager=str(number), amount=5_00
        )
    )
    assert Counter(reply.status for reply in replies) == {200: AT_ONCE}
    held, staked = chips(house, table)
    assert (held, staked) == (1_000_00 - AT_ONCE * 5_00, AT_ONCE * 5_00)


def test_workers_end_when_the_process_that_started_them_is_killed(
    house_with_workers: House,
) -> None:
    """Nobody could stop them any more, and they would go on with what they hold."""
    house = house_with_workers
    workers = [pid for pid in _children(house.pid) if b"spawn_main" in _command(pid)]
    assert len(workers) == 2
    house.kill()
    wait_until(
        "the end of the workers",
        lambda: not any(b"spawn_main" in _command(pid) for pid in workers),
    )


def _children(pid: int) -> list[int]:
    return list(
        map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split())
    )


def _command(pid: int) -> bytes:
    """The command line of a process; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
