"""The shoe and the exposing of hands at Tournament Mini-Baccarat, worked out by hand."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Mini-Baccarat"

SHOE = """
== a shoe is checked, shuffled, cut, marked and burned in this order [2.5, 5.1, 5.2, 5.3, 5.4]
unprepared
patrons Ana Ben
    shuffle
    -> refused not_next [5.1]
    open betting
    -> refused cards_not_ready [2.5]
    supervisor: check the cards
    -> refused role_may_not [2.5]
    check the cards
    open betting
    -> refused cards_not_ready [5.1]
    shuffle
    Ana declines the cut
    cut at 200 by Ben
    place the cutting card 14 from the back
    open betting
    -> refused cards_not_ready [5.4]
    burn 3h
=> awaits burn [5.4]

== the Director cuts if nobody wants to, and nobody else does [5.2]
unprepared
patrons Ana Ben
    check the cards
    shuffle
    director: cut at 200
    -> refused cut_to_be_offered [5.2]
    Ana declines the cut
    Ben declines the cut
    supervisor: cut at 200
    -> refused role_may_not [5.2]
    director: cut at 200
=> awaits cutting card [5.3]

== a deck at least on either side of the cut, twelve cards at least behind the cutting card [5.3]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 51 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 365 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 364 by Ana
    place the cutting card 11 from the back
    -> refused cutting_card_misplaced [5.3]
    place the cutting card 12 from the back
=> awaits burn [5.4]

== the first card is shown and names how many more go unseen [5.4, 4.1]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 200 by Ana
    place the cutting card 14 from the back
    burn
    -> refused burn_is_face_up [5.4]
    burn 2h
    burn 3h
    -> refused burn_is_face_down [5.4]
    burn
    burn
    burn
    -> refused not_next [5.4]
    open betting
=> awaits wagers [4.1]

== the cutting card in a round: it is finished, then the cards are shuffled [5.6, 5.1; 5.5]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 200 by Ana
    place the cutting card 402 from the back
    burn Kh                                # a king burns ten: 416 - 11 = 405 are left
    Ana wagers 5 on banker
    deal 2h 9c Kd Ks                       # the fourth card comes from behind the cutting card
    settle
    collect the cards
    Ana wagers 5 on banker
    -> refused betting_not_open [4.1]
=> awaits shuffle [5.1]

== one card earlier it has not come yet [4.1]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 200 by Ana
    place the cutting card 401 from the back
    burn Kh
    Ana wagers 5 on banker
    deal 2h 9c Kd Ks
    settle
    collect the cards
=> awaits open [4.1]

== the cutting card as the first card of a round does not stop the round [5.6, 8.2(a), 5.1]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 200 by Ana
    place the cutting card 414 from the back
    burn Ah                                # an ace burns one: 414 are left
    Ana wagers 5 on banker
    deal 2h 9c Kd Ks
=> Ana banker in box 1 won 5

== after a tie one more round, and only one though it is a tie too [5.6, 5.1]
    the cutting card appears
    Ana wagers 5 on tie
    deal 9h 9c Kd Ks
    Ana wagers 5 on tie
    deal 9h 9c Kd Ks
    settle
    collect the cards
=> Ana tie in box 1 of round 1 won 40
=> Ana tie in box 1 of round 2 won 40
=> awaits shuffle [5.1]

== a non-betting round counts like any other for the one more after a tie [5.6, 9.2, 5.1]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess: 9c
    settle
    collect the cards
    begin a non-betting round
    the cutting card appears
    use the kept card
    deal 9d Kh Ks                          # nine each
    settle
    collect the cards
    Ana wagers 5 on player                 # the one more round, and an ordinary one
    deal 9h 2c Kd Ks
    settle
    collect the cards
=> Ana player in box 1 won 5
=> awaits shuffle [5.1]

== a void round is no tie [5.6, 11.4]
    the cutting card appears
    Ana wagers 5 on tie
    deal 9h 9c Kd Ks
    settle
    director: invalidate the outcome because of impracticality: the lights went out
    collect the cards
=> Ana tie in box 1 void 5
=> awaits shuffle [5.1]

== replaced cards are checked by Director and dealer before the next deal [2.3]
    replace the cards 8h
    -> refused role_may_not [2.3]
    supervisor: replace the cards 8h
    -> refused role_may_not [2.3]
    director: replace the cards 8h
    open betting
    -> refused cards_unchecked [2.3]
    director: confirm the check of the replacement cards
    director: confirm the check of the replacement cards
    -> refused nothing_to_check [2.3]
    open betting
    -> refused cards_unchecked [2.3]
    confirm the check of the replacement cards
    Ana wagers 5 on player
    director: replace the cards
    -> refused round_under_way [2.3]

== when all are replaced the shoe is made anew [2.3, 5.1]
    director: replace the cards
    director: confirm the check of the replacement cards
    confirm the check of the replacement cards
    open betting
    -> refused cards_not_ready [5.1]
=> awaits shuffle [5.1]

== more than eight of a card cannot be replaced
    director: replace the cards 8h 8h 8h 8h 8h 8h 8h 8h 8h
    -> refused card_impossible

== a card comes eight times in a shoe and not a ninth [6.2(a); 6.1, 2.1, terms: Shoe]
    Ana wagers 5 on player
    deal 8h 8h 8h 8h                       # six each: both stand
    Ana wagers 5 on player
    deal 8h 8h 8h 8h
    Ana wagers 5 on player
    no more bets
    deal 8h
    -> refused card_impossible
=> awaits draw player [6.2(a)]
"""

EXPOSING = """
== face up or face down is fixed before the tournament by the Director [2.2]
    supervisor: set deal to face down
    -> refused role_may_not [2.2]
    director: set deal to face down
    Ana wagers 5 on player
    no more bets
    deal 8h
    -> refused card_is_face_down [2.2]
    director: set deal to face up
    -> refused tournament_begun [2.2]

== it cannot change between rounds either [2.2, 6.3]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    settle
    collect the cards
    director: set deal to face down
    -> refused tournament_begun [2.2]
    director: set exposes to rotation
    -> refused tournament_begun [6.3]

== dealt face up a card must be named [2.2]
    Ana wagers 5 on player
    no more bets
    deal
    -> refused card_not_named [2.2]

== by default the dealer exposes both hands [6.3, terms: Initial Deal, terms: Hand]
options deal=face down
    Ana wagers 5 on player
    no more bets
    deal
    deal
    deal
    expose the player hand 2h 3d
    -> refused initial_deal_first [terms: Initial Deal]
    deal
    expose the tie hand 2h 3d
    -> refused no_such_hand [terms: Hand]
    settle
    -> refused round_not_complete [6.3]
    expose the player hand 2h 3d by Ana
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 2h
    -> refused wrong_number_of_cards [6.3]
    expose the player hand 2h 4d           # six: stands
    expose the player hand 2h 4d
    -> refused nothing_to_expose [6.3]
    expose the banker hand 7h Kd
=> result banker

== the largest bettor exposes, the lower box first, and the third card too [6.3, 7.2 table]
options deal=face down, exposes=largest bettor
    Ana wagers 10 on player
    Ben wagers 20 on player
    Chen wagers 20 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 2h 3d by Chen
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 2h 3d by Ben
    expose the banker hand Kc 7s           # nobody is on Banker: the dealer
    deal                                   # Player draws on five
    expose the player hand 4c
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 4c by Ben
=> result player
=> Ben player in box 2 won 20

== in rotation it goes clockwise among those who are on the hand [6.3]
options deal=face down, exposes=rotation
    Ana wagers 5 on player
    Ben wagers 50 on banker
    Chen wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd by Ana
    expose the banker hand Kh 7d by Ben
    Ana wagers 5 on player
    Ben wagers 50 on player
    Chen wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd by Chen
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 9h Kd by Ben
    expose the banker hand Kh 7d
    Ana wagers 5 on player
    Ben wagers 50 on banker
    Chen wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd by Chen
    expose the banker hand Kh 7d by Ben
    Ana wagers 5 on player
    Ben wagers 50 on banker
    Chen wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd by Chen
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 9h Kd by Ana
=> awaits expose banker [6.3]

== an excluded bettor exposes nothing: the next largest does [6.3, 11.3#2(b)]
options deal=face down, exposes=largest bettor
    Ana wagers 20 on player
    Ben wagers 10 on player
    no more bets
    deal
    deal
    deal
    deal
    log a breach by Ana: bent a card
    director: exclude Ana
    expose the player hand 9h Kd by Ana
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 9h Kd by Ben
    expose the banker hand Kh 7d
=> Ana player in box 1 won 20
=> Ben player in box 2 won 10

== nobody has a stake in a non-betting round: the dealer exposes what is hidden of it [6.3, 9.2]
options deal=face down, exposes=largest bettor
    Ana wagers 5 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd by Ana
    expose the banker hand 2c Ks
    a card is drawn in excess: 5d
    settle
    collect the cards
    begin a non-betting round
    use the kept card
    deal
    deal
    deal
    expose the player hand 3h by Ana
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 3h
    expose the banker hand 2c Ks
=> result player

== a kept card that nobody has seen stays face down where cards are dealt so [9.3, 2.2]
options deal=face down
    Ana wagers 5 on player
    no more bets
    deal
    deal
    deal
    deal
    expose the player hand 9h Kd
    expose the banker hand 2c Ks
    a card is drawn in excess
    Ana wagers 10 on player
    no more bets
    use the kept card 8h
    -> refused card_is_face_down [2.2]
    use the kept card
    deal
    deal
    deal
    expose the player hand 8h Kh
    expose the banker hand 2c 3s
=> result player
=> Ana player in box 1 won 10

== the Director may name another for a hand of the round [6.3]
options deal=face down
    Ana wagers 5 on player
    Ben wagers 5 on banker
    no more bets
    deal
    deal
    deal
    deal
    let Ben expose the player hand
    -> refused role_may_not [6.3]
    director: let Dora expose the player hand
    -> refused not_at_table [6.3]
    director: let Ben expose the player hand
    expose the player hand 9h Kd
    -> refused not_entitled_to_expose [6.3]
    expose the player hand 9h Kd by Ben
    director: let dealer expose the banker hand
    expose the banker hand Kh 7d
=> result player
"""


def all_scenarios() -> list[Scenario]:
    return [each for part in (SHOE, EXPOSING) for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-mini-baccarat"), scenario)
