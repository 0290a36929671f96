"""A tie pays nine to one (8.8(c)), Banker draws on six where Player stood (7.3 table), and a gaming
manager approves both hands (4.5(b))."""

from __future__ import annotations

from houseway.games.edition import amended
from houseway.games.mini_baccarat import game_of
from houseway.games.mini_baccarat.rules import COMMISSION, RULES, TIE
from houseway.games.mini_baccarat.state import ApproveBothHands
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role, at_least
from tests.games.editions import Later, later_document

WORDS = {
    "8.8(c)": "Winning TIE stake pays 9 to 1.",
    "7.3 table": "As before, but BANKER draws on 6 where PLAYER stood.",
    "4.5(b)": "A gaming manager approves a stake on both BANKER and PLAYER.",
}
cite = later_document(RULES.cite, WORDS)
_NINE = Paytable(*list(RULES.hand_odds[COMMISSION])[:-1], Pays(TIE, to(9, 1), cite("8.8(c)")))

GAME = game_of(
    amended(
        RULES,
        cite,
        banker_draws={**RULES.banker_draws, ("6", "-"): "D"},
        hand_odds={**RULES.hand_odds, COMMISSION: _NINE},
        roles={ApproveBothHands: at_least(Role.GAMING_MANAGER)},
    )
)

LATER = Later(
    game=GAME,
    first=RULES.cite.id,
    clause="8.8(c)",
    words=("Winning TIE stake pays 8 to 1.", WORDS["8.8(c)"]),
    wagers=((TIE, 0),),
    wager=TIE,
    odds=("8 to 1", "9 to 1"),
    cards="9h 9c Kd Ks",
    paid=(80, 90),
    other_cards="7h 6c Kd Ks",
    then=("WagerCollected", "draw"),
    command=ApproveBothHands("Ana"),
    by=Role.GAMING_SUPERVISOR,
    accepted=(True, False),
)
