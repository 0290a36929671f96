"""The tables of Casino War against the words of the document, and what only code can show."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from houseway.equipment.cards import DECK, Card, decks, parse_card, parse_cards
from houseway.equipment.chips import dollars
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.casino_war import rules
from houseway.games.casino_war import state as v
from houseway.games.casino_war.rules import (
    DEALER,
    INITIAL,
    TIE,
    WAR,
    Options,
    box_of,
    cite,
    place_name,
)
from houseway.games.casino_war.state import Play
from houseway.games.game import Setup
from houseway.games.house import SetLimits
from houseway.games.limits import Limits, Line
from houseway.games.malfunction import RemoveDamagedCards, ReportMalfunction
from houseway.records.hwr import read_record
from houseway.records.session import Session
from houseway.records.settlement import play_record
from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused

GAME = game("casino-war")


def table(source: str = "shoe", areas: int = 7) -> Play:
    """A prepared table."""
    options = Options(source="device" if source == "device" else "shoe", areas=areas)
    play: Play = GAME.begin(Setup(options, GAME.limits))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    return play


def bet(play: Play, stakes: dict[int, str], *wagers: str) -> None:
    """Betting opened, with $10 of each patron on these wagers of each box."""
    GAME.do(play, c.OpenBetting())
    for box, patron in stakes.items():
        for wager in (INITIAL, *wagers):
            GAME.do(play, c.PlaceWager(patron, wager, dollars(10), box))


def deal(play: Play, text: str) -> None:
    for card in parse_cards(text):
        GAME.do(play, c.DealCard(card))


def settled(events: tuple[e.Event, ...]) -> list[tuple[int, str]]:
    return [(event.box, event.wager) for event in events if isinstance(event, e.Settlement)]


# Cards and odds


def test_ranks_run_from_the_ace_down_to_the_two() -> None:
    """Casino War 3.2 and 3.2.1: all suits alike."""
    order = ["Ac", "Kd", "Qh", "Js", "Tc", "9d", "8h", "7s", "6c", "5d", "4h", "3s", "2c"]
    for higher, lower in pairwise(map(parse_card, order)):
        assert rules.RULES.compare(higher, lower) == "higher"
        assert rules.RULES.compare(lower, higher) == "lower"
    for card in DECK:
        assert rules.RULES.compare(card, Card(card[0] + "s")) == "equal"


def test_six_decks_without_jokers() -> None:
    """Casino War 3.1."""
    stock = table().stock
    assert (stock.cards, stock.source) == (312, 312)
    assert len(decks(rules.RULES.decks)) == 312


ODDS = """
    tie                  10 to 1    8.1.2
    initial              1 to 1     8.2.2
    war                  1 to 1     10.1
    war on equal cards   2 to 1     10.2
"""


def test_odds_line_by_line() -> None:
    """Casino War 8.1.2, 8.2.2, 10.1 and 10.2."""
    written = [line.rsplit(maxsplit=4) for line in ODDS.strip().splitlines()]
    for case, *odds, number in written:
        pays = rules.RULES.odds[case.strip()]
        assert str(pays.odds) == " ".join(odds)
        assert pays.clause == cite(number)
    assert len(list(rules.RULES.odds)) == len(written)


OUTCOMES = """
    first       initial  higher  wins        5.1.1.1
    first       initial  lower   loses       5.1.1.2
    first       tie      equal   wins        5.1.3.1
    first       tie      higher  loses       5.1.3.2
    first       tie      lower   loses       5.1.3.2
    additional  initial  higher  stands off  5.1.1.5
    additional  initial  equal   stands off  5.1.1.5
    additional  initial  lower   loses       5.1.1.6
    additional  war      higher  wins        5.1.2.1
    additional  war      equal   wins        5.1.2.1
    additional  war      lower   loses       5.1.2.2
"""


def test_every_case_of_the_wagers() -> None:
    """Casino War 5.1.1.1 to 5.1.1.6, 5.1.2.1, 5.1.2.2, 5.1.3.1 and 5.1.3.2."""
    tables = {"first": rules.RULES.first_cards, "additional": rules.RULES.additional_cards}
    cases = [line.split() for line in OUTCOMES.strip().splitlines()]
    for when, wager, result, *verdict, number in cases:
        said, clauses = tables[when][wager, result]
        assert said == " ".join(verdict)
        assert clauses[0] == cite(number)
    assert len(cases) == len(rules.RULES.first_cards) + len(rules.RULES.additional_cards)


def test_only_casino_supervisors_hold_its_powers() -> None:
    """Casino War 1.1 casino supervisor, 1.1 Gaming Supervisor, 1.1 Assistant Gaming Manager,
    1.1 Gaming Manager, 1.1 dealer and 1.1 inspector (reading A-01)."""
    assert {
        Role.GAMING_SUPERVISOR,
        Role.ASSISTANT_GAMING_MANAGER,
        Role.GAMING_MANAGER,
    } < SUPERVISORS
    assert not {Role.DEALER, Role.PATRON, Role.INSPECTOR} & SUPERVISORS
    for kind in (c.AuthoriseVoid, v.ReserveAreas, c.OrderShuffle, c.ReplaceCards, SetLimits,
                 c.LogBreach, c.VoidWagers, c.ExcludePatron):  # fmt: skip
        assert GAME.orders[kind].roles == SUPERVISORS
    assert GAME.orders[v.OrderCheck].roles == SUPERVISORS | {Role.INSPECTOR}


def test_the_edition_in_force_is_on_record() -> None:
    """Casino War Order (1): one approved version, which a record of a round names."""
    assert GAME.cite.id == "casino-war@2016-08-17"


def test_a_table_has_places_on_one_side() -> None:
    """Casino War 2.1: at least one, as many as the table has."""
    for areas in (0, -1, 21):
        refused = GAME.check_setup(Setup(Options(areas=areas), GAME.limits))
        assert refused == Refused("areas_impossible", cite("2.1"))
    assert GAME.check_setup(Setup(Options(areas=9), GAME.limits)) is None


def test_a_seat_is_one_patrons() -> None:
    """Casino War 2.1: the order of seats decides who cuts."""
    play = table()
    assert GAME.verify(play, v.TakePlace("Ana", 1)) == Refused("not_at_table", cite("2.1"))
    GAME.do(play, c.JoinTable("Ana"))
    GAME.do(play, c.JoinTable("Ben"))
    GAME.do(play, v.TakePlace("Ana", 1))
    assert GAME.verify(play, v.TakePlace("Ben", 1)) == Refused("place_taken", cite("2.1"))
    GAME.do(play, v.TakePlace("Ben", 2))
    assert play.places == {"Ana": 1, "Ben": 2}


def test_places_have_names() -> None:
    assert [place_name(box) for box in (DEALER, 1, 7)] == ["dealer", "box 1", "box 7"]
    assert [box_of(name) for name in ("dealer", "box 7", "box", "banker", "box -1")] == [
        DEALER, 7, None, None, None,
    ]  # fmt: skip


# Order of settlement


def test_ties_and_initials_from_the_right_choices_from_the_left() -> None:
    """Casino War 8.1, 8.2 and 8.2.4 (reading CW-01): three passes and two directions."""
    play = table()
    bet(play, {1: "Ana", 2: "Ben", 3: "Chen", 4: "Dora"}, TIE)
    deal(play, "9h Kc 9d 2s 9c")
    ties = GAME.do(play, c.SettleWagers())
    assert settled(ties) == [(4, TIE), (3, TIE), (2, TIE), (1, TIE)]
    initials = GAME.do(play, c.SettleWagers())
    assert settled(initials) == [(4, INITIAL), (2, INITIAL)]
    assert initials[-1] == v.HandsCollected((4, 2), cite("8.2.3"))
    assert GAME.awaits(play).who == "Ana"
    GAME.do(play, v.Surrender("Ana", 1), Role.PATRON)
    assert GAME.awaits(play).who == "Chen"


def test_wars_are_settled_from_the_right() -> None:
    """Casino War 10.1 and 10.3 (reading CW-25)."""
    play = table()
    bet(play, {2: "Ana", 5: "Ben"})
    deal(play, "9h 9d 9c")
    GAME.do(play, v.GoToWar("Ana", 2))
    GAME.do(play, v.GoToWar("Ben", 5))
    deal(play, "Kh 2h 5c")
    final = GAME.do(play, c.SettleWagers())
    assert settled(final) == [(5, WAR), (5, INITIAL), (2, WAR), (2, INITIAL)]


def test_a_plain_win_names_the_two_clauses_that_made_it() -> None:
    """Casino War 5.1.1.1 and 8.2.2: nothing is said of limits or rounding that did not matter."""
    play = table()
    bet(play, {1: "Ana"})
    deal(play, "9h 2c")
    won = GAME.do(play, c.SettleWagers())[0]
    clauses = (cite("5.1.1.1"), cite("8.2.2"))
    assert won == e.WagerPaid("Ana", INITIAL, 1, 10_00, 10_00, 0, 10_00, clauses)


def test_a_shuffle_between_rounds_takes_in_every_card() -> None:
    """Casino War 4.1.3 and 3.1: the rack too, so that all 312 can come again."""
    play = table()
    bet(play, {1: "Ana"})
    deal(play, "9h")
    GAME.do(play, c.ReportCuttingCard())
    deal(play, "2c")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, v.ReportCardInError("dealer"))  # kept, and shuffled in with the others
    GAME.do(play, c.CollectCards())
    GAME.do(play, c.ShuffleCards())
    assert (play.stock.source, play.stock.rack, play.stock.aside) == (312, [], [])
    assert (play.stock.out, play.kept_from) == ({}, 0)


def test_decided_hands_go_to_the_rack_and_tied_ones_stay() -> None:
    """Casino War 8.2.3, 8.3 and 10.4: the dealer's card and the tied hands stay on the layout."""
    play = table()
    bet(play, {1: "Ana", 2: "Ben", 3: "Chen"})
    deal(play, "9h Kc 9d 9c")
    GAME.do(play, c.SettleWagers())
    assert play.stock.rack == ["Kc"]
    GAME.do(play, v.Surrender("Ana", 1))
    assert play.stock.rack == ["Kc"]  # 8.3 comes after the last choice
    GAME.do(play, v.GoToWar("Chen", 3))
    assert play.stock.rack == ["Kc", "9h"]
    deal(play, "5c 4c")
    GAME.do(play, c.SettleWagers())
    assert GAME.verify(play, c.OpenBetting()) == Refused("round_under_way", cite("10.4"))
    GAME.do(play, c.CollectCards())
    assert play.stock.layout == []
    assert sorted(card or "" for card in play.stock.rack) == ["4c", "5c", "9c", "9d", "9h", "Kc"]


def test_the_war_wager_lies_beside_the_initial_wager() -> None:
    """Casino War 2.2.1.1, 2.3.1, 2.3.2 and 5.1.1.4: two stakes, and two cards for each hand."""
    play = table()
    bet(play, {3: "Ana"})
    deal(play, "9h 9c")
    GAME.do(play, v.GoToWar("Ana", 3))
    assert play.layout.wagers == {("Ana", 3, INITIAL): 10_00, ("Ana", 3, WAR): 10_00}
    deal(play, "4h 5c")
    assert play.hands == {3: ["9h", "4h"], DEALER: ["9c", "5c"]}


def test_choices_are_the_legal_ones() -> None:
    """Casino War 5.7: a patron who cannot cover the war is offered the surrender alone."""
    play = table()
    GAME.do(play, c.BringChips("Ana", dollars(15)))
    bet(play, {1: "Ana"})
    deal(play, "9h 9c")
    assert GAME.awaits(play).choices == (v.Surrender("Ana", 1),)


def test_a_losing_stake_goes_to_the_float_and_a_payment_comes_out_of_it() -> None:
    """Casino War 1.1 float tray, 2.4.3."""
    play = table()
    bet(play, {1: "Ana", 2: "Ben"})
    deal(play, "2h 9c 5d")
    GAME.do(play, c.SettleWagers())
    assert play.layout.float_tray == 0  # ten dollars in, ten dollars out
    assert play.layout.chips == {"Ana": -10_00, "Ben": 10_00}


# Cards


def test_the_rack_waits_one_round_in_device_mode() -> None:
    """Casino War 7.2 and 2.4.2 (reading CW-13): cards of the round before can come as war cards."""
    play = table("device")
    bet(play, {1: "Ana"})
    deal(play, "9h 2c")
    GAME.do(play, c.ReturnRack())
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    assert sorted(card or "" for card in play.stock.rack) == ["2c", "9h"]
    bet(play, {1: "Ana"})
    deal(play, "9h 9c")
    assert GAME.verify(play, c.SettleWagers()) == Refused("nothing_to_settle", cite("7.2"))
    GAME.do(play, c.ReturnRack())
    assert play.stock.rack == []
    assert play.stock.source == 310


def until_the_cards_run_out(source: str) -> Play:
    """Rounds of six boxes, seven cards each, until a card is due and none is left."""
    play = table(source)
    order = iter(decks(rules.RULES.decks))
    patrons = dict(enumerate(["Ana", "Ben", "Chen", "Dora", "Eli", "Fay"], 1))
    while True:
        bet(play, patrons)
        while play.stage != "between rounds":
            awaited = GAME.awaits(play)
            if awaited.clause == cite("11.7"):
                return play
            if awaited.what == "draw":
                GAME.do(play, c.DealCard(next(order)))
            elif awaited.choices:
                GAME.do(play, awaited.choices[-1], Role.PATRON)  # surrender
            elif awaited.what == "wagers":
                GAME.do(play, c.DealCard(next(order)))
            elif awaited.what == "return":
                GAME.do(play, v.ReportReturnMissed())
            else:
                assert awaited.command is not None
                GAME.do(play, awaited.command)


@pytest.mark.parametrize("source", ["shoe", "device"])
def test_when_cards_run_out_the_rack_finishes_the_round(source: str) -> None:
    """Casino War 11.7 (reading CW-12): cards on the layout stay out, a shoe is cut, one burned."""
    play = until_the_cards_run_out(source)
    assert play.stock.source == 0
    assert len(play.stock.layout) == 4
    wagers = dict(play.layout.wagers)
    assert GAME.verify(play, c.DealCard(parse_card("Ac"))) == Refused("cards_run_out", cite("11.7"))
    assert isinstance(GAME.decide(play, v.RefillFromRack()), Accepted)
    GAME.do(play, v.RefillFromRack())
    assert (play.stock.source, len(play.stock.layout)) == (308, 4)
    assert GAME.verify(play, c.DealCard(parse_card("Ac"))) == Refused(
        "cards_not_ready", cite("4.1")
    )
    GAME.do(play, c.ShuffleCards())
    if source == "shoe":
        GAME.do(play, c.CutCards(100, "Fay"), Role.PATRON)
        GAME.do(play, c.PlaceCuttingCard(78))
    GAME.do(play, c.BurnCard())
    assert play.layout.wagers == wagers
    deal(play, "Ac Ac Ac")
    assert play.round == 45
    GAME.check(play)


def test_after_the_cards_ran_out_a_round_can_no_longer_be_rebuilt() -> None:
    """Casino War 11.6 (reading CW-22)."""
    play = until_the_cards_run_out("device")
    for command in (v.RefillFromRack(), c.ShuffleCards(), c.BurnCard(), v.ReportDealingError()):
        GAME.do(play, command)
    order = tuple(card for hand in play.hands.values() for card in hand)
    assert GAME.verify(play, v.RebuildRound(order)) == Refused("cards_reshuffled", cite("11.6"))


def test_the_cutting_card_is_met_where_the_count_says() -> None:
    """Casino War 4.1.2, 4.1.3 and 4.6: as first card it stops the round, later it ends the shoe."""
    play = table()
    play.prep.behind = 310
    bet(play, {1: "Ana"})
    deal(play, "9h")
    assert play.cut_after == ""
    deal(play, "2c")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, c.CollectCards())
    bet(play, {1: "Ana"})
    assert GAME.verify(play, c.DealCard(parse_card("9h"))) == Refused(
        "cutting_card_first", cite("4.1.2")
    )
    GAME.do(play, c.ReportCuttingCard())
    assert GAME.awaits(play).what == "shuffle"
    assert play.layout.wagers == {("Ana", 1, INITIAL): 10_00}


def test_the_cutting_card_within_a_round_comes_before_the_next_card() -> None:
    """Casino War 4.1.3 and 4.3.2: the area it came on is kept, to know who cuts."""
    play = table()
    play.prep.behind = 311
    bet(play, {1: "Ana", 4: "Ben"})
    deal(play, "9h")
    events = GAME.do(play, c.DealCard(parse_card("8h")))
    assert events[0] == v.CuttingCardCame(cite("4.1.3"), "box 4")
    assert play.cut_after == "box 4"


CUTTERS = """
    after      first     because
    box 1      Ana       4.3.2
    box 4      Ben       4.3.2
    box 7      Chen      4.3      # whoever wagered there has left: far right, reading CW-09
    dealer     Chen      4.3.3
    first      Chen      4.3.4
    replaced   Chen      4.3.5
    refill     Chen      4.3
    nothing    Chen      4.3
"""


def test_who_is_offered_the_cut_first_and_then_clockwise() -> None:
    """Casino War 4.3, 4.3.2 to 4.3.5 and 4.4 (reading CW-09)."""
    play = table()
    for patron, box in (("Ana", 1), ("Ben", 4), ("Chen", 6)):
        GAME.do(play, c.JoinTable(patron))
        GAME.do(play, v.TakePlace(patron, box))
    play.round, play.areas = 3, {1: "Ana", 4: "Ben", 7: "Dora"}
    around = ["Ana", "Ben", "Chen"]
    for line in CUTTERS.strip().splitlines()[1:]:
        *after, first, number = line.split("#")[0].split()
        play.cut_after = "" if after == ["nothing"] else " ".join(after)
        assert rules.first_cutter(play) == (first, cite(number)), line
        place = around.index(first)
        assert rules.cut_order(play) == (*around[place:], *around[:place])


def test_the_first_patron_to_the_table_cuts_first_of_all() -> None:
    """Casino War 4.3.1: by coming, not by seat."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    assert rules.cut_order(play) == ()  # nobody is there: a supervisor cuts
    GAME.do(play, c.JoinTable("Chen"))  # first to come, and not yet seated
    for patron, box in (("Ben", 4), ("Ana", 1)):
        GAME.do(play, c.JoinTable(patron))
        GAME.do(play, v.TakePlace(patron, box))
    assert rules.first_cutter(play) == ("Chen", cite("4.3.1"))
    assert rules.cut_order(play) == ("Chen", "Ana", "Ben")
    GAME.do(play, v.TakePlace("Chen", 3))
    assert rules.cut_order(play) == ("Chen", "Ben", "Ana")


def test_who_or_what_checked_the_cards_is_on_record() -> None:
    """Casino War 3.3, 3.8 and 1.1 deck-checking device."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    machine = "deck-checking device"
    assert first_event(play, c.CheckByDevice()) == e.CardsChecked(machine, cite("3.3"))
    assert first_event(play, c.CheckCards()) == e.CardsChecked("dealer", cite("3.3"))
    GAME.do(play, v.OrderCheck(), Role.INSPECTOR)
    assert first_event(play, c.CheckByDevice()) == e.CardsChecked(machine, cite("3.8"))


def test_a_stake_outside_the_limits_is_found_before_or_while_settling() -> None:
    """Casino War 6.2, 6.3, 11.18.1 and 11.18.2: the same, by the clause of the moment."""
    play = table()
    bet(play, {1: "Ana"})
    deal(play, "9h")
    for number, amount in (("6.2", 4_00), ("6.3", 2000_00)):
        found = e.WagerChanged("Ana", INITIAL, 10_00, amount, 1, cite(number))
        assert first_event(play, c.FindWager("Ana", INITIAL, amount, 1)) == found
    deal(play, "9c")
    for number, amount in (("11.18.1", 4_00), ("11.18.2", 2000_00)):
        found = e.WagerChanged("Ana", INITIAL, 10_00, amount, 1, cite(number))
        assert first_event(play, c.FindWager("Ana", INITIAL, amount, 1)) == found


def test_how_the_cards_were_shuffled_is_on_record() -> None:
    """Casino War 4.1, 4.1.1 and 4.7."""
    for source, order, kind, number in (
        ("shoe", c.ShuffleCards(), "by hand", "4.1.1"),
        ("shoe", v.UseMultishuffler(), "multishuffler", "4.1.1"),
        ("device", c.ShuffleCards(), "device", "4.7"),
    ):
        options = Options(source="device" if source == "device" else "shoe")
        play: Play = GAME.begin(Setup(options, GAME.limits))
        GAME.do(play, c.CheckCards())
        assert GAME.do(play, order) == (e.CardsShuffled(kind, cite(number)),)


def test_a_rebuilt_round_leaves_its_hands_and_nothing_else_on_the_layout() -> None:
    """Casino War 11.12 and 11.3: what was burned before is burned again."""
    play = table()
    bet(play, {1: "Ana", 2: "Ben"})
    deal(play, "9h 2c 5d")
    GAME.do(play, c.SettleWagers())
    GAME.do(play, v.ReportCardInError("dealer", parse_card("Kh")))
    assert play.stock.rack == ["2c", "9h", "Kh"]
    GAME.do(play, v.ReportDealingError())
    GAME.do(play, v.RebuildRound(parse_cards("2c 9h 5d 7s")))
    assert play.hands == {1: ["2c"], 2: ["9h"], DEALER: ["5d"]}
    assert sorted(card or "" for card in play.stock.layout) == ["2c", "5d", "9h"]
    assert sorted(card or "" for card in play.stock.rack) == ["7s", "Kh"]


def test_a_voided_wager_does_not_stop_the_wars_of_a_rebuilt_round() -> None:
    """Casino War 9.2, 11.6 and 13.3: a tied hand without a wager has nothing to choose."""
    play = table()
    bet(play, {1: "Ana", 2: "Ben"})
    deal(play, "9h 9c 9d")
    GAME.do(play, c.LogDeviceBreach("Ben", "a camera", "patron"), Role.GAMING_SUPERVISOR)
    GAME.do(play, c.VoidWagers("Ben"), Role.GAMING_SUPERVISOR)
    GAME.do(play, v.GoToWar("Ana", 1))
    deal(play, "2s Kc")
    GAME.do(play, v.ReportDealingError())
    GAME.do(play, v.RebuildRound(parse_cards("9h 9c 9d Kc 2s")))
    assert play.hands == {1: ["9h", "Kc"], 2: ["9c"], DEALER: ["9d", "2s"]}
    paid = {type(line).__name__ for line in GAME.do(play, c.SettleWagers())}
    assert paid == {"WagerPaid", "WagerStoodOff"}


def test_how_many_rounds_stand_when_a_card_is_missing() -> None:
    """Casino War 11.17.1: those completed before."""
    play = table()
    for _ in range(2):
        bet(play, {1: "Ana"})
        deal(play, "9h 2c")
        GAME.do(play, c.SettleWagers())
        GAME.do(play, c.CollectCards())
    expected = v.EarlierRoundsStand(2, cite("11.17.1"))
    assert first_event(play, v.ReportMissingCard()) == expected  # between rounds
    bet(play, {1: "Ana"})
    assert first_event(play, v.ReportMissingCard()) == expected  # while betting is open
    deal(play, "9h")
    assert first_event(play, v.ReportMissingCard()) == expected  # in the third round


def first_event(play: Play, command: c.Command) -> e.Event:
    """What an order would lead to, without giving it."""
    ruling = GAME.decide(play, command)
    assert isinstance(ruling, Accepted)
    event: e.Event = ruling.events[0]
    return event


@pytest.mark.parametrize("answers", range(16))
def test_a_practice_table_gets_over_a_failed_device(answers: int) -> None:
    """Casino War 12.2, 12.3.3, 12.4 and 12.5.1: whatever is answered, there is a way on."""
    play = table("device")
    bet(play, {1: "Ana", 2: "Ben"})
    deal(play, "9h")
    GAME.do(play, ReportMalfunction())
    bits = iter(f"{answers:04b}" * 3)
    while play.malfunction.phase:
        awaited = GAME.awaits(play)
        if awaited.what == "transfer" and not play.malfunction.damaged:
            GAME.do(play, RemoveDamagedCards(parse_cards("4c")))
        order, by = GAME.supply(play, awaited, lambda below: int(next(bits)) % below)
        GAME.do(play, order, by)
    ends = {("dealing", "device"), ("dealing", "shoe"), ("settled", "device")}
    assert (play.stage, play.options.source) in ends


WHO_MAY = """
    anybody     RaiseDispute
    dealer      ShuffleCards BurnCard LoadPreshuffledCards RiffleCards PlaceCuttingCard
    dealer      UseMultishuffler ShuffleByHandFirst ReportCuttingCard
    dealer      OpenBetting CallNoMoreBets DealCard UseKeptCard SettleWagers CollectCards
    dealer      ReturnRack RefillFromRack ExchangeVoucher
    staff       TakeAsPrepared CheckCards CheckByDevice ReportBurnOmitted FindWager RecordAbsence
    staff       ReportFaceUpCard ReportCardInError ReportBurnInError ReportDealingError
    staff       RebuildRound ReportCutMissed ReportShuffleMissed ReportReturnMissed
    staff       ReportMissingCard ReportForeignCard SendNotification
    staff       ReportMalfunction RemoveDamagedCards TransferCards ReplaceDamagedCards
    staff       DeclareMisdeal CloseOffer
    patrons     JoinTable LeaveTable BringChips AskRiffle DeclineCut CutCards
    patrons     PlaceWager ChangeWager WithdrawWager TakePlace GoToWar Surrender StakeTokens
    patrons     TakeBackWager LeaveWager AskReview
    supervisor  ApproveRiffle OrderShuffle ReplaceCards OrderFacedCheck AnswerMalfunction
    supervisor  GiveNotice SetOption SetLimits SetMultiple GrantPersonalLimit
    supervisor  ReserveAreas ReleaseAreas RequireArea VacateSeat
    supervisor  FindNoError AuthoriseVoid InvalidateOutcome
    supervisor  LogBreach LogDeviceBreach VoidWagers ExcludePatron ExcludeFromCasino ReadmitPatron
    supervisor  RecordDetention RecordHandover
    supervisor  DecideDispute
    inspector   OrderCheck
    reviewer    RecordReview
"""


def test_who_may_give_each_order() -> None:
    """Casino War 3.8, 4.1.4, 4.2, 5.9, 6.5, 11.6, 13.3, 13.4, 13.11 and 1.1 dealer, and reading
    A-02: patrons may have staff speak for them, and a supervisor may do what a dealer reports."""
    dealer, patron = {Role.DEALER}, {Role.PATRON}
    roles = {
        "anybody": set(Role),
        "dealer": dealer,
        "staff": dealer | SUPERVISORS,
        "patrons": patron | dealer | SUPERVISORS,
        "supervisor": set(SUPERVISORS),
        "inspector": SUPERVISORS | {Role.INSPECTOR},
        "reviewer": SUPERVISORS - {Role.GAMING_SUPERVISOR},
    }
    expected = {
        order: roles[who]
        for who, *orders in (line.split() for line in WHO_MAY.strip().splitlines())
        for order in orders
    }
    assert {kind.__name__: set(may.roles) for kind, may in GAME.orders.items()} == expected


# The sign


def test_the_sign_shows_limits_per_patron_and_area() -> None:
    """Casino War 6.1, 6.4 and 6.6: patrons keep to the limits that the sign states."""
    limits = Limits(
        10_00, 500_00, multiple=5_00, lines={TIE: Line(5_00, 50_00)}, personal={"Ana": 900_00}
    )
    lines = GAME.sign(GAME.begin(Setup(Options(), limits)))
    assert lines == (
        ("minimum $10, maximum $500 for each patron and playing area", cite("6.1")),
        ("tie wager: $5 to $50", cite("6.1")),
        ("above the minimum in steps of $5", cite("6.1")),
        ("personal limits: Ana $10 to $900", cite("6.6")),
    )


def test_in_practice_the_cutting_card_lies_78_cards_from_the_back() -> None:
    """Casino War 4.6, reading CW-11: 78 by default."""
    play: Play = GAME.begin(Setup(Options(), GAME.limits))
    GAME.do(play, c.CheckCards())
    GAME.do(play, c.ShuffleCards())
    GAME.do(play, c.CutCards(100), Role.GAMING_SUPERVISOR)
    placed, _ = GAME.supply(play, GAME.awaits(play), lambda below: 0)
    assert placed == c.PlaceCuttingCard(78)


# Records


def test_the_record_of_an_evening_comes_out_as_written() -> None:
    """Casino War 10.2, 8.2.4.1 and 11.16: a war tied again, odd dollars, a misdeal."""
    text = (Path(__file__).parent / "wars.hwr").read_text(encoding="utf-8")
    assert play_record(read_record(text)).problems == []


@pytest.mark.parametrize(
    ("cards", "clause"), [("2c 9h 5d", "11.6"), ("9h 2c 5d 4d", "11.12")], ids=["same", "more"]
)
def test_a_rebuilt_round_that_uses_every_card_is_no_surplus(cards: str, clause: str) -> None:
    """Casino War 11.6, 11.12: a fourth card that no hand is due is burned."""
    session = Session(GAME, Setup(GAME.options(), GAME.limits))
    session.prepare()
    lines = (
        "Ana wagers 10 on initial in box 1", "Ben wagers 10 on initial in box 2", "deal 9h 2c 5d",
        "a card was dealt wrongly", f"rebuild the round from {cards}",
    )  # fmt: skip
    assert not any(map(session.write, lines))

    (rebuilt,) = [each for each in session.steps[-1].events if isinstance(each, v.RoundRebuilt)]
    assert rebuilt.clause == cite(clause)
