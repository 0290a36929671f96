"""Roulette on the layout, worked out by hand from NI2002-45: odds, zero, stakes and limits.

`17 comes` stands for three steps: see `spins.py`.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check
from tests.games.tournament_roulette.spins import scenarios

DOCUMENT = "Tournament American Roulette"

ODDS = """
== a number straight up pays thirty-five to one [4.3(a), 6.1(a), 7.1, 6.1; 6.1 table]
    Ana wagers 5 on 17
    Ben wagers 5 on 20
    17 comes
=> result 17
=> Ana 17 won 175 returned 5
=> Ben 20 lost 5

== a split pays seventeen to one on either number [4.3(b), 6.1(b)]
    Ana wagers 10 on 17/20
    Ben wagers 10 on 16/17
    20 comes
=> Ana 17/20 won 170 returned 10
=> Ben 16/17 lost 10

== a street pays eleven to one [4.3(c), 6.1(c)]
    Ana wagers 10 on 16/17/18
    Ben wagers 10 on 19/20/21
    18 comes
=> Ana 16/17/18 won 110 returned 10
=> Ben 19/20/21 lost 10

== the two streets with zero are streets [4.3(c), 6.1(c), 7.1]
    Ana wagers 10 on 0/2/3
    Ben wagers 10 on 0/1/2
    3 comes
=> Ana 0/2/3 won 110 returned 10
=> Ben 0/1/2 lost 10

== a corner pays eight to one [4.3(d), 6.1(d)]
    Ana wagers 10 on 25/26/28/29
    Ben wagers 10 on 26/27/29/30
    28 comes
=> Ana 25/26/28/29 won 80 returned 10
=> Ben 26/27/29/30 lost 10

== a six-line pays five to one [4.3(e), 6.1(e)]
    Ana wagers 10 on 1-6
    Ben wagers 10 on 4-9
    2 comes
=> Ana 1-6 won 50 returned 10
=> Ben 4-9 lost 10

== a column pays two to one [4.3(f), 6.1(f)]
    Ana wagers 10 on column 1
    Ben wagers 10 on column 3
    34 comes
=> Ana column 1 won 20 returned 10
=> Ben column 3 lost 10

== a dozen pays two to one [4.3(g), 6.1(g)]
    Ana wagers 10 on dozen 2
    Ben wagers 10 on dozen 3
    24 comes
=> Ana dozen 2 won 20 returned 10
=> Ben dozen 3 lost 10

== eighteen is low [4.3(h), 4.3(i), 6.1(h)]
    Ana wagers 10 on low
    Ben wagers 10 on high
    18 comes
=> Ana low won 10 returned 10
=> Ben high lost 10

== nineteen is high [6.1(i)]
    Ana wagers 10 on low
    Ben wagers 10 on high
    19 comes
=> Ana low lost 10
=> Ben high won 10 returned 10

== thirty-six is even [4.3(j), 4.3(k), 6.1(j)]
    Ana wagers 10 on even
    Ben wagers 10 on odd
    36 comes
=> Ana even won 10 returned 10
=> Ben odd lost 10

== one is odd [6.1(k)]
    Ana wagers 10 on even
    Ben wagers 10 on odd
    1 comes
=> Ana even lost 10
=> Ben odd won 10 returned 10

== nineteen follows eighteen, and both are red [4.3(l), 4.3(m), 6.1(l)]
    Ana wagers 10 on red
    Ben wagers 10 on black
    19 comes
=> Ana red won 10 returned 10
=> Ben black lost 10

== eleven follows ten, and both are black [6.1(m)]
    Ana wagers 10 on red
    Ben wagers 10 on black
    11 comes
=> Ana red lost 10
=> Ben black won 10 returned 10

== one number wins on everything that holds it, each at its own odds [7.1, 7.2]
patrons Ana=100
    Ana wagers 10 on 17                    # 350
    Ana wagers 10 on 14/17                 # 170
    Ana wagers 10 on 13/14/16/17           # 80
    Ana wagers 10 on column 2              # 20
    Ana wagers 10 on black                 # 10
    Ana wagers 50 on red
    17 comes
=> chips Ana 680
"""

ZERO = """
== on zero the number and its combinations with 1, 2 and 3 win at their usual odds [7.3, 7.3(a)]
    Ana wagers 5 on 0
    Ana wagers 5 on 0/1
    Ana wagers 5 on 0/2
    Ana wagers 5 on 0/3
    Ana wagers 5 on 0/1/2
    Ana wagers 5 on 0/2/3
    Ana wagers 5 on 0/1/2/3
    0 comes
=> tried [7.3] the result is zero
=> result 0
=> Ana 0 won 175 returned 5
=> Ana 0/1 won 85 returned 5
=> Ana 0/2 won 85 returned 5
=> Ana 0/3 won 85 returned 5
=> Ana 0/1/2 won 55 returned 5
=> Ana 0/2/3 won 55 returned 5
=> Ana 0/1/2/3 won 40 returned 5

== on zero everything else loses whole, even and low included [7.3(b), 7.3]
    Ana wagers 10 on even
    Ana wagers 10 on odd
    Ana wagers 10 on low
    Ana wagers 10 on high
    Ana wagers 10 on red
    Ana wagers 10 on black
    Ana wagers 10 on dozen 1
    Ana wagers 10 on column 3
    Ana wagers 10 on 1
    Ana wagers 10 on 1/2/3
    Ana wagers 10 on 1-6
    0 comes
=> Ana even lost 10
=> Ana odd lost 10
=> Ana low lost 10
=> Ana high lost 10
=> Ana red lost 10
=> Ana black lost 10
=> Ana dozen 1 lost 10
=> Ana column 3 lost 10
=> Ana 1 lost 10
=> Ana 1/2/3 lost 10
=> Ana 1-6 lost 10

== 0/1/2/3 is a corner where it is offered [4.3(d), 6.1(d)]
    Ana wagers 10 on 0/1/2/3
    1 comes
=> Ana 0/1/2/3 won 80 returned 10

== and refused where it is not [4.3(d)]
options zero_corner=withheld
    lift the dolly
    Ana wagers 10 on 0/1/2/3
    -> refused wager_not_offered [4.3(d)]
    Ana wagers 10 on 0/2/3

== the Director takes it off between rounds, nobody else does [4.3(d), 3.1]
    dealer: set zero_corner to withheld
    -> refused role_may_not [3.1]
    director: set zero_corner to withheld
    Ana wagers 10 on red
    Ana wagers 10 on 0/1/2/3
    -> refused wager_not_offered [4.3(d)]
    director: set zero_corner to offered
    -> refused round_under_way [4.3(d)]
"""

LAYOUT = """
== numbers that do not touch are no wager [4.3]
    lift the dolly
    Ana wagers 10 on 1/5
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on 3/4
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on 0/4
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on 37
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on 2-7
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on green
    -> refused wager_not_offered [4.3]
    Ana wagers 10 on red

== a position may be named in any order, and stakes on it add up [4.3(b), 6.1(b)]
    Ana wagers 10 on 20/17
    Ana wagers 5 on 17/20
    17 comes
=> Ana 17/20 won 255 returned 15

== the same position of two patrons stays apart
    Ana wagers 10 on 17
    Ben wagers 5 on 17
    17 comes
=> Ana 17 won 350 returned 10
=> Ben 17 won 175 returned 5

== stakes change and go while betting is open, the ball spinning or not [4.4, 4.3(l)]
    Ana wagers 10 on red
    Ana changes red to 20
    Ben wagers 10 on black
    spin the wheel clockwise and the ball anticlockwise
    Ana changes red to 15
    Ben withdraws black
    Chen wagers 5 on 1
    the ball has made three turns
    the ball rests in 1
=> Ana red won 15 returned 15
=> Ben black withdrawn 10
=> Chen 1 won 175

== after no more bets nothing is placed, changed or taken back [4.4]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana wagers 10 on red
    -> refused betting_closed [4.4]
    Ana changes red to 20
    -> refused betting_closed [4.4]
    Ana withdraws red
    -> refused betting_closed [4.4]
    Ana asks for the maximum on 1
    -> refused betting_closed [4.4]
    the ball has made three turns
    the ball rests in 1
=> Ana red won 10

== the wager is the patron's to answer for, though the dealer placed it [4.5, 7.1]
    dealer: Ana wagers 10 on 20            # asked for 17, placed on 20
    17 comes
=> Ana 20 lost 10

== whoever has no wager at no more bets is put on record, and no stake is made up [4.1, 10.3(b)]
patrons Ana Ben
    director: exclude Ben
    -> refused no_breach_logged [10.3(b)]
    Ana wagers 10 on red
    17 comes
    director: exclude Ben
    lift the dolly
    Ben wagers 10 on red
    -> refused patron_excluded [10.3(b)]
    Ben asks for the maximum on 17
    -> refused patron_excluded [10.3(b)]
    Ana wagers 10 on red

== a stake is in chips, more than nothing, on the layout and of chips that are held [4.2]
patrons Ana=20
limits minimum=5 multiple=1
chips 5 25 100
    lift the dolly
    Ana wagers 6 on red
    -> refused not_in_chips [4.2]
    Ana wagers -5 on red
    -> refused amount_not_positive
    Ana wagers 5 on red in box 2
    -> refused no_such_box [4.2]
    Ana wagers 25 on red
    -> refused not_enough_chips
    Ana wagers 15 on red
    Ana wagers 10 on red
    -> refused not_enough_chips
    Ana wagers -5 on red
    -> refused amount_not_positive
    Ana changes black to 5
    -> refused no_wager_there
    Ana withdraws black
    -> refused no_wager_there
    Ana changes green to 5
    -> refused wager_not_offered [4.3]
    Ana withdraws green
    -> refused wager_not_offered [4.3]
    Ana changes red to 25
    -> refused not_enough_chips
    Ana changes red to 20
    1 comes
=> chips Ana 40
"""

LIMITS = """
== the first stake below the minimum is settled and brings an advice; the next is refused [3.3]
limits minimum=10 multiple=5
    Ana wagers 5 on 17
    Ana wagers 5 on 20
    -> refused wager_below_minimum [3.3]
    Ben wagers 5 on 20
    17 comes
    settle
    lift the dolly
    Ana wagers 5 on 17
    -> refused wager_below_minimum [3.3]
=> Ana 17 of round 1 won 175 returned 5
=> Ben 20 of round 1 lost 5

== a stake below the minimum may be made up [3.3, 4.3(a)]
limits minimum=10 multiple=5
    Ana wagers 5 on 17
    Ana wagers 5 on 17
    17 comes
=> Ana 17 won 350 returned 10

== after the advice a small stake that is found is handed back [3.3]
limits minimum=10 multiple=5
patrons Ana=50
    Ana wagers 5 on 20
    Ana wagers 10 on 17
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana is found with 5 on 18
    -> refused no_wager_there
    Ana is found with 5 on 17/21
    -> refused wager_not_offered [4.3]
    Ana is found with 0 on 17
    -> refused amount_not_positive
    Ana is found with 100 on 17
    -> refused not_enough_chips
    Ana is found with 5 on 17
    the ball has made three turns
    the ball rests in 17
=> Ana 17 void 5
=> Ana 20 lost 5

== above the maximum only the maximum is paid, by the line of the wager [3.4]
limits straight up=5-100
    Ana wagers 150 on 17
    Ana wagers 250 on 17/20                # twice the straight-up maximum
    Ana wagers 1500 on black               # the table's own
    17 comes
=> Ana 17 won 3500 returned 150 by 7.1, 6.1(a), 3.4
=> Ana 17/20 won 3400 returned 250
=> Ana black won 1000 returned 1500

== and only the maximum is collected [3.4]
limits straight up=5-100, split=5-120
    Ana wagers 80 on 17
    Ana wagers 80 on 17
    Ana wagers 250 on 17/20
    Ana wagers 1500 on black
    1 comes
=> Ana 17 lost 100 returned 60 by 7.1, 3.4
=> Ana 17/20 lost 120 returned 130
=> Ana black lost 1000 returned 500

== a stake off the multiple is refused, and good down to the last whole one when found [3.2]
    lift the dolly
    Ana wagers 7 on red
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 10 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana is found with 13 on red
    the ball has made three turns
    the ball rests in 2
=> Ana red lost 10 returned 3

== the Director sets the sign, between rounds, for every wager or for one kind [3.1, 3.2]
    dealer: set the limits to 10 and 500
    -> refused role_may_not [3.1]
    supervisor: set the limits to 10 and 500
    -> refused role_may_not [3.1]
    director: set the limits to 500 and 10
    -> refused limits_upside_down [3.1]
    director: set the limits to 5 and 50 for green
    -> refused wager_not_offered [3.1]
    director: set the limits to 10 and 500
    director: set the limits to 10 and 50 for straight up
    director: set the multiple to 10
    Ana wagers 60 on 17
    Ana wagers 15 on red
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 600 on black
    director: set the limits to 5 and 500
    -> refused round_under_way [3.1]
    17 comes
=> Ana 17 won 1750 returned 60
=> Ana black won 500 returned 600
"""


@pytest.mark.parametrize(
    "scenario", scenarios(ODDS, ZERO, LAYOUT, LIMITS), ids=lambda each: each.title
)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-roulette"), scenario)
