"""`houseway promotion`: promotional prizes from their terms to the last claim."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path

import msgspec

from houseway.cli.answers import failed
from houseway.cli.games import find_game
from houseway.cli.generated import add_verbs
from houseway.cli.promotion_desk import (
    CANNOT,
    PromotionDesk,
    PromotionHow,
    PromotionStream,
    app,
    desk_at,
    now_us,
)
from houseway.cli.shared import LogAddress, print_json, text_of
from houseway.equipment.chips import dollars
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.promotion import MACHINE
from houseway.promotion.terms import Conditions
from houseway.records.drawfile import draw_file, written
from houseway.records.sentences import read
from houseway.records.termsfile import read_conditions
from houseway.store.register import REFERENCE, Person

# What is typed at the desk of a promotion made into orders: names go into the register,
# references into the order.


def by_reference(desk: PromotionDesk, command: Command) -> Command:
    """A patron named in a sentence, by the register's reference; a scrutineer is staff."""
    if not isinstance(command, dv.EnterPatron | cv.ClaimPrize | cv.DisputeTerms):
        return command
    if REFERENCE.fullmatch(command.person):
        return command
    reference = desk.register.enter(command.person, Person(command.person))
    return msgspec.structs.replace(command, person=reference)


def conditions_in(desk: PromotionDesk, terms: Path) -> Conditions:
    """The terms of a file; anyone who cannot enter is named in the log by reference."""
    found = read_conditions(text_of(terms))
    barred = (
        each if REFERENCE.fullmatch(each) else desk.register.reference(each)
        for each in found.barred
    )
    return msgspec.structs.replace(found, barred=tuple(barred))


def listed(desk: PromotionDesk, file: Path) -> tuple[dv.Entrant, ...]:
    lines = csv.DictReader(io.StringIO(text_of(file, "utf-8-sig"), newline=""))
    try:
        return tuple(_entrant(desk, line) for line in lines)
    except csv.Error as wrong:
        raise ValueError(f"line {lines.line_num}: {wrong}") from wrong


def _entrant(desk: PromotionDesk, line: dict[str, str]) -> dv.Entrant:
    if "person" not in line:
        raise ValueError("the file has no column person")
    name = line["person"]
    reference = desk.register.enter(name, Person(name, line.get("address", "")))
    checked = tuple(each.strip() for each in line.get("checked", "").split(";") if each.strip())
    wagered = dollars(line.get("wagered") or "0")
    return dv.Entrant(reference, int(line.get("tickets") or 1), wagered, checked)


def payment(text: str, payee: str) -> cv.Payment:
    means, _, amount = text.partition("=")
    if means not in ("cash", "crossed cheque", "electronic transfer"):
        raise ValueError(f"{means} is none of cash, crossed cheque, electronic transfer")
    return cv.Payment(means, dollars(amount), "" if means == "cash" else payee)  # type: ignore[arg-type]


def refusal(desk: PromotionDesk, number: int, reason: str, person: Person) -> cv.RefuseClaim:
    """Name and address go into the register first, and stay there; the log has the receipt."""
    kept = ""
    if person.name and person.address and desk.promotion.documents:
        reference = desk.register.enter(person.name, person)
        clause = desk.promotion.rules[0].claims.kept
        kept = desk.register.keep(reference, clause, desk.reader("a refused claim"))
    return cv.RefuseClaim(number, reason, kept)


__all__ = ["app"]  # whose verbs are the app's as well


def _with(
    address: str, stream: str, how: PromotionHow | None, work: Callable[[PromotionDesk], int]
) -> int:
    try:
        with desk_at(address, stream, how) as desk:
            return work(desk)
    except CANNOT as wrong:
        return failed(address, wrong)


@app.command
def new(
    address: LogAddress,
    stream: PromotionStream,
    name: str,
    /,
    *,
    game: tuple[str, ...],
    terms: Path,
    award: str = "draw",
    how: PromotionHow | None = None,
) -> int:
    """Register a promotion under the documents of its games, with its conditions.

    Example: houseway promotion new floor.db promotion/1 Autumn --game casino-war
    --terms autumn.toml

    Parameters
    ----------
    name
        What it is called.
    game
        A game, such as casino-war; repeat it for several, and the strictest document holds.
    terms
        The conditions, as a TOML file.
    award
        By draw or by chance.
    """

    def work(desk: PromotionDesk) -> int:
        conditions = conditions_in(desk, terms)
        slugs = tuple(find_game(each).slug for each in game)
        registered = desk.order(v.RegisterPromotion(name, slugs, award))
        return registered or desk.order(v.SetConditions(conditions))

    return _with(address, stream, how, work)


@app.command
def change(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    terms: Path,
    reference: str = "",
    approver: str = "",
    how: PromotionHow | None = None,
) -> int:
    """Replace the conditions; after the start, as the Authority has approved.

    Example: houseway promotion change floor.db promotion/1 --terms autumn.toml --reference L-114
    --approver delegate

    Parameters
    ----------
    terms
        The conditions (TOML).
    reference
        The Authority's reference of the approval; needed after the start.
    approver
        Who approved it.
    """

    def work(desk: PromotionDesk) -> int:
        conditions = conditions_in(desk, terms)
        if desk.promotion.started is None:
            return desk.order(v.SetConditions(conditions))
        approval = v.Approval(reference, approver, now_us()) if reference else None
        return desk.order(v.AmendConditions(conditions, approval))

    return _with(address, stream, how, work)


@app.command
def order(
    address: LogAddress,
    stream: PromotionStream,
    sentence: str,
    /,
    *,
    how: PromotionHow | None = None,
) -> int:
    """Give any order as a sentence; without a word of it, list all sentences.

    People it names go into the register; the log has their references.

    Example: houseway promotion order floor.db promotion/1 "name Eli as scrutineer" --actor Gus

    Parameters
    ----------
    sentence
        The order, as in the example; "" lists all of them.
    """
    if not sentence.strip() and how and how.as_data:
        print_json({"sentences": [kind.sentence for kind in MACHINE.commands]})
        return 0
    if not sentence.strip():
        for kind in MACHINE.commands:
            print(kind.sentence)
        return 0
    return _with(
        address,
        stream,
        how,
        lambda desk: desk.order(by_reference(desk, read(sentence, MACHINE.commands))),
    )


@app.command
def enter(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    person: str = "",
    home: str = "",
    tickets: int = 1,
    wagered: str = "0",
    checked: tuple[str, ...] = (),
    file: Path | None = None,
    table: str = "",
    how: PromotionHow | None = None,
) -> int:
    """Enter a patron, a list, or what play at a table has earned.

    Example: houseway promotion enter floor.db promotion/1 --person Ana --tickets 3

    Example: houseway promotion enter floor.db promotion/1 --file desk.csv

    Example: houseway promotion enter floor.db promotion/1 --table table/3

    Parameters
    ----------
    person
        Who enters; the name goes into the register, a reference into the log.
    home
        The address of that person.
    tickets
        How many tickets.
    wagered
        What was wagered, in dollars.
    checked
        A criterion of the terms that was checked; several may be given.
    file
        A CSV with the columns person, address, tickets, wagered and checked (divided by ;).
    table
        A table of the same log whose play is counted.
    """

    def work(desk: PromotionDesk) -> int:
        if table:
            return desk.order(dv.CountPlay(table, "", 0, ()))
        if file is not None:
            return desk.order(dv.EnterList(listed(desk, file), file.name))
        reference = desk.register.enter(person, Person(person, home))
        return desk.order(dv.EnterPatron(reference, tickets, dollars(wagered), checked))

    return _with(address, stream, how, work)


@app.command
def seal(
    address: LogAddress, stream: PromotionStream, /, *, how: PromotionHow | None = None
) -> int:
    """Seal the list of entries and print its digest.

    Example: houseway promotion seal floor.db promotion/1
    """

    def work(desk: PromotionDesk) -> int:
        status = desk.order(dv.SealEntries())
        if not desk.how.as_data and not status:
            print(f"list of entries: {desk.promotion.draw.digest}")
        return status

    return _with(address, stream, how, work)


@app.command
def draw(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    output: Path,
    word: str = "",
    ticket: int = 0,
    witness: tuple[str, ...] = (),
    how: PromotionHow | None = None,
) -> int:
    """Draw the winners and write the file by which anybody can draw again.

    The house has the seed since the conditions were published, and reveals it with the draw.

    Example: houseway promotion draw floor.db promotion/1 --output autumn.hwdraw

    Example: houseway promotion draw floor.db promotion/1 --ticket 12 --witness Eli
    --output car.hwdraw

    Parameters
    ----------
    output
        Where the file of the draw goes.
    word
        A word that was called out in public, for a draw registered before version 2 of the draw.
    ticket
        The ticket that came out of the barrel.
    witness
        Who saw it; several may be given.
    """

    def work(desk: PromotionDesk) -> int:
        command = dv.RecordTicket(ticket, witness) if ticket else dv.DrawWinners(word=word)
        status = desk.order(command)
        if not status and desk.promotion.draw.completed:
            output.write_bytes(written(draw_file(stream, desk.promotion)))
        return status

    return _with(address, stream, how, work)


@app.command
def claim(
    address: LogAddress,
    stream: PromotionStream,
    /,
    *,
    person: str = "",
    prize: str = "",
    cash: bool = False,
    pay: tuple[str, ...] = (),
    award: int = 0,
    refuse: int = 0,
    reason: str = "",
    home: str = "",
    how: PromotionHow | None = None,
) -> int:
    """Take a claim, award it, or refuse it with the reason.

    Example: houseway promotion claim floor.db promotion/1 --person Ana --prize "first prize"
    --pay cash=2000 --pay "crossed cheque=10000"

    Example: houseway promotion claim floor.db promotion/1 --award 1

    Example: houseway promotion claim floor.db promotion/1 --refuse 2 --person Ben
    --home "1 Wharf Road" --reason "was not drawn"

    Parameters
    ----------
    person
        Who claims.
    prize
        Which prize of the list.
    cash
        The cash alternative instead.
    pay
        A part of what is paid, as means=dollars; several may be given.
    award
        The number of the claim that is met.
    refuse
        The number of the claim that is not met.
    reason
        Why it is not met.
    home
        The claimant's address, which is kept for a refused claim over $100.
    """

    def work(desk: PromotionDesk) -> int:
        if award:
            return desk.order(cv.AwardPrize(award))
        if refuse:
            return desk.order(refusal(desk, refuse, reason, Person(person, home)))
        reference = desk.register.reference(person)
        parts = tuple(payment(each, reference) for each in pay)
        return desk.order(cv.ClaimPrize(reference, prize, cash, parts))

    return _with(address, stream, how, work)


def _give(
    address: LogAddress,
    stream: PromotionStream,
    how: PromotionHow | None,
    _kind: type[Command],
    make: Callable[[], Command],
) -> int:
    return _with(address, stream, how, lambda desk: desk.order(by_reference(desk, make())))


ABOUT = {
    "group": "Any command",
    "example": "promotion {} floor.db promotion/1",
    "stream": "The promotion, such as promotion/1.",
}
add_verbs(app, MACHINE.commands, _give, PromotionHow, ABOUT)
