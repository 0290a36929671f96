"""A promotions desk of a served house: forms posted as a page posts them, a clock that is set."""

from __future__ import annotations

import re
from typing import Any

import httpx

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.state import Promotion
from houseway.promotion.terms import Conditions, Prize
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.promotions import KIND
from houseway.service.floor import Floor
from houseway.store.register import Person
from tests.promotion.desk import (
    CLOSE,
    DAY,
    DRAW,
    NOTHING_EXCLUDED,
    NUMBERS,
    PUBLIC,
    PUBLIC_AT,
    SECOND,
    SHARE,
    START,
    TERMS,
    complete,
)
from tests.service.conftest import CSRF, Client

NAME = "autumn"
STREAM = f"promotion/{NAME}"
BEFORE = START - 3 * DAY


def set_clock(floor: Floor, at_us: int) -> None:
    """It is that time in the house: for orders, for what is owed, and for what is written down."""
    floor.runner.now_us = floor.now_us = lambda: at_us


def state(floor: Floor) -> Promotion:
    return floor.runner.promotion(STREAM)


def order(floor: Floor, command: Command, by: Role = Role.PROMOTIONS, actor: str = "Rita") -> None:
    """An order given beside the pages, that must be taken; the house brings what it brings."""
    key = f"beside {floor.runner.version(STREAM)} {type(command).__name__}"
    given = KIND.completed(floor, STREAM, Order(command, by, actor, key))
    answer = floor.runner.order(STREAM, given)
    assert answer.refused is None, answer.refused


def registered(floor: Floor, *documents: str) -> None:
    set_clock(floor, BEFORE)
    order(floor, v.RegisterPromotion("Autumn draw", documents or ("casino-war",)))


def started(floor: Floor, conditions: Conditions | None = None, *documents: str) -> None:
    """Published, notified and running, with a seed committed to."""
    registered(floor, *documents)
    order(floor, v.SetConditions(conditions or complete()))
    order(floor, v.PublishConditions(("the desk", "website")))
    order(floor, v.NotifyAuthority("e-mail"))
    set_clock(floor, START)
    order(floor, v.StartPromotion())


def drawn(floor: Floor, conditions: Conditions | None = None, *documents: str) -> None:
    """Ana alone has entered, so Ana has won."""
    started(floor, conditions, *documents)
    client_enters(floor, "Ana", "1 Wharf Road")
    sealed(floor)
    revealed(floor)
    set_clock(floor, DRAW)
    order(floor, dv.DrawWinners())


def second_acts(floor: Floor, command: Command) -> None:
    """The scrutineer, or the second person, does something; any role of staff may."""
    order(floor, command, Role.DEALER, state(floor).draw.second_person)


def committed(floor: Floor) -> None:
    """The scrutineer, or Sam where there is none, has committed to a value."""
    if not state(floor).draw.second_person:
        order(floor, dv.NameSecondPerson(SECOND))
    second_acts(floor, dv.CommitShare(commitment_of(SHARE)))


def sealed(floor: Floor) -> None:
    if state(floor).shared:
        committed(floor)
    set_clock(floor, CLOSE + 1)
    order(floor, dv.SealEntries())


def revealed(floor: Floor) -> None:
    """The public value is known and confirmed, and the second person's value revealed."""
    set_clock(floor, PUBLIC_AT)
    order(floor, dv.RecordPublicValue(NUMBERS, "the evening news"))
    second_acts(floor, dv.ConfirmPublicValue(NUMBERS))
    second_acts(floor, dv.RevealShare(SHARE))


def client_enters(floor: Floor, name: str, address: str) -> str:
    reference = floor.register.enter(name, Person(name, address, "555 0101"))
    conditions = state(floor).conditions
    order(floor, dv.EnterPatron(reference, 1, conditions.wager, conditions.criteria))
    return reference


PRIZES = (
    Prize(name="first prize", kind="cash", value=dollars(12_000), conditions="none"),
    Prize(
        name="weekend for two", kind="travel", value=dollars(1_800), conditions="within a year",
        cash_alternative=dollars(1_500),
        details={"persons": "two", "included": "flights and two nights", "restrictions": "none",
                 "spending money": "$200"},
        contains=NOTHING_EXCLUDED,
    ),
)  # fmt: skip
PATRONS = {"Ana": "1 Wharf Road", "Ben": "2 Hill Street", "Quirin Vale": "17 Lantern Court"}


def furnish(floor: Floor) -> None:
    """A promotion with everything a desk can show; the clock is put back."""
    before = floor.now_us
    started(floor, complete(prizes=PRIZES), "seven-up-baccarat", "casino-war")
    for name, address in PATRONS.items():
        client_enters(floor, name, address)
    order(floor, dv.NameScrutineer("Ivy"))
    sealed(floor)
    revealed(floor)
    set_clock(floor, DRAW)
    order(floor, dv.DrawWinners())
    order(floor, dv.SignDraw(), actor="Ivy")
    order(floor, dv.PublishResults("website"))
    order(floor, cv.NotifyWinner(1, "telephone", "the number on file"))
    order(floor, cv.ClaimPrize(floor.register.reference("Odo Brand"), "weekend for two"))
    order(floor, cv.DisputeTerms(floor.register.reference("Ben"), "the closing time"))
    order(floor, v.PostponeFor("draw", "two tickets had one number"))
    order(floor, v.NotifyInspectorate("telephone"))
    order(floor, v.ValidateIntegrity("the list was compared with the stubs"))
    floor.runner.now_us = floor.now_us = before


def give(client: Client, form: str, status: int = 303, **fields: Any) -> httpx.Response:
    """Post a form of the desk; where it was taken, the page that it leads to."""
    return post(client, f"/desk/{NAME}/give/{form}", status, confirmed="yes", **fields)


def post(client: Client, path: str, status: int = 303, **fields: Any) -> httpx.Response:
    if CSRF not in client.http.cookies:
        client.get("/healthz")
    data = {"_csrf_token": client.http.cookies[CSRF], **fields}
    answer = client.send("POST", path, data=data, follow_redirects=False,
                         headers={"accept": "text/html"})  # fmt: skip
    assert answer.status_code == status, said(answer)
    if status != 303:
        return answer
    shown = client.get(answer.headers["location"], headers={"accept": "text/html"})
    assert shown.status_code == 200, shown.text[:2000]
    return shown


def text_of(page: str) -> str:
    """What a page says, without its marks."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())


def said(answer: httpx.Response) -> str:
    """The refusal on a page, or the page."""
    found = re.search(r'class="refusal[^"]*" role="alert">(.*?)</p>', answer.text, re.S)
    return found[1] if found else answer.text[:2000]


TERMS_FORM: dict[str, Any] = {
    "starts": "02/03/2026 10:00", "closes": "07/03/2026 20:00", "draw": "07/03/2026 21:00",
    "ends": "21/03/2026 21:00", "present": "no",
    "public_source": PUBLIC.source, "public_at": "07/03/2026 20:30",
    **{f"term.{key}": text for key, text in TERMS.items()},
    "prize.0.name": "cash prize", "prize.0.kind": "cash", "prize.0.value": "500",
    "prize.0.conditions": "none",
}  # fmt: skip
