"""Alerts: raised by facts, acknowledged by a person, and kept with who did."""

from __future__ import annotations

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.commands import AuthoriseVoid
from houseway.games.malfunction import (
    ReportMalfunction,
    TransferCards,
)
from houseway.games.mini_baccarat.state import ReportPlacementError
from houseway.rulebook.roles import Role, Signature
from houseway.store import codec
from houseway.table.alerts import AcknowledgeAlert, CheckCardsAfterGaming
from houseway.table.money import OpenFloat
from houseway.table.vocabulary import CloseTable, PutUpSign, TakeDownSign
from tests.table.floor import Floor, played


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


def kinds(floor: Floor) -> list[tuple[str, bool]]:
    return [(each.kind, each.over) for each in floor.table.alerts]


def test_a_wager_outside_the_limits_is_alerted_until_the_round_is_over() -> None:
    """Mini Baccarat 3.5: above the maximum only the maximum is at risk."""
    floor = Floor("mini-baccarat")
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "banker", 1_500_00))
    (alert,) = floor.table.alerts
    assert alert.text == "Ana has more on banker than the maximum of $1,000"
    assert alert.clause == floor.cite("3.5")
    floor.did("Chen", c.CallNoMoreBets())
    for card in ("9h", "2d", "Kc", "5s"):
        floor.did("Chen", c.DealCard(Card(card)))
    floor.did("Chen", c.SettleWagers())
    assert kinds(floor) == [("limits", False)]
    floor.did("Chen", c.CollectCards())
    assert kinds(floor) == [("limits", True)]


def test_a_round_that_is_held_and_then_void_is_alerted_twice() -> None:
    """Mini Baccarat 12.4: held until a supervisor has ruled."""
    floor = Floor("mini-baccarat")
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "banker", 100_00))
    floor.did("Chen", c.CallNoMoreBets())
    floor.did("Chen", c.DealCard(Card("9h")))
    floor.did("Chen", ReportPlacementError())
    assert kinds(floor) == [("held", False)]
    floor.did("Dora", AuthoriseVoid())
    assert kinds(floor) == [("held", True), ("void", False)]


def test_a_malfunction_is_alerted_until_the_game_goes_on() -> None:
    """7-Up Baccarat 13.1 to 13.4: between coups the cards go to another device."""
    floor = Floor("seven-up-baccarat")
    floor.did("Chen", ReportMalfunction())
    assert kinds(floor) == [("malfunction", False)]
    floor.did("Dora", TransferCards(312))
    assert kinds(floor) == [("malfunction", True)]


def test_what_closing_leaves_open_is_alerted() -> None:
    """Mini Baccarat 2.5: the check after gaming; and a float that is $5 short."""
    floor = Floor("mini-baccarat")
    many = len(floor.table.play.chips.denominations)
    full = (10, *([0] * (many - 1)))
    floor.did("Dora", OpenFloat(full, ("Dora", "Eli")))
    played(floor, cards="9h 2d Kc 5s", wager=("banker", 5_00))
    floor.did("Ana", c.LeaveTable("Ana"))
    floor.did("Dora", CloseTable(full, ("Dora", "Eli")))  # the $5 that Ana lost is not there
    assert kinds(floor) == [("float", False), ("second check", False)]
    assert floor.table.alerts[0].text == "the count at closing differs by -$5"
    floor.did("Chen", CheckCardsAfterGaming())
    assert kinds(floor)[1] == ("second check", True)
