"""The life of a table around its rounds: hours, closing, and a minimum that rises.

Written once; each document says which of its clauses answers (`games.table_rules`).
"""

from __future__ import annotations

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.house import LimitsSet, SetLimits
from houseway.games.machine import Given
from houseway.games.table_rules import RaiseRules
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money
from houseway.table import vocabulary as v
from houseway.table.days import MINUTE_US
from houseway.table.notifications import owed_first
from houseway.table.signs import CLOSING, MINIMUM, sign_not_ripe
from houseway.table.state import Part, Table, correction_open, round_under_way

part = Part()

DAY_MINUTES = 24 * 60
_LEAVING = (e.PatronLeft, e.SeatVacated, e.PatronExcluded)


def _closing(table: Table) -> Clause | None:
    return table.game.table.close


@part.decides(v.CloseTable, by=SUPERVISORS, slot=_closing)
def _close_table(table: Table, command: v.CloseTable, given: Given) -> Ruling:
    """Reading A-30: with nobody there at once, otherwise as the sign says; never inside a round."""
    clause = _closing(table)
    refused = round_under_way(table, clause) or owed_first(table) or correction_open(table)
    if clause and table.play.layout.idle_rounds:
        refused = refused or sign_not_ripe(table, CLOSING, clause, given.at_us)
    counted = refused or money.count_out(table, command, given)
    return counted if isinstance(counted, Refused) else Accepted((*counted, v.TableClosed()))


def _hours_of_gaming(table: Table) -> Clause | None:
    return table.game.table.hours


@part.decides(v.SetHours, by=SUPERVISORS, slot=_hours_of_gaming)
def _set_hours(table: Table, command: v.SetHours, given: Given) -> Ruling:
    clause = _hours_of_gaming(table)
    if clause is None:
        return Refused("no_hours", None, "the document says nothing about hours of gaming")
    if not (0 <= command.opens < DAY_MINUTES and 0 <= command.closes < DAY_MINUTES):
        return Refused("not_hours", clause, "hours are minutes after midnight, 0 to 1439")
    return Accepted((v.HoursSet(command.opens, command.closes, command.minutes_east, clause),))


def outside_hours(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Refused | None:
    """Reading G14: no round begins outside the hours; one that has begun is finished."""
    if table.hours is None or not any(isinstance(each, e.RoundOpened) for each in accepted.events):
        return None
    opens, closes, minutes_east, clause = table.hours
    now = (given.at_us // MINUTE_US + minutes_east) % DAY_MINUTES
    within = opens <= now < closes if opens <= closes else now >= opens or now < closes
    if within:
        return None
    return Refused("outside_hours", clause, f"gaming is from {clock(opens)} to {clock(closes)}")


def clock(minutes: int) -> str:
    return f"{minutes // 60:02}:{minutes % 60:02}"


def _raising_at_once(table: Table) -> Clause | None:
    raising = table.game.table.raising
    return raising.at_once if raising else None


@part.decides(v.RaiseMinimum, by=SUPERVISORS, slot=_raising_at_once)
def _raise_at_once(table: Table, command: v.RaiseMinimum, given: Given) -> Ruling:
    """Anyone who is playing keeps the earlier minimum, even from an earlier raise."""
    raising, limits = table.game.table.raising, table.play.limits
    refused = round_under_way(table, _raising_at_once(table))
    if refused:
        return refused
    if raising is None:
        return Refused("no_raise", None, "the document does not raise a minimum at once")
    if not limits.minimum < command.minimum <= limits.maximum:
        span = f"{dollar_text(limits.minimum)} and {dollar_text(limits.maximum)}"
        return Refused("no_raise", raising.at_once, f"a raise lies between {span}")
    least, kept = limits.minimum, limits.protected
    keeping = {who: min(kept.get(who, least), least) for who in sorted({*table.playing, *kept})}
    raised = replace(limits, minimum=command.minimum, protected=keeping)
    markers = [
        v.MinimumProtected(patron, minimum, raising.marker)
        for patron, minimum in keeping.items()
        if patron not in limits.protected
    ]
    return Accepted((LimitsSet("limits", raised, raising.at_once), *markers))


def _raise_of(table: Table, command: Command, at_us: int) -> RaiseRules | None:
    """The rules for a minimum that rises for everybody, where the command raises it.

    For patrons who keep an earlier minimum it rises to the table's own once the sign has stood.
    """
    raising, limits = table.game.table.raising, table.play.limits
    if raising is None or not isinstance(command, SetLimits) or command.wager:
        return None
    if command.minimum > limits.minimum:
        return raising
    sign = table.signs.get(MINIMUM)
    stated = sign is not None and sign.minimum == command.minimum
    ripe = stated and not sign_not_ripe(table, MINIMUM, raising.protected, at_us)
    same = (command.minimum, command.maximum) == (limits.minimum, limits.maximum)
    kept = any(least < command.minimum for least in limits.protected.values())
    return raising if kept and (ripe or same) else None


def raised_without_sign(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Refused | None:
    """A minimum that rises for everybody needs its sign."""
    raising = _raise_of(table, command, given.at_us)
    if raising is None or not isinstance(command, SetLimits):
        return None
    clause = raising.protected if table.play.limits.protected else raising.by_sign
    refused = sign_not_ripe(table, MINIMUM, clause, given.at_us)
    if refused or table.signs[MINIMUM].minimum == command.minimum:
        return refused
    stated = dollar_text(table.signs[MINIMUM].minimum)
    return Refused("not_on_the_sign", clause, f"the sign states {stated}")


def below_new_minimum(table: Table, command: Command, refused: Refused) -> Refused:
    """A patron who came after the raise is held to the new minimum, by the clause that says so."""
    raising, protected = table.game.table.raising, table.play.limits.protected
    late = bool(protected) and getattr(command, "patron", "") not in protected
    if raising and refused.code == "wager_below_minimum" and late:
        return Refused(refused.code, raising.newcomers, refused.detail)
    return refused


def protections_ended(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Accepted | None:
    """A raise for everybody ends every protection and takes its sign down; so does leaving end
    one's own."""
    protected = table.play.limits.protected
    raising = _raise_of(table, command, given.at_us)
    if raising is not None:
        ended = (v.ProtectionEnded(patron, raising.protected) for patron in protected)
        return accepted.and_(*ended, v.SignTakenDown(MINIMUM, given.at_us, given.actor))
    rules = table.game.table.raising if protected else None
    if rules is None:
        return None
    left = (each.patron for each in accepted.events if isinstance(each, _LEAVING))
    return accepted.and_(*(v.ProtectionEnded(who, rules.left) for who in left if who in protected))


def sign_lines(table: Table) -> tuple[tuple[str, Clause], ...]:
    """What must stand on the sign: the game's lines, and an earlier minimum while it lasts."""
    lines = table.game.sign(table.play)
    raising: RaiseRules | None = table.game.table.raising
    kept = sorted(set(table.play.limits.protected.values()))
    if raising is None or not kept:
        return lines
    earlier = ", ".join(dollar_text(minimum) for minimum in kept)
    return (*lines, (f"earlier minimum for patrons with a marker: {earlier}", raising.two_limits))


@part.folds(v.TableClosed)
def _closed(table: Table, event: v.TableClosed) -> None:
    table.closed = True


@part.folds(v.HoursSet)
def _hours(table: Table, event: v.HoursSet) -> None:
    table.hours = event.opens, event.closes, event.minutes_east, event.clause


@part.folds(v.MinimumProtected)
def _protected(table: Table, event: v.MinimumProtected) -> None:
    """The limits already say so; the marker is what people see."""


@part.folds(v.ProtectionEnded)
def _protection_ended(table: Table, event: v.ProtectionEnded) -> None:
    limits = table.play.limits
    left = {who: least for who, least in limits.protected.items() if who != event.patron}
    table.play.limits = replace(limits, protected=left)
