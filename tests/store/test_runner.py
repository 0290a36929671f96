"""The runner on both engines: what it answers is in the log, and the log is all it needs."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from houseway.driving import PRACTICE, next_command
from houseway.games import commands as c
from houseway.games import slugs
from houseway.games.events import BettingOpened, ChipsBrought, Event
from houseway.games.layout import ChipsNotConserved
from houseway.games.mini_baccarat import state as mini_baccarat
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.runner import Order, Runner
from houseway.store import codec
from houseway.store.log import Conflict, KeyReused, Log
from houseway.store.sqlite import SqliteLog
from houseway.table.table import Table
from houseway.table.vocabulary import CloseTable, OpenTable, OrderRefused
from tests.offices import decider, opening_of
from tests.store.conftest import Opener

TABLE = "table/1"


class Clock:
    """A time of day that goes on by itself."""

    def __init__(self) -> None:
        self.now = 1_700_000_000_000_000

    def __call__(self) -> int:
        self.now += 1
        return self.now


def runner_on(log: Log) -> Runner:
    return Runner(log, Clock())


def keys() -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"key {number}"


def opened(runner: Runner, slug: str = "mini-baccarat", stream: str = TABLE) -> None:
    order = Order(opening_of(slug), decider(slug), "Dora", "open")
    assert runner.order(stream, order).refused is None


def play_on(runner: Runner, rounds: int, seed: int, stream: str = TABLE) -> None:
    """Practice patrons play whole rounds through the runner."""
    chance, names = random.Random(seed), keys()
    table = runner.table(stream)
    target = table.play.round + rounds
    while table.play.round <= target:
        command, by = next_command(table.game, table.play, PRACTICE, chance.randrange)
        runner.order(stream, Order(command, by, f"the {by}", f"{seed} {next(names)}"))


@pytest.mark.parametrize("slug", list(slugs()))
def test_a_table_read_from_the_log_is_the_table_that_was_played(opener: Opener, slug: str) -> None:
    log = opener()
    runner = runner_on(log)
    opened(runner, slug)
    play_on(runner, 3, seed=1)
    before = runner.table(TABLE)
    log.close()
    again = opener()
    assert runner_on(again).table(TABLE) == before
    assert again.verify().problems == ()
    again.close()


def test_every_event_says_who_when_under_which_edition(log: Log) -> None:
    runner = runner_on(log)
    opened(runner)
    runner.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    entry = log.read(TABLE)[-1]
    assert (entry.actor, entry.role, entry.key) == ("Eli", "dealer", "k1")
    assert entry.edition == runner.table(TABLE).game.cite.content_hash
    assert entry.engine
    assert entry.at_us > log.read(TABLE)[0].at_us


def test_a_refusal_is_an_answer_and_is_kept(log: Log) -> None:
    runner = runner_on(log)
    opened(runner)
    answer = runner.order(TABLE, Order(c.OpenBetting(), Role.PATRON, "Ana", "k1"))
    assert answer.refused is not None
    assert answer.refused.code == "role_may_not"
    kept = codec.decode("mini-baccarat", log.read(TABLE)[-1])
    assert isinstance(kept, OrderRefused)
    assert kept.code == "role_may_not"
    assert runner.table(TABLE).refusals == 1


def test_an_order_sent_again_is_answered_as_before_and_done_once(log: Log) -> None:
    runner = runner_on(log)
    opened(runner)
    runner.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    order = Order(c.OpenBetting(), Role.DEALER, "Eli", "k2")
    first = runner.order(TABLE, order)
    version = runner.version(TABLE)
    again = runner.order(TABLE, order)
    assert again.receipt.replayed
    assert again.events == first.events
    assert isinstance(again.events[0], BettingOpened)
    assert runner.version(TABLE) == version
    with pytest.raises(KeyReused):
        runner.order(TABLE, Order(c.CallNoMoreBets(), Role.DEALER, "Eli", "k2"))


def test_a_refused_order_sent_again_is_refused_again(log: Log) -> None:
    runner = runner_on(log)
    opened(runner)
    order = Order(c.OpenBetting(), Role.PATRON, "Ana", "k1")
    first = runner.order(TABLE, order)
    again = runner.order(TABLE, order)
    assert again.refused == first.refused
    assert len(log.read(TABLE)) == 2


def test_two_runners_on_one_log_see_each_others_orders(log: Log) -> None:
    here, there = runner_on(log), runner_on(log)
    opened(here)
    there.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    answer = here.order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "k2"))
    assert answer.refused is None
    assert here.table(TABLE) == there.table(TABLE)


def test_the_log_is_not_read_where_its_only_writer_knows_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file has one writer; what it appended last is the end of a stream."""
    log = SqliteLog(tmp_path / "floor.db")
    runner = runner_on(log)
    opened(runner)
    version = log.heads()[TABLE].version

    monkeypatch.setattr(log, "read", lambda *given, **named: pytest.fail("the log was read"))

    assert runner.version(TABLE) == log.known_end(TABLE) == version
    log.close()


def shared(log: Log, monkeypatch: pytest.MonkeyPatch) -> tuple[Runner, Runner]:
    """Two runners that hear of appends to one log, which itself knows no end of a stream."""
    monkeypatch.setattr(log, "known_end", lambda _stream: None)
    runners = runner_on(log), runner_on(log)
    opened(runners[0])
    for each in runners:
        each.listens(listens=True)
        each.heard(TABLE, each.version(TABLE))
        each.excluded()  # the register of the house has been read
    return runners


def test_the_log_is_not_asked_where_every_append_is_heard(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, _ = shared(log, monkeypatch)
    for name in ("read", "receipt"):
        monkeypatch.setattr(log, name, lambda *_given, **_named: pytest.fail("the log was asked"))

    answer = here.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))

    assert answer.refused is None
    assert answer.events


def test_a_command_that_was_ruled_on_too_early_is_ruled_on_again(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is heard yet of what the other runner appended: betting is open by then."""
    here, there = shared(log, monkeypatch)
    for number, command in enumerate((TakeAsPrepared(), c.OpenBetting())):
        there.order(TABLE, Order(command, Role.DEALER, "Eli", f"k{number}"))

    wager = c.PlaceWager("Ana", "banker", 10_00)
    answer = here.order(TABLE, Order(wager, Role.PATRON, "Ana", "wager"))

    assert answer.refused is None
    assert here.table(TABLE) == there.table(TABLE)
    assert not any(each.kind == "OrderRefused" for each in log.read(TABLE))


def test_a_key_that_another_process_used_is_answered_as_before(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, there = shared(log, monkeypatch)
    order = Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1")
    first = there.order(TABLE, order)

    again = here.order(TABLE, order)

    assert again.receipt.replayed
    assert again.events == first.events
    assert here.version(TABLE) == there.version(TABLE)


def test_a_version_that_only_another_process_knows_is_ruled_on_at_that_version(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page was shown by the other process. What is in memory here is older than it."""
    here, there = shared(log, monkeypatch)
    there.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    seen = there.version(TABLE)

    answer = here.order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "k2", seen))

    assert answer.refused is None
    assert isinstance(answer.events[0], BettingOpened)
    assert here.table(TABLE) == there.table(TABLE)


def test_what_changes_nothing_is_said_only_of_what_the_log_has(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A ruling without events appends nothing, so no append would show that it came too early."""
    here, there = shared(log, monkeypatch)
    there.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    last, asked = there.version(TABLE), list[int]()
    warm = here._found(TABLE)
    kind = warm.kind

    def nothing_before_the_last(*given: Any) -> Any:
        asked.append(warm.version)
        return Accepted(()) if warm.version < last else kind.decide(*given)

    monkeypatch.setattr(warm, "kind", kind._replace(decide=nothing_before_the_last))
    answer = here.order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "k2"))

    assert isinstance(answer.events[0], BettingOpened)
    assert asked == [last - 1, last]


def test_many_at_once_on_one_table_lose_nothing(log: Log) -> None:
    """Every patron's wager is in, once, whoever was first."""
    runners = [runner_on(log), runner_on(log)]
    opened(runners[0])
    runners[0].order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    runners[0].order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "k2"))

    def wager(number: int) -> None:
        command = c.PlaceWager(f"Patron{number}", "banker", 10_00)
        order = Order(command, Role.PATRON, f"Patron{number}", f"wager {number}")
        for _ in range(50):  # a conflict is answered by asking again with the same key
            try:
                runners[number % 2].order(TABLE, order)
                return
            except Exception as conflict:
                last = conflict
        raise last

    threads = [threading.Thread(target=wager, args=(number,)) for number in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    table = runners[0].table(TABLE)
    assert len(table.play.layout.wagers) == 16
    assert log.verify().problems == ()


def test_a_snapshot_gives_the_same_table(opener: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.runner.SNAPSHOT_EVERY", 40)
    log = opener()
    runner = runner_on(log)
    opened(runner)
    play_on(runner, 6, seed=2)
    kept = log.load_snapshot(TABLE)
    assert kept is not None
    assert 0 < kept[0] <= runner.version(TABLE)
    assert runner_on(log).table(TABLE) == runner.table(TABLE)
    log.save_snapshot(TABLE, kept[0], b"not a table")
    assert runner_on(log).table(TABLE) == runner.table(TABLE)
    log.close()


def test_whoever_listens_hears_every_answer_in_order(log: Log) -> None:
    heard: list[tuple[str, int, tuple[Event, ...]]] = []
    runner = runner_on(log)
    runner.listeners.append(lambda stream, version, events: heard.append((stream, version, events)))
    opened(runner)
    runner.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k1"))
    assert [(stream, version) for stream, version, _ in heard] == [(TABLE, 1), (TABLE, 2)]


def test_a_table_is_opened_once_by_a_supervisor_and_closed_between_rounds(log: Log) -> None:
    runner = runner_on(log)
    dealer = runner.order(TABLE, Order(opening_of("mini-baccarat"), Role.DEALER, "Eli", "k0"))
    assert dealer.refused is not None
    assert dealer.refused.code == "role_may_not"
    opened(runner)
    twice = Order(opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, "Dora", "k1")
    answer = runner.order(TABLE, twice)
    assert answer.refused is not None
    assert answer.refused.code == "table_open"
    runner.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "k2"))
    runner.order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "k3"))
    wager = c.PlaceWager("Ana", "banker", 10_00)
    runner.order(TABLE, Order(wager, Role.PATRON, "Ana", "k4"))
    early = runner.order(TABLE, Order(CloseTable(), Role.GAMING_SUPERVISOR, "Dora", "k5"))
    assert early.refused is not None
    assert early.refused.code == "round_under_way"


UNAPPROVED = {"pairs": "perfect", "approved": ["table"]}
WRONG = [
    (OpenTable("snap"), "no_such_game"),
    (opening_of("mini-baccarat", {"pairs": "dragon"}), "option_unknown"),
    (opening_of("mini-baccarat", chips=(0,)), "option_unknown"),
    (opening_of("mini-baccarat", UNAPPROVED), "layout_not_approved"),
]


@pytest.mark.parametrize(("command", "code"), WRONG)
def test_a_table_that_cannot_be_set_up_is_not_opened(
    log: Log, command: OpenTable, code: str
) -> None:
    runner = runner_on(log)
    answer = runner.order(TABLE, Order(command, Role.GAMING_SUPERVISOR, "Dora", "k"))
    assert answer.refused is not None
    assert answer.refused.code == code
    assert runner.table(TABLE) == Table()


def test_what_cannot_be_applied_or_makes_a_chip_never_reaches_the_log(
    log: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order fails, the log is as it was, and the next order finds the table as it was."""
    runner = runner_on(log)
    opened(runner)
    before = log.read(TABLE)
    brings = Order(c.BringChips("Ana", 100_00), Role.DEALER, "Eli", "brings")

    applied: dict[Any, Any] = mini_baccarat.EVOLVE
    monkeypatch.setitem(applied, ChipsBrought, lambda play, event: 1 // 0)
    with pytest.raises(ZeroDivisionError):
        runner.order(TABLE, brings)
    monkeypatch.setitem(applied, ChipsBrought, _out_of_nowhere)
    with pytest.raises(ChipsNotConserved):
        runner.order(TABLE, brings)
    monkeypatch.undo()

    assert log.read(TABLE) == before
    assert runner.order(TABLE, brings).refused is None
    assert runner.table(TABLE).play.layout.chips == {"Ana": 100_00}


def _out_of_nowhere(play: Any, event: ChipsBrought) -> None:
    """Broken: chips that nobody brought."""
    play.layout.chips[event.patron] = event.amount


def test_a_refusal_makes_nobody_stale(log: Log) -> None:
    """It changes nothing: whoever saw the table before it has seen all of it."""
    runner = runner_on(log)
    opened(runner)
    seen = runner.version(TABLE)
    refused = runner.order(TABLE, Order(c.CallNoMoreBets(), Role.DEALER, "Eli", "early", seen))
    assert refused.refused is not None
    assert runner.version(TABLE) == seen + 1

    taken = runner.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "next", seen))

    assert taken.refused is None
    with pytest.raises(Conflict):
        runner.order(TABLE, Order(c.OpenBetting(), Role.DEALER, "Eli", "late", seen))


def test_a_refusal_makes_nobody_stale_for_a_process_that_reads_it_in_the_log(log: Log) -> None:
    one, other = runner_on(log), runner_on(log)
    opened(one)
    seen = other.version(TABLE)
    one.order(TABLE, Order(c.CallNoMoreBets(), Role.DEALER, "Eli", "early"))

    taken = other.order(TABLE, Order(TakeAsPrepared(), Role.DEALER, "Eli", "next", seen))

    assert taken.refused is None
