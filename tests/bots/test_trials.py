"""Trials: reproducible by their seed, counted exactly, and refused in plain words."""

from __future__ import annotations

from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest
from msgspec.structs import replace

from houseway.aggregates import TOURNAMENT
from houseway.bots.event import as_data, run, seed_of, trials
from houseway.bots.staking import Sight, all_in_when_behind, follow_leader, staked
from houseway.bots.table import STREAM, CannotRun, Keeper
from houseway.records.tournamentfile import Bots
from houseway.store.sqlite import SqliteLog
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from tests.bots.files import FINAL, HEATS, SLUGS, file
from tests.tournament.desk import CANBERRA, STAR


def last(slug: str, seed: str, times: int = 3) -> dict[str, object]:
    *_, found = trials(file(slug), seed, times)
    return as_data(found, seed)


@pytest.mark.share(3)
@pytest.mark.parametrize("slug", SLUGS)
def test_the_same_seed_gives_the_same_tournaments(slug: str) -> None:
    """Every card and every ballot comes from the seed."""
    assert last(slug, "spring") == last(slug, "spring")


def test_another_seed_gives_others_and_one_alone_is_one_of_many() -> None:
    """The second of three trials is the tournament of its own seed."""
    assert last(CANBERRA, "spring") != last(CANBERRA, "summer")
    first, second, third = (run(file(CANBERRA), seed_of("spring", n)) for n in (1, 2, 3))
    whole = last(CANBERRA, "spring")
    assert whole["rounds"] == first.rounds + second.rounds + third.rounds


def test_as_many_tables_as_the_conditions_have() -> None:
    """Six at two tables, of whom one goes on from each: two sit down to the final."""
    heats = replace(HEATS, tables=2, advance=1)
    outcome = run(file(CANBERRA, heats, FINAL, bots=Bots(entrants=6)), "tables")
    assert outcome.tables == [2, 1]


@pytest.mark.parametrize(("full", "sessions"), [(2, 5), (3, 3), (4, 3), (9, 1)])
def test_a_sit_and_go_is_played_as_people_enter(full: int, sessions: int) -> None:
    """Mini Baccarat 15.3(a)(ii)(b): nine come; the last session takes those who are left."""
    heats = replace(HEATS, advance=1, sit_and_go=full)
    outcome = run(file(CANBERRA, heats, FINAL, bots=Bots(entrants=9)), "sit and go")
    assert len(outcome.tables) == sessions + 1
    assert sorted(outcome.places) == list(range(1, 10))
    assert sum(outcome.prizes.values()) == outcome.paid_in - outcome.commission


def test_nine_entrants_three_times_are_counted_once_each() -> None:
    """Nine fees of $27.55 three times are $743.85, of which $2.75 each, $74.25, is kept."""
    found = last(CANBERRA, "count")
    strategies = found["strategies"]
    assert isinstance(strategies, dict)
    assert sum(each["entries"] for each in strategies.values()) == 27
    assert sum(sum(each["places"].values()) for each in strategies.values()) == 27
    assert {each["mean_fees"] for each in strategies.values()} == {"2755"}
    assert (found["paid_in"], found["commission"], found["prizes"]) == (743_85, 74_25, 669_60)


SIGHT = Sight(100, (250, 180, 90), minimum=10, maximum=200, rounds_left=9, go_on=2)


def test_who_is_behind_waits_then_chases_then_goes_all_in() -> None:
    """Two go on; the second of the others holds 180, so 80 are missing."""
    assert SIGHT.behind == 80
    assert all_in_when_behind(SIGHT, int) == 10
    assert all_in_when_behind(SIGHT._replace(rounds_left=5), int) == 90
    assert all_in_when_behind(SIGHT._replace(rounds_left=2), int) == 100
    assert all_in_when_behind(SIGHT._replace(rounds_left=2, chips=200), int) == 10


def test_a_stake_is_within_the_limits_and_even_where_it_can_be() -> None:
    """Never more than is held, never less than the minimum."""
    leader = SIGHT._replace(leader=77)
    assert staked(follow_leader, leader, int, 2) == 76
    assert staked(follow_leader, leader._replace(chips=15), int, 2) == 14
    assert staked(follow_leader, leader._replace(maximum=50), int, 2) == 50
    assert staked(follow_leader, leader._replace(minimum=15, chips=15), int, 2) == 15


def test_what_cannot_be_tried_out_says_why() -> None:
    """A strategy that nobody knows; more finalists than places; no start; shares of 99 %."""
    with pytest.raises(CannotRun, match="bluff is none of the strategies"):
        run(file(CANBERRA, bots=Bots(entrants=4, strategies=("bluff",))), "")
    crowd = replace(HEATS, advance=3)
    with pytest.raises(CannotRun, match="9 have come to final, which has 6 places"):
        run(file(CANBERRA, crowd, FINAL), "")
    with pytest.raises(CannotRun, match="do not say the start"):
        run(file(CANBERRA, starts_us=0), "")
    with pytest.raises(CannotRun, match="nobody advances from"):
        run(file(CANBERRA, replace(FINAL, advance=1)), "")
    with pytest.raises(CannotRun, match="is the most"):
        run(file(CANBERRA, most=3), "")


@pytest.mark.parametrize("length", [{"rounds": 0, "minutes": 4}, {"rounds": 4}])
def test_a_session_lasts_as_long_as_its_conditions_say(length: dict[str, int]) -> None:
    """A round is taken to last a minute; at 10 of 200 chips nobody is out within four rounds."""
    only = replace(FINAL, **length)
    bots = Bots(entrants=3, players=3, strategies=("minimum",))
    outcome = run(file("tournament-roulette", only, bots=bots), "length")
    assert outcome.table_rounds == 4


def test_a_session_of_shoes_ends_with_the_shoe() -> None:
    """Mini Baccarat 15.3(a)(ii)(a): eight decks deal between 60 and 104 rounds of four to six."""
    heats = replace(HEATS, rounds=0, shoes=1, chips=5000, tables=1, advance=1)
    bots = Bots(entrants=3, players=3, strategies=("minimum",))
    outcome = run(file(CANBERRA, heats, FINAL, bots=bots), "shoe")
    assert 60 <= outcome.table_rounds - 5 <= 104


def test_pass_cards_and_undisclosed_wagers_are_played(tmp_path: Path) -> None:
    """7-Up Baccarat 15.7.1, 15.8.1, 15.8.2.6: every form that is handed in is announced, nobody
    hands in more than three in a session, and whoever cannot stake plays a card of two."""
    stages = replace(HEATS, chips=20, rounds=8), FINAL
    bots = Bots(entrants=9, players=3, strategies=("all in", "random"))
    found = file(STAR, *stages, bots=bots, undisclosed=3, pass_cards=2)
    with closing(SqliteLog(tmp_path / "trial.db")) as log:
        run(found, "forms", Keeper(log, STAR))
        facts = [TOURNAMENT.decode("", each) for each in log.read(STREAM)]
    written = Counter((e.session, e.entry) for e in facts if isinstance(e, f.FormHandedIn))
    announced = Counter((e.session, e.entry) for e in facts if isinstance(e, f.FormAnnounced))
    passed = Counter((e.session, e.entry) for e in facts if isinstance(e, w.PassCardPlayed))
    assert written == announced
    assert 0 < max(written.values()) <= 3
    assert 0 < max(passed.values()) <= 2
