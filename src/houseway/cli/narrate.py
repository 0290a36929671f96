"""What a person at a table in the terminal reads: each step as a sentence, hands with totals."""

from __future__ import annotations

import re
from typing import Any

from rich.console import Console

from houseway.games.events import Event, ResultAnnounced, RoundEnded, Settlement
from houseway.games.felt import FACE_DOWN, Felt, Hand
from houseway.games.game import Game
from houseway.records.session import Step
from houseway.records.telling import clauses_of, event_words

_IN_THE_TABLE = (Settlement, ResultAnnounced, RoundEnded)  # the settlement that follows has them
_CARD = re.compile(r"(?<![\w-])(?:10|[2-9TJQKA])[shdc](?![\w-])")
_SUITS = dict(zip("shdc", "♠♥♦♣", strict=True))


class Narrator:
    """Prints the steps of a table; steps that are the same become one line with their number."""

    def __init__(self, game: Game, console: Console, patron: str) -> None:
        self._game = game
        self._console = console
        self._patron = patron
        self._hands: tuple[Hand, ...] = ()
        self._same: list[Step] = []

    def step(self, step: Step, play: Any) -> None:
        """Print a step that was taken, with the hands that it changed."""
        felt: Felt = self._game.felt(play, self._patron)
        changed = [each for each in felt.hands if each.cards and each not in self._hands]
        if felt.hands:
            self._hands = felt.hands
        if all(isinstance(event, _IN_THE_TABLE) for event in step.events):
            return
        if self._same and self._same[-1].text != step.text:
            self.flush()
        self._same.append(step)
        if any(FACE_DOWN not in each.cards for each in changed):
            self._print(changed)

    def flush(self) -> None:
        """Print what waits for more of its kind."""
        if self._same:
            self._print([])

    def _print(self, changed: list[Hand]) -> None:
        steps, self._same = self._same, []
        many = f" ({len(steps)} times)" if len(steps) > 1 else ""
        hands = "   ".join(map(self.hand, changed))
        text = self.suits(_sentence(steps[-1])) + many + (f": {hands}" if hands else "")
        self._console.print(f"  {text}", end="  ", style="cyan", markup=False, soft_wrap=True)
        clauses = dict.fromkeys(each for step in steps for each in _clauses(step.events))
        title = f"{self._game.cite.title} "
        numbers = ", ".join(each.removeprefix(title) for each in clauses)
        self._console.print(numbers, style="dim", markup=False, soft_wrap=True)

    def hands(self) -> str:
        """The hands of the round as they lay last, with their totals."""
        return "   ".join(self.hand(each) for each in self._hands if each.cards)

    def hand(self, hand: Hand) -> str:
        """`player 5♥ 6♦ = 1`."""
        total = f" = {hand.total}" if hand.total else ""
        note = f" ({hand.note})" if hand.note else ""
        return f"{hand.name} {self.suits(' '.join(hand.cards))}{total}{note}"

    def suits(self, text: str) -> str:
        """Cards with the signs of their suits, where the terminal can show them."""
        if not self._console.encoding.startswith("utf"):
            return text
        return _CARD.sub(lambda card: f"{card[0][:-1]}{_SUITS[card[0][-1]]}", text)


def _sentence(step: Step) -> str:
    return step.text or "; ".join(map(event_words, step.events))


def _clauses(events: tuple[Event, ...]) -> list[str]:
    return [clause for event in events for clause in clauses_of(event) if clause]
