"""The impact on logged rounds, compared with a full run of the same rounds under each amendment."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from houseway.amendments.impact import Impact, impact_of_log
from houseway.equipment.cards import DECK, Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Game, NotAllowed, Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order, Runner
from houseway.store.open import open_log
from tests.amendments import adopted, example
from tests.cli.running import houseway
from tests.offices import opening_of
from tests.scale import FULL

START_US = 1_794_772_800_000_000  # 15 November 2026, 20:00 UTC
BEFORE = game("mini-baccarat@2017-12-06")
ROUNDS = 12
AMENDMENTS = 200 if FULL else 60
WAGERS = ("player", "banker", "tie")
PATRONS = ("Ana", "Ben", "Chen")


Played = dict[int, list[Card]]  # the cards of each round, in the order they were dealt
# What each patron gained, and the hands; nothing where the cards do not fit.
Outcome = tuple[dict[str, int], dict[str, str]] | None


@pytest.fixture(scope="module")
def logged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Played]:
    """A log of random coups, with the cards of each round."""
    path = tmp_path_factory.mktemp("house") / "floor.db"
    log = open_log(str(path))
    runner = Runner(log, lambda: START_US)
    random, numbers = Random(21), iter(range(10_000))

    def do(command: c.Command, by: Role = Role.DEALER) -> None:
        answer = runner.order("table/1", Order(command, by, "Dora", f"key {next(numbers)}"))
        assert answer.refused is None, answer.refused

    do(opening_of("mini-baccarat@2017-12-06"), Role.GAMING_SUPERVISOR)
    do(TakeAsPrepared())
    cards = random.sample(DECK * 8, len(DECK) * 8)
    played: Played = {}
    for number in range(1, ROUNDS + 1):
        do(c.OpenBetting())
        for patron, wager in zip(PATRONS, WAGERS, strict=True):
            do(c.PlaceWager(patron, wager, 100_00), Role.PATRON)
        do(c.CallNoMoreBets())
        dealt = played[number] = []
        while BEFORE.awaits(runner.table("table/1").play).what == "draw":
            dealt.append(cards.pop())
            do(c.DealCard(dealt[-1]))
        do(c.SettleWagers())
        do(c.CollectCards())
    log.close()
    return path, played


def _run(played: Game, cards: list[Card]) -> Outcome:
    """Run a coup from its beginning with the same cards in their order."""
    play: Any = played.begin(Setup(played.options(), played.limits))
    for command, role in played.ready(play):
        played.do(play, command, role)
    played.do(play, c.OpenBetting())
    for patron, wager in zip(PATRONS, WAGERS, strict=True):
        played.do(play, c.PlaceWager(patron, wager, 100_00), Role.PATRON)
    played.do(play, c.CallNoMoreBets())
    try:
        for card in cards:
            played.do(play, c.DealCard(card))
        events = played.do(play, c.SettleWagers())
    except NotAllowed:
        return None
    lines = [each for each in events if isinstance(each, e.Settlement)]
    announced = next(each for each in events if isinstance(each, e.ResultAnnounced))
    gains = {line.patron: line.paid + line.returned - line.stake for line in lines}
    return gains, announced.hands


def _random_change(random: Random) -> str:
    """One or two changes of odds, outcomes, naturals or cells of the tableau."""
    one, less = random.choice(("1 to 1", "9 to 10")), random.choice((5, 50))
    cell = f"{random.randint(0, 7)} {random.choice('-0123456789')}"
    ways = {
        "change.outcomes": f'"player tie" = "{random.choice(("loses", "stands off"))}"',
        "change": f"naturals = {random.choice(([8, 9], [7, 8, 9], [6, 8, 9]))}",
        "change.banker_draws": f'"{cell}" = "{random.choice("DS")}"',
        "change.player_draws": f'"Player {random.randint(0, 7)}" = "{random.choice("DS")}"',
        "change.hand_odds.commission": random.choice(
            (
                f'tie = "{random.randint(7, 10)} to 1"',
                f'player = "{one}"',
                f'"banker on 6" = "1 to 1 less {less}%"',
            )
        ),
    }
    chosen = random.sample(sorted(ways), random.randint(1, 2))
    return "".join(f"[{table}]\n{ways[table]}\n" for table in chosen)


def _amendment(change: str, place: int) -> str:
    day = f"{2040 + place // 28}-01-{place % 28 + 1:02}"
    return (
        f'amends = "mini-baccarat@2017-12-06"\nedition = "{day}"\ninstrument = "Random"\n'
        f'commences = "{day}"\n{change}'
    )


@pytest.mark.share(1)
def test_nothing_is_missed_in_random_amendments(
    logged: tuple[Path, Played],
) -> None:
    path, played = logged
    usual = {number: _run(BEFORE, cards) for number, cards in played.items()}
    random, differed = Random(200), 0
    for place in range(AMENDMENTS):
        change = _random_change(random)
        with adopted(_amendment(change, place)) as amendment:
            found = impact_of_log(str(path), BEFORE, amendment.game)
            again = {number: _run(amendment.game, cards) for number, cards in played.items()}
        expected = {number for number in played if again[number] != usual[number]}
        assert {each.round for each in found.rounds} == expected, (change, place)
        assert not found.unchecked
        assert found.counted == ROUNDS
        _same_money(found, again, usual)
        differed += bool(expected)
    assert differed > AMENDMENTS // 4


def _same_money(found: Impact, again: dict[int, Outcome], usual: dict[int, Outcome]) -> None:
    for each in found.rounds:
        now, was = again[each.round], usual[each.round]
        assert was is not None
        assert (now is None or now[1] != was[1]) == bool(each.reason), each
        if now is not None and not each.reason:
            moved = {patron: now[0][patron] - was[0][patron] for patron in now[0]}
            lines = {line.patron: line.difference for line in each.lines}
            assert lines == {patron: cents for patron, cents in moved.items() if cents}


def test_the_command_names_rounds_and_money(logged: tuple[Path, Played], tmp_path: Path) -> None:
    path, _ = logged
    file = tmp_path / "tie.hwa"
    only_odds = example("tie-nine").replace('"6 -" = "D"', '"6 -" = "S"').split("[[scenario]]")[0]
    file.write_text(only_odds.replace("2030-06-01", "2039-06-01"), encoding="utf-8")
    with adopted(file.read_text(encoding="utf-8")) as amendment:
        found = impact_of_log(str(path), amendment.before, amendment.game)
        done = houseway("amend", "compare", file, "--log", path)
        assert done.returncode == 0, done.stderr
    ties = len(found.rounds)
    assert ties
    assert found.by_patron == {"Chen": ties * 100_00}  # one unit more for each tie
    assert f"logged rounds settled differently: {ties} of {ROUNDS}" in done.stdout
    assert "Chen on tie: won, +$800 becomes won, +$900" in done.stdout
