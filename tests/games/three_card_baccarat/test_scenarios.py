"""Three Card Baccarat, worked out by hand from the approved rules.

Cards come one to each area with a Player wager, from box 1 on, then one to Banker, three times.
With one area, Player gets the odd cards and Banker the even.
"""

import pytest

from houseway.games import game
from houseway.games.events import AboveMaximumNoted, WagerChanged
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Three Card Baccarat"

ORDERS = """
== equal points are no tie: more picture cards win [5.1.1.2, 5.1.2, 7.2 Table; 7.1, 7.2, 1.1 tie]
    Ana wagers 100 on player in box 1
    Ana wagers 10 on tie in box 1
    deal Kh Kc Qd 9c 8s 9h                 # K Q 8 is order 5; K 9 9 makes 18, 8 points, order 6
=> result banker 8, order 6
=> tried [7.2 Table] box 1: 8, order 5 against banker 8, order 6
=> Ana player in box 1 won 95 returned 100 by 5.1.1.2, 11.1.1
=> Ana tie in box 1 lost 10

== three picture cards win, though they count nought [5.1.1.1, 11.1.1; 1.1 point count]
    Ana wagers 100 on player in box 1
    deal Kh 9c Qd Kc Js Qh                 # order 1 against K Q 9, order 2
=> result banker 9, order 2
=> Ana player in box 1 won 95 returned 100

== both hands three picture cards [5.1.1.1, 5.1.2, 5.1.3, 5.1.4, 11.1.2, 11.1.3, 11.1.4, 9.9]
    Ana wagers 100 on player in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on three picture cards
    Chen wagers 5 on banker total 0
    Dora wagers 5 on banker total 9
    deal Kh Kc Qd Qc Js Jh
=> result banker three picture cards
=> Ana player in box 1 stood off 100
=> Ana tie in box 1 won 210 returned 10
=> Ben three picture cards won 700 returned 10
=> Chen banker total 0 won 40 returned 5
=> Dora banker total 9 lost 5

== Banker's three picture cards beat every other hand [5.1.1.3, 5.1.2, 11.1.4]
    Ana wagers 100 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 5 on three picture cards
    deal Kh Kc Qd Qc 9s Jh                 # the second highest hand there is, and it loses
=> Ana player in box 1 lost 100
=> Ana tie in box 1 lost 5
=> Ben three picture cards won 350 returned 5

== a lower order loses though the points are equal [5.1.1.3; 7.1]
    Ana wagers 40 on player in box 1
    deal 9h Kc 9d Qc Ks 8h                 # order 6 against order 5
=> result banker 8, order 5
=> Ana player in box 1 lost 40

== the same order with other cards is a tie [5.1.1.4, 1.1 stand off, 5.1.2, 11.1.3; 3.4, 1.1 tie]
    Ana wagers 40 on player in box 1
    Ana wagers 5 on tie in box 1
    deal 4h 9c 4d 9s Ks Qh                 # K 4 4 and Q 9 9: both 8 points with one picture card
=> Ana player in box 1 stood off 40
=> Ana tie in box 1 won 105 returned 5

== a ten counts nought and is no picture card [5.1.1.2; 3.2.2, 1.1 picture card, 3.2]
    Ana wagers 20 on player in box 1
    deal Kh Tc Kd Ts Tc Th                 # K K T is order 29, three tens order 31
=> result banker baccarat, order 31
=> Ana player in box 1 won 19

== a hand of nought is called baccarat, and pays total 0 [5.1.4, 9.8; 1.1 baccarat]
    Ana wagers 5 on banker total 0
    deal 2h 4c 4d
=> result banker baccarat, order 31
=> Ana banker total 0 won 40

== an ace counts one [5.1.1.2; 3.2.3]
    Ana wagers 20 on player in box 1
    deal Ah Tc Kd Ks Qc Qh                 # A K Q, one point, order 26; K Q T, nought, order 29
=> Ana player in box 1 won 19

== two to nine count their number, up to nine as it is [5.1.1.2; 3.2.1, 3.3, 3.3.1]
    Ana wagers 20 on player in box 1
    deal 4h 2c 3d 2s Kc 2h                 # 4 3 K makes 7, three twos make 6
=> result banker 6, order 13
=> Ana player in box 1 won 19

== from ten on only the last digit counts [5.1.1.3; 3.3.2]
    Ana wagers 20 on player in box 1
    deal 9h Kc 8d Qs 5c 2h                 # 9 8 5 makes 22: 2 points, order 25; K Q 2 is order 23
=> result banker 2, order 23
=> Ana player in box 1 lost 20
"""

SETTLEMENT = """
== winnings that chips cannot pay are rounded up, wager by wager [5.11, 11.1.1]
chips 1 5 25 100
    Ana wagers 25 on player in box 1       # 19 to 20 is 23.75
    Ana wagers 5 on player in box 2        # 4.75
    deal Kh Kc 2c Qd Qs Kd 9s 8h Td        # K Q 9 in box 1, K Q 8 in box 2, Banker 2 K T
=> Ana player in box 1 won 24 returned 25
=> Ana player in box 2 won 5 returned 5

== what is paid and collected goes through the float tray [11.1.1, 5.1.3; 1.1 float tray, 2.3.4]
patrons Ana=1000 Ben=1000
    Ana wagers 100 on player in box 1
    Ben wagers 10 on three picture cards
    deal 9h 2c Kd 2s Qc 2h
=> chips Ana 1095
=> chips Ben 990

== every area is compared with Banker by itself [5.1.1.2, 5.1.1.3, 5.1.1.4, 5.1.2; 9.10, 8.1]
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 4
    Ben wagers 5 on tie in box 4
    Chen wagers 10 on player in box 7
    deal 9h 2c 7s 7d  Kh 2d Qs Kd  Qh 2h Kc Qd   # orders 2, 13 and 8; Banker K Q 7 is order 8
=> result banker 7, order 8
=> Ana player in box 1 won 9.50
=> Ana tie in box 1 lost 5
=> Ben player in box 4 lost 10
=> Ben tie in box 4 lost 5
=> Chen player in box 7 stood off 10

== a Tie of one area is not helped by the tie of another [5.1.2, 11.1.3; 5.8]
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ana wagers 10 on player in box 2
    Ana wagers 5 on tie in box 2
    deal 5h 6c 5d Kh Kd Kc Qh Qd Qc        # box 1: 5, order 14; box 2: 6, order 11; Banker order 14
=> Ana player in box 1 stood off 10
=> Ana tie in box 1 won 105
=> Ana player in box 2 won 9.50
=> Ana tie in box 2 lost 5

== of several totals one can win [5.1.4, 11.1.2, 5.2.4; 5.8, 11.1]
    Ana wagers 10 on banker total 3
    Ana wagers 20 on banker total 4
    Ana wagers 30 on banker total 5
    deal Kh 2c 2d
=> Ana banker total 3 lost 10
=> Ana banker total 4 won 160 returned 20
=> Ana banker total 5 lost 30

== Even Money pays one to one [11.2.1, 5.1.1.2; 11.2, 10.1, 1.1 Even Money Three Card Baccarat]
options variant=even money
    Ana wagers 25 on player in box 1
    deal 7h 2c Kd 2s Qc 2h                 # 7 against 6: Banker's six changes nothing
=> Ana player in box 1 won 25 returned 25

== Even Money pays one to two when Player wins with six [11.2.1]
options variant=even money
    Ana wagers 25 on player in box 1
    deal 6h 2c Kd 2s Qc Ah                 # K Q 6 against 5
=> Ana player in box 1 won 12.50 returned 25

== Even Money: three sixes make eight, and pay one to one [11.2.1; 3.3.2]
options variant=even money
    Ana wagers 25 on player in box 1
    deal 6h 2c 6d 2s 6c Ah
=> Ana player in box 1 won 25 returned 25

== Even Money: six without picture cards is paid half as well [11.2.1]
options variant=even money
    Ana wagers 25 on player in box 1
    deal 9h 2c 5d 2s 2c Ah                 # 16: six points, order 13, against five
=> Ana player in box 1 won 12.50 returned 25

== Even Money: three picture cards pay one to one [11.2.1, 5.1.1.1]
options variant=even money
    Ana wagers 25 on player in box 1
    deal Kh 9c Qd Ks Jc Kh
=> Ana player in box 1 won 25 returned 25

== Even Money: half that chips cannot pay is rounded up [5.11, 11.2.1]
options variant=even money
chips 1 5 25 100
    Ana wagers 25 on player in box 1
    deal 6h 2c Kd 2s Qc Ah
=> Ana player in box 1 won 13 returned 25

== Even Money: the other wagers are paid as ever [11.2.2, 11.2.3, 11.2.4; 10.1]
options variant=even money
    Ana wagers 10 on player in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on three picture cards
    Chen wagers 10 on banker total 0
    deal Kh Kc Qd Qc Js Jh
=> Ana player in box 1 stood off 10
=> Ana tie in box 1 won 210
=> Ben three picture cards won 700
=> Chen banker total 0 won 80

== in the standard game a winning six is paid like any other hand [11.1.1]
    Ana wagers 100 on player in box 1
    deal 6h 2c Kd 2s Qc Ah
=> Ana player in box 1 won 95
"""

DEAL = """
== three passes, areas from the left, then Banker [8.1; 1.1 coup]
    Ben wagers 10 on player in box 5
    Ana wagers 10 on player in box 2
    deal Kh 2c 7d Qh 3c Kd 8s 4c Qs        # box 2: K Q 8; box 5: 2 3 4; Banker 7 K Q
=> result banker 7, order 8
=> Ana player in box 2 won 9.50
=> Ben player in box 5 won 9.50

== the second card goes to the next area with a wager [8.1]
    Ben wagers 10 on player in box 5
    Ana wagers 10 on player in box 2
    deal Kh
=> awaits draw box 5 [8.1]

== after the areas comes Banker [8.1]
    Ana wagers 10 on player in box 2
    deal Kh
=> awaits draw banker [8.1]

== without a Player wager only Banker is dealt [8.2, 5.2.3, 5.2.4]
    Ana wagers 10 on banker total 6
    Ben wagers 5 on three picture cards
    deal 2h 3c Ad
=> result banker 6, order 13
=> Ana banker total 6 won 80
=> Ben three picture cards lost 5

== with no wager nothing is dealt [8.2]
    open betting
    deal Kh
    -> refused no_wagers [8.2]
    no more bets
=> awaits open [5.4]

== a hand has three cards, and no more come [8.1, 9.8]
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd
    settle
    -> refused round_not_complete [9.8]
    deal 3s 9h 4d
    deal 5h
    -> refused no_card_due [8.1]
=> Ana player in box 1 won 9.50

== a card cannot come more often than the decks hold it [; 3.1]
options decks=6
    Ana wagers 10 on player in box 1
    deal 8h 8h 8h 8h 8h 8h                 # 4 points each, order 19: a tie
    collect the cards
    Ana wagers 10 on player in box 1
    deal 8h
    -> refused card_impossible
=> Ana player in box 1 of round 1 stood off 10

== cards are named in Method A [9.2]
    Ana wagers 10 on player in box 1
    deal
    -> refused card_not_named [9.2]
    deal Kh 2c Qd 3s 9h 4d
=> Ana player in box 1 won 9.50

== patrons do not handle cards in Method A [9.2]
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd 3s 9h 4d
    Ana looks at the hand in box 1
    -> refused cards_not_handled [9.2]

== nothing happens out of turn [8.1, 11.1, 1.1 coup, 5.4]
    deal Kh
    -> refused no_round_under_way [8.1]
    settle
    -> refused no_round_under_way [11.1]
    collect the cards
    -> refused round_not_settled [1.1 coup]
    no more bets
    -> refused betting_not_open [8.1]
    Ana wagers 10 on player in box 1
    open betting
    -> refused round_under_way [5.4]

== only a dealer deals, settles and clears [1.1 dealer]
    Ana wagers 10 on player in box 1
    supervisor: deal Kh
    -> refused role_may_not [1.1 dealer]
    patron: deal Kh
    -> refused role_may_not [1.1 dealer]
    deal Kh
"""

METHOD_B = """
== the seated patron looks, turns up, and Banker follows [9.3, 9.5, 9.8; 5.8]
options method=B
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    Ana looks at the hand in box 2
    turn up box 2: 9h Kd Qc by Ana
    turn up banker: 2c 2s 2h
=> result banker 6, order 13
=> Ana player in box 2 won 95

== cards are not named when they are dealt face down [9.3]
options method=B
    Ana wagers 10 on player in box 2
    deal Kh
    -> refused card_is_face_down [9.3]
    deal
=> awaits draw banker [8.1]

== Banker is shown after every Player hand [9.6]
options method=B
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    no more bets
    turn up banker: 2c 2s 2h
    -> refused player_hands_first [9.6]
    turn up box 2: 9h Kd Qc
    turn up banker: 2c 2s 2h
=> Ana player in box 2 won 95

== the dealer turns over what a patron has not turned up [9.6]
options method=B
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    Ana looks at the hand in box 2
    turn up box 2: 9h Kd Qc
=> awaits expose banker [9.8]

== a patron's second hand is opened by the dealer [5.8, 9.4]
options method=B
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    Ana wagers 100 on player in box 3
    Ana looks at the hand in box 3
    -> refused not_entitled [5.8]
    turn up box 3: 9h Kd Qc by Ana
    -> refused not_entitled [5.8]
    turn up box 3: 9h Kd Qc
    turn up box 2: 9d Kd Qc by Ana
    turn up banker: 2c 2s 2h
=> Ana player in box 3 won 95

== unless somebody else who wagers there is seated there [9.5]
options method=B
    Ana sits at box 2
    Ben sits at box 3
    Ana wagers 100 on player in box 3
    Ben wagers 10 on player in box 3
    Ben looks at the hand in box 3
    turn up box 3: 9h Kd Qc by Ben
    turn up banker: 2c 2s 2h
=> Ana player in box 3 won 95
=> Ben player in box 3 won 9.50

== a standing patron handles no cards without approval [5.10]
options method=B
    Ana wagers 100 on player in box 2
    turn up box 2: 9h Kd Qc by Ana
    -> refused not_entitled [5.10]
    Ana looks at the hand in box 2
    -> refused not_entitled [5.10]
    turn up box 2: 9h Kd Qc
=> awaits expose banker [9.8]

== a Casino Duty Manager may approve it beforehand [5.10, 9.3, 9.5]
options method=B
    supervisor: approve the standing patron Ana
    -> refused role_may_not [5.10]
    assistant gaming manager: approve the standing patron Ana
    -> refused role_may_not [5.10]
    casino duty manager: approve the standing patron Ana
    Ana wagers 100 on player in box 2
    Ana looks at the hand in box 2
    casino duty manager: approve the standing patron Ben
    -> refused round_under_way [5.10]
    turn up box 2: 9h Kd Qc by Ana
=> awaits expose banker [9.8]

== where a patron sits, an approved one who stands does not handle the hand too [9.3]
options method=B
    casino duty manager: approve the standing patron Ben
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    Ben wagers 10 on player in box 2
    turn up box 2: 9h Kd Qc by Ben
    -> refused not_entitled [9.3]
    turn up box 2: 9h Kd Qc by Ana
=> awaits expose banker [9.8]

== who has sat down handles the hand of that seat only, approval or not [5.8]
options method=B
    casino duty manager: approve the standing patron Ana
    Ana sits at box 1
    Ana wagers 10 on player in box 2
    turn up box 2: 9h Kd Qc by Ana
    -> refused not_entitled [5.8]
    turn up box 2: 9h Kd Qc
=> awaits expose banker [9.8]

== nobody looks at a hand without a wager on it, or at Banker's [9.3]
options method=B
    Ana sits at box 2
    Ben sits at box 3
    Ana wagers 100 on player in box 2
    Ben wagers 5 on banker total 3
    Ben looks at the hand in box 2
    -> refused not_entitled [9.3]
    turn up box 2: 9h Kd Qc by Ana
    turn up banker: 2c 2s 2h by Ana
    -> refused not_entitled [9.3]

== a hand is turned up whole, with cards that can be there [9.5]
options method=B, decks=6
    Ana sits at box 2
    Ana wagers 100 on player in box 2
    no more bets
    turn up box 2: 9h Kd by Ana
    -> refused wrong_number_of_cards [9.5]
    turn up box 2: 9h Kd ?? by Ana
    -> refused wrong_number_of_cards [9.5]
    turn up box 2: 9h Kd Qc by Ana
    turn up box 2: 9h Kd Qc by Ana
    -> refused nothing_to_expose [9.5]
    turn up box 3: 9h Kd Qc
    -> refused no_such_hand [8.1]
"""

WAGERS = """
== there is no wager on Banker [5.1]
    open betting
    Ana wagers 10 on banker
    -> refused wager_not_offered [5.1]
    Ana wagers 10 on banker total 10
    -> refused wager_not_offered [5.1]

== a wager lies on the spot of its kind [5.4; 2.2]
    open betting
    Ana wagers 10 on player
    -> refused no_such_box [5.4]
    Ana wagers 10 on player in box 8
    -> refused no_such_box [5.4]
    Ana wagers 10 on banker total 3 in box 1
    -> refused no_such_box [5.4]
    Ana wagers 10 on three picture cards in box 1
    -> refused no_such_box [5.4]

== all kinds may be combined [5.2.1, 5.2.2, 5.2.3, 5.2.4; 5.2]
    Ana wagers 10 on player in box 1
    Ana wagers 10 on tie in box 1
    Ana wagers 10 on three picture cards
    Ana wagers 10 on banker total 7
    deal 9h 7c Kd Kh Qc Qh
=> Ana player in box 1 won 9.50
=> Ana tie in box 1 lost 10
=> Ana three picture cards lost 10
=> Ana banker total 7 won 80

== a Tie needs the same patron's Player wager in that area [5.2.2]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on tie in box 1
    -> refused tie_without_player [5.2.2]
    Ana wagers 10 on tie in box 2
    -> refused tie_without_player [5.2.2]
    Ana wagers 10 on tie in box 1

== taken back, the Player wager takes its Tie along [5.2.2, 5.5]
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ana wagers 5 on banker total 1
    Ana withdraws player in box 1
    deal Ah Kd Kc
=> Ana player in box 1 withdrawn 10
=> Ana tie in box 1 withdrawn 5
=> Ana banker total 1 won 40

== a Player wager is not moved onto its own Tie [5.2.2]
    Ana wagers 10 on player in box 1
    Ana moves player onto tie in box 1
    -> refused tie_without_player [5.2.2]

== a wager is moved or changed before the first card [5.2.4, 5.1.4]
    Ana wagers 10 on banker total 1
    Ana moves banker total 1 onto banker total 2
    Ana changes banker total 2 to 20
    deal 2h Kd Kc
=> Ana banker total 2 won 160 returned 20

== one Three Picture Cards wager for each patron [5.9]
    Ana wagers 10 on three picture cards
    Ana wagers 10 on three picture cards
    -> refused one_wager_there [5.9]
    Ben wagers 10 on three picture cards
    deal Kh Jd Qc
=> Ana three picture cards won 700
=> Ben three picture cards won 700

== a second stake on a spot is a change of the first
    Ana wagers 10 on player in box 1
    Ana wagers 10 on player in box 1
    -> refused one_wager_there
    Ana changes player to 20 in box 1
    Ana changes tie to 20 in box 1
    -> refused no_wager_there
    deal 9h 2c Kd 2s Qc 2h
=> Ana player in box 1 won 19

== up to three patrons wager in one area [5.6]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 1
    Chen wagers 10 on player in box 1
    Dora wagers 10 on player in box 1
    -> refused area_full [5.6]
    Dora wagers 10 on player in box 2
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h
=> Chen player in box 1 won 9.50
=> Dora player in box 2 lost 10

== a supervisor may let fewer [5.6]
    restrict box 1 to 1 patrons
    -> refused role_may_not [5.6]
    supervisor: restrict box 1 to 0 patrons
    -> refused patrons_out_of_range [5.6]
    supervisor: restrict box 1 to 4 patrons
    -> refused patrons_out_of_range [5.6]
    supervisor: restrict box 1 to 1 patrons
    Ana wagers 10 on player in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on player in box 1
    -> refused area_full [5.6]
    Ben wagers 10 on player in box 2

== a further area is given up when somebody has no seat [5.7]
options areas=2
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    supervisor: Ana gives up box 2 to Dora
    -> refused no_further_area [5.7]
    Ana wagers 10 on player in box 2
    Ana wagers 5 on tie in box 2
    Ana gives up box 2 to Dora
    -> refused role_may_not [5.7]
    supervisor: Ana gives up box 1 to Dora
    -> refused no_further_area [5.7]
    supervisor: Ana gives up box 2 to Dora
    Ana wagers 10 on player in box 2
    -> refused area_given_up [5.7]
    Dora wagers 10 on player in box 2
    deal 9h
    supervisor: Dora gives up box 2 to Ben
    -> refused round_under_way [5.7]
    deal 2h 2c Kd Kh 2s Qc Qh 2h
=> Ana player in box 2 void 10
=> Ana tie in box 2 void 5
=> Ana player in box 1 won 9.50
=> Dora player in box 2 lost 10

== nothing is given up to somebody who has a seat, or who is excluded [5.7, 14.3.2]
options areas=3
    Ana sits at box 1
    Ben sits at box 3
    Ana wagers 10 on player in box 1
    Ana wagers 10 on player in box 2
    supervisor: Ana gives up box 2 to Ben
    -> refused seats_suffice [5.7]
    supervisor: log a prohibited device with Dora as patron: a computer
    supervisor: exclude Dora
    supervisor: Ana gives up box 2 to Dora
    -> refused patron_excluded [14.3.2]

== while there is room nothing is given up [5.7]
options areas=3
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    Ana wagers 10 on player in box 2
    supervisor: Ana gives up box 2 to Dora
    -> refused seats_suffice [5.7]

== a place is taken once, between coups [2.1]
    Ana sits at box 1
    Ben sits at box 1
    -> refused seat_taken [2.1]
    Ben sits at box 8
    -> refused no_such_box [2.1]
    Ana wagers 10 on player in box 1
    deal 9h
    Ben sits at box 2
    -> refused round_under_way [2.1]

== the call does not lock, the first card does [8.1, 5.4, 5.5]
    Ana wagers 10 on player in box 1
    no more bets
    Ben wagers 10 on player in box 2
    deal 9h
    Chen wagers 10 on player in box 3
    -> refused round_under_way [5.4]
    Ana changes player to 20 in box 1
    -> refused round_under_way [5.5]
    Ana withdraws player in box 1
    -> refused round_under_way [5.5]
    Ana moves player onto tie in box 1
    -> refused round_under_way [5.5]
    deal 2h 2c Kd Kh 2s Qc Qh 2h
=> Ana player in box 1 won 9.50
=> Ben player in box 2 lost 10

== the burn and the cutting card are not the first card [4.8]
    Ana wagers 10 on player in box 1
    the cutting card appears
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h
=> Ben player in box 2 lost 10

== a stake is in chips [5.3]
chips 5 25 100
    open betting
    Ana wagers 12 on player in box 1
    -> refused not_in_chips [5.3]
    Ana wagers -5 on player in box 1
    -> refused amount_not_positive
    Ana wagers 10 on player in box 1

== a patron cannot stake chips not held
patrons Ana=20
    Ana wagers 15 on player in box 1
    Ana wagers 10 on tie in box 1
    -> refused not_enough_chips
    Ana changes player to 25 in box 1
    -> refused not_enough_chips

== a supervisor refuses a wager on stated grounds before the first card [14.12, 5.2.2]
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 2
    refuse the wager of Ana on player in box 1 because it came from another patron
    -> refused role_may_not [14.12]
    supervisor: refuse the wager of Ana on player in box 1 because it came from another patron
    deal 9h
    supervisor: refuse the wager of Ben on player in box 2 because it is late
    -> refused round_under_way [14.12]
    deal 2c Kd 2s Qc 2h
=> Ana player in box 1 void 10
=> Ana tie in box 1 void 5
=> Ben player in box 2 won 9.50
"""

LIMITS = """
== before the first card a stake outside the limits is refused [6.1]
limits minimum=10 maximum=100
    open betting
    Ana wagers 5 on player in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 105 on player in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 100 on player in box 1
    Ana changes player to 5 in box 1
    -> refused wager_below_minimum [6.1]

== found below the minimum after it, a stake is valid [6.2]
limits minimum=10
    Ana wagers 10 on player in box 1
    deal 9h
    Ana is found with 5 on player in box 1
    deal 2c Kd 2s Qc 2h
=> Ana player in box 1 won 4.75 returned 5

== found above the maximum it is paid to the maximum [6.3]
limits maximum=100
    Ana wagers 100 on player in box 1
    deal 9h
    Ana is found with 150 on player in box 1
    deal 2c Kd 2s Qc 2h
=> Ana player in box 1 won 95 returned 150

== or collected to the maximum [6.3]
limits maximum=100
    Ana wagers 100 on player in box 1
    deal 2h
    Ana is found with 150 on player in box 1
    deal 9c Kd Ks Qc Kh
=> Ana player in box 1 lost 100 returned 50

== within the limits what lies there counts [5.12]
    Ana wagers 10 on player in box 1
    Ana is found with 15 on player in box 1
    -> refused betting_open [6.3]
    deal 9h
    Ana is found with 15 on player in box 1
    Ana is found with 15 on tie in box 1
    -> refused no_wager_there
    deal 2c Kd 2s Qc 2h
=> Ana player in box 1 won 14.25 returned 15

== each kind of wager has limits of its own [6.1]
limits three picture cards=5-50
    open betting
    Ana wagers 55 on three picture cards
    -> refused wager_above_maximum [6.1]
    Ana wagers 50 on three picture cards

== a unit on the sign counts from the minimum [6.1]
limits minimum=15 multiple=10
    open betting
    Ana wagers 20 on player in box 1
    -> refused wager_not_a_multiple [6.1]
    Ana wagers 25 on player in box 1

== a supervisor may put a unit on the sign [6.1]
    set the multiple to 10
    -> refused role_may_not [6.1]
    supervisor: set the multiple to 10
    open betting
    Ana wagers 12 on player in box 1
    -> refused wager_not_a_multiple [6.1]
    Ana wagers 15 on player in box 1

== a personal limit is one patron's [6.6, 6.1]
limits maximum=100
    supervisor: grant Ana a maximum of 500
    open betting
    Ben wagers 300 on player in box 2
    -> refused wager_above_maximum [6.1]
    Ana wagers 300 on player in box 1

== a higher minimum needs a sign, a lower one or another maximum does not [6.5]
limits minimum=10 maximum=500
    supervisor: set the limits to 25 and 500
    -> refused notice_not_given [6.5]
    supervisor: set the limits to 5 and 300
    set the limits to 5 and 200
    -> refused role_may_not [6.5]
    supervisor: give notice of a change of limits
    supervisor: set the limits to 25 and 500
    open betting
    Ana wagers 10 on player in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 400 on player in box 1
    supervisor: set the limits to 25 and 300
    -> refused round_under_way [6.5]
    deal 9h 2c Kd 2s Qc 2h
=> Ana player in box 1 won 380

== the method is set by a supervisor between coups [9.1, 9.3]
    set method to B
    -> refused role_may_not [9.1]
    supervisor: set method to B
    Ana wagers 10 on player in box 1
    deal Kh
    -> refused card_is_face_down [9.3]
    supervisor: set method to A
    -> refused round_under_way [9.1]
"""


def all_scenarios() -> list[Scenario]:
    text = (ORDERS, SETTLEMENT, DEAL, METHOD_B, WAGERS, LIMITS)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("three-card-baccarat"), scenario)


AT_THE_LIMITS = """
== a stake found at a limit breaks none
limits minimum=10 maximum=100
    Ana wagers 50 on player in box 1
    deal Kh
    Ana is found with 10 on player in box 1
    Ana is found with 100 on player in box 1
    deal Kc Qd 9c 8s 9h
=> Ana player in box 1 won 95 returned 100
"""


def test_a_stake_found_at_a_limit_breaks_none() -> None:
    """Three Card Baccarat 6.2, 6.3: below the minimum, above the maximum, and neither at them."""
    (scenario,) = read_scenarios(AT_THE_LIMITS)
    session = check(game("three-card-baccarat"), scenario)
    events = [each for step in session.steps for each in step.events]
    changed = [each for each in events if isinstance(each, WagerChanged | AboveMaximumNoted)]
    assert [each.clause for each in changed] == [
        "Three Card Baccarat 5.12", "Three Card Baccarat 5.12",
    ]  # fmt: skip
