"""Faults of a page that loses what is pressed, does it twice or puts it elsewhere.

Each was once in a script or would be easy to make. The scene beside it must find it.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest

from houseway.runner import _Warm
from houseway.service.consoles.analyst.simulations import Shelf
from houseway.service.consoles.pit import opening_pages, ruling_pages
from houseway.service.forms import pressed_once
from houseway.service.http import static_files as served


class Change(NamedTuple):
    file: str
    text: str
    fault: str


class Fault(NamedTuple):
    scene: str
    changes: tuple[Change, ...]
    in_the_house: Callable[[pytest.MonkeyPatch], None] = lambda _patch: None


def _answers_forgotten(patch: pytest.MonkeyPatch) -> None:
    """A second press of a form is handled like the first, under another key."""

    async def first(*_: object) -> list[object]:
        return []

    patch.setattr(pressed_once.Answers, "first", first)
    for pages in (opening_pages, ruling_pages):
        patch.setattr(pages, "press_of", lambda _request: secrets.token_hex(8))


def _waiting_goes_on(patch: pytest.MonkeyPatch) -> None:
    """A simulation that has dealt nothing yet is not cancelled."""
    cancel = Shelf.cancel

    def unless_waiting(shelf: Shelf, number: int) -> None:
        if shelf.glance(number).state != "waiting":
            cancel(shelf, number)

    patch.setattr(Shelf, "cancel", unless_waiting)


def _refusals_count(patch: pytest.MonkeyPatch) -> None:
    """A refusal makes what its giver has seen stale."""
    patch.setattr(_Warm, "follows", lambda warm, seen: warm.version if seen is None else seen)


AGAIN = Change("app.js", "same && at - last.at < moment()", "false")


SECOND_COMMAND = (
    AGAIN,
    Change("app.js", "if (!version) return newKey();", "return newKey();"),
    Change("app.js", "each.drawn === drawn", "false"),
)
FAULTS = {
    "the chip is read when the turn has come": Fault("chips-on-the-felt", (
        Change("play.js", "() => placing(at, by)", "() => placing(at, Math.sign(by) * chip)"),
    )),
    "what lies is learned when the next command has been made": Fault("chips-on-the-felt", (
        Change("play.js", "offer.lies = learned.lies[at] || 0;\n});",
               "setTimeout(() => { offer.lies = learned.lies[at] || 0; }, 50);\n});"),
    )),
    "a second click is a second command": Fault("chips-bought", (
        *SECOND_COMMAND,
    )),
    "a count pressed twice is given twice": Fault("tables-counted", SECOND_COMMAND),
    "a form is given again before the page shows what it has done": Fault("tables-counted", (
        Change("app.js", "await shownAt(holder, answer.version);", ";"),
    )),
    "a refusal makes the next count stale": Fault("tables-counted", (), _refusals_count),
    "a form that is sent again opens the table again": Fault(
        "table-opened", (AGAIN,), _answers_forgotten,
    ),
    "a confirmation that is sent again is ruled on again": Fault(
        "void-confirmed", (AGAIN,), _answers_forgotten,
    ),
    "the second press goes on to the next page": Fault("drill-marked", (AGAIN,)),
    "two simulations run": Fault("simulation-cancelled", (AGAIN,), _answers_forgotten),
    "a simulation cancelled at once waits for ever": Fault(
        "simulation-cancelled", (), _waiting_goes_on,
    ),
    "a password that is shown once is in the answer that nobody sees": Fault(
        "account-added", (AGAIN,), _answers_forgotten,
    ),
    "a line that falls silent while it opens is not noticed": Fault("news-in-pieces", (
        Change("app.js", "source.readyState === EventSource.CLOSED) return;\nif (document",
               "source.readyState !== EventSource.OPEN) return;\nif (document"),
    )),
    "a silent line is not noticed": Fault("news-in-pieces", (
        Change("app.js", "performance.now() - heard < silentMs()", "true"),
    )),
    "older news take the place of newer": Fault("news-in-pieces", (
        Change("app.js", "if (version < (newest.get(place) || 0)) return;", ""),
            )),
    "a second press of Next asks for the same step": Fault("arrows", (
        Change("inspect.js", "go(Number(by));", "goTo(Number(steps().step) + Number(by));"),
    )),
    "Enter pressed twice is for the next step too": Fault("announced-twice", (
        Change("dealer.js", "key === before.key && soon", "false"),
        AGAIN,
    )),
    "what was typed after a refusal moves up": Fault("cards-after-the-call", (
        Change("app.js", "const items = queue.splice(0);", "const items = queue.splice(0, 1);"),
        Change("app.js", "const behind = queue.splice(1);", "const behind = [];"),
        Change("app.js", "stopped = [...items, ...behind];", "stopped = null;"),
        Change("app.js", "if (!stopped.length) setTimeout", "if (false) setTimeout"),
    )),
    "what is typed while a command is on its way is dropped": Fault("cards-after-the-call", (
        Change("dealer.js", "const last = Houseway.waiting().at(-1);",
               "const last = Houseway.waiting().at(-1); if (last && last.body) return;"),
    )),
    "the next command does not wait for what the answer shows": Fault("cards-after-the-call", (
        Change("app.js", "if (answer) await showAnswer(answer.body.shown);", ""),
    )),
    "a command is given up when the line is away": Fault("typed-without-a-line", (
        Change("app.js", "turn = 0; !intention.withdrawn;", "turn = 0; turn < 1;"),
    )),
    "a command that is asked again gets a new key": Fault("typed-without-a-line", (
        Change("app.js", 'method: "POST", body: intention.body,',
               'method: "POST", body: JSON.stringify('
               "{ ...JSON.parse(intention.body), key: newKey() }),"),
    )),
    "what was sent is forgotten when the page is left": Fault("left-in-the-middle", (
        Change("app.js", "await Promise.all(kept.sent.map(again));", ""),
    )),
    "letters typed before the list has come are lost": Fault("looked-up", (
        Change("dealer-forms.js", 'if (!byId("orders").open) byId("orders").showModal();', ""),
        Change("dealer-forms.js", '|| !byId("orders").open) return;', ") return;"),
        Change("dealer-forms.js", 'byId("orders-body").innerHTML = await answer.text();',
               'byId("orders-body").innerHTML = await answer.text(); byId("orders").showModal();'),
    )),
    "an arrow key asks for the step beside the one that is shown": Fault("arrows", (
        Change("inspect.js", "(wanted || Number(steps().step)) + by", "Number(steps().step) + by"),
    )),
}  # fmt: skip


@contextmanager
def planted(fault: Fault) -> Iterator[None]:
    """The scripts with a fault in them, as a house sends them meanwhile."""
    files = served.static_files()
    before = dict(files)
    for file, text, wrong in fault.changes:
        for name in (file, *(bundle for bundle, parts in served.BUNDLES.items() if file in parts)):
            body = files[name].body.decode()
            assert body.count(text) == 1, (file, text)
            files[name] = files[name]._replace(
                body=body.replace(text, wrong).encode(), compressed=b""
            )
    try:
        with pytest.MonkeyPatch.context() as patch:
            fault.in_the_house(patch)
            yield
    finally:
        files.update(before)
