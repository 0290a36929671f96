"""What the table of 7-Up Baccarat refuses and does step by step, one order at a time."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from houseway.equipment.cards import DECK, Card, parse_card
from houseway.equipment.chips import ChipSet
from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game, tokens
from houseway.games import malfunction as m
from houseway.games.chance import unseen_card
from houseway.games.commands import Command
from houseway.games.game import Pick, Setup
from houseway.games.limits import Limits, Line
from houseway.games.seven_up_baccarat import rules
from houseway.games.seven_up_baccarat import state as i
from houseway.games.seven_up_baccarat import state as v
from houseway.games.seven_up_baccarat.rules import BANKER, PLAYER, SUPER_SEVENS, TIE, Options, cite
from houseway.games.seven_up_baccarat.settle import pro_rata
from houseway.games.seven_up_baccarat.state import Play
from houseway.games.tokens import ExchangeVoucher, Pile, StakeTokens
from houseway.records.session import Session
from houseway.rulebook.roles import Role
from houseway.rulebook.ruling import Accepted, Refused

GAME = game("seven-up-baccarat")


def played(*lines: str, prepared: bool = True, **options: Any) -> Session:
    session = Session(GAME, Setup(Options(**options), GAME.limits))
    if prepared:
        session.prepare()
    for line in lines:
        assert session.write(line) is None, line
    return session


def refusal(session: Session, command: Command, by: Role = Role.DEALER) -> Refused:
    ruling = GAME.decide(session.play, command, by)
    assert isinstance(ruling, Refused), ruling
    return ruling


def card(text: str) -> Card:
    return parse_card(text)


# Loading


def test_nothing_is_wagered_before_the_shuffle_and_the_burn() -> None:
    """7-Up Baccarat 4.1, 4.4: shuffle, burn one card, then bet."""
    session = played(prepared=False)
    assert refusal(session, c.OpenBetting()) == Refused("cards_not_ready", cite("4.1"))
    assert refusal(session, c.BurnCard()) == Refused("not_next", cite("4.4"))
    session.write("shuffle")
    assert refusal(session, c.OpenBetting()) == Refused("cards_not_ready", cite("4.4"))
    assert refusal(session, c.ShuffleCards()) == Refused("not_next", cite("4.1"))
    session.write("burn")
    assert GAME.can(session.play, c.OpenBetting())


def test_an_ordered_manual_shuffle_comes_before_the_burn() -> None:
    """7-Up Baccarat 4.2."""
    session = played(
        "load pre-shuffled cards", "supervisor: order a manual shuffle", prepared=False
    )
    assert refusal(session, c.BurnCard()) == Refused("shuffle_ordered", cite("4.2"))
    assert GAME.awaits(session.play).clause == cite("4.2")


def test_replaced_cards_close_betting_until_they_are_ready() -> None:
    """7-Up Baccarat 3.8, 4.1, 4.4: wagers lie as they are, and none is added."""
    session = played("Ana wagers 5 on banker in box 1", "supervisor: replace the cards")
    raised = c.ChangeWager("Ana", BANKER, 10_00)
    assert refusal(session, raised, Role.PATRON) == Refused("cards_not_ready", cite("4.1"))
    session.write("shuffle")
    assert refusal(session, c.DealCard(card("9c"))) == Refused("cards_not_ready", cite("4.4"))


def test_every_card_in_the_device_is_as_likely_as_another() -> None:
    """7-Up Baccarat 4.1, reading A-33: each of the 309 numbers that chance can give draws one."""
    stock = played("Ana wagers 5 on banker in box 1", "deal 9c 9c Kh").play.stock

    drawn = Counter(unseen_card(stock, always(place)) for place in range(309))
    assert drawn == dict.fromkeys(DECK, 6) | {card("9c"): 4, card("Kh"): 5}


def always(place: int) -> Pick:
    return lambda below: place


# Dealing


def test_no_card_is_drawn_before_both_counts_are_announced() -> None:
    """7-Up Baccarat 9.1, 8.2.2, 9.3: after three cards the counts come first, then Player draws."""
    session = played("Ana wagers 5 on banker in box 1", "deal 2c 3d 4h")
    draw = c.DealCard(card("5s"))
    assert refusal(session, draw) == Refused("counts_not_announced", cite("8.2.2"))
    (announced,) = GAME.do(session.play, v.AnnounceCounts())
    assert announced == v.CountsAnnounced("baccarat", "6", cite("8.2.2"))
    assert refusal(session, v.AnnounceCounts()) == Refused("counts_announced", cite("8.2.2"))
    (dealt,) = GAME.do(session.play, draw)
    assert dealt == e.CardDealt(card("5s"), PLAYER, cite("9.3 Table 1"))


def test_a_card_set_aside_comes_before_one_from_the_device() -> None:
    """7-Up Baccarat 12.2, 12.3: it is Banker's first card of the no-bet coup."""
    session = played("a card is found face up: 9c", "begin the no-bet coup")
    assert refusal(session, c.DealCard(card("Kd"))) == Refused("kept_card_first", cite("12.2"))
    (used,) = GAME.do(session.play, c.UseKeptCard())
    assert used == e.KeptCardUsed(None, BANKER, cite("12.3"))
    assert session.play.banker == ["9c"]


@pytest.mark.parametrize(
    ("order", "left_over", "due"),
    [
        ("3d 2c 4h ??", (None,), ()),  # Player 9 is a natural: the unseen card is too many
        ("3d 2c 4h 8s", (parse_card("8s"),), (v.NoBetCoupsDue(1, cite("12.3")),)),
    ],
)
def test_a_card_left_over_makes_a_no_bet_coup_if_it_was_seen(
    order: str, left_over: tuple[Card | None], due: tuple[e.Event, ...]
) -> None:
    """7-Up Baccarat 12.1.1, 12.2, 12.3."""
    session = played(
        "Ana wagers 5 on banker in box 1", "deal", "deal", "deal", "expose 2c 3d 4h",
        "announce the counts", "deal", *(("expose 8s",) if all(left_over) else ()),
        "the order of the cards is in doubt", deal="face down",
    )  # fmt: skip
    session.write(f"rebuild the coup from {order}")

    kept = [i.SurplusCardKept(each, from_layout=True, clause=cite("12.2")) for each in left_over]
    offered = e.WithdrawalOffered(cite("12.1.1"))
    assert session.steps[-1].events[1:] == (*kept, *due, offered)


def test_a_no_bet_coup_is_rebuilt_without_an_option_to_withdraw() -> None:
    """7-Up Baccarat 12.1.1, reading 7U-04: nobody has a wager."""
    session = played(
        "a card is found face up: 9c", "begin the no-bet coup", "use the kept card", "deal Kd",
        "the cards were dealt wrongly",
    )  # fmt: skip
    session.write("rebuild the coup from Kd 9c")

    assert [type(each) for each in session.steps[-1].events] == [i.CoupRebuilt]


def test_the_minimum_itself_is_not_made_up_in_a_tournament() -> None:
    """7-Up Baccarat 15.2.1, 15.6.14, 5.3."""
    session = played(
        "Ana wagers 20 on banker in box 1", "deal 9c", use="tournament",
    )  # fmt: skip
    session.write("Ana is found with 5 on banker in box 1")
    assert session.steps[-1].events == (e.WagerChanged("Ana", BANKER, 20_00, 5_00, 1, cite("5.3")),)
    session.write("Ana is found with 4 on banker in box 1")
    made_up = e.WagerChanged("Ana", BANKER, 5_00, 5_00, 1, cite("15.2.1"))
    assert session.steps[-1].events == (made_up,)


def test_a_maximum_of_the_patrons_own_is_not_for_a_super_sevens_wager() -> None:
    """7-Up Baccarat 10.1, 6.8: the sign states its amount; an excluded patron makes none."""
    lines = {SUPER_SEVENS: Line(5_00, 25_00)}
    session = Session(GAME, Setup(Options(), Limits(lines=lines, personal={"Ana": 10_00})))
    session.prepare()
    session.write("Ana wagers 10 on banker in box 1")
    wager = c.PlaceWager("Ana", SUPER_SEVENS, 20_00, 1)

    assert GAME.can(session.play, wager, Role.PATRON)
    session.play.layout.excluded["Ana"] = e.PatronExcluded("Ana", cite("14.3.2"))
    assert refusal(session, wager, Role.PATRON).code == "patron_excluded"


def test_a_void_coup_is_not_voided_again() -> None:
    """7-Up Baccarat 12.1.2, 12.8.2: its cards are checked with the others, and it is over."""
    session = played(
        "Ana wagers 5 on banker in box 1", "deal 9c Kd Kh", "the cards were dealt wrongly",
        "supervisor: authorise the void",
    )  # fmt: skip
    session.write("a foreign card is found: a joker")

    kinds = [type(each) for each in session.steps[-1].events]
    assert e.RoundEnded in kinds
    assert e.RoundVoided not in kinds


def test_a_coup_without_a_card_ends_and_is_not_void() -> None:
    """7-Up Baccarat 12.8.2: the coup being dealt is void; here none is."""
    session = played("a card is found face up: 9c", "begin the no-bet coup")
    session.write("a foreign card is found: a joker")

    kinds = [type(each) for each in session.steps[-1].events]
    assert e.RoundEnded in kinds
    assert e.RoundVoided not in kinds


def test_an_empty_device_voids_the_coup_and_leaves_the_others() -> None:
    """7-Up Baccarat 12.6: not enough cards to complete a hand."""
    session = played(
        "Ana wagers 5 on banker in box 1", "deal 9c Kd Kh", "Ana wagers 5 on banker in box 1",
        "deal 2c",
    )  # fmt: skip
    while session.play.stock.source:
        GAME.do(session.play, i.ReportMistakenBurn())
    ruling = GAME.decide(session.play, c.DealCard(card("Kd")))
    assert isinstance(ruling, Accepted)
    returned, voided = ruling.events
    assert (returned.stake, returned.returned) == (5_00, 5_00)
    assert voided == e.RoundVoided(2, "the device is empty", cite("12.6"))


def test_a_seventh_copy_of_a_card_cannot_come() -> None:
    """7-Up Baccarat 3.1: six decks have six of each."""
    session = played("Ana wagers 5 on banker in box 1")
    for _ in range(6):
        GAME.do(session.play, i.ReportMistakenBurn(card("8s")))
    assert refusal(session, c.DealCard(card("8s"))).code == "card_impossible"
    assert refusal(session, c.DealCard(Card("8x"))).code == "card_impossible"


KEPT_UNSEEN = (
    "Ana wagers 5 on player in box 1", "deal 6c Kd Kh", "announce the counts",
    "a card is dealt to player in error", "collect the cards", "Ana wagers 5 on player in box 1",
)  # fmt: skip
SIX_EIGHTS = ("a card is burned by mistake: 8s",) * 6
EIGHT = parse_card("8s")


@pytest.mark.parametrize(
    ("lines", "command", "code", "clause"),
    [
        ((), v.ExposeCards(()), "no_coup_under_way", "8.2.1"),
        (("Ana wagers 5 on player in box 1", "deal 6c"), v.AnnounceCounts(), "cards_face_down",
         "8.2.1"),
        (("Ana wagers 5 on player in box 1", "deal 6c"), c.CollectCards(), "coup_not_settled",
         "8.4"),
        (("Ana wagers 5 on player in box 1", "deal 6c"), v.EnterDisplay("tie"), "no_result_yet",
         "1.1 WRD"),
        (("a card is found face up: 9c", "begin the no-bet coup"), v.BeginNoBetCoup(),
         "coup_under_way", "7.4"),
        (("a card is found face up: 9c", "begin the no-bet coup"),
         c.ReportFaceUpCard(EIGHT), "kept_card_first", "12.2"),
        (("a card is found face up: 9c", "begin the no-bet coup",
          "inspector: order a check of the cards"), c.UseKeptCard(), "cards_under_check", "3.9"),
        (("Ana wagers 5 on player in box 1", "deal 6c", "inspector: order a check of the cards"),
         c.ReportFaceUpCard(EIGHT), "cards_under_check", "3.9"),
        (KEPT_UNSEEN, c.UseKeptCard(), "card_not_named", "8.2.1"),
        ((*KEPT_UNSEEN, *SIX_EIGHTS), c.UseKeptCard(EIGHT), "card_impossible", ""),
        (SIX_EIGHTS, c.ReportFaceUpCard(EIGHT), "card_impossible", ""),
        (SIX_EIGHTS, i.ReportMistakenBurn(EIGHT), "card_impossible", ""),
        (("Ana wagers 5 on player in box 1", "deal 6c Kd Kh", *SIX_EIGHTS),
         i.ReportCardToPlayer(EIGHT), "card_impossible", ""),
        (("Ana wagers 5 on player in box 1", "deal 6c", *SIX_EIGHTS,
          "the order of the cards is in doubt"), i.RebuildCoup((card("6c"), EIGHT)),
         "card_impossible", ""),
    ],
)  # fmt: skip
def test_what_cannot_be_now_is_refused(
    lines: tuple[str, ...], command: Command, code: str, clause: str
) -> None:
    """7-Up Baccarat 8.2.1, 8.4, 7.4, 12.2, 3.9, 3.1: each order has its time and its cards."""
    session = played(*lines, display="on")
    assert refusal(session, command) == Refused(code, cite(clause) if clause else None)


def test_an_exposed_card_is_one_that_can_lie_there() -> None:
    """7-Up Baccarat 3.1, 8.2.1."""
    lines = ("Ana wagers 5 on player in box 1", "deal", "deal", "deal", *SIX_EIGHTS)
    session = played(*lines, deal="face down")
    eights = v.ExposeCards((EIGHT, card("2c"), card("3c")))
    assert refusal(session, eights) == Refused("card_impossible")


# Clearing


def coup(session: Session) -> None:
    for line in ("Ana wagers 5 on banker in box 1", "deal 9c Kd Kh", "collect the cards"):
        assert session.write(line) is None


def test_the_cards_of_a_coup_sit_out_the_next_one() -> None:
    """7-Up Baccarat 8.4, 4.4, 1.1 burn/ed: rack to device, then layout to rack (reading 7U-03)."""
    session = played("shuffle", "burn", prepared=False)
    stock = session.play.stock
    assert (stock.source, stock.rack) == (311, [None])
    coup(session)
    assert (stock.source, stock.rack) == (309, ["9c", "Kd", "Kh"])
    for line in ("Ana wagers 5 on banker in box 1", "deal 9c Kd Kh", "announce the counts"):
        session.write(line)
    assert stock.out[card("9c")] == 2
    GAME.do(session.play, c.SettleWagers())
    assert refusal(session, c.CollectCards()) == Refused("rack_first", cite("8.4"))
    GAME.do(session.play, c.ReturnRack())
    assert stock.out[card("9c")] == 1
    GAME.do(session.play, c.CollectCards())
    assert (stock.source, stock.rack) == (309, ["9c", "Kd", "Kh"])


def test_a_card_burned_in_a_coup_goes_back_when_it_is_cleared() -> None:
    """7-Up Baccarat 12.10, 8.4, 1.1 burn/ed: out for that coup, and no longer."""
    session = played(
        "Ana wagers 5 on banker in box 1", "deal 9c", "a card is burned by mistake: 8s",
        "deal Kd Kh",
    )  # fmt: skip
    assert session.play.stock.rack == ["8s"]
    session.write("collect the cards")
    assert session.play.stock.out[card("8s")] == 0


# Settling


def test_losers_first_then_winners_each_from_the_highest_box() -> None:
    """7-Up Baccarat 11.1, 11.1.1: in a box the hand, Tie, Super 7's (reading 7U-13)."""
    session = played(
        "Ana wagers 5 on player in box 1", "Ana wagers 5 on tie in box 1",
        "Ben wagers 5 on super 7's in box 2", "Ben wagers 5 on banker in box 2",
        "Chen wagers 5 on tie in box 3", "Chen wagers 5 on player in box 3",
        "deal 7c 9d Kh", "announce the counts",
    )  # fmt: skip
    _, *lines = GAME.do(session.play, c.SettleWagers())
    order = [(line.box, line.wager) for line in lines]  # type: ignore[attr-defined]
    losers = [(3, PLAYER), (3, TIE), (1, PLAYER), (1, TIE)]
    assert order == [*losers, (2, BANKER), (2, SUPER_SEVENS)]


def test_the_float_tray_holds_what_was_collected_less_what_was_paid() -> None:
    """7-Up Baccarat 1.1 float tray."""
    session = played(
        "Ana brings 100", "Ben brings 100", "Ana wagers 30 on player in box 1",
        "Ben wagers 10 on banker in box 2", "deal 7c 9d Kh",
    )  # fmt: skip
    session.finish()
    assert session.play.layout.float_tray == 30_00 - 18_00
    assert session.play.layout.chips == {"Ana": 70_00, "Ben": 118_00}


def test_winnings_are_rounded_wager_by_wager_and_stakes_never() -> None:
    """7-Up Baccarat 5.7: two halves of 12.50 are 13 and 13 where a dollar is the smallest chip."""
    limits = Limits(lines={SUPER_SEVENS: Line(5_00, 100_00)})
    table = GAME.begin(Setup(Options(), limits, ChipSet((1_00, 5_00))))
    for command, by in GAME.ready(table):
        GAME.do(table, command, by)
    GAME.do(table, c.OpenBetting())
    GAME.do(table, c.PlaceWager("Ana", PLAYER, 25_00, 1), Role.PATRON)
    GAME.do(table, c.PlaceWager("Ana", PLAYER, 25_00, 2), Role.PATRON)
    for text in ("6c", "Kd", "Kh"):
        GAME.do(table, c.DealCard(card(text)))
    GAME.do(table, v.AnnounceCounts())
    _, *lines = GAME.do(table, c.SettleWagers())
    assert [(line.paid, line.returned) for line in lines] == [(13_00, 25_00)] * 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("stakes", "target", "unit", "shares"),
    [
        ([100, 50, 50], 100, 1, [50, 25, 25]),
        ([1, 1, 1], 2, 1, [1, 1, 0]),  # equal remainders: the lower boxes
        ([10, 20, 30], 50, 10, [10, 20, 20]),  # 8.3, 16.7, 25: two units over, to 8.3 and 16.7
        ([7, 7], 10, 5, [5, 5]),
        ([7, 4], 10, 5, [5, 0]),  # no share above the stake
    ],
)
def test_shares_pro_rata(stakes: list[int], target: int, unit: int, shares: list[int]) -> None:
    """7-Up Baccarat 6.2, 6.5: whole units, the largest remainders first (reading 7U-11)."""
    given = {(f"patron {box}", box, PLAYER): stake for box, stake in enumerate(stakes, 1)}
    assert list(pro_rata(given, target, unit).values()) == shares


# Tokens


def test_tokens_come_back_as_tokens_and_are_lost_as_tokens() -> None:
    """7-Up Baccarat 1.1 casino promotional token, 5.2: won, then lost; never cashed."""
    session = played("Ana exchanges a voucher of 25", "Ana brings 50")
    table: Play = session.play
    assert table.layout.chips["Ana"] == 75_00
    session.write("Ana wagers 25 in tokens on banker in box 1")
    assert tokens.held(table, "Ana") == Pile()
    session.write("deal 9c Kd Kh")
    session.finish()
    assert tokens.held(table, "Ana") == Pile(25_00)
    session.write("Ana wagers 25 in tokens on player in box 1")
    session.write("deal 9c Kd Kh")
    session.finish()
    assert tokens.held(table, "Ana") == Pile()
    assert table.layout.chips["Ana"] == 75_00


def test_a_void_coup_gives_tokens_back_even_when_they_were_collected() -> None:
    """7-Up Baccarat 1.1 void, 1.1 casino promotional token: as tokens, not as chips."""
    session = played(
        "Ana exchanges a voucher of 25", "Ana wagers 25 in tokens on player in box 1",
        "deal 9c Kd Kh", "collect the cards", "the order of the cards is in doubt",
        "supervisor: authorise the void",
    )  # fmt: skip
    assert tokens.held(session.play, "Ana") == Pile(25_00)


def test_a_corrected_coup_moves_the_tokens_with_it() -> None:
    """7-Up Baccarat 12.1.1, 1.1 casino promotional token."""
    session = played(
        "Ana exchanges a voucher of 25", "Ana wagers 25 in tokens on banker in box 1",
        "deal 6c Ad Kh", "collect the cards",
    )  # fmt: skip
    assert tokens.held(session.play, "Ana") == Pile()
    session.write("the cards were dealt wrongly")
    session.write("rebuild the coup from Ad Kh 6c")
    assert tokens.held(session.play, "Ana") == Pile(25_00)


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (ExchangeVoucher("Ana", 0), "amount_not_positive"),
        (ExchangeVoucher("Ana", 25_00, "on Tuesdays only"), "condition_unknown"),
    ],
)
def test_a_voucher_is_exchanged_on_its_conditions(command: Command, code: str) -> None:
    """7-Up Baccarat 1.1 casino promotional token."""
    assert refusal(played(), command).code == code


# Wagers that cannot lie there


def test_nothing_is_wagered_before_betting_opens() -> None:
    """7-Up Baccarat 5.3."""
    wager = c.PlaceWager("Ana", BANKER, 5_00, 1)
    assert refusal(played(), wager, Role.PATRON) == Refused("betting_not_open", cite("5.3"))


def test_a_wager_that_lies_there_is_changed_and_not_placed_again() -> None:
    """A second stake on the same spot is one stake: nothing is moved onto it either."""
    session = played("Ana wagers 5 on banker in box 1", "Ana wagers 5 on tie in box 1")
    again = c.PlaceWager("Ana", BANKER, 5_00, 1)
    assert refusal(session, again, Role.PATRON) == Refused("wager_there")
    onto = c.MoveWager("Ana", TIE, BANKER, 1)
    assert refusal(session, onto, Role.PATRON) == Refused("wager_there")


def test_a_moved_wager_meets_the_same_limits() -> None:
    """7-Up Baccarat 10.1, 10.3, 5.6.8: onto Super 7's, and what rests on the wager that moved."""
    session = played("Ana wagers 200 on banker in box 1", "Ben wagers 5 on tie in box 2")
    above = c.MoveWager("Ana", BANKER, SUPER_SEVENS)
    assert refusal(session, above, Role.PATRON) == Refused("amount_not_on_sign", cite("10.1"))
    session.write("Ana withdraws banker")
    alone = c.MoveWager("Ben", TIE, SUPER_SEVENS)
    assert refusal(session, alone, Role.PATRON) == Refused("no_base_wager", cite("10.3"))


def test_tokens_beside_chips_stay_within_the_maximum() -> None:
    """7-Up Baccarat 6.1, 5.2."""
    session = played("Ana exchanges a voucher of 25", "Ana wagers 990 on banker in box 1")
    more = StakeTokens("Ana", BANKER, 25_00, 1)
    assert refusal(session, more, Role.PATRON) == Refused("wager_above_maximum", cite("6.1"))


def test_tokens_that_a_cut_hands_back_are_tokens_still() -> None:
    """7-Up Baccarat 6.2, 1.1 casino promotional token: chips come back before them."""
    session = played("Ana exchanges a voucher of 25", "Ana wagers 25 in tokens on banker in box 1")
    session.write("Ana changes banker to 10")
    assert tokens.held(session.play, "Ana") == Pile(15_00)
    assert session.play.tokens.staked == {("Ana", 1, BANKER): Pile(10_00)}


def test_a_wager_is_refused_with_a_reason() -> None:
    """7-Up Baccarat 14.11: on grounds that are stated."""
    session = played("Ana wagers 5 on banker in box 1")
    without = v.RefuseWager("Ana", BANKER, "  ")
    assert refusal(session, without, Role.GAMING_SUPERVISOR) == Refused(
        "no_reason_given", cite("14.11")
    )


# Choices


def test_the_option_names_every_wager_that_may_be_taken_back() -> None:
    """7-Up Baccarat 12.1.1: keep them, or take back any one whole."""
    session = played(
        "Ana wagers 5 on banker in box 1", "Ana wagers 5 on tie in box 2", "deal 9c Kd",
        "the order of the cards is in doubt", "rebuild the coup from 9c Kd",
    )  # fmt: skip
    awaited = GAME.awaits(session.play)
    assert (awaited.what, awaited.who) == ("choose", "Ana")
    assert awaited.choices == (
        c.KeepWagers("Ana"), c.WithdrawWager("Ana", BANKER, 1), c.WithdrawWager("Ana", TIE, 2)
    )  # fmt: skip
    assert all(GAME.can(session.play, choice, Role.PATRON) for choice in awaited.choices)


def test_without_a_box_a_wager_lies_where_the_patron_wagers() -> None:
    """7-Up Baccarat 2.2.2, 5.5: the box used last, or the lowest that is nobody's."""
    session = played("Ana wagers 5 on banker in box 2", "Ben wagers 5 on banker", areas=3)
    session.write("Ana wagers 5 on tie")
    assert set(session.play.layout.wagers) == {
        ("Ana", 2, BANKER), ("Ben", 1, BANKER), ("Ana", 2, TIE)
    }  # fmt: skip
    session.write("Chen wagers 5 on banker")
    nowhere = c.PlaceWager("Dora", BANKER, 5_00)
    assert refusal(session, nowhere, Role.PATRON) == Refused("area_taken", cite("5.5"))


def test_a_failed_device_stops_every_card() -> None:
    """7-Up Baccarat 13.1: nothing is dealt, announced, settled or cleared until it is put right."""
    session = played("Ana wagers 5 on banker in box 1", "deal 9c Kd Kh")
    GAME.do(session.play, m.ReportMalfunction())
    for command in (v.AnnounceCounts(), c.SettleWagers(), c.ReturnRack(), c.CollectCards()):
        assert refusal(session, command) == Refused("device_malfunction", cite("13.1"))


def test_who_may_not_is_told_who_may() -> None:
    """7-Up Baccarat 8.1, 1.1 dealer: the dealer settles; a patron has no hand in it."""
    session = played("Ana wagers 5 on banker in box 1", "deal 9c Kd Kh", "announce the counts")
    assert refusal(session, c.SettleWagers(), Role.PATRON) == Refused(
        "role_may_not", cite("1.1 dealer")
    )
    assert rules.RULES.wagers[PLAYER] == cite("5.1.1")
