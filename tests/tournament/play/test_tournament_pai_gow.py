"""Tournament Pai Gow: sessions and rounds, each situation with its clause."""

from __future__ import annotations

import pytest

from tests.tournament.cases import Case, check, read

DOCUMENT = "Tournament Pai Gow"
SLUG = "tournament-pai-gow"

# Ana, Ben and Chen sit at boxes 2, 4 and 5 with 100 chips each and stake 10 to 50 a round:
# boxes 2, 4 and 5 in turn, anticlockwise.
CASES = read("""
    the seats are drawn                                            | SeatsDrafted          | [17.6]
    the seats are chosen by the one in charge                      | by_ballot_only        | [17.6]
    the seats are drawn once more without a reason                 | no_reason             | [17.6]
    a fixed seat without a reason                                  | no_reason             | [17.6]
    two fixed at one seat                                          | seat_taken            | [17.6]
    three to sit at two places                                     | too_few_places        | [17.7]
    a table that serves another session                            | table_in_use          | [17.6]
    two who are kept apart, at two tables                          | apart: True           | [17.6]
    two who are kept apart, at one table | cannot_be_kept_apart | [17.2(f)]
    a table closes, and who sat there is drawn anew | table 1, free box: True, 100 | [17.6]
    somebody takes the seat in time                                | SeatTaken             | [17.8]
    somebody takes the seat at the starting time, before the session begins | SeatTaken | [17.8]
    somebody is not there when the session begins | forfeited, holds 0, fee stays: True | [17.8]
    a reserve sits down where somebody was not there               | box 5, 100            | [17.9]
    the session begins before its time                             | before_the_start      | [17.8]
    the session begins after the conditions have changed           | not_approved          | [17.3]
    the start is changed an hour before                            | start_fixed           | [17.3]
    the start is changed when it has come                          | no_notice             | [17.3]
    the start is changed five minutes before                       | 5 minutes, short: True | [17.3]
    a break of ten minutes                                         | BreakCalled           | [17.17]
    a break during a round                                         | round_under_way       | [17.17]
    a round during a break                                         | break                 | [17.17]
    a round after a break of stated length                         | RoundBegun            | [17.14]
    a direction about the pace                                     | DirectionGiven        | [17.18]
    half a minute for a wager is announced                         | TimeLimitSet          | [17.18]
    limits that the conditions do not have are announced | not_in_the_conditions | [17.2(g)]
    limits of the conditions that were not announced | limits_not_announced | [17.2(g)]
    limits of the conditions that were announced | 20 to 80 | [17.2(g)]
    a count that adds up                                           | TableCounted          | [17.19]
    a count of ten chips too many                                  | count_does_not_add_up | [17.19]
    a count without ten chips that are known to be missing         | 10 missing            | [17.19]
    a count that leaves somebody out                               | not_all_counted       | [17.19]
    a count by staff where the table is conducted                  | wrong_source          | [17.19]
    a count from the log of a conducted table                      | TableCounted          | [17.19]
    staff report somebody out who holds the minimum                | can_stake_the_minimum | [17.13]
    staff report somebody out with nine chips | eliminated after round 4 with 9 | [17.13]
    a table is ended with rounds to play | not_finished | [17.2(b)]
    one round too many | session_finished | [17.2(b)]
    a session of one round | SessionEnded | [17.2(b)]
    a void round does not count                                    | RoundBegun            | [17.14]
    the clock runs out in a round, which is finished | session_finished | [17.2(b)]
    the last table is ended and counted                            | CountsRecorded ended  | [17.19]
    a session is concluded early with the leader certain           | not_of_this_document  | [17.2]
    the marker over four rounds | 2 4 5 2 | [terms: Marker]
    the order of wagering from the second box on                   | 2 3 1                 | [17.14]
    the marker after its next holder is eliminated                 | 5                     | [17.14]
    the marker after a void round with stakes                      | 4                     | [17.14]
    the marker after a round without stakes                        | 2                     | [17.14]
    the dealer calls the first                                     | TurnOpened            | [17.15]
    the dealer calls the second first                              | not_their_turn        | [17.14]
    the dealer calls the second while the first has staked nothing | turn_open             | [17.15]
    no more bets while somebody has staked nothing                 | wagers_outstanding    | [17.15]
    a stake in turn                                                | StakePlaced           | [17.13]
    a stake is changed in the own turn                             | StakePlaced           | [17.13]
    a stake is changed when the next has been called               | stake_locked          | [17.14]
    a stake out of turn | stands at 20, OutOfTurn | [17.14]
    a stake out of turn is changed                                 | stake_locked          | [17.14]
    a first stake out of turn is declared void                     | stake_stands          | [17.14]
    a second stake out of turn is declared void                    | StakeVoided           | [17.14]
    a stake declared void is replaced                              | out_of_this_round     | [17.13]
    somebody who is present stakes nothing                         | due: False            | [17.13]
    a stake in another's box                                       | not_your_box          | [17.15]
    a stake for somebody else                                      | not_your_own          | -
    a stake of more than is held                                   | more_than_held        | [17.12]
    a stake of sixty where fifty is the most | above_maximum | [17.2(g)]
    stakes that risk nine where ten is the least                   | RiskAdvised           | [17.13]
    stakes that risk nine after the advice                         | risk_below_minimum    | [17.13]
    ten chips against a minimum of ten                             | in: True              | [17.13]
    nine chips against a minimum of ten | eliminated after round 1 with 9, in: False | [17.13]
    everybody is below the minimum                                 | 3 out, ended          | [17.13]
    time for a wager runs out | restricted: False, twenty: StakePlaced | [17.18]
    time for a wager is reported a second early                    | time_left             | [17.18]
    a pass card                                                    | not_of_this_document  | [17.2]
    an undisclosed wager                                           | not_of_this_document  | [17.2]
    the minimum is deducted from somebody absent                   | not_of_this_document  | [17.2]
    chips out of sight                                             | InfringementLogged    | [17.11]
    chips are exchanged                                            | InfringementLogged    | [17.12]
    advice is sought                                               | InfringementLogged    | [17.16]
    another rule is broken                                         | InfringementLogged    | [16.3]
    somebody is put out for breaking a rule | excluded, keeps 0, in: False | [16.3(b)]
    somebody is put out without facts | no_facts | [16.3(b)]
    a round while a dispute is open                                | dispute_open          | [16.6]
    a round after the dispute was decided                          | open again            | [16.6]
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_session(case: Case) -> None:
    check(SLUG, case)
