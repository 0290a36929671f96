"""Random play of Tournament Canberra Poker with every irregularity aimed at real boxes."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import commands as c
from houseway.games.commands import Command
from houseway.games.tournament_canberra_poker import state as v
from houseway.games.tournament_canberra_poker.state import DEALT, SETTLED, Play
from houseway.rulebook.roles import Role
from tests.games.test_shared import Floor

MISHAPS = (
    v.ReportExposedCard, v.ReportMisdeal, v.ReportUnantedHand, v.ReportHandInRack, v.RebuildHand,
    v.DeclareHandLost, v.CountHand, v.OrderDeckCheck, v.RecordDeckCheck, v.ExcludeFromRound,
    c.VoidForCollusion, v.PickUpCards,
)  # fmt: skip


class Table(Floor):
    """The shared random table, with hands named as this game names them, and more mishaps."""

    def absurd(self) -> tuple[Command, Role]:
        if self.random.random() < 0.4:
            return super().absurd()
        kind = self.random.choice(MISHAPS)
        fields = {name: self.field(kind, name) for name in kind.__struct_fields__}
        return kind(**fields), self.random.choice(sorted(self.game.orders[kind].roles))

    def field(self, kind: type[Command], name: str) -> Any:
        if name == "hand":
            return self.random.choice(("dealer", "box 1", "box 2", "box 3", "box 4"))
        if name == "box":
            return self.random.randrange(1, 8)
        if name == "patron":
            return self.random.choice(("Ana", "Ben", "Chen"))
        if name == "card":
            return self.made_up("card")
        if kind in (v.RebuildHand, v.PickUpCards):
            return ()
        return self.random.choice((1, 4, 5, 6, 51, 52))


def all_in_their_places(play: Play) -> None:
    """Every card of a hand lies where the table says, and money only where a hand stands."""
    dealt = [card for hand in play.hands.values() for card in hand]
    there = play.stock.layout + play.stock.rack
    if play.stage not in ("between rounds", "antes"):
        assert all(there.count(card) >= dealt.count(card) for card in set(dealt))
    if play.stage in (DEALT, SETTLED) and not play.is_void:
        in_round = [hand for hand in play.hands if hand not in play.void_hands | {"dealer"}]
        assert all(len(play.hands[hand]) == 5 for hand in in_round)
    for box in play.antes():
        assert f"box {box}" not in play.void_hands | play.folded
    if play.stage == SETTLED:
        assert not play.layout.wagers


@pytest.mark.parametrize("seed", range(6))
def test_whatever_goes_wrong_the_round_goes_on(seed: int) -> None:
    """Tournament Canberra Poker 11.1, 11.3, 11.4, 11.5, 11.6, 11.7, 10.2 closing line, 2.4, 14.4:
    in any order and at any moment they leave a table that awaits something that can be done."""
    table = Table("tournament-canberra-poker", seed, mishaps=True)
    order = table.order

    def checked(command: Command, by: Role) -> bool:
        done = order(command, by)
        all_in_their_places(table.play)
        return done

    table.order = checked  # type: ignore[method-assign]
    table.run(20)
    assert table.play.round > 20
