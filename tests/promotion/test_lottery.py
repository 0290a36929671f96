"""Every ticket has the same weight: exactly by counting, and over many seeds by statistics."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.equipment.seeds import commitment_of
from houseway.promotion.lottery import (
    NoTickets,
    Stream,
    Tickets,
    digest_of,
    fitted,
    mixed_with_shares,
    mixed_with_word,
)

DIGEST = hashlib.sha256(b"ana 3\nben 1\n").hexdigest()
SHARE = "a7" * 32
MIXED = mixed_with_shares(DIGEST, share=SHARE, public="")


def by_hand(
    seed: str, rows: list[tuple[str, int]], share: str, public: str, prizes: int
) -> list[int]:
    """The documented way with a pencil: every ticket written out, and struck out when drawn."""
    listed = "".join(f"{person} {count}\n" for person, count in rows)
    start = hashlib.sha256(listed.encode()).digest() + bytes.fromhex(share)
    start += hashlib.sha256(public.encode()).digest()
    left = list(range(1, sum(count for _, count in rows) + 1))
    drawn: list[int] = []
    count = 0
    while left and len(drawn) < prizes:
        said = hmac.new(bytes.fromhex(seed), start + count.to_bytes(8, "big"), hashlib.sha256)
        number = int(said.hexdigest(), 16)
        count += 1
        if number < 2**256 - 2**256 % len(left):
            drawn.append(left.pop(number % len(left)))
    return drawn


def drawn(
    seed: str, rows: list[tuple[str, int]], share: str, public: str, prizes: int
) -> list[int]:
    people = [person for person, _ in rows]
    ends, end = [], 0
    for _, count in rows:
        end += count
        ends.append(end)
    tickets = Tickets(people, ends, one_each=False)
    stream = Stream(seed, mixed_with_shares(digest_of(rows), share=share, public=public))
    found: list[int] = []
    while tickets.left and len(found) < prizes:
        found.append(tickets.draw(stream))
        tickets.take_out(found[-1])
    return found


@pytest.mark.parametrize("below", range(1, 257))
def test_every_ticket_has_exactly_the_same_weight(below: int) -> None:
    """Over all 256 numbers of a small space each ticket is hit equally often, and the numbers
    passed over are fewer than the tickets."""
    hits = Counter(fitted(number, below, space=256) for number in range(256))
    passed_over = hits.pop(None, 0)
    assert hits == dict.fromkeys(range(below), 256 // below)
    assert passed_over == 256 % below < below


@pytest.mark.parametrize("below", [2, 3, 7, 1_000_000])
def test_in_the_full_space_the_last_number_used_ends_a_whole_turn(below: int) -> None:
    last = 2**256 - 2**256 % below - 1
    assert fitted(last, below) == below - 1
    assert fitted(0, below) == 0
    expected = None if 2**256 % below else below - 1
    assert fitted(2**256 - 1, below) == expected


ROWS = st.lists(st.tuples(st.sampled_from("abcd"), st.integers(1, 4)), min_size=1, max_size=6)


BYTES = st.binary(min_size=32, max_size=32).map(bytes.hex)


@settings(suppress_health_check=[HealthCheck.too_slow])  # a busy machine is no fault of the draw
@given(ROWS, BYTES, BYTES, st.integers(0, 10**9).map(str), st.integers(1, 30))
def test_the_draw_is_the_documented_one(
    rows: list[tuple[str, int]], seed: str, share: str, public: str, prizes: int
) -> None:
    found = drawn(seed, rows, share, public, prizes)
    assert found == by_hand(seed, rows, share, public, prizes)


def test_over_many_seeds_tickets_win_as_often_as_chance_has_it() -> None:
    """First prizes over 6,000 seeds among six tickets: 1,000 each is expected. Chi-squared with
    five degrees of freedom is below 20.515 in 999 of 1,000 fair draws; the seeds never change."""
    rows = [("ana", 3), ("ben", 1), ("chen", 2)]
    seeds = (hashlib.sha256(b"seed %d" % number).hexdigest() for number in range(6_000))
    hits = Counter(drawn(seed, rows, SHARE, "", 1)[0] for seed in seeds)
    assert set(hits) == {1, 2, 3, 4, 5, 6}
    assert sum((count - 1_000) ** 2 for count in hits.values()) < 20_515


def test_over_many_seeds_second_prizes_are_fair_as_well() -> None:
    """Ordered pairs of four tickets over 6,000 seeds: 500 each of twelve. Chi-squared with eleven
    degrees of freedom is below 31.264 in 999 of 1,000 fair draws."""
    rows = [("ana", 1), ("ben", 1), ("chen", 1), ("dora", 1)]
    seeds = (hashlib.sha256(b"pair %d" % number).hexdigest() for number in range(6_000))
    hits = Counter(tuple(drawn(seed, rows, SHARE, "", 2)) for seed in seeds)
    assert len(hits) == 12
    assert sum((count - 500) ** 2 for count in hits.values()) < 31_264 * 500 // 1_000


def test_seed_list_share_and_public_value_each_change_the_numbers() -> None:
    def first(seed: str, digest: str, share: str, public: str) -> int:
        mixed = mixed_with_shares(digest, share=share, public=public)
        return Stream(seed, mixed).pick(2**255)

    whole = ("11" * 32, DIGEST, SHARE, "4 8 15")
    base = first(*whole)
    assert first(*whole) == base
    for at, other in enumerate(("12" + "11" * 31, "0" * 64, "00" * 32, "4 8 16")):
        changed = [*whole]
        changed[at] = other
        assert first(*changed) != base


def test_a_public_value_is_its_words_however_they_are_spaced() -> None:
    mixed = mixed_with_shares(DIGEST, share=SHARE, public="4 8 15")
    assert mixed_with_shares(DIGEST, share=SHARE, public="  4\t8  15\n") == mixed
    assert mixed_with_shares(DIGEST, share=SHARE, public="4 81 5") != mixed


def test_draws_of_scheme_1_are_computed_as_they_always_were() -> None:
    """Digest and SHA-256 of the word, as the approved page had it before scheme 2."""
    expected = bytes.fromhex(DIGEST) + hashlib.sha256(b"fountain").digest()
    assert mixed_with_word(DIGEST, "fountain") == expected


def test_a_stream_goes_on_where_it_was_left() -> None:
    whole = Stream("11" * 32, MIXED)
    numbers = [whole.pick(1_000) for _ in range(5)]
    resumed = Stream("11" * 32, MIXED, used=2)
    assert [resumed.pick(1_000) for _ in range(3)] == numbers[2:]


def test_nobody_left_is_said() -> None:
    with pytest.raises(NoTickets):
        Stream("11" * 32, MIXED).pick(0)


def test_whoever_wins_once_is_out_with_every_ticket() -> None:
    tickets = Tickets(["ana", "ben", "ana", "chen"], [3, 4, 6, 7], one_each=True)
    tickets.take_out(5)
    assert [ticket for ticket in range(9) if tickets.holds(ticket)] == [4, 7]
    assert [tickets.at(rank) for rank in range(tickets.left)] == [4, 7]


def test_ranks_skip_what_is_out_wherever_it_lies() -> None:
    tickets = Tickets(["ana"], [9], one_each=False)
    for ticket in (1, 5, 4, 9, 4):
        tickets.take_out(ticket)
    assert [tickets.at(rank) for rank in range(tickets.left)] == [2, 3, 6, 7, 8]


def test_a_commitment_is_the_hash_of_the_bytes() -> None:
    assert commitment_of("00ff") == hashlib.sha256(b"\x00\xff").hexdigest()
