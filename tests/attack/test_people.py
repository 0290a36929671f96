"""What accounts alone can do: no chips from nowhere, no lock-out of the last administrator."""

from __future__ import annotations

from tests.attack.house import House, serving
from tests.attack.play import new_table


def test_a_patron_cannot_bring_chips_to_a_table_for_money(house: House) -> None:
    """At tables for money chips are bought from a dealer or cashier who counts them."""
    table = new_table(house, "casino-war", virtual=False)
    answer = house.give("Ben", table, "BringChips", patron="Ben", amount=1_000_000_00)
    assert 400 <= answer.status < 500


def test_a_patron_cannot_ask_for_the_review_of_anothers_dispute(house: House) -> None:
    table = new_table(house, "casino-war", virtual=False)
    house.done("Ana", table, "JoinTable", patron="Ana")
    house.done("Ana", table, "RaiseDispute", patron="Ana", claim="the count was wrong")
    house.done("Dora", table, "DecideDispute", dispute=1, decision="it was right")
    answer = house.give("Ben", table, "AskReview", dispute=1)
    assert 400 <= answer.status < 500


def test_one_person_alone_cannot_put_a_settled_round_right(house: House) -> None:
    """At a table without a list of staff two persons are still two."""
    table = new_table(house, "mini-baccarat", virtual=False)
    asked = house.give(
        "Dora",
        table,
        "AskCorrection",
        order='{"type":"InvalidateOutcome","ground":"fire","what":"wrong"}',
        reason="wrong",
    )
    if asked.status == 200:
        alone = house.give("Dora", table, "ConfirmCorrection", correction=1)
        assert 400 <= alone.status < 500


def test_staff_cannot_seat_a_name_that_cannot_be_read(house: House) -> None:
    table = new_table(house, "casino-war", virtual=False)
    for name in ("", "A\x00", "\u202eanA", "\u200b", "x" * 300):
        assert 400 <= house.give("Eli", table, "JoinTable", patron=name).status < 500, repr(name)


def test_a_change_of_an_account_is_all_or_nothing(house: House) -> None:
    """A bad role and a new password: neither is taken."""
    before = house.passwords["Noa"]
    answer = house.as_("Chen").ask(
        "PATCH",
        "/api/people/Noa",
        b'{"password":"quite another long phrase 57","office":"emperor"}',
    )
    assert 400 <= answer.status < 500
    assert house.browser().sign_in("Noa", before).status == 200


def test_no_account_has_a_name_that_looks_like_another(house: House) -> None:
    for name in ("\u0410na", "An\u0430", "ANA", "device", "house", "Ana\u200b", ""):
        body = {"name": name, "office": "patron", "password": "a long phrase of seven words 31"}
        assert 400 <= house.as_("Chen").post("/api/people", body).status < 500, repr(name)


def test_guessing_does_not_lock_the_only_administrator_out() -> None:
    """Wrong guesses from one place do not keep Chen from signing in elsewhere."""
    with serving("sqlite", processors=1) as house:
        stranger = house.browser()
        stranger.get("/healthz")
        guess = b'{"name":"Chen","password":"a wrong guess of some length"}'
        for _ in range(8):
            elsewhere = {"x-forwarded-for": "203.0.113.7"}
            assert stranger.ask("POST", "/api/session", guess, elsewhere).status in (401, 429)
        assert house.browser().sign_in("Chen", house.passwords["Chen"]).status == 200
