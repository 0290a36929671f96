"""Signs as records: content, author, up and down when; personal limits; announcements."""

from __future__ import annotations

import pytest

from houseway.games import commands as c
from houseway.games.house import GiveNotice, GrantPersonalLimit
from houseway.rulebook.roles import Role, Signature
from houseway.table.life import sign_lines
from houseway.table.people import AnnouncementMade, MakeAnnouncement
from houseway.table.vocabulary import PutUpSign, SignPutUp, SignTakenDown, TakeDownSign
from tests.table.floor import Floor

PERSONAL = {
    "mini-baccarat": "3.2",
    "seven-up-baccarat": "6.8",
    "three-card-baccarat": "6.6",
    "casino-war": "6.6",
}
ANAS = "personal limit of Ana"


def test_a_sign_tells_its_words_its_author_and_its_times() -> None:
    """7-Up Baccarat 14.8: reading A-31, the evidence for A-08."""
    floor = Floor("seven-up-baccarat")
    floor.at_us = 10
    (up,) = floor.did("Dora", PutUpSign("closing", 99, "this table closes at eleven"))
    clause = floor.cite("14.8")
    assert up == SignPutUp("closing", "this table closes at eleven", 0, 99, 10, clause, "Dora")
    floor.at_us = 20
    assert floor.did("Eli", TakeDownSign("closing")) == (SignTakenDown("closing", 20, "Eli"),)


@pytest.mark.parametrize("slug", list(PERSONAL))
def test_a_personal_limit_is_in_force_while_its_sign_stands(slug: str) -> None:
    """Mini Baccarat 3.2, 7-Up Baccarat 6.8, Three Card Baccarat 6.6 and Casino War 6.6: reading
    A-29; taken down, the table's own limits hold again."""
    floor, number = Floor(slug), PERSONAL[slug]
    grant = GrantPersonalLimit("Ana", 5_000_00)
    floor.did("Dora", GiveNotice("personal limit"))
    assert floor.refused("Dora", grant) == ("no_sign", number)
    floor.did("Dora", PutUpSign("personal limit of Ben", 0))
    assert floor.refused("Dora", grant) == ("no_sign", number)
    up, _ = floor.did("Dora", PutUpSign(ANAS, 0, "Ana: up to $5,000"))
    assert isinstance(up, SignPutUp)
    assert up.clause == floor.cite(number)
    floor.did("Dora", grant)
    assert floor.table.play.limits.personal == {"Ana": 5_000_00}
    floor.did("Dora", TakeDownSign(ANAS))
    assert floor.table.play.limits.personal == {}
    assert floor.refused("Dora", TakeDownSign(ANAS)) == ("no_such_sign", "")


STAKE = {"seven-up-baccarat": "banker", "three-card-baccarat": "player", "casino-war": "initial"}


@pytest.mark.parametrize("slug", list(STAKE))
def test_limits_of_a_patrons_own_have_both_ends(slug: str) -> None:
    """7-Up Baccarat 6.8, Three Card Baccarat 6.6 and Casino War 6.6: reading A-29."""
    floor, clause = Floor(slug), PERSONAL[slug]
    floor.did("Dora", PutUpSign(ANAS, 0))
    upside_down = GrantPersonalLimit("Ana", 50_00, 100_00)
    assert floor.refused("Dora", upside_down) == ("limits_upside_down", clause)
    floor.did("Dora", GrantPersonalLimit("Ana", 5_000_00, 100_00))
    (shown,) = [line for line, cited in sign_lines(floor.table) if cited == floor.cite(clause)]
    assert "Ana" in shown
    assert "$100 to $5,000" in shown
    floor.did("Chen", c.OpenBetting())
    least = floor.refused("Ana", c.PlaceWager("Ana", STAKE[slug], 75_00, 1))
    assert least[0] == "wager_below_minimum"
    floor.did("Ana", c.PlaceWager("Ana", STAKE[slug], 100_00, 1))
    floor.did("Ben", c.PlaceWager("Ben", STAKE[slug], 75_00, 2))


def test_mini_baccarat_gives_a_patron_a_maximum_alone() -> None:
    """Mini Baccarat 3.2: a higher maximum, and nothing about a minimum."""
    floor = Floor("mini-baccarat")
    floor.did("Dora", PutUpSign(ANAS, 0))
    both = GrantPersonalLimit("Ana", 5_000_00, 100_00)
    assert floor.refused("Dora", both) == ("no_personal_minimum", "3.2")


def test_an_announcement_is_on_record_with_who_made_it() -> None:
    """Three Card Baccarat 4.8: "last coup" is announced; any other words are kept as well."""
    floor = Floor("three-card-baccarat")
    floor.at_us = 10
    (said,) = floor.did("Chen", MakeAnnouncement("last coup"))
    assert said == AnnouncementMade("last coup", Signature("Chen", Role.DEALER, 10))
    assert floor.refused("Chen", MakeAnnouncement(" ")) == ("nothing_said", "")
    assert floor.refused("Ana", MakeAnnouncement("last coup")) == ("role_may_not", "")


def test_a_sign_of_limits_does_not_touch_the_round_that_is_on() -> None:
    """Casino War 6.6: a personal limit begins between rounds."""
    floor = Floor("casino-war")
    floor.did("Dora", PutUpSign(ANAS, 0))
    floor.did("Chen", c.OpenBetting())
    floor.did("Ana", c.PlaceWager("Ana", "initial", 10_00, 1))
    late = floor.refused("Dora", GrantPersonalLimit("Ana", 5_000_00))
    assert late == ("round_under_way", "6.6")
