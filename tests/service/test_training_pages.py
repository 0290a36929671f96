"""Training in a browser: questions and marks as plain pages, for staff, and at a demonstration."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from houseway.equipment.chips import dollars
from houseway.games import slugs
from houseway.service.settings import Settings
from houseway.training.generate import drill
from tests.service.conftest import Client, House

FORM = {"content-type": "application/x-www-form-urlencoded"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(stack, Settings(folder=str(tmp_path_factory.mktemp("training") / "house")))


@pytest.fixture(scope="module")
def dealer(house: House) -> Client:
    return house.as_("Eli")


@pytest.mark.parametrize("slug", slugs())
def test_every_game_is_asked_and_drawn(dealer: Client, slug: str) -> None:
    chosen = dealer.get(f"/train?game={slug}").text
    assert f'action="/train/{slug}"' in chosen
    shown = dealer.get(f"/train/{slug}?seed=one&kind=payout").text
    assert "What do you pay on top of the stake?" in shown
    assert "<svg" in shown
    assert 'aria-live="polite"' in shown


def test_a_payout_is_marked_with_its_clauses(dealer: Client) -> None:
    made = drill("mini-baccarat", "payout", "one-0")
    answers = {f"part-{at}": part.answer[0] for at, part in enumerate(made.parts)}
    given = {"seed": "one", "number": "0", "kind": "payout", **answers}
    marked = dealer.send("POST", "/train/mini-baccarat", data=given).text
    assert marked.count("Right:") >= len(made.parts)
    assert "Wrong:" not in marked
    for clause in made.clauses:
        assert f"<summary>{clause}</summary>" in marked
    assert 'name="number" value="1"' in marked
    assert "1 of 1 without a mistake" in marked


def test_a_wrong_answer_says_what_is_right(dealer: Client) -> None:
    made = drill("mini-baccarat", "payout", "one-0")
    wrong = {f"part-{at}": "1x5" for at, _ in enumerate(made.parts)}
    given = {"seed": "one", "number": "0", "kind": "payout", **wrong}
    marked = dealer.send("POST", "/train/mini-baccarat", data=given).text
    assert "Your answer: 1x5" in marked
    assert f"${dollars(made.parts[0].answer[0]) // 100:,}" in marked


def test_what_is_no_amount_is_asked_again(dealer: Client) -> None:
    given = {"seed": "one", "number": "0", "kind": "payout", "part-0": "plenty"}
    again = dealer.send("POST", "/train/mini-baccarat", data=given).text
    assert "&#39;plenty&#39; is not an amount" in again
    assert "Mark my answer" in again


def test_options_are_marked_by_their_places(dealer: Client) -> None:
    made = drill("seven-up-baccarat", "order", "two-0")
    part = made.parts[0]
    places = {
        f"part-0-{at}": str(1 + part.answer.index(option)) for at, option in enumerate(part.options)
    }
    given = {"seed": "two", "number": "0", "kind": "order", **places}
    assert "Right:" in dealer.send("POST", "/train/seven-up-baccarat", data=given).text


def test_the_answer_is_not_in_the_question(dealer: Client) -> None:
    made = drill("mini-baccarat", "irregularity", "three-0")
    shown = dealer.get("/train/mini-baccarat?seed=three&kind=irregularity").text
    assert made.ruling
    assert "What the engine did" not in shown
    assert not re.search(r"12\.\d", re.sub(r"<svg.*?</svg>", "", shown, flags=re.DOTALL))


def test_patrons_and_strangers_do_not_train(house: House) -> None:
    assert house.as_("Ana").get("/train").status_code == 403
    assert house.browser().get("/train").status_code in (401, 303)


def test_an_unknown_game_is_not_found(dealer: Client) -> None:
    assert dealer.get("/train/roulette-royale").status_code == 404
