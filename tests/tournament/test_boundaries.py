"""Counting, ranking and prizes at their boundaries: equal, last, none, one."""

from __future__ import annotations

import msgspec
import pytest

from houseway.games.table_rules import TournamentRules
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused
from houseway.tournament import entry_vocabulary as e
from houseway.tournament import merit, prizes, standing
from houseway.tournament import results_vocabulary as r
from houseway.tournament import session_vocabulary as s
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.ranking import CONDUCTED
from houseway.tournament.terms import Breakdown, LimitChange, Ties
from tests.tournament.desk import CANBERRA, FINAL, HEATS, NAMES, STAR, Desk
from tests.tournament.hall import DEALER, PATRON, SUPERVISOR, Hall
from tests.tournament.situations_of_places import for_points

BLACKJACK = "tournament-blackjack"


def heat(slug: str, counts: dict[int, int], **changes: object) -> Desk:
    """A heat of one table in which these entries hold these chips."""
    stage = msgspec.structs.replace(HEATS, tables=1, **changes)
    desk = Desk(slug).cleared(stages=(stage, FINAL))
    desk.enter("Ana", "Ben", "Chen", "Dora")
    desk.played(0, {"1": tuple(counts)})
    desk.counted(counts)
    return desk


def rules(desk: Desk) -> TournamentRules:
    return desk.tournament.rules


# Who is level


def test_those_who_are_level_and_all_go_on_need_not_play_on() -> None:
    """Tournament Blackjack 19.21, reading TP17: nothing hangs on it, so it is a decision."""
    desk = heat(BLACKJACK, {1: 80, 2: 80, 3: 10, 4: 5}, advance=2)
    why = desk.refused(r.ConfirmSession(1))
    assert (why.code, why.clause) == ("level_on_chips", "Tournament Blackjack 19.21")
    assert "(80 chips) on places 1 to 2: they play on, or share" in why.detail
    assert desk.confirm(share=True).shared


def test_those_who_play_on_are_all_who_are_level() -> None:
    desk = heat(BLACKJACK, {1: 80, 2: 80, 3: 10, 4: 5}, advance=1)
    why = desk.refused(r.OrderAdditionalRounds(1, (1, 3)))
    assert why.code == "not_level"
    assert why.detail == "level, and still to be separated: 1, 2"
    (ordered,) = desk.do(r.OrderAdditionalRounds(1, (1, 2), seed="ab" * 16))
    assert isinstance(ordered, r.AdditionalRoundsOrdered)
    assert ordered.seed == ""  # they stay where they sit, and nothing is drawn


def test_who_cannot_stake_any_more_is_measured_by_the_minimum_of_the_last_round() -> None:
    """Tournament Blackjack 19.13, 19.21: from round 15 on it is 20 chips, and round 20 was last."""
    changed = (LimitChange(15, 20, 50),)
    for chips, short in ((19, True), (20, False)):
        desk = heat(BLACKJACK, {1: chips, 2: chips, 3: 10, 4: 5}, limit_changes=changed)
        assert merit.below_the_minimum(desk.tournament, desk.tournament.sessions[0], 1) is short


def test_the_working_shows_what_additional_rounds_came_to_be_it_nothing() -> None:
    desk = heat(BLACKJACK, {1: 80, 2: 80, 3: 10, 4: 5}, advance=1)
    desk.do(r.OrderAdditionalRounds(1, (1, 2)))
    desk.do(r.RecordAdditionalRound(1, {1: 0, 2: 60}), Role.DEALER, "Eli")
    session = desk.tournament.sessions[0]

    lines = [each.verdict for each in merit.working(desk.tournament, session)]
    assert "place 1: Ben (entry 2), 80 chips, then 60" in lines[0]
    assert "place 2: Ana (entry 1), 80 chips, then 0" in lines[1]


def test_a_session_in_which_nobody_is_level_shares_nothing() -> None:
    assert not heat(BLACKJACK, {1: 80, 2: 70, 3: 10, 4: 5}, advance=2).confirm().shared


def on_points(names: int, ties: Ties, *counts: tuple[int, ...]) -> Desk:
    """Mini Baccarat with points of 5, 3 and 1 in each session; the last is not confirmed."""
    desk = for_points(Desk(CANBERRA), ties=ties)
    desk.enter(*NAMES[3:names])
    for number, held in enumerate(counts):
        if number:
            desk.confirm(share=True)
        desk.played(number, {"1": tuple(range(1, names + 1))})
        desk.counted(dict(enumerate(held, 1)))
    return desk


def test_level_on_places_that_bring_the_same_points_nobody_plays_on() -> None:
    """Mini Baccarat 15.3(a)(viii)(B): places 4 and 5 bring no points, whatever their order."""
    desk = on_points(5, Ties(session="rounds", points="share"), (90, 80, 70, 20, 20))
    placings = {each.entry: each for each in desk.confirm(share=True).placings}
    assert (placings[4].first, placings[4].last) == (4, 5)
    assert placings[1].clause == rules(desk).ranking.places
    assert placings[4].clause == rules(desk).ranking.points_shared


def test_level_on_places_with_other_points_they_play_on() -> None:
    """Mini Baccarat 15.3(a)(viii)(B): five points for the first of them, three for the second."""
    desk = on_points(5, Ties(session="rounds", points="share"), (90, 90, 70, 30, 20))
    why = desk.refused(r.ConfirmSession(1, share=True))
    assert why.code == "level_on_chips"
    assert "they play on until their order is settled" in why.detail


def test_equal_points_without_a_prize_are_not_played_off() -> None:
    """Mini Baccarat 15.3(a)(xi)(D): three prizes; Dora and Eli have no points, and are below."""
    ties = Ties(session="share points", points="rounds")
    desk = on_points(5, ties, (90, 80, 70, 20, 10), (90, 80, 70, 10, 20))
    desk.confirm()
    assert sorted(desk.awarded()) == [1, 2, 3]


# Prizes


def final(desk: Desk) -> Desk:
    """The first two play the final, and Ana wins it."""
    desk.confirm()
    desk.played(1, {"1": (1, 2)})
    desk.counted({1: 300, 2: 100})
    desk.confirm()
    return desk


def test_prizes_wait_for_the_final() -> None:
    """Tournament Blackjack 19.19: the heats are confirmed, and no final has been played."""
    desk = heat(BLACKJACK, {1: 80, 2: 70, 3: 10}, advance=2)
    desk.confirm()
    why = desk.refused(r.AwardPrizes())
    assert (why.code, why.clause) == ("sessions_open", "Tournament Blackjack 19.19")


def test_goods_go_to_their_place_and_keep_the_tournament_open() -> None:
    """7-Up Baccarat 15.3.1: a watch for the second; handed over like money before all is closed."""
    desk = heat(STAR, {1: 80, 2: 70, 3: 10}, advance=2)
    desk.operator(e.AddToPool(goods="a watch", place=2))
    desk.operator(e.AddToPool(goods="a hamper", place=4))
    final(desk)
    before = prizes.working(desk.tournament)[0]
    awarded = desk.awarded()
    goods = {entry: award.goods for entry, award in desk.tournament.awards.items()}
    assert goods[2] == ("a watch",)
    assert goods[1] == ("a hamper",)  # nobody took place 4
    for entry in sorted(awarded)[:-1]:
        desk.operator(r.PayPrize(entry, "slip"))
    assert prizes.working(desk.tournament)[0] == before
    last = desk.tournament.who(max(awarded))
    why = desk.refused(r.CloseTournament())
    assert why.code == "pool_not_returned"
    assert why.detail.endswith(f"unpaid: {last}")
    desk.operator(r.PayPrize(max(awarded), "slip"))
    desk.do(r.CloseTournament())


def test_goods_that_nobody_fetched_keep_the_tournament_open_without_money() -> None:
    """7-Up Baccarat 15.3.1: the winner has all of the pool and was paid; the second has a watch."""
    stage = msgspec.structs.replace(HEATS, tables=1, advance=2)
    desk = Desk(STAR).cleared(stages=(stage, FINAL), breakdown=Breakdown(hundredths=(10000,)))
    desk.enter("Ana", "Ben", "Chen")
    desk.operator(e.AddToPool(goods="a watch", place=2))
    desk.played(0, {"1": (1, 2, 3)})
    desk.counted({1: 80, 2: 70, 3: 10})
    final(desk)
    desk.awarded()
    desk.operator(r.PayPrize(1, "slip"))

    why = desk.refused(r.CloseTournament())
    assert why.code == "pool_not_returned"
    assert why.detail == "$0 is left in the pool; unpaid: Ben (entry 2)"


# Counts


def test_a_count_at_a_table_of_ours_is_what_its_log_says() -> None:
    """Tournament Blackjack 19.19: the table's own log knows every wager."""
    desk = Desk(BLACKJACK).cleared()
    desk.enter("Ana", "Ben", "Chen", "Dora")
    session = desk.played(0, {"1": (1, 2), "2": (3, 4)})
    session.modes |= {"1": CONDUCTED, "2": CONDUCTED}
    session.chips |= {1: 120, 2: 80, 3: 100, 4: 100}
    wrong = r.RecordCounts(1, {1: 130, 2: 80, 3: 100, 4: 100})
    why = desk.refused(wrong, Role.DEALER, "Eli")

    assert (why.code, why.clause) == ("count_does_not_add_up", "Tournament Blackjack 19.19")
    desk.do(r.RecordCounts(1, dict(session.chips)), Role.DEALER, "Eli")


def test_who_was_collected_last_is_kept_with_the_counts() -> None:
    """7-Up Baccarat 15.10.4: Ana and Ben lost all in the last coup, and Ben's chips went first."""
    hall = Hall(STAR).ready(stage=msgspec.structs.replace(HEATS, tables=1, rounds=1))
    hall.open().staked(10, 20, 10).close()
    hall.do(hall.counts({1: 0, 2: 0, 3: 120}, (2, 1)), DEALER, "Eli")
    hall.do(s.EndTable(1, "1"), DEALER, "Eli")
    events = hall.do(hall.counts({1: 0, 2: 0, 3: 120}), DEALER, "Eli")

    (counted,) = [each for each in events if isinstance(each, r.CountsRecorded)]
    assert counted.emptied == (r.Emptied(2, 20), r.Emptied(1, 10))


def test_a_table_whose_rounds_are_not_on_record_says_whose_chips_went_first() -> None:
    """7-Up Baccarat 15.10.4: the order is given with the count at the end."""
    hall = Hall(STAR).ready()
    hall.do(s.EndTable(1, "1"), DEALER, "Eli")
    events = hall.do(hall.counts({1: 0, 2: 0, 3: 120}, (2, 1)), DEALER, "Eli")

    (counted,) = [each for each in events if isinstance(each, r.CountsRecorded)]
    assert [each.entry for each in counted.emptied] == [2, 1]


def test_an_additional_round_is_counted_when_it_has_been_played() -> None:
    """Tournament Blackjack 19.21: bets are still being made."""
    hall = Hall(BLACKJACK).ready(stage=msgspec.structs.replace(HEATS, tables=1, rounds=1))
    hall.played({1: 110, 2: 110, 3: 90})
    hall.do(s.EndTable(1, "1"), DEALER, "Eli")
    hall.do(hall.counts({1: 110, 2: 110, 3: 90}), DEALER, "Eli")
    hall.do(r.ConfirmCounts(1))
    hall.do(r.OrderAdditionalRounds(1, (1, 2), "1"))
    hall.open().staked(10, 10)

    early = hall.why(r.RecordAdditionalRound(1, {1: 100, 2: 120}), DEALER, "Eli")
    assert early.code == "round_under_way"


@pytest.mark.parametrize(("mode", "ended"), [(CONDUCTED, False), ("counted", True)])
def test_staff_eliminate_neither_at_a_table_of_ours_nor_at_one_that_has_ended(
    mode: str, ended: bool
) -> None:
    """Tournament Blackjack 19.13, reading TP11."""
    hall = Hall(BLACKJACK).ready()
    hall.session.modes["1"], hall.floor.ended = mode, ended
    why = hall.why(s.RecordElimination(1, 1, 1, 5))

    assert (why.code, why.clause) == ("not_by_staff", "Tournament Blackjack 19.13")


@pytest.mark.parametrize("slug", [STAR, CANBERRA, BLACKJACK])
def test_an_unknown_session_is_named(slug: str) -> None:
    why = Desk(slug).cleared().refused(r.RecordCounts(3, {}), Role.DEALER, "Eli")
    assert why == Refused("no_such_session")
    assert why.detail == "there is no session 3 among the 0"


def test_a_table_is_not_counted_while_wagers_are_made() -> None:
    """7-Up Baccarat 15.8.2 speaks once undisclosed wagers are announced, and not before."""
    hall = Hall(STAR).ready().open()
    why = hall.why(s.CountTable(1, "1", ((1, 100), (2, 100), (3, 100)), 0), DEALER, "Eli")
    assert (why.code, why.clause) == ("round_under_way", "7-Up Baccarat 15.11.3")


@pytest.mark.parametrize("collected", [(9,), (1, 1)])
def test_chips_are_collected_of_each_player_once(collected: tuple[int, ...]) -> None:
    hall = Hall(STAR).ready().open().staked(10, 10, 10).close()
    why = hall.why(hall.counts({1: 0, 2: 100, 3: 100}, collected), DEALER, "Eli")
    assert why.code == "not_in_this_session"


@pytest.mark.parametrize(
    ("missing", "code"), [((0, 5), "not_a_count"), ((5, 0), "not_a_count"), ((1, 1), "")]
)
def test_missing_chips_have_a_value_and_a_number(missing: tuple[int, int], code: str) -> None:
    hall = Hall(STAR).ready().open().staked(10, 10, 10).close()
    value = missing[0] * missing[1]
    order = s.CountTable(
        1, "1", ((1, 100 - value), (2, 100), (3, 100)), 0, missing=(missing,)
    )  # fmt: skip
    for by in (DEALER, SUPERVISOR):
        ruling = hall.ask(order, by, "Eli")
        if not isinstance(ruling, Refused) or ruling.code == code:
            break
    assert (ruling.code if isinstance(ruling, Refused) else "") == code


def test_rounds_on_record_eliminate_by_themselves() -> None:
    """Tournament Blackjack 19.13, reading TP11: staff record eliminations only without rounds."""
    hall = Hall(BLACKJACK).ready()
    assert hall.floor.kept_rounds is False
    hall.played({1: 5, 2: 100, 3: 100})
    why = hall.why(s.RecordElimination(1, 1, 1, 5))
    assert (why.code, why.clause) == ("not_by_staff", "Tournament Blackjack 19.13")


def test_those_out_after_one_round_are_kept_in_the_order_of_report() -> None:
    """7-Up Baccarat 15.10.4: by the order of collection, where all else is equal."""
    hall = Hall(STAR).ready()
    places = []
    for entry, number in ((1, 4), (2, 4), (3, 5)):
        events = hall.do(s.RecordElimination(1, entry, number, 0), DEALER, "Eli")
        places.append(next(each for each in events if isinstance(each, s.PlayerOut)).out.order)
    assert places == [1, 2, 1]


def test_nobody_is_eliminated_in_a_round_that_is_past() -> None:
    hall = Hall(BLACKJACK).ready()
    hall.session.round["1"] = 4
    assert hall.why(s.RecordElimination(1, 1, 3, 5)).code == "round_is_past"
    hall.do(s.RecordElimination(1, 1, 4, 5))


def test_chips_that_were_made_or_lost_are_noticed() -> None:
    hall = Hall(BLACKJACK).ready()
    standing.check(hall.tournament)
    hall.session.chips[1] += 1
    with pytest.raises(standing.ChipsUnbalanced, match="table 1: 301 held"):
        standing.check(hall.tournament)


# Wagers


def test_a_stake_out_of_turn_again_is_void_until_the_result_is_known() -> None:
    """Tournament Blackjack 19.14, reading TP13: also once betting has closed."""
    hall = Hall(BLACKJACK).ready()
    level = {1: 100, 2: 100, 3: 100}
    for called in ((1, 2), (2, 1)):  # the marker moves on
        hall.open()
        hall.call(called[0])
        hall.stake(3, 10)
        for entry in called:
            hall.call(entry)
            hall.stake(entry, 10)
        hall.close()
        if called == (1, 2):
            hall.do(hall.counts(level), DEALER, "Eli")
    (void,) = hall.do(w.VoidStake(1, 3))
    assert isinstance(void, w.StakeVoided)
    assert (void.amount, void.clause) == (10, "Tournament Blackjack 19.14")
    hall.do(hall.counts({1: 110, 2: 90, 3: 100}), DEALER, "Eli")
    assert hall.why(w.VoidStake(1, 3)).code == "stake_stands"


def test_nobody_stakes_for_another() -> None:
    hall = Hall(BLACKJACK).ready().open()
    hall.call(1)
    why = hall.why(w.PlaceStake(1, 1, 10), PATRON, "id Ben")
    assert why == Refused("not_your_own")
    assert why.detail == "id Ben does not act for Ana (entry 1)"


def test_a_dispute_stops_the_wagers_by_its_own_clause() -> None:
    """7-Up Baccarat 15.11.2: the table waits until the dispute is decided."""
    hall = Hall(STAR).ready().open()
    hall.floor.dispute = "paid short"
    why = hall.why(w.PlaceStake(1, 1, 10), PATRON, "id Ana")
    assert why == Refused("dispute_open", rules(hall).wagering.dispute)
