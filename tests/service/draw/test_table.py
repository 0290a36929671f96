"""Whole tables, drawn from what a viewer may see of tables that were really played."""

from __future__ import annotations

import re
from itertools import pairwise

import msgspec
import pytest
from msgspec.structs import replace

from houseway.games import slugs
from houseway.games.felt import Felt, Hand
from houseway.service import draw
from houseway.service.draw.felts import plan_of
from houseway.table.view import PlaceSeen, View, WagerSeen
from tests.service.draw.svg_read import having, read, texts, titles
from tests.table.tables import DEALER, patron, seen, table

# A moment of each game with cards, chips or tiles on the layout.
MOMENTS = {
    "mini-baccarat": "options pairs=perfect\n Ana wagers 25 on banker\n"
    "Ben wagers 5 on player pair\n deal 2h 3c 4h 3d",
    "seven-up-baccarat": "Ana wagers 25 on banker in box 1\n no more bets\n deal 8h 2c 9d",
    "three-card-baccarat": "Ana wagers 25 on player in box 1\n deal 9h Kd 4c Qs 5d Jh",
    "casino-war": "Ana wagers 25 on initial in box 1\n Ben wagers 25 on initial in box 2\n"
    "deal Kh 9s Kd\n Ana goes to war in box 1\n deal Qs 7h",
    "tournament-roulette": "Ana wagers 25 on 17\n Ben wagers 5 on red",
    "tournament-mini-baccarat": "Ana wagers 25 on banker\n deal 8h 2c Kd 3h",
    "tournament-blackjack": "Ana wagers 10 on blackjack\n deal Ah Tc 6s\n"
    "end the interim settlement",
    "tournament-canberra-poker": "Ana wagers 10 on ante\n Ben wagers 10 on ante\n"
    "the hands are dealt showing 4c\n Ana picks up the cards Ah Ad Kc 7s 2h",
    "tournament-pai-gow": "Ana wagers 25 on hand in box 2\n Ben wagers 25 on hand in box 4\n"
    "open the cup: 1-2-3\n Ana sets low 1-5 5-5 and high 4-6 4-4 in box 2",
}


def moment(slug: str) -> View:
    return seen(table(slug, MOMENTS[slug]), patron("Ana"))


EVERY = [(slug, tall) for slug in slugs() for tall in (False, True)]


@pytest.mark.parametrize(("slug", "tall"), EVERY)
def test_a_table_shows_its_stakes_and_its_cards_and_nothing_inline(slug: str, tall: bool) -> None:
    view = moment(slug)
    drawn = draw.table(view, interactive=True, tall=tall)
    root = read(drawn)

    for wager in view.wagers:
        where = f" in box {wager.box}" if wager.box else ""
        dollars = wager.amount // 100
        assert f"{wager.patron}: ${dollars} on {wager.wager}{where}" in titles(root)
    lying = [card for hand in view.felt.hands for card in hand.cards]
    faces = [each.get("data-card") or each.get("data-tile") for each in root.iter("g")]
    assert sorted(filter(None, faces)) == sorted(card for card in lying if card != "??")
    backs = [each for each in titles(root) if each.endswith(" face down")]
    assert len(backs) == lying.count("??")
    assert {each.name for each in view.felt.hands} <= plan_of(
        slug, view.options, tall=tall
    ).hands.keys()
    assert not re.search(
        r"<script|<style|\sstyle=|\son[a-z]+=|javascript:|https?://(?!www\.w3)", drawn
    )


@pytest.mark.parametrize(("slug", "tall"), EVERY)
def test_ids_are_there_once_and_every_reference_is_met(slug: str, tall: bool) -> None:
    root = read(draw.table(moment(slug), tall=tall))

    ids = [each.get("id", "") for each in having(root, "id")]
    assert len(set(ids)) == len(ids)
    assert {each.get("href", "")[1:] for each in root.iter("use")} <= set(ids)


def test_dice_lie_where_the_cup_was_opened() -> None:
    """Tournament Pai Gow 8.4: the three dice are counted."""
    told = titles(read(draw.table(moment("tournament-pai-gow"))))

    assert [each for each in told if each.startswith("a die")] == [
        "a die showing 1", "a die showing 2", "a die showing 3",
    ]  # fmt: skip


@pytest.mark.parametrize("slug", slugs())
def test_areas_are_buttons_only_where_wagers_can_be_placed(slug: str) -> None:
    view = moment(slug)

    still = read(draw.table(view))
    live = having(read(draw.table(view, interactive=True)), "data-wager")
    spots = [each for each in live if each.get("class") == "spot"]

    assert having(still, "role")[0].tag == "svg"
    assert not [each for each in having(still, "tabindex") if each.get("class") == "spot"]
    assert spots
    for spot in spots:
        assert (spot.get("role"), spot.get("tabindex")) == ("button", "0")
        assert re.search(r": pays .*; \$\d", spot.get("aria-label", ""))
        assert spot.get("data-box", "").isdigit()


def test_an_area_says_its_name_odds_and_limits() -> None:
    """Mini Baccarat 8.8(c), 3.1: a tie pays 8 to 1; the sign says $5 to $1,000."""
    root = read(draw.table(moment("mini-baccarat"), interactive=True))

    (tie,) = [each for each in having(root, "data-wager") if each.get("data-wager") == "tie"]
    assert tie.get("aria-label") == "Tie: pays 8 to 1; $5 to $1,000"


def test_odds_that_differ_are_all_said() -> None:
    """7-Up Baccarat 11.1.2 Table: Banker on 7 pays 9 to 5, otherwise 1 to 1."""
    root = read(draw.table(moment("seven-up-baccarat")))

    assert "Banker, box 1: pays 9 to 5 on 7, 1 to 1 on any other count; $5 to $1,000" in titles(
        root
    )


@pytest.mark.parametrize("name", ['<b>Ana</b> & "Ben"', "Ana\x00</svg>", "Ána · 陳"])
def test_names_are_told_as_they_are_and_never_as_markup(name: str) -> None:
    view = moment("casino-war")
    named = replace(
        view,
        wagers=(WagerSeen(name, "tie", 3, 5_00),),
        places=(PlaceSeen(3, name, 100_00),),
        felt=Felt((Hand("box 3", ("Kh",), 3, name, name, name),), result=name),
    )

    root = read(draw.table(named, interactive=True))

    clean = name.replace("\x00", "")
    assert f"{clean}: $5 on tie in box 3" in titles(root)
    assert [each.get("data-patron") for each in having(root, "data-patron")] == [clean]


def test_what_became_of_a_wager_is_told_with_its_clause() -> None:
    """Casino War 5.1.1.2, 8.2.1: nine against king loses."""
    root = read(draw.table(moment("casino-war")))

    settled = [each for each in having(root, "data-clause") if "settled" in each.get("class", "")]
    lost = next(each for each in settled if each.get("data-box") == "2")
    assert lost.get("data-clause") == "Casino War 5.1.1.2; Casino War 8.2.1"
    assert "−$25" in texts(lost)


def test_a_card_that_nobody_may_know_is_a_back() -> None:
    view = moment("tournament-mini-baccarat")
    covered = replace(view, felt=Felt((Hand("player", ("??", "8h")),)))

    root = read(draw.table(covered))

    assert [each.get("data-card") for each in having(root, "data-card")] == ["8h"]
    assert titles(root).count("a card face down") == 1


def test_each_card_has_a_key_of_its_place_and_face() -> None:
    """So that a card that is turned up is seen to turn, and one that lies still does not move."""
    root = read(draw.table(moment("seven-up-baccarat")))

    ids = {each.get("id") for each in having(root, "id")}
    assert {"t1-wide-banker-0-8h", "t1-wide-banker-1-9d", "t1-wide-player-0-2c"} <= ids


def test_the_index_of_every_card_shows_however_many_there_are() -> None:
    """Seven cards in a blackjack box: each is at least half clear of the next."""
    view = moment("tournament-blackjack")
    hand = Hand("box 1", ("2c", "2d", "2h", "2s", "3c", "3d", "3h"), 1)
    root = read(draw.table(replace(view, felt=Felt((hand,)))))

    moved = [
        re.findall(r"[-\d.]+", each.get("transform", ""))
        for each in having(root, "id")
        if each.get("id", "").startswith("t1-wide-box-1-")
    ]
    lefts = [float(left) for left, _, _ in moved]
    wide = 64 * float(moved[0][2])
    place = plan_of("tournament-blackjack", view.options).hands["box 1"]
    assert len(lefts) == 7
    assert min(b - a for a, b in pairwise(lefts)) >= wide / 2 - 0.2
    assert lefts[-1] + wide <= place.x + place.width + 0.2


def test_a_hand_without_a_place_of_its_own_is_still_drawn() -> None:
    view = moment("casino-war")
    kept = replace(view, felt=Felt((Hand("kept", ("Ks",)),)))

    assert having(read(draw.table(kept)), "data-card")[0].get("data-card") == "Ks"


def test_a_first_hand_moves_over_once_it_is_split() -> None:
    """Tournament Blackjack 10.2: up to four hands in a box, side by side."""
    view = moment("tournament-blackjack")
    hands = (Hand("box 1", ("8s", "2c"), 1), Hand("box 1 hand 2", ("8h", "3d"), 1))
    root = read(draw.table(replace(view, felt=Felt(hands))))

    moved = {each.get("id", ""): each.get("transform", "") for each in having(root, "id")}
    places = plan_of("tournament-blackjack", view.options).hands
    first, second = places["box 1 hand 1"], places["box 1 hand 2"]
    assert moved["t1-wide-box-1-0-8s"].startswith(f"translate({first.x:.1f}".removesuffix(".0"))
    assert first.x + first.width <= second.x


def test_the_marker_button_lies_on_the_total_that_the_banker_made() -> None:
    """Three Card Baccarat 9.9."""
    view = moment("three-card-baccarat")
    marked = replace(view, felt=Felt((Hand("banker", ("9h",), note="marker on 9"),)))

    (marker,) = having(read(draw.table(marked)), "data-marker")
    ring = marker.find("rect")
    assert ring is not None
    x, _ = plan_of("three-card-baccarat", view.options).markers["marker on 9"]
    assert float(ring.get("x", "")) + float(ring.get("width", "")) / 2 == pytest.approx(x, abs=0.06)


def test_who_keeps_an_earlier_minimum_has_a_marker() -> None:
    """Casino War 6.5.1.1: a marker that shows the earlier minimum."""
    view = moment("casino-war")
    root = read(draw.table(replace(view, places=(PlaceSeen(3, "Chen", None, "", 5_00),))))

    (marker,) = having(root, "data-marker")
    assert marker.get("data-marker") == "5"
    assert titles(marker) == ["earlier minimum $5"]


def test_the_dolly_and_the_ball_show_the_number() -> None:
    """Tournament American Roulette terms: Dolly."""
    view = moment("tournament-roulette")
    drawn = draw.table(replace(view, felt=Felt(pocket="17", result="17 black")))

    told = titles(read(drawn))
    assert "the dolly on 17" in told
    assert "the ball in 17, black" in told
    assert "the dolly on 17" not in titles(read(draw.table(view)))


def test_the_sign_and_what_is_awaited_are_shown() -> None:
    """Casino War 6.1: both limits, in few words where the line is long, and in full for all."""
    view = seen(table("casino-war", MOMENTS["casino-war"]), DEALER)
    drawn = draw.table(view)
    root = read(drawn)

    assert any(each.startswith("$10 to $1,000") for each in texts(root))
    assert "<title>minimum $10, maximum $1,000" in drawn
    signs = [each for each in having(root, "data-clause") if each.get("class") == "sign"]
    assert "Casino War 6.1" in signs[0].get("data-clause", "")


def test_a_view_that_came_as_plain_data_is_drawn_alike() -> None:
    view = moment("mini-baccarat")
    plain = replace(view, options=msgspec.to_builtins(view.options))

    assert draw.table(plain) == draw.table(view)


def test_a_table_that_was_never_opened_says_so() -> None:
    view = moment("mini-baccarat")
    closed = View("t9", 0, "", "", "", False, 0, None, Felt(), (), (), (), ())

    assert texts(read(draw.table(closed))) == ["Table t9 has not been opened"]
    assert "has not been opened" not in draw.table(view)


def test_both_shapes_share_no_id_but_those_that_are_drawn_alike() -> None:
    root = read(draw.both(moment("seven-up-baccarat")))

    ids = [each.get("id", "") for each in having(root, "id")]
    twice = {each for each in ids if ids.count(each) > 1}
    assert all(each.startswith(("hw-suit-", "hw-chip-")) for each in twice)
    assert [each.get("class", "").split()[1] for each in root] == ["felt-wide", "felt-tall"]


@pytest.mark.parametrize("slug", slugs())
def test_a_busy_table_stays_small(slug: str) -> None:
    """Three cards or two tiles in every place, sixty stakes or one on every area of the boxes."""
    view = moment(slug)
    plan = plan_of(slug, view.options)
    full = [
        Hand(name, ("5-6",) * 2 if place.tiles else ("Kh",) * 3)
        for name, place in plan.hands.items()
        if " hand " not in name
    ]
    busy = replace(
        view,
        wagers=tuple(WagerSeen("Ana", each.wager, each.box, 130_00) for each in plan.spots[:60]),
        felt=replace(view.felt, hands=tuple(full)),
    )

    size = len(draw.table(busy, interactive=True).encode())

    assert size < (120_000 if slug == "tournament-roulette" else 60_000)


def test_viewers_who_see_the_same_share_one_drawing() -> None:
    """In a tournament all see every patron's chips (reading TP9), so the table looks alike."""
    found = table("tournament-roulette", MOMENTS["tournament-roulette"])
    drawings = [draw.both_in_parts(seen(found, patron(name))) for name in ("Ana", "Ben", "Ana")]

    assert drawings[0] is drawings[1] is drawings[2]


def test_a_drawing_with_chips_that_others_may_not_know_is_not_shared() -> None:
    found = table("mini-baccarat", "patrons Ana Ben\n Ana brings 775\n Ben brings 333")
    ana, ben = (draw.both_in_parts(seen(found, patron(name))) for name in ("Ana", "Ben"))

    assert "$775" in ana
    assert "$775" not in ben
