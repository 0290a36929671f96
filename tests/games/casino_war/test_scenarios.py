"""Casino War, worked out by hand from the order of 17 August 2016.

Box 1 is on the dealer's left. Each box with an Initial Wager gets a card, then the dealer; after
the choices each war gets a card, then the dealer.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Casino War"

SETTLEMENT = """
== war that ends in another tie pays two to one [10.2, 5.1.1.5, 5.1.2.1; 1.1 stand off]
    Ana wagers 50 on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1
    deal Kd Ks                             # equal again
=> result dealer 8 K
=> Ana war in box 1 won 100 returned 50
=> Ana initial in box 1 stood off 50
=> chips Ana 100

== a surrender of odd dollars is rounded up to chips [5.10, 5.1.1.3, 8.2.4.1, 8.3]
chips 1 5 25 100
    Ana wagers 15 on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1
=> Ana initial in box 1 lost 7 returned 8  # half of 15 is 7.50, paid as 8
=> chips Ana -7

== a surrender of odd cents is rounded up to chips [5.10; 1.1 surrender]
chips 0.50 1 5 25
    Ana wagers 12.50 on initial in box 1
    deal 8h 8c
    Ana surrenders in box 1
=> Ana initial in box 1 lost 6 returned 6.50

== a Tie Wager is paid though its patron then surrenders [5.1.3.1, 8.1.2; 8.2.4]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 8h 8c
    Ana surrenders in box 1
=> Ana tie in box 1 won 100 returned 10
=> Ana initial in box 1 lost 10 returned 10
=> chips Ana 90

== a Tie Wager is paid though its patron loses the war [5.1.3.1, 10.3, 5.1.1.6, 5.1.2.2]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 8h 8c
    Ana goes to war in box 1
    deal 2d 3d
=> Ana tie in box 1 won 100
=> Ana initial in box 1 lost 20
=> Ana war in box 1 lost 20
=> chips Ana 60

== war won pays on the War Wager alone [10.1, 5.1.1.4, 5.1.1.5, 5.1.2.1, 9.2.1, 9.2.2; 9.2]
    Ana wagers 50 on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1
    deal Kd Qs
=> Ana war in box 1 won 50 returned 50
=> Ana initial in box 1 stood off 50
=> chips Ana 50

== war lost loses both [10.3, 5.1.1.6, 5.1.2.2; 1.1 Go to War, 1.1 War Wager]
    Ana wagers 50 on initial in box 1
    deal 8h 8c
    Ana goes to war in box 1
    deal Qd Ks
=> Ana war in box 1 lost 50
=> Ana initial in box 1 lost 50
=> chips Ana -100

== a higher card wins even money [5.1.1.1, 8.2.2, 8.2.3; 8.2, 5.1.1, 1.1 Initial Wager]
    Ana wagers 50 on initial in box 1
    deal Qh Jc
=> result dealer J
=> Ana initial in box 1 won 50 returned 50

== a lower card loses [5.1.1.2, 8.2.1]
    Ana wagers 50 on initial in box 1
    deal 2h 3c
=> Ana initial in box 1 lost 50

== the ace is the highest card and never low [5.1.1.1, 5.1.1.2; 3.2.1]
    Ana wagers 10 on initial in box 1
    deal Ah Kc
    Ben wagers 10 on initial in box 1
    deal 2h Ac
=> Ana initial in box 1 of round 1 won 10
=> Ben initial in box 1 of round 2 lost 10

== the ten ranks between nine and jack [5.1.1.1, 5.1.1.2; 3.2.1]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h Jc Td
=> Ana initial in box 1 lost 10
=> Ben initial in box 2 won 10

== suits never break a tie [8.2.4; 3.2, 1.1 Tie Wager]
    Ana wagers 10 on initial in box 1
    no more bets
    deal Kc Ks
=> awaits choose [8.2.4]

== equal cards of one suit tie as well [8.2.4; 3.2]
    Ana wagers 10 on initial in box 1
    no more bets
    deal Kc Kc
=> awaits choose [8.2.4]

== a Tie Wager loses beside a winning and beside a losing Initial Wager [5.1.3.2, 8.1.1, 8.1; 5.1.3]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 20 on initial in box 2
    Ben wagers 10 on tie in box 2
    deal Kh 2c 9d
=> Ana tie in box 1 lost 10
=> Ana initial in box 1 won 20
=> Ben tie in box 2 lost 10
=> Ben initial in box 2 lost 20

== Tie Wagers are settled first, then decided hands, then the choice [8.1, 8.2, 8.2.4; 8.1.2]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 20 on initial in box 2
    deal 9h Kc 9d
    settle
    settle
=> awaits choose [8.2.4]
=> Ana tie in box 1 won 100
=> Ben initial in box 2 won 20

== each tied hand is settled by its own choice and its own card [10.1, 10.3, 5.1.1.3; 9.2.1]
    Ana wagers 20 on initial in box 1
    Ben wagers 20 on initial in box 2
    Chen wagers 20 on initial in box 3
    deal 9h 9c 9d 9s
    Ana goes to war in box 1
    Ben surrenders in box 2
    Chen goes to war in box 3
    deal Th 4c 7d                          # Ana, Chen, dealer
=> result dealer 9 7
=> Ana war in box 1 won 20
=> Ana initial in box 1 stood off 20
=> Ben initial in box 2 lost 10 returned 10
=> Chen war in box 3 lost 20
=> Chen initial in box 3 lost 20

== one patron on two playing areas, each for itself [5.1.1.1, 10.2; 5.6]
    Ana wagers 20 on initial in box 2
    Ana wagers 30 on initial in box 5
    deal Kh 9c 9d
    Ana goes to war in box 5
    deal 4c 4d
=> Ana initial in box 2 won 20
=> Ana war in box 5 won 60
=> Ana initial in box 5 stood off 30
"""

CHOICES = """
== tied hands choose from the dealer's left, one after the other [8.2.4; 5.7]
    Ana wagers 20 on initial in box 3
    Ben wagers 20 on initial in box 1
    deal 9h 9c 9d                          # box 1 is Ben's
    Ana surrenders in box 3
    -> refused not_your_turn [8.2.4]
    Ben goes to war in box 1
    Ana surrenders in box 3
    deal 9s 2h
=> Ben war in box 1 won 20
=> Ana initial in box 3 lost 10

== no war card before every tied patron has chosen [9.1]
    Ana wagers 20 on initial in box 1
    Ben wagers 20 on initial in box 2
    deal 9h 9c 9d
    Ana goes to war in box 1
    deal 5c
    -> refused no_card_due [9.1]
    settle
    -> refused nothing_to_settle [9.1]
    Ben surrenders in box 2
    deal 5c 2c
=> Ana war in box 1 won 20

== the War Wager equals the Initial Wager, no more and no less [5.7]
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    Ana goes to war in box 1 with 10
    -> refused war_wager_not_equal [5.7]
    Ana goes to war in box 1 with 40
    -> refused war_wager_not_equal [5.7]
    Ana goes to war in box 1 with 20
    deal 5c 2c
=> Ana war in box 1 won 20

== whoever cannot cover the war surrenders [5.1.1.3, 8.2.4.1; 5.7]
patrons Ana=30
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    Ana goes to war in box 1
    -> refused not_enough_chips
    Ana surrenders in box 1
=> chips Ana 20

== without equal cards there is nothing to choose [5.7, 5.1.2]
    Ana wagers 20 on initial in box 1
    deal 9h 8c
    Ana goes to war in box 1
    -> refused nothing_to_choose [5.7]
    Ana surrenders in box 1
    -> refused nothing_to_choose [5.7]
    Ana wagers 20 on war in box 1
    -> refused wager_not_offered [5.1.2]
=> Ana initial in box 1 of round 1 won 20

== whoever is away surrenders a tied hand [11.8, 5.1.1.3; 8.2.3]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 9h 9c
    Ana is absent from box 1
=> Ana tie in box 1 won 100
=> Ana initial in box 1 lost 10 returned 10

== a hand that is not tied needs nobody present [11.8; 8.2.1, 8.2.2]
    Ana wagers 20 on initial in box 1
    Ben wagers 20 on initial in box 2
    deal 9h 2c 9d
    Ben is absent from box 2
    -> refused not_your_turn [8.2.4]
    Ana is absent from box 1
=> Ana initial in box 1 lost 10
=> Ben initial in box 2 lost 20

== a patron cannot say that somebody is absent [11.8]
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    patron: Ana is absent from box 1
    -> refused role_may_not [11.8]
    Ana surrenders in box 1

== a dealer may enter the choice a patron makes by gesture [8.2.4.1]
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    dealer: Ana surrenders in box 1
=> Ana initial in box 1 lost 10

== nothing is settled before the initial deal is complete [9.1]
    Ana wagers 20 on initial in box 1
    deal 9h
    settle
    -> refused nothing_to_settle [9.1]
    deal 2c
=> Ana initial in box 1 won 20
"""

WAGERS = """
== the wagers are Initial, Tie and War [5.1]
    Ana wagers 20 on banker in box 1
    -> refused wager_not_offered [5.1]

== a Tie Wager needs the Initial Wager beside it [5.1.3, 5.5; 2.2.1.2, 1.1 Tie Wager]
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 2
    -> refused tie_needs_initial [5.1.3]
    Ben wagers 10 on tie in box 1
    -> refused area_taken [5.5]
    Ana wagers 10 on tie in box 1

== taking back the Initial Wager takes back the Tie Wager [5.4; 5.1.3]
patrons Ana=100
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ana withdraws initial in box 1
=> awaits wagers [5.3]
=> Ana tie in box 1 withdrawn 10
=> Ana initial in box 1 withdrawn 20
=> chips Ana 100

== one patron to a playing area, one wager of a kind [5.5]
    Ana wagers 20 on initial in box 1
    Ben wagers 20 on initial in box 1
    -> refused area_taken [5.5]
    Ana wagers 20 on initial in box 1
    -> refused one_wager_per_area [5.5]
    Ana changes initial to 30 in box 1
    deal 9h 8c
=> Ana initial in box 1 won 30

== stakes lie on the boxes of the layout only [2.2.1]
options areas=3
    Ana wagers 20 on initial
    -> refused no_such_area [2.2.1]
    Ana wagers 20 on initial in box 4
    -> refused no_such_area [2.2.1]
    Ana wagers 20 on initial in box 3

== the call of no more bets locks nothing, the first card does [7.1, 5.4; 5.3, 1.1 round of play]
    Ana wagers 20 on initial in box 1
    no more bets
    Ben wagers 20 on initial in box 2
    deal 9h
    Chen wagers 20 on initial in box 3
    -> refused round_under_way [5.4]
    Ana changes initial to 50 in box 1
    -> refused round_under_way [5.4]
    Ana withdraws initial in box 1
    -> refused round_under_way [5.4]
    deal 3c 5d
=> Ana initial in box 1 won 20
=> Ben initial in box 2 lost 20

== before betting opens nothing is placed [5.3]
unprepared
    Ana wagers 20 on initial in box 1
    -> refused betting_not_open [5.3]

== stakes are chips [5.2]
chips 5 25
    Ana wagers 12 on initial in box 1
    -> refused not_in_chips [5.2]

== the deal goes from the dealer's left to every Initial Wager and then to the dealer [7.1]
    Ana wagers 20 on initial in box 6
    Ben wagers 20 on initial in box 2
    no more bets
    deal 2h 3c
=> awaits draw dealer [7.1]

== the first card goes to the lowest box, cards are dealt face up [7.1]
    Ana wagers 20 on initial in box 6
    Ben wagers 20 on initial in box 2
    no more bets
    deal
    -> refused card_not_named [7.1]
=> awaits draw box 2 [7.1]

== a supervisor reserves a series of areas for one patron [5.9, 5.5]
    supervisor: reserve boxes 2 3 4 for Ana
    Ben wagers 20 on initial in box 3
    -> refused area_reserved [5.9]
    Ana wagers 20 on initial in box 3
    Ben wagers 20 on initial in box 1
    supervisor: reserve boxes 1 for Ana
    -> refused area_taken [5.5]
    supervisor: release the boxes of Ana
    Ben wagers 20 on initial in box 2
    deal 9h 9c 9d 2s

== only boxes of the layout are reserved, and released once [5.9, 2.2.1]
    supervisor: reserve boxes 7 8 for Ana
    -> refused no_such_area [2.2.1]
    supervisor: release the boxes of Ana
    -> refused nothing_reserved [5.9]

== a dealer does not reserve areas [5.9]
    dealer: reserve boxes 2 3 for Ana
    -> refused role_may_not [5.9]

== a patron on several areas gives one up when all are in use [5.6.1; 5.6]
options areas=3
    Ana wagers 20 on initial in box 1
    Ana wagers 20 on initial in box 2
    Ben wagers 20 on initial in box 3
    deal 9h 9c 9d 2s
    collect the cards
    supervisor: require Ana to give up box 1
    -> refused own_area [5.6.1]
    supervisor: require Ana to give up box 2
    Ana wagers 20 on initial in box 2
    -> refused area_given_up [5.6.1]
    Chen wagers 20 on initial in box 2

== areas are not given up while others are free [5.6.1]
options areas=4
    Ana wagers 20 on initial in box 1
    Ana wagers 20 on initial in box 2
    Ben wagers 20 on initial in box 3
    deal 9h 9c 9d 2s
    collect the cards
    supervisor: require Ana to give up box 2
    -> refused areas_free [5.6.1]
    supervisor: require Ben to give up box 2
    -> refused not_the_holder [5.6.1]

== a reserved area need not be given up [5.9; 5.6.1]
options areas=3
    supervisor: reserve boxes 1 2 for Ana
    Ana wagers 20 on initial in box 1
    Ana wagers 20 on initial in box 2
    Ben wagers 20 on initial in box 3
    deal 9h 9c 9d 2s
    collect the cards
    supervisor: require Ana to give up box 2
    -> refused area_reserved [5.9]
"""

LIMITS = """
== outside the limits a wager is refused before the first card [6.1; 6.4]
limits minimum=10 maximum=100
    Ana wagers 5 on initial in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 105 on initial in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 100 on initial in box 1

== any amount above the minimum is good unless the sign states a unit [5.1.1.1; 6.1]
limits minimum=10 maximum=100
    Ana wagers 11 on initial in box 1
    deal 9h 8c
=> Ana initial in box 1 won 11

== a unit on the sign counts from the minimum [6.1]
limits minimum=10 maximum=100 multiple=4
    Ana wagers 12 on initial in box 1
    -> refused wager_not_a_multiple [6.1]
    Ana wagers 14 on initial in box 1

== limits are for each playing area, the Tie Wager may have its own [6.1]
limits minimum=10, maximum=100, tie=5-20
    Ana wagers 100 on initial in box 1
    Ana wagers 100 on initial in box 2
    Ana wagers 25 on tie in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 5 on tie in box 1

== a stake found exactly at a limit breaks none, and stays as it was recorded [5.4]
limits minimum=10 maximum=100
    Ana wagers 50 on initial in box 1
    deal 9h
    Ana is found with 10 on initial in box 1
    -> refused wager_locked [5.4]
    Ana is found with 100 on initial in box 1
    -> refused wager_locked [5.4]
    deal 2c
=> Ana initial in box 1 won 50

== below the minimum a stake found after the first card is good [6.2, 11.18.1; 11.18]
    Ana wagers 20 on initial in box 1
    deal 9h
    Ana is found with 4 on initial in box 1
    deal 2c
=> Ana initial in box 1 won 4 returned 4

== above the maximum a stake wins on the maximum only [6.3, 11.18.2; 11.18]
limits maximum=100
    Ana wagers 20 on initial in box 1
    deal 9h
    Ana is found with 150 on initial in box 1
    deal 2c
=> Ana initial in box 1 won 100 returned 150

== winnings on a maximum that no chips make are rounded up [6.3, 11.18.2, 5.10]
limits minimum=5 maximum=103
chips 5 25 100
    Ana wagers 20 on initial in box 1
    deal 9h
    Ana is found with 150 on initial in box 1
    deal 2c
=> Ana initial in box 1 won 105 returned 150

== above the maximum a stake loses the maximum only [6.3, 11.18.2]
limits maximum=100
    Ana wagers 20 on initial in box 1
    deal 2h
    Ana is found with 150 on initial in box 1
    deal 9c
=> Ana initial in box 1 lost 100 returned 50

== a surrender above the maximum gives up half of the maximum [6.3, 8.2.4.1]
limits maximum=100
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    Ana is found with 150 on initial in box 1
    Ana surrenders in box 1
=> Ana initial in box 1 lost 50 returned 100

== the War Wager of a stake above the maximum is the maximum [10.1, 11.18.2; 5.7]
limits maximum=100
    Ana wagers 20 on initial in box 1
    deal 9h 9c
    Ana is found with 150 on initial in box 1
    Ana goes to war in box 1
    Ana is found with 20 on initial in box 1
    -> refused war_wager_placed [5.7]
    deal Kh Qc
=> Ana war in box 1 won 100 returned 100
=> Ana initial in box 1 stood off 150

== a War Wager is not put against the maximum [10.1; 5.7]
limits maximum=100
    Ana wagers 100 on initial in box 1
    deal 9h 9c
    Ana goes to war in box 1
    deal Kh Qc
=> Ana war in box 1 won 100

== noticed while settling, a breach of the limits is paid as 11.18 says [11.18.1, 11.18.2]
limits maximum=100
    Ana wagers 20 on initial in box 1
    Ben wagers 20 on initial in box 2
    deal 9h 9c 2d
    Ana is found with 4 on initial in box 1
    Ben is found with 150 on initial in box 2
=> Ana initial in box 1 won 4
=> Ben initial in box 2 won 100 returned 150

== found is only what was placed; a changed wager keeps to the limits [6.1, 5.1, 5.4]
patrons Ana=100
    Ana wagers 20 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ana is found with 4 on initial in box 1
    -> refused betting_open [5.4]
    Ana changes banker to 20 in box 1
    -> refused wager_not_offered [5.1]
    Ana changes initial to 5 in box 1
    -> refused wager_below_minimum [6.1]
    Ana changes initial to 95 in box 1
    -> refused not_enough_chips
    Ana changes initial to 20 in box 2
    -> refused no_wager_there
    Ana withdraws tie in box 1
    Ana wagers 10 on tie in box 1
    deal 9h
    Ben is found with 4 on initial in box 2
    -> refused no_wager_there
    Ana is found with 0 on initial in box 1
    -> refused amount_not_positive
    deal 9c
    Ana goes to war in box 1
    Ana is found with 4 on war in box 1
    -> refused no_wager_there
    deal 3c 2c
=> Ana war in box 1 won 20

== within the limits a locked wager stays as recorded [5.4]
    Ana wagers 20 on initial in box 1
    deal 9h
    Ana is found with 50 on initial in box 1
    -> refused wager_locked [5.4]

== a higher minimum needs its sign first, a lower one does not [6.5]
limits minimum=10 maximum=100
    supervisor: set the limits to 5 and 200
    supervisor: set the limits to 25 and 200
    -> refused notice_not_given [6.5]
    supervisor: give notice of a change of limits
    supervisor: set the limits to 25 and 200
    Ana wagers 20 on initial in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 200 on initial in box 1

== only a casino supervisor alters limits, between rounds [6.5; 1.1 casino supervisor]
    dealer: set the limits to 5 and 200
    -> refused role_may_not [6.5]
    Ana wagers 20 on initial in box 1
    supervisor: set the limits to 5 and 200
    -> refused round_under_way [6.5]

== higher offices count as casino supervisors [6.5; 1.1 casino supervisor]
    assistant gaming manager: set the limits to 5 and 200
    gaming manager: set the limits to 5 and 300
    supervisor: set the limits to 5 and 400
    Ana wagers 400 on initial in box 1

== a personal limit lets one patron above the maximum [6.6, 6.1]
limits maximum=100
    supervisor: grant Ana a maximum of 500
    Ana wagers 500 on initial in box 1
    Ben wagers 500 on initial in box 2
    -> refused wager_above_maximum [6.1]
    deal 9h 2c
=> Ana initial in box 1 won 500
"""

CARDS = """
== cards are checked, shuffled, cut and burned first [3.3, 4.1.1, 4.3.1, 4.6, 4.9; 1.1 card shoe]
unprepared
patrons Ana Ben
    open betting
    -> refused cards_not_ready [4.1]
    shuffle
    -> refused not_next [4.1]
    check the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [4.4]
    cut at 100 by Ana
    place the cutting card 157 from the back
    -> refused cutting_card_misplaced [4.6]
    place the cutting card 78 from the back
    burn
    open betting
=> awaits wagers [5.3]

== the check may be by the deck-checking device [3.3; 1.1 deck-checking device]
unprepared
    check the cards with the deck-checking device
=> awaits shuffle [4.1.1]

== the cut is at least one deck from either end [4.5]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 51 by Ana
    -> refused cut_too_near_the_end [4.5]
    cut at 261 by Ana
    -> refused cut_too_near_the_end [4.5]
    cut at 260 by Ana
=> awaits cutting card [4.6]

== the cutting card lies up to half way in from the back: 1 to 156 cards [4.6]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    place the cutting card 0 from the back
    -> refused cutting_card_misplaced [4.6]
    place the cutting card 157 from the back
    -> refused cutting_card_misplaced [4.6]
    place the cutting card 1 from the back
=> awaits burn [4.9]

== whoever is asked may refuse; the cut goes clockwise, then to a supervisor [4.4, 4.5]
unprepared
patrons Ana Ben Chen
    Ana sits at box 3
    Ben sits at box 1
    Chen sits at box 5
    check the cards
    shuffle
    Ana declines the cut
    cut at 100 by Ben
    -> refused not_offered [4.4]
    Chen declines the cut
    supervisor: cut at 100
    -> refused cut_to_be_offered [4.4]
    Ben declines the cut
    dealer: cut at 100
    -> refused role_may_not [4.4]
    supervisor: cut at 100
=> awaits cutting card [4.6]

== the patron on whose area the cutting card came cuts [4.1.3, 4.3.2]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    Chen wagers 10 on initial in box 3
    deal 9h
    the cutting card appears
    deal 8h 7h 2c
    shuffle
    cut at 100 by Chen
    -> refused not_offered [4.4]
=> awaits cut [4.3.2]

== the cutting card on the dealer's hand: the patron farthest right cuts [4.1.3, 4.3.3]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 8h
    the cutting card appears
    deal 2c
    shuffle
    cut at 100 by Ana
    -> refused not_offered [4.4]
=> awaits cut [4.3.3]

== the cutting card as first card: shuffle at once, wagers stay free [4.1.2, 4.3.4; 4.1]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    the cutting card appears
    deal 9h
    -> refused cards_not_ready [4.1]
    Ana withdraws initial in box 1
    shuffle
    cut at 100 by Ben
    place the cutting card 78 from the back
    burn
    deal 9h 2c
=> Ana initial in box 1 withdrawn 10
=> Ben initial in box 2 won 10

== the round of the cutting card is finished before the shuffle [4.1.3]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cutting card appears
    deal 9c
    Ana goes to war in box 1
    deal 3h 2c
    collect the cards
    open betting
    -> refused cards_not_ready [4.1]
=> awaits shuffle [4.1]
=> Ana war in box 1 won 10

== a supervisor may order a shuffle after a round; the far right cuts [4.1.4; 4.3]
patrons Ana Ben
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    dealer: order a shuffle
    -> refused role_may_not [4.1.4]
    supervisor: order a shuffle
    -> refused round_under_way [4.1.4]
    deal 9h 8h 2c
    collect the cards
    supervisor: order a shuffle
    shuffle
    cut at 100 by Ana
    -> refused not_offered [4.4]
    cut at 100 by Ben
=> awaits cutting card [4.6]

== a multishuffler may shuffle; its cards are cut [4.1.1; 4.1, 1.1 multishuffler]
unprepared
patrons Ana
    check the cards
    shuffle with the multishuffler
=> awaits cut [4.3.1]

== with a shuffling device nothing is cut [4.7, 4.8, 1.1 multishuffler; 1.1 shuffling device]
unprepared
options source=device
patrons Ana
    check the cards
    shuffle with the multishuffler
    -> refused device_in_use [1.1 multishuffler]
    shuffle by hand before the device
    shuffle
    the cutting card appears
    -> refused no_cutting_card [4.7]
=> awaits burn [4.9]

== the burned card is not shown [4.9]
unprepared
options source=device
    check the cards
    shuffle
    burn 9h
    -> refused burn_is_face_down [4.9]
    burn
=> awaits open [5.3]

== a forgotten burn is not made good [11.10]
unprepared
options source=device
    check the cards
    shuffle
    the burn was forgotten
    Ana wagers 10 on initial in box 1
    deal 9h 2c
=> Ana initial in box 1 won 10

== pre-shuffled cards count as shuffled; a riffle is asked for and approved [3.4, 4.2; 4.1.1]
unprepared
patrons Ana
    load pre-shuffled cards
    riffle
    -> refused riffle_not_approved [4.2]
    Ana asks for a riffle
    dealer: approve the riffle
    -> refused role_may_not [4.2]
    supervisor: approve the riffle
    riffle
    shuffle with the multishuffler
    cut at 100 by Ana
    Ana asks for a riffle
    -> refused no_riffle_now [4.2]
=> awaits cutting card [4.6]

== Angel cards are riffled immediately before the cut [4.2.1; 1.1 Angel pre-shuffled cards]
unprepared
options preshuffled=Angel
patrons Ana
    load pre-shuffled cards
    supervisor: approve the riffle
    -> refused riffle_not_asked [4.2.1]
    Ana asks for a riffle
    supervisor: approve the riffle
    riffle
    shuffle with the multishuffler
    -> refused not_next [4.2.1]
    cut at 100 by Ana
=> awaits cutting card [4.6]

== a device is not cut, so its cards are not riffled [4.7]
unprepared
options source=device
patrons Ana
    load pre-shuffled cards
    Ana asks for a riffle
    -> refused no_riffle_now [4.7]

== with a device cards are replaced after any round [3.5.1, 3.3; 3.5]
options source=device
    Ana wagers 10 on initial in box 1
    supervisor: replace the cards
    -> refused round_under_way [3.5]
    deal 9h 2c
    collect the cards
    supervisor: replace the cards
=> awaits check [3.3]

== no cutting card comes before one is in the shoe, and no round ends before it began [4.6, 10.4]
unprepared
    the cutting card appears
    -> refused no_cutting_card [4.6]
    collect the cards
    -> refused round_not_settled [10.4]

== the cutting card comes once [4.6, 4.1.3]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cutting card appears
    the cutting card appears
    -> refused no_cutting_card [4.6]

== the rack is not taken while cards are left [11.7, 10.4]
    Ana wagers 10 on initial in box 1
    collect the cards
    -> refused round_not_settled [10.4]
    deal 9h
    take the rack to finish the round
    -> refused cards_are_left [11.7]
    collect the cards
    -> refused round_not_settled [10.4]

== cards that run out before the first of a round leave it to the rack [11.7]
unprepared
    the cards are prepared, 2 left
    Ana wagers 10 on initial in box 1
    deal Tc Jh
    collect the cards
    Ben wagers 10 on initial in box 2
    deal 9h
    -> refused cards_run_out [11.7]
    take the rack to finish the round
    deal 9h
    -> refused cards_not_ready [4.1]
    shuffle
    Ana declines the cut
    Ben declines the cut
    supervisor: cut at 100
    place the cutting card 78 from the back
    burn
    deal 9h 2c
=> Ben initial in box 2 won 10

== cards in play are not checked unasked, nor shuffled twice [3.3, 4.1, 4.8]
unprepared
options source=device
    check the cards
    shuffle
    shuffle by hand before the device
    -> refused not_next [4.8]
    burn
    Ana wagers 10 on initial in box 1
    check the cards with the deck-checking device
    -> refused round_under_way [3.3]
    shuffle
    -> refused round_under_way [4.1]

== what is shuffled does not go through the multishuffler [4.1]
unprepared
patrons Ana Ben
    check the cards
    shuffle
    shuffle with the multishuffler
    -> refused not_next [4.1]
    Ana declines the cut
=> awaits cut [4.4]

== Angel cards that were not riffled may go through the multishuffler [3.4, 4.1.1, 4.3.1]
unprepared
options preshuffled=Angel
patrons Ana
    load pre-shuffled cards
    shuffle with the multishuffler
    cut at 100 by Ana
    shuffle with the multishuffler
    -> refused not_next [4.1]
=> awaits cutting card [4.6]

== once they are shuffled a shoe's cards are no longer replaced [3.5.2, 4.1.3]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cutting card appears
    deal 2c
    shuffle
    supervisor: replace the cards
    -> refused not_now [3.5.2]

== an ordered shuffle does not let a shoe's cards be replaced [3.5.2, 3.5, 4.1.4]
    supervisor: replace the cards
    -> refused not_now [3.5]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    supervisor: order a shuffle
    supervisor: replace the cards
    -> refused not_now [3.5.2]

== with a shoe cards are replaced only after the round of the cutting card [3.5.2, 4.3.5]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 8h 2c
    collect the cards
    supervisor: replace the cards
    -> refused not_now [3.5.2]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cutting card appears
    deal 2c
    collect the cards
    dealer: replace the cards
    -> refused role_may_not [3.5]
    supervisor: replace the cards
    check the cards
    shuffle
    cut at 100 by Ana
    -> refused not_offered [4.4]
=> awaits cut [4.3.5]

== a supervisor or an inspector may have the cards verified at any time [3.8; 1.1 inspector]
    Ana wagers 10 on initial in box 1
    deal 9h
    dealer: order a check of the cards
    -> refused role_may_not [3.8]
    inspector: order a check of the cards
    deal 2c
    -> refused check_due [3.8]
    check the cards
    supervisor: order a check of the cards
    check the cards
    deal 2c
=> Ana initial in box 1 won 10

== with a device the rack goes back after the initial deal and before settlement [7.2; 3.6]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    return the rack to the device
    return the rack to the device
    -> refused not_next [7.2]
    settle
    collect the cards
=> awaits open [5.3]

== with a shoe the rack is never returned [7.2]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    return the rack to the device
    -> refused not_next [7.2]

== the table changes between shoe and device between rounds, and is shuffled anew [2.4.1, 4.7; 2.4]
    Ana wagers 10 on initial in box 1
    supervisor: set source to device
    -> refused round_under_way [2.4.1]
    deal 9h 2c
    collect the cards
    supervisor: set source to roulette
    -> refused option_unknown [2.4.1]
    supervisor: set source to device
=> awaits shuffle [4.7]

== a card that cannot come is refused [7.1; 3.1]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    Chen wagers 10 on initial in box 3
    Dora wagers 10 on initial in box 4
    Eli wagers 10 on initial in box 5
    Ana wagers 10 on initial in box 6
    deal 9h 9h 9h 9h 9h 9h
    deal 9h
    -> refused card_impossible
    deal 9c
"""


def all_scenarios() -> list[Scenario]:
    return [
        each
        for part in (SETTLEMENT, CHOICES, WAGERS, LIMITS, CARDS)
        for each in read_scenarios(part)
    ]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("casino-war"), scenario)
