"""Promotions over the API: orders, what a viewer sees, what is owed, the file of a draw, people."""

from __future__ import annotations

from http import HTTPStatus

from litestar import get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Response
from msgspec import Struct

from houseway.promotion.due import Due
from houseway.promotion.state import OPERATORS
from houseway.rulebook.roles import PROMOTERS, STAFF
from houseway.service.access.guards import only, signed_in
from houseway.service.aggregates.promotions import KIND
from houseway.service.api.aggregates import give
from houseway.service.api.openapi import AsksPromotion
from houseway.service.api.responses import refusals
from houseway.service.consoles.promotions import people
from houseway.service.consoles.promotions.parts import FILE_TYPE, drawn_file
from houseway.service.consoles.promotions.view import DESK, PromotionView
from houseway.service.floor import Asking, OpenFloor
from houseway.service.live.sse import Happened
from houseway.store.register import READERS, Person

_ENTERERS = [only(*PROMOTERS, *STAFF)]


class PromotionOrdered(Struct, frozen=True):
    """An order was accepted: where the promotion is now, what happened, what the giver sees.

    `head` is the hash of the event that ends the stream: a receipt. `replayed` says that the key
    had been answered before, and nothing was done twice. `promise` is signed by the house.
    """

    promotion: str
    version: int
    head: str
    replayed: bool
    events: tuple[Happened, ...]
    view: PromotionView
    promise: str


class PromotionListed(Struct, frozen=True):
    """A promotion in a list of them."""

    promotion: str
    version: int
    name: str
    documents: tuple[str, ...]
    life: str
    entries: int
    tickets: int


class Owed(Struct, frozen=True):
    """Something that is owed, and whether its time has passed."""

    overdue: bool
    due: Due


class Referred(Struct, frozen=True):
    """What stands for a person in every order and in the log."""

    reference: str


class Kept(Struct, frozen=True):
    """The receipt for name and address of a claimant, which a refusal over $100 carries."""

    kept: str


class Home(Struct, frozen=True, forbid_unknown_fields=True):
    """A claimant's address, where the register does not have it yet."""

    address: str = ""


class Why(Struct, frozen=True, forbid_unknown_fields=True):
    why: str


@post(
    "/api/promotions/{promotion:str}/commands",
    guards=[signed_in],
    by_token=True,
    status_code=200,
    operation_class=AsksPromotion,
    responses=refusals(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
    tags=["promotions"],
)
async def give_order(
    request: Asking, floor: OpenFloor, promotion: FromPath[str]
) -> PromotionOrdered:
    """Give an order to a promotion: what happened, and the promotion as you see it.

    People are named by reference. The commitment to a seed and the seed itself are left empty: the
    house makes and keeps it. So are the plays of a table: the house reads them from its log.
    """
    given = await give(floor, request.user, KIND, promotion, await request.body())
    return PromotionOrdered(promotion, *given)


@get(
    "/api/promotions",
    guards=[signed_in],
    by_token=True,
    responses=refusals(401),
    tags=["promotions"],
)
async def list_promotions(request: Asking, floor: OpenFloor) -> list[PromotionListed]:
    """Every promotion that you may see: its terms are published, or you run promotions."""
    found: list[PromotionView] = await floor.blocking(KIND.every, floor, request.user.viewer)
    return [
        PromotionListed(each.promotion, each.version, each.name, each.documents, each.life,
                        each.entries, each.tickets)
        for each in found
        if each.name
    ]  # fmt: skip


@get(
    "/api/promotions/{promotion:str}",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["promotions"],
)
async def see_promotion(
    request: Asking, floor: OpenFloor, promotion: FromPath[str]
) -> PromotionView:
    """A promotion as you may see it: people are references."""
    found: PromotionView = await floor.blocking(KIND.seen, floor, promotion, request.user.viewer)
    if not found.name:
        raise KIND.no_such(promotion)
    return found


@get(
    "/api/promotions/{promotion:str}/due",
    guards=[only(*DESK)],
    responses=refusals(400, 401, 403, 404),
    tags=["promotions"],
)
async def see_due(request: Asking, floor: OpenFloor, promotion: FromPath[str]) -> list[Owed]:
    """What is owed, the most pressing first, and whether it is overdue."""
    found: PromotionView = await floor.blocking(KIND.seen, floor, promotion, request.user.viewer)
    now = floor.now_us()
    return [Owed(each.overdue(now), each) for each in (found.desk.due if found.desk else ())]


@get(
    "/api/promotions/{promotion:str}/draw",
    guards=[signed_in],
    by_token=True,
    responses=refusals(400, 401, 403, 404),
    tags=["promotions"],
    media_type=FILE_TYPE,
)
async def see_draw(request: Asking, floor: OpenFloor, promotion: FromPath[str]) -> Response[bytes]:
    """The file of a draw, by which anybody can draw again; the public's once it is published."""
    return await drawn_file(floor, promotion, request.user)


# People


@post(
    "/api/register",
    guards=_ENTERERS,
    status_code=200,
    responses=refusals(400, 401, 403, 413, 415, 422),
    tags=["promotions"],
)
async def take_in(floor: OpenFloor, data: JSONBody[Person]) -> Referred:
    """Take someone into the register; orders name them by the reference."""
    if data.kept:
        raise people.kept_is_ours()
    return Referred(await floor.blocking(people.enter, floor, data))


@post(
    "/api/register/{reference:str}/read",
    guards=[only(*READERS)],
    status_code=200,
    responses=refusals(400, 401, 403, 404, 413, 415, 422),
    tags=["promotions"],
)
async def read_details(
    request: Asking, floor: OpenFloor, reference: FromPath[str], data: JSONBody[Why]
) -> Person:
    """Who someone is. That you have read it, and why, stays in the log."""
    by = people.reader(request.user, data.why)
    return await floor.blocking(people.details, floor, reference, by)


@post(
    "/api/register/{reference:str}/erase",
    guards=[only(*PROMOTERS)],
    status_code=HTTPStatus.NO_CONTENT,
    responses=refusals(400, 401, 403, 404, 413, 415, 422),
    tags=["promotions"],
)
async def erase_details(
    request: Asking, floor: OpenFloor, reference: FromPath[str], data: JSONBody[Why]
) -> None:
    """Erase name and address; the log and the files of draws keep a reference to nobody."""
    await floor.blocking(people.erase, floor, reference, people.reader(request.user, data.why))


@post(
    "/api/promotions/{promotion:str}/claims/{claim:int}/keep",
    guards=[only(*OPERATORS)],
    status_code=200,
    responses=refusals(400, 401, 403, 404, 413, 415, 422),
    tags=["promotions"],
)
async def keep_claimant(
    request: Asking,
    floor: OpenFloor,
    promotion: FromPath[str],
    claim: FromPath[int],
    data: JSONBody[Home],
) -> Kept:
    """Keep name and address of a claimant for good: the receipt goes into the refusal."""
    by = people.reader(request.user, f"refusal of claim {claim} of {promotion}")
    kept = await floor.blocking(people.keep_claimant, floor, promotion, claim, data.address, by)
    return Kept(kept)


ROUTES = [
    give_order, list_promotions, see_promotion, see_due, see_draw, take_in, read_details,
    erase_details, keep_claimant,
]  # fmt: skip
