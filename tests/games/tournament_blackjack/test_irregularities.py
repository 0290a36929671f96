"""Tournament Blackjack when something goes wrong: sections 14 and 20, worked out by hand."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Blackjack"

IRREGULARITIES = """
== a card face up in the shoe is burnt, and the next one takes its place [14.1; terms: Burn]
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    a card is found face up: 2h
    deal 9c 8s
    Ana stands
    deal 8d
=> result dealer 17
=> Ana blackjack in box 1 won 10

== a card drawn in error is the next card, seen [14.2, 13.1(b)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 6h                    # Ana 18, Ben 15
    Ana stands
    a card is drawn in error: 5h           # pushed to Ana, who stands
    Ben hits
    deal Kd
    -> refused held_card_first [14.2]
    use the held card
    Ben stands
    deal 8d
=> Ben blackjack in box 2 won 10
=> Ana blackjack in box 1 won 10

== or unseen [14.2, 6.1]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 6h
    Ana stands
    a card is drawn in error
    Ben hits
    use the held card
    -> refused card_not_named [6.1]
    use the held card 6d                   # 21
    deal 8d
=> Ben blackjack in box 2 won 10

== left over, it opens the next round [14.2, 6.2(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    a card is drawn in error: Ah
    settle
    Ana wagers 20 on blackjack
    deal 9c Kd                             # the held ace has gone to box 1 before them
=> Ana blackjack in box 1 won 30

== a card that is due is no error [14.2, 12.1(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    Ana hits
    a card is drawn in error: 5h
    -> refused card_is_due [14.2]
    deal 5h
    a card is drawn to the dealer in error: 2h
    -> refused card_is_due [12.1(a)]
    deal 8d

== burnt in error a card stays burnt [14.2]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    Ana hits
    a card is burnt in error: 5h
    deal 4h
    Ana stands
    deal 8d
=> Ana blackjack in box 1 won 10

== a card too many on the dealer's hand is burnt [14.3, 13.1(b)]
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    a card is drawn to the dealer in error: 4h
=> result dealer 17
=> Ana blackjack in box 1 won 10

== and so is the dealer's second card drawn before its time [14.3, 12.1(a)]
    Ana wagers 10 on blackjack
    deal Th 9d 6s
    end the interim settlement
    a card is drawn to the dealer in error: Td
    Ana hits
    deal 5h
    deal 8d
=> result dealer 17
=> Ana blackjack in box 1 won 10

== hands dealt in the wrong order are rebuilt, and the round goes on [14.4, 13.1(e)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 2c 9d 8s 7h                    # Ana 18, Ben 9
    rebuild the round from 2c Th 9d 8s
    -> refused card_left_out [14.4]: 7h: on record for this round
    rebuild the round from 2c Th 9d 8s 7h  # Ana 10, Ben 17
    Ana hits
    deal 6h                                # 16
    Ana stands
    Ben stands
    deal 7d                                # the dealer 16
    deal 2h
=> result dealer 18
=> Ana blackjack in box 1 lost 10
=> Ben blackjack in box 2 lost 10

== a choice on cards that change is made anew, and its card is the next one [14.4, 14.2]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal 6h 9c 9d 5s 7h                    # Ana 11, Ben 16
    Ana doubles
    deal Th
    rebuild the round from 9c 6h 9d 5s 7h Th
    Ana hits                               # Ana 14: the double is taken back
    use the held card                      # 24
    Ben stands                             # Ben 13
    deal 8d
=> Ana blackjack in box 1 lost 10
=> Ben blackjack in box 2 lost 10
=> chips Ana 90

== a choice on cards that stay stands [14.4, 9.1(d)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    Chen wagers 10 on blackjack
    deal Th 9c 2d 9d 8s 7h 5h              # Ana 18, Ben 16, Chen 7
    Ana stands
    Ben hits
    deal 4h                                # Ben 20
    Ben stands
    rebuild the round from Th 2d 9c 9d 8s 7h 5h 4h
    Ben hits                               # Ana stands still; Ben has 9, and the 4h is next
    use the held card
    Ben stands                             # 13
    Chen hits                              # 14
    deal 3c
    Chen stands
    deal 8d
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 lost 10
=> Chen blackjack in box 3 stood off 10

== a blackjack paid early is taken back with the cards it rested on [14.4, 8.1(a)]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 20 on blackjack
    deal Ah 9c 9d Kh Td
    end the interim settlement
    rebuild the round from 9c Ah 9d Kh Td  # the blackjack was Ben's
    Ana stands
    deal 8d
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 won 30
=> chips Ana 110
=> chips Ben 130

== split hands, insurance and even money are laid again as they were [14.4, 10.1, 7.2, 8.1(b)]
patrons Ana=100 Ben=100 Chen=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    Chen wagers 10 on blackjack
    deal 8h Ah 5c Ad 8d Kh 6c              # Ana 16, Ben blackjack, Chen 11
    Ana insures for 5
    Ben takes even money
    Ana splits
    deal Kc
    Ana stands
    deal 9c
    Ana stands
    Chen hits
    deal Td
    rebuild the round from 8h Ah 5c Ad 8d Kh 6c Kc 9c Td
    deal 7d                                # the dealer soft 18
=> Ana insurance in box 1 lost 5
=> Ana blackjack in box 1 stood off 10
=> Ana hand 2 in box 1 lost 10
=> Ben blackjack in box 2 won 10
=> Chen blackjack in box 3 won 10
=> chips Ana 85
=> chips Ben 110
=> chips Chen 110

== a settled round is rebuilt while its cards lie there [14.4, 13.1(e)]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    settle
    rebuild the round from 9d Th 8s 8d     # Ana 17, the dealer 18
    Ana stands
    use the held card
=> Ana blackjack in box 1 lost 10
=> chips Ana 90

== a round with a voided stake is not rebuilt [14.4]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Th 9c 9d 8s 7h
    log a breach by Ana: a device
    director: void the wagers of Ana
    rebuild the round from 9c Th 9d 8s 7h
    -> refused stake_voided [14.4]

== nothing to rebuild without cards [14.4, 14.3]
    open betting
    rebuild the round from Th
    -> refused no_round_under_way [14.4]
    a card is drawn to the dealer in error: Td
    -> refused no_round_under_way [14.3]
    Ana wagers 10 on blackjack
    no more bets
    rebuild the round from Th
    -> refused no_round_under_way [14.4]
    a card is drawn to the dealer in error: Td
    -> refused no_round_under_way [14.3]
    deal Th 9d 8s
    Ana stands
    deal 8d

== after its end a round is rebuilt no more: an error voids it [14.5, terms: Void]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    settle
    an error is found in round 1
    -> refused next_round_not_begun [14.5]: rebuild it
    collect the cards
    an error is found in round 1
=> Ana blackjack in box 1 void 10
=> chips Ana 100

== the first card of the next round makes no difference to it [14.5]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    Ana stands
    deal 8d
    settle
    collect the cards
    Ana wagers 20 on blackjack
    no more bets
    an error is found in round 1
=> Ana blackjack in box 1 of round 1 void 10
=> chips Ana 80

== no card is reported before there is a shoe [14.1, 14.2]
unprepared
    a card is found face up: 2h
    -> refused cards_not_ready [14.1]
    a card is drawn in error: 2h
    -> refused cards_not_ready [14.2]
    a card is burnt in error: 2h
    -> refused cards_not_ready [14.2]
=> awaits check [2.2]

== perfect pairs that were settled are settled again [14.4, 18.12(a)]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    Ben wagers 10 on blackjack
    deal 8h Th 9c 8c 7d                    # Ana a pair, Ben 17
    settle the perfect pairs
    rebuild the round from Th 8h 9c 8c 7d  # Ana 18, Ben 15
    Ana stands
    Ben stands
    deal 8d                                # the dealer 17
=> Ana perfect pairs in box 1 lost 5
=> Ana blackjack in box 1 won 10
=> Ben blackjack in box 2 lost 10

== and with the rebuilding itself: the interim settlement is next [14.4, 18.12(a)]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    Ben wagers 10 on blackjack
    deal 8h Th 9c 8c 7d
    settle the perfect pairs
    rebuild the round from Th 8h 9c 8c 7d
=> awaits settle interim [8.1]
=> Ana perfect pairs in box 1 lost 5

== a card to the dealer in error is one that is still in the shoe [14.1]
    Ana wagers 10 on blackjack
    deal Th 9d 8s
    a card is found face up: Kd
    a card is found face up: Kd
    a card is found face up: Kd
    a card is found face up: Kd
    a card is found face up: Kd
    a card is found face up: Kd
    a card is drawn to the dealer in error: Kd
    -> refused card_impossible

== those that were not yet settled still await it [14.4, 18.12]
options pairs=perfect
    Ana wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    Ben wagers 10 on blackjack
    deal 8h Th 9c 8c 7d
    rebuild the round from Th 8h 9c 8c 7d
=> awaits settle perfect pairs [18.12]

== an error found after the next round has begun voids its own round only [14.5, terms: Void]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 20 on blackjack
    an error is found in round 2
    -> refused next_round_not_begun [14.5]: rebuild it
    no more bets
    deal Th
    an error is found in round 1
    an error is found in round 1
    -> refused round_already_void [14.5]
    an error is found in round 2
    -> refused next_round_not_begun [14.5]
    an error is found in round 7
    -> refused no_such_round [14.5]
    deal 9d 8s
    Ana stands
    deal 8d
=> Ana blackjack in box 1 of round 1 void 10
=> Ana blackjack in box 1 of round 2 won 20
=> chips Ana 120

== for an absent patron cards are dealt until the hand passes eleven [14.7, 13.1(e)]
    Ana wagers 10 on blackjack
    deal 2h 9d 3s
    patron: Ana is absent
    -> refused role_may_not [14.7]
    dealer: Ana is absent
    Ana stands
    -> refused patron_not_there [14.7]
    deal 4h
    deal 8h                                # 17: it stands
    deal Td
=> Ana blackjack in box 1 lost 10

== an absent patron's soft hand stands, and splits nothing [14.7, 13.1(e)]
    Ana wagers 10 on blackjack
    deal Ah 9d As
    dealer: Ana is absent
    deal 8d                                # twelve stands against seventeen
=> result dealer 17
=> Ana blackjack in box 1 lost 10

== absence is declared when the turn comes [14.7]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal 2h 3h 9d 3s 4s
    end the interim settlement
    dealer: Ben is absent
    -> refused not_your_turn [14.7]
    director: Ana is absent
    dealer: Ana is absent
    -> refused already_absent [14.7]
"""

DEVICE = """
== an automated shoe is shuffled once by the dealer and not cut [20.2, 20.1]
options shuffle=automated
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    -> refused no_cut_in_automated_shoe [20.1]
    place the cutting card 100 from the back
    -> refused no_cut_in_automated_shoe [20.1]
    Ana wagers 10 on blackjack
    no more bets
    the cutting card appears
    -> refused no_cutting_card [20.1]
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== used cards go back into it: the same card may come once too often for a shoe [20.2]
options shuffle=automated, decks=5
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
    Ana wagers 10 on blackjack
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== it fails: the round is completed, then a cutting card one deck from the back [20.3, 20.3(a)]
options shuffle=automated
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    the automated shoe malfunctions: a squeak
    -> refused no_malfunction [20.3 closing line 2]
    the automated shoe malfunctions: shuffling impeded
    place the cutting card 52 from the back
    -> refused round_under_way [20.3]
    shuffle the remaining cards
    -> refused round_under_way [20.3]
    deal 9d 8s
    Ana stands
    deal 8d
    collect the cards
    open betting
    -> refused shoe_has_failed [20.3]
    place the cutting card 25 from the back
    -> refused cutting_card_misplaced [20.3(a)]
    place the cutting card 79 from the back
    -> refused cutting_card_misplaced [20.3(a)]
    place the cutting card 52 from the back
    Ana wagers 10 on blackjack
    no more bets
=> Ana blackjack in box 1 of round 1 won 10

== or its cards are shuffled and cut, and it is replaced [20.3(b), 20.3 closing line 1, 5.3, 2.4]
options shuffle=automated
patrons Ana
    the automated shoe malfunctions: cards unfit
    the automated shoe malfunctions: cards unfit
    -> refused no_automated_shoe [20.1]
    shuffle
    -> refused shoe_has_failed [20.3]
    shuffle the remaining cards
    cut at 40 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 100 by Ana
    place the cutting card 40 from the back
    -> refused cutting_card_misplaced [5.3]
    place the cutting card 100 from the back
    Ana wagers 10 on blackjack
    no more bets
    deal Th
    the cutting card appears
    deal 9d 8s
    Ana stands
    deal 8d
    collect the cards
    open betting
    -> refused shoe_to_be_replaced [20.3 closing line 1]
    dealer: replace the shoe by one that is manual
    -> refused role_may_not [20.3 closing line 1]
    director: replace the shoe by one that is broken
    -> refused no_such_shoe [20.3 closing line 1]
    director: replace the shoe by one that is manual
    shuffle
    open betting
    -> refused cards_unchecked [2.4]
    director: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    cut at 100 by Ana                      # rule 5 applies again
    place the cutting card 100 from the back
    open betting

== replaced by another automated shoe, rule 20 stays [20.3 closing line 1, 20.2, 20.1]
options shuffle=automated
    the automated shoe malfunctions: shuffling prevented
    place the cutting card 26 from the back
    Ana wagers 10 on blackjack
    no more bets
    the cutting card appears               # the first card of the round: the shoe ends at once
    director: replace the shoe by one that is automated
    director: confirm the check of the replacement cards
    dealer: confirm the check of the replacement cards
    shuffle
    cut at 100 by Ana
    -> refused no_cut_in_automated_shoe [20.1]
    deal Ah 9d Kh
=> Ana blackjack in box 1 won 15

== no malfunction without an automated shoe, and no replacing of one that works [20.1, 20.3(b)]
    the automated shoe malfunctions: cards unfit
    -> refused no_automated_shoe [20.1]
    shuffle the remaining cards
    -> refused no_failed_shoe [20.3(b)]
    director: replace the shoe by one that is manual
    -> refused shoe_not_spent [20.3 closing line 1]
"""


def all_scenarios() -> list[Scenario]:
    return [each for part in (IRREGULARITIES, DEVICE) for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-blackjack"), scenario)
