"""Tournament Canberra Poker: sessions and rounds, each situation with its clause."""

from __future__ import annotations

import pytest

from houseway.rulebook.document import document
from houseway.table.view import Viewer
from houseway.tournament.shown import shown
from tests.tournament.cases import Case, check, read
from tests.tournament.hall import PATRON, Hall

DOCUMENT = "Tournament Canberra Poker"
SLUG = "tournament-canberra-poker"

# Ana, Ben and Chen sit at boxes 2, 4 and 5 with 100 chips each and stake 10 to 50 a round:
# boxes 2, 4 and 5 in turn, clockwise.
CASES = read("""
    the seats are drawn                                            | SeatsDrafted          | [15.6]
    the seats are chosen by the one in charge                      | by_ballot_only        | [15.6]
    the seats are drawn once more without a reason                 | no_reason             | [15.6]
    a fixed seat without a reason                                  | no_reason             | [15.6]
    two fixed at one seat                                          | seat_taken            | [15.6]
    three to sit at two places                                     | too_few_places        | [15.7]
    a table that serves another session                            | table_in_use          | [15.6]
    two who are kept apart, at two tables                          | apart: True           | [15.6]
    two who are kept apart, at one table | cannot_be_kept_apart | [15.2(f)]
    a table closes, and who sat there is drawn anew | table 1, free box: True, 100 | [15.6]
    somebody takes the seat in time                                | SeatTaken             | [15.8]
    somebody takes the seat at the starting time, before the session begins | SeatTaken | [15.8]
    somebody is not there when the session begins | forfeited, holds 0, fee stays: True | [15.8]
    a reserve sits down where somebody was not there               | box 5, 100            | [15.9]
    the session begins before its time                             | before_the_start      | [15.8]
    the session begins after the conditions have changed           | not_approved          | [15.3]
    the start is changed an hour before                            | start_fixed           | [15.3]
    the start is changed when it has come                          | no_notice             | [15.3]
    the start is changed five minutes before                       | 5 minutes, short: True | [15.3]
    a break of ten minutes                                         | BreakCalled           | [15.17]
    a break during a round                                         | round_under_way       | [15.17]
    a round during a break                                         | break                 | [15.17]
    a round after a break of stated length                         | RoundBegun            | [15.14]
    a direction about the pace                                     | DirectionGiven        | [15.18]
    half a minute for a wager is announced                         | TimeLimitSet          | [15.18]
    limits that the conditions do not have are announced | not_in_the_conditions | [15.2(g)]
    limits of the conditions that were not announced | limits_not_announced | [15.2(g)]
    limits of the conditions that were announced | 20 to 80 | [15.2(g)]
    a count that adds up                                           | TableCounted          | [15.19]
    a count of ten chips too many                                  | count_does_not_add_up | [15.19]
    a count without ten chips that are known to be missing         | 10 missing            | [15.19]
    a count that leaves somebody out                               | not_all_counted       | [15.19]
    a count by staff where the table is conducted                  | wrong_source          | [15.19]
    a count from the log of a conducted table                      | TableCounted          | [15.19]
    staff report somebody out who holds the minimum                | can_stake_the_minimum | [15.13]
    staff report somebody out with nine chips | eliminated after round 4 with 9 | [15.13]
    a table is ended with rounds to play | not_finished | [15.2(b)]
    one round too many | session_finished | [15.2(b)]
    a session of one round | SessionEnded | [15.2(b)]
    a void round does not count                                    | RoundBegun            | [15.14]
    the clock runs out in a round, which is finished | session_finished | [15.2(b)]
    the last table is ended and counted                            | CountsRecorded ended  | [15.19]
    a session is concluded early with the leader certain           | not_of_this_document  | [15.2]
    the marker over four rounds | 2 4 5 2 | [terms: Marker]
    the order of wagering from the second box on                   | 2 3 1                 | [15.14]
    the marker after its next holder is eliminated                 | 5                     | [15.14]
    the marker after a void round with stakes                      | 4                     | [15.14]
    a misdeal in a game that has none                              | not_of_this_document  | [15.13]
    the marker after a round without stakes                        | 2                     | [15.14]
    the dealer calls the first                                     | TurnOpened            | [15.15]
    the dealer calls the second first                              | not_their_turn        | [15.14]
    the dealer calls the second while the first has staked nothing | turn_open             | [15.15]
    no more bets while somebody has staked nothing                 | wagers_outstanding    | [15.15]
    a stake in turn                                                | StakePlaced           | [15.13]
    a stake is changed in the own turn                             | StakePlaced           | [15.13]
    a stake is changed when the next has been called               | stake_locked          | [15.14]
    a stake out of turn | stands at 20, OutOfTurn | [15.14]
    a stake out of turn is changed                                 | stake_locked          | [15.14]
    a first stake out of turn is declared void                     | stake_stands          | [15.14]
    a second stake out of turn is declared void                    | StakeVoided           | [15.14]
    a stake declared void is replaced                              | out_of_this_round     | [15.13]
    somebody who is present stakes nothing                         | due: False            | [15.13]
    a stake in another's box                                       | not_your_box          | [15.6]
    a stake for somebody else                                      | not_your_own          | -
    a stake of more than is held                                   | more_than_held        | [15.12]
    a stake of sixty where fifty is the most | 50 | [3.4]
    stakes that risk nine where ten is the least                   | RiskAdvised           | [15.13]
    stakes that risk nine after the advice                         | risk_below_minimum    | [15.13]
    ten chips against a minimum of ten                             | in: True              | [15.13]
    nine chips against a minimum of ten | eliminated after round 1 with 9, in: False | [15.13]
    everybody is below the minimum                                 | 3 out, ended          | [15.13]
    time for a wager runs out | restricted: False, twenty: StakePlaced | [15.18]
    time for a wager is reported a second early                    | time_left             | [15.18]
    a pass card                                                    | not_of_this_document  | [15.2]
    an undisclosed wager                                           | not_of_this_document  | [15.2]
    the minimum is deducted from somebody absent                   | not_of_this_document  | [15.2]
    chips out of sight                                             | InfringementLogged    | [15.11]
    chips are exchanged                                            | InfringementLogged    | [15.12]
    advice is sought                                               | InfringementLogged    | [15.16]
    another rule is broken                                         | InfringementLogged    | [14.3]
    somebody is put out for breaking a rule | excluded, keeps 0, in: False | [14.3(b)]
    somebody is put out without facts | no_facts | [14.3(b)]
    a round while a dispute is open                                | dispute_open          | [14.6]
    a round after the dispute was decided                          | open again            | [14.6]
    chips of two who play on, level on sixty | {1: 60, 2: 60} | [15.21]
    chips of two who play on, level on five | {1: 100, 2: 100} | [15.21]
    two who play on fall to five each | still (1, 2) with {1: 100, 2: 100} | [15.21]
    all are out, one place to go on | {1: 100, 2: 100}, then [2, 3] go on | [15.21]
    the last one left at a table is put out | [2, 3] go on | [15.19]
    level on nothing in the final | 3720 1860 1860 | [15.22]
    the marker in additional rounds between boxes 2 and 4 | 4 2 4 | [15.21]
    somebody who is not level wagers in an additional round | no_round | [15.13]
    the table is ended while two play on | additional_rounds | [15.21]
    an additional round is counted that was not opened | no_round | [15.21]
    an additional round decides | {2: 100, 3: 90}, [2] go on | [15.21]
    one of three who play on is put out | still (1, 3), places {1: 1, 3: 2, 2: 3} | [14.3(b)]
    one of two who play on is put out | [3] go on, places {3: 1, 2: 2, 1: 3} | [14.3(b)]
    no ballot for the level at two tables | not_a_seed | [15.6]
    the level are brought to one table | lowest box is first: True | [15.21]
    a substitute during a round | round_under_way | [15.10]
    a table is ended with a dispute open | dispute_open | [14.6]
    somebody who withdrew is not dealt in | withdrawn, in: False | [15.23]
    a reserve takes the seat of somebody who withdrew | FeeTaken | [12.1]
    somebody is put out when the session has been counted | excluded, [3] go on | [14.3(b)]
    prizes of more than the pool | prizes_not_the_pool | [15.20]
    a prize for somebody who was put out | 1:3720 2:2232 3:1488 | [15.19]
    a second session of a stage that goes on overall | one_session_overall | [15.2(b)]
    goods for a place that nobody took | ('a hamper',) () | [15.19]
    level behind the one who goes on, with a prize for the third | level_on_chips | [15.21]
    level behind one who drops out with more, on places 4 and 5 | SessionConfirmed | [15.19]
    level on five of at least ten in the final | SessionConfirmed | [15.19]
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_session(case: Case) -> None:
    check(SLUG, case)


def test_players_are_told_not_to_seek_advice() -> None:
    """Tournament Canberra Poker 15.16: their page says so while betting is open, by its clause."""
    screen = shown(Hall(SLUG).tournament, "spring", 1, Viewer(PATRON, "id Ana"))

    assert screen.advice == document(SLUG)("15.16")
