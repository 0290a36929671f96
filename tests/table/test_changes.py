"""From and to Even Money Three Card Baccarat at a table with a clock: the sign of 14.8."""

from __future__ import annotations

from houseway.games.house import GiveNotice
from houseway.games.three_card_baccarat.vocabulary import ChangeGame, ConsentToGame, TakeSeat
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.table.days import MINUTE_US
from houseway.table.vocabulary import PutUpSign, TakeDownSign
from tests.table.test_life import Evening, refusal

THREE_CARD = document("three-card-baccarat")
EVEN_MONEY, STANDARD = "even money", "standard"


def seated() -> Evening:
    """A table of the standard game at which Ana sits."""
    evening = Evening("three-card-baccarat")
    assert evening.order(TakeSeat("Ana", 1), Role.PATRON) is None
    return evening


def refused(code: str) -> Refused:
    return refusal(THREE_CARD, code, "14.8")


def sign(game: str, minute: int = 0) -> PutUpSign:
    return PutUpSign("variant", effective_us=minute * MINUTE_US, text=game)


def test_the_game_changes_when_its_sign_has_stood_twenty_minutes_and_its_time_has_come() -> None:
    """Three Card Baccarat 14.8: both (reading A-08), by a casino supervisor, and once."""
    evening = seated()
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("notice_not_given")
    assert evening.order(sign(EVEN_MONEY, minute=30)) is None
    evening.minutes = 19
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("sign_too_young")
    evening.minutes = 20
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("too_early")
    evening.minutes = 30
    assert evening.order(ChangeGame(EVEN_MONEY), Role.DEALER) == refused("role_may_not")
    assert evening.order(ChangeGame(EVEN_MONEY)) is None
    assert evening.table.play.options.variant == EVEN_MONEY
    assert evening.order(ChangeGame(STANDARD)) == refused("notice_not_given")
    assert "variant" not in evening.table.signs


def test_a_notice_without_a_sign_is_not_enough_nor_is_a_sign_taken_down_or_put_up_anew() -> None:
    """Three Card Baccarat 14.8: the sign stands at the table for the whole time."""
    evening = seated()
    assert evening.order(GiveNotice("variant")) is None
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("no_sign")
    evening.order(sign(EVEN_MONEY))
    evening.minutes = 15
    evening.order(sign(EVEN_MONEY))
    evening.minutes = 34
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("sign_too_young")
    evening.order(TakeDownSign("variant"))
    evening.minutes = 60
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("no_sign")


def test_the_sign_names_the_game_that_is_to_be_played() -> None:
    """Three Card Baccarat 14.8."""
    evening = seated()
    evening.order(sign("another game"))
    evening.minutes = 20
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("not_on_the_sign")


def test_with_the_consent_of_all_the_sign_need_not_have_stood() -> None:
    """Three Card Baccarat 14.8: consent of everybody who takes part (reading 3C-18)."""
    evening = seated()
    evening.order(TakeSeat("Ben", 2), Role.PATRON)
    evening.order(sign(EVEN_MONEY, minute=30))
    evening.minutes = 5
    assert evening.order(ConsentToGame("Ana", EVEN_MONEY), Role.PATRON) is None
    assert evening.order(ChangeGame(EVEN_MONEY)) == refused("sign_too_young")
    assert evening.order(ConsentToGame("Ben", EVEN_MONEY), Role.PATRON) is None
    assert evening.order(ChangeGame(EVEN_MONEY)) is None
    assert evening.table.play.options.variant == EVEN_MONEY
    assert "variant" not in evening.table.signs
