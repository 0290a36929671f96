"""What every document lets the house do about a round, a person or a dispute.

Written once; each game says which of its clauses answers each question (`Provisions`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import May, accept
from houseway.games.layout import HasRound, Layout
from houseway.games.machine import Row, under
from houseway.games.tokens import EVOLVE, HasTokens, Tokens, held
from houseway.rulebook.document import Clause, document_cited
from houseway.rulebook.roles import EVERYBODY, PATRONS, RANK, STAFF, Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.rulebook.shown import conduct

# Money that has moved already and must move otherwise: nobody's chips go below nothing.

Moved = e.Settlement | e.SettlementReversed | e.SettlementUndone | e.SettlementCorrected


class _Account(Struct):
    """Where chips and tokens would be."""

    layout: Layout
    tokens: Tokens
    round: int


def with_shortfalls(play: HasRound, events: Iterable[Moved]) -> list[e.Event]:
    """What one decision moves, gains before losses, with what a patron cannot give back.

    Counted chips never go below nothing (reading G9), and tokens are no chips. What a patron gets
    by a later correction of the same wager first makes up for what was not given back then.
    """
    account = _copied(play)
    moved: list[e.Event] = []
    for event in sorted(events, key=lambda each: _gain(each) < 0):
        event = _made_up_for(account.layout, event)
        EVOLVE[type(event)](account, event)
        patron = _patron(event)
        short = held(account, patron).total - account.layout.chips[patron]
        if short > 0 and patron in account.layout.counted:
            account.layout.chips[patron] += short
            event = replace(event, shortfall=short)
        moved.append(event)
    return moved


def _made_up_for(layout: Layout, event: Moved) -> Moved:
    """The event with as much of an earlier shortfall taken off as the patron gets by it."""
    if not isinstance(event, e.SettlementReversed | e.SettlementCorrected):
        return event
    line = event.after if isinstance(event, e.SettlementCorrected) else event
    owed = layout.short_in(event.round, (line.patron, line.box, line.wager))
    recovered = min(owed, max(_gain(event), 0))
    return replace(event, shortfall=-recovered) if recovered else event


def corrections(
    play: HasRound,
    number: int,
    pairs: Iterable[tuple[e.AnySettlement, e.AnySettlement]],
    clause: Clause,
) -> list[e.Event]:
    """Settlements of a round made otherwise: each as it was, and as it should have been."""
    return with_shortfalls(
        play,
        (
            e.SettlementCorrected(number, before, after, 0, clause)
            for before, after in pairs
            if after != before
        ),
    )


def _copied(play: HasRound) -> _Account:
    whole = play.layout
    tokens = play.tokens if isinstance(play, HasTokens) else Tokens()
    account = dataclasses.replace(
        whole,
        wagers=dict(whole.wagers),
        chips=dict(whole.chips),
        settlements=list(whole.settlements),
        past=dict(whole.past),
        short=dict(whole.short),
    )
    copied = Tokens(dict(tokens.held), dict(tokens.staked), dict(tokens.settled))
    return _Account(account, copied, play.round)


def _patron(event: Moved) -> str:
    if isinstance(event, e.SettlementUndone):
        return event.settlement.patron
    return event.after.patron if isinstance(event, e.SettlementCorrected) else event.patron


def _gain(event: Moved) -> int:
    """What the patron gets by it, or less than nothing for what must be given back."""
    if isinstance(event, e.SettlementReversed):
        return event.collected - event.paid
    if isinstance(event, e.SettlementUndone):
        return -_got(event.settlement)
    if isinstance(event, e.SettlementCorrected):
        return _got(event.after) - _got(event.before)
    return _got(event)


def _got(line: e.Settlement) -> int:
    return line.returned + line.paid


UNDECIDED_MOST = 10  # disputes of one patron that wait for a decision at a table
FRAUD = "fraud affecting it"  # the ground that names persons, who may lose their stakes
IMPRACTICAL = "impracticality"


def _no_seats(play: Any) -> int:
    """Nobody asks where a document neither limits the places nor vacates a seat."""
    return 0


def _last_round(play: Any) -> int:
    number: int = play.round
    return number


class Provisions(Struct, frozen=True):
    """The clauses of one document, and the roles that decide under them.

    `grounds` are all on which it lets a result be struck out, each with its clause. `refund` says
    what becomes of the stakes then, and may keep those of persons who acted fraudulently; without
    it all stakes go back. `struck` gives the number of the round whose result can be struck out.
    """

    take_part: Clause
    invalidate: Clause
    grounds: dict[str, Clause]
    void_wagers: Clause
    exclude: Clause
    breach: Clause
    dispute: Clause
    review: Clause
    reversal: Clause  # what a void does to money already paid
    operator: frozenset[Role]
    seats: Callable[[Any], int] = _no_seats
    vacate: Clause | None = None  # None: the document keeps every seat for its patron
    refund: Clause | None = None
    struck: Callable[[Any], int] = _last_round
    breach_loggers: frozenset[Role] = STAFF
    idle_rounds: int = 3
    places: Clause | None = None  # None: the document does not say how many may sit
    lifted: bool = False  # an exclusion from the game may be lifted again
    issued: Callable[[Any], Clause | None] | None = None  # given the table: chips come by issue
    reviewers: frozenset[Role] = frozenset()  # those who decide, or an inspector
    complaint: Clause | None = None  # each decision tells of the right to complain to an inspector
    advised: type[Any] = e.ComplaintAdvised


def void_events(
    play: HasRound, number: int, reason: str, *clauses: Clause, withhold: Iterable[str] = ()
) -> tuple[e.Event, ...]:
    """Every stake of the round goes back and every payment is reversed.

    The house keeps the stakes of a patron named in `withhold`, settled already or not.
    """
    layout, kept = play.layout, frozenset(withhold)
    over = number != play.round or number in layout.past
    live = {} if over else layout.wagers
    done = layout.settled_in(number) if over else layout.settlements
    moved: list[Moved] = [
        *(_returned(key, stake, clauses, kept) for key, stake in live.items()),
        *reversals(number, (line for line in done if line.patron not in kept), clauses),
        *_kept_after_all(number, (line for line in done if line.patron in kept), clauses),
    ]
    return (*with_shortfalls(play, moved), e.RoundVoided(number, reason, clauses[0]))


def _returned(
    key: tuple[str, int, str], stake: int, clauses: tuple[Clause, ...], kept: frozenset[str]
) -> e.Settlement:
    patron, box, wager = key
    if patron in kept:
        return e.WagerForfeited(patron, wager, box, stake, 0, stake, 0, clauses)
    return e.WagerVoided(patron, wager, box, stake, 0, 0, stake, clauses)


def reversals(
    number: int, done: Iterable[e.Settlement], clauses: tuple[Clause, ...]
) -> list[e.SettlementReversed]:
    """Settlements of a round undone, as far as money moved."""
    return [
        e.SettlementReversed(
            number, line.patron, line.wager, line.box, line.stake,
            line.paid, line.collected, 0, clauses,
        )
        for line in done
        if line.paid or line.collected
    ]  # fmt: skip


def _kept_after_all(
    number: int, done: Iterable[e.AnySettlement], clauses: tuple[Clause, ...]
) -> list[e.SettlementCorrected]:
    """Settled stakes that the house keeps, and takes back what it paid on them."""
    return [
        e.SettlementCorrected(number, line, _forfeited(line, clauses), 0, clauses[0])
        for line in done
        if isinstance(line, e.WagerPaid | e.WagerCollected | e.WagerStoodOff)
    ]


def _forfeited(line: e.AnySettlement, clauses: tuple[Clause, ...]) -> e.WagerForfeited:
    key = line.patron, line.wager, line.box
    return e.WagerForfeited(*key, line.stake, 0, line.stake, 0, clauses)


def join(rules: Provisions, play: HasRound, command: c.JoinTable, by: Role) -> Ruling:
    if command.patron in play.layout.excluded:
        return play.layout.barred(command.patron)
    if command.patron in play.layout.idle_rounds:
        return Refused("already_at_table", None, f"{command.patron} is at the table already")
    if rules.places and len(play.layout.seated) >= rules.seats(play):
        taken = f"all {rules.seats(play)} places are taken"
        return Refused("no_place_free", rules.places, taken)
    return accept(e.PatronJoined(command.patron, rules.take_part))


def leave(rules: Provisions, play: HasRound, command: c.LeaveTable, by: Role) -> Ruling:
    if command.patron not in play.layout.idle_rounds:
        return Refused("not_at_table", None, f"{command.patron} is not at the table")
    if play.layout.of(command.patron):
        left = f"{command.patron} has wagers on the layout"
        return Refused("wagers_on_layout", rules.take_part, left)
    return accept(e.PatronLeft(command.patron, rules.take_part))


def bring(rules: Provisions, play: HasRound, command: c.BringChips, by: Role) -> Ruling:
    if command.amount <= 0:
        return Refused("amount_not_positive", None, "chips brought must be more than zero")
    if issued := rules.issued(play) if rules.issued and by == Role.PATRON else None:
        return Refused("chips_are_issued", issued, "tournament chips come by issue alone")
    return accept(e.ChipsBrought(command.patron, command.amount, rules.take_part))


def invalidate(rules: Provisions, play: HasRound, command: c.InvalidateOutcome, by: Role) -> Ruling:
    """Strike out a result on one of the document's grounds, with the facts that it needs."""
    number, ground = rules.struck(play), rules.grounds.get(command.ground)
    if refused := _no_round(play, number, rules.invalidate):
        return refused
    if ground is None:
        known = f"{command.ground} is none of {', '.join(rules.grounds)}"
        return Refused("no_such_ground", rules.invalidate, known)
    if not command.what.strip():
        return Refused("no_reason", ground, f"{command.ground}: say what happened")
    if command.ground == FRAUD and not command.persons:
        return Refused("nobody_named", ground, "name the persons who acted fraudulently")
    if refused := _not_kept(rules, command):
        return refused
    acted = f" by {', '.join(command.persons)}" if command.persons else ""
    reason = f"{command.ground}{acted}: {command.what}"
    clauses = (ground, rules.refund or rules.reversal)
    return accept(*void_events(play, number, reason, *clauses, withhold=command.withhold))


def _not_kept(rules: Provisions, command: c.InvalidateOutcome) -> Refused | None:
    """Why a stake goes back: only persons named as having acted fraudulently lose theirs."""
    if command.withhold and not (rules.refund and command.ground == FRAUD):
        every = "every stake goes back on this ground"
        return Refused("stakes_go_back", rules.refund or rules.reversal, every)
    for patron in command.withhold:
        if patron not in command.persons:
            named = f"{patron} is not named as having acted fraudulently"
            return Refused("nothing_to_forfeit", rules.refund, named)
    return None


def log_breach(rules: Provisions, play: HasRound, command: c.LogBreach, by: Role) -> Ruling:
    """A breach of a rule on conduct is logged under that rule, any other under the general one."""
    if not command.what.strip():
        return Refused("no_facts", rules.breach, f"say what {command.person} did")
    if not command.category:
        return accept(e.BreachLogged(command.person, command.what, rules.breach))
    cite = document_cited(rules.breach)
    if command.category not in conduct(cite):
        known = ", ".join(conduct(cite))
        sentence = f"{command.category} is no rule of conduct: {known}"
        return Refused("no_such_category", rules.breach, sentence)
    return accept(e.BreachLogged(command.person, command.what, cite(command.category)))


def void_wagers(rules: Provisions, play: HasRound, command: c.VoidWagers, by: Role) -> Ruling:
    patron = command.patron
    if not play.layout.has_broken_rules(patron):
        return _not_logged(patron, rules.void_wagers)
    live = play.layout.of(patron)
    if not live:
        return Refused("no_wager_there", None, f"{patron} has no wager on the layout")
    clauses = (rules.void_wagers,)
    return accept(*(_returned(key, stake, clauses, frozenset()) for key, stake in live.items()))


def exclude(rules: Provisions, play: HasRound, command: c.ExcludePatron, by: Role) -> Ruling:
    if not play.layout.has_broken_rules(command.patron):
        return _not_logged(command.patron, rules.exclude)
    if found := play.layout.excluded.get(command.patron):
        return Refused("already_excluded", found.clause, f"{command.patron} is excluded")
    return accept(e.PatronExcluded(command.patron, rules.exclude, by))


def readmit(rules: Provisions, play: HasRound, command: c.ReadmitPatron, by: Role) -> Ruling:
    """By the role that decided it or one above; no table lifts an exclusion from the casino."""
    patron, found = command.patron, play.layout.excluded.get(command.patron)
    if found is None:
        return Refused("not_excluded", rules.exclude, f"{patron} is not excluded")
    if found.clause != rules.exclude:
        elsewhere = f"{patron} is excluded from the casino, which no table lifts"
        return Refused("excluded_from_casino", found.clause, elsewhere)
    if found.office and RANK[by] < RANK[found.office]:
        higher = f"a {found.office} excluded {patron}, and a {by} ranks below"
        return Refused("office_too_low", rules.exclude, higher)
    return accept(e.PatronReadmitted(patron, rules.exclude))


def seats_to_decide(rules: Provisions, play: HasRound) -> tuple[str, ...]:
    """The patrons who have sat out so many rounds that their seat may be required."""
    there = play.layout.idle_rounds
    if rules.vacate is None or len(there) < rules.seats(play):
        return ()
    return tuple(patron for patron, idle in there.items() if idle >= rules.idle_rounds)


def vacate(rules: Provisions, play: HasRound, command: c.VacateSeat, by: Role) -> Ruling:
    idle = play.layout.idle_rounds.get(command.patron)
    if idle is None:
        return Refused("not_at_table", None, f"{command.patron} is not at the table")
    others = f"{len(play.layout.idle_rounds)} of {rules.seats(play)} seats are in use"
    if command.patron not in seats_to_decide(rules, play):
        sat = f"{command.patron} sat out {idle} rounds in a row, and {others}"
        return Refused("seat_may_be_kept", rules.vacate, sat)
    return accept(e.SeatVacated(command.patron, rules.vacate or rules.take_part))


def dispute(rules: Provisions, play: HasRound, command: c.RaiseDispute, by: Role) -> Ruling:
    number = len(play.layout.disputes) + 1
    own = [each for each in play.layout.disputes if each.patron == command.patron]
    if sum(not each.decision for each in own) >= UNDECIDED_MOST:
        many = f"decide a dispute of {command.patron} first: {UNDECIDED_MOST} are open"
        return Refused("too_many_disputes", rules.dispute, many)
    return accept(e.DisputeRaised(number, command.patron, command.claim, rules.dispute))


def decide_dispute(rules: Provisions, play: HasRound, command: c.DecideDispute, by: Role) -> Ruling:
    if refused := _no_dispute(play.layout, command.dispute, rules.dispute):
        return refused
    if play.layout.disputes[command.dispute - 1].decision:
        final = f"dispute {command.dispute} has been decided, and the decision is final"
        return Refused("dispute_decided", rules.dispute, final)
    decided = e.DisputeDecided(command.dispute, command.decision, rules.dispute)
    return accept(decided, *_advised(rules, command.dispute))


def ask_review(rules: Provisions, play: HasRound, command: c.AskReview, by: Role) -> Ruling:
    if refused := _no_dispute(play.layout, command.dispute, rules.review):
        return refused
    if not play.layout.disputes[command.dispute - 1].decision:
        undecided = f"dispute {command.dispute} has not been decided yet"
        return Refused("dispute_undecided", rules.review, undecided)
    return accept(e.ReviewAsked(command.dispute, rules.review))


def record_review(rules: Provisions, play: HasRound, command: c.RecordReview, by: Role) -> Ruling:
    if refused := _no_dispute(play.layout, command.dispute, rules.review):
        return refused
    if not play.layout.disputes[command.dispute - 1].review:
        return Refused("review_not_asked", rules.review, "nobody has asked for that review")
    recorded = e.ReviewRecorded(command.dispute, command.outcome, rules.review)
    return accept(recorded, *_advised(rules, command.dispute))


def _advised(rules: Provisions, dispute: int) -> tuple[e.Event, ...]:
    return (rules.advised(dispute, rules.complaint),) if rules.complaint else ()


def orders(rules: Provisions) -> dict[type[c.Command], May]:
    """The commands of the general provisions, for a game's table of commands."""
    people = PATRONS | STAFF | rules.operator
    # Reading TP2: where the Director decides, the Director's assistants may seat people too.
    directed = Role.TOURNAMENT_DIRECTOR in rules.operator
    reviewers = rules.reviewers or rules.operator | {Role.INSPECTOR}
    seating = people | {Role.ASSISTANT_TO_DIRECTOR} if directed else people
    return under(
        rules,
        Row(c.VacateSeat, rules.operator, rules.vacate, vacate),
        Row(c.JoinTable, seating, rules.take_part, join),
        Row(c.LeaveTable, seating, rules.take_part, leave),
        Row(c.BringChips, people, rules.take_part, bring),
        Row(c.InvalidateOutcome, rules.operator, rules.invalidate, invalidate),
        Row(c.LogBreach, rules.breach_loggers, rules.breach, log_breach),
        Row(c.VoidWagers, rules.operator, rules.void_wagers, void_wagers),
        Row(c.ExcludePatron, rules.operator, rules.exclude, exclude),
        Row(c.ReadmitPatron, rules.operator, rules.exclude if rules.lifted else None, readmit),
        Row(c.RaiseDispute, EVERYBODY, rules.dispute, dispute),
        Row(c.DecideDispute, rules.operator, rules.dispute, decide_dispute),
        Row(c.AskReview, people, rules.review, ask_review),
        Row(c.RecordReview, reviewers, rules.review, record_review),
    )


def _no_round(play: HasRound, number: int, clause: Clause) -> Refused | None:
    if number == 0:
        return Refused("no_round_yet", clause, "no round has been played")
    if number in play.layout.voided:
        return Refused("round_already_void", clause, f"round {number} is void already")
    return None


def _not_logged(patron: str, clause: Clause) -> Refused:
    missing = f"no breach by {patron} is logged; log it before the sanction"
    return Refused("no_breach_logged", clause, missing)


def _no_dispute(layout: Layout, number: int, clause: Clause) -> Refused | None:
    if 1 <= number <= len(layout.disputes):
        return None
    return Refused("no_such_dispute", clause, f"there is no dispute {number}")
