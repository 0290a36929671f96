"""Acknowledging several alerts with one press."""

from __future__ import annotations

from litestar import post
from litestar.response import Redirect

from houseway.service.access.guards import only
from houseway.service.consoles.pit.acknowledging import acknowledge, read_name
from houseway.service.consoles.pit.pages import OFFICES
from houseway.service.floor import Asking, OpenFloor
from houseway.service.forms.form_data import FormData

MOST = 100  # alerts with one press


@post("/pit-alerts", include_in_schema=False, guards=[only(*OFFICES)], status_code=303)
async def acknowledge_several(request: Asking, floor: OpenFloor) -> Redirect:
    """Acknowledge the alerts that the form names, and show the pit again."""
    data = await FormData.of(request)
    named = [read_name(each) for each in data.raw("alerts").split()[:MOST]]
    done = await acknowledge(floor, request.user, [each for each in named if each])
    return Redirect(f"/pit?acknowledged={done}", status_code=303)


ROUTES = [acknowledge_several]
