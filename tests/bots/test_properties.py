"""Random tournaments by bots, seeded: no chip and no cent is made or lost, one place for each.

Every order goes through the tournament and its tables as they are. A few of each document are
played always, thousands with HOUSEWAY_FULL=1.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from msgspec.structs import replace

from houseway.bots import table
from houseway.bots.event import run
from houseway.rulebook.ruling import Accepted, Ruling
from houseway.tournament import results_vocabulary as r
from houseway.tournament import standing
from houseway.tournament.merit import merit, scopes
from houseway.tournament.money import check
from houseway.tournament.state import COMMISSION, POOL, Tournament
from houseway.tournament.terms import BuyBack
from houseway.tournament.tournament import decide, evolve
from tests.bots.files import FINAL, HEATS, SLUGS, at_random, file
from tests.tournament.desk import CANBERRA, STAR

SEEDS = 300 if os.environ.get("HOUSEWAY_FULL") else 3


class Watched:
    """Looks at a tournament after every fact of it."""

    def __init__(self) -> None:
        self.tournament = Tournament()
        self.facts = 0

    def evolve(self, tournament: Tournament, event: object) -> Tournament:
        self.tournament = evolve(tournament, event)  # type: ignore[arg-type]
        self.facts += 1
        check(tournament)
        if isinstance(event, r.SessionConfirmed):
            _advancing_rank_higher(tournament, event)
        return tournament

    def decide(self, tournament: Tournament, *order: object) -> Ruling:
        ruling = decide(tournament, *order)  # type: ignore[arg-type]
        assert isinstance(ruling, Accepted), ruling
        standing.check(tournament)
        return ruling


def _advancing_rank_higher(tournament: Tournament, done: r.SessionConfirmed) -> None:
    """Whoever goes on stands above whoever does not, by the rule that ranks them."""
    session = tournament.sessions[done.session - 1]
    for scope in scopes(tournament, session):
        on = [merit(tournament, session, each) for each in scope if each in done.advancing]
        off = [merit(tournament, session, each) for each in scope if each not in done.advancing]
        assert not on or not off or min(on) > max(off)


@contextmanager
def watching(monkeypatch: pytest.MonkeyPatch) -> Iterator[Watched]:
    seen = Watched()
    with monkeypatch.context() as patched:
        patched.setattr(table, "evolve_event", seen.evolve)
        patched.setattr(table, "decide_event", seen.decide)
        yield seen


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_a_whole_random_tournament(slug: str, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """7-Up Baccarat 15.3.2, 15.6.9, 15.10.2, Mini Baccarat 15.20, 15.21, 15.22, Tournament Canberra
    Poker 15.19, 15.20, Tournament Blackjack 19.19, 19.20, Tournament American Roulette 12.17,
    12.18, Tournament Mini-Baccarat 13.19, 13.20, Tournament Pai Gow 17.19, 17.20."""
    with watching(monkeypatch) as seen:
        outcome = run(at_random(slug, seed), f"{seed}")
    tournament = seen.tournament
    assert tournament.closed

    paid_in = sum(each.paid for each in tournament.entries.values())
    refunds = sum(each.refunded for each in tournament.entries.values())
    prizes = sum(outcome.prizes.values())
    assert paid_in == prizes + tournament.accounts.get(COMMISSION, 0) + refunds
    assert tournament.accounts.get(POOL, 0) == 0

    assert sorted(outcome.places) == sorted(tournament.entries)
    taken = Counter(outcome.places.values())
    assert all(count == last - first + 1 for (first, last), count in taken.items())
    covered = [place for first, last in taken for place in range(first, last + 1)]
    assert sorted(covered) == list(range(1, len(tournament.entries) + 1))


@pytest.mark.parametrize("slug", [STAR, CANBERRA])
def test_whoever_is_out_buys_back_in(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """7-Up Baccarat 15.4.2(g), Mini Baccarat 15.3(a)(ii)(f): of nine in heats from which one of
    three goes on six are out; two fees at the most for each, into the one pool."""
    heats = replace(HEATS, advance=1)
    final = replace(FINAL, tables=3)
    with watching(monkeypatch) as seen:
        outcome = run(file(slug, heats, final, fee=50_00, buy_back=BuyBack(1, 2)), "again")
    fees = Counter(each.fees for each in seen.tournament.entries.values())
    assert fees[1] + fees[2] == 9
    assert 0 < fees[2] <= 6
    assert len(seen.tournament.sessions[-1].players) == 3 + fees[2]
    assert outcome.paid_in == 50_00 * (9 + fees[2])
    assert outcome.paid_in == sum(outcome.prizes.values()) + outcome.commission


@pytest.mark.parametrize("slug", SLUGS)
def test_chips_in_are_chips_out_of_every_session(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was issued at a table is what people hold at the end and what the table has won: 7-Up
    Baccarat 15.5.9, Tournament Canberra Poker 15.12, Tournament Blackjack 19.12, Tournament
    American Roulette 12.12, Tournament Mini-Baccarat 13.12, Tournament Pai Gow 17.12, Mini
    Baccarat 15.13."""
    with watching(monkeypatch) as seen:
        run(at_random(slug, 99), "chips")
    for session in seen.tournament.sessions:
        issued = sum(chips for _, chips in session.conduct.issued.values())
        held = sum(session.counts.values())
        won = sum(floor.won for floor in session.conduct.floors.values())
        assert held + won == issued
