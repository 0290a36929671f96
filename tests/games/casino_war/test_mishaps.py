"""Casino War at random with a mishap every few steps: there is always a way on, nothing is lost.

Cards are mostly eights and nines, so that many hands tie; what goes wrong is plausible, and half of
the rounds that are held are rebuilt from a shuffled order. `Floor` checks chips, cards and
refusals at every step.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from houseway.equipment.cards import DECK, Card
from houseway.games import commands as c
from houseway.games import malfunction as m
from houseway.games import tokens
from houseway.games.casino_war import state as v
from houseway.games.commands import Command
from houseway.games.house import SetOption
from houseway.games.provisions import FRAUD
from houseway.rulebook.roles import Role
from tests.games.test_shared import Floor

SUPERVISOR = Role.GAMING_SUPERVISOR


class Unlucky(Floor):
    """A table where something goes wrong again and again."""

    def next_order(self, awaited: Any) -> tuple[Command, Role]:
        command, by = super().next_order(awaited)
        if isinstance(command, c.DealCard) and self.random.random() < 0.8:
            tying = [Card(self.random.choice("89") + suit) for suit in "cdhs"]
            possible = [card for card in tying if not self.play.stock.why_not(card)]
            command = c.DealCard(self.random.choice(possible)) if possible else command
        if v.RebuildRound in awaited.commands and self.random.random() < 0.5:
            order = [card for hand in self.play.hands.values() for card in hand]
            self.random.shuffle(order)
            extra = [self.random.choice(DECK)] if self.random.random() < 0.4 else []
            rebuild = v.RebuildRound((*order, *extra))
            if self.game.can(self.play, rebuild):
                return rebuild, Role.DEALER
        return command, by

    def order(self, command: Command, by: Role) -> bool:
        done = super().order(command, by)
        play = self.play
        for patron in play.layout.counted:
            assert play.layout.chips[patron] >= tokens.held(play, patron).total, self.told()
        for key, pile in play.tokens.staked.items():
            assert pile.total <= play.layout.wagers[key], self.told()
        piles = (*play.tokens.held.values(), *play.tokens.staked.values())
        issued = sum(each.amount for each in self.events if isinstance(each, tokens.TokensIssued))
        assert sum(pile.total for pile in piles) <= issued, self.told()
        return done

    def absurd(self) -> tuple[Command, Role]:
        """Not absurd at all: what may happen at any table."""
        choose, card = self.random.choice, self.random.choice(DECK)
        patron, box = choose((("Ana", 1), ("Ben", 2), ("Chen", 3)))
        mishaps: tuple[tuple[Command, Role], ...] = (
            (v.ReportFaceUpCard(card), Role.DEALER),
            (v.ReportCardInError(choose(("dealer", "box 1", "box 5")), choose((None, card))),
             Role.DEALER),
            (v.ReportBurnInError(choose((None, card))), Role.DEALER),
            (v.ReportDealingError(), Role.DEALER),
            (v.DeclareMisdeal(choose(("dealer", "box 1"))), Role.DEALER),
            (v.FindNoError(), SUPERVISOR),
            (v.ReportCutMissed(), Role.DEALER),
            (v.ReportShuffleMissed(), Role.DEALER),
            (v.ReportReturnMissed(), Role.DEALER),
            (v.ReportMissingCard(), Role.DEALER),
            (m.ReportMalfunction(), Role.DEALER),
            (m.RemoveDamagedCards((card,)), Role.DEALER),
            (c.ReportCuttingCard(), Role.DEALER),
            (c.OrderShuffle(), SUPERVISOR),
            (v.OrderCheck(), Role.INSPECTOR),
            (v.OrderFacedCheck(), SUPERVISOR),
            (c.ReplaceCards(), SUPERVISOR),
            (SetOption("source", choose(("shoe", "device"))), SUPERVISOR),
            (v.RecordAbsence(patron, box), Role.DEALER),
            (c.FindWager(patron, "initial", choose((1_00, 2_000_00)), box), Role.DEALER),
            (c.BringChips(patron, 20_00), Role.DEALER),
            (c.PlaceWager(patron, "initial", choose((10_00, 20_00)), self.random.randint(1, 7)),
             Role.PATRON),
            (tokens.ExchangeVoucher(patron, 20_00, choose(("", "single use"))), Role.DEALER),
            (tokens.StakeTokens(patron, choose(("initial", "tie")), 10_00, box), Role.PATRON),
            (v.GoToWar(patron, box, tokens=choose((5_00, 10_00))), Role.PATRON),
            (c.LogDeviceBreach(patron, "a computer", "patron"), SUPERVISOR),
            (c.VoidWagers(patron), SUPERVISOR),
            (c.InvalidateOutcome(choose(("fire", FRAUD)), "in the hall", ("Ana",)), SUPERVISOR),
        )  # fmt: skip
        return choose(mishaps)


@pytest.mark.parametrize("seed", range(40))
def test_mishaps_never_leave_the_table_without_a_way_on(seed: int) -> None:
    """Casino War 11.6, 11.16, 11.17.2 and 12.4 among others, in any order and at any moment.

    Casino War 1.1 casino promotional token, 5.2: no token is made, and no counted patron owes."""
    floor = Unlucky("casino-war", seed, mishaps=True)
    floor.run(8)
    again = floor.game.begin(floor.setup)
    for event in floor.events:
        floor.game.evolve(again, event)
    assert again == floor.play


class Spenders(Unlucky):
    """Counted chips and tokens, soon staked again, where errors show after the settlement."""

    def go_on(self) -> None:
        settled = self.play.stage == "dealing" and self.play.layout.settlements
        if settled and self.random.random() < 0.3:
            self.order(v.ReportDealingError(), Role.DEALER)
        super().go_on()

    def next_order(self, awaited: Any) -> tuple[Command, Role]:
        command, by = super().next_order(awaited)
        if awaited.what == "wagers" and self.random.random() < 0.8:
            return self.wager()
        if isinstance(command, v.GoToWar) and self.random.random() < 0.5:
            war = v.GoToWar(command.patron, command.box, tokens=10_00)
            return (war, by) if self.game.can(self.play, war, by) else (command, by)
        return command, by

    def wager(self) -> tuple[Command, Role]:
        patron, box = self.random.choice(("Ana", "Ben")), self.random.randint(1, 4)
        if self.play.layout.chips.get(patron, 0) < 10_00 or patron not in self.play.layout.counted:
            return c.BringChips(patron, 10_00), Role.DEALER
        if not tokens.held(self.play, patron).total:
            kind = self.random.choice(("", "single use"))
            return tokens.ExchangeVoucher(patron, 20_00, kind), Role.DEALER
        wager = self.random.choice(("initial", "initial", "tie"))
        if self.random.random() < 0.5:
            return tokens.StakeTokens(patron, wager, 10_00, box), Role.PATRON
        return c.PlaceWager(patron, wager, 10_00, box), Role.PATRON


def test_spent_winnings_and_tokens_of_rounds_rebuilt_and_voided() -> None:
    """Casino War 11.6, 5.2: `order` looks at every balance; here, that enough has happened."""
    happened: Counter[str] = Counter()
    for seed in range(12):
        floor = Spenders("casino-war", seed, mishaps=True)
        floor.run(8)
        happened.update(type(event).__name__ for event in floor.events)
    for kind in (
        "TokensStaked", "RoundRebuilt", "SettlementUndone", "SettlementCorrected",
        "SettlementReversed",
    ):  # fmt: skip
        assert happened[kind], (kind, happened)
