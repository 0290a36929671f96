"""Secrets of a whole run are known to the test, and looked for in everything that the run left."""

from __future__ import annotations

import logging
import re
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import httpx
import pytest

from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR, Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from tests.offices import opening_of
from tests.service.conftest import HASH, PASSWORD, House
from tests.service.page_forms import form_on, secret_on
from tests.service.server import free_port, wait_for
from tests.waiting import PATIENCE

TYPED_WRONG = "not the password, but nearly"
NEW = "a wholly new secret one"
IN_NAME = "typed where the name belongs"
# Where a secret may lie: the file that is there to keep it, readable by its owner alone.
KEEPERS = {"cookie": "cookie.secret", "seed": "secrets", "key": "house.key"}


class Run:
    """A house that was open for a while, what it printed, and the secrets that it met."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.secrets: dict[str, str] = {}
        self.printed = b""

    def client(self, url: str) -> httpx.Client:
        client = httpx.Client(base_url=url, follow_redirects=True)
        client.headers["x-csrftoken"] = client.get("/healthz").cookies["csrf"]
        return client


def furnished(folder: Path) -> None:
    floor = Floor(Settings(folder=str(folder)), registry.load())
    for name, office in (("Ana", Role.PATRON), ("Eli", Role.DEALER), ("Chen", ADMINISTRATOR)):
        floor.desk.create_hashed(Account(name, str(office)), HASH, None)
    order = Order(opening_of("casino-war", virtual=True), Role.GAMING_SUPERVISOR, "Dora", "k")
    assert floor.runner.order("table/1", order).refused is None
    floor.close()


def used(run: Run, url: str) -> None:
    """Everything in the service that has to do with a secret, also what goes wrong."""
    with closing(run.client(url)) as ana, closing(run.client(url)) as chen:
        signed_in(run, ana, chen)


def signed_in(run: Run, ana: httpx.Client, chen: httpx.Client) -> None:
    for name, word in (("Ana", TYPED_WRONG), (IN_NAME, PASSWORD), ("Ana", PASSWORD)):
        answer = ana.post("/api/session", json={"name": name, "password": word})
    assert answer.status_code == 200
    form = {"old": PASSWORD, "new": NEW, "again": NEW}
    assert form_on(ana.get("/me"), "/me/password").press(ana, **form).status_code == 200
    chen.post("/api/session", json={"name": "Chen", "password": PASSWORD})
    device = {"id": "shoe-1", "kind": "shoe", "table": "1"}
    run.secrets["device"] = chen.post("/api/devices", json=device).json()["token"]
    asked = {"name": "script", "password": PASSWORD, "commands": True}
    run.secrets["token"] = chen.post("/api/tokens", json=asked).json()["token"]
    for text in (run.secrets["token"], f"hwp_{'0' * 16}_{'x' * 43}"):
        httpx.get(f"{chen.base_url}/api/tables", headers={"authorization": f"Bearer {text}"})
    change = form_on(chen.get("/people"), "/people/Eli")
    run.secrets["made"] = secret_on(change.press(chen, what="password", value=""))
    for path, bearer in (("shoe-1", run.secrets["device"]), ("shoe-2", TYPED_WRONG)):
        given = {"authorization": f"Bearer {bearer}"}
        ana.post(f"/api/devices/{path}/facts", json={"key": "k"}, headers=given)
    ana.post("/api/tables/1/commands", content=b'{"key": "')
    ana.get("/nowhere", params={"password": "in the address"})
    run.secrets |= {"ana": ana.cookies["houseway"], "chen": chen.cookies["houseway"]}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    run = Run(tmp_path_factory.mktemp("secrets") / "house")
    furnished(run.folder)
    port = free_port()
    command = [sys.executable, "-m", "houseway", "serve", "--plain-cookies", "--no-demo"]
    serving = subprocess.Popen(
        [*command, "--port", str(port), "--folder", str(run.folder)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        wait_for(f"http://127.0.0.1:{port}", lambda: serving.poll() is not None)
        used(run, f"http://127.0.0.1:{port}")
        serving.send_signal(signal.SIGTERM)
        run.printed, _ = serving.communicate(timeout=PATIENCE)
    finally:
        if serving.poll() is None:
            serving.kill()
            serving.communicate()
    run.secrets |= {
        "password": PASSWORD, "wrong": TYPED_WRONG, "new": NEW, "name": IN_NAME,
        "address": "in the address",
        "cookie": (run.folder / "cookie.secret").read_text(encoding="utf-8"),
    }  # fmt: skip
    seeds = [each for each in (run.folder / "secrets").rglob("*") if each.is_file()]
    assert seeds
    run.secrets["seed"] = max(
        re.findall(r"[0-9a-f]{32,}", seeds[0].read_text(encoding="utf-8")), key=len
    )
    return run


def test_nothing_that_is_printed_tells_a_secret(run: Run) -> None:
    assert b"the house is open" in run.printed
    for what, secret in run.secrets.items():
        assert secret.encode() not in run.printed, what


def test_no_file_of_the_house_tells_a_secret_but_the_one_that_keeps_it(run: Run) -> None:
    files = [each for each in run.folder.rglob("*") if each.is_file()]
    assert {"floor.db", "access.db", "cookie.secret", "house.key"} <= {each.name for each in files}
    for path in files:
        content = path.read_bytes()
        for what, secret in run.secrets.items():
            keeper = KEEPERS.get(what)
            if keeper is None or keeper not in path.relative_to(run.folder).parts:
                assert secret.encode() not in content, (what, path.name)


def test_what_keeps_a_secret_is_its_owner_s_alone(run: Run) -> None:
    keepers = {*KEEPERS.values(), "access.db", "access.db-wal", "access.db-shm"}
    found = [each for each in run.folder.rglob("*") if each.is_file()]
    kept = [each for each in found if keepers & set(each.relative_to(run.folder).parts)]
    assert len(kept) >= len(KEEPERS) + 1
    for path in kept:
        assert path.stat().st_mode & 0o077 == 0, path.name


def test_a_failure_of_ours_is_noted_without_what_was_typed(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_accounts: object, _name: str) -> None:
        raise RuntimeError("the store is on fire")

    monkeypatch.setattr(type(house.floor.desk.accounts), "find_with_hash", broken)
    with caplog.at_level(logging.DEBUG):
        answer = house.browser().sign_in("Ana", TYPED_WRONG)
    assert (answer.status_code, answer.json()["code"]) == (500, "our_mistake")
    assert "on fire" in caplog.text
    assert TYPED_WRONG not in caplog.text
