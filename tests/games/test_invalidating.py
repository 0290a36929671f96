"""A result is struck out on the grounds of its document, and nobody else loses a stake by it."""

from __future__ import annotations

from typing import Any

import pytest

from houseway.games import commands as c
from houseway.games import events as e
from houseway.games import game
from houseway.games.game import Setup
from houseway.games.layout import Layout
from houseway.rulebook.ruling import Accepted, Refused, Ruling

FRAUD = "fraud affecting it"
_STAR = "civil commotion, fire, riot, brawl, robbery, act of God"
# What each document lists, and its clauses: a disturbance, impracticability, fraud, the refund.
DOCUMENTS = {
    "casino-war": (_STAR, "13.4.1", "", "13.4.2", "13.5"),
    "seven-up-baccarat": (_STAR, "14.4.1", "", "14.4.2", "14.5"),
    "three-card-baccarat": (_STAR, "14.4.1", "", "14.4.2", "14.5"),
    "mini-baccarat": (
        "civil commotion, fire, riot, brawl, robbery, like disturbance", "14.1", "14.3", "14.3", "",
    ),
    "tournament-canberra-poker": (_STAR, "14.1", "14.4", "14.4", "14.5"),
    "tournament-blackjack": (_STAR, "16.1", "16.4", "16.4", "16.5"),
    "tournament-roulette": (_STAR, "10.1", "10.4", "10.4", "10.5"),
    "tournament-mini-baccarat": (_STAR, "11.2", "11.4", "11.4", "11.5"),
    "tournament-pai-gow": (_STAR, "16.1", "16.4", "16.4", "16.5"),
}  # fmt: skip
every_document = pytest.mark.parametrize("slug", DOCUMENTS)


def grounds(slug: str) -> dict[str, str]:
    listed, disturbed, impractical, fraud, _ = DOCUMENTS[slug]
    others = {"impracticality": impractical} if impractical else {}
    return dict.fromkeys(listed.split(", "), disturbed) | others | {FRAUD: fraud}


def begun(slug: str) -> Any:
    """A round with a wager of Ana and one of Ben, both of whom have been logged for rude words."""
    found = game(slug)
    play = found.begin(Setup(found.options(), found.limits))
    play.round = 1
    play.layout = Layout(
        wagers={("Ana", 1, "a wager"): 50_00, ("Ben", 2, "a wager"): 20_00},
        chips={"Ana": 0, "Ben": 0},
        counted={"Ana", "Ben"},
        brought=70_00,
        breaches={"Ana", "Ben"},
    )
    return play


def ruled(slug: str, *facts: Any, **others: Any) -> Ruling:
    found = game(slug)
    (by, *_) = found.orders[c.InvalidateOutcome].roles
    return found.decide(begun(slug), c.InvalidateOutcome(*facts, **others), by)


def stakes(ruling: Ruling) -> dict[str, tuple[int, int]]:
    """What goes back to each patron, and what the house keeps."""
    assert isinstance(ruling, Accepted), ruling
    moved = (each for each in ruling.events if isinstance(each, e.WagerVoided | e.WagerForfeited))
    return {each.patron: (each.returned, each.collected) for each in moved}


@every_document
def test_each_ground_of_the_document_strikes_the_result_out(slug: str) -> None:
    """Tournament Canberra Poker 14.1 and 14.4, and the same provisions of the other documents."""
    for ground, number in grounds(slug).items():
        ruling = ruled(slug, ground, "it spread to the tables", ("Chen",))
        assert stakes(ruling) == {"Ana": (50_00, 0), "Ben": (20_00, 0)}
        assert isinstance(ruling, Accepted)
        (void,) = (each for each in ruling.events if isinstance(each, e.RoundVoided))
        assert (void.round, void.clause) == (1, game(slug).cite(number))
        assert void.reason == f"{ground} by Chen: it spread to the tables"


@every_document
def test_nothing_else_is_a_ground(slug: str) -> None:
    """Tournament Roulette 10.1, Tournament Pai Gow 16.1: the list is closed."""
    known = grounds(slug)
    others = {ground for each in DOCUMENTS for ground in grounds(each)} - known.keys()
    words = ("weather", "fireworks", "a brawl", "the fire", "Fire", "fire in the hall", "fraud", "")
    for word in (*others, *words):
        ruling = ruled(slug, word, "it spread to the tables", ("Chen",))
        assert isinstance(ruling, Refused)
        assert ruling.code == "no_such_ground"
        assert all(ground in ruling.detail for ground in known)


@every_document
def test_the_facts_of_a_ground_are_on_record(slug: str) -> None:
    """7-Up Baccarat 14.4.2: a person acts fraudulently, and the act affects the outcome."""
    cite = game(slug).cite
    for ground, number in grounds(slug).items():
        for blank in ("", "  "):
            assert ruled(slug, ground, blank, ("Chen",)) == Refused("no_reason", cite(number))
    assert isinstance(ruled(slug, "fraud", "a card was marked", ("Chen",)), Refused)  # no opinion
    assert ruled(slug, FRAUD, "a card was marked") == Refused(
        "nobody_named", cite(grounds(slug)[FRAUD])
    )


@every_document
def test_only_the_person_whom_the_finding_names_loses_a_stake(slug: str) -> None:
    """Casino War 13.5, Three Card Baccarat 14.5, Tournament Blackjack 16.5 (reading G8)."""
    *_, refund = DOCUMENTS[slug]
    cite, act = game(slug).cite, "a card was marked"
    for ground in grounds(slug).keys() - {FRAUD}:
        ruling = ruled(slug, ground, act, ("Ana",), ("Ana",))
        assert isinstance(ruling, Refused)
        assert ruling.code == "stakes_go_back"
    if not refund:  # Mini Baccarat 14.1 and 14.3 give no power to keep a stake
        ruling = ruled(slug, FRAUD, act, ("Ana",), ("Ana",))
        assert ruling == Refused("stakes_go_back", cite("terms: Void"))
        return
    innocent = ruled(slug, FRAUD, act, ("Ana",), ("Ana", "Ben"))
    assert innocent == Refused("nothing_to_forfeit", cite(refund))
    kept = stakes(ruled(slug, FRAUD, act, ("Ana", "Chen"), ("Ana",)))
    assert kept == {"Ana": (0, 50_00), "Ben": (20_00, 0)}


@every_document
def test_a_round_is_struck_out_once_and_none_before_the_first(slug: str) -> None:
    """Mini Baccarat 14.1: the outcome of a game."""
    found = game(slug)
    (by, *_) = found.orders[c.InvalidateOutcome].roles
    command = c.InvalidateOutcome("fire", "in the kitchen")
    for number, voided, code in ((0, set(), "no_round_yet"), (1, {1}, "round_already_void")):
        play = begun(slug)
        play.round, play.layout.voided = number, voided
        ruling = found.decide(play, command, by)
        assert isinstance(ruling, Refused)
        assert ruling.code == code


@pytest.mark.parametrize("slug", ["casino-war", "seven-up-baccarat", "three-card-baccarat"])
def test_a_person_is_handed_over_to_an_inspector_or_a_police_officer(slug: str) -> None:
    """7-Up Baccarat 14.3.4, Casino War 13.3.4: nobody else takes over."""
    found, play = game(slug), begun(slug)
    play.layout.detained = {"Ana"}
    (by, *_) = found.orders[c.RecordHandover].roles
    for to in ("an inspector", "a police officer"):
        ruling = found.decide(play, c.RecordHandover("Ana", to, "Hall"), by)
        assert isinstance(ruling, Accepted)
        assert f"{to}, Hall" in str(ruling.events)
    for to in ("nobody", "a passer-by", "an inspector general", "inspector", " "):
        ruling = found.decide(play, c.RecordHandover("Ana", to, "Hall"), by)
        assert isinstance(ruling, Refused)
        assert ruling.code == "not_an_office"


@pytest.mark.parametrize("slug", ["casino-war", "seven-up-baccarat", "three-card-baccarat"])
def test_a_breach_that_only_speaks_of_a_device_opens_no_sanction(slug: str) -> None:
    """7-Up Baccarat 14.1 to 14.3, Casino War 13.1 to 13.3: who had it, and in what capacity."""
    found, play = game(slug), begun(slug)
    (by, *_) = found.orders[c.LogBreach].roles

    def sanctioned(*commands: Any) -> bool:
        for command in commands:
            found.do(play, command, by)
        return isinstance(found.decide(play, c.ExcludePatron("Ana"), by), Accepted)

    assert not sanctioned(c.LogBreach("Ana", "prohibited device: she spoke of one"))
    assert sanctioned(c.LogDeviceBreach("Ana", "a camera", "patron"))
