"""A table under an amended edition: side wagers are placed, limited, settled, void and shown."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import houseway
from houseway import games
from houseway.amendments.reading import Amendment, adopt
from houseway.equipment.cards import DECK, parse_cards
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games.game import Game, Setup
from houseway.games.limits import Limits
from houseway.games.mini_baccarat.state import ApproveBothHands
from houseway.rulebook.document import document
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.service.consoles.pit.opening_pages import documents
from houseway.service.draw.felts import plan_of
from tests.amendments import adopted, example


@pytest.fixture(scope="module")
def dragon() -> Iterator[Amendment]:
    with adopted(example("dragon-7-and-panda-8")) as amendment:
        yield amendment


@pytest.fixture(scope="module")
def war() -> Iterator[Amendment]:
    with adopted(example("casino-war-suited-tie")) as amendment:
        yield amendment


def _table(amendment: Amendment) -> houseway.Table:
    return houseway.Table(amendment.document.id)


def test_a_side_wager_is_offered_on_the_sign_and_as_a_spot(dragon: Amendment) -> None:
    game = dragon.game
    play = game.begin(Setup(game.options(), Limits(minimum=10_00, maximum=500_00)))
    assert ("Dragon 7: $5 to $200, pays 40 to 1", game.cite("4.3(e)")) in game.sign(play)
    spots = {each.wager: (each.minimum, each.maximum) for each in game.spots(play, "Ana")}
    assert spots["dragon 7"] == (5_00, 200_00)
    assert spots["banker"] == (10_00, 500_00)
    lines = {line.wager: str(line.odds) for line in game.wagers(game.options())}
    assert lines["panda 8"] == "25 to 1"


REFUSED = [
    ("Ana wagers 300 on dragon 7", ""),  # Mini Baccarat 3.5: accepted, the maximum is at risk
    ("Ana wagers 7 on dragon 7", "wager_not_a_multiple"),
    ("Ana wagers 5 on dragon 9", "wager_not_offered"),
]


@pytest.mark.parametrize(("step", "code"), REFUSED)
def test_a_side_wager_keeps_to_its_own_limits(dragon: Amendment, step: str, code: str) -> None:
    table = _table(dragon)
    if not code:
        table.say(step)
        return
    with pytest.raises(houseway.Refused) as refused:
        table.say(step)
    assert refused.value.code == code


def test_above_its_maximum_only_the_maximum_is_at_risk(dragon: Amendment) -> None:
    table = _table(dragon)
    table.say("Ana wagers 300 on dragon 7", "deal 6h 2c Kd 3s 2d")
    line = table.settle().lines[0]
    assert (line.paid, line.returned) == (houseway.Money("8000"), houseway.Money("300"))


def test_a_side_wager_is_closed_with_betting_and_is_not_moved(dragon: Amendment) -> None:
    table = _table(dragon)
    table.say("Ana wagers 10 on dragon 7", "Ana changes dragon 7 to 20")
    assert table.wagers["Ana", "dragon 7", 0] == houseway.Money("20")
    with pytest.raises(houseway.Refused) as refused:
        table.do(c.MoveWager("Ana", "dragon 7", "panda 8"))
    assert refused.value.code == "wager_not_moved"
    table.say("no more bets")
    with pytest.raises(houseway.Refused) as refused:
        table.say("Ben wagers 10 on dragon 7")
    assert refused.value.code == "betting_not_open"


def test_side_wagers_alone_make_a_round(dragon: Amendment) -> None:
    """Nobody wagers on a hand, and the coup is dealt and settled."""
    table = _table(dragon)
    table.say("Ben wagers 5 on panda 8", "deal 2h 3c 3d 4s 3h")
    assert [str(line.paid) for line in table.settle().lines] == ["$125"]


def test_a_void_round_returns_side_wagers(dragon: Amendment) -> None:
    table = _table(dragon)
    table.say("Ana wagers 10 on dragon 7", "Ana wagers 50 on banker", "no more bets")
    before = sum(cents.cents for cents in table.wagers.values())
    assert before == 60_00
    table.do(c.InvalidateOutcome("impracticality", "fire alarm"), by="gaming shift manager")
    assert not table.wagers
    assert {line.wager for line in table.rounds[-1].lines} == {"dragon 7", "banker"}


def test_a_settled_round_voided_later_reverses_side_wagers_too(dragon: Amendment) -> None:
    game = dragon.game
    play = game.begin(Setup(game.options(), game.limits))
    _play_coup(game, play, "dragon 7", "6h 2c Kd 3s 2d")
    assert play.layout.chips["Ana"] == 400_00
    game.do(play, c.InvalidateOutcome("impracticality", "fraud"), Role.GAMING_SHIFT_MANAGER)
    assert play.layout.chips["Ana"] == 0
    game.check(play)


def test_a_patron_who_broke_the_rules_loses_no_stake_and_cannot_leave_before(
    dragon: Amendment,
) -> None:
    game = dragon.game
    play = game.begin(Setup(game.options(), game.limits))
    for command, role in game.ready(play):
        game.do(play, command, role)
    game.do(play, c.OpenBetting())
    game.do(play, c.PlaceWager("Ana", "dragon 7", 10_00), Role.PATRON)
    left = game.verify(play, c.LeaveTable("Ana"), Role.PATRON)
    assert left is not None
    assert left.code == "wagers_on_layout"
    game.do(play, c.LogBreach("Ana", "past posting"))
    game.do(play, c.VoidWagers("Ana"), Role.GAMING_SHIFT_MANAGER)
    assert not play.layout.wagers
    game.check(play)


def _play_coup(game: Game, play: Any, wager: str, cards: str) -> None:
    for command, role in game.ready(play):
        game.do(play, command, role)
    game.do(play, c.OpenBetting())
    game.do(play, c.PlaceWager("Ana", wager, 10_00), Role.PATRON)
    game.do(play, c.CallNoMoreBets())
    for card in parse_cards(cards):
        game.do(play, c.DealCard(card))
    game.do(play, c.SettleWagers())
    game.do(play, c.CollectCards())


def test_another_role_may_give_a_command() -> None:
    with adopted(example("tie-nine")) as amendment:
        game = amendment.game
        play = game.begin(Setup(game.options(), game.limits))
        asked = ApproveBothHands("Ana")
        assert isinstance(game.decide(play, asked, Role.GAMING_SUPERVISOR), Refused)
        assert isinstance(game.decide(play, asked, Role.GAMING_MANAGER), Accepted)


def test_a_boxed_side_wager_needs_the_wager_of_its_box(war: Amendment) -> None:
    table = _table(war)
    with pytest.raises(houseway.Refused) as refused:
        table.say("Ana wagers 10 on suited tie in box 1")
    assert refused.value.code == "needs_another_wager"
    table.say("Ana wagers 50 on initial in box 1", "Ana wagers 10 on suited tie in box 1")
    table.say("Ana withdraws initial in box 1")
    assert not table.wagers


def test_a_surrendered_tie_still_settles_the_side_wager(war: Amendment) -> None:
    table = _table(war)
    table.say(
        "Ana wagers 50 on initial in box 1",
        "Ana wagers 10 on suited tie in box 1",
        "deal 8h 8h",
        "Ana surrenders in box 1",
    )
    lines = {line.wager: (line.result, str(line.paid)) for line in table.settle().lines}
    assert lines["suited tie"] == ("won", "$500")


def _dragon_7(hands: dict[str, str]) -> bool:
    """Counted apart from the engine: Banker's three cards make 7 and Player's fewer."""
    worth = {**dict.fromkeys("TJQK", 0), "A": 1, **{str(n): n for n in range(2, 10)}}
    player, banker = (
        sum(worth[card[0]] for card in hands[hand].split()) % 10 for hand in ("player", "banker")
    )
    return banker == 7 and player < 7 and len(hands["banker"].split()) == 3


def test_random_coups_settle_as_an_independent_count_says(dragon: Amendment) -> None:
    game, random = dragon.game, Random(7)
    play = game.begin(Setup(game.options(), game.limits))
    for command, role in game.ready(play):
        game.do(play, command, role)
    won, cards = 0, random.sample(DECK * 7, 360)
    for _ in range(60):
        game.do(play, c.OpenBetting())
        game.do(play, c.PlaceWager("Ana", "dragon 7", 10_00), Role.PATRON)
        game.do(play, c.CallNoMoreBets())
        while game.awaits(play).what == "draw":
            game.do(play, c.DealCard(cards.pop()))
        events = game.do(play, c.SettleWagers())
        announced = next(each for each in events if isinstance(each, e.ResultAnnounced))
        paid = any(isinstance(each, e.WagerPaid) for each in events)
        assert paid == _dragon_7(announced.hands), announced
        won += paid
        game.do(play, c.CollectCards())
    assert won


@pytest.mark.parametrize("tall", [False, True])
def test_a_new_area_is_drawn_inside_the_layout_and_apart(dragon: Amendment, tall: bool) -> None:
    game = dragon.game
    plan = plan_of(game.cite.id, game.options(), tall=tall)
    areas = {spot.wager: spot for spot in plan.spots}
    before = plan_of("mini-baccarat@2017-12-06", game.options(), tall=tall)
    for name in ("dragon 7", "panda 8"):
        x, y = areas[name].chips
        assert before.height < y < plan.height
        assert 0 < x < plan.width
        assert name.upper() in plan.over
    assert areas["dragon 7"].chips != areas["panda 8"].chips
    assert areas["dragon 7"].odds == "pays 40 to 1"
    assert before.spots == plan.spots[: len(before.spots)]


APPROVED = "mini-baccarat@2017-12-06"


def test_an_amendment_is_not_the_latest_edition_before_it_commences() -> None:
    """The slug means the edition that is amended until the day on which the new one commences."""
    with adopted(example("dragon-7")) as amendment:
        later = amendment.document.id
        assert later == "mini-baccarat@2030-01-01"
        assert games.latest("mini-baccarat") == document("mini-baccarat").id == APPROVED
        assert games.game(later).cite.id == document(later).id == later
        adopt(amendment, today="2029-12-31")
        assert games.game("mini-baccarat").cite.id == APPROVED
        adopt(amendment, today="2030-01-01")
        assert games.latest("mini-baccarat") == document("mini-baccarat").id == later


def test_the_pit_opens_an_amended_edition_by_its_id() -> None:
    with adopted(example("dragon-7")):
        listed = [each.slug for each in documents()]
        assert {"mini-baccarat", "mini-baccarat@2030-01-01"} <= set(listed)
