"""`houseway play`: deal a game in the terminal, each ruling with its clause."""

from __future__ import annotations

import re
import sys
from typing import Any

from rich.console import Console
from rich.markup import escape

from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, TableOptions, console, plain_table, print_round
from houseway.driving import PRACTICE, closing, next_command
from houseway.equipment.chips import dollar_text, dollars
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.events import Event, ResultAnnounced, RoundEnded, Settlement
from houseway.games.felt import FACE_DOWN, Felt, Hand, Spot
from houseway.games.game import Awaits, Game, Pick, Setup
from houseway.randomness import pick as secure_pick
from houseway.records import sentences
from houseway.records.sentences import BadSentence
from houseway.records.session import Session, Step
from houseway.records.settlement import rounds_of
from houseway.records.telling import clauses_of, event_words
from houseway.rulebook.roles import Role

# What a person at a table in the terminal reads: each step as a sentence, hands with totals.

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


PATRON = "Ana"  # whom the person plays, so that every sentence reads as in a record
_STEPS = 2_000  # more orders than any round takes
_MANY, _SOME = 20, 12  # places to wager that are not all listed, and how many of them are


class Quit(Exception):
    """The person has had enough."""


def play(
    name: GameName = "mini-baccarat",
    /,
    *,
    option: TableOptions = None,
    chips: str = "500",
    rounds: int = 0,
    auto: bool = False,
) -> int:
    """Deal a game in the terminal: place wagers, watch the rules run, see every clause.

    Example: houseway play mini-baccarat --option pairs=perfect --chips 200

    Where there is no terminal to type at, a few rounds are played by three practice patrons.

    Parameters
    ----------
    chips
        What you bring to the table.
    rounds
        Stop after so many rounds; 0 goes on until you leave.
    auto
        Let three practice patrons play instead of you.
    """
    try:
        found = find_game(name)
        table = Table(found, setup_of(found, option or []), secure_pick)
        brought = dollars(chips)
        if rounds < 0 or brought <= 0:
            raise ValueError("--rounds cannot be negative, and --chips must be positive")
    except ValueError as wrong:
        print(wrong, file=sys.stderr)
        return 2
    console.print(f"[bold]{found.cite.title}[/], edition {found.cite.edition}")
    console.print(
        f"Each step ends with its clauses; houseway rules {found.slug} NUMBER shows one.",
        style="dim", highlight=False, soft_wrap=True,
    )  # fmt: skip
    if auto or not sys.stdin.isatty():
        table.run(rounds or 3)
        return 0
    return _play_by_hand(table, brought, rounds)


def _play_by_hand(table: Table, brought: int, rounds: int) -> int:
    table.person = True
    table.order(c.BringChips(PATRON, brought), Role.DEALER)
    console.print(
        f"You play {PATRON}, with {dollar_text(brought)}. An empty line deals, [bold]?[/]"
        " lists wagers and odds, [bold]q[/] leaves."
    )
    try:
        table.run(rounds or 10_000)
    except (Quit, EOFError, KeyboardInterrupt):
        console.print()
    left = table.session.play.layout.chips.get(PATRON, 0)
    console.print(f"You leave with {dollar_text(left)}.")
    return 0


class Table:
    """A practice table: the facts come from `pick`, the decisions from a person or from `pick`."""

    def __init__(self, game: Game, setup: Setup, pick: Pick, *, person: bool = False) -> None:
        self.session = Session(game, setup)
        self._setup = setup
        self.game = game
        self.pick = pick
        self.person = person
        self.narrator = Narrator(game, console, PATRON)

    def run(self, rounds: int) -> None:
        """Play whole rounds, and tell the settlement of each."""
        for _ in range(rounds):
            self._play_round()

    def _play_round(self) -> None:
        before = self.session.play.round
        for _ in range(_STEPS):
            awaited = self.game.awaits(self.session.play)
            if awaited.what == "open" and self.session.play.round > before:
                break
            self._take(awaited)
        self.narrator.flush()
        told = [each for each in rounds_of(self.session.steps) if each.round > before]
        for each in told:
            print_round(each, self.session, self.narrator.hands())
        if self.person:
            console.print(f"You hold {dollar_text(self.session.play.layout.chips[PATRON])}.")

    def _take(self, awaited: Awaits) -> None:
        if awaited.what == "wagers" and self.person:
            self._ask_wagers(awaited)
        elif awaited.choices and self.person and awaited.who == PATRON:
            self.order(self._choose(awaited), Role.PATRON)
        else:
            self.order(*next_command(self.game, self.session.play, PRACTICE, self.pick))

    def _choose(self, awaited: Awaits) -> Command:
        self.narrator.flush()
        texts = [sentences.write(each) for each in awaited.choices]
        while True:
            for number, text in enumerate(texts, 1):
                console.print(f"  {number}  {text}", markup=False)
            said = _ask(f"{awaited.sentence} ({awaited.clause})").lower()
            own = [text.removeprefix(f"{PATRON} ").startswith(said) for text in texts]
            if said.isdecimal() and 1 <= int(said) <= len(texts):
                return awaited.choices[int(said) - 1]
            if said and own.count(True) == 1:
                return awaited.choices[own.index(True)]
            most = len(texts)
            console.print(f"  Write a number from 1 to {most} or the words; q leaves.")

    def _ask_wagers(self, awaited: Awaits) -> None:
        """Take wagers until an empty line; what is refused says why and by which clause."""
        example = self._example(awaited)
        while True:
            self.narrator.flush()
            said = _ask(f"Your wager, such as {example}, or Enter to deal")
            command = closing(self.game, self.game.awaits(self.session.play))
            if said in ("?", "help"):
                self._print_wagers(example)
                continue
            if said:
                try:
                    command = sentences.read(f"{PATRON} wagers {said}", [c.PlaceWager])
                except BadSentence:
                    console.print(f"  Write it like this: {example}; ? lists the wagers.")
                    continue
            if self.order(command, Role.PATRON if said else Role.DEALER) and not said:
                return

    def _print_wagers(self, example: str) -> None:
        """Show every wager with its odds, limits and clause, and how to write one."""
        grid = plain_table("wager", "outcome", "pays", "limits", "clause")
        for line in self.game.wagers(self._setup.options):
            outcome = "" if line.outcome == line.wager else line.outcome
            clause = line.clause.removeprefix(f"{self.game.cite.title} ")
            grid.add_row(line.wager, outcome, str(line.odds), self._limits(line.wager), clause)
        console.print(grid)
        names = list(dict.fromkeys(each.wager for each in self._spots()))
        if len(names) > _MANY:
            some = ", ".join(names[:: len(names) // _SOME])
            console.print(f"  {len(names)} places to wager, among them {some}.")
        console.print(f"  To wager, write: {example}. Enter deals, q leaves.", markup=False)

    def _spots(self) -> tuple[Spot, ...]:
        return self.game.spots(self.session.play, PATRON)

    def _limits(self, wager: str) -> str:
        """What may be staked on a wager that is open now."""
        found = [each for each in self._spots() if self.game.priced_as(each.wager) == wager]
        if not found:
            return ""
        least, most = min(each.minimum for each in found), max(each.maximum for each in found)
        return f"{dollar_text(least)} to {dollar_text(most)}" if most else dollar_text(least)

    def _example(self, awaited: Awaits) -> str:
        """A wager that a practice patron would place now, without the patron.

        Where wagers need a seat, the person gets one.
        """
        for _ in range(200):
            command, by = self.game.supply(self.session.play, awaited, self.pick)
            if sentences.write(command).startswith(f"{PATRON} sits at "):
                self.order(command, by)
            if isinstance(command, c.PlaceWager):
                return sentences.write(command).partition(" wagers ")[2]
        return "25 on a wager of this game"

    def order(self, command: Command, by: Role) -> bool:
        """Give an order and show what followed; false if it was refused."""
        refused = self.session.order(command, by)
        if refused:
            console.print(f"  [red]refused[/]: {escape(str(refused))}")
            return False
        self.narrator.step(self.session.steps[-1], self.session.play)
        return True


def _ask(prompt: str) -> str:
    said = console.input(f"[bold]{prompt}[/] > ").strip()
    if said.lower() in ("q", "quit", "exit"):
        raise Quit
    return said
