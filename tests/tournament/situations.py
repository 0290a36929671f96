"""Situations that every document rules on: each says what came of it, and by which clause.

A situation is given a desk on which nothing has been drafted, and answers with a few words and a
clause. What is right under which document is typed in the tables of the tests, by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from houseway.games.events import Event
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused, Ruling
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from houseway.tournament.conditions import not_cleared_for_play
from houseway.tournament.terms import Breakdown, BuyBack, Stage, Ties
from tests.tournament.desk import DAY, FINAL, HEATS, MANAGER, START, WORDS, Desk, conditions

Outcome = tuple[str, str]
SITUATIONS: dict[str, Callable[[Desk], Outcome]] = {}


def situation(name: str) -> Callable[[Callable[[Desk], Outcome]], Callable[[Desk], Outcome]]:
    def named(told: Callable[[Desk], Outcome]) -> Callable[[Desk], Outcome]:
        SITUATIONS[name] = told
        return told

    return named


def of(ruling: Ruling | None) -> Outcome:
    """A refusal by its code; what was accepted by its last fact."""
    if ruling is None:
        return "nothing to say", ""
    if isinstance(ruling, Refused):
        assert ruling.detail, ruling
        return ruling.code, str(ruling.clause or "")
    return fact(ruling.events[-1])


def fact(event: Event, words: str = "") -> Outcome:
    clause = str(getattr(event, "clause", ""))
    return words or type(event).__name__, clause


# Who is in charge


@situation("a supervisor opens the tournament")
def _(desk: Desk) -> Outcome:
    fresh = Desk(desk.slug, opened=False)
    return of(fresh.ask(v.OpenTournament(desk.slug, "Spring", "Dora"), Role.GAMING_SUPERVISOR))


@situation("the operator names nobody in charge")
def _(desk: Desk) -> Outcome:
    fresh = Desk(desk.slug, opened=False)
    return of(fresh.ask(v.OpenTournament(desk.slug, "Spring", "", "L-1"), MANAGER, "Gita"))


@situation("somebody in charge without a licence")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.NominateDirector("Eli"), MANAGER, "Gita"))


@situation("a director who was not nominated")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug)), actor="Ben"))


@situation("a director who was replaced gives an order")
def _(desk: Desk) -> Outcome:
    desk.do(v.NominateDirector("Eli", "L-2"), MANAGER, "Gita")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug))))


@situation("an assistant is named")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.NameAssistant("Eli", "counting")))


@situation("an assistant gives a director's order")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    desk.do(v.NameAssistant("Eli", "counting"))
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


@situation("an assistant gives an order that the conditions leave to assistants")
def _(desk: Desk) -> Outcome:
    desk.cleared(delegated=("CloseEntries",))
    desk.do(v.NameAssistant("Eli", "counting"))
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


@situation("one more person in the office gives a director's order")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    desk.do(v.NominateDirector("Eli"), MANAGER, "Gita")
    return of(desk.ask(e.CloseEntries(), Role.ASSISTANT_TO_DIRECTOR, "Eli"))


# What the conditions lack


_LACKING: dict[str, dict[str, Any]] = {
    "start": {"starts_us": 0},
    "structure": {"stages": (msgspec.structs.replace(HEATS, rounds=0), FINAL)},
    "sessions": {"stages": (msgspec.structs.replace(HEATS, rounds=0), FINAL)},
    "tables": {"stages": (msgspec.structs.replace(HEATS, tables=0), FINAL)},
    "fee": {"fee": None, "commission": None},
    "commission": {"commission": None},
    "chips": {"stages": (msgspec.structs.replace(HEATS, chips=0), FINAL)},
    "limits": {"stages": (msgspec.structs.replace(HEATS, minimum=0), FINAL)},
    "numbers": {"most": None},
    "breakdown": {"breakdown": None},
    "perfect pairs": {"perfect_pairs": None},
    "level": {"ties": Ties(final="share")},
    "final tie": {"ties": Ties(session="rounds")},
    "points": {
        "stages": (msgspec.structs.replace(FINAL, points=(3, 1)),),
        "ties": Ties(session="share points", points="share"),
        "answers": {**WORDS, "progress": "none", "level": "none"},
    },
    "level points": {
        "stages": (msgspec.structs.replace(FINAL, points=(3, 1)),),
        "ties": Ties(points="share"),
        "answers": {
            **{key: said for key, said in WORDS.items() if "points" not in key},
            **dict.fromkeys(("progress", "level", "final tie"), "none"),
        },
    },
}


def _without(key: str) -> Callable[[Desk], Outcome]:
    """The conditions without one item, and everything else said."""

    def told(desk: Desk) -> Outcome:
        changes = dict(_LACKING.get(key, {}))
        if key not in ("points", "commission", "level points"):
            changes["answers"] = {name: said for name, said in WORDS.items() if name != key}
        desk.draft(**changes)
        return of(desk.ask(v.PublishConditions()))

    return told


for _key in (*WORDS, *_LACKING, "progress"):
    SITUATIONS[f"conditions without {_key}"] = _without(_key)


@situation("points are given, and the item says none")
def _(desk: Desk) -> Outcome:
    return _without("points")(desk)


@situation("people go on, and the item says none")
def _(desk: Desk) -> Outcome:
    desk.draft(answers={**WORDS, "progress": "none"})
    return of(desk.ask(v.PublishConditions()))


@situation("conditions that lack everything")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.PublishConditions()))


# What happens to the conditions


@situation("the Inspector approves")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(1, "INS 4"), Role.INSPECTOR, "Ines"))


@situation("the director approves")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(1, "INS 4")))


@situation("another version is approved")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.ApproveConditions(2, "INS 4"), Role.INSPECTOR, "Ines"))


@situation("play without approval")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    return of(not_cleared_for_play(desk.tournament))


@situation("play after approval")
def _(desk: Desk) -> Outcome:
    desk.cleared()
    return of(not_cleared_for_play(desk.tournament))


@situation("play after a change")
def _(desk: Desk) -> Outcome:
    desk.cleared().draft(least=3)
    return of(not_cleared_for_play(desk.tournament))


@situation("the conditions are published")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.PublishConditions()))


@situation("the Commission is notified")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(v.NotifyCommission("letter 7")))


@situation("entries open before publication")
def _(desk: Desk) -> Outcome:
    desk.draft()
    return of(desk.ask(e.OpenEntries()))


@situation("entries open before notification")
def _(desk: Desk) -> Outcome:
    desk.draft()
    desk.do(v.PublishConditions())
    return of(desk.ask(e.OpenEntries()))


@situation("entries open")
def _(desk: Desk) -> Outcome:
    return fact_of_kind(desk, e.EntriesOpened, lambda: desk.cleared())


def fact_of_kind(desk: Desk, kind: type[Event], act: Callable[[], Any]) -> Outcome:
    """The fact of one kind among those that an act made."""
    seen: list[Event] = []
    before = desk.do

    def watching(*given: Any, **more: Any) -> tuple[Event, ...]:
        events = before(*given, **more)
        seen.extend(events)
        return events

    desk.do = watching  # type: ignore[method-assign]
    act()
    desk.do = before  # type: ignore[method-assign]
    return fact(next(each for each in seen if isinstance(each, kind)))


@situation("an entry after changed conditions")
def _(desk: Desk) -> Outcome:
    desk.cleared().draft(least=3)
    return of(desk.ask(desk.application("Ana")))


@situation("a change of the conditions once the first session has begun")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana", "Ben")
    desk.played(0, {"1": (1,), "2": (2,)})
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, least=3))))


@situation("a change of the fee once fees were paid")
def _(desk: Desk) -> Outcome:
    desk.cleared().enter("Ana")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, fee=3000))))


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
    _two(desk).awarded()
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


# Counts and places


def _four(desk: Desk, **changes: Any) -> Desk:
    desk.cleared(**changes).enter("Ana", "Ben", "Chen", "Finn")
    return desk


def _two(desk: Desk) -> Desk:
    """Ana and Ben in a final that Ana won, 150 to 90."""
    desk.cleared(stages=(FINAL,), **_no_heats(desk)).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 150, 2: 90})
    desk.confirm()
    return desk


def _no_heats(desk: Desk) -> dict[str, Any]:
    return {"answers": {**WORDS, "progress": "none", "level": "none"}}


@situation("a count that leaves somebody out")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70}), Role.DEALER, "Eli"))


@situation("a count of somebody who is out")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)}, (desk.out(1, 2),))
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli"))


@situation("a count that the record of the table denies")
def _(desk: Desk) -> Outcome:
    session = _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    session.modes, session.chips = {"1": "conducted"}, {1: 55, 2: 60, 3: 70, 4: 80}
    return of(desk.ask(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli"))


@situation("a dealer confirms the counts")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.do(r.RecordCounts(1, {1: 50, 2: 60, 3: 70, 4: 80}), Role.DEALER, "Eli")
    return of(desk.ask(r.ConfirmCounts(1), Role.DEALER, "Eli"))


@situation("one goes on from each table")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 50, 2: 60, 3: 80, 4: 70})
    done = desk.confirm()
    return fact(done, f"{list(done.advancing)} go on")


@situation("level for the one place to go on")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 60, 2: 60, 3: 80, 4: 70})
    return of(desk.ask(r.ConfirmSession(1, share=True)))


@situation("level for the one place until the second round")
def _(desk: Desk) -> Outcome:
    """After 50 and 50 they go on; 70 beats 40."""
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    desk.counted({1: 60, 2: 60, 3: 80, 4: 70})
    desk.do(r.OrderAdditionalRounds(1, (2, 1)))
    first = desk.do(r.RecordAdditionalRound(1, {1: 50, 2: 50}), Role.DEALER, "Eli")[-1]
    assert isinstance(first, r.AdditionalRoundCounted)
    assert first.still == (1, 2)
    second = desk.do(r.RecordAdditionalRound(1, {1: 40, 2: 70}), Role.DEALER, "Eli")[-1]
    return fact(second, f"{list(desk.confirm().advancing)} go on")


@situation("level on places on which nothing hangs")
def _(desk: Desk) -> Outcome:
    _nothing_hangs(desk)
    return of(desk.ask(r.ConfirmSession(1)))


@situation("level on places on which nothing hangs, shared by decision")
def _(desk: Desk) -> Outcome:
    _nothing_hangs(desk)
    done = desk.confirm(share=True)
    places = {each.entry: (each.first, each.last) for each in done.placings}
    return fact(done, f"{places[2]} {places[3]}")


def _nothing_hangs(desk: Desk) -> None:
    """One table, one goes on: Ana has most, Ben and Chen are level behind her."""
    _four(desk).played(0, {"1": (1, 2, 3, 4)})
    desk.counted({1: 90, 2: 60, 3: 60, 4: 10})


@situation("level on the first two prizes at the end of the final")
def _(desk: Desk) -> Outcome:
    _level_final(desk)
    return of(desk.ask(r.ConfirmSession(1)))


def _level_final(desk: Desk, **changes: Any) -> None:
    desk.cleared(stages=(FINAL,), **_no_heats(desk), **changes).enter("Ana", "Ben", "Chen")
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 90, 3: 10})


@situation("level on the first two prizes, which are shared")
def _(desk: Desk) -> Outcome:
    """The pool is 3 x 24.80 = 74.40: half and three tenths of it are 59.52, or 29.76 each."""
    _level_final(desk)
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    shared = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(shared, f"{amounts[1]} {amounts[2]} {amounts[3]}")


@situation("level on two prizes, which are played for")
def _(desk: Desk) -> Outcome:
    _level_final(desk, ties=Ties(session="rounds", final="rounds"))
    return of(desk.ask(r.OrderAdditionalRounds(1, (1, 2))))


@situation("all who play on for a prize fall below the minimum at once")
def _(desk: Desk) -> Outcome:
    """The minimum is 10: with 5 and 5 left they share places 1 and 2."""
    _level_final(desk)
    desk.do(r.OrderAdditionalRounds(1, (1, 2)))
    desk.do(r.RecordAdditionalRound(1, {1: 5, 2: 5}), Role.DEALER, "Eli")
    desk.confirm(share=True)
    events = desk.do(r.AwardPrizes())
    shared = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(shared, f"places {shared.first} to {shared.last}: {shared.amount}")


def _together(desk: Desk) -> tuple[Event, ...]:
    """Ana wins; Ben and Chen go out in round 7, Finn in round 3.

    The pool is 4 x 24.80 = 99.20 (4 x 27.55 = 110.20 without commission). Ben: 4 chips left, Chen
    none, Ben staked 30 and Chen 40, Ben's chips were collected first.
    """
    desk.cleared(stages=(FINAL,), **_no_heats(desk)).enter("Ana", "Ben", "Chen", "Finn")
    outs = (
        desk.out(4, 3, chips=9, stake=10, order=1),
        desk.out(2, 7, chips=4, stake=30, order=1),
        desk.out(3, 7, chips=0, stake=40, order=2),
    )
    desk.played(0, {"1": (1, 2, 3, 4)}, outs)
    desk.counted({1: 200})
    desk.confirm()
    return desk.do(r.AwardPrizes())


@situation("two go out in one round with prizes at stake")
def _(desk: Desk) -> Outcome:
    events = _together(desk)
    amounts = {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}
    second = next(each for each in events if isinstance(each, r.PrizeAwarded) and each.entry == 2)
    return fact(second, f"{amounts[1]} {amounts[2]} {amounts[3]}")


def _two_out(desk: Desk, one: tuple[int, int, int], other: tuple[int, int, int]) -> Outcome:
    """Ben and Chen go out in round 7 with so many chips left, such a wager, removed in order."""
    _four(desk, **{"stages": (FINAL,), **_no_heats(desk)})
    outs = tuple(
        desk.out(entry, 7, chips=left, stake=stake, order=order)
        for entry, (left, stake, order) in ((2, one), (3, other))
    )
    desk.played(0, {"1": (1, 2, 3, 4)}, outs)
    desk.counted({1: 200, 4: 50})
    done = desk.confirm()
    places = {each.entry: each for each in done.placings}
    return fact(places[2], f"{places[2].first} {places[3].first}")


@situation("two out in one coup: more chips left stands higher")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (3, 10, 1), (2, 40, 2))


@situation("two out in one coup, chips left equal: the smaller wager is out first")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (0, 30, 2), (0, 20, 1))


@situation("two out in one coup, wagers equal: the one whose chips went first is out first")
def _(desk: Desk) -> Outcome:
    return _two_out(desk, (0, 30, 2), (0, 30, 1))


@situation("level with nothing at the end")
def _(desk: Desk) -> Outcome:
    """No play-off at zero: Ben staked 40, Chen 30, so Chen was out first."""
    _four(desk, **{"stages": (FINAL,), **_no_heats(desk)}).played(0, {"1": (1, 2, 3, 4)})
    emptied = (r.Emptied(2, 40), r.Emptied(3, 30))
    desk.counted({1: 200, 2: 0, 3: 0, 4: 50}, emptied=emptied)
    done = desk.confirm()
    places = {each.entry: each for each in done.placings}
    return fact(places[2], f"{places[2].first} {places[3].first}")


@situation("level with nothing, and nobody says what they wagered")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2, 3, 4)})
    return of(desk.ask(r.RecordCounts(1, {1: 9, 2: 0, 3: 0, 4: 5}), Role.DEALER, "Eli"))


# Points


def _points(desk: Desk, **changes: Any) -> Desk:
    """Two sessions for points 5, 3, 1; nobody goes on, all play both."""
    one = msgspec.structs.replace(FINAL, name="first", kind="heat", points=(5, 3, 1))
    two = msgspec.structs.replace(FINAL, name="second", points=(5, 3, 1))
    stages: tuple[Stage, ...] = (one, two)
    answers = {
        **{key: said for key, said in WORDS.items() if "points" not in key},
        "progress": "none", "level": "none", "final tie": "none",
    }  # fmt: skip
    ties = changes.pop("ties", Ties(session="share points", points="share"))
    desk.cleared(stages=stages, ties=ties, answers=answers, **changes)
    return desk.enter("Ana", "Ben", "Chen")


@situation("points of equal chips are added and divided")
def _(desk: Desk) -> Outcome:
    """Ben and Chen level behind Ana: 3 + 1 = 4 points, 2 each."""
    _points(desk).played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 60})
    done = desk.confirm()
    told = " ".join(f"{each.points[0]}/{each.points[1]}" for each in done.placings)
    return fact(done.placings[1], told)


@situation("points over two sessions decide")
def _(desk: Desk) -> Outcome:
    """Ana 5 + 1 = 6, Ben 3 + 5 = 8, Chen 1 + 3 = 4."""
    _points(desk).played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 50})
    desk.confirm()
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 10, 2: 60, 3: 50})
    desk.confirm()
    events = desk.do(r.AwardPrizes())
    places = {each.entry: each for each in events if isinstance(each, r.PlaceAwarded)}
    return fact(places[1], " ".join(str(places[each].first) for each in (1, 2, 3)))


def _equal_points(desk: Desk, method: str) -> Desk:
    """Ana 5 + 3, Ben 3 + 5: eight each."""
    _points(desk, ties=Ties(session="share points", points=method))  # type: ignore[arg-type]
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 90, 2: 60, 3: 50})
    desk.confirm()
    desk.played(1, {"1": (1, 2, 3)})
    desk.counted({1: 60, 2: 90, 3: 50})
    desk.confirm()
    return desk


@situation("equal points, and the conditions share the prizes")
def _(desk: Desk) -> Outcome:
    """59.52 for the first two places, 29.76 each."""
    events = _equal_points(desk, "share").do(r.AwardPrizes())
    shared = [each for each in events if isinstance(each, r.PrizeAwarded)]
    return fact(shared[0], " ".join(str(each.amount) for each in shared))


@situation("equal points, and the conditions have them play on")
def _(desk: Desk) -> Outcome:
    return of(_equal_points(desk, "rounds").ask(r.AwardPrizes()))


@situation("equal points, and an additional round decides")
def _(desk: Desk) -> Outcome:
    _equal_points(desk, "rounds").do(r.OrderAdditionalRounds(2, (1, 2)))
    desk.do(r.RecordAdditionalRound(2, {1: 20, 2: 30}), Role.DEALER, "Eli")
    events = desk.do(r.AwardPrizes())
    first = next(each for each in events if isinstance(each, r.PrizeAwarded))
    return fact(first, f"entry {first.entry} first with {first.amount}")


@situation("conditions that choose what separates the level")
def _(desk: Desk) -> Outcome:
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, ties=Ties(session="rounds")))))


@situation("a shared place that would decide who goes on")
def _(desk: Desk) -> Outcome:
    ties = Ties(session="share", final="share")
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, ties=ties))))


# Prizes


@situation("a prize table over 100 %")
def _(desk: Desk) -> Outcome:
    table = Breakdown(hundredths=(5000, 3000, 2001))
    return of(desk.ask(v.DraftConditions(conditions(desk.slug, breakdown=table))))


@situation("the pool is awarded")
def _(desk: Desk) -> Outcome:
    """Two fees of 24.80 make 49.60: 24.80, 14.88, and 9.92 for a third who is not there.

    What nobody takes goes to the first: 34.72. Without commission 55.10: 27.55, 16.53, 11.02,
    so 38.57 to the first.
    """
    events = _two(desk).do(r.AwardPrizes())
    prizes = [each for each in events if isinstance(each, r.PrizeAwarded)]
    return fact(prizes[0], " ".join(str(each.amount) for each in prizes))


@situation("amounts that are not the pool")
def _(desk: Desk) -> Outcome:
    changes = {"breakdown": Breakdown(amounts=(3000, 1000)), **_no_heats(desk)}
    desk.cleared(stages=(FINAL,), **changes).enter("Ana", "Ben")
    desk.played(0, {"1": (1, 2)})
    desk.counted({1: 150, 2: 90})
    desk.confirm()
    return of(desk.ask(r.AwardPrizes()))


@situation("closing with a prize unpaid")
def _(desk: Desk) -> Outcome:
    _two(desk).awarded()
    desk.operator(r.PayPrize(1, "slip 1"))
    return of(desk.ask(r.CloseTournament()))


@situation("closing with all paid")
def _(desk: Desk) -> Outcome:
    _two(desk).awarded()
    for entry in (1, 2):
        desk.operator(r.PayPrize(entry, f"slip {entry}"))
    closed = desk.do(r.CloseTournament())[-1]
    assert isinstance(closed, r.TournamentClosed)
    return fact(closed, f"prizes {closed.prizes}, commission {closed.commission}")


@situation("prizes before the places are confirmed")
def _(desk: Desk) -> Outcome:
    _four(desk).played(0, {"1": (1, 2), "2": (3, 4)})
    return of(desk.ask(r.AwardPrizes()))


# What only some documents have


def _drafted_with(**changes: Any) -> Callable[[Desk], Outcome]:
    return lambda desk: of(desk.ask(v.DraftConditions(conditions(desk.slug, **changes))))


SITUATIONS["conditions with pass cards"] = _drafted_with(pass_cards=3)
SITUATIONS["conditions with undisclosed wagers"] = _drafted_with(undisclosed=1)
SITUATIONS["conditions that choose the order"] = _drafted_with(ordered=True)
SITUATIONS["conditions with Perfect Pairs"] = _drafted_with(perfect_pairs=True)
SITUATIONS["conditions with points"] = _drafted_with(
    stages=(msgspec.structs.replace(FINAL, points=(3, 1)),)
)
