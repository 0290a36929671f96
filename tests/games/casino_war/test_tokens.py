"""Promotional tokens at Casino War, and money that moved before a round was rebuilt.

Worked out by hand. `chips` counts a patron's tokens at their value, among the chips.
"""

from typing import Any

import pytest

from houseway.games import events as e
from houseway.games import game, tokens
from houseway.games.casino_war import state as v
from houseway.games.tokens import Pile
from houseway.records.session import Session
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Casino War"
GAME = game("casino-war")

TOKENS = """
== a surrendered token is collected, and half its value paid in chips
[1.1 casino promotional token, 5.1.1.3, 8.2.4.1, 5.2]
patrons Ana=20
    Ana exchanges a voucher of 50
    Ana wagers 50 in tokens on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1
    open betting
    Ana wagers 10 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 45 on initial in box 1      # all of it chips now
=> Ana initial in box 1 of round 1 lost 50 returned 0
=> chips Ana 0

== of chips and tokens together the tokens go, and the half is chips [5.1.1.3, 5.2]
patrons Ana=20
    Ana exchanges a voucher of 30
    Ana wagers 20 on initial in box 1
    Ana wagers 30 in tokens on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1                # 25: the 20 that lay there, and 5 paid
=> Ana initial in box 1 lost 30 returned 20
=> chips Ana 25

== few tokens in a surrender leave the rest of the half to be kept of the chips [5.1.1.3, 5.2]
patrons Ana=90
    Ana exchanges a voucher of 10
    Ana wagers 90 on initial in box 1
    Ana wagers 10 in tokens on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1
=> Ana initial in box 1 lost 50 returned 50
=> chips Ana 50

== half of an odd token is rounded up to chips [5.10, 5.1.1.3]
chips 1 5 25 100
patrons Ana=20
    Ana exchanges a voucher of 15
    Ana wagers 15 in tokens on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1                # half of 15 is 7.50, paid as 8
=> chips Ana 28

== a War Wager may be in tokens, in chips or in both, and is as large as the first [5.7, 5.1.1.4]
[1.1 casino promotional token, 10.3; 5.2]
patrons Ana=10
    Ana exchanges a voucher of 100
    Ana wagers 50 in tokens on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1
    -> refused not_enough_chips
    Ana goes to war in box 1 using 60 in tokens
    -> refused war_wager_not_equal [5.7]
    Ana goes to war in box 1 with 40 using 40 in tokens
    -> refused war_wager_not_equal [5.7]
    Ana goes to war in box 1 using 30 in tokens
    -> refused not_enough_chips
    Ana goes to war in box 1 using 45 in tokens
    deal 2d 3d
=> Ana initial in box 1 lost 50
=> Ana war in box 1 lost 50
=> chips Ana 10                            # five of them in tokens

== a war is not begun with tokens that somebody does not hold [5.2]
patrons Ana=10
    Ana wagers 10 on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1 using 10 in tokens
    -> refused not_enough_tokens [5.2]
    Ana goes to war in box 1
    -> refused not_enough_chips
    Ana surrenders in box 1
=> chips Ana 5

== a single-use token is collected where it wins, and comes back where it stands off [10.2]
[1.1 casino promotional token, 5.2]
patrons Ana=10
    Ana exchanges a voucher of 100 with the condition single use
    Ana wagers 50 in tokens on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1 using 50 in tokens
    deal Kd Ks
    open betting
    Ana wagers 60 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 50 in tokens on initial in box 1
=> Ana war in box 1 of round 1 won 100 returned 0
=> Ana initial in box 1 of round 1 stood off 50
=> chips Ana 110                           # 10, and 100 won; the token lies in box 1

== winnings of a token are chips, and an ordinary one comes back [5.1.3.1, 5.2]
patrons Ana=10
    Ana exchanges a voucher of 20
    Ana wagers 10 on initial in box 1
    Ana wagers 20 in tokens on tie in box 1
    deal 8h 8c
    Ana surrenders in box 1
    open betting
    Ana wagers 206 on initial in box 1
    -> refused not_enough_chips            # 200 won and 5 of the surrender are chips
    Ana wagers 205 on initial in box 1
    Ana wagers 25 in tokens on tie in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 20 in tokens on tie in box 1
=> Ana tie in box 1 of round 1 won 200 returned 20
=> chips Ana 0

== a misdeal gives tokens back as tokens [11.16, 5.2]
patrons Ana=10
    Ana exchanges a voucher of 50 with the condition single use
    Ana wagers 50 in tokens on initial in box 1
    deal 8h
    a card was dealt wrongly
    misdeal of the hand of box 1
    collect the cards
    open betting
    Ana wagers 15 on initial in box 1
    -> refused not_enough_chips
    Ana wagers 60 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 50 in tokens on initial in box 1
=> Ana initial in box 1 of round 1 void 50
=> chips Ana 10

== tokens lie where chips may lie, and nowhere else [5.1, 5.1.2, 5.1.3, 5.3, 5.4, 5.5, 2.2.1]
patrons Ana Ben
    Ana exchanges a voucher of 50
    Ana wagers 10 in tokens on initial in box 1
    Ana wagers 10 in tokens on player in box 1
    -> refused wager_not_offered [5.1]
    Ana wagers 10 in tokens on war in box 1
    -> refused wager_not_offered [5.1.2]
    Ana wagers 10 in tokens on initial in box 9
    -> refused no_such_area [2.2.1]
    Ana wagers 10 in tokens on tie in box 2
    -> refused tie_needs_initial [5.1.3]
    Ben wagers 10 on initial in box 2
    Ana wagers 10 in tokens on initial in box 2
    -> refused area_taken [5.5]
    deal 8h
    Ana wagers 10 in tokens on initial in box 1
    -> refused round_under_way [5.4]

== tokens wait until betting is open [5.3]
    Ana exchanges a voucher of 50
    open betting
    Ana wagers 10 in tokens on initial in box 1
    deal 2h 3c
    settle
    collect the cards
    open betting
    Ana wagers 10 in tokens on initial in box 1
=> Ana initial in box 1 of round 1 lost 10

== tokens and chips are one stake within the limits [6.1, 5.2]
limits minimum=10 maximum=100
    Ana exchanges a voucher of 50
    Ana wagers 5 in tokens on initial in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 90 on initial in box 1
    Ana wagers 15 in tokens on initial in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 10 in tokens on initial in box 1

== of a stake made smaller the chips come back first, then tokens as tokens [5.2]
patrons Ana=20
    Ana exchanges a voucher of 50
    Ana wagers 20 on initial in box 1
    Ana wagers 30 in tokens on initial in box 1
    Ana changes initial to 25 in box 1
    Ana wagers 30 in tokens on tie in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 25 in tokens on tie in box 1
    Ana changes initial to 46 in box 1
    -> refused not_enough_chips
    Ana changes initial to 45 in box 1
=> chips Ana 0

== above the maximum the excess goes back, and the tokens are lost first [6.3, 11.18.2]
limits maximum=100
patrons Ana=200
    Ana exchanges a voucher of 50
    Ana wagers 50 on initial in box 1
    Ana wagers 50 in tokens on initial in box 1
    deal 2h
    Ana is found with 150 on initial in box 1
    deal 3c
    settle
    collect the cards
    open betting
    Ana wagers 10 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
=> Ana initial in box 1 of round 1 lost 100 returned 50
=> chips Ana 150

== a voucher is exchanged by the dealer, on conditions that the table can keep
[1.1 casino promotional token]
    Ana exchanges a voucher of 0
    -> refused amount_not_positive [1.1 casino promotional token]
    Ana exchanges a voucher of 0.05
    -> refused amount_not_positive [1.1 casino promotional token]
    Ana exchanges a voucher of 50 with the condition Tuesdays only
    -> refused condition_unknown [1.1 casino promotional token]
    supervisor: Ana exchanges a voucher of 50
    -> refused role_may_not [1.1 casino promotional token]
    Ana exchanges a voucher of 50

== who is out of the game gets no tokens [13.3.2]
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: exclude Ana
    Ana exchanges a voucher of 50
    -> refused patron_excluded [13.3.2]
"""

REBUILT = """
== what the true order confirms stands, though its winnings lie on a war by now [11.6, 10.3]
patrons Ana=20
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on initial in box 2
    deal Kh 8c 8d
    settle
    Ana goes to war in box 2
    a card was dealt wrongly
    rebuild the round from Kh 8d 8c
    deal 2h 3h
=> Ana initial in box 1 won 10
=> Ana war in box 2 lost 10
=> chips Ana 10

== a war that is void gives its chips back before a settlement is taken back [11.6]
patrons Ana=20
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on initial in box 2
    deal Kh 8c 8d
    settle
    Ana goes to war in box 2               # 10 are left
    a card was dealt wrongly
    rebuild the round from 8c Kh 8d        # the 10 of the war, then the 20 of box 1: nothing
    settle                                 # box 2 wins: 20
    Ana goes to war in box 1
    deal 9h 3c
=> Ana war in box 2 void 10
=> Ana initial in box 2 won 10
=> Ana war in box 1 won 10
=> Ana initial in box 1 stood off 10
=> chips Ana 40

== rebuilt twice, a war that became void is chosen anew [11.6, 8.2.4]
patrons Ana=40 Ben=40
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 8h 8c 8d
    Ana goes to war in box 1
    Ben goes to war in box 2
    deal Kh
    a card was dealt wrongly
    rebuild the round from 8h Kh 8c 8d     # Ben has a king: his war is void
    settle
    a card was dealt wrongly
    rebuild the round from 8h 8c 8d Kh     # he had an eight after all
    Ben surrenders in box 2
    deal Ah 2c                             # the king is burned
=> Ben war in box 2 void 10
=> Ben initial in box 2 lost 5 returned 5
=> Ana war in box 1 won 10
=> chips Ana 50
=> chips Ben 35

== what a correction gives comes before what it takes [11.6, 10.1]
patrons Ana=30
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on initial in box 2
    Ana wagers 10 on initial in box 3
    deal Kh 8c 8s 8d
    settle
    Ana goes to war in box 2
    Ana goes to war in box 3
    deal 2h 3h 9h
    settle                                 # both lost: nothing is left
    a card was dealt wrongly
    rebuild the round from 2h 8c 8s 8d Kh 3h 9h
=> Ana initial in box 1 lost 10            # 20 to give back, of the 30 from box 2
=> Ana initial in box 2 stood off 10
=> Ana war in box 2 won 10
=> Ana war in box 3 lost 10
=> chips Ana 10

== what is spent cannot be given back [11.6]
patrons Ana=30
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on initial in box 2
    Ana wagers 10 on initial in box 3
    deal Kh 8c 8s 8d
    settle
    Ana goes to war in box 2
    Ana goes to war in box 3
    deal 2h 3h 9h
    settle
    a card was dealt wrongly
    rebuild the round from 2h 8c 8s 8d 3h 9h Kh
=> Ana initial in box 1 lost 10
=> Ana war in box 2 lost 10
=> Ana war in box 3 lost 10
=> chips Ana 0                             # 20 short

== a stake that lies again is made good as far as the chips go [11.12, 5.7]
patrons Ana=20
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on initial in box 2
    deal Kh 8c 8d
    settle
    Ana goes to war in box 2
    deal 2h 9h
    settle                                 # lost: 10 are left
    a card was dealt wrongly
    rebuild the round from 8s 8c 8d Kh 2h 9h
    Ana goes to war in box 1
    -> refused not_enough_chips
    Ana surrenders in box 1
    deal Ah 2s
=> Ana initial in box 1 lost 5 returned 5
=> Ana war in box 2 won 10
=> Ana initial in box 2 stood off 10
=> chips Ana 35                            # 5, and 30 from box 2; 10 short before

== a token staked on a war does not lie in two places [11.12, 5.2]
patrons Ana=10
    Ana exchanges a voucher of 10
    Ana wagers 10 in tokens on initial in box 1
    Ana wagers 10 on initial in box 2
    deal Kh 8c 8d
    settle                                 # the token is back, and 10 in chips
    Ana goes to war in box 2 using 10 in tokens
    a card was dealt wrongly
    rebuild the round from 8s 8c 8d Kh
    Ana surrenders in box 1                # its stake is chips now: 5 of 10 come back
    deal 9h 3c
    open betting
    Ana wagers 20 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 26 on initial in box 2
    -> refused not_enough_chips
    Ana wagers 25 on initial in box 2
    Ana wagers 10 in tokens on initial in box 1
=> Ana initial in box 1 of round 1 lost 5 returned 5
=> Ana war in box 2 of round 1 won 10 returned 10
=> chips Ana 0

== a surrender corrected to a loss takes its half back, and a token that was lost stays lost [11.6]
[5.1.1.2, 5.2]
patrons Ana=10 Ben=10
    Ana exchanges a voucher of 50
    Ana wagers 50 in tokens on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 8h 2c 8d
    settle
    Ana surrenders in box 1                # 25 in chips
    a card was dealt wrongly
    rebuild the round from 2c 8h 8d
    Ben surrenders in box 2
    open betting
    Ana wagers 10 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
=> Ana initial in box 1 of round 1 lost 50 returned 0
=> Ben initial in box 2 of round 1 lost 5
=> chips Ana 10

== stakes that a void gives back come before the payments that it takes [11.17.2]
patrons Ana=110
    Ana wagers 100 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 8h 8c
    settle                                 # the tie: 110
    Ana goes to war in box 1               # 10 are left
    a card is missing
=> Ana tie in box 1 void 10
=> Ana initial in box 1 void 100
=> Ana war in box 1 void 100
=> chips Ana 110
=> awaits check [11.17.3]

== tokens pay no debt [13.4.1, 13.5]
patrons Ana=10
    Ana exchanges a voucher of 50
    Ana wagers 10 on initial in box 1
    deal Kh 2c                             # won 10
    open betting
    Ana wagers 20 on initial in box 1
    supervisor: invalidate the outcome because of fire: in the kitchen
    Ana wagers 50 in tokens on tie in box 1
=> Ana initial in box 1 of round 1 void 10
=> chips Ana 0

== a token lost by the wrong order comes back when the true one wins [11.6, 5.1.1.1, 5.2]
patrons Ana=10 Ben=10
    Ana exchanges a voucher of 50
    Ana wagers 50 in tokens on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 2c 9h 5d
    settle
    a card was dealt wrongly
    rebuild the round from 9h 2c 5d
    collect the cards
    open betting
    Ana wagers 60 in tokens on initial in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 50 in tokens on initial in box 1
=> Ana initial in box 1 of round 1 won 50 returned 50
=> Ben initial in box 2 of round 1 lost 10
=> chips Ana 60
"""


@pytest.mark.parametrize("scenario", read_scenarios(TOKENS), ids=lambda each: each.title)
def test_the_rules_make_of_tokens(scenario: Scenario) -> None:
    check(GAME, scenario)


@pytest.mark.parametrize("scenario", read_scenarios(REBUILT), ids=lambda each: each.title)
def test_chips_that_are_counted_never_go_below_nothing(scenario: Scenario) -> None:
    """Casino War 11.6 and 5.2: at no event, not by paying with tokens, and no token is made."""
    session = check(GAME, scenario)
    play, issued = GAME.begin(session.setup), 0
    for step in session.steps:
        for event in step.events:
            GAME.evolve(play, event)
            assert min(play.layout.chips.values(), default=0) >= 0, event
            issued += event.amount if isinstance(event, tokens.TokensIssued) else 0
        for patron in play.layout.counted:
            assert play.layout.chips[patron] >= tokens.held(play, patron).total, step
        piles = (*play.tokens.held.values(), *play.tokens.staked.values())
        assert sum(pile.total for pile in piles) <= issued


def shortfalls(title: str) -> list[tuple[str, int, int]]:
    """What could not be given back in a scenario: wager, box and cents."""
    scenario = next(each for each in read_scenarios(REBUILT) if each.title == title)
    session: Session = check(GAME, scenario)
    found = []
    for step in session.steps:
        for event in step.events:
            short: int = getattr(event, "shortfall", 0)
            if short:
                line: Any = getattr(event, "settlement", None) or getattr(event, "after", event)
                found.append((line.wager, line.box, short))
    return found


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("what the true order confirms stands, though its winnings lie on a war by now", []),
        ("a war that is void gives its chips back before a settlement is taken back", []),
        ("what a correction gives comes before what it takes", []),
        ("what is spent cannot be given back", [("initial", 1, 20_00)]),
        ("a stake that lies again is made good as far as the chips go", [("initial", 1, 10_00)]),
        ("a token staked on a war does not lie in two places", [("initial", 1, 10_00)]),
        ("stakes that a void gives back come before the payments that it takes", []),
        ("tokens pay no debt", [("initial", 1, 10_00)]),
    ],
)
def test_what_a_patron_cannot_give_back_is_on_record(
    title: str, expected: list[tuple[str, int, int]]
) -> None:
    """Casino War 11.6: and never more than that."""
    assert shortfalls(title) == expected


def test_a_settlement_that_is_confirmed_is_not_touched() -> None:
    """Casino War 11.6: reading CW-26."""
    title = "what the true order confirms stands, though its winnings lie on a war by now"
    scenario = next(each for each in read_scenarios(REBUILT) if each.title == title)
    events = [event for step in check(GAME, scenario).steps for event in step.events]
    rebuilt = [place for place, each in enumerate(events) if isinstance(each, v.RoundRebuilt)]
    assert len(rebuilt) == 1
    assert isinstance(events[rebuilt[0] - 1], e.RoundHeld)


@pytest.mark.parametrize(("voucher", "left"), [(100, 50_00), (50, 0)])
def test_the_war_that_is_offered_is_one_that_can_be_gone_to(voucher: int, left: int) -> None:
    """Casino War 5.7, 5.2: in chips where they suffice, else with as few tokens as it takes."""
    scenario = Scenario("", (), patrons={"Ana": 30_00})
    scenario.steps = [
        f"Ana exchanges a voucher of {voucher}", "Ana wagers 40 in tokens on initial in box 1",
        "deal 8h 8c",
    ]  # fmt: skip
    scenario.expected = ["awaits choose [8.2.4]"]
    session = check(GAME, scenario)
    choices = GAME.awaits(session.play).choices
    assert choices == (v.GoToWar("Ana", 1, tokens=10_00), v.Surrender("Ana", 1))
    GAME.do(session.play, choices[0])
    assert tokens.held(session.play, "Ana") == Pile(left)
    assert session.play.layout.chips["Ana"] == left
