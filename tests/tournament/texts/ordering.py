"""The orders of a tournament as a text gives them: people by name, in the newest session."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from houseway.equipment.chips import dollars
from houseway.games import playable
from houseway.games.commands import Command
from houseway.games.fields import Held
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import session_vocabulary as s
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from houseway.tournament.state import CONFIRMED, Seat, Tournament
from tests.tournament.texts.saying import Moment

Groups = dict[str, Any]


class Desk:
    """Where an order is given: the tournament as it is now, and the clock."""

    def __init__(self, tournament: Tournament, moment: Moment) -> None:
        self.tournament = tournament
        self.moment = moment

    @property
    def session(self) -> int:
        """The first that is not over, or the last."""
        sessions = self.tournament.sessions
        under_way = (each.number for each in sessions if each.phase != CONFIRMED)
        return next(under_way, len(sessions))

    def entry(self, name: str) -> int:
        """By the name that is called out; a number no one has for a stranger."""
        for each in self.tournament.entries.values():
            if each.name == name:
                return each.number
        return 99

    def amounts(self, text: str) -> dict[int, Held]:
        """`Ana 110, Ben 90`."""
        pairs = (each.split() for each in text.split(", "))
        return {self.entry(name): int(amount) for name, amount in pairs}

    def entries(self, text: str) -> tuple[int, ...]:
        return tuple(self.entry(name) for name in text.split(", "))

    def seat(self, text: str) -> Seat:
        """`2/5`: box 5 of table 2."""
        table, _, box = text.partition("/")
        return Seat(table, int(box))


def boxes(text: str) -> tuple[int, ...]:
    """`1-4` or `1 3 5`."""
    first, dash, last = text.partition("-")
    return tuple(range(int(first), int(last) + 1)) if dash else tuple(map(int, text.split()))


def order(desk: Desk, text: str) -> Command:
    for pattern, make in _ORDERS:
        found = re.fullmatch(pattern, text)
        if found:
            return make(desk, {**found.groupdict()})
    raise AssertionError(f"no order reads {text!r}")


_ORDERS: list[tuple[str, Callable[[Desk, Groups], Command]]] = []


def patterns() -> list[str]:
    """Every sentence that is an order, as it is read."""
    return [pattern for pattern, _ in _ORDERS]


def reads(pattern: str) -> Callable[[Callable[[Desk, Groups], Command]], None]:
    def named(make: Callable[[Desk, Groups], Command]) -> None:
        _ORDERS.append((pattern, make))

    return named


def plain(pattern: str, make: Callable[[Desk, Groups], Command]) -> None:
    _ORDERS.append((pattern, make))


# Who is in charge, and the conditions


def _opening(desk: Desk, g: Groups) -> Command:
    """Published when it was made, where the text says no other day; `-` is not entered at all."""
    opened = v.OpenTournament(g["slug"], g["title"], g["who"], g["licence"] or "")
    if not g["day"]:
        return simulated(opened) if playable(g["slug"]) else opened
    return replace(opened, published=g["day"].strip("-"), reference=g["reference"])


plain(
    r"open a tournament of (?P<slug>\S+) called (?P<title>.+?) under (?P<who>\w*)"
    r"(?: with licence (?P<licence>\S+))?(?: published (?P<day>\S+) as (?P<reference>\w+))?",
    _opening,
)
plain(
    r"nominate (?P<who>\w+) as director(?: with licence (?P<licence>\S+))?",
    lambda desk, g: v.NominateDirector(g["who"], g["licence"] or ""),
)
plain(
    r"name (?P<who>\w+) as assistant for (?P<scope>.+)",
    lambda desk, g: v.NameAssistant(g["who"], g["scope"]),
)
plain(
    r"approve version (?P<n>\d+): (?P<ref>.+)",
    lambda desk, g: v.ApproveConditions(int(g["n"]), g["ref"]),
)
plain(r"publish the conditions", lambda desk, g: v.PublishConditions())
plain(r"notify the Commission: (?P<by>.+)", lambda desk, g: v.NotifyCommission(g["by"]))
plain(
    r"record the approved commission of (?P<share>\S+) %: (?P<ref>.+)",
    lambda desk, g: e.RecordCommissionApproval(g["ref"], hundredths=dollars(g["share"])),
)
plain(
    r"record the approved commission of (?P<amount>[\d.]+): (?P<ref>.+)",
    lambda desk, g: e.RecordCommissionApproval(g["ref"], amount=dollars(g["amount"])),
)
plain(r"undo: (?P<why>.+)", lambda desk, g: v.UndoLast(g["why"]))


# Entrants and their money

plain(r"open the entries", lambda desk, g: e.OpenEntries())
plain(r"close the entries", lambda desk, g: e.CloseEntries())


@reads(
    r"enter (?P<name>\w+)(?: by the papers of (?P<person>\w+))?(?: for (?P<paid>\S+))?"
    r"(?: without (?:the |a )?(?P<lacks>form|copy|agreement))?(?P<barred>, who may not gamble)?"
)
def _(desk: Desk, g: Groups) -> Command:
    paid = dollars(g["paid"]) if g["paid"] else desk.tournament.conditions.fee or 0
    lacks = g["lacks"]
    return e.AcceptEntry(
        g["person"] or g["name"], g["name"], paid, "" if lacks == "form" else "form",
        "" if lacks == "agreement" else "signed", not g["barred"], lacks != "copy",
    )  # fmt: skip


@reads(r"turn away (?P<name>\w+), (?P<ground>may not gamble|any application|criteria): (?P<why>.+)")
def _(desk: Desk, g: Groups) -> Command:
    return e.TurnAway(g["name"], g["name"], g["ground"], g["why"])


plain(r"list (?P<name>\w+) as reserve", lambda desk, g: e.ListReserve(g["name"], g["name"]))


@reads(
    r"admit (?P<name>\w+) instead of (?P<gone>\w+)(?: for (?P<paid>[\d.]+))?(?:: (?P<reason>.+))?"
)
def _(desk: Desk, g: Groups) -> Command:
    paid = dollars(g["paid"]) if g["paid"] else desk.tournament.conditions.fee or 0
    reserve, gone = desk.entry(g["name"]), desk.entry(g["gone"])
    return e.AdmitReserve(reserve, gone, paid, "signed", g["reason"] or "")


plain(
    r"approve (?P<name>\w+) as substitute for (?P<gone>\w+): (?P<why>.+)",
    lambda desk, g: e.ApproveSubstitute(desk.entry(g["gone"]), g["name"], g["name"], g["why"]),
)
plain(r"withdraw (?P<name>\w+)", lambda desk, g: e.WithdrawEntry(desk.entry(g["name"])))
plain(r"(?P<name>\w+) withdraws", lambda desk, g: e.WithdrawEntry(desk.entry(g["name"])))
plain(
    r"buy (?P<name>\w+) back in for (?P<paid>\S+)",
    lambda desk, g: e.BuyBackIn(desk.entry(g["name"]), dollars(g["paid"])),
)
plain(r"add (?P<amount>[\d.,]+) to the pool", lambda desk, g: e.AddToPool(dollars(g["amount"])))
plain(
    r"add (?P<goods>.+) for place (?P<n>\d+)",
    lambda desk, g: e.AddToPool(goods=g["goods"], place=int(g["n"])),
)
plain(
    r"refund the fee of (?P<name>\w+): (?P<why>.+)",
    lambda desk, g: e.RefundFee(desk.entry(g["name"]), g["why"]),
)
plain(r"cancel the tournament: (?P<why>.+)", lambda desk, g: e.CancelTournament(g["why"]))


# Sessions and seats


@reads(r"plan a session of stage (?P<n>\d+) at (?P<at>\d\d:\d\d)(?: for (?P<who>.+))?")
def _(desk: Desk, g: Groups) -> Command:
    who = desk.entries(g["who"]) if g["who"] else ()
    return s.PlanSession(int(g["n"]), desk.moment(g["at"]), who)


plain(
    r"change the start to (?P<at>\d\d:\d\d)",
    lambda desk, g: s.ChangeStart(desk.session, desk.moment(g["at"])),
)


def plans(text: str) -> tuple[s.TablePlan, ...]:
    """`table 1 boxes 1-4 for 3 conducted, table 2 boxes 1 3 5 for 3`."""
    pattern = r"table (\S+) boxes ([\d -]+) for (\d+)( conducted)?"
    found = [re.fullmatch(pattern, each) for each in text.split(", ")]
    assert all(found), text
    return tuple(
        s.TablePlan(each[1], boxes(each[2]), int(each[3]), "conducted" if each[4] else "counted")
        for each in found
        if each
    )


@reads(
    r"draw the seats from (?P<seed>\w+) at (?P<tables>.+?)"
    r"(?:, with (?P<fixed>\w+) at (?P<seat>\S+) because (?P<why>.+?))?"
    r"(?:, again because (?P<again>.+))?"
)
def _(desk: Desk, g: Groups) -> Command:
    fixed: tuple[s.FixedSeat, ...] = ()
    if g["fixed"]:
        fixed = (s.FixedSeat(desk.entry(g["fixed"]), desk.seat(g["seat"]), g["why"]),)
    return s.DraftBallot(desk.session, g["seed"], plans(g["tables"]), fixed, g["again"] or "")


@reads(r"allot the seats (?P<method>.+?) at (?P<tables>.+?): (?P<seats>.+)")
def _(desk: Desk, g: Groups) -> Command:
    pairs = (each.split() for each in g["seats"].split(", "))
    seats = tuple((desk.entry(name), desk.seat(seat)) for name, seat in pairs)
    return s.AllotSeats(desk.session, plans(g["tables"]), seats, g["method"])


plain(r"publish the seats", lambda desk, g: s.PublishBallot(desk.session))
plain(r"seat (?P<name>\w+)", lambda desk, g: s.CheckIn(desk.session, desk.entry(g["name"])))
plain(
    r"take the buy-in of (?P<name>\w+): (?P<paid>\S+)",
    lambda desk, g: s.PayBuyIn(desk.session, desk.entry(g["name"]), dollars(g["paid"])),
)
plain(r"start the session", lambda desk, g: s.StartSession(desk.session))
plain(
    r"close table (?P<table>\S+), drawing from (?P<seed>\w+): (?P<why>.+)",
    lambda desk, g: s.RedrawTable(desk.session, g["table"], g["seed"], g["why"]),
)
plain(r"call a break of (?P<n>\d+) minutes", lambda desk, g: s.CallBreak(desk.session, int(g["n"])))
plain(r"resume play", lambda desk, g: s.ResumePlay(desk.session))
plain(
    r"announce (?P<low>\d+) to (?P<high>\d+) from round (?P<n>\d+)",
    lambda desk, g: s.AnnounceLimits(desk.session, int(g["n"]), int(g["low"]), int(g["high"])),
)
plain(
    r"allow (?P<n>\d+) seconds for a wager",
    lambda desk, g: s.SetTimeLimit(desk.session, int(g["n"])),
)
plain(r"direct: (?P<what>.+)", lambda desk, g: s.GiveDirection(desk.session, g["what"]))
plain(
    r"a shoe of table (?P<table>\S+) is finished",
    lambda desk, g: s.ReportShoe(desk.session, g["table"]),
)
plain(r"end table (?P<table>\S+)", lambda desk, g: s.EndTable(desk.session, g["table"]))


@reads(
    r"conclude table (?P<table>\S+) early, (?P<on>[\w, ]+) going on"
    r"(?:, (?P<agreed>[\w, ]+) agreeing)?"
)
def _(desk: Desk, g: Groups) -> Command:
    agreed = desk.entries(g["agreed"]) if g["agreed"] else ()
    return s.ConcludeEarly(desk.session, g["table"], desk.entries(g["on"]), agreed)
