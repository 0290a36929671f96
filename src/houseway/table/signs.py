"""Signs at a table and what is said aloud there: content, author, put up and taken down when.

Reading A-31: a sign is a record, and the evidence that its time has run (A-08) and that a personal
limit is in force (A-29).
"""

from __future__ import annotations

from houseway.equipment.chips import dollar_text
from houseway.games import events as e
from houseway.games.commands import Command
from houseway.games.house import GrantPersonalLimit, LimitsSet, NoticeGiven, without_personal
from houseway.games.machine import Given
from houseway.games.table_rules import SignedChange
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import STAFF, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import people_vocabulary as p
from houseway.table import vocabulary as v
from houseway.table.days import MINUTE_US
from houseway.table.state import Part, Table

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
