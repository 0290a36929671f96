"""Live streams from a real server: full state first, then every change once, whatever breaks."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from houseway.games import commands as c
from houseway.games.preparing import TakeAsPrepared
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor, now_us
from houseway.service.live.boards import Board
from houseway.service.live.fragments import Shown, topic_of
from houseway.service.live.parts import Rendered
from houseway.service.live.sse import MISSED_AT_MOST, cursor_of, message
from houseway.service.settings import Settings
from houseway.table.view import Viewer
from tests.offices import opening_of
from tests.service.apps import application
from tests.service.conftest import HASH
from tests.service.server import Serving, process, serving, stream
from tests.waiting import PATIENCE, wait_until

TABLE = "table/1"


def give(floor: Floor, command: c.Command, by: Role = Role.DEALER, at: str = TABLE) -> None:
    key = f"key {floor.runner.version(at)} {threading.get_ident()}"
    assert floor.runner.order(at, Order(command, by, "Eli", key)).refused is None


def refuse(floor: Floor, times: int) -> None:
    """The quickest way to make a table's log longer: orders that are refused."""
    for _ in range(times):
        at = floor.runner.version(TABLE)
        order = Order(c.OpenBetting(), Role.PATRON, "Ana", f"refused {at}")
        assert floor.runner.order(TABLE, order).refused


def furnish(floor: Floor) -> None:
    for name, role in (("Ana", Role.PATRON), ("Eli", Role.DEALER)):
        floor.desk.create_hashed(Account(name, role), HASH, None)
    for name in (TABLE, "table/2"):
        give(floor, opening_of("mini-baccarat"), Role.GAMING_SUPERVISOR, name)
        give(floor, TakeAsPrepared(), at=name)


def token_of(floor: Floor, name: str = "Eli") -> str:
    account = floor.desk.accounts.find(name)
    assert account is not None
    return floor.desk.sessions.begin(account)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    settings = Settings(folder=str(tmp_path_factory.mktemp("live")), heartbeat_seconds=0.2)
    with serving(settings) as server:
        furnish(server.floor)
        yield server


def test_the_first_message_is_the_full_state(served: Serving) -> None:
    token = token_of(served.floor)
    with stream(served.url, "/api/events?tables=1,2", token) as live:
        first, second = live.next(), live.next()
    assert first is not None
    assert second is not None
    assert (first.event, first.json["since"]) == ("state", None)
    assert first.json["view"]["document"] == "mini-baccarat"
    assert cursor_of(second.id) == {
        name: served.floor.runner.version(name) for name in (TABLE, "table/2")
    }


def test_a_change_is_told_once_with_its_view(served: Serving) -> None:
    with stream(served.url, "/api/events?tables=1", token_of(served.floor)) as live:
        first = live.next()
        assert first is not None
        refuse(served.floor, 1)
        told = live.next()
    assert told is not None
    assert told.event == "change"
    assert [each["version"] for each in told.json["since"]] == [first.json["version"] + 1]
    assert told.json["view"]["version"] == first.json["version"] + 1


def test_a_client_that_comes_back_is_told_what_it_missed_and_nothing_twice(served: Serving) -> None:
    floor, token = served.floor, token_of(served.floor)
    with stream(served.url, "/api/events?tables=1", token) as live:
        first = live.next()
    assert first is not None
    refuse(floor, 7)
    with stream(served.url, "/api/events?tables=1", token, first.id) as live:
        back = live.next()
        assert back is not None
        refuse(floor, 1)
        after = live.next()
    assert after is not None
    start = first.json["version"]
    assert back.event == "state"
    assert [each["version"] for each in back.json["since"]] == list(range(start + 1, start + 8))
    assert [each["version"] for each in after.json["since"]] == [start + 8]


def test_no_gap_and_no_double_while_somebody_writes_and_the_line_breaks(served: Serving) -> None:
    floor, token = served.floor, token_of(served.floor)
    start = floor.runner.version(TABLE)
    writer = threading.Thread(target=refuse, args=(floor, 120))
    last, told = f"{TABLE}={start}", list[int]()
    writer.start()
    for _ in range(200):  # connections; each takes a few messages and is cut
        with stream(served.url, "/api/events?tables=1", token, last) as live:
            for _ in range(3):
                if told and told[-1] == start + 120:
                    break
                got = live.next()
                assert got is not None
                told += [each["version"] for each in got.json["since"]]
                last = got.id
        if told and told[-1] == start + 120:
            break
    writer.join()
    assert told == list(range(start + 1, start + 121))


@pytest.mark.parametrize("last", ["table/1=999999999", "table/1=x", "nonsense", "table/9=3", "=;="])
def test_a_cursor_that_cannot_be_gets_the_state(served: Serving, last: str) -> None:
    with stream(served.url, "/api/events?tables=1", token_of(served.floor), last) as live:
        first = live.next()
    assert first is not None
    assert first.json["since"] is None
    assert first.json["version"] == served.floor.runner.version(TABLE)


def test_who_missed_too_much_starts_from_the_state(served: Serving) -> None:
    refuse(served.floor, MISSED_AT_MOST + 1 - served.floor.runner.version(TABLE))
    now = served.floor.runner.version(TABLE)
    for after, told in ((now - MISSED_AT_MOST, MISSED_AT_MOST), (now - MISSED_AT_MOST - 1, None)):
        last = f"{TABLE}={after}"
        with stream(served.url, "/api/events?tables=1", token_of(served.floor), last) as live:
            first = live.next()
        assert first is not None
        since = first.json["since"]
        assert (len(since) if since is not None else None) == told


def test_a_revoked_session_loses_its_streams_and_no_other(served: Serving) -> None:
    ana, eli = token_of(served.floor, "Ana"), token_of(served.floor)
    with (
        stream(served.url, "/api/events?tables=1", ana) as hers,
        stream(served.url, "/api/events?tables=1", eli) as his,
    ):
        hers.next()
        his.next()
        served.floor.desk._end_all("Ana")
        assert hers.next() is None
        refuse(served.floor, 1)
        assert his.next() is not None


def test_a_stream_ends_with_its_session_also_where_the_table_never_rests(tmp_path: Path) -> None:
    """Something happens before every heartbeat, so that none comes; the session is over by time."""
    settings, ahead = Settings(folder=str(tmp_path), heartbeat_seconds=1.0), [0]
    with application(settings, lambda: now_us() + ahead[0]) as app:
        server = Serving(app)
        server.start()
        try:
            furnish(server.floor)
            with stream(server.url, "/api/events?tables=1", token_of(server.floor)) as live:
                assert live.next() is not None
                ahead[0] = settings.longest_us

                def is_over() -> bool:
                    refuse(server.floor, 1)
                    return live.next() is None

                wait_until("the end of the stream with its session", is_over)
        finally:
            server.stop()


def test_a_page_gets_fragments_under_the_names_of_their_topics(served: Serving) -> None:
    floor, asked = served.floor, ("step:1", "tables")
    viewer = Viewer(Role.DEALER)
    with stream(served.url, f"/events?topics={','.join(asked)}", token_of(floor)) as live:
        got = [live.next(), live.next()]
    for name, sent in zip(asked, got, strict=True):
        topic = topic_of(name, floor.pages.fragments)
        html = floor.renderer.fragment(floor, topic, viewer).since(None)
        assert sent is not None
        assert (sent.event, sent.data) == (name, "\n".join(html.splitlines()))


REFUSED = [
    ("/events?topics=step:1", "", 401),
    ("/api/events?tables=1", "", 401),
    ("/events?topics=nothing:1", "Eli", 404),
    ("/events?topics=step", "Eli", 404),
    ("/events?topics=tables:1", "Eli", 404),
    ("/events?topics=step:99", "Eli", 404),
    ("/api/events?tables=99", "Eli", 404),
    ("/events", "Eli", 400),
]


@pytest.mark.parametrize(("path", "name", "status"), REFUSED)
def test_a_stream_that_may_not_be_is_refused_in_the_one_shape(
    served: Serving, path: str, name: str, status: int
) -> None:
    token = token_of(served.floor, name) if name else ""
    headers = {"cookie": f"__Host-houseway={token}"}
    answer = httpx.get(served.url + path, headers=headers)
    assert answer.status_code == status
    assert set(answer.json()) == {"code", "clause", "sentence"}


def test_a_closed_stream_is_let_go(served: Serving) -> None:
    with stream(served.url, "/api/events?tables=2", token_of(served.floor)) as live:
        live.next()
        assert served.floor.hub.watchers >= 1
    hub = served.floor.hub
    wait_until("the end of the stream", lambda: hub.watchers == 0, lambda: hub.watchers)


def test_a_change_that_is_heard_of_twice_is_drawn_once() -> None:
    """A process hears of its own changes again where the log is shared with others."""
    board = Board("table/1", felts=False)
    board.ask(7, 1.0)
    assert board.due
    board.end({}, board.begin(2.0))
    board.ask(7, 3.0)
    assert not board.due
    board.ask(0, 4.0)  # not from the log: it has no version
    assert board.due
    board.end({}, board.begin(5.0))
    assert not board.due


def test_a_board_waits_since_the_first_change_that_is_not_drawn() -> None:
    """What comes while it is drawn, and is seen, has not waited; what is not seen has."""
    board = Board("table/1", felts=True)
    board.ask(1, 10.0)
    board.ask(2, 11.0)
    begun = board.begin(12.0)
    assert begun.waited_since == 10.0
    board.ask(3, 13.0)
    board.end(drawn_at(3), begun)
    board.ask(4, 15.0)
    begun = board.begin(16.0)
    assert begun.waited_since == 15.0
    board.ask(5, 17.0)
    board.end(drawn_at(4), begun)
    assert board.begin(19.0).waited_since == 17.0


def drawn_at(version: int) -> dict[Shown, Rendered]:
    return {("felt:1", Viewer(Role.PATRON)): Rendered(version, ("",), {})}


@pytest.mark.parametrize(("version", "due"), [(8, True), (9, False)])
def test_a_change_while_it_is_drawn_is_drawn_unless_it_was_seen(version: int, due: bool) -> None:
    board = Board("table/1", felts=False)
    board.ask(8, 1.0)
    begun = board.begin(2.0)
    board.ask(9, 3.0)
    board.end(drawn_at(version), begun)
    assert board.due is due


def test_every_line_of_a_fragment_is_a_line_of_its_message() -> None:
    sent = message("step:1", "one\ntwo\r\nevent: forged", {TABLE: 3}).decode()
    assert sent == ("id: table/1=3\nevent: step:1\ndata: one\ndata: two\ndata: event: forged\n\n")


def test_the_server_stops_with_open_streams(tmp_path: Path) -> None:
    """A stop does not wait for those who watch: their streams end, and the process exits well."""
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    furnish(floor)
    token = token_of(floor)
    floor.close()
    with process(tmp_path) as (running, url), stream(url, "/api/events?tables=1", token) as live:
        assert live.next() is not None
        running.send_signal(signal.SIGTERM)
        assert live.next() is None
        assert running.wait(PATIENCE) in (0, -signal.SIGTERM)
