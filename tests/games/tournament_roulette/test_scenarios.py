"""Tournament American Roulette, worked out by hand from NI2002-45.

`17 comes` stands for three steps: a spin against the wheel, three turns, the ball at rest in 17.
No more bets goes without saying before the turns are confirmed.
"""

import re

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament American Roulette"

COMES = r"""\1spin the wheel clockwise and the ball anticlockwise
\1the ball has made three turns
\1the ball rests in \2"""

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
    Ana changes red to 25
    -> refused not_enough_chips
    Ana changes red to 20
    1 comes
=> chips Ana 40
"""

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
    Ana asks for the maximum on 36         # 18 x 100 less street 300 and six-line 600, there already
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
    Ana wagers 5 on 20
    Ana wagers 10 on 17
    spin the wheel clockwise and the ball anticlockwise
    no more bets
    Ana is found with 5 on 18
    -> refused no_wager_there
    Ana is found with 0 on 17
    -> refused amount_not_positive
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
=> Ana 17 won 3500 returned 150
=> Ana 17/20 won 3400 returned 250
=> Ana black won 1000 returned 1500

== and only the maximum is collected [3.4]
limits straight up=5-100, split=5-120
    Ana wagers 80 on 17
    Ana wagers 80 on 17
    Ana wagers 250 on 17/20
    Ana wagers 1500 on black
    1 comes
=> Ana 17 lost 100 returned 60
=> Ana 17/20 lost 120 returned 130
=> Ana black lost 1000 returned 500

== a stake off the multiple is refused, and good down to the last whole one when found [3.2, 3.4]
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
    change to ball B
    -> refused ball_spinning [2.3]
    no more bets
    change to ball B
    -> refused ball_spinning [2.3]
    no spin
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
    dealer: invalidate the outcome because of fire
    -> refused role_may_not [10.1]
    director: invalidate the outcome because of fire
    director: invalidate the outcome because of fire
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
    director: invalidate the outcome because of a brawl
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
    supervisor: void the round: a wheel that does not turn
    -> refused role_may_not [10.4]
    director: void the round: fraud withholding Ben
    -> refused no_breach_logged [10.4]
    director: log a breach by Ben: a device under the table
    director: void the round: fraud withholding Ben
=> Ana 17 void 10
=> Ben 17 forfeited 10
=> chips Ana 100
=> chips Ben 90

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

PARTS = (ODDS, ZERO, LAYOUT, RACE_TRACK, MAXIMUM, COLOURS, LIMITS, DEALING, VOID_SPINS, BALL,
         PROVISIONS)  # fmt: skip


def all_scenarios() -> list[Scenario]:
    text = (re.sub(r"(?m)^( +)(\d+) comes", COMES, part) for part in PARTS)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-roulette"), scenario)
