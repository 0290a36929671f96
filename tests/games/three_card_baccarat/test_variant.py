"""From and to Even Money Three Card Baccarat: by sign or by consent, between coups (14.8).

With one area, Player gets the odd cards and Banker the even. K Q 6 is a six, order 11; it beats
2 2 A, a five, order 16.
"""

import pytest

from houseway.games import game
from houseway.games.game import Setup
from houseway.games.house import GiveNotice
from houseway.games.three_card_baccarat import vocabulary as v
from houseway.games.three_card_baccarat.rules import EVEN_MONEY, STANDARD, Options, cite
from houseway.rulebook.roles import Role
from tests.games.scenarios import Scenario, check, read_scenarios

DOCUMENT = "Three Card Baccarat"
GAME = game("three-card-baccarat")
SUPERVISOR = Role.GAMING_SUPERVISOR

CHANGES = """
== a coup settled wrongly before the change is corrected by the game it was played as
[12.6, 14.8, 11.1.1; 10.1]
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd 2h 3s Ad                 # a three: lost
    settle
    collect the cards
    supervisor: give notice of a change of variant
    supervisor: change the game to even money
    an error in the result or the settlement is reported
    rebuild box 1: Kh Qd 6s                # it was a six; Even Money would pay 50
    correct the coup
=> Ana player in box 1 won 95 returned 100

== by sign the game changes between coups, and has its own odds from then on [14.8, 11.1.1, 11.2.1]
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
    settle
    collect the cards
    supervisor: change the game to even money
    -> refused notice_not_given [14.8]
    supervisor: give notice of a change of variant
    change the game to even money
    -> refused role_may_not [14.8]
    supervisor: change the game to even money
    open betting
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
=> Ana player in box 1 of round 1 won 95
=> Ana player in box 1 of round 2 won 50

== one sign is for one change [14.8]
    Ana sits at box 1
    supervisor: give notice of a change of variant
    supervisor: change the game to even money
    supervisor: change the game to standard
    -> refused notice_not_given [14.8]
=> awaits open [5.4]

== by consent it takes everybody seated or in the last coup [14.8]
    Ana sits at box 1
    Ana wagers 10 on player in box 1
    Ben wagers 10 on player in box 2
    deal Kh 3h 2c Qd 3d 2h 6s 3s Ad
    settle
    collect the cards
    Chen sits at box 3
    Ana consents to even money
    Ben consents to even money
    supervisor: change the game to even money
    -> refused notice_not_given [14.8]     # Chen sits there
    Chen consents to even money
    supervisor: change the game to even money
    supervisor: change the game to standard
    -> refused notice_not_given [14.8]     # they agreed to one change
=> awaits open [5.4]

== the last coup counts, not the one before it, nor somebody who has left [14.8]
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
    settle
    collect the cards
    open betting
    Ben wagers 10 on player in box 2
    Chen wagers 10 on player in box 3
    Dora wagers 10 on player in box 4
    Dora withdraws player in box 4         # she took no part in the coup
    deal Kh 3h 2c Qd 3d 2h 6s 3s Ad
    settle
    collect the cards
    Ana consents to even money
    -> refused not_taking_part [14.8]
    Dora consents to even money
    -> refused not_taking_part [14.8]
    Ben consents to even money
    supervisor: change the game to even money
    -> refused notice_not_given [14.8]
    Chen leaves
    supervisor: change the game to even money
=> awaits open [5.4]

== a consent is to the change at hand: it lapses with the next first card [14.8]
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
    settle
    Ana consents to even money
    collect the cards
    open betting
    Ana wagers 10 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
    settle
    collect the cards
    supervisor: change the game to even money
    -> refused notice_not_given [14.8]
=> awaits open [5.4]

== who consents and leaves, and comes back, is asked again [14.8]
    Ana sits at box 1
    Ana consents to even money
    Ana leaves
    Ana sits at box 2
    supervisor: change the game to even money
    -> refused notice_not_given [14.8]
    Ana consents to even money
    supervisor: change the game to even money
    Ana consents to standard
    supervisor: change the game to standard
=> awaits open [5.4]

== neither wagers nor a coup are under the odds of two games [14.8]
    Ana sits at box 1
    Ana consents to even money
    open betting
    supervisor: change the game to even money
    -> refused round_under_way [14.8]
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd
    supervisor: change the game to even money
    -> refused round_under_way [14.8]
    deal 2h 6s Ad
    settle
    supervisor: change the game to even money
    -> refused round_under_way [14.8]
=> Ana player in box 1 won 95

== there are two games, and one of them is in play [14.8]
options variant=even money
    Ana sits at box 1
    supervisor: change the game to even money
    -> refused game_in_play [14.8]
    Ana consents to even money
    -> refused game_in_play [14.8]
    supervisor: change the game to four card baccarat
    -> refused no_such_game [14.8]
    Ana consents to four card baccarat
    -> refused no_such_game [14.8]
    supervisor: set variant to standard
    -> refused no_such_setting [14.8]
    Ana consents to standard
    supervisor: change the game to standard
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd 2h 6s Ad
=> Ana player in box 1 won 95

== where nobody takes part nobody needs to be told [14.8]
    supervisor: change the game to even money
    Ana wagers 100 on player in box 1
    deal Kh 2c Qd 2h 7s Ad                 # a seven pays even money
=> Ana player in box 1 won 100
"""


@pytest.mark.parametrize("scenario", read_scenarios(CHANGES), ids=lambda each: each.title)
def test_the_rules_make_of_it(scenario: Scenario) -> None:
    check(GAME, scenario)


def test_the_sign_of_the_odds_goes_up_and_comes_down_with_the_game() -> None:
    """Three Card Baccarat 2.4 and 14.8: odds and sign change together (reading 3C-18)."""
    play = GAME.begin(Setup(Options(), GAME.limits))

    def odds_sign() -> list[str]:
        return [text for text, clause in GAME.sign(play) if clause == cite("2.4")]

    assert odds_sign() == []
    for variant, lines in ((EVEN_MONEY, 6), (STANDARD, 0)):
        GAME.do(play, GiveNotice("variant"), SUPERVISOR)
        GAME.do(play, v.ChangeGame(variant), SUPERVISOR)
        assert len(odds_sign()) == lines
        if lines:
            assert {"player pays 1 to 1", "player on 6 pays 1 to 2"} < set(odds_sign())
