"""7-Up Baccarat: sessions and coups by situations, each with the clause that rules."""

from __future__ import annotations

import pytest

from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted
from houseway.table.view import Viewer
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.view import view
from tests.tournament.cases import Case, check, read
from tests.tournament.hall import DEALER
from tests.tournament.play.star import Star
from tests.tournament.told import of

DOCUMENT = "7-Up Baccarat"
SLUG = "seven-up-baccarat"

# Ana, Ben and Chen sit at boxes 2, 4 and 5 with 100 chips each and stake 10 to 50 a coup, in units
# of 10. The conditions of these cases have no order of wagering.
CASES = read("""
    the seats are drawn                                        | SeatsDrafted          | [15.5.4]
    the seats are chosen by the one in charge                  | SeatsDrafted          | [15.5.4]
    a fixed seat without a reason                              | no_reason             | [15.5.4]
    three to sit at two places                                 | too_few_places        | [15.5.4]
    a table that serves another session                        | table_in_use          | [15.5.2]
    somebody takes the seat in time                            | SeatTaken             | [15.5.6]
    somebody takes the seat at the starting time, before the session begins | SeatTaken | [15.5.6]
    somebody is not there when the session begins | entered, holds 100, fee stays: True | [15.5.6]
    a reserve sits down where somebody was not there           | not_of_this_document  | [15.4.2]
    the session begins after the conditions have changed       | not_published         | [15.4.1]
    the start is changed an hour before                        | StartChanged          | [15.5.3]
    the start is changed when it has come                      | no_notice             | [15.5.3]
    the start is changed five minutes before                   | 5 minutes, short: True | [15.5.3]
    the start is changed and nobody has been told | to tell: [('staff', 1, (1, 2, 3))] | [15.5.3]
    the start is changed and two of three know it | to tell: [('staff', 1, (2,))] | [15.5.3]
    the start is changed and all have been told                | to tell: []           | -
    the start is changed and changed again        | to tell: [('staff', 1, (1, 2, 3))] | [15.5.3]
    somebody says for another that the new start is known      | not_your_own          | -
    all are told of a start that was not changed               | no_notice_open        | [15.5.3]
    the last count with all chips back                         | missing ()            | [15.5.8]
    the last count where two tens did not come back            | missing ((10, 2),)    | [15.5.8]
    the last count names a hundred where ten tens are missing  | not_the_inventory     | [15.5.9]
    more chips come back than were brought                     | more_than_brought     | [15.5.9]
    chips come back while play goes on                         | table_not_ended       | [15.5.9]
    the one in charge has not been told of two missing tens | director:  2 of value 10 | [15.5.9]
    the one in charge has been told of two missing tens        | nothing to report     | -
    missing chips are reported where none are missing          | nothing_missing       | [15.5.9]
    a break of ten minutes                                     | not_of_this_document  | [15.4.2]
    a direction about the pace                                 | not_of_this_document  | [15.4.2]
    half a minute for a wager is announced                     | TimeLimitSet          | [15.6.11]
    limits that the conditions do not have are announced       | not_in_the_conditions | [15.6.15]
    limits of the conditions that were not announced           | limits_not_announced  | [15.6.15]
    limits of the conditions that were announced               | 20 to 80              | [15.6.15]
    a count that adds up                                       | TableCounted          | [15.11.3]
    a count of ten chips too many                              | count_does_not_add_up | [15.5.9]
    a count without ten chips that are known to be missing     | 10 missing            | [15.11.3]
    staff report somebody out with nine chips      | eliminated after round 4 with 9 | [15.6.13]
    one round too many                                         | session_finished      | [15.10.1]
    the last table is ended and counted                        | CountsRecorded ended  | [15.5.8]
    a session is concluded early with the leader certain       | SessionEnded          | [15.5.5]
    the marker over four rounds                                | 0 0 0 0               | [15.6.4]
    the dealer calls the first                                 | no_order              | [15.9.1]
    no more bets while somebody has staked nothing             | wagers_outstanding    | [15.6.4]
    somebody who is present stakes nothing                     | due: True             | [15.6.4]
    a stake in turn                                            | StakePlaced           | [15.6.14]
    a stake in another's box                                   | not_your_box          | [15.6.10]
    a stake of more than is held                               | more_than_held        | [15.6.6]
    a stake of sixty where fifty is the most                   | 50                    | [15.6.14]
    ten chips against a minimum of ten                         | in: True              | [15.6.13]
    nine chips against a minimum of ten | eliminated after round 1 with 9, in: False | [15.6.13]
    everybody is below the minimum                             | 3 out, ended          | [15.6.13]
    time for a wager runs out        | restricted: True, twenty: minimum_only | [15.6.12]
    time for a wager is reported a second early                | time_left             | [15.6.12]
    a pass card                                                | no_pass_card          | [15.7.1]
    an undisclosed wager                                       | no_undisclosed        | [15.8.1]
    the minimum is deducted from somebody absent               | MinimumDeducted       | [15.5.6.1]
    chips out of sight                                         | InfringementLogged    | [15.6.6]
    advice is sought                                           | InfringementLogged    | [15.11.1]
    somebody is put out for breaking a rule | disqualified, keeps 0, in: False | [15.5.7]
    a round while a dispute is open                            | dispute_open          | [15.11.2]
    a round after the dispute was decided                      | open again            | [15.11.2]
    chips of two who play on, level on sixty | {1: 100, 2: 100} | [15.10.3]
    chips of two who play on, level on five | {1: 100, 2: 100} | [15.10.3]
    two who play on fall to five each | last_wagers_wanted | [15.10.4]
    all are out, one place to go on | [1, 3] go on | [15.10.2]
    the last one left at a table is put out | [2, 3] go on | [15.10.2]
    level on nothing in the final | 4133 2479 1653 | [15.5.8]
    the marker in additional rounds between boxes 2 and 4 | 2 4 2 | [15.10.3]
    somebody who is not level wagers in an additional round | no_round | [15.6.4]
    the table is ended while two play on | additional_rounds | [15.10.3]
    an additional round is counted that was not opened | no_round | [15.10.3]
    an additional round decides | {2: 90, 3: 80}, [2] go on | [15.10.3]
    one of three who play on is put out | still (1, 3), places {1: 1, 3: 2, 2: 3} | [15.5.7]
    one of two who play on is put out | [3] go on, places {3: 1, 2: 2, 1: 3} | [15.5.7]
    no ballot for the level at two tables | not_a_seed | [15.5.4]
    the level are brought to one table | lowest box is first: True | [15.10.3]
    a substitute during a round | not_of_this_document | [15.4.2]
    a table is ended with a dispute open | dispute_open | [15.11.2]
    somebody who withdrew is not dealt in | withdrawn, in: False | [15.4.2(i)]
    a reserve takes the seat of somebody who withdrew | not_of_this_document | [15.4.2]
    somebody is put out when the session has been counted | disqualified, [3] go on | [15.5.7]
    prizes of more than the pool | prizes_not_the_pool | [15.3.2]
    two fall to five each, last wagers 30 and 40 | still (), [2, 3] go on | [15.10.4]
    two fall to five each, last wagers equal | [1, 3] go on | [15.10.4]
    a prize for somebody who was put out | 1:5786 3:0 2:2479 | [15.5.8]
    a second session of a stage that goes on overall | one_session_overall | [15.10.1]
    goods for a place that nobody took | ('a hamper',) () | [15.5.8]
    level behind the one who goes on, with a prize for the third | SessionConfirmed | [15.10.2]
    level behind one who drops out with more, on places 4 and 5 | SessionConfirmed | [15.10.2]
    level on five of at least ten in the final | level_on_chips | [15.10.3]
""")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_session(case: Case) -> None:
    check(SLUG, case)


def star(number: str) -> str:
    return f"7-Up Baccarat {number}"


# The order of wagering


def test_the_marker_is_on_the_first_box_then_the_next_and_back() -> None:
    """7-Up Baccarat 15.9.2, reading 7U-26: empty boxes are skipped."""
    here, boxes = Star().ready(ordered=True), []
    for _ in range(4):
        here.played({1: 100, 2: 100, 3: 100})
        boxes.append(here.floor.marker)
    assert boxes == [2, 4, 5, 2]


def test_after_the_holder_of_the_marker_the_others_wager_to_the_left() -> None:
    """7-Up Baccarat 15.9.3: from box 4, box 5 and then box 2."""
    here = Star().ready(ordered=True).played({1: 100, 2: 100, 3: 100}).open()
    assert here.round.order == (2, 3, 1)
    assert of(here.call(3)) == ("not_their_turn", star("15.9.2"))
    assert of(here.call(2)) == ("TurnOpened", star("15.9.3"))


def test_a_wager_out_of_sequence_is_taken_back_and_waits() -> None:
    """7-Up Baccarat 15.9.4: it is not on the layout, and counts when the turn has come."""
    here = Star().ready(ordered=True).open()
    here.call(1)
    assert of(here.stake(2, 20)) == ("out_of_turn", star("15.9.4"))
    assert here.round.stakes == {}
    here.stake(1, 10)
    here.call(2)
    assert isinstance(here.stake(2, 20), Accepted)


def test_a_wager_made_in_turn_is_not_altered_even_in_the_same_turn() -> None:
    """7-Up Baccarat 15.9.5."""
    here = Star().ready(ordered=True).open()
    here.call(1)
    here.stake(1, 20)
    assert of(here.stake(1, 30)) == ("stake_locked", star("15.9.5"))
    assert here.round.stakes == {1: 20}


def test_without_an_order_a_wager_may_be_altered_until_no_more_bets() -> None:
    """7-Up Baccarat 15.9.1, 15.9.5: the lock belongs to the order."""
    here = Star().ready().open()
    here.stake(1, 20)
    assert isinstance(here.stake(1, 30), Accepted)
    assert here.round.stakes == {1: 30}


# Amounts


@pytest.mark.parametrize(
    ("offered", "counts"), [(10, 10), (19, 10), (20, 20), (49, 40), (50, 50), (51, 50), (100, 50)]
)
def test_a_wager_counts_in_whole_units_up_to_the_maximum(offered: int, counts: int) -> None:
    """7-Up Baccarat 15.6.14, reading 7U-21: over the maximum first, then the last whole unit."""
    here = Star().ready().open()
    here.stake(1, offered)
    assert here.round.stakes == {1: counts}


def test_a_wager_below_the_minimum_is_made_up() -> None:
    """7-Up Baccarat 15.6.14: asked of the player while betting is open."""
    here = Star().ready().open()
    assert of(here.stake(1, 9)) == ("below_minimum", star("15.6.14"))


@pytest.mark.parametrize(
    ("found", "counts", "why"),
    [
        (9, 10, "made up to the minimum"),
        (24, 20, "to the last whole unit"),
        (70, 50, "to the maximum"),
        (30, 30, "as found"),
    ],
)
def test_what_is_found_on_the_layout_after_no_more_bets(found: int, counts: int, why: str) -> None:
    """7-Up Baccarat 15.6.14: found over, under or between units."""
    here = Star().ready().open().staked(10, 10, 10).close()
    corrected = here.do(w.FindStake(1, 1, found), DEALER, "Eli")[-1]
    assert isinstance(corrected, w.StakeCorrected)
    assert (corrected.amount, corrected.why) == (counts, why)
    assert here.round.stakes[1] == counts


def test_who_cannot_make_it_up_is_out_and_the_coup_goes_on() -> None:
    """7-Up Baccarat 15.6.14, reading 7U-21: kept in by a pass card with 9 chips, found with 9."""
    here = Star().ready().played({1: 9, 2: 100, 3: 100}).open()
    here.nothing(1)
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    void, out = here.do(w.FindStake(1, 1, 9), DEALER, "Eli")
    assert isinstance(void, w.StakeVoided)
    assert isinstance(out, s.PlayerOut)
    assert (out.out.how, str(out.clause)) == ("eliminated", star("15.6.14"))
    assert here.round.order == (2, 3)
    assert here.session.conduct.due == {}


def test_only_the_exact_minimum_after_the_time_is_up() -> None:
    """7-Up Baccarat 15.6.12: 20 is refused, 10 accepted."""
    here = Star().ready()
    here.do(s.SetTimeLimit(1, 30))
    here.open()
    here.now += 30_000_000
    here.do(w.ReportTimeUp(1, 1), DEALER, "Eli")
    assert of(here.stake(1, 20)) == ("minimum_only", star("15.6.12"))
    assert isinstance(here.stake(1, 10), Accepted)


def test_a_time_limit_holds_from_the_next_coup_on() -> None:
    """7-Up Baccarat 15.6.11: on notice, so not in the coup that is under way."""
    here = Star().ready().open()
    here.do(s.SetTimeLimit(1, 30))
    here.now += 31_000_000
    assert here.why(w.ReportTimeUp(1, 1), DEALER, "Eli").code == "no_time_limit"


@pytest.mark.parametrize("in_order", [False, True])
def test_how_long_is_left_for_a_wager_is_shown(in_order: bool) -> None:
    """7-Up Baccarat 15.6.11: from the opening, or from the call where the conditions have an order;
    and nothing without a limit."""
    here = Star().ready(ordered=in_order)
    here.do(s.SetTimeLimit(1, 30))
    here.open()
    began = here.now
    if in_order:
        assert until(here) == 0
        here.now += 5_000_000
        began = here.now
        here.call(1)
    assert until(here) == began + 30_000_000
    assert until(Star().ready().open()) == 0


def until(here: Star) -> int:
    shown = view(here.tournament, Viewer(Role.PATRON, "id Ben")).sessions[0].tables[0].round
    assert shown is not None
    return shown.until_us


# Pass cards


def test_everybody_has_the_same_number_of_pass_cards_in_every_heat() -> None:
    """7-Up Baccarat 15.7.1."""
    assert Star().ready().session.conduct.pass_cards == {1: 2, 2: 2, 3: 2}


def test_a_pass_card_in_place_of_a_wager() -> None:
    """7-Up Baccarat 15.7.1, 15.6.4: nobody is disqualified who has played one."""
    here = Star().ready().open()
    assert of(here.try_(w.PlayPassCard(1, 1), 1)) == ("PassCardPlayed", star("15.7.1"))
    assert of(here.stake(1, 10))[0] == "out_of_this_round"
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    assert here.why(here.counts({1: 90, 2: 90, 3: 90}), DEALER, "Eli").code == (
        "count_does_not_add_up"
    )
    here.settled(100, 90, 90)
    assert here.session.conduct.due == {}
    assert here.session.conduct.pass_cards[1] == 1


def test_the_third_pass_card_of_two() -> None:
    """7-Up Baccarat 15.7.1: the count does not go below nothing."""
    here = Star().ready()
    for _ in range(2):
        here.open()
        here.try_(w.PlayPassCard(1, 1), 1)
        here.stake(2, 10)
        here.stake(3, 10)
        here.close().settled(100, 100, 100)
    here.open()
    assert of(here.try_(w.PlayPassCard(1, 1), 1)) == ("no_pass_card", star("15.7.1"))


def test_a_pass_card_beside_a_wager() -> None:
    """7-Up Baccarat 15.1.1 pass card: in lieu of it."""
    here = Star().ready().open()
    here.stake(1, 10)
    assert of(here.try_(w.PlayPassCard(1, 1), 1)) == ("has_staked", star("15.1.1 pass card"))


def test_a_pass_card_out_of_turn() -> None:
    """7-Up Baccarat 15.9.4."""
    here = Star().ready(ordered=True).open()
    here.call(1)
    assert of(here.try_(w.PlayPassCard(1, 2), 2)) == ("out_of_turn", star("15.9.4"))


def test_a_pass_card_keeps_in_who_cannot_wager_and_without_one_they_are_out() -> None:
    """7-Up Baccarat 15.6.13, reading 7U-20."""
    here = Star().ready(pass_cards=1).played({1: 9, 2: 100, 3: 100}).open()
    assert 1 in here.session.chips
    here.try_(w.PlayPassCard(1, 1), 1)
    here.stake(2, 10)
    here.stake(3, 10)
    here.close().settled(9, 100, 100).open()
    assert [(each.entry, each.chips) for each in here.session.outs] == [(1, 9)]
