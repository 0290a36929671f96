"""The commands and events about the secrets of a virtual table, and what others add to them."""

from __future__ import annotations

from houseway.games.base_commands import SettingCommand
from houseway.games.events import Event, Raises
from houseway.games.fields import Count, Hex, OptionalText, PatronName, StoredMoment, Text
from houseway.rulebook.persons import Signature

SHARED = 2  # the scheme of the numbers: 1, of the secret alone; 2, of the secret and the mix


class CommitSeed(SettingCommand, frozen=True):
    """Publish the hash of the secret from which a virtual table takes its facts."""

    commitment: Hex
    scheme: Count = SHARED
    sentence = "commit to {commitment}"
    title = "Commit to a secret"
    console = "automatic"


class RevealSeed(SettingCommand, frozen=True):
    """Publish the secret itself, so that anybody can deal the same again."""

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
    """A supervisor gives up a secret that cannot be revealed, so that the house takes a new one."""

    reason: Text
    sentence = "abandon the secret: {reason:words}"


class ContributeShare(SettingCommand, frozen=True):
    """A patron's share of the numbers: 32 bytes in hex, in effect when the next round opens."""

    patron: PatronName
    share: Hex
    sentence = "{patron} contributes the share {share}"
    title = "A patron contributes a share"
    own_title = "Contribute a share"


class NamePublicValue(SettingCommand, frozen=True):
    """Name where a public value will come from; the secrets committed to later wait for it.

    An empty source ends it.
    """

    source: OptionalText = ""
    sentence = "name the public value[: {source:words}]"


class RecordPublicValue(SettingCommand, frozen=True):
    """Record the public value that was named before the secret in use was committed to."""

    value: Text
    sentence = "record the public value {value:words}"
    title = "Record the public value"


class SeedCommitted(Event, frozen=True):
    """`source`: where the public value of this secret will come from, if one was named."""

    commitment: str
    scheme: int = 1
    source: str = ""


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
    patron: str
    share: str


class PublicValueNamed(Event, frozen=True):
    source: str


class PublicValueRecorded(Event, frozen=True):
    source: str
    value: str
