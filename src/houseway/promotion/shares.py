"""The values that decide an electronic draw, each fixed before the next is known (reading A-35).

1. The house commits to its seed when the conditions are published, before the first entry.
2. The scrutineer, or the person named where there is none, commits to a value of their own.
3. The list of entries is sealed.
4. The public value that the conditions name becomes known. Staff record it, the scrutineer confirms
   it. Every commitment and the seal come before its moment.
5. The scrutineer reveals their value, and at the draw the house reveals its seed.

Before step 4 nobody can compute a winner, and after step 3 nothing that decides one can be changed.
A value that is not revealed is set aside with a reason. Then someone commits to another one, and
that too must come before the public value: where it is known by then, amended conditions name a
later one.
"""

from __future__ import annotations

from houseway.equipment.seeds import commitment_of, is_digest
from houseway.games.machine import Given
from houseway.promotion import draw_vocabulary as v
from houseway.promotion.lottery import plain_text
from houseway.promotion.state import (
    OPERATORS,
    RUNNING,
    SEED_WANTED,
    Part,
    Promotion,
    Public,
    SetAside,
    Share,
    time_text,
)
from houseway.promotion.terms import ELECTRONIC, Conditions
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import (
    EVERYBODY,
    PROMOTERS,
    Role,
    another_person,
    is_person,
    same_person,
)
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

LONGEST = 500  # characters of a public value
SECONDS = EVERYBODY - {Role.PATRON}  # roles that a scrutineer or second person may have


def manner(promotion: Promotion) -> Clause:
    return promotion.rules[0].terms["manner"]


# What comes before what


def seed_committed(
    promotion: Promotion, commitment: str, given: Given
) -> v.SeedCommitted | Refused:
    """The commitment to the house's seed; the house adds it to the order."""
    if not commitment:
        sentence = "the house makes the seed of the draw and adds its hash to this order"
        return Refused(SEED_WANTED, manner(promotion), sentence)
    if not is_digest(commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 small hex digits")
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return v.SeedCommitted(commitment, given.signature, clauses)


def known_already(promotion: Promotion, at_us: int) -> Refused | None:
    """The refusal of what must come before the public value is known."""
    public = promotion.conditions.public
    if not promotion.shared or at_us < public.at_us:
        return None
    since = time_text(public.at_us)
    sentence = f"the public value ({public.source}) is known since {since}: amended conditions"
    return Refused("public_value_known", manner(promotion), f"{sentence} must name a later one")


def not_committed(promotion: Promotion) -> Refused | None:
    """The refusal of what waits for the commitment of a second person."""
    if not promotion.shared or promotion.draw.share.commitment:
        return None
    person = promotion.draw.second_person
    sentence = f"{person} has not committed to a value" if person else "nobody was named to commit"
    return Refused("share_not_committed", manner(promotion), f"{sentence} that the house lacks")


def not_revealed(promotion: Promotion) -> Refused | None:
    """The refusal of a draw before everything that decides it has come in."""
    if not promotion.shared or promotion.draw.share.revealed:
        return None
    waits = not_committed(promotion) or no_public_value(promotion)
    sentence = f"{promotion.draw.second_person} has not revealed the committed value"
    return waits or Refused("share_not_revealed", manner(promotion), sentence)


def no_public_value(promotion: Promotion) -> Refused | None:
    if promotion.draw.awaited.confirmed:
        return None
    what = "confirmed" if promotion.draw.awaited.recorded else "recorded"
    sentence = f"the public value ({promotion.conditions.public.source}) has not been {what}"
    return Refused(f"public_value_not_{what}", manner(promotion), sentence)


def draw_changed(promotion: Promotion, changed: Promotion, at_us: int) -> Refused | None:
    """The refusal of an amendment that would choose among results."""
    if promotion.scheme < 2:
        return None
    before, after = promotion.conditions, changed.conditions
    if promotion.draw.share.revealed and _deciding(before) != _deciding(after):
        sentence = "every value of the draw is known: what decides the winners is not changed"
        return Refused("draw_decided", manner(promotion), sentence)
    if changed.shared and promotion.entries.people and not promotion.draw.commitment:
        sentence = "entries were taken before a seed was committed to: the draw is not electronic"
        return Refused("commitment_too_late", manner(promotion), sentence)
    return known_already(changed, at_us) if before.public != after.public else None


def _deciding(conditions: Conditions) -> tuple[object, ...]:
    return (conditions.method, conditions.prizes, conditions.one_prize_each, conditions.public)


# Judgements


def _not_shared(promotion: Promotion) -> Refused | None:
    if promotion.shared:
        return None
    method = promotion.conditions.method
    sentence = "no value is mixed in by a draw of scheme 1"
    if method != ELECTRONIC:
        sentence = f"the draw is by {method}"
    return Refused("not_electronic", manner(promotion), sentence)


def _not_second(promotion: Promotion, given: Given) -> Refused | None:
    person = promotion.draw.second_person
    if is_person(person) and same_person(given.actor, person):
        return None
    sentence = f"this is for {person or 'a scrutineer or second person'}, who must be named first"
    if person:
        sentence = f"this is for {person}, not for {given.actor or 'an unnamed person'}"
    return Refused("not_the_second_person", manner(promotion), sentence)


def _is_second(promotion: Promotion, given: Given) -> Refused | None:
    second = promotion.draw.second_person
    if another_person(second, given.actor):
        return None
    sentence = f"{second} commits a value to the draw: another person, by name, does this"
    return Refused("second_person_acts", manner(promotion), sentence)


def _fixed(promotion: Promotion) -> Refused | None:
    if promotion.draw.share.revealed is None:
        return None
    return Refused("share_revealed", manner(promotion), "the committed value is already revealed")


@part.decides(v.NameSecondPerson, by=OPERATORS, slot=lambda rules: rules.terms["manner"])
def _name(promotion: Promotion, command: v.NameSecondPerson, given: Given) -> Ruling:
    refused = _not_shared(promotion) or unchangeable(promotion)
    if refused:
        return refused
    if promotion.draw.scrutineer:
        sentence = f"{promotion.draw.scrutineer} oversees the draw, and is its second person"
        return Refused("scrutineer_named", manner(promotion), sentence)
    if not is_person(command.person):
        return Refused("nobody_named", manner(promotion), "a second person is a person")
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return Accepted((v.SecondPersonNamed(command.person, given.signature, clauses),))


def unchangeable(promotion: Promotion) -> Refused | None:
    """The refusal to name someone else after the sealing, while a value is committed to."""
    draw = promotion.draw
    if not (promotion.shared and draw.sealed and draw.share.commitment):
        return None
    sentence = f"{draw.second_person} has committed to a value: set it aside with a reason first"
    return _fixed(promotion) or Refused("share_committed", manner(promotion), sentence)


@part.decides(v.CommitShare, by=SECONDS, slot=lambda rules: rules.terms["manner"])
def _commit(promotion: Promotion, command: v.CommitShare, given: Given) -> Ruling:
    """Until the list is sealed a commitment may be replaced; both stay in the log."""
    refused = (
        _not_shared(promotion)
        or _not_second(promotion, given)
        or unchangeable(promotion)
        or known_already(promotion, given.at_us)
    )
    if refused:
        return refused
    if not is_digest(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 small hex digits")
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return Accepted((v.ShareCommitted(command.commitment, given.signature, clauses),))


@part.decides(v.SetShareAside, by=OPERATORS, slot=lambda rules: rules.terms["manner"])
def _set_aside(promotion: Promotion, command: v.SetShareAside, given: Given) -> Ruling:
    draw = promotion.draw
    refused = (
        _not_shared(promotion)
        or not_committed(promotion)
        or _fixed(promotion)
        or _is_second(promotion, given)
    )
    if refused:
        return refused
    if not command.reason.strip():
        return Refused("no_reason", manner(promotion), "say why the value is not waited for")
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    commitment = draw.share.commitment
    aside = v.ShareSetAside(
        draw.second_person, commitment, command.reason.strip(), given.signature, clauses
    )
    return Accepted((aside,))


@part.decides(
    v.RecordPublicValue, by=PROMOTERS, slot=lambda rules: rules.terms["manner"], stages=(RUNNING,)
)
def _record(promotion: Promotion, command: v.RecordPublicValue, given: Given) -> Ruling:
    """Until it is confirmed, a slip of the pen is corrected by recording it again."""
    refused = _not_shared(promotion) or _not_sealed(promotion) or not_committed(promotion)
    refused = refused or _is_second(promotion, given) or _not_known_yet(promotion, given.at_us)
    if refused:
        return refused
    value, source = plain_text(command.value), plain_text(command.source)
    if promotion.draw.awaited.confirmed:
        return Refused("public_value_confirmed", manner(promotion), "the value is confirmed")
    if not (0 < len(value) <= LONGEST and 0 < len(source) <= LONGEST):
        sentence = f"give the value and where it was read, each in 1 to {LONGEST} characters"
        return Refused("no_public_value", manner(promotion), sentence)
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return Accepted((v.PublicValueRecorded(value, source, given.signature, clauses),))


def _not_sealed(promotion: Promotion) -> Refused | None:
    if promotion.draw.sealed:
        return None
    closing = promotion.rules[0].terms["closing"]
    return Refused("list_not_sealed", closing, "the list of entries has not been sealed")


def _not_known_yet(promotion: Promotion, at_us: int) -> Refused | None:
    known_us = promotion.public_us
    if at_us >= known_us:
        return None
    sentence = f"{promotion.conditions.public.source} is known at {time_text(known_us)}"
    return Refused("public_value_not_known", manner(promotion), sentence)


@part.decides(
    v.ConfirmPublicValue, by=SECONDS, slot=lambda rules: rules.terms["manner"], stages=(RUNNING,)
)
def _confirm(promotion: Promotion, command: v.ConfirmPublicValue, given: Given) -> Ruling:
    refused = _not_shared(promotion) or _not_second(promotion, given)
    if refused:
        return refused
    public = promotion.draw.awaited
    if public.confirmed:
        return Refused("public_value_confirmed", manner(promotion), "the value is confirmed")
    if public.recorded is None:
        return Refused("public_value_not_recorded", manner(promotion), "no value is recorded yet")
    if plain_text(command.value) != public.value:
        sentence = f"{given.actor} read {plain_text(command.value)[:LONGEST]}, but {public.value}"
        sentence = f"{sentence} is recorded: if that is wrong, record it again"
        return Refused("public_value_differs", manner(promotion), sentence)
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return Accepted((v.PublicValueConfirmed(given.signature, clauses),))


@part.decides(
    v.RevealShare, by=SECONDS, slot=lambda rules: rules.terms["manner"], stages=(RUNNING,)
)
def _reveal(promotion: Promotion, command: v.RevealShare, given: Given) -> Ruling:
    """After the public value, so that anyone who holds the seed cannot yet compute a winner."""
    refused = (
        _not_shared(promotion)
        or _not_second(promotion, given)
        or not_committed(promotion)
        or _fixed(promotion)
        or no_public_value(promotion)
    )
    if refused:
        return refused
    committed = promotion.draw.share.commitment
    if not is_digest(command.share) or commitment_of(command.share) != committed:
        sentence = f"the SHA-256 of this value is not the {committed} that was committed to"
        return Refused("not_the_share", manner(promotion), sentence)
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    return Accepted((v.ShareRevealed(command.share, given.signature, clauses),))


# Events


def second_changed(promotion: Promotion) -> None:
    """Another second person has no commitment yet."""
    promotion.draw.share = Share()


@part.folds(v.SecondPersonNamed)
def _named(promotion: Promotion, event: v.SecondPersonNamed) -> None:
    promotion.draw.second = event.person
    second_changed(promotion)


@part.folds(v.ShareCommitted)
def _committed(promotion: Promotion, event: v.ShareCommitted) -> None:
    promotion.draw.share = Share(event.commitment, event.by)


@part.folds(v.ShareSetAside)
def _aside(promotion: Promotion, event: v.ShareSetAside) -> None:
    draw = promotion.draw
    draw.set_aside.append(SetAside(event.person, event.commitment, event.reason, event.by))
    draw.scrutineer = draw.second = ""
    draw.share, draw.public = Share(), Public()


@part.folds(v.PublicValueRecorded)
def _recorded(promotion: Promotion, event: v.PublicValueRecorded) -> None:
    found = promotion.draw.awaited
    found.value, found.source, found.recorded = event.value, event.source, event.by


@part.folds(v.PublicValueConfirmed)
def _confirmed(promotion: Promotion, event: v.PublicValueConfirmed) -> None:
    promotion.draw.awaited.confirmed = event.by


@part.folds(v.ShareRevealed)
def _revealed(promotion: Promotion, event: v.ShareRevealed) -> None:
    promotion.draw.share.value, promotion.draw.share.revealed = event.share, event.by
