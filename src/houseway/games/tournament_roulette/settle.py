"""Which stakes win, and what they are paid."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.equipment.chips import dollar_text
from houseway.equipment.wheel import INSIDE, POSITIONS, WHEEL, Position
from houseway.games import commands as c
from houseway.games.events import Settlement, WagerCollected, WagerPaid
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.limits import at_risk, handed_back
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling, Tried

if TYPE_CHECKING:
    from houseway.games.tournament_roulette.rules import Rules

_ORDER = {name: place for place, name in enumerate(POSITIONS)}


def wins(position: Position, result: int) -> bool:
    """Tournament American Roulette 7.1: the number is wagered on, alone or with others."""
    return result in position.numbers


def settle(play: Play, result: int) -> list[Settlement]:
    """Every stake by its position (7.2): the losers first, then the winners along the layout."""
    loses: tuple[Clause, ...] = (play.cite("7.3(b)" if result == 0 else "7.1"),)
    wins_by = play.cite("7.3(a)" if result == 0 else "7.1")
    limits, rules = play.limits, play.rules
    limit_rules = rules.limit_rules
    lost: list[Settlement] = []
    won: list[Settlement] = []
    for (patron, box, wager), stake in sorted(play.layout.wagers.items(), key=_along_the_layout):
        position = POSITIONS[wager]
        sign = rules.limits_at(limits, position) if limits.lines else limits
        risk = at_risk(sign, limit_rules, patron, wager, stake)
        over: tuple[Clause, ...] = ()
        if risk != stake:
            over = handed_back(sign, limit_rules, patron=patron, wager=wager, stake=stake)
        if result in position.numbers:
            pays = rules.odds[position.kind]
            paid = risk * pays.odds.pays // pays.odds.for_each  # all of 6.1 is so many to one
            why = (wins_by, pays.clause, *over)
            won.append(WagerPaid(patron, wager, box, stake, paid, 0, stake, why))
        else:
            why = loses + over
            lost.append(WagerCollected(patron, wager, box, stake, 0, risk, stake - risk, why))
    return lost + won


def _along_the_layout(wager: tuple[Key, int]) -> int:
    return _ORDER[wager[0][2]]


def tried(play: Play) -> tuple[Tried, ...]:
    """The clauses looked at before the settlement."""
    if play.dolly is None:
        return ()
    zero = play.dolly == 0
    return (
        Tried(
            play.cite("7.3"), "the result is zero" if zero else f"{play.dolly} is not zero", zero
        ),
        Tried(play.cite("6.1"), "winners are paid by the table of odds"),
    )


def risk(rules: Rules, options: Any, stakes: Mapping[str, int]) -> int:
    """Tournament American Roulette 12.13, readings TP10 and RO8: the largest net loss that any of
    the 37 results can bring."""
    positions = [(POSITIONS[wager], stake) for wager, stake in stakes.items()]
    losses = [sum(_loss(rules, *each, result) for each in positions) for result in WHEEL]
    return max(0, *losses)


def _loss(rules: Rules, position: Position, stake: int, result: int) -> int:
    if not wins(position, result):
        return stake
    odds = rules.odds[position.kind].odds
    return -(stake * odds.pays // odds.for_each)


# Colour chips: whose they are, what one is worth, and who must use them.


def require_colour_chips(play: Play, command: v.RequireColourChips, by: Role) -> Ruling:
    if command.patron in play.colour_required:
        already = f"{command.patron} must use them already"
        return Refused("colour_chips_required", play.cite("4.6"), already)
    return accept(v.ColourChipsRequired(command.patron, play.cite("4.6")))


def issue_colour_chips(play: Play, command: v.IssueColourChips, by: Role) -> Ruling:
    """Reading RO9: worth the table minimum unless a marker button shows more."""
    patron, colour, clause = command.patron, command.colour, play.cite("terms: Colour Chips")
    held = next((who for who, chips in play.colours.items() if chips.colour == colour), patron)
    if patron in play.colours or held != patron:
        has = f"{held} has {play.colours[held].colour} chips"
        return Refused("colour_chips_out", clause, has)
    least = rules.table_minimum(play.limits)
    worth = command.amount or least
    if worth < least:
        low = f"{dollar_text(worth)} a chip is below the table minimum {dollar_text(least)}"
        return Refused("colour_below_minimum", play.cite("terms: Marker Button"), low)
    if not play.chips.payable(worth):
        odd = f"{dollar_text(worth)} cannot be made with {play.chips}"
        return Refused("not_in_chips", play.cite("4.2"), odd)
    issued = v.ColourChipsIssued(patron, colour, worth, clause)
    if worth == least:
        return accept(issued)
    return accept(issued, v.MarkerButtonPlaced(colour, worth, play.cite("terms: Marker Button")))


def redeem_colour_chips(play: Play, command: v.RedeemColourChips, by: Role) -> Ruling:
    chips = play.colours.get(command.patron)
    clause = play.cite("terms: Colour Chips")
    if chips is None:
        return Refused("no_colour_chips", clause, f"{command.patron} has no colour chips")
    if play.layout.of(command.patron):
        left = f"{command.patron} has wagers on the layout"
        return Refused("wagers_on_layout", clause, left)
    return accept(v.ColourChipsRedeemed(command.patron, chips.colour, clause))


def refuse_colour(play: Play, patron: str, position: Position, amount: int) -> Refused | None:
    """Anyone who must use colour chips stakes inside in whole chips of the colour."""
    if patron not in play.colour_required or position.kind not in INSIDE:
        return None
    chips = play.colours.get(patron)
    if chips is None:
        none = f"{patron} must use colour chips and has none yet"
        return Refused("colour_chips_required", play.cite("4.6"), none)
    if amount % chips.worth:
        part = f"{dollar_text(amount)} is not in {chips.colour} chips of "
        return Refused("not_in_colour_chips", play.cite("4.6"), part + dollar_text(chips.worth))
    return None


ORDERS: dict[type[c.Command], May] = {
    v.RequireColourChips: May(rules.DIRECTOR, cite("4.6"), require_colour_chips),
    v.IssueColourChips: May(DEALERS, cite("4.2"), issue_colour_chips),
    v.RedeemColourChips: May(DEALERS, cite("4.2"), redeem_colour_chips),
}
