"""Made-up later editions: one small file a document, with what it changes and nothing else.

Each changes the odds of a wager, one cell of a table and the role for one command, and says in
`LATER` by which rounds that shows. `test_editions` plays all of them beside the approved editions;
a further game adds its file to `FILES`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.commands import Command
from houseway.games.game import Game
from houseway.rulebook.document import SHIPPED, Document, Library
from houseway.rulebook.roles import Role

FILES = (
    "mini_baccarat",
    "tournament_mini_baccarat",
    "seven_up_baccarat",
    "three_card_baccarat",
    "casino_war",
)
MADE_UP = "2030-01-01"


class Later(NamedTuple):
    """A later edition, and rounds of $10 on each wager that it rules on differently.

    `paid` and `then` are what the approved edition answers, and the later one: the dollars paid on
    `wager` after `cards`, and what follows `other_cards` (a settlement, or what the table awaits).
    `command`, given by `by`, is accepted by one of the two alone.
    """

    game: Game
    first: str  # the id of the approved edition
    clause: str  # the clause of the odds that changed, and its words
    words: tuple[str, str]
    wagers: tuple[tuple[str, int], ...]  # with the box of each
    wager: str  # the one whose odds changed, as the analysis calls it
    odds: tuple[str, str]
    cards: str
    paid: tuple[int, int]
    other_cards: str
    then: tuple[str, str]
    command: Command
    by: Role
    accepted: tuple[bool, bool]


def later_document(
    first: Document, words: Mapping[str, str], renumbered: Mapping[str, str] | None = None
) -> Document:
    """Return the document as if it had been approved again with other words or numbers."""
    numbers = renumbered or {}

    def read(name: str) -> str:
        text = SHIPPED.read(name.replace(MADE_UP, first.edition))
        if name == "catalogue.toml":
            return text.replace(f'edition = "{first.edition}"', f'edition = "{MADE_UP}"')
        return "\n".join(map(changed, text.splitlines())) if name.endswith(".tsv") else text

    def changed(line: str) -> str:
        cells = line.split("\t")
        number = numbers.get(cells[0], cells[0])
        return "\t".join((number, *cells[1:3], words.get(cells[0], cells[3])))

    return Document(first.title, edition=MADE_UP, library=Library(read))
