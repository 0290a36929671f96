"""What others add to the numbers of a virtual table: patrons' shares, and a public value.

The house has published the root of its secrets before any share is given, so nothing is left for it
to choose. A share belongs to one patron and one root; only that patron gives it, once, and it stays
in the mix for as long as that root is in use. It takes effect when the next round opens: nobody
changes a number inside a round. Where a public value was named, the shares that count were given
before it could be known, and nobody who comes later adds anything to the mix.
"""

from __future__ import annotations

from houseway.equipment.seeds import is_digest
from houseway.games.machine import Given
from houseway.rulebook.persons import another_person, is_person
from houseway.rulebook.roles import PATRONS, SUPERVISORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import secrets_vocabulary as v
from houseway.table.secrets import awaits_public_value
from houseway.table.state import Part, Table

part = Part()

LONGEST = 200  # characters of a source or a public value
_YOURS = "a share of the deal is sent by the patron it belongs to, and by nobody for them"


@part.decides(v.ContributeShare, by=PATRONS)
def _contribute(table: Table, command: v.ContributeShare, given: Given) -> Ruling:
    if command.patron != given.actor:
        return Refused("not_your_own", None, _YOURS)
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    if command.patron not in table.play.layout.idle_rounds:
        return Refused("not_at_table", None, f"{command.patron} has not joined this table")
    if not is_digest(command.share):
        return Refused("not_a_share", None, "a share is 32 bytes in 64 lower-case hex digits")
    if command.root != table.root or not table.commitment:
        told = f"is {table.root}" if table.commitment else "has not been published yet"
        sentence = f"the root of the house's secrets {told}: a share is given for that root"
        return Refused("another_root", None, sentence)
    if command.patron in table.shares:
        sentence = "your share counts already: it stays as it is until the house's next root"
        return Refused("share_given", None, sentence)
    return Accepted((v.ShareContributed(command.patron, command.share, command.root),))


@part.decides(v.NamePublicValue, by=SUPERVISORS)
def _name(table: Table, command: v.NamePublicValue, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    source = command.source.strip()
    if len(source) > LONGEST:
        return Refused("too_long", None, f"a source has at most {LONGEST} characters")
    return Accepted((v.PublicValueNamed(source),))


@part.decides(v.RecordPublicValue, by=SUPERVISORS)
def _record(table: Table, command: v.RecordPublicValue, given: Given) -> Ruling:
    """One person's typing counts for nothing: another reads the same, or begins it again."""
    value = " ".join(command.value.split())
    if not table.commitment or not table.source:
        return Refused("no_public_value", None, "none was named before the secret in use")
    if not awaits_public_value(table):
        return Refused("public_value_recorded", None, f"it is {table.public_value}")
    if not 0 < len(value) <= LONGEST:
        return Refused("not_a_value", None, f"a public value has 1 to {LONGEST} characters")
    if not is_person(given.actor):
        return Refused("nobody_named", None, "a public value is read by a person with a name")
    if table.public_read and another_person(table.public_read[1].person, given.actor):
        read, first = table.public_read
        if read == value:
            both = (first, given.signature)
            return Accepted((v.PublicValueRecorded(table.source, value, both),))
    return Accepted((v.PublicValueRead(table.source, value, given.signature),))


def take_effect(table: Table) -> None:
    """A round opens: the shares given so far decide its numbers, unless a public value does."""
    if not table.source:
        table.shares_in_effect = dict(table.shares)


def left(table: Table, patron: str) -> None:
    """Whoever leaves takes no share along: to come and go would be to choose between two mixes."""
    if table.scheme < v.CHAINED:
        table.shares.pop(patron, None)


@part.folds(v.ShareContributed)
def _contributed(table: Table, event: v.ShareContributed) -> None:
    table.shares[event.patron] = event.share


@part.folds(v.PublicValueNamed)
def _named(table: Table, event: v.PublicValueNamed) -> None:
    table.next_source = event.source


@part.folds(v.PublicValueRead)
def _read(table: Table, event: v.PublicValueRead) -> None:
    table.public_read = event.value, event.by


@part.folds(v.PublicValueRecorded)
def _recorded(table: Table, event: v.PublicValueRecorded) -> None:
    table.public_value = event.value
