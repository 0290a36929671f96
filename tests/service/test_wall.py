"""The wall screen: results as the documents allow them, for anybody who walks past."""

from __future__ import annotations

import re
from itertools import count

import pytest

from houseway.equipment.cards import Card
from houseway.games import commands as c
from houseway.games import game, slugs
from houseway.rulebook.document import Clause
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service.consoles.public import wall
from houseway.table.results import Result, Results
from tests.offices import decider, opening_of
from tests.service.conftest import House

_keys = count(1)

# Cards in the order in which they leave the shoe: Player, Banker, Player, Banker.
BANKER_WINS = ("2s", "3d", "4s", "6d")  # Banker's natural nine against six
PLAYER_WINS = ("3s", "2d", "6s", "4d")  # Player's natural nine against six
TIE = ("9s", "9d", "Ks", "Kd")  # nine each


def given(house: House, command: c.Command, by: Role, table: str = "1") -> None:
    order = Order(command, by, "Dora", f"wall {next(_keys)}")
    answer = house.floor.runner.order(f"table/{table}", order)
    assert answer.refused is None, (command, answer.refused)


def coup(house: House, cards: tuple[str, ...]) -> None:
    """One round of Mini Baccarat with a wager of Ana's."""
    given(house, c.OpenBetting(), Role.DEALER)
    given(house, c.PlaceWager("Ana", "player", 25_00), Role.PATRON)
    given(house, c.CallNoMoreBets(), Role.DEALER)
    for card in cards:
        given(house, c.DealCard(Card(card)), Role.DEALER)
    given(house, c.SettleWagers(), Role.DEALER)


def collect(house: House) -> None:
    given(house, c.CollectCards(), Role.DEALER)


def shown(house: House, table: str = "1") -> str:
    answer = house.browser().get(f"/wall/{table}", headers={"accept": "text/html"})
    assert answer.status_code == 200
    return answer.text


def marks(text: str, kind: str) -> list[str]:
    """The marks of one kind on the page, in their order."""
    return re.findall(rf'class="{kind} (\w+)"', text)


def rounds(text: str) -> list[str]:
    """The list of rounds as a person reads it, the newest first."""
    items = re.findall(r'<li id="round-1-\d+".*?</li>', text, re.DOTALL)
    return [" ".join(re.sub(r"<[^>]+>", " ", each).split()) for each in items]


def test_the_roads_of_a_shoe_are_on_the_wall(house: House) -> None:
    """B B P T B: runs of 2, 1 and 1, so two marks of big eye boy, worked out by hand.

    Column 3 begins: column 2 has 1, column 1 has 2, unequal: blue. Column 2 has no second entry.
    """
    house.open_table()
    for cards in (BANKER_WINS, BANKER_WINS, PLAYER_WINS, TIE, BANKER_WINS):
        coup(house, cards)
        collect(house)
    text = shown(house)
    assert marks(text, "bead") == ["banker", "banker", "player", "tie", "banker"]
    assert marks(text, "ring") == ["banker", "banker", "player", "banker"]
    assert text.count('class="tie-bar"') == 1
    assert marks(text, "small-ring") == ["blue"]
    assert marks(text, "small-disc") == []
    assert "5 coups: Player 1, Banker 3, Tie 1" in text
    assert rounds(text) == []  # the bead plate has them in their order


def test_a_round_that_was_voided_is_shown_as_void_and_on_no_road(house: House) -> None:
    house.open_table()
    coup(house, BANKER_WINS)
    collect(house)
    coup(house, PLAYER_WINS)
    given(
        house,
        c.InvalidateOutcome("impracticality", "a card was marked"),
        Role.GAMING_SHIFT_MANAGER,
    )
    text = shown(house)
    assert rounds(text)[0] == "2 Player wins void"
    assert "<s>Player wins</s>" in text
    assert marks(text, "bead") == ["banker"]


def test_a_corrected_round_is_marked() -> None:
    results = Results()
    results.change(1, result="banker", hands={"player": "2s 4s", "banker": "3d 6d"})
    results.change(1, result="player", corrected=True)
    assert [wall._round(each) for each in results.latest(9)] == [
        wall.RoundShown(1, "Player wins", "corrected", "player")
    ]


# Reading G15


WITHHELD = {
    "tournament-canberra-poker": "Tournament Canberra Poker 14.2(a)",
    "tournament-blackjack": "Tournament Blackjack 16.2(a)",
    "tournament-roulette": "Tournament American Roulette 10.2(a)",
    "tournament-mini-baccarat": "Tournament Mini-Baccarat 11.3(a)",
    "tournament-pai-gow": "Tournament Pai Gow 16.2(a)",
    "seven-up-baccarat": "7-Up Baccarat 1.1 WRD",
}


@pytest.mark.parametrize("slug", list(slugs()))
def test_results_are_off_where_the_document_has_it_so(house: House, slug: str) -> None:
    """Tournament Canberra Poker 14.2(a), Tournament Blackjack 16.2(a), Tournament American
    Roulette 10.2(a), Tournament Mini-Baccarat 11.3(a), Tournament Pai Gow 16.2(a) (reading G15):
    no list of past results by default; 7-Up Baccarat 1.1 WRD: none without a display."""
    given(house, opening_of(slug), decider(slug))
    text = shown(house)
    clause = WITHHELD.get(slug)
    assert ("No results are listed here" in text) == (clause is not None)
    assert ("wall-rounds" in text) == (clause is None)
    if clause:
        assert f">{clause}</a>" in text
    # Whoever has signed in, the wall is the same: it hangs in public.
    seen_by_staff = house.as_("Eli").get("/wall/1", headers={"accept": "text/html"}).text
    assert ("No results are listed here" in seen_by_staff) == (clause is not None)


def test_an_approval_lets_the_wheels_numbers_be_shown(house: House) -> None:
    """Tournament American Roulette 10.2(a), reading G15: an approval covers the list."""
    approved = {"approved": ("table", "wheel", "layout", "results display")}
    given(house, opening_of("tournament-roulette", approved), Role.TOURNAMENT_DIRECTOR)
    text = shown(house)
    assert "LAST NUMBERS" in text
    assert "No results are listed here" not in text


def test_the_newest_number_is_said_with_its_colour() -> None:
    assert wall._round(Result(3, "26", {"colour": "black"})).said == "26 black"
    assert wall._hands(Result(3, "26", {"colour": "black"})) == ()


# Beside the results


def test_the_sign_is_beside_with_limits_and_odds(house: House) -> None:
    """Mini Baccarat 3.1: the sign; 8.8: what wagers pay."""
    house.open_table()
    text = shown(house)
    assert "Minimum $5, maximum $1,000" in text
    pays = re.findall(r'<th scope="row">([^<]+)</th><td>([^<]+)</td>', text)
    assert pays == [("Player", "1 to 1"), ("Banker", "1 to 1 less 5%"), ("Tie", "8 to 1")]


def test_wagers_with_the_same_limits_share_a_line() -> None:
    one, two = Clause("X 1"), Clause("X 2")
    lines = [(f"{name}: minimum $5, maximum $9", one) for name in ("red", "black")]
    assert wall.limits_shown([*lines, ("6 decks", two)]) == (
        ("red, black: minimum $5, maximum $9", "X 1"),
        ("6 decks", "X 2"),
    )


def test_ten_totals_are_one_line_of_the_odds() -> None:
    """Three Card Baccarat 11.1.2: a Banker total pays 8 to 1, whichever it is."""
    found = game("three-card-baccarat")
    odds = dict(wall.odds_shown(found.wagers(found.options())))
    assert odds["banker total 0 to banker total 9"] == "8 to 1"


def test_a_dealt_hand_is_drawn_and_the_rest_said() -> None:
    hand = wall._hand("box 2", "2h 6s Qh 8c 7h, odd cards")
    assert (hand.name, hand.note) == ("box 2", "odd cards")
    assert hand.drawing.count("<g") >= 5
    tiled = wall._hand("house", "low 5-5 2-3 (5) high 4-6 1-5 (6)")
    assert tiled.note == "low (5) high (6)"


# The choice of screens, and the deal


def test_anybody_finds_the_screens(house: House) -> None:
    house.open_table("mini-1")
    given(house, opening_of("tournament-blackjack"), Role.TOURNAMENT_DIRECTOR, "blackjack-1")
    text = house.browser().get("/wall", headers={"accept": "text/html"}).text
    assert text.index("/wall/mini-1") < text.index("/wall/blackjack-1")
    assert "sign only, no results" in text
    assert "results and sign" in text
    assert house.browser().get("/wall/nowhere").status_code == 404


def test_anybody_can_look_at_the_secrets_of_a_virtual_table(house: House) -> None:
    given(house, opening_of("mini-baccarat", virtual=True), Role.GAMING_SUPERVISOR)
    for _ in range(2_000):
        if house.floor.runner.look("table/1", lambda table, _: bool(table.commitment)):
            break
    commitment = house.floor.runner.look("table/1", lambda table, _: table.commitment)
    text = house.browser().get("/fair/1").text
    assert commitment in text
    assert "in use" in text
    assert "Deal it all again" not in text
    checked = house.as_("Ana").send("POST", "/fair/1")
    assert "0 facts of 0 revealed secrets were dealt again" in checked.text
    assert house.browser().send("POST", "/fair/1").status_code == 401


def test_a_table_with_real_cards_has_no_secrets(house: House) -> None:
    house.open_table()
    assert house.browser().get("/fair/1").json()["code"] == "not_virtual"
