"""The secrets of a virtual table: links of a chain whose root is published before any share exists.

The house cannot exchange a secret, nor leave one out: each is revealed when it is spent, and only
then, and proves itself against the one before. A chain that is used up or given up is followed by
another, whose root comes first and which takes shares of its own.
"""

from __future__ import annotations

from houseway.equipment.seeds import CHAIN, commitment_of, is_digest
from houseway.games import commands as c
from houseway.games.base_commands import SettingCommand
from houseway.games.commands import Command
from houseway.games.events import Event, Raises
from houseway.games.fields import Hex, OptionalText, PatronName, StoredMoment, Text
from houseway.games.machine import Given
from houseway.rulebook.roles import PATRONS, SUPERVISORS, Role, Signature, another_person, is_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.state import CLOSED, HOUSE, OPEN, Part, Table

# The commands and events about the secrets of a virtual table, and what others add to them.

# The schemes of the secrets of earlier versions, which only old logs have: 1, numbers of a secret
# alone; 2, of a secret and the mix, each secret chosen when the shares were known already.
SHARED = 2
CHAINED = 3  # secrets of one chain, which was fixed before any share was given


class CommitSeed(SettingCommand, frozen=True):
    """Publish the root of the chain of secrets from which a virtual table takes its facts."""

    commitment: Hex
    sentence = "commit to the chain {commitment}"
    title = "Commit to a chain of secrets"
    console = "automatic"


class RevealSeed(SettingCommand, frozen=True):
    """Publish a spent secret, so that anybody can deal the same again; the chain's next follows."""

    seed: Hex
    sentence = "reveal {seed}"
    title = "Reveal the secret"
    console = "automatic"


class StopDealing(SettingCommand, frozen=True):
    """The house cannot go on with the secret in use, and says why."""

    reason: Text
    sentence = "stop dealing: {reason:words}"
    console = "automatic"


class AbandonSecret(SettingCommand, frozen=True):
    """Give up a secret that cannot be revealed and its chain: the house publishes another root."""

    reason: Text
    sentence = "abandon the secret: {reason:words}"


class ContributeShare(SettingCommand, frozen=True):
    """A patron's share of the numbers of one chain: 32 bytes in hex, from the next round on."""

    patron: PatronName
    share: Hex
    root: Hex
    sentence = "{patron} contributes the share {share} to the chain {root}"
    title = "Contribute a share"


class NamePublicValue(SettingCommand, frozen=True):
    """Name where a public value will come from; the secrets that come after wait for it.

    An empty source ends it.
    """

    source: OptionalText = ""
    sentence = "name the public value[: {source:words}]"


class RecordPublicValue(SettingCommand, frozen=True):
    """Record the public value that was named; it counts once two persons have read the same."""

    value: Text
    sentence = "record the public value {value:words}"
    title = "Record the public value"


class SeedCommitted(Event, frozen=True):
    """`commitment`: of a chain its root. `source`: where the public value will come from, if named.

    `length`: secrets of the chain; the secrets of earlier schemes stand alone.
    """

    commitment: str
    scheme: int = 1
    source: str = ""
    length: int = 1


class SeedRevealed(Event, frozen=True):
    seed: str


class DealingStopped(Event, frozen=True):
    """No round goes on at this table until a supervisor has dealt with it."""

    reason: str
    at_us: StoredMoment = 0
    raises = Raises("dealing", "dealing has stopped: {reason}")


class SecretAbandoned(Event, frozen=True):
    """The secret in use is given up: what was dealt from it can never be checked."""

    commitment: str
    reason: str
    by: Signature
    ends = (("dealing", ""),)


class ShareContributed(Event, frozen=True):
    """`root`: of the chain that the share belongs to; empty under the earlier schemes."""

    patron: str
    share: str
    root: str = ""


class PublicValueNamed(Event, frozen=True):
    source: str


class PublicValueRead(Event, frozen=True):
    """What one person read; a second person who reads the same makes it count."""

    source: str
    value: str
    by: Signature


class PublicValueRecorded(Event, frozen=True):
    """`by`: who read it first and who confirmed it; in earlier versions one person was enough."""

    source: str
    value: str
    by: tuple[Signature, ...] = ()


part = Part()

MOST_DRAWN = 500  # faces of one secret: more than a shoe has cards; a device never runs empty
_WHILE_STOPPED = (c.LeaveTable, c.RaiseDispute, c.AskReview)  # what a patron may do meanwhile


# The house's own commands


def _by_house(given: Given) -> Refused | None:
    if given.actor == HOUSE:
        return None
    alone = "the house itself commits to its secrets and reveals them"
    return Refused("house_alone", None, alone)


@part.decides(CommitSeed, by=SUPERVISORS)
def _commit(table: Table, command: CommitSeed, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    refused = _by_house(given)
    if refused:
        return refused
    if table.commitment:
        return Refused("committed", None, "the secret in use is revealed before the next")
    if not is_digest(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 hex digits")
    root = SeedCommitted(command.commitment, CHAINED, table.next_source, CHAIN)
    return Accepted((root,))


@part.decides(RevealSeed, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _reveal(table: Table, command: RevealSeed, given: Given) -> Ruling:
    refused = _by_house(given)
    if refused:
        return refused
    if not table.commitment:
        return Refused("not_committed", None, "no secret is in use")
    if not is_digest(command.seed) or commitment_of(command.seed) != table.commitment:
        return Refused("not_the_seed", None, "that is not the secret committed to")
    if not (table.closed or spent(table)):
        return Refused("not_spent", None, "a secret is revealed when it is spent, not before")
    return Accepted((SeedRevealed(command.seed),))


@part.decides(StopDealing, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _stop(table: Table, command: StopDealing, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    refused = _by_house(given)
    if refused:
        return refused
    if table.stopped:
        return Refused("dealing_stopped", None, f"dealing has stopped: {table.stopped}")
    return Accepted((DealingStopped(command.reason, given.at_us),))


@part.decides(AbandonSecret, by=SUPERVISORS, stages=(OPEN, CLOSED))
def _abandon(table: Table, command: AbandonSecret, given: Given) -> Ruling:
    """With nothing at stake: the round that the secret was dealing is voided first."""
    if not table.stopped:
        return Refused("not_stopped", None, "the house deals from the secret in use")
    if not command.reason.strip():
        return Refused("no_reason", None, "say what happened to the secret")
    if table.play.layout.wagers:
        return Refused("wagers_at_stake", None, "void the round or withdraw the wagers first")
    return Accepted((SecretAbandoned(table.commitment, command.reason, given.signature),))


# What a game's commands wait for


def spent(table: Table) -> bool:
    """Whether the secret in use has done its work, with nothing at stake.

    It serves until the cards or tiles are shuffled, until the spin is settled, or until it has
    given more faces than a shoe has cards. No wager lies on the layout when it is revealed, so
    the next one is committed to before the next wager.
    """
    if not table.drawn or table.play.layout.wagers:
        return False
    awaited = table.game.awaits(table.play).what
    if awaited == "open":
        return table.game.secret_per_round or table.drawn >= MOST_DRAWN
    return awaited == "shuffle"


def awaits_public_value(table: Table) -> bool:
    """Whether the numbers of the secret in use are not decided yet."""
    return bool(table.source) and not table.public_value


def not_ready(table: Table, command: Command, given: Given) -> Refused | None:
    """Why nothing is played at a virtual table now, or None; once it is closed nothing is."""
    if not table.virtual or table.closed:
        return None
    if table.stopped:
        return _while_stopped(table, command, given)
    if not table.commitment:
        return Refused("not_committed", None, "a virtual table commits to its secret first")
    if awaits_public_value(table):
        waits = f"the public value is recorded first: {table.source}"
        return Refused("public_value_awaited", None, waits)
    if spent(table) and type(command) in table.game.awaits(table.play).commands:
        waits = "the house first reveals the secret, which is spent, and commits to the next"
        return Refused("secret_spent", None, waits)
    return None


def _while_stopped(table: Table, command: Command, given: Given) -> Refused | None:
    """Those in charge may void the round and rule on it; nobody plays on."""
    awaited = table.game.awaits(table.play)
    moves_on = type(command) in awaited.commands and awaited.what != "decide"
    in_charge = given.by in SUPERVISORS or given.by == Role.TOURNAMENT_DIRECTOR
    if given.actor != HOUSE and in_charge and not moves_on:
        return None
    if given.by == Role.PATRON and isinstance(command, _WHILE_STOPPED):
        return None
    if given.actor != HOUSE and isinstance(command, c.WithdrawWager):
        return None  # before the first card there is no round that could be voided
    stopped = f"dealing has stopped: {table.stopped}; a supervisor voids the round and rules on it"
    return Refused("dealing_stopped", None, stopped)


@part.folds(SeedCommitted)
def _committed(table: Table, event: SeedCommitted) -> None:
    """A share belongs to one root: a new chain begins without any."""
    table.root, table.scheme, table.links = event.commitment, event.scheme, event.length
    if event.scheme >= CHAINED:
        table.shares = {}
    _next(table, event.commitment, event.source)


def _next(table: Table, commitment: str, source: str) -> None:
    table.commitment, table.source, table.public_value = commitment, source, ""
    table.public_read, table.drawn = None, 0
    table.shares_in_effect = dict(table.shares)


@part.folds(SeedRevealed)
def _revealed(table: Table, event: SeedRevealed) -> None:
    """What was revealed is the hash of the next secret, and so commits the house to it."""
    table.links -= 1
    if table.links and not table.closed:
        _next(table, event.seed, table.next_source)
    else:
        table.commitment = ""


@part.folds(DealingStopped)
def _stopped(table: Table, event: DealingStopped) -> None:
    table.stopped = event.reason


@part.folds(SecretAbandoned)
def _abandoned(table: Table, event: SecretAbandoned) -> None:
    table.commitment = table.stopped = ""


# What others add to the numbers of a virtual table: patrons' shares, and a public value.

LONGEST = 200  # characters of a source or a public value
_YOURS = "a share of the deal is sent by the patron it belongs to, and by nobody for them"


@part.decides(ContributeShare, by=PATRONS)
def _contribute(table: Table, command: ContributeShare, given: Given) -> Ruling:
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
    return Accepted((ShareContributed(command.patron, command.share, command.root),))


@part.decides(NamePublicValue, by=SUPERVISORS)
def _name(table: Table, command: NamePublicValue, given: Given) -> Ruling:
    if not table.virtual:
        return Refused("not_virtual", None, "the cards of this table are real")
    source = command.source.strip()
    if len(source) > LONGEST:
        return Refused("too_long", None, f"a source has at most {LONGEST} characters")
    return Accepted((PublicValueNamed(source),))


@part.decides(RecordPublicValue, by=SUPERVISORS)
def _record(table: Table, command: RecordPublicValue, given: Given) -> Ruling:
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
            return Accepted((PublicValueRecorded(table.source, value, both),))
    return Accepted((PublicValueRead(table.source, value, given.signature),))


def take_effect(table: Table) -> None:
    """A round opens: the shares given so far decide its numbers, unless a public value does."""
    if not table.source:
        table.shares_in_effect = dict(table.shares)


def left(table: Table, patron: str) -> None:
    """Whoever leaves takes no share along: to come and go would be to choose between two mixes."""
    if table.scheme < CHAINED:
        table.shares.pop(patron, None)


@part.folds(ShareContributed)
def _contributed(table: Table, event: ShareContributed) -> None:
    table.shares[event.patron] = event.share


@part.folds(PublicValueNamed)
def _named(table: Table, event: PublicValueNamed) -> None:
    table.next_source = event.source


@part.folds(PublicValueRead)
def _read(table: Table, event: PublicValueRead) -> None:
    table.public_read = event.value, event.by


@part.folds(PublicValueRecorded)
def _recorded(table: Table, event: PublicValueRecorded) -> None:
    table.public_value = event.value
