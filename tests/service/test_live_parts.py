"""A live page is sent only what changed, and shows what a page that is opened now would show."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from houseway.games import slugs
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.runner import Order, Runner
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.live.fragments import Topic, topic_of
from houseway.service.live.parts import SOME_PARTS, VERSION, Rendered, in_parts
from houseway.service.live.render import environment
from houseway.service.settings import Settings
from houseway.service.table_views import TableViews
from houseway.soak.actors import PATRONS, STAFF, TablePeople
from houseway.store.log import Entry
from houseway.table.opening import simulated
from houseway.table.table import decide
from houseway.table.view import View, Viewer
from houseway.table.vocabulary import OpenTable

STEPS = 30
PAGES = {
    Role.PATRON: ("purse", "layout", "seat", "board"),
    Role.DEALER: ("dealer", "dealer-money", "felt", "wall"),
}


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Floor:
    folder = tmp_path_factory.mktemp("parts")
    return Floor(Settings(folder=str(folder)), registry.load())


def opened(floor: Floor, slug: str) -> str:
    by = Role.TOURNAMENT_DIRECTOR if slug.startswith("tournament-") else Role.GAMING_SUPERVISOR
    order = Order(simulated(OpenTable(slug)), by, STAFF[by], f"open {slug}")
    assert floor.runner.order(f"table/{slug}", order).refused is None
    return slug


def watched(floor: Floor, table: str) -> list[tuple[Topic, Viewer]]:
    """Every fragment of two patrons' pages, the dealer's and a wall screen."""
    viewers = [Viewer(Role.PATRON, patron=each) for each in PATRONS[:2]]
    viewers.append(Viewer(Role.DEALER, name=STAFF[Role.DEALER]))
    return [
        (topic, topic.shown_to(viewer))
        for viewer in viewers
        for name in PAGES[viewer.role]
        for topic in [topic_of(f"{name}:{table}", floor.pages.fragments)]
    ]


def play_on(floor: Floor, table: str, people: TablePeople, number: int | str) -> None:
    """One command that the table awaits."""
    stream = f"table/{table}"
    for _ in range(20):
        found, now = floor.runner.table(stream), floor.now_us()
        deed = people.go_on(found)
        if isinstance(decide(found, deed.command, deed.by, now, deed.actor), Accepted):
            order = Order(deed.command, deed.by, deed.actor, f"step {number}")
            assert floor.runner.order(stream, order).refused is None
            return
    raise AssertionError(f"nothing more is allowed at {table}")


@pytest.mark.share(4)
@pytest.mark.parametrize("slug", slugs())
def test_what_is_kept_while_a_round_is_played_is_what_a_new_page_shows(
    floor: Floor, slug: str
) -> None:
    """A fragment is rendered again only if its values changed: it must not depend on others."""
    table, people = opened(floor, slug), TablePeople(random.Random(slug))
    shown, before = watched(floor, table), dict[tuple[str, Viewer], Rendered]()
    kept = changed = 0
    for number in range(STEPS):
        play_on(floor, table, people, number)
        for topic, viewer in shown:
            last = before.get((topic.name, viewer))
            new = floor.renderer.again(floor, topic, viewer, last)
            assert new.html == floor.renderer.fragment(floor, topic, viewer).html
            assert VERSION not in new.html
            before[topic.name, viewer] = new
            whole = new.since(last) == whole_of(new)
            kept, changed = kept + (not whole), changed + whole
    assert kept > changed


def whole_of(new: Rendered) -> str:
    """All of a fragment as a message brings it: after its version."""
    return f"<!--{new.version}-->{new.html}"


def fragment(text: str, version: int = 1) -> Rendered:
    return in_parts(version, environment().from_string(text).render(version=VERSION))


def test_all_fragments_of_a_page_show_one_version_of_a_table_that_goes_on(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result is never shown beside a felt that has not heard of it."""
    slug = "tournament-roulette"
    table, people = opened(floor, slug), TablePeople(random.Random(slug))
    viewer = Viewer(Role.PATRON, patron=PATRONS[0])
    topics = [topic_of(f"{name}:{table}", floor.pages.fragments) for name in PAGES[Role.PATRON]]
    draw = floor.renderer.fragment

    def deal() -> None:
        for number in range(len(topics)):
            play_on(floor, table, people, f"meanwhile {number}")

    dealer = Thread(target=deal)

    def meanwhile(*asked: Any) -> Rendered:
        """Beside the drawing of the fragments, the dealer goes on as soon as the table allows."""
        drawn = draw(*asked)
        if not dealer.ident:
            dealer.start()
        dealer.join(0.05)
        return drawn

    monkeypatch.setattr(floor.renderer, "fragment", meanwhile)
    drawn = floor.renderer.fragments(floor, topics, viewer)
    dealer.join()

    assert len({each.version for each in drawn}) == 1
    assert floor.runner.version(f"table/{table}") > drawn[0].version  # the dealer went on


ROWS = (
    '<p data-version="{{ version }}">at</p>'
    '{% part "one" %}1{% endpart %}and{% part "two" %}2{% endpart %}'
)


def test_a_fragment_is_whole_at_first() -> None:
    assert fragment(ROWS, 7).since(None) == (
        '<!--7--><p data-version="7">at</p><div class="part" data-part="one">1</div>'
        'and<div class="part" data-part="two">2</div>'
    )


def test_a_new_version_that_shows_the_same_is_no_change() -> None:
    assert fragment(ROWS, 8).since(fragment(ROWS, 7)) == ""


def test_only_the_part_that_changed_is_sent() -> None:
    new = fragment(ROWS.replace("2{%", "3{%"), 8)
    assert new.since(fragment(ROWS, 7)) == (
        f'<!--8-->{SOME_PARTS}<div class="part" data-part="two">3</div>'
    )


@pytest.mark.parametrize("change", [(">at<", ">on<"), ('"two"', '"three"')])
def test_what_changes_outside_the_parts_sends_all_of_them(change: tuple[str, str]) -> None:
    new = fragment(ROWS.replace(*change), 8)
    assert new.since(fragment(ROWS, 7)) == whole_of(new)


def test_parts_of_a_drawing_are_sent_inside_one(floor: Floor) -> None:
    """Outside an `svg` element a browser would not read them as a drawing."""
    before = in_parts(1, '<svg>\x02chips\x03<g data-part="chips"></g>\x04</svg>')
    new = in_parts(2, '<svg>\x02chips\x03<g data-part="chips"><use/></g>\x04</svg>')
    assert new.since(before) == f'<!--2-->{SOME_PARTS}<svg><g data-part="chips"><use/></g></svg>'


def test_a_stream_in_memory_is_looked_at_without_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What others append is seen as soon as the log is asked again."""
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    table, numbers = f"table/{opened(floor, 'mini-baccarat')}", count()
    other = Runner(floor.log, floor.now_us)
    asked = list[str]()
    read = floor.log.read

    def noted(stream: str, **which: Any) -> list[Entry]:
        asked.append(stream)
        return read(stream, **which)

    monkeypatch.setattr(floor.log, "read", noted)

    def refuse() -> None:
        order = Order(simulated(OpenTable("mini-baccarat")), Role.PATRON, "Ana", f"{next(numbers)}")
        assert other.order(table, order).refused

    before = floor.runner.version(table)
    refuse()
    asked.clear()
    with floor.runner.as_known(table):
        assert floor.runner.version(table) == before
        assert not asked
    assert floor.runner.version(table) == before + 1
    floor.close()


def test_what_is_drawn_of_others_commands_takes_one_look_at_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Results and betting times follow the events that the table itself is brought up to date by,
    and those that were stored here take no look at all."""
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    table, people = opened(floor, "tournament-roulette"), TablePeople(random.Random("followed"))
    other = TableViews(floor.settings, floor.log, floor.now_us)
    viewer = Viewer(Role.PATRON, patron=PATRONS[0])

    def looked(views: TableViews) -> View:
        views.look(table, lambda found, version: views.betting_times(table, found, version))
        return views.view(table, viewer)

    for number in range(STEPS):
        play_on(floor, table, people, number)
        looked(floor), looked(other)
    monkeypatch.setattr(floor.log, "known_end", lambda _stream: None)  # as where others append
    asked = list[str]()
    read = floor.log.read

    def noted(stream: str, **which: Any) -> list[Entry]:
        asked.append(stream)
        return read(stream, **which)

    play_on(floor, table, people, STEPS)
    monkeypatch.setattr(floor.log, "read", noted)
    with floor.runner.as_known(f"table/{table}"):
        own = looked(floor)
    assert not asked
    with other.runner.unchanged(f"table/{table}"):
        assert looked(other) == own
    assert len(asked) == 1
    assert own == looked(TableViews(floor.settings, floor.log, floor.now_us))
    floor.close()
