"""What a patron is told about the table in one line: what to do now, or whom it waits for.

The game's own sentence speaks to the dealer. Here the same step is put for the patron who looks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from houseway.equipment.chips import Cents, dollar_text
from houseway.games.commands import Command
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.commands.decode import kinds_by_name
from houseway.table.view import NextStep, View

NAMED = 3  # patrons in a line; the rest are counted
CLOSED = "The table is closed"
# By the word of `Awaits.what`, where it is the dealer's or the house's step.
STEPS = {
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
}
PREPARING = "The next round is being prepared"
BETTING = "Betting is open"
PLACE = "Place your bet"
JOIN = "Join the table to play"


class Status(NamedTuple):
    """One line for the patron, whom the table waits for, and the clause behind it."""

    line: str
    waits_for: str = ""
    clause: Clause | None = None
    mine: bool = False


def public_line(step: NextStep | None, betting: bool) -> str:
    """One line for everybody who walks past: nothing that is meant for the dealer."""
    if step is None:
        return CLOSED
    if betting:
        return "Place your bets"
    if step.choices or step.who not in set(Role):
        return "A patron decides"
    return STEPS.get(step.what, PREPARING)


def status_of(view: View, patron: str, betting: bool) -> Status:
    """What the table says to this patron."""
    step = view.next
    if step is None:
        return Status(CLOSED)
    if step.mine and step.choices:
        return Status(f"Your turn: {_choices(view.edition, step.choices)}", "", step.clause, True)
    if betting:
        return _betting(view, patron, step)
    if step.who in set(Role):
        return Status(_staffs(step), f"the {step.who}", step.clause)
    if step.who == patron:
        return Status(f"Your turn: {_own(step.sentence, patron)}", "", step.clause, True)
    return Status(f"Waiting for {step.who}", step.who, step.clause)


def _staffs(step: NextStep) -> str:
    sentence = step.sentence[:1].upper() + step.sentence[1:]
    return STEPS.get(step.what, sentence)


def _own(sentence: str, patron: str) -> str:
    """The game's sentence about the patron, without the name and with the plain verb."""
    rest = sentence.removeprefix(f"{patron} ")
    return rest if rest == sentence else _imperative(rest)


def _imperative(words: str) -> str:
    verb, _, rest = words.partition(" ")
    return f"{verb.removesuffix('s')} {rest}"


def _betting(view: View, patron: str, step: NextStep) -> Status:
    here = {each.patron for each in view.places}
    staked = {each.patron for each in view.wagers}
    if patron not in here:
        return Status(f"{BETTING}. {JOIN}", "patrons", step.clause)
    if patron not in staked:
        return Status(PLACE, "you", step.clause, True)
    waiting = sorted(here - staked - set(view.finished))
    line = f"{BETTING}. Still to bet: {some(waiting)}" if waiting else f"{BETTING}. All have bet"
    return Status(line, "patrons", step.clause)


def some(names: list[str]) -> str:
    """Names in a row, a few of them at most: `Ana, Ben and 3 more`."""
    if len(names) > NAMED:
        return f"{', '.join(names[:NAMED])} and {len(names) - NAMED} more"
    return either(names, "and")


def either(words: list[str], last: str) -> str:
    """`hit, stand or split`."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def _choices(edition: str, choices: Iterable[Mapping[str, Any]]) -> str:
    kinds = kinds_by_name(edition)
    named = [choice_name(kinds[each["type"]], each.get("amount") or 0) for each in choices]
    if any(kinds[each["type"]].halves for each in choices):
        return "set your hand"
    return either([each[:1].lower() + each[1:] for each in dict.fromkeys(named)], "or")


def choice_name(kind: type[Command], amount: Cents) -> str:
    """What a button of a decision says: `Bet $50`."""
    return f"{kind.own_title} {dollar_text(amount)}" if amount else kind.own_title
