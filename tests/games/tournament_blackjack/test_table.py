"""Tournament Blackjack around the round: boxes, wagers, limits, cards, the Director. By hand."""

import pytest

from houseway.games import game
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Tournament Blackjack"

WAGERS = """
== before the first card everybody at the table wagers, or is confirmed not to [4.1]
patrons Ana Ben
    Ana wagers 10 on blackjack
    no more bets
    -> refused wager_missing [4.1]
    patron: Ben does not wager
    -> refused role_may_not [4.1]
    dealer: Ben does not wager
    no more bets
=> awaits draw box 1 [6.2(a)]

== a round needs a wager [4.1]
patrons Ana
    open betting
    dealer: Ana does not wager
    no more bets                # nobody wagered: no round begins
    open betting
    Ana wagers 10 on blackjack
    dealer: Ana does not wager
    -> refused wager_placed [4.1]

== one patron to a box, one wager in it, and none on another's [4.2, 19.15]
    Ana wagers 10 on blackjack in box 3
    Ben wagers 10 on blackjack in box 3
    -> refused box_of_another [19.15]
    Ana wagers 10 on blackjack in box 4
    -> refused box_of_another [19.15]
    Ana wagers 10 on blackjack
    -> refused one_wager_per_box [19.15]
    Ben wagers 10 on blackjack in box 8
    -> refused no_such_box [terms: Box]
    Ben wagers 10 on blackjack
    deal Th Td 9c 8s 9s                    # Ben has box 1, Ana box 3
    Ben stands
    Ana stands
    deal 9d
=> Ben blackjack in box 1 stood off 10
=> Ana blackjack in box 3 won 10

== a box is free again when its patron leaves [terms: Box]
    Ana takes box 3
    Ben takes box 3
    -> refused box_of_another [terms: Box]
    Ana takes box 4
    -> refused box_of_another [terms: Box]
    Ana leaves
    Ben takes box 3

== an unknown wager is refused, and insurance is none before the deal [4.2]
    open betting
    Ana wagers 10 on dragon
    -> refused wager_not_offered [4.2]
    Ana wagers 10 on insurance
    -> refused wager_not_offered [4.2]
    Ana wagers 10 on hand 2
    -> refused wager_not_offered [4.2]

== from the first card no wager is placed, changed or taken back [4.3]
    Ana wagers 10 on blackjack
    Ana changes blackjack to 20
    Ben wagers 10 on blackjack
    Ben withdraws blackjack
    Ben wagers 15 on blackjack
    no more bets
    Ana changes blackjack to 10
    -> refused round_under_way [4.3]
    Ana withdraws blackjack
    -> refused round_under_way [4.3]
    Chen wagers 10 on blackjack
    -> refused round_under_way [4.3]
    deal Th Td 9c 8s 9s
    Ana stands
    Ben stands
    deal 9d
=> Ana blackjack in box 1 stood off 20
=> Ben blackjack in box 2 won 15

== nothing is dealt before no more bets, and every card is named [6.2, 6.1]
    deal 8h
    -> refused no_round_under_way [6.1]
    open betting
    deal 8h
    -> refused betting_open [6.2]
    Ana wagers 10 on blackjack
    no more bets
    deal
    -> refused card_not_named [6.1]
    no more bets
    -> refused betting_not_open [6.2]
    open betting
    -> refused round_under_way [4.1]

== negative stakes, and stakes that chips cannot make [4.2]
chips 5 25 100
limits minimum=5 multiple=1
    open betting
    Ana wagers -5 on blackjack
    -> refused amount_not_positive
    Ana wagers 6 on blackjack
    -> refused not_in_chips [4.2]

== a patron cannot stake chips not held
patrons Ana=20
    open betting
    Ana wagers 25 on blackjack
    -> refused not_enough_chips

== a card that cannot come is refused
    Ana wagers 10 on blackjack
    deal Th Th Th
    Ana splits
    deal Th
    Ana splits
    deal Th
    Ana splits
    deal Th
    Ana stands
    deal Th
    -> refused card_impossible
    deal Td
"""

LIMITS = """
== the first stake below the minimum is settled and brings an advice; the next is refused [3.3]
limits minimum=10 multiple=5
    Ana wagers 5 on blackjack
    deal Th 9c 9s
    Ana stands
    deal 8d
    open betting
    Ana wagers 5 on blackjack
    -> refused wager_below_minimum [3.3]
    Ana wagers 10 on blackjack
=> Ana blackjack in box 1 of round 1 won 5

== after the advice a small stake that is found is handed back, the side stake with it [3.3, 18.9]
options pairs=perfect
limits minimum=10, multiple=5, perfect pairs=10-100
    Ben wagers 10 on blackjack
    Ana wagers 5 on perfect pairs
    Ana wagers 10 on blackjack
    no more bets
    deal Th Td
    Ana is found with 5 on blackjack
    deal 9c 9s                             # the dealer's card, then Ben's second: Ana has no stake
    Ben stands
    deal 8d
=> Ana blackjack in box 2 void 5
=> Ana perfect pairs in box 2 void 5
=> Ben blackjack in box 1 won 10

== above the maximum only the maximum is paid [3.4, 8.1(a)]
limits maximum=100
    Ana wagers 150 on blackjack
    deal Ah 9c Kh
=> Ana blackjack in box 1 won 150 returned 150

== or collected [3.4, 13.1(e)]
limits maximum=100
    Ana wagers 150 on blackjack
    deal Th 9c 8s
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 100 returned 50

== a double, a split and insurance go by the good part of the stake [3.4, 7.1, 11.3]
limits maximum=100
    Ana wagers 150 on blackjack
    deal 8h Ac 8s
    Ana insures for 55
    -> refused insurance_above_half [7.1]
    Ana insures for 50
    Ana splits
    deal 3d
    Ana doubles
    deal 7d                                # 18 for 250, of which 200 are good
    deal Kd
    Ana stands                             # 18 for 100
    deal 8d                                # the dealer 19
=> Ana blackjack in box 1 lost 200 returned 50
=> Ana hand 2 in box 1 lost 100
=> Ana insurance in box 1 lost 50

== every hand of a box has the limits of the box [13.1(e); 3.1]
limits maximum=100, blackjack=5-2000
    Ana wagers 500 on blackjack
    deal 8h 9c 8s
    Ana splits
    deal Kd
    Ana stands
    deal Qd
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 500
=> Ana hand 2 in box 1 lost 500

== a stake off the multiple is refused [3.2]
    open betting
    Ana wagers 7 on blackjack
    -> refused wager_not_a_multiple [3.2]

== found off the multiple it is good down to the last whole one [3.2]
    Ana wagers 10 on blackjack
    no more bets
    Ana is found with 13 on blackjack
    deal Th 9c 8s
    Ana stands
    deal Td
=> Ana blackjack in box 1 lost 10 returned 3

== a stake on which a choice was made is not looked into again [4.3]
    Ana wagers 10 on blackjack
    deal 5h 9c 6s
    Ana doubles
    Ana is found with 50 on blackjack
    -> refused choice_made_on_it [4.3]

== the Director sets the limits, between rounds [3.1, 3.2]
    supervisor: set the limits to 25 and 500
    -> refused role_may_not [3.1]
    director: set the limits to 25 and 500
    director: set the multiple to 25
    Ana wagers 30 on blackjack
    -> refused wager_not_a_multiple [3.2]
    Ana wagers 50 on blackjack
    director: set the limits to 5 and 500
    -> refused round_under_way [3.1]

== halves of a stake must be in whole cents [13.2(a)]
    director: set the multiple to 0.25
    -> refused half_not_in_cents [13.2(a)]
"""

TABLE = """
== decks and shuffle are the Director's, with notice, before the tournament [2.3, 2.3(a), 2.3(b)]
    director: set decks to 8
    -> refused notice_not_given [2.3]
    director: give notice of a change of decks
    supervisor: set decks to 8
    -> refused role_may_not [2.3]
    director: set decks to 4
    -> refused option_unknown [2.3(a)]
    director: set decks to 8
    director: give notice of a change of shuffle
    director: set shuffle to automated
    check the cards
    Ana wagers 10 on blackjack
    deal Ah 9c Kh
    director: set decks to 6
    -> refused tournament_begun [2.3]
    director: set pairs to perfect
    -> refused tournament_begun [18.1]

== replaced cards are checked by the Director and the dealer before the next deal [2.4]
    replace the cards 8h
    -> refused role_may_not [2.4]
    director: replace the cards 8h
    open betting
    -> refused cards_unchecked [2.4]
    director: confirm the check of the replacement cards
    director: confirm the check of the replacement cards
    -> refused nothing_to_check [2.4]
    open betting
    -> refused cards_unchecked [2.4]
    dealer: confirm the check of the replacement cards
    Ana wagers 10 on blackjack
    director: replace the cards
    -> refused round_under_way [2.4]

== the cards are checked, shuffled and cut before the first round [2.2, 5.1, 5.3, 5.2(d)]
unprepared
patrons Ana Ben Chen
    shuffle
    -> refused not_next [5.1]
    director: check the cards
    -> refused role_may_not [2.2]
    check the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [5.2(a)]
    cut at 51 by Ana
    -> refused cut_too_near_the_end [5.3]
    cut at 261 by Ana
    -> refused cut_too_near_the_end [5.3]
    Ana declines the cut
    cut at 100 by Ben
    place the cutting card 51 from the back
    -> refused cutting_card_misplaced [5.3]
    place the cutting card 183 from the back
    -> refused cutting_card_misplaced [5.3]
    open betting
    -> refused cards_not_ready [5.1]
    place the cutting card 182 from the back
    open betting

== the first patron at the table is offered the cut of a new game [5.2(a)]
unprepared
patrons Ana Ben
    Ben takes box 1
    Ana takes box 2
    check the cards
    shuffle
=> awaits cut [5.2(a)]

== a supervisor cuts when nobody wants to [5.2 closing line; terms: Casino Supervisor]
unprepared
patrons Ana Ben
    check the cards
    shuffle
    supervisor: cut at 100
    -> refused cut_to_be_offered [5.2(a)]
    Ana declines the cut
    Ben declines the cut
    director: cut at 100
    -> refused role_may_not [5.3]
    supervisor: cut at 100
    place the cutting card 52 from the back
    open betting

== the cutting card in a round: finish it, shuffle, and its box cuts [5.4(a)#2, 5.2(b)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th Td 9c 8s
    the cutting card appears               # before Ben's second card
    deal 9s
    Ana stands
    Ben stands
    deal 9d
    collect the cards
    open betting
    -> refused cards_not_ready [5.1]
    shuffle
    cut at 100 by Ana
    -> refused not_offered [5.2(b)]
    cut at 100 by Ben
    place the cutting card 100 from the back
    open betting

== on the dealer's hand: the last box, at the dealer's far right, cuts [5.4(a)#2, 5.2(c)]
    Ana takes box 6
    Ben takes box 2
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th Td
    the cutting card appears
    the cutting card appears
    -> refused no_cutting_card [5.4]
    deal 9c 8s 9s
    Ben stands
    Ana stands
    deal 9d
    collect the cards
    shuffle
    cut at 100 by Ben
    -> refused not_offered [5.2(c)]
    Ana declines the cut                   # clockwise from box 6: box 2
    cut at 100 by Ben
    place the cutting card 100 from the back

== as the first card of a round it brings a shuffle at once, and stakes stay [5.4(a), 4.3, 5.2(b)]
    Ana takes box 6
    Ben takes box 2
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    the cutting card appears
    deal Th
    -> refused cards_not_ready [5.1]
    Ana withdraws blackjack
    -> refused round_under_way [4.3]
    shuffle
    cut at 100 by Ana
    -> refused not_offered [5.2(b)]
    cut at 100 by Ben                      # the first box with a wager
    place the cutting card 100 from the back
    deal Th Td 9c 8s 9s
    Ben stands
    Ana stands
    deal 9d
=> Ben blackjack in box 2 stood off 10
=> Ana blackjack in box 6 won 10

== the cutting card shows itself in a round only [5.4]
    the cutting card appears
    -> refused no_round_under_way [5.4]

== no burn at the start of a shoe: the first card is the first box's [6.2(a); terms: Burn]
unprepared
patrons Ana
    check the cards
    shuffle
    cut at 100 by Ana
    place the cutting card 100 from the back
    Ana wagers 10 on blackjack
    no more bets
=> awaits draw box 1 [6.2(a)]
"""

PROVISIONS = """
== the Director strikes out a game disturbed by fire, and refunds it [16.1, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    deal Ah 9c 9d Kh 7h
    end the interim settlement             # Ana has been paid 15
    supervisor: invalidate the outcome because of fire: in the kitchen
    -> refused role_may_not [16.1]
    director: invalidate the outcome because of fire: in the kitchen
=> result void
=> Ana blackjack in box 1 void 10
=> Ben blackjack in box 2 void 10
=> chips Ana 100
=> chips Ben 100

== or a round that cannot go on [16.4; terms: Tournament Director]
patrons Ana=100
    Ana wagers 10 on blackjack
    deal Th 9d 7s
    director: invalidate the outcome because of fraud affecting it by Ana: marked cards
=> result void
=> Ana blackjack in box 1 void 10
=> chips Ana 100

== a refund may be withheld from one who acted fraudulently, and from nobody else [16.4, 16.5]
patrons Ana=100 Ben=100
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th
    director: invalidate the outcome because of brawl: at the next table withholding Ana
    -> refused stakes_go_back [16.5]
    log a breach by Ben: rude words
    director: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ben
    -> refused nothing_to_forfeit [16.5]
    director: invalidate the outcome because of fraud affecting it by Ana: cheated withholding Ana
=> Ana blackjack in box 1 forfeited 10
=> Ben blackjack in box 2 void 10

== a contravention voids the offender's wagers, and the deal passes the box over [16.3, 16.3(a)]
    Ana wagers 10 on blackjack
    Ben wagers 10 on blackjack
    no more bets
    deal Th
    director: void the wagers of Ana
    -> refused no_breach_logged [16.3(a)]
    log a breach by Ana: a card counter in the sleeve
    director: void the wagers of Ana
    deal 9c 9d 9h                          # Ben, the dealer, Ben
    Ben stands
    deal 8d
=> Ana blackjack in box 1 void 10
=> Ben blackjack in box 2 won 10

== one who is excluded decides nothing more; the hand is dealt as an absent patron's [16.3(b), 14.7]
    Ana wagers 10 on blackjack
    deal 5h 9d 4s
    log a breach by Ana: a device
    director: exclude Ana
    deal 9h
    deal 8d
    collect the cards
    open betting
    Ana wagers 10 on blackjack
    -> refused patron_excluded [16.3(b)]
=> Ana blackjack in box 1 of round 1 won 10

== disputes are the Director's, with a review by an Inspector [16.6]
    Ana disputes: I said stand
    dealer: decide dispute 1: it stands
    -> refused role_may_not [16.6]
    ask for a review of dispute 1
    -> refused dispute_undecided [16.6]
    director: decide dispute 1: the card stays
    director: decide dispute 1: it does not
    -> refused dispute_decided [16.6]
    ask for a review of dispute 1
    inspector: the review of dispute 1 says: upheld
"""


def all_scenarios() -> list[Scenario]:
    return [each for part in (WAGERS, LIMITS, TABLE, PROVISIONS) for each in read_scenarios(part)]


@pytest.mark.parametrize("scenario", all_scenarios(), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(game("tournament-blackjack"), scenario)
