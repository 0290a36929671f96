"""What a director does for many at once: a whole list of entries, everybody in their seats."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, NamedTuple

from litestar import post
from litestar.datastructures import UploadFile
from litestar.params import FromPath
from litestar.response import Redirect, Template

from houseway.games.machine import Given
from houseway.records.tournamentfile import EntryList, read_entries
from houseway.rulebook.ruling import Refused
from houseway.service.aggregates.tournaments import KIND
from houseway.service.api.aggregates import give_command, give_each
from houseway.service.consoles.director.pages import GUARDS, check_session, console
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.pressed_once import press_of
from houseway.service.texts.text import Text
from houseway.table.view import Viewer
from houseway.tournament.entry import judged
from houseway.tournament.entry_vocabulary import AcceptEntries
from houseway.tournament.session_vocabulary import CheckIn
from houseway.tournament.shown import TournamentView
from houseway.tournament.state import Tournament

_LONGEST = 60_000  # characters of a list


class ListLine(NamedTuple):
    """A line of a list, and what the rules would say to it."""

    number: int
    name: str
    person: str
    paid: int
    refused: Refused | None


@post("/director/{name:str}/entries/list", include_in_schema=False, guards=GUARDS, status_code=200)
async def bring_list(request: Asking, floor: OpenFloor, name: FromPath[str]) -> Template | Redirect:
    """Look through a list, or enter everybody on it once it was looked through."""
    text, confirmed = await _brought(request)
    try:
        found = read_entries(text)
    except ValueError as wrong:
        return await _looked(request, floor, name, text, EntryList((), (), ()), not_a_list(wrong))
    if not confirmed or found.wrong:
        return await _looked(request, floor, name, text, found)
    try:
        order = AcceptEntries(found.entries, "the list")
        await give_command(floor, request.user, KIND, name, order, press_of(request))
    except RuledOut as refused:
        return await _looked(request, floor, name, text, found, refused.problem)
    return Redirect(f"/director/{name}/entries", status_code=303)


async def _brought(request: Asking) -> tuple[str, bool]:
    """The lines, of a file or typed, and whether they were looked through and confirmed."""
    filled = await request.form()
    file = filled.get("file")
    text = str(filled.get("lines", ""))
    if isinstance(file, UploadFile) and file.filename:
        try:
            text = (await file.read()).decode("utf-8-sig")
        except UnicodeDecodeError:
            sentence = Text("a list is text in UTF-8, such as a spreadsheet saves as CSV")
            raise Wrong(HTTPStatus.BAD_REQUEST, "not_text", sentence) from None
    return text.replace("\r\n", "\n").strip()[:_LONGEST], bool(filled.get("confirm"))


async def _looked(
    request: Asking,
    floor: Floor,
    name: str,
    text: str,
    found: EntryList,
    problem: Problem | None = None,
) -> Template:
    see = _would_be(request.user.viewer, found, floor.now_us())
    lines = await floor.blocking(KIND.look, floor, name, see)
    return await console(
        request, "list.html", name, "entries", lines=lines, unread=found.wrong, text=text,
        problem=problem,
    )  # fmt: skip


def not_a_list(wrong: ValueError) -> Problem:
    return Problem("not_a_list", None, str(wrong))


def _would_be(viewer: Viewer, found: EntryList, at_us: int) -> Any:
    given = Given(viewer.role, viewer.name, at_us)

    def see(tournament: Tournament, _version: int) -> list[ListLine]:
        return list(_lines(tournament, found, given))

    return see


def _lines(tournament: Tournament, found: EntryList, given: Given) -> Iterator[ListLine]:
    for number, each in zip(found.lines, judged(tournament, found.entries, given), strict=True):
        one = each.application
        refused = each.ruling if isinstance(each.ruling, Refused) else None
        yield ListLine(number, one.name, one.person, one.paid, refused)


@post(
    "/director/{name:str}/sessions/{number:int}/here",
    include_in_schema=False,
    guards=GUARDS,
    status_code=204,
    repeatable=True,
)
async def everybody_here(
    request: Asking, floor: OpenFloor, name: FromPath[str], number: FromPath[int]
) -> None:
    """Everybody has taken the allotted seat: an order for each, as if one by one."""
    view: TournamentView = await floor.blocking(KIND.seen, floor, name, request.user.viewer)
    check_session(view, number)
    session = view.sessions[number - 1]
    orders = [
        (CheckIn(number, entry), f"here {number} {entry} {view.version}")
        for entry, _seat in session.seats
        if entry not in session.present
    ]
    await give_each(floor, request.user, KIND, name, orders)


ROUTES = [bring_list, everybody_here]
