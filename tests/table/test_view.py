"""What a viewer may see of a table: hand-worked views, one claim a test."""

from __future__ import annotations

import re

import msgspec
import pytest

from houseway.equipment.seeds import links_of
from houseway.games import game, slugs
from houseway.games.commands import LogBreach
from houseway.games.events import BettingOpened, ResultAnnounced, ResultCorrected, RoundVoided
from houseway.games.table_rules import RESULTS_DISPLAY
from houseway.rulebook.roles import Role, Signature
from houseway.rulebook.ruling import Accepted
from houseway.table.offers import offers
from houseway.table.results import KEPT, Results
from houseway.table.secrets import CommitSeed, SeedRevealed
from houseway.table.state import HOUSE, Notification, Table
from houseway.table.table import decide, evolve
from houseway.table.view import Viewer, view
from houseway.table.vocabulary import (
    PutUpSign,
    RaiseMinimum,
    SetHours,
)
from tests.offices import opening_of
from tests.table.tables import ANYBODY, DEALER, patron, played, seen, table
from tests.table.virtual import VirtualTable

# What would be advice to a patron: chances, edges, and the way to where they are.
ADVISES = re.compile(
    r"house edge|expected|odds of|chance of|probabilit|\d\.\d+ %|/analysis|/training|\bbest\b"
    r"|recommend|\bhint|should (bet|fold|hit|stand|draw)",
    re.IGNORECASE,
)
SUPERVISOR = Viewer(Role.GAMING_SUPERVISOR)
MINI = "mini-baccarat"


@pytest.mark.parametrize(
    ("slug", "clause"),
    [("tournament-roulette", "10.7(a)"), ("tournament-mini-baccarat", "11.7(a)")],
)
def test_a_view_never_says_which_play_is_better_and_spoken_advice_is_logged(
    slug: str, clause: str
) -> None:
    """Tournament American Roulette 10.7(a), Tournament Mini-Baccarat 11.7(a): at each step of some
    rounds, for a patron and for whoever looks on."""
    floor = VirtualTable(slug)
    for _ in range(150):
        floor.step()
        for viewer in (patron("Ana"), ANYBODY):
            text = msgspec.json.encode(seen(floor.table, viewer)).decode()
            assert not ADVISES.search(text), ADVISES.search(text)
    assert floor.table.play.round > 0
    breach = LogBreach("Eli", "told Ana what to bet", clause)
    logged = decide(floor.table, breach, Role.TOURNAMENT_DIRECTOR, actor="Dora")
    assert isinstance(logged, Accepted)


# What is next


def test_the_next_step_is_ready_for_whoever_may_take_it() -> None:
    """Mini Baccarat 8.4: the dealer settles; others see that it is awaited and get no order."""
    found = table(MINI, "Ana wagers 25 on player\n deal 4h 9c 5h Td")

    step = seen(found, DEALER).next
    assert step is not None
    assert (step.what, step.who, step.mine) == ("settle", "dealer", True)
    assert step.command == {"type": "SettleWagers"}
    for viewer in (ANYBODY, patron("Ana")):
        other = seen(found, viewer).next
        assert other is not None
        assert (other.what, other.mine, other.command) == ("settle", False, None)


def test_wagers_are_awaited_from_every_patron_with_a_name() -> None:
    """Mini Baccarat 4.1: the dealer has the call that ends it, a passer-by has nothing."""
    found = table(MINI, "Ana wagers 25 on player")

    steps = [seen(found, viewer).next for viewer in (patron("Ben"), DEALER, ANYBODY)]
    assert [step.mine for step in steps if step] == [True, True, False]
    assert steps[1] is not None
    assert steps[1].command == {"type": "CallNoMoreBets"}


def test_choices_are_those_of_the_patron_whose_turn_it_is() -> None:
    """Tournament Blackjack 9.1: Ana may draw or stand on 17; Ben waits."""
    found = table(
        "tournament-blackjack",
        "Ana wagers 10 on blackjack\n Ben wagers 10 on blackjack\n deal Th 9h 6c 7s 9s\n"
        "end the interim settlement",
    )

    step = seen(found, patron("Ana")).next
    assert step is not None
    assert [each["type"] for each in step.choices][:2] == ["Hit", "Stand"]
    assert all(each["patron"] == "Ana" for each in step.choices)
    other = seen(found, patron("Ben")).next
    assert other is not None
    assert (other.mine, other.choices) == (False, ())


def test_an_order_that_names_hidden_cards_is_offered_to_nobody() -> None:
    """Tournament Canberra Poker 9.1: Ana's cards are on record, but the dealer has yet to see
    them; the dealer's own hand, revealed, brought the showdown to box 1."""
    found = table(
        "tournament-canberra-poker",
        "Ana wagers 10 on ante\n the hands are dealt showing 4c\n"
        "Ana picks up the cards Ah Ad Kc 7s 2h\n Ana bets 20\n reveal dealer: As Kh 4c 3d 2s",
    )

    assert found.game.awaits(found.play).command is not None
    step = seen(found, DEALER).next
    assert step is not None
    assert (step.what, step.to, step.mine, step.command) == ("expose", "box 1", True, None)


def test_pai_gow_divisions_are_offered_to_the_patron_of_the_tiles() -> None:
    """Tournament Pai Gow 9.1: four different tiles can be divided in three ways."""
    found = table(
        "tournament-pai-gow",
        "Ana wagers 25 on hand in box 2\n open the cup: 1-2-3\n deliver the tiles\n"
        "retrieve the tiles of the empty boxes\n Ana looks at 6-6 1-1 3-3 1-6",
    )

    step = seen(found, patron("Ana")).next
    assert step is not None
    kinds = [each["type"] for each in step.choices]
    assert kinds == ["SetHand"] * 3 + ["AskHouseWay", "ConcedeHand"]
    for viewer in (DEALER, patron("Ben"), Viewer(Role.TOURNAMENT_DIRECTOR)):
        other = seen(found, viewer).next
        assert other is not None
        assert not [each for each in other.choices if each["type"] == "SetHand"]


@pytest.mark.parametrize("viewer", [ANYBODY, DEALER, patron("Ana")])
def test_no_more_bets_is_shown_to_all(viewer: Viewer) -> None:
    """Mini Baccarat 6.2: the call ends the betting on every screen."""
    found = table(MINI, "Ana wagers 25 on player")
    assert seen(found, viewer).stage == "betting"

    called = table(MINI, "Ana wagers 25 on player\n no more bets")
    assert seen(called, viewer).stage == "dealing"


NO_MORE_BETS = {
    "tournament-blackjack": "Ana wagers 10 on blackjack",
    "tournament-roulette": "Ana wagers 10 on red\n"
    "spin the wheel clockwise and the ball anticlockwise",
    "tournament-mini-baccarat": "Ana wagers 25 on player",
    "tournament-pai-gow": "Ana wagers 25 on hand in box 2",
}


@pytest.mark.parametrize("slug", NO_MORE_BETS)
def test_the_call_ends_the_betting_on_every_screen(slug: str) -> None:
    """Tournament Blackjack 6.2, Tournament American Roulette 5.3, Tournament Mini-Baccarat 6.2,
    Tournament Pai Gow 7.4."""
    found, called = (table(slug, NO_MORE_BETS[slug] + call) for call in ("", "\n no more bets"))
    for viewer in (ANYBODY, DEALER, patron("Ana")):
        assert seen(found, viewer).stage != seen(called, viewer).stage


def test_the_next_step_is_for_the_dealer_who_is_in() -> None:
    """A table with a list of its staff takes a dealer's orders from the dealer who is in."""
    found = table(MINI, "")
    found.staffed, found.staff, found.dealer = True, {"Chen": Role.DEALER}, "Chen"

    step = seen(found, Viewer(Role.DEALER, name="Chen")).next
    assert step is not None
    assert (step.mine, step.command) == (True, {"type": "OpenBetting"})
    other = seen(found, Viewer(Role.DEALER, name="Dora")).next
    assert other is not None
    assert (other.mine, other.command) == (False, None)
    assert seen(found).dealer == "Chen"


def test_staff_see_what_is_owed_to_somebody_and_patrons_do_not() -> None:
    """Reading A-04: a notification that fell due stays in sight until it is sent."""
    found, clause = table(MINI, ""), game(MINI).cite("14.4")
    found.notifications.append(Notification("Commission", "the review of dispute 1", 90, clause))

    (alert,) = seen(found, DEALER).alerts
    assert (alert.subject, alert.at_us, alert.clause) == ("the review of dispute 1", 90, clause)
    assert alert.text == "notify Commission of the review of dispute 1"
    assert seen(found).alerts == seen(found, patron("Ana")).alerts == ()
    found.notifications[0].sent = Signature("Chen", Role.DEALER, 95)
    assert seen(found, DEALER).alerts == ()


def test_staff_are_asked_about_a_seat_that_nobody_has_wagered_from_for_three_rounds() -> None:
    """7-Up Baccarat 14.9: all three seats are taken, Ana wagers, Ben and Chen do not."""
    coup = "Ana wagers 5 on banker in box 1\n deal 9c Kd Kh\n announce the counts\n settle\n"
    coup += "return the rack to the device\n collect the cards\n"
    seats = "options areas=3\n patrons Ana Ben Chen\n"

    assert seen(table("seven-up-baccarat", seats + 2 * coup), DEALER).alerts == ()
    found = table("seven-up-baccarat", seats + 3 * coup)
    asked = [(each.text, each.clause) for each in seen(found, DEALER).alerts]
    rounds, clause = "3 rounds in a row without a wager", game("seven-up-baccarat").cite("14.9")
    assert asked == [
        (f"a decision on the seat of {name}: {rounds}", clause) for name in ("Ben", "Chen")
    ]
    assert seen(found, patron("Ana")).alerts == ()


# Two seats, both taken, and one round in which only Ana wagers.
FULL = {
    "three-card-baccarat": ("Ana sits at box 1\n Ben sits at box 2\n",
                            "Ana wagers 5 on banker total 0\n deal Kh Kd Kc\n settle\n"),
    "casino-war": ("patrons Ana Ben\n",
                   "Ana wagers 10 on initial in box 1\n deal 9h 2c\n settle\n"),
}  # fmt: skip
IDLE = {"three-card-baccarat": "14.10", "casino-war": "13.9"}


@pytest.mark.parametrize("slug", FULL)
def test_staff_are_asked_about_an_idle_seat_at_a_full_table(slug: str) -> None:
    """Three Card Baccarat 14.10 and Casino War 13.9: at three rounds, and not before."""
    seats, coup = FULL[slug]
    for rounds in (2, 3):
        text = f"options areas=2\n {seats}" + rounds * f"{coup} collect the cards\n"
        found = table(slug, text)
        asked = [(each.subject, each.clause) for each in seen(found, DEALER).alerts]
        expected = [("the seat of Ben", game(slug).cite(IDLE[slug]))]
        assert asked == (expected if rounds == 3 else [])
    assert seen(found, patron("Ben")).alerts == ()


# Money


def test_a_settlement_tells_its_payout_in_chips_and_its_clauses() -> None:
    """Mini Baccarat 8.8(b): $25 on Banker wins $25 less five in the hundred, $23.75: four of $5,
    three of $1, one of 50c and one of 25c."""
    found = table(MINI, "Ana wagers 25 on banker\n deal 4h 9c 3h Td\n settle")

    (line,) = seen(found).settlements
    assert (line.patron, line.wager, line.stake, line.met) == ("Ana", "banker", 2500, "won")
    assert (line.paid, line.collected, line.returned) == (2375, 0, 2500)
    assert line.chips == ((500, 4), (100, 3), (50, 1), (25, 1))
    assert game(MINI).cite("8.8(b)") in line.clauses


SETTLED = {
    "mini-baccarat": "Ana wagers 25 on banker\n deal 4h 9c 3h Td",
    "three-card-baccarat": "Ana wagers 25 on player in box 1\n deal 2c 3c 4c 9d Td Jd",
}


@pytest.mark.parametrize("slug", SETTLED)
def test_settlements_are_gone_once_wagers_are_taken_for_the_next_round(slug: str) -> None:
    """Three Card Baccarat 1.1 coup: one begins with its first card, so while wagers are placed the
    number of the round is still that of the last one."""
    over = f"{SETTLED[slug]}\n settle\n collect the cards"

    assert [each.patron for each in seen(table(slug, over)).settlements] == ["Ana"]
    assert seen(table(slug, f"{over}\n open betting")).settlements == ()


def test_wagers_lie_open_on_the_layout() -> None:
    text = "Ana wagers 25 on initial in box 3\n Ben wagers 10 on initial in box 1"
    found = table("casino-war", text)

    lying = [(each.patron, each.wager, each.box, each.amount) for each in seen(found).wagers]
    assert lying == [("Ana", "initial", 3, 2500), ("Ben", "initial", 1, 1000)]


ENTERED = {"three-card-baccarat": "player", "casino-war": "initial"}


@pytest.mark.parametrize("slug", ENTERED)
def test_a_wager_that_the_dealer_entered_is_in_the_patrons_view_before_the_deal(slug: str) -> None:
    """Three Card Baccarat 5.12 and Casino War 5.8: the patron can check where it lies."""
    wager = ENTERED[slug]
    found = table(slug, f"dealer: Ana wagers 25 on {wager} in box 3")

    (lying,) = seen(found, patron("Ana")).wagers
    assert (lying.patron, lying.wager, lying.box, lying.amount) == ("Ana", wager, 3, 2500)
    assert not seen(found, patron("Ana")).felt.hands


CASH = ("mini-baccarat", "seven-up-baccarat", "three-card-baccarat", "casino-war")


@pytest.mark.parametrize("slug", CASH)
def test_a_patrons_chips_are_for_the_patron_and_staff_to_know(slug: str) -> None:
    found = table(slug, "patrons Ana=1234.50 Ben=10")

    def chips(viewer: Viewer) -> dict[str, int | None]:
        return {place.patron: place.chips for place in seen(found, viewer).places}

    assert chips(DEALER) == {"Ana": 123450, "Ben": 1000}
    assert chips(patron("Ana")) == {"Ana": 123450, "Ben": None}
    assert chips(ANYBODY) == {"Ana": None, "Ben": None}
    assert b"123450" not in msgspec.json.encode(seen(found, patron("Ben")))


@pytest.mark.parametrize("slug", [slug for slug in slugs() if slug not in CASH])
def test_tournament_chips_are_in_sight_of_all(slug: str) -> None:
    """Tournament Canberra Poker 15.11, Tournament Blackjack 19.11, Tournament American Roulette
    12.11, Tournament Mini-Baccarat 13.11, Tournament Pai Gow 17.11."""
    found = table(slug, "patrons Ana=1234.50 Ben=10")

    for viewer in (ANYBODY, patron("Ben"), DEALER):
        assert {place.patron: place.chips for place in seen(found, viewer).places} == {
            "Ana": 123450,
            "Ben": 1000,
        }


def test_chips_that_nobody_counts_are_told_to_nobody() -> None:
    found = table(MINI, "Ana wagers 25 on banker")

    assert [place.chips for place in seen(found, DEALER).places] == [None]


def test_disputes_are_for_staff_and_the_patron_who_raised_them() -> None:
    """Mini Baccarat 14.4."""
    found = table(MINI, "patrons Ana Ben\n Ana disputes: my wager was on tie")

    assert [each.claim for each in seen(found, DEALER).disputes] == ["my wager was on tie"]
    assert [each.number for each in seen(found, patron("Ana")).disputes] == [1]
    assert seen(found, patron("Ben")).disputes == ()
    assert b"on tie" not in msgspec.json.encode(seen(found, patron("Ben")))


# Seats, signs, notices


def test_everybody_at_the_table_has_a_place_with_the_box_and_what_all_can_see() -> None:
    """Tournament Blackjack 4.1: Ben is confirmed as not wagering this round."""
    found = table(
        "tournament-blackjack", "patrons Ana Ben\n Ana wagers 10 on blackjack in box 3\n"
        "Ben takes box 5\n dealer: Ben does not wager"
    )  # fmt: skip

    places = [(place.box, place.patron, place.note) for place in seen(found).places]
    assert places == [(3, "Ana", ""), (5, "Ben", "sitting out")]


def _opened(slug: str) -> Table:
    found = Table()
    _give(found, opening_of(slug))
    for command, by in found.game.ready(found.play):
        ruling = decide(found, command, by)
        for event in ruling.events:  # type: ignore[union-attr]
            evolve(found, event)
    return found


def _give(found: Table, command: object, at_us: int = 0) -> None:
    ruling = decide(found, command, Role.GAMING_SUPERVISOR, at_us, HOUSE)  # type: ignore[arg-type]
    for event in ruling.events:  # type: ignore[union-attr]
        evolve(found, event)


def test_signs_and_hours_are_told_with_their_times_and_clauses() -> None:
    """Mini Baccarat 13.1 and 13.2."""
    found, cite = _opened(MINI), game(MINI).cite
    _give(found, PutUpSign("closing", effective_us=90_000_000, text="last round at two"), 5_000_000)
    _give(found, SetHours(opens=12 * 60, closes=4 * 60 + 30))

    closing, hours = seen(found).notices
    assert (closing.subject, closing.text) == ("closing", "last round at two")
    assert (closing.at_us, closing.effective_us) == (5_000_000, 90_000_000)
    assert closing.clause == cite("13.2")
    assert (hours.text, hours.clause) == ("gaming from 12:00 to 04:30", cite("13.1"))


def test_the_sign_stands_before_anything_can_be_wagered() -> None:
    """7-Up Baccarat 6.1: from the opening of the table on, and betting opens later."""
    slug = "seven-up-baccarat"
    found = table(slug, "limits minimum=10 maximum=300")

    assert ("minimum $10, maximum $300", game(slug).cite("6.1")) in seen(found).sign
    step = seen(found).next
    assert step is not None
    assert step.what == "open"


def test_an_earlier_minimum_stands_at_the_place_of_whoever_keeps_it() -> None:
    """7-Up Baccarat 6.7.1.1, 6.7.3: Ana plays on at $5 beside her marker; the sign has both."""
    found = table(
        "seven-up-baccarat",
        "Ana wagers 25 on banker in box 1\n no more bets\n deal 8h 2c 9d\n announce the counts\n"
        "settle\n return the rack to the device\n collect the cards",
    )
    found.playing.add("Ana")
    _give(found, RaiseMinimum(10_00))

    (place,) = seen(found).places
    assert (place.patron, place.minimum) == ("Ana", 500)
    assert any("earlier minimum" in line and "$5" in line for line, _ in seen(found).sign)


# How Ana sits at box 2, and a round in which she wagers there and in box 3.
SEATED = {
    "three-card-baccarat": "Ana sits at box 2\n Ana wagers 5 on player in box 2\n"
    "Ana wagers 5 on player in box 3\n deal 9h 2c 2h Kd Kh 2s Qc Qh 2d\n settle\n"
    "collect the cards",
    "casino-war": "limits minimum=5\n Ana joins\n Ana sits at box 2\n"
    "Ana wagers 5 on initial in box 2\n Ana wagers 5 on initial in box 3\n deal 9h 8h 2c\n"
    "settle\n collect the cards",
}


@pytest.mark.parametrize("slug", SEATED)
def test_one_marker_lies_at_the_seat_of_a_patron_with_several_boxes(slug: str) -> None:
    """Three Card Baccarat 6.5.1.3 and Casino War 6.5.1.3: Ana wagers in boxes 2 and 3."""
    found = table(slug, SEATED[slug])
    found.playing.add("Ana")
    _give(found, RaiseMinimum(10_00))

    places = [(place.box, place.patron, place.minimum) for place in seen(found).places]
    assert places == [(2, "Ana", 500)]


def test_a_table_that_was_never_opened_shows_nothing() -> None:
    empty = view(Table(), "t1", 0, DEALER)

    assert (empty.open, empty.document, empty.next, empty.places) == (False, "", None, ())


def test_a_virtual_table_shows_the_hash_of_the_secret_in_use() -> None:
    """The secret itself is never in a view, nor is anything dealt from it before it is out."""
    found, tip = Table(), "ab" * 32
    *_, second, first, root = links_of(tip)
    _give(found, opening_of(MINI, virtual=True))
    assert seen(found).commitment == seen(found).root == ""
    _give(found, CommitSeed(root))

    for viewer in (DEALER, ANYBODY, Viewer(Role.INSPECTOR)):
        assert seen(found, viewer).commitment == seen(found, viewer).root == root
        for secret in (tip, second, first):
            assert secret.encode() not in msgspec.json.encode(seen(found, viewer))
    evolve(found, SeedRevealed(first))
    assert seen(found).commitment == first
    assert seen(found).root == root


AFTER = {
    MINI: "settle\n collect the cards\n open betting",
    "seven-up-baccarat": "announce the counts\n settle\n return the rack to the device\n"
    "collect the cards\n open betting",
}
SAME_TOTALS = [
    (MINI, "4h 9c 5h Td", "2s Kd 7c 9s"),
    ("seven-up-baccarat", "9c Kd Kh", "4c Td 5h"),  # Banker 9, Player 7
]


@pytest.mark.parametrize("viewer", [ANYBODY, DEALER, patron("Ana")])
@pytest.mark.parametrize(("slug", "cards", "others"), SAME_TOTALS)
def test_no_screen_counts_cards(slug: str, cards: str, others: str, viewer: Viewer) -> None:
    """Reading G15, 7-Up Baccarat 14.6: after other cards of the same totals, all in the rack, the
    view is the same."""
    one = table(slug, f"Ana wagers 25 on tie\n deal {cards}\n {AFTER[slug]}")
    other = table(slug, f"Ana wagers 25 on tie\n deal {others}\n {AFTER[slug]}")

    assert one.play.stock != other.play.stock
    assert msgspec.json.encode(seen(one, viewer)) == msgspec.json.encode(seen(other, viewer))
    assert offers(one, viewer) == offers(other, viewer)


# Results


def test_results_are_folded_as_they_now_stand() -> None:
    cite = game(MINI).cite("8.4")
    results = Results()
    for event in (
        BettingOpened(1, cite),
        ResultAnnounced("banker", {"banker": "9c"}, cite),
        BettingOpened(2, cite),
        ResultAnnounced("tie", {}, cite),
        BettingOpened(3, cite),
        RoundVoided(3, "fire", cite),
        ResultCorrected(1, "player", {"player": "9d"}, cite),
        BettingOpened(4, cite),
    ):
        results.apply(event)

    assert results.lines(10) == ("player", "tie", "void")
    assert results.lines(2) == ("tie", "void")
    first = results.latest(3)[0]
    assert (first.round, first.hands, first.corrected) == (1, {"player": "9d"}, True)


def test_results_keep_a_bounded_number_of_rounds() -> None:
    cite, results = game(MINI).cite("8.4"), Results()
    for number in range(1, KEPT + 3):
        results.apply(BettingOpened(number, cite))
        results.apply(ResultAnnounced(str(number), {}, cite))

    assert len(results.rounds) == KEPT
    assert results.latest(KEPT)[0].round == 3


TWO_ROUNDS = {
    "mini-baccarat": "Ana wagers 25 on player\n deal 4h 9c 5h Td\n settle\n collect the cards",
    "tournament-mini-baccarat": "Ana wagers 25 on player\n deal 4h 9c 5h Td\n settle\n"
    "collect the cards",
    "seven-up-baccarat": "Ana wagers 25 on banker in box 1\n no more bets\n deal 8h 2c 9d\n"
    "announce the counts\n settle",
}


def test_past_results_are_listed_where_no_clause_withholds_them() -> None:
    found, results = played(MINI, TWO_ROUNDS[MINI])

    assert seen(found, ANYBODY, results).last == ("tie",)
    assert seen(found, DEALER, results).last == ("tie",)
    assert seen(found, DEALER).last == ()


def test_a_patrons_screen_lists_no_results_without_approval() -> None:
    """Tournament Mini-Baccarat 11.3(a), reading G15."""
    slug = "tournament-mini-baccarat"
    found, results = played(slug, TWO_ROUNDS[slug])
    assert seen(found, patron("Ana"), results).last == ()
    assert seen(found, DEALER, results).last == ("tie",)

    approved = f"options approved=table+cards+shoe+{RESULTS_DISPLAY}\n"
    found, results = played(slug, approved + TWO_ROUNDS[slug])
    assert seen(found, patron("Ana"), results).last == ("tie",)


WITHHELD = {
    "tournament-canberra-poker": "14.2(a)",
    "tournament-blackjack": "16.2(a)",
    "tournament-roulette": "10.2(a)",
    "tournament-mini-baccarat": "11.3(a)",
    "tournament-pai-gow": "16.2(a)",
}


@pytest.mark.parametrize("slug", slugs())
def test_each_document_says_whether_patrons_see_past_results(slug: str) -> None:
    """Tournament Canberra Poker 14.2(a), Tournament Blackjack 16.2(a), Tournament American
    Roulette 10.2(a), Tournament Mini-Baccarat 11.3(a), Tournament Pai Gow 16.2(a); 7-Up Baccarat
    1.1 WRD: the display is an option."""
    found = game(slug)
    withheld = found.table.results_withheld(found.options())

    expected = WITHHELD.get(slug) or ("1.1 WRD" if slug == "seven-up-baccarat" else None)
    assert withheld == (found.cite(expected) if expected else None)


def test_seven_up_lists_results_where_the_table_has_its_display() -> None:
    """7-Up Baccarat 1.1 WRD. Banker 8 and 9 make 7, Player's 7 and 2 make 9."""
    slug = "seven-up-baccarat"
    found, results = played(slug, TWO_ROUNDS[slug])
    assert seen(found, ANYBODY, results).last == ()

    found, results = played(slug, f"options display=on\n{TWO_ROUNDS[slug]}")
    assert seen(found, ANYBODY, results).last == ("player",)
