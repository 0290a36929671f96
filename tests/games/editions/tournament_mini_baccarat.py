"""A tie pays nine to one (8.1), Banker draws on six where Player stood (7.3 table), and the dealer
may change cards (2.3)."""

from __future__ import annotations

from houseway.games.baccarat import TIE
from houseway.games.commands import ReplaceCards
from houseway.games.edition import amended
from houseway.games.tournament_mini_baccarat import game_of
from houseway.games.tournament_mini_baccarat.rules import OFFICIALS, RULES
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role
from tests.games.editions import Later, later_document

WORDS = {
    "8.1": "Winning TIE stake pays 9 to 1, the others 1 to 1.",
    "7.3 table": "As before, but BANKER draws on 6 where PLAYER stood.",
    "2.3": "The dealer may change cards too.",
}
cite = later_document(RULES.cite, WORDS)

GAME = game_of(
    amended(
        RULES,
        cite,
        banker_draws={**RULES.banker_draws, ("6", "-"): "D"},
        odds=Paytable(*list(RULES.odds)[:-1], Pays(TIE, to(9, 1), cite("8.1"))),
        roles={ReplaceCards: OFFICIALS},
    )
)

LATER = Later(
    game=GAME,
    first=RULES.cite.id,
    clause="8.1",
    words=(RULES.cite.clauses["8.1"].must, WORDS["8.1"]),
    wagers=((TIE, 1),),
    wager=TIE,
    odds=("8 to 1", "9 to 1"),
    cards="9h 9c Kd Ks",
    paid=(80, 90),
    other_cards="7h 6c Kd Ks",
    then=("WagerCollected", "draw"),
    command=ReplaceCards(()),
    by=Role.DEALER,
    accepted=(False, True),
)
