"""A secret that was swapped or lost while the house was closed: the table stops, and people see it.

Nothing is dealt from another secret. Supervisors and the inspector are alerted, the log has it
once, and neither the secret nor what was put in its place is on any page or in any log.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from houseway.chains import Chains
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.table.faces import awaits_house
from houseway.virtual import MISSING, WRONG, House
from tests.offices import opening_of
from tests.service.conftest import House as Served
from tests.service.test_dealing import STREAM, kinds
from tests.waiting import wait_until

FORGED = "5e" * 32
WAKE_UPS = 100
REFUSED = "the rules refused RevealSeed: not_the_seed"


class Closed:
    """A house that was closed with a secret in use, which the house needs next."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        floor = Floor(settings, registry.load())
        opening = opening_of("mini-baccarat", virtual=True)
        order = Order(opening, Role.GAMING_SUPERVISOR, "Dora", "open")
        assert floor.runner.order(STREAM, order).refused is None
        assert floor.house.step(STREAM)
        table = floor.runner.table(STREAM)
        assert awaits_house(table.game.awaits(table.play))
        floor.close()
        (self.file,) = (Path(settings.folder) / "secrets").iterdir()
        self.secret = self.file.read_text(encoding="utf-8")

    def swap(self, content: str | None) -> None:
        if content is None:
            self.file.unlink()
        else:
            self.file.write_text(content, encoding="utf-8")


@pytest.fixture
def closed(settings: Settings) -> Closed:
    return Closed(settings)


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as made:
        yield made


def opened(closed: Closed, stack: ExitStack) -> Served:
    """The house opens again, and looks at the table until it has stopped."""
    house = Served(stack, closed.settings)
    wait_until("the end of dealing", lambda: "DealingStopped" in kinds(house.floor))
    return house


def woken(house: Served, times: int) -> None:
    for _ in range(times):
        house.floor.dealing.wake_all()
        wait_until("dealing at rest", lambda: house.floor.dealing.at_rest)


SEEN_BY = {
    "Dora": ("/pit", "/pit/1", "/tables/1", "/fair/1", "/wall/1", "/api/tables/1"),
    "Ivy": ("/inspect", "/inspect/log?table=1", "/inspect/log?kind=DealingStopped", "/fair/1",
            "/inspect/tables/1", "/inspect/proof", "/inspect/files", "/api/tables/1"),
    "Ana": ("/play/1", "/fair/1", "/tables/1", "/api/tables/1"),
}  # fmt: skip
ALERTED = {("Dora", "/pit"), ("Dora", "/pit/1"), ("Ivy", "/inspect"), ("Ivy", "/fair/1")}


@pytest.mark.parametrize(("content", "reason"), [(FORGED, WRONG), ("", WRONG), (None, MISSING)])
def test_a_swapped_secret_stops_the_table_and_alerts_pit_and_inspector(
    closed: Closed, stack: ExitStack, caplog: pytest.LogCaptureFixture,
    content: str | None, reason: str,
) -> None:  # fmt: skip
    closed.swap(content)
    with caplog.at_level(logging.DEBUG):
        house = opened(closed, stack)
        woken(house, WAKE_UPS)

        for name, paths in SEEN_BY.items():
            client = house.as_(name)
            for path in paths:
                answer = client.get(path, headers={"accept": "text/html"})
                assert answer.status_code == 200, (name, path)
                if (name, path) in ALERTED:
                    assert f"dealing has stopped: {reason}" in answer.text.lower(), (name, path)
                assert closed.secret not in answer.text
                assert FORGED not in answer.text

    found = kinds(house.floor)
    assert found.count("DealingStopped") == 1
    assert found[-1] == "DealingStopped"
    assert "CardDealt" not in found
    for entry in house.floor.log.read(STREAM):
        assert closed.secret.encode() not in entry.body
        assert FORGED.encode() not in entry.body
    assert closed.secret not in caplog.text
    assert FORGED not in caplog.text
    assert caplog.text.count("the house cannot deal at table/1") == 1


def test_a_table_that_was_stopped_stays_so_when_the_house_opens_again(closed: Closed) -> None:
    closed.swap(FORGED)
    with ExitStack() as stack:
        opened(closed, stack)
    floor = Floor(closed.settings, registry.load())
    for _ in range(WAKE_UPS):
        assert floor.house.deal(STREAM) == 0
    assert kinds(floor).count("DealingStopped") == 1
    floor.close()


def test_a_refused_reveal_stops_the_table_once(
    closed: Closed, stack: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check that failed to notice the wrong secret: the rules refuse it, and nothing loops."""
    monkeypatch.setattr(Chains, "secret", lambda *_: FORGED)
    revealing = House._revealing
    monkeypatch.setattr(House, "_dealing", lambda *given: revealing(*given[:3]))

    house = opened(closed, stack)
    woken(house, WAKE_UPS)

    found = kinds(house.floor)
    assert found.count("DealingStopped") == 1
    assert "OrderRefused" not in found
    assert not any(FORGED.encode() in each.body for each in house.floor.log.read(STREAM))
    assert REFUSED in house.as_("Ivy").get("/inspect").text
    assert REFUSED in house.as_("Dora").get("/pit").text
