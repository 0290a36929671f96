"""Prizes: awarded by place from the whole pool, divided among those who share, paid, closed."""

from __future__ import annotations

from collections.abc import Iterator

from houseway.equipment.chips import dollar_text
from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS, Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling, Tried
from houseway.tournament import results_vocabulary as v
from houseway.tournament.merit import Group, is_disqualified, points_count, standings
from houseway.tournament.money import entrant, move, pool
from houseway.tournament.progress import eligible
from houseway.tournament.ranking import in_phase, level_on_points
from houseway.tournament.state import (
    COMMISSION,
    CONFIRMED,
    FORFEITED,
    POOL,
    Award,
    Part,
    Session,
    Tournament,
    unknown_entry,
)
from houseway.tournament.terms import divided, prizes

# Prizes at the end of a session (Mini Baccarat 15.3(a)(ii)(d)), beside those of the tournament.

part = Part()


def owed(tournament: Tournament) -> int:
    """What sessions have awarded and the pool still holds."""
    return sum(each.amount for each in tournament.session_awards.values() if each.paid is None)


def awarding(tournament: Tournament) -> list[Session]:
    """Confirmed sessions whose prizes are still to be awarded."""
    done = {number for number, _ in tournament.session_awards}
    return [
        each
        for each in tournament.sessions
        if each.phase == CONFIRMED and each.number not in done and list(_shares(tournament, each))
    ]


@part.decides(
    v.AwardSessionPrizes, by=DIRECTORS, slot=lambda rules: rules.ranking.points, undo=False
)
def _award(tournament: Tournament, command: v.AwardSessionPrizes, given: Given) -> Ruling:
    clause = tournament.rules.ranking.points or tournament.rules.prizes.awarded
    session = in_phase(tournament, command.session, (CONFIRMED,), clause)
    if isinstance(session, Refused):
        return session
    events = tuple(_shares(tournament, session))
    if not events:
        sentence = f"the conditions have no prizes for session {session.number}"
        return Refused("no_session_prizes", clause, sentence)
    if any(number == session.number for number, _ in tournament.session_awards):
        sentence = f"the prizes of session {session.number} have been awarded"
        return Refused("prizes_awarded", clause, sentence)
    total, left = sum(each.amount for each in events), pool(tournament) - owed(tournament)
    if tournament.places or total > left:
        sentence = f"the prizes are {dollar_text(total)}, and {dollar_text(left)} is left"
        return Refused("prizes_not_the_pool", tournament.rules.prizes.returned, sentence)
    return Accepted(events)


def _shares(tournament: Tournament, session: Session) -> Iterator[v.SessionPrizeAwarded]:
    """By place; those who share places add their prizes up and divide them.

    Where everybody forfeited, nobody took a position (reading TP27), and nothing is awarded.
    """
    forfeited = {each.entry for each in session.outs if each.how == FORFEITED}
    if forfeited.issuperset(session.players):
        return
    table = tournament.stage_of(session).prizes
    clause = tournament.rules.ranking.points or tournament.rules.prizes.awarded
    for first, last in sorted(set(session.ranking.values())):
        group = [each for each, shared in session.ranking.items() if shared == (first, last)]
        amounts = divided(sum(table[first - 1 : last]), tuple(sorted(group)))
        for entry, amount in amounts.items():
            if amount:
                yield v.SessionPrizeAwarded(session.number, entry, first, last, amount, clause)


def pay(tournament: Tournament, command: v.PayPrize, given: Given) -> Ruling:
    """Pay what one session awarded to an entry."""
    clause = tournament.rules.prizes.returned
    award = tournament.session_awards.get((command.session, command.entry))
    if award is None:
        sentence = f"{tournament.who(command.entry)} has no prize of session {command.session}"
        return Refused("no_prize", clause, sentence)
    if award.paid is not None:
        sentence = f"{tournament.who(command.entry)} was paid {dollar_text(award.amount)}"
        return Refused("prize_paid", clause, sentence)
    paid = v.SessionPrizePaid(
        command.session, command.entry, award.amount, command.reference, given.signature, clause
    )
    return Accepted((paid,))


@part.folds(v.SessionPrizeAwarded)
def _awarded(tournament: Tournament, event: v.SessionPrizeAwarded) -> None:
    tournament.session_awards[event.session, event.entry] = Award(
        event.entry, event.first, event.last, event.amount, event.clause
    )


@part.folds(v.SessionPrizePaid)
def _paid(tournament: Tournament, event: v.SessionPrizePaid) -> None:
    award = tournament.session_awards[event.session, event.entry]
    tournament.session_awards[event.session, event.entry] = Award(
        award.entry, award.first, award.last, award.amount, award.clause, award.goods, event.by
    )
    move(tournament, POOL, entrant(event.entry), event.amount)


_OPERATOR: frozenset[Role] = frozenset()  # only the person who acts for the operator


def took_part(tournament: Tournament, number: int) -> bool:
    """Readings TP27, 7U-36: sat down in a session and was not disqualified; a position forfeited
    at once was never taken."""
    if is_disqualified(tournament, number):
        return False
    for session in tournament.sessions:
        gone = any(each.entry == number and each.how == FORFEITED for each in session.outs)
        if number in session.players and not gone:
            return True
    return False


def nobody_placed(tournament: Tournament) -> bool:
    """Whether everybody withdrew, forfeited or was disqualified: no prize can be awarded."""
    ranked = (each for group in standings(tournament) for each in group.entries)
    return not any(took_part(tournament, each) for each in ranked)


def ends_early(tournament: Tournament) -> bool:
    """Whether nobody can play the next stage of a tournament that has awarded prizes already."""
    following = max((each.stage for each in tournament.sessions), default=-1) + 1
    planned = following < len(tournament.conditions.stages)
    return bool(tournament.session_awards) and planned and not eligible(tournament, following)


def to_divide(tournament: Tournament) -> int:
    """The pool as it was awarded: what it holds, less what sessions have awarded, and what has
    been paid out of it."""
    paid = sum(each.amount for each in tournament.awards.values() if each.paid)
    return pool(tournament) - owed(tournament) + paid


def shares(tournament: Tournament) -> list[tuple[Group, dict[int, int]]]:
    """Each group that shares places, and the cents of everybody in it."""
    ranked = standings(tournament)
    players = sum(took_part(tournament, each) for group in ranked for each in group.entries)
    found = tournament.conditions.breakdown
    table = prizes(found, to_divide(tournament), players) if found else []
    result: list[tuple[Group, dict[int, int]]] = []
    for group in ranked:
        amount = sum(table[group.first - 1 : group.last])
        result.append((group, divided(amount, group.entries)))
    return result


def working(tournament: Tournament) -> list[Tried]:
    """The division of the pool, one line for each group that gets something."""
    clause = tournament.rules.prizes
    lines = [Tried(clause.returned, f"the pool is {dollar_text(to_divide(tournament))}")]
    for group, amounts in shares(tournament):
        if any(amounts.values()):
            lines.append(_line(tournament, group, amounts))
    return lines


def _line(tournament: Tournament, group: Group, amounts: dict[int, int]) -> Tried:
    clause = tournament.rules.prizes
    each = ", ".join(f"{tournament.who(n)} {dollar_text(cents)}" for n, cents in amounts.items())
    if len(group.entries) == 1:
        return Tried(clause.awarded, f"place {group.first}: {each}")
    total = dollar_text(sum(amounts.values()))
    sentence = f"places {group.first} to {group.last} add up to {total}, divided equally: {each}"
    return Tried(clause.shared, sentence)


# Orders


@part.decides(v.AwardPrizes, by=DIRECTORS, slot=lambda rules: rules.prizes.awarded, undo=True)
def _prizes_award(tournament: Tournament, command: v.AwardPrizes, given: Given) -> Ruling:
    refused = _not_to_be_awarded(tournament) or _goods_undecided(tournament, command)
    if refused:
        return refused
    events = tuple(_prizes_awarded(tournament, command))
    amounts = [each.amount for each in events if isinstance(each, v.PrizeAwarded)]
    awarded = sum(amount for amount in amounts if amount > 0)
    left = pool(tournament) - owed(tournament)
    if awarded != left:
        given_out, holds = dollar_text(awarded), dollar_text(left)
        sentence = f"the prizes are {given_out}, and the pool is {holds}"
        if awarded > left:
            more = dollar_text(awarded - left)
            sentence = f"{sentence}: the operator adds {more} to the pool first"
        return Refused("prizes_not_the_pool", tournament.rules.prizes.returned, sentence)
    return Accepted(events)


def _not_to_be_awarded(tournament: Tournament) -> Refused | None:
    clause = tournament.rules.prizes.awarded
    if tournament.awards or tournament.places:
        return Refused("prizes_awarded", clause, "the prizes have been awarded already")
    stages = len(tournament.conditions.stages)
    played = {each.stage for each in tournament.sessions if each.phase == CONFIRMED}
    open_ones = [each.number for each in tournament.sessions if each.phase != CONFIRMED]
    if open_ones or not (stages - 1 in played or ends_early(tournament)):
        sentence = "the places of every session are confirmed before prizes are awarded"
        return Refused("sessions_open", clause, sentence)
    if nobody_placed(tournament):
        sentence = "nobody is left to be placed: cancel the tournament, and refund the fees"
        return Refused("nobody_placed", tournament.rules.fees.cancellation, sentence)
    waiting = awarding(tournament)
    if waiting:
        sentence = f"the prizes of session {waiting[0].number} are awarded first"
        return Refused("session_prizes_open", tournament.rules.ranking.points, sentence)
    for group in level_on_points(tournament):
        names = " and ".join(tournament.who(each) for each in group.entries)
        sentence = f"{names} are level on points; the conditions have them play on"
        return Refused("level_on_points", tournament.rules.prizes.played_off, sentence)
    return None


def _goods_undecided(tournament: Tournament, command: v.AwardPrizes) -> Refused | None:
    """Reading TP19: goods that fall to several are decided, by agreement or lot."""
    for place, what in tournament.goods:
        group = _winners(tournament, place)
        chosen = command.goods_to.get(place)
        if group and len(group.entries) > 1 and chosen not in group.entries:
            names = " or ".join(tournament.who(each) for each in group.entries)
            sentence = f"say who gets {what}: {names}"
            return Refused("goods_undecided", tournament.rules.prizes.shared, sentence)
    return None


def _winners(tournament: Tournament, place: int) -> Group | None:
    """Who takes what goes with a place; the first, where nobody took it."""
    ranked = [
        each
        for each in standings(tournament)
        if any(took_part(tournament, n) for n in each.entries)
    ]
    first = ranked[0] if ranked else None
    return next((each for each in ranked if each.first <= place <= each.last), first)


def _prizes_awarded(tournament: Tournament, command: v.AwardPrizes) -> Iterator[Event]:
    rules = tournament.rules.prizes
    by = tournament.rules.ranking.points if points_count(tournament) else None
    for group, amounts in shares(tournament):
        alone = len(group.entries) == 1
        clause = rules.awarded if alone else rules.shared
        for number, amount in amounts.items():
            yield v.PlaceAwarded(number, group.first, group.last, by or rules.awarded)
            goods = _goods(tournament, command, group, number)
            if amount or goods:
                yield v.PrizeAwarded(number, group.first, group.last, amount, goods, clause)


def _goods(
    tournament: Tournament, command: v.AwardPrizes, group: Group, number: int
) -> tuple[str, ...]:
    return tuple(
        what
        for place, what in tournament.goods
        if group == _winners(tournament, place)
        and number == (command.goods_to.get(place) or group.entries[0])
    )


@part.decides(v.PayPrize, by=_OPERATOR, slot=lambda rules: rules.prizes.returned, operator=True)
def _pay(tournament: Tournament, command: v.PayPrize, given: Given) -> Ruling:
    clause = tournament.rules.prizes.returned
    refused = unknown_entry(tournament, command.entry)
    if refused:
        return refused
    if not command.reference.strip():
        return Refused("no_reference", clause, "a payment has its reference")
    if command.session:
        return pay(tournament, command, given)
    award = tournament.awards.get(command.entry)
    if award is None:
        sentence = f"{tournament.who(command.entry)} has no prize"
        return Refused("no_prize", clause, sentence)
    if award.paid is not None:
        sentence = f"{tournament.who(command.entry)} was paid {dollar_text(award.amount)}"
        return Refused("prize_paid", clause, sentence)
    paid = v.PrizePaid(command.entry, award.amount, command.reference, given.signature, clause)
    return Accepted((paid,))


@part.decides(
    v.CloseTournament, by=DIRECTORS, slot=lambda rules: rules.prizes.returned, operator=True
)
def _close(tournament: Tournament, command: v.CloseTournament, given: Given) -> Ruling:
    """Nothing is left over: every prize is paid and the pool is empty."""
    clause = tournament.rules.prizes.returned
    if not tournament.places:
        return Refused("prizes_not_awarded", clause, "the prizes have not been awarded")
    awards = (*tournament.awards.values(), *tournament.session_awards.values())
    unpaid = [each.entry for each in awards if each.paid is None]
    if unpaid or pool(tournament):
        names = ", ".join(tournament.who(each) for each in unpaid) or "nobody"
        sentence = f"{dollar_text(pool(tournament))} is left in the pool; unpaid: {names}"
        return Refused("pool_not_returned", clause, sentence)
    prizes_paid = sum(each.amount for each in awards)
    refunds = sum(each.refunded for each in tournament.entries.values())
    kept = tournament.accounts.get(COMMISSION, 0)
    closed = v.TournamentClosed(prizes_paid, kept, refunds, given.signature, clause)
    return Accepted((closed,))


@part.folds(v.PlaceAwarded)
def _place(tournament: Tournament, event: v.PlaceAwarded) -> None:
    tournament.places[event.entry] = (event.first, event.last)


@part.folds(v.PrizeAwarded)
def _prize(tournament: Tournament, event: v.PrizeAwarded) -> None:
    tournament.awards[event.entry] = Award(
        event.entry, event.first, event.last, event.amount, event.clause, event.goods
    )


@part.folds(v.PrizePaid)
def _prizes_paid(tournament: Tournament, event: v.PrizePaid) -> None:
    award = tournament.awards[event.entry]
    tournament.awards[event.entry] = Award(
        award.entry, award.first, award.last, award.amount, award.clause, award.goods, event.by
    )
    move(tournament, POOL, entrant(event.entry), event.amount)


@part.folds(v.TournamentClosed)
def _closed(tournament: Tournament, event: v.TournamentClosed) -> None:
    tournament.closed = True
