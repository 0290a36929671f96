"""What somebody outside the table is owed: since when, sent when, by whom, what waits for it."""

from __future__ import annotations

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games.casino_war import state as war
from houseway.games.preparing import TakeAsPrepared
from houseway.games.seven_up_baccarat import state as seven
from houseway.games.seven_up_baccarat import state as seven_up
from houseway.games.three_card_baccarat import vocabulary as three
from houseway.rulebook.roles import Role, Signature
from houseway.table.people import RecordNotification
from houseway.table.rulings import owed
from houseway.table.vocabulary import CloseTable
from tests.table.floor import Floor

BOTH = ["surveillance", "inspector"]


def told(floor: Floor) -> list[tuple[str, str, int, Signature | None]]:
    return [(each.to, each.about, each.due_us, each.sent) for each in floor.table.notifications]


def test_two_offices_are_told_of_missing_cards_before_betting_opens_again() -> None:
    """7-Up Baccarat 12.8.4: reading A-04; a table does not close over it (P-03)."""
    floor = Floor("seven-up-baccarat")
    floor.at_us = 10
    floor.did("Chen", seven.ReportMissingCards((Card("As"),)))
    assert told(floor) == [(office, "the cards", 10, None) for office in BOTH]
    assert floor.refused("Dora", CloseTable()) == ("notification_owed", "12.8.4")
    floor.did("Chen", seven.VerifyDecks((), ""))
    floor.did("Chen", TakeAsPrepared())
    assert floor.refused("Chen", c.OpenBetting()) == ("notification_owed", "12.8.4")
    floor.at_us = 20
    floor.did("Dora", seven_up.Notify("surveillance", "the cards"))
    assert floor.refused("Chen", c.OpenBetting()) == ("notification_owed", "12.8.4")
    floor.at_us = 30
    floor.did("Eli", RecordNotification("inspector", "the cards", "telephone"))
    dora = Signature("Dora", Role.GAMING_SUPERVISOR, 20)
    eli = Signature("Eli", Role.GAMING_SUPERVISOR, 30)
    assert told(floor) == [
        ("surveillance", "the cards", 10, dora),
        ("inspector", "the cards", 10, eli),
    ]
    assert [each.means for each in floor.table.notifications] == ["", "telephone"]
    floor.did("Chen", c.OpenBetting())


def test_an_inspector_is_told_of_a_void_device() -> None:
    """7-Up Baccarat 4.5: reading A-04."""
    floor = Floor("seven-up-baccarat")
    floor.table.staff["Gus"] = Role.GAMING_MANAGER
    floor.did("Gus", seven.VoidDevice("the order became known"), Role.GAMING_MANAGER)
    (waiting,) = owed(floor.table)
    assert (waiting.to, waiting.about, waiting.clause) == (
        "inspector", "the void device", floor.cite("4.5"),
    )  # fmt: skip
    floor.did("Dora", RecordNotification("inspector", "the void device"))
    assert owed(floor.table) == ()


def test_the_restriction_of_super_sevens_follows_its_notifications() -> None:
    """7-Up Baccarat 10.2.1: both are sent before it starts, though nobody owed them before."""
    floor = Floor("seven-up-baccarat")
    floor.table.staff["Gus"] = Role.GAMING_MANAGER
    restrict = seven_up.RestrictSuperSevens()
    floor.did("Dora", seven_up.PutUpRestrictionSign())
    for office in BOTH:
        missing = floor.refused("Gus", restrict, Role.GAMING_MANAGER)
        assert missing == ("notification_owed", "10.2.1")
        floor.did("Dora", RecordNotification(office, "the restriction"))
    floor.did("Gus", restrict, Role.GAMING_MANAGER)
    assert [each.to for each in floor.table.notifications] == BOTH
    assert owed(floor.table) == ()


def test_who_may_send_is_the_games_to_say() -> None:
    """7-Up Baccarat 12.8.4: a casino supervisor sends it (reading A-03), a dealer may not."""
    floor = Floor("seven-up-baccarat")
    floor.did("Chen", seven.ReportMissingCards((Card("As"),)))
    record = RecordNotification("inspector", "the cards")
    assert floor.refused("Chen", record) == ("role_may_not", "12.8.4")
    nobody = RecordNotification("inspector", "the void device")
    assert floor.refused("Dora", nobody) == ("nothing_owed", "4.5")


def test_casino_war_tells_surveillance_and_an_inspector() -> None:
    """Casino War 11.17.4: reading A-04."""
    floor = Floor("casino-war")
    floor.at_us = 10
    floor.did("Chen", war.ReportMissingCard())
    assert told(floor) == [(office, "the cards", 10, None) for office in BOTH]
    assert floor.refused("Dora", CloseTable())[0] == "notification_owed"
    floor.at_us = 20
    floor.did("Chen", war.SendNotification("inspector"))
    floor.did("Dora", RecordNotification("surveillance", "the cards"))
    assert owed(floor.table) == ()
    assert [each.sent.at_us for each in floor.table.notifications if each.sent] == [20, 20]


def test_three_card_baccarat_owes_nothing_but_keeps_what_was_told() -> None:
    """Three Card Baccarat 12.13: reading 3C-19."""
    floor = Floor("three-card-baccarat")
    floor.did("Chen", three.ReportMissingCard("a king is missing"))
    assert floor.table.notifications == []
    floor.at_us = 20
    floor.did("Chen", three.Notify("inspector"))
    assert told(floor) == [("inspector", "the cards", 20, Signature("Chen", Role.DEALER, 20))]


@pytest.mark.parametrize("slug", ["mini-baccarat", "tournament-pai-gow"])
def test_whatever_else_somebody_was_told_is_on_record(slug: str) -> None:
    """Reading P-03: a notification that nobody owed was due when it was sent."""
    floor = Floor(slug)
    floor.at_us = 20
    floor.did("Chen", RecordNotification("surveillance", "a brawl", "radio"))
    (kept,) = floor.table.notifications
    assert (kept.due_us, kept.means, kept.clause) == (20, "radio", None)
    assert owed(floor.table) == ()
