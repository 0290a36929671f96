"""A made-up later edition of Mini Baccarat: what it changes, and nothing else.

A tie pays nine to one (8.8(c)), Banker draws on six where Player stood (7.3 table), and a gaming
manager approves both hands (4.5(b)).
"""

from __future__ import annotations

from houseway.games.edition import amended
from houseway.games.mini_baccarat import game_of, rules
from houseway.games.mini_baccarat.vocabulary import ApproveBothHands
from houseway.rulebook.document import SHIPPED, Document, Library
from houseway.rulebook.odds import Pays, Paytable, to
from houseway.rulebook.roles import Role, at_least

EDITION = "mini-baccarat@2030-01-01"
TIE, TABLE, BOTH = "8.8(c)", "7.3 table", "4.5(b)"
WORDS = {
    TIE: "Winning TIE stake pays 9 to 1.",
    TABLE: "As before, but BANKER draws on 6 where PLAYER stood.",
    BOTH: "A gaming manager approves a stake on both BANKER and PLAYER.",
}


def _read(name: str) -> str:
    """The files of the edition: those of the earlier one with the words that changed."""
    text = SHIPPED.read(name.replace("2030-01-01", "2017-12-06"))
    if name == "catalogue.toml":
        return text.replace('edition = "2017-12-06"', 'edition = "2030-01-01"')
    return "\n".join(map(_changed, text.splitlines())) if name.endswith(".tsv") else text


def _changed(line: str) -> str:
    cells = line.split("\t")
    return "\t".join((*cells[:3], WORDS.get(cells[0], cells[3])))


cite = Document("Mini Baccarat", edition="2030-01-01", library=Library(_read))

_NINE = (*list(rules.HAND_ODDS[rules.COMMISSION])[:-1], Pays(rules.TIE, to(9, 1), cite(TIE)))
RULES = amended(
    rules.RULES,
    cite,
    banker_draws={**rules.BANKER_DRAWS, ("6", "-"): "D"},
    hand_odds={**rules.HAND_ODDS, rules.COMMISSION: Paytable(*_NINE)},
    roles={ApproveBothHands: at_least(Role.GAMING_MANAGER)},
)
GAME = game_of(RULES)
