"""Times in the zone of the house: as pages show them, and as forms read what is typed."""

from __future__ import annotations

from contextlib import ExitStack
from datetime import UTC, datetime
from pathlib import Path

import pytest

from houseway.service.forms.event_text import event_text
from houseway.service.house_time import WORLD_TIME, HouseTime, UnknownZone, is_known
from houseway.service.settings import Settings
from houseway.table.vocabulary import SignPutUp
from tests.service import promoting as p
from tests.service.conftest import House

SYDNEY = "Australia/Sydney"


def us(*parts: int) -> int:
    return int(datetime(*parts, tzinfo=UTC).timestamp()) * 1_000_000  # type: ignore[misc,arg-type]


def test_a_moment_is_shown_and_read_back_in_the_zone_of_the_house() -> None:
    """Sydney is 11 hours ahead in summer, 10 in winter."""
    house = HouseTime(SYDNEY)
    summer, winter = us(2026, 1, 31, 14, 30), us(2026, 7, 1, 14, 30)
    assert (house.day(summer), house.clock(summer)) == ("01/02/2026", "01:30:00")
    assert house.field(winter) == "02/07/2026 00:30"
    assert house.abbreviation(summer) == "AEDT"
    assert house.read("01/02/2026 01:30") == summer
    assert house.read(house.field(winter)) == winter
    assert WORLD_TIME.read("31/01/2026 14:30") == summer


def test_times_in_a_sentence_of_the_engine_are_those_of_the_house() -> None:
    """Sydney is 11 hours ahead in November."""
    sentence = "entries are received until 2026-11-18 16:03 UTC, or 2026-11-18 16:03:30 UTC"
    shown = "entries are received until 19/11/2026 03:03, or 19/11/2026 03:03:30"
    assert HouseTime(SYDNEY).in_sentence(sentence) == shown
    assert WORLD_TIME.in_sentence(sentence) == sentence


def test_times_are_recognised_however_the_engine_writes_them() -> None:
    """Conditions and previews of a tournament have 31/12/2026 18:00 UTC; it is 5:00 in Sydney."""
    sentence = "starts 31/12/2026 18:00 UTC, ends 31/12/2026 18:00:05 UTC, not 31/02/2026 18:00 UTC"
    shown = "starts 01/01/2027 05:00, ends 01/01/2027 05:00:05, not 31/02/2026 18:00 UTC"
    assert HouseTime(SYDNEY).in_sentence(sentence) == shown


def test_the_hour_that_comes_twice_is_the_first() -> None:
    """On 5 April 2026 clocks in Sydney go back from 3:00 to 2:00."""
    assert HouseTime(SYDNEY).read("05/04/2026 02:30") == us(2026, 4, 4, 15, 30)


@pytest.mark.parametrize("text", ["", "soon", "31/02/2026 10:00", "01/01/2026 24:00"])
def test_what_is_no_time_is_none(text: str) -> None:
    assert WORLD_TIME.read(text) is None


def test_a_zone_that_nobody_knows_is_refused() -> None:
    assert not is_known("Mars/Olympus")
    with pytest.raises(UnknownZone, match="Mars/Olympus is no time zone"):
        HouseTime("Mars/Olympus")


def test_terms_are_typed_and_shown_in_the_zone_of_the_house(tmp_path: Path) -> None:
    """02/03/2026 10:00 UTC, when the promotion starts, is 21:00 in Sydney."""
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(tmp_path / "house"), time_zone=SYDNEY))
        rita = house.as_("Rita")
        p.set_clock(house.floor, p.BEFORE)
        p.post(rita, "/desk", promotion=p.NAME, name="Autumn draw", documents=["casino-war"])
        p.give(rita, "set", **{**p.TERMS_FORM, "starts": "02/03/2026 21:00"})
        assert p.state(house.floor).conditions.starts_us == us(2026, 3, 2, 10)
        shown = rita.get(f"/desk/{p.NAME}/terms", headers={"accept": "text/html"}).text
        assert 'name="starts" value="02/03/2026 21:00"' in shown
        assert "Australia/Sydney time" in shown


def test_a_refusal_has_the_time_of_the_house_on_a_page_and_utc_for_programs(
    tmp_path: Path,
) -> None:
    """A script of a page, which asks in the language of the house, shows it to a person."""
    with ExitStack() as stack:
        house = House(stack, Settings(folder=str(tmp_path / "house"), time_zone=SYDNEY))
        p.furnish(house.floor)
        rita = house.as_("Rita")
        ben = house.floor.register.reference("Ben")
        order = {"key": "late", "command": {"type": "EnterPatron", "person": ben}}
        address = f"/api/promotions/{p.NAME}/commands"
        told = rita.send("POST", address, json=order).json()["sentence"]
        shown = rita.send("POST", address, json=order, headers={"accept-language": "en"})
        assert told == "the list was sealed at 2026-03-07 20:00 UTC"
        assert shown.json()["sentence"] == "the list was sealed at 08/03/2026 07:00"


def test_a_preview_has_the_times_of_events_in_the_zone_of_the_house() -> None:
    """What a table records of a time is in UTC, and its page says so or shows the house's."""
    at_us = us(2026, 11, 18, 16, 3)
    raised = SignPutUp("minimum", "", 25_00, at_us, at_us, None)
    told = event_text(raised).text
    assert "effective 18/11/2026 16:03:00 UTC" in told
    assert "effective 19/11/2026 03:03:00" in HouseTime(SYDNEY).in_sentence(told)
