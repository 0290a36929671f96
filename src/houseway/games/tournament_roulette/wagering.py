"""Wagers at roulette: on the layout, on the race track, and by maximum marker."""

from __future__ import annotations

from collections.abc import Iterator

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
from houseway.games.edition import citing
from houseway.games.game import May, accept
from houseway.games.layout import Key
from houseway.games.limits import Limits, judge_amount, remarks, short_of_chips
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.rules import Rules, cite
from houseway.games.tournament_roulette.settle import refuse_colour
from houseway.games.tournament_roulette.state import BETWEEN, CLOSED, RESTED, Play
from houseway.games.wagering import WagerRules, directed, lying, not_made, withdrawn
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DEALERS, PATRONS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling

Stakes = list[tuple[Position, int]]


# On the layout


def place_wager(play: Play, command: c.PlaceWager, by: Role) -> Ruling:
    """A stake on one position; a second one there is added to the first."""
    position = _position(play, command.wager, command.box)
    if type(position) is Refused:
        return position
    return _add(play, command.patron, [(position, command.amount)], _clause(play, position, by))


def wager_colour_chips(play: Play, command: v.WagerColourChips, by: Role) -> Ruling:
    if isinstance(position := _position(play, command.wager), Refused):
        return position
    chips = play.colours.get(command.patron)
    if chips is None:
        return Refused("no_colour_chips", play.cite("4.2"), f"{command.patron} has no colour chips")
    amount = command.count * chips.worth
    return _add(play, command.patron, [(position, amount)], _clause(play, position, by))


def _to_change(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    if isinstance(position := _position(play, wager, box), Refused):
        return position
    key = _locked(play, patron) or lying(play, patron, position.name, 0)
    return key if isinstance(key, Refused) else _under_marker(play, patron, position) or key


def _to_find(play: Play, patron: str, wager: str, box: int) -> Key | Refused:
    if isinstance(position := _position(play, wager, box), Refused):
        return position
    if play.stage not in (CLOSED, RESTED):
        return Refused("betting_open", play.cite("3.3"), "while betting is open, change the wager")
    return lying(play, patron, position.name, 0)


def _sign(play: Play, wager: str) -> Limits:
    return play.rules.limits_at(play.limits, POSITIONS[wager])


def _colour(play: Play, key: Key, amount: int) -> Refused | None:
    return refuse_colour(play, key[0], POSITIONS[key[2]], amount)


# On the race track: Tournament American Roulette 4.8


def play_section(play: Play, command: v.PlaySection, by: Role) -> Ruling:
    section = play.rules.section_named.get(command.section.lower())
    if section is None:
        known = ", ".join(each.name for each in play.rules.sections)
        unknown = f"{command.section} is none of {known}"
        return Refused("wager_not_offered", play.cite("4.8 second paragraph"), unknown)
    stakes = [(each.position, each.units * command.amount) for each in section.positions]
    return _race_track(play, command.patron, command.amount, stakes, section.clause)


def play_neighbours(play: Play, command: v.PlayNeighbours, by: Role) -> Ruling:
    if command.number not in WHEEL:
        none = f"{command.number} is not on the wheel"
        return Refused("no_such_number", play.rules.neighbours, none)
    stakes = [(each.position, command.amount) for each in neighbours_pieces(command.number)]
    return _race_track(play, command.patron, command.amount, stakes, play.rules.neighbours)


def _race_track(play: Play, patron: str, each_piece: int, stakes: Stakes, clause: Clause) -> Ruling:
    """Reading RO4: bought in whole sets, each piece at least the minimum of its position."""
    if play.options.race_track == "unused":
        why = "this table does not use a race track"
        return Refused("wager_not_offered", play.cite("4.8"), why)
    if refused := _locked(play, patron, closed=play.cite("4.8")):
        return refused
    least = _least_piece(play, patron, stakes)
    if 0 < each_piece < least:
        small = f"{dollar_text(each_piece)} a piece is below {dollar_text(least)}"
        return Refused("piece_below_minimum", play.cite("4.8"), small)
    return _add(play, patron, stakes, clause)


def _least_piece(play: Play, patron: str, stakes: Stakes) -> int:
    """The highest minimum of the positions; without lines on the sign they have the same."""
    limits, limits_at = play.limits, play.rules.limits_at
    if not limits.lines:
        return limits.minimum_of("", patron)
    return max([limits_at(limits, at).minimum_of(at.name, patron) for at, _ in stakes])


# The maximum marker: Tournament American Roulette 4.7


def ask_maximum(play: Play, command: v.AskMaximum, by: Role) -> Ruling:
    """The maximum on a number and its combinations; what lies there counts towards it (RO14)."""
    patron, number = command.patron, command.number
    if number not in WHEEL:
        return Refused("no_such_number", play.cite("4.7"), f"{number} is not on the layout")
    if refused := _locked(play, patron):
        return refused
    if patron in play.layout.excluded:
        return play.layout.barred(patron)
    if (patron, number) in play.markers:
        there = f"{patron} has the maximum on {number} already"
        return Refused("marker_there", play.cite("4.7"), there)
    stakes = [
        (position, missing)
        for position in rules.complete_bet(play.options, number)
        if (missing := _to_the_maximum(play, patron, position)) > 0
    ]
    total = sum(amount for _, amount in stakes)
    if refused := short_of_chips(play.layout, patron=patron, needed=total):
        return refused
    marker = v.MaximumMarkerPlaced(patron, str(number), total, play.cite("4.7"))
    return accept(marker, *_to_maxima(play, patron, stakes))


def _to_the_maximum(play: Play, patron: str, position: Position) -> int:
    already = play.layout.wagers.get((patron, 0, position.name), 0)
    limits = play.rules.limits_at(play.limits, position)
    return limits.maximum_of(patron, position.name) - already


def _to_maxima(play: Play, patron: str, stakes: Stakes) -> Iterator[e.Event]:
    rules, wagers = play.rules, play.layout.wagers
    for position, amount in stakes:
        yield _laid(play, patron, position, amount, play.cite("4.7"))
        name, sign = position.name, rules.limits_at(play.limits, position)
        total = wagers.get((patron, 0, name), 0) + amount
        yield from remarks(sign, rules.limit_rules, patron=patron, wager=name, amount=total)


def take_back_maximum(play: Play, command: v.TakeBackMaximum, by: Role) -> Ruling:
    """Whole or not at all; what another marker of the patron stands for as well stays."""
    patron, number = command.patron, command.number
    if refused := _locked(play, patron):
        return refused
    if (patron, number) not in play.markers:
        none = f"{patron} has no maximum marker on {number}"
        return Refused("no_marker_there", play.cite("4.7"), none)
    others = {marked for who, marked in play.markers if who == patron and marked != number}
    lifted = [
        withdrawn(play, key, play.cite("4.7"))
        for key in play.layout.of(patron)
        if _combines(key[2], number) and not any(_combines(key[2], each) for each in others)
    ]
    return accept(*lifted, v.MaximumMarkerRemoved(patron, str(number), play.cite("4.7")))


def _combines(wager: str, number: int) -> bool:
    position = POSITIONS[wager]
    return position.kind in INSIDE and number in position.numbers


# Adding stakes


def _add(play: Play, patron: str, stakes: Stakes, clause: Clause) -> Ruling:
    """All of them or none, each tested against the limits of its position."""
    if refused := _locked(play, patron):
        return refused
    events: list[e.Event] = []
    needed = 0
    for position, amount in stakes:
        remarked = _judge(play, patron, position, amount)
        if type(remarked) is Refused:
            return remarked
        events.append(_laid(play, patron, position, amount, clause))
        if remarked:
            events += remarked
        needed += amount
    refused = short_of_chips(play.layout, patron=patron, needed=needed)
    return refused or Accepted(tuple(events))


def _judge(
    play: Play, patron: str, position: Position, amount: int
) -> Refused | tuple[e.Event, ...]:
    """Why a stake may not be added to what lies there, or what the patron is told of it."""
    if amount <= 0:
        nothing = f"{dollar_text(amount)} on {position.name}: a stake must be positive"
        return Refused("amount_not_positive", None, nothing)
    name, limits = position.name, play.limits
    if limits.lines:
        limits = play.rules.limits_at(limits, position)
    total = play.layout.wagers.get((patron, 0, name), 0) + amount
    judged = judge_amount(play.layout, limits, play.rules.limit_rules, patron, name, total)
    if type(judged) is Refused:
        return judged
    if total % play.chips.denominations[-1] and not play.chips.payable(total):
        return not_made(play, total, play.cite("4.2"))
    if patron in play.colour_required:
        return refuse_colour(play, patron, position, amount) or judged
    return judged


def _laid(play: Play, patron: str, position: Position, amount: int, clause: Clause) -> e.Event:
    before = play.layout.wagers.get((patron, 0, position.name))
    if before is None:
        return e.WagerPlaced(patron, position.name, amount, 0, clause)
    return e.WagerChanged(patron, position.name, before, before + amount, 0, clause)


def _clause(play: Play, position: Position, by: Role) -> Clause:
    """What the dealer places on instruction is still the patron's to answer for (4.5)."""
    return play.rules.wagers[position.kind].clause if by in PATRONS else play.cite("4.5")


# Reasons for a refusal


def _position(play: Play, text: str, box: int = 0) -> Position | Refused:
    if box:
        why = f"there is no box {box}: the layout has none"
        return Refused("no_such_box", play.cite("4.2"), why)
    try:
        position = parse_position(text)
    except BadPosition as wrong:
        return Refused("wager_not_offered", play.cite("4.3"), str(wrong))
    if not rules.offered(play.options, position):
        return Refused("wager_not_offered", play.cite("4.3(d)"), "0/1/2/3 is not offered here")
    return position


def _locked(play: Play, patron: str, *, closed: Clause | None = None) -> Refused | None:
    if play.betting_open:
        return None
    if play.stage == BETWEEN:
        dolly = f"{patron} must wait until the dolly is lifted"
        return Refused("betting_not_open", play.cite("terms: Round of Play"), dolly)
    late = f"{patron}'s wagers stand until they are decided: NO MORE BETS was called"
    return Refused("betting_closed", closed or play.cite("4.4"), late)


def _under_marker(play: Play, patron: str, position: Position) -> Refused | None:
    for who, number in play.markers:
        if who == patron and _combines(position.name, number):
            whole = f"it is part of {patron}'s maximum on {number}, which is taken back whole"
            return Refused("under_maximum_marker", play.cite("4.7"), whole)
    return None


# A patron acts in person; the dealer may enter it. A supervisor has no power here (reading G11).
_WAGERERS = PATRONS | DEALERS

ORDERS: dict[type[c.Command], May] = {
    c.PlaceWager: May(_WAGERERS, cite("4.1"), place_wager),
    v.PlaySection: May(_WAGERERS, cite("4.8"), play_section),
    v.PlayNeighbours: May(_WAGERERS, cite("4.8"), play_neighbours),
    v.AskMaximum: May(_WAGERERS, cite("4.7"), ask_maximum),
    v.TakeBackMaximum: May(_WAGERERS, cite("4.7"), take_back_maximum),
    v.WagerColourChips: May(_WAGERERS, cite("4.2"), wager_colour_chips),
}


def orders_by(rules: Rules) -> dict[type[c.Command], May]:
    """The commands on wagers that every document has, by the rules of an edition."""
    cite = citing(rules)
    wagers = WagerRules(
        limits=rules.limit_rules,
        chips=cite("4.2"),
        place=_to_change,
        own=_to_change,
        back=cite("4.4"),
        find=_to_find,
        clause=lambda play, wager, kind, by: _clause(play, POSITIONS[wager], by),
        sign=_sign,
        besides=_colour,
        issue=cite("12.12"),
        issued_in=cite("terms: Tournament Chips"),
    )
    return directed(wagers, cite("4.1"), rules.reporters, cite("3.3"), rules.operator)
