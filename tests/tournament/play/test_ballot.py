"""The ballot worked out a second time, with nothing of ours but the seed and the steps."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator

import pytest

from houseway.rulebook.ruling import Refused
from houseway.tournament import session_vocabulary as s
from houseway.tournament.seating import draw, reserved_tables
from houseway.tournament.state import Seat
from tests.tournament.desk import CANBERRA, START
from tests.tournament.hall import DEALER, SEED, Hall
from tests.tournament.told import of


def numbers(seed: str) -> Iterator[int]:
    """Blocks of HMAC-SHA-256 over 0, 1, 2, ... as whole numbers."""
    count = 0
    while count < 100_000:
        block = hmac.new(bytes.fromhex(seed), count.to_bytes(8, "big"), hashlib.sha256).digest()
        yield int.from_bytes(block, "big")
        count += 1


def below(blocks: Iterator[int], most: int) -> int:
    whole = 2**256 // most * most
    return next(number for number in blocks if number < whole) % most


def shuffle(blocks: Iterator[int], things: list[int]) -> list[int]:
    left = list(things)
    for last in range(len(left) - 1, 0, -1):
        at = below(blocks, last + 1)
        left[at], left[last] = left[last], left[at]
    return left


def by_hand(
    seed: str, people: list[int], tables: list[tuple[str, list[int], int]]
) -> dict[int, Seat]:
    """Steps 2 to 4 for tables without fixed seats and nobody kept apart."""
    blocks, places = numbers(seed), [count for _, _, count in tables]
    for _ in range(sum(places) - len(people)):
        most = max(places)
        last = len(places) - 1 - places[::-1].index(most)
        places[last] -= 1
    seats: list[Seat] = []
    for (table, boxes, _), count in zip(tables, places, strict=True):
        kept = sorted(shuffle(blocks, sorted(boxes))[:count])
        seats.extend(Seat(table, box) for box in kept)
    return dict(zip(shuffle(blocks, sorted(people)), seats, strict=True))


@pytest.mark.parametrize("seed", ["00" * 16, "0123456789abcdef" * 2, "ff" * 32])
@pytest.mark.parametrize("count", [1, 5, 13, 21])
def test_anybody_can_work_out_the_seats(seed: str, count: int) -> None:
    """Mini Baccarat 15.7, reading TP5: from the seed on record and the tables named."""
    tables = [("a", [1, 2, 3, 5, 6, 7, 8], 7), ("b", [*range(1, 10)], 7), ("c", [*range(1, 8)], 7)]
    plans = [s.TablePlan(name, tuple(boxes), most) for name, boxes, most in tables]
    people = list(range(1, count + 1))
    drawn = draw(seed, people, plans, {}, [])
    assert drawn is not None
    assert drawn.seats == by_hand(seed, people, tables)
    assert drawn.attempts == 1


def test_thirteen_at_three_tables_of_five_sit_five_four_and_four() -> None:
    """Mini Baccarat 15.8: places are taken from the fullest table, the last of them first."""
    plans = [s.TablePlan(name, (1, 2, 3, 4, 5, 6, 7), 5) for name in "abc"]
    drawn = draw(SEED, range(1, 14), plans, {}, [])
    assert drawn is not None
    assert Counter(seat.table for seat in drawn.seats.values()) == {"a": 5, "b": 4, "c": 4}


def test_a_fixed_seat_is_kept_and_an_unavailable_box_never_drawn() -> None:
    """Mini Baccarat 15.7, 15.8: entry 3 has box 7, nobody box 4."""
    plan = s.TablePlan("a", (1, 2, 3, 5, 6, 7), 6)
    for number in range(50):
        drawn = draw(f"{number:032x}", range(1, 7), [plan], {3: Seat("a", 7)}, [])
        assert drawn is not None
        assert drawn.seats[3] == Seat("a", 7)
        assert sorted(seat.box for seat in drawn.seats.values()) == [1, 2, 3, 5, 6, 7]


def test_people_who_are_kept_apart_never_share_a_table() -> None:
    """Mini Baccarat 15.3(a)(vi), reading TP24: over a hundred seeds; some take several draws."""
    plans = [s.TablePlan(name, (1, 2, 3), 3) for name in "ab"]
    attempts = set()
    for number in range(100):
        drawn = draw(f"{number:032x}", range(1, 7), plans, {}, [frozenset({1, 2})])
        assert drawn is not None
        assert drawn.seats[1].table != drawn.seats[2].table
        attempts.add(drawn.attempts)
    assert min(attempts) == 1
    assert max(attempts) > 1


def test_every_seat_is_as_likely_as_any_other() -> None:
    """Mini Baccarat 15.7: entry 1 at four seats over 400 seeds; 60 to 140 is beyond four sigma."""
    plan = s.TablePlan("a", (1, 2, 3, 4), 4)
    seats: Counter[int] = Counter()
    for number in range(400):
        drawn = draw(f"{number:032x}", range(1, 5), [plan], {}, [])
        assert drawn is not None
        seats[drawn.seats[1].box] += 1
    assert set(seats) == {1, 2, 3, 4}
    assert all(60 < count < 140 for count in seats.values())


@pytest.mark.parametrize("seed", ["", "00", "g" * 32, "A" * 32, "0" * 33])
def test_what_is_no_seed(seed: str) -> None:
    """Mini Baccarat 15.7: at least 128 bits, in whole bytes."""
    here = Hall(CANBERRA).plan()
    asked = here.ask(s.DraftBallot(1, seed, (s.TablePlan("1", (1, 2, 3), 3),)))
    assert of(asked) == ("not_a_seed", "Mini Baccarat 15.7")


def test_a_draft_is_drawn_again_with_a_reason_and_both_are_on_record() -> None:
    """Mini Baccarat 15.7: only what is published counts."""
    here = Hall(CANBERRA).plan()
    table = (s.TablePlan("1", (1, 2, 3), 3),)
    here.do(s.DraftBallot(1, SEED, table))
    assert of(here.ask(s.CheckIn(1, 1), DEALER, "Eli"))[0] == "session_not_published"
    again = here.do(s.DraftBallot(1, "ff" * 16, table, reason="box 4 was broken"))[-1]
    assert isinstance(again, s.SeatsDrafted)
    assert (again.reason, here.session.conduct.drafts) == ("box 4 was broken", 2)


def test_nobody_is_moved_once_the_seats_are_published() -> None:
    """Mini Baccarat 15.7: the seat is fixed for the session."""
    here = Hall(CANBERRA).plan().seat()
    table = (s.TablePlan("1", (1, 2, 3), 3),)
    refused = here.ask(s.DraftBallot(1, SEED, table, reason="again"))
    assert isinstance(refused, Refused)
    assert refused.code == "session_not_planned"


def test_a_table_serves_the_tournament_from_the_publication_on() -> None:
    """7-Up Baccarat 15.5.1, 15.5.2: designated by the Manager, and for nothing else."""
    here = Hall("seven-up-baccarat").plan()
    assert reserved_tables(here.tournament) == {}
    here.seat()
    assert reserved_tables(here.tournament) == {"1": 1}


def test_a_closed_table_finds_too_few_free_seats() -> None:
    """Mini Baccarat 15.8: two tables of two, all taken."""
    here = Hall(CANBERRA).plan(4)
    tables = tuple(s.TablePlan(name, (1, 2), 2) for name in "ab")
    here.do(s.DraftBallot(1, SEED, tables))
    here.do(s.PublishBallot(1))
    for entry in (1, 2, 3, 4):
        here.do(s.CheckIn(1, entry), DEALER, "Eli")
    here.now = START
    here.do(s.StartSession(1))
    asked = here.ask(s.RedrawTable(1, "b", SEED, "a fire alarm"))
    assert of(asked) == ("too_few_places", "Mini Baccarat 15.8")
