"""The life of a table around its rounds: hours, closing, and a minimum that rises.

Written once; each document says which of its clauses answers (`games.table_rules`).
"""

from __future__ import annotations

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.house import (
    GrantPersonalLimit,
    LimitsSet,
    NoticeGiven,
    SetLimits,
    without_personal,
)
from houseway.games.machine import Given
from houseway.games.table_rules import RaiseRules, SignedChange
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import money
from houseway.table import people as p
from houseway.table import vocabulary as v
from houseway.table.days import MINUTE_US
from houseway.table.rulings import owed_first
from houseway.table.state import Part, Table, correction_open, round_under_way

# Signs at a table and what is said aloud there: content, author, put up and taken down when.

part = Part()

CLOSING, MINIMUM = "closing", "minimum"
_PERSONAL = "personal limit of "


@part.decides(v.PutUpSign, by=SUPERVISORS)
def _put_up_sign(table: Table, command: v.PutUpSign, given: Given) -> Ruling:
    """A sign stands from now; about some things it is also the notice that the game asks for."""
    rules = table.game.table
    clause = _clause(table, command.subject)
    events: list[e.Event] = []
    if command.subject == MINIMUM and rules.raising:
        least = min((table.play.limits.minimum, *table.play.limits.protected.values()))
        if command.minimum <= least:
            more = f"the sign must state more than {dollar_text(least)}"
            return Refused("no_raise", clause, more)
        events.append(NoticeGiven("limits", rules.raising.by_sign))
    change = _change_about(table, command.subject)
    if change:
        events.append(NoticeGiven(change.subject, change.clause))
    if command.subject.startswith(_PERSONAL) and rules.personal_sign:
        events.append(NoticeGiven("personal limit", rules.personal_sign))
    put_up = v.SignPutUp(
        command.subject, command.text, command.minimum, command.effective_us, given.at_us, clause,
        given.actor,
    )  # fmt: skip
    return Accepted((put_up, *events))


def _clause(table: Table, subject: str) -> Clause | None:
    rules = table.game.table
    if subject == CLOSING:
        return rules.close
    if subject == MINIMUM and rules.raising:
        return rules.raising.by_sign
    change = _change_about(table, subject)
    if change:
        return change.clause
    return rules.personal_sign if subject.startswith(_PERSONAL) else None


def _change_about(table: Table, subject: str) -> SignedChange | None:
    return next((each for each in table.game.table.changes if each.subject == subject), None)


@part.decides(v.TakeDownSign, by=SUPERVISORS)
def _take_down_sign(table: Table, command: v.TakeDownSign, given: Given) -> Ruling:
    """With the sign of a personal limit goes the limit, for it is in force only by its sign."""
    subject = command.subject
    if subject not in table.signs:
        return Refused("no_such_sign", None, f"no sign about {subject} is up")
    down = v.SignTakenDown(subject, given.at_us, given.actor)
    limits, clause = table.play.limits, table.game.table.personal_sign
    patron = subject.removeprefix(_PERSONAL)
    if clause is None or personal_sign(patron) != subject or patron not in limits.personal:
        return Accepted((down,))
    ended = LimitsSet("personal limit", without_personal(limits, patron), clause)
    return Accepted((down, ended))


def personal_sign(patron: str) -> str:
    """What the sign of a patron's own limits is about."""
    return f"{_PERSONAL}{patron}"


def no_personal_sign(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Refused | None:
    """Reading A-29: a limit of one patron's own is in force once its sign stands at the table."""
    if not isinstance(command, GrantPersonalLimit):
        return None
    clause = table.game.table.personal_sign
    if clause is None:
        return None
    if (subject := personal_sign(command.patron)) in table.signs:
        return None
    return Refused("no_sign", clause, f"no sign about the {subject} is up")


def sign_not_ripe(table: Table, subject: str, clause: Clause, at_us: int) -> Refused | None:
    """Reading A-08: the sign has stood its full time, and the time it states has come."""
    sign = table.signs.get(subject)
    if sign is None:
        return Refused("no_sign", clause, f"no sign about the {subject} is up")
    minutes = table.game.table.notice_minutes
    stood = (at_us - sign.at_us) // MINUTE_US
    if at_us - sign.at_us < minutes * MINUTE_US:
        return Refused("sign_too_young", clause, f"the sign stood {stood} of {minutes} minutes")
    if at_us < sign.effective_us:
        left = -(-(sign.effective_us - at_us) // MINUTE_US)
        return Refused("too_early", clause, f"the time on the sign comes in {left} minutes")
    return None


def _change_by(table: Table, command: Command) -> SignedChange | None:
    for change in table.game.table.changes:
        if type(command) is change.order:
            return change
    return None


def not_announced(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Refused | None:
    """A change that the game accepts needs a sign that states it, unless all agree to it."""
    change = _change_by(table, command)
    if change is None or change.agreed(table.play):
        return None
    refused = sign_not_ripe(table, change.subject, change.clause, given.at_us)
    if refused:
        return refused
    stated = table.signs[change.subject].text
    if stated == change.says(command):
        return None
    return Refused("not_on_the_sign", change.clause, f"the sign states {stated}")


def taken_down_by(
    table: Table, command: Command, given: Given, accepted: Accepted
) -> Accepted | None:
    """The sign of a change goes when the change is made."""
    change = _change_by(table, command)
    if change is None or change.subject not in table.signs:
        return None
    return accepted.and_(v.SignTakenDown(change.subject, given.at_us, given.actor))


@part.decides(p.MakeAnnouncement, by=STAFF)
def _announce(table: Table, command: p.MakeAnnouncement, given: Given) -> Ruling:
    if not command.text.strip():
        return Refused("nothing_said", None, "an announcement has words")
    return Accepted((p.AnnouncementMade(command.text, given.signature),))


@part.folds(v.SignPutUp)
def _sign_up(table: Table, event: v.SignPutUp) -> None:
    table.signs[event.subject] = event


@part.folds(v.SignTakenDown)
def _sign_down(table: Table, event: v.SignTakenDown) -> None:
    del table.signs[event.subject]


@part.folds(p.AnnouncementMade)
def _announced(table: Table, event: p.AnnouncementMade) -> None:
    """Said and heard: the log keeps it."""


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
