"""A tie on another count than seven pays eight to one (11.1.2 Table), Banker draws on six where
Player stood (9.4 Table 2), and a gaming manager lets patrons share an area (5.5)."""

from __future__ import annotations

from houseway.games.edition import amended
from houseway.games.seven_up_baccarat import game_of
from houseway.games.seven_up_baccarat.rules import (
    GAMING_MANAGERS,
    NOT_SEVEN,
    RULES,
    TIE,
)
from houseway.games.seven_up_baccarat.state import PermitPatrons
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role
from tests.games.editions import Later, later_document

ODDS = "11.1.2 Table"
WORDS = {
    ODDS: "As before, but TIE on another count than 7 pays 8 to 1.",
    "9.4 Table 2": "As before, but BANKER draws on 6 where PLAYER stood.",
    "5.5": "A gaming manager lets up to three patrons share a playing area.",
}
cite = later_document(RULES.cite, WORDS)
_EIGHT = Pays((TIE, NOT_SEVEN), to(8, 1), cite(ODDS))

GAME = game_of(
    amended(
        RULES,
        cite,
        banker_action={**RULES.banker_action, ("6", "-"): "D"},
        hand_odds=Paytable(*list(RULES.hand_odds)[:-1], _EIGHT),
        roles={PermitPatrons: GAMING_MANAGERS},
    )
)

LATER = Later(
    game=GAME,
    first=RULES.cite.id,
    clause=ODDS,
    words=(RULES.cite.clauses[ODDS].must, WORDS[ODDS]),
    wagers=((TIE, 1),),
    wager=TIE,
    odds=("7 to 1", "8 to 1"),
    cards="9c 2h Kd",
    paid=(70, 80),
    other_cards="6c Kh Kd",
    then=("WagerCollected", "draw"),
    command=PermitPatrons(2, 1),
    by=Role.GAMING_SUPERVISOR,
    accepted=(True, False),
)
