"""Tournament Blackjack: its tournament by situations, each with the clause that rules."""

from __future__ import annotations

import pytest

from tests.tournament.cases import Case, check, read

DOCUMENT = "Tournament Blackjack"
SLUG = "tournament-blackjack"

# The figures: a fee of $27.55 with $2.75 commission leaves $24.80 for the pool, which is shared
# 50, 30 and 20 %. One tenth of $27.55, in whole cents, is $2.75.
CASES = read("""
    a supervisor opens the tournament                         | role_may_not          | [19.1]
    the operator names nobody in charge                       | nobody_named          | [19.1]
    a director who was not nominated                          | not_nominated         | [19.1]
    a director who was replaced gives an order | not_nominated       | [19.1]
    an assistant is named                                     | AssistantNamed        | [19.4]
    an assistant gives a director's order                     | role_may_not          | [19.2(e)]
    an assistant gives an order that the conditions leave to assistants | EntriesClosed | [19.2(e)]
    conditions that lack everything                           | conditions_incomplete | [19.2(a)]
    conditions without start                                  | conditions_incomplete | [19.2(a)]
    conditions without structure                              | conditions_incomplete | [19.2(b)]
    conditions without fee                                    | conditions_incomplete | [19.2(c)]
    conditions without commission                             | conditions_incomplete | [19.2(c)]
    conditions without chips                                  | conditions_incomplete | [19.2(d)]
    conditions without numbers                                | conditions_incomplete | [19.2(e)]
    conditions without groups                                 | conditions_incomplete | [19.2(f)]
    conditions without perfect pairs                          | conditions_incomplete | [19.2(g)]
    conditions without limits                                 | conditions_incomplete | [19.2(h)]
    conditions without breakdown                              | conditions_incomplete | [19.2(i)]
    the conditions are published                              | ConditionsPublished   | [19.2]
    the Commission is notified                                | no_notification_asked | [19.3]
    the Inspector approves                                    | ConditionsApproved    | [19.3]
    the director approves                                     | role_may_not          | [19.3]
    another version is approved                               | another_version       | [19.3]
    play without approval                                     | not_approved          | [19.3]
    play after approval                                       | nothing to say        | -
    play after a change                                       | not_approved          | [19.3]
    entries open                                              | EntriesOpened         | [19.2]
    an entry after changed conditions                         | FeeTaken              | [17.1]
    a change of the conditions once the first session has begun | ConditionsDrafted   | [19.2]
    a change of the fee once fees were paid                   | fees_paid             | [19.2(c)]
    a commission of 2.75 in a fee of 27.55                    | ConditionsDrafted     | [19.2]
    a commission of 2.76 in a fee of 27.55                    | commission_over_cap   | [17.1]
    a fee is split                                            | pool 2480 commission 275 | [17.1]
    a fee of another amount                                   | not_the_fee           | [19.2(c)]
    a second entry under another name                         | entered_already       | [19.5]
    a ninth entry of at most eight                            | tournament_full       | [19.2(e)]
    entries close with one of at least two | 1 entrants, below the least: True         | [19.2(e)]
    an agreement is required                                  | not_of_this_document  | [19.2]
    turned away at will, which the conditions do not keep open | no_such_ground       | [19.5]
    buying back in, which the conditions do not have          | no_buy_back           | [19.5]
    conditions with buying back in                            | not_of_this_document  | [19.2]
    a reserve is listed                                       | ReserveListed         | [19.9]
    a reserve takes a forfeited seat                | table 1 box 1, pool 7440        | [19.9]
    a reserve without the full fee                            | not_the_fee           | [19.2(c)]
    the second reserve first, without a reason                | reserve_out_of_order  | [19.9]
    a reserve for a seat that is taken                        | seat_not_free         | [19.9]
    a reserve once the first round was played                 | not_the_first_session | [19.9]
    a substitute                                              | Finn (entry 1)        | [19.10]
    a substitute who has entered                              | entered_already       | [19.5]
    withdrawing                                               | refunded 0            | [19.23]
    a refund is asked for                                     | no_refund             | [19.23]
    cancelling with a forfeited entry           | refunds 2755 2755, accounts [0]     | [19.23]
    the director cancels                 | role_may_not | [terms: Casino Operator]
    cancelling after prizes were awarded                      | prizes_awarded        | [19.23]
    the operator adds cash                                    | pool 5000             | [19.20]
    a guaranteed pool                                         | not_of_this_document  | [19.2]
    counts that leave somebody out                          | not_all_counted       | [19.19]
    a count of somebody who is out                            | not_in_this_session   | [19.19]
    a count that the record of the table denies               | count_does_not_add_up | [19.19]
    a dealer confirms the counts                              | role_may_not          | [19.19]
    one goes on from each table                               | [2, 3] go on          | [19.19]
    level for the one place to go on                          | level_on_chips        | [19.21]
    level for the one place until the second round | [2, 3] go on   | [19.21]
    level on places on which nothing hangs                    | level_on_chips        | [19.21]
    level on places on which nothing hangs, shared by decision | (2, 3) (2, 3)        | [19.19]
    level on the first two prizes at the end of the final     | level_on_chips        | [19.21]
    all who play on for a prize fall below the minimum at once | places 1 to 2: 2976  | [19.22]
    two go out in one round with prizes at stake              | 4960 2480 2480        | [19.22]
    conditions that choose what separates the level           | rules_decide_ties     | [19.21]
    conditions with points                                    | no_points             | [19.2(b)]
    a prize table over 100 %                                  | prizes_not_the_pool   | [19.20]
    the pool is awarded                                       | 3472 1488             | [19.19]
    amounts that are not the pool                             | prizes_not_the_pool   | [19.20]
    closing with a prize unpaid                               | pool_not_returned     | [19.20]
    closing with all paid                   | prizes 4960, commission 550             | [19.20]
    prizes before the places are confirmed                    | sessions_open         | [19.19]
    conditions with pass cards                                | not_of_this_document  | [19.2]
    conditions with undisclosed wagers                        | not_of_this_document  | [19.2]
    conditions that choose the order                          | not_of_this_document  | [19.2]
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_document_rules_so(case: Case) -> None:
    check(SLUG, case)
