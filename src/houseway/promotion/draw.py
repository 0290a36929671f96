"""The draw: overseen where it must be, computed from committed values or told by witnesses.

The result stands once the scrutineer has signed; the terms say when a prize is drawn again.
"""

from __future__ import annotations

from houseway.equipment.seeds import commitment_of, is_digest
from houseway.games.events import Event
from houseway.games.machine import Given
from houseway.promotion import draw_vocabulary as v
from houseway.promotion.conditions import unpublished
from houseway.promotion.integrity import held, scrutineer_wanted, unsigned
from houseway.promotion.lottery import Stream, Tickets, mixed_with_shares, mixed_with_word
from houseway.promotion.shares import no_public_value, not_revealed, seed_committed
from houseway.promotion.state import (
    CHAINED,
    DRAWN,
    HOUR_US,
    REDRAWN,
    REFUSED,
    RUNNING,
    SEED_WANTED,
    Again,
    Part,
    Promotion,
    Winner,
    numbered,
    time_text,
)
from houseway.promotion.terms import ABSENT, ELECTRONIC, UNCLAIMED
from houseway.rulebook.roles import PROMOTERS, another_person, is_person
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.table.days import MINUTE_US

part = Part()


def in_the_draw(promotion: Promotion) -> Tickets:
    """The tickets that can still win."""
    entries, one_each = promotion.entries, promotion.conditions.one_prize_each
    tickets = Tickets(entries.people, entries.ends, one_each=one_each)
    for winner in promotion.winners:
        tickets.take_out(winner.ticket)
    return tickets


# Seed, winners, tickets

_NO_SEED = "the house does not have the seed of this draw: restore it from the copy of the keys"


@part.decides(v.CommitSeed, by=PROMOTERS, slot=lambda rules: rules.terms["manner"])
def _commit(promotion: Promotion, command: v.CommitSeed, given: Given) -> Ruling:
    """For a draw of scheme 1, while entries are still taken; in scheme 2 publication commits."""
    manner = promotion.rules[0].terms["manner"]
    if promotion.conditions.method != ELECTRONIC:
        return Refused("not_electronic", manner, f"the draw is by {promotion.conditions.method}")
    if promotion.draw.commitment:
        return Refused("seed_committed", manner, "a seed has been committed to already")
    if promotion.shared:
        sentence = "the seed is committed to when the conditions are published"
        return Refused("committed_on_publication", manner, sentence)
    closes_us = promotion.conditions.closes_us
    if given.at_us > closes_us:
        sentence = f"entries closed at {time_text(closes_us)}: the list is known by now"
        return Refused("commitment_too_late", manner, sentence)
    committed = seed_committed(promotion, command.commitment, given)
    return committed if isinstance(committed, Refused) else Accepted((committed,))


def _not_now(promotion: Promotion, given: Given) -> Refused | None:
    """What keeps any draw from being made at this moment."""
    if promotion.draw.sealed is None:
        closing = promotion.rules[0].terms["closing"]
        return Refused("list_not_sealed", closing, "the list of entries has not been sealed")
    draw_us = promotion.conditions.draw_us
    if given.at_us < draw_us:
        sentence = f"the conditions have the draw at {time_text(draw_us)}"
        return Refused("draw_too_early", promotion.rules[0].terms["award"], sentence)
    return held(promotion, "draw") or unpublished(promotion) or scrutineer_wanted(promotion, given)


@part.decides(
    v.DrawWinners, by=PROMOTERS, slot=lambda rules: rules.terms["manner"], stages=(RUNNING,)
)
def _draw(promotion: Promotion, command: v.DrawWinners, given: Given) -> Ruling:
    manner = promotion.rules[0].terms["manner"]
    if promotion.conditions.method != ELECTRONIC:
        return Refused("not_electronic", manner, f"the draw is by {promotion.conditions.method}")
    if promotion.draw.completed:
        return Refused("draw_made", manner, "the draw has been made")
    refused = _not_now(promotion, given) or not_revealed(promotion) or _word(promotion, command)
    if refused:
        return refused
    if not command.seed:
        return Refused(SEED_WANTED, manner, _NO_SEED)
    if not is_digest(command.seed) or commitment_of(command.seed) != promotion.draw.commitment:
        return Refused("seed_not_committed", manner, "this is not the seed that was committed to")
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    events: list[Event] = [v.SeedRevealed(command.seed, command.word, given.signature, clauses)]
    stream = Stream(command.seed, _mixed(promotion, command.word))
    tickets = in_the_draw(promotion)
    for unit in range(len(promotion.conditions.units)):
        if not tickets.left:
            break
        ticket = tickets.draw(stream)
        events.append(
            v.WinnerDrawn(unit + 1, unit, ticket, tickets.owner(ticket), given.signature, clauses,
                          used=stream.used)
        )  # fmt: skip
        tickets.take_out(ticket)
    events.append(_completed(promotion, len(events) - 1, given))
    return Accepted(tuple(events))


def _word(promotion: Promotion, command: v.DrawWinners) -> Refused | None:
    if not (promotion.shared and command.word):
        return None
    sentence = "the public value of the conditions is mixed in, and no word besides"
    return Refused("no_word", promotion.rules[0].terms["manner"], sentence)


def _mixed(promotion: Promotion, word: str) -> bytes:
    """What the seed is applied to, by the scheme of the draw."""
    draw = promotion.draw
    if promotion.shared:
        return mixed_with_shares(draw.digest, share=draw.share.value, public=draw.public.value)
    return mixed_with_word(draw.digest, word)


def _completed(promotion: Promotion, awarded: int, given: Given) -> v.DrawCompleted:
    clauses = promotion.clauses(lambda rules: rules.terms["award"])
    left = len(promotion.conditions.units) - awarded
    return v.DrawCompleted(left, given.signature, clauses)


@part.decides(
    v.RecordTicket, by=PROMOTERS, slot=lambda rules: rules.terms["manner"], stages=(RUNNING,)
)
def _record(promotion: Promotion, command: v.RecordTicket, given: Given) -> Ruling:
    manner = promotion.rules[0].terms["manner"]
    if promotion.conditions.method == ELECTRONIC:
        return Refused("electronic", manner, "the winners are computed, not recorded")
    if promotion.draw.completed:
        return Refused("draw_made", manner, "every prize has been drawn")
    refused = _not_now(promotion, given)
    if refused:
        return refused
    tickets = in_the_draw(promotion)
    refused = _witnessed(promotion, command.witnesses, given)
    refused = refused or _no_such_ticket(promotion, tickets, command.ticket)
    if refused:
        return refused
    unit = len(promotion.winners)
    clauses = promotion.clauses(lambda rules: rules.terms["manner"])
    drawn = v.WinnerDrawn(
        unit + 1, unit, command.ticket, tickets.owner(command.ticket), given.signature, clauses,
        witnesses=command.witnesses,
    )  # fmt: skip
    tickets.take_out(command.ticket)
    if unit + 1 < len(promotion.conditions.units) and tickets.left:
        return Accepted((drawn,))
    return Accepted((drawn, _completed(promotion, unit + 1, given)))


def _witnessed(promotion: Promotion, witnesses: tuple[str, ...], given: Given) -> Refused | None:
    if any(another_person(given.actor, each) for each in witnesses):
        return None
    manner = promotion.rules[0].terms["manner"]
    sentence = "a ticket is drawn before a witness other than the person who records it"
    return Refused("no_witness", manner, sentence)


def _no_such_ticket(promotion: Promotion, tickets: Tickets, ticket: int) -> Refused | None:
    if tickets.holds(ticket):
        return None
    manner = promotion.rules[0].terms["manner"]
    sentence = f"ticket {ticket} is none of the {tickets.left:,} still in the draw"
    return Refused("no_such_ticket", manner, sentence)


# Drawing again

FRESH_US = 10 * MINUTE_US  # from asking for a redraw until its public value may be known


@part.decides(
    v.RedrawPrize, by=PROMOTERS, slot=lambda rules: rules.terms["claiming"], stages=(RUNNING,)
)
def _redraw(promotion: Promotion, command: v.RedrawPrize, given: Given) -> Ruling:
    winner = numbered(promotion.winners, command.winner, "winner")
    if isinstance(winner, Refused):
        return winner
    refused = _not_now(promotion, given) or _may_not_redraw(promotion, winner, command, given)
    if refused:
        return refused
    tickets = in_the_draw(promotion)
    if not tickets.left:
        manner = promotion.rules[0].terms["manner"]
        return Refused("no_tickets_left", manner, "there is no ticket left to draw")
    used, ticket = 0, command.ticket
    if promotion.shared and promotion.scheme >= CHAINED:
        return _fresh(promotion, winner, command, given)
    if promotion.conditions.method == ELECTRONIC:
        draw = promotion.draw
        stream = Stream(draw.seed, _mixed(promotion, draw.word), draw.used)
        ticket, used = tickets.draw(stream), stream.used
    else:
        refused = _witnessed(promotion, command.witnesses, given)
        refused = refused or _no_such_ticket(promotion, tickets, ticket)
        if refused:
            return refused
    clauses = promotion.clauses(lambda rules: rules.terms["claiming"])
    drawn = v.WinnerDrawn(
        len(promotion.winners) + 1, winner.unit, ticket, tickets.owner(ticket), given.signature,
        clauses, used=used, witnesses=command.witnesses, instead_of=winner.number,
        reason=command.reason,
    )  # fmt: skip
    return Accepted((drawn,))


def _fresh(promotion: Promotion, winner: Winner, command: v.RedrawPrize, given: Given) -> Ruling:
    """One person asks, a public value comes that nobody can know yet, and another person draws.

    Nobody can work out beforehand who would be drawn, and so whom to disqualify.
    """
    clauses = promotion.clauses(lambda rules: rules.terms["claiming"])
    claiming, draw = promotion.rules[0].terms["claiming"], promotion.draw
    if not is_person(given.actor):
        return Refused("nobody_named", claiming, "a prize is drawn again by persons with names")
    pending = draw.pending
    if pending is None or _over(promotion, pending, given):
        at_us = given.at_us + FRESH_US
        asked = v.RedrawAsked(winner.number, command.reason, at_us, given.signature, clauses)
        return Accepted((asked,))
    if pending.winner != winner.number:
        sentence = f"the prize of winner {pending.winner} is drawn again first"
        return Refused("redraw_waits", claiming, sentence)
    if refused := no_public_value(promotion):
        return refused
    if not another_person(pending.asked.person, given.actor):
        sentence = f"{pending.asked.person} asked for it; another person draws"
        return Refused("second_person_needed", claiming, sentence)
    if not command.seed:
        return Refused(SEED_WANTED, claiming, _NO_SEED)
    if not is_digest(command.seed) or commitment_of(command.seed) != draw.latest_seed:
        return Refused("seed_not_committed", claiming, "this is not the next secret of the draw")
    mixed = mixed_with_shares(draw.digest, share=draw.share.value, public=pending.public.value)
    stream, tickets = Stream(command.seed, mixed), in_the_draw(promotion)
    ticket = tickets.draw(stream)
    drawn = v.WinnerDrawn(
        len(promotion.winners) + 1, winner.unit, ticket, tickets.owner(ticket), given.signature,
        clauses, used=stream.used, instead_of=winner.number, reason=pending.reason,
    )  # fmt: skip
    return Accepted((v.SeedRevealed(command.seed, "", given.signature, clauses), drawn))


def _over(promotion: Promotion, pending: Again, given: Given) -> bool:
    """Whether the reason to draw a prize again has gone since: the winner has claimed it."""
    winner = promotion.winners[pending.winner - 1]
    order = v.RedrawPrize(pending.winner, pending.reason)
    return _may_not_redraw(promotion, winner, order, given) is not None


def _may_not_redraw(
    promotion: Promotion, winner: Winner, command: v.RedrawPrize, given: Given
) -> Refused | None:
    """Only for a reason that the terms give, and only once that reason is there."""
    terms, claiming = promotion.conditions.redraw, promotion.rules[0].terms["claiming"]
    if command.reason not in terms.reasons:
        listed = ", ".join(terms.reasons) or "no reason"
        sentence = f"the terms have a prize drawn again for {listed}, not as {command.reason}"
        return Refused("redraw_not_in_terms", claiming, sentence)
    last = winner.drawn.at_us + terms.hours * HOUR_US
    reasons = {
        ABSENT: winner.status == DRAWN and promotion.conditions.present is True,
        UNCLAIMED: winner.status == DRAWN and given.at_us > last,
        REFUSED: winner.status == REFUSED,
    }
    if reasons[command.reason]:
        return None
    detail = {
        ABSENT: "nobody need be present, or the winner was",
        UNCLAIMED: f"the prize can be claimed until {time_text(last)}",
        REFUSED: "no claim of this winner was refused",
    }
    return Refused("no_ground_to_redraw", claiming, detail[command.reason])


# What comes after


@part.decides(
    v.PublishResults, by=PROMOTERS, slot=lambda rules: rules.terms["publication"], stages=(RUNNING,)
)
def _publish(promotion: Promotion, command: v.PublishResults, given: Given) -> Ruling:
    publication = promotion.rules[0].terms["publication"]
    if promotion.draw.completed is None:
        return Refused("draw_not_made", publication, "the draw has not been made")
    refused = unsigned(promotion) or held(promotion, "draw")
    if refused:
        return refused
    clauses = promotion.clauses(lambda rules: rules.terms["publication"])
    return Accepted((v.ResultsPublished(command.where, given.signature, clauses),))


# Facts


@part.folds(v.SeedCommitted)
def _committed(promotion: Promotion, event: v.SeedCommitted) -> None:
    promotion.draw.commitment, promotion.draw.committed = event.commitment, event.by


@part.folds(v.SeedRevealed)
def _revealed(promotion: Promotion, event: v.SeedRevealed) -> None:
    if pending := promotion.draw.pending:
        pending.seed = event.seed
    else:
        promotion.draw.seed, promotion.draw.word = event.seed, event.word


@part.folds(v.RedrawAsked)
def _redraw_asked(promotion: Promotion, event: v.RedrawAsked) -> None:
    asked = Again(event.winner, event.reason, event.by, event.at_us)
    promotion.draw.again.append(asked)


@part.folds(v.WinnerDrawn)
def _drawn(promotion: Promotion, event: v.WinnerDrawn) -> None:
    promotion.winners.append(
        Winner(event.winner, event.unit, event.ticket, event.person, event.by,
               instead_of=event.instead_of, reason=event.reason, witnesses=event.witnesses)
    )  # fmt: skip
    promotion.draw.used = max(event.used, promotion.draw.used)
    if pending := promotion.draw.pending:
        pending.drawn = event.by
    if event.instead_of:
        promotion.winners[event.instead_of - 1].status = REDRAWN
        promotion.draw.signed = promotion.draw.published = None


@part.folds(v.DrawCompleted)
def _complete(promotion: Promotion, event: v.DrawCompleted) -> None:
    promotion.draw.completed, promotion.draw.unawarded = event.by, event.unawarded


@part.folds(v.ResultsPublished)
def _published(promotion: Promotion, event: v.ResultsPublished) -> None:
    promotion.draw.published, promotion.draw.published_where = event.by, event.where
