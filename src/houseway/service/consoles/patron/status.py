"""What a patron is told about the table in one line: what to do now, or whom it waits for.

The game's own sentence speaks to the dealer. Here the same step is put for the patron who looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from houseway.equipment.chips import Cents, dollar_text
from houseway.games import game
from houseway.games.commands import Command
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.commands.decode import kinds_by_name
from houseway.service.texts.second_person import addressed
from houseway.service.texts.text import Term, Text, texts
from houseway.table.view import NextStep, View

NAMED = 3  # patrons in a line; the rest are counted
CLOSED = Text("The table is closed")
# By the word of `Awaits.what`, where it is the dealer's or the house's step.
STEPS = texts({
    "collect": "Next round in a moment",
    "open": "Next round in a moment",
    "check": "The dealer prepares the table",
    "shuffle": "The cards are shuffled",
    "cut": "The cards are cut",
    "cutting card": "The cards are cut",
    "burn": "The dealer burns cards",
    "draw": "No more bets: cards are dealt",
    "expose": "No more bets: cards are turned over",
    "spin": "The dealer spins the ball",
    "ball": "No more bets: the ball is spinning",
    "three turns": "No more bets: the ball is spinning",
    "result": "No more bets: the ball is spinning",
    "roll": "No more bets: the dice are rolled",
    "announce": "The dealer announces the result",
    "settle": "Bets are settled",
    "decide": "The round is held: a supervisor decides",
})  # fmt: skip
# The same where tiles are played with.
TILED = {**STEPS, **texts({
    "shuffle": "The tiles are shuffled",
    "cut": "The tiles are cut",
    "draw": "No more bets: tiles are dealt",
    "expose": "No more bets: tiles are turned over",
})}  # fmt: skip
PREPARING = Text("The next round is being prepared")
PLACE = Text("Place your bet")
JOIN = Text("Betting is open. Join the table to play")
ALL_HAVE = Text("Betting is open. All have bet")
PATRONS = Term("patrons")


class Status(NamedTuple):
    """One line for the patron, whom the table waits for, and the clause behind it."""

    line: str
    waits_for: str = ""
    clause: Clause | None = None
    mine: bool = False


def public_line(step: NextStep | None, betting: bool, source: str = "") -> str:
    """One line for everybody who walks past: nothing that is meant for the dealer.

    `source`: what the game is played with, as `Game.source` has it.
    """
    if step is None:
        return CLOSED
    if betting:
        return Text("Place your bets")
    if step.choices or step.who not in set(Role):
        return Text("A patron decides")
    return _steps(source).get(step.what, PREPARING)


def status_of(view: View, patron: str, betting: bool) -> Status:
    """What the table says to this patron."""
    step = view.next
    if step is None:
        return Status(CLOSED)
    if step.mine and step.choices:
        return Status(_choices(view.edition, step.choices), "", step.clause, True)
    if betting:
        return _betting(view, patron, step)
    if step.who in set(Role):
        return Status(
            _staffs(step, game(view.document).source),
            Term("the {role}", role=Term(step.who)),
            step.clause,
        )
    if step.who == patron:
        own = addressed(step.sentence, patron)
        return Status(Text("Your turn: {what}", what=own), "", step.clause, True)
    return Status(Text("Waiting for {who}", who=step.who), step.who, step.clause)


def _steps(source: str) -> Mapping[str, Text]:
    return TILED if source == "tiles" else STEPS


def _staffs(step: NextStep, source: str) -> str:
    sentence = step.sentence[:1].upper() + step.sentence[1:]
    return _steps(source).get(step.what, sentence)


def _betting(view: View, patron: str, step: NextStep) -> Status:
    here = {each.patron for each in view.places}
    staked = {each.patron for each in view.wagers}
    if patron not in here:
        return Status(JOIN, PATRONS, step.clause)
    if patron not in staked:
        return Status(PLACE, "you", step.clause, True)
    waiting = sorted(here - staked - set(view.finished))
    return Status(_still_to_bet(waiting) if waiting else ALL_HAVE, PATRONS, step.clause)


def _still_to_bet(waiting: list[str]) -> Text:
    """The names of a few patrons, and how many more there are."""
    names, more = ", ".join(waiting[:NAMED]), len(waiting) - NAMED
    if more > 0:
        return Text(
            "Betting is open. Still to bet: {names} and {more} more", names=names, more=more
        )
    return Text("Betting is open. Still to bet: {names}", names=names)


def _choices(edition: str, choices: Iterable[Mapping[str, Any]]) -> Text:
    """`Your turn: hit, stand or split`."""
    kinds = kinds_by_name(edition)
    if any(kinds[each["type"]].halves for each in choices):
        return Text("Your turn: set your hand")
    named = [choice_name(kinds[each["type"]], each.get("amount") or 0) for each in choices]
    *first, last = [each[:1].lower() + each[1:] for each in dict.fromkeys(named)]
    if first:
        return Text("Your turn: {choices} or {last}", choices=", ".join(first), last=last)
    return Text("Your turn: {what}", what=last)


def choice_name(kind: type[Command], amount: Cents) -> Text:
    """What a button of a decision says: `Bet $50`."""
    if not amount:
        return Text(kind.own_title)
    return Text("{action} {amount}", action=kind.own_title, amount=dollar_text(amount))
