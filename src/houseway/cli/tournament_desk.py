"""What the verbs of tournaments share: the log, who gives the order, the order and its answer."""

from __future__ import annotations

import secrets
import sys
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
from houseway.cli.shared import Json, LogAddress, print_json, text_of
from houseway.conducting import Reservations
from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.games.machine import Given
from houseway.records.telling import printable
from houseway.records.termsfile import BadTerms
from houseway.records.tournamentfile import read_entries
from houseway.records.tournamentsheets import words
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Tried
from houseway.runner import Answer, Order, Runner
from houseway.store.log import Log, LogError
from houseway.store.open import open_log, path_of, read_log
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import merit, prizes
from houseway.tournament import results_vocabulary as r
from houseway.tournament.entry import judged, of_line
from houseway.tournament.state import ENDED
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


# The verbs of `houseway tournament` about entrants: who comes in, leaves, or comes instead.


@app.command
def enter(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    person: str = "",
    name: str = "",
    paid: str = "",
    form: str = "",
    agreement: str = "",
    copy_given: bool = False,
    file: Path | None = None,
    how: TournamentHow | None = None,
) -> int:
    """Enter a person, or all on a list; if a line is wrong, nobody is entered.

    Example: houseway tournament enter floor.db tournament/spring --person "licence 4711"
    --name Ana --paid 27.50 --actor Dora

    Example: houseway tournament enter floor.db tournament/spring --file entries.csv --actor Dora

    Parameters
    ----------
    person
        Who it is, by a document of identity.
    name
        What is called out.
    paid
        The fee that was paid, in dollars.
    form
        The reference of the completed entry form.
    agreement
        The reference of the agreement in writing.
    copy_given
        The entrant was given the conditions.
    file
        A CSV with the columns person, name and paid, and where the document asks for them form,
        agreement, eligible and copy_given.
    """

    def work(desk: TournamentDesk) -> int:
        if file is not None:
            return _listed(desk, file)
        plain = e.AcceptEntry(person, name, dollars(paid), form, agreement, copy_given=copy_given)
        return desk.order(plain)

    return given(address, stream, how, work)


def _listed(desk: TournamentDesk, file: Path) -> int:
    """Every wrong line is told; nobody is entered until none is."""
    found = read_entries(text_of(file, "utf-8-sig"))
    wrong = list(found.wrong)
    by = Given(desk.office, desk.how.actor, now_us())
    for line in judged(desk.tournament, found.entries, by) if desk.tournament.slug else ():
        if isinstance(line.ruling, Refused):
            at = found.lines[line.number - 1]
            wrong.append((at, str(of_line(line._replace(number=at), line.ruling))))
    if not wrong:
        return desk.order(e.AcceptEntries(tuple(found.entries), file.name))
    if desk.how.as_data:
        print_json({"wrong": [{"line": at, "detail": why} for at, why in sorted(wrong)]})
    for _, why in sorted(wrong) if not desk.how.as_data else ():
        print(printable(why), file=sys.stderr)
    if not desk.how.as_data:
        print(f"{file}: {len(wrong)} lines are wrong; nobody was entered", file=sys.stderr)
    return 1


# The verbs of `houseway tournament` about places and prizes.


@app.command
def rank(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    confirm: bool = False,
    share: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Show the places of a session with the working; or make its counts and places final.

    Example: houseway tournament rank floor.db tournament/spring 1

    Example: houseway tournament rank floor.db tournament/spring 1 --confirm --actor Dora

    Parameters
    ----------
    confirm
        Confirm the counts, where they are not, and then the places.
    share
        People who are level, and for whom nothing hangs on it, share their places.
    """

    def show(desk: TournamentDesk) -> int:
        found = desk.tournament.session(session)
        if found is None:
            raise ValueError(f"there is no session {session}")
        return _working(desk, merit.working(desk.tournament, found))

    def make_final(desk: TournamentDesk) -> int:
        found = desk.tournament.session(session)
        orders: list[Command] = [r.ConfirmSession(session, share)]
        if found is not None and found.phase == ENDED:
            orders.insert(0, r.ConfirmCounts(session))
        return desk.order(*orders)

    return given(address, stream, how, make_final) if confirm else looked(
        address, stream, how, show
    )  # fmt: skip


def _working(desk: TournamentDesk, lines: Iterable[Tried]) -> int:
    found = list(lines)
    if desk.how.as_data:
        print_json({"working": [{"clause": t.clause, "says": t.verdict} for t in found]})
    desk.tell(f"{each.verdict}  [{each.clause}]" for each in found)
    return 0


@app.command
def play_off(
    address: LogAddress,
    stream: TournamentStream,
    session: SessionNumber,
    /,
    *,
    entry: tuple[int, ...] = (),
    table: str = "",
    chips: tuple[str, ...] = (),
    emptied: tuple[str, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Have those who are level play on, or record what they hold after such a round.

    Example: houseway tournament play-off floor.db tournament/spring 1 --entry 3 --entry 4
    --actor Dora

    Example: houseway tournament play-off floor.db tournament/spring 1 --chips 3=60 --chips 4=40
    --actor Dora

    Parameters
    ----------
    entry
        The number of an entry that plays on; repeat it for several.
    chips
        What an entry holds afterwards, as entry=chips; repeat it for several.
    table
        Where they play, so that rounds and stakes are on record; without it only counts are.
    emptied
        Who is left below the minimum and the last wager, as `4=40`, in the order of collection.
    """

    def work(desk: TournamentDesk) -> int:
        if chips:
            last = tuple(r.Emptied(*each) for each in pairs(emptied, "a last wager"))
            counts = counted(chips, "a count")
            return desk.order(r.RecordAdditionalRound(session, counts, last))
        return desk.order(r.OrderAdditionalRounds(session, entry, table))

    return given(address, stream, how, work)


@app.command(name="prizes")
def award(
    address: LogAddress,
    stream: TournamentStream,
    /,
    *,
    award: bool = False,
    goods: tuple[str, ...] = (),
    how: TournamentHow | None = None,
) -> int:
    """Show what the pool comes to for everybody, with the working; or award the prizes.

    Example: houseway tournament prizes floor.db tournament/spring

    Example: houseway tournament prizes floor.db tournament/spring --award --actor Dora

    Parameters
    ----------
    award
        Award the places of the tournament and the prizes.
    goods
        Who gets goods that fall to several, as place=entry.
    """
    if not award:
        return looked(
            address, stream, how, lambda desk: _working(desk, prizes.working(desk.tournament))
        )
    command = r.AwardPrizes(dict(pairs(goods, "a place and an entry")))
    return given(address, stream, how, lambda desk: desk.order(command))


@app.command
def pay(
    address: LogAddress,
    stream: TournamentStream,
    entry: tuple[int, ...] = (),
    /,
    *,
    reference: str,
    everybody: bool = False,
    how: TournamentHow | None = None,
) -> int:
    """Record that prizes were handed over, for the operator.

    Example: houseway tournament pay floor.db tournament/spring 3 --reference "slip 12"
    --actor Gita

    Parameters
    ----------
    entry
        The numbers of the entries that were paid.
    reference
        The receipt or slip of the payment.
    everybody
        All prizes that are not paid yet.
    """

    def work(desk: TournamentDesk) -> int:
        owed = [each.entry for each in desk.tournament.awards.values() if each.paid is None]
        chosen = owed if everybody else list(entry)
        if not chosen:
            raise ValueError("nobody is named, and no prize is left to be paid")
        return desk.order(*(r.PayPrize(each, reference) for each in chosen))

    return given(address, stream, how, work, OPERATOR)
