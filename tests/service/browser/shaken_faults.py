"""Faults of a page that loses what is pressed, does it twice or puts it elsewhere.

Each was once in a script or would be easy to make. The scene beside it must find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from houseway.service.http import static_files as served


class Change(NamedTuple):
    file: str
    text: str
    fault: str


class Fault(NamedTuple):
    scene: str
    changes: tuple[Change, ...]


FAULTS = {
    "the chip is read when the turn has come": Fault("chips-on-the-felt", (
        Change("play.js", "() => placing(at, by)", "() => placing(at, Math.sign(by) * chip)"),
    )),
    "what lies is learned when the next command has been made": Fault("chips-on-the-felt", (
        Change("play.js", "offer.lies = learned.lies[at] || 0;\n});",
               "setTimeout(() => { offer.lies = learned.lies[at] || 0; }, 50);\n});"),
    )),
    "a second click is a second command": Fault("chips-bought", (
        Change("app.js", "same && now.at - last.at < MOMENT", "false"),
        Change("app.js", "if (!version) return newKey();", "return newKey();"),
        Change("app.js", "each.drawn === drawn", "false"),
    )),
    "Enter pressed twice is for the next step too": Fault("announced-twice", (
        Change("dealer.js", "key === before.key && soon", "false"),
        Change("app.js", "same && now.at - last.at < MOMENT", "false"),
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
        yield
    finally:
        files.update(before)
