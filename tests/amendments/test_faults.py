"""A file that cannot be used is refused with the line and the reason of every fault."""

from __future__ import annotations

import pytest

from houseway.amendments.document import BadAmendment
from houseway.amendments.reading import read_amendment

GOOD = """\
amends = "tournament-roulette@2002-02-18"
edition = "2031-01-01"
instrument = "Example instrument"
commences = "2031-01-01"
add = [
    { number = "4.20", must = "Offer the wager." },
    { number = "6.20", must = "It pays." },
]
[change.odds]
straight = "36 to 1"
[[side_wager]]
name = "ends"
clause = "4.20"
loses = "6.20"
rows = [
    { name = "one", when = "number = 1", pays = "20 to 1", clause = "6.20" },
    { name = "two", when = "number = 2", pays = "push", clause = "6.20" },
]
[[scenario]]
name = "nothing"
record = ""
"""


def test_the_file_without_a_fault_is_read() -> None:
    made = read_amendment(GOOD)
    assert [each.name for each in made.side_wagers] == ["ends"]
    assert str(made.game.rules.odds["straight"].odds) == "36 to 1"


FAULTS = [
    # what is written instead, and the line and reason
    ('edition = "2031-01-01"', 'edition = "2001-01-01"', 2, "is not after the edition 2002-02-18"),
    ('edition = "2031-01-01"', 'edition = "2031-13-45"', 2, "is a day such as 2030-01-01"),
    ('commences = "2031-01-01"', 'commences = "2031-02-30"', 4, "is a day such as 2030-01-01"),
    ('number = "6.20"', 'number = "../../x"', 7, "is not a number of a clause such as 4.3(e)"),
    ('must = "It pays."', 'must = "It pays.", after = ["4.1"]', 7, "after must be a text"),
    ('"20 to 1"', '"99999999 to 1"', 16, "odds are at most 1,000,000 to 1"),
    ('"36 to 1"', '"99999999 to 1"', 10, "odds are at most 1,000,000 to 1"),
    ('name = "ends"', 'name = "ends"\nlimits = [5, 99999999999999]', 13, "are not limits"),
    ('edition = "2031-01-01"', 'edition = "soon"', 2, "is a day such as 2030-01-01"),
    ('amends = "tournament-roulette@2002-02-18"', 'amends = "faro"', 1, "faro is not a game"),
    ('instrument = "Example instrument"', "instrument = 7", 3, "instrument must be a text"),
    ("commences =", "comences =", 4, "unknown key comences: did you mean commences?"),
    ('number = "6.20", must = "It pays."', 'number = "6.1", must = "x"', 7, "has a clause 6.1"),
    ('must = "It pays."', 'must = "It pays.", treatment = "bless"', 7, "'bless' is none of"),
    ('must = "It pays."', 'must = "It pays.", after = "99"', 7, "no clause 99 to stand after"),
    ("[change.odds]", "[change.ods]", 9, "ods is not a name of these rules; expected odds"),
    ("straight =", "strait =", 10, "strait is not a line of odds; expected straight"),
    ('"36 to 1"', '"36 for 1"', 10, "is not a payout"),
    ('"36 to 1"', '"0 to 1"', 10, "must be positive"),
    ('name = "ends"', 'name = "LOW!"', 12, "must be small letters"),
    ('name = "ends"', 'name = "red"', 12, "the game has a wager called red already"),
    ('name = "ends"', 'name = "ends"\narea = "box"', 13, "has no hand in a box"),
    ('name = "ends"', 'name = "ends"\nneeds = ["pony"]', 13, "pony is not a wager of the game"),
    ('name = "ends"', 'name = "ends"\nlimits = [9, 5]', 13, "9 to 5 are not limits"),
    ('name = "ends"', 'name = "ends"\nwindow = "later"', 13, 'window is "betting"'),
    ('clause = "4.20"', 'clause = "4.99"', 13, "has no clause 4.99"),
    ("number = 1", "nummer = 1", 16, "'nummer' is not a fact of this game; try number"),
    ("number = 1", "number = red", 16, "'red' is not a fact"),
    ("number = 1", "number < 99", 16, "'number < 99' is always true"),
    ("number = 1", "number = 99", 16, "'number = 99' is never true"),
    ("number = 2", "number in 1..3", 17, "overlaps with 'number = 1'"),
    ('"20 to 1"', '"twenty"', 16, "is not a payout"),
    ('name = "two"', 'name = "one"', 17, "two rows are called one"),
    ('record = ""', "recrd = 7", 21, "unknown key recrd: did you mean record?"),
    ("amends =", "amends ", 1, "Expected '='"),
]


@pytest.mark.parametrize(("was", "now", "line", "reason"), FAULTS)
def test_a_fault_is_named_with_its_line(was: str, now: str, line: int, reason: str) -> None:
    assert was in GOOD
    with pytest.raises(BadAmendment) as refused:
        read_amendment(GOOD.replace(was, now, 1))
    assert any(each.line == line and reason in each.reason for each in refused.value.problems), str(
        refused.value
    )


def test_all_faults_are_named_at_once() -> None:
    text = GOOD.replace("number = 1", "nummer = 1")
    text = text.replace("straight", "strait").replace('loses = "6.20"', 'loses = "6.99"')
    with pytest.raises(BadAmendment) as refused:
        read_amendment(text)
    assert [each.line for each in refused.value.problems] == [10, 14, 16]


def test_a_row_that_an_earlier_one_always_decides_is_refused() -> None:
    text = GOOD.replace('name = "ends"', 'name = "ends"\norder = "first"')
    text = text.replace("number = 1", "number in 1..3")
    with pytest.raises(BadAmendment, match=r"line 18: 'number = 2' never decides"):
        read_amendment(text)


def test_a_clause_that_the_rules_still_cite_cannot_be_struck() -> None:
    with pytest.raises(BadAmendment, match=r"line 5: the game rules by clause 7\.1"):
        read_amendment(GOOD.replace("add = [", 'strike = ["7.1"]\nadd = ['))


CELLS = [
    ('[change.banker_draws]\n"6 x" = "D"', "6 x is not a cell of banker_draws"),
    ('[change.banker_draws]\n"6 -" = "X"', "6 - is one of D, S, not 'X'"),
    ('[change]\nnaturals = "nine"', "naturals is a list such as [8, 9]"),
    ("[change]\nnaturals = [9]", "do not say what follows: there is no cell for (8"),
    ("[change]\ndecks = 2.5", "decks is a whole number"),
    ("[change]\ndecks = 0", "decks is a number from 1 to 20, not 0"),
    ("[change]\ndecks = -1", "decks is a number from 1 to 20, not -1"),
    ("[change]\ndecks = 100000000", "decks is a number from 1 to 20"),
    ("[change.limits]\nminimum = 0", "the minimum must be positive and at most the maximum"),
    ("[change.limits]\nminimum = 5000", "the minimum must be positive and at most the maximum"),
    ("[change.options]\nseats = -3", "seats is a whole number from 1"),
    ('[change.roles]\nDealCards = "dealer"', "DealCards is not a command of this game"),
    ('[change.roles]\nDealCard = "juggler"', "is not a role"),
    ('[change.outcomes]\n"tie tie" = "maybe"', "tie tie is one of wins, loses, stands off"),
    ("[change.limits]\nminimum = true", "amount"),
    ('[change.hand_odds.barter]\ntie = "9 to 1"', "barter is not a cell of hand_odds"),
    ('[change.wagers]\ntie = "99"', "has no clause 99"),
    ('[change.options]\npair = "none"', "pair is not an option of this game; expected pairs"),
    ('[change.options]\npairs = "gold"', "pairs is one of none, perfect, canberra, not 'gold'"),
    ("[change.options]\npairs = []", "pairs is a list of different values"),
    ('[change.options]\npairs = ["none", "none"]', "pairs is a list of different values"),
    ('[change.options]\nseats = "five"', "seats is a whole number, not 'five'"),
    ("[change.options]\napproved = [7]", "approved is a list such as"),
    ('[change.options]\npairs = "perfect"\napproved = ["table"]', "no table could be opened"),
    ("[change]\noptions = 3", "options is a table"),
]


@pytest.mark.parametrize(("change", "reason"), CELLS)
def test_a_cell_outside_its_table_is_refused(change: str, reason: str) -> None:
    heading = (
        'amends = "mini-baccarat@2017-12-06"\nedition = "2031-01-01"\n'
        'instrument = "Example"\ncommences = "2031-01-01"\n'
    )
    with pytest.raises(BadAmendment) as refused:
        read_amendment(heading + change)
    assert reason in str(refused.value)
    assert refused.value.problems[0].line in (5, 6)
