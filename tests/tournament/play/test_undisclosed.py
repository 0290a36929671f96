"""Undisclosed wagers of 7-Up Baccarat: each step, each default, and who sees what."""

from __future__ import annotations

import random

import msgspec
import pytest

from houseway.rulebook.roles import SUPERVISORS, Role
from houseway.rulebook.ruling import Accepted, Refused
from houseway.table.view import Viewer
from houseway.tournament import wager_vocabulary as f
from houseway.tournament import wager_vocabulary as w
from houseway.tournament.shown import shown
from houseway.tournament.view import view
from tests.tournament.hall import DEALER, PATRON, SUPERVISOR
from tests.tournament.play.star import Star
from tests.tournament.told import of


def star(number: str) -> str:
    return f"7-Up Baccarat {number}"


# Step by step


def test_a_form_is_written_by_its_player_and_handed_to_the_supervisor() -> None:
    """7-Up Baccarat 15.8.2.1: not by somebody else, and not through the dealer."""
    here = Star().ready().open()
    order = f.HandInForm(1, 1, "banker", 20)
    assert of(here.ask(order, PATRON, "id Ben")) == ("not_your_own", "")
    assert of(here.ask(order, DEALER, "Eli")) == ("role_may_not", star("15.8.2.1"))
    assert of(here.ask(order, SUPERVISOR, "Hana")) == ("FormHandedIn", star("15.8.2.1"))


def test_a_player_is_told_who_answers_for_the_form() -> None:
    """7-Up Baccarat 15.8.2.2: beside the form, before it is handed in."""
    here = Star().ready().open()
    screen = shown(here.tournament, "spring", 1, Viewer(PATRON, "id Ana"))
    assert screen.own_form == star("15.8.2.2")


def test_as_many_forms_as_the_conditions_give() -> None:
    """7-Up Baccarat 15.8.1: one a session, and the second is refused."""
    here = Star().announced("banker", 20, undisclosed=1).settled(120, 90, 90)
    here.open()
    assert of(here.hand_in(1, "banker", 20)) == ("forms_used", star("15.8.1"))


@pytest.mark.parametrize(
    ("on", "amount", "stake", "clause"),
    [
        ("", 20, 0, "15.8.2.1"),
        ("banker", 0, 0, "15.8.2.1"),
        ("banker", 9, 0, "15.8.2.3"),
        ("banker", 51, 0, "15.8.2.3"),
        ("banker", 50, 50, ""),
        ("banker", 40, 20, ""),
    ],
)
def test_the_examination(on: str, amount: int, stake: int, clause: str) -> None:
    """7-Up Baccarat 15.8.2.2, 15.8.2.3, 15.8.2.5: 10 to 50 of 100; a faulty form is not passed."""
    here = Star().ready().open()
    if stake:
        here.stake(1, stake)
    here.hand_in(1, on, amount)
    wanted = ("form_faulty", star(clause)) if clause else ("FormPassed", star("15.8.2.5"))
    assert of(here.supervise(f.PassForm(1, 1))) == wanted


def test_a_form_of_more_than_is_held() -> None:
    """7-Up Baccarat 15.8.2.3: 40 within the limits, and 30 held."""
    here = Star().ready().played({1: 30, 2: 100, 3: 100}).open()
    here.hand_in(1, "banker", 40)
    assert of(here.supervise(f.PassForm(1, 1))) == ("form_faulty", star("15.8.2.3"))


def test_a_form_and_a_wager_of_more_than_is_held_together() -> None:
    """7-Up Baccarat 15.8.2.4: 20 and 20 of 30."""
    here = Star().ready().played({1: 30, 2: 100, 3: 100}).open()
    here.stake(1, 20)
    here.hand_in(1, "banker", 20)
    assert of(here.supervise(f.PassForm(1, 1))) == ("form_faulty", star("15.8.2.4"))


def test_a_wager_after_the_examination_has_the_form_examined_again() -> None:
    """7-Up Baccarat 15.8.2.4, 15.8.2.5: the answer to the wager itself says nothing of the form."""
    here = Star().ready().played({1: 30, 2: 100, 3: 100}).open()
    here.hand_in(1, "banker", 20)
    here.supervise(f.PassForm(1, 1))
    assert isinstance(here.stake(1, 20), Accepted)
    here.stake(2, 10)
    here.stake(3, 10)
    asked = here.ask(w.CloseBetting(1, "1"), DEALER, "Eli")
    assert of(asked) == ("form_not_examined", star("15.8.2.5"))
    assert of(here.supervise(f.PassForm(1, 1))) == ("form_faulty", star("15.8.2.4"))


def test_a_returned_form_is_not_used_up() -> None:
    """7-Up Baccarat 15.8.2.5, reading 7U-25: the fault goes back while betting is open."""
    here = Star().ready(undisclosed=1).open()
    here.hand_in(1, "banker", 9)
    here.supervise(f.ReturnForm(1, 1, "below the minimum"))
    assert isinstance(here.hand_in(1, "banker", 10), Accepted)


def test_every_form_is_announced_and_placed_before_the_coup() -> None:
    """7-Up Baccarat 15.8.2.6: no count, and so no coup, with a step open."""
    here = Star().ready().open()
    here.hand_in(1, "banker", 20)
    here.supervise(f.PassForm(1, 1))
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    counts = here.counts({1: 120, 2: 90, 3: 90})
    assert here.why(counts, DEALER, "Eli").code == "round_under_way"
    assert of(here.try_(f.PlaceAnnounced(1, 1), 1)) == ("not_announced", star("15.8.2.6"))
    assert of(here.supervise(f.AnnounceForm(1, 1))) == ("FormAnnounced", star("15.8.2.6"))
    assert here.why(counts, DEALER, "Eli").code == "round_under_way"
    assert of(here.try_(f.PlaceAnnounced(1, 1), 1)) == ("AnnouncedPlaced", star("15.8.2.6"))
    assert isinstance(here.ask(counts, DEALER, "Eli"), Accepted)


def test_nothing_is_announced_before_no_more_bets() -> None:
    """7-Up Baccarat 15.8.2.6, 15.1.1 undisclosed wager."""
    here = Star().ready().open()
    here.hand_in(1, "banker", 20)
    here.supervise(f.PassForm(1, 1))
    refused = here.supervise(f.AnnounceForm(1, 1))
    assert isinstance(refused, Refused)
    assert refused.code == "round_not_announcing"


def test_no_wager_changes_once_forms_are_announced() -> None:
    """7-Up Baccarat 15.8.2.7."""
    here = Star().announced("banker", 20)
    assert of(here.stake(2, 20)) == ("round_not_betting", star("15.8.2.7"))


def test_a_form_out_of_turn() -> None:
    """7-Up Baccarat 15.9.4: an undisclosed wager is a wager."""
    here = Star().ready(ordered=True).open()
    here.call(1)
    assert of(here.hand_in(2, "banker", 20)) == ("out_of_turn", star("15.9.4"))


# What a faulty form counts for. Ana held 100 and the coup was settled at 20 on banker, even money;
# she holds 120 when it won and 80 when it lost.


@pytest.mark.parametrize(
    ("on", "amount", "outcome", "deemed", "holds", "clause"),
    [
        ("banker", 9, "won", 10, 110, "15.8.3.1"),
        ("banker", 9, "lost", 10, 90, "15.8.3.1"),
        ("banker", 60, "won", 50, 150, "15.8.3.2"),
        ("banker", 60, "lost", 50, 50, "15.8.3.2"),
        ("banker", 60, "stood off", 50, 100, "15.8.3.2"),
        ("banker", 101, "won", 50, 150, "15.8.3.3"),
        ("banker", 101, "lost", 50, 50, "15.8.3.3"),
        ("", 20, "won", 10, 90, "15.8.3.4"),
        ("", 20, "lost", 10, 90, "15.8.3.4"),
        ("banker", 0, "won", 10, 90, "15.8.3.4"),
        ("banker", 0, "stood off", 10, 90, "15.8.3.4"),
    ],
)
def test_a_fault_found_after_the_coup(
    on: str, amount: int, outcome: f.Outcome, deemed: int, holds: int, clause: str
) -> None:
    """7-Up Baccarat 15.8.3, 15.8.3.1, 15.8.3.2, 15.8.3.3, 15.8.3.4, reading 7U-25."""
    after = {"won": 120, "lost": 80, "stood off": 100}[outcome]
    here = Star().announced("banker", 20).settled(after, 100, 100)
    order = f.FindForm(1, 1, on, amount, outcome)
    corrected = here.do(order, SUPERVISOR, "Hana")[-1]
    assert isinstance(corrected, f.FormCorrected)
    assert (corrected.deemed, str(corrected.clause)) == (deemed, star(clause))
    assert here.session.chips[1] == holds


def test_a_form_beyond_the_chips_counts_for_all_of_them_below_the_maximum() -> None:
    """7-Up Baccarat 15.8.3.3: 30 held, the maximum 50, 40 written; settled at 20 and lost."""
    here = Star().ready().played({1: 30, 2: 100, 3: 100}).open()
    here.hand_in(1, "banker", 20)
    here.supervise(f.PassForm(1, 1))
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    here.supervise(f.AnnounceForm(1, 1))
    here.try_(f.PlaceAnnounced(1, 1), 1)
    here.settled(10, 100, 100)
    corrected = here.do(f.FindForm(1, 1, "banker", 40, "lost"), SUPERVISOR, "Hana")[-1]
    assert isinstance(corrected, f.FormCorrected)
    assert (corrected.deemed, here.session.chips[1]) == (30, 0)


def test_a_correction_is_paid_at_the_odds_of_the_wager() -> None:
    """7-Up Baccarat 15.8.3.1: 20 at 9 to 5 paid 36; 10 pays 18, so 18 go back."""
    here = Star().announced("banker", 20).settled(136, 100, 100)
    order = f.FindForm(1, 1, "banker", 9, "won", (9, 5))
    here.do(order, SUPERVISOR, "Hana")
    assert here.session.chips[1] == 118


def test_a_form_in_order_is_not_corrected() -> None:
    """7-Up Baccarat 15.8.3: only one that did not comply."""
    here = Star().announced("banker", 20).settled(120, 100, 100)
    asked = here.supervise(f.FindForm(1, 1, "banker", 20, "won"))
    assert of(asked) == ("form_in_order", star("15.8.2.3"))


def _next_first_card(here: Star) -> None:
    here.open().staked(10, 10, 10).close()


def test_no_correction_after_the_next_first_card() -> None:
    """7-Up Baccarat 15.8.3, reading 7U-25."""
    here = Star().announced("banker", 20).settled(120, 100, 100)
    _next_first_card(here)
    asked = here.supervise(f.FindForm(1, 1, "banker", 9, "won"))
    assert isinstance(asked, Refused)
    assert asked.code == "no_form"


def test_another_player_may_see_the_form_until_the_next_first_card() -> None:
    """7-Up Baccarat 15.8.4."""
    here = Star().announced("banker", 20)
    order = f.AskForForm(1, 2, 1)
    assert of(here.try_(order, 2)) == ("no_form", star("15.8.4"))
    here.settled(120, 100, 100)
    assert of(here.try_(order, 2)) == ("FormShown", star("15.8.4"))
    _next_first_card(here)
    assert of(here.try_(order, 2)) == ("no_form", star("15.8.4"))


def test_a_form_of_the_coup_before_is_not_shown_after_forms_of_the_next() -> None:
    """7-Up Baccarat 15.8.4: the first card comes when the last announced wager is placed."""
    here = Star().announced("banker", 20).settled(120, 100, 100).open()
    here.hand_in(2, "player", 10)
    here.supervise(f.PassForm(1, 2))
    here.stake(1, 10)
    here.stake(3, 10)
    here.close()
    here.supervise(f.AnnounceForm(1, 2))
    assert of(here.try_(f.AskForForm(1, 3, 1), 3)) == ("FormShown", star("15.8.4"))
    here.try_(f.PlaceAnnounced(1, 2), 2)
    assert of(here.try_(f.AskForForm(1, 3, 1), 3)) == ("no_form", star("15.8.4"))


# Who sees what

WHAT, MUCH = "player-and-nothing-else", 37


def _knows(here: Star, viewer: Viewer) -> bool:
    seen = msgspec.json.encode(view(here.tournament, viewer)).decode()
    return WHAT in seen or str(MUCH) in seen


def _viewers() -> list[tuple[Viewer, bool]]:
    """Everybody who looks, and whether it is the owner's or the supervisor's right to know."""
    offices = [(Viewer(role, name="Kim"), role in SUPERVISORS) for role in Role]
    patrons = [(Viewer(PATRON, f"id {name}"), name == "Ana") for name in ("Ana", "Ben", "Chen")]
    return [*offices, *patrons, (Viewer(PATRON), False)]


def test_what_is_written_is_for_its_owner_and_the_supervisor_until_it_is_announced() -> None:
    """7-Up Baccarat 15.1.1 undisclosed wager, 15.8.2.1, 15.8.2.5: others see that there is one."""
    here = Star().ready().open()
    here.hand_in(1, WHAT, MUCH)
    for viewer, may in _viewers():
        assert _knows(here, viewer) == may
    assert not view(here.tournament, Viewer(PATRON, "id Ben")).sessions[0].tables[0].forms
    here.supervise(f.PassForm(1, 1))
    seen = view(here.tournament, Viewer(PATRON, "id Ben")).sessions[0].tables[0].forms
    assert [(each.entry, each.on, each.amount) for each in seen] == [(1, None, None)]
    here.stake(2, 10)
    here.stake(3, 10)
    here.close()
    for viewer, may in _viewers():
        assert _knows(here, viewer) == may
    here.supervise(f.AnnounceForm(1, 1))
    assert all(_knows(here, viewer) for viewer, _ in _viewers())


@pytest.mark.parametrize("seed", range(40))
def test_no_form_is_told_over_random_play(seed: int) -> None:
    """7-Up Baccarat 15.8.2.1: in no view of anybody else, and in no answer to anybody else."""
    chance, here = random.Random(seed), Star().ready(undisclosed=9, pass_cards=3)
    for _ in range(5):
        here.open()
        sealed = _random_betting(here, chance)
        for viewer, may in _viewers():
            if not may and sealed:
                assert not _knows(here, viewer), (seed, viewer)
        _random_end(here, chance)


def _random_betting(here: Star, chance: random.Random) -> bool:
    """Everybody does something; Ana hands in a form now and then, others look for its figures."""
    sealed = chance.random() < 0.7 and isinstance(here.hand_in(1, WHAT, MUCH), Accepted)
    for entry in chance.sample((1, 2, 3), 3):
        amount = chance.choice((10, 20, 30))
        told = here.ask(w.PlaceStake(1, entry, amount), DEALER, "Eli")
        assert WHAT not in str(told)
        assert str(MUCH) not in str(told)
        if chance.random() < 0.8 or entry != 1:
            here.stake(entry, amount)
    if not here.round.settled(1):
        here.stake(1, 10)
    if sealed and isinstance(here.supervise(f.PassForm(1, 1)), Refused):
        here.supervise(f.ReturnForm(1, 1, f"{MUCH} on {WHAT} is too much"))
        sealed = False
        here.stake(1, 10)
    return sealed


def _random_end(here: Star, chance: random.Random) -> None:
    forms = list(here.round.forms)
    here.close()
    for entry in forms:
        here.supervise(f.AnnounceForm(1, entry))
        here.try_(f.PlaceAnnounced(1, entry), entry)
    here.settled(*(100 for _ in range(3)))
