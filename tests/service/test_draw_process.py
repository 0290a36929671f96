"""The drawing process draws what the server would draw, and the server can do without it."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.live.draw_client import DrawClient
from houseway.service.live.draw_messages import (
    NOTHING_YET,
    DrawRequest,
    FragmentChange,
    FragmentRequest,
)
from houseway.service.live.draw_process import Drawings
from houseway.service.live.fragments import Shown, Topic
from houseway.service.live.parts import Rendered
from houseway.service.settings import Settings
from houseway.soak.actors import TablePeople
from tests.service.test_live_parts import opened, play_on, watched

STEPS = 25
STREAM = "table/{}"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    folder: Path = tmp_path_factory.mktemp("drawn")
    found = Floor(Settings(folder=str(folder)), registry.load())
    yield found
    found.close()


def shown_of(floor: Floor, table: str) -> dict[Shown, Topic]:
    return {(topic.name, viewer): topic for topic, viewer in watched(floor, table)}


def content(drawn: dict[Shown, Rendered]) -> dict[Shown, tuple[int, str]]:
    return {each: (rendered.version, rendered.html) for each, rendered in drawn.items()}


def new_pages(floor: Floor, table: str) -> dict[Shown, tuple[int, str]]:
    return content(floor.renderer.board(floor, STREAM.format(table), shown_of(floor, table), {}))


@pytest.mark.parametrize("slug", ["mini-baccarat", "tournament-blackjack", "tournament-roulette"])
def test_what_it_sends_adds_up_to_what_a_new_page_shows(floor: Floor, slug: str) -> None:
    """Each viewer's own: a part that went to another viewer would make the two differ."""
    table, people = opened(floor, slug), TablePeople(random.Random(slug))
    drawings = Drawings(floor.settings, registry.load())
    shown, before = shown_of(floor, table), dict[Shown, Rendered]()

    for number in range(STEPS):
        play_on(floor, table, people, number)
        wanted = tuple(
            FragmentRequest(*each, before[each].version if each in before else NOTHING_YET)
            for each in shown
        )
        answer = drawings.answer(DrawRequest(STREAM.format(table), wanted))
        assert not answer.failed
        changes = zip(shown, answer.drawn, strict=True)
        before = {each: change.after(before.get(each)) for each, change in changes}
        assert content(before) == new_pages(floor, table)
    drawings.close()


def test_a_page_that_is_not_as_it_was_sent_is_sent_whole(floor: Floor) -> None:
    table = opened(floor, "casino-war")
    drawings = Drawings(floor.settings, registry.load())
    (topic, viewer), *_ = shown_of(floor, table)

    first, again, after_a_gap, left = (
        drawings.answer(
            DrawRequest(STREAM.format(table), (FragmentRequest(topic, viewer, has),), gone)
        )
        for has, gone in ((NOTHING_YET, ()), (1, ()), (7, ()), (1, (STREAM.format(table),)))
    )

    assert [each.drawn[0].frame is None for each in (first, again, after_a_gap, left)] == [
        False, True, False, False,
    ]  # fmt: skip
    drawings.close()


def test_a_failure_is_an_answer(floor: Floor) -> None:
    drawings = Drawings(floor.settings, registry.load())
    (topic, viewer), *_ = shown_of(floor, "none")

    answer = drawings.answer(
        DrawRequest("table/none", (FragmentRequest(topic, viewer, NOTHING_YET),))
    )

    assert answer.failed
    assert not answer.drawn
    drawings.close()


def test_parts_without_what_they_belong_to_are_refused() -> None:
    with pytest.raises(ValueError, match="not here"):
        FragmentChange(2, None, {"wagers": "<g></g>"}).after(None)


def test_the_server_draws_by_itself_until_the_process_is_ready_and_after_it_has_ended(
    floor: Floor,
) -> None:
    table = opened(floor, "seven-up-baccarat")
    stream, shown = STREAM.format(table), shown_of(floor, table)
    client = DrawClient(floor.settings)
    assert client.draw(stream, shown, {}) is None

    client.start()
    client.wait_until_started()
    drawn = client.draw(stream, shown, {})
    assert drawn is not None
    assert content(drawn) == new_pages(floor, table)

    client.kill()
    assert client.draw(stream, shown, drawn) is None
    client.wait_until_started()  # another one
    again = client.draw(stream, shown, drawn)
    assert again is not None
    assert content(again) == new_pages(floor, table)
    client.close()
    assert client.draw(stream, shown, {}) is None


def test_it_is_asked_while_a_thousand_pages_are_open(floor: Floor) -> None:
    """`select` refuses a file with a number above 1,023, which a restarted process would have."""
    table = opened(floor, "mini-baccarat")
    client = DrawClient(floor.settings)
    with ExitStack() as files:
        for _ in range(1_100):
            files.enter_context(open(os.devnull, "rb"))
        client.start()
        client.wait_until_started()
    assert client.draw(STREAM.format(table), shown_of(floor, table), {}) is not None
    client.close()
