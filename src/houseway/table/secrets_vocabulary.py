"""The commands and events about the secrets of a virtual table, and what others add to them."""

from __future__ import annotations

from houseway.games.base_commands import SettingCommand
from houseway.games.events import Event, Raises
from houseway.games.fields import Hex, OptionalText, PatronName, StoredMoment, Text
from houseway.rulebook.persons import Signature

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
