"""What a viewer may see of a promotion: the public its terms and results, the desk all of it.

People are references throughout; names are read from the register, by few, and that is written
down (`people.py`).
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from msgspec import Struct

from houseway.promotion.conditions import Missing, missing
from houseway.promotion.due import Due, due
from houseway.promotion.integrity import held
from houseway.promotion.state import OPERATORS, PREPARING, Draw, Entries, Promotion
from houseway.promotion.terms import Conditions
from houseway.rulebook.roles import Role, Signature
from houseway.table.view import Viewer

DESK = frozenset(map(str, OPERATORS | {Role.INSPECTOR}))  # the offices that see a promotion whole


class Won(Struct, frozen=True):
    """A result as it is published: which prize, which ticket, and whose reference it was."""

    winner: int
    prize: str
    ticket: int
    person: str
    drawn_us: int
    again: bool  # it was drawn again, and someone else has won it
    reason: str = ""


class ShareView(Struct, frozen=True):
    """The second person's part of an electronic draw; `value` is empty until it is revealed."""

    commitment: str = ""
    committed_us: int = 0
    value: str = ""
    revealed_us: int = 0


class AsideView(Struct, frozen=True):
    """A commitment whose value was not revealed, and why nobody waited any longer."""

    commitment: str
    reason: str
    at_us: int


class Standing(Struct, frozen=True):
    """What the desk sees besides: the state without its list of entries, and what it lacks."""

    state: Promotion
    missing: tuple[Missing, ...]
    due: tuple[Due, ...]


class PromotionView(Struct, frozen=True, kw_only=True):
    """A promotion at a version of its stream.

    `terms` are the conditions as published, null before; `results` null until they are published.
    Before anything is published, nobody but the desk sees more than that something is there.
    """

    promotion: str
    version: int
    name: str = ""
    documents: tuple[str, ...] = ()
    editions: tuple[str, ...] = ()
    life: str = PREPARING
    terms_version: int = 0
    terms: Conditions | None = None
    where: tuple[str, ...] = ()
    entries: int = 0
    tickets: int = 0
    commitment: str = ""
    committed_us: int = 0
    digest: str = ""
    sealed_us: int = 0
    shared: bool = False  # values from outside the house are mixed in
    share: ShareView = ShareView()
    set_aside: tuple[AsideView, ...] = ()
    public_value: str = ""
    public_read_in: str = ""
    public_us: int = 0
    public_confirmed_us: int = 0
    scrutineer: str = ""  # once the draw has been signed
    results: tuple[Won, ...] | None = None
    results_us: int = 0
    results_where: str = ""
    halted: str = ""  # postponed or cancelled, and why
    desk: Standing | None = None


def view(promotion: Promotion, name: str, version: int, viewer: Viewer) -> PromotionView:
    """A promotion as the viewer may see it."""
    if viewer.role not in DESK and not promotion.published:
        return PromotionView(promotion=name, version=version)
    draw, shown = promotion.draw, promotion.published
    stopped = held(promotion, "draw") if promotion.documents else None
    return PromotionView(
        promotion=name, version=version, name=promotion.name, documents=promotion.documents,
        editions=promotion.editions, life=promotion.life, terms_version=shown,
        terms=_published(promotion) if shown else None, where=promotion.published_where,
        entries=len(promotion.entries.people), tickets=promotion.entries.tickets,
        commitment=draw.commitment, committed_us=_at(draw.committed), digest=draw.digest,
        sealed_us=_at(draw.sealed),
        shared=promotion.shared, share=_share(promotion), set_aside=_aside(promotion),
        public_value=draw.public.value, public_read_in=draw.public.source,
        public_us=_at(draw.public.recorded), public_confirmed_us=_at(draw.public.confirmed),
        scrutineer=draw.scrutineer if draw.signed else "",
        results=_results(promotion) if draw.published else None,
        results_us=_at(draw.published),
        results_where=draw.published_where, halted=stopped.detail if stopped else "",
        desk=_standing(promotion) if viewer.role in DESK else None,
    )  # fmt: skip


def _at(signature: Signature | None) -> int:
    return signature.at_us if signature else 0


def _share(promotion: Promotion) -> ShareView:
    share = promotion.draw.share
    return ShareView(share.commitment, _at(share.committed), share.value, _at(share.revealed))


def _aside(promotion: Promotion) -> tuple[AsideView, ...]:
    return tuple(
        AsideView(each.commitment, each.reason, each.by.at_us) for each in promotion.draw.set_aside
    )


def _published(promotion: Promotion) -> Conditions:
    """The terms as anybody reads them: without the list of those who cannot enter."""
    conditions = promotion.versions[promotion.published - 1].conditions
    return msgspec.structs.replace(conditions, barred=())


def _results(promotion: Promotion) -> tuple[Won, ...]:
    replaced = {each.instead_of for each in promotion.winners}
    return tuple(
        Won(each.number, promotion.prize_of(each).name, each.ticket, each.person,
            each.drawn.at_us, each.number in replaced, each.reason)
        for each in promotion.winners
    )  # fmt: skip


def _drawing(draw: Draw) -> Draw:
    return replace(
        draw, share=replace(draw.share), public=replace(draw.public), set_aside=[*draw.set_aside],
        again=[replace(each, public=replace(each.public)) for each in draw.again],
    )  # fmt: skip


def _standing(promotion: Promotion) -> Standing:
    """The state as it is now, apart from the one that goes on, and without its list of entries."""
    still = replace(
        promotion,
        versions=list(promotion.versions), materials=dict(promotion.materials),
        entries=Entries(counted=dict(promotion.entries.counted)), draw=_drawing(promotion.draw),
        winners=[replace(each, attempts=list(each.attempts)) for each in promotion.winners],
        claims=[replace(each) for each in promotion.claims],
        disputes=[replace(each) for each in promotion.disputes],
        compromises=[replace(each) for each in promotion.compromises],
    )  # fmt: skip
    return Standing(still, missing(promotion), due(promotion))
