"""The page of exclusions: a supervisor orders and lifts them, and an excluded person is out."""

from __future__ import annotations

from houseway.rulebook.roles import person_key
from tests.service.conftest import Client, House


def send(client: Client, **fields: str) -> str:
    data = {"_csrf_token": client.http.cookies["__Host-csrf"], **fields}
    return client.send("POST", "/exclusions", data=data, follow_redirects=True).text


def exclude(house: House, **others: str) -> str:
    fields = {"person": "Ana", "reason": "a camera in her sleeve", "order": "79/2016-4"} | others
    return send(house.as_("Dora"), **fields)


def test_a_supervisor_orders_an_exclusion_and_lifts_it(house: House) -> None:
    """7-Up Baccarat 14.3.3: who ordered it, why, and until when."""
    assert "Nobody is excluded." in house.as_("Dora").get("/exclusions").text
    shown = exclude(house, until="31/12/2050 18:00")
    for part in ("Ana", "a camera in her sleeve", "79/2016-4", "Dora, supervisor", "18:00"):
        assert part in shown
    assert "Ana is excluded from the casino" in exclude(house)
    inspected = house.as_("Ivy").get("/exclusions").text
    assert "79/2016-4" in inspected
    assert "Lift the exclusion" not in inspected
    lifted = send(house.as_("Dora"), person="Ana", reason="a hearing aid", lift="yes")
    assert "Lifted by Dora, supervisor" in lifted
    assert "Lift the exclusion" not in lifted


def test_a_field_that_cannot_be_read_keeps_what_was_typed(house: House) -> None:
    shown = exclude(house, until="tomorrow")
    assert "tomorrow is not a day and time" in shown
    assert 'value="79/2016-4"' in shown


def test_an_excluded_patron_is_signed_out_and_does_not_sign_in_again(house: House) -> None:
    """Casino War 13.3.3: other patrons and staff of the same first letters are not touched."""
    ana = house.as_("Ana")
    assert ana.get("/me").status_code == 200
    exclude(house)
    assert ana.get("/api/session").status_code == 401
    assert house.browser().sign_in("Ana").status_code == 403
    assert house.as_("Ben").get("/me").status_code == 200
    send(house.as_("Dora"), person="Ana", reason="a hearing aid", lift="yes")
    assert house.browser().sign_in("Ana").is_success


def test_a_promotion_knows_an_excluded_person_by_the_reference(house: House) -> None:
    """Casino War 13.3.3: the log of a promotion has references and no names."""
    exclude(house)
    reference = house.floor.register.reference("ana")
    assert person_key(reference) in house.floor.runner.excluded()
