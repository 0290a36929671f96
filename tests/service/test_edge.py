"""Malformed input is answered with 400 on every route, and no name, number or path breaks one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from houseway.service.live.hub import MOST_OF_AN_ADDRESS, Asker
from houseway.service.live.sse import message
from houseway.service.settings import Settings
from tests.service.conftest import Client, House

ORDERS = "/api/tables/1/commands"
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        found = House(stack, Settings(folder=str(tmp_path_factory.mktemp("edge") / "house")))
        found.open_table()
        yield found


@pytest.fixture(scope="module")
def ana(house: House) -> Client:
    return house.as_("Ana")


@pytest.fixture(scope="module")
def ivy(house: House) -> Client:
    return house.as_("Ivy")


@pytest.mark.parametrize("bad", [b"\xff", b"\xc0\x80", b"\\u0000", b"\\ud800"])
@pytest.mark.parametrize(
    "path", [ORDERS, "/api/session", "/api/tournaments/1/commands", "/api/promotions/1/commands"]
)
def test_a_text_that_is_none_is_not_understood(ana: Client, path: str, bad: bytes) -> None:
    """A byte that is not UTF-8, a NUL or half a character is 400 on every route, never 500."""
    body = b'{"key": "k%b", "name": "x%b", "password": "y", "command": {"type": "z"}}' % (bad, bad)

    answer = ana.send("POST", path, content=body, headers=JSON)

    assert answer.status_code == 400, answer.text


@pytest.mark.parametrize("path", ["/sign-in", "/me/password"])
def test_a_nul_in_a_form_is_not_understood(ana: Client, path: str) -> None:
    """The forms of pages are held to the same as the API."""
    form = {"content-type": "application/x-www-form-urlencoded"}

    answer = ana.send("POST", path, content=b"name=a%00b&password=c", headers=form)

    assert answer.status_code == 400


@pytest.mark.parametrize("key", ["a\x00b", "a\nb", "a\u2028b", "\u202ea"])
def test_a_key_has_no_control_characters(ana: Client, key: str) -> None:
    """One NUL in a key failed the transaction of everybody in the same group commit."""
    answer = ana.order({"type": "OpenBetting"}, key)

    assert answer.status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "/static/%00", f"/static/{'a' * 300}", f"/static/{chr(97) * 5}/%00",
        "/tables/%00", "/tables/%ff",
        f"/inspect/tables/1/at/{2**63}", "/inspect/tables/1/at/99999999",
        f"/inspect/tables/1/rounds/{2**63}", f"/inspect/tables/1/rounds/{'9' * 190}",
        f"/inspect/tables/1/rounds/1/{2**64}", f"/analysis/simulations/{2**70}",
        f"/api/tables/{'a' * 190}", "/api/tables/1/rounds?x=%00",
    ],
)  # fmt: skip
def test_an_address_that_leads_nowhere_is_said_to(ivy: Client, path: str) -> None:
    """No path makes a 500, and every one is answered."""
    answer = ivy.get(path)

    assert answer.status_code in (400, 403, 404, 414), answer.text


def test_what_ends_too_early_in_a_thread_is_answered(house: House) -> None:
    """StopIteration cannot be awaited: a request that met one was never answered."""
    assert house.http.blocking_portal is not None

    with pytest.raises(RuntimeError, match="ended too early"):
        house.http.blocking_portal.call(house.floor.blocking, next, iter(()))


def test_a_live_message_has_no_line_that_its_text_made() -> None:
    """U+2028 and its like end no line of a stream, so the JSON stays whole."""
    claim = "a\u2028b\u2029c\x85d\x0be\x0cf"

    sent = message("state", json.dumps({"claim": claim}, ensure_ascii=False), {}).decode()

    (data,) = (line for line in sent.split("\n") if line.startswith("data: "))
    assert json.loads(data.removeprefix("data: ")) == {"claim": claim}


def test_a_refusal_makes_no_stream(house: House, ana: Client) -> None:
    """A patron who opens tables under new names leaves nothing behind, on disk or in memory."""
    heads, warm = set(house.floor.log.heads()), len(house.floor.runner._warm)

    for number in range(20):
        order = {"type": "OpenTable", "document": "casino-war"}
        assert ana.order(order, "k", table=f"new-{number}").status_code == 403
        assert ana.get(f"/api/tables/none-{number}").status_code == 404

    assert set(house.floor.log.heads()) <= heads | {"people"}
    assert len(house.floor.runner._warm) == warm


def test_too_many_streams_are_refused_before_the_answer_begins(house: House) -> None:
    """One stranger has a share of the streams; the next stream is 429 with a body, not a broken
    200, and a wall screen elsewhere still gets in."""
    hub, stranger = house.floor.hub, Asker(None, "testclient")
    with ExitStack() as stack:
        for _ in range(MOST_OF_AN_ADDRESS):
            stack.enter_context(hub.watching(frozenset({"table/1"}), stranger))

        answer = house.browser().get("/events?topics=wall:1")

        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_streams")
        assert answer.headers["retry-after"] == "60"
        stack.enter_context(hub.watching(frozenset({"table/1"}), Asker(None, "203.0.113.9")))
    assert hub.open_streams == 0


def test_pickles_are_read_from_the_house_s_own_process_alone() -> None:
    """Whoever writes a pickle runs code of whoever reads it."""
    sources = Path(__file__).parents[2] / "src" / "houseway"
    found = {
        str(path.relative_to(sources))
        for path in sources.rglob("*.py")
        if re.search(r"\b(pickle|marshal|shelve)\.(loads?|open|Unpickler)\b",
                     path.read_text(encoding="utf-8"))
    }  # fmt: skip
    assert found == {"service/consoles/analyst/counting.py"}
