"""Entries: from play by the terms' own rules, by staff, or from a list; then sealed by hash."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.promotion import draw_vocabulary as v
from houseway.promotion.integrity import held, undecided
from houseway.promotion.lottery import digest_of
from houseway.promotion.shares import known_already, not_committed
from houseway.promotion.state import RUNNING, Entries, Part, Promotion, time_text
from houseway.promotion.terms import ELECTRONIC, Conditions, EntryRule
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import PROMOTERS, STAFF
from houseway.rulebook.ruling import Accepted, Refused, Ruling

part = Part()

MOST_TICKETS = 1_000_000  # of one line: more is a slip of the pen


def rows(entries: Entries) -> Iterable[tuple[str, int]]:
    """Every entry with its tickets, in order: what the list says."""
    before = 0
    for person, end in zip(entries.people, entries.ends, strict=True):
        yield person, end - before
        before = end


def earned(conditions: Conditions, document: str, play: v.Played) -> int:
    """The tickets that something at a table has earned, all rules together."""
    return sum(
        rule.tickets for rule in conditions.entry_rules if _applies(rule, document, play)
    ) * (play.stake >= conditions.wager)


def _applies(rule: EntryRule, document: str, play: v.Played) -> bool:
    return (
        (rule.document, rule.event) == (document, play.event)
        and rule.wager in ("", play.wager)
        and play.stake >= rule.stake
    )


# Judgements


@part.decides(
    v.EnterPatron,
    by=PROMOTERS | STAFF,
    slot=lambda rules: rules.terms["eligibility"],
    stages=(RUNNING,),
)
def _enter(promotion: Promotion, command: v.EnterPatron, given: Given) -> Ruling:
    entrant = v.Entrant(command.person, command.tickets, command.wagered, command.meets)
    return _entered(promotion, (entrant,), "staff", given)


@part.decides(
    v.EnterList, by=PROMOTERS, slot=lambda rules: rules.terms["eligibility"], stages=(RUNNING,)
)
def _enter_list(promotion: Promotion, command: v.EnterList, given: Given) -> Ruling:
    if not command.entrants:
        return Refused("no_entrants", None, f"there is nobody in {command.source}")
    return _entered(promotion, command.entrants, command.source, given)


def _entered(
    promotion: Promotion, entrants: tuple[v.Entrant, ...], source: str, given: Given
) -> Ruling:
    refused = _not_taking(promotion) or _too_late(promotion, given.at_us)
    if refused:
        return refused
    asked = _Asked(
        promotion.rules[0].terms,
        frozenset(promotion.conditions.criteria),
        frozenset(promotion.conditions.barred),
        promotion.conditions.wager,
    )
    for entrant in entrants:
        refused = _ineligible(asked, entrant)
        if refused:
            return refused
    taken = tuple((each.person, each.tickets) for each in entrants)
    return Accepted((_taken(promotion, taken, source, given),))


def _taken(
    promotion: Promotion, taken: tuple[tuple[str, int], ...], source: str, given: Given,
    table: str = "", up_to: int = 0,
) -> v.EntriesTaken:  # fmt: skip
    first = promotion.entries.tickets + 1
    clauses = promotion.clauses(lambda rules: rules.terms["eligibility"])
    return v.EntriesTaken(first, taken, source, given.signature, clauses, table, up_to)


def _not_taking(promotion: Promotion) -> Refused | None:
    if promotion.draw.sealed:
        clause = promotion.rules[0].terms["closing"]
        sealed = time_text(promotion.draw.sealed.at_us)
        return Refused("entries_sealed", clause, f"the list was sealed at {sealed}")
    return _uncommitted(promotion) or held(promotion, "promotion")


def _uncommitted(promotion: Promotion) -> Refused | None:
    """Reading A-35: the seed is committed to before the first entry."""
    if not promotion.shared or promotion.draw.commitment:
        return None
    sentence = "no entry is taken before the house has committed to a seed"
    return Refused("seed_not_committed", promotion.rules[0].terms["manner"], sentence)


def _too_late(promotion: Promotion, at_us: int) -> Refused | None:
    """The closing time itself is the last at which an entry is received."""
    closes_us = promotion.conditions.closes_us
    if at_us <= closes_us:
        return None
    clause = promotion.rules[0].terms["closing"]
    return Refused("entries_closed", clause, f"entries closed at {time_text(closes_us)}")


class _Asked(NamedTuple):
    """What the terms ask of an entrant, looked up once for a whole list."""

    terms: dict[str, Clause]
    criteria: frozenset[str]
    barred: frozenset[str]
    wager: int


def _ineligible(asked: _Asked, entrant: v.Entrant) -> Refused | None:
    clause = asked.terms["eligibility"]
    if entrant.person.split() != [entrant.person]:
        return Refused("no_reference", clause, "an entry names a reference, one word")
    if not 1 <= entrant.tickets <= MOST_TICKETS:
        sentence = f"{entrant.person}: {entrant.tickets} tickets; 1 to {MOST_TICKETS:,} can be had"
        return Refused("tickets_impossible", clause, sentence)
    if entrant.person in asked.barred:
        return Refused("barred", clause, f"{entrant.person} cannot enter")
    if not asked.criteria.issubset(entrant.meets):
        lacking = ", ".join(sorted(asked.criteria.difference(entrant.meets)))
        return Refused("not_eligible", clause, f"{entrant.person}: nobody has checked {lacking}")
    if entrant.wagered < asked.wager:
        least, wagered = dollar_text(asked.wager), dollar_text(entrant.wagered)
        sentence = f"{entrant.person}: {wagered} is below {least}"
        return Refused("wager_too_small", asked.terms["wager"], sentence)
    return None


@part.decides(
    v.CountPlay, by=PROMOTERS, slot=lambda rules: rules.terms["eligibility"], stages=(RUNNING,)
)
def _count(promotion: Promotion, command: v.CountPlay, given: Given) -> Ruling:
    """Play is counted once, and only what happened while entries were taken."""
    refused = _not_taking(promotion)
    if refused:
        return refused
    if command.document not in promotion.documents:
        clause = promotion.rules[0].offer
        sentence = f"{command.document} is none of the promotion's games"
        return Refused("not_its_game", clause, sentence)
    done = promotion.entries.counted.get(command.table, 0)
    if command.up_to <= done:
        sentence = f"the play of {command.table} has been counted up to version {done}"
        return Refused("counted_already", promotion.rules[0].terms["eligibility"], sentence)
    plays = (each for each in command.plays if done < each.version <= command.up_to)
    taken = tuple(_earned_by(promotion, command.document, plays))
    source = f"play at {command.table}"
    return Accepted((_taken(promotion, taken, source, given, command.table, command.up_to),))


def _earned_by(
    promotion: Promotion, document: str, plays: Iterable[v.Played]
) -> Iterable[tuple[str, int]]:
    conditions = promotion.conditions
    since = promotion.started.at_us if promotion.started else 0
    for play in plays:
        tickets = earned(conditions, document, play)
        in_time = since <= play.at_us <= conditions.closes_us
        if tickets and in_time and play.person not in conditions.barred:
            yield play.person, tickets


@part.decides(
    v.SealEntries, by=PROMOTERS, slot=lambda rules: rules.terms["closing"], stages=(RUNNING,)
)
def _seal(promotion: Promotion, command: v.SealEntries, given: Given) -> Ruling:
    """After the closing time; the seed of an electronic draw was committed to before it."""
    refused = _not_taking(promotion) or held(promotion, "draw")
    if refused:
        return refused
    closing, closes_us = promotion.rules[0].terms["closing"], promotion.conditions.closes_us
    if given.at_us <= closes_us:
        sentence = f"entries are received until {time_text(closes_us)}"
        return Refused("entries_open", closing, sentence)
    if not promotion.entries.tickets:
        return Refused("no_entries", closing, "nobody has entered: close the promotion")
    if promotion.conditions.method == ELECTRONIC and not promotion.draw.commitment:
        manner = promotion.rules[0].terms["manner"]
        sentence = "no seed was committed to while the list was still open"
        return Refused("seed_not_committed", manner, sentence)
    refused = (
        _undecided(promotion) or not_committed(promotion) or known_already(promotion, given.at_us)
    )
    if refused:
        return refused
    digest = digest_of(rows(promotion.entries))
    clauses = promotion.clauses(lambda rules: rules.terms["closing"])
    counts = (len(promotion.entries.people), promotion.entries.tickets)
    return Accepted((v.EntriesSealed(digest, *counts, given.signature, clauses),))


def _undecided(promotion: Promotion) -> Refused | None:
    """The scrutineer is the one who commits a value, so who that is stands before the sealing."""
    return undecided(promotion) if promotion.shared else None


# Facts


@part.folds(v.EntriesTaken)
def _entries_taken(promotion: Promotion, event: v.EntriesTaken) -> None:
    entries, end = promotion.entries, promotion.entries.tickets
    entries.first = entries.first or event.by
    for person, tickets in event.rows:
        end += tickets
        entries.people.append(person)
        entries.ends.append(end)
    if event.table:
        entries.counted[event.table] = event.up_to


@part.folds(v.EntriesSealed)
def _sealed(promotion: Promotion, event: v.EntriesSealed) -> None:
    promotion.draw.digest, promotion.draw.sealed = event.digest, event.by
