"""A tie pays eleven to one (8.1.2), an ace is the lowest card (3.2.1), and a gaming manager
reserves areas (5.9)."""

from __future__ import annotations

from houseway.games.casino_war import game_of
from houseway.games.casino_war.rules import INITIAL, RULES, TIE
from houseway.games.casino_war.state import ReserveAreas
from houseway.games.edition import amended
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role, at_least
from tests.games.editions import Later, later_document

WORDS = {
    "8.1.2": "A winning Tie Wager pays 11 to 1.",
    "3.2.1": "From king to two, and the ace below.",
    "5.9": "A gaming manager may reserve areas for one patron.",
}
cite = later_document(RULES.cite, WORDS)

GAME = game_of(
    amended(
        RULES,
        cite,
        height={**RULES.height, "A": min(RULES.height.values()) - 1},
        odds=Paytable(Pays(TIE, to(11, 1), cite("8.1.2")), *list(RULES.odds)[1:]),
        roles={ReserveAreas: at_least(Role.GAMING_MANAGER)},
    )
)

LATER = Later(
    game=GAME,
    first=RULES.cite.id,
    clause="8.1.2",
    words=(RULES.cite.clauses["8.1.2"].must, WORDS["8.1.2"]),
    wagers=((INITIAL, 1), (TIE, 1)),
    wager=TIE,
    odds=("10 to 1", "11 to 1"),
    cards="9h 9c",
    paid=(100, 110),
    other_cards="Ah Kd",
    then=("WagerPaid", "WagerCollected"),
    command=ReserveAreas("Ana", (1, 2)),
    by=Role.GAMING_SUPERVISOR,
    accepted=(True, False),
)
