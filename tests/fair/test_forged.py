"""Logs that were not played as they say: `houseway fair verify` finds each forgery."""

from __future__ import annotations

import re
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from houseway import fair
from houseway.cli.fair import verify
from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.store.log import Entry
from houseway.table.state import HOUSE, Table
from houseway.virtual import HouseStopped
from tests.fair.floor import TABLE, Floor
from tests.scale import scaled

Log = list[Entry]


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Log:
    """Two rounds and a revealed secret."""
    floor = Floor(tmp_path_factory.mktemp("honest"), "mini-baccarat")
    floor.play(2)
    floor.finish()
    entries = floor.entries
    floor.log.close()
    assert fair.check(entries).problems == ()
    return entries


def place_of(log: Log, kind: str, number: int = 0) -> int:
    return [place for place, entry in enumerate(log) if entry.kind == kind][number]


def changed(log: Log, place: int, **changes: object) -> Log:
    return [*log[:place], replace(log[place], **changes), *log[place + 1 :]]


def by_a_dealer(log: Log) -> Log:
    """A card that the house should have dealt, under a dealer's name."""
    return changed(log, place_of(log, "CardDealt", 2), actor="Eli", key="Eli 9")


def another_card(log: Log) -> Log:
    place = place_of(log, "CardDealt", 1)
    event = msgspec.json.decode(log[place].body)
    event["card"] = "2c" if event["card"] != "2c" else "3c"
    return changed(log, place, body=msgspec.json.encode(event))


def another_share(log: Log) -> Log:
    """The share of a patron, which decided the numbers, is another one afterwards."""
    place = place_of(log, "ShareContributed")
    return changed(log, place, body=log[place].body.replace(b"a1a1", b"b2b2"))


def with_key(log: Log, number: int, change: Callable[[int, int], tuple[int, int]]) -> Log:
    place = place_of(log, "CardDealt", number)
    key = log[place].key
    first, count = map(int, re.findall(r" (\d+)\+(\d+) ", key)[0])
    new = "{}+{}".format(*change(first, count))
    return changed(log, place, key=re.sub(r"\d+\+\d+", new, key))


def left_out(log: Log) -> Log:
    return with_key(log, 3, lambda first, count: (first + 1, count))


def used_twice(log: Log) -> Log:
    return with_key(log, 3, lambda first, count: (first - 1, count))


def without_a_key(log: Log) -> Log:
    return changed(log, place_of(log, "CardDealt", 3), key="house 99")


def never_revealed(log: Log) -> Log:
    """The next secret is committed to, and this one was not revealed."""
    committed = replace(log[place_of(log, "SeedCommitted")], version=9_999, key="another")
    return [*[entry for entry in log if entry.kind != "SeedRevealed"], committed]


def closed_unrevealed(log: Log) -> Log:
    end = replace(log[-1], kind="TableClosed", body=b'{"type":"TableClosed"}', key="close")
    return [*log[:-1], end]


def another_secret(log: Log) -> Log:
    body = msgspec.json.encode({"type": "SeedRevealed", "seed": "00" * 32})
    return changed(log, place_of(log, "SeedRevealed"), body=body)


def old_scheme(log: Log) -> Log:
    """A later secret leaves the shares out again."""
    old = replace(
        log[0], kind="SeedCommitted", key="old", version=9_999, actor=HOUSE,
        body=msgspec.json.encode({"type": "SeedCommitted", "commitment": "ab" * 32}),
    )  # fmt: skip
    return [*log, old]


FORGERIES = [
    (by_a_dealer, "Eli brought CardDealt, not the house"),
    (another_card, "the secret deals"),
    (left_out, "left out"),
    (used_twice, "used twice"),
    (without_a_key, "does not say which numbers"),
    (never_revealed, "overdue"),
    (closed_unrevealed, "was not revealed"),
    (another_secret, "not the secret committed to"),
    (old_scheme, "proves less than the one before"),
]


@pytest.mark.parametrize(
    ("forge", "finding"), FORGERIES, ids=lambda each: getattr(each, "__name__", "")
)
def test_a_forged_log_is_found_out(honest: Log, forge: Callable[[Log], Log], finding: str) -> None:
    problems = fair.check(forge(honest)).problems
    assert any(finding in each for each in problems), problems


def test_a_share_that_was_exchanged_is_found_out(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.until("open")
    floor.give(c.JoinTable("Ana"), Role.PATRON, "Ana")
    assert floor.share("Ana", "a1" * 32) == ""
    floor.play(floor.table.play.round + 1)
    floor.finish()
    assert fair.check(floor.entries).problems == ()
    assert any("the secret deals" in each for each in fair.check(another_share(floor.entries))[3])
    floor.log.close()


def test_a_round_that_opens_on_a_spent_secret_is_found_out(tmp_path: Path) -> None:
    """The rules refuse it; in a forged log it is there all the same."""
    floor = Floor(tmp_path, "tournament-roulette")
    floor.play(2)
    floor.finish()
    kinds = ("SeedRevealed", "SeedCommitted")
    first = place_of(floor.entries, "SeedRevealed")
    forged = [e for n, e in enumerate(floor.entries) if n < first or e.kind not in kinds]
    assert any("spent and not revealed" in each for each in fair.check(forged).problems)
    floor.log.close()


def test_the_command_line_fails_on_a_log_that_was_not_dealt_fairly(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.play(1)
    (kept,) = (tmp_path / "secrets").iterdir()
    kept.unlink()
    floor.house = floor.new_house()
    with pytest.raises(HouseStopped):
        floor.play(2)
    floor.log.close()
    assert verify(str(tmp_path / "floor.db"), TABLE) == 1


# Races


class Race:
    """The house deals in one thread while a manager voids rounds in another."""

    def __init__(self, path: Path) -> None:
        self.floor = Floor(path, "mini-baccarat")
        self.stop = threading.Event()
        self.voids = 0

    def voiding(self) -> None:
        while not self.stop.is_set():
            if self.floor.runner.look(TABLE, in_a_round):
                void = c.InvalidateOutcome("impracticality", "a race")
                self.voids += self.floor.void(void, Role.GAMING_SHIFT_MANAGER, "Mia", "Max") == ""

    def run(self, rounds: int) -> None:
        thread = threading.Thread(target=self.voiding)
        thread.start()
        try:
            self.floor.play(rounds)
            for _ in range(40):  # the other thread may have had no turn yet
                if self.voids > 5:
                    break
                self.floor.play(10)
        finally:
            self.stop.set()
            thread.join()
        self.floor.finish()


def in_a_round(table: Table, _version: int) -> bool:
    return table.game.awaits(table.play).what in ("draw", "settle")


@pytest.fixture
def race(tmp_path: Path) -> Iterator[Race]:
    made = Race(tmp_path)
    yield made
    made.floor.log.close()


def test_voids_while_the_house_deals_lose_no_number(race: Race) -> None:
    """A void between the choice of a card and its entry cannot happen: both are one step."""
    race.run(rounds=scaled(150, 3_000))

    assert race.voids > 5
    found = fair.check(race.floor.entries)
    assert found.problems == ()
    used = _numbers_used(race.floor.entries)
    assert found.dealt >= sum(map(len, used.values())) > 0
    assert all(sorted(taken) == list(range(len(taken))) for taken in used.values())


def _numbers_used(entries: Iterable[Entry]) -> dict[str, list[int]]:
    """Of each secret, the numbers that the keys of the house's commands say they used."""
    used = defaultdict(list)
    for key in {each.key for each in entries}:
        taken = re.match(r"house (\w+) (\d+)\+1 ", key)
        if taken:
            used[taken[1]].append(int(taken[2]))
    return used
