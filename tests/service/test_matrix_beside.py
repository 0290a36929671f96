"""Every order of a tournament and of a promotion, sent over HTTP by every office and by nobody.

Who may is typed by hand: for tournaments beside their own tests, under a document of each sort; for
promotions here. Those who may not are tried first: each is answered 403 and is in the log under
the own name and office, and nothing that they send changes anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import partial
from typing import NamedTuple

import msgspec
import pytest

from houseway.games.commands import Command
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as pv
from houseway.promotion.promotion import MACHINE as OF_PROMOTIONS
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.access.accounts import ADMINISTRATOR
from houseway.service.aggregates.promotions import KIND
from houseway.tournament.charge import simulated
from houseway.tournament.tournament import MACHINE as OF_TOURNAMENTS
from houseway.tournament.vocabulary import NameAssistant, NominateDirector, OpenTournament
from tests.promotion.desk import START, complete
from tests.service.promoting import BEFORE, set_clock
from tests.service.test_role_matrix import FULL, NOBODY, Matrix
from tests.tournament import test_roles as desk
from tests.tournament.play import test_roles as play

LETTERS = {**desk.OFFICES, "R": Role.PROMOTIONS}
SOMEBODY = "0123456789abcdef" * 2  # a reference of the register
DOCUMENTS = desk.DOCUMENTS  # one of 2002, Mini Baccarat, 7-Up Baccarat
# Whoever opens a tournament nominates who is in charge (2002: x.1; Mini Baccarat 15.4; 7-Up
# Baccarat 15.1.1); every other order is in the tables that tests/tournament has typed.
TOURNAMENTS = {
    "OpenTournament": ("M", "M", "GCM"),
    **{name: tuple(who) for name, *who in (*desk.ROWS, *play.ROWS)},
}

# Order, when it can be given, and who may. What binds the casino operator (that there is a
# promotion, its start, end and amendment, scrutineer, awards and refusals, cash instead, disputes
# and a compromised draw) is for promotions or a gaming manager and above; what is done at the desk
# is for promotions; entering somebody is for staff as well (Casino War 14.7.3). The draw is signed
# by whoever was named to oversee it, never by a patron (Casino War 14.2).
PROMOTIONS = """
    RegisterPromotion       new        GCMR
    PrescribeItems          preparing  GCMR
    SetConditions           preparing  R
    PublishConditions       preparing  R
    FileMaterial            preparing  R
    NotifyAuthority         preparing  R
    StartPromotion          preparing  GCMR
    AmendConditions         running    GCMR
    ClosePromotion          running    GCMR
    EnterPatron             running    DSAGCMR
    EnterList               running    R
    CountPlay               running    R
    SealEntries             running    R
    NameScrutineer          running    GCMR
    DispenseWithScrutineer  running    GCMR
    NameSecondPerson        running    GCMR
    CommitSeed              running    R
    CommitShare             running    DSAGCMTHWIR
    RecordPublicValue       running    R
    ConfirmPublicValue      running    DSAGCMTHWIR
    RevealShare             running    DSAGCMTHWIR
    SetShareAside           running    GCMR
    DrawWinners             running    R
    RecordTicket            running    R
    RedrawPrize             running    R
    SignDraw                running    DSAGCMTHWIR
    PublishResults          running    R
    NotifyWinner            running    R
    OfferCash               running    GCMR
    ClaimPrize              running    R
    AwardPrize              running    GCMR
    RefuseClaim             running    GCMR
    TellReasons             running    R
    DisputeTerms            running    R
    DecideTermsDispute      running    GCMR
    AdviseOfComplaint       running    R
    PostponeFor             running    GCMR
    CancelFor               running    GCMR
    ValidateIntegrity       running    GCMR
    NotifyInspectorate      running    GCMR
"""
ROWS = [tuple(line.split()) for line in PROMOTIONS.strip().splitlines()]
ORDERS: dict[str, Command] = {**desk.ORDERS, **play.ORDERS}
PROMOTED: dict[str, Command] = {
    type(each).__name__: each
    for each in (
        pv.RegisterPromotion("Autumn draw", ("casino-war",)), pv.PrescribeItems(("fireworks",)),
        pv.SetConditions(complete()), pv.PublishConditions(("the desk",)),
        pv.FileMaterial("leaflet", "the terms"), pv.NotifyAuthority("e-mail"),
        pv.StartPromotion(), pv.AmendConditions(complete()), pv.ClosePromotion(),
        dv.EnterPatron(SOMEBODY), dv.EnterList((dv.Entrant(SOMEBODY),), "desk.csv"),
        dv.CountPlay("1", "casino-war", 0, ()), dv.SealEntries(), dv.NameScrutineer("Ivy"),
        dv.DispenseWithScrutineer("small prizes"), dv.CommitSeed(), dv.DrawWinners(),
        dv.NameSecondPerson("Ivy"), dv.CommitShare("ab" * 32), dv.RevealShare("ab" * 32),
        dv.RecordPublicValue("4 8 15", "news"), dv.ConfirmPublicValue("4 8 15"),
        dv.SetShareAside("withheld"),
        dv.RecordTicket(1, ("Ivy",)), dv.RedrawPrize(1, "absent"), dv.SignDraw(),
        dv.PublishResults("website"), cv.NotifyWinner(1, "telephone", "on file"),
        cv.OfferCash(1, 500_00), cv.ClaimPrize(SOMEBODY, "cash prize"), cv.AwardPrize(1),
        cv.RefuseClaim(1, "not the winner"), cv.TellReasons(1, "letter"),
        cv.DisputeTerms(SOMEBODY, "the closing time"), cv.DecideTermsDispute(1, "stands"),
        cv.AdviseOfComplaint(1), pv.PostponeFor("draw", "a torn seal"),
        pv.CancelFor("draw", "a torn seal"), pv.ValidateIntegrity("counted again"),
        pv.NotifyInspectorate("telephone"),
    )
}  # fmt: skip


class Place(NamedTuple):
    """Where an order goes: a kind of stream, and one of them."""

    kind: str
    name: str

    @property
    def stream(self) -> str:
        return f"{self.kind}/{self.name}"


class Beside(Matrix):
    """Somebody of every office, and as many tournaments and promotions as it takes."""

    def _given(self, place: Place, command: Command, by: Role) -> None:
        order = Order(command, by, self.names[by], f"{type(command).__name__} beside")
        if place.kind == "promotion":
            order = KIND.completed(self.floor, place.stream, order)
        answer = self.floor.runner.order(place.stream, order)
        assert answer.refused is None, answer.refused

    def _next(self, kind: str, slug: str) -> Place:
        self._opened += 1
        return Place(kind, f"{slug}-{self._opened}")

    def opening(self, slug: str) -> OpenTournament:
        opened = OpenTournament(slug, "Spring", self.names[Role.TOURNAMENT_DIRECTOR], "L-1")
        return simulated(opened)

    def tournament(self, slug: str, *, unopened: bool = False) -> Place:
        place = self._next("tournament", slug)
        if not unopened:
            self._given(place, self.opening(slug), Role.GAMING_SHIFT_MANAGER)
            helper = self.names[Role.ASSISTANT_TO_DIRECTOR]
            if slug == DOCUMENTS[0]:
                self._given(place, NameAssistant(helper, "everything"), Role.TOURNAMENT_DIRECTOR)
            elif slug == DOCUMENTS[1]:  # Director/Assistant is one office, which several hold
                self._given(place, NominateDirector(helper, "L-2"), Role.GAMING_SHIFT_MANAGER)
        return place

    def promotion(self, life: str) -> Place:
        place = self._next("promotion", life)
        set_clock(self.floor, BEFORE)
        if life != "new":
            self._given(place, PROMOTED["RegisterPromotion"], Role.PROMOTIONS)
        if life == "running":
            for name in ("SetConditions", "PublishConditions", "NotifyAuthority"):
                self._given(place, PROMOTED[name], Role.PROMOTIONS)
            set_clock(self.floor, START)
            self._given(place, pv.StartPromotion(), Role.PROMOTIONS)
        return place

    async def send(self, office: str, place: Place, order: Command) -> tuple[int, str]:
        """As a browser of that office would; a patron who names somebody names themselves."""
        asked = msgspec.to_builtins(order)
        if office == Role.PATRON and asked.get("person", SOMEBODY) != SOMEBODY:
            asked["person"] = self.names[office]
        key = f"{asked['type']} {self.at(place)}"
        return await self.post(
            office, f"/api/{place.kind}s/{place.name}/commands", {"key": key, "command": asked}
        )

    def at(self, place: Place) -> int:
        return self.floor.runner.version(place.stream)

    def secrets(self) -> list[str]:
        return sorted(each.name for each in self.floor.settings.path.glob("secrets/*"))


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Beside]:
    with ExitStack() as stack:
        yield Beside(stack, str(tmp_path_factory.mktemp("beside") / "house"))


def refusal(place: Place, order: Command, office: Role) -> tuple[int, str]:
    """What somebody who may not is told."""
    if office == Role.PATRON and getattr(order, "person", "") == SOMEBODY:
        return 403, "not_your_own"  # before any rule is asked: a patron speaks for nobody else
    if place.name.startswith("seven-up") and (office, type(order)) == (
        Role.ASSISTANT_TO_DIRECTOR, NominateDirector,
    ):  # fmt: skip
        return 422, "not_nominated"  # this document has no assistants: whoever says so is nobody
    return 403, "role_may_not"


async def barred_wrongs(
    house: Beside, place: Place, order: Command, barred: list[Role]
) -> list[str]:
    """Where those who may not were not refused by office, or the log does not say just that."""
    name = type(order).__name__
    before, secrets, found, ruled_on = house.at(place), house.secrets(), [], []
    for office in barred:
        due = refusal(place, order, office)
        if due[1] != "not_your_own" and before:  # a refusal makes no stream where there is none
            ruled_on.append(office)
        met = await house.send(office, place, order)
        if met != due:
            found.append(f"{name} by {office}, who may not: {met}")
    kept = [
        (each.kind, each.actor, each.role)
        for each in house.floor.log.read(place.stream, after=before)
    ]
    if kept != [("OrderRefused", house.names[each], each) for each in ruled_on]:
        found.append(f"{name}: the log has {kept}")
    if house.secrets() != secrets:
        found.append(f"{name}: the house has made a secret for somebody who may not")
    return found


def tried(name: str, may: str) -> tuple[list[Role], list[Role]]:
    """Those who may not and those who may: all of them, or some in turn by the order's name."""
    allowed = [role for letter, role in LETTERS.items() if letter in may]
    barred = [role for role in Role if role not in allowed]
    if FULL:
        return barred, allowed
    return barred[len(name) % 3 :: 3], [allowed[len(name) % len(allowed)]]


async def wrongs(
    house: Beside, fresh: Callable[[], Place], place: Place, order: Command, may: str
) -> tuple[list[str], Place]:
    """Where the answers to one order are not those of its row, and where the next one can go: what
    an order has changed is left behind."""
    barred, allowed = tried(type(order).__name__, may)
    found = await barred_wrongs(house, place, order, barred)
    for office in allowed:
        status, code = await house.send(office, place, order)
        if status not in (200, 404, 422) and (status != 403 or code == "role_may_not"):
            found.append(f"{type(order).__name__} by {office}, who may: {status} {code}")
        place = fresh() if status == 200 else place
    return found, place


def test_the_tables_typed_by_hand_have_every_order() -> None:
    assert set(TOURNAMENTS) == {kind.__name__ for kind in OF_TOURNAMENTS.commands}
    assert {name for name, _, _ in ROWS} == {kind.__name__ for kind in OF_PROMOTIONS.commands}
    assert len(ROWS) == len(OF_PROMOTIONS.commands) == len(PROMOTED)
    assert set(LETTERS.values()) == set(Role)


@pytest.mark.parametrize("column", range(len(DOCUMENTS)), ids=DOCUMENTS)
def test_every_order_of_a_tournament_is_for_the_offices_typed_by_hand(
    house: Beside, column: int
) -> None:
    """In a test run each order is tried under one of the documents, in a soak under all."""
    slug = DOCUMENTS[column]
    names = [name for turn, name in enumerate(TOURNAMENTS) if FULL or turn % 3 == column]

    async def sweep() -> list[str]:
        wrong, place = [], house.tournament(slug)
        for name in names:
            order = house.opening(slug) if name == "OpenTournament" else ORDERS[name]
            fresh = partial(house.tournament, slug, unopened=name == "OpenTournament")
            here = fresh() if name == "OpenTournament" else place
            found, after = await wrongs(house, fresh, here, order, TOURNAMENTS[name][column])
            place = place if name == "OpenTournament" else after
            wrong += found
        return wrong

    assert house.within(sweep) == []
    assert len(names) > 20


def test_every_order_of_a_promotion_is_for_the_offices_typed_by_hand(house: Beside) -> None:
    async def sweep() -> list[str]:
        wrong, places = (
            [],
            {life: house.promotion(life) for life in ("new", "preparing", "running")},
        )
        for name, life, may in ROWS:
            fresh = partial(house.promotion, life)
            found, places[life] = await wrongs(house, fresh, places[life], PROMOTED[name], may)
            wrong += found
        return wrong

    assert house.within(sweep) == []


def test_nobody_and_the_administrator_give_no_order_beside_tables(house: Beside) -> None:
    contest, draw = house.tournament(DOCUMENTS[0]), house.promotion("running")
    before = house.at(contest), house.at(draw)

    async def sweep() -> set[tuple[str, tuple[int, str]]]:
        return {
            (office, await house.send(office, place, order))
            for place, orders in ((contest, ORDERS), (draw, PROMOTED))
            for turn, order in enumerate(orders.values())
            for office in (NOBODY, ADMINISTRATOR)
            if FULL or turn % 3 == len(office) % 3
        }

    assert house.within(sweep) == {
        (NOBODY, (401, "not_signed_in")), (ADMINISTRATOR, (403, "office_may_not")),
    }  # fmt: skip
    assert (house.at(contest), house.at(draw)) == before
