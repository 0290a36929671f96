"""Situations that every document rules on: entrants and their money.

A situation is given a desk on which nothing has been drafted, and answers with a few words and a
clause. What is right under which document is typed in the tables of the tests, by hand.
"""

from __future__ import annotations

from typing import Any

from houseway.games.events import Event
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import vocabulary as v
from houseway.tournament.terms import BuyBack
from tests.tournament.desk import DAY, MANAGER, START, WORDS, Desk, conditions
from tests.tournament.situations_of_places import finished
from tests.tournament.told import Outcome, fact, of, situation

# Entry


@situation("a commission of 2.75 in a fee of 27.55")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, commission=275))))


@situation("a commission of 2.76 in a fee of 27.55")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, commission=276))))


@situation("entries open without an approved commission")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    desk.do(v.NotifyCommission("letter 7"))
    return of(desk.ask(e.OpenEntries()))


@situation("a second fee takes the commission over the approved amount")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    desk.do(v.NotifyCommission("letter 7"))
    desk.do(e.RecordCommissionApproval("GRC 12", amount=549))  # two fees would bring 550
    desk.do(e.OpenEntries())
    desk.enter("Ana")
    return of(desk.ask(desk.application("Ben")))


@situation("a fee is split")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    taken = desk.do(desk.application("Ana"))[-1]
    assert isinstance(taken, e.FeeTaken)
    accounts = desk.tournament.accounts
    pool, kept = accounts["prize pool"], accounts["commission"]
    return fact(taken, f"pool {pool} commission {kept}")


@situation("a fee of another amount")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(desk.ask(desk.application("Ana", paid=2754)))


@situation("a fee of a cent more")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(desk.ask(desk.application("Ana", paid=2756)))


@situation("a second entry under another name")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana")
    return of(desk.ask(desk.application("Anna", person="id Ana")))


@situation("a ninth entry of at most eight")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana", "Ben", "Chen", "Dora", "Eli", "Finn", "Gita", "Hana")
    return of(desk.ask(desk.application("Ivo")))


@situation("entries close with one of at least two")
def _(desk: Desk) -> Outcome:
    closed = desk.cleared().enter("Ana").do(e.CloseEntries())[0]
    assert isinstance(closed, e.EntriesClosed)
    return fact(closed, f"{closed.entrants} entrants, below the least: {closed.below_least}")


@situation("an entry without a completed form")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(desk.ask(desk.application("Ana", form="")))


@situation("an entry without a copy of the conditions")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(desk.ask(desk.application("Ana", copy_given=False)))


@situation("an entry without the agreement that is required")
def _(desk: Desk) -> Outcome:
    desk.cleared(agreement=True)
    return of(desk.ask(desk.application("Ana", agreement="")))


@situation("an agreement is required")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, agreement=True))))


@situation("somebody who may not gamble")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(desk.ask(desk.application("Ana", eligible=False)))


def _turned_away(desk: Desk, ground: e.Ground) -> Outcome:
    return of(desk.ask(e.TurnAway("id Ana", "Ana", ground, "the list of the casino")))


@situation("turned away as not allowed to gamble")
def _(desk: Desk) -> Outcome:
    return _turned_away(desk.cleared(), "may not gamble")


@situation("turned away at will, which the conditions keep open")
def _(desk: Desk) -> Outcome:
    return _turned_away(
        desk.cleared(refuse_any=True, answers=_but("refuse any")), "any application"
    )


@situation("turned away at will, which the conditions do not keep open")
def _(desk: Desk) -> Outcome:
    return _turned_away(desk.cleared(), "any application")


@situation("turned away by the criteria of the conditions")
def _(desk: Desk) -> Outcome:
    return _turned_away(desk.cleared(criteria="members", answers=_but("criteria")), "criteria")


@situation("turned away by criteria that the conditions do not have")
def _(desk: Desk) -> Outcome:
    return _turned_away(desk.cleared(), "criteria")


def _but(key: str) -> dict[str, str]:
    return {name: said for name, said in WORDS.items() if name != key}


# Buying back in


def _eliminated(desk: Desk) -> None:
    """Ana is out in the second round of the heats."""
    desk.enter("Ana", "Ben", "Chen", "Finn")
    desk.played(0, {"1": (1, 2), "2": (3, 4)}, (desk.out(1, 2),))


@situation("buying back in, which the conditions do not have")
def _(desk: Desk) -> Outcome:
    _eliminated(desk.cleared())
    return of(desk.ask(e.BuyBackIn(1, 2755)))


@situation("conditions with buying back in")
def _(desk: Desk) -> Outcome:
    terms = conditions(desk.slug, buy_back=BuyBack(1, 2), answers=_but("buy-back"))
    return of(desk.ask(v.DraftConditions(terms)))


def _once(desk: Desk) -> Desk:
    desk.cleared(buy_back=BuyBack(1, 2), answers=_but("buy-back"))
    _eliminated(desk)
    return desk


@situation("buying back in once, as the conditions have it")
def _(desk: Desk) -> Outcome:
    events = _once(desk).do(e.BuyBackIn(1, 2755))
    entry = desk.tournament.entries[1]
    return fact(events[0], f"{entry.status}, {entry.fees} fees, {entry.paid} paid")


@situation("buying back in twice where once is allowed")
def _(desk: Desk) -> Outcome:
    _once(desk).do(e.BuyBackIn(1, 2755))
    desk.tournament.entries[1].status = "eliminated"
    return of(desk.ask(e.BuyBackIn(1, 2755)))


@situation("buying back in after the last stage that allows it")
def _(desk: Desk) -> Outcome:
    _once(desk).played(1, {"1": (2, 3)})
    return of(desk.ask(e.BuyBackIn(1, 2755)))


# Reserves and substitutes


def _forfeited(desk: Desk) -> Desk:
    """Ana has forfeited her seat; Finn, then Gita, are reserves (entries 3 and 4)."""
    desk.cleared().enter("Ana", "Ben")
    for name in ("Finn", "Gita"):
        desk.do(e.ListReserve(f"id {name}", name))
    late = desk.tournament.rules.sessions.late
    session = desk.played(0, {"1": (1, 2)}, (desk.out(1, 0, "forfeited"),))
    session.round["1"] = 0
    assert late
    return desk


@situation("a reserve is listed")
def _(desk: Desk) -> Outcome:
    return of(desk.cleared().ask(e.ListReserve("id Finn", "Finn")))


@situation("a reserve takes a forfeited seat")
def _(desk: Desk) -> Outcome:
    events = _forfeited(desk).do(e.AdmitReserve(3, 1, 2755))
    seat = desk.tournament.sessions[0].seats[3]
    pool = desk.tournament.accounts["prize pool"]
    return fact(events[0], f"table {seat.table} box {seat.box}, pool {pool}")


@situation("a reserve without the full fee")
def _(desk: Desk) -> Outcome:
    return of(_forfeited(desk).ask(e.AdmitReserve(3, 1, 2000)))


@situation("the second reserve first, without a reason")
def _(desk: Desk) -> Outcome:
    return of(_forfeited(desk).ask(e.AdmitReserve(4, 1, 2755)))


@situation("a reserve for a seat that is taken")
def _(desk: Desk) -> Outcome:
    return of(_forfeited(desk).ask(e.AdmitReserve(3, 2, 2755)))


@situation("a reserve once the first round was played")
def _(desk: Desk) -> Outcome:
    _forfeited(desk).tournament.sessions[0].round["1"] = 1
    return of(desk.ask(e.AdmitReserve(3, 1, 2755)))


@situation("a substitute")
def _(desk: Desk) -> Outcome:
    events = desk.cleared().enter("Ana").do(e.ApproveSubstitute(1, "id Finn", "Finn", "ill"))
    return fact(events[-1], desk.tournament.who(1))


@situation("a substitute is asked for")
def _(desk: Desk) -> Outcome:
    return of(desk.cleared().enter("Ana").ask(e.ApproveSubstitute(1, "id Finn", "Finn", "ill")))


@situation("a substitute who has entered")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana", "Ben")
    return of(desk.ask(e.ApproveSubstitute(1, "id Ben", "Ben", "ill")))


# Money back


def _withdrawn(desk: Desk, at_us: int, **changes: Any) -> Outcome:
    desk.cleared(**changes).enter("Ana")
    events = desk.do(e.WithdrawEntry(1), at_us=at_us)
    return fact(events[0], f"refunded {desk.tournament.entries[1].refunded}")


@situation("withdrawing")
def _(desk: Desk) -> Outcome:
    return _withdrawn(desk, START - DAY)


_IN_TIME = {"refunds": ("withdrawal", "absence"), "withdraw_until_us": START - DAY}


@situation("withdrawing on the last day without penalty")
def _(desk: Desk) -> Outcome:
    return _withdrawn(desk, START - DAY, **_IN_TIME)


@situation("withdrawing a moment too late")
def _(desk: Desk) -> Outcome:
    return _withdrawn(desk, START - DAY + 1, **_IN_TIME)


@situation("a refund is asked for")
def _(desk: Desk) -> Outcome:
    return of(desk.cleared().enter("Ana").ask(e.RefundFee(1, "ill")))


def _disqualified(desk: Desk, clause: str | None, **changes: Any) -> Outcome:
    desk.cleared(**changes).enter("Ana", "Ben")
    desk.tournament.entries[1].status = "disqualified"
    desk.tournament.entries[1].out_by = clause  # type: ignore[assignment]
    return of(desk.ask(e.RefundFee(1, "held up at the hospital")))


@situation("a refund after an absence, which the conditions have")
def _(desk: Desk) -> Outcome:
    return _disqualified(desk, desk.tournament.rules.sessions.late_cancelled, **_IN_TIME)


@situation("a refund after an absence, which the conditions do not have")
def _(desk: Desk) -> Outcome:
    return _disqualified(desk, desk.tournament.rules.sessions.late_cancelled)


@situation("a refund after an infringement")
def _(desk: Desk) -> Outcome:
    return _disqualified(desk, desk.tournament.rules.wagering.contravention, **_IN_TIME)


@situation("cancelling with a forfeited entry")
def _(desk: Desk) -> Outcome:
    """Everything that was ever paid goes back, forfeited or not; what was added goes back too."""
    _ = desk.cleared().enter("Ana", "Ben")
    desk.operator(e.AddToPool(5000))
    desk.tournament.entries[1].status = "forfeited"
    events = desk.operator(e.CancelTournament("flood"))
    refunds = " ".join(str(each.amount) for each in events if isinstance(each, e.FeeRefunded))
    left = sorted(set(desk.tournament.accounts.values()))
    return fact(events[0], f"refunds {refunds}, accounts {left}")


@situation("the director cancels")
def _(desk: Desk) -> Outcome:
    return of(desk.cleared().ask(e.CancelTournament("flood")))


@situation("cancelling after prizes were awarded")
def _(desk: Desk) -> Outcome:
    finished(desk).awarded()
    return of(desk.ask(e.CancelTournament("flood"), MANAGER, "Gita"))


@situation("the operator adds cash")
def _(desk: Desk) -> Outcome:
    events = desk.cleared().operator(e.AddToPool(5000))
    return fact(events[-1], f"pool {desk.tournament.accounts['prize pool']}")


def _guaranteed(desk: Desk, *names: str) -> tuple[Event, ...]:
    desk.cleared(guarantee=10_000, guarantee_entries=3).enter(*names)
    return desk.do(e.CloseEntries())


@situation("a guarantee on three entries, and three came")
def _(desk: Desk) -> Outcome:
    added = _guaranteed(desk, "Ana", "Ben", "Chen")[-1]
    return fact(added, f"pool {desk.tournament.accounts['prize pool']}")


@situation("a guarantee on three entries, and two came")
def _(desk: Desk) -> Outcome:
    _guaranteed(desk, "Ana", "Ben")
    pool = desk.tournament.accounts["prize pool"]
    cancelled = desk.operator(e.CancelTournament("too few"))[0]
    return fact(cancelled, f"pool {pool}, then cancelled")


@situation("a guaranteed pool")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, guarantee=10_000))))
