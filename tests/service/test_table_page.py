"""The list of tables, a table's page and a patron's console, as they are sent."""

from __future__ import annotations

import re

import pytest

from houseway.games import game, slugs
from houseway.games.commands import BringChips, JoinTable, OpenBetting, PlaceWager
from houseway.games.limits import Limits
from houseway.rulebook.roles import Role
from houseway.runner import Order
from houseway.service import draw
from houseway.service.consoles.patron.pages import own_hands, tray
from houseway.service.consoles.patron.seat import Seat, seat
from houseway.service.draw import small
from tests.offices import opening_of
from tests.service.conftest import House
from tests.service.draw.test_table import MOMENTS
from tests.table.tables import patron, seen
from tests.table.tables import table as played
from tests.waiting import wait_until

HTML = {"accept": "text/html"}


def page(house: House, name: str, path: str) -> str:
    answer = house.as_(name).get(path, headers=HTML)
    assert answer.status_code == 200, answer.text
    return answer.text


def console(slug: str, steps: str, name: str = "Ana") -> Seat:
    """The console of a patron after the steps of a scenario."""
    found = played(slug, steps)
    return seat(found, seen(found, patron(name)), patron(name), 0)


# Pages


@pytest.mark.parametrize("slug", slugs())
def test_a_table_page_has_the_felt_the_sign_and_the_next_step(house: House, slug: str) -> None:
    directed = game(slug).table.directed
    by = Role.TOURNAMENT_DIRECTOR if directed else Role.GAMING_SUPERVISOR
    house.floor.runner.order("table/1", Order(opening_of(slug), by, "Dora", "k"))
    text = page(house, "Ivy", "/tables/1")
    for topic in ("felt:1", "step:1", "board:1"):
        assert f'sse-swap="{topic}"' in text
    assert re.search(f'class="felt felt-wide (star|canberra) {slug}"', text)
    assert "On the sign" in text
    assert "Waiting for" in text
    assert "Play here" not in text


def test_a_patron_who_watches_reads_no_instruction_for_the_dealer(house: House) -> None:
    house.open_table("7")
    sentence = house.floor.look("7", lambda found, _: found.game.awaits(found.play).sentence)
    told = sentence[:1].upper() + sentence[1:]
    assert told in page(house, "Ivy", "/tables/7")
    watched = page(house, "Ana", "/tables/7")
    assert told not in watched
    assert "Next round in a moment" in watched


def test_the_list_has_a_card_for_every_table(house: House) -> None:
    house.open_table("7")
    house.floor.runner.order("table/7", Order(OpenBetting(), Role.DEALER, "Eli", "betting"))
    house.floor.runner.order("table/7", Order(JoinTable("Ana"), Role.PATRON, "Ana", "join"))
    text = page(house, "Ana", "/")
    assert re.search(r"round 1<.*1 patron<.*minimum \$5, maximum \$1,000<", text, re.DOTALL)
    assert "betting is open" in text
    assert 'href="/play/7">Go on playing' in text
    assert "/play/7" not in page(house, "Eli", "/")


def test_only_patrons_have_a_console_and_a_statement(house: House) -> None:
    house.open_table()
    for path in ("/play/1", "/me/statement"):
        assert house.as_("Eli").get(path, headers=HTML).status_code == 403
    assert house.as_("Ana").get("/play/9", headers=HTML).status_code == 404


def test_a_virtual_table_says_what_it_is_bound_to(house: House) -> None:
    given = Order(opening_of("casino-war", virtual=True), Role.GAMING_SUPERVISOR, "Dora", "k")
    house.floor.runner.order("table/1", given)
    wait_until("the commitment to a seed", lambda: _commitment(house))
    text = page(house, "Ana", "/tables/1")
    assert f'<p class="hash">{_commitment(house)}</p>' in text
    assert "houseway fair verify LOG table/1" in text


def _commitment(house: House) -> str:
    return str(house.floor.runner.look("table/1", lambda table, _: table.commitment))


def test_at_a_virtual_table_the_cards_that_are_picked_up_are_seen_by_their_patron(
    house: House,
) -> None:
    """Tournament Canberra Poker 7.1: a patron looks at the hand before the bet, and no other."""
    slug = "tournament-canberra-poker"
    given = Order(opening_of(slug, virtual=True), Role.TOURNAMENT_DIRECTOR, "Dora", "k")
    house.floor.runner.order("table/1", given)
    wait_until("the commitment to a seed", lambda: _commitment(house))
    wait_until("the house to play on", lambda: _played_on(house))
    hands = {name: _hand_of_ana(house, name) for name in ("Ana", "Ben")}
    assert len(set(hands["Ana"])) == 5
    assert "??" not in hands["Ana"]
    assert set(hands["Ben"]) == {"??"}


def _played_on(house: House) -> bool:
    """The next step of the dealer or Ana's ante; true once she has to decide."""
    table, version = house.floor.runner.look("table/1", lambda table, version: (table, version))
    awaited = table.game.awaits(table.play)
    command = awaited.command
    if awaited.what == "wagers" and not table.play.layout.wagers:
        command = PlaceWager("Ana", "ante", 25_00)
    if command is not None:
        house.floor.runner.order("table/1", Order(command, Role.DEALER, "Eli", f"p{version}"))
    return bool(awaited.choices)


def _hand_of_ana(house: House, name: str) -> tuple[str, ...]:
    view = house.floor.view("1", patron(name))
    return next(hand.cards for hand in view.felt.hands if hand.patron == "Ana")


def test_the_list_of_results_is_withheld_by_a_clause(house: House) -> None:
    """Reading G15, Tournament Mini-Baccarat 11.3: no list of past results on a patron's screen."""
    given = Order(opening_of("tournament-mini-baccarat"), Role.TOURNAMENT_DIRECTOR, "Dora", "k")
    house.floor.runner.order("table/1", given)
    assert "not listed for patrons" in page(house, "Ana", "/tables/1")
    assert "/rules/tournament-mini-baccarat/11.3" in page(house, "Ana", "/tables/1")
    assert "not listed for patrons" not in page(house, "Eli", "/tables/1")


def test_a_citation_leads_to_the_rulebook(house: House) -> None:
    answer = house.browser().get(
        "/clause", params={"cited": "Mini Baccarat 4.5(b)"}, follow_redirects=False
    )
    assert answer.headers["location"] == "/rules/mini-baccarat/4.5%28b%29"


def test_the_statement_is_the_patron_s_own(house: House) -> None:
    """$100 brought and $25 laid on banker by Ana; Ben's are not hers."""
    house.open_table()
    orders = (
        (OpenBetting(), Role.DEALER),
        (BringChips("Ana", 100_00), Role.DEALER),
        (PlaceWager("Ana", "banker", 25_00), Role.PATRON),
        (BringChips("Ben", 77_00), Role.DEALER),
    )
    for key, (command, by) in enumerate(orders):
        answer = house.floor.runner.order("table/1", Order(command, by, "x", str(key)))
        assert answer.refused is None
    text = page(house, "Ana", "/me/statement")
    assert re.findall(r'<td class="money">(.*?)</td>', text) == ["$25", "$100"]
    assert "$77" not in text


# The console


def test_every_area_says_what_it_takes_or_why_not() -> None:
    """Mini Baccarat 4.5(b): with $25 on banker, player is refused and tie is open."""
    mine = console("mini-baccarat", "Ana wagers 25 on banker")
    answers = {
        name: mine.spots.answers[number]
        for name, number in zip(mine.spots.names, mine.spots.which, strict=True)
    }
    assert mine.spots.lies == {"banker|0": 25_00}
    least, _most, _step = answers["tie|0"]
    assert least == 5_00
    _sentence, clause = answers["player|0"]
    assert clause == "Mini Baccarat 4.5(b)"
    assert [(each.wager, each.amount) for each in mine.lying] == [("banker", 25_00)]


def test_reasons_speak_to_the_patron_who_reads_them() -> None:
    """Mini Baccarat 4.5(b), 4.6: both hands, and a wager that is taken back too late."""
    mine = console("mini-baccarat", "Ana wagers 25 on banker")
    (both,) = [each for each in mine.why_not if each.refused.clause == "Mini Baccarat 4.5(b)"]
    assert both.refused.detail.startswith("you have a wager on banker")
    late = console("mini-baccarat", "Ana wagers 25 on banker\nno more bets")
    (lying,) = late.lying
    assert lying.withdraw is not None
    assert lying.withdraw.refused is not None
    assert "Ana" not in lying.withdraw.refused.detail


def test_a_wager_taken_back_during_betting_is_no_result() -> None:
    """Mini Baccarat 4.6: until no more bets a patron changes their mind; nothing is decided."""
    back = "Ana wagers 25 on banker\nAna wagers 5 on tie\nAna withdraws tie"
    assert console("mini-baccarat", back).own == ()
    over = console("mini-baccarat", back + "\nno more bets\ndeal 9h 2c Kd 3h\nsettle")
    assert [each.met for each in over.own if each.wager == "banker"] == ["lost"]


def test_the_same_reason_is_said_once() -> None:
    """Casino War 5.5: Ben's box takes nobody else's initial wager, and no tie of theirs."""
    mine = console(
        "casino-war", "Ben wagers 25 on initial in box 2\nAna wagers 25 on initial in box 1"
    )
    (taken,) = [each for each in mine.why_not if each.refused.clause == "Casino War 5.5"]
    assert taken.what == ("initial in box 2", "tie in box 2")


def test_a_choice_is_offered_to_whoever_it_is_awaited_from() -> None:
    """Casino War 8.2.4: Ana's king against a king is hers to decide, not Ben's."""
    steps = "Ana wagers 25 on initial in box 1\nBen wagers 25 on initial in box 2\ndeal Kh 9s Kd\n"
    settled = steps + "settle"
    assert [each.said for each in console("casino-war", settled).choices] == [
        "Go to war",
        "Surrender",
    ]
    assert console("casino-war", settled, "Ben").choices == ()


def test_hands_of_one_s_own_are_nobody_else_s() -> None:
    steps = "Ana wagers 25 on initial in box 1\nBen wagers 25 on initial in box 2\ndeal Kh 9s Kd"
    found = played("casino-war", steps)
    view = seen(found, patron("Ben"))
    mine = seat(found, view, patron("Ben"), 0)
    assert [(hand.name, hand.cards) for hand in own_hands(view, mine)] == [("box 2", ("9s",))]


def test_whoever_looks_on_may_join_and_nothing_is_theirs() -> None:
    mine = console("mini-baccarat", "Ana wagers 25 on banker", "Chen")
    assert not mine.here
    assert mine.join is not None
    assert mine.join.command == {"type": "JoinTable", "patron": "Chen"}
    assert (mine.lying, mine.own, mine.staked) == ((), (), 0)


def test_the_tray_has_the_chips_that_are_of_use() -> None:
    """Steps of $5 up to $500: no smaller chip, and none that is above the maximum."""
    limits = Limits(minimum=5_00, maximum=500_00, multiple=5_00)
    held = (25, 1_00, 5_00, 25_00, 100_00, 500_00, 1_000_00)
    assert [(each.key, each.amount) for each in tray(held, limits)] == [
        (1, 5_00), (2, 25_00), (3, 100_00), (4, 500_00),
    ]  # fmt: skip


def test_the_chip_chosen_first_is_enough_for_a_wager() -> None:
    """Of chips from $0.50 at a minimum of $5 the one of $5, though no wager is taken yet."""
    found = tray((50, 1_00, 5_00, 25_00), Limits(minimum=5_00, maximum=500_00))
    assert [each.amount for each in found] == [50, 1_00, 5_00, 25_00]
    assert [each.amount for each in found if each.first] == [5_00]


@pytest.mark.parametrize("slug", slugs())
def test_every_game_has_an_emblem(slug: str) -> None:
    assert small.emblem(slug).startswith("<svg ")
    assert len({small.emblem(each) for each in slugs()}) == len(slugs())


@pytest.mark.parametrize("slug", slugs())
def test_in_both_shapes_of_a_table_every_name_is_there_once(slug: str) -> None:
    drawn = draw.both(seen(played(slug, MOMENTS[slug]), patron("Ana")), interactive=True)
    names = re.findall(r' id="([^"]+)"', drawn)
    assert len(set(names)) == len(names)
    assert set(re.findall(r'href="#([^"]+)"', drawn)) <= set(names)
