"""Wagers at roulette: on the layout, on the race track, and by maximum marker."""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.equipment.wheel import (
    INSIDE,
    POSITIONS,
    WHEEL,
    BadPosition,
    Position,
    neighbours_pieces,
    parse_position,
)
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.limits import outside, refuse_amount, remarks, short_of_chips
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import vocabulary as v
from houseway.games.tournament_roulette.colours import refuse_colour
from houseway.games.tournament_roulette.rules import cite
from houseway.games.tournament_roulette.state import BETWEEN, CLOSED, RESTED, Play
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Refused, Ruling

Stakes = list[tuple[Position, int]]


# On the layout


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """A stake on one position; a second one there is added to the first."""
    position = _position(play, command.wager, command.box)
    if isinstance(position, Refused):
        return position
    return _add(play, command.patron, [(position, command.amount)], _clause(position, by))


def wager_colour_chips(play: Play, command: v.WagerColourChips, by: Role) -> Ruling:
    position = _position(play, command.wager)
    if isinstance(position, Refused):
        return position
    chips = play.colours.get(command.patron)
    if chips is None:
        return Refused("no_colour_chips", cite("4.2"), f"{command.patron} has no colour chips")
    amount = command.count * chips.worth
    return _add(play, command.patron, [(position, amount)], _clause(position, by))


def change_wager(play: Play, command: c.ChangeWager, by: Role) -> Ruling:
    position = _position(play, command.wager, command.box)
    if isinstance(position, Refused):
        return position
    patron, amount = command.patron, command.amount
    refused = _locked(play, patron)
    if refused:
        return refused
    before = play.layout.wagers.get((patron, 0, position.name))
    if before is None:
        return _no_wager(patron, position)
    refused = (
        _under_marker(play, patron, position)
        or _amount(play, patron, position, amount)
        or refuse_colour(play, patron, position, amount)
        or short_of_chips(play.layout, patron=patron, needed=amount - before)
    )
    if refused:
        return refused
    changed = e.WagerChanged(patron, position.name, before, amount, 0, _clause(position, by))
    return accept(changed, *_remarks(play, patron, position, amount))


def withdraw_wager(play: Play, command: c.WithdrawWager, by: Role) -> Ruling:
    position = _position(play, command.wager, command.box)
    if isinstance(position, Refused):
        return position
    patron = command.patron
    refused = _locked(play, patron)
    if refused:
        return refused
    stake = play.layout.wagers.get((patron, 0, position.name))
    if stake is None:
        return _no_wager(patron, position)
    return _under_marker(play, patron, position) or accept(
        _withdrawn(patron, position, stake, cite("4.4"))
    )


def find_wager(play: Play, command: c.FindWager, by: Role) -> Ruling:
    """What really lies there once betting has closed: good as far as the limits allow.

    Readings G5 to G7: after the advice a stake below the minimum is handed back; above the maximum
    or off the multiples only the good part is at risk, and settlement hands back the rest.
    """
    position = _position(play, command.wager, command.box)
    if isinstance(position, Refused):
        return position
    patron, wager, amount = command.patron, position.name, command.amount
    if play.stage not in (CLOSED, RESTED):
        return Refused("betting_open", cite("3.3"), "while betting is open, change the wager")
    before = play.layout.wagers.get((patron, 0, wager))
    if before is None:
        return _no_wager(patron, position)
    if amount <= 0:
        return Refused("amount_not_positive", None, "a stake is more than nothing")
    refused = _not_in_chips(play, amount) or short_of_chips(
        play.layout, patron=patron, needed=amount - before
    )
    if refused:
        return refused
    limits = rules.limits_at(play.limits, position)
    clause = outside(limits, rules.LIMIT_RULES, patron=patron, wager=wager, amount=amount) or cite(
        "4.2"
    )
    found = e.WagerChanged(patron, wager, before, amount, 0, clause)
    if amount < limits.minimum_of(wager, patron) and patron in play.layout.advised:
        back = e.WagerVoided(patron, wager, 0, amount, 0, 0, amount, (cite("3.3"),))
        return accept(found, back)
    return accept(found, *_remarks(play, patron, position, amount))


# On the race track: Tournament American Roulette 4.8


def play_section(play: Play, command: v.PlaySection, by: Role) -> Ruling:
    section = rules.SECTION_NAMED.get(command.section.lower())
    if section is None:
        known = ", ".join(each.name for each in rules.SECTION_WAGERS)
        unknown = f"{command.section} is none of {known}"
        return Refused("wager_not_offered", cite("4.8 second paragraph"), unknown)
    stakes = [(each.position, each.units * command.amount) for each in rules.pieces_of(section)]
    return _race_track(play, command.patron, command.amount, stakes, section.clause)


def play_neighbours(play: Play, command: v.PlayNeighbours, by: Role) -> Ruling:
    if command.number not in WHEEL:
        none = f"{command.number} is not on the wheel"
        return Refused("no_such_number", rules.NEIGHBOURS_CLAUSE, none)
    stakes = [(each.position, command.amount) for each in neighbours_pieces(command.number)]
    return _race_track(play, command.patron, command.amount, stakes, rules.NEIGHBOURS_CLAUSE)


def _race_track(play: Play, patron: str, each_piece: int, stakes: Stakes, clause: Clause) -> Ruling:
    """Reading RO4: bought in whole sets, each piece at least the minimum of its position."""
    if play.options.race_track == "unused":
        return Refused("wager_not_offered", cite("4.8"), "this table does not use a race track")
    refused = _locked(play, patron, closed=cite("4.8"))
    if refused:
        return refused
    least = max(
        rules.limits_at(play.limits, position).minimum_of(position.name, patron)
        for position, _ in stakes
    )
    if 0 < each_piece < least:
        small = f"{dollar_text(each_piece)} a piece is below {dollar_text(least)}"
        return Refused("piece_below_minimum", cite("4.8"), small)
    return _add(play, patron, stakes, clause)


# The maximum marker: Tournament American Roulette 4.7


def ask_maximum(play: Play, command: v.AskMaximum, by: Role) -> Ruling:
    """The maximum on a number and its combinations; what lies there counts towards it (RO14)."""
    patron, number = command.patron, command.number
    if number not in WHEEL:
        return Refused("no_such_number", cite("4.7"), f"{number} is not on the layout")
    refused = _locked(play, patron)
    if refused:
        return refused
    if patron in play.layout.excluded:
        return Refused("patron_excluded", cite("10.3(b)"), f"{patron} is excluded from this game")
    if (patron, number) in play.markers:
        there = f"{patron} has the maximum on {number} already"
        return Refused("marker_there", cite("4.7"), there)
    stakes = [
        (position, missing)
        for position in rules.complete_bet(play.options, number)
        if (missing := _to_the_maximum(play, patron, position)) > 0
    ]
    total = sum(amount for _, amount in stakes)
    refused = short_of_chips(play.layout, patron=patron, needed=total)
    if refused:
        return refused
    marker = v.MaximumMarkerPlaced(patron, str(number), total, cite("4.7"))
    return accept(marker, *_added(play, patron, stakes, cite("4.7")))


def _to_the_maximum(play: Play, patron: str, position: Position) -> int:
    lying = play.layout.wagers.get((patron, 0, position.name), 0)
    limits = rules.limits_at(play.limits, position)
    return limits.maximum_of(patron, position.name) - lying


def take_back_maximum(play: Play, command: v.TakeBackMaximum, by: Role) -> Ruling:
    """Whole or not at all; what another marker of the patron stands for as well stays."""
    patron, number = command.patron, command.number
    refused = _locked(play, patron)
    if refused:
        return refused
    if (patron, number) not in play.markers:
        none = f"{patron} has no maximum marker on {number}"
        return Refused("no_marker_there", cite("4.7"), none)
    others = {marked for who, marked in play.markers if who == patron and marked != number}
    lifted = [
        _withdrawn(patron, POSITIONS[wager], stake, cite("4.7"))
        for (_, _, wager), stake in play.layout.of(patron).items()
        if _combines(wager, number) and not any(_combines(wager, each) for each in others)
    ]
    return accept(*lifted, v.MaximumMarkerRemoved(patron, str(number), cite("4.7")))


def _combines(wager: str, number: int) -> bool:
    position = POSITIONS[wager]
    return position.kind in INSIDE and number in position.numbers


# Adding stakes


def _add(play: Play, patron: str, stakes: Stakes, clause: Clause) -> Ruling:
    """All of them or none, each tested against the limits of its position."""
    refused = _locked(play, patron)
    if refused:
        return refused
    for position, amount in stakes:
        lying = play.layout.wagers.get((patron, 0, position.name), 0)
        if amount <= 0:
            nothing = f"{dollar_text(amount)} on {position.name}: a stake is more than nothing"
            return Refused("amount_not_positive", None, nothing)
        refused = _amount(play, patron, position, lying + amount) or refuse_colour(
            play, patron, position, amount
        )
        if refused:
            return refused
    needed = sum(amount for _, amount in stakes)
    refused = short_of_chips(play.layout, patron=patron, needed=needed)
    return refused or accept(*_added(play, patron, stakes, clause))


def _added(play: Play, patron: str, stakes: Stakes, clause: Clause) -> list[e.Event]:
    events: list[e.Event] = []
    for position, amount in stakes:
        before = play.layout.wagers.get((patron, 0, position.name))
        if before is None:
            events.append(e.WagerPlaced(patron, position.name, amount, 0, clause))
        else:
            total = before + amount
            events.append(e.WagerChanged(patron, position.name, before, total, 0, clause))
        events += _remarks(play, patron, position, (before or 0) + amount)
    return events


def _withdrawn(patron: str, position: Position, stake: int, clause: Clause) -> e.WagerWithdrawn:
    return e.WagerWithdrawn(patron, position.name, 0, stake, 0, 0, stake, (clause,))


def _clause(position: Position, by: Role) -> Clause:
    """What the dealer places on instruction is still the patron's to answer for (4.5)."""
    return rules.WAGERS[position.kind].clause if by == Role.PATRON else cite("4.5")


# Reasons for a refusal


def _position(play: Play, text: str, box: int = 0) -> Position | Refused:
    if box:
        return Refused("no_such_box", cite("4.2"), f"there is no box {box}: the layout has none")
    try:
        position = parse_position(text)
    except BadPosition as wrong:
        return Refused("wager_not_offered", cite("4.3"), str(wrong))
    if not rules.offered(play.options, position):
        return Refused("wager_not_offered", cite("4.3(d)"), "0/1/2/3 is not offered here")
    return position


def _locked(play: Play, patron: str, *, closed: Clause | None = None) -> Refused | None:
    if play.betting_open:
        return None
    if play.stage == BETWEEN:
        dolly = f"{patron} must wait until the dolly is lifted"
        return Refused("betting_not_open", cite("terms: Round of Play"), dolly)
    late = f"{patron}'s wagers stand until they are decided: NO MORE BETS was called"
    return Refused("betting_closed", closed or cite("4.4"), late)


def _no_wager(patron: str, position: Position) -> Refused:
    return Refused("no_wager_there", None, f"{patron} has no wager on {position.name}")


def _under_marker(play: Play, patron: str, position: Position) -> Refused | None:
    for who, number in play.markers:
        if who == patron and _combines(position.name, number):
            whole = f"it is part of {patron}'s maximum on {number}, which is taken back whole"
            return Refused("under_maximum_marker", cite("4.7"), whole)
    return None


def _amount(play: Play, patron: str, position: Position, amount: int) -> Refused | None:
    limits = rules.limits_at(play.limits, position)
    return refuse_amount(
        play.layout, limits, rules.LIMIT_RULES, patron=patron, wager=position.name, amount=amount
    ) or _not_in_chips(play, amount)


def _not_in_chips(play: Play, amount: int) -> Refused | None:
    if play.chips.payable(amount):
        return None
    odd = f"{dollar_text(amount)} cannot be made with {play.chips}"
    return Refused("not_in_chips", cite("4.2"), odd)


def _remarks(play: Play, patron: str, position: Position, amount: int) -> tuple[e.Event, ...]:
    limits = rules.limits_at(play.limits, position)
    return remarks(limits, rules.LIMIT_RULES, patron=patron, wager=position.name, amount=amount)


def issue_chips(play: Play, command: c.BringChips, by: Role) -> Ruling:
    """Tournament American Roulette 12.12: by issue alone, in the table's own chips."""
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips issued are more than nothing")
    if not play.chips.payable(command.amount):
        sentence = f"{dollar_text(command.amount)} cannot be made with tournament {play.chips}"
        return Refused("not_in_chips", cite("terms: Tournament Chips"), sentence)
    return accept(e.ChipsBrought(command.patron, command.amount, cite("12.12")))


# A patron acts in person; the dealer may enter it. A supervisor has no power here (reading G11).
_WAGERERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    c.BringChips: May(DEALERS | rules.DIRECTOR, cite("12.12"), issue_chips),
    c.PlaceWager: May(_WAGERERS, cite("4.1"), place_wager),
    c.ChangeWager: May(_WAGERERS, cite("4.1"), change_wager),
    c.WithdrawWager: May(_WAGERERS, cite("4.1"), withdraw_wager),
    c.FindWager: May(rules.REPORTERS, cite("3.3"), find_wager),
    v.PlaySection: May(_WAGERERS, cite("4.8"), play_section),
    v.PlayNeighbours: May(_WAGERERS, cite("4.8"), play_neighbours),
    v.AskMaximum: May(_WAGERERS, cite("4.7"), ask_maximum),
    v.TakeBackMaximum: May(_WAGERERS, cite("4.7"), take_back_maximum),
    v.WagerColourChips: May(_WAGERERS, cite("4.2"), wager_colour_chips),
}
