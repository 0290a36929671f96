"""What supervisors of gaming systems want on record, row by row: done once, found once in the log.

The rows are those that standards for such systems name: who came and went, what was refused, what
was changed and by whom, what was undone, and that the house itself started, stopped and was looked
at. Each fact has its time, its actor and the office that the actor held.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import msgspec
import pytest
from litestar.testing import TestClient

from houseway.rulebook.roles import Role
from houseway.service.access.accounts import Account
from houseway.service.app import BY_ITSELF
from houseway.service.background import self_check
from houseway.service.floor import Floor, now_us
from houseway.service.settings import Settings
from houseway.software import manifest
from houseway.store.log import Entry, every_entry
from houseway.store.seals import last_seal
from tests.service.apps import application
from tests.service.conftest import HASH, OPEN, House
from tests.service.coup import open_table, play
from tests.waiting import wait_until

SHOE = {"id": "shoe-1", "kind": "shoe", "table": "1"}
ZOE = {"name": "Zoe", "office": "dealer", "password": "seven grey umbrellas", "tables": ["1"]}
LATER = '{"type":"ReportLaterError","round":1}'
ASK = {"type": "AskCorrection", "order": LATER, "reason": "two cards were changed over"}
CONFIRM = {"type": "ConfirmCorrection", "correction": 1}
LIMITS = {"type": "SetLimits", "minimum": 10_00, "maximum": 1_000_00}


class Row(NamedTuple):
    kind: str
    actor: str
    office: str
    happens: Callable[[House], Any]


def patched(name: str, **change: Any) -> Callable[[House], Any]:
    return lambda house: house.as_("Chen").send("PATCH", f"/api/people/{name}", json=change)


def ordered(name: str, command: dict[str, Any], table: str = "1") -> Callable[[House], Any]:
    return lambda house: house.as_(name).order(command, f"by {name}", table=table)


def failed(times: int) -> Callable[[House], Any]:
    def happens(house: House) -> None:
        client = house.browser()
        for _ in range(times):
            client.sign_in("Ben", "wrong wrong wrong")

    return happens


def after_notice(command: dict[str, Any]) -> Callable[[House], Any]:
    def happens(house: House) -> None:
        dora = house.as_("Dora")
        dora.order({"type": "GiveNotice", "subject": "limits"}, "notice")
        dora.order(command, "after the notice")

    return happens


def after_a_sign(subject: str, command: dict[str, Any]) -> Callable[[House], Any]:
    """What needs a sign that has stood for twenty minutes first."""

    def happens(house: House) -> None:
        clock = house.app.state.now_us
        due = clock.us + 21 * 60 * 1_000_000
        sign = {"type": "PutUpSign", "subject": subject, "effective_us": due}
        dora = house.as_("Dora")
        dora.order(sign, "sign")
        clock.us = due
        dora.order(command, "after the sign")

    return happens


def device_revoked(house: House) -> None:
    chen = house.as_("Chen")
    chen.post("/api/devices", SHOE)
    chen.post("/api/devices/shoe-1/revoke")


def corrected(house: House) -> None:
    house.as_("Dora").order(ASK, "ask")
    house.as_("Gita").order(CONFIRM, "yes")


def looked_at(house: House) -> None:
    house.floor.self_check.look()


def closed(house: House) -> None:
    house.floor.self_check.look()
    house.floor.self_check.stop()


def altered(house: House) -> None:
    check = house.floor.self_check
    other = msgspec.structs.replace(manifest(), files={"games/gone.py": "00"})
    check._record.approve(other, actor="Chen", office="administrator", reason="another release")
    check.look()


ROWS = {
    "somebody signs in": Row("SignedIn", "Ana", "patron", lambda house: house.as_("Ana")),
    "somebody signs out": Row(
        "SignedOut", "Ana", "patron", lambda house: house.as_("Ana").send("DELETE", "/api/session")
    ),
    "a sign-in fails": Row("SignInFailed", "houseway", "", failed(1)),
    "too many fail": Row("SignInLocked", "houseway", "", failed(5)),
    "an account is made": Row(
        "AccountCreated", "Chen", "administrator",
        lambda house: house.as_("Chen").post("/api/people", ZOE),
    ),
    "an office is changed": Row(
        "OfficeChanged", "Chen", "administrator", patched("Eli", office="supervisor")
    ),
    "an account is disabled": Row(
        "AccountDisabled", "Chen", "administrator", patched("Eli", disabled=True)
    ),
    "tables are assigned": Row(
        "TablesAssigned", "Chen", "administrator", patched("Eli", tables=["1"])
    ),
    "a device is registered": Row(
        "DeviceRegistered", "Chen", "administrator",
        lambda house: house.as_("Chen").post("/api/devices", SHOE),
    ),
    "a device is revoked": Row("DeviceRevoked", "Chen", "administrator", device_revoked),
    "an office gives an order that it may not": Row(
        "OrderRefused", "Ana", "patron", ordered("Ana", {"type": "CallNoMoreBets"})
    ),
    "the rules refuse an order": Row(
        "OrderRefused", "Eli", "dealer", ordered("Eli", {"type": "SettleWagers"})
    ),
    "an order in somebody else's name": Row(
        "OrderTurnedAway", "Ana", "patron",
        ordered("Ana", {"type": "PlaceWager", "patron": "Ben", "wager": "tie", "amount": 5_00}),
    ),
    "a round begins": Row("BettingOpened", "Eli", "dealer", ordered("Eli", OPEN)),
    "limits are changed": Row(
        "LimitsSet", "Dora", "supervisor", after_notice(LIMITS)
    ),
    "something settled is put right": Row("CorrectionAsked", "Dora", "supervisor", corrected),
    "a round is void": Row("RoundVoided", "Gita", "supervisor", corrected),
    "a table is closed": Row(
        "TableClosed", "Dora", "supervisor", after_a_sign("closing", {"type": "CloseTable"})
    ),
    "the software is looked at": Row("SoftwareVerified", "house", "house", looked_at),
    "the software is not what it was": Row("SoftwareAltered", "house", "house", altered),
    "the house is closed": Row("SoftwareStopped", "house", "house", closed),
}  # fmt: skip


class Clock:
    """The house's own, which a test may put forward."""

    def __init__(self) -> None:
        self.us = now_us()

    def __call__(self) -> int:
        return self.us


@pytest.fixture
def busy(settings: Settings) -> Iterator[House]:
    """Two coups are over at table 1; Gita is a second supervisor."""
    with ExitStack() as stack:
        yield furnished(House(stack, settings, Clock()))


def furnished(house: House) -> House:
    open_table(house.floor.runner, "1")
    play(house.floor.runner, "1")
    play(house.floor.runner, "1")
    house.floor.desk.create_hashed(Account("Gita", str(Role.GAMING_SUPERVISOR)), HASH, None)
    return house


def entries(house: House) -> list[Entry]:
    return list(every_entry(house.floor.log))


@pytest.mark.parametrize("row", ROWS.values(), ids=list(ROWS))
def test_it_is_in_the_log_once_with_time_actor_and_office(busy: House, row: Row) -> None:
    before = entries(busy)
    row.happens(busy)
    new = entries(busy)[len(before) :]
    found = [each for each in new if each.kind == row.kind]
    assert [(each.actor, each.role) for each in found] == [(row.actor, row.office)], Counter(
        each.kind for each in new
    )
    assert found[0].at_us >= before[-1].at_us
    assert busy.floor.log.verify().problems == ()


def occasions(floor: Floor) -> list[str]:
    return [
        msgspec.json.decode(each.body).get("occasion", each.kind)
        for each in floor.log.read("software")
    ]


def test_a_house_that_was_not_closed_is_seen_by_the_next_start(
    settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    for goes_down in (False, True, False):
        with application(settings) as app, TestClient(app):
            floor: Floor = app.state.floor
            floor.self_check.look()
            if goes_down:
                floor.self_check._started = False  # nobody closes it
            seen = occasions(floor)
    assert seen == [
        "SoftwareApproved", "started", "SoftwareStopped", "started", "restarted",
    ]  # fmt: skip
    assert caplog.messages == ["the house before this one went down without being closed"]


def test_an_open_house_seals_and_looks_at_its_software_by_itself(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(self_check, "FIRST_SECONDS", 0.0)
    monkeypatch.setattr(self_check, "LOOK_SECONDS", 0.05)
    with application(settings, by_itself=BY_ITSELF) as app, TestClient(app):
        log = app.state.floor.log
        wait_until(
            "a look at the software, and a seal",
            lambda: "started" in occasions(app.state.floor) and last_seal(log) is not None,
            lambda: list(log.heads()),
        )
