"""Time what an amendment needs: rounds of a log compared, and its petition. `make bench-amend`.

The log has 100,000 rounds of Mini Baccarat. Shoes are played at a live table, and their events are
appended to further tables of the same log, so that all are read, folded and settled again.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import tempfile
from contextlib import closing
from itertools import groupby
from pathlib import Path
from random import Random
from time import perf_counter

from tests.offices import opening_of

from houseway.equipment.cards import DECK
from houseway.games import commands as c
from houseway.games import game
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.log import Append, Entry, Log, NewEvent
from houseway.store.open import open_log

EDITION = "mini-baccarat@2017-12-06"
AMENDMENT = Path(__file__).parents[1] / "examples" / "amendments" / "tie-nine.hwa"
PETITION = AMENDMENT.with_name("dragon-7-and-panda-8.hwa")
START_US = 1_794_772_800_000_000
SHOE = 70  # rounds that eight decks are enough for
SHOES = 3  # that are really played
AT_ONCE = 500  # commands in one transaction


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=100_000)
    rounds = asked.parse_args().rounds
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "floor.db"
        with closing(open_log(str(path))) as log:
            many = _fill(log, rounds)
        spent = _timed("amend", "compare", EDITION, str(AMENDMENT), "--log", str(path), "--json")
        print(f"{many:,} logged rounds compared in {spent}")
        paper = str(Path(folder) / "petition.pdf")
        spent = _timed("amend", "petition", str(PETITION), "--output", paper)
        print(f"the petition of two side wagers written in {spent}")


def _timed(*arguments: str) -> str:
    """How long a command takes, and how much of it on the processor."""
    start, spent = perf_counter(), _processor()
    subprocess.run(
        [sys.executable, "-m", "houseway", *arguments], check=True, stdout=subprocess.DEVNULL
    )
    return f"{perf_counter() - start:.1f} s ({_processor() - spent:.1f} s of processor)"


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _fill(log: Log, rounds: int) -> int:
    """Tables of one shoe each, until there are so many rounds; how many there are."""
    played = [_shoe(log, number) for number in range(SHOES)]
    tables = -(-rounds // SHOE)
    for number in range(SHOES, tables):
        _copy(log, played[number % SHOES], f"table/{number}")
    return tables * SHOE


def _shoe(log: Log, number: int) -> list[Entry]:
    runner, stream, random = Runner(log, lambda: START_US), f"table/{number}", Random(number)
    given = 0

    def do(command: c.Command, by: Role = Role.DEALER) -> None:
        nonlocal given
        given += 1
        answer = runner.order(stream, Order(command, by, "Dora", f"key {given}"))
        if answer.refused:
            sys.exit(str(answer.refused))

    do(opening_of(EDITION), Role.GAMING_SUPERVISOR)
    do(TakeAsPrepared())
    cards = random.sample(DECK * 8, len(DECK) * 8)
    for _ in range(SHOE):
        do(c.OpenBetting())
        for patron, wager in (("Ana", "player"), ("Ben", "banker"), ("Chen", "tie")):
            do(c.PlaceWager(patron, wager, 100_00), Role.PATRON)
        do(c.CallNoMoreBets())
        while game(EDITION).awaits(runner.table(stream).play).what == "draw":
            do(c.DealCard(cards.pop()))
        do(c.SettleWagers())
        do(c.CollectCards())
    return log.read(stream)


def _copy(log: Log, entries: list[Entry], stream: str) -> None:
    """Append the events of one table to another, command by command."""
    batch, version = [], 0
    for _, group in groupby(entries, key=lambda entry: entry.key):
        some = list(group)
        first = some[0]
        events = tuple(NewEvent(each.kind, each.schema, each.body) for each in some)
        batch.append(
            Append(stream, version, first.key, "", events, first.at_us, first.actor, first.role,
                   first.edition, first.engine)
        )  # fmt: skip
        version += len(some)
    for at in range(0, len(batch), AT_ONCE):
        log.append(batch[at : at + AT_ONCE])


if __name__ == "__main__":
    main()
