"""What each part of a promotion's desk shows, gathered in one look. Everything here blocks."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable
from http import HTTPStatus
from itertools import islice
from typing import Any, NamedTuple

import msgspec
from litestar.response import Response

from houseway.games import game, slugs
from houseway.games import table_rules as r
from houseway.promotion.conditions import questions_of
from houseway.promotion.draw_vocabulary import EntriesTaken, WinnerDrawn
from houseway.promotion.due import Due, next_in_draw
from houseway.promotion.integrity import overseen, strictest
from houseway.promotion.state import LIVE, OPERATORS, RUNNING, Promotion
from houseway.promotion.terms import CASH, DOLLARS
from houseway.records.drawfile import BadDrawFile, calendar, draw_file, write_csv, written
from houseway.records.telling import Told, tell
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import same_person
from houseway.service.access.accounts import Account
from houseway.service.aggregates.promotions import KIND
from houseway.service.consoles.inspector.search import newest_first
from houseway.service.consoles.promotions import people, status, terms_form
from houseway.service.consoles.promotions.status import DueAtPromotion
from houseway.service.consoles.promotions.view import DESK, PromotionView, Standing
from houseway.service.errors import Wrong
from houseway.service.floor import Floor
from houseway.service.texts.text import Text, texts
from houseway.store.codec import learn, read

PARTS = texts({
    "": "Status", "terms": "Terms", "entries": "Entries", "draw": "Draw",
    "winners": "Winners and claims", "disputes": "Disputes and integrity",
})  # fmt: skip
BATCHES = 10  # of the latest lists of entries that gave tickets
LOOKED_AT = 200  # lists of entries that are searched for those
MOST_TOLD = 40  # facts of one order


def titles() -> dict[str, str]:
    """The documents that have promotional prizes."""
    return {slug: game(slug).cite.title for slug in slugs() if game(slug).promotion}


def may_order(account: Account) -> bool:
    """Who runs promotions; an inspector looks."""
    return account.role in OPERATORS


def every(
    floor: Floor, account: Account
) -> tuple[list[PromotionView], list[status.DueAtPromotion]]:
    """Every promotion as the desk sees it, and all that is owed, the most pressing first."""
    now = floor.now_us()
    views: list[PromotionView] = KIND.every(floor, account.viewer)
    standing = ((view.promotion, view.desk.state) for view in views if view.desk)
    owed = [each for name, state in standing for each in status.owed(state, name, now)]
    return views, sorted(owed, key=lambda each: (not each.due.by_us, each.due.by_us))


def part_of(floor: Floor, account: Account, name: str, part: str) -> dict[str, Any]:
    """What every part needs, and what this one needs besides."""
    now = floor.now_us()
    view: PromotionView = KIND.seen(floor, name, account.viewer)
    desk = view.desk
    if desk is None:
        raise KIND.no_such(name)
    common = {
        "name": name, "view": view, "state": desk.state, "missing": desk.missing, "now_us": now,
        "titles": titles(), "may": may_order(account), "reads": people.may_read(account),
        "owed": status.owed(desk.state, name, now), "running": desk.state.life == RUNNING,
    }  # fmt: skip
    common["task"] = task_of(desk.state, account.name)
    return {**common, **_MORE[part](floor, name, desk, now)}


def task_of(promotion: Promotion, person: str) -> str:
    """The form that waits for this person as scrutineer or second person, if one does."""
    draw, share, public = promotion.draw, promotion.draw.share, promotion.draw.awaited
    if promotion.life not in LIVE or not same_person(draw.second_person, person):
        return ""
    if draw.completed and not draw.pending:
        return "sign" if draw.scrutineer and not draw.signed else ""
    waits = {
        "share": not share.commitment,
        "confirm": public.recorded and not public.confirmed,
        "reveal": public.confirmed and not share.revealed,
    }
    return next((form for form, now in waits.items() if now), "") if promotion.shared else ""


def _standing(_floor: Floor, _name: str, desk: Standing, now: int) -> dict[str, Any]:
    return {"steps": status.steps(desk.state), "clock_to": status.clock(desk.state, now)}


class TermShown(NamedTuple):
    """A heading of the terms: its question, what stands there, and every clause that asks it."""

    key: str
    question: str
    text: str
    clauses: tuple[str, ...]
    lacking: bool


def _terms(floor: Floor, _name: str, desk: Standing, now: int) -> dict[str, Any]:
    state, conditions = desk.state, desk.state.conditions
    lacking = {each.clause for each in desk.missing}
    return {
        "terms": [_term(state, key, lacking) for key in r.TERMS],
        "times": terms_form.times(conditions, floor.time), "prizes": terms_form.prizes(conditions),
        "entry_rules": terms_form.rules(conditions), "kinds": terms_form.KINDS,
        "methods": terms_form.METHODS, "reasons": terms_form.REASONS, "earning": terms_form.EARNING,
        "wagers": terms_form.wagers_of(state.documents), "conditions": conditions,
        "least_wager": terms_form.amount(conditions.wager),
        "clock_to": status.clock(state, now), "excluded": state.rules[0].excluded,
        "questions": questions_of(state.rules[0]),
    }  # fmt: skip


def _term(state: Promotion, key: str, lacking: set[Clause]) -> TermShown:
    clauses = tuple(rules.terms[key] for rules in state.rules)
    text = state.conditions.terms.get(key, "")
    return TermShown(key, r.TERMS[key], text, clauses, not lacking.isdisjoint(clauses))


def _entries(floor: Floor, name: str, desk: Standing, _now: int) -> dict[str, Any]:
    documents = desk.state.documents
    tables = [
        each
        for each in floor.tables()
        if floor.runner.look(f"table/{each}", lambda table, _: table.slug in documents)
    ]
    taken = (e for e in newest_first(floor.log, KIND.stream(name)) if e.kind == _TAKEN)
    kinds = learn([EntriesTaken])
    lists = ((each, read(kinds, each)) for each in islice(taken, LOOKED_AT))
    gave = ((e, found) for e, found in lists if isinstance(found, EntriesTaken) and found.rows)
    batches = list(islice(gave, BATCHES))
    return {"tables": tables, "batches": batches, "earning": terms_form.EARNING}


_TAKEN = EntriesTaken.__name__


def _draw(_floor: Floor, _name: str, desk: Standing, now: int) -> dict[str, Any]:
    state = desk.state
    reasons = {each: terms_form.REASONS[each] for each in state.conditions.redraw.reasons}
    return {
        "overseen": overseen(state), "scrutiny": strictest(state), "reasons": reasons,
        "next": next_in_draw(state), "elsewhere": _elsewhere(state),
        "drawn_from": state.conditions.draw_us <= now,
    }  # fmt: skip


def _elsewhere(state: Promotion) -> status.LifeStep | None:
    """The next step, where another part of the desk takes it."""
    step = next((each for each in status.steps(state) if not each.done), None)
    return step if step and step.part not in ("", "draw") else None


def _winners(_floor: Floor, _name: str, desk: Standing, _now: int) -> dict[str, Any]:
    state = desk.state
    later = not any(rules.cash_alternative.in_terms for rules in state.rules)
    return {
        "tell_by": {each.number: status.tell_by_us(state, each) for each in state.winners},
        "methods": tuple(state.rules[0].notification.methods),
        "choice_above": min(rules.payment_above for rules in state.rules),
        "kept_above": min(rules.claims.kept_above for rules in state.rules),
        "payment": state.rules[0].payment, "claims_rules": state.rules[0].claims,
        "may_offer_later": later, "no_cash_for": (CASH, *DOLLARS),
    }  # fmt: skip


def _disputes(_floor: Floor, _name: str, desk: Standing, _now: int) -> dict[str, Any]:
    rules = desk.state.rules[0]
    return {"dispute_clause": rules.dispute, "integrity_clause": rules.integrity}


_MORE: dict[str, Callable[[Floor, str, Standing, int], dict[str, Any]]] = {
    "": _standing, "terms": _terms, "entries": _entries, "draw": _draw, "winners": _winners,
    "disputes": _disputes,
}  # fmt: skip


def told(floor: Floor, name: str, first: int, last: int) -> list[Told]:
    """The facts of an order that has just been given, in words."""
    many = min(last - first + 1, MOST_TOLD)
    if first < 1 or many < 1:
        return []
    entries = floor.log.read(KIND.stream(name), after=first - 1, limit=many)
    facts = [tell("", each) for each in entries]
    return KIND.look(floor, name, lambda state, _: [_with_prize(state, each) for each in facts])


def _with_prize(promotion: Promotion, fact: Told) -> Told:
    """A winner by prize and ticket; the reference to the person stays in the log."""
    if not isinstance(fact.event, WinnerDrawn):
        return fact
    winner = promotion.winners[fact.event.winner - 1]
    prize = promotion.prize_of(winner).name
    return fact._replace(text=f"{prize}: ticket {winner.ticket} (winner {winner.number})")


# Files of a promotion to take away: its draw, and what is owed as a list or a calendar.

FILE_TYPE = "application/octet-stream"


async def drawn_file(floor: Floor, name: str, account: Account | None) -> Response[bytes]:
    """The file of a draw: for the desk once it is made, for everybody once it is published."""
    body = await floor.blocking(_drawn, floor, name, account is not None and account.office in DESK)
    return attached(body, FILE_TYPE, f"{name}.hwdraw")


def _drawn(floor: Floor, name: str, whole: bool) -> bytes:
    def see(found: Promotion, _version: int) -> bytes:
        if not (whole or found.draw.published):
            raise not_published(name)
        return written(draw_file(KIND.stream(name), found))

    try:
        return KIND.look(floor, name, see)
    except BadDrawFile as wrong:
        raise Wrong(HTTPStatus.NOT_FOUND, "no_draw", str(wrong)) from wrong


def not_published(name: str) -> Wrong:
    sentence = Text("the draw of {name} has not been published", name=name)
    return Wrong(HTTPStatus.NOT_FOUND, "not_published", sentence)


def attached(body: bytes, kind: str, name: str) -> Response[bytes]:
    """Something that a browser keeps as a file."""
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type=kind, headers=headers)


def due_file(owed: Iterable[DueAtPromotion], form: str, now_us: int) -> Response[bytes]:
    """What is owed, of one promotion or of all, as a list for a desk or a calendar for a diary."""
    found = [_named(each) for each in owed]
    if form == "ics":
        body = calendar("promotions", found, now_us).encode()
        return attached(body, "text/calendar; charset=utf-8", "due.ics")
    text = io.StringIO()
    write_csv(found, now_us, text)
    return attached(text.getvalue().encode(), "text/csv; charset=utf-8", "due.csv")


def _named(owed: DueAtPromotion) -> Due:
    return msgspec.structs.replace(owed.due, what=f"{owed.name}: {owed.due.what}")
