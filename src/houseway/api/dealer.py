"""What goes without a patron's decision at a table that a program plays."""

from __future__ import annotations

from typing import Any

from houseway.api.refusals import Refused
from houseway.driving import PRACTICE, closing, next_command
from houseway.equipment.cards import DECK
from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.game import Pick
from houseway.records.session import Session
from houseway.rulebook.roles import Role

STEPS = 2_000  # more commands than any round takes


class Dealer:
    """Prepares the cards, opens and closes the betting, and draws; `pick` decides what is drawn."""

    def __init__(self, session: Session, pick: Pick) -> None:
        self.session = session
        self.pick = pick

    def prepare(self) -> None:
        """Between two rounds, do what comes before betting opens, such as a shuffle."""
        for _ in range(STEPS):
            if not self.session.is_between_rounds or self.session.awaited.what == "open":
                return
            self.go_on()
        raise AssertionError("betting does not open")

    def open_betting(self) -> None:
        self.prepare()
        awaited = self.session.awaited
        if awaited.command is not None:
            self._take(awaited.command, self.session.giver(awaited))

    def close_betting(self) -> None:
        """Confirm who makes no wager, where that is asked, and call no more bets or deal."""
        game, play, awaited = self.session.game, self.session.play, self.session.awaited
        confirming: list[Any] = [each for each in awaited.commands if each.sits_out]
        for patron in tuple(play.layout.idle_rounds):
            for kind in confirming:
                if game.can(play, kind(patron)):
                    self._take(kind(patron), Role.DEALER)
        awaited = self.session.awaited
        self._take(closing(game, awaited), self.session.giver(awaited))

    def go_on(self) -> None:
        """Give the next command that the rules accept; where a patron chooses, by chance."""
        if self._is_shoe_low():
            return self._take(c.ReportCuttingCard(), Role.DEALER)
        game, play = self.session.game, self.session.play
        for _ in range(STEPS):
            command, by = next_command(game, play, PRACTICE, self.pick)
            if game.can(play, command, by):
                return self._take(command, by)
        raise AssertionError("nobody can move this table on")

    def _is_shoe_low(self) -> bool:
        """Whether the cutting card comes out of a shoe that was taken as prepared: a deck is left.

        Nobody placed that card; where a dealer does, the table itself knows when it comes out.
        """
        game, play = self.session.game, self.session.play
        if c.ReportCuttingCard not in game.orders or play.prep.behind:
            return False
        low = play.stock.source <= len(DECK) and not play.prep.cutting_card_out
        return low and game.can(play, c.ReportCuttingCard(), Role.DEALER)

    def _take(self, command: Command, by: Role) -> None:
        refused = self.session.order(command, by)
        if refused:
            raise Refused(refused)
