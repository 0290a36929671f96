"""A promotion of the demonstration: terms published, play counted, the draw left to the desk.

Simulated staff publish its terms, with which the house commits to a seed, start it, and count the
play of a table while entries are taken. Naming a scrutineer, sealing, drawing and paying is for
those who sign in.
"""

from __future__ import annotations

import asyncio
import logging
import secrets

from houseway.games.commands import Command
from houseway.games.events import WagerPaid, WagerPlaced
from houseway.games.promotion_rules import EXCLUDED
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as v
from houseway.promotion.integrity import held
from houseway.promotion.state import PREPARING, RUNNING, Promotion
from houseway.promotion.terms import Conditions, EntryRule, Prize, PublicValue, Redraw
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.promotions import KIND
from houseway.service.demo.attention import Attention
from houseway.service.demo.people import ACTOR
from houseway.service.floor import Floor
from houseway.service.settings import MINUTE_US
from houseway.store.register import Person
from houseway.table.days import DAY_US

NAME, TABLE = "fountain", "war-1"
DOCUMENT = "casino-war"
# After the start
ENTRIES_US, PUBLIC_US, DRAW_US, ENDS_US = (
    20 * MINUTE_US, 23 * MINUTE_US, 25 * MINUTE_US, 14 * DAY_US
)  # fmt: skip
_PUBLIC = "the randomness of the public drand beacon of that minute"
PACE_SECONDS = 30
WORTH_COUNTING = 20  # events at the table since the last count
ENTRANTS = (Person("Ana", "1 Wharf Road"), Person("Ben", "2 Hill Street"))
_OPENER = f"{ACTOR} opening"
_logger = logging.getLogger("houseway.service")

_TERMS = {
    "manner": "an electronic draw among all tickets, from values that nobody knows beforehand",
    "award": "at the fountain, twenty-five minutes after the start",
    "eligibility": "everybody who may enter the casino and gamble",
    "wager": "none",
    "nature": "money, and a weekend for two; nothing is reserved or guaranteed",
    "closing": "twenty minutes after the start",
    "event": "the gaming floor, from the start to a fortnight later",
    "claiming": "at the promotions desk within a fortnight; nobody need be present",
    "notification": "by telephone, or face to face",
    "publication": "on the page of the promotion",
}
_PRIZES = (
    Prize(name="first prize", kind="cash", value=12_000_00, conditions="none"),
    Prize(
        name="weekend for two", kind="travel", value=1_800_00, cash_alternative=1_500_00,
        conditions="taken within a year",
        details={
            "persons": "two", "included": "flights and two nights with breakfast",
            "restrictions": "not over Easter", "spending money": "none",
        },
        contains=dict.fromkeys(EXCLUDED, False),
    ),
    Prize(name="third prize", kind="cash", value=250_00, count=3, conditions="none"),
)  # fmt: skip
_RULES = (
    EntryRule(document=DOCUMENT, event=WagerPaid.__name__, wager="initial"),
    EntryRule(document=DOCUMENT, event=WagerPlaced.__name__, wager="tie", tickets=2),
)


def _conditions(starts_us: int) -> Conditions:
    return Conditions(
        terms=_TERMS, prizes=_PRIZES, starts_us=starts_us, closes_us=starts_us + ENTRIES_US,
        draw_us=starts_us + DRAW_US, ends_us=starts_us + ENDS_US, present=False,
        one_prize_each=True, redraw=Redraw(("unclaimed",), 14 * 24), entry_rules=_RULES,
        public=PublicValue(_PUBLIC, starts_us + PUBLIC_US),
    )  # fmt: skip


async def seed(floor: Floor) -> None:
    """Register it, publish its terms and tell the Authority; it starts once that has been done."""
    starts_us = floor.now_us() // MINUTE_US * MINUTE_US
    for command in (
        v.RegisterPromotion("Fountain draw", (DOCUMENT,)),
        v.SetConditions(_conditions(starts_us)),
        v.PublishConditions(("the promotions desk", "the page of the promotion")),
        v.NotifyAuthority("e-mail"),
    ):
        await _give(floor, command)


async def keep_playing(floor: Floor, attention: Attention) -> None:
    """Start it and count play, until cancelled; only what a demonstration registered."""
    while await floor.blocking(_is_ours, floor):
        if floor.leads and attention.is_watched():
            try:
                command = await floor.blocking(next_order, floor)
                if command is not None and await _give(floor, command):
                    continue
            except Exception:
                _logger.exception("the demonstration of a promotion stumbled")
        await asyncio.sleep(PACE_SECONDS)


def _is_ours(floor: Floor) -> bool:
    first = floor.log.read(KIND.stream(NAME), limit=1)
    return bool(first) and first[0].actor == _OPENER


def next_order(floor: Floor) -> Command | None:
    """What simulated staff do next, if anything. Blocks."""
    played = floor.runner.version(f"table/{TABLE}")
    return KIND.look(floor, NAME, lambda found, _: _next(floor, found, played))


def _next(floor: Floor, promotion: Promotion, played: int) -> Command | None:
    if promotion.life == PREPARING:
        return v.StartPromotion() if floor.now_us() > promotion.notified_us else None
    taking = floor.now_us() <= promotion.conditions.closes_us and not promotion.draw.sealed
    if promotion.life != RUNNING or not taking or held(promotion, "promotion"):
        return None
    if not promotion.entries.people:
        references = (floor.register.enter(each.name, each) for each in ENTRANTS)
        return dv.EnterList(tuple(map(dv.Entrant, references)), "the promotions desk")
    if promotion.entries.counted.get(f"table/{TABLE}", 0) + WORTH_COUNTING <= played:
        return dv.CountPlay(TABLE, "", 0, ())
    return None


async def _give(floor: Floor, command: Command) -> bool:
    """Give an order; whether it was taken."""
    stream = KIND.stream(NAME)
    order = Order(command, Role.PROMOTIONS, _OPENER, secrets.token_hex(8))
    answer = await floor.order_stream(stream, KIND.completed(floor, stream, order))
    return answer.refused is None
