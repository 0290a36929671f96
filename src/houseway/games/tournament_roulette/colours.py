"""Colour chips: whose they are, what one is worth, and who must use them.

Reading RO9: balances always show tournament chips, so a colour is a form of them and no account.
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.equipment.wheel import INSIDE, Position
from houseway.games import commands as c
from houseway.games.game import May, accept
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.roles import DEALERS, Role
from houseway.rulebook.ruling import Refused, Ruling


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
