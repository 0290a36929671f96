"""`houseway play`: deal a game in the terminal, each ruling with its clause."""

from __future__ import annotations

import sys

from houseway.cli.games import find_game, setup_of
from houseway.cli.shared import GameName, TableOptions
from houseway.cli.tell import console, print_event, print_round
from houseway.driving import PRACTICE, next_command
from houseway.equipment.chips import dollar_text, dollars
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.game import Awaits, Game, Pick, Setup
from houseway.randomness import pick as secure_pick
from houseway.records import sentences
from houseway.records.sentences import BadSentence
from houseway.records.session import Session
from houseway.records.settlement import rounds_of
from houseway.rulebook.roles import Role

PATRON = "Ana"  # whom the person plays, so that every sentence reads as in a record
_STEPS = 2_000  # more orders than any round takes


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
        told = [each for each in rounds_of(self.session.steps) if each.round > before]
        for each in told:
            print_round(each, self.session)
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
        for number, each in enumerate(awaited.choices, 1):
            console.print(f"  {number}  {sentences.write(each)}")
        while True:
            said = _ask(f"{awaited.sentence} ({awaited.clause})")
            if said.isdigit() and 1 <= int(said) <= len(awaited.choices):
                return awaited.choices[int(said) - 1]
            console.print(f"  a number from 1 to {len(awaited.choices)}, please")

    def _ask_wagers(self, awaited: Awaits) -> None:
        """Take wagers until an empty line; what is refused says why and by which clause."""
        example = self._example(awaited)
        while True:
            said = _ask(f"your wager, as {example}, or Enter to deal")
            command = self._closing()
            if said in ("?", "help"):
                self._print_wagers(example)
                continue
            if said:
                try:
                    command = sentences.read(f"{PATRON} wagers {said}", [c.PlaceWager])
                except BadSentence:
                    console.print(f"  write it like this: {example}")
                    continue
            if self.order(command, Role.PATRON if said else Role.DEALER) and not said:
                return

    def _print_wagers(self, example: str) -> None:
        """Show every wager with its odds and clause, the table's limits, and how to write one."""
        for line in self.game.wagers(self._setup.options):
            outcome = "" if line.outcome == line.wager else line.outcome
            text = f"  {line.wager:16} {outcome:16} {line.odds!s:16} {line.clause}"
            console.print(text, markup=False)
        limits = self._setup.limits
        most = f" to {dollar_text(limits.maximum)}" if limits.maximum else " or more"
        console.print(f"  Wagers are {dollar_text(limits.minimum)}{most}; write {example}.")

    def _closing(self) -> Command:
        """What the dealer does when no more wagers come: the call, or the first card."""
        called = c.CallNoMoreBets in self.game.orders
        awaited = self.game.awaits(self.session.play).command
        return awaited or (c.CallNoMoreBets() if called else c.DealCard())

    def _example(self, awaited: Awaits) -> str:
        """A wager that a practice patron would place now, without the patron."""
        for _ in range(200):
            command, _ = self.game.supply(self.session.play, awaited, self.pick)
            if isinstance(command, c.PlaceWager):
                return sentences.write(command).partition(" wagers ")[2]
        return "25 on a wager of this game"

    def order(self, command: Command, by: Role) -> bool:
        """Give an order and show what followed; false if it was refused."""
        refused = self.session.order(command, by)
        if refused:
            console.print(f"  [red]refused[/]: {refused}")
            return False
        for event in self.session.steps[-1].events:
            print_event(event)
        return True


def _ask(prompt: str) -> str:
    said = console.input(f"[bold]{prompt}[/] > ").strip()
    if said.lower() in ("q", "quit", "exit"):
        raise Quit
    return said
