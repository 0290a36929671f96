"""Settling, replaying and verifying files; edges, what-if, sessions and simulations; the rules."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import apsw
import pytest

import houseway
from houseway import Money
from houseway.rulebook.document import UnknownClause
from houseway.service.access.accounts import Account
from houseway.service.consoles import registry
from houseway.service.floor import Floor
from houseway.service.settings import Settings
from houseway.store.log import LogError
from tests.fair.floor import TABLE
from tests.fair.floor import Floor as DealtFloor

RECORD = """
document = "mini-baccarat"

[[rounds]]
steps = '''
Ana wagers 25 on player
deal 9h 2c Kd 5s
'''

[[rounds.expect]]
patron = "Ana"
wager = "player"
result = "lost"
"""


def test_a_record_that_expects_otherwise_says_what_differs() -> None:
    """Mini Baccarat 8.8(a): player's 9 against 7 wins even money."""
    settled = houseway.settle(RECORD)
    assert not settled.ok
    assert settled.problems == ("round 1, Ana on player: won, not lost",)
    assert settled.rounds[0].lines[0].paid == Money("25")
    assert "<table>" in settled._repr_html_()
    assert "<li>round 1, Ana on player: won, not lost</li>" in settled._repr_html_()
    assert str(settled).endswith(settled.problems[0])


def test_edges_are_those_of_the_published_sources() -> None:
    """Eight decks: 1.0579 %, 1.2351 % and 14.3596 %, as textbooks of the game print them."""
    found = houseway.edge("Mini Baccarat")
    assert [round(float(found.wager(each).edge), 6) for each in ("banker", "player", "tie")] == [
        0.010579, 0.012351, 0.143596
    ]  # fmt: skip
    assert "14.3596 %" in found._repr_html_()
    assert "combinations" in str(found)
    single_zero = houseway.edge("tournament-roulette").wager("red").edge
    assert single_zero == Fraction(1, 37)


def test_a_stake_in_chips_changes_what_is_paid() -> None:
    """7-Up Baccarat 5.7: winnings are rounded up to chips, which favours the patron."""
    exactly = houseway.edge("seven-up-baccarat").wager("banker").edge
    in_chips = houseway.edge("seven-up-baccarat", stake="5", chips=["5"]).wager("banker").edge
    assert in_chips <= exactly


def test_a_changed_rule_stands_beside_the_approved_one() -> None:
    found = houseway.what_if("mini-baccarat", odds={"tie": "9 to 1"})
    was, now = found.edges["tie"]
    tie = sum(
        each.weight for each in found.approved.wager("tie").outcomes if each.pays > 0
    )  # one unit more for each tie
    assert was is not None
    assert now is not None
    assert was - now == Fraction(tie, found.approved.wager("tie").total)
    assert len(found.cells) == 1
    assert "tie" in str(found)
    assert "<table>" in found._repr_html_()


def test_a_session_is_exact() -> None:
    two = houseway.session("tournament-roulette", "red", stake="5", rounds=2)
    assert two.ahead == Fraction(18, 37) ** 2
    assert repr(two) == (
        "<Session of 2 rounds, red of tournament-roulette:"
        " ahead 23.6669 %, even 49.9635 %, behind 26.3696 %>"
    )  # 324/1369, 684/1369 and 361/1369


def test_a_simulation_is_held_against_the_exact_figures() -> None:
    made = houseway.simulate("tournament-roulette", 10_000, seed=3)
    assert (made.rounds, made.within) == (10_000, True)
    assert repr(made).startswith("<Simulation of 10,000 rounds of tournament-roulette: ")


def test_a_clause_is_told_with_its_readings_and_its_evidence() -> None:
    rule = houseway.rules("mini-baccarat", "8.8(c)")
    assert rule.clause == "Mini Baccarat 8.8(c)"
    assert rule.text
    assert all(test.startswith("tests/") for test in rule.evidence)
    assert rule.evidence
    assert "<b>Mini Baccarat 8.8(c)</b>" in rule._repr_html_()
    assert len(houseway.rules()) == 9
    with pytest.raises(UnknownClause):
        houseway.rules("mini-baccarat", "99.9")


def test_a_log_is_replayed_in_words_and_verified(tmp_path: Path) -> None:
    floor = DealtFloor(tmp_path, "mini-baccarat")
    floor.play(2)
    floor.log.close()
    (file,) = tmp_path.glob("*.db")
    happened = houseway.replay(file, TABLE)
    assert [each.version for each in happened] == list(range(1, len(happened) + 1))
    assert any(each.text.startswith("card dealt") and each.clauses for each in happened)
    assert str(happened[0]).lstrip().startswith("1  ")
    assert houseway.verify(file).problems == ()
    with pytest.raises(LogError, match="the streams are"):
        houseway.replay(file, "table/99")


def test_verify_finds_a_password_that_was_changed_by_hand(tmp_path: Path) -> None:
    floor = Floor(Settings(folder=str(tmp_path)), registry.load())
    floor.desk.create_hashed(Account("Ben", "patron"), "not a hash", None)
    floor.close()
    log = tmp_path / "floor.db"
    assert houseway.verify(log).problems == ()
    with apsw.Connection(str(tmp_path / "access.db")) as people:
        people.execute("UPDATE password SET hash = 'another'")
    assert houseway.verify(log).problems == (
        "the stored password of Ben is not the one that the log names",
    )
    assert houseway.verify(log, folder=tmp_path) == houseway.verify(log)
