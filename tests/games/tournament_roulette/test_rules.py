"""The tables of Tournament American Roulette against the document, and what no scenario can say."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from houseway.equipment.wheel import POSITIONS, SECTIONS, WHEEL, colour
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, house
from houseway.games.game import Setup
from houseway.games.limits import Limits, Line
from houseway.games.tournament_roulette import rules
from houseway.games.tournament_roulette import state as v
from houseway.games.tournament_roulette.rules import Options, cite
from houseway.games.tournament_roulette.state import Play
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Refused

GAME = game("tournament-roulette")

# Sections 4.3 and 6.1 as the document prints them: letter, wager, odds.
PRINTED = """
    a  straight up  35 to 1
    b  split        17 to 1
    c  street       11 to 1
    d  corner       8 to 1
    e  six-line     5 to 1
    f  column       2 to 1
    g  dozen        2 to 1
    h  low          1 to 1
    i  high         1 to 1
    j  even         1 to 1
    k  odd          1 to 1
    l  red          1 to 1
    m  black        1 to 1
"""


def table(*orders: c.Command, options: Options | None = None, **limits: Any) -> Play:
    """A table with a ball in use, after some orders of the dealer."""
    play: Play = GAME.begin(Setup(options or Options(), Limits(multiple=5_00, **limits)))
    for command, by in GAME.ready(play):
        GAME.do(play, command, by)
    for order in orders:
        GAME.do(play, order)
    return play


def wager(patron: str, position: str, dollars: int) -> c.PlaceWager:
    return c.PlaceWager(patron, position, dollars * 100)


SPIN = v.SpinBall("clockwise", "anticlockwise")
TO_THE_END = (SPIN, c.CallNoMoreBets(), v.ConfirmThreeTurns())


# The tables


def test_the_odds_are_those_of_the_document() -> None:
    """Tournament American Roulette 6.1 table, line by line in its order, and the list of 4.3."""
    rows = [line.split(maxsplit=1) for line in PRINTED.strip().splitlines()]
    for (letter, rest), pays in zip(rows, rules.RULES.odds, strict=True):
        offer = rules.RULES.wagers[pays.case]
        assert rest.split("  ", 1)[0] == offer.name
        assert rest.split("  ")[-1].strip() == str(pays.odds)
        assert pays.clause == cite(f"6.1({letter})")
        assert offer.clause == cite(f"4.3({letter})")


def test_every_position_is_one_of_the_thirteen_wagers() -> None:
    """Tournament American Roulette 4.3: a position of another kind could not be paid."""
    assert {each.kind for each in POSITIONS.values()} == set(rules.RULES.wagers)
    assert [pays.case for pays in rules.RULES.odds] == list(rules.RULES.wagers)


def test_pieces_are_as_many_as_the_document_counts() -> None:
    """Tournament American Roulette 4.8(a), 4.8(b), 4.8(c) and 4.8(d): 6, 5, 9 and 4 pieces."""
    counted = [sum(each.units for each in s.positions) for s in rules.SECTION_WAGERS]
    assert counted == [each.pieces for each in rules.SECTION_WAGERS] == [6, 5, 9, 4]
    assert [each.name for each in rules.SECTION_WAGERS] == list(SECTIONS)


def test_the_wheel_alternates_red_and_black_after_a_green_zero() -> None:
    """Tournament American Roulette 2.1: 37 pockets (reading RO1)."""
    assert [colour(number) for number in WHEEL] == ["green", *["red", "black"] * 18]
    for number in WHEEL:
        play = table(v.LiftDolly(), wager("Ana", "red", 5), *TO_THE_END)
        (told, dolly) = GAME.do(play, v.ReportResult(number))
        assert isinstance(told, e.ResultAnnounced)
        assert told.hands == {"colour": colour(number)}
        assert dolly == v.DollyPlaced(str(number), cite("terms: Dolly"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [("17", 17), ("20.5", Fraction(41, 2)), ("022", 22), ("1e9", None), ("-20", None), ("", None)],
)
def test_a_diameter_is_read_exactly(text: str, expected: Fraction | None) -> None:
    """Tournament American Roulette 2.2: millimetres as a decimal, and nothing else."""
    assert rules.millimetres(text) == expected


def test_a_ball_needs_an_approval_on_record() -> None:
    """Tournament American Roulette terms: Approved: in writing, so it has a reference."""
    play = table()
    order = v.RegisterBall("B", "20", "acetal", " ")
    ruling = GAME.decide(play, order, Role.TOURNAMENT_DIRECTOR)
    assert ruling == Refused("ball_not_approved", cite("terms: Approved"))


def test_the_log_of_a_ball_change_names_both_balls_and_who_approved() -> None:
    """Tournament American Roulette 2.3."""
    play = table()
    director = Role.TOURNAMENT_DIRECTOR
    GAME.do(play, v.RegisterBall("B", "18", "nylon", "GCI 13"), director)
    GAME.do(play, v.ApproveBallChange("B"), director)
    changed = GAME.do(play, v.ChangeBall("B"))
    assert changed == (v.BallChanged("1", "B", director, cite("2.3")),)


def test_a_ball_is_taken_as_approved_once_and_before_any_is_on_the_list() -> None:
    """Tournament American Roulette terms: Ball: a later ball is registered."""
    ruling = GAME.decide(table(), v.TakeBallAsApproved())
    assert ruling == Refused("not_next", cite("terms: Ball"))


# The sign


def test_limits_of_a_position() -> None:
    """Tournament American Roulette 3.1: its own line, the straight-up one by numbers, the table's.

    Readings RO5 and RO16.
    """
    lines = {"straight up": Line(5_00, 100_00), "corner": Line(10_00, 250_00)}
    limits = Limits(minimum=20_00, maximum=900_00, multiple=5_00, lines=lines)
    expected = {
        "17": (5_00, 100_00),
        "17/20": (5_00, 200_00),
        "0/2/3": (5_00, 300_00),
        "0/1/2/3": (10_00, 250_00),
        "1-6": (5_00, 600_00),
        "column 1": (20_00, 900_00),
        "red": (20_00, 900_00),
    }
    for name, amounts in expected.items():
        found = rules.RULES.limits_at(limits, POSITIONS[name])
        assert (found.minimum, found.maximum) == amounts
        assert found.multiple == 5_00
    assert rules.table_minimum(limits) == 5_00


def test_the_sign_shows_every_wager_and_the_multiples() -> None:
    """Tournament American Roulette 3.1 and 3.2."""
    play = table(maximum=500_00, lines={"straight up": Line(5_00, 100_00)})
    shown = GAME.sign(play)
    assert len(shown) == 14
    assert shown[0] == ("straight up: minimum $5, maximum $100", cite("3.1"))
    assert shown[4] == ("six-line: minimum $5, maximum $600", cite("3.1"))
    assert shown[12] == ("black: minimum $5, maximum $500", cite("3.1"))
    assert shown[13] == ("wagers in multiples of $5", cite("3.2"))


def test_a_sign_names_wagers_of_the_document_only() -> None:
    """Tournament American Roulette 3.1."""
    limits = Limits(lines={"green": Line(5_00, 50_00)})
    refused = GAME.check_setup(Setup(Options(), limits))
    assert refused == Refused("wager_not_offered", cite("3.1"))


@pytest.mark.parametrize(
    ("missing", "clause"),
    [("table", "1.1"), ("wheel", "terms: Wheel"), ("layout", "terms: Race Track")],
)
def test_what_has_no_approval_is_not_opened_and_awaits_an_inspector(
    missing: str, clause: str
) -> None:
    """Tournament American Roulette 1.1, terms: Wheel, terms: Race Track, terms: Approved."""
    approved = tuple(each for each in ("table", "wheel", "layout") if each != missing)
    options = Options(approved=approved)
    refused = Refused("not_approved", cite(clause))
    assert GAME.check_setup(Setup(options)) == refused
    play = table(options=options)
    assert GAME.decide(play, v.LiftDolly()) == refused
    awaited = GAME.awaits(play)
    assert (awaited.what, awaited.who, awaited.clause) == ("check", Role.INSPECTOR, cite(clause))


# The round, where a written scenario would take the step that goes without saying


def test_nothing_is_wagered_before_the_dolly_is_lifted() -> None:
    """Tournament American Roulette terms: Round of Play: betting lies inside the round."""
    expected = Refused("betting_not_open", cite("terms: Round of Play"))
    assert GAME.decide(table(), wager("Ana", "17", 5), Role.PATRON) == expected


def test_the_stakes_stand_until_they_are_settled() -> None:
    """Tournament American Roulette 4.4: with the ball at rest nothing moves either."""
    play = table(v.LiftDolly(), wager("Ana", "red", 5), *TO_THE_END, v.ReportResult(1))
    for order in (
        wager("Ana", "black", 5),
        c.ChangeWager("Ana", "red", 10_00),
        c.WithdrawWager("Ana", "red"),
        v.AskMaximum("Ana", 17),
        v.TakeBackMaximum("Ana", 17),
    ):
        assert GAME.decide(play, order, Role.PATRON) == Refused("betting_closed", cite("4.4"))
    round_of_play = cite("terms: Round of Play")
    assert GAME.decide(play, v.LiftDolly()) == Refused("round_under_way", round_of_play)
    assert play.dolly == 1


def test_the_dolly_lies_on_the_number_until_it_is_lifted() -> None:
    """Tournament American Roulette terms: Dolly (reading RO12)."""
    play = table(v.LiftDolly(), wager("Ana", "red", 5), *TO_THE_END, v.ReportResult(0))
    GAME.do(play, c.SettleWagers())
    assert play.dolly == 0
    GAME.do(play, v.LiftDolly())
    assert play.dolly is None


def test_what_lies_there_is_found_only_after_no_more_bets() -> None:
    """Tournament American Roulette 3.3: before it the wager is simply changed."""
    play = table(v.LiftDolly(), wager("Ana", "red", 5), SPIN)
    found = c.FindWager("Ana", "red", 15_00)
    assert GAME.decide(play, found) == Refused("betting_open", cite("3.3"))
    GAME.do(play, c.CallNoMoreBets())
    assert GAME.can(play, found)


def test_the_dealer_is_told_who_has_no_wager_yet() -> None:
    """Tournament American Roulette 4.1: a warning before the call, a record after it (TP14)."""
    play = table(c.JoinTable("Ana"), c.JoinTable("Ben"), v.LiftDolly(), SPIN)
    assert GAME.awaits(play).sentence.endswith("No bet yet from Ana, Ben")
    GAME.do(play, wager("Ana", "red", 5))
    assert GAME.awaits(play).sentence == "betting is open. No bet yet from Ben"
    logged, closed = GAME.do(play, c.CallNoMoreBets())
    assert logged == e.BreachLogged("Ben", "no wager in round 1", cite("4.1"))
    assert closed == e.BettingClosed(cite("5.3"))
    assert not play.layout.of("Ben")


def test_a_spin_records_both_directions() -> None:
    """Tournament American Roulette 5.1, and 9.1 where they are the same."""
    play = table(v.LiftDolly())
    spun, void = GAME.do(play, v.SpinBall("anticlockwise", "anticlockwise"))
    assert spun == v.BallSpun("anticlockwise", "anticlockwise", cite("5.1"))
    assert void == v.SpinVoided("same direction", cite("9.1"))
    assert GAME.do(play, SPIN) == (v.BallSpun("clockwise", "anticlockwise", cite("5.1")),)


def test_losers_are_collected_before_winners_are_paid_along_the_layout() -> None:
    """Tournament American Roulette 7.1 and 7.2."""
    names = ("black", "17/20", "20", "red", "17", "16-21", "0")
    play = table(v.LiftDolly(), *(wager("Ana", name, 5) for name in names), *TO_THE_END)
    GAME.do(play, v.ReportResult(17))
    settled = [each for each in GAME.do(play, c.SettleWagers()) if isinstance(each, e.Settlement)]
    assert [line.wager for line in settled] == ["0", "20", "red", "17", "17/20", "16-21", "black"]
    assert [type(line) is e.WagerPaid for line in settled] == [False] * 3 + [True] * 4


def test_a_round_without_wagers_still_ends() -> None:
    """Tournament American Roulette terms: Round of Play: with nothing to pay, at once."""
    play = table(v.LiftDolly(), *TO_THE_END, v.ReportResult(5))
    assert GAME.do(play, c.SettleWagers()) == (e.RoundEnded(1, cite("terms: Round of Play")),)


def test_a_maximum_marker_puts_its_chips_by_the_wheel() -> None:
    """Tournament American Roulette 4.7 and terms: Maximum Marker: one on the layout, its twin
    with the whole amount."""
    play = table(v.LiftDolly(), lines={"straight up": Line(5_00, 100_00)})
    marker, *placed = GAME.do(play, v.AskMaximum("Ana", 0))
    assert marker == v.MaximumMarkerPlaced("Ana", "0", 1700_00, cite("4.7"))
    amounts = {each.wager: each.amount for each in placed if isinstance(each, e.WagerPlaced)}
    assert amounts == {
        "0": 100_00, "0/1": 200_00, "0/2": 200_00, "0/3": 200_00,
        "0/1/2": 300_00, "0/2/3": 300_00, "0/1/2/3": 400_00,
    }  # fmt: skip
    assert play.markers == [("Ana", 0)]


def test_the_maximum_adds_nothing_where_it_lies_already() -> None:
    """Tournament American Roulette 4.7: $100 are on the number itself."""
    play = table(v.LiftDolly(), wager("Ana", "0", 100), lines={"straight up": Line(5_00, 100_00)})
    marker, *placed = GAME.do(play, v.AskMaximum("Ana", 0))

    assert marker == v.MaximumMarkerPlaced("Ana", "0", 1600_00, cite("4.7"))
    assert "0" not in [each.wager for each in placed if isinstance(each, e.WagerPlaced)]
    assert e.WagerChanged not in map(type, placed)


def test_nothing_is_added_to_a_stake_by_a_wager_of_nothing() -> None:
    play = table(v.LiftDolly(), wager("Ana", "red", 10))
    refused = GAME.decide(play, wager("Ana", "red", 0), Role.PATRON)

    assert isinstance(refused, Refused)
    assert refused.code == "amount_not_positive"


def test_a_marker_button_lies_only_on_a_colour_above_the_table_minimum() -> None:
    """Tournament American Roulette terms: Marker Button (reading RO9)."""
    play = table(minimum=5_00)
    plain = GAME.do(play, v.IssueColourChips("Ana", "blue"))
    assert plain == (v.ColourChipsIssued("Ana", "blue", 5_00, cite("terms: Colour Chips")),)
    button = GAME.do(play, v.IssueColourChips("Ben", "pink", 25_00))[1]
    assert button == v.MarkerButtonPlaced("pink", 25_00, cite("terms: Marker Button"))


def test_what_the_director_decides_nobody_else_does() -> None:
    """Tournament American Roulette terms: Tournament Director, terms: Assistant to the Director.

    Reading G11: nor does the supervisor. An assistant and the staff log what they see (TP2).
    """
    director, deciding = Role.TOURNAMENT_DIRECTOR, set()
    for order, may in GAME.orders.items():
        if director in may.roles and Role.DEALER not in may.roles:
            deciding.add(order)
            assert may.roles <= {director, Role.INSPECTOR}, order
    assert deciding == {
        c.InvalidateOutcome, c.VoidWagers, c.ExcludePatron, c.DecideDispute,
        c.RecordReview, house.GiveNotice, house.SetOption, house.SetLimits, house.SetMultiple,
        v.RegisterBall, v.ApproveBallChange, v.RequireColourChips,
    }  # fmt: skip
    log = c.LogBreach("Ben", "a late stake")
    assert GAME.can(table(), log, Role.ASSISTANT_TO_DIRECTOR)
    assert GAME.verify(
        table(), c.InvalidateOutcome("impracticality", "fraud"), Role.ASSISTANT_TO_DIRECTOR
    ) == Refused("role_may_not", cite("10.1"))


def test_nobody_vacates_a_seat_and_nothing_is_dealt() -> None:
    """What other documents have and this one has not is no order of the game."""
    play = table()
    for order in (c.VacateSeat("Ana"), c.DealCard(None), c.MoveWager("Ana", "17", "20")):
        ruling = GAME.decide(play, order, Role.TOURNAMENT_DIRECTOR)
        assert ruling == Refused("order_not_of_this_game")


def test_colour_chips_of_one_table_are_refused_at_another() -> None:
    """Tournament American Roulette terms: Colour Chips: neither staked there nor redeemed."""
    here, there = (GAME.begin(Setup(Options(), GAME.limits)) for _ in range(2))
    for play in (here, there):
        for command, by in (
            *GAME.ready(play), (c.JoinTable("Ana"), Role.PATRON),
            (c.BringChips("Ana", 100_00), Role.PATRON), (v.LiftDolly(), Role.DEALER),
        ):  # fmt: skip
            if GAME.can(play, command, by):
                GAME.do(play, command, by)
    GAME.do(here, v.IssueColourChips("Ana", "blue"), Role.DEALER)
    staked = v.WagerColourChips("Ana", 3, "17")
    assert GAME.can(here, staked, Role.PATRON)
    for command, by in ((staked, Role.PATRON), (v.RedeemColourChips("Ana"), Role.DEALER)):
        refused = GAME.decide(there, command, by)
        assert isinstance(refused, Refused)
        assert refused.code == "no_colour_chips", command
