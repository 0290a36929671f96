"""The desk of a tournament for tests: orders in, facts applied, money checked after each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.fields import Held
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused, Ruling
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament import vocabulary as v
from houseway.tournament.charge import simulated
from houseway.tournament.money import check
from houseway.tournament.state import ENDED, Out, Seat, Session
from houseway.tournament.terms import Breakdown, Conditions, Stage, Ties
from houseway.tournament.tournament import Tournament, decide, evolve

MANAGER, DIRECTOR = Role.GAMING_SHIFT_MANAGER, Role.TOURNAMENT_DIRECTOR
STAR, CANBERRA = "seven-up-baccarat", "mini-baccarat"
DAY = 86_400_000_000
START = 20_000 * DAY  # in 2024: every document is in force
NAMES = ("Ana", "Ben", "Chen", "Dora", "Eli", "Finn", "Gita", "Hana", "Ivo", "Jun")

HEATS = Stage(name="heats", chips=100, minimum=10, maximum=50, tables=2, rounds=20, advance=1)
FINAL = Stage(name="final", kind="final", chips=100, minimum=10, maximum=50, rounds=20)
WORDS = {
    "start": "at the desk; anybody of age", "groups": "none", "repechage": "none",
    "points": "none", "buy-back": "none", "elimination": "below the minimum",
    "dropping out": "none", "level points": "none", "points tie": "none",
    "statement": "run under these conditions and the rules, which prevail",
    "compulsory": "a wager on every coup", "allotment": "by lot", "eligibility": "who may gamble",
    "refuse any": "none", "criteria": "none", "numbers": "the form at the desk",
    "breakdown": "paid in cash at the cage",
}  # fmt: skip


def conditions(slug: str, **changes: Any) -> Conditions:
    """Complete conditions under a document: a fee of $27.55, heats and a final, three prizes."""
    by_conditions = Ties(session="rounds", final="share") if slug == CANBERRA else Ties()
    plain = Conditions(
        title="Spring", starts_us=START, stages=(HEATS, FINAL), fee=2755,
        commission=0 if slug == STAR else 275, least=2, most=8,
        breakdown=Breakdown(hundredths=(5000, 3000, 2000)), ties=by_conditions,
        perfect_pairs=False if slug == "tournament-blackjack" else None, answers=WORDS,
    )  # fmt: skip
    return msgspec.structs.replace(plain, **changes)


class Desk:
    """One tournament with Dora in charge, and everybody's orders."""

    def __init__(self, slug: str, *, opened: bool = True) -> None:
        self.slug = slug
        self.tournament = Tournament()
        if opened:
            self.do(simulated(v.OpenTournament(slug, "Spring", "Dora", "L-1")), MANAGER, "Gita")

    def ask(
        self, command: Command, by: Role = DIRECTOR, actor: str = "Dora", at_us: int = START - DAY
    ) -> Ruling:
        return decide(self.tournament, command, by, at_us, actor)

    def do(
        self, command: Command, by: Role = DIRECTOR, actor: str = "Dora", at_us: int = START - DAY
    ) -> tuple[Event, ...]:
        ruling = self.ask(command, by, actor, at_us)
        assert isinstance(ruling, Accepted), ruling
        for event in ruling.events:
            evolve(self.tournament, event)
        check(self.tournament)
        return ruling.events

    def refused(self, command: Command, by: Role = DIRECTOR, actor: str = "Dora") -> Refused:
        ruling = self.ask(command, by, actor)
        assert isinstance(ruling, Refused), ruling
        return ruling

    def operator(self, command: Command) -> tuple[Event, ...]:
        return self.do(command, MANAGER, "Gita")

    def draft(self, **changes: Any) -> None:
        self.do(v.DraftConditions(conditions(self.slug, **changes)))

    def cleared(self, **changes: Any) -> Desk:
        """Conditions drafted, published, approved or notified, and the entries open."""
        self.draft(**changes)
        self.do(v.PublishConditions())
        if self.slug == CANBERRA:
            self.do(v.NotifyCommission("letter 7"))
            self.do(e.RecordCommissionApproval("GRC 12", hundredths=1000))
        elif self.slug != STAR:
            self.approve()
        self.do(e.OpenEntries())
        return self

    def approve(self) -> None:
        version = self.tournament.version
        self.do(v.ApproveConditions(version, "INS 4"), Role.INSPECTOR, "Ines")

    def application(self, name: str, **changes: Any) -> e.AcceptEntry:
        fee = self.tournament.conditions.fee or 0
        plain = e.AcceptEntry(f"id {name}", name, fee, "form", "signed", copy_given=True)
        return msgspec.structs.replace(plain, **changes)

    def enter(self, *names: str) -> Desk:
        for name in names:
            self.do(self.application(name))
        return self

    def played(
        self, stage: int, tables: dict[str, tuple[int, ...]], outs: tuple[Out, ...] = ()
    ) -> Session:
        """A session that has just ended, with these people at these tables."""
        tournament = self.tournament
        session = Session(len(tournament.sessions) + 1, stage, ENDED)
        for table, entries in tables.items():
            for box, entry in enumerate(entries, 1):
                session.players.append(entry)
                session.seats[entry] = Seat(table, box)
            session.round[table] = 20
        session.outs = list(outs)
        tournament.sessions.append(session)
        tournament.begun = True
        for each in outs:
            tournament.entries[each.entry].status = each.how
            tournament.entries[each.entry].out_by = each.clause
        return session

    def counted(self, counts: Mapping[int, Held], **more: Any) -> None:
        """The newest session, counted and confirmed."""
        number = len(self.tournament.sessions)
        self.do(r.RecordCounts(number, dict(counts), **more), Role.DEALER, "Eli")
        self.do(r.ConfirmCounts(number))

    def confirm(self, *, share: bool = False) -> r.SessionConfirmed:
        done = self.do(r.ConfirmSession(len(self.tournament.sessions), share))[-1]
        assert isinstance(done, r.SessionConfirmed)
        return done

    def awarded(self) -> dict[int, int]:
        """Prizes in cents by entry, once they are awarded."""
        events = self.do(r.AwardPrizes())
        return {each.entry: each.amount for each in events if isinstance(each, r.PrizeAwarded)}

    def out(self, entry: int, round: int, how: str = "eliminated", **facts: int) -> Out:
        return Out(entry, round, how, self.tournament.rules.wagering.elimination, **facts)
