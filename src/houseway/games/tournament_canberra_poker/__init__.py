"""Tournament Canberra Poker as approved for Casino Canberra in NI2002-45."""

from __future__ import annotations

from typing import Any

from houseway.equipment.chips import dollar_text
from houseway.games import house, provisions, slots
from houseway.games.commands import Command, VoidWagers
from houseway.games.duties import Duties
from houseway.games.game import Game, Setup, WagerLine, accept
from houseway.games.house import HouseRules, Setting
from houseway.games.preparing import TakeAsPrepared
from houseway.games.provisions import Provisions
from houseway.games.tournament_canberra_poker import (
    deck,
    irregularities,
    play,
    rules,
    showdown,
    wagering,
)
from houseway.games.tournament_canberra_poker.awaits import awaits
from houseway.games.tournament_canberra_poker.felt import felt, spots
from houseway.games.tournament_canberra_poker.practice import supply
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, Options, cite
from houseway.games.tournament_canberra_poker.state import (
    EVOLVE,
    Play,
    begin,
    box_of,
    hand_in,
)
from houseway.games.tournament_canberra_poker.vocabulary import HandVoided
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(setup: Setup) -> Refused | None:
    """Approvals first (1.1, 2.1, terms: Approved), then the boxes, then the maximum payout."""
    options = setup.options
    for subject, clause in rules.APPROVALS.items():
        if subject not in options.approved:
            return Refused(f"{subject}_not_approved", clause, f"the {subject} has no approval")
    if not 1 <= options.boxes <= rules.MOST_BOXES:
        sentence = f"{options.boxes} boxes: one deck is enough for 1 to {rules.MOST_BOXES}"
        return Refused("too_many_boxes", cite("6.3(c)"), sentence)
    if options.maximum_payout_dollars <= 0:
        return Refused("no_maximum_payout", cite("8.2"), "the table shows no maximum payout")
    for amount, clause in (
        (setup.limits.minimum, cite("3.1")),
        (setup.limits.maximum, cite("3.1")),
        (options.maximum_payout_dollars * 100, cite("8.2")),
    ):
        if not setup.chips.payable(amount):
            sentence = f"{dollar_text(amount)} cannot be made with {setup.chips}"
            return Refused("limit_not_in_chips", clause, sentence)
    return None


def wagers(options: Options) -> tuple[WagerLine, ...]:
    """Both wagers with their odds, for the sign and the list of games."""
    ante = rules.ANTE_ODDS
    return (
        WagerLine(ANTE, "every winning ante", ante.odds, ante.clause),
        *(WagerLine(BET, pays.case, pays.odds, pays.clause) for pays in rules.BET_ODDS),
    )


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    least, most = dollar_text(limits.minimum), dollar_text(limits.maximum)
    payout = dollar_text(table.options.maximum_payout_dollars * 100)
    lines = [(f"minimum {least}, maximum {most} per box", cite("3.1"))]
    if limits.multiple:
        lines.append((f"antes in multiples of {dollar_text(limits.multiple)}", cite("3.2")))
    lines.append((f"maximum payout on a bet {payout}", cite("8.2")))
    return tuple(lines)


HOUSE = HouseRules(
    options={
        "boxes": Setting(cite("6.3(c)")),
        "maximum_payout_dollars": Setting(cite("8.2")),
    },
    limits={
        "limits": Setting(cite("3.1")),
        "multiple": Setting(cite("3.2")),
    },
    operator=rules.DIRECTOR,
    between_rounds=deck.between_rounds,
    check_setup=check_setup,
)

PROVISIONS = Provisions(
    take_part=cite("4.1"),
    invalidate=cite("14.1"),
    void_wagers=cite("14.3(a)"),
    exclude=cite("14.3(b)"),
    void_round=cite("14.4"),
    breach=cite("14.3"),
    dispute=cite("14.6"),
    review=cite("14.6"),
    vacate=None,
    reversal=cite("terms: Void"),
    refund=cite("14.5"),
    operator=rules.DIRECTOR,
    seats=lambda table: table.options.boxes,
    breach_loggers=rules.LOGGERS,
)


_PROVIDED = provisions.orders(PROVISIONS)


def void_wagers(table: Play, command: VoidWagers, by: Role) -> Ruling:
    """Tournament Canberra Poker 14.3(a): with its stakes a hand leaves the round as well."""
    ruling = _PROVIDED[VoidWagers].decide(table, command, by)
    hand = hand_in(table.boxes.get(command.patron, 0))
    if isinstance(ruling, Refused) or hand not in table.hands:
        return ruling
    over = irregularities.nobody_left(table, {box_of(hand)}, cite("14.3(a)"))
    return accept(*ruling.events, HandVoided(hand, cite("14.3(a)")), *over)


def ready(table: Play) -> tuple[tuple[Command, Role], ...]:
    return ((TakeAsPrepared(), Role.DEALER),)


def check(table: Any) -> None:
    table.layout.check()
    table.stock.check()


GAME = Game(
    cite=cite,
    module=__name__,
    play=Play,
    events=EVOLVE,
    options=Options,
    limits=rules.LIMITS,
    orders={
        **_PROVIDED,
        VoidWagers: _PROVIDED[VoidWagers]._replace(decide=void_wagers),
        **house.orders(HOUSE),
        **deck.ORDERS,
        **wagering.ORDERS,
        **play.ORDERS,
        **showdown.ORDERS,
        **irregularities.ORDERS,
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
    table=rules.TABLE_RULES,
    tournament=slots.tournament_rules(cite),
    duties=Duties(review_to="inspector"),
)
