"""What goes wrong at Casino War: sections 11, 12 and 13, worked out by hand from the order."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Casino War"

IRREGULARITIES = """
== a card found face up is burned, whenever it is found [11.1]
    Ana wagers 10 on initial in box 1
    a card lies face up in the source: Kh
    Ana changes initial to 20 in box 1     # not the first card: wagers are still free
    deal 9h
    a card lies face up in the source: Ac
    deal 2c
=> Ana initial in box 1 won 20

== a check for more cards facing up comes after the round [11.1, 11.1.1]
    Ana wagers 10 on initial in box 1
    deal 9h
    supervisor: order a check for cards facing up
    -> refused round_under_way [11.1.1]
    a card lies face up in the source: Ac
    deal 2c
    collect the cards
    supervisor: order a check for cards facing up
    open betting
    -> refused check_due [11.1.1]
    check the cards and find two more that face up
    supervisor: order a check for cards facing up
    -> refused no_card_faced [11.1.1]
    open betting
=> awaits wagers [5.3]

== a card dealt to the wrong place is the next card due [11.2]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    a card is dealt in error to box 3: Kc  # it was Ben's
    deal Jd
=> Ben initial in box 2 won 10
=> Ana initial in box 1 lost 10

== a card burned in error is the next card due [11.2]
    Ana wagers 10 on initial in box 1
    deal 9h
    a card is burned in error: 2c
=> Ana initial in box 1 won 10

== a card that came out while patrons choose is the first war card [11.2]
    Ana wagers 10 on initial in box 1
    deal 9h 9c
    a card is dealt in error to box 1: 4h
    Ana goes to war in box 1
    use the kept card
    deal 3c
=> Ana war in box 1 won 10

== an exposed card to the dealer's completed hand is burned [11.3]
    Ana wagers 10 on initial in box 1
    deal 9h 8c
    a card is dealt in error to dealer: Kh
=> result dealer 8
=> Ana initial in box 1 won 10

== an unexposed card to the dealer is kept as first card of the next round [11.4; 5.3]
    Ana wagers 10 on initial in box 1
    deal 9h 8c
    a card is dealt in error to dealer
    collect the cards
    Ana wagers 20 on initial in box 1      # it counts as never removed: betting is open
    no more bets
    deal 5h
    -> refused kept_card_first [11.4]
    use the kept card Kh
    deal 2c
=> Ana initial in box 1 of round 1 won 10
=> Ana initial in box 1 of round 2 won 20

== the card kept for the next round is no war card of this one [11.4]
    Ana wagers 10 on initial in box 1
    deal 9h 9c
    a card is dealt in error to dealer
    Ana goes to war in box 1
    use the kept card Kh
    -> refused no_kept_card [11.4]
    deal 4h 3c
=> Ana war in box 1 won 10

== a card in error has gone to a box or to the dealer [11.2]
options areas=3
    Ana wagers 10 on initial in box 1
    a card is dealt in error to banker: 9h
    -> refused no_such_hand [11.2]
    a card is dealt in error to box 4: 9h
    -> refused no_such_hand [11.2]
    a card is dealt in error to dealer     # before the first card it is the next one
    -> refused card_not_named [11.2]
    a card is dealt in error to dealer: 9h
    deal 2c
=> Ana initial in box 1 won 10

== a card in error may have gone to the last box [11.2]
options areas=3
    Ana wagers 10 on initial in box 1
    a card is dealt in error to box 3: 9h
    deal 2c
=> Ana initial in box 1 won 10

== while a round is held no card is ruled on [11.6]
    Ana wagers 10 on initial in box 1
    deal 9h
    a card was dealt wrongly
    a card is dealt in error to box 2: 3h
    -> refused round_held [11.6]
    a card lies face up in the source: 3h
    -> refused round_held [11.6]
    a card was dealt wrongly
    -> refused round_held [11.6]
    supervisor: the cards were dealt rightly
    supervisor: the cards were dealt rightly
    -> refused round_not_held [11.6]

== a second card in error while one is kept takes a ruling [11.6]
    Ana wagers 10 on initial in box 1
    deal 9h 9c
    a card is burned in error: 4h
    Ana goes to war in box 1
    a card is dealt in error to box 2: 5h
    -> refused card_kept_already [11.6]
    use the kept card 5h
    -> refused card_impossible
    use the kept card
    deal 3c
=> Ana war in box 1 won 10

== an unseen card burned between rounds is the first of the next [11.2]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    a card is burned in error
    Ana wagers 10 on initial in box 1
    use the kept card 4h
    deal 3c
=> Ana initial in box 1 of round 2 won 10

== a card due to the place it went to is no error [7.1]
    Ana wagers 10 on initial in box 1
    a card is dealt in error to box 1: 9h
    -> refused no_error [7.1]

== a round begun without wagers is void and its cards are burned [11.5]
    open betting
    deal 9h
    -> refused no_wagers [11.5]
    a card is dealt in error to box 1: 9h
    a card is dealt in error to dealer: Kh
    collect the cards
    Ana wagers 10 on initial in box 1      # neither of them is kept
    deal 3h 2c
=> Ana initial in box 1 of round 2 won 10

== a card exposed between rounds is burned [11.5]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    a card is dealt in error to box 1: Kh
    Ana wagers 10 on initial in box 1
    deal 3h 2c
=> Ana initial in box 1 of round 2 won 10

== a card burned unseen while patrons choose is the first war card [11.2]
    Ana wagers 10 on initial in box 1
    deal 9h 9c
    a card is burned in error
    a card is burned in error
    -> refused card_kept_already [11.6]
    Ana goes to war in box 1
    use the kept card
    -> refused card_not_named [9.2.1]
    use the kept card 4h
    deal 3c
=> Ana war in box 1 won 10

== out of turn to the dealer and unseen, a card waits for the next round [11.4]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    a card is dealt in error to dealer     # Ben's turn
    deal 8h 2c
    collect the cards
    Ana wagers 10 on initial in box 1
    no more bets
=> awaits draw box 1 [11.4]
=> Ben initial in box 2 of round 1 won 10

== out of turn to the dealer and seen, a card is the next one due [11.2]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    a card is dealt in error to dealer: Kh
    deal 2c
=> Ben initial in box 2 won 10

== an error noticed later: the round is rebuilt and the result binds [11.6]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 2c 5d                          # but the 2 left the shoe first
    settle
    a card was dealt wrongly
    rebuild the round from 2c 9h 5d
=> Ana initial in box 1 lost 10
=> Ben initial in box 2 won 10
=> chips Ana -10
=> chips Ben 10

== rebuilt, a choice made for a hand that is still tied stands, another war is void [11.6, 10.1]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 9c 9d
    Ana goes to war in box 1
    Ben goes to war in box 2
    deal Kh 3c
    a card was dealt wrongly
    rebuild the round from 9h Kh 9c 9d 3c  # Ana 9, Ben K, dealer 9; then Ana 9, dealer 3
    Ana surrenders in box 1
    -> refused nothing_to_choose [5.7]
=> Ben initial in box 2 won 10
=> Ben war in box 2 void 10
=> Ana war in box 1 won 10
=> Ana initial in box 1 stood off 10

== rebuilt with the same ties, the war goes on with its own cards [11.6]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 9c 9d
    Ana goes to war in box 1
    Ben goes to war in box 2
    deal Kh 3c 5d
    settle
    a card was dealt wrongly
    rebuild the round from 9h 9c 9d 3c Kh 5d
=> Ana war in box 1 lost 10
=> Ben war in box 2 won 10

== a hand newly tied chooses after the rebuild [11.12, 8.2.4]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 4c 9d
    settle
    Ana surrenders in box 1
    a card was dealt wrongly
    rebuild the round from 9h 9d 9c 4c     # the dealer's 9 was Ben's
    Ben goes to war in box 2
    deal Kh 2c
=> Ana initial in box 1 lost 5 returned 5
=> Ben war in box 2 won 10

== when not all have chosen after the rebuild, cards that followed are burned [11.12, 8.2.4]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 4c 9d
    Ana goes to war in box 1
    deal Kh 9c
    a card was dealt wrongly
    rebuild the round from 9h 9d 9c 4c Kh  # Ben ties as well: 4 and K are burned
    Ben surrenders in box 2
    deal 5h 3c
=> Ben initial in box 2 lost 5
=> Ana war in box 1 won 10

== there is no round to correct before the first, nor in one that is void [11.6]
    a card was dealt wrongly
    -> refused no_round_yet [11.6]
    Ana wagers 10 on initial in box 1
    deal 9h
    a card was dealt wrongly
    misdeal of the hand of banker
    -> refused no_such_hand [11.15]
    supervisor: authorise the void
    a card was dealt wrongly
    -> refused no_round_yet [11.6]
    supervisor: authorise the void
    -> refused round_not_held [11.6]

== a settled war is undone by a void before the cards are collected [11.6]
patrons Ana=100
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 9h 9d
    Ana goes to war in box 1
    deal 4h 5c
    settle
    a card was dealt wrongly
    supervisor: authorise the void
=> Ana tie in box 1 won 100
=> Ana war in box 1 void 10
=> Ana initial in box 1 void 10
=> chips Ana 200

== a misdeal is declared before the cards are collected [11.6]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    open betting
    a card was dealt wrongly
    misdeal of the hand of dealer
    -> refused round_not_held [11.6]

== the order must hold every card on record [11.6]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    rebuild the round from 9h 2c
    -> refused round_not_held [11.6]
    a card was dealt wrongly
    settle
    -> refused round_held [11.6]
    rebuild the round from 9h 3c
    -> refused card_left_out [11.6]
    rebuild the round from 9h ??
    -> refused card_not_named [7.1]
    supervisor: the cards were dealt rightly
=> Ana initial in box 1 won 10

== what cannot be rebuilt a supervisor voids; interim settlements stand [11.6, 11.6.1]
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on initial in box 2
    deal 9h Kc 9d
    Ana goes to war in box 1
    deal 5h
    a card was dealt wrongly
    dealer: authorise the void
    -> refused role_may_not [11.6]
    supervisor: authorise the void
    collect the cards
=> awaits open [5.3]
=> Ana tie in box 1 won 100
=> Ben initial in box 2 won 10
=> Ana initial in box 1 void 10
=> Ana war in box 1 void 10
=> chips Ana 100

== found before the next first card, the final settlement alone is reversed [11.6, 11.6.1]
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 9h 9d
    Ana goes to war in box 1
    deal 5h 4c
    collect the cards
    open betting
    a card was dealt wrongly
    rebuild the round from 9h 9d 4c 5h
    -> refused cards_collected [11.6]
    supervisor: authorise the void
    Ana wagers 10 on initial in box 1
    deal 3h
    a card was dealt wrongly
    supervisor: the cards were dealt rightly
    deal 2c
=> Ana tie in box 1 of round 1 won 100
=> Ana war in box 1 of round 1 void 10
=> Ana initial in box 1 of round 1 stood off 10
=> chips Ana 110

== a wrong number of cards in the dealer's hand is a misdeal: all wagers are void [11.13, 11.16]
patrons Ana=100 Ben=100
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 20 on initial in box 2
    Ben wagers 10 on tie in box 2
    deal 9h 2c 9d                          # the tie of Ana is paid, both of Ben's wagers are lost
    Ana goes to war in box 1
    deal 5h
    misdeal of the hand of dealer
    -> refused round_not_held [11.6]
    a card was dealt wrongly
    misdeal of the hand of dealer
=> result void
=> Ana tie in box 1 void 10
=> Ana initial in box 1 void 10
=> Ana war in box 1 void 10
=> Ben initial in box 2 void 20
=> Ben tie in box 2 void 10
=> chips Ana 100
=> chips Ben 100

== too many cards in a patron's hand is a misdeal and a new round is dealt [11.15, 11.16]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    a card was dealt wrongly
    misdeal of the hand of box 3
    -> refused no_such_hand [11.15]
    misdeal of the hand of box 1
    collect the cards
=> awaits open [5.3]
=> Ana initial in box 1 void 10
=> Ben initial in box 2 void 10

== a card is missing: this round is void [11.17.1, 11.17.2, 11.17.3, 11.17.4; 11.17, 1.1 void]
patrons Ana=100
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 9h 9d
    settle                                 # the tie is paid, and the payment taken back
    a card is missing
    collect the cards
    open betting
    -> refused check_due [11.17.3]
    check the cards and find 311 cards without the king of clubs
    open betting
    -> refused notification_owed [11.17.4]
    notify surveillance
    notify inspector
    open betting
    -> refused cards_not_ready [4.1]
=> awaits shuffle [4.1]
=> Ana initial in box 1 of round 1 won 10
=> Ana tie in box 1 of round 2 void 10
=> Ana initial in box 1 of round 2 void 10
=> chips Ana 110

== a round that is void already is not voided again [11.16, 11.17.3]
    Ana wagers 10 on initial in box 1
    deal 9h
    a card was dealt wrongly
    misdeal of the hand of box 1
    a card is missing
=> Ana initial in box 1 void 10
=> awaits check [11.17.3]

== found between rounds, a missing card undoes no round [11.17.1, 11.17.3]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    a card is missing
=> Ana initial in box 1 won 10
=> awaits check [11.17.3]

== found while betting is open, wagers stay [11.17.3, 11.17.4, 4.1]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 20 on initial in box 1
    a foreign card is found
    deal 9h
    -> refused check_due [11.17.3]
    check the cards with the deck-checking device
    notify inspector
    notify surveillance
    shuffle
    cut at 100 by Ana
    place the cutting card 78 from the back
    burn
    deal 9h 2c
=> Ana initial in box 1 of round 1 won 10
=> Ana initial in box 1 of round 2 won 20

== a foreign card is treated alike [11.17.2, 11.17.3]
    Ana wagers 10 on initial in box 1
    deal 9h
    a foreign card is found
    a card is missing
    -> refused check_due [11.17.3]
    notify police
    -> refused nothing_to_notify [11.17.4]: to be notified: surveillance and inspector
=> Ana initial in box 1 void 10
=> awaits check [11.17.3]

== a cut that was left out is made good after the round [11.9; 4.3, 4.4]
unprepared
patrons Ana
    check the cards
    shuffle
    the cut was forgotten
    burn
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
=> Ana initial in box 1 won 10
=> awaits shuffle [4.1]

== a wrong cut found in mid-round lets the round be finished [11.9]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cut was forgotten
    deal 2c
    collect the cards
=> Ana initial in box 1 won 10
=> awaits shuffle [4.1]

== a wrong cut found between rounds is made good at once [11.9]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    the cut was forgotten
=> awaits shuffle [4.1]

== a shuffle that was left out is made good after the round [4.1.3, 11.11]
    Ana wagers 10 on initial in box 1
    deal 9h
    the cutting card appears
    deal 2c
    collect the cards
    the shuffle was forgotten
    Ana wagers 20 on initial in box 1
    deal 9h 2c
    collect the cards
    the shuffle was forgotten
    Ana wagers 30 on initial in box 1
    deal 9h 2c
=> Ana initial in box 1 of round 2 won 20

== only a shuffle that is due can have been forgotten [11.11, 11.9]
    the shuffle was forgotten
    -> refused not_next [11.11]
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffle was forgotten
    -> refused not_next [11.11]
    the return of the rack was forgotten
    -> refused not_next [11.14]
    the cutting card appears
    deal 2c
    collect the cards
    the cut was forgotten
    -> refused not_next [11.9]

== a shuffling device is not cut and shuffles all the time [4.7, 11.11]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    the cut was forgotten
    -> refused not_cut_here [4.7]
    supervisor: order a shuffle
    the shuffle was forgotten
    -> refused not_next [11.11]

== the rack forgotten after the initial deal waits for the next round [11.14; 7.2]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    the return of the rack was forgotten
    return the rack to the device
    -> refused not_next [7.2]
    settle
    collect the cards
    Ana wagers 10 on initial in box 1
    no more bets
    deal 9h 2c
=> awaits return [7.2]
"""

MALFUNCTION = """
== another device takes over and the round goes on [12.1, 12.1.3, 12.1.4, 12.1.5, 12.2]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    deal 2c
    -> refused device_malfunction [12.1]
    dealer: malfunction: no disadvantage
    -> refused role_may_not [12.1]
    supervisor: malfunction: device at hand
    -> refused not_an_answer [12.1.3]
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    transfer 310 cards
    -> refused count_does_not_balance [12.2]
    transfer 311 cards
    deal 2c
=> Ana initial in box 1 won 10

== a device that fails between rounds comes before a shuffle [12.1, 12.1.2; 4.1.4]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    return the rack to the device
    collect the cards
    the shuffling device malfunctions
    supervisor: order a shuffle
    -> refused device_malfunction [12.1]
    transfer 310 cards
=> awaits open [5.3]

== damaged cards are listed and replaced one for one [12.3.1, 12.3.2, 12.3.3, 12.3.4; 12.3]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    remove the damaged cards 9h 9h 9h 9h 9h 9h
    -> refused card_impossible             # one of the six lies in box 1
    remove the damaged cards 9h Kc
    replace the damaged cards by 9h Kc
    -> refused not_next [12.3.3]
    transfer 311 cards
    -> refused count_does_not_balance [12.3.2]
    transfer 309 cards
    replace the damaged cards by 9h Kd
    -> refused replacements_differ [12.3.3]
    deal 2c
    -> refused device_malfunction [12.1]
    replace the damaged cards by Kc 9h
    deal 2c
=> Ana initial in box 1 won 10

== damage is put right before play goes on [12.3, 12.3.1]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer practicable
    remove the damaged cards 4c
    transfer 310 cards
=> awaits replace [12.3]

== to somebody's disadvantage: the round ends and every wager goes back, settled or not [12.4]
options source=device
patrons Ana=100 Ben=100
    Chen wagers 10 on initial in box 3
    deal 9h 2c
    collect the cards
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on initial in box 2
    deal 9h Kc 9d
    settle
    settle
    the shuffling device malfunctions
    supervisor: malfunction: disadvantage
    transfer 308 cards                     # 312 less three hands and Ben's card in the rack
    -> refused count_does_not_balance [12.2]
    transfer 309 cards
    collect the cards
=> awaits open [5.3]
=> Chen initial in box 3 of round 1 won 10
=> Ana tie in box 1 void 10
=> Ana initial in box 1 void 10
=> Ben initial in box 2 void 10
=> chips Ana 100
=> chips Ben 100

== without another device each takes back or leaves [12.5, 12.5.1, 12.5.3, 12.5.4, 4.9; 4.3]
options source=device
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    Chen wagers 10 on initial in box 3
    deal 9h 8h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana leaves the wager in box 1
    Ana takes back the wager in box 1
    -> refused already_answered [12.5.1]
    Dora leaves the wager in box 4
    -> refused no_wager_there
    Ben takes back the wager in box 2
    dealer: close the offer
    -> refused answers_outstanding [12.5.1]
    supervisor: close the offer            # no answer: Chen stays in
    transfer 310 cards
    shuffle
    cut at 100 by Chen
    place the cutting card 78 from the back
    burn
    deal 2c 3c                             # Chen, dealer
=> Ben initial in box 2 withdrawn 10
=> Ana initial in box 1 won 10
=> Chen initial in box 3 lost 10

== a transfer that is not practicable does the same, damaged cards replaced first [12.5, 12.5.2]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: device at hand
    supervisor: malfunction: transfer not practicable
    Ana leaves the wager in box 1
    close the offer
    remove the damaged cards 4c
    transfer 311 cards
    -> refused count_does_not_balance [12.5.3]
    transfer 310 cards
    replace the damaged cards by 4d
    -> refused replacements_differ [12.5.2]
    replace the damaged cards by 4c
    shuffle
    cut at 100 by Ana
    place the cutting card 78 from the back
    burn
    deal 2c
=> Ana initial in box 1 won 10

== taken back is all that is still open in the area, Initial and War together [12.5.1]
options source=device
patrons Ana=100 Ben=100
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 9c 9d
    Ana goes to war in box 1
    Ben goes to war in box 2
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana takes back the wager in box 1
    Ben leaves the wager in box 2
    close the offer
    transfer 309 cards
    shuffle
    cut at 100 by Ben
    place the cutting card 78 from the back
    burn
    deal 5c 2c
=> Ana tie in box 1 won 100
=> Ana initial in box 1 withdrawn 10
=> Ana war in box 1 withdrawn 10
=> Ben war in box 2 won 10
=> chips Ana 200

== if nobody stays the round ends without a result [12.5.4, 12.1.2]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana takes back the wager in box 1
    close the offer
    transfer 311 cards
=> result void
=> Ana initial in box 1 withdrawn 10

== a round invalidated meanwhile leaves only the cards to be moved [13.4.1, 12.2, 12.1.2]
options source=device
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    supervisor: invalidate the outcome because of fire: in the kitchen
    supervisor: malfunction: no disadvantage
    -> refused nothing_asked [12.1]
    transfer 311 cards
    collect the cards
=> awaits open [5.3]
=> Ana initial in box 1 void 10

== before the first card the device is simply exchanged [12.1.2]
options source=device
    Ana wagers 10 on initial in box 1
    the shuffling device malfunctions
    Ana withdraws initial in box 1
    Ana wagers 20 on initial in box 1
    deal 9h
    -> refused device_malfunction [12.1]
    transfer 312 cards
    deal 9h 2c
=> Ana initial in box 1 won 20

== each in turn is asked whether to stay [12.5.1]
options source=device
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    close the offer
    -> refused no_offer [12.5.1]
    the shuffling device malfunctions
    the shuffling device malfunctions
    -> refused already_reported [12.1]
    supervisor: malfunction: no disadvantage
    supervisor: malfunction: no device at hand
    Ana leaves the wager in box 1
=> awaits choose [12.5.1]

== a card shoe does not malfunction [12.1.1]
    Ana wagers 10 on initial in box 1
    deal 9h
    the shuffling device malfunctions
    -> refused no_shuffling_device [12.1.1]
    deal 2c
"""

CONDUCT = """
== a prohibited device: wagers void, out of the game [13.1, 13.3, 13.3.1, 13.3.2]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h
    supervisor: void the wagers of Ana
    -> refused no_breach_logged [13.3]
    dealer: log a prohibited device with Ana as patron: a calculator
    -> refused role_may_not [13.1]
    supervisor: log a prohibited device with Ana as patron: a calculator
    supervisor: void the wagers of Ana
    supervisor: exclude Ana
    deal 3c 2d
    Ana wagers 10 on initial in box 1
    -> refused patron_excluded [13.3.2]
=> Ana initial in box 1 of round 1 void 10
=> Ben initial in box 2 of round 1 won 10

== staff and inspectors on duty may use devices [13.2]
    supervisor: log a prohibited device with Ivy as inspector on duty: a computer
    -> refused on_duty [13.2]
    supervisor: log a prohibited device with Chen as employee on duty: a computer
    -> refused on_duty [13.2]
    supervisor: log a prohibited device with Gus as agent on duty: a computer
    -> refused on_duty [13.2]
    supervisor: log a prohibited device with Ana: a computer
    -> refused capacity_not_known [13.2]

== a person with a device is detained until somebody takes over [13.3.4]
    supervisor: log a prohibited device with Ana as patron: a camera
    supervisor: Ana is detained
    supervisor: Ana is detained
    -> refused detained_already [13.3.4]
    supervisor: Ana is handed over to a police officer, Hall
    supervisor: Ana is handed over to a police officer, Hall
    -> refused not_detained [13.3.4]

== another breach does not bring these sanctions [13.3]
    supervisor: log a breach by Ana: advised Ben unasked
    supervisor: exclude Ana
    -> refused no_breach_logged [13.3]
    supervisor: exclude Ana from the casino by order 12
    -> refused no_breach_logged [13.3]

== exclusion from the casino is recorded with its order [13.3.3]
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: exclude Ana from the casino by order 2016/12
    Ana wagers 10 on initial in box 1
    -> refused patron_excluded [13.3.3]

== a disruption invalidates the outcome and all is refunded [13.4.1, 13.5; 13.4]
patrons Ana=100
    Ana wagers 10 on initial in box 1
    Ana wagers 10 on tie in box 1
    deal 9h 2c
    settle
    supervisor: invalidate the outcome because of fraud affecting it: marked cards
    -> refused nobody_named [13.4.2]
    supervisor: invalidate the outcome because of fireworks: they were pretty
    -> refused no_such_ground [13.4]
    supervisor: invalidate the outcome because of fire: in the kitchen withholding Ana
    -> refused stakes_go_back [13.5]
    dealer: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [13.4]
    supervisor: invalidate the outcome because of fire: in the kitchen
=> result void
=> chips Ana 100

== fraud invalidates the outcome and forfeits the stake of who did it [13.4.2, 13.5]
    Ana wagers 10 on initial in box 1
    Ben wagers 10 on initial in box 2
    deal 9h 8h
    supervisor: log a breach by Ana: told Ben how to play
    supervisor: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ana
    -> refused nothing_to_forfeit [13.5]
    supervisor: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> Ana initial in box 1 void 10
=> Ben initial in box 2 forfeited 10

== an outcome can be invalidated until the next round's first card [13.4.1]
patrons Ana=100
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    Ana wagers 20 on initial in box 1
    supervisor: invalidate the outcome because of riot: in the hall
    supervisor: invalidate the outcome because of riot: in the hall
    -> refused round_already_void [13.4]
    deal 9h 2c
=> Ana initial in box 1 of round 1 void 10
=> Ana initial in box 1 of round 2 won 20

== a supervisor decides a dispute, a higher office reviews it, the advice is given [13.11, 13.12]
    Ana disputes: my 9 was higher
    dealer: decide dispute 1: it was lower
    -> refused role_may_not [13.11]
    supervisor: decide dispute 1: it was lower
    gaming manager: the review of dispute 1 says: confirmed
    -> refused review_not_asked [13.11]
    patron: ask for a review of dispute 1
    supervisor: the review of dispute 1 says: confirmed
    -> refused role_may_not [13.11]
    gaming manager: the review of dispute 1 says: confirmed

== rounds sat out while a place was free do not count [13.9]
options areas=3
patrons Ana Ben
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    Chen joins
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [13.9]
=> awaits open [5.3]

== three rounds without a wager at a full table cost the seat [13.9]
options areas=2
patrons Ana Ben
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [13.9]
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    supervisor: require Ben to vacate the seat
=> awaits open [5.3]

== a wager starts the count again [13.9]
options areas=2
patrons Ana Ben
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    Ben wagers 10 on initial in box 2      # after two rounds without a wager
    deal 9h 2c
    Ana wagers 10 on initial in box 1
    deal 9h 2c
    collect the cards
    supervisor: require Ben to vacate the seat
    -> refused seat_may_be_kept [13.9]: Ben sat out 1 rounds in a row
=> awaits open [5.3]
"""


def all_scenarios() -> list[Scenario]:
    return [
        each for part in (IRREGULARITIES, MALFUNCTION, CONDUCT) for each in read_scenarios(part)
    ]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("casino-war"), scenario)
