"""A promotions desk for tests: orders given at a time, facts applied, every fact looked over."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import msgspec

from houseway.equipment.chips import dollars
from houseway.equipment.seeds import commitment_of
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.table_rules import Excluded
from houseway.promotion import draw_vocabulary as dv
from houseway.promotion import vocabulary as cv
from houseway.promotion import vocabulary as v
from houseway.promotion.promotion import MACHINE, Promotion, decide, evolve
from houseway.promotion.terms import Conditions, Prize, PublicValue
from houseway.rulebook import Document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

seven_up = Document("7-Up Baccarat", edition="2016-08-17")
three_card = Document("Three Card Baccarat", edition="2016-08-17")
war = Document("Casino War", edition="2016-08-17")
ALL = ("seven-up-baccarat", "three-card-baccarat", "casino-war")

MINUTE = 60_000_000
HOUR = 60 * MINUTE
DAY = 24 * HOUR
NEXT, SHARE = "5e" * 32, "a7" * 32  # of the house, and of the scrutineer or second person
SEED = commitment_of(NEXT)  # the house draws with it first, and with the next one again
NUMBERS, AGAIN = "4 8 15 16 23 42", "7 11 13 17 19 23"  # of the draw, and of a redraw
SECOND = "Sam"


def us(text: str) -> int:
    """`2026-03-02 10:00` in UTC, in microseconds."""
    at = datetime.fromisoformat(text).replace(tzinfo=UTC)
    return int(at.timestamp()) * 1_000_000


START, CLOSE, DRAW, END = map(
    us, ("2026-03-02 10:00", "2026-03-07 20:00", "2026-03-07 21:00", "2026-03-21 21:00")
)

PUBLIC_AT = CLOSE + 30 * MINUTE
PUBLIC = PublicValue("the six numbers of the state lottery of that evening", PUBLIC_AT)

TERMS = {
    "manner": "an electronic draw among all tickets",
    "award": "on Saturday at nine in the evening, at the fountain",
    "eligibility": "members who are of age",
    "wager": "none",
    "nature": "money; nothing is reserved or guaranteed",
    "closing": "Saturday at eight in the evening",
    "event": "the gaming floor, from Monday to the Saturday of the draw",
    "claiming": "at the desk, within two weeks; nobody need be present",
    "notification": "by telephone",
    "publication": "on the website and at the desk",
}
NOTHING_EXCLUDED: dict[Excluded, bool] = {
    "tobacco": False, "firearm": False, "prohibited weapon": False, "liquor": False,
    "prescribed": False,
}  # fmt: skip
CASH_PRIZE = Prize(name="cash prize", kind="cash", value=dollars(500), conditions="none")


def complete(**changes: Any) -> Conditions:
    """Conditions in which nothing is missing, but for what a test changes."""
    whole: dict[str, Any] = {
        "terms": TERMS, "prizes": (CASH_PRIZE,), "starts_us": START, "closes_us": CLOSE,
        "draw_us": DRAW, "ends_us": END, "present": False, "public": PUBLIC,
    }  # fmt: skip
    return Conditions(**(whole | changes))


def without(key: str) -> dict[str, str]:
    return {name: text for name, text in TERMS.items() if name != key}


class Desk:
    """One promotion and its clock. `facts` are all that happened, in order."""

    def __init__(self, *documents: str, at: int = START - 3 * DAY) -> None:
        self.promotion = Promotion()
        self.now = at
        self.facts: list[Event] = []
        if documents:
            self.do(v.RegisterPromotion("Autumn draw", documents))

    def ask(
        self, command: Command, *, at: int | None = None, by: Role = Role.PROMOTIONS,
        actor: str = "Pia",
    ) -> tuple[Event, ...] | Refused:  # fmt: skip
        """Rule on an order and apply what follows from it; the house commits to its seed."""
        self.now = self.now if at is None else at
        if isinstance(command, v.PublishConditions) and not self.promotion.draw.commitment:
            command = msgspec.structs.replace(command, commitment=commitment_of(SEED))
        ruling = decide(self.promotion, command, by, self.now, actor)
        if isinstance(ruling, Refused):
            return ruling
        for event in ruling.events:
            self._look_over(event)
            evolve(self.promotion, event)
            self.facts.append(event)
        return ruling.events

    def do(self, command: Command, **how: Any) -> tuple[Event, ...]:
        ruling = self.ask(command, **how)
        assert not isinstance(ruling, Refused), str(ruling)
        return ruling

    def refused(self, command: Command, **how: Any) -> Refused:
        ruling = self.ask(command, **how)
        assert isinstance(ruling, Refused), f"accepted: {ruling}"
        assert ruling.detail, ruling.code
        return ruling

    def _look_over(self, event: Event) -> None:
        """Every fact names a clause of each document, and survives being written and read."""
        clauses = event.clauses  # type: ignore[attr-defined]
        titles = {"seven-up-baccarat": seven_up, "three-card-baccarat": three_card,
                  "casino-war": war}  # fmt: skip
        for slug in self.promotion.documents:
            assert any(clause.startswith(titles[slug].title) for clause in clauses), event
        read = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
        assert read == event

    def replayed(self) -> Promotion:
        """The promotion as its facts alone make it."""
        again = Promotion()
        for event in self.facts:
            MACHINE.events[type(event)](again, event)
        return again

    # The way to a certain point

    def ready(self, conditions: Conditions | None = None) -> Desk:
        """Set, published, and the Authority notified three days ahead."""
        self.do(v.SetConditions(conditions or complete()))
        self.do(v.PublishConditions(("the desk", "website")))
        self.do(v.NotifyAuthority("e-mail"))
        return self

    def started(self, conditions: Conditions | None = None) -> Desk:
        self.ready(conditions)
        self.do(v.StartPromotion(), at=START)
        return self

    def sealed(
        self, conditions: Conditions | None = None, *people: tuple[str, int], scrutineer: str = ""
    ) -> Desk:
        """With these people and their tickets, or Ana, Ben and Chen with one each."""
        self.started(conditions)
        if scrutineer:
            self.do(dv.NameScrutineer(scrutineer))
        self.committed()
        entrants = people or (("ana", 1), ("ben", 1), ("chen", 1))
        listed = tuple(
            dv.Entrant(person, tickets, self.promotion.conditions.wager,
                       self.promotion.conditions.criteria)
            for person, tickets in entrants
        )  # fmt: skip
        self.do(dv.EnterList(listed, "the desk"), at=CLOSE)
        self.do(dv.SealEntries(), at=CLOSE + 1)
        return self

    def committed(self) -> Desk:
        """The scrutineer, or Sam where there is none, has committed to a value."""
        if self.promotion.shared:
            if not self.promotion.draw.second_person:
                self.do(dv.NameSecondPerson(SECOND))
            self.do(dv.CommitShare(commitment_of(SHARE)), actor=self.promotion.draw.second_person)
        return self

    def revealed(self, share: str = SHARE, numbers: str = NUMBERS) -> Desk:
        """The public value is known and confirmed, and the second person's value revealed."""
        if self.promotion.shared:
            second = self.promotion.draw.second_person
            at = self.promotion.conditions.public.at_us
            self.do(dv.RecordPublicValue(numbers, "the evening news"), at=at)
            self.do(dv.ConfirmPublicValue(numbers), actor=second)
            self.do(dv.RevealShare(share), actor=second)
        return self

    def known(
        self, conditions: Conditions | None = None, *people: tuple[str, int], scrutineer: str = ""
    ) -> Desk:
        """Everything is known that decides the draw, except the house's seed."""
        return self.sealed(conditions, *people, scrutineer=scrutineer).revealed()

    def drawn(self, conditions: Conditions | None = None, *people: tuple[str, int]) -> Desk:
        self.known(conditions, *people)
        self.do(dv.DrawWinners(SEED), at=DRAW)
        return self

    def redrawn(self, winner: int, reason: str, **how: Any) -> tuple[Event, ...]:
        """One person asks, a later public value is read by two, and another person draws."""
        self.do(dv.RedrawPrize(winner, reason), actor="Pia", **how)
        known = self.promotion.public_us
        self.do(dv.RecordPublicValue(AGAIN, "the evening news"), at=known)
        self.do(dv.ConfirmPublicValue(AGAIN), actor=self.promotion.draw.second_person)
        return self.do(dv.RedrawPrize(winner, reason, seed=NEXT), actor="Pat")

    def refused_by_two(
        self, claim: int, reason: str, kept: str = "", **how: Any
    ) -> tuple[Event, ...]:
        """One person would refuse a claim, and another does."""
        if self.promotion.claims[claim - 1].winner:
            self.do(cv.RefuseClaim(claim, reason, kept), actor="Pia", **how)
        return self.do(cv.RefuseClaim(claim, reason, kept), actor="Pat")

    def claimed(self, conditions: Conditions | None = None, **how: Any) -> Desk:
        """Ana alone has entered, has won and claims."""
        self.drawn(conditions, ("ana", 1))
        prize = self.promotion.conditions.prizes[0].name
        self.do(cv.ClaimPrize("ana", prize, **how), at=DRAW + HOUR)
        return self
