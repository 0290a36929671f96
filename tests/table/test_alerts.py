"""Alerts: raised by facts, acknowledged by a person, and kept with who did."""

from __future__ import annotations

from houseway.games import commands as c
from houseway.rulebook.roles import Role
from houseway.store import codec
from houseway.table.alerts import AcknowledgeAlert
from houseway.table.people_vocabulary import Signature
from houseway.table.vocabulary import PutUpSign, TakeDownSign
from tests.table.floor import Floor


def test_an_alert_stays_until_somebody_has_acknowledged_it() -> None:
    """Mini Baccarat 14.4: the dispute is decided, and the alert still waits to be seen."""
    floor = Floor("mini-baccarat")
    floor.did("Ana", c.RaiseDispute("Ana", "paid short"))
    (alert,) = floor.table.alerts
    assert (alert.kind, alert.over, alert.acknowledged) == ("dispute", False, None)
    floor.table.staff["Gus"] = Role.GAMING_SHIFT_MANAGER
    floor.did("Gus", c.DecideDispute(1, "paid in full"), Role.GAMING_SHIFT_MANAGER)
    assert alert.over
    assert alert.acknowledged is None
    floor.at_us = 30
    floor.did("Dora", AcknowledgeAlert(1))
    assert alert.acknowledged == Signature("Dora", Role.GAMING_SUPERVISOR, 30)


def test_an_alert_is_acknowledged_once_by_somebody_in_charge() -> None:
    floor = Floor("mini-baccarat")
    assert floor.refused("Dora", AcknowledgeAlert(1)) == ("no_such_alert", "")
    floor.did("Ana", c.RaiseDispute("Ana", "paid short"))
    assert floor.refused("Chen", AcknowledgeAlert(1))[0] == "role_may_not"
    floor.did("Dora", AcknowledgeAlert(1))
    assert floor.refused("Finn", AcknowledgeAlert(1)) == ("acknowledged_already", "")


def test_a_sign_is_alerted_until_it_comes_down_and_anew_when_it_is_replaced() -> None:
    """7-Up Baccarat 14.8: the sign about closing stands its time from when it was put up last."""
    floor = Floor("seven-up-baccarat")
    floor.did("Dora", PutUpSign("closing", 0))
    floor.did("Dora", PutUpSign("closing", 0))
    assert [each.over for each in floor.table.alerts] == [True, False]
    floor.did("Dora", TakeDownSign("closing"))
    assert [each.over for each in floor.table.alerts] == [True, True]


def test_alerts_are_in_a_snapshot() -> None:
    floor = Floor("mini-baccarat")
    floor.did("Ana", c.RaiseDispute("Ana", "paid short"))
    floor.did("Dora", AcknowledgeAlert(1))
    kept = codec.decode_state(codec.encode_state(floor.table))
    assert kept is not None
    assert kept.alerts == floor.table.alerts
