"""Tournament Canberra Poker as approved for Casino Canberra in NI2002-45."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import provisions
from houseway.games.commands import VoidWagers
from houseway.games.edition import citing, game_by
from houseway.games.game import Duties, Game, Setup, SimulatedPlay, WagerLine, accept
from houseway.games.limits import span
from houseway.games.preparing import begin, conserved, ready
from houseway.games.tournament_canberra_poker import irregularities, play, showdown, wagering
from houseway.games.tournament_canberra_poker.awaits import awaits, supply
from houseway.games.tournament_canberra_poker.facts import FACTS, LEARNING
from houseway.games.tournament_canberra_poker.felt import felt, spots
from houseway.games.tournament_canberra_poker.rules import ANTE, BET, RULES, Options, Rules
from houseway.games.tournament_canberra_poker.state import EVOLVE, HandVoided, Play, box_of, hand_in
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling


def check_setup(rules: Rules, setup: Setup) -> Refused | None:
    """Approvals first (1.1, 2.1, terms: Approved), then the boxes, then the maximum payout."""
    options, cite = setup.options, citing(rules)
    for subject, clause in rules.approvals.items():
        if subject not in options.approved:
            return Refused(f"{subject}_not_approved", clause, f"the {subject} has no approval")
    if not 1 <= options.boxes <= rules.most_boxes:
        sentence = f"{options.boxes} boxes: one deck is enough for 1 to {rules.most_boxes}"
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


def wagers(rules: Rules, options: Options) -> tuple[WagerLine, ...]:
    """Both wagers with their odds, for the sign and the list of games."""
    ante = rules.ante_odds
    return (
        WagerLine(ANTE, "every winning ante", ante.odds, ante.clause),
        *(WagerLine(BET, pays.case, pays.odds, pays.clause) for pays in rules.bet_odds),
    )


def sign(table: Play) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign at the table."""
    limits = table.limits
    payout = dollar_text(table.options.maximum_payout_dollars * 100)
    lines = [(f"{span(limits)} per box", table.cite("3.1"))]
    if limits.multiple:
        lines.append((f"antes in multiples of {dollar_text(limits.multiple)}", table.cite("3.2")))
    lines.append((f"maximum payout on a bet {payout}", table.cite("8.2")))
    return tuple(lines)


def void_wagers(table: Play, command: VoidWagers, by: Role) -> Ruling:
    """Tournament Canberra Poker 14.3(a): with its stakes a hand leaves the round as well."""
    ruling = provisions.void_wagers(table.rules.provisions, table, command, by)
    hand = hand_in(table.boxes.get(command.patron, 0))
    if isinstance(ruling, Refused) or hand not in table.hands:
        return ruling
    over = irregularities.nobody_left(table, {box_of(hand)}, table.cite("14.3(a)"))
    return accept(*ruling.events, HandVoided(hand, table.cite("14.3(a)")), *over)


def game_of(rules: Rules) -> Game:
    provided = provisions.orders(rules.provisions)
    return game_by(
        rules, Play, module=__name__, events=EVOLVE, options=Options, facts=FACTS,
        provided={**provided, VoidWagers: provided[VoidWagers]._replace(decide=void_wagers)},
        slots={
            **play.orders_by(rules),
            **wagering.orders_by(rules),
        },
        judges=(play, wagering, showdown, irregularities),
        begin=begin, ready=ready, awaits=awaits, supply=supply, wagers=wagers, sign=sign,
        check_setup=check_setup, check=conserved, felt=felt, spots=spots,
        fresh="all cards are shuffled before every round (Tournament Canberra Poker 5.1)",
        counts=rules.citing("2.6"),
        emblem=("Ts", "Js", "Qs", "Ks", "As"),
        simulated=SimulatedPlay(("ante",), ("ante",)),
        learning=LEARNING,
        duties=Duties(review_to="inspector"),
    )  # fmt: skip


GAME = game_of(RULES)
