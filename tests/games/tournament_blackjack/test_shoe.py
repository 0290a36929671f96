"""Tournament Blackjack played at random: the shoe to its end, and rounds rebuilt in the middle."""

from __future__ import annotations

import random
from copy import deepcopy

import pytest

from houseway.driving import PRACTICE, next_command
from houseway.equipment.cards import DECK
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Setup
from houseway.games.preparing import TakeAsPrepared
from houseway.games.shoe_state import ShuffleDue
from houseway.games.tournament_blackjack import GAME, rules
from houseway.games.tournament_blackjack import state as v
from houseway.games.tournament_blackjack.rules import Options, cite
from houseway.games.tournament_blackjack.state import Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused


class Table:
    """A table of five decks that practice patrons play, with every event kept."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.play: Play = GAME.begin(Setup(Options(decks=5), rules.RULES.limits))
        self.events: list[e.Event] = []

    def do(self, command: c.Command, by: Role = Role.DEALER) -> None:
        self.events += GAME.do(self.play, command, by)
        GAME.check(self.play)

    def step(self) -> None:
        self.do(*next_command(GAME, self.play, PRACTICE, self.random.randrange))


def prepared_by_hand(seed: int, behind: int) -> Table:
    table = Table(seed)
    table.do(c.CheckCards())
    table.do(c.ShuffleCards())
    table.do(c.CutCards(100), Role.GAMING_SUPERVISOR)
    table.do(c.PlaceCuttingCard(behind))
    return table


@pytest.mark.parametrize("seed", range(6))
def test_the_cutting_card_comes_when_the_cards_behind_it_are_left(seed: int) -> None:
    """Tournament Blackjack 5.4: found by count; 5.4(a) before a first card, 5.4(a)#2 in a round."""
    table = prepared_by_hand(seed, behind=156)
    while not isinstance(table.events[-1], ShuffleDue):
        table.step()
        out = [each for each in table.events if isinstance(each, v.CuttingCardDrawn)]
        assert bool(out) == (
            table.play.stock.source < 156 or isinstance(table.events[-1], ShuffleDue)
        )
    assert len(out) == 1
    assert out[0].clause == table.events[-1].clause
    if out[0].clause == cite("5.4(a)"):
        assert table.play.stage == "dealing"
        assert table.play.layout.wagers
    else:
        assert table.play.stage == "between rounds"
    assert GAME.awaits(table.play).what == "shuffle"


def at_first_card() -> Table:
    """No card of the round is out, and the count says that the cutting card is next."""
    table = prepared_by_hand(0, behind=52)
    while table.play.stock.source > 52:
        table.do(v.ReportCardBurnt())
    table.do(c.OpenBetting())
    table.do(c.PlaceWager("Ana", "blackjack", 10_00), Role.PATRON)
    table.do(c.CallNoMoreBets())
    return table


def test_the_cutting_card_before_the_first_card_brings_a_shuffle_and_keeps_the_stakes() -> None:
    """Tournament Blackjack 5.4(a) and 5.2: the first box with a stake is offered the cut."""
    table = at_first_card()
    first = Refused("cutting_card_first", cite("5.4(a)"))
    assert GAME.decide(table.play, c.DealCard(DECK[0])) == first
    assert GAME.decide(table.play, v.ReportCardBurnt()) == first
    table.do(c.ReportCuttingCard())
    table.do(c.ShuffleCards())
    awaited = GAME.awaits(table.play)
    assert (awaited.who, awaited.clause) == ("Ana", cite("5.2(b)"))
    table.do(c.CutCards(130, "Ana"), Role.PATRON)
    table.do(c.PlaceCuttingCard(52))
    assert table.play.stock.source == 260
    assert table.play.layout.wagers == {("Ana", 1, "blackjack"): 10_00}
    assert GAME.awaits(table.play).to == "box 1"


def emptied(seed: int) -> Table:
    """Played from a shoe without a cutting card until it is empty in the middle of a round."""
    table = Table(seed)
    table.do(TakeAsPrepared())
    while GAME.awaits(table.play).clause != cite("14.6"):
        table.step()
        assert table.play.round < 60, "this seed ends a round with the last card"
    return table


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_shoe_that_runs_out_is_filled_from_the_discards(seed: int) -> None:
    """Tournament Blackjack 14.6: shuffled and cut; the cards on the table stay out."""
    table = emptied(seed)
    play = table.play
    on_table, discards = len(play.stock.layout), len(play.stock.rack)
    assert on_table
    assert discards
    assert not play.stock.source
    empty = Refused("shoe_empty", cite("14.6"))
    assert GAME.decide(play, c.DealCard(DECK[0])) == empty
    table.do(v.ShuffleDiscards())
    assert (play.stock.source, len(play.stock.layout)) == (discards, on_table)
    assert GAME.awaits(play).what == "cut"
    assert GAME.decide(play, v.ShuffleDiscards()) == Refused("cards_not_ready", cite("5.1"))
    number = play.round
    while play.stage == "dealing":
        table.step()
    table.do(c.CollectCards())
    assert play.round == number
    assert GAME.awaits(play).what == "shuffle"  # the shoe was at its end


def test_the_discards_are_not_shuffled_while_cards_are_left() -> None:
    """Tournament Blackjack 14.6."""
    table = Table(0)
    table.do(TakeAsPrepared())
    while GAME.awaits(table.play).what != "draw":
        table.step()
    enough = Refused("cards_are_sufficient", cite("14.6"))
    assert GAME.decide(table.play, v.ShuffleDiscards()) == enough


@pytest.mark.parametrize("seed", range(8))
def test_a_round_rebuilt_from_the_order_on_record_is_the_same_round(seed: int) -> None:
    """Tournament Blackjack 14.4: with the right order nothing changes, whatever was chosen."""
    table = Table(seed)
    table.do(TakeAsPrepared())
    rebuilt = 0
    while table.play.round < 12:
        table.step()
        play = table.play
        awaited = GAME.awaits(play)
        if awaited.what == "choose" and play.interim_over and table.random.random() < 0.1:
            table.do(v.DeclareAbsent(awaited.who))
        if play.stage == "dealing" and play.card_out and play.stock.source:
            before = deepcopy((play.hands, play.dealer, play.layout.wagers, play.layout.chips))
            awaited = GAME.awaits(play)
            table.do(c.RebuildRound(tuple(play.stock.layout)))
            assert before == (play.hands, play.dealer, play.layout.wagers, play.layout.chips)
            if play.interim_over:
                assert GAME.awaits(play) == awaited
            rebuilt += 1
    assert rebuilt > 50
