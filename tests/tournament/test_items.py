"""What each document has its conditions say: the whole list, typed from the document."""

from __future__ import annotations

import pytest

from houseway.games import game
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.table.view import Viewer
from houseway.tournament.charge import printed
from houseway.tournament.shown import ItemSeen, shown
from houseway.tournament.vocabulary import PublishConditions
from tests.tournament.desk import WORDS, Desk

# fmt: off
ITEMS = {
    "seven-up-baccarat": (
        "15.4.2(a)", "15.4.2(b)", "15.4.2(c)", "15.4.2(d)", "15.4.2(e)", "15.4.2(f)", "15.4.2(g)",
        "15.4.2(h)(i)", "15.4.2(h)(ii)", "15.4.2(h)(iii)", "15.4.2(i)", "15.4.2(j)", "15.4.2(k)",
    ),
    "mini-baccarat": (
        "15.3(a)(i)", "15.3(a)(ii)(a)", "15.3(a)(ii)(b)", "15.3(a)(ii)(c)", "15.3(a)(ii)(d)",
        "15.3(a)(ii)(e)", "15.3(a)(ii)(f)", "15.3(a)(iii)", "15.3(a)(iv)", "15.3(a)(v)",
        "15.3(a)(vi)", "15.3(a)(vii)", "15.3(a)(viii)(A)", "15.3(a)(viii)(B)", "15.3(a)(ix)(A)",
        "15.3(a)(ix)(B)", "15.3(a)(x)", "15.3(a)(xi)(A)", "15.3(a)(xi)(B)", "15.3(b)",
    ),
    "tournament-canberra-poker": tuple(f"15.2({letter})" for letter in "abcdefgh"),
    "tournament-blackjack": tuple(f"19.2({letter})" for letter in "abcdefghi"),
    "tournament-roulette": tuple(f"12.2({letter})" for letter in "abcdefgh"),
    "tournament-mini-baccarat": tuple(f"13.2({letter})" for letter in "abcdefgh"),
    "tournament-pai-gow": tuple(f"17.2({letter})" for letter in "abcdefgh"),
}
# fmt: on


@pytest.mark.parametrize("slug", ITEMS)
def test_the_conditions_are_asked_for_every_item(slug: str) -> None:
    """7-Up Baccarat 15.4.2, 15.4.2(h), Mini Baccarat 15.3, 15.3(a), 15.3(a)(ii), 15.3(a)(viii),
    15.3(a)(ix), 15.3(a)(xi), Tournament Canberra Poker 15.2, Tournament Blackjack 19.2, Tournament
    American Roulette 12.2, Tournament Mini-Baccarat 13.2, Tournament Pai Gow 17.2."""
    rules = game(slug).tournament
    assert rules is not None
    cite = document(slug)
    assert [each.clause for each in rules.conditions.items] == [cite(each) for each in ITEMS[slug]]


def test_the_conditions_can_have_more_items_than_the_document_asks_for() -> None:
    """7-Up Baccarat 15.4.2: the list is what they must have, and a dress code may come to it."""
    desk = Desk("seven-up-baccarat").cleared()
    before = len(printed(desk.tournament))
    desk.draft(answers={**WORDS, "dress code": "no hats"})
    desk.do(PublishConditions())

    added = (document("seven-up-baccarat")("15.4.2"), "dress code", "no hats")
    assert printed(desk.tournament)[-1] == added
    assert len(printed(desk.tournament)) == before + 1
    seen = shown(desk.tournament, "spring", 1, Viewer(Role.PATRON)).conditions
    assert seen is not None
    assert seen.items[-1] == ItemSeen(*added)


@pytest.mark.parametrize("slug", ["casino-war", "three-card-baccarat"])
def test_two_documents_have_no_tournaments(slug: str) -> None:
    assert game(slug).tournament is None
