"""Several processes on one log: two servers on PostgreSQL, the same people, the same tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import Account, AccountChange
from houseway.service.access.desk import Desk
from houseway.service.access.sessions import Session
from houseway.service.access.tokens import AccessToken
from houseway.service.settings import MINUTE_US, Settings
from houseway.store.log import LogFailed
from tests.offices import opening_of
from tests.service.conftest import HASH
from tests.service.server import Serving, serving, stream
from tests.service.test_live import TABLE, furnish, refuse, token_of
from tests.store.postgres import Server, running

Both = tuple[Serving, Serving]


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with running(durable=False) as server:
        yield server


@pytest.fixture(scope="module")
def both(postgres: Server, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Both]:
    settings = Settings(
        folder=str(tmp_path_factory.mktemp("shared")),
        database=postgres.new_database("shared"),
        heartbeat_seconds=0.2,
        poll_seconds=0.2,
    )
    with serving(settings) as one, serving(settings) as other:
        furnish(one.floor)
        one.floor.desk.create_hashed(Account("Ben", Role.PATRON), HASH, None)
        yield one, other


def test_an_order_here_is_seen_there(both: Both) -> None:
    here, there = both
    with stream(there.url, "/api/events?tables=1", token_of(here.floor)) as live:
        first = live.next()
        assert first is not None
        refuse(here.floor, 1)
        told = live.next()
    assert told is not None
    assert [each["version"] for each in told.json["since"]] == [first.json["version"] + 1]


def test_a_session_is_good_everywhere_and_its_end_too(both: Both) -> None:
    here, there = both
    token = token_of(here.floor, "Ana")
    with stream(there.url, "/api/events?tables=1", token) as live:
        assert live.next() is not None
        here.floor.desk.sessions.revoke_all("Ana")
        assert live.next() is None
    headers = {"cookie": f"__Host-houseway={token}"}
    assert httpx.get(f"{here.url}/api/session", headers=headers).status_code == 401


def as_seen(worker: Serving, token: str) -> httpx.Response:
    return httpx.get(f"{worker.url}/api/session", headers={"cookie": f"__Host-houseway={token}"})


ENDINGS: dict[str, Callable[[Desk, Session], object]] = {
    "signed out": lambda desk, session: desk.sign_out(session),
    "its sessions revoked": lambda desk, _: desk.sessions.revoke_all("Ben"),
    "everybody signed out": lambda desk, _: desk.sessions.revoke_everybody(but=""),
    "password replaced": lambda desk, session: desk._password_changed(session.account, HASH),
    "account disabled": lambda desk, _: desk.accounts.change("Ben", AccountChange(disabled=True)),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_session_ended_by_one_worker_is_refused_by_the_other_at_once(
    both: Both, ending: str
) -> None:
    """What a worker remembers of a session holds only until another one ends it."""
    here, there = both
    here.floor.desk.accounts.change("Ben", AccountChange(disabled=False))
    token = token_of(here.floor, "Ben")
    session = here.floor.desk.sessions.of_token(token)
    assert session is not None
    assert as_seen(there, token).status_code == 200

    ENDINGS[ending](here.floor.desk, session)

    assert as_seen(there, token).status_code == 401


def test_an_account_changed_by_one_worker_is_seen_by_the_other_at_once(both: Both) -> None:
    here, there = both
    here.floor.desk.accounts.change("Ben", AccountChange(disabled=False, tables=("1",)))
    token = token_of(here.floor, "Ben")
    assert as_seen(there, token).json()["tables"] == ["1"]

    here.floor.desk.accounts.change("Ben", AccountChange(tables=("2",)))

    assert as_seen(there, token).json()["tables"] == ["2"]


def test_a_token_revoked_by_one_worker_is_refused_by_the_other_at_once(both: Both) -> None:
    here, there = both
    here.floor.desk.accounts.change("Ben", AccountChange(disabled=False, tables=()))
    now = here.floor.now_us()
    asked = AccessToken("", "ben", "robot", "patron", (), False, now, now + MINUTE_US)
    text = here.floor.desk.tokens.store.create(asked)
    headers = {"authorization": f"Bearer {text}"}
    assert httpx.get(f"{there.url}/api/session", headers=headers).status_code == 200

    here.floor.desk.tokens.store.revoke_all("Ben")

    assert httpx.get(f"{there.url}/api/session", headers=headers).status_code == 401


def test_one_of_them_deals_at_virtual_tables(both: Both) -> None:
    """Whoever takes the order, the facts come from the one that leads, each once."""
    here, there = both
    opened = Order(opening_of("casino-war", virtual=True), Role.GAMING_SUPERVISOR, "Dora", "open")
    with stream(here.url, "/api/events?tables=1", token_of(here.floor)) as live:
        live.next()
        leader = here if here.floor.leads else there
        follower = there if leader is here else here
        follower.floor.runner.order("table/virtual", opened)
    with stream(follower.url, "/api/events?tables=virtual", token_of(here.floor)) as live:
        kinds = list[str]()
        while "SeedCommitted" not in kinds:
            told = live.next()
            assert told is not None
            kinds = [each.kind for each in follower.floor.log.read("table/virtual")]
    assert (here.floor.leads, there.floor.leads).count(True) == 1
    assert kinds.count("SeedCommitted") == 1


def test_the_same_key_at_both_is_done_once(both: Both) -> None:
    here, there = both
    before = here.floor.runner.version(TABLE)
    order = Order(c.OpenBetting(), Role.PATRON, "Ana", "the same key")
    answers = [each.floor.runner.order(TABLE, order) for each in (here, there)]
    assert [each.receipt.replayed for each in answers] == [False, True]
    assert there.floor.log.heads()[TABLE].version == max(before + 1, answers[0].receipt.version)


def test_a_house_is_ready_again_once_its_database_is(both: Both, postgres: Server) -> None:
    """A proxy sends nothing to a house that is not ready: no order can be what makes it so."""
    here, _ = both
    order = Order(c.OpenBetting(), Role.PATRON, "Ana", "while the database is away")
    postgres.stop()
    with pytest.raises(LogFailed):
        here.floor.rule(TABLE, order)
    assert httpx.get(f"{here.url}/readyz").status_code == 503
    postgres.start()
    assert httpx.get(f"{here.url}/readyz").status_code == 200
    with suppress(LogFailed):  # a connection of before may have been found broken only now
        here.floor.rule(TABLE, order)
    assert here.floor.rule(TABLE, order).refused is not None
    assert httpx.get(f"{here.url}/readyz").status_code == 200


def test_several_workers_need_a_log_that_can_be_shared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from houseway.cli.serve import serve

    assert serve(workers=2, folder=tmp_path) == 2
    assert "postgresql://" in capsys.readouterr().err
