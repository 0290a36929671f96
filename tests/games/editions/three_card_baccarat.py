"""A tie pays 22 to one (11.1.3), nine with one picture card is as high as with two (7.2 Table), and
a gaming manager restricts an area (5.6)."""

from __future__ import annotations

from houseway.games.edition import amended
from houseway.games.three_card_baccarat import game_of
from houseway.games.three_card_baccarat.rules import PLAYER, RULES, STANDARD, TIE
from houseway.games.three_card_baccarat.vocabulary import RestrictArea
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role, at_least
from tests.games.editions import Later, later_document

WORDS = {
    "11.1.3": "TIE pays 22 to 1.",
    "7.2 Table": "As before, but nine with one picture card is of order 2.",
    "5.6": "A gaming manager may restrict an area to fewer patrons.",
}
cite = later_document(RULES.cite, WORDS)
_LINES = [pays for pays in RULES.odds[STANDARD] if pays.case != TIE]

GAME = game_of(
    amended(
        RULES,
        cite,
        orders={**RULES.orders, (1, 9): 2},
        odds={**RULES.odds, STANDARD: Paytable(*_LINES, Pays(TIE, to(22, 1), cite("11.1.3")))},
        roles={RestrictArea: at_least(Role.GAMING_MANAGER)},
    )
)

LATER = Later(
    game=GAME,
    first=RULES.cite.id,
    clause="11.1.3",
    words=(RULES.cite.clauses["11.1.3"].must, WORDS["11.1.3"]),
    wagers=((PLAYER, 1), (TIE, 1)),
    wager=TIE,
    odds=("21 to 1", "22 to 1"),
    cards="9h 9c Kd Ks Qh Qd",
    paid=(210, 220),
    other_cards="4h 9c 5d Ks Qh Qd",
    then=("WagerCollected", "WagerStoodOff"),
    command=RestrictArea(1, 2),
    by=Role.GAMING_SUPERVISOR,
    accepted=(True, False),
)
