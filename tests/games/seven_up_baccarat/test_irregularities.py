"""What goes wrong at 7-Up Baccarat and what sections 12 to 14 do about it, worked out by hand.

Cards come Banker, Player, Banker, then Player's drawn card, then Banker's. Player counts from the
printed seven.
"""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "7-Up Baccarat"

REBUILDING = """
== a coup in doubt is rebuilt, and a wager taken back cannot return [12.1(a), 12.1.1; 12.1]
    Ana wagers 10 on banker in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 2
    deal 9c Kd
    the order of the cards is in doubt
    deal Kh
    -> refused coup_held [12.1]
    rebuild the coup from Kd 9c Kh         # Banker K K, Player 9: six against nought
    Ana withdraws tie in box 1
    Ana wagers 5 on tie in box 1
    -> refused withdrawal_only [12.1.1]
    Ana changes banker to 5
    -> refused withdrawal_only [12.1.1]
    Ana keeps the wagers
    Ana withdraws banker in box 1
    -> refused answer_given [12.1.1]
    Ben keeps the wagers
    deal 9s                                # Player stands on 6, Banker 0 draws
=> result banker
=> Ana tie in box 1 withdrawn 5
=> Ana banker in box 1 won 10
=> Ben player in box 2 lost 10

== the option is there even when no further card is due [12.1(b), 12.1.1]
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on player in box 2
    deal 9c Kd Kh                          # a natural nine for Banker
    the cards were dealt wrongly
    rebuild the coup from Kd 2c 9c
    -> refused card_left_out [12.1.1]
    rebuild the coup from Kd 9c Kh
    Ana withdraws banker in box 1
    Ben keeps the wagers
    deal 2c                                # Player 6, Banker 0 draws to 2
=> result player
=> Ana banker in box 1 withdrawn 10
=> Ben player in box 2 won 10

== who does not answer keeps the wager, by a supervisor's word [12.1.1]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    the cards were dealt wrongly
    rebuild the coup from 9c Kd Kh
    dealer: resume the coup
    -> refused answers_outstanding [12.1.1]
    supervisor: resume the coup
=> Ana banker in box 1 won 10

== with every wager gone the coup is played out as a no-bet coup [12.1.1, 12.4, 1.1 no bet coup]
    Ana wagers 10 on banker in box 1
    deal 9c Kd
    the order of the cards is in doubt
    rebuild the coup from 9c Kd
    Ana withdraws banker in box 1
    resume the coup
    Ben wagers 5 on tie in box 2
    -> refused no_bet_coup [12.4]
    deal Kh
=> result banker

== a Super 7's wager left without another stays [12.1.1]
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    deal 9c 7d
    the order of the cards is in doubt
    rebuild the coup from 9c 7d
    Ana withdraws banker in box 1
    Ben keeps the wagers
    deal Kh
=> Ben super 7's in box 2 won 10

== a no-bet coup is rebuilt without the option: nobody has a wager [12.1(b), 12.1.1]
    a card is found face up: 9c
    begin the no-bet coup
    use the kept card
    deal Kd
    the cards were dealt wrongly
    rebuild the coup from Kd 9c
    deal 5h                                # Player 6, Banker 5 draws to 9
    announce the counts
    deal 4h
=> result banker

== a settled coup is settled again, without the option [12.1(b), 12.1.1]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    announce the counts
    settle
    the cards were dealt wrongly
    rebuild the coup from Kd 9c Kh
    deal 2c                                # Player 6, Banker 0 draws to 2
=> result player
=> Ana banker in box 1 lost 10

== a card too many comes first in the next coup, and a seen one makes it no-bet [12.1.1, 12.3]
    Ana wagers 10 on banker in box 1
    deal 2c 7d Kh 2s 9c                    # Player 6, Banker 2 draws to 1
    the cards were dealt wrongly
    rebuild the coup from 2c 2s 7d 9c Kh   # Player 9 is a natural: nine of clubs and king are over
    Ana keeps the wagers
    resume the coup
    collect the cards
=> awaits no-bet coup [12.3]
=> result tie

== after the cards are cleared the payments are corrected [12.1(b), 12.1.1]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on player in box 2
    deal 9c Kd Kh
    collect the cards
    open betting
    the cards were dealt wrongly
    Ana wagers 5 on tie in box 1
    -> refused coup_held [12.1]
    rebuild the coup from 9c Kd 2h
    -> refused card_left_out [12.1.1]
    rebuild the coup from Kd 9c Kh         # Banker 0 would draw on it: it cannot be finished now
    -> refused cannot_be_rebuilt [12.1.2]
    rebuild the coup from Kh Kd 9c         # 9 in either order: nothing changes
=> Ana banker in box 1 of round 1 won 10
=> chips Ana 110

== a correction turns winners and losers round [12.1(b), 12.1.1]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on player in box 2
    deal 6c Ad Kh                          # Player 8 wins
    collect the cards
    the cards were dealt wrongly
    rebuild the coup from Ad Kh 6c         # Banker 7, Player 7
=> Ana banker in box 1 of round 1 stood off 10
=> Ben player in box 2 of round 1 stood off 10
=> chips Ana 100
=> chips Ben 100
=> result tie

== a correction is paid by the limits of its own coup [12.1.1, 6.5; 6.1]
limits maximum=100
patrons Ana=500
    Ana wagers 100 on banker in box 1
    deal 8c
    Ana is found with 150 on banker in box 1
    deal Ad Kh                             # eight each
    collect the cards
    supervisor: set the limits to 5 and 500
    the cards were dealt wrongly
    rebuild the coup from Ad Kh 8c         # Banker 9, Player 7
=> Ana banker in box 1 of round 1 won 100 returned 150

== only the cards that were dealt make the last coup [12.1.1]
    Ana wagers 10 on banker in box 1
    deal 6c Ad Kh
    collect the cards
    the cards were dealt wrongly
    rebuild the coup from Ad Kh 6d
    -> refused card_left_out [12.1.1]: the coup was dealt with 6c Ad Kh

== a correction in a tournament pays whole units of the minimum as well [12.1.1, 15.6.14]
options use=tournament
limits minimum=10 maximum=100
patrons Ana=100
    Ana wagers 25 on banker in box 1
    deal 8c Ad Kh                          # eight each
    collect the cards
    the cards were dealt wrongly
    rebuild the coup from Ad Kh 8c         # Banker 9, Player 7
=> Ana banker in box 1 of round 1 won 20 returned 25
=> chips Ana 120

== what cannot be rebuilt is void, by a casino supervisor [12.1.2, 1.1 void; 1.1 Casino Supervisor]
    Ana wagers 10 on banker in box 1
    deal 9c Kd
    the order of the cards is in doubt
    dealer: authorise the void
    -> refused role_may_not [12.1.2]
    supervisor: authorise the void
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh                          # from the cards that are left
=> Ana banker in box 1 of round 1 void 10
=> Ana banker in box 1 won 10

== a settled coup can still be voided before the next first card [12.1.2]
patrons Ana=100
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    open betting
    the order of the cards is in doubt
    supervisor: authorise the void
=> Ana banker in box 1 of round 1 void 10
=> chips Ana 100

== with the next first card the results stand [12.1.3]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 10 on banker in box 1
    deal 9c
    the cards were dealt wrongly in coup 1
    -> refused coup_stands [12.1.3]

== and when the device has been emptied [12.1.3]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    supervisor: replace the cards
    the cards were dealt wrongly
    -> refused coup_stands [12.1.3]
"""

STRAY_CARDS = """
== a second card to Player in error becomes Banker's third [12.2]
    Ana wagers 10 on banker in box 1
    deal 5c 9d Kh                          # Player stands on 6, Banker 5 draws
    announce the counts
    a card is dealt to player in error: 3s
=> result banker
=> Ana banker in box 1 won 10

== if Banker stands it opens the next coup, a no-bet coup when it was seen [12.2, 12.3, 12.4]
    Ana wagers 10 on player in box 1
    deal 6c Kd Kh                          # 7 against 6, both stand
    announce the counts
    a card is dealt to player in error: 3s
    collect the cards
    Ana wagers 10 on player in box 1
    -> refused no_bet_coup [12.4]
    begin the no-bet coup
    use the kept card                      # the three is Banker's first card
    deal Kd 4h
=> Ana player in box 1 of round 1 won 5
=> result tie

== until its first card an error in the coup before it can be reported [12.1(b), 12.3]
    Ana wagers 10 on player in box 1
    deal 6c Kd Kh
    announce the counts
    a card is dealt to player in error: 3s
    collect the cards
    begin the no-bet coup
    the cards were dealt wrongly in coup 2
    -> refused coup_stands [12.1.3]
    the cards were dealt wrongly in coup 1
    use the kept card
    -> refused coup_held [12.1]
=> Ana player in box 1 of round 1 won 5

== unseen it opens a coup that may be wagered on [12.2]
options deal=face down
    Ana wagers 10 on player in box 1
    deal
    deal
    deal
    expose 6c Kd Kh
    announce the counts
    a card is dealt to player in error
    collect the cards
    Ana wagers 10 on banker in box 1
    use the kept card
    deal
    deal
    expose 9c Kd Kh
=> Ana banker in box 1 won 10

== no error where the card was due, and another error where Player has drawn [9.3.1, 12.1(b), 9.4.1]
    Ana wagers 10 on player in box 1
    deal 2c 7d Kh
    a card is dealt to player in error: 2s
    -> refused no_error [9.3.1]
    a card is dealt to banker in error: 2s
    -> refused dealing_error [12.1(b)]
    deal 2s
    a card is dealt to player in error: 3s
    -> refused dealing_error [12.1(b)]
    a card is dealt to banker in error: 3s
    -> refused no_error [9.4.1]

== a third card to Banker in error opens a no-bet coup, seen or not [12.3]
    Ana wagers 10 on player in box 1
    deal 6c Kd Kh
    announce the counts
    a card is dealt to banker in error
    collect the cards
    begin the no-bet coup
    use the kept card 9c
    deal Kd Kh
=> Ana player in box 1 of round 1 won 5
=> result banker

== a first card found face up makes the coup no-bet, and wagers go back [12.3, 12.4]
    Ana wagers 10 on player in box 1
    a card is found face up: 9c
    use the kept card
    deal Kd Kh
=> Ana player in box 1 void 10
=> result banker

== between coups likewise [12.3]
    a card is found face up: 9c
    open betting
    -> refused no_bet_coup_due [12.3]
    begin the no-bet coup
    use the kept card
    deal Kd Kh
=> result banker

== after the first card it is played in its place [12.5]
    Ana wagers 10 on banker in box 1
    deal 9c
    a card is found face up: Kd
    deal Kh
=> Ana banker in box 1 won 10

== a third card found face up is drawn by the hand that it is due to [12.5]
    Ana wagers 10 on player in box 1
    deal 2c 3d 4h                          # Player 0 draws
    announce the counts
    a card is found face up: 8s            # Player 8, and Banker stands on 6
=> result player
=> Ana player in box 1 won 10

== whether it is due to Banker, the card that Player drew must show first [8.2.1, 12.5]
options deal=face down
    Ana wagers 10 on player in box 1
    deal
    deal
    deal
    a card is found face up: 2d
    -> refused cards_face_down [8.2.1]
    expose 2c 3d Kh                        # Player 0 draws
    announce the counts
    deal
    a card is found face up: 2d
    -> refused cards_face_down [8.2.1]
    expose 5s                              # Player 5, and Banker draws on 2
    a card is found face up: 2d
=> result player
=> Ana player in box 1 won 10

== and if the coup needs it no more, it is the first of the next [12.3]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    a card is found face up: 2d
    -> refused counts_not_announced [8.2.2]
    announce the counts
    a card is found face up: 2d
    collect the cards
=> awaits no-bet coup [12.3]
=> Ana banker in box 1 won 10

== more faced cards: all are taken out and checked, once the coup is complete [12.5.1, 12.8.3]
    Ana wagers 10 on banker in box 1
    deal 9c
    supervisor: order all cards out of the device
    -> refused coup_under_way [12.5.1]
    deal Kd Kh
    collect the cards
    dealer: order all cards out of the device
    -> refused role_may_not [12.5.1]
    supervisor: order all cards out of the device
    open betting
    -> refused cards_under_check [12.8.3]
    verify the decks
=> awaits shuffle [4.1]

== a burned card is burned, by mistake or not [12.10; 1.1 burn/ed]
    Ana wagers 10 on banker in box 1
    deal 9c
    a card is burned by mistake: Kd
    deal Kd Kh
=> Ana banker in box 1 won 10
"""

NO_BET = """
== an Assistant Gaming Manager may permit no-bet coups if everybody agrees
[7.4; 1.1 Assistant Gaming Manager]
patrons Ana Ben
    Ana agrees to a no-bet coup
    supervisor: permit no-bet coups: 2
    -> refused role_may_not [7.4]
    assistant gaming manager: permit no-bet coups: 2
    -> refused no_bet_not_agreed [7.4]
    Chen agrees to a no-bet coup
    -> refused not_at_table [7.4]
    Ben agrees to a no-bet coup
    assistant gaming manager: permit no-bet coups: 2
    open betting
    -> refused no_bet_coup_due [7.4]
    begin the no-bet coup
    deal 9c Kd Kh
    collect the cards
    begin the no-bet coup
    deal 9c Kd Kh
    collect the cards
    begin the no-bet coup
    -> refused no_bet_not_due [7.4]
    open betting

== wagers that lie there go back first [12.4]
    Ana wagers 5 on banker in box 1
    Ana agrees to a no-bet coup
    gaming manager: permit no-bet coups
    deal 9c Kd Kh
=> Ana banker in box 1 void 5
=> result banker
"""

CARDS = """
== a missing card voids the coup, and the cards are verified before anything else
[12.8, 12.8.2, 12.8.3]
[12.8.4, 1.1 void; 12.8.1, 1.1 inspector]
patrons Ana=100
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 10 on banker in box 1
    deal 9c
    cards are missing: 8s
    open betting
    -> refused cards_under_check [12.8.3]
    verify the decks; missing 8s
    open betting
    -> refused notification_owed [12.8.4]
    supervisor: notify surveillance of the cards
    open betting
    -> refused notification_owed [12.8.4]
    supervisor: notify inspector of the cards
=> awaits shuffle [4.1]
=> Ana banker in box 1 of round 1 won 10
=> Ana banker in box 1 of round 2 void 10
=> chips Ana 110

== found before the cards of a settled coup are cleared, its payments are reversed [12.8.2]
patrons Ana=100
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    announce the counts
    settle
    a foreign card is found: a joker
=> Ana banker in box 1 void 10
=> chips Ana 100

== found before the first card, wagers may be taken back [12.8, 5.3]
    Ana wagers 10 on banker in box 1
    a foreign card is found: a blue back
    Ana changes banker to 20
    -> refused cards_under_check [12.8.3]
    Ana withdraws banker in box 1
=> Ana banker in box 1 withdrawn 10

== what a check of the cards finds goes the same way [3.9, 12.8]
    inspector: order a check of the cards
    a foreign card is found: a joker
    supervisor: notify inspector of the void device
    -> refused nothing_owed [4.5]
=> awaits check [12.8.3]

== a device whose order is known is void, by a Gaming Manager [4.5, 1.1 void]
patrons Ana=100
    Ana wagers 10 on banker in box 1
    deal 9c
    assistant gaming manager: void the device: the screen showed the next cards
    -> refused role_may_not [4.5]
    gaming manager: void the device: the screen showed the next cards
    open betting
    -> refused notification_owed [4.5]
    supervisor: notify inspector of the void device
=> awaits shuffle [4.1]
=> Ana banker in box 1 void 10
=> chips Ana 100

== the results display decides nothing [12.9, 1.1 WRD]
options display=on
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    announce the counts
    settle
    the display shows player
    the display shows banker
=> Ana banker in box 1 won 10

== a void coup is not displayed [1.1 void]
options display=on
    Ana wagers 10 on banker in box 1
    deal 9c Kd
    the order of the cards is in doubt
    supervisor: authorise the void
    the display shows banker
    -> refused coup_void [1.1 void]

== without a display there is nothing to enter [1.1 WRD]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    the display shows banker
    -> refused no_display [1.1 WRD]
"""

MALFUNCTION = """
== the cards go to another device and the coup goes on [13.1, 13.1.2, 13.1.3, 13.1.4, 13.2]
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    deal Kd
    -> refused device_malfunction [13.1]
    dealer: malfunction: no disadvantage
    -> refused role_may_not [13.1]
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    transfer 310 cards
    -> refused count_does_not_balance [13.2]
    transfer 311 cards
    deal Kd Kh
=> Ana banker in box 1 won 10

== damaged cards are replaced one for one [13.3.1, 13.3.2, 13.3.3, 13.3.4; 13.3]
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    remove the damaged cards 8s 8s
    transfer 311 cards
    -> refused count_does_not_balance [13.3.2]
    transfer 309 cards
    replace the damaged cards by 8s 8h
    -> refused replacements_differ [13.3.3]
    replace the damaged cards by 8s 8s
    Ana withdraws banker
    -> refused coup_under_way [5.4]
    deal Kd Kh
=> Ana banker in box 1 won 10

== while damaged cards wait, the table says so [13.3]
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    remove the damaged cards 8s
    transfer 310 cards
=> awaits replace [13.3]

== without another device the coup is void; coups before it stand [13.2]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
=> Ana banker in box 1 of round 1 won 10
=> Ana banker in box 1 of round 2 void 10

== nor is there an option where the transfer cannot be made [13.2]
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer not practicable
=> Ana banker in box 1 void 10

== a disadvantage voids the coup [13.4]
    Ana wagers 10 on banker in box 1
    deal 9c
    the shuffling device malfunctions
    supervisor: malfunction: disadvantage
    transfer 311 cards
    Ana wagers 10 on banker in box 1
    deal Kc Kd 9h
=> Ana banker in box 1 of round 1 void 10
=> Ana banker in box 1 of round 2 won 10

== before the first card the device is changed and wagers are free [13.1.1]
    Ana wagers 10 on banker in box 1
    the shuffling device malfunctions
    Ana changes banker to 20
    transfer 312 cards
    deal 9c Kd Kh
=> Ana banker in box 1 won 20
"""

PEOPLE = """
== a prohibited device: the wagers of its user are void [14.1, 14.3.1, 14.3, 5.6.8]
limits super 7's=5-100
    Ana wagers 10 on banker in box 1
    Ben wagers 5 on super 7's in box 2
    supervisor: void the wagers of Ana
    -> refused no_breach_logged [14.3]
    dealer: log a prohibited device with Ana as patron: a card counter in a sleeve
    -> refused role_may_not [14.1]
    supervisor: log a prohibited device with Ana as patron: a card counter in a sleeve
    dealer: void the wagers of Ana
    -> refused role_may_not [14.3]
    supervisor: void the wagers of Ana
=> Ana banker in box 1 void 10
=> Ben super 7's in box 2 void 5

== the wagers of others and the coups before stay as they are [14.3.1]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on banker in box 2
    deal 9c
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: void the wagers of Ana
    deal Kd Kh
=> Ana banker in box 1 of round 1 won 10
=> Ana banker in box 1 of round 2 void 10
=> Ben banker in box 2 of round 2 won 10

== the ban is not for those on duty [14.2]
    supervisor: log a prohibited device with Ivy as inspector on duty: a recorder
    -> refused on_duty [14.2]
    supervisor: log a prohibited device with Chen as employee on duty: a recorder
    -> refused on_duty [14.2]

== in what capacity a person had a device is asked, whoever the person is [14.2, 14.1]
    supervisor: log a prohibited device with Chen: a recorder
    -> refused capacity_not_known [14.2]
    supervisor: log a prohibited device with Chen as dealer: a recorder
    -> refused capacity_not_known [14.2]
    supervisor: log a prohibited device with Chen as off duty: a recorder
    supervisor: log a breach by dealer: advised Ana to take Banker

== the sanctions are for a device, and not for advice or rude words [14.3]
    Ana wagers 10 on banker in box 1
    supervisor: log a breach by Ana: offered advice
    supervisor: void the wagers of Ana
    -> refused no_breach_logged [14.3]
    supervisor: exclude Ana
    -> refused no_breach_logged [14.3]
    supervisor: exclude Ana from the casino by order 12
    -> refused no_breach_logged [14.3]
    supervisor: Ana is detained
    -> refused no_breach_logged [14.3]

== out of the game until readmitted [14.3.2]
    supervisor: exclude Ana
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: exclude Ana
    open betting
    Ana wagers 10 on banker in box 1
    -> refused patron_excluded [14.3.2]
    supervisor: readmit Ana
    Ana wagers 10 on banker in box 1

== excluded from the casino, by an order made elsewhere [14.3.3]
    supervisor: exclude Ana from the casino by order 79-2016-12
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: exclude Ana from the casino by order 79-2016-12
    open betting
    Ana wagers 10 on banker in box 1
    -> refused patron_excluded [14.3.3]

== detained until somebody takes over [14.3.4]
    supervisor: Ana is detained
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: Ana is detained
    supervisor: Ana is detained
    -> refused detained_already [14.3.4]
    supervisor: Ana is handed over to an inspector, Hall
    supervisor: Ana is handed over to an inspector, Hall
    -> refused not_detained [14.3.4]

== a fire invalidates the coup, and stakes go back [14.4, 14.4.1, 14.5]
    Ana wagers 10 on banker in box 1
    deal 9c
    supervisor: invalidate the outcome because of bad luck: Ana lost
    -> refused no_such_ground [14.4]
    dealer: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [14.4]
    supervisor: invalidate the outcome because of fire: in the kitchen withholding Ana
    -> refused stakes_go_back [14.5]
    supervisor: invalidate the outcome because of fire: in the kitchen
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused round_already_void [14.4]
=> Ana banker in box 1 void 10

== after a fraud the fraudster's stake may be forfeited [14.4.2, 14.5]
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on banker in box 2
    deal 9c
    supervisor: invalidate the outcome because of fraud by Ben: a marked card
    -> refused no_such_ground [14.4]
    supervisor: invalidate the outcome because of fraud affecting it: a marked card
    -> refused nobody_named [14.4.2]
    supervisor: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ana
    -> refused nothing_to_forfeit [14.5]
    supervisor: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> Ana banker in box 1 void 10
=> Ben banker in box 2 forfeited 10

== also when all was paid, until the next first card [14.4.2, 14.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ben wagers 10 on banker in box 2
    deal 9c Kd Kh
    open betting
    supervisor: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> Ana player in box 1 of round 1 void 10
=> Ben banker in box 2 of round 1 forfeited 10
=> chips Ana 100
=> chips Ben 90

== whatever becomes of the cards between two coups [14.4.1, 14.5]
patrons Ana=100
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused no_round_yet [14.4]
    Ana wagers 10 on player in box 1
    deal 9c Kd Kh
    collect the cards
    supervisor: replace the cards
    supervisor: invalidate the outcome because of fire: in the kitchen
=> chips Ana 100

== conduct is logged under its own rule [3.7, 14.6, 14.7, 14.10]
    supervisor: log a breach of 3.7 by Ana: bent a card
    supervisor: log a breach of 14.6 by dealer: told Ana to stand
    supervisor: log a breach of 14.7 by Ben: told Ana how to wager
    supervisor: log a breach of 14.10 by Ben: a side bet with Ana
    dealer: log a breach of 14.10 by Ben: a side bet with Ana
    -> refused role_may_not [14.3]
    supervisor: log a breach of 9.2 by Ben: drew on a natural
    -> refused no_such_rule
    supervisor: void the wagers of Ben
    -> refused no_breach_logged [14.3]

== a dispute is decided by a supervisor and reviewed by somebody above
[14.12, 14.13; 1.1 Gaming Supervisor]
    Ana disputes: the payment was short
    dealer: decide dispute 1: it was right
    -> refused role_may_not [14.12]
    supervisor: decide dispute 1: it was right
    supervisor: decide dispute 1: it was wrong
    -> refused dispute_decided [14.12]
    Ana disputes: the card was turned early
    ask for a review of dispute 2
    -> refused dispute_undecided [14.12]
    gaming manager: the review of dispute 1 says: five dollars are owed
    -> refused review_not_asked [14.12]
    ask for a review of dispute 1
    supervisor: the review of dispute 1 says: it was right
    -> refused role_may_not [14.12]
    gaming manager: the review of dispute 1 says: five dollars are owed

== coups sat out while a seat was free do not count [14.9]
options areas=3
patrons Ana Ben
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    Chen joins
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.9]

== three coups without a wager, with every seat taken, may cost the seat [14.9; 2.1]
options areas=3
patrons Ana Ben Chen
    Ana wagers 5 on banker in box 1
    Ben wagers 5 on banker in box 2
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    supervisor: require Chen to vacate the seat
    -> refused seat_may_be_kept [14.9]
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.9]
    dealer: require Chen to vacate the seat
    -> refused role_may_not [14.9]
    supervisor: require Chen to vacate the seat

== a wager starts the count again [14.9]
options areas=3
patrons Ana Ben Chen
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Chen wagers 5 on tie in box 3          # after two coups without a wager
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    supervisor: require Chen to vacate the seat
    -> refused seat_may_be_kept [14.9]: Chen sat out 1 rounds in a row

== agreed no-bet coups neither add to the count nor end it [14.9, 7.4]
options areas=3
patrons Ana Ben Chen
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    Ana agrees to a no-bet coup
    Ben agrees to a no-bet coup
    Chen agrees to a no-bet coup
    assistant gaming manager: permit no-bet coups
    begin the no-bet coup
    deal 9c Kd Kh
    collect the cards
    supervisor: require Chen to vacate the seat
    -> refused seat_may_be_kept [14.9]: Chen sat out 2 rounds in a row
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
    collect the cards
    supervisor: require Chen to vacate the seat
"""

SEATS = """
== nobody sits where every place is taken, and a place left is free again [2.1]
options areas=3
patrons Ana Ben Chen
    Dora joins
    -> refused no_place_free [2.1]
    supervisor: permit 2 patrons in box 1
    Ana wagers 5 on banker in box 1
    Dora wagers 5 on banker in box 1       # standing
    deal 9c Kd Kh
    Ben leaves
    Eli joins
=> Dora banker in box 1 won 5

== nine sit at the largest table, and no tenth [2.1]
options areas=9
patrons Ana Ben Chen Dora Eli Finn Gita Hana Ines
    Jan joins
    -> refused no_place_free [2.1]
    Ana wagers 5 on banker in box 1
    deal 9c Kd Kh
=> Ana banker in box 1 won 5
"""

OUT_OF_TIME = """
== nothing to answer, lift, revoke, verify or collect [5.6.6, 5.6, 10.2, 3.9, 12.8.3, 14.3.2, 2.2.2]
[12.1.1, 12.1.2, 4.3]
    gaming manager: revoke the approval of Ana
    -> refused nothing_approved [5.6.6]
    gaming manager: approve everything for Ana
    -> refused no_such_combination [5.6]
    gaming manager: approve both hands for Ana for ever
    -> refused no_such_scope [5.6.6]
    gaming manager: lift the restriction
    -> refused not_restricted [10.2]
    the cards are complete
    -> refused no_check_ordered [3.9]
    verify the decks
    -> refused device_not_emptied [12.8.3]
    supervisor: notify police of the cards
    -> refused no_such_notification
    supervisor: notify surveillance of the weather
    -> refused no_such_notification
    supervisor: readmit Ana
    -> refused not_excluded [14.3.2]
    supervisor: permit 2 patrons in box 8
    -> refused no_such_box [2.2.2]
    rebuild the coup from 9c
    -> refused coup_not_held [12.1.1]
    supervisor: authorise the void
    -> refused coup_not_held [12.1.2]
    Ana keeps the wagers
    -> refused no_window [12.1.1]
    supervisor: resume the coup
    -> refused no_window [12.1.1]
    supervisor: all 312 cards are collected
    -> refused nothing_dropped [4.3]
    the cards were dealt wrongly
    -> refused coup_stands [12.1.3]
    assistant gaming manager: permit no-bet coups: 0
    -> refused amount_not_positive

== what must come before the first card is refused after it [5.6.6, 10.2, 7.4, 7.1, 12.2]
patrons Ana=20
    Ana wagers 10 on banker in box 1
    deal 9c
    gaming manager: approve both hands for Ana
    -> refused coup_under_way [5.6.6]
    gaming manager: restrict the super 7's
    -> refused coup_under_way [10.2]
    assistant gaming manager: permit no-bet coups
    -> refused coup_under_way [7.4]
    no more bets
    -> refused betting_not_open [7.1]
    use the kept card
    -> refused no_kept_card [12.2]
    a card is dealt to player in error: 2c
    -> refused hands_not_open [12.2]
    a card is dealt to banker in error: 2c
    -> refused hands_not_open [12.3]
    Ana is found with 0 on banker in box 1
    -> refused amount_not_positive
    Ana is found with 500 on banker in box 1
    -> refused not_enough_chips
    Ben is found with 5 on banker in box 1
    -> refused no_wager_there
    supervisor: order a manual shuffle
    -> refused no_manual_shuffle_now [4.2]

== an order in force is not given twice [10.2, 3.9, 12.5.1, 12.8.3, 4.3, 12.1(b)]
    supervisor: notify surveillance of the restriction
    supervisor: notify inspector of the restriction
    supervisor: put up the sign of the restriction
    gaming manager: restrict the super 7's
    gaming manager: restrict the super 7's
    -> refused restricted_already [10.2]
    Ana wagers 10 on banker in box 1
    deal 9c Kd Kh
    the cards were dealt wrongly
    the cards were dealt wrongly
    -> refused coup_held [12.1(b)]
    supervisor: authorise the void
    the cards were dealt wrongly
    -> refused coup_void [12.1(b)]
    collect the cards
    cards were dropped
    cards were dropped
    -> refused already_reported [4.3]
    supervisor: all 312 cards are collected
    supervisor: order a check of the cards
    supervisor: order a check of the cards
    -> refused cards_under_check [3.9]
    the cards are complete
    supervisor: order all cards out of the device
    supervisor: order all cards out of the device
    -> refused cards_under_check [12.5.1]
    a foreign card is found: a joker
    -> refused cards_under_check [12.8.3]
    verify the decks; foreign a joker
    shuffle
    -> refused notification_owed [12.8.4]
    supervisor: notify surveillance of the cards
    supervisor: notify inspector of the cards
    a card is burned by mistake
    -> refused burn_is_due [4.4]
    a card is found face up: 9c
    -> refused cards_not_ready [4.1]

== an excluded patron gets no tokens either [14.3.2]
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: exclude Ana
    Ana exchanges a voucher of 25
    -> refused patron_excluded [14.3.2]

== who has answered has answered, and who has nothing at stake is not asked [12.1.1]
    Ana wagers 10 on banker in box 1
    Ben wagers 10 on banker in box 2
    deal 9c Kd
    the order of the cards is in doubt
    rebuild the coup from 9c Kd
    deal Kh
    -> refused window_open [12.1.1]
    Chen keeps the wagers
    -> refused no_wager_there
    Ana keeps the wagers
    Ana keeps the wagers
    -> refused answer_given [12.1.1]

== unseen cards cannot decide who draws [12.1.1]
options deal=face down
    Ana wagers 10 on banker in box 1
    deal
    deal
    deal
    expose 2c 3d 4h
    announce the counts
    deal
    the order of the cards is in doubt
    rebuild the coup from 2c ?? 4h 3d
    -> refused cards_unseen [12.1.1]
    rebuild the coup from 2c 3d 4h ??
    Ana keeps the wagers
    resume the coup
    expose 7c
=> awaits announce [8.2.2]

== a rebuilt coup takes in a card that was not on record, if it can have come [12.1.1]
    Ana wagers 10 on banker in box 1
    deal 9c
    the cards were dealt wrongly
    rebuild the coup from Kc 9c 2d         # two more lay under another card
    Ana keeps the wagers
    deal 7s                                # Player 6 stands, Banker 2 draws to 9
=> Ana banker in box 1 won 10
"""


def all_scenarios() -> list[Scenario]:
    text = (REBUILDING, STRAY_CARDS, NO_BET, CARDS, MALFUNCTION, PEOPLE, SEATS, OUT_OF_TIME)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("seven-up-baccarat"), scenario)
