"""The orders of a text about rounds, stakes, forms, counts, places and prizes."""

from __future__ import annotations

from typing import Any

from houseway.games.commands import Command
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from tests.tournament.texts.ordering import Desk, Groups, plain, reads

# Rounds

plain(
    r"open a round at table (?P<table>\S+)", lambda desk, g: w.OpenRound(desk.session, g["table"])
)
plain(r"call (?P<name>\w+)", lambda desk, g: w.CallPatron(desk.session, desk.entry(g["name"])))
plain(
    r"no more bets at table (?P<table>\S+)",
    lambda desk, g: w.CloseBetting(desk.session, g["table"]),
)
plain(
    r"the round at table (?P<table>\S+) does not count: (?P<why>.+)",
    lambda desk, g: w.DeclareRoundVoid(desk.session, g["table"], g["why"]),
)


@reads(r"(?P<name>\w+) stakes (?P<amount>\d+)(?: on (?P<on>[\w ]+?))?(?: in box (?P<box>\d+))?")
def _(desk: Desk, g: Groups) -> Command:
    box, on = int(g["box"] or 0), g["on"] or ""
    entry, amount = desk.entry(g["name"]), int(g["amount"])
    if on == "every number":
        each = tuple((str(number), amount // 37) for number in range(37))
        return w.PlaceStake(desk.session, entry, amount, "", box, each)
    return w.PlaceStake(desk.session, entry, amount, on, box)


def about(pattern: str, kind: Any) -> None:
    """An order about one person in the newest session, and nothing else."""
    plain(pattern, lambda desk, g: kind(desk.session, desk.entry(g["name"])))


about(r"(?P<name>\w+) has staked nothing", w.ConfirmNoStake)
about(r"(?P<name>\w+) plays a pass card", w.PlayPassCard)
about(r"the time of (?P<name>\w+) is up", w.ReportTimeUp)
about(r"void the stake of (?P<name>\w+)", w.VoidStake)
about(r"deduct the minimum from (?P<name>\w+)", w.DeductMinimum)
about(r"pass the form of (?P<name>\w+)", f.PassForm)
about(r"announce the form of (?P<name>\w+)", f.AnnounceForm)
about(r"(?P<name>\w+) places the announced wager", f.PlaceAnnounced)
plain(
    r"(?P<name>\w+) is found with (?P<n>\d+)",
    lambda desk, g: w.FindStake(desk.session, desk.entry(g["name"]), int(g["n"])),
)
plain(
    r"(?P<name>\w+) hands in a form: (?:(?P<n>\d+) on (?P<on>[\w ]+)|(?P<only>\d+) and no type)",
    lambda desk, g: f.HandInForm(
        desk.session, desk.entry(g["name"]), g["on"] or "", int(g["n"] or g["only"])
    ),
)
plain(
    r"return the form of (?P<name>\w+): (?P<why>.+)",
    lambda desk, g: f.ReturnForm(desk.session, desk.entry(g["name"]), g["why"]),
)


@reads(
    r"find the form of (?P<name>\w+) (?:at (?P<n>\d+) on (?P<on>[\w ]+)|blank), "
    r"(?P<how>won|lost|stood off)(?: (?P<pays>\d+) to (?P<to>\d+))?"
)
def _(desk: Desk, g: Groups) -> Command:
    pays = (int(g["pays"] or 1), int(g["to"] or 1))
    entry = desk.entry(g["name"])
    return f.FindForm(desk.session, entry, g["on"] or "", int(g["n"] or 0), g["how"], pays)


plain(
    r"(?P<name>\w+) asks for the form of (?P<other>\w+)",
    lambda desk, g: f.AskForForm(desk.session, desk.entry(g["name"]), desk.entry(g["other"])),
)
plain(
    r"disqualify (?P<name>\w+) for (?P<cause>[\w ]+): (?P<facts>.+)",
    lambda desk, g: w.Disqualify(desk.session, desk.entry(g["name"]), g["cause"], g["facts"]),
)
plain(
    r"log (?P<breach>[\w ]+?) by (?P<name>\w+): (?P<facts>.+)",
    lambda desk, g: w.LogInfringement(desk.session, desk.entry(g["name"]), g["breach"], g["facts"]),
)
plain(
    r"(?P<name>\w+) disputes: (?P<claim>.+)",
    lambda desk, g: w.DisputeRound(desk.session, desk.entry(g["name"]), g["claim"]),
)
plain(
    r"decide the dispute at table (?P<table>\S+): (?P<what>.+)",
    lambda desk, g: w.DecideRoundDispute(desk.session, g["table"], g["what"]),
)


# Counts, places and prizes


@reads(
    r"count table (?P<table>\S+): (?:nobody|(?P<counts>[\w, ]+?)), "
    r"table won (?P<won>-?\d+)(?:, missing (?P<missing>[\d x,]+))?"
    r"(?:, collected from (?P<collected>[\w, ]+))?"
)
def _(desk: Desk, g: Groups) -> Command:
    counts = tuple(desk.amounts(g["counts"]).items()) if g["counts"] else ()
    missing = tuple(
        (int(value), int(quantity))
        for quantity, _, value in (
            each.partition(" x ") for each in (g["missing"] or "").split(", ") if each
        )
    )
    collected = desk.entries(g["collected"]) if g["collected"] else ()
    return s.CountTable(
        desk.session,
        g["table"],
        counts,
        int(g["won"]),
        collected=collected,
        missing=missing,
    )


plain(
    r"(?P<name>\w+) is out after round (?P<n>\d+) with (?P<chips>\d+)(?: of (?P<stake>\d+))?",
    lambda desk, g: s.RecordElimination(
        desk.session, desk.entry(g["name"]), int(g["n"]), int(g["chips"]), int(g["stake"] or 0)
    ),
)


def emptied(desk: Desk, text: str | None) -> tuple[r.Emptied, ...]:
    """`Ben 40, Chen 30`: their last wagers, in the order in which they were collected."""
    last = desk.amounts(text) if text else {}
    return tuple(r.Emptied(entry, int(stake)) for entry, stake in last.items())


@reads(r"record the counts: (?P<counts>[\w, ]+?)(?:, emptied of (?P<empty>[\w, ]+))?")
def _(desk: Desk, g: Groups) -> Command:
    return r.RecordCounts(
        desk.session, desk.amounts(g["counts"]), emptied=emptied(desk, g["empty"])
    )


plain(r"confirm the counts", lambda desk, g: r.ConfirmCounts(desk.session))
plain(
    r"order additional rounds among (?P<who>[\w, ]+?)(?: at table (?P<table>\S+?))?"
    r"(?:, drawing from (?P<seed>\w+))?",
    lambda desk, g: r.OrderAdditionalRounds(
        desk.session, desk.entries(g["who"]), g["table"] or "", g["seed"] or ""
    ),
)
plain(
    r"count the additional round: (?P<counts>[\w, ]+?)(?:, emptied of (?P<empty>[\w, ]+))?",
    lambda desk, g: r.RecordAdditionalRound(
        desk.session, desk.amounts(g["counts"]), emptied(desk, g["empty"])
    ),
)
plain(
    r"confirm the places(?P<share>, shared)?",
    lambda desk, g: r.ConfirmSession(desk.session, bool(g["share"])),
)
plain(
    r"award the prizes(?:, place (?P<n>\d+) to (?P<name>\w+))?",
    lambda desk, g: r.AwardPrizes({int(g["n"]): desk.entry(g["name"])} if g["n"] else {}),
)
plain(
    r"pay (?P<name>\w+): (?P<ref>.+)",
    lambda desk, g: r.PayPrize(desk.entry(g["name"]), g["ref"]),
)
plain(r"close the tournament", lambda desk, g: r.CloseTournament())
