"""Counts of one table: from its own log, or by staff beside it; what does not add up is refused."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from houseway.games.fields import Held
from houseway.games.machine import Given
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import session_vocabulary as v
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.results_vocabulary import CountsRecorded, Emptied
from houseway.tournament.seating import HELPERS
from houseway.tournament.standing import (
    in_session,
    is_out,
    issued_at,
    limits,
    not_here,
    not_whole,
    played_on,
    players_at,
    seated,
)
from houseway.tournament.state import (
    ANNOUNCING,
    ELIMINATED,
    ENDED,
    PLAYING,
    PUBLISHED,
    RUNNING,
    Floor,
    Part,
    Round,
    Session,
    Tournament,
)

# The chips of a table as things: brought and returned by denomination, and which are missing.

part = Part()


def tokens_missing(floor: Floor) -> dict[int, int]:
    """How many chips of each value have not come back."""
    found = {value: many - floor.returned.get(value, 0) for value, many in floor.inventory.items()}
    return {value: many for value, many in found.items() if many}


def to_report(session: Session) -> Iterator[tuple[str, str]]:
    """The tables with missing chips of which nobody in charge has been told, and which chips."""
    for table, floor in session.conduct.floors.items():
        if floor.unreported:
            chips = " and ".join(f"{many} of value {value}" for value, many in floor.unreported)
            yield table, f"at table {table} chips are missing: {chips}"


def differs(
    floor: Floor, said: tuple[tuple[int, int], ...], clause: Clause | None
) -> Refused | None:
    """Why the missing chips of a last count are not those of the inventory."""
    shown = tokens_missing(floor)
    if not (floor.ended and floor.inventory) or dict(said) == shown:
        return None
    chips = " and ".join(f"{many} of value {value}" for value, many in shown.items()) or "no chip"
    return Refused("not_the_inventory", clause, f"by the inventory {chips} is missing")


@part.decides(v.BringInventory, by=HELPERS, slot=lambda rules: rules.sessions.inventory)
def _bring(tournament: Tournament, command: v.BringInventory, given: Given) -> Ruling:
    found = _at(tournament, command, PUBLISHED, RUNNING)
    if isinstance(found, Refused):
        return found
    _, clause = found
    brought = v.InventoryBrought(
        command.session, command.table, command.value, command.quantity, given.signature, clause
    )
    return Accepted((brought,))


@part.decides(v.ReturnInventory, by=HELPERS, slot=lambda rules: rules.sessions.inventory)
def _return(tournament: Tournament, command: v.ReturnInventory, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.9: at the conclusion of the session, by quantity and denomination."""
    found = _at(tournament, command, RUNNING, ENDED)
    if isinstance(found, Refused):
        return found
    floor, clause = found
    if not floor.ended:
        sentence = f"chips are returned once play at table {command.table} is over"
        return Refused("table_not_ended", clause, sentence)
    brought = floor.inventory.get(command.value, 0)
    if command.quantity > brought:
        sentence = f"{command.quantity} chips of {command.value}: {brought} were brought"
        return Refused("more_than_brought", clause, sentence)
    returned = v.InventoryReturned(
        command.session, command.table, command.value, command.quantity, given.signature, clause
    )
    return Accepted((returned,))


def _at(
    tournament: Tournament, command: v.BringInventory | v.ReturnInventory, *phases: str
) -> tuple[Floor, Clause] | Refused:
    clause = tournament.rules.sessions.inventory
    session = in_session(tournament, command.session, *phases)
    if isinstance(session, Refused) or clause is None:
        return session if isinstance(session, Refused) else not_here(tournament, "inventory")
    floor = session.conduct.floors.get(command.table)
    if floor is None:
        sentence = f"table {command.table} is not one of session {session.number}"
        return Refused("no_such_table", clause, sentence)
    if command.value < 1 or command.quantity < 0 or floor.counted:
        sentence = f"{command.quantity} chips of {command.value} cannot be counted now"
        return Refused("not_a_count", clause, sentence)
    return floor, clause


@part.decides(v.ReportMissingChips, by=DIRECTORS, slot=lambda rules: rules.sessions.inventory)
def _report(tournament: Tournament, command: v.ReportMissingChips, given: Given) -> Ruling:
    """7-Up Baccarat 15.5.9: the one in charge is advised, and says so."""
    session, clause = tournament.session(command.session), tournament.rules.sessions.inventory
    tables = tuple(table for table, _ in to_report(session)) if session else ()
    if not tables or clause is None:
        sentence = f"no missing chips of session {command.session} are to be reported"
        return Refused("nothing_missing", clause, sentence)
    return Accepted((v.MissingChipsReported(command.session, tables, given.signature, clause),))


@part.folds(v.InventoryBrought)
def _brought(tournament: Tournament, event: v.InventoryBrought) -> None:
    _floor(tournament, event).inventory[event.value] = event.quantity


@part.folds(v.InventoryReturned)
def _returned(tournament: Tournament, event: v.InventoryReturned) -> None:
    _floor(tournament, event).returned[event.value] = event.quantity


def _floor(tournament: Tournament, event: v.InventoryBrought | v.InventoryReturned) -> Floor:
    return tournament.sessions[event.session - 1].conduct.floors[event.table]


@part.folds(v.MissingChipsReported)
def _reported(tournament: Tournament, event: v.MissingChipsReported) -> None:
    floors = tournament.sessions[event.session - 1].conduct.floors
    for table in event.tables:
        floors[table].unreported = ()


@part.decides(v.CountTable, by=HELPERS, slot=lambda rules: rules.ranking.count)
def _count(tournament: Tournament, command: v.CountTable, given: Given) -> Ruling:
    """After a round, at a time that the one in charge chooses, or when the session is over."""
    rules = tournament.rules
    session = in_session(tournament, command.session, RUNNING, ENDED)
    if isinstance(session, Refused):
        return session
    floor = session.conduct.floors.get(command.table)
    if floor is None:
        sentence = f"table {command.table} is not one of session {session.number}"
        return Refused("no_such_table", rules.ranking.count, sentence)
    if floor.ended and not command.missing:
        command = replace(command, missing=tuple(tokens_missing(floor).items()))
    clause = rules.ranking.count if floor.ended else rules.wagering.count_any_time
    clause = clause or rules.ranking.count
    refused = (
        played_on(tournament, session)
        or _wrong_source(session, command, clause)
        or not_after_a_round(tournament, command.table, floor, clause)
        or _not_everybody(tournament, session, command, clause)
        or not_whole(tournament, session, dict(command.counts), clause)
        or without_a_stake(tournament, session, floor.round, dict(command.counts), clause)
        or differs(floor, command.missing, rules.sessions.inventory)
        or _does_not_add_up(tournament, session, command)
    )
    if refused:
        return refused
    counted = v.TableCounted(
        session.number, command.table, tuple(sorted(command.counts)), command.won,
        command.source, command.collected, command.missing, floor.ended, given.signature, clause,
    )  # fmt: skip
    return Accepted((counted, *_everything(session, command, given, clause)))


def _wrong_source(session: Session, command: v.CountTable, clause: Clause) -> Refused | None:
    """A table whose every wager is on record is counted from its log, any other by staff."""
    source = "table" if session.modes[command.table] == CONDUCTED else "staff"
    if command.source == source:
        return None
    sentence = f"table {command.table} is {session.modes[command.table]}: counts come from {source}"
    return Refused("wrong_source", clause, sentence)


def not_after_a_round(
    tournament: Tournament, table: str, floor: Floor, clause: Clause
) -> Refused | None:
    """7-Up Baccarat 15.8.2: no coup before every step of its undisclosed wagers is done."""
    if floor.round is None or floor.round.phase == PLAYING:
        return None
    forms = tournament.rules.wagering.undisclosed
    if forms and floor.round.phase == ANNOUNCING:
        clause = forms.steps
    sentence = f"the round at table {table} is at {floor.round.phase}"
    return Refused("round_under_way", clause, sentence)


def _not_everybody(
    tournament: Tournament, session: Session, command: v.CountTable, clause: Clause
) -> Refused | None:
    here, counted = players_at(session, command.table), [entry for entry, _ in command.counts]
    for entry in here:
        if counted.count(entry) != 1:
            times = f"{tournament.who(entry)} is counted {counted.count(entry)} times"
            return Refused("not_all_counted", clause, f"{times} at table {command.table}")
    for entry, chips in command.counts:
        if entry not in here:
            sentence = f"entry {entry} is not in play at table {command.table}"
            return Refused("not_in_this_session", clause, sentence)
        if chips < 0:
            return Refused("not_a_count", clause, f"{tournament.who(entry)} holds {chips}")
    strangers = [entry for entry in command.collected if entry not in here]
    if strangers or len(set(command.collected)) != len(command.collected):
        return Refused("not_in_this_session", clause, "chips are collected of each once, here")
    return None


def without_a_stake(
    tournament: Tournament,
    session: Session,
    round: Round | None,
    counts: Mapping[int, Held],
    clause: Clause,
) -> Refused | None:
    """Anyone who staked nothing has neither won nor lost."""
    staked = round.staked if round else counts
    for entry, chips in counts.items():
        held = session.chips[entry]
        if entry not in staked and chips != held:
            sentence = f"{tournament.who(entry)} staked nothing and held {held}, not {chips}"
            return Refused("count_does_not_add_up", clause, sentence)
    return None


def _does_not_add_up(
    tournament: Tournament, session: Session, command: v.CountTable
) -> Refused | None:
    """What was issued is what people hold, what the table won, and what is known to be missing."""
    rules = tournament.rules
    for value, quantity in command.missing:
        if value < 1 or quantity < 1:
            sentence = f"missing are {quantity} chips of {value}"
            return Refused("not_a_count", rules.sessions.inventory, sentence)
    held = sum(chips for _, chips in command.counts)
    gone = session.conduct.floors[command.table].missing + missing_value(command.missing)
    issued = issued_at(tournament, session, command.table)
    if held + command.won + gone == issued:
        return None
    clause = rules.sessions.inventory or rules.ranking.count
    sum_up = f"{held} held, {command.won} won by the table and {gone} missing"
    sentence = f"{sum_up} make {held + command.won + gone}; {issued} were issued"
    return Refused("count_does_not_add_up", clause, sentence)


def missing_value(missing: tuple[tuple[int, int], ...]) -> int:
    return sum(value * quantity for value, quantity in missing)


def _everything(
    session: Session, command: v.CountTable, given: Given, clause: Clause
) -> tuple[CountsRecorded, ...]:
    """When the last table has been counted, the session has."""
    floors = session.conduct.floors
    others = [floor for name, floor in floors.items() if name != command.table]
    if not floors[command.table].ended or not all(floor.counted for floor in others):
        return ()
    counts = {**session.chips, **dict(command.counts)}
    emptied = (
        *(each for name in floors if name != command.table for each in _emptied(session, name)),
        *_emptied(session, command.table, command.collected),
    )
    empty = tuple(each for each in emptied if counts.get(each.entry) == 0)
    return (CountsRecorded(session.number, counts, empty, command.source, given.signature, clause),)


def _emptied(session: Session, table: str, collected: tuple[int, ...] = ()) -> list[Emptied]:
    """In the order of collection: anyone who had nothing left before the last coup comes first."""
    floor = session.conduct.floors[table]
    found = dict(floor.emptied)
    for entry in collected or floor.collected:
        found.setdefault(entry, floor.stakes.get(entry, 0))
    return [Emptied(entry, stake) for entry, stake in found.items()]


@part.decides(v.RecordElimination, by=HELPERS, slot=lambda rules: rules.wagering.elimination)
def _eliminate(tournament: Tournament, command: v.RecordElimination, given: Given) -> Ruling:
    """At a table counted by staff: below the minimum before a round, so out (reading TP11)."""
    found = seated(tournament, command.session, command.entry)
    if isinstance(found, Refused):
        return found
    session, table, floor = found
    clause, who = tournament.rules.wagering.elimination, tournament.who(command.entry)
    refused = played_on(tournament, session)
    if refused:
        return refused
    if floor.kept_rounds or session.modes[table] == CONDUCTED or floor.ended:
        sentence = f"rounds at table {table} are on record, and eliminate by themselves"
        return Refused("not_by_staff", clause, sentence)
    minimum, _ = limits(tournament, session, command.round + 1)
    if not 0 <= command.chips < minimum:
        sentence = f"{who} holds {command.chips}; the minimum is {minimum}"
        return Refused("can_stake_the_minimum", clause, sentence)
    if command.round < session.round.get(table, 0):
        sentence = f"table {table} is past round {command.round}"
        return Refused("round_is_past", clause, sentence)
    return Accepted((_as_reported(session, command, clause),))


def _as_reported(session: Session, command: v.RecordElimination, clause: Clause) -> v.PlayerOut:
    """Those out after one round are reported in the order in which their chips were collected."""
    before = sum(each.round == command.round for each in session.outs)
    out = is_out(session, command.entry, ELIMINATED, clause).out
    reported = type(out)(
        out.entry, command.round, out.how, clause, command.chips, command.stake, before + 1
    )
    return v.PlayerOut(session.number, reported, 0, "", clause)


@part.folds(v.TableCounted)
def _counted(tournament: Tournament, event: v.TableCounted) -> None:
    session = tournament.sessions[event.session - 1]
    floor = session.conduct.floors[event.table]
    session.chips.update(event.counts)
    floor.won = event.won
    floor.missing += missing_value(event.missing)
    floor.unreported += event.missing
    floor.collected = event.collected
    floor.counted = event.final
    floor.conclude()
    counts = dict(event.counts)
    for entry in event.collected:
        if not counts.get(entry):
            floor.emptied.setdefault(entry, floor.stakes.get(entry, 0))
