"""The impact of other odds on logged rounds of the other games, compared with a full run."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.amendments.impact import impact_of_log
from houseway.driving import Policy, evenly, next_command
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Game, Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.odds import Paytable
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.open import open_log
from houseway.table.state import IDLE
from tests.amendments import adopted
from tests.offices import decider, opening_of

START_US = 1_794_772_800_000_000  # 15 November 2026, 20:00 UTC
GAMES = (
    "seven-up-baccarat", "three-card-baccarat", "casino-war", "tournament-blackjack",
    "tournament-canberra-poker", "tournament-roulette",
)  # fmt: skip
ROUNDS, AMENDMENTS, STEPS = 30, 15, 200
PEOPLE = Policy(evenly, closes_one_in=6)
Given = list[tuple[c.Command, Role]]
Gains = dict[str, int]  # of each patron, in cents


def _logged(path: Path, played: Game, random: Random) -> Given:
    """Rounds of simulated people in a log, and their commands from the beginning."""
    log = open_log(str(path))
    runner, keys, given = Runner(log, lambda: START_US), count(), Given()

    def do(command: c.Command, by: Role) -> bool:
        order = Order(command, by, "Dora", f"key {next(keys)}")
        return runner.order("table/1", order).refused is None

    assert do(opening_of(played.cite.id), decider(played.slug))
    fresh = played.ready(played.begin(Setup(played.options(), played.limits)))
    prepared = do(TakeAsPrepared(), Role.DEALER)  # a wheel is made ready by commands
    given += [each for each in fresh if prepared or do(*each)]
    for _ in range(STEPS * ROUNDS):
        play: Any = runner.table("table/1").play
        awaited = played.awaits(play)
        if play.round == ROUNDS and awaited.what in IDLE:
            break
        command, by = next_command(played, play, PEOPLE, random.randrange, awaited)
        if do(command, by):
            given.append((command, by))
    log.close()
    return given


def _run(played: Game, given: Given) -> dict[int, Gains]:
    """All rounds again from the beginning, by the same commands: what each patron gained."""
    play: Any = played.begin(Setup(played.options(), played.limits))
    gains = defaultdict[int, Gains](lambda: defaultdict(int))
    for command, by in given:
        number = play.round
        for event in played.do(play, command, by):
            if isinstance(event, e.Settlement):
                gains[number][event.patron] += event.paid + event.returned - event.stake
    return gains


def _odds(rules: Any) -> Iterator[tuple[str, str]]:
    """Every line of every pay table: the name of its table in an amendment, and its case."""
    for name in rules.__struct_fields__:
        held = getattr(rules, name)
        tables = held.items() if isinstance(held, Mapping) else (("", held),)
        for key, table in tables:
            if isinstance(table, Paytable):
                named = f'{name}."{key}"' if key else name
                yield from ((named, _written(line.case)) for line in table.lines)


def _written(case: Any) -> str:
    return " ".join(map(str, case)) if isinstance(case, tuple) else str(case)


@pytest.mark.share(2)
@pytest.mark.parametrize("slug", GAMES)
def test_no_round_is_missed_when_odds_change(slug: str, tmp_path: Path) -> None:
    before, random = game(slug), Random(slug)
    given = _logged(tmp_path / "floor.db", before, random)
    usual = _run(before, given)
    assert len(usual) > ROUNDS // 2
    lines, differed = list(_odds(before.rules)), 0
    for place in range(AMENDMENTS):
        table, case = random.choice(lines)
        day = f"2041-01-{place + 1:02}"
        text = (
            f'amends = "{before.cite.id}"\nedition = "{day}"\ninstrument = "Random"\n'
            f'commences = "{day}"\n[change.{table}]\n"{case}" = "{random.randint(2, 60)} to 1"\n'
        )
        with adopted(text) as amendment:
            found = impact_of_log(str(tmp_path / "floor.db"), before, amendment.game)
            again = _run(amendment.game, given)
        expected = {number for number in usual if again[number] != usual[number]}
        assert {each.round for each in found.rounds} == expected, (table, case)
        for each in found.rounds:
            moved = defaultdict[str, int](int, again[each.round])
            for patron, cents in usual[each.round].items():
                moved[patron] -= cents
            for line in each.lines:
                moved[line.patron] -= line.difference
            assert not any(moved.values()), (table, case, each)
        differed += bool(expected)
    assert differed > 2
