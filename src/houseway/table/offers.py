"""What a viewer may do now: wagers with their limits, orders with the facts they need, or why not.

The answer is `decide`'s own: what is offered was asked of it, and never differs from doing it.
"""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct

from houseway.rulebook.document import Clause

Group = Literal[
    "next step", "wagers", "calls", "irregularities", "house settings", "people", "provisions"
]


class Fact(Struct, frozen=True):
    """A field of an order that somebody must fill in.

    `form` is how a sentence writes it: money, card, cards, number, words, names, tiles, dice, or
    "word". `choices` are the values that make sense now, where they can be listed.
    """

    name: str
    form: str
    required: bool = True
    choices: tuple[str, ...] = ()


class Refusal(Struct, frozen=True):
    """Why not: the code for programs, the clause, the sentence for people."""

    code: str
    clause: Clause | None
    detail: str


class Offer(Struct, frozen=True):
    """One order that the viewer's office may give.

    `command` is the order as it would be sent, with what is known filled in; with no `facts` left
    it is ready. For a wager, every amount from `minimum` to `maximum` in steps of `multiple` (0:
    any) is accepted. `refused` says why the order is not taken now; `asked` is false where that
    depends on facts that only the giver has.
    """

    order: str  # PlaceWager, DealCard, ...
    group: Group
    sentence: str
    command: dict[str, Any]
    clause: Clause | None = None
    facts: tuple[Fact, ...] = ()
    wager: str = ""
    box: int = 0
    minimum: int = 0
    maximum: int = 0
    multiple: int = 0
    refused: Refusal | None = None
    asked: bool = True
