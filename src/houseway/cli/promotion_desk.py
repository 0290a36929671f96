"""What the verbs of promotions share: the log, the register of people, an order and its answer."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from houseway.chains import Chains, complete_draw
from houseway.cli.answers import as_data, failed, tell
from houseway.cli.shared import Json, LogAddress, print_json
from houseway.games.commands import Command
from houseway.promotion.conditions import missing
from houseway.promotion.draw_vocabulary import CountPlay
from houseway.promotion.due import due as owed
from houseway.promotion.due import report_text, terms_text
from houseway.promotion.state import Promotion, time_text
from houseway.records.drawfile import BadDrawFile, calendar, plays_of, row, write_csv
from houseway.records.sentences import BadSentence
from houseway.records.telling import printable
from houseway.records.termsfile import BadTerms
from houseway.rulebook.roles import Role
from houseway.runner import Answer, Order, Runner
from houseway.store.journal import Journal
from houseway.store.log import Log, LogError, LogFailed
from houseway.store.open import open_log, path_of, read_log
from houseway.store.register import READERS, STREAM, Reader, Register, RegisterError, open_register

app = App(
    name="promotion",
    help="""Run promotional prizes on a log: floor.db promotion/1.

    Example: houseway promotion new floor.db promotion/1 Autumn --game casino-war
    --terms autumn.toml

    Who gives an order is --actor, in the role of --office. The exit status is 0 when it was
    accepted, 1 when it was refused, 2 when it or the log cannot be read.
    """,
    version_flags=[],
)
PromotionStream = Annotated[str, Parameter(help="The promotion, such as promotion/1.")]
CANNOT = (LogError, OSError, RegisterError, BadTerms, BadDrawFile, BadSentence, ValueError)


@Parameter(name="*")
@dataclass(frozen=True)
class PromotionHow:
    """Who gives the order, in which office, where names are kept, and how it is told."""

    actor: Annotated[str, Parameter(help="Who gives the order.")] = ""
    office: Annotated[Role, Parameter(help="In which role.")] = Role.PROMOTIONS
    folder: Annotated[
        Path | None, Parameter(help="Where names and keys are; the log's own folder by default.")
    ] = None
    as_data: Json = False


def now_us() -> int:
    return time.time_ns() // 1_000


class PromotionDesk:
    """One promotion of a log that is open."""

    def __init__(
        self, runner: Runner, address: str, stream: str, how: PromotionHow, journal: Journal | None
    ) -> None:
        self.runner, self.stream, self.how = runner, stream, how
        self._address, self._journal = address, journal
        self._register: Register | None = None

    @property
    def promotion(self) -> Promotion:
        return self.runner.promotion(self.stream)

    @property
    def register(self) -> Register:
        """Opened when it is first asked for: most verbs need no names."""
        if self._register is None:
            self._register = open_register(self._address, self.folder, self._journal)
        return self._register

    @property
    def folder(self) -> Path:
        if self.how.folder is not None:
            return self.how.folder
        return Path() if "://" in self._address else path_of(self._address).parent

    def names(self, references: tuple[str, ...], why: str) -> dict[str, str]:
        """Who they are, for anyone who may know; nobody for everybody else, and of the erased."""
        try:
            found = self.register.look_all(references, self.reader(why))
        except RegisterError:
            return {}
        return {reference: person.name for reference, person in found.items()}

    def reader(self, why: str) -> Reader:
        return Reader(self.how.actor, self.how.office, why)

    def order(self, command: Command) -> int:
        """Give an order and tell what it met: 0 when it was accepted, 1 when it was refused."""
        key = secrets.token_hex(16)
        order = Order(command, self.how.office, self.how.actor, key)

        def complete(promotion: Promotion, _version: int) -> Command:
            if isinstance(command, CountPlay):
                return self._counted(command.table)
            chains = Chains(self.folder / "secrets")
            return complete_draw(chains, self.stream, order, promotion, now_us())

        return self.told(self.runner.order(self.stream, order._replace(complete=complete)))

    def _counted(self, table: str) -> CountPlay:
        found = plays_of(self.runner.log.read(table), self.register.reference)
        if not found.document:
            raise ValueError(f"there is no table {table} in this log")
        return CountPlay(table, found.document, found.up_to, found.plays)

    def told(self, answer: Answer) -> int:
        if self.how.as_data:
            print_json(as_data(answer))
        else:
            tell(answer, lambda event: type(event).__name__)
        return 1 if answer.refused else 0

    def close(self) -> None:
        if self._register is not None:
            self._register.close()


@contextmanager
def desk_at(address: str, stream: str, how: PromotionHow | None) -> Iterator[PromotionDesk]:
    """The promotion of a stream such as promotion/1, with its log open until the end."""
    _must_be_promotion(stream)
    log = open_log(address)
    with _desk(log, address, stream, how, Journal(log, STREAM, now_us)) as desk:
        yield desk


@contextmanager
def looking_at(address: str, stream: str, how: PromotionHow | None) -> Iterator[PromotionDesk]:
    """The same to look at only, and there must be one."""
    _must_be_promotion(stream)
    with _desk(read_log(address), address, stream, how, None) as desk:
        _must_be_there(desk)
        yield desk


@contextmanager
def naming_at(address: str, stream: str, how: PromotionHow | None) -> Iterator[PromotionDesk]:
    """The same for anyone who may read names; that they are read is written into the log.

    A log that someone else has open is looked at only, and names nobody.
    """
    _must_be_promotion(stream)
    log = read_log(address)  # where there is no log, none is made
    journal = None
    if (how or PromotionHow()).office in READERS:
        try:
            log, looked = open_log(address), log
            looked.close()
            journal = Journal(log, STREAM, now_us)
        except LogFailed:
            print("the house is open: names are read in its console", file=sys.stderr)
    with _desk(log, address, stream, how, journal) as desk:
        _must_be_there(desk)
        yield desk


@contextmanager
def _desk(
    log: Log, address: str, stream: str, how: PromotionHow | None, journal: Journal | None
) -> Iterator[PromotionDesk]:
    desk = PromotionDesk(Runner(log, now_us), address, stream, how or PromotionHow(), journal)
    try:
        yield desk
    finally:
        desk.close()
        log.close()


def _must_be_there(desk: PromotionDesk) -> None:
    if not desk.promotion.documents:
        raise ValueError(f"there is no {desk.stream} in this log")


def _must_be_promotion(stream: str) -> None:
    if not stream.startswith("promotion/"):
        raise ValueError(f"{stream} is no promotion: its name begins with promotion/")


# The verbs of `houseway promotion` that only look: what is missing, owed, won, where it stands.


def _with(
    address: str,
    stream: str,
    how: PromotionHow | None,
    work: Callable[[PromotionDesk], int],
    look: Callable[..., AbstractContextManager[PromotionDesk]] = looking_at,
) -> int:
    try:
        with look(address, stream, how) as desk:
            return work(desk)
    except CANNOT as wrong:
        return failed(address, wrong)


@app.command
def check(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Show what the conditions lack, clause by clause; status 1 while something is missing.

    Example: houseway promotion check floor.db promotion/1
    """

    def work(desk: PromotionDesk) -> int:
        found = missing(desk.promotion)
        if desk.how.as_data:
            print_json({"missing": found})
        else:
            for each in found:
                print(printable(f"missing: {each.what}  [{each.clause}]"))
            print(f"{len(found)} missing" if found else "nothing is missing")
        return 1 if found else 0

    return _with(address, stream, how, work)


@app.command
def winners(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """List the winners, by name for promotions and inspectors; that they were read is kept.

    Example: houseway promotion winners floor.db promotion/1 --office inspector
    """

    def work(desk: PromotionDesk) -> int:
        promotion = desk.promotion
        names = desk.names(tuple(each.person for each in promotion.winners), "list of winners")
        found = [
            {"winner": each.number, "prize": promotion.prize_of(each).name, "ticket": each.ticket,
             "person": each.person, "name": names.get(each.person, each.person),
             "status": each.status, "attempts": len(each.attempts)}
            for each in promotion.winners
        ]  # fmt: skip
        if desk.how.as_data:
            print_json({"winners": found})
            return 0
        for line in found:
            told = "{winner}: {prize}, ticket {ticket}, {name}, {status}, {attempts} attempts"
            print(printable(told.format(**line)))
        return 0

    return _with(address, stream, how, work, naming_at)


@app.command
def due(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    as_csv: Annotated[bool, Parameter(name="--csv")] = False,
    as_calendar: Annotated[bool, Parameter(name="--ics")] = False,
    how: PromotionHow | None = None,
) -> int:
    """Show what is owed, to whom, by when and by which clause; status 1 when something is overdue.

    Example: houseway promotion due floor.db promotion/1 --ics

    Parameters
    ----------
    as_csv
        Print a table for a spreadsheet.
    as_calendar
        Print a calendar (iCalendar).
    """

    def work(desk: PromotionDesk) -> int:
        found, now = owed(desk.promotion), now_us()
        if as_csv:
            write_csv(found, now, sys.stdout)
        elif as_calendar:
            print(calendar(stream, found, now), end="")
        elif desk.how.as_data:
            print_json({"due": [{"overdue": each.overdue(now), "due": each} for each in found]})
        else:
            for each in found:
                late, _, what, to, clause = row(each, now)
                by = time_text(each.by_us) if each.by_us else "no time set"
                print(printable(f"{late:8} {by:24} {what} (to {to})  [{clause}]"))
        return 1 if any(each.overdue(now) for each in found) else 0

    return _with(address, stream, how, work)


@app.command
def terms(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Print the terms and conditions, heading by heading with its clauses.

    Example: houseway promotion terms floor.db promotion/1
    """

    def work(desk: PromotionDesk) -> int:
        if desk.how.as_data:
            print_json({"version": desk.promotion.version, "conditions": desk.promotion.conditions})
        else:
            print(terms_text(desk.promotion), end="")
        return 0

    return _with(address, stream, how, work)


@app.command
def report(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Show where the promotion stands.

    Example: houseway promotion report floor.db promotion/1 --json
    """

    def work(desk: PromotionDesk) -> int:
        if desk.how.as_data:
            print_json({"life": desk.promotion.life, "promotion": desk.promotion})
        else:
            print(report_text(desk.promotion, now_us()), end="")
        return 0

    return _with(address, stream, how, work)
