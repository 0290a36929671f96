"""Tournament American Roulette: sessions and rounds, each situation with its clause."""

from __future__ import annotations

import pytest

from tests.tournament.cases import Case, check, read

DOCUMENT = "Tournament American Roulette"
SLUG = "tournament-roulette"

# Ana, Ben and Chen sit at boxes 2, 4 and 5 with 100 chips each and stake 10 to 50 a round:
# nobody is first, and people wager in any order.
CASES = read("""
    the seats are drawn                                            | SeatsDrafted          | [12.6]
    the seats are chosen by the one in charge                      | by_ballot_only        | [12.6]
    the seats are drawn once more without a reason                 | no_reason             | [12.6]
    a fixed seat without a reason                                  | no_reason             | [12.6]
    two fixed at one seat                                          | seat_taken            | [12.6]
    three to sit at two places                                     | too_few_places        | [12.7]
    a table that serves another session                            | table_in_use          | [12.6]
    two who are kept apart, at two tables                          | apart: True           | [12.6]
    two who are kept apart, at one table | cannot_be_kept_apart | [12.2(f)]
    a table closes, and who sat there is drawn anew | table 1, free box: True, 100 | [12.6]
    somebody takes the seat in time                                | SeatTaken             | [12.8]
    somebody takes the seat at the starting time, before the session begins | SeatTaken | [12.8]
    somebody is not there when the session begins | forfeited, holds 0, fee stays: True | [12.8]
    a reserve sits down where somebody was not there               | box 5, 100            | [12.9]
    the session begins before its time                             | before_the_start      | [12.8]
    the session begins after the conditions have changed           | not_approved          | [12.3]
    the start is changed an hour before                            | start_fixed           | [12.3]
    the start is changed when it has come                          | no_notice             | [12.3]
    the start is changed five minutes before                       | 5 minutes, short: True | [12.3]
    a break of ten minutes                                         | BreakCalled           | [12.16]
    a break during a round                                         | round_under_way       | [12.16]
    a round during a break                                         | break                 | [12.16]
    a round after a break of stated length                         | RoundBegun            | [12.13]
    a direction about the pace                                     | DirectionGiven        | [12.15]
    half a minute for a wager is announced                         | TimeLimitSet          | [12.15]
    limits that the conditions do not have are announced | not_in_the_conditions | [12.2(g)]
    limits of the conditions that were not announced | limits_not_announced | [12.2(g)]
    limits of the conditions that were announced | 20 to 80 | [12.2(g)]
    a count that adds up                                           | TableCounted          | [12.17]
    a count of ten chips too many                                  | count_does_not_add_up | [12.17]
    a count without ten chips that are known to be missing         | 10 missing            | [12.17]
    a count that leaves somebody out                               | not_all_counted       | [12.17]
    a count by staff where the table is conducted                  | wrong_source          | [12.17]
    a count from the log of a conducted table                      | TableCounted          | [12.17]
    staff report somebody out who holds the minimum                | can_stake_the_minimum | [12.13]
    staff report somebody out with nine chips | eliminated after round 4 with 9 | [12.13]
    a table is ended with rounds to play | not_finished | [12.2(b)]
    one round too many | session_finished | [12.2(b)]
    a session of one round | SessionEnded | [12.2(b)]
    a void round does not count                                    | RoundBegun            | [12.13]
    the clock runs out in a round, which is finished | session_finished | [12.2(b)]
    the last table is ended and counted                            | CountsRecorded ended  | [12.17]
    a session is concluded early with the leader certain           | not_of_this_document  | [12.2]
    the marker over four rounds                                    | 0 0 0 0               | [12.13]
    the order of wagering from the second box on                   | 1 2 3                 | [12.13]
    the dealer calls the first                                     | no_order              | [12.13]
    no more bets while somebody has staked nothing                 | wagers_outstanding    | [12.13]
    a stake in turn                                                | StakePlaced           | [12.13]
    a stake is changed in the own turn                             | StakePlaced           | [12.13]
    a stake out of turn | stands at 20, StakePlaced | [12.13]
    a stake out of turn is changed                                 | StakePlaced           | [12.13]
    a first stake out of turn is declared void                     | stake_stands          | [12.13]
    somebody who is present stakes nothing                         | due: False            | [12.13]
    a stake in another's box                                       | not_your_box          | [12.6]
    a stake for somebody else                                      | not_your_own          | -
    a stake of more than is held                                   | more_than_held        | [12.12]
    a stake of sixty where fifty is the most | above_maximum | [12.2(g)]
    stakes that risk nine where ten is the least                   | RiskAdvised           | [12.13]
    stakes that risk nine after the advice                         | risk_below_minimum    | [12.13]
    ten chips against a minimum of ten                             | in: True              | [12.13]
    nine chips against a minimum of ten | eliminated after round 1 with 9, in: False | [12.13]
    everybody is below the minimum                                 | 3 out, ended          | [12.13]
    time for a wager runs out | restricted: False, twenty: StakePlaced | [12.15]
    time for a wager is reported a second early                    | time_left             | [12.15]
    a pass card                                                    | not_of_this_document  | [12.2]
    an undisclosed wager                                           | not_of_this_document  | [12.2]
    the minimum is deducted from somebody absent                   | not_of_this_document  | [12.2]
    chips out of sight                                             | InfringementLogged    | [12.11]
    chips are exchanged                                            | InfringementLogged    | [12.12]
    advice is sought                                               | InfringementLogged    | [12.14]
    another rule is broken                                         | InfringementLogged    | [10.3]
    somebody is put out for breaking a rule | excluded, keeps 0, in: False | [10.3(b)]
    somebody is put out without facts | no_facts | [10.3(b)]
    a round while a dispute is open                                | dispute_open          | [10.6]
    a round after the dispute was decided                          | open again            | [10.6]
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_session(case: Case) -> None:
    check(SLUG, case)
