"""Draws of scheme 1, from logs and files that were written before scheme 2, stay what they were."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest

from houseway.equipment.seeds import commitment_of
from houseway.promotion import draw_vocabulary as dv
from houseway.records.drawfile import check, draw_file, written
from houseway.records.hwlog import read_hwlog, verify_hwlog
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.log import Append, Log, NewEvent
from houseway.store.open import open_log
from tests.promotion.desk import CLOSE, DRAW

SEED = "5e" * 32
GOLDEN = Path(__file__).parent / "golden"
LOG, FILE = GOLDEN / "promotion-0.1.0.hwlog", GOLDEN / "draw-1.hwdraw"
DRAWN, WAITING = "promotion/1", "promotion/2"


@pytest.fixture
def runner(tmp_path: Path) -> Runner:
    """The stored log, appended as it was; it is the time of the draw."""
    log = open_log(str(tmp_path / "old.db"))
    _append(log)
    return Runner(log, lambda: DRAW)


def _append(log: Log, *, waiting_before: int = 100) -> None:
    """Append the stored log; of the promotion that waits, only what is before this version."""
    with LOG.open("rb") as file:
        for _, group in groupby(read_hwlog(file), key=lambda each: each.key):
            entries = list(group)
            first = entries[0]
            if first.stream == WAITING and first.version >= waiting_before:
                continue
            events = tuple(NewEvent(each.kind, each.schema, each.body) for each in entries)
            append = Append(
                first.stream, first.version - 1, first.key, "asked", events, first.at_us,
                first.actor, first.role, first.edition, first.engine,
            )  # fmt: skip
            log.append([append])


def _draw(runner: Runner, seed: str, word: str) -> Answer:
    order = Order(dv.DrawWinners(seed, word), Role.PROMOTIONS, "Pia", "draw")
    return runner.order(WAITING, order)


def test_the_stored_log_and_file_verify() -> None:
    assert verify_hwlog(LOG).problems == ()
    found = check(FILE.read_bytes())
    assert (found.tickets, found.winners, found.problems) == (11, 3, ())


def test_an_old_log_gives_the_same_winners_and_the_same_file(runner: Runner) -> None:
    """Casino War 14.7.1: tickets 11 and 8 were drawn, and ticket 2 in place of the first."""
    promotion = runner.promotion(DRAWN)
    assert promotion.scheme == 1
    assert [each.ticket for each in promotion.winners] == [11, 8, 2]
    assert written(draw_file(DRAWN, promotion)) == FILE.read_bytes()


def test_a_promotion_that_was_under_way_is_drawn_as_its_conditions_say(runner: Runner) -> None:
    """Its seed was committed to after the first entry, which scheme 1 allowed."""
    answer = _draw(runner, SEED, "fountain")
    assert answer.refused is None
    promotion = runner.promotion(WAITING)
    assert promotion.draw.commitment == commitment_of(SEED)
    assert [each.ticket for each in promotion.winners] == [11, 8]
    assert check(written(draw_file(WAITING, promotion))).problems == ()


@pytest.mark.parametrize(("late", "code"), [(0, None), (1, "commitment_too_late")])
def test_an_old_draw_takes_a_commitment_until_entries_close(
    tmp_path: Path, late: int, code: str | None
) -> None:
    """Casino War 14.7.1: a seed chosen after the list is known could choose the winner."""
    log = open_log(str(tmp_path / "old.db"))
    _append(log, waiting_before=7)  # the seed was committed to in version 7
    runner = Runner(log, lambda: CLOSE + late)
    command = dv.CommitSeed(commitment_of(SEED))
    answer = runner.order(WAITING, Order(command, Role.PROMOTIONS, "Pia", "seed"))
    assert (answer.refused.code if answer.refused else None) == code
    assert runner.promotion(WAITING).draw.commitment == ("" if late else commitment_of(SEED))


def test_an_old_draw_takes_no_second_value(runner: Runner) -> None:
    command = dv.NameSecondPerson("Sam")
    answer = runner.order(WAITING, Order(command, Role.PROMOTIONS, "Pia", "second"))
    assert answer.refused is not None
    assert answer.refused.code == "not_electronic"
