"""What goes wrong at Tournament Mini-Baccarat, and the remedy for every wager, by hand."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Mini-Baccarat"

IRREGULARITIES = """
== a card to Player in error is Banker's if Banker must draw [9.1, 7.3 table]
    Ana wagers 5 on banker
    deal 6h 5c Kd Ks                       # Player stands on six, Banker draws on five
    a card is drawn to player in error: 3d
=> result banker
=> Ana banker in box 1 won 5

== unseen, it is Banker's all the same, and turned up there [9.1, 6.3]
    Ana wagers 5 on banker
    deal 6h 5c Kd Ks
    a card is drawn to player in error
    settle
    -> refused round_not_complete [6.3]
    expose the banker hand 3d
=> result banker

== it is ruled on when both hands lie open [9.1]
options deal=face down
    Ana wagers 5 on banker
    no more bets
    deal
    deal
    deal
    deal
    a card is drawn to player in error: 3d
    -> refused hands_not_open [9.1]

== a fourth card to Player is Banker's third [9.1]
    Ana wagers 5 on banker
    deal 2h 5c Kd Ks 4h                    # Player six, Banker draws on five against a four
    a card is drawn to player in error: 2d
=> result banker

== but not if the card is due to Player [7.2]
    Ana wagers 5 on banker
    deal 2h 5c Kd Ks
    a card is drawn to player in error: 2d
    -> refused no_error [7.2]
    deal 2d                                # Player 4; Banker five stands against a two
=> result banker

== where Banker stands, a card to Player that was seen opens a non-betting round [9.2, 4.1; 9.1]
patrons Ana Ben
    Ana wagers 5 on player
    Ben wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn to player in error: 5d
    settle
    collect the cards
    Ana wagers 5 on player
    -> refused non_betting_round [9.2]
    open betting
    -> refused non_betting_round [9.2]
    begin a non-betting round
    use the kept card 5h
    -> refused card_impossible
    use the kept card
    Ana wagers 5 on player
    -> refused non_betting_round [9.2]
    deal 2c 3h Ks                          # Player 5 + 3 = 8
    settle
    collect the cards
=> Ana player in box 1 of round 1 won 5
=> result player
=> awaits open [4.1]

== a non-betting round only after a card that was seen [4.1]
    begin a non-betting round
    -> refused betting_round [4.1]

== an excess card not seen opens an ordinary round [9.3, 6.2(a)]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess
    Ana wagers 10 on player
    no more bets
    deal 8h
    -> refused kept_card_first [9.3]
    use the kept card
    -> refused card_not_named [2.2]
    use the kept card 8h
    use the kept card
    -> refused no_kept_card [9.3]
    deal 2c Kd Ks
=> result player
=> Ana player in box 1 won 10

== a card in excess while betting, seen: the wagers go back, the round is non-betting [9.2]
patrons Ana=100
    Ana wagers 50 on player
    a card is drawn in excess: 9h
    Ana wagers 50 on player
    -> refused non_betting_round [9.2]
    use the kept card
    deal 2c Kd Ks
=> result player
=> Ana player in box 1 void 50
=> chips Ana 100

== a card in excess between rounds, seen: the next round is non-betting [9.2]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    settle
    collect the cards
    a card is drawn in excess: 9h
=> awaits open [9.2]

== a card in excess while betting, unseen: the wagers stay and it is the first card [9.3]
    Ana wagers 50 on player
    a card is drawn in excess
    use the kept card 9h
    deal 2c Kd Ks
=> Ana player in box 1 won 50

== a seen card opens a non-betting round even if that round had to be struck out once [9.2, 11.4]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess: 5d
    settle
    collect the cards
    begin a non-betting round
    director: invalidate the outcome because of impracticality: the power failed
    collect the cards
=> awaits open [9.2]

== a non-betting round is rebuilt like any other [9.4, 9.2, 7.3 table]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess: 5d
    settle
    collect the cards
    begin a non-betting round
    use the kept card
    deal 2c 3h Ks                          # put down as eight against two
    cards were drawn out of sequence
    rebuild the round from 5d 3h 2c Ks     # Player seven stands, Banker three draws
    deal 6c
=> result banker

== while cards are prepared there is no shoe to draw from [9.3]
    director: replace the cards
    a card is drawn in excess: 5d
    -> refused no_shoe_in_play [9.3]

== two cards in excess come in their order; one of them seen is enough [9.2, 9.3]
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess
    a card is drawn in excess: 3c
    settle
    collect the cards
    begin a non-betting round
    use the kept card 6h                   # to Player
    use the kept card                      # the three, to Banker
    deal Kd Ks 4d                          # Player stands on six; Banker 3 + 4 = 7
=> result banker

== a card that is due is not in excess [6.2(b); 9.3]
    Ana wagers 5 on player
    deal 9h 2c Kd
    a card is drawn in excess: 5c
    -> refused card_is_due [6.2(b)]

== a card kept when the cards are shuffled goes with the others [5.6, 9.2, 5.1]
    the cutting card appears
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
    a card is drawn in excess: 5d
    settle
    collect the cards
    shuffle
    cut at 200 by Ana
    place the cutting card 12 from the back
    burn Ah
    Ana wagers 5 on player
    deal 9h 2c Kd Ks
=> Ana player in box 1 won 5

== cards out of sequence are dealt again on paper [9.4, 6.4; 6.2]
    Ana wagers 5 on banker
    deal 8h 2c Kd Ks                       # put down as Player 8 K, Banker 2 K
    cards were drawn out of sequence
    settle
    -> refused round_held [9.4]
    deal 5h
    -> refused round_held [9.4]
    rebuild the round from 2c 8h Kd Ks
=> result banker
=> Ana banker in box 1 won 5

== rebuilt, the hands may need another card [9.4, 7.2 table, 7.3 table]
    Ana wagers 5 on player
    deal 8h 2c Kd 5s                       # a natural as put down
    cards were drawn out of sequence
    rebuild the round from 8h Kd 2c 5s     # Player 0, Banker 5
    deal 9h                                # Banker five stands against a nine
=> result player

== the true order may hold a card that was not on record [9.4]
    Ana wagers 5 on player
    deal 8h 2c Kd 5s
    cards were drawn out of sequence
    rebuild the round from 8h Kd 2c 5s 7d 4c   # Player 7; Banker five draws against a seven: nine
=> result banker

== a card left over is in excess [9.4, 9.2, 6.4]
    Ana wagers 5 on player
    deal 2h 6c 3d Ks 9h
    cards were drawn out of sequence
    rebuild the round from 6c 2h 3d Ks 9h  # Player 6 + 3: a natural nine
    settle
    collect the cards
=> Ana player in box 1 won 5
=> awaits open [9.2]

== rebuilt after settlement, the wagers are settled again [9.4, 8.2(a), 8.3(b)]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ben wagers 50 on player
    deal 8h 2c Kd Ks
    settle
    cards were drawn out of sequence
    collect the cards
    -> refused round_held [9.4]
    rebuild the round from 2c 8h Kd Ks
=> result banker
=> chips Ana 150
=> chips Ben 50

== every card on record is in the true order, and no ninth of a kind [9.4]
    Ana wagers 5 on banker
    deal 8h 2c Kd Ks
    rebuild the round from 2c 8h Kd Ks
    -> refused round_not_held [9.4]
    cards were drawn out of sequence
    cards were drawn out of sequence
    -> refused round_held [9.4]
    rebuild the round from 2c 8h Kd
    -> refused card_left_out [9.4]
    rebuild the round from 2c 8h Kd Ks 8h 8h 8h 8h 8h 8h 8h 8h
    -> refused card_impossible
    a card is drawn in excess: 5c
    -> refused round_held [9.4]

== unseen cards are rebuilt unseen, until one of them decides a third card [9.4, 6.3]
options deal=face down
    Ana wagers 5 on player
    no more bets
    deal
    deal
    deal
    deal
    cards were drawn out of sequence
    rebuild the round from ?? ?? ?? ?? ??
    -> refused cards_unseen [9.4]
    rebuild the round from ?? ?? ??
    -> refused card_left_out [9.4]
    rebuild the round from 2h 9c Kd 3s ??  # both have two: the fifth card is Player's
    expose the player hand 4d              # Player six; Banker two draws against a four
    deal
    expose the banker hand 3h
=> result player

== nothing is rebuilt once the cards are in the rack, or before there are any [9.4]
    cards were drawn out of sequence
    -> refused no_round_under_way [9.4]
    Ana wagers 5 on player
    cards were drawn out of sequence
    -> refused no_round_under_way [9.4]
    deal 8h 2c Kd Ks
    settle
    collect the cards
    cards were drawn out of sequence
    -> refused no_round_under_way [9.4]

== what cannot be rebuilt is void [9.5, terms: Void; terms: Assistant to the Director]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ben wagers 50 on player
    deal 8h 2c Kd
    director: authorise the void
    -> refused round_not_held [9.5]
    assistant to the director: cards were drawn out of sequence
    authorise the void
    -> refused role_may_not [terms: Tournament Director]
    assistant to the director: authorise the void
    -> refused role_may_not [terms: Tournament Director]
    gaming shift manager: authorise the void
    -> refused role_may_not [terms: Tournament Director]
    director: authorise the void
=> result void
=> Ana banker in box 1 void 50
=> Ben player in box 2 void 50
=> chips Ana 100
=> chips Ben 100

== a round that is held may also be struck out [9.4, 11.4, 11.5]
patrons Ana=100
    Ana wagers 50 on banker
    deal 8h 2c
    cards were drawn out of sequence
    a card is drawn to player in error: 5d
    -> refused round_held [9.4]
    director: invalidate the outcome because of impracticality: the table fell over
    cards were drawn out of sequence
    -> refused no_round_under_way [9.4]
    collect the cards
=> chips Ana 100
=> awaits open [4.1]

== a void after settlement takes payments back and gives stakes back [9.5, terms: Void]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ben wagers 50 on tie
    deal 9h 9c Kd Ks
    settle
    cards were drawn out of sequence
    director: authorise the void
=> chips Ana 100
=> chips Ben 100

== an error found later leaves the round standing, for the Director to decide [11.6]
patrons Ana=100
    an error is found in round 1
    -> refused no_such_round [11.6]
    Ana wagers 50 on player
    deal 8h 2c Kd Ks
    an error is found in round 1
    -> refused round_not_over [9.4]
    Ana wagers 50 on player
    an error is found in round 1
    an error is found in round 1
    -> refused error_known [11.6]
    director: decide dispute 1: the round stands
    director: void round 1: a card was misread
    -> refused dispute_decided [11.6]
    deal 8h 2c Kd Ks
=> Ana player in box 1 of round 1 won 50
=> chips Ana 200

== or void, and later rounds stay as played [11.6, terms: Void]
patrons Ana=100
    Ana wagers 50 on player
    deal 8h 2c Kd Ks
    Ana wagers 20 on player
    director: void round 1: a card was misread
    -> refused no_error_reported [11.6]
    an error is found in round 1
    supervisor: void round 1: a card was misread
    -> refused role_may_not [11.6]
    director: void round 1: a card was misread
    deal 8h 2c Kd Ks
=> Ana player in box 1 of round 1 void 50
=> Ana player in box 1 of round 2 won 20
=> chips Ana 120

== errors in two rounds are two disputes, and a void round has none [11.6]
    Ana wagers 50 on player
    deal 8h 2c Kd Ks
    Ana wagers 50 on player
    deal 8h 2c Kd Ks
    Ana wagers 50 on player
    director: invalidate the outcome because of impracticality: the shoe fell
    collect the cards
    an error is found in round 2
    an error is found in round 1
    an error is found in round 3
    -> refused round_already_void [11.6]
    director: decide dispute 1: round two stands
    director: void round 1: a card was misread
=> Ana player in box 1 of round 1 void 50
=> Ana player in box 1 of round 2 won 50

== what a patron no longer has cannot be given back [11.6]
patrons Ana=10
    Ana wagers 10 on player
    deal 8h 2c Kd Ks
    Ana wagers 20 on banker
    deal 8h 2c Kd Ks
    settle
    collect the cards
    an error is found in round 1
    director: void round 1: a card was misread
=> chips Ana 0
"""

PROVISIONS = """
== the Director strikes out a disturbed game, and stakes go back [11.2, 11.5]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ben wagers 50 on player
    deal 8h 2c
    gaming shift manager: invalidate the outcome because of brawl: at the next table
    -> refused role_may_not [11.2]
    director: invalidate the outcome because of brawl: at the next table
    director: invalidate the outcome because of brawl: at the next table
    -> refused round_already_void [11.2]
=> result void
=> chips Ana 100
=> chips Ben 100

== or a result that is already settled [11.2, 11.5]
patrons Ana=100
    Ana wagers 50 on player
    deal 8h 2c Kd Ks
    settle
    collect the cards
    director: invalidate the outcome because of fire: in the kitchen
=> Ana player in box 1 void 50
=> chips Ana 100

== a refund is withheld only from a person who acted fraudulently [11.4, 11.5]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ben wagers 50 on player
    deal 8h 2c Kd Ks
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ana
    -> refused nothing_to_forfeit [11.5]
    director: invalidate the outcome because of fraud affecting it by Ben: cheated withholding Ben
=> result void
=> Ana banker in box 1 void 50
=> Ben player in box 2 forfeited 50
=> chips Ana 100
=> chips Ben 50

== a round that cannot practically go on is struck out, while betting too [11.4, 11.5, 4.1]
patrons Ana=100
    Ana wagers 50 on banker
    invalidate the outcome because of impracticality: the shoe broke
    -> refused role_may_not [11.2]
    director: invalidate the outcome because of impracticality: the shoe broke
    collect the cards
=> Ana banker in box 1 void 50
=> awaits open [4.1]

== after a logged breach the wagers are void and none is owed [11.3#2(a), 11.3#2, 6.2]
patrons Ana=100 Ben=100
    Ana wagers 50 on banker
    Ana wagers 5 on tie
    Ben wagers 50 on banker
    director: void the wagers of Ana
    -> refused no_breach_logged [11.3#2(a)]
    log a breach by Ana: used a counting device
    director: void the wagers of Ana
    deal 2h 9c Kd Ks
=> Ana banker in box 1 void 50
=> Ana tie in box 1 void 5
=> chips Ana 100
=> chips Ben 150

== or excludes the patron, whose box is free once the wagers on it are decided [11.3#2(b)]
    Ana wagers 50 on banker in box 2
    Ben wagers 50 on banker in box 4
    director: exclude Ana
    -> refused no_breach_logged [11.3#2(b)]
    log a breach by Ana: side bet
    director: exclude Ana
    Chen wagers 5 on player in box 2
    -> refused box_of_another [4.3]
    deal 2h 9c Kd Ks
    open betting
    Ana wagers 50 on banker
    -> refused patron_excluded [11.3#2(b)]
    Ana joins
    -> refused patron_excluded [11.3#2(b)]
    Chen wagers 5 on player in box 2
    Ben wagers 50 on banker
    deal 2h 9c Kd Ks
=> Ana banker in box 2 of round 1 won 50
=> Chen player in box 2 lost 5

== the Director's decision is final, but for an inspector's review [11.6]
    Ana wagers 5 on player
    deal 2h 9c Kd Ks
    Ana disputes: it was a nine of spades
    ask for a review of dispute 1
    -> refused dispute_undecided [11.6]
    supervisor: decide dispute 1: it was not
    -> refused role_may_not [11.6]
    director: decide dispute 1: it was not
    director: decide dispute 1: it was
    -> refused dispute_decided [11.6]
    inspector: the review of dispute 1 says: no error
    -> refused review_not_asked [11.6]
    ask for a review of dispute 1
    inspector: the review of dispute 1 says: no error
"""


def all_scenarios() -> list[Scenario]:
    return [each for part in (IRREGULARITIES, PROVISIONS) for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-mini-baccarat"), scenario)
