"""What the verbs of tournaments share: the log, who gives the order, the order and its answer."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from houseway.chains import BALLOTS, HOUSE_DRAWS, Chains, complete_ballot
from houseway.cli import answers
from houseway.cli.shared import Json, LogAddress, print_json
from houseway.conducting import Reservations
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.records.telling import printable
from houseway.records.termsfile import BadTerms
from houseway.records.tournamentwords import words
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.log import Log, LogError
from houseway.store.open import open_log, path_of, read_log
from houseway.tournament.tournament import Tournament
from houseway.tournament.vocabulary import ActionBegun

app = App(
    name="tournament",
    help="""Run a tournament on a log: floor.db tournament/spring.

    Example: houseway tournament template tournament-blackjack --output spring.toml

    Example: houseway tournament new floor.db tournament/spring spring.toml --actor Gita

    Who gives an order is --actor, in the role of --office. The exit status is 0 when it was
    accepted, 1 when it was refused, 2 when it or the log cannot be read.
    """,
    version_flags=[],
)
TournamentStream = Annotated[str, Parameter(help="The tournament, such as tournament/spring.")]
SessionNumber = Annotated[int, Parameter(help="The number of the session.")]
CANNOT = (LogError, OSError, BadTerms, ValueError)
DIRECTOR, OPERATOR = Role.TOURNAMENT_DIRECTOR, Role.GAMING_SHIFT_MANAGER


@Parameter(name="*")
@dataclass(frozen=True)
class TournamentHow:
    """Who gives the order, in which office (else the usual one of the verb), and how it is told."""

    actor: Annotated[str, Parameter(help="Who gives the order.")] = ""
    office: Annotated[Role | None, Parameter(help="In which role; the usual one by default.")] = (
        None
    )
    as_data: Json = False


def now_us() -> int:
    return time.time_ns() // 1_000


class TournamentDesk:
    """One tournament of a log that is open, and the answers that its orders met."""

    def __init__(
        self, runner: Runner, stream: str, how: TournamentHow | None, office: Role, folder: Path
    ) -> None:
        self.chains = Chains(folder / "secrets")
        self.runner, self.stream, self.how = runner, stream, how or TournamentHow()
        self.office = self.how.office or office
        self.answers: list[Answer] = []

    @property
    def tournament(self) -> Tournament:
        return self.runner.tournament(self.stream)

    def _with_seed(self, command: Command) -> Order:
        """The order, for whose ballot the house draws the seed while it is judged."""
        if isinstance(command, BALLOTS) and command.seed:
            raise ValueError(HOUSE_DRAWS)
        key = secrets.token_hex(16)
        order = Order(command, self.office, self.how.actor, key)

        def complete(tournament: Tournament, _version: int) -> Command:
            return complete_ballot(self.chains, self.stream, order, tournament, now_us())

        return order._replace(complete=complete)

    def order(self, *commands: Command) -> int:
        """Give orders one after another, up to the first that is refused: 0 when none was."""
        for command in commands:
            answer = self.runner.order(self.stream, self._with_seed(command))
            self.answers.append(answer)
            if not self.how.as_data:
                answers.tell(answer, _words)
            if answer.refused:
                return 1
        return 0

    def tell(self, lines: Iterable[str]) -> None:
        """Something for a person to read, where no data was asked for."""
        if not self.how.as_data:
            for line in lines:
                print(printable(line))

    def close(self) -> None:
        """As data, the answer of a verb is one value: an object, or a list for several orders."""
        if self.how.as_data and self.answers:
            found = [answers.as_data(each) for each in self.answers]
            print_json(found[0] if len(found) == 1 else found)


def _words(event: Event) -> str:
    """Nothing for the fact that only says that an action begins."""
    return "" if isinstance(event, ActionBegun) else words(event)


Work = Callable[[TournamentDesk], int]


def given(
    address: str, stream: str, how: TournamentHow | None, work: Work, office: Role = DIRECTOR
) -> int:
    """Do something with a tournament that may change; its log is open until the end."""
    return _worked(address, stream, how, work, office, open_log)


def looked(address: str, stream: str, how: TournamentHow | None, work: Work) -> int:
    """Only look at a tournament, no matter who else has its log open; and there must be one."""

    def there(desk: TournamentDesk) -> int:
        if not desk.tournament.slug:
            raise ValueError(f"there is no {stream} in this log")
        return work(desk)

    return _worked(address, stream, how, there, DIRECTOR, read_log)


def _worked(
    address: LogAddress,
    stream: TournamentStream,
    how: TournamentHow | None,
    work: Work,
    office: Role,
    at: Callable[[str], Log],
) -> int:
    try:
        if not stream.startswith("tournament/"):
            raise ValueError(f"{stream} is no tournament: its name begins with tournament/")
        with closing(at(address)) as log:
            runner = Runner(log, now_us)
            Reservations(runner)
            folder = Path() if "://" in address else path_of(address).parent
            desk = TournamentDesk(runner, stream, how, office, folder)
            status = work(desk)
            desk.close()
            return status
    except CANNOT as wrong:
        return answers.failed(address, wrong)


# What people write on the command line


def counted(texts: Iterable[str], what: str) -> dict[int, Held]:
    """Return what each entry holds: `3=120`, or `3=97.5` where half a chip was paid."""
    written = [text.strip() for text in texts]
    whole = pairs((text.removesuffix(".5") for text in written), what)
    return {
        entry: chips + Decimal("0.5") if text.endswith(".5") else chips
        for text, (entry, chips) in zip(written, whole, strict=True)
    }


def pairs(texts: Iterable[str], what: str) -> list[tuple[int, int]]:
    """`3=120` as two numbers, one pair after the other."""
    found = []
    for text in texts:
        left, equals, right = text.partition("=")
        if not equals or not left.strip().isdecimal() or not right.strip().isdecimal():
            raise ValueError(f"{text} is not {what}, such as 3=120")
        found.append((int(left), int(right)))
    numbers = [number for number, _ in found]
    twice = next((each for each in numbers if numbers.count(each) > 1), None)
    if twice is not None:
        raise ValueError(f"{twice} is named twice")
    return found
