"""Roulette by section, marker and colour, worked out by hand from NI2002-45.

`17 comes` stands for three steps: see `spins.py`.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check
from tests.games.tournament_roulette.spins import scenarios

DOCUMENT = "Tournament American Roulette"

RACE_TRACK = """
== tier: six splits, one piece each [4.8(a), 6.1(b); 4.8 second paragraph]
patrons Ana=30
    Ana plays tier for 5 a piece
    36 comes                               # 33/36 wins 85, five pieces lose 25
=> Ana 33/36 won 85 returned 5
=> Ana 5/8 lost 5
=> Ana 10/11 lost 5
=> Ana 13/16 lost 5
=> Ana 23/24 lost 5
=> Ana 27/30 lost 5
=> chips Ana 90

== orphans: on seventeen two of the five pieces win [4.8(b)]
patrons Ana=25
    Ana plays orphans for 5 a piece
    17 comes
=> Ana 14/17 won 85 returned 5
=> Ana 17/20 won 85 returned 5
=> Ana 1 lost 5
=> Ana 6/9 lost 5
=> Ana 31/34 lost 5
=> chips Ana 180

== orphans: one straight up [4.8(b), 6.1(a)]
patrons Ana=25
    Ana plays orphelins for 5 a piece
    1 comes
=> chips Ana 180

== voisins de zero: nine pieces, two on the corner [4.8(c), 6.1(d)]
patrons Ana=45
    Ana plays voisins de zero for 5 a piece
    25 comes                               # 10 x 8 = 80, and 35 lose
=> Ana 25/26/28/29 won 80 returned 10
=> Ana 0/2/3 lost 10
=> Ana 4/7 lost 5
=> Ana 12/15 lost 5
=> Ana 18/21 lost 5
=> Ana 19/22 lost 5
=> Ana 32/35 lost 5
=> chips Ana 90

== voisins de zero: two on the street of zero [4.8(c), 7.3(a), 6.1(c)]
patrons Ana=45
    Ana plays serie 0/2/3 for 5 a piece
    0 comes                                # 10 x 11 = 110, and 35 lose
=> chips Ana 120

== zero game: twenty-six straight up [4.8(d)]
patrons Ana=20
    Ana plays zero game for 5 a piece
    26 comes                               # 175, and 15 lose
=> Ana 26 won 175 returned 5
=> Ana 0/3 lost 5
=> Ana 12/15 lost 5
=> Ana 32/35 lost 5
=> chips Ana 180

== neighbours of zero lie on both sides of it [4.8(e)]
patrons Ana=25
    Ana plays the neighbours of 0 for 5 a piece
    15 comes
=> Ana 15 won 175 returned 5
=> Ana 0 lost 5
=> Ana 3 lost 5
=> Ana 26 lost 5
=> Ana 32 lost 5
=> chips Ana 180

== neighbours of 26 reach past zero to 32 [4.8(e)]
    Ana plays the neighbours of 26 for 5 a piece
    32 comes
=> Ana 32 won 175
=> Ana 35 lost 5
=> Ana 3 lost 5
=> Ana 26 lost 5
=> Ana 0 lost 5

== neighbours of 32 reach back past zero to 26 [4.8(e), 7.3(a)]
    Ana plays the neighbours of 32 for 5 a piece
    0 comes
=> Ana 0 won 175
=> Ana 26 lost 5
=> Ana 32 lost 5
=> Ana 15 lost 5
=> Ana 19 lost 5

== neighbours of zero are another wager than voisins de zero [4.8(e), 4.8(c)]
    Ana plays the neighbours of 0 for 5 a piece
    Ben plays voisins de zero for 5 a piece
    22 comes                               # in the nine pieces, not in the five
=> Ana 0 lost 5
=> Ben 19/22 won 85

== pieces that meet on a position add up [4.8(c), 4.8(d)]
    Ana plays voisins de zero for 5 a piece
    Ana plays zero game for 5 a piece
    Ana wagers 5 on 12/15
    12 comes
=> Ana 12/15 won 255 returned 15

== a piece of a set may be taken back like any stake before betting closes [4.8(a), 4.4]
    Ana plays tier for 5 a piece
    Ana withdraws 33/36
    36 comes
=> Ana 33/36 withdrawn 5
=> Ana 5/8 lost 5

== a set is bought whole, at the minimum a piece or more, with chips for all of it [4.8; 3.2]
patrons Ana=40
limits minimum=5 multiple=1
    lift the dolly
    Ana plays voisins de zero for 4 a piece
    -> refused piece_below_minimum [4.8]
    Ana plays voisins de zero for 5 a piece
    -> refused not_enough_chips
    Ana plays voisins de zero for -5 a piece
    -> refused amount_not_positive
    Ana plays tier for 5 a piece
    12 comes
=> Ana 5/8 lost 5
=> chips Ana 10

== a piece meets the minimum of every position it lies on [4.8]
limits straight up=5-100, split=10-200
    lift the dolly
    Ana plays orphans for 5 a piece        # four of its five pieces are splits
    -> refused piece_below_minimum [4.8]
    Ana plays the neighbours of 1 for 5 a piece
    1 comes
=> Ana 1 won 175

== only the sections of the race track are offered, and numbers of the wheel
    [4.8 second paragraph, 4.8(e)]
    lift the dolly
    Ana plays the final for 5 a piece
    -> refused wager_not_offered [4.8 second paragraph]
    Ana plays the neighbours of 37 for 5 a piece
    -> refused no_such_number [4.8(e)]
    Ana plays serie 5/8 for 5 a piece

== where no race track is used there are no such wagers [4.8]
options race_track=unused
    lift the dolly
    Ana plays tier for 5 a piece
    -> refused wager_not_offered [4.8]
    Ana plays the neighbours of 0 for 5 a piece
    -> refused wager_not_offered [4.8]
    Ana wagers 5 on 0

== called after no more bets, a set is not placed [4.8]
    Ana wagers 5 on red
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana plays tier for 5 a piece
    -> refused betting_closed [4.8]
    Ana plays the neighbours of 17 for 5 a piece
    -> refused betting_closed [4.8]
"""

MAXIMUM = """
== a piece is positive, and at least the minimum of its position [4.8]
    lift the dolly
    Ana plays the neighbours of 17 for 0 a piece
    -> refused amount_not_positive
    Ana plays the neighbours of 17 for 4 a piece
    -> refused piece_below_minimum [4.8]

== the maximum of one patron binds no other, and no other wager [4.7]
    Ana wagers 10 on red
    Ben wagers 10 on 17
    Ana asks for the maximum on 17
    Ana changes red to 20
    Ben changes 17 to 20
    Ana changes 17 to 20
    -> refused under_maximum_marker [4.7]
    1 comes
=> Ana red won 20
=> Ben 17 lost 20

== the maximum on seventeen: twelve positions, forty times the straight-up maximum
    [4.7, 7.2; terms: Maximum Marker]
limits straight up=5-100
patrons Ana=4000
    Ana asks for the maximum on 17
    17 comes                               # 392 x 100 won
=> Ana 17 won 3500 returned 100
=> Ana 16/17 won 3400 returned 200
=> Ana 16/17/18 won 3300 returned 300
=> Ana 13/14/16/17 won 3200 returned 400
=> Ana 13-18 won 3000 returned 600
=> Ana 16-21 won 3000 returned 600
=> chips Ana 43200

== settled by its positions: a neighbour wins on those it shares [4.7, 7.2]
limits straight up=5-100
patrons Ana=4000
    Ana asks for the maximum on 17
    20 comes
=> Ana 17/20 won 3400 returned 200
=> Ana 16/17/19/20 won 3200 returned 400
=> Ana 17/18/20/21 won 3200 returned 400
=> Ana 16-21 won 3000 returned 600
=> Ana 17 lost 100
=> Ana 13-18 lost 600
=> chips Ana 14400

== the maximum on zero [4.7, 7.3(a)]
limits straight up=5-100
patrons Ana=1700
    Ana asks for the maximum on 0
    0 comes                                # 235 x 100 won
=> chips Ana 25200

== the maximum on zero without 0/1/2/3 [4.7]
options zero_corner=withheld
limits straight up=5-100
patrons Ana=1300
    Ana asks for the maximum on 0
    0 comes                                # 203 x 100 won
=> chips Ana 21600

== each at the sign's own maximum where the sign has one [4.7; 3.1]
limits straight up=5-50, split=5-80, street=5-100, corner=5-120, six-line=5-200
patrons Ana=630
    Ana asks for the maximum on 36         # 50 + 2 x 80 + 100 + 120 + 200
    36 comes                               # 1750 + 2720 + 1100 + 960 + 1000
=> chips Ana 8160

== one maximum for all wagers is the maximum of each [4.7]
limits maximum=100
patrons Ana=800
    Ana asks for the maximum on 35         # eight positions
    0 comes
=> Ana 35 lost 100
=> Ana 31-36 lost 100
=> chips Ana 0

== no part of it: the whole amount must be there [4.7]
limits straight up=5-100
patrons Ana=3995
    lift the dolly
    Ana asks for the maximum on 17
    -> refused not_enough_chips
    Ana asks for the maximum on 37
    -> refused no_such_number [4.7]
    Ana asks for the maximum on 36
    36 comes                               # 18 x 100 staked, 198 x 100 won
=> chips Ana 23795

== what lies there counts towards the maximum [4.7, 4.3(a)]
limits straight up=5-100
patrons Ana=4000
    Ana wagers 40 on 17
    Ana wagers 50 on red
    Ana withdraws red
    Ana asks for the maximum on 17
    17 comes
=> Ana 17 won 3500 returned 100
=> chips Ana 43200

== a marker is taken back whole, and its positions not one by one [4.7]
limits straight up=5-100
patrons Ana=4005
    Ana asks for the maximum on 17
    Ana asks for the maximum on 17
    -> refused marker_there [4.7]
    Ana withdraws 17/20
    -> refused under_maximum_marker [4.7]
    Ana changes 17 to 5
    -> refused under_maximum_marker [4.7]
    Ana takes back the maximum on 20
    -> refused no_marker_there [4.7]
    Ana wagers 5 on red
    Ana takes back the maximum on 17
    0 comes
=> Ana 17 withdrawn 100
=> Ana 16-21 withdrawn 600
=> chips Ana 4000

== two markers share their positions, and one may go [4.7]
limits straight up=5-100
patrons Ana=2700
    Ana asks for the maximum on 34         # 18 x 100
    Ana asks for the maximum on 36         # 18 x 100 less 300 and 600 that lie there
    Ana takes back the maximum on 34       # 900 go back: 34, two splits, a corner
    36 comes                               # 198 x 100 won on 1800
=> Ana 34 withdrawn 100
=> Ana 34/35/36 won 3300 returned 300
=> chips Ana 22500
"""

COLOURS = """
== colour chips are worth the table minimum unless a marker button says more
    [terms: Colour Chips, terms: Marker Button, 4.2]
    lift the dolly
    Ana wagers 3 colour chips on 17
    -> refused no_colour_chips [4.2]
    issue blue chips to Ana
    issue green chips to Ben worth 25
    Ana wagers 3 colour chips on 17        # 3 x 5
    Ben wagers 2 colour chips on 17        # 2 x 25
    17 comes
=> Ana 17 won 525 returned 15
=> Ben 17 won 1750 returned 50

== a colour is one patron's, with one value, of tournament chips
    [terms: Colour Chips, terms: Marker Button, 4.2]
limits minimum=10 multiple=5
chips 5 25 100
    issue blue chips to Ana
    issue blue chips to Ben
    -> refused colour_chips_out [terms: Colour Chips]
    issue pink chips to Ana
    -> refused colour_chips_out [terms: Colour Chips]
    issue pink chips to Ben worth 5
    -> refused colour_below_minimum [terms: Marker Button]
    issue pink chips to Ben worth 12
    -> refused not_in_chips [4.2]
    patron: issue pink chips to Ben
    -> refused role_may_not [4.2]
    Ana wagers 1 colour chips on red
    Ana wagers -1 colour chips on red
    -> refused amount_not_positive
    Ana wagers 1 colour chips on pink
    -> refused wager_not_offered [4.3]
    redeem the colour chips of Ana
    -> refused wagers_on_layout [terms: Colour Chips]
    redeem the colour chips of Ben
    -> refused no_colour_chips [terms: Colour Chips]
    1 comes
    settle
    redeem the colour chips of Ana
    issue blue chips to Ben worth 25
    Ben wagers 1 colour chips on red
    1 comes
=> Ana red of round 1 won 10 returned 10
=> Ben red won 25 returned 25

== the Director may require them, for inside stakes [4.6]
    dealer: require Ana to use colour chips
    -> refused role_may_not [4.6]
    director: require Ana to use colour chips
    director: require Ana to use colour chips
    -> refused colour_chips_required [4.6]
    lift the dolly
    Ana wagers 15 on 17
    -> refused colour_chips_required [4.6]
    Ana plays tier for 5 a piece
    -> refused colour_chips_required [4.6]
    Ana wagers 5 on red                    # outside
    issue blue chips to Ana worth 10
    Ana wagers 15 on 17
    -> refused not_in_colour_chips [4.6]
    Ana wagers 20 on 17
    Ana changes 17 to 25
    -> refused not_in_colour_chips [4.6]
    Ben wagers 15 on 17
    17 comes
=> Ana 17 won 700
=> Ben 17 won 525

== but a maximum marker stands for tournament chips, whatever the colour is worth [4.6, 4.7]
limits straight up=5-100
    director: require Ana to use colour chips
    issue blue chips to Ana worth 15
    lift the dolly
    Ana wagers 20 on 36
    -> refused not_in_colour_chips [4.6]
    Ana asks for the maximum on 36
    36 comes
=> Ana 36 won 3500 returned 100
"""


@pytest.mark.parametrize(
    "scenario", scenarios(RACE_TRACK, MAXIMUM, COLOURS), ids=lambda each: each.title
)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-roulette"), scenario)
