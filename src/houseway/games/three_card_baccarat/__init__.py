"""Three Card Baccarat and Even Money Three Card Baccarat, as approved on 17 August 2016."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import house, provisions, slots
from houseway.games.commands import Command
from houseway.games.duties import Duties, Duty
from houseway.games.game import Game, May, Setup, WagerLine, accept
from houseway.games.house import HouseRules, Setting
from houseway.games.preparing import TakeAsPrepared
from houseway.games.provisions import Provisions
from houseway.games.three_card_baccarat import (
    cards,
    correcting,
    irregularities,
    play,
    rules,
    seating,
    variant,
    wagering,
)
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.awaits import awaits
from houseway.games.three_card_baccarat.felt import felt, spots
from houseway.games.three_card_baccarat.practice import supply
from houseway.games.three_card_baccarat.rules import Options, cite
from houseway.games.three_card_baccarat.state import BETWEEN, EVOLVE, Play, begin
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(setup: Setup) -> Refused | None:
    """Three Card Baccarat 2.1, 2.2#2: places for patrons, and the equipment that is used."""
    options = setup.options
    if options.areas < 1:
        return Refused("no_playing_areas", cite("2.1"), "a table has places for patrons")
    source = rules.SOURCES[options.source]
    for item, clause in {source: cite("2.3.1"), **rules.EQUIPMENT}.items():
        if item not in options.equipment:
            return Refused("equipment_missing", clause, f"the table has no {item}")
    return None


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Every wager on offer with its odds, for the sign and the list of games."""
    return tuple(
        WagerLine(case.split(" on ")[0], case, pays.odds, pays.clause)
        for pays in rules.ODDS[options.variant]
        for case in (rules.TOTALS if pays.case == rules.BANKER_TOTAL else (pays.case,))
    )


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits, options = table.limits, table.options
    lines = [
        (f"minimum {dollar_text(limits.minimum)}, maximum {dollar_text(limits.maximum)}",
         cite("6.1")),
    ]  # fmt: skip
    for wager, line in limits.lines.items():
        least, most = dollar_text(line.minimum), dollar_text(line.maximum)
        lines.append((f"{wager}: minimum {least}, maximum {most}", cite("6.1")))
    if limits.multiple:
        unit = dollar_text(limits.multiple)
        lines.append((f"above the minimum in steps of {unit}", cite("6.1")))
    for patron, maximum in limits.personal.items():
        least = dollar_text(limits.minimum_of("", patron))
        lines.append((f"{patron}: {least} to {dollar_text(maximum)}", cite("6.6")))
    lines.append((f"Method {options.method}, layout of diagram {options.layout}", cite("9.1")))
    if options.variant == rules.EVEN_MONEY:
        lines.append(("Even Money Three Card Baccarat", cite("2.4")))
        lines += [
            (f"{pays.case} pays {pays.odds}", cite("2.4")) for pays in rules.ODDS[options.variant]
        ]
    return tuple(lines)


def between_coups(table: Play) -> bool:
    return table.stage == BETWEEN


HOUSE = HouseRules(
    options={
        "method": Setting(cite("9.1")),  # reading 3C-14: no notice
        variant.SUBJECT: Setting(cite("14.8"), notice=cite("14.8")),
    },
    limits={
        "limits": Setting(cite("6.5"), notice=cite("6.5")),
        "multiple": Setting(cite("6.1")),
        "personal limit": Setting(cite("6.6")),
    },
    operator=rules.CASINO_SUPERVISOR,
    between_rounds=between_coups,
    check_setup=check_setup,
)
_HOUSE = house.orders(HOUSE)
_WITHOUT_NOTICE = house.orders(
    HouseRules(
        options=HOUSE.options,
        limits={**HOUSE.limits, "limits": Setting(cite("6.5"))},
        operator=HOUSE.operator,
        between_rounds=HOUSE.between_rounds,
        check_setup=HOUSE.check_setup,
    )
)


def set_option(table: Play, command: house.SetOption, by: Role) -> Ruling:
    """The method alone: the game in play is changed by an order of its own."""
    if command.option == variant.SUBJECT:
        own = "the game in play is changed between coups, by sign or by consent"
        return Refused("no_such_setting", cite("14.8"), own)
    return _HOUSE[house.SetOption].decide(table, command, by)


def set_limits(table: Play, command: house.SetLimits, by: Role) -> Ruling:
    """Three Card Baccarat 6.5: only a higher minimum needs a sign beforehand."""
    raised = command.minimum > table.limits.line_of(command.wager).minimum
    orders = _HOUSE if raised else _WITHOUT_NOTICE
    return orders[house.SetLimits].decide(table, command, by)


PROVISIONS = Provisions(
    take_part=cite("2.1"),
    invalidate=cite("14.4"),
    void_wagers=cite("14.3.1"),
    exclude=cite("14.3.2"),
    void_round=cite("12.6 para 2"),
    breach=cite("14.3"),
    dispute=cite("14.13"),
    review=cite("14.13"),
    vacate=cite("14.10"),
    reversal=cite("1.1 void"),
    operator=rules.CASINO_SUPERVISOR,
    seats=lambda table: table.options.areas,
    breach_loggers=rules.CASINO_SUPERVISOR,
    lifted=True,
)
_PROVISIONS = provisions.orders(PROVISIONS)
del _PROVISIONS[c.VoidRound]  # this document voids a coup on named grounds only


def log_breach(table: Play, command: c.LogBreach, by: Role) -> Ruling:
    """Three Card Baccarat 14.1, 14.2: a device used at play is a breach, but not by one on duty."""
    on_duty = command.person in {role for role in Role if role != Role.PATRON}
    if on_duty and "device" in command.what:
        duty = f"a {command.person} on duty is not in breach by using a device"
        return Refused("on_duty", cite("14.2"), duty)
    return _PROVISIONS[c.LogBreach].decide(table, command, by)


def exclude_from_casino(table: Play, command: c.ExcludeFromCasino, by: Role) -> Ruling:
    """Three Card Baccarat 14.3.3: the order under the Act is on record, the person out of play."""
    if not table.layout.has_broken_rules(command.patron):
        missing = f"no breach by {command.patron} is logged; log it before the sanction"
        return Refused("no_breach_logged", cite("14.3.3"), missing)
    recorded = e.CasinoExclusionRecorded(command.patron, command.order, cite("14.3.3"))
    return accept(recorded, e.PatronExcluded(command.patron, cite("14.3.3"), by))


def decide_dispute(table: Play, command: c.DecideDispute, by: Role) -> Ruling:
    return _advised(_PROVISIONS[c.DecideDispute].decide(table, command, by), command.dispute)


def record_review(table: Play, command: c.RecordReview, by: Role) -> Ruling:
    """Reading A-02: by somebody of higher rank than the first decision needs."""
    return _advised(_PROVISIONS[c.RecordReview].decide(table, command, by), command.dispute)


def _advised(ruling: Ruling, dispute: int) -> Ruling:
    """Three Card Baccarat 14.14: the person is told of the right to complain to an inspector."""
    if isinstance(ruling, Refused):
        return ruling
    return accept(*ruling.events, v.ComplaintRightAdvised(dispute, cite("14.14")))


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeAsPrepared(), Role.DEALER),)


def check(table: Any) -> None:
    """Three Card Baccarat 1.1 float tray, 3.1: no chip and no card is made or lost (A-19)."""
    table.layout.check()
    table.stock.check()


_CARDS = "the cards"
DUTIES = Duties(  # reading 3C-19: nothing is owed, but what is told is on record
    sent={v.NotificationRecorded: lambda event: Duty(event.office, _CARDS, event.clause)},
    subjects=(_CARDS,),
    order=lambda to, about: v.Notify(to),
    advised=(v.ComplaintRightAdvised,),
)

GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **_PROVISIONS,
        c.LogBreach: May(rules.CASINO_SUPERVISOR, cite("14.3"), log_breach),
        c.ExcludeFromCasino: May(rules.CASINO_SUPERVISOR, cite("14.3.3"), exclude_from_casino),
        c.DecideDispute: May(rules.CASINO_SUPERVISOR, cite("14.13"), decide_dispute),
        c.RecordReview: May(rules.REVIEWERS, cite("14.13"), record_review),
        **_HOUSE,
        house.SetOption: May(rules.CASINO_SUPERVISOR, cite("9.1"), set_option),
        house.SetLimits: May(rules.CASINO_SUPERVISOR, cite("6.5"), set_limits),
        **cards.ORDERS,
        **play.ORDERS,
        **seating.ORDERS,
        **variant.ORDERS,
        **wagering.ORDERS,
        **irregularities.ORDERS,
        **correcting.ORDERS,
    },
    begin=begin,
    ready=ready,
    awaits=awaits,
    supply=supply,
    wagers=wagers,
    sign=sign,
    check_setup=check_setup,
    check=check,
    felt=felt,
    spots=spots,
    table=replace(rules.TABLE_RULES, changes=(variant.BY_SIGN,)),
    promotion=slots.promotion_rules(cite),
    duties=DUTIES,
)
