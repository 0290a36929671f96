"""Promotional tokens at Three Card Baccarat, worked out by hand.

`chips` counts a patron's tokens at their value, among the chips. With one area, Player gets the odd
cards and Banker the even; K Q 9 beats 2 3 4, both nine, by its picture cards.
"""

import pytest

from houseway.games import events as e
from houseway.games import game, tokens
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Three Card Baccarat"
GAME = game("three-card-baccarat")

TOKENS = """
== a token staked again and withdrawn is still collected when the last coup turns out lost
[12.6, 1.1 casino promotional token, 5.3]
patrons Ana=10
    Ana exchanges a voucher of 100
    Ana wagers 100 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c                 # won 95
    settle
    collect the cards
    open betting
    Ana wagers 60 in tokens on player in box 1
    Ana withdraws player in box 1
    an error in the result or the settlement is reported
    rebuild box 1: Kh 2d 2s                # a four: lost
    correct the coup
    Ana wagers 5 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
    Ana wagers 10 on player in box 1
=> Ana player in box 1 of round 1 lost 100
=> chips Ana 0

== a token that lies on the next coup cannot be collected for the last [12.6, 5.3]
patrons Ana=10
    Ana exchanges a voucher of 100
    Ana wagers 100 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c
    settle
    collect the cards
    open betting
    Ana wagers 100 in tokens on player in box 2
    an error in the result or the settlement is reported
    rebuild box 1: Kh 2d 2s
    correct the coup                       # 195 to give back, of 105 in chips
    deal Kd 2h Qc 3h 9d 4h                 # won: 95, and the token
    open betting
    Ana wagers 96 on player in box 1
    -> refused not_enough_chips
    Ana wagers 105 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
    Ana wagers 95 on player in box 1
    Ana wagers 100 in tokens on player in box 2
=> Ana player in box 1 of round 1 lost 100
=> Ana player in box 2 of round 2 won 95 returned 100
=> chips Ana 0

== a token that could not be collected does not come back when it is corrected again [12.6, 5.3]
patrons Ana=10
    Ana exchanges a voucher of 100
    Ana wagers 100 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c
    settle
    collect the cards
    open betting
    Ana wagers 100 in tokens on player in box 2
    an error in the result or the settlement is reported
    rebuild box 1: Kh 2d 2s
    correct the coup
    an error in the result or the settlement is reported
    rebuild box 1: Kh Qd 9s                # right the first time
    correct the coup
    Ana wagers 5 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
=> Ana player in box 1 of round 1 won 95 returned 100

== a single-use token that should have won is collected all the same [12.6, 5.3]
patrons Ana=10
    Ana exchanges a voucher of 100 with the condition single use
    Ana wagers 100 in tokens on player in box 1
    deal Kh 2c 2d 3c 2s 4c                 # a four: lost
    settle
    an error in the result or the settlement is reported
    rebuild box 1: Kh Qd 9s
    correct the coup
    collect the cards
    open betting
    Ana wagers 5 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
=> Ana player in box 1 of round 1 won 95 returned 0
=> chips Ana 105

== tokens win chips, and come back as tokens [1.1 casino promotional token, 11.1.1, 5.3]
patrons Ana=20
    Ana exchanges a voucher of 100
    Ana wagers 25 on player in box 1
    -> refused not_enough_chips
    Ana wagers 100 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c
    open betting
    Ana wagers 116 on player in box 1
    -> refused not_enough_chips
    Ana wagers 105 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
    Ana wagers 115 on player in box 1
    Ana wagers 100 in tokens on player in box 1
=> Ana player in box 1 of round 1 won 95 returned 100
=> chips Ana 0

== a single-use token wins once, and a stand off is no use [1.1 casino promotional token, 5.1.1.1]
[5.3; 1.1 stand off]
patrons Ana=20
    Ana exchanges a voucher of 100 with the condition single use
    Ana wagers 100 in tokens on player in box 1
    deal Kh Kc Qd Qc Js Jh                 # both three picture cards
    open betting
    Ana wagers 100 in tokens on player in box 1
    deal Ks 2c Qs 3c 9s 4c
    open betting
    Ana wagers 5 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
=> Ana player in box 1 of round 1 stood off 100
=> Ana player in box 1 of round 2 won 95 returned 0
=> chips Ana 115

== a winning token of odd value is paid to the next chip [5.11, 5.3]
chips 1 5 25 100
patrons Ana=20
    Ana exchanges a voucher of 15
    Ana wagers 5 on player in box 1
    Ana wagers 10 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c                 # 14.25, paid as 15
=> Ana player in box 1 won 15 returned 15
=> chips Ana 50

== chips and tokens are lost together, and beside each other [5.1.1.3, 5.1.2, 5.3]
patrons Ana=20
    Ana exchanges a voucher of 30
    Ana wagers 10 on player in box 1
    Ana wagers 15 in tokens on player in box 1
    Ana wagers 5 in tokens on tie in box 1
    deal 2h 2c 2d 3c 2s 4c                 # a six against a nine
=> Ana player in box 1 lost 25
=> Ana tie in box 1 lost 5
=> chips Ana 20                            # ten of them in tokens

== one wager on Three Picture Cards may be of both, and stays one [11.1.4, 5.3; 5.9]
    Ana exchanges a voucher of 5
    Ana wagers 10 on three picture cards
    Ana wagers 10 on three picture cards
    -> refused one_wager_there [5.9]
    Ana wagers 5 in tokens on three picture cards
    deal Kc Qc Jh                          # Banker alone
=> Ana three picture cards won 1050 returned 15

== tokens move with their wager [5.3]
patrons Ana=20
    Ana exchanges a voucher of 10
    Ana wagers 10 in tokens on three picture cards
    Ana moves three picture cards onto banker total 9
    Ana wagers 5 in tokens on three picture cards
    -> refused not_enough_tokens [5.3]
    deal 2c 3c 4c
    open betting
    Ana wagers 10 in tokens on banker total 9
    Ana wagers 100 on banker total 8
=> Ana banker total 9 of round 1 won 80 returned 10
=> chips Ana 0

== a full area takes no fourth patron's tokens, but those of one who is there [5.6, 5.3]
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 1
    Chen wagers 10 on player in box 1
    Dora exchanges a voucher of 10
    Dora wagers 10 in tokens on player in box 1
    -> refused area_full [5.6]
    Ana exchanges a voucher of 10
    Ana wagers 10 in tokens on player in box 1
    deal Kh 2c Qd 3c 9s 4c
=> Ana player in box 1 won 19 returned 20

== a refused wager gives tokens back as tokens [14.12, 5.3]
patrons Ana=20
    Ana exchanges a voucher of 10
    Ana wagers 10 in tokens on player in box 1
    supervisor: refuse the wager of Ana on player in box 1 because it came late
    Ana wagers 25 on player in box 1
    -> refused not_enough_chips
    Ana wagers 15 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
    Ana wagers 10 in tokens on player in box 1
=> chips Ana 20

== a misdeal gives tokens back as tokens, single use or not [12.3, 5.3]
patrons Ana=20
    Ana exchanges a voucher of 10 with the condition single use
    Ana wagers 10 in tokens on player in box 1
    deal Kh 2c
    declare a misdeal: two cards stuck together
    collect the cards
    open betting
    Ana wagers 25 on player in box 1
    -> refused not_enough_chips
    Ana wagers 15 in tokens on player in box 1
    -> refused not_enough_tokens [5.3]
    Ana wagers 10 in tokens on player in box 1
=> Ana player in box 1 of round 1 void 10
=> chips Ana 20

== tokens lie where chips may lie, and nowhere else [5.1, 5.2.2, 5.4, 6.1]
limits minimum=10 maximum=100
    Ana exchanges a voucher of 200
    Ana wagers 10 in tokens on banker
    -> refused wager_not_offered [5.1]
    Ana wagers 10 in tokens on player in box 9
    -> refused no_such_box [5.4]
    Ana wagers 10 in tokens on tie in box 1
    -> refused tie_without_player [5.2.2]
    Ana wagers 5 in tokens on player in box 1
    -> refused wager_below_minimum [6.1]
    Ana wagers 60 on player in box 1
    Ana wagers 50 in tokens on player in box 1
    -> refused wager_above_maximum [6.1]
    Ana wagers 40 in tokens on player in box 1
    deal Kh
    Ana wagers 10 in tokens on three picture cards
    -> refused round_under_way [5.4]

== a voucher is exchanged by the dealer, on conditions that the table can keep
[1.1 casino promotional token, 14.3.2]
    Ana exchanges a voucher of 0
    -> refused amount_not_positive [1.1 casino promotional token]
    Ana exchanges a voucher of 50 with the condition Tuesdays only
    -> refused condition_unknown [1.1 casino promotional token]
    supervisor: Ana exchanges a voucher of 50
    -> refused role_may_not [1.1 casino promotional token]
    Ana exchanges a voucher of 50
    supervisor: log a prohibited device with Ana as patron: a computer
    supervisor: exclude Ana
    Ana exchanges a voucher of 50
    -> refused patron_excluded [14.3.2]
"""


@pytest.mark.parametrize("scenario", read_scenarios(TOKENS), ids=lambda each: each.title)
def test_the_rules_make_of_tokens(scenario: Scenario) -> None:
    """Three Card Baccarat 5.3: and no token is made, nor a debt paid with one."""
    session = check(GAME, scenario)
    play, issued = GAME.begin(session.setup), 0
    for step in session.steps:
        for event in step.events:
            GAME.evolve(play, event)
            issued += event.amount if isinstance(event, tokens.TokensIssued) else 0
        for patron in play.layout.counted:
            assert play.layout.chips[patron] >= tokens.held(play, patron).total, step
        piles = (*play.tokens.held.values(), *play.tokens.staked.values())
        assert sum(pile.total for pile in piles) <= issued


def test_what_a_patron_cannot_give_back_is_on_record() -> None:
    """Three Card Baccarat 12.6: the token lies elsewhere, and 105 of 195 are there."""
    title = "a token that lies on the next coup cannot be collected for the last"
    scenario = next(each for each in read_scenarios(TOKENS) if each.title == title)
    events = [event for step in check(GAME, scenario).steps for event in step.events]
    corrected = [each for each in events if isinstance(each, e.SettlementCorrected)]
    assert [each.shortfall for each in corrected] == [90_00]
