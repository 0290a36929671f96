"""Who is in charge: the tournament is opened, its director nominated, assistants named."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from houseway.equipment.seeds import is_digest
from houseway.games import game
from houseway.games.game import Game
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.approvals import commencement, not_yet_in_force, unknown_document
from houseway.table.approvals_vocabulary import CommencementEntered, EnterCommencement
from houseway.tournament import vocabulary as v
from houseway.tournament.state import NEW, Part, Tournament

part = Part()

EVERY_OFFICE = frozenset(Role)  # the document says which: see `nominators`


@part.decides(v.OpenTournament, by=EVERY_OFFICE, stages=(NEW,))
def _open(tournament: Tournament, command: v.OpenTournament, given: Given) -> Ruling:
    """Tied to one edition of one document (reading G1), with someone in charge."""
    refused = unknown_document(command.document)
    if refused:
        return refused
    found = game(command.document)
    rules = found.tournament
    if rules is None:
        none = f"{found.cite.title} has no tournaments"
        return Refused("no_tournaments", None, none)
    if given.by not in rules.direction.nominators:
        return _not_a_nominator(rules.direction.nominators, rules.direction.nomination, given)
    if command.commitment and not is_digest(command.commitment):
        return Refused("not_a_hash", None, "a commitment is a SHA-256 in 64 hex digits")
    if not command.tournament_title.strip():
        return Refused("no_title", None, "a tournament has a title")
    entered = _entered(found, command, given)
    if isinstance(entered, Refused):
        return entered
    if refused := not_yet_in_force(found, entered, given.at_us):
        return refused
    opened = v.TournamentOpened(
        found.slug, found.cite.id, found.cite.content_hash, command.tournament_title,
        given.signature, rules.direction.nomination, command.commitment,
        entered.in_force if entered else "",
    )  # fmt: skip
    nominated = _nominated(rules, command.director, command.licence, given)
    return nominated if isinstance(nominated, Refused) else Accepted((opened, nominated))


def _entered(
    found: Game, command: v.OpenTournament, given: Given
) -> CommencementEntered | Refused | None:
    """Mini Baccarat instrument 2: the day of commencement, which the document does not state."""
    if not command.published:
        return None
    publication = EnterCommencement(found.slug, command.published, command.reference)
    return commencement(found, publication, given.actor)


def simulated(command: v.OpenTournament) -> v.OpenTournament:
    """Open a tournament of a simulated house, whose document was published when it was made."""
    made = game(command.document).cite.metadata.made
    return replace(command, published=made, reference="a simulated house")


def _not_a_nominator(nominators: frozenset[Role], clause: Clause, given: Given) -> Refused:
    offices = " or ".join(role for role in Role if role in nominators)
    sentence = f"a {given.by} may not nominate the director; it takes a {offices}"
    return Refused("role_may_not", clause, sentence)


def _nominated(
    rules: Any, person: str, licence: str, given: Given
) -> v.DirectorNominated | Refused:
    direction = rules.direction
    if not person.strip():
        return Refused("nobody_named", direction.nomination, "name the person in charge")
    if direction.licence and not licence.strip():
        missing = f"the licence of {person} is not on record"
        return Refused("no_licence", direction.licence, missing)
    instead = direction.shared_office is None
    return v.DirectorNominated(person, licence, instead, given.signature, direction.nomination)


@part.decides(v.NominateDirector, by=EVERY_OFFICE, slot=lambda rules: rules.direction.nomination)
def _nominate(tournament: Tournament, command: v.NominateDirector, given: Given) -> Ruling:
    """Reading TP2: one Director, replaced by a new nomination; or an office that several hold."""
    direction = tournament.rules.direction
    if given.by not in direction.nominators:
        return _not_a_nominator(direction.nominators, direction.nomination, given)
    if command.person in tournament.directors:
        already = f"{command.person} is in charge already"
        return Refused("in_charge", direction.nomination, already)
    nominated = _nominated(tournament.rules, command.person, command.licence, given)
    return nominated if isinstance(nominated, Refused) else Accepted((nominated,))


@part.decides(v.NameAssistant, by=DIRECTORS)
def _name_assistant(tournament: Tournament, command: v.NameAssistant, given: Given) -> Ruling:
    clause = tournament.rules.direction.assistants
    if clause is None:
        none = f"{tournament.game.cite.title} has no assistants beside the office in charge"
        return Refused("no_assistants", tournament.rules.direction.shared_office, none)
    if not command.person.strip() or command.person in tournament.directors:
        return Refused("nobody_named", clause, "name a person other than the director")
    if not command.scope.strip():
        return Refused("no_scope", clause, f"say what {command.person} assists with")
    named = v.AssistantNamed(command.person, command.scope, given.signature, clause)
    return Accepted((named,))


@part.folds(v.TournamentOpened)
def _opened(tournament: Tournament, event: v.TournamentOpened) -> None:
    tournament.slug = event.document
    tournament.edition = event.edition
    tournament.title = event.tournament_title
    tournament.root = tournament.commitment = event.root


@part.folds(v.DirectorNominated)
def _director(tournament: Tournament, event: v.DirectorNominated) -> None:
    if event.instead:
        tournament.directors.clear()
    tournament.directors[event.person] = event.licence


@part.folds(v.AssistantNamed)
def _assistant(tournament: Tournament, event: v.AssistantNamed) -> None:
    tournament.assistants[event.person] = event.scope
