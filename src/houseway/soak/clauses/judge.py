"""The judge of one table: every clause that its log cites is held against the log's own facts."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import msgspec

from houseway.rulebook.document import clause_row
from houseway.soak.clauses import limits
from houseway.soak.clauses.baccarats import MINI, TOURNAMENT_MINI
from houseway.soak.clauses.canberra import BLACKJACK, PAI_GOW, POKER, ROULETTE
from houseway.soak.clauses.facts import SETTLED, Body, Facts
from houseway.soak.clauses.limits import TITLES, Cited, Predicate, numbers
from houseway.soak.clauses.refusals import PREDICATES, Refusal
from houseway.soak.clauses.stars import CASINO_WAR, SEVEN_UP, THREE_CARD
from houseway.store.log import Entry

SETTLEMENTS = {
    "casino-war": CASINO_WAR,
    "seven-up-baccarat": SEVEN_UP,
    "three-card-baccarat": THREE_CARD,
    "mini-baccarat": MINI,
    "tournament-mini-baccarat": TOURNAMENT_MINI,
    "tournament-blackjack": BLACKJACK,
    "tournament-canberra-poker": POKER,
    "tournament-pai-gow": PAI_GOW,
    "tournament-roulette": ROULETTE,
}
JUDGED = SETTLED | {
    "WagerPlaced", "WagerChanged", "ResultAnnounced", "SettlementReversed", "SettlementCorrected",
    "HandRevealed", "HandConceded", "BelowMinimumAdvised", "AboveMaximumNoted",
}  # fmt: skip
_SORTS = {
    "WagerPlaced": "wagers",
    "WagerChanged": "wagers",
    "ResultAnnounced": "results",
    "HandRevealed": "results",
    "BelowMinimumAdvised": "limits",
    "AboveMaximumNoted": "limits",
}
_REFUNDS = {  # after an outcome was struck out stakes go back, or are withheld from some
    "mini-baccarat": (), "tournament-roulette": ("10.5",), "tournament-pai-gow": ("16.5",),
    "tournament-canberra-poker": ("14.5",), "tournament-blackjack": ("16.5",),
    "tournament-mini-baccarat": ("11.5",),
}  # fmt: skip
_VOID = frozenset({"WagerVoided", "WagerWithdrawn", "WagerForfeited", "SettlementReversed"})


class Judge:
    """Entries of one table in their order; `finish` after the last."""

    def __init__(self) -> None:
        self.facts = Facts()
        self.batch: list[tuple[Entry, Body]] = []
        self.round: list[tuple[str, Body]] = []  # events of this round before the batch
        self.cited: Counter[str] = Counter()  # citations, by the sort of ruling
        self.judged: Counter[str] = Counter()  # of these, those a predicate has judged
        self.unjudged: Counter[tuple[str, str]] = Counter()
        self.problems: list[str] = []

    def take(self, entry: Entry) -> None:
        """The events of one command are judged together, once the next command begins."""
        if self.batch and self.batch[-1][0].key != entry.key:
            self.finish()
        self.batch.append((entry, msgspec.json.decode(entry.body)))

    def finish(self) -> None:
        events = [(entry.kind, body) for entry, body in self.batch]
        for entry, body in self.batch:
            if entry.kind == "OrderRefused":
                self._refusal(entry, body)
            elif self.facts.slug:
                self._event(entry, body, events)
            self.facts.take(entry.kind, body)
            if entry.kind == "BettingOpened":
                self.round = []
        self.round += events
        self.batch = []

    def _event(self, entry: Entry, body: Body, events: list[tuple[str, Body]]) -> None:
        facts = self._facts_at(entry.kind, body)
        cited = numbers(facts, body)
        for number in cited:
            self._exists(f"{TITLES[facts.slug].start}{number}", entry)
        if entry.kind not in JUDGED:
            return
        if entry.kind in SETTLED:
            self._more_than_definitions(entry, body)
        told = Cited(facts, entry.kind, body, events, self.round)
        sort = _SORTS.get(entry.kind, "settlements")
        for number in cited:
            self._count(sort, facts.slug, number, self._verdict(told, number), entry)

    def _facts_at(self, kind: str, body: Body) -> Facts:
        """The facts that a citation speaks of: an announcement is about the hands in it."""
        if kind == "ResultAnnounced":
            self.facts.take(kind, body)
        return self.facts

    def _verdict(self, cited: Cited, number: str) -> bool | None:
        if cited.kind == "BelowMinimumAdvised":
            return limits.advised(cited)
        if cited.kind == "AboveMaximumNoted":
            return limits.noted(cited)
        if cited.kind == "SettlementCorrected":
            return None
        if number in ("1.1 void", "terms: Void"):
            return cited.returned_whole
        if number in _REFUNDS.get(cited.facts.slug, ()):
            kept = cited.kind == "WagerForfeited" and cited.body["collected"] == cited.stake
            void = any(kind == "RoundVoided" for kind, _ in cited.batch)
            return void and (kept or cited.returned_whole)
        if cited.kind in _VOID and cited.elsewhere(number):
            return cited.returned_whole or cited.kind == "WagerForfeited"
        predicate = _predicates(cited.facts.slug).get(number)
        if predicate is None or (cited.facts.rebuilt and cited.kind in _VOID):
            return None
        return predicate(cited)

    def _refusal(self, entry: Entry, body: Body) -> None:
        clause, facts = body.get("clause") or "", self.facts
        if clause:
            self._exists(clause, entry)
        number = TITLES[facts.slug].sub("", clause) if facts.slug else clause
        command = _command(body["order"])
        refusal = Refusal(
            facts, body["code"], number, command, entry.at_us, body["detail"], entry.role
        )
        predicate = PREDICATES.get(refusal.code) if facts.slug else None
        verdict = predicate(refusal) if predicate else None
        self._count("refusals", facts.slug, refusal.code, verdict, entry)

    def _count(self, sort: str, slug: str, what: str, verdict: bool | None, entry: Entry) -> None:
        self.cited[sort] += 1
        if verdict is None:
            self.unjudged[slug, what] += 1
            return
        self.judged[sort] += 1
        if not verdict:
            text = bytes(entry.body).decode()
            sign = msgspec.json.encode(self.facts.limits).decode()
            self.problems.append(f"{slug} {what} does not apply: {text} (limits {sign})")

    def _exists(self, clause: str, entry: Entry) -> None:
        if not _treatment(clause):
            self.problems.append(f"{entry.kind} cites {clause}, which no edition has")

    def _more_than_definitions(self, entry: Entry, body: Body) -> None:
        if all(_treatment(clause) == "define" for clause in body["clauses"]):
            self.problems.append(f"{entry.kind} rests on definitions alone: {body}")


def _command(text: str) -> Body:
    try:
        found: Any = msgspec.json.decode(text)
    except msgspec.DecodeError:
        return {}
    return found if isinstance(found, dict) else {}


@cache
def _predicates(slug: str) -> dict[str, Predicate]:
    return SETTLEMENTS[slug] | _limit_clauses(slug)


def _limit_clauses(slug: str) -> dict[str, Predicate]:
    """The clauses on limits, and those by which stakes are cut back before the first card."""
    cuts = {"seven-up-baccarat": "6.2", "mini-baccarat": "3.6"}
    found = limits.table(slug)
    if slug in cuts:
        found[cuts[slug]] = limits.cut_back
    return found


@cache
def _treatment(clause: str) -> str:
    """How the rulebook treats a clause; empty where no edition has it."""
    try:
        return clause_row(clause).treatment
    except LookupError:
        return ""
