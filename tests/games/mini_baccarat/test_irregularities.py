"""Mini Baccarat when something goes wrong: section 12, no-bet coups, the shoe, the provisions."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Mini Baccarat"

CARDS_IN_ERROR = """
== a card drawn to Player in error becomes Banker's when Banker must draw [12.1]
    Ana wagers 10 on banker
    deal 6h 2c Kd 2s                              # Player stands on 6, Banker draws on 4
    a card is drawn to player in error: 5h
=> result banker
=> Ana banker won 9.50

== the same while the pairs are still to be settled, which then follows [12.1, 9.8(d), 9.9(a)]
options pairs=perfect
    Ana wagers 10 on banker
    Ana wagers 10 on player pair
    deal 6h 2c Kd 2s                              # Player stands on 6, Banker draws on 4
    a card is drawn to player in error: 5h
    settle the pairs
=> result banker
=> Ana player pair lost 10
=> Ana banker won 9.50

== a natural ends the draw: a card in excess before the pairs are settled is kept [12.2]
options pairs=perfect
    Ana wagers 10 on player
    deal 9h 3c Kd Kh
    a card is drawn in excess: 5s
    settle the pairs
    settle
    collect the cards
    open betting
    -> refused no_bet_coup_due [12.2]
=> Ana player won 10

== a card that Player must have is no error, also while the pairs are to be settled [7.2]
options pairs=perfect
    Ana wagers 10 on player
    deal 2h 6c Kd Ks
    a card is drawn to player in error: 5h
    -> refused no_error [7.2]
    a card is drawn in excess: 5h
    -> refused card_is_due [7.2 table]
    settle the pairs
    deal 5h
=> result player

== when Banker stands it is a card in excess, and seen it opens a no-bet coup [12.2; 12.1]
    Ana wagers 10 on player
    deal 7h 6c Kd Ks                              # 7 and 6: neither draws
    a card is drawn to player in error: 5h
    collect the cards
    open betting
    -> refused no_bet_coup_due [12.2]
    Ana wagers 10 on player
    -> refused no_bet_coup [terms: No-Bet Coup]
    direct a no-bet coup
    use the kept card
    deal 2c Kd 4s
    collect the cards
    -> refused round_not_settled [terms: Round of Play]
    deal 9h                                       # Player 5 K 9 is 4; Banker stands on 6 against 9
=> result banker
=> Ana player of round 1 won 10

== a card that Player must draw is no error [7.2]
    Ana wagers 10 on player
    deal 2h 6c Kd Ks
    a card is drawn to player in error: 5h
    -> refused no_error [7.2]
    deal 5h
=> result player

== the hands must lie open before it can be ruled on [12.1]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    a card is drawn to player in error
    -> refused hands_not_open [12.1]
    expose the player hand 6h Kd
    a card is drawn to player in error
    -> refused hands_not_open [12.1]
    expose the banker hand 2c 2s
    a card is drawn to player in error
    expose the banker hand 5h
=> result banker

== a card in excess not seen opens the next round, with wagers [12.3]
    Ana wagers 10 on player
    deal 9h 6c Kd Ks
    a card is drawn in excess
    Ana wagers 20 on player
    no more bets
    deal 5h
    -> refused kept_card_first [12.3]
    use the kept card 9d
    deal 6c Kd Ks                                 # Player 9 K, Banker 6 K
=> result player
=> Ana player won 20

== a card in excess seen while wagers lie for the next round: they go back first [12.2]
    Ana wagers 10 on player
    deal 9h 6c Kd Ks
    collect the cards
    Ana wagers 20 on player
    a card is drawn in excess: 9d
    use the kept card
    deal 6c Kd Ks
=> result player
=> Ana player void 20

== a new set of cards forgets the card kept from the old one [2.3, 4.1]
    Ana wagers 10 on player
    deal 9h 6c Kd Ks
    settle
    a card is drawn in excess: 9d
    collect the cards
    supervisor: replace the cards
    supervisor: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    check the cards
    shuffle
    supervisor: cut at 200 by Ana
    place the cutting card 20 from the back
    burn Ad
    burn
=> awaits open [4.1]

== a card that the round still awaits is not in excess [6.2(b); 12.3]
    Ana wagers 10 on player
    deal 9h 6c
    a card is drawn in excess: Kd
    -> refused card_is_due [6.2(b)]
    settle
    -> refused round_not_complete [6.2(b)]
    deal Kd Ks
=> result player

== whether a card is in excess is known once the hands lie open [6.3, 12.3]
options deal=face down
    Ana wagers 10 on player
    deal
    deal
    deal
    deal
    a card is drawn in excess
    -> refused card_is_due [6.3]
    expose the player hand 9h Kd
    expose the banker hand 6c Ks
    a card is drawn in excess
=> result player
"""

PLACEMENT = """
== cards placed wrongly are dealt again in the order they left the shoe [12.4]
    Ana wagers 10 on player
    Ben wagers 10 on banker
    no more bets
    deal 9h 6c Kd Ks                              # as placed: Player 9 K
    cards were placed wrongly
    deal 2c
    -> refused round_held [12.4]
    rebuild the round from 6c 9h Kd Ks            # as they came: Player 6 K, Banker 9 K
=> result banker
=> Ana player lost 10
=> Ben banker won 9.50

== pairs and hands already settled are settled again after a rebuilding [12.4, 9.9]
options pairs=canberra
    Ana wagers 10 on player pair
    Ben wagers 10 on banker
    no more bets
    deal 9h 6c 9d Ks                              # Player 9 9 is a pair: 110
    settle the pairs
    settle
    cards were placed wrongly
    rebuild the round from 9h 9d 6c Ks            # Player 9 6 draws on 5, Banker 9 K: a natural
=> result banker
=> Ana player pair lost 10
=> Ben banker won 9.50

== a card too many in the rebuilding opens the next round [12.4, 12.2]
    Ana wagers 10 on player
    no more bets
    deal 9h 6c Kd Ks
    cards were placed wrongly
    rebuild the round from 9h 6c Kd Ks 4d
    open betting
    -> refused round_under_way [4.1]
    collect the cards
=> awaits no-bet coup [12.2]

== a card on record cannot be left out of the order [12.4]
    Ana wagers 10 on player
    no more bets
    deal 9h 6c Kd Ks
    cards were placed wrongly
    rebuild the round from 9h 6c Kd 4d
    -> refused card_left_out [12.4]
    rebuild the round from 9h 6c Kd Ks

== rebuilt with nothing seen, everybody may withdraw whole wagers, one way [12.4]
options deal=face down
    Ana wagers 10 on player
    Ana wagers 10 on tie
    Ben wagers 10 on banker
    no more bets
    deal
    deal
    deal
    cards were placed wrongly
    rebuild the round from ?? ?? ??
    deal
    -> refused window_open [12.4]
    Ana changes player to 5
    -> refused withdrawal_only [12.4]
    Ana withdraws player
    Ana wagers 10 on player
    -> refused withdrawal_only [12.4]
    Ana keeps the wagers
    dealer: resume the round
    -> refused answers_outstanding [12.4]
    Ben keeps the wagers
    dealer: resume the round
    deal
    expose the player hand 9h Kd
    expose the banker hand 9c Ks
=> Ana player withdrawn 10
=> Ana tie won 80
=> Ben banker stood off 10

== all withdrawn, the round goes on without wagers [12.4, 4.9]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    cards were placed wrongly
    rebuild the round from ??
    Ana withdraws player
    resume the round
    Ana wagers 10 on player
    -> refused no_bet_coup [terms: No-Bet Coup]
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 9c Ks
=> result tie
=> Ana player withdrawn 10

== a supervisor may close the window without every answer [12.4]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    cards were placed wrongly
    rebuild the round from ??
    supervisor: resume the round
    deal
    deal
    deal
=> awaits expose player [6.3]

== in a game face up nothing is withdrawn [12.4]
    Ana wagers 10 on player
    no more bets
    deal 9h 6c
    cards were placed wrongly
    rebuild the round from 6c 9h
    Ana withdraws player
    -> refused round_under_way [4.6]
    deal Kd Ks
=> result banker

== what cannot be rebuilt is void, on a supervisor's word alone [12.4, terms: Void]
options pairs=canberra
patrons Ana=100
    Ana wagers 10 on player pair
    Ana wagers 20 on banker
    no more bets
    deal 9h 6c 9d Ks
    settle the pairs
    cards were placed wrongly
    dealer: authorise the void
    -> refused role_may_not [12.4]
    supervisor: authorise the void
=> result void
=> Ana player pair void 10
=> Ana banker void 20
=> chips Ana 100

== play goes on with the cards left in the shoe after a void [12.4]
    Ana wagers 10 on banker
    no more bets
    deal 9h 6c
    cards were placed wrongly
    supervisor: authorise the void
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
=> Ana banker won 9.50

== an error found between rounds can only be voided: the cards are collected [12.4]
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    cards were placed wrongly
    open betting
    -> refused round_held [12.4]
    rebuild the round from 2h 9c Kd Ks
    -> refused cards_collected [12.4]
    supervisor: authorise the void
=> Ana banker void 10
=> chips Ana 0

== an error found after the next round has begun voids its own round only [12.5, terms: Void]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker
    Ben wagers 20 on player
    deal 2h 9c Kd Ks                              # Ana wins 9.50, Ben loses 20
    Ana wagers 10 on banker
    an error is found in round 1
    -> refused next_round_not_begun [12.5]
    no more bets
    deal 2h
    an error is found in round 1
    an error is found in round 1
    -> refused round_already_void [12.5]
    deal 9c Kd Ks
=> Ana banker of round 1 void 10
=> Ben player of round 1 void 20
=> Ana banker won 9.50
=> chips Ana 109.50
=> chips Ben 100

== a balance does not go below nothing when a round is voided later [12.5]
patrons Ana=10
    Ana wagers 10 on tie
    deal 9h 9c Kd Ks                              # 80 for the tie: Ana has 90
    Ana wagers 90 on tie
    deal 9h 2c Kd Ks                              # and loses all of it
    an error is found in round 1                  # 80 were to come back; nothing is left
=> Ana tie of round 1 void 10
=> chips Ana 0

== a round that was never played has no error [12.5]
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    an error is found in round 7
    -> refused no_such_round [12.5]
"""

WINDOWS = """
== a supervisor may let wagers change while no card has been seen
[12.6(a), 12.6(a)(i), 12.6(a)(ii), 12.6(a)(iii), 12.6(a)(iv); 12.6]
options deal=face down
    Ana wagers 10 on banker
    Ben wagers 10 on banker
    Chen wagers 10 on banker
    no more bets
    deal
    permit changes of wagers
    -> refused role_may_not [12.6]
    supervisor: permit changes of wagers
    Ana moves banker onto player
    Ben changes banker to 20
    Chen withdraws banker
    Chen wagers 5 on tie
    deal
    -> refused window_open [12.6(a)]
    supervisor: end changes of wagers
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 9c Ks
=> Ana player stood off 10
=> Ben banker stood off 20
=> Chen tie won 40
=> Chen banker withdrawn 10

== in this window a wager is moved [12.6(a), 12.6(a)(i)]
options deal=face down
    Ana wagers 10 on banker
    no more bets
    deal
    supervisor: permit changes of wagers
    Ana moves banker onto player
    supervisor: end changes of wagers
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 8c Ks
=> Ana player won 10

== or its amount changed [12.6(a), 12.6(a)(ii)]
options deal=face down
    Ana wagers 10 on banker
    no more bets
    deal
    supervisor: permit changes of wagers
    Ana changes banker to 20
    supervisor: end changes of wagers
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 8c Ks
=> Ana banker lost 20

== all withdrawn in the window, the hand is completed as a no-bet coup [12.6(b)]
options deal=face down
    Ana wagers 10 on banker
    no more bets
    deal
    supervisor: permit changes of wagers
    Ana withdraws banker
    supervisor: end changes of wagers
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 9c Ks
=> result tie

== limits hold inside the window, and there is one in a round [12.6(a), 3.3]
options deal=face down
    Ana wagers 10 on banker
    no more bets
    deal
    supervisor: permit changes of wagers
    Ana changes banker to 12
    -> refused wager_not_a_multiple [3.3]
    supervisor: end changes of wagers
    supervisor: permit changes of wagers
    -> refused changes_over [12.6(a)]

== not before the first card, not once a card is seen [12.6(a)]
    Ana wagers 10 on banker
    no more bets
    supervisor: permit changes of wagers
    -> refused no_changes_now [12.6(a)]
    deal 9h
    supervisor: permit changes of wagers
    -> refused card_exposed [12.6(a)]

== a hand exposed by the wrong person lets everybody withdraw, though cards are seen [12.9]
options deal=face down
    Ana wagers 10 on player
    Ben wagers 10 on banker
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd
    the player hand was exposed wrongly by Ben
    Ben withdraws banker
    Ana keeps the wagers
    resume the round
    expose the banker hand 2c Ks
=> Ben banker withdrawn 10
=> Ana player won 10

== all withdrawn after a wrong exposure: a no-bet coup [12.9]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    the player hand was exposed wrongly by Ben
    Ana withdraws player
    resume the round
    expose the player hand 9h Kd
    expose the banker hand 2c Ks
=> result player
=> Ana player withdrawn 10
"""

EXPOSING = """
== a hand is delivered to somebody with a wager on it, or the dealer exposes it
[6.3(a), 6.3(b), 6.3]
options deal=face down
    Ana wagers 10 on player
    Ben wagers 10 on banker
    no more bets
    deal
    deal
    deal
    deliver the player hand to Ana
    -> refused initial_deal_first [6.3(a)]
    deal
    deliver the player hand to Ben
    -> refused not_entitled_to_expose [6.3(a)]
    deliver the player hand to Ana
    deliver the banker hand to Ana
    -> refused not_entitled_to_expose [6.3(b)]
    expose the player hand 9h Kd
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 9h Kd by Ana
    expose the banker hand 2c Ks
=> Ana player won 10

== a third card face down is exposed in the same way [7.4]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    deliver the player hand to Ana
    expose the player hand 2h Kd by Ana
    expose the banker hand 7c Ks
    deal
    expose the player hand 6d
    -> refused not_entitled_to_expose [7.4]
    expose the player hand 6d by Ana
=> result player

== as many cards are exposed as lie face down [6.3]
options deal=face down
    Ana wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 2h
    -> refused wrong_number_of_cards [6.3]
    expose the player hand 2h 9c 9d
    -> refused wrong_number_of_cards [6.3]

== in a game face up every card is named, and nothing is left to expose [2.2, 6.3]
    Ana wagers 10 on player
    no more bets
    deal
    -> refused card_not_named [2.2]
    deal 2h 3c 4d 5s
    expose the player hand 2h 4d
    -> refused nothing_to_expose [6.3]
"""

NO_BET = """
== a no-bet coup needs a request, everybody's word and a supervisor [4.7, 4.7(a), 4.7(b), 4.9]
patrons Ana Ben
    supervisor: direct a no-bet coup
    -> refused no_bet_not_asked [4.7(a)]
    Ben agrees to a no-bet coup
    -> refused no_bet_not_asked [4.7(a)]
    Ana asks for a no-bet coup
    supervisor: direct a no-bet coup
    -> refused no_bet_not_agreed [4.7(b)]
    Chen agrees to a no-bet coup
    -> refused not_at_table [4.7(b)]
    Ben agrees to a no-bet coup
    dealer: direct a no-bet coup
    -> refused role_may_not [4.7]
    supervisor: direct a no-bet coup
    Ana wagers 10 on tie
    -> refused no_bet_coup [terms: No-Bet Coup]
    deal 2h 7c Kd Ks 4h
=> result banker

== with nobody there a supervisor may direct it [4.8, 4.9]
    supervisor: direct a no-bet coup
    deal 9h 2c Kd Ks
=> result player
"""

WHEN = """
== a card in error is ruled on while both hands lie open [12.1]
    Ana wagers 25 on player
    deal 2h 9c 3d                          # the banker has one card
    a card is drawn to player in error: 5h
    -> refused hands_not_open [12.1]
    deal 8s                                # the banker 7, the player 5
    deal 2c
    settle
    a card is drawn to player in error: 5h
    -> refused hands_not_open [12.1]
=> Ana player stood off

== before the first round nothing was placed wrongly [12.4]
    open betting
    cards were placed wrongly
    -> refused no_round_yet [12.4]

== the round under way is no earlier one [12.5]
    Ana wagers 25 on player
    deal 2h
    an error is found in round 1
    -> refused next_round_not_begun [12.5]
    an error is found in round 2
    -> refused no_such_round [12.5]
    deal 9c 3d 8s 2c
=> Ana player stood off

== changes are permitted with four cards out, once [12.6(a)]
options deal=face down
    Ana wagers 25 on player
    no more bets
    deal
    deal
    deal
    deal
    supervisor: permit changes of wagers
    supervisor: permit changes of wagers
    -> refused no_changes_now [12.6(a)]
    the player hand was exposed wrongly by Ben
    -> refused no_wagers_to_withdraw [12.9]
    supervisor: end changes of wagers
    expose the player hand 9h Kd
    expose the banker hand 8c Ks
=> Ana player won 25

== no changes are permitted while the round is held [12.4, 12.6(a)]
    Ana wagers 25 on player
    deal 2h 9c
    cards were placed wrongly
    supervisor: permit changes of wagers
    -> refused no_changes_now [12.6(a)]
    rebuild the round from 2h 9c
    deal 3d 8s 2c
=> Ana player stood off

== nothing is exposed wrongly before the deal [12.9]
    Ana wagers 25 on player
    the player hand was exposed wrongly by Ben
    -> refused no_wagers_to_withdraw [12.9]
    deal 2h 9c 3d 8s 2c
=> Ana player stood off

== a wager is not moved onto another of the same patron [4.5(a)]
    Ana wagers 25 on player
    Ana wagers 10 on tie
    Ana moves tie onto player
    -> refused one_wager_per_option [4.5(a)]
    Ana moves banker onto tie
    -> refused no_wager_there
    deal 2h 9c 3d 8s 2c
=> Ana tie won 80
"""

SHOE = """
== a new shoe is checked, shuffled, cut and burned before it is dealt
[2.5, 5.1(a), 5.3, 5.4, 5.5(b), 5.6, 5.1; 2.1, 5.5, 5.7]
unprepared
patrons Ana Ben
    open betting
    -> refused cards_not_ready [5.1]
    shuffle
    -> refused not_next [5.1(a)]
    check the cards
    shuffle
    supervisor: cut at 200
    -> refused cut_to_be_offered [5.3]
    cut at 200 by Chen
    -> refused not_offered [5.3]
    Ana declines the cut
    cut at 51 by Ben
    -> refused cut_too_near_the_end [5.4]
    cut at 365 by Ben
    -> refused cut_too_near_the_end [5.4]
    cut at 52 by Ben
    place the cutting card 11 from the back
    -> refused cutting_card_misplaced [5.4]
    place the cutting card 417 from the back      # of 416 cards
    -> refused cutting_card_misplaced [5.4]
    place the cutting card 12 from the back
    burn
    -> refused burn_is_face_up [5.5(b)]
    burn 3h                                       # three more, unseen
    burn Kd
    -> refused burn_is_face_down [5.6]
    burn
    burn
    burn
    burn
    -> refused not_next [5.5(b)]
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
=> Ana banker won 9.50

== a picture burns ten more, an ace one [5.6; 5.7]
unprepared
    check the cards
    shuffle
    supervisor: cut at 200
    place the cutting card 20 from the back
    burn Qs
    burn
    burn
    burn
    burn
    burn
    burn
    burn
    burn
    burn
=> awaits burn [5.5(b)]

== the first card may be burned unseen instead [5.5(a)]
unprepared
options burn=unseen
    check the cards
    shuffle
    supervisor: cut at 200
    place the cutting card 20 from the back
    burn 3h
    -> refused burn_is_face_down [5.5(a)]
    burn
=> awaits open [4.1]

== a supervisor cuts when everybody declines [5.3]
unprepared
patrons Ana
    check the cards
    shuffle
    Ana declines the cut
    Ana declines the cut
    -> refused not_offered [5.3]
    dealer: cut at 200
    -> refused role_may_not [5.3]
    supervisor: cut at 200
=> awaits cutting card [5.4]

== pre-shuffled cards need no check and no shuffle; a riffle needs request and approval
[terms: Pre-shuffled cards, 5.2]
unprepared
patrons Ana
    load pre-shuffled cards
    riffle
    -> refused riffle_not_approved [5.2]
    supervisor: approve the riffle
    -> refused riffle_not_asked [5.2]
    Ana asks for a riffle
    dealer: approve the riffle
    -> refused role_may_not [5.2]
    supervisor: approve the riffle
    riffle
    cut at 100 by Ana
    Ana asks for a riffle
    -> refused no_riffle_now [5.2]
=> awaits cutting card [5.4]

== a forgotten burn is not gone back to once the round is on [12.8, 5.5]
unprepared
    check the cards
    shuffle
    supervisor: cut at 200
    place the cutting card 20 from the back
    open betting
    Ana wagers 10 on banker
    no more bets
    deal 2h
    -> refused burn_outstanding [5.5]
    the burn was forgotten
    deal 2h 9c Kd Ks
    the burn was forgotten
    -> refused burn_not_due [12.8]
=> Ana banker won 9.50

== the burn is made up for until the first card of the round is out [5.5, 5.6]
unprepared
    check the cards
    shuffle
    supervisor: cut at 200
    place the cutting card 20 from the back
    supervisor: direct a no-bet coup
    deal 2h
    -> refused burn_outstanding [5.5]
    burn 2c
    burn
    burn
    burn
    -> refused round_under_way [5.5(b)]
    deal 2h 9c Kd Ks
=> awaits settle [8.4]

== the burn is made up for though a card in excess waits for the round [5.5, 12.2]
unprepared
    check the cards
    shuffle
    supervisor: a card is drawn in excess: Jh
    supervisor: cut at 200
    place the cutting card 20 from the back
    supervisor: direct a no-bet coup
    use the kept card
    -> refused burn_outstanding [5.5]
    burn 2c
    burn
    burn
    use the kept card
    deal 9c Kd Ks
=> awaits settle [8.4]

== after the cutting card the round is finished and the cards are shuffled [5.8, 5.1(b)]
    Ana wagers 10 on banker
    no more bets
    deal 2h
    the cutting card appears
    deal 9c Kd Ks
    collect the cards
    open betting
    -> refused cards_not_ready [5.1]
=> awaits shuffle [5.1(a)]

== after a tie one more round is dealt, and only one [5.8, 5.1(b)]
    Ana wagers 10 on banker
    no more bets
    the cutting card appears
    deal 9h 9c Kd Ks                              # a tie
    Ana wagers 10 on banker
    deal 9h 9c Kd Ks                              # another: the cards are spent all the same
    collect the cards
=> awaits shuffle [5.1(a)]

== a void round is no tie: shuffle [5.8, 5.1(b)]
    Ana wagers 10 on banker
    no more bets
    the cutting card appears
    deal 9h 9c Kd Ks
    cards were placed wrongly
    supervisor: authorise the void
    collect the cards
=> awaits shuffle [5.1(a)]

== a supervisor may order a shuffle after any round [5.1(c)]
    Ana wagers 10 on banker
    no more bets
    supervisor: order a shuffle
    -> refused round_under_way [5.1(c)]
    deal 2h 9c Kd Ks
    collect the cards
    dealer: order a shuffle
    -> refused role_may_not [5.1(c)]
    supervisor: order a shuffle
=> awaits shuffle [5.1(a)]
"""

PROVISIONS = """
== an outcome may be invalidated for a disturbance, and stakes go back [14.1]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker
    Ben wagers 20 on tie
    no more bets
    deal 2h
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [14.1]
    gaming shift manager: invalidate the outcome because of fire: in the kitchen
=> result void
=> Ana banker void 10
=> Ben tie void 20
=> chips Ben 100

== every stake goes back, a rude patron's and a cheat's too [14.3, terms: Void; 14.1, 14.2]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker
    Ben wagers 20 on tie
    no more bets
    supervisor: log a breach by Ben: rude words
    gaming shift manager: invalidate the outcome because of brawl: at the next table withholding Ben
    -> refused stakes_go_back [terms: Void]
    gaming shift manager: invalidate the outcome because of fraud affecting it by Ben: marked cards
=> Ben tie void 20
=> Ana banker void 10
=> chips Ben 100

== a contravention lets the operator void the wagers and exclude the person [14.2, 14.2(a), 14.2(b)]
patrons Ana=100 Ben=100
    Ana wagers 10 on banker
    Ben wagers 20 on banker
    gaming shift manager: void the wagers of Ben
    -> refused no_breach_logged [14.2(a)]
    dealer: log a breach by Ben: told Ana how to play
    gaming shift manager: void the wagers of Ben
    gaming shift manager: exclude Ben
    Ben wagers 20 on tie
    -> refused patron_excluded [14.2(b)]
    Ben joins
    -> refused patron_excluded [14.2(b)]
    deal 2h 9c Kd Ks
=> Ben banker void 20
=> Ana banker won 9.50
=> chips Ben 100

== a round may be void as impractical or tainted by fraud [14.3, terms: Void]
patrons Ana=100
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    settle
    gaming shift manager: invalidate the outcome because of impracticality: marked cards
    gaming shift manager: invalidate the outcome because of impracticality: marked cards
    -> refused round_already_void [14.1]
=> Ana banker void 10
=> chips Ana 100

== a dispute is decided once, finally, with review on request [14.4]
patrons Ana
    Ana disputes: my wager was on tie
    patron: ask for a review of dispute 1
    -> refused dispute_undecided [14.4]
    supervisor: decide dispute 1: it lay on banker
    -> refused role_may_not [14.4]
    gaming shift manager: decide dispute 1: it lay on banker
    gaming shift manager: decide dispute 1: it lay on tie
    -> refused dispute_decided [14.4]
    patron: ask for a review of dispute 1
    inspector: the review of dispute 1 says: upheld
    gaming shift manager: decide dispute 2: nothing
    -> refused no_such_dispute [14.4]

== three rounds without a wager may cost a seat when all others are taken [14.6]
options seats=2
patrons Ana Ben
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.6]
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ana to vacate the seat
    -> refused seat_may_be_kept [14.6]
    gaming shift manager: require Ben to vacate the seat

== an empty seat keeps everybody seated [14.6]
options seats=3
patrons Ana Ben
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.6]

== a table has seven seats unless the house says otherwise: six people leave one empty [14.6]
patrons Ana Ben Chen Dee Eli Fay
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.6]: 6 of 7 seats are in use

== and with seven people all of its seats are taken [14.6]
patrons Ana Ben Chen Dee Eli Fay Gus
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat

== rounds sat out while a seat was free do not count once it is taken [14.6]
options seats=3
patrons Ana Ben
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    Chen joins
    gaming shift manager: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.6]
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat

== no-bet coups do not count towards it [14.6]
options seats=2
patrons Ana Ben
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    Ana wagers 10 on banker
    deal 2h 9c Kd Ks
    collect the cards
    Ana asks for a no-bet coup
    Ben agrees to a no-bet coup
    supervisor: direct a no-bet coup
    deal 2h 9c Kd Ks
    collect the cards
    gaming shift manager: require Ben to vacate the seat
    -> refused seat_may_be_kept [14.6]
"""


def all_scenarios() -> list[Scenario]:
    text = (CARDS_IN_ERROR, PLACEMENT, WINDOWS, EXPOSING, NO_BET, WHEN, SHOE, PROVISIONS)
    return [each for part in text for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("mini-baccarat"), scenario)
