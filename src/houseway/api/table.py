"""A table that a program plays: sentences in, rulings with their clauses out."""

from __future__ import annotations

import random
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import msgspec

from houseway.api.drawing import image, still
from houseway.api.rounds import Amount, Money, Round, round_of
from houseway.driving import PRACTICE, closing, next_command
from houseway.equipment.cards import DECK
from houseway.equipment.chips import ChipSet
from houseway.games import commands as c
from houseway.games import find
from houseway.games.commands import Command
from houseway.games.game import Awaits, Pick
from houseway.games.options import read_setup
from houseway.randomness import pick as secure_pick
from houseway.records import sentences
from houseway.records.hwr import BadRecord, read_record
from houseway.records.session import Session, open_table, write_record
from houseway.records.settlement import RoundReport, Rounds, play_record
from houseway.records.telling import clause_text, event_words
from houseway.rulebook import ruling
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused as RefusedRuling
from houseway.table.offers import Offer, offers
from houseway.table.state import Table as LiveTable
from houseway.table.table import MACHINE
from houseway.table.view import View, Viewer, view

# What the rules do not allow, as an exception.


class Refused(Exception):
    """The rules refuse a command, and nothing has changed at the table.

    `code` stays the same from version to version; `clause` is the rule that refuses, or empty
    where plain sense does; `sentence` is for people.
    """

    def __init__(self, refused: ruling.Refused) -> None:
        super().__init__(str(refused))
        self.code = refused.code
        self.clause = str(refused.clause or "")
        self.sentence = refused.detail


# What goes without a patron's decision at a table that a program plays.

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


_NOTHING = Money()
_DEALER = str(Role.DEALER)


@dataclass(frozen=True)
class Action:
    """Something that may be done now: how it is said, by which clause, within which limits.

    A wager takes every amount from `minimum` to `maximum` in steps of `multiple`; its `sentence`
    and its `command` are for the least of them.
    """

    sentence: str
    command: Command
    clause: str
    wager: str = ""
    box: int = 0
    minimum: Money = _NOTHING
    maximum: Money = _NOTHING
    multiple: Money = _NOTHING

    def __str__(self) -> str:
        if not self.wager or not self.maximum:
            return f"{self.sentence} ({self.clause})"
        return f"{self.sentence}, {self.minimum} to {self.maximum} ({self.clause})"


class Table:
    """One table of one game, by the rules of its approved document.

    Examples:
        >>> table = Table("mini-baccarat")
        >>> _ = table.say("Ana wagers 100 on banker", "Ben wagers 10 on tie")
        >>> _ = table.say("deal 2h 6c 3d Ks 9h")
        >>> coup = table.settle()
        >>> coup.result
        'banker'
        >>> print(coup.lines[-1])
        Ana: $100 on banker won, $95 (Mini Baccarat 8.4(a); Mini Baccarat 8.8(b))

        Options are given by name and limits as amounts; a `seed` makes dealing repeatable.

        >>> table = Table("Mini Baccarat", seed=7, pairs="perfect", maximum="500")
        >>> [coup.number for coup in table.play(3)]
        [1, 2, 3]
    """

    def __init__(
        self,
        game: str,
        *,
        seed: int | None = None,
        minimum: Amount | None = None,
        maximum: Amount | None = None,
        multiple: Amount | None = None,
        chips: Iterable[Amount] | None = None,
        prepared: bool = True,
        **options: Any,
    ) -> None:
        given = {"minimum": minimum, "maximum": maximum, "multiple": multiple}
        limits = {name: Money(each).cents for name, each in given.items() if each is not None}
        found = find(game)
        setup = read_setup(found, options, **limits)
        if chips is not None:
            setup = msgspec.structs.replace(setup, chips=_chip_set(chips))
        pick = secure_pick if seed is None else random.Random(seed).randrange  # noqa: S311
        self._use(Session(found, setup), pick)
        if prepared:
            _accepted(self._session.prepare())

    def _use(self, session: Session, pick: Pick) -> None:
        """Play on where a session stands; the table around it is for looking at."""
        self._session = session
        self._dealer = Dealer(session, pick)
        self._table = open_table(session.game, session.setup)
        self._table.play = session.play
        self._told, self._steps_told = Rounds(), 0

    # What can be asked

    @property
    def game(self) -> str:
        """The slug of the game, such as `mini-baccarat`."""
        return self._session.game.slug

    @property
    def edition(self) -> str:
        """The edition of the document that rules here, such as `mini-baccarat@2017-12-06`."""
        return self._session.game.cite.id

    @property
    def next(self) -> str:
        """What must happen next, by whom, and the clause that says so."""
        return self._session.next

    @property
    def rounds(self) -> tuple[Round, ...]:
        """Every round so far, the one under way included."""
        return tuple(map(round_of, self._reports().values()))

    def _reports(self) -> dict[int, RoundReport]:
        """The rounds by number; only steps that are new since the last call are read."""
        new = self._session.steps[self._steps_told :]
        self._steps_told += len(new)
        self._told.hear(event for step in new for event in step.events)
        return self._told.by_number

    @property
    def hands(self) -> dict[str, tuple[str, ...]]:
        """The cards or tiles that lie open, by the name of the hand."""
        return {hand.name: tuple(map(str, hand.cards)) for hand in self._view().felt.hands}

    @property
    def wagers(self) -> dict[tuple[str, str, int], Money]:
        """What lies on the layout: patron, wager and box (0: none), with the stake."""
        return {(each.patron, each.wager, each.box): Money(cents=each.amount)
                for each in self._view().wagers}  # fmt: skip

    @property
    def chips(self) -> dict[str, Money]:
        """What each patron holds whose chips are counted."""
        return {who: Money(cents=held) for who, held in self._session.play.layout.chips.items()}

    def legal(self, who: str = _DEALER) -> tuple[Action, ...]:
        """What a patron (by name) or a role (such as `dealer`) may do now.

        Examples:
            >>> print(Table("mini-baccarat").legal("Chen")[0])
            Chen wagers 5.00 on banker, $5 to $1,000 (Mini Baccarat 4.1)
        """
        role = Role(who) if who in tuple(Role) else Role.PATRON
        viewer = Viewer(role, patron=who if role == Role.PATRON else "")
        possible = (each for each in offers(self._at_betting(), viewer) if each.asked)
        actions = (self._action(each) for each in possible if not each.refused)
        return tuple({each.sentence: each for each in actions}.values())

    def _at_betting(self) -> LiveTable:
        """This table, or between two rounds a copy with its cards ready and betting open."""
        if not self._session.is_between_rounds:
            return self._table
        ahead = deepcopy(self._table)
        session = Session(self._session.game, self._session.setup)
        session.play = ahead.play
        Dealer(session, lambda below: below // 2).open_betting()
        return ahead

    def _action(self, offer: Offer) -> Action:
        kinds = {kind.__name__: kind for kind in (*self._session.game.orders, *MACHINE.commands)}
        command = msgspec.convert(offer.command, kinds[offer.order])
        least, most, step = (
            Money(cents=each) for each in (offer.minimum, offer.maximum, offer.multiple)
        )
        clause = str(offer.clause or "")
        return Action(
            sentences.write(command), command, clause, offer.wager, offer.box, least, most, step
        )

    # What can be done

    def say(self, *steps: str) -> tuple[str, ...]:
        """Give commands in words, as a record writes them, and get what followed, with clauses.

        A role may stand before a step: `"supervisor: authorise the void"`.
        Raises `Refused` where the rules do, and `ValueError` where a step cannot be read.
        """
        before = len(self._session.steps)
        for each in steps:
            _accepted(self._session.write(each))
        return self._heard(before)

    def do(self, command: Command, by: str = _DEALER) -> tuple[str, ...]:
        """Give a command as a value, in a role."""
        before = len(self._session.steps)
        _accepted(self._session.order(command, Role(by)))
        return self._heard(before)

    def wager(self, patron: str, wager: str, amount: Amount, *, box: int = 0) -> tuple[str, ...]:
        """Place a wager.

        Examples:
            >>> Table("mini-baccarat").wager("Ana", "banker", "25")[-1]
            'wager placed: patron Ana, wager banker, amount $25 (Mini Baccarat 4.3(a))'
        """
        before = len(self._session.steps)
        self._dealer.prepare()
        self.say(sentences.write(c.PlaceWager(patron, wager, Money(amount).cents, box)))
        return self._heard(before)

    def deal(self) -> Round | None:
        """Deal until the round is over, and return it; None where a patron must act first.

        `legal(patron)` lists what they may wager or decide, and `next` says who is awaited.
        """
        if self._session.is_between_rounds:
            self._dealer.open_betting()
            return None
        closed = False
        for _ in range(STEPS):
            awaited = self._session.awaited
            if _is_choice(awaited) or (awaited.what == "wagers" and closed):
                return None
            if awaited.what == "wagers":
                self._dealer.close_betting()
                closed = True
            else:
                self._dealer.go_on()
            if self._session.is_between_rounds:
                return round_of(self._reports()[self._session.play.round])
        raise AssertionError("a round does not end")

    def play(self, rounds: int = 1) -> tuple[Round, ...]:
        """Let three practice patrons play whole rounds; return those rounds."""
        first = self._session.play.round
        for number in range(first + 1, first + rounds + 1):
            for _ in range(STEPS):
                if self._session.is_between_rounds and self._session.play.round == number:
                    break
                self._dealer.go_on()
        return tuple(each for each in self.rounds if each.number > first)

    def settle(self) -> Round:
        """Finish the round if nothing that needs a decision or a card is missing; return it."""
        self._session.finish()
        if not self._session.is_between_rounds:
            raise ValueError(f"the round is not finished; {self.next}")
        if not self.rounds:
            raise ValueError(f"no round has been played yet; {self.next}")
        return self.rounds[-1]

    def _heard(self, before: int) -> tuple[str, ...]:
        events = [each for step in self._session.steps[before:] for each in step.events]
        return tuple(_words(each) for each in events)

    # Records and pictures

    @classmethod
    def load(cls, source: str | Path) -> Self:
        """A table from a record: the path of a `.hwr` file, or its text."""
        record = read_record(text_of(source))
        report = play_record(record)
        if report.problems:
            raise BadRecord(0, "; ".join(report.problems))
        made = cls.__new__(cls)
        made._use(report.session, secure_pick)
        made._session.one_round, made._session.may_open = False, True
        return made

    def record(self) -> str:
        """Everything that was said and dealt, as the text of a record (`.hwr`)."""
        return write_record(self._session)

    def save(self, path: str | Path) -> None:
        """Write the record to a file; an existing file is not overwritten."""
        with Path(path).open("x", encoding="utf-8") as file:
            file.write(self.record())

    def svg(self) -> str:
        """The table as anybody may see it: one SVG file that needs nothing else."""
        return still(self._view())

    def _repr_html_(self) -> str:
        return image(self.svg(), alt=f"{self._session.game.cite.title} table, {self.next}")

    def _view(self) -> View:
        return view(self._table, "1", len(self._session.steps), Viewer(Role.PATRON))

    def __repr__(self) -> str:
        return f"<Table {self.edition}, round {self._session.play.round}, {self.next}>"


def _is_choice(awaited: Awaits) -> bool:
    return bool(awaited.choices) and awaited.who not in tuple(Role)


def _accepted(refused: RefusedRuling | None) -> None:
    if refused:
        raise Refused(refused)


def _chip_set(chips: Iterable[Amount]) -> ChipSet:
    return ChipSet(tuple(Money(each).cents for each in chips))


def _words(event: Any) -> str:
    clauses = clause_text(event)
    return f"{event_words(event)} ({clauses})" if clauses else event_words(event)


def text_of(source: str | Path) -> str:
    """The text of a record: of the file that is named, or the text itself."""
    if isinstance(source, Path) or "\n" not in source:
        path = Path(source)
        if not path.is_file():
            raise FileNotFoundError(f"{path}: there is no such file")
        return path.read_text(encoding="utf-8")
    return source
