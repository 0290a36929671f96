"""What the verbs of promotions share: the log, the register of people, an order and its answer."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from houseway.chains import Chains, complete_draw
from houseway.cli.answers import as_data, tell
from houseway.cli.shared import Json, print_json
from houseway.games.commands import Command
from houseway.promotion.draw_vocabulary import CountPlay
from houseway.promotion.state import Promotion
from houseway.records.drawfile import BadDrawFile
from houseway.records.plays import plays_of
from houseway.records.sentences import BadSentence
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
