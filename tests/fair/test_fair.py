"""A virtual table's deal can be checked by a stranger, and a card that was changed is found."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from houseway import fair
from houseway.cli.fair import verify
from houseway.equipment.seeds import SeedStream
from houseway.games import commands as c
from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.sqlite import SqliteLog
from houseway.table.secrets import CommitSeed, RevealSeed
from houseway.table.state import HOUSE
from tests.fair.floor import NOW_US, SEED, TABLE, Floor
from tests.offices import opening_of


@pytest.mark.parametrize("slug", list(slugs()))
def test_every_fact_of_a_virtual_table_is_dealt_again_from_its_secret(
    tmp_path: Path, slug: str
) -> None:
    floor = Floor(tmp_path, slug)
    floor.house.deal(TABLE)
    floor.play(3)
    floor.finish()
    found = fair.check(floor.entries)
    assert found.problems == ()
    assert found.secrets >= 1
    assert found.unrevealed == 0
    assert found.dealt >= 3
    floor.log.close()


def test_nothing_is_done_before_the_house_has_committed(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    early = floor.runner.order(TABLE, Order(c.CheckCards(), Role.DEALER, HOUSE, "k"))
    assert early.refused is not None
    assert early.refused.code == "not_committed"
    floor.log.close()


def test_the_hash_is_published_first_and_the_secret_is_in_no_event_until_the_end(
    tmp_path: Path,
) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.house.deal(TABLE)
    root = first = bytes.fromhex(SEED)
    for _ in range(2_048):
        root, first = hashlib.sha256(root).digest(), root
    assert floor.runner.table(TABLE).root == root.hex()
    floor.play(2)
    assert not any(first.hex().encode() in entry.body for entry in floor.entries)
    floor.finish()
    assert first.hex().encode() in floor.entries[-1].body
    assert list((tmp_path / "secrets").iterdir()) == []
    floor.log.close()


def test_the_secret_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.house.deal(TABLE)
    (kept,) = (tmp_path / "secrets").iterdir()
    assert kept.stat().st_mode & 0o077 == 0
    floor.log.close()


def test_a_restarted_house_goes_on_with_the_same_secret(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "tournament-blackjack")
    floor.house.deal(TABLE)
    floor.play(2)
    floor.house = floor.new_house()
    floor.play(4)
    floor.finish()
    assert fair.check(floor.entries).problems == ()
    floor.log.close()


def test_a_card_that_the_secret_does_not_deal_is_found(tmp_path: Path) -> None:
    """Somebody at the house's terminal deals another card than the one that was due."""
    floor = Floor(tmp_path, "mini-baccarat")
    floor.house.deal(TABLE)
    floor.play(1)
    entries = floor.entries
    place = next(n for n, entry in enumerate(entries) if entry.kind == "CardDealt")
    body = entries[place].body
    card = body.split(b'"card":"')[1][:2]
    other = b"2c" if card != b"2c" else b"3c"
    entries[place] = replace(entries[place], body=body.replace(card, other, 1))
    floor.finish()
    forged = [*entries, *floor.entries[len(entries) :]]
    found = fair.check(forged)
    assert found.problems
    assert f"version {entries[place].version}" in found.problems[0]
    floor.log.close()


def test_another_secret_than_the_one_committed_to_is_refused(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.house.deal(TABLE)
    for seed in ("00" * 32, "not hex", ""):
        order = Order(RevealSeed(seed), Role.GAMING_SUPERVISOR, HOUSE, f"reveal {seed}")
        answer = floor.runner.order(TABLE, order)
        assert answer.refused is not None
        assert answer.refused.code == "not_the_seed"
    second = Order(CommitSeed("ab" * 32), Role.GAMING_SUPERVISOR, HOUSE, "again")
    answer = floor.runner.order(TABLE, second)
    assert answer.refused is not None
    assert answer.refused.code == "committed"
    floor.log.close()


def test_a_secret_not_yet_revealed_is_said_to_be_so(tmp_path: Path) -> None:
    floor = Floor(tmp_path, "mini-baccarat")
    floor.house.deal(TABLE)
    floor.play(1)
    found = fair.check(floor.entries)
    assert (found.secrets, found.unrevealed, found.dealt) == (1, 1, 0)
    floor.log.close()


def test_a_real_table_has_no_secret(tmp_path: Path) -> None:
    log = SqliteLog(tmp_path / "floor.db")
    runner = Runner(log, lambda: NOW_US)
    runner.order(TABLE, Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "a"))
    answer = runner.order(TABLE, Order(CommitSeed("ab" * 32), Role.GAMING_SUPERVISOR, "Dora", "b"))
    assert answer.refused is not None
    assert answer.refused.code == "not_virtual"
    log.close()


def test_numbers_of_a_secret_are_the_same_for_everybody_and_evenly_spread() -> None:
    """The first number is the HMAC of eight zero bytes, cut to the range."""
    stream = SeedStream(SEED)
    first = hmac.new(bytes.fromhex(SEED), bytes(8), hashlib.sha256).hexdigest()
    assert stream.pick(37) == int(first, 16) % 37
    drawn = Counter(stream.pick(37) for _ in range(37_000))
    chi_square = sum((drawn[number] - 1_000) ** 2 / 1_000 for number in range(37))
    assert chi_square < 67.99  # 36 degrees of freedom, one in a thousand


def test_the_command_line_deals_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    floor = Floor(tmp_path, "tournament-roulette")
    floor.house.deal(TABLE)
    floor.play(2)
    floor.finish()
    found = fair.check(floor.entries)
    dealt = found.dealt
    floor.log.close()
    assert verify(str(tmp_path / "floor.db"), TABLE) == 0
    assert f"{dealt} facts of {found.secrets} secrets dealt again" in capsys.readouterr().out
    assert verify(str(tmp_path / "nowhere" / "none.db"), TABLE) == 2
