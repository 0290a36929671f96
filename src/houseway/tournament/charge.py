"""Who is in charge: the tournament is opened, its director nominated, assistants named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from houseway.equipment.chips import dollar_text
from houseway.equipment.seeds import is_digest
from houseway.games import game
from houseway.games.game import Game
from houseway.games.machine import Given
from houseway.games.table_rules import ConditionRules, Item
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.days import DAY_US, MINUTE_US, day_text
from houseway.table.opening import commencement, not_yet_in_force, unknown_document
from houseway.table.vocabulary import CommencementEntered, EnterCommencement
from houseway.tournament import vocabulary as v
from houseway.tournament.progress import SECOND_CHANCE
from houseway.tournament.state import NEW, Part, Tournament
from houseway.tournament.terms import Conditions, Stage, missing, percent_text

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


# The conditions in print: what each item of the document asks, and what the conditions say.


def printed(tournament: Tournament) -> list[tuple[Clause, str, str]]:
    """For each item of the document: its clause, what it asks, and what the conditions say.

    Items that the conditions add, such as a dress code, come last under the clause that asks for
    conditions.
    """
    conditions, rules = tournament.conditions, tournament.rules.conditions
    lacking = {each.key for each in missing(tournament.rules, conditions)}
    asked = [
        (item.clause, item.asks, "" if item.key in lacking else _says(conditions, item))
        for item in rules.items
    ]
    return [*asked, *((rules.wanted, *each) for each in further(rules, conditions))]


def further(rules: ConditionRules, conditions: Conditions) -> list[tuple[str, str]]:
    """The items that the conditions have beside those of the document, and what they say."""
    known = {each.key for each in rules.items}
    return [each for each in conditions.answers.items() if each[0] not in known]


def _says(conditions: Conditions, item: Item) -> str:
    figures = _WORDS.get(item.key)
    words = conditions.answers.get(item.key, "")
    parts = list(figures(conditions)) if figures else []
    return "; ".join(filter(None, (*parts, words)))


def _fee(conditions: Conditions) -> Iterator[str]:
    yield f"entry fee {dollar_text(conditions.fee or 0)}"
    if conditions.commission is not None:
        yield f"commission {dollar_text(conditions.commission)} of it"


def _start(conditions: Conditions) -> Iterator[str]:
    if conditions.starts_us:
        yield moment_text(conditions.starts_us)


def moment_text(at_us: int) -> str:
    """`31/12/2026 18:00 UTC`."""
    number, left = divmod(at_us, DAY_US)
    year, month, day = day_text(number).split("-")
    hours, minutes = divmod(left // MINUTE_US, 60)
    return f"{day}/{month}/{year} {hours:02}:{minutes:02} UTC"


def _structure(conditions: Conditions) -> Iterator[str]:
    for stage in conditions.stages:
        yield f"{stage.name}: {_length(stage)} at {_tables(stage)}{_fills(stage)}{_onward(stage)}"


def _length(stage: Stage) -> str:
    lengths = ((stage.rounds, "rounds"), (stage.shoes, "shoes"), (stage.minutes, "minutes"))
    return " or ".join(f"{count} {what}" for count, what in lengths if count)


def _tables(stage: Stage) -> str:
    return "1 table" if stage.tables == 1 else f"{stage.tables} tables"


def _fills(stage: Stage) -> str:
    if not stage.sit_and_go:
        return ""
    many = f"as soon as {stage.sit_and_go} have entered, in the order of entry"
    return f", sit-and-go: a session is played {many}, at seats drawn by ballot then"


def _onward(stage: Stage) -> str:
    per = "overall" if stage.overall else "from each table"
    advance = "advances" if stage.advance == 1 else "advance"
    return f", {stage.advance} {advance} {per}" if stage.advance else ""


def _breakdown(conditions: Conditions) -> Iterator[str]:
    found = conditions.breakdown
    if found is None:
        return
    for place, amount in enumerate(found.amounts, 1):
        yield f"place {place}: {dollar_text(amount)}"
    for place, share in enumerate(found.hundredths, 1):
        yield f"place {place}: {percent_text(share)}"
    if found.rest_to:
        yield f"what is left goes to place {found.rest_to}"
    if conditions.guarantee:
        many = conditions.guarantee_entries
        yield f"{dollar_text(conditions.guarantee)} guaranteed on {many} entries"


def _limits(conditions: Conditions) -> Iterator[str]:
    for stage in conditions.stages:
        yield f"{stage.name}: {stage.minimum} to {stage.maximum}"
        for change in stage.limit_changes:
            yield f"{change.minimum} to {change.maximum} from round {change.round}"


def _chips(conditions: Conditions) -> Iterator[str]:
    for stage in conditions.stages:
        bought = f" for {dollar_text(stage.buy_in)}" if stage.buy_in else ""
        carried = ", or what is carried on" if stage.carries_chips else ""
        yield f"{stage.name}: {stage.chips} chips each{bought}{carried}"


def _numbers(conditions: Conditions) -> Iterator[str]:
    yield f"{conditions.least} to {conditions.most} entrants"
    if conditions.withdraw_until_us:
        yield f"withdrawal without penalty until {moment_text(conditions.withdraw_until_us)}"


def _allotment(conditions: Conditions) -> Iterator[str]:
    if conditions.ordered:
        yield "wagers in order"
    if conditions.pass_cards:
        yield f"pass cards: {conditions.pass_cards} each"
    if conditions.undisclosed:
        yield f"undisclosed wagers: {conditions.undisclosed} each"


def _buy_back(conditions: Conditions) -> Iterator[str]:
    found = conditions.buy_back
    if found:
        yield f"{found.times} times for a new fee, before stage {found.before_stage} at the latest"


_TIES = {
    "rounds": "they play additional rounds",
    "share": "they share what their places bring",
    "share points": "the points of their places are added up and divided equally",
}


def _tie(method: str) -> Iterator[str]:
    if method:
        yield _TIES[method]


_WORDS: dict[str, Callable[[Conditions], Iterator[str]]] = {
    "start": _start,
    "fee": _fee,
    "structure": _structure,
    "sessions": _structure,
    "breakdown": _breakdown,
    "chips": _chips,
    "limits": _limits,
    "numbers": _numbers,
    "allotment": _allotment,
    "buy-back": _buy_back,
    "points": lambda c: (
        f"{s.name}: {', '.join(map(str, s.points))}" for s in c.stages if s.points
    ),
    "repechage": lambda c: (each.name for each in c.stages if each.kind in SECOND_CHANCE),
    "level": lambda c: _tie(c.ties.session),
    "level points": lambda c: _tie(c.ties.session),
    "final tie": lambda c: _tie(c.ties.final),
    "points tie": lambda c: _tie(c.ties.points),
    "refuse any": lambda c: iter(("any application may be refused",) if c.refuse_any else ()),
    "criteria": lambda c: iter((c.criteria,)),
    "groups": lambda c: (f"not at one table: {', '.join(each)}" for each in c.apart),
    "tables": lambda c: (f"{each.name}: {each.tables}" for each in c.stages),
    "progress": lambda c: (f"{each.name}{_onward(each)}" for each in c.stages if each.advance),
    "perfect pairs": lambda c: iter(("offered" if c.perfect_pairs else "not offered",)),
}
