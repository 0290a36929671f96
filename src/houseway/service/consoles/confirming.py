"""Asking before an action that cannot be undone: the form is shown again with what it would do.

It works without scripts. The first press is answered with a page that says what follows; its button
sends the same fields once more, marked as confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from litestar.response import Template

from houseway.service.consoles.page import page
from houseway.service.forms.form_data import FormData
from houseway.service.forms.pressed_once import CSRF_FIELD, FIELD
from houseway.service.http.request import Asking

CONFIRMED = "confirmed"
_NOT_SENT_AGAIN = (CSRF_FIELD, FIELD, CONFIRMED)


class Confirmation(NamedTuple):
    """What is about to happen, in words, and the page to return to if it should not."""

    title: str
    follows: str
    button: str
    back: str


async def ask(request: Asking, question: Confirmation, fields: Mapping[str, str]) -> Template:
    """Show the question; its form posts the same fields to the same address, confirmed."""
    return await page(
        request, "confirm.html", question=question, fields=dict(fields), path=request.url.path
    )


def fields_of(data: FormData) -> dict[str, str]:
    """The fields of a posted form that the question sends again."""
    return {name: data.raw(name) for name in data.values if name not in _NOT_SENT_AGAIN}
