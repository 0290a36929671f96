"""A whole tournament: 1,000 entrants, five sessions of Mini Baccarat, conducted by bots.

Every order goes through the tournament and its tables; the second time every fact is written into a
log, which is then checked. Seconds are of one core; memory is the most that the process ever held.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from houseway.bots.event import Outcome, run
from houseway.bots.table import Keeper
from houseway.records.tournamentfile import Bots, TournamentFile, read_tournament
from houseway.store.sqlite import SqliteLog

SESSIONS, ROUNDS, AT_A_TABLE = 5, 20, 7
SLUG = "mini-baccarat"
HEAD = """
document = "{slug}"
title = "Benchmark"
director = "Dora"
starts = 2026-09-05T19:00:00+10:00
fee = "110"
commission = "11"
least = 2
most = {people}
percent = ["40", "25", "15", "10", "6", "4"]
ties = {{ session = "share points", points = "share" }}
"""
STAGE = """
[[stage]]
name = "session {number}"
kind = "{kind}"
chips = 1000
minimum = 10
maximum = 200
tables = {tables}
rounds = {rounds}
points = [10, 8, 6, 4, 3, 2, 1]
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entrants", type=int, default=1_000)
    people = parser.parse_args().entrants
    file = tournament(people)
    print(f"{people} entrants, {SESSIONS} sessions of {ROUNDS} rounds, {AT_A_TABLE} at a table")
    _measured("in memory", lambda: run(file, "benchmark"))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "trial.db"
        with closing(SqliteLog(path)) as log:
            _measured("in a log", lambda: run(file, "benchmark", Keeper(log, SLUG)))
            found = log.verify()
            print(f"  log: {found.events:,} events in {found.streams} streams, ", end="")
            print(f"{path.stat().st_size // 2**20} MiB, {len(found.problems)} problems")


def tournament(people: int) -> TournamentFile:
    """Points over five sessions, so that everybody plays in each."""
    tables = -(-people // AT_A_TABLE)
    stages = "".join(
        STAGE.format(
            number=number, kind="final" if number == SESSIONS else "heat", tables=tables,
            rounds=ROUNDS,
        )
        for number in range(1, SESSIONS + 1)
    )  # fmt: skip
    found = read_tournament(HEAD.format(slug=SLUG, people=people) + stages)
    bots = Bots(entrants=people, players=AT_A_TABLE)
    return TournamentFile(
        found.document, found.title, found.director, found.licence, found.conditions, bots
    )


def _measured(name: str, work: Callable[[], Outcome]) -> None:
    began, cpu = time.perf_counter(), time.process_time()
    outcome = work()
    seconds, spent = time.perf_counter() - began, time.process_time() - cpu
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    prizes = sum(outcome.prizes.values())
    if outcome.paid_in != prizes + outcome.commission:
        raise SystemExit(f"{outcome.paid_in} paid in, {prizes} and {outcome.commission} paid out")
    print(
        f"  {name}: {outcome.rounds:,} rounds in {spent:.1f} s of CPU ({seconds:.1f} s), ", end=""
    )
    print(f"{outcome.rounds / spent:,.0f} rounds a second, {peak:,.0f} MiB")


if __name__ == "__main__":
    main()
