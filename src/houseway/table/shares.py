"""What others add to the numbers of a virtual table: patrons' shares, and a public value.

The house commits to its secret without knowing them, so it cannot choose a secret that suits it.
A share takes effect when the next round opens: nobody changes a number inside a round. Where a
public value was named before the commitment, the shares are those given before it too, and nobody
who comes later, not even a person who knows the secret, can add anything to the mix.
"""

from __future__ import annotations

from houseway.games.machine import Given
from houseway.rulebook.roles import PATRONS, STAFF, SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table import secrets_vocabulary as v
from houseway.table.secrets import is_hash
from houseway.table.state import Part, Table

part = Part()

LONGEST = 200  # characters of a source or a public value


@part.decides(v.ContributeShare, by=PATRONS | STAFF)
def _contribute(table: Table, command: v.ContributeShare, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    if given.by == Role.PATRON and command.patron != given.actor:
        return Refused("not_your_own", None, "a patron contributes the patron's own share")
    if command.patron not in table.play.layout.idle_rounds:
        return Refused("not_at_table", None, f"{command.patron} has not joined this table")
    if not is_hash(command.share):
        return Refused("not_a_share", None, "a share is 32 bytes in 64 lower-case hex digits")
    if table.shares.get(command.patron) == command.share:
        return Refused("share_unchanged", None, "that is the share given before")
    return Accepted((v.ShareContributed(command.patron, command.share),))


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
    value = command.value.strip()
    if not table.commitment or not table.source:
        return Refused("no_public_value", None, "none was named before the secret in use")
    if table.public_value:
        return Refused("public_value_recorded", None, f"it is {table.public_value}")
    if not 0 < len(value) <= LONGEST:
        return Refused("not_a_value", None, f"a public value has 1 to {LONGEST} characters")
    return Accepted((v.PublicValueRecorded(table.source, value),))


def take_effect(table: Table) -> None:
    """A round opens: the shares given so far decide its numbers, unless a public value does."""
    if not table.source:
        table.shares_in_effect = dict(table.shares)


@part.folds(v.ShareContributed)
def _contributed(table: Table, event: v.ShareContributed) -> None:
    table.shares[event.patron] = event.share


@part.folds(v.PublicValueNamed)
def _named(table: Table, event: v.PublicValueNamed) -> None:
    table.next_source = event.source


@part.folds(v.PublicValueRecorded)
def _recorded(table: Table, event: v.PublicValueRecorded) -> None:
    table.public_value = event.value
