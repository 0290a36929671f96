"""How to play, from the rules: the steps of a round, what wagers pay, and a round as an example.

The example is a round of the game's own engine with a fixed choice of cards, so it shows what the
rules of this edition do and nothing else.
"""

from __future__ import annotations

import random
import re
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from houseway.driving import PRACTICE, next_command
from houseway.equipment.chips import dollar_text
from houseway.games import game
from houseway.games.events import RESULT_OF, AnySettlement, WagerPaid, WagerStoodOff
from houseway.games.game import Awaits, Game, Setup
from houseway.records.sentences import write
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.service.consoles.patron.status import STEPS
from houseway.service.texts.text import Listed, Term, Text, term

TRIES = 40  # examples looked at, until one has a wager that is paid
LONGEST = 400  # commands of a round with everything before it
LINES = 16  # of an example
BEFORE = ("open", "shuffle", "check", "cut", "cutting card", "burn")  # awaited between rounds
BETTING = Text("Betting is open: put chips on the areas you choose")
_AMOUNT = re.compile(r"\b(\d+)\.00\b")  # whole dollars in a sentence
_DEALT = re.compile(r"deal ((?:\d+|[JQKA])[♣♦♥♠])")
_CARD = re.compile(r"\b([2-9TJQKA])([cdhs])\b")
_UNSEEN = "deal"
_SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_PUSH = Term("push")


class RoundStep(NamedTuple):
    """One step of a round, and the clause behind it."""

    line: str
    clause: Clause


class WagerPay(NamedTuple):
    """What a wager pays."""

    wager: str
    outcome: str
    odds: str
    clause: Clause


class HowToPlay(NamedTuple):
    """Everything that the panel shows."""

    steps: tuple[RoundStep, ...]
    pays: tuple[WagerPay, ...]
    example: tuple[str, ...]
    settled: tuple[str, ...]


@lru_cache(maxsize=64)
def how_to_play(edition: str, options: Any) -> HowToPlay:
    """Return the panel of an edition under these options; made once."""
    found = game(edition)
    pays = tuple(
        WagerPay(each.wager, each.outcome, str(each.odds), each.clause)
        for each in found.wagers(options)
    )
    steps, example, settled = _example(found, options)
    return HowToPlay(steps, pays, example, settled)


ExampleRound = tuple[tuple[RoundStep, ...], tuple[str, ...], tuple[str, ...]]


def _example(found: Game, options: Any) -> ExampleRound:
    """Return the first of some rounds in which a wager is paid."""
    made: ExampleRound = ((), (), ())
    for seed in range(TRIES):
        play = found.begin(Setup(options, found.limits))
        made = _round(found, play, random.Random(seed).randrange)  # noqa: S311 - an example
        if any(isinstance(each, WagerPaid) for each in _lines(play)):
            break
    return made


def _round(found: Game, play: Any, pick: Any) -> ExampleRound:
    steps: dict[str, RoundStep] = {}
    said: list[str] = []
    for command, by in found.ready(play):
        found.do(play, command, by)
    for _ in range(LONGEST):
        awaited = found.awaits(play)
        if _lines(play) and awaited.what in (*BEFORE, "collect"):
            break
        command, by = next_command(found, play, PRACTICE, pick)
        if not found.can(play, command, by):
            continue
        if awaited.what not in BEFORE:
            step = _step(awaited)
            steps.setdefault(step.line, step)
            said.append(_CARD.sub(_card, _AMOUNT.sub(r"$\1", write(command))))
        found.do(play, command, by)
    return tuple(steps.values()), _once(said)[-LINES:], tuple(map(_settled, _lines(play)))


def _card(found: re.Match[str]) -> str:
    """`Th` as 10♥."""
    return found[1].replace("T", "10") + _SUITS[found[2]]


def _once(said: list[str]) -> tuple[str, ...]:
    """Cards that follow one another are one line; other sentences that are alike are counted."""
    runs = groupby(said, key=lambda line: "" if _DEALT.fullmatch(line) else line)
    return tuple(_run(line, list(run)) for line, run in runs)


def _run(line: str, run: list[str]) -> str:
    cards = [found[1] for each in run if (found := _DEALT.fullmatch(each))]
    if cards:
        return Text("the dealer deals {cards}", cards=" ".join(cards))
    if line == _UNSEEN and len(run) > 1:
        return Text("the dealer deals {many} cards face down", many=len(run))
    return line if len(run) == 1 else f"{line} ({len(run)} times)"


def _lines(play: Any) -> tuple[AnySettlement, ...]:
    layout = play.layout
    return tuple(layout.settlements or layout.past.get(play.round, ()))


def _step(awaited: Awaits) -> RoundStep:
    if awaited.what == "wagers":
        return RoundStep(BETTING, awaited.clause)
    if awaited.who in set(Role):
        sentence = awaited.sentence[:1].upper() + awaited.sentence[1:]
        return RoundStep(STEPS.get(awaited.what, sentence), awaited.clause)
    names = dict.fromkeys(type(each).own_title for each in awaited.choices)
    if not names:
        names = dict.fromkeys(kind.own_title for kind in awaited.commands[:1])
    return RoundStep(
        Text("Your turn: {what}", what=Listed(map(Term, names), " / ")), awaited.clause
    )


def _settled(line: AnySettlement) -> str:
    about = {
        "patron": line.patron, "amount": dollar_text(line.stake), "wager": term(line.wager),
        "met": _PUSH if isinstance(line, WagerStoodOff) else term(RESULT_OF[type(line)]),
    }  # fmt: skip
    if line.paid:
        paid = dollar_text(line.paid)
        return Text("{patron}: {amount} on {wager} {met}: paid {paid}", paid=paid, **about)
    return Text("{patron}: {amount} on {wager} {met}", **about)
