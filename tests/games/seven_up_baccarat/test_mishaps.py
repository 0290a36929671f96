"""Random evenings of 7-Up Baccarat on which everything goes wrong, in ways that can happen.

The shared suite throws any order at any game; here the orders fit the table, so that coups are
rebuilt, wagers withdrawn, cards kept and tokens moved again and again.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games import malfunction as m
from houseway.games.chance import unseen_card
from houseway.games.commands import Command
from houseway.games.events import Event
from houseway.games.game import Setup
from houseway.games.limits import Limits, Line
from houseway.games.provisions import FRAUD
from houseway.games.seven_up_baccarat import state as i
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.rules import (
    BANKER,
    PLAYER,
    PLAYING_AREA,
    SUPER_SEVENS,
    TIE,
    Options,
)
from houseway.games.seven_up_baccarat.state import Play, in_order
from houseway.games.tokens import ExchangeVoucher, StakeTokens, TokensIssued, TokensStaked
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted

GAME = game("seven-up-baccarat")
LIMITS = Limits(
    lines={SUPER_SEVENS: Line(5_00, 50_00), PLAYING_AREA: Line(5_00, 60_00)}, differential=50_00
)
MANAGER = Role.GAMING_MANAGER


class Evening:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(f"7-Up {seed}")
        options = Options(deal="face up") if seed % 2 else Options(deal="face down")
        self.setup = Setup(options, LIMITS)
        self.play: Play = GAME.begin(self.setup)
        self.events: list[Event] = []
        self.brought = 0

    def run(self, coups: int) -> None:
        for _ in range(2_000):
            if self.play.round > coups:
                return
            if self.random.random() < 0.3:
                self.order(self.mishap(), MANAGER)
            self.go_on()
        raise AssertionError("the evening did not end")

    def go_on(self) -> None:
        awaited = GAME.awaits(self.play)
        if self.play.held_round and self.order(i.RebuildCoup(self.order_of_cards()), Role.DEALER):
            return
        for _ in range(60):
            if awaited.choices:
                command, by = self.random.choice(awaited.choices), Role.PATRON
                by = by if by in GAME.orders[type(command)].roles else Role.GAMING_SUPERVISOR
            elif awaited.command:
                command, by = awaited.command, Role.DEALER
            else:
                command, by = GAME.supply(self.play, awaited, self.random.randrange)
            if self.order(command, by):
                return
            assert awaited.what == "wagers", (awaited, GAME.verify(self.play, command, by))
        raise AssertionError(f"no way on at {awaited}")

    def order(self, command: Command, by: Role) -> bool:
        if by == MANAGER and MANAGER not in GAME.orders[type(command)].roles:
            by = Role.DEALER
        ruling = GAME.decide(self.play, command, by)
        if not isinstance(ruling, Accepted):
            return False
        for event in ruling.events:
            GAME.evolve(self.play, event)
            GAME.check(self.play)
            self.events.append(event)
        self.no_token_is_made()
        return True

    def no_token_is_made(self) -> None:
        tokens = self.play.tokens
        for key, pile in tokens.staked.items():
            assert pile.total <= self.play.layout.wagers[key]
        held = sum(pile.total for pile in tokens.held.values())
        issued = sum(e.amount for e in self.events if isinstance(e, TokensIssued))
        assert held + sum(pile.total for pile in tokens.staked.values()) <= issued

    def mishap(self) -> Command:
        """Something that can happen just now, or nearly."""
        pick = self.random.choice
        patron, box = pick(("Ana", "Ben", "Chen", "Dora")), self.random.randint(1, 4)
        wager, amount = pick((PLAYER, BANKER, TIE, SUPER_SEVENS)), pick((5_00, 25_00, 100_00))
        card = unseen_card(self.play.stock, self.random.randrange)
        seen = pick((card, None))
        return pick((
            c.PlaceWager(patron, wager, amount, box),
            c.MoveWager(patron, wager, pick((PLAYER, BANKER, TIE, SUPER_SEVENS))),
            c.WithdrawWager(patron, wager),
            c.FindWager(patron, wager, pick((3_00, 80_00, 2_000_00))),
            ExchangeVoucher(patron, 25_00, pick(("", "single use"))),
            StakeTokens(patron, wager, pick((5_00, 20_00)), box),
            v.ApproveCombination(pick(("both hands", "both hands and tie")), patron),
            v.PermitPatrons(self.random.randint(1, 3), box),
            v.ReduceWagers(),
            v.Notify(pick(("surveillance", "inspector")), "the restriction"),
            v.PutUpRestrictionSign(),
            v.RestrictSuperSevens(),
            v.LiftRestriction(),
            c.AgreeNoBetCoup(patron),
            v.PermitNoBetCoups(),
            c.BringChips(patron, 100_00),
            i.ReportDoubtfulOrder(),
            i.ReportDealingError(),
            c.AuthoriseVoid(),
            i.ResumeCoup(),
            i.ReportCardToPlayer(seen),
            i.ReportCardToBanker(seen),
            c.ReportFaceUpCard(card),
            i.ReportMistakenBurn(seen),
            i.OrderCardCheck(),
            i.OrderFacedCheck(),
            c.ReportForeignCard("a joker"),
            i.VoidDevice("seen on a screen"),
            m.ReportMalfunction(),
            m.RemoveDamagedCards((card,)),
            c.LogBreach(patron, "a camera"),
            c.VoidWagers(patron),
            c.InvalidateOutcome("fire", "in the kitchen"),
            c.InvalidateOutcome(FRAUD, "a marked card", (patron,), (patron,)),
            c.ReplaceCards(),
            c.LeaveTable(patron),
        ))  # fmt: skip

    def order_of_cards(self) -> tuple[Card | None, ...]:
        """The cards of the coup in question, in some order."""
        last = self.play.last
        cards = list(last.cards if last else in_order(self.play.player, self.play.banker))
        self.random.shuffle(cards)
        return tuple(cards)


@pytest.mark.parametrize("seed", range(24))
def test_there_is_always_a_way_on_and_nothing_is_made_or_lost(seed: int) -> None:
    """7-Up Baccarat 1.1 float tray, 3.1: whatever goes wrong."""
    evening = Evening(seed)
    evening.run(coups=8)
    again = GAME.begin(evening.setup)
    for event in evening.events:
        GAME.evolve(again, event)
    assert again == evening.play


def test_the_mishaps_really_happen() -> None:
    """So that the test above cannot pass by refusing everything."""
    seen: Counter[str] = Counter()
    for seed in range(24):
        evening = Evening(seed)
        evening.run(coups=8)
        seen.update(type(event).__name__ for event in evening.events)
    for wanted in (
        i.CoupRebuilt, i.WithdrawalClosed, i.SurplusCardKept, i.FaceUpCardFound, i.DecksVerified,
        e.KeptCardUsed, e.NoBetCoupBegun, TokensStaked,
    ):  # fmt: skip
        assert seen[wanted.__name__], wanted
