"""Promotions of the demonstration: tickets from play, a draw, prizes handed over, and the next one.

While someone of the promotions desk is signed in, simulated staff only count play, and do what is
about to become overdue.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Iterator
from functools import partial

from houseway.driving import Deed
from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.games.events import WagerPaid, WagerPlaced
from houseway.games.table_rules import EXCLUDED
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.integrity import held, owed
from houseway.promotion.state import DRAWN, OPEN, OVER, PREPARING, RUNNING, Promotion, Winner
from houseway.promotion.terms import Conditions, EntryRule, Prize, PublicValue, Redraw
from houseway.randomness import new_seed
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.aggregates.promotions import KIND
from houseway.service.demo.people import ACTOR
from houseway.service.demo.series import OPENER, Attention, Series, give_in_turn
from houseway.service.floor import Floor
from houseway.service.settings import MINUTE_US
from houseway.store.register import Person
from houseway.table.days import DAY_US

NAME, TABLE = "fountain", "war-1"
SERIES = Series(KIND, NAME)
DOCUMENT = "casino-war"
# After the start
ENTRIES_US, PUBLIC_US, DRAW_US, ENDS_US = (
    20 * MINUTE_US, 23 * MINUTE_US, 25 * MINUTE_US, 14 * DAY_US
)  # fmt: skip
CLAIMED_US = 2 * MINUTE_US  # after the draw, winners come to the desk
LEFT_US = 30 * MINUTE_US  # after the time of its draw the next promotion starts in any case
RESULTS_US = 5 * MINUTE_US  # how long results are shown before the next promotion starts
PERSON_US = 2 * MINUTE_US  # for a person at the desk after something has become due
LATE_US = MINUTE_US  # before something is late, simulated staff do it
_PUBLIC = "the randomness of the public drand beacon of that minute"
_READ = "the simulated beacon of this demonstration"
_TOO_LATE = "nobody was there when the draw had to be prepared"
PACE_SECONDS = 5
WORTH_COUNTING = 20  # events at the table since the last count
SCRUTINEER = f"{ACTOR} scrutineer"
ENTRANTS = (Person("Ana", "1 Wharf Road"), Person("Ben", "2 Hill Street"))
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


class Secret:
    """The value that the simulated scrutineer commits to; a restart of the house makes another."""

    def __init__(self) -> None:
        self.value = new_seed()


def _conditions(starts_us: int) -> Conditions:
    return Conditions(
        terms=_TERMS, prizes=_PRIZES, starts_us=starts_us, closes_us=starts_us + ENTRIES_US,
        draw_us=starts_us + DRAW_US, ends_us=starts_us + ENDS_US, present=False,
        one_prize_each=True, redraw=Redraw(("unclaimed",), 14 * 24), entry_rules=_RULES,
        public=PublicValue(_PUBLIC, starts_us + PUBLIC_US),
    )  # fmt: skip


async def seed(floor: Floor, name: str = NAME) -> None:
    """Register it, publish its terms and tell the Authority; it starts once that has been done."""
    starts_us = floor.now_us() // MINUTE_US * MINUTE_US
    steps = (
        v.RegisterPromotion("Fountain draw", (DOCUMENT,)),
        v.SetConditions(_conditions(starts_us)),
        v.PublishConditions(("the promotions desk", "the page of the promotion")),
        v.NotifyAuthority("e-mail"),
    )
    given = [(each, Role.PROMOTIONS) for each in steps]
    await give_in_turn(floor, KIND.stream(name), given, KIND.completed)


async def keep_playing(floor: Floor, attention: Attention) -> None:
    """Run one promotion after the other; nothing where no demonstration registered one."""
    secret = Secret()
    cut_short = await floor.blocking(SERIES.last, floor)  # perhaps, when the house was stopped
    while await floor.blocking(SERIES.last, floor):
        if floor.leads and attention.is_watched():
            try:
                if cut_short:
                    await seed(floor, cut_short)
                    cut_short = ""
                if await play_once(floor, secret):
                    continue
            except Exception:
                _logger.exception("the demonstration of a promotion stumbled")
        await asyncio.sleep(PACE_SECONDS)


async def play_once(floor: Floor, secret: Secret) -> bool:
    """Give one order, or register the next promotion; whether anything was done."""
    name = await floor.blocking(SERIES.last, floor)
    desk_manned = any(each.role == Role.PROMOTIONS for each in floor.hub.people_at())
    deed = await floor.blocking(partial(next_order, floor, name, secret, desk_manned=desk_manned))
    if deed is not None:
        return await _give(floor, name, deed)
    if not await floor.blocking(is_over, floor, name):
        return False
    await seed(floor, await floor.blocking(SERIES.following, floor))
    return True


def is_over(floor: Floor, name: str) -> bool:
    """Whether it is closed, or people have left its draw where it was. Blocks."""

    def see(promotion: Promotion, _version: int) -> bool:
        left_us = promotion.conditions.draw_us + LEFT_US
        return promotion.life == OVER or floor.now_us() > left_us

    over: bool = KIND.look(floor, name, see)
    return over


def next_order(
    floor: Floor, name: str, secret: Secret, *, desk_manned: bool = False
) -> Deed | None:
    """What simulated staff do next, if anything. Blocks."""
    played = floor.runner.version(f"table/{TABLE}")

    def see(promotion: Promotion, _version: int) -> Deed | None:
        now_us = floor.now_us()
        staff = _staff(promotion, now_us, played, floor) or _desk(promotion, now_us, desk_manned)
        if staff is not None:
            return Deed(staff, Role.PROMOTIONS, OPENER)
        overseen = _oversees(promotion, now_us, secret)
        return Deed(overseen, Role.INSPECTOR, SCRUTINEER) if overseen else None

    found: Deed | None = KIND.look(floor, name, see)
    return found


def _staff(promotion: Promotion, now_us: int, played: int, floor: Floor) -> Command | None:
    """The start, and tickets for play while entries are taken; the desk is never kept from it."""
    if promotion.life == PREPARING:
        return v.StartPromotion() if now_us > promotion.notified_us else None
    taking = now_us <= promotion.conditions.closes_us and not promotion.draw.sealed
    if promotion.life != RUNNING or not taking or held(promotion, "promotion"):
        return None
    if not promotion.entries.people:
        references = (floor.register.enter(each.name, each) for each in ENTRANTS)
        return dv.EnterList(tuple(map(dv.Entrant, references)), "the promotions desk")
    if promotion.entries.counted.get(f"table/{TABLE}", 0) + WORTH_COUNTING <= played:
        return dv.CountPlay(TABLE, "", 0, ())
    return None


def _desk(promotion: Promotion, now_us: int, desk_manned: bool) -> Command | None:
    """The steps of the desk in their order; a person at the desk has until they are nearly late."""
    if promotion.life != RUNNING:
        return None
    command, by_us = next(_steps(promotion, now_us), (None, 0))
    return command if not desk_manned or now_us >= by_us - LATE_US else None


def _steps(promotion: Promotion, now_us: int) -> Iterator[tuple[Command, int]]:
    """Each step that is possible now, with the time until which a person has it."""
    draw, terms = promotion.draw, promotion.conditions
    known = now_us >= terms.public.at_us
    if owed(promotion):
        yield v.NotifyInspectorate("telephone"), now_us
    if draw.cancelled:
        yield v.ClosePromotion(), now_us
        return
    if held(promotion, "draw"):
        yield v.ValidateIntegrity("the list was compared with the log"), now_us + PERSON_US
        return
    if not draw.scrutineer and not draw.dispensed and not known:
        yield dv.NameScrutineer(SCRUTINEER), terms.public.at_us
    if draw.sealed is None:
        if known:
            yield v.CancelFor("draw", _TOO_LATE), now_us
        elif now_us > terms.closes_us and draw.share.commitment:
            yield dv.SealEntries(), terms.public.at_us
    elif known and draw.public.recorded is None:
        yield dv.RecordPublicValue(new_seed()[:16], _READ), terms.draw_us
    elif draw.completed is None:
        lost = now_us > terms.draw_us + PERSON_US and not draw.share.revealed
        if lost:
            yield v.CancelFor("draw", _TOO_LATE), now_us
        elif now_us >= terms.draw_us and draw.share.revealed:
            yield dv.DrawWinners(), terms.draw_us + PERSON_US
    else:
        yield from _winners(promotion, draw.completed.at_us, now_us)


def _winners(promotion: Promotion, drawn_us: int, now_us: int) -> Iterator[tuple[Command, int]]:
    """After the draw: results, winners, claims, and the end after some minutes."""
    by_us = drawn_us + RESULTS_US
    if promotion.draw.scrutineer and promotion.draw.signed is None:
        return
    if promotion.draw.published is None:
        yield dv.PublishResults("the page of the promotion"), by_us
    for winner in promotion.winners:
        if winner.status == DRAWN and not winner.attempts:
            yield cv.NotifyWinner(winner.number, "telephone", "the number on file", True), by_us
    if now_us < drawn_us + CLAIMED_US:
        return
    for winner in promotion.winners:
        if winner.status == DRAWN:
            yield _claim(promotion, winner), by_us
    for claim in promotion.claims:
        if claim.status == OPEN:
            yield cv.AwardPrize(claim.number), by_us
    for dispute in promotion.disputes:
        if dispute.decided is None:
            yield cv.DecideTermsDispute(dispute.number, "the terms stand", True), by_us
    if now_us >= by_us:
        yield v.ClosePromotion(), by_us + PERSON_US


def _claim(promotion: Promotion, winner: Winner) -> Command:
    prize = promotion.conditions.units[winner.unit]
    paid = (cv.Payment("electronic transfer", prize.value, winner.person),)
    return cv.ClaimPrize(winner.person, prize.name, payments=paid if prize.kind == "cash" else ())


def _oversees(promotion: Promotion, now_us: int, secret: Secret) -> Command | None:
    """The steps of the simulated scrutineer, where the desk named no other."""
    draw = promotion.draw
    if promotion.life != RUNNING or draw.scrutineer != SCRUTINEER or draw.cancelled:
        return None
    if draw.sealed is None and now_us < promotion.conditions.public.at_us:
        known = draw.share.commitment == commitment_of(secret.value)
        return None if known else dv.CommitShare(commitment_of(secret.value))
    if draw.public.recorded and draw.public.confirmed is None:
        return dv.ConfirmPublicValue(draw.public.value)
    if draw.public.confirmed and draw.share.revealed is None:
        known = draw.share.commitment == commitment_of(secret.value)
        return dv.RevealShare(secret.value) if known else None
    return dv.SignDraw() if draw.completed and draw.signed is None else None


async def _give(floor: Floor, name: str, deed: Deed) -> bool:
    """Give an order; whether it was taken."""
    stream = KIND.stream(name)
    order = Order(*deed, secrets.token_hex(8))
    answer = await floor.order_stream(stream, KIND.completed(floor, stream, order))
    return answer.refused is None
