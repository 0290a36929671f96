"""The spin and what goes wrong with it, the ball and the general provisions, by hand.

`17 comes` stands for three steps: see `spins.py`.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check
from tests.games.tournament_roulette.spins import scenarios

DOCUMENT = "Tournament American Roulette"

DEALING = """
== the round begins with the dolly lifted and ends with the last payout
    [terms: Round of Play, terms: Dolly, 5.1, 5.3, 5.2]
    Ana wagers 5 on 17
    lift the dolly
    -> refused round_under_way [terms: Round of Play]
    17 comes
    settle
    Ana wagers 5 on 20
    17 comes
=> Ana 17 of round 1 won 175
=> Ana 20 lost 5

== after the payouts the dolly waits on the number
    Ana wagers 5 on 17
    17 comes
    settle
    settle
    -> refused no_result [7.1]
=> awaits open [terms: Round of Play]

== before the spin there is nothing to close, turn, rest or settle [5.3, 5.2, 5.1, 7.1, 9.2, 9.4]
    lift the dolly
    Ana wagers 5 on red
    no more bets
    -> refused not_next [5.3]
    the ball has made three turns
    -> refused no_ball_spinning [5.2]
    the ball rests in 17
    -> refused no_ball_spinning [5.1]
    settle
    -> refused no_result [7.1]
    no spin
    -> refused no_ball_spinning [9.2]
    the spin is void: no compartment
    -> refused no_ball_spinning [9.4]
=> awaits spin ball [5.1]

== no result without no more bets [5.3]
    Ana wagers 5 on red
    spin the wheel anticlockwise and the ball clockwise
    spin the wheel anticlockwise and the ball clockwise
    -> refused not_next [5.1]
    the ball rests in 17
    -> refused no_more_bets_not_called [5.3]
=> awaits wagers [4.1]

== no result before three turns, and only in a pocket of the wheel [5.2, 2.1]
    Ana wagers 5 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    no more bets
    -> refused not_next [5.3]
    the ball rests in 17
    -> refused three_turns_not_confirmed [5.2]
    the ball has made three turns
    the ball has made three turns
    -> refused not_next [5.2]
    the ball rests in 37
    -> refused no_such_pocket [2.1]
    the ball rests in -1
    -> refused no_such_pocket [2.1]
    the ball rests in 36
=> Ana red won 5

== the wheel and the ball turn clockwise or anticlockwise [5.1]
    Ana wagers 5 on red
    spin the wheel upwards and the ball clockwise
    -> refused no_such_direction [5.1]
    spin the wheel clockwise and the ball left
    -> refused no_such_direction [5.1]
=> awaits spin ball

== the dealer runs the table, and nobody else does [terms: Dealer, 5.1, 5.2, 5.3]
    Ana wagers 5 on red
    patron: spin the wheel clockwise and the ball anticlockwise
    -> refused role_may_not [5.1]
    spin the wheel clockwise and the ball anticlockwise
    patron: no more bets
    -> refused role_may_not [5.3]
    no more bets
    patron: the ball has made three turns
    -> refused role_may_not [5.2]
    the ball has made three turns
    director: the ball rests in 1
    -> refused role_may_not [terms: Dealer]
    the ball rests in 1
    patron: settle
    -> refused role_may_not [terms: Dealer]

== a table is approved before it is used [1.1; terms: Approved]
options approved=wheel+layout
    lift the dolly
    -> refused not_approved [1.1]

== and so is its wheel [terms: Wheel]
options approved=table+layout
    lift the dolly
    -> refused not_approved [terms: Wheel]

== and its layout with the race track [terms: Race Track]
options approved=table+wheel
    lift the dolly
    -> refused not_approved [terms: Race Track]
"""

VOID_SPINS = """
== spun the way the wheel turns, the spin is void and repeated in the same round [9.1, 5.1]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball clockwise
    the ball rests in 2
    -> refused spin_void [9.1]
    1 comes
=> Ana red of round 1 won 10

== seen after no more bets it is as void [9.1]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the spin is void: same direction
=> awaits spin ball [9.1]

== no spin: the ball that rests all the same makes no result [9.2]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no spin
    the ball rests in 2
    -> refused spin_void [9.2]
    1 comes
=> Ana red of round 1 won 10

== no spin after no more bets releases the stakes: they stay, change or go [9.2, 4.4]
patrons Ana=100
    Ana wagers 10 on red
    Ana wagers 20 on 17
    Ana wagers 5 on 0
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana withdraws 17
    -> refused betting_closed [4.4]
    no spin
    Ana withdraws 17
    Ana changes red to 30
    1 comes
=> Ana 17 of round 1 withdrawn 20
=> Ana red of round 1 won 30
=> Ana 0 of round 1 lost 5
=> chips Ana 125

== a foreign object in the wheel makes the spin void [9.3]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the ball has made three turns
    the spin is void: foreign object
    the ball rests in 1
    -> refused spin_void [9.3]
=> awaits spin ball [9.3]

== a ball that falls into no compartment makes the spin void [9.4]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the ball has made three turns
    the spin is void: no compartment
=> awaits spin ball [9.4]

== a ball out of the wheel makes the spin void, before no more bets too [9.5]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    the spin is void: ball out of the wheel
    2 comes
=> Ana red of round 1 lost 10

== a ball that rests before its third turn is no valid spin [5.2]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the spin is void: fewer than three turns
    the ball rests in 1
    -> refused spin_void [5.2]
=> awaits spin ball [5.2]

== three turns once seen are seen, and a spin is not void for any cause [5.2]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the ball has made three turns
    the spin is void: fewer than three turns
    -> refused three_turns_made [5.2]
    the spin is void: the patron is unhappy
    -> refused no_such_cause
    patron: no spin
    -> refused role_may_not [9.2]
    the ball rests in 1
    the spin is void: foreign object
    -> refused no_ball_spinning [9.3]
=> Ana red won 10

== the turns of a void spin do not count for the next [9.3, 5.2]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the ball has made three turns
    the spin is void: foreign object
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the ball rests in 1
    -> refused three_turns_not_confirmed [5.2]
=> awaits spin three turns [5.2]

== a maximum marker stays through a void spin [9.4, 4.7]
limits straight up=5-100
patrons Ana=1800
    Ana asks for the maximum on 36
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    the spin is void: no compartment
    Ana withdraws 36
    -> refused under_maximum_marker [4.7]
    36 comes
=> chips Ana 21600
"""

BALL = """
== a ball measures seventeen to twenty-two millimetres, both included [2.2]
unprepared
    director: register ball A of 16.9 mm in acetal approved as GCI 12
    -> refused ball_diameter [2.2]
    director: register ball A of 22.1 mm in acetal approved as GCI 12
    -> refused ball_diameter [2.2]
    director: register ball A of wide mm in acetal approved as GCI 12
    -> refused ball_diameter [2.2]
    director: register ball A of 17 mm in acetal approved as GCI 12
    director: register ball B of 22.0 mm in nylon approved as GCI 13
    director: register ball C of 20.5 mm in teflon approved as GCI 14
=> awaits check ball [2.3]

== it is of no metal, known by one name, and put on the list by the Director [terms: Ball]
unprepared
    lift the dolly
    -> refused no_ball [terms: Ball]
    director: register ball A of 20 mm in steel approved as GCI 12
    -> refused ball_material [terms: Ball]
    dealer: register ball A of 20 mm in acetal approved as GCI 12
    -> refused role_may_not [terms: Ball]
    director: register ball A of 20 mm in acetal approved as GCI 12
    director: register ball A of 20 mm in nylon approved as GCI 13
    -> refused ball_registered [terms: Ball]
    director: approve a change to ball B
    -> refused no_such_ball [terms: Ball]
    change to ball A
    -> refused ball_change_not_approved [2.3]
    director: approve a change to ball A
=> awaits check ball [2.3]

== without a ball on the list one is awaited [2.2]
unprepared
    Ana joins
=> awaits check ball [2.2]

== the ball is changed at any time with the Director's approval, but not while it spins [2.3]
    director: register ball B of 18 mm in nylon approved as GCI 13
    Ana wagers 10 on red
    change to ball B
    -> refused ball_change_not_approved [2.3]
    dealer: approve a change to ball B
    -> refused role_may_not [2.3]
    director: approve a change to ball 1
    -> refused ball_in_use [2.3]
    spin the wheel clockwise and the ball anticlockwise
    director: approve a change to ball B
    change to ball C
    -> refused ball_spinning [2.3]
    change to ball B
    -> refused ball_spinning [2.3]
    no more bets
    change to ball B
    -> refused ball_spinning [2.3]
    no spin
    change to ball C
    -> refused ball_change_not_approved [2.3]
    change to ball B
    director: approve a change to ball B
    -> refused ball_in_use [2.3]
    change to ball 1
    -> refused ball_change_not_approved [2.3]
    1 comes
=> Ana red won 10
"""

PROVISIONS = """
== the Director may strike out a result, and what was paid and collected goes back [10.1, 10.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on 17
    Ben wagers 10 on red
    17 comes
    settle
    dealer: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [10.1]
    director: invalidate the outcome because of fire: in the kitchen
    director: invalidate the outcome because of fire: in the kitchen
    -> refused round_already_void [10.1]
=> result void
=> Ana 17 void 10
=> chips Ana 100
=> chips Ben 100

== before the result the round is over and the stakes are back [10.1, 10.5]
patrons Ana=100
    Ana wagers 10 on 17
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    director: invalidate the outcome because of brawl: at the next table
    the ball rests in 17
    -> refused no_ball_spinning [5.1]
    Ana wagers 20 on red
    1 comes
=> Ana 17 of round 1 void 10
=> Ana red won 20
=> chips Ana 120

== a round that cannot go on is invalid; refunds may be withheld from the fraud [10.4, 10.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on 17
    Ben wagers 10 on 17
    supervisor: invalidate the outcome because of impracticality: a wheel that does not turn
    -> refused role_may_not [10.1]
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ana
    -> refused nothing_to_forfeit [10.5]
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> result void
=> Ana 17 void 10
=> Ben 17 forfeited 10
=> chips Ana 100
=> chips Ben 90

== a refund may be withheld after the payouts too, won or lost [10.4, 10.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on 17
    Ben wagers 10 on 17                    # 350 won
    Ben wagers 20 on red                   # lost
    17 comes
    settle
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> Ana 17 void 10
=> Ben 17 forfeited 10
=> Ben red forfeited 20
=> chips Ana 100
=> chips Ben 70

== a contravention may void the stakes: they go back, and nothing is paid
    [10.3, 10.3(a); terms: Void, terms: Casino Supervisor]
patrons Ana=100 Ben=100
    Ana wagers 10 on 17
    Ben wagers 10 on 17
    director: void the wagers of Ben
    -> refused no_breach_logged [10.3(a)]
    assistant to the director: log a breach by Ben: touched the ball
    assistant to the director: void the wagers of Ben
    -> refused role_may_not [10.3(a)]
    supervisor: void the wagers of Ben
    -> refused role_may_not [10.3(a)]
    17 comes
    director: void the wagers of Ben
=> Ben 17 void 10
=> chips Ben 100
=> chips Ana 450

== a maximum marker goes with its voided stakes [10.3(a), 4.7]
limits straight up=5-100
patrons Ana=1800
    Ana asks for the maximum on 36
    dealer: log a breach by Ana: a late stake
    director: void the wagers of Ana
    Ana asks for the maximum on 36
    36 comes
=> chips Ana 21600

== the Director's decision is final, subject to an Inspector's review [10.6]
    Ana wagers 10 on 17
    20 comes
    Ana disputes: the ball lay in 17
    patron: decide dispute 1: pay it
    -> refused role_may_not [10.6]
    director: decide dispute 2: the result is 20
    -> refused no_such_dispute [10.6]
    patron: ask for a review of dispute 1
    -> refused dispute_undecided [10.6]
    director: decide dispute 1: the result is 20
    director: decide dispute 1: the result is 17
    -> refused dispute_decided [10.6]
    inspector: the review of dispute 1 says: upheld
    -> refused review_not_asked [10.6]
    patron: ask for a review of dispute 1
    inspector: the review of dispute 1 says: upheld
=> Ana 17 lost 10
"""


@pytest.mark.parametrize(
    "scenario", scenarios(DEALING, VOID_SPINS, BALL, PROVISIONS), ids=lambda each: each.title
)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-roulette"), scenario)
