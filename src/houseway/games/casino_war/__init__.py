"""Casino War as approved for The Star, Sydney, by the order of 17 August 2016."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.casino_war import irregularities, play, wagering
from houseway.games.casino_war import state as v
from houseway.games.casino_war.awaits import awaits, supply
from houseway.games.casino_war.felt import FACTS, LEARNING, felt, spots
from houseway.games.casino_war.rules import RULES, Options, Rules
from houseway.games.casino_war.state import EVOLVE, Play, begin
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Duty, Game, Setup, SimulatedPlay
from houseway.games.limits import span
from houseway.games.preparing import conserved, ready
from houseway.rulebook.document import Clause
from houseway.rulebook.ruling import Refused


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """Casino War 2.1 leaves the number of places to the table; there is at least one."""
    areas, most = setup.options.areas, rules.most_areas
    if not 1 <= areas <= most:
        asked = f"{areas} playing areas: 1 to {most} can be set up"
        return Refused("areas_impossible", citing(rules)("2.1"), asked)
    return None


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table: limits per patron and playing area."""
    limits = table.limits
    lines = [(f"{span(limits)} for each patron and playing area", table.cite("6.1"))]
    for wager, line in limits.lines.items():
        own = f"{dollar_text(line.minimum)} to {dollar_text(line.maximum)}"
        lines.append((f"{wager} wager: {own}", table.cite("6.1")))
    if limits.multiple:
        unit = f"above the minimum in steps of {dollar_text(limits.multiple)}"
        lines.append((unit, table.cite("6.1")))
    for patron, maximum in limits.personal.items():
        own = f"{dollar_text(limits.minimum_of('', patron))} to {dollar_text(maximum)}"
        lines.append((f"personal limits: {patron} {own}", table.cite("6.6")))
    return tuple(lines)


_CARDS = "the cards"


def duties(rules: Rules) -> Duties:
    clause = citing(rules)("11.17.4")
    return Duties(
        owed={
            v.CardsNotComplete: lambda event: tuple(
                Duty(office, _CARDS, clause) for office in event.offices
            )
        },
        sent={v.NotificationSent: lambda event: Duty(event.office, _CARDS, event.clause)},
        subjects=(_CARDS,),
        order=lambda to, about: v.SendNotification(to),
        advised=(e.ComplaintAdvised,),
    )


def game_of(rules: Rules) -> Game:
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        slots={
            **play.orders_by(rules),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, irregularities),
        begin=begin, ready=ready, awaits=awaits, supply=supply, sign=sign,
        # Casino War 1.1 float tray, 2.4.3, 2.4.2, 3.1: no chip and no card is made or lost.
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        pays_in_order=rules.citing("8.2"),
        emblem=("Ks", "Kh"),
        simulated=SimulatedPlay(("initial",)),
        learning=LEARNING,
        duties=duties(rules),
    )  # fmt: skip


GAME = game_of(RULES)
