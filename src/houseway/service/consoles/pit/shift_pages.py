"""The end of a shift: the log is sealed at once, in the name of the person who ends it."""

from __future__ import annotations

from litestar import get, post
from litestar.params import FromQuery
from litestar.response import Redirect, Template

from houseway.rulebook.roles import DIRECTORS, SUPERVISORS, Role
from houseway.service.access.guards import only
from houseway.service.consoles.page import CONFIRMED, Confirmation, Link, ask, page
from houseway.service.floor import Asking, Floor, OpenFloor
from houseway.service.forms.form_data import FormData
from houseway.service.texts.text import Text
from houseway.store.seals import STREAM, AnySeal, decode

OFFICES = frozenset(map(str, SUPERVISORS | DIRECTORS))
LOOKERS = OFFICES | {str(Role.INSPECTOR), str(Role.SURVEILLANCE)}
SHOWN = 20  # seals on the page, newest first


def _seals(floor: Floor) -> list[AnySeal]:
    last = floor.log.heads().get(STREAM)
    after = max(0, last.version - SHOWN) if last else 0
    return [decode(entry) for entry in floor.log.read(STREAM, after=after)][::-1]


@get("/shift", include_in_schema=False, guards=[only(*LOOKERS)])
async def shift(request: Asking, floor: OpenFloor, ended: FromQuery[str] = "") -> Template:
    found = await floor.blocking(_seals, floor)
    return await page(
        request, "shift/page.html", seals=found, may_end=request.user.office in OFFICES,
        ended=bool(ended and found),
    )  # fmt: skip


_ASKED = Confirmation(
    Text("End the shift?"),
    Text("The house signs a checkpoint of all events so far in your name. Tables stay open."),
    Text("End the shift"),
    back="/shift",
)


@post("/shift", include_in_schema=False, guards=[only(*OFFICES)], status_code=200)
async def end_shift(request: Asking, floor: OpenFloor) -> Template | Redirect:
    if not (await FormData.of(request)).yes(CONFIRMED):
        return await ask(request, _ASKED, {})
    await floor.blocking(floor.sealing.shift_ended, request.user)
    return Redirect("/shift?ended=yes", status_code=303)


ROUTES = [shift, end_shift]
NAVIGATION = [Link(Text("Shift"), "/shift", offices=LOOKERS, order=70)]
