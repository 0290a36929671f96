"""The register of people: who someone is, erasing, and the record of who has read what.

Every name on these pages was written into the log as read before it was shown.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from litestar import get, post
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect, Template
from msgspec import Struct

from houseway.rulebook.roles import PROMOTERS
from houseway.service.access.guards import only
from houseway.service.consoles.page import page
from houseway.service.consoles.promotions import people
from houseway.service.errors import Problem, RuledOut, Wrong
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.texts.text import Text
from houseway.store.register import READERS, REFERENCE, Person

GUARDS = [only(*READERS)]


class WhyForm(Struct, frozen=True):
    why: str = ""
    name: str = ""


async def _shown(
    request: Asking, *, reference: str = "", person: Person | None = None,
    problem: Problem | None = None, done: str = "", status: int = 200,
) -> Template:  # fmt: skip
    floor: Floor = request.app.state.floor
    shown = await page(
        request, "desk/register.html", person=person, reference=reference, problem=problem,
        done=done, erases=people.may_erase(request.user),
        part_in=await floor.blocking(people.part_in, floor, reference) if person else [],
        record=await floor.blocking(people.record, floor, reference if person else ""),
    )  # fmt: skip
    shown.status_code = status
    return shown


@get("/desk/register", include_in_schema=False, guards=GUARDS)
async def register(request: Asking, erased: FromQuery[str] = "") -> Template:
    done = Text("Erased. The log and the files of draws are as they were.") if erased else ""
    return await _shown(request, done=done)


@post("/desk/register", include_in_schema=False, guards=GUARDS, status_code=200)
async def find(request: Asking, floor: OpenFloor, data: URLEncodedBody[WhyForm]) -> Template:
    """Someone by name: the name itself goes no further than the register."""
    reference = floor.register.reference(data.name) if data.name.strip() else ""
    return await _person(request, floor, reference, data.why)


@get("/desk/register/{reference:str}", include_in_schema=False, guards=GUARDS)
async def one_person(
    request: Asking, floor: OpenFloor, reference: FromPath[str], why: FromQuery[str] = ""
) -> Template:
    return await _person(request, floor, reference, why or "the page of a person")


async def _person(request: Asking, floor: Floor, reference: str, why: str) -> Template:
    try:
        person = await floor.blocking(_details, floor, reference, request, why)
    except Wrong as wrong:
        return await _shown(request, problem=wrong.problem, status=wrong.status)
    return await _shown(request, reference=reference, person=person)


def _details(floor: Floor, reference: str, request: Asking, why: str) -> Person:
    if not why.strip():
        raise Wrong(HTTPStatus.UNPROCESSABLE_ENTITY, "no_reason", Text("say what it is read for"))
    if not REFERENCE.fullmatch(reference):
        raise Wrong(
            HTTPStatus.NOT_FOUND, "nobody_there", Text("that is no reference of the register")
        )
    return people.details(floor, reference, people.reader(request.user, why.strip()[:200]))


@post(
    "/desk/register/{reference:str}/name", include_in_schema=False, guards=GUARDS, status_code=200
)
async def name_of(
    request: Asking, floor: OpenFloor, reference: FromPath[str], data: URLEncodedBody[WhyForm]
) -> Template:
    """Someone's details, for the place on a page where they were asked for."""
    person = await floor.blocking(_details, floor, reference, request, data.why)
    return Template("desk/name.html", context={"person": person})


@post("/desk/register/kept/{receipt:str}", include_in_schema=False, guards=GUARDS, status_code=200)
async def kept(
    request: Asking, floor: OpenFloor, receipt: FromPath[str], data: URLEncodedBody[WhyForm]
) -> Template:
    """The claimant of a refused claim, as the details were kept."""
    by = people.reader(request.user, data.why.strip()[:200])
    person = await floor.blocking(people.kept, floor, receipt, by)
    return Template("desk/name.html", context={"person": person})


@post(
    "/desk/register/{reference:str}/erase",
    include_in_schema=False,
    guards=[only(*PROMOTERS)],
    status_code=200,
)
async def erase(
    request: Asking, floor: OpenFloor, reference: FromPath[str], data: URLEncodedBody[WhyForm]
) -> Template | Redirect:
    by = people.reader(request.user, data.why.strip()[:400])
    try:
        await floor.blocking(people.erase, floor, reference, by)
    except (RuledOut, Wrong) as wrong:
        return await _shown(request, problem=wrong.problem, status=wrong.status)
    return Redirect("/desk/register?erased=yes", status_code=303)


ROUTES: list[Any] = [register, find, one_person, name_of, kept, erase]
