"""Three Card Baccarat when something goes wrong: sections 12, 13 and 14, and the cards."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Three Card Baccarat"

CARDS = """
== nothing is dealt before cards are prepared [4.1.1, 3.5, 4.1, 4.5, 4.6, 4.11, 4.11.1, 4.11.2]
unprepared
options decks=6
    open betting
    -> refused cards_not_ready [4.1.1]
    shuffle
    -> refused not_next [4.1]
    supervisor: check the cards
    shuffle
    supervisor: cut at 51
    -> refused cut_too_near_the_end [4.5]
    supervisor: cut at 261
    -> refused cut_too_near_the_end [4.5]
    supervisor: cut at 260
    place the cutting card 39 from the back
    -> refused cutting_card_misplaced [4.6]
    place the cutting card 65 from the back
    -> refused cutting_card_misplaced [4.6]
    place the cutting card 52 from the back
    open betting
    -> refused cards_not_ready [4.11]
    burn
    -> refused burn_is_face_up [4.11.1]
    burn 2h
    burn 3c
    -> refused burn_is_face_down [4.11.2]
    burn
    burn
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
=> Ana banker total 0 won 40

== one deck from either end: 52 to 364 of eight decks [4.5]
unprepared
options decks=8
    check the cards
    shuffle
    supervisor: cut at 51
    -> refused cut_too_near_the_end [4.5]
    supervisor: cut at 365
    -> refused cut_too_near_the_end [4.5]
    supervisor: cut at 364
=> awaits cutting card [4.6]

== nearest to the front the cut is at 52 [4.5]
unprepared
options decks=6
    check the cards
    shuffle
    supervisor: cut at 52
=> awaits cutting card [4.6]

== the check may be by the deck-checking device [3.5; 1.1 deck-checking device]
unprepared
    check the cards with the deck-checking device
=> awaits shuffle [4.1]

== "about one deck" from the back begins at 40 cards [4.6]
unprepared
    supervisor: check the cards
    shuffle
    supervisor: cut at 150
    place the cutting card 40 from the back
=> awaits burn

== and ends at 64 [4.6]
unprepared
    supervisor: check the cards
    shuffle
    supervisor: cut at 150
    place the cutting card 64 from the back
=> awaits burn

== a picture card burns ten more [4.11.2; 4.12]
unprepared
options source=device
    check the cards
    shuffle
    burn Kh
    burn
    burn
    burn
    burn
    burn
    burn
    burn
    burn
    burn
=> awaits burn [4.11.2]

== an ace burns one more [4.11.2; 4.12]
unprepared
options source=device
    check the cards
    shuffle
    burn Ah
    burn
=> awaits open [5.4]

== the first at the table is offered the first cut [4.3.1]
unprepared
    Ana sits at box 3
    Ben sits at box 1
    check the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [4.3]
=> awaits cut [4.3.1]

== refused, it goes on clockwise, and at last to a supervisor [4.4, 4.3, 4.5]
unprepared
    Ana sits at box 3
    Ben sits at box 1
    Chen sits at box 5
    check the cards
    shuffle
    Ana declines the cut
    cut at 100 by Ben
    -> refused not_offered [4.3]
    Chen declines the cut
    supervisor: cut at 100
    -> refused cut_to_be_offered [4.3]
    cut at 100
    -> refused role_may_not [4.3]
    Ben declines the cut
    supervisor: cut at 100
    place the cutting card 52 from the back
    burn 2h
    burn
    burn
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
=> Ana banker total 0 won 40

== later the patron at the dealer's left is offered it first [4.3.2, 4.1.3]
    Ana sits at box 3
    Ben sits at box 1
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    supervisor: order a shuffle
    shuffle
=> awaits cut [4.3.2]

== standing patrons are passed over unless approved [4.4; 5.10, 4.3]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    -> refused not_offered [4.3]
=> awaits cut [4.4]

== an approved standing patron may cut [5.10, 4.5]
unprepared
patrons Ana
    gaming manager: approve the standing patron Ana
    check the cards
    shuffle
    cut at 100 by Ana
=> awaits cutting card [4.6]

== pre-shuffled cards are riffled as soon as anybody asks [3.6, 4.2]
unprepared
    Ana sits at box 1
    load pre-shuffled cards
    riffle
    -> refused riffle_not_asked [4.2]
    Ana asks for a riffle
    riffle
    cut at 100 by Ana
    Ana asks for a riffle
    -> refused no_riffle_now [4.2]
=> awaits cutting card [4.6]

== a supervisor may ask as well [4.2]
unprepared
    load pre-shuffled cards
    supervisor: supervisor asks for a riffle
=> awaits shuffle [4.2]

== a device shuffles by itself and is not cut [4.9, 4.10; 2.3.1, 1.1 shuffling device]
unprepared
options source=device
    check the cards
    shuffle by hand before loading
    shuffle
    shuffle by hand before loading
    -> refused not_next [4.10]
    supervisor: cut at 100
    -> refused device_not_cut [4.9]
=> awaits burn [4.11.1]

== in a shoe the manual shuffle is the shuffle [4.10, 4.3.1; 1.1 card shoe]
unprepared
    Ana sits at box 1
    check the cards
    shuffle by hand before loading
    -> refused no_shuffling_device [4.10]
    shuffle
=> awaits cut [4.3.1]

== the cutting card within a coup: the coup is completed, then shuffle [4.7, 4.1.2]
    Ana wagers 5 on player in box 1
    deal Kh 9c
    the cutting card appears
    the cutting card appears
    -> refused no_cutting_card [4.7]
    deal Kd Kc Ks Qd
    collect the cards
    open betting
    -> refused cards_not_ready [4.1]
=> Ana player in box 1 won 4.75
=> awaits shuffle [4.1]

== the cutting card before a coup: that coup is the last [4.8, 4.1.2]
    Ana wagers 5 on player in box 1
    the cutting card appears
    deal Kh 9c Kd Kc Ks Qd
    collect the cards
    open betting
    -> refused cards_not_ready [4.1]
=> awaits shuffle [4.1]

== after the last coup the cards may be replaced [3.9, 4.1]
    Ana wagers 5 on player in box 1
    the cutting card appears
    deal Kh 9c Kd Kc Ks Qd
    collect the cards
    replace the cards
    -> refused role_may_not [3.10]
    supervisor: replace the cards
    shuffle
    -> refused not_next [4.1]
    check the cards
    open betting
    -> refused cards_not_ready [4.1]
=> awaits shuffle [4.1]

== unfit cards are replaced when no coup is in progress [3.10]
    Ana wagers 5 on player in box 1
    deal Kh
    supervisor: replace the cards
    -> refused round_under_way [3.10]
    deal 9c Kd Kc Ks Qd
    collect the cards
    supervisor: replace the cards Kh
    -> refused all_cards [3.10]
    supervisor: replace the cards
    open betting
    -> refused cards_not_ready [4.1]
    check the cards
=> awaits shuffle [4.1]

== cards suspected of not being mixed are shuffled after the coup [4.1.3]
    Ana wagers 5 on player in box 1
    deal Kh
    supervisor: order a shuffle
    -> refused round_under_way [4.1.3]
    deal 9c Kd Kc Ks Qd
    collect the cards
    order a shuffle
    -> refused role_may_not [4.1.3]
    supervisor: order a shuffle
=> awaits shuffle [4.1]
"""

MISDEALS = """
== a wrong deal in Method A is a misdeal until the result is announced [12.1, 12.3, 1.1 void]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 5 on banker total 3
    declare a misdeal: box 2 was skipped
    -> refused no_round_under_way [12.1]
    deal Kh 2c Qd
    declare a misdeal with 4h ?? also out: two cards to one hand
=> result void
=> Ana player in box 1 void 10
=> Ana tie in box 1 void 5
=> Ben banker total 3 void 5
=> chips Ana 100

== after it patrons wager anew and a new coup is dealt [12.3; 12.1]
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd
    declare a misdeal: the cards went to the wrong box
    collect the cards
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    settle
    declare a misdeal: box 1 should have had the two
    -> refused no_round_under_way [12.1]   # the result is announced
=> Ana player in box 1 of round 1 void 10
=> Ana player in box 1 won 9.50

== in Method B it is none once a patron has handled cards [12.1]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    Ana looks at the hand in box 1
    declare a misdeal: the cards went to the wrong box
    -> refused cards_handled [12.1]
    turn up box 1: 9h Kd Qc by Ana
    turn up banker: 2c 2s 2h
=> Ana player in box 1 won 9.50

== a hand turned up by the dealer is not handled by a patron [12.3, 9.6]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    turn up box 1: 9h Kd Qc
    declare a misdeal: the cards went to the wrong box
=> Ana player in box 1 void 10

== a wrong Banker hand is a misdeal even then [12.2, 12.3]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    Ben wagers 10 on three picture cards
    Ana looks at the hand in box 1
    the banker hand has 3 cards
    -> refused no_error [12.2]
    the banker hand has 4 cards
=> Ana player in box 1 void 10
=> Ben three picture cards void 10

== a Banker hand of two is a misdeal as well [12.2, 12.3]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    turn up box 1: 9h Kd Qc by Ana
    the banker hand has 2 cards
=> result void
=> Ana player in box 1 void 10

== cards that lie open cannot be counted away [12.2]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    the banker hand has 2 cards
    -> refused cards_on_record [12.2]
=> Ana player in box 1 won 9.50

== a wrong Player hand found after handling is void alone [12.5, 1.1 void]
options method=B
    Ana sits at box 1
    Ben sits at box 2
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 2
    Ben wagers 5 on banker total 6
    Ben looks at the hand in box 2
    the hand in box 1 has 3 cards
    -> refused no_error [12.5]
    the hand in box 3 has 2 cards
    -> refused no_such_hand [12.5]
    the hand in box 1 has 4 cards
    turn up box 2: 9h Kd Qc by Ben
    turn up banker: 2c 2s 2h
=> Ana player in box 1 void 10
=> Ana tie in box 1 void 5
=> Ben player in box 2 won 9.50
=> Ben banker total 6 won 40

== too few cards void it too [12.5]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    Ben wagers 5 on banker total 6
    Ana looks at the hand in box 1
    the hand in box 1 has 2 cards
    turn up banker: 2c 2s 2h
=> Ana player in box 1 void 10
=> Ben banker total 6 won 40

== before handling such a hand is a misdeal of all [12.1]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    deal
    the hand in box 1 has 4 cards
    -> refused misdeal_first [12.1]

== a hand dealt where no wager lies is counted and discarded [12.4]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    deal
    box 3 was dealt 3 cards and contains no wager
    -> refused misdeal_first [12.1]
    Ana looks at the hand in box 1
    box 1 was dealt 3 cards and contains no wager
    -> refused no_such_hand [12.4]
    box 3 was dealt 3 cards and contains no wager
    turn up box 1: 9h Kd Qc by Ana
    turn up banker: 2c 2s 2h
=> Ana player in box 1 won 9.50

== on the first area or the last, be it one card [12.4]
options method=B
    Ana sits at box 2
    Ana wagers 10 on player in box 2
    deal
    Ana looks at the hand in box 2
    box 7 was dealt 0 cards and contains no wager
    -> refused card_impossible
    box 8 was dealt 1 cards and contains no wager
    -> refused no_such_hand [12.4]
    box 7 was dealt 1 cards and contains no wager
    box 1 was dealt 1 cards and contains no wager
    turn up box 2: 9h Kd Qc by Ana
    turn up banker: 2c 2s 2h
=> Ana player in box 2 won 9.50
"""

CORRECTIONS = """
== a wrong result is rebuilt and its payments corrected [12.6]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ben wagers 5 on banker total 6
    deal 9h 2c Kd 2s Qc 2h                 # 9 against 6
    settle
    an error in the result or the settlement is reported
    collect the cards
    -> refused coup_held [12.6]
    rebuild banker: Kc 2s 2h
    rebuild box 1: 9h Kd 3c                # 2 points, order 24, against 4, order 18
    correct the coup
=> result banker 4, order 18
=> Ana player in box 1 lost 10
=> Ben banker total 6 lost 5
=> chips Ana 90
=> chips Ben 95

== also with the next betting open, and what lies there stays [12.6]
patrons Ana=100
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    Ana wagers 20 on player in box 1
    an error in the result or the settlement is reported
    deal Kh
    -> refused coup_held [12.6]
    rebuild box 1: 2h 2d 2s                # 6 and 6, both order 13
    correct the coup
=> Ana player in box 1 of round 1 stood off 10
=> chips Ana 80

== after the first card of the next coup it is too late [12.6]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    Ana wagers 10 on player in box 1
    deal Kh
    an error in the result or the settlement is reported
    -> refused reported_too_late [12.6]

== only what is held is rebuilt, with cards that can be there [12.6]
options decks=6
    an error in the result or the settlement is reported
    -> refused no_round_yet [12.6]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    rebuild box 1: 2h 2d 2s
    -> refused coup_not_held [12.6]
    correct the coup
    -> refused coup_not_held [12.6]
    supervisor: authorise the void
    -> refused coup_not_held [12.6 para 2]
    settle
    an error in the result or the settlement is reported
    an error in the result or the settlement is reported
    -> refused coup_held [12.6]
    rebuild box 1: 2h 2d
    -> refused wrong_number_of_cards [12.6]
    rebuild box 4: 2h 2d 2s
    -> refused no_such_hand [12.6]
    correct the coup
=> Ana player in box 1 won 9.50

== one Player hand that cannot be rebuilt is void by a supervisor's word [12.6 para 2, 1.1 void]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 2
    Ben wagers 5 on banker total 6
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h
    settle
    an error in the result or the settlement is reported
    authorise the void of box 1
    -> refused role_may_not [12.6 para 2]
    supervisor: authorise the void of box 3
    -> refused no_such_hand [12.6 para 2]
    supervisor: authorise the void of box 1
=> Ana player in box 1 void 10
=> Ana tie in box 1 void 5
=> Ben player in box 2 lost 10
=> Ben banker total 6 won 40
=> chips Ana 100

== or the whole coup [12.6 para 2, 1.1 void]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h
    collect the cards
    an error in the result or the settlement is reported
    supervisor: authorise the void
    an error in the result or the settlement is reported
    -> refused no_round_yet [12.6]
=> result void
=> Ana player in box 1 void 10
=> Ben player in box 2 void 10
=> chips Ana 100
=> chips Ben 100
"""

CARDS_IN_ERROR = """
== a card seen before the coup is burned, and wagers stay open [12.8]
    Ana wagers 10 on player in box 1
    burn the exposed card Kh
    Ben wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    burn the exposed card Kh
    -> refused round_under_way [12.9]
=> Ana player in box 1 won 9.50
=> Ben player in box 1 won 9.50

== a later card is played as if it had been face down [12.9]
    Ana wagers 10 on player in box 1
    the next card is face up: 9h
    -> refused first_card_burned [12.8]
    deal 9h 2c
    the next card is face up: Kd
    deal 2s Qc 2h
    the next card is face up: Kd
    -> refused no_card_due [8.1]
=> result banker 6, order 13
=> Ana player in box 1 won 9.50

== in Method B it lies open in the hand [12.9, 9.5]
options method=B
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    deal
    the next card is face up: 2c           # Banker's first
    turn up box 1: 9h Kd Qc by Ana
    turn up banker: 2s 2h
=> result banker 6, order 13
=> Ana player in box 1 won 9.50

== a device suspected of more is emptied and checked after the coup [12.9.1]
options source=device
    Ana wagers 10 on player in box 1
    deal 9h 2c
    supervisor: order the device emptied and checked
    -> refused no_faced_card [12.9.1]
    the next card is face up: Kd
    supervisor: order the device emptied and checked
    -> refused round_under_way [12.9.1]
    deal 2s Qc 2h
    collect the cards
    order the device emptied and checked
    -> refused role_may_not [12.9.1]
    supervisor: order the device emptied and checked
=> awaits check [3.5]

== a shoe is not emptied for it [12.9.1, 12.9]
    Ana wagers 10 on player in box 1
    deal 9h 2c
    the next card is face up: Kd
    deal 2s Qc 2h
    collect the cards
    supervisor: order the device emptied and checked
    -> refused no_faced_card [12.9.1]

== before the burn there is no first card of a coup [4.11]
unprepared
options source=device
    check the cards
    shuffle
    burn the exposed card Kh
    -> refused cards_not_ready [4.11]
    burn 3h
    burn the exposed card Kh
    -> refused cards_not_ready [4.11]

== cards not cut as they should be: the coup is completed, then they are shuffled [12.10]
    Ana wagers 10 on player in box 1
    deal 9h 2c
    the cards were not cut properly
    deal Kd 2s Qc 2h
    collect the cards
=> Ana player in box 1 won 9.50
=> awaits shuffle [4.1]

== found between coups they are shuffled at once [12.10]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    the cards were not cut properly
    the cards were not cut properly
    -> refused shuffle_due [12.10]
=> Ana player in box 1 won 9.50
=> awaits shuffle [4.1]

== a shuffle missed after the cutting card is made up for after the coup [12.12]
    Ana wagers 10 on player in box 1
    deal 9h 2c
    the cards were not shuffled after the cutting card
    deal Kd 2s Qc 2h
    collect the cards
=> Ana player in box 1 won 9.50
=> awaits shuffle [4.1]

== neither can happen with a device [12.10, 12.12]
options source=device
    the cards were not cut properly
    -> refused no_card_shoe [12.10]
    the cards were not shuffled after the cutting card
    -> refused no_card_shoe [12.12]
    the cutting card appears
    -> refused no_cutting_card [4.7]

== a forgotten burn stays forgotten [12.11]
unprepared
options source=device
    the burn was forgotten
    -> refused burn_not_due [12.11]
    check the cards
    shuffle
    the burn was forgotten
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
=> Ana banker total 0 won 40

== so do further cards of it [12.11]
unprepared
options source=device
    check the cards
    shuffle
    burn 5h
    burn
    the burn was forgotten
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
=> Ana banker total 0 won 40

== a missing card voids the coup and the other cards, not earlier coups [12.13.1, 12.13.2, 12.13.3]
patrons Ana=100
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    Ana wagers 10 on player in box 1
    deal Kh
    a card is found missing: five of hearts
    collect the cards
    open betting
    -> refused cards_not_ready [4.1]
=> Ana player in box 1 of round 1 won 9.50
=> Ana player in box 1 void 10
=> chips Ana 109.50
=> awaits check [3.5]

== so does a foreign card; telling anybody is open to the house [12.13.2, 12.13.3, 12.13]
options source=device
    notify surveillance of the cards
    -> refused nothing_to_notify [12.13]
    Ana wagers 10 on player in box 1
    deal Kh
    a foreign card is found: joker
    notify surveillance of the cards
    collect the cards
=> Ana player in box 1 void 10
=> awaits check [3.5]

== found between coups it takes nothing from anybody [12.13.1, 12.13.3]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    settle
    a foreign card is found: joker
    collect the cards
=> Ana player in box 1 won 9.50
=> awaits check [3.5]
"""

MALFUNCTION = """
== a shoe has no shuffling device to fail [13.1.1]
    Ana wagers 10 on player in box 1
    deal 9h
    the shuffling device malfunctions
    -> refused no_shuffling_device [13.1.1]

== before a card of the coup is out the device is changed and wagers stay free [13.1.2]
options source=device, decks=6
    Ana wagers 10 on player in box 1
    Chen wagers 10 on player in box 2
    the shuffling device malfunctions
    Ben wagers 10 on player in box 1
    Chen withdraws player in box 2
    deal 9h
    -> refused device_malfunction [13.1]
    transfer 312 cards
    deal 9h 2c Kd 2s Qc 2h
=> Ana player in box 1 won 9.50
=> Ben player in box 1 won 9.50
=> Chen player in box 2 withdrawn 10

== nobody disadvantaged, another device: the coup goes on [13.1, 13.1.3, 13.1.4, 13.1.5, 13.2]
options source=device, decks=6
    Ana wagers 10 on player in box 1
    deal 9h 2c
    the shuffling device malfunctions
    malfunction: no disadvantage
    -> refused role_may_not [13.1]
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    transfer 309 cards
    -> refused count_does_not_balance [13.2]
    transfer 310 cards
    deal Kd 2s Qc 2h
=> Ana player in box 1 won 9.50

== damaged cards are replaced one for one [13.3.1, 13.3.2, 13.3.3, 13.3.4; 13.3]
options source=device, decks=6
    Ana wagers 10 on player in box 1
    deal 9h 2c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    remove the damaged cards 5h 6d
    transfer 310 cards
    -> refused count_does_not_balance [13.3.2]
    transfer 308 cards
    replace the damaged cards by 5h 6h
    -> refused replacements_differ [13.3.3]
    deal Kd
    -> refused device_malfunction [13.1]
    replace the damaged cards by 5h 6d
    Ana withdraws player in box 1
    -> refused round_under_way [5.5]
    deal Kd 2s Qc 2h
=> Ana player in box 1 won 9.50

== somebody disadvantaged: the coup ends, stakes go back, earlier coups stand [13.4]
options source=device
patrons Ana=100
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    Ana wagers 10 on player in box 1
    Ben wagers 10 on banker total 3
    deal 9h 2c
    the shuffling device malfunctions
    supervisor: malfunction: disadvantage
=> Ana player in box 1 of round 1 won 9.50
=> Ana player in box 1 void 10
=> Ben banker total 3 void 10
=> chips Ana 109.50

== no other device: stay and finish from a shoe, or not [13.5, 13.5.1, 13.5.2, 13.5.3, 13.5.4]
options source=device, decks=6
    Chen sits at box 4
    Ana wagers 10 on player in box 1
    Ana wagers 5 on tie in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana takes back the wager in box 1
    close the offer
    -> refused answers_outstanding [13.5.1]
    Ben leaves the wager in box 2
    close the offer
    remove the damaged cards 5h
    transfer 309 cards
    -> refused count_does_not_balance [13.5.3]
    transfer 308 cards
    replace the damaged cards by 5d
    -> refused replacements_differ [13.5.2]
    replace the damaged cards by 5h
    deal Kd
    -> refused cards_not_ready [13.5.3]
    load pre-shuffled cards
    -> refused coup_under_way [13.5.3]
    shuffle
    Chen declines the cut
    supervisor: cut at 100
    place the cutting card 52 from the back
    deal 3s 2s 4s 2h                       # box 1 is out of play; box 2 2 3 4, Banker 6
=> Ana player in box 1 withdrawn 10
=> Ana tie in box 1 withdrawn 5
=> Ben player in box 2 won 9.50

== with every Player wager taken back only Banker is dealt on [13.5.1, 13.5.4, 8.2]
options source=device, decks=6
    Ana wagers 10 on player in box 1
    Ben wagers 10 on banker total 6
    deal 9h 2c
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana takes back the wager in box 1
    supervisor: close the offer            # silence leaves the wager in
    transfer 310 cards
    shuffle
    supervisor: cut at 100
    place the cutting card 52 from the back
    deal 2s 2h
=> Ana player in box 1 withdrawn 10
=> Ben banker total 6 won 80

== a transfer that cannot be done is the same as no device [13.5, 13.5.1]
options source=device
    Ana wagers 10 on player in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer not practicable
=> awaits choose [13.5.1]

== if everybody takes them back the coup has no result [13.5.1, 13.5.4]
options source=device
    Ana wagers 10 on player in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana takes back the wager in box 1
    close the offer
=> result void
=> Ana player in box 1 withdrawn 10
"""

PROVISIONS = """
== an outcome is struck out on one of the named grounds [14.4, 14.4.1, 14.5]
patrons Ana=100 Ben=100
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused no_round_yet [14.4]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h        # Ana wins, Ben loses
    settle
    invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [14.4]
    supervisor: invalidate the outcome because of fraud affecting it: marked cards
    -> refused nobody_named [14.4.2]
    supervisor: invalidate the outcome because of a bad mood: Ana lost
    -> refused no_such_ground [14.4]
    supervisor: invalidate the outcome because of fire: in the kitchen
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused round_already_void [14.4]
=> result void
=> Ana player in box 1 void 10
=> Ben player in box 2 void 10
=> chips Ana 100
=> chips Ben 100

== in the midst of a coup stakes go back [14.4.1, 14.5]
    Ana wagers 10 on player in box 1
    deal 9h 2h
    supervisor: invalidate the outcome because of brawl: at the table
=> Ana player in box 1 void 10

== after the first card of the next coup it is that coup which is struck out [14.4.1, 14.5; 14.4]
    Ana wagers 10 on player in box 1
    deal 9h 2c Kd 2s Qc 2h
    collect the cards
    Ana wagers 20 on player in box 1
    deal 9h
    supervisor: invalidate the outcome because of fire: in the kitchen
=> Ana player in box 1 of round 1 won 9.50
=> Ana player in box 1 void 20

== whoever acted fraudulently may forfeit, settled or not [14.4.2, 14.5, 14.3]
patrons Ana=100 Ben=100
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c Kd Kh 2s Qc Qh 2h
    collect the cards
    supervisor: invalidate the outcome because of fire: in the kitchen withholding Ana
    -> refused stakes_go_back [14.5]
    log a breach by Ben: told Ana how to play
    -> refused role_may_not [14.3]
    supervisor: log a breach by Ben: told Ana how to play
    supervisor: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ben
    -> refused nothing_to_forfeit [14.5]
    supervisor: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ana
=> Ana player in box 1 forfeited 10
=> Ben player in box 2 void 10
=> chips Ana 90
=> chips Ben 100

== and in the midst of a coup [14.4.2, 14.5]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c
    supervisor: log a breach by Ana: marked cards
    supervisor: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ana
=> Ana player in box 1 forfeited 10
=> Ben player in box 2 void 10

== wagers of whoever used a device may be void, others' are not [14.3.1; 14.1]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 1
    supervisor: void the wagers of Ana
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ana as patron: a computer
    void the wagers of Ana
    -> refused role_may_not [14.3.1]
    supervisor: void the wagers of Ana
    deal 9h 2c Kd 2s Qc 2h
=> Ana player in box 1 void 10
=> Ben player in box 1 won 9.50

== an area whose wagers are void in the midst of a coup is out of play [14.3.1, 8.1]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: void the wagers of Ana
    deal 3h 2s 4h 2d                       # box 2: 2 3 4; Banker: three twos
=> Ana player in box 1 void 10
=> Ben player in box 2 won 9.50

== a hand that was never shown is not rebuilt [12.6, 12.6 para 2]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal 9h 2h 2c
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: void the wagers of Ana
    deal 3h 2s 4h 2d
    settle
    an error in the result or the settlement is reported
    rebuild box 1: 9h Kd Qd
    -> refused no_such_hand [12.6]
    supervisor: authorise the void of box 1
    -> refused no_such_hand [12.6 para 2]
    correct the coup
=> Ben player in box 2 won 9.50

== and the person excluded from the game, or from the casino [14.3.2, 14.3.3]
    Ana sits at box 1
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: exclude Ana
    open betting
    Ana wagers 10 on player in box 1
    -> refused patron_excluded [14.3.2]
    Ana sits at box 1
    -> refused patron_excluded [14.3.2]
    supervisor: exclude Ben from the casino by order 79/12
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ben as patron: a computer
    exclude Ben from the casino by order 79/12
    -> refused role_may_not [14.3.3]
    supervisor: exclude Ben from the casino by order 79/12
    Ben wagers 10 on player in box 1
    -> refused patron_excluded [14.3.3]

== a person on duty is not in breach by using a device [14.2]
    supervisor: log a prohibited device with Ivy as inspector on duty: a computer
    -> refused on_duty [14.2]
    supervisor: log a prohibited device with Chen as employee on duty: a pocket calculator
    -> refused on_duty [14.2]
    supervisor: log a prohibited device with Gus as agent on duty: a computer
    -> refused on_duty [14.2]
    supervisor: log a prohibited device with Ana: a computer
    -> refused capacity_not_known [14.2]
    supervisor: log a breach by Chen: broke the shuffling device on purpose
    supervisor: log a breach by dealer: advice to a patron

== the sanctions are for a device, and not for advice or rude words [14.3]
    Ana wagers 10 on player in box 1
    supervisor: log a breach by Ana: rude words about a device
    supervisor: void the wagers of Ana
    -> refused no_breach_logged [14.3]
    supervisor: exclude Ana
    -> refused no_breach_logged [14.3]

== detained until somebody takes over [14.3.4]
    supervisor: Ana is detained
    -> refused no_breach_logged [14.3]
    supervisor: log a prohibited device with Ana as spectator: a camera
    supervisor: Ana is detained
    supervisor: Ana is detained
    -> refused detained_already [14.3.4]
    supervisor: Ana is handed over to an inspector, Hall
    supervisor: Ana is handed over to an inspector, Hall
    -> refused not_detained [14.3.4]

== a dispute is decided, reviewed by somebody higher, and the right to complain told [14.13, 14.14]
    Ana disputes: the payout was short
    decide dispute 1: it was right
    -> refused role_may_not [14.13]
    supervisor: decide dispute 1: it was right
    gaming manager: the review of dispute 1 says: upheld
    -> refused review_not_asked [14.13]
    ask for a review of dispute 1
    supervisor: the review of dispute 1 says: upheld
    -> refused role_may_not [14.13]
    assistant gaming manager: the review of dispute 1 says: upheld
"""

SEATS = """
== coups sat out while a place was free do not count [14.10]
options areas=3
    Ana sits at box 1
    Ben sits at box 2
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Chen sits at box 3
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.10]

== a seat that sat out three coups may be asked for when all others are in use [14.10]
options areas=2
    Ana sits at box 1
    Ben sits at box 2
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.10]
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    require Ben to vacate the seat
    -> refused role_may_not [14.10]
    supervisor: require Ben to vacate the seat
    Chen sits at box 2

== a wager starts the count again [14.10]
options areas=2
    Ana sits at box 1
    Ben sits at box 2
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    Ben wagers 5 on banker total 0         # after two coups without a wager
    deal Kh Kd Kc
    collect the cards
    Ana wagers 5 on banker total 0
    deal Kh Kd Kc
    collect the cards
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.10]: Ben sat out 1 rounds in a row
"""


def all_scenarios() -> list[Scenario]:
    text = (CARDS, MISDEALS, CORRECTIONS, CARDS_IN_ERROR, MALFUNCTION, PROVISIONS, SEATS)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("three-card-baccarat"), scenario)
