"""Random tournaments, seeded: money in is prizes, commission and refunds; everybody has one place.

The counts and eliminations are made up; the rules rank them, and additional rounds go on until the
rules are content.
"""

from __future__ import annotations

import copy
import random
from typing import Any

import msgspec
import pytest

from houseway.games.fields import Held
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import results_vocabulary as r
from houseway.tournament.merit import merit, scopes
from houseway.tournament.ranking import level, level_on_points
from houseway.tournament.state import COMMISSION, Session
from houseway.tournament.terms import Breakdown, BuyBack, Ties
from tests.scale import scaled
from tests.tournament.desk import CANBERRA, FINAL, HEATS, STAR, WORDS, Desk

SLUGS = (
    STAR, CANBERRA, "tournament-canberra-poker", "tournament-blackjack", "tournament-roulette",
    "tournament-mini-baccarat", "tournament-pai-gow",
)  # fmt: skip
SEEDS = scaled(6, 200)  # for each document
ROUNDS = 60  # more additional rounds than chance will ever need


class Chance:
    """A tournament whose every figure comes from one seed."""

    def __init__(self, slug: str, seed: int) -> None:
        self.chance = random.Random(f"{slug} {seed}")
        self.desk = Desk(slug)

    def play(self) -> Desk:
        self._enter()
        points = bool(self.desk.tournament.conditions.stages[0].points)
        self._session(0, self._field())
        going_on = self._field() if points else self.desk.tournament.sessions[0].advancing
        self._session(1, [*going_on, *self._bought_back()])
        self._points_played_off()
        self.desk.do(r.AwardPrizes())
        for entry in list(self.desk.tournament.awards):
            self.desk.operator(r.PayPrize(entry, "slip"))
        self.desk.do(r.CloseTournament())
        return self.desk

    def _bought_back(self) -> list[int]:
        """Some who are out come back for a new fee, where the conditions allow it."""
        tournament = self.desk.tournament
        if tournament.conditions.buy_back is None:
            return []
        out = [each for each in tournament.entries.values() if each.status == "eliminated"]
        back = [each.number for each in out if self.chance.random() < 0.4]
        for number in back:
            self.desk.do(e.BuyBackIn(number, tournament.conditions.fee or 0))
        return back

    def _field(self) -> list[int]:
        entries = self.desk.tournament.entries.values()
        return [each.number for each in entries if each.status == "entered"]

    def _enter(self) -> None:
        chance, desk = self.chance, self.desk
        fee = chance.randint(0, 9_999)
        kept = 0 if desk.slug == STAR else chance.randint(0, fee // 10)
        desk.cleared(
            fee=fee, commission=kept, least=1, most=24, breakdown=self._breakdown(),
            **self._format(),
        )  # fmt: skip
        for number in range(chance.randint(2, 24)):
            desk.do(desk.application(f"Patron {number}"))
        for number in list(desk.tournament.entries)[2:]:
            if chance.random() < 0.1:
                desk.do(e.WithdrawEntry(number))
        if chance.random() < 0.5:
            desk.operator(e.AddToPool(chance.randint(1, 50_000)))
        desk.do(e.CloseEntries())

    def _breakdown(self) -> Breakdown:
        places = self.chance.randint(1, 8)
        cuts = sorted(self.chance.randint(0, 10_000) for _ in range(places - 1))
        shares = [high - low for low, high in zip([0, *cuts], [*cuts, 10_000], strict=True)]
        return Breakdown(hundredths=tuple(sorted(shares, reverse=True)))

    def _format(self) -> dict[str, Any]:
        chance, slug = self.chance, self.desk.slug
        if slug == CANBERRA and chance.random() < 0.5:
            first = msgspec.structs.replace(FINAL, name="first", kind="heat", points=(9, 5, 2))
            last = msgspec.structs.replace(FINAL, points=(9, 5, 2))
            answers = {key: said for key, said in WORDS.items() if "points" not in key}
            answers |= dict.fromkeys(("progress", "level", "final tie"), "none")
            method = chance.choice(("share", "rounds"))
            ties = Ties(session="share points", points=method)  # type: ignore[arg-type]
            return {"stages": (first, last), "ties": ties, "answers": answers}
        heats = msgspec.structs.replace(
            HEATS, advance=chance.randint(1, 3), overall=chance.random() < 0.5
        )
        found: dict[str, Any] = {"stages": (heats, FINAL)}
        if slug == CANBERRA:
            found["ties"] = Ties(session="rounds", final=chance.choice(("share", "rounds")))
        if slug in (STAR, CANBERRA) and chance.random() < 0.5:
            found["buy_back"] = BuyBack(1, 2)
            found["answers"] = {key: said for key, said in WORDS.items() if key != "buy-back"}
        return found

    def _session(self, stage: int, players: list[int]) -> None:
        """Some are out in some round; few counts are possible, so that many are level."""
        chance, desk = self.chance, self.desk
        chance.shuffle(players)
        tables = {f"{at}": tuple(players[at::2]) for at in (0, 1) if players[at::2]}
        outs = [
            desk.out(
                each, chance.randint(1, 4), chips=chance.randint(0, 2),
                stake=chance.randint(1, 2) * 10, order=place,
            )
            for place, each in enumerate(players) if chance.random() < 0.3
        ]  # fmt: skip
        session = desk.played(stage, tables, tuple(sorted(outs, key=lambda each: each.round)))
        gone = {each.entry for each in outs}
        counts = {each: chance.choice((0, 50, 60)) for each in players if each not in gone}
        emptied = tuple(
            r.Emptied(each, chance.randint(1, 2) * 10) for each, held in counts.items() if not held
        )
        desk.counted(counts, emptied=emptied)
        self._played_off(session)
        done = desk.confirm(share=True)
        self._advancing_rank_higher(session, done)

    def _played_off(self, session: Session) -> None:
        for _ in range(ROUNDS):
            playing = next(level(self.desk.tournament, session), None)
            if playing is None:
                return
            self._additional(session.number, playing.entries)
        raise AssertionError("additional rounds did not end")

    def _points_played_off(self) -> None:
        for _ in range(ROUNDS):
            playing = next(level_on_points(self.desk.tournament), None)
            if playing is None:
                return
            self._additional(2, playing.entries)
        raise AssertionError("additional rounds did not end")

    def _additional(self, number: int, entries: tuple[int, ...]) -> None:
        self.desk.do(r.OrderAdditionalRounds(number, entries))
        session = self.desk.tournament.sessions[number - 1]
        for _ in range(ROUNDS):
            if not session.playing_on:
                return
            counts = dict[int, Held]()
            for each in session.playing_on:
                counts[each] = self.chance.choice((5, 40, 60))
            emptied = tuple(r.Emptied(each, 10) for each, held in counts.items() if held == 5)
            self.desk.do(r.RecordAdditionalRound(number, counts, emptied), Role.DEALER, "Eli")

    def _advancing_rank_higher(self, session: Session, done: r.SessionConfirmed) -> None:
        """Whoever goes on stands above whoever does not, at the same table."""
        tournament = self.desk.tournament
        for scope in scopes(tournament, session):
            on = [merit(tournament, session, each) for each in scope if each in done.advancing]
            off = [merit(tournament, session, each) for each in scope if each not in done.advancing]
            assert not on or not off or min(on) > max(off)


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_money_in_is_prizes_commission_and_refunds(slug: str, seed: int) -> None:
    """7-Up Baccarat 15.3.2, Mini Baccarat 15.21, 15.22, Tournament Canberra Poker 12.1, 15.20,
    Tournament Blackjack 17.1, 19.20, Tournament American Roulette 11.1, 12.18,
    Tournament Mini-Baccarat 12.1, 13.20, Tournament Pai Gow 14.1, 17.20."""
    tournament = Chance(slug, seed).play().tournament

    paid_in = sum(each.paid for each in tournament.entries.values())
    added = -tournament.accounts.get("operator", 0)
    prizes = sum(each.amount for each in tournament.awards.values())
    refunds = sum(each.refunded for each in tournament.entries.values())
    assert paid_in + added == prizes + tournament.accounts.get(COMMISSION, 0) + refunds
    assert tournament.accounts.get("prize pool", 0) == 0


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_everybody_has_exactly_one_place_or_shares_some(slug: str, seed: int) -> None:
    """7-Up Baccarat 15.10.2, 15.10.4, Mini Baccarat 15.20, Tournament Canberra Poker 15.19,
    Tournament Blackjack 19.19, Tournament American Roulette 12.17, Tournament Mini-Baccarat 13.19,
    Tournament Pai Gow 17.19: places 1 to n are taken once each."""
    tournament = Chance(slug, seed).play().tournament

    entrants = [each.number for each in tournament.entries.values() if each.status != "withdrawn"]
    assert sorted(tournament.places) == sorted(entrants)
    taken: dict[tuple[int, int], int] = {}
    for place in tournament.places.values():
        taken[place] = taken.get(place, 0) + 1
    assert all(count == last - first + 1 for (first, last), count in taken.items())
    covered = [place for first, last in taken for place in range(first, last + 1)]
    assert sorted(covered) == list(range(1, len(entrants) + 1))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(4))
def test_cancelled_at_any_moment_everything_goes_back(slug: str, seed: int) -> None:
    """7-Up Baccarat 15.3.4, Mini Baccarat 15.23, Tournament Canberra Poker 15.23, Tournament
    Blackjack 19.23, Tournament American Roulette 12.21, Tournament Mini-Baccarat 13.23, Tournament
    Pai Gow 17.23: every fee and commission, forfeited or not."""
    random_one = Chance(slug, seed)
    random_one._enter()
    desk = random_one.desk
    if seed % 2:
        random_one._session(0, random_one._field())
    desk.operator(e.CancelTournament("flood"))

    entries = desk.tournament.entries.values()
    assert all(each.refunded == each.paid for each in entries)
    assert not any(desk.tournament.accounts.values())


def test_orders_that_are_refused_change_nothing() -> None:
    """A refusal is an answer: the state is what it was."""
    desk = Chance("tournament-pai-gow", 1).play()
    before = copy.deepcopy(desk.tournament)
    rulings = [desk.ask(r.AwardPrizes()), desk.ask(e.WithdrawEntry(1)), desk.ask(e.OpenEntries())]
    assert all(isinstance(each, Refused) for each in rulings)
    assert not any(isinstance(each, Accepted) for each in rulings)
    assert desk.tournament == before
