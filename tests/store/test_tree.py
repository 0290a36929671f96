"""The tree of a log: the same whatever the engine, in whatever steps it was extended."""

from __future__ import annotations

import threading
from typing import Any

import psycopg
import pytest

from houseway.store import merkle
from houseway.store.batch import Batch, Slip
from houseway.store.log import TreeLog, every_entry
from houseway.store.merkle import Leaf, Tiles, Tree
from houseway.store.postgres import PostgresLog
from tests.store.conftest import Opener
from tests.store.test_contract import append
from tests.store.test_merkle import naive
from tests.waiting import PATIENCE, wait_until


def fill(log: TreeLog, count: int, *, begin: int = 0) -> None:
    bodies = (b"card %d" % number for number in range(count))
    log.append([append("table/1", begin, f"from {begin}", *bodies)])


def leaves(log: TreeLog) -> list[bytes]:
    return [merkle.leaf_hash(entry.hash) for entry in every_entry(log)]


def test_the_tree_is_the_one_over_all_events_whatever_the_steps(log: TreeLog) -> None:
    tree, size = Tree(log), 0
    for more in (1, 2, 253, 1, 255, 300):
        fill(log, more, begin=size)
        size += more
        assert tree.extend() == size
        assert tree.root(size) == naive(leaves(log))
    every = leaves(log)
    assert tree.extend() == size
    assert list(tree.leaves()) == every
    for earlier in (1, 3, 256, 511):
        assert tree.root(earlier) == naive(every[:earlier])
        proof = tree.consistency(earlier, size)
        merkle.check_consistency(earlier, tree.root(earlier), size, tree.root(size), proof)


def test_every_event_has_its_place_and_its_proof(log: TreeLog) -> None:
    fill(log, 600)
    tree = Tree(log)
    size = tree.extend()
    fill(log, 1, begin=600)
    *covered, late = every_entry(log)
    for index in (0, 1, 255, 256, 511, 599):
        entry = covered[index]
        assert tree.index_of(entry.seq) == index
        proof = tree.inclusion(index, size)
        own = merkle.leaf_hash(entry.hash)
        assert merkle.root_by_inclusion(own, index, size, proof) == tree.root(size)
    assert tree.index_of(late.seq) is None


def test_a_tree_is_extended_by_who_opens_the_log_next(opener: Opener) -> None:
    first = opener()
    fill(first, 300)
    Tree(first).extend()
    first.close()
    again = opener()
    fill(again, 300, begin=300)
    assert Tree(again).extend() == 600
    assert Tree(again).root(600) == naive(leaves(again))
    again.close()


def test_a_tree_of_three_levels_of_tiles() -> None:
    """65,536 leaves and more need a third level; only changed tiles are handed over."""
    tiles, frontier = Tiles(), merkle.Frontier()
    stored = {}
    for seq in range(1, 66_001):
        own = seq.to_bytes(32, "big")
        tiles.add(Leaf(seq, own))
        frontier.add(merkle.leaf_hash(own))
        if seq % 1_000 == 0:
            changed = tiles.take_changed()
            assert len(changed) <= 8
            stored.update({(tile.level, tile.number): tile for tile in changed})

    class Stored:
        def tile(self, level: int, number: int) -> object:
            return stored.get((level, number))

    tree = Tree(Stored())  # type: ignore[arg-type]
    assert tree.root(66_000) == frontier.root()
    assert len(tree.inclusion(12_345, 66_000)) == 17


def wait_for_a_lock(db: psycopg.Connection[Any]) -> None:
    """Until a connection to this database waits for a lock that another one has."""
    asked = """SELECT count(*) FROM pg_locks JOIN pg_database ON pg_database.oid = database
               WHERE datname = current_database() AND NOT granted"""
    wait_until("a connection that waits", lambda: db.execute(asked).fetchone() != (0,))


def test_an_append_under_way_is_waited_for(opener: Opener) -> None:
    """PostgreSQL: a number that was reserved first may be committed last, and is not left out."""
    log = opener()
    if not isinstance(log, PostgresLog):
        assert log.horizon() == 0
        log.close()
        return
    slow = psycopg.connect(log.url)
    slow.execute("BEGIN")
    batch = Batch([append("table/slow", 0, "slow", b"card")], Slip())
    streams = log._locked(slow, [batch])
    quick = threading.Thread(target=fill, args=(log, 3))
    quick.start()
    quick.join()
    found: list[int] = []
    waiting = threading.Thread(target=lambda: found.append(Tree(log).extend()))
    waiting.start()
    wait_for_a_lock(slow)
    assert not found
    streams.answers([batch])
    log._store(slow, streams)
    slow.commit()
    waiting.join(PATIENCE)
    slow.close()
    assert found == [4]
    assert Tree(log).root(4) == naive(leaves(log))
    log.close()


@pytest.mark.parametrize("size", [0, 1])
def test_an_empty_log_has_the_root_of_nothing(log: TreeLog, size: int) -> None:
    fill(log, size) if size else None
    assert Tree(log).extend() == size
    assert Tree(log).root(size) == naive(leaves(log))
