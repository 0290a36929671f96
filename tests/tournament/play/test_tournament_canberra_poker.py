"""Tournament Canberra Poker: sessions and rounds, each situation with its clause."""

from __future__ import annotations

import pytest

from tests.tournament.cases import Case, check, read

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
    a stake of sixty where fifty is the most | above_maximum | [15.2(g)]
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
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_session(case: Case) -> None:
    check(SLUG, case)
