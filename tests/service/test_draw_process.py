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
from houseway.service.live import draw_client
from houseway.service.live.draw_client import (
    NOTHING_YET,
    DrawClient,
    DrawRequest,
    FragmentChange,
    FragmentRequest,
    receive,
    send,
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


@pytest.mark.share(2)
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
        (answer,) = drawings.answers(DrawRequest(STREAM.format(table), False, (wanted,)))
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
        answer
        for has, gone in ((NOTHING_YET, ()), (1, ()), (7, ()), (1, (STREAM.format(table),)))
        for answer in drawings.answers(
            DrawRequest(
                STREAM.format(table), False, ((FragmentRequest(topic, viewer, has),),), gone
            )
        )
    )

    assert [each.drawn[0].frame is None for each in (first, again, after_a_gap, left)] == [
        False, True, False, False,
    ]  # fmt: skip
    drawings.close()


def test_a_failure_is_an_answer(floor: Floor) -> None:
    drawings = Drawings(floor.settings, registry.load())
    (topic, viewer), *_ = shown_of(floor, "none")

    wanted = (FragmentRequest(topic, viewer, NOTHING_YET),)
    (answer,) = drawings.answers(DrawRequest("table/none", False, (wanted, wanted)))

    assert answer.failed
    assert not answer.drawn
    drawings.close()


def test_parts_without_what_they_belong_to_are_refused() -> None:
    with pytest.raises(ValueError, match="not here"):
        FragmentChange(2, None, {"wagers": "<g></g>"}).after(None)


class Taken:
    """What a drawing process drew, page by page."""

    def __init__(self) -> None:
        self.pages: list[dict[Shown, Rendered]] = []

    def __call__(self, number: int, drawn: dict[Shown, Rendered]) -> None:
        assert number == len(self.pages)
        self.pages.append(drawn)

    @property
    def everything(self) -> dict[Shown, Rendered]:
        return {each: rendered for page in self.pages for each, rendered in page.items()}


def pages_of(shown: dict[Shown, Topic]) -> list[list[Shown]]:
    """What is shown to each viewer."""
    viewers = dict.fromkeys(viewer for _, viewer in shown)
    return [[each for each in shown if each[1] == viewer] for viewer in viewers]


def test_the_server_draws_by_itself_until_the_process_is_ready_and_after_it_has_ended(
    floor: Floor,
) -> None:
    """It is replaced when it has ended, and when its answer cannot be used: what it still sends for
    other pages would be taken for the answer to the next request. `select` would refuse the file of
    one that is started while a thousand pages are open: its number is above 1,023."""
    table = opened(floor, "seven-up-baccarat")
    stream, pages = STREAM.format(table), pages_of(shown_of(floor, table))
    client = DrawClient(floor.settings)
    assert not client.draw(stream, pages, {}, Taken(), felts=False)

    with ExitStack() as files:
        for _ in range(1_100):
            files.enter_context(open(os.devnull, "rb"))
        for _ in range(2):  # every page asks for it
            client.start()
        assert client._starts == 1
        client.wait_until_started()
    first = Taken()
    assert client.draw(stream, pages, {}, first, felts=False)
    assert content(first.everything) == new_pages(floor, table)
    assert [[*page] for page in first.pages] == pages

    client.kill()
    assert not client.draw(stream, pages, first.everything, Taken(), felts=False)
    client.wait_until_started()  # another one
    replaced = Taken()
    assert client.draw(stream, pages, first.everything, replaced, felts=False)
    assert content(replaced.everything) == new_pages(floor, table)

    with pytest.raises(ValueError, match="not what was asked for"):
        client.draw(stream, pages, {}, refuse, felts=False)
    client.wait_until_started()
    again = Taken()
    assert client.draw(stream, pages, {}, again, felts=False)
    assert content(again.everything) == new_pages(floor, table)
    client.close()
    assert not client.draw(stream, pages, {}, Taken(), felts=False)


def refuse(_number: int, _drawn: dict[Shown, Rendered]) -> None:
    raise ValueError("not what was asked for")


def test_each_page_is_answered_before_the_next_is_drawn(floor: Floor) -> None:
    table = opened(floor, "tournament-pai-gow")
    drawings = Drawings(floor.settings, registry.load())
    one, other, *_ = pages_of(shown_of(floor, table))
    unknown = FragmentRequest("no-such-fragment:1", other[0][1], NOTHING_YET)
    wanted = tuple(FragmentRequest(*each, NOTHING_YET) for each in one)

    drawn, failed = drawings.answers(DrawRequest(STREAM.format(table), False, (wanted, (unknown,))))

    assert [each.version for each in drawn.drawn] == [floor.runner.version(f"table/{table}")] * len(
        one
    )
    assert failed.failed
    drawings.close()


def test_answers_that_come_together_are_read_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader that takes more from the pipe than one answer would wait for what it has."""
    monkeypatch.setattr(draw_client, "PATIENCE_SECONDS", 0.0)
    out_of, into = os.pipe()
    bodies = [b"first", b"", b"x" * 5_000]
    with open(out_of, "rb", buffering=0) as answers, open(into, "wb", buffering=0) as requests:
        for body in bodies:
            send(requests, body)
        for body in bodies:
            assert draw_client._answers_in_time(answers)
            assert receive(answers) == body
        assert not draw_client._answers_in_time(answers)
