"""A list of entries is one order: all of it, or nothing."""

from __future__ import annotations

import copy

import msgspec

from houseway.games.machine import Given
from houseway.rulebook.ruling import Refused
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import vocabulary as v
from houseway.tournament.entry import judged
from tests.tournament.desk import DIRECTOR, Desk

SLUG = "tournament-blackjack"


def test_everybody_on_the_list_has_paid() -> None:
    """Tournament Blackjack 19.5, 17.1: three fees of $27.55, of each $2.75 kept: $74.40 in the
    pool."""
    desk = Desk(SLUG).cleared()
    people = tuple(desk.application(name) for name in ("Ana", "Ben", "Chen"))
    desk.do(e.AcceptEntries(people, "desk.csv"))
    assert list(desk.tournament.entries) == [1, 2, 3]
    assert desk.tournament.accounts["prize pool"] == 7440


def test_one_wrong_line_and_nobody_comes_in() -> None:
    """Tournament Blackjack 19.5: the third line enters Ana a second time."""
    desk = Desk(SLUG).cleared()
    people = tuple(desk.application(name) for name in ("Ana", "Ben", "Ana"))
    before = copy.deepcopy(desk.tournament)
    refused = desk.refused(e.AcceptEntries(people, "desk.csv"))
    assert (refused.code, refused.clause) == ("entered_already", "Tournament Blackjack 19.5")
    assert refused.detail == "line 3 (Ana): id Ana has entry 1; nobody enters twice"
    assert desk.tournament == before


def test_a_list_of_nobody() -> None:
    """Tournament Blackjack 19.5: nothing to enter is no entry."""
    refused = Desk(SLUG).cleared().refused(e.AcceptEntries((), "empty.csv"))
    assert (refused.code, refused.detail) == ("empty_list", "empty.csv names nobody")


def test_every_wrong_line_is_found_and_the_rest_judged_without_them() -> None:
    """Tournament Blackjack 19.2(c), 19.2(e): a wrong fee; then the most is two, so the fourth is
    too many though the first was refused."""
    desk = Desk(SLUG).cleared(most=2)
    people = [desk.application(name) for name in ("Ana", "Ben", "Chen", "Eli")]
    people[0] = msgspec.structs.replace(people[0], paid=1)
    found = list(judged(desk.tournament, people, Given(DIRECTOR, "Dora")))
    codes = [each.ruling.code if isinstance(each.ruling, Refused) else "" for each in found]
    assert codes == ["not_the_fee", "", "", "tournament_full"]
    assert desk.tournament.entries == {}


def test_the_whole_list_is_taken_back_at_once() -> None:
    """Tournament Blackjack 19.2(c): until one of them has been drawn into a session."""
    desk = Desk(SLUG).cleared()
    people = tuple(desk.application(name) for name in ("Ana", "Ben"))
    desk.do(e.AcceptEntries(people, "desk.csv"))
    desk.do(v.UndoLast("yesterday's list"))
    assert desk.tournament.entries == {}
    assert not any(desk.tournament.accounts.values())
