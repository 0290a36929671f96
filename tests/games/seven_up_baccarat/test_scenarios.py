"""7-Up Baccarat, worked out by hand from the order of 17 August 2016.

Cards come Banker, Player, Banker, then Player's drawn card, then Banker's. Player counts from the
printed seven: a king makes 7, an ace 8, a three 0.
"""

import pytest

from houseway.games import game
from houseway.games.events import AboveMaximumNoted, WagerChanged
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "7-Up Baccarat"

SETTLEMENT = """
== six sevens pay seven hundred to one
[11.1.3, 11.1.3 Table, 5.1.4, 9.4.1, 5.6.8; 10.5, 1.1 Super 7's]
limits super 7's=5-100
    Ana wagers 10 on tie in box 1
    Ana wagers 5 on super 7's in box 1
    deal 7c 7d 7h 7s 7c                    # Player 4 draws to 1, Banker 4 draws to 1
=> result tie
=> Ana super 7's in box 1 won 3500 returned 5
=> Ana tie in box 1 won 70 returned 10

== five sevens pay seventy to one, and Banker wins on four at evens [11.1.3 Table, 5.1.2.1]
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ana wagers 5 on super 7's in box 1
    deal 7c 7d 7h 7s Kc                    # Player 1, Banker 4
=> result banker
=> Ana super 7's in box 1 won 350 returned 5
=> Ana banker in box 1 won 10 returned 10 by 5.1.2.1, 11.1.2, 11.1.2 Table

== four sevens pay seventeen to one [11.1.3 Table, 5.1.1.1]
limits super 7's=5-100
    Ana wagers 10 on player in box 1
    Ana wagers 5 on super 7's in box 1
    deal 7c 7d 7h 2s Kc                    # Player 6, Banker 4 draws nothing worth having
=> result player
=> Ana super 7's in box 1 won 85 returned 5
=> Ana player in box 1 won 10

== three sevens pay five to one, and Banker on a seven nine to five
[11.1.3 Table, 11.1.2 Table, 11.1.2]
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ana wagers 5 on super 7's in box 1
    deal 7c 7d Kh 2s                       # Player 4 draws to 6, Banker stands on 7
=> result banker
=> Ana super 7's in box 1 won 25
=> Ana banker in box 1 won 18 returned 10

== two sevens pay two to one though the hand loses [11.1.3 Table, 5.1.2.2, 11.1.1]
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ana wagers 5 on super 7's in box 1
    deal 2c 7d Kh 2s Kc                    # Player 6, Banker 2
=> result player
=> Ana super 7's in box 1 won 10
=> Ana banker in box 1 lost 10

== the printed seven alone loses, whatever seven the hands count [5.1.4, 11.1.1; 10.5]
limits super 7's=5-100
    Ana wagers 10 on player in box 1
    Ana wagers 5 on super 7's in box 1
    deal 6c Kd Kh                          # Player 7 with a king
=> result player
=> Ana super 7's in box 1 lost 5

== Player on a seven is paid one to two [11.1.2 Table, 5.1.1.1, 9.3.2]
    Ana wagers 10 on player in box 1
    deal 6c Kd Kh
=> result player
=> Ana player in box 1 won 5 returned 10

== half of five dollars is paid three where a dollar is the smallest chip [5.7, 11.1.2 Table]
chips 1 5 25 100
    Ana wagers 5 on player in box 1
    deal 6c Kd Kh
=> Ana player in box 1 won 3 returned 5

== nine to five that chips cannot pay goes up, wager by wager [5.7]
chips 5 25 100
    Ana wagers 5 on banker in box 1        # 9.00 becomes 10
    Ben wagers 15 on banker in box 2       # 27.00 becomes 30
    deal 7c 9d Kh                          # Player 6, Banker 7
=> Ana banker in box 1 won 10
=> Ben banker in box 2 won 30

== a tie at seven pays nine to one and the hands stand off
[11.1.2 Table, 5.1.3, 5.1.1.3, 5.1.2.3; 1.1 standoff, 1.1 tie]
    Ana wagers 10 on tie in box 1
    Ben wagers 20 on player in box 2
    Chen wagers 30 on banker in box 3
    deal 7c Kd Kh
=> result tie
=> Ana tie in box 1 won 90 returned 10
=> Ben player in box 2 stood off 20
=> Chen banker in box 3 stood off 30

== any other tie pays seven to one [11.1.2 Table, 5.1.3]
    Ana wagers 10 on tie in box 1
    deal 6c 9d Kh                          # both stand on 6
=> Ana tie in box 1 won 70

== a tie of naturals is a tie [9.2, 5.1.3]
    Ana wagers 10 on tie in box 1
    deal 9c 2d Kh                          # 9 and 9
=> Ana tie in box 1 won 70

== Player loses, and Tie with it [5.1.1.2, 5.1.3, 11.1.1; 5.1.1, 5.1.2, 11.1]
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on banker in box 2
    deal 9c Kd Kh                          # 7 against a natural 9: the winning hand pays evens
=> result banker
=> Ana player in box 1 lost 10
=> Ana tie in box 1 lost 5
=> Ben banker in box 2 won 10
"""

TABLEAU = """
== Banker three stands against an eight [9.4 Table 2, 9.4.2, 9.3 Table 1, 9.3.1; 9.4]
    Ana wagers 5 on tie in box 1
    deal Kc 8d 3h 8s                       # Player 5 draws to 3
=> result tie

== and draws against a nine [9.4 Table 2, 9.4.1]
    Ana wagers 5 on banker in box 1
    deal Kc 8d 3h 9s 5h                    # Player 4, Banker 8
=> result banker

== the result waits for Banker's third card [9.4.1, 11.1]
    Ana wagers 5 on banker in box 1
    deal Kc 8d 3h
    announce the counts
    deal 9s
    settle
    -> refused coup_not_complete [11.1]
    deal 5h
=> result banker

== the column is the drawn card, never the card first dealt [9.4 Table 2, 9.4.2]
    Ana wagers 5 on banker in box 1
    deal 4c 4d Kh Ks                       # Player 1 draws a king; four draws against a 4, not a 0
=> result banker

== a natural eight with an ace: nobody draws [9.2; 1.1 natural]
    Ana wagers 5 on player in box 1
    deal 5c Ad Kh
    announce the counts
    deal 4h
    -> refused no_card_due [9.2]
=> result player
=> Ana player in box 1 won 5

== Banker's natural stops a Player of nought [9.2]
    Ana wagers 5 on banker in box 1
    deal 4c 3d 5h
=> result banker

== eight after a drawn card is no natural [9.4 Table 2; 1.1 natural]
    Ana wagers 5 on banker in box 1
    deal 5c 6d Kh 5s 4h                    # Player 3 + 5 = 8, Banker 5 draws against a 5 to 9
=> result banker

== Player stands on six, Banker draws on five [9.5, 9.3.2, 9.3 Table 1]
    Ana wagers 5 on banker in box 1
    deal 5c 9d Kh 3s
=> result banker

== Player stands on seven, Banker stands on six [9.5, 9.3.2]
    Ana wagers 5 on player in box 1
    deal 6c Td Kh
    announce the counts
    deal 2c
    -> refused no_card_due [9.6]
=> result player

== never more than one drawn card each [9.6]
    Ana wagers 5 on banker in box 1
    deal 2c 7d Kh 2s 3c
    deal 4c
    -> refused no_card_due [9.6]
=> result player

== tens and pictures count nothing, aces one, others their face
[9.2; 3.2, 3.2.1, 3.2.2, 3.2.3, 3.3, 3.3.1, 3.3.2, 3.3.3]
    Ana wagers 5 on banker in box 1
    deal Ac 8d 8h                          # Banker 1 + 8 = 9, Player 7 + 8 = 15, that is 5
=> result banker

== Banker, Player, Banker, from the shuffling device [7.3, 8.2.2; 7.2, 8.2]
    Ana wagers 5 on player in box 1
    deal 2c 3d 4h
    announce the counts                    # Player 0, Banker 6
=> awaits draw player [9.3 Table 1]

== a count of nought is called baccarat [8.2.2]
    Ana wagers 5 on player in box 1
    deal 2c 3d 8h
=> awaits announce [8.2.2]

== face down, then exposed, and the drawn card likewise [8.2.1, 8.3, 8.2.2]
options deal=face down
    Ana wagers 5 on banker in box 1
    deal 2c
    -> refused card_is_face_down [8.2.1]
    deal
    deal
    expose 2c 3d
    -> refused initial_deal_first [8.2.1]
    deal
    deal
    -> refused cards_face_down [8.2.1]
    expose 2c 3d
    -> refused wrong_number_of_cards [8.2.1]
    expose 2c 3d 4h                        # Player 0, Banker 6
    announce the counts
    deal 7c
    -> refused card_is_face_down [8.3]
    deal
    expose 7c                              # Player 7; Banker 6 draws against a 7
    deal
    expose Ks
=> result player

== face up cards are named [8.2.1]
    Ana wagers 5 on banker in box 1
    deal
    -> refused card_not_named [8.2.1]
    deal 2c

== a card that cannot come is refused
    Ana wagers 5 on banker in box 1
    deal 2c 2c 2c
    announce the counts
=> awaits settle [11.1]

== only the dealer handles cards [8.1]
    Ana wagers 5 on banker in box 1
    patron: deal 2c
    -> refused role_may_not [8.1]
    supervisor: deal 2c
    -> refused role_may_not [8.1]

== settlement waits for the last card, also of a Super 7's that has won [10.6]
limits super 7's=5-100
    Ana wagers 5 on banker in box 1
    Ana wagers 5 on super 7's in box 1
    deal 7c 7d 7h
    announce the counts
    settle
    -> refused coup_not_complete [10.6]

== without a Super 7's wager settlement waits for the announcement of the result [11.1]
    Ana wagers 5 on banker in box 1
    deal 7c 7d 7h
    settle
    -> refused coup_not_complete [11.1]

== in a tournament the limits are those of 15.6.14, for 6.4 does not hold there [15.6.14; 15.2.1]
options use=tournament
limits minimum=20 maximum=100
    Ana wagers 15 on banker in box 1
    -> refused wager_below_minimum [15.6.14]
    Ana wagers 120 on banker in box 1
    -> refused wager_above_maximum [15.6.14]

== found below the minimum in a tournament it is made up to it; the minimum itself stands
[15.2.1, 5.3; 15.6.14]
options use=tournament
limits minimum=20 maximum=100
patrons Ana=100
    Ana wagers 40 on player in box 1
    deal 9c
    Ana is found with 20 on player in box 1
    Ana is found with 15 on player in box 1
    deal Kd Kh
=> Ana player in box 1 lost 20

== a wager is changed within the limits only [6.1]
limits minimum=10 maximum=100
patrons Ana=50
    Ana wagers 20 on banker in box 1
    Ana changes banker to 5
    -> refused wager_below_minimum [6.1]
    Ana changes banker to 120
    -> refused wager_above_maximum [6.1]
    Ana changes banker to 60
    -> refused not_enough_chips
    Ana changes banker to 50
    deal 9c Kd Kh
=> Ana banker in box 1 won 50
"""

CLEARING = """
== the rack goes to the device before the layout goes to the rack [8.4, 1.1 coup]
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    return the rack to the device
    collect the cards
    return the rack to the device
    -> refused not_next [8.4]
=> awaits open [7.1]

== one card is burned face down before the first coup [4.4, 4.1]
unprepared
    shuffle
    burn 9c
    -> refused burn_is_face_down [4.4]
    burn
    burn
    -> refused not_next [4.4]
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh

== a forgotten burn is not made good [12.7]
unprepared
    shuffle
    the burn was forgotten
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 5

== pre-shuffled cards need no shuffle; a supervisor may ask for one
[1.1 casino pre-shuffled cards, 4.2]
unprepared
    load pre-shuffled cards
    dealer: order a manual shuffle
    -> refused role_may_not [4.2]
    supervisor: order a manual shuffle
    shuffle
    burn
    supervisor: order a manual shuffle
    -> refused no_manual_shuffle_now [4.2]
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh

== cards shuffled by their maker need no shuffle and get none [1.1 Angel pre-shuffled cards, 4.2]
unprepared
    load factory pre-shuffled cards
    supervisor: order a manual shuffle
    -> refused no_manual_shuffle_now [4.2]
    load factory pre-shuffled cards
    -> refused not_next [1.1 Angel pre-shuffled cards]
    burn
    open betting

== cards may be checked before use [3.4, 1.1 deck-checking device]
unprepared
    the decks are checked by the dealer
    the decks are checked by a deck-checking device
    the decks are checked by a patron
    -> refused no_such_checker [3.4]
    shuffle
    burn
    the decks are checked by the dealer
    -> refused cards_in_use [3.4]

== dropped cards stop the table until a supervisor has counted them [4.3, 3.1]
    cards were dropped
    open betting
    -> refused cards_dropped [4.3]
    dealer: all 312 cards are collected
    -> refused role_may_not [4.3]
    supervisor: all 311 cards are collected
    -> refused count_does_not_balance [3.1]
    supervisor: all 312 cards are collected
    open betting

== unfit cards are replaced between coups, all of them [3.8, 4.1, 4.4]
    Ana wagers 5 on banker in box 1
    supervisor: replace the cards 9c
    -> refused whole_set_only [3.8]
    supervisor: replace the cards
    shuffle
    burn
    deal 9c
    supervisor: replace the cards
    -> refused coup_under_way [3.8]
    dealer: replace the cards
    -> refused role_may_not [3.8]

== a supervisor or an inspector may have the cards verified at any time [3.9]
    Ana wagers 5 on banker in box 1
    deal 9c
    dealer: order a check of the cards
    -> refused role_may_not [3.9]
    inspector: order a check of the cards
    deal Kd
    -> refused cards_under_check [3.9]
    the cards are complete
    deal Kd Kh
=> Ana banker in box 1 won 5
"""

WAGERS = """
== four wagers and no other [5.1]
    open betting
    Ana wagers 5 on dragon in box 1
    -> refused wager_not_offered [5.1]
    Ana wagers 5 on player in box 1

== alone, or with Tie [5.6.1, 5.6.2, 5.6.3, 5.6.4, 5.6.5]
    Ana wagers 5 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 5 on banker in box 2
    Ben wagers 5 on tie in box 2
    Chen wagers 5 on tie in box 3
    deal 9c Kd Kh
=> Ben banker in box 2 won 5

== both hands need a Gaming Manager, in two boxes as in one [5.6.6; 5.6]
    Ana wagers 5 on player in box 1
    Ana wagers 5 on banker in box 2
    -> refused combination_not_approved [5.6.6]
    supervisor: approve both hands for Ana
    -> refused role_may_not [5.6.6]
    assistant gaming manager: approve both hands for Ana
    -> refused role_may_not [5.6.6]
    gaming manager: approve both hands for Ana
    Ana wagers 5 on banker in box 2
    Ana wagers 5 on tie in box 2
    -> refused combination_not_approved [5.6.7]
    deal 9c Kd Kh
=> Ana player in box 1 lost 5
=> Ana banker in box 2 won 5

== both hands and Tie [5.6.7; 1.1 Gaming Manager]
    gaming manager: approve both hands and tie for Ana
    Ana wagers 5 on player in box 1
    Ana wagers 5 on banker in box 1
    Ana wagers 5 on tie in box 1
    deal 9c Kd Kh
=> Ana tie in box 1 lost 5

== an approval is for one person and one coup [5.6.6]
    gaming manager: approve both hands for Ana
    Ana wagers 5 on player in box 1
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on player in box 2
    Ben wagers 5 on banker in box 2
    -> refused combination_not_approved [5.6.6]
    deal 9c Kd Kh
    Ana wagers 5 on player in box 1
    Ana wagers 5 on banker in box 1
    -> refused combination_not_approved [5.6.6]

== or until revoked [5.6.6]
    gaming manager: approve both hands for Ana until revoked
    Ana wagers 5 on player in box 1
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 5 on player in box 1
    gaming manager: revoke the approval of Ana
    Ana wagers 5 on banker in box 1
    -> refused combination_not_approved [5.6.6]

== moving from one hand to the other needs no approval [5.6.3]
    Ana wagers 5 on player in box 1
    Ana moves player onto banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 5

== a wager moved onto Super 7's lies beside the wager that allows it [5.6.8]
limits super 7's=5-100
    Ana wagers 5 on player in box 1
    Ana wagers 5 on tie in box 1
    Ana moves tie onto super 7's in box 1
    deal 9c Kd Kh                          # Player 7, Banker 9; the printed seven is the only one
=> Ana player in box 1 lost 5
=> Ana super 7's in box 1 lost 5

== from the first card nothing is placed, changed, moved or taken back [5.4]
    Ana wagers 5 on banker in box 1
    no more bets
    Ben wagers 5 on player in box 2        # the call does not lock; the first card does
    deal 9c
    Ben wagers 5 on tie in box 2
    -> refused coup_under_way [5.4]
    Ana changes banker to 10
    -> refused coup_under_way [5.4]
    Ana moves banker onto tie
    -> refused coup_under_way [5.4]
    Ana withdraws banker
    -> refused coup_under_way [5.4]
    deal Kd Kh
=> Ana banker in box 1 won 5
=> Ben player in box 2 lost 5

== nor before betting opens [7.1, 7.3, 7.4; 1.1 dealer]
    deal 9c
    -> refused no_coup_under_way [7.3]
    open betting
    deal 9c
    -> refused no_wagers [7.4]
    no more bets                # nobody wagered: no coup begins
    open betting
    Ana wagers 5 on banker in box 1
    no more bets

== before the first card a wager may be taken back [5.3]
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on player in box 2
    Ana withdraws banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 withdrawn 5

== the boxes of the layout [2.2.2, 2.2.3, 2.2.4]
options areas=3
limits super 7's=5-100
    Ana wagers 5 on player in box 3
    Ana wagers 5 on banker in box 4
    -> refused no_such_box [2.2.2]
    Ana wagers 5 on tie in box 4
    -> refused no_such_box [2.2.3]
    Ana wagers 5 on super 7's in box 4
    -> refused no_such_box [2.2.4]
    Ben wagers 5 on player in box -1
    -> refused no_such_box [2.2.2]

== one patron on an area, two or three by a supervisor's permission [5.5]
    Ana wagers 5 on player in box 1
    Ben wagers 5 on player in box 1
    -> refused area_taken [5.5]
    dealer: permit 2 patrons in box 1
    -> refused role_may_not [5.5]
    supervisor: permit 4 patrons in box 1
    -> refused too_many_patrons [5.5]
    supervisor: permit 3 patrons in box 1
    Ben wagers 5 on player in box 1
    Chen wagers 5 on tie in box 1
    Dora wagers 5 on banker in box 1
    -> refused area_taken [5.5]
    Dora wagers 5 on banker in box 2

== a stake is in chips [5.2]
chips 5 25 100
    Ana wagers 10 on banker in box 1
    Ben wagers 6 on banker in box 2
    -> refused not_in_chips [5.2]

== a patron cannot stake chips not held
patrons Ana=20
    Ana wagers 15 on banker in box 1
    Ana wagers 10 on tie in box 1
    -> refused not_enough_chips
    deal 9c Kd Kh
=> chips Ana 35

== tokens win chips and come back as tokens [1.1 casino promotional token; 5.2]
patrons Ana=20
    Ana exchanges a voucher of 25
    Ana wagers 45 on banker in box 1
    -> refused not_enough_chips
    Ana wagers 25 in tokens on banker in box 1
    deal 9c Kd Kh
    open betting
    Ana wagers 30 in tokens on banker in box 1
    -> refused not_enough_tokens [5.2]
    Ana wagers 25 in tokens on banker in box 1
=> Ana banker in box 1 of round 1 won 25 returned 25

== tokens and chips may lie together, and are lost together [1.1 casino promotional token, 5.2]
patrons Ana=20
    Ana exchanges a voucher of 25
    Ana wagers 10 on player in box 1
    Ana wagers 15 in tokens on player in box 1
    deal 9c Kd Kh
=> Ana player in box 1 lost 25
=> chips Ana 20                            # ten of them in tokens

== single-use tokens are collected from a winner too [1.1 casino promotional token]
patrons Ana=20
    Ana exchanges a voucher of 25 with the condition single use
    Ana wagers 25 in tokens on banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 25 returned 0
=> chips Ana 45

== a supervisor may refuse a wager, with a reason, before the first card [14.11, 5.6.8]
limits super 7's=5-100
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    dealer: refuse Ana banker because of the time
    -> refused role_may_not [14.11]
    supervisor: refuse Ana banker because her mobile telephone is on the table
    Chen wagers 5 on banker in box 3
    deal 9c
    supervisor: refuse Chen banker because of the time
    -> refused coup_under_way [14.11]
=> Ana banker in box 1 void 5
=> Ben super 7's in box 2 void 5
"""

SUPER_SEVENS = """
== any wager at the table lets anybody place Super 7's [10.3, 5.6.8]
limits super 7's=5-100
    open betting
    Ben wagers 5 on super 7's in box 2
    -> refused no_base_wager [10.3]
    Ana wagers 5 on tie in box 1
    Ben wagers 5 on super 7's in box 2
    deal 9c 7d Kh
=> Ben super 7's in box 2 won 10

== when the last such wager goes, Super 7's goes back [5.6.8]
limits super 7's=5-100
    Ana wagers 5 on tie in box 1
    Ben wagers 5 on super 7's in box 2
    Ana withdraws tie
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
=> Ben super 7's in box 2 void 5

== the sign shows one amount, and the stake is that amount [10.1]
limits super 7's=5-5
    Ana wagers 10 on banker in box 1
    Ana wagers 10 on super 7's in box 1
    -> refused amount_not_on_sign [10.1]
    Ana wagers 5 on super 7's in box 1

== or a minimum and a maximum [10.1]
limits super 7's=10-50
    Ana wagers 10 on banker in box 1
    Ana wagers 5 on super 7's in box 1
    -> refused amount_not_on_sign [10.1]
    Ana wagers 55 on super 7's in box 1
    -> refused amount_not_on_sign [10.1]
    Ana wagers 50 on super 7's in box 1

== without an amount on the sign, or where it is not offered, it is refused [10.1]
    Ana wagers 10 on banker in box 1
    Ana wagers 10 on super 7's in box 1
    -> refused amount_not_on_sign [10.1]

== not offered here [10.1]
options super_sevens=not offered
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ana wagers 10 on super 7's in box 1
    -> refused wager_not_offered [10.1]

== a Gaming Manager's restriction needs both notifications and the sign [10.2, 10.2.1, 10.2.2]
limits super 7's=5-100
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    supervisor: restrict the super 7's
    -> refused role_may_not [10.2]
    gaming manager: restrict the super 7's
    -> refused notification_owed [10.2.1]
    supervisor: notify surveillance of the restriction
    gaming manager: restrict the super 7's
    -> refused notification_owed [10.2.1]
    supervisor: notify inspector of the restriction
    gaming manager: restrict the super 7's
    -> refused no_sign [10.2.2]
    supervisor: put up the sign of the restriction
    gaming manager: restrict the super 7's
    Ben wagers 5 on super 7's in box 2
    -> refused own_wager_needed [10.2]
    Ben wagers 5 on tie in box 2
    Ben wagers 5 on super 7's in box 2
    Ben withdraws tie in box 2
    Ben wagers 5 on super 7's in box 2
    -> refused own_wager_needed [10.2]
    gaming manager: lift the restriction
    Ben wagers 5 on super 7's in box 2
    deal 9c 7d Kh
=> Ben super 7's in box 2 won 10

== three on an area; who has a wager comes before who has none [10.4]
limits super 7's=5-100
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    Chen wagers 5 on super 7's in box 2
    Dora wagers 5 on super 7's in box 2
    Eli wagers 5 on super 7's in box 2
    -> refused area_taken [10.4]
    Ana wagers 5 on super 7's in box 2     # takes the place of the one who came last
    deal 9c 7d Kh
=> Dora super 7's in box 2 void 5
=> Chen super 7's in box 2 won 10
=> Ana super 7's in box 2 won 10

== with three who have wagers there is no room [10.4]
limits super 7's=5-100
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on banker in box 2
    Chen wagers 5 on banker in box 3
    Dora wagers 5 on banker in box 4
    Ana wagers 5 on super 7's in box 1
    Ben wagers 5 on super 7's in box 1
    Chen wagers 5 on super 7's in box 1
    Dora wagers 5 on super 7's in box 1
    -> refused area_taken [10.4]
"""

LIMITS = """
== outside the limits a wager is refused before the first card [6.1]
limits minimum=10 maximum=100
    open betting
    Ana wagers 5 on banker in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 105 on banker in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 0 on banker in box 1
    -> refused amount_not_positive
    Ana wagers 100 on banker in box 1
    Ana is found with 5 on banker in box 1
    -> refused betting_open [6.4]

== any amount between them, unless the sign has a unit above the minimum [5.6.3; 6.1.1]
    Ana wagers 6.25 on banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 6.25

== the unit counts from the minimum [6.1.1]
limits minimum=5 multiple=10
    open betting
    Ana wagers 10 on banker in box 1
    -> refused wager_not_a_multiple [6.1.1]
    Ana wagers 15 on banker in box 1
    Ben wagers 5 on banker in box 2

== found below the minimum it is valid as it lies [6.4]
limits minimum=10
    Ana wagers 10 on banker in box 1
    deal 9c
    Ana is found with 3 on banker in box 1
    deal Kd Kh
=> Ana banker in box 1 won 3 returned 3

== found above the maximum it is paid to the maximum [6.5]
limits maximum=100
    Ana wagers 100 on banker in box 1
    deal 9c
    Ana is found with 150 on banker in box 1
    deal Kd Kh
=> Ana banker in box 1 won 100 returned 150

== and collected to the maximum [6.5]
limits maximum=100
    Ana wagers 100 on player in box 1
    deal 9c
    Ana is found with 150 on player in box 1
    deal Kd Kh
=> Ana player in box 1 lost 100 returned 50

== in a tournament a stake is good to the last whole unit of the minimum: paid [15.6.14]
options use=tournament
limits minimum=10 maximum=100
patrons Ana=500
    Ana wagers 25 on banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 20 returned 25

== and collected [15.6.14]
options use=tournament
limits minimum=10 maximum=100
patrons Ana=500
    Ana wagers 20 on player in box 1
    deal 9c
    Ana is found with 28 on player in box 1
    deal Kd Kh
=> Ana player in box 1 lost 20 returned 8

== over the maximum comes first, then the whole units [6.5, 15.6.14]
options use=tournament
limits minimum=10 maximum=95
patrons Ana=500
    Ana wagers 90 on player in box 1
    deal 9c
    Ana is found with 150 on player in box 1
    deal Kd Kh
=> Ana player in box 1 lost 90 returned 60

== an area found above its maximum is settled pro rata [6.5]
limits playing area=5-200
    supervisor: permit 2 patrons in box 1
    Ana wagers 100 on player in box 1
    Ben wagers 100 on player in box 1
    deal 9c
    Ana is found with 300 on player in box 1
    deal Kd Kh                             # 300 and 100 of 400: 150 and 50 of 200
=> Ana player in box 1 lost 150 returned 150
=> Ben player in box 1 lost 50 returned 50

== coups that are over stand [6.5.1]
limits maximum=100
    Ana wagers 100 on player in box 1
    deal 9c Kd Kh
    collect the cards
    Ana is found with 150 on player in box 1
    -> refused coup_stands [6.5.1]
=> Ana player in box 1 lost 100

== above the differential the first card waits; the dealer may cut pro rata
[6.2; 1.1 table differential]
limits differential=100
chips 5 25 100
    Ana wagers 300 on banker in box 1
    Ben wagers 100 on banker in box 2
    Chen wagers 50 on player in box 3
    Dora wagers 500 on tie in box 4
    deal 9c
    -> refused differential_exceeded [6.2]
    reduce the wagers pro rata             # 150 of 400: 112.50 and 37.50, in fives 115 and 35
    reduce the wagers pro rata
    -> refused nothing_to_reduce [6.2]
    deal 9c Kd Kh
=> Ana banker in box 1 won 115
=> Ben banker in box 2 won 35
=> Chen player in box 3 lost 50

== exactly the differential is allowed [5.1.2.1; 6.2]
limits differential=100
    Ana wagers 150 on banker in box 1
    Ben wagers 50 on player in box 2
    deal 9c Kd Kh
=> Ana banker in box 1 won 150

== patrons may adjust instead [6.2]
limits differential=100
    Ana wagers 300 on banker in box 1
    deal 9c
    -> refused differential_exceeded [6.2]
    Ben wagers 200 on player in box 2
    deal 9c Kd Kh
=> Ana banker in box 1 won 300

== a wager cut to nothing goes back, and a Super 7's wager without any other [6.2, 5.6.8]
limits differential=3, super 7's=5-100
chips 5 25 100
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    reduce the wagers pro rata             # no chip is as small as the $3 that are allowed
=> Ana banker in box 1 void 5
=> Ben super 7's in box 2 void 5 by 5.6.8

== a Super 7's wager stays where another wager is only cut [6.2]
limits differential=20, super 7's=5-100
chips 5 25 100
    Ana wagers 50 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    reduce the wagers pro rata
    deal 9c Kd Kh
=> Ana banker in box 1 won 20
=> Ben super 7's in box 2 lost 5

== a differential found exceeded after the first card changes nothing [6.3]
limits differential=100
    Ana wagers 100 on banker in box 1
    Ben wagers 50 on player in box 2
    deal 9c
    Ana is found with 300 on banker in box 1
    reduce the wagers pro rata
    -> refused coup_under_way [6.3]
    deal Kd Kh
=> Ana banker in box 1 won 300

== above the area maximum the first card waits [6.2]
limits playing area=5-60
chips 5 25 100
    supervisor: permit 3 patrons in box 1
    Ana wagers 50 on player in box 1
    Ben wagers 35 on banker in box 1
    Chen wagers 500 on tie in box 1        # Tie has an area of its own
    deal 9c
    -> refused area_maximum_exceeded [6.2]
    reduce the wagers pro rata             # 60 of 85: 35.29 and 24.71, in fives 35 and 25
    deal 9c Kd Kh
=> Ana player in box 1 lost 35
=> Ben banker in box 1 won 25

== a supervisor changes limits between coups; a higher minimum has a sign first [6.7]
    dealer: set the limits to 5 and 500
    -> refused role_may_not [6.7]
    supervisor: set the limits to 5 and 500
    supervisor: set the limits to 25 and 500
    -> refused notice_not_given [6.7]
    supervisor: give notice of a change of limits
    supervisor: set the limits to 25 and 500
    open betting
    Ana wagers 20 on banker in box 1
    -> refused wager_below_minimum [6.1]
    supervisor: set the limits to 10 and 500
    Ana wagers 20 on banker in box 1
    supervisor: set the limits to 5 and 500
    -> refused round_under_way [6.7]

== a personal maximum needs its sign [6.8]
limits maximum=100
    supervisor: grant Ana a maximum of 500
    -> refused notice_not_given [6.8]
    supervisor: give notice of a change of personal limit
    supervisor: grant Ana a maximum of 500
    Ana wagers 300 on banker in box 1
    Ben wagers 300 on banker in box 2
    -> refused wager_above_maximum [6.1]
    deal 9c Kd Kh
=> Ana banker in box 1 won 300
"""


def all_scenarios() -> list[Scenario]:
    text = (SETTLEMENT, TABLEAU, CLEARING, WAGERS, SUPER_SEVENS, LIMITS)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("seven-up-baccarat"), scenario)


AT_THE_LIMITS = """
== a stake found at a limit breaks none
limits minimum=10 maximum=100
    Ana wagers 50 on banker in box 1
    deal 9c
    Ana is found with 10 on banker in box 1
    Ana is found with 100 on banker in box 1
    deal Kd Kh
=> Ana banker in box 1 won 100 returned 100
"""


def test_a_stake_found_at_a_limit_breaks_none() -> None:
    """7-Up Baccarat 6.4, 6.5: below the minimum, above the maximum, and neither at them."""
    (scenario,) = read_scenarios(AT_THE_LIMITS)
    session = check(game("seven-up-baccarat"), scenario)
    events = [each for step in session.steps for each in step.events]
    changed = [each for each in events if isinstance(each, WagerChanged | AboveMaximumNoted)]
    assert [each.clause for each in changed] == ["7-Up Baccarat 5.3", "7-Up Baccarat 5.3"]
