"""Prizes at the end of a session (Mini Baccarat 15.3(a)(ii)(d)), beside those of the tournament.

They come out of the same pool, so that all of it is returned: what sessions award is not left for
the final breakdown.
"""

from __future__ import annotations

from collections.abc import Iterator

from houseway.equipment.chips import dollar_text
from houseway.games.machine import Given
from houseway.rulebook.roles import DIRECTORS
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import results_vocabulary as v
from houseway.tournament.money import entrant, move, pool
from houseway.tournament.prize_table import divided
from houseway.tournament.ranking import in_phase
from houseway.tournament.state import CONFIRMED, FORFEITED, POOL, Award, Part, Session, Tournament

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
